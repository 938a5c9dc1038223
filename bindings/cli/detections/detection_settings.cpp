// Types the options of `wald detections`, and refuses contradictions.
#include "detections/detection_settings.hpp"

#include <array>

#include "base/errors.hpp"
#include "base/output.hpp"

namespace wald::cli {
namespace {

void check_detection_average(DetectionSettings &out, const OptionValues &values, const LibraryOptions &library) {
  if (values.has("--average"))
    out.average = std::array{WALD_MACRO, WALD_MICRO, WALD_INSTANCE}[static_cast<std::size_t>(
        values.choice("--average", {"macro", "micro", "instance"}))];
  refuse_if(out.average != WALD_INSTANCE && values.has("--min-value"), "--min-value goes with --average instance");
  refuse_if(out.average != WALD_INSTANCE && values.has("--certify"),
            "--certify: detections of one image depend on each other; certificates of images go with --average instance");
  if (out.average == WALD_MICRO) {
    const bool other = !values.all("--metric").empty() && values.text("--metric") != "f1";
    for (const char *limit : {"goal", "cost_ratio", "marginal_precision", "min_precision", "min_recall", "max_fp",
                              "max_alerts", "max_fpr", "max_alert_rate"})
      refuse_if(other || library.given(limit), "--average micro is offered for F1 without limits and costs");
  }
  out.by_class = values.has("--by-class");
  refuse_if(out.by_class && out.average != WALD_INSTANCE, "--by-class goes with --average instance");
  library.refuse_unread(out.average == WALD_INSTANCE ? "labels" : "choose");
  if (out.average != WALD_INSTANCE) return;
  const int limits = values.has("--min-recall") + values.has("--min-precision") + values.has("--min-value");
  refuse_if(limits != 1, "--average instance needs one of --min-recall, --min-precision and --min-value");
  refuse_if(!values.has("--certify"), "--average instance needs --certify");
  refuse_if(values.has("--metric") && !values.has("--min-value"),
            "--metric with --average instance goes with --min-value");
  if (values.has("--min-value"))
    out.min_value = values.number("--min-value", values.text("--min-value"), 0, 1, "a number in [0, 1]");
}

}  // namespace

DetectionSettings detection_settings(const OptionValues &values, const LibraryOptions &library) {
  DetectionSettings out;
  out.truth = values.text("--truth");
  if (values.has("--form")) out.form = static_cast<DetectionForm>(values.choice("--form", {"coco", "spans", "bio"}));
  if (out.form != DetectionForm::coco) out.min_overlap = 1;
  if (values.has("--min-overlap"))
    out.min_overlap = values.number("--min-overlap", values.text("--min-overlap"), 0, 1, "a number in (0, 1]");
  refuse_if(out.min_overlap == 0, "--min-overlap 0: a number in (0, 1] is needed");
  out.rows = values.optional_text("--rows").value_or("");
  out.text = values.has("--format") && values.text("--format") == "text";
  check_detection_average(out, values, library);
  refuse_if(values.has("--zero-division") && !values.has("--metric"), "--zero-division goes with --metric");
  refuse_if(values.has("--delimiter") && out.form != DetectionForm::spans, "--delimiter goes with --form spans");
  const std::string file = values.has(file_key) ? values.text(file_key) : "-";
  refuse_if(file == "-" && out.truth == "-", "--truth and FILE are both standard input");
  const std::string output = values.has("--output") ? values.text("--output") : "-";
  refuse_if(!out.rows.empty() && same_output(out.rows, output), "--rows and --output are the same");
  for (const std::string &input : {file, out.truth}) {
    keep_input("--output", output, input);
    keep_input("--rows", out.rows, input);
  }
  return out;
}

}  // namespace wald::cli
