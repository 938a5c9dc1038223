// A simultaneous band for the frontier of one score: with probability `certify` it holds the recall, the FPR and the
// precision of every threshold at once, so that a point may be picked after looking.
//
// P(S >= s) at the k-th highest of n scores is the k-th smallest of n uniform numbers, whatever their distribution. An
// equal local level g for all k gives the interval of Clopper and Pearson at confidence 1 - g to each count, and g is
// such that all n hold with the probability asked for (Aldor-Noiman et al. 2013; Berk and Jones 1979 have the same
// shape). It is tabulated, from the recursion of Moscovich and Nadler (2017).
#pragma once

#include <vector>

#include "core/numeric/special/binomial_interval.hpp"
#include "core/thresholds/threshold_options.hpp"
#include "core/thresholds/sample/sample.hpp"

namespace wald::core::thresholds {

// The local level at which the bounds of all n order statistics hold with probability 1 - alpha, or with more.
double local_level(double n, double alpha);

struct BandPoint {
  Interval recall{0, 1}, fpr{0, 1}, precision{0, 1};
};

// Of each point with tp, fp (weights, ascending). Throws Error(unsupported) if several classifiers flag, rows are
// not rated, or rows come with weights that are not equal by design.
std::vector<BandPoint> frontier_band(const Sample &sample, double certify, const ThresholdSearch &options,
                                     const std::vector<Flagged> &points);

}  // namespace wald::core::thresholds
