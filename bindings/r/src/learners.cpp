// Gives R the learners of the C interface.
#include "learners.h"

using glue::check;
using glue::handle;

namespace learners {

namespace {

bool has(const Rcpp::List &list, const char *name) { return list.containsElementNamed(name); }

// A table in compressed rows under these names.
wald_sparse sparse_of(const Rcpp::List &rows, const char *indptr, const char *indices, const double *values,
                      const char *columns) {
  return glue::sparse(rows[indptr], rows[indices], values, Rcpp::as<double>(rows[columns]));
}

wald_dataset *features_of(const Rcpp::List &rows) {
  wald_dataset *made = nullptr;
  if (has(rows, "features")) {
    const wald_array features = glue::columns(rows["features"]);
    const wald_table table = glue::table(features);
    check(wald_dataset_create(&table, &made));
    return made;
  }
  const Rcpp::NumericVector values = rows["values"];
  const wald_sparse features = sparse_of(rows, "indptr", "indices", values.begin(), "n_features");
  const wald_table table = glue::table(features);
  check(wald_dataset_create(&table, &made));
  return made;
}

void set_targets(wald_dataset *dataset, const Rcpp::List &rows) {
  if (has(rows, "labels")) {
    const Rcpp::IntegerMatrix labels = rows["labels"];
    const std::vector<uint8_t> cells = glue::cells_of(labels);
    const wald_array mask = glue::array(cells.data(), labels.nrow(), labels.ncol());
    const wald_table table = glue::table(mask);
    check(wald_dataset_set(dataset, &table, nullptr, 0, nullptr, nullptr, nullptr));
  }
  if (has(rows, "label_indptr")) {
    const wald_sparse labels = sparse_of(rows, "label_indptr", "label_indices", nullptr, "n_labels");
    const wald_table table = glue::table(labels);
    check(wald_dataset_set(dataset, &table, nullptr, 0, nullptr, nullptr, nullptr));
  }
  if (has(rows, "classes")) {
    const std::vector<int64_t> classes = glue::whole_of(rows["classes"]);
    const wald_array numbers = glue::array(classes);
    check(wald_dataset_set(dataset, nullptr, &numbers, glue::whole(Rcpp::as<double>(rows["n_classes"])), nullptr, nullptr, nullptr));
  }
}

}  // namespace

Dataset dataset_of(const Rcpp::List &rows) {
  Dataset out(features_of(rows));
  set_targets(out.get(), rows);
  if (has(rows, "weights")) {
    const wald_array weights = glue::columns(rows["weights"]);
    check(wald_dataset_set(out.get(), nullptr, nullptr, 0, &weights, nullptr, nullptr));
  }
  if (has(rows, "groups")) {
    const std::vector<int64_t> groups = glue::whole_of(rows["groups"]);
    const wald_array numbers = glue::array(groups);
    check(wald_dataset_set(out.get(), nullptr, nullptr, 0, nullptr, &numbers, nullptr));
  }
  if (has(rows, "marginals")) {
    const wald_array marginals = glue::columns(rows["marginals"]);
    check(wald_dataset_set(out.get(), nullptr, nullptr, 0, nullptr, nullptr, &marginals));
  }
  return out;
}

Shape shape_of(const wald_learner *learner, const wald_dataset *rows) {
  double n_rows = 0, n_labels = 0;
  check(wald_number(rows, WALD_DATASET_N_ROWS, 0, &n_rows));
  check(wald_number(learner, WALD_LEARNER_N_LABELS, 0, &n_labels));
  return {glue::whole(n_rows), glue::whole(n_labels)};
}

}  // namespace learners

// ---- Learners ----

// [[Rcpp::export(rng = false)]]
SEXP native_learner_fit(std::string name, Rcpp::List rows, Rcpp::List asked) {
  const learners::Dataset dataset = learners::dataset_of(rows);
  const glue::Options options = glue::options_of("learners", asked);
  return glue::made<wald_learner>(
      [&](auto out) { return wald_learner_fit(name.c_str(), dataset.get(), options.get(), out); });
}

// A row for each label, a column for each row of features.
// [[Rcpp::export(rng = false)]]
SEXP native_learner_probabilities(SEXP pointer, Rcpp::List rows, Rcpp::List asked) {
  const wald_learner *const learner = handle<wald_learner>(pointer);
  const learners::Dataset dataset = learners::dataset_of(rows);
  const glue::Options options = glue::options_of("decisions", asked);
  const learners::Shape shape = learners::shape_of(learner, dataset.get());
  Rcpp::NumericMatrix out(static_cast<int>(shape.n_labels), static_cast<int>(shape.n_rows));
  glue::Call call(learner);
  call.finish(wald_learner_probabilities(learner, dataset.get(), options.get(), out.begin()));
  return out;
}

// An estimator for each row.
// [[Rcpp::export(rng = false)]]
SEXP native_learner_estimators(SEXP pointer, Rcpp::List rows, Rcpp::List asked) {
  const wald_learner *const learner = handle<wald_learner>(pointer);
  const learners::Dataset dataset = learners::dataset_of(rows);
  const glue::Options options = glue::options_of("decisions", asked);
  const learners::Shape shape = learners::shape_of(learner, dataset.get());
  Rcpp::List out(static_cast<R_xlen_t>(shape.n_rows));
  for (int64_t i = 0; i < shape.n_rows; ++i) {
    out[static_cast<R_xlen_t>(i)] = glue::made<wald_estimator>(
        [&](auto made) { return wald_learner_estimator(learner, dataset.get(), i, options.get(), made); }, learner);
  }
  return out;
}

// ---- Calibration ----

// [[Rcpp::export(rng = false)]]
SEXP native_calibration_fit(std::string name, int input, Rcpp::NumericVector values, Rcpp::IntegerVector labels,
                            Rcpp::Nullable<Rcpp::NumericVector> weights) {
  const std::vector<uint8_t> cells = glue::cells_of(labels);
  const wald_array given = glue::array(values), truth = glue::array(cells);
  const glue::Optional w(weights);
  return glue::made<wald_calibration>(
      [&](auto out) { return wald_calibration_fit(name.c_str(), input, &truth, &given, w.array(), out); });
}

// [[Rcpp::export(rng = false)]]
SEXP native_calibration_fit_classes(std::string name, int input, Rcpp::NumericMatrix values, Rcpp::NumericVector classes,
                                    Rcpp::Nullable<Rcpp::NumericVector> weights) {
  const std::vector<int64_t> places = glue::whole_of(classes);
  const wald_array given = glue::array(values), truth = glue::array(places);
  const glue::Optional w(weights);
  return glue::made<wald_calibration>(
      [&](auto out) { return wald_calibration_fit(name.c_str(), input, &truth, &given, w.array(), out); });
}

// [[Rcpp::export(rng = false)]]
Rcpp::NumericMatrix native_calibration_apply_classes(SEXP pointer, int input, Rcpp::NumericMatrix values) {
  const wald_array given = glue::array(values);
  std::vector<double> rows(static_cast<std::size_t>(values.size()));
  check(wald_calibration_apply(handle<wald_calibration>(pointer), input, &given, rows.data()));
  Rcpp::NumericMatrix out(Rcpp::no_init(values.nrow(), values.ncol()));
  for (int i = 0; i < values.nrow(); ++i)
    for (int k = 0; k < values.ncol(); ++k) out(i, k) = rows[static_cast<std::size_t>(i) * values.ncol() + k];
  return out;
}

// [[Rcpp::export(rng = false)]]
int native_calibration_takes(SEXP pointer) {
  return wald::detail::number<int>(handle<wald_calibration>(pointer), WALD_CALIBRATION_INPUT);
}

// [[Rcpp::export(rng = false)]]
SEXP native_calibration_apply(SEXP pointer, int input, Rcpp::NumericVector values) {
  const wald_array given = glue::array(values);
  Rcpp::NumericVector out(Rcpp::no_init(values.size()));
  check(wald_calibration_apply(handle<wald_calibration>(pointer), input, &given, out.begin()));
  return out;
}
