// Passes over items in any order for sums, windows and lists.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/decisions/separable/unsorted.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/numeric/random/random.hpp"
#include "core/numeric/vectors/compress.hpp"

namespace wald::core::decisions {
namespace {

// Every this many items the monitor hears of it.
constexpr int64_t monitored = int64_t{1} << 20;

// More than any probability.
constexpr double beyond_all_probabilities = 2;

// The k items chosen, ascending: those of at least that probability, and the first `equal` of probability `last`, the
// next smaller one.
void list_from(const Blocks &blocks, double least, double last, int64_t equal, int64_t k, Monitor &monitor,
               std::vector<int64_t> &out) {
  out.clear();
  out.reserve(static_cast<std::size_t>(k));
  double buffer[sum_block];
  int64_t chosen[sum_block + compress_spare];
  for (int64_t begin = 0; begin < blocks.size(); begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, blocks.size() - begin));
    const double *p = blocks.read(begin, size, buffer);
    const int32_t here = equal > 0 ? count_equal(p, size, last) : 0;
    int32_t count = 0;
    if (here <= equal) {
      count = positions_within(p, size, equal > 0 ? last : least, beyond_all_probabilities, begin, chosen);
      equal -= here;
    } else {
      for (int32_t i = 0; i < size; ++i) {
        chosen[count] = begin + i;
        count += p[i] >= least || (p[i] == last && equal-- > 0) ? 1 : 0;
      }
      equal = 0;
    }
    out.insert(out.end(), chosen, chosen + count);
    if (begin % monitored == 0) monitor.at(0.8);
  }
}

}  // namespace

double stray(double v, double exponent) { return exponent / 3 + std::sqrt(exponent * exponent / 9 + 2 * v * exponent); }

// 48 + log(1+mean) or a little more, the same on every machine.
double tail_exponent(double mean) { return 48 + 0.6931472 * (std::ilogb(1 + mean) + 1); }

std::vector<double> subsample(const Blocks &blocks) {
  const int64_t n = blocks.size(), size = std::min(n, std::clamp<int64_t>(n / 256, 1024, 16384));
  std::vector<double> out;
  Random random(0);
  for (int64_t i = 0; i < size; ++i) {
    const int64_t begin = i * n / size, end = (i + 1) * n / size;
    const int64_t at = begin + static_cast<int64_t>(random.uniform() * static_cast<double>(end - begin));
    out.push_back(blocks.at(std::min(at, end - 1)));
  }
  std::sort(out.begin(), out.end(), std::greater<>());
  return out;
}

Totals totals_above(const Blocks &blocks, double threshold, Monitor &monitor) {
  DoubleDouble sum, squares, above, squares_above;
  double k = 0, positive = 0, largest = 0;
  double buffer[sum_block];
  for (int64_t begin = 0; begin < blocks.size(); begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, blocks.size() - begin));
    const ThresholdSums s = threshold_sums(blocks.read(begin, size, buffer), size, threshold);
    sum.add({s.sum, 0});
    squares.add({s.squares, 0});
    above.add({s.sum_above, 0});
    squares_above.add({s.squares_above, 0});
    k += s.above;
    positive += s.positive;
    largest = std::max(largest, s.largest);
    if (begin % monitored == 0) monitor.at(0);
  }
  const double mu = sum.value(), a = above.value(), v = std::max(0.0, mu - squares.value());
  const double vt = std::max(0.0, a - squares_above.value());
  return {{k, a, std::max(0.0, mu - a), vt, std::max(0.0, v - vt)}, mu, v, positive, largest};
}

bool gather(const Blocks &blocks, const Wanted &wanted, std::size_t most, Window &out, Monitor &monitor) {
  const FactorPlan &plan = wanted.plan;
  const bool listing = plan.listed_above < 1;
  const double above = std::nextafter(out.high, beyond_all_probabilities), below = std::nextafter(out.low, -1);
  double above_count = 0;
  out.count = 0;
  out.positive = out.largest = 0;
  out.above.start(plan);
  out.below.start(plan);
  out.p_zero = wanted.p_zero ? 1 : 0;
  Tally within;
  within.start();
  SideSums sums;
  double buffer[sum_block], kept[sum_block + compress_spare];
  for (int64_t begin = 0; begin < blocks.size(); begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, blocks.size() - begin));
    const double *p = blocks.read(begin, size, buffer);
    side_sums(p, size, out.low, out.high, plan.powers, wanted.below && !listing, sums);
    if (listing) {
      out.above.add(kept, keep_within(p, size, above, beyond_all_probabilities, kept));
      if (wanted.below) out.below.add(kept, keep_within(p, size, smallest_probability, below, kept));
    } else {
      out.above.add_powers(sums.above);
      if (wanted.below) out.below.add_powers(sums.below);
    }
    above_count += sums.count_above;
    out.positive += sums.positive;
    out.largest = std::max(out.largest, sums.largest);
    const int32_t inside = size - static_cast<int32_t>(sums.count_above + sums.count_below);
    if (inside > 0) {
      within.add(kept, keep_within(p, size, out.low, out.high, kept));
      out.count += inside;
    }
    if (wanted.above_complements) {
      const int32_t count = keep_within(p, size, above, beyond_all_probabilities, kept);
      for (int32_t i = 0; i < count; ++i) kept[i] = 1 - kept[i];
      wanted.above_complements->add(kept, count);
    }
    // A product that underflows would stay at the smallest number.
    if (out.p_zero > smallest_probability) out.p_zero *= product_of_complements(p, size);
    if (out.p_zero <= smallest_probability) out.p_zero = 0;
    if (within.kept() > most) return false;
    if (begin % monitored == 0) monitor.at(0.3);
  }
  out.above_count = static_cast<int64_t>(above_count);
  within.take(out.items);
  const double zeros = static_cast<double>(blocks.size()) - out.positive;
  if (out.low == smallest_probability && zeros > 0) {
    out.items.push_back({0, 1});
    ++out.count;
  }
  return true;
}

double edge(const std::vector<double> &sample, double lambda, double distance, double items_each, bool above) {
  const auto first_below = std::lower_bound(sample.begin(), sample.end(), lambda, std::greater<>());
  double sum = 0;
  int64_t steps = 0;
  if (above) {
    for (auto it = first_below; it != sample.begin();) {
      --it;
      sum += (*it - lambda) * items_each;
      if (++steps >= 4 && sum >= distance) return *it;
    }
    return 1;
  }
  for (auto it = first_below; it != sample.end(); ++it) {
    sum += (lambda - *it) * items_each;
    if (++steps >= 4 && sum >= distance) return *it;
  }
  return 0;
}

void list_top(const Blocks &blocks, const Window &window, int64_t k, Monitor &monitor, std::vector<int64_t> &out) {
  if (k == 0) return out.clear();
  int64_t left = k - window.above_count;
  if (left == 0) return list_from(blocks, std::nextafter(window.high, beyond_all_probabilities), 0, 0, k, monitor, out);
  const Run *last = window.items.data();
  for (; left > last->count; ++last) left -= last->count;
  if (left == last->count) return list_from(blocks, last->p, 0, 0, k, monitor, out);
  list_from(blocks, std::nextafter(last->p, beyond_all_probabilities), last->p, left, k, monitor, out);
}

}  // namespace wald::core::decisions
