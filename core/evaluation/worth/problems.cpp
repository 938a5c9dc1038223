// Makes the problems of a table for the estimate of the gain.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/worth/problems.hpp"

#include <algorithm>
#include <cmath>

#include "core/estimators/marginal.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core::evaluation {

Problems::Problems(Kind kind, const RealTable &table, decisions::Average average, double temperature)
    : kind_(kind),
      average_(average),
      temperature_(temperature),
      dense_(&table),
      rows_(table.rows),
      cols_(table.cols) {
  prepare();
}

Problems::Problems(Kind kind, const decisions::SparseTable &table, decisions::Average average, double temperature)
    : kind_(kind),
      average_(average),
      temperature_(temperature),
      sparse_(&table),
      rows_(table.rows),
      cols_(table.cols) {
  prepare();
}

template <class Visit>
void Problems::visit_row(int64_t i, const Visit &visit) const {
  if (dense_) {
    const Reals row = dense_->row(i);
    for (int64_t j = 0; j < row.n; ++j)
      if (row[j] > 0) visit(j, std::min(row[j], 1.0));
    return;
  }
  for (int64_t c = sparse_->indptr[i]; c < sparse_->indptr[i + 1]; ++c)
    if (sparse_->values[c] > 0) visit(sparse_->indices[c], std::min(sparse_->values[c], 1.0));
}

void Problems::prepare() {
  if (kind_ == Kind::categorical)
    for (int64_t i = 0; i < rows_; ++i) {
      double sum = 0, most = 0;
      visit_row(i, [&](int64_t, double p) { sum += p; });
      const double scale = categorical_scale(sum), none = std::max(0.0, 1 - sum);
      scale_.push_back(scale);
      if (temperature_ == 1) continue;
      visit_row(i, [&](int64_t, double p) { most = std::max(most, p * scale); });
      const double top = logarithm(std::max(most, none)) / temperature_;
      const auto share = [&](double p) { return p > 0 ? exponential(logarithm(p) / temperature_ - top) : 0; };
      double shares = share(none);
      visit_row(i, [&](int64_t, double p) { shares += share(p * scale); });
      log_sum_.push_back(top + logarithm(shares));
    }
  if (!sparse_ || average_ != decisions::Average::macro) return;
  starts_.assign(static_cast<std::size_t>(cols_) + 1, 0);
  for (int64_t i = 0; i < rows_; ++i)
    visit_row(i, [&](int64_t j, double) { ++starts_[static_cast<std::size_t>(j) + 1]; });
  for (std::size_t j = 1; j < starts_.size(); ++j) starts_[j] += starts_[j - 1];
  cells_.resize(static_cast<std::size_t>(starts_.back()));
  std::vector<int64_t> next(starts_.begin(), starts_.end() - 1);
  for (int64_t i = 0; i < rows_; ++i)
    visit_row(i, [&](int64_t j, double p) {
      cells_[static_cast<std::size_t>(next[static_cast<std::size_t>(j)]++)] = {i, p};
    });
}

// Log odds, or the logarithms of exclusive labels' probabilities, divided by the temperature.
double Problems::tempered(int64_t row, double p) const {
  const bool exclusive = kind_ == Kind::categorical;
  if (exclusive) p *= scale_[static_cast<std::size_t>(row)];
  if (temperature_ == 1 || p >= 1) return std::min(p, 1.0);
  if (exclusive)
    return std::min(1.0, exponential(logarithm(p) / temperature_ - log_sum_[static_cast<std::size_t>(row)]));
  return 1 / (1 + exponential((logarithm_1p(-p) - logarithm(p)) / temperature_));
}

int64_t Problems::items_each() const {
  switch (average_) {
    case decisions::Average::instance: return cols_;
    case decisions::Average::macro: return rows_;
    case decisions::Average::micro: return rows_ * cols_;
  }
  return 0;
}

int64_t Problems::row_of(int64_t a, int64_t item) const {
  switch (average_) {
    case decisions::Average::instance: return a;
    case decisions::Average::macro: return item;
    case decisions::Average::micro: return item / cols_;
  }
  return 0;
}

void Problems::gather(int64_t a, std::vector<Item> &out) const {
  out.clear();
  const auto add = [&](int64_t item, int64_t row, double p) {
    if (const double q = tempered(row, p); q > 0) out.push_back({item, q, p >= 0.5, false});
  };
  switch (average_) {
    case decisions::Average::instance: return visit_row(a, [&](int64_t j, double p) { add(j, a, p); });
    case decisions::Average::macro:
      if (dense_) {
        const Reals col = dense_->col(a);
        for (int64_t i = 0; i < rows_; ++i)
          if (col[i] > 0) add(i, i, std::min(col[i], 1.0));
        return;
      }
      for (auto c = static_cast<std::size_t>(starts_[static_cast<std::size_t>(a)]);
           c < static_cast<std::size_t>(starts_[static_cast<std::size_t>(a) + 1]); ++c)
        add(cells_[c].first, cells_[c].first, cells_[c].second);
      return;
    case decisions::Average::micro:
      for (int64_t i = 0; i < rows_; ++i) visit_row(i, [&](int64_t j, double p) { add(i * cols_ + j, i, p); });
  }
}

}  // namespace wald::core::evaluation
