// The parts of every exported function of the C interface: guarded() turns each exception into a status and a
// message, arguments are checked inside it, and results are given through out-parameters. Nothing else may leave the
// library.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/base/error.hpp"
#include "core/catalogue/option_set.hpp"
#include "core/decisions/decide.hpp"
#include "core/decisions/masks/maps.hpp"
#include "core/estimators/estimator.hpp"
#include "core/metrics/metric.hpp"
#include "object_types.hpp"
#include "wald.h"

namespace core = wald::core;

struct wald_metric : wald::capi::Object<wald_metric> {
  std::shared_ptr<const core::Metric> impl;  // options that were given it share it

  double number(int32_t fact, int64_t item) const;
  const char *text(int32_t fact, int64_t item) const;
};
struct wald_estimator : wald::capi::Object<wald_estimator> {
  std::unique_ptr<core::Estimator> impl;

  wald_estimator *copy() const { return new wald_estimator{{}, impl->copy()}; }
  void clear() { impl->clear(); }
  void merge(const wald_estimator &other) { impl->merge(*other.impl); }
  std::string save(wald_format format) const { return wald::capi::in_format(format, impl->save()); }
  static wald_estimator *load(std::string_view state) { return new wald_estimator{{}, core::load_estimator(state)}; }
  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};
struct wald_options : wald::capi::Object<wald_options> {
  core::catalogue::OptionSet impl;

  void clear() { impl.reset(""); }
};
struct wald_decision : wald::capi::Object<wald_decision> {
  core::decisions::Decision impl;
  core::decisions::Workspace work;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
  const char *text(int32_t fact, int64_t item) const;
};

namespace wald::capi {

using core::fail;
using core::Status;

// ---- Errors --------------------------------------------------------------------------------------

// This thread's last message: of one line, and UTF-8, whatever callers handed in.
const char *last_error() noexcept;
void set_error(const char *message) noexcept;
void clear_error() noexcept;

// The status of the exception that is being handled, whose message becomes this thread's last.
wald_status status_of_exception() noexcept;

template <class Body>
wald_status guarded(const Body &body) noexcept {
  clear_error();
  try {
    body();
    return WALD_OK;
  } catch (...) {
    return status_of_exception();
  }
}

// ---- Checks of arguments -------------------------------------------------------------------------

// One of n names, empty if none were set.
inline const char *name_at(const std::vector<std::string> &names, int64_t item, int64_t n, const char *what) {
  if (item < 0 || item >= n) fail(Status::argument, what, " is ", item, ": must lie in [0, ", n - 1, "]");
  return names.empty() ? "" : names[static_cast<std::size_t>(item)].c_str();
}

inline void require(const void *pointer, const char *name) {
  if (!pointer) fail(Status::argument, name, " is NULL");
}

// An array of n elements, which may be NULL if n is 0.
inline void require_array(const void *pointer, int64_t n, const char *name, const char *size_name) {
  if (n < 0) fail(Status::argument, size_name, " is ", n, ": must be at least 0");
  if (n > 0) require(pointer, name);
}

inline bool is_float(wald_type type, const char *name) {
  if (type != WALD_FLOAT64 && type != WALD_FLOAT32)
    fail(Status::argument, name, "->type is ", type, ": must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)");
  return type == WALD_FLOAT32;
}

inline bool is_32(wald_type type, const char *name) {
  if (type != WALD_INT64 && type != WALD_INT32)
    fail(Status::argument, name, "->index_type is ", type, ": must be WALD_INT64 (2) or WALD_INT32 (3)");
  return type == WALD_INT32;
}

// A structure that the caller has sized.
template <class Structure>
const Structure &checked_size(const Structure *structure, const char *name) {
  require(structure, name);
  if (structure->size != static_cast<int64_t>(sizeof(Structure)))
    fail(Status::argument, name, "->size is ", structure->size, ": must be ", sizeof(Structure), ", its sizeof");
  return *structure;
}

template <class View>
const View &checked_view(const View *view, const char *name) {
  checked_size(view, name);
  if (view->rows < 0) fail(Status::argument, name, " has ", view->rows, " rows: must have at least 0");
  return *view;
}

inline const wald_array &checked_array(const wald_array *array, const char *name) {
  const wald_array &a = checked_view(array, name);
  if (a.columns < 0) fail(Status::argument, name, " has ", a.columns, " columns: must have at least 0");
  if (a.rows > 0 && a.columns > 0 && !a.data) fail(Status::argument, name, "->data is NULL");
  return a;
}

inline const wald_array &checked_vector(const wald_array *array, const char *name) {
  const wald_array &a = checked_array(array, name);
  if (a.columns != 1) fail(Status::argument, name, " has ", a.columns, " columns: must have 1, for a vector");
  return a;
}

inline void require_type(const wald_array &array, wald_type type, const char *called, const char *name) {
  if (array.type != type) fail(Status::argument, name, "->type is ", array.type, ": must be ", called, " (", type, ")");
}

inline void require_rows(const wald_array &array, int64_t rows, const char *name) {
  if (array.rows != rows) fail(Status::argument, name, " has ", array.rows, " rows: must have ", rows);
}

inline core::RealTable checked_table(const wald_array *array, const char *name) {
  const wald_array &a = checked_array(array, name);
  if (a.columns < 1) fail(Status::argument, name, " has ", a.columns, " columns: must have at least 1");
  // With strides of 0 a table can be of any size; sums of products of these do not overflow.
  constexpr int64_t most_elements = int64_t{1} << 60;
  if (a.rows > most_elements / a.columns)
    fail(Status::argument, name, " has ", a.rows, " x ", a.columns, " elements: must have at most 2^60");
  return {a.data, is_float(a.type, name), a.rows, a.columns, a.row_stride, a.column_stride};
}

// The same of halves, too, which are widened.
class TableOfReals {
 public:
  TableOfReals(const wald_array *array, const char *name) {
    const wald_array &a = checked_array(array, name);
    if (a.type != WALD_FLOAT16) {
      table_ = checked_table(array, name);
      return;
    }
    if (a.columns < 1) fail(Status::argument, name, " has ", a.columns, " columns: must have at least 1");
    const core::decisions::Maps halves{a.data, core::decisions::MapNumber::float16, 1, a.rows, a.columns, 0, a.row_stride, a.column_stride};
    table_ = halves.image(0, widened_);
  }
  TableOfReals(const TableOfReals &) = delete;
  TableOfReals &operator=(const TableOfReals &) = delete;
  const core::RealTable &get() const { return table_; }

 private:
  core::RealTable table_;
  std::vector<float> widened_;
};

inline core::Reals checked_reals(const wald_array *array, const char *name) {
  const wald_array &a = checked_vector(array, name);
  return {a.data, is_float(a.type, name), a.rows, a.row_stride};
}

// A number for each of this many rows, or none.
inline core::Reals optional_reals(const wald_array *array, int64_t rows, const char *name) {
  if (!array) return {nullptr, false, rows, 1};
  const core::Reals out = checked_reals(array, name);
  require_rows(*array, rows, name);
  return out;
}

// Which group each of this many rows belongs to, or none.
inline core::Strided<const int64_t> optional_ids(const wald_array *array, int64_t rows, const char *name) {
  if (!array) return {nullptr, rows, 1};
  static const int64_t none = 0;  // what an array of no rows points to, which is given all the same
  const wald_array &a = checked_vector(array, name);
  require_type(a, WALD_INT64, "WALD_INT64", name);
  require_rows(a, rows, name);
  return {a.data ? static_cast<const int64_t *>(a.data) : &none, rows, a.row_stride};
}

inline core::Strided<const uint8_t> checked_bytes(const wald_array *array, const char *name) {
  const wald_array &a = checked_vector(array, name);
  require_type(a, WALD_UINT8, "WALD_UINT8", name);
  return {static_cast<const uint8_t *>(a.data), a.rows, a.row_stride};
}

// Refuses numbers instead of truth: those that are neither 0 nor 1 are often scores.
inline void refuse_scores(const wald_array &a, const char *name) {
  if (a.type != WALD_FLOAT64 && a.type != WALD_FLOAT32) return;
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.columns; ++j) {
      const core::Reals row{a.data, a.type == WALD_FLOAT32, 0, 1};
      const double value = row[i * a.row_stride + j * a.column_stride];
      if (value == 0 || value == 1) continue;
      const std::string column = a.columns > 1 ? core::text("[", j, "]") : "";
      fail(Status::argument, name, "[", i, "]", column, " is ", value,
           ": must be 0 or 1 (are scores and truth swapped?)");
    }
}

// Truth as a vector of zeros and ones.
inline core::Strided<const uint8_t> checked_truth(const wald_array *array, const char *name) {
  refuse_scores(checked_vector(array, name), name);
  return checked_bytes(array, name);
}

// A mask: T is uint8_t for a result, else const uint8_t.
template <class T = const uint8_t>
core::Grid<T> checked_mask(const wald_array *array, const char *name) {
  const wald_array &a = checked_array(array, name);
  if (a.columns < 1) fail(Status::argument, name, " has ", a.columns, " columns: must have at least 1");
  require_type(a, WALD_UINT8, "WALD_UINT8", name);
  return {static_cast<T *>(a.data), a.rows, a.columns, a.row_stride, a.column_stride};
}

// What rows have besides: either may be none.
struct RowsBeside {
  core::Reals weights;
  core::Strided<const int64_t> groups;
};
inline RowsBeside checked_rows(const wald_rows *rows, int64_t n) {
  if (!rows) return {{nullptr, false, n, 1}, {nullptr, n, 1}};
  checked_size(rows, "rows");
  const core::Strided<const int64_t> groups = optional_ids(rows->groups, n, "groups");
  return {optional_reals(rows->weights, n, "weights"), groups};
}

inline void require_shape(const wald_array &array, int64_t rows, int64_t columns, const char *name) {
  require_rows(array, rows, name);
  if (array.columns != columns) fail(Status::argument, name, " has ", array.columns, " columns: must have ", columns);
}

// A mask of the shape of a table that the call fills, or none.
inline core::Grid<uint8_t> optional_result(const wald_array *array, int64_t rows, int64_t columns, const char *name) {
  if (!array) return {nullptr, rows, columns, 0, 0};
  const core::Grid<uint8_t> out = checked_mask<uint8_t>(array, name);
  require_shape(*array, rows, columns, name);
  return out;
}

inline core::Integers checked_integers(const wald_array *array, const char *name) {
  const wald_array &a = checked_vector(array, name);
  require_type(a, WALD_INT64, "WALD_INT64", name);
  if (a.rows > 1 && a.row_stride != 1) fail(Status::argument, name, "->row_stride is ", a.row_stride, ": must be 1");
  return {a.data, false};
}

inline core::decisions::SparseTable checked_sparse(const wald_sparse *sparse, bool with_values, const char *name) {
  const wald_sparse &s = checked_view(sparse, name);
  if (s.columns < 1) fail(Status::argument, name, " has ", s.columns, " columns: must have at least 1");
  if (!s.indptr) fail(Status::argument, name, "->indptr is NULL");
  const bool narrow = is_32(s.index_type, name);
  const bool is_single = with_values && is_float(s.type, name);
  const core::decisions::SparseTable table{
      {s.indptr, narrow}, {s.indices, narrow}, {s.values, is_single, 0, 1}, s.rows, s.columns};
  core::check_indptr(table.indptr, s.rows);
  if (table.indptr[s.rows] > table.indptr[0]) {
    if (!s.indices) fail(Status::argument, name, "->indices is NULL");
    if (with_values && !s.values) fail(Status::argument, name, "->values is NULL");
  }
  return table;
}

// Which of the two a table is.
inline bool is_dense(const wald_table *table, const char *name) {
  checked_size(table, name);
  if (!table->dense && !table->sparse) fail(Status::argument, name, "->dense and ", name, "->sparse are both NULL");
  if (table->dense && table->sparse)
    fail(Status::argument, name, "->dense is given beside ", name, "->sparse: one must be NULL");
  return table->dense != nullptr;
}

// Calls the body with a RealTable or a SparseTable.
template <class Body>
void with_table(const wald_table *table, const char *name, const Body &body) {
  if (is_dense(table, name))
    body(TableOfReals(table->dense, name).get());
  else
    body(checked_sparse(table->sparse, true, name));
}

inline core::Kind checked_kind(wald_kind kind) {
  if (kind < WALD_INDEPENDENT || kind > WALD_COUNTS)
    fail(Status::argument, "kind is ", kind,
         ": must be WALD_INDEPENDENT (0), WALD_CATEGORICAL (1), WALD_JOINT (2) or WALD_COUNTS (3)");
  return static_cast<core::Kind>(kind);
}

// Options that may be left out.
inline const core::catalogue::OptionSet *settings(const wald_options *options) {
  if (options) require(options, "options");
  return options ? &options->impl : nullptr;
}

inline core::decisions::DecisionOptions options_or_default(const wald_options *options, const core::catalogue::Call &call) {
  const core::catalogue::OptionSet *const own = settings(options);
  return own ? own->decisions(call) : core::decisions::DecisionOptions();
}
// The same for a call that may take less than a microsecond: the defaults are not made each time. Of what the caller
// gave there is a copy still, since a callback may change it.
template <class Body>
void with_options(const wald_options *options, const core::catalogue::Call &call, const Body &body) {
  static const core::decisions::DecisionOptions defaults;
  if (options) return body(options_or_default(options, call));
  body(defaults);
}

inline const core::Metric &get(const wald_metric *metric) {
  require(metric, "metric");
  return *metric->impl;
}

// ---- Results -------------------------------------------------------------------------------------

template <class T>
void give(T *out, const char *name, const T &value) {
  require(out, name);
  *out = value;
}

// True if the caller's buffer takes `size` elements; a query (NULL, 0) only learns the size.
inline bool has_room(const void *out, int64_t capacity, int64_t size, int64_t *needed, const char *name) {
  if (needed) *needed = size;
  if (capacity < 0) fail(Status::argument, "capacity is ", capacity, ": must be at least 0");
  if (!out && capacity == 0) {
    require(needed, "needed");
    return false;
  }
  require(out, name);
  if (capacity < size) fail(Status::capacity, "capacity is ", capacity, ": ", name, " takes ", size);
  return true;
}

template <class T, class U>
void give_array(T *out, int64_t capacity, int64_t *needed, const char *name, const U *values, int64_t size) {
  if (!has_room(out, capacity, size, needed, name)) return;
  for (int64_t i = 0; i < size; ++i) out[i] = static_cast<T>(values[i]);
}

// A failed call leaves a decision empty, never half filled.
template <class Body>
void fill_decision(wald_decision *decision, const Body &body) {
  if (!decision) return body(nullptr);
  require(decision, "decision");
  decision->impl.start(0, 0, 1);
  try {
    body(&decision->impl);
  } catch (...) {
    decision->impl.start(0, 0, 1);
    throw;
  }
}

// A text without a terminating 0, which follows if there is room.
inline void give_text(char *buffer, int64_t capacity, int64_t *needed, const std::string &text) {
  give_array(buffer, capacity, needed, "buffer", text.data(), static_cast<int64_t>(text.size()));
  if (buffer && capacity > static_cast<int64_t>(text.size())) buffer[text.size()] = '\0';
}

inline std::string_view checked_text(const char *text, int64_t length) {
  require_array(text, length, "text", "length");
  return {length > 0 ? text : "", static_cast<std::size_t>(length)};
}

// Whether a text is UTF-8 up to its end.
bool is_utf8(const char *text) noexcept;

// Names, as many as there are: none if `names` is NULL.
inline std::vector<std::string> checked_names(const char *const *names, int64_t n, const char *what) {
  std::vector<std::string> out;
  if (n < 0) fail(Status::argument, "n is ", n, ": must be at least 0");
  for (int64_t i = 0; names && i < n; ++i) {
    if (!names[i]) fail(Status::argument, what, "[", i, "] is NULL");
    if (!is_utf8(names[i])) fail(Status::argument, what, "[", i, "] is not UTF-8");
    out.emplace_back(names[i]);
  }
  return out;
}

// The number of a fact that a getter reads: else says what the fact is, and which getter reads it.
[[noreturn]] void wrong_fact(const char *object, int32_t fact, const char *wanted);

// A list fact: one number per element of a range. read: a member, or a function of an element.
template <class Range, class Read>
std::vector<double> each_of(const Range &range, const Read &read) {
  std::vector<double> out;
  for (const auto &element : range) out.push_back(static_cast<double>(std::invoke(read, element)));
  return out;
}

}  // namespace wald::capi

// The bodies of getters by fact, from the rows of a .def file:
//
//   switch (fact) {
//   #define WALD_FACTS_FILE "core/trees/tree_facts.def"
//   #include "number_cases.inc"
//     default: wrong_fact("trees", fact, "number");
//   }
