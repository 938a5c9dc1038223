test_that("metrics by name", {
  f2 <- wald_metric("fbeta:2")
  expect_equal(wald_utility(f2, 2, 3, 2, 5), 10 / 11)
  expect_equal(wald_loss(f2, c(0.75, 1)), c(0.25, 0))
  expect_identical(summary(f2)$name, "fbeta:2")
  expect_true(summary(f2)$properties[["linear_in_tp"]])
  expect_equal(wald_utility("f1", 0:2, 2, 2, 5), c(0, 0.5, 1))
  expect_equal(predict(f2, data.frame(tp = 2, k = 3, s = 2, n = 5)), 10 / 11)
  expect_identical(wald_decide(c(0.05, 0.05), wald_metric("f1", zero_division = 0))$k, 2L)
  all <- wald_metrics()
  expect_true(all(c("f1", "jaccard") %in% all$name))
  expect_type(all$linear_in_tp, "logical")
  expect_output(print(wald_metric("f1", 0)), "<wald_metric f1, 0/0 is 0>")
})

hits <- function(tp, k, s, n) tp - 0.25 * (k - tp)

test_that("metrics of one's own", {
  mine <- wald_metric_custom(hits, "hits", rises_in_tp = TRUE, linear_in_tp = TRUE)
  p <- c(0.5, 0.15, 0.3)
  expect_identical(wald_decide(p, mine)$indices, c(1L, 3L))
  values <- array(0, c(4, 4, 4))
  for (tp in 0:3) for (k in 0:3) values[tp + 1, k + 1, ] <- hits(tp, k)
  table <- wald_metric_table(values)
  expect_identical(wald_decide(p, table)$expected, wald_decide(p, mine)$expected)
  expect_true(summary(table)$properties[["linear_in_tp"]])
  expect_identical(wald_decide(p, wald_metric_table(as.vector(aperm(values)), n = 3))$expected,
                   wald_decide(p, mine)$expected)
  skewed <- array(0, c(2, 2, 2))
  skewed[2, 2, 2] <- 3
  skewed[1, 2, ] <- -1
  expect_identical(wald_decide(0.2, wald_metric_table(skewed))$k, 0L)
  expect_identical(wald_decide(0.3, wald_metric_table(skewed))$k, 1L)
})

test_that("a function of vectors decides as one of numbers", {
  mine <- wald_metric_custom(hits, "hits", rises_in_tp = TRUE, linear_in_tp = TRUE)
  many <- wald_metric_custom(hits, "hits", rises_in_tp = TRUE, linear_in_tp = TRUE, vectorised = TRUE)
  p <- seq(0.05, 0.95, length.out = 30)
  expect_identical(wald_decide(p, many)$labels, wald_decide(p, mine)$labels)
  expect_identical(wald_decide(p, many)$expected, wald_decide(p, mine)$expected)
  expect_error(wald_decide(p, wald_metric_custom(function(tp, k, s, n) 1, rises_in_tp = TRUE, vectorised = TRUE)),
               "gave 1: must be [0-9]+ numbers", class = "wald_error_callback")
})

test_that("what goes wrong in a function comes out as it was", {
  failing <- wald_metric_custom(function(tp, k, s, n) stop(structure(class = c("mine", "error", "condition"),
                                                                     list(message = "no", call = NULL))))
  expect_error(wald_decide(c(0.5, 0.5), failing), "^no$", class = "mine")
  expect_error(wald_decide(matrix(0.5, 2, 2), failing, threads = 2), class = "mine")
  expect_error(wald_decide(0.5, wald_metric_custom(function(tp, k, s, n) "a")), class = "wald_error_callback")
  expect_error(wald_decide(0.5, wald_metric_custom(function(tp, k, s, n) NaN)), class = "wald_error_callback")
  expect_error(wald_decide(c(0.5, 0.2), wald_metric_custom(hits, rises_in_tp = TRUE, loss = TRUE)),
               class = "wald_error_callback")
  left <- withRestarts(wald_decide(0.5, wald_metric_custom(function(tp, k, s, n) invokeRestart("out", "gone"))),
                       out = identity)
  expect_identical(left, "gone")
  inner <- wald_metric_custom(function(tp, k, s, n) wald_decide(c(0.9, 0.1), "f1")$expected + tp)
  expect_true(wald_decide(0.5, inner)$expected > 0.9)
  expect_identical(wald_decide(0.9, "f1")$k, 1L)
})

test_that("metrics survive being saved", {
  file <- tempfile()
  on.exit(unlink(file))
  saveRDS(list(wald_metric("f1", 0), wald_metric_custom(hits, "hits")), file)
  again <- readRDS(file)
  expect_identical(summary(again[[1]])$zero_division, 0L)
  expect_identical(wald_utility(again[[2]], 1, 2, 1, 3), 0.75)
})
