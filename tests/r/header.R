# The C interface against the package: every function is called by its native code, or a list says why not; the pages of
# options say what the library does. That arguments agree the compiler has seen: the package is compiled with the headers.
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(wald)

not_called <- c(
  wald_last_error = "wald::detail::check of wald.hpp calls it",
  wald_decision_indices = "wald_decision_csr gives those of all answers",
  wald_decision_mask = "wald_decide_rows and wald_decision_csr give it",
  wald_thresholds_apply = "predict() applies the numbers of an answer, which a file can hold",
  wald_options_set_integer = "numbers of R are doubles, and seeds above 2^53 are texts",
  wald_options_reset = "options are made for each call",
  wald_options_get = "options are made for each call"
)

headers <- list.files(file.path(source_tree, "capi/wald"), "\\.h$", full.names = TRUE)
code <- paste(unlist(lapply(headers, readLines)), collapse = "\n")
code <- gsub("(?s)/\\*.*?\\*/", " ", code, perl = TRUE)
all_matches <- function(pattern, text) regmatches(text, gregexpr(pattern, text, perl = TRUE))[[1]]
functions <- all_matches("\\bwald_\\w+(?=\\([^;{]*?\\)\\s*WALD_NOEXCEPT;)", code)
declared <- length(all_matches("WALD_API\\s+(?!__)", gsub("#\\s*define[^\n]*", "", code)))
expect(length(functions) == declared && declared > 60, "of ", declared, " functions ", length(functions), " were read")

glue <- list.files(file.path(source_tree, "bindings/r/src"), "\\.(cpp|h)$", full.names = TRUE)
called <- unique(all_matches("\\bwald_\\w+", paste(unlist(lapply(glue, readLines)), collapse = "\n")))
missing <- function(functions) setdiff(functions, c(called, names(not_called)))
for (name in missing(functions)) expect(FALSE, name, " is not called, nor does not_called say why")
for (name in intersect(names(not_called), called)) expect(FALSE, name, " is called: not_called need not name it")
for (name in setdiff(names(not_called), functions)) expect(FALSE, name, " of not_called is not in the headers")
expect(identical(missing(c(functions, "wald_new_function")), "wald_new_function"), "a new function would go unnoticed")

# ---- Options: the page of each family has every option, with its default and bounds ----
page <- function(name) {
  tools::Rd2txt(tools::Rd_db("wald")[[paste0(name, ".Rd")]], out = file <- tempfile(), options = list(width = 1e4))
  gsub("_\b", "", gsub("[ \n]+", " ", paste(readLines(file), collapse = "\n")))
}
said <- function(value) if (value %in% 2^c(31, 53)) paste0("2^", log2(value)) else format(value, digits = 6, scientific = FALSE)
shown <- 0
for (family in c("decisions", "thresholds", "cascades", "learners")) {
  text <- page(sub("s$", "_options", family))
  rows <- wald_options(family)
  for (i in seq_len(nrow(rows))) {
    row <- rows[i, ]
    entry <- substr(strsplit(text, paste0(" ", row$name, ": "), fixed = TRUE)[[1]][2], 1, 700)
    expect(!is.na(entry), family, ": the page does not have ", row$name)
    initial <- switch(row$initial, on = "TRUE", off = "FALSE", row$initial)
    if (nzchar(initial) && row$type != "progress")
      expect(grepl(paste0("Default ", if (row$type %in% c("choice", "text")) dQuote(initial, FALSE) else initial, "."), entry,
                   fixed = TRUE), family, ": the page has another default of ", row$name, ": ", entry)
    for (bound in c(row$low, row$high))
      if (is.finite(bound) && row$type %in% c("number", "numbers"))
        expect(grepl(said(bound), entry, fixed = TRUE), family, ": the page has other bounds of ", row$name, ": ", entry)
    shown <- shown + 1
  }
}
expect(shown > 70, "hardly any option was compared")
facts <- page("facts")
for (object in c("estimator", "decision", "distribution", "sample", "thresholds", "frontier", "cascade_scores", "cascade",
                 "trees", "dataset", "learner"))
  for (name in wald_facts(object)$name) expect(grepl(paste0(" ", name, ": "), facts), "the page does not have the fact ", name)

# ---- Versions ----
lines <- function(file) readLines(file.path(source_tree, file))
expect(identical(wald_version()$version, lines("VERSION")[1]), "another version of the library")
expect(identical(as.character(packageVersion("wald")), lines("VERSION")[1]), "another version of the package")
expect(as.character(wald_version()$abi) %in% lines("ABI_VERSION"), "another number of the binary interface")
cat(length(functions), "functions,", shown, "options\n")
finish()
