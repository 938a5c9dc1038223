// The curve over k along runs of equal items, of which long ones are not gone through item by item.
#pragma once

#include <algorithm>
#include <vector>

#include "core/decisions/curve.hpp"
#include "core/decisions/separable/unsorted.hpp"

namespace wald::core::decisions {

// Values that decide what k of a long run are listed: the first that ties with the best lies above `tied`, and those
// not excluded are above `possible` with their errors.
struct CurveLevels {
  double tied, possible;
};

// Appends to the curve the values at k + j, 0 < j <= count, in the range: all j of a short run; of a long one its ends
// and the j at which a level is crossed. value(j) is an Estimate, and rises or falls, with or without its error, on
// either side of `turn`.
template <class Value>
void append_run(int64_t k, int64_t count, KRange range, int64_t turn, const CurveLevels &levels, const Value &value,
                Curve &curve) {
  const int64_t first = std::max<int64_t>(1, range.low - k), last = std::min(count, range.high - k);
  const auto append = [&](int64_t j) {
    const Estimate e = value(j);
    curve.append(k + j, e.value, e.error);
  };
  if (last - first < long_run) {
    for (int64_t j = first; j <= last; ++j) append(j);
    return;
  }
  turn = std::clamp(turn, first, last);
  std::vector<int64_t> listed{first, first + 1, turn, last - 1, last};
  const auto cross = [&](int64_t from, int64_t to, const auto &above) {
    const bool at_start = above(from);
    if (above(to) == at_start) return;
    while (to - from > 1) {
      const int64_t middle = from + (to - from) / 2;
      (above(middle) == at_start ? from : to) = middle;
    }
    listed.push_back(from);
    listed.push_back(to);
  };
  for (const KRange &side : {KRange{first, turn}, KRange{turn, last}}) {
    cross(side.low, side.high, [&](int64_t j) { return value(j).value >= levels.tied; });
    cross(side.low, side.high, [&](int64_t j) { return value(j).value + value(j).error >= levels.possible; });
  }
  std::sort(listed.begin(), listed.end());
  listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
  for (int64_t j : listed) append(j);
}

// A curve's levels, given the tolerance of ties and what else is known.
inline CurveLevels levels_of(const Curve &curve, double tie, Estimate also) {
  CurveLevels out{also.value - tie, also.value - also.error};
  for (std::size_t j = 0; j < curve.value.size(); ++j) {
    out.tied = std::max(out.tied, curve.value[j] - tie);
    out.possible = std::max(out.possible, curve.value[j] - curve.error[j]);
  }
  return out;
}

inline bool has_long_run(const Window &window) {
  return std::any_of(window.items.begin(), window.items.end(), [](const Run &run) { return run.count > long_run; });
}

}  // namespace wald::core::decisions
