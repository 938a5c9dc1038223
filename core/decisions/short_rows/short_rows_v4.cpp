// Short rows, x86-64-v4: vectors of eight doubles.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/short_rows/short_rows_level.hpp"
#include "core/numeric/dispatch.hpp"
#include "core/numeric/special/reciprocal_nodes.hpp"

#ifdef WALD_X86_LEVELS
#pragma GCC target("arch=x86-64-v4")
#define WALD_LEVEL v4
#define WALD_LANES 8
#define WALD_HERE __builtin_cpu_supports("x86-64-v4")
#include "core/decisions/short_rows/short_rows_kernels.hpp"
#endif
