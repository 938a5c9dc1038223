// Fitted regressions side by side, as models keep, evaluate and save them.
#pragma once

#include <string>
#include <vector>

#include "core/learners/linear/linear_fit.hpp"
#include "core/learners/model.hpp"
#include "core/learners/learner_options.hpp"

namespace wald::core::learners {

// What a saved table must look like.
struct LinearShape {
  int64_t problems;  // -1: any number
  int64_t features, extras;
  int64_t low, high;  // of classes
};

class LinearTable {
 public:
  LinearTable() = default;
  LinearTable(std::vector<LinearFit> fits, int64_t features, int64_t extras);

  int64_t count() const { return static_cast<int64_t>(fits_.size()); }
  const LinearFit &fit(int64_t p) const { return fits_[static_cast<std::size_t>(p)]; }
  // Values that problem p can take.
  const std::vector<int64_t> &classes(int64_t p) const { return fit(p).classes; }

  // Columns of all problems, one after the other; those of problem p begin at first(p).
  int64_t outputs() const { return first_.empty() ? 0 : first_.back(); }
  int64_t first(int64_t p) const { return first_[static_cast<std::size_t>(p)]; }
  // Of row i of scaled features, extras taken as 0. Feature after feature, so that the bits are the same for dense and
  // sparse rows, alone or among others, and on every processor.
  void margins(const Features &features, int64_t i, double *out) const;
  // Of extra column e in output o.
  double extra(int64_t e, int64_t o) const { return extra_[static_cast<std::size_t>(e * outputs() + o)]; }

  // P(value) of problem p for each of its classes, from all margins.
  void probabilities(const double *margins, int64_t p, double *out) const;

  // What was chosen, with each problem's name.
  void add_choices(const std::vector<std::string> &names, std::vector<FittingChoice> &out) const;

  // ",\n"name":[{...}, ...]"
  void save(std::string &out, const char *name) const;
  static LinearTable load(const SavedText &text, const SavedValue &object, const char *name, const LinearShape &shape);

 private:
  std::vector<LinearFit> fits_;
  int64_t extras_ = 0;
  std::vector<int64_t> first_;
  std::vector<double> intercepts_;
  std::vector<double> by_feature_;  // features by outputs, row by row
  std::vector<double> extra_;       // extras by outputs
};

}  // namespace wald::core::learners
