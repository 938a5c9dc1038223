// Decides many short rows side by side in vectors.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/short_rows/short_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/decisions/finish.hpp"
#include "core/decisions/independent/bounds.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/special/reciprocal_nodes.hpp"
#include "core/numeric/vectors/compress.hpp"
#include "core/numeric/vectors/kernels.hpp"
#include "core/numeric/vectors/largest.hpp"

namespace wald::core::decisions {
namespace {

// Measured crossovers; docs/developers/algorithms.md has the times.
constexpr int64_t fewest_arranged = 2048;

ShortProblem problem_of(const Metric &metric, int64_t n) {
  ShortProblem out;
  out.jaccard = metric.is_jaccard();
  if (const auto b = metric.f_beta_squared()) out.b = *b;
  out.zero_division = metric.zero_division();
  out.n = n;
  out.tie = tie_tolerance(n, 1);
  out.slack = (32 * static_cast<double>(n) + 512) * (1 + out.b) * unit_roundoff;
  out.recursive = out.jaccard || out.b == 1;
  return out;
}

bool arranges(const ShortProblem &problem) { return problem.n >= fewest_arranged; }

const ShortLevel &best_level() {
  static const ShortLevel *const best = short_levels().back();
  return *best;
}

// A group in memory that is kept.
ShortGroup group_of(int64_t n, int lanes, Room &room) {
  ShortGroup group;
  const std::size_t vectors = static_cast<std::size_t>(6 * n + 6), width = static_cast<std::size_t>(lanes);
  double *const memory = room.for_numbers(vectors * width + most_lanes);
  const std::size_t address = reinterpret_cast<std::size_t>(memory) / sizeof(double);
  double *const aligned = memory + (most_lanes - address % most_lanes) % most_lanes;
  group.x = aligned;
  group.values = group.x + n * lanes;
  group.suffix = group.values + (n + 1) * lanes;
  return group;
}

// ---- Rows that are not worth sorting whole ---------------------------------------------------------

// Where the optimum and the next best k lie: above < k <= end, with the ranked items of these positions in their order,
// greater ones before and smaller ones behind. By the exclusion by distance of bounds.hpp; without a window that it
// allows, everything.
struct ShortWindow {
  int64_t above, end;
};

class Arranger {
 public:
  // out: n numbers, and room for compress_spare more.
  ShortWindow operator()(const ShortLevel &level, const ShortProblem &problem, const double *p, double *out) {
    const int64_t n = problem.n;
    double low = 0, high = 2;
    ShortWindow window{0, n};
    const int64_t occurring = static_cast<int64_t>(level.above(p, n, 0).count);
    if (problem.low <= 1 && problem.high == n && occurring > most_recursive) find(level, problem, p, low, high, window);
    const int64_t ranked_end = low > 0 ? window.end : occurring;  // zeros are in order
    // What one pass leaves behind its end the next overwrites.
    const double above_high = std::nextafter(high, 3), above_low = std::nextafter(low, 3);
    const int32_t count = static_cast<int32_t>(n);
    keep_within(p, count, above_high, 3, out);
    keep_within(p, count, above_low, high, out + window.above);
    keep_within(p, count, 0, low, out + ranked_end);
    sort(out + window.above, ranked_end - window.above);
    return window;
  }

 private:
  static void find(const ShortLevel &level, const ShortProblem &problem, const double *p, double &low, double &high,
                   ShortWindow &window) {
    const int64_t n = problem.n;
    const double b = problem.b, all = static_cast<double>(n);
    const double mean = level.above(p, n, -1).sum;
    // Towards the greatest A/(k + b mean); any number serves.
    double lambda = 0.4;
    const auto improve = [&](int64_t items, double their_mean) {
      for (int round = 0; round < 6; ++round) {
        const Above some = level.above(p, items, lambda);
        if (some.count == 0) {
          lambda /= 4;
          continue;
        }
        const double next = some.sum / (some.count + b * their_mean);
        const bool near = std::fabs(next - lambda) * std::sqrt(static_cast<double>(items)) < 0.05;
        if (near) break;
        lambda = next;
      }
    };
    // Roughly from the first few, which cost little.
    const int64_t few = n / 8;
    improve(few, level.above(p, few, -1).sum);
    improve(n, mean);
    const Above chosen = level.above(p, n, lambda);
    const double k = chosen.count, a = chosen.sum, bottom = k + b * mean;
    if (k < 1 || k + 1 > all) return;
    // What two values surely reach: that of k, and that of k + 1, whose A is no smaller.
    const double variance = std::min(a, k / 4) + 0.25;  // at most that of tp, at k + 1
    const double reached =
        problem.jaccard ? a / (k + 1 + (mean - a)) : (1 + b) * (a / (bottom + 1) - b * variance / (bottom * bottom));
    const double limit = reached * (1 - problem.slack);
    if (!(limit > 1e-280)) return;
    const double l = problem.jaccard ? limit / (1 + limit) : limit / (1 + b);
    const double constant = problem.jaccard ? distance_constant_jaccard() : distance_constant_f_beta(b);
    // Sums of up to 2^14 numbers are far more accurate than this.
    const double g = a - lambda * bottom + 1e-10 * (bottom + all) + 1e-6, rise = std::max(0.0, lambda - l);
    double up = std::sqrt(3 / all), down = std::max(up, rise);
    while (true) {
      const Above over = level.above(p, n, lambda + up);
      const double distance = (a - over.sum) - lambda * (k - over.count);
      window.above = static_cast<int64_t>(over.count);
      high = lambda + up;
      if (over.count == 0 || distance > g + rise * (over.count + b * mean) + constant) break;
      up *= 1.5;
    }
    while (true) {
      const Above over = level.above(p, n, std::max(0.0, lambda - down));
      const double distance = lambda * (over.count - k) - (over.sum - a);
      window.end = static_cast<int64_t>(over.count);
      low = std::max(0.0, lambda - down);
      if (low == 0) window.end = n;  // also k beyond what can be true
      if (low == 0 || distance > g + rise * (over.count + b * mean) + constant) break;
      down *= 1.5;
    }
  }
  void sort(double *x, int64_t count) {
    sorted_.resize(static_cast<std::size_t>(count));
    if (count > 256) {
      std::copy(x, x + count, sorted_.begin());
      descending(sorted_, count, scratch_);
      std::copy(sorted_.begin(), sorted_.end(), x);
      return;
    }
    ranks_.resize(static_cast<std::size_t>(count));
    descending_ranks(x, static_cast<int32_t>(count), ranks_.data());
    for (int64_t i = 0; i < count; ++i) sorted_[static_cast<std::size_t>(ranks_[static_cast<std::size_t>(i)])] = x[i];
    std::copy(sorted_.begin(), sorted_.end(), x);
  }
  std::vector<double> sorted_, scratch_;
  std::vector<int32_t> ranks_;
};

// Roundings that a value at k >= 1 can carry, fixed + rising k; docs/developers/algorithms.md counts them.
struct Roundings {
  double fixed, rising;
};
Roundings roundings(const ShortProblem &problem, const ShortGroup &group) {
  if (!group.whole) return {14 * static_cast<double>(problem.n) + 128, 0};
  const double n = static_cast<double>(std::min<int64_t>(problem.n, most_recursive));
  return problem.jaccard ? Roundings{4 * n + 24, 0} : Roundings{3 * n + 25, 1};
}

// All facts of one lane, as any curve gives them.
void answer_of(const ShortProblem &problem, const ShortGroup &group, int lanes, int lane, Curve &curve,
               Answer &answer) {
  const int64_t occurring = static_cast<int64_t>(group.occurring[lane]);
  const int64_t first = static_cast<int64_t>(group.lowest[lane]), last = static_cast<int64_t>(group.highest[lane]);
  const int64_t high = worth_searching({problem.low, std::max(problem.low, last)}, occurring).high;
  // What was excluded is not in the running.
  curve.start({problem.low, high}, -std::numeric_limits<double>::infinity());
  double greatest = -std::numeric_limits<double>::infinity();
  if (problem.low == 0) {
    const double none = problem.zero_division * group.none[lane];
    curve.set(0, none, none * (2 * static_cast<double>(problem.n) + 2) * unit_roundoff);
    greatest = none;
  }
  const Roundings count = roundings(problem, group);
  const double nodes = group.whole ? 0 : 2 * reciprocal_nodes_error;
  double *const value = curve.value.data(), *const error = curve.error.data();
  const int64_t end = std::min(last, high);
  for (int64_t k = std::max(first, problem.low); k <= end; ++k) {
    const double v = group.values[(k - group.first) * lanes + lane];
    const double rounding = count.fixed + count.rising * static_cast<double>(k);
    value[k - curve.low] = v;
    error[k - curve.low] = 1.01 * rounding * unit_roundoff * v + std::numeric_limits<double>::min() + nodes * v;
    greatest = std::max(greatest, v);
  }
  choose_k(curve, tie_tolerance(problem.n, greatest), answer);
  answer.algorithm = group.whole && !problem.jaccard ? Algorithm::ye : Algorithm::separable;
  answer.p_zero = group.none[lane];
}

// A group of one row, filled.
bool decide_one(const ShortProblem &problem, const ShortLevel &level, ShortGroup &group, Workspace &work,
                Answer &answer) {
  level.decide(problem, group);
  if (!group.served[0]) return false;
  answer_of(problem, group, level.lanes, 0, work.curve, answer);
  return true;
}

// A row's answer, with the smallest probability of a positive.
void set_answer(Decision &decision, int64_t row, int worker, Answer answer, const std::vector<int64_t> &items,
                const Reals &p) {
  answer.threshold = smallest_of(answer, items, p);
  decision.set(row, worker, answer, items);
}

}  // namespace

std::vector<const ShortLevel *> short_levels() {
  std::vector<const ShortLevel *> out = {&baseline::level};
#ifdef WALD_X86_LEVELS
  for (const ShortLevel *level : {&v3::level, &v4::level})
    if (level->here()) out.push_back(level);
#endif
  return out;
}

bool decide_short_row(const Metric &metric, KRange range, Workspace &work, Answer &answer) {
  const Ranked &labels = work.ranked;
  ShortProblem problem = problem_of(metric, labels.n);
  if (arranges(problem)) {
    std::vector<double> p(static_cast<std::size_t>(labels.n), 0);
    for (int64_t j = 0; j < labels.size(); ++j)
      p[static_cast<std::size_t>(labels.item[static_cast<std::size_t>(j)])] = labels.p[static_cast<std::size_t>(j)];
    return decide_unranked_row(metric, p, range, work, answer);
  }
  problem.allow(range.low, range.high);
  const ShortLevel &level = best_level();
  ShortGroup group = group_of(labels.n, level.lanes, work.lanes);
  group.ranked = true;
  std::fill(std::begin(group.end), std::end(group.end), static_cast<double>(labels.n));
  group.items = labels.size();
  const int64_t looked_at =
      std::max({group.items, worth_searching(range, group.items).high + 1, int64_t{most_recursive + 1}});
  for (int64_t j = 0; j < std::min(labels.n, looked_at); ++j)
    for (int l = 0; l < level.lanes; ++l)
      group.x[j * level.lanes + l] = j < labels.size() ? labels.p[static_cast<std::size_t>(j)] : 0;
  if (!decide_one(problem, level, group, work, answer)) return false;
  labels.top(answer.k, work.items);
  return true;
}

bool decide_unranked_row(const Metric &metric, const std::vector<double> &p, KRange range, Workspace &work,
                         Answer &answer) {
  const int64_t n = static_cast<int64_t>(p.size());
  ShortProblem problem = problem_of(metric, n);
  if (!arranges(problem)) return false;
  problem.allow(range.low, range.high);
  const ShortLevel &level = baseline::level;  // the fewest lanes: one is used
  ShortGroup group = group_of(n, level.lanes, work.lanes);
  group.ranked = true;
  std::vector<double> arranged(p.size() + compress_spare);
  Arranger arrange;
  const ShortWindow window = arrange(level, problem, p.data(), arranged.data());
  std::fill(std::begin(group.above), std::end(group.above), static_cast<double>(window.above));
  std::fill(std::begin(group.end), std::end(group.end), static_cast<double>(window.end));
  group.items = n;
  level.load({arranged.data(), false, 1, n, n, 1}, 0, 1, group.x);
  if (!decide_one(problem, level, group, work, answer)) return false;
  std::vector<uint8_t> mask(p.size());
  level.write({p.data(), false, 1, n, n, 1}, 0, 1, group, {mask.data(), 1, n, n, 1});
  work.items.clear();
  for (int64_t j = 0; j < n; ++j)
    if (mask[static_cast<std::size_t>(j)]) work.items.push_back(j);
  return true;
}

void decide_short_rows(const Metric &metric, const RealTable &rows, const DecisionOptions &options, Answers answers,
                       const RowDecider &otherwise, const ShortLevel *level_or_best) {
  const ShortLevel &level = level_or_best ? *level_or_best : best_level();
  const int64_t n = rows.cols;
  const KRange range = options.k_range(n);
  ShortProblem problem = problem_of(metric, n);
  problem.allow(range.low, range.high);
  const Range values = metric.range(n);
  const bool abstains = !std::isnan(options.abstain);

  const int64_t groups = std::max<int64_t>(1, numbers_of_task / (n * level.lanes));
  const int64_t rows_of_task = groups * level.lanes, tasks = (rows.rows + rows_of_task - 1) / rows_of_task;
  const int workers = worker_count(options.threads, std::max<int64_t>(tasks, 1));
  struct Worker {
    ShortGroup group;
    Room rows;
    Workspace work;
    std::vector<uint8_t> mask;
    std::vector<double> row, arranged;
    Arranger arrange;
  };
  std::vector<Worker> scratch(static_cast<std::size_t>(workers));
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  if (answers.decision) answers.decision->start(rows.rows, n, workers, answers.facts_alone);
  parallel_for({tasks, rows.rows * n}, workers, monitor, [&](int64_t task, int worker, Monitor &inner) {
    Worker &w = scratch[static_cast<std::size_t>(worker)];
    if (!w.group.x) {
      w.group = group_of(n, level.lanes, w.rows);
      std::fill(std::begin(w.group.end), std::end(w.group.end), static_cast<double>(n));
    }
    ShortGroup &group = w.group;
    const int64_t end = std::min(rows.rows, (task + 1) * rows_of_task);
    for (int64_t begin = task * rows_of_task; begin < end; begin += level.lanes) {
      const int64_t count = std::min<int64_t>(level.lanes, end - begin);
      group.items = n;
      if (!arranges(problem)) {
        level.load(rows, begin, count, group.x);
      } else {
        group.ranked = true;
        w.row.resize(static_cast<std::size_t>(n));
        w.arranged.resize(static_cast<std::size_t>(n * level.lanes + compress_spare));
        for (int64_t lane = 0; lane < level.lanes; ++lane) {
          const std::size_t to = static_cast<std::size_t>(lane);
          if (lane < count) {
            const Reals row = rows.row(begin + lane);
            for (int64_t j = 0; j < n; ++j) w.row[static_cast<std::size_t>(j)] = row[j];
            const ShortWindow window = w.arrange(level, problem, w.row.data(), w.arranged.data() + lane * n);
            group.above[to] = static_cast<double>(window.above);
            group.end[to] = static_cast<double>(window.end);
          } else {  // as the last row
            group.above[to] = group.above[to - 1];
            group.end[to] = group.end[to - 1];
          }
        }
        level.load({w.arranged.data(), false, count, n, n, 1}, 0, count, group.x);
      }
      level.decide(problem, group);
      Grid<uint8_t> mask = answers.mask;
      if (mask.data) {
        mask.data += begin * mask.row_stride;
      } else if (answers.decision) {
        w.mask.resize(static_cast<std::size_t>(level.lanes * n));
        mask = {w.mask.data(), level.lanes, n, n, 1};
      }
      if (mask.data) level.write(rows, begin, count, group, mask);
      if (!answers.decision && !abstains && std::all_of(group.served, group.served + count, [](bool s) { return s; })) {
        if (answers.expected)
          for (int lane = 0; lane < count; ++lane)
            answers.expected[begin + lane] = std::clamp(group.value[lane], values.low, values.high);
        continue;
      }
      for (int lane = 0; lane < count; ++lane) {
        const int64_t row = begin + lane;
        const Strided<uint8_t> cells = mask.data ? mask.row(lane) : Strided<uint8_t>{};
        Answer answer;
        if (!group.served[lane]) {
          w.work.ranked.rank(n, [p = rows.row(row)](int64_t j) { return p[j]; });
          otherwise(range, w.work, inner, answer);
          for (int64_t j = 0; j < cells.n; ++j) cells[j] = 0;
          if (cells.n > 0)
            for (int64_t item : w.work.items) cells[item] = 1;
        } else if (answers.decision) {
          answer_of(problem, group, level.lanes, lane, w.work.curve, answer);
          w.work.items.clear();
          for (int64_t j = 0; j < n; ++j)
            if (cells[j]) w.work.items.push_back(j);
        } else {
          answer.expected = group.value[lane];
        }
        finish(Kind::independent, metric, options, range, n, answer, w.work.items);
        for (int64_t j = 0; answer.abstained && j < cells.n; ++j) cells[j] = undecided;
        if (answers.expected) answers.expected[row] = answer.expected;
        if (answers.decision) set_answer(*answers.decision, row, worker, answer, w.work.items, rows.row(row));
      }
    }
  });
  if (answers.decision) answers.decision->set_losses(metric);
  monitor.at(1);
}

bool all_in_unit(const Reals &row) { return best_level().in_unit(row); }

}  // namespace wald::core::decisions
