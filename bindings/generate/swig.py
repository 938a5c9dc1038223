"""What SWIG's layer of Java and C# says of every handle: how it crosses over."""

import textwrap

from blocks import replaced

FOLDER = "bindings/swig/"
WIDTH = 120


def handles(rows):
    """The types of objects of the C interface: "wald_metric", ..., by their numbers."""
    return [f"wald_{row['name']}" for row in rows["objects"]]


def applied(kind, *forms):
    """A kind that C types of all handles are given."""
    listed = ", ".join(form for each in forms for form in each)
    lines = textwrap.wrap(listed, WIDTH, initial_indent="  ", subsequent_indent="  ")
    # A type is one word, which no line breaks.
    return [f"%apply {kind} {{", *(line.replace("~", " ") for line in lines), "}"]


def files(rows, root):
    nouns = handles(rows)
    kinds = [
        *applied("void *HANDLE", [f"const~{noun}~*" for noun in nouns], [f"{noun}~*" for noun in nouns]),
        *applied("void **HANDLE_OUT", [f"{noun}~**" for noun in nouns]),
    ]
    name = FOLDER + "wald.i"
    return {name: replaced((root / name).read_text(), {"handles": "\n".join(kinds)})}
