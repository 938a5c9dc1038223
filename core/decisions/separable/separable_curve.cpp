// The whole curve of a metric that is a sum of ratios of counts, in O(n) for each node of 1/D = sum w_q exp(-x_q D).
//
// D and N are sums over independent items, so E[N exp(-x D)] is a product over the items, of
//   f_i = (chance, D) of the item's two cells: exp(-x D_base) (1 - r z),  z = 1 - exp(-x (D_other - D_base)),
// with D_base the smaller of the two and r the probability of the other cell, times a sum over the items. At k the
// product is one over the first k items as predicted and one over the others as not. Blocks of items keep logarithms
// of such products, from power sums where r z is small, so that rounding does not grow with n; within a block factors
// are multiplied.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <cmath>

#include "core/decisions/separable/separable.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/exponential_sum.hpp"
#include "core/numeric/sums/factors.hpp"

namespace wald::core::decisions {
namespace {

constexpr int32_t block_size = 64;
constexpr int32_t node_lanes = 8;  // nodes at a time

// The two cells of an item that is predicted, or of one that is not.
struct Side {
  double base, delta;  // D of the base cell, of the other less that: at least 0
  double top_base, top_other;
  bool flipped;  // the base cell is that of a true label
};

Side side_of(const CountRatio &ratio, std::size_t if_true, std::size_t if_false) {
  const double t = ratio.bottom[if_true], f = ratio.bottom[if_false];
  if (t >= f) return {f, t - f, ratio.top[if_false], ratio.top[if_true], false};
  return {t, f - t, ratio.top[if_true], ratio.top[if_false], true};
}

// Of each node of a group: exp(-x base), z, exp(-x delta).
struct Group {
  double start[node_lanes], z[node_lanes], e[node_lanes];
};

Group node_group(const Side &side, const Node *nodes, int32_t count) {
  Group out{};
  for (int32_t l = 0; l < count; ++l) {
    const Complement c(nodes[l].x * side.delta);
    out.start[l] = exponential(-nodes[l].x * side.base);
    out.z[l] = c.z;
    out.e[l] = c.e;
  }
  return out;
}

// The chance of the other cell, of items begin ... begin+count-1 of the ranked ones and zeros beyond.
void chances(const Ranked &labels, int64_t begin, int32_t count, bool flipped, double *out) {
  for (int32_t i = 0; i < count; ++i) {
    const double p = begin + i < labels.size() ? labels.p[static_cast<std::size_t>(begin + i)] : 0;
    out[i] = flipped ? 1 - p : p;
  }
}

// Chances below this change no factor, and no sum that has greater ones in it.
constexpr double negligible = 0x1p-850;
// Where all probabilities are below this, sums are made this many times as great.
constexpr double all_tiny = 0x1p-700, magnified = 0x1p600;

// f[i] and s[i] for items i: the product of the factors and the sum of the tops up to and with item i, which for the
// items not predicted go from the last to the first. The tops are `scale` times too great.
WALD_LEVELS(void, run,
            (const double *WALD_RESTRICT r, int32_t count, bool backwards, const Group &g, double top_base,
             double top_other, double scale, double (*WALD_RESTRICT f)[node_lanes], double (*WALD_RESTRICT s)[node_lanes]),
            (r, count, backwards, g, top_base, top_other, scale, f, s)) {
  double product[node_lanes], sum[node_lanes];
  for (int32_t l = 0; l < node_lanes; ++l) product[l] = 1, sum[l] = 0;
  for (int32_t step = 0; step < count; ++step) {
    const int32_t i = backwards ? count - 1 - step : step;
    // Numbers too small for a normal double are slow to multiply.
    const double other = r[i] < negligible ? 0.0 : r[i], base = 1 - other;
    const double a = top_base * base * scale, b = top_other * ((scale > 1 ? r[i] : other) * scale);
    for (int32_t l = 0; l < node_lanes; ++l) {
      const double factor = base + other * g.e[l];
      // Where both vanish the product does too.
      sum[l] += (a + b * g.e[l]) / (factor > 1e-300 ? factor : 1.0);
      product[l] *= factor * g.start[l];
      f[i][l] = product[l];
      s[i][l] = sum[l];
    }
  }
}

// Adds to value[i] the nodes' terms at k = begin + i, and to error[i] the terms times `weight`.
WALD_LEVELS(void, combine,
            (int32_t count, bool product_of_sums, const double *WALD_RESTRICT scale, const double *WALD_RESTRICT weight,
             const double (*WALD_RESTRICT hf)[node_lanes], const double (*WALD_RESTRICT hs)[node_lanes],
             const double *WALD_RESTRICT h0, const double (*WALD_RESTRICT cf)[node_lanes],
             const double (*WALD_RESTRICT cs)[node_lanes], const double *WALD_RESTRICT c0, double *WALD_RESTRICT value,
             double *WALD_RESTRICT error),
            (count, product_of_sums, scale, weight, hf, hs, h0, cf, cs, c0, value, error)) {
  for (int32_t i = 0; i < count; ++i) {
    double v[node_lanes], e[node_lanes];
    for (int32_t l = 0; l < node_lanes; ++l) {
      const double above = h0[l] + hs[i][l], below = c0[l] + cs[i][l];
      const double term = scale[l] * hf[i][l] * cf[i][l];
      v[l] = term * (product_of_sums ? above * below : above + below);
      e[l] = v[l] * weight[l];
    }
    value[i] += ((v[0] + v[4]) + (v[1] + v[5])) + ((v[2] + v[6]) + (v[3] + v[7]));
    error[i] += std::fabs(((e[0] + e[4]) + (e[1] + e[5])) + ((e[2] + e[6]) + (e[3] + e[7])));
  }
}

// Log of a block's product without exp(-x base), by power sums where they converge.
double block_log(const double *r, int32_t count, const double *powers, double largest, double z, double e) {
  if (largest * z <= 0x1p-5) {
    double sum = 0;
    for (int32_t j = most_powers; j >= 1; --j) sum = sum * z + powers[j - 1] / j;
    return -sum * z;
  }
  Complement c(0);
  c.z = z;
  c.e = e;
  double sum = 0;
  for (int32_t i = 0; i < count; ++i) sum += log_complement(r[i], c);
  return sum;
}

class CurveMaker {
 public:
  CurveMaker(const Ranked &labels, KRange range, Monitor &monitor) : labels_(labels), range_(range), monitor_(monitor) {
    const int64_t n = labels.n;
    blocks_ = (n + block_size - 1) / block_size;
  }

  // Adds weight * E[N/D; D > 0], or E[N_predicted N_others / D^power] times scale(k), to value and error.
  void add(const CountRatio &ratio, Power power, bool product_of_sums, double weight, std::vector<double> &value,
           std::vector<double> &error) {
    const Side predicted = side_of(ratio, 0, 1), other = side_of(ratio, 2, 3);
    const int64_t n = labels_.n;
    double least = HUGE_VAL, most = 0;
    for (double d : ratio.bottom) {
      if (d > 0) least = std::min(least, d);
      most = std::max(most, d);
    }
    // Where no cell has D = 0 there are n of them.
    if (std::all_of(ratio.bottom.begin(), ratio.bottom.end(), [](double d) { return d > 0; }))
      least *= static_cast<double>(n);
    most *= static_cast<double>(n);
    ExponentialSum sum;
    sum.make(power, least, most * (1 + 1e-9));
    prepare(predicted.flipped, powers_h_, largest_h_);
    prepare(other.flipped, powers_c_, largest_c_);
    const bool tiny = labels_.size() > 0 && labels_.p[0] < all_tiny;
    magnify_ = tiny && !product_of_sums ? magnified : 1;
    const int32_t nodes = static_cast<int32_t>(sum.nodes.size());
    for (int32_t first = 0; first < nodes; first += node_lanes) {
      add_group(predicted, other, {sum.nodes.data() + first, std::min(node_lanes, nodes - first)}, product_of_sums,
                weight, value, error);
      monitor_.at(static_cast<double>(first) / static_cast<double>(nodes));
    }
    sum_error_ = sum.error;
  }
  double sum_error() const { return sum_error_; }

 private:
  int32_t size_of(int64_t b) const {
    return static_cast<int32_t>(std::min<int64_t>(block_size, labels_.n - b * block_size));
  }
  void prepare(bool flipped, std::vector<double> &powers, std::vector<double> &largest) {
    powers.resize(static_cast<std::size_t>(blocks_ * most_powers));
    largest.resize(static_cast<std::size_t>(blocks_));
    double r[block_size];
    for (int64_t b = 0; b < blocks_; ++b) {
      chances(labels_, b * block_size, size_of(b), flipped, r);
      power_sums(r, size_of(b), most_powers, powers.data() + b * most_powers);
      largest[static_cast<std::size_t>(b)] = *std::max_element(r, r + size_of(b));
    }
  }

  // Nodes that are summed side by side, one a lane.
  struct NodeRun {
    const Node *nodes;
    int32_t count;
  };
  void add_group(const Side &predicted, const Side &other, NodeRun run_of, bool product_of_sums, double weight,
                 std::vector<double> &value, std::vector<double> &error) {
    const Node *const nodes = run_of.nodes;
    const int32_t count = run_of.count;
    const Group gh = node_group(predicted, nodes, count), gc = node_group(other, nodes, count);
    // Logs and sums of the other items from each block on.
    const std::size_t slots = static_cast<std::size_t>((blocks_ + 1) * node_lanes);
    log_after_.assign(slots, 0);
    sum_after_.assign(slots, 0);
    double r[block_size], f[block_size][node_lanes], s[block_size][node_lanes], f2[block_size + 1][node_lanes],
        s2[block_size + 1][node_lanes];
    DoubleDouble logs[node_lanes], sums[node_lanes];
    for (int64_t b = blocks_ - 1; b >= 0; --b) {
      const int32_t size = size_of(b);
      chances(labels_, b * block_size, size, other.flipped, r);
      run(r, size, true, gc, other.top_base, other.top_other, magnify_, f, s);
      for (int32_t l = 0; l < count; ++l) {
        logs[l].add({block_log(r, size, powers_c_.data() + b * most_powers, largest_c_[static_cast<std::size_t>(b)],
                               gc.z[l], gc.e[l]),
                     0});
        sums[l].add({s[0][l], 0});
        log_after_[static_cast<std::size_t>(b * node_lanes + l)] = logs[l].value();
        sum_after_[static_cast<std::size_t>(b * node_lanes + l)] = sums[l].value();
      }
    }
    DoubleDouble logs_h[node_lanes], sums_h[node_lanes];
    for (int64_t b = 0; b < blocks_; ++b) {
      const int32_t size = size_of(b);
      const int64_t begin = b * block_size, last = b + 1 == blocks_ ? labels_.n : begin + size - 1;
      const bool wanted = last >= range_.low && begin <= range_.high;
      const std::size_t after = static_cast<std::size_t>((b + 1) * node_lanes);
      double scale[node_lanes] = {}, roundings[node_lanes] = {}, h0[node_lanes] = {}, c0[node_lanes] = {};
      bool matters = false;
      for (int32_t l = 0; l < count; ++l) {
        const double exponent = logs_h[l].value() + log_after_[after + static_cast<std::size_t>(l)] -
                                nodes[l].x * (static_cast<double>(begin) * predicted.base +
                                              static_cast<double>(labels_.n - begin - size) * other.base);
        scale[l] = weight * nodes[l].w * exponential(exponent) / magnify_;
        roundings[l] = unit_roundoff * (24 * std::fabs(exponent) + 12 * block_size + 2 * log_blocks_);
        h0[l] = sums_h[l].value();
        c0[l] = sum_after_[after + static_cast<std::size_t>(l)];
        matters = matters || scale[l] != 0;
      }
      chances(labels_, begin, size, predicted.flipped, r);
      run(r, size, false, gh, predicted.top_base, predicted.top_other, magnify_, f, s);
      if (wanted && matters) {
        // At k = begin + i the first i items of the block are predicted.
        const int32_t ks = b + 1 == blocks_ ? size + 1 : size;
        double before[block_size + 1][node_lanes], sum_before[block_size + 1][node_lanes];
        for (int32_t i = 0; i < ks; ++i)
          for (int32_t l = 0; l < node_lanes; ++l) {
            before[i][l] = i ? f[i - 1][l] : 1;
            sum_before[i][l] = i ? s[i - 1][l] : 0;
          }
        double rc[block_size], v[block_size + 1] = {}, e[block_size + 1] = {};
        chances(labels_, begin, size, other.flipped, rc);
        run(rc, size, true, gc, other.top_base, other.top_other, magnify_, f2, s2);
        for (int32_t l = 0; l < node_lanes; ++l) f2[size][l] = 1, s2[size][l] = 0;
        combine(ks, product_of_sums, scale, roundings, before, sum_before, h0, f2, s2, c0, v, e);
        for (int32_t i = 0; i < ks; ++i) {
          const int64_t k = begin + i;
          if (!range_.holds(k)) continue;
          value[static_cast<std::size_t>(k - range_.low)] += v[i];
          error[static_cast<std::size_t>(k - range_.low)] += e[i];
        }
      }
      for (int32_t l = 0; l < count; ++l) {
        logs_h[l].add({block_log(r, size, powers_h_.data() + b * most_powers, largest_h_[static_cast<std::size_t>(b)],
                                 gh.z[l], gh.e[l]),
                       0});
        sums_h[l].add({s[size - 1][l], 0});
      }
    }
  }

  const Ranked &labels_;
  const KRange range_;
  Monitor &monitor_;
  int64_t blocks_;
  double sum_error_ = 0, log_blocks_ = 8, magnify_ = 1;
  std::vector<double> powers_h_, powers_c_, largest_h_, largest_c_, log_after_, sum_after_;
};

// P(D = 0) at each k: every item is in a cell whose D is 0.
std::vector<double> chance_of_nothing(const CountRatio &ratio, const Ranked &labels, KRange range) {
  const auto chance = [&](double p, std::size_t if_true, std::size_t if_false) {
    return (ratio.bottom[if_true] == 0 ? p : 0) + (ratio.bottom[if_false] == 0 ? 1 - p : 0);
  };
  const int64_t n = labels.n;
  std::vector<double> out(static_cast<std::size_t>(range.high - range.low + 1));
  double product = 1;
  const auto p_of = [&](int64_t i) { return i < labels.size() ? labels.p[static_cast<std::size_t>(i)] : 0; };
  for (int64_t k = n; k >= range.low; --k) {
    if (k < n) product *= chance(p_of(k), 2, 3);
    if (k <= range.high) out[static_cast<std::size_t>(k - range.low)] = product;
  }
  product = 1;
  for (int64_t k = 0; k <= range.high; ++k) {
    if (k > 0) product *= chance(p_of(k - 1), 0, 1);
    if (k >= range.low) out[static_cast<std::size_t>(k - range.low)] *= product;
  }
  return out;
}

constexpr CountRatio by_true{{1, 0, 0, 0}, {1, 0, 1, 0}};
constexpr CountRatio errors_by_true{{0, 1, 1, 0}, {1, 0, 1, 0}};
constexpr CountRatio errors_by_false{{0, 1, 1, 0}, {0, 1, 0, 1}};
constexpr CountRatio nothing_true{{0, 0, 0, 0}, {1, 0, 1, 0}}, all_true{{0, 0, 0, 0}, {0, 1, 0, 1}};

}  // namespace

bool separable_serves(const Metric &metric) {
  if (!metric.has(rises_in_tp)) return false;
  const auto form = metric.separable();
  if (!form) return false;
  for (const SeparableForm::Term &term : form->terms) {
    double least = HUGE_VAL, most = 0;
    for (double d : term.ratio.bottom)
      if (d > 0) least = std::min(least, d), most = std::max(most, d);
    if (!(most / least <= 1e9) || most > 1e50 || least < 1e-50) return false;  // the nodes would span too much
  }
  return true;
}

void separable_curve(const Problem &problem) {
  const Metric &metric = problem.metric;
  const Ranked &labels = problem.labels();
  const KRange range = problem.range;
  const SeparableForm form = *metric.separable();
  const double z = metric.zero_division(), n = static_cast<double>(labels.n);
  Curve &curve = problem.work.curve;
  curve.start(range);
  std::vector<double> value(curve.value.size()), error(curve.value.size());
  CurveMaker maker(labels, range, problem.monitor);
  const double products = 1.01 * unit_roundoff * (3 * n + 4);
  const auto k_of = [&](std::size_t at) { return static_cast<double>(range.low) + static_cast<double>(at); };
  switch (form.kind) {
    case SeparableForm::ratios:
      for (double &v : curve.value) v = form.shift;
      for (const SeparableForm::Term &term : form.terms) {
        std::fill(value.begin(), value.end(), 0.0);
        std::fill(error.begin(), error.end(), 0.0);
        maker.add(term.ratio, Power::reciprocal, false, 1, value, error);
        const std::vector<double> nothing = chance_of_nothing(term.ratio, labels, range);
        const bool signs = std::any_of(term.ratio.top.begin(), term.ratio.top.end(), [](double t) { return t < 0; });
        // Where terms cancel errors are those of the terms' magnitudes.
        std::vector<double> scale = value;
        if (signs) {
          CountRatio magnitudes = term.ratio;
          for (double &t : magnitudes.top) t = std::fabs(t);
          std::fill(scale.begin(), scale.end(), 0.0);
          std::fill(error.begin(), error.end(), 0.0);
          maker.add(magnitudes, Power::reciprocal, false, 1, scale, error);
        }
        for (std::size_t at = 0; at < value.size(); ++at) {
          curve.value[at] += term.weight * (value[at] + z * nothing[at]);
          curve.error[at] +=
              std::fabs(term.weight) *
                  (error[at] + scale[at] * (maker.sum_error() + 64 * unit_roundoff) + z * nothing[at] * products) +
              8 * unit_roundoff * std::fabs(curve.value[at]);
        }
      }
      break;
    case SeparableForm::root: {
      maker.add(by_true, Power::root, false, 1, value, error);
      const double none = z == 1 && range.low == 0 ? labels.p_zero() : 0;
      for (std::size_t at = 0; at < value.size(); ++at) {
        const double k = k_of(at), root = std::sqrt(k);
        curve.value[at] = k > 0 ? value[at] / root : none;
        curve.error[at] =
            k > 0 ? (error[at] + value[at] * (maker.sum_error() + 64 * unit_roundoff)) / root : none * products;
      }
      break;
    }
    case SeparableForm::product: {
      maker.add(errors_by_true, Power::reciprocal, true, 1, value, error);
      maker.add(errors_by_false, Power::reciprocal, true, 1, value, error);
      const std::vector<double> none = chance_of_nothing(nothing_true, labels, range),
                                all = chance_of_nothing(all_true, labels, range);
      for (std::size_t at = 0; at < value.size(); ++at) {
        const double k = k_of(at), lost = (1 - z) * (none[at] * k / n + all[at] * (n - k) / n);
        curve.value[at] = 1 - value[at] / n - lost;
        curve.error[at] = error[at] / n + value[at] / n * (maker.sum_error() + 64 * unit_roundoff) + lost * products +
                          8 * unit_roundoff;
      }
      break;
    }
  }
}

}  // namespace wald::core::decisions
