// Gives R the metrics of the C interface.
#include "glue.h"

// [[Rcpp::export(rng = false)]]
SEXP native_metric(std::string name, int zero_division) {
  return glue::made<wald_metric>([&](auto out) { return wald_metric_create(name.c_str(), zero_division, out); });
}

// [[Rcpp::export(rng = false)]]
SEXP native_metric_callback(SEXP callback, std::string name, int declared) {
  wald_metric *out = nullptr;
  glue::Call call;
  call.finish(wald_metric_create_callback(glue::Call::metric, callback, name.c_str(), declared, &out));
  return glue::own(out, callback);
}

// [[Rcpp::export(rng = false)]]
SEXP native_metric_table(Rcpp::NumericVector values, double n, std::string name, int declared) {
  return glue::made<wald_metric>([&](auto out) {
    return wald_metric_create_table(values.begin(), values.size(), glue::whole(n), name.c_str(), declared, out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_metric_facts(SEXP pointer) {
  const wald_metric *const metric = glue::handle<wald_metric>(pointer);
  const std::string name(wald::detail::text(metric, WALD_METRIC_NAME));
  const int zero_division = wald::detail::number<int>(metric, WALD_METRIC_ZERO_DIVISION);
  const int properties = wald::detail::number<int>(metric, WALD_METRIC_PROPERTIES);
  Rcpp::Shield<SEXP> shown(glue::text(name));
  return Rcpp::List::create(Rcpp::Named("name") = SEXP(shown), Rcpp::Named("zero_division") = zero_division,
                            Rcpp::Named("properties") = properties);
}

// [[Rcpp::export(rng = false)]]
SEXP native_utility(SEXP pointer, Rcpp::NumericMatrix cells) {
  const wald_metric *const metric = glue::handle<wald_metric>(pointer);
  Rcpp::NumericVector out(cells.nrow());
  glue::Call call(metric);
  for (int i = 0; i < cells.nrow(); ++i)
    call.finish(wald_metric_utility(metric, glue::whole(cells(i, 0)), glue::whole(cells(i, 1)),
                                    glue::whole(cells(i, 2)), glue::whole(cells(i, 3)), &out[i]));
  return out;
}

// [[Rcpp::export(rng = false)]]
SEXP native_loss(SEXP pointer, Rcpp::NumericVector utility) {
  const wald_metric *const metric = glue::handle<wald_metric>(pointer);
  Rcpp::NumericVector out(utility.size());
  const double of_zero = wald::detail::number<double>(metric, WALD_METRIC_LOSS_OF_ZERO);
  for (R_xlen_t i = 0; i < utility.size(); ++i) out[i] = of_zero - utility[i];
  return out;
}
