// Checks the rows whose performance is estimated, and calibrates their probabilities.
#include "core/numeric/contraction.hpp"  // first

#include "core/performance/known_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"

namespace wald::core::performance {

KnownRows::KnownRows(const PerformanceRows &rows, const DrawnCalibration &calibration, int64_t n_segments)
    : given_(rows), calibration_(calibration) {
  const int64_t n = this->rows(), m = labels();
  p_.resize(static_cast<std::size_t>(n * m));
  for (int64_t i = 0; i < n; ++i) {
    const Reals of_row = given_.probabilities.row(i);
    for (int64_t j = 0; j < m; ++j) {
      const double p = of_row[j];
      if (!(p >= 0 && p <= one_rounded(of_row.is_float)))
        fail(Status::argument, "probabilities[", i, "][", j, "] is ", p, ": must lie in [0, 1]");
      if (given_.flagged(i, j) > 1)
        fail(Status::argument, "flagged[", i, "][", j, "] is ", int{given_.flagged(i, j)}, ": must be 0 or 1");
      p_[static_cast<std::size_t>(i * m + j)] = std::min(p, 1.0);
    }
  }
  if (given_.weights.data) {
    for (int64_t i = 0; i < n; ++i) {
      const double w = given_.weights[i];
      if (!(w >= 0 && w <= 1e100))
        fail(Status::argument, "weights[", i, "] is ", w, ": must be finite and at least 0");
      weights_.push_back(w);
    }
  }
  if (given_.labels.data) check_labels();
  check_segments(n_segments);
  if (!calibration_.is_given()) return;
  std::vector<double> calibrated(static_cast<std::size_t>(n));
  for (int64_t j = 0; j < m; ++j) {
    calibration_.apply(j, given_.probabilities.col(j), calibrated.data());
    for (int64_t i = 0; i < n; ++i) p_[static_cast<std::size_t>(i * m + j)] = calibrated[static_cast<std::size_t>(i)];
  }
}

void KnownRows::check_segments(int64_t n_segments) const {
  if (n_segments == 0 && given_.segments.data) fail(Status::argument, "segments are given: n_segments is 0");
  if (n_segments > 0 && !given_.segments.data)
    fail(Status::argument, "segments are missing: n_segments is ", n_segments);
  for (int64_t i = 0; n_segments > 0 && i < rows(); ++i)
    if (given_.segments[i] < 0 || given_.segments[i] >= n_segments)
      fail(Status::argument, "segments[", i, "] is ", given_.segments[i], ": must lie in [0, ", n_segments - 1, "]");
}

void KnownRows::check_labels() const {
  for (int64_t i = 0; i < rows(); ++i) {
    const double asked = given_.label_probabilities[i];
    if (!(asked >= 0 && asked <= 1))
      fail(Status::argument, "label_probabilities[", i, "] is ", asked, ": must lie in [0, 1]");
    for (int64_t j = 0; j < labels(); ++j) {
      if (given_.labels(i, j) > no_label)
        fail(Status::argument, "labels[", i, "][", j, "] is ", int{given_.labels(i, j)},
             ": must be 0, 1 or 2 (unknown)");
      if ((given_.labels(i, j) == no_label) != (given_.labels(i, 0) == no_label))
        fail(Status::argument, "labels[", i, "] are partly known: all labels of a row must be known, or none");
    }
    if (is_labelled(i) && asked == 0)
      fail(Status::argument, "label_probabilities[", i, "] is 0, and the label is known: must be above 0");
    if (!is_labelled(i) && asked == 1)
      fail(Status::argument, "label_probabilities[", i,
           "] is 1, and the label is not known: must be 0 if it was not requested or has not arrived");
  }
}

}  // namespace wald::core::performance
