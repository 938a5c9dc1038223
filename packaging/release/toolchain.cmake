# A toolchain file for every target of packaging/release.sh, which sets the variables of the environment below: clang,
# with the headers and start files of each C library, from the Python package ziglang (compilers/ holds scripts that
# call it). Nothing of this machine's /usr is looked at: headers and libraries come from WALD_RELEASE_PREFIX.
set(target $ENV{WALD_RELEASE_TARGET})
set(prefix $ENV{WALD_RELEASE_PREFIX})
set(compilers $ENV{WALD_RELEASE_COMPILERS})

if(target MATCHES "^win-")
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_EXECUTABLE_FORMAT PE)
elseif(target MATCHES "^osx-")
  set(CMAKE_SYSTEM_NAME Darwin)
  set(CMAKE_SYSTEM_VERSION 20)  # of macOS 11
  set(CMAKE_EXECUTABLE_FORMAT MACHO)
  set(CMAKE_OSX_DEPLOYMENT_TARGET 11.0 CACHE STRING "as the compiler's triple says, too")
  set(CMAKE_OSX_SYSROOT "")
  # zig's linker writes the install name itself, and no file is changed afterwards.
  set(CMAKE_INSTALL_NAME_TOOL true)
else()
  set(CMAKE_SYSTEM_NAME Linux)
  set(CMAKE_EXECUTABLE_FORMAT ELF)
endif()
if(target MATCHES "-arm64$")
  set(CMAKE_SYSTEM_PROCESSOR aarch64)
else()
  set(CMAKE_SYSTEM_PROCESSOR x86_64)
endif()

# What CMake tries is not linked, and the compiler's name not found by linking a program: the C and C++ runtimes would
# be compiled for that alone, for minutes.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_ID_RUN TRUE)
  set(CMAKE_${language}_COMPILER_ID Clang)
  set(CMAKE_${language}_COMPILER_VERSION $ENV{WALD_RELEASE_CLANG})
  set(CMAKE_${language}_COMPILER_FRONTEND_VARIANT GNU)
  set(CMAKE_${language}_STANDARD_COMPUTED_DEFAULT 17)
  set(CMAKE_${language}_EXTENSIONS_COMPUTED_DEFAULT ON)
endforeach()
set(CMAKE_C_COMPILER ${compilers}/cc)
set(CMAKE_CXX_COMPILER ${compilers}/c++)
set(CMAKE_AR ${compilers}/ar)
set(CMAKE_RANLIB ${compilers}/ranlib)
set(CMAKE_RC_COMPILER ${compilers}/rc)
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_AR ${compilers}/ar)
  set(CMAKE_${language}_COMPILER_RANLIB ${compilers}/ranlib)
endforeach()

set(CMAKE_FIND_ROOT_PATH ${prefix})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

set(CMAKE_USER_MAKE_RULES_OVERRIDE ${CMAKE_CURRENT_LIST_DIR}/linker.cmake)
