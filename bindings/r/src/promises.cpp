// Gives R the promises of the C interface.
#include "glue.h"

// [[Rcpp::export(rng = false)]]
SEXP native_promise(SEXP claim, Rcpp::List asked) {
  const std::string said = Rcpp::as<std::string>(claim);
  const glue::Options options = glue::options_of("promises", asked);
  return glue::made<wald_promise>([&](auto out) { return wald_promise_create(said.c_str(), options.get(), out); });
}

// Labels are 0, 1 or NA; segments count from 0.
// [[Rcpp::export(rng = false)]]
void native_promise_feed(SEXP pointer, Rcpp::IntegerVector flagged, SEXP labels,
                         Rcpp::Nullable<Rcpp::NumericVector> label_probabilities,
                         Rcpp::Nullable<Rcpp::NumericVector> weights, Rcpp::Nullable<Rcpp::NumericVector> times,
                         SEXP segments) {
  const std::vector<uint8_t> rule = glue::cells_of(flagged);
  const wald_array flags = glue::array(rule);
  std::vector<uint8_t> known;
  if (!Rf_isNull(labels)) known = glue::cells_of(Rcpp::IntegerVector(labels));
  const wald_array said = glue::array(known);
  std::vector<int64_t> of;
  if (!Rf_isNull(segments)) of = glue::whole_of(Rcpp::NumericVector(segments));
  const wald_array parts = glue::array(of);
  const glue::Optional drawn(label_probabilities), weighted(weights), timed(times);
  glue::check(wald_promise_feed(glue::changing<wald_promise>(pointer), &flags, Rf_isNull(labels) ? nullptr : &said,
                                drawn.array(), weighted.array(), timed.array(),
                                Rf_isNull(segments) ? nullptr : &parts));
}
