// What given predictions are worth: expected utility, regret, value on known truth, distribution.
#include "glue.h"

// The expected utility or the regret of a prediction of one problem, and the limit on its error.
// [[Rcpp::export(rng = false)]]
SEXP native_judge(SEXP metric, SEXP known, int kind, Rcpp::IntegerVector prediction, Rcpp::List settings, bool regret) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const glue::Problem problem(known, kind);
    const double items = static_cast<double>(problem.n_labels());
    const glue::Options options = glue::options_of(settings, glue::is_quick(metric, settings, 1, items));
    const std::vector<uint8_t> mask = glue::cells_of(prediction);
    const int64_t n = static_cast<int64_t>(mask.size());
    double value = 0, limit = 0;
    glue::Call call(utility, problem.get());
    if (regret)
      call.finish(wald_regret(utility, problem.get(), mask.data(), n, 1, options.get(), &value, &limit));
    else
      call.finish(wald_expected(utility, problem.get(), mask.data(), n, 1, options.get(), &value, &limit));
    return Rcpp::NumericVector::create(value, limit);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_judge_rows(SEXP metric, int kind, Rcpp::NumericMatrix p, Rcpp::IntegerMatrix prediction, double answers,
                       Rcpp::List settings, bool regret) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const glue::Options options =
        glue::options_of(settings, glue::is_quick_table(metric, settings, p.nrow(), p.ncol()));
    const std::vector<uint8_t> mask = glue::cells_of(prediction);
    const int64_t rows = p.nrow(), cols = p.ncol();
    Rcpp::NumericVector out(static_cast<R_xlen_t>(answers));
    glue::Call call(utility);
    call.finish(wald_expected_rows(utility, kind, p.begin(), WALD_FLOAT64, rows, cols, 1, rows, mask.data(), 1, rows,
                                   options.get(), regret ? nullptr : out.begin(), regret ? out.begin() : nullptr));
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_evaluate(SEXP metric, int average, Rcpp::IntegerMatrix truth, Rcpp::IntegerMatrix prediction,
                     Rcpp::Nullable<Rcpp::NumericVector> weights) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const std::vector<uint8_t> y = glue::cells_of(truth), h = glue::cells_of(prediction);
    const Rcpp::NumericVector w = weights.isNull() ? Rcpp::NumericVector() : Rcpp::NumericVector(weights.get());
    const int64_t rows = truth.nrow(), cols = truth.ncol();
    double value = 0;
    int64_t undecided = 0;
    glue::Call call(utility);
    call.finish(wald_evaluate(utility, average, rows, cols, y.data(), 1, rows, h.data(), 1, rows,
                              weights.isNull() ? nullptr : w.begin(), WALD_FLOAT64, 1, &value, &undecided));
    return Rcpp::NumericVector::create(value, static_cast<double>(undecided));
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_distribution(SEXP metric, SEXP known, int kind, Rcpp::IntegerVector prediction, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const glue::Problem problem(known, kind);
    const glue::Options options = glue::options_of(settings, false);
    const std::vector<uint8_t> mask = glue::cells_of(prediction);
    wald_distribution *made = nullptr;
    glue::check(wald_distribution_create(&made));
    Rcpp::Shield<SEXP> pointer(glue::own(made));
    {
      glue::Call call(utility, problem.get());
      call.finish(wald_distribution_compute(made, utility, problem.get(), mask.data(),
                                            static_cast<int64_t>(mask.size()), 1, options.get()));
    }
    double mean = 0, sd = 0, standard_error = 0;
    int64_t draws = 0, needed = 0;
    glue::check(wald_distribution_moments(made, &mean, &sd, &standard_error));
    glue::check(wald_distribution_draws(made, &draws));
    glue::check(wald_distribution_atoms(made, nullptr, nullptr, 0, &needed));
    Rcpp::NumericVector values(needed), probabilities(needed);
    glue::check(wald_distribution_atoms(made, values.begin(), probabilities.begin(), needed, &needed));
    return Rcpp::List::create(Rcpp::Named("pointer") = SEXP(pointer), Rcpp::Named("mean") = mean,
                              Rcpp::Named("sd") = sd, Rcpp::Named("standard_error") = standard_error,
                              Rcpp::Named("draws") = static_cast<double>(draws), Rcpp::Named("values") = values,
                              Rcpp::Named("probabilities") = probabilities);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_quantile(SEXP pointer, Rcpp::NumericVector q) {
  return glue::guarded([&]() -> SEXP {
    const wald_distribution *const distribution = glue::distribution_of(pointer);
    Rcpp::NumericVector out(q.size());
    for (R_xlen_t i = 0; i < q.size(); ++i) glue::check(wald_distribution_quantile(distribution, q[i], &out[i]));
    return out;
  });
}

// P(utility >= u) and its standard error, a column each.
// [[Rcpp::export(rng = false)]]
SEXP native_at_least(SEXP pointer, Rcpp::NumericVector u) {
  return glue::guarded([&]() -> SEXP {
    const wald_distribution *const distribution = glue::distribution_of(pointer);
    Rcpp::NumericMatrix out(static_cast<int>(u.size()), 2);
    for (int i = 0; i < out.nrow(); ++i)
      glue::check(wald_distribution_at_least(distribution, u[i], &out(i, 0), &out(i, 1)));
    return out;
  });
}
