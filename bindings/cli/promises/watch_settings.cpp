// Types the options of `wald watch`, and refuses contradictions.
#include "promises/watch_settings.hpp"

#include "base/errors.hpp"
#include "base/output.hpp"

namespace wald::cli {

WatchSettings watch_settings(const OptionValues &values) {
  WatchSettings out;
  out.promise = values.optional_text("--promise").value_or("");
  out.load = values.optional_text("--load").value_or("");
  out.save = values.optional_text("--save").value_or("");
  refuse_if(out.promise.empty() && out.load.empty(), "--promise is needed\nTry 'wald watch --help'.");
  refuse_if(!out.promise.empty() && !out.load.empty(),
            "--load has a promise, instead of --promise: give one of them");
  for (const char *option : {"--delta", "--average-run", "--min-label-probability", "--max-weight", "--segments"})
    refuse_if(values.has(option) && !out.load.empty(),
              std::string(option) + " is part of the promise, which --load has: leave it out");
  if (values.has("--batch")) out.batch = values.integer("--batch", 1, std::int64_t{1} << 24);
  out.text = values.has("--format") && values.text("--format") == "text";
  if (values.has("--flagged")) out.flagged = values.text("--flagged");
  if (values.has("--label")) out.label = values.text("--label");
  out.label_probability = values.optional_text("--label-probability");
  out.time = values.optional_text("--time");
  out.segment = values.optional_text("--segment");
  out.segments = values.list("--segments");
  refuse_if(out.segment && out.segments.empty() && out.load.empty(),
            "--segment needs --segments: the names that it holds");
  refuse_if(!out.segment && !out.segments.empty(), "--segments goes with --segment: the column that holds them");
  const std::string file = values.has("FILE") ? values.text("FILE") : "-";
  if (values.has("--output"))
    for (const std::string &input : {file, out.load}) keep_input("--output", values.text("--output"), input);
  refuse_if(values.has("--output") && !out.save.empty() && same_output(values.text("--output"), out.save),
            "--save and --output name the same file");
  if (values.has("--plot")) {
    const std::string plot = values.text("--plot");
    refuse_if(!out.save.empty() && same_output(plot, out.save), "--plot and --save name the same file");
    keep_input("--plot", plot, out.load);
  }
  return out;
}

}  // namespace wald::cli
