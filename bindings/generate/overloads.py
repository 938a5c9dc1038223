"""Overloads of Java and C#: a method with a line "// also: CHANGES" before it has more of them, which call it.

    // also: scores as double[], labels as byte... | int[], without weights
    public static Calibration fit(String method, Values scores, Mask labels, Values weights) {

has fit(String, double[], byte...) and fit(String, double[], int[]). What stands for an argument that is left out or
given as something else is found by its type, or stands behind it: "without rule: Rule.OR", "labels as int[]:
Mask.of(labels)". In C# an argument that is given as something else may have another name, "rows as Table features", and
what stands for it may be disposed of: "using new Dataset(features)".
"""

import itertools
import re
import textwrap

WIDTH = 120
_METHOD = re.compile(r"^  /\*\*\n(?P<doc>(?:   \*.*\n)+?)   \*/\n(?P<also>(?:  // also: .*\n)+)"
                     r"  (?P<head>[\w\s<>\[\].]+?) (?P<name>\w+)\((?P<parameters>[^{;]*?)\) \{", re.M)


def in_java(parameter, declared, given):
    """What is passed on for a parameter that is given as another type, or not at all."""
    if given is None:
        return f"{declared}.defaults()" if declared.endswith("Options") else "null"
    if declared == "Object":
        return f"(Object) {parameter}"
    if declared in ("Table", "Rows"):
        return f"Table.of({parameter}{'' if given == 'double[][]' else f', {parameter}.length, 1'})"
    return f"{declared}.of({parameter})"


def changes(text, types, stands_for):
    """The alternatives of each change: parameter, its new type or None, what is passed on."""
    for change in text.split(", "):
        left, _, value = change.partition(": ")
        if left.startswith("without "):
            name, given = left[len("without "):], [None]
        else:
            name, given = left.split(" as ")[0], left.split(" as ")[1].split(" | ")
        yield [(name, one, value or stands_for(name, types[name], one)) for one in given]


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
    """The overloads of a class of Java."""
    found = []
    for method in _METHOD.finditer(source):
        types = {p.split(" ")[-1]: p.split(" ")[0]
                 for p in re.split(r",\s+", " ".join(method["parameters"].split()))}
        for line in method["also"].strip().split("\n"):
            for changed in itertools.product(*changes(line.split("also: ")[1], types, in_java)):
                found.append("\n".join(overload(method, changed)))
    return "\n\n".join(found) + "\n"


# ---- C# ------------------------------------------------------------------------------------------------------------

_CSHARP = re.compile(r"(?P<doc>(?: {8}///.*\n)+)(?P<also>(?: {8}// also: .*\n)+) {8}(?P<head>\w[\w <>,\[\].]*?) "
                     r"(?P<name>\w+)\((?P<parameters>(?:[^()]|\([^()]*\))*)\)")
_DOC = re.compile(r"<(summary|param|returns|exception)\b[^>]*>.*?</\1>", re.S)


def in_csharp(parameter, declared, given):
    checked = f"{parameter} ?? throw new ArgumentNullException(nameof({parameter}))"
    if declared.startswith("ReadOnlySpan<"):
        element = declared[len("ReadOnlySpan<"):-1]
        if given == f"{element}[]":
            return f"new {declared}({checked})"
        return f"Array.ConvertAll({checked}, x => ({element})x)"
    return f"{parameter}.AsColumn()"  # one score or label per row


def csharp_documented(doc, changed):
    parts = [" ".join(part[0].split()) for part in _DOC.finditer(re.sub(r"^ *///", "", doc, flags=re.M))]
    for name, given, _ in changed:
        mine = f'<param name="{name}">'
        if given is None:
            parts = [part for part in parts if not part.startswith(mine)]
        elif " " in given:
            parts = [f'<param name="{given.split(" ")[1]}">As for a <see cref="Dataset"/>.</param>'
                     if part.startswith(mine) else part for part in parts]
    return parts


def csharp_overload(method, changed, comment):
    kinds = [tuple(p.split(" = ")[0].rsplit(" ", 1)) for p in _split(method["parameters"])]
    given = {name: (one, value) for name, one, value in changed}
    kept, passed, made = [], [], ""
    for text, (kind, name) in zip(_split(method["parameters"]), kinds):
        new, value = given.get(name, (kind, f"out {name}" if kind.startswith("out ") else name))
        if name not in given:
            kept.append(text)
        elif new is not None:
            kept.append(new if " " in new else f"{new} {name}")
        if value.startswith("using "):
            made, value = f"            using (var {name} = {value[len('using '):]})\n    ", name
        passed.append(value)
    head = re.sub("^private", "public", method["head"].replace("unsafe ", ""))
    signature = f"        {head} {method['name']}({', '.join(kept)})"
    if len(signature) > WIDTH - 3:
        signature = signature.replace("(", "(\n            ", 1)
    call = f"            {method['name']}({', '.join(passed)});\n"
    if len(call) > WIDTH:
        call = ",\n                ".join(call.rsplit(", ", 1))
    result = "" if head.endswith(" void") else "return "
    body = f"\n        {{\n{made}            {result}{call.strip()}\n        }}\n" if made else f" =>\n{call}"
    return "".join(comment(part) for part in csharp_documented(method["doc"], changed)) + signature + body


def _split(parameters):
    return [" ".join(p.split()) for p in re.split(r",\s+(?![^<]*>)", parameters) if p.strip()]


def csharp_overloads(source, comment):
    """By class its overloads; `comment` makes lines of an XML element."""
    found = {}
    for method in _CSHARP.finditer(source):
        kinds = {p.split(" = ")[0].rsplit(" ", 1)[1]: p.split(" = ")[0].rsplit(" ", 1)[0]
                 for p in _split(method["parameters"])}
        owner = re.findall(r"^    public [\w ]*class (\w+)", source[:method.start()], re.M)[-1]
        for line in method["also"].strip().split("\n"):
            for changed in itertools.product(*changes(line.split("also: ")[1], kinds, in_csharp)):
                found.setdefault(owner, []).append(csharp_overload(method, changed, comment))
    return found
