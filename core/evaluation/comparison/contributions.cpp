// Gathers what each row or group contributes to the labels' counts, equal contributions as one.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/comparison/contributions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace wald::core::evaluation {
namespace {

using Cell = Contribution::Cell;

auto key(const Cell &x) {
  return std::make_tuple(x.label, x.counts.tp_a, x.counts.k_a, x.counts.tp_b, x.counts.k_b, x.counts.s);
}

// The weights, scaled so that as many units as there are, each as heavy as the heaviest, weigh below 2^52.
std::vector<double> whole_weights(const PairedRows &rows, double items_of_row) {
  std::vector<double> out = rows.weight;
  if (!rows.weighted) return out;
  double heaviest = 0;
  for (std::size_t g = 0; g < rows.groups(); ++g) {
    double sum = 0;
    for (std::size_t r = rows.begin[g]; r < rows.begin[g + 1]; ++r) sum += out[static_cast<std::size_t>(rows.rows[r])];
    heaviest = std::max(heaviest, sum);
  }
  const int shift = 52 - std::ilogb(heaviest) - 1 - std::ilogb(static_cast<double>(rows.groups()) * items_of_row) - 1;
  for (double &w : out) w = std::nearbyint(std::ldexp(w, shift));
  return out;
}

// The place of each column among the labels that count; -1 if A and B predict it alike.
std::vector<int32_t> labels_of(const PairedRows &rows, bool micro) {
  std::vector<int32_t> out(static_cast<std::size_t>(rows.truth.cols), -1);
  int32_t n = 0;
  for (int64_t j = 0; j < rows.truth.cols; ++j) {
    const bool differs =
        std::any_of(rows.rows.begin(), rows.rows.end(), [&](int64_t i) { return rows.a(i, j) != rows.b(i, j); });
    if (differs) out[static_cast<std::size_t>(j)] = n++;
  }
  if (micro) std::fill(out.begin(), out.end(), 0);
  return out;
}

}  // namespace

Contributions contributions_of(const PairedRows &rows, bool micro, const std::vector<double> &shares) {
  Contributions out;
  const int64_t cols = rows.truth.cols;
  const std::vector<int32_t> label_of = labels_of(rows, micro);
  for (std::size_t j = 0; j < label_of.size() && !micro; ++j)
    if (label_of[j] >= 0) out.shares.push_back(shares[j]);
  if (micro) out.shares.assign(1, 1.0);
  const double items_of_row = micro ? static_cast<double>(cols) : 1;
  const std::vector<double> weight = whole_weights(rows, items_of_row);

  std::vector<Contribution> units;
  std::vector<Cell> cells;
  std::vector<PairCounts> sums(out.shares.size());
  std::vector<bool> seen(out.shares.size(), false);
  std::vector<int32_t> touched;
  for (std::size_t g = 0; g < rows.groups(); ++g) {
    double n = 0;
    for (std::size_t r = rows.begin[g]; r < rows.begin[g + 1]; ++r) {
      const int64_t i = rows.rows[r];
      const double w = weight[static_cast<std::size_t>(i)];
      n += w * items_of_row;
      for (int64_t j = 0; j < cols; ++j) {
        const uint8_t y = rows.truth(i, j), a = rows.a(i, j), b = rows.b(i, j);
        const int32_t label = label_of[static_cast<std::size_t>(j)];
        if (label < 0 || !(y | a | b)) continue;
        const auto at = static_cast<std::size_t>(label);
        if (!seen[at]) {
          seen[at] = true;
          touched.push_back(label);
        }
        sums[at].add({double(y & a), double(a), double(y & b), double(b), double(y)}, w);
      }
    }
    std::sort(touched.begin(), touched.end());
    const std::size_t begin = cells.size();
    for (int32_t label : touched) {
      cells.push_back({label, sums[static_cast<std::size_t>(label)]});
      sums[static_cast<std::size_t>(label)] = {};
      seen[static_cast<std::size_t>(label)] = false;
    }
    touched.clear();
    units.push_back({n, begin, cells.size(), 1});
  }
  out.units = static_cast<int64_t>(units.size());

  const auto at = [&](std::size_t i) { return cells.begin() + static_cast<std::ptrdiff_t>(i); };
  const auto before = [](const Cell &x, const Cell &y) { return key(x) < key(y); };
  std::sort(units.begin(), units.end(), [&](const Contribution &x, const Contribution &y) {
    if (x.n != y.n) return x.n < y.n;
    return std::lexicographical_compare(at(x.begin), at(x.end), at(y.begin), at(y.end), before);
  });
  const Contribution *last = nullptr;
  for (const Contribution &unit : units) {
    const auto same = [](const Cell &x, const Cell &y) { return key(x) == key(y); };
    if (last && last->n == unit.n && std::equal(at(last->begin), at(last->end), at(unit.begin), at(unit.end), same)) {
      ++out.kinds.back().count;
      continue;
    }
    const std::size_t begin = out.cells.size();
    out.cells.insert(out.cells.end(), at(unit.begin), at(unit.end));
    out.kinds.push_back({unit.n, begin, out.cells.size(), 1});
    last = &unit;
  }
  return out;
}

}  // namespace wald::core::evaluation
