# The C interface against the package: every function is called by its native code, or a list says why not; the pages of
# options and facts say what the library lists. That arguments agree the compiler has seen: the package is compiled with
# the headers.
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(wald)

not_called <- c(
  wald_last_error = "wald::detail::check of wald.hpp calls it",
  wald_decide_row = "wald_decide reads the details of the answer, too",
  wald_decision_mask = "wald_decide_rows and wald_decision_items give it",
  wald_thresholds_apply = "predict() applies the numbers of an answer, which a file can hold",
  wald_thresholds_choose = "wald_thresholds() takes truth and scores, and answers with intervals and baselines",
  wald_options_set_integer = "numbers of R are doubles, and seeds above 2^53 are texts",
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

# ---- Options and facts: the pages have each of them, with its sentence, its default and its bounds ----
page <- function(name) {
  file <- tempfile()
  tools::Rd2txt(tools::Rd_db("wald")[[paste0(name, ".Rd")]], out = file,
                options = list(width = 1e4, code_quote = FALSE, underline_titles = FALSE))
  gsub("\\s+", " ", paste(readLines(file), collapse = "\n"))
}
# Its entry: what follows its name and sentence. R counts from 1; options are arguments, whose names end with a colon.
entry_of <- function(text, row) {
  said <- gsub("`", "", sub("counted from 0", "counted from 1", row$sentence, fixed = TRUE), fixed = TRUE)
  name <- paste0(" ", row$name, if (is.null(row$initial)) " " else ": ")
  substr(strsplit(text, paste0(name, said), fixed = TRUE)[[1]][2], 1, 120)
}
shown <- 0
for (family in c("decisions", "thresholds", "cascades", "learners", "routes")) {
  text <- page(sub("s$", "_options", family))
  rows <- wald_options(family)
  for (i in seq_len(nrow(rows))) {
    row <- rows[i, ]
    shown <- shown + 1
    entry <- entry_of(text, row)
    if (!isTRUE(expect(!is.na(entry), family, ": the page does not have ", row$name, " with its sentence"))) next
    initial <- switch(row$initial, on = "TRUE", off = "FALSE", row$initial)
    if (row$type %in% c("choice", "text")) initial <- paste0('"', initial, '"')
    if (nzchar(row$initial) && row$type != "progress")
      expect(startsWith(entry, paste0(" Default ", initial, ".")), family, ": another default of ", row$name, ": ",
             entry)
    if (!row$type %in% c("number", "numbers", "integer", "integers")) next
    bounds <- c(row$low, row$high)
    bounds <- bounds[is.finite(bounds) & bounds < 2^31]
    told <- sub(".*?Values: ", "", entry, perl = TRUE)
    told <- as.numeric(regmatches(told, gregexpr("-?[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?", told))[[1]])
    for (bound in bounds) {
      expect(bound %in% told, family, ": other bounds of ", row$name, " than ", sprintf("%.15g", bound), ": ", entry)
    }
  }
}
expect(shown > 70, "hardly any option was compared")
facts <- page("facts")
for (object in c("estimator", "decision", "distribution", "sample", "thresholds", "frontier", "zone", "multipliers",
                 "labels", "segments", "cascade_scores", "cascade", "trees", "stages", "route", "labelling",
                 "dataset", "learner", "threshold_pass", "table_pass")) {
  rows <- wald_facts(object)
  for (i in seq_len(nrow(rows)))
    expect(!is.na(entry_of(facts, rows[i, ])), "the page does not have the fact ", rows$name[i], " with its sentence")
}

# ---- Versions ----
lines <- function(file) readLines(file.path(source_tree, file))
expect(identical(wald_version()$version, lines("VERSION")[1]), "another version of the library")
expect(identical(as.character(packageVersion("wald")), lines("VERSION")[1]), "another version of the package")
expect(as.character(wald_version()$abi) %in% lines("ABI_VERSION"), "another number of the binary interface")
cat(length(functions), "functions,", shown, "options\n")
finish()
