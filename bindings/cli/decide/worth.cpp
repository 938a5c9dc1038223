// wald worth: an estimate of the gain of deciding for a metric.
#include <cmath>
#include <string_view>
#include <variant>

#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "decide/beliefs/read_beliefs.hpp"
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

std::string worth_json(const Metric &metric, const Settings &settings, const Worth &found) {
  Json line = {{"metric", metric.name()}, {"average", name_of(settings.average)}};
  wald_fact_row fact = {};
  fact.size = sizeof fact;
  for (std::int64_t i = 0; detail::is_row(wald_fact_list("worth", i, &fact)); ++i)
    if (std::string_view(fact.type) == "number") line[fact.name] = found.number(fact.value);
  line["verdict"] = library_word("worth_verdict", found.verdict());
  return json_text(line) + '\n';
}

/// One sentence, and a small table.
std::string worth_text(const Metric &metric, const Settings &settings, const Worth &found) {
  const double least = settings.library.given("least_gain") ? settings.library.number("least_gain") : 0;
  const std::string more = least == 0 ? "" : " of more than " + rounded(least);
  std::string out;
  if (found.verdict() == WALD_WORTH_VERDICT_PAYS)
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
  return out;
}

}  // namespace

void worth(const Settings &settings) {
  const std::vector<Metric> metrics = make_metrics(settings);
  Output output(settings.output);
  Progress progress;
  const Beliefs beliefs = read_beliefs(settings, progress);
  DecisionOptions options = make_options(settings, "worth tables");
  follow(options, progress, "weighed");
  std::string out;
  for (const Metric &metric : metrics) {
    const Worth found = worth_of(metric, beliefs, options);
    progress.clear();
    const bool json = settings.format == Format::jsonl;
    if (!json && !out.empty()) out += '\n';
    out += json ? worth_json(metric, settings, found) : worth_text(metric, settings, found);
  }
  output.write(out);
  output.finish();
}

}  // namespace wald::cli
