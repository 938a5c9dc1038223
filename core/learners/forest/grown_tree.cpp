// Grows one decision tree on label vectors.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/forest/grown_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>

#include "core/numeric/compiler.hpp"
#include "core/numeric/random/mix.hpp"

WALD_VECTOR_MATH

namespace wald::core::learners {

TreeRows TreeRows::of(const Features &features) {
  // Below this share of numbers other than 0, a walk over them is faster than one over all rows.
  constexpr double sparse_below = 0.2;
  TreeRows out;
  out.rows = features.rows;
  out.features = features.cols;
  out.is_sparse = density(features) < sparse_below;
  if (out.is_sparse) {
    out.begin.push_back(0);
    for (int64_t i = 0; i < features.rows; ++i) {
      features.each(i, [&](int32_t j, double x) {
        const float value = feature_as_float(x);
        if (value == 0) return;  // what float cannot tell from 0
        out.indices.push_back(j);
        out.values.push_back(value);
      });
      out.begin.push_back(static_cast<int64_t>(out.values.size()));
    }
  } else {
    out.columns.resize(static_cast<std::size_t>(out.rows * out.features), 0.0f);
    for (int64_t i = 0; i < features.rows; ++i)
      features.each(i, [&](int32_t j, double x) {
        out.columns[static_cast<std::size_t>(j * out.rows + i)] = feature_as_float(x);
      });
  }
  return out;
}

TreeCells::TreeCells(ForestCriterion c, const LabelVectors &vectors) : criterion(c) {
  begin.push_back(0);
  if (criterion == ForestCriterion::gini) {
    label.resize(static_cast<std::size_t>(vectors.n_labels()));
    std::iota(label.begin(), label.end(), 0);
    size.resize(label.size(), 0);
    of_vector = vectors.labels();
    begin = vectors.offsets();
    return;
  }
  std::vector<std::pair<int32_t, int32_t>> pairs{{-1, 0}};
  for (int64_t v = 0; v < vectors.count(); ++v)
    for (const int32_t *i = vectors.begin(v); i != vectors.end(v); ++i)
      pairs.emplace_back(*i, static_cast<int32_t>(vectors.size(v)));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const auto &[l, s] : pairs) {
    label.push_back(l);
    size.push_back(s);
  }
  for (int64_t v = 0; v < vectors.count(); ++v) {
    if (vectors.size(v) == 0) of_vector.push_back(0);
    for (const int32_t *i = vectors.begin(v); i != vectors.end(v); ++i) {
      const std::pair<int32_t, int32_t> cell{*i, static_cast<int32_t>(vectors.size(v))};
      of_vector.push_back(static_cast<int32_t>(std::lower_bound(pairs.begin(), pairs.end(), cell) - pairs.begin()));
    }
    begin.push_back(static_cast<int64_t>(of_vector.size()));
  }
}

BestF::BestF(const TreeCells &cells) : cells_(cells) {
  const int32_t largest = cells.size.empty() ? 0 : *std::max_element(cells.size.begin(), cells.size.end());
  reciprocals_.resize(static_cast<std::size_t>(largest) + cells.label.size() + 1);
  for (std::size_t j = 1; j < reciprocals_.size(); ++j) reciprocals_[j] = 2 / static_cast<double>(j);
}

double BestF::operator()(const int32_t *slots, const int32_t *counts, int64_t n) {
  double best = 0;
  for (int64_t c = 0; c < n && cells_.label[static_cast<std::size_t>(slots[c])] < 0; ++c) best = counts[c];
  for (int64_t k = 1, labels = 1; k <= labels; ++k) {
    gains_.clear();
    double sum = 0;
    int32_t last = -1;
    for (int64_t c = 0; c < n; ++c) {
      const auto cell = static_cast<std::size_t>(slots[c]);
      if (counts[c] == 0 || cells_.label[cell] < 0) continue;
      if (cells_.label[cell] != last) gains_.push_back(0);
      last = cells_.label[cell];
      const double gain = counts[c] * reciprocals_[static_cast<std::size_t>(cells_.size[cell] + k)];
      gains_.back() += gain;
      sum += gain;
    }
    labels = static_cast<int64_t>(gains_.size());
    // Gains fall in k, so that no more labels can win once even all together do not.
    if (sum <= best || labels < k) break;
    std::nth_element(gains_.begin(), gains_.begin() + (k - 1), gains_.end(), std::greater<double>());
    std::sort(gains_.begin(), gains_.begin() + k, std::greater<double>());  // sums do not depend on the C++ library
    best = std::max(best, std::accumulate(gains_.begin(), gains_.begin() + k, 0.0));
  }
  return best;
}

namespace {

// A stream of numbers of one tree.
class Draws {
 public:
  explicit Draws(uint64_t seed) : state_(mix_bits(seed)) {}
  uint64_t next() { return mix_bits(state_ += 0x9e3779b97f4a7c15u); }
  // Below n < 2^31, each as likely except for 2^-32.
  int64_t below(int64_t n) { return static_cast<int64_t>(((next() >> 32) * static_cast<uint64_t>(n)) >> 32); }
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  uint64_t state_;
};

constexpr int64_t word = 64;

// x[i] = column[rows[i]], and the smallest and largest of them. n >= 1.
WALD_LEVELS(void, gather,
            (const float *column, const int32_t *rows, int64_t n, float *x, float *lowest, float *highest),
            (column, rows, n, x, lowest, highest)) {
  constexpr int64_t side = 8;
  float low[side], high[side];
  for (int64_t j = 0; j < side; ++j) low[j] = high[j] = column[rows[0]];
  int64_t i = 0;
  for (; i + side <= n; i += side)
    for (int64_t j = 0; j < side; ++j) {
      const float value = column[rows[i + j]];
      x[i + j] = value;
      low[j] = value < low[j] ? value : low[j];
      high[j] = value > high[j] ? value : high[j];
    }
  for (; i < n; ++i) {
    const float value = column[rows[i]];
    x[i] = value;
    low[0] = value < low[0] ? value : low[0];
    high[0] = value > high[0] ? value : high[0];
  }
  for (int64_t j = 1; j < side; ++j) {
    low[0] = low[j] < low[0] ? low[j] : low[0];
    high[0] = high[j] > high[0] ? high[j] : high[0];
  }
  *lowest = low[0];
  *highest = high[0];
}

// Of the rows with x <= cut: how many there are, and how many lie in each of n_cells cells, whose rows are bits of
// `members`, cell by cell.
WALD_LEVELS(int32_t, count_left,
            (const float *x, int64_t n, float cut, const uint64_t *members, int64_t n_cells, int32_t *counts,
             uint64_t *left),
            (x, n, cut, members, n_cells, counts, left)) {
  const int64_t words = (n + word - 1) / word;
  int32_t total = 0;
  for (int64_t w = 0; w < words; ++w) {
    const int64_t count = std::min(word, n - w * word);
    const float *const own = x + w * word;
    uint64_t bits = 0;
    for (int64_t i = 0; i < count; ++i) bits |= static_cast<uint64_t>(own[i] <= cut) << i;
    left[w] = bits;
    total += ones_in(bits);
  }
  for (int64_t c = 0; c < n_cells; ++c) {
    int32_t sum = 0;
    for (int64_t w = 0; w < words; ++w) sum += ones_in(left[w] & members[c * words + w]);
    counts[c] = sum;
  }
  return total;
}

// Floats in an order of whole numbers.
uint32_t ordered_bits(float x) {
  uint32_t bits;
  x += 0.0f;  // -0 becomes 0
  std::memcpy(&bits, &x, sizeof bits);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}
float from_ordered_bits(uint32_t bits) {
  bits = bits & 0x80000000u ? bits & 0x7fffffffu : ~bits;
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// A cut in [low, high).
float between(float low, float high, double share) {
  const auto cut = static_cast<float>(low + share * (static_cast<double>(high) - static_cast<double>(low)));
  return low <= cut && cut < high ? cut : low;
}

struct Cut {
  int32_t feature = -1;
  float threshold = 0;
  double score = -1;
};

class Grower {
 public:
  Grower(const TreeRows &rows, const LabelVectors &vectors, const TreeCells &cells, const TreeGrowth &growth,
         uint64_t seed)
      : rows_(rows), vectors_(vectors), cells_(cells), growth_(growth), draws_(seed), best_f_(cells) {}

  GrownTree grow(Monitor &monitor) {
    choose_rows();
    const std::size_t n = at_.size();
    features_.resize(static_cast<std::size_t>(rows_.features));
    std::iota(features_.begin(), features_.end(), 0);
    constant_.assign(features_.size(), 0);
    slot_of_.assign(static_cast<std::size_t>(cells_.count()), -1);
    x_.resize(n);
    left_.resize(n / word + 1);
    if (rows_.is_sparse) entries_of_.assign(features_.size(), Entries());

    out_.walk.floats.push_back({});
    open_.push_back({0, 0, static_cast<int64_t>(n), 0, 0});
    int64_t done = 0;
    while (!open_.empty()) {
      const Node node = open_.back();
      open_.pop_back();
      // What was constant in this node's ancestors is so here; what was so in other branches may not be.
      while (found_constant_.size() > static_cast<std::size_t>(node.known_constant)) {
        constant_[static_cast<std::size_t>(found_constant_.back())] = 0;
        found_constant_.pop_back();
      }
      if (!split(node)) {
        make_leaf(node);
        done += node.end - node.begin;
        monitor.at(static_cast<double>(done) / static_cast<double>(n));
      }
    }
    return std::move(out_);
  }

 private:
  struct Node {
    int32_t number;
    int64_t begin, end;  // in at_
    int32_t depth;
    int64_t known_constant;  // of found_constant_
  };
  // Where a feature's numbers other than 0 begin among the node's, and how many there are.
  struct Entries {
    int64_t begin = 0, count = 0;
  };

  void choose_rows() {
    const std::vector<double> &times = growth_.times;
    if (growth_.bootstrap) {
      for (int64_t i = 0; i < rows_.rows; ++i) at_.push_back(drawn_row());
    } else if (times.empty()) {
      at_.resize(static_cast<std::size_t>(rows_.rows));
      std::iota(at_.begin(), at_.end(), 0);
    } else {
      for (std::size_t i = 0; i < times.size(); ++i)
        at_.insert(at_.end(), static_cast<std::size_t>(times[i] + draws_.uniform()), static_cast<int32_t>(i));
      if (at_.empty())
        at_.push_back(static_cast<int32_t>(std::max_element(times.begin(), times.end()) - times.begin()));
    }
  }

  int32_t drawn_row() {
    const std::vector<double> &weights = growth_.cumulative_weights;
    if (weights.empty()) return static_cast<int32_t>(draws_.below(rows_.rows));
    const auto at = std::upper_bound(weights.begin(), weights.end(), draws_.uniform() * weights.back());
    return static_cast<int32_t>(std::min<int64_t>(at - weights.begin(), rows_.rows - 1));
  }

  // The cells that some row of the node is in, counted. Returns whether all rows have one label vector.
  bool count_cells(const Node &node) {
    for (const int32_t cell : occurring_) slot_of_[static_cast<std::size_t>(cell)] = -1;
    occurring_.clear();
    const int32_t first = vectors_.of_row(at_[static_cast<std::size_t>(node.begin)]);
    bool pure = true;
    for (int64_t i = node.begin; i < node.end; ++i) {
      const int32_t v = vectors_.of_row(at_[static_cast<std::size_t>(i)]);
      pure = pure && v == first;
      each_cell(v, [&](int32_t cell) {
        int32_t &slot = slot_of_[static_cast<std::size_t>(cell)];
        if (slot < 0) {
          slot = 0;
          occurring_.push_back(cell);
        }
      });
    }
    if (pure) return true;
    std::sort(occurring_.begin(), occurring_.end());
    for (std::size_t s = 0; s < occurring_.size(); ++s)
      slot_of_[static_cast<std::size_t>(occurring_[s])] = static_cast<int32_t>(s);
    total_.assign(occurring_.size(), 0);
    for (int64_t i = node.begin; i < node.end; ++i)
      each_slot(at_[static_cast<std::size_t>(i)], [&](int32_t slot) { ++total_[static_cast<std::size_t>(slot)]; });
    counts_.resize(total_.size());
    right_.resize(total_.size());
    return false;
  }
  template <class Visit>
  void each_cell(int32_t vector, const Visit &visit) const {
    const auto v = static_cast<std::size_t>(vector);
    for (int64_t c = cells_.begin[v]; c < cells_.begin[v + 1]; ++c)
      visit(cells_.of_vector[static_cast<std::size_t>(c)]);
  }
  template <class Visit>
  void each_slot(int32_t row, const Visit &visit) const {
    each_cell(vectors_.of_row(row), [&](int32_t cell) { visit(slot_of_[static_cast<std::size_t>(cell)]); });
  }

  // The criterion of a cut, the larger the better, from counts_ of the left rows.
  double score(int64_t left, int64_t right) {
    const std::size_t n = total_.size();
    if (cells_.criterion == ForestCriterion::gini) {
      // Of the labels' variances sum_j l_j (n_l - l_j) / n_l, the part that depends on the cut.
      int64_t left_squares = 0, right_squares = 0;
      for (std::size_t c = 0; c < n; ++c) {
        const int64_t l = counts_[c], r = total_[c] - counts_[c];
        left_squares += l * l;
        right_squares += r * r;
      }
      return squares_score(left_squares, left, right_squares, right);
    }
    for (std::size_t c = 0; c < n; ++c) right_[c] = total_[c] - counts_[c];
    const auto cells = static_cast<int64_t>(n);
    return best_f_(occurring_.data(), counts_.data(), cells) + best_f_(occurring_.data(), right_.data(), cells);
  }
  static double squares_score(int64_t left_squares, int64_t left, int64_t right_squares, int64_t right) {
    return static_cast<double>(left_squares) / static_cast<double>(left) +
           static_cast<double>(right_squares) / static_cast<double>(right);
  }
  void consider(int32_t feature, float threshold, double value) {
    if (value > best_.score) best_ = {feature, threshold, value};
  }

  bool split(const Node &node) {
    const int64_t n = node.end - node.begin;
    if (n < 2 * growth_.min_leaf || (growth_.max_depth > 0 && node.depth >= growth_.max_depth)) return false;
    if (count_cells(node)) return false;
    if (rows_.is_sparse)
      gather_entries(node);
    else if (growth_.random_cuts)
      gather_members(node);
    best_ = Cut();
    int64_t with_cuts = 0;
    const int64_t d = rows_.features;
    for (int64_t tried = 0; tried < d && (tried < growth_.max_features || with_cuts == 0); ++tried) {
      std::swap(features_[static_cast<std::size_t>(tried)],
                features_[static_cast<std::size_t>(tried + draws_.below(d - tried))]);
      const int32_t feature = features_[static_cast<std::size_t>(tried)];
      if (rows_.is_sparse ? try_sparse(node, feature) : try_dense(node, feature)) ++with_cuts;
    }
    if (rows_.is_sparse) forget_entries();
    if (best_.feature < 0) return false;
    const int64_t middle = rows_.is_sparse ? part_sparse(node) : part_dense(node);
    const auto child = static_cast<int32_t>(out_.walk.floats.size());
    out_.walk.floats[static_cast<std::size_t>(node.number)] = {best_.threshold, best_.feature, child, 0};
    out_.walk.floats.resize(out_.walk.floats.size() + 2);
    const auto known = static_cast<int64_t>(found_constant_.size());
    open_.push_back({child + 1, middle, node.end, node.depth + 1, known});
    open_.push_back({child, node.begin, middle, node.depth + 1, known});
    return true;
  }

  // ---- Dense rows ----

  // Each occurring cell's rows as bits.
  void gather_members(const Node &node) {
    const int64_t n = node.end - node.begin, words = (n + word - 1) / word;
    members_.assign(static_cast<std::size_t>(words) * total_.size(), 0);
    for (int64_t i = 0; i < n; ++i)
      each_slot(at_[static_cast<std::size_t>(node.begin + i)], [&](int32_t slot) {
        members_[static_cast<std::size_t>(slot * words + i / word)] |= uint64_t{1} << (i % word);
      });
  }

  // Whether the feature has a cut here.
  bool try_dense(const Node &node, int32_t feature) {
    if (constant_[static_cast<std::size_t>(feature)]) return false;
    const int64_t n = node.end - node.begin;
    float low, high;
    gather(rows_.columns.data() + feature * rows_.rows, at_.data() + node.begin, n, x_.data(), &low, &high);
    if (low == high) {
      constant_[static_cast<std::size_t>(feature)] = 1;
      found_constant_.push_back(feature);
      return false;
    }
    if (!growth_.random_cuts) {
      sorted_.clear();
      for (int64_t i = 0; i < n; ++i)
        sorted_.push_back(uint64_t{ordered_bits(x_[static_cast<std::size_t>(i)])} << 32 | static_cast<uint64_t>(i));
      best_cut(node, feature);
      return true;
    }
    const float cut = between(low, high, draws_.uniform());
    const int64_t left = count_left(x_.data(), n, cut, members_.data(), static_cast<int64_t>(total_.size()),
                                    counts_.data(), left_.data());
    if (left >= growth_.min_leaf && n - left >= growth_.min_leaf) consider(feature, cut, score(left, n - left));
    return true;
  }

  int64_t part_dense(const Node &node) {
    const float *const column = rows_.columns.data() + best_.feature * rows_.rows;
    const auto middle = std::partition(at_.begin() + node.begin, at_.begin() + node.end,
                                       [&](int32_t row) { return column[row] <= best_.threshold; });
    return middle - at_.begin();
  }

  // ---- Sparse rows ----

  // The node's numbers other than 0, feature by feature.
  void gather_entries(const Node &node) {
    present_.clear();
    for (int64_t i = node.begin; i < node.end; ++i)
      each_entry(at_[static_cast<std::size_t>(i)], [&](int32_t feature, float) {
        if (entries_of_[static_cast<std::size_t>(feature)].count++ == 0) present_.push_back(feature);
      });
    int64_t sum = 0;
    for (const int32_t feature : present_) {
      Entries &entries = entries_of_[static_cast<std::size_t>(feature)];
      entries.begin = sum;
      sum += entries.count;
      entries.count = 0;
    }
    entry_row_.resize(static_cast<std::size_t>(sum));
    entry_value_.resize(static_cast<std::size_t>(sum));
    for (int64_t i = node.begin; i < node.end; ++i)
      each_entry(at_[static_cast<std::size_t>(i)], [&](int32_t feature, float value) {
        Entries &entries = entries_of_[static_cast<std::size_t>(feature)];
        const auto at = static_cast<std::size_t>(entries.begin + entries.count++);
        entry_row_[at] = static_cast<int32_t>(i - node.begin);
        entry_value_[at] = value;
      });
  }
  template <class Visit>
  void each_entry(int32_t row, const Visit &visit) const {
    const auto r = static_cast<std::size_t>(row);
    for (int64_t c = rows_.begin[r]; c < rows_.begin[r + 1]; ++c)
      visit(rows_.indices[static_cast<std::size_t>(c)], rows_.values[static_cast<std::size_t>(c)]);
  }
  void forget_entries() {
    if (best_.feature >= 0) best_entries_ = entries_of_[static_cast<std::size_t>(best_.feature)];
    for (const int32_t feature : present_) entries_of_[static_cast<std::size_t>(feature)] = Entries();
  }

  bool try_sparse(const Node &node, int32_t feature) {
    const Entries entries = entries_of_[static_cast<std::size_t>(feature)];
    const int64_t n = node.end - node.begin;
    if (entries.count == 0) return false;
    const int32_t *const row = entry_row_.data() + entries.begin;
    const float *const value = entry_value_.data() + entries.begin;
    float low = *std::min_element(value, value + entries.count), high = *std::max_element(value, value + entries.count);
    if (entries.count < n) {
      low = std::min(low, 0.0f);
      high = std::max(high, 0.0f);
    }
    if (low == high) return false;
    if (!growth_.random_cuts) {
      sorted_.clear();
      for (int64_t e = 0; e < entries.count; ++e)
        sorted_.push_back(uint64_t{ordered_bits(value[e])} << 32 | static_cast<uint64_t>(row[e]));
      best_cut(node, feature);
      return true;
    }
    const float cut = between(low, high, draws_.uniform());
    // Those on the other side than 0 are counted.
    const bool zero_left = 0 <= cut;
    std::fill(counts_.begin(), counts_.end(), 0);
    int64_t counted = 0;
    for (int64_t e = 0; e < entries.count; ++e) {
      if ((value[e] <= cut) == zero_left) continue;
      ++counted;
      each_slot(at_[static_cast<std::size_t>(node.begin + row[e])],
                [&](int32_t slot) { ++counts_[static_cast<std::size_t>(slot)]; });
    }
    if (zero_left)
      for (std::size_t c = 0; c < counts_.size(); ++c) counts_[c] = total_[c] - counts_[c];
    const int64_t left = zero_left ? n - counted : counted;
    if (left >= growth_.min_leaf && n - left >= growth_.min_leaf) consider(feature, cut, score(left, n - left));
    return true;
  }

  int64_t part_sparse(const Node &node) {
    const int64_t n = node.end - node.begin;
    goes_left_.assign(static_cast<std::size_t>(n), 0 <= best_.threshold);
    for (int64_t e = best_entries_.begin; e < best_entries_.begin + best_entries_.count; ++e)
      goes_left_[static_cast<std::size_t>(entry_row_[static_cast<std::size_t>(e)])] =
          entry_value_[static_cast<std::size_t>(e)] <= best_.threshold;
    int64_t middle = node.begin;
    rest_.clear();
    for (int64_t i = 0; i < n; ++i) {
      const int32_t row = at_[static_cast<std::size_t>(node.begin + i)];
      if (goes_left_[static_cast<std::size_t>(i)])
        at_[static_cast<std::size_t>(middle++)] = row;
      else
        rest_.push_back(row);
    }
    std::copy(rest_.begin(), rest_.end(), at_.begin() + middle);
    return middle;
  }

  // ---- The best cut of a feature ----

  // sorted_: the bits of values, in an order of whole numbers, and rows of the node; rows that are missing have 0.
  void best_cut(const Node &node, int32_t feature) {
    const int64_t n = node.end - node.begin;
    std::sort(sorted_.begin(), sorted_.end());
    std::fill(counts_.begin(), counts_.end(), 0);
    left_squares_ = right_squares_ = 0;
    for (const int32_t c : total_) right_squares_ += int64_t{c} * c;
    int64_t left = 0, zeros = n - static_cast<int64_t>(sorted_.size());
    float last = 0;
    const auto boundary = [&](float value) {
      if (left >= growth_.min_leaf && n - left >= growth_.min_leaf) {
        const double now = cells_.criterion == ForestCriterion::gini
                               ? squares_score(left_squares_, left, right_squares_, n - left)
                               : score(left, n - left);
        consider(feature, between(last, value, 0.5), now);
      }
    };
    const auto zero_block = [&] {
      if (left > 0) boundary(0);
      missing_ = total_;
      for (const uint64_t key : sorted_)
        each_slot(row_of(node, key), [&](int32_t slot) { --missing_[static_cast<std::size_t>(slot)]; });
      for (std::size_t c = 0; c < missing_.size(); ++c) move_left(c, missing_[c]);
      left += zeros;
      zeros = 0;
      last = 0;
    };
    for (const uint64_t key : sorted_) {
      const float value = from_ordered_bits(static_cast<uint32_t>(key >> 32));
      if (zeros > 0 && value > 0) zero_block();
      if (left > 0 && value != last) boundary(value);
      each_slot(row_of(node, key), [&](int32_t slot) { move_left(static_cast<std::size_t>(slot), 1); });
      ++left;
      last = value;
    }
    if (zeros > 0) boundary(0);
  }
  int32_t row_of(const Node &node, uint64_t key) const {
    return at_[static_cast<std::size_t>(node.begin) + static_cast<std::size_t>(key & 0xffffffffu)];
  }
  void move_left(std::size_t slot, int64_t rows) {
    const int64_t l = counts_[slot], r = total_[slot] - l;
    left_squares_ += rows * (2 * l + rows);
    right_squares_ -= rows * (2 * r - rows);
    counts_[slot] += static_cast<int32_t>(rows);
  }

  void make_leaf(const Node &node) {
    const auto number = static_cast<std::size_t>(node.number);
    out_.walk.floats[number] = leaf_node(node.number, static_cast<int32_t>(out_.leaves.size()));
    out_.walk.depth = std::max(out_.walk.depth, node.depth);
    found_.clear();
    for (int64_t i = node.begin; i < node.end; ++i) found_.push_back(vectors_.of_row(at_[static_cast<std::size_t>(i)]));
    std::sort(found_.begin(), found_.end());
    const auto begin = static_cast<int32_t>(out_.parts.size());
    for (std::size_t i = 0; i < found_.size(); ++i) {
      if (i == 0 || found_[i] != found_[i - 1]) out_.parts.push_back({found_[i], 0});
      ++out_.parts.back().rows;
    }
    out_.leaves.push_back({begin, static_cast<int32_t>(out_.parts.size()) - begin,
                           static_cast<int32_t>(node.end - node.begin), found_.front()});
  }

  const TreeRows &rows_;
  const LabelVectors &vectors_;
  const TreeCells &cells_;
  const TreeGrowth &growth_;
  Draws draws_;
  BestF best_f_;
  GrownTree out_;

  std::vector<Node> open_;
  std::vector<int32_t> at_;              // rows, those of a node side by side
  std::vector<int32_t> features_;        // in some order
  std::vector<uint8_t> constant_;        // of each feature: known to be constant in this node
  std::vector<int32_t> found_constant_;  // the same, in the order in which they were found
  std::vector<int32_t> occurring_, slot_of_;
  std::vector<int32_t> total_, counts_, right_, missing_;  // rows of the occurring cells: all, left of the cut, ...
  Cut best_;
  std::vector<float> x_;
  std::vector<uint64_t> members_, left_, sorted_;
  int64_t left_squares_ = 0, right_squares_ = 0;
  std::vector<Entries> entries_of_;
  Entries best_entries_;
  std::vector<int32_t> present_, entry_row_, rest_, found_;
  std::vector<float> entry_value_;
  std::vector<uint8_t> goes_left_;
};

}  // namespace

GrownTree grow_tree(const TreeRows &rows, const LabelVectors &vectors, const TreeCells &cells, const TreeGrowth &growth,
                    uint64_t seed, Monitor &monitor) {
  return Grower(rows, vectors, cells, growth, seed).grow(monitor);
}

}  // namespace wald::core::learners
