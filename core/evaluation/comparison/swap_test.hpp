// The paired permutation test: where A and B are alike, the two predictions of a unit (a row, or a group of rows) may
// be swapped, and the difference is one of 2^units equally likely values. The p-value is the share of those that are
// at least as large in size; of a sample of them, the observed one included (Phipson and Smyth 2010).
#pragma once

#include <cmath>
#include <vector>

#include "core/numeric/monitor.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/random/binomial.hpp"

namespace wald::core::evaluation {

struct SwapTest {
  double p_value;
  int64_t swaps;  // random ones; 0 if all were counted
};

// Units that change the difference alike are one kind: how many of them are swapped is binomial, so that there are
// product(count + 1) cases to count, instead of 2^units. This many are counted one by one.
constexpr double most_cases = 1 << 20;

// P(k of n are swapped), for k = 0 ... n.
inline std::vector<double> swap_masses(int64_t n) {
  std::vector<double> out;
  // Whole numbers and powers of 2 as long as they are doubles: their sums are exact.
  constexpr int64_t most_exact = 50;
  if (n <= most_exact) {
    double ways = 1;
    for (int64_t k = 0; k <= n; ++k) {
      out.push_back(std::ldexp(ways, -static_cast<int>(n)));
      ways = ways * static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    return out;
  }
  for (int64_t k = 0; k <= n; ++k)
    out.push_back(exponential(log_binomial_mass(static_cast<double>(k), static_cast<double>(n), 0.5)));
  return out;
}

// Every case in turn; `state` is where none is swapped.
template <class State>
class EachSwap {
 public:
  EachSwap(const std::vector<int64_t> &counts, State &state, double as_large, Monitor &monitor)
      : state_(state), as_large_(as_large), monitor_(monitor) {
    for (int64_t count : counts) masses_.push_back(swap_masses(count));
  }
  double p_value() {
    visit(0, 1);
    return std::min(1.0, p_value_);
  }

 private:
  void visit(std::size_t kind, double mass) {
    if (kind == masses_.size()) {
      if (std::fabs(state_.value()) >= as_large_) p_value_ += mass;
      if (++visited_ % 1024 == 0) monitor_.at(static_cast<double>(visited_) / most_cases);
      return;
    }
    const std::vector<double> &of_kind = masses_[kind];
    for (std::size_t k = 0; k < of_kind.size(); ++k) {
      if (k > 0) state_.swap(kind, 1);
      visit(kind + 1, mass * of_kind[k]);
    }
    state_.swap(kind, 1 - static_cast<double>(of_kind.size()));
  }

  State &state_;
  const double as_large_;
  Monitor &monitor_;
  std::vector<std::vector<double>> masses_;
  double p_value_ = 0;
  int64_t visited_ = 0;
};

// counts: the number of units of each kind. none: a state in which none is swapped, that can be copied, and has
// swap(kind, number) and value(). as_large: the least difference that counts as being as large as the one there was.
template <class State>
SwapTest swap_test(const std::vector<int64_t> &counts, const State &none, double as_large, int64_t rounds,
                   uint64_t seed, int workers, Monitor &monitor) {
  double cases = 1;
  for (int64_t count : counts) cases *= static_cast<double>(count + 1);
  if (cases <= most_cases) {
    State state = none;
    return {EachSwap<State>(counts, state, as_large, monitor).p_value(), 0};
  }
  std::vector<Binomial> draws;
  for (int64_t count : counts) draws.emplace_back(static_cast<double>(count), 0.5);
  std::vector<State> states(static_cast<std::size_t>(workers), none);
  std::vector<int64_t> found(static_cast<std::size_t>(workers), 0);
  parallel_for(rounds, workers, monitor, [&](int64_t round, int worker, Monitor &) {
    State &state = states[static_cast<std::size_t>(worker)];
    state = none;
    Random random(seed, static_cast<uint64_t>(round));
    for (std::size_t kind = 0; kind < draws.size(); ++kind)
      if (const double swapped = draws[kind](random); swapped > 0) state.swap(kind, swapped);
    found[static_cast<std::size_t>(worker)] += std::fabs(state.value()) >= as_large;
  });
  int64_t sum = 1;
  for (int64_t one : found) sum += one;
  return {static_cast<double>(sum) / static_cast<double>(rounds + 1), rounds};
}

}  // namespace wald::core::evaluation
