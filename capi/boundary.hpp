// What every exported function of the C interface is made of: guarded() turns each exception into a status and a
// message, arguments are checked inside it, and results are given through out-parameters. Nothing else may leave the
// library.
#pragma once

#include <cmath>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/arrays.hpp"
#include "core/decisions/decide.hpp"
#include "core/error.hpp"
#include "core/estimators/estimator.hpp"
#include "core/metrics/metric.hpp"
#include "wald.h"

namespace core = wald::core;

struct wald_metric {
  std::unique_ptr<core::Metric> impl;
};
struct wald_estimator {
  std::unique_ptr<core::Estimator> impl;
};
struct wald_options {
  core::Options impl;
  bool at_least_given = false;  // else a learner's own counts
};
struct wald_decision {
  core::Decision impl;
  core::Workspace work;
};

namespace wald::capi {

using core::fail;
using core::Status;

// ---- Errors --------------------------------------------------------------------------------------

// This thread's last message: of one line, and UTF-8, whatever callers handed in.
const char *last_error() noexcept;
void set_error(const char *message) noexcept;

template <class Body>
wald_status guarded(const Body &body) noexcept {
  set_error("");
  try {
    body();
    return WALD_OK;
  } catch (const core::Error &e) {
    set_error(e.what());
    return static_cast<wald_status>(e.status());
  } catch (const std::bad_alloc &) {
    set_error("out of memory");
    return WALD_ERROR_MEMORY;
  } catch (const std::length_error &) {
    set_error("out of memory: the problem is larger than the address space");
    return WALD_ERROR_MEMORY;
  } catch (const std::exception &e) {
    set_error(e.what());
    return WALD_ERROR_INTERNAL;
  } catch (...) {
    set_error("an exception of unknown type");
    return WALD_ERROR_INTERNAL;
  }
}

// ---- Checks of arguments -------------------------------------------------------------------------

inline void require(const void *pointer, const char *name) {
  if (!pointer) fail(Status::argument, name, " is NULL");
}

// An array of n elements, which may be NULL where n is 0.
inline void require_array(const void *pointer, int64_t n, const char *name, const char *size_name) {
  if (n < 0) fail(Status::argument, size_name, " is ", n, ": must be at least 0");
  if (n > 0) require(pointer, name);
}

inline bool is_float(wald_type type) {
  if (type != WALD_FLOAT64 && type != WALD_FLOAT32)
    fail(Status::argument, "type is ", type, ": must be WALD_FLOAT64 (0) or WALD_FLOAT32 (1)");
  return type == WALD_FLOAT32;
}

inline bool is_32(wald_index_type type) {
  if (type != WALD_INT64 && type != WALD_INT32)
    fail(Status::argument, "index_type is ", type, ": must be WALD_INT64 (0) or WALD_INT32 (1)");
  return type == WALD_INT32;
}

inline core::Reals checked_reals(const void *data, wald_type type, int64_t n, int64_t stride, const char *name,
                                 const char *size_name) {
  require_array(data, n, name, size_name);
  return {data, is_float(type), n, stride};
}

inline core::Reals checked_weights(const void *weights, wald_type type, int64_t n, int64_t stride) {
  return {weights, weights && is_float(type), n, stride};
}

inline core::RealTable checked_table(const void *data, wald_type type, int64_t rows, int64_t cols, int64_t row_stride,
                                     int64_t col_stride, const char *name, const char *cols_name = "n_labels") {
  if (rows < 0) fail(Status::argument, "n_rows is ", rows, ": must be at least 0");
  if (cols < 1) fail(Status::argument, cols_name, " is ", cols, ": must be at least 1");
  if (rows > 0) require(data, name);
  return {data, is_float(type), rows, cols, row_stride, col_stride};
}

inline core::Options options_or_default(const wald_options *options) {
  return options ? options->impl : core::Options();
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

// True where the caller's buffer takes `size` elements; a query (NULL, 0) only learns the size.
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
  decision->impl.start(0, 0, 1);
  try {
    body(&decision->impl);
  } catch (...) {
    decision->impl.start(0, 0, 1);
    throw;
  }
}

inline void give_text(char *buffer, int64_t capacity, int64_t *needed, const std::string &text) {
  give_array(buffer, capacity, needed, "buffer", text.data(), static_cast<int64_t>(text.size()));
}

inline std::string_view checked_text(const char *text, int64_t length) {
  require_array(text, length, "text", "length");
  return {length > 0 ? text : "", static_cast<std::size_t>(length)};
}

// Whether a text is UTF-8 up to its end.
bool is_utf8(const char *text) noexcept;

// Names, as many as there are: none where `names` is NULL.
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

inline int checked_threads(int64_t threads) {
  if (threads < 0 || threads > 1024) fail(Status::argument, "threads is ", threads, ": must lie in [0, 1024]");
  return static_cast<int>(threads);
}

// A whole number that came as a double.
inline int64_t checked_whole(const char *name, double value, int64_t low, int64_t high) {
  if (value != std::floor(value) || value < static_cast<double>(low) || value > static_cast<double>(high))
    fail(Status::argument, name, " is ", value, ": must be a whole number in [", low, ", ", high, "]");
  return static_cast<int64_t>(value);
}

}  // namespace wald::capi
