// The utility of one label over all rows, from expected counts: U(E tp, k, E s, n), in the forms that a sum over labels
// can be ascended in. A form says what a row adds to a label (a gain in the row's probability) and, for the proof,
// lines above the utility.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/metrics/confusion.hpp"
#include "core/metrics/metric.hpp"
#include "core/numeric/sums/double_double.hpp"

namespace wald::core::decisions {

// What is known of a label before anything is chosen. Positives and negatives are each summed by themselves, for where
// all probabilities are near 1 their number less the positives has no digit of the negatives.
struct Label {
  double positives = 0, negatives = 0;  // expected numbers of them
  double weight = 1;                    // of the label; all weights sum to 1
};

// The same sums to twice the digits, for what is left of them.
struct LabelSums {
  DoubleDouble positives, negatives;
  void add(double p) { positives.add({p, 0}), negatives.add({1 - p, 0}); }
};
inline double left_of(DoubleDouble sum, DoubleDouble part) {
  sum.add({-part.high, -part.low});
  return std::max(0.0, sum.value());
}

// tp and k of the rows that have a label. States change row by row, at some loss of digits; their Sums are exact except
// for the last ones.
struct CountState {
  double tp = 0, k = 0;
  void add(double p) { tp += p, ++k; }
  void remove(double p) { tp -= p, --k; }

  struct Sums {
    DoubleDouble tp;
    double k = 0;
    void add(double p) { tp.add({p, 0}), ++k; }
    CountState state(const LabelSums &) const { return {tp.value(), k}; }
  };
};

// All four cells. `fn` and `tn` begin with the label's positives and negatives.
struct CellState {
  double tp = 0, fp = 0, fn = 0, tn = 0, k = 0;
  void add(double p) { move(p, 1), ++k; }
  void remove(double p) { move(p, -1), --k; }

  struct Sums {
    DoubleDouble tp, fp;
    double k = 0;
    void add(double p) { tp.add({p, 0}), fp.add({1 - p, 0}), ++k; }
    CellState state(const LabelSums &l) const {
      return {tp.value(), fp.value(), left_of(l.positives, tp), left_of(l.negatives, fp), k};
    }
  };

  void move(double p, double sign) {
    const double q = 1 - p;
    tp += sign * p, fn -= sign * p;
    fp += sign * q, tn -= sign * q;
  }
};

// What a row with probability p adds, slope * p - cost.
struct LineGain {
  double slope = 0, cost = 0;
  double of(double p) const { return slope * p - cost; }
};

// The same with what a row adds as a false positive apart, which where p is near 1 is small beside the rest.
struct CellGain {
  double up = 0, scale = 1;  // up may be too great without the scale, a power of two
  double down = 0, cost = 0;
  double of(double p) const { return up * (p * scale) - down * (1 - p) - cost; }
};

// A line above U for every set of k' >= k rows: at_zero + sum of slope * (p - shift) + slope * shift * (k' - k), the
// sum over the set. A shift of 1 counts false positives instead of true ones.
struct Line {
  double slope, at_zero;
};

// A form's `wanted`: the line that is above the price of every row that a label can want, to be worth more than that.
// Where none is known, every row that may be a true positive is wanted.
constexpr LineGain any_row = {std::numeric_limits<double>::infinity(), 0};
// Above a line by more than its value, as computed, can be too low.
inline LineGain raised(LineGain line) {
  return {line.slope + std::fabs(line.slope) * 0x1p-48, line.cost - std::fabs(line.cost) * 0x1p-48};
}

// F_beta; precision is F_0.
class FBetaForm {
 public:
  static constexpr bool demands = true, counts_negatives = false;
  using State = CountState;
  using Gain = LineGain;

  FBetaForm(double beta_squared, double z) : b_(beta_squared), z_(z) {}

  static State nothing(const Label &) { return {}; }
  static double shift(const Label &) { return 0; }
  double utility(const State &s, const Label &l) const {
    const double bottom = b_ * l.positives + s.k;
    return bottom > 0 ? (1 + b_) * s.tp / bottom : z_;
  }
  Gain gain(const State &s, const Label &l) const {
    const double bottom = b_ * l.positives + s.k, scale = l.weight / (bottom + 1);
    return {(1 + b_) * scale, bottom > 0 ? (1 + b_) * s.tp / bottom * scale : l.weight * z_};
  }
  Line line(double k, const Label &l) const { return {(1 + b_) / (b_ * l.positives + k), 0}; }
  // A set S worth more than `least` >= 0 after prices, none of them below 0: w U(S) > least + prices(S). It has no row
  // that it is better without, price (b s + k - 1) <= w ((1 + b) p - U), and so many that U <= (1 + b) k / (b s + k)
  // allows it.
  LineGain wanted(double least, const Label &l) const {
    const double top = (1 + b_) * l.weight, rest = b_ * l.positives;
    const double bottom = rest + std::max(1.0, least < top ? least * rest / (top - least) : 1.0);
    return raised({top / bottom, least / bottom});
  }

 private:
  double b_, z_;
};

// The metric's own formula, of one that is linear in tp.
class NamedForm {
 public:
  static constexpr bool demands = true, counts_negatives = true;
  using State = CellState;
  using Gain = CellGain;

  NamedForm(const Metric &metric, int64_t n) : metric_(confusion_metric(metric)), n_(static_cast<double>(n)) {}

  static State nothing(const Label &l) { return {0, 0, l.positives, l.negatives, 0}; }
  double utility(const State &s, const Label &l) const { return metric_.utility(confusion(s, l)); }

 protected:
  // Sums that rows were added to and taken from have roundings left where they are 0.
  Confusion confusion(const State &s, const Label &l) const {
    const bool none = s.k == 0, all = s.k == n_;
    const auto sum = [](bool empty, double x) { return empty ? 0 : std::max(0.0, x); };
    return {sum(none, s.tp), sum(none, s.fp), sum(all, s.fn), sum(all, s.tn), s.k, n_ - s.k, l.positives, l.negatives};
  }

  const ConfusionMetric &metric_;
  double n_;
};

// Sums over the rows: recall, specificity, balanced accuracy, Hamming. Each row of a label adds
// up * p - down * (1 - p).
class AffineForm : public NamedForm {
 public:
  // The metric is additive, or a sum of ratios whose denominators do not depend on what is predicted.
  AffineForm(const Metric &metric, int64_t n) : NamedForm(metric, n) {
    if (const auto of = metric.additive()) {
      terms_.push_back({of->true_positive - of->false_negative, of->true_negative - of->false_positive, 1, 1});
      return;
    }
    const auto form = metric.separable();
    for (const SeparableForm::Term &term : form->terms) {
      const auto &[tp, fp, fn, tn] = term.ratio.top;
      const double up = term.weight * (tp - fn), down = term.weight * (tn - fp);
      terms_.push_back({up, down, term.ratio.bottom[0], term.ratio.bottom[3]});
    }
  }

  static double shift(const Label &) { return 0; }
  Gain gain(const State &, const Label &l) const {
    Gain out;
    if (l.positives < 0x1p-900) out.scale = 0x1p200;
    for (const Term &term : terms_) {
      const double bottom = term.by_positives * l.positives + term.by_negatives * l.negatives;
      if (!(bottom > 0)) continue;
      // No row has a p above the positives: without any, `up` is of no use.
      if (l.positives > 0) out.up += l.weight * term.up / (bottom * out.scale);
      if (l.negatives > 0) out.down += l.weight * term.down / bottom;
    }
    return out;
  }
  LineGain wanted(double, const Label &l) const {
    const Gain g = gain({}, l);
    return raised({g.up * g.scale, 0});
  }

 private:
  struct Term {
    double up, down;                      // of a row that is positive, of one that is negative
    double by_positives, by_negatives;  // its denominator
  };
  std::vector<Term> terms_;
};

// Any other metric that is linear in tp. With k rows U is a line in tp, and as good a line in fp = k - tp. The one of
// which there is less to be had is taken: then no part of the line is much greater than U.
class TpLinearForm : public NamedForm {
 public:
  using NamedForm::NamedForm;

  static double shift(const Label &l) { return l.negatives < l.positives ? 1 : 0; }
  Gain gain(const State &s, const Label &l) const {
    const Line next = line(s.k + 1, l);
    const bool by_fp = shift(l) > 0;
    const double slope = l.weight * next.slope, rest = l.weight * (utility(s, l) - next.at_zero);
    if (by_fp) return {0, 1, slope, rest + slope * std::max(0.0, s.fp)};
    return {slope, 1, 0, rest - slope * std::max(0.0, s.tp)};
  }
  Line line(double k, const Label &l) const {
    const double p = l.positives, q = l.negatives, rest = n_ - k;
    Confusion least, most;  // of the sets of k rows, by tp
    least.predicted = most.predicted = k, least.rest = most.rest = rest;
    least.positives = most.positives = p, least.negatives = most.negatives = q;
    // p + q = k + rest: the difference without the greater of p and q has the smaller error.
    const double beyond_q = p < q ? p - rest : k - q, beyond_p = q < p ? q - rest : k - p;
    least.tp = std::max(0.0, beyond_q), least.fn = beyond_q > 0 ? rest : p;
    least.fp = beyond_q > 0 ? q : k, least.tn = std::max(0.0, -beyond_q);
    most.tp = beyond_p > 0 ? p : k, most.fn = std::max(0.0, -beyond_p);
    most.fp = std::max(0.0, beyond_p), most.tn = beyond_p > 0 ? rest : q;
    // Without positives, negatives or other rows every set of k is worth the same.
    const double slope = p > 0 && q > 0 && rest > 0 ? metric_.slope_in_tp(least) : 0;
    if (shift(l) > 0) return {slope, metric_.utility(most) + slope * most.fp};
    return {slope, metric_.utility(least) - slope * least.tp};
  }
  LineGain wanted(double, const Label &) const { return any_row; }
};

class JaccardForm {
 public:
  static constexpr bool demands = true, counts_negatives = false;
  using State = CountState;
  struct Gain {
    double tp = 0, bottom = 1, weight = 0, minus = 0;
    double of(double p) const { return weight * ((tp + p) / (bottom - p)) - minus; }
  };

  explicit JaccardForm(double z) : z_(z) {}

  static State nothing(const Label &) { return {}; }
  static double shift(const Label &) { return 0; }
  double utility(const State &s, const Label &l) const { return at(s.tp, s.k, l); }
  Gain gain(const State &s, const Label &l) const {
    return {s.tp, s.k + 1 + l.positives - s.tp, l.weight, l.weight * utility(s, l)};
  }
  LineGain wanted(double, const Label &) const { return any_row; }
  double at(double tp, double k, const Label &l) const {
    const double bottom = k + l.positives - tp;
    return bottom > 0 ? tp / bottom : z_;
  }

 private:
  double z_;
};

// P(at least one true positive): rows are independent of each other.
class CoverageForm {
 public:
  static constexpr bool demands = false, counts_negatives = false;
  // Where p is 1 nothing can be missed; such rows are counted, as their logarithms are infinite.
  struct State {
    double log_missed = 0;
    int64_t certain = 0;
    double k = 0;
    void add(double p) { count(p, 1); }
    void remove(double p) { count(p, -1); }

    struct Sums {
      DoubleDouble log_missed;
      int64_t certain = 0;
      double k = 0;
      void add(double p) {
        ++k;
        if (p < 1)
          log_missed.add({std::log1p(-p), 0});
        else
          ++certain;
      }
      State state(const LabelSums &) const { return {log_missed.value(), certain, k}; }
    };

    void count(double p, int sign) {
      k += sign;
      if (p < 1)
        log_missed += sign * std::log1p(-p);
      else
        certain += sign;
    }
  };
  using Gain = LineGain;

  static State nothing(const Label &) { return {}; }
  static double shift(const Label &) { return 0; }
  double utility(const State &s, const Label &) const { return s.certain > 0 ? 1 : -std::expm1(s.log_missed); }
  Gain gain(const State &s, const Label &l) const { return {s.certain > 0 ? 0 : l.weight * std::exp(s.log_missed), 0}; }
  LineGain wanted(double, const Label &) const { return any_row; }
};

}  // namespace wald::core::decisions
