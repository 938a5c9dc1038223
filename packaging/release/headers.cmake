# The header-only libraries of WALD_HEADERS, under the names that their own packages give them.
function(wald_header_library name folder)
  add_library(${name} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name} SYSTEM INTERFACE ${WALD_HEADERS}/${folder})
endfunction()
wald_header_library(Eigen3::Eigen eigen3)
wald_header_library(Boost::headers .)
wald_header_library(nlohmann_json::nlohmann_json .)
wald_header_library(FastFloat::fast_float .)
