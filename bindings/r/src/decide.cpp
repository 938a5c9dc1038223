#include "glue.h"

#include <algorithm>
#include <limits>

namespace {

using glue::check;

// A decision of the library for one call. The one of the last call is used again, since a decision that has grown stops
// allocating; unless it is too large to keep for nothing.
class Decision {
 public:
  explicit Decision(double cells) : keep_(cells <= 1e6), handle_(std::move(spare)) {
    if (handle_) return;
    wald_decision *made = nullptr;
    check(wald_decision_create(&made));
    handle_.reset(made);
  }
  ~Decision() {
    if (keep_) spare = std::move(handle_);
  }
  Decision(const Decision &) = delete;
  Decision &operator=(const Decision &) = delete;
  wald_decision *get() const { return handle_.get(); }

 private:
  using Handle = wald::detail::Handle<wald_decision, wald_decision_destroy>;
  static Handle spare;
  bool keep_;
  Handle handle_;
};
Decision::Handle Decision::spare;

Rcpp::NumericVector fact(const wald_decision *decision, wald_fact which, int64_t count) {
  Rcpp::NumericVector out(Rcpp::no_init(count));
  int64_t needed = 0;
  if (count > 0) check(wald_decision_facts(decision, which, out.begin(), count, &needed));
  return out;
}

// A fact that is a whole number; an integer of R where `most` is one.
SEXP whole_fact(const wald_decision *decision, wald_fact which, int64_t count, int64_t most) {
  const Rcpp::NumericVector values = fact(decision, which, count);
  if (most > std::numeric_limits<int>::max()) return values;
  Rcpp::IntegerVector out(Rcpp::no_init(count));
  std::transform(values.begin(), values.end(), out.begin(), [](double x) { return static_cast<int>(x); });
  return out;
}

// A static text of every answer: few different ones, each made a string of R once.
template <class Getter>
SEXP texts(const wald_decision *decision, Getter getter, int64_t count) {
  Rcpp::Shield<SEXP> out(Rf_allocVector(STRSXP, static_cast<R_xlen_t>(count)));
  const char *last = nullptr;
  SEXP string = R_BlankString;
  for (int64_t i = 0; i < count; ++i) {
    const char *text = nullptr;
    check(getter(decision, i, &text));
    if (text != last) string = Rf_mkCharCE(last = text, CE_UTF8);  // held by the vector, from here on
    SET_STRING_ELT(out, static_cast<R_xlen_t>(i), string);
  }
  return out;
}

bool any_warning(const wald_decision *decision, int64_t count) {
  const Rcpp::NumericVector warned = fact(decision, WALD_FACT_WARNED, count);
  return std::any_of(warned.begin(), warned.end(), [](double flag) { return flag != 0; });
}

// Everything that is known of the answers, by name; a vector each. Positions count from 1.
Rcpp::List facts(const wald_decision *decision) {
  int64_t count = 0, n = 0, size = 0;
  check(wald_decision_count(decision, &count));
  check(wald_decision_n(decision, &n));
  const Rcpp::NumericVector abstained = fact(decision, WALD_FACT_ABSTAINED, count);
  std::vector<int64_t> indptr(static_cast<std::size_t>(count) + 1);
  check(wald_decision_csr(decision, indptr.data(), nullptr, 0, &size));
  std::vector<int64_t> indices(static_cast<std::size_t>(size));
  if (size > 0) check(wald_decision_csr(decision, nullptr, indices.data(), size, &size));
  const auto text = [&](auto getter) { return Rcpp::RObject(texts(decision, getter, count)); };
  const bool warned = any_warning(decision, count);
  return Rcpp::List::create(
      Rcpp::Named("k") = whole_fact(decision, WALD_FACT_K, count, n),
      Rcpp::Named("expected") = fact(decision, WALD_FACT_EXPECTED, count),
      Rcpp::Named("loss") = fact(decision, WALD_FACT_LOSS, count),
      Rcpp::Named("bound") = fact(decision, WALD_FACT_BOUND, count),
      Rcpp::Named("next_best") = fact(decision, WALD_FACT_NEXT_BEST, count),
      Rcpp::Named("p_zero") = fact(decision, WALD_FACT_P_ZERO, count),
      Rcpp::Named("k_lowest") = whole_fact(decision, WALD_FACT_K_LOWEST, count, n),
      Rcpp::Named("k_highest") = whole_fact(decision, WALD_FACT_K_HIGHEST, count, n),
      Rcpp::Named("abstained") = Rcpp::LogicalVector(abstained.begin(), abstained.end()),
      Rcpp::Named("algorithm") = text(wald_decision_algorithm),
      Rcpp::Named("warning") = warned ? text(wald_decision_warning) : Rcpp::RObject(Rcpp::CharacterVector(count)),
      Rcpp::Named("warned") = warned, Rcpp::Named("n") = static_cast<double>(n),
      Rcpp::Named("indptr") = glue::whole_numbers(indptr, size),
      Rcpp::Named("indices") = glue::whole_numbers(indices, n, 1));
}

Rcpp::LogicalMatrix logical(const std::vector<uint8_t> &mask, int rows, int cols) {
  Rcpp::LogicalMatrix out(Rcpp::no_init(rows, cols));
  std::transform(mask.begin(), mask.end(), out.begin(),
                 [](uint8_t cell) { return cell == WALD_UNDECIDED ? NA_LOGICAL : static_cast<int>(cell); });
  return out;
}

}  // namespace

// [[Rcpp::export(rng = false)]]
SEXP native_decide(SEXP metric, SEXP known, int kind, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const glue::Problem problem(known, kind);
    const double items = static_cast<double>(problem.n_labels());
    const glue::Options options = glue::options_of(settings, glue::is_quick(metric, settings, 1, items));
    const Decision decision(items);
    glue::Call call(utility, problem.get());
    call.finish(wald_decide(utility, problem.get(), options.get(), decision.get()));
    return facts(decision.get());
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_decide_rows(SEXP metric, int kind, Rcpp::NumericMatrix p, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const glue::Options options =
        glue::options_of(settings, glue::is_quick_table(metric, settings, p.nrow(), p.ncol()));
    const int64_t rows = p.nrow(), cols = p.ncol();
    const Decision decision(static_cast<double>(rows) * static_cast<double>(cols));
    std::vector<uint8_t> mask(static_cast<std::size_t>(rows * cols));
    {
      glue::Call call(utility);
      call.finish(wald_decide_rows(utility, kind, p.begin(), WALD_FLOAT64, rows, cols, 1, rows, options.get(),
                                   mask.data(), 1, rows, nullptr, decision.get()));
    }
    Rcpp::List out = facts(decision.get());
    out["prediction"] = logical(mask, p.nrow(), p.ncol());
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_decide_csr(SEXP metric, int kind, Rcpp::IntegerVector indptr, Rcpp::IntegerVector indices,
                       Rcpp::NumericVector p, double n_labels, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const double rows = static_cast<double>(indptr.size() - 1);
    const glue::Options options =
        glue::options_of(settings, glue::is_quick_table(metric, settings, rows, n_labels));
    const Decision decision(static_cast<double>(indices.size()));
    {
      glue::Call call(utility);
      call.finish(wald_decide_csr(utility, kind, indptr.begin(), indices.begin(), WALD_INT32, p.begin(), WALD_FLOAT64,
                                  indptr.size() - 1, glue::whole(n_labels), options.get(), nullptr, decision.get()));
    }
    return facts(decision.get());
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_curve(SEXP metric, SEXP known, int kind, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const glue::Problem problem(known, kind);
    const double items = static_cast<double>(problem.n_labels());
    const glue::Options options = glue::options_of(settings, glue::is_quick(metric, settings, 1, items));
    int64_t needed = 0;
    check(wald_curve(utility, problem.get(), options.get(), nullptr, 0, &needed));
    Rcpp::NumericVector out(needed);
    glue::Call call(utility, problem.get());
    call.finish(wald_curve(utility, problem.get(), options.get(), out.begin(), needed, &needed));
    return out;
  });
}
