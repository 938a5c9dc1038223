"""Options: keyword arguments as the library's own, checked against the rows of the core and documented by them."""

from __future__ import annotations

import difflib
import inspect
import re
from ctypes import byref, c_char_p, c_double, c_int64
from typing import Any, Callable, Collection, Iterable, Literal, Mapping, TypeVar, Union

import numpy as np

from .arrays import integer, name_bytes, one_of, real, unsigned, vector
from .calls import callback_of, on_main_thread
from .errors import ArgumentError, OptionError
from .handles import Handle, at
from .library import check, lib
from .metric import as_metric
from .rows import OPTIONS, WORDS, Option
from .table import options_p

Average = Literal["instance", "macro", "micro"]
Kind = Literal["independent", "categorical"]
Progress = Union[bool, Callable[[float], object]]

KINDS = WORDS["kind"]
KIND_NAMES = {value: name for name, value in KINDS.items()}


# ---- Words ---------------------------------------------------------------------------------------


def table_kind(kind: str | None) -> int:
    """The kind of the rows of a table; the library says which it takes."""
    try:
        return KINDS["independent" if kind is None else kind]
    except (KeyError, TypeError):
        raise ArgumentError(f"kind is {kind!r}: must be 'independent' or 'categorical'") from None


def vector_kind(kind: str | None) -> int:
    found = table_kind(kind)
    if kind in ("joint", "counts"):
        raise ArgumentError(f"kind is {kind!r}: a vector holds probabilities; use Estimator.{kind}")
    return found


# ---- Setting -------------------------------------------------------------------------------------

Setter = Callable[[Any, bytes, Any, str], None]


def _number(out: Any, key: bytes, value: Any, name: str) -> None:
    number = real(value, name)
    if number != number:  # to the library that is a number that is not set
        raise ArgumentError(f"{name} is nan: must be a number, or None if not set")
    check(lib.wald_options_set_number(out, key, number))


def _integer(out: Any, key: bytes, value: Any, name: str) -> None:
    if isinstance(value, (float, np.floating, np.bool_)):
        _number(out, key, value, name)  # the library says whether it is whole
    else:
        check(lib.wald_options_set_integer(out, key, integer(value, name)))


def _seed(out: Any, key: bytes, value: Any, name: str) -> None:
    check(lib.wald_options_set_integer(out, key, c_int64(unsigned(value, name)).value))


def _text(out: Any, key: bytes, value: Any, name: str) -> None:
    check(lib.wald_options_set_text(out, key, name_bytes(value, name)))


def _numbers(out: Any, key: bytes, value: Any, name: str) -> None:
    each = np.ascontiguousarray(vector(np.atleast_1d(np.asarray(value)), name)[0], np.float64)
    _check_list(each, name)
    check(lib.wald_options_set_numbers(out, key, at(c_double, each), len(each)))


def _integers(out: Any, key: bytes, value: Any, name: str) -> None:
    """A number, a list, or a list of lists, which stand one after the other."""
    flat: list[int] = []
    if isinstance(value, str) or np.ndim(value) == 0 and not isinstance(value, Iterable):
        flat.append(integer(value, name))
        value = []
    for i, item in enumerate(value):
        if isinstance(item, Iterable):
            flat += [integer(part, f"{name}[{i}][{j}]") for j, part in enumerate(item)]
        else:
            flat.append(integer(item, f"{name}[{i}]"))
    each = np.array(flat, np.float64)
    _check_list(each, name)
    check(lib.wald_options_set_numbers(out, key, at(c_double, each), len(each)))


def _texts(out: Any, key: bytes, value: Any, name: str) -> None:
    texts = [name_bytes(str(text), f"{name}[{i}]") for i, text in enumerate(value)]
    check(lib.wald_options_set_texts(out, key, (c_char_p * max(len(texts), 1))(*texts), len(texts)))


def _metric(out: Any, key: bytes, value: Any, name: str) -> None:
    held = as_metric(value)._open()
    check(lib.wald_options_set_metric(out, key, held.pointer))


def _check_list(each: Any, name: str) -> None:
    if not len(each):  # which would ask for the default
        raise ArgumentError(f"{name} has 0 numbers: must have at least 1, or be None for the default")


_SETTERS: dict[str, Setter] = {
    "number": _number,
    "integer": _integer,
    "switch": _integer,
    "seed": _seed,
    "choice": _text,
    "text": _text,
    "numbers": _numbers,
    "integers": _integers,
    "texts": _texts,
    "metric": _metric,
}
_KNOWN: dict[str, dict[str, tuple[bytes, Setter | None]]] = {
    family: {name: (name.encode(), _SETTERS.get(option.type)) for name, option in options.items()}
    for family, options in OPTIONS.items()
}


def options(family: str, given: Mapping[str, Any], *, watch: bool = True) -> Handle | None:
    """The options that are given, as a handle; None if every one is the default. What is None keeps its default.

    With `watch` an interrupt (Ctrl-C) ends the call, which takes a callback.
    """
    known = _KNOWN[family]
    if not watch or not on_main_thread():
        if not given:
            return None
        if all(value is None for value in given.values()) and given.keys() <= known.keys():
            return None
    out = options_p()
    check(lib.wald_options_create(family.encode(), byref(out)))
    handle = Handle(out)
    for name, value in given.items():
        found = known.get(name)
        if found is None:
            raise OptionError(f"there is no argument {name!r}{_meant(name, known)}: there are {', '.join(known)}")
        if value is not None and found[1] is not None:
            found[1](out, found[0], value, name)
    progress = given.get("progress")
    callback = callback_of(progress) if watch or (progress is not None and progress is not False) else None
    if callback is not None:
        handle.keep = callback
        check(lib.wald_options_set_progress(out, b"progress", callback, None))
    return handle


def other_than_default(family: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Of options that all have values, those that differ from the defaults: what a class with a parameter for each was
    asked for."""
    return {name: value for name, value in values.items() if not _is_default(value, OPTIONS[family][name].default)}


def _is_default(value: Any, default: Any) -> bool:
    return value is None or (isinstance(value, (str, bool, int, float, np.number)) and value == default)


def refuse_unread(family: str, given: Mapping[str, Any], calls: str) -> None:
    """Raises an OptionError for an option that is given and that none of these calls of the core reads."""
    handle = options(family, given, watch=False)
    if handle is not None:
        check(lib.wald_options_check(handle.pointer, calls.encode(), 0))


def _meant(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, list(known), 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def pointer(handle: Handle | None) -> Any:
    return None if handle is None else handle.pointer


def take_exactly(exactly: int | None, options: dict[str, Any]) -> None:
    """`exactly` as the two bounds that it stands for."""
    if exactly is not None:
        if options.get("at_least") is not None or options.get("at_most") is not None:
            raise ArgumentError("exactly cannot be combined with at_least or at_most")
        options["at_least"] = options["at_most"] = exactly


# ---- Documentation -------------------------------------------------------------------------------

_Thing = TypeVar("_Thing", bound=Callable[..., Any])
_PLACE = re.compile(r"^( *)<options>$", re.M)


def takes(
    family: str, calls: str = "", *, only: Collection[str] | None = None, but: Collection[str] = ()
) -> Callable[[_Thing], _Thing]:
    """Of a function with ``**options``, or of a class: puts the options of a family that some `calls` of the core read,
    `only` or all `but` those, into its documentation, instead of the line ``<options>``, and into its signature."""
    words = set(calls.split())

    def described(thing: _Thing) -> _Thing:
        rows = OPTIONS[family].items()
        kept = [
            option for name, option in rows
            if name not in but and (only is None or name in only)
            and (not words or not option.calls or words & set(option.calls))
        ]  # fmt: skip
        if thing.__doc__:
            thing.__doc__ = _PLACE.sub(lambda place: _entries(kept, place.group(1)), thing.__doc__)
        if not isinstance(thing, type):
            thing.__signature__ = _signature(thing, kept)  # type: ignore[attr-defined]
        return thing

    return described


def _entries(options: list[Option], indent: str) -> str:
    return "\n".join(indent + option.entry.replace("\n", "\n" + indent) for option in options)


def _signature(function: Callable[..., Any], options: list[Option]) -> inspect.Signature:
    own = inspect.signature(function)
    parameters = [p for p in own.parameters.values() if p.kind != inspect.Parameter.VAR_KEYWORD]
    keyword = inspect.Parameter.KEYWORD_ONLY
    names = {p.name for p in parameters}
    more = [
        inspect.Parameter(o.name, keyword, default=o.default, annotation=_type_of(o))
        for o in options
        if o.name not in names
    ]
    return own.replace(parameters=parameters + more)



def _type_of(option: Option) -> str:
    """As the documentation has it; a list of choices may go on in its next line."""
    kind = " ".join(option.entry.partition(" : ")[2].partition(", optional")[0].split())
    return f"{kind} or None" if option.default is None else kind
