"""libwald: where it is looked for, how its functions get their types, and what a failed call raises."""

from __future__ import annotations

import ctypes
import os
import sys
import threading

from .errors import error_of
from .table import FUNCTIONS

ABI_VERSION = 1
"""The ABI number that the table is of."""

# ---- Loading -------------------------------------------------------------------------------------

ENVIRONMENT = "WALD_LIBRARY"


def _names() -> tuple[str, ...]:
    if sys.platform == "win32":
        return ("wald.dll",)
    if sys.platform == "darwin":
        return (f"libwald.{ABI_VERSION}.dylib", "libwald.dylib")
    return (f"libwald.so.{ABI_VERSION}", "libwald.so")


def _declare(library: ctypes.CDLL) -> None:
    """Gives every function its types. Raises OSError if the library is another than the table describes."""
    try:
        library.wald_abi_version.restype = ctypes.c_int32
        library.wald_abi_version.argtypes = ()
        abi = library.wald_abi_version()
    except AttributeError:
        raise OSError("it is not libwald: it has no wald_abi_version") from None
    if abi != ABI_VERSION:
        raise OSError(f"its ABI number is {abi}: this package needs {ABI_VERSION}")
    for name, (result, arguments) in FUNCTIONS.items():
        try:
            function = getattr(library, name)
        except AttributeError:
            raise OSError(f"it has no {name}: it is older than this package") from None
        function.restype = result
        function.argtypes = arguments


def _load() -> tuple[ctypes.CDLL, str]:
    """The library, and where it was found. The order: WALD_LIBRARY (a file or a folder; then nothing else is tried),
    this package's folder, wherever the system's loader looks."""
    chosen = os.environ.get(ENVIRONMENT)
    candidates: list[str]
    if chosen:
        here = os.path.normpath(chosen)
        candidates = [os.path.join(here, name) for name in _names()] if os.path.isdir(here) else [here]
    else:
        inside = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "lib")
        candidates = [os.path.join(inside, name) for name in _names()] + list(_names())
    tried = []
    for candidate in candidates:
        absent = os.path.dirname(candidate) and not os.path.exists(candidate)
        try:
            if absent:
                raise OSError("there is no such file")
            library = ctypes.CDLL(candidate)
            _declare(library)
            return library, candidate
        except OSError as error:
            if os.path.dirname(candidate):
                where = candidate + (f" (from the environment variable {ENVIRONMENT})" if chosen else "")
            else:
                where = candidate + " (where the system's loader looks)"
            tried.append(f"  {where}: {error}{_explained(candidate, str(error))}")
    from . import platforms  # which takes time to import

    ours = platforms.current()
    hint = f"Install the wheel for {ours}, which holds the library, or set {ENVIRONMENT} to the file."
    raise ImportError(f"wald cannot load its library on {ours}. Tried:\n" + "\n".join([*tried, hint]))


def _explained(candidate: str, error: str) -> str:
    """What a file says of itself, where that is why it cannot be loaded."""
    from . import platforms

    made = platforms.made_for(candidate) if os.path.dirname(candidate) else None
    if made and made != platforms.current():
        return f"; it is for {made}"
    if "failed to map segment" in error:
        return "; its file system seems to be mounted noexec"
    return ""


lib, LIBRARY_PATH = _load()
"""The library with its types declared, and the path it was loaded from."""

# ---- Failure -------------------------------------------------------------------------------------

_thread = threading.local()  # .pending: what a callback of this thread raised during the running call


def check(result: int) -> None:
    """Raises what a failed call means: the callback's own exception where there is one."""
    if result != 0:
        raise failure(result)


def failure(result: int) -> BaseException:
    pending = take_pending()
    if pending is not None:
        return pending
    message: bytes = lib.wald_last_error()
    return error_of(result, message.decode("utf-8", "replace"))


def pending_exception() -> BaseException | None:
    """What a callback of the running call has raised."""
    found: BaseException | None = getattr(_thread, "pending", None)
    return found


def set_pending(error: BaseException | None) -> None:
    _thread.pending = error


def take_pending() -> BaseException | None:
    found = pending_exception()
    if found is not None:
        _thread.pending = None
    return found
