// Predicts by a rule, saves it and reads it back.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/rules/rule.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/error.hpp"
#include "core/decisions/decide.hpp"
#include "core/learners/model_text.hpp"
#include "core/learners/parts.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::learners {

decisions::DecisionOptions RuleProblem::decision_options(int64_t threads) const {
  decisions::DecisionOptions out;
  out.average = average;
  out.average_chosen = true;
  out.threads = threads;
  if (per_row)
    out.per_row = {low, high};
  else
    out.at_least = low;
  return out;
}

std::vector<double> log_odds_of_marginals(const std::vector<double> &marginals) {
  std::vector<double> out(marginals.size());
  std::transform(marginals.begin(), marginals.end(), out.begin(), clipped_log_odds);
  return out;
}

// ---- Probabilities ---------------------------------------------------------------------------------

std::vector<double> calibrated(const std::vector<LabelCalibrations> &sets, const RuledRows &rows, int64_t labels) {
  if (sets.empty()) return rows.marginals;
  std::vector<double> out(rows.marginals.size());
  for (std::size_t c = 0; c < out.size(); ++c) {
    double sum = 0;
    for (const LabelCalibrations &set : sets) {
      const Calibration &own = set[c % static_cast<std::size_t>(labels)];
      sum += own.kind() == Calibrator::none ? rows.marginals[c] : own.probability(rows.log_odds[c]);
    }
    out[c] = std::min(sum / static_cast<double>(sets.size()), 1.0);
  }
  return out;
}

// ---- Predictions -----------------------------------------------------------------------------------

namespace {

void cut_row(const RuleProblem &problem, const double *odds, const std::vector<double> &cuts,
             std::vector<int64_t> &order, uint8_t *mask) {
  const auto n = static_cast<std::size_t>(problem.labels);
  int64_t count = 0;
  for (std::size_t j = 0; j < n; ++j) count += mask[j] = odds[j] >= cuts[j];
  if (count >= problem.low && count <= problem.high) return;
  const int64_t wanted = std::clamp(count, problem.low, problem.high);
  const auto above = [&](int64_t j) { return odds[j] - cuts[static_cast<std::size_t>(j)]; };
  order.resize(n);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) { return above(a) > above(b); });
  for (std::size_t rank = 0; rank < n; ++rank)
    mask[order[rank]] = static_cast<int64_t>(rank) < wanted;
}

void decide_from(const std::vector<double> &p, const RuleProblem &problem, int threads, uint8_t *mask) {
  const int64_t labels = problem.labels, rows = static_cast<int64_t>(p.size()) / labels;
  decisions::Answers answers;
  answers.mask = {mask, rows, labels, labels, 1};
  decisions::decide_rows(*problem.metric, Kind::independent, RealTable{p.data(), false, rows, labels, labels, 1},
                         problem.decision_options(threads), answers);
}

void decide_by_model(const Model &model, const RuleProblem &problem, const RuledRows &rows, Monitor &monitor,
                     uint8_t *mask) {
  const EstimateOptions estimate;
  const decisions::DecisionOptions options = problem.decision_options(1);
  decisions::Workspace work;
  decisions::Decision decision;
  const int64_t labels = problem.labels, most = model.most_of_block();
  std::vector<int64_t> picked;
  for (int64_t first = 0; first < rows.features.rows; first += most) {
    picked.resize(static_cast<std::size_t>(std::min(most, rows.features.rows - first)));
    std::iota(picked.begin(), picked.end(), first);
    const Features block = picked_rows(rows.features, picked);
    std::vector<std::unique_ptr<Estimator>> estimators(picked.size());
    model.estimate({block, rows.marginals.data() + first * labels, estimate}, estimators.data(), monitor);
    for (std::size_t r = 0; r < picked.size(); ++r) {
      monitor.at(0);
      decide(*problem.metric, *estimators[r], options, work, decision);
      decisions::write_mask({mask + (first + static_cast<int64_t>(r)) * labels, labels, 1}, decision.answer(0),
                            decision.items(0));
      estimators[r].reset();
    }
  }
}

std::vector<uint8_t> predict_by_part(const RulePart &part, const RuleProblem &problem, const RuledRows &rows,
                                     int threads, Monitor &monitor) {
  std::vector<uint8_t> out(rows.marginals.size());
  if (out.empty()) return out;
  if (!part.cuts.empty())
    cut(problem, rows.log_odds, part.cuts, out.data());
  else if (part.model)
    decide_by_model(*part.model, problem, rows, monitor, out.data());
  else
    decide_from(calibrated(part.calibrations, rows, problem.labels), problem, threads, out.data());
  return out;
}

}  // namespace

void cut(const RuleProblem &problem, const std::vector<double> &log_odds, const std::vector<double> &cuts,
         uint8_t *mask) {
  std::vector<int64_t> order;
  const auto labels = static_cast<std::size_t>(problem.labels);
  for (std::size_t first = 0; first < log_odds.size(); first += labels)
    cut_row(problem, log_odds.data() + first, cuts, order, mask + first);
}

std::vector<uint8_t> predict_by(const Rule &rule, const RuleProblem &problem, const RuledRows &rows, int threads,
                                Monitor &monitor) {
  std::vector<uint8_t> votes(rows.marginals.size());
  for (const RulePart &part : rule.parts) {
    const std::vector<uint8_t> own = predict_by_part(part, problem, rows, threads, monitor);
    if (rule.parts.size() == 1) return own;
    for (std::size_t c = 0; c < own.size(); ++c) votes[c] = static_cast<uint8_t>(votes[c] + own[c]);
  }
  // The share of votes as log-odds, so that rows keep their bounds; the log-odds break ties.
  std::vector<double> support(votes.size());
  const double half = static_cast<double>(rule.parts.size()) / 2;
  for (std::size_t c = 0; c < votes.size(); ++c) support[c] = 100 * (votes[c] - half) + rows.log_odds[c];
  std::vector<uint8_t> out(votes.size());
  cut(problem, support, std::vector<double>(static_cast<std::size_t>(problem.labels), 0.0), out.data());
  return out;
}

// ---- Saved rules -----------------------------------------------------------------------------------

namespace {

void save_part_of_rule(const RulePart &part, std::string &out) {
  if (part.model) {
    out += "{\"learner\":";
    save_part(*part.model, out);
    out += "}";
    return;
  }
  if (!part.cuts.empty()) {
    out += "{\"cuts\":[";
    for (std::size_t j = 0; j < part.cuts.size(); ++j) out += (j ? "," : "") + saved_number(part.cuts[j]);
    out += "]}";
    return;
  }
  out += "{\"calibrations\":[";
  for (std::size_t s = 0; s < part.calibrations.size(); ++s) {
    out += s ? ",\n[" : "\n[";
    for (std::size_t j = 0; j < part.calibrations[s].size(); ++j) {
      if (j) out += ",\n";
      part.calibrations[s][j].save(out);
    }
    out += "]";
  }
  out += "]}";
}

RulePart load_part_of_rule(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  text.allow(object, {"cuts", "calibrations", "learner"}, "a part of a rule");
  RulePart out;
  if (const SavedValue *const learner = text.find(object, "learner")) {
    out.model = load_part(text, *learner);
    const ModelShape &own = out.model->shape();
    if (own.features != shape.features || own.labels != shape.labels || own.task != shape.task)
      text.malformed("a part of the rule is of another shape than the rule");
  } else if (text.find(object, "cuts")) {
    out.cuts = load_reals(text, object, "cuts", shape.labels);
  } else {
    for (const SavedValue &set : text.array(text.member(object, "calibrations"), "\"calibrations\"")) {
      const std::vector<SavedValue> &list = text.array(set, "\"calibrations\"");
      if (static_cast<int64_t>(list.size()) != shape.labels) text.malformed("\"calibrations\" must hold one per label");
      out.calibrations.emplace_back();
      for (const SavedValue &value : list) out.calibrations.back().push_back(Calibration::load(text, value));
    }
  }
  return out;
}

}  // namespace

void save_rule(const Rule &rule, std::string &out) {
  out += "[";
  for (std::size_t p = 0; p < rule.parts.size(); ++p) {
    out += p ? ",\n" : "\n";
    save_part_of_rule(rule.parts[p], out);
  }
  out += "]";
}

Rule load_rule(const SavedText &text, const SavedValue &list, const ModelShape &shape) {
  Rule out;
  for (const SavedValue &part : text.array(list, "\"rule\"")) out.parts.push_back(load_part_of_rule(text, part, shape));
  if (out.parts.size() % 2 != 1) text.malformed("\"rule\" must have an odd number of parts");
  for (const RulePart &part : out.parts)
    if (part.model && out.parts.size() > 1) text.malformed("\"rule\" has a learner among several parts");
  return out;
}

}  // namespace wald::core::learners
