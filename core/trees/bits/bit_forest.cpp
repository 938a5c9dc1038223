// Evaluates an ensemble's trees as bit vectors, for a block of rows at a time.
#include "core/numeric/contraction.hpp"  // first

#include "core/trees/bits/bit_forest.hpp"

#include <algorithm>
#include <cstring>

namespace wald::core::trees::bits {

namespace {

constexpr int64_t leaves_of_plane = 8;

bool is_leaf(const Tree &tree, int32_t node) { return tree.nodes[static_cast<std::size_t>(node)].split == Split::leaf; }

// A tree's leaves from left to right; none if they are too many.
std::vector<int32_t> leaves_in_order(const Tree &tree) {
  std::vector<int32_t> out, open{0};
  while (!open.empty()) {
    const int32_t at = open.back();
    open.pop_back();
    if (is_leaf(tree, at)) {
      if (static_cast<int64_t>(out.size()) == most_leaves) return {};
      out.push_back(at);
    } else {
      open.push_back(tree.nodes[static_cast<std::size_t>(at)].right);
      open.push_back(tree.nodes[static_cast<std::size_t>(at)].left);
    }
  }
  return out;
}

// About, in nanoseconds: eight rows go side by side until the last of them is at a leaf.
double cost_of_walk(const WalkTree &walk, double mean_depth) {
  return 2 + (walk.special ? 5 : 2) * std::min<double>(walk.depth, 1.2 * mean_depth + 1);
}

std::vector<uint8_t> not_empty(const std::vector<std::vector<int32_t>> &lists) {
  std::vector<uint8_t> out;
  for (const std::vector<int32_t> &list : lists) out.push_back(!list.empty());
  return out;
}

std::vector<std::vector<int32_t>> leaves_of(const std::vector<Tree> &trees) {
  std::vector<std::vector<int32_t>> out;
  for (const Tree &tree : trees) out.push_back(leaves_in_order(tree));
  return out;
}

}  // namespace

const Level &best_level() {
  static const Level *const best = [] {
    const Level *levels[most_levels];
    return levels[levels_here(levels) - 1];
  }();
  return *best;
}

int levels_here(const Level **out) {
  int n = 0;
  out[n++] = &baseline::level;
#ifdef WALD_X86_LEVELS
  if (v3::level.here()) out[n++] = &v3::level;
  if (v4::level.here()) out[n++] = &v4::level;
#endif
  return n;
}

template <class Sum>
void Tables<Sum>::set(std::size_t tree, const std::vector<Sum> &values) {
  const bool bytewise = static_cast<int64_t>(values.size()) <= level_->table_leaves;
  bytewise_[tree] = bytewise;
  begin_[tree] = bytes_.size();
  if (!bytewise) {
    bytes_.resize(bytes_.size() + std::max(sizeof(uint64_t), values.size() * sizeof(Sum)));
    std::memcpy(bytes_.data() + begin_[tree], values.data(), values.size() * sizeof(Sum));
    bytes_.resize((bytes_.size() + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t));
    return;
  }
  constexpr std::size_t leaves = 32;
  bytes_.resize(bytes_.size() + leaves * sizeof(Sum));
  for (std::size_t leaf = 0; leaf < values.size(); ++leaf) {
    uint8_t bytes[sizeof(Sum)];
    std::memcpy(bytes, &values[leaf], sizeof(Sum));
    for (std::size_t k = 0; k < sizeof(Sum); ++k) bytes_[begin_[tree] + leaves * k + leaf] = bytes[k];
  }
}

template class Tables<float>;
template class Tables<double>;
template class Tables<int32_t>;
template class Tables<int64_t>;

Forest::Forest(const EnsembleShape &shape, const std::vector<Tree> &trees, const std::vector<WalkTree> &walks,
               const Level &level)
    : level_(&level),
      sources_(leaves_of(trees)),
      taken_(not_empty(sources_)),
      coding_(shape, trees, walks, taken_),
      parts_(trees.size()) {
  if (coding_.columns() > Coding::most_columns) return;
  for (std::size_t t = 0; t < trees.size(); ++t) {
    if (taken_[t]) {
      add(trees[t], walks[t], t, shape.leaf_width);
    } else {
      const double walk = cost_of_walk(walks[t], walks[t].depth);
      walk_ += walk;
      bits_ += walk;
    }
  }
}

void Forest::add(const Tree &tree, const WalkTree &walk, std::size_t t, int64_t width) {
  // Of each node the leaves below it.
  std::vector<int64_t> first(tree.nodes.size(), 0), count(tree.nodes.size(), 0);
  for (std::size_t leaf = 0; leaf < sources_[t].size(); ++leaf) {
    first[static_cast<std::size_t>(sources_[t][leaf])] = static_cast<int64_t>(leaf);
    count[static_cast<std::size_t>(sources_[t][leaf])] = 1;
  }
  // Children come behind their parents in a walk. A leaf's depth is the number of nodes that it is below.
  double depths = 0;
  for (std::size_t at = walk.source.size(); at-- > 0;) {
    const auto node = static_cast<std::size_t>(walk.source[at]);
    if (tree.nodes[node].split == Split::leaf) continue;
    const auto left = static_cast<std::size_t>(tree.nodes[node].left);
    first[node] = first[left];
    count[node] = count[left] + count[static_cast<std::size_t>(tree.nodes[node].right)];
    depths += static_cast<double>(count[node]);
  }
  Part &part = parts_[t];
  part.entries = entries_.size();
  part.counts = counts_.size();
  part.tests = tests_.size();
  part.planes = static_cast<int32_t>((leaves(t) + leaves_of_plane - 1) / leaves_of_plane);
  std::vector<std::vector<Entry>> planes(static_cast<std::size_t>(part.planes));
  int64_t slots = 0;
  for (std::size_t at = 0; at < walk.source.size(); ++at) {
    const auto n = static_cast<std::size_t>(walk.source[at]);
    const TreeNode &node = tree.nodes[n];
    if (node.split == Split::leaf) continue;
    Coding::Place where{};
    if (node.split == Split::in) {
      where.column = coding_.columns() + slots++;
      const auto slot = static_cast<uint16_t>(where.column);
      const std::size_t begin = tests_.size();
      tests_.push_back({static_cast<uint16_t>(coding_.first_column(node.feature)), slot, false, {}});
      const auto put = [&](uint8_t code) { tests_.back().set[code / 8] |= static_cast<uint8_t>(1 << code % 8); };
      if (node.missing == Missing::left || node.missing == Missing::nan_left) put(Coding::not_a_number);
      if (node.missing == Missing::left) put(Coding::no_category);
      // Cut to 0, if such a number counts.
      if (node.missing < Missing::nan_right && !node.categories.empty() && node.categories[0] == 0)
        put(Coding::negative_fraction);
      for (const int32_t c : node.categories) {
        const Coding::CategoryPlace own = coding_.category(node.feature, c);
        if (tests_.back().column != own.column)
          tests_.push_back({static_cast<uint16_t>(own.column), slot, tests_.size() > begin, {}});
        put(own.code);
      }
    } else {
      where = coding_.place(node, walk, at);
    }
    const int64_t begin = first[n], end = begin + count[static_cast<std::size_t>(node.left)];
    for (int64_t p = begin / leaves_of_plane; p * leaves_of_plane < end; ++p) {
      uint8_t mask = 0;
      for (int64_t leaf = std::max(begin, p * leaves_of_plane); leaf < std::min(end, (p + 1) * leaves_of_plane); ++leaf)
        mask |= static_cast<uint8_t>(1 << leaf % leaves_of_plane);
      planes[static_cast<std::size_t>(p)].push_back({static_cast<uint16_t>(where.column), where.threshold, mask});
    }
  }
  for (std::size_t p = planes.size(); p-- > 0;) entries_.insert(entries_.end(), planes[p].begin(), planes[p].end());
  for (const std::vector<Entry> &plane : planes) counts_.push_back(static_cast<uint16_t>(plane.size()));
  part.n_tests = static_cast<int32_t>(tests_.size() - part.tests);
  walk_ += cost_of_walk(walk, depths / static_cast<double>(leaves(t)));
  const Costs &costs = level_->costs;
  const double value = leaves(t) <= level_->table_leaves ? costs.value : 0.6;
  bits_ += 0.1 + costs.entry * static_cast<double>(entries_.size() - part.entries) + costs.plane * part.planes +
           costs.test * part.n_tests + value * static_cast<double>(width);
  slots_ = std::max(slots_, slots);
}

bool Forest::pays(int64_t rows, double share, double lanes) const {
  if (coding_.columns() > Coding::most_columns) return false;
  const auto of_rows = static_cast<double>(rows), of_lanes = static_cast<double>(lanes_of(rows));
  // Of a call, and of a tree whatever the lanes: as much as this many lanes of it.
  constexpr double of_call = 500, of_tree = 48;
  return of_call + of_lanes * coding_.cost(*level_) + (lanes * of_lanes + of_tree) * share * bits_ <
         of_rows * share * walk_;
}

void Forest::find(std::size_t tree, int64_t lanes, Block &block) const {
  const Part &part = parts_[tree];
  const BitTree own{entries_.data() + part.entries, counts_.data() + part.counts, tests_.data() + part.tests,
                    part.planes, part.n_tests};
  level_->find(own, block.codes_.data(), block.stride_, lanes, block.leaves());
}

}  // namespace wald::core::trees::bits
