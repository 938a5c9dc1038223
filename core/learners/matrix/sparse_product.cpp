// Multiplies compressed rows by a few columns that stand side by side.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/learners/matrix/sparse_product.hpp"

namespace wald::core::learners {

namespace {

// Spelt out, or GCC takes eight rows' columns apart and gathers them.
WALD_VECTOR(ProductLanes, double, side_by_side * sizeof(double), side_by_side * sizeof(double));
WALD_VECTOR(Unaligned, double, side_by_side * sizeof(double), sizeof(double));

template <int Vectors>
WALD_ALWAYS_INLINE void add_entry(const double *w, double x, ProductLanes *sum) {
  for (int v = 0; v < Vectors; ++v) sum[v] += x * reinterpret_cast<const Unaligned *>(w)[v];
}

// As many columns from `from` on, whose sums stay in registers: those of the even and of the odd entries of a row, as one
// sum would wait for itself. Any number of vectors adds in the same order.
template <int Vectors>
WALD_ALWAYS_INLINE void multiply_part(const int64_t *begin, const int32_t *columns, const double *values, int64_t rows,
                                      const double *from, int64_t width, double *out) {
  for (int64_t i = 0; i < rows; ++i) {
    ProductLanes even[Vectors] = {}, odd[Vectors] = {};
    const int64_t end = begin[i + 1];
    int64_t c = begin[i];
    for (; c + 2 <= end; c += 2) {
      add_entry<Vectors>(from + columns[c] * width, values[c], even);
      add_entry<Vectors>(from + columns[c + 1] * width, values[c + 1], odd);
    }
    if (c < end) add_entry<Vectors>(from + columns[c] * width, values[c], even);
    Unaligned *const to = reinterpret_cast<Unaligned *>(out + i * width);
    for (int v = 0; v < Vectors; ++v) to[v] = even[v] + odd[v];
  }
}

WALD_LEVELS(void, multiply_all,
            (const int64_t *begin, const int32_t *columns, const double *values, int64_t rows, const double *w,
             int64_t width, double *out),
            (begin, columns, values, rows, w, width, out)) {
  int64_t first = 0;
  for (; first + 3 * side_by_side <= width; first += 3 * side_by_side)
    multiply_part<3>(begin, columns, values, rows, w + first, width, out + first);
  if (first + 2 * side_by_side <= width) {
    multiply_part<2>(begin, columns, values, rows, w + first, width, out + first);
    first += 2 * side_by_side;
  }
  if (first < width) multiply_part<1>(begin, columns, values, rows, w + first, width, out + first);
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

}  // namespace wald::core::learners
