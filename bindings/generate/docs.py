"""docs/reference.md: every option, fact, word and metric, from the rows of the core."""

MARK = "<!-- Written by bindings/generate from the rows of the core: do not edit. -->"

FAMILIES = {
    "decisions": "Deciding, expected utilities, distributions and evaluation.",
    "thresholds": "Thresholds, labels, classes and abstention on scores.",
    "cascades": "Fitting, calibrating and running cascades.",
    "learners": "Fitting learners. A learner reads the options that concern it.",
}
UNLIMITED = 2.0**31  # a limit from here on is that of the machine's whole numbers

INTRODUCTION = f"""{MARK}

# Reference of names

Whatever can be set, read or said by name, the same in every language. The languages spell names in their own way:
`at_least` is `atLeast` in Java, `AtLeast` in C# and `--at-least` of the command. [concepts.md](concepts.md) explains the
words; functions and classes are in the reference of each language.

- [Options](#options), [facts](#facts), [words](#words), [metrics](#metrics)
"""


def cell(text):
    return " ".join(str(text).split()).replace("|", "\\|").replace("*", "\\*")


def code(text):
    return f"`{text}`"


def number(x):
    return f"{x:,.0f}" if x == int(x) and abs(x) < 1e9 else f"{x:g}"


def bounds(row):
    """The interval of an option in words, or the words of a choice."""
    if row["type"] == "switch":
        return "`on`, `off`"
    if row["type"] == "seed":
        return "64 bits"
    if row["choices"]:
        return ", ".join(code(word) for word in row["choices"])
    low, high = row.get("low"), row.get("high")
    low = None if low is None or low <= -UNLIMITED else low
    high = None if high is None or high >= UNLIMITED and row["type"] != "number" else high
    if low is not None and high is not None:
        left, right = "(" if row.get("open_low") else "[", ")" if row.get("open_high") else "]"
        return f"in {left}{number(low)}, {number(high)}{right}"
    if low is not None:
        return f"{'above' if row.get('open_low') else 'at least'} {number(low)}"
    if high is not None:
        return f"{'below' if row.get('open_high') else 'at most'} {number(high)}"
    return ""


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(cell(x) for x in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def options(family, rows):
    """One table of a family; what an option concerns stands before its sentence."""
    listed = []
    for row in rows:
        concerns = row["concerns"]
        words = concerns if isinstance(concerns, str) else " ".join(concerns)
        about = f"({words}) " if words else ""
        initial = code(row["initial"]) if row["initial"] != "" else ""
        listed.append([code(row["name"]), row["type"], initial, bounds(row), about + row["sentence"]])
    return f"### Options of {family}\n\n{FAMILIES.get(family, '')}\n\n" + table(
        ["option", "type", "default", "allowed", "meaning"], listed
    )


def facts(noun, rows):
    listed = [[code(row["name"]), row["type"], row["per"], row["sentence"]] for row in rows]
    return f"### Facts: {noun.replace('_', ' ')}\n\n" + table(["fact", "type", "of each", "meaning"], listed)


def words(name, rows):
    listed = [[code(row["name"]), code(row["alias"]) if row.get("alias") else "", row["sentence"]] for row in rows]
    if any(row.get("alias") for row in rows):
        return f"### Words: {name.replace('_', ' ')}\n\n" + table(["word", "alias", "meaning"], listed)
    return f"### Words: {name.replace('_', ' ')}\n\n" + table(["word", "meaning"], [[a, c] for a, _, c in listed])


def metrics(rows):
    listed = []
    for row in rows:
        aliases = ", ".join(code(alias) for alias in row["aliases"])
        listed.append([code(row["name"]), aliases, row["formula"], row["sentence"]])
    return "[metrics.md](metrics.md) has the edge cases and properties.\n\n" + table(
        ["metric", "aliases", "formula", "meaning"], listed
    )


def files(rows, root):
    parts = [INTRODUCTION, "## Options\n\nAn option without a default is not set unless you set it.\n"]
    parts += [options(family, listed) for family, listed in rows["options"].items()]
    parts.append("## Facts\n\nA fact is of a whole object, or of each of its answers, points, labels or positions.\n")
    parts += [facts(noun, listed) for noun, listed in rows["facts"].items()]
    parts.append("## Words\n")
    parts += [words(name, listed) for name, listed in rows["names"].items()]
    parts += ["## Metrics\n", metrics(rows["metrics"])]
    return {"docs/reference.md": "\n".join(parts)}
