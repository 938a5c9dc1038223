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

test_that("a table in many places has the bits of one part, and the answer of one machine", {
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
