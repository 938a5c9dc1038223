// Makes the block of counts that the general F-maximiser reads.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/count_table.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/error.hpp"

namespace wald::core::decisions {
namespace {

int bits_set(uint64_t x) {
  x -= x >> 1 & 0x5555555555555555u;
  x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
  return static_cast<int>(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}

// The labels that occur, ascending, and the rank of each: one bit per label and the ranks every 64 labels where n is
// not far beyond the data, else a search in the sorted list.
class LabelRanks {
 public:
  LabelRanks(int64_t n, std::size_t ones) : n_(n) {
    if (static_cast<std::size_t>(n) <= 256 * ones + 65536) bits_.resize(static_cast<std::size_t>(n) / 64 + 1, 0);
  }
  void add(const int32_t *begin, const int32_t *end) {
    if (bits_.empty()) {
      sorted_.insert(sorted_.end(), begin, end);
      return;
    }
    for (const int32_t *i = begin; i != end; ++i) bits_[static_cast<std::size_t>(*i >> 6)] |= uint64_t{1} << (*i & 63);
  }
  void add_all() {
    all_ = true;
    bits_.clear();
  }
  std::vector<int64_t> list() {
    std::vector<int64_t> labels;
    if (all_) {
      labels.resize(static_cast<std::size_t>(n_));
      std::iota(labels.begin(), labels.end(), int64_t{0});
      return labels;
    }
    if (bits_.empty()) {
      std::sort(sorted_.begin(), sorted_.end());
      sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
      labels.assign(sorted_.begin(), sorted_.end());
      return labels;
    }
    before_.resize(bits_.size());
    int32_t count = 0;
    for (std::size_t w = 0; w < bits_.size(); ++w) {
      before_[w] = count;
      count += bits_set(bits_[w]);
    }
    labels.reserve(static_cast<std::size_t>(count));
    for (std::size_t w = 0; w < bits_.size(); ++w)
      for (uint64_t bits = bits_[w]; bits; bits &= bits - 1)
        labels.push_back(static_cast<int64_t>(w) * 64 + bits_set((bits & -bits) - 1));
    all_ = count == n_;
    return labels;
  }
  // After list().
  bool is_identity() const { return all_; }
  std::size_t operator()(int32_t label) const {
    if (all_) return static_cast<std::size_t>(label);
    if (bits_.empty())
      return static_cast<std::size_t>(std::lower_bound(sorted_.begin(), sorted_.end(), label) - sorted_.begin());
    const std::size_t w = static_cast<std::size_t>(label >> 6);
    const uint64_t below = (uint64_t{1} << (label & 63)) - 1;
    return static_cast<std::size_t>(before_[w] + bits_set(bits_[w] & below));
  }

 private:
  const int64_t n_;
  bool all_ = false;
  std::vector<uint64_t> bits_;
  std::vector<int32_t> before_, sorted_;
};

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

CountTable CountTable::of(const Joint &joint, bool all_labels) {
  CountTable table;
  table.n = joint.n_labels();
  std::size_t ones = 0;
  int64_t largest = 0;
  const int64_t vectors = joint.n_fed();
  for (int64_t v = 0; v < vectors; ++v) {
    const int64_t size = joint.fed(v).size();
    ones += static_cast<std::size_t>(size);
    largest = std::max(largest, size);
  }
  SizeRanks size_rank(largest);
  LabelRanks rank(table.n, ones);
  // Where there are many ones a label, finding out which labels occur costs more than some rows of zeros.
  const bool every = all_labels || 4 * static_cast<std::size_t>(table.n) <= ones;
  if (every) rank.add_all();
  for (int64_t v = 0; v < vectors; ++v) {
    const Joint::Fed vector = joint.fed(v);
    if (vector.weight == 0) continue;
    size_rank.add(vector.size());
    if (!every) rank.add(vector.begin, vector.end);
  }
  table.sizes = size_rank.list();
  table.labels = rank.list();
  const std::size_t rows = table.labels.size();
  table.p.assign(rows * table.sizes.size(), 0.0);
  table.p_s.assign(table.sizes.size(), 0.0);
  // Sums of weights, exact or to twice the digits, so that they do not depend on the order of feeding.
  const auto add_up = [&](const auto &add_to) {
    for (int64_t v = 0; v < vectors; ++v) {
      const Joint::Fed vector = joint.fed(v);
      if (vector.weight == 0) continue;
      if (vector.size() == 0) {
        add_to.zero(vector.weight);
        continue;
      }
      const std::size_t j = size_rank(vector.size()), column = j * rows;
      add_to.size(j, vector.weight);
      if (rank.is_identity())
        for (const int32_t *i = vector.begin; i != vector.end; ++i)
          add_to.cell(column + static_cast<std::size_t>(*i), vector.weight);
      else
        for (const int32_t *i = vector.begin; i != vector.end; ++i) add_to.cell(column + rank(*i), vector.weight);
    }
  };
  if (joint.weights_add_exactly()) {
    struct Plain {
      CountTable &table;
      void zero(double w) const { table.p_zero += w; }
      void size(std::size_t j, double w) const { table.p_s[j] += w; }
      void cell(std::size_t at, double w) const { table.p[at] += w; }
    };
    add_up(Plain{table});
    table.total = joint.total_weight();
    table.p_zero /= table.total;
    for (double &p : table.p_s) p /= table.total;
  } else {
    struct Sums {
      std::vector<DoubleDouble> p, p_s;
      DoubleDouble p_zero;
    } sums{std::vector<DoubleDouble>(table.p.size()), std::vector<DoubleDouble>(table.p_s.size()), {}};
    struct Twice {
      Sums &sums;
      void zero(double w) const { sums.p_zero.add({w, 0}); }
      void size(std::size_t j, double w) const { sums.p_s[j].add({w, 0}); }
      void cell(std::size_t at, double w) const { sums.p[at].add({w, 0}); }
    };
    add_up(Twice{sums});
    DoubleDouble total = sums.p_zero;
    for (const DoubleDouble &x : sums.p_s) total.add(x);
    table.p_zero = sums.p_zero.over(total);
    for (std::size_t j = 0; j < table.p_s.size(); ++j) table.p_s[j] = sums.p_s[j].over(total);
    for (std::size_t at = 0; at < table.p.size(); ++at) table.p[at] = sums.p[at].over(total);
  }
  table.roundings = 4;
  return table;
}

CountTable CountTable::of(const Counts &counts, bool all_labels) {
  CountTable table;
  table.n = counts.n_labels();
  table.roundings = 4;
  table.is_distribution = false;
  table.p_zero = counts.p_zero();
  const auto sizes = counts.known_sizes();
  int64_t largest = sizes && !sizes->empty() ? sizes->rbegin()->first : 0;
  counts.each_place([&](int32_t label, int32_t s) {
    largest = std::max<int64_t>(largest, s);
    if (table.labels.empty() || table.labels.back() != label) table.labels.push_back(label);
  });
  if (all_labels) {
    table.labels.resize(static_cast<std::size_t>(table.n));
    std::iota(table.labels.begin(), table.labels.end(), int64_t{0});
  }
  table.sizes_known = sizes.has_value();
  SizeRanks size_rank(largest);
  counts.each_place([&](int32_t, int32_t s) { size_rank.add(s); });
  if (sizes)
    for (const auto &[s, p] : *sizes) size_rank.add(s);
  table.sizes = size_rank.list();
  const std::size_t rows = table.labels.size();
  table.p.assign(rows * table.sizes.size(), 0.0);
  std::size_t row = 0;  // cells ascend by label
  counts.each_cell([&](int32_t label, int32_t s, double mass) {
    while (table.labels[row] != label) ++row;
    table.p[size_rank(s) * rows + row] = mass;
  });
  table.p_s.assign(table.sizes.size(), 0.0);
  if (sizes)
    for (const auto &[s, p] : *sizes)
      if (s > 0) table.p_s[size_rank(s)] = p;
  return table;
}

}  // namespace wald::core::decisions
