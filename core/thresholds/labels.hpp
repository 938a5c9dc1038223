// A threshold for each label of a multi-label model.
//
// Averaged over labels (macro) each label is a problem of its own. Pooled (micro) the counts of all labels are added,
// and the frontier of the sum is the min-plus convolution of the labels' frontiers: exact for every goal and
// constraint. Where that takes too many steps the frontiers' concave hulls stand for them, and the answer says so.
#pragma once

#include <vector>

#include "core/thresholds/choose.hpp"

namespace wald::core {

enum class LabelAverage : int32_t { macro = 1, micro = 2 };  // as wald_average numbers them

struct LabelThresholds {
  std::vector<double> thresholds;
  std::vector<Outcome> outcomes;  // of each label
  Outcome pooled;                 // counts added; value: of the goal at them, or with macro the mean over labels
  bool feasible = true;           // with macro: for every label
  bool exact = true;
};

// One sample of a single classifier for each label. A label without positives gets +inf.
LabelThresholds choose_label_thresholds(const std::vector<Sample> &labels, const Question &question,
                                        LabelAverage average, int threads, Monitor &monitor,
                                        int64_t most_steps = int64_t{1} << 28);

}  // namespace wald::core
