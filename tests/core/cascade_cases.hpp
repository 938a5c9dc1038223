// Small samples for the tests of cascades, and a plain reference: at each position every candidate's rows are sorted,
// and every pair of thresholds between them is tried.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "cases.hpp"
#include "core/cascades/fit.hpp"
#include "core/cascades/run.hpp"
#include "core/cascades/tree_cascade.hpp"

namespace cascade_cases {

using namespace wald::core;
using namespace wald::core::trees;
using namespace wald::core::cascades;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Data {
  int64_t models = 1, classes = 1;
  std::vector<double> scores;  // row by row
  std::vector<double> weights, targets;

  int64_t columns() const { return models * classes; }
  int64_t n() const { return static_cast<int64_t>(scores.size()) / columns(); }
  double weight(int64_t i) const { return weights.empty() ? 1 : weights[static_cast<std::size_t>(i)]; }
  double score(int64_t i, int64_t j) const { return scores[static_cast<std::size_t>(i * columns() + j)]; }
  RealTable table(int64_t from, int64_t count) const {
    return {scores.data() + from * columns(), false, count, columns(), columns(), 1};
  }
  RealTable table() const { return table(0, n()); }
  void feed(ScoreSample &to, int64_t from, int64_t count) const {
    to.feed(table(from, count), weights.empty() ? Reals{} : Reals{weights.data() + from, false, count, 1},
            targets.empty() ? Reals{} : Reals{targets.data() + from, false, count, 1});
  }
  ScoreSample sample() const {
    ScoreSample out(models, classes);
    feed(out, 0, n());
    return out;
  }
};

enum class Weights { none, whole, real };

// Scores of models that each know something of the same hidden truth. Multiples of 1/64, so that sums are exact.
inline Data some_data(cases::Rng &rng, int64_t models, int n, int kind, Weights weights) {
  Data out;
  out.models = models;
  for (int i = 0; i < n; ++i) {
    const double truth = rng.uniform() < 0.3 ? 1 : -1;
    for (int64_t t = 0; t < models; ++t) {
      double s = 0.4 * truth + 3 * (rng.uniform() - 0.5);
      if (kind == 1) s = std::floor(2 * s) / 2;                   // ties
      if (kind == 2) s = s > 0 ? 1 : -1;                          // votes
      if (kind == 3 && t % 2 == 0) s = 0.25;                      // constant models
      if (kind == 4) s *= std::pow(0.6, static_cast<double>(t));  // the first ones say most
      if (kind == 5) s = std::fabs(s);                            // one class alone
      out.scores.push_back(std::round(s * 64) / 64 + 0.0);
    }
    if (weights == Weights::whole) out.weights.push_back(rng.below(4));
    if (weights == Weights::real) out.weights.push_back(0.25 + rng.uniform());
  }
  if (weights == Weights::whole) out.weights[0] = 2;
  return out;
}
constexpr int data_kinds = 6;

inline std::vector<int32_t> order_of(const Policy &policy) {
  std::vector<int32_t> out;
  for (const Position &p : policy.positions) out.push_back(p.model);
  return out;
}

inline Policy fit(const ScoreSample &sample, const CascadeOptions &options = {}) {
  NoMonitor monitor;
  return fit_cascade(sample, options, monitor);
}

// ---- The reference ----

struct Row {
  int64_t v;
  bool positive;
  int64_t weight;
};

struct ReferenceSplit {
  int64_t exits = 0, errors = 0, wrong_negatives = 0;
  int64_t low = never_below, high = never_above;
};

inline int64_t middle(int64_t under, int64_t over) { return under + (over - under + 1) / 2; }

inline ReferenceSplit reference_split(std::vector<Row> rows, int64_t budget, bool negatives_only) {
  std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.v < b.v; });
  std::vector<int64_t> values, p{0}, q{0};  // p[j], q[j]: weights of either class below values[j]
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || rows[i].v != rows[i - 1].v) {
      values.push_back(rows[i].v);
      p.push_back(p.back());
      q.push_back(q.back());
    }
    (rows[i].positive ? p : q).back() += rows[i].weight;
  }
  const std::size_t m = values.size();
  const int64_t all_p = p[m], all_q = q[m], all = all_p + all_q;
  ReferenceSplit best;
  best.exits = -1;
  const auto offer = [&](const ReferenceSplit &s) {
    if (s.exits < best.exits) return;
    if (s.exits == best.exits &&
        (s.errors > best.errors || (s.errors == best.errors && s.wrong_negatives >= best.wrong_negatives)))
      return;
    best = s;
  };
  // One cut for every row, in front of value j.
  if (!negatives_only) {
    for (std::size_t j = 0; j <= m; ++j) {
      const int64_t errors = p[j] + all_q - q[j];
      if (errors > budget) continue;
      ReferenceSplit s{all, errors, p[j], never_below, never_above};
      if (j > 0 && j < m) s.low = s.high = middle(values[j - 1], values[j]);
      if (j == 0) s.high = values[0];
      if (j == m) s.low = values[m - 1] + 1;
      offer(s);
    }
  } else if (all_p <= budget) {
    offer({all, all_p, all_p, values[m - 1] + 1, never_above});
  }
  if (best.exits == all) return best;
  // Those below value j leave, and those from value k on; values j ... k-1 stay.
  for (std::size_t j = 0; j < m; ++j)
    for (std::size_t k = j + 1; k <= m; ++k) {
      if (negatives_only && k < m) continue;
      const int64_t errors = p[j] + all_q - q[k];
      if (errors > budget) continue;
      ReferenceSplit s{p[j] + q[j] + all - p[k] - q[k], errors, p[j], never_below, never_above};
      if (j > 0) s.low = middle(values[j - 1], values[j]);
      if (k < m) s.high = middle(values[k - 1], values[k]);
      offer(s);
    }
  return best;
}

struct ReferencePlan {
  std::vector<Position> positions;
  int64_t errors = 0;
};

// As make_plan: scores as whole numbers, [row][model].
inline ReferencePlan reference_plan(const std::vector<std::vector<int64_t>> &scores,
                                    const std::vector<int64_t> &weights, int64_t cut, const std::vector<int32_t> &order,
                                    const PlanOptions &options) {
  const std::size_t n = scores.size(), models = scores[0].size();
  std::vector<int64_t> full(n, 0), g(n, 0);
  std::vector<uint8_t> active(n, 1);
  int64_t total = 0, left = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (int64_t s : scores[i]) full[i] += s;
    total += weights[i];
  }
  const int64_t allowed = allowed_errors(options.alpha, total);
  std::vector<uint8_t> used(models, 0);
  ReferencePlan out;
  const auto candidate_rows = [&](std::size_t t) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < n; ++i)
      if (active[i]) rows.push_back({g[i] + scores[i][t], full[i] >= cut, weights[i]});
    return rows;
  };
  for (std::size_t r = 0; r < models; ++r) {
    const bool none_left = std::none_of(active.begin(), active.end(), [](uint8_t a) { return a != 0; });
    Position position;
    int64_t cap = allowed;
    if (options.spending.kind == Spending::Kind::proportional)
      cap = allowed_errors(options.alpha, left);
    else if (options.spending.exponent > 0)
      cap = std::min(allowed, allowed_errors(std::pow(static_cast<double>(r + 1) / static_cast<double>(models),
                                                      options.spending.exponent),
                                             allowed));
    const int64_t budget = std::max<int64_t>(0, cap - out.errors);
    int32_t chosen = -1;
    if (!order.empty()) {
      chosen = order[r];
    } else if (none_left) {
      for (std::size_t t = 0; t < models; ++t)
        if (!used[t] && (chosen < 0 || options.costs[t] < options.costs[static_cast<std::size_t>(chosen)]))
          chosen = static_cast<int32_t>(t);
    } else {
      double lowest = infinity;
      ReferenceSplit best;
      for (std::size_t t = 0; t < models; ++t) {
        if (used[t]) continue;
        const ReferenceSplit s = reference_split(candidate_rows(t), budget, options.negatives_only);
        const double price = s.exits > 0 ? options.costs[t] / static_cast<double>(s.exits) : infinity;
        if (price == infinity) continue;
        if (price < lowest ||
            (price == lowest && (s.exits > best.exits || (s.exits == best.exits && s.errors < best.errors)))) {
          lowest = price;
          best = s;
          chosen = static_cast<int32_t>(t);
        }
      }
      double closest = infinity;
      if (chosen < 0 && options.fallback == Fallback::closest) {
        const bool finite = [&] {
          for (std::size_t t = 0; t < models; ++t)
            if (!used[t] && options.costs[t] < infinity) return true;
          return false;
        }();
        for (std::size_t t = 0; t < models; ++t) {
          if (used[t] || (finite && options.costs[t] == infinity)) continue;
          double d = 0;
          for (std::size_t i = 0; i < n; ++i)
            if (active[i])
              d += static_cast<double>(weights[i]) * std::pow(static_cast<double>(g[i] + scores[i][t] - full[i]), 2);
          if (d < closest) closest = d, chosen = static_cast<int32_t>(t);
        }
      }
      if (chosen < 0)
        for (std::size_t t = 0; t < models; ++t)
          if (!used[t] && (chosen < 0 || options.costs[t] < options.costs[static_cast<std::size_t>(chosen)]))
            chosen = static_cast<int32_t>(t);
    }
    const auto t = static_cast<std::size_t>(chosen);
    used[t] = 1;
    position.model = chosen;
    if (r + 1 == models) {
      position.low = position.high = cut;
    } else if (!none_left) {
      const ReferenceSplit s = reference_split(candidate_rows(t), budget, options.negatives_only);
      if (s.exits > 0) position.low = s.low, position.high = s.high;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (!active[i]) continue;
      g[i] += scores[i][t];
      const bool negative = g[i] < position.low, positive = g[i] >= position.high;
      if (!negative && !positive) continue;
      active[i] = 0;
      left += weights[i];
      if (positive != (full[i] >= cut)) out.errors += weights[i];
    }
    out.positions.push_back(position);
  }
  return out;
}

// The rows of a fit as whole numbers, in the fit's unit.
inline std::vector<std::vector<int64_t>> whole_scores(const Data &data, const FixedPoint &fixed,
                                                      std::vector<int64_t> &weights) {
  std::vector<std::vector<int64_t>> out;
  for (int64_t i = 0; i < data.n(); ++i) {
    if (data.weight(i) == 0) continue;
    std::vector<int64_t> row;
    for (int64_t j = 0; j < data.columns(); ++j)
      row.push_back(std::llround(std::ldexp(data.score(i, j), fixed.exponent)));
    out.push_back(std::move(row));
    weights.push_back(std::llround(data.weight(i)));
  }
  return out;
}

}  // namespace cascade_cases
