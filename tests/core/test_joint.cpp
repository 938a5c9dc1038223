// Decisions under joint distributions and counts, against enumeration.
#include "decision_check.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;

namespace {

struct Drawn {
  int n;
  std::vector<oracle::Mask> vectors;
  std::vector<double> weights;
  oracle::Law law;
  Joint joint;
};

// kind 0: anything; 1: few labels a vector; 2: weights that tie; 3: a few vectors; 4: labels that never occur.
Drawn random_problem(cases::Rng &rng, int n, int kind) {
  std::vector<oracle::Mask> vectors;
  std::vector<double> weights;
  const int rows = kind == 3 ? rng.between(1, 3) : rng.between(1, 30);
  const oracle::Mask allowed = kind == 4 ? static_cast<oracle::Mask>(rng.bits()) : ~oracle::Mask{0};
  for (int r = 0; r < rows; ++r) {
    oracle::Mask v = 0;
    for (int j = 0; j < n; ++j) v |= static_cast<oracle::Mask>(rng.below(kind == 1 ? n + 1 : 2) == 0) << j;
    vectors.push_back(v & allowed);
    weights.push_back(kind == 2 ? rng.between(1, 3) : kind == 1 ? std::pow(rng.uniform(), 6) : rng.uniform());
  }
  weights[0] += 0.01;
  auto law = oracle::joint(n, vectors, weights);
  auto joint = check::joint(n, vectors, weights);
  return {n, std::move(vectors), std::move(weights), std::move(law), std::move(joint)};
}

KRange random_range(cases::Rng &rng, int n, DecisionOptions &options) {
  if (rng.below(2)) return {0, n};
  options.at_least = rng.between(0, n);
  options.at_most = rng.below(2) ? -1 : rng.between(static_cast<int>(options.at_least), n);
  return {std::max<int64_t>(0, options.at_least), options.at_most < 0 ? n : options.at_most};
}

bool all_occur(const Drawn &x) {
  oracle::Mask seen = 0;
  for (std::size_t v = 0; v < x.vectors.size(); ++v)
    if (x.weights[v] > 0) seen |= x.vectors[v];
  return seen == (oracle::Mask{1} << x.n) - 1;
}

}  // namespace

TEST_CASE("joint: every algorithm and metric against enumeration") {
  cases::Rng rng(301);
  for (int i = 0; i < cases::scaled(1200); ++i) {
    const Drawn x = random_problem(rng, rng.between(1, i % 50 == 0 ? 10 : i % 5 == 0 ? 8 : 7), i % 5);
    CAPTURE(x.joint.save());
    const auto counts = x.joint.to_counts();
    for (const std::string &name : cases::metrics()) {
      const int z = rng.below(2);
      const auto m = metric(name, z);
      const oracle::Cells cells(oracle::utility(name, z), x.n);
      DecisionOptions options;
      const KRange range = random_range(rng, x.n, options);
      CAPTURE(range.low, range.high);
      const auto best = oracle::optimum(cells, x.law, static_cast<int>(range.low), static_cast<int>(range.high));
      std::vector<Algorithm> algorithms = {Algorithm::automatic, Algorithm::enumeration};
      if (m->has(linear_in_tp)) algorithms.push_back(Algorithm::gfm);
      if (m->has(rises_in_tp)) algorithms.push_back(Algorithm::ascent);
      if (m->is_exact_match()) algorithms.push_back(Algorithm::mode);
      if (m->additive()) algorithms.push_back(Algorithm::marginal_modes);
      check::Demands demands;
      demands.ties = false;  // Deltas of labels that tie in truth may differ by rounding; see below
      demands.next_best = all_occur(x);
      for (Algorithm algorithm : algorithms) {
        options.algorithm = algorithm;
        check::Demands these = demands;
        if (algorithm == Algorithm::ascent) these.tightness = these.next_best = false;
        const auto d = check::decide(*m, x.joint, options);
        if (algorithm != Algorithm::automatic && d.answer.algorithm != algorithm)
          CHECK(d.answer.algorithm == algorithm);
        check::decision(d, *m, cells, x.law, best, range, these);
      }
      options.algorithm = Algorithm::automatic;
      if (m->has(linear_in_tp)) {
        check::decision(check::decide(*m, *counts, options), *m, cells, x.law, best, range, demands);
      } else {
        try {
          check::decide(*m, *counts, options);
          FAIL_CHECK("not refused");
        } catch (const Error &e) {
          CHECK(e.status() == Status::unsupported);
          CHECK_THAT(e.what(),
                     Catch::Contains("P[i][s] and P(0) determine the expectation of metrics linear in tp alone"));
        }
      }
    }
  }
}

TEST_CASE("joint: any prediction's value and regret, and the curve") {
  cases::Rng rng(302);
  Workspace work;
  for (int i = 0; i < cases::scaled(250); ++i) {
    const Drawn x = random_problem(rng, rng.between(1, 7), i % 5);
    CAPTURE(x.joint.save());
    const auto counts = x.joint.to_counts();
    for (const std::string &name : cases::metrics()) {
      const int z = rng.below(2);
      const auto m = metric(name, z);
      const oracle::Real scale = m->range(x.n).magnitude();
      const oracle::Cells cells(oracle::utility(name, z), x.n);
      DecisionOptions options;
      const KRange range = random_range(rng, x.n, options);
      const auto best = oracle::optimum(cells, x.law, static_cast<int>(range.low), static_cast<int>(range.high));
      const oracle::Mask h = static_cast<oracle::Mask>(rng.bits()) & ((oracle::Mask{1} << x.n) - 1);
      const oracle::Real expected = oracle::expected(cells, x.law, h);
      for (const Estimator *e :
           {static_cast<const Estimator *>(&x.joint), static_cast<const Estimator *>(counts.get())}) {
        if (e->kind() == Kind::counts && !m->has(linear_in_tp)) continue;
        CAPTURE(name, z, h, kind_name(e->kind()));
        const auto value = expected_utility(*m, *e, check::items_of(h), work);
        if (!(std::fabs(value.value - expected) <= value.error + 1e-17L * scale) || !(value.error <= 1e-12L * scale)) {
          CHECK(value.value == static_cast<double>(expected));
          CHECK(value.error <= 1e-12L * scale);
        }
        const check::Regret regret = check::regret_of(*m, *e, check::items_of(h), options);
        const oracle::Real lost = std::max<oracle::Real>(0, best.value - expected);
        if (!(std::fabs(regret.regret - lost) <= regret.bound + 1e-17L * scale) || !(regret.bound <= 1e-9L * scale))
          CHECK(regret.regret == static_cast<double>(lost));
        const auto curve = expected_curve(*m, *e, options);
        for (int k = 0; k <= x.n; ++k) {
          const double got = curve[static_cast<std::size_t>(k)];
          const oracle::Real at_k = best.best_of_k[static_cast<std::size_t>(k)];
          if (range.holds(k) ? !(std::fabs(got - at_k) <= 1e-13L * scale) : !std::isnan(got)) {
            CAPTURE(k, range.low, range.high);
            CHECK(got == static_cast<double>(at_k));
          }
        }
      }
    }
  }
}

TEST_CASE("joint: as many labels as are asked for, those that never occur too, and each once") {
  for (const int64_t n : {63, 64, 65, 128}) {
    std::vector<uint8_t> cells(static_cast<std::size_t>(2 * n), 0);
    cells[5] = cells[7] = cells[static_cast<std::size_t>(n) + 7] = 1;
    Joint joint(n);
    joint.feed({cells.data(), 2, n, n, 1}, {});
    const auto counts = joint.to_counts();
    for (const Estimator *e : {static_cast<const Estimator *>(&joint), static_cast<const Estimator *>(counts.get())})
      for (const int64_t k : {n - 1, n}) {
        DecisionOptions options;
        options.at_least = k;
        std::vector<int64_t> wanted = {7, 5};  // then those that never occur, by their number
        for (int64_t label = 0; static_cast<int64_t>(wanted.size()) < k; ++label)
          if (label != 5 && label != 7) wanted.push_back(label);
        std::sort(wanted.begin(), wanted.end());
        std::vector<int64_t> items = check::decide(*metric("f1"), *e, options).items;
        std::sort(items.begin(), items.end());
        CAPTURE(n, k, kind_name(e->kind()));
        CHECK(items == wanted);
      }
  }
}

TEST_CASE("joint: no label that is added, left out or exchanged improves on an ascent") {
  cases::Rng rng(304);
  Workspace work;
  for (int i = 0; i < cases::scaled(200); ++i) {
    const Drawn x = random_problem(rng, rng.between(4, 10), i % 5);
    DecisionOptions options;
    options.algorithm = Algorithm::ascent;
    for (const char *name : {"jaccard", "f1", "gmean", "mcc"}) {
      const auto m = metric(name);
      const check::Decided found = check::decide(*m, x.joint, options);
      const oracle::Mask chosen = check::mask_of(found.items);
      double best = -1;
      const auto look_at = [&](oracle::Mask mask) {
        best = std::max(best, expected_utility(*m, x.joint, check::items_of(mask), work).value);
      };
      for (int a = 0; a < x.n; ++a) {
        look_at(chosen ^ oracle::Mask{1} << a);
        for (int b = 0; b < a; ++b)
          if ((chosen >> a & 1) != (chosen >> b & 1)) look_at(chosen ^ (oracle::Mask{1} << a | oracle::Mask{1} << b));
      }
      CAPTURE(name, x.joint.save(), chosen);
      CHECK(best <= found.answer.expected + 1e-9);
    }
  }
}

TEST_CASE("joint: bounds are in the metric's own units") {
  cases::Rng rng(303);
  for (int i = 0; i < 20; ++i) {
    const Drawn x = random_problem(rng, rng.between(1, 7), 0);
    const auto counts = x.joint.to_counts();
    for (const Estimator *e :
         {static_cast<const Estimator *>(&x.joint), static_cast<const Estimator *>(counts.get())}) {
      const double bound = check::decide(*metric("cost:1:2"), *e).answer.bound;
      CAPTURE(kind_name(e->kind()));
      CHECK(check::decide(*metric("cost:1024:2048"), *e).answer.bound == Approx(1024 * bound).epsilon(1e-12));
    }
  }
}

TEST_CASE("joint: labels and k that tie exactly go to the smallest") {
  // Weights and utilities exact in binary: what ties, ties to the bit.
  cases::Rng rng(303);
  for (int i = 0; i < cases::scaled(400); ++i) {
    const int n = rng.between(1, 6);
    std::vector<oracle::Mask> vectors;
    for (int r = 0; r < 8; ++r) vectors.push_back(static_cast<oracle::Mask>(rng.bits()) & ((oracle::Mask{1} << n) - 1));
    const std::vector<double> weights(8, 1.0);
    const Joint joint = check::joint(n, vectors, weights);
    const auto law = oracle::joint(n, vectors, weights);
    for (const char *name : {"f1", "jaccard", "precision", "recall", "hamming", "subset_accuracy", "balanced_accuracy",
                             "fowlkes_mallows", "fbeta:2", "mcc"}) {
      const auto m = metric(name);
      const oracle::Cells cells(oracle::utility(name, 1), n);
      const auto best = oracle::optimum(cells, law);
      CAPTURE(joint.save(), name);
      check::Demands demands;
      demands.next_best = false;
      check::decision(check::decide(*m, joint), *m, cells, law, best, {0, n}, demands);
    }
  }
  // All labels alike.
  const Joint alike = check::joint(4, {0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100}, std::vector<double>(6, 1));
  DecisionOptions two;
  two.at_least = two.at_most = 2;
  for (const char *name : {"f1", "jaccard", "gmean", "recall", "kappa"})
    CHECK(check::decide(*metric(name), alike, two).items == std::vector<int64_t>{0, 1});
}

TEST_CASE("joint: that of an independent distribution agrees with its marginals") {
  cases::Rng rng(304);
  for (int i = 0; i < cases::scaled(100); ++i) {
    const int n = rng.between(1, 7);
    const auto p = cases::probabilities(rng, n, i % cases::kinds);
    const auto law = oracle::independent(p);
    std::vector<oracle::Mask> vectors;
    std::vector<double> weights;
    for (const auto &[y, mass] : law.vectors) {
      vectors.push_back(y);
      weights.push_back(static_cast<double>(mass));
    }
    const Joint joint = check::joint(n, vectors, weights);
    const Independent independent = check::independent(p);
    for (const std::string &name : cases::metrics()) {
      const auto m = metric(name);
      const auto x = check::decide(*m, joint), y = check::decide(*m, independent);
      CAPTURE(name, cases::list(p));
      const double scale = m->range(n).magnitude();
      CHECK(x.answer.expected == Approx(y.answer.expected).margin(1e-14 * scale));
      CHECK(x.answer.p_zero == Approx(y.answer.p_zero).margin(1e-15));
    }
  }
}

TEST_CASE("joint: ascent beyond enumeration brackets the optimum") {
  // 20 labels of which only 7 occur: the oracle enumerates those, ascent sees all 20.
  cases::Rng rng(305);
  double worst_gap = 0;
  int optimal = 0, all = 0;
  for (int i = 0; i < cases::scaled(150); ++i) {
    const Drawn x = random_problem(rng, 7, i % 3);
    Joint wide(20);
    std::vector<int64_t> indptr{0}, indices;
    for (oracle::Mask v : x.vectors) {
      for (int j = 0; j < 7; ++j)
        if (v >> j & 1) indices.push_back(2 * j + 1);
      indptr.push_back(static_cast<int64_t>(indices.size()));
    }
    wide.feed_sparse({indptr.data(), false}, {indices.data(), false}, static_cast<int64_t>(x.vectors.size()),
                     cases::reals(x.weights));
    for (const char *name : {"jaccard", "gmean", "hmean"}) {
      const auto m = metric(name);
      const auto f = oracle::utility(name, 1);
      const oracle::Cells cells([&](int64_t tp, int64_t k, int64_t s, int64_t) { return f(tp, k, s, 20); }, 7);
      const auto best = oracle::optimum(cells, x.law);
      const auto d = check::decide(*m, wide);
      CAPTURE(name, x.joint.save());
      CHECK(d.answer.algorithm == Algorithm::ascent);
      oracle::Mask h = 0;
      bool occurring = true;
      for (int64_t item : d.items) {
        occurring = occurring && item % 2 == 1 && item < 14;
        h |= oracle::Mask{1} << (item / 2);
      }
      REQUIRE(occurring);
      const oracle::Real own = oracle::expected(cells, x.law, h);
      CHECK(std::fabs(d.answer.expected - own) <= 1e-13L);
      CHECK(best.value <= d.answer.expected + d.answer.bound + 1e-15L);
      worst_gap = std::max(worst_gap, static_cast<double>(best.value - own));
      optimal += best.value - own <= 1e-12L;
      ++all;
    }
  }
  CHECK(worst_gap < 0.05);
  CHECK(optimal >= all * 95 / 100);
}

TEST_CASE("joint: labels that never occur change no F and are used only if asked for") {
  const Joint narrow = check::joint(3, {0b011, 0b001, 0b110}, {1, 2, 3});
  Joint wide(1000000);
  const std::vector<int64_t> indptr{0, 2, 3, 5}, indices{5, 70, 5, 70, 999999};
  const std::vector<double> weights{1, 2, 3};
  wide.feed_sparse({indptr.data(), false}, {indices.data(), false}, 3, cases::reals(weights));
  const std::vector<int64_t> places{5, 70, 999999};
  for (const char *name : {"f1", "fbeta:2", "jaccard"}) {
    const auto x = check::decide(*metric(name), narrow), y = check::decide(*metric(name), wide);
    CAPTURE(name);
    CHECK(x.answer.expected == Approx(y.answer.expected).epsilon(1e-15));
    std::vector<int64_t> moved;
    for (int64_t i : x.items) moved.push_back(places[static_cast<std::size_t>(i)]);
    CHECK(y.items == moved);
  }
  DecisionOptions five;
  five.at_least = 5;
  const auto d = check::decide(*metric("f1"), wide, five);
  CHECK(d.items == std::vector<int64_t>{0, 1, 5, 70, 999999});
}

TEST_CASE("joint: metrics that fall in tp prefer labels that never occur") {
  // F1 upside down, as a linear-fractional metric: declared nothing but linear where the denominator is flat.
  const auto m = metric("lf:1:-1:0:0/1:0:0:0");
  REQUIRE_FALSE(m->has(rises_in_tp));
  REQUIRE(m->has(linear_in_tp));
  cases::Rng rng(306);
  for (int i = 0; i < cases::scaled(100); ++i) {
    const Drawn x = random_problem(rng, 6, i % 5);
    const oracle::Cells cells(oracle::utility(m->name(), 1), 6);
    DecisionOptions options;
    const KRange range = random_range(rng, 6, options);
    const auto best = oracle::optimum(cells, x.law, static_cast<int>(range.low), static_cast<int>(range.high));
    CAPTURE(x.joint.save(), range.low, range.high);
    check::Demands demands;
    demands.ties = false;
    check::decision(check::decide(*m, x.joint, options), *m, cells, x.law, best, range, demands);
    check::decision(check::decide(*m, *x.joint.to_counts(), options), *m, cells, x.law, best, range, demands);
  }
}

TEST_CASE("counts: inconsistent tables are decided by the numbers given") {
  // Predicted tables need not satisfy sum_i P[i][s] = s P(s).
  cases::Rng rng(307);
  for (int i = 0; i < cases::scaled(300); ++i) {
    const int n = rng.between(1, 8);
    std::vector<double> table(static_cast<std::size_t>(n * n));
    for (double &p : table) p = rng.uniform() / n * (rng.below(3) ? 1 : 0);
    std::vector<double> p_s(static_cast<std::size_t>(n));
    double rest = 1;
    const double zero = rng.uniform() * 0.3;
    rest -= zero;
    for (int s = 0; s < n; ++s) {
      p_s[static_cast<std::size_t>(s)] = s == n - 1 ? rest : rest * rng.uniform();
      rest -= p_s[static_cast<std::size_t>(s)];
    }
    Counts with(n), without(n);
    with.feed({table.data(), false, n, n, n, 1}, zero, cases::reals(p_s), 1);
    without.feed({table.data(), false, n, n, n, 1}, zero, {}, 1);
    for (const char *name : {"f1", "fbeta:2", "recall", "precision", "fowlkes_mallows", "balanced_accuracy", "mcc",
                             "kappa", "markedness"}) {
      const auto m = metric(name);
      // sum_i h_i sum_s P[i][s] a(k,s) + sum_s P(s) g(k,s), all 2^n of them.
      oracle::Real best = -HUGE_VALL;
      std::vector<oracle::Real> of(std::size_t{1} << n);
      for (oracle::Mask h = 0; h < oracle::Mask{1} << n; ++h) {
        const int k = oracle::ones(h);
        oracle::Real value = static_cast<oracle::Real>(zero) * m->linear(k, 0, n).g;
        for (int s = 1; s <= n; ++s) {
          const LinearForm form = m->linear(k, s, n);
          value += static_cast<oracle::Real>(p_s[static_cast<std::size_t>(s - 1)]) * form.g;
          for (int j = 0; j < n; ++j)
            if (h >> j & 1) value += static_cast<oracle::Real>(table[static_cast<std::size_t>(j * n + s - 1)]) * form.a;
        }
        of[h] = value;
        best = std::max(best, value);
      }
      CAPTURE(name, with.save());
      const auto d = check::decide(*m, with);
      const oracle::Real own = of[check::mask_of(d.items)];
      const Range all = m->range(n);  // the end of it is given for what lies beyond
      const auto told = std::clamp<oracle::Real>(own, all.low, all.high);
      CHECK(std::fabs(d.answer.expected - told) <= std::min(d.answer.bound, 1e-12));
      CHECK(best - own <= d.answer.bound + 1e-17L);
      CHECK(d.answer.bound <= 1e-9);
      const std::string n_of(name);
      if (n_of == "f1" || n_of == "fbeta:2" || n_of == "recall" || n_of == "precision" || n_of == "fowlkes_mallows") {
        const auto same = check::decide(*m, without);
        CHECK(same.items == d.items);
        CHECK(same.answer.expected == Approx(d.answer.expected).margin(1e-14));
      }
    }
  }
}

TEST_CASE("counts: metrics that need P(s) say so where it was not fed") {
  Counts counts(2);
  const std::vector<double> table{0.5, 0.4, 0.4, 0.4};
  counts.feed({table.data(), false, 2, 2, 2, 1}, 0.3, {}, 1);
  check::decide(*metric("f1"), counts);
  for (const char *name : {"balanced_accuracy", "mcc", "kappa"}) {
    CAPTURE(name);
    try {
      check::decide(*metric(name), counts);
      FAIL_CHECK("not refused");
    } catch (const Error &e) {
      CHECK(e.status() == Status::unsupported);
      CHECK_THAT(e.what(), Catch::Contains("needs P(s), which was not fed (p_s)"));
      CHECK_THAT(e.what(), Catch::Contains(name));
    }
  }
}

TEST_CASE("joint: custom metrics") {
  const auto f1 = [](int64_t tp, int64_t k, int64_t s, int64_t, void *) {
    return k + s == 0 ? 1.0 : 2.0 * static_cast<double>(tp) / static_cast<double>(k + s);
  };
  const auto odd = [](int64_t tp, int64_t k, int64_t s, int64_t n, void *) {
    return std::sin(static_cast<double>(7 * tp + 3 * k + s) / static_cast<double>(n));
  };
  cases::Rng rng(308);
  for (int i = 0; i < cases::scaled(100); ++i) {
    const Drawn x = random_problem(rng, rng.between(1, 7), i % 5);
    const auto linear = check::cell_metric(f1, nullptr, "f1 of mine", linear_in_tp),
               unknown = check::cell_metric(odd, nullptr, "odd", 0);
    const oracle::Cells f1_cells(oracle::utility("f1", 1), x.n);
    const oracle::Cells odd_cells(
        [&](int64_t tp, int64_t k, int64_t s, int64_t n) { return odd(tp, k, s, n, nullptr); }, x.n);
    check::Demands demands;
    demands.ties = demands.next_best = false;
    CAPTURE(x.joint.save());
    const auto best = oracle::optimum(f1_cells, x.law), best_odd = oracle::optimum(odd_cells, x.law);
    check::decision(check::decide(*linear, x.joint), *linear, f1_cells, x.law, best, {0, x.n}, demands);
    check::decision(check::decide(*linear, *x.joint.to_counts()), *linear, f1_cells, x.law, best, {0, x.n}, demands);
    const auto d = check::decide(*unknown, x.joint);
    CHECK(d.answer.algorithm == Algorithm::enumeration);
    check::decision(d, *unknown, odd_cells, x.law, best_odd, {0, x.n}, demands);
  }
  const auto unknown = check::cell_metric(odd, nullptr, "odd", 0);
  const Joint large(17);
  try {
    Joint fed(17);
    const std::vector<uint8_t> cells(17, 1);
    fed.feed({cells.data(), 1, 17, 17, 1}, {});
    check::decide(*unknown, fed);
    FAIL_CHECK("not refused");
  } catch (const Error &e) {
    CHECK(e.status() == Status::unsupported);
    CHECK_THAT(e.what(), Catch::Contains("metric \"odd\" given a joint distribution of 17 labels"));
  }
}

TEST_CASE("joint: abstention, options, emptiness") {
  const Joint joint = check::joint(2, {0b01, 0b10}, {1, 1});
  DecisionOptions options;
  options.abstain = 0.1;
  CHECK(check::decide(*metric("f1"), joint, options).answer.abstained);
  options.abstain = 0.9;
  CHECK_FALSE(check::decide(*metric("f1"), joint, options).answer.abstained);
  for (Algorithm algorithm : {Algorithm::ye, Algorithm::window, Algorithm::categorical, Algorithm::n16}) {
    options = {};
    options.algorithm = algorithm;
    CHECK_THROWS_AS(check::decide(*metric("f1"), joint, options), Error);
  }
  CHECK_THROWS_AS(check::decide(*metric("f1"), Joint(3)), Error);
  CHECK_THROWS_AS(check::decide(*metric("f1"), Counts(3)), Error);
}
