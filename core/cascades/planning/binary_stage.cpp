// Two classes: Algorithm 2 of [Q] in closed form, for one candidate after another.
//
// P are the undecided rows that the full ensemble calls positive, Q the others, v = g + f the sums with the candidate.
// To let go as negative all with v < t costs the errors P(v < t), so with errors allowed up to B only the thresholds
// t = p, a sum of a row of P, with P(v < p) <= B come into question: the tail of the few smallest sums of P, found from
// the minima of runs of 64 rows without sorting. Letting go as positive is the mirror image. The two share B: each edge
// of one tail goes with the widest one of the other that is left, two pointers over two curves that rise. Where both
// together make every row leave, one cut can do the same, and the cut with the fewest errors is taken.
//
// Of equally many exits: the fewest errors; then the fewest errors among the negatives.
//
// P and Q are arrays of their own. Rows that have left stay where they are until a fifth has gone: their sums are then
// beyond any live one, on the side where they hide from the search and are counted by every count, which is set right.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/cascades/planning/extremes.hpp"
#include "core/cascades/planning/stage.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::cascades {

namespace {

constexpr int32_t gone = static_cast<int32_t>(std::numeric_limits<int32_t>::max() - max_fixed_sum);
constexpr int32_t least_value = std::numeric_limits<int32_t>::min(), largest_value = std::numeric_limits<int32_t>::max();

// The rows of P or of Q.
struct Side {
  bool positive = false;
  std::vector<int32_t> sums;
  std::vector<int64_t> weights;  // empty: all 1; 0 of rows that left
  int64_t live_rows = 0, live = 0;

  int64_t stored() const { return static_cast<int64_t>(sums.size()); }
  int64_t dead() const { return stored() - live_rows; }
  bool weighted() const { return !weights.empty(); }
  int64_t weight(int64_t i) const { return weights.empty() ? 1 : weights[static_cast<std::size_t>(i)]; }
  bool is_gone(int64_t i) const {
    const int32_t s = sums[static_cast<std::size_t>(i)];
    return positive ? s == gone : s == -gone;
  }
};

// A threshold at the sum of a row: rows beyond it leave, wrongly where on this side. `all`: every row leaves.
struct Edge {
  int32_t value;
  bool all;
  int64_t errors, exits;
};

// How the undecided part for one candidate.
struct Split {
  Leaving leaving;
  bool whole = false;                 // every row leaves
  bool below = false, above = false;  // some row does, on this side
  int32_t low = 0, high = 0;          // rows with v < low, v > high leave
};

struct Scratch {
  std::vector<int32_t> runs, values;
  std::vector<std::pair<int32_t, int64_t>> weighted;
  std::vector<Edge> low, high;
  std::vector<int64_t> counts;
};

class BinaryStage final : public Stage {
 public:
  BinaryStage(const FixedScores &scores, bool negatives_only, int workers, int threads)
      : scores_(scores),
        negatives_only_(negatives_only),
        threads_(threads),
        least_weight_(scores.least_weight),
        scratch_(static_cast<std::size_t>(workers)),
        used_(static_cast<std::size_t>(scores.models), 0) {
    const auto p = static_cast<std::size_t>(scores.n_positive);
    for (Side *side : {&p_, &q_}) {
      side->positive = side == &p_;
      const std::size_t begin = side->positive ? 0 : p;
      const std::size_t end = side->positive ? p : static_cast<std::size_t>(scores.n);
      side->sums.assign(end - begin, 0);
      if (!scores.weights.empty())
        side->weights.assign(scores.weights.begin() + static_cast<std::ptrdiff_t>(begin),
                             scores.weights.begin() + static_cast<std::ptrdiff_t>(end));
      side->live_rows = side->stored();
      side->live =
          side->weighted() ? std::accumulate(side->weights.begin(), side->weights.end(), int64_t{0}) : side->stored();
    }
  }

  int64_t live() const override { return p_.live + q_.live; }
  int64_t work() const override { return p_.stored() + q_.stored(); }

  Leaving score(int32_t model, int64_t budget, double cost, double best, int worker) override {
    return split(model, budget, cost, best, scratch_[static_cast<std::size_t>(worker)]).leaving;
  }

  double distance(int32_t model) const override {
    double sum = 0;
    for (const Side *side : {&p_, &q_}) {
      const int32_t *const f = column(*side, model), *const full = column(*side, full_column());
      for (int64_t i = 0; i < side->stored(); ++i) {
        if (side->is_gone(i)) continue;
        const double d = static_cast<double>(side->sums[static_cast<std::size_t>(i)]) + f[i] - full[i];
        sum += static_cast<double>(side->weight(i)) * d * d;
      }
    }
    return sum;
  }

  Leaving take(int32_t model, int64_t budget, bool last, Position &position) override {
    position.model = model;
    position.low = never_below;
    position.high = never_above;
    if (last)
      position.low = position.high = scores_.cut;
    else
      place(model, split(model, budget, 0, std::numeric_limits<double>::infinity(), scratch_[0]), position);
    used_[static_cast<std::size_t>(model)] = 1;
    Leaving out;
    for (Side *side : {&p_, &q_}) leave(*side, model, position, out);
    if (!last && live() > 0 && 5 * (p_.live_rows + q_.live_rows) < 4 * (p_.stored() + q_.stored())) compact();
    return out;
  }

 private:
  int32_t full_column() const { return static_cast<int32_t>(scores_.models); }

  const int32_t *column(const Side &side, int32_t model) const {
    if (kept_.empty()) {
      const int32_t *const base = model == full_column() ? scores_.full.data() : scores_.column(model);
      return base + (side.positive ? 0 : scores_.n_positive);
    }
    return kept_.data() + slot_[static_cast<std::size_t>(model)] * stride_ + (side.positive ? 0 : q_begin_);
  }

  // The weight of the live rows beyond a threshold.
  int64_t below(const Side &side, const int32_t *f, int32_t bound) const {
    if (side.weighted()) return weight_below(side.sums.data(), f, side.weights.data(), side.stored(), bound);
    return count_below(side.sums.data(), f, side.stored(), bound) - (side.positive ? 0 : side.dead());
  }
  int64_t above(const Side &side, const int32_t *f, int32_t bound) const {
    if (side.weighted()) return weight_above(side.sums.data(), f, side.weights.data(), side.stored(), bound);
    return count_above(side.sums.data(), f, side.stored(), bound) - (side.positive ? side.dead() : 0);
  }

  Split split(int32_t model, int64_t budget, double cost, double best, Scratch &scratch) const {
    const int32_t *const fp = column(p_, model), *const fq = column(q_, model);
    if (budget == 0) return split_without_errors(fp, fq, scratch);
    Split out;
    tail(p_, fp, budget, scratch, scratch.low);
    Edge &lowest = scratch.low.back();
    lowest.exits = lowest.errors + (lowest.all ? q_.live : below(q_, fq, lowest.value));
    if (negatives_only_) {
      out.leaving = {lowest.exits, lowest.errors};
      out.whole = lowest.exits == live();
      out.below = lowest.exits > 0;
      out.low = lowest.value;
      return out;
    }
    tail(q_, fq, budget, scratch, scratch.high);
    Edge &highest = scratch.high.back();
    highest.exits = highest.errors + (highest.all ? p_.live : above(p_, fp, highest.value));
    // Together they let go at most what both do with the whole budget each.
    const int64_t most = std::min(lowest.exits + highest.exits, live());
    if (price(cost, most) > best) {
      out.leaving.exits = -1;
      return out;
    }
    fill_exits(q_, fq, true, scratch, scratch.low);
    fill_exits(p_, fp, false, scratch, scratch.high);
    std::size_t other = scratch.high.size() - 1;
    bool found = false;
    const Edge *low = nullptr, *high = nullptr;
    for (const Edge &edge : scratch.low) {
      while (scratch.high[other].errors > budget - edge.errors) --other;  // the first edge costs nothing
      const Edge &partner = scratch.high[other];
      const Leaving both{edge.exits + partner.exits, edge.errors + partner.errors};
      if (both.exits >= live()) return whole(fp, fq, scratch);
      if (found &&
          (both.exits < out.leaving.exits || (both.exits == out.leaving.exits && both.errors >= out.leaving.errors)))
        continue;
      found = true;
      out.leaving = both;
      low = &edge;
      high = &partner;
    }
    out.below = low->exits > 0;
    out.above = high->exits > 0;
    out.low = low->value;
    out.high = high->value;
    return out;
  }

  // The common case: no errors are allowed, so that the extreme sums of either side are the thresholds.
  Split split_without_errors(const int32_t *fp, const int32_t *fq, Scratch &scratch) const {
    Split out;
    out.low = p_.live_rows > 0 ? least_sum(p_.sums.data(), fp, p_.stored()) : largest_value;
    int64_t negatives = q_.live;
    if (negatives_only_) {
      if (p_.live_rows > 0) negatives = below(q_, fq, out.low);
      out.leaving.exits = negatives;
      out.below = negatives > 0;
      out.whole = negatives == live();
      return out;
    }
    if (q_.live_rows > 0 && !q_.weighted()) {
      const Tail t = count_below_and_largest(q_.sums.data(), fq, q_.stored(), out.low);
      out.high = t.largest;
      if (p_.live_rows > 0) negatives = t.below - q_.dead();
    } else if (q_.live_rows > 0) {
      out.high = count_below_and_largest(q_.sums.data(), fq, q_.stored(), out.low).largest;
      if (p_.live_rows > 0) negatives = below(q_, fq, out.low);
    }
    const int64_t positives = q_.live_rows > 0 ? above(p_, fp, out.high) : p_.live;
    if (negatives + positives >= live()) return whole(fp, fq, scratch);
    out.leaving.exits = negatives + positives;
    out.below = negatives > 0;
    out.above = positives > 0;
    return out;
  }

  // The thresholds on this side that cost at most the budget, from the one that costs nothing on.
  void tail(const Side &side, const int32_t *f, int64_t budget, Scratch &scratch, std::vector<Edge> &out) const {
    out.clear();
    const int32_t sign = side.positive ? 1 : -1;  // Q is searched from above
    const int64_t n = side.stored();
    const auto wanted =
        static_cast<std::size_t>(std::min(side.live_rows, budget / (side.weighted() ? least_weight_ : 1) + 1));
    auto &values = scratch.weighted;
    values.clear();
    const auto add = [&](int64_t i) {
      values.emplace_back(sign * (side.sums[static_cast<std::size_t>(i)] + f[i]), side.weight(i));
    };
    const auto runs = static_cast<std::size_t>((n + rows_of_extreme - 1) / rows_of_extreme);
    if (2 * wanted < runs) {
      // As many runs as wanted have a sum at or below this bound, and so has every row that is wanted.
      scratch.runs.resize(runs);
      scratch.values.resize(runs);
      if (side.positive)
        least_of_runs(side.sums.data(), f, n, scratch.runs.data());
      else
        largest_of_runs(side.sums.data(), f, n, scratch.runs.data());
      for (std::size_t b = 0; b < runs; ++b) scratch.values[b] = sign * scratch.runs[b];
      if (wanted > 0) {
        const auto at = scratch.values.begin() + static_cast<std::ptrdiff_t>(wanted - 1);
        std::nth_element(scratch.values.begin(), at, scratch.values.end());
        const int32_t bound = *at;
        for (std::size_t b = 0; b < runs; ++b) {
          if (sign * scratch.runs[b] > bound) continue;
          const int64_t end = std::min(n, static_cast<int64_t>(b + 1) * rows_of_extreme);
          for (int64_t i = static_cast<int64_t>(b) * rows_of_extreme; i < end; ++i)
            if (sign * (side.sums[static_cast<std::size_t>(i)] + f[i]) <= bound && !side.is_gone(i)) add(i);
        }
      }
    } else {
      for (int64_t i = 0; i < n; ++i)
        if (!side.is_gone(i)) add(i);
    }
    const auto smaller = [](const auto &a, const auto &b) { return a.first < b.first; };
    if (values.size() > wanted) {
      if (wanted > 0)
        std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(wanted - 1), values.end(),
                         smaller);
      values.resize(wanted);
    }
    std::sort(values.begin(), values.end(), smaller);
    int64_t errors = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (errors > budget) break;
      if (i == 0 || values[i].first != values[i - 1].first) out.push_back({sign * values[i].first, false, errors, 0});
      errors += values[i].second;
    }
    if (side.live <= budget || out.empty()) out.push_back({0, true, side.live, 0});
  }

  // How many leave at each edge: those of the other side beyond it, besides the errors. The last one's is known.
  void fill_exits(const Side &other, const int32_t *f, bool lower, Scratch &scratch, std::vector<Edge> &edges) const {
    constexpr std::size_t passes = 6;  // counting pass by pass beats searching for each row
    const std::size_t known = edges.size() - 1;
    if (known <= passes) {
      for (std::size_t e = 0; e < known; ++e)
        edges[e].exits = edges[e].errors + (lower ? below(other, f, edges[e].value) : above(other, f, edges[e].value));
      return;
    }
    const int32_t sign = lower ? 1 : -1;
    scratch.counts.assign(known + 1, 0);
    scratch.values.clear();
    for (std::size_t e = 0; e < known; ++e) scratch.values.push_back(sign * edges[e].value);
    for (int64_t i = 0; i < other.stored(); ++i) {
      const int32_t v = sign * (other.sums[static_cast<std::size_t>(i)] + f[i]);
      if (v >= scratch.values.back() || other.is_gone(i)) continue;
      const auto at = std::upper_bound(scratch.values.begin(), scratch.values.end(), v) - scratch.values.begin();
      scratch.counts[static_cast<std::size_t>(at)] += other.weight(i);
    }
    int64_t sum = 0;
    for (std::size_t e = 0; e < known; ++e) {
      sum += scratch.counts[e];
      edges[e].exits = edges[e].errors + sum;
    }
  }

  // Every row leaves: by the single cut with the fewest errors, the lowest of equal ones.
  Split whole(const int32_t *fp, const int32_t *fq, Scratch &scratch) const {
    auto &values = scratch.weighted;  // weight above 0: of P, an error below the cut
    values.clear();
    for (const Side *side : {&p_, &q_}) {
      const int32_t *const f = side->positive ? fp : fq;
      for (int64_t i = 0; i < side->stored(); ++i)
        if (!side->is_gone(i))
          values.emplace_back(side->sums[static_cast<std::size_t>(i)] + f[i],
                              side->positive ? side->weight(i) : -side->weight(i));
    }
    std::sort(values.begin(), values.end());
    Split out;
    out.whole = true;
    int64_t errors = q_.live, fewest = q_.live;
    std::size_t cut = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      errors += values[i].second;
      if (i + 1 < values.size() && values[i + 1].first == values[i].first) continue;
      if (errors < fewest) {
        fewest = errors;
        cut = i + 1;
      }
    }
    out.leaving = {live(), fewest};
    out.below = cut > 0;
    out.above = cut < values.size();
    if (out.below) out.low = values[cut - 1].first;  // the largest that leaves as negative
    if (out.above) out.high = values[cut].first;     // the smallest that leaves as positive
    return out;
  }

  // Thresholds half way between the last row that leaves and the first that stays, or leaves on the other side.
  void place(int32_t model, const Split &split, Position &position) const {
    const auto middle = [](int64_t under, int64_t over) { return under + (over - under + 1) / 2; };
    if (split.leaving.exits == 0) return;
    if (split.whole && !negatives_only_) {
      // Beyond the sums that were seen no row leaves: there is nothing to compare it with.
      if (split.below && split.above)
        position.low = position.high = middle(split.low, split.high);
      else if (split.below)
        position.low = int64_t{split.low} + 1;
      else
        position.high = split.high;
      return;
    }
    int32_t last_below = least_value, first_above = largest_value;
    for (const Side *side : {&p_, &q_}) {
      const int32_t *const f = column(*side, model);
      for (int64_t i = 0; i < side->stored(); ++i) {
        if (side->is_gone(i)) continue;
        const int32_t v = side->sums[static_cast<std::size_t>(i)] + f[i];
        if (split.whole || v < split.low) last_below = std::max(last_below, v);
        if (v > split.high) first_above = std::min(first_above, v);
      }
    }
    if (split.whole) {
      position.low = int64_t{last_below} + 1;
      return;
    }
    if (split.below) position.low = middle(last_below, split.low);
    if (split.above) position.high = middle(split.high, first_above);
  }

  void leave(Side &side, int32_t model, const Position &position, Leaving &out) {
    const int32_t *const f = column(side, model);
    for (int64_t i = 0; i < side.stored(); ++i) {
      if (side.is_gone(i)) continue;
      int32_t &sum = side.sums[static_cast<std::size_t>(i)];
      sum += f[i];
      const int32_t decision = decide(position, sum);
      if (decision == goes_on) continue;
      const int64_t w = side.weight(i);
      out.exits += w;
      if ((decision == 1) != side.positive) out.errors += w;
      --side.live_rows;
      side.live -= w;
      if (side.weighted()) side.weights[static_cast<std::size_t>(i)] = 0;
      sum = side.positive ? gone : -gone;
    }
  }

  // Rows that have left are dropped, from the columns of the models that are still to be asked.
  void compact() {
    std::vector<int32_t> keep[2];
    for (Side *side : {&p_, &q_}) {
      std::vector<int32_t> &own = keep[side->positive ? 0 : 1];
      for (int64_t i = 0; i < side->stored(); ++i)
        if (!side->is_gone(i)) own.push_back(static_cast<int32_t>(i));
    }
    std::vector<int32_t> models;
    for (int32_t t = 0; t < full_column(); ++t)
      if (!used_[static_cast<std::size_t>(t)]) models.push_back(t);
    models.push_back(full_column());
    const bool first = kept_.empty();
    std::vector<int32_t> fresh;
    const auto stride = static_cast<int64_t>(keep[0].size() + keep[1].size());
    if (first) fresh.resize(models.size() * static_cast<std::size_t>(stride));
    NoMonitor monitor;
    const auto tasks = static_cast<int64_t>(models.size());
    const int64_t numbers = tasks * stride;
    const int workers = numbers < (int64_t{1} << 20) ? 1 : worker_count(threads_, tasks);
    parallel_for(tasks, workers, monitor, [&](int64_t m, int, Monitor &) {
      for (const Side *side : {&p_, &q_}) {
        const std::vector<int32_t> &own = keep[side->positive ? 0 : 1];
        const int32_t *const from = column(*side, models[static_cast<std::size_t>(m)]);
        // In place the rows move towards the front, behind what is read.
        int32_t *const to =
            first ? fresh.data() + m * stride + (side->positive ? 0 : keep[0].size()) : const_cast<int32_t *>(from);
        for (std::size_t i = 0; i < own.size(); ++i) to[i] = from[own[i]];
      }
    });
    if (first) {
      kept_ = std::move(fresh);
      stride_ = stride;
      q_begin_ = static_cast<int64_t>(keep[0].size());
      slot_.assign(static_cast<std::size_t>(full_column()) + 1, -1);
      for (std::size_t m = 0; m < models.size(); ++m)
        slot_[static_cast<std::size_t>(models[m])] = static_cast<int64_t>(m);
    }
    for (Side *side : {&p_, &q_}) {
      const std::vector<int32_t> &own = keep[side->positive ? 0 : 1];
      for (std::size_t i = 0; i < own.size(); ++i) {
        side->sums[i] = side->sums[static_cast<std::size_t>(own[i])];
        if (side->weighted()) side->weights[i] = side->weights[static_cast<std::size_t>(own[i])];
      }
      side->sums.resize(own.size());
      if (side->weighted()) side->weights.resize(own.size());
    }
  }

  const FixedScores &scores_;
  const bool negatives_only_;
  const int threads_;
  const int64_t least_weight_;
  Side p_, q_;
  std::vector<Scratch> scratch_;
  std::vector<uint8_t> used_;
  // Columns of the rows that were left when first compacted; the scores themselves until then.
  std::vector<int32_t> kept_;
  std::vector<int64_t> slot_;
  int64_t stride_ = 0, q_begin_ = 0;
};

}  // namespace

std::unique_ptr<Stage> make_binary_stage(const FixedScores &scores, bool negatives_only, int workers, int threads) {
  return std::make_unique<BinaryStage>(scores, negatives_only, workers, threads);
}

}  // namespace wald::core::cascades
