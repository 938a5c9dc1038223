// Plans the thresholds of dynamic scheduling by the spread within bins of sums.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/planning/fan.hpp"

#include <algorithm>
#include <cmath>

namespace wald::core::cascades {

std::vector<std::vector<BinMoments>> bin_moments(const FixedScores &scores, const std::vector<int32_t> &order,
                                                 int64_t width) {
  const auto n = static_cast<std::size_t>(scores.n);
  std::vector<int32_t> sums(n, 0);
  std::vector<int64_t> bins(n), distinct;
  std::vector<std::size_t> slot(n);
  std::vector<std::vector<BinMoments>> out;
  for (std::size_t r = 0; r + 1 < order.size(); ++r) {
    const int32_t *const f = scores.column(order[r]);
    for (std::size_t i = 0; i < n; ++i) {
      sums[i] += f[i];
      bins[i] = bin_of(sums[i], width);
    }
    distinct = bins;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    std::vector<BinMoments> own(distinct.size());
    std::vector<double> weights(distinct.size(), 0.0);
    for (std::size_t b = 0; b < own.size(); ++b) own[b] = {distinct[b], 0, 0};
    for (std::size_t i = 0; i < n; ++i) {
      const auto b =
          static_cast<std::size_t>(std::lower_bound(distinct.begin(), distinct.end(), bins[i]) - distinct.begin());
      const auto w = static_cast<double>(scores.weight(static_cast<int64_t>(i)));
      slot[i] = b;
      weights[b] += w;
      own[b].mean += w * (static_cast<double>(sums[i]) - scores.full[i]);
    }
    for (std::size_t b = 0; b < own.size(); ++b) own[b].mean /= weights[b];
    for (std::size_t i = 0; i < n; ++i) {
      const double d = static_cast<double>(sums[i]) - scores.full[i] - own[slot[i]].mean;
      own[slot[i]].deviation += static_cast<double>(scores.weight(static_cast<int64_t>(i))) * d * d;
    }
    // Rounded to a float, so that the order of the rows, on which the last bits of the sums depend, has no effect.
    for (std::size_t b = 0; b < own.size(); ++b)
      own[b].deviation = static_cast<float>(std::sqrt(own[b].deviation / weights[b]));
    out.push_back(std::move(own));
  }
  return out;
}

std::vector<std::vector<Bin>> bin_thresholds(const std::vector<std::vector<BinMoments>> &moments, double threshold,
                                             double gamma, bool negatives_only) {
  const double limit = 0x1p52;  // whole in a double, and beyond every sum
  const auto clamped = [limit](double x) { return static_cast<int64_t>(std::min(std::max(x, -limit), limit)); };
  std::vector<std::vector<Bin>> out;
  for (const std::vector<BinMoments> &own : moments) {
    std::vector<Bin> bins;
    for (const BinMoments &m : own) {
      Bin bin{m.bin, never_below, never_above};
      if (!std::isinf(gamma)) {
        // Leave as negative below `threshold + mean - gamma deviation`, as positive above the mirror image.
        bin.low = clamped(std::ceil(threshold + m.mean - gamma * m.deviation));
        if (!negatives_only) bin.high = clamped(std::floor(threshold + m.mean + gamma * m.deviation) + 1);
      }
      bins.push_back(bin);
    }
    out.push_back(std::move(bins));
  }
  out.emplace_back();
  return out;
}

int64_t usual_bin_width(const FixedScores &scores) {
  double sum = 0, squares = 0, weights = 0;
  for (std::size_t i = 0; i < scores.full.size(); ++i) {
    const auto w = static_cast<double>(scores.weight(static_cast<int64_t>(i)));
    weights += w;
    sum += w * scores.full[i];
    squares += w * static_cast<double>(scores.full[i]) * scores.full[i];
  }
  const double mean = sum / weights;
  const auto deviation = static_cast<float>(std::sqrt(std::max(0.0, squares / weights - mean * mean)));
  return std::max<int64_t>(1, static_cast<int64_t>(deviation / 20));
}

}  // namespace wald::core::cascades
