#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/flags.hpp"

#include <algorithm>
#include <cmath>

#include "core/thresholds/search/single.hpp"

namespace wald::core {

namespace {
// Of the area where scores say nothing (Mann and Whitney 1947), for Kish's effective numbers of rows.
double area_deviation(const Sample &sample) {
  const auto rows = [](const RowSet &set) { return set.total() / set.effective_weight(); };
  const double m = rows(sample.positives()), n = rows(sample.negatives());
  return std::sqrt((m + n + 1) / (12 * m * n));
}

}  // namespace

uint32_t data_flags(const Sample &sample, double known_area) {
  uint32_t out = 0;
  constexpr int64_t few = 50, few_values = 10;
  constexpr double surprising = 2;  // standard deviations
  if (sample.positives().size() < few) out |= few_positives;
  if (sample.negatives().size() == 0) out |= only_positives;
  for (int64_t d = 0; d < sample.dims(); ++d) {
    const RowSet &positives = sample.positives();
    std::vector<double> scores;
    for (int64_t i = 0; i < positives.size(); ++i) scores.push_back(positives.row(i)[d]);
    std::sort(scores.begin(), scores.end());
    const auto distinct = std::unique(scores.begin(), scores.end()) - scores.begin();
    if (distinct < few_values && 2 * distinct <= positives.size()) out |= saturated_scores;
    const double area = std::isnan(known_area) ? ranking_area(sample, d) : known_area;
    if (area == 1 && sample.positives().size() > 1 && sample.negatives().size() > 1) out |= in_sample_scores;
    if (area < 0.5 - surprising * area_deviation(sample)) out |= inverted_scores;
  }
  return out;
}

}  // namespace wald::core
