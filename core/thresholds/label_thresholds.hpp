// A threshold for each label of a multi-label model.
//
// Averaged over labels (macro) each label is a problem of its own. Pooled (micro) the counts of all labels are added,
// and the frontier of the sum is the min-plus convolution of the labels' frontiers: exact for every goal and
// constraint. Where that takes too many steps the frontiers' concave hulls stand for them, and the answer says so.
#pragma once

#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

// Of one label.
struct LabelOutcome {
  double threshold;
  Outcome outcome;
  uint32_t flags;  // ThresholdFlag
  bool attained;
  bool missed;
  bool flags_all;
};

// A label floods its readers with more flagged rows than this per positive.
constexpr double most_alerts_per_positive = 10;

// Plain data. Arrays have one entry for each of L labels.
struct LabelThresholds {
  std::vector<double> thresholds;  // [L]; +inf: nothing is flagged
  std::vector<Outcome> outcomes;   // [L]; value: with macro, of the goal
  std::vector<uint32_t> flags;     // [L]: ThresholdFlag; those that follow from counts alone
  std::vector<uint8_t> attained;   // [L]: whether all limits are kept; with micro, by the labels together
  bool each = false;               // whether limits are of each label, and not of the labels together
  Outcome pooled;                  // counts added; value: of the goal at them, or the mean over labels or rows
  bool feasible = true;            // with macro: for every label
  bool exact = true;
  double labels_per_row = unset;   // mean number, with instance

  LabelOutcome label(std::size_t l) const;
};

// The rated rows of a label.
struct RatedRows {
  int64_t positives = 0;  // rows
  double weight = 0;
};
std::vector<RatedRows> rated_rows(const std::vector<Sample> &labels);

// Sets `attained` and the flags, of which `flags` has some already or is empty.
void describe_labels(const std::vector<RatedRows> &rated, std::vector<uint8_t> attained, LabelThresholds &out);

// Adds what follows from outcomes of labels that are problems of their own, and whether all of them attain what was
// asked.
void add_up(const std::vector<uint8_t> &attained, LabelThresholds &out);

// A label with a few positives has its greatest F1, and that of most metrics, at the score of one of them, however many
// negatives lie above: a threshold that flags nearly all rows is common among labels with one or two. With macro and a
// metric without limits a label with fewer positive rows than min_positives that flags more than ten rows per positive
// takes the threshold that is best for all labels with so few positives together. Labels with the next fewest join
// these until there are min_positives positives in all.

// A sample for each column. labels: as scores; weights: of the rows.
std::vector<Sample> samples_of_labels(const RealTable &scores, const Grid<const uint8_t> &labels, const Reals &weights);

// Samples of labels with rows of positives and negatives weighted to the options' prevalence, each label's by its own.
std::vector<Sample> at_prevalence(const std::vector<Sample> &labels, const ThresholdSearch &options);

// labels: [L], a sample of one classifier each. With micro and several labels the default confidence is that of several
// classifiers. A label without positives gets +inf. most_steps: above it, micro takes
// hulls. Throws Error(argument) if nothing was fed at all, or the objective is out of range or, with macro, gives
// `positives`; Error(unsupported) as choose_thresholds does.
// Of the options average, threads, min_positives, smoothing, smoothing_rounds and seed are read.
LabelThresholds choose_label_thresholds(const std::vector<Sample> &labels, const Objective &objective,
                                        const ThresholdSearch &options, Monitor &monitor,
                                        int64_t most_steps = int64_t{1} << 28);
// The same of samples_of_labels(scores, labels, weights), at the options' prevalence. With macro, without weights and
// smoothing, no samples are made.
LabelThresholds choose_label_thresholds(const RealTable &scores, const Grid<const uint8_t> &labels,
                                        const Reals &weights, const Objective &objective,
                                        const ThresholdSearch &options, Monitor &monitor);

}  // namespace wald::core::thresholds
