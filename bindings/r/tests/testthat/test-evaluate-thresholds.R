set.seed(7)
y <- runif(150) < 0.4
d <- data.frame(y, old = round(rnorm(150) + y, 1), new = rnorm(150) + 1.5 * y, w = sample(0:3, 150, TRUE))

test_that("the area has DeLong's limits and test", {
  found <- wald_evaluate_thresholds(y ~ old + new, d)
  placements <- function(s) {
    pairs <- outer(s[y], s[!y], function(a, b) (a > b) + (a == b) / 2)
    list(area = mean(pairs), positives = rowMeans(pairs), negatives = colMeans(pairs))
  }
  a <- placements(d$old)
  b <- placements(d$new)
  variance <- function(p, n) var(p) / length(p) + var(n) / length(n)
  expect_equal(found$estimates$value, c(a$area, b$area))
  error <- sqrt(c(variance(a$positives, a$negatives), variance(b$positives, b$negatives)))
  expect_equal(found$estimates$standard_error, error)
  expect_equal(found$estimates$low, c(a$area, b$area) - qnorm(0.975) * error)
  of <- sqrt(variance(b$positives - a$positives, b$negatives - a$negatives))
  expect_equal(found$comparisons$difference, b$area - a$area)
  expect_equal(found$comparisons$p_value, 2 * pnorm(-abs(b$area - a$area) / of))
})

test_that("metrics at thresholds have mid-P or exact limits, weights and groups", {
  found <- wald_evaluate_thresholds(y ~ old + new, d, thresholds = c(0.5, 0.7), metrics = c("recall", "f1", "mcc"))
  inner <- subset(as.data.frame(found), model == "new" & metric == "recall")
  hits <- sum(d$new >= 0.7 & y)
  mid <- function(k, p) pbinom(k, sum(y), p) - dbinom(k, sum(y), p) / 2
  expect_equal(c(mid(hits, inner$low), mid(hits, inner$high)), c(0.975, 0.025))
  expect_false(inner$exact)
  found <- wald_evaluate_thresholds(y ~ old + new, d, thresholds = c(0.5, 0.7), metrics = c("recall", "f1", "mcc"),
                                    proportion_limits = "exact")
  flagged <- d$new >= 0.7
  row <- subset(as.data.frame(found), model == "new" & metric == "recall")
  test <- binom.test(sum(flagged & y), sum(y))
  expect_equal(c(row$value, row$low, row$high), c(unname(test$estimate), test$conf.int))
  expect_true(row$exact)
  expect_identical(found$models$tp[2], as.numeric(sum(flagged & y)))
  expect_identical(names(found$comparisons)[1:4], c("first", "second", "metric", "difference"))
  expect_equal(found$comparisons$p_adjusted, p.adjust(found$comparisons$p_value, "holm"))
  weighed <- wald_evaluate_thresholds(y ~ new, d, thresholds = 0.7, weights = w, metrics = "precision")
  expect_equal(weighed$estimates$value, sum(d$w[flagged & y]) / sum(d$w[flagged]))
  grouped <- wald_evaluate_thresholds(y ~ new, d, thresholds = 0.7, groups = rep(1:50, 3))
  expect_equal(grouped$n_units, 50)
  to <- wald_evaluate_thresholds(y, d[c("old", "new")], reference = "new")$comparisons
  expect_identical(c(to$first, to$second), c("new", "old"))
  chosen <- wald_thresholds(wald_sample(y, d$new), metric = "f1")
  expect_equal(wald_evaluate_thresholds(y, d$new, chosen, metrics = "f1")$estimates$value, chosen$value)
})

test_that("tables are Markdown and LaTeX, and what is unknown is warned of", {
  found <- wald_evaluate_thresholds(y ~ old + new, d, thresholds = 0.5, metrics = c("auc", "recall"))
  expect_match(format(found, "markdown"), "^\\| metric \\(95% limits\\) \\| old \\| new \\|\n")
  expect_match(format(found, "latex"), "\\begin{tabular}{lrr}", fixed = TRUE)
  expect_output(print(found), "Evaluation of old, new on 150 rows")
  is_there <- function(package) requireNamespace(package, quietly = TRUE)
  of <- function(package, name) getExportedValue(package, name)
  if (is_there("gt")) { # none that this package suggests, so that it is named as data
    latex <- function(x, ...) as.character(of("gt", "as_latex")(of("gt", "gt")(x, ...)))
    expect_match(latex(as.data.frame(found), groupname_col = "model"), "recall & ", fixed = TRUE)
    expect_match(latex(found$comparisons), "old & new & auc & ", fixed = TRUE)
  }
  expect_warning(one <- wald_evaluate_thresholds(c(1, 1), c(0.2, 0.9), 0.5), "no row is negative; 0/0 for model: auc")
  expect_true(is.nan(one$estimates$value[1]))
  expect_error(wald_evaluate_thresholds(c(1, 0), c(NA, 1)), "scores")
  expect_error(wald_evaluate_thresholds(c(1, 0), c(0, 1), metrics = "f1"), "needs one per column of scores")
  expect_error(wald_evaluate_thresholds(c(1, 0), c(0, 1), 1, bins = 3), class = "wald_error_argument")
})
