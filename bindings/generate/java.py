"""Java's share of the rows: builders of options, enumerations, exceptions and getters of facts, with their Javadoc;
what classes that own an object of the library have in common; and overloads.
"""

import re
import textwrap

from blocks import HEAD, replaced
from overloads import overloads
from spellings import camel, pascal, read_by

PACKAGE = "bindings/java/src/main/java/org/libwald/"
HEADER = f"// {HEAD}\n"
WIDTH = 120

# ---- Names and texts ---------------------------------------------------------------------------------------------


def constant(word):
    return word.upper().replace("-", "_")


# Names with an underscore that sentences may hold, in Java's spelling.
SPELLING = {}


def learn_names(rows):
    for described in (*rows["options"].values(), *rows["facts"].values()):
        SPELLING.update({row["name"]: camel(row["name"]) for row in described if "_" in row["name"]})
    SPELLING["trees_per_model"] = "treesPerModel"


def spelled(sentence):
    """A sentence of a row in Java's names."""
    return re.sub(r"\b[a-z]\w*_\w+\b", lambda name: SPELLING.get(name[0], name[0]), sentence)


def html(sentence):
    """A sentence of a row as Javadoc, in the names of the core."""
    sentence = sentence.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "&#64;")
    return re.sub(r"`([^`]*)`", r"{@code \1}", sentence)


def escaped(sentence):
    """A sentence of a row as Javadoc, in Java's names."""
    return html(spelled(sentence))


def wrapped(text, indent, first=" * ", further=" * "):
    return textwrap.wrap(text, WIDTH, initial_indent=indent + first, subsequent_indent=indent + further,
                         break_long_words=False, break_on_hyphens=False)


def javadoc(indent, sentence, *tags):
    """A comment; each tag is a text that begins with @."""
    if not tags:
        (line, *more) = wrapped(sentence + " */", indent, "/** ", " * ")
        if not more:
            return [line]
    lines = [indent + "/**", *wrapped(sentence, indent)]
    if tags:
        lines.append(indent + " *")
    for tag in tags:
        lines += wrapped(tag, indent, " * ", " *     ")
    return [*lines, indent + " */"]


# ---- Enumerations --------------------------------------------------------------------------------------------------

# Whole files: the list of words, what the enumeration is, and what else its documentation says.
ENUMERATIONS = {
    "Kind": ("kind", "What is known of the labels of one problem."),
    "Goal": ("goal", "What thresholds are to reach, within all limits that are set."),
    "Smoothing": ("smoothing", "Against overfitting: thresholds that are the median of those of many rounds."),
    "LabelledQuality": ("labelled_quality", "What the rows of one table are labelled for: see {@link Labelling}."),
    "RouteGoal": ("route_goal", "What a {@link Route} is chosen for."),
    "RouteMeasure": ("route_measure", "What the quality of a {@link Route} is."),
    "RouteBy": ("route_by", "Which rows have thresholds of their own in a {@link Route}."),
    "WorthVerdict": ("worth_verdict", "Whether deciding for a metric pays: see {@link Worth}."),
    "Task": ("task", "What rows of a {@link Dataset} have beside their features, and what a {@link Learner} learns."),
}
# The same, which getters alone read.
PRIVATE = {"Theorem": ("theorem", "What a certificate stands on.")}
# The same of bits, of which several may hold.
BITS = {
    "Property": ("property", "What a metric is; declared by the caller for a custom one. Where a loss is given, U is "
                             "its negative."),
    "ThresholdFlag": ("threshold_flag", "What a user should know of chosen thresholds."),
}
# Enumerations that hand-written files hold: file, marker, list of words, name of the enumeration, indent.
NESTED = [
    ("Average", "name average", "average", "Average", "  "),
    ("Rule", "name rule", "rule", "Rule", "  "),
    ("TreeNode", "name split", "split", "Split", "    "),
    ("TreeNode", "name missing", "missing", "Missing", "    "),
]
# Facts that are one number each: whole files, too.
FACTS_AS_ENUMERATIONS = {
    "ThresholdFact": ("thresholds", "answer", "The numbers of chosen thresholds; NaN where one is unknown."),
    "CascadeFact": ("cascade", "whole", "The numbers of a cascade; NaN where one is unknown."),
    "RouteFact": ("route", "whole", "The numbers of a route; NaN where one is unknown."),
}


def body_of(name, words, indent):
    """What stands between the braces: constants, their numbers and their words."""
    lines = []
    for at, (word, value, sentence) in enumerate(words):
        lines += javadoc(indent, escaped(sentence))
        lines.append(f'{indent}{constant(word)}({value}, "{word}"){";" if at == len(words) - 1 else ","}')
    text = f"""
final int value;
private final String word;

{name}(int value, String word) {{
  this.value = value;
  this.word = word;
}}

static {name} of(int value) {{
  for ({name} one : values()) {{
    if (one.value == value) {{
      return one;
    }}
  }}
  throw new IllegalArgumentException("no {name} has the number " + value);
}}

/**
 * The word by which the library and every language know it.
 *
 * @return {{@code "{words[0][0]}"}}, ...
 */
@Override
public String toString() {{
  return word;
}}"""
    return lines + textwrap.indent(text, indent).split("\n")


def enumeration(name, sentence, words, access="public "):
    return "\n".join([HEADER + "package org.libwald;", "", *javadoc("", sentence), f"{access}enum {name} {{",
                      *body_of(name, words, "  "), "}", ""])


def bits(name, sentence, words):
    text = enumeration(name, sentence, words)
    of = text[text.index(f"  static {name} of("):text.index("  /**\n   * The word by")]
    return text.replace(of, f"""  static Set<{name}> of(int bits) {{
    EnumSet<{name}> found = EnumSet.noneOf({name}.class);
    for ({name} one : values()) {{
      if ((bits & one.value) != 0) {{
        found.add(one);
      }}
    }}
    return Collections.unmodifiableSet(found);
  }}

""").replace("package org.libwald;\n", """package org.libwald;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
""")


def words_of(rows, name):
    return [(word["name"], word["value"], word["sentence"]) for word in rows["names"][name]]


# ---- Options ---------------------------------------------------------------------------------------------------------

FAMILIES = {
    "decisions": ("DecisionOptions", "DecisionSettings", "How to decide.",
                  "DecisionOptions options = DecisionOptions.builder().atLeast(1).average(Average.MACRO).threads(0).build();"),
    "thresholds": ("ThresholdOptions", "NativeOptions", "What thresholds are to reach, and how they are found.",
                   "ThresholdOptions options = ThresholdOptions.builder().minPrecision(0.5).bootstrap(1000).build();"),
    "cascades": ("CascadeOptions", "NativeOptions", "How a cascade is fitted, calibrated and run.",
                 "CascadeOptions options = CascadeOptions.builder().alpha(0.01).spend(\"all\").folds(5).build();"),
    "learners": ("LearnerOptions", "NativeOptions",
                 "How a learner is fitted. Every default is one that reaches published figures; an option that the learner "
                 "does not read is an error.",
                 "LearnerOptions options = LearnerOptions.builder().featureNames(columns).trees(500).seed(1).build();"),
    "routes": ("RouteOptions", "NativeOptions", "What a route is to reach, and how it is found and certified.",
               "RouteOptions options = RouteOptions.builder().minQuality(0.95).certify(0.95).build();"),
}
# The types of setters; a choice whose words are an enumeration's takes that.
TYPES = {"number": "double", "integer": "long", "seed": "long", "switch": "boolean", "choice": "String",
         "text": "String", "numbers": "double...", "integers": "long...", "texts": "String...", "metric": "Metric",
         "progress": "DoublePredicate"}
# By the list of their words; those of other lists are text.
CHOICES = {"goal": "Goal", "smoothing": "Smoothing", "average": "Average", "label_average": "Average",
           "route_goal": "RouteGoal", "route_measure": "RouteMeasure", "route_by": "RouteBy"}


def enumerated(option):
    return CHOICES.get(option["list"])


def default(option):
    initial = option["initial"]
    if option["type"] == "switch":
        return f"the default is {'true' if initial in ('on', '1', 'true') else 'false'}"
    if initial == "":
        return "by default it is not set"
    return f"the default is {initial}"


def choices(rows, option):
    """The words of a choice, each with what it means."""
    return " ".join(f"{{@code \"{word['name']}\"}}{' (the default)' if word['name'] == option['initial'] else ''}: "
                    f"{escaped(word['sentence'])}" for word in rows["names"][option["list"]])


def parameter(rows, option):
    kind = option["type"]
    if kind == "choice":
        if enumerated(option):
            return f"the default is {{@link {enumerated(option)}#{constant(option['initial'])}}}"
        return choices(rows, option)
    if kind == "seed":
        return f"any 64 bits; {default(option)}"
    if kind == "metric":
        return "may be closed once {@link #build} has been called; by default it is not set"
    if kind == "progress":
        return ("is told on the calling thread of the fraction done, in [0, 1], not more often than every 50 ms but "
                "for the start and the end; where it returns false the call ends with a {@link CancelledException}, "
                "and what it throws comes out of the call")
    said = [part for part in (option["bounds"], default(option)) if part]
    return "; ".join(said)


def setter(rows, option):
    kind = option["type"]
    java = (enumerated(option) or "String") if kind == "choice" else TYPES[kind]
    sentence = escaped(option["sentence"])
    if read_by(option):
        sentence += " " + escaped(read_by(option))
    return [*javadoc("    ", sentence, f"@param value {parameter(rows, option)}", "@return this"),
            f"    public Builder {camel(option['name'])}({java} value) {{",
            f"      return set(\"{option['name']}\", value);",
            "    }", ""]


def options(rows, family):
    name, base, sentence, example = FAMILIES[family]
    builder = "DecisionSettings.Collector" if base == "DecisionSettings" else "OptionsBuilder"
    listed = rows["options"][family]
    lines = [HEADER + "package org.libwald;", "", "import java.util.function.DoublePredicate;", "",
             "/**", *wrapped(sentence + " Immutable: made once, used by any number of calls and threads. Its few bytes "
                             "of native memory go with it; there is nothing to close.", ""),
             " *", " * <pre>{@code", f" * {example}", " * }</pre>", " */",
             f"public final class {name} extends {base} {{",
             f"  private static final {name} DEFAULTS = builder().build();", "",
             f"  private {name}(Builder wanted) {{", f"    super(\"{family}\", wanted);", "  }", "",
             *javadoc("  ", "What is used where no options are given.", "@return the defaults"),
             f"  public static {name} defaults() {{", "    return DEFAULTS;", "  }", "",
             *javadoc("  ", "Begins options that differ from the defaults.", "@return a builder"),
             "  public static Builder builder() {", "    return new Builder();", "  }", "",
             *javadoc("  ", "Collects settings; {@link #build} checks each. What depends on several of them is checked "
                            "where they are used."),
             f"  public static final class Builder extends {builder}<Builder> {{", "    private Builder() {}", "",
             "    @Override", "    Builder self() {", "      return this;", "    }", ""]
    for option in listed:
        lines += setter(rows, option)
    lines += [*javadoc("    ", "The options.", "@return options with these settings",
                       "@throws ArgumentException where a setting is outside its domain"),
              f"    public {name} build() {{", f"      return new {name}(this);", "    }", "  }", "}", ""]
    return "\n".join(lines)


# ---- Getters of facts ------------------------------------------------------------------------------------------------

# By class: the object; and of facts that go by another name, or that are counted by an int, the name, or the type and the
# name, and a field of the class where it keeps the fact; None where it says it in its own way.
GETTERS = {
    "Estimator": ("estimator", {"n_labels": "long nLabels", "n_fed": "long nFed", "table": None}),
    "Decision": ("decision", {"n_answers": None, "n_items": "int nItems", "warned": None, "k": "int k", "k_lowest": "int kLowest",
                              "k_highest": "int kHighest", "n_undecided": "int nUndecided"}),
    "Distribution": ("distribution", {"values": None, "probabilities": None}),
    "TablePass": ("table_pass", {"n_items": "long nItems"}),
    "Comparison": ("comparison", {}),
    "Worth": ("worth", {"warning": "String warning = warning"}),
    "Sample": ("sample", {"n_scores": "int nScores", "n_rows": "long nRows"}),
    "ThresholdPass": ("threshold_pass", {"n_rows": "long nRows"}),
    "Thresholds": ("thresholds", {"flags": None, "n_answers": None, "low": None, "high": None}),
    "Frontier": ("frontier", {"thresholds": None, "path": None}),
    "CascadeScores": ("cascade_scores", {"n_rows": "long nRows", "n_models": "long nModels",
                                         "n_classes": "long nClasses"}),
    "Cascade": ("cascade", {"n_models": "int nModels", "n_classes": "int nClasses", "name": None, "feature_name": None,
                            "n_categories": None, "category": None}),
    "Labelling": ("labelling", {"n_rows": "int nRows", "n_labelled": "int nLabelled", "n_drawn": "int nDrawn"}),
    "Stages": ("stages", {"n_rows": "long nRows", "n_stages": "int nStages", "n_labelled": "long nLabelled",
                          "n_considered": "long nConsidered", "n_waiting": "long nWaiting", "n_batches": "long nBatches",
                          "n_classes": "int nClasses", "n_segments": "int nSegments"}),
    "Route": ("route", {"n_stages": "int nStages", "n_groups": "int nGroups", "theorem": None, "thresholds": None}),
    "Trees": ("trees", {"leaf_width": "int leafWidth", "feature_name": None, "n_categories": None, "category": None}),
    "Dataset": ("dataset", {"n_rows": None, "n_features": "long nFeatures", "n_labels": "long nLabels"}),
    "Learner": ("learner", {"n_features": "int nFeatures = features", "n_labels": "int nLabels = labels",
                            "task": "Task task = task", "at_least": "long atLeast = atLeast",
                            "n_choices": None, "feature_name": None, "label_name": None}),
}
READ = {"double": "number({})", "int": "(int) number({})", "long": "(long) number({})", "boolean": "number({}) != 0",
        "double[]": "numbers({})", "int[]": "Slice.wholes(numbers({}))", "boolean[]": "Slice.truths(numbers({}))",
        "String": "text({})"}
# What a number of each kind is in Java; one that stands for a word is the enumeration of these words.
KINDS = {"number": "double", "integer": "long", "switch": "boolean", "text": "String"}


def type_of(fact):
    if fact["type"] == "numbers":
        return {"integer": "int[]", "switch": "boolean[]"}.get(fact["kind"], "double[]")
    return KINDS.get(fact["kind"]) or pascal(fact["kind"])


def getters(rows, object_name, special, many=False):
    lines = [] if object_name in READ_AT_ONCE else readers(rows, object_name, special)
    for fact in rows["facts"][object_name]:
        said = special.get(fact["name"], f"{type_of(fact)} {camel(fact['name'])}")
        if said is None or fact["per"] == "choice" or many and (fact["per"] != "answer" or fact["type"] == "text"):
            continue
        said, _, field = said.partition(" = ")
        java, name = said.split(" ")
        sentence = escaped(fact["sentence"])
        if many:
            java += "[]"
            sentence = "Of each answer: " + sentence
        read = READ.get(java, java + ".of((int) number({}))")
        number = f"Native.WALD_{object_name.upper()}_{fact['name'].upper()}"
        lines += [*javadoc("  ", sentence, f"@return the fact {{@code {fact['name']}}}"),
                  f"  public {java} {name}() {{", f"    return {field or read.format(number)};", "  }", ""]
    return "\n".join(lines[:-1]) + "\n"


def columns(rows, object_name):
    """Facts that are a list of each model; and how many there are."""
    facts = rows["facts"][object_name]
    lines = [f"  private static final int FACTS = {len(facts)};", ""]
    for fact in facts:
        number = f"Native.WALD_{object_name.upper()}_{fact['name'].upper()}"
        lines += [*javadoc("  ", escaped(fact["sentence"]),
                           "@param model its number, or {@link #models} for flagging every row",
                           f"@return the fact {{@code {fact['name']}}}"),
                  f"  public double[] {camel(fact['name'])}(int model) {{",
                  f"    return column(model, {number});", "  }", ""]
    return "\n".join(lines[:-1]) + "\n"


# Objects whose numbers are read when a call has made them.
READ_AT_ONCE = ("decision", "comparison", "worth", "reliability")
# What reads a fact by its type: what the function of C fills, and what Handle makes of that.
READERS = {"number": ("double", "getDouble", "out"), "numbers": ("double[]", "getDoubles", "out, capacity, needed"),
           "text": ("String", "getStatic", "out")}


# What an object has of some facts for each of: of texts it is an item, where nothing is said.
ITEMS = {"thresholds": "answer", "learner": "item"}


def readers(rows, object_name, special):
    """What the getters call: of the whole, of an item, or of the answer that an object of Java stands for."""
    told = {fact["type"] for fact in rows["facts"][object_name]
            if fact["per"] != "choice" and special.get(fact["name"], "") is not None}
    verbs = next((row["verbs"] for row in rows["objects"] if row["name"] == object_name), [])  # [] of arrays
    lines = []
    for kind, (java, handle, filled) in READERS.items():
        item = ITEMS.get(object_name, "item" if kind == "text" else None)
        read = [f"    return handle.{handle}(",
                f"        (held, {filled}) -> Native.wald_{kind}(held, fact, {item or 0}, {filled}));", "  }", ""]
        if item == "item" and kind in verbs:
            lines += [f"  private {java} {kind}(long item, int fact) {{", *read]
            read = [f"    return {kind}(0, fact);", "  }", ""]
        if kind in verbs and (item != "item" or kind in told):
            lines += [f"  private {java} {kind}(int fact) {{", *read]
    return lines


# ---- Objects that are loaded, copied and merged --------------------------------------------------------------------

# By class what its object is called.
OBJECTS = {"Estimator": "estimator", "Sample": "sample", "CascadeScores": "cascade_scores", "Cascade": "cascade",
           "Trees": "trees", "Learner": "learner", "Calibration": "calibration", "Stages": "stages", "Route": "route",
           "TablePass": "table_pass", "ThresholdPass": "threshold_pass"}
# Those that are read and written as bytes alone.
BY_BYTES = ("TablePass", "ThresholdPass")
WRONG = "@throws FormatException {}; the text of the exception says what is wrong with it"


def object_methods(rows, name, noun):
    """Of load, copy, merge and clear those that the C interface has of an object."""
    row = next(one for one in rows["objects"] if one["name"] == noun)
    load = f"(state, out) -> Native.wald_load(Native.WALD_OBJECT_{noun.upper()}, state, out)"
    called = {"trees": "an ensemble of trees", "estimator": "an estimator", "stages": "rows"}.get(noun, f"a {noun}")
    lines = []

    def method(verb, comment, head, *body):
        if ("save" if verb == "load" else verb) in row["verbs"]:
            lines.extend([*javadoc("  ", *comment), f"  public {head} {{", *(f"    {line}" for line in body),
                          "  }", ""])

    def said(verb):
        return escaped(row[verb])

    if name in BY_BYTES:
        method("load", ("Reads what {@link #toBytes()} gave, here or in any of the languages.",
                        "@param bytes what was saved", "@return a state that says the same",
                        WRONG.format("for any other bytes")),
               f"static {name} fromBytes(byte[] bytes)", 'Objects.requireNonNull(bytes, "bytes");',
               f"return new {name}(read(bytes, {load}));")
    else:
        same = f"@return {called} that says the same, to the same bits"
        method("load", ("Reads what {@link #save()} wrote, here or in any of the languages.",
                        "@param text what was saved", same, WRONG.format("for any other text")),
               f"static {name} load(String text)", f"return new {name}(load(text, {load}));")
        method("load", ("Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.",
                        "@param saved what was saved", same, WRONG.format("for any other bytes")),
               f"static {name} load(byte[] saved)", f"return new {name}(load(saved, {load}));")
        method("load", ("Reads a file that {@link #save(Path)} wrote, here or in any of the languages.",
                        "@param file the file", same, "@throws IOException where the file cannot be read",
                        WRONG.format("where it holds anything else")),
               f"static {name} load(Path file) throws IOException",
               f"return new {name}(load(file, {load}));")
    method("copy", ("A copy that is fed on its own.", "@return another one"),
           f"{name} copy()", f"return new {name}(handle.getLong(Native::wald_copy));")
    method("merge", (said("merge"), "@param other what is added; it stays as it is", "@return this"),
           f"{name} merge({name} other)", f"handle.merge(other.handle, Native::wald_merge);", "return this;")
    method("clear", (said("clear"), "@return this"),
           f"{name} clear()", f"handle.change(Native::wald_clear);", "return this;")
    return "\n".join(lines[:-1]) + "\n"


# ---- Exceptions ------------------------------------------------------------------------------------------------------


def exceptions(rows):
    """The classes of exceptions by file, and the choice among them."""
    found, cases = {}, []
    for word, value, sentence in words_of(rows, "status"):
        if value == 0:
            continue
        name = pascal(re.sub("^error_", "", word)) + "Exception"
        found[f"{PACKAGE}{name}.java"] = "\n".join([
            HEADER + "package org.libwald;", "", *javadoc("", escaped(sentence)),
            f"public final class {name} extends WaldException {{", "  private static final long serialVersionUID = 1;",
            "", f"  {name}(String message) {{", f"    super({value}, message);", "  }", "}", ""])
        cases.append(f"      case {value} -> new {name}(text);")
    return found, "\n".join(cases) + "\n"


# ---- Files -----------------------------------------------------------------------------------------------------------


def files(rows, root):
    learn_names(rows)
    found, cases = exceptions(rows)
    blocks = {"WaldException": {"status": cases}}
    for name, (listed, sentence) in ENUMERATIONS.items():
        found[f"{PACKAGE}{name}.java"] = enumeration(name, sentence, words_of(rows, listed))
    for name, (listed, sentence) in PRIVATE.items():
        found[f"{PACKAGE}{name}.java"] = enumeration(name, sentence, words_of(rows, listed), access="")
    for name, (listed, sentence) in BITS.items():
        found[f"{PACKAGE}{name}.java"] = bits(name, sentence, words_of(rows, listed))
    for name, (object_name, per, sentence) in FACTS_AS_ENUMERATIONS.items():
        words = [(fact["name"], fact["value"], fact["sentence"]) for fact in rows["facts"][object_name]
                 if fact["type"] == "number" and fact["per"] == per]
        found[f"{PACKAGE}{name}.java"] = enumeration(name, sentence, words)
    for file, key, listed, name, indent in NESTED:
        blocks.setdefault(file, {})[key] = "\n".join(body_of(name, words_of(rows, listed), indent)) + "\n"
    for family in FAMILIES:
        found[f"{PACKAGE}{FAMILIES[family][0]}.java"] = options(rows, family)
    for name, (object_name, special) in GETTERS.items():
        blocks.setdefault(name, {})["facts"] = getters(rows, object_name, special)
    for name, noun in OBJECTS.items():
        blocks.setdefault(name, {})["object"] = object_methods(rows, name, noun)
    for name in ("Decision", "Comparison", "Worth"):
        numbers = [fact for fact in rows["facts"][name.lower()] if fact["type"] == "number" or name == "Decision"]
        blocks[name]["number of facts"] = f"  static final int FACTS = {len(numbers)};\n"
    blocks["DecisionCurve"] = {"facts": columns(rows, "decision_curve")}
    count = f"  private static final int FACTS = {len(rows['facts']['reliability'])};\n\n"
    blocks["Reliability"] = {"facts": count + getters(rows, "reliability", {})}
    blocks["Decisions"] = {"facts": getters(rows, *GETTERS["Decision"], many=True)}
    for path in sorted((root / PACKAGE).glob("*.java")):
        source = path.read_text(encoding="utf-8")
        new = blocks.get(path.stem, {})
        if "  // also: " in source:
            new["overloads"] = overloads(source)
        if new:
            found[f"{PACKAGE}{path.name}"] = replaced(source, new)
    return found
