// Populations whose rare rows break a limit: each certificate is asked for many times, and counted where it does not hold.
#pragma once

#include <string>
#include <vector>

#include "core/routes/choose_route.hpp"
#include "core/thresholds/certify/certify_labels.hpp"
#include "core/thresholds/label_thresholds.hpp"
#include "core/thresholds/segments/segment_thresholds.hpp"
#include "route_tables.hpp"
#include "threshold_cases.hpp"

namespace adversarial {

using namespace wald::core;
using namespace wald::core::thresholds;
using namespace wald::core::routes;
using cases::Rng;

enum class Limit { precision, recall, fpr, alert_rate };

// Of the rows that a limit is about a share is heavy, and always wrong; the others are right with a probability.
struct Case {
  std::string name;
  Limit limit = Limit::recall;
  double heavy_weight = 1, heavy_share = 0, right = 1, least = 0.9;  // least: the share that is to be right
  int rows = 60;
  double certify = 0.95;
  bool attainable = false;   // a certificate is to be expected
  bool by_shares = false;    // routes: the heavy rows are right by a share, and weigh 1
  bool by_probability = false;  // routes: the heavy rows are labelled with a low probability instead

  double truth() const {
    const double light = (1 - heavy_share) * right, heavy = by_probability || by_shares ? 1 : heavy_weight;
    const double of_heavy = by_shares ? 0.5 * heavy_share : 0;
    return (light + of_heavy) / (1 - heavy_share + heavy_share * heavy);
  }
};

struct Count {
  int rounds = 0, certified = 0, broken = 0;
  double delta = 0.05;
  double allowed() const { return rounds * delta + 3 * std::sqrt(rounds * delta * (1 - delta)); }
  // Half of the samples certify, by what so few rounds can tell.
  double least() const { return rounds / 2.0 - 3 * std::sqrt(rounds / 4.0); }
};

inline std::vector<Case> limit_cases() {
  std::vector<Case> out;
  const char *names[] = {"precision", "recall", "FPR", "alert rate"};
  for (const Limit limit : {Limit::precision, Limit::recall, Limit::fpr, Limit::alert_rate}) {
    const std::string name = names[static_cast<int>(limit)];
    // 1 % of the rows weigh 1000: more than half of all samples of 60 hold none.
    out.push_back({name + ", 1 % weigh 1000", limit, 1000, 0.01, 1, 0.9, 60, 0.95, false, false, false});
    // A few weigh a little more, and the limit is just missed.
    out.push_back({name + ", 6 % weigh 2", limit, 2, 0.06, 1, 0.895, 120, 0.95, false, false, false});
    out.push_back({name + ", within the limit", limit, 2, 0.02, 1, 0.8, 400, 0.95, true, false, false});
  }
  return out;
}

inline std::vector<Case> route_cases() {
  return {
      {"accuracy, 1 % weigh 1000", Limit::recall, 1000, 0.01, 1, 0.9, 120, 0.95, false, false, false},
      {"accuracy, 6 % weigh 2", Limit::recall, 2, 0.06, 1, 0.895, 200, 0.95, false, false, false},
      {"accuracy, within the limit", Limit::recall, 2, 0.02, 1, 0.8, 600, 0.95, true, false, false},
      {"2 % are right by half", Limit::recall, 1, 0.02, 0.905, 0.9, 150, 0.95, false, true, false},
      {"right by shares, within the limit", Limit::recall, 1, 0.1, 1, 0.85, 600, 0.95, true, true, false},
      {"12 % are labelled with probability 0.1", Limit::recall, 1, 0.12, 1, 0.9, 120, 0.95, false, false, true},
      {"labelled with probability 0.1, within the limit", Limit::recall, 1, 0.02, 1, 0.8, 3000, 0.95, true, false, true},
  };
}

enum class Caller { rows, two_scores, segments, labels };
inline const char *caller_name(Caller caller) {
  const char *names[] = {"rows", "two scores", "segments", "labels"};
  return names[static_cast<int>(caller)];
}

// Rows of one score, 0 or 1. Every threshold in (0, 1] flags those of 1; any lower one flags all, which is worse.
inline threshold_cases::Data rows_of(Rng &rng, const Case &each) {
  threshold_cases::Data out;
  const auto add = [&](double score, int label, double weight) {
    out.scores.push_back(score);
    out.labels.push_back(static_cast<uint8_t>(label));
    out.weights.push_back(weight);
  };
  for (int i = 0; i < each.rows; ++i) {
    const bool heavy = rng.uniform() < each.heavy_share, right = !heavy && rng.uniform() < each.right;
    const double weight = heavy ? each.heavy_weight : 1;
    switch (each.limit) {
      case Limit::precision: add(1, right, weight); break;           // flagged rows
      case Limit::recall: add(right ? 1 : 0, 1, weight); break;      // positives
      case Limit::fpr: add(right ? 0 : 1, 0, weight); break;         // negatives
      case Limit::alert_rate: add(right ? 0 : 1, i % 2, weight); break;  // all rows
    }
  }
  // Rows of the other kind, of which the limit says nothing, or which a lower threshold flags for nothing.
  const int others = std::max(4, each.rows / 4);
  for (int i = 0; i < others && each.limit != Limit::alert_rate; ++i) {
    if (each.limit == Limit::precision) add(0, 0, each.heavy_weight);
    if (each.limit == Limit::recall) add(0, 0, 1);
    if (each.limit == Limit::fpr) add(1, 1, 1);
  }
  return out;
}

// Whether what a threshold flags breaks the limit.
inline bool breaks(const Case &each, double threshold) {
  const double truth = each.truth();
  if (threshold > 1) return false;  // nothing is flagged: not certified, or FPR and alert rate of 0
  switch (each.limit) {
    case Limit::precision: return truth < each.least;
    case Limit::recall: return threshold > 0 && truth < each.least;
    case Limit::fpr:
    case Limit::alert_rate: return threshold <= 0 || truth < each.least;
  }
  return true;
}

inline Objective limit_of(const Case &each) {
  Objective out;
  out.certify = each.certify;
  switch (each.limit) {
    case Limit::precision: out.min_precision = each.least; break;
    case Limit::recall: out.min_recall = each.least; break;
    case Limit::fpr: out.max_fpr = 1 - each.least; break;
    case Limit::alert_rate: out.max_alert_rate = 1 - each.least; break;
  }
  return out;
}

inline Count of_thresholds(const Case &each, Caller caller, int rounds, uint64_t seed) {
  Rng rng(seed);
  NoMonitor quiet;
  Count out;
  out.rounds = rounds;
  out.delta = 1 - each.certify;
  ThresholdOptions options = threshold_cases::plain();
  options.max_weight = each.heavy_weight;
  const Objective q = limit_of(each);
  for (int round = 0; round < rounds; ++round) {
    options.seed = rng.bits();
    threshold_cases::Data data = rows_of(rng, each);
    bool certified = false, broken = false;
    const auto judge = [&](bool is_certified, double threshold) {
      certified = is_certified;
      broken = is_certified && breaks(each, threshold);
    };
    const int64_t n = data.n();
    if (std::count(data.labels.begin(), data.labels.end(), 1) == 0) continue;
    switch (caller) {
      case Caller::rows: {
        const ChosenThresholds found = threshold_cases::choose(data.sample(), q, options);
        judge(found.certificate.certified, found.thresholds[0]);
        break;
      }
      case Caller::two_scores: {  // the other score flags nothing
        threshold_cases::Data two = data;
        two.dims = 2;
        two.scores.clear();
        for (const double s : data.scores) two.scores.insert(two.scores.end(), {s, -1.0});
        const ChosenThresholds found = threshold_cases::choose(two.sample(), q, options);
        judge(found.certificate.certified, found.thresholds[1] <= -1 ? -1.0 : found.thresholds[0]);
        break;
      }
      case Caller::segments: {
        SegmentRows rows;
        rows.scores = {data.scores.data(), false, n, 1};
        rows.labels = {data.labels.data(), n, 1};
        rows.weights = {data.weights.data(), false, n, 1};
        const SegmentThresholds found = choose_segment_thresholds(rows, {}, q, options, quiet)[0];
        judge(found.certified, found.segments[0].threshold);
        break;
      }
      case Caller::labels: {
        const Grid<const uint8_t> truth{data.labels.data(), n, 1, 1, 1};
        const LabelThresholds found = certified_label_thresholds(
            samples_of_labels({data.scores.data(), false, n, 1, 1, 1}, truth, {data.weights.data(), false, n, 1}), q,
            options, quiet);
        judge(found.feasible, found.thresholds[0]);
        break;
      }
    }
    out.certified += certified;
    out.broken += broken;
  }
  return out;
}

// Routes of two stages: the cheap one is as sure of every row, so that it answers all rows or none.
inline Count of_routes(const Case &each, int rounds, uint64_t seed) {
  Rng rng(seed);
  NoMonitor quiet;
  Count out;
  out.rounds = rounds;
  out.delta = 1 - each.certify;
  RouteOptions options;
  options.min_quality = each.least;
  options.certify = each.certify;
  for (int round = 0; round < rounds; ++round) {
    options.seed = rng.bits();
    route_tables::Table t;
    for (int i = 0; i < each.rows; ++i) {
      const bool heavy = rng.uniform() < each.heavy_share, right = !heavy && rng.uniform() < each.right;
      const double probability = each.by_probability ? (heavy ? 0.1 : 1) : 1;
      const bool labelled = rng.uniform() < probability;
      ++t.n;
      t.confidences.insert(t.confidences.end(), {0.5, 1});
      t.costs.insert(t.costs.end(), {1, 10});
      if (each.by_shares) {
        t.right.insert(t.right.end(), {heavy ? 0.5 : right ? 1.0 : 0.0, 1.0});
        continue;
      }
      t.answers.insert(t.answers.end(), {right ? 1 : 0, 1});
      t.truth.push_back(labelled ? 1 : -1);
      if (each.by_probability)
        t.probabilities.push_back(probability);
      else
        t.weights.push_back(heavy ? each.heavy_weight : 1);
    }
    if (each.by_probability) {
      if (std::count(t.truth.begin(), t.truth.end(), 1) == 0) continue;
    } else if (!each.by_shares) {
      options.max_weight = each.heavy_weight;
    }
    const Route found = choose_route(t.stages(), options, quiet);
    const bool cheap = !std::isnan(found.thresholds[0]) && found.thresholds[0] <= 0.5;
    out.certified += found.findings.certified && cheap;
    out.broken += found.findings.certified && cheap && each.truth() < each.least;
  }
  return out;
}

}  // namespace adversarial
