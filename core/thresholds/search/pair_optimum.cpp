// Four ideas.
//
// Sweep. As classifier a's level i grows, rows with rank i there are flagged whatever b says ("or"), or come into reach
// of b ("and"). Either changes one cell of a column over b's levels j whose running sums, with what a alone flags, are
// the counts at (i, j). So the greatest u TP - v FP of all pairs takes one change and one look at a PrefixTree for each
// row (Bentley's column sweep).
//
// Limits. TP and FP grow with i and j; so FP or alerts below a budget, and a recall that is met, leave for each i an
// interval of j whose ends fall as i grows: two staircases, walked in O(rows + levels).
//
// A precision that is limited allows the more FP, the more TP there are (MostPrecise): for each i the last j below a
// line is found by the same column, and lines are drawn ever nearer.
//
// Hull. Between two corners of the concave hull lies another just where the direction of their chord finds one. Which
// chords are worth asking is told by the tangents at their ends: no point beyond them is better than where these meet,
// as the value has no maximum inside a hull (Criterion::best_on_hull). For F_beta this does what Dinkelbach's method
// does, and as fast, but also for values that are no ratio.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/pair_optimum.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "core/thresholds/sample/weights.hpp"
#include "core/thresholds/search/prefix_tree.hpp"

namespace wald::core::thresholds {

namespace {

__extension__ using Int128 = __int128;

// u TP - v FP in units of weight, and of equal ones the fewer TP, or the more: an ordered group.
struct WideGain {
  Int128 gain = 0;
  int64_t rest = 0;
  WideGain &operator+=(const WideGain &o) {
    gain += o.gain;
    rest += o.rest;
    return *this;
  }
  WideGain operator-() const { return {-gain, -rest}; }
  bool operator<(const WideGain &o) const { return gain != o.gain ? gain < o.gain : rest < o.rest; }
  static WideGain least() { return {-(Int128{1} << 124), 0}; }
};

// The same in one number, where it fits: gain * (TP of all rows + 1) + rest.
struct NarrowGain {
  int64_t both = 0;
  NarrowGain &operator+=(const NarrowGain &o) {
    both += o.both;
    return *this;
  }
  NarrowGain operator-() const { return {-both}; }
  bool operator<(const NarrowGain &o) const { return both < o.both; }
  static NarrowGain least() { return {-(int64_t{1} << 62)}; }
};

// What is maximised: tp * TP - fp * FP; of equal ones fewer TP, or more of them.
struct Direction {
  int64_t tp, fp;
  bool more_tp = false;
};

// A pair of levels and its counts, in units of weight.
struct Pair {
  int64_t tp = 0, fp = 0;
  int32_t a = 0, b = 0;
};

// For each level of a the levels of b that are looked at: none if first > last.
struct Region {
  std::vector<int32_t> first, last;
};

// Rows in the order of one classifier's ranks: begin[r] is the first with rank r.
struct Ordered {
  struct Row {
    int32_t other;   // its rank by the other classifier
    int64_t weight;  // in units; below 0 if it is labelled 0
  };
  std::vector<int64_t> begin;
  std::vector<Row> rows;

  Ordered(const RankedSample &sample, std::size_t by, double unit) {
    const RankedRows *const sets[] = {&sample.positives, &sample.negatives};
    begin.assign(static_cast<std::size_t>(sample.levels[by].count()) + 2, 0);
    for (const RankedRows *set : sets)
      for (int64_t i = 0; i < set->size(); ++i) ++begin[static_cast<std::size_t>(set->row(i)[by]) + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    rows.resize(static_cast<std::size_t>(begin.back()));
    std::vector<int64_t> next = begin;
    for (const RankedRows *set : sets)
      for (int64_t i = 0; i < set->size(); ++i) {
        const auto weight = static_cast<int64_t>(set->weight(i) / unit);
        const int32_t *rank = set->row(i);
        rows[static_cast<std::size_t>(next[static_cast<std::size_t>(rank[by])]++)] = {
            rank[1 - by], set == &sample.positives ? weight : -weight};
      }
  }
  template <class Visit>
  void each(int32_t rank, const Visit &visit) const {
    const auto r = static_cast<std::size_t>(rank);
    for (int64_t i = begin[r]; i < begin[r + 1]; ++i) visit(rows[static_cast<std::size_t>(i)]);
  }
};

class Pairs {
 public:
  Pairs(const RankedSample &sample, Monitor &monitor)
      : monitor_(monitor),
        any_(sample.rule == Rule::any),
        unit_(unit_of(sample)),
        levels_a_(sample.levels[0].count()),
        levels_b_(sample.levels[1].count()),
        by_a_(sample, 0, unit_),
        by_b_(sample, 1, unit_) {
    for (const Ordered::Row &row : by_a_.rows) add(row, 1, all_);
  }

  double unit() const { return unit_; }
  const Pair &all() const { return all_; }  // the weight of all rows
  uint64_t cell(const Pair &p) const {
    return static_cast<uint64_t>(p.a) * static_cast<uint64_t>(levels_b_) + static_cast<uint64_t>(p.b);
  }

  Region everywhere() const {
    return {std::vector<int32_t>(static_cast<std::size_t>(levels_a_), 0),
            std::vector<int32_t>(static_cast<std::size_t>(levels_a_), levels_b_ - 1)};
  }

  // For each level of a the last of b at which within(TP, FP) holds, which is true the longer the fewer are flagged;
  // -1 if there is none.
  std::vector<int32_t> last_within(const std::function<bool(double tp, double fp)> &within) const {
    std::vector<int32_t> out(static_cast<std::size_t>(levels_a_), -1);
    Pair flagged;
    if (any_)
      for (int32_t b = 0; b < levels_b_; ++b) by_b_.each(b, [&](const Ordered::Row &row) { add(row, 1, flagged); });
    int32_t b = levels_b_ - 1;
    for (int32_t a = 0; a < levels_a_; ++a) {
      by_a_.each(a, [&](const Ordered::Row &row) {
        if ((row.other > b) == any_) add(row, 1, flagged);
      });
      for (; b >= 0 && !within(weight(flagged.tp), weight(flagged.fp)); --b)
        by_b_.each(b, [&](const Ordered::Row &row) {
          if ((row.other > a) == any_) add(row, -1, flagged);
        });
      if (b < 0) break;
      out[static_cast<std::size_t>(a)] = b;
    }
    return out;
  }

  // Of equal pairs the first level of a, then of b; with "and" the last: as sweep_two keeps them. None in an empty
  // region.
  std::optional<Pair> best(const Direction &direction, const Region &region) {
    // A common divisor changes nothing but the room that sums take.
    const int64_t common = std::max<int64_t>(1, std::gcd(direction.tp, direction.fp));
    const Direction d{direction.tp / common, direction.fp / common, direction.more_tp};
    const auto real = [](int64_t x) { return static_cast<double>(x); };
    const double most = (real(d.tp) * real(all_.tp) + real(d.fp) * real(all_.fp) + 1) * (real(all_.tp) + 1);
    if (most < 0x1p60) {
      const int64_t scale = all_.tp + 1, tie = d.more_tp ? 1 : -1;
      const int64_t of_tp = d.tp * scale + tie, of_fp = d.fp * scale;
      return best_by<NarrowGain>(region, [=](int64_t w) { return NarrowGain{w > 0 ? of_tp * w : of_fp * w}; });
    }
    return best_by<WideGain>(region, [=](int64_t w) {
      return w > 0 ? WideGain{Int128{d.tp} * w, d.more_tp ? w : -w} : WideGain{Int128{d.fp} * w, 0};
    });
  }

  // For each level of a the pair with the most TP of those up to region.last where tp * TP - fp * FP >= least.
  template <class Visit>
  void each_last_above(const Direction &d, Int128 least, const Region &region, const Visit &visit) {
    const auto gain_of = [&](int64_t w) {
      return w > 0 ? WideGain{Int128{d.tp} * w, -w} : WideGain{Int128{d.fp} * w, 0};
    };
    sweep<WideGain>(gain_of, [&](int32_t a, const PrefixTree<WideGain> &column, const WideGain &base) {
      const int32_t last = region.last[static_cast<std::size_t>(a)];
      if (last < 0) return;
      WideGain sum;
      const WideGain at_least{least - base.gain, std::numeric_limits<int64_t>::min() / 2};
      if (column.last_at_least(at_least, last, sum) < 0) return;
      sum += base;
      const int64_t tp = -sum.rest;
      visit(tp, static_cast<int64_t>((Int128{d.tp} * tp - sum.gain) / d.fp));
    });
  }

  double weight(int64_t units) const { return static_cast<double>(units) * unit_; }

 private:
  static double unit_of(const RankedSample &sample) {
    if (sample.whole) return 1;
    double largest = 0;
    for (const RankedRows *set : {&sample.positives, &sample.negatives})
      for (int64_t i = 0; i < set->size(); ++i) largest = std::max(largest, set->weight(i));
    return weight_unit(largest, sample.positives.size() + sample.negatives.size());
  }

  static void add(const Ordered::Row &row, int64_t sign, Pair &to) {
    (row.weight > 0 ? to.tp : to.fp) += sign * std::abs(row.weight);
  }

  template <class Gain, class GainOf>
  std::optional<Pair> best_by(const Region &region, const GainOf &gain_of) {
    Gain best{};
    std::optional<Pair> found;
    sweep<Gain>(gain_of, [&](int32_t a, const PrefixTree<Gain> &column, const Gain &base) {
      const int32_t first = region.first[static_cast<std::size_t>(a)], last = region.last[static_cast<std::size_t>(a)];
      if (first > last) return;
      const auto here = column.best(first, last, !any_);
      Gain sum = base;
      sum += here.sum;
      if (found && !(best < sum) && (any_ || sum < best)) return;
      best = sum;
      found = Pair{0, 0, a, column.leaf(here, !any_)};
    });
    if (found) count(*found);
    return found;
  }

  // Calls at_level for each level of a, with the column of gains over b's levels and what a alone flags.
  template <class Gain, class GainOf, class AtLevel>
  void sweep(const GainOf &gain_of, const AtLevel &at_level) {
    PrefixTree<Gain> column(levels_b_);
    if (any_)
      for (int32_t b = 0; b < levels_b_; ++b)
        by_b_.each(b, [&](const Ordered::Row &row) { column.add_unbuilt(b, gain_of(row.weight)); });
    column.build();
    Gain base{};
    for (int32_t a = 0; a < levels_a_; ++a) {
      by_a_.each(a, [&](const Ordered::Row &row) {
        const Gain gain = gain_of(row.weight);
        if (any_) base += gain;
        if (row.other < levels_b_) column.add(row.other, any_ ? -gain : gain);
      });
      at_level(a, column, base);
      if (a % 1024 == 0) monitor_.at(done_);
    }
    // The number of sweeps is not known in advance; most objectives take about a dozen.
    constexpr double usual = 12;
    done_ += (1 - done_) / usual;
  }

  void count(Pair &p) const {
    for (int32_t a = 0; a <= levels_a_; ++a)
      by_a_.each(a, [&](const Ordered::Row &row) {
        if (any_ ? a <= p.a || row.other <= p.b : a <= p.a && row.other <= p.b) add(row, 1, p);
      });
  }

  Monitor &monitor_;
  bool any_;
  double unit_;
  int32_t levels_a_, levels_b_;
  Ordered by_a_, by_b_;
  Pair all_;
  double done_ = 0;
};

// Two corners of the hull that may have others between them, and the tangents there.
struct Chord {
  Pair from, to;
  Direction at_from, at_to;
  bool is_edge = false;  // nothing lies beyond it
};

// Corners of the concave hull of a region, as many as were asked for.
class Hull {
 public:
  Hull(Pairs &pairs, const Region &region) : pairs_(pairs), region_(region) {
    // The fewest false positives, then the most true ones; and the other way round.
    const Direction fewest_fp{1, pairs.all().tp + 1, true}, most_tp{pairs.all().fp + 1, 1};
    const std::optional<Pair> left = pairs.best(fewest_fp, region), right = pairs.best(most_tp, region);
    if (!left) return;
    corners_ = {*left};
    if (right->tp == left->tp) return;
    corners_.push_back(*right);
    chords_.push_back({*left, *right, {0, 1}, {1, 0}});
  }

  const std::vector<Pair> &corners() const { return corners_; }
  void take(const Hull &further) {  // of the same region
    corners_ = further.corners_;
    chords_ = further.chords_;
  }

  // Finds what lies beyond each chord that is wanted, until they are edges.
  void refine(const std::function<bool(const Chord &)> &wanted) {
    for (std::size_t i = 0; i < chords_.size();) {
      if (chords_[i].is_edge || !wanted(chords_[i])) {
        ++i;
        continue;
      }
      split(i);
      i = 0;
    }
  }

  // Finds the corner of the greatest value, going where it can be greatest.
  void refine_towards_best(const std::function<double(double tp, double fp)> &value) {
    double best = -std::numeric_limits<double>::infinity();
    for (const Pair &p : corners_) best = std::max(best, value(pairs_.weight(p.tp), pairs_.weight(p.fp)));
    for (;;) {
      std::size_t promising = chords_.size();
      double most = -std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < chords_.size(); ++i) {
        if (chords_[i].is_edge) continue;
        const double here = most_beyond(chords_[i], value);
        if (here > most) most = here, promising = i;
      }
      if (promising == chords_.size() || most < best) return;
      const std::size_t corners = corners_.size();
      split(promising);
      if (corners_.size() > corners)
        best = std::max(best, value(pairs_.weight(corners_.back().tp), pairs_.weight(corners_.back().fp)));
    }
  }

 private:
  static Direction across(const Pair &from, const Pair &to) { return {to.fp - from.fp, to.tp - from.tp}; }
  static Int128 along(const Direction &d, const Pair &p) { return Int128{d.tp} * p.tp - Int128{d.fp} * p.fp; }

  void split(std::size_t i) {
    const Chord chord = chords_[i];
    const Direction d = across(chord.from, chord.to);
    const Pair found = *pairs_.best(d, region_);
    if (along(d, found) <= along(d, chord.from)) {
      chords_[i].is_edge = true;
      return;
    }
    corners_.push_back(found);
    chords_[i] = {chord.from, found, chord.at_from, d};
    chords_.insert(chords_.begin() + static_cast<std::ptrdiff_t>(i) + 1, {found, chord.to, d, chord.at_to});
  }

  // The value where the tangents meet, a little beyond.
  double most_beyond(const Chord &c, const std::function<double(double tp, double fp)> &value) const {
    const auto real = [](int64_t x) { return static_cast<double>(x); };
    const double dtp = real(c.to.tp - c.from.tp), dfp = real(c.to.fp - c.from.fp);
    const double a1 = real(c.at_from.tp), b1 = real(c.at_from.fp), a2 = real(c.at_to.tp), b2 = real(c.at_to.fp);
    const double det = a2 * b1 - a1 * b2, far = (a2 * dtp - b2 * dfp) / det;
    constexpr double beyond = 1e-9;
    const double more_fp = det > 0 ? std::clamp(a1 * far * (1 - beyond), 0.0, dfp) : 0;
    const double more_tp = det > 0 ? std::clamp(b1 * far * (1 + beyond), 0.0, dtp) : dtp;
    const double scale = pairs_.unit();
    const double meeting = value((real(c.from.tp) + more_tp) * scale, (real(c.from.fp) + more_fp) * scale);
    return std::max({meeting, value(pairs_.weight(c.from.tp), pairs_.weight(c.from.fp)),
                     value(pairs_.weight(c.to.tp), pairs_.weight(c.to.fp))});
  }

  Pairs &pairs_;
  Region region_;
  std::vector<Pair> corners_;
  std::vector<Chord> chords_;
};

// Most TP where the precision is limited. The most FP that so many TP allow, cap(TP), rises; a line that is nowhere
// below it, from the most TP that are possible, finds for each level of a the last pair below the line. The most TP
// among these are possible still, the most TP of allowed ones among these are reached, and a new line is drawn between.
// At its upper end a line is at the cap, so each leaves less, or finds what was looked for.
class MostPrecise {
 public:
  MostPrecise(Pairs &pairs, const Criterion &criterion, const Region &region)
      : pairs_(pairs), criterion_(criterion), region_(region) {}

  // The most TP, and of these the fewest FP.
  Pair find() {
    int64_t possible = pairs_.best({pairs_.all().fp + 1, 1}, region_)->tp, reached = 0;
    while (reached < possible) {
      const int64_t most_fp = cap(possible);
      if (most_fp < 0) break;  // and so for fewer TP
      const Direction line = slope(reached, possible, most_fp);
      const Int128 least = Int128{line.tp} * possible - Int128{line.fp} * most_fp;
      int64_t most = reached;
      pairs_.each_last_above(line, least, region_, [&](int64_t tp, int64_t fp) {
        most = std::max(most, tp);
        if (tp > reached && allowed(tp, fp)) reached = tp;
      });
      // Rounding may let an allowed FP lie above one that is not.
      possible = most < possible || reached == possible ? most : possible - 1;
    }
    Region enough = region_;
    enough.first = pairs_.last_within([&](double tp, double) { return tp < pairs_.weight(reached); });
    for (int32_t &first : enough.first) ++first;
    return *pairs_.best({1, pairs_.all().tp + 1, true}, enough);
  }

 private:
  bool allowed(int64_t tp, int64_t fp) const { return criterion_.precise_enough(pairs_.weight(tp), pairs_.weight(fp)); }

  // The most FP that this many TP allow; -1 if they allow none.
  int64_t cap(int64_t tp) const {
    int64_t low = -1, high = pairs_.all().fp + 1;
    while (high - low > 1) {
      const int64_t middle = low + (high - low) / 2;
      (allowed(tp, middle) ? low : high) = middle;
    }
    return low;
  }

  // FP for each TP, as a ratio, of the steepest line through (possible, most_fp) that is known to pass above the cap
  // from `reached` on: over steps that widen from the upper end, in each of which the cap is at most that of its end.
  Direction slope(int64_t reached, int64_t possible, int64_t most_fp) const {
    constexpr int64_t steps_of_a_size = 32;
    Direction out{1, 0};
    for (int64_t below = 1; below < possible - reached;) {
      const int64_t next = std::min(possible - reached, below + std::max<int64_t>(1, below / steps_of_a_size));
      const Direction d{most_fp - cap(possible - below), next - 1};
      if (Int128{d.tp} * out.fp <= Int128{out.tp} * d.fp) out = d;
      below = next;
    }
    return out.fp > 0 ? out : Direction{0, 1};
  }

  Pairs &pairs_;
  const Criterion &criterion_;
  const Region &region_;
};

}  // namespace

std::optional<ParetoFrontier> pair_optimum(const RankedSample &rows, const Criterion &criterion, Monitor &monitor) {
  const bool by_value = criterion.goal() == Goal::metric || criterion.goal() == Goal::net_benefit;
  const Criterion::OnHull on_hull = criterion.best_on_hull();
  if (by_value && !on_hull.known) return std::nullopt;
  Pairs pairs(rows, monitor);
  const Region everywhere = pairs.everywhere();
  Region affordable = everywhere;
  affordable.last = pairs.last_within([&](double tp, double fp) { return criterion.within_budget(tp, fp); });
  Region recalling = affordable;
  recalling.first = pairs.last_within([&](double tp, double) { return !criterion.recalls_enough(tp); });
  for (int32_t &first : recalling.first) ++first;

  const Direction most_tp{pairs.all().fp + 1, 1}, fewest_fp{1, pairs.all().tp + 1, true};
  const auto precise = [&](const Pair &p) { return criterion.precise_enough(pairs.weight(p.tp), pairs.weight(p.fp)); };
  const auto most_allowed = [&] {
    const Pair most = *pairs.best(most_tp, affordable);
    return precise(most) ? most : MostPrecise(pairs, criterion, affordable).find();
  };
  Hull hull(pairs, everywhere);
  std::vector<Pair> points;
  if (by_value) {
    const auto value = [&](double tp, double fp) { return criterion.value(tp, fp); };
    const bool free = recalling.first == everywhere.first && recalling.last == everywhere.last;
    Hull limited = free ? hull : Hull(pairs, recalling);
    limited.refine_towards_best(value);
    points = limited.corners();
    if (free) hull.take(limited);
  } else if (criterion.goal() == Goal::most_tp) {
    points = {most_allowed()};
  } else if (const auto fewest = pairs.best(fewest_fp, recalling)) {
    points = {*fewest};
  }
  if (points.empty()) points = {most_allowed()};  // the recall is out of reach: the nearest point

  const auto frontier = [&] {
    ParetoBuilder builder(rows.cost_axis, false, 0, rows.rule == Rule::all);
    const auto add = [&](const Pair &p) { builder.add(pairs.weight(p.tp), pairs.weight(p.fp), pairs.cell(p)); };
    std::for_each(points.begin(), points.end(), add);
    std::for_each(hull.corners().begin(), hull.corners().end(), add);
    return builder.take();
  };
  ParetoFrontier found = frontier();
  if (criterion.limits_precision() && criterion.goal() != Goal::most_tp) {
    // Where the best without this limit keeps it, it is the best with it; where no allowed point recalls enough, the
    // nearest is known; the rest is not.
    const Criterion free = criterion.without_precision();
    const FrontierPoint &best = found[static_cast<std::size_t>(free.choose(found).index)];
    if (!criterion.precise_enough(best.tp, best.fp)) {
      points = {most_allowed()};
      if (criterion.recalls_enough(pairs.weight(points[0].tp))) return std::nullopt;
      found = frontier();
    }
  }
  const FrontierPoint chosen = found[static_cast<std::size_t>(criterion.choose(found).index)];
  if (by_value && on_hull.only_above_0 && criterion.value(chosen.tp, chosen.fp) < 0) return std::nullopt;
  hull.refine(
      [&](const Chord &c) { return pairs.weight(c.from.tp) <= chosen.tp && chosen.tp <= pairs.weight(c.to.tp); });
  return frontier();
}

}  // namespace wald::core::thresholds
