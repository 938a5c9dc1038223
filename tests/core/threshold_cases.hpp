// Small samples for the tests of thresholds, and all of their thresholds tried one by one.
#pragma once

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "cases.hpp"
#include "core/thresholds/choose_thresholds.hpp"
#include "core/thresholds/flags.hpp"
#include "core/thresholds/frontier_curve.hpp"
#include "core/thresholds/search/single.hpp"

namespace threshold_cases {

using namespace wald::core;
using namespace wald::core::thresholds;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Data {
  int64_t dims = 1;
  Rule rule = Rule::any;
  std::vector<double> rated_from;
  std::vector<double> scores;
  std::vector<uint8_t> labels;
  std::vector<double> weights;

  int64_t n() const { return static_cast<int64_t>(labels.size()); }
  double score(int64_t i, int64_t d) const { return scores[static_cast<std::size_t>(i * dims + d)]; }
  double weight(int64_t i) const { return weights.empty() ? 1.0 : weights[static_cast<std::size_t>(i)]; }

  void feed(Sample &to, int64_t from, int64_t count) const {
    const Reals w = weights.empty() ? Reals{} : Reals{weights.data() + from, false, count, 1};
    to.feed({scores.data() + from * dims, false, count, dims, dims, 1}, {labels.data() + from, count, 1}, w);
  }
  Sample sample() const {
    Sample out(dims, rule, rated_from);
    feed(out, 0, n());
    return out;
  }
};

// Of labels, of which none shares a threshold unless there is a least number of positives.
inline ThresholdSearch label_search(LabelAverage average, int64_t threads, int64_t min_positives = 0) {
  ThresholdSearch out;
  out.average = average;
  out.threads = threads;
  out.min_positives = min_positives;
  return out;
}

enum class Weights { none, whole, by_label, real };

inline Data some_data(cases::Rng &rng, int64_t dims, Rule rule, int n, int kind, Weights weights) {
  Data out;
  out.dims = dims;
  out.rule = rule;
  const double rate = rng.below(3) ? 0.3 : 0.7;
  for (int i = 0; i < n; ++i) {
    const bool positive = i == 0 || rng.uniform() < rate;  // one at least
    out.labels.push_back(positive);
    for (int64_t d = 0; d < dims; ++d) {
      double s = rng.uniform() + (positive ? 0.3 : 0);
      if (kind == 1) s = std::floor(4 * s) / 4;  // ties
      if (kind == 2) s = std::floor(2 * s) - 1;  // few values
      if (kind == 3 && rng.below(5) == 0) s = rng.below(2) ? infinity : -infinity;
      if (kind == 4) s = 1 - s;                      // inverted
      if (kind == 5) s = rng.below(2) ? 0.0 : -0.0;  // equal
      out.scores.push_back(s);
    }
    switch (weights) {
      case Weights::none: break;
      case Weights::whole: out.weights.push_back(rng.below(4)); break;
      case Weights::by_label: out.weights.push_back(positive ? 1 : 3.5); break;
      case Weights::real: out.weights.push_back(rng.uniform()); break;
    }
  }
  if (!out.weights.empty() && out.weights[0] == 0) out.weights[0] = 1;
  return out;
}

inline bool is_flagged(const Data &data, int64_t i, const std::vector<double> &t) {
  bool any = false, all = true;
  for (int64_t d = 0; d < data.dims; ++d) {
    const double at = t[static_cast<std::size_t>(d)];
    const bool over = data.score(i, d) >= at && at < infinity;
    any = any || over;
    all = all && over;
  }
  return data.rule == Rule::any ? any : all;
}

inline Flagged counted(const Data &data, const std::vector<double> &t) {
  Flagged out;
  for (int64_t i = 0; i < data.n(); ++i)
    if (is_flagged(data, i, t)) {
      if (data.labels[static_cast<std::size_t>(i)] == 1) out.tp += data.weight(i);
      if (data.labels[static_cast<std::size_t>(i)] == 0) out.fp += data.weight(i);
    }
  return out;
}

// Calls visit(thresholds, counts) for all combinations of the scores of all rows (not below the cut) and of +inf.
inline void every_threshold(const Data &data,
                            const std::function<void(const std::vector<double> &, const Flagged &)> &visit) {
  std::vector<std::vector<double>> values(static_cast<std::size_t>(data.dims));
  for (int64_t d = 0; d < data.dims; ++d) {
    auto &v = values[static_cast<std::size_t>(d)];
    const double cut = data.rated_from.empty() ? -infinity : data.rated_from[static_cast<std::size_t>(d)];
    v = {infinity, cut};
    for (int64_t i = 0; i < data.n(); ++i) {
      const double s = std::min(data.score(i, d), std::numeric_limits<double>::max());
      if (s >= cut) v.push_back(s);
    }
    std::sort(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
  }
  std::vector<std::size_t> at(values.size(), 0);
  std::vector<double> t(values.size());
  for (;;) {
    for (std::size_t d = 0; d < at.size(); ++d) t[d] = values[d][at[d]];
    visit(t, counted(data, t));
    std::size_t d = 0;
    while (d < at.size() && ++at[d] == values[d].size()) at[d++] = 0;
    if (d == at.size()) break;
  }
}

inline ThresholdSearch plain() {
  ThresholdSearch out;
  out.baselines = false;
  return out;
}

inline ChosenThresholds choose(const Sample &sample, const Objective &objective,
                               const ThresholdSearch &options = plain()) {
  NoMonitor monitor;
  return choose_thresholds(sample, objective, options, monitor);
}

inline Objective metric_objective(const std::string &name) {
  Objective out;
  out.metric = cases::metric(name);
  return out;
}

// Every kind of goal, within every kind of limit.
inline std::vector<Objective> objectives(cases::Rng &rng, double positives, double total) {
  std::vector<Objective> out;
  for (const char *name :
       {"f1", "fbeta:2", "fbeta:0.3", "jaccard", "mcc", "balanced_accuracy", "kappa", "gmean", "hmean",
        "fowlkes_mallows", "cost:1:5", "hamming", "informedness", "markedness", "lf:0:3:-1:0/1:0:0:0"})
    out.push_back(metric_objective(name));
  for (double d : {0.3, 1.0, 7.0}) {
    out.emplace_back();
    out.back().cost_ratio = d;
  }
  // Each of them again with limits, and the goals that are nothing but limits.
  const std::size_t plain = out.size();
  out.resize(plain + 5);
  for (std::size_t i = 0; i < plain; ++i)
    if (rng.below(3) == 0) out.push_back(out[i]);
  for (std::size_t i = plain; i < out.size(); ++i) {
    Objective &q = out[i];
    const bool alone = i < plain + 5;
    const int kind = alone ? static_cast<int>(i - plain) : rng.below(5);
    if (kind == 0 || kind == 2) q.max_fp = std::floor(rng.uniform() * total / 3);
    if (kind == 1 || kind == 3) q.max_alerts = std::floor(rng.uniform() * total / 2);
    if (kind == 2 || kind == 3 || kind == 4) q.min_recall = rng.below(4) ? 0.05 * rng.between(0, 20) : rng.uniform();
    if (rng.below(5) == 0) q.positives = positives * 1.25;
  }
  // A limit on the precision, alone and beside each of the others.
  for (std::size_t i = 0, all = out.size(); i <= all; ++i) {
    if (i < all && i >= plain + 5 && rng.below(3)) continue;
    if (i < plain && rng.below(3)) continue;
    out.push_back(i < all ? out[i] : Objective());
    out.back().min_precision = 0.05 * rng.between(0, 20);
    if (rng.below(2)) out.back().precision_level = rng.below(2) ? 0 : 0.5;
  }
  return out;
}

inline void check_same(const ChosenThresholds &a, const ChosenThresholds &b) {
  CHECK(a.thresholds == b.thresholds);
  CHECK(a.outcome.counts.tp == b.outcome.counts.tp);
  CHECK(a.outcome.counts.fp == b.outcome.counts.fp);
  CHECK(a.feasible == b.feasible);
  CHECK(a.flags == b.flags);
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  CHECK(same(a.marginal_precision, b.marginal_precision));
  CHECK(same(a.next_marginal_precision, b.next_marginal_precision));
}

}  // namespace threshold_cases
