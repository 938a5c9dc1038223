# zig passes on to its linker what is written as -Wl,WORD, and not what follows -Xlinker.
foreach(language C CXX)
  set(CMAKE_${language}_LINKER_WRAPPER_FLAG "-Wl,")
  set(CMAKE_${language}_LINKER_WRAPPER_FLAG_SEP ",")
endforeach()
