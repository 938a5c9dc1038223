// A metric: a utility U(tp, k, s, n), to be maximised, and what is known of it.
//
// n items, tp = sum y_i h_i, k = sum h_i, s = sum y_i; a cell (tp, k, s) exists where
// max(0, k+s-n) <= tp <= min(k, s) and 0 <= k, s <= n.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/described/words.hpp"
#include "core/metrics/separable_form.hpp"

namespace wald::core {

// What a metric is. rises_in_tp: the top-k theorem holds ([N16] Theorem 1).
#define WALD_PROPERTY_WORDS(WORD)                                                                                      \
  WORD(rises_in_tp, 1, "rises_in_tp", "", "U does not fall when tp rises at the same k and s (\"TP-monotone\").")      \
  WORD(falls_in_k, 2, "falls_in_k", "", "U does not rise when k rises at the same tp and s.")                          \
  WORD(rises_in_tp_and_k, 4, "rises_in_tp_and_k", "", "U does not fall when tp and k both rise by one at the same s.") \
  WORD(linear_in_tp, 8, "linear_in_tp", "", "U = a(k,s) tp + g(k,s).")                                                 \
  WORD(is_loss, 16, "loss", "", "The function is to be minimised.")                                                    \
  WORD(thread_safe, 32, "thread_safe", "", "The callback may be called from several threads at once.")                 \
  WORD(degenerate, 64, "degenerate", "", "Read only: without a constraint on k a trivial prediction is optimal.")
enum Property : uint32_t { WALD_PROPERTY_WORDS(WALD_ENUMERATOR) };
constexpr Word property_words[] = {WALD_PROPERTY_WORDS(WALD_WORD)};

inline int64_t lowest_tp(int64_t k, int64_t s, int64_t n) { return std::max<int64_t>(0, k + s - n); }
inline int64_t highest_tp(int64_t k, int64_t s) { return std::min(k, s); }

struct Range {
  double low, high;
  double magnitude() const { return std::max(low < 0 ? -low : low, high < 0 ? -high : high); }
  double width() const { return high - low; }
};

// U = a tp + g at one (k, s).
struct LinearForm {
  double a, g;
};

// A U that is a mean over the items of a gain that depends on (y_i, h_i) alone: one gain for each of the four cells.
struct Additive {
  double true_positive, false_positive, false_negative, true_negative;
};

// An ellipse of complex values of one count, given by where it meets the real axis, and real values of the other.
struct Ellipse {
  bool of_tp;          // else of fn
  double left, right;  // of the count that moves
  double low, high;    // of the other
};

// The mean of TPR and TNR that a metric is; each is concave in both.
enum class MeanOfRates : uint8_t { none, geometric, harmonic };

// Cells of one tp and k, by fn from first_fn on.
struct CellRow {
  int64_t tp, k, first_fn, count;
};

class Metric {
 public:
  virtual ~Metric() = default;

  virtual double utility(int64_t tp, int64_t k, int64_t s, int64_t n) const = 0;

  // out[j] = U(tp, k, tp + first_fn + j, n) for j = 0 ... count-1. All cells exist.
  virtual void utilities(int64_t tp, int64_t k, int64_t first_fn, int64_t count, int64_t n, double *out) const = 0;

  // The same for many rows, one after another.
  virtual void rows_of_utilities(const std::vector<CellRow> &rows, int64_t n, double *out) const {
    for (const CellRow &row : rows) {
      utilities(row.tp, row.k, row.first_fn, row.count, n, out);
      out += row.count;
    }
  }

  // sum_j weights[j] * U for j = 0 ... count-1, where fn, or with along_tp tp, is j more than given.
  virtual double weighted_sum(int64_t tp, int64_t fn, int64_t k, int64_t n, bool along_tp, int64_t count,
                              const double *weights) const = 0;

  // The same formula at weighted counts; refused by custom metrics.
  virtual double weighted_utility(double tp, double k, double s, double n) const = 0;

  // a(k,s) and g(k,s); only if linear_in_tp. Where one value of tp alone exists, a is 0 and g the value, except
  // that F and its like keep their a, which is harmless.
  virtual LinearForm linear(int64_t k, int64_t s, int64_t n) const = 0;
  // The same for many s.
  virtual void linear_forms(int64_t k, const std::vector<int64_t> &s, int64_t n, LinearForm *out) const {
    for (int64_t one : s) *out++ = linear(k, one, n);
  }

  // True if a(k,s) = alpha(k) w(s): one order of the items then serves every k.
  virtual bool one_order() const { return false; }

  virtual std::optional<Additive> additive() const { return std::nullopt; }

  // beta^2 for F_beta.
  virtual std::optional<double> f_beta_squared() const { return std::nullopt; }

  virtual bool is_jaccard() const { return false; }

  // True for [tp >= 1].
  virtual bool is_coverage() const { return false; }

  virtual std::optional<SeparableForm> separable() const { return std::nullopt; }

  virtual MeanOfRates mean_of_rates() const { return MeanOfRates::none; }

  // Whether U does not fall where a label that is predicted positive turns true, nor rise where one that is predicted
  // negative does, the other labels as they are; for every number of labels.
  virtual bool rises_in_each_label() const { return false; }

  // True for [y = h].
  virtual bool is_exact_match() const { return false; }

  // All values of U at this n lie in it.
  virtual Range range(int64_t n) const = 0;

  // Where U, as a function of one of tp and fn at a fixed other one, is analytic in a complex ellipse with foci on the
  // real axis: a limit of |U| in it that holds at every fixed count of an interval. Infinity if none is known.
  virtual double limit_in_ellipse(const Ellipse &ellipse, int64_t k, int64_t n) const {
    (void)ellipse, (void)k, (void)n;
    return std::numeric_limits<double>::infinity();
  }

  // |computed U - U| is at most this many times 2^-53 times range().magnitude().
  virtual double rounding_ulps() const { return 16; }

  virtual double loss(double utility) const = 0;

  // Throws if the metric cannot serve problems of n items, or contradicts what was declared of it.
  virtual void verify(int64_t n) const { (void)n; }

  // True if a property is certain for n items, not only declared; a callback's are tested whole for few items alone.
  virtual bool proves(uint32_t property, int64_t n) const {
    (void)n;
    return has(property);
  }

  // A custom metric checks what it returns against its declaration wherever it is evaluated.
  virtual bool is_custom() const { return false; }
  // A caller's function that may not be called from two threads at a time.
  bool needs_one_thread() const { return is_custom() && !has(thread_safe); }

  // The canonical name; parse_metric reads it back.
  const std::string &name() const { return name_; }
  int zero_division() const { return zero_division_; }
  uint32_t properties() const { return properties_; }
  bool has(uint32_t property) const { return (properties_ & property) == property; }

 protected:
  Metric(std::string name, int zero_division, uint32_t properties)
      : name_(std::move(name)), zero_division_(zero_division), properties_(properties) {}
  void add_properties(uint32_t more) { properties_ |= more; }

 private:
  std::string name_;
  int zero_division_;
  uint32_t properties_;
};

// What the catalogue says of one metric, for users to read.
struct MetricInfo {
  const char *name;
  const char *aliases;  // other names that parse_metric reads, with a space between; "" where there are none
  const char *formula;
  const char *note;
  uint32_t properties;
};
const std::vector<MetricInfo> &metric_catalogue();

// By name or alias: "f1", "fbeta:0.5", "balanced_accuracy", "lf:..."; throws Error(format) that says what is wrong.
std::unique_ptr<Metric> parse_metric(std::string_view name, int zero_division);

// values[i] = the metric at (tp[i], k[i], s[i]) of n items, for i = 0 ... count-1.
using MetricFunction = void (*)(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n,
                                double *values, void *user);

std::unique_ptr<Metric> callback_metric(MetricFunction function, void *user, std::string name, uint32_t declared);
std::unique_ptr<Metric> table_metric(const double *values, int64_t length, int64_t n, std::string name,
                                     uint32_t declared);

}  // namespace wald::core
