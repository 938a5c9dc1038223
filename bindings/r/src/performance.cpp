// Gives R the performance without labels of the C interface.
#include "glue.h"

// [[Rcpp::export(rng = false)]]
SEXP native_performance(SEXP metric, SEXP truth, SEXP probabilities, Rcpp::Nullable<Rcpp::NumericVector> weights,
                        Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Options options = glue::options_of("performance", asked);
  const glue::Optional weighted(weights);
  if (Rf_isNull(truth))
    return glue::own(glue::created<wald_performance>(
        [&](auto out) { return wald_performance_create(utility, nullptr, nullptr, nullptr, options.get(), out); }, utility));
  const Rcpp::IntegerMatrix y(truth);
  const Rcpp::NumericMatrix p(probabilities);
  const std::vector<uint8_t> cells = glue::cells_of(y);
  const wald_array known = glue::array(cells.data(), y.nrow(), y.ncol()), table = glue::array(p);
  return glue::own(glue::created<wald_performance>(
      [&](auto out) {
        return wald_performance_create(utility, &known, &table, weighted.array(), options.get(), out);
      },
      utility));
}

// The metric is that of the pointer, whose function may be called. Labels are 0, 1 or NA; segments count from 0.
// [[Rcpp::export(rng = false)]]
void native_performance_feed(SEXP pointer, SEXP metric, Rcpp::NumericMatrix probabilities, Rcpp::IntegerMatrix flagged, SEXP labels,
                             Rcpp::Nullable<Rcpp::NumericVector> label_probabilities,
                             Rcpp::Nullable<Rcpp::NumericVector> weights, SEXP segments) {
  const std::vector<uint8_t> rule = glue::cells_of(flagged);
  const wald_array p = glue::array(probabilities), flags = glue::array(rule.data(), flagged.nrow(), flagged.ncol());
  std::vector<uint8_t> cells;
  if (!Rf_isNull(labels)) cells = glue::cells_of(Rcpp::IntegerVector(labels));
  const wald_array known = glue::array(cells.data(), flagged.nrow(), flagged.ncol());
  std::vector<int64_t> of;
  if (!Rf_isNull(segments)) of = glue::whole_of(Rcpp::NumericVector(segments));
  const wald_array parts = glue::array(of);
  const glue::Optional drawn(label_probabilities), weighted(weights);
  glue::Call call(glue::handle<wald_metric>(metric));
  call.finish(wald_performance_feed(glue::changing<wald_performance>(pointer), &p, &flags,
                                    Rf_isNull(labels) ? nullptr : &known, drawn.array(), weighted.array(),
                                    Rf_isNull(segments) ? nullptr : &parts));
}
