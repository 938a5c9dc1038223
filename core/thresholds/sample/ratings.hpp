// Labels as callers hold them.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/arrays.hpp"

namespace wald::core::thresholds {

// The rows labelled 1; none if a label is neither 0 nor 1.
std::optional<int64_t> positives_among(Strided<const uint8_t> labels);

// Numbers as labels: 0 and 1 are those, NaN is not_rated. False if a number is none of them.
bool rate(Strided<const double> labels, uint8_t *out);
bool rate(Strided<const float> labels, uint8_t *out);
bool rate(Strided<const int64_t> labels, uint8_t *out);
bool rate(Strided<const int32_t> labels, uint8_t *out);

}  // namespace wald::core::thresholds
