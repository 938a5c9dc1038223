// Batches of rows go down one tree after the other. After each tree whose position decides, rows that leave drop out of
// the list of rows by a write that is not a branch: whether it is kept depends on where the next one goes.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/tree_cascade.hpp"

#include <limits>
#include <numeric>

#include "core/cascades/run.hpp"
#include "core/numeric/parallel.hpp"
#include "core/trees/walk.hpp"

namespace wald::core::cascades {

namespace {
constexpr int64_t rows_of_batch = 512;
}

struct TreeCascade::Workspace {
  std::vector<int64_t> sums;
  std::vector<double> scores;
  std::vector<int32_t> rows, leaves, decisions, counts;
  std::vector<uint8_t> full;
};

double threshold_without_base(const trees::Ensemble &ensemble, double margin) {
  if (ensemble.shape().outputs > 1)
    fail(Status::unsupported, "a threshold is for one output: of several the largest decides");
  return margin - (ensemble.shape().base.empty() ? 0.0 : ensemble.shape().base[0]);
}

void check_fit(const trees::Ensemble &ensemble, const Policy &policy) {
  const trees::EnsembleShape &shape = ensemble.shape();
  if (ensemble.n_models() != policy.models())
    fail(Status::argument, "the cascade has ", policy.models(), " models: must have those of the ensemble, ",
         ensemble.n_models());
  if (shape.outputs != policy.classes)
    fail(Status::argument, "the cascade has ", policy.classes, " classes: must have the ensemble's outputs, ",
         shape.outputs);
  if (!policy.feature_names.empty() && static_cast<int64_t>(policy.feature_names.size()) != shape.features)
    fail(Status::argument, "feature_names has ", policy.feature_names.size(), " texts: must have one per feature, ",
         shape.features);
  if (shape.outputs > 1)
    for (const double b : shape.base)
      if (b != shape.base[0])
        fail(Status::unsupported, "the outputs have different bases: make them a model of one leaf");
}

TreeCascade::TreeCascade(trees::Ensemble ensemble, Policy policy)
    : ensemble_(std::move(ensemble)), policy_(std::move(policy)) {
  const trees::EnsembleShape &shape = ensemble_.shape();
  check_policy(policy_);
  check_fit(ensemble_, policy_);
  for (const Position &p : policy_.positions)
    for (int64_t t = 0; t < shape.trees_per_model; ++t) order_.push_back(p.model * shape.trees_per_model + t);
  whole_ = shape.trees_per_model == 1;
  const double scale = policy_.fixed.scale();
  const auto width = static_cast<std::size_t>(shape.leaf_width);
  if (whole_)
    for (const int64_t t : order_) {
      std::vector<int64_t> own;
      for (const int32_t source : ensemble_.walk(t).source)
        for (std::size_t k = 0; k < width; ++k)
          own.push_back(to_fixed(ensemble_.tree(t).values[static_cast<std::size_t>(source) * width + k], scale));
      values_.push_back(std::move(own));
    }
}

// What a service asks, row by row: without lists of rows. For one output, without bins.
template <class Real>
void TreeCascade::run_row(const Real *row, int32_t &decision, int32_t &count, int64_t &sum) const {
  sum = 0;
  for (std::size_t r = 0;; ++r) {
    sum += values_[r][static_cast<std::size_t>(trees::leaf_of(ensemble_.tree(order_[r]), ensemble_.walk(order_[r]), row))];
    decision = decide(policy_.positions[r], sum);
    if (decision == goes_on) continue;
    count = static_cast<int32_t>(r + 1);
    return;
  }
}

template <class Real>
void TreeCascade::run_batch(const Real *features, int64_t stride, int64_t n, Workspace &w) const {
  const trees::EnsembleShape &shape = ensemble_.shape();
  const int64_t outputs = shape.outputs;
  const auto cells = static_cast<std::size_t>(n * outputs);
  w.rows.resize(static_cast<std::size_t>(n));
  std::iota(w.rows.begin(), w.rows.end(), 0);
  w.leaves.resize(w.rows.size());
  w.decisions.assign(w.rows.size(), goes_on);
  w.counts.assign(w.rows.size(), 0);
  w.full.assign(w.rows.size(), 0);
  w.sums.assign(cells, 0);
  const double scale = policy_.fixed.scale();
  const bool plain = policy_.classes == 1 && policy_.bin_width == 0;
  int64_t live = n;
  for (std::size_t r = 0; r < policy_.positions.size() && live > 0; ++r) {
    int32_t *const rows = w.rows.data();
    int32_t *const leaves = w.leaves.data();
    int64_t *const sums = w.sums.data();
    if (whole_) {
      const trees::Tree &tree = ensemble_.tree(order_[r]);
      trees::leaves_of(tree, ensemble_.walk(order_[r]), features, stride, rows, live, leaves);
      const int64_t *const values = values_[r].data();
      if (outputs == 1)
        for (int64_t i = 0; i < live; ++i) sums[rows[i]] += values[leaves[i]];
      else if (shape.leaf_width == 1)
        for (int64_t i = 0; i < live; ++i) sums[rows[i] * outputs + tree.output] += values[leaves[i]];
      else
        for (int64_t i = 0; i < live; ++i)
          for (int64_t k = 0; k < outputs; ++k) sums[rows[i] * outputs + k] += values[leaves[i] * outputs + k];
    } else {
      // A model's score is the sum of its trees, rounded once.
      w.scores.assign(cells, 0.0);
      for (int64_t t = 0; t < shape.trees_per_model; ++t) {
        const int64_t at = order_[r * static_cast<std::size_t>(shape.trees_per_model) + static_cast<std::size_t>(t)];
        const trees::Tree &tree = ensemble_.tree(at);
        const trees::WalkTree &walk = ensemble_.walk(at);
        trees::leaves_of(tree, walk, features, stride, rows, live, leaves);
        const double *const values = tree.values.data();
        for (int64_t i = 0; i < live; ++i) {
          const int64_t source = walk.source[static_cast<std::size_t>(leaves[i])];
          if (shape.leaf_width == 1)
            w.scores[static_cast<std::size_t>(rows[i] * outputs + tree.output)] += values[source];
          else
            for (int64_t k = 0; k < outputs; ++k)
              w.scores[static_cast<std::size_t>(rows[i] * outputs + k)] += values[source * outputs + k];
        }
      }
      for (int64_t i = 0; i < live; ++i)
        for (int64_t k = 0; k < outputs; ++k) {
          const auto cell = static_cast<std::size_t>(rows[i] * outputs + k);
          sums[cell] += to_fixed(w.scores[cell], scale);
        }
    }
    const Position &position = policy_.positions[r];
    const auto count = static_cast<int32_t>(r + 1);
    int64_t kept = 0;
    if (plain) {
      if (!position.decides()) continue;
      for (int64_t i = 0; i < live; ++i) {
        const int32_t row = rows[i];
        const int64_t sum = sums[row];
        const bool positive = sum >= position.high;
        w.decisions[static_cast<std::size_t>(row)] = positive;
        w.counts[static_cast<std::size_t>(row)] = count;
        rows[kept] = row;
        kept += !positive & (sum >= position.low);
      }
    } else {
      for (int64_t i = 0; i < live; ++i) {
        const int32_t row = rows[i];
        bool full = w.full[static_cast<std::size_t>(row)] != 0;
        w.decisions[static_cast<std::size_t>(row)] = decide_at(policy_, r, sums + row * outputs, full);
        w.counts[static_cast<std::size_t>(row)] = count;
        w.full[static_cast<std::size_t>(row)] = full;
        rows[kept] = row;
        kept += w.decisions[static_cast<std::size_t>(row)] == goes_on;
      }
    }
    live = kept;
  }
}

void TreeCascade::run(const RealTable &features, int threads, Monitor &monitor, Strided<int32_t> decisions,
                      Strided<int32_t> counts, double *sums) const {
  check_features(ensemble_.shape(), features);
  if (features.rows >= trees::bits::least_rows) {
    const auto bits =
        bits_.get([&] { return std::make_shared<const BitCascade>(ensemble_, policy_, order_, trees::bits::best_level()); });
    if (bits->pays(features.rows)) {
      bits->run(ensemble_, policy_, order_, features, threads, monitor, {decisions, counts, sums});
      return;
    }
  }
  run_walking(features, threads, monitor, decisions, counts, sums);
}

void TreeCascade::run_bits(const trees::bits::Level &level, const RealTable &features, int threads, Monitor &monitor,
                           Strided<int32_t> decisions, Strided<int32_t> counts, double *sums) const {
  check_features(ensemble_.shape(), features);
  BitCascade(ensemble_, policy_, order_, level)
      .run(ensemble_, policy_, order_, features, threads, monitor, {decisions, counts, sums});
}

void TreeCascade::run_walking(const RealTable &features, int threads, Monitor &monitor, Strided<int32_t> decisions,
                              Strided<int32_t> counts, double *sums) const {
  const trees::EnsembleShape &shape = ensemble_.shape();
  const double unit = policy_.fixed.unit();
  check_features(shape, features);
  const int64_t tasks = (features.rows + rows_of_batch - 1) / rows_of_batch;
  const int workers = worker_count(threads, std::max<int64_t>(tasks, 1));
  const bool plain = whole_ && policy_.classes == 1 && policy_.bin_width == 0;
  trees::with_feature_type(shape, features, [&](auto type) {
    using Real = decltype(type);
    if (features.rows == 1 && plain) {
      trees::FeatureRows<Real> copy;
      int64_t stride = 0;
      int32_t decision = goes_on, count = 0;
      int64_t sum = 0;
      run_row(copy.take(features, 0, 1, stride), decision, count, sum);
      if (sums)
        sums[0] = count < policy_.models() ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(sum) * unit;
      if (decisions.data) decisions[0] = decision;
      if (counts.data) counts[0] = count;
      return;
    }
    std::vector<trees::FeatureRows<Real>> copies(static_cast<std::size_t>(workers));
    std::vector<Workspace> workspaces(static_cast<std::size_t>(workers));
    parallel_for(tasks, workers, monitor, [&](int64_t task, int worker, Monitor &) {
      const int64_t begin = task * rows_of_batch, n = std::min(rows_of_batch, features.rows - begin);
      int64_t stride = 0;
      const Real *const x = copies[static_cast<std::size_t>(worker)].take(features, begin, n, stride);
      Workspace &workspace = workspaces[static_cast<std::size_t>(worker)];
      run_batch(x, stride, n, workspace);
      for (int64_t i = 0; i < n; ++i) {
        if (decisions.data) decisions[begin + i] = workspace.decisions[static_cast<std::size_t>(i)];
        if (counts.data) counts[begin + i] = workspace.counts[static_cast<std::size_t>(i)];
        if (!sums) continue;
        const bool in_full = workspace.counts[static_cast<std::size_t>(i)] == policy_.models();
        for (int64_t k = 0; k < shape.outputs; ++k)
          sums[(begin + i) * shape.outputs + k] =
              in_full ? static_cast<double>(workspace.sums[static_cast<std::size_t>(i * shape.outputs + k)]) * unit
                      : std::numeric_limits<double>::quiet_NaN();
      }
    });
  });
}

}  // namespace wald::core::cascades
