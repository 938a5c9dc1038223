// Claims about the weights of all future rows, which a certificate from rows with weights needs. The rows that were fed
// decide nothing: a test that is picked by them holds for no population.
#pragma once

#include <cmath>

#include "core/base/error.hpp"

namespace wald::core::certify {

struct WeightClaims {
  bool equal_weights;  // by design
  double max_weight;   // NaN: not set
};

inline void check_one_claim(const WeightClaims &claims) {
  if (claims.equal_weights && !std::isnan(claims.max_weight))
    fail(Status::argument, "max_weight is ", claims.max_weight, ": must not be set with equal_weights");
}

[[noreturn]] inline void fail_without_max_weight() {
  fail(Status::argument,
       "max_weight is not set: rows have weights, so certify needs the greatest weight that any row can have. If all "
       "rows weigh the same by design, omit the weights or set equal_weights");
}

}  // namespace wald::core::certify
