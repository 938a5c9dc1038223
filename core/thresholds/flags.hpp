// What a user should know of chosen thresholds: bits of ChosenThresholds::flags.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/thresholds/sample/sample.hpp"
#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// inverted_scores: the area is below 1/2 by more than two of Mann and Whitney's standard deviations,
// sqrt((m+n+1)/(12 m n)) for m, n rows.
#define WALD_THRESHOLD_FLAG_WORDS(WORD)                                                                              \
  WORD(nothing_flagged, 1, "nothing_flagged", "", "No row is flagged.")                                              \
  WORD(everything_flagged, 2, "everything_flagged", "", "Every rated row is flagged.")                               \
  WORD(target_not_attained, 4, "target_not_attained", "", "No alert is worth its cost, or the limits leave none.")   \
  WORD(recall_out_of_reach, 8, "recall_out_of_reach", "", "Not feasible; the nearest point is reported.")            \
  WORD(few_positives, 16, "few_positives", "", "There are fewer than 50 positive rows.")                             \
  WORD(saturated_scores, 32, "saturated_scores", "",                                                                 \
       "A classifier gives its positives fewer than 10 distinct scores.")                                            \
  WORD(in_sample_scores, 64, "in_sample_scores", "",                                                                 \
       "A classifier separates the labels without error: was it trained on these rows?")                             \
  WORD(inverted_scores, 128, "inverted_scores", "",                                                                  \
       "A classifier ranks negatives above positives, more than by chance.")                                         \
  WORD(quantile_levels, 256, "quantile_levels", "", "Quantiles replaced the scores of positives.")                  \
  WORD(local_optimum, 512, "local_optimum", "", "The thresholds are not proved to be the best of all.")              \
  WORD(unrated_flagged, 1024, "unrated_flagged", "", "Rows that are not rated are flagged; they count for nothing.") \
  WORD(only_positives, 2048, "only_positives", "", "No rated row is negative.")                                      \
  WORD(constraint_missed, 4096, "constraint_missed", "",                                                             \
       "Smoothed thresholds break a limit that the sample's own best ones keep.")                                    \
  WORD(shared_threshold, 8192, "shared_threshold", "",                                                               \
       "The label has few positives, and shares a threshold with others like it.")                                   \
  WORD(only_negatives, 16384, "only_negatives", "",                                                                  \
       "No rated row is positive: nothing is known of precision and recall.")
enum ThresholdFlag : uint32_t { WALD_THRESHOLD_FLAG_WORDS(WALD_ENUMERATOR) };
constexpr Word threshold_flag_words[] = {WALD_THRESHOLD_FLAG_WORDS(WALD_WORD)};

// The flags that the counts at the thresholds deserve. rated: the weight of all rated rows; unrated: of the flagged
// rows without a label.
uint32_t count_flags(const Flagged &counts, double rated, double unrated);

struct ChosenThresholds;
class Criterion;

// Adds the flags of a search and of the counts at its answer, and the warning that follows from all flags so far.
// feasible: the choice on the frontier is. rated: the weight of all rated rows.
void add_flags(const SearchResult &found, const Criterion &criterion, bool feasible, double rated,
               ChosenThresholds &answer);

// The flags that the data deserve whatever is chosen. known: of the area of one classifier; NaN if it has to be
// counted.
uint32_t data_flags(const Sample &sample, const std::vector<AreaBounds> &known);

// The same of one classifier, of which the area is known well enough, or none.
std::optional<uint32_t> data_flags(const SampleTotals &sample, const AreaBounds &area, bool saturated);

// Whether some positives' scores have fewer than 10 distinct values, and at least twice as many rows as values; taken
// one by one, until that is known.
class Saturation {
 public:
  // False from the row on that is one value too many.
  bool add(double score, int64_t rows = 1);
  bool saturated() const { return values_.size() < few_values && 2 * static_cast<int64_t>(values_.size()) <= rows_; }

 private:
  static constexpr std::size_t few_values = 10;
  std::vector<double> values_;
  int64_t rows_ = 0;
};

}  // namespace wald::core::thresholds
