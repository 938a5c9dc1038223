// Populations whose rare rows break a limit: each certificate is asked for many times, and counted where it does not hold.
#pragma once

#include <string>
#include <vector>

#include "core/routes/ask.hpp"
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
  int stages = 2;               // routes: all stages before the last answer alike
  bool equal_weights = false;   // routes: all rows weigh 3, by design
  int batch = 0;                // routes: this many labels are asked for at a time, until one is certified

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
      {"equal_weights", Limit::recall, 1, 0, 0.899, 0.9, 100, 0.95, false, false, false, 2, true},
      {"3 stages", Limit::recall, 1, 0, 0.899, 0.9, 100, 0.95, false, false, false, 3},
      {"3 stages, equal_weights", Limit::recall, 1, 0, 0.899, 0.9, 100, 0.95, false, false, false, 3, true},
      {"3 stages, 1 % weigh 1000", Limit::recall, 1000, 0.01, 1, 0.9, 120, 0.95, false, false, false, 3},
      {"3 stages, 6 % weigh 2", Limit::recall, 2, 0.06, 1, 0.895, 200, 0.95, false, false, false, 3},
      {"3 stages, 2 % are right by half", Limit::recall, 1, 0.02, 0.905, 0.9, 150, 0.95, false, true, false, 3},
      {"3 stages, within the limit", Limit::recall, 2, 0.02, 1, 0.8, 600, 0.95, true, false, false, 3},
      {"labels asked for", Limit::recall, 1, 0, 0.899, 0.9, 300, 0.95, false, false, false, 2, false, 60},
      {"labels asked for, 6 % weigh 2", Limit::recall, 2, 0.06, 1, 0.895, 300, 0.95, false, false, false, 2, false, 60},
      {"3 stages, labels asked for", Limit::recall, 1, 0, 0.899, 0.9, 300, 0.95, false, false, false, 3, false, 60},
      {"labels asked for, within the limit", Limit::recall, 1, 0, 0.97, 0.8, 600, 0.95, true, false, false, 2, false, 100},
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
  ThresholdSearch options = threshold_cases::plain();
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

// Rows of stages; truth: 1 of each row, also of those that are not labelled.
inline route_tables::Table stages_of(Rng &rng, const Case &each, std::vector<int32_t> *labels) {
  route_tables::Table t;
  t.k = each.stages;
  for (int i = 0; i < each.rows; ++i) {
    const bool heavy = rng.uniform() < each.heavy_share, right = !heavy && rng.uniform() < each.right;
    const double probability = each.by_probability ? (heavy ? 0.1 : 1) : 1;
    const bool labelled = each.batch == 0 && rng.uniform() < probability;
    ++t.n;
    for (int s = 0; s < each.stages; ++s) {
      const bool last = s + 1 == each.stages;
      t.confidences.push_back(last ? 1 : 0.5);
      t.costs.push_back(last ? 10 : 1 + s);
      if (each.by_shares)
        t.right.push_back(last ? 1 : heavy ? 0.5 : right);
      else
        t.answers.push_back(last || right);
    }
    if (each.by_shares) continue;
    t.truth.push_back(labelled ? 1 : -1);
    labels->push_back(1);
    if (each.by_probability)
      t.probabilities.push_back(probability);
    else if (each.equal_weights || each.heavy_share > 0)
      t.weights.push_back(each.equal_weights ? 3 : heavy ? each.heavy_weight : 1);
  }
  return t;
}

// Whether a stage before the last answers; all rows are as sure.
inline bool is_cheap(const Route &route) {
  for (int64_t s = 0; s + 1 < route.stages; ++s)
    if (route.thresholds[static_cast<std::size_t>(s)] <= 0.5) return true;
  return false;
}

// Routes whose cheap stages are as sure of every row, so that one of them answers all rows or none does.
inline Count of_routes(const Case &each, int rounds, uint64_t seed) {
  Rng rng(seed);
  NoMonitor quiet;
  Count out;
  out.rounds = rounds;
  out.delta = 1 - each.certify;
  RouteOptions options;
  options.min_quality = each.least;
  options.certify = each.certify;
  options.equal_weights = each.equal_weights;
  if (each.batch > 0) {
    options.batch_size = each.batch;
    options.min_probability = 0.5;
  }
  for (int round = 0; round < rounds; ++round) {
    options.seed = rng.bits();
    std::vector<int32_t> labels;
    const route_tables::Table t = stages_of(rng, each, &labels);
    Stages stages = t.stages();
    RouteOptions own = options;
    if (!t.weights.empty() && !each.equal_weights) own.max_weight = each.heavy_weight;
    if (each.by_probability && std::count(t.truth.begin(), t.truth.end(), 1) == 0) continue;
    Route found;
    do {
      if (each.batch > 0) {
        const std::vector<int64_t> rows = next_labels(stages, options, quiet);
        if (rows.empty() && stages.considered() == stages.rows()) break;
        const auto n = static_cast<int64_t>(rows.size());
        stages.label(rows.data(), n, {labels.data(), true, 1, 1}, {});
      }
      found = choose_route(stages, own, quiet);
    } while (each.batch > 0 && !found.findings.certified);
    const bool certified = found.findings.certified && is_cheap(found);
    out.certified += certified;
    out.broken += certified && each.truth() < each.least;
  }
  return out;
}

}  // namespace adversarial
