"""The parameters of the stages for Spark, in Java: one table of what they are, from which follow fields, what constructors
make, accessors with their Javadoc, and readers; and from the rows of the core the options that stages take by their names.
"""

import json
import re
import textwrap

from blocks import replaced
from java import WIDTH, html, javadoc
from spellings import pascal

PACKAGE = "bindings/java/spark/src/main/java/org/libwald/spark/"

# ---- The table -----------------------------------------------------------------------------------------------------

# By stage its parameters: name, default, what it is. The type follows from that of the default. A parameter is set and read
# by methods of its name, except those of BY_HAND.
STAGES = {
    "OptimalDecision": [
        ("probabilitiesCol", "probabilities", "the column of arrays of probabilities, or of vectors"),
        ("metric", "f1", "what each prediction is judged by"),
        ("zeroDivision", 1, "what a rate of 0/0 counts as, 1 or 0"),
        ("kind", "independent", "what rows are, independent or categorical"),
        ("options", "{}", "options of deciding, as an object of JSON"),
        ("labelsCol", "labels", "the column of positions that is added"),
        ("expectedCol", "expected", "the column of expected utilities that is added"),
        ("boundCol", "bound", "the column of bounds that is added; empty for none, which is faster"),
        ("handleInvalid", "error", "error, or keep, which leaves rows without numbers undecided"),
    ],
    "ThresholdTuner": [
        ("scoreCol", "score", "the column of scores: numbers, or arrays of them for a threshold of each label"),
        ("secondScoreCol", "", "the second column of scores of a tuner that Python saved; fit then refuses"),
        ("rule", "or", "the rule of a tuner of two scores that Python saved: or, and"),
        ("labelCol", "label", "the column of labels, 1 and 0 or true and false; null if a row is not rated"),
        ("weightCol", "", "the column of weights; empty for 1 each"),
        ("segmentCol", "", "the column that names segments, each of which has a threshold; empty for none"),
        ("predictionCol", "flagged", "the column that the model adds"),
        ("metric", "", "what is to be greatest; empty if the options say it"),
        ("zeroDivision", 1, "what a rate of 0/0 counts as, 1 or 0"),
        ("options", "{}", "options of choosing thresholds, as an object of JSON"),
    ],
    "ThresholdModel": [
        ("form", "one", "what has a threshold: one score, a pair of them, labels or segments"),
        ("scoreCol", "score", "the column of scores"),
        ("secondScoreCol", "", "the column of the second score of a pair, or empty"),
        ("rule", "or", "whether any score of a pair has to reach its threshold, \"or\", or both, \"and\""),
        ("segmentCol", "", "the column that names segments; empty for none"),
        ("predictionCol", "flagged", "the column that is added"),
    ],
    "CascadeModel": [
        ("inputCol", "features", "the column of arrays, or of vectors; empty if there is a column of each"),
        ("inputCols", [], "columns of numbers, in the order in which the cascade was fitted to them"),
        ("decisionCol", "decision", "the column of decisions (or classes) that is added"),
        ("countCol", "count", "the column that is added of how many models ran"),
    ],
    "PromiseFeed": [
        ("flaggedCol", "flagged", "the column of what was flagged, 1 and 0 or true and false"),
        ("labelCol", "label", "the column of labels, 1 and 0 or true and false; null if a label is not known; empty for none"),
        ("labelProbabilityCol", "", "the column of the probabilities with which labels were asked for; empty for 1 each"),
        ("weightCol", "", "the column of weights; empty for 1 each"),
        ("segmentCol", "", "the column of segments, whole numbers from 0; empty for none"),
        ("groupCol", "", "the column that names groups, each of which has a promise; empty for none"),
    ],
}
# What a stage holds because Python wrote it: the methods that there are beside the one that returns the parameter.
BY_HAND = {("ThresholdTuner", "secondScoreCol"): "", ("ThresholdTuner", "rule"): "", ("ThresholdModel", "rule"): "get"}
# By stage the options that it takes: their family, the call that reads them, an example, and those that it refuses.
OPTIONS = {
    "OptimalDecision": ("decisions", "decide", "at_most", ("average", "per_row", "label_weights")),
    "ThresholdTuner": ("thresholds", "threshold_pass", "min_recall", ()),
}
# What reads a stage that has more than parameters; None: it is not saved.
READERS = {"ThresholdModel": "new Reader()", "CascadeModel": "new Reader()", "PromiseFeed": None}

# By type of the default: class of the parameter, type of its value, how it is made, read, and handed to Spark's methods.
KINDS = {
    str: ("Param<String>", "String", "Settings.text", "getOrDefault({})", "{}"),
    int: ("IntParam", "int", "new IntParam", "(Integer) getOrDefault({})", "(Object) {}"),
    list: ("StringArrayParam", "String[]", "new StringArrayParam", "getOrDefault({})", "{}"),
}
# What an option is given as, of the types that JSON has.
GIVEN = {"number": "a number", "integer": "a whole number", "seed": "a whole number", "switch": "true or false",
         "choice": "a word", "text": "a text", "numbers": "numbers", "integers": "whole numbers"}

# ---- What follows ----------------------------------------------------------------------------------------------------


def fields(stage):
    return "".join(f"  private final {kind} {name};\n"
                   for kind, name in [("String", "uid"), *((KINDS[type(initial)][0], name)
                                                            for name, initial, _ in STAGES[stage])])


def made(stage):
    """What the constructor does when the stage has its name."""
    lines = []
    for name, initial, what in STAGES[stage]:
        line = f"    {name} = {KINDS[type(initial)][2]}(this, \"{name}\", {json.dumps(what)});"
        lines.append(line if len(line) <= WIDTH else line.replace("(this", "(\n        this", 1))
    for name, initial, _ in STAGES[stage]:
        value = "new String[0]" if initial == [] else KINDS[type(initial)][4].format(json.dumps(initial))
        lines.append(f"    setDefault({name}, {value});")
    return "\n".join(lines) + "\n"


def accessors(stage, name, initial, what):
    parameter, java, _, read, passed = KINDS[type(initial)]
    methods = BY_HAND.get((stage, name), "get set")
    lines = [*javadoc("  ", f"The parameter: {what}.", "@return the parameter"),
             f"  public {parameter} {name}() {{", f"    return {name};", "  }", ""]
    if "get" in methods:
        lines += [*javadoc("  ", f"Its value: {what}.", "@return what was set, or the default"),
                  f"  public {java} get{pascal(name)}() {{", f"    return {read.format(name)};", "  }", ""]
    if "set" in methods:
        lines += [*javadoc("  ", f"Sets it: {what}.", "@param value what it is", "@return this"),
                  f"  public {stage} set{pascal(name)}({java} value) {{",
                  f"    set({name}, {passed.format('value')});", "    return this;", "  }", ""]
    return lines


def taken(rows, stage):
    """The options of the core that a stage takes: those that its call reads, and that JSON can hold."""
    family, call, _, refused = OPTIONS[stage]
    return [option for option in rows["options"][family] if option["name"] not in refused and option["type"] in GIVEN
            and (call in option["calls"] or not option["calls"])]


def listed(option):
    """An item of a list."""
    said = ", ".join(filter(None, [GIVEN[option["type"]], html(option["bounds"])]))
    if option["type"] == "choice":
        said = "one of " + ", ".join(f"{{@code {word}}}" for word in option["choices"])
    text = f"<li>{{@code {option['name']}}}, {said}. {html(option['sentence'])}"
    whole = re.sub(r"\{@code [^}]*\}", lambda code: code[0].replace(" ", "\0"), text)  # which no line ends within
    lines = textwrap.wrap(whole, WIDTH, initial_indent="   *   ", subsequent_indent="   *       ",
                          break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


def option_method(rows, stage):
    return ["  /**", f"   * Sets one option by its name in the core, such as \"{OPTIONS[stage][2]}\":", "   *", "   * <ul>",
            *(line for option in taken(rows, stage) for line in listed(option)), "   * </ul>", "   *",
            "   * @param name the option", "   * @param value a number, a truth or a word", "   * @return this", "   */",
            f"  public {stage} setOption(String name, Object value) {{",
            "    return setOptions(Settings.with(getOptions(), name, value));", "  }", ""]


def parameters(rows, stage):
    lines = ["  @Override", "  public String uid() {", "    return uid;", "  }", ""]
    for row in STAGES[stage]:
        lines += accessors(stage, *row)
    if stage in OPTIONS:
        lines += option_method(rows, stage)
    reader = READERS.get(stage, "new DefaultParamsReader<>()")
    if reader is None:
        return "\n".join(lines[:-1]) + "\n"
    lines += [*javadoc("  ", "What reads a stage that was written, here or in Python.", "@return the reader"),
              f"  public static MLReader<{stage}> read() {{", f"    return {reader};", "  }", "",
              *javadoc("  ", "Reads a stage that was written, here or in Python.", "@param path the folder", "@return the stage"),
              f"  public static {stage} load(String path) {{", "    return read().load(path);", "  }", ""]
    return "\n".join(lines[:-1]) + "\n"


def files(rows, root):
    found = {}
    for stage in STAGES:
        path = f"{PACKAGE}{stage}.java"
        blocks = {"fields": fields(stage), "made": made(stage), "parameters": parameters(rows, stage)}
        found[path] = replaced((root / path).read_text(encoding="utf-8"), blocks)
    return found
