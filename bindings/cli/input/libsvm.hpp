// Sparse rows in libsvm form: tokens index:value, index from 1, what is absent is 0.
#ifndef WALD_CLI_INPUT_LIBSVM_HPP
#define WALD_CLI_INPUT_LIBSVM_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "input/source.hpp"

namespace wald::cli {

enum class LibsvmValue { probability, zero_or_one };

struct LibsvmRow {
  std::vector<std::int64_t> indices;  // from 0, in the order of the file, each once; explicit zeros are left out
  std::vector<double> values;
  bool has_instance = false;
  std::string_view instance;
  double weight = 1;
};

/// Calls `row` for each line. `prefixes` allows the tokens instance:I and weight:W before
/// others.
void scan_libsvm(Source &source, std::int64_t n_labels, LibsvmValue value, bool prefixes, Position &position,
                 const std::function<void(const LibsvmRow &)> &row);

/// "1", "2", ... n_labels: what labels without names are called.
std::vector<std::string> numbered_labels(std::int64_t n_labels);

}  // namespace wald::cli

#endif
