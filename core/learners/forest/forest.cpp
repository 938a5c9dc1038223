// Fits forests whose answer is a joint distribution of label vectors.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/forest/forest.hpp"

#include <algorithm>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <numeric>

#include "core/base/read_number.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/random/mix.hpp"

namespace wald::core::learners {

namespace {

// As cross-validation on the training rows of several data sets has them: docs/guides/learners-neighbours-forests.md.
constexpr int64_t default_trees = 500;
constexpr int64_t many_features = 1000;
constexpr double share_of_features = 0.3, share_of_many_features = 0.15;
constexpr int64_t least_leaf = 2, least_leaf_of_many_features = 3;
constexpr int64_t least_leaf_of_random_forests = 1, least_leaf_of_single_trees = 20;

// Rows that go down a tree side by side, and the most that do before the next tree's turn.
constexpr int64_t walked_at_once = 16, most_rows_at_once = 2048;

}  // namespace

ForestOptions with_defaults(ForestOptions options, int64_t d) {
  const bool single = options.kind == ForestKind::single_tree, random = options.kind == ForestKind::random_forest;
  if (single && options.trees > 1) fail(Status::argument, "trees is ", options.trees, ": must be 1 for learner \"tree\"");
  if (options.trees > trees::max_trees)
    fail(Status::argument, "trees is ", options.trees, ": must lie in [0, ", trees::max_trees, "], where 0 is the default");
  if (options.max_features > d)
    fail(Status::argument, "max_features is ", options.max_features, ": there are ", d, " features");
  if (options.trees == 0) options.trees = single ? 1 : default_trees;
  if (options.min_leaf == 0)
    options.min_leaf = single               ? least_leaf_of_single_trees
                       : random             ? least_leaf_of_random_forests
                       : d >= many_features ? least_leaf_of_many_features
                                            : least_leaf;
  if (options.max_features == 0) {
    const auto features = static_cast<double>(d);
    const double some =
        random ? std::sqrt(features) : features * (d >= many_features ? share_of_many_features : share_of_features);
    options.max_features = single ? std::max<int64_t>(d, 1) : std::max<int64_t>(1, static_cast<int64_t>(some + 0.5));
  }
  return options;
}

namespace {

// How often rows of these weights take part in a tree: multiples of the least weight where they are whole and not too
// many, so that a weight of 2 is the row twice; else as many rows as there are, on average.
std::vector<double> times_of(const std::vector<double> &weights) {
  constexpr double most_growth = 8, whole_enough = 1e-9;
  const double least = *std::min_element(weights.begin(), weights.end());
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  const auto n = static_cast<double>(weights.size());
  bool whole = total / least <= std::min(most_growth * n, static_cast<double>(max_tree_rows));
  for (const double w : weights) whole = whole && std::fabs(w / least - std::round(w / least)) <= whole_enough;
  std::vector<double> out;
  for (const double w : weights) out.push_back(whole ? std::round(w / least) : w / total * n);
  return out;
}

}  // namespace

Forest Forest::grow(const Features &features, LabelVectors vectors, const std::vector<double> &weights,
                    const ForestOptions &given, uint64_t seed, int threads, Monitor &monitor) {
  const ForestOptions options = with_defaults(given, features.cols);
  Forest out;
  out.n_features_ = features.cols;
  TreeGrowth growth;
  growth.random_cuts = options.kind == ForestKind::extra_trees;
  growth.bootstrap = options.kind == ForestKind::random_forest;
  growth.max_features = options.max_features;
  growth.min_leaf = options.min_leaf;
  growth.max_depth = options.max_depth;
  if (std::any_of(weights.begin(), weights.end(), [&](double w) { return w != weights.front(); })) {
    if (growth.bootstrap) {
      growth.cumulative_weights.resize(weights.size());
      std::partial_sum(weights.begin(), weights.end(), growth.cumulative_weights.begin());
    } else {
      growth.times = times_of(weights);
    }
  }
  if (features.rows > max_tree_rows)
    fail(Status::argument, "n_rows is ", features.rows, ": forests take at most ", max_tree_rows);
  const TreeRows rows = TreeRows::of(features);
  const TreeCells cells(options.criterion, vectors);
  std::vector<GrownTree> trees(static_cast<std::size_t>(options.trees));
  parallel_for(options.trees, worker_count(threads, options.trees), monitor, [&](int64_t t, int, Monitor &inner) {
    const uint64_t own = mix_bits(seed + 0x9e3779b97f4a7c15u * (static_cast<uint64_t>(t) + 1));
    trees[static_cast<std::size_t>(t)] = grow_tree(rows, vectors, cells, growth, own, inner);
  });
  out.vectors_ = std::move(vectors);
  out.trees_ = std::move(trees);
  return out;
}

int64_t Forest::rows_at_once() const {
  // Weights and features of this many rows stay in the nearer caches.
  constexpr int64_t numbers_at_once = int64_t{1} << 17;
  return std::clamp(numbers_at_once / std::max<int64_t>({vectors_.count(), n_features_, 1}), walked_at_once,
                    most_rows_at_once);
}

namespace {

// out[i]: the leaf that row i comes to. core/trees/walk.hpp does the same where numbers may be missing; here they are
// not, and trees are deep, so twice as many rows go down side by side.
void walk(const trees::WalkTree &tree, const float *x, int64_t stride, int64_t n, int32_t *out) {
  const trees::WalkNode<float> *const nodes = tree.floats.data();
  constexpr int64_t side = walked_at_once;
  constexpr int32_t levels = 4;  // between looks whether all have come to a leaf
  for (int64_t first = 0; first < n; first += side) {
    const float *row[side];
    int32_t at[side] = {};
    for (int64_t j = 0; j < side; ++j) row[j] = x + std::min(first + j, n - 1) * stride;
    for (int32_t depth = 0; depth < tree.depth; depth += levels) {
      int32_t moved = 0;
      for (int32_t level = 0; level < levels; ++level)
        for (int64_t j = 0; j < side; ++j) {
          const trees::WalkNode<float> &node = nodes[at[j]];
          const int32_t to = node.left + !(row[j][node.feature] <= node.threshold);
          moved |= to ^ at[j];
          at[j] = to;
        }
      if (!moved) break;
    }
    for (int64_t j = 0; j < std::min(side, n - first); ++j) out[first + j] = at[j];
  }
}

}  // namespace

void Forest::add_weights(const Features &rows, int64_t first, int64_t n, std::vector<float> &x, double *weights) const {
  const auto d = static_cast<std::size_t>(n_features_);
  x.assign(static_cast<std::size_t>(n) * std::max<std::size_t>(d, 1), 0.0f);
  for (int64_t i = 0; i < n; ++i) {
    float *const row = x.data() + static_cast<std::size_t>(i) * d;
    if (rows.is_sparse) {
      rows.each(first + i, [&](int32_t j, double value) { row[j] = feature_as_float(value); });
    } else {
      const double *const from = rows.row(first + i);
      for (std::size_t j = 0; j < d; ++j) row[j] = feature_as_float(from[j]);
    }
  }
  std::vector<int32_t> leaves(static_cast<std::size_t>(n));
  const int64_t count = vectors_.count();
  std::fill(weights, weights + n * count, 0.0);
  const double share_of_tree = 1 / static_cast<double>(n_trees());
  for (const GrownTree &tree : trees_) {
    walk(tree.walk, x.data(), n_features_, n, leaves.data());
    for (int64_t i = 0; i < n; ++i) {
      const GrownTree::Leaf &leaf = tree.leaf(static_cast<std::size_t>(leaves[static_cast<std::size_t>(i)]));
      double *const own = weights + i * count;
      // Most leaves of a full-grown tree hold one label vector: they say which themselves.
      if (leaf.count == 1) {
        own[leaf.first] += share_of_tree;
        continue;
      }
      const double share = share_of_tree / static_cast<double>(leaf.rows);
      const GrownTree::Part *const parts = tree.parts.data() + leaf.begin;
      for (int32_t p = 0; p < leaf.count; ++p) own[parts[p].vector] += parts[p].rows * share;
    }
  }
}

// ---- Saved forests --------------------------------------------------------------------------------

namespace {

// The fewest digits that read back to the same float, by way of double.
std::string saved_float(float x) {
  if (x == 0 && std::signbit(x)) return "-0.0";  // JSON reads -0 as a whole number, without its sign
  char buffer[40];
  const std::string out(buffer, std::to_chars(buffer, buffer + sizeof buffer, x).ptr);
  double back = 0;
  read_number(out, back);
  return static_cast<float>(back) == x ? out : number(static_cast<double>(x));
}

}  // namespace

// A tree is a list of its nodes: [feature, threshold, left child], the right one beside the left; or a leaf, which
// lists label vectors and how many rows have each: [vector, rows, vector, rows, ...].
void Forest::save_members(std::string &out) const {
  vectors_.save_members(out);
  out += ",\n\"trees\":[";
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    const GrownTree &tree = trees_[t];
    out += t ? ",\n[" : "\n[";
    for (std::size_t i = 0; i < tree.walk.floats.size(); ++i) {
      if (i) out += ",";
      if (!tree.is_leaf(i)) {
        const trees::WalkNode<float> &node = tree.walk.floats[i];
        out += text("[", node.feature, ",", saved_float(node.threshold), ",", node.left, "]");
        continue;
      }
      const GrownTree::Leaf &leaf = tree.leaf(i);
      out += "[";
      for (int32_t p = leaf.begin; p < leaf.begin + leaf.count; ++p) {
        const GrownTree::Part &part = tree.parts[static_cast<std::size_t>(p)];
        out += text(p == leaf.begin ? "" : ",", part.vector, ",", part.rows);
      }
      out += "]";
    }
    out += "]";
  }
  out += "]";
}

Forest Forest::load(const SavedText &text, const SavedValue &object, int64_t n_features, Task task, int64_t n_labels) {
  Forest out;
  out.n_features_ = n_features;
  out.vectors_ = LabelVectors::load(text, object, task, n_labels);
  const std::vector<SavedValue> &trees = text.array(text.member(object, "trees"), "\"trees\"");
  if (trees.empty()) text.malformed("\"trees\" is empty");
  for (std::size_t t = 0; t < trees.size(); ++t) {
    const std::string where = saved_at("\"trees\"", t);
    const std::vector<SavedValue> &nodes = text.array(trees[t], where);
    const auto n = static_cast<int64_t>(nodes.size());
    if (n < 1 || n > 2 * max_tree_rows) text.malformed(wald::core::text(where, " has ", n, " nodes"));
    GrownTree tree;
    // A child stands behind its parent and has one alone, so that every walk ends.
    std::vector<int32_t> depth(nodes.size(), -1);
    depth[0] = 0;
    for (int64_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (depth[at] < 0) text.malformed(wald::core::text(where, "[", i, "] is no child of one before it"));
      const std::vector<SavedValue> &parts = text.array(nodes[at], saved_at(where, at));
      if (parts.size() == 3) {
        const auto feature = static_cast<int32_t>(text.integer(parts[0], saved_at(where, at), 0, n_features - 1));
        const double threshold = text.real(parts[1], saved_at(where, at));
        if (std::fabs(threshold) > static_cast<double>(FLT_MAX))
          text.malformed(wald::core::text(saved_at(where, at), " has a threshold beyond float"));
        const auto left = static_cast<int32_t>(text.integer(parts[2], saved_at(where, at), i + 1, n - 2));
        for (const int32_t child : {left, left + 1}) {
          if (depth[static_cast<std::size_t>(child)] >= 0)
            text.malformed(wald::core::text(where, "[", child, "] is the child of two nodes"));
          depth[static_cast<std::size_t>(child)] = depth[at] + 1;
        }
        tree.walk.floats.push_back({static_cast<float>(threshold), feature, left, 0});
        continue;
      }
      if (parts.empty() || parts.size() % 2 != 0)
        text.malformed(wald::core::text(saved_at(where, at), " has ", parts.size(),
                                        " numbers: must have 3, or pairs of a vector and its rows"));
      tree.walk.floats.push_back(leaf_node(static_cast<int32_t>(i), static_cast<int32_t>(tree.leaves.size())));
      tree.walk.depth = std::max(tree.walk.depth, depth[at]);
      GrownTree::Leaf leaf{static_cast<int32_t>(tree.parts.size()), static_cast<int32_t>(parts.size() / 2), 0, 0};
      for (std::size_t p = 0; p < parts.size(); p += 2) {
        tree.parts.push_back(
            {static_cast<int32_t>(text.integer(parts[p], saved_at(where, at), 0, out.vectors_.count() - 1)),
             static_cast<int32_t>(text.integer(parts[p + 1], saved_at(where, at), 1, max_tree_rows))});
        if (tree.parts.back().rows > max_tree_rows - leaf.rows)
          text.malformed(wald::core::text(saved_at(where, at), " has more than ", max_tree_rows, " rows"));
        leaf.rows += tree.parts.back().rows;
      }
      leaf.first = tree.parts[static_cast<std::size_t>(leaf.begin)].vector;
      tree.leaves.push_back(leaf);
    }
    out.trees_.push_back(std::move(tree));
  }
  return out;
}

// ---- The model ------------------------------------------------------------------------------------

namespace {

class ForestModel final : public Model {
 public:
  ForestModel(ModelShape shape, Forest forest) : Model(std::move(shape)), forest_(std::move(forest)) {}

  Kind kind() const override { return kind_of_vectors(shape().task, shape().labels); }
  // The trees are gone through once for each block.
  int64_t most_of_block() const override { return 2048; }

  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override {
    forest_.each_row(block.features, monitor, [&](int64_t i, const double *weights) {
      out[i] = estimator_of(kind(), forest_.vectors(), weights, 1);
    });
  }
  void marginals(const Block &block, double *out, Monitor &monitor) const override {
    forest_.each_row(block.features, monitor, [&](int64_t i, const double *weights) {
      marginals_of(forest_.vectors(), weights, 1, out + i * shape().labels);
    });
  }
  void save_members(std::string &out) const override { forest_.save_members(out); }

 private:
  Forest forest_;
};

ModelPointer fitted(const Dataset &data, const ModelShape &shape, const LearnerOptions &options, ForestKind kind,
                    Monitor &monitor) {
  const ForestOptions own(options, kind);
  return std::make_shared<ForestModel>(shape, Forest::grow(data.features, LabelVectors::of(data.targets), data.weights,
                                                           own, options.seed, options.threads, monitor));
}

}  // namespace

ModelPointer fit_forest(const Dataset &data, std::string_view, const ModelShape &shape, const LearnerOptions &options,
                        Monitor &monitor) {
  return fitted(data, shape, options, options.forest_kind, monitor);
}

ModelPointer fit_tree(const Dataset &data, std::string_view, const ModelShape &shape, const LearnerOptions &options,
                      Monitor &monitor) {
  return fitted(data, shape, options, ForestKind::single_tree, monitor);
}

ModelPointer load_forest(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"vectors", "trees"});
  return std::make_shared<ForestModel>(shape, Forest::load(text, object, shape.features, shape.task, shape.labels));
}

}  // namespace wald::core::learners
