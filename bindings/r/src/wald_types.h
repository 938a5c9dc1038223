// What Rcpp's wrappers of the functions that R calls include: a failure of the library leaves each of them as a value,
// and so does memory that the functions themselves cannot have.
#ifndef WALD_R_TYPES_H
#define WALD_R_TYPES_H

#include "call.h"

#undef END_RCPP
#define END_RCPP                                                   \
  }                                                                \
  catch (const wald::Error &error) {                               \
    return glue::failure(error.status(), error.what());            \
  }                                                                \
  catch (const std::bad_alloc &) {                                 \
    return glue::failure(WALD_ERROR_MEMORY, "out of memory");      \
    VOID_END_RCPP return R_NilValue;

#endif
