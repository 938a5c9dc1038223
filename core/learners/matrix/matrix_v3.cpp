// Products of matrices, x86-64-v3: vectors of four doubles.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/matrix/eigen_needs.hpp"
#include "core/learners/matrix/matrix_level.hpp"

#ifdef WALD_MATRIX_LEVELS
WALD_BEGIN_V3
// Eigen looks at these to learn what the target has. Compilers define them for flags alone, not for the target above.
#define __SSE3__ 1
#define __SSSE3__ 1
#define __SSE4_1__ 1
#define __SSE4_2__ 1
#define __AVX__ 1
#define __AVX2__ 1
#define __FMA__ 1
#ifndef __clang__
// GCC takes the undefined operands of its own intrinsics for mistakes.
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#define Eigen EigenV3
#define WALD_MATRIX_LEVEL matrix_v3
#define WALD_MATRIX_NAME "x86-64-v3"
#define WALD_MATRIX_HERE (::wald::core::x86_level >= ::wald::core::X86Level::v3)
#include "core/learners/matrix/matrix_kernels.hpp"
WALD_END_LEVEL
#endif
