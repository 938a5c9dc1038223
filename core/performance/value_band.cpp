// Finds the ends of a band by selection, without sorting all values.
#include "core/numeric/contraction.hpp"  // first

#include "core/performance/value_band.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/special/normal_quantile.hpp"

namespace wald::core::performance {

double Band::standard_deviation() const {
  double total = 0, mean = 0, squares = 0;
  for (const Value &v : values_) {
    total += v.mass;
    mean += v.mass * v.value;
  }
  mean /= total;
  for (const Value &v : values_) squares += v.mass * (v.value - mean) * (v.value - mean);
  return std::sqrt(squares / total);
}

double Band::quantile(double mass) {
  auto begin = values_.begin(), end = values_.end();
  const auto by_value = [](const Value &x, const Value &y) { return x.value < y.value; };
  while (end - begin > 1) {
    const auto middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, by_value);
    double below = 0;
    for (auto v = begin; v != middle; ++v) below += v->mass;
    if (below >= mass) {
      end = middle;
    } else {
      mass -= below;
      begin = middle;
    }
  }
  return begin->value;
}

void Band::give(double level, Estimate &out) {
  double total = 0;
  for (const Value &v : values_) total += v.mass;
  // Sums of masses are off by rounding: what is within it counts as reached.
  const double slack = 1e-12 * total, side = (1 - level) / 2;
  out.low = quantile(std::max(side * total - slack, slack));
  out.high = quantile((1 - side) * total - slack);
  out.standard_error = standard_deviation();
}

void NormalParts::draw(Random &random, std::vector<double> &out) const {
  const double part = 1.0 / static_cast<double>(out.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double u = std::clamp((static_cast<double>(i) + random.uniform()) * part, 1e-12, 1 - 1e-12);
    out[i] = sd_ * normal_quantile(u);
  }
}

}  // namespace wald::core::performance
