// The search that excludes intervals of k, against the search that looks at every k.
#include <cmath>
#include <complex>

#include "core/decisions/independent/bisection.hpp"
#include "core/decisions/independent/independent.hpp"
#include "core/numeric/special/chebyshev.hpp"
#include "decision_check.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;

namespace {

// Kinds of the benchmarks, and worse ones.
std::vector<double> input(cases::Rng &rng, int n, int kind) {
  std::vector<double> p(static_cast<std::size_t>(n));
  for (double &x : p) {
    const double u = rng.uniform();
    switch (kind) {
      case 0: x = u; break;
      case 1: x = std::pow(u, 8); break;
      case 2: x = std::pow(u, 20); break;
      case 3: x = rng.below(2) ? 0.9 + 0.1 * u : 0.1 * u; break;
      case 4: x = 40 * u / n; break;
      case 5: x = cases::probability(rng, 5); break;
      case 6: x = 0.3; break;
      default: x = rng.below(3) ? u : 1; break;
    }
    x = std::min(x, 1.0);
  }
  return p;
}
constexpr int input_kinds = 8;

double gmean(int64_t tp, int64_t k, int64_t s, int64_t n, void *) {
  const double tpr = s > 0 ? static_cast<double>(tp) / static_cast<double>(s) : 1;
  const double tnr = s < n ? static_cast<double>(n - k - s + tp) / static_cast<double>(n - s) : 1;
  return std::sqrt(tpr * tnr);
}
// Steps, so that nothing is smooth: half of what was to be found in a list with at most 20 false alarms.
double success(int64_t tp, int64_t k, int64_t s, int64_t, void *) { return 2 * tp >= s && k - tp <= 20; }

check::Decided by(Algorithm algorithm, const Metric &metric, const Independent &e, DecisionOptions options = {}) {
  options.algorithm = algorithm;
  return check::decide(metric, e, options);
}

// What the search over all k says, bisection says; the bound may exceed it by what excluded intervals leave.
void same_as_window(const Metric &metric, const Independent &e, const DecisionOptions &options = {}) {
  const auto fast = by(Algorithm::bisection, metric, e, options), full = by(Algorithm::window, metric, e, options);
  CAPTURE(metric.name(), metric.zero_division(), e.n_labels(), options.at_least, options.at_most);
  REQUIRE(fast.answer.k == full.answer.k);
  CHECK(fast.items == full.items);
  CHECK(fast.answer.expected == full.answer.expected);
  CHECK(fast.answer.bound == full.answer.bound);
  CHECK(fast.answer.not_excluded.low == full.answer.not_excluded.low);
  CHECK(fast.answer.not_excluded.high == full.answer.not_excluded.high);
  CHECK((fast.answer.next_best == full.answer.next_best ||
         (std::isnan(fast.answer.next_best) && std::isnan(full.answer.next_best))));
}

std::vector<std::string> served() {
  std::vector<std::string> out;
  for (const std::string &name : cases::metrics())
    if (cases::metric(name)->has(bisection_needs)) out.push_back(name);
  return out;
}

}  // namespace

TEST_CASE("bisection: the answer of the search over every k, every metric, few labels") {
  cases::Rng rng(41);
  for (const std::string &name : served())
    for (int z : {0, 1}) {
      const auto metric = cases::metric(name, z);
      for (int i = 0; i < cases::scaled(40); ++i) {
        const auto p = cases::probabilities(rng, rng.between(1, 60), i % cases::kinds);
        CAPTURE(cases::list(p));
        DecisionOptions options;
        if (i % 3 == 1) options.at_least = rng.between(0, static_cast<int>(p.size()));
        if (i % 4 == 2)
          options.at_most = rng.between(std::max(0, static_cast<int>(options.at_least)), static_cast<int>(p.size()));
        same_as_window(*metric, check::independent(p), options);
      }
    }
}

TEST_CASE("bisection: the answer of the search over every k, many labels") {
  cases::Rng rng(42);
  for (const char *name : {"gmean", "hmean", "mcc", "kappa"})
    for (int kind = 0; kind < input_kinds; ++kind)
      for (int n : {200, 1000}) {
        if (cases::scaled(10) < 10 && n > 200) continue;
        CAPTURE(kind);
        const auto metric = cases::metric(name);
        const Independent e = check::independent(input(rng, n, kind));
        same_as_window(*metric, e);
        DecisionOptions options;
        options.at_least = n / 10;
        options.at_most = n / 3;
        same_as_window(*metric, e, options);
      }
  if (cases::scaled(10) < 10) return;
  for (const char *name : {"gmean", "hmean"})
    for (int kind : {0, 1, 3, 5}) same_as_window(*cases::metric(name), check::independent(input(rng, 3000, kind)));
}

TEST_CASE("bisection: callbacks, by direct sums alone") {
  cases::Rng rng(43);
  const auto smooth = check::cell_metric(gmean, nullptr, "mine", bisection_needs);
  const auto steps = check::cell_metric(success, nullptr, "success", rises_in_tp | falls_in_k);
  const auto steps_declared = check::cell_metric(success, nullptr, "success", bisection_needs);
  for (int kind = 0; kind < input_kinds; ++kind)
    for (int n : {40, 70, 300}) {
      CAPTURE(kind);
      const Independent e = check::independent(input(rng, n, kind));
      same_as_window(*smooth, e);
      same_as_window(*steps_declared, e);
      // What is not declared is not used.
      CHECK(check::decide(*smooth, e).answer.algorithm == Algorithm::bisection);
      CHECK(check::decide(*steps, e).answer.algorithm == Algorithm::window);
      CHECK(check::decide(*steps, e).items == check::decide(*steps_declared, e).items);
    }
  const Independent e = check::independent(input(rng, 300, 0));
  check::expect_error(Status::unsupported,
                      "the metric is not known to rise in tp, to fall in k and to rise when tp and k grow together",
                      [&] { by(Algorithm::bisection, *steps, e); });
}

TEST_CASE("bisection: a loss, and a metric below 0") {
  cases::Rng rng(44);
  const auto loss = check::cell_metric(
      [](int64_t tp, int64_t k, int64_t s, int64_t, void *) { return 3.0 * static_cast<double>(s - tp) + (k - tp); },
      nullptr, "misses", is_loss | bisection_needs);
  for (int kind = 0; kind < input_kinds; ++kind) same_as_window(*loss, check::independent(input(rng, 150, kind)));
}

TEST_CASE("bisection: a false declaration beyond 64 labels is found") {
  cases::Rng rng(45);
  const Independent e = check::independent(input(rng, 400, 0));
  const auto with = [](check::CellFunction f) { return check::cell_metric(f, nullptr, "m", bisection_needs); };
  check::expect_error(Status::callback, "was declared to fall in k but its utility is ", [&] {
    check::decide(*with([](int64_t tp, int64_t k, int64_t, int64_t n, void *) {
      return static_cast<double>(tp) + static_cast<double>(n <= 64 ? 0 : k);
    }),
                  e);
  });
  check::expect_error(Status::callback, "was declared to rise when tp and k grow together but its utility is ", [&] {
    check::decide(*with([](int64_t tp, int64_t k, int64_t, int64_t n, void *) {
      return static_cast<double>(tp) - static_cast<double>(n <= 64 ? 0 : 2 * k);
    }),
                  e);
  });
  check::expect_error(Status::callback, "was declared to rise in tp but its utility falls from ", [&] {
    check::decide(*with([](int64_t tp, int64_t k, int64_t, int64_t n, void *) {
      return static_cast<double>(n <= 64 ? tp : -tp) - static_cast<double>(k);
    }),
                  e);
  });
}

TEST_CASE("bisection: cancellation") {
  cases::Rng rng(46);
  const Independent e = check::independent(input(rng, 2000, 0));
  DecisionOptions options;
  options.progress.function = [](double fraction, void *) -> int32_t { return fraction > 0; };
  // The first report is at 0; later ones come with the time that has passed, so a callback that is slow is needed.
  const auto slow = check::cell_metric(
      [](int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
        double u = 0;
        for (int i = 0; i < 20; ++i) u = std::max(u, gmean(tp, k, s, n, user) - 1e-9 * i);
        return u;
      },
      nullptr, "slow", bisection_needs);
  check::expect_error(Status::cancelled, "cancelled by the progress callback",
                      [&] { by(Algorithm::bisection, *slow, e, options); });
}

TEST_CASE("bisection: cost grows with the root of n") {
  cases::Rng rng(47);
  static int64_t calls = 0;
  const auto counted = check::cell_metric(
      [](int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
        ++calls;
        return gmean(tp, k, s, n, user);
      },
      nullptr, "counted", bisection_needs);
  const Independent e = check::independent(input(rng, 1500, 0));
  calls = 0;
  by(Algorithm::bisection, *counted, e);
  const int64_t few = calls;
  calls = 0;
  by(Algorithm::window, *counted, e);
  CHECK(few * 8 < calls);
}

TEST_CASE("bisection: a callback is asked for many cells at once") {
  cases::Rng rng(50);
  int64_t calls = 0;
  const auto counted = callback_metric(
      [](const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values, void *user) {
        ++*static_cast<int64_t *>(user);
        for (int64_t i = 0; i < count; ++i) values[i] = gmean(tp[i], k[i], s[i], n, nullptr);
      },
      &calls, "counted", bisection_needs);
  const int n = 1500;
  by(Algorithm::bisection, *counted, check::independent(input(rng, n, 0)));
  CHECK(calls < n);
}

TEST_CASE("chebyshev: expectations of smooth functions are within the stated error") {
  cases::Rng rng(48);
  for (int i = 0; i < cases::scaled(200); ++i) {
    const int n = rng.between(30, 2000);
    Masses masses;
    for (int j = 0; j < n; ++j) add_item(masses, cases::probability(rng, i % 3), 1e-20);
    if (masses.size() < 2) continue;
    const double half = static_cast<double>(masses.size() - 1) / 2, centre = static_cast<double>(masses.first) + half;
    // 1/(x + shift), whose pole lies rho's way out of the window.
    const double rho = 1.5 + 10 * rng.uniform(), reach = half * (rho + 1 / rho) / 2, pole = centre - 1.01 * reach - 1;
    const double limit = 1 / (centre - reach - pole);
    for (int points : {2, 5, 12, 25, 40}) {
      PointWeights w;
      chebyshev_weights(masses.mass.data(), masses.first, masses.size(), points, w);
      double sum = 0;
      for (std::size_t j = 0; j < w.point.size(); ++j) sum += w.weight[j] / (w.point[j] - pole);
      oracle::Real exact = 0;
      for (int64_t j = 0; j < masses.size(); ++j)
        exact += static_cast<oracle::Real>(masses.mass[static_cast<std::size_t>(j)]) /
                 (static_cast<oracle::Real>(masses.first + j) - static_cast<oracle::Real>(pole));
      const double most = 1 / (static_cast<double>(masses.first) - pole);
      const double allowed = interpolation_error(limit, rho, points) + w.error * most + 1e-14 * most * w.size;
      CAPTURE(n, rho, points);
      CHECK(std::fabs(static_cast<double>(exact - static_cast<oracle::Real>(sum))) <= allowed);
      CHECK(points_needed(limit, rho, interpolation_error(limit, rho, points) * 1.0000001) <= points);
    }
  }
}

TEST_CASE("metrics: a limit of |U| in an ellipse, off the real axis") {
  using Complex = std::complex<double>;
  using Formula = Complex (*)(Complex tp, Complex fn, double k, double n);
  const std::vector<std::pair<std::string, Formula>> formulas = {
      {"gmean", [](Complex tp, Complex fn, double k,
                   double n) { return std::sqrt(tp / (tp + fn)) * std::sqrt((n - k - fn) / (n - tp - fn)); }},
      {"hmean",
       [](Complex tp, Complex fn, double k, double n) {
         const Complex tpr = tp / (tp + fn), tnr = (n - k - fn) / (n - tp - fn);
         return 2.0 * tpr * tnr / (tpr + tnr);
       }},
      {"mcc",
       [](Complex tp, Complex fn, double k, double n) {
         const Complex s = tp + fn;
         return (n * tp - k * s) / (std::sqrt(k * (n - k)) * std::sqrt(s) * std::sqrt(n - s));
       }},
      {"kappa", [](Complex tp, Complex fn, double k, double n) {
         const Complex s = tp + fn;
         return 2.0 * (n * tp - k * s) / (k * (n - s) + s * (n - k));
       }}};
  cases::Rng rng(50);
  for (const auto &[name, formula] : formulas) {
    const auto metric = cases::metric(name);
    int finite = 0;
    for (int i = 0; i < cases::scaled(400); ++i) {
      const double n = 1000, k = rng.between(1, 999), tp = k * rng.uniform(), fn = (n - k) * rng.uniform();
      const bool of_tp = i % 2;
      const double centre = of_tp ? tp : fn, other = of_tp ? fn : tp, reach = rng.uniform() * centre;
      const Ellipse e{of_tp, centre - reach, centre + reach, other * 0.95, other};
      const double limit = metric->limit_in_ellipse(e, static_cast<int64_t>(k), static_cast<int64_t>(n));
      if (!std::isfinite(limit)) continue;
      ++finite;
      const double height = reach * rng.uniform(), y = e.low + (e.high - e.low) * rng.uniform();
      for (int j = 0; j < 60; ++j) {
        const double angle = 6.283185307179586 * j / 60;
        const Complex z(centre + reach * std::cos(angle), height * std::sin(angle));
        CAPTURE(name, of_tp, k, centre, reach, height, y);
        CHECK(std::abs(of_tp ? formula(z, y, k, n) : formula(y, z, k, n)) <= limit * (1 + 1e-9));
      }
    }
    CHECK(finite > 20);
  }
}

TEST_CASE("metrics: a limit of |U| in an ellipse, on it") {
  cases::Rng rng(49);
  int finite = 0;
  for (const std::string &name : cases::metrics()) {
    const auto metric = cases::metric(name);
    for (int i = 0; i < cases::scaled(300); ++i) {
      const double n = 1000, k = rng.between(1, 999);
      const double tp = k * rng.uniform(), fn = (n - k) * rng.uniform();
      const double reach = std::pow(rng.uniform(), 2) * (i % 2 ? tp : fn) * 1.2, other = (i % 2 ? fn : tp);
      const double at = i % 2 ? tp : fn;
      const Ellipse e{i % 2 == 1, at - reach, at + reach, other * 0.95, other};
      const double limit = metric->limit_in_ellipse(e, static_cast<int64_t>(k), static_cast<int64_t>(n));
      if (!std::isfinite(limit)) continue;
      ++finite;
      // On the real axis, inside the domain, it is a limit of the metric itself.
      for (int j = 0; j <= 20; ++j) {
        const double x = e.left + (e.right - e.left) * j / 20, y = e.low + (e.high - e.low) * rng.uniform();
        const double t = e.of_tp ? x : y, f = e.of_tp ? y : x;
        if (t < 0 || t > k || f < 0 || f > n - k) continue;
        CAPTURE(name, k, t, f);
        CHECK(std::fabs(metric->weighted_utility(t, k, t + f, n)) <= limit * (1 + 1e-12));
      }
    }
  }
  CHECK(finite > 100);
}
