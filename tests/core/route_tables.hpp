// Rows of stages, drawn at random or from a population that is known.
#pragma once

#include <catch2/catch.hpp>
#include <limits>

#include "cases.hpp"
#include "core/routes/route.hpp"
#include "core/routes/stages.hpp"

namespace route_tables {

using namespace wald::core;
using namespace wald::core::certify;
using namespace wald::core::routes;
using cases::Rng;

constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Table {
  int64_t n = 0, k = 2;
  std::vector<double> confidences, costs, weights, probabilities, scores, right;
  std::vector<int32_t> answers, truth, segments;

  StageRows rows() const {
    StageRows out;
    out.confidences = {confidences.data(), false, n, k, k, 1};
    if (!answers.empty()) out.answers = {answers.data(), true, k, 1};
    if (!truth.empty()) out.truth = {truth.data(), true, 1, 1};
    if (!right.empty()) out.right = {right.data(), false, n, k, k, 1};
    if (!costs.empty()) out.costs = {costs.data(), false, n, k, k, 1};
    if (!weights.empty()) out.weights = {weights.data(), false, n, 1};
    if (!probabilities.empty()) out.label_probabilities = {probabilities.data(), false, n, 1};
    if (!segments.empty()) out.segments = {segments.data(), true, 1, 1};
    if (!scores.empty()) out.scores = {scores.data(), false, n, 1};
    return out;
  }
  Stages stages() const {
    Stages out(k);
    out.feed(rows());
    return out;
  }
};

inline Table random_table(Rng &rng, int64_t n, int64_t k) {
  Table out;
  out.n = n;
  out.k = k;
  const int levels = rng.between(1, 6);
  const bool weighted = rng.below(2), sampled = rng.below(2), costly = rng.below(2);
  for (int64_t i = 0; i < n; ++i) {
    const int32_t is = rng.below(3);
    bool labelled = !sampled || i == 0 || rng.below(3) > 0;
    out.truth.push_back(labelled ? is : -1);
    if (sampled) out.probabilities.push_back(labelled || rng.below(2) ? 0.25 * rng.between(1, 4) : none);
    for (int64_t s = 0; s < k; ++s) {
      out.confidences.push_back(rng.below(12) ? static_cast<double>(rng.below(levels)) / levels - 0.5 : none);
      out.answers.push_back(rng.uniform() < 0.4 + 0.2 * static_cast<double>(s) ? is : rng.below(3));
      out.costs.push_back(costly ? rng.below(5) * static_cast<double>(s + 1) : static_cast<double>(1 + 4 * s));
    }
    out.weights.push_back(weighted ? (i == 0 ? 1 : rng.below(3)) : 1);
    out.segments.push_back(rng.below(2));
    out.scores.push_back(rng.below(levels + 1));
  }
  return out;
}

// A population: the confidence is uniform, the cheap stage errs with probability (1 - confidence)/2, the expensive one with
// 2 %. weights: 1 or 3.
inline Table population(Rng &rng, int64_t n, bool labelled, std::vector<int32_t> *truth) {
  Table t;
  t.n = n;
  for (int64_t i = 0; i < n; ++i) {
    const double sure = rng.uniform();
    const int32_t is = rng.below(2);
    const bool cheap = rng.uniform() >= 0.5 * (1 - sure), expensive = rng.uniform() >= 0.02;
    t.confidences.insert(t.confidences.end(), {sure, 1});
    t.answers.insert(t.answers.end(), {cheap ? is : 1 - is, expensive ? is : 1 - is});
    t.costs.insert(t.costs.end(), {1, 10});
    t.truth.push_back(labelled ? is : -1);
    if (truth) truth->push_back(is);
  }
  return t;
}
// The accuracy of all future rows above a threshold of the first stage.
inline double true_quality(const Route &route) {
  const double t = route.thresholds[0];
  if (std::isnan(t)) return 0.98;
  const double from = std::min(std::max(t, 0.0), 1.0);
  return 0.98 * from + (1 - from) - 0.25 * (1 - from) * (1 - from);
}

struct Broken {
  int certified = 0, broken = 0, draws = 0;
  void add(const Route &route, double q) {
    ++draws;
    certified += route.findings.certified;
    broken += route.findings.certified && true_quality(route) < q - 1e-12;
  }
  void check(double delta) const {
    CHECK(broken <= delta * draws + 3 * std::sqrt(delta * (1 - delta) * draws));
    CHECK(certified > draws / 2);
  }
};

}  // namespace route_tables
