// Finds the nearest rows exactly, by blocks of products with a proved error.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/nearest/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "core/learners/matrix/matrix_level.hpp"

namespace wald::core::learners {

namespace {

double square_of_row(const Features &rows, int64_t i) {
  double sum = 0;
  rows.each(i, [&](int32_t, double x) { sum += x * x; });
  return sum;
}

// Of two rows of length 1 the squared distance is 2 - 2 cos.
constexpr double right_angle = 2;

// Queries' products with all rows that are held at once.
constexpr int64_t numbers_at_once = int64_t{1} << 20, queries_at_once = 64;

}  // namespace

NeighbourSearch::NeighbourSearch(Features rows, NeighbourMetric metric) : rows_(std::move(rows)), metric_(metric) {
  if (metric_ == NeighbourMetric::cosine) Scaler(Scaling::unit, rows_, {}).apply(rows_);
  for (int64_t i = 0; i < rows_.rows; ++i) {
    squares_.push_back(square_of_row(rows_, i));
    largest_square_ = std::max(largest_square_, squares_.back());
  }
  if (!rows_.is_sparse) return;
  few_columns_ = rows_.cols > 1024 + 16 * static_cast<int64_t>(rows_.columns.size());
  if (few_columns_) {
    columns_ = rows_.columns;
    std::sort(columns_.begin(), columns_.end());
    columns_.erase(std::unique(columns_.begin(), columns_.end()), columns_.end());
  }
  column_begin_.assign((few_columns_ ? columns_.size() : static_cast<std::size_t>(rows_.cols)) + 1, 0);
  for (const int32_t j : rows_.columns) ++column_begin_[place_of_column(j) + 1];
  for (std::size_t j = 1; j < column_begin_.size(); ++j) column_begin_[j] += column_begin_[j - 1];
  column_rows_.resize(rows_.columns.size());
  column_values_.resize(rows_.columns.size());
  std::vector<int64_t> next = column_begin_;
  for (int64_t i = 0; i < rows_.rows; ++i)
    rows_.each(i, [&](int32_t j, double x) {
      const auto at = static_cast<std::size_t>(next[place_of_column(j)]++);
      column_rows_[at] = static_cast<int32_t>(i);
      column_values_[at] = x;
    });
}

// column_begin_.size() - 1 if no row has the column.
std::size_t NeighbourSearch::place_of_column(int32_t j) const {
  if (!few_columns_) return static_cast<std::size_t>(j);
  const auto at = std::lower_bound(columns_.begin(), columns_.end(), j);
  return static_cast<std::size_t>((at != columns_.end() && *at == j ? at : columns_.end()) - columns_.begin());
}

void NeighbourSearch::products(const Features &queries, int64_t first, int64_t n, double *out) const {
  if (!rows_.is_sparse) {
    matrix_level().multiply_transposed(rows_.values.data(), rows_.cols, rows_.rows, queries.row(first), n, out);
    return;
  }
  std::fill(out, out + n * rows_.rows, 0.0);
  for (int64_t i = 0; i < n; ++i) {
    double *const own = out + i * rows_.rows;
    queries.each(first + i, [&](int32_t j, double x) {
      const std::size_t column = place_of_column(j);
      if (column + 1 == column_begin_.size()) return;
      for (auto at = static_cast<std::size_t>(column_begin_[column]);
           at < static_cast<std::size_t>(column_begin_[column + 1]); ++at)
        own[column_rows_[at]] += x * column_values_[at];
    });
  }
}

double NeighbourSearch::exact_square(const Features &queries, int64_t query, int64_t row) const {
  double sum = 0;
  if (!rows_.is_sparse) {
    const double *const q = queries.row(query), *const x = rows_.row(row);
    for (int64_t j = 0; j < rows_.cols; ++j) sum += (q[j] - x[j]) * (q[j] - x[j]);
    return sum;
  }
  // The same sum: what both lack adds nothing.
  auto a = static_cast<std::size_t>(queries.begin[static_cast<std::size_t>(query)]);
  auto b = static_cast<std::size_t>(rows_.begin[static_cast<std::size_t>(row)]);
  const auto a_end = static_cast<std::size_t>(queries.begin[static_cast<std::size_t>(query) + 1]);
  const auto b_end = static_cast<std::size_t>(rows_.begin[static_cast<std::size_t>(row) + 1]);
  while (a < a_end || b < b_end) {
    const bool in_a = a < a_end && (b == b_end || queries.columns[a] <= rows_.columns[b]);
    const bool in_b = b < b_end && (a == a_end || rows_.columns[b] <= queries.columns[a]);
    const double difference = (in_a ? queries.values[a] : 0) - (in_b ? rows_.values[b] : 0);
    sum += difference * difference;
    a += in_a;
    b += in_b;
  }
  return sum;
}

void NeighbourSearch::nearest(Features queries, int64_t count, const int64_t *groups_of_queries,
                              const int64_t *groups_of_rows, std::vector<Neighbour> *out) const {
  if (rows_.is_sparse != queries.is_sparse) queries = rows_.is_sparse ? as_sparse(queries) : as_dense(queries);
  if (metric_ == NeighbourMetric::cosine) Scaler(Scaling::unit, queries, {}).apply(queries);
  const int64_t n = rows_.rows, step = std::clamp<int64_t>(numbers_at_once / n, 1, queries_at_once);
  std::vector<double> approximate(static_cast<std::size_t>(step * n)), ranked;
  std::vector<std::pair<double, int64_t>> measured;
  for (int64_t first = 0; first < queries.rows; first += step) {
    const int64_t some = std::min(step, queries.rows - first);
    products(queries, first, some, approximate.data());
    for (int64_t i = first; i < first + some; ++i) {
      double *const squares = approximate.data() + (i - first) * n;
      const double own = square_of_row(queries, i);
      for (int64_t r = 0; r < n; ++r) {
        const double length = squares_[static_cast<std::size_t>(r)];
        squares[r] = no_angle(own, length) ? right_angle : (own + length) - 2 * squares[r];
      }
      for (int64_t r = 0; groups_of_rows && r < n; ++r)
        if (groups_of_rows[r] == groups_of_queries[i]) squares[r] = std::numeric_limits<double>::infinity();
      ranked.assign(squares, squares + n);
      std::nth_element(ranked.begin(), ranked.begin() + (count - 1), ranked.end());
      // A sum of d products errs by at most d u sum |q_j x_j| (1 + d u), u = 2^-53, in any order, and so do the
      // lengths; 2 sum |q_j x_j| <= |q|^2 + |x|^2, and three roundings follow. Distances measured one by one err by (d
      // + 2) u of themselves, at most 2 (|q|^2 + |x|^2).
      const double error = (8 * static_cast<double>(rows_.cols) + 32) * 0x1p-53 * (own + largest_square_);
      const double limit = ranked[static_cast<std::size_t>(count) - 1] + 2 * error;
      measured.clear();
      for (int64_t r = 0; r < n; ++r)
        if (squares[r] <= limit)
          measured.emplace_back(
              no_angle(own, squares_[static_cast<std::size_t>(r)]) ? right_angle : exact_square(queries, i, r), r);
      std::partial_sort(measured.begin(), measured.begin() + count, measured.end());
      out[i].clear();
      for (int64_t k = 0; k < count; ++k) {
        const auto [square, row] = measured[static_cast<std::size_t>(k)];
        out[i].push_back({metric_ == NeighbourMetric::cosine ? square / 2 : std::sqrt(square), row});
      }
    }
  }
}

void neighbour_weights(NeighbourWeights weights, const Neighbour *nearest, int64_t count, double *out) {
  const double low = nearest[0].distance, high = nearest[count - 1].distance;
  const bool alike = weights != NeighbourWeights::dudani || !(high > low);
  for (int64_t k = 0; k < count; ++k) out[k] = alike ? 1 : (high - nearest[k].distance) / (high - low);
}

}  // namespace wald::core::learners
