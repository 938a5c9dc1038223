#include "core/decisions/count_table.hpp"

#include <algorithm>
#include <numeric>

#include "core/error.hpp"

namespace wald::core {
namespace {

// Ranks of the labels that occur: a direct map where n is of the order of the data, else by search.
class LabelRanks {
 public:
  LabelRanks(std::vector<int64_t> labels, int64_t n, std::size_t lookups) : labels_(std::move(labels)) {
    if (static_cast<std::size_t>(n) > 8 * lookups + 1024) return;
    direct_.resize(static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < labels_.size(); ++i) direct_[static_cast<std::size_t>(labels_[i])] = i;
  }
  std::size_t operator()(int64_t label) const {
    if (!direct_.empty()) return direct_[static_cast<std::size_t>(label)];
    return static_cast<std::size_t>(std::lower_bound(labels_.begin(), labels_.end(), label) - labels_.begin());
  }

 private:
  std::vector<int64_t> labels_;
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

std::size_t rank_of(const std::vector<int64_t> &sorted, int64_t value) {
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
}

}  // namespace

CountTable CountTable::of(const std::vector<Joint::Vector> &vectors, int64_t n, bool all_labels) {
  CountTable table;
  table.n = n;
  table.roundings = static_cast<int64_t>(vectors.size()) + 2;
  std::size_t ones = 0;
  for (const Joint::Vector &v : vectors) {
    ones += static_cast<std::size_t>(v.size());
    if (v.size() > 0) table.sizes.push_back(v.size());
  }
  sort_unique(table.sizes);
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
  for (const Joint::Vector &v : vectors) {
    if (v.size() == 0) {
      table.p_zero += v.probability;
      continue;
    }
    const std::size_t j = rank_of(table.sizes, v.size());
    table.p_s[j] += v.probability;
    double *column = table.p.data() + j * table.labels.size();
    for (const int32_t *i = v.begin; i != v.end; ++i) column[rank(*i)] += v.probability;
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
  for (const Counts::Cell &c : cells) {
    table.sizes.push_back(c.s);
    if (table.labels.empty() || table.labels.back() != c.label) table.labels.push_back(c.label);
  }
  if (all_labels) table.labels = every_label(table.n);
  const auto sizes = counts.known_sizes();
  table.sizes_known = sizes.has_value();
  if (sizes)
    for (const auto &[s, p] : *sizes)
      if (s > 0) table.sizes.push_back(s);
  sort_unique(table.sizes);
  const LabelRanks rank(table.labels, table.n, cells.size());
  table.p.assign(table.labels.size() * table.sizes.size(), 0.0);
  for (const Counts::Cell &c : cells) table.p[rank_of(table.sizes, c.s) * table.labels.size() + rank(c.label)] = c.p;
  table.p_s.assign(table.sizes.size(), 0.0);
  if (sizes)
    for (const auto &[s, p] : *sizes)
      if (s > 0) table.p_s[rank_of(table.sizes, s)] = p;
  return table;
}

}  // namespace wald::core
