// What Rcpp's wrappers of the functions that R calls include: a failure of the library leaves each of them as a value.
#ifndef WALD_R_TYPES_H
#define WALD_R_TYPES_H

#include "call.h"

#undef END_RCPP
#define END_RCPP                     \
  }                                  \
  catch (const wald::Error &error) { \
    return glue::failure(error);     \
    VOID_END_RCPP return R_NilValue;

#endif
