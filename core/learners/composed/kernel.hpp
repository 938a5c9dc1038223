// Kernel features: a map f with f(x).f(z) = exp(-gamma |x - z|^2) for training rows, so that a linear learner on f(x)
// is a kernel machine. A Cholesky factorisation of the kernel matrix with diagonal pivoting picks the landmarks one by
// one, each the row that those before tell least of (S. Fine, K. Scheinberg, JMLR 2, 2001). With as many landmarks as
// rows it is exact; with fewer it is Nystroem's approximation at these landmarks. Duplicates are told whole, so they
// never become landmarks twice. n rows and r landmarks cost O(n r (d + r)), a new row O(r (d + r)).
#pragma once

#include <cstdint>
#include <vector>

#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

class KernelMap {
 public:
  KernelMap() = default;
  // Rows are scaled already; at most `landmarks` of them are taken. `mapped`, if not null, receives f of every row.
  KernelMap(const Features &rows, double gamma, int64_t landmarks, int threads, Monitor &monitor, Features *mapped);
  // With these landmarks, in this order, as they were read from `text`.
  KernelMap(Features landmarks, double gamma, const SavedText &text);

  int64_t size() const { return landmarks_.rows; }
  double gamma() const { return gamma_; }
  // Which of the rows the landmarks were.
  const std::vector<int64_t> &picked() const { return picked_; }
  // The same bits for a training row as `mapped` had.
  Features map(Features rows, Monitor &monitor) const;

 private:
  // f_j of a row, given those before.
  double next(const Features &rows, int64_t i, int64_t j, const double *f) const;

  double gamma_ = 1;
  Features landmarks_;
  std::vector<int64_t> picked_;
  std::vector<double> factor_;    // f of the landmarks, row by row: what stands before the diagonal counts
  std::vector<double> diagonal_;  // of the Cholesky factor
};

// The pairs of landmarks of all kernels in a learner, which loading it takes memory for, and time by the square root
// of their number more: 5,792 landmarks of one kernel.
constexpr int64_t most_landmark_pairs = int64_t{1} << 25;

// kernel, kernel:LEARNER: a linear learner (lfp where none is named) on kernel features.
ModelPointer fit_kernel(const Dataset &data, std::string_view argument, const ModelShape &shape,
                        const LearnerOptions &options, Monitor &monitor);
ModelPointer load_kernel(const SavedText &text, const SavedValue &object, const ModelShape &shape);

}  // namespace wald::core::learners
