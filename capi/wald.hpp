// Wald for C++17: RAII and exceptions over wald.h, header only. What the functions compute, their shapes, ranges and
// errors are documented in wald.h, under the same names; this file adds ownership and std::vector.
#ifndef WALD_HPP
#define WALD_HPP

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "wald.h"

namespace wald {

/// A failed call: its status, and the message that names argument, value and bound.
class Error : public std::runtime_error {
 public:
  Error(wald_status status, const std::string &message) : std::runtime_error(message), status_(status) {}
  wald_status status() const noexcept { return status_; }

 private:
  wald_status status_;
};

namespace detail {

inline void check(wald_status status) {
  if (status != WALD_OK) throw Error(status, wald_last_error());
}

template <class T, void (*Destroy)(T *) noexcept>
struct Deleter {
  void operator()(T *handle) const noexcept { Destroy(handle); }
};

template <class T, void (*Destroy)(T *) noexcept>
using Handle = std::unique_ptr<T, Deleter<T, Destroy>>;

/// Calls `fill(buffer, capacity, &needed)` twice: once for the size, once for the values.
template <class T, class Fill>
std::vector<T> filled(Fill fill) {
  int64_t needed = 0;
  check(fill(nullptr, 0, &needed));
  std::vector<T> out(static_cast<std::size_t>(needed));
  if (needed > 0) check(fill(out.data(), needed, &needed));
  return out;
}

template <class Fill>
std::string filled_text(Fill fill) {
  int64_t needed = 0;
  check(fill(nullptr, 0, &needed));
  std::string out(static_cast<std::size_t>(needed), '\0');
  if (needed > 0) check(fill(out.data(), needed, &needed));
  return out;
}

/// A wald_progress_function over a std::function that returns false to cancel.
inline int32_t call_progress(double fraction, void *user) noexcept {
  return (*static_cast<std::function<bool(double)> *>(user))(fraction) ? 0 : 1;
}

inline std::vector<const char *> texts_of(const std::vector<std::string> &names) {
  std::vector<const char *> out;
  for (const std::string &name : names) out.push_back(name.c_str());
  return out;
}

inline void check_length(const char *name, int64_t length, int64_t expected) {
  if (length != expected)
    throw Error(WALD_ERROR_ARGUMENT,
                std::string(name) + " has length " + std::to_string(length) + ": must be " + std::to_string(expected));
}

template <class T>
constexpr wald_type type_of() {
  static_assert(std::is_same_v<T, double> || std::is_same_v<T, float>, "probabilities and weights are float or double");
  return std::is_same_v<T, double> ? WALD_FLOAT64 : WALD_FLOAT32;
}

template <class T>
constexpr wald_index_type index_type_of() {
  static_assert(std::is_same_v<T, int64_t> || std::is_same_v<T, int32_t>, "indices are int32_t or int64_t");
  return std::is_same_v<T, int64_t> ? WALD_INT64 : WALD_INT32;
}

}  // namespace detail

/// A dense table in memory that somebody else owns. Strides count elements.
template <class T>
struct Table {
  T *data = nullptr;
  int64_t rows = 0;
  int64_t cols = 0;
  int64_t row_stride = 0;
  int64_t col_stride = 1;

  Table() = default;
  Table(T *data_, int64_t rows_, int64_t cols_) : Table(data_, rows_, cols_, cols_, 1) {}
  Table(T *data_, int64_t rows_, int64_t cols_, int64_t row_stride_, int64_t col_stride_)
      : data(data_), rows(rows_), cols(cols_), row_stride(row_stride_), col_stride(col_stride_) {}
};

/// Compressed sparse rows in memory that somebody else owns; an absent value is 0.
template <class T, class Index>
struct Csr {
  const Index *indptr = nullptr;
  const Index *indices = nullptr;
  const T *values = nullptr;
  int64_t rows = 0;
  int64_t cols = 0;
};

namespace detail {

/// Of what is written to: nothing may be missing, unless all is.
template <class T>
void check_shape(const char *name, const Table<T> &table, int64_t rows, int64_t cols) {
  if (table.data && (table.rows != rows || table.cols != cols))
    throw Error(WALD_ERROR_ARGUMENT, std::string(name) + " is " + std::to_string(table.rows) + " by " +
                                         std::to_string(table.cols) + ": must be " + std::to_string(rows) + " by " +
                                         std::to_string(cols));
}

template <class A, class B>
void check_same_shape(const char *name, const Table<A> &a, const char *other, const Table<B> &b) {
  if (a.rows == b.rows && a.cols == b.cols) return;
  const auto shape = [](int64_t rows, int64_t cols) { return std::to_string(rows) + " by " + std::to_string(cols); };
  throw Error(WALD_ERROR_ARGUMENT, std::string(name) + " is " + shape(a.rows, a.cols) + ": must be " +
                                       shape(b.rows, b.cols) + ", as " + other + " is");
}

}  // namespace detail

/// A utility U(tp, k, s, n).
class Metric {
 public:
  /// By name: "f1", "fbeta:0.5", "jaccard", "cost:1:5" ...
  explicit Metric(const std::string &name, int zero_division = 1) {
    wald_metric *handle = nullptr;
    detail::check(wald_metric_create(name.c_str(), zero_division, &handle));
    handle_.reset(handle);
  }

  using Function = std::function<double(int64_t tp, int64_t k, int64_t s, int64_t n)>;

  /// By any callable. An exception that it throws ends the call with WALD_ERROR_CALLBACK.
  static Metric custom(Function function, wald_properties declared = 0, const std::string &name = "custom") {
    Metric metric;
    metric.function_ = std::make_unique<Function>(std::move(function));
    const auto call = [](int64_t tp, int64_t k, int64_t s, int64_t n, void *user) noexcept -> double {
      try {
        return (*static_cast<Function *>(user))(tp, k, s, n);
      } catch (...) {
        return std::numeric_limits<double>::quiet_NaN();
      }
    };
    wald_metric *handle = nullptr;
    detail::check(wald_metric_create_callback(call, metric.function_.get(), name.c_str(), declared, &handle));
    metric.handle_.reset(handle);
    return metric;
  }

  /// By a table of (n+1)^3 values at (tp*(n+1)+k)*(n+1)+s.
  static Metric table(const std::vector<double> &values, int64_t n, wald_properties declared = 0,
                      const std::string &name = "table") {
    Metric metric;
    wald_metric *handle = nullptr;
    detail::check(wald_metric_create_table(values.data(), static_cast<int64_t>(values.size()), n, name.c_str(),
                                           declared, &handle));
    metric.handle_.reset(handle);
    return metric;
  }

  std::string name() const {
    std::string text = detail::filled_text(
        [&](char *out, int64_t capacity, int64_t *needed) { return wald_metric_name(get(), out, capacity, needed); });
    text.resize(text.size() - 1);  // the terminating 0
    return text;
  }
  int zero_division() const {
    int32_t value = 0;
    detail::check(wald_metric_zero_division(get(), &value));
    return value;
  }
  wald_properties properties() const {
    wald_properties value = 0;
    detail::check(wald_metric_properties(get(), &value));
    return value;
  }
  double utility(int64_t tp, int64_t k, int64_t s, int64_t n) const {
    double value = 0;
    detail::check(wald_metric_utility(get(), tp, k, s, n, &value));
    return value;
  }
  double loss(double utility) const {
    double value = 0;
    detail::check(wald_metric_loss(get(), utility, &value));
    return value;
  }

  struct Info {
    std::string_view name, formula, note;
    wald_properties properties = 0;
  };
  /// Every metric that has a name.
  static std::vector<Info> list() {
    std::vector<Info> all;
    const char *name, *formula, *note;
    wald_properties properties;
    for (int64_t i = 0; wald_metric_list(i, &name, &formula, &note, &properties) == WALD_OK; ++i)
      all.push_back({name, formula, note, properties});
    return all;
  }

  const wald_metric *get() const noexcept { return handle_.get(); }

 private:
  Metric() = default;
  std::unique_ptr<Function> function_;  // outlives handle_, which holds its address
  detail::Handle<wald_metric, wald_metric_destroy> handle_;
};

/// How to decide; setters return the object, so that they chain.
class Options {
 public:
  using Progress = std::function<bool(double fraction)>;

  Options() {
    wald_options *handle = nullptr;
    detail::check(wald_options_create(&handle));
    handle_.reset(handle);
  }
  Options &at_least(int64_t k) { return k_range(k, at_most_); }
  Options &at_most(int64_t k) { return k_range(at_least_, k); }
  Options &exactly(int64_t k) { return k_range(k, k); }
  Options &algorithm(const std::string &name) { return set(wald_options_set_algorithm(get(), name.c_str())); }
  Options &average(wald_average average) { return set(wald_options_set_average(get(), average)); }
  Options &abstain(double cost) { return set(wald_options_set_abstain(get(), cost)); }
  Options &threads(int threads) { return set(wald_options_set_threads(get(), threads)); }
  Options &draws(uint64_t seed, int64_t draws) { return set(wald_options_set_draws(get(), seed, draws)); }
  /// Called during long work; returns false to cancel. It must not throw.
  Options &progress(Progress progress) {
    progress_ = std::make_unique<Progress>(std::move(progress));
    return set(wald_options_set_progress(get(), *progress_ ? detail::call_progress : nullptr, progress_.get()));
  }

  wald_options *get() noexcept { return handle_.get(); }
  const wald_options *get() const noexcept { return handle_.get(); }

 private:
  Options &set(wald_status status) {
    detail::check(status);
    return *this;
  }
  Options &k_range(int64_t at_least, int64_t at_most) {
    detail::check(wald_options_set_k(get(), at_least, at_most));
    at_least_ = at_least;
    at_most_ = at_most;
    return *this;
  }
  int64_t at_least_ = -1, at_most_ = -1;
  std::unique_ptr<Progress> progress_;
  detail::Handle<wald_options, wald_options_destroy> handle_;
};

/// What is known of one label vector.
class Estimator {
 public:
  /// Takes over what another part of the library made.
  explicit Estimator(wald_estimator *handle) : handle_(handle) {}
  explicit Estimator(wald_kind kind, int64_t n_labels = 0) {
    wald_estimator *handle = nullptr;
    detail::check(wald_estimator_create(kind, n_labels, &handle));
    handle_.reset(handle);
  }
  template <class T>
  static Estimator independent(const std::vector<T> &probabilities) {
    Estimator estimator(WALD_INDEPENDENT);
    estimator.feed(probabilities);
    return estimator;
  }
  template <class T>
  static Estimator categorical(const std::vector<T> &probabilities) {
    Estimator estimator(WALD_CATEGORICAL);
    estimator.feed(probabilities);
    return estimator;
  }
  static Estimator load(std::string_view text) {
    wald_estimator *handle = nullptr;
    detail::check(wald_estimator_load(text.data(), static_cast<int64_t>(text.size()), &handle));
    return Estimator(handle);
  }
  Estimator copy() const {
    wald_estimator *handle = nullptr;
    detail::check(wald_estimator_copy(get(), &handle));
    return Estimator(handle);
  }
  Estimator to_counts() const {
    wald_estimator *handle = nullptr;
    detail::check(wald_estimator_to_counts(get(), &handle));
    return Estimator(handle);
  }

  template <class T>
  void feed(const T *probabilities, int64_t n, int64_t stride = 1) {
    detail::check(wald_estimator_feed_probabilities(get(), probabilities, detail::type_of<T>(), n, stride));
  }
  template <class T>
  void feed(const std::vector<T> &probabilities) {
    feed(probabilities.data(), static_cast<int64_t>(probabilities.size()));
  }
  /// Label vectors, weights of length vectors.rows or nullptr.
  template <class T = double>
  void feed_vectors(Table<const uint8_t> vectors, const T *weights = nullptr, int64_t weight_stride = 1) {
    detail::check(wald_estimator_feed_vectors(get(), vectors.data, vectors.rows, vectors.cols, vectors.row_stride,
                                              vectors.col_stride, weights, detail::type_of<T>(), weight_stride));
  }
  template <class Index, class T = double>
  void feed_sparse_vectors(const Index *indptr, const Index *indices, int64_t rows, const T *weights = nullptr,
                           int64_t weight_stride = 1) {
    detail::check(wald_estimator_feed_sparse_vectors(get(), indptr, indices, detail::index_type_of<Index>(), rows,
                                                     weights, detail::type_of<T>(), weight_stride));
  }
  /// table(i, s-1) = P[i][s]; p_s of length table.cols or nullptr.
  template <class T>
  void feed_counts(Table<const T> table, double p_zero, const T *p_s = nullptr, double weight = 1) {
    detail::check(wald_estimator_feed_counts(get(), table.data, detail::type_of<T>(), table.rows, table.cols,
                                             table.row_stride, table.col_stride, p_zero, p_s, weight));
  }
  void merge(const Estimator &other) { detail::check(wald_estimator_merge(get(), other.get())); }
  void clear() { detail::check(wald_estimator_clear(get())); }

  wald_kind kind() const {
    wald_kind value = 0;
    detail::check(wald_estimator_kind(get(), &value));
    return value;
  }
  int64_t n_labels() const { return number<int64_t>(wald_estimator_n_labels); }
  int64_t n_fed() const { return number<int64_t>(wald_estimator_n_fed); }
  double total_weight() const { return number<double>(wald_estimator_total_weight); }
  int64_t max_s() const { return number<int64_t>(wald_estimator_max_s); }
  std::vector<double> marginals() const {
    return detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_estimator_marginals(get(), out, capacity, needed);
    });
  }
  std::vector<double> size_distribution() const {
    return detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_estimator_size_distribution(get(), out, capacity, needed);
    });
  }
  std::vector<uint8_t> mode(double *probability = nullptr) const {
    return detail::filled<uint8_t>([&](uint8_t *out, int64_t capacity, int64_t *needed) {
      return wald_estimator_mode(get(), out, capacity, needed, probability);
    });
  }
  /// P[i][s] for s = 1 ... max_s(), row-major.
  std::vector<double> table(double *p_zero = nullptr) const {
    const int64_t n = n_labels(), columns = max_s();
    std::vector<double> out(static_cast<std::size_t>(n * columns));
    detail::check(wald_estimator_table(get(), out.data(), n, columns, columns, 1, p_zero));
    return out;
  }
  /// Label vectors, n_draws by n_labels(), row-major.
  std::vector<uint8_t> draw(uint64_t seed, int64_t n_draws) const {
    const int64_t n = n_labels();
    std::vector<uint8_t> out(static_cast<std::size_t>(n * n_draws));
    detail::check(wald_estimator_draw(get(), seed, n_draws, out.data(), n, 1));
    return out;
  }
  std::string save() const {
    return detail::filled_text([&](char *out, int64_t capacity, int64_t *needed) {
      return wald_estimator_save(get(), out, capacity, needed);
    });
  }

  wald_estimator *get() noexcept { return handle_.get(); }
  const wald_estimator *get() const noexcept { return handle_.get(); }

 private:
  template <class T>
  T number(wald_status (*getter)(const wald_estimator *, T *) noexcept) const {
    T value{};
    detail::check(getter(get(), &value));
    return value;
  }
  detail::Handle<wald_estimator, wald_estimator_destroy> handle_;
};

/// One answer, or one a row, a column or a table.
class Decision {
 public:
  Decision() {
    wald_decision *handle = nullptr;
    detail::check(wald_decision_create(&handle));
    handle_.reset(handle);
  }

  void decide(const Metric &metric, const Estimator &estimator, const Options &options = Options()) {
    detail::check(wald_decide(metric.get(), estimator.get(), options.get(), get()));
  }
  template <class T>
  void decide_rows(const Metric &metric, wald_kind kind, Table<const T> p, const Options &options = Options(),
                   Table<uint8_t> mask = {}, double *expected = nullptr) {
    detail::check_shape("mask", mask, p.rows, p.cols);
    detail::check(wald_decide_rows(metric.get(), kind, p.data, detail::type_of<T>(), p.rows, p.cols, p.row_stride,
                                   p.col_stride, options.get(), mask.data, mask.row_stride, mask.col_stride, expected,
                                   get()));
  }
  template <class T, class Index>
  void decide_csr(const Metric &metric, wald_kind kind, Csr<T, Index> p, const Options &options = Options(),
                  double *expected = nullptr) {
    detail::check(wald_decide_csr(metric.get(), kind, p.indptr, p.indices, detail::index_type_of<Index>(), p.values,
                                  detail::type_of<T>(), p.rows, p.cols, options.get(), expected, get()));
  }

  int64_t count() const {
    int64_t value = 0;
    detail::check(wald_decision_count(get(), &value));
    return value;
  }
  int64_t n() const {
    int64_t value = 0;
    detail::check(wald_decision_n(get(), &value));
    return value;
  }
  std::vector<int64_t> indices(int64_t answer = 0) const {
    return detail::filled<int64_t>([&](int64_t *out, int64_t capacity, int64_t *needed) {
      return wald_decision_indices(get(), answer, out, capacity, needed);
    });
  }
  std::vector<uint8_t> mask(int64_t answer = 0) const {
    return detail::filled<uint8_t>([&](uint8_t *out, int64_t capacity, int64_t *needed) {
      return wald_decision_mask(get(), answer, out, capacity, needed);
    });
  }
  int64_t k(int64_t answer = 0) const { return fact<int64_t>(wald_decision_k, answer); }
  double expected(int64_t answer = 0) const { return fact<double>(wald_decision_expected, answer); }
  double loss(int64_t answer = 0) const { return fact<double>(wald_decision_loss, answer); }
  double bound(int64_t answer = 0) const { return fact<double>(wald_decision_bound, answer); }
  double next_best(int64_t answer = 0) const { return fact<double>(wald_decision_next_best, answer); }
  double p_zero(int64_t answer = 0) const { return fact<double>(wald_decision_p_zero, answer); }
  bool abstained(int64_t answer = 0) const { return fact<int32_t>(wald_decision_abstained, answer) != 0; }
  std::string_view algorithm(int64_t answer = 0) const { return fact<const char *>(wald_decision_algorithm, answer); }
  std::string_view warning(int64_t answer = 0) const { return fact<const char *>(wald_decision_warning, answer); }
  /// The lowest and highest k not excluded; -1 and -1 where not computed.
  std::pair<int64_t, int64_t> k_range(int64_t answer = 0) const {
    std::pair<int64_t, int64_t> range;
    detail::check(wald_decision_k_range(get(), answer, &range.first, &range.second));
    return range;
  }

  /// One number of every answer.
  std::vector<double> facts(wald_fact fact) const {
    return detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_decision_facts(get(), fact, out, capacity, needed);
    });
  }
  /// The positive items of every answer in compressed rows: indptr, of length count() + 1, and indices.
  std::pair<std::vector<int64_t>, std::vector<int64_t>> csr() const {
    std::vector<int64_t> indptr(static_cast<std::size_t>(count()) + 1);
    std::vector<int64_t> indices = detail::filled<int64_t>([&](int64_t *out, int64_t capacity, int64_t *needed) {
      return wald_decision_csr(get(), indptr.data(), out, capacity, needed);
    });
    return {std::move(indptr), std::move(indices)};
  }

  wald_decision *get() noexcept { return handle_.get(); }
  const wald_decision *get() const noexcept { return handle_.get(); }

 private:
  template <class T>
  T fact(wald_status (*getter)(const wald_decision *, int64_t, T *) noexcept, int64_t answer) const {
    T value{};
    detail::check(getter(get(), answer, &value));
    return value;
  }
  detail::Handle<wald_decision, wald_decision_destroy> handle_;
};

/// The optimal prediction for one problem.
inline Decision decide(const Metric &metric, const Estimator &estimator, const Options &options = Options()) {
  Decision decision;
  decision.decide(metric, estimator, options);
  return decision;
}

/// The expected utility of the best prediction at each k = 0 ... n.
inline std::vector<double> curve(const Metric &metric, const Estimator &estimator, const Options &options = Options()) {
  int64_t needed = 0;
  detail::check(wald_curve(metric.get(), estimator.get(), options.get(), nullptr, 0, &needed));
  std::vector<double> out(static_cast<std::size_t>(needed));
  detail::check(wald_curve(metric.get(), estimator.get(), options.get(), out.data(), needed, &needed));
  return out;
}

/// The expected utility of any prediction; *error receives a proved limit on its error.
inline double expected(const Metric &metric, const Estimator &estimator, const std::vector<uint8_t> &mask,
                       const Options &options = Options(), double *error = nullptr) {
  double value = 0;
  detail::check(wald_expected(metric.get(), estimator.get(), mask.data(), static_cast<int64_t>(mask.size()), 1,
                              options.get(), &value, error));
  return value;
}

/// Expected utilities and regrets of given predictions on a table; either array may be null.
template <class T>
void expected_rows(const Metric &metric, wald_kind kind, Table<const T> p, Table<const uint8_t> mask,
                   const Options &options, double *expected, double *regret) {
  detail::check_same_shape("mask", mask, "probabilities", p);
  detail::check(wald_expected_rows(metric.get(), kind, p.data, detail::type_of<T>(), p.rows, p.cols, p.row_stride,
                                   p.col_stride, mask.data, mask.row_stride, mask.col_stride, options.get(), expected,
                                   regret));
}

/// What a prediction gives away against the optimum; the truth is at most *bound more.
inline double regret(const Metric &metric, const Estimator &estimator, const std::vector<uint8_t> &mask,
                     const Options &options = Options(), double *bound = nullptr) {
  double value = 0;
  detail::check(wald_regret(metric.get(), estimator.get(), mask.data(), static_cast<int64_t>(mask.size()), 1,
                            options.get(), &value, bound));
  return value;
}

/// What predictions were worth on known truth. NaN where every row is undecided.
template <class T = double>
double evaluate(const Metric &metric, wald_average average, Table<const uint8_t> truth, Table<const uint8_t> prediction,
                const T *weights = nullptr, int64_t *n_undecided = nullptr) {
  detail::check_same_shape("prediction", prediction, "truth", truth);
  double value = 0;
  detail::check(wald_evaluate(metric.get(), average, truth.rows, truth.cols, truth.data, truth.row_stride,
                              truth.col_stride, prediction.data, prediction.row_stride, prediction.col_stride, weights,
                              detail::type_of<T>(), 1, &value, n_undecided));
  return value;
}

/// The distribution of a prediction's utility.
class Distribution {
 public:
  Distribution(const Metric &metric, const Estimator &estimator, const std::vector<uint8_t> &mask,
               const Options &options = Options()) {
    wald_distribution *handle = nullptr;
    detail::check(wald_distribution_create(&handle));
    handle_.reset(handle);
    detail::check(wald_distribution_compute(handle, metric.get(), estimator.get(), mask.data(),
                                            static_cast<int64_t>(mask.size()), 1, options.get()));
  }
  double mean() const { return moment(0); }
  double sd() const { return moment(1); }
  /// Of the mean; 0 where the distribution is exact.
  double standard_error() const { return moment(2); }
  int64_t draws() const {
    int64_t value = 0;
    detail::check(wald_distribution_draws(handle_.get(), &value));
    return value;
  }
  double quantile(double q) const {
    double value = 0;
    detail::check(wald_distribution_quantile(handle_.get(), q, &value));
    return value;
  }
  /// P(utility >= u).
  double at_least(double u, double *standard_error = nullptr) const {
    double value = 0;
    detail::check(wald_distribution_at_least(handle_.get(), u, &value, standard_error));
    return value;
  }
  /// The values that the utility takes, ascending, and their probabilities.
  std::pair<std::vector<double>, std::vector<double>> atoms() const {
    int64_t needed = 0;
    detail::check(wald_distribution_atoms(handle_.get(), nullptr, nullptr, 0, &needed));
    std::pair<std::vector<double>, std::vector<double>> out;
    out.first.resize(static_cast<std::size_t>(needed));
    out.second.resize(static_cast<std::size_t>(needed));
    detail::check(wald_distribution_atoms(handle_.get(), out.first.data(), out.second.data(), needed, &needed));
    return out;
  }

 private:
  double moment(int which) const {
    double values[3];
    detail::check(wald_distribution_moments(handle_.get(), &values[0], &values[1], &values[2]));
    return values[which];
  }
  detail::Handle<wald_distribution, wald_distribution_destroy> handle_;
};

/// What thresholds are to reach, and how they are found; setters return the object, so that they chain.
class ThresholdOptions {
 public:
  using Progress = Options::Progress;

  ThresholdOptions() {
    wald_threshold_options *handle = nullptr;
    detail::check(wald_threshold_options_create(&handle));
    handle_.reset(handle);
  }
  ThresholdOptions &goal(wald_goal goal) { return done(wald_threshold_options_set_goal(get(), goal)); }
  ThresholdOptions &metric(const Metric &metric) {
    return done(wald_threshold_options_set_metric(get(), metric.get()));
  }
  ThresholdOptions &method(const std::string &name) {
    return done(wald_threshold_options_set_method(get(), name.c_str()));
  }
  ThresholdOptions &smoothing(wald_smoothing smoothing) {
    return done(wald_threshold_options_set_smoothing(get(), smoothing));
  }
  ThresholdOptions &set(wald_threshold_setting setting, double value) {
    return done(wald_threshold_options_set(get(), setting, value));
  }
  ThresholdOptions &seed(uint64_t seed) { return done(wald_threshold_options_set_seed(get(), seed)); }
  /// Called during long work; returns false to cancel. It must not throw.
  ThresholdOptions &progress(Progress progress) {
    progress_ = std::make_unique<Progress>(std::move(progress));
    return done(
        wald_threshold_options_set_progress(get(), *progress_ ? detail::call_progress : nullptr, progress_.get()));
  }

  wald_threshold_options *get() noexcept { return handle_.get(); }
  const wald_threshold_options *get() const noexcept { return handle_.get(); }

 private:
  ThresholdOptions &done(wald_status status) {
    detail::check(status);
    return *this;
  }
  std::unique_ptr<Progress> progress_;
  detail::Handle<wald_threshold_options, wald_threshold_options_destroy> handle_;
};

/// Chosen thresholds, and the baselines beside them (answers 1, 2, ...).
class Thresholds {
 public:
  explicit Thresholds(wald_thresholds *handle) : handle_(handle) {}

  int64_t count() const {
    int64_t value = 0;
    detail::check(wald_thresholds_count(get(), &value));
    return value;
  }
  std::vector<double> array(wald_threshold_array which, int64_t answer = 0) const {
    return detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_thresholds_array(get(), answer, which, out, capacity, needed);
    });
  }
  std::vector<double> thresholds(int64_t answer = 0) const { return array(WALD_ARRAY_THRESHOLDS, answer); }
  double fact(wald_threshold_fact fact, int64_t answer = 0) const {
    double value = 0;
    detail::check(wald_thresholds_fact(get(), answer, fact, &value));
    return value;
  }
  bool feasible(int64_t answer = 0) const { return fact(WALD_THRESHOLD_FEASIBLE, answer) != 0; }
  double tp(int64_t answer = 0) const { return fact(WALD_THRESHOLD_TP, answer); }
  double fp(int64_t answer = 0) const { return fact(WALD_THRESHOLD_FP, answer); }
  double precision(int64_t answer = 0) const { return fact(WALD_THRESHOLD_PRECISION, answer); }
  double recall(int64_t answer = 0) const { return fact(WALD_THRESHOLD_RECALL, answer); }
  double value(int64_t answer = 0) const { return fact(WALD_THRESHOLD_VALUE, answer); }

  /// NaN and NaN where a fact has none.
  struct Interval {
    double low, high;
    bool exact;  ///< Clopper-Pearson's, else approximate
  };
  Interval interval(wald_threshold_fact fact, int64_t answer = 0) const {
    Interval out{};
    int32_t exact = 0;
    detail::check(wald_thresholds_interval(get(), answer, fact, &out.low, &out.high, &exact));
    out.exact = exact != 0;
    return out;
  }
  wald_threshold_flags flags(int64_t answer = 0) const {
    wald_threshold_flags value = 0;
    detail::check(wald_thresholds_flags(get(), answer, &value));
    return value;
  }
  /// "marginal_precision", ...; "" for an unknown one.
  static std::string_view fact_name(wald_threshold_fact fact) { return wald_threshold_fact_name(fact); }
  /// "nothing_flagged", ...
  std::vector<std::string_view> flag_names(int64_t answer = 0) const {
    std::vector<std::string_view> out;
    const wald_threshold_flags set = flags(answer);
    for (int bit = 0; bit < 31; ++bit)
      if (set & (1 << bit)) out.push_back(wald_threshold_flag_name(1 << bit));
    return out;
  }
  std::string_view method(int64_t answer = 0) const {
    const char *name = nullptr;
    detail::check(wald_thresholds_method(get(), answer, &name));
    return name;
  }
  /// In words; valid as long as this object is.
  std::string_view objective() const {
    const char *text = nullptr;
    detail::check(wald_thresholds_objective(get(), &text));
    return text;
  }
  /// 1 for each row of scores that is flagged, else 0.
  template <class T>
  std::vector<uint8_t> apply(Table<const T> scores, int64_t answer = 0) const {
    std::vector<uint8_t> out(static_cast<std::size_t>(scores.rows));
    detail::check(wald_thresholds_apply(get(), answer, scores.data, detail::type_of<T>(), scores.rows, scores.cols,
                                        scores.row_stride, scores.col_stride, out.data(), 1));
    return out;
  }

  const wald_thresholds *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_thresholds, wald_thresholds_destroy> handle_;
};

/// A frontier's points, from (0, 0) up.
class OperatingPoints {
 public:
  explicit OperatingPoints(wald_operating_points *handle) : handle_(handle) {
    int64_t n = 0;
    detail::check(wald_operating_points_counts(handle, nullptr, nullptr, nullptr, 0, &n));
    tp_.resize(static_cast<std::size_t>(n));
    fp_.resize(tp_.size());
    on_hull_.resize(tp_.size());
    detail::check(wald_operating_points_counts(handle, tp_.data(), fp_.data(), on_hull_.data(), n, &n));
  }
  const std::vector<double> &tp() const noexcept { return tp_; }
  const std::vector<double> &fp() const noexcept { return fp_; }
  const std::vector<uint8_t> &on_hull() const noexcept { return on_hull_; }  ///< 1 for vertices of the concave hull
  /// Those of all points, one point after the other.
  std::vector<double> thresholds() const {
    return detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_operating_points_thresholds(handle_.get(), out, capacity, needed);
    });
  }
  /// Along the path of the methods "path" and "path-equal", step by step, those that others beat included.
  std::vector<double> path() const {
    return detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_operating_points_path(handle_.get(), out, capacity, needed);
    });
  }
  /// For FP from 0 to max_fp alone.
  struct PartialAreas {
    double pn = 0, pn_hull = 0, roc = 0, roc_hull = 0;
  };
  PartialAreas partial_areas(double max_fp) const {
    PartialAreas a;
    detail::check(wald_operating_points_partial_areas(handle_.get(), max_fp, &a.pn, &a.pn_hull, &a.roc, &a.roc_hull));
    return a;
  }
  double fact(wald_frontier_fact fact) const {
    double value = 0;
    detail::check(wald_operating_points_fact(handle_.get(), fact, &value));
    return value;
  }

 private:
  detail::Handle<wald_operating_points, wald_operating_points_destroy> handle_;
  std::vector<double> tp_, fp_;
  std::vector<uint8_t> on_hull_;
};

/// Rows with scores, labels and weights: what thresholds are chosen from.
class Frontier {
 public:
  /// rated_from: empty, or for each classifier the score below which nothing was labelled (-inf: none).
  explicit Frontier(int64_t n_scores = 1, wald_rule rule = WALD_RULE_OR, const std::vector<double> &rated_from = {}) {
    if (!rated_from.empty()) detail::check_length("rated_from", static_cast<int64_t>(rated_from.size()), n_scores);
    wald_frontier *handle = nullptr;
    detail::check(wald_frontier_create(n_scores, rule, rated_from.empty() ? nullptr : rated_from.data(), &handle));
    handle_.reset(handle);
  }
  static Frontier load(std::string_view text) {
    wald_frontier *handle = nullptr;
    detail::check(wald_frontier_load(text.data(), static_cast<int64_t>(text.size()), &handle));
    return Frontier(handle);
  }
  Frontier copy() const {
    wald_frontier *handle = nullptr;
    detail::check(wald_frontier_copy(get(), &handle));
    return Frontier(handle);
  }

  /// labels of length scores.rows: 0, 1 or WALD_NOT_RATED; weights of that length, or nullptr.
  template <class T, class W = double>
  void feed(Table<const T> scores, const uint8_t *labels, const W *weights = nullptr) {
    detail::check(wald_frontier_feed(get(), scores.data, detail::type_of<T>(), scores.rows, scores.cols,
                                     scores.row_stride, scores.col_stride, labels, 1, weights, detail::type_of<W>(),
                                     1));
  }
  /// Scores of one classifier.
  template <class T>
  void feed(const std::vector<T> &scores, const std::vector<uint8_t> &labels, const std::vector<T> &weights = {}) {
    const auto rows = static_cast<int64_t>(scores.size());
    detail::check_length("labels", static_cast<int64_t>(labels.size()), rows);
    if (!weights.empty()) detail::check_length("weights", static_cast<int64_t>(weights.size()), rows);
    feed(Table<const T>(scores.data(), rows, 1), labels.data(), weights.empty() ? nullptr : weights.data());
  }
  void merge(const Frontier &other) { detail::check(wald_frontier_merge(get(), other.get())); }
  void clear() { detail::check(wald_frontier_clear(get())); }

  int64_t n_scores() const {
    int64_t value = 0;
    detail::check(wald_frontier_n_scores(get(), &value));
    return value;
  }
  wald_rule rule() const {
    wald_rule value = 0;
    detail::check(wald_frontier_rule(get(), &value));
    return value;
  }
  std::vector<double> rated_from() const {
    return detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_frontier_rated_from(get(), out, capacity, needed);
    });
  }
  /// Of rows of a weight above 0.
  struct Totals {
    int64_t n_rows = 0;
    double positives = 0, negatives = 0, unrated = 0;
  };
  Totals totals() const {
    Totals out;
    detail::check(wald_frontier_totals(get(), &out.n_rows, &out.positives, &out.negatives, &out.unrated));
    return out;
  }
  /// Weights that thresholds flag, by label.
  struct Counts {
    double tp = 0, fp = 0, unrated = 0;
  };
  Counts count(const std::vector<double> &thresholds) const {
    Counts out;
    detail::check(wald_frontier_count(get(), thresholds.data(), static_cast<int64_t>(thresholds.size()), &out.tp,
                                      &out.fp, &out.unrated));
    return out;
  }
  /// Of one classifier alone.
  double auc(int64_t score = 0) const {
    double value = 0;
    detail::check(wald_frontier_auc(get(), score, &value));
    return value;
  }
  Thresholds choose(const ThresholdOptions &options = ThresholdOptions()) const {
    wald_thresholds *out = nullptr;
    detail::check(wald_frontier_choose(get(), options.get(), &out));
    return Thresholds(out);
  }
  OperatingPoints points(const ThresholdOptions &options = ThresholdOptions()) const {
    wald_operating_points *out = nullptr;
    detail::check(wald_operating_points_create(get(), options.get(), &out));
    return OperatingPoints(out);
  }

  /// Flagged from high on, cleared below low, left to a human between them.
  struct AbstentionZone {
    double low = 0, high = 0, tp = 0, fp = 0, fn = 0, abstained = 0, cost = 0;
  };
  AbstentionZone abstention_zone(double false_positive_cost, double false_negative_cost, double abstention_cost) const {
    AbstentionZone z;
    detail::check(wald_frontier_abstention_zone(get(), false_positive_cost, false_negative_cost, abstention_cost,
                                                &z.low, &z.high, &z.tp, &z.fp, &z.fn, &z.abstained, &z.cost));
    return z;
  }
  std::string save() const {
    return detail::filled_text(
        [&](char *out, int64_t capacity, int64_t *needed) { return wald_frontier_save(get(), out, capacity, needed); });
  }

  wald_frontier *get() noexcept { return handle_.get(); }
  const wald_frontier *get() const noexcept { return handle_.get(); }

 private:
  explicit Frontier(wald_frontier *handle) : handle_(handle) {}
  detail::Handle<wald_frontier, wald_frontier_destroy> handle_;
};

/// Which rows any thresholds flag.
template <class T>
std::vector<uint8_t> apply_thresholds(const std::vector<double> &thresholds, wald_rule rule, Table<const T> scores) {
  detail::check_length("thresholds", static_cast<int64_t>(thresholds.size()), scores.cols);
  std::vector<uint8_t> out(static_cast<std::size_t>(scores.rows));
  detail::check(wald_apply_thresholds(thresholds.data(), rule, scores.data, detail::type_of<T>(), scores.rows,
                                      scores.cols, scores.row_stride, scores.col_stride, out.data(), 1));
  return out;
}

/// A threshold for each label of a multi-label model.
struct LabelThresholds {
  std::vector<double> thresholds, tp, fp;
  double value = 0;
  bool feasible = true, exact = true;
};

template <class T, class W = double>
LabelThresholds label_thresholds(wald_average average, Table<const T> scores, Table<const uint8_t> labels,
                                 const ThresholdOptions &options = ThresholdOptions(), const W *weights = nullptr) {
  detail::check_same_shape("labels", labels, "scores", scores);
  LabelThresholds out;
  const auto n = static_cast<std::size_t>(scores.cols > 0 ? scores.cols : 0);
  for (std::vector<double> *column : {&out.thresholds, &out.tp, &out.fp}) column->resize(n);
  int32_t feasible = 0, exact = 0;
  detail::check(wald_label_thresholds(average, options.get(), scores.data, detail::type_of<T>(), scores.rows,
                                      scores.cols, scores.row_stride, scores.col_stride, labels.data, labels.row_stride,
                                      labels.col_stride, weights, detail::type_of<W>(), 1, out.thresholds.data(),
                                      out.tp.data(), out.fp.data(), &out.value, &feasible, &exact));
  out.feasible = feasible != 0;
  out.exact = exact != 0;
  return out;
}

/// Multipliers of exclusive classes.
struct ClassMultipliers {
  std::vector<double> multipliers;
  double value = 0, start = 0;    ///< the metric or mean cost, and that of the plain argmax
  std::vector<double> confusion;  ///< by truth * classes + decision
};

namespace detail {

template <class T, class W>
ClassMultipliers class_multipliers(const wald_metric *metric, wald_average average, const std::vector<double> *costs,
                                   Table<const T> scores, const std::vector<int64_t> &truth, const W *weights,
                                   const Options::Progress &progress) {
  check_length("truth", static_cast<int64_t>(truth.size()), scores.rows);
  if (costs) check_length("costs", static_cast<int64_t>(costs->size()), scores.cols * scores.cols);
  ClassMultipliers out;
  const auto n = static_cast<std::size_t>(scores.cols > 0 ? scores.cols : 0);
  out.multipliers.resize(n);
  out.confusion.resize(n * n);
  check(wald_class_multipliers(metric, average, costs ? costs->data() : nullptr, scores.data, type_of<T>(), scores.rows,
                               scores.cols, scores.row_stride, scores.col_stride, truth.data(), weights, type_of<W>(),
                               1, progress ? call_progress : nullptr, const_cast<Options::Progress *>(&progress),
                               out.multipliers.data(), &out.value, &out.start, out.confusion.data()));
  return out;
}

}  // namespace detail

/// For a metric, averaged over the classes (WALD_MACRO) or pooled (WALD_MICRO).
template <class T, class W = double>
ClassMultipliers class_multipliers(const Metric &metric, wald_average average, Table<const T> scores,
                                   const std::vector<int64_t> &truth, const W *weights = nullptr,
                                   const Options::Progress &progress = {}) {
  return detail::class_multipliers(metric.get(), average, nullptr, scores, truth, weights, progress);
}

/// For costs by truth * classes + decision.
template <class T, class W = double>
ClassMultipliers class_multipliers(const std::vector<double> &costs, Table<const T> scores,
                                   const std::vector<int64_t> &truth, const W *weights = nullptr,
                                   const Options::Progress &progress = {}) {
  return detail::class_multipliers(nullptr, WALD_MACRO, &costs, scores, truth, weights, progress);
}

/// The class of each row by multipliers; empty ones are all 1.
template <class T>
std::vector<int64_t> apply_multipliers(const std::vector<double> &multipliers, Table<const T> scores) {
  if (!multipliers.empty()) detail::check_length("multipliers", static_cast<int64_t>(multipliers.size()), scores.cols);
  std::vector<int64_t> out(static_cast<std::size_t>(scores.rows));
  detail::check(wald_apply_classes(multipliers.empty() ? nullptr : multipliers.data(), nullptr, scores.data,
                                   detail::type_of<T>(), scores.rows, scores.cols, scores.row_stride, scores.col_stride,
                                   out.data()));
  return out;
}

/// The class of least expected cost of each row of probabilities.
template <class T>
std::vector<int64_t> least_cost_classes(const std::vector<double> &costs, Table<const T> probabilities) {
  detail::check_length("costs", static_cast<int64_t>(costs.size()), probabilities.cols * probabilities.cols);
  std::vector<int64_t> out(static_cast<std::size_t>(probabilities.rows));
  detail::check(wald_apply_classes(nullptr, costs.data(), probabilities.data, detail::type_of<T>(), probabilities.rows,
                                   probabilities.cols, probabilities.row_stride, probabilities.col_stride, out.data()));
  return out;
}

/// An additive ensemble of decision trees.
class Trees {
 public:
  struct Shape {
    int64_t n_features = 1, n_outputs = 1, leaf_width = 1, trees_per_model = 1;
    wald_type summation = WALD_FLOAT64;
    bool float_features = false;
    std::vector<double> base;  ///< of each output; empty: 0
  };
  /// Arrays by node, the root first; categories only where a split is WALD_SPLIT_AMONG.
  struct Tree {
    int64_t output = 0;
    std::vector<wald_split> split;
    std::vector<wald_missing> missing;
    std::vector<int32_t> feature, left, right;
    std::vector<double> threshold;
    std::vector<int64_t> category_begin;
    std::vector<int32_t> categories;
    std::vector<double> values;  ///< leaf_width of each node
  };

  explicit Trees(const Shape &shape) {
    if (!shape.base.empty()) detail::check_length("base", static_cast<int64_t>(shape.base.size()), shape.n_outputs);
    wald_trees *handle = nullptr;
    detail::check(wald_trees_create(shape.n_features, shape.n_outputs, shape.leaf_width, shape.trees_per_model,
                                    shape.summation, shape.float_features ? 1 : 0,
                                    shape.base.empty() ? nullptr : shape.base.data(), &handle));
    handle_.reset(handle);
  }
  static Trees load(std::string_view text) {
    wald_trees *handle = nullptr;
    detail::check(wald_trees_load(text.data(), static_cast<int64_t>(text.size()), &handle));
    return Trees(handle);
  }
  void add(const Tree &tree) {
    const auto n = static_cast<int64_t>(tree.split.size());
    const auto check = [&](const char *name, std::size_t length, int64_t expected) {
      detail::check_length(name, static_cast<int64_t>(length), expected);
    };
    check("missing", tree.missing.size(), n);
    check("feature", tree.feature.size(), n);
    check("left", tree.left.size(), n);
    check("right", tree.right.size(), n);
    check("threshold", tree.threshold.size(), n);
    check("values", tree.values.size(), n * leaf_width());
    if (!tree.category_begin.empty()) {
      check("category_begin", tree.category_begin.size(), n + 1);
      check("categories", tree.categories.size(), tree.category_begin.back());
    }
    detail::check(wald_trees_add(get(), tree.output, n, tree.split.data(), tree.missing.data(), tree.feature.data(),
                                 tree.left.data(), tree.right.data(), tree.threshold.data(),
                                 tree.category_begin.empty() ? nullptr : tree.category_begin.data(),
                                 tree.categories.data(), tree.values.data()));
  }
  struct Counts {
    int64_t trees = 0, models = 0, features = 0, outputs = 0;
  };
  Counts counts() const {
    Counts out;
    detail::check(wald_trees_shape(get(), &out.trees, &out.models, &out.features, &out.outputs));
    return out;
  }
  /// Values of a leaf.
  int64_t leaf_width() const {
    int64_t value = 0;
    detail::check(wald_trees_leaf_width(get(), &value));
    return value;
  }
  /// What to fit a cascade with, so that it decides for 1 where the whole sum, base included, is at least `margin`.
  double threshold(double margin) const {
    double value = 0;
    detail::check(wald_trees_threshold(get(), margin, &value));
    return value;
  }
  /// Sums of all trees, base included: rows by outputs.
  template <class T>
  std::vector<double> evaluate(Table<const T> features, int32_t threads = 1) const {
    std::vector<double> out(static_cast<std::size_t>(features.rows * counts().outputs));
    detail::check(wald_trees_evaluate(get(), features.data, detail::type_of<T>(), features.rows, features.cols,
                                      features.row_stride, features.col_stride, threads, out.data()));
    return out;
  }
  std::string save() const {
    return detail::filled_text(
        [&](char *out, int64_t capacity, int64_t *needed) { return wald_trees_save(get(), out, capacity, needed); });
  }

  wald_trees *get() noexcept { return handle_.get(); }
  const wald_trees *get() const noexcept { return handle_.get(); }

 private:
  explicit Trees(wald_trees *handle) : handle_(handle) {}
  detail::Handle<wald_trees, wald_trees_destroy> handle_;
};

/// Rows with the scores of all models of an ensemble: what a cascade is fitted to.
class CascadeScores {
 public:
  /// n_classes: 1 for a sum and a threshold, else the number of sums of which the largest decides.
  explicit CascadeScores(int64_t n_models, int64_t n_classes = 1) {
    wald_cascade_scores *handle = nullptr;
    detail::check(wald_cascade_scores_create(n_models, n_classes, &handle));
    handle_.reset(handle);
  }
  CascadeScores copy() const {
    wald_cascade_scores *handle = nullptr;
    detail::check(wald_cascade_scores_copy(get(), &handle));
    return CascadeScores(handle);
  }
  /// weights, targets of length table.rows, or nullptr.
  template <class T, class W = double>
  void feed(Table<const T> table, const W *weights = nullptr, const W *targets = nullptr) {
    detail::check(wald_cascade_scores_feed(get(), table.data, detail::type_of<T>(), table.rows, table.cols,
                                           table.row_stride, table.col_stride, weights, detail::type_of<W>(), 1,
                                           targets, detail::type_of<W>(), 1));
  }
  /// The scores that trees give rows of features.
  template <class T, class W = double>
  void feed(const Trees &trees, Table<const T> features, const W *weights = nullptr, const W *targets = nullptr,
            int32_t threads = 1) {
    detail::check(wald_cascade_scores_feed_trees(get(), trees.get(), features.data, detail::type_of<T>(), features.rows,
                                                 features.cols, features.row_stride, features.col_stride, weights,
                                                 detail::type_of<W>(), 1, targets, detail::type_of<W>(), 1, threads));
  }
  void merge(const CascadeScores &other) { detail::check(wald_cascade_scores_merge(get(), other.get())); }
  void clear() { detail::check(wald_cascade_scores_clear(get())); }
  struct Shape {
    int64_t rows = 0, models = 0, classes = 0;
  };
  Shape shape() const {
    Shape out;
    detail::check(wald_cascade_scores_shape(get(), &out.rows, &out.models, &out.classes));
    return out;
  }

  wald_cascade_scores *get() noexcept { return handle_.get(); }
  const wald_cascade_scores *get() const noexcept { return handle_.get(); }

 private:
  explicit CascadeScores(wald_cascade_scores *handle) : handle_(handle) {}
  detail::Handle<wald_cascade_scores, wald_cascade_scores_destroy> handle_;
};

/// How a cascade is fitted; setters return the object, so that they chain.
class CascadeOptions {
 public:
  using Progress = Options::Progress;

  CascadeOptions() {
    wald_cascade_options *handle = nullptr;
    detail::check(wald_cascade_options_create(&handle));
    handle_.reset(handle);
  }
  CascadeOptions &set(wald_cascade_setting setting, double value) {
    return done(wald_cascade_options_set(get(), setting, value));
  }
  CascadeOptions &alpha(double alpha) { return set(WALD_CASCADE_SETTING_ALPHA, alpha); }
  CascadeOptions &threshold(double threshold) { return set(WALD_CASCADE_SETTING_THRESHOLD, threshold); }
  /// "joint", "natural", "random", "mse" or "greedy".
  CascadeOptions &order(const std::string &name) { return done(wald_cascade_options_set_order(get(), name.c_str())); }
  CascadeOptions &order(const std::vector<int64_t> &models) {
    return done(wald_cascade_options_set_given_order(get(), models.data(), static_cast<int64_t>(models.size())));
  }
  /// "power:P", "all" or "proportional"; empty: the default.
  CascadeOptions &spend(const std::string &name) {
    return done(wald_cascade_options_set_spend(get(), name.empty() ? nullptr : name.c_str()));
  }
  CascadeOptions &costs(const std::vector<double> &costs) {
    return done(wald_cascade_options_set_costs(get(), costs.data(), static_cast<int64_t>(costs.size())));
  }
  CascadeOptions &names(const std::vector<std::string> &names) {
    const std::vector<const char *> texts = detail::texts_of(names);
    return done(wald_cascade_options_set_names(get(), texts.data(), static_cast<int64_t>(texts.size())));
  }
  CascadeOptions &seed(uint64_t seed) { return done(wald_cascade_options_set_seed(get(), seed)); }
  /// Called during long work; returns false to cancel. It must not throw.
  CascadeOptions &progress(Progress progress) {
    progress_ = std::make_unique<Progress>(std::move(progress));
    return done(
        wald_cascade_options_set_progress(get(), *progress_ ? detail::call_progress : nullptr, progress_.get()));
  }

  wald_cascade_options *get() noexcept { return handle_.get(); }
  const wald_cascade_options *get() const noexcept { return handle_.get(); }

 private:
  CascadeOptions &done(wald_status status) {
    detail::check(status);
    return *this;
  }
  std::unique_ptr<Progress> progress_;
  detail::Handle<wald_cascade_options, wald_cascade_options_destroy> handle_;
};

/// One example on its way through a cascade. Each thread has a run of its own.
class CascadeRun {
 public:
  explicit CascadeRun(const wald_cascade *cascade) {
    wald_cascade_run *handle = nullptr;
    detail::check(wald_cascade_run_create(cascade, &handle));
    handle_.reset(handle);
    start();
  }
  /// Begins another example. @return the first model to ask.
  int64_t start() {
    decision_ = -1;
    count_ = 0;
    detail::check(wald_cascade_run_start(handle_.get(), &next_));
    return next_;
  }
  /// The score of model next() for two classes. @return the next model to ask, -1 where the example is decided.
  int64_t feed(double score) { return feed(&score, 1); }
  /// One score a class.
  int64_t feed(const double *scores, int64_t n_scores) {
    detail::check(wald_cascade_run_feed(handle_.get(), scores, n_scores, &next_, &decision_, &count_));
    return next_;
  }
  int64_t next() const noexcept { return next_; }
  int32_t decision() const noexcept { return decision_; }  ///< -1 as long as it is undecided
  int64_t count() const noexcept { return count_; }        ///< how many models were asked

 private:
  int64_t next_ = 0, count_ = 0;
  int32_t decision_ = -1;
  detail::Handle<wald_cascade_run, wald_cascade_run_destroy> handle_;
};

/// In which order the models of an ensemble are asked, and when the sum so far decides.
class Cascade {
 public:
  explicit Cascade(wald_cascade *handle) : handle_(handle) {}

  static Cascade fit(const CascadeScores &scores, const CascadeOptions &options = CascadeOptions()) {
    wald_cascade *handle = nullptr;
    detail::check(wald_cascade_fit(scores.get(), nullptr, options.get(), &handle));
    return Cascade(handle);
  }
  /// With rows that have no part in fitting: the disagreement is certified on them.
  static Cascade fit(const CascadeScores &scores, const CascadeScores &calibration,
                     const CascadeOptions &options = CascadeOptions()) {
    wald_cascade *handle = nullptr;
    detail::check(wald_cascade_fit(scores.get(), calibration.get(), options.get(), &handle));
    return Cascade(handle);
  }
  static Cascade load(std::string_view text) {
    wald_cascade *handle = nullptr;
    detail::check(wald_cascade_load(text.data(), static_cast<int64_t>(text.size()), &handle));
    return Cascade(handle);
  }
  Cascade calibrate(const CascadeScores &calibration, const CascadeOptions &options = CascadeOptions()) const {
    wald_cascade *handle = nullptr;
    detail::check(wald_cascade_calibrate(get(), calibration.get(), options.get(), &handle));
    return Cascade(handle);
  }
  /// Another cascade, which takes features in place of scores.
  Cascade bind(const Trees &trees) const {
    wald_cascade *handle = nullptr;
    detail::check(wald_cascade_bind(get(), trees.get(), &handle));
    return Cascade(handle);
  }
  /// Always refused, with the reason.
  void merge(const Cascade &other) { detail::check(wald_cascade_merge(handle_.get(), other.get())); }

  double number(wald_cascade_fact fact) const {
    double value = 0;
    detail::check(wald_cascade_number(get(), fact, &value));
    return value;
  }
  static std::string_view fact_name(wald_cascade_fact fact) { return wald_cascade_fact_name(fact); }
  std::vector<double> numbers(wald_cascade_array which) const {
    return detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_cascade_numbers(get(), which, out, capacity, needed);
    });
  }
  int64_t n_models() const { return static_cast<int64_t>(number(WALD_CASCADE_MODELS)); }
  std::vector<int64_t> order() const {
    const std::vector<double> models = numbers(WALD_CASCADE_ARRAY_ORDER);
    return {models.begin(), models.end()};
  }
  /// "" where no names were set; valid as long as this object is.
  std::string_view model_name(int64_t model) const {
    const char *name = nullptr;
    detail::check(wald_cascade_model_name(get(), model, &name));
    return name;
  }
  int64_t n_features() const {
    int64_t value = 0;
    detail::check(wald_cascade_n_features(get(), &value));
    return value;
  }

  /// What it does on other rows.
  struct Evaluation {
    double disagreement = 0, mean_models = 0, mean_cost = 0;
    std::vector<double> stops;  ///< share of the rows that is decided at each position
  };
  Evaluation evaluate(const CascadeScores &scores, int32_t threads = 1) const {
    Evaluation out;
    out.stops.resize(static_cast<std::size_t>(n_models()));
    detail::check(wald_cascade_evaluate(get(), scores.get(), threads, &out.disagreement, &out.mean_models,
                                        &out.mean_cost, out.stops.data()));
    return out;
  }

  /// Of each row: 0 or 1, with K classes the class; and how many models were asked.
  struct Decisions {
    std::vector<int32_t> decisions, counts;
    explicit Decisions(int64_t n) : decisions(static_cast<std::size_t>(n > 0 ? n : 0)), counts(decisions.size()) {}
  };
  template <class T>
  Decisions apply(Table<const T> scores, int32_t threads = 1) const {
    Decisions out(scores.rows);
    detail::check(wald_cascade_apply(get(), scores.data, detail::type_of<T>(), scores.rows, scores.cols,
                                     scores.row_stride, scores.col_stride, threads, out.decisions.data(),
                                     out.counts.data()));
    return out;
  }
  template <class T>
  Decisions apply_trees(Table<const T> features, int32_t threads = 1) const {
    Decisions out(features.rows);
    detail::check(wald_cascade_apply_trees(get(), features.data, detail::type_of<T>(), features.rows, features.cols,
                                           features.row_stride, features.col_stride, threads, out.decisions.data(),
                                           out.counts.data()));
    return out;
  }
  /// Fills scores[i*n_classes + c] for row rows[i], for i < n; returns false to cancel. It must not throw.
  using ScoreFunction = std::function<bool(int64_t model, const int64_t *rows, int64_t n, double *scores)>;
  Decisions apply(int64_t n_rows, const ScoreFunction &scores) const {
    Decisions out(n_rows);
    const auto call = [](int64_t model, const int64_t *rows, int64_t n, double *to, void *user) noexcept -> int32_t {
      return (*static_cast<const ScoreFunction *>(user))(model, rows, n, to) ? 0 : 1;
    };
    detail::check(wald_cascade_apply_function(get(), n_rows, call, const_cast<ScoreFunction *>(&scores),
                                              out.decisions.data(), out.counts.data()));
    return out;
  }
  CascadeRun run() const { return CascadeRun(get()); }

  std::string save() const {
    return detail::filled_text(
        [&](char *out, int64_t capacity, int64_t *needed) { return wald_cascade_save(get(), out, capacity, needed); });
  }

  const wald_cascade *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_cascade, wald_cascade_destroy> handle_;
};

/// Rows of features, mostly with labels or classes.
class Dataset {
 public:
  template <class T>
  explicit Dataset(Table<const T> features) {
    wald_dataset *handle = nullptr;
    detail::check(wald_dataset_create(features.data, detail::type_of<T>(), features.rows, features.cols,
                                      features.row_stride, features.col_stride, &handle));
    handle_.reset(handle);
  }
  template <class T, class Index>
  explicit Dataset(Csr<T, Index> features) {
    wald_dataset *handle = nullptr;
    detail::check(wald_dataset_create_csr(features.indptr, features.indices, detail::index_type_of<Index>(),
                                          features.values, detail::type_of<T>(), features.rows, features.cols,
                                          &handle));
    handle_.reset(handle);
  }
  /// 0 or 1 by rows and labels.
  Dataset &labels(Table<const uint8_t> labels) {
    return done(
        wald_dataset_set_labels(get(), labels.data, labels.rows, labels.cols, labels.row_stride, labels.col_stride));
  }
  /// The ones of each row.
  template <class Index>
  Dataset &labels(const Index *indptr, const Index *indices, int64_t rows, int64_t n_labels) {
    return done(wald_dataset_set_labels_csr(get(), indptr, indices, detail::index_type_of<Index>(), rows, n_labels));
  }
  Dataset &classes(const std::vector<int64_t> &classes, int64_t n_classes) {
    return done(wald_dataset_set_classes(get(), classes.data(), static_cast<int64_t>(classes.size()), n_classes));
  }
  template <class T>
  Dataset &weights(const std::vector<T> &weights) {
    return done(
        wald_dataset_set_weights(get(), weights.data(), detail::type_of<T>(), static_cast<int64_t>(weights.size()), 1));
  }
  /// Which rows belong together: those of the same number are left out together where rows are left out. Empty: none.
  Dataset &groups(const std::vector<int64_t> &groups) {
    return done(
        wald_dataset_set_groups(get(), groups.empty() ? nullptr : groups.data(), static_cast<int64_t>(groups.size())));
  }
  /// P(label j = 1) by another model, by rows and labels, for learners "card:given".
  template <class T>
  Dataset &marginals(Table<const T> marginals) {
    return done(wald_dataset_set_marginals(get(), marginals.data, detail::type_of<T>(), marginals.rows, marginals.cols,
                                           marginals.row_stride, marginals.col_stride));
  }
  struct Shape {
    int64_t rows = 0, features = 0, labels = 0;
    wald_task task = WALD_TASK_NONE;
  };
  Shape shape() const {
    Shape out;
    detail::check(wald_dataset_shape(get(), &out.rows, &out.features, &out.labels, &out.task));
    return out;
  }

  wald_dataset *get() noexcept { return handle_.get(); }
  const wald_dataset *get() const noexcept { return handle_.get(); }

 private:
  Dataset &done(wald_status status) {
    detail::check(status);
    return *this;
  }
  detail::Handle<wald_dataset, wald_dataset_destroy> handle_;
};

/// How a learner is fitted; setters return the object, so that they chain.
class LearnerOptions {
 public:
  using Progress = Options::Progress;

  LearnerOptions() {
    wald_learner_options *handle = nullptr;
    detail::check(wald_learner_options_create(&handle));
    handle_.reset(handle);
  }
  LearnerOptions &set(wald_learner_setting setting, double value) {
    return done(wald_learner_options_set(get(), setting, value));
  }
  LearnerOptions &method(wald_learner_method method, const std::string &name) {
    return done(wald_learner_options_set_method(get(), method, name.c_str()));
  }
  LearnerOptions &penalties(const std::vector<double> &penalties) {
    return done(wald_learner_options_set_penalties(get(), penalties.data(), static_cast<int64_t>(penalties.size())));
  }
  LearnerOptions &mixture_weights(const std::vector<double> &weights) {
    return done(wald_learner_options_set_mixture_weights(get(), weights.data(), static_cast<int64_t>(weights.size())));
  }
  /// One order of all labels for each chain.
  LearnerOptions &chain_orders(const std::vector<std::vector<int64_t>> &orders) {
    std::vector<int64_t> all;
    const std::size_t labels = orders.empty() ? 0 : orders[0].size();
    for (const std::vector<int64_t> &order : orders) {
      detail::check_length("order", static_cast<int64_t>(order.size()), static_cast<int64_t>(labels));
      all.insert(all.end(), order.begin(), order.end());
    }
    return done(wald_learner_options_set_chain_orders(get(), orders.empty() ? nullptr : all.data(),
                                                      static_cast<int64_t>(orders.size()),
                                                      static_cast<int64_t>(labels)));
  }
  LearnerOptions &feature_names(const std::vector<std::string> &names) {
    const std::vector<const char *> texts = detail::texts_of(names);
    return done(wald_learner_options_set_feature_names(get(), texts.data(), static_cast<int64_t>(texts.size())));
  }
  LearnerOptions &label_names(const std::vector<std::string> &names) {
    const std::vector<const char *> texts = detail::texts_of(names);
    return done(wald_learner_options_set_label_names(get(), texts.data(), static_cast<int64_t>(texts.size())));
  }
  LearnerOptions &seed(uint64_t seed) { return done(wald_learner_options_set_seed(get(), seed)); }
  /// Called during long work; returns false to cancel. It must not throw.
  LearnerOptions &progress(Progress progress) {
    progress_ = std::make_unique<Progress>(std::move(progress));
    return done(
        wald_learner_options_set_progress(get(), *progress_ ? detail::call_progress : nullptr, progress_.get()));
  }

  wald_learner_options *get() noexcept { return handle_.get(); }
  const wald_learner_options *get() const noexcept { return handle_.get(); }

 private:
  LearnerOptions &done(wald_status status) {
    detail::check(status);
    return *this;
  }
  std::unique_ptr<Progress> progress_;
  detail::Handle<wald_learner_options, wald_learner_options_destroy> handle_;
};

/// A fitted learner: from rows of features to estimators and decisions.
class Learner {
 public:
  explicit Learner(wald_learner *handle) : handle_(handle) {}

  /// By name: "br", "lfp", "efp", "pcc", "card", "neighbours", "forest", "mixture:card,forest", ...
  static Learner fit(const std::string &name, const Dataset &dataset,
                     const LearnerOptions &options = LearnerOptions()) {
    wald_learner *handle = nullptr;
    detail::check(wald_learner_fit(name.c_str(), dataset.get(), options.get(), &handle));
    return Learner(handle);
  }
  static Learner load(std::string_view text) {
    wald_learner *handle = nullptr;
    detail::check(wald_learner_load(text.data(), static_cast<int64_t>(text.size()), &handle));
    return Learner(handle);
  }
  std::string save() const {
    return detail::filled_text(
        [&](char *out, int64_t capacity, int64_t *needed) { return wald_learner_save(get(), out, capacity, needed); });
  }

  /// Valid as long as this object is.
  std::string_view name() const {
    const char *name = nullptr;
    detail::check(wald_learner_name(get(), &name));
    return name;
  }
  struct Shape {
    int64_t features = 0, labels = 0, at_least = 0;
    wald_task task = WALD_TASK_LABELS;
  };
  Shape shape() const {
    Shape out;
    detail::check(wald_learner_shape(get(), &out.features, &out.labels, &out.task, &out.at_least));
    return out;
  }
  wald_kind kind() const {
    wald_kind value = 0;
    detail::check(wald_learner_kind(get(), &value));
    return value;
  }
  /// "" where no names were set; valid as long as this object is.
  std::string_view feature_name(int64_t feature) const {
    const char *name = nullptr;
    detail::check(wald_learner_feature_name(get(), feature, &name));
    return name;
  }
  std::string_view label_name(int64_t label) const {
    const char *name = nullptr;
    detail::check(wald_learner_label_name(get(), label, &name));
    return name;
  }
  /// What fitting chose, and what it tried.
  struct Choice {
    std::string part, what;
    double value = 0, loss = 0;
    std::vector<double> values, losses;
  };
  std::vector<Choice> choices() const {
    int64_t count = 0;
    detail::check(wald_learner_choice_count(get(), &count));
    std::vector<Choice> out;
    for (int64_t i = 0; i < count; ++i) {
      Choice choice;
      const char *part = nullptr, *what = nullptr;
      detail::check(wald_learner_choice_get(get(), i, &part, &what, &choice.value, &choice.loss));
      choice.part = part;
      choice.what = what;
      int64_t n = 0;
      detail::check(wald_learner_choice_path(get(), i, nullptr, nullptr, 0, &n));
      choice.values.resize(static_cast<std::size_t>(n));
      choice.losses.resize(choice.values.size());
      if (n > 0)
        detail::check(wald_learner_choice_path(get(), i, choice.values.data(), choice.losses.data(), n, nullptr));
      out.push_back(std::move(choice));
    }
    return out;
  }

  /// P(label), row by row.
  std::vector<double> probabilities(const Dataset &dataset, const Options &options = Options()) const {
    std::vector<double> out(static_cast<std::size_t>(dataset.shape().rows * shape().labels));
    detail::check(wald_learner_probabilities(get(), dataset.get(), options.get(), out.data()));
    return out;
  }
  /// Decides the rows; mask is rows by labels, or has no data.
  Decision decide(const Dataset &dataset, const Metric &metric, const Options &options = Options(),
                  Table<uint8_t> mask = {}, double *expected = nullptr) const {
    detail::check_shape("mask", mask, dataset.shape().rows, shape().labels);
    Decision out;
    detail::check(wald_learner_decide(get(), dataset.get(), metric.get(), options.get(), mask.data, mask.row_stride,
                                      mask.col_stride, expected, out.get()));
    return out;
  }
  /// What it knows of one row.
  Estimator estimator(const Dataset &dataset, int64_t row, const Options &options = Options()) const {
    wald_estimator *handle = nullptr;
    detail::check(wald_learner_estimator(get(), dataset.get(), row, options.get(), &handle));
    return Estimator(handle);
  }

  const wald_learner *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_learner, wald_learner_destroy> handle_;
};

/// From the scores of a binary classifier to probabilities.
class Calibration {
 public:
  /// "platt", "isotonic" or "beta"; scores out of fold, labels 0 or 1.
  template <class T>
  static Calibration fit(const std::string &name, const std::vector<T> &scores, const std::vector<uint8_t> &labels,
                         const std::vector<T> &weights = {}) {
    const auto n = static_cast<int64_t>(scores.size());
    detail::check_length("labels", static_cast<int64_t>(labels.size()), n);
    if (!weights.empty()) detail::check_length("weights", static_cast<int64_t>(weights.size()), n);
    wald_calibration *handle = nullptr;
    detail::check(wald_calibration_fit(name.c_str(), scores.data(), detail::type_of<T>(), n, 1, labels.data(), 1,
                                       weights.empty() ? nullptr : weights.data(), detail::type_of<T>(), 1, &handle));
    return Calibration(handle);
  }
  static Calibration load(std::string_view text) {
    wald_calibration *handle = nullptr;
    detail::check(wald_calibration_load(text.data(), static_cast<int64_t>(text.size()), &handle));
    return Calibration(handle);
  }
  template <class T>
  std::vector<double> apply(const std::vector<T> &scores) const {
    std::vector<double> out(scores.size());
    detail::check(wald_calibration_apply(get(), scores.data(), detail::type_of<T>(),
                                         static_cast<int64_t>(scores.size()), 1, out.data()));
    return out;
  }
  std::string save() const {
    return detail::filled_text([&](char *out, int64_t capacity, int64_t *needed) {
      return wald_calibration_save(get(), out, capacity, needed);
    });
  }

  const wald_calibration *get() const noexcept { return handle_.get(); }

 private:
  explicit Calibration(wald_calibration *handle) : handle_(handle) {}
  detail::Handle<wald_calibration, wald_calibration_destroy> handle_;
};

}  // namespace wald

#endif  // WALD_HPP
