// Writes masks as NumPy reads them, and pictures as P5 PGM: images below each other, the masks of classes side by side.
#include "masks/mask_output.hpp"

#include <algorithm>

#include "masks/npy.hpp"

namespace wald::cli {

bool named_picture(const std::string &path) {
  constexpr std::string_view end = ".pgm";
  return path.size() >= end.size() && path.compare(path.size() - end.size(), end.size(), end) == 0;
}

MaskOutput::MaskOutput(const std::string &path, const MapAxes &axes, bool exclusive)
    : axes_(axes), picture_(named_picture(path)), output_(path) {
  write_header(exclusive);
}

void MaskOutput::write_header(bool exclusive) {
  if (picture_) {
    const std::int64_t width = axes_.spatial.back() * (exclusive ? 1 : axes_.n_classes);
    const std::int64_t height = axes_.n_images * (axes_.n_pixels / axes_.spatial.back());
    output_.write("P5\n" + std::to_string(width) + " " + std::to_string(height) + "\n255\n");
    return;
  }
  std::vector<std::int64_t> shape;
  if (axes_.images) shape.push_back(axes_.n_images);
  if (axes_.classes && !exclusive) shape.push_back(axes_.n_classes);
  shape.insert(shape.end(), axes_.spatial.begin(), axes_.spatial.end());
  output_.write(npy_header(exclusive ? "<i4" : "|b1", shape));
}

void MaskOutput::write_masks(const std::vector<std::uint8_t> &masks) {
  if (!picture_) {
    output_.write({reinterpret_cast<const char *>(masks.data()), masks.size()});
    return;
  }
  const std::size_t width = static_cast<std::size_t>(axes_.spatial.back());
  const std::size_t pixels = static_cast<std::size_t>(axes_.n_pixels);
  const std::size_t image = pixels * static_cast<std::size_t>(axes_.n_classes);
  std::string line(width, '\0');
  for (std::size_t begin = 0; begin < masks.size(); begin += image)
    for (std::size_t row = 0; row < pixels; row += width)
      for (std::size_t first = begin + row; first < begin + image; first += pixels) {
        std::transform(masks.begin() + static_cast<std::ptrdiff_t>(first),
                       masks.begin() + static_cast<std::ptrdiff_t>(first + width), line.begin(),
                       [](std::uint8_t cell) { return static_cast<char>(cell == 1 ? 255 : 0); });
        output_.write(line);
      }
}

void MaskOutput::write_labels(const std::vector<std::int32_t> &labels) {
  const std::int64_t brightest = std::max<std::int64_t>(axes_.n_classes, 1);
  std::string bytes;
  bytes.reserve(labels.size() * (picture_ ? 1 : 4));
  for (const std::int32_t label : labels) {
    if (picture_) {
      bytes += static_cast<char>(255 * (std::int64_t{label} + 1) / brightest);
      continue;
    }
    const auto bits = static_cast<std::uint32_t>(label);
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(bits >> shift & 0xFF);
  }
  output_.write(bytes);
}

}  // namespace wald::cli
