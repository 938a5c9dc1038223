// Some columns of a table of scores and of its labels as arrays, each row next to the one before.
#pragma once

#include <vector>

#include "core/base/arrays.hpp"
#include "core/numeric/compiler.hpp"

namespace wald::core::thresholds {

template <class T>
class ColumnTile {
 public:
  // This many columns make whole cache lines of a row.
  static constexpr int64_t most_columns = 16;

  void load(const RealTable &scores, const Grid<const uint8_t> &labels, int64_t begin, int64_t columns) {
    const T *const from = static_cast<const T *>(scores.col(begin).data);
    const uint8_t *const label = &labels(0, begin);
    stride_ = scores.row_stride == 1 ? scores.col_stride : apart<T>(scores.rows);
    label_stride_ = labels.row_stride == 1 ? labels.col_stride : apart<uint8_t>(scores.rows);
    scores_ = scores.row_stride == 1
                  ? from
                  : copy(from, scores.row_stride, scores.col_stride, scores.rows, columns, stride_, score_room_);
    labels_ = labels.row_stride == 1
                  ? label
                  : copy(label, labels.row_stride, labels.col_stride, scores.rows, columns, label_stride_, label_room_);
  }
  const T *scores(int64_t column) const { return scores_ + column * stride_; }
  const uint8_t *labels(int64_t column) const { return labels_ + column * label_stride_; }

 private:
  // An odd number of cache lines: columns begin in different sets of the first cache.
  template <class U>
  static int64_t apart(int64_t rows) {
    constexpr int64_t line = 64 / sizeof(U);
    return ((rows + line - 1) / line | 1) * line;
  }

  template <class U>
  static const U *copy(const U *from, int64_t row_stride, int64_t col_stride, int64_t rows, int64_t columns,
                       int64_t stride, std::vector<U> &room) {
    room.resize(static_cast<std::size_t>(most_columns * stride));
    U *WALD_RESTRICT const to = room.data();
    constexpr int64_t ahead = 16;
    for (int64_t i = 0; i < rows; ++i) {
      const U *const row = from + i * row_stride;
      if (i + ahead < rows) {
        prefetch(row + ahead * row_stride);
        if constexpr (sizeof(U) * most_columns > 64) prefetch(row + ahead * row_stride + most_columns / 2);
      }
      if (columns == most_columns && col_stride == 1)
        for (int64_t c = 0; c < most_columns; ++c) to[c * stride + i] = row[c];
      else
        for (int64_t c = 0; c < columns; ++c) to[c * stride + i] = row[c * col_stride];
    }
    return to;
  }

  std::vector<T> score_room_;
  std::vector<uint8_t> label_room_;
  const T *scores_ = nullptr;
  const uint8_t *labels_ = nullptr;
  int64_t stride_ = 0, label_stride_ = 0;
};

}  // namespace wald::core::thresholds
