// What the core needs of a compiler beyond the language: GCC and clang have all of it; others, and every build that
// defines WALD_PLAIN, take plain loops instead, which give the same bits.
#pragma once

#include <cstdint>

#if !defined(__GNUC__) && !defined(WALD_PLAIN)
#define WALD_PLAIN
#endif

#if defined(WALD_PLAIN) && defined(_MSC_VER)
#define WALD_RESTRICT __restrict
#define WALD_ALWAYS_INLINE __forceinline
#elif defined(WALD_PLAIN)
#define WALD_RESTRICT
#define WALD_ALWAYS_INLINE inline
#else
#define WALD_RESTRICT __restrict
#define WALD_ALWAYS_INLINE __attribute__((always_inline)) inline
#endif

// Loops of a file rely on no floating-point trap and no errno, which lets the compiler use vectors; contraction to
// fused operations stays off, or results would depend on the instruction set. clang needs no such word.
#if defined(WALD_PLAIN) || defined(__clang__)
#define WALD_VECTOR_MATH
#else
#define WALD_VECTOR_MATH _Pragma("GCC optimize(\"O3,no-math-errno,no-trapping-math,fp-contract=off\")")
#endif

// Before a loop of at most this many rounds, all of which are written out; not under sanitizers, which would check each round by
// code of its own.
#define WALD_PRAGMA(x) _Pragma(#x)
#if defined(WALD_PLAIN) || defined(WALD_SANITIZED)
#define WALD_UNROLL(rounds)
#elif defined(__clang__)
#define WALD_UNROLL(rounds) _Pragma("clang loop unroll(full)")
#else
#define WALD_UNROLL(rounds) WALD_PRAGMA(GCC unroll rounds)
#endif

// ---- Levels of x86-64 ------------------------------------------------------------------------------

// Not where flags ask for more than the first level already: then the baseline has it. Not with GCC on Windows, which
// keeps vectors of 32 bytes where the stack is aligned to 16 alone.
#if !defined(WALD_PLAIN) && defined(__x86_64__) && !defined(__AVX__)
#if defined(__clang__) ? __clang_major__ >= 12 : __GNUC__ >= 12 && !defined(_WIN32)
#define WALD_X86_LEVELS
#endif
#endif

#ifdef WALD_X86_LEVELS

namespace wald::core {
enum class X86Level : int { baseline, v3, v4 };
// The highest that the processor and the operating system have; the baseline until this library is initialized.
extern const X86Level x86_level;
}  // namespace wald::core

// Feature by feature for clang: flags that name features, as build systems pass them, overrule an architecture.
#ifdef __clang__
#define WALD_TARGET_V3 "sse4.2,avx2,bmi,bmi2,cx16,f16c,fma,lzcnt,movbe,popcnt,sahf"
#if __clang_major__ >= 18 && __clang_major__ <= 21 && !defined(__apple_build_version__)
#define WALD_TARGET_V4 WALD_TARGET_V3 ",avx512f,avx512bw,avx512cd,avx512dq,avx512vl,evex512"  // a name of these alone
#else
#define WALD_TARGET_V4 WALD_TARGET_V3 ",avx512f,avx512bw,avx512cd,avx512dq,avx512vl"
#endif
#else
#define WALD_TARGET_V3 "arch=x86-64-v3"
#define WALD_TARGET_V4 "arch=x86-64-v4"
#endif
#define WALD_V3 __attribute__((target(WALD_TARGET_V3), noinline))
#define WALD_V4 __attribute__((target(WALD_TARGET_V4), noinline))
#define WALD_V1 __attribute__((noinline))

// Calls that of name_v1, name_v3 and name_v4 whose level is here: a load and a comparison.
#define WALD_CALL_LEVEL(name, arguments)                                             \
  (::wald::core::x86_level == ::wald::core::X86Level::baseline ? name##_v1 arguments \
   : ::wald::core::x86_level == ::wald::core::X86Level::v3     ? name##_v3 arguments \
                                                               : name##_v4 arguments)

// What follows in the file is compiled for a level, except for templates of headers before it.
#ifdef __clang__
#define WALD_BEGIN(features) WALD_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define WALD_BEGIN_V3 WALD_BEGIN(WALD_TARGET_V3)
#define WALD_BEGIN_V4 WALD_BEGIN(WALD_TARGET_V4)
#define WALD_END_LEVEL _Pragma("clang attribute pop")
#else
#define WALD_BEGIN_V3 _Pragma("GCC target(\"arch=x86-64-v3\")")
#define WALD_BEGIN_V4 _Pragma("GCC target(\"arch=x86-64-v4\")")
#define WALD_END_LEVEL  // to the end of the file
#endif

// A function that is compiled for each level and called by the one that is here; its body follows. What the body calls
// and is not inlined is compiled for the baseline alone, hence WALD_ALWAYS_INLINE of its helpers.
//   WALD_LEVELS(double, sum, (const double *x, int64_t n), (x, n)) { ... }
#define WALD_LEVELS(result, name, parameters, arguments) WALD_LEVELS_OF(, result, name, parameters, arguments)
// Likewise of a function template: `head` is template <...>, with one parameter.
#define WALD_LEVELS_OF(head, result, name, parameters, arguments)                   \
  head result name parameters;                                                      \
  head static WALD_ALWAYS_INLINE result name##_body parameters;                     \
  head WALD_V1 static result name##_v1 parameters { return name##_body arguments; } \
  head WALD_V3 static result name##_v3 parameters { return name##_body arguments; } \
  head WALD_V4 static result name##_v4 parameters { return name##_body arguments; } \
  head result name parameters { return WALD_CALL_LEVEL(name, arguments); }          \
  head static WALD_ALWAYS_INLINE result name##_body parameters

// Likewise of a body that reads `bytes`, those of a register of the level. GCC keeps a vector that is wider than a register
// in memory, where sums take ten times as long.
//   WALD_LEVELS_BY_REGISTER(double, sum, (const double *x, int64_t n), (x, n)) {
//     WALD_VECTOR(Lanes, double, bytes, bytes);
#define WALD_LEVELS_BY_REGISTER(result, name, parameters, arguments)               \
  result name parameters;                                                          \
  template <int bytes>                                                             \
  static WALD_ALWAYS_INLINE result name##_body parameters;                         \
  WALD_V1 static result name##_v1 parameters { return name##_body<16> arguments; } \
  WALD_V3 static result name##_v3 parameters { return name##_body<32> arguments; } \
  WALD_V4 static result name##_v4 parameters { return name##_body<64> arguments; } \
  result name parameters { return WALD_CALL_LEVEL(name, arguments); }              \
  template <int bytes>                                                             \
  static WALD_ALWAYS_INLINE result name##_body parameters

#else

#define WALD_LEVELS(result, name, parameters, arguments) result name parameters
#define WALD_LEVELS_OF(head, result, name, parameters, arguments) head result name parameters

#if defined(WALD_PLAIN) || defined(__AVX512F__)
#define WALD_REGISTER_BYTES 64
#elif defined(__AVX__)
#define WALD_REGISTER_BYTES 32
#else
#define WALD_REGISTER_BYTES 16
#endif
#define WALD_LEVELS_BY_REGISTER(result, name, parameters, arguments)            \
  result name parameters;                                                       \
  template <int bytes>                                                          \
  static WALD_ALWAYS_INLINE result name##_body parameters;                      \
  result name parameters { return name##_body<WALD_REGISTER_BYTES> arguments; } \
  template <int bytes>                                                          \
  static WALD_ALWAYS_INLINE result name##_body parameters

#endif

// ---- Vectors ---------------------------------------------------------------------------------------

// WALD_VECTOR(name, number, bytes, alignment): a type of that many bytes, operated on number by number; a comparison
// gives whole numbers of the same size, -1 if it holds. It may lie over plain numbers.
// WALD_PICK(mask, a, b): a where the mask is not 0, else b. WALD_AS(type, x): the same bytes as another vector.
#ifndef WALD_PLAIN

#define WALD_VECTOR(name, number, bytes, alignment) \
  typedef number name __attribute__((vector_size(bytes), may_alias, aligned(alignment)))
#define WALD_PICK(mask, a, b) ((mask) ? (a) : (b))
#define WALD_AS(type, x) reinterpret_cast<type>(x)

namespace wald::core {

WALD_ALWAYS_INLINE int ones_in(uint64_t x) { return __builtin_popcountll(x); }
WALD_ALWAYS_INLINE int ones_in(uint32_t x) { return __builtin_popcount(x); }
WALD_ALWAYS_INLINE int trailing_zeros(uint64_t x) { return __builtin_ctzll(x); }  // x != 0
WALD_ALWAYS_INLINE int leading_zeros(uint64_t x) { return __builtin_clzll(x); }   // x != 0
WALD_ALWAYS_INLINE uint64_t bytes_swapped(uint64_t x) { return __builtin_bswap64(x); }
WALD_ALWAYS_INLINE double square_root(double x) { return __builtin_sqrt(x); }
// Asks for memory ahead of time; nothing but time depends on it.
WALD_ALWAYS_INLINE void prefetch(const void *address) { __builtin_prefetch(address); }

}  // namespace wald::core

#else

#include <cmath>
#include <cstring>

#define WALD_VECTOR(name, number, bytes, alignment) \
  using name = ::wald::core::PlainVector<number, static_cast<int>((bytes) / sizeof(number))>
#define WALD_PICK(mask, a, b) ::wald::core::pick(mask, a, b)
#define WALD_AS(type, x) ::wald::core::same_bytes<type>(x)

namespace wald::core {

template <std::size_t bytes>
struct SignedOf;
template <>
struct SignedOf<1> {
  using Type = int8_t;
};
template <>
struct SignedOf<2> {
  using Type = int16_t;
};
template <>
struct SignedOf<4> {
  using Type = int32_t;
};
template <>
struct SignedOf<8> {
  using Type = int64_t;
};

template <class T, int n>
struct PlainVector {
  using Number = T;
  using Mask = PlainVector<typename SignedOf<sizeof(T)>::Type, n>;

  T of[n];

  PlainVector() = default;
  PlainVector(T x) {  // a number goes with a vector as this many of it
    for (T &own : of) own = x;
  }
  T &operator[](int64_t i) { return of[i]; }
  const T &operator[](int64_t i) const { return of[i]; }

#define WALD_OPERATOR(op)                                                       \
  friend PlainVector operator op(const PlainVector &a, const PlainVector &b) {  \
    PlainVector out;                                                            \
    for (int i = 0; i < n; ++i) out.of[i] = static_cast<T>(a.of[i] op b.of[i]); \
    return out;                                                                 \
  }                                                                             \
  PlainVector &operator op##=(const PlainVector &b) { return *this = *this op b; }
#define WALD_COMPARISON(op)                                              \
  friend Mask operator op(const PlainVector &a, const PlainVector &b) {  \
    Mask out;                                                            \
    for (int i = 0; i < n; ++i) out.of[i] = a.of[i] op b.of[i] ? -1 : 0; \
    return out;                                                          \
  }
  WALD_OPERATOR(+)
  WALD_OPERATOR(-)
  WALD_OPERATOR(*)
  WALD_OPERATOR(/)
  WALD_OPERATOR(&)
  WALD_OPERATOR(|)
  WALD_OPERATOR(<<)
  WALD_OPERATOR(>>)
  WALD_COMPARISON(<)
  WALD_COMPARISON(<=)
  WALD_COMPARISON(>)
  WALD_COMPARISON(>=)
  WALD_COMPARISON(==)
  WALD_COMPARISON(!=)
#undef WALD_OPERATOR
#undef WALD_COMPARISON
  friend PlainVector operator~(const PlainVector &a) {
    PlainVector out;
    for (int i = 0; i < n; ++i) out.of[i] = static_cast<T>(~a.of[i]);
    return out;
  }
};

template <class T, int n>
PlainVector<T, n> pick(const typename PlainVector<T, n>::Mask &mask, const PlainVector<T, n> &a,
                       const PlainVector<T, n> &b) {
  PlainVector<T, n> out;
  for (int i = 0; i < n; ++i) out.of[i] = mask.of[i] != 0 ? a.of[i] : b.of[i];
  return out;
}

template <class To, class From>
To same_bytes(const From &x) {
  static_assert(sizeof(To) == sizeof(From));
  To out;
  std::memcpy(&out, &x, sizeof out);
  return out;
}

WALD_ALWAYS_INLINE int ones_in(uint64_t x) {
  x -= x >> 1 & 0x5555555555555555u;
  x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
  return static_cast<int>(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56);
}
WALD_ALWAYS_INLINE int ones_in(uint32_t x) { return ones_in(uint64_t{x}); }
WALD_ALWAYS_INLINE int trailing_zeros(uint64_t x) { return ones_in((x & (0 - x)) - 1); }
WALD_ALWAYS_INLINE int leading_zeros(uint64_t x) {
  for (int shift = 1; shift < 64; shift *= 2) x |= x >> shift;
  return 64 - ones_in(x);
}
WALD_ALWAYS_INLINE uint64_t bytes_swapped(uint64_t x) {
  uint64_t out = 0;
  for (int i = 0; i < 8; ++i) out |= (x >> (8 * i) & 255) << (56 - 8 * i);
  return out;
}
WALD_ALWAYS_INLINE double square_root(double x) { return std::sqrt(x); }
WALD_ALWAYS_INLINE void prefetch(const void *) {}

}  // namespace wald::core

#endif
