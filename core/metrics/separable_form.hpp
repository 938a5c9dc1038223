// A metric as a sum of ratios of counts, the form from which its expectation separates over independent items.
#pragma once

#include <array>
#include <vector>

namespace wald::core {

// N/D with N and D sums over the items of a number for each of the four cells (true positive, false positive, false
// negative, true negative). D's numbers are at least 0, and N's is 0 if D's is; 0/0 counts as z.
struct CountRatio {
  std::array<double, 4> top, bottom;
};

struct SeparableForm {
  enum Kind {
    ratios,   // shift + sum of weight * ratio
    root,     // tp / sqrt(k s), z at k = s = 0
    product,  // 1 - (1 - TPR)(1 - TNR)
  };
  struct Term {
    double weight;
    CountRatio ratio;
  };
  Kind kind = ratios;
  double shift = 0;
  std::vector<Term> terms;
};

}  // namespace wald::core
