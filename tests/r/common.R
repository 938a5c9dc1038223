# What the scripts of this folder share: their arguments, and how they are skipped by name.
arguments <- commandArgs(trailingOnly = TRUE)
source_tree <- arguments[1]
package_folder <- arguments[2]
scale <- as.numeric(Sys.getenv("WALD_TEST_SCALE", "1"))

need <- function(...) {
  missing <- Filter(function(name) !nzchar(system.file(package = name)), c(...))
  if (!length(missing)) return(invisible())
  cat("these packages of R are missing:", toString(missing), "\n")
  quit(status = if (Sys.getenv("WALD_REQUIRE_ALL") == "1") 1 else 77)
}

failures <- 0
expect <- function(right, ...) {
  if (isTRUE(right)) return(invisible(TRUE))
  failures <<- failures + 1
  cat("failed: ", ..., "\n", sep = "")
}
finish <- function() quit(status = if (failures) 1 else 0)
