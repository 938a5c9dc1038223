// The algorithms that decide one problem, one row each. A new algorithm needs a word in algorithm.hpp, a row and a file.
#pragma once

#include "core/decisions/algorithm.hpp"
#include "core/decisions/problem.hpp"

namespace wald::core::decisions {

// How an algorithm serves one kind of estimator.
struct Service {
  using Reason = const char *(*)(const Problem &problem);

  // When it is chosen without being named, the rule of choose_algorithm.cpp; null: never.
  const char *chosen = nullptr;
  // Why it cannot decide the problem; gives null, or is null, where it can.
  Reason refuses = nullptr;
  // Fills the answer, all but the warning, and work.items. Null: the best of the curve is the answer.
  void (*decide)(const Problem &problem, Answer &answer) = nullptr;
  // Why it gives no curve though it fills one of other problems.
  Reason refuses_curve = nullptr;
  // Fills work.curve over problem.range. Null: it gives no curve.
  void (*fill)(const Problem &problem) = nullptr;
  // Of a joint distribution it asks for counts: the distinct vectors need not be listed.
  bool by_counts = false;
  // Its own value is known without a curve, which another algorithm gives; automatic: none does.
  Algorithm curve_by = Algorithm::automatic;

  explicit constexpr operator bool() const { return decide || fill; }
};

constexpr const char *for_another_kind = "it is for another kind of estimator";

// What the values of a curve are.
enum class Values : uint8_t {
  exact,
  approximate,  // the one of the k that is chosen is replaced by the exact one
  to_first_rise  // exact, and none beyond the first k whose successor is worse
};

struct AlgorithmRow {
  Algorithm algorithm;
  Service independent, categorical, joint, counts;
  Values values = Values::exact;
  const char *purpose = for_another_kind;  // what it is for, said where it does not serve

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
