#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

namespace cases {
#ifdef WALD_SANITIZED
extern const bool sanitized = true;
#else
extern const bool sanitized = false;
#endif
}  // namespace cases
