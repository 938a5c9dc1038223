# wald.h against the package: every function is called by its native code, or a list says why not; every value of an
# enumeration is the one that the R code counts on. That arguments agree the compiler has seen: the package is compiled
# with this header.
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(wald)

not_called <- c(
  wald_last_error = "wald::detail::check of wald.hpp calls it",
  wald_decision_indices = "wald_decision_csr gives those of all answers",
  wald_decision_mask = "wald_decide_rows and wald_decision_csr give it",
  wald_decision_k = "wald_decision_facts",
  wald_decision_expected = "wald_decision_facts",
  wald_decision_loss = "wald_decision_facts",
  wald_decision_bound = "wald_decision_facts",
  wald_decision_k_range = "wald_decision_facts",
  wald_decision_next_best = "wald_decision_facts",
  wald_decision_p_zero = "wald_decision_facts",
  wald_decision_abstained = "wald_decision_facts",
  wald_thresholds_apply = "predict() applies the numbers of an answer, which a file can hold"
)

header <- paste(readLines(file.path(source_tree, "capi/wald.h")), collapse = "\n")
code <- gsub("(?s)/\\*.*?\\*/", " ", header, perl = TRUE)
all_matches <- function(pattern, text) regmatches(text, gregexpr(pattern, text, perl = TRUE))[[1]]
functions <- all_matches("\\bwald_\\w+(?=\\([^;{]*?\\)\\s*WALD_NOEXCEPT;)", code)
declared <- length(all_matches("WALD_API\\s+(?!__)", gsub("#\\s*define[^\n]*", "", code)))
expect(length(functions) == declared && declared > 60, "of ", declared, " functions ", length(functions), " were read")

glue <- list.files(file.path(source_tree, "bindings/r/src"), "\\.(cpp|h)$", full.names = TRUE)
called <- unique(all_matches("\\bwald_\\w+", paste(unlist(lapply(glue, readLines)), collapse = "\n")))
missing <- function(functions) setdiff(functions, c(called, names(not_called)))
for (name in missing(functions)) expect(FALSE, name, " is not called, nor does not_called say why")
for (name in intersect(names(not_called), called)) expect(FALSE, name, " is called: not_called need not name it")
for (name in setdiff(names(not_called), functions)) expect(FALSE, name, " of not_called is not in the header")
expect(identical(missing(c(functions, "wald_new_function")), "wald_new_function"), "a new function would go unnoticed")

# ---- Values ----
pairs <- all_matches("\\bWALD_[A-Z0-9_]+ = \\d+", code)
values <- structure(as.integer(sub(".* = ", "", pairs)), names = sub(" = .*", "", pairs))
ours <- function(names, numbers) structure(as.integer(numbers), names = names)
known <- c(
  ours(paste0("WALD_", toupper(wald:::kinds)), seq_along(wald:::kinds) - 1),
  ours(paste0("WALD_", toupper(wald:::averages)), seq_along(wald:::averages) - 1),
  ours(paste0("WALD_", toupper(wald:::properties)), 2^(seq_along(wald:::properties) - 1)),
  ours(wald:::status_names, seq_along(wald:::status_names)),
  ours(paste0("WALD_RULE_", toupper(wald:::rules)), seq_along(wald:::rules) - 1),
  ours(paste0("WALD_GOAL_", toupper(wald:::goals)), seq_along(wald:::goals) - 1),
  ours(paste0("WALD_SETTING_", toupper(wald:::threshold_settings)), seq_along(wald:::threshold_settings) - 1),
  ours(paste0("WALD_SMOOTHING_", toupper(wald:::smoothings)), seq_along(wald:::smoothings) - 1),
  ours(paste0("WALD_FRONTIER_", toupper(wald:::frontier_fact_names)), seq_along(wald:::frontier_fact_names) - 1),
  ours(paste0("WALD_CASCADE_SETTING_", toupper(wald:::cascade_settings)), seq_along(wald:::cascade_settings) - 1),
  ours(paste0("WALD_SPLIT_", toupper(wald:::splits)), seq_along(wald:::splits) - 1),
  ours(paste0("WALD_MISSING_", toupper(wald:::missings)), seq_along(wald:::missings) - 1),
  ours(paste0("WALD_", toupper(wald:::summations)), seq_along(wald:::summations) - 1),
  ours(paste0("WALD_LEARNER_SETTING_", toupper(wald:::learner_settings)), seq_along(wald:::learner_settings) - 1),
  ours(paste0("WALD_LEARNER_METHOD_", toupper(wald:::learner_methods)), seq_along(wald:::learner_methods) - 1),
  ours(paste0("WALD_TASK_", toupper(wald:::tasks)), seq_along(wald:::tasks) - 1),
  WALD_OK = 0L, WALD_UNDECIDED = 2L, WALD_NOT_RATED = 2L
)
for (name in names(known)) expect(identical(known[[name]], values[name][[1]]), name, " has another value")
# These are used by their names, in native code; of the facts of thresholds and cascades and of flags all up to the last
# one, with the names that the library gives them.
by_name <- grep("^WALD_(FACT_|FLOAT|INT|ARRAY_|THRESHOLD_|CASCADE_(?!SETTING_))", names(values), value = TRUE,
                perl = TRUE)
last <- max(values[grepl("^WALD_THRESHOLD_", names(values))])
expect(identical(values[["WALD_THRESHOLD_STACKED"]], last), "a fact of thresholds comes after the last that is read")
last <- max(values[grepl("^WALD_CASCADE_(?!SETTING_|ARRAY_)", names(values), perl = TRUE)])
expect(identical(values[["WALD_CASCADE_ROUNDED_ROWS"]], last), "a fact of cascades comes after the last that is read")
last <- max(values[grepl("^WALD_FRONTIER_", names(values))])
expect(identical(values[["WALD_FRONTIER_PR_AREA"]], last), "a fact of frontiers comes after the last that is read")
enumeration <- regmatches(code, regexpr("typedef int32_t wald_threshold_flags;\\s*enum \\{[^}]*\\}", code, perl = TRUE))
flags <- all_matches("WALD_[A-Z_]+(?= = )", enumeration)
expect(length(flags) > 10, "the flags of thresholds were not read")
by_name <- c(by_name, flags)
for (name in setdiff(names(values), c(names(known), by_name))) expect(FALSE, name, " is new: what stands for it?")
facts <- grep("^WALD_FACT_", names(values), value = TRUE)
used <- all_matches("\\bWALD_FACT_\\w+", paste(unlist(lapply(glue, readLines)), collapse = "\n"))
for (name in setdiff(facts, used)) expect(FALSE, name, " is not read")
arrays <- grep("^WALD_(CASCADE_)?ARRAY_", names(values), value = TRUE)
used <- all_matches("\\bWALD_(CASCADE_)?ARRAY_\\w+", paste(unlist(lapply(glue, readLines)), collapse = "\n"))
for (name in setdiff(arrays, used)) expect(FALSE, name, " is not read")
expect(length(wald:::statuses) == length(wald:::status_names), "a status has no class")

# ---- Versions ----
lines <- function(file) readLines(file.path(source_tree, file))
expect(identical(wald_version()$version, lines("VERSION")[1]), "another version of the library")
expect(identical(as.character(packageVersion("wald")), lines("VERSION")[1]), "another version of the package")
expect(as.character(wald_version()$abi) %in% lines("ABI_VERSION"), "another number of the binary interface")
cat(length(functions), "functions,", length(values), "values\n")
finish()
