// What a decision for 1000 labels takes, beside the same in WebAssembly (decide.mjs):
//
//   decide METRIC ROUNDS        microseconds of the processor, the least of nine repetitions, and the expected utility
//
// Linked with the library or, for loops without vectors, with the objects of the target test-conformance-plain.
#include <wald.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <vector>

namespace {
void checked(wald_status status) {
  if (status == WALD_OK) return;
  std::fprintf(stderr, "%s\n", wald_last_error());
  std::exit(1);
}

double cpu() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e6 * double(now.tv_sec) + 1e-3 * double(now.tv_nsec);
}
}  // namespace

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  std::vector<double> p(1000);
  for (uint64_t i = 0; i < p.size(); ++i) p[i] = double((i + 1) * 2654435761U % 4294967296U) / 4294967296.0;
  wald_array given = {};
  given.size = sizeof given;
  given.data = p.data();
  given.rows = int64_t(p.size());
  given.columns = given.row_stride = given.column_stride = 1;
  given.type = WALD_FLOAT64;
  wald_metric *metric;
  wald_estimator *estimator;
  wald_decision *decision;
  checked(wald_metric_create(argv[1], 1, &metric));
  checked(wald_estimator_create(WALD_INDEPENDENT, 0, &estimator));
  checked(wald_estimator_feed_probabilities(estimator, &given));
  checked(wald_decision_create(&decision));
  const int rounds = std::atoi(argv[2]);
  double least = std::numeric_limits<double>::infinity();
  for (int repeated = 0; repeated < 9; ++repeated) {
    const double began = cpu();
    for (int i = 0; i < rounds; ++i) checked(wald_decide(metric, estimator, nullptr, decision));
    least = std::min(least, (cpu() - began) / rounds);
  }
  double expected;
  checked(wald_number(decision, WALD_DECISION_EXPECTED, 0, &expected));
  std::printf("%.1f us, %.17g\n", least, expected);
  wald_destroy(decision);
  wald_destroy(estimator);
  wald_destroy(metric);
}
