// The scores of rows by the models of an ensemble of trees, as a sample to fit a cascade to.
#pragma once

#include "core/base/arrays.hpp"
#include "core/cascades/score_sample.hpp"
#include "core/numeric/monitor.hpp"
#include "core/trees/ensemble.hpp"

namespace wald::core::cascades {

// Adds the scores of rows of features, without the ensemble's base; all or, where it throws, none. weights, targets: as
// ScoreSample::feed takes them.
void feed_trees(ScoreSample &sample, const trees::Ensemble &ensemble, const RealTable &features, const Reals &weights,
                const Reals &targets, int threads, Monitor &monitor);

}  // namespace wald::core::cascades
