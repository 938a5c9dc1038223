// Wald for C++, what every part needs: errors, views of arrays, metrics, and what all options have in common.
#ifndef WALD_CORE_HPP
#define WALD_CORE_HPP

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <mutex>
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

/// An argument is outside its domain.
class ArgumentError : public Error {
 public:
  explicit ArgumentError(const std::string &message) : Error(WALD_ERROR_ARGUMENT, message) {}
};
/// There is no exact method for the arguments together; the message has the reason.
class UnsupportedError : public Error {
 public:
  explicit UnsupportedError(const std::string &message) : Error(WALD_ERROR_UNSUPPORTED, message) {}
};
/// Text or bytes cannot be read: a metric's name, a saved state.
class FormatError : public Error {
 public:
  explicit FormatError(const std::string &message) : Error(WALD_ERROR_FORMAT, message) {}
};
/// A custom metric returned a number that is not finite, or contradicts its declaration.
class CallbackError : public Error {
 public:
  explicit CallbackError(const std::string &message) : Error(WALD_ERROR_CALLBACK, message) {}
};
/// A progress callback returned false.
class Cancelled : public Error {
 public:
  explicit Cancelled(const std::string &message) : Error(WALD_CANCELLED, message) {}
};
/// An allocation failed; the call may be repeated.
class MemoryError : public Error {
 public:
  explicit MemoryError(const std::string &message) : Error(WALD_ERROR_MEMORY, message) {}
};

namespace detail {

[[noreturn]] inline void raise(wald_status status, const std::string &message) {
  switch (status) {
    case WALD_ERROR_ARGUMENT: throw ArgumentError(message);
    case WALD_ERROR_UNSUPPORTED: throw UnsupportedError(message);
    case WALD_ERROR_FORMAT: throw FormatError(message);
    case WALD_ERROR_CALLBACK: throw CallbackError(message);
    case WALD_CANCELLED: throw Cancelled(message);
    case WALD_ERROR_MEMORY: throw MemoryError(message);
    default: throw Error(status, message);
  }
}

// An exception must not cross the C interface. A callback keeps what it throws, ends the call by its result, and the thread
// that made the call throws it again as soon as the call returns.
struct Kept {
  std::exception_ptr exception;
};
// Apart from the exception, since every call looks at it, and a constant costs no initialisation of this thread.
inline thread_local bool has_kept = false;
inline Kept &kept() {
  thread_local Kept one;
  return one;
}
// A metric that several threads call keeps its exception in itself; this is the one that the calling thread uses.
struct SharedKept {
  std::mutex mutex;
  std::exception_ptr exception;
};
inline std::weak_ptr<SharedKept> &shared_kept() {
  thread_local std::weak_ptr<SharedKept> one;
  return one;
}
inline thread_local bool has_shared_kept = false;

// In a handler. The first exception of a call counts.
inline void keep_exception() noexcept {
  if (has_kept) return;
  kept().exception = std::current_exception();
  has_kept = true;
}
inline void keep_exception(SharedKept &shared) noexcept {
  const std::lock_guard<std::mutex> lock(shared.mutex);
  if (!shared.exception) shared.exception = std::current_exception();
}

inline void throw_kept() {
  if (has_kept) {
    has_kept = false;
    std::rethrow_exception(std::exchange(kept().exception, nullptr));
  }
  if (!has_shared_kept) return;
  if (const std::shared_ptr<SharedKept> shared = shared_kept().lock()) {
    std::exception_ptr found;
    {
      const std::lock_guard<std::mutex> lock(shared->mutex);
      found = std::exchange(shared->exception, nullptr);
    }
    if (found) std::rethrow_exception(found);
  }
}

inline void check(wald_status status) {
  if (status == WALD_OK && !has_kept) return;
  const std::string message = wald_last_error();
  throw_kept();
  raise(status, message);
}

// Whether a list of the library (wald_option_list and the like) has a row: one behind the last is refused. A list that
// memory ended would be taken for a shorter one.
inline bool is_row(wald_status status) {
  if (status != WALD_ERROR_ARGUMENT) check(status);
  return status == WALD_OK;
}

struct Deleter {
  void operator()(void *handle) const noexcept { wald_destroy(handle); }
};

template <class T>
using Handle = std::unique_ptr<T, Deleter>;

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

/// A number of an object, as what it stands for. Where there is none (NaN), a count is 0.
template <class T>
T number(const void *object, wald_fact fact, int64_t item = 0) {
  double value = 0;
  check(wald_number(object, fact, item, &value));
  if constexpr (std::is_same_v<T, bool>)
    return value != 0;
  else if constexpr (std::is_integral_v<T>)
    return std::isnan(value) ? T{0} : static_cast<T>(value);
  else
    return value;
}
/// A list of numbers of an object.
inline std::vector<double> numbers(const void *object, wald_fact fact, int64_t item = 0) {
  return filled<double>(
      [&](double *out, int64_t n, int64_t *needed) { return wald_numbers(object, fact, item, out, n, needed); });
}
/// A text of an object.
inline std::string_view text(const void *object, wald_fact fact, int64_t item = 0) {
  const char *value = "";
  check(wald_text(object, fact, item, &value));
  return value;
}

/// The state of an object.
inline std::string saved(const void *object, wald_format format) {
  return filled_text([&](char *out, int64_t n, int64_t *needed) { return wald_save(object, format, out, n, needed); });
}

/// The object of a state.
template <class T>
T *loaded(wald_object type, std::string_view state) {
  T *object = nullptr;
  check(wald_load(type, state.data(), static_cast<int64_t>(state.size()), &object));
  return object;
}

/// Another object that holds the same.
template <class T>
T *copied(const T *object) {
  T *copy = nullptr;
  check(wald_copy(object, &copy));
  return copy;
}

inline std::size_t size(int64_t n) { return static_cast<std::size_t>(n > 0 ? n : 0); }

inline void check_length(const char *name, std::size_t length, int64_t expected) {
  if (static_cast<int64_t>(length) != expected)
    throw ArgumentError(std::string(name) + " has length " + std::to_string(length) + ": must be " +
                        std::to_string(expected));
}

template <class T, class U = std::remove_const_t<T>>
inline constexpr bool is_element = std::is_same_v<U, double> || std::is_same_v<U, float> || std::is_same_v<U, int64_t> ||
                                   std::is_same_v<U, int32_t> || std::is_same_v<U, uint8_t>;

// The elements of a contiguous range: those of a const or a temporary container are const, those of a view are not.
template <class Range>
using ElementOf = std::remove_pointer_t<decltype(std::data(
    std::declval<std::conditional_t<std::is_lvalue_reference_v<Range>, Range, const std::remove_reference_t<Range> &>>()))>;
template <class Range, class = void>
inline constexpr bool is_range = false;
template <class Range>
inline constexpr bool is_range<
    Range, std::void_t<ElementOf<Range>, decltype(std::size(std::declval<const std::remove_reference_t<Range> &>()))>> =
    is_element<ElementOf<Range>>;
// Whether elements of a range may be seen as T: uint8_t as const uint8_t, never the other way round.
template <class Range, class T, bool = is_range<Range>>
inline constexpr bool is_range_of = false;
template <class Range, class T>
inline constexpr bool is_range_of<Range, T, true> = std::is_convertible_v<ElementOf<Range> (*)[], T (*)[]>;

// A view may be none at all; a container is always there.
template <class Range>
auto is_given(const Range &range, int) noexcept -> decltype(range.given()) {
  return range.given();
}
template <class Range>
bool is_given(const Range &, long) noexcept {
  return true;
}

template <class T>
constexpr wald_type type_of() {
  using U = std::remove_const_t<T>;
  static_assert(is_element<T>, "arrays hold double, float, int64_t, int32_t or uint8_t");
  return std::is_same_v<U, double>    ? WALD_FLOAT64
         : std::is_same_v<U, float>   ? WALD_FLOAT32
         : std::is_same_v<U, int64_t> ? WALD_INT64
         : std::is_same_v<U, int32_t> ? WALD_INT32
                                      : WALD_UINT8;
}

/// A wald_progress_function over a std::function that returns false to cancel.
inline int32_t call_progress(double fraction, void *user) noexcept {
  try {
    return (*static_cast<std::function<bool(double)> *>(user))(fraction) ? 0 : 1;
  } catch (...) {
    keep_exception();
    return 1;
  }
}

struct Never {};  // elements of a list in braces where one cannot be written

}  // namespace detail

/// Elements one after the other in memory that somebody else owns, with their number: ArrayView<const T> is read,
/// ArrayView<T> is written. Made of a std::vector, std::array, std::span, C array or another contiguous range, or of a
/// pointer with a length; of a list in braces where it is read. A const or temporary container cannot be written.
/// ArrayView() is none at all. It must not outlive what it was made of.
template <class T>
class ArrayView {
 public:
  ArrayView() = default;
  template <class Range, class = std::enable_if_t<detail::is_range_of<Range, T>>>
  ArrayView(Range &&range) noexcept
      : data_(std::data(range)), size_(static_cast<int64_t>(std::size(range))), given_(detail::is_given(range, 0)) {}
  ArrayView(std::initializer_list<std::conditional_t<std::is_const_v<T>, std::remove_const_t<T>, detail::Never>> list) noexcept
      : ArrayView(list.begin(), static_cast<int64_t>(list.size())) {}
  ArrayView(T *data, int64_t n) noexcept : data_(data), size_(n), given_(true) {}

  T *data() const noexcept { return data_; }
  std::size_t size() const noexcept { return static_cast<std::size_t>(size_); }
  bool empty() const noexcept { return size_ == 0; }
  T *begin() const noexcept { return data_; }
  T *end() const noexcept { return data_ + size_; }
  T &operator[](std::size_t i) const noexcept { return data_[i]; }
  /// Whether there is an array, be it empty.
  bool given() const noexcept { return given_; }
  /// The data for a call that reads or writes n elements, or null if there is no array. Throws an ArgumentError by this name
  /// for another length.
  T *of_length(const char *name, int64_t n) const {
    if (!given_) return nullptr;
    detail::check_length(name, size(), n);
    return data_;
  }

 private:
  T *data_ = nullptr;
  int64_t size_ = 0;
  bool given_ = false;
};

/// A dense table in memory that somebody else owns. Strides count elements. Made of a contiguous range, whose length is checked.
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
  template <class Range, class = std::enable_if_t<detail::is_range_of<Range, T>>>
  Table(Range &&range, int64_t rows_, int64_t cols_) : Table(std::data(range), rows_, cols_) {
    detail::check_length("table", std::size(range), rows_ * cols_);
  }
};
template <class Range, class = std::enable_if_t<detail::is_range<Range>>>
Table(Range &&, int64_t, int64_t) -> Table<detail::ElementOf<Range>>;

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

/// Any array that a function reads, of any type that the function knows: made of what ArrayView<const T> is made of, of
/// a pointer with a length and a stride, or of a Table. Array() is none at all. It must not outlive what it was made of.
class Array {
 public:
  Array() = default;
  template <class Range, class = std::enable_if_t<detail::is_range<Range>>>
  Array(const Range &range) : Array(std::data(range), static_cast<int64_t>(std::size(range))) {
    given_ = detail::is_given(range, 0);
  }
  template <class T, class = std::enable_if_t<detail::is_element<T>>>
  Array(std::initializer_list<T> list) : Array(list.begin(), static_cast<int64_t>(list.size())) {}
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

/// A table that a function writes: made of a Table<T>, or of what ArrayView<T> is made of, row by row. Output() is none at all.
/// It must not outlive what it was made of.
template <class T>
class Output {
  static_assert(!std::is_const_v<T>, "results are written");

 public:
  Output() = default;
  template <class Range, class = std::enable_if_t<detail::is_range_of<Range, T>>>
  Output(Range &&range) : flat_(std::forward<Range>(range)) {}
  Output(const Table<T> &table)
      : view_{sizeof(wald_array), table.data,       table.rows, table.cols, table.row_stride,
              table.col_stride,   detail::type_of<T>()},
        shaped_(true) {}

  /// For a call that writes this many rows and columns; null if there is none. The call checks the shape of a Table.
  const wald_array *of_shape(const char *name, int64_t rows, int64_t cols) {
    if (!shaped_ && !flat_.given()) return nullptr;
    if (!shaped_)
      view_ = {sizeof(wald_array), flat_.of_length(name, rows * cols), rows, cols, cols, 1, detail::type_of<T>()};
    return &view_;
  }

 private:
  ArrayView<T> flat_;
  wald_array view_{};
  bool shaped_ = false;
};

/// Compressed rows of contiguous ranges, whose lengths are checked; values may be none, ArrayView<const T>(): each is 1.
template <class T, class Index>
Csr<T, Index> csr(ArrayView<const Index> indptr, ArrayView<const Index> indices, ArrayView<const T> values,
                  int64_t cols) {
  if (indptr.empty()) throw ArgumentError("indptr has length 0: must be at least 1");
  detail::check_length("indices", indices.size(), static_cast<int64_t>(indptr[indptr.size() - 1]));
  return {indptr.data(), indices.data(), values.of_length("values", static_cast<int64_t>(indices.size())),
          static_cast<int64_t>(indptr.size()) - 1, cols};
}

/// The truth of rows, or of a table's cells: bytes 0, 1 or WALD_NOT_RATED. Scores in its place do not compile.
class Truth : public Array {
 public:
  Truth(const std::vector<uint8_t> &values) : Array(values) {}
  Truth(const uint8_t *data, int64_t n, int64_t stride = 1) : Array(data, n, stride) {}
  Truth(const Table<uint8_t> &table) : Array(table) {}
  Truth(const Table<const uint8_t> &table) : Array(table) {}
};

/// Any sparse table that a function takes, made of a Csr.
class Sparse {
 public:
  Sparse() = default;
  template <class T, class Index>
  Sparse(const Csr<T, Index> &table)
      : view_{sizeof(wald_sparse),      table.indptr,        table.indices, table.values, table.rows, table.cols,
              detail::type_of<Index>(), detail::type_of<T>()} {}
  const wald_sparse *get() const noexcept { return &view_; }
  int64_t rows() const noexcept { return view_.rows; }
  int64_t cols() const noexcept { return view_.columns; }

 private:
  wald_sparse view_{};
};

/// A table that is dense or sparse: made of what an Array is made of, or of a Csr. It must not outlive what it was made
/// of.
class TableView {
 public:
  template <class T, class = std::enable_if_t<std::is_convertible_v<const T &, Array> ||
                                              std::is_convertible_v<const T &, Sparse>>>
  TableView(const T &table) {
    if constexpr (std::is_convertible_v<const T &, Sparse>)
      view_.sparse = (sparse_ = table).get();
    else
      view_.dense = (dense_ = table).get();
  }
  TableView(const TableView &) = delete;
  TableView &operator=(const TableView &) = delete;

  const wald_table *get() const noexcept { return &view_; }
  int64_t rows() const noexcept { return view_.sparse ? sparse_.rows() : dense_.rows(); }
  int64_t cols() const noexcept { return view_.sparse ? sparse_.cols() : dense_.cols(); }

 private:
  Array dense_;
  Sparse sparse_;
  wald_table view_{sizeof(wald_table), nullptr, nullptr};
};

/// A utility U(tp, k, s, n).
class Metric {
 public:
  /// By name: "f1", "fbeta:0.5", "jaccard", "cost:1:5" ...
  explicit Metric(const std::string &name, int zero_division = 1)
      : handle_(detail::made<wald_metric>(
            [&](wald_metric **out) { return wald_metric_create(name.c_str(), zero_division, out); })) {}

  using Function = std::function<double(int64_t tp, int64_t k, int64_t s, int64_t n)>;

  /// By any callable. What it throws ends the call and is thrown again by it.
  static Metric custom(Function function, wald_properties declared = 0, const std::string &name = "custom") {
    Metric metric;
    metric.custom_ = std::make_unique<Custom>();
    metric.custom_->function = std::move(function);
    if (declared & WALD_THREAD_SAFE) metric.custom_->shared = std::make_shared<detail::SharedKept>();
    const auto call = [](const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n,
                         double *values, void *user) noexcept {
      Custom &custom = *static_cast<Custom *>(user);
      try {
        for (int64_t i = 0; i < count; ++i) values[i] = custom.function(tp[i], k[i], s[i], n);
      } catch (...) {
        if (custom.shared)
          detail::keep_exception(*custom.shared);
        else
          detail::keep_exception();
        std::fill(values, values + count, std::numeric_limits<double>::quiet_NaN());
      }
    };
    metric.handle_.reset(detail::made<wald_metric>([&](wald_metric **out) {
      return wald_metric_create_callback(call, metric.custom_.get(), name.c_str(), declared, out);
    }));
    return metric;
  }

  /// By a table of (n+1)^3 values at (tp*(n+1)+k)*(n+1)+s.
  static Metric table(ArrayView<const double> values, int64_t n, wald_properties declared = 0,
                      const std::string &name = "table") {
    Metric metric;
    metric.handle_.reset(detail::made<wald_metric>([&](wald_metric **out) {
      return wald_metric_create_table(values.data(), static_cast<int64_t>(values.size()), n, name.c_str(), declared,
                                      out);
    }));
    return metric;
  }

  std::string name() const { return std::string(detail::text(get(), WALD_METRIC_NAME)); }
  int zero_division() const { return detail::number<int>(get(), WALD_METRIC_ZERO_DIVISION); }
  wald_properties properties() const { return detail::number<wald_properties>(get(), WALD_METRIC_PROPERTIES); }
  double utility(int64_t tp, int64_t k, int64_t s, int64_t n) const {
    double value = 0;
    detail::check(wald_metric_utility(get(), tp, k, s, n, &value));
    return value;
  }
  double loss(double utility) const {
    return detail::number<double>(get(), WALD_METRIC_LOSS_OF_ZERO) - utility;
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

  /// For the call that follows on this thread.
  const wald_metric *get() const noexcept {
    if (custom_ && custom_->shared) {
      detail::shared_kept() = custom_->shared;
      detail::has_shared_kept = true;
    }
    return handle_.get();
  }

 private:
  Metric() = default;
  struct Custom {
    Function function;
    std::shared_ptr<detail::SharedKept> shared;  // of one that several threads call
  };
  std::unique_ptr<Custom> custom_;  // outlives handle_, which holds its address
  detail::Handle<wald_metric> handle_;
};

/// Called during long work with a fraction in [0, 1]; returns false to cancel. What it throws cancels, too,
/// and is thrown again by the call.
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
    return filled_text([&](char *out, int64_t n, int64_t *needed) {
      return wald_options_get(const_cast<OptionsOf *>(this)->handle(), name.c_str(), out, n, needed);
    });
  }
  /// Puts the default of one option back.
  Self &reset(const std::string &name) { return done(wald_options_set_text(handle(), name.c_str(), nullptr)); }
  /// Puts every default back.
  Self &reset() { return done(wald_clear(handle())); }
  /// Throws an Error for an option that was set and that none of some calls reads ("decide tables": words of
  /// docs/reference.md), before any work.
  const Self &refuse_unread(const std::string &calls) const {
    if (handle_) check(wald_options_check(handle_.get(), calls.c_str(), 0));
    return static_cast<const Self &>(*this);
  }
  /// Puts back the default of each option that none of some calls reads ("decide tables": words of docs/reference.md).
  Self &reset_unread(const std::string &calls) { return done(wald_options_check(handle(), calls.c_str(), 1)); }

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
    return numbers(name, {values.begin(), values.end()});
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
  Handle<wald_options> handle_;
};

}  // namespace detail
}  // namespace wald

#endif  // WALD_CORE_HPP
