// Block coordinate ascent of a weighted sum over labels: a row at a time gets the labels whose utilities it raises most
// while all other rows keep theirs. The labels' gains add up within a row, so that each step is the best of its row
// (Schultheis et al. 2023; here in the rows' own order). docs/developers/algorithms.md has the measurements.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/decisions/decision.hpp"
#include "core/decisions/per_row/label_cells.hpp"
#include "core/decisions/per_row/fillers.hpp"
#include "core/decisions/per_row/forms.hpp"
#include "core/decisions/per_row/top_gains.hpp"
#include "core/numeric/compiler.hpp"
#include "core/numeric/large_memory.hpp"
#include "core/numeric/monitor.hpp"

namespace wald::core::decisions {

// A label that a row has, with the row's probability of it.
struct Chosen {
  int32_t column;
  double p;
};
struct ChosenRange {
  const Chosen *first, *last;
  const Chosen *begin() const { return first; }
  const Chosen *end() const { return last; }
  bool has(int64_t column) const {
    return std::any_of(first, last, [&](const Chosen &c) { return c.column == column; });
  }
};
// Labels of each row, however many.
struct RowLists {
  std::vector<int64_t> starts;
  LargeVector<Chosen> cells;
  ChosenRange row(int64_t i) const {
    const auto at = static_cast<std::size_t>(i);
    return {cells.data() + starts[at], cells.data() + starts[at + 1]};
  }
};

template <class Form>
class Ascent {
 public:
  // `sums`: of the labels, to twice their digits.
  Ascent(const Form &form, const Cells &cells, KRange per_row, const std::vector<Label> &labels,
         const std::vector<LabelSums> &sums)
      : form_(form), cells_(cells), per_row_(per_row), sums_(sums), gains_(labels.size()) {
    columns_.reserve(labels.size());
    for (const Label &label : labels) columns_.push_back({form.nothing(label), label});
    starts_.push_back(0);
    for (int64_t i = 0; i < cells.rows(); ++i)
      starts_.push_back(starts_.back() + std::max(per_row.low, std::min(per_row.high, cells.listed(i))));
    chosen_.resize(at(starts_.back()));
    counts_.assign(at(cells.rows()), 0);
    prices_.assign(at(cells.rows()), 0);
    for (int64_t j = 0; j < cells.cols(); ++j) refresh(j);
  }

  // All rows once, in their order. Returns what the sum gained.
  double pass(Monitor &monitor) {
    return pass_from(monitor, [&](int64_t i) { return row(i); });
  }
  // The same from what rows are given here instead of what they have; the sum is what these lists are worth.
  double pass(const RowLists &given, Monitor &monitor) {
    count([&](int64_t i) { return given.row(i); });
    return pass_from(monitor, [&](int64_t i) { return given.row(i); });
  }

  // The sum that is ascended, from counts that are summed anew.
  double value() {
    return count([&](int64_t i) { return row(i); });
  }

  // Begins again from other labels of the rows, at most as many as a row may have.
  void take(const RowLists &given) {
    for (int64_t i = 0; i < cells_.rows(); ++i) {
      const ChosenRange range = given.row(i);
      std::copy(range.begin(), range.end(), chosen_.begin() + starts_[at(i)]);
      counts_[at(i)] = range.end() - range.begin();
    }
  }

  // What rows have, to return to.
  void save() { saved_ = chosen_, saved_counts_ = counts_; }
  void restore() { chosen_ = saved_, counts_ = saved_counts_; }

  ChosenRange row(int64_t i) const {
    const Chosen *const first = chosen_.data() + starts_[at(i)];
    return {first, first + counts_[at(i)]};
  }
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
  // A cell is near where it gains at least this part of the row's price; rows whose price is not known yet take the
  // mean of those before, to which each adds so much.
  static constexpr double near_price = 0.7, share_of_a_row = 1.0 / 16;
  static std::size_t at(int64_t i) { return static_cast<std::size_t>(i); }

  template <class ListOf>
  double pass_from(Monitor &monitor, const ListOf &list) {
    gained_ = 0;
    for (int64_t i = 0; i < cells_.rows(); ++i) {
      if (i % rows_between_looks == 0) monitor.at(static_cast<double>(i) / static_cast<double>(cells_.rows()));
      // A function of its own that only asked ahead would be left out, as GCC takes it to do nothing.
      if (const int64_t later = i + rows_ahead; later < cells_.rows())
        for (const Chosen &c : list(later)) prefetch(&columns_[at(c.column)]);
      const RowCells cells = cells_.row(i, buffer_);
      const ChosenRange own = list(i);
      if (!exchange(i, own, cells)) choose_anew(i, own, cells);
      usual_price_ += (prices_[at(i)] - usual_price_) * share_of_a_row;
    }
    return gained_;
  }

  template <class ListOf>
  double count(const ListOf &list) {
    std::vector<typename Form::State::Sums> chosen(columns_.size());
    for (int64_t i = 0; i < cells_.rows(); ++i) {
      if (const int64_t later = i + rows_ahead; later < cells_.rows())
        for (const Chosen &c : list(later)) prefetch(&chosen[at(c.column)]);
      for (const Chosen &c : list(i)) chosen[at(c.column)].add(c.p);
    }
    double sum = 0;
    for (int64_t j = 0; j < cells_.cols(); ++j) {
      columns_[at(j)].state = chosen[at(j)].state(sums_[at(j)]);
      sum += columns_[at(j)].label.weight * utility(j);
      refresh(j);
    }
    return sum;
  }

  void refresh(int64_t j) {
    gains_[at(j)] = form_.gain(columns_[at(j)].state, columns_[at(j)].label);
    if (fillers_.ready()) fillers_.set(j, gains_[at(j)].of(0));
  }

  // Finds the row's best labels without taking from it what it has, so that only labels that it loses or gains change.
  // False, with nothing done, where it takes more than that: many labels, or some that the row does not list.
  bool exchange(int64_t i, ChosenRange own, const RowCells &row) {
    const int64_t room = std::min(per_row_.high, row.n);
    top_.start(room);
    if (!top_.few() || (row.columns && row.n < per_row_.low)) return false;
    double lost = 0;
    for (const Chosen &c : own) {
      const Column &column = columns_[at(c.column)];
      if (row.columns && !(c.p > 0)) return false;
      typename Form::State without = column.state;
      without.remove(c.p);
      const double gain = form_.gain(without, column.label).of(c.p);
      top_.offer(gain, c.p, c.column);
      lost += gain;
    }
    if (row.columns)
      offer_gains(i, own, row, [&](int64_t c) {
        if (c < row.ahead) prefetch(&gains_[at(row.columns[c + cells_ahead])]);
        return row.columns[c];
      });
    else
      offer_gains(i, own, row, [](int64_t c) { return c; });
    if (row.columns && wants_more()) return false;

    const std::size_t kept = settle(i);
    gained_ -= lost;
    for (const Chosen &c : own)
      if (!top_.has(c.column, kept)) {
        columns_[at(c.column)].state.remove(c.p);
        refresh(c.column);
      }
    const auto &entries = top_.entries();
    for (std::size_t e = 0; e < kept; ++e) {
      const auto column = static_cast<int32_t>(entries[e].column);
      if (own.has(column)) continue;
      columns_[at(column)].state.add(entries[e].p);
      refresh(column);
    }
    keep(i, kept);
    return true;
  }

  // Offers the row's cells, those alone that are near what rows were worth: nearly always they are more than find room.
  template <class ColumnOf>
  void offer_gains(int64_t i, ChosenRange own, const RowCells &row, const ColumnOf &column_of) {
    const auto n = at(row.n);
    if (row_gains_.size() < n) row_gains_.resize(n), near_.resize(n);
    double *const gains = row_gains_.data();
    int32_t *const near = near_.data();
    for (std::size_t c = 0; c < n; ++c) gains[c] = gains_[at(column_of(static_cast<int64_t>(c)))].of(row.p[c]);
    const double price = counts_[at(i)] > 0 ? prices_[at(i)] : usual_price_;
    const double from = price > 0 ? near_price * price : -std::numeric_limits<double>::infinity();
    std::size_t found = 0;
    for (std::size_t c = 0; c < n; ++c) {
      near[found] = static_cast<int32_t>(c);
      found += gains[c] >= from;
    }
    const auto offer = [&](std::size_t c) {
      const int64_t j = row.column(static_cast<int64_t>(c));
      if (gains[c] >= top_.least() && !own.has(j)) top_.offer(gains[c], row.p[c], j);
    };
    if (row.columns && counts_[at(i)] == 0)
      for (std::size_t f = 0; f < found; ++f) prefetch(&columns_[at(row.columns[near[f]])]);
    for (std::size_t f = 0; f < found; ++f) offer(at(near[f]));
    if (!(top_.next() >= from))
      for (std::size_t c = 0; c < n; ++c)
        if (!(gains[c] >= from)) offer(c);
  }

  // Takes from the row what it has, and chooses among all labels.
  void choose_anew(int64_t i, ChosenRange own, const RowCells &row) {
    for (const Chosen &c : own) {
      columns_[at(c.column)].state.remove(c.p);
      refresh(c.column);
      gained_ -= gains_[at(c.column)].of(c.p);
    }
    top_.start(std::min(per_row_.high, std::max(per_row_.low, row.n)));
    double least = top_.least();
    for (int64_t c = 0; c < row.n; ++c) {
      const int64_t j = row.column(c);
      const double gain = gains_[at(j)].of(row.p[c]);
      if (gain < least) continue;
      top_.offer(gain, row.p[c], j);
      least = top_.least();
    }
    top_.finish();
    if (row.columns) fill(row);
    const std::size_t kept = settle(i);
    for (std::size_t e = 0; e < kept; ++e) {
      const auto &entry = top_.entries()[e];
      columns_[at(entry.column)].state.add(entry.p);
      refresh(entry.column);
    }
    keep(i, kept);
  }

  // How many of the best the row gets.
  std::size_t settle(int64_t i) {
    const auto &entries = top_.entries();
    std::size_t kept = std::min(entries.size(), at(per_row_.low));
    while (kept < entries.size() && entries[kept].gain > 0) ++kept;
    prices_[at(i)] = price(kept);
    return kept;
  }
  void keep(int64_t i, std::size_t kept) {
    Chosen *const own = chosen_.data() + starts_[at(i)];
    for (std::size_t e = 0; e < kept; ++e) {
      const auto &entry = top_.entries()[e];
      own[e] = {static_cast<int32_t>(entry.column), entry.p};
      gained_ += entry.gain;
    }
    counts_[at(i)] = static_cast<int64_t>(kept);
  }

  // Whether the row must have more than it lists that is better than nothing.
  bool wants_more() const {
    const auto &entries = top_.entries();
    return static_cast<int64_t>(entries.size()) < per_row_.low ||
           (per_row_.low > 0 && entries[at(per_row_.low - 1)].gain < 0);
  }

  // Columns that the row does not list add at most 0: they are wanted where the row must have more than it lists that
  // is better.
  void fill(const RowCells &row) {
    const auto &entries = top_.entries();
    if (!wants_more()) return;
    if (!fillers_.ready()) fillers_.build(cells_.cols(), [&](int64_t j) { return gains_[at(j)].of(0); });
    constexpr double out = -std::numeric_limits<double>::infinity();
    taken_.clear();
    for (int64_t c = 0; c < row.n; ++c) taken_.push_back(row.columns[c]);
    for (int64_t j : taken_) fillers_.set(j, out);
    while (wants_more()) {
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
  const std::vector<LabelSums> &sums_;
  LargeVector<Column> columns_;  // read here and there
  std::vector<typename Form::Gain> gains_;
  std::vector<int64_t> starts_;
  LargeVector<Chosen> chosen_, saved_;
  std::vector<int64_t> counts_, saved_counts_;
  std::vector<double> prices_, buffer_, row_gains_;
  std::vector<int32_t> near_;
  double usual_price_ = 0, gained_ = 0;
  std::vector<int64_t> taken_;
  TopGains top_;
  Fillers fillers_;
};

}  // namespace wald::core::decisions
