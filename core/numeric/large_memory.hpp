// Memory for arrays of megabytes. Where Linux may use large pages for those who ask, it maps 2 MB at a time instead of
// 4 kB: mapping a fresh page otherwise costs more than writing what it holds.
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

namespace wald::core {

void *allocate_large(std::size_t bytes);  // throws std::bad_alloc
void release_large(void *memory, std::size_t bytes) noexcept;

template <class T>
struct LargeAllocator {
  using value_type = T;
  LargeAllocator() = default;
  template <class U>
  LargeAllocator(const LargeAllocator<U> &) {}
  T *allocate(std::size_t n) {
    if (n > std::numeric_limits<std::size_t>::max() / 2 / sizeof(T)) throw std::bad_alloc();
    return static_cast<T *>(allocate_large(n * sizeof(T)));
  }
  void deallocate(T *memory, std::size_t n) noexcept { release_large(memory, n * sizeof(T)); }
  template <class U>
  bool operator==(const LargeAllocator<U> &) const {
    return true;
  }
  template <class U>
  bool operator!=(const LargeAllocator<U> &) const {
    return false;
  }
};

// Numbers that are written before they are read.
template <class T>
class LargeMemory {
 public:
  explicit LargeMemory(std::size_t n) : n_(n), data_(LargeAllocator<T>().allocate(n)) {}
  LargeMemory(const LargeMemory &) = delete;
  LargeMemory &operator=(const LargeMemory &) = delete;
  ~LargeMemory() { LargeAllocator<T>().deallocate(data_, n_); }
  T *data() const { return data_; }
  T &operator[](std::size_t i) const { return data_[i]; }

 private:
  std::size_t n_;
  T *data_;
};

template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace wald::core
