// Calls of the library that may call back into R, and their failures; texts and whole numbers for R.
#ifndef WALD_R_CALL_H
#define WALD_R_CALL_H

#include <Rcpp.h>

#include <string>
#include <vector>

#include "wald.hpp"

namespace glue {

// A running call of the library. Whatever R does in a callback (an error, an interrupt, a restart, memory that there is
// none of) must not jump over frames of the library: it is caught at the callback, the library is told to stop, and
// finish() lets it go on from where no frame of the library is left. Callbacks come on R's thread alone, and may nest.
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

  // The function takes vectors of tp, k and s, and gives as many doubles.
  static void metric(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values,
                     void *function) noexcept;
  static int32_t progress(double fraction, void *function) noexcept;

  // The function that gives the scores of models: of the model and the rows, counted from 1; it gives doubles, row by
  // row.
  struct Scorer {
    SEXP function;
    int64_t rows, classes;
  };
  static int32_t scores(int64_t model, const int64_t *rows, int64_t n, double *scores, void *scorer) noexcept;

 private:
  bool stopped() const { return token_ != nullptr || interrupted_ || no_memory_; }
  template <class Body>
  SEXP evaluate(const Body &body) noexcept;

  static Call *current;
  Call *outer_;
  const void *first_, *second_;
  SEXP token_ = nullptr;
  bool interrupted_ = false, no_memory_ = false;
};

// A failure as a value, which the R code raises as a condition of its own class. It is called where an exception is
// handled, and throws none.
SEXP failure(wald_status status, const char *message) noexcept;

inline void check(wald_status status) { wald::detail::check(status); }

// Adds what a list has not got yet. (Rcpp's `out[name] = value` looks for the name first, and where it is not there
// throws an error that ends the process should there be no memory for its text.)
inline void add(Rcpp::List &out, const char *name, SEXP value) {
  Rcpp::Shield<SEXP> held(value);
  out.push_back(value, name);
}

SEXP text(const char *utf8);
inline SEXP text(const std::string &utf8) { return text(utf8.c_str()); }
// As integers of R where `most`, which none exceeds, is one; else as doubles. `plus` is added to each.
SEXP whole_numbers(const int64_t *values, int64_t count, int64_t most, int64_t plus = 0);
inline SEXP whole_numbers(const std::vector<int64_t> &values, int64_t most, int64_t plus = 0) {
  return whole_numbers(values.data(), static_cast<int64_t>(values.size()), most, plus);
}
inline int64_t whole(double value) { return static_cast<int64_t>(value); }
std::vector<int64_t> whole_of(const Rcpp::NumericVector &values);

}  // namespace glue

#endif
