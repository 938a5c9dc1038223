// Estimated prevalences against naive expectation-maximisation and the likelihood on a grid; how often the limits hold the
// truth, and how often the test of label shift is wrong, in samples drawn from populations that are known.
#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include "cases.hpp"
#include "core/learners/prevalence/estimate_prevalence.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::learners;
using check::expect_error;

namespace {

using Vector = std::vector<double>;

RealTable table(const Vector &values, std::size_t cols) {
  const auto n = static_cast<int64_t>(values.size() / cols), c = static_cast<int64_t>(cols);
  return {values.data(), false, n, c, c, 1};
}
Reals view(const Vector &values) { return {values.empty() ? nullptr : values.data(), false, static_cast<int64_t>(values.size()), 1}; }

struct Known {
  Vector probabilities;
  std::vector<uint8_t> truth;
};
PrevalenceEstimate estimated(Kind kind, const Vector &p, std::size_t cols, const Vector &training, const Known *known = nullptr,
                             const PrevalenceOptions &options = {}) {
  NoMonitor quiet;
  if (!known) return estimate_prevalence(kind, table(p, cols), view(training), nullptr, options, quiet);
  const auto n = static_cast<int64_t>(known->truth.size() / cols), c = static_cast<int64_t>(cols);
  const CalibrationRows rows{{known->truth.data(), n, c, c, 1}, table(known->probabilities, cols)};
  return estimate_prevalence(kind, table(p, cols), view(training), &rows, options, quiet);
}

Vector shares(cases::Rng &rng, int n) {
  Vector out;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += out.emplace_back(rng.between(1, 100));
  for (double &share : out) share /= sum;
  return out;
}

// Saerens, Latinne and Decaestecker as they wrote it: rows by outcomes.
Vector naive(const Vector &p, const Vector &training, int rounds) {
  const std::size_t k = training.size();
  Vector now = training;
  for (int round = 0; round < rounds; ++round) {
    Vector next(k, 0.0);
    for (std::size_t i = 0; i < p.size(); i += k) {
      double sum = 0;
      for (std::size_t y = 0; y < k; ++y) sum += p[i + y] * now[y] / training[y];
      for (std::size_t y = 0; y < k; ++y) next[y] += p[i + y] * now[y] / training[y] / sum;
    }
    for (double &share : next) share /= static_cast<double>(p.size() / k);
    now = next;
  }
  return now;
}
double log_likelihood(const Vector &p, const Vector &training, const Vector &at) {
  const std::size_t k = training.size();
  double out = 0;
  for (std::size_t i = 0; i < p.size(); i += k) {
    double sum = 0;
    for (std::size_t y = 0; y < k; ++y) sum += p[i + y] * at[y] / training[y];
    out += std::log(sum);
  }
  return out;
}

// Rows of a few kinds, by outcome: P(kind | outcome), and so every probability is exact.
struct World {
  std::vector<Vector> likelihood;  // by outcome and kind

  std::size_t outcomes() const { return likelihood.size(); }
  std::size_t draw(cases::Rng &rng, const Vector &masses) const {
    double u = rng.uniform();
    std::size_t at = 0;
    while (at + 1 < masses.size() && u >= masses[at]) u -= masses[at++];
    return at;
  }
  double posterior(std::size_t outcome, std::size_t kind, const Vector &prior) const {
    double sum = 0;
    for (std::size_t y = 0; y < outcomes(); ++y) sum += prior[y] * likelihood[y][kind];
    return prior[outcome] * likelihood[outcome][kind] / sum;
  }
  // A row of all outcomes' probabilities at the prior of training, where outcomes are as frequent as `prior` says; of two
  // outcomes that of the second alone.
  void row(cases::Rng &rng, const Vector &training, const Vector &prior, Known &to, const std::vector<Vector> *changed = nullptr) const {
    const std::size_t y = draw(rng, prior), x = draw(rng, changed ? (*changed)[y] : likelihood[y]);
    const std::size_t first = outcomes() == 2 ? 1 : 0;
    for (std::size_t k = first; k < outcomes(); ++k) {
      to.probabilities.push_back(posterior(k, x, training));
      to.truth.push_back(y == k);
    }
  }
};
World world_of(cases::Rng &rng, int outcomes, int kinds) {
  World out;
  for (int y = 0; y < outcomes; ++y) out.likelihood.push_back(shares(rng, kinds));
  return out;
}

void check_rate(int found, int rounds, double wanted) {
  CHECK(found <= rounds * wanted + 3 * std::sqrt(rounds * wanted * (1 - wanted)));
}

}  // namespace

TEST_CASE("prevalence: the likeliest shares are those of naive expectation-maximisation") {
  cases::Rng rng(8801);
  for (int c = 0; c < cases::scaled(60); ++c) {
    const int outcomes = rng.between(2, 4), rows = rng.between(1, 60);
    const bool classes = outcomes > 2 || rng.below(2), none = classes && outcomes > 2 && rng.below(2);
    const Vector training = shares(rng, outcomes);
    Vector p, given;
    const std::size_t k = training.size(), first = classes ? 0 : 1, last = none ? k - 1 : k;
    for (int i = 0; i < rows; ++i) {
      Vector row = shares(rng, outcomes);
      if (rng.below(8) == 0) row = [&] {
        Vector sure(k, 0.0);
        sure[static_cast<std::size_t>(rng.below(outcomes))] = 1;
        return sure;
      }();
      p.insert(p.end(), row.begin(), row.end());
      given.insert(given.end(), row.begin() + static_cast<int64_t>(first), row.begin() + static_cast<int64_t>(last));
    }
    const Vector from(training.begin() + static_cast<int64_t>(first), training.begin() + static_cast<int64_t>(last));
    CAPTURE(c, outcomes, rows, classes, none);
    const PrevalenceEstimate found =
        estimated(classes ? Kind::categorical : Kind::independent, given, last - first, from);
    const Vector wanted = naive(p, training, 5000);
    REQUIRE(found.prior.size() == last - first);
    Vector all = found.prior;
    if (!classes) all.insert(all.begin(), 1 - all[0]);
    if (none) {
      double sum = 0;
      for (double share : all) sum += share;
      all.push_back(std::max(0.0, 1 - sum));
    }
    // Naive steps creep where an outcome is not there: never likelier, and near.
    CHECK(log_likelihood(p, training, all) >= log_likelihood(p, training, wanted) - 1e-7);
    for (std::size_t y = first; y < last; ++y) {
      CHECK(all[y] == Approx(wanted[y]).margin(2e-3));
      CHECK(found.low[y - first] <= found.prior[y - first]);
      CHECK(found.high[y - first] >= found.prior[y - first]);
      CHECK(found.training_prior[y - first] == Approx(training[y]).epsilon(1e-12));
      CHECK(std::isnan(found.p_value[y - first]));
    }
  }
}

TEST_CASE("prevalence: limits are where the profile likelihood falls by half the quantile of chi squared") {
  cases::Rng rng(8802);
  constexpr double half = 3.841458820694124 / 2;
  for (int c = 0; c < cases::scaled(40); ++c) {
    const int outcomes = c % 4 == 3 ? 3 : 2, rows = rng.between(2, 40);
    const Vector training = shares(rng, outcomes);
    Vector p;
    for (int i = 0; i < rows; ++i)
      for (const double share : shares(rng, outcomes)) p.push_back(share);
    const PrevalenceEstimate found = estimated(Kind::categorical, p, training.size(), training);
    const double best = log_likelihood(p, training, found.prior);
    const auto profile = [&](std::size_t y, double at) {
      if (outcomes == 2) return log_likelihood(p, training, y == 0 ? Vector{at, 1 - at} : Vector{1 - at, at});
      double most = -1e300;  // golden section of a concave function
      double low = 0, high = 1 - at;
      const auto of = [&](double other) {
        Vector all(3);
        all[y] = at;
        all[(y + 1) % 3] = other;
        all[(y + 2) % 3] = 1 - at - other;
        return log_likelihood(p, training, all);
      };
      for (int i = 0; i < 200; ++i) {
        const double a = low + (high - low) * 0.382, b = low + (high - low) * 0.618, va = of(a), vb = of(b);
        most = std::max(most, std::max(va, vb));
        (va < vb ? low : high) = va < vb ? a : b;
      }
      return most;
    };
    for (std::size_t y = 0; y < training.size(); ++y) {
      CAPTURE(c, y, found.low[y], found.high[y], found.prior[y]);
      if (found.low[y] > 0) CHECK(best - profile(y, found.low[y]) == Approx(half).margin(1e-4));
      else CHECK(best - profile(y, 0) <= half + 1e-4);
      if (found.high[y] < 1) CHECK(best - profile(y, found.high[y]) == Approx(half).margin(1e-4));
      else CHECK(best - profile(y, 1) <= half + 1e-4);
    }
  }
}

TEST_CASE("prevalence: limits hold the share of the population as often as they claim", "[frequencies]") {
  cases::Rng rng(8803);
  for (const int64_t bootstrap : {0, 60})
    for (const int outcomes : {2, 3}) {
      if (bootstrap > 0 && outcomes == 3) continue;
      const int rounds = cases::scaled(bootstrap > 0 ? 100 : outcomes == 3 ? 30 : 400);
      const World world = world_of(rng, outcomes, 8);
      const Vector training = outcomes == 2 ? Vector{0.7, 0.3} : Vector{0.5, 0.3, 0.2};
      const Vector prior = outcomes == 2 ? Vector{0.4, 0.6} : Vector{0.2, 0.3, 0.5};
      int missed = 0;
      PrevalenceOptions options;
      options.level = 0.9;
      options.bootstrap = bootstrap;
      for (int r = 0; r < rounds; ++r) {
        Known rows, known;
        for (int i = 0; i < 300; ++i) world.row(rng, training, prior, rows);
        for (int i = 0; i < 300; ++i) world.row(rng, training, training, known);
        options.seed = rng.bits();
        const bool label = outcomes == 2;
        const PrevalenceEstimate found =
            estimated(label ? Kind::independent : Kind::categorical, rows.probabilities, label ? 1 : 3,
                      label ? Vector{training[1]} : training, bootstrap > 0 ? &known : nullptr, options);
        const double truth = prior.back();
        missed += !(found.low.back() <= truth && truth <= found.high.back());
      }
      CAPTURE(bootstrap, outcomes, missed);
      // Asymptotic limits: one point in a hundred is allowed for the size of the samples.
      check_rate(missed, rounds, 0.11);
    }
}

TEST_CASE("prevalence: the test of label shift is wrong as often as it may be, and finds what is no label shift",
          "[frequencies]") {
  cases::Rng rng(8804);
  for (const int outcomes : {2, 3}) {
    const int rounds = cases::scaled(outcomes == 3 ? 30 : 100);
    const World world = world_of(rng, outcomes, 8);
    // Rows of two kinds alone, whatever the label.
    const std::vector<Vector> changed(static_cast<std::size_t>(outcomes), {0.5, 0, 0, 0, 0, 0, 0, 0.5});
    const Vector training = outcomes == 2 ? Vector{0.7, 0.3} : Vector{0.5, 0.3, 0.2};
    const Vector prior = outcomes == 2 ? Vector{0.3, 0.7} : Vector{0.2, 0.3, 0.5};
    int wrong = 0, found_out = 0;
    PrevalenceOptions options;
    options.bootstrap = 39;
    const std::size_t cols = outcomes == 2 ? 1 : 3;
    const Kind kind = outcomes == 2 ? Kind::independent : Kind::categorical;
    for (int r = 0; r < rounds; ++r) {
      Known rows, moved, known;
      for (int i = 0; i < 150; ++i) world.row(rng, training, prior, rows);
      for (int i = 0; i < 150; ++i) world.row(rng, training, training, known);
      options.seed = rng.bits();
      wrong += estimated(kind, rows.probabilities, cols, {}, &known, options).p_value[0] <= 0.1;
      if (r >= 10) continue;
      for (int i = 0; i < 150; ++i) world.row(rng, training, prior, moved, &changed);
      found_out += estimated(kind, moved.probabilities, cols, {}, &known, options).p_value[0] <= 0.1;
    }
    CAPTURE(outcomes, wrong, found_out);
    check_rate(wrong, rounds, 0.1);
    CHECK(10 * found_out >= 8 * std::min(rounds, 10));  // with sanitizers there are fewer rounds
  }
}

TEST_CASE("prevalence: overconfident probabilities are calibrated on calibration rows", "[threads]") {
  cases::Rng rng(8805);
  const World world = world_of(rng, 2, 12);
  const Vector training{0.7, 0.3}, prior{0.95, 0.05};
  Known rows, known;
  for (int i = 0; i < 4000; ++i) world.row(rng, training, prior, rows);
  for (int i = 0; i < 4000; ++i) world.row(rng, training, training, known);
  for (Vector *p : {&rows.probabilities, &known.probabilities})
    for (double &x : *p) x = 1 / (1 + std::pow((1 - x) / x, 3));
  PrevalenceOptions options;
  options.bootstrap = 50;
  const PrevalenceEstimate raw = estimated(Kind::independent, rows.probabilities, 1, {0.3});
  const PrevalenceEstimate calibrated = estimated(Kind::independent, rows.probabilities, 1, {}, &known, options);
  CHECK(std::fabs(calibrated.prior[0] - 0.05) < std::fabs(raw.prior[0] - 0.05));
  CHECK(calibrated.low[0] < 0.05);
  CHECK(calibrated.high[0] > 0.05);
  CHECK(calibrated.n_rows == 4000);
  CHECK(calibrated.n_calibration_rows == 4000);
  options.threads = 4;
  const PrevalenceEstimate again = estimated(Kind::independent, rows.probabilities, 1, {}, &known, options);
  CHECK(again.low == calibrated.low);
  CHECK(again.high == calibrated.high);
  CHECK(again.p_value == calibrated.p_value);
}

TEST_CASE("prevalence: each label alone, and what tells nothing") {
  cases::Rng rng(8806);
  Vector both, alone[2];
  for (int i = 0; i < 50; ++i)
    for (auto &one : alone) both.push_back(one.emplace_back(rng.uniform()));
  const PrevalenceEstimate found = estimated(Kind::independent, both, 2, {0.4, 0.2});
  for (std::size_t j = 0; j < 2; ++j) {
    const PrevalenceEstimate own = estimated(Kind::independent, alone[j], 1, {j ? 0.2 : 0.4});
    CHECK(found.prior[j] == own.prior[0]);
    CHECK(found.low[j] == own.low[0]);
    CHECK(found.high[j] == own.high[0]);
  }
  const PrevalenceEstimate flat = estimated(Kind::independent, Vector(20, 0.3), 1, {0.3});
  CHECK(flat.prior[0] == 0.3);
  CHECK(flat.low[0] == 0);
  CHECK(flat.high[0] == 1);
  CHECK(estimated(Kind::independent, {1, 1, 1}, 1, {0.3}).prior[0] == 1);
  CHECK(estimated(Kind::independent, {0, 0, 0}, 1, {0.3}).prior[0] == 0);
  CHECK(estimated(Kind::independent, {0, 1, 1, 0}, 1, {0.3}).prior[0] == Approx(0.5));
}

TEST_CASE("prevalence: what is refused") {
  const auto refuses = [](const std::string &message, Kind kind, const Vector &p, std::size_t cols, const Vector &training,
                          const Known *known = nullptr) {
    expect_error(Status::argument, message, [&] { estimated(kind, p, cols, training, known); });
  };
  refuses("kind is joint", Kind::joint, {0.5}, 1, {0.5});
  refuses("probabilities has 0 rows", Kind::independent, {}, 1, {0.5});
  refuses("probabilities[0][0] is 1.5: must lie in [0, 1]", Kind::independent, {1.5}, 1, {0.5});
  refuses("training_prior[0] is 1: must lie in (0, 1)", Kind::independent, {0.5}, 1, {1});
  refuses("training_prior is NULL: must be given without calibration rows", Kind::independent, {0.5}, 1, {});
  refuses("probabilities[0] sums to 0", Kind::categorical, {0, 0}, 2, {0.5, 0.5});
  const Known one{{0.5, 0.6}, {1, 1}}, wrong{{0.5, 0.6}, {1, 2}}, two{{0.5, 0.5}, {1, 1}}, none{{0.5, 0.5}, {0, 0}};
  refuses("calibration_truth[][0] is 1 in every row", Kind::independent, {0.5}, 1, {}, &one);
  refuses("calibration_truth[1][0] is 2: must be 0 or 1", Kind::independent, {0.5}, 1, {}, &wrong);
  refuses("calibration_truth[0] has classes 0 and 1", Kind::categorical, {0.5, 0.5}, 2, {}, &two);
  refuses("rows of calibration_truth have no class", Kind::categorical, {0.5, 0.5}, 2, {0.5, 0.5}, &none);
}
