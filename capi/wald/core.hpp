// Wald for C++, what every part needs: errors, views of arrays, metrics, and what all options have in common.
#ifndef WALD_CORE_HPP
#define WALD_CORE_HPP

#include <cmath>
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

#include "core.h"

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

// Whether a list of the library (wald_option_list and the like) has a row: one behind the last is refused. A list that
// memory ended would be taken for a shorter one.
inline bool is_row(wald_status status) {
  if (status != WALD_ERROR_ARGUMENT) check(status);
  return status == WALD_OK;
}

template <class T, void (*Destroy)(T *) noexcept>
struct Deleter {
  void operator()(T *handle) const noexcept { Destroy(handle); }
};

template <class T, void (*Destroy)(T *) noexcept>
using Handle = std::unique_ptr<T, Deleter<T, Destroy>>;

/// What `make(&handle)` creates.
template <class T, class Make>
T *made(Make make) {
  T *handle = nullptr;
  check(make(&handle));
  return handle;
}

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

/// Without the terminating 0.
template <class Fill>
std::string filled_name(Fill fill) {
  std::string out = filled_text(fill);
  if (!out.empty()) out.pop_back();
  return out;
}

/// What `save(handle, buffer, capacity, needed)` writes.
template <class T, class Save>
std::string saved(const T *handle, Save save) {
  return filled_text([&](char *out, int64_t n, int64_t *needed) { return save(handle, out, n, needed); });
}

/// What `save(handle, format, buffer, capacity, needed)` writes.
template <class T, class Save>
std::string saved(const T *handle, Save save, wald_format format) {
  return filled_text([&](char *out, int64_t n, int64_t *needed) { return save(handle, format, out, n, needed); });
}

inline std::size_t size(int64_t n) { return static_cast<std::size_t>(n > 0 ? n : 0); }

inline void check_length(const char *name, std::size_t length, int64_t expected) {
  if (static_cast<int64_t>(length) != expected)
    throw Error(WALD_ERROR_ARGUMENT,
                std::string(name) + " has length " + std::to_string(length) + ": must be " + std::to_string(expected));
}

template <class T>
constexpr wald_type type_of() {
  using U = std::remove_const_t<T>;
  static_assert(std::is_same_v<U, double> || std::is_same_v<U, float> || std::is_same_v<U, int64_t> ||
                    std::is_same_v<U, int32_t> || std::is_same_v<U, uint8_t>,
                "arrays hold double, float, int64_t, int32_t or uint8_t");
  return std::is_same_v<U, double>    ? WALD_FLOAT64
         : std::is_same_v<U, float>   ? WALD_FLOAT32
         : std::is_same_v<U, int64_t> ? WALD_INT64
         : std::is_same_v<U, int32_t> ? WALD_INT32
                                      : WALD_UINT8;
}

/// A wald_progress_function over a std::function that returns false to cancel.
inline int32_t call_progress(double fraction, void *user) noexcept {
  return (*static_cast<std::function<bool(double)> *>(user))(fraction) ? 0 : 1;
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

/// Compressed sparse rows in memory that somebody else owns; an absent value is 0. Where each value is 1, `values` is
/// null.
template <class T, class Index>
struct Csr {
  const Index *indptr = nullptr;
  const Index *indices = nullptr;
  const T *values = nullptr;
  int64_t rows = 0;
  int64_t cols = 0;
};

/// Any array that a function takes: made of a std::vector, of a pointer with a length and a stride, or of a Table, of
/// any type that the function knows. Array() is none at all. It must not outlive what it was made of.
class Array {
 public:
  Array() = default;
  template <class T>
  Array(const std::vector<T> &values) : Array(values.data(), static_cast<int64_t>(values.size())) {}
  template <class T>
  Array(T *data, int64_t n, int64_t stride = 1) : Array(Table<T>(data, n, 1, stride, 1)) {}
  template <class T>
  Array(const Table<T> &table)
      : view_{sizeof(wald_array),  const_cast<std::remove_const_t<T> *>(table.data),
              table.rows,          table.cols,
              table.row_stride,    table.col_stride,
              detail::type_of<T>()},
        given_(true) {}

  /// Null where there is none.
  const wald_array *get() const noexcept { return given_ ? &view_ : nullptr; }
  int64_t rows() const noexcept { return view_.rows; }
  int64_t cols() const noexcept { return view_.columns; }

 private:
  wald_array view_{};
  bool given_ = false;
};

/// Any sparse table that a function takes, made of a Csr.
class Sparse {
 public:
  template <class T, class Index>
  Sparse(const Csr<T, Index> &table)
      : view_{sizeof(wald_sparse),      table.indptr,        table.indices, table.values, table.rows, table.cols,
              detail::type_of<Index>(), detail::type_of<T>()} {}
  const wald_sparse *get() const noexcept { return &view_; }
  int64_t rows() const noexcept { return view_.rows; }

 private:
  wald_sparse view_;
};

/// A utility U(tp, k, s, n).
class Metric {
 public:
  /// By name: "f1", "fbeta:0.5", "jaccard", "cost:1:5" ...
  explicit Metric(const std::string &name, int zero_division = 1)
      : handle_(detail::made<wald_metric>(
            [&](wald_metric **out) { return wald_metric_create(name.c_str(), zero_division, out); })) {}

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
    metric.handle_.reset(detail::made<wald_metric>([&](wald_metric **out) {
      return wald_metric_create_callback(call, metric.function_.get(), name.c_str(), declared, out);
    }));
    return metric;
  }

  /// By a table of (n+1)^3 values at (tp*(n+1)+k)*(n+1)+s.
  static Metric table(const std::vector<double> &values, int64_t n, wald_properties declared = 0,
                      const std::string &name = "table") {
    Metric metric;
    metric.handle_.reset(detail::made<wald_metric>([&](wald_metric **out) {
      return wald_metric_create_table(values.data(), static_cast<int64_t>(values.size()), n, name.c_str(), declared,
                                      out);
    }));
    return metric;
  }

  std::string name() const {
    return detail::filled_name(
        [&](char *out, int64_t n, int64_t *needed) { return wald_metric_name(get(), out, n, needed); });
  }
  int zero_division() const {
    int32_t value = 0;
    detail::check(wald_metric_properties(get(), nullptr, &value));
    return value;
  }
  wald_properties properties() const {
    wald_properties value = 0;
    detail::check(wald_metric_properties(get(), &value, nullptr));
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
    std::string_view name, aliases, formula, sentence;
    wald_properties properties = 0;
  };
  /// Every metric that has a name.
  static std::vector<Info> list() {
    std::vector<Info> all;
    wald_metric_row row{};
    row.size = sizeof row;
    for (int64_t i = 0; detail::is_row(wald_metric_list(i, &row)); ++i)
      all.push_back({row.name, row.aliases, row.formula, row.sentence, row.properties});
    return all;
  }

  const wald_metric *get() const noexcept { return handle_.get(); }

 private:
  Metric() = default;
  std::unique_ptr<Function> function_;  // outlives handle_, which holds its address
  detail::Handle<wald_metric, wald_metric_destroy> handle_;
};

/// Called during long work with a fraction in [0, 1]; returns false to cancel. It must not throw.
using Progress = std::function<bool(double fraction)>;

namespace detail {

/// What the options of every family have: setters by name, which the classes in options.hpp give types and
/// documentation. Setters return the object, so that they chain.
template <class Self>
class OptionsOf {
 public:
  /// As a person writes it: "0.5", "on", "1,2,3", "f1".
  Self &set(const std::string &name, const std::string &value) {
    return done(wald_options_set_text(handle(), name.c_str(), value.c_str()));
  }
  /// A number, an integer or a switch (1 or 0).
  Self &set(const std::string &name, double value) { return number(name.c_str(), value); }
  /// What holds, as `set` reads it; "" where nothing is set.
  std::string get(const std::string &name) const {
    return filled_name([&](char *out, int64_t n, int64_t *needed) {
      return wald_options_get(const_cast<OptionsOf *>(this)->handle(), name.c_str(), out, n, needed);
    });
  }
  /// Puts the default of one option back.
  Self &reset(const std::string &name) { return done(wald_options_reset(handle(), name.c_str())); }
  /// Puts every default back.
  Self &reset() { return done(wald_options_reset(handle(), nullptr)); }
  /// Throws an Error for an option that was set and that none of some calls reads ("decide tables": words of
  /// docs/reference.md), before any work.
  const Self &refuse_unread(const std::string &calls) const {
    if (handle_) check(wald_options_check(handle_.get(), calls.c_str()));
    return static_cast<const Self &>(*this);
  }
  /// Puts back the default of each option that none of some calls reads ("decide tables": words of docs/reference.md).
  Self &reset_unread(const std::string &calls) { return done(wald_options_reset_unread(handle(), calls.c_str())); }

  /// Null as long as every default holds, which functions take for the defaults.
  const wald_options *get() const noexcept { return handle_.get(); }

 protected:
  OptionsOf() = default;
  Self &number(const char *name, double value) { return done(wald_options_set_number(handle(), name, value)); }
  Self &integer(const char *name, int64_t value) { return done(wald_options_set_integer(handle(), name, value)); }
  Self &text(const char *name, const std::string &value) {
    return done(wald_options_set_text(handle(), name, value.c_str()));
  }
  Self &numbers(const char *name, const std::vector<double> &values) {
    return done(wald_options_set_numbers(handle(), name, given(values), static_cast<int64_t>(values.size())));
  }
  Self &integers(const char *name, const std::vector<int64_t> &values) {
    return done(wald_options_set_integers(handle(), name, given(values), static_cast<int64_t>(values.size())));
  }
  Self &texts(const char *name, const std::vector<std::string> &values) {
    std::vector<const char *> pointers;
    for (const std::string &value : values) pointers.push_back(value.c_str());
    return done(wald_options_set_texts(handle(), name, given(pointers), static_cast<int64_t>(values.size())));
  }
  Self &metric(const char *name, const Metric &metric) {
    return done(wald_options_set_metric(handle(), name, metric.get()));
  }
  Self &progress(const char *name, Progress progress) {
    auto kept = std::make_unique<Progress>(std::move(progress));
    check(wald_options_set_progress(handle(), name, *kept ? call_progress : nullptr, kept.get()));
    progress_ = std::move(kept);
    return static_cast<Self &>(*this);
  }

 private:
  template <class T>
  static const T *given(const std::vector<T> &values) {
    return values.empty() ? nullptr : values.data();
  }
  wald_options *handle() {
    if (!handle_)
      handle_.reset(made<wald_options>([](wald_options **out) { return wald_options_create(Self::family, out); }));
    return handle_.get();
  }
  Self &done(wald_status status) {
    check(status);
    return static_cast<Self &>(*this);
  }
  std::unique_ptr<Progress> progress_;
  Handle<wald_options, wald_options_destroy> handle_;
};

/// What a getter of one number gives, as what it stands for. Where there is none (NaN), a count is 0.
template <class T, class Getter, class... Arguments>
T number(Getter getter, Arguments... arguments) {
  double value = 0;
  check(getter(arguments..., &value));
  if constexpr (std::is_same_v<T, bool>)
    return value != 0;
  else if constexpr (std::is_integral_v<T>)
    return std::isnan(value) ? T{0} : static_cast<T>(value);
  else
    return value;
}
/// What a getter of a list of numbers gives.
template <class Getter, class... Arguments>
std::vector<double> numbers(Getter getter, Arguments... arguments) {
  return filled<double>([&](double *out, int64_t n, int64_t *needed) { return getter(arguments..., out, n, needed); });
}
/// What a getter of a text gives.
template <class Getter, class... Arguments>
std::string_view text(Getter getter, Arguments... arguments) {
  const char *value = "";
  check(getter(arguments..., &value));
  return value;
}

}  // namespace detail
}  // namespace wald

#endif  // WALD_CORE_HPP
