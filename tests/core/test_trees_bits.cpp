// Trees as bit vectors, by every instruction set of this machine, against walking: to the bit.
#include <catch2/catch.hpp>

#include <cstring>
#include <memory>
#include <thread>

#include "core/cascades/tree_cascade.hpp"
#include "core/trees/evaluate_trees.hpp"
#include "tree_cases.hpp"

using namespace wald::core;
using namespace wald::core::trees;
using namespace wald::core::cascades;
using namespace tree_cases;

namespace {

std::vector<const bits::Level *> levels() {
  const bits::Level *out[bits::most_levels];
  const int n = bits::levels_here(out);
  return {out, out + n};
}

bool same_bits(const std::vector<double> &a, const std::vector<double> &b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

// Few rows, few vectors, a block and a bit.
int64_t some_rows(cases::Rng &rng, int c) {
  constexpr int sizes[] = {1, 2, 63, 64, 65, 128, 255, 256, 257, 511, 513};
  if (c % 97 == 0) return 1100;
  return c % 3 ? rng.between(1, 70) : sizes[rng.below(11)];
}

// Positions that decide some rows early, of sums of any size.
Policy some_policy(cases::Rng &rng, const Ensemble &ensemble, int c) {
  Policy out;
  const int64_t models = ensemble.n_models();
  out.classes = ensemble.shape().outputs;
  out.fixed.exponent = c % 5 == 0 ? 45 : rng.between(-4, 20);
  const double scale = out.fixed.scale();
  out.threshold = rng.uniform() - 0.5;
  out.costs.assign(static_cast<std::size_t>(models), 1.0);
  std::vector<int32_t> order;
  for (int32_t t = 0; t < models; ++t) order.insert(order.begin() + rng.below(t + 1), t);
  for (const int32_t model : order) {
    Position p;
    p.model = model;
    const double low = 2 * rng.uniform() - 1.5, high = low + rng.uniform();
    if (out.classes == 1 && rng.below(4)) p.low = static_cast<int64_t>(low * scale);
    if (rng.below(4)) p.high = static_cast<int64_t>((out.classes > 1 ? high - low : high) * scale);
    if (rng.below(30) == 0 && out.classes == 1) p.low = p.high = rng.below(2) ? never_above : never_below + 1;
    out.positions.push_back(p);
  }
  if (out.classes == 1) out.positions.back().low = out.positions.back().high = out.cut();
  if (out.classes == 1 && c % 4 == 1) {
    out.bin_width = std::max<int64_t>(1, static_cast<int64_t>(0.25 * scale));
    for (int64_t r = 0; r < models; ++r) {
      std::vector<Bin> bins;
      for (int64_t b = -6; b < 6; ++b)
        if (rng.below(5)) {
          const int64_t low = b * out.bin_width + static_cast<int64_t>(rng.uniform() * 0.2 * scale);
          bins.push_back({b, low, low + rng.below(3)});
        }
      out.bins.push_back(bins);
    }
  }
  return out;
}

}  // namespace

TEST_CASE("trees as bit vectors: sums and scores of any ensemble have the bits of a walk", "[levels][threads]") {
  cases::Rng rng(11);
  NoMonitor monitor;
  int64_t taken = 0, apart = 0;
  for (int c = 0; c < cases::scaled(10000); ++c) {
    const int64_t trees_per_model = c % 10 == 4 ? 2 : 1;
    const Case made = some_case(rng, c, trees_per_model);
    const Ensemble &ensemble = made.ensemble;
    const EnsembleShape &shape = ensemble.shape();
    const int64_t n = some_rows(rng, c);
    const std::vector<double> x = some_features(rng, ensemble, made.kind, n);
    const Layout layout = some_layout(rng, x, n, shape.features);
    const int threads = 1 + c % 2;
    std::vector<double> sums(static_cast<std::size_t>(n * shape.outputs));
    std::vector<double> scores(static_cast<std::size_t>(n * shape.outputs * ensemble.n_models()));
    sum_trees(ensemble, nullptr, layout.table, threads, monitor, sums.data());
    score_models(ensemble, nullptr, layout.table, threads, monitor, scores.data());
    for (const bits::Level *level : levels()) {
      const BitSums bits(ensemble, *level);
      for (int64_t t = 0; t < ensemble.n_trees(); ++t) {
        const bool few = ensemble.tree(t).nodes.size() < 2 * bits::most_leaves;
        REQUIRE(bits.forest.has(static_cast<std::size_t>(t)) == few);
        ++(few ? taken : apart);
      }
      std::vector<double> own_sums(sums.size()), own_scores(scores.size());
      sum_trees(ensemble, &bits, layout.table, threads, monitor, own_sums.data());
      score_models(ensemble, &bits, layout.table, threads, monitor, own_scores.data());
      INFO("case " << c << ", " << level->name);
      REQUIRE(same_bits(own_sums, sums));
      REQUIRE(same_bits(own_scores, scores));
    }
    std::vector<double> chosen(sums.size());
    ensemble.evaluate(layout.table, threads, monitor, chosen.data());
    REQUIRE(same_bits(chosen, sums));
  }
  CHECK(taken > 0);
  CHECK(apart > 0);
}

TEST_CASE("trees as bit vectors: hundreds of thresholds and categories of a feature, columns of 255 at a time",
          "[levels]") {
  cases::Rng rng(12);
  NoMonitor monitor;
  for (int c = 0; c < cases::scaled(60); ++c) {
    EnsembleShape shape;
    shape.features = 2;
    shape.float_features = c % 2;
    Kind kind;
    kind.leaves = 200;
    kind.grid = 0;
    kind.categories = c % 3 == 0;
    kind.wide_categories = kind.categories;
    kind.zeros = c % 4 < 2;
    Ensemble ensemble(shape);
    const int trees = c % 5 == 0 ? 40 : rng.between(2, 8);
    for (int t = 0; t < trees; ++t) ensemble.add(some_tree(rng, shape, kind, static_cast<Form>(rng.below(6))));
    const int64_t n = 400;
    const std::vector<double> x = some_features(rng, ensemble, kind, n);
    const Layout layout = some_layout(rng, x, n, 2);
    std::vector<double> sums(static_cast<std::size_t>(n)), own(sums.size());
    sum_trees(ensemble, nullptr, layout.table, 1, monitor, sums.data());
    for (const bits::Level *level : levels()) {
      const BitSums bits(ensemble, *level);
      CHECK(bits.forest.coding().columns() > 2);
      sum_trees(ensemble, &bits, layout.table, 1, monitor, own.data());
      INFO("case " << c << ", " << level->name);
      REQUIRE(same_bits(own, sums));
    }
  }
}

TEST_CASE("trees as bit vectors: a cascade decides every row as by walking, after as many models", "[levels][threads]") {
  cases::Rng rng(13);
  NoMonitor monitor;
  int64_t early = 0, late = 0;
  for (int c = 0; c < cases::scaled(10000); ++c) {
    const int64_t trees_per_model = c % 8 == 5 ? 3 : 1;
    Case made = some_case(rng, c, trees_per_model);
    if (c % 16 == 0)
      for (int t = 0; t < 30 * trees_per_model; ++t)
        made.ensemble.add(some_tree(rng, made.ensemble.shape(), made.kind, Form::random));
    const EnsembleShape &shape = made.ensemble.shape();
    const int64_t n = c % 200 == 0 ? 4500 : some_rows(rng, c);
    const std::vector<double> x = some_features(rng, made.ensemble, made.kind, n);
    const Layout layout = some_layout(rng, x, n, shape.features);
    const TreeCascade cascade(made.ensemble, some_policy(rng, made.ensemble, c));
    const int threads = 1 + c % 2;
    const auto rows = static_cast<std::size_t>(n);
    std::vector<int32_t> decisions(rows, -7), counts(rows, -7);
    const auto outputs = static_cast<std::size_t>(shape.outputs);
    std::vector<double> sums(rows * outputs, -7), own_sums(sums.size(), -7);
    cascade.run_walking(layout.table, threads, monitor, {decisions.data(), n, 1}, {counts.data(), n, 1}, sums.data());
    for (std::size_t i = 0; i < sums.size(); ++i)
      REQUIRE(std::isnan(sums[i]) == (counts[i / outputs] < cascade.policy().models()));
    for (const int32_t count : counts) ++(count < cascade.policy().models() ? early : late);
    for (const bits::Level *level : levels()) {
      std::vector<int32_t> own(2 * rows, -7), own_counts(rows, -7);
      cascade.run_bits(*level, layout.table, threads, monitor, {own.data(), n, 2}, {own_counts.data(), n, 1},
                       own_sums.data());
      for (std::size_t i = 0; i < sums.size(); ++i)
        REQUIRE((own_sums[i] == sums[i] || (std::isnan(own_sums[i]) && std::isnan(sums[i]))));
      INFO("case " << c << ", " << level->name);
      for (std::size_t i = 0; i < rows; ++i) REQUIRE((own[2 * i] == decisions[i] && own[2 * i + 1] == -7));
      REQUIRE(own_counts == counts);
      own.assign(rows, -7);
      cascade.run_bits(*level, layout.table, threads, monitor, {own.data(), n, 1}, {});
      REQUIRE(own == decisions);
    }
    std::vector<int32_t> chosen(rows, -7), chosen_counts(rows, -7);
    cascade.run(layout.table, threads, monitor, {chosen.data(), n, 1}, {chosen_counts.data(), n, 1});
    REQUIRE(chosen == decisions);
    REQUIRE(chosen_counts == counts);
  }
  CHECK(early > 0);
  CHECK(late > 0);
}

TEST_CASE("trees as bit vectors: an ensemble that grows is evaluated whole, shared by threads or copied", "[levels][threads]") {
  cases::Rng rng(14);
  NoMonitor monitor;
  EnsembleShape shape;
  shape.features = 3;
  Kind kind;
  kind.leaves = 20;
  Ensemble ensemble(shape);
  const int64_t n = 2000;
  std::vector<double> x;
  for (int64_t i = 0; i < 3 * n; ++i) x.push_back(4 * rng.uniform() - 2);
  const RealTable table{x.data(), false, n, 3, 3, 1};
  for (int t = 0; t < 40; ++t) {
    ensemble.add(some_tree(rng, shape, kind, Form::random));
    std::vector<double> sums(static_cast<std::size_t>(n)), walked(sums.size()), copied(sums.size());
    sum_trees(ensemble, nullptr, table, 1, monitor, walked.data());
    std::vector<std::vector<double>> shared(3, sums);
    std::vector<std::thread> threads;
    for (auto &own : shared)
      threads.emplace_back([&] {
        NoMonitor silent;
        const Ensemble copy = ensemble;
        ensemble.evaluate(table, 1, silent, own.data());
        std::vector<double> again(own.size());
        copy.evaluate(table, 1, silent, again.data());
        if (!same_bits(own, again)) own.clear();
      });
    for (std::thread &thread : threads) thread.join();
    for (const auto &own : shared) REQUIRE(same_bits(own, walked));
  }
}
