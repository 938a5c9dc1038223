# Source files in groups that are compiled together, as packaging/unity.cmake makes them for CMake: a compiler reads the same
# headers for each of 230 files, which takes most of its time, and a package of R has no CMake.

# Files with loops come first, since what asks for more optimising does so to the end of its group. A file that sets the
# instruction set of all that follows it is alone.
units_of <- function(files, folder, bytes = 80000) {
  has <- function(file, pattern) any(grepl(pattern, readLines(file.path(folder, file), warn = FALSE)))
  alone <- vapply(files, has, NA, "^WALD_BEGIN_V")
  loops <- vapply(files, has, NA, "^WALD_VECTOR_MATH")
  grouped <- lapply(list(files[loops & !alone], files[!loops & !alone]), function(part) {
    size <- cumsum(file.size(file.path(folder, part)))
    unname(split(part, size %/% bytes))
  })
  c(unlist(grouped, recursive = FALSE), as.list(files[alone]))
}
