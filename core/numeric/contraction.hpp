// The first include of every source file of the core. Contraction to fused operations would make results depend on the
// processor; the build forbids it by a flag, and builds that may set none (R's) read it here. Plain x86-64 has no fused
// operations, so nothing is said there, and what is compiled for more of it says so itself (compiler.hpp).
#pragma once

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__) && !defined(__x86_64__)
#pragma GCC optimize("fp-contract=off")
#endif
