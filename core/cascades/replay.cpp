// Replays a cascade beside its full ensemble on rows whose scores are all known.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/replay.hpp"

#include <cmath>
#include <numeric>

#include "core/cascades/run.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::cascades {

namespace {

std::vector<int64_t> first_rows(const ScoreSample &sample) {
  std::vector<int64_t> out;
  int64_t row = 0;
  for (const ScoreSample::Block &block : sample.blocks()) {
    out.push_back(row);
    row += block.rows;
  }
  return out;
}

// Adds a model's scores of some rows of a block to their sums.
template <class T>
void add_scores(const T *scores, double scale, const std::vector<int32_t> &rows, int64_t *sums, int64_t stride) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    sums[rows[i] * stride] += to_fixed(static_cast<double>(scores[rows[i]]), scale);
}

void add_model(const ScoreSample::Block &block, int64_t model, const Policy &policy, const std::vector<int32_t> &rows,
               std::vector<int64_t> &sums) {
  const double scale = policy.fixed.scale();
  for (int64_t c = 0; c < policy.classes; ++c) {
    const auto offset = static_cast<std::size_t>((model * policy.classes + c) * block.capacity);
    if (block.is_float)
      add_scores(block.floats.data() + offset, scale, rows, sums.data() + c, policy.classes);
    else
      add_scores(block.doubles.data() + offset, scale, rows, sums.data() + c, policy.classes);
  }
}

std::vector<int32_t> all_rows(const ScoreSample::Block &block) {
  std::vector<int32_t> rows(static_cast<std::size_t>(block.rows));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

void check_sample(const Policy &policy, const ScoreSample &sample) {
  if (sample.models() != policy.models())
    fail(Status::argument, "the sample has ", sample.models(), " models: must have ", policy.models());
  if (sample.classes() != policy.classes)
    fail(Status::argument, "the sample has ", sample.classes(), " classes: must have ", policy.classes);
}

}  // namespace

void Replay::add(const Replay &other) {
  weight += other.weight;
  errors += other.errors;
  error_rows += other.error_rows;
  stops.resize(std::max(stops.size(), other.stops.size()), 0.0);
  stop_rows.resize(stops.size(), 0);
  for (std::size_t r = 0; r < other.stops.size(); ++r) {
    stops[r] += other.stops[r];
    stop_rows[r] += other.stop_rows[r];
  }
}

double Replay::mean_models() const {
  double sum = 0;
  for (std::size_t r = 0; r < stops.size(); ++r) sum += stops[r] * static_cast<double>(r + 1);
  return sum / weight;
}

double Replay::mean_cost(const Policy &policy) const {
  double sum = 0, cost = 0;
  for (std::size_t r = 0; r < stops.size(); ++r) {
    cost += policy.costs[static_cast<std::size_t>(policy.positions[r].model)];
    if (stops[r] > 0) sum += stops[r] * cost;  // a model of infinite cost that no row needs costs nothing
  }
  return sum / weight;
}

double full_cost(const Policy &policy) { return std::accumulate(policy.costs.begin(), policy.costs.end(), 0.0); }

std::vector<int32_t> full_decisions(const Policy &policy, const ScoreSample &sample, int threads, Monitor &monitor) {
  check_sample(policy, sample);
  std::vector<int32_t> out(static_cast<std::size_t>(sample.rows()));
  const std::vector<int64_t> first = first_rows(sample);
  const auto tasks = static_cast<int64_t>(first.size());
  const int64_t cut = policy.cut();
  parallel_for(tasks, worker_count(threads, std::max<int64_t>(tasks, 1)), monitor, [&](int64_t b, int, Monitor &) {
    const ScoreSample::Block &block = sample.blocks()[static_cast<std::size_t>(b)];
    const std::vector<int32_t> rows = all_rows(block);
    std::vector<int64_t> sums(rows.size() * static_cast<std::size_t>(policy.classes), 0);
    for (int64_t t = 0; t < policy.models(); ++t) add_model(block, t, policy, rows, sums);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const int64_t *const own = sums.data() + i * static_cast<std::size_t>(policy.classes);
      out[static_cast<std::size_t>(first[static_cast<std::size_t>(b)]) + i] =
          policy.classes > 1 ? lead(own, policy.classes).leader : own[0] >= cut;
    }
  });
  return out;
}

Replay replay(const Policy &policy, const ScoreSample &sample, const std::vector<int32_t> &decisions, int threads,
              Monitor &monitor) {
  check_sample(policy, sample);
  const std::vector<int64_t> first = first_rows(sample);
  const auto tasks = static_cast<int64_t>(first.size());
  std::vector<Replay> parts(first.size());
  const double unit = sample.weight_unit();
  parallel_for(tasks, worker_count(threads, std::max<int64_t>(tasks, 1)), monitor, [&](int64_t b, int, Monitor &) {
    const ScoreSample::Block &block = sample.blocks()[static_cast<std::size_t>(b)];
    std::vector<int32_t> rows = all_rows(block);
    std::vector<int64_t> sums(rows.size() * static_cast<std::size_t>(policy.classes), 0);
    std::vector<uint8_t> in_full(rows.size(), 0);
    Replay part;
    part.stops.assign(policy.positions.size(), 0.0);
    part.stop_rows.assign(policy.positions.size(), 0);
    for (std::size_t r = 0; r < policy.positions.size() && !rows.empty(); ++r) {
      add_model(block, policy.positions[r].model, policy, rows, sums);
      const bool none_leaves =
          policy.bin_width == 0 && !policy.positions[r].decides() && r + 1 < policy.positions.size();
      if (none_leaves) continue;
      std::size_t kept = 0;
      for (const int32_t row : rows) {
        bool full = in_full[static_cast<std::size_t>(row)] != 0;
        const int32_t decision = decide_at(policy, r, sums.data() + row * policy.classes, full);
        in_full[static_cast<std::size_t>(row)] = full;
        if (decision == goes_on) {
          rows[kept++] = row;
          continue;
        }
        const int64_t global = first[static_cast<std::size_t>(b)] + row;
        if (sample.weight(global) == 0) continue;
        const double w = std::max(1.0, std::nearbyint(sample.weight(global) / unit)) * unit;
        part.weight += w;
        part.stops[r] += w;
        ++part.stop_rows[r];
        if (decision != decisions[static_cast<std::size_t>(global)]) {
          part.errors += w;
          ++part.error_rows;
        }
      }
      rows.resize(kept);
    }
    parts[static_cast<std::size_t>(b)] = std::move(part);
  });
  Replay sum;
  sum.stops.assign(policy.positions.size(), 0.0);
  sum.stop_rows.assign(policy.positions.size(), 0);
  for (const Replay &part : parts) sum.add(part);
  return sum;
}

}  // namespace wald::core::cascades
