// What Wald is measured against, written to be fast: compiled with -O3 for this machine, buffers reused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace bench {

// mask = p > threshold, the decision that needs no algorithm.
void threshold(const double *p, std::size_t count, double at, uint8_t *mask);

double read_all(const double *x, std::size_t count);

// [N16] Algorithm 1 as printed, all (tp, fn) of every k in O(n^3), with the utility inlined and its loop vectorised.
// Returns the greatest expected utility.
enum class Utility { gmean, hmean, jaccard };
class Literal {
 public:
  double best(const std::vector<double> &p, Utility utility);

 private:
  std::vector<double> p_, first_, last_;
};

// The general F-maximiser for F1 as a dense product Delta = P W and, for every k, a selection of the k largest.
class DenseGfm {
 public:
  // trim: only the columns s that occur, else all s = 1 ... n_labels as the literature has it.
  DenseGfm(std::size_t n_labels, std::size_t n_samples, bool trim);
  ~DenseGfm();
  // P from label vectors of equal weight; W, which does not depend on the data, is made here once.
  void accumulate(const uint8_t *samples);
  enum class Order {
    arguments,  // every column's labels are sorted whole, as the literature has it
    values,     // every column's values are sorted whole, the labels for the best k alone
    selection,  // the k largest values are only separated from the rest
  };
  double decide(Order order);
  std::size_t sizes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// [Y12] as printed in the paper for F1, two O(n^2) recursions, with the masses of all prefixes kept: O(n^2) memory.
class PlainYe {
 public:
  double best(const std::vector<double> &p);

 private:
  std::vector<double> p_, masses_, s_;
};

}  // namespace bench
