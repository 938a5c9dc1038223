// The best thresholds by searching all of them: exactly for one and two classifiers, and for more where the lattice of
// the positives' scores fits; else from quantiles, improved pair by pair.
#pragma once

#include "core/numeric/monitor.hpp"
#include "core/thresholds/curve.hpp"
#include "core/thresholds/question.hpp"

namespace wald::core {

struct SearchLimits {
  int64_t lattice_cells = int64_t{1} << 23;
  int64_t pair_cells = int64_t{1} << 31;  // of a sweep over two classifiers, which stores none of them
  int64_t ascent_levels = 4096;           // for each classifier
};

struct DirectSearch {
  ThresholdCurve curve;
  double ranking_area = std::numeric_limits<double>::quiet_NaN();  // of one classifier, where all rows were ranked
  bool local_optimum = false;                                      // of the choice on the curve; false: none is better
  bool thinned = false;  // quantiles of the positives' scores stood for all of them
};

// sample: with exact sums. The frontier that serves any question for at most five classifiers; for more, or where the
// lattice does not fit, one that was improved for this question.
DirectSearch search_direct(const Sample &sample, const Judge &judge, const SearchLimits &limits, Monitor &monitor);

}  // namespace wald::core
