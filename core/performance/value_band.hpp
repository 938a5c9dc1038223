// Values with their probabilities, of which a band is made.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/random/random.hpp"
#include "core/performance/performance_rows.hpp"

namespace wald::core::performance {

class Band {
 public:
  void add(double value, double mass) { values_.push_back({value, mass}); }
  double standard_deviation() const;
  // The ends between which the values lie with the probability `level`, as much beyond each, and the deviation.
  void give(double level, Estimate &out);

 private:
  struct Value {
    double value, mass;
  };
  // The smallest value with so much mass up to it.
  double quantile(double mass);
  std::vector<Value> values_;
};

// Draws of a normal distribution with the mean 0, one of each part of equal probability.
class NormalParts {
 public:
  explicit NormalParts(double sd) : sd_(sd) {}
  void draw(Random &random, std::vector<double> &out) const;

 private:
  double sd_;
};

}  // namespace wald::core::performance
