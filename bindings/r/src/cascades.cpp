// Gives R the cascades of the C interface.
#include "glue.h"

#include <algorithm>

namespace {

using glue::check;
using glue::handle;
using glue::Optional;

const wald_cascade_scores *calibration_of(SEXP pointer) {
  return Rf_isNull(pointer) ? nullptr : handle<wald_cascade_scores>(pointer);
}

double fact(const wald_trees *trees, wald_trees_fact which) {
  double value = 0;
  check(wald_number(trees, which, 0, &value));
  return value;
}

// sums: a column of each row.
Rcpp::List decided(const Rcpp::IntegerVector &decisions, const Rcpp::IntegerVector &counts,
                   const Rcpp::NumericMatrix &sums) {
  return Rcpp::List::create(Rcpp::Named("decision") = decisions, Rcpp::Named("count") = counts,
                            Rcpp::Named("sum") = sums);
}

}  // namespace

// ---- Rows of scores ----

// [[Rcpp::export(rng = false)]]
SEXP native_scores(double n_models, double n_classes) {
  return glue::made<wald_cascade_scores>(
      [&](auto out) { return wald_cascade_scores_create(glue::whole(n_models), glue::whole(n_classes), out); });
}

// [[Rcpp::export(rng = false)]]
void native_scores_feed(SEXP pointer, SEXP scores, Rcpp::Nullable<Rcpp::NumericVector> weights,
                        Rcpp::Nullable<Rcpp::NumericVector> targets) {
  const wald_array table = glue::columns(scores);
  const Optional w(weights), y(targets);
  glue::fed(static_cast<double>(table.rows) * static_cast<double>(table.columns));
  check(wald_cascade_scores_feed(glue::changing<wald_cascade_scores>(pointer), &table, w.array(), y.array(), nullptr, nullptr));
}

// [[Rcpp::export(rng = false)]]
void native_scores_feed_trees(SEXP pointer, SEXP trees, SEXP features, Rcpp::Nullable<Rcpp::NumericVector> weights,
                              Rcpp::Nullable<Rcpp::NumericVector> targets, Rcpp::List asked) {
  const wald_trees *const ensemble = handle<wald_trees>(trees);
  const wald_array table = glue::columns(features);
  const Optional w(weights), y(targets);
  const glue::Options options = glue::options_of("cascades", asked);
  glue::fed(static_cast<double>(table.rows) * fact(ensemble, WALD_TREES_N_MODELS) * fact(ensemble, WALD_TREES_N_OUTPUTS));
  wald_cascade_scores *const scores = glue::changing<wald_cascade_scores>(pointer);
  glue::Call call(scores, ensemble);
  call.finish(wald_cascade_scores_feed(scores, &table, w.array(), y.array(), ensemble, options.get()));
}

// ---- Cascades ----

// calibration: a pointer, or NULL.
// [[Rcpp::export(rng = false)]]
SEXP native_cascade_fit(SEXP scores, SEXP calibration, Rcpp::List asked) {
  const wald_cascade_scores *const rows = handle<wald_cascade_scores>(scores);
  const wald_cascade_scores *const aside = calibration_of(calibration);
  const glue::Options options = glue::options_of("cascades", asked);
  return glue::made<wald_cascade>([&](auto out) { return wald_cascade_fit(rows, aside, options.get(), out); }, rows,
                                  aside);
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_calibrate(SEXP pointer, SEXP calibration, Rcpp::List asked) {
  const wald_cascade *const cascade = handle<wald_cascade>(pointer);
  const wald_cascade_scores *const aside = calibration_of(calibration);
  const glue::Options options = glue::options_of("cascades", asked);
  return glue::made<wald_cascade>([&](auto out) { return wald_cascade_calibrate(cascade, aside, options.get(), out); },
                                  cascade, aside);
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_evaluate(SEXP pointer, SEXP scores, Rcpp::List asked) {
  const wald_cascade *const cascade = handle<wald_cascade>(pointer);
  const wald_cascade_scores *const rows = handle<wald_cascade_scores>(scores);
  const glue::Options options = glue::options_of("cascades", asked);
  wald_cascade_evaluation *const made = glue::created<wald_cascade_evaluation>(
      [&](auto out) { return wald_cascade_evaluate(cascade, rows, options.get(), out); }, cascade, rows);
  const Rcpp::Shield<SEXP> owner(glue::own(made));
  return glue::facts_of(made, {"whole", "position"});
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_bind(SEXP pointer, SEXP trees) {
  return glue::made<wald_cascade>(
      [&](auto out) { return wald_cascade_bind(handle<wald_cascade>(pointer), handle<wald_trees>(trees), out); });
}

// ---- Running ----

// Scores of all models, or with `features` those of the trees that the cascade was bound to.
// [[Rcpp::export(rng = false)]]
SEXP native_cascade_apply(SEXP pointer, SEXP table, bool features, Rcpp::List asked) {
  const wald_cascade *const cascade = handle<wald_cascade>(pointer);
  const glue::Options options = glue::options_of("cascades", asked);
  const wald_array rows = glue::columns(table);
  Rcpp::IntegerVector decisions(Rcpp::no_init(rows.rows)), counts(Rcpp::no_init(rows.rows));
  double classes = 0;
  check(wald_number(cascade, WALD_CASCADE_N_CLASSES, 0, &classes));
  Rcpp::NumericMatrix sums(Rcpp::no_init(static_cast<int>(classes), static_cast<int>(rows.rows)));
  glue::Call call(cascade);
  call.finish((features ? wald_cascade_apply_trees : wald_cascade_apply)(
      cascade, &rows, options.get(), decisions.begin(), counts.begin(), sums.begin()));
  return decided(decisions, counts, sums);
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_apply_function(SEXP pointer, double n_rows, SEXP scored_by, double n_classes) {
  const wald_cascade *const cascade = handle<wald_cascade>(pointer);
  const int64_t rows = glue::whole(n_rows);
  Rcpp::IntegerVector decisions(Rcpp::no_init(rows)), counts(Rcpp::no_init(rows));
  Rcpp::NumericMatrix sums(Rcpp::no_init(static_cast<int>(n_classes), static_cast<int>(rows)));
  glue::Call::Scorer scorer{scored_by, rows, glue::whole(n_classes)};
  glue::Call call(cascade);
  call.finish(wald_cascade_apply_function(cascade, rows, glue::Call::scores, &scorer, decisions.begin(),
                                          counts.begin(), sums.begin()));
  return decided(decisions, counts, sums);
}

// [[Rcpp::export(rng = false)]]
SEXP native_run(SEXP pointer) {
  return glue::made<wald_cascade_run>(
      [&](auto out) { return wald_cascade_run_create(handle<wald_cascade>(pointer), out); });
}

// The first model to run, from 0.
// [[Rcpp::export(rng = false)]]
SEXP native_run_start(SEXP pointer) {
  int64_t model = 0;
  check(wald_cascade_run_feed(handle<wald_cascade_run>(pointer), nullptr, 0, &model, nullptr, nullptr, nullptr));
  return Rf_ScalarInteger(static_cast<int>(model));
}

// The next model to run, the decision and the count; of a decided example the sums, as an attribute.
// [[Rcpp::export(rng = false)]]
SEXP native_run_feed(SEXP pointer, Rcpp::NumericVector scores) {
  int64_t model = 0, count = 0;
  int32_t decision = 0;
  std::vector<double> sums(static_cast<std::size_t>(scores.size()));
  check(wald_cascade_run_feed(handle<wald_cascade_run>(pointer), scores.begin(), scores.size(), &model, &decision,
                              &count, sums.data()));
  auto found = Rcpp::IntegerVector::create(static_cast<int>(model), decision, static_cast<int>(count));
  if (model < 0) found.attr("sums") = Rcpp::wrap(sums);
  return found;
}

// ---- Trees ----

// [[Rcpp::export(rng = false)]]
SEXP native_trees(double n_features, double n_outputs, double leaf_width, double trees_per_model, int summation,
                  bool float_features, Rcpp::Nullable<Rcpp::NumericVector> base) {
  const Optional begin(base);
  const wald_trees_shape shape{sizeof(wald_trees_shape),     glue::whole(n_features), glue::whole(n_outputs),
                               glue::whole(leaf_width),      glue::whole(trees_per_model), summation,
                               float_features ? 1 : 0};
  return glue::made<wald_trees>([&](auto out) { return wald_trees_create(&shape, begin.data(), out); });
}

// With the names of features, or the first alone where there are none, and "feature=category".
// [[Rcpp::export(rng = false)]]
Rcpp::List native_trees_import(Rcpp::RawVector model, double iterations) {
  const auto *const bytes = reinterpret_cast<const char *>(model.begin());
  const Rcpp::RObject pointer(glue::made<wald_trees>([&](auto out) {
    return wald_trees_import(bytes, static_cast<int64_t>(model.size()), glue::whole(iterations), out);
  }));
  const auto *const trees = handle<wald_trees>(pointer);
  const auto texts = [&](double n, wald_trees_fact fact) {
    Rcpp::CharacterVector out(static_cast<R_xlen_t>(n));
    for (R_xlen_t i = 0; i < out.size(); ++i) {
      const char *text = nullptr;
      check(wald_text(trees, fact, i, &text));
      out[i] = Rf_mkCharCE(text, CE_UTF8);
    }
    return out;
  };
  const auto number = [&](wald_trees_fact fact) {
    double out = 0;
    check(wald_number(trees, fact, 0, &out));
    return out;
  };
  const char *first = nullptr;
  check(wald_text(trees, WALD_TREES_FEATURE_NAME, 0, &first));
  return Rcpp::List::create(
      Rcpp::Named("pointer") = pointer,
      Rcpp::Named("features") = texts(*first ? number(WALD_TREES_N_FEATURES) : 1, WALD_TREES_FEATURE_NAME),
      Rcpp::Named("categories") = texts(number(WALD_TREES_N_CATEGORIES), WALD_TREES_CATEGORY));
}

// Nodes and features count from 0. category_begin: NULL if no split is by categories. values: node by node.
// [[Rcpp::export(rng = false)]]
void native_trees_add(SEXP pointer, double output, Rcpp::IntegerVector split, Rcpp::IntegerVector missing,
                      Rcpp::IntegerVector feature, Rcpp::IntegerVector left, Rcpp::IntegerVector right,
                      Rcpp::NumericVector threshold, Rcpp::Nullable<Rcpp::NumericVector> category_begin,
                      Rcpp::IntegerVector categories, Rcpp::NumericVector values) {
  const std::vector<uint8_t> splits = glue::cells_of(split), missings = glue::cells_of(missing);
  std::vector<int64_t> begins;
  if (category_begin.isNotNull()) begins = glue::whole_of(Rcpp::NumericVector(category_begin.get()));
  wald_tree tree{};
  tree.size = sizeof tree;
  tree.output = glue::whole(output);
  tree.n_nodes = split.size();
  tree.split = splits.data();
  tree.missing = missings.data();
  tree.feature = feature.begin();
  tree.left = left.begin();
  tree.right = right.begin();
  tree.threshold = threshold.begin();
  tree.category_begin = begins.empty() ? nullptr : begins.data();
  tree.categories = categories.begin();
  tree.values = values.begin();
  check(wald_trees_add(glue::changing<wald_trees>(pointer), &tree));
}

// [[Rcpp::export(rng = false)]]
SEXP native_trees_threshold(SEXP pointer, double margin) {
  double threshold = 0;
  check(wald_trees_threshold(handle<wald_trees>(pointer), margin, &threshold));
  return Rf_ScalarReal(threshold);
}

// A row for each output, a column for each row of features.
// [[Rcpp::export(rng = false)]]
SEXP native_trees_evaluate(SEXP pointer, SEXP features, Rcpp::List asked) {
  const wald_trees *const trees = handle<wald_trees>(pointer);
  const glue::Options options = glue::options_of("cascades", asked);
  const wald_array rows = glue::columns(features);
  Rcpp::NumericMatrix out(static_cast<int>(fact(trees, WALD_TREES_N_OUTPUTS)), static_cast<int>(rows.rows));
  glue::Call call(trees);
  call.finish(wald_trees_evaluate(trees, &rows, options.get(), out.begin()));
  return out;
}
