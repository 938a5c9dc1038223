// Reads the maps of images, and says where a number is no probability.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/masks/maps.hpp"

#include <algorithm>

#include "core/base/error.hpp"
#include "core/decisions/short_rows/short_rows.hpp"
#include "core/numeric/vectors/halves.hpp"

namespace wald::core::decisions {
namespace {

// What a sum of exclusive probabilities may exceed 1 by: that of floats as elsewhere, that of halves by their rounding.
constexpr double sum_of_floats = 1e-6, sum_of_halves = 0x1p-10;
constexpr float one_of_halves = 1 + 4 * 0x1p-10f;
constexpr int64_t pixels_at_once = 1024;

template <class T>
void add_map(const T *p, int64_t stride, int64_t n, double *sums) {
  if (stride == 1)
    for (int64_t i = 0; i < n; ++i) sums[i] += static_cast<double>(p[i]);
  else
    for (int64_t i = 0; i < n; ++i) sums[i] += static_cast<double>(p[i * stride]);
}

}  // namespace

RealTable Maps::table(int64_t image, int64_t of_class, RealTable shape, std::vector<float> &buffer) const {
  const int64_t first = image * image_stride + of_class * class_stride;
  shape.is_float = number != MapNumber::float64;
  if (number == MapNumber::float64) shape.data = static_cast<const double *>(data) + first;
  if (number == MapNumber::float32) shape.data = static_cast<const float *>(data) + first;
  if (!is_half()) return shape;
  buffer.resize(static_cast<std::size_t>(shape.rows * shape.cols));
  for (int64_t row = 0; row < shape.rows; ++row) {
    float *const to = buffer.data() + row * shape.cols;
    widen_halves(static_cast<const uint16_t *>(data) + first + row * shape.row_stride, shape.col_stride, shape.cols, to);
    for (int64_t i = 0; i < shape.cols; ++i) to[i] = to[i] > 1 && to[i] <= one_of_halves ? 1 : to[i];
  }
  return {buffer.data(), true, shape.rows, shape.cols, shape.cols, 1};
}

void check_maps(const RealTable &table, MapPlace first) {
  for (int64_t row = 0; row < table.rows; ++row) {
    const Reals map = table.row(row);
    if (all_in_unit(map)) continue;
    for (int64_t pixel = 0; pixel < map.n; ++pixel) {
      const double p = map[pixel];
      if (p >= 0 && p <= one_rounded(map.is_float)) continue;
      fail(Status::argument, "maps[image ", first.image + (first.rows_are_images ? row : 0), ", class ",
           first.of_class + (first.rows_are_images ? 0 : row), ", pixel ", pixel, "] is ", p, ": must lie in [0, 1]");
    }
  }
}

double check_class_sums(const RealTable &classes, int64_t image, bool from_halves) {
  const double rounding = from_halves ? sum_of_halves : sum_of_floats, most = 1 + rounding;
  double whole = 0;
  for (int64_t begin = 0; begin < classes.cols; begin += pixels_at_once) {
    const int64_t n = std::min(pixels_at_once, classes.cols - begin);
    double sums[pixels_at_once] = {};
    for (int64_t c = 0; c < classes.rows; ++c) {
      const Reals map = classes.row(c).from(begin, n);
      if (map.is_float)
        add_map(static_cast<const float *>(map.data), map.stride, n, sums);
      else
        add_map(static_cast<const double *>(map.data), map.stride, n, sums);
    }
    for (int64_t i = 0; i < n; ++i) {
      if (sums[i] > most)
        fail(Status::argument, "maps[image ", image, ", pixel ", begin + i, "] sums to ", sums[i],
             " over the classes: exclusive classes sum to at most 1 (up to ", rounding, " more is taken for rounding)");
      whole += sums[i];
    }
  }
  return whole / static_cast<double>(classes.cols);
}

}  // namespace wald::core::decisions
