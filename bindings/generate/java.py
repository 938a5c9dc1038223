"""Java's share of the rows: builders of options, enumerations, exceptions and getters of facts, with their Javadoc;
what classes that own an object of the library have in common; and overloads.
"""

import re
import textwrap

import c
from blocks import HEAD, keys, replaced
from described import (FAMILIES, OBJECTS, WORDS, about, enumeration_about, enumeration_class, enumerations,
                       fact_enumerations, family_noun, is_int, is_told, object_class, options_class, said_of)
from methods import plain, words_by_constant
from methods_java import Writer, has_plain_form
from overloads import overloads
from spellings import article, camel, pascal, read_by

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
    SPELLING["trees_per_model"] = "treesPerModel"  # a member of the trees' shape


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


def purpose(words):
    """What an enumeration is, with links."""
    text, see = enumeration_about(words, "java"), WORDS[words].get("see")
    text = f"{text[:-1]}: see [{see}]." if see else text
    return re.sub(r"\[(\w+)\]", r"{@link \1}", text)


def words_of(rows, name):
    return [(word["name"], word["value"], word["sentence"]) for word in rows["names"][name]]


# ---- Options ---------------------------------------------------------------------------------------------------------

# The types of setters; a choice whose words are an enumeration's takes that.
TYPES = {"number": "double", "integer": "long", "seed": "long", "switch": "boolean", "choice": "String",
         "text": "String", "numbers": "double...", "integers": "long...", "texts": "String...", "metric": "Metric",
         "progress": "DoublePredicate"}
def enumerated(option):
    """The enumeration of an option; the words of other choices are text."""
    return enumeration_class(option["list"], "java")


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
        return ("called on the calling thread with the fraction done, in [0, 1], not more often than every 50 ms "
                "except at the start and the end; if it returns false the call ends with a {@link CancelledException}, "
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


def example(rows, family, name):
    """A line that sets some options."""
    listed = {option["name"]: option for option in rows["options"][family]}
    calls = ""
    for setting in FAMILIES[family]["example"].split():
        option, value = setting.split("=")
        if listed[option]["type"] in ("choice", "text"):
            kind = enumerated(listed[option])
            value = f"{kind}.{constant(value)}" if kind else f'"{value}"'
        calls += f".{camel(option)}({value})"
    return f"{name} options = {name}.builder(){calls}.build();"


def options(rows, family, root):
    name, base, builder = options_class(family), "NativeOptions", "OptionsBuilder"
    own = pascal(family_noun(family)) + "Settings"
    if (root / PACKAGE / f"{own}.java").exists():  # what is written by hand for these options alone
        base, builder = own, f"{own}.Collector"
    listed = rows["options"][family]
    lines = [HEADER + "package org.libwald;", "", "import java.util.function.DoublePredicate;", "",
             "/**", *wrapped(about(family, "java") + " Immutable: made once, used by any number of calls and threads. Its few bytes "
                             "of native memory go with it; there is nothing to close.", ""),
             " *", " * <pre>{@code", f" * {example(rows, family, name)}", " * }</pre>", " */",
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
                       "@throws ArgumentException if a setting is outside its domain"),
              f"    public {name} build() {{", f"      return new {name}(this);", "    }", "  }", "}", ""]
    return "\n".join(lines)


# ---- Getters of facts ------------------------------------------------------------------------------------------------

READ = {"double": "number({})", "int": "(int) number({})", "long": "(long) number({})", "boolean": "number({}) != 0",
        "double[]": "numbers({})", "int[]": "Slice.wholes(numbers({}))", "boolean[]": "Slice.truths(numbers({}))",
        "String": "text({})"}
# What a number of each kind is in Java; one that stands for a word is the enumeration of these words.
KINDS = {"number": "double", "integer": "long", "switch": "boolean", "text": "String"}


def type_of(fact):
    if fact["type"] == "numbers":
        return {"integer": "int[]", "switch": "boolean[]"}.get(fact["kind"], "double[]")
    return KINDS.get(fact["kind"]) or pascal(fact["kind"])


def told_of(rows, object_name):
    """The facts that getters tell; what there is one of for each choice goes by the choice, and for each label is a list."""
    return [{**fact, "type": "numbers"} if fact["per"] == "label" else fact for fact in rows["facts"][object_name]
            if fact["per"] != "choice" and is_told(object_name, fact, "java")]


def getters(rows, object_name, source="", many=False):
    """The getters of a class, whose source may have a field that keeps a fact."""
    fields = {name: java for java, name in re.findall(r"^  private final (?:transient )?(\w+) (\w+);$", source, re.M)}
    lines = [] if "java" in said_of(object_name, "at_once") else readers(rows, object_name)
    for fact in told_of(rows, object_name):
        if many and (fact["per"] != "answer" or fact["type"] == "text"):
            continue
        name, field = camel(fact["name"]), camel(fact["name"].removeprefix("n_"))
        java = fields.get(field) or ("int" if is_int(object_name, fact, "java") else type_of(fact))
        sentence = escaped(fact["sentence"])
        if many:
            java += "[]"
            sentence = "Of each answer: " + sentence
        read = READ.get(java, java + ".of((int) number({}))")
        number = f"Native.WALD_{object_name.upper()}_{fact['name'].upper()}"
        lines += [*javadoc("  ", sentence, f"@return the fact {{@code {fact['name']}}}"),
                  f"  public {java} {name}() {{",
                  f"    return {field if field in fields else read.format(number)};", "  }", ""]
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


# What reads a fact by its type: what the function of C fills, and what Handle makes of that.
READERS = {"number": ("double", "getDouble", "out"), "numbers": ("double[]", "getDoubles", "out, capacity, needed"),
           "text": ("String", "getStatic", "out")}


def readers(rows, object_name):
    """What the getters call: of the whole, of an item, or of the answer that an object of Java stands for."""
    told = {fact["type"] for fact in told_of(rows, object_name)}
    each = {fact["per"] for fact in rows["facts"][object_name] if fact["type"] == "number"} - {"whole"}
    verbs = next((row["verbs"] for row in rows["objects"] if row["name"] == object_name), [])  # [] of arrays
    lines = []
    for kind, (java, handle, filled) in READERS.items():
        item = "answer" if "answer" in each else "item" if each or kind == "text" else None
        read = [f"    return handle.{handle}(",
                f"        (held, {filled}) -> Native.wald_{kind}(held, fact, {item or 0}, {filled}));", "  }", ""]
        if item == "item" and kind in verbs:
            lines += [f"  private {java} {kind}(long item, int fact) {{", *read]
            read = [f"    return {kind}(0, fact);", "  }", ""]
        if kind in verbs and (item != "item" or kind in told):
            lines += [f"  private {java} {kind}(int fact) {{", *read]
    return lines


# ---- Objects that are loaded, copied and merged --------------------------------------------------------------------

WRONG = "@throws FormatException {}; the text of the exception says what is wrong with it"
UNREADABLE = "@throws java.io.IOException if the stream cannot be read"


def saved_kinds(rows, sources):
    """How serialization reads each kind of object that is saved."""
    lines = []
    for row in rows["objects"]:
        name = object_class(row["name"])
        if "save" in row["verbs"] and name in sources:
            method = "fromBytes" if row["name"].endswith("_pass") else "load"
            lines.append(f'      case "{name}" -> {name}.{method}(state);\n')
    return "".join(lines)


def object_methods(rows, name, noun):
    """Of load, copy, merge and clear those that the C interface has of an object."""
    row = next(one for one in rows["objects"] if one["name"] == noun)
    load = f"(state, out) -> Native.wald_load(Native.WALD_OBJECT_{noun.upper()}, state, out)"
    called = said_of(noun, "called") or article(noun)
    lines = []

    def method(verb, comment, head, *body):
        if ("save" if verb == "load" else verb) in row["verbs"]:
            lines.extend([*javadoc("  ", *comment), f"  public {head} {{", *(f"    {line}" for line in body),
                          "  }", ""])

    def said(verb):
        return escaped(row[verb])

    if noun.endswith("_pass"):
        method("load", ("Reads what {@link #toBytes()} gave, here or in any of the languages.",
                        "@param bytes what was saved", "@return a state that says the same",
                        WRONG.format("for any other bytes")),
               f"static {name} fromBytes(byte[] bytes)", 'Objects.requireNonNull(bytes, "bytes");',
               f"return new {name}(read(bytes, {load}));")
        method("load", ("Reads what {@link #toBytes()} gave, to the end of a stream, which stays open.",
                        "@param stream what was saved", "@return a state that says the same", UNREADABLE,
                        WRONG.format("for any other bytes")),
               f"static {name} fromBytes(java.io.InputStream stream) throws java.io.IOException",
               "return fromBytes(stream.readAllBytes());")
    else:
        same = f"@return {called} that says the same, to the same bits"
        method("load", ("Reads what {@link #save()} wrote, here or in any of the languages.",
                        "@param text what was saved", same, WRONG.format("for any other text")),
               f"static {name} load(String text)", f"return new {name}(load(text, {load}));")
        method("load", ("Reads what {@link #toBytes()} gave, here or in any of the languages, or a text in UTF-8.",
                        "@param saved what was saved", same, WRONG.format("for any other bytes")),
               f"static {name} load(byte[] saved)", f"return new {name}(load(saved, {load}));")
        method("load", ("Reads what {@link #save(Path)} wrote or {@link #toBytes()} gave, to the end of a stream, which stays "
                        "open.", "@param stream what was saved", same, UNREADABLE, WRONG.format("for anything else")),
               f"static {name} load(java.io.InputStream stream) throws IOException",
               "return load(stream.readAllBytes());")
        method("load", ("Reads a file that {@link #save(Path)} wrote, here or in any of the languages.",
                        "@param file the file", same, "@throws IOException if the file cannot be read",
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


# ---- Plain methods ---------------------------------------------------------------------------------------------------


def plain_methods(rows, root, sources):
    """By class the methods that no code of Java stands for. They stand where the class has a place for them, else behind
    its other generated methods."""
    native = [path.read_text(encoding="utf-8") for path in sorted((root / "bindings/java/native").glob("*.[ch]pp"))]
    writer, found = Writer(javadoc, escaped, rows, words_by_constant(rows, c.constant)), {}
    for noun, methods in plain(rows, [*sources.values(), *native]).items():
        name = object_class(noun)
        if name not in sources:  # a type of objects that Java has no class of yet
            continue
        lines = [line for method in methods if has_plain_form(method) for line in writer.method(method)]
        if lines:
            text = "\n".join(lines)
            text = "\n".join(filter(str.strip, [text, overloads(text)])).strip("\n") + "\n"
            found[name] = re.sub(r"^  // also: .*\n", "", text, flags=re.M)
    empty = [file for file, source in sources.items() if "methods" in keys(source) and file not in found]
    return found | {file: "" for file in empty}


# ---- Files -----------------------------------------------------------------------------------------------------------


def files(rows, root):
    learn_names(rows)
    found, cases = exceptions(rows)
    blocks = {"WaldException": {"status": cases}}
    sources = {path.stem: path.read_text(encoding="utf-8") for path in sorted((root / PACKAGE).glob("*.java"))}
    nested = set()  # enumerations that hand-written files hold
    for file, source in sources.items():
        for indent, listed in re.findall(r"^( *)// rows: name (\w+)$", source, re.M):
            nested.add(listed)
            body = body_of(enumeration_class(listed, "java"), words_of(rows, listed), indent)
            blocks.setdefault(file, {})[f"name {listed}"] = "\n".join(body) + "\n"
    for listed in enumerations("java"):
        if listed in nested:
            continue
        name, form = enumeration_class(listed, "java"), WORDS[listed].get("form")
        whole = (bits(name, purpose(listed), words_of(rows, listed)) if form == "flags" else
                 enumeration(name, purpose(listed), words_of(rows, listed), "" if form == "internal" else "public "))
        found[f"{PACKAGE}{name}.java"] = whole
    for name, sentence, numbers in fact_enumerations(rows):
        numbers = [fact for fact in numbers if fact["per"] == "answer"] or numbers
        words = [(fact["name"], fact["value"], fact["sentence"]) for fact in numbers]
        sentence = f"{sentence.rstrip('.')}; NaN if one is unknown."
        found[f"{PACKAGE}{name}.java"] = enumeration(name, sentence, words)
    for family in rows["options"]:
        found[f"{PACKAGE}{options_class(family)}.java"] = options(rows, family, root)
    nouns = {object_class(noun): noun for noun in OBJECTS}
    for file in sources.keys() & nouns.keys():
        noun, held = nouns[file], set(keys(sources[file]))
        facts = rows["facts"].get(noun, [])
        count = len([fact for fact in facts if fact["type"] == "number" or noun == "decision"])
        contents = {"object": lambda: object_methods(rows, file, noun),
                    "number of facts": lambda: f"  static final int FACTS = {count};\n",
                    "facts": lambda: (columns(rows, noun) if said_of(noun, "each") else
                                      getters(rows, noun, sources[file]))}
        blocks.setdefault(file, {}).update({key: contents[key]() for key in held & contents.keys()})
    for name, noun in (("Reliability", "reliability"), ("Prevalence", "prevalence"), ("LabelThresholds", "labels")):
        count = f"  private static final int FACTS = {len(rows['facts'][noun])};\n\n"
        blocks[name]["facts"] = count + blocks[name]["facts"]
    blocks["SavedBytes"] = {"saved": saved_kinds(rows, sources)}
    blocks["Decisions"] = {"facts": getters(rows, "decision", many=True)}
    for file, text in plain_methods(rows, root, sources).items():
        place = next((key for key in ("methods", "object", "facts") if key in keys(sources[file])), None)
        assert place, f"{file}.java has no place for a method: // rows: methods"
        parts = filter(None, [blocks.setdefault(file, {}).get(place, "").rstrip("\n"), text.rstrip("\n")])
        blocks[file][place] = "\n\n".join(parts) + "\n" if text else blocks[file].get(place, "")
    for file, source in sources.items():
        new = blocks.get(file, {})
        if "  // also: " in source:
            new["overloads"] = overloads(source)
        if new:
            found[f"{PACKAGE}{file}.java"] = replaced(source, new)
    return found
