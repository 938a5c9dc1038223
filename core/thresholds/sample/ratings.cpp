// Reads labels as callers hold them.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include <algorithm>

#include "core/thresholds/sample/ratings.hpp"
#include "core/thresholds/sample/sample.hpp"

namespace wald::core::thresholds {
namespace {

// -1 if a label is above 1. A byte at a time, which vectors do by the dozen.
WALD_LEVELS(int64_t, ones_among, (const uint8_t *labels, int64_t n), (labels, n)) {
  constexpr int64_t most_in_byte = 255;
  int64_t out = 0;
  for (int64_t first = 0; first < n; first += most_in_byte) {
    const int64_t end = std::min(n, first + most_in_byte);
    uint8_t ones = 0, any = 0;
    for (int64_t i = first; i < end; ++i) {
      ones = static_cast<uint8_t>(ones + labels[i]);
      any |= labels[i];
    }
    if (any > 1) return -1;
    out += ones;
  }
  return out;
}

// Without branches and in whole numbers of one size, so that the compiler uses vectors.
template <class T, class Whole>
WALD_ALWAYS_INLINE bool rate_some(const T *WALD_RESTRICT labels, int64_t n, int64_t stride, uint8_t *WALD_RESTRICT out) {
  static_assert(sizeof(T) == sizeof(Whole));
  Whole known = 1;
  for (int64_t i = 0; i < n; ++i) {
    const T x = labels[i * stride];
    const Whole one = x == 1 ? 1 : 0, zero = x == 0 ? 1 : 0, missing = x != x ? 1 : 0;
    known &= one | zero | missing;
    out[i] = static_cast<uint8_t>(one + missing * not_rated);
  }
  return known != 0;
}

#define WALD_RATE(T, Whole)                                                                                \
  WALD_LEVELS(bool, rate_contiguous, (const T *labels, int64_t n, uint8_t *out), (labels, n, out)) {       \
    return rate_some<T, Whole>(labels, n, 1, out);                                                         \
  }                                                                                                        \
  bool rate_strided(Strided<const T> labels, uint8_t *out) {                                               \
    return rate_some<T, Whole>(labels.data, labels.n, labels.stride, out);                                 \
  }

WALD_RATE(double, int64_t)
WALD_RATE(float, int32_t)
WALD_RATE(int64_t, int64_t)
WALD_RATE(int32_t, int32_t)
#undef WALD_RATE

template <class T>
bool rate_all(Strided<const T> labels, uint8_t *out) {
  return labels.stride == 1 ? rate_contiguous(labels.data, labels.n, out) : rate_strided(labels, out);
}

}  // namespace

std::optional<int64_t> positives_among(Strided<const uint8_t> labels) {
  int64_t out = 0;
  if (labels.stride == 1) {
    out = ones_among(labels.data, labels.n);
    return out < 0 ? std::nullopt : std::optional<int64_t>(out);
  }
  for (int64_t i = 0; i < labels.n; ++i) {
    if (labels[i] > 1) return {};
    out += labels[i];
  }
  return out;
}

bool rate(Strided<const double> labels, uint8_t *out) { return rate_all(labels, out); }
bool rate(Strided<const float> labels, uint8_t *out) { return rate_all(labels, out); }
bool rate(Strided<const int64_t> labels, uint8_t *out) { return rate_all(labels, out); }
bool rate(Strided<const int32_t> labels, uint8_t *out) { return rate_all(labels, out); }

}  // namespace wald::core::thresholds
