// The gain of the optimum over a cut at 1/2: its expectation, and how far the realised gain may be from it
// (docs/developers/algorithms.md, "The gain of deciding").
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/worth/worth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/error.hpp"
#include "core/decisions/at_prevalence.hpp"
#include "core/decisions/finish.hpp"
#include "core/decisions/part_options.hpp"
#include "core/decisions/rows.hpp"
#include "core/decisions/warnings/table_warning.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/evaluation/expected.hpp"
#include "core/evaluation/worth/difference.hpp"
#include "core/evaluation/worth/problems.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/sums/many_masses.hpp"

namespace wald::core::evaluation {
namespace {

// One problem's part of the answer.
struct ProblemWorth {
  double expected_optimum = 0, expected_cut = 0, gain = 0;
  DifferenceMoments moments;
  int64_t changed = 0;  // items
};

// A problem's items, and which of them the two predictions hold.
struct Gathered {
  std::vector<Item> items;
  std::vector<int64_t> optimum, cut;
  int64_t n = 0;                        // all items
  int64_t changed = 0, impossible = 0;  // items on which the two differ; of the optimum's those that cannot be true
  int64_t problem = -1;
  decisions::Workspace work;

  void gather(const Problems &problems, const decisions::Decision &decision, int64_t a) {
    if (problem == a) return;
    problem = a;
    n = problems.items_each();
    problems.gather(a, items);
    const int64_t *chosen = decision.items(a);
    optimum.assign(chosen, chosen + decision.answer(a).k);
    mark_optimum();
    cut.clear();
    int64_t both = 0, possible = 0;
    for (const Item &one : items) {
      if (one.cut) cut.push_back(one.item);
      both += one.cut && one.optimum ? 1 : 0;
      possible += one.optimum ? 1 : 0;
    }
    if (!std::is_sorted(cut.begin(), cut.end())) std::sort(cut.begin(), cut.end());
    changed = static_cast<int64_t>(optimum.size() + cut.size()) - 2 * both;
    impossible = static_cast<int64_t>(optimum.size()) - possible;
  }

  // Takes blocks of items instead of items: n / effect blocks, at least one, of items by falling probability. A block has
  // the mean probability of its items, and is predicted if the one in its middle is. Dice and the other metrics depend on
  // shares, which stay as they are.
  void take_blocks(double effect) {
    const auto possible = static_cast<int64_t>(items.size());
    const int64_t blocks = std::max<int64_t>(1, std::llround(static_cast<double>(n) / effect));
    const auto start = [&](double block) {
      return std::min(n, static_cast<int64_t>(block * static_cast<double>(n) / static_cast<double>(blocks)));
    };
    std::stable_sort(items.begin(), items.end(), [](const Item &x, const Item &y) { return x.p > y.p; });
    std::vector<Item> taken;
    optimum.clear();
    cut.clear();
    for (int64_t block = 0; block < blocks; ++block) {
      const auto b = static_cast<double>(block);
      const int64_t begin = start(b), middle = start(b + 0.5), end = start(b + 1);
      double sum = 0;
      for (int64_t rank = begin; rank < std::min(end, possible); ++rank) sum += items[static_cast<std::size_t>(rank)].p;
      // Items that cannot be true follow the others, first those that the optimum predicts all the same.
      const Item one = middle < possible ? items[static_cast<std::size_t>(middle)]
                                         : Item{middle, 0, false, middle < possible + impossible};
      if (one.optimum) optimum.push_back(block);
      if (one.cut) cut.push_back(block);
      if (sum > 0) taken.push_back({block, sum / static_cast<double>(end - begin), one.cut, one.optimum});
    }
    items = std::move(taken);
    n = blocks;
  }

 private:
  void mark_optimum() {
    const auto ascending = [](const Item &x, const Item &y) { return x.item < y.item; };
    if (!std::is_sorted(items.begin(), items.end(), ascending)) {
      for (Item &one : items) one.optimum = std::binary_search(optimum.begin(), optimum.end(), one.item);
      return;
    }
    auto next = optimum.begin();
    for (Item &one : items) {
      while (next != optimum.end() && *next < one.item) ++next;
      one.optimum = next != optimum.end() && *next == one.item;
    }
  }
};

// The probabilities of items by a number below `count` of each, in their order.
template <std::size_t count, class Number>
std::array<std::vector<double>, count> parted(const std::vector<Item> &items, const Number &number) {
  std::array<std::size_t, count> sizes{};
  for (const Item &one : items) ++sizes[static_cast<std::size_t>(number(one))];
  std::array<std::vector<double>, count> out;
  std::array<double *, count> next;
  for (std::size_t i = 0; i < count; ++i) {
    out[i].resize(sizes[i]);
    next[i] = out[i].data();
  }
  for (const Item &one : items) *next[static_cast<std::size_t>(number(one))]++ = one.p;
  return out;
}

TwoPredictions two_predictions(const Gathered &g, int64_t n) {
  TwoPredictions out;
  out.k_optimum = static_cast<int64_t>(g.optimum.size());
  out.k_cut = static_cast<int64_t>(g.cut.size());
  out.n = n;
  double mean = 0;
  for (const Item &one : g.items) mean += one.p;
  const double least = default_cut(n, mean);
  const auto parts = parted<4>(g.items, [](const Item &one) { return 2 * one.optimum + one.cut; });
  out.neither = masses_of(parts[0], least);
  out.cut = masses_of(parts[1], least);
  out.optimum = masses_of(parts[2], least);
  out.both = masses_of(parts[3], least);
  return out;
}

// Exclusive labels: one is true, or none is.
double exclusive_variance(const Metric &metric, const Gathered &g, int64_t n, double mean) {
  const auto k_optimum = static_cast<int64_t>(g.optimum.size()), k_cut = static_cast<int64_t>(g.cut.size());
  double none = 1, second = 0, first = 0;
  const auto add = [&](bool true_one, bool optimum, bool cut, double p) {
    const double d = metric.utility(optimum, k_optimum, true_one, n) - metric.utility(cut, k_cut, true_one, n) - mean;
    first += p * d;
    second += p * d * d;
  };
  for (const Item &one : g.items) {
    none -= one.p;
    add(true, one.optimum, one.cut, one.p);
  }
  if (none > 0) add(false, false, false, none);
  return std::max(0.0, second - first * first);
}

class WorthOfTable {
 public:
  WorthOfTable(const Metric &metric, Kind kind, const decisions::DecisionOptions &options, const Problems &problems,
               decisions::Decision decision, std::vector<double> weight)
      : metric_(metric),
        kind_(options.average == decisions::Average::instance ? kind : Kind::independent),
        exclusive_(kind == Kind::categorical),
        options_(options),
        problems_(problems),
        decision_(std::move(decision)),
        weight_(std::move(weight)),
        n_(problems.items_each()),
        one_thread_(metric.needs_one_thread()),
        by_rows_(options.average == decisions::Average::instance),
        worths_(static_cast<std::size_t>(decision_.count())) {}

  Worth compute(Monitor &monitor) {
    const int64_t count = decision_.count();
    const int workers = worker_count(one_thread_ ? 1 : options_.threads, std::max<int64_t>(count, 1));
    std::vector<Gathered> rooms(static_cast<std::size_t>(workers));
    parallel_for({count, count * n_}, workers, monitor, [&](int64_t a, int worker, Monitor &) {
      if (by_rows_ && weight_[static_cast<std::size_t>(a)] == 0) return;
      worths_[static_cast<std::size_t>(a)] = of_problem(a, rooms[static_cast<std::size_t>(worker)]);
    });
    Worth out;
    double truth = 0, rows = 0;
    if (by_rows_)
      sum_instances(out, truth, rows);
    else
      sum_columns(rooms[0], out, truth, rows);
    for (const ProblemWorth &one : worths_) out.samples = std::max(out.samples, one.moments.draws);
    out.truth_error = std::sqrt(truth);
    // Not even other rows tell predictions apart that are the same.
    if (out.changed_cells == 0)
      out.standard_error = 0;
    else if (out.rows > 1)
      out.standard_error = std::sqrt(truth + rows);
    return out;
  }

 private:
  // Below it the difference of E[x] and P(S = 0) x(0) has fewer digits than the leading term alone.
  static constexpr double least_some = 1e-8;

  ProblemWorth of_problem(int64_t a, Gathered &room) const {
    ProblemWorth out = of_any_truth(a, room);
    if (!options_.nonempty) return out;
    double none = 0, sum = 0;  // the logarithm of P(no label is true); the expected number of labels
    for (const Item &one : room.items) {
      sum += one.p;
      none += std::log1p(-one.p);
    }
    if (sum == 0) fail(Status::argument, "row ", a, " has no probability above 0: with nonempty it has a true label");
    if (kind_ == Kind::categorical) none = std::log1p(-std::min(1.0, sum));
    const double some = -std::expm1(none);
    // Of a label that is the only one, to the digits that are left where hardly any is true.
    if (some < least_some)
      only_one(out, room, sum);
    else
      not_empty(out, room, some);
    return out;
  }

  // Whatever is expected, known not to be empty: E[x | S > 0] = (E[x] - P(S = 0) x(0)) / P(S > 0).
  void not_empty(ProblemWorth &out, const Gathered &room, double some) const {
    const double optimum = utility_of_empty(room.optimum, room.n), cut = utility_of_empty(room.cut, room.n);
    const auto known = [&](double x, double of_empty) { return (x - (1 - some) * of_empty) / some; };
    const double square = known(out.moments.variance + out.gain * out.gain, (optimum - cut) * (optimum - cut));
    out.expected_optimum = known(out.expected_optimum, optimum);
    out.expected_cut = known(out.expected_cut, cut);
    out.gain = out.changed ? known(out.gain, optimum - cut) : 0;
    out.moments.variance = out.changed ? std::max(0.0, square - out.gain * out.gain) : 0;
  }

  // One label is true, with a probability in proportion to p.
  void only_one(ProblemWorth &out, const Gathered &room, double sum) const {
    const auto k_optimum = static_cast<int64_t>(room.optimum.size()), k_cut = static_cast<int64_t>(room.cut.size());
    double square = 0;
    out.expected_optimum = out.expected_cut = 0;
    for (const Item &one : room.items) {
      const double chance = one.p / sum;
      const double optimum = metric_.utility(one.optimum, k_optimum, 1, room.n);
      const double cut = metric_.utility(one.cut, k_cut, 1, room.n);
      out.expected_optimum += chance * optimum;
      out.expected_cut += chance * cut;
      square += chance * (optimum - cut) * (optimum - cut);
    }
    out.gain = out.changed ? out.expected_optimum - out.expected_cut : 0;
    out.moments.variance = out.changed ? std::max(0.0, square - out.gain * out.gain) : 0;
  }

  double utility_of_empty(const std::vector<int64_t> &prediction, int64_t n) const {
    return metric_.utility(0, static_cast<int64_t>(prediction.size()), 0, n);
  }

  ProblemWorth of_any_truth(int64_t a, Gathered &room) const {
    room.gather(problems_, decision_, a);
    ProblemWorth out;
    out.changed = room.changed;
    const bool blocks = options_.design_effect > 1, as_given = options_.temperature == 1 && !blocks;
    if (blocks) room.take_blocks(options_.design_effect);
    out.expected_optimum = as_given ? decision_.answer(a).expected : expected(room, room.optimum, &Item::optimum);
    if (out.changed == 0) {
      out.expected_cut = out.expected_optimum;
      return out;
    }
    out.expected_cut = expected(room, room.cut, &Item::cut);
    const double by = out.expected_optimum - out.expected_cut;
    const double scale = std::max(std::fabs(out.expected_optimum), std::fabs(out.expected_cut));
    if (std::fabs(by) > decisions::tie_tolerance(room.n, scale)) out.gain = by;
    if (kind_ == Kind::categorical)
      out.moments.variance = exclusive_variance(metric_, room, room.n, by);
    else
      out.moments = difference_moments(metric_, two_predictions(room, room.n), by, !by_rows_, options_.samples,
                                       options_.seed, static_cast<uint64_t>(a));
    return out;
  }

  // Of one of the two predictions: the items that it holds, and by which member items are known to be among them.
  double expected(Gathered &room, const std::vector<int64_t> &prediction, bool Item::*predicted) const {
    decisions::Workspace &work = room.work;
    if (kind_ == Kind::independent && decisions::needs_no_ranking(metric_, room.items.size())) {
      const auto parts = parted<2>(room.items, [&](const Item &one) { return one.*predicted ? 1 : 0; });
      const auto k = static_cast<int64_t>(prediction.size());
      return decisions::within_range(metric_, decisions::expected_unranked(metric_, parts[1], parts[0], k, work).value, room.n);
    }
    work.present.clear();
    double sum = 0;
    for (const Item &one : room.items) {
      work.present.emplace_back(one.item, one.p);
      sum += one.p;
    }
    work.ranked.rank_sparse(room.n, work.present);
    const decisions::Expectation value =
        kind_ == Kind::categorical ? decisions::expected_categorical(metric_, work.ranked, sum, prediction)
                                   : decisions::expected_independent(metric_, work.ranked, prediction, work);
    return decisions::within_range(metric_, value.value, room.n);
  }

  // Which part of a row's variance its square off the mean has, where all vary alike: (1 - w)^2 and the squares of the
  // other shares. A row that has most of the weight leaves little of either, which is summed as such.
  double unexplained(std::size_t row, double total, double squares) const {
    const double share = weight_[row] / total;
    if (share <= 0.5) return 1 - 2 * share + squares;
    double others = 0, other_squares = 0;
    for (std::size_t i = 0; i < weight_.size(); ++i)
      if (i != row) {
        others += weight_[i] / total;
        other_squares += weight_[i] / total * (weight_[i] / total);
      }
    return others * others + other_squares;
  }

  // Rows are independent problems: variances add, and rows are as different as they are seen to be.
  void sum_instances(Worth &out, double &truth, double &rows) const {
    const double total = std::accumulate(weight_.begin(), weight_.end(), 0.0);
    double changed = 0, changed_cells = 0, squares = 0;
    for (std::size_t i = 0; i < worths_.size(); ++i) {
      const ProblemWorth &one = worths_[i];
      const double share = weight_[i] / total;
      squares += share * share;
      out.rows += weight_[i] > 0;
      out.gain += share * one.gain;
      out.expected_optimum += share * one.expected_optimum;
      out.expected_cut += share * one.expected_cut;
      truth += share * share * one.moments.variance;
      changed += share * (one.changed > 0);
      changed_cells += share * static_cast<double>(one.changed);
    }
    for (std::size_t i = 0; out.rows > 1 && i < worths_.size(); ++i)
      if (weight_[i] > 0) {
        const double off = weight_[i] / total * (worths_[i].gain - out.gain);
        rows += off * off / unexplained(i, total, squares);
      }
    out.changed_rows = std::min(1.0, changed);
    out.changed_cells = std::min(1.0, changed_cells / static_cast<double>(problems_.cols()));
  }

  // Columns, or the whole table: what a row adds to the gain is known by its cells' influences.
  void sum_columns(Gathered &room, Worth &out, double &truth, double &rows) {
    const auto n_rows = static_cast<std::size_t>(problems_.rows());
    const std::vector<double> shares =
        options_.average == decisions::Average::macro ? options_.shares(problems_.cols()) : std::vector<double>{1};
    std::vector<double> added(n_rows), together(exclusive_ ? n_rows : 0), apart(exclusive_ ? n_rows : 0);
    std::vector<char> changed(n_rows);
    int64_t changed_cells = 0;
    for (std::size_t a = 0; a < worths_.size(); ++a) {
      const ProblemWorth &one = worths_[a];
      const double share = shares[a];
      out.gain += share * one.gain;
      out.expected_optimum += share * one.expected_optimum;
      out.expected_cut += share * one.expected_cut;
      truth += share * share * one.moments.variance;
      changed_cells += one.changed;
      if (one.changed == 0) continue;
      const auto problem = static_cast<int64_t>(a);
      room.gather(problems_, decision_, problem);
      const auto &influence = one.moments.influence;
      const double usual = influence[cell_kind(false, false, false)];
      const auto add = [&](int64_t item, double p, bool optimum, bool cut) {
        const auto row = static_cast<std::size_t>(problems_.row_of(problem, item));
        const double if_false = influence[cell_kind(false, optimum, cut)];
        const double by_truth = share * p * (influence[cell_kind(true, optimum, cut)] - if_false);
        added[row] += share * (if_false - usual) + by_truth;
        if (optimum != cut) changed[row] = 1;
        if (!exclusive_) return;
        together[row] += by_truth;
        apart[row] += by_truth * by_truth;
      };
      for (const Item &item : room.items) add(item.item, item.p, item.optimum, item.cut);
      // Those that cannot be true, and are predicted all the same.
      if (room.impossible == 0) continue;
      std::vector<int64_t> possible;
      for (const Item &item : room.items) possible.push_back(item.item);
      std::sort(possible.begin(), possible.end());
      for (int64_t item : room.optimum)
        if (!std::binary_search(possible.begin(), possible.end(), item)) add(item, 0, true, false);
    }
    // Labels of a row that exclude each other vary against each other: Cov(y_j, y_l) = -p_j p_l.
    for (std::size_t i = 0; i < together.size(); ++i) truth -= together[i] * together[i] - apart[i];
    truth = std::max(0.0, truth);
    const double mean = std::accumulate(added.begin(), added.end(), 0.0) / static_cast<double>(n_rows);
    for (double one : added) rows += (one - mean) * (one - mean);
    rows *= static_cast<double>(n_rows) / static_cast<double>(n_rows - 1);
    out.rows = problems_.rows();
    out.changed_rows = static_cast<double>(std::count(changed.begin(), changed.end(), 1)) / static_cast<double>(n_rows);
    out.changed_cells = static_cast<double>(changed_cells) / (static_cast<double>(n_rows) *
                                                              static_cast<double>(problems_.cols()));
  }

  const Metric &metric_;
  const Kind kind_;
  const bool exclusive_;
  const decisions::DecisionOptions &options_;
  const Problems &problems_;
  const decisions::Decision decision_;
  const std::vector<double> weight_;
  const int64_t n_;
  const bool one_thread_, by_rows_;
  std::vector<ProblemWorth> worths_;
};

// NaN compares with nothing.
void judge(Worth &out, double least, bool known) {
  const Estimated gain = known ? out.realised.gain : Estimated{out.gain, out.standard_error};
  if (gain.value - 2 * gain.error > least) out.answer = WorthVerdict::pays;
  if (gain.value + 2 * gain.error <= least) out.answer = WorthVerdict::does_not_pay;
  const Estimated &calibrated = out.realised.calibration_gain;
  if (calibrated.value > 2 * calibrated.error) out.answer = WorthVerdict::calibrate_first;
  if (out.gain > least && !std::isnan(out.standard_error)) {
    const double ratio = 2 * out.standard_error / (out.gain - least);
    out.rows_needed = std::max(1.0, std::ceil(static_cast<double>(out.rows) * ratio * ratio));
  }
}

// Blocks of cells need several cells in a row, a probability of each, and a metric of shares.
void check_design_effect(const Metric &metric, Kind kind, const decisions::DecisionOptions &options, int64_t cols) {
  const double effect = options.design_effect;
  if (effect == 1) return;
  if (options.average != decisions::Average::instance)
    fail(Status::unsupported, "design_effect is ", effect, " with average ", decisions::average_name(options.average),
         ": requires average instance");
  if (kind == Kind::categorical) fail(Status::unsupported, "design_effect is ", effect, ": not supported with exclusive labels");
  if (metric.is_custom())
    fail(Status::unsupported, "design_effect is ", effect, ": not supported with the custom metric \"", metric.name(), "\"");
  if (cols == 1) fail(Status::unsupported, "design_effect is ", effect, ": rows of a single label have no dependent cells");
}

void check(const Metric &metric, Kind kind, const decisions::DecisionOptions &options, const Reals &weights, int64_t rows,
           int64_t cols) {
  if (!std::isnan(options.abstain) || options.leaves_labels())
    fail(Status::unsupported, "abstain is set: not supported by worth");
  check_design_effect(metric, kind, options, cols);
  if (options.average == decisions::Average::instance) return;
  if (options.nonempty)
    fail(Status::unsupported, "nonempty with average ", decisions::average_name(options.average),
         ": requires average instance");
  if (weights.data)
    fail(Status::unsupported, "weights with average ", decisions::average_name(options.average),
         ": require average instance; leave rows out of the table instead");
  if (!metric.is_custom()) return;
  const int64_t n = options.average == decisions::Average::macro ? rows : rows * cols;
  metric.verify(n);
  try {
    metric.verify(n + 1);
  } catch (const Error &) {
    fail(Status::unsupported, "metric \"", metric.name(), "\" is known for ", n, " items alone: with average ",
         decisions::average_name(options.average), " worth takes one more");
  }
}

template <class Table>
Worth worth_of_table(const Metric &metric, Kind kind, const Table &table, const WorthRows &rows,
                     const decisions::DecisionOptions &options) {
  check_table_size(table.rows, table.cols);
  if (!options.prevalence.empty()) {
    if (rows.truth.data) fail(Status::unsupported, "prevalence is set: not supported by worth with truth");
    const decisions::TableAtPrevalence<Table> moved(kind, table, options);
    return worth_of_table(metric, kind, moved.table(), rows, moved.options());
  }
  check(metric, kind, options, rows.weights, table.rows, table.cols);
  std::vector<double> weight = row_weights(rows.weights, table.rows);
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  const bool known = rows.truth.data != nullptr;
  const double decided = known ? 0.2 : 0.5, expected = known ? 0.4 : 1;
  decisions::Decision decision;
  std::vector<uint8_t> optimum(known ? static_cast<std::size_t>(table.rows * table.cols) : 0);
  {
    const decisions::PartOptions part(options, monitor, 0, decided);
    decisions::Answers answers;
    if (known) answers.mask = {optimum.data(), table.rows, table.cols, table.cols, 1};
    answers.decision = &decision;
    decisions::decide_rows(metric, kind, table, part.options(), answers);
  }
  const Problems problems(kind, table, options.average, options.temperature);
  PartMonitor expecting(monitor, decided, expected);
  Worth out = WorthOfTable(metric, kind, options, problems, std::move(decision), weight).compute(expecting);
  if (known) {
    PartMonitor realising(monitor, expected, 1);
    out.realised =
        realised_worth(metric, kind, known_table(kind, table, rows.truth, weight, optimum), options, realising);
  }
  judge(out, options.least_gain, known);
  out.exclusive_rows = *decisions::exclusive_warning(metric, kind, table, options.average) != 0;
  out.warning = decisions::table_warning(metric, kind, table, options);
  monitor.at(1);
  return out;
}

}  // namespace

Worth worth_of(const Metric &metric, Kind kind, const RealTable &table, const WorthRows &rows,
               const decisions::DecisionOptions &options) {
  return worth_of_table(metric, kind, table, rows, options);
}
Worth worth_of(const Metric &metric, Kind kind, const decisions::SparseTable &table, const WorthRows &rows,
               const decisions::DecisionOptions &options) {
  return worth_of_table(metric, kind, table, rows, options);
}

}  // namespace wald::core::evaluation
