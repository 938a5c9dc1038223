// Metrics given by the caller: a callback or a table. Their declared properties are checked, never trusted: whole for
// n <= 64, and beyond wherever a decision depends on it (window.cpp on the rise in tp, linear() below on the line;
// nothing else is relied on there, see proves()).
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "core/base/error.hpp"
#include "core/metrics/metric.hpp"

namespace wald::core {
namespace {

constexpr int64_t whole_check_limit = 64;
constexpr std::size_t longest_name = 256;
// Sums and differences of utilities, times counts, are finite: the check of what is declared would be blind otherwise.
constexpr double largest_utility = 1e100;
// A callback's own rounding: contradictions smaller than this (relative to the values, or 1) are none.
constexpr double slack = 1e-11;

double tolerance(double x, double y) { return slack * std::max({1.0, std::fabs(x), std::fabs(y)}); }

std::string cell_text(int64_t tp, int64_t k, int64_t s, int64_t n) {
  return text("(tp=", tp, ", k=", k, ", s=", s, ", n=", n, ")");
}

constexpr uint32_t declarable = rises_in_tp | falls_in_k | rises_in_tp_and_k | linear_in_tp | is_loss | thread_safe;

// Cells (tp, k, s), which a custom metric is asked for together: a call of a function that the caller gives may cost
// more than its value.
class Block {
 public:
  explicit Block(int64_t cells) : room_(std::min<int64_t>(cells, 4096)) {
    for (std::vector<int64_t> *each : {&tp, &k, &s}) each->reserve(static_cast<std::size_t>(room_));
  }
  void add(int64_t of_tp, int64_t of_k, int64_t of_s) {
    tp.push_back(of_tp);
    k.push_back(of_k);
    s.push_back(of_s);
  }
  int64_t size() const { return static_cast<int64_t>(tp.size()); }
  bool full() const { return size() >= room_; }
  void clear() {
    for (std::vector<int64_t> *each : {&tp, &k, &s}) each->clear();
  }

  std::vector<int64_t> tp, k, s;

 private:
  int64_t room_;
};

class Custom : public Metric {
 public:
  Custom(std::string name, uint32_t properties) : Metric(std::move(name), 1, properties) {}

  double utility(int64_t tp, int64_t k, int64_t s, int64_t n) const override {
    double value;
    evaluate(&tp, &k, &s, 1, n, &value);
    return value;
  }
  void utilities(int64_t tp, int64_t k, int64_t first_fn, int64_t count, int64_t n, double *out) const override {
    rows_of_utilities({{tp, k, first_fn, count}}, n, out);
  }
  void rows_of_utilities(const std::vector<CellRow> &rows, int64_t n, double *out) const override {
    int64_t cells = 0;
    for (const CellRow &row : rows) cells += row.count;
    Block block(cells);
    const auto evaluate_all = [&] {
      evaluate(block, n, out);
      out += block.size();
      block.clear();
    };
    for (const CellRow &row : rows)
      for (int64_t j = 0; j < row.count; ++j) {
        block.add(row.tp, row.k, row.tp + row.first_fn + j);
        if (block.full()) evaluate_all();
      }
    evaluate_all();
  }
  double weighted_sum(int64_t tp, int64_t fn, int64_t k, int64_t n, bool along_tp, int64_t count,
                      const double *weights) const override {
    Block block(count);
    for (int64_t j = 0; j < count; ++j) block.add(along_tp ? tp + j : tp, k, tp + fn + j);
    std::vector<double> values(static_cast<std::size_t>(count));
    evaluate(block, n, values.data());
    double sum = 0;
    for (int64_t j = 0; j < count; ++j) sum += weights[j] * values[static_cast<std::size_t>(j)];
    return sum;
  }
  double weighted_utility(double, double, double, double) const override {
    fail(Status::unsupported, "metric \"", name(), "\" is custom, a function of whole counts: weights cannot be used");
  }
  LinearForm linear(int64_t k, int64_t s, int64_t n) const override {
    LinearForm form;
    linear_forms(k, {s}, n, &form);
    return form;
  }
  void linear_forms(int64_t k, const std::vector<int64_t> &sizes, int64_t n, LinearForm *out) const override {
    Block block(3 * static_cast<int64_t>(sizes.size()));
    for (int64_t s : sizes)
      for (int64_t tp : {lowest_tp(k, s, n), middle_tp(k, s, n), highest_tp(k, s)}) block.add(tp, k, s);
    std::vector<double> values(block.tp.size());
    evaluate(block, n, values.data());
    for (std::size_t j = 0; j < sizes.size(); ++j) *out++ = line_through(k, sizes[j], n, values.data() + 3 * j);
  }
  // Ranges over every cell; where it rises in tp the two ends of each (k, s) suffice, and where it also falls in k and
  // rises when both grow, "all right" and "all wrong" of each s: with fewer positives the last, with more the first two
  // properties lead there.
  Range range(int64_t n) const override {
    const double first = utility(0, 0, 0, n);
    Range all{first, first};
    Block block(2 * (n + 1) * (n + 1));
    std::vector<double> values;
    const auto include_all = [&] {
      values.resize(block.tp.size());
      evaluate(block, n, values.data());
      for (double u : values) all = {std::min(all.low, u), std::max(all.high, u)};
      block.clear();
    };
    const auto include = [&](int64_t tp, int64_t k, int64_t s) {
      block.add(tp, k, s);
      if (block.full()) include_all();
    };
    if (has(rises_in_tp | falls_in_k | rises_in_tp_and_k)) {
      for (int64_t s = 0; s <= n; ++s) {
        include(s, s, s);
        include(0, n - s, s);
      }
    } else {
      const bool ends = has(rises_in_tp) || has(linear_in_tp);
      for (int64_t k = 0; k <= n; ++k)
        for (int64_t s = 0; s <= n; ++s) {
          const int64_t low = lowest_tp(k, s, n), high = highest_tp(k, s);
          for (int64_t tp = low; tp < high; tp = ends ? high : tp + 1) include(tp, k, s);
          include(high, k, s);
        }
    }
    include_all();
    return all;
  }
  double loss(double utility) const override { return -utility; }
  bool is_custom() const override { return true; }

 protected:
  // The function's own values, unchecked.
  virtual void raw(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n,
                   double *out) const = 0;

  void evaluate(const Block &block, int64_t n, double *out) const {
    if (block.size() > 0) evaluate(block.tp.data(), block.k.data(), block.s.data(), block.size(), n, out);
  }
  void evaluate(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *out) const {
    raw(tp, k, s, count, n, out);
    for (int64_t i = 0; i < count; ++i) {
      if (!std::isfinite(out[i]))
        fail(Status::callback, "metric \"", name(), "\" gave ", out[i], " at ", cell_text(tp[i], k[i], s[i], n),
             ": it must be finite");
      if (std::fabs(out[i]) > largest_utility)
        fail(Status::callback, "metric \"", name(), "\" gave ", out[i], " at ", cell_text(tp[i], k[i], s[i], n),
             ": it must be at most ", largest_utility, " in absolute value");
      if (has(is_loss)) out[i] = -out[i];
    }
  }

  static int64_t middle_tp(int64_t k, int64_t s, int64_t n) {
    const int64_t low = lowest_tp(k, s, n);
    return low + (highest_tp(k, s) - low) / 2;
  }
  // Through the utilities at the lowest, middle and highest tp.
  LinearForm line_through(int64_t k, int64_t s, int64_t n, const double *at) const {
    const int64_t low = lowest_tp(k, s, n), high = highest_tp(k, s), middle = middle_tp(k, s, n);
    if (low == high) return {0, at[0]};
    const double a = (at[2] - at[0]) / static_cast<double>(high - low);
    const LinearForm form{a, at[0] - a * static_cast<double>(low)};
    const double expected = form.a * static_cast<double>(middle) + form.g;
    if (std::fabs(expected - at[1]) > tolerance(at[0], at[2]))
      fail(Status::callback, "metric \"", name(), "\" was declared to be linear in tp but its utility is ", at[1],
           " at ", cell_text(middle, k, s, n), " where a line gives ", expected);
    return form;
  }

  // The utilities of all cells at one k: plane[tp*(n+1) + s].
  void plane(int64_t k, int64_t n, std::vector<double> &out) const {
    out.resize(static_cast<std::size_t>((std::min(k, n) + 1) * (n + 1)));
    std::vector<CellRow> rows;
    for (int64_t tp = 0; tp <= k; ++tp) rows.push_back({tp, k, 0, n - k + 1});
    std::vector<double> values(rows.size() * static_cast<std::size_t>(n - k + 1));
    rows_of_utilities(rows, n, values.data());
    for (int64_t tp = 0; tp <= k; ++tp)
      std::copy_n(values.begin() + tp * (n - k + 1), n - k + 1, out.begin() + tp * (n + 2));
  }

  struct Contradiction {
    uint32_t property = 0;
    std::string at;
  };
  // The first contradiction to each property of `claimed`, over every cell of a problem of n items.
  std::vector<Contradiction> contradictions(int64_t n, uint32_t claimed) const {
    std::vector<Contradiction> found;
    const auto refute = [&](uint32_t property, const std::string &at) {
      found.push_back({property, at});
      claimed &= ~property;
    };
    struct At {
      int64_t tp, k, s;
      double u;
    };
    // Rounding is judged on the metric's own scale.
    double scale = 0;
    std::vector<double> here_plane, next_plane;
    const auto at = [n](const std::vector<double> &of, int64_t tp, int64_t s) {
      return of[static_cast<std::size_t>(tp * (n + 1) + s)];
    };
    for (int64_t k = 0; k <= n; ++k) {
      plane(k, n, here_plane);
      for (int64_t s = 0; s <= n; ++s)
        for (int64_t tp = lowest_tp(k, s, n); tp <= highest_tp(k, s); ++tp)
          scale = std::max(scale, std::fabs(at(here_plane, tp, s)));
    }
    const double allowed = slack * scale;
    const auto rise = [&](uint32_t property, const At &from, const At &to) {
      if ((claimed & property) && from.u > to.u + allowed)
        refute(property, text(to.u, " at ", cell_text(to.tp, to.k, to.s, n), " against ", from.u, " at ",
                              cell_text(from.tp, from.k, from.s, n)));
    };
    plane(0, n, next_plane);
    for (int64_t k = 0; k <= n && claimed; ++k) {
      here_plane.swap(next_plane);
      if (k < n) plane(k + 1, n, next_plane);
      for (int64_t s = 0; s <= n; ++s) {
        const int64_t low = lowest_tp(k, s, n), high = highest_tp(k, s);
        double previous = 0, step = 0;
        for (int64_t tp = low; tp <= high; ++tp) {
          const At here{tp, k, s, at(here_plane, tp, s)};
          if (tp > low) {
            const double new_step = here.u - previous;
            rise(rises_in_tp, {tp - 1, k, s, previous}, here);
            if (tp > low + 1 && (claimed & linear_in_tp) && std::fabs(new_step - step) > 4 * allowed)
              refute(linear_in_tp,
                     text(here.u, " at ", cell_text(tp, k, s, n), ", a step of ", new_step, " after one of ", step));
            step = new_step;
          }
          if ((claimed & falls_in_k) && k < n && tp >= lowest_tp(k + 1, s, n))
            rise(falls_in_k, {tp, k + 1, s, at(next_plane, tp, s)}, here);
          if ((claimed & rises_in_tp_and_k) && k < n && tp < s)
            rise(rises_in_tp_and_k, here, {tp + 1, k + 1, s, at(next_plane, tp + 1, s)});
          previous = here.u;
        }
      }
    }
    return found;
  }

  [[noreturn]] void contradicted(const Contradiction &c) const {
    const char *what = c.property == rises_in_tp         ? "to rise in tp"
                       : c.property == falls_in_k        ? "to fall in k"
                       : c.property == rises_in_tp_and_k ? "to rise when tp and k grow together"
                                                         : "to be linear in tp";
    fail(Status::callback, "metric \"", name(), "\" was declared ", what, " but its utility is ", c.at);
  }
};

class Callback final : public Custom {
 public:
  Callback(MetricFunction function, void *user, std::string name, uint32_t declared)
      : Custom(std::move(name), declared), function_(function), user_(user) {}

  bool proves(uint32_t property, int64_t n) const override { return n <= whole_check_limit && has(property); }
  void verify(int64_t n) const override {
    constexpr uint32_t checked = rises_in_tp | falls_in_k | rises_in_tp_and_k | linear_in_tp;
    if (n > whole_check_limit || !(properties() & checked)) return;
    const uint64_t bit = uint64_t{1} << (n - 1);
    if (verified_.load(std::memory_order_relaxed) & bit) return;
    const auto found = contradictions(n, properties() & checked);
    if (!found.empty()) contradicted(found.front());
    verified_.fetch_or(bit, std::memory_order_relaxed);
  }

 protected:
  void raw(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *out) const override {
    function_(tp, k, s, count, n, out, user_);
  }

 private:
  MetricFunction function_;
  void *user_;
  mutable std::atomic<uint64_t> verified_{0};  // bit n-1: the declaration holds over all cells of n items
};

class Table final : public Custom {
 public:
  Table(std::vector<double> values, int64_t n, std::string name, uint32_t declared)
      : Custom(std::move(name), (declared & is_loss) | thread_safe), values_(std::move(values)), n_(n) {
    uint32_t all = rises_in_tp | falls_in_k | rises_in_tp_and_k | linear_in_tp;
    for (const Contradiction &c : contradictions(n_, all)) {
      if (declared & c.property) contradicted(c);
      all &= ~c.property;
    }
    add_properties(all);
  }

  void verify(int64_t n) const override {
    if (n != n_) fail(Status::argument, "metric \"", name(), "\" is a table for ", n_, " items: the problem has ", n);
  }

 protected:
  void raw(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *out) const override {
    verify(n);
    for (int64_t i = 0; i < count; ++i)
      out[i] = values_[static_cast<std::size_t>((tp[i] * (n + 1) + k[i]) * (n + 1) + s[i])];
  }

 private:
  std::vector<double> values_;
  int64_t n_;
};

void check_name_and_declared(const std::string &name, uint32_t declared) {
  if (name.empty() || name.size() > longest_name)
    fail(Status::argument, "name has ", name.size(), " bytes: must have 1 to ", longest_name);
  if (declared & ~declarable)
    fail(Status::argument, "declared is ", declared, ": it has bits that cannot be declared (those that can make ",
         declarable, ")");
}

}  // namespace

std::unique_ptr<Metric> callback_metric(MetricFunction function, void *user, std::string name, uint32_t declared) {
  check_name_and_declared(name, declared);
  return std::make_unique<Callback>(function, user, std::move(name), declared);
}

std::unique_ptr<Metric> table_metric(const double *values, int64_t length, int64_t n, std::string name,
                                     uint32_t declared) {
  check_name_and_declared(name, declared);
  if (n < 1 || n > 1000) fail(Status::argument, "n is ", n, ": a table serves 1 to 1000 items");
  const int64_t cells = (n + 1) * (n + 1) * (n + 1);
  if (length != cells)
    fail(Status::argument, "length is ", length, ": a table for ", n, " items has ", cells, " values");
  return std::make_unique<Table>(std::vector<double>(values, values + length), n, std::move(name), declared);
}

}  // namespace wald::core
