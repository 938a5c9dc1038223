// An ensemble's trees as bit vectors: what is asked of a block of rows at a time (proof: docs/developers/algorithms.md).
//
// Leaves are numbered from left to right. A row that goes right at a node leaves behind the leaves to the left of it,
// and the first leaf that no node on any path leaves behind is the row's. So a tree is a list of comparisons of bytes
// in any order, for many rows at once, instead of a walk in which each step waits for the one before.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/trees/bits/coding.hpp"
#include "core/trees/bits/lanes.hpp"

namespace wald::core::trees::bits {

// A worker's memory: of a block of rows the codes, and the leaves of one tree at a time.
class Block {
 public:
  // Rows that the block takes.
  int64_t capacity() const { return capacity_; }
  uint8_t *leaves() { return leaves_.data(); }

 private:
  friend class Forest;
  // Columns do not begin a power of two apart: they would share few lines of the cache.
  Block(int64_t columns, int64_t rows)
      : capacity_((rows + lane_step - 1) / lane_step * lane_step),
        stride_(capacity_ + lane_step),
        codes_(columns * stride_),
        leaves_(capacity_) {}

  int64_t capacity_, stride_;
  Lanes<int8_t> codes_;
  Lanes<uint8_t> leaves_;
};

// Values of the leaves of some trees, one number per leaf, as a level adds them up.
template <class Sum>
class Tables {
 public:
  Tables(const Level &level, std::size_t trees) : level_(&level), begin_(trees), bytewise_(trees) {}
  // Of leaf 0, 1, ...
  void set(std::size_t tree, const std::vector<Sum> &values);
  void add(std::size_t tree, const uint8_t *leaves, int64_t lanes, Sum *sums) const {
    bits::add(*level_, bytes_.data() + begin_[tree], bytewise_[tree] != 0, leaves, lanes, sums);
  }

 private:
  const Level *level_;
  std::vector<uint8_t> bytes_;
  std::vector<std::size_t> begin_;
  std::vector<uint8_t> bytewise_;
};

// Fewer rows are walked, and bit vectors are not made for them.
constexpr int64_t least_rows = 16;

class Forest {
 public:
  Forest(const EnsembleShape &shape, const std::vector<Tree> &trees, const std::vector<WalkTree> &walks,
         const Level &level);

  const Level &level() const { return *level_; }
  const Coding &coding() const { return coding_; }
  Block block(int64_t rows) const { return Block(coding_.columns() + slots_, rows); }

  // Trees of more leaves are walked.
  bool has(std::size_t tree) const { return taken_[tree] != 0; }
  int64_t leaves(std::size_t tree) const { return static_cast<int64_t>(sources_[tree].size()); }
  // Of each leaf of a tree its place in the Tree, from left to right.
  const std::vector<int32_t> &sources(std::size_t tree) const { return sources_[tree]; }

  // The codes of rows begin ... begin + n - 1, at most as many as the block takes. Returns the lanes: at least n.
  template <class Real>
  int64_t code(const RealTable &features, int64_t begin, int64_t n, Block &block) const {
    coding_.code<Real>(*level_, features, begin, n, block.codes_.data(), block.stride_);
    return lanes_of(n);
  }
  static int64_t lanes_of(int64_t rows) { return (rows + lane_step - 1) / lane_step * lane_step; }
  // The block's leaves, of a tree that the forest has.
  void find(std::size_t tree, int64_t lanes, Block &block) const;
  // The codes of lanes whose bit is set go to the front; live: of each eight lanes a byte.
  void keep(const uint8_t *live, int64_t lanes, Block &block) const {
    for (int64_t c = 0; c < coding_.columns(); ++c) level_->keep(live, lanes, block.codes_.data() + c * block.stride_);
  }

  // Whether this many rows are evaluated faster than by walking, where a row is asked a share of the trees, and a lane,
  // which may be idle, `lanes` as many.
  bool pays(int64_t rows, double share = 1, double lanes = 1) const;

 private:
  // Where a tree's parts begin.
  struct Part {
    std::size_t entries = 0, counts = 0, tests = 0;
    int32_t planes = 0, n_tests = 0;
  };

  void add(const Tree &tree, const WalkTree &walk, std::size_t t, int64_t width);

  const Level *level_;
  std::vector<std::vector<int32_t>> sources_;
  std::vector<uint8_t> taken_;
  Coding coding_;
  std::vector<Part> parts_;
  std::vector<Entry> entries_;
  std::vector<uint16_t> counts_;
  std::vector<CategoryTest> tests_;
  int64_t slots_ = 0;           // columns behind those of codes, for categorical nodes of one tree
  double walk_ = 0, bits_ = 0;  // about how many nanoseconds a row takes, and a lane without its codes
};

}  // namespace wald::core::trees::bits
