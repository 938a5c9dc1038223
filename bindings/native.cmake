# A native library of a binding: the whole of Wald in one file, so that a package needs nothing else. It exports what
# the version script names, on every system.
#
#   wald_native(TARGET SCRIPT SOURCE...)
include_guard()

# Where an export is a word of the source and no list of the linker's, the C interface is compiled without that word.
if(NOT CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" AND NOT TARGET wald_capi_hidden)
  get_target_property(sources wald_capi SOURCES)
  list(TRANSFORM sources PREPEND ${PROJECT_SOURCE_DIR}/capi/)
  add_library(wald_capi_hidden OBJECT ${sources})
  target_compile_definitions(wald_capi_hidden PRIVATE $<TARGET_PROPERTY:wald_capi,COMPILE_DEFINITIONS>)
  target_compile_options(wald_capi_hidden PRIVATE "-Ddllexport=" "-Dvisibility(x)=")
  target_include_directories(wald_capi_hidden PRIVATE $<TARGET_PROPERTY:wald_capi,INCLUDE_DIRECTORIES>)
  target_link_libraries(wald_capi_hidden PRIVATE wald_flags)
endif()

function(wald_native target script)
  set(capi wald_capi)
  if(TARGET wald_capi_hidden)
    set(capi wald_capi_hidden)
  endif()
  add_library(${target} SHARED ${ARGN} $<TARGET_OBJECTS:${capi}> ${WALD_CORE_OBJECTS})
  # Its own functions are in it: none is imported from a DLL.
  target_compile_definitions(${target} PRIVATE WALD_BUILDING)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/capi)
  target_link_libraries(${target} PRIVATE wald_flags Threads::Threads ${CMAKE_DL_LIBS})
  target_link_options(${target} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-s>)
  if(WIN32)
    set_target_properties(${target} PROPERTIES PREFIX "")
  elseif(APPLE)
    set_target_properties(${target} PROPERTIES INSTALL_NAME_DIR "@rpath" BUILD_WITH_INSTALL_NAME_DIR ON)
  else()
    target_link_options(${target} PRIVATE LINKER:--version-script=${script} LINKER:--no-undefined LINKER:--gc-sections)
    set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script})
  endif()
  # The C++ runtime goes inside, so that older systems will do. libgcc_s stays outside on Linux: it is everywhere, its
  # interface does not change, and a static one asks for the C library of the machine that built it.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(${target} PRIVATE $<IF:$<BOOL:${WIN32}>,-static,-static-libstdc++>)
  endif()
endfunction()
