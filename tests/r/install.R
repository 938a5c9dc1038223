# Installs the package for the tests: its glue is compiled here, as one unit, and linked with the objects that libwald.so was
# made of, so that the library is not compiled again. check.R compiles the whole package as R does.
#   Rscript install.R SOURCE FOLDER OBJECTS      OBJECTS is a file with the objects, one per line; makes FOLDER/library
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
need("Rcpp")
source_tree <- normalizePath(source_tree)
objects <- normalizePath(arguments[3])
unlink(package_folder, recursive = TRUE)
dir.create(file.path(package_folder, "library"), recursive = TRUE)
package_folder <- normalizePath(package_folder)
setwd(package_folder)
run <- function(command, arguments, environment = character()) {
  if (!system2(command, arguments, env = environment)) return(invisible())
  cat("failed: ", command, " ", paste(arguments, collapse = " "), "\n", sep = "")
  quit(status = 1)
}
r <- file.path(R.home("bin"), "R")
run(file.path(R.home("bin"), "Rscript"), c(shQuote(file.path(source_tree, "bindings/r/assemble.R")), "."))

# ---- The glue, with the flags of the package ----
glue <- c(list.files(file.path(source_tree, "bindings/r/src"), "[.]cpp$"), "RcppExports.cpp")
writeLines(sprintf('#include "%s"', glue), "wald/src/glue_unit.cpp")
writeLines("CXX17FLAGS = -O1", "Makevars")
setwd("wald/src")
run(r, c("CMD", "SHLIB", "-o", "glue.so", "glue_unit.cpp"),
    c(paste0("R_MAKEVARS_USER=", file.path(package_folder, "Makevars")), "MAKEFLAGS=OBJECTS=glue_unit.o",
      paste0("CLINK_CPPFLAGS=-isystem", shQuote(system.file("include", package = "Rcpp")))))
setwd(package_folder)
whole <- file.path(package_folder, "whole.o")
run("ld", c("-r", "-o", whole, "wald/src/glue_unit.o", paste0("@", objects)))
unlink(c("wald/src/glue_unit.o", "wald/src/glue_unit.cpp", "wald/src/glue.so"))

# ---- Installed, by the object that is there ----
run(r, c("CMD", "INSTALL", "--no-multiarch", "--no-staged-install", "--no-html", "-l", "library", "wald"),
    paste0("MAKEFLAGS=OBJECTS=", whole)) # for make it stands above what the package's Makevars says
finish()
