// wald worth: an estimate of the gain of deciding for a metric, and on truth the gain itself.
#include <cmath>
#include <string_view>
#include <variant>

#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "decide/beliefs/read_beliefs.hpp"
#include "decide/system.hpp"
#include "options/library_words.hpp"

namespace wald::cli {
namespace {

Worth worth_of(const Metric &metric, const Beliefs &beliefs, const DecisionOptions &options) {
  const std::int64_t rows = beliefs.rows, n = beliefs.n_labels();
  if (const auto *sparse = std::get_if<SparseTable>(&beliefs.what))
    return {
        metric, beliefs.kind,
        Csr<double, std::int64_t>{sparse->indptr.data(), sparse->indices.data(), sparse->probabilities.data(), rows, n},
        options};
  return {metric, beliefs.kind,
          Table<const double>(std::get<DenseTable>(beliefs.what).probabilities.data(), rows, n), options,
          beliefs.weights.empty() ? Array() : Array(beliefs.weights)};
}

Worth worth_on_truth(const Metric &metric, wald_kind kind, const MaskTable &truth, const std::vector<double> &p,
                     const DecisionOptions &options) {
  const std::int64_t rows = truth.rows, n = truth.n_labels();
  return {metric,
          kind,
          Table<const double>(p.data(), rows, n),
          options,
          truth.weights.empty() ? Array() : Array(truth.weights),
          Table<const std::uint8_t>(truth.cells.data(), rows, n)};
}

std::string worth_json(const Metric &metric, const Settings &settings, const Worth &found) {
  Json line = {{"metric", metric.name()}, {"average", name_of(settings.average)}};
  wald_fact_row fact = {};
  fact.size = sizeof fact;
  for (std::int64_t i = 0; detail::is_row(wald_fact_list("worth", i, &fact)); ++i)
    if (std::string_view(fact.type) == "number") line[fact.name] = found.number(fact.value);
  line["verdict"] = library_word("worth_verdict", found.verdict());
  return json_text(line) + '\n';
}

std::string with_error(double value, double error) {
  return rounded(value) + (std::isnan(error) ? "" : ", standard error " + rounded(error));
}

/// What the truth shows, as lines of the table.
template <class Line>
void add_realised(const Worth &found, const Line &line) {
  line("realised", rounded(found.realised_cut()) + " cut at 1/2, " + rounded(found.realised_optimum()) + " decided");
  line("realised gain", with_error(found.realised_gain(), found.realised_gain_error()));
  line("excess", with_error(found.excess(), found.excess_error()) + ": probability - truth of all cells");
  if (!std::isnan(found.predicted_excess()))
    line("", with_error(found.predicted_excess(), found.predicted_excess_error()) + ": of the predicted ones");
  if (!std::isnan(found.design_effect())) line("design effect", rounded(found.design_effect()));
  if (std::isnan(found.calibrated_optimum())) return;
  line("calibrated", rounded(found.calibrated_optimum()) + " decided");
  line("calibration gain", with_error(found.calibration_gain(), found.calibration_gain_error()));
}

/// One sentence, and a small table.
std::string worth_text(const Metric &metric, const Settings &settings, const Worth &found) {
  const double least = settings.library.given("least_gain") ? settings.library.number("least_gain") : 0;
  const std::string more = least == 0 ? "" : " of more than " + rounded(least);
  std::string out;
  if (found.verdict() == WALD_WORTH_VERDICT_CALIBRATE_FIRST)
    out = "Calibrate first: that raises " + metric.name() + " of the decisions by more than two standard errors.";
  else if (found.verdict() == WALD_WORTH_VERDICT_PAYS)
    out = "Deciding for " + metric.name() + " pays: the gain" + more + " is beyond two standard errors.";
  else if (found.changed_cell_share() == 0)
    out = "Deciding for " + metric.name() + " does not pay: a cut at 1/2 decides the same.";
  else if (found.verdict() == WALD_WORTH_VERDICT_DOES_NOT_PAY)
    out = "Deciding for " + metric.name() + " does not pay: a gain" + more + " is beyond two standard errors.";
  else
    out = "Whether deciding for " + metric.name() + " pays is undetermined: " +
          (found.n_rows() > 1 ? "that is within two standard errors." : "there is but one row.");
  out += "\n\n";
  const auto line = [&](const std::string &name, const std::string &value) { out += padded(name, 18) + value + '\n'; };
  const auto percent = [](double share) { return rounded(100 * share) + " %"; };
  line("cut at 1/2", rounded(found.expected_cut()) + " expected");
  line("decided", rounded(found.expected_optimum()) + " expected");
  line("gain", rounded(found.gain()) + " expected");
  if (!std::isnan(found.standard_error()))
    line("standard error", rounded(found.standard_error()) + " on as many rows of this kind, " +
                               rounded(found.truth_error()) + " on these");
  if (!std::isnan(found.rows_needed())) line("rows needed", rounded(found.rows_needed()) + " for two standard errors");
  line("changed", percent(found.changed_row_share()) + " of " + counted(std::to_string(found.n_rows()), "row") + ", " +
                      percent(found.changed_cell_share()) + " of the cells");
  if (!std::isnan(found.realised_optimum())) add_realised(found, line);
  return out;
}

}  // namespace

void worth(const Settings &settings) {
  const std::vector<Metric> metrics = make_metrics(settings);
  Output output(settings.output);
  Progress progress;
  const bool known = !settings.truth.empty();
  const MaskTable truth = known ? read_truth(settings, progress) : MaskTable();
  const std::vector<double> p = known ? read_system(settings.file, settings, truth, progress) : std::vector<double>();
  const Beliefs beliefs = known ? Beliefs() : read_beliefs(settings, progress);
  DecisionOptions options = make_options(settings, "worth tables");
  follow(options, progress, "weighed");
  std::string out;
  for (const Metric &metric : metrics) {
    const Worth found = known ? worth_on_truth(metric, settings.kind, truth, p, options)
                              : worth_of(metric, beliefs, options);
    progress.clear();
    const bool json = settings.format == Format::jsonl;
    if (!json && !out.empty()) out += '\n';
    out += json ? worth_json(metric, settings, found) : worth_text(metric, settings, found);
  }
  output.write(out);
  output.finish();
}

}  // namespace wald::cli
