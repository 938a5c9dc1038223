// The general F-maximiser for each kind of estimator: from its counts.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/gfm.hpp"
#include "core/estimators/marginal.hpp"

namespace wald::core::decisions {
namespace {

bool all_labels(const Problem &problem) { return needs_all_labels(problem.metric, problem.n_labels()); }

CountTable counts_of_ranked(const Problem &problem) {
  const Ranked &labels = problem.labels();
  std::vector<double> p(static_cast<std::size_t>(labels.n), 0.0);
  for (int64_t j = 0; j < labels.size(); ++j)
    p[static_cast<std::size_t>(labels.item[static_cast<std::size_t>(j)])] = labels.p[static_cast<std::size_t>(j)];
  Independent independent;
  independent.feed({p.data(), false, labels.n, 1});
  // Whole, since what a cut drops is worth anything to a metric of any range.
  CountTable table = CountTable::of(*independent.to_counts(std::numeric_limits<double>::min()), all_labels(problem));
  table.roundings += 4 * labels.n;
  return table;
}

CountTable counts_of_joint(const Problem &problem) {
  return CountTable::of(problem.belief.joint(), all_labels(problem));
}

CountTable counts_as_fed(const Problem &problem) {
  return CountTable::of(static_cast<const Counts &>(*problem.belief.estimator), all_labels(problem));
}

void decide_from(const CountTable &table, const Problem &problem, Answer &answer) {
  decide_gfm(problem.metric, table, problem.range, problem.work, problem.monitor, answer);
}

void fill_from(const CountTable &table, const Problem &problem) {
  gfm_curve(problem.metric, table, problem.range, problem.work.curve, problem.monitor);
}

}  // namespace

void decide_independent_by_gfm(const Problem &problem, Answer &answer) {
  decide_from(counts_of_ranked(problem), problem, answer);
}

void decide_joint_by_gfm(const Problem &problem, Answer &answer) {
  const CountTable table = counts_of_joint(problem);
  answer.p_zero = table.p_zero;
  decide_from(table, problem, answer);
}

void decide_counts_by_gfm(const Problem &problem, Answer &answer) {
  decide_from(counts_as_fed(problem), problem, answer);
}

void independent_gfm_curve(const Problem &problem) { fill_from(counts_of_ranked(problem), problem); }
void joint_gfm_curve(const Problem &problem) { fill_from(counts_of_joint(problem), problem); }
void counts_gfm_curve(const Problem &problem) { fill_from(counts_as_fed(problem), problem); }

}  // namespace wald::core::decisions
