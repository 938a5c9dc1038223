// What a session of calls needs: handles that are ready for use, and arguments of every kind, wrong ones among them.
#pragma once

#include <array>
#include <deque>
#include <vector>

#include "fuzz.hpp"

// Some handles of a type. A call takes one of them, or now and then none.
template <class Handle>
class Pool {
 public:
  Pool() = default;
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;
  ~Pool() {
    for (Handle *handle : handles_) wald_destroy(handle);
  }
  Handle *any(Bytes &bytes) const {
    const int64_t i = bytes.below(static_cast<int64_t>(handles_.size()) * 8 + 1);
    return i == 0 ? nullptr : handles_[static_cast<std::size_t>(i) % handles_.size()];
  }
  // Of a call that gives a new handle where it went well, and none if it did not. By reference: it is read after the
  // call.
  bool take(wald_status status, Handle *const &made) {
    if (!went_well(status)) {
      REQUIRE(made == nullptr);
      return false;
    }
    REQUIRE(made != nullptr);
    handles_.push_back(made);
    if (handles_.size() > most) {
      wald_destroy(handles_.front());
      handles_.pop_front();
    }
    return true;
  }
  Handle *last() const { return handles_.back(); }

 private:
  static constexpr std::size_t most = 4;
  std::deque<Handle *> handles_;
};

// Arrays of a call, which live as long as this does. Most have the shape asked for; their numbers are probabilities
// mostly.
class Arguments {
 public:
  explicit Arguments(Bytes &bytes) : bytes_(bytes) {}

  const wald_array *reals(int64_t rows, int64_t columns) {
    return shaped(rows, columns, [&](int64_t count, wald_array &array) {
      if (bytes_.below(4) == 0) {
        std::vector<float> &out = floats_.emplace_back(static_cast<std::size_t>(count));
        for (float &x : out) x = static_cast<float>(bytes_.number());
        array.data = out.data();
        array.type = WALD_FLOAT32;
      } else {
        std::vector<double> &out = doubles_.emplace_back(static_cast<std::size_t>(count));
        for (double &x : out) x = bytes_.number();
        array.data = out.data();
        array.type = WALD_FLOAT64;
      }
    });
  }
  // Zeros and ones, seldom something else.
  const wald_array *labels(int64_t rows, int64_t columns) {
    return shaped(rows, columns, [&](int64_t count, wald_array &array) {
      std::vector<uint8_t> &out = masks_.emplace_back(static_cast<std::size_t>(count));
      for (uint8_t &x : out) {
        const uint8_t byte = bytes_.byte();
        x = byte < 250 ? byte & 1 : byte - 248;
      }
      array.data = out.data();
      array.type = WALD_UINT8;
    });
  }
  // Small whole numbers: classes, groups, segments.
  const wald_array *codes(int64_t rows) {
    return shaped(rows, 1, [&](int64_t count, wald_array &array) {
      std::vector<int64_t> &out = codes_.emplace_back(static_cast<std::size_t>(count));
      for (int64_t &x : out) x = bytes_.below(66) / 16 - bytes_.below(40) / 39;
      array.data = out.data();
      array.type = WALD_INT64;
    });
  }
  template <class T>
  T *optional(T *argument) {
    return bytes_.below(3) == 0 ? argument : nullptr;
  }
  int64_t size() { return bytes_.below(16) == 15 ? bytes_.below(3) - 1 : 1 + bytes_.below(7); }

 private:
  template <class Fill>
  const wald_array *shaped(int64_t rows, int64_t columns, const Fill &fill) {
    const uint8_t wrong = bytes_.byte();
    if (wrong == 255) return nullptr;
    wald_array &array = arrays_.emplace_back();
    array = wald_array{};
    array.size = wrong == 254 ? bytes_.below(128) : static_cast<int64_t>(sizeof(wald_array));
    array.rows = wrong == 253 ? size() : rows;
    array.columns = wrong == 252 ? size() : columns;
    const int64_t r = array.rows < 0 ? 0 : array.rows, c = array.columns < 0 ? 0 : array.columns;
    const bool by_column = wrong % 4 == 1;
    array.row_stride = by_column ? 1 : c;
    array.column_stride = by_column ? r : 1;
    if (wrong % 8 == 2) array.row_stride *= 2, array.column_stride *= 2;
    fill(2 * r * c + 2, array);
    if (wrong == 251) array.type = bytes_.below(8) - 1;
    if (wrong == 251 && array.type != WALD_UINT8) array.data = nullptr;  // what is read would not be there
    if (wrong == 250) array.data = nullptr;
    if (wrong == 249) array.row_stride = -array.row_stride * (r == 1);
    return &array;
  }

  Bytes &bytes_;
  std::deque<wald_array> arrays_;
  std::deque<std::vector<double>> doubles_;
  std::deque<std::vector<float>> floats_;
  std::deque<std::vector<uint8_t>> masks_;
  std::deque<std::vector<int64_t>> codes_;
};

// The state of an object before a call that may fail, which must be its state after it then.
class Untouched {
 public:
  explicit Untouched(const void *object, wald_format format = WALD_TEXT)
      : object_(object), format_(format), before_(object == nullptr ? std::string() : saved(object, format)) {}
  void after(wald_status status) const {
    if (!went_well(status) && object_ != nullptr) REQUIRE(saved(object_, format_) == before_);
  }

 private:
  const void *object_;
  wald_format format_;
  std::string before_;
};
