#include "../answer_json.hpp"
#include "../masks.hpp"
#include "../output.hpp"
#include "../text.hpp"
#include "commands.hpp"

namespace wald::cli {

void evaluate(const Settings &settings) {
  const std::vector<Metric> metrics = make_metrics(settings);
  Output output(settings.output);
  Progress progress;
  const MaskTable truth = read_truth(settings, progress);
  const MaskTable prediction = read_prediction(settings.file, settings.libsvm, settings,
                                               {truth.source, truth.labels, truth.rows, truth.names}, progress);
  const Table<const std::uint8_t> truth_cells(truth.cells.data(), truth.rows, truth.n_labels());
  const Table<const std::uint8_t> predicted_cells(prediction.cells.data(), prediction.rows, prediction.n_labels());
  const double *weights = truth.weights.empty() ? nullptr : truth.weights.data();
  for (const Metric &metric : metrics) {
    std::int64_t undecided = 0;
    const double value = wald::evaluate(metric, settings.average, truth_cells, predicted_cells, weights, &undecided);
    std::string line = "{\"metric\":";
    append_json(line, std::string_view(metric.name()));
    append_key(line, "average");
    append_json(line, std::string_view(name_of(settings.average)));
    append_key(line, "value");
    append_json(line, value);
    if (undecided > 0) {
      append_key(line, "undecided");
      append_integer(line, undecided);
    }
    line += "}\n";
    output.write(line);
  }
  output.finish();
}

}  // namespace wald::cli
