# A threshold that maximises F1 on one score, against the packages of R that choose thresholds: the same rows in one
# run, each package called as its documentation says.
#
#   Rscript thresholds_peers.R [ROWS]
#
# Prints a table of the shortest times; exit status 1 if Wald is less than 50 times as fast as one of them, or finds
# another optimum than cutpointr. Needs the packages wald, cutpointr and pROC.
library(wald)
least <- 50 # times as fast as each of them, in the run of a million rows
arguments <- commandArgs(trailingOnly = TRUE)
rows <- if (length(arguments)) as.numeric(arguments[1]) else 1e6
share <- 0.002

set.seed(1)
y <- as.integer(runif(rows) < share)
score <- rnorm(rows) + 2 * y
d <- data.frame(y, score)
times <- function(f, repeats) {
  elapsed <- replicate(repeats, {
    start <- as.numeric(Sys.time())
    result <<- f()
    as.numeric(Sys.time()) - start
  })
  list(seconds = min(elapsed), result = result)
}
result <- NULL

# F1 at each threshold from pROC's counts, which it gives for a threshold of the user's choice too.
f1_of_proc <- function() {
  curve <- pROC::roc(y, score, levels = c(0, 1), direction = "<", quiet = TRUE)
  positives <- sum(y)
  tp <- curve$sensitivities * positives
  fp <- (1 - curve$specificities) * (rows - positives)
  f1 <- 2 * tp / (tp + fp + positives)
  c(threshold = curve$thresholds[which.max(f1)], f1 = max(f1))
}
suppressMessages({
  ours <- times(function() wald_thresholds(y, score, "f1", threads = 1, progress = FALSE), 5)
  theirs <- list(
    cutpointr = times(function() {
      cutpointr::cutpointr(d, score, y, method = cutpointr::maximize_metric, metric = cutpointr::F1_score,
                           pos_class = 1, neg_class = 0, direction = ">=", silent = TRUE)
    }, 2),
    "pROC, Youden's index" = times(function() {
      curve <- pROC::roc(y, score, levels = c(0, 1), direction = "<", quiet = TRUE)
      pROC::coords(curve, "best", best.method = "youden", transpose = FALSE)
    }, 2),
    "pROC, F1 from its curve" = times(f1_of_proc, 2)
  )
})

faults <- 0
fault <- function(...) {
  faults <<- faults + 1
  cat("error: ", ..., "\n", sep = "")
}
cat("| package | ms | times wald |\n|---|---|---|\n")
cat(sprintf("| wald | %.1f | 1 |\n", ours$seconds * 1e3))
for (name in names(theirs)) {
  ratio <- theirs[[name]]$seconds / ours$seconds
  cat(sprintf("| %s | %.0f | %.0f |\n", name, theirs[[name]]$seconds * 1e3, ratio))
  if (rows >= 1e6 && ratio < least)
    fault(name, " takes ", format(ratio, digits = 3), " times as long: less than ", least)
}
found <- c(threshold = ours$result$thresholds[[1]], f1 = ours$result$value)
cat("F1", format(found[["f1"]], digits = 15), "at", format(found[["threshold"]], digits = 15), "\n")
peer <- theirs$cutpointr$result
if (abs(peer$F1_score - found[["f1"]]) > 1e-12 || peer$optimal_cutpoint != found[["threshold"]])
  fault("cutpointr finds F1 ", format(peer$F1_score, digits = 15), " at ", format(peer$optimal_cutpoint, digits = 15))
if (abs(theirs[["pROC, F1 from its curve"]]$result[["f1"]] - found[["f1"]]) > 1e-12)
  fault("pROC's counts give another F1")
quit(status = if (faults) 1 else 0)
