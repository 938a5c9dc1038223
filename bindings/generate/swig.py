"""What SWIG's layer of Java and C# says of every handle: how it crosses over, and in C# what destroys it."""

import textwrap

from blocks import replaced

FOLDER = "bindings/swig/"
WIDTH = 120


def handles(functions):
    """The nouns of the C interface that a call owns: "wald_metric", ..., in the order of the headers."""
    return [f["name"][: -len("_destroy")] for f in functions if f["name"].endswith("_destroy")]


def applied(kind, *forms):
    """A kind that C types of all handles are given."""
    listed = ", ".join(form for each in forms for form in each)
    lines = textwrap.wrap(listed, WIDTH, initial_indent="  ", subsequent_indent="  ")
    # A type is one word, which no line breaks.
    return [f"%apply {kind} {{", *(line.replace("~", " ") for line in lines), "}"]


def files(rows, root):
    nouns = handles(rows["functions"])
    kinds = [
        *applied("void *HANDLE", [f"const~{noun}~*" for noun in nouns], [f"{noun}~*" for noun in nouns]),
        *applied("void **HANDLE_OUT", [f"{noun}~**" for noun in nouns]),
    ]
    blocks = {
        "wald.i": {"handles": "\n".join(kinds)},
        "csharp.i": {"handles": "\n".join(f"WALD_DESTROYED({noun[len('wald_'):]})" for noun in nouns)},
    }
    return {FOLDER + name: replaced((root / FOLDER / name).read_text(), block) for name, block in blocks.items()}
