// Which labels to ask for. With the probability p that a row's label is 1, its term against the promise has the second
// moment p Z1^2 + (1 - p) Z0^2, and one that is asked for with the probability r adds that over r to the variance of the
// sum. For a given number of labels the sum varies least if r is proportional to the root (Neyman 1934). Probabilities of
// a model that is wrong cost labels, and never validity, which knows r alone.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/base/error.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"
#include "core/promises/promise.hpp"

namespace wald::core::promises {

namespace {

// Few values, as the state counts rows by weight/probability: steps from 1 down to the least, by equal ratios.
constexpr int steps = 24;
constexpr double needs_none = std::numeric_limits<double>::quiet_NaN(), last_of_all = 1e9;  // of a row, in steps

}  // namespace

void Promise::label_probabilities(const Reals &flagged, const Reals &probabilities, double n_labels, double *out) const {
  if (!(n_labels > 0 && n_labels <= std::numeric_limits<double>::max()))
    fail(Status::argument, "n_labels is ", n_labels, ": must be finite and above 0");
  const auto n = static_cast<std::size_t>(flagged.n);
  const double low = options_.min_label_probability, log_low = low < 1 ? logarithm(low) : 0;
  // In steps: of the root alone, which any factor moves by as many for all rows.
  std::vector<double> own(n, needs_none);
  for (std::size_t i = 0; i < n; ++i) {
    const auto row = static_cast<int64_t>(i);
    const double flag = flagged[row], p = probabilities[row];
    if (!(flag == 0 || flag == 1)) fail(Status::argument, "flagged[", i, "] is ", flag, ": must be 0 or 1");
    if (!(p >= 0 && p <= one_rounded(probabilities.is_float)))
      fail(Status::argument, "probabilities[", i, "] is ", p, ": must lie in [0, 1]");
    if (!claim_.needs_label(flag == 1)) continue;
    const double z1 = against_.of_cell[flag == 1 ? 0 : 2], z0 = against_.of_cell[flag == 1 ? 1 : 3];
    const double square = std::min(p, 1.0) * z1 * z1 + (1 - std::min(p, 1.0)) * z0 * z0;
    own[i] = low == 1 ? 0 : square > 0 ? 0.5 * logarithm(square) / log_low * steps : last_of_all;
  }
  double of_step[steps + 1];
  for (int k = 0; k <= steps; ++k) of_step[k] = k == steps ? low : exponential(log_low * k / steps);
  const auto give = [&](double moved) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (std::isnan(own[i])) {
        out[i] = 0;
        continue;
      }
      const double step = std::ceil(std::min(std::max(own[i] - moved, 0.0), static_cast<double>(steps)));
      sum += out[i] = of_step[static_cast<int>(step)];
    }
    return sum;
  };
  // The largest factor with which no more labels are expected; where the least probabilities are too many, these.
  double little = -2000 * steps, much = 2000 * steps;
  if (low == 1 || give(much) <= n_labels) {
    give(much);
    return;
  }
  for (int i = 0; i < 60; ++i) {
    const double middle = little + (much - little) / 2;
    (give(middle) <= n_labels ? little : much) = middle;
  }
  give(little);
}

}  // namespace wald::core::promises
