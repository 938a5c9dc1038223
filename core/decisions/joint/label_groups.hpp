// Labels that are true in the same vectors of a joint distribution: a prediction's value depends only on how many of
// each group it holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/estimators/joint.hpp"

namespace wald::core::decisions {

// Groups in the order of their first labels; where labels never occur, a last group of them that no vector holds.
class LabelGroups {
 public:
  LabelGroups(const std::vector<Joint::Vector> &vectors, int64_t n);

  std::size_t count() const { return sizes_.size(); }
  const std::vector<int64_t> &sizes() const { return sizes_; }
  // Labels that occur.
  int64_t occurring() const { return static_cast<int64_t>(labels_.size()); }

  // The vectors that hold a group, ascending.
  struct Holders {
    const uint32_t *first, *last;
    const uint32_t *begin() const { return first; }
    const uint32_t *end() const { return last; }
  };
  Holders holders(std::size_t group) const {
    return {holders_.data() + holder_offsets_[group], holders_.data() + holder_offsets_[group + 1]};
  }
  // The groups that a vector holds.
  Holders groups_of(std::size_t vector) const {
    return {groups_.data() + group_offsets_[vector], groups_.data() + group_offsets_[vector + 1]};
  }
  std::size_t links() const { return holders_.size(); }  // pairs of a vector and a group that it holds

  // out[g] = of_label + the sum of of_vector over the vectors that hold group g.
  void sum_over_holders(const std::vector<double> &of_vector, double of_label, std::vector<double> &out) const;
  // tp[v] = the sum of numbers over the groups that vector v holds.
  void sum_over_groups(const std::vector<int64_t> &numbers, std::vector<int64_t> &tp) const;

  // The labels of such numbers of each group, ascending: of each group those of the smallest index.
  std::vector<int64_t> items_of(const std::vector<int64_t> &numbers) const;

 private:
  int64_t n_;
  std::vector<int64_t> sizes_;
  std::vector<int32_t> labels_;      // that occur, ascending
  std::vector<uint32_t> group_;      // of each of them
  std::vector<uint32_t> holders_, groups_;
  std::vector<std::size_t> holder_offsets_{0}, group_offsets_{0};
  // The vectors that hold each group, as bits; empty if sums go from link to link.
  std::vector<uint64_t> sets_;
};

}  // namespace wald::core::decisions
