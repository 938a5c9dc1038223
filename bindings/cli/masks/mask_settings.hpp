// What `wald masks` was asked for.
#ifndef WALD_CLI_MASKS_MASK_SETTINGS_HPP
#define WALD_CLI_MASKS_MASK_SETTINGS_HPP

#include <cstdint>
#include <string>

#include "options/library_options.hpp"
#include "options/option_table.hpp"
#include "options/option_values.hpp"

namespace wald::cli {

struct MaskSettings {
  bool exclusive = false;  // each pixel has one class
  bool dataset = false;    // one problem per class, over all images
  bool samples = false;    // of one image
  std::int64_t spatial_dims = 2;
};

/// Throws UsageError for options that do not go together.
MaskSettings mask_settings(const OptionValues &values, const LibraryOptions &library);

}  // namespace wald::cli

#endif
