// Makes the spread of a count, shifts its mean and draws from it.
#include "core/numeric/contraction.hpp"  // first

#include "core/performance/count_spread.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/poisson_binomial.hpp"
#include "core/performance/value_band.hpp"

namespace wald::core::performance {
namespace {

// Up to this variance all values are listed: at most about 350. Beyond it the normal limit is off by a few
// thousandths of a probability.
constexpr double most_listed_variance = 400;
// Weighted cells up to this number are simulated.
constexpr std::size_t most_simulated_cells = 200;
constexpr int64_t simulated_draws = 4000;
// A grid of the normal limit, in standard deviations.
constexpr int64_t grid_steps = 40;
constexpr double grid_end = 5;
// The mass that is left out of a list.
constexpr double least_mass = 1e-13;

}  // namespace

void CountSum::add_open(double weight, double p) {
  total_ += weight;
  mean_ += weight * p;
  const double variance = p * (1 - p);
  if (variance == 0) {
    known_ += weight * p;
    return;
  }
  variance_ += weight * weight * variance;
  if (weights_.empty()) weight_ = weight;
  same_weights_ = same_weights_ && weight == weight_;
  weights_.push_back(weight);
  p_.push_back(p);
}

void CountSum::add_known(double weight, bool label) {
  total_ += weight;
  mean_ += label ? weight : 0;
  known_ += label ? weight : 0;
}

void CountSum::add_asked(double weight, double term, double observed, double expected) {
  total_ += weight;
  mean_ += term;
  observed_ += observed;
  expected_ += expected;
  asked_ = true;
}

CountSpread::CountSpread(const CountSum &sum, uint64_t seed, uint64_t stream) : high_(sum.total_) {
  mean_ = clipped(sum.mean_);
  sd_ = std::sqrt(sum.variance_ + std::max(sum.observed_, sum.expected_));
  if (sd_ == 0) {
    values_ = {{mean_, 1}};
    return;
  }
  const double unit = sum.weight_;
  if (!sum.asked_ && sum.same_weights_ && sum.variance_ <= most_listed_variance * unit * unit) {
    Masses masses;
    const double cut = default_cut(static_cast<int64_t>(sum.p_.size()), (sum.mean_ - sum.known_) / unit);
    for (const double p : sum.p_) add_item(masses, p, cut);
    // All between the ends are listed, so that counts keep their step.
    int64_t begin = 0, end = masses.size();
    while (end - begin > 1 && masses.mass[static_cast<std::size_t>(begin)] <= least_mass) ++begin;
    while (end - begin > 1 && masses.mass[static_cast<std::size_t>(end - 1)] <= least_mass) --end;
    lattice_ = true;
    for (int64_t j = begin; j < end; ++j)
      values_.push_back({clipped(sum.known_ + unit * static_cast<double>(masses.first + j)),
                         masses.mass[static_cast<std::size_t>(j)]});
    return;
  }
  if (!sum.asked_ && sum.p_.size() <= most_simulated_cells) {
    Random random(seed, stream);
    for (int64_t s = 0; s < simulated_draws; ++s) {
      double count = sum.known_;
      for (std::size_t i = 0; i < sum.p_.size(); ++i) count += random.uniform() < sum.p_[i] ? sum.weights_[i] : 0;
      values_.push_back({clipped(count), 1.0 / static_cast<double>(simulated_draws)});
    }
    std::sort(values_.begin(), values_.end(), [](const Value &x, const Value &y) { return x.count < y.count; });
    return;
  }
  normal_ = true;
}

double CountSpread::clipped(double count) const { return std::clamp(count, 0.0, high_); }

std::vector<CountSpread::Value> CountSpread::values() const {
  if (!normal_) return values_;
  std::vector<Value> out;
  double sum = 0;
  for (int64_t j = -grid_steps; j <= grid_steps; ++j) {
    const double z = grid_end * static_cast<double>(j) / static_cast<double>(grid_steps);
    out.push_back({clipped(mean_ + sd_ * z), exponential(-z * z / 2)});
    sum += out.back().probability;
  }
  for (Value &value : out) value.probability /= sum;
  return out;
}

template <class Visit>
void CountSpread::visit_tilted(double t, const Visit &visit) const {
  const double first = (values_.front().count - mean_) / sd_, last = (values_.back().count - mean_) / sd_;
  if (lattice_ && std::fabs(t) * std::max(-first, last) < 600) {
    const double step = values_.size() > 1 ? (last - first) / static_cast<double>(values_.size() - 1) : 0;
    const double ratio = exponential(t * step);
    double x = first, factor = exponential(t * first);
    for (const Value &value : values_) {
      visit(value, x, value.probability * factor);
      x += step;
      factor *= ratio;
    }
    return;
  }
  for (const Value &value : values_) {
    const double x = (value.count - mean_) / sd_;
    visit(value, x, value.probability * exponential(std::clamp(t * x, -700.0, 700.0)));
  }
}

// The t for which masses times exp(t (x - mean)/sd) have the mean: Newton's steps, kept within limits.
double CountSpread::exponent_for(double mean) const {
  if (values_.size() < 2 || mean == mean_) return 0;
  const double low = values_.front().count, high = values_.back().count, edge = 1e-3 * (high - low);
  const double wanted = std::clamp(mean, low + edge, high - edge);
  double t = std::clamp((wanted - mean_) / sd_, -30.0, 30.0);
  for (int step = 0; step < 8; ++step) {
    double sum = 0, first = 0, second = 0;
    visit_tilted(t, [&](const Value &, double x, double mass) {
      sum += mass;
      first += mass * x;
      second += mass * x * x;
    });
    first /= sum;
    const double miss = (wanted - mean_) / sd_ - first, variance = second / sum - first * first;
    if (std::fabs(miss) < 1e-3 || !(variance > 1e-9)) break;
    t = std::clamp(t + std::clamp(miss / variance, -2.0, 2.0), -60.0, 60.0);
  }
  return t;
}

void CountSpread::draw(double mean, Random &random, std::vector<double> &out) const {
  const std::size_t count = out.size();
  if (normal_) {
    NormalParts(sd_).draw(random, out);
    for (double &each : out) each = clipped(mean + each);
  } else if (values_.size() == 1) {
    std::fill(out.begin(), out.end(), values_.front().count);
    return;
  } else {
    const double t = exponent_for(mean);
    std::vector<double> sums;
    sums.reserve(values_.size());
    double sum = 0;
    visit_tilted(t, [&](const Value &, double, double mass) {
      sum += mass;
      sums.push_back(sum);
    });
    const double part = 1.0 / static_cast<double>(count);
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const double u = (static_cast<double>(i) + random.uniform()) * part * sum;
      while (at + 1 < sums.size() && sums[at] <= u) ++at;
      out[i] = values_[at].count;
    }
  }
  for (std::size_t i = count; i > 1; --i)
    std::swap(out[i - 1], out[static_cast<std::size_t>(random.uniform() * static_cast<double>(i))]);
}

}  // namespace wald::core::performance
