// Written by bindings/generate from the rows of the core: do not edit.
// What the functions of R/methods.R call.
#include "glue.h"

using glue::check;
