// The utility of one label over all rows, from expected counts: U(E tp, k, E s, n), in the forms that a sum over labels
// can be ascended in. A form says what a row adds to a label (a gain in the row's probability) and, for the proof,
// lines above the utility.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/metrics/metric.hpp"

namespace wald::core::decisions {

// What is known of a label before anything is chosen.
struct Label {
  double positives = 0;  // expected number of them
  double weight = 1;     // of the label; all weights sum to 1
};

// tp and k of the rows that have a label.
struct CountState {
  double tp = 0, k = 0;
  void add(double p) { tp += p, ++k; }
  void remove(double p) { tp -= p, --k; }
};

// What a row with probability p adds, slope * p - cost.
struct LineGain {
  double slope = 0, cost = 0;
  double of(double p) const { return slope * p - cost; }
};

// A line above U(tp, k') for every k' >= k: at(tp) = slope * tp + at_zero.
struct Line {
  double slope, at_zero;
};

// A form's `wanted`: the line that is above the price of every row that a label can want, to be worth more than that.
// Where none is known, every row that may be a true positive is wanted.
constexpr LineGain any_row = {std::numeric_limits<double>::infinity(), 0};

// F_beta; precision is F_0.
class FBetaForm {
 public:
  static constexpr bool demands = true;
  using State = CountState;
  using Gain = LineGain;

  FBetaForm(double beta_squared, double z) : b_(beta_squared), z_(z) {}

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
    return {top / bottom, least / bottom};
  }

 private:
  double b_, z_;
};

// The metric's own formula, of one that is linear in tp.
class NamedForm {
 public:
  static constexpr bool demands = true;
  using State = CountState;
  using Gain = LineGain;

  NamedForm(const Metric &metric, int64_t n) : metric_(metric), n_(static_cast<double>(n)) {}

  double utility(const State &s, const Label &l) const { return metric_.weighted_utility(s.tp, s.k, l.positives, n_); }

 protected:
  // The line through the values at 0 and at `tp` true positives.
  Line line_through(double tp, double k, const Label &l) const {
    const double at_zero = metric_.weighted_utility(0, k, l.positives, n_);
    return {(metric_.weighted_utility(tp, k, l.positives, n_) - at_zero) / tp, at_zero};
  }

  const Metric &metric_;
  double n_;
};

// Sums over the rows: recall, specificity, balanced accuracy, Hamming.
class AffineForm : public NamedForm {
 public:
  using NamedForm::NamedForm;

  Gain gain(const State &, const Label &l) const {
    const Line none = line(0, l), all = line(n_, l);
    return {l.weight * none.slope, l.weight * (none.at_zero - all.at_zero) / n_};
  }
  Line line(double k, const Label &l) const { return line_through(n_, k, l); }
  LineGain wanted(double, const Label &l) const { return {l.weight * line(1, l).slope, 0}; }
};

// Any other metric that is linear in tp.
class TpLinearForm : public NamedForm {
 public:
  using NamedForm::NamedForm;

  Gain gain(const State &s, const Label &l) const {
    const Line next = line(s.k + 1, l);
    return {l.weight * next.slope, l.weight * (utility(s, l) - (next.slope * s.tp + next.at_zero))};
  }
  Line line(double k, const Label &l) const { return line_through(k, k, l); }
  LineGain wanted(double, const Label &) const { return any_row; }
};

class JaccardForm {
 public:
  static constexpr bool demands = true;
  using State = CountState;
  struct Gain {
    double top = 0, bottom = 1, minus = 0;
    double of(double p) const { return top / (bottom - p) - minus; }
  };

  explicit JaccardForm(double z) : z_(z) {}

  double utility(const State &s, const Label &l) const { return at(s.tp, s.k, l); }
  // (tp + p) / (k + 1 + s - tp - p) = (k + 1 + s) / (k + 1 + s - tp - p) - 1
  Gain gain(const State &s, const Label &l) const {
    const double both = s.k + 1 + l.positives;
    return {l.weight * both, both - s.tp, l.weight * (1 + utility(s, l))};
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
  static constexpr bool demands = false;
  // Where p is 1 nothing can be missed; such rows are counted, as their logarithms are infinite.
  struct State {
    double log_missed = 0;
    int64_t certain = 0;
    double k = 0;
    void add(double p) { count(p, 1); }
    void remove(double p) { count(p, -1); }

   private:
    void count(double p, int sign) {
      k += sign;
      if (p < 1)
        log_missed += sign * std::log1p(-p);
      else
        certain += sign;
    }
  };
  using Gain = LineGain;

  double utility(const State &s, const Label &) const { return s.certain > 0 ? 1 : -std::expm1(s.log_missed); }
  Gain gain(const State &s, const Label &l) const { return {s.certain > 0 ? 0 : l.weight * std::exp(s.log_missed), 0}; }
  LineGain wanted(double, const Label &) const { return any_row; }
};

}  // namespace wald::core::decisions
