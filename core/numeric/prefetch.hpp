// Asks for memory ahead of time; nothing but time depends on it.
#pragma once

namespace wald::core {

inline void prefetch(const void *address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

}  // namespace wald::core
