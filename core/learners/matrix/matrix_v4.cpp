// Products of matrices, x86-64-v4: vectors of eight doubles.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/matrix/eigen_needs.hpp"
#include "core/learners/matrix/matrix_level.hpp"

#ifdef WALD_MATRIX_LEVELS
WALD_BEGIN_V4
// Eigen looks at these to learn what the target has. Compilers define them for flags alone, not for the target above.
#define __SSE3__ 1
#define __SSSE3__ 1
#define __SSE4_1__ 1
#define __SSE4_2__ 1
#define __AVX__ 1
#define __AVX2__ 1
#define __FMA__ 1
#define __AVX512F__ 1
#define __AVX512DQ__ 1
#ifndef __clang__
// GCC takes the undefined operands of its own intrinsics for mistakes.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#define Eigen EigenV4
#define WALD_MATRIX_LEVEL matrix_v4
#define WALD_MATRIX_NAME "x86-64-v4"
#define WALD_MATRIX_HERE (::wald::core::x86_level >= ::wald::core::X86Level::v4)
#include "core/learners/matrix/matrix_kernels.hpp"
WALD_END_LEVEL
#endif
