// The rows of a sample by cells: each classifier's scores are cut where about equally many positives lie between two
// cuts. Counts of all cells bound what thresholds inside them can reach; of cells that matter the rows are then ranked
// among the scores of the positives there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/thresholds/sample/levels.hpp"
#include "core/thresholds/sample/sample.hpp"
#include "core/thresholds/search/search_result.hpp"

namespace wald::core::thresholds {

// One number for each classifier.
template <int dims>
using Place = std::array<int32_t, static_cast<std::size_t>(dims)>;

template <int dims>
struct RankedRow {
  Place<dims> rank;  // the smallest at which the classifier flags the row
  double weight;     // below 0: labelled 0
};

// One classifier's cells, from the highest scores down. Cell 0 holds the threshold +inf alone; under "all" the last one
// the threshold that restricts nothing, if some score lies above it. Ranks number the thresholds: those of a cell begin
// at first[cell], and one more than there are positives stays free behind them.
struct Axis {
  int32_t cells = 1;
  std::vector<int32_t> first;   // of cells + 1
  std::vector<int32_t> levels;  // how many thresholds a cell has; -1: not known yet
  std::vector<double> at;       // the thresholds, by rank
  BucketMap map;
  std::vector<uint8_t> cell_of;  // each bucket's; `cells` for scores that no threshold reaches

  int32_t low(int32_t cell) const { return first[static_cast<std::size_t>(cell)] - 1; }
  int32_t high(int32_t cell) const { return low(cell) + levels[static_cast<std::size_t>(cell)]; }
};

// Flagged weights at the corners of cells, or of parts of a box: at (k_1, .., k_d) each classifier's threshold lies
// below all scores of its first k_d + 1 cells, and above all others.
template <int dims>
class Corners {
 public:
  // sides: how many cells each classifier has, beside one before them ("all" needs it) and one behind.
  Corners(Rule rule, const Place<dims> &sides);

  std::size_t size() const { return tp_.size(); }
  std::size_t index(const Place<dims> &cell) const {
    std::size_t out = 0;
    for (std::size_t d = 0; d < cell.size(); ++d) out += static_cast<std::size_t>(cell[d]) * stride_[d];
    return out;
  }
  std::size_t stride(std::size_t d) const { return stride_[d]; }
  void clear(const Place<dims> &sides);
  // A row whose cells have this index.
  void add(std::size_t index, double weight) {
    tp_[index] += std::max(weight, 0.0);
    fp_[index] += std::max(-weight, 0.0);
  }
  // After all rows: at the corner with this index.
  void sum_up();
  double tp(std::size_t index) const { return rule_ == Rule::all ? tp_[index] : all_tp_ - tp_[index + diagonal_]; }
  double fp(std::size_t index) const { return rule_ == Rule::all ? fp_[index] : all_fp_ - fp_[index + diagonal_]; }

 private:
  Rule rule_;
  Place<dims> sides_{};
  std::array<std::size_t, static_cast<std::size_t>(dims)> stride_{};
  std::size_t diagonal_ = 0;
  std::vector<double> tp_, fp_;
  double all_tp_ = 0, all_fp_ = 0;
};

template <int dims>
class BoxCells {
 public:
  // sample: with exact sums.
  explicit BoxCells(const Sample &sample);

  const Axis &axis(std::size_t d) const { return axes_[d]; }
  const Corners<dims> &corners() const { return corners_; }
  // Ranks the rows that thresholds in these cells decide; those of before are ranked no more.
  void open(const std::vector<Place<dims>> &boxes);
  bool opened(const Place<dims> &box) const;
  // Calls visit(row) for those that some thresholds of the box flag, and others do not.
  template <class Visit>
  void each_undecided(const Place<dims> &box, const Visit &visit) const {
    for (std::size_t d = 0; d < box.size(); ++d)
      for (int32_t r : rows_in_[d][static_cast<std::size_t>(box[d])]) {
        const RankedRow<dims> &row = rows_[static_cast<std::size_t>(r)];
        const auto &cell = cells_of_rows_[static_cast<std::size_t>(r)];
        bool undecided = true;
        for (std::size_t e = 0; e < box.size(); ++e) {
          if (e < d && cell[e] == box[e]) undecided = false;  // visited before
          if (rule_ == Rule::any ? cell[e] < box[e] : cell[e] > box[e]) undecided = false;
        }
        if (undecided) visit(row);
      }
  }
  std::vector<double> thresholds(const Place<dims> &rank) const;
  // Mann and Whitney's area of each classifier, where no cut hides rows.
  std::vector<AreaBounds> ranking_areas() const;

 private:
  void make_axis(std::size_t d);
  void count(int label);
  Rule rule_;
  const Sample &sample_;
  std::array<Axis, static_cast<std::size_t>(dims)> axes_;
  Corners<dims> corners_;
  std::vector<uint16_t> codes_[2];  // of negatives and positives: the index of their cells
  std::vector<double> by_cell_[2];  // weights, before they were summed up
  std::vector<RankedRow<dims>> rows_;
  std::vector<std::array<uint8_t, static_cast<std::size_t>(dims)>> cells_of_rows_;
  std::array<std::vector<std::vector<int32_t>>, static_cast<std::size_t>(dims)> rows_in_;
};

}  // namespace wald::core::thresholds
