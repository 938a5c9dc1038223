// What a report compares with: one threshold for all labels, against trying every one.
#include <catch2/catch.hpp>
#include <cmath>

#include "cases.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/report/realised_spread.hpp"
#include "core/report/report.hpp"
#include "core/report/tuned_cut.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
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
double value_without(const Rows &rows, int64_t left_out, double cut, const Metric &metric, const DecisionOptions &options) {
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
    DecisionOptions options;
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

namespace {

// The standard deviation of the realised value over all tables that the probabilities allow.
double enumerated_spread(const Rows &rows, Kind kind, const std::vector<uint8_t> &said, const Metric &metric,
                         const DecisionOptions &options) {
  const auto cells = static_cast<std::size_t>(rows.n * rows.labels);
  double mean = 0, squares = 0;
  for (std::size_t bits = 0; bits < std::size_t{1} << cells; ++bits) {
    std::vector<uint8_t> truth;
    for (std::size_t c = 0; c < cells; ++c) truth.push_back(bits >> c & 1);
    double probability = 1;
    for (int64_t i = 0; i < rows.n; ++i) {
      double none = 1, one = 0;
      int64_t positives = 0;
      for (int64_t j = 0; j < rows.labels; ++j) {
        const bool y = truth[static_cast<std::size_t>(i * rows.labels + j)];
        if (kind == Kind::independent) probability *= y ? rows.at(i, j) : 1 - rows.at(i, j);
        none -= rows.at(i, j);
        one += y ? rows.at(i, j) : 0;
        positives += y;
      }
      if (kind == Kind::categorical) probability *= positives == 0 ? none : positives == 1 ? one : 0;
    }
    if (probability == 0) continue;
    const double value = evaluate(metric, options, {truth.data(), rows.n, rows.labels, rows.labels, 1},
                                  {said.data(), rows.n, rows.labels, rows.labels, 1}, cases::reals(rows.weights))
                             .value;
    mean += probability * value;
    squares += probability * value * value;
  }
  return std::sqrt(std::max(squares - mean * mean, 0.0));
}

std::string number_after(const std::string &text, const std::string &name) {
  const std::size_t begin = text.find('"' + name + "\":") + name.size() + 3;
  return text.substr(begin, text.find_first_of(",}", begin) - begin);
}

}  // namespace

TEST_CASE("report: how far a realised value strays by chance is that of all tables") {
  cases::Rng rng(411);
  for (int c = 0; c < cases::scaled(60); ++c) {
    Rows rows{3, 3, {}, {}, {}};
    const Kind kind = c % 2 ? Kind::categorical : Kind::independent;
    std::vector<uint8_t> said;
    for (int64_t i = 0; i < 9; ++i) {
      rows.p.push_back(kind == Kind::categorical ? rng.uniform() / 3 : rng.uniform());
      said.push_back(rng.below(2));
      rows.truth.push_back(0);
    }
    for (int64_t i = 0; i < 3; ++i) rows.weights.push_back(1.0 + rng.below(3));
    const char *const names[] = {"f1", "hamming", "jaccard"};
    const auto metric = cases::metric(names[rng.below(3)]);
    DecisionOptions options;
    options.average = static_cast<Average>(rng.below(3));
    options.seed = static_cast<uint64_t>(c);
    const RealTable table{rows.p.data(), false, 3, 3, 3, 1};
    const ReportInput input{*metric, kind, rows.truth_table(), table, {}, cases::reals(rows.weights), {}, "", "", "",
                            {}, options, ""};
    const double found = realised_spread(input, table, {said.data(), 3, 3, 3, 1});
    const double want = enumerated_spread(rows, kind, said, *metric, options);
    CHECK(found > 0.6 * want);  // 100 draws
    CHECK(found < 1.5 * want + 1e-12);
  }
}

TEST_CASE("report: a value beyond chance is told from one within it") {
  cases::Rng rng(412);
  const int64_t n = 2000;
  const auto metric = cases::metric("f1");
  for (const bool sure : {false, true}) {
    std::vector<double> p;
    std::vector<uint8_t> truth;
    for (int64_t i = 0; i < n; ++i) {
      const double z = 4 * rng.uniform() - 3;
      truth.push_back(rng.uniform() < 1 / (1 + std::exp(-z)));
      p.push_back(1 / (1 + std::exp(-(sure ? 4 * z : z))));
    }
    const ReportInput input{*metric, Kind::independent, {truth.data(), n, 1, 1, 1}, {p.data(), false, n, 1, 1, 1}, {},
                            {}, {}, "", "", "", {}, DecisionOptions(), ""};
    const std::string data = report_data(input);
    const std::string decided = data.substr(data.find("\"decided\":{"));
    const double off = std::stod(number_after(decided, "expected")) - std::stod(number_after(decided, "value"));
    const double spread = std::stod(number_after(decided, "spread"));
    CHECK(spread > 0);
    CHECK((std::fabs(off) > 4 * spread) == sure);
  }
}
