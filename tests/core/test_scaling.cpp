// Temperature scaling and vector scaling: derivatives at what is found, numbers of SciPy, and what both promise.
#include <catch2/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "cases.hpp"
#include "core/learners/input_calibration.hpp"
#include "core/learners/linear/scaling.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::learners;
using check::expect_error;

namespace {

NoMonitor silent;

struct ClassRows {
  int64_t k = 0;
  std::vector<double> log_probabilities, weights;  // rows by classes; of rows
  std::vector<int64_t> classes;

  int64_t n() const { return static_cast<int64_t>(classes.size()); }
  double z(std::size_t i, std::size_t c) const { return log_probabilities[i * static_cast<std::size_t>(k) + c]; }
  InputCalibration fit(Calibrator by, CalibrationInput input = CalibrationInput::scores) const {
    return InputCalibration(by, input, table(), Strided<const int64_t>{classes.data(), n(), 1},
                            Reals{weights.data(), false, n(), 1}, silent);
  }
  RealTable table() const { return {log_probabilities.data(), false, n(), k, k, 1}; }
  std::vector<double> apply(const InputCalibration &by) const {
    std::vector<double> out(log_probabilities.size());
    by.apply(by.input(), table(), out.data());
    return out;
  }
};

// Softmax of slope * z + intercept of each class.
std::vector<double> scaled_row(const ClassRows &rows, std::size_t i, const VectorScaling &by) {
  std::vector<double> p;
  double sum = 0;
  for (std::size_t c = 0; c < static_cast<std::size_t>(rows.k); ++c) {
    p.push_back(std::exp(by.slopes[c] * rows.z(i, c) + by.intercepts[c]));
    sum += p.back();
  }
  for (double &each : p) each /= sum;
  return p;
}

// Classes drawn from the probabilities to the power 1 / temperature.
ClassRows drawn_rows(cases::Rng &rng, int n, int k, double temperature) {
  ClassRows out;
  out.k = k;
  for (int i = 0; i < n; ++i) {
    std::vector<double> z;
    double sum = 0, all = 0;
    for (int c = 0; c < k; ++c) {
      z.push_back(6 * rng.uniform() - 3);
      sum += std::exp(z.back());
      all += std::exp(z.back() / temperature);
    }
    double left = rng.uniform() * all;
    int own = 0;
    while (own + 1 < k && (left -= std::exp(z[static_cast<std::size_t>(own)] / temperature)) > 0) ++own;
    for (const double each : z) out.log_probabilities.push_back(each - std::log(sum));
    out.classes.push_back(i < k ? i : own);  // each occurs
    out.weights.push_back(1 + rng.below(3));
  }
  return out;
}

ClassRows ten_rows() {
  return {3,
          {2, 0, -1, 1, 1.5, 0, 0, 3, 1, -1, 0.5, 2, 0.5, 0, 2.5, 1, 0, 0.5, 2, 1.5, 0, 0, 0.5, 1, 3, -1, 0, 0, 2, 2.5},
          std::vector<double>(10, 1.0),
          {0, 0, 1, 2, 0, 2, 1, 1, 0, 2}};
}

}  // namespace

TEST_CASE("scaling: the derivatives of the likelihood vanish at what is found") {
  cases::Rng rng(1);
  for (int repeat = 0; repeat < 30; ++repeat) {
    const ClassRows rows = drawn_rows(rng, 120, 2 + rng.below(4), 0.5 + 2 * rng.uniform());
    const auto k = static_cast<std::size_t>(rows.k);
    const double slope = 1 / rows.fit(Calibrator::temperature).temperature();
    const VectorScaling of_all{std::vector<double>(k, slope), std::vector<double>(k, 0.0)};
    const VectorScaling own = fit_vector_scaling(rows.log_probabilities, rows.classes, rows.k, rows.weights, silent);
    double by_slope = 0, size = 0;
    std::vector<double> by_slopes(k), by_intercepts(k);
    for (std::size_t i = 0; i < rows.classes.size(); ++i) {
      const std::vector<double> p = scaled_row(rows, i, of_all), q = scaled_row(rows, i, own);
      for (std::size_t c = 0; c < k; ++c) {
        const double w = rows.weights[i], is_own = static_cast<std::size_t>(rows.classes[i]) == c ? 1 : 0;
        by_slope += w * (p[c] - is_own) * rows.z(i, c);
        by_slopes[c] += w * (q[c] - is_own) * rows.z(i, c);
        by_intercepts[c] += w * (q[c] - is_own);
        size += w * std::abs(rows.z(i, c));
      }
    }
    CHECK(std::abs(by_slope) <= 1e-11 * size);
    for (std::size_t c = 0; c < k; ++c) {
      const double slope_derivative = by_slopes[c] + scaling_ridge * (own.slopes[c] - 1);
      if (own.slopes[c] > 0)
        CHECK(std::abs(slope_derivative) <= 1e-7 * size);
      else
        CHECK(slope_derivative >= 0);
      CHECK(std::abs(by_intercepts[c] + scaling_ridge * own.intercepts[c]) <= 1e-7 * size);
    }
  }
}

TEST_CASE("scaling: numbers of SciPy") {
  // scipy.optimize.minimize_scalar and minimize ("L-BFGS-B") of the same losses, SciPy 1.16.3.
  const ClassRows rows = ten_rows();
  CHECK(rows.fit(Calibrator::temperature).temperature() == Approx(1.149290615).epsilon(1e-7));
  std::vector<double> log_probabilities;
  for (std::size_t i = 0; i < 10; ++i) {
    double sum = 0;
    for (std::size_t c = 0; c < 3; ++c) sum += std::exp(rows.z(i, c));
    for (std::size_t c = 0; c < 3; ++c) log_probabilities.push_back(rows.z(i, c) - std::log(sum));
  }
  const VectorScaling found = fit_vector_scaling(log_probabilities, rows.classes, 3, rows.weights, silent);
  const double slopes[] = {0.20778205, 1.9003898, 1.246167}, intercepts[] = {-0.95562493, 0.94066864, 0.014956287};
  for (std::size_t c = 0; c < 3; ++c) {
    CHECK(found.slopes[c] == Approx(slopes[c]).epsilon(1e-5));
    CHECK(found.intercepts[c] == Approx(intercepts[c]).margin(1e-5));
  }
}

TEST_CASE("scaling: the temperature that labels were drawn by is found") {
  cases::Rng rng(2);
  for (const double temperature : {0.5, 1.0, 3.0}) {
    const ClassRows rows = drawn_rows(rng, 20000, 4, temperature);
    CHECK(rows.fit(Calibrator::temperature).temperature() == Approx(temperature).epsilon(0.06));
  }
}

TEST_CASE("scaling: what changes no probability changes no fit") {
  cases::Rng rng(3);
  ClassRows rows = drawn_rows(rng, 300, 3, 2);
  const InputCalibration by_scores = rows.fit(Calibrator::vector), cooled = rows.fit(Calibrator::temperature);
  const std::vector<double> vector = rows.apply(by_scores), temperature = rows.apply(cooled);
  // A number that is added to all logits of a row.
  ClassRows moved = rows;
  for (std::size_t i = 0; i < moved.log_probabilities.size(); ++i) moved.log_probabilities[i] += static_cast<double>(i / 3);
  const std::vector<double> moved_vector = moved.apply(moved.fit(Calibrator::vector)),
                            moved_temperature = moved.apply(moved.fit(Calibrator::temperature));
  // Probabilities instead of their logarithms.
  ClassRows exponentials = rows;
  for (double &z : exponentials.log_probabilities) z = std::exp(z);
  const std::vector<double> of_probabilities =
      exponentials.apply(exponentials.fit(Calibrator::vector, CalibrationInput::probabilities));
  for (std::size_t i = 0; i < vector.size(); ++i) {
    CHECK(moved_vector[i] == Approx(vector[i]).margin(1e-8));
    CHECK(moved_temperature[i] == Approx(temperature[i]).margin(1e-8));
    CHECK(of_probabilities[i] == Approx(vector[i]).margin(1e-8));
  }
  // Two classes are one probability; logits that are multiplied have so many times the temperature.
  const ClassRows two = drawn_rows(rng, 200, 2, 2);
  std::vector<double> margins, of_two = two.apply(two.fit(Calibrator::temperature)), of_one(200);
  std::vector<uint8_t> labels;
  for (std::size_t i = 0; i < 200; ++i) {
    margins.push_back(two.z(i, 1) - two.z(i, 0));
    labels.push_back(static_cast<uint8_t>(two.classes[i]));
  }
  const Reals scores{margins.data(), false, 200, 1};
  const InputCalibration one(Calibrator::temperature, CalibrationInput::scores, scores, {labels.data(), 200, 1},
                             {two.weights.data(), false, 200, 1}, silent);
  one.apply(CalibrationInput::scores, scores, of_one.data());
  for (std::size_t i = 0; i < 200; ++i) CHECK(of_one[i] == Approx(of_two[2 * i + 1]).margin(1e-12));
  ClassRows thrice = rows;
  for (double &z : thrice.log_probabilities) z *= 3;
  CHECK(thrice.fit(Calibrator::temperature).temperature() == Approx(3 * cooled.temperature()));
}

TEST_CASE("scaling: classes that are separated, absent or not told apart") {
  cases::Rng rng(4);
  ClassRows rows = drawn_rows(rng, 60, 3, 1);
  for (int64_t i = 0; i < rows.n(); ++i) {
    const double *const z = rows.log_probabilities.data() + i * 3;
    rows.classes[static_cast<std::size_t>(i)] = std::max_element(z, z + 3) - z;
  }
  CHECK(rows.fit(Calibrator::temperature).temperature() == Approx(std::exp(-10)));
  const VectorScaling apart = fit_vector_scaling(rows.log_probabilities, rows.classes, 3, rows.weights, silent);
  for (std::size_t c = 0; c < 3; ++c) CHECK((apart.slopes[c] > 1 && apart.slopes[c] < 1000));
  // Turned round, the logits are worth nothing, and what is left is how often each class occurs.
  ClassRows turned = rows;
  for (double &z : turned.log_probabilities) z = -z;
  CHECK(turned.fit(Calibrator::temperature).temperature() == Approx(std::exp(10)));
  const std::vector<double> said = turned.apply(turned.fit(Calibrator::vector));
  for (std::size_t i = 3; i < said.size(); ++i) CHECK(said[i] == Approx(said[i - 3]).margin(1e-6));
  ClassRows level = rows;
  for (double &z : level.log_probabilities) z = 0;
  CHECK(level.fit(Calibrator::temperature).temperature() == 1);
  for (int64_t &c : rows.classes) c = std::min<int64_t>(c, 1);
  CHECK(rows.fit(Calibrator::temperature).temperature() > 0);
  expect_error(Status::argument, "class 2 has no row of a weight above 0: vector needs rows of each class; temperature",
               [&] { rows.fit(Calibrator::vector); });
  expect_error(Status::argument, "must be platt, isotonic, beta, temperature or, of a table of classes, vector",
               [&] { rows.fit(Calibrator::none); });
  for (double &w : rows.weights) w = 0;
  expect_error(Status::argument, "truth has no row of a weight above 0", [&] { rows.fit(Calibrator::temperature); });
  expect_error(Status::argument, "calibration is vector: exclusive classes alone have it", [&] {
    calibrate_margins(Calibrator::vector, {0, 1}, {0, 1}, {1, 1}, silent);
  });
}

TEST_CASE("scaling: logits of any size that is taken") {
  cases::Rng rng(8);
  for (int c = 0; c < cases::scaled(300); ++c) {
    ClassRows rows;
    rows.k = 2 + c % 3;
    const double size = std::pow(10.0, rng.between(-300, 99));
    for (int i = 0; i < 12; ++i) {
      rows.classes.push_back(i % rows.k);
      rows.weights.push_back(std::pow(10.0, c % 2 ? rng.between(-300, 99) : 0));
      for (int l = 0; l < rows.k; ++l) rows.log_probabilities.push_back(size * (rng.below(5) - 2));
    }
    for (const Calibrator by : {Calibrator::platt, Calibrator::isotonic, Calibrator::beta, Calibrator::temperature,
                                Calibrator::vector}) {
      const InputCalibration fit = rows.fit(by);
      const std::vector<double> p = rows.apply(fit);
      CAPTURE(c, size, static_cast<int>(by));
      for (std::size_t i = 0; i < p.size(); i += static_cast<std::size_t>(rows.k)) {
        double sum = 0;
        for (int64_t l = 0; l < rows.k; ++l) sum += p[i + static_cast<std::size_t>(l)];
        CHECK(sum == Approx(1));
      }
      CHECK(rows.apply(InputCalibration::load(fit.save())) == p);
    }
  }
  ClassRows large = ten_rows();
  large.log_probabilities[4] = -1.7e308;
  expect_error(Status::argument, "scores[1][1] is -1.7e308: logits must lie in [-1e100, 1e100]",
               [&] { large.fit(Calibrator::temperature); });
}

TEST_CASE("scaling: tables are saved and read again, by every method") {
  cases::Rng rng(5);
  for (const int k : {2, 3}) {
    const ClassRows rows = drawn_rows(rng, 100, k, 2);
    for (const Calibrator by : {Calibrator::platt, Calibrator::isotonic, Calibrator::beta, Calibrator::temperature,
                                Calibrator::vector}) {
      const InputCalibration made = rows.fit(by), again = InputCalibration::load(made.save());
      CHECK(again.save() == made.save());
      CHECK(again.n_classes() == k);
      CHECK(rows.apply(again) == rows.apply(made));
    }
  }
  const std::string text = ten_rows().fit(Calibrator::temperature).save();
  expect_error(Status::format, "\"calibrations\" of classes must be of one kind, and of one slope", [&] {
    std::string other = text;
    other.replace(other.rfind("\"slope\":") + 8, 1, "9");
    InputCalibration::load(other);
  });
  expect_error(Status::format, "\"calibrations\" is empty", [] {
    InputCalibration::load("{\"wald\":\"calibration\",\"version\":1,\"input\":\"scores\",\"calibrations\":[]}");
  });
  expect_error(Status::format, "\"calibrations\" must hold one for each class that occurs, or none", [] {
    InputCalibration::load("{\"wald\":\"calibration\",\"version\":1,\"input\":\"scores\",\"calibrations\":"
                           "[{\"kind\":\"temperature\",\"intercept\":0,\"slope\":1}]}");
  });
}
