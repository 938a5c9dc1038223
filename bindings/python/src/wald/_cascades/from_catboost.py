"""CatBoost models as trees: what of them needs the library itself."""

from __future__ import annotations

import os
import pathlib
import tempfile
from typing import Any

from .ensemble import TreeEnsemble
from .from_files import read_model, read_saved


def read_catboost(model: Any, iterations: int | None) -> TreeEnsemble:
    if isinstance(model, (bytes, bytearray, str, os.PathLike)):
        return read_model(model, iterations)
    if not (hasattr(model, "save_model") and hasattr(model, "tree_count_")):
        raise TypeError(f"model must be of CatBoost: found {type(model).__name__}")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        return read_saved(path.read_bytes(), iterations)
