// Trees against every cut tried in a plain loop; forests against plain walks.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>

#include "core/learners/forest/forest.hpp"
#include "core/learners/forest/grown_tree.hpp"
#include "expect_error.hpp"
#include "learner_rows.hpp"

using namespace learner_rows;
using namespace wald::core::trees;
using check::expect_error;

namespace {

NoMonitor silent;

TreeRows dense_tree_rows(const Features &rows) {
  TreeRows out;
  out.rows = rows.rows;
  out.features = rows.cols;
  for (int64_t j = 0; j < rows.cols; ++j)
    for (int64_t i = 0; i < rows.rows; ++i) out.columns.push_back(static_cast<float>(rows.row(i)[j]));
  return out;
}

TreeRows sparse_tree_rows(const Features &rows) {
  TreeRows out;
  out.rows = rows.rows;
  out.features = rows.cols;
  out.is_sparse = true;
  const Features sparse = as_sparse(rows);
  out.begin = sparse.begin;
  out.indices = sparse.columns;
  for (const double x : sparse.values) out.values.push_back(static_cast<float>(x));
  return out;
}

bool same_trees(const GrownTree &a, const GrownTree &b) {
  const auto same_node = [](const WalkNode<float> &x, const WalkNode<float> &y) {
    return x.threshold == y.threshold && x.feature == y.feature && x.left == y.left && x.kind == y.kind;
  };
  const auto same_leaf = [](const GrownTree::Leaf &x, const GrownTree::Leaf &y) {
    return x.begin == y.begin && x.count == y.count && x.rows == y.rows;
  };
  const auto same_part = [](const GrownTree::Part &x, const GrownTree::Part &y) {
    return x.vector == y.vector && x.rows == y.rows;
  };
  return a.walk.depth == b.walk.depth &&
         std::equal(a.walk.floats.begin(), a.walk.floats.end(), b.walk.floats.begin(), b.walk.floats.end(),
                    same_node) &&
         std::equal(a.leaves.begin(), a.leaves.end(), b.leaves.begin(), b.leaves.end(), same_leaf) &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same_part);
}

std::size_t child_of(const GrownTree &tree, std::size_t node, const TreeRows &rows, int64_t row) {
  const WalkNode<float> &split = tree.walk.floats[node];
  const float x = rows.columns[static_cast<std::size_t>(split.feature * rows.rows + row)];
  return static_cast<std::size_t>(split.left) + !(x <= split.threshold);
}

// The most that the sum of F1 over some rows comes to for one answer.
double plain_best_f(const std::vector<std::vector<int>> &vectors, int labels) {
  double best = 0;
  for (int mask = 0; mask < 1 << labels; ++mask) {
    std::vector<int> answer;
    for (int j = 0; j < labels; ++j)
      if (mask >> j & 1) answer.push_back(j);
    double sum = 0;
    for (const auto &v : vectors) sum += f1(v, answer);
    best = std::max(best, sum);
  }
  return best;
}

// What a node's rows are worth by a criterion, the larger the better.
double plain_worth(ForestCriterion criterion, const std::vector<std::vector<int>> &vectors, int labels) {
  if (criterion == ForestCriterion::f) return plain_best_f(vectors, labels);
  double variances = 0;
  for (int j = 0; j < labels; ++j) {
    double mean = 0;
    for (const auto &v : vectors) mean += std::count(v.begin(), v.end(), j);
    mean /= static_cast<double>(vectors.size());
    variances += static_cast<double>(vectors.size()) * mean * (1 - mean);
  }
  return -variances;
}

struct Problem {
  Features rows;
  Targets targets;
  LabelVectors vectors;
};

Problem some_problem(cases::Rng &rng, int most_rows, int labels) {
  Problem out;
  out.rows = some_rows(rng, rng.between(1, most_rows), rng.between(1, 6), rng.below(3));
  out.targets = some_labels(rng, out.rows, labels);
  out.vectors = LabelVectors::of(out.targets);
  return out;
}

// Checks each node of a tree that was grown on all rows, and each leaf's parts.
void check_tree(const Problem &problem, const TreeGrowth &growth, ForestCriterion criterion, const GrownTree &tree) {
  const TreeRows rows = dense_tree_rows(problem.rows);
  const int labels = static_cast<int>(problem.targets.labels);
  std::map<std::size_t, std::vector<int64_t>> members;
  std::map<std::size_t, int> depth;
  for (int64_t i = 0; i < rows.rows; ++i) members[0].push_back(i);
  const auto vectors_of = [&](const std::vector<int64_t> &some) {
    std::vector<std::vector<int>> out;
    for (const int64_t i : some) out.push_back(vector_of(problem.targets, i));
    return out;
  };
  const auto parted = [&](const std::vector<int64_t> &some, int64_t feature, float cut) {
    std::array<std::vector<int64_t>, 2> out;
    for (const int64_t i : some)
      out[!(rows.columns[static_cast<std::size_t>(feature * rows.rows + i)] <= cut)].push_back(i);
    return out;
  };
  int32_t leaves = 0;
  std::vector<std::size_t> open{0};
  while (!open.empty()) {
    const std::size_t node = open.back();
    open.pop_back();
    const std::vector<int64_t> own = members[node];
    const auto n = static_cast<int64_t>(own.size());
    REQUIRE(n > 0);
    const auto vectors = vectors_of(own);
    // The best of all cuts, halfway between neighbouring values.
    double best = -1e300;
    bool varies = false;
    for (int64_t f = 0; f < rows.features; ++f) {
      std::vector<float> values;
      for (const int64_t i : own) values.push_back(rows.columns[static_cast<std::size_t>(f * rows.rows + i)]);
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
      varies = varies || values.size() > 1;
      for (std::size_t v = 0; v + 1 < values.size(); ++v) {
        const auto sides = parted(own, f, values[v]);
        if (static_cast<int64_t>(std::min(sides[0].size(), sides[1].size())) < growth.min_leaf) continue;
        best = std::max(best, plain_worth(criterion, vectors_of(sides[0]), labels) +
                                  plain_worth(criterion, vectors_of(sides[1]), labels));
      }
    }
    const bool pure = std::all_of(vectors.begin(), vectors.end(), [&](const auto &v) { return v == vectors[0]; });
    const bool may_split =
        !pure && n >= 2 * growth.min_leaf && best > -1e300 && (growth.max_depth == 0 || depth[node] < growth.max_depth);
    if (tree.is_leaf(node)) {
      // Else a cut that leaves enough rows on both sides may not have been drawn, or its feature not been tried.
      const bool tried_all = !growth.random_cuts && growth.max_features == rows.features;
      if (tried_all || (growth.min_leaf == 1 && varies)) REQUIRE(!may_split);
      ++leaves;
      std::map<int32_t, int32_t> counts;
      for (const int64_t i : own) ++counts[problem.vectors.of_row(i)];
      const GrownTree::Leaf &leaf = tree.leaf(node);
      REQUIRE(leaf.count == static_cast<int32_t>(counts.size()));
      REQUIRE(leaf.rows == n);
      int32_t part = leaf.begin;
      for (const auto &[vector, count] : counts) {
        REQUIRE(tree.parts[static_cast<std::size_t>(part)].vector == vector);
        REQUIRE(tree.parts[static_cast<std::size_t>(part++)].rows == count);
      }
      continue;
    }
    REQUIRE(may_split);
    const WalkNode<float> &split = tree.walk.floats[node];
    const auto sides = parted(own, split.feature, split.threshold);
    REQUIRE(static_cast<int64_t>(std::min(sides[0].size(), sides[1].size())) >= growth.min_leaf);
    if (!growth.random_cuts && growth.max_features == rows.features)
      REQUIRE(plain_worth(criterion, vectors_of(sides[0]), labels) +
                  plain_worth(criterion, vectors_of(sides[1]), labels) ==
              Approx(best).margin(1e-9));
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t child = static_cast<std::size_t>(split.left) + side;
      members[child] = sides[side];
      depth[child] = depth[node] + 1;
      open.push_back(child);
    }
  }
  REQUIRE(leaves == static_cast<int32_t>(tree.leaves.size()));
  int deepest = 0;
  for (const auto &[node, d] : depth) deepest = std::max(deepest, d);
  REQUIRE(tree.walk.depth == deepest);
}

// FNV-1a.
uint64_t hash_of(const std::string &text) {
  uint64_t out = 0xcbf29ce484222325u;
  for (const char c : text) out = (out ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return out;
}

}  // namespace

TEST_CASE("trees: the best answer of a node, against every answer") {
  for (int seed = 0; seed < cases::scaled(3000); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const Problem problem = some_problem(rng, 20, rng.between(1, 6));
    const TreeCells cells(ForestCriterion::f, problem.vectors);
    std::vector<int32_t> counts(static_cast<std::size_t>(cells.count()), 0), slots(counts.size());
    std::iota(slots.begin(), slots.end(), 0);
    std::vector<std::vector<int>> vectors;
    for (int64_t i = 0; i < problem.rows.rows; ++i) {
      if (rng.below(3) == 0) continue;
      vectors.push_back(vector_of(problem.targets, i));
      const auto v = static_cast<std::size_t>(problem.vectors.of_row(i));
      for (int64_t c = cells.begin[v]; c < cells.begin[v + 1]; ++c)
        ++counts[static_cast<std::size_t>(cells.of_vector[static_cast<std::size_t>(c)])];
    }
    const double found = BestF(cells)(slots.data(), counts.data(), cells.count());
    INFO("seed " << seed);
    REQUIRE(found == Approx(plain_best_f(vectors, static_cast<int>(problem.targets.labels))).margin(1e-9));
  }
}

TEST_CASE("trees: every node against every cut") {
  for (int seed = 0; seed < cases::scaled(1500); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const auto criterion = rng.below(4) == 0 ? ForestCriterion::f : ForestCriterion::gini;
    const Problem problem = some_problem(rng, criterion == ForestCriterion::f ? 20 : 90, rng.between(1, 4));
    TreeGrowth growth;
    growth.random_cuts = rng.below(2);
    growth.max_features = rng.below(2) ? problem.rows.cols : rng.between(1, static_cast<int>(problem.rows.cols));
    growth.min_leaf = rng.between(1, 4);
    growth.max_depth = rng.below(3) ? 0 : rng.between(1, 3);
    const TreeCells cells(criterion, problem.vectors);
    INFO("seed " << seed);
    const auto grow = [&](const TreeRows &rows) {
      return grow_tree(rows, problem.vectors, cells, growth, static_cast<uint64_t>(seed), silent);
    };
    const GrownTree tree = grow(dense_tree_rows(problem.rows));
    check_tree(problem, growth, criterion, tree);
    REQUIRE(same_trees(tree, grow(sparse_tree_rows(problem.rows))));
  }
}

TEST_CASE("trees: rows drawn with replacement, and by weight") {
  cases::Rng rng(2);
  const Problem problem = some_problem(rng, 60, 3);
  const TreeCells cells(ForestCriterion::gini, problem.vectors);
  TreeGrowth growth;
  growth.bootstrap = true;
  growth.min_leaf = 1;
  std::vector<double> expected(static_cast<std::size_t>(problem.vectors.count()), 0.0), drawn = expected;
  double sum = 0;
  for (int64_t i = 0; i < problem.rows.rows; ++i) {
    const double weight = i % 3;  // a row of weight 0 is never drawn
    sum += weight;
    growth.cumulative_weights.push_back(sum);
    expected[static_cast<std::size_t>(problem.vectors.of_row(i))] += weight;
  }
  constexpr int trees = 4000;
  for (int t = 0; t < trees; ++t) {
    const GrownTree tree =
        grow_tree(dense_tree_rows(problem.rows), problem.vectors, cells, growth, static_cast<uint64_t>(t), silent);
    int64_t rows = 0;
    for (const GrownTree::Part &part : tree.parts) {
      rows += part.rows;
      drawn[static_cast<std::size_t>(part.vector)] += part.rows;
    }
    REQUIRE(rows == problem.rows.rows);
  }
  for (std::size_t v = 0; v < drawn.size(); ++v) {
    const double n = static_cast<double>(trees * problem.rows.rows), p = expected[v] / sum;
    CHECK(std::abs(drawn[v] / n - p) <= 5 * std::sqrt(p * (1 - p) / n));
  }
}

TEST_CASE("trees: rows of weights take part in proportion, whole multiples exactly") {
  cases::Rng rng(3);
  Problem problem = some_problem(rng, 40, 3);
  LearnerOptions options;
  options.min_leaf = 2;
  options.trees = 5;
  std::vector<double> weights, halves;
  std::vector<int64_t> twice;
  for (int64_t i = 0; i < problem.rows.rows; ++i) {
    const int times = rng.between(1, 3);
    weights.push_back(times);
    halves.push_back(0.5 * times);
    twice.insert(twice.end(), static_cast<std::size_t>(times), i);
  }
  // Rows side by side or repeated are one to a tree that tries every feature and cut.
  const Features repeated = picked_rows(problem.rows, twice);
  const Targets targets = picked_rows(problem.targets, twice);
  const auto fit = [&](const char *name, const Features &rows, const Targets &of, const std::vector<double> &by) {
    LearnerOptions own = options;
    if (std::string_view(name) == "tree") own.trees = 0;
    const Reals reals{by.empty() ? nullptr : by.data(), false, rows.rows, 1};
    const ModelPointer model = fit_learner(name, table_of(rows), of, reals, own, silent);
    std::vector<double> p(static_cast<std::size_t>(problem.rows.rows * of.labels));
    model->probabilities(table_of(problem.rows), {}, silent, p.data());
    return p;
  };
  const std::vector<double> expected = fit("tree", repeated, targets, {});
  CHECK(fit("tree", problem.rows, problem.targets, weights) == expected);
  CHECK(fit("tree", problem.rows, problem.targets, halves) == expected);
  CHECK(fit("forest", problem.rows, problem.targets, weights) == fit("forest", problem.rows, problem.targets, halves));

  // Others by chance, without bias.
  const TreeCells cells(ForestCriterion::gini, problem.vectors);
  TreeGrowth growth;
  double total = 0;
  for (int64_t i = 0; i < problem.rows.rows; ++i) growth.times.push_back(0.1 + 0.3 * static_cast<double>(i % 7));
  std::vector<double> drawn(static_cast<std::size_t>(problem.vectors.count()), 0.0), mean = drawn;
  for (int64_t i = 0; i < problem.rows.rows; ++i)
    mean[static_cast<std::size_t>(problem.vectors.of_row(i))] += growth.times[static_cast<std::size_t>(i)];
  constexpr int trees = 2000;
  for (int t = 0; t < trees; ++t)
    for (const GrownTree::Part &part :
         grow_tree(dense_tree_rows(problem.rows), problem.vectors, cells, growth, static_cast<uint64_t>(t), silent)
             .parts) {
      drawn[static_cast<std::size_t>(part.vector)] += part.rows;
      total += part.rows;
    }
  CHECK(total > 0);
  // Each row's count varies by at most 1/4.
  for (std::size_t v = 0; v < drawn.size(); ++v)
    CHECK(std::abs(drawn[v] / trees - mean[v]) <= 5 * std::sqrt(0.25 * static_cast<double>(problem.rows.rows) / trees));
}

TEST_CASE("forests: weights of label vectors sum to 1 and are those of the leaves", "[threads]") {
  for (int seed = 0; seed < cases::scaled(300); ++seed) {
    cases::Rng rng(static_cast<uint64_t>(seed));
    const Problem problem = some_problem(rng, 60, rng.between(2, 4));
    const Features queries = some_rows(rng, rng.between(1, 80), problem.rows.cols, rng.below(3));
    LearnerOptions options;
    options.forest_kind = rng.below(2) ? ForestKind::extra_trees : ForestKind::random_forest;
    options.trees = rng.between(1, 12);
    options.seed = static_cast<uint64_t>(seed);
    const std::vector<double> ones(static_cast<std::size_t>(problem.rows.rows), 1.0);
    const Forest forest = Forest::grow(problem.rows, problem.vectors, ones, ForestOptions(options, options.forest_kind),
                                       options.seed, 1, silent);
    REQUIRE(forest.n_trees() == options.trees);
    const ModelPointer model = fit_learner("forest", table_of(problem.rows), problem.targets, {}, options, silent);
    std::vector<double> p(static_cast<std::size_t>(queries.rows * problem.targets.labels));
    model->probabilities(table_of(queries), {2, 0, 0}, silent, p.data());
    const auto estimators = model->estimators(SparseRows(queries).table(), {}, silent);
    const auto count = static_cast<std::size_t>(problem.vectors.count());
    const TreeRows columns = dense_tree_rows(queries);
    int64_t visited = 0;
    forest.each_row(queries, silent, [&](int64_t i, const double *weights) {
      INFO("seed " << seed << ", row " << i);
      REQUIRE(i == visited++);
      REQUIRE(std::accumulate(weights, weights + count, 0.0) == Approx(1).margin(1e-12));
      std::vector<double> plain(count, 0.0);
      for (int64_t t = 0; t < forest.n_trees(); ++t) {
        const GrownTree &tree = forest.tree(t);
        std::size_t node = 0;
        while (!tree.is_leaf(node)) node = child_of(tree, node, columns, i);
        const GrownTree::Leaf &leaf = tree.leaf(node);
        for (int32_t part = leaf.begin; part < leaf.begin + leaf.count; ++part)
          plain[static_cast<std::size_t>(tree.parts[static_cast<std::size_t>(part)].vector)] +=
              tree.parts[static_cast<std::size_t>(part)].rows / static_cast<double>(leaf.rows) /
              static_cast<double>(forest.n_trees());
      }
      std::vector<double> marginals(static_cast<std::size_t>(problem.targets.labels), 0.0);
      for (std::size_t v = 0; v < count; ++v) {
        REQUIRE(weights[v] == Approx(plain[v]).margin(1e-12));
        const auto vector = static_cast<int64_t>(v);
        for (const int32_t *j = problem.vectors.begin(vector); j != problem.vectors.end(vector); ++j)
          marginals[static_cast<std::size_t>(*j)] += plain[v];
      }
      const std::vector<double> own = estimators[static_cast<std::size_t>(i)]->marginals();
      for (std::size_t j = 0; j < marginals.size(); ++j) {
        REQUIRE(p[static_cast<std::size_t>(i) * marginals.size() + j] == Approx(marginals[j]).margin(1e-12));
        REQUIRE(own[j] == Approx(marginals[j]).margin(1e-12));
      }
    });
    REQUIRE(visited == queries.rows);
    // Threads and storage change nothing; nor does saving.
    options.threads = 3;
    const std::string saved = model->save();
    REQUIRE(fit_learner("forest", SparseRows(problem.rows).table(), problem.targets, {}, options, silent)->save() ==
            saved);
    const ModelPointer again = load_model(saved);
    REQUIRE(again->save() == saved);
    std::vector<double> p_again(p.size());
    again->probabilities(table_of(queries), {}, silent, p_again.data());
    REQUIRE(p_again == p);
  }
}

TEST_CASE("forests: the same bits on every machine") {
  cases::Rng rng(11);
  const Features rows = some_rows(rng, 200, 12, 0);
  const Targets targets = some_labels(rng, rows, 5);
  LearnerOptions options;
  options.trees = 20;
  options.seed = 7;
  CHECK(hash_of(fit_learner("forest", table_of(rows), targets, {}, options, silent)->save()) == 0x6a91f9b04ddc9dfu);
  options.forest_kind = ForestKind::random_forest;
  CHECK(hash_of(fit_learner("forest", table_of(rows), targets, {}, options, silent)->save()) == 0x668dd339c14fd74bu);
}

TEST_CASE("forests: classes, one label, one row, nothing to tell by") {
  cases::Rng rng(5);
  const Features rows = some_rows(rng, 60, 4, 0);
  const Targets classes = some_classes(rng, rows, 5);
  const auto model = fit_learner("forest", table_of(rows), classes, {}, {}, silent);
  CHECK(model->kind() == Kind::categorical);
  for (const auto &estimator : model->estimators(table_of(rows), {}, silent)) {
    const std::vector<double> p = estimator->marginals();
    CHECK(std::accumulate(p.begin(), p.end(), 0.0) == Approx(1).margin(1e-12));
  }
  CHECK(fit_learner("forest", table_of(rows), some_labels(rng, rows, 1), {}, {}, silent)->kind() == Kind::independent);

  const auto told = [&](const Features &train, const Targets &targets, const char *learner) {
    const auto fitted = fit_learner(learner, table_of(train), targets, {}, {}, silent);
    std::vector<double> p(static_cast<std::size_t>(rows.rows * targets.labels));
    fitted->probabilities(table_of(rows), {}, silent, p.data());
    return p;
  };
  for (const char *learner : {"forest", "tree"}) {
    // One row is all that is known.
    const std::vector<int64_t> first{0};
    const Targets labels = some_labels(rng, rows, 3), one = picked_rows(labels, first);
    const std::vector<double> p = told(picked_rows(rows, first), one, learner);
    for (std::size_t c = 0; c < p.size(); ++c) CHECK(p[c] == Approx(one.cells[c % 3]).margin(1e-12));
    // Constant features: everyone is told the means.
    Features constant = rows;
    std::fill(constant.values.begin(), constant.values.end(), 3.0);
    const std::vector<double> means = told(constant, labels, learner);
    for (std::size_t j = 0; j < 3; ++j) {
      double mean = 0;
      for (int64_t i = 0; i < rows.rows; ++i) mean += labels.at(i, static_cast<int64_t>(j)) / 60.0;
      CHECK(means[j] == Approx(mean).margin(1e-12));
    }
    // One class only, and labels that no row has.
    Targets same = classes;
    std::fill(same.classes.begin(), same.classes.end(), 2);
    const std::vector<double> sure = told(rows, same, learner);
    for (std::size_t c = 0; c < sure.size(); ++c) CHECK(sure[c] == Approx(c % 5 == 2).margin(1e-12));
    Targets none = labels;
    std::fill(none.cells.begin(), none.cells.end(), uint8_t{0});
    for (const double x : told(rows, none, learner)) CHECK(x == 0);
  }
}

TEST_CASE("forests: what is refused") {
  cases::Rng rng(5);
  const Features rows = some_rows(rng, 10, 4, 0);
  const Targets labels = some_labels(rng, rows, 3);
  const auto refused = [&](const std::string &message, const LearnerOptions &options, const char *learner) {
    expect_error(Status::argument, message, [&] { fit_learner(learner, table_of(rows), labels, {}, options, silent); });
  };
  LearnerOptions options;
  options.max_features = 5;
  refused("max_features is 5: there are 4 features", options, "forest");
  options = {};
  options.trees = 2;
  refused("trees is 2: must be 1 for learner \"tree\"", options, "tree");
  options.trees = (int64_t{1} << 20) + 1;
  refused("trees is 1048577: must lie in [0, 1048576]", options, "forest");
  options.trees = -1;
  refused("trees is -1: must lie in [0, 2147483648]", options, "forest");

  class Stop final : public Monitor {
   public:
    void at(double fraction) override {
      if (fraction > 0.5) fail(Status::cancelled, "enough");
    }
  } stop;
  expect_error(Status::cancelled, "enough", [&] { fit_learner("forest", table_of(rows), labels, {}, {}, stop); });
}

TEST_CASE("forests: numbers beyond float are cut to its range") {
  Features rows;
  rows.rows = 4;
  rows.cols = 1;
  rows.values = {-1e90, -1e89, 1e89, 1e90};
  Targets targets;
  targets.rows = 4;
  targets.labels = 1;
  targets.cells = {0, 0, 1, 1};
  const auto model = fit_learner("forest", table_of(rows), targets, {}, {}, silent);
  std::vector<double> p(4);
  model->probabilities(table_of(rows), {}, silent, p.data());
  for (std::size_t i = 0; i < 4; ++i) CHECK(p[i] == Approx(targets.cells[i]).margin(1e-12));
}

TEST_CASE("forests: hostile texts give an error, never more") {
  cases::Rng rng(4);
  const Features rows = some_rows(rng, 14, 3, 1);
  const Targets targets = some_labels(rng, rows, 3);
  LearnerOptions options;
  options.trees = 3;
  const std::string saved = fit_learner("forest", table_of(rows), targets, {}, options, silent)->save();
  int loaded_well = 0;
  for (int seed = 0; seed < cases::scaled(4000); ++seed) {
    std::string text = saved;
    for (int k = rng.between(1, 3); k > 0; --k) {
      const auto at = static_cast<std::size_t>(rng.below(static_cast<int>(text.size())));
      constexpr char letters[] = "0123456789-,[]{}\".e";
      if (rng.below(4) == 0)
        text.erase(at, 1);
      else
        text[at] = letters[rng.below(static_cast<int>(sizeof letters) - 1)];
    }
    try {
      const ModelPointer loaded = load_model(text);
      if (loaded->shape().features != 3) continue;
      std::vector<double> p(static_cast<std::size_t>(14 * loaded->shape().labels));
      loaded->probabilities(table_of(rows), {}, silent, p.data());
      ++loaded_well;
    } catch (const Error &e) {
      CHECK(e.status() == Status::format);
    }
  }
  CHECK(loaded_well > 0);
  const auto with = [&](const std::string &trees) {
    return "{\"wald\":\"learner\",\"version\":1,\"learner\":\"forest\",\"features\":2,\"task\":\"labels\",\"labels\":2,"
           "\"at_least\":0,\"vectors\":[[],[0,1]],\"trees\":" +
           trees + "}";
  };
  CHECK(load_model(with("[[[1,0.5,1],[0,2],[1,1]]]"))->shape().labels == 2);
  const auto bad = [&](const std::string &trees, const std::string &message) {
    expect_error(Status::format, message, [&] { load_model(with(trees)); });
  };
  bad("[]", "\"trees\" is empty");
  bad("[[]]", "has 0 nodes");
  bad("[[[0,2],[0,2]]]", "is no child of one before it");
  bad("[[[1,0.5,1],[1,0.5,1],[0,2]]]", "is 1: must lie in");
  bad("[[[1,0.5,1],[1,0.5,2],[0,2],[0,2]]]", "is the child of two nodes");
  bad("[[[2,0.5,1],[0,2],[0,2]]]", "is 2: must lie in [0, 1]");
  bad("[[[1,1e39,1],[0,2],[0,2]]]", "beyond float");
  bad("[[[1,0.5,1],[2,2],[0,2]]]", "is 2: must lie in [0, 1]");
  bad("[[[1,0.5,1],[0,0],[0,2]]]", "is 0: must lie in [1,");
  bad("[[[1,0.5,1],[],[0,2]]]", "has 0 numbers");
}
