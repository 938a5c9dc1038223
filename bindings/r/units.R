# Source files in groups that are compiled together, as packaging/unity.cmake makes them for CMake: a compiler reads the same
# headers for each of 230 files, which takes most of its time, and a package of R has no CMake.

# Files with loops come first, since what asks for more optimising does so to the end of its group. What runs once a
# call (`once`, a pattern) has groups of its own, which are optimised less. What reads JSON is one of these: each unit would
# compile nlohmann's parser again, which takes 4 seconds. A file that sets the instruction set of all that follows it is
# alone. A unit is the lines of its file.
units_of <- function(files, folder, once = NULL, bytes = 120000) {
  has <- function(file, pattern) any(grepl(pattern, readLines(file.path(folder, file), warn = FALSE)))
  alone <- vapply(files, has, NA, "^WALD_BEGIN_V")
  loops <- vapply(files, has, NA, "^WALD_VECTOR_MATH")
  json <- vapply(files, has, NA, "^#include <nlohmann/json")
  rarely <- if (is.null(once)) rep(FALSE, length(files)) else grepl(once, paste0("/", files), perl = TRUE) & !loops | json
  parts <- list(files[loops & !alone], files[!loops & !rarely & !alone], files[rarely & !json & !alone])
  grouped <- lapply(parts, function(part) {
    size <- cumsum(file.size(file.path(folder, part)))
    unname(split(part, size %/% bytes))
  })
  if (any(json)) grouped[[3]] <- c(grouped[[3]], list(files[json]))
  included <- lapply(c(grouped, list(as.list(files[alone]))), lapply, function(unit) paste0('#include "', unit, '"'))
  included[[3]] <- lapply(included[[3]], function(unit) c(optimised(less), unit))
  included[1:2] <- lapply(included[1:2], lapply, function(unit) c(optimised(), unit))
  unlist(included, recursive = FALSE)
}

# R compiles with -g, and a package must set no flags. Which variable is where in optimised code takes a tenth of the
# time and half of the objects.
optimised <- function(...) {
  c("#if defined(__GNUC__) && !defined(__clang__)",
    paste0('#pragma GCC optimize("',
           paste(c(..., "no-var-tracking", "no-var-tracking-assignments"), collapse = ","), '")'), "#endif")
}
# As the core's CMake has it.
less <- c("O1", "inline-small-functions", "indirect-inlining", "partial-inlining", "strict-aliasing")

# The pattern of what runs once, as the core's CMakeLists.txt says it.
runs_once <- function(cmake) {
  text <- paste(readLines(cmake), collapse = "\n")
  found <- regmatches(text, regexec('list\\(FILTER once INCLUDE REGEX "([^"]+)"\\)', text))[[1]]
  if (length(found) != 2) stop(cmake, " does not say what runs once", call. = FALSE)
  gsub("\\\\", "\\", gsub("\\\n", "", found[2], fixed = TRUE), fixed = TRUE)
}
