#include "core/numeric/kernels.hpp"

#include "core/numeric/dispatch.hpp"

WALD_VECTOR_MATH

namespace wald::core {

WALD_CLONES void mix(const double *__restrict x, double q, double p, int64_t count, double *__restrict out) {
  for (int64_t j = 0; j < count; ++j) out[j] = q * x[j + 1] + p * x[j];
}

// Reads run ahead of writes. With the offset known to the compiler it sees that whole vectors may be loaded before
// they are stored; with any other it checks at run time.
WALD_CLONES static void mix_ahead_by_1(double *x, double q, double p, int64_t count) {
  for (int64_t j = 0; j < count; ++j) x[j] = q * x[j] + p * x[j + 1];
}
WALD_CLONES static void mix_ahead_by_4(double *x, double q, double p, int64_t count) {
  for (int64_t j = 0; j < count; ++j) x[j] = q * x[j] + p * x[j + 4];
}
WALD_CLONES static void mix_ahead_by_any(double *x, double q, double p, int64_t offset, int64_t count) {
  for (int64_t j = 0; j < count; ++j) x[j] = q * x[j] + p * x[j + offset];
}
void mix_ahead(double *x, double q, double p, int64_t offset, int64_t count) {
  if (offset == 1) return mix_ahead_by_1(x, q, p, count);
  if (offset == 4) return mix_ahead_by_4(x, q, p, count);
  mix_ahead_by_any(x, q, p, offset, count);
}

WALD_CLONES double dot(const double *__restrict x, const double *__restrict y, int64_t count) {
  double sums[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  int64_t j = 0;
  for (; j + 8 <= count; j += 8)
    for (int lane = 0; lane < 8; ++lane) sums[lane] += x[j + lane] * y[j + lane];
  for (int lane = 0; j < count; ++j, ++lane) sums[lane] += x[j] * y[j];
  return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

WALD_CLONES void add_scaled(double a, const double *__restrict x, int64_t count, double *__restrict y) {
  for (int64_t j = 0; j < count; ++j) y[j] += a * x[j];
}

}  // namespace wald::core
