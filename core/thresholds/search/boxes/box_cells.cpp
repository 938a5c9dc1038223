// Counts rows by cells and lists those of cells that matter.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/boxes/box_cells.hpp"

#include <algorithm>

#include "core/numeric/infinity.hpp"

namespace wald::core::thresholds {

namespace {

constexpr int64_t block = 512;

// So many cells that their lattice is counted in no time.
constexpr int32_t usual_cells(int dims) { return dims == 2 ? 64 : dims == 3 ? 16 : dims == 4 ? 8 : 5; }

// Calls body(first, n, buckets) for some rows after the other.
template <int dims, class Body>
void for_box_buckets(const BucketMap &map, const RowSet &rows, std::size_t d, const Body &body) {
  double score[block];
  uint32_t bucket[block];
  for (int64_t first = 0; first < rows.size(); first += block) {
    const int64_t n = std::min(block, rows.size() - first);
    const double *const from = rows.row(first) + d;
    for (int64_t i = 0; i < n; ++i) score[i] = from[i * dims];
    find_buckets(map, score, n, 1, bucket);
    body(first, n, bucket);
  }
}

}  // namespace

template <int dims>
Corners<dims>::Corners(Rule rule, const Place<dims> &sides) : rule_(rule) {
  clear(sides);
}

template <int dims>
void Corners<dims>::clear(const Place<dims> &sides) {
  sides_ = sides;
  std::size_t size = 1;
  diagonal_ = 0;
  for (std::size_t d = sides.size(); d-- > 0;) {
    stride_[d] = size;
    diagonal_ += size;
    size *= static_cast<std::size_t>(sides[d]) + 2;
  }
  tp_.assign(size, 0.0);
  fp_.assign(size, 0.0);
}

template <int dims>
void Corners<dims>::sum_up() {
  // Under "all" what lies before or at a corner is flagged; under "any" what lies behind it everywhere is not.
  for (std::size_t d = 0; d < stride_.size(); ++d) {
    const std::size_t stride = stride_[d], run = stride * (static_cast<std::size_t>(sides_[d]) + 2);
    for (std::size_t begin = 0; begin < tp_.size(); begin += run) {
      if (rule_ == Rule::all)
        for (std::size_t i = begin + stride; i < begin + run; ++i) {
          tp_[i] += tp_[i - stride];
          fp_[i] += fp_[i - stride];
        }
      else
        for (std::size_t i = begin + run - stride; i-- > begin;) {
          tp_[i] += tp_[i + stride];
          fp_[i] += fp_[i + stride];
        }
    }
  }
  all_tp_ = tp_[0];
  all_fp_ = fp_[0];
}

template <int dims>
BoxCells<dims>::BoxCells(const Sample &sample) : rule_(sample.rule()), sample_(sample), corners_(sample.rule(), {}) {
  Place<dims> sides;
  for (std::size_t d = 0; d < sides.size(); ++d) {
    make_axis(d);
    sides[d] = axes_[d].cells - 1;
  }
  corners_.clear(sides);
  for (int label : {0, 1}) count(label);
  corners_.sum_up();
}

// Cuts at bounds of buckets, so that one look at a table tells a row's cell.
template <int dims>
void BoxCells<dims>::make_axis(std::size_t d) {
  Axis &axis = axes_[d];
  const RowSet &positives = sample_.positives();
  const double cut = sample_.rated_from()[d];
  constexpr int64_t some = 1024;
  constexpr std::size_t buckets_wanted = 4096;
  const int64_t step = std::max<int64_t>(1, positives.size() / some);
  std::vector<double> levels{infinity};
  double low = infinity, high = -infinity;
  for (int64_t i = 0; i < positives.size(); ++i) {
    const double s = positives.row(i)[d];
    if (!(s >= cut)) continue;
    low = std::min(low, s);
    high = std::max(high, s);
    if (i % step == 0) levels.push_back(s);
  }
  std::vector<int64_t> in_cell{0};  // positives
  if (low <= high) {
    levels.insert(levels.end(), {low, high});
    std::sort(levels.begin(), levels.end(), std::greater<>());
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    if (levels.size() == 1) levels.push_back(infinity);  // all lie there: bucket_map takes two levels at least
    axis.map = bucket_map(levels, buckets_wanted);
    std::vector<int64_t> in_bucket(std::size_t{axis.map.below} + 1);
    for_box_buckets<dims>(axis.map, positives, d, [&](int64_t, int64_t n, const uint32_t *bucket) {
      for (int64_t i = 0; i < n; ++i) ++in_bucket[bucket[i]];
    });
    const int64_t reached = positives.size() - in_bucket[axis.map.below];
    const int64_t enough = (reached + usual_cells(dims) - 1) / usual_cells(dims);
    axis.cell_of.resize(in_bucket.size());
    bool full = true;
    for (std::size_t b = axis.map.below; b-- > 0;) {
      if (full) in_cell.push_back(0);
      in_cell.back() += in_bucket[b];
      axis.cell_of[b] = static_cast<uint8_t>(in_cell.size() - 1);
      // Empty buckets lie above the next cell's scores, or below those of the last.
      full = in_cell.back() >= enough && b > 0 && in_bucket[b - 1] > 0;
    }
  } else {
    axis.map.low = infinity;
    axis.map.by_value = true;
    axis.cell_of.resize(1);
  }
  const bool keep_off = rule_ == Rule::all && !(low <= cut);
  if (keep_off) in_cell.push_back(0);
  axis.cells = static_cast<int32_t>(in_cell.size());
  axis.cell_of.back() = static_cast<uint8_t>(keep_off ? axis.cells - 1 : axis.cells);
  int32_t rank = 0;
  for (int64_t n : in_cell) {
    axis.first.push_back(rank);
    rank += static_cast<int32_t>(n) + 1;
  }
  axis.first.push_back(rank);
  axis.at.resize(static_cast<std::size_t>(rank));
  axis.levels.assign(in_cell.size(), -1);
  axis.levels[0] = 1;
  axis.at[0] = infinity;
  if (keep_off) {
    axis.levels.back() = 1;
    axis.at[static_cast<std::size_t>(axis.first[static_cast<std::size_t>(axis.cells) - 1])] = cut;
  }
}

template <int dims>
void BoxCells<dims>::count(int label) {
  const RowSet &rows = label ? sample_.positives() : sample_.negatives();
  std::vector<uint16_t> &codes = codes_[label];
  codes.resize(static_cast<std::size_t>(rows.size()));
  // Two tables by turns, so that one row's addition does not wait for that of the row before.
  const std::size_t size = corners_.size();
  std::vector<int64_t> counts(2 * size);
  int64_t *const even = counts.data(), *const odd = even + size;
  by_cell_[label].assign(size, 0.0);
  double score[block];
  uint32_t bucket[block], code[block];
  for (int64_t first = 0; first < rows.size(); first += block) {
    const int64_t n = std::min(block, rows.size() - first);
    for (std::size_t d = 0; d < axes_.size(); ++d) {
      const double *const from = rows.row(first) + d;
      for (int64_t i = 0; i < n; ++i) score[i] = from[i * dims];
      find_buckets(axes_[d].map, score, n, 1, bucket);
      const uint8_t *const cell_of = axes_[d].cell_of.data();
      const auto stride = static_cast<uint32_t>(corners_.stride(d));
      if (d == 0)
        for (int64_t i = 0; i < n; ++i) code[i] = cell_of[bucket[i]] * stride;
      else
        for (int64_t i = 0; i < n; ++i) code[i] += cell_of[bucket[i]] * stride;
    }
    for (int64_t i = 0; i < n; ++i) codes[static_cast<std::size_t>(first + i)] = static_cast<uint16_t>(code[i]);
    if (!rows.weights.empty()) {
      for (int64_t i = 0; i < n; ++i) by_cell_[label][code[i]] += rows.weight(first + i);
      continue;
    }
    int64_t i = 0;
    for (; i + 1 < n; i += 2) {
      ++even[code[i]];
      ++odd[code[i + 1]];
    }
    if (i < n) ++even[code[i]];
  }
  for (std::size_t c = 0; c < size; ++c) {
    by_cell_[label][c] += static_cast<double>(even[c] + odd[c]);
    if (by_cell_[label][c] > 0) corners_.add(c, label ? by_cell_[label][c] : -by_cell_[label][c]);
  }
}

template <int dims>
bool BoxCells<dims>::opened(const Place<dims> &box) const {
  for (std::size_t d = 0; d < box.size(); ++d)
    if (rows_in_[d].empty() || axes_[d].levels[static_cast<std::size_t>(box[d])] < 0) return false;
  return true;
}

template <int dims>
void BoxCells<dims>::open(const std::vector<Place<dims>> &boxes) {
  std::array<std::vector<uint8_t>, static_cast<std::size_t>(dims)> open;
  Place<dims> lowest, highest;  // cells of boxes
  for (std::size_t d = 0; d < axes_.size(); ++d) {
    Axis &axis = axes_[d];
    open[d].assign(static_cast<std::size_t>(axis.cells) + 1, 0);
    lowest[d] = axis.cells;
    highest[d] = 0;
    for (const Place<dims> &box : boxes) {
      open[d][static_cast<std::size_t>(box[d])] = 1;
      lowest[d] = std::min(lowest[d], box[d]);
      highest[d] = std::max(highest[d], box[d]);
    }
    // What was opened before stays so: boxes inside refer to its ranks.
    for (std::size_t c = 0; c < axis.levels.size(); ++c)
      if (axis.levels[c] >= 0 && !rows_in_[d].empty()) {
        open[d][c] = 1;
        lowest[d] = std::min(lowest[d], static_cast<int32_t>(c));
        highest[d] = std::max(highest[d], static_cast<int32_t>(c));
      }
  }
  // Which rows may be undecided, by the index of their cells.
  const std::size_t size = corners_.size();
  std::vector<uint8_t> wanted(size);
  std::vector<std::array<uint8_t, static_cast<std::size_t>(dims)>> cells(size);
  for (std::size_t code = 0; code < size; ++code) {
    std::size_t rest = code;
    bool some = false, all = true;
    for (std::size_t d = 0; d < axes_.size(); ++d) {
      const std::size_t cell = rest / corners_.stride(d);
      rest %= corners_.stride(d);
      cells[code][d] = static_cast<uint8_t>(cell);
      some |= open[d][cell] != 0;
      all &= rule_ == Rule::any ? static_cast<int32_t>(cell) >= lowest[d] : static_cast<int32_t>(cell) <= highest[d];
    }
    wanted[code] = some && all;
  }
  rows_.clear();
  cells_of_rows_.clear();
  std::vector<const double *> scores;
  for (int label : {1, 0}) {
    const RowSet &set = label ? sample_.positives() : sample_.negatives();
    const std::vector<uint16_t> &codes = codes_[label];
    const auto take = [&](std::size_t i) {
      scores.push_back(set.row(static_cast<int64_t>(i)));
      const double weight = set.weight(static_cast<int64_t>(i));
      rows_.push_back({{}, label ? weight : -weight});
      cells_of_rows_.push_back(cells[codes[i]]);
    };
    constexpr std::size_t at_once = 8;  // mostly none is wanted
    for (std::size_t first = 0; first < codes.size(); first += at_once) {
      const std::size_t end = std::min(codes.size(), first + at_once);
      int some = 0;
      for (std::size_t i = first; i < end; ++i) some |= wanted[codes[i]];
      if (!some) continue;
      for (std::size_t i = first; i < end; ++i)
        if (wanted[codes[i]]) take(i);
    }
  }
  for (std::size_t d = 0; d < axes_.size(); ++d) {
    Axis &axis = axes_[d];
    std::vector<std::vector<double>> levels(static_cast<std::size_t>(axis.cells) + 1);
    const RowSet &positives = sample_.positives();
    for (std::size_t i = 0; i < codes_[1].size(); ++i) {
      const std::size_t cell = cells[codes_[1][i]][d];
      if (open[d][cell] && axis.levels[cell] < 0) levels[cell].push_back(positives.row(static_cast<int64_t>(i))[d]);
    }
    for (std::size_t c = 0; c < levels.size(); ++c) {
      if (!open[d][c] || axis.levels[c] >= 0) continue;
      std::vector<double> &at = levels[c];
      std::sort(at.begin(), at.end(), std::greater<>());
      at.erase(std::unique(at.begin(), at.end()), at.end());
      std::copy(at.begin(), at.end(), axis.at.begin() + axis.first[c]);
      axis.levels[c] = static_cast<int32_t>(at.size());
    }
    rows_in_[d].assign(static_cast<std::size_t>(axis.cells) + 1, {});
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const std::size_t cell = cells_of_rows_[r][d];
      int32_t &rank = rows_[r].rank[d];
      rank = axis.first[std::min(cell, axis.levels.size())];
      if (!open[d][cell]) continue;
      rows_in_[d][cell].push_back(static_cast<int32_t>(r));
      const auto begin = axis.at.begin() + rank, end = begin + axis.levels[cell];
      rank += static_cast<int32_t>(std::lower_bound(begin, end, scores[r][d], std::greater<>()) - begin);
    }
  }
}

template <int dims>
std::vector<double> BoxCells<dims>::thresholds(const Place<dims> &rank) const {
  std::vector<double> out;
  for (std::size_t d = 0; d < rank.size(); ++d) out.push_back(axes_[d].at[static_cast<std::size_t>(rank[d])]);
  return out;
}

template <int dims>
std::vector<AreaBounds> BoxCells<dims>::ranking_areas() const {
  std::vector<AreaBounds> out(static_cast<std::size_t>(dims));
  if (sample_.has_cut()) return out;
  for (std::size_t d = 0; d < out.size(); ++d) {
    std::vector<double> of[2];
    for (int label : {0, 1}) {
      of[label].assign(static_cast<std::size_t>(axes_[d].cells) + 1, 0.0);
      for (std::size_t c = 0; c < by_cell_[label].size(); ++c)
        of[label][c / corners_.stride(d) % of[label].size()] += by_cell_[label][c];
    }
    double negatives = 0, positives = 0, higher = 0, rightly = 0, wrongly = 0, within = 0;
    for (std::size_t c = 0; c < of[0].size(); ++c) negatives += of[0][c], positives += of[1][c];
    for (std::size_t c = 0; c < of[0].size(); ++c) {
      wrongly += of[1][c] * higher;
      within += of[1][c] * of[0][c];
      higher += of[0][c];
      rightly += of[1][c] * (negatives - higher);
    }
    out[d] = area_bounds(rightly, wrongly, within, positives * negatives);
  }
  return out;
}

template class Corners<2>;
template class Corners<3>;
template class Corners<4>;
template class Corners<5>;
template class BoxCells<2>;
template class BoxCells<3>;
template class BoxCells<4>;
template class BoxCells<5>;

}  // namespace wald::core::thresholds
