// Tries every prediction.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/enumeration.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/decisions/expectation.hpp"
#include "core/decisions/joint/ascent.hpp"

namespace wald::core::decisions {
namespace {

// value(items) = E U of a prediction and its error: of independent labels, and of listed vectors.
struct IndependentValue {
  const Problem &problem;
  Estimate operator()(const std::vector<int64_t> &items) const {
    const Expectation e = expected_independent(problem.metric, problem.labels(), items, problem.work);
    return {e.value, e.error};
  }
};
struct JointVectorsValue {
  const Problem &problem;
  Estimate operator()(const std::vector<int64_t> &items) const {
    const JointValue v = value_on_vectors(problem.metric, *problem.belief.vectors, problem.n_labels(), items);
    return {v.value, v.error};
  }
};

// Calls visit(items, value) for every prediction allowed, by ascending k, then in the order of the smallest indices.
template <class Value, class Visit>
void for_each_prediction(const Problem &problem, const Visit &visit) {
  const Value value{problem};
  const int64_t n = problem.n_labels();
  const KRange range = problem.range;
  if (n > enumeration_limit)
    fail(Status::unsupported, "enumeration takes up to ", enumeration_limit, " items: the problem has ", n);
  std::vector<int64_t> items;
  uint32_t done = 0;
  for (int64_t k = range.low; k <= range.high; ++k) {
    std::vector<bool> chosen(static_cast<std::size_t>(n), false);
    std::fill(chosen.begin(), chosen.begin() + k, true);
    do {
      items.clear();
      for (int64_t i = 0; i < n; ++i)
        if (chosen[static_cast<std::size_t>(i)]) items.push_back(i);
      visit(items, value(items));
      if ((++done & 255) == 0) problem.monitor.at(static_cast<double>(done) / static_cast<double>(uint32_t{1} << n));
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
  }
}

template <class Value>
void decide_by_enumeration(const Problem &problem, Answer &answer) {
  const int64_t n = problem.n_labels();
  answer.algorithm = Algorithm::enumeration;
  struct Candidate {
    uint32_t mask;
    int32_t k;
    Estimate valued;
  };
  std::vector<Candidate> all;
  double best = -std::numeric_limits<double>::infinity(), scale = rounding_scale(problem.metric, n), at_most = best;
  for_each_prediction<Value>(problem, [&](const std::vector<int64_t> &items, Estimate v) {
    uint32_t mask = 0;
    for (int64_t i : items) mask |= uint32_t{1} << i;
    all.push_back({mask, static_cast<int32_t>(items.size()), v});
    best = std::max(best, v.value);
    at_most = std::max(at_most, v.value + v.error);
    scale = std::max(scale, std::fabs(v.value));
  });
  const double tie = tie_tolerance(n, scale);
  const Candidate &chosen =
      *std::find_if(all.begin(), all.end(), [&](const Candidate &c) { return c.valued.value >= best - tie; });
  double next = -std::numeric_limits<double>::infinity();
  for (const Candidate &c : all)
    if (c.k != chosen.k) next = std::max(next, c.valued.value);
  answer.k = chosen.k;
  answer.expected = chosen.valued.value;
  answer.bound = at_most - answer.expected + chosen.valued.error;
  if (std::isfinite(next)) answer.next_best = next;
  std::vector<int64_t> &best_items = problem.work.items;
  best_items.clear();
  for (int64_t i = 0; i < n; ++i)
    if (chosen.mask >> i & 1) best_items.push_back(i);
}

template <class Value>
void enumeration_curve(const Problem &problem) {
  const KRange range = problem.range;
  Curve &curve = problem.work.curve;
  curve.start(range);
  std::fill(curve.value.begin(), curve.value.end(), -std::numeric_limits<double>::infinity());
  for_each_prediction<Value>(problem, [&](const std::vector<int64_t> &items, Estimate v) {
    const std::size_t at = static_cast<std::size_t>(static_cast<int64_t>(items.size()) - range.low);
    if (v.value <= curve.value[at]) return;
    curve.value[at] = v.value;
    curve.error[at] = v.error;
  });
}

}  // namespace

void decide_independent_by_enumeration(const Problem &problem, Answer &answer) {
  decide_by_enumeration<IndependentValue>(problem, answer);
}
void decide_joint_by_enumeration(const Problem &problem, Answer &answer) {
  decide_by_enumeration<JointVectorsValue>(problem, answer);
}
void independent_enumeration_curve(const Problem &problem) { enumeration_curve<IndependentValue>(problem); }
void joint_enumeration_curve(const Problem &problem) { enumeration_curve<JointVectorsValue>(problem); }

}  // namespace wald::core::decisions
