"""LightGBM models as trees: what of them needs the library itself."""

from __future__ import annotations

import json
import os
from typing import Any

from .._core.features import Columns
from .ensemble import TreeEnsemble
from .from_files import read_model_and_bytes, read_saved


def read_lightgbm(model: Any, iterations: int | None) -> TreeEnsemble:
    if isinstance(model, (bytes, bytearray, str, os.PathLike)):
        out, data = read_model_and_bytes(model, iterations)
        return _with_words(out, _words(data))
    if isinstance(model, dict):
        return _with_words(read_saved(json.dumps(model).encode(), iterations), model.get("pandas_categorical"))
    booster = getattr(model, "booster_", model)
    if not hasattr(booster, "model_to_string"):
        raise TypeError(f"model must be of LightGBM: found {type(model).__name__}")
    # By default the best iteration is the last, where there is one.
    text = booster.model_to_string() if iterations is None else booster.model_to_string(num_iteration=-1)
    return _with_words(read_saved(text.encode(), iterations), booster.pandas_categorical)


def _with_words(out: TreeEnsemble, words: Any) -> TreeEnsemble:
    """With the categories of the data frame that the model was trained with, as they were: numbers as numbers."""
    known = out._columns
    if words and out.n_unplaced_columns:  # data frames tell which columns these are
        out._columns = Columns(known.names, known.categories, words, known.closed)
    elif words and len(words) == len(known.categories):
        out._columns = Columns(known.names, dict(zip(sorted(known.categories), words)), (), known.closed)
    return out


def _words(data: bytes) -> Any:
    """The last line of a saved model, which has been read without errors."""
    _, mark, words = data.rpartition(b"\npandas_categorical:")
    return json.loads(words.decode()) if mark else None
