// Reads the rows of an evaluation at fixed thresholds.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/fixed/evaluated_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/evaluation/curves/rated_probabilities.hpp"
#include "core/numeric/sums/double_double.hpp"

namespace wald::core::evaluation {
namespace {

std::size_t number_groups(std::vector<EvaluatedRow> &rows, Strided<const int64_t> groups) {
  std::vector<int64_t> known;
  known.reserve(rows.size());
  for (const EvaluatedRow &row : rows) known.push_back(groups[row.row]);
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  for (EvaluatedRow &row : rows) {
    const auto at = std::lower_bound(known.begin(), known.end(), groups[row.row]);
    row.unit = static_cast<std::size_t>(at - known.begin());
  }
  return known.size();
}

}  // namespace

EvaluatedRows evaluated_rows(Strided<const uint8_t> labels, const Reals &weights, Strided<const int64_t> groups) {
  EvaluatedRows out;
  const std::vector<RatedRow> rated = rated_rows(labels, weights, labels.n);
  DoubleDouble sums[2], all;
  for (const RatedRow &row : rated) {
    sums[row.positive].add({row.weight, 0});
    all.add({row.weight, 0});
    out.equal = out.equal && row.weight == rated.front().weight;
  }
  // Equal weights are as good as none.
  const int shift = 52 - std::ilogb(all.value()) - 1;
  out.rows.reserve(rated.size());
  for (const RatedRow &row : rated) {
    const double whole = out.equal ? 1 : std::nearbyint(std::ldexp(row.weight, shift));
    if (whole > 0) out.rows.push_back({row.row, row.positive, whole, out.rows.size()});
  }
  for (const EvaluatedRow &row : out.rows) out.total_of[row.positive] += row.weight;
  for (int label = 0; label < 2; ++label) out.weight_of[label] = sums[label].value();
  out.grouped = groups.data != nullptr;
  out.units = out.grouped ? number_groups(out.rows, groups) : out.rows.size();
  return out;
}

}  // namespace wald::core::evaluation
