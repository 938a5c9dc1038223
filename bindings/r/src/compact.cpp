// Gives R vectors whose elements are bytes of the library until all are asked for.
#include "compact.h"

#include <R_ext/Altrep.h>

#include <algorithm>

#include "wald.h"

// ALTREP: R asks for an element, or for all of them; saved, compared and copied these are vectors like any other. Their
// first part is the bytes, the second one the vector in full, once it was needed. No C++ object lives while R may jump.

namespace {

R_altrep_class_t logical_class, text_class;

SEXP bytes_of(SEXP x) { return R_altrep_data1(x); }
bool is_full(SEXP x) { return R_altrep_data2(x) != R_NilValue; }

int logical_of(Rbyte cell) { return cell == WALD_UNDECIDED ? NA_LOGICAL : static_cast<int>(cell); }

R_xlen_t logical_length(SEXP x) { return is_full(x) ? XLENGTH(R_altrep_data2(x)) : XLENGTH(bytes_of(x)); }

SEXP full_logical(SEXP x) {
  if (is_full(x)) return R_altrep_data2(x);
  const SEXP bytes = bytes_of(x), out = PROTECT(Rf_allocVector(LGLSXP, XLENGTH(bytes)));
  std::transform(RAW(bytes), RAW(bytes) + XLENGTH(bytes), LOGICAL(out), logical_of);
  R_set_altrep_data2(x, out);
  R_set_altrep_data1(x, R_NilValue);
  UNPROTECT(1);
  return out;
}

int logical_element(SEXP x, R_xlen_t i) {
  return is_full(x) ? LOGICAL(R_altrep_data2(x))[i] : logical_of(RAW(bytes_of(x))[i]);
}
void *logical_data(SEXP x, Rboolean) { return LOGICAL(full_logical(x)); }
const void *logical_data_or_null(SEXP x) { return is_full(x) ? LOGICAL(R_altrep_data2(x)) : nullptr; }

// Of text the first part is a pair of the bytes and of what they stand for.
R_xlen_t text_length(SEXP x) { return is_full(x) ? XLENGTH(R_altrep_data2(x)) : XLENGTH(CAR(bytes_of(x))); }

SEXP text_of(SEXP pair, R_xlen_t i) { return STRING_ELT(CDR(pair), RAW(CAR(pair))[i]); }

SEXP full_text(SEXP x) {
  if (is_full(x)) return R_altrep_data2(x);
  const SEXP pair = bytes_of(x);
  const R_xlen_t count = XLENGTH(CAR(pair));
  const SEXP out = PROTECT(Rf_allocVector(STRSXP, count));
  for (R_xlen_t i = 0; i < count; ++i) SET_STRING_ELT(out, i, text_of(pair, i));
  R_set_altrep_data2(x, out);
  R_set_altrep_data1(x, R_NilValue);
  UNPROTECT(1);
  return out;
}

SEXP text_element(SEXP x, R_xlen_t i) {
  return is_full(x) ? STRING_ELT(R_altrep_data2(x), i) : text_of(bytes_of(x), i);
}
void set_text_element(SEXP x, R_xlen_t i, SEXP text) { SET_STRING_ELT(full_text(x), i, text); }
void *text_data(SEXP x, Rboolean) { return const_cast<SEXP *>(STRING_PTR_RO(full_text(x))); }
const void *text_data_or_null(SEXP x) { return is_full(x) ? STRING_PTR_RO(R_altrep_data2(x)) : nullptr; }

SEXP raw_copy(const uint8_t *bytes, R_xlen_t count) {
  const SEXP out = Rf_allocVector(RAWSXP, count);
  std::copy(bytes, bytes + count, RAW(out));
  return out;
}

}  // namespace

// [[Rcpp::init]]
void register_compact(DllInfo *library) {
  logical_class = R_make_altlogical_class("compact_logical", "wald", library);
  R_set_altrep_Length_method(logical_class, logical_length);
  R_set_altvec_Dataptr_method(logical_class, logical_data);
  R_set_altvec_Dataptr_or_null_method(logical_class, logical_data_or_null);
  R_set_altlogical_Elt_method(logical_class, logical_element);

  text_class = R_make_altstring_class("compact_text", "wald", library);
  R_set_altrep_Length_method(text_class, text_length);
  R_set_altvec_Dataptr_method(text_class, text_data);
  R_set_altvec_Dataptr_or_null_method(text_class, text_data_or_null);
  R_set_altstring_Elt_method(text_class, text_element);
  R_set_altstring_Set_elt_method(text_class, set_text_element);
}

namespace compact {

SEXP logical(SEXP bytes) { return R_new_altrep(logical_class, bytes, R_NilValue); }

SEXP logical(const uint8_t *cells, R_xlen_t count) {
  const SEXP out = logical(PROTECT(raw_copy(cells, count)));
  UNPROTECT(1);
  return out;
}

SEXP text(const uint8_t *codes, R_xlen_t count, SEXP texts) {
  const SEXP bytes = PROTECT(raw_copy(codes, count)), pair = PROTECT(Rf_cons(bytes, texts));
  const SEXP out = R_new_altrep(text_class, pair, R_NilValue);
  UNPROTECT(2);
  return out;
}

}  // namespace compact
