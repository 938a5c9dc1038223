// Fits the candidates of the learner "rule"; what several of them share is fitted once.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/rules/candidates.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "core/learners/parts.hpp"
#include "core/learners/rules/cuts.hpp"
#include "core/learners/rules/shrunk_platt.hpp"

namespace wald::core::learners {

namespace {

class CandidateFit {
 public:
  CandidateFit(const RuleProblem &problem, const Dataset &data, const LearnerOptions &options, Monitor &monitor)
      : problem_(problem), data_(data), options_(options), monitor_(monitor), log_odds_(log_odds_of_marginals(data.marginals)),
        rows_(rows_of(log_odds_, data)) {}

  Rule of(RuleWord word) {
    switch (word) {
      case RuleWord::half: return by_cuts(std::vector<double>(static_cast<std::size_t>(problem_.labels), 0.0));
      case RuleWord::threshold:
        return by_cuts(std::vector<double>(static_cast<std::size_t>(problem_.labels), common_cut(problem_, rows_)));
      case RuleWord::thresholds: return by_cuts(cuts().plain);
      case RuleWord::bagged_thresholds: return by_cuts(cuts().bagged);
      case RuleWord::shrunk_thresholds: return by_cuts(cuts().shrunk);
      case RuleWord::decide: return by_decision({});
      case RuleWord::decide_temperature: return by_decision({temperatures(problem_, rows_, false)});
      case RuleWord::decide_temperatures: return by_decision({temperatures(problem_, rows_, true)});
      case RuleWord::decide_platt: return by_decision({of_labels(Calibrator::platt)});
      case RuleWord::decide_isotonic: return by_decision({of_labels(Calibrator::isotonic)});
      case RuleWord::decide_beta: return by_decision({of_labels(Calibrator::beta)});
      case RuleWord::decide_shrunk: return by_decision({shrunk_platt(problem_, rows_)});
      case RuleWord::decide_mean:
        // No temperatures: without an intercept they cannot correct marginals that are all too high.
        return by_decision({of_labels(Calibrator::platt), of_labels(Calibrator::isotonic), of_labels(Calibrator::beta)});
      case RuleWord::vote: {
        Rule out = of(RuleWord::decide_platt);
        out.parts.push_back(of(RuleWord::decide_beta).parts[0]);
        out.parts.push_back(of(RuleWord::bagged_thresholds).parts[0]);
        return out;
      }
      case RuleWord::cardinality: return by_learner("cardinality:given");
      case RuleWord::mixture: return by_learner("mixture:cardinality:given,kernel:cardinality,forest");
      case RuleWord::automatic: break;
    }
    return {};
  }

 private:
  static Rule by_cuts(std::vector<double> cuts) { return {{RulePart{std::move(cuts), {}, nullptr}}}; }
  static Rule by_decision(std::vector<LabelCalibrations> sets) { return {{RulePart{{}, std::move(sets), nullptr}}}; }
  Rule by_learner(const char *name) { return {{RulePart{{}, {}, fit_on(name, data_, options_, monitor_)}}}; }

  const LabelCuts &cuts() {
    if (!cuts_) cuts_ = label_cuts(problem_, rows_, options_.seed);
    return *cuts_;
  }
  // A label that all rows have, or none, keeps its marginals.
  const LabelCalibrations &of_labels(Calibrator calibrator) {
    LabelCalibrations &out = calibrations_[calibrator];
    if (!out.empty()) return out;
    const auto labels = static_cast<std::size_t>(problem_.labels), n = data_.weights.size();
    std::vector<double> margins(n);
    std::vector<uint8_t> truth(n);
    for (std::size_t j = 0; j < labels; ++j) {
      monitor_.at(0);
      for (std::size_t i = 0; i < n; ++i) {
        margins[i] = log_odds_[i * labels + j];
        truth[i] = data_.targets.cells[i * labels + j];
      }
      const auto positives = static_cast<std::size_t>(std::count(truth.begin(), truth.end(), 1));
      out.push_back(positives > 0 && positives < n
                        ? calibrate_margins(calibrator, margins, truth, data_.weights, monitor_)
                        : Calibration());
    }
    return out;
  }

  const RuleProblem &problem_;
  const Dataset &data_;
  const LearnerOptions &options_;
  Monitor &monitor_;
  std::vector<double> log_odds_;
  RuleRows rows_;
  std::optional<LabelCuts> cuts_;
  std::map<Calibrator, LabelCalibrations> calibrations_;
};

}  // namespace

std::vector<RuleWord> candidates_of(const RuleProblem &problem, const Dataset &data, RuleWord asked) {
  if (asked != RuleWord::automatic) return {asked};
  std::vector<RuleWord> out;
  const bool several = problem.labels > 1;
  for (const Word &word : rule_words) {
    const auto candidate = static_cast<RuleWord>(word.value);
    const bool learned = candidate == RuleWord::cardinality || candidate == RuleWord::mixture;
    // Of one label these are others by another name.
    const bool alike = candidate == RuleWord::threshold || candidate == RuleWord::shrunk_thresholds ||
                       candidate == RuleWord::decide_temperatures;
    if (candidate == RuleWord::automatic || (alike && !several)) continue;
    if (learned && !(several && data.features.cols > 0 && problem.average == decisions::Average::instance)) continue;
    out.push_back(candidate);
  }
  return out;
}

RuleWord first_choice_of(const std::vector<RuleWord> &candidates) {
  const auto has = [&](RuleWord rule) { return std::count(candidates.begin(), candidates.end(), rule) > 0; };
  if (has(RuleWord::mixture)) return RuleWord::mixture;
  return candidates.size() == 1 ? candidates.front() : RuleWord::decide_mean;
}

std::vector<Rule> fit_candidates(const std::vector<RuleWord> &candidates, const RuleProblem &problem,
                                 const Dataset &data, const LearnerOptions &options, Monitor &monitor) {
  CandidateFit fit(problem, data, options, monitor);
  std::vector<Rule> out;
  for (const RuleWord candidate : candidates) {
    monitor.at(static_cast<double>(out.size()) / static_cast<double>(candidates.size()));
    out.push_back(fit.of(candidate));
  }
  return out;
}

}  // namespace wald::core::learners
