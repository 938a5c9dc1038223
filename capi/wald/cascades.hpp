// Wald for C++, cascades: the order in which the models of an additive ensemble run, and when the sum so far decides.
#ifndef WALD_CASCADES_HPP
#define WALD_CASCADES_HPP

#include "cascades.h"
#include "core.hpp"
#include "facts.hpp"
#include "options.hpp"

namespace wald {

/// An additive ensemble of decision trees.
class Trees : public facts::OfTrees<Trees> {
 public:
  struct Shape {
    int64_t n_features = 1, n_outputs = 1, leaf_width = 1, trees_per_model = 1;
    wald_type summation = WALD_FLOAT64;
    bool float_features = false;
    std::vector<double> base;  ///< of each output; empty: 0
  };
  /// Arrays by node, the root first; categories only if a split is WALD_SPLIT_AMONG.
  struct Tree {
    int64_t output = 0;
    std::vector<wald_split> split;
    std::vector<wald_missing> missing;
    std::vector<int32_t> feature, left, right;
    std::vector<double> threshold;
    std::vector<int64_t> category_begin;
    std::vector<int32_t> categories;
    std::vector<double> values;  ///< leaf_width of each node
  };

  explicit Trees(const Shape &shape) {
    if (!shape.base.empty()) detail::check_length("base", shape.base.size(), shape.n_outputs);
    handle_.reset(detail::made<wald_trees>([&](wald_trees **out) {
      const wald_trees_shape given{sizeof(wald_trees_shape), shape.n_features, shape.n_outputs, shape.leaf_width,
                                   shape.trees_per_model,    shape.summation,  shape.float_features ? 1 : 0};
      return wald_trees_create(&given, shape.base.empty() ? nullptr : shape.base.data(), out);
    }));
  }
  static Trees load(std::string_view text) {
    return Trees(detail::loaded<wald_trees>(WALD_OBJECT_TREES, text));
  }
  /// The trees of a model that XGBoost (JSON, UBJSON), LightGBM (text, JSON), CatBoost (JSON) or Wald saved.
  /// bytes: all of the file. iterations: how many rounds of boosting to take; 0: all.
  static Trees from_model(std::string_view bytes, int64_t iterations = 0) {
    return Trees(detail::made<wald_trees>([&](wald_trees **out) {
      return wald_trees_import(bytes.data(), static_cast<int64_t>(bytes.size()), iterations, out);
    }));
  }
  void add(const Tree &tree) {
    const auto n = static_cast<int64_t>(tree.split.size());
    detail::check_length("missing", tree.missing.size(), n);
    detail::check_length("feature", tree.feature.size(), n);
    detail::check_length("left", tree.left.size(), n);
    detail::check_length("right", tree.right.size(), n);
    detail::check_length("threshold", tree.threshold.size(), n);
    detail::check_length("values", tree.values.size(), n * leaf_width());
    if (!tree.category_begin.empty()) {
      detail::check_length("category_begin", tree.category_begin.size(), n + 1);
      detail::check_length("categories", tree.categories.size(), tree.category_begin.back());
    }
    wald_tree view{};
    view.size = sizeof view;
    view.output = tree.output;
    view.n_nodes = n;
    view.split = tree.split.data();
    view.missing = tree.missing.data();
    view.feature = tree.feature.data();
    view.left = tree.left.data();
    view.right = tree.right.data();
    view.threshold = tree.threshold.data();
    view.category_begin = tree.category_begin.empty() ? nullptr : tree.category_begin.data();
    view.categories = tree.categories.data();
    view.values = tree.values.data();
    detail::check(wald_trees_add(get(), &view));
  }
  /// What to fit a cascade with, so that it decides for 1 if the whole sum, base included, is at least `margin`.
  double threshold(double margin) const {
    double threshold = 0;
    detail::check(wald_trees_threshold(get(), margin, &threshold));
    return threshold;
  }
  /// Sums of all trees, base included: rows by outputs. Of the options threads and progress count.
  std::vector<double> evaluate(const Array &features, const CascadeOptions &options = {}) const {
    std::vector<double> out(detail::size(features.rows() * n_outputs()));
    detail::check(wald_trees_evaluate(get(), features.get(), options.get(), out.data()));
    return out;
  }
  std::string save(wald_format format = WALD_TEXT) const { return detail::saved(get(), format); }

  wald_trees *get() noexcept { return handle_.get(); }
  const wald_trees *get() const noexcept { return handle_.get(); }

 private:
  explicit Trees(wald_trees *handle) : handle_(handle) {}
  detail::Handle<wald_trees> handle_;
};

/// Rows with the scores of all models of an ensemble: what a cascade is fitted to.
class CascadeScores : public facts::OfCascadeScores<CascadeScores> {
 public:
  /// n_classes: 1 for a sum and a threshold, else the number of sums of which the largest decides.
  explicit CascadeScores(int64_t n_models, int64_t n_classes = 1)
      : CascadeScores(detail::made<wald_cascade_scores>(
            [&](wald_cascade_scores **out) { return wald_cascade_scores_create(n_models, n_classes, out); })) {}
  CascadeScores copy() const {
    return CascadeScores(detail::copied(get()));
  }
  /// A weight and one target per row, or none.
  void feed(const Array &table, const Array &weights = {}, const Array &targets = {}) {
    detail::check(wald_cascade_scores_feed(get(), table.get(), weights.get(), targets.get(), nullptr, nullptr));
  }
  /// The scores that trees give rows of features. Of the options threads and progress count.
  void feed(const Trees &trees, const Array &features, const Array &weights = {}, const Array &targets = {},
            const CascadeOptions &options = {}) {
    detail::check(wald_cascade_scores_feed(get(), features.get(), weights.get(), targets.get(), trees.get(), options.get()));
  }
  void merge(const CascadeScores &other) { detail::check(wald_merge(get(), other.get())); }
  void clear() { detail::check(wald_clear(get())); }

  wald_cascade_scores *get() noexcept { return handle_.get(); }
  const wald_cascade_scores *get() const noexcept { return handle_.get(); }

 private:
  explicit CascadeScores(wald_cascade_scores *handle) : handle_(handle) {}
  detail::Handle<wald_cascade_scores> handle_;
};

/// One example on its way through a cascade. Each thread has a run of its own.
class CascadeRun {
 public:
  explicit CascadeRun(const wald_cascade *cascade)
      : handle_(detail::made<wald_cascade_run>(
            [&](wald_cascade_run **out) { return wald_cascade_run_create(cascade, out); })) {
    double classes = 0;
    detail::check(wald_number(cascade, WALD_CASCADE_N_CLASSES, 0, &classes));
    sums_.resize(static_cast<std::size_t>(classes));
    start();
  }
  /// Begins another example. @return the first model to run.
  int64_t start() {
    decision_ = -1;
    count_ = 0;
    std::fill(sums_.begin(), sums_.end(), std::numeric_limits<double>::quiet_NaN());
    detail::check(wald_cascade_run_feed(handle_.get(), nullptr, 0, &next_, nullptr, nullptr, nullptr));
    return next_;
  }
  /// The score of model next() for two classes. @return the next model to run, -1 if the example is decided.
  int64_t feed(double score) { return feed(ArrayView<const double>(&score, 1)); }
  /// One score per class.
  int64_t feed(ArrayView<const double> scores) {
    detail::check(wald_cascade_run_feed(handle_.get(), scores.data(), static_cast<int64_t>(scores.size()), &next_,
                                        &decision_, &count_, sums_.data()));
    return next_;
  }
  int64_t next() const noexcept { return next_; }
  int32_t decision() const noexcept { return decision_; }  ///< -1 as long as it is undecided
  int64_t count() const noexcept { return count_; }        ///< how many models ran
  /// The sum of scores of each class once all models ran; else NaN.
  ArrayView<const double> sums() const noexcept { return sums_; }

 private:
  int64_t next_ = 0, count_ = 0;
  int32_t decision_ = -1;
  std::vector<double> sums_;
  detail::Handle<wald_cascade_run> handle_;
};

/// In which order the models of an ensemble run, and when the sum so far decides.
class Cascade : public facts::OfCascade<Cascade> {
 public:
  explicit Cascade(wald_cascade *handle) : handle_(handle) {}

  static Cascade fit(const CascadeScores &scores, const CascadeOptions &options = {}) {
    return made([&](wald_cascade **out) { return wald_cascade_fit(scores.get(), nullptr, options.get(), out); });
  }
  /// With rows that have no part in fitting: the disagreement is certified on them.
  static Cascade fit(const CascadeScores &scores, const CascadeScores &calibration,
                     const CascadeOptions &options = {}) {
    return made(
        [&](wald_cascade **out) { return wald_cascade_fit(scores.get(), calibration.get(), options.get(), out); });
  }
  static Cascade load(std::string_view text) {
    return Cascade(detail::loaded<wald_cascade>(WALD_OBJECT_CASCADE, text));
  }
  Cascade calibrate(const CascadeScores &calibration, const CascadeOptions &options = {}) const {
    return made(
        [&](wald_cascade **out) { return wald_cascade_calibrate(get(), calibration.get(), options.get(), out); });
  }
  /// Another cascade, which takes features instead of scores.
  Cascade bind(const Trees &trees) const {
    return made([&](wald_cascade **out) { return wald_cascade_bind(get(), trees.get(), out); });
  }

  double number(wald_cascade_fact fact) const { return detail::number<double>(get(), fact); }
  std::vector<double> numbers(wald_cascade_fact fact) const {
    return detail::numbers(get(), fact);
  }
  /// The model run at each position, counted from 0.
  std::vector<int64_t> order() const {
    const std::vector<double> models = numbers(WALD_CASCADE_ORDER);
    return {models.begin(), models.end()};
  }

  /// What it does on other rows.
  struct Evaluation {
    double disagreement = 0, mean_models = 0, mean_cost = 0;
    std::vector<double> stops;  ///< share of the rows that is decided at each position
  };
  /// Of the options threads and progress count, here and below.
  Evaluation evaluate(const CascadeScores &scores, const CascadeOptions &options = {}) const {
    const detail::Handle<wald_cascade_evaluation> made(
        detail::made<wald_cascade_evaluation>([&](wald_cascade_evaluation **out) {
          return wald_cascade_evaluate(get(), scores.get(), options.get(), out);
        }));
    return {detail::number<double>(made.get(), WALD_CASCADE_EVALUATION_DISAGREEMENT),
            detail::number<double>(made.get(), WALD_CASCADE_EVALUATION_MEAN_MODELS),
            detail::number<double>(made.get(), WALD_CASCADE_EVALUATION_MEAN_COST),
            detail::numbers(made.get(), WALD_CASCADE_EVALUATION_STOPS)};
  }

  /// Of each row: 0 or 1, with K classes the class; how many models ran; and, row by row, the sum of scores of
  /// each class where all models ran, else NaN.
  struct Decisions {
    std::vector<int32_t> decisions, counts;
    std::vector<double> sums;
    Decisions(int64_t n, int64_t n_classes)
        : decisions(detail::size(n)), counts(decisions.size()), sums(counts.size() * detail::size(n_classes)) {}
  };
  Decisions apply(const Array &scores, const CascadeOptions &options = {}) const {
    Decisions out(scores.rows(), n_classes());
    detail::check(wald_cascade_apply(get(), scores.get(), options.get(), out.decisions.data(), out.counts.data(),
                                     out.sums.data()));
    return out;
  }
  Decisions apply_trees(const Array &features, const CascadeOptions &options = {}) const {
    Decisions out(features.rows(), n_classes());
    detail::check(wald_cascade_apply_trees(get(), features.get(), options.get(), out.decisions.data(),
                                           out.counts.data(), out.sums.data()));
    return out;
  }
  /// Fills scores[i*n_classes() + c] for row rows[i]; returns false to cancel. What it throws ends the call and is thrown
  /// again by it.
  using ScoreFunction = std::function<bool(int64_t model, ArrayView<const int64_t> rows, ArrayView<double> scores)>;
  Decisions apply(int64_t n_rows, const ScoreFunction &scores) const {
    Decisions out(n_rows, n_classes());
    struct Asked {
      const ScoreFunction &scores;
      int64_t n_classes;
    } asked{scores, n_classes()};
    const auto call = [](int64_t model, const int64_t *rows, int64_t n, double *to, void *user) noexcept -> int32_t {
      const Asked &of = *static_cast<const Asked *>(user);
      try {
        return of.scores(model, {rows, n}, {to, n * of.n_classes}) ? 0 : 1;
      } catch (...) {
        detail::keep_exception();
        return 1;
      }
    };
    detail::check(wald_cascade_apply_function(get(), n_rows, call, &asked, out.decisions.data(), out.counts.data(),
                                              out.sums.data()));
    return out;
  }
  CascadeRun run() const { return CascadeRun(get()); }
  std::string save(wald_format format = WALD_TEXT) const { return detail::saved(get(), format); }

  const wald_cascade *get() const noexcept { return handle_.get(); }

 private:
  template <class Make>
  static Cascade made(Make make) {
    return Cascade(detail::made<wald_cascade>(make));
  }
  detail::Handle<wald_cascade> handle_;
};

}  // namespace wald

#endif  // WALD_CASCADES_HPP
