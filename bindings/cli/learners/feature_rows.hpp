// Rows of features as the library takes them: numbers by columns or by rows, or compressed rows.
#ifndef WALD_CLI_LEARNERS_FEATURE_ROWS_HPP
#define WALD_CLI_LEARNERS_FEATURE_ROWS_HPP

#include <cstdint>
#include <vector>

#include "wald.hpp"

namespace wald::cli {

struct FeatureRows {
  std::int64_t rows = 0, columns = 0;
  bool sparse = false;   // compressed rows, else
  bool by_rows = false;  // row after row, else column after column
  std::vector<double> values;
  std::vector<std::int64_t> indptr{0}, indices;

  /// A copy that the library owns.
  Dataset dataset() const {
    if (sparse) return Dataset(Csr<double, std::int64_t>{indptr.data(), indices.data(), values.data(), rows, columns});
    return by_rows ? Dataset(Table<const double>(values.data(), rows, columns))
                   : Dataset(Table<const double>(values.data(), rows, columns, 1, rows));
  }
};

}  // namespace wald::cli

#endif
