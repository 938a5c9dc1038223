// The proof: at any prices, one per row, that labels pay for their rows, no choice is worth more than what the rows are
// paid plus the most that each label can make for itself (weak duality). Here: a limit above the most that one label
// can make, max over sets S of rows of weight * U(S) - prices(S). docs/developers/algorithms.md, "A number of labels
// for each row".
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "core/decisions/per_row/forms.hpp"
#include "core/described/option_rows.hpp"

namespace wald::core::decisions {

// A row that a label may have.
struct Offer {
  double p, price;
  int64_t row;
  double from = 0;  // it is worth its price from this slope on

  Offer(double p_, double price_, int64_t row_) : p(p_), price(price_), row(row_) {}
  // With k rows that are counted by fp (forms.hpp, Line), a shift of 1.
  double worth(double slope, double shift) const { return slope * (p - shift) - price; }
  bool worth_it(double slope, double shift) const { return worth(slope, shift) + slope * shift > 0; }
  // Of probability 0: always, or never.
  void set_from() { from = p > 0 ? price / p : price < 0 ? -infinite : infinite; }
};

// The limit of one label after the other, reusing memory.
class LabelLimit {
 public:
  // `known`: what the label makes with the `k` rows that it has, within `error`. Offers are reordered. The limit includes
  // the rounding of sums over rows; that of the utilities themselves is the caller's.
  template <class Form>
  double operator()(const Form &form, const Label &label, std::vector<Offer> &offers, double known, double error,
                    double k) {
    limit_ = known;
    proved_ = known + error;
    demand_ = Demand::own;
    shift_ = form.shift(label);
    scale_ = 1;
    if (const double nothing = label.weight * form.utility(form.nothing(label), label); nothing > limit_) {
      limit_ = nothing;
      proved_ = std::max(proved_, nothing);
      demand_ = Demand::nothing;
    }
    if (!offers.empty()) look(form, label, offers, k);
    return proved_;
  }

  // Which rows the limit is made of: those that the label has, none, one, or some of the offers.
  enum class Demand { own, nothing, one, offers };
  Demand demand() const { return demand_; }
  // Calls act(row, p) for them, where they are not the label's own.
  template <class Do>
  void demanded(std::vector<Offer> &offers, const Do &act) const {
    if (demand_ == Demand::nothing) return;
    if (demand_ == Demand::one) return act(one_, 1.0);
    auto end = ranked_
                   ? offers.begin() + static_cast<std::ptrdiff_t>(positive(offers, slope_))
                   : std::partition(offers.begin(), offers.end(),
                                    [&](const Offer &o) { return o.worth_it(slope_, shift_); });
    const auto before = [&](const Offer &a, const Offer &b) {
      const double x = a.worth(slope_, shift_), y = b.worth(slope_, shift_);
      return x > y || (x == y && a.row < b.row);
    };
    // One or two leave nearly always.
    for (int64_t surplus = end - offers.begin() - most_; surplus > 0 && surplus <= most_dropped; --surplus) {
      const auto last = std::max_element(offers.begin(), end, before);
      std::iter_swap(last, --end);
    }
    if (end - offers.begin() > most_) {
      const auto middle = offers.begin() + static_cast<std::ptrdiff_t>(most_);
      std::nth_element(offers.begin(), middle, end, before);
      end = middle;
    }
    for (auto offer = offers.begin(); offer != end; ++offer) act(offer->row, offer->p / scale_);
  }

 private:
  // A limit as computed, and how far it may be from what it stands for.
  struct Limit {
    double value, error;
  };
  // Sets that can be worth no more than what is known.
  void drop(Limit limit) { proved_ = std::max(proved_, limit.value + limit.error); }
  // A limit over some of the sets, and the rows that it is made of: the `most` that are worth most of those of positive
  // worth.
  void raise(Limit limit, double slope, int64_t most) {
    drop(limit);
    if (limit.value <= limit_) return;
    limit_ = limit.value;
    demand_ = Demand::offers;
    slope_ = slope, most_ = most;
  }

  // A few offers are looked at one by one for each slope, more are ranked first.
  void prepare(std::vector<Offer> &offers) {
    work_left_ = least_work + work_an_offer * static_cast<int64_t>(offers.size());
    ranked_ = false;
    if (offers.size() > most_scanned) rank(offers);
  }
  // Sorts offers by the slope from which on they are worth having, and sums them up.
  void rank(std::vector<Offer> &offers) {
    ranked_ = true;
    for (Offer &offer : offers) offer.set_from();
    std::sort(offers.begin(), offers.end(),
              [](const Offer &a, const Offer &b) { return a.from < b.from || (a.from == b.from && a.row < b.row); });
    p_sums_.assign(1, 0), price_sums_.assign(1, 0), price_sizes_.assign(1, 0);
    for (const Offer &offer : offers) {
      p_sums_.push_back(p_sums_.back() + (offer.p - shift_));
      price_sums_.push_back(price_sums_.back() + offer.price);
      price_sizes_.push_back(price_sizes_.back() + std::fabs(offer.price));
    }
  }
  // How many ranked offers are worth having at a slope: the first ones. None that is worth having is left out for an
  // error of `from`.
  static std::size_t positive(const std::vector<Offer> &offers, double slope) {
    const double beyond = slope + std::fabs(slope) * 0x1p-50;
    const auto end =
        std::partition_point(offers.begin(), offers.end(), [&](const Offer &o) { return o.from < beyond; });
    return static_cast<std::size_t>(end - offers.begin());
  }
  // Above the sets of k in [least, count] rows, from a line at k = `least` whose value without rows is `at_zero`: the
  // sum of at_zero, of the greatest worths, up to `count` of those that are worth it, and of slope * shift for each row
  // beyond `least`.
  Limit most(const std::vector<Offer> &offers, double at_zero, double slope, int64_t least, int64_t count) {
    std::size_t n = 0;
    double prices = 0;
    const double sum = sum_of_most(offers, slope, count, n, prices);
    const auto taken = std::min(static_cast<int64_t>(n), count);
    const double lift = shift_ == 0 ? 0 : slope * static_cast<double>(taken - least), value = at_zero + sum + lift;
    // Worths are slope * x - price with all slope * x of one sign: their magnitudes sum up to |sum + prices|.
    const double size = std::fabs(at_zero) + std::fabs(sum) + 2 * prices + std::fabs(lift);
    return {value, size * (static_cast<double>(n) + 64) * 0x1p-52};
  }
  // `n`: how many offers are worth it; `prices`: the magnitudes of their prices.
  double sum_of_most(const std::vector<Offer> &offers, double slope, int64_t count, std::size_t &n, double &prices) {
    double sum = 0;
    if (ranked_) {
      n = positive(offers, slope);
      work_left_ -= static_cast<int64_t>(n) + 8;
      prices = price_sizes_[n];
      if (static_cast<int64_t>(n) <= count) return slope * p_sums_[n] - price_sums_[n];
      worth_.resize(n);
      for (std::size_t c = 0; c < n; ++c) sum += worth_[c] = offers[c].worth(slope, shift_);
    } else {
      worth_.resize(offers.size());
      const double lift = slope * shift_;
      for (const Offer &offer : offers) {
        const double worth = offer.worth(slope, shift_), size = std::fabs(offer.price);
        const bool has = worth + lift > -0x1p-50 * (size + std::fabs(lift));  // none is left out for an error
        worth_[n] = worth;
        n += has;
        sum += has ? worth : 0;
        prices += has ? size : 0;
      }
      work_left_ -= static_cast<int64_t>(n) + 8;
      if (static_cast<int64_t>(n) <= count) return sum;
      worth_.resize(n);
    }
    const auto few = static_cast<std::size_t>(count), surplus = n - few;
    if (surplus <= most_kept) return sum - sum_of_first<std::less<>>(surplus);
    if (few <= most_kept) return sum_of_first<std::greater<>>(few);
    // In the order of the offers: the one that a selection leaves differs between C++ libraries.
    const auto last = worth_.begin() + static_cast<std::ptrdiff_t>(few - 1);
    std::nth_element(worth_.begin(), last, worth_.end(), std::greater<>());
    const std::size_t looked_at = ranked_ ? n : offers.size();
    std::size_t greater = 0;
    sum = 0;
    for (std::size_t c = 0; c < looked_at; ++c) {
      const double worth = offers[c].worth(slope, shift_);
      sum += worth > *last ? worth : 0;
      greater += worth > *last ? 1 : 0;
    }
    return sum + static_cast<double>(few - greater) * *last;
  }
  // The sum of the first few of worth_ in an order.
  template <class Before>
  double sum_of_first(std::size_t few) const {
    const Before before;
    double first[most_kept];
    std::size_t kept = 0;
    for (double x : worth_) {
      if (kept == few && !before(x, first[few - 1])) continue;
      std::size_t place = kept < few ? kept++ : few - 1;
      for (; place > 0 && before(x, first[place - 1]); --place) first[place] = first[place - 1];
      first[place] = x;
    }
    return std::accumulate(first, first + kept, 0.0);
  }

  void look(const AffineForm &form, const Label &label, std::vector<Offer> &offers, double) {
    const AffineForm::Gain gain = form.gain({}, label);
    scale_ = gain.scale;
    for (Offer &offer : offers) offer.price += gain.down * (1 - offer.p), offer.p *= scale_;
    prepare(offers);
    const auto n = static_cast<int64_t>(offers.size());
    raise(most(offers, label.weight * form.utility(form.nothing(label), label), gain.up, 0, n), gain.up, n);
  }
  // Without negatives all sets of k rows are worth the same, and the more rows the better: the cheapest ones.
  void look(const TpLinearForm &form, const Label &label, std::vector<Offer> &offers, double k) {
    if (label.negatives > 0) return look<TpLinearForm>(form, label, offers, k);
    std::sort(offers.begin(), offers.end(), [](const Offer &a, const Offer &b) {
      return a.price < b.price || (a.price == b.price && a.row < b.row);
    });
    ranked_ = false, shift_ = 0;
    double prices = 0, sizes = 0;
    const double above_all = 1 + std::fabs(offers.back().price);
    for (std::size_t c = 0; c < offers.size(); ++c) {
      prices += offers[c].price, sizes += std::fabs(offers[c].price);
      const auto count = static_cast<int64_t>(c) + 1;
      const double utility = label.weight * form.line(static_cast<double>(count), label).at_zero;
      raise({utility - prices, static_cast<double>(count + 4) * 0x1p-52 * (std::fabs(utility) + sizes)}, above_all,
            count);
    }
  }

  // U falls in k: over k in [a, b] the line at a is above it, and of the rows at most b are worth having. From the
  // label's own k outwards, by ever longer steps, so that soon nothing is above the limit.
  template <class Form>
  void look(const Form &form, const Label &label, std::vector<Offer> &offers, double k) {
    const auto n = static_cast<int64_t>(offers.size());
    const int64_t own = std::clamp<int64_t>(static_cast<int64_t>(k), 1, n);
    if (offers.size() <= most_tried) return try_each(form, label, offers, own);
    prepare(offers);
    for (int64_t a = own, step = 1; a <= n; a += step, step *= a == own + 1 ? 1 : 2) {
      if (a > own && !above(form, label, offers, a, n)) break;
      split(form, label, offers, a, std::min(n, a + step - 1));
    }
    for (int64_t b = own - 1, step = 1; b >= 1; b -= step, step *= b == own - 2 ? 1 : 2)
      split(form, label, offers, std::max<int64_t>(1, b - step + 1), b);
  }
  // Of a few offers every k is looked at, from the label's own one outwards: their order by worth changes little then.
  template <class Form>
  void try_each(const Form &form, const Label &label, std::vector<Offer> &offers, int64_t own) {
    const auto n = static_cast<int64_t>(offers.size());
    ranked_ = false;
    std::array<Worth, most_tried> worths;
    double sum_of_x = 0, prices = 0;
    for (std::size_t c = 0; c < offers.size(); ++c) {
      worths[c].x = offers[c].p - shift_, worths[c].price = offers[c].price;
      sum_of_x += std::fabs(worths[c].x), prices += std::fabs(offers[c].price);
    }
    // The sum of the k greatest positive ones.
    const auto first = [&](int64_t k, double least) {
      for (std::size_t c = 1; c < offers.size(); ++c) {
        const Worth next = worths[c];
        std::size_t place = c;
        for (; place > 0 && worths[place - 1].worth < next.worth; --place) worths[place] = worths[place - 1];
        worths[place] = next;
      }
      double sum = 0;
      for (std::size_t c = 0; c < static_cast<std::size_t>(k); ++c) sum += std::max(least, worths[c].worth);
      return sum;
    };
    const auto look_at = [&](int64_t k) {  // whether a greater k may be better
      const Line line = form.line(static_cast<double>(k), label);
      const double slope = label.weight * line.slope, at_zero = label.weight * line.at_zero;
      // Those that were the k greatest: with k times the least of them, what others exceed it by is above all sums of
      // k. No row is worth it below `least`.
      double all = 0, above = 0;
      int64_t beyond = -k;
      const double lift = slope * shift_, least = -lift;
      const Worth &last = worths[static_cast<std::size_t>(k - 1)];
      const double threshold = std::max(least, slope * last.x - last.price);
      for (std::size_t c = 0; c < offers.size(); ++c) {
        worths[c].worth = slope * worths[c].x - worths[c].price;
        all += worths[c].worth + lift > 0 ? worths[c].worth : 0;
        beyond += worths[c].worth + lift > 0;
        above += std::max(0.0, worths[c].worth - threshold);
      }
      const auto rows = static_cast<double>(k);
      const auto limit = [&](double sum) {
        return Limit{at_zero + sum,
                     (std::fabs(at_zero) + std::fabs(sum) + std::fabs(slope) * sum_of_x + prices) * 64 * 0x1p-52};
      };
      all += lift == 0 ? 0 : lift * static_cast<double>(beyond);
      if (const Limit of_all = limit(all); of_all.value <= limit_) {
        drop(of_all);
        return false;
      }
      if (const Limit of_k = limit(above + rows * threshold); of_k.value > limit_)
        raise(limit(first(k, least)), slope, k);
      else
        drop(of_k);
      return true;
    };
    for (int64_t k = own; k <= n && look_at(k); ++k) {
    }
    for (int64_t k = own - 1; k >= 1; --k) look_at(k);
  }
  struct Worth {
    double worth, x, price;
  };
  template <class Form>
  void split(const Form &form, const Label &label, const std::vector<Offer> &offers, int64_t a, int64_t b) {
    const Line line = form.line(static_cast<double>(a), label);
    const double slope = label.weight * line.slope;
    const Limit limit = most(offers, label.weight * line.at_zero, slope, a, b);
    if (limit.value <= limit_) return drop(limit);
    if (a == b || work_left_ <= 0) return raise(limit, slope, b);
    const int64_t middle = a + (b - a) / 2;
    split(form, label, offers, a, middle);
    split(form, label, offers, middle + 1, b);
  }
  // Whether a k in [a, b] may be above the limit.
  template <class Form>
  bool above(const Form &form, const Label &label, const std::vector<Offer> &offers, int64_t a, int64_t b) {
    const Line line = form.line(static_cast<double>(a), label);
    const Limit limit = most(offers, label.weight * line.at_zero, label.weight * line.slope, a, b);
    if (limit.value > limit_) return true;
    drop(limit);
    return false;
  }

  // Over k in [a, b] and tp in [t0, t1] the chord of tp / (a + s - tp), which is convex in tp, is above U. Boxes end
  // where they owe the limit too little.
  void look(const JaccardForm &form, const Label &label, std::vector<Offer> &offers, double) {
    prepare(offers);
    const auto n = static_cast<int64_t>(offers.size());
    split(form, label, offers, {1, n, 0, std::min(label.positives, static_cast<double>(n))});
  }
  struct Box {
    int64_t a, b;
    double t0, t1;
  };
  void split(const JaccardForm &form, const Label &label, const std::vector<Offer> &offers, const Box &box) {
    const auto a = static_cast<double>(box.a);
    const double u0 = form.at(box.t0, a, label), u1 = form.at(box.t1, a, label);
    const double width = box.t1 - box.t0, slope = width > 0 ? (u1 - u0) / width : 0;
    const Limit limit = most(offers, label.weight * (u0 - slope * box.t0), label.weight * slope, box.a, box.b);
    if (limit.value <= limit_) return drop(limit);
    const double by_k = u1 - form.at(box.t1, static_cast<double>(box.b), label);
    const double t = (box.t0 + box.t1) / 2, by_chord = (u0 + u1) / 2 - form.at(t, a, label);
    if (std::max(by_k, by_chord) <= little_owed * u1 || work_left_ <= 0)
      return raise(limit, label.weight * slope, box.b);
    if (box.a < box.b && by_k >= by_chord) {
      const int64_t k = box.a + (box.b - box.a) / 2;
      split(form, label, offers, {k + 1, box.b, box.t0, box.t1});
      if (box.t0 <= static_cast<double>(k))
        split(form, label, offers, {box.a, k, box.t0, std::min(box.t1, static_cast<double>(k))});
    } else {
      split(form, label, offers, {box.a, box.b, t, box.t1});
      split(form, label, offers, {box.a, box.b, box.t0, t});
    }
  }

  // 1 - prod(1 - p) = 1 - exp(-L), concave in L, so that every tangent is above it: a slope u gives
  // 1 - u + u log u + sum (u l - price)+, convex in u. Rows that are certain are a case of their own.
  void look(const CoverageForm &, const Label &label, std::vector<Offer> &offers, double) {
    const double w = label.weight;
    const auto certain = std::partition(offers.begin(), offers.end(), [](const Offer &offer) { return offer.p < 1; });
    const auto cheapest =
        std::min_element(certain, offers.end(), [](const Offer &a, const Offer &b) { return a.price < b.price; });
    if (cheapest != offers.end()) {
      // With one that is certain, the others only cost what they cost.
      double paid = -cheapest->price - std::max(0.0, -cheapest->price);
      for (const Offer &offer : offers) paid += std::max(0.0, -offer.price);
      double prices = 0;
      for (const Offer &offer : offers) prices += std::fabs(offer.price);
      drop({w + paid, (w + prices) * static_cast<double>(offers.size() + 4) * 0x1p-52});
      if (w + paid > limit_) {
        limit_ = w + paid;
        demand_ = Demand::one;
        one_ = cheapest->row;
      }
    }
    offers.erase(certain, offers.end());
    if (offers.empty()) return;
    for (Offer &offer : offers) offer.p = -std::log1p(-offer.p);
    prepare(offers);
    if (!ranked_) rank(offers);
    double low = least_slope, high = 1;
    while (high > low * (1 + 1e-4)) {
      const double middle = std::sqrt(low * high);
      const bool rises = std::log(middle) + p_sums_[positive(offers, middle * w)] > 0;
      (rises ? high : low) = middle;
    }
    const auto n = static_cast<int64_t>(offers.size());
    raise(most(offers, w * (1 - high + high * std::log(high)), w * high, 0, n), w * high, n);
  }

  static constexpr std::size_t most_tried = 20, most_scanned = 40, most_kept = 6;
  static constexpr int64_t most_dropped = 3;
  // How many offers are looked at for a label before limits are taken as they are.
  static constexpr int64_t least_work = 8192, work_an_offer = 60;
  static constexpr double little_owed = 1e-5, least_slope = 1e-9;

  double limit_ = 0, proved_ = 0;
  double shift_ = 0, scale_ = 1;  // of the label
  Demand demand_ = Demand::own;
  bool ranked_ = false;
  double slope_ = 0;
  int64_t most_ = 0, one_ = 0;
  int64_t work_left_ = 0;
  std::vector<double> p_sums_, price_sums_, price_sizes_;  // of the first offers
  std::vector<double> worth_;
};

}  // namespace wald::core::decisions
