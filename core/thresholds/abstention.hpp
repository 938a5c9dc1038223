// Two thresholds for one classifier: flagged from the upper one on, cleared below the lower one, and left to a human
// between them (classification with a reject option; an equivocal zone).
#pragma once

#include "core/thresholds/sample/sample.hpp"

namespace wald::core::thresholds {

// Plain data. Each finite and at least 0; of a row of weight 1.
struct AbstentionCosts {
  double false_positive = 1, false_negative = 1, abstained = 0.1;
};

// Plain data.
struct AbstentionZone {
  double low = 0, high = 0;  // flagged: s >= high; cleared: s < low; low <= high; +-inf: none
  Flagged flagged;
  double false_negatives = 0;  // weight of the positives that are cleared
  double abstained = 0;        // weight of the rows between
  double cost = 0;             // of all rows
};

// The zone of least cost; of equal costs, the one that leaves fewest rows undecided. Throws unless the sample has one
// classifier, some rows, and all of them rated.
AbstentionZone choose_abstention_zone(const Sample &sample, const AbstentionCosts &costs);

}  // namespace wald::core::thresholds
