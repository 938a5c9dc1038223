// Computes decision curves: net benefits by threshold probability, with intervals.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/curves/decision_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/evaluation/curves/rated_probabilities.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/quantile.hpp"
#include "core/numeric/special/normal_quantile.hpp"
#include "core/thresholds/estimates/bootstrap.hpp"
#include "core/thresholds/sample/weights.hpp"

namespace wald::core::evaluation {

namespace {

// Threshold probabilities in ascending order, and where each stands among the caller's.
struct Thresholds {
  std::vector<double> sorted;
  std::vector<std::size_t> place;

  explicit Thresholds(const Reals &given) : place(static_cast<std::size_t>(given.n)) {
    if (given.n < 1) fail(Status::argument, "thresholds has 0 rows: must have at least 1");
    for (int64_t i = 0; i < given.n; ++i)
      if (!(given[i] > 0 && given[i] < 1))
        fail(Status::argument, "thresholds[", i, "] is ", given[i], ": must lie in (0, 1)");
    std::iota(place.begin(), place.end(), std::size_t{0});
    const auto value = [&](std::size_t i) { return given[static_cast<int64_t>(i)]; };
    std::stable_sort(place.begin(), place.end(), [&](std::size_t x, std::size_t y) { return value(x) < value(y); });
    for (const std::size_t i : place) sorted.push_back(value(i));
  }
  std::size_t size() const { return sorted.size(); }
  // How many of them a probability reaches: the row is flagged at these, the first ones.
  uint32_t reached(double p) const {
    return static_cast<uint32_t>(std::upper_bound(sorted.begin(), sorted.end(), p) - sorted.begin());
  }
  // What a false positive costs in true ones.
  double odds(std::size_t t) const { return sorted[t] / (1 - sorted[t]); }
};

// The rows, and at how many thresholds each model flags each of them. Two models more: that flag every row, and none.
struct Rows {
  std::vector<RatedRow> rows;
  std::vector<std::vector<uint32_t>> reached;  // by model
  double largest = 0;                          // weight

  std::size_t all() const { return reached.size() - 2; }
  std::size_t none() const { return reached.size() - 1; }
};

// Sums over the rows of one label.
struct FlaggedSums {
  double rows = 0, weight = 0, squares = 0;
};

// Sums at each threshold over the rows of a label that the one model flags and the other does not.
class Crossing {
 public:
  Crossing(std::size_t thresholds, double largest, int64_t n)
      : begin_(thresholds + 1, thresholds::RoundedOnce(largest, n)), end_(begin_) {}
  void add(uint32_t from, uint32_t to, double x) {
    begin_[from].add(x);
    end_[to].add(x);
  }
  // Sums are differences of sums, each rounded once: what is left of equal ones is rounding.
  std::vector<double> totals() const {
    std::vector<double> out;
    double begun = 0, ended = 0;
    for (std::size_t t = 0; t + 1 < begin_.size(); ++t) {
      begun += begin_[t].total();
      ended += end_[t].total();
      out.push_back(begun - ended > begun * 1e-15 ? begun - ended : 0);
    }
    return out;
  }

 private:
  std::vector<thresholds::RoundedOnce> begin_, end_;
};

struct Crossings {
  std::vector<double> weight, squares;
};

// The variance of a weighted mean of independent contributions, from their sum, weighted once and twice, and the sum
// of squares, weighted twice: for equal weights s^2/n. Without bias; unknown of one row.
double variance_of_mean(const FlaggedSums &of, double mean, double once_more, double squared) {
  if (of.rows < 2) return unset;
  const double sum = squared - 2 * mean * once_more + mean * mean * of.squares;
  if (sum < 1e-13 * squared) return 0;  // of equal contributions: what is left is rounding
  return sum / (of.weight * of.weight) * (of.rows / (of.rows - 1));
}

// Where the option is set, the share of positives that the rates of either label are put together by.
struct Mixture {
  FlaggedSums label[2], both;
  double prevalence;  // NaN: the sample's

  bool given() const { return !std::isnan(prevalence); }
  // Shares of all rows.
  double tp_rate(double tp) const { return given() ? prevalence * (tp / label[1].weight) : tp / both.weight; }
  double fp_rate(double fp) const { return given() ? (1 - prevalence) * (fp / label[0].weight) : fp / both.weight; }
};

// The difference of two models in net benefit at one threshold, from the rows that one of them flags alone.
double difference_variance(const Mixture &mixture, double odds, const double (&plus)[2], const double (&minus)[2],
                           const double (&plus_squares)[2], const double (&minus_squares)[2]) {
  const auto net = [](const double(&a)[2], const double(&b)[2], int label) { return a[label] - b[label]; };
  const auto both = [&](int label) { return plus_squares[label] + minus_squares[label]; };
  if (!mixture.given()) {
    const double mean = (net(plus, minus, 1) - odds * net(plus, minus, 0)) / mixture.both.weight;
    const double once_more = net(plus_squares, minus_squares, 1) - odds * net(plus_squares, minus_squares, 0);
    return variance_of_mean(mixture.both, mean, once_more, both(1) + odds * odds * both(0));
  }
  // Positives and negatives are drawn apart, this many of each.
  double out = 0;
  for (int label = 0; label < 2; ++label) {
    const double scale = label ? mixture.prevalence : (1 - mixture.prevalence) * odds;
    const double mean = net(plus, minus, label) / mixture.label[label].weight;
    out += scale * scale *
           variance_of_mean(mixture.label[label], mean, net(plus_squares, minus_squares, label), both(label));
  }
  return out;
}

// Limits at each threshold of the difference between two models.
std::vector<double> half_widths(const Rows &rows, std::size_t model, std::size_t other, const Thresholds &thresholds,
                                const Mixture &mixture, double level) {
  const std::size_t size = thresholds.size();
  const auto n = static_cast<int64_t>(rows.rows.size());
  Crossings sums[2][2];  // by which model flags, and label
  for (int side = 0; side < 2; ++side)
    for (int label = 0; label < 2; ++label) {
      Crossing weight(size, rows.largest, n), squares(size, rows.largest * rows.largest, n);
      const std::vector<uint32_t> &flagging = rows.reached[side ? other : model];
      const std::vector<uint32_t> &silent = rows.reached[side ? model : other];
      for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        const RatedRow &row = rows.rows[i];
        if (row.positive != (label == 1) || flagging[i] <= silent[i]) continue;
        weight.add(silent[i], flagging[i], row.weight);
        squares.add(silent[i], flagging[i], row.weight * row.weight);
      }
      sums[side][label] = {weight.totals(), squares.totals()};
    }
  std::vector<double> out;
  const double deviations = normal_quantile((1 + level) / 2);
  for (std::size_t t = 0; t < size; ++t) {
    const auto at = [&](int side, int label) { return sums[side][label].weight[t]; };
    const auto squared = [&](int side, int label) { return sums[side][label].squares[t]; };
    const double variance = difference_variance(mixture, thresholds.odds(t), {at(0, 0), at(0, 1)}, {at(1, 0), at(1, 1)},
                                                {squared(0, 0), squared(0, 1)}, {squared(1, 0), squared(1, 1)});
    out.push_back(deviations * std::sqrt(variance));
  }
  return out;
}

// The weight of the flagged rows of either label at each threshold: sums of what falls between two, from above.
struct FlaggedAt {
  std::vector<double> tp, fp;
};
FlaggedAt flagged_at(const Rows &rows, std::size_t model, std::size_t size) {
  const auto n = static_cast<int64_t>(rows.rows.size());
  std::vector<thresholds::RoundedOnce> between[2] = {{size + 1, {rows.largest, n}}, {size + 1, {rows.largest, n}}};
  for (std::size_t i = 0; i < rows.rows.size(); ++i)
    between[rows.rows[i].positive][rows.reached[model][i]].add(rows.rows[i].weight);
  FlaggedAt out{std::vector<double>(size), std::vector<double>(size)};
  thresholds::RoundedOnce tp(rows.largest, n), fp(rows.largest, n);
  for (std::size_t t = size; t-- > 0;) {
    tp += between[1][t + 1];
    fp += between[0][t + 1];
    out.tp[t] = tp.total();
    out.fp[t] = fp.total();
  }
  return out;
}

// ---- Bootstrap -----------------------------------------------------------------------------------

// Rows of one label that no threshold of any model tells apart share their fate: one draw for all of them.
struct Group {
  std::size_t row;  // one of them
  thresholds::ResampledWeight weight;
};

std::vector<Group> groups_of(const Rows &rows, std::size_t thresholds) {
  const std::size_t n = rows.rows.size();
  std::vector<uint64_t> key(n);
  for (std::size_t i = 0; i < n; ++i) key[i] = rows.rows[i].positive;
  uint64_t keys = 2;
  const uint64_t values = thresholds + 1;
  const auto compress = [&] {
    std::vector<uint64_t> known(key);
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    for (uint64_t &k : key) k = static_cast<uint64_t>(std::lower_bound(known.begin(), known.end(), k) - known.begin());
    keys = known.size();
  };
  for (std::size_t m = 0; m < rows.all(); ++m) {
    if (keys > (uint64_t{1} << 62) / values) compress();
    for (std::size_t i = 0; i < n; ++i) key[i] = key[i] * values + rows.reached[m][i];
    keys *= values;
  }
  std::vector<std::pair<uint64_t, std::size_t>> order;
  for (std::size_t i = 0; i < n; ++i) order.emplace_back(key[i], i);
  std::sort(order.begin(), order.end());
  std::vector<Group> out;
  for (std::size_t first = 0, last = 0; first < n; first = last) {
    thresholds::RoundedOnce sum(rows.largest, static_cast<int64_t>(n)),
        squares(rows.largest * rows.largest, static_cast<int64_t>(n));
    for (last = first; last < n && order[last].first == order[first].first; ++last) {
      const double weight = rows.rows[order[last].second].weight;
      sum.add(weight);
      squares.add(weight * weight);
    }
    out.push_back({order[first].second, {sum.total(), squares.total() / sum.total()}});
  }
  return out;
}

// Net benefit by replicate, model and threshold; NaN if a replicate has no row of a label that is asked for.
class Replicates {
 public:
  Replicates(const Rows &rows, const Thresholds &thresholds, double prevalence,
             const thresholds::ThresholdSearch &options, Monitor &monitor)
      : models_(rows.reached.size()), size_(thresholds.size()), rounds_(static_cast<std::size_t>(options.bootstrap)) {
    const std::vector<Group> groups = groups_of(rows, size_);
    values_.resize(rounds_ * models_ * size_);
    parallel_for(options.bootstrap, worker_count(options.threads, options.bootstrap), monitor,
                 [&](int64_t round, int, Monitor &) {
                   draw(rows, groups, thresholds, prevalence, options.seed, static_cast<std::size_t>(round));
                 });
  }

  // Limits of the difference between two models at a threshold.
  Interval limits(std::size_t model, std::size_t other, std::size_t t, double level) const {
    std::vector<double> drawn;
    for (std::size_t round = 0; round < rounds_; ++round) {
      const double value = values_[index(round, model, t)] - values_[index(round, other, t)];
      if (!std::isnan(value)) drawn.push_back(value);
    }
    if (drawn.empty()) return {unset, unset};
    return {quantile(drawn, (1 - level) / 2), quantile(drawn, (1 + level) / 2)};
  }

 private:
  std::size_t index(std::size_t round, std::size_t model, std::size_t t) const {
    return (round * models_ + model) * size_ + t;
  }
  void draw(const Rows &rows, const std::vector<Group> &groups, const Thresholds &thresholds, double prevalence,
            uint64_t seed, std::size_t round) {
    Random random(seed, round);
    std::vector<double> between[2];
    for (auto &label : between) label.resize(models_ * (size_ + 1));
    Mixture drawn{{}, {}, prevalence};
    for (const Group &group : groups) {
      const double weight = group.weight(random);
      const bool positive = rows.rows[group.row].positive;
      drawn.label[positive].weight += weight;
      for (std::size_t m = 0; m < models_; ++m)
        between[positive][m * (size_ + 1) + rows.reached[m][group.row]] += weight;
    }
    drawn.both.weight = drawn.label[0].weight + drawn.label[1].weight;
    for (std::size_t m = 0; m < models_; ++m) {
      double tp = 0, fp = 0;
      for (std::size_t t = size_; t-- > 0;) {
        tp += between[1][m * (size_ + 1) + t + 1];
        fp += between[0][m * (size_ + 1) + t + 1];
        values_[index(round, m, t)] = drawn.tp_rate(tp) - drawn.fp_rate(fp) * thresholds.odds(t);
      }
    }
  }

  std::size_t models_, size_, rounds_;
  std::vector<double> values_;
};

// ---- The whole -----------------------------------------------------------------------------------

// Every number is a quotient of weights, so that their unit does not matter; with a prevalence, not even each label's.
void enlarge_weights(std::vector<RatedRow> &rows, bool each_label) {
  double largest[2] = {0, 0};
  for (const RatedRow &row : rows) largest[row.positive] = std::max(largest[row.positive], row.weight);
  if (!each_label) largest[0] = largest[1] = std::max(largest[0], largest[1]);
  for (RatedRow &row : rows) row.weight = std::ldexp(row.weight, enlarging_exponent(largest[row.positive]));
}

Rows looked_up(const RealTable &probabilities, Strided<const uint8_t> labels, const Reals &weights,
               const Thresholds &thresholds, bool each_label, Monitor &monitor) {
  Rows out{rated_rows(labels, weights, probabilities.rows), {}, 0};
  if (weights.data) enlarge_weights(out.rows, each_label);
  for (const RatedRow &row : out.rows) out.largest = std::max(out.largest, row.weight);
  for (int64_t m = 0; m < probabilities.cols; ++m) {
    monitor.at(0.5 * static_cast<double>(m) / static_cast<double>(probabilities.cols));
    const Reals column = probabilities.col(m);
    std::vector<uint32_t> reached;
    reached.reserve(out.rows.size());
    for (const RatedRow &row : out.rows)
      reached.push_back(thresholds.reached(checked_probability(column[row.row], column.is_float, row.row, m)));
    out.reached.push_back(std::move(reached));
  }
  out.reached.emplace_back(out.rows.size(), static_cast<uint32_t>(thresholds.size()));
  out.reached.emplace_back(out.rows.size(), 0);
  return out;
}

Mixture mixture_of(const Rows &rows, double prevalence) {
  Mixture out{{}, {}, prevalence};
  const auto n = static_cast<int64_t>(rows.rows.size());
  thresholds::RoundedOnce weight[2] = {{rows.largest, n}, {rows.largest, n}};
  thresholds::RoundedOnce squares[2] = {{rows.largest * rows.largest, n}, {rows.largest * rows.largest, n}};
  for (const RatedRow &row : rows.rows) {
    out.label[row.positive].rows += 1;
    weight[row.positive].add(row.weight);
    squares[row.positive].add(row.weight * row.weight);
  }
  for (int label = 0; label < 2; ++label) {
    out.label[label].weight = weight[label].total();
    out.label[label].squares = squares[label].total();
    if (out.given() && out.label[label].rows == 0)
      fail(Status::argument, "prevalence is ", prevalence, ": requires rows of both labels, and none is ", label);
  }
  weight[0] += weight[1];
  squares[0] += squares[1];
  out.both = {out.label[0].rows + out.label[1].rows, weight[0].total(), squares[0].total()};
  return out;
}

}  // namespace

std::vector<DecisionCurvePoint> decision_curve(const RealTable &probabilities, Strided<const uint8_t> labels,
                                               const Reals &weights, const Reals &thresholds,
                                               const thresholds::ThresholdSearch &options, Monitor &monitor) {
  thresholds::check_ranges(options);
  const int64_t models = probabilities.cols;
  if (options.reference >= models)
    fail(Status::argument, "reference is ", options.reference, ": must lie in [0, ", models - 1,
         "], the models");
  const Thresholds at(thresholds);
  const double prevalence = options.one_prevalence();
  const Rows rows = looked_up(probabilities, labels, weights, at, !std::isnan(prevalence), monitor);
  const Mixture mixture = mixture_of(rows, prevalence);
  const std::size_t size = at.size(), all = rows.all(), none = rows.none();
  const std::size_t reference = options.reference < 0 ? all : static_cast<std::size_t>(options.reference);
  std::vector<DecisionCurvePoint> out((all + 1) * size);
  for (std::size_t m = 0; m <= all; ++m) {
    const FlaggedAt flagged = flagged_at(rows, m, size);
    for (std::size_t t = 0; t < size; ++t) {
      DecisionCurvePoint &point = out[m * size + at.place[t]];
      point.tp_rate = mixture.tp_rate(flagged.tp[t]);
      point.fp_rate = mixture.fp_rate(flagged.fp[t]);
      point.net_benefit = point.tp_rate - point.fp_rate * at.odds(t);
    }
  }
  for (std::size_t m = 0; m <= all; ++m)
    for (std::size_t t = 0; t < size; ++t) {
      const std::size_t place = at.place[t];
      DecisionCurvePoint &point = out[m * size + place];
      point.difference = point.net_benefit - out[reference * size + place].net_benefit;
      // Not as a difference of net benefits, of which small odds would leave the rounding.
      const DecisionCurvePoint &flags_all = out[all * size + place];
      point.interventions_avoided =
          (point.tp_rate - flags_all.tp_rate) / at.odds(t) + (flags_all.fp_rate - point.fp_rate);
    }
  PartMonitor second(monitor, 0.5, 1);
  const auto give = [&](const auto &interval_of) {  // (model, other, threshold, estimate)
    for (std::size_t m = 0; m <= all; ++m) {
      const auto of_value = interval_of(m, none), of_difference = interval_of(m, reference);
      for (std::size_t t = 0; t < size; ++t) {
        DecisionCurvePoint &point = out[m * size + at.place[t]];
        point.net_benefit_interval = of_value(t, point.net_benefit);
        point.difference_interval = of_difference(t, point.difference);
      }
    }
  };
  if (options.bootstrap > 0) {
    const Replicates replicates(rows, at, prevalence, options, second);
    give([&](std::size_t m, std::size_t other) {
      return [&replicates, m, other, &options](std::size_t t, double) {
        return replicates.limits(m, other, t, options.level);
      };
    });
  } else {
    give([&](std::size_t m, std::size_t other) {
      second.at(static_cast<double>(m) / static_cast<double>(all + 1));
      std::vector<double> width = half_widths(rows, m, other, at, mixture, options.level);
      return [width = std::move(width)](std::size_t t, double estimate) {
        return Interval{estimate - width[t], estimate + width[t]};
      };
    });
  }
  monitor.at(1);
  return out;
}

}  // namespace wald::core::evaluation
