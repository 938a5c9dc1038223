// Sums of an ensemble's trees and the scores of its models, by walking or by bit vectors: the same bits either way.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>

#include "core/base/arrays.hpp"
#include "core/numeric/monitor.hpp"
#include "core/trees/bits/bit_forest.hpp"

namespace wald::core::trees {

class Ensemble;

// Values of the leaves, one per table: of tree t and place k in a leaf at t leaf_width + k.
template <class Sum>
bits::Tables<Sum> leaf_tables(const Ensemble &ensemble, const bits::Forest &forest);

// The trees as bit vectors, and their values in the type in which they add up.
struct BitSums {
  BitSums(const Ensemble &ensemble, const bits::Level &level);
  bits::Forest forest;
  std::variant<bits::Tables<float>, bits::Tables<double>> tables;
};

// Without bit vectors every tree is walked; with them those that they have not.
void sum_trees(const Ensemble &ensemble, const BitSums *bits, const RealTable &features, int threads, Monitor &monitor,
               double *out);
void score_models(const Ensemble &ensemble, const BitSums *bits, const RealTable &features, int threads,
                  Monitor &monitor, double *out);

}  // namespace wald::core::trees
