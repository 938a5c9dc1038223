// Cascades: fitting an order and thresholds for 32,561 rows of 500 trees, beside the literal algorithm and one by
// selection; trees with an early exit beside the best full evaluation; a step of one example, and one row at a time,
// as a program of C takes them. The rivals choose the same plans, or say so.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "boosted.hpp"
#include "core/cascades/fit.hpp"
#include "core/cascades/fixed_scores.hpp"
#include "core/cascades/run.hpp"
#include "core/cascades/tree_cascade.hpp"
#include "core/trees/evaluate_trees.hpp"
#include "handles.hpp"

namespace {

using namespace wald::core;
using namespace wald::core::trees;
using namespace wald::core::cascades;
using benchmark::State;

constexpr int64_t train_rows = 32561, test_rows = 16281;
constexpr int trees = 500, depth = 5;

struct World {
  boosted::Rows train = boosted::make_rows(train_rows, 1), test = boosted::make_rows(test_rows, 2);
  Ensemble ensemble = boosted::train(train, trees, depth);
  ScoreSample sample{trees}, test_sample{trees};
  std::unique_ptr<FixedScores> fixed;

  World() {
    NoMonitor monitor;
    std::vector<double> scores(static_cast<std::size_t>(train_rows * trees));
    ensemble.model_scores(train.table(), 0, monitor, scores.data());
    sample.feed({scores.data(), false, train_rows, trees, trees, 1});
    fixed = std::make_unique<FixedScores>(make_fixed(sample, 0, 0, monitor));
    ensemble.model_scores(test.table(), 0, monitor, scores.data());
    test_sample.feed({scores.data(), false, test_rows, trees, trees, 1});
  }
};
const World &world() {
  static const World made;
  return made;
}

PlanOptions options(double exponent, int threads) {
  PlanOptions out;
  out.alpha = 0.005;
  out.spending.exponent = exponent;
  out.costs.assign(trees, 1.0);
  out.threads = threads;
  return out;
}

std::vector<int32_t> order_of(const Plan &plan) {
  std::vector<int32_t> out;
  for (const Position &p : plan.positions) out.push_back(p.model);
  return out;
}

// ---- Rivals: Algorithms 1 and 2 of [Q] on one thread ----

// Algorithm 2 as it is written: two binary searches of 32 steps, each counting the errors among the undecided rows.
// What the first threshold leaves of the budget goes to the second. `Buffered`: sums and labels of the undecided rows
// are laid side by side first, so that the compiler can count with vectors.
template <bool Buffered>
class Literal {
 public:
  int64_t exits(const FixedScores &scores, const std::vector<int32_t> &rows, const std::vector<int32_t> &g,
                int32_t model, int64_t budget) {
    const int32_t *const f = scores.column(model);
    if (Buffered) {
      v_.resize(rows.size());
      positive_.resize(rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i) {
        v_[i] = static_cast<double>(g[static_cast<std::size_t>(rows[i])]) + f[rows[i]];
        positive_[i] = rows[i] < scores.n_positive;
      }
    }
    const auto count = [&](auto wrong) {
      int32_t n = 0;
      if (Buffered)
        for (std::size_t i = 0; i < v_.size(); ++i) n += wrong(v_[i], positive_[i] != 0);
      else
        for (const int32_t i : rows)
          n += wrong(static_cast<double>(g[static_cast<std::size_t>(i)]) + f[i],
                     scores.full[static_cast<std::size_t>(i)] >= scores.cut);
      return static_cast<int64_t>(n);
    };
    constexpr double limit = max_fixed_sum + 1;
    double low = -limit, high = limit;
    for (int step = 0; step < 32; ++step) {
      const double t = (low + high) / 2;
      (count([t](double v, bool positive) { return positive & (v < t); }) <= budget ? low : high) = t;
    }
    const double em = low;
    const int64_t left = budget - count([em](double v, bool positive) { return positive & (v < em); });
    low = -limit;
    high = limit;
    for (int step = 0; step < 32; ++step) {
      const double t = (low + high) / 2;
      (count([t](double v, bool positive) { return !positive & (v > t); }) <= left ? high : low) = t;
    }
    const double ep = high;
    return count([em, ep](double v, bool) { return (v < em) | (v > ep); });
  }

 private:
  std::vector<double> v_;
  std::vector<uint8_t> positive_;
};

// The same by selection: the budget's smallest sums of P and largest of Q, and every split between them.
class Selection {
 public:
  int64_t exits(const FixedScores &scores, const std::vector<int32_t> &rows, const std::vector<int32_t> &g,
                int32_t model, int64_t budget) {
    const int32_t *const f = scores.column(model);
    p_.clear();
    q_.clear();
    for (const int32_t i : rows) (i < scores.n_positive ? p_ : q_).push_back(g[static_cast<std::size_t>(i)] + f[i]);
    const auto all = static_cast<int64_t>(rows.size());
    if (static_cast<int64_t>(p_.size()) <= budget || static_cast<int64_t>(q_.size()) <= budget) return all;
    const auto wanted = static_cast<std::ptrdiff_t>(budget) + 1;
    const auto last = static_cast<std::size_t>(budget);
    std::nth_element(p_.begin(), p_.begin() + wanted - 1, p_.end());
    std::nth_element(q_.begin(), q_.begin() + wanted - 1, q_.end(), std::greater<>());
    std::sort(p_.begin(), p_.begin() + wanted);
    std::sort(q_.begin(), q_.begin() + wanted, std::greater<>());
    // How many of the other side are beyond each threshold.
    low_.assign(last + 1, 0);
    high_.assign(last + 1, 0);
    for (const int32_t v : q_)
      if (v < p_[last])
        ++low_[static_cast<std::size_t>(std::upper_bound(p_.begin(), p_.begin() + wanted, v) - p_.begin())];
    for (const int32_t v : p_)
      if (v > q_[last])
        ++high_[static_cast<std::size_t>(std::upper_bound(q_.begin(), q_.begin() + wanted, v, std::greater<>()) -
                                         q_.begin())];
    std::partial_sum(low_.begin(), low_.end(), low_.begin());
    std::partial_sum(high_.begin(), high_.end(), high_.begin());
    const auto first_equal = [](const std::vector<int32_t> &v, std::size_t i) {
      while (i > 0 && v[i - 1] == v[i]) --i;
      return i;
    };
    int64_t best = 0;
    for (std::size_t i = 0; i <= last; ++i) {
      const std::size_t a = first_equal(p_, i), b = first_equal(q_, last - a);
      best = std::max(best, low_[a] + high_[b] + static_cast<int64_t>(a + b));
    }
    return std::min(all, best);
  }

 private:
  std::vector<int32_t> p_, q_;
  std::vector<int64_t> low_, high_;
};

// Algorithm 1 around either. Who leaves in each round is taken from the library's plan, so that every round is the
// same; which model comes first is the rival's own finding.
template <class Rule>
std::vector<int32_t> rival_order(const FixedScores &scores, const Plan &plan, double alpha, double exponent,
                                 int64_t rounds) {
  std::vector<int32_t> unused(static_cast<std::size_t>(scores.models)), order, rows(static_cast<std::size_t>(scores.n));
  std::iota(unused.begin(), unused.end(), 0);
  std::iota(rows.begin(), rows.end(), 0);
  std::vector<int32_t> g(rows.size(), 0);
  const int64_t allowed = allowed_errors(alpha, scores.n);
  int64_t used = 0;
  Rule rule;
  for (int64_t r = 0; r + 1 < scores.models && r < rounds && !rows.empty(); ++r) {
    const int64_t cap =
        allowed_errors(std::pow(static_cast<double>(r + 1) / static_cast<double>(scores.models), exponent), allowed);
    int64_t most = 0;
    int32_t chosen = unused.front();
    for (const int32_t t : unused) {
      const int64_t exits = rule.exits(scores, rows, g, t, std::min(cap, allowed) - used);
      if (exits > most) most = exits, chosen = t;
    }
    order.push_back(chosen);
    const Position &position = plan.positions[static_cast<std::size_t>(r)];
    unused.erase(std::find(unused.begin(), unused.end(), position.model));
    std::size_t kept = 0;
    for (const int32_t i : rows) {
      g[static_cast<std::size_t>(i)] += scores.column(position.model)[i];
      const int32_t decision = decide(position, g[static_cast<std::size_t>(i)]);
      if (decision == goes_on)
        rows[kept++] = i;
      else
        used += (decision == 1) != (i < scores.n_positive);
    }
    rows.resize(kept);
  }
  return order;
}

// same: the rival splits the budget as the library does, so it must find the same order.
template <class Rule>
void rival_fit(State &state, double exponent, bool same) {
  const World &w = world();
  NoMonitor monitor;
  const Plan plan = make_plan(*w.fixed, {}, options(exponent, 1), monitor);
  const std::vector<int32_t> own = order_of(plan);
  for (auto _ : state) {
    const std::vector<int32_t> order = rival_order<Rule>(*w.fixed, plan, 0.005, exponent, trees);
    if (same && !std::equal(order.begin(), order.end(), own.begin())) state.SkipWithError("another order");
  }
}

void selection(State &state, double exponent) { rival_fit<Selection>(state, exponent, true); }
void literal(State &state, double exponent) { rival_fit<Literal<false>>(state, exponent, false); }
void literal_buffered(State &state, double exponent) { rival_fit<Literal<true>>(state, exponent, false); }

void fit_plan(State &state, double exponent, int threads) {
  const World &w = world();
  NoMonitor monitor;
  const PlanOptions own = options(exponent, threads);
  double models = 0;
  for (auto _ : state) {
    const Plan plan = make_plan(*w.fixed, {}, own, monitor);
    benchmark::DoNotOptimize(plan.errors);
    models = static_cast<double>(plan.positions.size());
  }
  state.counters["models"] = models;
}

// Everything that a user waits for: rounding, plan, spreads, replay.
void fit_all_of_it(State &state) {
  const World &w = world();
  NoMonitor monitor;
  CascadeOptions own;
  own.threads = static_cast<int>(state.range(0));
  Policy found;
  for (auto _ : state) found = fit_cascade(w.sample, own, monitor);
  state.counters["mean models"] = found.findings.in_sample.mean_models;
  state.counters["test %"] = 100 * evaluate_cascade(found, w.test_sample, 1, monitor).disagreement;
}

void greedy_mse(State &state) {
  NoMonitor monitor;
  CascadeOptions own;
  own.order = Ordering::greedy_error;
  for (auto _ : state) benchmark::DoNotOptimize(fit_cascade(world().sample, own, monitor).positions.size());
}

// ---- Trees ----

void trees_in_full(State &state) {
  const World &w = world();
  NoMonitor monitor;
  std::vector<double> margins(static_cast<std::size_t>(test_rows));
  for (auto _ : state) {
    w.ensemble.evaluate(w.test.table(), 1, monitor, margins.data());
    benchmark::DoNotOptimize(margins.data());
  }
  state.SetItemsProcessed(state.iterations() * test_rows);
}

// By each instruction set of this machine, the plain one first; without one, walking.
void trees_by_level(State &state) {
  const World &w = world();
  NoMonitor monitor;
  const bits::Level *levels[bits::most_levels];
  const int n = bits::levels_here(levels), l = static_cast<int>(state.range(0));
  if (l >= n) return state.SkipWithError("not on this machine");
  const std::unique_ptr<BitSums> made = l < 0 ? nullptr : std::make_unique<BitSums>(w.ensemble, *levels[l]);
  state.SetLabel(l < 0 ? "walking" : levels[l]->name);
  std::vector<double> margins(static_cast<std::size_t>(test_rows));
  for (auto _ : state) {
    sum_trees(w.ensemble, made.get(), w.test.table(), 1, monitor, margins.data());
    benchmark::DoNotOptimize(margins.data());
  }
  state.SetItemsProcessed(state.iterations() * test_rows);
}

void trees_with_cascade(State &state, double alpha) {
  const World &w = world();
  NoMonitor monitor;
  CascadeOptions own;
  own.alpha = alpha;
  const Policy found = fit_cascade(w.sample, own, monitor);
  const TreeCascade cascade(w.ensemble, found);
  std::vector<int32_t> decisions(static_cast<std::size_t>(test_rows));
  for (auto _ : state) {
    cascade.run(w.test.table(), 1, monitor, {decisions.data(), test_rows, 1}, {});
    benchmark::DoNotOptimize(decisions.data());
  }
  const CascadeEvaluation e = evaluate_cascade(found, w.test_sample, 1, monitor);
  state.counters["mean trees"] = e.mean_models;
  state.counters["test %"] = 100 * e.disagreement;
  state.SetItemsProcessed(state.iterations() * test_rows);
}

// One example at a time; an item is a step.
void lazy_steps(State &state, bool bins) {
  const World &w = world();
  NoMonitor monitor;
  CascadeOptions own;
  if (bins) own.bins = true;
  const Policy found = fit_cascade(w.sample, own, monitor);
  CascadeRun run(found);
  std::vector<double> scores(static_cast<std::size_t>(1000 * trees));
  w.ensemble.model_scores({w.test.x.data(), true, 1000, 14, 14, 1}, 1, monitor, scores.data());
  int64_t steps = 0;
  for (auto _ : state)
    for (int64_t i = 0; i < 1000; ++i) {
      run.start();
      const double *const row = scores.data() + i * trees;
      for (int32_t model = run.next(); model >= 0; model = run.next()) run.feed(row[model]);
      benchmark::DoNotOptimize(run.decision());
      steps += run.count();
    }
  state.SetItemsProcessed(steps);
}

// ---- Through the C interface ----

using CascadeHandle = std::unique_ptr<wald_cascade, bench::Release>;
using RunHandle = std::unique_ptr<wald_cascade_run, bench::Release>;

CascadeHandle loaded(const std::string &text) {
  wald_cascade *out = nullptr;
  bench::check(wald_load(WALD_OBJECT_CASCADE, text.data(), static_cast<int64_t>(text.size()), &out));
  return CascadeHandle(out);
}

// One example at a time; an item is a step.
void lazy_steps_from_c(State &state, bool bins) {
  const World &w = world();
  NoMonitor monitor;
  CascadeOptions own;
  if (bins) own.bins = true;
  const CascadeHandle cascade = loaded(fit_cascade(w.sample, own, monitor).save());
  wald_cascade_run *made = nullptr;
  bench::check(wald_cascade_run_create(cascade.get(), &made));
  const RunHandle run(made);
  std::vector<double> scores(static_cast<std::size_t>(1000 * trees));
  w.ensemble.model_scores({w.test.x.data(), true, 1000, 14, 14, 1}, 1, monitor, scores.data());
  int64_t steps = 0;
  for (auto _ : state)
    for (int64_t i = 0; i < 1000; ++i) {
      const double *const row = scores.data() + i * trees;
      int64_t model = -1, count = 0;
      int32_t decision = -1;
      wald_status status = wald_cascade_run_feed(run.get(), nullptr, 0, &model, nullptr, nullptr, nullptr);
      while (status == WALD_OK && model >= 0)
        status = wald_cascade_run_feed(run.get(), row + model, 1, &model, &decision, &count, nullptr);
      if (decision < 0) state.SkipWithError("not decided");
      steps += count;
    }
  state.SetItemsProcessed(steps);
}

// One row a call, in turn, so that no branch learns a row by heart; an item is a row. With `all` every tree is walked.
void rows_from_c(State &state, bool all) {
  const World &w = world();
  NoMonitor monitor;
  const CascadeHandle cascade = loaded(TreeCascade(w.ensemble, fit_cascade(w.sample, CascadeOptions(), monitor)).save());
  const std::string ensemble = w.ensemble.save();
  wald_trees *made = nullptr;
  bench::check(wald_load(WALD_OBJECT_TREES, ensemble.data(), static_cast<int64_t>(ensemble.size()), &made));
  const std::unique_ptr<wald_trees, bench::Release> in_full(made);
  int64_t asked = 0;
  for (auto _ : state)
    for (int64_t i = 0; i < test_rows; ++i) {
      const float *const row = w.test.x.data() + i * 14;
      int32_t decision = -1, count = trees;
      double sum = 0;
      const wald_status status =
          all ? wald_trees_evaluate(in_full.get(), ARRAY(row, WALD_FLOAT32, 1, 14, 14, 1), nullptr, &sum)
              : wald_cascade_apply_trees(cascade.get(), ARRAY(row, WALD_FLOAT32, 1, 14, 14, 1), nullptr, &decision,
                                         &count, nullptr);
      if (status != WALD_OK) state.SkipWithError(wald_last_error());
      benchmark::DoNotOptimize(sum);
      asked += count;
    }
  state.SetItemsProcessed(state.iterations() * test_rows);
  state.counters["mean trees"] = static_cast<double>(asked) / static_cast<double>(state.iterations() * test_rows);
}

void several(benchmark::internal::Benchmark *b) {
  b->Unit(benchmark::kMillisecond)->UseRealTime()->Repetitions(3)->ReportAggregatesOnly(true);
}

BENCHMARK_CAPTURE(fit_plan, all_1_thread, 0.0, 1)->Apply(several);
BENCHMARK_CAPTURE(selection, all, 0.0)->Apply(several);
BENCHMARK_CAPTURE(fit_plan, power_1_thread, 0.25, 1)->Apply(several);
BENCHMARK_CAPTURE(selection, power, 0.25)->Apply(several);
BENCHMARK_CAPTURE(literal, all, 0.0)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(literal_buffered, all, 0.0)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(fit_plan, all_2_threads, 0.0, 2)->Apply(several);
BENCHMARK_CAPTURE(fit_plan, power_2_threads, 0.25, 2)->Apply(several);
BENCHMARK(fit_all_of_it)->Arg(1)->Arg(2)->Apply(several);
BENCHMARK(greedy_mse)->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK(trees_in_full)->Apply(several);
BENCHMARK(trees_by_level)->DenseRange(-1, bits::most_levels - 1)->Apply(several);
BENCHMARK_CAPTURE(trees_with_cascade, alpha_half_percent, 0.005)->Apply(several);
BENCHMARK_CAPTURE(trees_with_cascade, alpha_quarter_percent, 0.0025)->Apply(several);
BENCHMARK_CAPTURE(lazy_steps, thresholds, false)->Apply(several);
BENCHMARK_CAPTURE(lazy_steps, bins, true)->Apply(several);
BENCHMARK_CAPTURE(lazy_steps_from_c, thresholds, false)->Apply(several);
BENCHMARK_CAPTURE(lazy_steps_from_c, bins, true)->Apply(several);
BENCHMARK_CAPTURE(rows_from_c, cascade, false)->Apply(several);
BENCHMARK_CAPTURE(rows_from_c, all_trees, true)->Apply(several);

}  // namespace

BENCHMARK_MAIN();
