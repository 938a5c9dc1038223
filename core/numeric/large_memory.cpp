// Takes memory for large arrays in large pages if the system allows it.
#include "core/numeric/large_memory.hpp"

#ifdef __linux__
#include <sys/mman.h>

#include <cstdint>
#endif

namespace wald::core {

#if defined(__linux__) && defined(MADV_HUGEPAGE)

namespace {
constexpr std::size_t large_page = std::size_t{1} << 21, fewest_mapped = 2 * large_page;
std::size_t in_large_pages(std::size_t bytes) { return (bytes + large_page - 1) / large_page * large_page; }
}  // namespace

void *allocate_large(std::size_t bytes) {
  if (bytes < fewest_mapped) return ::operator new(bytes);
  // One page more, of which both ends are given back, so that what is left begins with a large page.
  const std::size_t kept = in_large_pages(bytes), asked = kept + large_page;
  void *const mapped = mmap(nullptr, asked, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  char *const begin = static_cast<char *>(mapped);
  const auto address = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(mapped));
  const std::size_t before = in_large_pages(address) - address;
  if (before > 0) munmap(begin, before);
  if (before < large_page) munmap(begin + before + kept, large_page - before);
  madvise(begin + before, kept, MADV_HUGEPAGE);  // a wish; without it pages are small
  return begin + before;
}

void release_large(void *memory, std::size_t bytes) noexcept {
  bytes < fewest_mapped ? ::operator delete(memory) : static_cast<void>(munmap(memory, in_large_pages(bytes)));
}

#else

void *allocate_large(std::size_t bytes) { return ::operator new(bytes); }
void release_large(void *memory, std::size_t) noexcept { ::operator delete(memory); }

#endif

}  // namespace wald::core
