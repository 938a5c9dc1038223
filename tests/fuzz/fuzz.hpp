// What the targets share: reading bytes as numbers, and ending the program where something that must hold does not.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "../capi/arrays.h"
#include "../capi/judged.h"

#define REQUIRE(condition)                                                                         \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      std::fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, wald_last_error()); \
      std::abort();                                                                                \
    }                                                                                              \
  } while (0)

// Fails of arguments and the like are answers; a defect of the library is not.
inline bool went_well(wald_status status) {
  REQUIRE(status != WALD_ERROR_INTERNAL && status != WALD_ERROR_MEMORY);
  REQUIRE((status == WALD_OK) == (wald_last_error()[0] == '\0'));
  return status == WALD_OK;
}

// What a getter of one number gives.
template <class T>
T number(const void *object, wald_fact fact, int64_t item = 0) {
  double value = 0;
  REQUIRE(wald_number(object, fact, item, &value) == WALD_OK);
  return static_cast<T>(value);
}

inline std::string saved(const void *object, wald_format format = WALD_TEXT) {
  int64_t needed = 0;
  REQUIRE(wald_save(object, format, nullptr, 0, &needed) == WALD_OK);
  std::string text(static_cast<std::size_t>(needed), '\0');
  REQUIRE(wald_save(object, format, text.data(), needed, nullptr) == WALD_OK);
  return text;
}

// What the driver (driver.cpp) is told: that a state is being loaded, and how long it was; and one that was loaded, in
// binary. libFuzzer's programs have their own limits, and their own mutations.
#ifdef WALD_LIBFUZZER
inline void loading() {}
inline void loaded(int64_t) {}
inline void found_state(const std::string &) {}
#else
void loading();
void loaded(int64_t size);
void found_state(const std::string &state);
#endif

// A text from anywhere: an error that begins with `start`, or a handle that is saved and read again, and is used.
template <class Handle, class Use>
void try_out(wald_object type, const char *text, int64_t size, const char *start, const Use &use) {
  // Passes over distributed rows have no text.
  const wald_format format = type == WALD_OBJECT_THRESHOLD_PASS || type == WALD_OBJECT_TABLE_PASS ? WALD_BINARY : WALD_TEXT;
  Handle *handle = nullptr, *again = nullptr;
  loading();
  const wald_status status = wald_load(type, text, size, &handle);
  loaded(size);
  if (!went_well(status)) {
    REQUIRE(handle == nullptr && std::strncmp(wald_last_error(), start, std::strlen(start)) == 0);
    return;
  }
  const std::string own = saved(handle, format);
  REQUIRE(wald_load(type, own.data(), static_cast<int64_t>(own.size()), &again) == WALD_OK);
  REQUIRE(saved(again, format) == own);
  wald_destroy(again);
  const std::string binary = saved(handle, WALD_BINARY);
  found_state(binary);
  REQUIRE(wald_load(type, binary.data(), static_cast<int64_t>(binary.size()), &again) == WALD_OK);
  REQUIRE(saved(again, format) == own);
  use(handle);
  wald_destroy(again);
  wald_destroy(handle);
}

class Bytes {
 public:
  Bytes(const uint8_t *data, std::size_t size) : data_(data), left_(size) {}
  bool empty() const { return left_ == 0; }
  uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  // Below `end`.
  int64_t below(int64_t end) { return byte() % end; }
  // A probability, mostly; now and then eight bytes that may be any double.
  double number() {
    const uint8_t first = byte();
    if (first < 16) {
      uint64_t bits = 0;
      for (int i = 0; i < 8; ++i) bits = bits << 8 | byte();
      double out;
      std::memcpy(&out, &bits, sizeof out);
      return out;
    }
    return first < 32 ? 0 : first < 40 ? 1 : first < 72 ? std::ldexp(1.0, -byte()) : (first - 72) / 183.0;
  }

 private:
  const uint8_t *data_;
  std::size_t left_;
};
