// Computes the simultaneous band of a frontier.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/certify/band.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"
#include "core/thresholds/certify/certify_thresholds.hpp"

namespace wald::core::thresholds {

namespace {

constexpr double alphas[] = {0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5};
constexpr std::size_t n_alphas = std::size(alphas);

// levels[j][i]: of 2^j order statistics and alphas[i].
constexpr double levels[][n_alphas] = {
#include "core/thresholds/certify/band_levels.inc"
};
constexpr std::size_t n_sizes = std::size(levels);

// Interpolated between sizes, along the logarithms of the level and of n.
double level_of(double n, std::size_t i) {
  double j = 0;
  while (static_cast<std::size_t>(j) + 2 < n_sizes && n >= std::ldexp(2.0, static_cast<int>(j))) j += 1;
  const auto at = static_cast<std::size_t>(j);
  const double share = (logarithm(n) - j * logarithm(2)) / logarithm(2);
  const double low = logarithm(levels[at][i]), high = logarithm(levels[at + 1][i]);
  return low + share * (high - low);
}

// Bounds of counts, which rise with them. Of very many points each so manyth count is looked at, and those between get
// the bounds of its neighbours: wider, by little.
class CountBounds {
 public:
  CountBounds(double n, double level, std::size_t points) : n_(n), confidence_(1 - level) {
    constexpr double most = 8192;
    step_ = points > most ? std::ceil(n / most) : 1;
  }
  Interval of(double count) {
    const double below = std::floor(count / step_) * step_, above = std::min(n_, std::ceil(count / step_) * step_);
    return {at(below, below_).low, at(above, above_).high};
  }

 private:
  struct Known {
    double count = -1;
    Interval interval{0, 1};
  };
  const Interval &at(double count, Known &known) const {
    if (known.count != count) known = {count, binomial_interval(count, n_, confidence_)};
    return known.interval;
  }
  double n_, confidence_, step_;
  Known below_, above_;
};

}  // namespace

double local_level(double n, double alpha) {
  if (!(n > 1)) return alpha;
  const double asked = std::clamp(alpha, alphas[0], alphas[n_alphas - 1]);
  std::size_t i = 0;
  while (i + 2 < n_alphas && asked >= alphas[i + 1]) ++i;
  const auto scale = [](double a) { return logarithm(-logarithm(1 - a)); };
  const double share = (scale(asked) - scale(alphas[i])) / (scale(alphas[i + 1]) - scale(alphas[i]));
  const double low = level_of(n, i), high = level_of(n, i + 1);
  // Below the table in proportion, above it as at its end; a little less, for what interpolation may add.
  constexpr double cautious = 0.985;
  return std::min(alpha, cautious * exponential(low + share * (high - low)) * std::min(1.0, alpha / alphas[0]));
}

std::vector<BandPoint> frontier_band(const Sample &sample, double certify, const ThresholdSearch &options,
                                     const std::vector<Flagged> &points) {
  const auto refuse = [&](const char *why) {
    fail(Status::unsupported, "certify is ", certify, ": a band around the frontier takes ", why);
  };
  if (sample.dims() != 1) refuse("one classifier");
  if (sample.partial()) refuse("rows that are all rated");
  if (!equal_weights_by_design(sample, options))
    refuse("rows without weights, or rows that weigh the same by design, at least those of the same label, and then "
           "equal_weights");
  const RowSet &positives = sample.positives(), &negatives = sample.negatives();
  const auto n_positives = static_cast<double>(positives.size()), n_negatives = static_cast<double>(negatives.size());
  const double weight = positives.effective_weight(), other = negatives.size() ? negatives.effective_weight() : 1;
  // Three statements, independent given the number of positives: the curves of both labels, and the prevalence.
  // Another prevalence is known, and makes two of them.
  const bool known = !std::isnan(options.weighted_to);
  const double alpha = 1 - exponential(logarithm(certify) / (known ? 2 : 3));
  const Interval prevalence = known ? Interval{options.weighted_to, options.weighted_to}
                                    : binomial_interval(n_positives, n_positives + n_negatives, 1 - alpha);
  CountBounds recall(n_positives, local_level(n_positives, alpha), points.size());
  CountBounds fpr(n_negatives, local_level(n_negatives, alpha), points.size());
  const auto precision = [&](double share, double found, double wrong) {
    const double right = (known ? 1 : weight) * share * found;
    const double false_ones = (known ? 1 : other) * (1 - share) * wrong;
    return right + false_ones > 0 ? right / (right + false_ones) : 0.0;
  };
  std::vector<BandPoint> out;
  for (const Flagged &p : points) {
    BandPoint at;
    at.recall = recall.of(std::round(p.tp / weight));
    if (n_negatives > 0) at.fpr = fpr.of(std::round(p.fp / other));
    at.precision = {precision(prevalence.low, at.recall.low, at.fpr.high),
                    precision(prevalence.high, at.recall.high, at.fpr.low)};
    if (negatives_weigh_unknown(sample, options)) at.precision.low = 0;
    out.push_back(at);
  }
  return out;
}

}  // namespace wald::core::thresholds
