// Draws bootstrap samples of an evaluation at fixed thresholds.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/fixed/resampled.hpp"

#include <cmath>

#include "core/numeric/parallel.hpp"
#include "core/numeric/quantile.hpp"
#include "core/numeric/random/random.hpp"

namespace wald::core::evaluation {
namespace {

Drawn drawn_of(std::vector<double> values, double level) {
  if (values.empty()) return {{unset, unset}, unset};
  double mean = 0, squares = 0;
  for (double x : values) mean += x / static_cast<double>(values.size());
  for (double x : values) squares += (x - mean) * (x - mean);
  std::sort(values.begin(), values.end());
  return {{sorted_quantile(values, (1 - level) / 2), sorted_quantile(values, (1 + level) / 2)},
          std::sqrt(squares / static_cast<double>(values.size() - 1))};
}

}  // namespace

ResampledModels::ResampledModels(const EvaluatedRows &rows, const std::vector<RankedRows> &ranked,
                       const std::vector<std::vector<uint8_t>> &flagged, const std::vector<FixedMetric> &metrics,
                       const thresholds::ThresholdSearch &options, Monitor &monitor)
    : places_(ranked.size() * metrics.size()), rounds_(static_cast<std::size_t>(options.bootstrap)) {
  values_.resize(rounds_ * places_);
  parallel_for(options.bootstrap, worker_count(options.threads, options.bootstrap), monitor,
               [&](int64_t round, int, Monitor &) {
                 Random random(options.seed, static_cast<uint64_t>(round));
                 std::vector<double> times(rows.units), weights;
                 for (std::size_t u = 0; u < rows.units; ++u)
                   ++times[static_cast<std::size_t>(random.uniform() * static_cast<double>(rows.units))];
                 weights.reserve(rows.rows.size());
                 for (const EvaluatedRow &row : rows.rows) weights.push_back(row.weight * times[row.unit]);
                 double *const out = &values_[static_cast<std::size_t>(round) * places_];
                 for (std::size_t m = 0; m < ranked.size(); ++m) {
                   CellWeights cells;
                   for (std::size_t i = 0; !flagged.empty() && i < weights.size(); ++i)
                     cells.add(rows.rows[i].positive, flagged[m][i], weights[i]);
                   for (std::size_t k = 0; k < metrics.size(); ++k)
                     out[m * metrics.size() + k] =
                         metrics[k].is_area() ? roc_area(ranked[m], rows, weights) : metrics[k].value(cells);
                 }
               });
}

Drawn ResampledModels::of(std::size_t place, double level) const {
  std::vector<double> values;
  for (std::size_t round = 0; round < rounds_; ++round)
    if (const double x = values_[round * places_ + place]; !std::isnan(x)) values.push_back(x);
  return drawn_of(std::move(values), level);
}

Drawn ResampledModels::difference(std::size_t first, std::size_t second, double level) const {
  std::vector<double> values;
  for (std::size_t round = 0; round < rounds_; ++round)
    if (const double x = values_[round * places_ + second] - values_[round * places_ + first]; !std::isnan(x))
      values.push_back(x);
  return drawn_of(std::move(values), level);
}

}  // namespace wald::core::evaluation
