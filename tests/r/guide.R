# Runs the code of docs/r.md, block by block in one session, and compares what it prints with the text that follows.
#   Rscript guide.R SOURCE FOLDER           the test
#   Rscript guide.R SOURCE FOLDER --write   puts what is printed into the guide
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
need("ranger", "ggplot2")
write <- "--write" %in% arguments
source_tree <- normalizePath(source_tree)
guide <- file.path(source_tree, "docs/r.md")
text <- readLines(guide)
fences <- grep("^```", text)
blocks <- data.frame(from = fences[c(TRUE, FALSE)], to = fences[c(FALSE, TRUE)])
blocks$language <- sub("^```", "", text[blocks$from])
code_of <- function(i) text[seq_len(blocks$to[i] - blocks$from[i] - 1) + blocks$from[i]]

session <- new.env() # the names of this script are not those of the guide
work <- tempfile("guide")
dir.create(work)
copied <- file.copy(file.path(source_tree, "docs/examples", c("digits.csv", "digits_truth.csv", "yeast.csv")), work)
old <- setwd(work)
grDevices::pdf(file.path(work, "plots.pdf"))
options(width = 110, wald.progress = FALSE)

lines_of <- function(text) paste(text, collapse = "\n")
run <- function(code) {
  printed <- utils::capture.output(for (expression in parse(text = code, keep.source = FALSE)) {
    value <- withVisible(eval(expression, session))
    if (value$visible) print(value$value)
  })
  sub(" +$", "", printed)
}

# ---- The r blocks ----
answers <- list()
ran <- 0
for (i in seq_len(nrow(blocks))) {
  if (blocks$language[i] != "r") next
  found <- tryCatch(run(code_of(i)), error = function(e) paste("error:", conditionMessage(e)))
  ran <- ran + 1
  follows <- i < nrow(blocks) && blocks$language[i + 1] == "text" && blocks$from[i + 1] == blocks$to[i] + 2
  if (write && follows) answers[[as.character(i + 1)]] <- found
  else if (follows) expect(identical(found, code_of(i + 1)), "line ", blocks$from[i], " prints\n", lines_of(found))
  else expect(!length(found), "line ", blocks$from[i], " prints what the guide does not show:\n", lines_of(found))
}
cat(ran, "blocks of code\n")
expect(ran > 10, "there is hardly any code")

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
  lines <- grep("apt-get", unlist(lapply(which(blocks$language == "sh"), code_of)), value = TRUE, invert = TRUE)
  writeLines(c("set -eu", lines, "Rscript -e 'stopifnot(wald::wald_decide(0.9, \"f1\")$k == 1)'"), "install.sh")
  setwd(tree)
  status <- system2("sh", "../install.sh", env = c(paste0("R_LIBS=", library), "MAKEFLAGS=-j2"))
  setwd(work)
  expect(status == 0 && dir.exists(file.path(library, "wald")), "it does not install as the guide says")
}
invisible(grDevices::dev.off())
setwd(old)
unlink(work, recursive = TRUE)

if (write) {
  for (i in rev(as.integer(names(answers)))) {
    inside <- seq_len(blocks$to[i] - blocks$from[i] - 1) + blocks$from[i]
    text <- c(text[seq_len(blocks$from[i])], answers[[as.character(i)]], text[blocks$to[i]:length(text)])
  }
  writeLines(text, guide)
}
finish()
