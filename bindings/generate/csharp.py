"""What repeats the rows in the C# package: option classes, enumerations, getters of facts, handles and their owners.

A row that is added appears by itself. What is said here is what C# says in a way of its own: what
described.py says of its classes, and names that do not follow.
"""

import re
import textwrap
from pathlib import Path
from xml.sax.saxutils import escape

import c
from blocks import HEAD
from described import (WORDS, about, enumeration_about, enumeration_class, enumerations, fact_enumerations, in_order,
                       is_int, is_told, object_class, options_class, said_of)
from methods import plain, words_by_constant
from methods_csharp import Writer, has_plain_form
from overloads import csharp_overloads
from spellings import article, pascal, read_by, singular
from spellings import sentence as as_sentence
from swig import handles

FOLDER = "bindings/csharp/src/Generated/"
WIDTH = 120


def source(usings, body, note=""):
    """A whole file."""
    return (f"// {HEAD}\n{note}" + "".join(f"using {name};\n" for name in usings) + ("\n" if usings else "")
            + "namespace Wald\n{\n" + body + "}\n")


# ---- Names ---------------------------------------------------------------------------------------------------------

# The order of enumerations.
ENUMERATIONS = ("status", "type", "kind", "average", "property", "worth_verdict", "rule", "goal", "smoothing",
                "threshold_flag", "split", "missing", "labelled_quality", "route_goal", "route_measure", "route_by",
                "task")


def enumerated(row):
    """The enumeration of an option; the words of other choices are text."""
    return enumeration_class(row["list"], "csharp")


# The order of classes.
CLASSES = ("estimator", "distribution", "comparison", "worth", "table_pass", "sample", "threshold_pass", "thresholds",
           "frontier", "cascade_scores", "cascade", "trees", "labelling", "stages", "route", "dataset", "learner",
           "reliability", "prevalence", "threshold_evaluation")


def told_of(obj, facts):
    return [fact for fact in facts if is_told(obj, fact, "csharp")]


def read_at_once(obj):
    return "csharp" in said_of(obj, "at_once")


def is_owned(obj):
    """Whether a class has the handle: calls read and destroy others, or classes written by hand have them."""
    return "csharp" not in said_of(obj, "within_a_call")


def has_facts(rows, obj):
    """Whether a class has the facts of this object alone, one each."""
    facts = rows["facts"][obj]
    return bool(told_of(obj, facts)) and (is_owned(obj) or read_at_once(obj)) and all(
        fact["per"] != "answer" or read_at_once(obj) for fact in facts)


# Facts that are not named as the others, in PascalCase and n_xs as XCount.
NAMED = {"exact": "IsExact", "router": "IsRouter", "decided": "IsDecided", "n_ties": "TieCount",
         "n_ties_chosen": "ChosenTieCount"}
# What a number of each kind is in C#; one that stands for a word is the enumeration of these words.
KINDS = {"number": "double", "integer": "long", "switch": "bool", "text": "string"}


def constant(obj, fact):
    return f"Native.WALD_{obj.upper()}_{fact.upper()}"


def member(word, words):
    """The enumerator of a word: "error_argument" is Status.Argument."""
    return pascal(word["name"][len("error_"):] if words == "status" and word["name"].startswith("error_")
                  else word["name"])


def shape(obj, fact):
    """The type and the name of a fact."""
    kind = KINDS.get(fact["kind"]) or enumeration_class(fact["kind"], "csharp")
    name = pascal(fact["name"])
    if fact["name"].startswith("n_"):
        name = pascal(singular(fact["name"][len("n_"):])) + "Count"
    return "int" if is_int(obj, fact, "csharp") else kind, NAMED.get(fact["name"], name)


# ---- Documentation -------------------------------------------------------------------------------------------------


def sentence(text, family=()):
    """A row's sentence as XML: options by the names that they have in C#."""
    text = escape(text.replace("-inf", "negative infinity"))
    text = re.sub(r"`(\w+)`", lambda m: f'<see cref="{pascal(m.group(1))}"/>' if m.group(1) in family
                  else f"<c>{m.group(1)}</c>", text)
    return re.sub(r"(?<![\w\"=])([a-z]+(?:_[a-z]+)+)(?![\w\"=])",
                  lambda m: f'<see cref="{pascal(m.group(1))}"/>' if m.group(1) in family else m.group(1), text)


def on_or_off(row):
    return "true" if row["initial"] in ("1", "on", "true") else "false"


def default(row):
    if row["type"] in ("progress",) or "Not set:" in row["sentence"]:
        return ""
    if row["initial"] == "":
        return "Not set by default."
    if enumerated(row):
        return f'Default <see cref="Wald.{enumerated(row)}.{pascal(row["initial"])}"/>.'
    if row["type"] == "switch":
        return f"Default {on_or_off(row)}."
    return f"Default {row['initial']}." if row["type"] in ("number", "integer", "seed") else (
        f"Default <c>{escape(row['initial'])}</c>.")


def option_summary(row, family):
    parts = [sentence(row["sentence"], family)]
    if row["type"] == "choice" and not enumerated(row):
        parts.append("One of " + ", ".join(f"<c>{escape(word)}</c>" for word in row["choices"]) + ".")
    parts.append(escape(as_sentence(row["bounds"])))
    if row["type"] == "progress":
        parts.append("It is told a fraction in [0, 1] on the thread that made the call. What it throws ends the call, "
                     "and comes out of it.")
    parts.append(default(row))
    parts.append(escape(read_by(row)))
    return " ".join(part for part in parts if part)


def comment(text, indent):
    """A summary, wrapped."""
    return element(f"<summary>{text}</summary>", indent)


def element(text, indent):
    """An element of a documentation, wrapped."""
    words, lines, line = text.split(" "), [], ""
    # What stands between < and > is one word.
    joined = []
    for word in words:
        if joined and joined[-1].count("<") > joined[-1].count(">"):
            joined[-1] += " " + word
        else:
            joined.append(word)
    room = WIDTH - len(indent) - len("/// ")
    for word in joined:
        if line and len(line) + 1 + len(word) > room:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return "".join(f"{indent}/// {line}\n" for line in lines + [line])


# ---- Options -------------------------------------------------------------------------------------------------------

TYPES = {"number": "double?", "integer": "long?", "seed": "ulong?", "switch": "bool?", "choice": "string",
         "text": "string", "numbers": "IReadOnlyList<double>", "integers": "IReadOnlyList<int>",
         "texts": "IReadOnlyList<string>", "metric": "Metric", "progress": "IProgress<double>"}


def settable(kind, name):
    """A property that cannot be set once the options are read-only."""
    field = name[:1].lower() + name[1:]
    return (f"        public {kind} {name} {{ get => {field}; set => {field} = Changed(value); }}\n"
            f"        private {kind} {field};\n\n")


def property_of(row, names):
    kind = f"{enumerated(row)}?" if enumerated(row) else TYPES[row["type"]]
    text = comment(option_summary(row, names), "        ") + settable(kind, pascal(row["name"]))
    if row["type"] == "progress":
        text += (comment('Ends a long call, which then throws <see cref="WaldCanceledException"/>.', "        ")
                 + settable("CancellationToken", "CancellationToken"))
    return text


def no_longer_changed(name, rows):
    """How options become read-only, and how they are given a token."""
    lists = "".join(f"                {pascal(row['name'])} = {pascal(row['name'])}?.ToArray();\n" for row in rows
                    if TYPES.get(row["type"], "").startswith("IReadOnlyList"))
    return (comment("Makes these options read-only, so that threads may share them and a call does not read them anew.", "        ")
            + f"        /// <returns>These options.</returns>\n        public {name} MakeReadOnly()\n        {{\n"
            + "            if (!IsReadOnly)\n            {\n" + lists + "                Freeze();\n            }\n"
            + "            return this;\n        }\n\n"
            + comment("Options of the same values for one call that can be cancelled, which may be changed.", "        ")
            + '        /// <param name="token">What ends the call.</param>\n        /// <returns>The options.</returns>\n'
            + f"        public {name} WithCancellationToken(CancellationToken token)\n        {{\n"
            + f"            var made = ({name})Copied();\n            made.CancellationToken = token;\n"
            + "            return made;\n        }\n\n")


def assignment(row):
    value = pascal(row["name"])
    if enumerated(row):
        value = f"{value}.HasValue ? Words.Of({value}.Value) : null"
    elif row["type"] == "progress":
        value += ", CancellationToken"
    method = {"choice": "Text"}.get(row["type"], pascal(row["type"]))
    return f'            set.{method}("{row["name"]}", {value});\n'


def option_class(family, rows, common):
    """The options of a family, or those of all (`family` is None)."""
    name, purpose = "CommonOptions", "What all calls that may take long can be told"
    if family:
        name, purpose = options_class(family), about(family, "csharp").rstrip(".")
    names = {row["name"] for row in rows}
    own = [row for row in rows if (row in common) == (family is None)]
    if family:
        note = ("; what is not set is the library's default. Values are checked by the call that uses them. One object "
                "may serve many calls, and several threads as long as none changes it: "
                "<see cref=\"MakeReadOnly\"/> sees to that.")
        head, rest = f"    public sealed partial class {name} : CommonOptions\n    {{\n", (
            no_longer_changed(name, own)
            + f'        internal override string Family => "{family}";\n\n'
            "        internal override void Set(in OptionSet set)\n")
    else:
        note = ". The options of each family have it."
        head = f"    public abstract partial class {name}\n    {{\n"
        rest = "        private void SetCommon(in OptionSet set)\n"
    text = (comment(purpose + note, "    ") + head + "".join(property_of(row, names) for row in own) + rest
            + "        {\n" + "".join(map(assignment, own)) + "        }\n    }\n")
    return source(("System", "System.Collections.Generic", "System.Linq", "System.Threading"), text)


# ---- Words ---------------------------------------------------------------------------------------------------------


def enumeration(name, purpose, form, members):
    if form == "internal":  # nothing of it is documented
        return (f"    // {purpose}\n    internal enum {name}\n    {{\n"
                + ",\n".join(f"        {m} = {value}" for m, value, _ in members) + "\n    }\n")
    text = comment(purpose, "    ") + ("    [Flags]\n" if form == "flags" else "")
    text += f"    public enum {name}{' : byte' if form == 'byte' else ''}\n    {{\n"
    if form == "flags":
        members = [("None", 0, "Nothing.")] + members
    return text + ",\n".join(comment(sentence(what) or member_name, "        ") + f"        {member_name} = {value}"
                             for member_name, value, what in members) + "\n    }\n"


def words_file(rows):
    parts, names = [], ""
    for words in in_order(enumerations("csharp"), ENUMERATIONS):
        found, name, form = rows["names"][words], enumeration_class(words, "csharp"), WORDS[words].get("form", "")
        purpose = re.sub(r"\[(\w+)\]", lambda m: m.group(1).lower(), enumeration_about(words, "csharp"))
        parts.append(enumeration(name, purpose, form, [(member(w, words), w["value"], w["sentence"]) for w in found]))
        if form != "internal":
            names += of(name, [(member(w, words), w["name"]) for w in found])
    for name, purpose, found in fact_enumerations(rows):
        parts.append(enumeration(name, purpose, "", [(pascal(f["name"]), f["value"], f["sentence"]) for f in found]))
        names += of(name, [(pascal(f["name"]), f["name"]) for f in found])
    return source(("System",), "\n".join(parts)
                  + "\n    // The words that stand for values in every language; the number where there is none.\n"
                  "    internal static class Words\n    {\n" + names.rstrip("\n") + "\n    }\n")


def of(name, members):
    return (f"        internal static string Of({name} value)\n        {{\n            switch (value)\n            {{\n"
            + "".join(f'                case {name}.{m}: return "{word}";\n' for m, word in members)
            + '                default: return ((int)value).ToString();\n            }\n        }\n\n')


# ---- Exceptions ----------------------------------------------------------------------------------------------------

# status: the exception of .NET that it naturally is, and the class of Wald; others are WaldException
EXCEPTIONS = {"error_argument": ("Argument", "Argument"), "error_memory": ("OutOfMemory", "OutOfMemory"),
              "error_unsupported": ("NotSupported", "Unsupported"), "error_format": ("Format", "Format"),
              "error_callback": ("InvalidOperation", "Callback"), "cancelled": ("OperationCanceled", "Canceled")}


def exceptions_file(rows):
    classes, cases = [], ""
    for word in rows["names"]["status"]:
        if word["name"] not in EXCEPTIONS:
            continue
        base, name = (f"{part}Exception" for part in EXCEPTIONS[word["name"]])
        status = f"Status.{member(word, 'status')}"
        more = (", CancellationToken token", ", token", ", Callbacks.CancelledBy") if name == "CanceledException" else (
            "", "", "")
        classes.append(comment(sentence(word["sentence"]), "    ")
                       + f"    public class Wald{name} : {base}, IWaldError\n    {{\n"
                       f"        internal Wald{name}(string message{more[0]}) : base(message{more[1]}) {{ }}\n\n"
                       f"        /// <inheritdoc/>\n        public Status Status => {status};\n\n"
                       "        /// <inheritdoc/>\n        public string StatusName => Errors.NameOf(Status);\n    }\n")
        # Progress is reported to an IProgress, which cannot end a call: a token alone does.
        message = '"cancelled by the cancellation token"' if name == "CanceledException" else "message"
        cases += f"                case {status}: return new Wald{name}({message}{more[2]});\n"
    return source(("System", "System.Threading"), "\n".join(classes)
                  + "\n    internal static partial class Errors\n    {\n"
                  "        internal static Exception Of(Status status, string message)\n        {\n"
                  f"            switch (status)\n            {{\n{cases}"
                  "                default: return new WaldException(status, message);\n            }\n        }\n"
                  "    }\n", "// Failed calls as exceptions: a class for each status.\n")


# ---- Facts ---------------------------------------------------------------------------------------------------------


def cast(kind, value):
    return {"double": value, "bool": f"{value} != 0"}.get(kind, f"({kind}){value}")


def getter(obj, fact, eager):
    kind, name = shape(obj, fact)
    doc, which = comment(sentence(fact["sentence"]), "        "), constant(obj, fact["name"])
    if fact["type"] == "text":
        return doc + f"        public string {name} => TextOf({which});\n"
    if fact["type"] == "number":
        return doc + f"        public {kind} {name} => {cast(kind, f'Number({which})')};\n"
    if not eager:  # the object may change
        return (doc + "        /// <returns>The numbers.</returns>\n"
                f"        public double[] {name}() => Numbers({which});\n")
    if kind == "double":
        return doc + f"        public IReadOnlyList<double> {name} => Numbers({which});\n"
    return doc + (f"        public IReadOnlyList<{kind}> {name} =>\n"
                  f"            Array.AsReadOnly(Numbers({which}).Select(x => {cast(kind, 'x')}).ToArray());\n")


def class_of_facts(obj, facts):
    name, eager = object_class(obj, "csharp"), read_at_once(obj)
    parts = [getter(obj, fact, eager) for fact in told_of(obj, facts)]
    if eager:
        whole = [f for f in facts if f["type"] == "numbers" and f["per"] != "choice" or f["per"] in ("whole", "answer")]
        lists = [[str(f["value"]) for f in whole if f["type"] == kind] for kind in ("number", "numbers", "text")]
        parts.insert(0, "        // What is read when the object is made: numbers, lists of numbers, texts.\n"
                     f"        private static readonly FactSet read = new FactSet({fact_count(facts)},\n"
                     + ",\n".join(textwrap.fill(f"new int[] {{ {', '.join(found)} }}" if found else "new int[0]", WIDTH,
                                                initial_indent=" " * 12, subsequent_indent=" " * 20)
                                  for found in lists) + ");\n")
    form = "partial" if name == "ThresholdAnswer" else "sealed partial"
    return (f"    public {form} class {name}\n    {{\n" + "\n".join(parts)
            + "".join("\n" + reader(obj, kind, eager) for kind in ("number", "numbers", "text")
                      if any(f["type"] == kind for f in (whole if eager else facts)))
            + "    }\n")


def reader(obj, kind, eager):
    """What the getters call."""
    name, result = {"number": ("Number", "double"), "numbers": ("Numbers", "double[]"),
                    "text": ("TextOf", "string")}[kind]
    if eager:
        result = "IReadOnlyList<double>" if kind == "numbers" else result
        return f"        private {result} {name}(int fact) => facts.{name.replace('Of', '')}(fact);\n"
    given, passed = {"number": ("which, value", "value"), "numbers": ("which, values, capacity, needed",) * 2,
                     "text": ("int which, out IntPtr text", "out text")}[kind]
    passed = passed.replace("which, ", "")
    body = (f"Facts.{name.replace('Of', '')}(fact, ({given}) =>\n"
            f"                    Native.wald_{kind}(Handle, which, 0, {passed}));\n")
    use = "            using (Usage.Read())\n" if OWNERS[f"wald_{obj}"][2] else ""
    head = f"        private unsafe {result} {name}(int fact)\n        {{\n"
    return f"{head}{use}                return {body}        }}\n"


def fact_count(facts):
    return max(fact["place"] for fact in facts) + 1


def decision_classes(facts):
    told = [f for f in told_of("decision", facts) if f["per"] == "answer"]
    numbers = [f for f in facts if f["per"] == "answer" and f["type"] == "number"]
    texts = [f for f in facts if f["per"] == "answer" and f["type"] == "text"]
    one, all_ = [], []
    for fact in told:
        kind, name = shape("decision", fact)
        which, doc = constant("decision", fact["name"]), comment(sentence(fact["sentence"]), "        ")
        text = sentence(fact["sentence"])
        text = text if text.startswith("P(") else text[:1].lower() + text[1:]
        each = comment("Of each answer: " + text, "        ")
        if fact["type"] == "text":
            one.append(doc + f"        public string {name} {{ get; private set; }}\n")
            if name != "Warning":  # of all answers there is one
                all_.append(each + f"        public IReadOnlyList<string> {name} => Texts({which});\n")
        else:
            one.append(doc + f"        public {kind} {name} => {cast(kind, f'facts[Facts.Place({which})]')};\n")
            value = f"Array.AsReadOnly(Fact({which}))" if kind == "double" else (
                f"Array.AsReadOnly(Array.ConvertAll(Fact({which}), x => {cast(kind, 'x')}))")
            line = f"        public IReadOnlyList<{kind}> {name} => {value};\n"
            if len(line) > WIDTH:
                line = line.replace(" => Array", " =>\n            Array", 1)
            all_.append(each + line)
    one.append(f"        private const int FactCount = {fact_count(facts)};\n\n"
               "        // What is read of an answer.\n        private static readonly int[] numbers = { "
               + ", ".join(str(f["value"]) for f in numbers) + " }, texts = { "
               + ", ".join(str(f["value"]) for f in texts) + " };\n\n"
               "        private unsafe void Take(IntPtr* found)\n        {\n"
               + "".join(f"            {shape('decision', f)[1]} = Text.Static(found[{i}]);\n"
                         for i, f in enumerate(texts)) + "        }\n")
    return ("    public sealed partial class Decision\n    {\n" + "\n".join(one) + "    }\n\n"
            "    public sealed partial class Decisions\n    {\n"
            f"        private readonly double[][] facts = new double[{fact_count(facts)}][];\n\n"
            + "\n".join(all_) + "    }\n")


def curve_of_facts(facts):
    """Facts that are a list of each model."""
    lines = ["    public sealed partial class DecisionCurve\n    {\n"
             f"        private const int FactCount = {fact_count(facts)};\n"]
    for fact in facts:
        lines.append("\n" + comment(sentence(fact["sentence"]), "        ")
                     + '        /// <param name="model">From 0; <see cref="Models"/> for flagging every row.</param>\n'
                     "        /// <returns>One number per threshold.</returns>\n"
                     f"        public double[] {pascal(fact['name'])}(int model) => "
                     f"Column(model, {constant('decision_curve', fact['name'])});\n")
    return "".join(lines) + "    }\n"


def facts_file(rows):
    told = in_order((obj for obj in rows["facts"] if has_facts(rows, obj)), CLASSES)
    return source(("System", "System.Collections.Generic", "System.Linq"),
                  decision_classes(rows["facts"]["decision"]) + "\n"
                  + "\n".join(class_of_facts(obj, rows["facts"][obj]) for obj in told) + "\n"
                  + curve_of_facts(rows["facts"]["decision_curve"]))


# ---- Owners --------------------------------------------------------------------------------------------------------

# handle: class, what messages call its object, whether calls may change it, and what disposal leaves
OWNERS = {}

def learn_owners(rows):
    """Of each handle what the functions say that take it, and described.py."""
    for noun in handles(rows):
        short = noun[len("wald_"):]
        if not is_owned(short):
            continue
        owner = said_of(short, "owner")
        name, what = owner or object_class(short, "csharp"), owner.lower() or short.split("_")[-1]
        changes = any(f["parameters"] and f["parameters"][0]["type"] == f"{noun} *" for f in rows["functions"])
        leaves = ("; what was read stays" if read_at_once(short) else "") + said_of(short, "disposed")
        OWNERS[noun] = (name, what, changes, leaves)


def is_plain(row):
    """Of objects that consist of their handle, which calls make."""
    return not read_at_once(row["name"]) and bool({"copy", "merge", "save"} & set(row["verbs"]))


def is_fitted(row):
    """Of objects that are read when a call has made them."""
    return read_at_once(row["name"]) and "save" in row["verbs"]


def owner(noun, row):
    name, what, changes, leaves = OWNERS[noun]
    parts = [f"        private readonly {noun} handle;\n"]
    if changes:
        parts.append(f'        internal Usage Usage {{ get; }} = new Usage("{what}");\n')
    if is_plain(row):
        parts.append(f"        private {name}({noun} handle)\n        {{\n"
                     "            this.handle = handle;\n        }\n")
    if is_plain(row) or is_fitted(row):
        parts.append("        // What a call made, which may have succeeded although a callback threw.\n"
                     f"        internal static {name} Of({noun} made) =>\n"
                     f"            NativeHandle.Owned(made, x => new {name}(x));\n")
    parts.append(f'        internal {noun} Handle => NativeHandle.Open(handle, nameof({name}), "{what}");\n')
    if "save" in row["verbs"] and not noun.endswith("_pass"):  # a pass is saved as bytes alone
        saved, bytes_ = (f"Wald.Text.{how}(Handle)" for how in ("Saved", "SavedBytes"))
        loaded = f"Native.WALD_OBJECT_{row['name'].upper()}"
        if changes:
            saved, bytes_ = (f"Usage.While(() => {each})" for each in (saved, bytes_))
        parts += [
            comment(f"Reads what <see cref=\"Save\"/> wrote, here or in another language: {what} that say the same."
                    if what.endswith("s") else
                    f"Reads what <see cref=\"Save\"/> wrote, here or in another language: {article(what)} that says "
                    "the same.", "        ")
            + '        /// <param name="text">The text.</param>\n'
            f"        /// <returns>The {what}.</returns>\n"
            '        /// <exception cref="WaldFormatException">Any other text; the message says what is wrong with\n'
            "        /// it.</exception>\n"
            f"        public static {name} Load(string text) =>\n"
            f"            Of(Wald.Text.Loaded<{noun}>(text, {loaded}));\n",
            comment("Reads what <see cref=\"SaveBytes\"/> gave, here or in another language.", "        ")
            + '        /// <param name="bytes">The bytes.</param>\n'
            f"        /// <returns>The {what}.</returns>\n"
            '        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with\n'
            "        /// them.</exception>\n"
            f"        public static {name} Load(byte[] bytes) =>\n"
            f"            Of(Wald.Text.Loaded<{noun}>(bytes, {loaded}));\n",
            comment("Reads what <see cref=\"SaveFile\"/> wrote or <see cref=\"SaveBytes\"/> gave, to the end of a stream, "
                    "which stays open.", "        ")
            + '        /// <param name="stream">The stream.</param>\n'
            f"        /// <returns>The {what}.</returns>\n"
            '        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with\n'
            "        /// it.</exception>\n"
            f"        public static {name} Load(Stream stream) => Load(Files.All(stream));\n",
            comment(f"Reads the file that <see cref=\"SaveFile\"/> wrote, here or in another language.", "        ")
            + '        /// <param name="path">The name of the file.</param>\n'
            f"        /// <returns>The {what}.</returns>\n"
            '        /// <exception cref="WaldFormatException">The file holds something else; the message says\n'
            "        /// what.</exception>\n"
            f"        public static {name} LoadFile(string path) => Files.Read(path, Load, Load);\n",
            comment(f"The {what} as text, which every language of Wald reads: versioned JSON.", "        ")
            + "        /// <returns>The text.</returns>\n"
            f"        public string Save() => {saved};\n",
            comment(f"The {what} in binary, which every language of Wald reads: smaller than the text, and faster to "
                    "read.", "        ")
            + "        /// <returns>The bytes.</returns>\n"
            f"        public byte[] SaveBytes() => {bytes_};\n",
            comment("Writes a file that every language of Wald reads. It is whole or not there: a file of that name is "
                    "replaced when the new one is complete.", "        ")
            + '        /// <param name="path">The name of the file.</param>\n'
            "        public void SaveFile(string path) => Files.Write(path, Save());\n"]
    if noun.endswith("_pass"):
        parts += sent(noun, name, row)
    parts += changed_together(noun, name, row)
    parts.append(comment(f"Releases the native memory now, rather than when the object is collected{leaves}. May be "
                         "called again.", "        ")
                 + ("        public void Dispose()\n        {\n            handle.Dispose();\n            Disposed();\n"
                    "        }\n\n        partial void Disposed();\n" if noun == "wald_metric" else
                    "        public void Dispose() => handle.Dispose();\n"))
    return f"    public sealed partial class {name} : IDisposable\n    {{\n" + "\n".join(parts) + "    }\n"


def sent(noun, name, row):
    """Of states that go as bytes to the place that merges them."""
    return [
        '        /// <summary>Reads what <see cref="ToBytes"/> gave, here or in another language.</summary>\n'
        '        /// <param name="bytes">The bytes.</param>\n'
        "        /// <returns>A state that says the same.</returns>\n"
        '        /// <exception cref="WaldFormatException">Any other bytes; the message says what is wrong with\n'
        "        /// them.</exception>\n"
        f"        public static {name} FromBytes(byte[] bytes) =>\n"
        f"            Of(Wald.Text.Loaded<{noun}>(bytes, Native.WALD_OBJECT_{row['name'].upper()}));\n",
        '        /// <summary>Reads what <see cref="ToBytes"/> gave, to the end of a stream, which stays open.</summary>\n'
        '        /// <param name="stream">The stream.</param>\n'
        "        /// <returns>A state that says the same.</returns>\n"
        '        /// <exception cref="WaldFormatException">Anything else; the message says what is wrong with\n'
        "        /// it.</exception>\n"
        f"        public static {name} FromBytes(Stream stream) => FromBytes(Files.All(stream));\n",
        comment('All of it as bytes, the same for every order of feeding and merging; an answer is not among them: '
                '<see cref="Next"/> gives it again.', "        ")
        + "        /// <returns>The bytes.</returns>\n"
        "        public byte[] ToBytes() => Usage.While(() => Wald.Text.SavedBytes(Handle));\n",
        comment(sentence(row["merge"]), "        ")
        + '        /// <param name="other">What is added; it stays as it is.</param>\n'
        f"        public void Merge({name} other)\n        {{\n"
        "            if (other == null) throw new ArgumentNullException(nameof(other));\n"
        "            if (other == this)\n"
        '                throw new ArgumentException("other is this one: its rows are in it", nameof(other));\n'
        "            using (other.Usage.Read())\n"
        "            using (Usage.Write()) Native.wald_merge(Handle, other.Handle);\n        }\n"]


def changed_together(noun, name, row):
    """Of copying, merging and clearing what the C interface has."""
    if "merge" not in row["verbs"] or "copy" not in row["verbs"]:
        return []
    said = {verb: sentence(row[verb].replace("_", " ").replace("to this", "to this one"))
            for verb in ("merge", "clear")}
    return [
        "        /// <summary>An object of its own that holds the same.</summary>\n"
        "        /// <returns>The copy.</returns>\n"
        f"        public {name} Copy()\n        {{\n            using (Usage.Read())\n            {{\n"
        "                Native.wald_copy(Handle, out var copy);\n"
        f"                var made = NativeHandle.Holding<{noun}>(copy);\n                made.PressAs(handle);\n"
        f"                return new {name}(made);\n"
        "            }\n        }\n",
        comment(said["merge"], "        ")
        + f'        /// <param name="other">What is added; it stays as it is.</param>\n'
        f"        public void Merge({name} other)\n        {{\n"
        "            if (other == null) throw new ArgumentNullException(nameof(other));\n"
        "            if (other == this)\n            {\n                using (var copy = Copy()) Merge(copy);\n"
        "                return;\n            }\n            using (other.Usage.Read())\n"
        f"            using (Usage.Write()) Native.wald_merge(Handle, other.Handle);\n"
        "            handle.PressAs(other.handle);\n        }\n",
        comment(said["clear"], "        ") + "        public void Clear()\n        {\n"
        f"            using (Usage.Write()) Native.wald_clear(Handle);\n            handle.Unpress();\n        }}\n"]


def owners_file(rows):
    objects = {f"wald_{row['name']}": row for row in rows["objects"]}
    return source(("System", "System.IO"), "\n".join(owner(noun, objects[noun]) for noun in OWNERS),
                  "// What each class that owns an object of the library does with it: use, save, merge, dispose.\n")


# ---- Handles -------------------------------------------------------------------------------------------------------


def handles_file(rows):
    return source((), "\n".join(
        f"    internal sealed partial class {noun} : NativeHandle\n    {{\n"
        f"        internal static readonly {noun} None = new {noun}();\n\n"
        f"        protected override void Destroy() => {said_of(noun[5:], 'give_back') or 'Native.wald_destroy(handle)'};\n"
        "    }\n" for noun in handles(rows)),
        "// A handle for each noun of the C interface, named as there, by which SWIG finds it. None stands for NULL.\n")


# ---- Rows of lists -------------------------------------------------------------------------------------------------

# What is more than a text, a number or an integer: its type, and how it is read.
MEMBERS = {name: ("IReadOnlyList<string>", "Lists.Words(row.{})") for name in ("choices", "calls", "concerns", "aliases")}
MEMBERS |= {name: ("bool", "row.{} != 0") for name in ("open_low", "open_high")}
MEMBERS["properties"] = ("MetricProperties", "(MetricProperties)row.{}")
PLAIN_MEMBERS = {"const char *": ("string", "Text.Static(row.{})", "IntPtr"), "double": ("double", "row.{}", "double"),
                 "int32_t": ("int", "row.{}", "int"), "wald_properties": ("", "", "int")}


def member_summary(one):
    text = one["comment"].replace(", space-separated", "").replace('""', "empty")
    if re.fullmatch('"[^"]*"', text):
        text = f"Such as {text}."
    text = text or ("Its number in the C interface." if one["name"] == "value" else pascal(one["name"]) + ".")
    return comment(escape(re.sub(r"\bwald_options_get writes it", "it is written", text)), "        ")


def row_class(row, functions):
    """The class of a row, and what lists all rows by the first argument of the function that fills one."""
    what = pascal(row["name"][len("wald_"):-len("_row")])
    name, listed = f"{what}Info", f"{what}s"
    first = next(one["parameters"][0] for one in functions if one["name"] == f"{row['name'][:-4]}_list")
    by = {"object": "obj", "index": ""}.get(first["name"], first["name"])
    shown = "Formula" if any(one["name"] == "formula" for one in row["members"]) else "Sentence"
    members = [one for one in row["members"] if one["name"] != "size"]
    forms = [(one, *MEMBERS.get(one["name"], PLAIN_MEMBERS[one["type"]][:2])) for one in members]
    layout = "".join(f"        internal {PLAIN_MEMBERS[one['type']][2]} {one['name']};\n" for one in members)
    arguments = "name, index" if by else "index"
    get = f'            var name = Text.Bytes({by}, nameof({by}));\n' if by else ""
    return (f"    [StructLayout(LayoutKind.Sequential)]\n    internal struct {row['name']}\n    {{\n"
            f"        internal long size;\n{layout}    }}\n\n"
            + comment(escape(row["comment"]), "    ")
            + f"    public sealed class {name}\n    {{\n        internal {name}(in {row['name']} row)\n        {{\n"
            + "".join(f"            {pascal(one['name'])} = {read.format(one['name'])};\n" for one, _, read in forms)
            + "        }\n\n"
            + "".join(f"{member_summary(one)}        public {kind} {pascal(one['name'])} {{ get; }}\n\n"
                      for one, kind, _ in forms)
            + f"        /// <summary>Name and {shown.lower()}.</summary>\n"
            "        /// <returns>A line of text.</returns>\n"
            f'        public override string ToString() => $"{{Name}}: {{{shown}}}";\n    }}\n\n'
            "    internal static partial class Lists\n    {\n"
            f"        internal static unsafe IReadOnlyList<{name}> {listed}({f'string {by}' if by else ''})\n"
            f"        {{\n{get}            return All(index =>\n            {{\n"
            f"                var row = new {row['name']} {{ size = sizeof({row['name']}) }};\n"
            f"                Native.{row['name'][:-4]}_list({arguments}, &row);\n"
            f"                return new {name}(row);\n            }});\n        }}\n    }}\n")


def lists_file(rows):
    return source(("System", "System.Collections.Generic", "System.Runtime.InteropServices"),
                  "\n".join(row_class(row, rows["functions"]) for row in rows["lists"]),
                  "// What there is in the library, row by row, as every language lists it.\n")


def methods_file(rows, root):
    """The methods that no code of C# stands for, with the lines that say what overloads they have."""
    objects = {row["name"]: row for row in rows["objects"]}
    writer = Writer(element, sentence, rows, words_by_constant(rows, c.constant), OWNERS,
                    lambda noun: is_plain(objects[noun]) or is_fitted(objects[noun]))
    sources = [path.read_text() for path in sorted((root / "bindings/csharp/src").rglob("*.cs"))]
    parts = []
    for noun, methods in plain(rows, sources).items():
        written = [writer.method(method) for method in methods if has_plain_form(method, OWNERS, "".join(sources))]
        if written:
            parts.append(f"    public sealed partial class {object_class(noun, 'csharp')}\n    {{\n"
                         + "\n".join(written) + "    }\n")
    return source(("System", "System.Threading"), "\n".join(parts),
                  "// Methods that follow from the declarations of the C interface.\n")


def overloads_file(root, methods):
    found = {}
    texts = [path.read_text() for path in sorted((root / "bindings/csharp/src").rglob("*.cs"))
             if path.parent.name != "Generated"]
    for text in [*texts, methods]:
        for name, ones in csharp_overloads(text, lambda text: element(text, "        ")).items():
            found.setdefault(name, []).extend(ones)
    return source(("System", "System.Threading"),
                  "\n".join(f"    partial class {name}\n    {{\n" + "\n".join(ones) + "    }\n"
                            for name, ones in found.items()),
                  "// Overloads of methods that say \"also\".\n")


# ---- All -----------------------------------------------------------------------------------------------------------


def files(rows, root):
    learn_owners(rows)
    families = list(rows["options"].values())
    common = [row for row in families[0] if all(row in family for family in families)]
    found = {f"{FOLDER}{options_class(family)}.cs": option_class(family, options, common)
             for family, options in rows["options"].items()}
    found[FOLDER + "CommonOptions.cs"] = option_class(None, common, common)
    found[FOLDER + "Words.cs"] = words_file(rows)
    found[FOLDER + "Exceptions.cs"] = exceptions_file(rows)
    found[FOLDER + "Facts.cs"] = facts_file(rows)
    found[FOLDER + "Handles.cs"] = handles_file(rows)
    found[FOLDER + "Owners.cs"] = owners_file(rows)
    found[FOLDER + "Lists.cs"] = lists_file(rows)
    methods = methods_file(rows, root)
    found[FOLDER + "Methods.cs"] = re.sub(r"^ *// also: .*\n", "", methods, flags=re.M)
    found[FOLDER + "Overloads.cs"] = overloads_file(root, methods)
    return found
