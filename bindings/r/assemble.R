# Assembles the source package of R from the source tree, by manifest.R:
#
#   Rscript bindings/r/assemble.R FOLDER
#
# makes FOLDER/wald, for `R CMD build`. It needs Rcpp, and the header of nlohmann/json (nlohmann-json3-dev on Debian, or
# the folder named by the environment variable WALD_JSON_INCLUDE), for which there is no package of R.

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) != 1) stop("usage: Rscript assemble.R FOLDER", call. = FALSE)
script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
here <- dirname(normalizePath(script))
tree <- dirname(dirname(here))
target <- file.path(arguments, "wald")
source(file.path(here, "manifest.R"), local = TRUE)
source(file.path(here, "units.R"), local = TRUE)

fail <- function(...) stop(..., call. = FALSE)
lines_of <- function(...) readLines(file.path(...), warn = FALSE, encoding = "UTF-8")
put <- function(from, to) {
  dir.create(dirname(to), recursive = TRUE, showWarnings = FALSE)
  if (!file.copy(from, to, overwrite = TRUE, copy.date = TRUE)) fail("cannot copy ", from, " to ", to)
}

unlink(target, recursive = TRUE)
dir.create(target, recursive = TRUE)

# ---- This folder, without the assembly itself ----

assembly <- c("assemble.R", "manifest.R", "units.R", "DESCRIPTION.in", "src/Makevars.in")
own <- setdiff(list.files(here, recursive = TRUE), assembly)
for (file in own) put(file.path(here, file), file.path(target, file))
# The functions of all files share one namespace, in which the last of a name would silently win.
defined <- unlist(lapply(grep("^R/", own, value = TRUE), function(file)
  regmatches(text <- lines_of(here, file), regexpr("^[A-Za-z.][A-Za-z0-9._]*(?= <- )", text, perl = TRUE))))
if (anyDuplicated(defined)) fail("defined twice in R/: ", paste(unique(defined[duplicated(defined)]), collapse = ", "))
put(file.path(here, "Rbuildignore"), file.path(target, ".Rbuildignore"))
unlink(file.path(target, "Rbuildignore"))

# ---- The core and its C interface ----

folders <- c("core", "capi", "docs/examples")
candidates <- unlist(lapply(folders, function(folder) {
  file.path(folder, list.files(file.path(tree, folder), recursive = TRUE))
}))
without <- lapply(names(excluded), grep, candidates, value = TRUE)
gone <- names(excluded)[lengths(without) == 0]
if (length(gone)) fail("manifest.R excludes what there is not: ", paste(gone, collapse = ", "))
candidates <- setdiff(candidates, unlist(without))
taken <- character()
for (rule in rules) {
  files <- grep(rule$take, candidates, value = TRUE)
  if (!length(files)) fail("manifest.R: no file matches ", rule$take)
  for (file in files) {
    name <- if (is.null(rule$without)) file else sub(rule$without, "", file)
    to <- file.path(target, rule$to, name)
    put(file.path(tree, file), to)
    if (any(silences <- grepl(silencing, text <- lines_of(to)))) writeLines(text[!silences], to, useBytes = TRUE)
  }
  taken <- c(taken, files)
}
left <- setdiff(grep("^(core|capi)/", candidates, value = TRUE), taken)
if (length(left)) fail("manifest.R neither takes nor excludes: ", paste(left, collapse = ", "))

# ---- What they include from outside ----

sources <- list.files(file.path(target, "src"), "\\.(cpp|hpp|h|inc|def)$", recursive = TRUE)
included <- unlist(lapply(file.path(target, "src", sources), function(file) {
  found <- regmatches(text <- lines_of(file), regexec("^#include [<\"]([^>\"]+)[>\"]", text))
  unlist(lapply(found, `[`, 2))
}))
included <- unique(included[!is.na(included)])
external <- included[grepl("[/.]", included) & !basename(included) %in% basename(sources) &
                       !grepl("^std[a-z]+\\.h$", included)]
bundled <- linked <- character()
for (name in external) {
  match <- Filter(function(one) grepl(one$include, name), outside)
  if (!length(match)) fail("manifest.R does not say where #include <", name, "> comes from")
  bundled <- c(bundled, match[[1]]$bundled)
  linked <- c(linked, match[[1]]$package)
}

# A header-only library as one file: its includes in their places.
amalgamate <- function(root, name) {
  seen <- character()
  expand <- function(file) {
    if (file %in% seen) return(character())
    seen <<- c(seen, file)
    text <- lines_of(root, file)
    text <- text[!grepl("^\\s*#\\s*pragma once", text) & !grepl(silencing, text)]
    unlist(lapply(text, function(line) {
      inner <- sub("^\\s*#\\s*include <(nlohmann/[^>]+)>.*", "\\1", line)
      if (inner == line) line else expand(inner)
    }))
  }
  c(paste0("// ", name, " and the headers that it includes, in one file, without pragmas that silence the compiler."),
    "#pragma once", expand(name))
}
for (name in unique(bundled)) {
  roots <- c(Sys.getenv("WALD_JSON_INCLUDE"), "/usr/include", "/usr/local/include")
  root <- Filter(function(folder) nzchar(folder) && file.exists(file.path(folder, name)), roots)
  if (!length(root)) fail("there is no ", name, " in ", toString(roots[nzchar(roots)]), ": set WALD_JSON_INCLUDE")
  to <- file.path(target, "src/vendor", name)
  dir.create(dirname(to), recursive = TRUE)
  writeLines(amalgamate(root[[1]], name), to, useBytes = TRUE)
}

# ---- Filled in ----

units <- character()
for (part in c("^(core|capi)/", "^[^/]*$")) {
  files <- sort(grep(part, grep("\\.cpp$", sources, value = TRUE), value = TRUE), method = "radix")
  own_glue <- part == "^[^/]*$"
  once <- if (own_glue) "." else runs_once(file.path(tree, "core/CMakeLists.txt"))
  for (unit in units_of(files, file.path(target, "src"), once)) {
    name <- paste0("unit_", length(units) + 1, ".cpp")
    # The headers of Rcpp are read once, with the last group.
    if (own_glue && grepl(tail(files, 1), tail(unit, 1), fixed = TRUE)) unit <- c(unit, '#include "RcppExports.cpp"')
    writeLines(unit, file.path(target, "src", name))
    units <- c(units, name)
  }
}

values <- list(VERSION = lines_of(tree, "VERSION")[1],
               LINKING_TO = toString(sort(unique(linked))),
               OBJECTS = paste(sub("cpp$", "o", units), collapse = " \\\n  "))
for (name in c("DESCRIPTION", "src/Makevars")) {
  text <- paste(lines_of(here, paste0(name, ".in")), collapse = "\n")
  for (key in names(values)) text <- gsub(paste0("@", key, "@"), values[[key]], text, fixed = TRUE)
  if (grepl("@[A-Z_]+@", text)) fail(name, ".in has a name that is not filled in")
  writeLines(text, file.path(target, name))
}
invisible(file.copy(file.path(target, "src/Makevars"), file.path(target, "src/Makevars.win")))

Rcpp::compileAttributes(target)
# It includes the headers of RcppEigen for conversions of which there are none here: the core asks for Eigen's own.
exports <- file.path(target, "src/RcppExports.cpp")
writeLines(grep("#include <RcppEigen", lines_of(exports), fixed = TRUE, invert = TRUE, value = TRUE), exports)
cat("assembled", target, "\n")
