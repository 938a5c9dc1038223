// A limit above every choice, from prices of the rows (label_limit.hpp), and steps towards the prices of the least one.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/decisions/per_row/block_coordinate.hpp"
#include "core/decisions/per_row/label_limit.hpp"
#include "core/numeric/large_memory.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::decisions {

template <class Form>
class PriceLimit {
 public:
  PriceLimit(const Ascent<Form> &ascent, const Form &form, const Cells &cells, KRange per_row,
             const std::vector<Label> &labels, double rounding, int threads)
      : ascent_(ascent),
        form_(form),
        cells_(cells),
        per_row_(per_row),
        labels_(labels),
        prices_(ascent.prices()),
        rounding_(rounding),
        blocks_((cells.cols() + block - 1) / block),
        work_(at(worker_count(threads, blocks_))) {
    for (const Label &label : labels) {
      least_limit_.push_back(label.weight * form.utility(form.nothing(label), label));
      wanted_.push_back(form.wanted(0, label));
    }
    if (!cells.whole()) gather();
  }

  // The limit at the prices.
  double operator()(Monitor &monitor) {
    const int64_t cols = cells_.cols();
    double sum = 0, magnitude = 0;
    for (int64_t i = 0; i < cells_.rows(); ++i) {
      const double price = prices_[at(i)];
      sum += price * static_cast<double>(price > 0 ? per_row_.high : per_row_.low);
      magnitude += std::fabs(price) * static_cast<double>(per_row_.high);
    }
    find_known();
    limits_.resize(at(cols));
    own_.assign(at(cols), 0);
    for (Work &w : work_) w.demanded.clear();
    const Tasks tasks(blocks_, cells_.rows() * cols);
    parallel_for(tasks, static_cast<int>(work_.size()), monitor, [&](int64_t task, int worker, Monitor &inner) {
      if (task % 64 == 0) inner.at(static_cast<double>(task) / static_cast<double>(blocks_));
      limit_block(task, work_[at(worker)]);
    });
    for (double limit : limits_) sum += limit, magnitude += std::fabs(limit);
    return sum + magnitude * 0x1p-52 * static_cast<double>(cells_.rows() + cols) + rounding_;
  }

  // Which labels demand each row, at the prices.
  const RowLists &demands() {
    demands_.starts.assign(at(cells_.rows()) + 1, 0);
    std::vector<int64_t> &starts = demands_.starts;
    const auto count_own = [&](int64_t i) {
      int64_t count = 0;
      for (const Chosen &c : ascent_.row(i)) count += own_[at(c.column)];
      return count;
    };
    for (const Work &w : work_)
      for (const Demanded &d : w.demanded) ++starts[at(d.row) + 1];
    for (int64_t i = 0; i < cells_.rows(); ++i) starts[at(i) + 1] += starts[at(i)] + count_own(i);
    demands_.cells.resize(at(starts.back()));
    std::vector<int64_t> next(starts.begin(), starts.end() - 1);
    for (int64_t i = 0; i < cells_.rows(); ++i)
      for (const Chosen &c : ascent_.row(i))
        if (own_[at(c.column)]) demands_.cells[at(next[at(i)]++)] = c;
    for (const Work &w : work_)
      for (const Demanded &d : w.demanded) demands_.cells[at(next[at(d.row)]++)] = d.cell;
    // Whichever thread found them.
    for (int64_t i = 0; i < cells_.rows(); ++i)
      std::sort(demands_.cells.begin() + starts[at(i)], demands_.cells.begin() + starts[at(i) + 1],
                [](const Chosen &a, const Chosen &b) { return a.column < b.column; });
    return demands_;
  }

  // Steps begin from here from now on.
  void keep() {
    kept_ = prices_;
    excess_.assign(at(cells_.rows()), 0);
    for (const Work &w : work_)
      for (const Demanded &d : w.demanded) ++excess_[at(d.row)];
    square_ = 0;
    for (int64_t i = 0; i < cells_.rows(); ++i) {
      int64_t &e = excess_[at(i)];
      for (const Chosen &c : ascent_.row(i)) e += own_[at(c.column)];
      const double price = prices_[at(i)];
      const bool too_many = price > 0 || e > per_row_.high, too_few = price < 0 || e < per_row_.low;
      e -= too_many ? per_row_.high : too_few ? per_row_.low : e;
      square_ += static_cast<double>(e) * static_cast<double>(e);
    }
  }
  // Raises the prices of rows that more labels demand than may have them, and lowers others: along a subgradient, by a
  // length that would make up for `gap` were the limit a plane. False if no row has a reason to change.
  bool step(double gap) {
    if (!(square_ > 0 && gap > 0)) return false;
    for (int64_t i = 0; i < cells_.rows(); ++i) {
      double &price = prices_[at(i)];
      price = kept_[at(i)] + gap / square_ * static_cast<double>(excess_[at(i)]);
      if (!cells_.whole()) price = std::max(price, least_[at(i)]);
    }
    return true;
  }

 private:
  static constexpr int64_t block = 16;
  // Of a table with gaps: each label's limit is at least this part of what it makes at the first prices.
  static constexpr double part_of_known = 0.9;
  // Of a table with gaps: a row whose price falls below this part of its first one would make more offers.
  static constexpr double part_of_first = 0.9;
  static std::size_t at(int64_t i) { return static_cast<std::size_t>(i); }

  struct Demanded {
    int64_t row;
    Chosen cell;
  };
  struct Work {
    LabelLimit limit;
    std::vector<Offer> offers[block];
    std::vector<Demanded> demanded;  // by labels that demand others than they have
  };

  // What each label makes with the rows that it has.
  void find_known() {
    known_.resize(labels_.size());
    for (std::size_t j = 0; j < known_.size(); ++j)
      known_[j] = {labels_[j].weight * ascent_.utility(static_cast<int64_t>(j)), 0};
    for (int64_t i = 0; i < cells_.rows(); ++i) {
      const double price = prices_[at(i)];
      if (const int64_t later = i + rows_ahead; later < cells_.rows())
        for (const Chosen &c : ascent_.row(later)) prefetch(&known_[at(c.column)]);
      for (const Chosen &c : ascent_.row(i)) {
        Known &known = known_[at(c.column)];
        known.value -= price;
        known.prices += std::fabs(price);
      }
    }
  }

  void limit_block(int64_t task, Work &w) {
    const int64_t begin = task * block, end = std::min(cells_.cols(), begin + block);
    if (cells_.whole())
      read(begin, end, w.offers);
    else
      list(begin, end, w.offers);
    for (int64_t j = begin; j < end; ++j) {
      auto &offers = w.offers[j - begin];
      const Known &known = known_[at(j)];
      const double k = ascent_.state(j).k;
      limits_[at(j)] = w.limit(form_, labels_[at(j)], offers, std::max(least_limit_[at(j)], known.value),
                               (k + 4) * 0x1p-52 * (known.prices + std::fabs(known.value)), k);
      own_[at(j)] = w.limit.demand() == LabelLimit::Demand::own;
      if (!own_[at(j)])
        w.limit.demanded(offers, [&](int64_t row, double p) {
          w.demanded.push_back({row, {static_cast<int32_t>(j), p}});
        });
    }
  }

  // The offers that can be worth their price to columns [begin, end).
  void read(int64_t begin, int64_t end, std::vector<Offer> *offers) const {
    for (int64_t c = 0; c < end - begin; ++c) offers[c].clear();
    for (int64_t i = 0; i < cells_.rows(); ++i) {
      const Reals part = cells_.part(i, begin, end);
      const double price = prices_[at(i)];
      for (int64_t c = 0; c < end - begin; ++c)
        if (const double p = part[c]; price < 0 || wanted_[at(begin + c)].of(p) > price)
          offers[c].emplace_back(p, price, i);
    }
  }
  void list(int64_t begin, int64_t end, std::vector<Offer> *offers) const {
    for (int64_t j = begin; j < end; ++j) {
      auto &to = offers[j - begin];
      to.clear();
      const LineGain wanted = form_.wanted(std::max(least_limit_[at(j)], known_[at(j)].value), labels_[at(j)]);
      for (int64_t c = starts_[at(j)]; c < starts_[at(j) + 1]; ++c) {
        const Listed &cell = listed_[at(c)];
        if (at(c) + cells_ahead < listed_.size()) prefetch(&prices_[at(listed_[at(c) + cells_ahead].row)]);
        const double price = prices_[at(cell.row)];
        if (wanted.of(cell.p) > price) to.emplace_back(cell.p, price, cell.row);
      }
    }
  }

  // The cells, by columns, of a table with gaps that may be worth their prices, now and after steps.
  struct Listed {
    double p;
    int64_t row;
  };
  void gather() {
    struct Found {
      Listed cell;
      int32_t column;
    };
    LargeVector<Found> found;
    found.reserve(at(cells_.listed() / 4));
    std::vector<double> unused;
    starts_.assign(labels_.size() + 1, 0);
    least_.resize(at(cells_.rows()));
    for (double &price : prices_) price = std::max(price, 0.0);  // below 0, what is not listed would be an offer too
    find_known();
    for (std::size_t j = 0; j < labels_.size(); ++j) {
      if (known_[j].value > 0) least_limit_[j] = std::max(least_limit_[j], part_of_known * known_[j].value);
      wanted_[j] = form_.wanted(least_limit_[j], labels_[j]);
    }
    std::vector<int32_t> near;
    for (int64_t i = 0; i < cells_.rows(); ++i) {
      const RowCells row = cells_.row(i, unused);
      const double least = least_[at(i)] = part_of_first * prices_[at(i)];
      if (near.size() < at(row.n)) near.resize(at(row.n));
      std::size_t count = 0;
      for (int64_t c = 0; c < row.n; ++c) {
        if (c < row.ahead) prefetch(&wanted_[at(row.columns[c + cells_ahead])]);
        near[count] = static_cast<int32_t>(c);
        count += wanted_[at(row.columns[c])].of(row.p[c]) > least;
      }
      for (std::size_t f = 0; f < count; ++f) {
        const int32_t j = row.columns[near[f]];
        found.push_back({{row.p[near[f]], i}, j});
        ++starts_[at(j) + 1];
      }
    }
    for (std::size_t j = 1; j < starts_.size(); ++j) starts_[j] += starts_[j - 1];
    listed_.resize(found.size());
    std::vector<int64_t> next(starts_.begin(), starts_.end() - 1);
    const std::size_t ahead = 2 * at(cells_ahead);  // of a column's place, and half as far of what goes there
    for (std::size_t f = 0; f < found.size(); ++f) {
      if (f + ahead < found.size()) {
        prefetch(&next[at(found[f + ahead].column)]);
        prefetch(&listed_[at(next[at(found[f + ahead / 2].column)])]);
      }
      listed_[at(next[at(found[f].column)]++)] = found[f].cell;
    }
  }

  const Ascent<Form> &ascent_;
  const Form &form_;
  const Cells &cells_;
  KRange per_row_;
  const std::vector<Label> &labels_;
  struct Known {
    double value, prices;  // after prices; their magnitudes
  };
  std::vector<double> prices_;
  double rounding_;  // of the sum of all utilities
  std::vector<Known> known_;
  std::vector<double> limits_, least_;
  std::vector<double> least_limit_;  // of each label, whatever its rows cost
  std::vector<LineGain> wanted_;     // of sets that are worth more than that
  std::vector<double> kept_;
  std::vector<int64_t> excess_;
  RowLists demands_;
  double square_ = 0;
  std::vector<uint8_t> own_;  // whether a label demands what it has
  int64_t blocks_;
  std::vector<Work> work_;
  std::vector<int64_t> starts_;
  LargeVector<Listed> listed_;  // written here and there
};

}  // namespace wald::core::decisions
