// Writes what a fit chose and omitted.
#include "learners/fit_report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/text.hpp"
#include "learners/candidate_plot.hpp"

namespace wald::cli {
namespace {

/// "4 (0.001 ... 0.03)": how many values were tried, and from where to where.
std::string tried(const Learner::Choice &choice) {
  if (choice.values.empty()) return "";
  const auto [low, high] = std::minmax_element(choice.values.begin(), choice.values.end());
  const std::string n = std::to_string(choice.values.size());
  return *low == *high ? n : n + " (" + rounded(*low) + " ... " + rounded(*high) + ")";
}

/// Columns of text, as wide as they must be.
std::string aligned(const std::vector<std::array<std::string, 4>> &rows) {
  std::array<std::size_t, 4> widths = {};
  for (const auto &row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  std::string out;
  for (const auto &row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      line += row[c];
      if (c + 1 < row.size()) line.append(widths[c] + 2 - row[c].size(), ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string counted(std::int64_t n, const char *one, const char *several) {
  return std::to_string(n) + " " + (n == 1 ? one : several);
}

std::string rule_text(const Learner &learner) {
  std::string out = "rule      " + std::string(learner.rule()) + ": " + std::string(learner.rule_reason()) + "\n";
  const std::vector<std::string> names = candidate_names(learner);
  if (names.empty()) return out;
  const std::vector<double> values = learner.candidate_values(), gains = learner.candidate_gains(),
                            errors = learner.candidate_errors();
  std::vector<std::array<std::string, 4>> table = {{{"rule", "value out of fold", "gain", "standard error"}}};
  for (std::size_t c = 0; c < names.size(); ++c)
    table.push_back({names[c], rounded(values[c]), rounded(gains[c]), rounded(errors[c])});
  return out + '\n' + aligned(table);
}

}  // namespace

std::string fit_json(const TrainingRows &rows, const Learner &learner) {
  Json out;
  out["learner"] = learner.name();
  out["task"] = learner.task() == WALD_TASK_CLASSES ? "classes" : "labels";
  out["n_rows"] = rows.features.rows;
  out["at_least"] = learner.at_least();
  out["labels"] = rows.targets.names;
  out["features"] = rows.feature_names;
  Json &choices = out["choices"] = Json::array();
  for (const Learner::Choice &choice : learner.choices())
    choices.add({{"part", choice.part},
                 {"what", choice.what},
                 {"value", choice.value},
                 {"loss", choice.loss},
                 {"values", choice.values},
                 {"losses", choice.losses}});
  if (!learner.rule().empty()) {
    out["rule"] = learner.rule();
    out["rule_reason"] = learner.rule_reason();
    Json &candidates = out["candidates"] = Json::array();
    const std::vector<std::string> names = candidate_names(learner);
    for (std::size_t c = 0; c < names.size(); ++c)
      candidates.add({{"rule", names[c]},
                      {"value", learner.candidate_values()[c]},
                      {"gain", learner.candidate_gains()[c]},
                      {"error", learner.candidate_errors()[c]}});
  }
  return json_text(out) + '\n';
}

std::string fit_text(const TrainingRows &rows, const Learner &learner) {
  std::string out = "learner   " + std::string(learner.name()) + "\nrows      " + std::to_string(rows.features.rows) +
                    "\nfeatures  " + std::to_string(learner.n_features()) + "\ntargets   ";
  out += learner.task() == WALD_TASK_CLASSES
             ? counted(learner.n_labels(), "class", "classes") + ", of which a row has one"
             : counted(learner.n_labels(), "label", "labels") +
                   (learner.at_least() > 0 ? ", at least " + std::to_string(learner.at_least()) + " a row" : "");
  out += '\n';
  if (!learner.rule().empty()) out += rule_text(learner);
  const std::vector<Learner::Choice> choices = learner.choices();
  if (choices.empty()) return out;
  std::vector<std::array<std::string, 4>> table = {{{"part", "chosen", "loss out of fold", "tried"}}};
  for (const Learner::Choice &choice : choices)
    table.push_back({printable(choice.part), printable(choice.what) + " " + rounded(choice.value),
                     std::isnan(choice.loss) ? "" : rounded(choice.loss), tried(choice)});
  return out + '\n' + aligned(table);
}

}  // namespace wald::cli
