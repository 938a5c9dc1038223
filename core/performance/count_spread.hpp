// How a count of true cells varies that is a sum over cells, given their probabilities: exactly where it takes few
// values, by simulation where few cells have weights, else by its normal limit.
#pragma once

#include <cstdint>
#include <vector>

#include "core/numeric/random/random.hpp"

namespace wald::core::performance {

// Cells that are flagged, or that are not, as they are added up.
class CountSum {
 public:
  // A cell whose label is simulated.
  void add_open(double weight, double p);
  // A cell whose label is known, and would be in any case.
  void add_known(double weight, bool label);
  // A cell whose label is asked for with a probability between 0 and 1: its term, by Horvitz and Thompson, and what it
  // adds to the variance of the error, as observed (0 if it was not) and as expected.
  void add_asked(double weight, double term, double observed, double expected);

 private:
  friend class CountSpread;
  double total_ = 0, mean_ = 0, variance_ = 0, known_ = 0;
  double observed_ = 0, expected_ = 0;
  bool asked_ = false, same_weights_ = true;
  double weight_ = 0;  // of the first open cell
  std::vector<double> weights_, p_;
};

class CountSpread {
 public:
  CountSpread() = default;
  CountSpread(const CountSum &sum, uint64_t seed, uint64_t stream);

  double mean() const { return mean_; }
  double sd() const { return sd_; }
  double clipped(double count) const;
  struct Value {
    double count, probability;
  };
  // Values with their probabilities, ascending; for a normal limit a grid of them.
  std::vector<Value> values() const;
  // out: as many draws as it has, one of each part of equal probability, in a random order; of the spread as it is where
  // the mean of the count is `mean` instead: odds of labels are multiplied alike until it is.
  void draw(double mean, Random &random, std::vector<double> &out) const;

 private:
  // Calls visit(value, x, its mass times exp(t x)) with x = (count - mean)/sd.
  template <class Visit>
  void visit_tilted(double t, const Visit &visit) const;
  double exponent_for(double mean) const;

  double mean_ = 0, sd_ = 0, high_ = 0;
  bool normal_ = false, lattice_ = false;
  std::vector<Value> values_;
};

}  // namespace wald::core::performance
