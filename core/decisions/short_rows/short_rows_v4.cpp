// Short rows, x86-64-v4: vectors of eight doubles.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/short_rows/short_rows_level.hpp"
#include "core/numeric/compiler.hpp"
#include "core/numeric/special/reciprocal_nodes.hpp"

#ifdef WALD_X86_LEVELS
WALD_BEGIN_V4
#define WALD_LEVEL v4
#define WALD_LANES 8
#define WALD_HERE (::wald::core::x86_level >= ::wald::core::X86Level::v4)
#include "core/decisions/short_rows/short_rows_kernels.hpp"
WALD_END_LEVEL
#endif
