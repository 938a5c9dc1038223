#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/dispatch.hpp"

WALD_VECTOR_MATH

#include "core/decisions/unsorted.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/numeric/random.hpp"

namespace wald::core {
namespace {

// Every so many items the monitor hears of it.
constexpr int64_t monitored = int64_t{1} << 20;

void add_masked(const double *p, int32_t count, double *masked, Factors &out) {
  const double listed_above = out.plan().listed_above;
  if (listed_above < 1)
    for (int32_t i = 0; i < count; ++i)
      if (masked[i] > listed_above) {
        out.add(p[i]);
        masked[i] = 0;
      }
  out.add_block(masked, count);
}

// The items chosen, ascending: those of greater probability than the last, and of equal ones those up to its index.
void list_from(const Blocks &blocks, double last, int64_t last_index, int64_t k, Monitor &monitor,
               std::vector<int64_t> &out) {
  out.clear();
  out.reserve(static_cast<std::size_t>(k));
  double buffer[sum_block];
  int64_t chosen[sum_block];
  for (int64_t begin = 0; begin < blocks.size(); begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, blocks.size() - begin));
    const double *p = blocks.read(begin, size, buffer);
    int32_t count = 0;
    if (begin + size <= last_index + 1) {
      for (int32_t i = 0; i < size; ++i) {
        chosen[count] = begin + i;
        count += p[i] >= last ? 1 : 0;
      }
    } else {
      for (int32_t i = 0; i < size; ++i) {
        chosen[count] = begin + i;
        count += p[i] > last || (p[i] == last && begin + i <= last_index) ? 1 : 0;
      }
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
  constexpr int32_t part = 64;
  out.above_count = 0;
  out.above.start(wanted.plan);
  out.below.start(wanted.plan);
  out.items.clear();
  out.p_zero = wanted.p_zero ? 1 : 0;
  double buffer[sum_block], above[sum_block], below[sum_block];
  for (int64_t begin = 0; begin < blocks.size(); begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, blocks.size() - begin));
    const double *p = blocks.read(begin, size, buffer);
    for (int32_t i = 0; i < size; i += part) {
      const int32_t here = std::min(part, size - i);
      const Split s = split(p + i, here, out.low, out.high, above + i, below + i);
      out.above_count += static_cast<int64_t>(s.above);
      if (!s.between) continue;
      for (int32_t j = i; j < i + here; ++j)
        if (p[j] >= out.low && p[j] <= out.high) out.items.emplace_back(p[j], begin + j);
    }
    add_masked(p, size, above, out.above);
    if (wanted.below) add_masked(p, size, below, out.below);
    if (wanted.above_complements) {
      for (int32_t i = 0; i < size; ++i) below[i] = p[i] > out.high ? 1 - p[i] : 0;
      std::copy(below, below + size, above);
      add_masked(above, size, below, *wanted.above_complements);
    }
    if (wanted.p_zero) out.p_zero *= product_of_complements(p, size);
    if (out.items.size() > most) return false;
    if (begin % monitored == 0) monitor.at(0.3);
  }
  const auto before = [](const auto &x, const auto &y) {
    return x.first > y.first || (x.first == y.first && x.second < y.second);
  };
  if (!std::is_sorted(out.items.begin(), out.items.end(), before))
    std::sort(out.items.begin(), out.items.end(), before);
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
  if (k == window.above_count) return list_from(blocks, std::nextafter(window.high, 2), blocks.size(), k, monitor, out);
  const auto &last = window.items[static_cast<std::size_t>(k - window.above_count - 1)];
  list_from(blocks, last.first, last.second, k, monitor, out);
}

}  // namespace wald::core
