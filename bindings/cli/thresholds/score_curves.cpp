// wald decision-curve and wald reliability: probabilities of models whose labels are known. wald prevalence: of rows without
// labels.
#include <algorithm>
#include <numeric>
#include <optional>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "thresholds/score_curve_plot.hpp"
#include "thresholds/score_table.hpp"

namespace wald::cli {
namespace {

struct Fact {
  std::string name;
  wald_fact number;
};
std::vector<Fact> facts_per(const char *object, std::string_view per) {
  std::vector<Fact> out;
  wald_fact_row row{};
  row.size = sizeof row;
  for (std::int64_t i = 0; detail::is_row(wald_fact_list(object, i, &row)); ++i)
    if (row.per == per) out.push_back({row.name, row.value});
  return out;
}

/// Of a model, the lists of all facts of a decision curve.
std::vector<std::vector<double>> lists_of(const DecisionCurve &curve, const std::vector<Fact> &facts,
                                          std::int64_t model) {
  std::vector<std::vector<double>> out;
  for (const Fact &fact : facts) out.push_back(curve.numbers(fact.number, model));
  return out;
}

std::vector<double> thresholds_of(const ThresholdSettings &asked) {
  if (!asked.at.empty()) return asked.at;
  std::vector<double> out;
  for (int i = 1; i < 100; ++i) out.push_back(i / 100.0);
  return out;
}

/// The option that names a model by its column, as the library's number.
void set_reference(const ThresholdSettings &asked, const std::vector<std::string> &models, ThresholdOptions &options) {
  if (asked.reference.empty() || asked.reference == "all") return;
  const auto found = std::find(models.begin(), models.end(), asked.reference);
  if (found == models.end())
    throw UsageError("--reference " + shown(asked.reference) + ": names no column of --scores, and is not all");
  options.reference(found - models.begin());
}

double share_of_positives(const ScoreTable &table, const LibraryOptions &library) {
  if (library.given("prevalence")) return library.number("prevalence");
  double positive = 0, all = 0;
  for (std::size_t i = 0; i < table.labels.size(); ++i) {
    const double weight = table.weights.empty() ? 1 : table.weights[i];
    all += weight;
    positive += table.labels[i] == 1 ? weight : 0;
  }
  return positive / all;
}

std::string decision_curve_csv(const DecisionCurve &curve, const std::vector<std::string> &models) {
  const std::vector<Fact> facts = facts_per("decision_curve", "threshold");
  std::string out = "model,threshold";
  for (const Fact &fact : facts) out += "," + fact.name;
  out += '\n';
  for (std::int64_t m = 0; m <= curve.models(); ++m) {
    const std::vector<std::vector<double>> lists = lists_of(curve, facts, m);
    for (std::size_t t = 0; t < curve.thresholds().size(); ++t) {
      append_csv(out, m < curve.models() ? models[static_cast<std::size_t>(m)] : "all");
      out += ',';
      append_number(out, curve.thresholds()[t]);
      for (const std::vector<double> &list : lists) {
        out += ',';
        append_number(out, list[t]);
      }
      out += '\n';
    }
  }
  return out;
}

std::string decision_curve_json(const DecisionCurve &curve, const std::vector<std::string> &models) {
  const std::vector<Fact> facts = facts_per("decision_curve", "threshold");
  std::string out;
  for (std::int64_t m = 0; m <= curve.models(); ++m) {
    const std::vector<std::vector<double>> lists = lists_of(curve, facts, m);
    for (std::size_t t = 0; t < curve.thresholds().size(); ++t) {
      Json line = {{"model", m < curve.models() ? models[static_cast<std::size_t>(m)] : "all"},
                   {"threshold", curve.thresholds()[t]}};
      for (std::size_t fact = 0; fact < facts.size(); ++fact) line[facts[fact].name] = lists[fact][t];
      out += json_text(line) + '\n';
    }
  }
  return out;
}

std::string reliability_json(const std::string &score, const Reliability &found,
                             const std::vector<double> &probabilities) {
  Json out = {{"score", score}};
  for (const Fact &fact : facts_per("reliability", "whole")) out[fact.name] = found.number(fact.number);
  const std::vector<Fact> of_bins = facts_per("reliability", "bin");
  std::vector<std::vector<double>> lists;
  for (const Fact &fact : of_bins) lists.push_back(found.numbers(fact.number));
  Json bins = Json::array();
  for (std::size_t b = 0; b < lists[0].size(); ++b) {
    Json bin = Json::object();
    for (std::size_t fact = 0; fact < of_bins.size(); ++fact)
      bin[of_bins[fact].name.substr(4)] = lists[fact][b];  // "weight" of bin_weight
    bins.add(bin);
  }
  out["bins"] = bins;
  Json fit = Json::array();
  for (const auto &[p, share] : fit_corners(probabilities, found.fitted())) fit.add(std::vector<double>{p, share});
  out["fit"] = fit;
  return json_text(out) + '\n';
}

std::string reliability_text(const Reliability &found) {
  const auto number = [&](wald_reliability_fact fact) { return rounded(found.number(fact)); };
  std::string out = "Brier score " + number(WALD_RELIABILITY_BRIER) + " = miscalibration " +
                    number(WALD_RELIABILITY_MISCALIBRATION) + " - discrimination " +
                    number(WALD_RELIABILITY_DISCRIMINATION) + " + uncertainty " + number(WALD_RELIABILITY_UNCERTAINTY) +
                    "\nexpected calibration error " + number(WALD_RELIABILITY_CALIBRATION_ERROR) +
                    "\n\nprobability  share of positives, limits\n";
  const auto of_bins = [&](wald_reliability_fact fact) { return found.numbers(fact); };
  const std::vector<double> weight = of_bins(WALD_RELIABILITY_BIN_WEIGHT), mean = of_bins(WALD_RELIABILITY_BIN_MEAN),
                            share = of_bins(WALD_RELIABILITY_BIN_SHARE), low = of_bins(WALD_RELIABILITY_BIN_LOW),
                            high = of_bins(WALD_RELIABILITY_BIN_HIGH);
  for (std::size_t b = 0; b < weight.size(); ++b)
    if (weight[b] > 0)
      out += padded(rounded(mean[b]), 13) + padded(rounded(share[b]), 11) + rounded(low[b]) + " to " +
             rounded(high[b]) + '\n';
  return out;
}

/// The columns of another file, in the same order.
ScoreTable calibration_rows(const Settings &settings, Progress &progress) {
  Settings rows = settings;
  rows.threshold.files = {settings.threshold.calibration};
  return read_scores(rows, progress);
}

std::string prevalence_text(const std::vector<std::string> &names, const Prevalence &found, double level) {
  const std::vector<double> prior = found.prior(), low = found.low(), high = found.high(), p_value = found.p_value();
  std::string out = "label         share      limits at " + rounded(level) + '\n';
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += padded(printable(names[i]), 14) + padded(rounded(prior[i]), 11) + rounded(low[i]) + " to " + rounded(high[i]);
    if (p_value[i] >= 0) out += ", p-value of label shift " + rounded(p_value[i]);
    out += '\n';
  }
  return out;
}

std::string prevalence_json(const std::vector<std::string> &names, const Prevalence &found) {
  Json labels = Json::array();
  const std::vector<double> prior = found.prior(), low = found.low(), high = found.high(),
                            training = found.training_prior(), p_value = found.p_value();
  for (std::size_t i = 0; i < names.size(); ++i)
    labels.add({{"label", names[i]},
                {"prior", prior[i]},
                {"low", low[i]},
                {"high", high[i]},
                {"training_prior", training[i]},
                {"p_value", p_value[i]}});
  return json_text({{"labels", labels},
                    {"n_rows", found.n_rows()},
                    {"n_calibration_rows", found.n_calibration_rows()}}) +
         '\n';
}

}  // namespace

void decision_curve(const Settings &settings) {
  Output output(settings.output);
  std::optional<ScoreCurvePlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot);
  Progress progress;
  const ScoreTable table = read_scores(settings, progress);
  ThresholdOptions options = make_threshold_options(settings, "decision_curve");
  set_reference(settings.threshold, table.score_names, options);
  follow(options, progress, "computing");
  const DecisionCurve curve(table.labels, table.score_cells(), thresholds_of(settings.threshold), options,
                            table.weights_or_none());
  if (plot) plot->draw(curve, table.score_names, share_of_positives(table, settings.library));
  progress.clear();
  output.write(settings.format == Format::jsonl ? decision_curve_json(curve, table.score_names)
                                                : decision_curve_csv(curve, table.score_names));
  output.finish();
}

void reliability(const Settings &settings) {
  Output output(settings.output);
  std::optional<ScoreCurvePlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot);
  Progress progress;
  const ScoreTable table = read_scores(settings, progress);
  if (table.score_names.size() != 1)
    throw UsageError("--scores selects " + std::to_string(table.score_names.size()) +
                     " columns, and reliability is of one");
  const Reliability found(table.labels, table.scores, make_threshold_options(settings, "reliability"), table.weights_or_none());
  if (plot) plot->draw(found, table.score_names[0], table.scores, table.weights);
  progress.clear();
  output.write(settings.threshold.text ? reliability_text(found)
                                       : reliability_json(table.score_names[0], found, table.scores));
  output.finish();
}

void prevalence(const Settings &settings) {
  const ThresholdSettings &asked = settings.threshold;
  Output output(settings.output);
  Progress progress;
  Settings unlabelled = settings;
  unlabelled.threshold.truth.clear();
  const ScoreTable table = read_scores(unlabelled, progress);
  const bool calibrated = !asked.calibration.empty();
  const ScoreTable known = calibrated ? calibration_rows(settings, progress) : ScoreTable();
  if (calibrated && known.score_names != table.score_names)
    throw UsageError("--scores selects other columns of " + asked.calibration + " than of FILE");
  if (calibrated && known.truth_names.size() != known.score_names.size())
    throw UsageError("--label selects " + counted(std::to_string(known.truth_names.size()), "column") + ", and --scores " +
                     std::to_string(known.score_names.size()));
  ThresholdOptions options = make_threshold_options(settings, "prevalence");
  follow(options, progress, "estimating");
  const Array training = asked.at.empty() ? Array() : Array(asked.at);
  const Prevalence found = calibrated ? Prevalence(settings.kind, table.score_cells(), options, training,
                                                   known.label_cells(), known.score_cells())
                                      : Prevalence(settings.kind, table.score_cells(), options, training);
  progress.clear();
  output.write(asked.text ? prevalence_text(table.score_names, found, settings.library.number("level"))
                          : prevalence_json(table.score_names, found));
  output.finish();
}

}  // namespace wald::cli
