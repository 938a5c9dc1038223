// Custom metrics by a function of one cell.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "core/metrics/metric.hpp"

namespace check {

using CellFunction = double (*)(int64_t tp, int64_t k, int64_t s, int64_t n, void *user);

inline std::unique_ptr<wald::core::Metric> cell_metric(CellFunction function, void *user, std::string name,
                                                       uint32_t declared) {
  struct Called {
    CellFunction function;
    void *user;
  };
  static std::deque<Called> called;  // metrics live in the tests alone, so all are kept
  called.push_back({function, user});
  return wald::core::callback_metric(
      [](const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values, void *one) {
        const Called &by = *static_cast<const Called *>(one);
        for (int64_t i = 0; i < count; ++i) values[i] = by.function(tp[i], k[i], s[i], n, by.user);
      },
      &called.back(), std::move(name), declared);
}

}  // namespace check
