#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/enumeration.hpp"

#include <algorithm>
#include <cmath>

#include "core/decisions/curve.hpp"
#include "core/error.hpp"

namespace wald::core::decisions {
namespace {

// Calls visit(items, value) for every prediction allowed, by ascending k, then in the order of the smallest indices.
template <class Visit>
void for_each_prediction(int64_t n, KRange range, const PredictionValue &value, Monitor &monitor, const Visit &visit) {
  if (n > enumeration_limit)
    fail(Status::unsupported, "enumeration takes up to ", enumeration_limit, " items: the problem has ", n);
  std::vector<int64_t> items;
  uint32_t done = 0;
  for (int64_t k = range.low; k <= range.high; ++k) {
    std::vector<bool> chosen(static_cast<std::size_t>(n), false);
    std::fill(chosen.begin(), chosen.begin() + k, true);
    do {
      items.clear();
      for (int64_t i = 0; i < n; ++i)
        if (chosen[static_cast<std::size_t>(i)]) items.push_back(i);
      visit(items, value(items));
      if ((++done & 255) == 0) monitor.at(static_cast<double>(done) / static_cast<double>(uint32_t{1} << n));
    } while (std::prev_permutation(chosen.begin(), chosen.end()));
  }
}

}  // namespace

void decide_by_enumeration(int64_t n, KRange range, double least_scale, const PredictionValue &value, Monitor &monitor,
                           Answer &answer, std::vector<int64_t> &best_items) {
  answer.algorithm = Algorithm::enumeration;
  struct Candidate {
    uint32_t mask;
    int32_t k;
    Valued valued;
  };
  std::vector<Candidate> all;
  double best = -std::numeric_limits<double>::infinity(), scale = least_scale, at_most = best;
  for_each_prediction(n, range, value, monitor, [&](const std::vector<int64_t> &items, Valued v) {
    uint32_t mask = 0;
    for (int64_t i : items) mask |= uint32_t{1} << i;
    all.push_back({mask, static_cast<int32_t>(items.size()), v});
    best = std::max(best, v.value);
    at_most = std::max(at_most, v.value + v.error);
    scale = std::max(scale, std::fabs(v.value));
  });
  const double tie = tie_tolerance(n, scale);
  const Candidate &chosen =
      *std::find_if(all.begin(), all.end(), [&](const Candidate &c) { return c.valued.value >= best - tie; });
  double next = -std::numeric_limits<double>::infinity();
  for (const Candidate &c : all)
    if (c.k != chosen.k) next = std::max(next, c.valued.value);
  answer.k = chosen.k;
  answer.expected = chosen.valued.value;
  answer.bound = at_most - answer.expected + chosen.valued.error;
  if (std::isfinite(next)) answer.next_best = next;
  best_items.clear();
  for (int64_t i = 0; i < n; ++i)
    if (chosen.mask >> i & 1) best_items.push_back(i);
}

void enumeration_curve(int64_t n, KRange range, const PredictionValue &value, Monitor &monitor, Curve &curve) {
  curve.start(range);
  std::fill(curve.value.begin(), curve.value.end(), -std::numeric_limits<double>::infinity());
  for_each_prediction(n, range, value, monitor, [&](const std::vector<int64_t> &items, Valued v) {
    const std::size_t at = static_cast<std::size_t>(static_cast<int64_t>(items.size()) - range.low);
    if (v.value <= curve.value[at]) return;
    curve.value[at] = v.value;
    curve.error[at] = v.error;
  });
}

}  // namespace wald::core::decisions
