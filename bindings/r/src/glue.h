// What the functions behind the R code share: calls that may call back into R, failures, objects, arrays, options.
#ifndef WALD_R_GLUE_H
#define WALD_R_GLUE_H

#include <Rcpp.h>

#include <string>
#include <type_traits>
#include <vector>

#include "wald.hpp"

namespace glue {

// A running call of the library. Whatever R does in a callback (an error, an interrupt, a restart) must not jump over
// frames of the library: it is caught at the callback, the library is told to stop, and finish() lets it go on from
// where no frame of the library is left. Callbacks come on R's thread alone, and may nest.
class Call {
 public:
  // With the handles that the call uses, which a callback must neither close nor change.
  explicit Call(const void *first = nullptr, const void *second = nullptr)
      : outer_(current), first_(first), second_(second) {
    current = this;
  }
  ~Call() { current = outer_; }
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  // Throws what a callback left, else what the library says of a failure.
  void finish(wald_status status);

  static void require_unused(const void *handle, const char *noun);

  static double metric(int64_t tp, int64_t k, int64_t s, int64_t n, void *function) noexcept;
  static int32_t progress(double fraction, void *function) noexcept;

  // The function that gives the scores of models: of the model and the rows, counted from 1; it gives doubles, row by
  // row.
  struct Scorer {
    SEXP function;
    int64_t rows, classes;
  };
  static int32_t scores(int64_t model, const int64_t *rows, int64_t n, double *scores, void *scorer) noexcept;

 private:
  bool stopped() const { return token_ != nullptr || interrupted_; }
  template <class Body>
  SEXP evaluate(const Body &body);

  static Call *current;
  Call *outer_;
  const void *first_, *second_;
  SEXP token_ = nullptr;
  bool interrupted_ = false;
};

// A failure as a value, which the R code raises as a condition of its own class.
SEXP failure(const wald::Error &error);

template <class Body>
SEXP guarded(const Body &body) {
  try {
    return body();
  } catch (const wald::Error &error) {
    return failure(error);
  }
}

inline void check(wald_status status) { wald::detail::check(status); }

SEXP text(const char *utf8);
inline SEXP text(const std::string &utf8) { return text(utf8.c_str()); }
// As integers of R where `most`, which none exceeds, is one; else as doubles. `plus` is added to each.
SEXP whole_numbers(const int64_t *values, int64_t count, int64_t most, int64_t plus = 0);
inline SEXP whole_numbers(const std::vector<int64_t> &values, int64_t most, int64_t plus = 0) {
  return whole_numbers(values.data(), static_cast<int64_t>(values.size()), most, plus);
}
inline int64_t whole(double value) { return static_cast<int64_t>(value); }
std::vector<int64_t> whole_of(const Rcpp::NumericVector &values);

// ---- Objects ---------------------------------------------------------------------------------------

// What can be done with every object of one kind, whichever it is; null where the library has no such function.
struct Noun {
  const char *name;   // as messages call it
  const char *facts;  // the list of its facts
  void (*destroy)(void *);
  wald_status (*number)(const void *, int64_t item, int32_t fact, double *) = nullptr;
  wald_status (*numbers)(const void *, int64_t item, int32_t fact, double *, int64_t, int64_t *) = nullptr;
  wald_status (*text)(const void *, int64_t item, int32_t fact, const char **) = nullptr;
  wald_status (*save)(const void *, char *, int64_t, int64_t *) = nullptr;
  wald_status (*load)(const char *, int64_t, void **) = nullptr;
  wald_status (*copy)(const void *, void **) = nullptr;
  wald_status (*clear)(void *) = nullptr;
  wald_status (*merge)(void *, const void *) = nullptr;
};
// Of each type; noun_of<T>() in objects.cpp.
template <class T>
const Noun &noun_of();

SEXP own(void *handle, const Noun &noun, SEXP keep);
// An object of the library as an external pointer, which holds `keep` alive and destroys the object when collected.
template <class T>
SEXP own(T *handle, SEXP keep = R_NilValue) {
  return own(handle, noun_of<T>(), keep);
}
// Calls `create(&handle)`, and owns what it made.
template <class T, class Create>
SEXP made(const Create &create) {
  T *out = nullptr;
  check(create(&out));
  return own(out);
}

// The object behind an external pointer; an error that says why there is none.
void *address(SEXP pointer, const Noun &noun);
template <class T>
T *handle(SEXP pointer) {
  return static_cast<T *>(address(pointer, noun_of<T>()));
}
// One that is to be changed.
template <class T>
T *changing(SEXP pointer) {
  T *const found = handle<T>(pointer);
  Call::require_unused(found, noun_of<T>().name);
  return found;
}

// Facts by name: those that there is one of for each of what `which` names, and those that it names themselves. A fact
// that this object does not have is left out.
Rcpp::List facts_of(const void *handle, const Noun &noun, const std::vector<std::string> &which, int64_t item = 0);
template <class T>
Rcpp::List facts_of(const T *handle, const std::vector<std::string> &which, int64_t item = 0) {
  return facts_of(handle, noun_of<T>(), which, item);
}

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
wald_sparse sparse(const Rcpp::IntegerVector &indptr, const Rcpp::IntegerVector &indices, const double *values,
                   double columns);

// ---- Options ---------------------------------------------------------------------------------------

using Options = wald::detail::Handle<wald_options, wald_options_destroy>;

// Options of a family by a list of their names and values, of the types that the R code gives them: numbers, texts, the
// pointer of a metric, a function for progress. An interrupt ends the call, which takes a callback, unless it is over
// before one would matter.
Options options_of(const char *family, const Rcpp::List &asked, bool quick = false);

// Whether deciding so many problems of so many items takes hardly longer than a blink.
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
  wald::detail::Handle<wald_estimator, wald_estimator_destroy> own_;
};

// R does not see how much the objects behind its pointers hold: those that are no longer used are collected once many
// numbers were fed.
void fed(double numbers);

}  // namespace glue

#endif
