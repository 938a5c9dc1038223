// The utility of one row's labels as a problem of its own: its mean and variance, how the mean moves with each
// probability, and draws of it. Cost: the square of the number of labels.
#pragma once

#include <cstdint>
#include <vector>

#include "core/metrics/metric.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/special/poisson_binomial.hpp"

namespace wald::core::performance {

class RowUtility {
 public:
  // p and flagged: one per label. with_slopes: whether slopes() is asked for.
  void compute(const Metric &metric, const std::vector<double> &p, const std::vector<uint8_t> &flagged,
               bool with_slopes);

  double mean() const { return mean_; }
  double variance() const { return variance_; }
  // Of the mean, by each probability.
  const std::vector<double> &slopes() const { return slopes_; }
  double draw(const Metric &metric, Random &random) const;

 private:
  void find_slopes(const Masses &masses, const std::vector<double> &means, int64_t from, const std::vector<int64_t> &items,
                   const std::vector<double> &p);

  int64_t k_ = 0, n_ = 0;
  Masses tp_, fn_;
  double mean_ = 0, variance_ = 0;
  std::vector<int64_t> flagged_, others_;
  std::vector<double> slopes_, by_tp_, by_fn_, rest_;
};

}  // namespace wald::core::performance
