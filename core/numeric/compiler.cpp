// Which level of x86-64 the processor has, asked of itself: functions of compilers and C libraries that answer this
// differ between platforms, and some always say no.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

#ifdef WALD_X86_LEVELS
#include <cpuid.h>

#include <initializer_list>

namespace wald::core {
namespace {

struct Answer {
  unsigned a = 0, b = 0, c = 0, d = 0;
};
Answer ask(unsigned leaf) {
  Answer out;
  if (__get_cpuid_count(leaf, 0, &out.a, &out.b, &out.c, &out.d) == 0) return {};
  return out;
}

constexpr unsigned bits(std::initializer_list<int> all) {
  unsigned out = 0;
  for (const int bit : all) out |= 1u << bit;
  return out;
}
constexpr bool has(unsigned word, unsigned wanted) { return (word & wanted) == wanted; }

// The registers that the operating system saves when another thread takes the processor: XCR0.
uint64_t saved_registers() {
  uint32_t low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t{high} << 32 | low;
}

// The levels as the psABI of x86-64 lists them.
X86Level level_here() {
  // SSE3, SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C
  constexpr unsigned of_1c = bits({0, 9, 12, 13, 19, 20, 22, 23, 27, 28, 29});
  constexpr unsigned of_7b = bits({3, 5, 8});                // BMI1, AVX2, BMI2
  constexpr unsigned of_7b_v4 = bits({16, 17, 28, 30, 31});  // AVX512F, DQ, CD, BW, VL
  constexpr unsigned of_extended_c = bits({0, 5});           // LAHF-SAHF, LZCNT
  constexpr uint64_t xmm_ymm = bits({1, 2});
  const Answer one = ask(1), seven = ask(7), extended = ask(0x80000001);
  if (!has(one.c, of_1c) || !has(seven.b, of_7b) || !has(extended.c, of_extended_c)) return X86Level::baseline;
  const uint64_t saved = saved_registers();
  if ((saved & xmm_ymm) != xmm_ymm) return X86Level::baseline;
#ifdef __APPLE__
  const bool saves_zmm = true;  // macOS begins to save them when a thread first uses them, and sets the bits then
#else
  constexpr uint64_t zmm = bits({5, 6, 7});  // the masks of AVX-512 are bit 5
  const bool saves_zmm = (saved & zmm) == zmm;
#endif
  return has(seven.b, of_7b_v4) && saves_zmm ? X86Level::v4 : X86Level::v3;
}

}  // namespace

const X86Level x86_level = level_here();

}  // namespace wald::core
#endif
