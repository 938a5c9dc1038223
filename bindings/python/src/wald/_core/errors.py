"""Failed calls as exceptions: one class a status, each also the built-in exception that it naturally is."""

from __future__ import annotations

import re
import sys
import warnings
from typing import Callable

from .rows import WORDS

__all__ = [
    "ArgumentError", "CallbackError", "Cancelled", "CapacityError", "DecisionWarning", "FormatError", "InternalError",
    "OutOfMemoryError", "UnsupportedError", "WaldError",
]


_NAMES = {value: f"WALD_{name.upper()}" for name, value in WORDS["status"].items()}


class WaldError(Exception):
    """A call that failed.

    The text is the library's own: it names the argument, its value and its bound, and is the same in every language. A hint
    follows if what was passed are scores, or a vector with an average.

    Attributes
    ----------
    status : int
        The status of the C interface, 1 to 8; see ``status_name``.
    """

    _status = 8

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = type(self)._status if status is None else status

    @property
    def status_name(self) -> str:
        """The name of the status in the C interface, ``"WALD_ERROR_ARGUMENT"`` for example."""
        return _NAMES.get(self.status, "WALD_ERROR_UNKNOWN")

    def __reduce__(self) -> tuple[Callable[..., WaldError], tuple[str, int]]:
        return type(self), (str(self), self.status)


class ArgumentError(WaldError, ValueError):
    """An argument is outside its domain, or an object was used after it was closed."""

    _status = 1


class OptionError(ArgumentError, TypeError):
    """An option that there is not, or that the call does not read."""

    _status = 1


class OutOfMemoryError(WaldError, MemoryError):
    """An allocation failed; nothing was changed."""

    _status = 2


class CapacityError(WaldError, BufferError):
    """A buffer is too small. This package sizes its buffers itself, so it is not expected to be seen."""

    _status = 3


class UnsupportedError(WaldError, NotImplementedError):
    """There is no exact method for what is asked, or it needs a number that is unknown; the message has the reason."""

    _status = 4


class FormatError(WaldError, ValueError):
    """Text that cannot be read: the name of a metric, a saved estimator."""

    _status = 5


class CallbackError(WaldError, ValueError):
    """A custom metric gave a value that is not finite, or contradicts what was declared of it."""

    _status = 6


class Cancelled(WaldError):
    """The progress callback returned ``False``."""

    _status = 7


class InternalError(WaldError, RuntimeError):
    """A defect of the library: please report the message."""

    _status = 8


class DecisionWarning(UserWarning):
    """What the caller should know of a decision that was made, such as that it is trivially optimal."""


def warn(text: str) -> None:
    """Issues a DecisionWarning at the line of the caller's that called the package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("wald."):
        frame, level = frame.f_back, level + 1
    warnings.warn(text, DecisionWarning, stacklevel=level)


# How the core says it (OptionSet::refuse_unread): one status stands for all arguments.
_UNREAD = (" does not read it (", " reads it with ")
_NO_PROBABILITY = re.compile(r"(probabilities|marginals|p)(\[\d+\])+ is (-?[0-9.e+-]+|-?inf): must lie in \[0, 1\]")
SCORES = ("; scores, as of decision_function, are no probabilities: calibrate them (Calibration.fit(name, truth, "
           "scores=...)), or choose a threshold on them (choose_threshold)")
ONE_LABEL = ("a vector is one label over its rows, decided together, as average macro decides the column of a table with "
             "one label: leave it out")
_by_status: dict[int, type[WaldError]] = {cls._status: cls for cls in WaldError.__subclasses__()}


def error_of(status: int, message: str) -> WaldError:
    """The exception for a status; of statuses that are newer than this package, the base class."""
    if status == 1 and any(words in message for words in _UNREAD):
        of_tables = message.startswith("average is ") and "reads it with tables" in message
        return OptionError(f"{message}; {ONE_LABEL}" if of_tables else message, status)
    if status == 1 and (found := _NO_PROBABILITY.fullmatch(message)) and not -1e-6 < float(found.group(3)) < 1 + 1e-6:
        message += SCORES  # less is rounding
    return _by_status.get(status, WaldError)(message, status)
