// Types the options of `wald estimate`, and refuses contradictions.
#include "promises/estimate_settings.hpp"

#include "base/errors.hpp"
#include "base/output.hpp"

namespace wald::cli {

EstimateSettings estimate_settings(const OptionValues &values) {
  EstimateSettings out;
  const auto columns = [&](const char *option, const char *usual) {
    return values.has(option) ? values.list(option) : std::vector<std::string>{usual};
  };
  out.probabilities = columns("--probability", "probability");
  out.flagged = columns("--flagged", "flagged");
  out.labels = columns("--label", "label");
  out.label_probability = values.optional_text("--label-probability");
  out.chunk = values.optional_text("--chunk");
  out.segment = values.optional_text("--segment");
  out.calibration = values.optional_text("--calibrate").value_or("");
  out.labels_given = values.has("--label");
  refuse_if(out.chunk && values.has("--chunk-rows"), "--chunk and --chunk-rows both say what a chunk is: give one of them");
  refuse_if(values.has("--calibration") && out.calibration.empty(), "--calibration needs --calibrate: the rows to calibrate by");
  const std::string format = values.has("--format") ? values.text("--format") : "jsonl";
  out.format = format == "csv" ? EstimateFormat::csv : format == "text" ? EstimateFormat::text : EstimateFormat::jsonl;
  refuse_if(out.segment && out.format != EstimateFormat::jsonl, "--segment needs --format jsonl: other forms have no place for segments");
  const std::string file = values.has("FILE") ? values.text("FILE") : "-";
  refuse_if(file == "-" && out.calibration == "-", "--calibrate and FILE are both standard input");
  if (values.has("--output"))
    for (const std::string &input : {file, out.calibration}) keep_input("--output", values.text("--output"), input);
  return out;
}

}  // namespace wald::cli
