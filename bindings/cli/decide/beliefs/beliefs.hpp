// The predicted probabilities of a set of instances, read from one file.
#ifndef WALD_CLI_DECIDE_BELIEFS_BELIEFS_HPP
#define WALD_CLI_DECIDE_BELIEFS_BELIEFS_HPP

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "wald.hpp"

namespace wald::cli {

/// Probabilities, row by row.
struct DenseTable {
  std::vector<double> probabilities;
};

/// Probabilities in compressed rows; an absent one is 0. Indices are as wide as offsets, as the library takes them.
struct SparseTable {
  std::vector<std::int64_t> indptr{0};
  std::vector<std::int64_t> indices;
  std::vector<double> probabilities;
};

/// Weighted label vectors in compressed rows; instance i has those from first[i] to first[i+1]-1.
struct VectorTable {
  std::vector<std::int64_t> first{0};
  std::vector<std::int64_t> indptr{0};
  std::vector<std::int64_t> indices;
  std::vector<double> weights;
};

/// P[label][s], or P(s) where there is no label; instance i has those from first[i] to first[i+1]-1.
struct CountTable {
  static constexpr std::int32_t no_label = -1;
  struct Cell {
    std::int32_t label;
    std::int32_t s;
    double probability;
  };
  std::vector<std::int64_t> first{0};
  std::vector<Cell> cells;
};

struct Beliefs {
  std::string source;  // what messages call the file
  wald_kind kind = WALD_INDEPENDENT;
  std::vector<std::string> labels;
  std::int64_t rows = 0;  // instances
  std::string name_column;
  std::vector<std::string> names;  // of the instances, or none
  std::vector<double> weights;     // likewise
  std::variant<DenseTable, SparseTable, VectorTable, CountTable> what;

  std::int64_t n_labels() const { return static_cast<std::int64_t>(labels.size()); }
  bool named() const { return !names.empty(); }
};

}  // namespace wald::cli

#endif
