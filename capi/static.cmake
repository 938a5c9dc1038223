# The static library, libwald.a: the objects of libwald.so. Names of the core must not meet those of a program, so the objects
# are first joined into one, of which only wald_* stays global.
set(object ${CMAKE_CURRENT_BINARY_DIR}/wald_static.o)
if(UNIX AND NOT APPLE AND CMAKE_OBJCOPY AND CMAKE_NM AND CMAKE_LINKER)
  add_custom_command(
    OUTPUT ${object}
    BYPRODUCTS ${object}.unique
    # Groups of sections that every object may have (inline functions) end here: their names are local afterwards.
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${object} $<TARGET_OBJECTS:wald_capi> ${WALD_CORE_OBJECTS}
    # What GCC makes unique in a process cannot become local at once, but weak, and then local.
    COMMAND sh -c "\"$0\" \"$1\" | awk '$2 == \"u\" {print $3}' > \"$2\"" ${CMAKE_NM} ${object} ${object}.unique
    COMMAND ${CMAKE_OBJCOPY} --weaken-symbols=${object}.unique ${object}
    COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=wald_* ${object}
    DEPENDS $<TARGET_OBJECTS:wald_capi> ${WALD_CORE_OBJECTS}
    COMMENT "Joining the objects of libwald.a" COMMAND_EXPAND_LISTS VERBATIM)
  add_library(wald_static STATIC ${object})
  set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(WALD_STATIC_RUNTIME stdc++ m)
else()  # no tools for it: the archive has all names
  add_library(wald_static STATIC $<TARGET_OBJECTS:wald_capi> ${WALD_CORE_OBJECTS})
  set(WALD_STATIC_RUNTIME)
endif()
add_library(wald::wald_static ALIAS wald_static)
set_target_properties(wald_static PROPERTIES LINKER_LANGUAGE CXX)
if(NOT WIN32)  # where wald.lib belongs to wald.dll
  set_target_properties(wald_static PROPERTIES OUTPUT_NAME wald)
endif()
target_compile_definitions(wald_static INTERFACE WALD_STATIC)
target_include_directories(wald_static INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# By name, since a program in C links them without knowing C++, and no package has to find them.
set(WALD_STATIC_LIBS ${WALD_STATIC_RUNTIME} ${CMAKE_THREAD_LIBS_INIT} ${CMAKE_DL_LIBS})
target_link_libraries(wald_static INTERFACE ${WALD_STATIC_LIBS})
