// Cascades: plans against the reference, enumeration, edges, running.
#include <catch2/catch.hpp>
#include <set>

#include "cascade_cases.hpp"
#include "expect_error.hpp"

using namespace cascade_cases;
using check::expect_error;

namespace {

CascadeOptions some_options(cases::Rng &rng, int64_t models, int c) {
  CascadeOptions out;
  const double alphas[] = {0, 0.01, 0.05, 0.1, 0.3, 0.6, 1};
  out.alpha = alphas[rng.below(7)];
  const char *const spendings[] = {"power:0.25", "all", "proportional", "power:1"};
  out.spend = spendings[rng.below(4)];
  out.negatives_only = rng.below(3) == 0;
  out.closest = rng.below(2) != 0;
  const double thresholds[] = {0, 0, 0.5, -1.25, 100, -100};
  out.threshold = thresholds[rng.below(6)];
  if (rng.below(3) == 0) {
    const double costs[] = {0, 1, 2, 0.5, infinity};
    for (int64_t t = 0; t < models; ++t) out.costs.push_back(costs[rng.below(5)]);
  }
  if (rng.below(3) == 0) {
    out.order = Ordering::given;
    if (rng.below(2)) {
      out.fixed_order.resize(static_cast<std::size_t>(models));
      std::iota(out.fixed_order.begin(), out.fixed_order.end(), 0);
      for (std::size_t i = out.fixed_order.size(); i > 1; --i)
        std::swap(out.fixed_order[i - 1], out.fixed_order[static_cast<std::size_t>(rng.below(static_cast<int>(i)))]);
    }
  }
  out.threads = 1 + c % 3;
  return out;
}

PlanOptions plan_options(const CascadeOptions &options, int64_t models) {
  PlanOptions out;
  out.alpha = options.alpha;
  out.spending = options.spend.empty() ? Spending{} : spending_by_name(options.spend);
  out.negatives_only = options.negatives_only;
  out.fallback = options.closest ? Fallback::closest : Fallback::first;
  out.costs = options.costs.empty() ? std::vector<double>(static_cast<std::size_t>(models), 1.0) : options.costs;
  return out;
}

void check_against_reference(const Data &data, const CascadeOptions &options) {
  const Policy found = fit(data.sample(), options);
  std::vector<int64_t> weights;
  const auto scores = whole_scores(data, found.fixed, weights);
  std::vector<int32_t> order(options.fixed_order.begin(), options.fixed_order.end());
  if (options.order == Ordering::given && order.empty()) {
    order.resize(static_cast<std::size_t>(data.models));
    std::iota(order.begin(), order.end(), 0);
  }
  const ReferencePlan plan = reference_plan(scores, weights, found.cut(), order, plan_options(options, data.models));
  REQUIRE(found.positions.size() == plan.positions.size());
  for (std::size_t r = 0; r < plan.positions.size(); ++r) {
    INFO("position " << r);
    const Position &a = found.positions[r], &b = plan.positions[r];
    REQUIRE(a.model == b.model);
    REQUIRE(a.low == b.low);
    REQUIRE(a.high == b.high);
  }
  // Unit weights are counted; whole ones are summed.
  CHECK(found.findings.in_sample.disagreement * found.findings.in_sample.weight ==
        Approx(static_cast<double>(plan.errors)).margin(1e-9));
}

}  // namespace

TEST_CASE("cascades: plans equal the reference bit for bit in every mode", "[threads]") {
  cases::Rng rng(1);
  for (int c = 0; c < cases::scaled(3000); ++c) {
    const int64_t models = rng.between(1, 7);
    const int n = rng.between(1, 40);
    const int kind = rng.below(data_kinds);
    Data data = some_data(rng, models, n, kind, rng.below(3) ? Weights::none : Weights::whole);
    // Gaps of an odd number of units, too.
    if (rng.below(2))
      for (double &x : data.scores) x += std::ldexp(rng.uniform(), -9);
    const CascadeOptions options = some_options(rng, models, c);
    INFO("case " << c << ": " << models << " models, " << n << " rows, kind " << kind << ", alpha " << options.alpha
                 << ", spend " << options.spend);
    check_against_reference(data, options);
  }
}

TEST_CASE("cascades: larger samples equal the reference, whose tails and compaction they reach", "[threads]") {
  cases::Rng rng(2);
  for (int c = 0; c < cases::scaled(24); ++c) {
    const int64_t models = rng.between(8, 16);
    const int n = rng.between(600, 1500);
    const Data data = some_data(rng, models, n, c % data_kinds, c % 3 == 2 ? Weights::whole : Weights::none);
    CascadeOptions options = some_options(rng, models, c);
    options.alpha = c % 4 == 0 ? 0 : c % 4 == 1 ? 0.004 : c % 4 == 2 ? 0.02 : 0.1;
    options.threshold = 0;
    INFO("case " << c << ": " << models << " models, " << n << " rows, alpha " << options.alpha << ", spend "
                 << options.spend);
    check_against_reference(data, options);
  }
}

TEST_CASE("cascades: the same bits for any order of rows, chunks, machines, layouts and threads", "[threads]") {
  cases::Rng rng(3);
  for (int c = 0; c < cases::scaled(60); ++c) {
    Data data = some_data(rng, 6, 200, c % data_kinds, static_cast<Weights>(c % 3));
    if (c % 4 == 1)
      for (int64_t i = 0; i < data.n(); ++i) data.targets.push_back(rng.below(2));
    CascadeOptions options = some_options(rng, 6, 0);
    options.folds = c % 5 == 0 ? 3 : 0;
    options.halves = c % 7 == 0;
    const std::string once = fit(data.sample(), options).save();
    options.threads = 3;
    CHECK(fit(data.sample(), options).save() == once);
    ScoreSample first(6), second(6);
    data.feed(second, 150, 50);
    data.feed(first, 30, 120);
    data.feed(second, 0, 30);
    first.merge(second);
    CHECK(fit(first, options).save() == once);
    // Columns first, backwards.
    std::vector<double> turned(data.scores.size());
    for (int64_t i = 0; i < data.n(); ++i)
      for (int64_t j = 0; j < 6; ++j)
        turned[static_cast<std::size_t>((5 - j) * data.n() + data.n() - 1 - i)] = data.score(i, j);
    ScoreSample strided(6);
    const Reals weights = data.weights.empty() ? Reals{} : Reals{data.weights.data(), false, data.n(), 1};
    const Reals targets = data.targets.empty() ? Reals{} : Reals{data.targets.data(), false, data.n(), 1};
    strided.feed({turned.data() + turned.size() - 1, false, data.n(), 6, -1, -data.n()}, weights, targets);
    CHECK(fit(strided, options).save() == once);
    // Floats hold these scores exactly.
    const std::vector<float> floats(data.scores.begin(), data.scores.end());
    ScoreSample single(6);
    single.feed({floats.data(), true, data.n(), 6, 6, 1}, weights, targets);
    CHECK(fit(single, options).save() == once);
  }
}

namespace {

// The least cost of all orders and thresholds with errors up to a budget, by dynamic programming over the sets of
// models used and of rows left (problem (2) of [Q]).
class Optimum {
 public:
  Optimum(const std::vector<std::vector<int64_t>> &scores, int64_t cut, const std::vector<double> &costs,
          bool negatives_only)
      : scores_(scores), costs_(costs), negatives_only_(negatives_only) {
    n_ = scores.size();
    models_ = scores[0].size();
    for (const auto &row : scores) full_.push_back(std::accumulate(row.begin(), row.end(), int64_t{0}) >= cut);
    memo_.assign((std::size_t{1} << (n_ + models_)) * (n_ + 1), -1);
  }
  double operator()(int64_t errors) {
    return best(0, (std::size_t{1} << n_) - 1,
                static_cast<std::size_t>(std::min<int64_t>(errors, static_cast<int64_t>(n_))));
  }

 private:
  double best(std::size_t used, std::size_t rows, std::size_t errors) {
    if (rows == 0) return 0;
    double &memo = memo_[((used << n_) | rows) * (n_ + 1) + errors];
    if (memo >= 0) return memo;
    memo = infinity;
    double found = infinity;
    for (std::size_t t = 0; t < models_; ++t) {
      if (used >> t & 1) continue;
      const std::size_t now = used | std::size_t{1} << t;
      std::vector<std::pair<int64_t, std::size_t>> order;
      for (std::size_t i = 0; i < n_; ++i) {
        if (!(rows >> i & 1)) continue;
        int64_t v = 0;
        for (std::size_t u = 0; u < models_; ++u)
          if (now >> u & 1) v += scores_[i][u];
        order.emplace_back(v, i);
      }
      std::sort(order.begin(), order.end());
      const double cost = costs_[t] * static_cast<double>(order.size());
      if (now + 1 == std::size_t{1} << models_) {
        found = std::min(found, cost);
        continue;
      }
      const std::size_t m = order.size();
      const auto boundary = [&](std::size_t k) { return k == 0 || k == m || order[k - 1].first != order[k].first; };
      for (std::size_t low = 0; low <= m; ++low) {
        if (!boundary(low)) continue;
        for (std::size_t high = low; high <= m; ++high) {
          if (!boundary(high) || (negatives_only_ && high < m)) continue;
          std::size_t wrong = 0, rest = 0;
          for (std::size_t k = 0; k < m; ++k) {
            const std::size_t i = order[k].second;
            if (k < low)
              wrong += full_[i];
            else if (k >= high)
              wrong += !full_[i];
            else
              rest |= std::size_t{1} << i;
          }
          if (wrong <= errors) found = std::min(found, cost + best(now, rest, errors - wrong));
        }
      }
    }
    return memo_[((used << n_) | rows) * (n_ + 1) + errors] = found;
  }

  const std::vector<std::vector<int64_t>> &scores_;
  std::vector<double> costs_;
  bool negatives_only_;
  std::size_t n_, models_;
  std::vector<uint8_t> full_;
  std::vector<double> memo_;
};

}  // namespace

TEST_CASE("cascades: orders by squared error do not depend on the order of rows, which decides ties in the last bits") {
  cases::Rng rng(31);
  for (int c = 0; c < cases::scaled(100); ++c) {
    // Two models that are mirror images, in the order of the rows, of each other, and one that is its own.
    Data data;
    data.models = 3;
    const int n = 40;
    std::vector<double> a, s;
    for (int i = 0; i < n; ++i) a.push_back(rng.uniform() - 0.5);
    for (int i = 0; i < n; ++i) s.push_back(i < n / 2 ? rng.uniform() - 0.5 : s[static_cast<std::size_t>(n - 1 - i)]);
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    const auto fill = [&] {
      data.scores.clear();
      for (const int i : order)
        for (const double x :
             {a[static_cast<std::size_t>(i)], a[static_cast<std::size_t>(n - 1 - i)], s[static_cast<std::size_t>(i)]})
          data.scores.push_back(x);
    };
    for (const Ordering ordering : {Ordering::individual_error, Ordering::greedy_error}) {
      CascadeOptions options;
      options.order = ordering;
      fill();
      const std::string once = fit(data.sample(), options).save();
      std::reverse(order.begin(), order.end());
      std::swap(order[3], order[20]);
      fill();
      CHECK(fit(data.sample(), options).save() == once);
    }
  }
}

TEST_CASE("cascades: rows of weight 0 count for nothing, in folds and halves either") {
  cases::Rng rng(32);
  for (int c = 0; c < cases::scaled(20); ++c) {
    Data data = some_data(rng, 4, 40, c % data_kinds, Weights::none);
    data.weights.assign(40, 1.0);
    Data more = data;
    const Data other = some_data(rng, 4, 25, 0, Weights::none);
    more.scores.insert(more.scores.begin(), other.scores.begin(), other.scores.end());
    more.weights.insert(more.weights.begin(), 25, 0.0);
    CascadeOptions options;
    options.alpha = 0.05;
    options.folds = c % 2 ? 4 : 0;
    options.halves = c % 4 < 2;
    CHECK(fit(more.sample(), options).save() == fit(data.sample(), options).save());
  }
}

TEST_CASE("cascades: no plan beats the enumeration of all orders and thresholds") {
  cases::Rng rng(4);
  double greedy = 0, optimal = 0;
  for (int c = 0; c < cases::scaled(120); ++c) {
    const int64_t models = rng.between(1, 6);
    const int n = rng.between(1, models > 4 ? 6 : 8);
    const Data data = some_data(rng, models, n, rng.below(data_kinds), Weights::none);
    CascadeOptions options;
    options.alpha = 0.2 * rng.below(3);
    options.negatives_only = rng.below(2);
    options.spend = rng.below(2) ? "all" : "power:0.25";
    if (rng.below(2))
      for (int64_t t = 0; t < models; ++t) options.costs.push_back(1 + rng.below(3));
    const Policy found = fit(data.sample(), options);
    std::vector<int64_t> weights;
    const auto scores = whole_scores(data, found.fixed, weights);
    Optimum optimum(scores, found.cut(), found.costs, options.negatives_only);
    const double least = optimum(allowed_errors(options.alpha, n)) / n;
    CHECK(found.findings.in_sample.mean_cost >= least - 1e-9);
    greedy += found.findings.in_sample.mean_cost;
    optimal += least;
    // A single model is all there is to choose; so is one that no row can be mistaken by.
    if (models == 1) CHECK(found.findings.in_sample.mean_cost == least);
    if (options.alpha >= 1) CHECK(found.findings.in_sample.mean_models == 1);
  }
  CHECK(greedy <= 1.5 * optimal);
}

// Pipelined filters ([Q], A.1): each model can reject what it is made for and says nothing of the rest, so that which
// rows leave does not depend on which models were asked before; the first row is one that no model rejects. The greedy
// order costs at most four times the best one.
TEST_CASE("cascades: on a pipeline of filters the greedy order keeps its bound of four") {
  cases::Rng rng(5);
  double worst = 1;
  for (int c = 0; c < std::max(400, cases::scaled(400)); ++c) {
    const int64_t models = rng.between(2, 6);
    const int n = rng.between(2, 30);
    Data data;
    data.models = models;
    std::vector<double> costs;
    std::vector<double> rejects(static_cast<std::size_t>(models));
    for (double &p : rejects) p = rng.uniform();
    for (int64_t t = 0; t < models; ++t) costs.push_back(c % 2 ? 1 + rng.below(5) : 1);
    for (int i = 0; i < n; ++i)
      for (int64_t t = 0; t < models; ++t)
        data.scores.push_back(i > 0 && rng.uniform() < rejects[static_cast<std::size_t>(t)] ? -1 : 0);
    CascadeOptions options;
    options.alpha = 0;
    options.negatives_only = true;
    options.costs = costs;
    const Policy found = fit(data.sample(), options);
    std::vector<int32_t> order(static_cast<std::size_t>(models));
    std::iota(order.begin(), order.end(), 0);
    double least = infinity;
    do {
      double sum = 0;
      for (int i = 0; i < n; ++i)
        for (const int32_t t : order) {
          sum += costs[static_cast<std::size_t>(t)];
          if (data.score(i, t) < 0) break;
        }
      least = std::min(least, sum / n);
    } while (std::next_permutation(order.begin(), order.end()));
    CHECK(found.findings.in_sample.disagreement == 0);
    CHECK(found.findings.in_sample.mean_cost <= 4 * least + 1e-9);
    CHECK(found.findings.in_sample.mean_cost >= least - 1e-9);
    worst = std::max(worst, found.findings.in_sample.mean_cost / least);
  }
  CHECK(worst > 1);  // greedy is not optimal, so these cases can tell
}

TEST_CASE("cascades: alpha 0 never changes a training decision, alpha is kept, and more of it never costs more", "[threads]") {
  cases::Rng rng(6);
  for (int c = 0; c < cases::scaled(300); ++c) {
    const Data data =
        some_data(rng, rng.between(1, 9), rng.between(2, 120), c % data_kinds, static_cast<Weights>(c % 3));
    CascadeOptions options = some_options(rng, data.models, c);
    for (const double alpha : {0.0, 0.02, 0.1, 0.5}) {
      options.alpha = alpha;
      const Policy found = fit(data.sample(), options);
      if (alpha == 0) CHECK(found.findings.in_sample.disagreement == 0);
      CHECK(found.findings.in_sample.disagreement <= alpha + 1e-12);
      CHECK(std::accumulate(found.findings.in_sample.stops.begin(), found.findings.in_sample.stops.end(), 0.0) ==
            Approx(1));
    }
  }
  // Along one order, where only negatives leave early and no two sums are equal, who leaves with a small budget leaves
  // with a large one.
  for (int c = 0; c < cases::scaled(100); ++c) {
    Data data = some_data(rng, 8, 150, 0, Weights::none);
    for (double &s : data.scores) s += std::ldexp(rng.uniform(), -7);
    CascadeOptions options;
    options.order = Ordering::given;
    options.negatives_only = true;
    options.spend = "all";
    double before = infinity;
    for (const double alpha : {0.0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 1.0}) {
      options.alpha = alpha;
      const double models = fit(data.sample(), options).findings.in_sample.mean_models;
      CHECK(models <= before);
      before = models;
    }
  }
  // The joint order is greedy, and a step may cost a little; over a range it pays.
  for (int c = 0; c < cases::scaled(10); ++c) {
    const Data data = some_data(rng, 20, 1000, c % 2 ? 4 : 0, Weights::none);
    CascadeOptions options;
    double before = infinity;
    for (const double alpha : {0.0, 0.005, 0.02, 0.08, 0.3}) {
      options.alpha = alpha;
      const double models = fit(data.sample(), options).findings.in_sample.mean_models;
      CHECK(models <= before);
      before = models;
    }
  }
}

TEST_CASE("cascades: every way of running gives the same decisions, those of a plain replay", "[threads]") {
  cases::Rng rng(7);
  NoMonitor monitor;
  for (int c = 0; c < cases::scaled(150); ++c) {
    const int64_t classes = c % 3 == 2 ? 3 : 1;
    Data data = some_data(rng, (1 + rng.below(8)) * classes, 80, c % data_kinds, Weights::none);
    data.models /= classes;
    data.classes = classes;
    CascadeOptions options;
    options.alpha = 0.05;
    if (classes == 1) {
      options = some_options(rng, data.models, c);
      if (c % 4 == 0) {
        options.bins = true;
        options.gamma = c % 8 ? 1.5 : unset;
      }
    }
    const Policy found = fit(data.sample(), options);
    const Policy policy = load_cascade(found.save()).policy;
    CHECK(policy.save() == found.save());
    // Rows in another order than those that were fitted, some of them new.
    Data served = data;
    for (std::size_t i = 0; i < served.scores.size(); ++i)
      if (rng.below(9) == 0) served.scores[i] = 4 * (rng.uniform() - 0.5);
    const auto n = static_cast<std::size_t>(served.n());
    std::vector<int32_t> a(n), b(n);
    std::vector<int32_t> counts(n), callback_counts(n);
    std::vector<double> full_sums(n * static_cast<std::size_t>(classes), -7), called(full_sums.size(), -7);
    run_table(policy, served.table(), 1 + c % 3, monitor, {a.data(), served.n(), 1}, {counts.data(), served.n(), 1},
              full_sums.data());
    std::vector<int64_t> asked(static_cast<std::size_t>(data.models), 0);
    run_callback(policy, served.n(),
                 [&](int64_t model, const int64_t *rows, int64_t count, double *out) {
                   asked[static_cast<std::size_t>(model)] += count;
                   for (int64_t i = 0; i < count; ++i)
                     for (int64_t k = 0; k < classes; ++k)
                       out[i * classes + k] = served.score(rows[i], model * classes + k);
                 },
                 monitor, {b.data(), served.n(), 1}, {callback_counts.data(), served.n(), 1}, called.data());
    CHECK(a == b);
    CHECK(counts == callback_counts);
    CHECK(std::accumulate(asked.begin(), asked.end(), int64_t{0}) ==
          std::accumulate(counts.begin(), counts.end(), int64_t{0}));
    CascadeRun run(policy);
    double total = 0, errors = 0;
    for (std::size_t i = 0; i < n; ++i) {
      run.start();
      std::vector<int64_t> sums(static_cast<std::size_t>(classes), 0);
      while (run.next() >= 0) {
        std::vector<double> scores;
        for (int64_t k = 0; k < classes; ++k)
          scores.push_back(served.score(static_cast<int64_t>(i), run.next() * classes + k));
        run.feed(scores.data(), classes, 1);
      }
      CHECK(run.decision() == a[i]);
      CHECK(run.count() == counts[i]);
      for (int64_t k = 0; k < classes; ++k)
        for (int64_t t = 0; t < data.models; ++t)
          sums[static_cast<std::size_t>(k)] +=
              std::llround(std::ldexp(served.score(static_cast<int64_t>(i), t * classes + k), policy.fixed.exponent));
      const int64_t full =
          classes == 1 ? sums[0] >= policy.cut() : std::max_element(sums.begin(), sums.end()) - sums.begin();
      // What a user would score with: the full sum, where it is known.
      for (std::size_t k = 0; k < sums.size(); ++k) {
        const double of_run = run.sum(static_cast<int64_t>(k)), of_table = full_sums[i * sums.size() + k];
        if (counts[i] < policy.models())
          CHECK((std::isnan(of_run) && std::isnan(of_table) && std::isnan(called[i * sums.size() + k])));
        else
          CHECK((of_run == std::ldexp(static_cast<double>(sums[k]), -policy.fixed.exponent) && of_table == of_run &&
                 called[i * sums.size() + k] == of_run));
      }
      total += static_cast<double>(counts[i]);
      errors += full != a[i];
    }
    const CascadeEvaluation e = evaluate_cascade(policy, served.sample(), 2, monitor);
    CHECK(e.mean_models == Approx(total / static_cast<double>(n)));
    CHECK(e.disagreement == Approx(errors / static_cast<double>(n)).margin(1e-12));
  }
}

TEST_CASE("cascades: several classes leave by their margin", "[threads]") {
  cases::Rng rng(8);
  for (int c = 0; c < cases::scaled(400); ++c) {
    Data data =
        some_data(rng, 3 * rng.between(1, 6), rng.between(1, 40), c % 5, c % 3 == 2 ? Weights::whole : Weights::none);
    data.models /= 3;
    data.classes = 3;
    CascadeOptions options;
    options.alpha = 0.1 * rng.below(4);
    options.threads = 1 + c % 2;
    options.spend = c % 2 ? "all" : "power:0.25";
    options.closest = c % 4 >= 2;
    if (c % 3 == 0) options.order = Ordering::given;
    const Policy found = fit(data.sample(), options);
    // The reference: at each position all margins as thresholds for each candidate.
    std::vector<int64_t> weights;
    const auto scores = whole_scores(data, found.fixed, weights);
    const std::size_t n = scores.size();
    const auto models = static_cast<std::size_t>(data.models);
    std::vector<std::vector<int64_t>> full(n, std::vector<int64_t>(3, 0)), g = full;
    std::vector<uint8_t> active(n, 1), used(models, 0);
    int64_t total = 0, used_errors = 0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < scores[i].size(); ++j) full[i][j % 3] += scores[i][j];
      total += weights[i];
    }
    const auto leader = [](const std::vector<int64_t> &s) { return std::max_element(s.begin(), s.end()) - s.begin(); };
    const auto margin = [](std::vector<int64_t> s) {
      std::sort(s.begin(), s.end());
      return s[2] - s[1];
    };
    const int64_t allowed = allowed_errors(options.alpha, total);
    for (std::size_t r = 0; r < models; ++r) {
      const auto chosen = static_cast<std::size_t>(found.positions[r].model);
      const double share =
          std::pow(static_cast<double>(r + 1) / static_cast<double>(models), spending_by_name(options.spend).exponent);
      const int64_t budget = std::max<int64_t>(0, std::min(allowed, allowed_errors(share, allowed)) - used_errors);
      if (std::none_of(active.begin(), active.end(), [](uint8_t a) { return a != 0; })) break;
      struct Best {
        int64_t exits = 0, errors = 0, high = never_above;
      };
      const auto best_of = [&](std::size_t t) {
        Best best;
        std::vector<std::pair<int64_t, std::size_t>> margins;
        for (std::size_t i = 0; i < n; ++i) {
          if (!active[i]) continue;
          std::vector<int64_t> s = g[i];
          for (std::size_t k = 0; k < 3; ++k) s[k] += scores[i][t * 3 + k];
          margins.emplace_back(margin(s), leader(s) != leader(full[i]) ? i + n : i);
        }
        std::sort(margins.rbegin(), margins.rend());
        int64_t exits = 0, errors = 0;
        for (std::size_t k = 0; k < margins.size(); ++k) {
          exits += weights[margins[k].second % n];
          if (margins[k].second >= n) errors += weights[margins[k].second % n];
          const bool end = k + 1 == margins.size();
          if (!end && margins[k + 1].first == margins[k].first) continue;
          if (errors > budget) break;
          best = {exits, errors, end ? margins[k].first : middle(margins[k + 1].first, margins[k].first)};
        }
        return best;
      };
      const Best own = best_of(chosen);
      const bool last = r + 1 == models;
      CHECK(found.positions[r].high == (last ? 0 : own.high));
      if (options.order == Ordering::joint && !last)
        for (std::size_t t = 0; t < models; ++t) {
          if (used[t] || t == chosen) continue;
          const Best other = best_of(t);
          CHECK(other.exits <= own.exits);
          if (own.exits > 0 && other.exits == own.exits)
            CHECK((other.errors > own.errors || (other.errors == own.errors && t > chosen)));
        }
      used[chosen] = 1;
      for (std::size_t i = 0; i < n; ++i) {
        if (!active[i]) continue;
        for (std::size_t k = 0; k < 3; ++k) g[i][k] += scores[i][chosen * 3 + k];
        if (margin(g[i]) < found.positions[r].high) continue;
        active[i] = 0;
        if (leader(g[i]) != leader(full[i])) used_errors += weights[i];
      }
    }
    CHECK(found.findings.in_sample.disagreement * found.findings.in_sample.weight ==
          Approx(static_cast<double>(used_errors)).margin(1e-9));
    CHECK(used_errors <= allowed);
  }
}

TEST_CASE("cascades: edges") {
  const auto one = [](std::vector<double> scores, int64_t models, CascadeOptions options) {
    Data data;
    data.models = models;
    data.scores = std::move(scores);
    return fit(data.sample(), options);
  };
  CascadeOptions exact;
  exact.alpha = 0;
  SECTION("one model, one row") {
    const Policy f = one({0.5}, 1, exact);
    CHECK(f.findings.in_sample.mean_models == 1);
    CHECK(f.findings.in_sample.disagreement == 0);
    CHECK(f.positions[0].low == f.cut());
    CascadeRun run(f);
    CHECK(run.feed(-1e300) == 0);
    run.start();
    CHECK(run.feed(1e300) == 1);
    run.start();
    CHECK(run.feed(0) == 1);
  }
  SECTION("one row, many models: one model is enough") {
    CHECK(one({1, -2, 3, -4, 5}, 5, exact).findings.in_sample.mean_models == 1);
  }
  SECTION("all scores equal") {
    CHECK(one(std::vector<double>(60, 0.25), 3, exact).findings.in_sample.mean_models == 1);
    CHECK(one(std::vector<double>(60, 0.0), 3, exact).findings.in_sample.mean_models == 1);
    CHECK(one(std::vector<double>(60, -0.0), 3, exact).findings.in_sample.mean_models == 1);
  }
  SECTION("separated classes collapse to one cut, and no row beyond it is undecided") {
    const Policy f = one({-1, -1, -3, 0, 1, 1, 3, 0}, 2, exact);
    CHECK(f.findings.in_sample.mean_models == 1);
    CHECK(f.positions[0].low == f.positions[0].high);
    CHECK(f.positions[0].low == 0);
  }
  SECTION("an alpha of 1: the cheapest model decides all") {
    CascadeOptions all;
    all.alpha = 1;
    all.spend = "all";
    all.costs = {3, 1, 2};
    cases::Rng rng(1);
    const Data data = some_data(rng, 3, 50, 0, Weights::none);
    const Policy f = fit(data.sample(), all);
    CHECK(f.positions[0].model == 1);
    CHECK(f.findings.in_sample.mean_models == 1);
    CHECK(f.findings.in_sample.mean_cost == 1);
    CHECK(speedup(f) == 6);
  }
  SECTION("a share that is whole except for rounding counts as whole") {
    CHECK(allowed_errors(0.005, 200) == 1);
    CHECK(allowed_errors(0.1 + 0.2, 10) == 3);
    CHECK(allowed_errors(0.29, 100) == 29);
    CHECK(allowed_errors(0.0049, 200) == 0);
    CHECK(allowed_errors(infinity, 5) == 5);
  }
  SECTION("free models run first, infinitely expensive ones last") {
    CascadeOptions options;
    options.costs = {infinity, 1, 0};
    cases::Rng rng(2);
    const Data data = some_data(rng, 3, 200, 0, Weights::none);
    const Policy f = fit(data.sample(), options);
    CHECK(f.positions[0].model == 2);
    CHECK(f.positions[2].model == 0);
    CHECK(full_cost(f) == infinity);
    CHECK(load_cascade(f.save()).policy.costs[0] == infinity);
  }
  SECTION("scores of too wide a range are rounded, and the fit says so") {
    CascadeOptions options;
    const Policy f = one({1e300, -1e-300, -1e300, -1e-300, 0, 1, 0, -1, 0, 2}, 2, options);
    CHECK(f.fixed.unit() > 1e280);
    CHECK(f.findings.rounded_rows == 1);  // that of the row (0, -1), whose sum rounds to the threshold
    const Policy tiny = one({1e-300, 2e-300, -1e-300, -2e-300}, 2, options);
    CHECK(tiny.findings.rounded_rows == 0);
    CHECK(tiny.findings.in_sample.disagreement == 0);
    expect_error(Status::argument, "the scores of a row add up to inf: their sum must be finite", [&] {
      one({1e308, 1e308}, 2, options);
    });
  }
  SECTION("scores beyond the range of the fit are served: they count as very large") {
    const Policy f = one({1, 1, -1, -1}, 2, exact);
    CascadeRun run(f);
    while (run.next() >= 0) run.feed(1e308);
    CHECK(run.decision() == 1);
    run.start();
    while (run.next() >= 0) run.feed(-1e308);
    CHECK(run.decision() == 0);
  }
  SECTION("rows of weight 0 count for nothing") {
    Data data;
    data.models = 2;
    data.scores = {1, 1, -1, -1, 50, -60};
    data.weights = {1, 2.5, 0};
    const Policy f = fit(data.sample(), exact);
    CHECK(f.findings.in_sample.rows == 2);
    CHECK(f.findings.in_sample.weight == 3.5);
    data.scores.resize(4);
    data.weights.resize(2);
    CHECK(fit(data.sample(), exact).save() == f.save());
  }
  SECTION("a decision threshold that leaves one class") {
    for (const double threshold : {-1e9, 1e9}) {
      CascadeOptions options;
      options.threshold = threshold;
      const Policy f = one({1, 2, 3, 4, 5, 6}, 2, options);
      CHECK(f.findings.in_sample.mean_models == 1);
      CHECK(f.findings.in_sample.disagreement == 0);
    }
  }
}

TEST_CASE("cascades: what is refused, and how") {
  ScoreSample sample(2);
  const auto feed = [&](std::vector<double> scores, std::vector<double> weights, std::vector<double> targets) {
    const auto n = static_cast<int64_t>(scores.size() / 2);
    sample.feed({scores.data(), false, n, 2, 2, 1}, weights.empty() ? Reals{} : Reals{weights.data(), false, n, 1},
                targets.empty() ? Reals{} : Reals{targets.data(), false, n, 1});
  };
  expect_error(Status::argument, "rows is 0: no row of a weight above 0 was fed", [&] { fit(sample); });
  feed({1, 2, -3, -4}, {}, {});
  const std::string before = fit(sample).save();
  expect_error(Status::argument, "scores[1][0] is nan: must be finite", [&] {
    feed({1, 2, std::nan(""), infinity}, {}, {});
  });
  expect_error(Status::argument, "scores[0][1] is -inf: must be finite", [&] { feed({1, -infinity}, {}, {}); });
  expect_error(Status::argument, "weights[1] is -1: must be finite and at least 0", [&] {
    feed({1, 2, 3, 4}, {1, -1}, {});
  });
  expect_error(Status::argument, "weights[0] is nan: must be finite and at least 0", [&] {
    feed({1, 2}, {std::nan("")}, {});
  });
  expect_error(Status::argument, "targets is given: must be NULL, as for the rows fed before", [&] {
    feed({1, 2}, {}, {1});
  });
  expect_error(Status::argument, "n_scores is 3: must be 2, one per model", [&] {
    sample.feed({nullptr, false, 1, 3, 3, 1});
  });
  expect_error(Status::argument, "other has 3 models: must have 2", [&] { sample.merge(ScoreSample(3)); });
  expect_error(Status::argument, "other has 3 classes: must have 1", [&] { sample.merge(ScoreSample(2, 3)); });
  expect_error(Status::argument, "n_models is 0: must lie in [1, 1048576]", [] { ScoreSample(0); });
  expect_error(Status::argument, "n_classes is 0: must lie in [1, 65536]", [] { ScoreSample(1, 0); });
  CHECK(sample.rows() == 2);
  CHECK(fit(sample).save() == before);

  const auto with = [&](const std::string &message, auto set) {
    CascadeOptions options;
    set(options);
    expect_error(Status::argument, message, [&] { fit(sample, options); });
  };
  with("alpha is nan: must lie in [0, 1]", [](CascadeOptions &o) { o.alpha = std::nan(""); });
  with("alpha is -0.1: must lie in [0, 1]", [](CascadeOptions &o) { o.alpha = -0.1; });
  with("alpha is 1.5: must lie in [0, 1]", [](CascadeOptions &o) { o.alpha = 1.5; });
  with("alpha is inf: must lie in [0, 1]", [](CascadeOptions &o) { o.alpha = infinity; });
  with("threshold is inf: must be finite", [](CascadeOptions &o) { o.threshold = infinity; });
  with("costs has 1 numbers: must have one per model, 2", [](CascadeOptions &o) { o.costs = {1}; });
  with("costs[1] is nan: must be at least 0", [](CascadeOptions &o) { o.costs = {1, std::nan("")}; });
  with("fixed_order has 1 models: must have each once, 2", [](CascadeOptions &o) { o.fixed_order = {1}; });
  with("fixed_order[1] is 2: must lie in [0, 1]", [](CascadeOptions &o) { o.fixed_order = {1, 2}; });
  with("fixed_order[1] is 1: occurs twice", [](CascadeOptions &o) { o.fixed_order = {1, 1}; });
  with("folds is 1: must be 0 (none) or lie in [2, 1000]", [](CascadeOptions &o) { o.folds = 1; });
  with("folds is 3: must be at most the number of rows, 2", [](CascadeOptions &o) { o.folds = 3; });
  with("gamma is -1: must be finite and at least 0", [](CascadeOptions &o) { o.gamma = -1; });
  with("names[1] is \"a\": occurs twice", [](CascadeOptions &o) { o.names = {"a", "a"}; });
  with("bin_width is 0: must be finite and above 0", [](CascadeOptions &o) { o.bin_width = 0; });
  expect_error(Status::argument, "spend is \"power:-1\": must be power:P with P at least 0, all, or proportional",
               [] { spending_by_name("power:-1"); });
  expect_error(Status::unsupported, "cascades cannot be merged", [] { refuse_merging_policies(); });

  ScoreSample three(2, 3);
  const double zeros[6] = {};
  three.feed({zeros, false, 1, 6, 6, 1});
  CascadeOptions options;
  options.negatives_only = true;
  expect_error(Status::unsupported, "negatives_only is 1: must be 0 with more than two classes", [&] { fit(three, options); });
  options = {};
  options.bins = true;
  expect_error(Status::unsupported, "bins is 1: must be 0 with more than two classes", [&] { fit(three, options); });

  const Policy f = fit(sample);
  CascadeRun run(f);
  expect_error(Status::argument, "scores[0] is nan: must be finite", [&] { run.feed(std::nan("")); });
  expect_error(Status::argument, "scores[0] is inf: must be finite", [&] { run.feed(infinity); });
  while (run.next() >= 0) run.feed(1);
  expect_error(Status::argument, "the example is decided: start the next one", [&] { run.feed(1); });
  NoMonitor monitor;
  expect_error(Status::callback, "the score of model 0 for row 0 is nan: must be finite",
               [&] { run_callback(f, 1, [](int64_t, const int64_t *, int64_t, double *) {}, monitor, {}, {}); });
  const double wrong[2] = {std::nan(""), std::nan("")};
  expect_error(Status::argument, "is nan: must be finite", [&] {
    run_table(f, {wrong, false, 1, 2, 2, 1}, 1, monitor, {}, {});
  });
}

TEST_CASE("cascades: long work can be cancelled, and says how far it is") {
  class Stop final : public Monitor {
   public:
    explicit Stop(int calls) : left_(calls) {}
    void at(double fraction) override {
      CHECK(fraction >= 0);
      CHECK(fraction <= 1);
      last = fraction;
      if (left_-- == 0) fail(Status::cancelled, "cancelled by the progress callback");
    }
    double last = 0;

   private:
    int left_;
  };
  cases::Rng rng(9);
  const Data data = some_data(rng, 12, 400, 0, Weights::none);
  for (const int calls : {0, 3, 12}) {
    Stop stop(calls);
    expect_error(Status::cancelled, "cancelled", [&] { fit_cascade(data.sample(), {}, stop); });
  }
  Stop never(-1);
  fit_cascade(data.sample(), {}, never);
  CHECK(never.last == 1);
}
