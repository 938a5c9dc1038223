#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/dispatch.hpp"

WALD_VECTOR_MATH

#include "core/learners/sparse_product.hpp"

namespace wald::core {

namespace {

// The columns first ... first + Width - 1, whose sums stay in registers.
template <int Width>
WALD_ALWAYS_INLINE void multiply_part(const int64_t *__restrict begin, const int32_t *__restrict columns,
                                      const double *__restrict values, int64_t rows, const double *__restrict w,
                                      int64_t width, int64_t first, double *__restrict out) {
  for (int64_t i = 0; i < rows; ++i) {
    double sum[Width] = {0};
    for (int64_t c = begin[i]; c < begin[i + 1]; ++c) {
      const double *__restrict const from = w + columns[c] * width + first;
      const double x = values[c];
      for (int l = 0; l < Width; ++l) sum[l] += x * from[l];
    }
    double *__restrict const to = out + i * width + first;
    for (int l = 0; l < Width; ++l) to[l] = sum[l];
  }
}

WALD_CLONES void multiply_all(const int64_t *begin, const int32_t *columns, const double *values, int64_t rows,
                              const double *w, int64_t width, double *out) {
  int64_t first = 0;
  for (; first + 3 * side_by_side <= width; first += 3 * side_by_side)
    multiply_part<3 * side_by_side>(begin, columns, values, rows, w, width, first, out);
  if (first + 2 * side_by_side <= width) {
    multiply_part<2 * side_by_side>(begin, columns, values, rows, w, width, first, out);
    first += 2 * side_by_side;
  }
  if (first < width) multiply_part<side_by_side>(begin, columns, values, rows, w, width, first, out);
}

}  // namespace

CompressedRows transposed(const CompressedRows &matrix, int64_t cols) {
  CompressedRows out;
  out.rows = cols;
  out.begin.assign(static_cast<std::size_t>(cols) + 1, 0);
  for (const int32_t j : matrix.columns) ++out.begin[static_cast<std::size_t>(j) + 1];
  for (std::size_t j = 1; j < out.begin.size(); ++j) out.begin[j] += out.begin[j - 1];
  out.columns.resize(matrix.columns.size());
  out.values.resize(matrix.values.size());
  std::vector<int64_t> next(out.begin.begin(), out.begin.end() - 1);
  for (int64_t i = 0; i < matrix.rows; ++i)
    for (int64_t c = matrix.begin[static_cast<std::size_t>(i)]; c < matrix.begin[static_cast<std::size_t>(i) + 1];
         ++c) {
      const auto from = static_cast<std::size_t>(c);
      const auto to = static_cast<std::size_t>(next[static_cast<std::size_t>(matrix.columns[from])]++);
      out.columns[to] = static_cast<int32_t>(i);
      out.values[to] = matrix.values[from];
    }
  return out;
}

void multiply(const CompressedRows &matrix, const double *w, int64_t width, double *out) {
  multiply_all(matrix.begin.data(), matrix.columns.data(), matrix.values.data(), matrix.rows, w, width, out);
}

}  // namespace wald::core
