// The best numbers of labels of each group for a value that is linear in tp of each vector and in k.
#pragma once

#include <vector>

#include "core/decisions/decision.hpp"
#include "core/decisions/joint/label_groups.hpp"

namespace wald::core::decisions {

class GroupSelection {
 public:
  explicit GroupSelection(const LabelGroups &groups) : groups_(groups), numbers_(groups.count()) {}

  // The prediction of the greatest sum over the vectors of of_vector tp, plus of_label k, with k in the range, which does
  // not begin beyond the number of labels.
  void select(const std::vector<double> &of_vector, double of_label, KRange range);
  const std::vector<int64_t> &numbers() const { return numbers_; }
  const std::vector<int64_t> &tp() const { return tp_; }
  int64_t k() const { return k_; }

 private:
  void add_best(int64_t count, std::vector<uint32_t> &candidates);

  const LabelGroups &groups_;
  std::vector<double> scores_;
  std::vector<int64_t> numbers_, tp_;
  std::vector<uint32_t> gaining_, losing_;
  int64_t k_ = 0;
};

}  // namespace wald::core::decisions
