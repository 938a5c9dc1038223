# Written by bindings/generate from the rows of the core: do not edit.
# Functions that follow from the declarations of the C interface.
