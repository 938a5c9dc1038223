// The papers' examples and worst cases, as docs/developers/algorithms.md states them.
#include "decision_check.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using check::expect_error;
using cases::metric;

namespace {

struct Weighted {
  oracle::Mask vector;
  double weight;
};
Joint joint_of(int n, const std::vector<Weighted> &list) {
  std::vector<oracle::Mask> vectors;
  std::vector<double> weights;
  for (const Weighted &w : list) {
    vectors.push_back(w.vector);
    weights.push_back(w.weight);
  }
  return check::joint(n, vectors, weights);
}

double value_of(const Metric &m, const Estimator &e, const std::vector<int64_t> &items) {
  Workspace work;
  return expected_utility(m, e, items, work).value;
}

// The best of the sets that thresholding the marginals can give.
double best_by_threshold(const Metric &m, const Joint &joint) {
  const auto p = joint.marginals();
  std::vector<int64_t> order(p.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
  std::stable_sort(order.begin(), order.end(), [&](int64_t x, int64_t y) {
    return p[static_cast<std::size_t>(x)] > p[static_cast<std::size_t>(y)];
  });
  double best = value_of(m, joint, {});
  for (std::size_t k = 1; k <= order.size(); ++k) {
    std::vector<int64_t> items(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(k));
    std::sort(items.begin(), items.end());
    best = std::max(best, value_of(m, joint, items));
  }
  return best;
}

const oracle::Mask none = 0;

}  // namespace

TEST_CASE("papers: [W14] 4.1, equal marginals, different F-maximisers") {
  const Joint apart = joint_of(4, {{0b0001, 0.4}, {0b0010, 0.15}, {0b0100, 0.15}, {0b1000, 0.15}, {none, 0.15}});
  const Joint together = joint_of(4, {{0b0001, 0.25}, {0b1111, 0.15}, {none, 0.6}});
  const auto p = apart.marginals(), q = together.marginals();
  for (std::size_t i = 0; i < 4; ++i) CHECK(p[i] == Approx(q[i]).epsilon(1e-15));
  CHECK(check::decide(*metric("f1"), apart).items == std::vector<int64_t>{0});
  CHECK(check::decide(*metric("f1"), together).items.empty());
}

TEST_CASE("papers: [W14] 4.3, the F-maximiser does not follow the order of the marginals") {
  // Label 0 alone; label 1 with either half of labels 2 ... 11.
  const oracle::Mask first = 0b000001111110, second = 0b111110000010;
  const Joint joint = joint_of(12, {{1, 0.39}, {first, 0.2}, {second, 0.2}, {none, 0.21}});
  const auto d = check::decide(*metric("f1"), joint);
  CHECK(d.items == std::vector<int64_t>{0});
  CHECK(d.answer.expected == Approx(0.39).epsilon(1e-14));
  CHECK(joint.marginals()[1] > joint.marginals()[0]);
  CHECK(best_by_threshold(*metric("f1"), joint) == Approx(0.36).epsilon(1e-14));
}

TEST_CASE("papers: [N16] equation 4, F and Jaccard as ratios of counts have the same answers to the bit") {
  cases::Rng rng(16);
  const std::pair<const char *, const char *> same[] = {{"f1", "lf:0:2:0:0/0:0:1:1"},
                                                        {"fbeta:2", "lf:0:5:0:0/0:0:1:4"},
                                                        {"jaccard", "lf:0:1:0:0/0:-1:1:1"}};
  for (int c = 0; c < 60; ++c) {
    std::vector<double> p;
    for (int i = 0; i < 1 + c * 7; ++i) p.push_back(rng.uniform());
    for (const auto &[name, ratio] : same) {
      const check::Decided one = check::decide(*metric(name), check::independent(p));
      const check::Decided other = check::decide(*metric(ratio), check::independent(p));
      INFO(name << ", " << p.size() << " labels");
      CHECK(one.items == other.items);
      CHECK(one.answer.expected == other.answer.expected);
      CHECK(one.answer.algorithm == other.answer.algorithm);
    }
  }
}

TEST_CASE("papers: [W14] 7.2, p = 1/2 and equally frequent vectors by the option ties") {
  DecisionOptions options;
  options.ties = Ties::most;
  const Independent halves = check::independent({0.5, 0.25, 0.5, 0.75});
  for (const char *name : {"hamming", "subset_accuracy"}) {
    CHECK(check::decide(*metric(name), halves).items == std::vector<int64_t>{3});
    CHECK(check::decide(*metric(name), halves, options).items == std::vector<int64_t>{0, 2, 3});
    CHECK(check::decide(*metric(name), halves, options).answer.expected ==
          Approx(check::decide(*metric(name), halves).answer.expected).epsilon(1e-15));
  }
  const check::Decided most = check::decide(*metric("hamming"), halves, options);
  CHECK(most.answer.not_excluded.low == 1);
  CHECK(most.answer.not_excluded.high == 3);
  CHECK(check::decide(*metric("cost:1:3"), check::independent({0.25, 0.5, 0.125}), options).items ==
        std::vector<int64_t>{0, 1});
  const Joint joint = joint_of(3, {{0b111, 1}, {0b110, 1}, {0b001, 1}, {none, 1}});
  CHECK(check::decide(*metric("subset_accuracy"), joint).items.empty());
  CHECK(check::decide(*metric("subset_accuracy"), joint, options).items == std::vector<int64_t>{0, 1, 2});
  CHECK(check::decide(*metric("hamming"), joint).items.empty());
  CHECK(check::decide(*metric("hamming"), joint, options).items == std::vector<int64_t>{0, 1, 2});
  expect_error(Status::unsupported, "ties is most given metric \"f1\"",
               [&] { check::decide(*metric("f1"), halves, options); });
  expect_error(Status::unsupported, "ties is most given exclusive labels",
               [&] { check::decide(*metric("hamming"), check::categorical({0.5, 0.5}), options); });
  options.algorithm = Algorithm::window;
  expect_error(Status::unsupported, "ties is most: not supported by algorithm window",
               [&] { check::decide(*metric("hamming"), halves, options); });
}

TEST_CASE("papers: the Hamming minimiser's regret in F reaches 2/3") {
  for (int m : {3, 6, 10}) {
    const double e = 1e-6;
    const Joint joint = joint_of(m, {{1, 0.5 - e}, {2, 0.5 - e}, {none, 2 * e}});
    const auto hamming = check::decide(*metric("hamming"), joint);
    CHECK(hamming.items.empty());
    CHECK(hamming.answer.algorithm == Algorithm::marginal_modes);
    const check::Regret regret = check::regret_of(*metric("f1"), joint, hamming.items, {});
    CHECK(regret.regret == Approx(2.0 / 3 * (1 - 2 * e) - 2 * e).epsilon(1e-12));
  }
}

TEST_CASE("papers: the subset-0/1 minimiser's regret in F at m = 4 is 13/21") {
  // The empty set, and as likely every vector of two labels or more.
  std::vector<Weighted> list{{none, 1 + 1e-9}};
  for (oracle::Mask y = 0; y < 16; ++y)
    if (oracle::ones(y) >= 2) list.push_back({y, 1});
  REQUIRE(list.size() == 12);
  const Joint joint = joint_of(4, list);
  const auto mode = check::decide(*metric("subset_accuracy"), joint);
  CHECK(mode.items.empty());
  const check::Regret regret = check::regret_of(*metric("f1"), joint, mode.items, {});
  CHECK(regret.regret == Approx(13.0 / 21).margin(1e-9));
  CHECK(check::decide(*metric("f1"), joint).items == std::vector<int64_t>{0, 1, 2, 3});
  // The formula (2m^2-m-2)m/((2m-1)(m^2+m+4)) there.
  CHECK(26.0 * 4 / (7 * 24) == Approx(13.0 / 21));
}

TEST_CASE("papers: what assuming independence costs") {
  // All labels or none: P(0) = q. The printed equation's largest q, where independence still says "some".
  const struct {
    int m;
    double q;
  } cases[] = {{2, .651}, {3, .721}, {5, .791}, {10, .862}, {20, .911}, {50, .953}};
  for (const auto &c : cases) {
    const auto excess = [&](double q) {
      double sum = -std::pow(q, c.m);
      for (int s = 1; s <= c.m; ++s)
        sum += 2 * std::exp(std::lgamma(c.m + 1) - std::lgamma(c.m - s + 1) - std::lgamma(s)) / (c.m + s) *
               std::pow(q, c.m - s) * std::pow(1 - q, s);
      return sum;
    };
    CAPTURE(c.m);
    CHECK(excess(c.q - 0.0006) > 0);
    CHECK(excess(c.q + 0.0006) < 0);
    const double q = c.q - 0.001;
    const Independent assumed = check::independent(std::vector<double>(static_cast<std::size_t>(c.m), 1 - q));
    const auto d = check::decide(*metric("f1"), assumed);
    CHECK(d.answer.k > 0);
    Joint truth(c.m);
    std::vector<uint8_t> cells(static_cast<std::size_t>(2 * c.m), 0);
    std::fill(cells.begin(), cells.begin() + c.m, uint8_t{1});
    truth.feed({cells.data(), 2, c.m, c.m, 1}, cases::reals({1 - q, q}));
    CHECK(check::regret_of(*metric("f1"), truth, d.items, {}).regret >= 2 * q - 1 - 1e-12);
    const double above = c.q + 0.001;
    CHECK(
        check::decide(*metric("f1"), check::independent(std::vector<double>(static_cast<std::size_t>(c.m), 1 - above)))
            .answer.k == 0);
  }
}

TEST_CASE("papers: what thresholding the marginals costs") {
  const int m = 24;
  const double e = 1e-6;
  oracle::Mask first = 2, second = 2;
  for (int j = 2; j <= m / 2; ++j) first |= oracle::Mask{1} << j;
  for (int j = m / 2 + 1; j < m; ++j) second |= oracle::Mask{1} << j;
  REQUIRE(oracle::ones(first) == m / 2);
  REQUIRE(oracle::ones(second) == m / 2);
  const Joint joint = joint_of(m, {{1, 0.5 - e}, {first, (0.5 + e) / 2}, {second, (0.5 + e) / 2}});
  const auto d = check::decide(*metric("f1"), joint);
  const double lost = d.answer.expected - best_by_threshold(*metric("f1"), joint);
  CHECK(lost >= 1.0 / 6 - 2.0 / (m + 4) - 3 * e);
}

TEST_CASE("papers: the F-maximiser's regret in Jaccard is at most half its loss") {
  ::cases::Rng rng(401);
  for (int i = 0; i < ::cases::scaled(500); ++i) {
    const int n = rng.between(1, 7);
    std::vector<Weighted> list;
    for (int r = rng.between(1, 12); r > 0; --r)
      list.push_back({static_cast<oracle::Mask>(rng.bits()) & ((oracle::Mask{1} << n) - 1), rng.uniform() + 0.01});
    const Joint joint = joint_of(n, list);
    const auto d = check::decide(*metric("f1"), joint);
    CHECK(check::regret_of(*metric("jaccard"), joint, d.items, {}).regret <= d.loss / 2 + 1e-12);
  }
}

TEST_CASE("papers: two joints of equal counts and different best Jaccard") {
  const Joint paired = joint_of(6, {{0b000011, 4}, {0b001100, 2}, {0b110000, 2}});
  std::vector<Weighted> crossed;
  for (oracle::Mask other : {0b000100, 0b001000, 0b010000, 0b100000})
    for (oracle::Mask one : {1, 2}) crossed.push_back({one | other, 1});
  const Joint mixed = joint_of(6, crossed);
  double x[36], y[36];
  paired.to_counts()->copy_table(x, 6, 6, 6, 1);
  mixed.to_counts()->copy_table(y, 6, 6, 6, 1);
  for (int i = 0; i < 36; ++i) CHECK(x[i] == y[i]);
  CHECK(check::decide(*metric("f1"), paired).answer.expected ==
        Approx(check::decide(*metric("f1"), mixed).answer.expected).epsilon(1e-15));
  CHECK(check::decide(*metric("jaccard"), paired).answer.expected == Approx(0.5).epsilon(1e-15));
  CHECK(check::decide(*metric("jaccard"), mixed).answer.expected == Approx(17.0 / 48).epsilon(1e-15));
  CHECK_THROWS_AS(check::decide(*metric("jaccard"), *paired.to_counts()), Error);
}

TEST_CASE("papers: [W14] Algorithm 1, Delta = P W, literally") {
  ::cases::Rng rng(402);
  for (int i = 0; i < ::cases::scaled(100); ++i) {
    const int n = rng.between(2, 30);
    std::vector<Weighted> list;
    for (int r = 0; r < 40; ++r) {
      oracle::Mask v = 0;
      const int sparse = rng.between(1, 12);
      for (int j = 0; j < n; ++j) v |= static_cast<oracle::Mask>(rng.below(sparse) == 0) << j;
      list.push_back({v, rng.uniform()});
    }
    const Joint joint = joint_of(n, list);
    oracle::Real total = 0, best = 0;
    for (const Weighted &w : list) total += w.weight;
    std::vector<std::vector<oracle::Real>> p(static_cast<std::size_t>(n),
                                             std::vector<oracle::Real>(static_cast<std::size_t>(n + 1), 0));
    for (const Weighted &w : list) {
      if (w.vector == 0) best += w.weight / total;
      for (int j = 0; j < n; ++j)
        if (w.vector >> j & 1)
          p[static_cast<std::size_t>(j)][static_cast<std::size_t>(oracle::ones(w.vector))] += w.weight / total;
    }
    for (int k = 1; k <= n; ++k) {
      std::vector<oracle::Real> delta;
      for (const auto &row : p) {
        oracle::Real sum = 0;
        for (int s = 1; s <= n; ++s) sum += row[static_cast<std::size_t>(s)] * 2 / (s + k);
        delta.push_back(sum);
      }
      std::sort(delta.rbegin(), delta.rend());
      oracle::Real value = 0;
      for (int j = 0; j < k; ++j) value += delta[static_cast<std::size_t>(j)];
      best = std::max(best, value);
    }
    const auto d = check::decide(*metric("f1"), joint);
    CHECK(std::fabs(d.answer.expected - best) <= d.answer.bound);
    CHECK(d.answer.bound <= 1e-11);
  }
}

TEST_CASE("papers: [N16] Figure 1, the exhaustive optimum of ten points is a top-k set") {
  ::cases::Rng rng(403);
  for (int figure = 0; figure < ::cases::scaled(5); ++figure) {
    const auto normal = [&] {
      return std::sqrt(-2 * std::log(1 - rng.uniform())) * std::cos(6.283185307179586 * rng.uniform());
    };
    const double w0 = normal(), w1 = normal();
    std::vector<double> p;
    for (int i = 0; i < 10; ++i) p.push_back(1 / (1 + std::exp(-(w0 * normal() + w1 * normal()))));
    const auto law = oracle::independent(p);
    std::vector<double> sorted = p;
    std::sort(sorted.rbegin(), sorted.rend());
    for (const char *name : {"balanced_accuracy", "f1", "jaccard", "fowlkes_mallows"}) {
      CAPTURE(name, ::cases::list(p));
      const oracle::Cells cells(oracle::utility(name, 1), 10);
      const auto best = oracle::optimum(cells, law);
      oracle::Real best_top = -1;
      for (int k = 0; k <= 10; ++k) {
        oracle::Mask top = 0;
        for (int i = 0; i < 10; ++i)
          if (k > 0 && p[static_cast<std::size_t>(i)] >= sorted[static_cast<std::size_t>(k - 1)])
            top |= oracle::Mask{1} << i;
        best_top = std::max(best_top, best.of[top]);
      }
      CHECK(std::fabs(best_top - best.value) <= 1e-17L);
      check::decision(check::decide(*metric(name), check::independent(p)), *metric(name), cells, law, best, {0, 10});
    }
  }
}

TEST_CASE("papers: the two-sided bound on expected F, and the exclusion of large k") {
  // (1+b)[A/D - b Vt/D^2] <= E F_k <= (1+b) A/D [1 + b^2 Vf/((k+bA) D)], D = k + b mu; E F_k <= 2 mu/(k+mu) for F1.
  ::cases::Rng rng(404);
  for (int i = 0; i < ::cases::scaled(400); ++i) {
    auto p = ::cases::probabilities(rng, rng.between(1, 12), i % ::cases::kinds);
    std::sort(p.rbegin(), p.rend());
    const auto curve = oracle::ye_curve(p, 4, 1, 1), f1 = oracle::ye_curve(p, 1, 1, 1);
    oracle::Real mu = 0;
    for (double x : p) mu += x;
    for (std::size_t k = 1; k <= p.size(); ++k) {
      const oracle::Real b = 4;
      oracle::Real a = 0, vt = 0, vf = 0;
      for (std::size_t j = 0; j < p.size(); ++j) {
        const oracle::Real v = static_cast<oracle::Real>(p[j]) * (1 - static_cast<oracle::Real>(p[j]));
        (j < k ? vt : vf) += v;
        if (j < k) a += p[j];
      }
      const oracle::Real kk = static_cast<oracle::Real>(k), d = kk + b * mu;
      CHECK(curve[k] >= (1 + b) * (a / d - b * vt / (d * d)) - 1e-17L);
      CHECK(curve[k] <= (1 + b) * a / d * (1 + b * b * vf / ((kk + b * a) * d)) + 1e-17L);
      CHECK(f1[k] <= 2 * mu / (kk + mu) + 1e-17L);
    }
  }
}
