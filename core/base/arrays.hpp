// Views of memory that the caller owns. Strides count elements and may be negative.
#pragma once

#include <cstdint>

#include "core/base/error.hpp"

namespace wald::core {

// n numbers, float or double.
struct Reals {
  const void *data = nullptr;
  bool is_float = false;
  int64_t n = 0;
  int64_t stride = 1;

  Reals from(int64_t first, int64_t count) const {
    if (is_float) return {static_cast<const float *>(data) + first * stride, true, count, stride};
    return {static_cast<const double *>(data) + first * stride, false, count, stride};
  }

  double operator[](int64_t i) const {
    return is_float ? static_cast<double>(static_cast<const float *>(data)[i * stride])
                    : static_cast<const double *>(data)[i * stride];
  }
};

// A probability up to this is 1, rounded: what a sum or a quotient of a few numbers comes to.
constexpr double one_rounded(bool is_float) { return 1 + 4 * (is_float ? 0x1p-23 : 0x1p-52); }

// rows by cols numbers, float or double.
struct RealTable {
  const void *data = nullptr;
  bool is_float = false;
  int64_t rows = 0, cols = 0;
  int64_t row_stride = 0, col_stride = 1;

  Reals row(int64_t i) const { return {at(i * row_stride), is_float, cols, col_stride}; }
  Reals col(int64_t j) const { return {at(j * col_stride), is_float, rows, row_stride}; }

 private:
  const void *at(int64_t offset) const {
    if (is_float) return static_cast<const float *>(data) + offset;
    return static_cast<const double *>(data) + offset;
  }
};

// n cells of a mask.
template <class T>
struct Strided {
  T *data = nullptr;
  int64_t n = 0;
  int64_t stride = 1;

  T &operator[](int64_t i) const { return data[i * stride]; }
};

// rows by cols cells of a mask.
template <class T>
struct Grid {
  T *data = nullptr;
  int64_t rows = 0, cols = 0;
  int64_t row_stride = 0, col_stride = 1;

  T &operator()(int64_t i, int64_t j) const { return data[i * row_stride + j * col_stride]; }
  Strided<T> row(int64_t i) const { return {data + i * row_stride, cols, col_stride}; }
  Strided<T> col(int64_t j) const { return {data + j * col_stride, rows, row_stride}; }
};

// Integers, 32 or 64 bits wide.
struct Integers {
  const void *data = nullptr;
  bool is_32 = false;

  int64_t operator[](int64_t i) const {
    return is_32 ? static_cast<const int32_t *>(data)[i] : static_cast<const int64_t *>(data)[i];
  }
};

// The row starts of a sparse table: ascending from 0 or above. Checked whole before any of what they point to is read.
inline void check_indptr(Integers indptr, int64_t n_rows) {
  if (indptr[0] < 0) fail(Status::argument, "indptr[0] is ", indptr[0], ": must be at least 0");
  for (int64_t r = 0; r < n_rows; ++r)
    if (indptr[r + 1] < indptr[r])
      fail(Status::argument, "indptr[", r + 1, "] is ", indptr[r + 1], ": must be at least indptr[", r,
           "] = ", indptr[r]);
}

}  // namespace wald::core
