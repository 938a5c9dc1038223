# zig passes on to its linker what is written as -Wl,WORD, and not what follows -Xlinker.
foreach(language C CXX)
  set(CMAKE_${language}_LINKER_WRAPPER_FLAG "-Wl,")
  set(CMAKE_${language}_LINKER_WRAPPER_FLAG_SEP ",")
endforeach()
# CMake asks this machine's tools which macOS it is for, to learn whether it has @rpath.
if(APPLE)
  set(CMAKE_SHARED_LIBRARY_RUNTIME_C_FLAG "-Wl,-rpath,")
endif()
