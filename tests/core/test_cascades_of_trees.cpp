// Cascades of trees: ensembles that do not fit, results that are not wanted, bins and trees that bit vectors cannot
// hold, and rows of scores that come in parts.
#include <catch2/catch.hpp>

#include "cascade_cases.hpp"
#include "core/cascades/tree_scores.hpp"
#include "core/trees/evaluate_trees.hpp"
#include "expect_error.hpp"
#include "tree_cases.hpp"

using namespace cascade_cases;
using check::expect_error;

namespace {

// Left, where a feature is at most the threshold, the score is `left`.
Tree stump(int32_t feature, double threshold, const std::vector<double> &left, const std::vector<double> &right,
           int32_t output = 0) {
  Tree out;
  out.output = output;
  out.nodes.resize(3);
  out.nodes[0].split = Split::at_most;
  out.nodes[0].feature = feature;
  out.nodes[0].threshold = threshold;
  out.nodes[0].left = 1;
  out.nodes[0].right = 2;
  out.values.assign(left.size(), 0.0);
  out.values.insert(out.values.end(), left.begin(), left.end());
  out.values.insert(out.values.end(), right.begin(), right.end());
  return out;
}

// Two models of one feature: x <= 0 is -1/2 and -1/4, else 1/2 and -1/4. At threshold 0 the first one decides.
Ensemble two_stumps() {
  Ensemble out{EnsembleShape()};
  out.add(stump(0, 0, {-0.5}, {0.5}));
  out.add(stump(0, 0, {-0.25}, {-0.25}));
  return out;
}

// Thresholds of two_stumps, in units of 2^-20: rows below 0 leave after the first model.
Policy of_two_stumps() {
  Policy out;
  out.fixed.exponent = 20;
  out.costs = {1, 1};
  out.positions.resize(2);
  out.positions[0].low = 0;
  out.positions[1].model = 1;
  out.positions[1].low = out.positions[1].high = 0;
  return out;
}

}  // namespace

TEST_CASE("cascades of trees: names, outputs and bases that do not fit the ensemble") {
  Ensemble ensemble = two_stumps();
  Policy policy = of_two_stumps();
  policy.feature_names = {"age"};
  CHECK(TreeCascade(ensemble, policy).policy().feature_names.size() == 1);
  policy.feature_names.push_back("height");
  expect_error(Status::argument, "feature_names has 2 texts: must have one per feature, 1",
               [&] { TreeCascade(ensemble, policy); });
  std::string saved = policy.save();
  saved = saved.substr(0, saved.rfind('}')) + ",\"trees\":" + ensemble.save() + "}";
  expect_error(Status::format, "saved cascade: feature_names has 2 texts: must have one per feature, 1",
               [&] { load_cascade(saved); });
  EnsembleShape shape;
  shape.base = {0.5};
  CHECK(threshold_without_base(Ensemble(shape), 2) == 1.5);
  CHECK(threshold_without_base(ensemble, 2) == 2);
  shape.outputs = shape.leaf_width = 2;
  shape.base = {0.5, 0.5};
  Ensemble even(shape);
  expect_error(Status::unsupported, "a threshold is for one output: of several the largest decides",
               [&] { threshold_without_base(even, 2); });
  shape.base = {0.5, 0.25};
  Ensemble uneven(shape);
  for (Ensemble *e : {&even, &uneven}) e->add(stump(0, 0, {1, 0}, {0, 1}));
  Policy classes;
  classes.classes = 2;
  classes.costs = {1};
  classes.positions.resize(1);
  CHECK_NOTHROW(TreeCascade(even, classes));
  expect_error(Status::unsupported, "the outputs have different bases: make them a model of one leaf",
               [&] { TreeCascade(uneven, classes); });
}

TEST_CASE("cascades of trees: decisions alone, or counts alone, of one row and of many") {
  NoMonitor monitor;
  const TreeCascade cascade(two_stumps(), of_two_stumps());
  for (const int64_t n : {1, 2, 300}) {
    std::vector<double> x;
    std::vector<int32_t> decisions, counts;
    for (int64_t i = 0; i < n; ++i) {
      x.push_back(i % 3 ? 1 : -1);
      decisions.push_back(i % 3 ? 1 : 0);
      counts.push_back(i % 3 ? 2 : 1);
    }
    const RealTable table{x.data(), false, n, 1, 1, 1};
    const auto check = [&](const char *how, auto run) {
      INFO(how << ", " << n << " rows");
      std::vector<int32_t> own(x.size(), -7);
      run(Strided<int32_t>{own.data(), n, 1}, Strided<int32_t>{});
      CHECK(own == decisions);
      own.assign(x.size(), -7);
      run(Strided<int32_t>{}, Strided<int32_t>{own.data(), n, 1});
      CHECK(own == counts);
    };
    check("walked", [&](auto d, auto c) { cascade.run_walking(table, 1, monitor, d, c); });
    check("by bits", [&](auto d, auto c) { cascade.run_bits(bits::best_level(), table, 1, monitor, d, c); });
    check("as it pays", [&](auto d, auto c) { cascade.run(table, 1, monitor, d, c); });
  }
}

TEST_CASE("cascades of trees: bins that are too far apart for a table, or wider than sums of 32 bits") {
  NoMonitor monitor;
  const std::vector<double> x = {-1, 1, -2, 2, 0};
  const RealTable table{x.data(), false, 5, 1, 1, 1};
  Policy apart = of_two_stumps(), wide = apart;
  for (Policy *p : {&apart, &wide}) {
    p->positions[0].low = never_below;
    p->bins.resize(2);
  }
  // The sums that there are, each with a bin of its own: -2^19 leaves, 2^19 goes on.
  apart.bin_width = 1;
  apart.bins[0] = {{-(1 << 19), 1 - (1 << 19), never_above}, {1 << 19, never_below, never_above}};
  wide.bin_width = int64_t{1} << 40;
  wide.bins[0] = {{-1, 0, never_above}, {0, never_below, never_above}};
  for (const Policy &policy : {apart, wide}) {
    const TreeCascade cascade(two_stumps(), policy);
    for (const bool by_bits : {false, true}) {
      std::vector<int32_t> decisions(5, -7), counts(5, -7);
      const Strided<int32_t> d{decisions.data(), 5, 1}, c{counts.data(), 5, 1};
      if (by_bits)
        cascade.run_bits(bits::best_level(), table, 1, monitor, d, c);
      else
        cascade.run_walking(table, 1, monitor, d, c);
      INFO("bins of " << policy.bin_width << (by_bits ? ", by bits" : ", walked"));
      CHECK(decisions == std::vector<int32_t>{0, 1, 0, 1, 0});
      CHECK(counts == std::vector<int32_t>{1, 2, 1, 2, 1});
    }
  }
}

TEST_CASE("cascades of trees: a model of several trees, one with more leaves than fit bits") {
  cases::Rng rng(4);
  NoMonitor monitor;
  EnsembleShape shape;
  shape.features = 3;
  shape.trees_per_model = 2;
  Ensemble ensemble(shape);
  for (const int leaves : {300, 8, 20, 257}) {
    tree_cases::Kind kind;
    kind.leaves = leaves;
    ensemble.add(tree_cases::some_tree(rng, shape, kind, tree_cases::Form::balanced));
  }
  Policy policy = of_two_stumps();
  policy.positions[0].high = 1 << 18;
  const int64_t n = 500;
  const std::vector<double> x = tree_cases::some_features(rng, ensemble, {}, n);
  const RealTable table{x.data(), false, n, 3, 3, 1};
  std::vector<double> scores(2 * n);
  ensemble.model_scores(table, 1, monitor, scores.data());
  std::vector<int32_t> expected(n), expected_counts(n), decisions(n, -7), counts(n, -7);
  run_table(policy, {scores.data(), false, n, 2, 2, 1}, 1, monitor, {expected.data(), n, 1},
            {expected_counts.data(), n, 1});
  CHECK(std::count(expected_counts.begin(), expected_counts.end(), 2) > 20);
  CHECK(std::count(expected.begin(), expected.end(), 1) > 20);
  const TreeCascade cascade(ensemble, policy);
  cascade.run_bits(bits::best_level(), table, 1, monitor, {decisions.data(), n, 1}, {counts.data(), n, 1});
  CHECK(decisions == expected);
  CHECK(counts == expected_counts);
}

TEST_CASE("scores of trees: weights of either kind, and rows of so many outputs that they come in parts") {
  NoMonitor monitor;
  ScoreSample two(2);
  const std::vector<double> x = {-1, 1, 2};
  const float weights[] = {0.5f, 2, 3};
  feed_trees(two, two_stumps(), {x.data(), false, 3, 1, 1, 1}, {weights, true, 3, 1}, {}, 1, monitor);
  REQUIRE(two.rows() == 3);
  for (int64_t i = 0; i < 3; ++i) {
    CHECK(two.weight(i) == static_cast<double>(weights[i]));
    CHECK(two.blocks()[0].at(0, i) == (i ? 0.5 : -0.5));
    CHECK(two.blocks()[0].at(1, i) == -0.25);
  }
  ScoreSample of_classes(2, 3);
  expect_error(Status::argument, "the trees are 2 models of 1 outputs: must be as the scores, 2 of 3",
               [&] { feed_trees(of_classes, two_stumps(), {x.data(), false, 3, 1, 1, 1}, {}, {}, 1, monitor); });

  EnsembleShape shape;
  shape.outputs = 1 << 16;
  Ensemble many(shape);
  many.add(stump(0, 0, {-1}, {2}, 5));
  constexpr int64_t n = 70;  // 64 of them at a time
  std::vector<double> rows, own;
  std::vector<float> single;
  for (int64_t i = 0; i < n; ++i) {
    rows.push_back(i % 3 ? 1 : -1);
    own.push_back(static_cast<double>(i));
    single.push_back(static_cast<float>(i));
  }
  ScoreSample sample(1, 1 << 16);
  const RealTable table{rows.data(), false, n, 1, 1, 1};
  own[69] = -1;
  expect_error(Status::argument, "weights[69] is -1: must be finite and at least 0",
               [&] { feed_trees(sample, many, table, cases::reals(own), {}, 1, monitor); });
  CHECK(sample.rows() == 0);
  feed_trees(sample, many, table, {single.data(), true, n, 1}, {}, 1, monitor);
  REQUIRE(sample.rows() == n);
  int64_t row = 0;
  for (const ScoreSample::Block &block : sample.blocks())
    for (int64_t i = 0; i < block.rows; ++i, ++row) {
      CHECK(sample.weight(row) == static_cast<double>(row));
      CHECK(block.at(5, i) == (row % 3 ? 2 : -1));
      CHECK(block.at(4, i) == 0);
    }
}
