// What given predictions are worth: expected utility, regret, value on known truth, distribution.
#include "glue.h"

// The expected utility or the regret of a prediction of one problem, and the limit on its error.
// [[Rcpp::export(rng = false)]]
SEXP native_judge(SEXP metric, SEXP known, int kind, Rcpp::IntegerVector prediction, Rcpp::List asked, bool regret) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Problem problem(known, kind);
  const glue::Options options =
      glue::options_of("decisions", asked, glue::is_quick(metric, asked, 1, problem.n_labels()));
  const std::vector<uint8_t> cells = glue::cells_of(prediction);
  const wald_array mask = glue::array(cells);
  const wald_known of{sizeof of, problem.get(), nullptr, WALD_INDEPENDENT};
  double value = 0, limit = 0;
  {
    const wald::detail::Handle<wald_expectation> made(glue::created<wald_expectation>(
        [&](auto out) { return wald_expectation_create(utility, &of, &mask, options.get(), regret, out); },
        utility, problem.get()));
    glue::check(wald_number(made.get(), regret ? WALD_EXPECTATION_REGRET : WALD_EXPECTATION_EXPECTED, 0, &value));
    glue::check(wald_number(made.get(), regret ? WALD_EXPECTATION_REGRET_BOUND : WALD_EXPECTATION_ERROR, 0, &limit));
  }
  return Rcpp::NumericVector::create(value, limit);
}

// [[Rcpp::export(rng = false)]]
SEXP native_judge_rows(SEXP metric, int kind, Rcpp::NumericMatrix p, Rcpp::IntegerMatrix prediction, double answers,
                       Rcpp::List asked, bool regret) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Options options =
      glue::options_of("decisions", asked, glue::is_quick_table(metric, asked, p.nrow(), p.ncol()));
  const std::vector<uint8_t> cells = glue::cells_of(prediction);
  const wald_array probabilities = glue::array(p), mask = glue::array(cells.data(), p.nrow(), p.ncol());
  const wald_known of{sizeof of, nullptr, &probabilities, kind};
  Rcpp::NumericVector out(static_cast<R_xlen_t>(answers));
  const wald::detail::Handle<wald_expectation> made(glue::created<wald_expectation>(
      [&](auto to) { return wald_expectation_create(utility, &of, &mask, options.get(), regret, to); },
      utility));
  glue::check(wald_numbers(made.get(), regret ? WALD_EXPECTATION_REGRET : WALD_EXPECTATION_EXPECTED, 0, out.begin(),
                           out.size(), nullptr));
  return out;
}

// [[Rcpp::export(rng = false)]]
SEXP native_evaluate(SEXP metric, Rcpp::IntegerMatrix truth, Rcpp::IntegerMatrix prediction,
                     Rcpp::Nullable<Rcpp::NumericVector> weights, Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Options options = glue::options_of("decisions", asked);
  const std::vector<uint8_t> y = glue::cells_of(truth), h = glue::cells_of(prediction);
  const wald_array of_truth = glue::array(y.data(), truth.nrow(), truth.ncol());
  const wald_array of_prediction = glue::array(h.data(), prediction.nrow(), prediction.ncol());
  const glue::Optional w(weights);
  double value = 0;
  int64_t undecided = 0;
  glue::Call call(utility);
  call.finish(wald_evaluate(utility, &of_truth, &of_prediction, w.array(), options.get(), &value, &undecided));
  return Rcpp::NumericVector::create(value, static_cast<double>(undecided));
}

// The facts by name, the interval by its word.
// [[Rcpp::export(rng = false)]]
SEXP native_compare(SEXP metric, Rcpp::IntegerMatrix truth, Rcpp::IntegerMatrix a, Rcpp::IntegerMatrix b,
                    Rcpp::Nullable<Rcpp::NumericVector> weights, Rcpp::Nullable<Rcpp::NumericVector> groups,
                    Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Options options = glue::options_of("decisions", asked);
  const std::vector<uint8_t> known = glue::cells_of(truth), of_a = glue::cells_of(a), of_b = glue::cells_of(b);
  const wald_array table = glue::array(known.data(), truth.nrow(), truth.ncol()),
                   table_a = glue::array(of_a.data(), a.nrow(), a.ncol()),
                   table_b = glue::array(of_b.data(), b.nrow(), b.ncol());
  const glue::Optional w(weights);
  const std::vector<int64_t> ids =
      groups.isNull() ? std::vector<int64_t>() : glue::whole_of(Rcpp::NumericVector(groups.get()));
  const wald_array together = glue::array(ids);
  const wald_rows rows{sizeof rows, w.array(), groups.isNull() ? nullptr : &together};
  wald_comparison *const made = glue::created<wald_comparison>(
      [&](auto out) {
        return wald_comparison_create(utility, &table, &table_a, &table_b, &rows, options.get(), out);
      },
      utility);
  const Rcpp::Shield<SEXP> owner(glue::own(made));
  return glue::facts_of(made, {"whole"});
}

// [[Rcpp::export(rng = false)]]
std::string native_table_warning(SEXP metric, int kind, Rcpp::List asked, Rcpp::NumericMatrix p) {
  const glue::Options options = glue::options_of("decisions", asked, true);
  const wald_array probabilities = glue::array(p);
  const wald_table table = glue::table(probabilities);
  const char *out = "";
  glue::check(wald_table_warning(glue::handle<wald_metric>(metric), kind, &table, options.get(), &out));
  return out;
}

// [[Rcpp::export(rng = false)]]
std::string native_table_warning_csr(SEXP metric, int kind, Rcpp::List asked, Rcpp::IntegerVector indptr,
                                     Rcpp::IntegerVector indices, Rcpp::NumericVector p, double n_labels) {
  const glue::Options options = glue::options_of("decisions", asked, true);
  const wald_sparse probabilities = glue::sparse(indptr, indices, p.begin(), n_labels);
  const wald_table table = glue::table(probabilities);
  const char *out = "";
  glue::check(wald_table_warning(glue::handle<wald_metric>(metric), kind, &table, options.get(), &out));
  return out;
}

// The facts of what deciding is worth, by name.
static Rcpp::List worth_facts(const wald_metric *utility, int kind, const Rcpp::Nullable<Rcpp::IntegerMatrix> &truth,
                              const wald_table &table, const Rcpp::Nullable<Rcpp::NumericVector> &weights,
                              const Rcpp::List &asked) {
  const glue::Options options = glue::options_of("decisions", asked);
  const glue::Optional w(weights);
  std::vector<uint8_t> cells;
  wald_array known = {};
  if (truth.isNotNull()) {
    const Rcpp::IntegerMatrix given(truth.get());
    cells = glue::cells_of(given);
    known = glue::array(cells.data(), given.nrow(), given.ncol());
  }
  const wald_array *const y = truth.isNotNull() ? &known : nullptr;
  wald_worth *const made = glue::created<wald_worth>(
      [&](auto out) { return wald_worth_create(utility, kind, y, &table, w.array(), options.get(), out); }, utility);
  const Rcpp::Shield<SEXP> owner(glue::own(made));
  return glue::facts_of(made, {"whole"});
}

// [[Rcpp::export(rng = false)]]
SEXP native_worth(SEXP metric, int kind, Rcpp::Nullable<Rcpp::IntegerMatrix> truth, Rcpp::NumericMatrix p,
                  Rcpp::Nullable<Rcpp::NumericVector> weights, Rcpp::List asked) {
  const wald_array probabilities = glue::array(p);
  return worth_facts(glue::handle<wald_metric>(metric), kind, truth, glue::table(probabilities), weights, asked);
}

// [[Rcpp::export(rng = false)]]
SEXP native_worth_csr(SEXP metric, int kind, Rcpp::Nullable<Rcpp::IntegerMatrix> truth, Rcpp::IntegerVector indptr,
                      Rcpp::IntegerVector indices, Rcpp::NumericVector p, double n_labels,
                      Rcpp::Nullable<Rcpp::NumericVector> weights, Rcpp::List asked) {
  const wald_sparse probabilities = glue::sparse(indptr, indices, p.begin(), n_labels);
  return worth_facts(glue::handle<wald_metric>(metric), kind, truth, glue::table(probabilities), weights, asked);
}

// [[Rcpp::export(rng = false)]]
SEXP native_distribution(SEXP metric, SEXP known, int kind, Rcpp::IntegerVector prediction, Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Problem problem(known, kind);
  const glue::Options options = glue::options_of("decisions", asked);
  const std::vector<uint8_t> cells = glue::cells_of(prediction);
  const wald_array mask = glue::array(cells);
  wald_distribution *const made = glue::created<wald_distribution>(
      [&](auto out) { return wald_distribution_create(utility, problem.get(), &mask, options.get(), out); }, utility,
      problem.get());
  Rcpp::Shield<SEXP> pointer(glue::own(made));
  const Rcpp::NumericVector values = Rcpp::wrap(wald::detail::numbers(made, WALD_DISTRIBUTION_VALUES));
  const Rcpp::NumericVector probabilities = Rcpp::wrap(wald::detail::numbers(made, WALD_DISTRIBUTION_PROBABILITIES));
  Rcpp::List out = glue::facts_of(made, {"whole"});
  glue::add(out, "values", values);
  glue::add(out, "probabilities", probabilities);
  glue::add(out, "pointer", pointer);
  return out;
}

// [[Rcpp::export(rng = false)]]
SEXP native_quantile(SEXP pointer, Rcpp::NumericVector q) {
  const wald_distribution *const distribution = glue::handle<wald_distribution>(pointer);
  Rcpp::NumericVector out(q.size());
  for (R_xlen_t i = 0; i < q.size(); ++i) glue::check(wald_distribution_quantile(distribution, q[i], &out[i]));
  return out;
}

// P(utility >= u) and its standard error, a column each.
// [[Rcpp::export(rng = false)]]
SEXP native_at_least(SEXP pointer, Rcpp::NumericVector u) {
  const wald_distribution *const distribution = glue::handle<wald_distribution>(pointer);
  Rcpp::NumericMatrix out(static_cast<int>(u.size()), 2);
  for (int i = 0; i < out.nrow(); ++i)
    glue::check(wald_distribution_at_least(distribution, u[i], &out(i, 0), &out(i, 1)));
  return out;
}

// The page of a report. names: the title, the systems, the labels.
// [[Rcpp::export(rng = false)]]
SEXP native_report(SEXP metric, int kind, Rcpp::IntegerMatrix truth, Rcpp::NumericMatrix p, SEXP compared,
                   Rcpp::List of_rows, std::vector<std::string> names, Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Options options = glue::options_of("decisions", asked);
  const std::vector<uint8_t> known = glue::cells_of(truth);
  const wald_array table = glue::array(known.data(), truth.nrow(), truth.ncol()), probabilities = glue::array(p);
  const Rcpp::NumericMatrix others = Rf_isNull(compared) ? Rcpp::NumericMatrix(0, 0) : Rcpp::NumericMatrix(compared);
  const wald_array of_others = glue::array(others);
  const Rcpp::Nullable<Rcpp::NumericVector> weights(of_rows["weights"]), groups(of_rows["groups"]);
  const glue::Optional w(weights);
  const std::vector<int64_t> ids =
      groups.isNull() ? std::vector<int64_t>() : glue::whole_of(Rcpp::NumericVector(groups.get()));
  const wald_array together = glue::array(ids);
  std::vector<const char *> texts;
  for (const std::string &name : names) texts.push_back(name.c_str());
  const wald_report_input input{sizeof(wald_report_input), Rf_isNull(compared) ? nullptr : &of_others, w.array(),
                                groups.isNull() ? nullptr : &together, texts.data()};
  wald_report *const made = glue::created<wald_report>(
      [&](auto out) {
        return wald_report_create(utility, kind, &table, &probabilities, &input, options.get(), out);
      },
      utility);
  Rcpp::Shield<SEXP> pointer(glue::own(made));
  const auto text = [&](wald_report_fact fact) {
    const std::string_view of = wald::detail::text(made, fact);
    return Rf_mkCharLenCE(of.data(), static_cast<int>(of.size()), CE_UTF8);
  };
  const Rcpp::Shield<SEXP> page(text(WALD_REPORT_PAGE)), data(text(WALD_REPORT_DATA));
  return Rcpp::CharacterVector::create(static_cast<SEXP>(page), static_cast<SEXP>(data));
}
