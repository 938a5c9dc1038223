// Tree ensembles: against a plain walk, and with cascades that stop early.
#include <catch2/catch.hpp>

#include "cascade_cases.hpp"
#include "core/cascades/tree_cascade.hpp"
#include "core/trees/ensemble.hpp"
#include "core/trees/evaluate_trees.hpp"
#include "expect_error.hpp"
#include "tree_cases.hpp"

using namespace cascade_cases;
using check::expect_error;

namespace {

struct Shape {
  bool categories = true, zeros = true;
  int depth = 5;
};

// Trees whose nodes are numbered in an order of their own.
Tree some_tree(cases::Rng &rng, const EnsembleShape &shape, const Shape &kind) {
  Tree tree;
  tree.output = shape.leaf_width == 1 ? rng.below(static_cast<int>(shape.outputs)) : 0;
  std::vector<std::pair<int32_t, int>> open{{0, 0}};
  tree.nodes.emplace_back();
  while (!open.empty()) {
    const auto at = static_cast<std::size_t>(rng.below(static_cast<int>(open.size())));
    const auto [id, depth] = open[at];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
    if (depth == kind.depth || rng.below(6) == 0) continue;
    TreeNode node;
    node.feature = rng.below(static_cast<int>(shape.features));
    node.split = static_cast<Split>(1 + rng.below(kind.categories ? 3 : 2));
    node.missing = tree_cases::some_missing(rng, node.split, kind.zeros);
    node.threshold = 0.25 * rng.between(-6, 6);
    if (rng.below(4) == 0) node.threshold = rng.uniform() - 0.5;
    if (node.split == Split::in)
      for (int32_t c = 0; c < 5; ++c)
        if (rng.below(2)) node.categories.push_back(c);
    const auto first = static_cast<int32_t>(tree.nodes.size());
    const bool swapped = rng.below(2);
    node.left = first + swapped;
    node.right = first + !swapped;
    tree.nodes[static_cast<std::size_t>(id)] = node;
    tree.nodes.resize(tree.nodes.size() + 2);
    open.emplace_back(first, depth + 1);
    open.emplace_back(first + 1, depth + 1);
  }
  for (std::size_t i = 0; i < tree.nodes.size() * static_cast<std::size_t>(shape.leaf_width); ++i)
    tree.values.push_back(rng.uniform() - 0.5);
  return tree;
}

// A root and two leaves.
Tree stump() {
  Tree tree;
  tree.nodes.resize(3);
  tree.nodes[0].split = Split::at_most;
  tree.nodes[0].left = 1;
  tree.nodes[0].right = 2;
  tree.values = {0, 1, 2};
  return tree;
}

Ensemble some_ensemble(cases::Rng &rng, EnsembleShape shape, const Shape &kind, int trees) {
  Ensemble out(std::move(shape));
  for (int t = 0; t < trees; ++t) out.add(some_tree(rng, out.shape(), kind));
  return out;
}

std::vector<double> some_features(cases::Rng &rng, int64_t n) {
  std::vector<double> out;
  for (int64_t i = 0; i < n; ++i) {
    const double special[] = {std::nan(""), infinity, -infinity, 0, -0.0, 1e-36, -1e-36, 1e-34, -0.5, 1e30, 1e-35,
                              static_cast<double>(1e-35f), 16777216, -1};
    double x = 4 * rng.uniform() - 2;
    if (rng.below(3) == 0) x = 0.25 * rng.between(-6, 20);
    if (rng.below(8) == 0) x = special[rng.below(14)];
    out.push_back(x);
  }
  return out;
}

// Walking, and bit vectors by each instruction set of this machine.
class Ways {
 public:
  explicit Ways(const Ensemble &ensemble) {
    const bits::Level *levels[bits::most_levels];
    const int n = bits::levels_here(levels);
    for (int l = 0; l < n; ++l) made_.push_back(std::make_unique<BitSums>(ensemble, *levels[l]));
  }
  std::vector<const BitSums *> all() const {
    std::vector<const BitSums *> out{nullptr};
    for (const auto &bits : made_) out.push_back(bits.get());
    return out;
  }

 private:
  std::vector<std::unique_ptr<BitSums>> made_;
};

// Where a row goes, as the enumerations say it.
bool plain_left(const TreeNode &node, double x) {
  const bool nan = std::isnan(x);
  if (node.split == Split::in) {
    const double whole = std::trunc(x);
    if (nan) return node.missing == Missing::left || node.missing == Missing::nan_left;
    const bool only_nan = node.missing == Missing::nan_right || node.missing == Missing::nan_left;
    if (only_nan && x < 0) return false;
    if (whole < 0 || whole > max_category) return node.missing == Missing::left;
    return std::find(node.categories.begin(), node.categories.end(), static_cast<int32_t>(whole)) !=
           node.categories.end();
  }
  const bool zero = std::fabs(x) <= static_cast<double>(1e-35f);
  switch (node.missing) {
    case Missing::right:
      if (nan) return false;
      break;
    case Missing::left:
      if (nan) return true;
      break;
    case Missing::as_zero:
      if (nan) x = 0;
      break;
    case Missing::zero_right:
      if (nan || zero) return false;
      break;
    case Missing::zero_left:
      if (nan || zero) return true;
      break;
    case Missing::nan_right:
    case Missing::nan_left: break;
  }
  return node.split == Split::below ? x < node.threshold : x <= node.threshold;
}

std::size_t plain_leaf(const Tree &tree, const double *row, bool float_features) {
  std::size_t at = 0;
  while (tree.nodes[at].split != Split::leaf) {
    const TreeNode &node = tree.nodes[at];
    double x = row[node.feature];
    if (float_features) x = static_cast<float>(x);
    at = static_cast<std::size_t>(plain_left(node, x) ? node.left : node.right);
  }
  return at;
}

}  // namespace

TEST_CASE("trees: every split, every kind of missing value, every layout, as a plain walk") {
  cases::Rng rng(1);
  NoMonitor monitor;
  for (int c = 0; c < cases::scaled(300); ++c) {
    EnsembleShape shape;
    shape.features = rng.between(1, 5);
    shape.outputs = c % 3 == 0 ? 3 : 1;
    shape.leaf_width = c % 6 == 0 ? 3 : 1;
    shape.float_features = c % 2;
    shape.summation = c % 4 < 2 ? Summation::float32 : Summation::float64;
    if (c % 5 == 0) shape.base.assign(static_cast<std::size_t>(shape.outputs), 0.3);
    Shape kind;
    kind.categories = c % 7 < 3;
    kind.zeros = c % 7 < 2;
    kind.depth = c % 11 == 0 ? 14 : rng.between(0, 7);
    const Ensemble made = some_ensemble(rng, shape, kind, rng.between(1, 12));
    const Ensemble ensemble = load_ensemble(made.save());
    CHECK(ensemble.save() == made.save());
    const int64_t n = rng.between(1, 300), features = shape.features, outputs = shape.outputs;
    std::vector<double> x = some_features(rng, n * features);
    const std::vector<float> floats(x.begin(), x.end());
    const bool as_float = c % 8 == 3;
    if (as_float) x.assign(floats.begin(), floats.end());
    // Turned round: columns first, backwards.
    std::vector<double> turned(x.size());
    for (int64_t i = 0; i < n; ++i)
      for (int64_t j = 0; j < features; ++j)
        turned[static_cast<std::size_t>(j * n + n - 1 - i)] = x[static_cast<std::size_t>(i * features + j)];
    const RealTable table = as_float    ? RealTable{floats.data(), true, n, features, features, 1}
                            : c % 5 < 3 ? RealTable{x.data(), false, n, features, features, 1}
                                        : RealTable{turned.data() + n - 1, false, n, features, -1, n};
    std::vector<double> sums(static_cast<std::size_t>(n * outputs)),
        scores(static_cast<std::size_t>(n * outputs * ensemble.n_trees()));
    ensemble.evaluate(table, 1 + c % 3, monitor, sums.data());
    ensemble.model_scores(table, 1 + c % 3, monitor, scores.data());
    const Ways ways(ensemble);
    for (const BitSums *bits : ways.all()) {
      std::vector<double> same_sums(sums.size()), same_scores(scores.size());
      sum_trees(ensemble, bits, table, 1 + c % 3, monitor, same_sums.data());
      score_models(ensemble, bits, table, 1 + c % 3, monitor, same_scores.data());
      REQUIRE(same_sums == sums);
      REQUIRE(same_scores == scores);
    }
    for (int64_t i = 0; i < n; ++i) {
      std::vector<double> doubles(static_cast<std::size_t>(outputs), shape.base.empty() ? 0 : 0.3);
      std::vector<float> singles(doubles.begin(), doubles.end());
      for (int64_t t = 0; t < ensemble.n_trees(); ++t) {
        const Tree &tree = ensemble.tree(t);
        const std::size_t leaf = plain_leaf(tree, x.data() + i * features, shape.float_features);
        for (int64_t k = 0; k < outputs; ++k) {
          double v = 0;
          if (shape.leaf_width > 1)
            v = tree.values[leaf * 3 + static_cast<std::size_t>(k)];
          else if (tree.output == k)
            v = tree.values[leaf];
          REQUIRE(scores[static_cast<std::size_t>((i * ensemble.n_trees() + t) * outputs + k)] == v);
          doubles[static_cast<std::size_t>(k)] += v;
          singles[static_cast<std::size_t>(k)] += static_cast<float>(v);
        }
      }
      for (int64_t k = 0; k < outputs; ++k) {
        const auto at = static_cast<std::size_t>(k);
        REQUIRE(sums[static_cast<std::size_t>(i * outputs + k)] ==
                (shape.summation == Summation::float32 ? static_cast<double>(singles[at]) : doubles[at]));
      }
    }
  }
}

TEST_CASE("trees: a cascade over trees decides as one over the scores of its trees") {
  cases::Rng rng(2);
  NoMonitor monitor;
  int64_t early = 0;
  for (int c = 0; c < cases::scaled(120); ++c) {
    EnsembleShape shape;
    shape.features = 4;
    shape.outputs = c % 4 == 3 ? 3 : 1;
    shape.leaf_width = c % 8 == 3 ? 3 : 1;
    shape.trees_per_model = c % 3 == 2 ? 3 : 1;
    shape.float_features = c % 2;
    if (shape.outputs == 1) shape.base = {0.25};
    Shape kind;
    kind.categories = c % 5 == 0;
    kind.zeros = c % 5 < 2;
    const int models = rng.between(1, 20);
    const Ensemble ensemble = some_ensemble(rng, shape, kind, models * static_cast<int>(shape.trees_per_model));
    CHECK(ensemble.n_models() == models);
    const int64_t n = c % 10 == 0 ? 1300 : rng.between(1, 200);
    const std::vector<double> x = some_features(rng, n * 4);
    const RealTable table{x.data(), false, n, 4, 4, 1};
    std::vector<double> scores(static_cast<std::size_t>(n * models * shape.outputs));
    ensemble.model_scores(table, 1, monitor, scores.data());
    const int64_t columns = models * shape.outputs;
    ScoreSample sample(models, shape.outputs);
    sample.feed({scores.data(), false, n, columns, columns, 1});
    CascadeOptions options;
    options.alpha = 0.05;
    if (shape.outputs == 1) {
      options.threshold = threshold_without_base(ensemble, 0.1);
      if (c % 6 == 0) options.bins = true;
      options.negatives_only = c % 5 == 1;
    }
    const Policy found = fit(sample, options);
    const TreeCascade cascade(ensemble, found);
    std::vector<int32_t> a(static_cast<std::size_t>(n)), b(a.size());
    std::vector<int32_t> counts(a.size()), by_scores(a.size());
    cascade.run(table, 1 + c % 3, monitor, {a.data(), n, 1}, {counts.data(), n, 1});
    run_table(found, {scores.data(), false, n, columns, columns, 1}, 1, monitor, {b.data(), n, 1},
              {by_scores.data(), n, 1});
    CHECK(a == b);
    CHECK(counts == by_scores);
    const bits::Level *levels[bits::most_levels];
    for (int l = bits::levels_here(levels); l >= 0; --l) {
      std::fill(a.begin(), a.end(), -1);
      std::fill(counts.begin(), counts.end(), -1);
      if (l == 0)
        cascade.run_walking(table, 1 + c % 3, monitor, {a.data(), n, 1}, {counts.data(), n, 1});
      else
        cascade.run_bits(*levels[l - 1], table, 1 + c % 3, monitor, {a.data(), n, 1}, {counts.data(), n, 1});
      CHECK(a == b);
      CHECK(counts == by_scores);
    }
    for (const int64_t count : counts) early += models - count;
    if (shape.outputs > 1) continue;
    // With nothing allowed to differ, decisions are those of the margin.
    options.alpha = 0;
    options.bins = false;
    const TreeCascade exact(ensemble, fit(sample, options));
    exact.run(table, 1, monitor, {a.data(), n, 1}, {});
    std::vector<double> margins(a.size());
    ensemble.evaluate(table, 1, monitor, margins.data());
    for (std::size_t i = 0; i < a.size(); ++i)
      if (std::fabs(margins[i] - 0.1) > 1e-6) CHECK(a[i] == (margins[i] >= 0.1));
  }
  CHECK(early > 0);
}

TEST_CASE("trees: what is refused, and how") {
  EnsembleShape shape;
  shape.features = 2;
  Ensemble ensemble(shape);
  const auto with = [&](const std::string &message, auto change) {
    Tree t = stump();
    change(t);
    expect_error(Status::argument, message, [&] { ensemble.add(t); });
  };
  with("split[0] is 4: must lie in [0, 3]", [](Tree &t) { t.nodes[0].split = static_cast<Split>(4); });
  with("missing[0] is 5: must lie in [0, 4]", [](Tree &t) { t.nodes[0].missing = static_cast<Missing>(5); });
  with("n_nodes is 0", [](Tree &t) { t.nodes.clear(), t.values.clear(); });
  with("values has 2 numbers: must have 3", [](Tree &t) { t.values.pop_back(); });
  with("output is 1: must lie in [0, 0]", [](Tree &t) { t.output = 1; });
  with("feature[0] is 2: must lie in [0, 1]", [](Tree &t) { t.nodes[0].feature = 2; });
  with("a child of node 0 is 0: must lie in [1, 2]", [](Tree &t) { t.nodes[0].left = 0; });
  with("a child of node 0 is 3: must lie in [1, 2]", [](Tree &t) { t.nodes[0].right = 3; });
  with("node 1 has two parents: must have one", [](Tree &t) { t.nodes[0].right = 1; });
  with("only 1 of 3 nodes are reached from the root", [](Tree &t) {
    t.nodes[0] = TreeNode();
    t.nodes[1].split = Split::at_most;
    t.nodes[1].left = 1;
    t.nodes[1].right = 2;
  });
  with("threshold[0] is nan: must be a number", [](Tree &t) { t.nodes[0].threshold = std::nan(""); });
  with("the value of node 2 is inf: must be finite", [](Tree &t) { t.values[2] = infinity; });
  with("missing[0] is 4: must be 0, 1, 5 or 6 in a categorical split", [](Tree &t) {
    t.nodes[0].split = Split::in;
    t.nodes[0].missing = Missing::zero_left;
  });
  with("a category of node 0 is -1: must lie in", [](Tree &t) {
    t.nodes[0].split = Split::in;
    t.nodes[0].categories = {-1};
  });
  with("the categories of node 0 are not in ascending order", [](Tree &t) {
    t.nodes[0].split = Split::in;
    t.nodes[0].categories = {3, 3};
  });
  CHECK(ensemble.n_trees() == 0);
  expect_error(Status::argument, "n_trees is 0: must be a multiple of trees_per_model, 1, above 0",
               [&] { ensemble.n_models(); });
  ensemble.add(stump());
  NoMonitor monitor;
  double out = 0;
  expect_error(Status::argument, "n_features is 3: must be 2", [&] {
    ensemble.evaluate({nullptr, false, 1, 3, 3, 1}, 1, monitor, &out);
  });
  const auto shaped = [](const std::string &message, auto change) {
    EnsembleShape s;
    change(s);
    expect_error(Status::argument, message, [&] { Ensemble made(s); });
  };
  shaped("n_features is 0: must lie in [1, 16777216]", [](EnsembleShape &s) { s.features = 0; });
  shaped("n_outputs is 0: must lie in", [](EnsembleShape &s) { s.outputs = 0; });
  shaped("leaf_width is 2: must be 1 or n_outputs, 3", [](EnsembleShape &s) { s.outputs = 3, s.leaf_width = 2; });
  shaped("base has 2 numbers: must have one per output, 1", [](EnsembleShape &s) { s.base = {1, 2}; });
  shaped("base[0] is nan: must be finite", [](EnsembleShape &s) { s.base = {std::nan("")}; });
  shaped("summation is 2: must be 0 or 1", [](EnsembleShape &s) { s.summation = static_cast<Summation>(2); });
  shape.outputs = shape.leaf_width = 3;
  expect_error(Status::argument, "output is 1: must be 0 if a leaf has a value for each", [&] {
    Tree t = stump();
    t.values.resize(9);
    t.output = 1;
    Ensemble(shape).add(t);
  });
  Data data;
  data.models = 2;
  data.scores = {1, 1, -1, -1};
  const Policy two = fit(data.sample());
  expect_error(Status::argument, "the cascade has 2 models: must have those of the ensemble, 1",
               [&] { TreeCascade(ensemble, two); });
  expect_error(Status::format, "saved cascade: the cascade has 2 models: must have those of the ensemble, 1", [&] {
    const std::string saved = two.save();
    load_cascade(saved.substr(0, saved.size() - 2) + ",\"trees\":" + ensemble.save() + "}");
  });
}

TEST_CASE("trees: thresholds that every number or none passes are kept") {
  EnsembleShape shape;
  shape.features = 1;
  Ensemble ensemble(shape);
  for (const double threshold : {-infinity, infinity}) {
    Tree t = stump();
    t.nodes[0].threshold = threshold;
    t.values = {0, threshold > 0 ? 1.0 : 2.0, threshold > 0 ? 4.0 : 8.0};
    ensemble.add(std::move(t));
  }
  NoMonitor monitor;
  const Ensemble loaded = load_ensemble(ensemble.save());
  CHECK(loaded.save() == ensemble.save());
  const double x[] = {-infinity, -1e308, 0, 1e308, infinity};
  for (const bool read : {false, true}) {
    double out[5];
    (read ? loaded : ensemble).evaluate({x, false, 5, 1, 1, 1}, 1, monitor, out);
    CHECK(out[0] == 3);  // -inf passes both
    for (int i = 1; i < 5; ++i) CHECK(out[i] == 9);
  }
}

TEST_CASE("trees: adding one seldom moves those before") {
  EnsembleShape shape;
  shape.features = 1;
  Ensemble ensemble(shape);
  const auto *place = static_cast<const void *>(nullptr);
  int moved = 0;
  for (int t = 0; t < 5000; ++t) {
    Tree tree;
    tree.nodes.emplace_back();
    tree.values = {1.0};
    ensemble.add(std::move(tree));
    moved += place != &ensemble.walk(0);
    place = &ensemble.walk(0);
  }
  CHECK(moved < 20);
}

TEST_CASE("trees: a saved state holds a leaf more than splits before room is made for their values") {
  const auto state = [](const std::string &nodes) {
    return "{\"wald\":\"trees\",\"version\":1,\"features\":1,\"outputs\":2,\"leaf_width\":2,\"trees_per_model\":1,"
           "\"float_features\":false,\"summation\":\"float64\",\"base\":[],\"trees\":[{\"output\":0,\"nodes\":[" +
           nodes + "]}]}";
  };
  const std::string split = "[\"<=\",0,0.5,1,2,\"right\"]";
  CHECK(load_ensemble(state(split + ",[1,2],[3,4]")).n_trees() == 1);
  expect_error(Status::format, "\"trees\"[0] has 1 leaves among 4 nodes: must have one more than splits",
               [&] { load_ensemble(state(split + "," + split + "," + split + ",[1,2]")); });
}

TEST_CASE("trees: thousands of trees stop within a block of rows when they are told to") {
  cases::Rng rng(12);
  EnsembleShape shape;
  shape.features = 40;
  struct Stop : Monitor {
    int looks = 0;
    void at(double) override {
      if (++looks == 3) fail(Status::cancelled, "stopped");
    }
  };
  const Ensemble ensemble = some_ensemble(rng, shape, {false, false, 3}, 5000);
  for (const int64_t rows : {10, 500}) {  // by walking, and as bit vectors
    const std::vector<double> x = some_features(rng, rows * 40);
    std::vector<double> out(static_cast<std::size_t>(rows));
    Stop monitor;
    expect_error(Status::cancelled, "stopped", [&] {
      ensemble.evaluate({x.data(), false, rows, 40, 40, 1}, 1, monitor, out.data());
    });
    CHECK(monitor.looks == 3);
  }
}

TEST_CASE("trees: saved states that were tampered with are errors, never crashes") {
  cases::Rng rng(3);
  NoMonitor monitor;
  EnsembleShape shape;
  shape.features = 3;
  const std::string state = some_ensemble(rng, shape, {}, 4).save();
  int read = 0;
  for (int c = 0; c < cases::scaled(3000); ++c) {
    std::string text = state;
    for (int k = rng.between(1, 3); k > 0; --k) {
      const auto at = static_cast<std::size_t>(rng.below(static_cast<int>(text.size())));
      switch (rng.below(4)) {
        case 0: text[at] = static_cast<char>(rng.below(256)); break;
        case 1: text.erase(at, static_cast<std::size_t>(rng.between(1, 20))); break;
        case 2: text.insert(at, 1, "0123456789[]{},\"-.e"[rng.below(19)]); break;
        default: text[at] = "0123456789"[rng.below(10)];
      }
    }
    try {
      const Ensemble ensemble = load_ensemble(text);
      const std::vector<double> x = some_features(rng, 3);
      if (ensemble.shape().features == 3 && ensemble.shape().outputs == 1) {
        double out = 0;
        ensemble.evaluate({x.data(), false, 1, 3, 3, 1}, 1, monitor, &out);
        CHECK(std::isfinite(out));
      }
      CHECK(load_ensemble(ensemble.save()).save() == ensemble.save());
      ++read;
    } catch (const Error &e) {
      CHECK(e.status() == Status::format);
    }
  }
  CHECK(read > 0);
}
