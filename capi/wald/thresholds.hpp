// Wald for C++, thresholds: which scores of one classifier or several flag a row.
#ifndef WALD_THRESHOLDS_HPP
#define WALD_THRESHOLDS_HPP

#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "core.hpp"
#include "facts.hpp"
#include "options.hpp"
#include "promises.hpp"
#include "thresholds.h"

namespace wald {

namespace detail {

inline std::vector<std::string_view> threshold_flag_names(wald_threshold_flags set) {
  std::vector<std::string_view> out;
  wald_name_row row{};
  row.size = sizeof row;
  for (int64_t i = 0; is_row(wald_name_list("threshold_flag", i, &row)); ++i)
    if (set & row.value) out.push_back(row.name);
  return out;
}

}  // namespace detail

/// Chosen thresholds, and the baselines beside them (answers 1, 2, ...).
class Thresholds : public facts::OfThresholds<Thresholds> {
 public:
  explicit Thresholds(wald_thresholds *handle) : handle_(handle) {}

  double number(wald_thresholds_fact fact, int64_t answer = 0) const {
    return detail::number<double>(get(), fact, answer);
  }
  std::vector<double> numbers(wald_thresholds_fact fact, int64_t answer = 0) const {
    return detail::numbers(get(), fact, answer);
  }
  /// NaN and NaN if a fact has none.
  struct Interval {
    double low, high;
    bool exact;  ///< Clopper-Pearson's, else approximate
  };
  Interval interval(wald_thresholds_fact fact, int64_t answer = 0) const {
    Interval out{};
    int32_t exact = 0;
    detail::check(wald_thresholds_interval(get(), answer, fact, &out.low, &out.high, &exact));
    out.exact = exact != 0;
    return out;
  }
  /// The flags by name: "nothing_flagged", ...
  std::vector<std::string_view> flag_names(int64_t answer = 0) const {
    return detail::threshold_flag_names(flags(answer));
  }
  /// 1 for each row of scores that is flagged, else 0.
  std::vector<uint8_t> apply(const Array &scores, int64_t answer = 0) const {
    std::vector<uint8_t> out(detail::size(scores.rows()));
    detail::check(
        wald_thresholds_apply(get(), answer, scores.get(), Output<uint8_t>(out).of_shape("out", scores.rows(), 1)));
    return out;
  }

  /// The limit that these were chosen with, watched in use: claim() as a promise. `bound`, if not NaN: another one, of
  /// the limited metric or of the metric that was maximised.
  Promise promise(double bound = std::numeric_limits<double>::quiet_NaN(), const PromiseOptions &options = {},
                  int64_t answer = 0) const {
    return Promise(detail::promised(claim(answer), bound), options);
  }

  const wald_thresholds *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_thresholds> handle_;
};

/// The points (FP, TP) that no thresholds beat, from (0, 0) up.
class Frontier : public facts::OfFrontier<Frontier> {
 public:
  explicit Frontier(wald_frontier *handle) : handle_(handle) {}

  /// For FP from 0 to max_fp alone.
  struct PartialAreas {
    double pn = 0, pn_hull = 0, roc = 0, roc_hull = 0;
  };
  PartialAreas partial_areas(double max_fp) const {
    PartialAreas a;
    detail::check(wald_frontier_partial_areas(get(), max_fp, &a.pn, &a.pn_hull, &a.roc, &a.roc_hull));
    return a;
  }

  const wald_frontier *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_frontier> handle_;
};

/// Two thresholds on one score: flagged from high() on, cleared below low(), left to a person between them.
class AbstentionZone : public facts::OfAbstentionZone<AbstentionZone> {
 public:
  explicit AbstentionZone(wald_zone *handle) : handle_(handle) {}

  const wald_zone *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_zone> handle_;
};

/// A pass over distributed rows of one score: docs/guides/scale.md.
class ThresholdPass : public facts::OfThresholdPass<ThresholdPass> {
 public:
  explicit ThresholdPass(wald_threshold_pass *handle) : handle_(handle) {}
  /// The first pass.
  explicit ThresholdPass(const ThresholdOptions &options = {})
      : ThresholdPass(
            detail::made<wald_threshold_pass>([&](wald_threshold_pass **out) { return wald_threshold_pass_create(options.get(), out); })) {}
  static ThresholdPass from_bytes(std::string_view bytes) {
    return ThresholdPass(detail::loaded<wald_threshold_pass>(WALD_OBJECT_THRESHOLD_PASS, bytes));
  }
  /// The same for every order of feeding and merging.
  std::string to_bytes() const { return detail::saved(get(), WALD_BINARY); }

  /// The truth of each row: 0, 1 or WALD_NOT_RATED; one score per row; one weight per row, or none.
  void feed(const Truth &truth, const Array &scores, const Array &weights = {}) {
    detail::check(wald_threshold_pass_feed(get(), truth.get(), scores.get(), weights.get()));
  }
  void merge(const ThresholdPass &other) { detail::check(wald_merge(get(), other.get())); }
  /// The thresholds; or none, and this is then the next pass, without rows.
  std::optional<Thresholds> next() {
    wald_thresholds *made = nullptr;
    detail::check(wald_threshold_pass_next(get(), &made));
    if (!made) return {};
    return Thresholds(made);
  }

  wald_threshold_pass *get() noexcept { return handle_.get(); }
  const wald_threshold_pass *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_threshold_pass> handle_;
};

/// Rows with truth, scores and weights: what thresholds are chosen from.
class Sample : public facts::OfSample<Sample> {
 public:
  /// rated_from: empty, or for each classifier the score below which nothing was labelled (-inf: none).
  explicit Sample(int64_t n_scores = 1, wald_rule rule = WALD_RULE_OR, ArrayView<const double> rated_from = {}) {
    const double *from = rated_from.empty() ? nullptr : rated_from.of_length("rated_from", n_scores);
    handle_.reset(
        detail::made<wald_sample>([&](wald_sample **out) { return wald_sample_create(n_scores, rule, from, out); }));
  }
  static Sample load(std::string_view text) {
    return Sample(detail::loaded<wald_sample>(WALD_OBJECT_SAMPLE, text));
  }
  Sample copy() const {
    return Sample(detail::copied(get()));
  }

  /// The truth of each row: 0, 1 or WALD_NOT_RATED; scores, one column per classifier; one weight per row, or none.
  void feed(const Truth &truth, const Array &scores, const Array &weights = {}) {
    detail::check(wald_sample_feed(get(), truth.get(), scores.get(), weights.get()));
  }
  void merge(const Sample &other) { detail::check(wald_merge(get(), other.get())); }
  void clear() { detail::check(wald_clear(get())); }

  /// Weights that thresholds flag, by label.
  struct Counts {
    double tp = 0, fp = 0, unrated = 0;
  };
  Counts count(ArrayView<const double> thresholds) const {
    Counts out;
    detail::check(wald_sample_count(get(), thresholds.data(), static_cast<int64_t>(thresholds.size()), &out.tp, &out.fp,
                                    &out.unrated));
    return out;
  }
  Thresholds choose(const ThresholdOptions &options = {}) const {
    return Thresholds(detail::made<wald_thresholds>(
        [&](wald_thresholds **out) { return wald_sample_choose(get(), options.get(), out); }));
  }
  Frontier frontier(const ThresholdOptions &options = {}) const {
    return Frontier(detail::made<wald_frontier>(
        [&](wald_frontier **out) { return wald_frontier_create(get(), options.get(), out); }));
  }

  /// By the costs of the options.
  AbstentionZone abstention_zone(const ThresholdOptions &options = {}) const {
    return AbstentionZone(
        detail::made<wald_zone>([&](wald_zone **out) { return wald_zone_create(get(), options.get(), out); }));
  }
  std::string save(wald_format format = WALD_TEXT) const { return detail::saved(get(), format); }

  wald_sample *get() noexcept { return handle_.get(); }
  const wald_sample *get() const noexcept { return handle_.get(); }

 private:
  explicit Sample(wald_sample *handle) : handle_(handle) {}
  detail::Handle<wald_sample> handle_;
};

/// Which rows any thresholds flag.
inline std::vector<uint8_t> apply_thresholds(ArrayView<const double> thresholds, wald_rule rule, const Array &scores) {
  std::vector<uint8_t> out(detail::size(scores.rows()));
  detail::check(wald_rule_apply(rule, thresholds.data(), static_cast<int64_t>(thresholds.size()), scores.get(),
                                Output<uint8_t>(out).of_shape("out", scores.rows(), 1)));
  return out;
}

/// A threshold for each label of a multi-label model.
class LabelThresholds : public facts::OfLabelThresholds<LabelThresholds> {
 public:
  explicit LabelThresholds(wald_labels *handle) : handle_(handle) {}

  double number(wald_labels_fact fact, int64_t label = 0) const { return detail::number<double>(get(), fact, label); }
  /// A fact of every label.
  std::vector<double> numbers(wald_labels_fact fact) const { return detail::numbers(get(), fact); }
  std::vector<double> thresholds() const { return numbers(WALD_LABELS_THRESHOLD); }
  std::vector<std::string_view> flag_names(int64_t label) const { return detail::threshold_flag_names(flags(label)); }
  using OfLabelThresholds::missed;
  /// The labels that miss a limit; with the average micro, whose limits are of all labels together, none.
  std::vector<int64_t> missed() const { return labels_with(WALD_LABELS_MISSED); }
  using OfLabelThresholds::flags_all;
  /// The labels for which every rated row is flagged, more than ten for each positive.
  std::vector<int64_t> flags_all() const { return labels_with(WALD_LABELS_FLAGS_ALL); }

  const wald_labels *get() const noexcept { return handle_.get(); }

 private:
  std::vector<int64_t> labels_with(wald_labels_fact fact) const {
    std::vector<int64_t> out;
    const std::vector<double> holds = numbers(fact);
    for (std::size_t label = 0; label < holds.size(); ++label)
      if (holds[label] != 0) out.push_back(static_cast<int64_t>(label));
    return out;
  }
  detail::Handle<wald_labels> handle_;
};

/// By the average of the options.
inline LabelThresholds label_thresholds(const Truth &truth, const Array &scores, const ThresholdOptions &options = {},
                                        const Array &weights = {}, const Array &groups = {}) {
  return LabelThresholds(detail::made<wald_labels>([&](wald_labels **out) {
    return wald_labels_choose(truth.get(), scores.get(), weights.get(), groups.get(), options.get(), out);
  }));
}

/// A threshold of one score for each segment of the rows, at one tolerance: see wald_segments_choose.
class SegmentThresholds {
 public:
  SegmentThresholds(std::shared_ptr<const wald_segments> all, int64_t tolerance, int64_t n_segments)
      : all_(std::move(all)), tolerance_(tolerance), n_segments_(n_segments) {}
  /// A number of all segments together, WALD_SEGMENTS_VALUE ..., or of one: WALD_SEGMENTS_THRESHOLD ...
  double number(wald_segments_fact fact, int64_t segment = 0) const {
    if (fact < WALD_SEGMENTS_THRESHOLD) return detail::number<double>(all_.get(), fact, tolerance_);
    if (segment < 0 || segment >= n_segments_)
      throw ArgumentError("segment is " + std::to_string(segment) + ": must lie in [0, " +
                          std::to_string(n_segments_ - 1) + "]");
    return detail::number<double>(all_.get(), fact, tolerance_ * n_segments_ + segment);
  }
  int64_t segments() const { return n_segments_; }

 private:
  std::shared_ptr<const wald_segments> all_;  // of all tolerances
  int64_t tolerance_, n_segments_;
};

/// What a row is worth, and what a segment is limited to; see wald_segment_rows.
struct SegmentInput {
  Array weights, benefits, costs, limits;
};

/// A threshold of one score for each segment, found together: an answer for each tolerance of the options, or one.
/// segments: each in [0, n_segments).
inline std::vector<SegmentThresholds> segment_thresholds(const Truth &truth, const Array &scores,
                                                         const Array &segments, int64_t n_segments,
                                                         const ThresholdOptions &options = {},
                                                         const SegmentInput &more = {}) {
  const wald_segment_rows rows{sizeof rows,         n_segments,       segments.get(),   more.weights.get(),
                               more.benefits.get(), more.costs.get(), more.limits.get()};
  const std::shared_ptr<const wald_segments> all(
      detail::made<wald_segments>([&](wald_segments **out) {
        return wald_segments_choose(truth.get(), scores.get(), &rows, options.get(), out);
      }),
      detail::Deleter());
  std::vector<SegmentThresholds> out;
  const auto tolerances = detail::number<int64_t>(all.get(), WALD_SEGMENTS_N_TOLERANCES);
  for (int64_t tolerance = 0; tolerance < tolerances; ++tolerance) out.emplace_back(all, tolerance, n_segments);
  return out;
}

/// The threshold of one score, from the caller's arrays: vectors of truth, 0, 1 or WALD_NOT_RATED (of float or double
/// 0, 1 or NaN), of scores, and of weights or none.
inline Thresholds choose_threshold(const Array &truth, const Array &scores, const ThresholdOptions &options = {},
                                   const Array &weights = {}) {
  return Thresholds(detail::made<wald_thresholds>([&](wald_thresholds **out) {
    return wald_thresholds_choose(truth.get(), scores.get(), weights.get(), nullptr, WALD_RULE_OR, options.get(), out);
  }));
}

/// Thresholds of rows with counts: their truth, a table of scores with one column per classifier, the count of each row,
/// and the weight of each counted row or none.
inline Thresholds choose_counted(const Array &truth, const Array &scores, const Array &counts,
                                 wald_rule rule = WALD_RULE_OR, const ThresholdOptions &options = {},
                                 const Array &weights = {}) {
  return Thresholds(detail::made<wald_thresholds>([&](wald_thresholds **out) {
    return wald_thresholds_choose(truth.get(), scores.get(), weights.get(), counts.get(), rule, options.get(), out);
  }));
}

/// Multipliers of exclusive classes.
class ClassMultipliers : public facts::OfClassMultipliers<ClassMultipliers> {
 public:
  explicit ClassMultipliers(wald_multipliers *handle) : handle_(handle) {}

  const wald_multipliers *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_multipliers> handle_;
};

/// By the metric and the average of the options; or, where costs by truth * classes + decision are given, by these.
inline ClassMultipliers class_multipliers(const Array &truth, const Array &scores, const ThresholdOptions &options = {},
                                          ArrayView<const double> costs = {}, const Array &weights = {}) {
  if (!costs.empty()) detail::check_length("costs", costs.size(), scores.cols() * scores.cols());
  return ClassMultipliers(detail::made<wald_multipliers>([&](wald_multipliers **out) {
    return wald_multipliers_choose(truth.get(), scores.get(), weights.get(), costs.empty() ? nullptr : costs.data(),
                                   options.get(), out);
  }));
}

/// The class of each row by multipliers; empty ones are all 1.
inline std::vector<int64_t> apply_multipliers(ArrayView<const double> multipliers, const Array &scores) {
  if (!multipliers.empty()) detail::check_length("multipliers", multipliers.size(), scores.cols());
  std::vector<int64_t> out(detail::size(scores.rows()));
  detail::check(
      wald_class_apply(multipliers.empty() ? nullptr : multipliers.data(), nullptr, scores.get(), out.data()));
  return out;
}

/// The class of least expected cost of each row of probabilities.
inline std::vector<int64_t> least_cost_classes(ArrayView<const double> costs, const Array &probabilities) {
  detail::check_length("costs", costs.size(), probabilities.cols() * probabilities.cols());
  std::vector<int64_t> out(detail::size(probabilities.rows()));
  detail::check(wald_class_apply(nullptr, costs.data(), probabilities.get(), out.data()));
  return out;
}

/// The net benefit of models at threshold probabilities.
class DecisionCurve : public facts::OfDecisionCurve<DecisionCurve> {
 public:
  /// The truth of each row, 0 or 1; a row of probabilities, one column per model; thresholds, each in (0, 1); one
  /// weight per row, or none.
  DecisionCurve(const Truth &truth, const Array &probabilities, ArrayView<const double> thresholds,
                const ThresholdOptions &options = {}, const Array &weights = {})
      : models_(probabilities.cols()), thresholds_(thresholds.begin(), thresholds.end()),
        handle_(detail::made<wald_decision_curve>([&](wald_decision_curve **out) {
          return wald_decision_curve_create(truth.get(), probabilities.get(), weights.get(), Array(thresholds_).get(),
                                            options.get(), out);
        })) {}
  /// A fact of a model at each threshold; of the model `models()`, of flagging every row.
  std::vector<double> numbers(wald_decision_curve_fact fact, int64_t model) const {
    return detail::numbers(get(), fact, model);
  }
  int64_t models() const { return models_; }
  const std::vector<double> &thresholds() const { return thresholds_; }

  const wald_decision_curve *get() const noexcept { return handle_.get(); }

 private:
  int64_t models_;
  std::vector<double> thresholds_;
  detail::Handle<wald_decision_curve> handle_;
};

/// Models on a test set, at thresholds that were chosen elsewhere: metrics with limits, and paired differences.
class ThresholdEvaluation : public facts::OfThresholdEvaluation<ThresholdEvaluation> {
 public:
  /// Per row: the truth, 0 or 1, one score per model and, optionally, a weight and a group. Per model: a threshold; leave
  /// thresholds out to get the area under the ROC curve alone.
  ThresholdEvaluation(const Truth &truth, const Array &scores, ArrayView<const double> thresholds,
                      const ThresholdOptions &options = {}, const Array &weights = {}, const Array &groups = {})
      : handle_(detail::made<wald_threshold_evaluation>([&](wald_threshold_evaluation **out) {
          const wald_rows rows{sizeof rows, weights.get(), groups.get()};
          const Array at(thresholds);
          return wald_threshold_evaluation_create(truth.get(), scores.get(), thresholds.size() > 0 ? at.get() : nullptr,
                                                  &rows, options.get(), out);
        })) {}
  double number(wald_threshold_evaluation_fact fact) const { return detail::number<double>(get(), fact); }
  /// A fact of each estimate, comparison or model.
  std::vector<double> numbers(wald_threshold_evaluation_fact fact) const { return detail::numbers(get(), fact); }
  /// The name of a metric or a model, or a text of the whole.
  std::string_view text(wald_threshold_evaluation_fact fact, int64_t item = 0) const {
    return detail::text(get(), fact, item);
  }

  const wald_threshold_evaluation *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_threshold_evaluation> handle_;
};

/// How often events happen that are predicted with probability p.
class Reliability : public facts::OfReliability<Reliability> {
 public:
  /// The truth of each row, 0 or 1, and a probability; one weight per row, or none. By the bins and the level of the
  /// options.
  Reliability(const Truth &truth, const Array &probabilities, const ThresholdOptions &options = {},
              const Array &weights = {})
      : handle_(detail::made<wald_reliability>([&](wald_reliability **out) {
          return wald_reliability_create(truth.get(), probabilities.get(), weights.get(), options.get(), out);
        })) {}
  double number(wald_reliability_fact fact) const { return detail::number<double>(get(), fact); }
  /// A fact of each bin.
  std::vector<double> numbers(wald_reliability_fact fact) const { return detail::numbers(get(), fact); }

  const wald_reliability *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_reliability> handle_;
};

/// The shares of labels or classes among rows without labels.
class Prevalence : public facts::OfPrevalence<Prevalence> {
 public:
  /// One column of probabilities per label; a share in training each, or none for those of the calibration rows; their
  /// truth, 0 or 1, and probabilities, or none.
  Prevalence(wald_kind kind, const Array &probabilities, const ThresholdOptions &options = {}, const Array &training_prior = {},
             const Array &calibration_truth = {}, const Array &calibration_probabilities = {})
      : handle_(detail::made<wald_prevalence>([&](wald_prevalence **out) {
          return wald_prevalence_create(kind, probabilities.get(), training_prior.get(), calibration_truth.get(),
                                        calibration_probabilities.get(), options.get(), out);
        })) {}
  double number(wald_prevalence_fact fact) const { return detail::number<double>(get(), fact); }
  /// A fact of each label or class.
  std::vector<double> numbers(wald_prevalence_fact fact) const { return detail::numbers(get(), fact); }

  const wald_prevalence *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_prevalence> handle_;
};

}  // namespace wald

#endif  // WALD_THRESHOLDS_HPP
