// Short rows, vectors of two doubles, which every processor has.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/short_rows/short_rows_level.hpp"
#include "core/numeric/compiler.hpp"
#include "core/numeric/special/reciprocal_nodes.hpp"

#define WALD_LEVEL baseline
#define WALD_LANES 2
#define WALD_HERE true
#include "core/decisions/short_rows/short_rows_kernels.hpp"
