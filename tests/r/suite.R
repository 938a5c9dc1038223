# The package's own tests (bindings/r/tests/testthat), run on the copy that install.R installed.
#   Rscript suite.R SOURCE FOLDER
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
need("testthat", "Matrix", "ggplot2", "nnet", "ranger", "jsonlite")
check <- expect
rm(expect) # so that the tests find testthat's
library(testthat)
library(wald)
# From a copy: devices leave files beside the tests.
unlink(file.path(package_folder, "testthat"), recursive = TRUE)
invisible(file.copy(file.path(source_tree, "bindings/r/tests/testthat"), package_folder, recursive = TRUE))
found <- as.data.frame(test_dir(file.path(package_folder, "testthat"), package = "wald", load_package = "installed",
                                reporter = "check", stop_on_failure = FALSE))
times <- sort(tapply(found$user + found$system, found$file, sum), decreasing = TRUE)
cat(sprintf("%6.1f s  %s\n", times, names(times)), sep = "")
check(!any(found$failed) && !any(found$error), "a test failed")
check(nrow(found) >= 100, "there are hardly any tests: ", nrow(found))
finish()
