// Computes how far the value of a prediction strays by chance if the probabilities are right.
#include "core/numeric/contraction.hpp"  // first

#include "core/report/realised_spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/evaluation/evaluate.hpp"
#include "core/numeric/random/random.hpp"

namespace wald::core::report {
namespace {

constexpr int64_t most_drawn_cells = 20'000'000, drawn_cells_in_all = 50'000'000;

// Labels of a row, by their probabilities: each by itself, or one of them at most.
void draw_truth_row(Kind kind, const Reals &p, int64_t n, Random &random, uint8_t *out) {
  if (kind == Kind::independent) {
    for (int64_t j = 0; j < n; ++j) out[j] = random.uniform() < p[j];
    return;
  }
  std::fill(out, out + n, uint8_t{0});
  double left = random.uniform();
  for (int64_t j = 0; j < n; ++j) {
    left -= p[j];
    if (left >= 0) continue;
    out[j] = 1;
    return;
  }
}

}  // namespace

double realised_spread(const ReportInput &input, const RealTable &table, const Grid<const uint8_t> &prediction) {
  const int64_t cells = table.rows * table.cols;
  if (cells > most_drawn_cells) return std::numeric_limits<double>::quiet_NaN();
  const auto draws = std::clamp<int64_t>(drawn_cells_in_all / std::max<int64_t>(cells, 1), 20, 100);
  decisions::DecisionOptions options = input.options;
  options.progress = {};
  std::vector<uint8_t> truth(static_cast<std::size_t>(cells));
  double mean = 0, squares = 0;
  for (int64_t d = 0; d < draws; ++d) {
    Random random(input.options.seed, static_cast<uint64_t>(d));
    for (int64_t i = 0; i < table.rows; ++i)
      draw_truth_row(input.kind, table.row(i), table.cols, random, truth.data() + i * table.cols);
    const double value =
        evaluation::evaluate(input.metric, options, {truth.data(), table.rows, table.cols, table.cols, 1}, prediction,
                            input.weights)
            .value;
    const double off = value - mean;  // Welford's recurrence
    mean += off / static_cast<double>(d + 1);
    squares += off * (value - mean);
  }
  return std::sqrt(squares / static_cast<double>(draws - 1));
}

}  // namespace wald::core::report
