// The best thresholds of two to five classifiers by branch and bound, against trying all of them: the same thresholds,
// counts and segments of the hull, bit for bit.
#include <catch2/catch.hpp>

#include "core/thresholds/flags.hpp"
#include "core/thresholds/search/boxes/best_boxes.hpp"
#include "threshold_cases.hpp"

using namespace threshold_cases;

namespace {

// Every search but the one in boxes; all are exact if the lattice fits.
ThresholdSearch without_boxes() {
  ThresholdSearch out = plain();
  out.limits.work_in_boxes = 0;
  out.limits.tried_pairs = int64_t{1} << 40;
  return out;
}

Data some_case(cases::Rng &rng, int64_t dims, int n) {
  Data out =
      some_data(rng, dims, rng.below(2) ? Rule::all : Rule::any, n, rng.below(6), static_cast<Weights>(rng.below(4)));
  if (rng.below(4) == 0)
    for (int64_t d = 0; d < dims; ++d) out.rated_from.push_back(rng.below(3) ? rng.uniform() : -infinity);
  if (rng.below(4) == 0)
    for (std::size_t i = 1; i < out.labels.size(); ++i)
      if (rng.below(6) == 0) out.labels[i] = not_rated;
  return out;
}

// All objectives of one sample; returns how many were compared.
int compare(cases::Rng &rng, const Data &data, std::size_t most_objectives) {
  const Sample sample = data.sample();
  if (sample.positives().size() == 0) return 0;
  const double positives = sample.positives().total(), total = positives + sample.negatives().total();
  std::vector<Objective> asked = objectives(rng, positives, total);
  while (asked.size() > most_objectives) asked.erase(asked.begin() + rng.below(static_cast<int>(asked.size())));
  int compared = 0;
  for (Objective q : asked) {
    if (sample.partial() && std::isnan(q.positives)) q.positives = positives;
    CAPTURE(data.dims, data.n(), static_cast<int>(data.rule), q.metric ? q.metric->name() : "", q.cost_ratio, q.max_fp,
            q.max_alerts, q.min_recall, q.min_precision, q.precision_level);
    ChosenThresholds tried;
    try {
      tried = choose(sample, q, without_boxes());
    } catch (const Error &e) {
      CHECK(e.status() == Status::unsupported);  // a metric that needs the number of negatives, which a cut hides
      CHECK(!data.rated_from.empty());
      continue;
    }
    NoMonitor monitor;
    const Sample exact = sample.exact();
    CHECK(best_of_boxes(exact, Criterion(q, exact), plain().limits.work_in_boxes, monitor).proved);
    check_same(choose(sample, q), tried);
    ++compared;
  }
  return compared;
}

}  // namespace

TEST_CASE("boxes: the same answer as of all thresholds") {
  cases::Rng rng(51);
  int compared = 0;
  for (int c = 0; c < cases::scaled(420); ++c) {
    CAPTURE(c);
    compared += compare(rng, some_case(rng, 2, rng.between(2, 60)), 40);
  }
  CHECK(compared >= cases::scaled(10000));
}

TEST_CASE("boxes: the same answer as of all thresholds of three to five classifiers") {
  cases::Rng rng(52);
  int compared = 0;
  for (int c = 0; c < cases::scaled(300); ++c) {
    CAPTURE(c);
    const int64_t dims = rng.between(3, 5);
    compared += compare(rng, some_case(rng, dims, rng.between(2, dims == 3 ? 40 : dims == 4 ? 24 : 14)), 20);
  }
  CHECK(compared >= cases::scaled(4000));
}

TEST_CASE("boxes: whether a classifier separates the labels is never a question of rounding") {
  cases::Rng rng(54);
  for (int c = 0; c < cases::scaled(300); ++c) {
    Data data;
    data.dims = 1 + c % 3;
    const int n = rng.between(4, 30);
    for (int i = 0; i < n; ++i) {
      const bool positive = i < 2 || (i < n - 2 && rng.below(2));
      data.labels.push_back(positive);
      data.weights.push_back(0.05 + rng.uniform());
      for (int64_t d = 0; d < data.dims; ++d) data.scores.push_back((positive ? 1 : 0) + 0.99 * rng.uniform());
    }
    const bool separates = rng.below(2);
    if (!separates) {  // one pair is ranked wrongly, and weighs next to nothing
      data.weights[0] = 1e-9;
      data.weights.back() = 1e-9;
      for (int64_t d = 0; d < data.dims; ++d) data.scores[static_cast<std::size_t>(d)] = 0.995;
      for (int64_t d = 0; d < data.dims; ++d) data.scores[data.scores.size() - 1 - static_cast<std::size_t>(d)] = 0.998;
    }
    CAPTURE(c, data.dims, n, separates);
    const Sample sample = data.sample();
    CHECK(((choose(sample, metric_objective("f1")).flags & in_sample_scores) != 0) == separates);
    CHECK(((choose(sample, metric_objective("f1"), without_boxes()).flags & in_sample_scores) != 0) == separates);
    CHECK(((data_flags(sample, {}) & in_sample_scores) != 0) == separates);
  }
}

TEST_CASE("boxes: no thresholds at all are better") {
  cases::Rng rng(53);
  for (int c = 0; c < cases::scaled(60); ++c) {
    const int64_t dims = rng.between(2, 3);
    Data data = some_case(rng, dims, rng.between(2, dims == 2 ? 14 : 8));
    data.weights.clear();
    const Sample sample = data.sample();
    if (sample.positives().size() == 0) continue;
    const double positives = sample.positives().total(), total = positives + sample.negatives().total();
    for (Objective q : objectives(rng, positives, total)) {
      if (sample.partial() && std::isnan(q.positives)) q.positives = positives;
      CAPTURE(c, q.metric ? q.metric->name() : "", q.cost_ratio, q.max_fp, q.max_alerts, q.min_recall);
      ChosenThresholds chosen;
      try {
        chosen = choose(sample, q);
      } catch (const Error &e) {
        CHECK(e.status() == Status::unsupported);
        continue;
      }
      const Criterion criterion(q, sample);
      if (criterion.by_one_label()) continue;  // one path alone
      const Flagged at = counted(data, chosen.thresholds);
      CHECK(at.tp == chosen.outcome.counts.tp);
      CHECK(at.fp == chosen.outcome.counts.fp);
      bool better = false;
      every_threshold(data, [&](const std::vector<double> &, const Flagged &counts) {
        better = better || criterion.better(counts, at);
      });
      CHECK(!better);
    }
  }
}

TEST_CASE("boxes: many scores of positives") {
  cases::Rng rng(54);
  for (int c = 0; c < cases::scaled(10); ++c) {
    CAPTURE(c);
    Data data = some_data(rng, 2, c % 2 ? Rule::all : Rule::any, rng.between(1000, 4000), c % 5,
                          static_cast<Weights>(c / 2 % 4));
    compare(rng, data, 12);
  }
  for (int c = 0; c < cases::scaled(6); ++c) {
    CAPTURE(c);
    Data data = some_data(rng, 3, c % 2 ? Rule::all : Rule::any, rng.between(100, 300), c % 5, Weights::none);
    compare(rng, data, 6);
  }
}

TEST_CASE("boxes: what takes too much work is not proved, and never worse") {
  cases::Rng rng(55);
  int unproved = 0;
  for (int c = 0; c < cases::scaled(20); ++c) {
    const int64_t dims = rng.between(2, 5);
    const Data data = some_data(rng, dims, c % 2 ? Rule::all : Rule::any, 400, 0, Weights::none);
    const Sample sample = data.sample();
    for (const char *name : {"f1", "gmean"}) {
      const Objective q = metric_objective(name);
      ThresholdSearch little = plain(), none = without_boxes();
      little.limits.work_in_boxes = 30000;
      for (ThresholdSearch *o : {&little, &none}) o->limits.lattice_cells = o->limits.pair_cells = 2000;
      const ChosenThresholds a = choose(sample, q, little), b = choose(sample, q, none), proved = choose(sample, q);
      CAPTURE(c, dims, name);
      if (a.flags & (local_optimum | quantile_levels)) {
        ++unproved;
        CHECK(a.outcome.value >= b.outcome.value);
      } else {
        CHECK(a.outcome.value == proved.outcome.value);
      }
      if (!(proved.flags & (local_optimum | quantile_levels))) CHECK(proved.outcome.value >= a.outcome.value);
    }
  }
  CHECK(unproved > 0);
}
