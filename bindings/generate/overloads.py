"""Java's overloads: a method with a line "// also: CHANGES" before it has more of them, which call it.

    // also: scores as double[], labels as byte... | int[], without weights
    public static Calibration fit(String method, Values scores, Mask labels, Values weights) {

has fit(String, double[], byte...) and fit(String, double[], int[]). What stands for an argument that is left out or given
as something else is found by its type, or stands behind it: "without rule: Rule.OR", "labels as int[]: Mask.of(labels)".
"""

import itertools
import re
import textwrap

WIDTH = 120
_METHOD = re.compile(r"^  /\*\*\n(?P<doc>(?:   \*.*\n)+?)   \*/\n(?P<also>(?:  // also: .*\n)+)"
                     r"  (?P<head>[\w\s<>\[\].]+?) (?P<name>\w+)\((?P<parameters>[^{;]*?)\) \{", re.M)


def stands_for(parameter, declared, given):
    """What is passed on for a parameter that is given as another type."""
    if declared == "Object":
        return f"(Object) {parameter}"
    if declared in ("Table", "Rows"):
        return f"Table.of({parameter}{'' if given == 'double[][]' else f', {parameter}.length, 1'})"
    return f"{declared}.of({parameter})"


def changes(text, types):
    """The alternatives of each change: parameter, its new type or None, what is passed on."""
    for change in text.split(", "):
        left, _, value = change.partition(": ")
        if left.startswith("without "):
            name = left[len("without "):]
            default = f"{types[name]}.defaults()" if types[name].endswith("Options") else "null"
            yield [(name, None, value or default)]
        else:
            name, given = left.split(" as ")
            yield [(name, one, value or stands_for(name, types[name], one)) for one in given.split(" | ")]


def wrapped(text, further=""):
    return textwrap.wrap(text, WIDTH, initial_indent="   * ", subsequent_indent="   * " + further,
                         break_long_words=False, break_on_hyphens=False)


def documented(doc, changed):
    """The documentation of an overload: that of the method, without the parameters that are left out."""
    text = re.sub(r"^   \* ?", "", doc, flags=re.M)
    parts = re.split(r"\n+(?=@)", text.strip())
    gone = {name: value for name, given, value in changed if not given}
    for name, value in gone.items():
        if value.endswith(".defaults()"):
            parts[0] += f" With the {{@linkplain {value[:-2].replace('.', '#')} defaults}} of all options."
        elif value != "null":
            parts[0] += f" Here {{@code {name}}} is {{@code {value}}}."
    tags = [" ".join(tag.split()) for tag in parts[1:]]
    tags = [tag for tag in tags if not (tag.startswith("@param") and tag.split()[1] in gone)]
    lines = ["  /**"]
    for paragraph in parts[0].split("\n\n"):
        lines += wrapped(" ".join(paragraph.split())) + ["   *"]
    return lines + [line for tag in tags for line in wrapped(tag, "    ")] + ["   */"]


def overload(method, changed):
    types = [tuple(p.split(" ")) for p in re.split(r",\s+", " ".join(method["parameters"].split()))]
    passed = {name: value for name, _, value in changed}
    given = {name: new for name, new, _ in changed}
    kept = ", ".join(f"{given.get(name) or kind} {name}" for kind, name in types
                     if name not in given or given[name])
    head = re.sub("^private", "public", " ".join(method["head"].split()))
    signature = f"  {head} {method['name']}({kept}) {{"
    if len(signature) > WIDTH:
        signature = signature.replace("(", "(\n      ", 1)
    call = f"{method['name']}({', '.join(passed.get(name, name) for _, name in types)});"
    return [*documented(method["doc"], changed), signature,
            f"    {'' if head.endswith(' void') else 'return '}{call}", "  }"]


def overloads(source):
    """The overloads of a class."""
    found = []
    for method in _METHOD.finditer(source):
        types = {p.split(" ")[-1]: p.split(" ")[0]
                 for p in re.split(r",\s+", " ".join(method["parameters"].split()))}
        for line in method["also"].strip().split("\n"):
            for changed in itertools.product(*changes(line.split("also: ")[1], types)):
                found.append("\n".join(overload(method, changed)))
    return "\n\n".join(found) + "\n"
