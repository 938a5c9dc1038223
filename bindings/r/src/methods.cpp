// Written by bindings/generate from the rows of the core: do not edit.
// What the functions of R/methods.R call.
#include "glue.h"

using glue::check;
using glue::handle;

// [[Rcpp::export(rng = false)]]
SEXP native_sample_match_detections(Rcpp::NumericVector truths, Rcpp::NumericVector crowds, Rcpp::NumericVector
                                    detections, Rcpp::NumericVector scores, double min_overlap) {
  const wald_array truths_ = glue::columns(truths);
  const wald_array crowds_ = glue::array(crowds);
  const wald_array detections_ = glue::columns(detections);
  const wald_array scores_ = glue::array(scores);
  std::vector<double> rows(static_cast<std::size_t>(scores.size()));
  check(wald_sample_match_detections(&truths_, &crowds_, &detections_, &scores_, min_overlap, rows.data()));
  return glue::by_columns(rows, scores_.rows, scores_.columns);
}

// [[Rcpp::export(rng = false)]]
SEXP native_calibration_adapt(int kind, Rcpp::NumericVector probabilities, Rcpp::NumericVector training_prior,
                              Rcpp::NumericVector prior) {
  const wald_array probabilities_ = glue::columns(probabilities);
  const wald_array training_prior_ = glue::array(training_prior);
  const wald_array prior_ = glue::array(prior);
  std::vector<double> rows(static_cast<std::size_t>(probabilities.size()));
  check(wald_calibration_adapt(kind, &probabilities_, &training_prior_, &prior_, rows.data()));
  return glue::by_columns(rows, probabilities_.rows, probabilities_.columns);
}

// [[Rcpp::export(rng = false)]]
SEXP native_promise_label_probabilities(SEXP pointer, Rcpp::NumericVector flagged, Rcpp::NumericVector probabilities,
                                        double n_labels) {
  const wald_array flagged_ = glue::array(flagged), probabilities_ = glue::array(probabilities);
  std::vector<double> rows(static_cast<std::size_t>(flagged.size()));
  check(wald_promise_label_probabilities(handle<wald_promise>(pointer), &flagged_, &probabilities_, n_labels, rows.data()));
  return glue::by_columns(rows, flagged_.rows, flagged_.columns);
}
