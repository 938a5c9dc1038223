// Gives R the estimators of the C interface.
#include "glue.h"

using glue::check;

// [[Rcpp::export(rng = false)]]
SEXP native_estimator(int kind, double n_labels) {
  return glue::made<wald_estimator>([&](auto out) { return wald_estimator_create(kind, glue::whole(n_labels), out); });
}

// [[Rcpp::export(rng = false)]]
SEXP native_to_counts(SEXP pointer) {
  const wald_estimator *const estimator = glue::handle<wald_estimator>(pointer);
  return glue::made<wald_estimator>([&](auto out) { return wald_estimator_to_counts(estimator, out); });
}

// [[Rcpp::export(rng = false)]]
void native_feed_probabilities(SEXP pointer, Rcpp::NumericVector p) {
  const wald_array probabilities = glue::array(p);
  check(wald_estimator_feed_probabilities(glue::changing<wald_estimator>(pointer), &probabilities));
}

// [[Rcpp::export(rng = false)]]
void native_feed_vectors(SEXP pointer, Rcpp::IntegerMatrix vectors, Rcpp::Nullable<Rcpp::NumericVector> weights) {
  const std::vector<uint8_t> cells = glue::cells_of(vectors);
  const wald_array mask = glue::array(cells.data(), vectors.nrow(), vectors.ncol());
  const wald_table table = glue::table(mask);
  check(wald_estimator_feed_vectors(glue::changing<wald_estimator>(pointer), &table, glue::Optional(weights).array()));
}

// [[Rcpp::export(rng = false)]]
void native_feed_sparse_vectors(SEXP pointer, Rcpp::IntegerVector indptr, Rcpp::IntegerVector indices, double n_labels,
                                Rcpp::Nullable<Rcpp::NumericVector> weights) {
  const wald_sparse vectors = glue::sparse(indptr, indices, nullptr, n_labels);
  const wald_table table = glue::table(vectors);
  check(wald_estimator_feed_vectors(glue::changing<wald_estimator>(pointer), &table, glue::Optional(weights).array()));
}

// [[Rcpp::export(rng = false)]]
void native_feed_counts(SEXP pointer, Rcpp::NumericMatrix table, double p_zero, Rcpp::Nullable<Rcpp::NumericVector> p_s,
                        double weight) {
  const wald_array counts = glue::array(table);
  check(wald_estimator_feed_counts(glue::changing<wald_estimator>(pointer), &counts, p_zero,
                                   glue::Optional(p_s).array(), weight));
}

// [[Rcpp::export(rng = false)]]
SEXP native_mode(SEXP pointer) {
  const wald_estimator *const estimator = glue::handle<wald_estimator>(pointer);
  const double probability = wald::detail::number<double>(estimator, WALD_ESTIMATOR_MODE_PROBABILITY);
  const std::vector<double> mask = wald::detail::numbers(estimator, WALD_ESTIMATOR_MODE);
  return Rcpp::List::create(Rcpp::Named("prediction") = Rcpp::LogicalVector(mask.begin(), mask.end()),
                            Rcpp::Named("probability") = probability);
}

// [[Rcpp::export(rng = false)]]
SEXP native_draw(SEXP pointer, double n_draws, Rcpp::List asked) {
  const wald_estimator *const estimator = glue::handle<wald_estimator>(pointer);
  const glue::Options options = glue::options_of("decisions", asked);
  double n = 0;
  check(wald_number(estimator, WALD_ESTIMATOR_N_LABELS, 0, &n));
  const int64_t rows = glue::whole(n_draws);
  std::vector<uint8_t> cells(static_cast<std::size_t>(rows > 0 ? rows * glue::whole(n) : 0));
  const wald_array drawn = glue::array(cells.data(), rows, glue::whole(n));
  glue::Call call(estimator);
  call.finish(wald_estimator_draw(estimator, options.get(), &drawn));
  Rcpp::IntegerMatrix out(static_cast<int>(rows), static_cast<int>(n));
  std::copy(cells.begin(), cells.end(), out.begin());
  return out;
}
