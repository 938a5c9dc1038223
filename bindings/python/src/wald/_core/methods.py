# Written by bindings/generate from the rows of the core: do not edit.
"""What follows from the declarations of the C interface: methods of classes."""

from __future__ import annotations



class CalibrationMethods:
    __slots__ = ()
