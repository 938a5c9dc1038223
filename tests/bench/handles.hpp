// The library as the benchmarks use it: through its C interface alone.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "../capi/arrays.h"

namespace bench {

inline void check(wald_status status) {
  if (status != WALD_OK) throw std::runtime_error(wald_last_error());
}

struct Release {
  void operator()(void *object) const noexcept { wald_destroy(object); }
};
using Metric = std::unique_ptr<wald_metric, Release>;
using Options = std::unique_ptr<wald_options, Release>;
using Estimator = std::unique_ptr<wald_estimator, Release>;
using Decision = std::unique_ptr<wald_decision, Release>;

inline Metric metric(const char *name) {
  wald_metric *out = nullptr;
  check(wald_metric_create(name, 1, &out));
  return Metric(out);
}

inline Options options(const char *algorithm = "auto", int32_t threads = 1) {
  wald_options *out = nullptr;
  check(wald_options_create("decisions", &out));
  Options owned(out);
  check(wald_options_set_text(out, "algorithm", algorithm));
  check(wald_options_set_integer(out, "threads", threads));
  return owned;
}

inline Decision decision() {
  wald_decision *out = nullptr;
  check(wald_decision_create(&out));
  return Decision(out);
}

inline Estimator independent(const std::vector<double> &p) {
  wald_estimator *out = nullptr;
  check(wald_estimator_create(WALD_INDEPENDENT, 0, &out));
  Estimator owned(out);
  check(wald_estimator_feed_probabilities(out, DOUBLES(p.data(), static_cast<int64_t>(p.size()))));
  return owned;
}

inline Estimator empty_joint(int64_t n_labels) {
  wald_estimator *out = nullptr;
  check(wald_estimator_create(WALD_JOINT, n_labels, &out));
  return Estimator(out);
}

inline void feed(wald_estimator *estimator, const std::vector<uint8_t> &samples, int64_t n_labels) {
  check(wald_estimator_feed_vectors(
      estimator, DENSE(MASK(samples.data(), static_cast<int64_t>(samples.size()) / n_labels, n_labels)), nullptr));
}

// Of compressed rows (SparseSamples).
template <class Samples>
void feed_sparse(wald_estimator *estimator, const Samples &data) {
  double n_labels = 0;
  check(wald_number(estimator, WALD_ESTIMATOR_N_LABELS, 0, &n_labels));
  check(wald_estimator_feed_vectors(
      estimator,
      COMPRESSED(SPARSE(data.indptr.data(), data.indices.data(), WALD_INT64, nullptr, WALD_FLOAT64,
                        static_cast<int64_t>(data.indptr.size()) - 1, static_cast<int64_t>(n_labels))),
      nullptr));
}

inline Estimator counts_of(const Estimator &estimator) {
  wald_estimator *out = nullptr;
  check(wald_estimator_to_counts(estimator.get(), &out));
  return Estimator(out);
}

inline double expected(const Decision &decision) {
  double out = 0;
  check(wald_number(decision.get(), WALD_DECISION_EXPECTED, 0, &out));
  return out;
}

}  // namespace bench
