// Labels left undecided one by one, against all 3^n decisions and all 2^n truths.
#include "core/decisions/rows.hpp"
#include "core/evaluation/evaluate.hpp"
#include "decision_check.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::evaluation;
using cases::metric;
using check::expect_error;
using oracle::Mask;
using oracle::Real;

namespace {

DecisionOptions leaving(double cost) {
  DecisionOptions options;
  options.abstain_label = cost;
  return options;
}

bool is_mean(const std::string &name) { return name == "hamming" || name.rfind("cost:", 0) == 0; }

// The value of a decision on a truth: the metric of the decided labels, less the cost; of a mean over the labels what
// the decided ones add to the mean over all, an undecided one being right.
Real value_on(const std::string &name, const oracle::Utility &u, int n, Mask positive, Mask left, Mask truth,
              Real cost) {
  const Mask decided = ((Mask{1} << n) - 1) & ~left;
  const Mask y = is_mean(name) ? (truth & decided) | (left & positive) : truth & decided;
  const int of = is_mean(name) ? n : oracle::ones(decided);
  const Real less = cost * oracle::ones(left) / n;
  return u(oracle::ones(y & positive), oracle::ones(positive), oracle::ones(y), of) - less;
}

struct Choice {
  Mask positive, left;
};

struct Best {
  Real value = -HUGE_VALL;
  std::vector<Real> of_k;
  std::vector<std::pair<Choice, Real>> all;
};

Best best_of(const std::string &name, int z, const oracle::Law &law, Real cost, int low, int high) {
  const auto u = oracle::utility(name, z);
  const int n = law.n;
  Best best;
  best.of_k.assign(static_cast<std::size_t>(n + 1), -HUGE_VALL);
  for (Mask positive = 0; positive < Mask{1} << n; ++positive) {
    const int k = oracle::ones(positive);
    if (k < low || k > high) continue;
    const Mask free = ((Mask{1} << n) - 1) & ~positive;
    for (Mask left = free;; left = (left - 1) & free) {
      Real value = 0;
      for (const auto &[y, mass] : law.vectors) value += mass * value_on(name, u, n, positive, left, y, cost);
      best.all.push_back({{positive, left}, value});
      best.value = std::max(best.value, value);
      auto &of_k = best.of_k[static_cast<std::size_t>(k)];
      of_k = std::max(of_k, value);
      if (left == 0) break;
    }
  }
  return best;
}

struct Given {
  Answer answer;
  std::vector<int64_t> positives, left;
  std::vector<uint8_t> mask;
};

Given decide_leaving(const Metric &m, const Estimator &e, const DecisionOptions &options) {
  Workspace work;
  Decision decision;
  decide(m, e, options, work, decision);
  const Answer &answer = decision.answer(0);
  const int64_t *items = decision.items(0);
  Given out{answer, {items, items + answer.k}, {items + answer.k, items + answer.k + answer.undecided}, {}};
  out.mask.assign(static_cast<std::size_t>(e.n_labels()), 9);
  write_mask({out.mask.data(), e.n_labels(), 1}, answer, items);
  CHECK(decision.loss(0) == m.loss(answer.expected));
  return out;
}

// Holds a decision against all of them.
void check_best(const std::string &name, int z, const Given &given, const oracle::Law &law, double cost, KRange range) {
  const auto m = metric(name, z);
  const Best best = best_of(name, z, law, cost, static_cast<int>(range.low), static_cast<int>(range.high));
  const Real scale = m->range(law.n).magnitude(), slack = 1e-17L * scale;
  const Mask positive = check::mask_of(given.positives), left = check::mask_of(given.left);
  CAPTURE(name, z, cost, given.answer.k, given.answer.undecided, given.answer.expected, given.answer.bound,
          static_cast<double>(best.value), positive, left);
  CHECK((positive & left) == 0);
  CHECK((std::is_sorted(given.positives.begin(), given.positives.end()) &&
         std::is_sorted(given.left.begin(), given.left.end())));
  CHECK(range.holds(given.answer.k));
  const auto own = std::find_if(best.all.begin(), best.all.end(), [&](const auto &entry) {
    return entry.first.positive == positive && entry.first.left == left;
  });
  REQUIRE(own != best.all.end());
  const Real rounding = std::min<Real>(given.answer.bound, 1e-12L * scale) + slack;
  CHECK(std::fabs(own->second - given.answer.expected) <= rounding);
  CHECK(given.answer.bound >= 0);
  CHECK(given.answer.bound <= 1e-13 * static_cast<double>(scale));
  CHECK(best.value - own->second <= given.answer.bound + slack);
  // Of equally good ones the fewest undecided, of these the fewest positives.
  const Real tie = 1e-18L * scale;
  for (const auto &[other, value] : best.all) {
    const int fewer = oracle::ones(other.left) - oracle::ones(left);
    if (fewer < 0 || (fewer == 0 && oracle::ones(other.positive) < oracle::ones(positive)))
      CHECK(value < own->second - tie);
  }
  if (!std::isnan(given.answer.next_best)) {
    Real next = -HUGE_VALL;
    for (int64_t k = range.low; k <= range.high; ++k)
      if (k != given.answer.k) next = std::max(next, best.of_k[static_cast<std::size_t>(k)]);
    CHECK(std::fabs(next - given.answer.next_best) <= 1e-12L * scale * std::max<Real>(1, std::fabs(next)));
  }
  CHECK(given.answer.not_excluded.holds(given.answer.k));
  bool holds_best = false;
  for (int64_t k = given.answer.not_excluded.low; k <= given.answer.not_excluded.high; ++k)
    holds_best = holds_best || best.of_k[static_cast<std::size_t>(k)] >= best.value - slack;
  CHECK(holds_best);
}

double random_cost(cases::Rng &rng) {
  constexpr double costs[] = {0, 0.25, 0.5, 0.05, 0.1, 1, 1e300};
  return rng.below(2) ? rng.uniform() * rng.uniform() : costs[rng.below(7)];
}

}  // namespace

TEST_CASE("partial: the metrics rise in each label as they say, cell by cell") {
  for (const std::string &name : cases::metrics())
    for (int z : {0, 1}) {
      const auto m = metric(name, z);
      bool rises = true;
      for (int64_t n = 1; n <= 9; ++n)
        for (int64_t k = 0; k <= n; ++k)
          for (int64_t s = 0; s < n; ++s)
            for (int64_t tp = lowest_tp(k, s, n); tp <= highest_tp(k, s); ++tp) {
              const double u = m->utility(tp, k, s, n), slack = 1e-14 * m->range(n).magnitude();
              if (tp < k) rises = rises && m->utility(tp + 1, k, s + 1, n) >= u - slack;
              if (s - tp < n - k) rises = rises && m->utility(tp, k, s + 1, n) <= u + slack;
            }
      CAPTURE(name, z);
      CHECK(m->rises_in_each_label() == rises);
      CHECK(rises);
    }
  // Ratios that do not: by the sign of a coefficient, and by what 0/0 counts as.
  for (const char *name : {"lf:0:-1:1:0/1:0:0:0", "lf:0:0:0:1/1:0:0:0", "lf:0:1:-0.5:0.5/0:0:0.5:0.5"})
    CHECK_FALSE(metric(name)->rises_in_each_label());
  CHECK(metric("lf:0.5:0:0:-0.5/0.5:0:0.5:-0.5", 0)->rises_in_each_label() ==
        metric("lf:0.5:0:0:-0.5/0.5:0:0.5:-0.5", 1)->rises_in_each_label());
  CHECK_FALSE(
      check::cell_metric([](int64_t, int64_t, int64_t, int64_t, void *) { return 1.0; }, nullptr, "mine", rises_in_tp)
          ->rises_in_each_label());
}

TEST_CASE("partial: every metric against all decisions, truths and costs") {
  cases::Rng rng(2020);
  for (int i = 0; i < cases::scaled(400); ++i) {
    const int n = rng.between(1, 4);
    const std::vector<double> p = cases::probabilities(rng, n, rng.below(cases::kinds - 1));
    const oracle::Law law = oracle::independent(p);
    const Independent e = check::independent(p);
    for (const std::string &name : cases::metrics()) {
      DecisionOptions options = leaving(random_cost(rng));
      if (rng.below(3) == 0) {
        options.at_least = rng.below(n + 1);
        options.at_most = rng.between(static_cast<int>(options.at_least), n);
      }
      const int z = rng.below(2);
      INFO(cases::list(p));
      check_best(name, z, decide_leaving(*metric(name, z), e, options), law, options.abstain_label, options.k_range(n));
    }
  }
}

TEST_CASE("partial: more labels against all decisions, truths and costs") {
  cases::Rng rng(2021);
  for (const auto &[n, count] : {std::pair{5, 60}, std::pair{6, 20}, std::pair{7, 6}, std::pair{8, 2}})
    for (int i = 0; i < cases::scaled(count); ++i) {
      const std::vector<double> p = cases::probabilities(rng, n, rng.below(cases::kinds - 1));
      const oracle::Law law = oracle::independent(p);
      for (const char *name : {"f1", "fbeta:2", "jaccard", "hamming", "cost:1:5", "balanced_accuracy", "mcc", "npv"}) {
        const double cost = random_cost(rng);
        const int z = rng.below(2);
        INFO(cases::list(p));
        check_best(name, z, decide_leaving(*metric(name, z), check::independent(p), leaving(cost)), law, cost, {0, n});
      }
    }
}

TEST_CASE("partial: probabilities next to 0 and 1 are decided to within the bound") {
  cases::Rng rng(2022);
  for (int i = 0; i < cases::scaled(300); ++i) {
    const int n = rng.between(1, 4);
    const std::vector<double> p = cases::probabilities(rng, n, cases::kinds - 1);
    const oracle::Law law = oracle::independent(p);
    for (const char *name : {"f1", "jaccard", "hamming", "cost:2:0.25", "gmean"}) {
      const double cost = random_cost(rng);
      const Given given = decide_leaving(*metric(name, i % 2), check::independent(p), leaving(cost));
      const Best best = best_of(name, i % 2, law, cost, 0, n);
      CAPTURE(name, cases::list(p), cost);
      CHECK(std::fabs(best.value - given.answer.expected) <= given.answer.bound + 1e-17L);
    }
  }
}

TEST_CASE("partial: a mean over the labels of any distribution") {
  cases::Rng rng(2023);
  for (int i = 0; i < cases::scaled(300); ++i) {
    const int n = rng.between(1, 5);
    std::vector<Mask> vectors(static_cast<std::size_t>(rng.between(1, 6)));
    std::vector<double> weights(vectors.size());
    for (Mask &v : vectors) v = static_cast<Mask>(rng.below(1 << n));
    for (double &w : weights) w = rng.between(1, 4);
    std::vector<double> p = cases::probabilities(rng, n, 3);
    double sum = 0;
    for (double x : p) sum += x;
    for (double &x : p) x /= std::max(1.0, 1.25 * sum);
    const double cost = rng.below(2) ? 0.25 : rng.uniform() / 2;
    const Joint joint = check::joint(n, vectors, weights);
    const auto counts = joint.to_counts();
    for (const char *name : {"hamming", "cost:1:5", "cost:2:0.25"}) {
      const auto m = metric(name);
      INFO(n << " labels");
      check_best(name, 1, decide_leaving(*m, joint, leaving(cost)), oracle::joint(n, vectors, weights), cost, {0, n});
      check_best(name, 1, decide_leaving(*m, *counts, leaving(cost)), oracle::joint(n, vectors, weights), cost, {0, n});
      check_best(name, 1, decide_leaving(*m, check::categorical(p), leaving(cost)), oracle::categorical(p), cost,
                 {0, n});
    }
  }
}

TEST_CASE("partial: labels by hand") {
  const auto masks = [](const char *name, const std::vector<double> &p, double cost) {
    return decide_leaving(*metric(name), check::independent(p), leaving(cost)).mask;
  };
  using Cells = std::vector<uint8_t>;
  // min(p, 1 - p) > c, and no rounding of 1 - 0.7 makes it more than 0.3.
  CHECK(masks("hamming", {0.9, 0.7, 0.69, 0.5, 0.3, 0.1}, 0.3) == Cells{1, 1, 2, 2, 0, 0});
  // (1 - p) > c for a positive, 4 p > c for a negative.
  CHECK(masks("cost:1:4", {0.95, 0.7, 0.15, 0.05}, 0.25) == Cells{1, 2, 2, 0});
  CHECK(masks("f1", {1, 0.5, 0}, 0) == Cells{1, 2, 0});
  CHECK(masks("f1", {1, 0.5, 0}, 10) == Cells{1, 0, 0});
  CHECK(masks("f1", {0.5}, 0.4) == Cells{2});
  CHECK(masks("f1", {0.5}, 0.5) == Cells{0});
  CHECK(masks("jaccard", {0, 0, 1}, 0) == Cells{0, 0, 1});
}

TEST_CASE("partial: many labels, of which most are never true") {
  cases::Rng rng(2024);
  std::vector<double> p(3000, 0.0);
  for (std::size_t i = 0; i < p.size(); i += 250) p[i] = rng.uniform();
  const double cost = 40;  // a label of 3000 costs little
  const Given many = decide_leaving(*metric("f1"), check::independent(p), leaving(cost));
  std::vector<double> few;
  for (double x : p)
    if (x > 0) few.push_back(x);
  const Given same =
      decide_leaving(*metric("f1"), check::independent(few), leaving(cost * static_cast<double>(few.size()) / 3000));
  CHECK(many.answer.undecided > 0);
  CHECK((many.answer.k == same.answer.k && many.answer.undecided == same.answer.undecided));
  CHECK(many.answer.expected == Approx(same.answer.expected).epsilon(1e-13));
  // Without any cost worth paying, the same as deciding every label.
  p.assign(600, 0.0);
  for (double &x : p) x = rng.uniform();
  const Given all = decide_leaving(*metric("f1"), check::independent(p), leaving(1000));
  const check::Decided plain = check::decide(*metric("f1"), check::independent(p));
  CHECK((all.answer.undecided == 0 && all.positives == plain.items));
  CHECK(all.answer.expected == Approx(plain.answer.expected).epsilon(1e-13));
}

TEST_CASE("partial: dozens of labels against masses in a longer type") {
  cases::Rng rng(2026);
  for (int i = 0; i < cases::scaled(12); ++i) {
    const int n = rng.between(33, 60);
    auto p = cases::probabilities(rng, n, i % cases::kinds);
    std::sort(p.rbegin(), p.rend());
    const std::string name = std::vector<std::string>{"f1", "fbeta:2", "fbeta:0.5", "jaccard"}[i % 4u];
    const int z = rng.below(2);
    const double cost = rng.below(4) ? rng.uniform() : 0.02;
    const auto u = oracle::utility(name, z);
    std::vector<Real> best_of_k;
    for (int k = 0; k <= n; ++k) {
      const auto tp = oracle::masses(p.data(), static_cast<std::size_t>(k));
      Real best = -HUGE_VALL;
      for (int m = 0; m <= n - k; ++m) {
        const auto fn = oracle::masses(p.data() + (n - m), static_cast<std::size_t>(m));
        Real value = -static_cast<Real>(cost) * (n - k - m) / n;
        for (std::size_t a = 0; a < tp.size(); ++a)
          for (std::size_t b = 0; b < fn.size(); ++b)
            if (tp[a] * fn[b] > 1e-25L)
              value += tp[a] * fn[b] *
                       u(static_cast<int64_t>(a), k, static_cast<int64_t>(a + b), static_cast<int64_t>(k + m));
        best = std::max(best, value);
      }
      best_of_k.push_back(best);
    }
    const Given got = decide_leaving(*metric(name, z), check::independent(p), leaving(cost));
    const auto chosen = best_of_k.begin() + got.answer.k;
    const Real best = *std::max_element(best_of_k.begin(), best_of_k.end());
    CAPTURE(name, z, cost, n, i % cases::kinds, got.answer.k, got.answer.undecided);
    CHECK(std::fabs(got.answer.expected - *chosen) <= 1e-13L);
    CHECK(best - *chosen <= got.answer.bound + 1e-17L);
    *chosen = -HUGE_VALL;
    CHECK(std::fabs(got.answer.next_best - *std::max_element(best_of_k.begin(), best_of_k.end())) <= 1e-13L);
  }
}

TEST_CASE("partial: tables, sparse or not, with threads, and what it is worth on the truth", "[threads]") {
  cases::Rng rng(2025);
  for (int i = 0; i < cases::scaled(100); ++i) {
    const int64_t rows = rng.between(1, 6), cols = rng.between(1, 6);
    const std::vector<double> p = cases::probabilities(rng, static_cast<int>(rows * cols), rng.below(5));
    DecisionOptions options = leaving(0.02 * rng.below(20));
    options.threads = rng.between(1, 3);
    const std::string name = cases::metrics()[static_cast<std::size_t>(rng.below(21))];
    const auto m = metric(name, i % 2);
    std::vector<uint8_t> mask(p.size(), 9), truth(p.size());
    std::vector<double> expected(static_cast<std::size_t>(rows));
    Decision decision, of_sparse;
    decide_rows(*m, Kind::independent, RealTable{p.data(), false, rows, cols, cols, 1}, options,
                {{mask.data(), rows, cols, cols, 1}, expected.data(), &decision});
    std::vector<int64_t> indptr{0}, indices;
    std::vector<double> values;
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t j = 0; j < cols; ++j)
        if (p[static_cast<std::size_t>(r * cols + j)] > 0) {
          indices.push_back(j);
          values.push_back(p[static_cast<std::size_t>(r * cols + j)]);
        }
      indptr.push_back(static_cast<int64_t>(indices.size()));
    }
    decide_rows(*m, Kind::independent,
                SparseTable{{indptr.data(), false}, {indices.data(), false}, cases::reals(values), rows, cols}, options,
                {{}, nullptr, &of_sparse});
    Real mean = 0;
    int64_t left = 0;
    const auto u = oracle::utility(name, i % 2);
    CAPTURE(name, cases::list(p), options.abstain_label, cols);
    for (int64_t r = 0; r < rows; ++r) {
      const auto begin = static_cast<std::size_t>(r * cols), end = begin + static_cast<std::size_t>(cols);
      const std::vector<double> row(p.begin() + r * cols, p.begin() + (r + 1) * cols);
      const Given alone = decide_leaving(*m, check::independent(row), options);
      CHECK(std::vector<uint8_t>(mask.begin() + r * cols, mask.begin() + (r + 1) * cols) == alone.mask);
      CHECK(expected[static_cast<std::size_t>(r)] == alone.answer.expected);
      std::vector<uint8_t> cells(row.size());
      write_mask({cells.data(), cols, 1}, of_sparse.answer(r), of_sparse.items(r));
      CHECK(cells == alone.mask);
      Mask positive = 0, undecided_ones = 0, y = 0;
      for (std::size_t c = begin; c < end; ++c) {
        truth[c] = static_cast<uint8_t>(rng.below(2));
        positive |= Mask{mask[c] == 1} << (c - begin);
        undecided_ones |= Mask{mask[c] == 2} << (c - begin);
        y |= Mask{truth[c]} << (c - begin);
      }
      left += oracle::ones(undecided_ones);
      mean += value_on(name, u, static_cast<int>(cols), positive, undecided_ones, y, options.abstain_label);
    }
    const Evaluation worth =
        evaluate(*m, options, {truth.data(), rows, cols, cols, 1}, {mask.data(), rows, cols, cols, 1}, {});
    CHECK(worth.undecided == left);
    CHECK(std::fabs(worth.value - mean / static_cast<Real>(rows)) <= 1e-14L * m->range(cols).magnitude());
  }
}

TEST_CASE("partial: what it does not go with") {
  const std::vector<double> p{0.5, 0.5}, many(2001, 0.5), more(251, 0.5);
  const auto decided = [&](const char *name, const DecisionOptions &options) {
    decide_leaving(*metric(name), check::independent(p), options);
  };
  DecisionOptions options = leaving(0.1);
  options.average = Average::macro;
  const RealTable table{p.data(), false, 1, 2, 2, 1};
  for (Average average : {Average::macro, Average::micro}) {
    options.average = average;
    expect_error(Status::argument, "abstain_label is 0.1: single labels are left undecided with average instance, not",
                 [&] { decide_rows(*metric("f1"), Kind::independent, table, options, {}); });
  }
  options = leaving(0.1);
  options.abstain = 0.2;
  expect_error(Status::argument, "abstain is 0.2 and abstain_label is 0.1: either whole instances",
               [&] { decided("f1", options); });
  options = leaving(0.1);
  options.algorithm = Algorithm::ye;
  expect_error(Status::unsupported, "algorithm is ye: with abstain_label and metric \"f1\" it is auto or partial",
               [&] { decided("f1", options); });
  expect_error(Status::unsupported, "with abstain_label and metric \"hamming\" it is auto or marginal-modes",
               [&] { decided("hamming", options); });
  options.algorithm = Algorithm::partial;
  decided("f1", options);
  options.abstain_label = unset;
  expect_error(Status::unsupported,
               "algorithm \"partial\" cannot decide metric \"f1\" given independent labels: it is "
               "for abstain_label",
               [&] { decided("f1", options); });
  options = leaving(0.1);
  expect_error(Status::unsupported, "metric \"lf:0:0:0:1/1:0:0:0\" with abstain_label: it is not known to rise",
               [&] { decided("lf:0:0:0:1/1:0:0:0", options); });
  const auto custom = check::cell_metric([](int64_t tp, int64_t, int64_t, int64_t, void *) { return 1.0 * tp; }, nullptr,
                                      "mine", rises_in_tp);
  expect_error(Status::unsupported, "metric \"mine\" with abstain_label",
               [&] { decide_leaving(*custom, check::independent(p), options); });
  expect_error(Status::unsupported, "metric \"f1\" given categorical labels with abstain_label: only means",
               [&] { decide_leaving(*metric("f1"), check::categorical(p), options); });
  expect_error(Status::unsupported, "metric \"f1\" given joint labels with abstain_label",
               [&] { decide_leaving(*metric("f1"), check::joint(1, {1}, {1}), options); });
  expect_error(Status::unsupported,
               "metric \"f1\" given 2001 labels of a probability above 0 with abstain_label: it "
               "leaves single labels undecided among at most 2000",
               [&] { decide_leaving(*metric("f1"), check::independent(many), options); });
  expect_error(Status::unsupported, "metric \"mcc\" given 251 labels with abstain_label",
               [&] { decide_leaving(*metric("mcc"), check::independent(more), options); });
  CHECK(decide_leaving(*metric("hamming"), check::independent(many), options).answer.undecided == 2001);
  Workspace work;
  expect_error(Status::unsupported, "abstain_label is 0.1: it is for deciding and evaluating, not for a curve over k",
               [&] { expected_curve(*metric("f1"), check::independent(p), options); });
  expect_error(Status::unsupported, "not for a prediction that is given",
               [&] { check::regret_of(*metric("f1"), check::independent(p), {0}, options); });
  expect_error(Status::unsupported, "not for a distribution",
               [&] { Distribution().compute(*metric("f1"), check::independent(p), {0}, options); });
  const std::vector<uint8_t> mask{1, 2};
  const Grid<const uint8_t> cells{mask.data(), 1, 2, 2, 1};
  expect_error(Status::unsupported, "not for predictions that are given",
               [&] { expected_rows(*metric("f1"), Kind::independent, table, cells, options, nullptr, nullptr); });
  const std::vector<uint8_t> known{1, 0};
  const Grid<const uint8_t> truth{known.data(), 1, 2, 2, 1};
  expect_error(Status::unsupported, "metric \"mine\" is custom: abstain_label takes the library's own metrics",
               [&] { evaluate(*custom, options, truth, cells, {}); });
  options.average = Average::micro;
  expect_error(Status::argument, "single labels are left undecided with average instance",
               [&] { evaluate(*metric("f1"), options, truth, cells, {}); });
}
