// WALD_CLONES: compiles a function once for each x86-64 level and picks one when the library is loaded (GCC's function
// multiversioning). Not with sanitizers, whose run time is not up when the choice is made, nor where the C library has
// no indirect functions.
#pragma once

#include <cstdlib>

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 && \
    !defined(WALD_SANITIZED)
#define WALD_CLONES __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#define WALD_VERSIONS  // likewise of functions that are written once for each level
#else
#define WALD_CLONES
#endif

// For what a function with clones calls: else it is compiled once, for the lowest level.
#if defined(__GNUC__)
#define WALD_ALWAYS_INLINE __attribute__((always_inline)) inline
#else
#define WALD_ALWAYS_INLINE inline
#endif

// Loops below rely on no floating-point trap and no errno, which lets the compiler use vectors; contraction to fused
// operations stays off, or results would depend on the instruction set.
#if defined(__GNUC__) && !defined(__clang__)
#define WALD_VECTOR_MATH _Pragma("GCC optimize(\"O3,no-math-errno,no-trapping-math,fp-contract=off\")")
#else
#define WALD_VECTOR_MATH
#endif
