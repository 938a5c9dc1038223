#include "core/decisions/count_table.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"

namespace wald::core {
namespace {

void prefetch(const void *address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

// Ranks of the labels that occur: a direct map where n is of the order of the data, else by search.
class LabelRanks {
 public:
  LabelRanks(const std::vector<int64_t> &labels, int64_t n, std::size_t lookups)
      : labels_(labels), every_(static_cast<int64_t>(labels.size()) == n) {
    if (every_ || static_cast<std::size_t>(n) > 8 * lookups + 1024) return;
    direct_.resize(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < labels_.size(); ++i) direct_[static_cast<std::size_t>(labels_[i])] = i;
  }
  bool is_identity() const { return every_; }
  std::size_t operator()(int64_t label) const {
    if (every_) return static_cast<std::size_t>(label);
    if (!direct_.empty()) return direct_[static_cast<std::size_t>(label)];
    return static_cast<std::size_t>(std::lower_bound(labels_.begin(), labels_.end(), label) - labels_.begin());
  }

 private:
  const std::vector<int64_t> &labels_;
  const bool every_;
  std::vector<std::size_t> direct_;
};

std::vector<int64_t> every_label(int64_t n) {
  std::vector<int64_t> labels(static_cast<std::size_t>(n));
  std::iota(labels.begin(), labels.end(), int64_t{0});
  return labels;
}

void sort_unique(std::vector<int64_t> &v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

// The values of s that occur, ascending, and the place of each in the table.
class SizeRanks {
 public:
  explicit SizeRanks(int64_t largest) : rank_(static_cast<std::size_t>(largest) + 1, 0) {}
  void add(int64_t s) { rank_[static_cast<std::size_t>(s)] = 1; }
  std::vector<int64_t> list() {
    std::vector<int64_t> sizes;
    for (std::size_t s = 1; s < rank_.size(); ++s)
      if (rank_[s]) {
        rank_[s] = sizes.size();
        sizes.push_back(static_cast<int64_t>(s));
      }
    return sizes;
  }
  std::size_t operator()(int64_t s) const { return rank_[static_cast<std::size_t>(s)]; }

 private:
  std::vector<std::size_t> rank_;
};

}  // namespace

CountTable CountTable::of(const std::vector<Joint::Vector> &vectors, int64_t n, bool all_labels) {
  CountTable table;
  table.n = n;
  table.roundings = static_cast<int64_t>(vectors.size()) + 2;
  std::size_t ones = 0;
  int64_t largest = 0;
  for (const Joint::Vector &v : vectors) {
    ones += static_cast<std::size_t>(v.size());
    largest = std::max(largest, v.size());
  }
  SizeRanks size_rank(largest);
  for (const Joint::Vector &v : vectors) size_rank.add(v.size());
  table.sizes = size_rank.list();
  if (all_labels || 4 * static_cast<std::size_t>(n) <= ones) {
    table.labels = every_label(n);
  } else {
    table.labels.reserve(ones);
    for (const Joint::Vector &v : vectors) table.labels.insert(table.labels.end(), v.begin, v.end);
    sort_unique(table.labels);
  }
  const LabelRanks rank(table.labels, n, ones);
  table.p.assign(table.labels.size() * table.sizes.size(), 0.0);
  table.p_s.assign(table.sizes.size(), 0.0);
  for (std::size_t t = 0; t < vectors.size(); ++t) {
    // The vectors lie in memory in the order in which they were fed.
    if (t + 4 < vectors.size())
      for (const int32_t *line = vectors[t + 4].begin; line < vectors[t + 4].end; line += 16) prefetch(line);
    const Joint::Vector &v = vectors[t];
    if (v.size() == 0) {
      table.p_zero += v.probability;
      continue;
    }
    const std::size_t j = size_rank(v.size());
    table.p_s[j] += v.probability;
    double *column = table.p.data() + j * table.labels.size();
    const double probability = v.probability;
    if (rank.is_identity())
      for (const int32_t *i = v.begin; i != v.end; ++i) column[*i] += probability;
    else
      for (const int32_t *i = v.begin; i != v.end; ++i) column[rank(*i)] += probability;
  }
  return table;
}

CountTable CountTable::of(const Counts &counts, bool all_labels) {
  CountTable table;
  table.n = counts.n_labels();
  table.roundings = 4;
  table.is_distribution = false;
  table.p_zero = counts.p_zero();
  const std::vector<Counts::Cell> cells = counts.cells();
  const auto sizes = counts.known_sizes();
  int64_t largest = sizes && !sizes->empty() ? sizes->rbegin()->first : 0;
  for (const Counts::Cell &c : cells) {
    largest = std::max<int64_t>(largest, c.s);
    if (table.labels.empty() || table.labels.back() != c.label) table.labels.push_back(c.label);
  }
  if (all_labels) table.labels = every_label(table.n);
  table.sizes_known = sizes.has_value();
  SizeRanks size_rank(largest);
  for (const Counts::Cell &c : cells) size_rank.add(c.s);
  if (sizes)
    for (const auto &[s, p] : *sizes) size_rank.add(s);
  table.sizes = size_rank.list();
  const LabelRanks rank(table.labels, table.n, cells.size());
  table.p.assign(table.labels.size() * table.sizes.size(), 0.0);
  for (const Counts::Cell &c : cells) table.p[size_rank(c.s) * table.labels.size() + rank(c.label)] = c.p;
  table.p_s.assign(table.sizes.size(), 0.0);
  if (sizes)
    for (const auto &[s, p] : *sizes)
      if (s > 0) table.p_s[size_rank(s)] = p;
  return table;
}

}  // namespace wald::core
