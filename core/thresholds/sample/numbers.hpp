// Numbers one behind the other, as rows are fed. They grow by realloc, which for much memory moves pages and copies
// nothing where the C library can, so that feeding by parts does not hold all rows twice; what is reserved and not yet
// written takes no memory of the machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace wald::core::thresholds {

template <class T>
class Numbers {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Numbers() = default;
  Numbers(const Numbers &other) { append(other.begin(), other.end()); }
  Numbers(Numbers &&other) noexcept { swap(other); }
  Numbers &operator=(Numbers other) noexcept {
    swap(other);
    return *this;
  }
  Numbers &operator=(const std::vector<T> &other) { return *this = Numbers(other.data(), other.data() + other.size()); }
  ~Numbers() { std::free(data_); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T *data() { return data_; }
  const T *data() const { return data_; }
  const T *begin() const { return data_; }
  const T *end() const { return data_ + size_; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }
  const T &operator[](std::size_t i) const { return data_[i]; }
  bool operator==(const Numbers &other) const { return std::equal(begin(), end(), other.begin(), other.end()); }

  void push_back(T x) {
    make_room(1);
    data_[size_++] = x;
  }
  // May come from these numbers only if there is room.
  template <class U>
  void append(const U *from, const U *to) {
    make_room(static_cast<std::size_t>(to - from));
    std::copy(from, to, data_ + size_);
    size_ += static_cast<std::size_t>(to - from);
  }
  // For this many; more than a few are made for what follows.
  void make_room(std::size_t more) {
    if (more <= capacity_ - size_) return;
    if (more > std::numeric_limits<std::size_t>::max() / sizeof(T) / 2 - size_) throw std::bad_alloc();
    reserve(std::max(size_ + more, size_ + size_ / 2));
  }
  void reserve(std::size_t n) {
    if (n <= capacity_) return;
    if (n > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
    void *const grown = std::realloc(data_, n * sizeof(T));
    if (!grown) throw std::bad_alloc();
    data_ = static_cast<T *>(grown);
    capacity_ = n;
  }
  // Of what has been written; more only if there is room.
  void set_size(std::size_t n) { size_ = n; }
  void clear() { *this = Numbers(); }

 private:
  Numbers(const T *from, const T *to) { append(from, to); }
  void swap(Numbers &other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  T *data_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace wald::core::thresholds
