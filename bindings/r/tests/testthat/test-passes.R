set.seed(5)
p <- matrix(runif(1.2e5) * runif(1.2e5), ncol = 3)
place <- sample(5, nrow(p), replace = TRUE)

passes <- function(plan, parts) {
  for (count in 1:7) {
    bytes <- wald_to_bytes(plan)
    for (i in sample(length(parts))) {
      wald_merge(plan, wald_from_bytes(wald_to_bytes(wald_feed(wald_from_bytes(bytes), parts[[i]]))))
    }
    found <- wald_next(plan)
    if (!is.null(found)) return(found)
  }
  stop("too many passes")
}

test_that("a distributed table has the bits of one part, and the answer of one machine", {
  parts <- lapply(1:5, function(i) p[place == i, , drop = FALSE])
  for (metric in c("f1", "jaccard")) {
    found <- passes(wald_table_pass(metric), parts)
    expect_identical(found, passes(wald_table_pass(metric), list(p)))
    expected <- wald_decide(p, metric, average = "micro")
    expect_equal(found$k, sum(expected$prediction))
    expect_lte(abs(found$expected - expected$expected), found$bound + expected$bound)
    expect_equal(sum(p >= found$threshold), found$k)
    expect_identical(found$n_ties, 0)
  }
})

test_that("limits, sparse rows and errors", {
  skip_if_not_installed("Matrix")
  cells <- rbind(c(0.5, 0, 0.25), c(0, 0.75, 0))
  dense <- wald_feed(wald_table_pass("f1", at_most = 1), cells)
  sparse <- wald_feed(wald_table_pass("f1", at_most = 1), Matrix::Matrix(cells, sparse = TRUE))
  expect_identical(wald_to_bytes(dense), wald_to_bytes(sparse))
  expect_output(print(dense), "<wald_table_pass: pass 1, 6 items in 3 bins>", fixed = TRUE)
  expect_identical(wald_next(dense)$threshold, 0.75)
  expect_error(wald_merge(sparse, wald_table_pass("f1")), "other has another metric or other options")
  expect_error(wald_table_pass("mcc"), "only F_beta, Jaccard, fowlkes_mallows, balanced_accuracy")
  expect_error(wald_table_pass("hamming"), "a sum over the items needs no passes")
  expect_error(wald_next(wald_table_pass("f1")), "items is 0")
  close(sparse)
})

set.seed(3)
bad <- runif(1e5) < 0.02
scores <- ifelse(bad, pmax(runif(1e5), runif(1e5)), runif(1e5))
place <- sample(5, 1e5, replace = TRUE)

# Each place in a state that travels as a file, merged in another order in each pass.
passes <- function(plan, rows = function(i) list(bad[place == i], scores[place == i])) {
  file <- tempfile(fileext = ".rds")
  on.exit(unlink(file))
  for (count in 1:7) {
    saveRDS(wald_to_bytes(plan), file)
    for (i in sample(5)) {
      state <- do.call(wald_feed, c(list(wald_from_bytes(readRDS(file))), rows(i)))
      wald_merge(plan, wald_from_bytes(wald_to_bytes(state)))
    }
    found <- wald_next(plan)
    if (!is.null(found)) return(list(found = found, count = count))
  }
  stop("too many passes")
}

test_that("distributed rows have the answer of one machine", {
  for (goal in list(list("f1"), list(min_recall = 0.6), list(max_fp = 300),
                    list("mcc", max_alert_rate = 0.01, level = 0.9))) {
    out <- passes(do.call(wald_threshold_pass, goal))
    expect_true(out$count %in% 2:3)
    expected <- do.call(wald_thresholds, c(list(bad, scores), goal, baselines = FALSE))
    for (name in setdiff(names(out$found), "levels")) expect_identical(out$found[[name]], expected[[name]], info = name)
    expect_identical(confint(out$found), confint(expected))
    expect_identical(predict(out$found, scores), predict(expected, scores))
    expect_output(print(out$found), "Thresholds for")
  }
})

test_that("weights, rows without a label, and levels that came as bytes", {
  weights <- c(1, 0.5, 2, 1, 0, 3)
  labels <- c(1, 0, 1, NA, 1, 0)
  few <- c(0.9, 0.8, 0.7, 0.6, 0.5, 0.4)
  state <- wald_feed(wald_threshold_pass("f1", positives = 5), labels, few, weights)
  expect_output(print(state), "<wald_threshold_pass: pass 1, 5 rows in 5 bins>", fixed = TRUE)
  sent <- wald_from_bytes(wald_to_bytes(state))
  found <- wald_next(state)
  expected <- wald_thresholds(labels, few, "f1", positives = 5, weights = weights, baselines = FALSE)
  expect_identical(coef(found), coef(expected))
  expect_identical(found$value, expected$value)
  found <- wald_next(sent)
  limits <- confint(found)
  expect_identical(colnames(limits), c("low", "high"))
  expect_identical(unname(limits), unname(confint(expected)))
  expect_error(confint(found, level = 0.95), "computed at one that is not known")
  expect_error(plot(found, "scores"), "the thresholds hold no sample")
  of_factor <- wald_feed(wald_threshold_pass("f1"), factor(c("y", "n", "y", NA, "y", "n")), few)
  expect_identical(wald_to_bytes(of_factor), wald_to_bytes(wald_feed(wald_threshold_pass("f1"), labels, few)))
})

test_that("what is wrong is refused", {
  state <- wald_feed(wald_threshold_pass("f1"), bad[1:100], scores[1:100])
  expect_error(wald_merge(state, wald_threshold_pass("jaccard")), "other has other options")
  expect_error(wald_merge(state, wald_sample(n_scores = 1)), "must be of class wald_threshold_pass")
  expect_error(wald_next("f1"), "must be of class wald_threshold_pass")
  expect_error(wald_threshold_pass("f1", bootstrap = 5), "bootstrap is 5: choosing for binned rows does not read it")
  expect_error(wald_threshold_pass(wald_metric_custom(function(tp, k, s, n) tp)), "options take a metric of the catalogue")
  expect_error(wald_feed(state, 0.5), "truth and scores are needed")
  expect_error(wald_feed(state, c(0, 1), 0.5), "truth has length 2: must be 1")
  expect_error(wald_feed(state, 3, 0.5), "must be 0, 1 or NA")
  expect_error(wald_feed(state, 1, NaN), "scores\\[1\\] is nan")
  expect_error(wald_feed(state, 1, 0.5, 1e-9), "weights of binned rows must lie in")
  expect_error(wald_feed(state, 1, 0.5, often = 1), "unused argument: often")
  expect_error(wald_next(wald_threshold_pass("f1")), "rows is 0")
  expect_error(wald_from_bytes("f1"), "bytes is of class character: must be raw")
  bytes <- wald_to_bytes(state)
  at <- length(bytes) %/% 2
  bytes[at] <- xor(bytes[at], as.raw(1))
  expect_error(wald_from_bytes(bytes), "checksum does not match", class = "wald_error_format")
  file <- tempfile(fileext = ".rds")
  saveRDS(state, file)
  expect_output(print(readRDS(file)), "<wald_threshold_pass, lost>")
  expect_error(wald_to_bytes(readRDS(file)), "pass was restored from a file")
  close(state)
  expect_error(wald_to_bytes(state), "closed")
  expect_error(wald_copy(wald_threshold_pass("f1")), "must be of class")
})
