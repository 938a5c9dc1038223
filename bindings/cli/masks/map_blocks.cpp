// Reads maps in blocks that several threads can share, of about 32 MB where images are smaller.
#include "masks/map_blocks.hpp"

#include <algorithm>
#include <cstring>

#include "base/errors.hpp"

namespace wald::cli {
namespace {

constexpr std::int64_t bytes_of_block = std::int64_t{1} << 25;

template <class Number>
Number number_at(const char *bytes) {
  Number out;
  std::memcpy(&out, bytes, sizeof out);
  return out;
}

// As where the library reads halves and floats: what exceeds 1 by rounding is 1.
constexpr double one_of_halves = 1 + 4 * 0x1p-10, one_of_floats = 1 + 4 * 0x1p-23;
double without_excess(double value, double one) { return value > 1 && value <= one ? 1 : value; }

double value_at(NpyType type, const char *bytes) {
  switch (type) {
    case NpyType::float16:
      return without_excess(from_half(number_at<std::uint16_t>(bytes)), one_of_halves);
    case NpyType::float32:
      return without_excess(number_at<float>(bytes), one_of_floats);
    case NpyType::float64:
      return number_at<double>(bytes);
    default:
      return static_cast<unsigned char>(*bytes);
  }
}

}  // namespace

MapAxes axes_of(const NpyReader &file, const MaskSettings &asked) {
  const std::vector<std::int64_t> &shape = file.shape();
  const auto n_axes = static_cast<std::int64_t>(shape.size());
  const std::int64_t others = n_axes - asked.spatial_dims;
  const std::string needed = "--spatial-dims is " + std::to_string(asked.spatial_dims);
  if (others < (asked.samples ? 1 : 0) || others > 2)
    throw InputError(file.name() + ": shape is " + shape_text(shape) + ": " + needed + ", so it must have " +
                     std::to_string(asked.spatial_dims + (asked.samples ? 1 : 0)) + " to " +
                     std::to_string(asked.spatial_dims + 2) + " axes, (" + (asked.samples ? "samples" : "images") +
                     ", classes, pixels ...)");
  MapAxes out;
  out.images = asked.samples || others == 2;
  out.classes = others == 2 || (others == 1 && !asked.samples);
  std::size_t axis = 0;
  if (out.images) out.n_images = shape[axis++];
  if (out.classes) out.n_classes = shape[axis++];
  out.spatial.assign(shape.begin() + static_cast<std::ptrdiff_t>(axis), shape.end());
  for (const std::int64_t length : out.spatial) out.n_pixels *= length;
  return out;
}

MapBlocks::MapBlocks(NpyReader &file, const MapAxes &axes, bool all, Progress &progress)
    : file_(file), axes_(axes), progress_(progress) {
  const std::int64_t image = axes.n_classes * axes.n_pixels * static_cast<std::int64_t>(bytes_of(file.type()));
  most_ = all ? axes.n_images : std::clamp<std::int64_t>(bytes_of_block / image, 1, axes.n_images);
}

bool MapBlocks::next() {
  first_ += count_;
  count_ = std::min(most_, axes_.n_images - first_);
  if (count_ == 0) return false;
  const std::int64_t elements = count_ * axes_.n_classes * axes_.n_pixels;
  bytes_.resize(static_cast<std::size_t>(elements) * bytes_of(file_.type()));
  file_.read(bytes_.data(), elements);
  progress_.update("reading", file_.fraction());
  return true;
}

wald_maps MapBlocks::maps() const {
  wald_maps out = {};
  out.size = sizeof out;
  out.data = bytes_.data();
  out.n_images = count_;
  out.n_classes = axes_.n_classes;
  out.n_pixels = axes_.n_pixels;
  out.image_stride = axes_.n_classes * axes_.n_pixels;
  out.class_stride = axes_.n_pixels;
  out.pixel_stride = 1;
  const NpyType type = file_.type();
  out.type = type == NpyType::float16   ? WALD_FLOAT16
             : type == NpyType::float32 ? WALD_FLOAT32
             : type == NpyType::float64 ? WALD_FLOAT64
                                        : WALD_UINT8;
  return out;
}

const std::vector<double> &MapBlocks::map(std::int64_t image, std::int64_t class_of) {
  const std::size_t width = bytes_of(file_.type());
  const auto first = static_cast<std::size_t>((image * axes_.n_classes + class_of) * axes_.n_pixels);
  const char *from = bytes_.data() + first * width;
  map_.resize(static_cast<std::size_t>(axes_.n_pixels));
  for (double &value : map_) {
    value = value_at(file_.type(), from);
    from += width;
  }
  return map_;
}

}  // namespace wald::cli
