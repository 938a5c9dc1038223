#include "core/numeric/contraction.hpp"  // first

#include "core/learners/kernel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/learners/saved_rows.hpp"
#include "core/numeric/dispatch.hpp"
#include "core/numeric/exponential.hpp"
#include "core/numeric/parallel.hpp"

WALD_VECTOR_MATH

namespace wald::core {

namespace {

// Sums in eight parts, in one order on every machine.
constexpr int64_t side = 8;

WALD_ALWAYS_INLINE double sum_of_parts(const double *parts) {
  return ((parts[0] + parts[4]) + (parts[2] + parts[6])) + ((parts[1] + parts[5]) + (parts[3] + parts[7]));
}

WALD_CLONES double dot(const double *a, const double *b, int64_t n) {
  double parts[side] = {};
  int64_t i = 0;
  for (; i + side <= n; i += side)
    for (int64_t j = 0; j < side; ++j) parts[j] += a[i + j] * b[i + j];
  for (; i < n; ++i) parts[i % side] += a[i] * b[i];
  return sum_of_parts(parts);
}

WALD_CLONES double square_distance(const double *a, const double *b, int64_t n) {
  double parts[side] = {};
  int64_t i = 0;
  for (; i + side <= n; i += side)
    for (int64_t j = 0; j < side; ++j) parts[j] += (a[i + j] - b[i + j]) * (a[i + j] - b[i + j]);
  for (; i < n; ++i) parts[i % side] += (a[i] - b[i]) * (a[i] - b[i]);
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
  for (int64_t i = 0; i < r; ++i) {
    double *const own = factor_.data() + i * r;
    double left = 1;
    for (int64_t j = 0; j < i; ++j) {
      own[j] = next(landmarks_, i, j, own);
      left -= own[j] * own[j];
    }
    if (!(left > 0))
      text.malformed(wald::core::text(saved_at("\"rows\"", static_cast<std::size_t>(i)),
                                      " is told by the rows before it: is no landmark"));
    diagonal_.push_back(std::sqrt(left));
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

// ---- The model ------------------------------------------------------------------------------------

namespace {

// With rows of mean square length 1, exp(-gamma |x - z|^2) of two rows is then about exp(-1).
constexpr double default_gamma = 0.5;

class KernelModel final : public Model {
 public:
  KernelModel(ModelShape shape, Scaler scaler, KernelMap map, Features landmarks, ModelPointer inner)
      : Model(std::move(shape)),
        scaler_(std::move(scaler)),
        map_(std::move(map)),
        landmarks_(std::move(landmarks)),
        inner_(std::move(inner)) {}

  Kind kind() const override { return inner_->kind(); }
  std::vector<FittingChoice> choices() const override { return inner_->choices(); }
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
};

}  // namespace

ModelPointer fit_kernel(const Dataset &data, std::string_view argument, const ModelShape &shape,
                        const LearnerOptions &options, Monitor &monitor) {
  const KernelOptions &kernel = options.kernel;
  const int64_t landmarks = kernel.landmarks > 0 ? kernel.landmarks : std::max<int64_t>(kernel.exact_rows, 1);
  const Scaling scaling =
      options.scaling == Scaling::automatic ? automatic_scaling(data.features, true) : options.scaling;
  Scaler scaler(scaling, data.features, data.weights);
  Features rows = data.features;
  scaler.apply(rows);
  PartMonitor mapping(monitor, 0, 0.5), fitting(monitor, 0.5, 1);
  Dataset features{{}, data.targets, data.weights};
  KernelMap map(rows, kernel.gamma > 0 ? kernel.gamma : default_gamma, landmarks, options.threads, mapping,
                &features.features);
  LearnerOptions inner = options;
  inner.scaling = Scaling::none;  // every f(x) has length 1, or less where landmarks are few
  inner.feature_names.clear();
  ModelPointer model = fit_on(argument.empty() ? "lfp" : argument, features, inner, fitting);
  Features own = picked_rows(data.features, map.picked());
  return std::make_shared<KernelModel>(shape, std::move(scaler), std::move(map), std::move(own), std::move(model));
}

ModelPointer load_kernel(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"gamma", "scaler", "sparse", "rows", "inner"});
  const double gamma = text.real(text.member(object, "gamma"), "\"gamma\"");
  if (!(gamma > 0)) text.malformed(wald::core::text("\"gamma\" is ", gamma, ": must be above 0"));
  Scaler scaler = Scaler::load(text, text.member(object, "scaler"), shape.features);
  const Features landmarks = load_rows(text, object, shape.features);
  Features scaled = landmarks;
  scaler.apply(scaled);
  KernelMap map(std::move(scaled), gamma, text);
  ModelPointer inner = load_part(text, text.member(object, "inner"));
  const ModelShape &own = inner->shape();
  if (own.features != map.size() || own.labels != shape.labels || own.task != shape.task)
    text.malformed("\"inner\" is of another shape than the kernel features");
  return std::make_shared<KernelModel>(shape, std::move(scaler), std::move(map), landmarks, std::move(inner));
}

}  // namespace wald::core
