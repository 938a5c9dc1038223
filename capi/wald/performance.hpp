// Wald for C++, performance: how good decisions are while their labels are missing.
#ifndef WALD_PERFORMANCE_HPP
#define WALD_PERFORMANCE_HPP

#include "core.hpp"
#include "facts.hpp"
#include "options.hpp"
#include "performance.h"

namespace wald {

/// Estimates of a metric, by chunk of the rows, with bands. It sees no change of P(label | row): only labels show that.
class Performance : public facts::OfPerformance<Performance> {
 public:
  /// Rows by which probabilities are calibrated; none: probabilities are taken as they are.
  struct Calibration {
    Array truth;          ///< table of uint8_t: 0 or 1
    Array probabilities;  ///< of the same shape
    Array weights;        ///< one per row; may be left out
  };
  /// What is known of rows beside probabilities and decisions; all may be left out.
  struct Rows {
    Array labels;               ///< of the shape of the probabilities: 0, 1 or WALD_NOT_RATED
    Array label_probabilities;  ///< with which each row's labels were asked for
    Array weights;
    Array segments;  ///< n of int64_t, from 0
  };

  /// A custom metric must live as long as this.
  explicit Performance(const Metric &metric, const Calibration &calibration = {}, const PerformanceOptions &options = {})
      : handle_(detail::made<wald_performance>([&](wald_performance **out) {
          return wald_performance_create(metric.get(), calibration.truth.get(), calibration.probabilities.get(),
                                         calibration.weights.get(), options.get(), out);
        })) {}
  /// Adds the estimates of rows: one chunk, or several by chunk_rows. A call that fails adds none.
  void feed(const Array &probabilities, const Array &flagged, const Rows &rows = {}) {
    detail::check(wald_performance_feed(get(), probabilities.get(), flagged.get(), rows.labels.get(),
                                        rows.label_probabilities.get(), rows.weights.get(), rows.segments.get()));
  }
  void clear() { detail::check(wald_clear(get())); }

  wald_performance *get() noexcept { return handle_.get(); }
  const wald_performance *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_performance> handle_;
};

}  // namespace wald

#endif  // WALD_PERFORMANCE_HPP
