// Block coordinate ascent of a weighted sum over labels: a row at a time gets the labels whose utilities it raises most
// while all other rows keep theirs. The labels' gains add up within a row, so that each step is the best of its row
// (Schultheis et al. 2023; here in the rows' own order). docs/algorithms.md has the measurements.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/decisions/decision.hpp"
#include "core/decisions/per_row/cells.hpp"
#include "core/decisions/per_row/fillers.hpp"
#include "core/decisions/per_row/forms.hpp"
#include "core/decisions/per_row/top_gains.hpp"
#include "core/numeric/monitor.hpp"
#include "core/numeric/prefetch.hpp"

namespace wald::core {

template <class Form>
class Ascent {
 public:
  // A label that a row has, with the row's probability of it.
  struct Chosen {
    int32_t column;
    double p;
  };

  Ascent(const Form &form, const Cells &cells, KRange per_row, const std::vector<Label> &labels)
      : form_(form), cells_(cells), per_row_(per_row), gains_(labels.size()) {
    for (const Label &label : labels) columns_.push_back({{}, label});
    starts_.push_back(0);
    for (int64_t i = 0; i < cells.rows(); ++i)
      starts_.push_back(starts_.back() + std::max(per_row.low, std::min(per_row.high, cells.listed(i))));
    chosen_.resize(at(starts_.back()));
    counts_.assign(at(cells.rows()), 0);
    prices_.assign(at(cells.rows()), 0);
    for (int64_t j = 0; j < cells.cols(); ++j) refresh(j);
  }

  // All rows once, in their order. Returns whether a row changed.
  bool pass(Monitor &monitor) {
    bool changed = false;
    for (int64_t i = 0; i < cells_.rows(); ++i) {
      if (i % rows_between_looks == 0) monitor.at(static_cast<double>(i) / static_cast<double>(cells_.rows()));
      changed = improve(i) || changed;
    }
    return changed;
  }

  // The sum that is ascended, from counts that are summed anew.
  double value() {
    for (Column &column : columns_) column.state = {};
    for (int64_t i = 0; i < cells_.rows(); ++i)
      for (const Chosen *c = begin(i); c != end(i); ++c) columns_[at(c->column)].state.add(c->p);
    double sum = 0;
    for (int64_t j = 0; j < cells_.cols(); ++j) {
      sum += columns_[at(j)].label.weight * utility(j);
      refresh(j);
    }
    return sum;
  }

  const Chosen *begin(int64_t i) const { return chosen_.data() + starts_[at(i)]; }
  const Chosen *end(int64_t i) const { return begin(i) + counts_[at(i)]; }
  double utility(int64_t j) const { return form_.utility(columns_[at(j)].state, columns_[at(j)].label); }
  const typename Form::State &state(int64_t j) const { return columns_[at(j)].state; }
  // What one more label is worth to each row, as of the last pass: half way between the last gain taken and the best
  // one left.
  const std::vector<double> &prices() const { return prices_; }

 private:
  struct Column {  // what changes and what it depends on, in one cache line
    typename Form::State state;
    Label label;
  };
  static constexpr int64_t rows_between_looks = 4096;
  static std::size_t at(int64_t i) { return static_cast<std::size_t>(i); }

  void refresh(int64_t j) {
    gains_[at(j)] = form_.gain(columns_[at(j)].state, columns_[at(j)].label);
    if (fillers_.ready()) fillers_.set(j, gains_[at(j)].of(0));
  }

  bool improve(int64_t i) {
    Chosen *const own = chosen_.data() + starts_[at(i)];
    const int64_t had = counts_[at(i)];
    if (i + 1 < cells_.rows())
      for (const Chosen *c = begin(i + 1); c != end(i + 1); ++c) {
        prefetch(&columns_[at(c->column)]);
        prefetch(&gains_[at(c->column)]);
      }
    for (int64_t c = 0; c < had; ++c) {
      columns_[at(own[c].column)].state.remove(own[c].p);
      refresh(own[c].column);
    }
    const RowCells row = cells_.row(i, buffer_);
    top_.start(std::min(per_row_.high, std::max(per_row_.low, row.n)));
    // What the row had comes first: little else then finds room.
    if (top_.takes_twice())
      for (int64_t c = 0; c < had; ++c)
        if (!row.columns || own[c].p > 0) top_.offer(gains_[at(own[c].column)].of(own[c].p), own[c].p, own[c].column);
    if (row.columns)
      scan(row.n, row.p, [&](int64_t c) {
        if (c < row.ahead) prefetch(&gains_[at(row.columns[c + cells_ahead])]);
        return row.columns[c];
      });
    else
      scan(row.n, row.p, [](int64_t c) { return c; });
    top_.finish();
    if (row.columns) fill(row);

    const auto &entries = top_.entries();
    std::size_t kept = std::min(entries.size(), at(per_row_.low));
    while (kept < entries.size() && entries[kept].gain > 0) ++kept;
    prices_[at(i)] = price(kept);
    bool changed = had != static_cast<int64_t>(kept);
    for (std::size_t c = 0; c < kept; ++c) {
      const Chosen next{static_cast<int32_t>(entries[c].column), entries[c].p};
      changed = changed || own[c].column != next.column;
      own[c] = next;
      columns_[at(next.column)].state.add(next.p);
      refresh(next.column);
    }
    counts_[at(i)] = static_cast<int64_t>(kept);
    return changed;
  }

  template <class ColumnOf>
  void scan(int64_t n, const double *p, const ColumnOf &column_of) {
    const typename Form::Gain *gains = gains_.data();
    double least = top_.least();
    for (int64_t c = 0; c < n; ++c) {
      const int64_t j = column_of(c);
      const double gain = gains[j].of(p[c]);
      if (gain < least) continue;
      top_.offer(gain, p[c], j);
      least = top_.least();
    }
  }

  // Columns that the row does not list add at most 0: they are wanted where the row must have more than it lists that
  // is better.
  void fill(const RowCells &row) {
    const auto &entries = top_.entries();
    const auto wanting = [&] {
      return static_cast<int64_t>(entries.size()) < per_row_.low ||
             (per_row_.low > 0 && entries[at(per_row_.low - 1)].gain < 0);
    };
    if (!wanting()) return;
    if (!fillers_.ready()) fillers_.build(cells_.cols(), [&](int64_t j) { return gains_[at(j)].of(0); });
    constexpr double out = -std::numeric_limits<double>::infinity();
    taken_.clear();
    for (int64_t c = 0; c < row.n; ++c) taken_.push_back(row.columns[c]);
    for (int64_t j : taken_) fillers_.set(j, out);
    while (wanting()) {
      const int64_t j = fillers_.best();
      const double gain = fillers_.gain(j);
      if (gain == out ||
          (static_cast<int64_t>(entries.size()) >= per_row_.low && !(gain > entries[at(per_row_.low - 1)].gain)))
        break;
      top_.offer(gain, 0, j);
      fillers_.set(j, out);
      taken_.push_back(j);
    }
    for (int64_t j : taken_) fillers_.set(j, gains_[at(j)].of(0));
  }

  double price(std::size_t kept) const {
    const auto &entries = top_.entries();
    const double last = kept > 0 ? entries[kept - 1].gain : std::numeric_limits<double>::infinity();
    double next = kept < entries.size() ? entries[kept].gain : top_.next();
    if (!cells_.whole()) next = std::max(next, 0.0);  // a column that is not listed, at hardly any cost
    const auto count = static_cast<int64_t>(kept);
    if (per_row_.low < per_row_.high) {
      // The sign that a bound on the number allows: from above, from below, from neither.
      if (count > per_row_.low && count < per_row_.high) return 0;
      return count == per_row_.high ? middle(last, std::max(next, 0.0)) : middle(std::min(last, 0.0), next);
    }
    return middle(last, next);
  }
  static double middle(double last, double next) {
    if (!std::isfinite(next)) return std::isfinite(last) ? last : 0;
    return std::isfinite(last) ? (last + next) / 2 : next;
  }

  const Form &form_;
  const Cells &cells_;
  KRange per_row_;
  std::vector<Column> columns_;
  std::vector<typename Form::Gain> gains_;
  std::vector<int64_t> starts_;
  std::vector<Chosen> chosen_;
  std::vector<int64_t> counts_;
  std::vector<double> prices_, buffer_;
  std::vector<int64_t> taken_;
  TopGains top_;
  Fillers fillers_;
};

}  // namespace wald::core
