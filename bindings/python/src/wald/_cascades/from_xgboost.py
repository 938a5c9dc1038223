"""XGBoost models as trees: what of them needs the library itself."""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np

from .._core.errors import UnsupportedError
from .._core.features import Columns
from .ensemble import TreeEnsemble
from .from_files import read_model, read_saved


def read_xgboost(model: Any, iterations: int | None) -> TreeEnsemble:
    if isinstance(model, (bytes, bytearray, str, os.PathLike)):
        return read_model(model, iterations)
    missing = getattr(model, "missing", None)
    if missing is not None and not (isinstance(missing, (float, np.floating)) and math.isnan(missing)):
        raise UnsupportedError(f"missing is {missing!r}: trees take only NaN as missing; train with NaN instead")
    booster = model.get_booster() if hasattr(model, "get_booster") else model
    if not hasattr(booster, "save_raw"):
        raise TypeError(f"model must be of XGBoost: found {type(model).__name__}")
    out = read_saved(bytes(booster.save_raw("json")), _rounds(model, iterations))
    if booster.feature_names:
        known = out._columns
        out._columns = Columns(booster.feature_names, known.categories, known.unplaced, known.closed)
    return out


def _rounds(model: Any, iterations: int | None) -> int | None:
    """How many rounds of boosting are requested; None: all."""
    if iterations is not None:
        return iterations
    if not hasattr(model, "get_booster"):
        return None
    # A model that did not stop early has no best iteration: the attribute raises, or older ones have the last.
    try:
        best = model.best_iteration
    except AttributeError:
        return None
    return None if best is None else int(best) + 1
