"""Models as other libraries save them, which the library itself reads."""

from __future__ import annotations

import os
import pathlib
from ctypes import byref
from typing import Any

from .._core.errors import ArgumentError, FormatError, UnsupportedError
from .._core.features import Columns
from .._core.handles import text_of, texts_of
from .._core.library import check, lib
from .._core.rows import FACTS
from .._core.table import trees_p
from .ensemble import TreeEnsemble


def read_model(model: Any, iterations: int | None) -> TreeEnsemble:
    """From the bytes of a saved model, or from its path."""
    return read_model_and_bytes(model, iterations)[0]


def read_model_and_bytes(model: Any, iterations: int | None) -> tuple[TreeEnsemble, bytes]:
    """The same, and the bytes."""
    if isinstance(model, (bytes, bytearray, memoryview)):
        data = bytes(model)
        return read_saved(data, iterations), data
    if isinstance(model, (str, os.PathLike)):
        data = pathlib.Path(model).read_bytes()
        try:
            return read_saved(data, iterations), data
        except (FormatError, UnsupportedError) as error:
            raise type(error)(f"{os.fspath(model)}: {error}") from None
    raise TypeError(f"model must be the path or the bytes of a saved model: found {type(model).__name__}")


def read_saved(data: bytes, iterations: int | None) -> TreeEnsemble:
    """The trees, with the names and categories of the file."""
    if iterations is not None and iterations < 1:
        raise ArgumentError(f"iterations is {iterations}: must be at least 1")
    out = trees_p()
    check(lib.wald_trees_import(data, len(data), iterations or 0, byref(out)))
    made = TreeEnsemble.__new__(TreeEnsemble)
    made._adopt(out, Columns())
    fact = FACTS["trees"]
    named = text_of(out, fact["feature_name"].value)
    names = texts_of(out, fact["feature_name"].value, made.n_features if named else 0)
    words = texts_of(out, fact["category"].value, made._fact("n_categories"))
    placed = Columns.of_texts(names, words) if names else Columns()
    made._columns = Columns(placed.names, placed.categories, closed=made.unseen_is_error)
    return made
