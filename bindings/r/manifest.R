# What the source package is assembled from, besides this folder. Paths are those of the source tree; every file arrives
# as it is, except for pragmas that silence the compiler, which R's checks refuse and which change nothing of the code. A
# C++ file of core/ or capi/ that no rule takes and no exclusion names stops the assembly.

# Rule: pattern -> folder of the package. Includes are relative to src/ and src/capi/, as they are to the tree's root
# and to its capi/.
rules <- list(
  list(take = "^core/.*\\.(cpp|hpp|inc|def)$", to = "src"),
  list(take = "^capi/.*\\.(cpp|hpp|h|inc|def)$", to = "src"),
  list(take = "^docs/examples/(datasets\\.tsv|(yeast(_joint)?|(breast_cancer|digits|digit_labels)(_truth)?|digits_trees)\\.csv)$",
       to = "inst/extdata",
       without = "^docs/examples/")
)

# Patterns of what the package does without in core/ and capi/, whatever the rules say, each with the reason.
excluded <- c(
  "^capi/wald/files\\.(h|hpp)$" = "what reads and writes files for C and C++, which R does itself",
  "^(core|capi)/CMakeLists\\.txt$" = "the build of libwald.so",
  "^core/report/page/" = "the sources of the page that the generator embeds",
  "^capi/(symbols\\.txt|wald\\.map|wald\\.abi|static\\.cmake)$" = "the symbols of libwald.so and libwald.a"
)

# What the C++ files may include from outside, and where the package has it from.
outside <- list(
  list(include = "^boost/", package = "BH"),
  list(include = "^Eigen/", package = "RcppEigen"),
  list(include = "^Rcpp", package = "Rcpp"),
  list(include = "^R_ext/"), # R's own
  list(include = "^(immintrin|arm_neon|cpuid)\\.h$"), # the compiler's
  list(include = "^(dlfcn|pthread|signal|unistd|sys/mman)\\.h$"), # of systems that have it
  list(include = "^nlohmann/json\\.hpp$", bundled = "nlohmann/json.hpp")
)

silencing <- "^\\s*#\\s*pragma (GCC|clang) diagnostic"
