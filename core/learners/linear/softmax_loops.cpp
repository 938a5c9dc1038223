// Runs the loops over the rows of regressions in vectors.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/learners/linear/softmax_loops.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core::learners {

namespace {

constexpr int64_t block = 256;
constexpr int64_t lanes = 8;
constexpr double farthest_logit = 700;

// exponential(x) for |x| <= farthest_margin without a branch, a call or a conversion, which vectors have not got.
WALD_ALWAYS_INLINE double exponential_within(double x) {
  constexpr double log2_e = 1.4426950408889634, round = 6755399441055744.0;  // 1.5 * 2^52
  constexpr double ln2_high = 0.693147180369123816490, ln2_low = 1.90821492927058770002e-10;
  const double shifted = x * log2_e + round;
  const double whole = shifted - round;
  const double r = (x - whole * ln2_high) - whole * ln2_low;
  double sum = 1.0 / 6227020800.0;
  sum = sum * r + 1.0 / 479001600.0;
  sum = sum * r + 1.0 / 39916800.0;
  sum = sum * r + 1.0 / 3628800.0;
  sum = sum * r + 1.0 / 362880.0;
  sum = sum * r + 1.0 / 40320.0;
  sum = sum * r + 1.0 / 5040.0;
  sum = sum * r + 1.0 / 720.0;
  sum = sum * r + 1.0 / 120.0;
  sum = sum * r + 1.0 / 24.0;
  sum = sum * r + 1.0 / 6.0;
  sum = sum * r + 0.5;
  sum = sum * r + 1.0;
  const double value = 1 + sum * r;
  // The lowest bits of `shifted` are the whole number: they go to the exponent.
  uint64_t exponent, bits;
  std::memcpy(&exponent, &shifted, sizeof exponent);
  std::memcpy(&bits, &value, sizeof bits);
  bits += exponent << 52;
  double out;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

WALD_ALWAYS_INLINE double within_reach(double x) {
  const double low = x < -farthest_logit ? -farthest_logit : x;
  return low > farthest_logit ? farthest_logit : low;
}

WALD_ALWAYS_INLINE double sigmoid_within(double z) { return 1 / (1 + exponential_within(-within_reach(z))); }

// Sums of `count` numbers, in lanes.
struct Lanes {
  double sum[lanes] = {0};
  WALD_ALWAYS_INLINE double total() const {
    return ((sum[0] + sum[4]) + (sum[2] + sum[6])) + ((sum[1] + sum[5]) + (sum[3] + sum[7]));
  }
};

// p[k * block + i]: softmax of margins + t * steps (steps may be null) of `count` rows from `first` on.
WALD_ALWAYS_INLINE void softmax_block(const MarginRows &rows, const double *margins, const double *steps, double t,
                                      int64_t first, int64_t count, double *WALD_RESTRICT p) {
  double top[block], sum[block];
  for (int64_t i = 0; i < count; ++i) top[i] = -HUGE_VAL;
  for (int64_t k = 0; k < rows.outputs; ++k) {
    const double *const m = margins + k * rows.stride + first;
    double *WALD_RESTRICT const to = p + k * block;
    if (steps) {
      const double *const s = steps + k * rows.stride + first;
      for (int64_t i = 0; i < count; ++i) to[i] = m[i] + t * s[i];
    } else {
      for (int64_t i = 0; i < count; ++i) to[i] = m[i];
    }
    for (int64_t i = 0; i < count; ++i) top[i] = top[i] > to[i] ? top[i] : to[i];
  }
  for (int64_t i = 0; i < count; ++i) sum[i] = 0;
  for (int64_t k = 0; k < rows.outputs; ++k) {
    double *WALD_RESTRICT const to = p + k * block;
    for (int64_t i = 0; i < count; ++i) {
      to[i] = exponential_within(within_reach(to[i] - top[i]));
      sum[i] += to[i];
    }
  }
  for (int64_t k = 0; k < rows.outputs; ++k) {
    double *WALD_RESTRICT const to = p + k * block;
    for (int64_t i = 0; i < count; ++i) to[i] /= sum[i];
  }
}

WALD_LEVELS(void, logistic_residuals,
            (const double *WALD_RESTRICT margins, const double *WALD_RESTRICT weights,
             const int32_t *WALD_RESTRICT classes, int64_t count, double *WALD_RESTRICT out, double *curvature),
            (margins, weights, classes, count, out, curvature)) {
  Lanes sums;
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (int64_t l = 0; l < lanes; ++l) {
      const double p = sigmoid_within(margins[i + l]);
      out[i + l] = weights[i + l] * (p - static_cast<double>(classes[i + l]));
      sums.sum[l] += weights[i + l] * (p * (1 - p));
    }
  for (; i < count; ++i) {
    const double p = sigmoid_within(margins[i]);
    out[i] = weights[i] * (p - static_cast<double>(classes[i]));
    sums.sum[0] += weights[i] * (p * (1 - p));
  }
  *curvature = sums.total();
}

WALD_LEVELS(void, logistic_line,
            (const double *WALD_RESTRICT margins, const double *WALD_RESTRICT steps, double t,
             const double *WALD_RESTRICT weights, const int32_t *WALD_RESTRICT classes, int64_t count, double *slope,
             double *curvature),
            (margins, steps, t, weights, classes, count, slope, curvature)) {
  Lanes first, second;
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes)
    for (int64_t l = 0; l < lanes; ++l) {
      const double s = steps[i + l], w = weights[i + l];
      const double p = sigmoid_within(margins[i + l] + t * s);
      first.sum[l] += w * (p - static_cast<double>(classes[i + l])) * s;
      second.sum[l] += w * (p * (1 - p)) * (s * s);
    }
  for (; i < count; ++i) {
    const double s = steps[i], w = weights[i];
    const double p = sigmoid_within(margins[i] + t * s);
    first.sum[0] += w * (p - static_cast<double>(classes[i])) * s;
    second.sum[0] += w * (p * (1 - p)) * (s * s);
  }
  *slope = first.total();
  *curvature = second.total();
}

WALD_LEVELS(void, softmax_residuals,
            (const MarginRows &rows, const double *margins, double *out, double *curvature, double *p),
            (rows, margins, out, curvature, p)) {
  for (int64_t k = 0; k < rows.outputs; ++k) curvature[k] = 0;
  for (int64_t first = 0; first < rows.rows; first += block) {
    const int64_t count = std::min(block, rows.rows - first);
    softmax_block(rows, margins, nullptr, 0, first, count, p);
    const double *WALD_RESTRICT const w = rows.weights + first;
    const int32_t *WALD_RESTRICT const c = rows.classes + first;
    for (int64_t k = 0; k < rows.outputs; ++k) {
      const double *WALD_RESTRICT const q = p + k * block;
      double *WALD_RESTRICT const to = out + k * rows.stride + first;
      const auto own = static_cast<int32_t>(k);
      double sum = 0;
      for (int64_t i = 0; i < count; ++i) to[i] = w[i] * (q[i] - (c[i] == own ? 1.0 : 0.0));
      for (int64_t i = 0; i < count; ++i) sum += w[i] * (q[i] * (1 - q[i]));
      curvature[k] += sum;
    }
  }
}

WALD_LEVELS(void, softmax_line,
            (const MarginRows &rows, const double *margins, const double *steps, double t, double *slope,
             double *curvature, double *p),
            (rows, margins, steps, t, slope, curvature, p)) {
  double total_slope = 0, total_curvature = 0;
  double mean[block], square[block], own[block];
  for (int64_t first = 0; first < rows.rows; first += block) {
    const int64_t count = std::min(block, rows.rows - first);
    softmax_block(rows, margins, steps, t, first, count, p);
    for (int64_t i = 0; i < count; ++i) mean[i] = square[i] = own[i] = 0;
    const int32_t *WALD_RESTRICT const c = rows.classes + first;
    for (int64_t k = 0; k < rows.outputs; ++k) {
      const double *WALD_RESTRICT const q = p + k * block, *WALD_RESTRICT const s = steps + k * rows.stride + first;
      const auto class_k = static_cast<int32_t>(k);
      for (int64_t i = 0; i < count; ++i) {
        mean[i] += q[i] * s[i];
        square[i] += q[i] * (s[i] * s[i]);
        own[i] += c[i] == class_k ? s[i] : 0.0;
      }
    }
    const double *WALD_RESTRICT const w = rows.weights + first;
    for (int64_t i = 0; i < count; ++i) {
      total_slope += w[i] * (mean[i] - own[i]);
      total_curvature += w[i] * (square[i] - mean[i] * mean[i]);
    }
  }
  *slope = total_slope;
  *curvature = total_curvature;
}

// Scratch of one block of rows.
double *block_of(int64_t outputs, std::vector<double> &keep) {
  keep.resize(static_cast<std::size_t>(outputs * block));
  return keep.data();
}

}  // namespace

void residuals(const MarginRows &rows, const double *margins, double *out, double *curvature) {
  if (rows.outputs == 1) return logistic_residuals(margins, rows.weights, rows.classes, rows.rows, out, curvature);
  std::vector<double> keep;
  softmax_residuals(rows, margins, out, curvature, block_of(rows.outputs, keep));
}

LineDerivatives line_derivatives(const MarginRows &rows, const double *margins, const double *steps, double t) {
  LineDerivatives out;
  if (rows.outputs == 1) {
    logistic_line(margins, steps, t, rows.weights, rows.classes, rows.rows, &out.slope, &out.curvature);
    return out;
  }
  std::vector<double> keep;
  softmax_line(rows, margins, steps, t, &out.slope, &out.curvature, block_of(rows.outputs, keep));
  return out;
}

double log_loss(const MarginRows &rows, const double *margins, double least) {
  std::vector<double> row(static_cast<std::size_t>(rows.outputs)), p(std::max<std::size_t>(row.size(), 2));
  double sum = 0;
  for (int64_t i = 0; i < rows.rows; ++i) {
    for (int64_t k = 0; k < rows.outputs; ++k) row[static_cast<std::size_t>(k)] = margins[k * rows.stride + i];
    class_probabilities(row.data(), rows.outputs, p.data());
    sum -= rows.weights[i] * logarithm(std::max(p[static_cast<std::size_t>(rows.classes[i])], least));
  }
  return sum;
}

void class_probabilities(const double *margins, int64_t outputs, double *out) {
  if (outputs == 1) {
    // Each of the two from its own exponential, so that small ones keep their digits.
    out[0] = 1 / (1 + exponential(std::min(margins[0], farthest_logit)));
    out[1] = 1 / (1 + exponential(std::min(-margins[0], farthest_logit)));
    return;
  }
  const double top = *std::max_element(margins, margins + outputs);
  double sum = 0;
  for (int64_t k = 0; k < outputs; ++k) sum += out[k] = exponential(margins[k] - top);
  for (int64_t k = 0; k < outputs; ++k) out[k] /= sum;
}

}  // namespace wald::core::learners
