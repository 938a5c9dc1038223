// Sets the flags of chosen thresholds.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/flags.hpp"

#include <algorithm>
#include <cmath>

#include "core/thresholds/chosen.hpp"
#include "core/thresholds/search/single.hpp"

namespace wald::core::thresholds {

namespace {
// Of the area where scores say nothing (Mann and Whitney 1947), for Kish's effective numbers of rows.
double area_deviation(const SampleTotals &sample) {
  const auto rows = [](const SampleTotals::OfLabel &set) { return set.weight / set.effective_weight; };
  const double m = rows(sample.positives), n = rows(sample.negatives);
  return std::sqrt((m + n + 1) / (12 * m * n));
}

// What was asked for and is not attained.
std::string warning_of(const ChosenThresholds &answer) {
  const std::string asked = text("\"", answer.objective, "\"");  // whole: it is our own text
  if (answer.flags & constraint_missed)
    return text("smoothed thresholds break a limit of ", asked, " that the sample's own best ones keep");
  if (answer.flags & recall_out_of_reach)
    return text("no thresholds attain ", asked, ": the nearest point is the answer, with a recall of ",
                number(answer.outcome.recall));
  if (!answer.feasible) return text("no thresholds attain ", asked, ": nothing is flagged");
  if (answer.flags & target_not_attained)
    return text("nothing is flagged: for ", asked, " no alert is worth its cost, or the limits leave none");
  return {};
}

}  // namespace

uint32_t count_flags(const Flagged &counts, double rated, double unrated) {
  return (counts.alerts() == 0 ? nothing_flagged : 0u) | (counts.alerts() >= rated ? everything_flagged : 0u) |
         (unrated > 0 ? unrated_flagged : 0u);
}

void add_flags(const SearchResult &found, const Criterion &criterion, bool feasible, double rated,
               ChosenThresholds &answer) {
  const Flagged &counts = answer.outcome.counts;
  answer.flags |= count_flags(counts, rated, 0);  // rows without a label are counted with the estimates
  if (counts.alerts() == 0 && criterion.goal() != Goal::fewest_fp) answer.flags |= target_not_attained;
  if (!feasible) answer.flags |= recall_out_of_reach;
  if (found.quantiles) answer.flags |= quantile_levels;
  if (found.local_optimum) answer.flags |= local_optimum;
  answer.warning = warning_of(answer);
}

bool Saturation::add(double score, int64_t rows) {
  rows_ += rows;
  if (std::find(values_.begin(), values_.end(), score) == values_.end()) values_.push_back(score);
  return values_.size() < few_values;
}

std::optional<uint32_t> data_flags(const SampleTotals &sample, const AreaBounds &area, bool saturated) {
  uint32_t out = 0;
  constexpr int64_t few = 50;
  constexpr double surprising = 2;  // standard deviations
  if (sample.positives.rows < few) out |= few_positives;
  if (sample.negatives.rows == 0) out |= only_positives;
  if (sample.positives.rows == 0) out |= only_negatives;
  if (saturated && sample.positives.rows > 0) out |= saturated_scores;
  if (sample.negatives.rows == 0 || sample.positives.rows == 0) return out;
  const double by_chance = 0.5 - surprising * area_deviation(sample);
  const bool known = (area.high < 1 || area.low == 1) && (area.high < by_chance || area.low >= by_chance);
  if (!known) return {};
  if (area.low == 1 && sample.positives.rows > 1 && sample.negatives.rows > 1) out |= in_sample_scores;
  if (area.high < by_chance) out |= inverted_scores;
  return out;
}

uint32_t data_flags(const Sample &sample, const std::vector<AreaBounds> &known) {
  const SampleTotals totals = sample.totals();
  uint32_t out = 0;
  for (int64_t d = 0; d < sample.dims(); ++d) {
    Saturation saturation;
    bool more = true;
    sample.positives().for_rows([&](int64_t, int64_t n, const double *scores) {
      for (int64_t i = 0; more && i < n; ++i) more = saturation.add(scores[i * sample.dims() + d]);
    });
    const AreaBounds area = known.empty() ? AreaBounds() : known[static_cast<std::size_t>(d)];
    const auto flags = data_flags(totals, area, saturation.saturated());
    if (flags) {
      out |= *flags;
      continue;
    }
    const double counted = ranking_area(sample, d);
    out |= *data_flags(totals, {counted, counted}, saturation.saturated());
  }
  return out;
}

}  // namespace wald::core::thresholds
