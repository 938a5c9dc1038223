"""The distribution of a prediction's utility."""

from __future__ import annotations

from ctypes import byref, c_double, c_int64
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike

from .._core.arrays import Floats, floats, real
from .._core.errors import ArgumentError
from .._core.facts import DistributionFacts
from .._core.handles import Closable, at
from .._core.library import check, lib


class Atoms(NamedTuple):
    """The values that a utility takes, and how likely each is."""

    values: Floats
    """Ascending, of shape (n_values,)."""
    probabilities: Floats


class Distribution(Closable, DistributionFacts):
    """The distribution of a prediction's utility over what the truth may be; made by `distribution`. Immutable.

    Exact where the pair of metric and estimator allows, else from seeded samples: `samples` says which.
    """

    __slots__ = ()
    _noun = _object = "distribution"

    def __init__(self) -> None:
        raise TypeError("distributions are made by wald.distribution")

    @property
    def exact(self) -> bool:
        """Whether the distribution is exact, not from samples."""
        return self.n_samples == 0

    @overload
    def quantile(self, q: float) -> float: ...
    @overload
    def quantile(self, q: ArrayLike) -> float | Floats: ...
    def quantile(self, q: ArrayLike) -> float | Floats:
        """The smallest u with P(utility <= u) >= q, for q in [0, 1]: a number for a number, an array for an array."""
        return self._each(lib.wald_distribution_quantile, q, "q")

    @overload
    def at_least(self, u: float) -> float: ...
    @overload
    def at_least(self, u: ArrayLike) -> float | Floats: ...
    def at_least(self, u: ArrayLike) -> float | Floats:
        """P(utility >= u): a number for a number, an array for an array."""
        return self._each(lib.wald_distribution_at_least, u, "u", None)

    def at_least_error(self, u: float) -> float:
        """The standard error of `at_least`; 0 if the distribution is exact."""
        handle = self._open()
        value, error = c_double(), c_double()
        check(lib.wald_distribution_at_least(handle.pointer, real(u, "u"), byref(value), byref(error)))
        return error.value

    def _each(self, function: Any, x: ArrayLike, name: str, *more: Any) -> float | Floats:
        handle = self._open()
        value = c_double()
        if isinstance(x, (int, float)):
            check(function(handle.pointer, float(x), byref(value), *more))
            return value.value
        points = floats(x, name)[0].astype(np.float64)
        out = np.empty(points.size)
        for i, point in enumerate(points.reshape(-1).tolist()):
            check(function(handle.pointer, point, byref(value), *more))
            out[i] = value.value
        return float(out[0]) if points.ndim == 0 else out.reshape(points.shape)

    def interval(self, level: float = 0.9) -> tuple[float, float]:
        """The quantiles at (1 - level) / 2 and (1 + level) / 2, for level in [0, 1]."""
        level = real(level, "level")
        if not 0 <= level <= 1:
            raise ArgumentError(f"level is {level:g}: must lie in [0, 1]")
        tail = (1 - level) / 2
        return self.quantile(tail), self.quantile(1 - tail)

    def atoms(self) -> Atoms:
        """The values that the utility takes, ascending, and their probabilities."""
        return Atoms(self._fact("values"), self._fact("probabilities"))

    def __repr__(self) -> str:
        if self.closed:
            return "<Distribution, closed>"
        how = "exact" if self.exact else f"{self.n_samples} samples"
        return f"<Distribution: mean {self.mean:.6g}, sd {self.sd:.6g}, {how}>"
