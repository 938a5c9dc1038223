// Runs a cascade over a table of scores, or over scores from a callback.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/run.hpp"

#include <cmath>
#include <numeric>

#include "core/numeric/parallel.hpp"

namespace wald::core::cascades {

namespace {

void note(int64_t row, int32_t decision, int32_t count, Strided<int32_t> decisions, Strided<int32_t> counts) {
  if (decisions.data) decisions[row] = decision;
  if (counts.data) counts[row] = count;
}

}  // namespace

void run_table(const Policy &policy, const RealTable &scores, int threads, Monitor &monitor, Strided<int32_t> decisions,
               Strided<int32_t> counts, double *sums) {
  const int64_t classes = policy.classes;
  if (scores.cols != policy.models() * classes)
    fail(Status::argument, "n_scores is ", scores.cols, ": must be ", policy.models() * classes);
  constexpr int64_t rows_of_task = 256;
  const int64_t tasks = (scores.rows + rows_of_task - 1) / rows_of_task;
  const int workers = worker_count(threads, std::max<int64_t>(tasks, 1));
  parallel_for(tasks, workers, monitor, [&](int64_t task, int, Monitor &) {
    CascadeRun run(policy);
    std::vector<double> fed(static_cast<std::size_t>(classes));
    const int64_t end = std::min(scores.rows, (task + 1) * rows_of_task);
    for (int64_t i = task * rows_of_task; i < end; ++i) {
      const Reals row = scores.row(i);
      run.start();
      for (int32_t model = run.next(); model >= 0; model = run.next()) {
        for (int64_t c = 0; c < classes; ++c) {
          const double s = row[model * classes + c];
          if (!std::isfinite(s))
            fail(Status::argument, "scores[", i, "][", model * classes + c, "] is ", s, ": must be finite");
          fed[static_cast<std::size_t>(c)] = s;
        }
        run.feed(fed.data(), classes, 1);
      }
      note(i, run.decision(), run.count(), decisions, counts);
      if (!sums) continue;
      for (int64_t c = 0; c < classes; ++c) sums[i * classes + c] = run.sum(c);
    }
  });
}

void run_callback(const Policy &policy, int64_t n, const ScoreCallback &callback, Monitor &monitor,
                  Strided<int32_t> decisions, Strided<int32_t> counts, double *full_sums) {
  if (n < 0) fail(Status::argument, "n_rows is ", n, ": must be at least 0");
  const int64_t classes = policy.classes;
  std::vector<int64_t> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), int64_t{0});
  const auto width = static_cast<std::size_t>(classes);
  std::vector<int64_t> sums(rows.size() * width, 0);
  std::vector<uint8_t> in_full(rows.size(), 0);
  std::vector<double> scores(rows.size() * width);
  const double scale = policy.fixed.scale();
  if (full_sums) std::fill_n(full_sums, n * classes, std::numeric_limits<double>::quiet_NaN());
  monitor.at(0);
  for (int64_t r = 0; r < policy.models() && !rows.empty(); ++r) {
    const int32_t model = policy.positions[static_cast<std::size_t>(r)].model;
    std::fill(scores.begin(), scores.end(), std::numeric_limits<double>::quiet_NaN());  // what is not filled is refused
    callback(model, rows.data(), static_cast<int64_t>(rows.size()), scores.data());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const int64_t row = rows[i];
      int64_t *const sum = sums.data() + static_cast<std::size_t>(row) * width;
      for (std::size_t c = 0; c < width; ++c) {
        const double s = scores[i * width + c];
        if (!std::isfinite(s))
          fail(Status::callback, "the score of model ", model, " for row ", row, " is ", s, ": must be finite");
        sum[c] += to_fixed(s, scale);
      }
      bool full = in_full[static_cast<std::size_t>(row)] != 0;
      const int32_t decision = decide_at(policy, static_cast<std::size_t>(r), sum, full);
      in_full[static_cast<std::size_t>(row)] = full;
      if (decision == goes_on) {
        rows[kept++] = row;
        continue;
      }
      note(row, decision, static_cast<int32_t>(r + 1), decisions, counts);
      if (!full_sums || r + 1 < policy.models()) continue;
      for (std::size_t c = 0; c < width; ++c)
        full_sums[static_cast<std::size_t>(row) * width + c] = static_cast<double>(sum[c]) * policy.fixed.unit();
    }
    rows.resize(kept);
    monitor.at(static_cast<double>(r + 1) / static_cast<double>(policy.models()));
  }
}

}  // namespace wald::core::cascades
