// Climbs from several starts to a local optimum under a joint distribution, and proves how far it is from the best.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/ascent.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <unordered_map>

#include "core/decisions/joint/gfm.hpp"
#include "core/numeric/hull_corners.hpp"

namespace wald::core::decisions {

JointValue value_on_vectors(const Metric &metric, const std::vector<Joint::Vector> &vectors, int64_t n,
                            const std::vector<int64_t> &items) {
  const int64_t k = static_cast<int64_t>(items.size());
  // A mark for each label, unless there are far more labels than ones.
  int64_t ones = 0;
  for (const Joint::Vector &v : vectors) ones += v.size();
  std::vector<uint8_t> marks(n <= 8 * ones + 1024 ? static_cast<std::size_t>(n) : 0, 0);
  if (!marks.empty())
    for (int64_t i : items) marks[static_cast<std::size_t>(i)] = 1;
  double sum = 0, magnitude = 0;
  for (const Joint::Vector &v : vectors) {
    int64_t tp = 0;
    if (marks.empty())
      for (const int32_t *i = v.begin; i != v.end; ++i)
        tp += std::binary_search(items.begin(), items.end(), int64_t{*i});
    else
      for (const int32_t *i = v.begin; i != v.end; ++i) tp += marks[static_cast<std::size_t>(*i)];
    const double u = metric.utility(tp, k, v.size(), n);
    sum += v.probability * u;
    magnitude += v.probability * std::fabs(u);
  }
  // Each probability is a sum over a sum; then U, the product, and this sum. U's own error is relative to the range.
  const double scale = metric.is_custom() ? magnitude : metric.range(n).magnitude();
  return {sum, unit_roundoff *
                   (magnitude * static_cast<double>(3 * vectors.size() + 8) + 1.01 * scale * metric.rounding_ulps())};
}

namespace {

// The vectors by label, for moves that change one label.
class Search {
 public:
  Search(const Metric &metric, const std::vector<Joint::Vector> &vectors, int64_t n, KRange range)
      : metric_(metric), vectors_(vectors), n_(n), range_(range), tp_(vectors.size()), in_removed_(vectors.size(), 0) {
    for (const Joint::Vector &v : vectors) {
      labels_.insert(labels_.end(), v.begin, v.end);
      sizes_.push_back(v.size());
    }
    std::sort(labels_.begin(), labels_.end());
    labels_.erase(std::unique(labels_.begin(), labels_.end()), labels_.end());
    holders_.resize(labels_.size());
    for (std::size_t v = 0; v < vectors.size(); ++v)
      for (const int32_t *i = vectors[v].begin; i != vectors[v].end; ++i) holders_[rank(*i)].push_back(v);
    std::vector<int64_t> distinct = sizes_;
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (std::size_t v = 0; v < vectors.size(); ++v)
      group_.push_back(
          static_cast<std::size_t>(std::lower_bound(distinct.begin(), distinct.end(), sizes_[v]) - distinct.begin()));
    group_sizes_ = std::move(distinct);
  }

  // Starts from a prediction; its labels that never occur count as `extra` positives that are never right.
  void start(const std::vector<int64_t> &items) {
    chosen_.assign(labels_.size(), false);
    extra_.clear();
    std::fill(tp_.begin(), tp_.end(), 0);
    k_ = 0;
    for (int64_t i : items) add(i);
  }

  void add(int64_t item) {
    ++k_;
    const auto at = std::lower_bound(labels_.begin(), labels_.end(), static_cast<int32_t>(item));
    if (at == labels_.end() || *at != item)
      extra_.push_back(item);
    else
      set(static_cast<std::size_t>(at - labels_.begin()), true);
  }

  // Each cell's utility asked for anew; value() keeps a table for each k.
  double direct_value() const {
    double sum = 0;
    for (std::size_t v = 0; v < vectors_.size(); ++v)
      sum += vectors_[v].probability * metric_.utility(tp_[v], k_, sizes_[v], n_);
    return sum;
  }
  double value() { return total(k_); }

  // Takes the best single addition, removal or swap until none gains more than `least`. A gain is a sum of differences;
  // the value itself must rise too, or rounding could lead in a circle.
  void climb(double least, Monitor &monitor) {
    double now = value();
    for (int64_t step = 0;; ++step) {
      monitor.at(static_cast<double>(step) / static_cast<double>(step + 16));
      const Move move = best_move();
      if (!(move.gain > least)) return;
      take(move);
      const double next = value();
      if (!(next > now)) return take({0, move.added, move.removed});
      now = next;
    }
  }

  std::vector<int64_t> items() const {
    std::vector<int64_t> out = extra_;
    for (std::size_t i = 0; i < labels_.size(); ++i)
      if (chosen_[i]) out.push_back(labels_[i]);
    std::sort(out.begin(), out.end());
    return out;
  }

  // The mean of tp given s, for the majorants.
  double mean_tp(int64_t s) const {
    double sum = 0, weight = 0;
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      if (sizes_[v] != s) continue;
      sum += vectors_[v].probability * static_cast<double>(tp_[v]);
      weight += vectors_[v].probability;
    }
    return weight > 0 ? sum / weight : 0;
  }
  int64_t k() const { return k_; }

 private:
  struct Move {
    double gain = 0;
    int64_t removed = -1, added = -1;
  };

  std::size_t rank(int32_t label) const {
    return static_cast<std::size_t>(std::lower_bound(labels_.begin(), labels_.end(), label) - labels_.begin());
  }

  void take(const Move &move) {
    if (move.removed >= 0) set(static_cast<std::size_t>(move.removed), false);
    if (move.added >= 0) set(static_cast<std::size_t>(move.added), true);
    k_ += (move.added >= 0) - (move.removed >= 0);
  }

  void set(std::size_t label, bool chosen) {
    chosen_[label] = chosen;
    for (std::size_t v : holders_[label]) tp_[v] += chosen ? 1 : -1;
  }

  // U(tp, k, s) by tp and group of s, for each s that occurs, or 0 if the cell does not exist; such cells only ever
  // cancel.
  const std::vector<double> &table_of(int64_t k) {
    auto [at, fresh] = tables_.try_emplace(k);
    std::vector<double> &table = at->second;
    if (fresh) {
      const int64_t rows = k + 1;
      table.assign(static_cast<std::size_t>(rows) * group_sizes_.size(), 0.0);
      for (int64_t t = 0; t < rows; ++t)
        for (std::size_t g = 0; g < group_sizes_.size(); ++g) {
          const int64_t s = group_sizes_[g];
          if (t >= lowest_tp(k, s, n_) && t <= highest_tp(k, s))
            table[static_cast<std::size_t>(t) * group_sizes_.size() + g] = metric_.utility(t, k, s, n_);
        }
    }
    return table;
  }
  double u(const std::vector<double> &table, int64_t tp, int64_t k, std::size_t group) const {
    if (tp < 0 || tp > k) return 0;
    return table[static_cast<std::size_t>(tp) * group_sizes_.size() + group];
  }

  double total(int64_t k) {
    const std::vector<double> &table = table_of(k);
    double sum = 0;
    for (std::size_t v = 0; v < vectors_.size(); ++v) sum += vectors_[v].probability * u(table, tp_[v], k, group_[v]);
    return sum;
  }

  // What changes in each vector where one more (or one less) of its positives is predicted, at k positives in all.
  void changes(int64_t k, int64_t by, std::vector<double> &out) {
    const std::vector<double> &table = table_of(k);
    out.resize(vectors_.size());
    for (std::size_t v = 0; v < vectors_.size(); ++v)
      out[v] = vectors_[v].probability * (u(table, tp_[v] + by, k, group_[v]) - u(table, tp_[v], k, group_[v]));
  }
  double over_holders(std::size_t label, const std::vector<double> &of_vector) const {
    double sum = 0;
    for (std::size_t v : holders_[label]) sum += of_vector[v];
    return sum;
  }

  Move best_move() {
    for (auto table = tables_.begin(); table != tables_.end();)
      table = std::abs(table->first - k_) > 1 ? tables_.erase(table) : std::next(table);
    const double now = value();
    Move best;
    const int64_t count = static_cast<int64_t>(labels_.size());
    const auto offer = [&](double gain, int64_t removed, int64_t added) {
      if (gain > best.gain) best = {gain, removed, added};
    };
    if (k_ < range_.high) {
      const double base = total(k_ + 1) - now;
      changes(k_ + 1, 1, more_);
      for (int64_t i = 0; i < count; ++i)
        if (!chosen_[static_cast<std::size_t>(i)])
          offer(base + over_holders(static_cast<std::size_t>(i), more_), -1, i);
    }
    if (k_ > range_.low) {
      const double base = total(k_ - 1) - now;
      changes(k_ - 1, -1, less_);
      for (int64_t i = 0; i < count; ++i)
        if (chosen_[static_cast<std::size_t>(i)]) offer(base + over_holders(static_cast<std::size_t>(i), less_), i, -1);
    }
    best_swap(best);
    return best;
  }

  // A swap gains what the addition and the removal gain at the same k, less what vectors that hold both labels count in
  // each, since their tp stays. That correction is at most the sum of its positive parts over the vectors of either
  // label, so most pairs are excluded by sums of single labels.
  void best_swap(Move &best) {
    changes(k_, 1, more_);
    changes(k_, -1, less_);
    kept_.resize(vectors_.size());
    regained_.resize(vectors_.size());
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      kept_[v] = more_[v] + less_[v];
      regained_[v] = std::max(0.0, -kept_[v]);
    }
    struct Side {
      double limit, gain, regained;
      int64_t label;
    };
    std::vector<Side> in, out;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const double gain = over_holders(i, chosen_[i] ? less_ : more_), regained = over_holders(i, regained_);
      // Its own rounding, as a share of what it sums: far below what a climb takes for a gain.
      (chosen_[i] ? out : in).push_back({gain + regained * (1 + 1e-9), gain, regained, static_cast<int64_t>(i)});
    }
    const auto first = [](const Side &x, const Side &y) {
      return x.limit > y.limit || (x.limit == y.limit && x.label < y.label);
    };
    std::sort(in.begin(), in.end(), first);
    std::sort(out.begin(), out.end(),
              [](const Side &x, const Side &y) { return x.gain > y.gain || (x.gain == y.gain && x.label < y.label); });
    for (const Side &i : out) {
      if (in.empty() || i.gain + in.front().limit < best.gain) break;
      bool marked = false;
      for (const Side &j : in) {
        if (i.gain + j.limit < best.gain) break;
        if (i.gain + j.gain + i.regained * (1 + 1e-9) < best.gain) continue;
        if (!marked)
          for (std::size_t v : holders_[static_cast<std::size_t>(i.label)]) in_removed_[v] = 1;
        marked = true;
        double both = 0;
        for (std::size_t v : holders_[static_cast<std::size_t>(j.label)]) both += in_removed_[v] ? kept_[v] : 0.0;
        const double gain = j.gain + i.gain - both;
        // Of equal swaps that of the smallest labels.
        const bool tied = gain == best.gain && best.removed >= 0 && best.added >= 0 &&
                          std::make_pair(i.label, j.label) < std::make_pair(best.removed, best.added);
        if (gain > best.gain || tied) best = {gain, i.label, j.label};
      }
      if (marked)
        for (std::size_t v : holders_[static_cast<std::size_t>(i.label)]) in_removed_[v] = 0;
    }
  }

  const Metric &metric_;
  const std::vector<Joint::Vector> &vectors_;
  const int64_t n_;
  const KRange range_;
  std::vector<int32_t> labels_;  // that occur, ascending
  std::vector<std::vector<std::size_t>> holders_;
  std::vector<int64_t> sizes_, group_sizes_;
  std::vector<std::size_t> group_;
  std::vector<bool> chosen_;
  std::vector<int64_t> extra_;
  std::vector<int64_t> tp_;
  std::vector<uint8_t> in_removed_;
  std::vector<double> more_, less_, kept_, regained_;  // one for each vector
  int64_t k_ = 0;
  std::unordered_map<int64_t, std::vector<double>> tables_;
};

// A line over tp -> U(tp, k, s) that is nowhere below it and touches its upper concave hull near `reference`.
LinearForm majorant(const Metric &metric, int64_t k, int64_t s, int64_t n, double reference) {
  const int64_t low = lowest_tp(k, s, n), high = highest_tp(k, s);
  if (low == high) return {0, metric.utility(low, k, s, n)};
  struct Point {
    double tp, u;
  };
  std::vector<Point> hull;
  for (int64_t tp = low; tp <= high; ++tp)
    add_corner(hull, {static_cast<double>(tp), metric.utility(tp, k, s, n)},
               [](const Point &a, const Point &b, const Point &c) {
                 return (b.u - a.u) * (c.tp - a.tp) > (c.u - a.u) * (b.tp - a.tp);
               });
  std::size_t edge = 0;
  while (edge + 2 < hull.size() && hull[edge + 1].tp < reference) ++edge;
  const Point &a = hull[edge], &b = hull[edge + 1];
  const double slope = (b.u - a.u) / (b.tp - a.tp);
  return {slope, a.u - slope * a.tp};
}

using Items = std::vector<int64_t>;

// The best of the first k by marginals. The ranked labels are those of the workspace.
Items best_top(const Problem &problem, const CountTable &table, Search &search) {
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  Items items;
  int64_t best = range.low;
  double best_value = -std::numeric_limits<double>::infinity();
  const int64_t largest_s = table.sizes.empty() ? 0 : table.sizes.back();
  const int64_t highest = std::min(range.high, std::max(range.low, std::min(labels.size(), 2 * largest_s)));
  for (int64_t k = range.low; k <= highest; ++k) {
    if (k == range.low) {
      labels.top(k, items);
      search.start(items);
    } else {
      search.add(labels.item[static_cast<std::size_t>(k - 1)]);
    }
    const double v = search.direct_value();
    if (v > best_value) {
      best_value = v;
      best = k;
    }
    if ((k & 15) == 0) problem.monitor.at(0.2 * static_cast<double>(k) / static_cast<double>(highest + 1));
  }
  labels.top(best, items);
  return items;
}

// Of the likeliest vectors those that are the best predictions, the best first.
std::vector<std::size_t> best_vectors(const Problem &problem) {
  constexpr std::size_t most_tried = 64;
  const std::vector<Joint::Vector> &vectors = *problem.belief.vectors;
  std::vector<std::size_t> likeliest(vectors.size());
  std::iota(likeliest.begin(), likeliest.end(), std::size_t{0});
  std::stable_sort(likeliest.begin(), likeliest.end(),
                   [&](std::size_t x, std::size_t y) { return vectors[x].probability > vectors[y].probability; });
  std::vector<std::pair<double, std::size_t>> tried;
  Items items;
  for (std::size_t v : likeliest) {
    if (tried.size() == most_tried) break;
    if (!problem.range.holds(vectors[v].size())) continue;
    items.assign(vectors[v].begin, vectors[v].end);
    tried.emplace_back(-value_on_vectors(problem.metric, vectors, problem.n_labels(), items).value, v);
  }
  std::stable_sort(tried.begin(), tried.end());
  std::vector<std::size_t> out;
  for (const auto &[negative_value, v] : tried) out.push_back(v);
  return out;
}

// The optimum for F1, the best top-k by marginals, and the likeliest vectors themselves. Ranks the marginals.
std::vector<Items> starts_of(const Problem &problem, const CountTable &table, Search &search) {
  constexpr std::size_t most_starts = 6;
  const std::vector<Joint::Vector> &vectors = *problem.belief.vectors;
  Workspace &work = problem.work;
  NoMonitor quiet;
  std::vector<Items> starts;
  Answer f1_answer;
  decide_gfm(*parse_metric("f1", problem.metric.zero_division()), table, problem.range, work, quiet, f1_answer);
  starts.push_back(work.items);

  std::vector<double> marginals(static_cast<std::size_t>(problem.n_labels()), 0.0);
  for (const Joint::Vector &v : vectors)
    for (const int32_t *i = v.begin; i != v.end; ++i) marginals[static_cast<std::size_t>(*i)] += v.probability;
  work.ranked.rank(marginals);
  starts.push_back(best_top(problem, table, search));

  for (std::size_t v : best_vectors(problem)) {
    if (starts.size() == most_starts) break;
    starts.emplace_back(vectors[v].begin, vectors[v].end);
  }
  return starts;
}

struct Climbed {
  Items items;
  JointValue value{-std::numeric_limits<double>::infinity(), 0};
};

Climbed best_climbed(const Problem &problem, const std::vector<Items> &starts, Search &search) {
  const Metric &metric = problem.metric;
  const int64_t n = problem.n_labels();
  const double tie = tie_tolerance(problem.labels().size(), metric.is_custom() ? 1 : metric.range(n).magnitude());
  Climbed best;
  for (const Items &start : starts) {
    search.start(start);
    search.climb(tie, problem.monitor);
    const Items items = search.items();
    const JointValue v = value_on_vectors(metric, *problem.belief.vectors, n, items);
    const bool tied = std::fabs(v.value - best.value.value) <= tie;
    if ((!tied && v.value > best.value.value) ||
        (tied && std::make_pair(items.size(), items) < std::make_pair(best.items.size(), best.items)))
      best = {items, v};
  }
  return best;
}

// The general F-maximiser on a linear majorant of U, scaled from where the best prediction lies.
double upper_bound_of(const Problem &problem, const CountTable &table, const Items &best, Search &search) {
  const Metric &metric = problem.metric;
  const KRange range = problem.range;
  const int64_t n = problem.n_labels();
  search.start(best);
  std::unordered_map<int64_t, double> mean_tp;
  for (const Joint::Vector &v : *problem.belief.vectors)
    if (mean_tp.find(v.size()) == mean_tp.end()) mean_tp[v.size()] = search.mean_tp(v.size());
  const double best_k = static_cast<double>(std::max<std::size_t>(1, best.size()));
  const LinearForms majorants = [&](int64_t k, const std::vector<int64_t> &sizes, LinearForm *out) {
    for (int64_t s : sizes) {
      const auto at = mean_tp.find(s);
      const double here = at == mean_tp.end() ? 0 : at->second;
      *out++ = majorant(metric, k, s, n, here * static_cast<double>(k) / best_k);
    }
  };
  const int64_t highest = metric.proves(falls_in_k, n)
                              ? std::min(range.high, std::max(range.low, static_cast<int64_t>(table.labels.size())))
                              : range.high;
  Curve &curve = problem.work.curve;
  gfm_curve(majorants, table, {range.low, highest}, curve, problem.monitor);
  double limit = -std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < curve.value.size(); ++j) limit = std::max(limit, curve.value[j] + curve.error[j]);
  return metric.is_custom() ? limit : std::min(limit, metric.range(n).high);
}

}  // namespace

void decide_by_ascent(const Problem &problem, Answer &answer) {
  const Metric &metric = problem.metric;
  const std::vector<Joint::Vector> &vectors = *problem.belief.vectors;
  const int64_t n = problem.n_labels();
  Search search(metric, vectors, n, problem.range);
  const CountTable table = CountTable::of(problem.belief.joint(), needs_all_labels(metric, n));
  Climbed best = best_climbed(problem, starts_of(problem, table, search), search);
  const double limit = upper_bound_of(problem, table, best.items, search);

  answer.algorithm = Algorithm::ascent;
  answer.k = static_cast<int64_t>(best.items.size());
  answer.expected = best.value.value;
  const double rounding = metric.is_custom() ? std::fabs(best.value.value) : metric.range(n).magnitude();
  answer.bound = std::max(0.0, limit - best.value.value) + best.value.error +
                 unit_roundoff * rounding * static_cast<double>(vectors.size() + 64);
  problem.work.items = std::move(best.items);
}

}  // namespace wald::core::decisions
