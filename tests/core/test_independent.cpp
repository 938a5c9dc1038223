// Decisions on independent and on exclusive labels: every algorithm and metric against enumeration, and literal
// algorithms in long double for more labels than can be enumerated.
#include "decision_check.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;

namespace {

std::vector<Algorithm> algorithms_for(const Metric &m) {
  std::vector<Algorithm> out = {Algorithm::automatic, Algorithm::enumeration};
  if (m.has(rises_in_tp)) out.insert(out.end(), {Algorithm::window, Algorithm::n16, Algorithm::n16_first_rise});
  if (m.has(linear_in_tp)) out.push_back(Algorithm::gfm);
  if (m.f_beta_squared())
    out.insert(out.end(),
               {Algorithm::ye, Algorithm::chai, Algorithm::jansche, Algorithm::jansche_approx, Algorithm::lewis});
  if (m.is_exact_match()) out.push_back(Algorithm::mode);
  if (m.additive()) out.push_back(Algorithm::marginal_modes);
  return out;
}

KRange random_range(cases::Rng &rng, int n, DecisionOptions &options) {
  switch (rng.below(4)) {
    case 0:
      options.at_least = rng.between(0, n);
      options.at_most = options.at_least;
      break;
    case 1: options.at_least = rng.between(0, n); break;
    case 2: options.at_most = rng.between(0, n); break;
    default:
      options.at_least = rng.between(0, n), options.at_most = rng.between(static_cast<int>(options.at_least), n + 3);
  }
  return {std::max<int64_t>(0, options.at_least), options.at_most < 0 ? n : std::min<int64_t>(n, options.at_most)};
}

bool in_doubt(const std::vector<double> &p) {
  // Probabilities that the sums over labels cannot tell from 0 or 1: ties there are of rounding.
  return std::any_of(p.begin(), p.end(), [](double x) { return (x > 0 && x < 1e-10) || (x < 1 && x > 1 - 1e-10); });
}

check::Demands demands_of(Algorithm algorithm, const std::vector<double> &p) {
  check::Demands demands;
  demands.tightness = algorithm != Algorithm::lewis && algorithm != Algorithm::n16_first_rise;
  const bool exact = demands.tightness;
  demands.next_best = exact && std::none_of(p.begin(), p.end(), [](double x) { return x == 0; });
  // Sums that leave one label out round differently for equal labels.
  demands.ties = exact && !in_doubt(p) && algorithm != Algorithm::gfm;
  return demands;
}

}  // namespace

TEST_CASE("independent: every algorithm and metric against enumeration") {
  cases::Rng rng(101);
  for (int i = 0; i < cases::scaled(1200); ++i) {
    const int n = rng.between(1, i % 50 == 0 ? 10 : i % 5 == 0 ? 8 : 7), kind = i % cases::kinds;
    const auto p = cases::probabilities(rng, n, kind);
    CAPTURE(cases::list(p));
    const auto law = oracle::independent(p);
    const Independent e = check::independent(p);
    for (const std::string &name : cases::metrics()) {
      const int z = rng.below(2);
      const auto m = metric(name, z);
      const oracle::Cells cells(oracle::utility(name, z), n);
      DecisionOptions options;
      KRange range{0, n};
      if (rng.below(2)) range = random_range(rng, n, options);
      const auto best = oracle::optimum(cells, law, static_cast<int>(range.low), static_cast<int>(range.high));
      for (Algorithm algorithm : algorithms_for(*m)) {
        options.algorithm = algorithm;
        const auto d = check::decide(*m, e, options);
        if (algorithm != Algorithm::automatic && d.answer.algorithm != algorithm)
          CHECK(d.answer.algorithm == algorithm);
        CAPTURE(range.low, range.high);
        check::decision(d, *m, cells, law, best, range, demands_of(algorithm, p));
        if (std::fabs(d.answer.p_zero -
                      oracle::expected(oracle::Cells(oracle::utility("subset_accuracy", 1), n), law, 0)) > 1e-14L)
          CHECK(d.answer.p_zero == -1);
      }
    }
  }
}

TEST_CASE("independent: the curve is the best of every k") {
  cases::Rng rng(102);
  for (int i = 0; i < cases::scaled(150); ++i) {
    const int n = rng.between(1, 7);
    const auto p = cases::probabilities(rng, n, i % cases::kinds);
    const auto law = oracle::independent(p);
    const Independent e = check::independent(p);
    for (const std::string &name : cases::metrics()) {
      const auto m = metric(name, i % 2);
      const oracle::Cells cells(oracle::utility(name, i % 2), n);
      const double scale = m->range(n).magnitude();
      for (Algorithm algorithm : algorithms_for(*m)) {
        if (algorithm == Algorithm::n16_first_rise) continue;
        DecisionOptions options;
        options.algorithm = algorithm;
        KRange range{0, n};
        if (rng.below(2)) range = random_range(rng, n, options);
        const auto best = oracle::optimum(cells, law, static_cast<int>(range.low), static_cast<int>(range.high));
        std::vector<double> curve = expected_curve(*m, e, options);
        REQUIRE(curve.size() == static_cast<std::size_t>(n + 1));
        const double tolerance = algorithm == Algorithm::lewis            ? 0.5
                                 : algorithm == Algorithm::jansche_approx ? 0.01
                                                                          : 1e-13 * scale;
        for (int k = 0; k <= n; ++k) {
          const double got = curve[static_cast<std::size_t>(k)];
          const oracle::Real expected = best.best_of_k[static_cast<std::size_t>(k)];
          const bool fine = range.holds(k) ? std::fabs(got - expected) <= tolerance : std::isnan(got);
          if (!fine) {
            CAPTURE(name, algorithm_name(algorithm), k, cases::list(p), range.low, range.high);
            CHECK(got == static_cast<double>(expected));
          }
        }
      }
    }
  }
}

TEST_CASE("independent: any prediction's value and regret") {
  cases::Rng rng(103);
  Workspace work;
  for (int i = 0; i < cases::scaled(300); ++i) {
    const int n = rng.between(1, 7);
    const auto p = cases::probabilities(rng, n, i % cases::kinds);
    const auto law = oracle::independent(p);
    const Independent e = check::independent(p);
    for (const std::string &name : cases::metrics()) {
      const auto m = metric(name, i % 2);
      const oracle::Cells cells(oracle::utility(name, i % 2), n);
      const double scale = m->range(n).magnitude();
      const oracle::Mask h = static_cast<oracle::Mask>(rng.bits()) & ((oracle::Mask{1} << n) - 1);
      const auto got = expected_utility(*m, e, check::items_of(h), work);
      const oracle::Real expected = oracle::expected(cells, law, h);
      CAPTURE(name, cases::list(p), h);
      if (!(std::fabs(got.value - expected) <= got.error + 1e-18L) || !(got.error <= 1e-12 * scale)) {
        CHECK(got.value == static_cast<double>(expected));
        CHECK(got.error <= 1e-12 * scale);
      }
      const auto best = oracle::optimum(cells, law);
      const check::Regret regret = check::regret_of(*m, e, check::items_of(h), {});
      if (!(std::fabs(regret.regret - (best.value - expected)) <= regret.bound + 1e-18L) || !(regret.regret >= 0) ||
          !(regret.bound <= 1e-9 * scale)) {
        CHECK(regret.regret == static_cast<double>(best.value - expected));
        CHECK(regret.bound <= 1e-9 * scale);
      }
    }
  }
}

TEST_CASE("independent: long-double literal algorithms, n to 300") {
  cases::Rng rng(104);
  for (int n : cases::sanitized ? std::vector<int>{50, 100} : std::vector<int>{50, 100, 300})
    for (int kind = 0; kind < cases::kinds; ++kind) {
      const auto p = cases::probabilities(rng, n, kind);
      const Independent e = check::independent(p);
      CAPTURE(n, cases::kind_name(kind));
      struct Beta {
        const char *name;
        int64_t q, r;
      };
      for (const Beta &beta :
           {Beta{"f1", 1, 1}, Beta{"fbeta:2", 4, 1}, Beta{"fbeta:0.5", 1, 4}, Beta{"fbeta:1.5", 9, 4}}) {
        const auto exact = oracle::ye_curve(p, beta.q, beta.r, 1);
        std::vector<Algorithm> all = {Algorithm::automatic, Algorithm::ye,  Algorithm::window,
                                      Algorithm::chai,      Algorithm::gfm, Algorithm::lewis};
        if (n <= 100) all.insert(all.end(), {Algorithm::n16, Algorithm::jansche_approx});
        if (n == 50) all.push_back(Algorithm::jansche);
        for (Algorithm algorithm : all) {
          DecisionOptions options;
          options.algorithm = algorithm;
          CAPTURE(beta.name, algorithm_name(algorithm));
          const auto m = metric(beta.name);
          const auto d = check::decide(*m, e, options);
          const oracle::Real best = *std::max_element(exact.begin(), exact.end());
          const oracle::Real own = exact[static_cast<std::size_t>(d.answer.k)];
          CHECK(best - own <= d.answer.bound);
          CHECK(std::fabs(d.answer.expected - own) <= std::min(d.answer.bound, 1e-12));
          if (algorithm == Algorithm::lewis || algorithm == Algorithm::jansche_approx) {
            CHECK(d.answer.bound <= 0.2);
            continue;
          }
          CHECK(best - own <= 1e-13L);
          CHECK(d.answer.bound <= 1e-9);
          const auto curve = expected_curve(*m, e, options);
          oracle::Real worst = 0;
          for (std::size_t k = 0; k < exact.size(); ++k) worst = std::max(worst, std::fabs(curve[k] - exact[k]));
          CHECK(worst <= 1e-13L);
        }
      }
      if (n > 100) continue;
      for (const char *name : {"gmean", "hmean", "jaccard", "balanced_accuracy", "fowlkes_mallows", "noisy_or", "mcc",
                               "kappa", "markedness", "lf:0.1:1.5:-0.5:-0.25/1:0.5:0.25:0.125"}) {
        const auto exact = oracle::literal_curve(oracle::utility(name, 0), p);
        const auto m = metric(name, 0);
        const oracle::Real best = *std::max_element(exact.begin(), exact.end());
        for (Algorithm algorithm : {Algorithm::automatic, Algorithm::n16}) {
          if (!m->has(rises_in_tp) && algorithm == Algorithm::n16) continue;
          DecisionOptions options;
          options.algorithm = algorithm;
          CAPTURE(name, algorithm_name(algorithm));
          const auto d = check::decide(*m, e, options);
          const oracle::Real own = exact[static_cast<std::size_t>(d.answer.k)];
          CHECK(best - own <= d.answer.bound);
          CHECK(best - own <= 1e-13L);
          CHECK(std::fabs(d.answer.expected - own) <= d.answer.bound);
          CHECK(d.answer.bound <= 1e-9);
          const auto curve = expected_curve(*m, e, options);
          oracle::Real worst = 0;
          for (std::size_t k = 0; k < exact.size(); ++k) worst = std::max(worst, std::fabs(curve[k] - exact[k]));
          CHECK(worst <= 1e-12L);
        }
      }
    }
}

TEST_CASE("independent: expected F is not unimodal in k, and nothing stops early") {
  const std::vector<double> three{0.9536, 0.4292, 0.4292};
  std::vector<double> twelve(12, 0.2514);
  twelve[0] = 0.8809;
  const auto f1 = metric("f1");
  const auto curve = expected_curve(*f1, check::independent(three), {});
  CHECK(curve[1] == Approx(0.710021).margin(5e-7));
  CHECK(curve[2] == Approx(0.709944).margin(5e-7));
  CHECK(curve[3] == Approx(0.723010).margin(5e-7));
  const auto longer = expected_curve(*f1, check::independent(twelve), {});
  CHECK(longer[2] < longer[1]);
  CHECK(*std::max_element(longer.begin(), longer.end()) - longer[1] == Approx(0.043).margin(5e-4));
  for (Algorithm algorithm : {Algorithm::automatic, Algorithm::ye, Algorithm::window, Algorithm::n16, Algorithm::chai,
                              Algorithm::jansche, Algorithm::gfm, Algorithm::enumeration}) {
    DecisionOptions options;
    options.algorithm = algorithm;
    CAPTURE(algorithm_name(algorithm));
    CHECK(check::decide(*f1, check::independent(three), options).answer.k == 3);
    CHECK(check::decide(*f1, check::independent(twelve), options).answer.k > 2);
  }
  // The heuristic by name does stop, and its bound admits what it may lose.
  DecisionOptions options;
  options.algorithm = Algorithm::n16_first_rise;
  options.at_least = 1;
  const auto heuristic = check::decide(*f1, check::independent(twelve), options);
  CHECK(heuristic.answer.k == 1);
  CHECK(heuristic.answer.bound >= 0.043);
}

TEST_CASE("independent: rare labels favour predicting nothing, and zero_division or k >= 1 changes it") {
  std::vector<double> p(10, 0.02);
  std::fill(p.begin(), p.begin() + 4, 0.05);
  const Independent e = check::independent(p);
  const auto d = check::decide(*metric("f1"), e);
  CHECK(d.answer.k == 0);
  CHECK(d.answer.expected == Approx(0.72).margin(0.005));
  CHECK(d.answer.p_zero == Approx(d.answer.expected).epsilon(1e-14));
  CHECK(check::decide(*metric("f1", 0), e).answer.k > 0);
  DecisionOptions options;
  options.at_least = 1;
  CHECK(check::decide(*metric("f1"), e, options).answer.k > 0);
}

TEST_CASE("independent: trivially optimal metrics warn unless k is fixed") {
  const Independent e = check::independent({0.2, 0.6, 0.3});
  for (const std::string &name : cases::metrics()) {
    const auto m = metric(name);
    CAPTURE(name);
    const auto d = check::decide(*m, e);
    CHECK((std::string(d.answer.warning) != "") == m->has(degenerate));
    DecisionOptions options;
    options.at_least = 1;
    options.at_most = 2;
    CHECK(std::string(check::decide(*m, e, options).answer.warning) == "");
  }
}

TEST_CASE("independent: constraints and algorithms that cannot be met are refused") {
  const auto refused = [](Status status, const std::string &message, auto f) {
    try {
      f();
      FAIL_CHECK("no error: " << message);
    } catch (const Error &e) {
      CHECK(e.status() == status);
      CHECK_THAT(e.what(), Catch::Contains(message));
    }
  };
  const Independent e = check::independent({0.2, 0.6, 0.3});
  DecisionOptions options;
  options.at_least = 4;
  refused(Status::argument, "at_least is 4: the problem has 3 items",
          [&] { check::decide(*metric("f1"), e, options); });
  options = {};
  for (Algorithm algorithm :
       {Algorithm::chai, Algorithm::ye, Algorithm::lewis, Algorithm::jansche, Algorithm::jansche_approx}) {
    options.algorithm = algorithm;
    refused(Status::unsupported, text("algorithm \"", algorithm_name(algorithm), "\" cannot decide metric \"gmean\""),
            [&] { check::decide(*metric("gmean"), e, options); });
  }
  options.algorithm = Algorithm::gfm;
  refused(Status::unsupported, "is not linear in tp", [&] { check::decide(*metric("jaccard"), e, options); });
  for (Algorithm algorithm : {Algorithm::mode, Algorithm::marginal_modes, Algorithm::categorical, Algorithm::ascent}) {
    options.algorithm = algorithm;
    refused(Status::unsupported, "cannot decide metric \"f1\"", [&] { check::decide(*metric("f1"), e, options); });
  }
  options = {};
  options.average = Average::macro;
  refused(Status::argument, "average is macro", [&] { check::decide(*metric("f1"), e, options); });
  refused(Status::argument, "n_labels is 0", [&] { check::decide(*metric("f1"), Independent()); });
  // A metric without a theorem: enumerated for 16 labels, refused beyond, never silently wrong.
  const auto odd = check::cell_metric(
      [](int64_t tp, int64_t k, int64_t s, int64_t n, void *) {
        return std::cos(3.0 * static_cast<double>(tp)) + 0.1 * static_cast<double>(k * s) / static_cast<double>(n);
      },
      nullptr, "odd", 0);
  CHECK(check::decide(*odd, check::independent(std::vector<double>(9, 0.4))).answer.algorithm ==
        Algorithm::enumeration);
  refused(Status::unsupported, "metric \"odd\" given 17 independent labels",
          [&] { check::decide(*odd, check::independent(std::vector<double>(17, 0.4))); });
}

TEST_CASE("independent: custom metrics") {
  // Each of the named ones as a callback, with nothing, something or all declared.
  struct Named {
    std::unique_ptr<Metric> metric;
  };
  const auto call = [](int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
    return static_cast<Named *>(user)->metric->utility(tp, k, s, n);
  };
  const auto call_loss = [](int64_t tp, int64_t k, int64_t s, int64_t n, void *user) {
    return 1 - static_cast<Named *>(user)->metric->utility(tp, k, s, n);
  };
  cases::Rng rng(105);
  for (int i = 0; i < cases::scaled(60); ++i) {
    const int n = rng.between(1, 7);
    const auto p = cases::probabilities(rng, n, i % cases::kinds);
    CAPTURE(cases::list(p));
    const auto law = oracle::independent(p);
    const Independent e = check::independent(p);
    for (const std::string &name : cases::metrics()) {
      Named named{metric(name, i % 2)};
      const uint32_t all = named.metric->properties() & (rises_in_tp | falls_in_k | rises_in_tp_and_k | linear_in_tp);
      const uint32_t declared = all & static_cast<uint32_t>(rng.bits());
      const bool loss = rng.below(2);
      const auto m = check::cell_metric(loss ? call_loss : call, &named, "custom", declared | (loss ? is_loss : 0u));
      const auto f = oracle::utility(name, i % 2);
      const oracle::Cells cells([&](int64_t tp, int64_t k, int64_t s,
                                    int64_t items) { return loss ? f(tp, k, s, items) - 1 : f(tp, k, s, items); },
                                n);
      const auto best = oracle::optimum(cells, law);
      CAPTURE(name, declared, loss);
      check::Demands demands;
      demands.ties = false;
      demands.next_best = false;
      const auto d = check::decide(*m, e);
      CHECK(std::fabs(d.answer.expected - best.value) <= d.answer.bound + 1e-14);
      const oracle::Real own = oracle::expected(cells, law, check::mask_of(d.items));
      CHECK(best.value - own <= d.answer.bound + 1e-14);
      CHECK(d.answer.bound <= 1e-9);
      if (declared & rises_in_tp) {
        DecisionOptions options;
        options.algorithm = Algorithm::n16;
        const auto literal = check::decide(*m, e, options);
        CHECK(std::fabs(literal.answer.expected - best.value) <= literal.answer.bound + 1e-14);
      }
    }
  }
}

TEST_CASE("independent: a callback that breaks its word beyond 64 items is caught by both algorithms") {
  const auto breaks = [](int64_t tp, int64_t k, int64_t s, int64_t n, void *) {
    const double f = 2.0 * static_cast<double>(tp) / static_cast<double>(k + s + 1);
    return n > 64 && tp == 30 ? f - 1 : f;
  };
  const auto m = check::cell_metric(breaks, nullptr, "liar", rises_in_tp);
  for (Algorithm algorithm : {Algorithm::window, Algorithm::n16}) {
    DecisionOptions options;
    options.algorithm = algorithm;
    check::decide(*m, check::independent(std::vector<double>(60, 0.5)), options);
    try {
      check::decide(*m, check::independent(std::vector<double>(80, 0.5)), options);
      FAIL_CHECK("not caught");
    } catch (const Error &e) {
      CHECK(e.status() == Status::callback);
      CHECK_THAT(e.what(), Catch::Contains("metric \"liar\" was declared to rise in tp but its utility falls from"));
    }
  }
}

TEST_CASE("independent: abstention") {
  const Independent e = check::independent({0.4, 0.4, 0.4});
  const auto m = metric("f1");
  const double loss = check::decide(*m, e).loss;
  DecisionOptions options;
  options.abstain = loss * 0.999;
  const auto left = check::decide(*m, e, options);
  CHECK(left.answer.abstained);
  CHECK(left.items.empty());
  CHECK(left.loss == loss);
  options.abstain = loss;
  CHECK_FALSE(check::decide(*m, e, options).answer.abstained);
  options.abstain = -1;
  CHECK(check::decide(*metric("recall"), e, options).answer.abstained);
}

TEST_CASE("independent: permuting labels permutes the answer") {
  cases::Rng rng(106);
  for (int i = 0; i < cases::scaled(300); ++i) {
    const int n = rng.between(2, 30);
    const auto p = cases::probabilities(rng, n, i % 2);  // no ties
    std::vector<std::size_t> to(p.size());
    for (std::size_t j = 0; j < to.size(); ++j) to[j] = j;
    for (std::size_t j = to.size(); j > 1; --j)
      std::swap(to[j - 1], to[static_cast<std::size_t>(rng.below(static_cast<int>(j)))]);
    std::vector<double> moved(p.size());
    for (std::size_t j = 0; j < to.size(); ++j) moved[to[j]] = p[j];
    const std::string &name =
        cases::metrics()[static_cast<std::size_t>(rng.below(static_cast<int>(cases::metrics().size())))];
    const auto m = metric(name);
    if (!m->has(rises_in_tp)) continue;
    const auto x = check::decide(*m, check::independent(p)), y = check::decide(*m, check::independent(moved));
    CAPTURE(name, cases::list(p));
    // Sums over labels in the order given may round differently.
    CHECK(x.answer.expected == Approx(y.answer.expected).epsilon(1e-14));
    std::vector<int64_t> expected;
    for (int64_t item : x.items) expected.push_back(static_cast<int64_t>(to[static_cast<std::size_t>(item)]));
    std::sort(expected.begin(), expected.end());
    CHECK(y.items == expected);
  }
}

TEST_CASE("independent: labels of probability 0 change no F") {
  cases::Rng rng(107);
  for (int i = 0; i < cases::scaled(200); ++i) {
    const auto p = cases::probabilities(rng, rng.between(1, 12), i % cases::kinds);
    auto wider = p;
    for (int j = rng.between(1, 5); j > 0; --j) wider.push_back(0);
    for (const char *name : {"f1", "fbeta:2", "jaccard"})
      for (Algorithm algorithm : {Algorithm::automatic, Algorithm::window, Algorithm::n16}) {
        DecisionOptions options;
        options.algorithm = algorithm;
        const auto x = check::decide(*metric(name), check::independent(p), options);
        const auto y = check::decide(*metric(name), check::independent(wider), options);
        CAPTURE(name, cases::list(p), algorithm_name(algorithm));
        CHECK(x.answer.expected == y.answer.expected);
        CHECK(x.items == y.items);
      }
    // Asked for more positives than can be true, the rest is filled up by index.
    DecisionOptions all;
    all.at_least = static_cast<int64_t>(wider.size());
    CHECK(check::decide(*metric("f1"), check::independent(wider), all).answer.k == all.at_least);
  }
}

TEST_CASE("categorical: every metric against enumeration") {
  cases::Rng rng(108);
  Workspace work;
  for (int i = 0; i < cases::scaled(600); ++i) {
    const int n = rng.between(1, 8);
    auto p = cases::probabilities(rng, n, i % 5);
    double sum = 0;
    for (double x : p) sum += x;
    const double goal = rng.below(3) ? 1.0 : rng.uniform();
    if (sum > goal)
      for (double &x : p) x *= goal / sum;
    CAPTURE(cases::list(p));
    const auto law = oracle::categorical(p);
    const Categorical e = check::categorical(p);
    for (const std::string &name : cases::metrics()) {
      const int z = rng.below(2);
      const auto m = metric(name, z);
      const oracle::Cells cells(oracle::utility(name, z), n);
      DecisionOptions options;
      KRange range{0, n};
      if (rng.below(2)) range = random_range(rng, n, options);
      const auto best = oracle::optimum(cells, law, static_cast<int>(range.low), static_cast<int>(range.high));
      const auto d = check::decide(*m, e, options);
      CHECK(d.answer.algorithm == Algorithm::categorical);
      check::Demands demands;
      demands.ties = false;
      demands.next_best = std::none_of(p.begin(), p.end(), [](double x) { return x == 0; });
      check::decision(d, *m, cells, law, best, range, demands);
      const auto curve = expected_curve(*m, e, options);
      for (int k = 0; k <= n; ++k) {
        const oracle::Real expected = best.best_of_k[static_cast<std::size_t>(k)];
        const double got = curve[static_cast<std::size_t>(k)];
        if (range.holds(k) ? !(std::fabs(got - expected) <= 1e-13L * m->range(n).magnitude()) : !std::isnan(got)) {
          CAPTURE(name, k);
          CHECK(got == static_cast<double>(expected));
        }
      }
      const oracle::Mask h = static_cast<oracle::Mask>(rng.bits()) & ((oracle::Mask{1} << n) - 1);
      const auto value = expected_utility(*m, e, check::items_of(h), work);
      CHECK(std::fabs(value.value - oracle::expected(cells, law, h)) <= value.error + 1e-18L);
      const check::Regret regret = check::regret_of(*m, e, check::items_of(h), options);
      CHECK(std::fabs(regret.regret - std::max<oracle::Real>(0, best.value - oracle::expected(cells, law, h))) <=
            regret.bound + 1e-18L);
    }
  }
}
