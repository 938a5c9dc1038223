// Computes masses of a sum of many 0/1 variables from its characteristic function.
//
// P(S = m + d) = (1 + 2 sum_j Re(f(t_j) exp(-i t_j d))) / N with t_j = 2 pi j / N and f(t) = E exp(i t (S - m)), except for
// tails beyond N/2 on either side. |f(t)| <= exp(-2 V sin^2(t/2)) leaves few t_j. With z = exp(it) - 1,
//   log f(t) = sum_i log(1 + p_i z) - i t m,
// whose series in power sums converges fast, since t is below 0.3 where the variance V is above 1000. Items above 1/2 go
// by their complements: 1 + p z = exp(it) (1 + (1-p) (exp(-it) - 1)). So the first power left out, p^13 |t|^13 / 13, adds
// up to less than V 2^-11 t^13 / 13, which times exp(-V t^2/2) is below 1e-16.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/sums/many_masses.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/special/exponential.hpp"
#include "core/numeric/sums/double_double.hpp"
#include "core/numeric/sums/power_sums.hpp"

namespace wald::core {
namespace {

constexpr std::size_t fewest_items = 4096;
constexpr double least_variance = 1000;
constexpr double least_mass = 1e-17;
constexpr double pi = 3.14159265358979323846;

struct Complex {
  double re, im;
};
Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

// cos t - 1 and sin t - t, by the same operations on every machine; |t| <= 0.5.
Complex beyond_first_order(double t) {
  const double tt = t * t;
  double cosine = 0, sine = 0;
  for (int k = 18; k >= 2; k -= 2) {
    cosine = (1 - cosine) * tt / ((k - 1) * k);
    sine = (1 - sine) * tt / (k * (k + 1));
  }
  return {-cosine, -sine * t};
}

// exp(x + iy), x <= 0.
Complex exponential_of(Complex x) {
  int halvings = 0;
  double y = x.im;
  for (; std::fabs(y) > 0.5; y /= 2) ++halvings;
  const Complex beyond = beyond_first_order(y);
  Complex out{1 + beyond.re, y + beyond.im};
  for (; halvings > 0; --halvings) out = out * out;
  const double size = exponential(x.re);
  return {size * out.re, size * out.im};
}

// exp(2 pi i m / n) for m = 0 ... n-1, n a power of two of at least 4, by halving angles.
std::vector<Complex> unit_circle(std::size_t n) {
  std::vector<Complex> out(n);
  for (std::size_t quarter = 0; quarter < 4; ++quarter)
    out[quarter * n / 4] = {quarter == 0 ? 1.0 : quarter == 2 ? -1.0 : 0, quarter == 1 ? 1.0 : quarter == 3 ? -1.0 : 0};
  double twice_cosine = std::sqrt(2.0);  // of half the angle between neighbours
  for (std::size_t step = n / 4; step > 1; step /= 2) {
    for (std::size_t m = 0; m < n; m += step) {
      const Complex a = out[m], b = out[(m + step) % n];
      out[m + step / 2] = {(a.re + b.re) / twice_cosine, (a.im + b.im) / twice_cosine};
    }
    twice_cosine = std::sqrt(2 + twice_cosine);
  }
  return out;
}

// Power sums of the items up to 1/2, and of the complements of the others.
struct SplitPowers {
  DoubleDouble low[most_powers], high[most_powers];
  double above = 0;  // how many others

  explicit SplitPowers(const std::vector<double> &p) {
    const auto count = static_cast<int64_t>(p.size());
    double lows[sum_block], highs[sum_block], sums[most_powers];
    for (int64_t begin = 0; begin < count; begin += sum_block) {
      const auto size = static_cast<int32_t>(std::min<int64_t>(sum_block, count - begin));
      const double *const block = p.data() + begin;
      double more = 0;
      for (int32_t i = 0; i < size; ++i) {
        const bool is_high = block[i] > 0.5;
        lows[i] = is_high ? 0 : block[i];
        highs[i] = is_high ? 1 - block[i] : 0;
        more += is_high ? 1 : 0;
      }
      above += more;
      add(lows, size, sums, low);
      if (more > 0) add(highs, size, sums, high);
    }
  }
  double variance() const {
    return low[0].value() + high[0].value() - low[1].value() - high[1].value();
  }
  // The mean less a whole number.
  double mean_beyond(double whole) const {
    DoubleDouble out = low[0];
    out.add({-high[0].high, -high[0].low});
    out.add({above - whole, 0});
    return out.value();
  }
  // f(t), of the sum less `whole`.
  Complex characteristic(double t, double whole) const {
    const Complex beyond = beyond_first_order(t), z{beyond.re, t + beyond.im};
    Complex log{(low[0].value() + high[0].value()) * z.re,
                (low[0].value() - high[0].value()) * beyond.im + mean_beyond(whole) * t};
    Complex power = z;
    for (int j = 2; j <= most_powers; ++j) {
      power = power * z;
      const double sign = j % 2 == 0 ? -1.0 : 1.0, a = low[j - 1].value(), b = high[j - 1].value();
      log.re += sign * (a + b) * power.re / j;
      log.im += sign * (a - b) * power.im / j;
    }
    return exponential_of(log);
  }

 private:
  static void add(const double *block, int32_t size, double *sums, DoubleDouble *to) {
    power_sums(block, size, most_powers, sums);
    for (int32_t j = 0; j < most_powers; ++j) to[j].add({sums[j], 0});
  }
};

Masses from_characteristic(const SplitPowers &powers, double variance) {
  std::size_t n = 4;
  while (static_cast<double>(n) < 20 * std::sqrt(variance) + 4) n *= 2;
  const double middle = std::floor(powers.mean_beyond(0) + 0.5), angle = 2 * pi / static_cast<double>(n);
  std::vector<Complex> f;
  for (std::size_t j = 1; j < n / 2; ++j) {
    const double t = angle * static_cast<double>(j);
    if (variance * t * t > 88) break;  // |f| is below 1e-19
    f.push_back(powers.characteristic(t, middle));
  }
  const std::vector<Complex> circle = unit_circle(n);
  std::vector<double> mass(n);
  for (std::size_t at = 0; at < n; ++at) {
    const std::size_t d = (at + n / 2) % n;  // modulo n; the middle is at n/2
    double sum = 0.5;
    for (std::size_t j = f.size(); j >= 1; --j) {
      const Complex &turn = circle[j * d % n];
      sum += f[j - 1].re * turn.re + f[j - 1].im * turn.im;
    }
    mass[at] = 2 * sum / static_cast<double>(n);
  }
  std::size_t begin = n / 2, end = n / 2;
  while (begin > 0 && mass[begin - 1] >= least_mass) --begin;
  while (end < n && mass[end] >= least_mass) ++end;
  Masses out;
  out.first = static_cast<int64_t>(middle) + static_cast<int64_t>(begin) - static_cast<int64_t>(n / 2);
  out.mass.assign(mass.begin() + static_cast<std::ptrdiff_t>(begin), mass.begin() + static_cast<std::ptrdiff_t>(end));
  out.dropped = 1e-15;
  return out;
}

}  // namespace

Masses masses_of(const std::vector<double> &p, double cut) {
  if (p.size() >= fewest_items) {
    const SplitPowers powers(p);
    if (const double variance = powers.variance(); variance >= least_variance)
      return from_characteristic(powers, variance);
  }
  Masses out;
  for (double x : p) add_item(out, x, cut);
  return out;
}

}  // namespace wald::core
