// The columns of a table as floats, each in one piece, and the passes over them in vectors. Sums of floats are made in
// one order, 16 lanes side by side, so that they do not depend on the instruction set.
#pragma once

#include <cstdint>
#include <vector>

#include "core/decisions/per_row/label_cells.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::decisions {

// What a row offers for a label: slope * p - cost.
struct LabelOffer {
  float slope = 0, cost = 0;
};

// The true positives that a label expects of its rows, and how many rows it has.
struct LabelCount {
  double tp = 0, k = 0;
};

class Columns {
 public:
  // The cells outlive their columns.
  Columns(const Cells &cells, int threads, Monitor &monitor);

  int64_t rows() const { return rows_; }
  int64_t labels() const { return labels_; }

  // Gives each row the label whose offer is greatest, of equal ones the first; none (-1) if `may_have_none` and no offer
  // is above 0. Returns the counts of the labels.
  std::vector<LabelCount> choose(const std::vector<LabelOffer> &offers, bool may_have_none, std::vector<int32_t> &label,
                                 Monitor &monitor) const;

  // For each row, half way between the offer for its own label and the greatest of the others, or 0 or the own offer if
  // these are greater. With `may_have_none` having none is an offer of 0, and no price is below 0. At least two labels.
  std::vector<float> prices(const std::vector<LabelOffer> &offers, bool may_have_none, const std::vector<int32_t> &label,
                            Monitor &monitor) const;

  const float *column(int64_t label) const { return columns_[static_cast<std::size_t>(label)]; }

 private:
  static constexpr int64_t block = 1024;
  int64_t blocks() const { return (rows_ + block - 1) / block; }
  void look(Monitor &monitor, int64_t task) const {
    if (task % 64 == 0) monitor.at(static_cast<double>(task) / static_cast<double>(blocks()));
  }
  int64_t length(int64_t first) const { return first + block <= rows_ ? block : rows_ - first; }

  int64_t rows_, labels_;
  int threads_;
  std::vector<const float *> columns_;  // in the table, if its columns are such, else in p_
  std::vector<float> p_;                // label after label
};

}  // namespace wald::core::decisions
