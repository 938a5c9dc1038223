// The table of algorithms that decide a single problem. To add one, name it in algorithm.hpp, write its file and add its
// row to algorithm_table.cpp.
#pragma once

#include "core/decisions/algorithm.hpp"
#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

// How an algorithm serves one kind of estimator.
struct Service {
  using Reason = const char *(*)(const Problem &problem);

  // When choose_algorithm.cpp picks it automatically. Null: only when the caller names it.
  const char *chosen = nullptr;
  // Returns why it cannot decide the problem, or null if it can. Null: it can decide any problem.
  Reason refuses = nullptr;
  // Fills work.items and every field of the answer except the warning. Null: the answer is the best point of the curve.
  void (*decide)(const Problem &problem, Answer &answer) = nullptr;
  // Returns why it has no curve for this problem, if it has one for others.
  Reason refuses_curve = nullptr;
  // Fills work.curve over problem.range. Null: it has no curve.
  void (*fill)(const Problem &problem) = nullptr;
  // Reads only the counts of a joint distribution, so that its distinct vectors are not listed.
  bool by_counts = false;
  // The algorithm that computes the curve, if this one finds the value without it; automatic: none.
  Algorithm curve_by = Algorithm::automatic;

  explicit constexpr operator bool() const { return decide || fill; }
};

constexpr const char *for_another_kind = "it is for another kind of estimator";

// How exact the values of a curve are.
enum class Values : uint8_t {
  exact,
  approximate,   // the value at the chosen k is recomputed exactly
  to_first_rise  // exact up to the first k whose successor is worse; nothing beyond it
};

struct AlgorithmRow {
  Algorithm algorithm;
  Service independent, categorical, joint, counts;
  Values values = Values::exact;
  const char *purpose = for_another_kind;  // what it is for: shown when it is refused

  constexpr const Service &serves(Kind kind) const {
    switch (kind) {
      case Kind::independent: return independent;
      case Kind::categorical: return categorical;
      case Kind::joint: return joint;
      case Kind::counts: break;
    }
    return counts;
  }
};

const AlgorithmRow &row_of(Algorithm algorithm);

// Throws Error(unsupported).
[[noreturn]] void refuse_algorithm(Algorithm algorithm, const Problem &problem, const char *why);

// The kind as messages say it.
const char *given(Kind kind);

}  // namespace wald::core::decisions
