// A column of sums of which the greatest running sum is known at all times: a segment tree whose nodes hold the sum of
// their leaves and the greatest sum of their first leaves (at least one). A change costs one step per level.
#pragma once

#include <cstdint>
#include <vector>

namespace wald::core::thresholds {

// Sum is an ordered group: adding keeps its order. Sums of leaves stay above Sum::least() / 2.
template <class Sum>
class PrefixTree {
 public:
  explicit PrefixTree(int32_t leaves) : leaves_(leaves) {
    while (width_ < leaves) width_ *= 2;
    nodes_.assign(static_cast<std::size_t>(2 * width_), Node{Sum{}, Sum{}});
    // Leaves that are not there win nowhere.
    for (int32_t j = leaves; j < width_; ++j) nodes_[at(width_ + j)].most = Sum::least();
  }

  // All leaves are 0 before. build() then brings the nodes above them up to date.
  void add_unbuilt(int32_t leaf, const Sum &more) {
    Node &node = nodes_[at(width_ + leaf)];
    node.sum += more;
    node.most += more;
  }
  void build() {
    for (int32_t k = width_ - 1; k > 0; --k) join(k);
  }

  void add(int32_t leaf, const Sum &more) {
    int32_t k = width_ + leaf;
    nodes_[at(k)].sum += more;
    nodes_[at(k)].most += more;
    for (k /= 2; k > 0; k /= 2) join(k);
  }

  // The greatest running sum that ends in a leaf of [first, last], which is not empty, and where it is.
  struct Best {
    Sum sum{};
    int32_t node = 0;  // that holds the leaf
  };
  Best best(int32_t first, int32_t last, bool last_wins) const {
    if (first == 0 && last == leaves_ - 1) return {nodes_[1].most, 1};
    Best out;
    Sum before{};
    visit(1, 0, width_ - 1, {first, last, last_wins}, before, out);
    return out;
  }
  // The last leaf up to `last` whose running sum is at least `least`, and that sum; -1 if there is none.
  int32_t last_at_least(const Sum &least, int32_t last, Sum &sum) const {
    Sum before{};
    return seek(1, 0, width_ - 1, last, least, before, sum);
  }
  // Of equal sums the first leaf, or the last.
  int32_t leaf(const Best &best, bool last_wins) const {
    int32_t k = best.node;
    while (k < width_) {
      const Node &left = nodes_[at(2 * k)], &right = nodes_[at(2 * k + 1)];
      Sum through = left.sum;
      through += right.most;
      const bool to_right = left.most < through || (last_wins && !(through < left.most));
      k = 2 * k + (to_right ? 1 : 0);
    }
    return k - width_;
  }

 private:
  struct Node {
    Sum sum, most;
  };
  // The leaves that best() looks at, and which of equal ones it takes.
  struct Looked {
    int32_t first, last;
    bool last_wins;
  };
  static std::size_t at(int32_t k) { return static_cast<std::size_t>(k); }

  void join(int32_t k) {
    const Node &left = nodes_[at(2 * k)], &right = nodes_[at(2 * k + 1)];
    Node &node = nodes_[at(k)];
    node.sum = left.sum;
    node.sum += right.sum;
    Sum through = left.sum;
    through += right.most;
    node.most = left.most < through ? through : left.most;
  }

  // Node k holds the leaves [low, high]; `before`: the sum of all leaves to its left.
  void visit(int32_t k, int32_t low, int32_t high, const Looked &leaves, Sum &before, Best &out) const {
    if (low > leaves.last) return;
    if (high >= leaves.first && !(leaves.first <= low && high <= leaves.last)) {
      const int32_t middle = low + (high - low) / 2;
      visit(2 * k, low, middle, leaves, before, out);
      visit(2 * k + 1, middle + 1, high, leaves, before, out);
      return;
    }
    if (high >= leaves.first) {
      Sum sum = before;
      sum += nodes_[at(k)].most;
      if (out.node == 0 || out.sum < sum || (leaves.last_wins && !(sum < out.sum))) out = {sum, k};
    }
    before += nodes_[at(k)].sum;
  }

  // The same within node k, of the leaves [low, high]; `before`: the sum of all leaves to its left.
  int32_t seek(int32_t k, int32_t low, int32_t high, int32_t last, const Sum &least, Sum before, Sum &sum) const {
    if (low > last) return -1;
    Sum most = before;
    most += nodes_[at(k)].most;
    if (most < least) return -1;
    if (low == high) {
      sum = most;
      return low;
    }
    const int32_t middle = low + (high - low) / 2;
    Sum behind = before;
    behind += nodes_[at(2 * k)].sum;
    const int32_t right = seek(2 * k + 1, middle + 1, high, last, least, behind, sum);
    return right >= 0 ? right : seek(2 * k, low, middle, last, least, before, sum);
  }

  int32_t leaves_;
  int32_t width_ = 1;
  std::vector<Node> nodes_;  // 1: all leaves; node k's halves: 2k and 2k+1
};

}  // namespace wald::core::thresholds
