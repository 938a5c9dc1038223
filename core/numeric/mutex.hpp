// A mutex, and whether there are threads at all. WebAssembly without its proposal of threads has none, nor has its C++
// library: one thread does all work, and a mutex does nothing.
#pragma once

#if defined(__wasm__) && !defined(_REENTRANT)
#define WALD_ONE_THREAD
#else
#include <mutex>
#endif

namespace wald::core {

#ifdef WALD_ONE_THREAD
struct Mutex {};
struct Lock {
  explicit Lock(Mutex &) {}
};
#else
using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;
#endif

}  // namespace wald::core
