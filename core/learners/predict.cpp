// Decides for rows of features by a model.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/predict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/error.hpp"
#include "core/decisions/at_prevalence.hpp"
#include "core/decisions/decide.hpp"
#include "core/decisions/finish.hpp"
#include "core/decisions/rows.hpp"
#include "core/decisions/warnings/table_warning.hpp"
#include "core/learners/rules/rule_learner.hpp"

namespace wald::core::learners {

int64_t least_labels(const Model &model, const Metric &metric, const PredictOptions &options) {
  if (options.decide.at_least >= 0) return options.decide.at_least;
  if (options.decide.average != decisions::Average::instance || metric.additive()) return 0;
  const int64_t most = options.decide.at_most;
  return most < 0 ? model.shape().at_least : std::min(most, model.shape().at_least);
}

namespace {

// What joint distributions and counts take: one estimator per row, decided while its block is in memory.
class RowDecider {
 public:
  RowDecider(const Model &model, const FeatureTable &rows, const Metric &metric, const PredictOptions &options,
             int64_t at_least, decisions::Answers answers)
      : model_(model), rows_(rows), metric_(metric), options_(options.decide), answers_(answers) {
    options_.at_least = at_least;
    options_.progress = {};
    n_ = model.shape().labels;
    range_ = options_.k_range(n_);
    metric.verify(n_);
    estimate_ = {static_cast<int>(options.decide.threads), options.seed, options.draws};
    if (metric.needs_one_thread()) estimate_.threads = 1;
    by_mode_ = !options_.leaves_labels() && metric.is_exact_match() && model.finds_modes() &&
               options.decide.at_most < 0 &&
               (options.decide.algorithm == decisions::Algorithm::automatic || options.decide.algorithm == decisions::Algorithm::mode);
  }

  void run(Monitor &monitor) {
    if (answers_.decision) answers_.decision->start(rows_.rows(), n_, 1);
    found_.resize(static_cast<std::size_t>(rows_.rows()));
    each_block(model_, rows_, estimate_, monitor, [&](const Model::Block &block, int64_t first, Monitor &inner) {
      if (by_mode_)
        decide_modes(block, first, inner);
      else
        decide_estimates(block, first, inner);
    });
    for (int64_t i = 0; i < rows_.rows(); ++i) write(i);
    if (answers_.decision) answers_.decision->set_losses(metric_);
  }

 private:
  struct Row {
    decisions::Answer answer;
    std::vector<int64_t> items;
  };

  void decide_estimates(const Model::Block &block, int64_t first, Monitor &monitor) {
    std::vector<std::unique_ptr<Estimator>> estimators(static_cast<std::size_t>(block.features.rows));
    model_.estimate(block, estimators.data(), monitor);
    decisions::Workspace work;
    decisions::Decision decision;
    for (std::size_t r = 0; r < estimators.size(); ++r) {
      monitor.at(0);
      decide(metric_, *estimators[r], options_, work, decision);
      Row &row = found_[static_cast<std::size_t>(first) + r];
      row.answer = decision.answer(0);
      row.items.assign(decision.items(0), decision.items(0) + row.answer.k + row.answer.undecided);
      estimators[r].reset();
    }
  }
  void decide_modes(const Model::Block &block, int64_t first, Monitor &monitor) {
    std::vector<Estimator::Mode> modes(static_cast<std::size_t>(block.features.rows));
    model_.modes(block, range_.low, modes.data(), monitor);
    for (std::size_t r = 0; r < modes.size(); ++r) {
      Row &row = found_[static_cast<std::size_t>(first) + r];
      row.answer.algorithm = decisions::Algorithm::mode;
      row.answer.k = static_cast<int64_t>(modes[r].labels.size());
      row.answer.expected = modes[r].probability;
      row.answer.p_zero = std::numeric_limits<double>::quiet_NaN();
      row.items = std::move(modes[r].labels);
      finish(model_.kind(), metric_, options_, range_, n_, row.answer, row.items);
    }
  }
  void write(int64_t i) {
    const Row &row = found_[static_cast<std::size_t>(i)];
    if (answers_.mask.data) decisions::write_mask(answers_.mask.row(i), row.answer, row.items.data());
    if (answers_.expected) answers_.expected[i] = row.answer.expected;
    if (answers_.decision) answers_.decision->set(i, 0, row.answer, row.items);
  }

  const Model &model_;
  const FeatureTable &rows_;
  const Metric &metric_;
  decisions::DecisionOptions options_;
  EstimateOptions estimate_;
  decisions::Answers answers_;
  int64_t n_;
  decisions::KRange range_{0, 0};
  bool by_mode_ = false;
  std::vector<Row> found_;
};

// The caller's progress, of which the first half has been told.
struct SecondHalf {
  Progress progress;
  static int32_t at(double fraction, void *self) {
    const Progress &whole = static_cast<SecondHalf *>(self)->progress;
    return whole.function(0.5 + 0.5 * fraction, whole.user);
  }
};

// ---- Rules -----------------------------------------------------------------------------------------

template <class Value>
[[noreturn]] void refuse_beside_rule(const char *option, const Value &value) {
  fail(Status::unsupported, option, " is ", value, ": a fitted rule does not read it");
}
template <class Value, class Chosen>
[[noreturn]] void refuse_other(const char *option, const Value &value, const Chosen &chosen) {
  fail(Status::argument, option, " is ", value, ": the rule was chosen with ", chosen,
       "; set it where a rule is fitted");
}

// The first number of a list, and whether there are more.
template <class Number>
std::string shown(const std::vector<Number> &list) {
  return text(list[0], list.size() > 1 ? ", ..." : "");
}

void refuse_unread_by_rules(const decisions::DecisionOptions &asked) {
  for (const auto &[name, list] :
       {std::pair("prevalence", &asked.prevalence), std::pair("training_prior", &asked.training_prior)})
    if (!list->empty())
      fail(Status::unsupported, name, " is ", shown(*list),
           ": a rule is for the prevalence of its training rows; fit one to rows, or to weights, of another");
  if (asked.at_most >= 0) refuse_beside_rule("at_most", asked.at_most);
  if (asked.algorithm != decisions::Algorithm::automatic)
    refuse_beside_rule("algorithm", decisions::algorithm_name(asked.algorithm));
  if (asked.ties != decisions::Ties::fewest) refuse_beside_rule("ties", "most");
  if (!std::isnan(asked.abstain)) refuse_beside_rule("abstain", asked.abstain);
  if (asked.leaves_labels()) refuse_beside_rule("abstain_label", asked.abstain_label);
  if (!asked.label_weights.empty()) refuse_beside_rule("label_weights", shown(asked.label_weights));
}

// A rule answers the question that it was chosen for and no other: options that ask another one are refused.
decisions::DecisionOptions options_of_rule(const RuleModel &model, const Metric &metric,
                                           const decisions::DecisionOptions &asked) {
  const RuleProblem &problem = model.problem();
  if (metric.name() != problem.metric->name())
    fail(Status::argument, "metric is \"", metric.name(), "\": the rule was chosen for \"", problem.metric->name(),
         "\"; fit one for this metric");
  if (metric.zero_division() != problem.metric->zero_division())
    refuse_other("zero_division", metric.zero_division(), problem.metric->zero_division());
  if (asked.average != problem.average)
    fail(Status::argument, "average is ", decisions::average_name(asked.average), ": the rule was chosen for ",
         decisions::average_name(problem.average), "; fit one for this average");
  refuse_unread_by_rules(asked);
  decisions::DecisionOptions out = problem.decision_options(asked.threads);
  out.progress = asked.progress;
  if (asked.at_least >= 0 && asked.at_least != problem.low) refuse_other("at_least", asked.at_least, problem.low);
  if (!asked.per_row.empty() && asked.per_row != out.per_row)
    refuse_other("per_row", shown(asked.per_row), out.per_row.empty() ? "none" : shown(out.per_row));
  return out;
}

void write_prediction(const Metric &metric, const decisions::DecisionOptions &options, Grid<const uint8_t> mask,
                      const std::vector<double> &expected, decisions::Answers answers) {
  for (int64_t i = 0; answers.mask.data && i < mask.rows; ++i)
    for (int64_t j = 0; j < mask.cols; ++j) answers.mask(i, j) = mask(i, j);
  if (answers.expected) std::copy(expected.begin(), expected.end(), answers.expected);
  if (!answers.decision) return;
  const bool by_row = options.average == decisions::Average::instance;
  const bool by_label = options.average == decisions::Average::macro;
  const int64_t items = by_row ? mask.cols : by_label ? mask.rows : mask.rows * mask.cols;
  const auto count = static_cast<int64_t>(expected.size());
  answers.decision->start(count, items, 1);
  for (int64_t a = 0; a < count; ++a) {
    decisions::Answer answer;
    answer.algorithm = decisions::Algorithm::rule;
    answer.expected = expected[static_cast<std::size_t>(a)];
    answer.bound = answer.p_zero = std::numeric_limits<double>::quiet_NaN();
    std::vector<int64_t> chosen;
    for (int64_t x = 0; x < items; ++x)
      if (by_row ? mask(a, x) : by_label ? mask(x, a) : mask(x / mask.cols, x % mask.cols)) chosen.push_back(x);
    answer.k = static_cast<int64_t>(chosen.size());
    answers.decision->set(a, 0, answer, chosen);
  }
  answers.decision->set_losses(metric);
}

// Predictions by thresholds or votes, and what they are worth by the calibrated probabilities.
void predict_by_rule(const RuleModel &model, const FeatureTable &rows, const Metric &metric,
                     const decisions::DecisionOptions &options, decisions::Answers answers) {
  const int64_t n = rows.rows(), labels = model.shape().labels;
  CallbackMonitor monitor(options.progress);
  std::vector<double> p(static_cast<std::size_t>(n * labels));
  model.probabilities(rows, {static_cast<int>(options.threads), 0, 0}, monitor, p.data());
  const std::vector<double> given = read_marginals(rows.marginals, 0, n);
  const Features none;
  const std::vector<uint8_t> mask = predict_by(model.rule(), model.problem(), RuledRows(none, given),
                                               static_cast<int>(options.threads), monitor);
  const Grid<const uint8_t> cells{mask.data(), n, labels, labels, 1};
  std::vector<double> expected(static_cast<std::size_t>(decisions::answer_count(options.average, n, labels)));
  decisions::DecisionOptions silent = options;
  silent.progress = {};
  decisions::expected_rows(metric, Kind::independent, RealTable{p.data(), false, n, labels, labels, 1}, cells, silent,
                           expected.data(), nullptr);
  write_prediction(metric, options, cells, expected, answers);
}

void predict_from_estimates(const Model &model, const FeatureTable &rows, const Metric &metric,
                            const PredictOptions &options, decisions::Answers answers) {
  const int64_t labels = model.shape().labels;
  const Kind kind = model.kind();
  check_draws(options.draws);
  decisions::DecisionOptions decide = options.decide;
  // With per_row the labels of each row are bounded already, and at_least would bound the rows of each label.
  if (decide.per_row.empty()) decide.at_least = least_labels(model, metric, options);
  CallbackMonitor monitor(decide.progress);
  const bool exclusive = kind == Kind::independent || kind == Kind::categorical;
  if (decide.average == decisions::Average::micro && kind != Kind::independent)
    fail(Status::unsupported, "average is micro given learner \"", model.shape().learner,
         "\": the labels of one row depend on each other, so the table is not one problem of independent items");
  if (!exclusive && decide.average == decisions::Average::instance) {
    decisions::refuse_prevalence(kind, decide);
    RowDecider(model, rows, metric, options, decide.at_least, answers).run(monitor);
    if (answers.decision)
      answers.decision->warn_of_table(decisions::one_column_warning(metric, rows.rows(), labels, decide));
    return;
  }
  // Down one label the rows are independent of each other, whatever the labels of a row are.
  std::vector<double> p(static_cast<std::size_t>(rows.rows() * labels));
  PartMonitor first_half(monitor, 0, 0.5);
  model.probabilities(rows, {static_cast<int>(decide.threads), options.seed, options.draws}, first_half, p.data());
  SecondHalf second_half{decide.progress};
  if (decide.progress.function) decide.progress = {SecondHalf::at, &second_half};
  decisions::decide_rows(metric, exclusive ? kind : Kind::independent, RealTable{p.data(), false, rows.rows(), labels, labels, 1},
              decide, answers);
}

}  // namespace

void predict(const Model &model, const FeatureTable &rows, const Metric &metric, const PredictOptions &options,
             decisions::Answers answers) {
  if (const RuleModel *const by_rule = model.by_rule()) {
    PredictOptions own = options;
    own.decide = options_of_rule(*by_rule, metric, options.decide);
    if (by_rule->rule().model()) return predict(*by_rule->rule().model(), rows, metric, own, answers);
    if (!by_rule->rule().decides()) return predict_by_rule(*by_rule, rows, metric, own.decide, answers);
    return predict_from_estimates(model, rows, metric, own, answers);
  }
  predict_from_estimates(model, rows, metric, options, answers);
}

}  // namespace wald::core::learners
