// The learner "rule": chooses out of fold, and fits, the rule that turns another model's marginals into predictions.
#pragma once

#include "core/learners/learner_options.hpp"
#include "core/learners/rules/rule.hpp"

namespace wald::core::learners {

// What it chose among.
struct RuleCandidate {
  RuleWord rule = RuleWord::automatic;
  double value = 0;  // out of fold
  double gain = 0;   // over the first choice
  double error = 0;  // standard error of the gain, paired
};
struct RuleSummary {
  std::vector<RuleCandidate> candidates;  // empty: one was asked for, or too few rows are there
  RuleWord first = RuleWord::automatic;   // what gains are over
  RuleWord chosen = RuleWord::automatic;
  double needed = 0;  // standard errors that a gain must exceed
  std::string reason, names;  // why it was chosen, and the names of the candidates, for people to read
};
// That of a model; an empty one if it has no rule.
const RuleSummary &rule_summary(const Model &model);
const char *name_of_rule(RuleWord rule);  // "" if there is none
// Whether rows are left out to choose the rule, or by a learner that stands behind it.
bool reads_folds(RuleWord rule);

class RuleModel final : public Model {
 public:
  RuleModel(ModelShape shape, RuleProblem problem, Rule rule, LabelCalibrations estimate, RuleSummary summary)
      : Model(std::move(shape)), problem_(std::move(problem)), rule_(std::move(rule)), estimate_(std::move(estimate)),
        summary_(std::move(summary)) {}

  const RuleModel *by_rule() const override { return this; }
  const RuleProblem &problem() const { return problem_; }
  const Rule &rule() const { return rule_; }
  const RuleSummary &summary() const { return summary_; }

  // Thresholds and calibrations read no features; a learner behind the rule fills them in by itself.
  bool takes_missing() const override { return !rule_.model() || rule_.model()->takes_missing(); }
  Kind kind() const override { return rule_.model() ? rule_.model()->kind() : Kind::independent; }
  void marginals(const Block &block, double *out, Monitor &monitor) const override;
  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override;
  void save_members(std::string &out) const override;

 private:
  RuleProblem problem_;
  Rule rule_;
  LabelCalibrations estimate_;  // of a rule by thresholds or votes, whose predictions have expected values, too
  RuleSummary summary_;
};

ModelPointer fit_rule(const Dataset &data, std::string_view argument, const ModelShape &shape,
                      const LearnerOptions &options, Monitor &monitor);
ModelPointer load_rule_model(const SavedText &text, const SavedValue &object, const ModelShape &shape);

}  // namespace wald::core::learners
