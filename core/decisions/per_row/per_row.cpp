// Decides a number of labels for each row: ascent, then a proof of how far it is from the best.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/per_row/per_row.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/error.hpp"
#include "core/decisions/finish.hpp"
#include "core/decisions/per_row/block_coordinate.hpp"
#include "core/decisions/per_row/passes/one_label.hpp"
#include "core/decisions/per_row/forms.hpp"
#include "core/decisions/per_row/label_cells.hpp"
#include "core/decisions/per_row/price_limit.hpp"
#include "core/numeric/compiler.hpp"
#include "core/numeric/sums/power_sums.hpp"

namespace wald::core::decisions {
namespace {

// ---- What is asked -------------------------------------------------------------------------------

KRange checked_per_row(const DecisionOptions &options, int64_t n_labels) {
  const auto &asked = options.per_row;
  if (options.average != Average::macro)
    fail(Status::argument, "per_row is set and average is ", average_name(options.average),
         ": a number of labels for each row is for average macro; at_least and at_most are the limits of one answer");
  if (options.at_least != unset_integer || options.at_most != unset_integer)
    fail(Status::argument, options.at_least != unset_integer ? "at_least" : "at_most",
         " is set with per_row: with average macro it limits the rows of each label, and per_row the labels of each "
         "row");
  if (options.algorithm != Algorithm::automatic && options.algorithm != Algorithm::block_coordinate &&
      options.algorithm != Algorithm::fixed_point)
    fail(Status::unsupported, "algorithm is ", algorithm_name(options.algorithm),
         ": with per_row it is auto, block-coordinate or fixed-point");
  if (asked.size() > 2)
    fail(Status::argument, "per_row has ", asked.size(), " numbers: must have one, or two for from and to");
  if (asked.front() > asked.back())
    fail(Status::argument, "per_row is from ", asked.front(), " to ", asked.back(),
         ": the first must be at most the second");
  if (asked.front() > n_labels)
    fail(Status::argument, "per_row is ", asked.front(), ": the table has ", n_labels, " labels");
  return {asked.front(), std::min(asked.back(), n_labels)};
}

// `of_column`: what `act` will need, by columns.
template <class T, class Do>
void for_cells(const Cells &cells, const std::vector<T> &of_column, const Do &act) {
  std::vector<double> buffer;
  for (int64_t i = 0; i < cells.rows(); ++i) {
    const RowCells row = cells.row(i, buffer);
    for (int64_t c = 0; c < row.n; ++c) {
      if (c < row.ahead) prefetch(&of_column[static_cast<std::size_t>(row.columns[c + cells_ahead])]);
      act(i, static_cast<std::size_t>(row.column(c)), row.p[c]);
    }
  }
}

struct PerRowLabels {
  std::vector<Label> labels;
  std::vector<LabelSums> sums;
  std::vector<double> none;  // P(no positive)
};
// Of F_beta and Jaccard, whose utilities need no more digits than a double has, in vectors.
PerRowLabels ratio_labels(const Cells &cells, const DecisionOptions &options) {
  std::vector<Blocks> columns;
  for (int64_t j = 0; j < cells.cols(); ++j) columns.emplace_back(cells.column(j));
  PerRowLabels out;
  out.sums.resize(columns.size());
  out.none.assign(columns.size(), 1);
  double buffer[sum_block];
  for (int64_t begin = 0; begin < cells.rows(); begin += sum_block) {
    const auto n = static_cast<int32_t>(std::min<int64_t>(sum_block, cells.rows() - begin));
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double *const p = columns[j].read(begin, n, buffer);
      const double positives = threshold_sums(p, n, 1).sum;
      out.sums[j].positives.add({positives, 0}), out.sums[j].negatives.add({n - positives, 0});
      if (out.none[j] > 0) out.none[j] *= product_of_complements(p, n);
    }
  }
  const std::vector<double> weights = options.shares(cells.cols());
  for (std::size_t j = 0; j < columns.size(); ++j)
    out.labels.push_back({out.sums[j].positives.value(), std::max(0.0, out.sums[j].negatives.value()), weights[j]});
  return out;
}

// What is summed of a column, in one cache line; negatives only for forms that count them.
template <bool negatives>
struct ColumnSums;
template <>
struct alignas(64) ColumnSums<true> {
  LabelSums sums;
  double none = 1;
  int64_t listed = 0;
  void add(double p) { sums.add(p), none *= 1 - p, ++listed; }
  LabelSums all(int64_t rows) const {
    LabelSums out = sums;
    out.negatives.add({static_cast<double>(rows - listed), 0});
    return out;
  }
};
template <>
struct alignas(32) ColumnSums<false> {
  DoubleDouble positives;
  double none = 1;
  void add(double p) { positives.add({p, 0}), none *= 1 - p; }
  LabelSums all(int64_t) const { return {positives, {}}; }
};

template <bool negatives>
PerRowLabels per_row_labels(const Cells &cells, const DecisionOptions &options) {
  std::vector<ColumnSums<negatives>> of_columns(static_cast<std::size_t>(cells.cols()));
  for_cells(cells, of_columns, [&](int64_t, std::size_t j, double p) { of_columns[j].add(p); });
  const std::vector<double> weights = options.shares(cells.cols());
  PerRowLabels out;
  for (std::size_t j = 0; j < of_columns.size(); ++j) {
    const LabelSums sums = of_columns[j].all(cells.rows());
    out.labels.push_back({sums.positives.value(), sums.negatives.value(), weights[j]});
    out.sums.push_back(sums);
    out.none.push_back(of_columns[j].none);
  }
  return out;
}

// Whether a metric is a sum over the items whatever is predicted: none of its denominators depends on the predictions.
bool sums_over_items(const Metric &metric) {
  if (metric.additive()) return true;
  const auto form = metric.separable();
  return form && form->kind == SeparableForm::ratios &&
         std::all_of(form->terms.begin(), form->terms.end(), [](const SeparableForm::Term &term) {
           const auto &[tp, fp, fn, tn] = term.ratio.bottom;
           return tp == fn && fp == tn;
         });
}

// Calls `act` with the form of the metric.
template <class Do>
void with_form(const Metric &metric, int64_t n, const Do &act) {
  const double z = metric.zero_division();
  if (metric.is_jaccard()) return act(JaccardForm(z));
  if (metric.is_coverage()) return act(CoverageForm());
  if (const auto b = metric.f_beta_squared()) return act(FBetaForm(*b, z));
  if (!metric.is_custom() && metric.has(rises_in_tp | falls_in_k | linear_in_tp)) {
    if (sums_over_items(metric)) return act(AffineForm(metric, n));
    return act(TpLinearForm(metric, n));
  }
  fail(Status::unsupported, "metric \"", metric.name(),
       "\" with per_row: must be F_beta, jaccard, coverage, or one of the catalogue that rises in tp, linearly, and "
       "falls in k (precision, recall, balanced_accuracy, hamming, ...)");
}

// ---- Solving -------------------------------------------------------------------------------------

// Parts of the value: an ascent ends with a pass that adds less, the first one earlier where demands are still to come.
constexpr double enough_of_value = 3e-5, enough_before_demands = 2e-3;
// A proof ends with a gap of so much of the value, or with steps that leave more than this part of the gap.
constexpr double enough_of_gap = 5e-4, enough_of_steps = 0.9;
constexpr int most_passes = 50, most_rounds = 8;
constexpr double first_step = 0.6, step_falls = 0.8;  // parts of what Polyak's step would be

struct Solved {
  double value, gap;
  Algorithm algorithm = Algorithm::block_coordinate;
};

// How far sums over labels of utilities can be from what they stand for, as a part of the metric's range: the weights
// and each utility have errors of some units of the last place, and so has each addition.
double per_row_roundings(const Metric &metric, const Cells &cells) {
  const double ulps = 256 + 4 * static_cast<double>(cells.cols());
  return ulps * 0x1p-53 * metric.range(cells.rows()).magnitude();
}

// What solve() maximises, and what bounds it in advance.
template <class Form>
struct PerRowProblem {
  const Form &form;
  const Cells &cells;
  KRange per_row;
  const std::vector<Label> &labels;
  double highest, rounding;
  int threads;
  bool proves;
};

// The rows' labels of a fixed point, with their probabilities in full.
RowLists lists_of(const Cells &cells, const std::vector<int32_t> &label) {
  RowLists out;
  out.starts.push_back(0);
  for (int64_t i = 0; i < cells.rows(); ++i) {
    const int32_t own = label[static_cast<std::size_t>(i)];
    if (own >= 0) out.cells.push_back({own, cells.part(i, own, own + 1)[0]});
    out.starts.push_back(static_cast<int64_t>(out.cells.size()));
  }
  return out;
}

// Rows choose, at given gains of the labels; then labels choose, at given prices of the rows, which proves a limit; and
// rows choose again from there, which leaves local optima of the first ascent.
template <class Form>
Solved solve(Ascent<Form> &ascent, const PerRowProblem<Form> &problem, Monitor &monitor) {
  double value = ascent.value();
  const auto ascend = [&](double enough, double from, double to) {
    for (int pass = 0; pass < most_passes; ++pass) {
      const double width = to - from;
      PartMonitor part(monitor, to - width * std::ldexp(1, -pass), to - width * std::ldexp(1, -pass - 1));
      const double gained = ascent.pass(part);
      value += gained;
      if (gained <= enough * std::fabs(value)) break;
    }
    value = ascent.value();
  };
  if (!problem.proves) {
    ascend(enough_of_value, 0, 1);
    return {value, problem.highest - value + problem.rounding};
  }
  ascend(Form::demands ? enough_before_demands : enough_of_value, 0, 0.6);
  PriceLimit<Form> limit(ascent, problem.form, problem.cells, problem.per_row, problem.labels, problem.rounding,
                         problem.threads);
  double least = problem.highest, length = first_step, gap = problem.highest - value;
  const auto small = [&] { return least - value <= enough_of_gap * std::fabs(value); };
  double at = 0.6;
  const auto part_of = [&](double width) {
    at += width;
    return PartMonitor(monitor, at - width, at);
  };
  // Returns how far to step from there.
  const auto prove = [&] {
    PartMonitor part = part_of(0.1 / most_rounds);
    const double now = limit(part);
    least = std::min(least, now);
    limit.keep();
    return (now - value) * std::exchange(length, length * step_falls);
  };
  for (int round = 0; round < most_rounds; ++round) {
    double step = prove();
    if (!small() && limit.step(step)) step = prove();
    const double end = 0.6 + 0.4 * (round + 1) / most_rounds;
    if (Form::demands && small() && round == 0) ascend(enough_of_value, at, end);
    if (Form::demands && !small()) {
      const double before = value;
      ascent.save();
      PartMonitor part = part_of(0.1 / most_rounds);
      ascent.pass(limit.demands(), part);
      value = ascent.value();
      if (!small()) ascend(enough_of_value, at, end);
      if (value < before) {
        ascent.restore();
        value = ascent.value();
        if (round == 0) ascend(enough_of_value, at, end);
      }
    }
    at = end;
    const bool better = least - value <= enough_of_steps * gap;
    gap = least - value;
    if (small() || !better || !limit.step(step)) break;
  }
  return {value, std::max(0.0, gap) + problem.rounding};
}

// Whether the fixed point is to be searched.
bool wants_fixed_point(const Metric &metric, const Cells &cells, KRange per_row, Algorithm asked) {
  if (asked == Algorithm::block_coordinate) return false;
  const char *const why = no_fixed_point(metric, cells, per_row);
  if (why && asked == Algorithm::fixed_point) fail(Status::unsupported, "algorithm is fixed-point: ", why);
  return !why;
}

// If the fixed point leaves too wide a gap, the ascent goes on from there.
template <class Form>
Solved solve_from_fixed_point(const Metric &metric, Ascent<Form> &ascent, const PerRowProblem<Form> &problem,
                              Monitor &monitor) {
  PartMonitor first(monitor, 0, 0.5), second(monitor, 0.5, 1);
  const double enough = problem.proves ? enough_of_gap : std::numeric_limits<double>::infinity();
  const FixedPoint found =
      find_fixed_point(metric, problem.cells, problem.per_row, problem.labels, enough, problem.threads, first);
  ascent.take(lists_of(problem.cells, found.label));
  const double value = ascent.value();
  if (!problem.proves) return {value, problem.highest - value + problem.rounding, Algorithm::fixed_point};
  const double gap = std::max(0.0, found.limit - value) + problem.rounding;
  if (gap <= enough_of_gap * std::fabs(value)) return {value, gap, Algorithm::fixed_point};
  const Solved more = solve(ascent, problem, second);
  return {more.value, std::min(more.gap, std::max(0.0, found.limit - more.value) + problem.rounding)};
}

template <class Form>
void answer(const Metric &metric, const Form &form, const Cells &cells, const DecisionOptions &options, Answers answers) {
  const KRange per_row = checked_per_row(options, cells.cols());
  const bool passes = wants_fixed_point(metric, cells, per_row, options.algorithm);
  const PerRowLabels labels = passes ? ratio_labels(cells, options) : per_row_labels<Form::counts_negatives>(cells, options);
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  Ascent<Form> ascent(form, cells, per_row, labels.labels, labels.sums);
  const PerRowProblem<Form> problem{form, cells, per_row, labels.labels, metric.range(cells.rows()).high,
                                    per_row_roundings(metric, cells), static_cast<int>(options.threads),
                                    options.proof};
  const Solved solved = passes
                            ? solve_from_fixed_point(metric, ascent, problem, monitor)
                            : solve(ascent, problem, monitor);

  // The rows of each label, ascending.
  const auto at = [](int64_t i) { return static_cast<std::size_t>(i); };
  std::vector<int64_t> starts(at(cells.cols()) + 1, 0);
  for (int64_t j = 0; j < cells.cols(); ++j)
    starts[at(j) + 1] = starts[at(j)] + static_cast<int64_t>(ascent.state(j).k);
  std::vector<int64_t> rows(at(starts.back())), next(starts.begin(), starts.end() - 1);
  for (int64_t i = 0; i < cells.rows(); ++i)
    for (const Chosen &c : ascent.row(i)) rows[at(next[at(c.column)]++)] = i;

  if (answers.label_of_row.data)
    for (int64_t i = 0; i < cells.rows(); ++i) {
      const auto row = ascent.row(i);
      answers.label_of_row[i] = row.begin() == row.end() ? -1 : static_cast<int32_t>(row.begin()->column);
    }
  if (answers.mask.data)
    for (int64_t i = 0; i < cells.rows(); ++i) {
      for (int64_t j = 0; j < cells.cols(); ++j) answers.mask(i, j) = 0;
      for (const Chosen &c : ascent.row(i)) answers.mask(i, c.column) = 1;
    }
  if (answers.decision) answers.decision->start(cells.cols(), cells.rows(), 1, answers.facts_alone);
  std::vector<int64_t> items;
  for (int64_t j = 0; j < cells.cols(); ++j) {
    Answer one;
    one.algorithm = solved.algorithm;
    one.k = starts[at(j) + 1] - starts[at(j)];
    one.expected = within_range(metric, ascent.utility(j), cells.rows());
    one.bound = solved.gap;
    one.p_zero = labels.none[at(j)];
    if (answers.expected) answers.expected[j] = one.expected;
    if (!answers.decision) continue;
    items.assign(rows.begin() + starts[at(j)], rows.begin() + starts[at(j) + 1]);
    answers.decision->set(j, 0, one, items);
  }
  if (answers.decision) answers.decision->set_losses(metric);
  monitor.at(1);
}

void decide_cells(const Metric &metric, const Cells &cells, const DecisionOptions &options, Answers answers) {
  with_form(metric, cells.rows(), [&](const auto &form) { answer(metric, form, cells, options, answers); });
}

}  // namespace

void decide_per_row(const Metric &metric, const RealTable &table, const DecisionOptions &options, Answers answers) {
  decide_cells(metric, Cells(table), options, answers);
}
void decide_per_row(const Metric &metric, const SparseTable &table, const DecisionOptions &options, Answers answers) {
  decide_cells(metric, Cells(table), options, answers);
}

void expected_per_row(const Metric &metric, const RealTable &table, Grid<const uint8_t> mask, const DecisionOptions &options,
                      double *expected) {
  checked_per_row(options, table.cols);
  const Cells cells(table);
  const PerRowLabels labels = per_row_labels<true>(cells, options);
  with_form(metric, cells.rows(), [&](const auto &form) {
    std::vector<typename std::decay_t<decltype(form)>::State::Sums> chosen(labels.labels.size());
    for_cells(cells, chosen, [&](int64_t i, std::size_t j, double p) {
      if (mask(i, static_cast<int64_t>(j)) == 1) chosen[j].add(p);
    });
    for (std::size_t j = 0; j < chosen.size(); ++j) {
      const double utility = form.utility(chosen[j].state(labels.sums[j]), labels.labels[j]);
      expected[j] = within_range(metric, utility, cells.rows());
    }
  });
}

}  // namespace wald::core::decisions
