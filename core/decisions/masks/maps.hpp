// The maps of images: a probability, or a mark of a sample, for each image, class and pixel, in memory of the caller.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/arrays.hpp"

namespace wald::core::decisions {

enum class MapNumber { float64, float32, float16, uint8 };

// Strides count elements and may be negative.
struct Maps {
  const void *data = nullptr;
  MapNumber number = MapNumber::float64;
  int64_t images = 0, classes = 0, pixels = 0;
  int64_t image_stride = 0, class_stride = 0, pixel_stride = 1;

  bool is_half() const { return number == MapNumber::float16; }
  // The marks of a class: one row for each sample, one column for each pixel.
  Grid<const uint8_t> marks(int64_t of_class) const {
    return {static_cast<const uint8_t *>(data) + of_class * class_stride, images, pixels, image_stride, pixel_stride};
  }
  // `rows` by `cols` numbers from an image and a class on. Halves are widened into the buffer, and those that exceed 1 by
  // rounding are 1 there; other numbers stay where they are.
  RealTable table(int64_t image, int64_t of_class, RealTable shape, std::vector<float> &buffer) const;
  // An image: one row for each class, one column for each pixel.
  RealTable image(int64_t i, std::vector<float> &buffer) const {
    return table(i, 0, {nullptr, false, classes, pixels, class_stride, pixel_stride}, buffer);
  }
  // A class: one row for each image, one column for each pixel.
  RealTable all_of_class(int64_t c, std::vector<float> &buffer) const {
    return table(0, c, {nullptr, false, images, pixels, image_stride, pixel_stride}, buffer);
  }
};

inline RealTable transposed(const RealTable &t) {
  return {t.data, t.is_float, t.cols, t.rows, t.col_stride, t.row_stride};
}

// Throws Error(argument) that names image, class and pixel unless each number is a probability. Rows of the table are
// classes from `of_class` on, of one image; or images from `image` on, of one class, with `rows_are_images`.
struct MapPlace {
  int64_t image, of_class;
  bool rows_are_images;
};
void check_maps(const RealTable &table, MapPlace first);

// Throws Error(argument) if the probabilities of the classes (rows) sum to more than 1, except for rounding, at a pixel.
// Returns the mean of the sums.
double check_class_sums(const RealTable &classes, int64_t image, bool from_halves);

}  // namespace wald::core::decisions
