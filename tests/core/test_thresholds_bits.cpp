// Every number that thresholds publish has the same bits on every machine, for any number of threads and every order of
// the rows: one sum over all bits, written down. Where an algorithm is changed on purpose the new sum is what the
// failing check prints; the test runs on lesser processors too (CMakeLists.txt).
#include <catch2/catch.hpp>

#include <cstring>

#include "core/thresholds/class_multipliers.hpp"
#include "threshold_cases.hpp"

using namespace threshold_cases;

namespace {

class Bits {
 public:
  void add(double x) {
    if (std::isnan(x)) x = 0;  // the sign of a NaN says nothing
    uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    for (int byte = 0; byte < 8; ++byte) sum_ = (sum_ ^ (bits >> (8 * byte) & 0xffu)) * 0x100000001b3u;
  }
  void add(const std::vector<double> &x) {
    for (double v : x) add(v);
  }
  void add(const Outcome &o) {
    for (double v : {o.counts.tp, o.counts.fp, o.positives, o.precision, o.recall, o.value}) add(v);
  }
  void add(const ChosenThresholds &c) {
    add(c.thresholds);
    add(c.next_lower);
    add(c.coefficients);
    for (double v : {c.intercept, c.stacked_threshold, c.marginal_precision, c.next_marginal_precision}) add(v);
    add(c.outcome);
    add(c.cross_fit);
    for (const NamedInterval &i : c.intervals)
      for (double v : {i.interval.low, i.interval.high}) add(v);
    for (const Interval &i : c.threshold_intervals)
      for (double v : {i.low, i.high}) add(v);
    for (const ChosenThresholds &beside : c.baselines) add(beside);
  }
  uint64_t sum() const { return sum_; }

 private:
  uint64_t sum_ = 0xcbf29ce484222325u;  // Fowler, Noll and Vo's
};

uint64_t bits_of_samples(int threads, bool backwards) {
  cases::Rng rng(1);
  Bits bits;
  NoMonitor monitor;
  for (int c = 0; c < 24; ++c) {
    const int64_t dims = c % 4 == 3 ? 6 : 1 + c % 4;
    Data data = some_data(rng, dims, c / 4 % 2 ? Rule::all : Rule::any, 40, c % 5, static_cast<Weights>(c % 3 + c % 2));
    if (backwards) {
      Data other = data;
      for (int64_t i = 0; i < data.n(); ++i) {
        const auto from = static_cast<std::size_t>(data.n() - 1 - i), to = static_cast<std::size_t>(i);
        other.labels[to] = data.labels[from];
        if (!data.weights.empty()) other.weights[to] = data.weights[from];
        for (std::size_t d = 0; d < static_cast<std::size_t>(dims); ++d)
          other.scores[to * static_cast<std::size_t>(dims) + d] =
              data.scores[from * static_cast<std::size_t>(dims) + d];
      }
      data = other;
    }
    const Sample sample = data.sample();
    if (sample.positives().size() < 3 || sample.negatives().size() < 3) continue;
    ThresholdSearch options;
    options.threads = threads;
    options.bootstrap = 20;
    options.folds = 3;
    options.grid = 10;
    options.limits.lattice_cells = 4000;
    std::vector<Objective> objectives = {metric_objective("f1"), metric_objective("mcc"), {}, {}};
    objectives[2].min_precision = 0.6;
    objectives[3].cost_ratio = 1.5;
    objectives[3].max_alerts = 20;
    bits.add(choose(sample, objectives[static_cast<std::size_t>(c / 2 % 4)], options));
    for (Method method : {Method::path, Method::path_equal, Method::analytic}) {
      if (dims > 3) continue;
      options.method = method;
      options.bootstrap = c == 5 ? 3 : 0;
      options.smoothing = method == Method::analytic ? Smoothing::none : Smoothing::dropout;
      bits.add(choose(sample, objectives[0], options));
    }
    const FrontierCurve curve = frontier_curve(sample, {}, plain(), monitor);
    for (double v : {curve.pn_area, curve.pn_hull_area, curve.roc_area, curve.roc_hull_area, curve.pr_area})
      bits.add(v);
  }
  return bits.sum();
}

uint64_t bits_of_classes() {
  cases::Rng rng(2);
  NoMonitor monitor;
  std::vector<double> scores;
  std::vector<int64_t> truth;
  for (int i = 0; i < 60; ++i) {
    truth.push_back(rng.below(3));
    for (int j = 0; j < 3; ++j) scores.push_back(rng.uniform() + (j == truth.back() ? 0.3 : 0));
  }
  ClassObjective objective;
  objective.metric = cases::metric("f1");
  const ClassMultipliers m =
      choose_class_multipliers({scores.data(), false, 60, 3, 3, 1}, {truth.data(), false}, {}, objective, monitor);
  Bits bits;
  bits.add(m.multipliers);
  bits.add(m.value);
  return bits.sum();
}

}  // namespace

TEST_CASE("thresholds: the same bits on every machine", "[levels]") {
  CHECK(bits_of_samples(1, false) == 0x9eb905083a01e5bbu);
  CHECK(bits_of_classes() == 0xef6f10896e49ba4u);
}

TEST_CASE("thresholds: the same bits for every order of the rows and any number of threads", "[threads]") {
  CHECK(bits_of_samples(3, true) == bits_of_samples(1, false));
}
