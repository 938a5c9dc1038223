// Gathers the answers of a decision and writes them as masks.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/decision.hpp"

namespace wald::core::decisions {

void write_mask(Strided<uint8_t> cells, const Answer &answer, const int64_t *items) {
  for (int64_t i = 0; i < cells.n; ++i) cells[i] = answer.abstained ? undecided : 0;
  for (int64_t i = 0; i < answer.k; ++i) cells[items[i]] = 1;
  for (int64_t i = answer.k; i < answer.k + answer.undecided; ++i) cells[items[i]] = undecided;
}

void Decision::start(int64_t answers, int64_t n, int workers, bool facts_alone) {
  n_ = n;
  facts_alone_ = facts_alone;
  entries_.resize(static_cast<std::size_t>(answers));
  if (items_.size() < static_cast<std::size_t>(workers)) items_.resize(static_cast<std::size_t>(workers));
  for (auto &items : items_) items.clear();
}

void Decision::set(int64_t answer, int worker, const Answer &facts, const std::vector<int64_t> &items) {
  auto &pool = items_[static_cast<std::size_t>(worker)];
  entries_[static_cast<std::size_t>(answer)] = {facts, worker, static_cast<int64_t>(pool.size())};
  if (!facts_alone_) pool.insert(pool.end(), items.begin(), items.end());
}

void Decision::set_only(int64_t n, const Answer &facts, std::vector<int64_t> &items) {
  start(1, n, 1);
  entries_[0] = {facts, 0, 0};
  items_[0].swap(items);
}

void Decision::warn_of_table(const char *warning) {
  if (!*warning) return;
  for (Entry &entry : entries_)
    if (!*entry.answer.warning) {
      entry.answer.warning = warning;
      return;
    }
  if (entries_.size() > 1) entries_[0].answer.warning = warning;  // the others still have theirs
}

void Decision::set_losses(const Metric &metric) {
  losses_.resize(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) losses_[i] = metric.loss(entries_[i].answer.expected);
}

}  // namespace wald::core::decisions
