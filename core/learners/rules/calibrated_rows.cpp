// Fits the calibrations of each fold and applies them to the rows that it leaves out.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/rules/calibrated_rows.hpp"

#include <algorithm>

#include "core/learners/rules/candidates.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::learners {

std::vector<double> calibrated_out_of_fold(const Dataset &data, uint64_t seed, int64_t threads, Monitor &monitor) {
  const LearnerOptions options;
  RuleProblem problem;
  problem.labels = data.targets.labels;
  const RowFolds folds = deal_rows(data.rows(), {}, options.folds, seed);
  const auto count = static_cast<int64_t>(folds.begin.size()) - 1;
  std::vector<double> out(data.marginals.size());
  parallel_for(count, worker_count(static_cast<int>(threads), count), monitor, [&](int64_t f, int, Monitor &inner) {
    const SplitRows split = split_rows(folds, f);
    const Dataset own = picked_rows(data, split.inside), held = picked_rows(data, split.left);
    const std::vector<Rule> rules = fit_candidates({RuleWord::decide_mean}, problem, own, options, inner);
    const std::vector<double> p =
        calibrated(rules[0].parts[0].calibrations, RuledRows(held.features, held.marginals), problem.labels);
    put_rows(p, split.left, problem.labels, out);
  });
  return out;
}

}  // namespace wald::core::learners
