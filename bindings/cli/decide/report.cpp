// wald report: a page about the gain of deciding for a metric.
#include "base/follow.hpp"
#include "base/output.hpp"
#include "commands.hpp"
#include "decide/system.hpp"

namespace wald::cli {
namespace {

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
