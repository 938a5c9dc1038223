// Ranks independent labels by probability, and lists the first k.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/independent/ranked_labels.hpp"

#include <algorithm>

#include "core/numeric/vectors/kernels.hpp"

namespace wald::core::decisions {

void Ranked::sort(bool ascending_items) {
  constexpr std::size_t few = 128;
  if (ascending_items && order_.size() <= few) {
    values_.resize(order_.size());
    ranks_.resize(order_.size());
    sorted_.resize(order_.size());
    for (std::size_t j = 0; j < order_.size(); ++j) values_[j] = order_[j].first;
    descending_ranks(values_.data(), static_cast<int32_t>(order_.size()), ranks_.data());
    for (std::size_t j = 0; j < order_.size(); ++j) sorted_[static_cast<std::size_t>(ranks_[j])] = order_[j];
    order_.swap(sorted_);
  } else {
    std::sort(order_.begin(), order_.end(), [](const auto &x, const auto &y) {
      return x.first > y.first || (x.first == y.first && x.second < y.second);
    });
  }
  p.resize(order_.size());
  item.resize(order_.size());
  mean = 0;
  for (std::size_t j = 0; j < order_.size(); ++j) {
    mean += order_[j].first;
    p[j] = order_[j].first;
    item[j] = order_[j].second;
  }
}

double Ranked::p_zero() const {
  double product = 1;
  for (double value : p) product *= 1 - value;
  return product;
}

void Ranked::top(int64_t k, std::vector<int64_t> &out) const {
  const int64_t ranked = std::min(k, size());
  out.assign(item.begin(), item.begin() + ranked);
  std::sort(out.begin(), out.end());
  if (k == ranked) return;
  // All of positive probability are in: fill up with the smallest other indices.
  std::vector<int64_t> filled;
  filled.reserve(static_cast<std::size_t>(k));
  auto next = out.begin();
  int64_t missing = k - ranked;
  for (int64_t i = 0; i < n && (missing > 0 || next != out.end()); ++i) {
    if (next != out.end() && *next == i) {
      filled.push_back(i);
      ++next;
    } else if (missing > 0) {
      filled.push_back(i);
      --missing;
    }
  }
  out.swap(filled);
}

}  // namespace wald::core::decisions
