# The toolchain file of packaging/wasm.sh: clang for WebAssembly, with the headers of WASI's C library, from the Python
# package ziglang. The environment names its program (WALD_ZIG), its version of clang (WALD_ZIG_CLANG), and the level of
# optimisation (WALD_WASM_LEVEL).
set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})  # Platform/WASI.cmake

# What CMake tries is not linked: nothing here asks for more.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_ID_RUN TRUE)
  set(CMAKE_${language}_COMPILER_ID Clang)
  set(CMAKE_${language}_COMPILER_VERSION $ENV{WALD_ZIG_CLANG})
  set(CMAKE_${language}_COMPILER_FRONTEND_VARIANT GNU)
  set(CMAKE_${language}_STANDARD_COMPUTED_DEFAULT 17)
  set(CMAKE_${language}_EXTENSIONS_COMPUTED_DEFAULT ON)
  set(CMAKE_${language}_COMPILER_WORKS TRUE)
  # Exceptions and vectors of 16 bytes: what every browser has had since 2021 to 2022, and Node since 17.
  set(CMAKE_${language}_FLAGS_INIT
      "-target wasm32-wasi -mcpu=generic+exception_handling+bulk_memory+simd128 -fwasm-exceptions -g0")
  set(CMAKE_${language}_FLAGS_RELEASE "$ENV{WALD_WASM_LEVEL} -DNDEBUG")
endforeach()
set(CMAKE_C_COMPILER $ENV{WALD_ZIG_FOLDER}/cc)
set(CMAKE_CXX_COMPILER $ENV{WALD_ZIG_FOLDER}/c++)
set(CMAKE_AR $ENV{WALD_ZIG_FOLDER}/ar)
set(CMAKE_RANLIB $ENV{WALD_ZIG_FOLDER}/ranlib)

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
