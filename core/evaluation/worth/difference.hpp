// How the difference of two predictions' utilities varies with simulated labels.
#pragma once

#include <array>
#include <cstdint>

#include "core/metrics/metric.hpp"
#include "core/numeric/special/poisson_binomial.hpp"

namespace wald::core::evaluation {

// A cell by its label and whether the optimum and the cut predict it: 4 y + 2 optimum + cut.
constexpr std::size_t cell_kinds = 8;
constexpr std::size_t cell_kind(bool y, bool optimum, bool cut) {
  return (y ? 4u : 0u) + (optimum ? 2u : 0u) + (cut ? 1u : 0u);
}

// Of one problem of independent items: the true ones among those that both predict, one of them, or neither.
struct TwoPredictions {
  Masses both, optimum, cut, neither;
  int64_t k_optimum = 0, k_cut = 0, n = 0;
};

struct DifferenceMoments {
  double variance = 0;
  std::array<double, cell_kinds> influence{};  // what one more cell of a kind adds to the expected difference
  int64_t draws = 0;                           // 0: exact
};

// mean: the expected difference, to whatever digits. influences: whether they are asked for; n + 1 items then have to
// be known to the metric.
DifferenceMoments difference_moments(const Metric &metric, const TwoPredictions &items, double mean, bool influences,
                                     int64_t samples, uint64_t seed, uint64_t stream);

}  // namespace wald::core::evaluation
