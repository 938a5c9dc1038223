// What the functions behind the R code share besides calls and objects: arrays, options, problems.
#ifndef WALD_R_GLUE_H
#define WALD_R_GLUE_H

#include <type_traits>

#include "objects.h"

namespace glue {

// ---- Arrays ----------------------------------------------------------------------------------------

// Memory of R, column by column; the library does not write to what it takes as const.
template <class T>
constexpr wald_type type_of() {
  return std::is_same_v<T, double>    ? WALD_FLOAT64
         : std::is_same_v<T, int64_t> ? WALD_INT64
         : std::is_same_v<T, int32_t> ? WALD_INT32
                                      : WALD_UINT8;
}
template <class T>
wald_array array(const T *data, int64_t rows, int64_t columns = 1) {
  return {sizeof(wald_array), const_cast<T *>(data), rows, columns, 1, rows, type_of<T>()};
}
template <class T>
wald_array array(const std::vector<T> &values) {
  return array(values.data(), static_cast<int64_t>(values.size()));
}
inline wald_array array(const Rcpp::NumericVector &values) { return array(values.begin(), values.size()); }
inline wald_array array(const Rcpp::NumericMatrix &table) { return array(table.begin(), table.nrow(), table.ncol()); }
// A table of doubles; a vector is one column.
wald_array columns(SEXP table);

// Numbers that the library wrote row by row.
Rcpp::NumericVector by_columns(const std::vector<double> &rows, int64_t n_rows, int64_t n_columns);

// Doubles, or none.
class Optional {
 public:
  explicit Optional(const Rcpp::Nullable<Rcpp::NumericVector> &values) : given_(values.isNotNull()) {
    if (given_) values_ = Rcpp::NumericVector(values.get());
    array_ = glue::array(values_);
  }
  const wald_array *array() const { return given_ ? &array_ : nullptr; }
  const double *data() const { return given_ ? values_.begin() : nullptr; }

 private:
  Rcpp::NumericVector values_;
  wald_array array_;
  bool given_;
};

// Cells of 0 and 1 (2: undecided). What does not fit a byte becomes 255, which the library refuses.
std::vector<uint8_t> cells_of(const Rcpp::IntegerVector &values);

// Compressed rows; without values each is 1.
// A table that is dense or sparse: a view of a view.
inline wald_table table(const wald_array &dense) { return {sizeof(wald_table), &dense, nullptr}; }
inline wald_table table(const wald_sparse &sparse) { return {sizeof(wald_table), nullptr, &sparse}; }
wald_sparse sparse(const Rcpp::IntegerVector &indptr, const Rcpp::IntegerVector &indices, const double *values,
                   double columns);

// ---- Options ---------------------------------------------------------------------------------------

using Options = wald::detail::Handle<wald_options>;

// Options of a family by a list of their names and values, of the types that the R code gives them: numbers, texts, the
// pointer of a metric, a function for progress. An interrupt ends the call, which takes a callback, unless it is over
// before one would matter.
Options options_of(const char *family, const Rcpp::List &asked, bool quick = false);

// Whether deciding this many problems of this many items takes hardly longer than a blink.
bool is_quick(SEXP metric, const Rcpp::List &asked, double problems, double items);
// Of a table, by the average of the options.
bool is_quick_table(SEXP metric, const Rcpp::List &asked, double rows, double cols);

// ---- Problems --------------------------------------------------------------------------------------

// One problem to read from: an estimator, or probabilities of a kind, fed to an estimator for this call.
class Problem {
 public:
  Problem(SEXP known, int kind);
  const wald_estimator *get() const { return estimator_; }
  double n_labels() const;

 private:
  const wald_estimator *estimator_;
  wald::detail::Handle<wald_estimator> own_;
};

// R does not see how much the objects behind its pointers hold: those that are no longer used are collected once many
// numbers were fed.
void fed(double numbers);

}  // namespace glue

#endif
