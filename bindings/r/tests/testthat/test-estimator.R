votes <- function() {
  wald_joint(rbind(c(sky = 1, sea = 1, dog = 0), c(1, 0, 0), c(0, 0, 0), c(0, 1, 1)), weights = c(3, 2, 1, 2))
}

test_that("joint estimators", {
  e <- votes()
  expect_equal(wald_marginals(e), c(sky = 0.625, sea = 0.625, dog = 0.25))
  expect_equal(unname(wald_size_distribution(e)), c(0.125, 0.25, 0.625, 0))
  expect_equal(wald_mode(e), list(prediction = c(sky = TRUE, sea = TRUE, dog = FALSE), probability = 0.375))
  expect_identical(wald_decide(e, "f1")$labels, c("sky", "sea"))
  part <- wald_feed(wald_estimator("joint", 3), cbind(1, 1, 1), weights = 0.5)
  wald_merge(e, part)
  expect_identical(summary(e)$n_fed, 5)
  expect_identical(summary(e)$total_weight, 8.5)
  sparse <- wald_joint(as(rbind(c(1, 1, 0), c(0, 0, 0)), "CsparseMatrix"))
  expect_equal(wald_marginals(sparse), c(0.5, 0.5, 0))
  expect_length(e, 3)
  expect_identical(names(e), c("sky", "sea", "dog"))
  expect_identical(as.data.frame(e)$label, names(e))
  expect_output(print(e), "joint, 3 labels, 5 fed")
})

test_that("the other kinds", {
  e <- wald_independent(c(a = 0.5))
  wald_feed(e, c(b = 0.25))
  expect_equal(wald_marginals(e), c(a = 0.5, b = 0.25))
  wald_feed(e, 0.1)
  expect_null(names(e))
  expect_equal(sum(wald_size_distribution(wald_categorical(c(0.5, 0.2)))), 1)
  counts <- wald_to_counts(votes())
  again <- wald_counts(wald_counts_table(counts)$table, wald_counts_table(counts)$p_zero)
  expect_equal(wald_marginals(again), wald_marginals(counts))
  expect_identical(wald_decide(counts, "f1")$labels, c("sky", "sea"))
  expect_error(wald_decide(counts, "jaccard"), "feed a joint estimator", class = "wald_error_unsupported")
  expect_identical(summary(wald_clear(wald_copy(votes())))$n_fed, 0)
})

test_that("draws and seeds", {
  e <- votes()
  expect_identical(wald_draw(e, 5, seed = 1), simulate(e, 5, seed = "1"))
  expect_identical(colnames(wald_draw(e, 1)), names(e))
  largest <- wald_draw(e, 20, seed = "18446744073709551615")
  expect_false(identical(largest, wald_draw(e, 20, seed = 0)))
  for (seed in list(-1, 2^64, "18446744073709551616", "1.5", 0.5, NA, "x", "-1", 1:2))
    expect_error(wald_draw(e, 1, seed = seed), "^seed is", class = "wald_error_argument")
  set.seed(1)
  before <- .Random.seed
  wald_draw(e, 5)
  expect_identical(.Random.seed, before)
})

test_that("saving and loading", {
  e <- votes()
  again <- wald_load(wald_save(e), labels = names(e))
  expect_identical(wald_decide(again, "jaccard"), wald_decide(e, "jaccard"))
  expect_identical(wald_save(again), wald_save(e))
  expect_error(wald_load("{}"), "saved estimator", class = "wald_error_format")
})

test_that("closed and restored objects say so", {
  e <- votes()
  m <- wald_metric("f1")
  d <- wald_distribution(c(0.5, 0.1), "f1", c(1, 0))
  file <- tempfile()
  saveRDS(list(e, d), file)
  lost <- readRDS(file)
  unlink(file)
  expect_error(wald_marginals(lost[[1]]), "^estimator was restored from a file", class = "wald_error_argument")
  expect_error(wald_decide(lost[[1]], "f1"), "^estimator was restored from a file")
  expect_error(quantile(lost[[2]]), "^distribution was restored from a file")
  for (twice in 1:2) {
    close(e)
    close(m)
    close(d)
  }
  expect_error(wald_decide(e, "f1"), "^estimator is closed$", class = "wald_error_argument")
  expect_error(wald_feed(e, cbind(1, 1, 1)), "^estimator is closed$")
  expect_error(wald_decide(0.5, m), "^metric is closed$")
  expect_error(quantile(d), "^distribution is closed$")
  for (x in list(e, m, d)) expect_output(print(x), "closed")
})

test_that("a callback cannot change what its call uses", {
  e <- votes()
  for (change in list(function() close(e), function() wald_feed(e, cbind(1, 1, 1)), function() wald_clear(e),
                      function() close(m))) {
    m <- wald_metric_custom(function(tp, k, s, n) {
      change()
      1
    })
    expect_error(wald_decide(e, m), "is in use by the call that this callback belongs to: it cannot be changed",
                 class = "wald_error_argument")
  }
  expect_identical(wald_decide(e, "f1")$labels, c("sky", "sea"))
})
