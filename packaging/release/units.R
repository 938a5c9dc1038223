# Writes units, files that include several source files each, of the core and of the command: most of a compiler's time
# goes into headers, and each of seven targets is compiled. Which files may meet is found as for the package of R.
#
#   Rscript packaging/release/units.R FOLDER
#
# makes FOLDER/core and FOLDER/cli, which CMake compiles instead of the files themselves where WALD_UNITS is FOLDER.

out <- commandArgs(trailingOnly = TRUE)
if (length(out) != 1) stop("usage: Rscript units.R FOLDER", call. = FALSE)
script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
tree <- dirname(dirname(dirname(normalizePath(script))))
source(file.path(tree, "bindings/r/units.R"), local = TRUE)

write_units <- function(folder, files, to, name = "unit") {
  files <- sort(files, method = "radix") # in no language's order: the same source makes the same units
  texts <- lapply(file.path(folder, files), readLines, warn = FALSE)
  dir.create(to, recursive = TRUE, showWarnings = FALSE)
  units <- units_of(files, texts, folder)
  names <- sprintf("%s_%02d.cpp", name, seq_along(units))
  unlink(file.path(to, setdiff(list.files(to, paste0("^", name, "_")), names)))
  for (i in seq_along(units)) {
    text <- unit_text(units[[i]], texts[match(units[[i]], files)], folder)
    path <- file.path(to, names[i])
    if (!file.exists(path) || !identical(readLines(path), text)) writeLines(text, path) # what stays is not compiled again
  }
  cat(sprintf("%s: %d files in %d units\n", to, length(files), length(units)))
}

core <- file.path("core", list.files(file.path(tree, "core"), "[.]cpp$", recursive = TRUE))
# What is another for a compiler without vectors is apart, since a test compiles it once more.
levels <- readLines(file.path(tree, "tests/capi/levels.regex"))
of_levels <- vapply(file.path(tree, core), function(file) any(grepl(levels, readLines(file, warn = FALSE))), NA)
write_units(tree, core[!of_levels], file.path(out, "core"))
write_units(tree, core[of_levels], file.path(out, "core"), "levels")
command <- list.files(file.path(tree, "bindings/cli"), "[.]cpp$", recursive = TRUE)
# What differs between systems is compiled for itself; what reads and writes many lines is apart, to be optimised.
command <- grep("^system/", command, invert = TRUE, value = TRUE)
fast <- grepl("^input/|^base/text|^base/output", command)
write_units(file.path(tree, "bindings/cli"), command[!fast], file.path(out, "cli"))
write_units(file.path(tree, "bindings/cli"), command[fast], file.path(out, "cli"), "fast")
