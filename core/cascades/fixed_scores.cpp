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

}  // namespace

FixedScores make_fixed(const ScoreSample &sample, double threshold, int threads, Monitor &monitor) {
  FixedScores out;
  out.models = sample.models();
  out.classes = sample.classes();
  const auto classes = static_cast<std::size_t>(out.classes);
  const std::vector<ScoreSample::Block> &blocks = sample.blocks();
  const auto tasks = static_cast<int64_t>(blocks.size());
  const int workers = worker_count(threads, std::max<int64_t>(tasks, 1));
  std::vector<int64_t> first;
  int64_t rows = 0;
  for (const ScoreSample::Block &block : blocks) {
    first.push_back(rows);
    rows += block.rows;
  }
  const auto row_of = [&](int64_t b) { return static_cast<std::size_t>(first[static_cast<std::size_t>(b)]); };
  const auto block_of = [&](int64_t b) -> const ScoreSample::Block & { return blocks[static_cast<std::size_t>(b)]; };

  // The unit, by the largest sum of |scores| of a row and class.
  std::vector<double> reals(static_cast<std::size_t>(rows) * classes, 0.0);
  std::vector<double> largest(blocks.size(), 0.0);
  parallel_for(tasks, workers, monitor, [&](int64_t b, int, Monitor &) {
    const ScoreSample::Block &block = block_of(b);
    const auto count = static_cast<std::size_t>(block.rows);
    std::vector<double> sums(count), magnitudes(count);
    for (std::size_t c = 0; c < classes; ++c) {
      std::fill(sums.begin(), sums.end(), 0.0);
      std::fill(magnitudes.begin(), magnitudes.end(), 0.0);
      for (int64_t t = 0; t < out.models; ++t)
        with_column(block, t * out.classes + static_cast<int64_t>(c),
                    [&](const auto *scores) { add_magnitudes(scores, block.rows, sums.data(), magnitudes.data()); });
      for (std::size_t i = 0; i < count; ++i) {
        if (sample.weight(static_cast<int64_t>(row_of(b) + i)) == 0) continue;
        reals[(row_of(b) + i) * classes + c] = sums[i];
        largest[static_cast<std::size_t>(b)] = std::max(largest[static_cast<std::size_t>(b)], magnitudes[i]);
      }
    }
  });
  const double most = largest.empty() ? 0 : *std::max_element(largest.begin(), largest.end());
  if (std::isinf(most)) fail(Status::argument, "the scores of a row add up to ", most, ": their sum must be finite");
  out.fixed = finest(most, out.models);
  const double scale = out.fixed.scale();
  out.cut = std::clamp(threshold_to_fixed(threshold, scale), -max_fixed_sum - 1, max_fixed_sum + 1);

  // What the full ensemble decides.
  std::vector<int64_t> sums(static_cast<std::size_t>(rows) * classes, 0);
  parallel_for(tasks, workers, monitor, [&](int64_t b, int, Monitor &) {
    const ScoreSample::Block &block = block_of(b);
    std::vector<int64_t> own(static_cast<std::size_t>(block.rows));
    for (std::size_t c = 0; c < classes; ++c) {
      std::fill(own.begin(), own.end(), 0);
      for (int64_t t = 0; t < out.models; ++t)
        with_column(block, t * out.classes + static_cast<int64_t>(c),
                    [&](const auto *scores) { add_fixed(scores, scale, block.rows, own.data()); });
      for (std::size_t i = 0; i < own.size(); ++i) sums[(row_of(b) + i) * classes + c] = own[i];
    }
  });

  // The order of the rows: positives, then negatives.
  std::vector<int64_t> order, negatives;
  std::vector<int32_t> decision(static_cast<std::size_t>(rows));
  for (int64_t i = 0; i < rows; ++i) {
    if (sample.weight(i) == 0) continue;
    const auto at = static_cast<std::size_t>(i) * classes;
    if (classes > 1) {
      decision[static_cast<std::size_t>(i)] = lead(sums.data() + at, out.classes).leader;
      // The larger of two sums in double wins by more than their rounding, or the two are as good.
      const double *const real = reals.data() + at;
      out.rounded_decisions += std::max_element(real, real + classes) - real != decision[static_cast<std::size_t>(i)];
      order.push_back(i);
    } else {
      decision[static_cast<std::size_t>(i)] = static_cast<int32_t>(sums[at]);
      const bool positive = sums[at] >= out.cut;
      out.rounded_decisions += positive != (reals[at] >= threshold);
      (positive ? order : negatives).push_back(i);
    }
  }
  out.n_positive = static_cast<int64_t>(order.size());
  order.insert(order.end(), negatives.begin(), negatives.end());
  out.n = static_cast<int64_t>(order.size());
  if (out.n == 0) fail(Status::argument, "rows is 0: no row of a weight above 0 was fed");
  for (const int64_t i : order) {
    out.full.push_back(decision[static_cast<std::size_t>(i)]);
    if (sample.has_targets()) out.targets.push_back(sample.target(i));
  }
  set_weights(sample, order, out);

  // Where each row of a block goes; those of weight 0 go nowhere.
  std::vector<int64_t> place(static_cast<std::size_t>(rows), -1);
  for (std::size_t i = 0; i < order.size(); ++i) place[static_cast<std::size_t>(order[i])] = static_cast<int64_t>(i);
  out.scores.resize(static_cast<std::size_t>(out.n) * static_cast<std::size_t>(sample.columns()));
  parallel_for(tasks, workers, monitor, [&](int64_t b, int, Monitor &) {
    const ScoreSample::Block &block = block_of(b);
    for (int64_t j = 0; j < sample.columns(); ++j) {
      int32_t *const to = out.scores.data() + j * out.n;
      with_column(block, j, [&](const auto *scores) {
        for (int64_t i = 0; i < block.rows; ++i) {
          const int64_t p = place[row_of(b) + static_cast<std::size_t>(i)];
          if (p >= 0) to[p] = static_cast<int32_t>(to_fixed(static_cast<double>(scores[i]), scale));
        }
      });
    }
  });
  return out;
}

}  // namespace wald::core::cascades
