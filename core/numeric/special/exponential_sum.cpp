// Writes a power as a sum of exponentials over a range.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/numeric/special/exponential_sum.hpp"

#include <cmath>

#include "core/numeric/special/exponential.hpp"

namespace wald::core {
namespace {

// s^-a = 1/Gamma(a) int exp(a t - s e^t) dt. By Poisson's sum formula the rule of step h errs by the sum over m != 0 of
// Gamma(a + 2 pi i m / h) / Gamma(a), relative to s^-a and whatever s is: at h = 1/4 by at most 2e-16 for a = 1, since
// |Gamma(1+iy)|^2 = pi y / sinh(pi y), and 3e-17 for a = 1/2, since |Gamma(1/2+iy)|^2 = pi / cosh(pi y).
constexpr double step = 0.25;

}  // namespace

void trapezoid_nodes(Power power, double low, double high, ExponentialSum &out) {
  // What is left out is at most (x high)^a / Gamma(a+1) below the first x, relatively, and below e^-42 (x low)^a 42
  // beyond the last.
  const double a = power == Power::reciprocal ? 1 : 0.5;
  // Logarithms from exponents: the same number of nodes on every machine.
  constexpr double log_2 = 0.6931471805599453, log_42 = 3.7376696182833684;
  const int first = static_cast<int>(std::floor((-39.5 / a - log_2 * (std::ilogb(high) + 1)) / step));
  const int last = static_cast<int>(std::ceil((log_42 - log_2 * std::ilogb(low)) / step));
  const double scale = power == Power::reciprocal ? step : step * 0.56418958354775629;  // 1/sqrt(pi)
  out.nodes.clear();
  out.at_zero = 0;
  for (int j = first; j <= last; ++j) {
    const double x = exponential(step * j);
    out.nodes.push_back({x, scale * (power == Power::reciprocal ? x : std::sqrt(x))});
    out.at_zero += out.nodes.back().w;
  }
  out.error = 1e-15;
}

void ExponentialSum::make(Power power, double low, double high) {
  const NodeTable table = power == Power::reciprocal ? reciprocal_nodes(high / low) : root_nodes(high / low);
  if (table.count == 0) return trapezoid_nodes(power, low, high, *this);
  const double scale = power == Power::reciprocal ? low : std::sqrt(low);
  nodes.clear();
  at_zero = 0;
  for (int32_t q = 0; q < table.count; ++q) {
    nodes.push_back({table.nodes[q].x / low, table.nodes[q].w / scale});
    at_zero += nodes.back().w;
  }
  error = reciprocal_nodes_error;
}

}  // namespace wald::core
