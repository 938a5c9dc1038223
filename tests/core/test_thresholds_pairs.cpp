// The best pair of levels found without trying all of them, against trying them: the same thresholds, counts and
// segments of the hull, bit for bit.
#include <catch2/catch.hpp>

#include "core/thresholds/search/pair_optimum.hpp"
#include "core/thresholds/search/prefix_tree.hpp"
#include "threshold_cases.hpp"

using namespace threshold_cases;

TEST_CASE("pairs: without trying all of them, the same answer") {
  cases::Rng rng(31);
  for (int c = 0; c < cases::scaled(96); ++c) {
    const auto weights = static_cast<Weights>(c % 4);
    const Rule rule = c / 4 % 2 ? Rule::all : Rule::any;
    const int n = c % 16 == 15 ? rng.between(200, 500) : rng.between(2, 60);
    Data data = some_data(rng, 2, rule, n, rng.below(6), weights);
    if (rng.below(3) == 0) data.rated_from = {rng.uniform(), rng.below(2) ? -infinity : rng.uniform()};
    const Sample sample = data.sample();
    if (sample.positives().size() == 0) continue;
    const double positives = sample.positives().total(), total = positives + sample.negatives().total();
    for (Objective q : objectives(rng, positives, total)) {
      if (!data.rated_from.empty() && std::isnan(q.positives)) q.positives = positives;
      ThresholdSearch options = plain();
      options.limits.work_in_boxes = 0;
      CAPTURE(c, n, static_cast<int>(rule), q.metric ? q.metric->name() : "", q.cost_ratio, q.max_fp, q.max_alerts,
              q.min_recall);
      ChosenThresholds tried;
      try {
        tried = choose(sample, q, options);
      } catch (const Error &e) {
        CHECK(e.status() == Status::unsupported);  // a metric that needs the number of negatives, which a cut hides
        CHECK(!data.rated_from.empty());
        continue;
      }
      options.limits.tried_pairs = 0;
      check_same(choose(sample, q, options), tried);
    }
  }
}

TEST_CASE("pairs: weights that take sums beyond 64 bits") {
  cases::Rng rng(32);
  for (int c = 0; c < cases::scaled(40); ++c) {
    Data data = some_data(rng, 2, c % 2 ? Rule::all : Rule::any, rng.between(5, 60), rng.below(5), Weights::none);
    // Whole, and so large that a product of two sums does not fit.
    for (int64_t i = 0; i < data.n(); ++i) data.weights.push_back(std::floor(0x1p46 * (0.5 + rng.uniform())));
    const Sample sample = data.sample();
    const double positives = sample.positives().total(), total = positives + sample.negatives().total();
    for (const Objective &q : objectives(rng, positives, total)) {
      ThresholdSearch options = plain();
      options.limits.work_in_boxes = 0;
      CAPTURE(c, q.metric ? q.metric->name() : "", q.cost_ratio, q.max_fp, q.max_alerts, q.min_recall);
      const ChosenThresholds tried = choose(sample, q, options);
      options.limits.tried_pairs = 0;
      check_same(choose(sample, q, options), tried);
    }
  }
}

TEST_CASE("pairs: what is found without trying all of them") {
  cases::Rng rng(34);
  const Sample sample = some_data(rng, 2, Rule::any, 400, 0, Weights::none).sample();
  const auto found = [&](const Objective &q) {
    const Criterion criterion(q, sample);
    NoMonitor monitor;
    return pair_optimum(rank_rows(sample, levels_of(sample, 1 << 20), criterion.cost_axis()), criterion, monitor)
        .has_value();
  };
  for (const char *name :
       {"f1", "fbeta:2", "jaccard", "mcc", "kappa", "balanced_accuracy", "fowlkes_mallows", "cost:1:5", "hamming"})
    CHECK(found(metric_objective(name)));
  CHECK(!found(metric_objective("gmean")));  // its best may lie inside the hull
  Objective q;
  q.cost_ratio = 2;
  CHECK(found(q));
  q.max_fp = 9;
  CHECK(found(q));
  q = {};
  q.max_alerts = 30;
  CHECK(found(q));
  q.min_recall = 0.3;
  CHECK(found(q));
  q = {};
  q.min_precision = 0.8;
  CHECK(found(q));
  q.precision_level = 0;
  CHECK(found(q));
  q.max_fp = 3;
  CHECK(found(q));
}

namespace {
struct Plain {
  int64_t x = 0;
  Plain &operator+=(const Plain &o) {
    x += o.x;
    return *this;
  }
  bool operator<(const Plain &o) const { return x < o.x; }
  static Plain least() { return {-1000000}; }
};
}  // namespace

TEST_CASE("pairs: greatest running sums against adding up") {
  cases::Rng rng(33);
  for (int c = 0; c < cases::scaled(500); ++c) {
    const int leaves = rng.between(1, 40);
    PrefixTree<Plain> tree(leaves);
    std::vector<int64_t> sums(static_cast<std::size_t>(leaves));
    for (int k = 0; k < leaves; ++k) {
      const int64_t x = rng.between(-3, 3);
      sums[static_cast<std::size_t>(k)] = x;
      tree.add_unbuilt(k, {x});
    }
    tree.build();
    for (int step = 0; step < 30; ++step) {
      const int at = rng.below(leaves);
      const int64_t x = rng.between(-3, 3);
      sums[static_cast<std::size_t>(at)] += x;
      tree.add(at, {x});
      const int first = step % 3 ? rng.below(leaves) : 0, last = step % 3 ? rng.between(first, leaves - 1) : leaves - 1;
      for (const bool last_wins : {false, true}) {
        int64_t sum = 0, most = 0;
        int leaf = -1;
        for (int k = 0; k <= last; ++k) {
          sum += sums[static_cast<std::size_t>(k)];
          if (k < first || (leaf >= 0 && (last_wins ? sum < most : sum <= most))) continue;
          most = sum;
          leaf = k;
        }
        const auto best = tree.best(first, last, last_wins);
        CAPTURE(leaves, first, last, last_wins);
        CHECK(best.sum.x == most);
        CHECK(tree.leaf(best, last_wins) == leaf);
      }
    }
  }
}
