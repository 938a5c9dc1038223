// A table of probabilities of which most are 0.
#pragma once

#include "core/base/arrays.hpp"

namespace wald::core::decisions {

// Compressed rows; an absent probability is 0.
struct SparseTable {
  Integers indptr, indices;
  Reals values;  // n is not used
  int64_t rows = 0, cols = 0;
};

}  // namespace wald::core::decisions
