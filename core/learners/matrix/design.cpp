// Multiplies by the matrix of a linear model, dense or sparse.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/matrix/design.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/learners/matrix/matrix_level.hpp"

namespace wald::core::learners {

namespace {

// Beyond this many rows and columns the principal components cost more than they save.
constexpr int64_t most_components = 1500;
// Directions whose share of the greatest variance is below this are rounding.
constexpr double least_variance = 1e-13;
// Where columns' variances differ by more than this, as they may without scaling, such a direction may be a column.
constexpr double widest_spread = 1e10;

}  // namespace

Design::Design(const Features &features, const std::vector<double> &extra, int64_t extras,
               const std::vector<double> &weights, const std::vector<int64_t> &order)
    : rows_(features.rows), features_(features.cols), extras_(extras), is_sparse_(features.is_sparse) {
  for (const int64_t i : order) {
    weights_.push_back(weights[static_cast<std::size_t>(i)]);
    total_weight_ += weights_.back();
  }
  if (is_sparse_)
    fill_sparse(features, order);
  else
    fill_dense(features, order);
  fill_tail(extra, order);
}

void Design::fill_sparse(const Features &features, const std::vector<int64_t> &order) {
  directions_ = features_;
  mean_squares_.assign(static_cast<std::size_t>(features_), 0.0);
  sparse_.rows = rows_;
  for (std::size_t r = 0; r < order.size(); ++r) {
    features.each(order[r], [&](int32_t j, double x) {
      sparse_.columns.push_back(j);
      sparse_.values.push_back(x);
      mean_squares_[static_cast<std::size_t>(j)] += weights_[r] / total_weight_ * (x * x);
    });
    sparse_.begin.push_back(static_cast<int64_t>(sparse_.values.size()));
  }
  sparse_columns_ = transposed(sparse_, features_);
}

void Design::fill_dense(const Features &features, const std::vector<int64_t> &order) {
  const auto n = static_cast<std::size_t>(rows_), d = static_cast<std::size_t>(features_);
  feature_means_.assign(d, 0.0);
  for (std::size_t r = 0; r < n; ++r) {
    const double share = weights_[r] / total_weight_;
    const double *const x = features.row(order[r]);
    for (std::size_t j = 0; j < d; ++j) feature_means_[j] += share * x[j];
  }
  // Column by column, centred; and scaled by the root of the row's share, whose products are covariances.
  std::vector<double> centred(n * d), scaled(n * d);
  for (std::size_t r = 0; r < n; ++r) {
    const double root = std::sqrt(weights_[r] / total_weight_);
    const double *const x = features.row(order[r]);
    for (std::size_t j = 0; j < d; ++j) {
      centred[j * n + r] = x[j] - feature_means_[j];
      scaled[j * n + r] = root * centred[j * n + r];
    }
  }
  const MatrixLevel &level = matrix_level();
  const bool by_rows = rows_ < features_;
  const std::size_t side = std::min(n, d);
  std::vector<double> variances(d, 0.0);
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t r = 0; r < n; ++r) variances[j] += scaled[j * n + r] * scaled[j * n + r];
    if (variances[j] > 0) least = std::min(least, variances[j]);
    greatest = std::max(greatest, variances[j]);
  }
  if (static_cast<int64_t>(side) > most_components || side == 0 || greatest > widest_spread * least) {
    directions_ = features_;
    dense_ = std::move(centred);
    mean_squares_ = std::move(variances);
    return;
  }
  std::vector<double> products(side * side), values(side), vectors(side * side);
  if (by_rows) {
    std::vector<double> transposed(n * d);
    for (std::size_t j = 0; j < d; ++j)
      for (std::size_t r = 0; r < n; ++r) transposed[r * d + j] = scaled[j * n + r];
    level.multiply_transposed(transposed.data(), features_, rows_, transposed.data(), rows_, products.data());
  } else {
    level.multiply_transposed(scaled.data(), rows_, features_, scaled.data(), features_, products.data());
  }
  symmetric_eigen(products.data(), static_cast<int64_t>(side), values.data(), vectors.data());
  std::vector<std::size_t> kept;
  for (std::size_t c = side; c-- > 0;)
    if (values[c] > least_variance * values[side - 1]) kept.push_back(c);
  directions_ = static_cast<int64_t>(kept.size());
  std::vector<double> chosen(side * kept.size());
  for (std::size_t c = 0; c < kept.size(); ++c) {
    std::copy_n(vectors.begin() + static_cast<std::ptrdiff_t>(kept[c] * side), side,
                chosen.begin() + static_cast<std::ptrdiff_t>(c * side));
    mean_squares_.push_back(values[kept[c]]);
  }
  if (by_rows) {
    // X = U S V': V = X' U / S.
    rotation_.resize(d * kept.size());
    level.multiply_transposed(scaled.data(), rows_, features_, chosen.data(), directions_, rotation_.data());
    for (std::size_t c = 0; c < kept.size(); ++c)
      for (std::size_t j = 0; j < d; ++j) rotation_[c * d + j] /= std::sqrt(mean_squares_[c]);
  } else {
    rotation_ = std::move(chosen);
  }
  dense_.resize(n * kept.size());
  level.multiply(centred.data(), rows_, features_, rotation_.data(), directions_, dense_.data());
}

void Design::fill_tail(const std::vector<double> &extra, const std::vector<int64_t> &order) {
  const auto n = static_cast<std::size_t>(rows_), e = static_cast<std::size_t>(extras_);
  extra_means_.assign(e, 0.0);
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t j = 0; j < e; ++j)
      extra_means_[j] += weights_[r] / total_weight_ * extra[static_cast<std::size_t>(order[r]) * e + j];
  for (std::size_t j = 0; j < e; ++j) {
    double squares = 0;
    for (std::size_t r = 0; r < n; ++r) {
      const double x = extra[static_cast<std::size_t>(order[r]) * e + j] - extra_means_[j];
      dense_.push_back(x);
      squares += weights_[r] / total_weight_ * (x * x);
    }
    mean_squares_.push_back(squares);
  }
  dense_.insert(dense_.end(), n, 1.0);
  mean_squares_.push_back(1.0);
}

namespace {

// Columns of length `rows`, `stride` apart, to rows of length `width`, the rest of which is 0; and back, added to.
void to_rows(const double *in, int64_t rows, int64_t cols, int64_t stride, int64_t width, double *out) {
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < cols; ++c) out[r * width + c] = in[c * stride + r];
    for (int64_t c = cols; c < width; ++c) out[r * width + c] = 0;
  }
}
void add_rows(const double *in, int64_t rows, int64_t cols, int64_t width, double *out, int64_t stride) {
  for (int64_t c = 0; c < cols; ++c)
    for (int64_t r = 0; r < rows; ++r) out[c * stride + r] += in[r * width + c];
}

}  // namespace

void Design::multiply(const double *w, int64_t cols, double *out, std::vector<double> &scratch) const {
  const MatrixLevel &level = matrix_level();
  if (!is_sparse_) return level.multiply(dense_.data(), rows_, size(), w, cols, out);
  const int64_t tail = extras_ + 1, width = (cols + side_by_side - 1) / side_by_side * side_by_side;
  scratch.resize(static_cast<std::size_t>((features_ + rows_) * width + tail * cols));
  double *const rows = scratch.data(), *const product = rows + features_ * width, *const last = product + rows_ * width;
  for (int64_t c = 0; c < cols; ++c) std::copy_n(w + c * size() + features_, tail, last + c * tail);
  level.multiply(dense_.data(), rows_, tail, last, cols, out);
  to_rows(w, features_, cols, size(), width, rows);
  wald::core::learners::multiply(sparse_, rows, width, product);
  add_rows(product, rows_, cols, width, out, rows_);
}

void Design::multiply_transposed(const double *r, int64_t cols, double *out, std::vector<double> &scratch) const {
  const MatrixLevel &level = matrix_level();
  if (!is_sparse_) return level.multiply_transposed(dense_.data(), rows_, size(), r, cols, out);
  const int64_t tail = extras_ + 1, width = (cols + side_by_side - 1) / side_by_side * side_by_side;
  scratch.resize(static_cast<std::size_t>((features_ + rows_) * width + tail * cols));
  double *const rows = scratch.data(), *const product = rows + rows_ * width, *const last = product + features_ * width;
  level.multiply_transposed(dense_.data(), rows_, tail, r, cols, last);
  to_rows(r, rows_, cols, rows_, width, rows);
  wald::core::learners::multiply(sparse_columns_, rows, width, product);
  for (int64_t c = 0; c < cols; ++c) {
    std::fill_n(out + c * size(), features_, 0.0);
    std::copy_n(last + c * tail, tail, out + c * size() + features_);
  }
  add_rows(product, features_, cols, width, out, size());
}

Design::Coefficients Design::original(const double *w) const {
  const auto d = static_cast<std::size_t>(features_), e = static_cast<std::size_t>(extras_);
  Coefficients out{w[size() - 1], std::vector<double>(d, 0.0), std::vector<double>(w + directions_, w + size() - 1)};
  if (rotation_.empty()) {
    if (directions_ == features_) std::copy_n(w, d, out.features.begin());
  } else {
    for (std::size_t c = 0; c < static_cast<std::size_t>(directions_); ++c)
      for (std::size_t j = 0; j < d; ++j) out.features[j] += rotation_[c * d + j] * w[c];
  }
  if (!is_sparse_)
    for (std::size_t j = 0; j < d; ++j) out.intercept -= feature_means_[j] * out.features[j];
  for (std::size_t j = 0; j < e; ++j) out.intercept -= extra_means_[j] * out.extras[j];
  return out;
}

}  // namespace wald::core::learners
