// What the functions behind the R code share: calls that may call back into R, failures, handles, options.
#ifndef WALD_R_GLUE_H
#define WALD_R_GLUE_H

#include <Rcpp.h>

#include "wald.hpp"

namespace glue {

// A running call of the library. Whatever R does in a callback (an error, an interrupt, a restart) must not jump over
// frames of the library: it is caught at the callback, the library is told to stop, and finish() lets it go on from
// where no frame of the library is left. Callbacks come on R's thread alone, and may nest.
class Call {
 public:
  // With the handles that the call uses, which a callback must neither close nor change.
  explicit Call(const void *metric, const void *estimator = nullptr)
      : outer_(current), metric_(metric), estimator_(estimator) {
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

  // Who is asked for the scores of models: a function of the model and the rows, counted from 1, which gives doubles,
  // row by row.
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
  const void *metric_, *estimator_;
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
// As integers of R where `most`, which none exceeds, is one; else as doubles. `plus` is added to each.
SEXP whole_numbers(const std::vector<int64_t> &values, int64_t most, int64_t plus = 0);
SEXP whole_numbers(const int64_t *values, int64_t count, int64_t most, int64_t plus = 0);
SEXP whole_number(int64_t value);

// ---- Handles ---------------------------------------------------------------------------------------

// An object of the library as an external pointer, which holds `keep` alive and destroys the object when collected.
template <class T, void (*Destroy)(T *) noexcept>
SEXP own(T *handle, SEXP keep = R_NilValue) {
  SEXP out = PROTECT(R_MakeExternalPtr(handle, R_NilValue, keep));
  R_RegisterCFinalizerEx(
      out,
      [](SEXP pointer) {
        Destroy(static_cast<T *>(R_ExternalPtrAddr(pointer)));
        R_ClearExternalPtr(pointer);
      },
      FALSE);
  UNPROTECT(1);
  return out;
}
inline SEXP own(wald_metric *handle, SEXP function = R_NilValue) {
  return own<wald_metric, wald_metric_destroy>(handle, function);
}
inline SEXP own(wald_estimator *handle) { return own<wald_estimator, wald_estimator_destroy>(handle); }
inline SEXP own(wald_distribution *handle) { return own<wald_distribution, wald_distribution_destroy>(handle); }

// The object behind an external pointer; an error that says why there is none.
void *address(SEXP pointer, const char *noun);
inline wald_metric *metric_of(SEXP pointer) { return static_cast<wald_metric *>(address(pointer, "metric")); }
inline wald_estimator *estimator_of(SEXP pointer) {
  return static_cast<wald_estimator *>(address(pointer, "estimator"));
}
// One that is to be changed.
inline wald_estimator *changing(SEXP pointer) {
  wald_estimator *const estimator = estimator_of(pointer);
  Call::require_unused(estimator, "estimator");
  return estimator;
}
inline wald_distribution *distribution_of(SEXP pointer) {
  return static_cast<wald_distribution *>(address(pointer, "distribution"));
}

using Options = wald::detail::Handle<wald_options, wald_options_destroy>;

// Options by a list that may name any of at_least, at_most, algorithm, average, abstain, threads, seed, draws and
// progress (a function). An interrupt ends the call, which takes a callback, unless it is over before one would matter.
Options options_of(const Rcpp::List &settings, bool quick);

// Whether deciding so many problems of so many items takes hardly longer than a blink.
bool is_quick(SEXP metric, const Rcpp::List &settings, double problems, double items);
// Of a table, whose settings say over what it is decided.
bool is_quick_table(SEXP metric, const Rcpp::List &settings, double rows, double cols);

// One problem to read from: an estimator, or probabilities of a kind, fed to an estimator for this call.
class Problem {
 public:
  Problem(SEXP known, int kind);
  const wald_estimator *get() const { return estimator_; }
  int64_t n_labels() const;

 private:
  const wald_estimator *estimator_;
  wald::detail::Handle<wald_estimator, wald_estimator_destroy> own_;
};

// A table of doubles, column by column; a vector is one column.
struct Columns {
  Rcpp::NumericVector values;
  int64_t rows, cols;

  explicit Columns(SEXP table);
  const double *data() const { return values.begin(); }
};

// Doubles, or none.
class OptionalReals {
 public:
  explicit OptionalReals(const Rcpp::Nullable<Rcpp::NumericVector> &values) {
    if (values.isNotNull()) values_ = Rcpp::NumericVector(values.get());
    given_ = values.isNotNull();
  }
  const double *data() const { return given_ ? values_.begin() : nullptr; }

 private:
  Rcpp::NumericVector values_;
  bool given_;
};

// R does not see how much the objects behind its pointers hold: those that nobody refers to are collected once many
// numbers were fed.
void fed(double numbers);

inline int64_t whole(double value) { return static_cast<int64_t>(value); }
inline uint64_t seed_of(const std::string &digits) { return std::stoull(digits); }

// Cells of an integer matrix, column by column. What does not fit a byte becomes 255, which the library refuses.
std::vector<uint8_t> cells_of(const Rcpp::IntegerVector &values);

}  // namespace glue

#endif
