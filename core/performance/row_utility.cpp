// Computes the moments of one row's utility from the masses of its true and false positives.
#include "core/numeric/contraction.hpp"  // first

#include "core/performance/row_utility.hpp"

#include <algorithm>
#include <numeric>

namespace wald::core::performance {
namespace {

int64_t drawn(const Masses &masses, Random &random) {
  double u = random.uniform() * std::accumulate(masses.mass.begin(), masses.mass.end(), 0.0);
  int64_t at = 0;
  while (at + 1 < masses.size() && u >= masses.mass[static_cast<std::size_t>(at)])
    u -= masses.mass[static_cast<std::size_t>(at++)];
  return masses.first + at;
}

}  // namespace

void RowUtility::compute(const Metric &metric, const std::vector<double> &p, const std::vector<uint8_t> &flagged,
                         bool with_slopes) {
  n_ = static_cast<int64_t>(p.size());
  flagged_.clear();
  others_.clear();
  tp_.reset();
  fn_.reset();
  const double cut = default_cut(n_, std::accumulate(p.begin(), p.end(), 0.0));
  for (int64_t j = 0; j < n_; ++j) {
    const auto at = static_cast<std::size_t>(j);
    (flagged[at] ? flagged_ : others_).push_back(j);
    add_item(flagged[at] ? tp_ : fn_, p[at], cut);
  }
  k_ = static_cast<int64_t>(flagged_.size());
  // One value beyond the masses at either end, for slopes where a probability is 0 or 1.
  const int64_t tp_from = std::max<int64_t>(0, tp_.first - 1), fn_from = std::max<int64_t>(0, fn_.first - 1);
  const int64_t tps = std::min(tp_.last() + 1, k_) - tp_from + 1;
  const int64_t fns = std::min(fn_.last() + 1, n_ - k_) - fn_from + 1;
  by_tp_.assign(static_cast<std::size_t>(tps), 0);
  by_fn_.assign(static_cast<std::size_t>(fns), 0);
  mean_ = 0;
  double squares = 0, total = 0;
  for (int64_t a = 0; a < tps; ++a)
    for (int64_t b = 0; b < fns; ++b) {
      const double f = tp_.at(tp_from + a), g = fn_.at(fn_from + b);
      if (f == 0 && g == 0) continue;
      const double u = metric.utility(tp_from + a, k_, tp_from + a + fn_from + b, n_);
      by_tp_[static_cast<std::size_t>(a)] += g * u;
      by_fn_[static_cast<std::size_t>(b)] += f * u;
      mean_ += f * g * u;
      squares += f * g * u * u;
      total += f * g;
    }
  mean_ /= total;
  variance_ = std::max(0.0, squares / total - mean_ * mean_);
  slopes_.assign(p.size(), 0);
  if (!with_slopes) return;
  find_slopes(tp_, by_tp_, tp_from, flagged_, p);
  find_slopes(fn_, by_fn_, fn_from, others_, p);
}

// The masses without one item follow from those with it, in the direction in which errors do not grow.
void RowUtility::find_slopes(const Masses &masses, const std::vector<double> &means, int64_t from,
                             const std::vector<int64_t> &items, const std::vector<double> &p) {
  const auto size = static_cast<std::size_t>(masses.last() - from + 1);
  const auto f = [&](std::size_t a) { return masses.at(from + static_cast<int64_t>(a)); };
  for (const int64_t item : items) {
    const double q = p[static_cast<std::size_t>(item)];
    rest_.assign(size, 0);
    if (q <= 0.5) {
      for (std::size_t a = 0; a < size; ++a) rest_[a] = (f(a) - (a > 0 ? q * rest_[a - 1] : 0)) / (1 - q);
    } else {
      for (std::size_t a = size - 1; a > 0; --a) rest_[a - 1] = (f(a) - (1 - q) * rest_[a]) / q;
    }
    double slope = 0;
    for (std::size_t a = 0; a < size && a + 1 < means.size(); ++a) slope += rest_[a] * (means[a + 1] - means[a]);
    slopes_[static_cast<std::size_t>(item)] = slope;
  }
}

double RowUtility::draw(const Metric &metric, Random &random) const {
  const int64_t tp = drawn(tp_, random);
  return metric.utility(tp, k_, tp + drawn(fn_, random), n_);
}

}  // namespace wald::core::performance
