// Masks out: a .npy file, or for looking a PGM picture, one image after another.
#ifndef WALD_CLI_MASKS_MASK_OUTPUT_HPP
#define WALD_CLI_MASKS_MASK_OUTPUT_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "base/output.hpp"

namespace wald::cli {

/// The axes of a file of maps.
struct MapAxes {
  std::int64_t n_images = 1, n_classes = 1, n_pixels = 1;
  bool images = false, classes = false;  // whether the file has such an axis
  std::vector<std::int64_t> spatial;
};

class MaskOutput {
 public:
  /// The form is that of the ending: .pgm, else .npy. `exclusive`: one class per pixel, else a mask per class.
  MaskOutput(const std::string &path, const MapAxes &axes, bool exclusive);

  /// The masks of the next images: of each a mask of 0 and 1 per class, one after another.
  void write_masks(const std::vector<std::uint8_t> &masks);
  /// The class of each pixel of the next images; -1 for none.
  void write_labels(const std::vector<std::int32_t> &labels);

  void finish() { output_.finish(); }

 private:
  void write_header(bool exclusive);

  MapAxes axes_;
  bool picture_;
  Output output_;
};

/// Whether a file's name asks for a picture.
bool named_picture(const std::string &path);

}  // namespace wald::cli

#endif
