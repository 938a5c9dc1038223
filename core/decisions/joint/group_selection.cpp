// Takes the groups in the order of what a label of theirs is worth.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/group_selection.hpp"

#include <algorithm>

namespace wald::core::decisions {

// Takes the best `count` labels of the candidates.
void GroupSelection::add_best(int64_t count, std::vector<uint32_t> &candidates) {
  const auto better = [&](uint32_t x, uint32_t y) {
    return scores_[x] > scores_[y] || (scores_[x] == scores_[y] && x < y);
  };
  auto first = candidates.begin(), last = candidates.end();
  while (count > 0 && last - first > 1) {
    const auto middle = first + (last - first) / 2;
    std::nth_element(first, middle, last, better);
    int64_t labels = 0;
    for (auto g = first; g != middle; ++g) labels += groups_.sizes()[*g];
    if (labels > count) {
      last = middle;
      continue;
    }
    for (auto g = first; g != middle; ++g) numbers_[*g] = groups_.sizes()[*g];
    count -= labels;
    first = middle;
  }
  if (count > 0 && first != last) numbers_[*first] = std::min(count, groups_.sizes()[*first]);
}

void GroupSelection::select(const std::vector<double> &of_vector, double of_label, KRange range) {
  groups_.sum_over_holders(of_vector, of_label, scores_);
  gaining_.clear();
  losing_.clear();
  int64_t gaining = 0;
  for (std::size_t g = 0; g < scores_.size(); ++g) {
    const bool gains = scores_[g] > 0;
    (gains ? gaining_ : losing_).push_back(static_cast<uint32_t>(g));
    if (gains) gaining += groups_.sizes()[g];
    numbers_[g] = gains ? groups_.sizes()[g] : 0;
  }
  if (gaining > range.high) {
    for (uint32_t g : gaining_) numbers_[g] = 0;
    add_best(range.high, gaining_);
  } else if (gaining < range.low) {
    add_best(range.low - gaining, losing_);
  }
  k_ = std::clamp(gaining, range.low, range.high);
  groups_.sum_over_groups(numbers_, tp_);
}

}  // namespace wald::core::decisions
