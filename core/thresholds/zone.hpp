// Two thresholds for one classifier: flagged from the upper one on, cleared below the lower one, and left to a human
// between them (an equivocal zone).
#pragma once

#include "core/thresholds/rows.hpp"

namespace wald::core {

struct ZoneCosts {
  double false_positive = 1, false_negative = 1, abstained = 0.1;
};

struct Zone {
  double low = 0, high = 0;  // flagged: s >= high; cleared: s < low; low <= high
  Flagged flagged;
  double missed = 0;     // weight of the positives that are cleared
  double abstained = 0;  // weight of the rows between
  double cost = 0;       // of all rows
};

// The zone of least cost; of equal costs, the one that leaves fewest rows undecided. Every row must be rated.
Zone choose_zone(const Sample &sample, const ZoneCosts &costs);

}  // namespace wald::core
