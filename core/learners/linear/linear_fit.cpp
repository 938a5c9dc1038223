// Fits many regressions at once over the same rows, each with a strength of its own.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/linear/linear_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "core/base/error.hpp"
#include "core/learners/linear/softmax_loops.hpp"
#include "core/learners/matrix/design.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/vectors/kernels.hpp"

namespace wald::core::learners {

namespace {

constexpr double intercept_variance = 100;
constexpr double least_probability = 1e-12;  // in the loss out of fold
constexpr double noise = 1e-4;               // of that loss, as a share: what is less is not worse
// Columns that stand side by side in one product: so many that products run fast, so few that there are tasks for
// several threads. Not a matter of how many threads there are, which would change the rounding.
constexpr int64_t columns_of_group = 20;
constexpr std::size_t most_pairs = 10;  // that L-BFGS remembers
constexpr int most_iterations = 300, most_last_iterations = 2000;
// A fit ends where twice the decrease that is still to be had, as its model of the loss says, is below this a unit of
// weight. The first is for strengths that are tried; the second for what is kept, which then is the same to eight
// digits in whatever order rows come, and whether they are copies or weights.
constexpr double tried_tolerance = 1e-6, kept_tolerance = 1e-18;
constexpr int most_searches = 12;
constexpr double flat_enough = 0.2;  // a search ends where the slope is so much of that at its start

// ---- One regression on some of the rows ------------------------------------------------------------

class Fit {
 public:
  // Rows of the design in [hold_begin, hold_end) are left out.
  Fit(const Design &design, const std::vector<int32_t> &classes, int64_t outputs, const std::vector<uint8_t> &extras,
      int64_t hold_begin, int64_t hold_end)
      : design_(design), classes_(classes), outputs_(outputs), begin_(hold_begin), end_(hold_end) {
    const std::size_t coefficients = index(design.size() * outputs), margins = index(design.rows() * outputs);
    w_.assign(coefficients, 0.0);
    margins_.assign(margins, 0.0);
    gradient_.resize(coefficients);
    scale_.resize(coefficients);
    for (int64_t k = 0; k < outputs; ++k)
      for (std::size_t e = 0; e < extras.size(); ++e)
        if (!extras[e]) unseen_.push_back(index(k * design.size() + design.directions()) + e);
    for (int64_t i = 0; i < design.rows(); ++i)
      if (i < begin_ || i >= end_) weight_ += design.weights()[index(i)];
  }

  int64_t outputs() const { return outputs_; }
  std::vector<double> &coefficients() { return w_; }
  std::vector<double> &margins() { return margins_; }

  void set_penalty(double c, double tolerance, int most) {
    for (Pair &pair : pairs_) {
      each_column([&](std::size_t first, int64_t count) {
        add_multiple(&pair.step[first], 1 / c - ridge_, count, &pair.change[first]);
      });
      pair.find_inverse();
    }
    ridge_ = 1 / c;
    tolerance_ = tolerance * weight_;
    left_ = most;
    scaled_ = false;
  }

  // Residuals at the margins; rows left out have none.
  void write_residuals(double *out) {
    curvature_.assign(index(outputs_), 0.0);
    std::vector<double> part(index(outputs_));
    each_part([&](const MarginRows &rows, int64_t first) {
      residuals(rows, margins_.data() + first, out + first, part.data());
      for (std::size_t k = 0; k < part.size(); ++k) curvature_[k] += part[k];
    });
    for (int64_t k = 0; k < outputs_; ++k)
      std::fill(out + k * design_.rows() + begin_, out + k * design_.rows() + end_, 0.0);
  }

  // design' times the residuals has come. Remembers what the last step did to the gradient.
  void take_gradient(double *products) {
    for (const std::size_t j : unseen_) products[j] = 0;
    if (stepped_) {
      if (pairs_.size() == most_pairs)
        std::rotate(pairs_.begin(), pairs_.begin() + 1, pairs_.end());
      else
        pairs_.emplace_back();
      Pair &pair = pairs_.back();
      pair.step = step_;
      pair.change.resize(w_.size());
      for (std::size_t j = 0; j < w_.size(); ++j) pair.change[j] = products[j] - gradient_[j];
      add_penalty(step_, pair.change);
      pair.find_inverse();
      stepped_ = false;
    }
    std::copy_n(products, w_.size(), gradient_.begin());
  }

  // Whether the optimum at this penalty is reached, or no more iterations are allowed. Else `direction_` is set.
  bool converged() {
    if (!scaled_) fill_scale();
    total_ = gradient_;
    add_penalty(w_, total_);
    if (left_ <= 0) return true;
    find_direction();
    return !(-product(direction_, total_) > tolerance_);
  }
  const std::vector<double> &direction() const { return direction_; }

  // Goes along the direction, by which margins change as `steps` says, to where the loss is least.
  void step(const double *steps) {
    const double at_start = product(total_, direction_);
    scratch_.assign(w_.size(), 0.0);
    add_penalty(direction_, scratch_);
    const double own = product(scratch_, direction_), across = product(scratch_, w_);
    double t = 1, low = 0, high = std::numeric_limits<double>::infinity();
    for (int s = 0; s < most_searches; ++s) {
      double slope = across + t * own, curvature = own;
      each_part([&](const MarginRows &rows, int64_t first) {
        const LineDerivatives part = line_derivatives(rows, margins_.data() + first, steps + first, t);
        slope += part.slope;
        curvature += part.curvature;
      });
      if (std::fabs(slope) <= flat_enough * std::fabs(at_start)) break;
      (slope < 0 ? low : high) = t;
      double next = t - slope / curvature;
      if (!(next > low && next < high)) next = std::isinf(high) ? 2 * t : 0.5 * (low + high);
      t = next;
    }
    step_.resize(w_.size());
    for (std::size_t j = 0; j < w_.size(); ++j) step_[j] = t * direction_[j];
    add_multiple(step_.data(), 1, static_cast<int64_t>(w_.size()), w_.data());
    add_multiple(steps, t, static_cast<int64_t>(margins_.size()), margins_.data());
    stepped_ = true;
    --left_;
  }

  // Summed over the rows left out.
  double loss_out_of_fold() const {
    return log_loss(
        {design_.weights().data() + begin_, classes_.data() + begin_, end_ - begin_, outputs_, design_.rows()},
        margins_.data() + begin_, least_probability);
  }

 private:
  static double product(const std::vector<double> &a, const std::vector<double> &b) {
    return dot(a.data(), b.data(), static_cast<int64_t>(a.size()));
  }

  struct Pair {
    std::vector<double> step, change;  // of the gradient, with the penalty as it is now
    double inverse = 0;                // of their product; 0 if that is none
    void find_inverse() {
      const double found = product(step, change);
      inverse = found > 0 ? 1 / found : 0;
    }
  };

  static std::size_t index(int64_t i) { return static_cast<std::size_t>(i); }

  // Where each output's coefficients begin, and how many they are without the intercept.
  template <class Use>
  void each_column(const Use &use) const {
    for (int64_t k = 0; k < outputs_; ++k) use(index(k * design_.size()), design_.size() - 1);
  }

  // out += the penalty's second derivatives times x.
  void add_penalty(const std::vector<double> &x, std::vector<double> &out) const {
    each_column([&](std::size_t first, int64_t count) {
      add_multiple(&x[first], ridge_, count, &out[first]);
      const std::size_t intercept = first + index(count);
      out[intercept] += x[intercept] / intercept_variance;
    });
  }

  // The rows that take part lie before and behind those left out.
  template <class Use>
  void each_part(const Use &use) const {
    const auto part = [&](int64_t first, int64_t last) {
      if (first < last)
        use(MarginRows{design_.weights().data() + first, classes_.data() + first, last - first, outputs_,
                       design_.rows()},
            first);
    };
    part(0, begin_);
    part(end_, design_.rows());
  }

  // The inverse of the second derivatives' diagonal: as the margins' curvature were the same in every row.
  void fill_scale() {
    const std::vector<double> &squares = design_.mean_squares();
    std::size_t k = 0;
    each_column([&](std::size_t first, int64_t count) {
      const std::size_t intercept = first + index(count);
      for (std::size_t j = first; j <= intercept; ++j)
        scale_[j] = 1 / (curvature_[k] * squares[j - first] + (j < intercept ? ridge_ : 1 / intercept_variance));
      ++k;
    });
    scaled_ = true;
  }

  // L-BFGS: the two loops over what is remembered, around the scale.
  void find_direction() {
    const std::size_t size = w_.size();
    const auto n = static_cast<int64_t>(size);
    direction_.resize(size);
    for (std::size_t j = 0; j < size; ++j) direction_[j] = -total_[j];
    std::vector<double> share(pairs_.size());
    for (std::size_t p = pairs_.size(); p-- > 0;) {
      const Pair &pair = pairs_[p];
      share[p] = pair.inverse * product(pair.step, direction_);
      add_multiple(pair.change.data(), -share[p], n, direction_.data());
    }
    const double gamma = pairs_.empty() ? 1 : gain(pairs_.back());
    for (std::size_t j = 0; j < size; ++j) direction_[j] *= gamma * scale_[j];
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      const Pair &pair = pairs_[p];
      const double back = pair.inverse * product(pair.change, direction_);
      add_multiple(pair.step.data(), share[p] - back, n, direction_.data());
    }
    // Rounding could turn it uphill.
    if (!(product(direction_, total_) < 0))
      for (std::size_t j = 0; j < size; ++j) direction_[j] = -scale_[j] * total_[j];
  }
  // By how much the scale is too small, as the last step saw it.
  double gain(const Pair &pair) {
    if (pair.inverse == 0) return 1;
    scratch_.resize(scale_.size());
    for (std::size_t j = 0; j < scale_.size(); ++j) scratch_[j] = scale_[j] * pair.change[j];
    const double scaled = product(scratch_, pair.change);
    return scaled > 0 ? 1 / (pair.inverse * scaled) : 1;
  }

  const Design &design_;
  const std::vector<int32_t> &classes_;
  const int64_t outputs_;
  const int64_t begin_, end_;
  std::vector<std::size_t> unseen_;  // coefficients of extra columns that the problem does not see: they stay 0
  double weight_ = 0, tolerance_ = 0, ridge_ = 0;
  int left_ = 0;
  bool stepped_ = false, scaled_ = false;
  std::vector<double> w_, margins_, gradient_, total_, scale_, direction_, step_, curvature_, scratch_;
  std::vector<Pair> pairs_;
};

// ---- One problem: its path over the strengths, then the fit on all rows ----------------------------

struct Path {
  const LinearProblem *problem = nullptr;
  std::vector<int32_t> classes;  // of the design's rows
  int64_t outputs = 0;
  LinearFit *result = nullptr;
  std::vector<std::unique_ptr<Fit>> fits;  // of the folds; in the end those that are kept, the one on all rows last
  std::vector<uint8_t> done;               // of each fit at this strength
  bool gradient_known = false;             // of the fits, at their coefficients
  std::size_t at = 0;                      // strength
  int64_t worse = 0;
  bool last = false;  // fits what is kept
  bool finished = false;
  std::vector<double> start;  // mean coefficients of the folds at the best strength
};

class Group {
 public:
  Group(const Design &design, const std::vector<int64_t> &folds, const std::vector<double> &penalties,
        int64_t worse_steps, WantedOfFits wanted, std::vector<Path> paths)
      : design_(design),
        folds_(folds),
        penalties_(penalties),
        worse_steps_(worse_steps),
        wanted_(wanted),
        paths_(std::move(paths)) {}

  void run(Monitor &monitor) {
    for (Path &path : paths_) {
      if (has_folds() && (penalties_.size() > 1 || wanted_ != WantedOfFits::model))
        start_folds(path);
      else
        start_last(path, penalties_.front());
    }
    int64_t steps = 0;
    std::vector<Fit *> active;
    while (true) {
      active.clear();
      for (Path &path : paths_)
        for (std::size_t f = 0; f < path.fits.size(); ++f)
          if (!path.done[f]) active.push_back(path.fits[f].get());
      if (active.empty()) return;
      // Fractions that never reach 1: how many steps there will be is not known.
      monitor.at(1 - 1 / (1 + static_cast<double>(steps++) / 50));
      gradients(active);
      advance();
      active.clear();
      for (Path &path : paths_)
        for (std::size_t f = 0; f < path.fits.size(); ++f)
          if (!path.done[f] && path.gradient_known) active.push_back(path.fits[f].get());
      move(active);
    }
  }

 private:
  bool has_folds() const { return folds_.size() > 2; }

  void add_fit(Path &path, int64_t hold_begin, int64_t hold_end) {
    path.fits.push_back(
        std::make_unique<Fit>(design_, path.classes, path.outputs, path.problem->extras, hold_begin, hold_end));
  }

  void add_folds(Path &path) {
    for (std::size_t f = 0; f + 1 < folds_.size(); ++f) add_fit(path, folds_[f], folds_[f + 1]);
  }

  void start_strength(Path &path, double penalty, double tolerance, int most) {
    path.done.assign(path.fits.size(), 0);
    for (auto &fit : path.fits) fit->set_penalty(penalty, tolerance, most);
  }

  void start_folds(Path &path) {
    add_folds(path);
    start_strength(path, penalties_.front(), tried_tolerance, most_iterations);
  }

  void start_last(Path &path, double penalty) {
    path.result->penalty = penalty;
    path.last = true;
    path.fits.clear();
    if (wanted_ == WantedOfFits::losses && has_folds()) {
      path.done.clear();
      path.finished = true;
      return;
    }
    // Margins that others are calibrated on are as exact as what is calibrated.
    if (wanted_ == WantedOfFits::margins_out_of_fold && has_folds()) add_folds(path);
    add_fit(path, design_.rows(), design_.rows());
    path.gradient_known = false;
    if (!path.start.empty()) {
      std::vector<double> &margins = path.fits.back()->margins();
      design_.multiply(path.start.data(), path.outputs, margins.data(), scratch_);
      for (auto &fit : path.fits) {
        fit->coefficients() = path.start;
        if (fit != path.fits.back()) fit->margins() = margins;
      }
    }
    start_strength(path, penalty, kept_tolerance, most_last_iterations);
  }

  // Side by side: residuals, and their products with the design.
  void gradients(const std::vector<Fit *> &active) {
    const int64_t cols = columns(active), n = design_.rows(), size = design_.size();
    by_rows_.resize(static_cast<std::size_t>(n * cols));
    by_size_.resize(static_cast<std::size_t>(size * cols));
    double *at = by_rows_.data();
    for (Fit *fit : active) {
      fit->write_residuals(at);
      at += n * fit->outputs();
    }
    design_.multiply_transposed(by_rows_.data(), cols, by_size_.data(), scratch_);
    double *products = by_size_.data();
    for (Fit *fit : active) {
      fit->take_gradient(products);
      products += size * fit->outputs();
    }
  }

  // Fits that have converged; paths of which all have go on to their next strength, which may be reached at once.
  void advance() {
    for (Path &path : paths_) {
      if (path.finished) continue;
      path.gradient_known = true;
      while (true) {
        bool all = true;
        for (std::size_t f = 0; f < path.fits.size(); ++f) {
          if (!path.done[f]) path.done[f] = path.fits[f]->converged();
          all = all && path.done[f];
        }
        if (!all) break;
        if (path.last) {
          finish(path);
          break;
        }
        if (!next_strength(path)) break;
      }
    }
  }

  // The loss at this strength is known. True: another one is tried; false: the best is fitted to all rows.
  bool next_strength(Path &path) {
    double loss = 0;
    for (auto &fit : path.fits) loss += fit->loss_out_of_fold();
    loss /= design_.total_weight();
    LinearFit &result = *path.result;
    const double c = penalties_[path.at];
    // Penalties so strong that nothing is learned lose alike except for noise: a path goes on through these.
    const bool worse = !result.path.empty() && loss > result.loss * (1 + noise);
    path.worse = worse ? path.worse + 1 : 0;
    if (result.path.empty() || loss < result.loss) {
      result.loss = loss;
      result.penalty = c;
      remember(path);
    }
    result.path.emplace_back(c, loss);
    if (path.worse >= worse_steps_ || path.at + 1 == penalties_.size()) {
      start_last(path, result.penalty);
      return false;
    }
    ++path.at;
    start_strength(path, penalties_[path.at], tried_tolerance, most_iterations);
    return true;
  }

  void remember(Path &path) {
    path.start.assign(static_cast<std::size_t>(design_.size() * path.outputs), 0.0);
    for (auto &fit : path.fits)
      for (std::size_t j = 0; j < path.start.size(); ++j)
        path.start[j] += fit->coefficients()[j] / static_cast<double>(path.fits.size());
  }

  void finish(Path &path) {
    const std::vector<double> &w = path.fits.back()->coefficients();
    for (int64_t k = 0; k < path.outputs; ++k) {
      Design::Coefficients column = design_.original(w.data() + k * design_.size());
      path.result->columns.push_back({column.intercept, std::move(column.features), std::move(column.extras)});
    }
    if (path.fits.size() > 1) path.result->out_of_fold.resize(static_cast<std::size_t>(design_.rows() * path.outputs));
    for (std::size_t f = 0; f + 1 < path.fits.size(); ++f)
      for (int64_t k = 0; k < path.outputs; ++k)
        for (int64_t i = folds_[f]; i < folds_[f + 1]; ++i) {
          const auto cell = static_cast<std::size_t>(k * design_.rows() + i);
          path.result->out_of_fold[cell] = path.fits[f]->margins()[cell];
        }
    path.finished = true;
    path.fits.clear();
    path.done.clear();
  }

  void move(const std::vector<Fit *> &active) {
    if (active.empty()) return;
    const int64_t cols = columns(active), n = design_.rows(), size = design_.size();
    by_rows_.resize(static_cast<std::size_t>(n * cols));
    by_size_.resize(static_cast<std::size_t>(size * cols));
    double *at = by_size_.data();
    for (const Fit *fit : active) at = std::copy(fit->direction().begin(), fit->direction().end(), at);
    design_.multiply(by_size_.data(), cols, by_rows_.data(), scratch_);
    const double *steps = by_rows_.data();
    for (Fit *fit : active) {
      fit->step(steps);
      steps += n * fit->outputs();
    }
  }

  static int64_t columns(const std::vector<Fit *> &fits) {
    int64_t out = 0;
    for (const Fit *fit : fits) out += fit->outputs();
    return out;
  }

  const Design &design_;
  const std::vector<int64_t> &folds_;
  const std::vector<double> &penalties_;
  const int64_t worse_steps_;
  const WantedOfFits wanted_;
  std::vector<Path> paths_;
  std::vector<double> by_rows_, by_size_, scratch_;
};

}  // namespace

const std::vector<double> &default_penalties() {
  static const std::vector<double> values = {1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 1e-1, 3e-1,
                                             1,    3,    10,   30,   100,  300,  1000};
  return values;
}

std::vector<LinearFit> fit_linear(const LinearTask &task, const std::vector<LinearProblem> &problems,
                                  const LearnerOptions &options, Monitor &monitor) {
  const int64_t n = task.features.rows;
  const RowFolds folds = deal_rows(n, task.groups, options.folds, options.seed);
  std::vector<LinearFit> out(problems.size());
  std::vector<std::vector<Path>> groups;
  int64_t held = 0;
  for (std::size_t p = 0; p < problems.size(); ++p) {
    LinearFit &fit = out[p];
    fit.loss = std::numeric_limits<double>::quiet_NaN();
    fit.classes = problems[p].targets;
    std::sort(fit.classes.begin(), fit.classes.end());
    fit.classes.erase(std::unique(fit.classes.begin(), fit.classes.end()), fit.classes.end());
    const auto n_classes = static_cast<int64_t>(fit.classes.size());
    if (n_classes < 2) continue;
    Path path;
    path.problem = &problems[p];
    path.result = &fit;
    path.outputs = n_classes == 2 ? 1 : n_classes;
    for (const int64_t i : folds.order) {
      const auto found =
          std::lower_bound(fit.classes.begin(), fit.classes.end(), problems[p].targets[static_cast<std::size_t>(i)]);
      path.classes.push_back(static_cast<int32_t>(found - fit.classes.begin()));
    }
    const int64_t columns = path.outputs * options.folds;
    if (groups.empty() || held + columns > columns_of_group) {
      groups.emplace_back();
      held = 0;
    }
    held += columns;
    groups.back().push_back(std::move(path));
  }
  if (groups.empty()) return out;
  const Design design(task.features, task.extra, task.extras, task.weights, folds.order);
  const std::vector<double> &penalties = options.c_values.empty() ? default_penalties() : options.c_values;
  const auto tasks = static_cast<int64_t>(groups.size());
  parallel_for(tasks, worker_count(options.threads, tasks), monitor, [&](int64_t g, int, Monitor &inner) {
    Group(design, folds.begin, penalties, options.patience, task.wanted, std::move(groups[static_cast<std::size_t>(g)]))
        .run(inner);
  });
  for (LinearFit &fit : out) {
    if (fit.out_of_fold.empty()) continue;
    const auto outputs = fit.columns.size();
    std::vector<double> by_row(fit.out_of_fold.size());
    for (std::size_t k = 0; k < outputs; ++k)
      for (int64_t i = 0; i < n; ++i)
        by_row[static_cast<std::size_t>(folds.order[static_cast<std::size_t>(i)]) * outputs + k] =
            fit.out_of_fold[k * static_cast<std::size_t>(n) + static_cast<std::size_t>(i)];
    fit.out_of_fold = std::move(by_row);
  }
  return out;
}

}  // namespace wald::core::learners
