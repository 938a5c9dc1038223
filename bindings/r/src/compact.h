// Vectors of R that hold a byte for each element until somebody needs them in full.
#ifndef WALD_R_COMPACT_H
#define WALD_R_COMPACT_H

#include <Rcpp.h>

#include <cstdint>

namespace compact {

// Logical, of bytes 0, 1 or WALD_UNDECIDED, which is NA: copied, or those of a raw vector.
SEXP logical(const uint8_t *cells, R_xlen_t count);
SEXP logical(SEXP bytes);

// Text, of bytes that count from 0 in a character vector.
SEXP text(const uint8_t *codes, R_xlen_t count, SEXP texts);

}  // namespace compact

#endif
