// Compressed rows times a few columns that stand side by side, which is what sparse features ask for at every step of a
// fit. Eigen's product builds an expression for each number that is not 0, which takes five times as long.
#pragma once

#include <cstdint>
#include <vector>

namespace wald::core::learners {

// Compressed rows: row i holds begin[i] ... begin[i+1]-1.
struct CompressedRows {
  int64_t rows = 0;
  std::vector<int64_t> begin{0};
  std::vector<int32_t> columns;
  std::vector<double> values;
};

CompressedRows transposed(const CompressedRows &matrix, int64_t cols);

// Columns side by side are this many, or a multiple.
constexpr int64_t side_by_side = 8;

// out (rows by width) = matrix * w; w and out lie row by row, width is a multiple of side_by_side.
void multiply(const CompressedRows &matrix, const double *w, int64_t width, double *out);

}  // namespace wald::core::learners
