# Assembles the package, builds it and checks it as CRAN does: no error, no warning, and no note but
# those that bindings/r/cran-comments.md lists with their reason.
#   Rscript check.R SOURCE FOLDER WHOLE RUNNER    WHOLE is the object that install.R links; RUNNER: see conformance.R
# The compiler only checks the sources, and WHOLE takes the place of what it would make of them: that takes minutes less. The
# long run (WALD_TEST_SCALE above 1) compiles them, compares the numbers with those of libwald.so, and makes the manual too,
# where there is LaTeX.
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
need("Rcpp", "RcppEigen", "BH", "Matrix", "testthat", "knitr", "rmarkdown", "ggplot2", "nnet", "ranger", "jsonlite")
most_bytes <- 1.85e6 # of the source package, with the tables for examples; CRAN takes 10 MB
most_units <- 40

unlink(package_folder, recursive = TRUE)
dir.create(package_folder, recursive = TRUE)
package_folder <- normalizePath(package_folder)
setwd(package_folder)
r <- file.path(R.home("bin"), "R")
run <- function(command, arguments, environment = character()) {
  settings <- c("MAKEFLAGS=-j2", "_R_CHECK_CRAN_INCOMING_REMOTE_=false", "_R_CHECK_SYSTEM_CLOCK_=false", environment)
  status <- system2(command, arguments, env = settings)
  if (status) cat("failed: ", command, " ", paste(arguments, collapse = " "), "\n", sep = "")
  invisible(status)
}

# ---- Assembled, twice the same, and no file of the source tree touched ----
for (to in c(".", "again"))
  if (run(file.path(R.home("bin"), "Rscript"), c(shQuote(file.path(source_tree, "bindings/r/assemble.R")), to)))
    quit(status = 1)
files <- list.files("wald", recursive = TRUE, all.files = TRUE)
expect(identical(files, list.files("again/wald", recursive = TRUE, all.files = TRUE)), "another list of files")
sums <- lapply(c("wald", "again/wald"), function(folder) unname(tools::md5sum(file.path(folder, files))))
expect(identical(sums[[1]], sums[[2]]), "assembling twice gives other files")
expect(!any(nzchar(Sys.readlink(file.path("wald", files)))), "there are symbolic links")
source(file.path(source_tree, "bindings/r/manifest.R"))
loud <- function(file) grep(silencing, readLines(file), invert = TRUE, value = TRUE)
for (file in grep("^src/(core|capi)/", files, value = TRUE))
  expect(identical(readLines(file.path("wald", file)), loud(file.path(source_tree, sub("^src/", "", file)))),
         file, " is not the file of the source tree")
longest <- files[which.max(nchar(files))]
cat("longest path: wald/", longest, "\n", sep = "")
expect(nchar(longest) + 5 <= 100, longest, " is longer than portable archives hold")
unlink("again", recursive = TRUE)

# ---- The manual pages are those of the comments, where roxygen2 is there to say so ----
if (nzchar(system.file(package = "roxygen2"))) {
  dir.create("pages")
  file.copy("wald", "pages", recursive = TRUE)
  code <- 'roxygen2::roxygenise("pages/wald", load_code = roxygen2::load_source)'
  run(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)))
  pages <- c("NAMESPACE", file.path("man", list.files("wald/man")))
  expect(setequal(list.files("pages/wald/man"), list.files("wald/man")), "man/ has other pages than the comments")
  same <- tools::md5sum(file.path("wald", pages)) == tools::md5sum(file.path("pages/wald", pages))
  expect(all(same), toString(pages[!same]), " differ from the comments: run roxygen2")
  unlink("pages", recursive = TRUE)
}

# ---- Checked by the compiler, or compiled, without a warning; building and checking link one object ----
compiled <- scale > 1
dir.create("compiled")
file.copy("wald/src", "compiled", recursive = TRUE)
began <- proc.time()[["elapsed"]]
# Without objects there is nothing to link.
writeLines(if (compiled) "CXX17FLAGS = -O1 -Wall" else c("CXX17FLAGS = -fsyntax-only -Wall", "SHLIB_CXX17LD = true"),
           "compiled/Makevars")
said <- setwd("compiled/src")
headers <- Filter(nzchar, vapply(c("Rcpp", "RcppEigen", "BH"), function(of) system.file("include", package = of), ""))
status <- run(r, c("CMD", "SHLIB", "-o", "wald.so", ">../log", "2>&1"),
              c(paste0("R_MAKEVARS_USER=", file.path(package_folder, "compiled/Makevars")),
                paste0("CLINK_CPPFLAGS=", shQuote(paste("-isystem", headers, collapse = " "))))) # as INSTALL says it
setwd(said)
cat(if (compiled) "compiled in" else "checked by the compiler in", round(proc.time()[["elapsed"]] - began), "seconds\n")
log <- readLines("compiled/log")
told <- grep("(warning|error):", log, value = TRUE)
expect(!length(told), paste(told, collapse = "\n"))
if (status) quit(status = 1)
units <- sum(grepl(" -c [^ ]+[.]cpp", log))
expect(units > 0 && units <= most_units, "there are ", units, " objects: files are not compiled together")
whole <- normalizePath(arguments[3])
if (compiled) {
  whole <- file.path(package_folder, "compiled/wald.o")
  if (run("ld", c("-r", "-o", whole, Sys.glob("compiled/src/*.o")))) quit(status = 1)
}
linked <- paste0("MAKEFLAGS=OBJECTS=", whole) # for make it stands above what the package's Makevars says

# ---- Built, with vignettes ----
if (run(r, c("CMD", "build", "wald"), linked)) quit(status = 1)
archive <- Sys.glob("wald_*.tar.gz")
cat("the source package has", file.size(archive), "bytes\n")
expect(file.size(archive) <= most_bytes, archive, " has more than ", most_bytes, " bytes")

# ---- Checked ----
manual <- scale > 1 && nzchar(Sys.which("pdflatex"))
# Vignettes are built again from the archive, which takes seconds.
run(r, c("CMD", "check", "--as-cran", if (!manual) "--no-manual", archive), linked)
expect(file.exists("wald.Rcheck/wald/doc/wald.html"), "the package holds no vignettes")
log <- readLines("wald.Rcheck/00check.log")
begins <- grep("^\\* ", log)
sections <- Map(function(from, to) log[from:to], begins, c(begins[-1] - 1, length(log)))

# The notes that remain: - `check` says `a fragment`, `another`: the reason.
comments <- readLines(file.path(source_tree, "bindings/r/cran-comments.md"))
starts <- grep("^- ", comments)
items <- vapply(starts, function(from) {
  to <- from + match(FALSE, grepl("^  ", comments[-seq_len(from)])) - 1
  paste(trimws(comments[from:to]), collapse = " ")
}, "")
parts <- regmatches(items, regexec("^- `([^`]+)` says ((?:`[^`]+`(?:, )?)+): (.+)$", items, perl = TRUE))
expect(all(lengths(parts) == 4), "cran-comments.md has an item of another form")
allowed <- lapply(parts, function(part) gsub("`", "", regmatches(part[3], gregexpr("`[^`]+`", part[3]))[[1]]))
names(allowed) <- vapply(parts, `[`, "", 2)

for (section in sections) {
  # What a test or an example prints may stand between the check and its result.
  result <- grep("(^| )(NOTE|WARNING|ERROR)$", section, value = TRUE)
  if (!length(result) || grepl("^\\* (using|DONE)", section[1])) next
  check <- sub("^\\* (.*?) \\.\\.\\..*$", "\\1", section[1], perl = TRUE)
  said <- Filter(nzchar, trimws(section[-1]))
  known <- allowed[[check]]
  unknown <- Filter(function(line) !any(vapply(known, grepl, NA, x = line, fixed = TRUE)), said)
  if (grepl("NOTE$", result[1]) && length(known) && !length(unknown)) {
    cat("a note with a reason: ", check, "\n", sep = "")
    next
  }
  expect(FALSE, paste(section, collapse = "\n  "))
}
expect(any(log == "* DONE"), "the check did not come to its end: ", tail(log, 1))
expect(dir.exists("wald.Rcheck/wald"), "the check installed nothing")

# ---- The numbers of what R compiled ----
if (compiled) {
  script <- c("--no-init-file", shQuote(file.path(here, "conformance.R")), shQuote(source_tree), ".", shQuote(arguments[4]))
  expect(run(file.path(R.home("bin"), "Rscript"), script, "R_LIBS=wald.Rcheck") == 0, "the numbers are others")
}
finish()
