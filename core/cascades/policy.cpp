// Checks a fitted cascade, and moves its thresholds apart.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/policy.hpp"

#include <cmath>
#include <set>

#include "core/cascades/score_sample.hpp"

namespace wald::core::cascades {

namespace {

// Thresholds that were never to decide stay so; others keep away from the limits of 64 bits.
int64_t moved(int64_t threshold, double by) {
  if (threshold == never_below || threshold == never_above) return threshold;
  constexpr auto limit = 0x1p52;  // whole in a double, and beyond every sum
  const double rounded = by < 0 ? std::floor(by) : std::ceil(by);
  const int64_t step = static_cast<int64_t>(std::min(std::max(rounded, -limit), limit));
  return std::clamp(threshold, -(int64_t{1} << 52), int64_t{1} << 52) + step;
}

}  // namespace

void check_features(const Policy &policy) {
  std::set<std::string_view> features, seen;
  for (std::size_t j = 0; j < policy.feature_names.size(); ++j)
    if (const std::string &name = policy.feature_names[j]; name.empty() || !features.insert(name).second)
      fail(Status::argument, "feature_names[", j, "] is ", in_quotes(name),
           name.empty() ? ": must not be empty" : ": occurs twice");
  for (std::size_t c = 0; c < policy.categories.size(); ++c) {
    const std::string &category = policy.categories[c];
    // Either side may hold a "=": any one that ends the name of a feature will do.
    bool known = false;
    for (std::size_t at = category.find('='); at != std::string::npos && !known; at = category.find('=', at + 1))
      known = features.count(std::string_view(category).substr(0, at)) > 0;
    if (!known || !seen.insert(category).second)
      fail(Status::argument, "categories[", c, "] is ", in_quotes(category),
           known ? ": occurs twice" : ": must be feature=category, of a feature in feature_names");
  }
}

Policy Policy::widened(double spreads) const {
  if (!(spreads >= 0)) fail(Status::argument, "spreads is ", spreads, ": must be at least 0");
  Policy out = *this;
  for (std::size_t r = 0; r + 1 < positions.size(); ++r) {
    Position &p = out.positions[r];
    if (std::isinf(spreads)) {
      p.low = never_below;
      p.high = never_above;
      if (bin_width > 0)
        for (Bin &b : out.bins[r]) b.low = never_below, b.high = never_above;
      continue;
    }
    const double by = spreads * p.spread * fixed.scale();
    // What no double can say lies beyond every sum of scores, and decides nothing.
    const auto sayable = [&](int64_t x) {
      return std::isfinite(static_cast<double>(x) * fixed.unit());
    };
    const auto widen = [&](int64_t &low, int64_t &high) {
      low = moved(low, -by);
      high = moved(high, by);
      if (!sayable(low)) low = never_below;
      if (!sayable(high)) high = never_above;
    };
    widen(p.low, p.high);
    if (bin_width > 0)
      for (Bin &b : out.bins[r]) widen(b.low, b.high);
  }
  return out;
}

void refuse_merging_policies() {
  fail(Status::unsupported,
       "cascades cannot be merged: each order and its thresholds were chosen together for one set of rows; merge the "
       "samples of scores and fit again");
}

void check_policy(const Policy &policy) {
  const int64_t models = policy.models();
  if (models < 1 || models > max_models)
    fail(Status::argument, "n_models is ", models, ": must lie in [1, ", max_models, "]");
  if (policy.classes < 1 || policy.classes > max_classes)
    fail(Status::argument, "n_classes is ", policy.classes, ": must lie in [1, ", max_classes, "]");
  if (policy.fixed.exponent < -max_exponent || policy.fixed.exponent > max_exponent)
    fail(Status::argument, "exponent is ", policy.fixed.exponent, ": must lie in [", -max_exponent, ", ", max_exponent,
         "]");
  if (!std::isfinite(policy.threshold)) fail(Status::argument, "threshold is ", policy.threshold, ": must be finite");
  if (static_cast<int64_t>(policy.costs.size()) != models)
    fail(Status::argument, "costs has ", policy.costs.size(), " numbers: must have one per model, ", models);
  for (std::size_t t = 0; t < policy.costs.size(); ++t)
    if (!(policy.costs[t] >= 0)) fail(Status::argument, "costs[", t, "] is ", policy.costs[t], ": must be at least 0");
  if (!policy.names.empty() && static_cast<int64_t>(policy.names.size()) != models)
    fail(Status::argument, "names has ", policy.names.size(), " texts: must have one per model, ", models);
  check_features(policy);
  std::vector<uint8_t> seen(static_cast<std::size_t>(models), 0);
  for (std::size_t r = 0; r < policy.positions.size(); ++r) {
    const Position &p = policy.positions[r];
    if (p.model < 0 || p.model >= models)
      fail(Status::argument, "order[", r, "] is ", p.model, ": must lie in [0, ", models - 1, "]");
    if (seen[static_cast<std::size_t>(p.model)]++)
      fail(Status::argument, "order[", r, "] is ", p.model, ": occurs twice");
    if (!(p.spread >= 0) || std::isinf(p.spread))
      fail(Status::argument, "spread[", r, "] is ", p.spread, ": must be finite and at least 0");
    if (p.low > p.high) fail(Status::argument, "low[", r, "] is above high[", r, "]: no row could be undecided");
  }
  if (policy.bin_width < 0) fail(Status::argument, "bin_width is ", policy.bin_width, ": must be at least 0");
  if (policy.bin_width > 0) {
    if (policy.classes > 1) fail(Status::argument, "bin_width is above 0: must be 0 with more than two classes");
    if (policy.bins.size() != policy.positions.size())
      fail(Status::argument, "bins has ", policy.bins.size(), " lists: must have one per position, ", models);
    for (std::size_t r = 0; r < policy.bins.size(); ++r)
      for (std::size_t b = 0; b < policy.bins[r].size(); ++b) {
        if (b > 0 && policy.bins[r][b].bin <= policy.bins[r][b - 1].bin)
          fail(Status::argument, "bins[", r, "][", b, "] is not in ascending order");
        if (policy.bins[r][b].low > policy.bins[r][b].high)
          fail(Status::argument, "bins[", r, "][", b, "]: low is above high");
      }
  }
  if (policy.classes == 1) {
    const Position &last = policy.positions.back();
    if (last.low != policy.cut() || last.high != policy.cut())
      fail(Status::argument, "the last position's thresholds must both be the decision threshold");
  }
}

}  // namespace wald::core::cascades
