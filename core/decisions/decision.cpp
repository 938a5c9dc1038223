#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/decision.hpp"

#include <algorithm>
#include <iterator>

#include "core/error.hpp"

namespace wald::core {

OptionTable rows_of(const Options *) {
#define WALD_STRUCT Options
#define WALD_ROWS "core/decisions/options.def"
  static const OptionRow rows[] = {
#include "core/described/rows.inc"
  };
#undef WALD_STRUCT
  return {rows, std::size(rows)};
}

KRange Options::k_range(int64_t n) const {
  const int64_t high = at_most < 0 ? n : std::min(at_most, n), low = std::max<int64_t>(at_least, 0);
  if (low > n) fail(Status::argument, "at_least is ", at_least, ": the problem has ", n, " items");
  return {low, high};
}

void check_ranges(const Options &options) {
  check_bounds(options);
  if (options.at_most >= 0 && options.at_least > options.at_most)
    fail(Status::argument, "at_least is ", options.at_least, ": must be at most at_most = ", options.at_most);
}

void Decision::start(int64_t answers, int64_t n, int workers) {
  n_ = n;
  entries_.resize(static_cast<std::size_t>(answers));
  if (items_.size() < static_cast<std::size_t>(workers)) items_.resize(static_cast<std::size_t>(workers));
  for (auto &items : items_) items.clear();
}

void Decision::set(int64_t answer, int worker, const Answer &facts, const std::vector<int64_t> &items) {
  auto &pool = items_[static_cast<std::size_t>(worker)];
  entries_[static_cast<std::size_t>(answer)] = {facts, worker, static_cast<int64_t>(pool.size())};
  pool.insert(pool.end(), items.begin(), items.end());
}

void Decision::set_only(int64_t n, const Answer &facts, std::vector<int64_t> &items) {
  start(1, n, 1);
  entries_[0] = {facts, 0, 0};
  items_[0].swap(items);
}

void Decision::set_losses(const Metric &metric) {
  losses_.resize(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) losses_[i] = metric.loss(entries_[i].answer.expected);
}

}  // namespace wald::core
