// Reads the rows of curves of probabilities.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/curves/rated_probabilities.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace wald::core::evaluation {

std::vector<RatedRow> rated_rows(Strided<const uint8_t> labels, const Reals &weights, int64_t n) {
  std::vector<RatedRow> out;
  out.reserve(static_cast<std::size_t>(n));
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    const uint8_t label = labels[i];
    if (label == 2)
      fail(Status::argument, "truth[", i, "] is 2 (not rated): censored labels are not supported, must be 0 or 1");
    if (label > 1) fail(Status::argument, "truth[", i, "] is ", static_cast<int>(label), ": must be 0 or 1");
    const double weight = weights.data ? weights[i] : 1.0;
    if (!(weight >= 0) || weight == std::numeric_limits<double>::infinity())
      fail(Status::argument, "weights[", i, "] is ", weight, ": must be finite and at least 0");
    if (weight > 0) out.push_back({i, label == 1, weight});
    sum += weight;
  }
  if (out.empty()) fail(Status::argument, "truth has 0 rows of a weight above 0: must have at least 1");
  // Squares of weights are summed, too.
  if (!(sum < 1e150)) fail(Status::argument, "weights sum to ", sum, ": must sum to less than 1e150");
  return out;
}

int enlarging_exponent(double largest_weight) {
  constexpr int enough = 450;  // 2^900 is a square of which 2^64 can be added up
  return std::max(0, enough - std::ilogb(largest_weight));
}

double checked_probability(double p, bool is_float, int64_t row, int64_t column) {
  if (p >= 0 && p <= one_rounded(is_float)) return std::min(p, 1.0);
  if (column < 0) fail(Status::argument, "probabilities[", row, "] is ", p, ": must lie in [0, 1]");
  fail(Status::argument, "probabilities[", row, "][", column, "] is ", p, ": must lie in [0, 1]");
}

}  // namespace wald::core::evaluation
