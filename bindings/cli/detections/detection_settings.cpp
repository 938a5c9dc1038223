// Types the options of `wald detections`, and refuses contradictions.
#include "detections/detection_settings.hpp"

#include "base/errors.hpp"
#include "base/output.hpp"

namespace wald::cli {

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
  refuse_if(values.has("--positives"), "--positives: the truths of each class are counted in --truth");
  refuse_if(values.has("--certify"),
            "--certify: detections of one image depend on each other, and certificates hold for rows that do not");
  refuse_if(values.has("--max-fdr"), "--max-fdr selects rows of a batch without truth, and here each class has truths");
  library.refuse_unread("choose");
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
