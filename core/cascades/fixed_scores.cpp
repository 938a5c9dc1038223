// Turns the rows of a sample into whole numbers, in the order that fitting needs.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/fixed_scores.hpp"

#include <algorithm>
#include <cmath>

#include "core/cascades/policy.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::cascades {

namespace {

// Weights as whole numbers whose sums are exact.
void set_weights(const ScoreSample &sample, const std::vector<int64_t> &rows, FixedScores &out) {
  out.total_weight = out.n;
  if (sample.equal_weights()) return;
  const double unit = sample.weight_unit();
  out.weights.reserve(rows.size());
  out.total_weight = 0;
  out.least_weight = std::numeric_limits<int64_t>::max();
  for (const int64_t i : rows) {
    const auto w = std::max<int64_t>(1, static_cast<int64_t>(std::nearbyint(sample.weight(i) / unit)));
    out.weights.push_back(w);
    out.total_weight += w;
    out.least_weight = std::min(out.least_weight, w);
  }
}

template <class T>
void add_magnitudes(const T *scores, int64_t rows, double *sums, double *magnitudes) {
  for (int64_t i = 0; i < rows; ++i) {
    sums[i] += static_cast<double>(scores[i]);
    magnitudes[i] += std::fabs(static_cast<double>(scores[i]));
  }
}

template <class T>
void add_fixed(const T *scores, double scale, int64_t rows, int64_t *sums) {
  for (int64_t i = 0; i < rows; ++i) sums[i] += to_fixed(static_cast<double>(scores[i]), scale);
}

template <class Visit>
void with_column(const ScoreSample::Block &block, int64_t column, const Visit &visit) {
  const auto offset = static_cast<std::size_t>(column * block.capacity);
  if (block.is_float)
    visit(block.floats.data() + offset);
  else
    visit(block.doubles.data() + offset);
}

// The blocks of a sample, and where their rows begin among all; the steps of make_fixed go over them one after the other.
struct SampleBlocks {
  const ScoreSample &sample;
  int threads;
  Monitor &monitor;
  std::vector<int64_t> first;
  int64_t rows = 0;

  SampleBlocks(const ScoreSample &of, int on_threads, Monitor &seen) : sample(of), threads(on_threads), monitor(seen) {
    for (const ScoreSample::Block &block : sample.blocks()) {
      first.push_back(rows);
      rows += block.rows;
    }
  }
  std::size_t classes() const { return static_cast<std::size_t>(sample.classes()); }
  // visit(block, its number, its first row) on several threads.
  template <class Visit>
  void each(const Visit &visit) const {
    const auto tasks = static_cast<int64_t>(first.size());
    parallel_for(tasks, worker_count(threads, std::max<int64_t>(tasks, 1)), monitor, [&](int64_t b, int, Monitor &) {
      const auto at = static_cast<std::size_t>(b);
      visit(sample.blocks()[at], at, static_cast<std::size_t>(first[at]));
    });
  }
};

// Sums of each row and class, row by row, and the largest sum of magnitudes.
struct RealSums {
  std::vector<double> sums;
  double most = 0;
};
RealSums real_sums(const SampleBlocks &blocks) {
  const ScoreSample &sample = blocks.sample;
  const std::size_t classes = blocks.classes();
  RealSums out;
  out.sums.assign(static_cast<std::size_t>(blocks.rows) * classes, 0.0);
  std::vector<double> largest(blocks.first.size(), 0.0);
  blocks.each([&](const ScoreSample::Block &block, std::size_t b, std::size_t first) {
    const auto count = static_cast<std::size_t>(block.rows);
    std::vector<double> sums(count), magnitudes(count);
    for (std::size_t c = 0; c < classes; ++c) {
      std::fill(sums.begin(), sums.end(), 0.0);
      std::fill(magnitudes.begin(), magnitudes.end(), 0.0);
      for (int64_t t = 0; t < sample.models(); ++t)
        with_column(block, t * sample.classes() + static_cast<int64_t>(c),
                    [&](const auto *scores) { add_magnitudes(scores, block.rows, sums.data(), magnitudes.data()); });
      for (std::size_t i = 0; i < count; ++i) {
        if (sample.weight(static_cast<int64_t>(first + i)) == 0) continue;
        out.sums[(first + i) * classes + c] = sums[i];
        largest[b] = std::max(largest[b], magnitudes[i]);
      }
    }
  });
  out.most = largest.empty() ? 0 : *std::max_element(largest.begin(), largest.end());
  return out;
}

// The same sums as whole numbers.
std::vector<int64_t> whole_sums(const SampleBlocks &blocks, double scale) {
  const ScoreSample &sample = blocks.sample;
  const std::size_t classes = blocks.classes();
  std::vector<int64_t> sums(static_cast<std::size_t>(blocks.rows) * classes, 0);
  blocks.each([&](const ScoreSample::Block &block, std::size_t, std::size_t first) {
    std::vector<int64_t> own(static_cast<std::size_t>(block.rows));
    for (std::size_t c = 0; c < classes; ++c) {
      std::fill(own.begin(), own.end(), 0);
      for (int64_t t = 0; t < sample.models(); ++t)
        with_column(block, t * sample.classes() + static_cast<int64_t>(c),
                    [&](const auto *scores) { add_fixed(scores, scale, block.rows, own.data()); });
      for (std::size_t i = 0; i < own.size(); ++i) sums[(first + i) * classes + c] = own[i];
    }
  });
  return sums;
}

// What the full ensemble decides of each row, and the order of the rows: positives, then negatives.
struct FullDecisions {
  std::vector<int64_t> order;
  std::vector<int32_t> decision;
};
FullDecisions decide_fully(const SampleBlocks &blocks, const RealSums &reals, const std::vector<int64_t> &sums,
                           double threshold, FixedScores &counts) {
  const std::size_t classes = blocks.classes();
  FullDecisions out;
  std::vector<int64_t> negatives;
  out.decision.resize(static_cast<std::size_t>(blocks.rows));
  for (int64_t i = 0; i < blocks.rows; ++i) {
    if (blocks.sample.weight(i) == 0) continue;
    const auto at = static_cast<std::size_t>(i) * classes;
    int32_t &decision = out.decision[static_cast<std::size_t>(i)];
    if (classes > 1) {
      decision = lead(sums.data() + at, counts.classes).leader;
      // The larger of two sums in double wins by more than their rounding, or the two are as good.
      const double *const real = reals.sums.data() + at;
      counts.rounded_decisions += std::max_element(real, real + classes) - real != decision;
      out.order.push_back(i);
    } else {
      decision = static_cast<int32_t>(sums[at]);
      const bool positive = sums[at] >= counts.cut;
      counts.rounded_decisions += positive != (reals.sums[at] >= threshold);
      (positive ? out.order : negatives).push_back(i);
    }
  }
  counts.n_positive = static_cast<int64_t>(out.order.size());
  out.order.insert(out.order.end(), negatives.begin(), negatives.end());
  counts.n = static_cast<int64_t>(out.order.size());
  return out;
}

// Scores in the order of the rows; those of weight 0 go nowhere.
void place_scores(const SampleBlocks &blocks, const std::vector<int64_t> &order, double scale, FixedScores &out) {
  const ScoreSample &sample = blocks.sample;
  std::vector<int64_t> place(static_cast<std::size_t>(blocks.rows), -1);
  for (std::size_t i = 0; i < order.size(); ++i) place[static_cast<std::size_t>(order[i])] = static_cast<int64_t>(i);
  out.scores.resize(static_cast<std::size_t>(out.n) * static_cast<std::size_t>(sample.columns()));
  blocks.each([&](const ScoreSample::Block &block, std::size_t, std::size_t first) {
    for (int64_t j = 0; j < sample.columns(); ++j) {
      int32_t *const to = out.scores.data() + j * out.n;
      with_column(block, j, [&](const auto *scores) {
        for (int64_t i = 0; i < block.rows; ++i) {
          const int64_t p = place[first + static_cast<std::size_t>(i)];
          if (p >= 0) to[p] = static_cast<int32_t>(to_fixed(static_cast<double>(scores[i]), scale));
        }
      });
    }
  });
}

}  // namespace

FixedScores make_fixed(const ScoreSample &sample, double threshold, int threads, Monitor &monitor) {
  FixedScores out;
  out.models = sample.models();
  out.classes = sample.classes();
  const SampleBlocks blocks(sample, threads, monitor);
  // The unit, by the largest sum of |scores| of a row and class.
  const RealSums reals = real_sums(blocks);
  if (std::isinf(reals.most))
    fail(Status::argument, "the scores of a row add up to ", reals.most, ": their sum must be finite");
  out.fixed = finest(reals.most, out.models);
  const double scale = out.fixed.scale();
  out.cut = std::clamp(threshold_to_fixed(threshold, scale), -max_fixed_sum - 1, max_fixed_sum + 1);
  const FullDecisions full = decide_fully(blocks, reals, whole_sums(blocks, scale), threshold, out);
  if (out.n == 0) fail(Status::argument, "rows is 0: no row of a weight above 0 was fed");
  for (const int64_t i : full.order) {
    out.full.push_back(full.decision[static_cast<std::size_t>(i)]);
    if (sample.has_targets()) out.targets.push_back(sample.target(i));
  }
  set_weights(sample, full.order, out);
  place_scores(blocks, full.order, scale, out);
  return out;
}

}  // namespace wald::core::cascades
