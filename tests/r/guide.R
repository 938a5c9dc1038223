# Runs the code of docs/languages/r.md and docs/start/r.md and the R of docs/guides/learners.md and README.md, block by
# block in one session each, and compares what it prints with the text that follows; so is the R of
# docs/start/coming-from-*.md, where a block ```r NAME needs the package of that name.
#   Rscript guide.R SOURCE FOLDER           the test
#   Rscript guide.R SOURCE FOLDER --write   puts what is printed into the guide
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
need("ranger", "ggplot2", "generics")
write <- "--write" %in% arguments
source_tree <- normalizePath(source_tree)
guide <- file.path(source_tree, "docs/languages/r.md")
text <- readLines(guide)

work <- tempfile("guide")
dir.create(work)
examples <- file.path(source_tree, "docs/examples")
copied <- file.copy(c(file.path(examples, c("digits.csv", "digits_truth.csv", "yeast.csv", "digit_labels.csv",
                                           "digit_labels_truth.csv", "breast_cancer.csv", "breast_cancer_truth.csv")),
                      list.files(file.path(examples, "own_model"), full.names = TRUE)), work)
old <- setwd(work)
grDevices::pdf(file.path(work, "plots.pdf"))
options(width = 110, wald.progress = FALSE)

lines_of <- function(text) paste(text, collapse = "\n")
run <- function(code, session) {
  printed <- utils::capture.output(for (expression in parse(text = code, keep.source = FALSE)) {
    value <- withVisible(eval(expression, session))
    if (value$visible) print(value$value)
  })
  sub(" +$", "", printed)
}

# ---- The r blocks ----
blocks_of <- function(text) {
  fences <- grep("^```", text)
  blocks <- data.frame(from = fences[c(TRUE, FALSE)], to = fences[c(FALSE, TRUE)])
  blocks$language <- sub("^```", "", text[blocks$from])
  blocks
}
code_of <- function(text, block) text[seq_len(block$to - block$from - 1) + block$from]
run_guide <- function(guide, least, session = new.env()) { # the names of this script are not those of the guide
  text <- readLines(guide)
  blocks <- blocks_of(text)
  answers <- list()
  ran <- 0
  for (i in seq_len(nrow(blocks))) {
    if (!grepl("^r( [A-Za-z]+)?$", blocks$language[i]) || blocks$language[i] == "r sketch") next
    other <- sub("^r ?", "", blocks$language[i])
    if (nzchar(other) && !requireNamespace(other, quietly = TRUE)) {
      cat("SKIPPED:", basename(guide), "line", blocks$from[i], "(", other, "is not installed )\n")
      next
    }
    found <- tryCatch(run(code_of(text, blocks[i, ]), session), error = function(e) paste("error:", conditionMessage(e)))
    ran <- ran + 1
    follows <- i < nrow(blocks) && blocks$language[i + 1] == "text" && blocks$from[i + 1] == blocks$to[i] + 2
    where <- paste0(basename(guide), ", line ", blocks$from[i])
    if (write && follows) answers[[as.character(i + 1)]] <- found
    else if (follows) expect(identical(found, code_of(text, blocks[i + 1, ])), where, " prints\n", lines_of(found))
    else expect(!length(found), where, " prints what the guide does not show:\n", lines_of(found))
  }
  cat(ran, "blocks of code in", basename(guide), "\n")
  expect(ran >= least, "there is hardly any code in ", guide)
  for (i in rev(as.integer(names(answers)))) {
    text <- c(text[seq_len(blocks$from[i])], answers[[as.character(i)]], text[blocks$to[i]:length(text)])
  }
  if (write) writeLines(text, guide)
}
run_guide(guide, 11)
run_guide(file.path(source_tree, "docs/guides/learners.md"), 1)
run_guide(file.path(source_tree, "docs/start/r.md"), 3)
for (page in c("cutpointr-and-proc", "yardstick-and-probably"))
  run_guide(file.path(source_tree, paste0("docs/start/coming-from-", page, ".md")), 1)

# ---- The README has a model of the reader's own: here it returns the probabilities of docs/start ----
registerS3method("predict", "their_model", function(object, newdata, ...) read.csv(newdata))
run_guide(file.path(source_tree, "README.md"), 1, list2env(list(
  model = structure(list(), class = "their_model"), X_test = "digit_labels.csv",
  Y_test = read.csv("digit_labels_truth.csv")), new.env()))

# ---- A learner that Python saved decides to the bit what Python decided ----
saved <- wald::wald_read("digits.learner.json")
answer <- predict(saved, read.csv("digits.rows.csv"), metric = "f1", marginals = read.csv("digits.marginals.csv"))
wanted <- read.csv("digits.answers.csv", check.names = FALSE)
expect(identical(answer$expected, wanted$expected), "the learner of docs/guides/learners.md expects something else")
expect(identical(answer$prediction + 0L, as.matrix(wanted[colnames(answer$prediction)])),
       "the learner of docs/guides/learners.md decides otherwise")

# ---- Every function of the package has its place ----
shown <- paste(text, collapse = "\n")
for (name in getNamespaceExports("wald"))
  expect(grepl(paste0("\\b", name, "\\b"), shown), "the guide does not mention ", name)

# ---- The long run: installing as the guide says, from a folder that looks like the source tree ----
if (scale > 1 && !write) {
  tree <- file.path(work, "tree")
  library <- file.path(work, "library")
  dir.create(tree)
  dir.create(library)
  file.symlink(list.files(source_tree, full.names = TRUE), tree)
  blocks <- blocks_of(text)
  lines <- unlist(lapply(which(blocks$language == "sh"), function(i) code_of(text, blocks[i, ])))
  lines <- grep("apt-get", lines, value = TRUE, invert = TRUE)
  writeLines(c("set -eu", lines, "Rscript -e 'stopifnot(wald::wald_decide(0.9, \"f1\")$k == 1)'"), "install.sh")
  setwd(tree)
  status <- system2("sh", "../install.sh", env = c(paste0("R_LIBS=", library), "MAKEFLAGS=-j2"))
  setwd(work)
  expect(status == 0 && dir.exists(file.path(library, "wald")), "it does not install as the guide says")
}
invisible(grDevices::dev.off())
setwd(old)
unlink(work, recursive = TRUE)

finish()
