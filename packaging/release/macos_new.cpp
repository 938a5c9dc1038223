// The C++ runtime that is linked into the libraries for macOS exports operator new and delete, which would then stand in
// for those of every other library of a program. These are the same, hidden (core/CMakeLists.txt hides their
// declarations, too), and the runtime's are left out.
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

void *take(std::size_t size, std::size_t alignment) noexcept {
  if (alignment <= alignof(std::max_align_t)) return std::malloc(size == 0 ? 1 : size);
  void *out = nullptr;
  return posix_memalign(&out, alignment, size == 0 ? 1 : size) == 0 ? out : nullptr;
}

void *take_or_throw(std::size_t size, std::size_t alignment) {
  for (;;) {
    if (void *const out = take(size, alignment)) return out;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

void *take_or_null(std::size_t size, std::size_t alignment) noexcept {
  try {
    return take_or_throw(size, alignment);
  } catch (...) {
    return nullptr;
  }
}

constexpr std::size_t usual = alignof(std::max_align_t);
constexpr std::size_t number(std::align_val_t alignment) { return static_cast<std::size_t>(alignment); }

}  // namespace

void *operator new(std::size_t n) { return take_or_throw(n, usual); }
void *operator new[](std::size_t n) { return take_or_throw(n, usual); }
void *operator new(std::size_t n, const std::nothrow_t &) noexcept { return take_or_null(n, usual); }
void *operator new[](std::size_t n, const std::nothrow_t &) noexcept { return take_or_null(n, usual); }
void *operator new(std::size_t n, std::align_val_t a) { return take_or_throw(n, number(a)); }
void *operator new[](std::size_t n, std::align_val_t a) { return take_or_throw(n, number(a)); }
void *operator new(std::size_t n, std::align_val_t a, const std::nothrow_t &) noexcept {
  return take_or_null(n, number(a));
}
void *operator new[](std::size_t n, std::align_val_t a, const std::nothrow_t &) noexcept {
  return take_or_null(n, number(a));
}
void operator delete(void *p) noexcept { std::free(p); }
void operator delete[](void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
void operator delete[](void *p, std::size_t) noexcept { std::free(p); }
void operator delete(void *p, const std::nothrow_t &) noexcept { std::free(p); }
void operator delete[](void *p, const std::nothrow_t &) noexcept { std::free(p); }
void operator delete(void *p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void *p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete(void *p, std::align_val_t, const std::nothrow_t &) noexcept { std::free(p); }
void operator delete[](void *p, std::align_val_t, const std::nothrow_t &) noexcept { std::free(p); }
