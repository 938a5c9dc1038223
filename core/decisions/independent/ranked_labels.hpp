// Independent labels ranked by probability: where a metric rises in tp, the best prediction of k positives is the
// first k ([L95], [N16] Theorem 1).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/decisions/curve.hpp"
#include "core/numeric/special/poisson_binomial.hpp"

namespace wald::core::decisions {

// p descending, of equal ones the smaller index first; labels of probability 0 are left out of the lists.
struct Ranked {
  int64_t n = 0;
  std::vector<double> p;
  std::vector<int64_t> item;
  double mean = 0;  // of the number of true labels

  // probability(i) for i = 0 ... n_items-1, checked before.
  template <class Probability>
  void rank(int64_t n_items, const Probability &probability) {
    n = n_items;
    order_.clear();
    for (int64_t i = 0; i < n; ++i) add(i, probability(i));
    sort(true);
  }
  void rank(const std::vector<double> &probabilities) {
    rank(static_cast<int64_t>(probabilities.size()),
         [&](int64_t i) { return probabilities[static_cast<std::size_t>(i)]; });
  }
  // The same from the items that are present: (index, probability) pairs in any order.
  void rank_sparse(int64_t n_items, const std::vector<std::pair<int64_t, double>> &present) {
    n = n_items;
    order_.clear();
    for (const auto &[i, value] : present) add(i, value);
    sort(false);
  }

  int64_t size() const { return static_cast<int64_t>(p.size()); }
  double p_zero() const;
  // The first k items ascending; beyond size() the smallest indices that have probability 0.
  void top(int64_t k, std::vector<int64_t> &out) const;

 private:
  void add(int64_t i, double value) {
    if (value > 0) order_.emplace_back(value, i);
  }
  void sort(bool ascending_items);
  std::vector<std::pair<double, int64_t>> order_, sorted_;
  std::vector<double> values_;
  std::vector<int32_t> ranks_;
};

// Buffers that decisions reuse, one for each thread.
// Room for numbers that are written before they are read, kept from call to call.
class Room {
 public:
  double *for_numbers(std::size_t count) {
    if (count > size_) {
      memory_.reset(new double[count]);  // not cleared: most of it is never used
      size_ = count;
    }
    return memory_.get();
  }

 private:
  std::unique_ptr<double[]> memory_;
  std::size_t size_ = 0;
};

struct Workspace {
  Ranked ranked;
  Curve curve;
  DescendingMasses top;
  Masses rest;
  std::vector<double> tail;        // ye
  std::vector<double> row;         // window
  std::vector<double> previous;    // window, custom metrics
  std::vector<double> utilities;   // the same
  std::vector<double> cumulative;  // window
  DescendingMasses bottom;         // bisection
  std::vector<double> ascending;   // bisection
  Room lanes;                      // short rows
  std::vector<int64_t> items;
  std::vector<std::pair<int64_t, double>> present;
};

}  // namespace wald::core::decisions
