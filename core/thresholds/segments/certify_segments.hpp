// Thresholds of segments whose limits hold for all future rows, in every segment at once.
//
// Each of G segments is certified by its own rows, with probability 1 - delta/G: its own limits, and those of all,
// which hold for the rows of all segments together where they hold in each (a rate of all is a mean of the segments'
// rates).
#pragma once

#include <vector>

#include "core/certify/certificate.hpp"
#include "core/numeric/monitor.hpp"
#include "core/thresholds/objective.hpp"
#include "core/thresholds/segments/segment_curves.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::thresholds {

struct CertifiedSegments {
  std::vector<double> thresholds;  // +inf if nothing is certified
  std::vector<certify::Certificate> certificates;
  Goal goal = Goal::automatic;  // of all segments; automatic: they have several
};

// At the options' prevalence, to which the rows are not weighted yet. Throws Error(argument) or Error(unsupported) where
// something cannot be certified.
CertifiedSegments certify_segments(const SegmentRows &rows, const RealTable &limits, const Objective &objective,
                                   const ThresholdSearch &options, Monitor &monitor);

}  // namespace wald::core::thresholds
