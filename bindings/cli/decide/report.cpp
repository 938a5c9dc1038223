// wald report: a page about the gain of deciding for a metric.
#include <algorithm>
#include <cstdio>

#include "base/errors.hpp"
#include "base/follow.hpp"
#include "base/output.hpp"
#include "base/places.hpp"
#include "base/text.hpp"
#include "commands.hpp"
#include "decide/beliefs/problems.hpp"
#include "decide/beliefs/read_beliefs.hpp"
#include "input/masks.hpp"

namespace wald::cli {
namespace {

/// A system's probabilities, rows by the labels of the truth.
std::vector<double> read_system(const std::string &path, const Settings &settings, const MaskTable &truth,
                                Progress &progress) {
  Settings own = settings;
  own.file = path;
  own.libsvm = named_libsvm(path);
  own.weights.reset();  // a column of the truth
  if (!own.labels.empty()) own.labels = truth.labels;
  const Beliefs beliefs = read_beliefs(own, progress);
  if (beliefs.rows != truth.rows)
    throw InputError(beliefs.source + ": " + counted(std::to_string(beliefs.rows), "row") + ", where " + truth.source +
                     " has " + std::to_string(truth.rows));
  if (beliefs.named() && !truth.names.empty())
    for (std::size_t i = 0; i < truth.names.size(); ++i)
      if (beliefs.names[i] != truth.names[i])
        throw InputError(beliefs.source + ": row " + std::to_string(i) + " is named " + shown(beliefs.names[i]) +
                         ", in " + truth.source + " it is " + shown(truth.names[i]));
  std::vector<std::size_t> columns;
  const Places places = places_of(beliefs.labels), true_places = places_of(truth.labels);
  for (const std::string &label : truth.labels) {
    const auto found = places.find(label);
    if (found == places.end())
      throw InputError(beliefs.source + ": there is no column " + shown(label) + ", a label of " + truth.source);
    columns.push_back(found->second);
  }
  for (const std::string &label : beliefs.labels)
    if (true_places.count(label) == 0)
      throw InputError(beliefs.source + ": column " + shown(label) + " is not in " + truth.source +
                       ": --id names a column of names, --labels the labels to report on");
  const std::vector<double> table = marginal_table(beliefs);
  std::vector<double> out;
  for (std::size_t i = 0; i < static_cast<std::size_t>(truth.rows); ++i)
    for (const std::size_t column : columns) out.push_back(table[i * beliefs.labels.size() + column]);
  if (truth.rows > 1 && std::equal(out.begin(), out.end(), truth.cells.begin(), truth.cells.end()))
    std::fprintf(stderr, "wald: warning: the probabilities in %s equal the truth in every row: they may be the truth\n",
                 beliefs.source.c_str());
  return out;
}

/// What a file is called without its folder and its ending.
std::string stem_of(const std::string &path) {
  const std::string name = path.substr(path.find_last_of("/\\") + 1);
  return name.substr(0, name.find('.', 1));
}

}  // namespace

void report(const Settings &settings) {
  const Metric metric = make_metric(settings, settings.metrics[0]);
  Output output(settings.output);
  Progress progress;
  const MaskTable truth = read_truth(settings, progress);
  const std::vector<double> a = read_system(settings.file, settings, truth, progress);
  const bool two = !settings.prediction.empty();
  const std::vector<double> b =
      two ? read_system(settings.prediction, settings, truth, progress) : std::vector<double>();
  std::vector<std::string> names = {settings.title, two ? stem_of(settings.file) : "",
                                    two ? stem_of(settings.prediction) : ""};
  if (two && names[1] == names[2]) names[1] = names[2] = "";
  names.insert(names.end(), truth.labels.begin(), truth.labels.end());
  DecisionOptions options = make_options(settings, "report tables");
  follow(options, progress, "reported");
  const auto table_of = [&](const std::vector<double> &p) {
    return Array(Table<const double>(p.data(), truth.rows, truth.n_labels()));
  };
  const Report made(metric, settings.kind, Table<const std::uint8_t>(truth.cells.data(), truth.rows, truth.n_labels()),
                    table_of(a), options, two ? table_of(b) : Array(),
                    truth.weights.empty() ? Array() : Array(truth.weights),
                    truth.groups.empty() ? Array() : Array(truth.groups), names);
  progress.clear();
  output.write(settings.format == Format::jsonl ? made.data() + '\n' : made.page());
  output.finish();
}

}  // namespace wald::cli
