// Decides tables, each answer by its rows, columns or the whole.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/rows.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include "core/base/error.hpp"
#include "core/decisions/at_prevalence.hpp"
#include "core/decisions/choose_algorithm.hpp"
#include "core/decisions/decide.hpp"
#include "core/decisions/expectation.hpp"
#include "core/decisions/finish.hpp"
#include "core/decisions/partial/partial.hpp"
#include "core/decisions/per_row/per_row.hpp"
#include "core/decisions/short_rows/short_rows.hpp"
#include "core/decisions/warnings/table_warning.hpp"
#include "core/estimators/marginal.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::decisions {
namespace {

// Counts are exact as doubles.
constexpr int64_t most_items = int64_t{1} << 53;

// ---- Checks --------------------------------------------------------------------------------------

void check_kind(Kind kind, Average average) {
  if (kind != Kind::independent && kind != Kind::categorical)
    fail(Status::argument, "kind is ", kind_name(kind), ": a table holds independent or categorical probabilities");
  if (kind == Kind::categorical && average == Average::micro)
    fail(Status::unsupported,
         "average is micro given exclusive labels: the items of one row depend on each other, so the table is not one "
         "problem of independent items");
}

void check_options(const DecisionOptions &options, int64_t rows, int64_t cols) {
  if (cols < 1 || cols > max_labels)
    fail(Status::argument, "n_labels is ", cols, ": must lie in [1, ", max_labels, "]");
  if (rows < 0 || rows > most_items) fail(Status::argument, "n_rows is ", rows, ": must lie in [0, ", most_items, "]");
  if (options.average == Average::micro && rows > most_items / cols)
    fail(Status::argument, "n_rows is ", rows, ": with ", cols, " labels that is more than ", most_items, " items");
  if (rows < 1 && options.average != Average::instance)
    fail(Status::argument, "n_rows is 0: average ", average_name(options.average), " needs at least one row");
  if (!std::isnan(options.abstain) && options.average != Average::instance)
    fail(Status::argument, "abstain is ", options.abstain,
         ": only whole instances are left undecided, not with average ", average_name(options.average));
  options.check_abstain_label();
}

[[noreturn]] void bad_probability(int64_t row, int64_t col, double p) {
  fail(Status::argument, "probabilities[", row, "][", col, "] is ", p, ": must lie in [0, 1]");
}

void check_row_sum(Kind kind, int64_t row, double sum) {
  if (kind == Kind::categorical) checked_categorical_sum(sum, text("probabilities[", row, "]"));
}

// Throws if p is no probability; returns whether it is one except for rounding.
bool is_rounded(const Reals &row, int64_t at, int64_t i, int64_t j) {
  const double p = row[at];
  if (!(p >= 0 && p <= one_rounded(row.is_float))) bad_probability(i, j, p);
  return p > 1;
}

// ---- The two forms of a table ---------------------------------------------------------------------

// Each gives: check(row), whether a probability of it is above 1 by rounding; rank of a row, a column and the whole;
// the sum of a row.
class DenseSource {
 public:
  DenseSource(Kind kind, const RealTable &table) : kind_(kind), table_(table) {}
  int64_t rows() const { return table_.rows; }
  int64_t cols() const { return table_.cols; }
  int64_t numbers() const { return table_.rows * table_.cols; }

  // Whether all is well with rows [begin, end), seen at a glance.
  bool fine(int64_t begin, int64_t end) const {
    if (kind_ == Kind::categorical) return false;
    // Along what lies together: the table as one, by columns, or by rows.
    if (table_.col_stride == 1 && table_.row_stride == table_.cols) {
      Reals all = table_.row(begin);
      all.n *= end - begin;
      return all_in_unit(all);
    }
    const RealTable part{table_.row(begin).data, table_.is_float,  end - begin, table_.cols,
                         table_.row_stride,      table_.col_stride};
    const bool columns = table_.row_stride == 1;
    for (int64_t i = 0; i < (columns ? part.cols : part.rows); ++i)
      if (!all_in_unit(columns ? part.col(i) : part.row(i))) return false;
    return true;
  }
  bool check(int64_t i) const {
    const Reals row = table_.row(i);
    double sum = 0;
    bool rounded = false;
    for (int64_t j = 0; j < row.n; ++j) {
      rounded = is_rounded(row, j, i, j) || rounded;
      sum += row[j];
    }
    check_row_sum(kind_, i, sum);
    return rounded;
  }
  // The items of answer `a` in a table, where they are independent as they are.
  std::optional<RealTable> items(Average average, int64_t a) const {
    if (kind_ != Kind::independent) return std::nullopt;
    switch (average) {
      case Average::instance: return as_table(table_.row(a));
      case Average::macro: return as_table(table_.col(a));
      case Average::micro: return table_;
    }
    return std::nullopt;
  }
  // Returns the sum of the row as it was given.
  double rank_row(int64_t i, Workspace &work) const {
    const Reals row = table_.row(i);
    double sum = 0;
    if (kind_ == Kind::categorical)
      for (int64_t j = 0; j < row.n; ++j) sum += row[j];
    const double scale = categorical_scale(sum);
    work.ranked.rank(row.n, [&](int64_t j) { return row[j] * scale; });
    return sum;
  }
  void rank_column(int64_t j, Workspace &work) const {
    const Reals col = table_.col(j);
    work.ranked.rank(col.n, [&](int64_t i) { return col[i] * scale_of(i); });
  }
  void rank_all(Workspace &work) const {
    int64_t i = 0, j = 0;
    Reals row = table_.row(0);
    work.ranked.rank(table_.rows * table_.cols, [&](int64_t) {
      if (j == table_.cols) {
        j = 0;
        row = table_.row(++i);
      }
      return row[j++];
    });
  }

 private:
  static RealTable as_table(const Reals &x) { return {x.data, x.is_float, 1, x.n, 0, x.stride}; }
  // A row of exclusive labels that sums to more than 1 by rounding is scaled in every average.
  double scale_of(int64_t i) const {
    if (kind_ != Kind::categorical) return 1;
    const Reals row = table_.row(i);
    double sum = 0;
    for (int64_t j = 0; j < row.n; ++j) sum += row[j];
    return categorical_scale(sum);
  }
  Kind kind_;
  const RealTable &table_;
};

class SparseSource {
 public:
  SparseSource(Kind kind, const SparseTable &table) : kind_(kind), table_(table) {
    check_indptr(table.indptr, table.rows);
  }
  int64_t rows() const { return table_.rows; }
  int64_t cols() const { return table_.cols; }
  int64_t numbers() const { return table_.rows + table_.indptr[table_.rows] - table_.indptr[0]; }

  bool fine(int64_t, int64_t) const { return false; }
  bool check(int64_t i) const {
    const int64_t begin = table_.indptr[i], end = table_.indptr[i + 1];
    if (end - begin > table_.cols)
      fail(Status::argument, "row ", i, " has ", end - begin, " indices: the table has ", table_.cols, " columns");
    int64_t before = -1;
    double sum = 0;
    bool rounded = false, ascending = true;
    for (int64_t c = begin; c < end; ++c) {
      const int64_t j = table_.indices[c];
      if (j < 0 || j >= table_.cols)
        fail(Status::argument, "indices[", c, "] is ", j, ": must lie in [0, ", table_.cols - 1, "]");
      rounded = is_rounded(table_.values, c, i, j) || rounded;
      sum += table_.values[c];
      ascending = ascending && j > before;
      before = j;
    }
    if (!ascending) check_distinct(i, begin, end);
    check_row_sum(kind_, i, sum);
    return rounded;
  }
  void check_distinct(int64_t i, int64_t begin, int64_t end) const {
    std::vector<int64_t> seen;
    for (int64_t c = begin; c < end; ++c) seen.push_back(table_.indices[c]);
    std::sort(seen.begin(), seen.end());
    const auto twice = std::adjacent_find(seen.begin(), seen.end());
    if (twice != seen.end()) fail(Status::argument, "row ", i, " holds index ", *twice, " twice");
  }
  std::optional<RealTable> items(Average, int64_t) const { return std::nullopt; }
  double rank_row(int64_t i, Workspace &work) const {
    double sum = 0;
    work.present.clear();
    const double scale = scale_of(i, sum);
    for (int64_t c = table_.indptr[i]; c < table_.indptr[i + 1]; ++c)
      work.present.emplace_back(table_.indices[c], table_.values[c] * scale);
    work.ranked.rank_sparse(table_.cols, work.present);
    return sum;
  }
  // The columns are gathered once.
  void gather_columns() {
    starts_.assign(static_cast<std::size_t>(table_.cols) + 1, 0);
    for (int64_t c = table_.indptr[0]; c < table_.indptr[table_.rows]; ++c)
      ++starts_[static_cast<std::size_t>(table_.indices[c]) + 1];
    for (std::size_t j = 1; j < starts_.size(); ++j) starts_[j] += starts_[j - 1];
    cells_.resize(static_cast<std::size_t>(starts_.back()));
    std::vector<int64_t> next(starts_.begin(), starts_.end() - 1);
    for (int64_t i = 0; i < table_.rows; ++i) {
      double sum = 0;
      const double scale = scale_of(i, sum);
      for (int64_t c = table_.indptr[i]; c < table_.indptr[i + 1]; ++c)
        cells_[static_cast<std::size_t>(next[static_cast<std::size_t>(table_.indices[c])]++)] = {
            i, table_.values[c] * scale};
    }
  }
  void rank_column(int64_t j, Workspace &work) const {
    const auto begin = cells_.begin() + starts_[static_cast<std::size_t>(j)];
    const auto end = cells_.begin() + starts_[static_cast<std::size_t>(j) + 1];
    work.present.assign(begin, end);
    work.ranked.rank_sparse(table_.rows, work.present);
  }
  void rank_all(Workspace &work) const {
    work.present.clear();
    for (int64_t i = 0; i < table_.rows; ++i)
      for (int64_t c = table_.indptr[i]; c < table_.indptr[i + 1]; ++c)
        work.present.emplace_back(i * table_.cols + table_.indices[c], table_.values[c]);
    work.ranked.rank_sparse(table_.rows * table_.cols, work.present);
  }

 private:
  double scale_of(int64_t i, double &sum) const {
    if (kind_ != Kind::categorical) return 1;
    for (int64_t c = table_.indptr[i]; c < table_.indptr[i + 1]; ++c) sum += table_.values[c];
    return categorical_scale(sum);
  }
  Kind kind_;
  const SparseTable &table_;
  std::vector<int64_t> starts_;
  std::vector<std::pair<int64_t, double>> cells_;
};

// ---- Answers -------------------------------------------------------------------------------------

// The cells of the mask that answer `a` speaks of.
class MaskWriter {
 public:
  MaskWriter(Grid<uint8_t> mask, Average average) : mask_(mask), average_(average) {}

  void write(int64_t a, const Answer &answer, const std::vector<int64_t> &items) const {
    if (!mask_.data) return;
    switch (average_) {
      case Average::instance: return write_mask(mask_.row(a), answer, items.data());
      case Average::macro: return write_mask(mask_.col(a), answer, items.data());
      case Average::micro:
        for (int64_t i = 0; i < mask_.rows; ++i)
          for (int64_t j = 0; j < mask_.cols; ++j) mask_(i, j) = 0;
        for (int64_t item : items) mask_(item / mask_.cols, item % mask_.cols) = 1;
    }
  }

 private:
  Grid<uint8_t> mask_;
  Average average_;
};

int64_t items_each(Average average, int64_t rows, int64_t cols) {
  switch (average) {
    case Average::instance: return cols;
    case Average::macro: return rows;
    case Average::micro: return rows * cols;
  }
  return 0;
}

int workers_for(const Metric &metric, const DecisionOptions &options, int64_t tasks) {
  return worker_count(metric.needs_one_thread() ? 1 : options.threads, std::max<int64_t>(tasks, 1));
}

// Ranks the items of one answer; gives their sum where they are exclusive.
template <class Source>
Kind rank_answer(const Source &source, Kind kind, Average average, int64_t a, Workspace &work, double &sum) {
  switch (average) {
    case Average::instance: sum = source.rank_row(a, work); return kind;
    case Average::macro: source.rank_column(a, work); break;
    case Average::micro: source.rank_all(work); break;
  }
  return Kind::independent;  // different rows are independent of each other
}

// Numbers that one look takes in, about.
constexpr int64_t checked_at_once = 16;

// Returns whether a probability is above 1 by rounding.
template <class Source>
bool check_all(const Source &source, int workers) {
  NoMonitor quiet;
  std::atomic<bool> rounded{false};
  const int64_t rows = std::max<int64_t>(1, numbers_of_task / source.cols());
  const Tasks tasks((source.rows() + rows - 1) / rows, source.numbers() / checked_at_once);
  parallel_for(tasks, workers, quiet, [&](int64_t task, int, Monitor &) {
    const int64_t begin = task * rows, end = std::min(source.rows(), begin + rows);
    if (source.fine(begin, end)) return;
    for (int64_t i = begin; i < end; ++i)
      if (source.check(i)) rounded = true;
  });
  return rounded;
}

// The same tables with 1 for what is above it: rare, so that a copy is made where it is.
RealTable at_most_one(const RealTable &table, std::vector<double> &copy) {
  copy.clear();
  for (int64_t i = 0; i < table.rows; ++i)
    for (int64_t j = 0; j < table.cols; ++j) copy.push_back(std::min(table.row(i)[j], 1.0));
  return {copy.data(), false, table.rows, table.cols, table.cols, 1};
}
SparseTable at_most_one(const SparseTable &table, std::vector<double> &copy) {
  copy.clear();
  for (int64_t c = 0; c < table.indptr[table.rows]; ++c)
    copy.push_back(c < table.indptr[0] ? 0.0 : std::min(table.values[c], 1.0));
  SparseTable out = table;
  out.values = {copy.data(), false, static_cast<int64_t>(copy.size()), 1};
  return out;
}

// A table's numbers, row after row.
struct CellsInOrder {
  const RealTable &table;
  double operator[](int64_t item) const { return table.row(item / table.cols)[item % table.cols]; }
};

// The smallest probability of a positive: in the table where the items are, else in the ranked ones.
double smallest_positive(const Metric &metric, const Answer &answer, const std::optional<RealTable> &items, const Workspace &work) {
  if (items && items->rows == 1)
    return smallest_of(answer, work.items, items->row(0));
  if (items) return smallest_of(answer, work.items, CellsInOrder{*items});
  if (answer.k > 0 && !metric.has(rises_in_tp)) return std::numeric_limits<double>::quiet_NaN();
  if (answer.k == 0) return std::numeric_limits<double>::infinity();
  return answer.k <= work.ranked.size() ? work.ranked.p[static_cast<std::size_t>(answer.k) - 1] : 0;
}

template <class Source>
void decide_source(const Metric &metric, Kind kind, const Source &source, const DecisionOptions &options, Answers answers) {
  const int64_t count = answer_count(options.average, source.rows(), source.cols());
  const int64_t n = items_each(options.average, source.rows(), source.cols());
  const KRange range = options.k_range(n);
  metric.verify(n);
  const bool partly = options.leaves_labels();
  if (partly) check_partial(metric, kind, options);
  const int workers = workers_for(metric, options, count);
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  const MaskWriter mask(answers.mask, options.average);
  const MetricFacts facts = facts_of(metric);
  std::vector<Workspace> work(static_cast<std::size_t>(workers));
  if (answers.decision) answers.decision->start(count, n, workers, answers.facts_alone);
  parallel_for({count, source.numbers()}, workers, monitor, [&](int64_t a, int worker, Monitor &inner) {
    Workspace &w = work[static_cast<std::size_t>(worker)];
    Answer answer;
    const std::optional<RealTable> items = partly ? std::nullopt : source.items(options.average, a);
    Problem problem{metric, facts, options, range, w, inner, {}};
    Belief &belief = problem.belief;
    if (!items || !decide_unsorted(*items, problem, answer)) {
      belief.kind = rank_answer(source, kind, options.average, a, w, belief.sum);
      if (partly)
        decide_partial(problem, std::max(0.0, 1 - belief.sum), answer);
      else
        decide_ranked(problem, answer);
    }
    finish(belief.kind, metric, options, range, n, answer, w.items);
    mask.write(a, answer, w.items);
    if (answers.expected) answers.expected[a] = answer.expected;
    if (!answers.decision) return;
    if (belief.kind == Kind::independent && !partly) answer.threshold = smallest_positive(metric, answer, items, w);
    answers.decision->set(a, worker, answer, w.items);
  });
  if (answers.decision) answers.decision->set_losses(metric);
  monitor.at(1);
}

// Rows that the lanes leave are ranked, and decided one by one.
void decide_in_lanes(const Metric &metric, const RealTable &rows, const DecisionOptions &options, Answers answers) {
  const MetricFacts facts = facts_of(metric);
  decide_short_rows(metric, rows, options, answers,
                    [&](KRange range, Workspace &work, Monitor &monitor, Answer &answer) {
                      decide_ranked({metric, facts, options, range, work, monitor, {}}, answer);
                    });
}

void decide_table(const Metric &metric, Kind kind, const RealTable &table, const DecisionOptions &options, Answers answers) {
  check_kind(kind, options.average);
  check_options(options, table.rows, table.cols);
  options.check_ties(metric, kind == Kind::categorical);
  const DenseSource source(kind, table);
  if (check_all(source, worker_count(options.threads, std::max<int64_t>(table.rows, 1)))) {
    std::vector<double> copy;
    return decide_table(metric, kind, at_most_one(table, copy), options, answers);
  }
  if (!options.per_row.empty()) return decide_per_row(metric, table, options, answers);
  if (options.leaves_labels()) return decide_source(metric, kind, source, options, answers);
  // Rows, or columns as rows, of independent items: many short problems.
  const int64_t n = items_each(options.average, table.rows, table.cols);
  if (kind == Kind::independent && options.average != Average::micro && options.algorithm == Algorithm::automatic &&
      choose(kind, facts_of(metric), n, Layout::lanes) != Algorithm::automatic) {
    const auto &m = answers.mask;
    if (options.average == Average::instance) return decide_in_lanes(metric, table, options, answers);
    const RealTable columns{table.data, table.is_float, table.cols, table.rows, table.col_stride, table.row_stride};
    answers.mask = {m.data, m.cols, m.rows, m.col_stride, m.row_stride};
    return decide_in_lanes(metric, columns, options, answers);
  }
  decide_source(metric, kind, source, options, answers);
}

void decide_table(const Metric &metric, Kind kind, const SparseTable &table, const DecisionOptions &options, Answers answers) {
  check_kind(kind, options.average);
  check_options(options, table.rows, table.cols);
  options.check_ties(metric, kind == Kind::categorical);
  SparseSource source(kind, table);
  if (check_all(source, worker_count(options.threads, std::max<int64_t>(table.rows, 1)))) {
    std::vector<double> copy;
    return decide_table(metric, kind, at_most_one(table, copy), options, answers);
  }
  if (!options.per_row.empty()) return decide_per_row(metric, table, options, answers);
  if (options.average == Average::macro) source.gather_columns();
  decide_source(metric, kind, source, options, answers);
}

}  // namespace

namespace {

template <class Table>
void decide_and_warn(const Metric &metric, Kind kind, const Table &table, const DecisionOptions &options, Answers answers) {
  if (!options.prevalence.empty()) {
    const TableAtPrevalence<Table> moved(kind, table, options);
    return decide_and_warn(metric, kind, moved.table(), moved.options(), answers);
  }
  decide_table(metric, kind, table, options, answers);
  // Masks, whose facts stand alone, are warned of as such.
  if (answers.decision && !answers.facts_alone)
    answers.decision->warn_of_table(table_warning(metric, kind, table, options));
}

}  // namespace

int64_t answer_count(Average average, int64_t rows, int64_t cols) {
  switch (average) {
    case Average::instance: return rows;
    case Average::macro: return cols;
    case Average::micro: return 1;
  }
  return 0;
}

void decide_rows(const Metric &metric, Kind kind, const RealTable &table, const DecisionOptions &options, Answers answers) {
  decide_and_warn(metric, kind, table, options, answers);
}

void decide_rows(const Metric &metric, Kind kind, const SparseTable &table, const DecisionOptions &options, Answers answers) {
  decide_and_warn(metric, kind, table, options, answers);
}

void expected_rows(const Metric &metric, Kind kind, const RealTable &table, Grid<const uint8_t> mask,
                   const DecisionOptions &options, double *expected, double *regret) {
  check_kind(kind, options.average);
  check_options(options, table.rows, table.cols);
  options.refuse_abstain_label("predictions that are given");
  const DenseSource source(kind, table);
  if (check_all(source, worker_count(options.threads, std::max<int64_t>(table.rows, 1)))) {
    std::vector<double> copy;
    return expected_rows(metric, kind, at_most_one(table, copy), mask, options, expected, regret);
  }
  for (int64_t i = 0; i < mask.rows; ++i)
    for (int64_t j = 0; j < mask.cols; ++j)
      if (mask(i, j) > 1) fail(Status::argument, "mask[", i, "][", j, "] is ", int{mask(i, j)}, ": must be 0 or 1");
  if (!options.per_row.empty()) {
    if (regret)
      fail(Status::unsupported,
           "per_row is set: the regret of a given prediction is unknown; the bound of the decision limits its own");
    if (expected) expected_per_row(metric, table, mask, options, expected);
    return;
  }

  const int64_t count = answer_count(options.average, table.rows, table.cols);
  const int64_t n = items_each(options.average, table.rows, table.cols);
  const KRange range = options.k_range(n);
  metric.verify(n);
  const int workers = workers_for(metric, options, count);
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  const MetricFacts facts = facts_of(metric);
  std::vector<Workspace> work(static_cast<std::size_t>(workers));
  parallel_for({count, source.numbers()}, workers, monitor, [&](int64_t a, int worker, Monitor &inner) {
    Workspace &w = work[static_cast<std::size_t>(worker)];
    std::vector<int64_t> items;
    const auto add = [&](int64_t item, bool positive) {
      if (positive) items.push_back(item);
    };
    switch (options.average) {
      case Average::instance:
        for (int64_t j = 0; j < mask.cols; ++j) add(j, mask(a, j));
        break;
      case Average::macro:
        for (int64_t i = 0; i < mask.rows; ++i) add(i, mask(i, a));
        break;
      case Average::micro:
        for (int64_t i = 0; i < mask.rows; ++i)
          for (int64_t j = 0; j < mask.cols; ++j) add(i * mask.cols + j, mask(i, j));
        break;
    }
    double sum = 0;
    const Kind as = rank_answer(source, kind, options.average, a, w, sum);
    const Expectation given = as == Kind::independent ? expected_independent(metric, w.ranked, items, w)
                                                      : expected_categorical(metric, w.ranked, sum, items);
    if (expected) expected[a] = within_range(metric, given.value, n);
    if (!regret) return;
    Answer best;
    decide_ranked({metric, facts, options, range, w, inner, {as, sum}}, best);
    regret[a] = given_away(best.expected, given.value, n);
  });
  monitor.at(1);
}

}  // namespace wald::core::decisions
