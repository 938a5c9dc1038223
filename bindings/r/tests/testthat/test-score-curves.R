set.seed(4)
y <- runif(400) < 0.35
p <- pmin(pmax(0.25 + 0.3 * y + 0.2 * rnorm(400), 0.001), 0.999)
q <- round(pmin(pmax(p + 0.15 * rnorm(400), 0), 1), 1)
w <- sample(0:3, 400, TRUE)
d <- data.frame(y, p, q, w)

test_that("net benefit is what the formula says, and its limits are those of a mean", {
  curve <- wald_decision_curve(y ~ p + q, d, weights = w, reference = "q", level = 0.9)
  expect_s3_class(curve, "wald_decision_curve")
  expect_equal(curve$prevalence, weighted.mean(y, w))
  frame <- as.data.frame(curve)
  expect_identical(unique(frame$model), c("p", "q", "all", "none"))
  for (t in c(0.05, 0.3, 0.8)) for (name in c("p", "q")) {
    row <- frame[frame$model == name & abs(frame$threshold - t) < 1e-9, ]
    worth <- function(x) (x >= row$threshold) * ifelse(y, 1, -row$threshold / (1 - row$threshold))
    of <- function(z) {
      mean <- weighted.mean(z, w)
      n <- sum(w > 0)
      mean + c(0, -1, 1) * qnorm(0.95) * sqrt(sum(w^2 * (z - mean)^2) * n / (n - 1)) / sum(w)
    }
    expect_equal(c(row$net_benefit, row$low, row$high), of(worth(d[[name]])))
    expect_equal(c(row$difference, row$difference_low, row$difference_high), of(worth(d[[name]]) - worth(q)))
    expect_equal(row$tp_rate, weighted.mean(d[[name]] >= row$threshold & y, w))
  }
  none <- frame[frame$model == "none", ]
  expect_true(all(none$net_benefit == 0))
  expect_equal(none$difference_low, -frame$high[frame$model == "q"])
})

test_that("a decision curve takes vectors, matrices and another prevalence", {
  one <- wald_decision_curve(factor(ifelse(y, "yes", "no"), c("no", "yes")), p, thresholds = c(0.5, 0.2))
  expect_identical(one$models, "model")
  expect_identical(one$thresholds, c(0.5, 0.2))
  both <- wald_decision_curve(y, cbind(a = p, b = q), thresholds = c(0.5, 0.2), reference = 1, prevalence = 0.1)
  expect_identical(both$reference, "a")
  frame <- as.data.frame(both)
  rate <- function(of) mean(p[y == of] >= 0.5)
  expect_equal(frame$net_benefit[1], 0.1 * rate(TRUE) - 0.9 * rate(FALSE))
  expect_equal(frame$net_benefit[frame$model == "all"], 0.1 - 0.9 * c(1, 0.25))
  drawn <- wald_decision_curve(y, p, thresholds = 0.3, bootstrap = 300, seed = 2)$curve
  normal <- wald_decision_curve(y, p, thresholds = 0.3)$curve
  expect_equal(drawn$low[1], normal$low[1], tolerance = 0.15)
  expect_output(print(both), "Decision curve of a, b: 2 thresholds, prevalence 0.1")
})

test_that("reliability adds up, and its fit is isoreg's", {
  found <- wald_reliability(y ~ p, d, bins = 8)
  expect_equal(found$brier, mean((p - y)^2))
  expect_equal(found$miscalibration - found$discrimination + found$uncertainty, found$brier)
  expect_equal(found$binned_reliability - found$binned_resolution + found$uncertainty + found$within_bins, found$brier)
  expect_equal(found$fitted[order(p)], stats::isoreg(sort(p), y[order(p)])$yf)
  expect_equal(found$bins$weight, rep(50, 8))
  k <- round(50 * found$bins$share[4])
  expect_equal(c(found$bins$low[4], found$bins$high[4]), as.vector(stats::binom.test(k, 50)$conf.int))
  expect_identical(as.data.frame(found), found$bins)
  weighted <- wald_reliability(y, q, weights = w)
  expect_equal(weighted$brier, weighted.mean((q - y)^2, w))
  expect_identical(is.nan(weighted$fitted), w == 0)
  expect_output(print(found), "Brier score .* = miscalibration .* of 8 bins of equal weight")
})

test_that("what curves of probabilities refuse", {
  argument <- function(call, message) expect_error(call, message, class = "wald_error_argument", fixed = TRUE)
  argument(wald_decision_curve(replace(y, 4, NA), p, na.action = na.pass),
           "truth[4] is missing: must be 0 or 1; 1 of 400 are missing: leave these rows out")
  argument(wald_decision_curve(y, 2 * p), "must lie in [0, 1]")
  argument(wald_decision_curve(y, p, thresholds = 1), "thresholds[1] is 1: must lie in (0, 1)")
  argument(wald_decision_curve(y, p, reference = "b"), 'reference is "b": must be one of "all", "model"')
  argument(wald_decision_curve(y[1:3], p), "truth has length 3: must be 400")
  argument(wald_decision_curve(y, p, metric = "f1"), "metric is f1: a decision curve does not read it")
  argument(wald_decision_curve(y, p, prevalance = 0.1), 'did you mean "prevalence"?')
  argument(wald_decision_curve(~p, d), "has no left side")
  argument(wald_reliability(replace(y, 4, NA), p, na.action = na.pass),
           "truth[4] is missing: must be 0 or 1; 1 of 400 are missing")
  argument(wald_reliability(factor(replace(y, 4, NA)), p, na.action = na.pass), "truth[4] is missing")
  argument(wald_reliability(y, p, bins = 0), "bins is 0: must lie in [1, 1000000]")
  argument(wald_reliability(y, p, bootstrap = 3), "bootstrap is 3: reliability does not read it")
})

test_that("decision curves and reliability are drawn", {
  curve <- wald_decision_curve(y ~ p + q, d, reference = "q")
  says(texts_of(function() plot(curve)), "threshold probability", "net benefit", "flag all", "flag none")
  says(texts_of(function() plot(curve, type = "difference")), "difference of net benefit to q")
  says(texts_of(function() plot(curve, type = "interventions_avoided")), "net interventions avoided per 100 rows")
  found <- wald_reliability(y, p)
  says(texts_of(function() plot(found)), "probability", "share of positives", "monotone fit", "miscalibration")
  expect_error(plot(curve, type = "benefit"), "type is \"benefit\"", class = "wald_error_argument")
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(curve)
  built <- ggplot2::ggplot_build(drawn)
  expect_identical(drawn$labels$y, "net benefit")
  expect_true(any(vapply(built$data, function(layer) "flag all" %in% layer$label, NA)))
  fit <- ggplot2::ggplot_build(ggplot2::autoplot(found))
  expect_true(any(vapply(fit$data, nrow, 0L) == 40))
})

# Shares of labels among rows without labels: probabilities of 0 and 1 make the share of a label binomial.
test_that("the share of a label is estimated with its limits", {
  found <- wald_prevalence(c(1, 0, 1, 1), training_prior = 0.3)
  expect_equal(found$prior, 0.75)
  expect_equal(c(found$low, found$high), c(0.2775817934, 0.9837714794), tolerance = 1e-7)
  expect_true(is.nan(found$p_value))
  expect_equal(found$n_rows, 4)
  expect_output(print(found), "Shares of labels among 4 rows")
  p <- cbind(a = c(0.2, 0.7), b = c(0.8, 0.3))
  expect_equal(as.data.frame(wald_prevalence(p, c(0.5, 0.5), kind = "categorical"))$label, c("a", "b"))
})

test_that("calibration rows are used, and what is missing is refused", {
  found <- wald_prevalence(c(1, 0, 1, 1), calibration_truth = c(1, 0, 0, 1), calibration_probabilities = c(0.9, 0.3, 0.6, 0.7),
                           bootstrap = 20)
  expect_equal(found$training_prior, 0.5)
  expect_gt(found$p_value, 0)
  expect_error(wald_prevalence(c(1, 0)), "training_prior is NULL: must be given without calibration rows", fixed = TRUE)
  expect_error(wald_prevalence(c(1, 0), calibration_truth = 1), "are needed together", fixed = TRUE)
  expect_error(wald_prevalence(c(1, 0), 0.5, bins = 3), "bins")
})

test_that("thresholds are chosen at another prevalence", {
  y <- rep(c(1, 0), c(10, 30))
  s <- c(seq(0.4, 0.9, length.out = 10), seq(0, 0.6, length.out = 30))
  weights <- ifelse(y == 1, 0.05 / 0.25, 0.95 / 0.75)
  expect_equal(wald_thresholds(y, s, prevalence = 0.05)$precision, wald_thresholds(y, s, weights = weights)$precision)
})

by_definition <- function(known, batch, level, truth = rep(0, length(known)), storey = NULL) {
  p <- vapply(batch, function(s) (1 + sum(known[truth == 0] >= s)) / (length(known) + 1), 0)
  share <- 1
  if (!is.null(storey)) {
    at <- floor(storey * (length(known) + 1)) / (length(known) + 1)
    share <- (1 + sum(p > at)) / (length(p) * (1 - at))
  }
  ordered <- sort(p)
  passes <- which(ordered * share * length(p) <= level * seq_along(p) * (1 + 1e-12))
  list(p = p, share = share, flagged = if (length(passes)) p <= ordered[max(passes)] else rep(FALSE, length(p)))
}

test_that("selected rows are those of the definition", {
  set.seed(4)
  for (i in 1:40) {
    grid <- if (i %% 2) 8 else 1e9
    known <- round(runif(30) * grid) / grid
    batch <- round((runif(20) + 0.7 * (1:20 <= 8)) * grid) / grid
    truth <- if (i %% 3 == 0) as.numeric(runif(30) < 0.2)
    storey <- if (is.null(truth) && i %% 2) 0.5
    found <- suppressWarnings(wald_select(known, batch, 0.2, truth = truth, storey = storey))
    defined <- by_definition(known, batch, 0.2, if (is.null(truth)) rep(0, 30) else truth, storey)
    expect_equal(found$p_values, defined$p)
    expect_equal(found$null_share, defined$share)
    expect_identical(found$flagged, defined$flagged)
    expect_equal(found$n_flagged, sum(defined$flagged))
  }
  expect_output(print(wald_select(1:20, c(30, 31, 5), 0.2)), "2 of 3 rows flagged at FDR 0.2, from 30 on")
  expect_named(as.data.frame(wald_select(1:20, c(30, 31), 0.2)), c("flagged", "p_value"))
})

test_that("a selection refuses what has no guarantee", {
  refused <- function(call, message) expect_error(call, message, class = "wald_error", fixed = TRUE)
  refused(wald_select(1:5, numeric()), "unrated is 0")
  refused(wald_select(1:5, 6, fdr = 2), "max_fdr is 2: must lie in (0, 1)")
  refused(wald_select(1:2, 6, truth = 0:1, storey = 0.5), "must not be set if rows are labelled 1")
  refused(wald_select(1:2, 6, truth = 0), "truth has 1 rows")
  refused(wald_select(1:2, c(6, NA)), "scores[2] is missing: must be a number")
  refused(wald_select(c(NaN, 1), 6), "normals[1] is missing: must be a number")
})

test_that("thresholds come from rows of one label", {
  set.seed(5)
  found <- wald_thresholds(rep(0, 1000), rnorm(1000), max_fpr = 0.01)
  expect_equal(found$fp, 10)
  expect_true(is.nan(found$precision) && is.nan(found$recall))
  expect_true("only_negatives" %in% found$flags)
  expect_true(wald_thresholds(rep(0, 1000), rnorm(1000), max_fpr = 0.01, certify = 0.9)$certified)
  expect_equal(wald_thresholds(rep(1, 100), 1:100, min_recall = 0.9)$tp, 90)
  both <- cbind(a = rnorm(500), b = rnorm(500))
  expect_equal(wald_label_thresholds(both * 0, both, max_fpr = 0.02)$fp, c(a = 10, b = 10))
})
