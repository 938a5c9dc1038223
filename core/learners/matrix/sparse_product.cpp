// Multiplies compressed rows by a few columns that stand side by side.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <cstring>

#include "core/learners/matrix/sparse_product.hpp"

namespace wald::core::learners {

namespace {

// Vectors are spelt out, or GCC takes eight rows' columns apart and gathers them.
template <int bytes>
struct Columns {
  static constexpr int64_t width = bytes / static_cast<int64_t>(sizeof(double));
  static constexpr int registers = static_cast<int>(side_by_side / width);
  WALD_VECTOR(Lanes, double, bytes, bytes);
};

template <int bytes, int registers>
WALD_ALWAYS_INLINE void add_entry(const double *w, double x, typename Columns<bytes>::Lanes *sum) {
  typename Columns<bytes>::Lanes weights;
  WALD_UNROLL(12)
  for (int v = 0; v < registers; ++v) {
    std::memcpy(&weights, w + v * Columns<bytes>::width, sizeof weights);
    sum[v] += x * weights;
  }
}

// As many columns from `from` on, whose sums stay in registers: those of the even and of the odd entries of a row, as one
// sum would wait for itself. Any number of registers adds in the same order.
template <int bytes, int registers>
WALD_ALWAYS_INLINE void multiply_part(const int64_t *begin, const int32_t *columns, const double *values, int64_t rows,
                                      const double *from, int64_t width, double *out) {
  for (int64_t i = 0; i < rows; ++i) {
    typename Columns<bytes>::Lanes even[registers] = {}, odd[registers] = {};
    const int64_t end = begin[i + 1];
    int64_t c = begin[i];
    for (; c + 2 <= end; c += 2) {
      add_entry<bytes, registers>(from + columns[c] * width, values[c], even);
      add_entry<bytes, registers>(from + columns[c + 1] * width, values[c + 1], odd);
    }
    if (c < end) add_entry<bytes, registers>(from + columns[c] * width, values[c], even);
    WALD_UNROLL(12)
    for (int v = 0; v < registers; ++v) {
      even[v] += odd[v];
      std::memcpy(out + i * width + v * Columns<bytes>::width, &even[v], sizeof even[v]);
    }
  }
}

WALD_LEVELS_BY_REGISTER(void, multiply_all,
                        (const int64_t *begin, const int32_t *columns, const double *values, int64_t rows, const double *w,
                         int64_t width, double *out),
                        (begin, columns, values, rows, w, width, out)) {
  // Both sums of six registers are what sixteen hold beside the entries of a row.
  constexpr int most = Columns<bytes>::registers == 4 ? 4 : Columns<bytes>::registers == 2 ? 6 : 3;
  constexpr int64_t most_columns = most * Columns<bytes>::width;
  int64_t first = 0;
  for (; first + most_columns <= width; first += most_columns)
    multiply_part<bytes, most>(begin, columns, values, rows, w + first, width, out + first);
  for (; first < width; first += side_by_side)
    multiply_part<bytes, Columns<bytes>::registers>(begin, columns, values, rows, w + first, width, out + first);
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
