// Types the options of `wald masks`.
#include "masks/mask_settings.hpp"

#include "base/errors.hpp"
#include "options/library_words.hpp"

namespace wald::cli {

MaskSettings mask_settings(const OptionValues &values, const LibraryOptions &library) {
  MaskSettings out;
  out.exclusive = values.has("--classes") && values.text("--classes") == "exclusive";
  out.dataset = values.has("--average") && values.text("--average") == "dataset";
  out.samples = values.has("--samples");
  out.spatial_dims = values.optional_integer("--spatial-dims", 1, 30).value_or(2);
  refuse_if(out.samples && out.exclusive, "--samples needs --classes overlapping: each class has a mask of its own");
  refuse_if(out.samples && out.dataset, "--samples are of one image: --average dataset has nothing to average");
  refuse_if(out.dataset && out.exclusive,
            "--average dataset needs --classes overlapping: exclusive classes are decided per image");
  if (out.dataset)
    for (const char *row : {"algorithm", "ties", "threads"})
      refuse_if(library.given(row), option_name(row) + " does not go with --average dataset");
  library.refuse_unread(out.exclusive ? "masks exclusive" : "masks");
  refuse_if(out.dataset && (!values.has(file_key) || values.text(file_key) == "-"),
            "--average dataset reads FILE more than once: it cannot be standard input");
  refuse_if(values.has("--output") && values.text("--output") == "-",
            "--output is \"-\": a file name is needed, since standard output has the facts");
  return out;
}

}  // namespace wald::cli
