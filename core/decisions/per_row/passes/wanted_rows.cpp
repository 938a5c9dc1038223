// Gathers the rows that a label may want, and sums what they are worth to it.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/per_row/passes/wanted_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/decisions/per_row/passes/column_kernels.hpp"

namespace wald::core::decisions {
namespace {

// slope * p - cost - price is wrong by at most 2^-22 of the sum of the three parts' magnitudes, the rounding of p among
// them.
constexpr float part_of_difference = 0x1p-21f;
float raised(float slope) { return slope * (1 + part_of_difference); }
float lowered(float price) { return price - std::fabs(price) * part_of_difference; }

// A block's lane adds up 64 floats.
constexpr int64_t block = 1024;
constexpr double part_of_sum = 0x1p-17;

constexpr int most_halvings = 20;
constexpr double enough_of_count = 1.0 / 64;

}  // namespace

WantedRows::WantedRows(const Columns &columns, int64_t label, const std::vector<float> &prices, float steepest)
    : rows_(columns.rows()) {
  const float *const p = columns.column(label);
  const float slope = raised(steepest);
  for (std::size_t i = 0; i < prices.size(); ++i) {
    const float price = lowered(prices[i]);
    if (!(slope * p[i] > price)) continue;
    p_.push_back(p[i]);
    price_.push_back(price);
    dearest_ = std::max(dearest_, std::fabs(price));
  }
}

double WantedRows::worth(LabelOffer offer) const {
  const float slope = raised(offer.slope), cost = lowered(offer.cost);
  const auto n = static_cast<int64_t>(p_.size());
  double sum = 0;
  for (int64_t first = 0; first < n; first += block)
    sum += sum_of_worths(p_.data() + first, slope, cost, price_.data() + first, std::min(block, n - first));
  // The last addend is for what is too small to be a float of full precision.
  return sum * (1 + part_of_sum) + static_cast<double>(rows_) * 0x1p-140;
}

int64_t WantedRows::count(LabelOffer offer) const {
  return count_of_worths(p_.data(), offer.slope, offer.cost, price_.data(), static_cast<int64_t>(p_.size()));
}

float WantedRows::cost_of(float slope, double wanted) const {
  if (static_cast<double>(count({slope, 0})) <= wanted) return 0;
  float low = 0, high = slope + dearest_;
  for (int step = 0; step < most_halvings; ++step) {
    const float middle = (low + high) / 2;
    const double surplus = static_cast<double>(count({slope, middle})) - wanted;
    if (std::fabs(surplus) <= enough_of_count * wanted) return middle;
    (surplus > 0 ? low : high) = middle;
  }
  return low;
}

}  // namespace wald::core::decisions
