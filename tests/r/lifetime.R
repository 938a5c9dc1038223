# Objects made and dropped, interrupts, threads, and the time that a call takes.
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
library(wald)
options(wald.progress = FALSE)

# ---- 20,000 objects leave memory flat ----
resident <- function() as.numeric(strsplit(readLines("/proc/self/statm"), " ")[[1]][2]) * 4096
one <- function(tp, k, s, n) 1
votes <- cbind(c(1, -1, 2, -2), c(0.5, 1, 0.25, -1))
stumps <- wald_trees(1)
for (value in c(1, 2))
  wald_add_tree(stumps, data.frame(split = c("below", "leaf", "leaf"), feature = 1, threshold = 0, left = 2, right = 3,
                                   value = c(0, -value, value)))
objects <- function(count) {
  for (i in seq_len(count)) {
    m <- wald_metric("fbeta:2")
    e <- wald_independent(c(0.5, 0.2))
    d <- wald_decide(e, m, at_least = 1)
    if (i %% 4 == 0) {
      wald_decide(rbind(c(0.5, 0.2), 0.1), m)
      wald_distribution(e, m, c(1, 0))
      close(wald_copy(e))
      wald_load(wald_save(e))
      f <- wald_sample(c(1, 0), cbind(c(0.5, 0.2), c(0.1, 0.3)))
      wald_thresholds(f, max_fp = 1, baselines = FALSE, threads = 1)
      wald_frontier(f)
      close(wald_merge(wald_copy(f), wald_load(wald_save(f))))
    }
    if (i %% 16 == 8) {
      r <- wald_cascade_scores(votes)
      k <- wald_cascade(r, calibrate = wald_copy(r), threads = 1)
      run <- wald_cascade_run(k)
      run$feed(1)
      predict(wald_load(wald_save(wald_calibrate(k, r))), votes, threads = 1)
      wald_cascade(stumps, cbind(c(1, -1)), folds = 0, threads = 1)
      wald_load(wald_save(stumps))
      close(c(r, r))
    }
    if (i %% 64 == 16) {
      l <- wald_fit(votes, votes > 0, "pcc", c_values = 1, samples = 10, threads = 1)
      predict(l, votes, "estimator", threads = 1)
      predict(wald_load(wald_save(l)), votes, metric = "f1", threads = 1)
      predict(wald_calibrate(c(1, 0, 1, 0), scores = votes[, 1]), scores = 0)
      try(wald_fit(votes, votes > 0, progress = function(f) stop("no")), silent = TRUE)
      try(predict(l, votes[, 1, drop = FALSE]), silent = TRUE)
      try(wald_fit(votes, votes), silent = TRUE)
    }
    if (i %% 64 == 8) {
      try(predict(k, function(model, rows) stop("no"), n = 2), silent = TRUE)
      try(wald_cascade(r, progress = function(f) stop("no")), silent = TRUE)
    }
    if (i %% 16 == 0) wald_metric_custom(one, "one")
    if (i %% 8 == 0) try(wald_independent(2), silent = TRUE)
    if (i %% 64 == 0) try(wald_thresholds(c(1, 0), c(0.5, 0.2), progress = function(f) stop("no")), silent = TRUE)
    if (i %% 64 == 0) try(wald_decide(0.5, wald_metric_custom(function(tp, k, s, n) stop("no"))), silent = TRUE)
  }
  invisible(gc())
}
objects(2000)
before <- resident()
objects(6000) # three objects each, and more
grown <- resident() - before
cat(sprintf("20,000 objects and more: %+.1f MB\n", grown / 1e6))
expect(grown < 1.6e6, "memory has grown")

# ---- An interrupt ends a long call, and the session goes on ----
slow <- matrix(seq(0.01, 0.99, length.out = 3000 * 400), 3000)
scored <- data.frame(label = seq_len(20000) %% 7 == 0, a = sin(seq_len(20000)), b = cos(seq_len(20000)^2))
many <- matrix(sin(seq_len(20000 * 300)), 20000)
slowly <- wald_cascade(matrix(sin(1:400), 100), alpha = 0, folds = 0)
labelled <- many[1:4000, ]
for (call in list(function() wald_fit(labelled, labelled[, 1:60] > 0.3, "pcc", threads = 2),
                  function() wald_fit(labelled, labelled[, 1:20] > 0.3, "forest", trees = 1e5, threads = 1),
                  function() wald_cascade(many, alpha = 0, folds = 100, threads = 2),
                  function() predict(slowly, function(model, rows) {
                    for (row in rows) Sys.sleep(0.001)
                    sin(rows)
                  }, n = 1e5),
                  function() wald_thresholds(label ~ a + b, scored, bootstrap = 1e6, threads = 2),
                  function() wald_decide(slow, "gmean", algorithm = "window", threads = 1),
                  function() wald_decide(slow, "gmean", algorithm = "window", threads = 2),
                  function() wald_decide(rep(0.5, 30), wald_metric_custom(function(tp, k, s, n) {
                    Sys.sleep(0.001)
                    tp
                  }, rises_in_tp = TRUE)))) {
  system(paste("(sleep 0.3; kill -INT", Sys.getpid(), ") &"))
  start <- proc.time()[[3]]
  ended <- FALSE
  result <- tryCatch({
    call()
    ended <- TRUE
    repeat Sys.sleep(0.01) # the call was over before: wait for the signal
  }, interrupt = function(e) "interrupted")
  cat(sprintf("interrupted after %.2f s\n", proc.time()[[3]] - start))
  expect(!ended, "the call was over before the interrupt: a longer one is needed")
  expect(identical(result, "interrupted") && proc.time()[[3]] - start < 5, "an interrupt did not end the call")
}
expect(wald_decide(0.9, "f1")$k == 1L, "after an interrupt")

# ---- The same bits for any number of threads, callbacks on R's thread ----
set.seed(1)
table <- matrix(runif(400 * 12), 400)
first <- wald_decide(table, "gmean", threads = 1)
for (threads in c(2, 3, 8, 0)) {
  again <- wald_decide(table, "gmean", threads = threads)
  expect(identical(as.data.frame(again), as.data.frame(first)), threads, " threads: other answers")
}
answers <- lapply(c(1, 2, 3, 8), function(threads) {
  found <- wald_thresholds(label ~ a + b, scored[1:3000, ], "f1", bootstrap = 20, folds = 3, threads = threads)
  found$sample <- NULL
  found
})
for (other in answers[-1]) expect(identical(other, answers[[1]]), "other thresholds with other threads")
saved <- vapply(c(1, 2, 3, 8), function(threads) {
  wald_save(wald_cascade(many[1:2000, 1:40], alpha = 0.01, folds = 3, threads = threads))
}, "")
expect(all(saved == saved[1]), "other cascades with other threads")
asked <- wald_load(saved[1])
lazily <- predict(asked, function(model, rows) {
  invisible(gc(FALSE)) # would not survive on another thread
  many[rows, model]
}, n = 2000)
expect(identical(lazily, predict(asked, many[1:2000, 1:40], threads = 8)), "scores by a function decide otherwise")
fits <- lapply(c(1, 2, 3, 8), function(threads) {
  found <- wald_fit(labelled[1:300, 1:20], labelled[1:300, 21:24] > 0, "mixture:cardinality,forest,pcc", trees = 20,
                    threads = threads)
  list(wald_save(found), predict(found, labelled[301:400, 1:20], "probability", threads = threads))
})
for (other in fits[-1]) expect(identical(other, fits[[1]]), "another learner with other threads")
calls <- 0
mine <- wald_metric_custom(function(tp, k, s, n) {
  calls <<- calls + 1 # would not survive on another thread, collecting even less; of which every fortieth call will do
  if (calls %% 40 == 1) gc(FALSE)
  tp - k / 4
}, rises_in_tp = TRUE, linear_in_tp = TRUE)
expect(identical(wald_decide(table[1:4, 1:3], mine, threads = 8)$expected,
                 wald_decide(table[1:4, 1:3], mine, threads = 1)$expected), "a metric of R with threads")
expect(calls >= 100, "a metric of R was called ", calls, " times only")
finish()
