# tidy(), glance() and augment(): tables for each result, by the generics of the package of that name.
skip_if_not_installed("generics")
tidy <- generics::tidy
glance <- generics::glance
augment <- generics::augment
set.seed(1)
d <- data.frame(y = rnorm(200) > 0)
d$s1 <- rnorm(200) + d$y
d$s2 <- rnorm(200) + d$y
d$class <- factor(ifelse(d$y, "ill", "well"), levels = c("well", "ill"))

test_that("thresholds", {
  chosen <- wald_thresholds(class ~ s1 + s2, d, "f1")
  expect_identical(as.list(tidy(chosen)), list(term = c("s1", "s2"), estimate = unname(coef(chosen))))
  sure <- tidy(wald_thresholds(class ~ s1, d, "f1", bootstrap = 20, seed = 1))
  expect_true(sure$conf.low <= sure$estimate && sure$estimate <= sure$conf.high)
  whole <- glance(chosen)
  expect_identical(nrow(whole), 1L)
  expect_identical(whole$precision, chosen$precision)
  expect_equal(whole$nobs, 200)
  found <- augment(chosen, d)
  expect_identical(names(found), c(names(d), ".pred_class"))
  expect_identical(found$.pred_class, predict(chosen, d, "class"))
  expect_identical(augment(chosen, newdata = d[3:4, ])$.pred_class, predict(chosen, d[3:4, ], "class"))
  expect_identical(is.na(augment(chosen, transform(d, s1 = replace(s1, 2, NA)))$.pred_class), 1:200 == 2)
  expect_error(augment(chosen), "newdata is needed", class = "wald_error_argument")
})

test_that("learners, rules and calibrations", {
  one <- wald_fit(class ~ s1 + s2, d, "br")
  expect_identical(tidy(one)$estimate, one$choices$value)
  expect_equal(glance(one)$nobs, 200)
  found <- augment(one, d, metric = "accuracy")
  expect_identical(names(found), c(names(d), ".pred_class", ".pred_well", ".pred_ill"))
  expect_identical(found$.pred_ill, predict(one, d, "prob"))
  expect_identical(found$.pred_class, predict(one, d, "class", metric = "accuracy"))
  flowers <- augment(wald_fit(Species ~ ., iris, "br"), iris)
  expect_identical(names(flowers)[6:9], c(".pred_class", paste0(".pred_", levels(iris$Species))))
  several <- wald_fit(cbind(a = y, b = s1 > 0) ~ s2, d, "br")
  expect_identical(names(augment(several, d))[5:8], c(".decided_a", ".decided_b", ".pred_a", ".pred_b"))
  rule <- wald_rule(glm(class ~ s1, binomial, d), "f1", scope = "threshold")
  expect_identical(as.list(tidy(rule)), list(term = "ill", estimate = coef(rule)[[1]]))
  expect_identical(glance(rule)$metric, "f1")
  expect_identical(names(augment(rule, d))[5:7], c(".pred_class", ".pred_well", ".pred_ill"))
  calibration <- wald_calibrate(d$y, scores = d$s1)
  expect_identical(augment(calibration, d, column = "s1")$.pred, predict(calibration, scores = d$s1))
})

test_that("decisions and the rest", {
  p <- data.frame(a = c(0.9, 0.2), b = c(0.4, 0.3), row.names = c("x", "y"))
  decisions <- wald_decide(p, "f1")
  expect_identical(tidy(decisions)$answer, c("x", "y"))
  expect_identical(glance(decisions)$expected, mean(decisions$expected))
  expect_identical(names(augment(decisions, p)), c(".rownames", "a", "b", ".labels", ".k", ".expected"))
  one <- wald_decide(c(a = 0.9, b = 0.1), "f1")
  expect_identical(tidy(one)$label, c("a", "b"))
  expect_identical(glance(one)$expected, one$expected)
  q <- plogis(d$s1)
  votes <- matrix(rnorm(3000, rep(rnorm(300), 10)), 300)
  cascade <- wald_cascade(votes, alpha = 0.02)
  expect_identical(augment(cascade, votes)$.count, predict(cascade, votes, "count"))
  stages <- wald_stages(cbind(c(0.9, 0.2, 0.3), 1), answers = cbind(c(1, 1, 2), c(1, 2, 2)), truth = c(1, 2, 2))
  route <- wald_route(stages, min_quality = 0.5)
  expect_identical(augment(route, cbind(c(0.9, 0.1), 1))$.stage, predict(route, cbind(c(0.9, 0.1), 1)))
  sample <- wald_sample(d$y, d$s1)
  all <- list(cascade, route, wald_frontier(sample), wald_reliability(d$y, q), wald_decision_curve(d$y, q), wald_curve(q[1:5], "f1"),
              wald_distribution(q[1:5], "f1", q[1:5] > 0.5), wald_worth(cbind(q, 0.3), "f1"),
              wald_label_thresholds(cbind(d$y, !d$y), cbind(d$s1, d$s2), "f1"),
              wald_segment_thresholds(d$y, d$s1, rep(c("n", "s"), 100), metric = "f1"),
              wald_class_multipliers(factor(d$y + 1), cbind("1" = 1 - q, "2" = q), "f1"),
              wald_abstention_zone(sample, false_negative_cost = 2, abstention_cost = 0.1))
  for (x in all) {
    expect_s3_class(tidy(x), "data.frame")
    expect_gt(nrow(tidy(x)), 0)
    if (class(x)[1] %in% c("wald_decision_curve", "wald_curve")) next
    expect_identical(nrow(glance(x)), 1L, info = class(x)[1])
  }
})

test_that("comparisons, evaluations, and what is watched", {
  a <- d$s1 > 0
  b <- d$s2 > 0
  compared <- wald_compare(d$y, a, b, "f1")
  found <- tidy(compared)
  expect_equal(unlist(found[c("estimate", "std.error", "p.value", "conf.low", "conf.high")], use.names = FALSE),
               c(compared$statistic[[1]], compared$stderr, compared$p.value, compared$conf.int), ignore_attr = TRUE)
  expect_identical(glance(compared)$estimate_a, compared$estimate[["A"]])
  evaluated <- wald_evaluate_thresholds(y ~ s1 + s2, d, thresholds = 0)
  found <- tidy(evaluated)
  expect_identical(names(found), c("model", "term", "estimate", "std.error", "conf.low", "conf.high"))
  expect_identical(found$conf.low, evaluated$estimates$low)
  expect_identical(glance(evaluated)$nobs, evaluated$n_rows)
  expect_false(any(c("markdown", "latex") %in% names(glance(evaluated))))
  p <- plogis(d$s1)
  expect_identical(nrow(tidy(wald_performance(p, a, "f1", chunks = 50))), 4L)
  prevalence <- wald_prevalence(p, 0.3)
  expect_identical(tidy(prevalence)$prior, as.vector(prevalence$prior))
  expect_equal(glance(prevalence)$n_rows, 200)
  promise <- wald_promise("precision>=0.5", segments = c("north", "south"))
  wald_feed(promise, a, d$y, segments = rep(c("north", "south"), 100))
  expect_identical(tidy(promise)$segment, c("north", "south"))
  expect_identical(glance(promise)$state, summary(promise)$state)
})

test_that("nothing of it needs generics", {
  expect_false("generics" %in% names(getNamespaceImports("wald")))
})
