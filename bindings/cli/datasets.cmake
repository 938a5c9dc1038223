# Writes a source file with the tables that FOLDER/datasets.tsv lists, as they are, for `wald datasets`.
function(wald_embed_datasets folder output)
  set(lines)
  if(EXISTS ${folder}/datasets.tsv)
    file(STRINGS ${folder}/datasets.tsv lines ENCODING UTF-8)
    list(POP_FRONT lines)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/datasets.tsv)
  endif()
  set(rows "")
  foreach(line IN LISTS lines)
    string(REPLACE "\t" ";" cells "${line}")
    foreach(field name table truth kind n_rows n_columns description source licence)
      list(POP_FRONT cells ${field})
    endforeach()
    foreach(file IN ITEMS "${table}" "${truth}")
      if("${file}" STREQUAL "-")
        continue()
      endif()
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${file})
      get_filename_component(stem ${file} NAME_WE)
      set(about "${description}")
      if("${file}" STREQUAL "${truth}")
        set(about "The truth of ${name}: 0 or 1")
      endif()
      file(READ ${folder}/${file} text)
      string(LENGTH "${text}" length)
      set(pieces "")
      set(begin 0)
      while(begin LESS length)  # compilers take literals of limited length
        string(SUBSTRING "${text}" ${begin} 12000 piece)
        string(APPEND pieces "      R\"csv(${piece})csv\",\n")
        math(EXPR begin "${begin} + 12000")
      endwhile()
      string(APPEND rows "    {\"${stem}\", \"${kind}\", \"${n_rows}\", \"${n_columns}\", \"${about}\", \"${source}\", "
                         "\"${licence}\", {\n${pieces}    }},\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
// Written by CMake from docs/examples/datasets.tsv.
#include "datasets/datasets.hpp"

namespace wald::cli {

const std::vector<ExampleTable> &example_tables() {
  static const std::vector<ExampleTable> tables = {
@rows@  };
  return tables;
}

}  // namespace wald::cli
]])
endfunction()
