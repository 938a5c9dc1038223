// Wald for C++, learners: from rows of features with their labels to an estimator for each new row.
#ifndef WALD_LEARNERS_HPP
#define WALD_LEARNERS_HPP

#include "core.hpp"
#include "decisions.hpp"
#include "facts.hpp"
#include "learners.h"
#include "options.hpp"

namespace wald {

/// Rows of features, mostly with labels or classes.
class Dataset : public facts::OfDataset<Dataset> {
 public:
  explicit Dataset(const TableView &features)
      : handle_(
            detail::made<wald_dataset>([&](wald_dataset **out) { return wald_dataset_create(features.get(), out); })) {}

  /// 0 or 1 by rows and labels, or a Csr of the positions of the ones.
  Dataset &labels(const TableView &labels) {
    return done(wald_dataset_set(get(), labels.get(), nullptr, 0, nullptr, nullptr, nullptr));
  }
  Dataset &classes(const Array &classes, int64_t n_classes) {
    return done(wald_dataset_set(get(), nullptr, classes.get(), n_classes, nullptr, nullptr, nullptr));
  }
  /// Array(): 1 each again.
  Dataset &weights(const Array &weights) {
    return done(wald_dataset_set(get(), nullptr, nullptr, 0, some(weights), nullptr, nullptr));
  }
  /// Which rows belong together: those of the same number are left out together where rows are left out. Array(): none.
  Dataset &groups(const Array &groups) {
    return done(wald_dataset_set(get(), nullptr, nullptr, 0, nullptr, some(groups), nullptr));
  }
  /// P(label j = 1) by another model, by rows and labels, for the learner "given" and those it is a part of; of
  /// rows to learn from, out of fold.
  Dataset &marginals(const Array &marginals) {
    return done(wald_dataset_set(get(), nullptr, nullptr, 0, nullptr, nullptr, some(marginals)));
  }

  wald_dataset *get() noexcept { return handle_.get(); }
  const wald_dataset *get() const noexcept { return handle_.get(); }

 private:
  // What takes back what was set stands for no array.
  static const wald_array *some(const Array &array) {
    static const wald_array none{sizeof none, nullptr, 0, 1, 1, 1, WALD_FLOAT64};
    return array.get() ? array.get() : &none;
  }
  Dataset &done(wald_status status) {
    detail::check(status);
    return *this;
  }
  detail::Handle<wald_dataset> handle_;
};

/// A fitted learner: from rows of features to estimators and decisions.
class Learner : public facts::OfLearner<Learner> {
 public:
  explicit Learner(wald_learner *handle) : handle_(handle) {}

  /// By name: "br", "lfp", "efp", "pcc", "cardinality", "neighbours", "forest", "mixture:cardinality,forest", ...
  static Learner fit(const std::string &name, const Dataset &dataset, const LearnerOptions &options = {}) {
    return Learner(detail::made<wald_learner>(
        [&](wald_learner **out) { return wald_learner_fit(name.c_str(), dataset.get(), options.get(), out); }));
  }
  static Learner load(std::string_view text) {
    return Learner(detail::loaded<wald_learner>(WALD_OBJECT_LEARNER, text));
  }
  std::string save(wald_format format = WALD_TEXT) const { return detail::saved(get(), format); }

  /// What fitting chose, and what it tried.
  struct Choice {
    std::string part, what;
    double value = 0, loss = 0;
    std::vector<double> values, losses;
  };
  std::vector<Choice> choices() const {
    std::vector<Choice> out;
    for (int64_t i = 0, n = OfLearner::n_choices(); i < n; ++i)
      out.push_back({std::string(choice_part(i)), std::string(choice_what(i)), choice_value(i), choice_loss(i),
                     path_values(i), path_losses(i)});
    return out;
  }

  /// P(label), row by row.
  std::vector<double> probabilities(const Dataset &dataset, const DecisionOptions &options = {}) const {
    std::vector<double> out(detail::size(dataset.n_rows() * n_labels()));
    detail::check(wald_learner_probabilities(get(), dataset.get(), options.get(), out.data()));
    return out;
  }
  /// Decides the rows; `mask` of rows by labels receives the answers, `expected` a number for each.
  Decision decide(const Dataset &dataset, const Metric &metric, const DecisionOptions &options = {}, Output<uint8_t> mask = {},
                  ArrayView<double> expected = {}) const {
    Decision out;
    const int64_t rows = dataset.n_rows(), labels = n_labels();
    double *to = expected.given() ? expected.of_length("expected", detail::answers_of(options, rows, labels)) : nullptr;
    detail::check(wald_learner_decide(get(), dataset.get(), metric.get(), options.get(),
                                      mask.of_shape("mask", rows, labels), to, out.get()));
    return out;
  }
  /// The estimator of one row.
  Estimator estimator(const Dataset &dataset, int64_t row, const DecisionOptions &options = {}) const {
    return Estimator(detail::made<wald_estimator>(
        [&](wald_estimator **out) { return wald_learner_estimator(get(), dataset.get(), row, options.get(), out); }));
  }

  const wald_learner *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_learner> handle_;
};

/// Calibrated probabilities, from the probabilities or the scores of a classifier.
class Calibration {
 public:
  /// "platt", "isotonic", "beta" or "temperature"; the truth of each row, 0 or 1, and its probability, out of fold.
  static Calibration fit(const std::string &name, const Truth &truth, const Array &probabilities,
                         const Array &weights = {}) {
    return fitted(name, WALD_CALIBRATION_INPUT_PROBABILITIES, truth, probabilities, weights);
  }
  /// The same of scores, such as log-odds, for apply_scores.
  static Calibration fit_scores(const std::string &name, const Truth &truth, const Array &scores,
                                const Array &weights = {}) {
    return fitted(name, WALD_CALIBRATION_INPUT_SCORES, truth, scores, weights);
  }
  /// Of exclusive classes, by "vector" as well: the class of each row, and a table of one column per class.
  static Calibration fit_classes(const std::string &name, const Array &truth, const Array &probabilities,
                                 const Array &weights = {}) {
    return fitted(name, WALD_CALIBRATION_INPUT_PROBABILITIES, truth, probabilities, weights);
  }
  static Calibration fit_class_scores(const std::string &name, const Array &truth, const Array &scores,
                                      const Array &weights = {}) {
    return fitted(name, WALD_CALIBRATION_INPUT_SCORES, truth, scores, weights);
  }
  static Calibration load(std::string_view text) {
    return Calibration(detail::loaded<wald_calibration>(WALD_OBJECT_CALIBRATION, text));
  }
  /// What it was fitted to, and what it is applied to.
  wald_calibration_input input() const { return detail::number<wald_calibration_input>(get(), WALD_CALIBRATION_INPUT); }
  int64_t n_classes() const { return detail::number<int64_t>(get(), WALD_CALIBRATION_N_CLASSES); }
  double temperature() const { return detail::number<double>(get(), WALD_CALIBRATION_TEMPERATURE); }
  /// Of a calibration of probabilities; of classes row by row.
  std::vector<double> apply(const Array &probabilities) const {
    return applied(WALD_CALIBRATION_INPUT_PROBABILITIES, probabilities);
  }
  /// Of a calibration of scores.
  std::vector<double> apply_scores(const Array &scores) const { return applied(WALD_CALIBRATION_INPUT_SCORES, scores); }
  // rows: methods calibration
  /// Probabilities that hold at one prior, moved exactly to another. A label's odds are multiplied by the ratio of its
  /// prior odds; exclusive classes and "none of them" by the ratios of their priors, and normalised (Saerens et al.
  /// 2002, eq. 4). @param kind WALD_INDEPENDENT or WALD_CATEGORICAL. @param probabilities one column per label, in [0,
  /// 1]. @param training_prior one number per label, in (0, 1): its share of the rows where the probabilities hold.
  /// @param prior one number per label, in [0, 1]: its share where they are to hold.
  static std::vector<double> adapt(wald_kind kind, const Array &probabilities, const Array &training_prior,
                                   const Array &prior) {
    std::vector<double> out(detail::size(probabilities.rows() * probabilities.cols()));
    detail::check(wald_calibration_adapt(kind, probabilities.get(), training_prior.get(), prior.get(), out.data()));
    return out;
  }
  // end of rows
  std::string save(wald_format format = WALD_TEXT) const { return detail::saved(get(), format); }

  const wald_calibration *get() const noexcept { return handle_.get(); }

 private:
  explicit Calibration(wald_calibration *handle) : handle_(handle) {}
  template <class Known>
  static Calibration fitted(const std::string &name, wald_calibration_input input, const Known &truth,
                            const Array &values, const Array &weights) {
    return Calibration(detail::made<wald_calibration>([&](wald_calibration **out) {
      return wald_calibration_fit(name.c_str(), input, truth.get(), values.get(), weights.get(), out);
    }));
  }
  std::vector<double> applied(wald_calibration_input input, const Array &values) const {
    std::vector<double> out(detail::size(values.rows() * values.cols()));
    detail::check(wald_calibration_apply(get(), input, values.get(), out.data()));
    return out;
  }
  detail::Handle<wald_calibration> handle_;
};

}  // namespace wald

#endif  // WALD_LEARNERS_HPP
