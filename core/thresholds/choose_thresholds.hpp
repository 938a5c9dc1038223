// Choosing thresholds: the one call behind every interface.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/thresholds/chosen.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// Throws Error(argument) if nothing was fed or no positive was, or where the objective or the options are out of
// range; Error(unsupported) if the objective needs a number of positives that is unknown; Error(cancelled).
ChosenThresholds choose_thresholds(const Sample &sample, const Objective &objective, const ThresholdSearch &options,
                                   Monitor &monitor);

// The same of one score, from the caller's arrays: what Sample::feed and choose_thresholds come to, without a copy of
// the rows where they are not weighted, all rated, and searched by the method direct alone.
ChosenThresholds choose_threshold(const Reals &scores, Strided<const uint8_t> labels, const Reals &weights,
                                  const Objective &objective, const ThresholdSearch &options, Monitor &monitor);

// What an answer has for rows that are counted and not kept.
struct BesideThreshold {
  std::vector<double> next_lower;  // of each score the greatest one below the threshold
  double unrated = 0;      // the weight of the flagged rows without a label
  bool fractions = false;  // some weight is not whole
  LabelParts positives, negatives;
};
// The answer at a point that a search has found. criterion, sample: of all rows.
ChosenThresholds chosen_of(const SearchResult &found, const Choice &choice, const Criterion &criterion,
                           const SampleTotals &sample, uint32_t data_flags, const BesideThreshold &beside,
                           const ThresholdSearch &options);

// out[i] = 1 if `chosen` flags row i. NaN scores are refused.
void apply_chosen(const RealTable &scores, const ChosenThresholds &chosen, Rule rule, Strided<uint8_t> out);

}  // namespace wald::core::thresholds
