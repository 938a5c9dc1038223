/* Decisions against brute force over all label vectors and predictions, written from the definitions, for n <= 6. */
#include "groups.h"

enum { most = 6 };

static uint64_t state = 88172645463325252u;
static double uniform(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) / 9007199254740992.0;
}

static int bits_of(unsigned x) {
  int count = 0;
  for (; x; x &= x - 1) ++count;
  return count;
}

static double value_of_f1(int tp, int k, int s, int n) {
  (void)n;
  return k + s > 0 ? 2.0 * tp / (k + s) : 1;
}
static double value_of_jaccard(int tp, int k, int s, int n) {
  (void)n;
  return k + s > 0 ? (double)tp / (k + s - tp) : 1;
}
static double value_of_am(int tp, int k, int s, int n) {
  const double recall = s > 0 ? (double)tp / s : 1;
  const double specificity = s < n ? (double)(n - k - s + tp) / (n - s) : 1;
  return (recall + specificity) / 2;
}

static const struct {
  const char *name;
  double (*value)(int tp, int k, int s, int n);
} metrics[] = {{"f1", value_of_f1}, {"jaccard", value_of_jaccard}, {"balanced_accuracy", value_of_am}};

/* P(y) for every y of n bits. */
static double expected_value(int m, int n, const double *probability, unsigned h) {
  long double sum = 0;
  unsigned y;
  for (y = 0; y < 1u << n; ++y)
    sum += (long double)probability[y] * metrics[m].value(bits_of(y & h), bits_of(h), bits_of(y), n);
  return (double)sum;
}

static void compare(int m, int n, const wald_estimator *estimator, const double *probability) {
  wald_metric *metric = metric_named(metrics[m].name);
  wald_decision *decision = new_decision();
  double best = -1, at[most + 1], curve[most + 1], x = -1, bound = -1;
  uint8_t mask[most];
  unsigned h, chosen = 0;
  int64_t needed = 0, k = -1;
  int i;

  for (i = 0; i <= n; ++i) at[i] = -1;
  for (h = 0; h < 1u << n; ++h) {
    x = expected_value(m, n, probability, h);
    if (x > at[bits_of(h)]) at[bits_of(h)] = x;
    if (x > best) best = x;
  }
  OK(wald_decide(metric, estimator, NULL, decision));
  OK(wald_decision_mask(decision, 0, mask, n, &needed));
  for (i = 0; i < n; ++i) chosen |= (unsigned)mask[i] << i;
  k = decision_number(decision, 0, WALD_DECISION_K);
  EQUAL(k, bits_of(chosen));
  x = decision_number(decision, 0, WALD_DECISION_EXPECTED);
  NEAR(x, expected_value(m, n, probability, chosen));
  NEAR(x, best);
  bound = decision_number(decision, 0, WALD_DECISION_BOUND);
  CHECK(bound >= 0 && best <= x + bound + 1e-16);
  for (i = 0; i < k; ++i) CHECK(at[i] < best - 1e-16); /* no smaller k is as good */
  OK(wald_curve(metric, estimator, NULL, curve, n + 1, &needed));
  for (i = 0; i <= n; ++i) NEAR(curve[i], at[i]);
  h = (unsigned)(uniform() * (1 << n));
  for (i = 0; i < n; ++i) mask[i] = (uint8_t)(h >> i & 1);
  OK(expected_of(metric, estimator, BYTES(mask, n), NULL, &x, NULL, NULL, NULL));
  NEAR(x, expected_value(m, n, probability, h));
  OK(expected_of(metric, estimator, BYTES(mask, n), NULL, NULL, NULL, &x, NULL));
  NEAR(x, best - expected_value(m, n, probability, h));
  wald_destroy(decision);
  wald_destroy(metric);
}

/* Uniform, rare, near 0 or 1, with zeros, ones and ties. */
static double probability_of(int style) {
  const double u = uniform();
  switch (style) {
    case 0: return u;
    case 1: return u * u * u * u * 0.3;
    case 2: return u < 0.5 ? u * 0.01 : 1 - (1 - u) * 0.01;
    default: return (double)(int)(u * 5) / 4;
  }
}

static void independent_case(int m, int n, int style) {
  double p[most], probability[1 << most];
  wald_estimator *estimator;
  unsigned y;
  int i;
  for (i = 0; i < n; ++i) p[i] = probability_of(style);
  for (y = 0; y < 1u << n; ++y) {
    probability[y] = 1;
    for (i = 0; i < n; ++i) probability[y] *= y >> i & 1 ? p[i] : 1 - p[i];
  }
  estimator = independent(p, n);
  compare(m, n, estimator, probability);
  wald_destroy(estimator);
}

static void categorical_case(int m, int n, int style) {
  double p[most], probability[1 << most] = {0}, sum = 0, scale = style == 0 ? 1 : 0.25 + 0.75 * uniform();
  wald_estimator *estimator;
  int i;
  for (i = 0; i < n; ++i) sum += p[i] = probability_of(style);
  probability[0] = 1;
  for (i = 0; i < n; ++i) {
    p[i] = sum > 0 ? p[i] / sum * scale : 0;
    probability[1 << i] = p[i];
    probability[0] -= p[i];
  }
  if (probability[0] < 0) probability[0] = 0;
  estimator = categorical(p, n);
  compare(m, n, estimator, probability);
  wald_destroy(estimator);
}

static void joint_case(int m, int n, int rows) {
  uint8_t cells[32 * most];
  double weights[32], probability[1 << most] = {0}, total = 0;
  wald_estimator *estimator;
  int r, i;
  for (r = 0; r < rows; ++r) {
    unsigned y = (unsigned)(uniform() * (1 << n));
    weights[r] = r % 3 == 0 ? (double)(int)(uniform() * 3) : uniform();
    if (r == 0) weights[r] = 1;
    for (i = 0; i < n; ++i) cells[r * n + i] = (uint8_t)(y >> i & 1);
    probability[y] += weights[r];
    total += weights[r];
  }
  for (i = 0; i < 1 << n; ++i) probability[i] /= total;
  estimator = joint(cells, rows, n, weights);
  compare(m, n, estimator, probability);
  wald_destroy(estimator);
}

void test_against_brute_force(void) {
  int m, n, round;
  for (m = 0; m < 3; ++m)
    for (n = 1; n <= most; ++n)
      for (round = 0; round < 12; ++round) {
        independent_case(m, n, round % 4);
        categorical_case(m, n, round % 4);
        joint_case(m, n, 1 + round * 2);
      }
}
