// Chooses among rules by rows left out, fits the chosen one to all rows, saves it and reads it back.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/rules/rule_learner.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/error.hpp"
#include "core/estimators/marginal.hpp"
#include "core/learners/model_text.hpp"
#include "core/learners/rules/candidates.hpp"
#include "core/learners/rules/out_of_fold.hpp"
#include "core/learners/rules/shrunk_platt.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::learners {

namespace {

// As people read it.
double rounded(double x) { return std::round(x * 1e4) / 1e4; }

// ---- Fitting ---------------------------------------------------------------------------------------

RuleProblem problem_of(const Dataset &data, const ModelShape &shape, const LearnerOptions &options) {
  if (shape.task == Task::classes)
    fail(Status::unsupported, "learner \"rule\" is fitted to exclusive classes: it takes labels");
  if (data.marginals.empty())
    fail(Status::argument, "learner \"rule\" chooses among rules for the marginals of another model, and the training "
         "rows have none: give those that the other model has out of fold");
  RuleProblem out;
  out.metric = parse_metric(options.metric, static_cast<int>(options.zero_division));
  out.average = options.average;
  out.labels = shape.labels;
  out.high = shape.labels;
  out.per_row = !options.per_row.empty();
  if (out.per_row) {
    if (options.average != decisions::Average::macro)
      fail(Status::argument, "per_row goes with average macro: average is ", decisions::average_name(options.average));
    if (options.per_row.size() > 2)
      fail(Status::argument, "per_row has ", options.per_row.size(), " numbers: must have one or two");
    out.low = options.per_row.front();
    out.high = options.per_row.back();
    if (out.low > out.high || out.high > out.labels)
      fail(Status::argument, "per_row is ", out.low, " to ", out.high, ": must rise and be at most ", out.labels,
           ", the number of labels");
  } else if (out.average == decisions::Average::instance && !out.metric->additive()) {
    out.low = shape.at_least;
  } else if (options.at_least > 0) {
    fail(Status::argument, "at_least is ", options.at_least,
         ": it goes with average instance and a metric that is no sum over the labels");
  }
  return out;
}

// What each candidate predicts of rows that it was not fitted to.
std::vector<std::vector<uint8_t>> out_of_fold(const std::vector<RuleWord> &candidates, const RuleProblem &problem,
                                              const Dataset &data, const RowFolds &folds,
                                              const LearnerOptions &options, Monitor &monitor) {
  std::vector<std::vector<uint8_t>> out(candidates.size(), std::vector<uint8_t>(data.targets.cells.size()));
  const auto count = static_cast<int64_t>(folds.begin.size()) - 1;
  parallel_for(count, worker_count(static_cast<int>(options.threads), count), monitor,
               [&](int64_t f, int, Monitor &inner) {
                 const SplitRows split = split_rows(folds, f);
                 const Dataset own = picked_rows(data, split.inside), held = picked_rows(data, split.left);
                 const std::vector<Rule> rules = fit_candidates(candidates, problem, own, options, inner);
                 const RuledRows rows(held.features, held.marginals);
                 for (std::size_t c = 0; c < rules.size(); ++c)
                   put_rows(predict_by(rules[c], problem, rows, 1, inner), split.left, problem.labels, out[c]);
               });
  return out;
}

std::string reason_for(const RuleSummary &of, RuleWord asked) {
  if (of.candidates.empty()) return asked == RuleWord::automatic ? "no other rule was tried" : "the rule was set";
  for (const RuleCandidate &own : of.candidates)
    if (own.rule == of.chosen && own.rule != of.first)
      return text("better than ", name_of_rule(of.first), " by ", rounded(own.gain), ", which is more than ",
                  rounded(of.needed), " standard errors of ", rounded(own.error));
  return text("no rule is better than it by more than ", rounded(of.needed), " standard errors of the gain");
}

std::string names_of(const std::vector<RuleCandidate> &candidates) {
  std::string out;
  for (const RuleCandidate &own : candidates) out += (out.empty() ? "" : " ") + std::string(name_of_rule(own.rule));
  return out;
}

RuleSummary choose_rule(const RuleProblem &problem, const Dataset &data, const LearnerOptions &options,
                        Monitor &monitor) {
  RuleSummary out;
  const std::vector<RuleWord> candidates = candidates_of(problem, data, options.rule);
  out.chosen = options.rule;
  if (options.rule != RuleWord::automatic) return out;
  out.chosen = first_choice_of(candidates);
  const RowFolds folds = deal_rows(data.rows(), data.groups, options.folds, options.seed);
  if (folds.begin.size() < 3) return out;
  PartMonitor predicting(monitor, 0, 0.8), choosing(monitor, 0.8, 1);
  const std::vector<std::vector<uint8_t>> masks =
      out_of_fold(candidates, problem, data, folds, options, predicting);
  const std::vector<double> odds = log_odds_of_marginals(data.marginals);
  out.first = out.chosen;
  const auto first = std::find(candidates.begin(), candidates.end(), out.first) - candidates.begin();
  const RuleChoice choice = choose_candidate(problem, rows_of(odds, data), masks, static_cast<std::size_t>(first),
                                             static_cast<int64_t>(folds.begin.size()) - 1, options.seed, choosing);
  for (std::size_t c = 0; c < candidates.size(); ++c)
    out.candidates.push_back({candidates[c], choice.values[c].value, choice.values[c].gain, choice.values[c].error});
  out.names = names_of(out.candidates);
  out.chosen = candidates[choice.chosen];
  out.needed = choice.needed;
  return out;
}

}  // namespace

const RuleSummary &rule_summary(const Model &model) {
  static const RuleSummary none;
  return model.by_rule() ? model.by_rule()->summary() : none;
}

const char *name_of_rule(RuleWord rule) {
  return rule == RuleWord::automatic ? "" : rule_words[static_cast<int32_t>(rule)].name;
}

bool reads_folds(RuleWord rule) {
  return rule == RuleWord::automatic || rule == RuleWord::cardinality || rule == RuleWord::mixture;
}

ModelPointer fit_rule(const Dataset &data, std::string_view, const ModelShape &shape, const LearnerOptions &options,
                      Monitor &monitor) {
  RuleProblem problem = problem_of(data, shape, options);
  PartMonitor choosing(monitor, 0, 0.85), fitting(monitor, 0.85, 1);
  RuleSummary summary = choose_rule(problem, data, options, choosing);
  summary.reason = reason_for(summary, options.rule);
  std::vector<Rule> rules = fit_candidates({summary.chosen}, problem, data, options, fitting);
  const std::vector<double> odds = log_odds_of_marginals(data.marginals);
  LabelCalibrations estimate;
  if (!rules[0].decides() && !rules[0].model()) estimate = shrunk_platt(problem, rows_of(odds, data));
  return std::make_shared<RuleModel>(shape, std::move(problem), std::move(rules[0]), std::move(estimate),
                                     std::move(summary));
}

// ---- Estimates -------------------------------------------------------------------------------------

void RuleModel::marginals(const Block &block, double *out, Monitor &monitor) const {
  if (!block.given)
    fail(Status::argument, "learner \"", shape().learner,
         "\" takes the marginals of another model, and the rows have none: give P(y_j = 1) with them");
  if (rule_.model()) return rule_.model()->marginals(block, out, monitor);
  const std::vector<double> given(block.given, block.given + block.features.rows * problem_.labels);
  const RuledRows rows(block.features, given);
  const std::vector<double> p =
      calibrated(rule_.decides() ? rule_.parts[0].calibrations : std::vector<LabelCalibrations>{estimate_}, rows,
                 problem_.labels);
  std::copy(p.begin(), p.end(), out);
}

void RuleModel::estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const {
  if (rule_.model()) return rule_.model()->estimate(block, out, monitor);
  std::vector<double> p(static_cast<std::size_t>(block.features.rows * problem_.labels));
  marginals(block, p.data(), monitor);
  for (int64_t i = 0; i < block.features.rows; ++i) {
    auto estimator = std::make_unique<Independent>();
    estimator->feed({p.data() + i * problem_.labels, false, problem_.labels, 1});
    out[i] = std::move(estimator);
  }
}

// ---- Saved models ----------------------------------------------------------------------------------

void RuleModel::save_members(std::string &out) const {
  out += text(",\n\"metric\":", saved_string(problem_.metric->name()), ",\"zero_division\":",
              problem_.metric->zero_division(), ",\n\"average\":\"",
              decisions::average_name(problem_.average), "\",\"per_row\":", problem_.per_row ? "true" : "false",
              ",\"low\":", problem_.low, ",\"high\":", problem_.high, ",\n\"chosen\":\"", name_of_rule(summary_.chosen),
              "\",\"reason\":",
              saved_string(summary_.reason), ",\"needed\":", saved_number(summary_.needed), ",\n\"candidates\":[");
  for (std::size_t c = 0; c < summary_.candidates.size(); ++c) {
    const RuleCandidate &own = summary_.candidates[c];
    out += text(c ? ",\n" : "\n", "{\"rule\":\"", name_of_rule(own.rule), "\",\"value\":", saved_number(own.value),
                ",\"gain\":", saved_number(own.gain), ",\"error\":", saved_number(own.error), "}");
  }
  out += "],\n\"rule\":";
  save_rule(rule_, out);
  out += ",\n\"estimate\":[";
  for (std::size_t j = 0; j < estimate_.size(); ++j) {
    if (j) out += ",\n";
    estimate_[j].save(out);
  }
  out += "]";
}

namespace {

template <class Enum, std::size_t count>
Enum word_named(const SavedText &text, const SavedValue &object, const char *member, const Word (&words)[count]) {
  const std::string &name = text.string(text.member(object, member), member);
  for (const Word &word : words)
    if (name == word.name) return static_cast<Enum>(word.value);
  text.malformed(wald::core::text("\"", member, "\" is ", in_quotes(name), ", which is not known here"));
}

RuleProblem load_problem(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  RuleProblem out;
  const int64_t zero_division = text.integer(text.member(object, "zero_division"), "\"zero_division\"", 0, 1);
  out.metric = parse_metric(text.string(text.member(object, "metric"), "\"metric\""), static_cast<int>(zero_division));
  out.average = word_named<decisions::Average>(text, object, "average", decisions::average_words);
  out.labels = shape.labels;
  out.per_row = text.boolean(text.member(object, "per_row"), "\"per_row\"");
  out.low = text.integer(text.member(object, "low"), "\"low\"", 0, shape.labels);
  out.high = text.integer(text.member(object, "high"), "\"high\"", out.low, shape.labels);
  return out;
}

RuleSummary load_summary(const SavedText &text, const SavedValue &object) {
  RuleSummary out;
  out.chosen = word_named<RuleWord>(text, object, "chosen", rule_words);
  out.needed = text.real(text.member(object, "needed"), "\"needed\"");
  out.reason = text.string(text.member(object, "reason"), "\"reason\"");
  for (const SavedValue &value : text.array(text.member(object, "candidates"), "\"candidates\"")) {
    text.allow(value, {"rule", "value", "gain", "error"}, "a candidate");
    out.candidates.push_back({word_named<RuleWord>(text, value, "rule", rule_words),
                              text.real(text.member(value, "value"), "\"value\""),
                              text.real(text.member(value, "gain"), "\"gain\""),
                              text.real(text.member(value, "error"), "\"error\"")});
  }
  if (!out.candidates.empty()) {
    std::vector<RuleWord> candidates;
    for (const RuleCandidate &own : out.candidates) candidates.push_back(own.rule);
    out.first = first_choice_of(candidates);
  }
  out.names = names_of(out.candidates);
  return out;
}

}  // namespace

ModelPointer load_rule_model(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"metric", "zero_division", "average", "per_row", "low", "high", "chosen", "reason",
                               "needed", "candidates", "rule", "estimate"});
  if (shape.task == Task::classes) text.malformed("a rule takes labels: \"task\" must be labels");
  Rule rule = load_rule(text, text.member(object, "rule"), shape);
  LabelCalibrations estimate;
  for (const SavedValue &value : text.array(text.member(object, "estimate"), "\"estimate\""))
    estimate.push_back(Calibration::load(text, value));
  const int64_t wanted = rule.decides() || rule.model() ? 0 : shape.labels;
  if (static_cast<int64_t>(estimate.size()) != wanted)
    text.malformed(wald::core::text("\"estimate\" has ", estimate.size(), " calibrations: must have ", wanted));
  return std::make_shared<RuleModel>(shape, load_problem(text, object, shape), std::move(rule), std::move(estimate),
                                     load_summary(text, object));
}

}  // namespace wald::core::learners
