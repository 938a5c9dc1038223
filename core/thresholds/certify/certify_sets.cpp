// Chooses and certifies one threshold for all labels.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/certify/certify_sets.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_map>

#include "core/certify/fixed_sequence.hpp"
#include "core/certify/gambler.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/random/mix_numbers.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/special/exponential.hpp"

namespace wald::core::thresholds {

namespace {

// Thresholds from all labels to none: 0, steps of 2 % of the odds, and infinity.
std::vector<double> path_of_thresholds() {
  constexpr int each_side = 750;
  constexpr double step = 0.02;
  std::vector<double> out{0};
  for (int i = -each_side; i <= each_side; ++i) out.push_back(1 / (1 + exponential(-step * i)));
  out.push_back(infinity);
  return out;
}

// Which answer of those that hold the limit is taken.
enum class SetRule { fewest_labels, most_labels, greatest_mean };

struct SetLimit {
  std::shared_ptr<const Metric> metric;
  double bound;
  SetRule rule;
};

SetLimit limit_of(const Objective &q) {
  const int limits = given(q.min_recall) + given(q.min_precision) + given(q.min_value);
  if (limits != 1)
    fail(Status::argument,
         "average is instance: exactly one of min_recall, min_precision and min_value must be set, and ", limits,
         " are");
  if (q.metric && !given(q.min_value))
    fail(Status::argument, "metric is ", in_quotes(q.metric->name()), ": with average instance its limit is min_value");
  SetLimit out;
  if (given(q.min_recall))
    out = {parse_metric("recall", 1), q.min_recall, {}};
  else if (given(q.min_precision))
    out = {parse_metric("precision", 1), q.min_precision, {}};
  else
    out = {q.metric ? q.metric : parse_metric("f1", 1), q.min_value, {}};
  const std::string &name = out.metric->name();
  out.rule = name == "recall"      ? SetRule::fewest_labels
             : name == "precision" ? SetRule::most_labels
                                   : SetRule::greatest_mean;
  return out;
}

// What is drawn independently: rows, or groups of rows in the order of their first rows.
class Units {
 public:
  Units(int64_t rows, const Strided<const int64_t> &groups) : n_(rows) {
    if (!groups.data) return;
    std::unordered_map<int64_t, std::size_t> places;
    std::vector<std::size_t> of;
    begin_.push_back(0);
    for (int64_t i = 0; i < rows; ++i) {
      of.push_back(places.try_emplace(groups[i], places.size()).first->second);
      begin_.resize(places.size() + 1);
      ++begin_[of.back() + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<std::size_t> next = begin_;
    rows_.resize(of.size());
    for (std::size_t i = 0; i < of.size(); ++i) rows_[next[of[i]]++] = static_cast<int64_t>(i);
    n_ = static_cast<int64_t>(places.size());
  }
  int64_t count() const { return n_; }
  const char *name() const { return begin_.empty() ? "rows" : "groups"; }
  // Calls visit(row) for each row of a unit; returns how many there are.
  template <class Visit>
  int64_t each(int64_t unit, const Visit &visit) const {
    if (begin_.empty()) {
      visit(unit);
      return 1;
    }
    const std::size_t first = begin_[static_cast<std::size_t>(unit)], end = begin_[static_cast<std::size_t>(unit) + 1];
    for (std::size_t k = first; k < end; ++k) visit(rows_[k]);
    return static_cast<int64_t>(end - first);
  }

 private:
  int64_t n_;
  std::vector<std::size_t> begin_;  // of each group among rows_, and the end; empty: each row is a unit
  std::vector<int64_t> rows_;       // by group
};

// The metric of every unit at every point of the path.
class RowsOnPath {
 public:
  RowsOnPath(const RealTable &scores, const Grid<const uint8_t> &labels, const Units &units,
             const std::vector<double> &path, const Metric &metric)
      : metric_(metric),
        units_(units),
        n_(scores.rows),
        labels_(scores.cols),
        points_(path.size()),
        codes_(size(labels_)),
        found_(size(labels_ + 1)) {
    for (int64_t i = 0; i < n_; ++i) {
      uint16_t *const codes = &codes_[at(i, labels_)];
      uint64_t mixed = 0;
      for (int64_t l = 0; l < labels_; ++l) {
        const double p = scores.row(i)[l];
        const uint8_t y = labels(i, l);
        const bool never = p == -infinity;
        if (!(p >= 0 && p <= 1) && !never)
          fail(Status::argument, "scores[", i, "][", l, "] is ", p, ": must lie in [0, 1], or be -inf");
        if (y > 1)
          fail(Status::argument, "truth[", i, "][", l, "] is ", int{y},
               ": must be 0 or 1, since average instance needs every label of a row");
        all_reached_ = all_reached_ && !never;
        const auto above = std::upper_bound(path.begin(), path.end(), p) - path.begin();
        codes[l] = static_cast<uint16_t>(above * 2 + y);
        mixed = mix_number(mix_number(mixed, p), y);
      }
      mixed_ += mixed;
      std::sort(codes, codes + labels_, std::greater<>());
      int32_t *const found = &found_[at(i, labels_ + 1)];
      for (int64_t l = 0; l < labels_; ++l) found[l + 1] = found[l] + (codes[l] & 1);
    }
  }

  int64_t units() const { return units_.count(); }
  const char *unit_name() const { return units_.name(); }
  // Whether the least threshold takes every label.
  bool all_reached() const { return all_reached_; }
  // Rows may be sorted. Were the draw of a seed the same for all samples, it would take the same ranks of each, and they
  // would be no random order of the population's rows: what is drawn thus depends on the rows, too.
  std::vector<int64_t> in_random_order(uint64_t seed) const {
    return random_order<int64_t>(units(), seed + mix_bits(mixed_ + odd_number));
  }
  // How many labels row i has at a point.
  int64_t count(int64_t i, std::size_t point) const {
    const uint16_t *const codes = &codes_[at(i, labels_)];
    const auto below = [](uint16_t code, std::size_t of) { return code >= 2 * (of + 1); };
    return std::lower_bound(codes, codes + labels_, point, below) - codes;
  }
  double metric(int64_t unit, std::size_t point) const {
    double sum = 0;
    const int64_t rows = units_.each(unit, [&](int64_t i) {
      const int32_t *const found = &found_[at(i, labels_ + 1)];
      const int64_t k = count(i, point);
      sum += metric_.utility(found[k], k, found[labels_], labels_);
    });
    return sum / static_cast<double>(rows);
  }
  // Of some units.
  double mean(const std::vector<int64_t> &units, std::size_t point) const {
    double sum = 0;
    for (const int64_t unit : units) sum += metric(unit, point);
    return sum / static_cast<double>(units.size());
  }
  // Of some units, and of all, at each point.
  std::vector<double> means(const std::vector<int64_t> &units, Monitor &monitor) const {
    std::vector<double> out(points_), of_unit(points_);
    constexpr std::size_t looks = 1024;
    for (std::size_t u = 0; u < units.size(); ++u) {
      if (u % looks == 0) monitor.at(static_cast<double>(u) / static_cast<double>(units.size()));
      std::fill(of_unit.begin(), of_unit.end(), 0.0);
      const int64_t rows = units_.each(units[u], [&](int64_t i) { add_row(i, of_unit); });
      for (std::size_t point = 0; point < points_; ++point) out[point] += of_unit[point] / static_cast<double>(rows);
    }
    for (double &sum : out) sum /= static_cast<double>(units.size());
    return out;
  }
  std::vector<double> means(Monitor &monitor) const {
    std::vector<int64_t> all(static_cast<std::size_t>(units()));
    std::iota(all.begin(), all.end(), int64_t{0});
    return means(all, monitor);
  }
  std::vector<double> labels_per_row() const {
    std::vector<double> out(points_);
    for (const uint16_t code : codes_)
      if (code >= 2) out[code / 2 - 1u] += 1;
    for (std::size_t point = points_ - 1; point-- > 0;) out[point] += out[point + 1];
    for (double &sum : out) sum /= static_cast<double>(n_);
    return out;
  }

 private:
  std::size_t size(int64_t columns) const { return static_cast<std::size_t>(n_ * columns); }
  static std::size_t at(int64_t row, int64_t columns) { return static_cast<std::size_t>(row * columns); }

  // Adds a row's metric at each point: it has one from one of its labels to the next.
  void add_row(int64_t i, std::vector<double> &to) const {
    const uint16_t *const codes = &codes_[at(i, labels_)];
    const int32_t *const found = &found_[at(i, labels_ + 1)];
    std::size_t end = points_;
    for (int64_t k = 0; k <= labels_; ++k) {
      const std::size_t begin = k < labels_ ? codes[k] / 2u : 0;
      if (begin >= end) continue;
      const double own = metric_.utility(found[k], k, found[labels_], labels_);
      for (std::size_t point = begin; point < end; ++point) to[point] += own;
      end = begin;
    }
  }

  const Metric &metric_;
  const Units &units_;
  int64_t n_, labels_;
  std::size_t points_;
  uint64_t mixed_ = 0;  // a number made of all rows, in whatever order
  bool all_reached_ = true;
  // Of each row from the greatest: twice the number of points that have the label, and the label.
  std::vector<uint16_t> codes_;
  std::vector<int32_t> found_;  // true labels among the first of them
};

// Points in the order of their tests, the units that test them, and how many of the first hold the limit for any unit.
struct TestPlan {
  std::vector<std::size_t> points;
  std::vector<int64_t> units;
  std::size_t certain = 0;
};

TestPlan plan_tests(const RowsOnPath &rows, std::size_t points, const SetLimit &limit, const ThresholdSearch &options,
                    Monitor &monitor) {
  TestPlan out;
  out.points.resize(points);
  std::iota(out.points.begin(), out.points.end(), std::size_t{0});
  out.units = rows.in_random_order(options.seed);
  const bool certain = limit.metric->zero_division() == 1;  // all labels have recall 1, and none precision 1
  out.certain = certain && (limit.rule == SetRule::most_labels || rows.all_reached()) ? 1 : 0;
  if (limit.rule == SetRule::fewest_labels) return out;
  std::reverse(out.points.begin(), out.points.end());
  if (limit.rule == SetRule::most_labels && certain) return out;
  // No end of the path is the safest: the pilot's best point is tested first, by the other units.
  out.certain = 0;
  const auto pilot = static_cast<std::ptrdiff_t>(std::ceil(options.pilot * static_cast<double>(rows.units())));
  if (pilot >= rows.units())
    fail(Status::argument, "pilot is ", options.pilot, ": leaves no ", rows.unit_name(), " to test of ", rows.units());
  const std::vector<int64_t> first(out.units.begin(), out.units.begin() + pilot);
  out.units.erase(out.units.begin(), out.units.begin() + pilot);
  const std::vector<double> means = rows.means(first, monitor);
  const auto better = [&](std::size_t a, std::size_t b) { return means[a] > means[b]; };
  if (limit.rule == SetRule::most_labels)
    out.points.erase(out.points.begin(), std::min_element(out.points.begin(), out.points.end(), better));
  else
    std::stable_sort(out.points.begin(), out.points.end(), better);
  return out;
}

// Whether bets on the units, in random order, win 1/delta: with probability at most delta where the mean is below the
// bound.
bool mean_is_proved(const RowsOnPath &rows, const TestPlan &plan, std::size_t point, double bound, double delta) {
  certify::GamblerOfRows gambler(delta, static_cast<int64_t>(plan.units.size()));
  for (const int64_t i : plan.units) {
    gambler.row(rows.metric(i, point), bound);
    if (gambler.won()) return true;
  }
  return false;
}

// Whether the mean of the units and of one more, whose recall is 0, holds the bound.
bool mean_is_expected(const RowsOnPath &rows, const TestPlan &plan, std::size_t point, double bound) {
  const auto n = static_cast<double>(plan.units.size());
  return rows.mean(plan.units, point) * n >= bound * (n + 1);
}

// Of the points that hold the limit. worths: of each point.
std::size_t best_point(const TestPlan &plan, std::size_t passed, const std::vector<double> &worths) {
  std::size_t best = plan.points[0];
  for (std::size_t k = 1; k < passed; ++k)
    if (worths[plan.points[k]] > worths[best]) best = plan.points[k];
  return best;
}

LabelThresholds answer_at(const RealTable &scores, const Grid<const uint8_t> &labels, double threshold, bool holds) {
  LabelThresholds out;
  const auto n = static_cast<std::size_t>(scores.cols);
  out.thresholds.assign(n, threshold);
  out.outcomes.resize(n);
  out.feasible = holds;
  std::vector<RatedRows> rated(n);
  for (std::size_t l = 0; l < n; ++l) {
    Outcome &own = out.outcomes[l];
    const auto column = static_cast<int64_t>(l);
    own.positives = 0;
    for (int64_t i = 0; i < scores.rows; ++i) {
      const bool y = labels(i, column) == 1;
      own.positives += y;
      if (scores.row(i)[column] >= threshold) (y ? own.counts.tp : own.counts.fp) += 1;
    }
    if (own.counts.alerts() > 0) own.precision = own.counts.tp / own.counts.alerts();
    if (own.positives > 0) own.recall = own.counts.tp / own.positives;
    rated[l] = {static_cast<int64_t>(own.positives), static_cast<double>(scores.rows)};
  }
  describe_labels(rated, std::vector<uint8_t>(n, holds), out);
  return out;
}

void check_set_limit(const SetLimit &limit, const Objective &objective, const RealTable &scores, const Units &units) {
  if (scores.cols == 0) fail(Status::argument, "n_labels is 0: must be at least 1");
  if (units.count() < 2) fail(Status::argument, units.name(), " is ", units.count(), ": must be at least 2");
  const Metric &metric = *limit.metric;
  metric.verify(scores.cols);
  const Range range = metric.range(scores.cols);
  if (metric.has(is_loss) || range.low < 0 || range.high > 1)
    fail(Status::unsupported, "metric ", in_quotes(metric.name()),
         ": a limit on its mean needs a metric that is greatest where it is best and lies in [0, 1]");
  if (!given(objective.certify) && limit.rule != SetRule::fewest_labels)
    fail(Status::unsupported, "certify is not set: only a limit on recall holds in expectation, since ", metric.name(),
         " may rise and fall along the thresholds; set certify");
}

}  // namespace

LabelThresholds choose_label_sets(const RealTable &scores, const Grid<const uint8_t> &labels,
                                  const Strided<const int64_t> &groups, const Objective &objective,
                                  const ThresholdSearch &options, Monitor &monitor) {
  check_ranges(objective);
  check_ranges(options);
  const SetLimit limit = limit_of(objective);
  const Units units(scores.rows, groups);
  check_set_limit(limit, objective, scores, units);
  monitor.at(0);
  PartMonitor planning(monitor, 0, 0.2), testing(monitor, 0.2, 0.8), choosing(monitor, 0.8, 1);
  const std::vector<double> path = path_of_thresholds();
  const RowsOnPath rows(scores, labels, units, path, *limit.metric);
  if (!given(objective.certify) && !rows.all_reached())
    fail(Status::unsupported, "certify is not set: a recall in expectation must be reached by all labels together, and "
                              "scores of -inf are in none of them; set certify");
  const TestPlan plan = plan_tests(rows, path.size(), limit, options, planning);
  const std::size_t passed = certify::passed_in_order(plan.points.size(), testing, [&](std::size_t k) {
    const std::size_t point = plan.points[k];
    if (k < plan.certain) return true;
    return given(objective.certify) ? mean_is_proved(rows, plan, point, limit.bound, 1 - objective.certify)
                                    : mean_is_expected(rows, plan, point, limit.bound);
  });
  const std::vector<double> means = rows.means(choosing), counts = rows.labels_per_row();
  const bool by_labels = limit.rule == SetRule::most_labels;
  std::size_t point = path.size() - 1;
  if (passed > 0)
    point = limit.rule == SetRule::fewest_labels ? plan.points[passed - 1]
                                                 : best_point(plan, passed, by_labels ? counts : means);
  const bool nothing = by_labels && !(counts[point] > 0);
  LabelThresholds out = answer_at(scores, labels, path[point], passed > 0 && !nothing);
  out.pooled.value = means[point];
  out.labels_per_row = counts[point];
  monitor.at(1);
  return out;
}

}  // namespace wald::core::thresholds
