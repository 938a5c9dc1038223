// Rules: from the marginals of another model to a prediction, for one metric and average.
//
// A rule consists of parts. Each part gives a prediction: by thresholds on the log-odds, by the best decision from
// calibrated probabilities, or by a learner. Of several parts the majority counts, cell by cell.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/decisions/rows.hpp"
#include "core/learners/calibration.hpp"
#include "core/learners/model.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core::learners {

// What a rule is for.
struct RuleProblem {
  std::shared_ptr<const Metric> metric;
  decisions::Average average = decisions::Average::instance;
  int64_t labels = 0;
  int64_t low = 0, high = 0;  // labels that each row gets at least and at most
  bool per_row = false;       // whether these come from per_row, which average macro has

  // What a decision from probabilities is asked.
  decisions::DecisionOptions decision_options(int64_t threads) const;
};

// Log-odds of marginals, rows by labels, from -40 to 40.
std::vector<double> log_odds_of_marginals(const std::vector<double> &marginals);

// A calibration for each label; none: as they are.
using LabelCalibrations = std::vector<Calibration>;

// The rows that a rule predicts.
struct RuledRows {
  RuledRows(const Features &features_, const std::vector<double> &marginals_)
      : features(features_), marginals(marginals_), log_odds(log_odds_of_marginals(marginals_)) {}
  const Features &features;
  const std::vector<double> &marginals;  // rows by labels
  const std::vector<double> log_odds;
};

// The mean of what the sets of calibrations give, row by row; of no set the marginals themselves.
std::vector<double> calibrated(const std::vector<LabelCalibrations> &sets, const RuledRows &rows, int64_t labels);

// A cut that no log-odds reach.
constexpr double never_cut = 1000;

// One where the log-odds reach the label's cut. A row with fewer than `low` labels gets those nearest to their cuts, and
// a row with more than `high` keeps the furthest above them. mask: rows by labels.
void cut(const RuleProblem &problem, const std::vector<double> &log_odds, const std::vector<double> &cuts,
         uint8_t *mask);

struct RulePart {
  std::vector<double> cuts;                     // log-odds, one per label; not empty: predicts by them
  std::vector<LabelCalibrations> calibrations;  // else decides from their mean
  ModelPointer model;                           // else, if it is there, decides row by row from its estimators
};

struct Rule {
  std::vector<RulePart> parts;  // an odd number

  // Whether it decides from calibrated probabilities, so that a decision has all its facts.
  bool decides() const { return parts.size() == 1 && parts[0].cuts.empty() && !parts[0].model; }
  const Model *model() const { return parts.size() == 1 ? parts[0].model.get() : nullptr; }
};

// rows by labels.
std::vector<uint8_t> predict_by(const Rule &rule, const RuleProblem &problem, const RuledRows &rows, int threads,
                                Monitor &monitor);

void save_rule(const Rule &rule, std::string &out);  // a JSON array
Rule load_rule(const SavedText &text, const SavedValue &list, const ModelShape &shape);

}  // namespace wald::core::learners
