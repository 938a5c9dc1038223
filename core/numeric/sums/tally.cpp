// Counts equal numbers of many, in runs.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/sums/tally.hpp"

#include <algorithm>
#include <cstring>

#include "core/numeric/vectors/compress.hpp"
#include "core/numeric/vectors/largest.hpp"

namespace wald::core {
namespace {

bool greater(const Run &x, const Run &y) { return x.p > y.p; }

}  // namespace

void Tally::start() {
  slots_.assign(std::size_t{1} << slot_bits, {0, 0, 0});
  loose_.clear();
  runs_.clear();
}

void Tally::note(double p, int64_t times) {
  uint64_t bits;
  std::memcpy(&bits, &p, sizeof bits);
  Slot &slot = slots_[static_cast<std::size_t>((bits * 0x9e3779b97f4a7c15u) >> (64 - slot_bits))];
  if (slot.p == p) {
    slot.count += times;
    slot.credit += times;
  } else if (slot.credit > 0) {
    slot.credit -= times;
    if (times == 1)
      loose_.push_back(p);
    else
      runs_.push_back({p, times});
  } else {
    if (slot.count == 1)
      loose_.push_back(slot.p);
    else if (slot.count > 1)
      runs_.push_back({slot.p, slot.count});
    slot = {p, times, times};
  }
}

void Tally::add(double *values, int32_t count) {
  constexpr int32_t few = 16;  // below, to look for equal ones does not pay
  while (count >= few) {
    const double x = values[0] + 0.0;  // no negative zero
    const int32_t equal = count_equal(values, count, x);
    if (4 * equal < count) break;
    note(x, equal);
    if (equal == count) return;
    // The others, in no order.
    int32_t kept = 0;
    for (int32_t i = 0; i < count; ++i) {
      values[kept] = values[i];
      kept += values[i] != x ? 1 : 0;
    }
    count = kept;
  }
  for (int32_t i = 0; i < count; ++i) note(values[i] + 0.0, 1);
}

void Tally::take(std::vector<Run> &out) {
  for (const Slot &slot : slots_)
    if (slot.count > 0) runs_.push_back({slot.p, slot.count});
  std::sort(runs_.begin(), runs_.end(), greater);
  std::vector<double> scratch;
  descending(loose_, static_cast<int64_t>(loose_.size()), scratch);
  out.clear();
  out.reserve(loose_.size() + runs_.size());
  const auto append = [&out](double p, int64_t count) {
    if (!out.empty() && out.back().p == p)
      out.back().count += count;
    else
      out.push_back({p, count});
  };
  auto run = runs_.begin();
  for (double p : loose_) {
    for (; run != runs_.end() && run->p > p; ++run) append(run->p, run->count);
    append(p, 1);
  }
  for (; run != runs_.end(); ++run) append(run->p, run->count);
  start();
}

}  // namespace wald::core
