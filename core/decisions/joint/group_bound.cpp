// Branch and bound over boxes of tp and k with planes above U in each, whose sum a selection of groups maximises; for
// means of rates, which are concave, one set of tangent planes at the relaxed optimum.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/group_bound.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/decisions/joint/group_selection.hpp"
#include "core/decisions/joint/majorants.hpp"
#include "core/numeric/infinity.hpp"

namespace wald::core::decisions {
namespace {

// How much may be done, in units of a few nanoseconds.
constexpr double most_work = 1e7;

double as_real(int64_t count) { return static_cast<double>(count); }

// tp of each vector and k, as real numbers.
struct Place {
  std::vector<double> tp;
  double k = 0;
};

struct Box {
  KRange k{};
  std::vector<int64_t> low, high;  // of tp of each vector
  std::vector<double> prices;      // of leaving them: added to a vector's slope
  double limit = infinity;
  Place relaxed;                   // the best prediction for the planes
};

class Relaxation {
 public:
  Relaxation(const Problem &problem, const LabelGroups &groups, GroupSearch &search, double tie,
             GroupSearch::Point &best)
      : metric_(problem.metric),
        vectors_(*problem.belief.vectors),
        n_(problem.n_labels()),
        groups_(groups),
        search_(search),
        monitor_(problem.monitor),
        tie_(tie),
        best_(best),
        majorants_(metric_, n_),
        selection_(groups),
        slopes_(vectors_.size()),
        planes_(vectors_.size()),
        cost_(48 * static_cast<double>(vectors_.size()) + 8 * static_cast<double>(groups.count()) +
              static_cast<double>(groups.links()) / 2) {}

  double limit(KRange range) {
    if (range.low == 0) {  // where ratios may be 0/0
      offer_nothing();
      range.low = 1;
    }
    if (metric_.proves(falls_in_k, n_)) range.high = std::min(range.high, std::max(range.low, groups_.occurring()));
    range = narrowed(range);
    if (range.low > range.high) return enough();
    Box whole;
    whole.k = range;
    whole.low.assign(vectors_.size(), 0);
    for (const Joint::Vector &v : vectors_) whole.high.push_back(std::min(v.size(), range.high));
    whole.prices.assign(vectors_.size(), 0.0);
    whole.relaxed.k = static_cast<double>(std::max<int64_t>(best_.k, 1));
    whole.relaxed.tp.assign(best_.tp.begin(), best_.tp.end());
    constexpr double worth_of_boxes = 1000;  // beside what remains after the tangents
    double of_rest = majorants_.concave() ? by_tangents(whole) : infinity;
    if (of_rest > enough() && !(majorants_.concave() && worth_of_boxes * cost_ > most_work))
      of_rest = std::min(of_rest, by_boxes(std::move(whole)));
    return std::max(of_rest, enough());  // up to which other k were left out
  }

 private:
  bool worth_it() const { return work_ < most_work; }
  double enough() const { return best_.value + tie_; }

  void offer_nothing() {
    const GroupSearch::Point none = search_.at(std::vector<int64_t>(groups_.count(), 0));
    if (none.value > best_.value) best_ = none;
  }
  void offer_selected() {
    const double v = search_.value(selection_.tp(), selection_.k());
    if (v > best_.value + tie_) best_ = search_.at(selection_.numbers());
  }

  // No value at any k of the range exceeds it: U is greatest where k is nearest to s and all of the fewer are right.
  double most_at(KRange range) const {
    double sum = 0;
    for (const Joint::Vector &v : vectors_) {
      const int64_t k = std::clamp(v.size(), range.low, range.high);
      sum += v.probability * metric_.utility(std::min(k, v.size()), k, v.size(), n_);
    }
    return sum;
  }
  // Without the least and the greatest k that cannot be better than the best.
  KRange narrowed(KRange range) const {
    if (!metric_.proves(rises_in_tp | falls_in_k | rises_in_tp_and_k, n_)) return range;
    const KRange all = range;
    for (int64_t end = all.high; range.low <= end;) {
      const int64_t middle = range.low + (end - range.low) / 2;
      if (most_at({all.low, middle}) <= enough())
        range.low = middle + 1;
      else
        end = middle - 1;
    }
    for (int64_t start = range.low; start <= range.high;) {
      const int64_t middle = start + (range.high - start) / 2;
      if (most_at({middle, all.high}) <= enough())
        range.high = middle - 1;
      else
        start = middle + 1;
    }
    return range;
  }

  // ---- One box --------------------------------------------------------------------------------------

  CellBox cells_of(const Box &box, std::size_t v) const {
    return {as_real(box.low[v]), as_real(box.high[v]), as_real(box.k.low), as_real(box.k.high)};
  }
  bool is_empty(const Box &box) const {
    for (std::size_t v = 0; v < vectors_.size(); ++v)
      if (!majorants_.some_in(cells_of(box, v), vectors_[v].size())) return true;
    return false;
  }

  void raise_planes(const Box &box, const Place &near) {
    work_ += 16 * static_cast<double>(vectors_.size());
    for (std::size_t v = 0; v < vectors_.size(); ++v)
      planes_[v] = majorants_.over(cells_of(box, v), vectors_[v].size(), near.tp[v], near.k);
  }

  // The greatest sum of the planes over the predictions with k in the box, and prices of tp outside of it; rounded up.
  double greatest_sum(const Box &box) {
    work_ += cost_;
    double sum = 0, of_label = 0, magnitude = 0, of_slopes = 0;
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      const double p = vectors_[v].probability, price = box.prices[v];
      const double outside = price * static_cast<double>(price > 0 ? box.low[v] : box.high[v]);
      slopes_[v] = p * planes_[v].of_tp + price;
      of_label += p * planes_[v].of_k;
      sum += p * planes_[v].constant - outside;
      magnitude += p * std::fabs(planes_[v].constant) + std::fabs(outside);
      of_slopes += p * (std::fabs(planes_[v].of_tp) + std::fabs(planes_[v].of_k)) + std::fabs(price);
    }
    selection_.select(slopes_, of_label, box.k);
    for (std::size_t v = 0; v < vectors_.size(); ++v) sum += slopes_[v] * as_real(selection_.tp()[v]);
    sum += of_label * as_real(selection_.k());
    // Scores of groups that are wrong by their rounding may select others than the best.
    magnitude += of_slopes * as_real(box.k.high);
    return sum + unit_roundoff * static_cast<double>(4 * vectors_.size() + 16) * magnitude;
  }

  // Raises the price of leaving the box where the selection does, by Polyak's step towards the value to fall below.
  bool change_prices(Box &box, double sum) const {
    double squares = 0;
    const auto excess = [&](std::size_t v) {
      const int64_t tp = selection_.tp()[v];
      if (box.prices[v] > 0 || (box.prices[v] == 0 && tp < box.low[v])) return as_real(tp - box.low[v]);
      if (box.prices[v] < 0 || tp > box.high[v]) return as_real(tp - box.high[v]);
      return 0.0;
    };
    for (std::size_t v = 0; v < vectors_.size(); ++v) squares += excess(v) * excess(v);
    if (squares == 0) return false;
    const double step = (sum - best_.value) / squares;
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      const double changed = box.prices[v] - step * excess(v);
      box.prices[v] = box.prices[v] * changed < 0 ? 0 : changed;
    }
    return true;
  }

  void evaluate(Box &box, int rounds) {
    if (is_empty(box)) {
      box.limit = -infinity;
      return;
    }
    raise_planes(box, box.relaxed);
    std::vector<double> best_prices = box.prices;
    bool one_cell = box.k.low == box.k.high;
    for (std::size_t v = 0; v < vectors_.size(); ++v) one_cell = one_cell && box.low[v] == box.high[v];
    if (one_cell) rounds *= 25;
    for (int round = 0; round < rounds; ++round) {
      const double sum = greatest_sum(box);
      offer_selected();
      if (sum < box.limit || round == 0) {
        best_prices = box.prices;
        box.limit = std::min(box.limit, sum);
        box.relaxed.k = as_real(selection_.k());
        for (std::size_t v = 0; v < vectors_.size(); ++v)
          box.relaxed.tp[v] = static_cast<double>(std::clamp(selection_.tp()[v], box.low[v], box.high[v]));
      }
      if (box.limit <= enough() || !change_prices(box, sum)) break;
      if (round == 0) raise_planes(box, box.relaxed);
    }
    box.prices = std::move(best_prices);
    if (one_cell) box.limit = std::min(box.limit, search_.value(box.low, box.k.low));
  }

  // ---- Many boxes -----------------------------------------------------------------------------------

  // Halves a box where its planes are farthest above U; false if it is one cell.
  bool split(const Box &box, Box &first, Box &second) const {
    double worst = -infinity;
    std::size_t at = vectors_.size();
    for (std::size_t v = 0; v < vectors_.size(); ++v) {
      if (box.low[v] == box.high[v] && box.k.low == box.k.high) continue;
      const int64_t s = vectors_[v].size();
      const double k = box.relaxed.k, tp = std::clamp(box.relaxed.tp[v], std::max(0.0, k + as_real(s - n_)),
                                                      std::min(k, as_real(s)));
      const double u = metric_.weighted_utility(tp, k, as_real(s), as_real(n_));
      const double above = vectors_[v].probability * (majorants_.over(cells_of(box, v), s, tp, k).at(tp, k) - u);
      if (at == vectors_.size() || above > worst) {
        worst = above;
        at = v;
      }
    }
    if (at == vectors_.size()) return false;
    first = box;
    second = box;
    const auto middle = [](int64_t low, int64_t high, double wanted) {
      const int64_t margin = (high - low) / 8;
      return std::clamp(static_cast<int64_t>(wanted), low + margin, std::max(low + margin, high - 1 - margin));
    };
    // k widens the planes of every vector, and where these are many there is no splitting all.
    const int64_t vectors = static_cast<int64_t>(vectors_.size()), width_of_k = vectors <= 8 ? 4 : 4 * vectors;
    if (width_of_k * (box.k.high - box.k.low) > box.high[at] - box.low[at]) {
      first.k.high = middle(box.k.low, box.k.high, box.relaxed.k);
      second.k.low = first.k.high + 1;
    } else {
      first.high[at] = middle(box.low[at], box.high[at], box.relaxed.tp[at]);
      second.low[at] = first.high[at] + 1;
    }
    return true;
  }

  double by_boxes(Box whole) {
    constexpr int rounds_at_first = 2, rounds = 4;
    const auto lower = [](const Box &x, const Box &y) { return x.limit < y.limit; };
    std::vector<Box> open;
    double closed = -infinity;
    evaluate(whole, rounds_at_first);
    // Once half of the gap is gone, work that doubles shall take more than a hundredth of what is left: boxes of many
    // vectors stop where few still pay.
    constexpr double pays = 0.01;
    const auto gap_of = [&](double limit) { return limit - best_.value; };
    const double first_gap = gap_of(whole.limit);
    double last_gap = infinity, next_look = most_work / 8;
    open.push_back(std::move(whole));
    for (int64_t done = 0; !open.empty() && worth_it(); ++done) {
      if ((done & 63) == 0) monitor_.at(work_ / most_work);
      if (work_ >= next_look) {
        const double gap = gap_of(std::max(closed, open.front().limit));
        if (gap > (1 - pays) * last_gap && gap < first_gap / 2) break;
        last_gap = gap;
        next_look *= 2;
      }
      std::pop_heap(open.begin(), open.end(), lower);
      const Box box = std::move(open.back());
      open.pop_back();
      if (box.limit <= enough()) {
        open.clear();
        break;
      }
      Box parts[2];
      if (!split(box, parts[0], parts[1])) {
        closed = std::max(closed, box.limit);
        continue;
      }
      for (Box &part : parts) {
        for (std::size_t v = 0; v < vectors_.size(); ++v)
          part.relaxed.tp[v] = std::clamp(part.relaxed.tp[v], as_real(part.low[v]), as_real(part.high[v]));
        part.relaxed.k = std::clamp(part.relaxed.k, as_real(part.k.low), as_real(part.k.high));
        evaluate(part, rounds);
        if (part.limit <= enough()) continue;
        open.push_back(std::move(part));
        std::push_heap(open.begin(), open.end(), lower);
      }
    }
    double limit = closed;
    for (const Box &box : open) limit = std::max(limit, box.limit);
    return limit;
  }

  // ---- Concave metrics ------------------------------------------------------------------------------

  double slope_along(const Box &box, const Place &at, const Place &by) {
    raise_planes(box, at);
    double slope = 0;
    for (std::size_t v = 0; v < vectors_.size(); ++v)
      slope += vectors_[v].probability * (planes_[v].of_tp * by.tp[v] + planes_[v].of_k * by.k);
    return slope;
  }

  static Place moved(const Place &from, const Place &by, double share) {
    Place to = from;
    to.k += share * by.k;
    for (std::size_t v = 0; v < to.tp.size(); ++v) to.tp[v] += share * by.tp[v];
    return to;
  }

  // Moves to the greatest sum along a line, at most `most` of it; how far.
  double move_along(const Box &box, Place &at, const Place &by, double most) {
    double low = 0, high = most;
    if (slope_along(box, moved(at, by, most), by) >= 0) low = most;
    for (int halving = 0; halving < 30 && low < high; ++halving) {
      const double middle = (low + high) / 2;
      (slope_along(box, moved(at, by, middle), by) > 0 ? low : high) = middle;
    }
    at = moved(at, by, low);
    return low;
  }

  // The greatest sum over the mixtures of the predictions found, by shifts of weight from the worst to the best one.
  void mix(const Box &box, const std::vector<Place> &found, std::vector<double> &weights, Place &at) {
    for (int shift = 0; shift < 100; ++shift) {
      raise_planes(box, at);
      std::size_t best = 0, worst = found.size();
      std::vector<double> gains(found.size(), 0.0);
      for (std::size_t j = 0; j < found.size(); ++j) {
        for (std::size_t v = 0; v < vectors_.size(); ++v)
          gains[j] += vectors_[v].probability * (planes_[v].of_tp * found[j].tp[v] + planes_[v].of_k * found[j].k);
        if (gains[j] > gains[best]) best = j;
        if (weights[j] > 0 && (worst == found.size() || gains[j] < gains[worst])) worst = j;
      }
      work_ += static_cast<double>(vectors_.size() * found.size());
      if (best == worst || !(gains[best] - gains[worst] > tie_ / 4) || !worth_it()) return;
      const Place by = moved(found[best], found[worst], -1);
      const double share = move_along(box, at, by, weights[worst]);
      if (share == 0) return;
      weights[best] += share;
      weights[worst] = share == weights[worst] ? 0 : weights[worst] - share;
    }
  }

  // The planes that touch U at any place limit U everywhere: at the relaxed optimum the limit is its value.
  double by_tangents(const Box &box) {
    constexpr int most_found = 100;
    Place at = box.relaxed;
    std::vector<Place> found{at};
    std::vector<double> weights{1};
    double limit = infinity;
    while (static_cast<int>(found.size()) < most_found && worth_it()) {
      monitor_.at(static_cast<double>(found.size()) / most_found);
      raise_planes(box, at);
      limit = std::min(limit, greatest_sum(box));
      offer_selected();
      if (limit <= enough()) break;
      found.push_back({{selection_.tp().begin(), selection_.tp().end()}, as_real(selection_.k())});
      weights.push_back(0);
      mix(box, found, weights, at);
    }
    // The order of the groups there may lead to a better prediction than any that was selected.
    raise_planes(box, at);
    for (std::size_t v = 0; v < vectors_.size(); ++v) slopes_[v] = vectors_[v].probability * planes_[v].of_tp;
    GroupSearch::Point ordered = search_.best_on_path(slopes_);
    if (ordered.value > best_.value) best_ = std::move(ordered);
    return limit;
  }

  const Metric &metric_;
  const std::vector<Joint::Vector> &vectors_;
  const int64_t n_;
  const LabelGroups &groups_;
  GroupSearch &search_;
  Monitor &monitor_;
  const double tie_;
  GroupSearch::Point &best_;
  const Majorants majorants_;
  GroupSelection selection_;
  std::vector<double> slopes_;
  std::vector<Plane> planes_;
  const double cost_;
  double work_ = 0;
};

}  // namespace

bool bounded_by_groups(const Metric &metric, int64_t n) { return Majorants(metric, n).known(); }

double bound_by_groups(const Problem &problem, const LabelGroups &groups, GroupSearch &search, double tie,
                       GroupSearch::Point &best) {
  return Relaxation(problem, groups, search, tie, best).limit(problem.range);
}

}  // namespace wald::core::decisions
