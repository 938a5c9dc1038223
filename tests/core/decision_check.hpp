// Decisions compared with the oracle.
#pragma once

#include <catch2/catch.hpp>

#include "cases.hpp"
#include "cell_metric.hpp"
#include "core/decisions/decide.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"
#include "core/evaluation/expected.hpp"

namespace check {

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;

struct Decided {
  Answer answer;
  std::vector<int64_t> items;
  double loss;
};

inline Decided decide(const Metric &metric, const Estimator &estimator, const DecisionOptions &options = {}) {
  Workspace work;
  Decision decision;
  wald::core::decisions::decide(metric, estimator, options, work, decision);
  REQUIRE(decision.count() == 1);
  const Answer &answer = decision.answer(0);
  return {answer, std::vector<int64_t>(decision.items(0), decision.items(0) + answer.k), decision.loss(0)};
}

inline oracle::Mask mask_of(const std::vector<int64_t> &items) {
  oracle::Mask out = 0;
  for (int64_t i : items) out |= oracle::Mask{1} << i;
  return out;
}
// What a prediction gives away; the true regret is at most regret + bound.
struct Regret {
  double regret, bound;
};
inline Regret regret_of(const Metric &metric, const Estimator &estimator, const std::vector<int64_t> &items,
                        const decisions::DecisionOptions &options) {
  const evaluation::Expected found = evaluation::expected_of(metric, estimator, items, options, true);
  return {found.regret[0], found.regret_bound};
}

inline std::vector<int64_t> items_of(oracle::Mask mask) {
  std::vector<int64_t> out;
  for (int64_t i = 0; mask >> i; ++i)
    if (mask >> i & 1) out.push_back(i);
  return out;
}

inline Independent independent(const std::vector<double> &p) {
  Independent out;
  out.feed(cases::reals(p));
  return out;
}
inline Categorical categorical(const std::vector<double> &p) {
  Categorical out;
  out.feed(cases::reals(p));
  return out;
}
inline Joint joint(int n, const std::vector<oracle::Mask> &vectors, const std::vector<double> &weights) {
  std::vector<uint8_t> cells;
  for (oracle::Mask v : vectors)
    for (int j = 0; j < n; ++j) cells.push_back(v >> j & 1);
  Joint out(n);
  out.feed({cells.data(), static_cast<int64_t>(vectors.size()), n, n, 1}, cases::reals(weights));
  return out;
}

// How good a decision has to be.
struct Demands {
  double bound = 1e-9;    // the stated bound at most, times the metric's magnitude
  bool tightness = true;  // hold the bound against that
  bool ties = true;       // the smallest k, then the smallest indices
  bool next_best = true;
};

// True if all is well; otherwise a failed check has been recorded.
inline bool decision(const Decided &d, const Metric &metric, const oracle::Cells &cells, const oracle::Law &law,
                     const oracle::Optimum &best, KRange range, Demands demands = {}) {
  const oracle::Real scale = metric.range(law.n).magnitude();
  const oracle::Real own = oracle::expected(cells, law, mask_of(d.items));
  // The oracle's own rounding.
  const oracle::Real slack = 1e-17L * scale;
  bool ok = true;
  const auto require = [&](bool condition, const char *what) {
    if (condition) return;
    CAPTURE(what, metric.name(), metric.zero_division(), algorithm_name(d.answer.algorithm), d.answer.k,
            mask_of(d.items), d.answer.expected, static_cast<double>(own), static_cast<double>(best.value),
            d.answer.bound);
    CHECK(condition);
    ok = false;
  };
  require(d.answer.k == static_cast<int64_t>(d.items.size()), "k is the number of items");
  require(std::is_sorted(d.items.begin(), d.items.end()), "items ascend");
  require(oracle::ones(mask_of(d.items)) == static_cast<int>(d.items.size()), "items are distinct");
  require(range.holds(d.answer.k), "k is allowed");
  require(std::isfinite(d.answer.bound) && d.answer.bound >= 0, "the bound is a number");
  require(std::fabs(d.answer.expected - own) <= std::min<oracle::Real>(d.answer.bound, 1e-12L * scale) + slack,
          "the value is that of the prediction");
  require(d.loss == metric.loss(d.answer.expected), "the loss is that of the value");
  require(best.value - own <= d.answer.bound + slack, "the regret is within the bound");
  if (demands.tightness) require(d.answer.bound <= demands.bound * scale, "the bound is tight");
  if (d.answer.not_excluded.low >= 0) {
    bool holds_best = false;
    for (int64_t k = d.answer.not_excluded.low; k <= d.answer.not_excluded.high; ++k)
      holds_best = holds_best || best.best_of_k[static_cast<std::size_t>(k)] >= best.value - slack;
    require(holds_best, "a best k is not excluded");
    require(d.answer.not_excluded.holds(d.answer.k), "the chosen k is not excluded");
  }
  if (demands.next_best && !std::isnan(d.answer.next_best)) {
    oracle::Real next = -HUGE_VALL;
    for (int64_t k = range.low; k <= range.high; ++k)
      if (k != d.answer.k) next = std::max(next, best.best_of_k[static_cast<std::size_t>(k)]);
    require(std::fabs(next - d.answer.next_best) <= 1e-12L * scale, "the next-best value is that of another k");
  }
  // Where no vector that can be true is allowed, any prediction is as good (as bad) as another.
  // So it is for coverage where a label is certain.
  if (demands.ties && !(metric.is_exact_match() && best.value == 0) && !(metric.is_coverage() && own > 1 - 1e-15L)) {
    // Sums of terms of one sign are accurate relative to themselves.
    const oracle::Real tie = 1e-18L * (metric.range(law.n).low < 0 ? scale : std::fabs(own));
    for (int64_t k = range.low; k < d.answer.k; ++k)
      require(best.best_of_k[static_cast<std::size_t>(k)] < best.value - tie, "no smaller k is as good");
    // No item may give way to one of smaller index without loss.
    for (int64_t i : d.items)
      for (int64_t j = 0; j < i; ++j) {
        const oracle::Mask out = mask_of(d.items);
        if (out >> j & 1) continue;
        const oracle::Mask other = (out & ~(oracle::Mask{1} << i)) | oracle::Mask{1} << j;
        require(best.of[other] < own - tie, "no smaller index is as good");
      }
  }
  return ok;
}

}  // namespace check
