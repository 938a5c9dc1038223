scores <- c(0.9, 0.7, 0.5, 0.3, 0.8, 0.6, 0.4, 0.2)
bad <- c(1, 1, 0, 0, 1, 0, 1, 0)
market <- rep(c("north", "south"), each = 4)

test_that("thresholds of segments are the best", {
  free <- wald_segment_thresholds(bad, scores, market, "f1")
  expect_equal(coef(free), c(north = 0.7, south = 0.4))
  expect_equal(free$together$value, 8 / 9)
  expect_true(free$together$exact && free$together$feasible)
  expect_equal(predict(free, scores, market), scores >= c(0.7, 0.4)[rep(1:2, each = 4)])
  expect_equal(as.data.frame(free)$fpr, c(0, 0.5))
  expect_output(print(free), "Thresholds of 2 segments")
  expect_equal(wald_segment_thresholds(bad, scores, metric = "f1")$together$value,
               wald_thresholds(bad, scores, metric = "f1")$value)
})

test_that("parity has a price", {
  price <- wald_segment_thresholds(bad == 1, scores, market, "f1", parity = "fpr", tolerance = c(0, 0.5))
  expect_equal(price$together$value, c(6 / 7, 8 / 9))
  expect_equal(price$together$difference[1], 0)
  expect_equal(coef(price, 2), c(north = 0.7, south = 0.4))
  expect_output(print(price), "fpr equal except for the tolerance")
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  expect_identical(plot(price), price)
  grDevices::dev.off()
  if (requireNamespace("ggplot2", quietly = TRUE)) expect_s3_class(ggplot2::autoplot(price), "ggplot")
})

test_that("amounts and own limits", {
  benefits <- c(5, 1, 9, 9, 2, 9, 50, 9)
  costs <- c(9, 9, 3, 1, 9, 4, 9, 7)
  free <- wald_segment_thresholds(bad, scores, market, benefits = benefits, costs = costs)
  expect_equal(free$together$gain, 54)
  limits <- data.frame(max_alerts = 1, row.names = "south")
  held <- wald_segment_thresholds(bad, scores, market, benefits = benefits, costs = costs, limits = limits)
  expect_equal(held$together$gain, 8)
  expect_equal(coef(held)[["south"]], 0.8)
})

test_that("limits of segments are certified", {
  held <- wald_segment_thresholds(bad, scores, market, min_recall = 0.3, certify = 0.5)
  expect_true(held$together$certified)
  expect_equal(coef(held), c(north = 0.7, south = 0.4))
  expect_equal(held$by_segment$theorem, rep("order-statistics", 2))
  expect_output(print(held), "Certified")
  expect_warning(none <- wald_segment_thresholds(bad, scores, market, min_recall = 0.9, certify = 0.5),
                 "no thresholds can be certified for north \\(about")
  expect_equal(unname(coef(none)), c(Inf, Inf))
  expect_output(print(none), "NOT certified")
  expect_warning(wald_segment_thresholds(bad * (market == "north"), scores, market, min_recall = 0.3, certify = 0.5),
                 "for south \\(no number of rows like these would suffice\\)")
})

test_that("what is wrong is refused", {
  expect_error(wald_segment_thresholds(bad, scores, market, "mcc"), "is no ratio of sums over the rows")
  expect_error(wald_segment_thresholds(bad, scores, market, tolerance = 0.1),
               "tolerance is 0.1: choosing for segments reads it with parity only")
  expect_error(wald_segment_thresholds(bad, scores, "north"), "segments has length 1: must be 8")
  expect_error(wald_segment_thresholds(c(bad[-1], NA), scores, market, na.action = na.pass), "must be 0 or 1")
  expect_error(wald_segment_thresholds(bad, scores, market, limits = data.frame(most = 1)), "must be one of")
  expect_error(wald_segment_thresholds(bad, scores, market, limits = data.frame(max_fp = 1, row.names = "east")),
               "which is no segment")
  expect_error(predict(wald_segment_thresholds(bad, scores, market), scores, rep("east", 8)), "is \"east\", no segment")
  expect_error(plot(wald_segment_thresholds(bad, scores, market)), "there is no price")
  expect_warning(wald_segment_thresholds(bad, scores, market, min_recall = 1, max_alerts = 1), "keep all limits")
})
