#include "rivals.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>

namespace bench {

void threshold(const double *__restrict p, std::size_t count, double at, uint8_t *__restrict mask) {
  for (std::size_t i = 0; i < count; ++i) mask[i] = p[i] > at;
}

double read_all(const double *__restrict x, std::size_t count) {
  double sums[32] = {};
  std::size_t i = 0;
  for (; i + 32 <= count; i += 32)
    for (int lane = 0; lane < 32; ++lane) sums[lane] += x[i + lane];
  for (; i < count; ++i) sums[0] += x[i];
  double sum = 0;
  for (double s : sums) sum += s;
  return sum;
}

namespace {

// to = masses of a sum with one more item of probability p.
void append_item(const double *__restrict from, std::size_t items, double p, double *__restrict to) {
  const double q = 1 - p;
  to[0] = q * from[0];
  for (std::size_t s = 1; s <= items; ++s) to[s] = q * from[s] + p * from[s - 1];
  to[items + 1] = p * from[items];
}

double *row_of(std::vector<double> &triangle, std::size_t j) { return triangle.data() + j * (j + 1) / 2; }

// zero_division = 1.
struct GMean {
  static double at(double tp, double k, double s, double n) {
    const double top = s > 0 ? tp : 1, bottom = s > 0 ? s : 1;
    const double negatives = n - s, tn = negatives > 0 ? n - k - s + tp : 1, of = negatives > 0 ? negatives : 1;
    return std::sqrt(top * tn / (bottom * of));
  }
};
struct HMean {
  static double at(double tp, double k, double s, double n) {
    const double top = s > 0 ? tp : 1, bottom = s > 0 ? s : 1;
    const double negatives = n - s, tn = negatives > 0 ? n - k - s + tp : 1, of = negatives > 0 ? negatives : 1;
    const double sum = top * of + tn * bottom;
    return sum > 0 ? 2 * top * tn / sum : 0;
  }
};
struct Jaccard {
  static double at(double tp, double k, double s, double) {
    const double all = k + s - tp;
    return all > 0 ? tp / all : 1;
  }
};

template <class U>
double literal(const std::vector<double> &p, std::vector<double> &first, std::vector<double> &last) {
  const std::size_t n = p.size();
  first.resize((n + 1) * (n + 2) / 2);
  last.resize(first.size());
  first[0] = last[0] = 1;
  for (std::size_t j = 0; j < n; ++j) {
    append_item(row_of(first, j), j, p[j], row_of(first, j + 1));
    append_item(row_of(last, j), j, p[n - 1 - j], row_of(last, j + 1));
  }
  double best = 0;
  for (std::size_t k = 0; k <= n; ++k) {
    const double *const top = row_of(first, k), *const rest = row_of(last, n - k);
    double value = 0;
    for (int tp = 0; tp <= static_cast<int>(k); ++tp) {
      double sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int fn = 0; fn <= static_cast<int>(n - k); ++fn)
        sum += rest[fn] * U::at(tp, static_cast<double>(k), tp + fn, static_cast<double>(n));
      value += top[tp] * sum;
    }
    best = std::max(best, value);
  }
  return best;
}

}  // namespace

double Literal::best(const std::vector<double> &p, Utility utility) {
  p_ = p;
  std::sort(p_.begin(), p_.end(), std::greater<>());
  switch (utility) {
    case Utility::gmean: return literal<GMean>(p_, first_, last_);
    case Utility::hmean: return literal<HMean>(p_, first_, last_);
    case Utility::jaccard: return literal<Jaccard>(p_, first_, last_);
  }
  return 0;
}

// ---- GFM -------------------------------------------------------------------------------------------

struct DenseGfm::State {
  Eigen::Index n_labels = 0, n_samples = 0;
  bool trim = false;
  std::vector<Eigen::Index> size_of;    // of each sample
  std::vector<Eigen::Index> column_of;  // of each s
  Eigen::VectorXd sizes;
  Eigen::MatrixXd p, w, delta, all_w;
  double p_zero = 0;
  std::vector<double> column;
  std::vector<Eigen::Index> order;
};

DenseGfm::DenseGfm(std::size_t n_labels, std::size_t n_samples, bool trim) : state_(new State) {
  State &s = *state_;
  s.n_labels = static_cast<Eigen::Index>(n_labels);
  s.n_samples = static_cast<Eigen::Index>(n_samples);
  s.trim = trim;
  s.size_of.resize(n_samples);
  s.column.resize(n_labels);
  s.order.resize(n_labels);
  s.delta.resize(s.n_labels, s.n_labels);
  s.all_w.resize(s.n_labels, s.n_labels);
  for (Eigen::Index k = 1; k <= s.n_labels; ++k)
    for (Eigen::Index size = 1; size <= s.n_labels; ++size)
      s.all_w(size - 1, k - 1) = 2 / static_cast<double>(size + k);
}
DenseGfm::~DenseGfm() = default;
std::size_t DenseGfm::sizes() const { return static_cast<std::size_t>(state_->p.cols()); }

void DenseGfm::accumulate(const uint8_t *samples) {
  State &s = *state_;
  using Row = Eigen::Map<const Eigen::Array<uint8_t, Eigen::Dynamic, 1>>;
  std::vector<Eigen::Index> &column_of = s.column_of;
  column_of.assign(static_cast<std::size_t>(s.n_labels + 1), s.trim ? 0 : 1);
  for (Eigen::Index r = 0; r < s.n_samples; ++r) {
    const Row row(samples + r * s.n_labels, s.n_labels);
    const Eigen::Index size = row.cast<int>().sum();
    s.size_of[static_cast<std::size_t>(r)] = size;
    column_of[static_cast<std::size_t>(size)] = 1;
  }
  Eigen::Index columns = 0;
  for (Eigen::Index size = 1; size <= s.n_labels; ++size)
    if (column_of[static_cast<std::size_t>(size)]) column_of[static_cast<std::size_t>(size)] = columns++;
  const double weight = 1 / static_cast<double>(s.n_samples);
  s.p.setZero(s.n_labels, columns);
  s.p_zero = 0;
  for (Eigen::Index r = 0; r < s.n_samples; ++r) {
    const Eigen::Index size = s.size_of[static_cast<std::size_t>(r)];
    if (size == 0) {
      s.p_zero += weight;
      continue;
    }
    const Row row(samples + r * s.n_labels, s.n_labels);
    s.p.col(column_of[static_cast<std::size_t>(size)]).array() += row.cast<double>();
  }
  s.p *= weight;
  if (!s.trim) {
    s.w = s.all_w;
    return;
  }
  s.w.resize(columns, s.n_labels);
  std::vector<bool> occurs(static_cast<std::size_t>(s.n_labels + 1), false);
  for (Eigen::Index size : s.size_of) occurs[static_cast<std::size_t>(size)] = true;
  for (Eigen::Index size = 1; size <= s.n_labels; ++size)
    if (occurs[static_cast<std::size_t>(size)])
      s.w.row(column_of[static_cast<std::size_t>(size)]) = s.all_w.row(size - 1);
}

double DenseGfm::decide(Order order) {
  State &s = *state_;
  s.delta.noalias() = s.p * s.w;
  double best = s.p_zero;
  Eigen::Index best_k = 0;
  for (Eigen::Index k = 1; k <= s.n_labels; ++k) {
    if (order == Order::arguments) {
      const double *const column = s.delta.col(k - 1).data();
      for (Eigen::Index i = 0; i < s.n_labels; ++i) s.order[static_cast<std::size_t>(i)] = i;
      std::sort(s.order.begin(), s.order.end(), [&](Eigen::Index x, Eigen::Index y) { return column[x] > column[y]; });
      double value = 0;
      for (Eigen::Index i = 0; i < k; ++i) value += column[s.order[static_cast<std::size_t>(i)]];
      if (value > best) {
        best = value;
        best_k = k;
      }
      continue;
    }
    std::copy(s.delta.col(k - 1).data(), s.delta.col(k - 1).data() + s.n_labels, s.column.begin());
    const auto end = s.column.begin() + k;
    if (order == Order::values)
      std::sort(s.column.begin(), s.column.end(), std::greater<>());
    else if (end != s.column.end())
      std::nth_element(s.column.begin(), end, s.column.end(), std::greater<>());
    double value = 0;
    for (auto x = s.column.begin(); x != end; ++x) value += *x;
    if (value > best) {
      best = value;
      best_k = k;
    }
  }
  // The labels, for the best k alone.
  for (Eigen::Index i = 0; i < s.n_labels; ++i) s.order[static_cast<std::size_t>(i)] = i;
  if (best_k > 0) {
    const auto column = s.delta.col(best_k - 1);
    std::sort(s.order.begin(), s.order.end(), [&](Eigen::Index x, Eigen::Index y) { return column(x) > column(y); });
    std::sort(s.order.begin(), s.order.begin() + best_k);
  }
  return best;
}

// ---- Ye --------------------------------------------------------------------------------------------

double PlainYe::best(const std::vector<double> &p) {
  const std::size_t n = p.size();
  p_ = p;
  std::sort(p_.begin(), p_.end(), std::greater<>());
  masses_.resize((n + 1) * (n + 2) / 2);
  masses_[0] = 1;
  for (std::size_t j = 0; j < n; ++j) append_item(row_of(masses_, j), j, p_[j], row_of(masses_, j + 1));
  s_.resize(2 * n + 2);
  for (std::size_t a = 1; a < s_.size(); ++a) s_[a] = 1 / static_cast<double>(a);
  double best = 0;
  for (std::size_t k = n; k >= 1; --k) {
    const double *const top = row_of(masses_, k), *const s = s_.data() + k;
    double value = 0;
#pragma omp simd reduction(+ : value)
    for (int tp = 1; tp <= static_cast<int>(k); ++tp) value += tp * top[tp] * s[tp];
    best = std::max(best, 2 * value);
    const double x = p_[k - 1], q = 1 - x;
    double *const all = s_.data();
    for (std::size_t a = 1; a <= 2 * (k - 1); ++a) all[a] = q * all[a] + x * all[a + 1];
  }
  double none = 1;
  for (double x : p_) none *= 1 - x;
  return std::max(best, none);
}

}  // namespace bench
