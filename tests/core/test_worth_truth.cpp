// What known labels show of deciding: against evaluations and calibrations that are made here, row by row.
#include "core/evaluation/worth/worth.hpp"

#include <algorithm>
#include <cmath>

#include "core/decisions/rows.hpp"
#include "core/evaluation/comparison/compare.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/learners/calibration.hpp"
#include "core/learners/dataset.hpp"
#include "decision_check.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;
using check::expect_error;

namespace {

constexpr Average averages[] = {Average::instance, Average::macro, Average::micro};

struct Known {
  int64_t rows, cols;
  std::vector<double> p;
  std::vector<uint8_t> y;

  RealTable table() const { return of(p); }
  Grid<const uint8_t> truth() const { return of(y); }
  RealTable of(const std::vector<double> &q) const { return {q.data(), false, rows, cols, cols, 1}; }
  Grid<const uint8_t> of(const std::vector<uint8_t> &h) const { return {h.data(), rows, cols, cols, 1}; }
  std::vector<uint8_t> decided(const Metric &m, Kind kind, const std::vector<double> &q, const DecisionOptions &options) const {
    std::vector<uint8_t> out(q.size());
    decide_rows(m, kind, of(q), options, {{out.data(), rows, cols, cols, 1}, nullptr, nullptr});
    return out;
  }
};

// Log-odds of labels, which are true by them; what is given are these times `slope` plus `shift`.
Known drawn(cases::Rng &rng, int64_t rows, int64_t cols, double slope, double shift) {
  Known out{rows, cols, {}, {}};
  for (int64_t c = 0; c < rows * cols; ++c) {
    const double odds = 4 * rng.uniform() - 3.2;
    out.y.push_back(rng.uniform() < 1 / (1 + std::exp(-odds)));
    out.p.push_back(1 / (1 + std::exp(-slope * odds - shift)));
  }
  return out;
}

// One label or none per row, with probabilities in proportion to powers of the true ones.
Known drawn_classes(cases::Rng &rng, int64_t rows, int64_t cols, double power) {
  Known out{rows, cols, {}, {}};
  for (int64_t i = 0; i < rows; ++i) {
    std::vector<double> p;
    double sum = 0, powers = 0;
    for (int64_t j = 0; j < cols; ++j) sum += p.emplace_back(0.05 + rng.uniform());
    double u = rng.uniform() * sum;
    bool found = false;
    for (const double one : p) {
      out.y.push_back(!found && u < one);
      found = found || u < one;
      u -= one;
      powers += std::pow(one / sum, power);
    }
    for (const double one : p) out.p.push_back(std::pow(one / sum, power) / powers);
  }
  return out;
}

// Cell by cell: the calibrations of a label that are fitted to the rows of the other folds.
std::vector<double> calibrated_here(const Known &known, const std::vector<double> &weights, uint64_t seed) {
  using namespace wald::core::learners;
  NoMonitor monitor;
  const RowFolds folds = deal_rows(known.rows, {}, 5, seed);
  std::vector<double> out(known.p.size());
  for (std::size_t f = 0; f + 1 < folds.begin.size(); ++f) {
    std::vector<bool> held(static_cast<std::size_t>(known.rows));
    for (int64_t at = folds.begin[f]; at < folds.begin[f + 1]; ++at)
      held[static_cast<std::size_t>(folds.order[static_cast<std::size_t>(at)])] = true;
    for (int64_t j = 0; j < known.cols; ++j) {
      std::vector<double> odds, w;
      std::vector<uint8_t> y;
      int64_t positives = 0;
      for (int64_t i = 0; i < known.rows; ++i) {
        const auto cell = static_cast<std::size_t>(i * known.cols + j);
        if (held[static_cast<std::size_t>(i)]) continue;
        odds.push_back(clipped_log_odds(known.p[cell]));
        y.push_back(known.y[cell]);
        w.push_back(weights[static_cast<std::size_t>(i)]);
        positives += known.y[cell];
      }
      const bool fits = positives > 0 && positives < static_cast<int64_t>(y.size());
      std::vector<Calibration> all;
      for (const Calibrator one : {Calibrator::platt, Calibrator::isotonic, Calibrator::beta})
        if (fits) all.push_back(calibrate_margins(one, odds, y, w, monitor));
      for (int64_t i = 0; i < known.rows; ++i) {
        const auto cell = static_cast<std::size_t>(i * known.cols + j);
        if (!held[static_cast<std::size_t>(i)]) continue;
        double sum = 0;
        for (const Calibration &one : all) sum += one.probability(clipped_log_odds(known.p[cell]));
        out[cell] = fits ? sum / 3 : known.p[cell];
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("worth with truth: against evaluation, comparison and calibration", "[threads]") {
  cases::Rng rng(5201);
  for (int c = 0; c < cases::scaled(60); ++c) {
    const Kind kind = c % 4 == 3 ? Kind::categorical : Kind::independent;
    const int64_t rows = rng.between(2, 60), cols = rng.between(1, 5);
    const Known known = kind == Kind::categorical ? drawn_classes(rng, rows, cols, 0.5 + rng.uniform())
                                                  : drawn(rng, rows, cols, 1, 2 * rng.uniform() - 1);
    for (const Average average : averages) {
      DecisionOptions options;
      options.average = average;
      options.seed = static_cast<uint64_t>(c % 3);
      options.threads = 1 + c % 2;
      options.at_least = c % 5 == 4;
      if (kind == Kind::categorical && average == Average::micro) continue;
      const bool weighted = average == Average::instance && c % 2 == 1;
      std::vector<double> w;
      for (int64_t i = 0; i < rows; ++i) w.push_back(weighted ? 0.5 + rng.below(3) : 1);
      const Reals weights = weighted ? cases::reals(w) : Reals{};
      const auto m = metric(c % 3 ? "f1" : "jaccard", c % 2);
      const Worth found = worth_of(*m, kind, known.table(), {weights, known.truth()}, options);
      const Worth plain = worth_of(*m, kind, known.table(), weights, options);
      CHECK(found.gain == plain.gain);
      CHECK(found.standard_error == Approx(plain.standard_error).epsilon(0).margin(0));
      CHECK(std::isnan(plain.realised.optimum));

      std::vector<uint8_t> cut;
      for (const double x : known.p) cut.push_back(x >= 0.5);
      const std::vector<uint8_t> optimum = known.decided(*m, kind, known.p, options);
      std::vector<double> q = calibrated_here(known, w, options.seed);
      if (kind == Kind::categorical)
        for (int64_t i = 0; i < rows; ++i) {
          double sum = 0;
          for (int64_t j = 0; j < cols; ++j) sum += q[static_cast<std::size_t>(i * cols + j)];
          for (int64_t j = 0; j < cols; ++j) q[static_cast<std::size_t>(i * cols + j)] /= sum;
        }
      const std::vector<uint8_t> calibrated = known.decided(*m, kind, q, options);
      const auto value = [&](const std::vector<uint8_t> &h) {
        return evaluate(*m, options, known.truth(), known.of(h), weights).value;
      };
      CAPTURE(c, average_name(average), rows, cols);
      CHECK(found.realised.cut == value(cut));
      CHECK(found.realised.optimum == value(optimum));
      CHECK(found.realised.gain.value == Approx(value(optimum) - value(cut)).margin(1e-14));
      CHECK(found.realised.calibrated == Approx(value(calibrated)).margin(1e-14));
      CHECK(found.realised.calibration_gain.value == Approx(value(calibrated) - value(optimum)).margin(1e-14));
      const Comparison gain = compare(*m, options, known.truth(), known.of(cut), known.of(optimum), weights, {});
      const Comparison more = compare(*m, options, known.truth(), known.of(optimum), known.of(calibrated), weights, {});
      CHECK(found.realised.gain.error == gain.standard_error);
      CHECK(found.realised.calibration_gain.error == more.standard_error);
      const bool pays = more.difference > 2 * more.standard_error;
      CHECK((found.answer == WorthVerdict::calibrate_first) == pays);
      if (!pays) CHECK((found.answer == WorthVerdict::pays) == (gain.difference > 2 * gain.standard_error));

      double excess = 0, chosen = 0, count = 0, all = 0;
      for (std::size_t cell = 0; cell < known.p.size(); ++cell) {
        const double weight = w[cell / static_cast<std::size_t>(cols)], off = weight * (known.p[cell] - known.y[cell]);
        excess += off;
        all += weight;
        chosen += optimum[cell] ? off : 0;
        count += optimum[cell] ? weight : 0;
      }
      CHECK(found.realised.excess.value == Approx(excess / all).margin(1e-13));
      if (count > 0)
        CHECK(found.realised.predicted_excess.value == Approx(chosen / count).margin(1e-13));
      else
        CHECK(std::isnan(found.realised.predicted_excess.value));
    }
  }
}

TEST_CASE("worth with truth: what is off is found, and what is not is not") {
  cases::Rng rng(5202);
  const auto m = metric("f1");
  const int draws = cases::scaled(200);
  int off = 0, off_predicted = 0, first = 0, found_high = 0, found_sharp = 0, told = 0;
  for (int c = 0; c < draws; ++c) {
    DecisionOptions options;
    options.seed = static_cast<uint64_t>(c);
    const auto beyond = [](const Estimated &x, double errors) { return std::fabs(x.value) > errors * x.error; };
    const Known right = drawn(rng, 150, 4, 1, 0), high = drawn(rng, 150, 4, 1, 3), sharp = drawn(rng, 150, 4, 8, 0);
    const Worth of_right = worth_of(*m, Kind::independent, right.table(), {{}, right.truth()}, options);
    off += beyond(of_right.realised.excess, 2);
    off_predicted += beyond(of_right.realised.predicted_excess, 2);
    first += of_right.answer == WorthVerdict::calibrate_first;
    const Worth of_high = worth_of(*m, Kind::independent, high.table(), {{}, high.truth()}, options);
    found_high += of_high.realised.excess.value > 4 * of_high.realised.excess.error;
    told += of_high.answer == WorthVerdict::calibrate_first;
    const Worth of_sharp = worth_of(*m, Kind::independent, sharp.table(), {{}, sharp.truth()}, options);
    found_sharp += beyond(of_sharp.realised.predicted_excess, 2);
  }
  // 4.6 % are beyond two standard errors by chance, on one side 2.3 %; three standard errors of that many draws more.
  const auto most = [&](double share) { return draws * share + 3 * std::sqrt(draws * share) + 1; };
  CAPTURE(draws, off, off_predicted, first, found_high, found_sharp, told);
  CHECK(off <= most(0.046));
  CHECK(off_predicted <= most(0.046));
  CHECK(first <= most(0.023));
  CHECK(found_high == draws);
  CHECK(told >= 0.6 * draws);
  CHECK(found_sharp >= 0.8 * draws);
}

TEST_CASE("worth with truth: the standard error of the excess is what it varies by") {
  cases::Rng rng(5203);
  const auto m = metric("f1");
  const int draws = std::max(50, cases::scaled(400));
  double first[2] = {0, 0}, second[2] = {0, 0}, squares[2] = {0, 0};
  for (int c = 0; c < draws; ++c) {
    Known known = drawn(rng, 60, 4, 1, 0.5);
    // Two labels of a row are the same: cells of a row vary together.
    for (int64_t i = 0; i < known.rows; ++i)
      for (const int64_t j : {1, 3}) {
        const auto cell = static_cast<std::size_t>(i * 4 + j);
        known.p[cell] = known.p[cell - 1];
        known.y[cell] = known.y[cell - 1];
      }
    const Worth found = worth_of(*m, Kind::independent, known.table(), {{}, known.truth()}, {});
    const Estimated both[2] = {found.realised.excess, found.realised.predicted_excess};
    for (int k = 0; k < 2; ++k) {
      first[k] += both[k].value / draws;
      second[k] += both[k].value * both[k].value / draws;
      squares[k] += both[k].error * both[k].error / draws;
    }
  }
  for (int k = 0; k < 2; ++k)
    CHECK(std::sqrt(squares[k] / (second[k] - first[k] * first[k])) == Approx(1).margin(5 / std::sqrt(2.0 * draws)));
}

TEST_CASE("worth with truth: rows, forms and what is refused") {
  cases::Rng rng(5204);
  const auto m = metric("f1");
  const Known known = drawn(rng, 40, 3, 1, 1);
  const Worth whole = worth_of(*m, Kind::independent, known.table(), {{}, known.truth()}, {});
  std::vector<int64_t> indptr{0}, indices;
  for (int64_t i = 0; i < 40; ++i) {
    for (int64_t j = 0; j < 3; ++j) indices.push_back(j);
    indptr.push_back(3 * i + 3);
  }
  const SparseTable sparse{{indptr.data(), false}, {indices.data(), false}, cases::reals(known.p), 40, 3};
  const Worth same = worth_of(*m, Kind::independent, sparse, {{}, known.truth()}, {});
  CHECK(same.realised.calibrated == whole.realised.calibrated);
  CHECK(same.realised.excess.value == whole.realised.excess.value);
  // Rows of weight 0 are as if they were not there.
  std::vector<double> some(40, 1.0);
  std::fill(some.begin() + 20, some.end(), 0.0);
  const Known half{20, 3, {known.p.begin(), known.p.begin() + 60}, {known.y.begin(), known.y.begin() + 60}};
  const Worth left = worth_of(*m, Kind::independent, known.table(), {cases::reals(some), known.truth()}, {});
  const Worth alone = worth_of(*m, Kind::independent, half.table(), {{}, half.truth()}, {});
  CHECK(left.realised.calibrated == alone.realised.calibrated);
  CHECK(left.realised.gain.error == Approx(alone.realised.gain.error));
  CHECK(left.realised.excess.error == Approx(alone.realised.excess.error));
  // One row is evaluated, and nothing is left to calibrate by.
  const Known one{1, 3, {0.6, 0.4, 0.1}, {1, 1, 0}};
  const Worth single = worth_of(*m, Kind::independent, one.table(), {{}, one.truth()}, {});
  CHECK(single.realised.optimum == 1);
  CHECK(single.realised.cut == Approx(2.0 / 3));
  CHECK(std::isnan(single.realised.gain.error));
  CHECK(std::isnan(single.realised.calibrated));
  CHECK(single.answer == WorthVerdict::undetermined);

  const auto refused = [&](Kind kind, const std::vector<uint8_t> &y, const DecisionOptions &options) {
    worth_of(*m, kind, one.table(), {{}, one.of(y)}, options);
  };
  expect_error(Status::argument, "truth[0][1] is 2: must be 0 or 1",
               [&] { refused(Kind::independent, {0, 2, 0}, {}); });
  const Known classes{1, 3, {0.5, 0.25, 0.25}, {1, 1, 0}};
  expect_error(Status::argument, "truth[0] has 2 ones: exclusive labels have at most 1",
               [&] { worth_of(*m, Kind::categorical, classes.table(), {{}, classes.truth()}, {}); });
  DecisionOptions moved;
  moved.prevalence = {0.5};
  moved.training_prior = {0.25};
  expect_error(Status::unsupported, "prevalence is set: not supported by worth with truth",
               [&] { refused(Kind::independent, {0, 1, 0}, moved); });
}
