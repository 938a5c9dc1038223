// What a report compares with: one threshold for all labels, against trying every one.
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "core/decisions/evaluate.hpp"
#include "core/report/tuned_cut.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::report;

namespace {

struct Rows {
  int64_t n, labels;
  std::vector<double> p, weights;
  std::vector<uint8_t> truth;

  double at(int64_t i, int64_t j) const { return p[static_cast<std::size_t>(i * labels + j)]; }
  Grid<const uint8_t> truth_table() const { return {truth.data(), n, labels, labels, 1}; }
};

Rows some_rows(cases::Rng &rng, bool weighted) {
  Rows out{rng.between(2, 5), rng.between(1, 6), {}, {}, {}};
  for (int64_t c = 0; c < out.n * out.labels; ++c) {
    out.p.push_back(rng.below(2) ? rng.uniform() : 0.25 * rng.below(5));
    out.truth.push_back(rng.uniform() < out.p.back());
  }
  for (int64_t i = 0; i < out.n; ++i) out.weights.push_back(weighted ? 1.0 + rng.below(3) : 1.0);
  return out;
}

// The value of a threshold on all rows but one.
double value_without(const Rows &rows, int64_t left_out, double cut, const Metric &metric, const Options &options) {
  std::vector<uint8_t> said;
  for (const double p : rows.p) said.push_back(p >= cut);
  std::vector<double> weights = rows.weights;
  if (left_out >= 0) weights[static_cast<std::size_t>(left_out)] = 0;
  return evaluate(metric, options, rows.truth_table(), {said.data(), rows.n, rows.labels, rows.labels, 1},
                  cases::reals(weights))
      .value;
}

// Whether this threshold does what was found: to a row, or to all of them (-1).
bool as_found(const Rows &rows, int64_t row, double cut, const TunedCut &found) {
  if (row < 0) return cut == found.of_all;
  for (int64_t j = 0; j < rows.labels; ++j)
    if ((rows.at(row, j) >= cut) != (found.mask[static_cast<std::size_t>(row * rows.labels + j)] != 0)) return false;
  return true;
}

}  // namespace

TEST_CASE("report: each of a few rows is cut as is best for the others") {
  cases::Rng rng(410);
  for (int c = 0; c < cases::scaled(600); ++c) {
    const bool weighted = c % 2 == 1;
    const Rows rows = some_rows(rng, weighted);
    const char *const names[] = {"f1", "jaccard", "accuracy", "balanced_accuracy"};
    const auto metric = cases::metric(names[rng.below(4)]);
    Options options;
    options.average = static_cast<Average>(rng.below(3));
    const RealTable table{rows.p.data(), false, rows.n, rows.labels, rows.labels, 1};
    const ReportInput input{*metric, Kind::independent, rows.truth_table(), table, {}, {}, {}, "", "", "", {}, options,
                            ""};
    const TunedCut found = tuned_cut(input, table, rows.weights, weighted);
    std::vector<double> cuts = rows.p;
    cuts.push_back(0.5);
    REQUIRE(found.of_fold.size() == static_cast<std::size_t>(rows.n));
    for (int64_t i = -1; i < rows.n; ++i) {
      double best = -1, reached = -1;
      for (const double cut : cuts) {
        const double value = value_without(rows, i, cut, *metric, options);
        best = std::max(best, value);
        if (as_found(rows, i, cut, found)) reached = std::max(reached, value);
      }
      CAPTURE(c, i, metric->name(), static_cast<int>(options.average), weighted);
      CHECK(reached == Approx(best).margin(1e-12));
    }
  }
}
