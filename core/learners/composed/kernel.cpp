// Maps features so that a linear learner on them is a kernel machine.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/composed/kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/learners/linear/linear_inputs.hpp"
#include "core/learners/model_text.hpp"
#include "core/learners/parts.hpp"
#include "core/learners/saved_rows.hpp"
#include "core/numeric/compiler.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"

WALD_VECTOR_MATH

namespace wald::core::learners {

namespace {

// Sums in eight parts, in one order on every machine.
constexpr int64_t product_width = 8;

WALD_ALWAYS_INLINE double sum_of_parts(const double *parts) {
  return ((parts[0] + parts[4]) + (parts[2] + parts[6])) + ((parts[1] + parts[5]) + (parts[3] + parts[7]));
}

WALD_LEVELS(double, dot, (const double *a, const double *b, int64_t n), (a, b, n)) {
  double parts[product_width] = {};
  int64_t i = 0;
  for (; i + product_width <= n; i += product_width)
    for (int64_t j = 0; j < product_width; ++j) parts[j] += a[i + j] * b[i + j];
  for (; i < n; ++i) parts[i % product_width] += a[i] * b[i];
  return sum_of_parts(parts);
}

WALD_LEVELS(double, square_distance, (const double *a, const double *b, int64_t n), (a, b, n)) {
  double parts[product_width] = {};
  int64_t i = 0;
  for (; i + product_width <= n; i += product_width)
    for (int64_t j = 0; j < product_width; ++j) parts[j] += (a[i + j] - b[i + j]) * (a[i + j] - b[i + j]);
  for (; i < n; ++i) parts[i % product_width] += (a[i] - b[i]) * (a[i] - b[i]);
  return sum_of_parts(parts);
}

// Rows of the same kind, both dense or both sparse.
double square_distance(const Features &a, int64_t i, const Features &b, int64_t k) {
  if (!a.is_sparse) return square_distance(a.row(i), b.row(k), a.cols);
  auto p = static_cast<std::size_t>(a.begin[static_cast<std::size_t>(i)]);
  auto q = static_cast<std::size_t>(b.begin[static_cast<std::size_t>(k)]);
  const auto p_end = static_cast<std::size_t>(a.begin[static_cast<std::size_t>(i) + 1]);
  const auto q_end = static_cast<std::size_t>(b.begin[static_cast<std::size_t>(k) + 1]);
  double sum = 0;
  while (p < p_end || q < q_end) {
    const bool in_p = p < p_end && (q == q_end || a.columns[p] <= b.columns[q]);
    const bool in_q = q < q_end && (p == p_end || b.columns[q] <= a.columns[p]);
    const double difference = (in_p ? a.values[p] : 0) - (in_q ? b.values[q] : 0);
    sum += difference * difference;
    p += in_p;
    q += in_q;
  }
  return sum;
}

double kernel(double gamma, const Features &a, int64_t i, const Features &b, int64_t k) {
  return exponential(-gamma * square_distance(a, i, b, k));
}

// What is left of a row's f(x).f(x) = 1 that landmarks do not tell; rounding leaves about rows * 2^-53.
constexpr double told_whole = 1e-9;
constexpr int64_t rows_of_task = 64;

}  // namespace

KernelMap::KernelMap(const Features &rows, double gamma, int64_t landmarks, int threads, Monitor &monitor,
                     Features *mapped)
    : gamma_(gamma) {
  const int64_t n = rows.rows, most = std::min(landmarks, n);
  std::vector<double> f(static_cast<std::size_t>(n * most), 0.0), left(static_cast<std::size_t>(n), 1.0);
  const int64_t tasks = (n + rows_of_task - 1) / rows_of_task;
  NoMonitor silent;
  for (int64_t r = 0; r < most; ++r) {
    const int64_t pivot = std::max_element(left.begin(), left.end()) - left.begin();
    if (!(left[static_cast<std::size_t>(pivot)] > told_whole)) break;
    monitor.at(static_cast<double>(r * r) / static_cast<double>(most * most));
    picked_.push_back(pivot);
    const double *const own = f.data() + pivot * most;
    const double diagonal = std::sqrt(left[static_cast<std::size_t>(pivot)]);
    diagonal_.push_back(diagonal);
    parallel_for(tasks, worker_count(threads, tasks), silent, [&](int64_t task, int, Monitor &) {
      for (int64_t i = task * rows_of_task; i < std::min(n, (task + 1) * rows_of_task); ++i) {
        double *const to = f.data() + i * most;
        to[r] = (kernel(gamma, rows, i, rows, pivot) - dot(to, own, r)) / diagonal;
        left[static_cast<std::size_t>(i)] -= to[r] * to[r];
      }
    });
    left[static_cast<std::size_t>(pivot)] = 0;
  }
  landmarks_ = picked_rows(rows, picked_);
  for (const int64_t row : picked_)
    factor_.insert(factor_.end(), f.begin() + row * most, f.begin() + row * most + size());
  if (!mapped) return;
  *mapped = Features();
  mapped->rows = n;
  mapped->cols = size();
  mapped->values = std::move(f);
  for (int64_t i = 0; i < n && size() < most; ++i)
    std::copy_n(mapped->values.begin() + i * most, size(), mapped->values.begin() + i * size());
  mapped->values.resize(static_cast<std::size_t>(n * size()));
}

// The same operations, on the landmarks alone.
KernelMap::KernelMap(Features landmarks, double gamma, const SavedText &text)
    : gamma_(gamma), landmarks_(std::move(landmarks)) {
  const int64_t r = size();
  factor_.assign(static_cast<std::size_t>(r * r), 0.0);
  std::vector<double> left(static_cast<std::size_t>(r), 1.0);
  // Some rows at a time go through those before, which memory is slow to give.
  constexpr int64_t rows_of_block = 32;
  for (int64_t begin = 0; begin < r; begin += rows_of_block) {
    const int64_t end = std::min(r, begin + rows_of_block);
    for (int64_t j = 0; j < end; ++j) {
      if (j >= begin) {
        if (!(left[static_cast<std::size_t>(j)] > 0))
          text.malformed(wald::core::text(saved_at("\"rows\"", static_cast<std::size_t>(j)),
                                          " depends on the rows before it: not a landmark"));
        diagonal_.push_back(std::sqrt(left[static_cast<std::size_t>(j)]));
      }
      for (int64_t i = std::max(begin, j + 1); i < end; ++i) {
        double *const own = factor_.data() + i * r;
        own[j] = next(landmarks_, i, j, own);
        left[static_cast<std::size_t>(i)] -= own[j] * own[j];
      }
    }
  }
}

double KernelMap::next(const Features &rows, int64_t i, int64_t j, const double *f) const {
  return (kernel(gamma_, rows, i, landmarks_, j) - dot(f, factor_.data() + j * size(), j)) /
         diagonal_[static_cast<std::size_t>(j)];
}

Features KernelMap::map(Features rows, Monitor &monitor) const {
  if (rows.is_sparse != landmarks_.is_sparse) rows = landmarks_.is_sparse ? as_sparse(rows) : as_dense(rows);
  Features out;
  out.rows = rows.rows;
  out.cols = size();
  out.values.resize(static_cast<std::size_t>(out.rows * out.cols));
  for (int64_t i = 0; i < rows.rows; ++i) {
    monitor.at(static_cast<double>(i) / static_cast<double>(rows.rows));
    double *const f = out.values.data() + i * out.cols;
    for (int64_t j = 0; j < size(); ++j) f[j] = next(rows, i, j, f);
  }
  return out;
}

// ---- The choice of gamma --------------------------------------------------------------------------

namespace {

// Gamma is chosen on this many rows and landmarks: which of two is better shows long before either is at its best.
constexpr int64_t rows_to_choose_by = 1000, landmarks_to_choose_by = 300;
// Strengths that are tried there, where none are given: features of length 1 are never served by stronger ones.
const std::vector<double> penalties_to_choose_by = {0.1, 1, 10, 100};
// Of rows whose mean square distance is 2, exp(-gamma |x - z|^2) is then about exp(-1).
constexpr double first_gamma = 0.5;
constexpr int most_octaves = 6;  // that gamma goes away from there

// Half the mean square distance of two rows: the sum of the features' variances. 0 if it is rounding.
double spread(const Dataset &rows) {
  const Features &x = rows.features;
  std::vector<double> means(static_cast<std::size_t>(x.cols), 0.0);
  double total = 0, squares = 0;
  for (const double w : rows.weights) total += w;
  for (int64_t i = 0; i < x.rows; ++i) {
    const double share = rows.weights[static_cast<std::size_t>(i)] / total;
    x.each(i, [&](int32_t j, double value) {
      means[static_cast<std::size_t>(j)] += share * value;
      squares += share * (value * value);
    });
  }
  double left = squares;
  for (const double mean : means) left -= mean * mean;
  return left > 1e-12 * squares ? left : 0;
}

// Mean log-loss of a row out of fold, all its labels together, of one regression per label on kernel features.
double loss_of_gamma(const Dataset &rows, double gamma, const LearnerOptions &options, Monitor &monitor) {
  Features mapped;
  PartMonitor mapping(monitor, 0, 0.5), fitting(monitor, 0.5, 1);
  const int64_t own = options.landmarks > 0 ? options.landmarks : landmarks_to_choose_by;
  const KernelMap map(rows.features, gamma, std::min(own, landmarks_to_choose_by), options.threads, mapping, &mapped);
  double sum = 0;
  for (const LinearFit &fit : fit_linear({mapped, rows.weights, rows.groups, {}, 0, WantedOfFits::losses},
                                         marginal_problems(rows.targets), options, fitting))
    if (fit.classes.size() > 1) sum += fit.loss;
  return sum;
}

bool labels_differ(const Targets &targets) {
  for (int64_t i = 1; i < targets.rows; ++i)
    for (int64_t j = 0; j < targets.labels; ++j)
      if (targets.at(i, j) != targets.at(0, j)) return true;
  return false;
}

// From the path to the choice.
FittingChoice choice_of_gamma(double gamma, std::vector<std::pair<double, double>> path) {
  FittingChoice out{"kernel", "gamma", gamma, std::numeric_limits<double>::quiet_NaN(), std::move(path)};
  for (const auto &[tried, loss] : out.path)
    if (tried == gamma) out.loss = loss;
  return out;
}

// By octaves from the first one to where log-loss is least on both sides; `rows` are scaled. Without a path where no
// gamma is better than another.
FittingChoice choose_gamma(const Dataset &rows, const LearnerOptions &given, Monitor &monitor) {
  LearnerOptions options = given;
  if (options.c_values.empty()) options.c_values = penalties_to_choose_by;
  std::vector<int64_t> some = random_order<int64_t>(rows.rows(), options.seed);
  some.resize(static_cast<std::size_t>(std::min(rows.rows(), rows_to_choose_by)));
  Dataset part = picked_rows(rows, some);
  if (rows_by_group(part.groups).size() == 1) part.groups.clear();  // the few that are left say nothing else
  const double width = spread(part);
  // A power of two, so that gamma is one; far from what no double holds.
  const double octaves_of_width = width > 0 ? std::clamp(logarithm(width) / logarithm(2.0), -900.0, 900.0) : 0;
  const double first = std::ldexp(first_gamma, -static_cast<int>(std::lround(octaves_of_width)));
  std::vector<std::pair<double, double>> path;
  double best = first, least = std::numeric_limits<double>::infinity();
  const auto improves = [&](int octaves) {
    const double gamma = std::ldexp(first, octaves);
    const auto tried = static_cast<double>(path.size());
    PartMonitor own(monitor, 1 - 3 / (3 + tried), 1 - 3 / (4 + tried));  // how many there will be is not known
    const double loss = loss_of_gamma(part, gamma, options, own);
    path.emplace_back(gamma, loss);
    if (!(loss < least)) return false;
    best = gamma;
    least = loss;
    return true;
  };
  if (width > 0 && labels_differ(part.targets)) {
    improves(0);
    int octaves = 1;
    while (octaves <= most_octaves && improves(octaves)) ++octaves;
    if (octaves == 1)
      for (octaves = -1; octaves >= -most_octaves && improves(octaves);) --octaves;
  }
  std::sort(path.begin(), path.end());
  return choice_of_gamma(best, std::move(path));
}

}  // namespace

// ---- The model ------------------------------------------------------------------------------------

namespace {

class KernelModel final : public Model {
 public:
  // `chosen`: how gamma was chosen, where it was.
  KernelModel(ModelShape shape, Scaler scaler, KernelMap map, Features landmarks, ModelPointer inner,
              std::optional<FittingChoice> chosen)
      : Model(std::move(shape)),
        scaler_(std::move(scaler)),
        map_(std::move(map)),
        landmarks_(std::move(landmarks)),
        inner_(std::move(inner)),
        chosen_(std::move(chosen)) {}

  Kind kind() const override { return inner_->kind(); }
  std::vector<FittingChoice> choices() const override {
    std::vector<FittingChoice> out = inner_->choices();
    if (chosen_) out.insert(out.begin(), *chosen_);
    return out;
  }
  bool finds_modes() const override { return inner_->finds_modes(); }

  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override {
    inner_->estimate({mapped(block, monitor), block.given, block.options}, out, monitor);
  }
  void marginals(const Block &block, double *out, Monitor &monitor) const override {
    inner_->marginals({mapped(block, monitor), block.given, block.options}, out, monitor);
  }
  void modes(const Block &block, int64_t at_least, Estimator::Mode *out, Monitor &monitor) const override {
    inner_->modes({mapped(block, monitor), block.given, block.options}, at_least, out, monitor);
  }
  void save_members(std::string &out) const override {
    out += text(",\n\"gamma\":", number(map_.gamma()), ",\"scaler\":");
    scaler_.save(out);
    if (chosen_) {
      std::vector<double> tried, losses;
      for (const auto &[gamma, loss] : chosen_->path) {
        tried.push_back(gamma);
        losses.push_back(loss);
      }
      save_reals(out, "gammas", tried);
      save_reals(out, "losses", losses);
    }
    save_rows(out, landmarks_);
    out += ",\n\"inner\":";
    save_part(*inner_, out);
  }

 private:
  Features mapped(const Block &block, Monitor &monitor) const {
    Features rows = block.features;
    scaler_.apply(rows);
    return map_.map(std::move(rows), monitor);
  }

  Scaler scaler_;
  KernelMap map_;
  Features landmarks_;  // as they were given
  ModelPointer inner_;
  std::optional<FittingChoice> chosen_;
};

}  // namespace

ModelPointer fit_kernel(const Dataset &data, std::string_view argument, const ModelShape &shape,
                        const LearnerOptions &options, Monitor &monitor) {
  const int64_t landmarks = options.landmarks > 0 ? options.landmarks : std::max<int64_t>(options.max_exact_rows, 1);
  const Scaling scaling =
      options.scaling == Scaling::automatic ? automatic_scaling(data.features, true) : options.scaling;
  Scaler scaler(scaling, data.features, data.weights);
  Features rows = data.features;
  scaler.apply(rows);
  PartMonitor choosing(monitor, 0, 0.4), mapping(monitor, 0.4, 0.6), fitting(monitor, 0.6, 1);
  const Dataset scaled{std::move(rows), data.targets, data.weights, data.groups, {}};
  std::optional<FittingChoice> chosen;
  if (!(options.gamma > 0)) chosen = choose_gamma(scaled, options, choosing);
  Dataset features{{}, data.targets, data.weights, data.groups, data.marginals};
  KernelMap map(scaled.features, chosen ? chosen->value : options.gamma, landmarks, options.threads, mapping,
                &features.features);
  if (chosen && chosen->path.empty()) chosen.reset();
  LearnerOptions inner = options;
  inner.scaling = Scaling::none;  // every f(x) has length 1, or less where landmarks are few
  inner.feature_names.clear();
  ModelPointer model = fit_on(argument.empty() ? "lfp" : argument, features, inner, fitting);
  Features own = picked_rows(data.features, map.picked());
  return std::make_shared<KernelModel>(shape, std::move(scaler), std::move(map), std::move(own), std::move(model),
                                       std::move(chosen));
}

ModelPointer load_kernel(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"gamma", "gammas", "losses", "scaler", "sparse", "rows", "inner"});
  const double gamma = text.real(text.member(object, "gamma"), "\"gamma\"");
  if (!(gamma > 0)) text.malformed(wald::core::text("\"gamma\" is ", gamma, ": must be above 0"));
  std::optional<FittingChoice> chosen;
  if (text.find(object, "gammas")) {
    const std::vector<double> tried = load_reals(text, object, "gammas", -1);
    const std::vector<double> losses = load_reals(text, object, "losses", static_cast<int64_t>(tried.size()));
    std::vector<std::pair<double, double>> path;
    for (std::size_t t = 0; t < tried.size(); ++t) path.emplace_back(tried[t], losses[t]);
    chosen = choice_of_gamma(gamma, std::move(path));
    if (std::isnan(chosen->loss)) text.malformed("\"gamma\" is none of \"gammas\"");
  }
  Scaler scaler = Scaler::load(text, text.member(object, "scaler"), shape.features);
  const Features landmarks = load_rows(text, object, shape.features);
  // First what bounds the number of landmarks by the length of the text: their matrix is the square of it.
  ModelPointer inner = load_part(text, text.member(object, "inner"));
  const ModelShape &own = inner->shape();
  if (own.features != landmarks.rows || own.labels != shape.labels || own.task != shape.task)
    text.malformed("\"inner\" is of another shape than the kernel features");
  Features scaled = landmarks;
  scaler.apply(scaled);
  KernelMap map(std::move(scaled), gamma, text);
  return std::make_shared<KernelModel>(shape, std::move(scaler), std::move(map), landmarks, std::move(inner),
                                       std::move(chosen));
}

}  // namespace wald::core::learners
