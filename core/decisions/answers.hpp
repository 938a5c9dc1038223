// Where the answers of many problems go.
#pragma once

#include "core/base/arrays.hpp"
#include "core/decisions/decision.hpp"

namespace wald::core::decisions {

// Where answers go; each part may be absent.
struct Answers {
  Grid<uint8_t> mask;          // of the table's shape; data may be null
  double *expected = nullptr;  // one for each answer
  Decision *decision = nullptr;
  bool facts_alone = false;           // the decision keeps no items
  Strided<int32_t> label_of_row{};    // of tables with at most one label per row: -1 for none; data may be null
};

}  // namespace wald::core::decisions
