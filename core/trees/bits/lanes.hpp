// Numbers of rows side by side, as vectors of every instruction set want them aligned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace wald::core::trees::bits {

template <class T>
class Lanes {
 public:
  explicit Lanes(int64_t size) : memory_(static_cast<std::size_t>(size) + line / sizeof(T)) {}
  Lanes(Lanes &&) = default;

  T *data() {
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(memory_.data()) % line;
    return memory_.data() + (line - beyond) % line / sizeof(T);
  }

 private:
  static constexpr std::size_t line = 64;
  std::vector<T> memory_;
};

}  // namespace wald::core::trees::bits
