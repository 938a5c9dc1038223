# Formula calls as R's own: which rows are taken, which level is the event; and calls that begin with the data.
set.seed(1)
d <- data.frame(y = rnorm(200) > 0, w = rep(1:2, 100))
d$s1 <- rnorm(200) + d$y
d$s2 <- rnorm(200) + d$y
d$p <- plogis(d$s1)
d$class <- factor(ifelse(d$y, "yes", "no"), levels = c("yes", "no")) # yardstick's order
gone <- d
gone$y[1:3] <- NA
some <- d$s1 > 0
refused <- function(code, text, class = "wald_error_argument") expect_error(code, text, class = class, fixed = TRUE)
same <- function(a, b) {
  parts <- setdiff(names(a), "sample")
  expect_identical(unclass(a)[parts], unclass(b)[parts])
}

test_that("subset takes rows, as of a part of the data", {
  part <- d[some, ]
  same(wald_thresholds(y ~ s1, d, "f1", subset = s1 > 0, weights = w), wald_thresholds(y ~ s1, part, "f1", weights = w))
  same(wald_thresholds(y ~ s1, d, "f1", subset = which(some)), wald_thresholds(y ~ s1, part, "f1"))
  truth <- d$y
  score <- d$s1
  same(wald_thresholds(truth ~ score, subset = score > 0), wald_thresholds(truth ~ score, data.frame(truth, score)[some, ]))
  expect_identical(wald_save(wald_sample(y ~ s1 + s2, d, subset = s1 > 0)), wald_save(wald_sample(y ~ s1 + s2, part)))
  expect_identical(wald_reliability(y ~ p, d, subset = some)$brier, wald_reliability(y ~ p, part)$brier)
  expect_identical(wald_decision_curve(y ~ p, d, subset = some)$curve, wald_decision_curve(y ~ p, part)$curve)
  expect_identical(wald_evaluate(y ~ I(s2 > 0), "f1", d, subset = s1 > 0), wald_evaluate(part$y, part$s2 > 0, "f1"))
  expect_identical(wald_save(wald_fit(y ~ s1 + s2, d, "br", subset = s1 > 0, weights = w)),
                   wald_save(wald_fit(y ~ s1 + s2, part, "br", weights = w)))
  expect_identical(wald_decide(~p, "f1", d, subset = 1:9)$k, wald_decide(~p, "f1", d[1:9, ])$k)
  refused(wald_thresholds(y ~ s1, d, subset = c(TRUE, FALSE)), "subset has length 2: there are 200 rows")
  refused(wald_thresholds(y ~ s1, d, subset = 201), "subset names a row that there is not")
})

test_that("na.action says what is done with rows that lack a value", {
  rest <- gone[-(1:3), ]
  same(wald_thresholds(y ~ s1, gone, "f1", na.action = na.omit), wald_thresholds(y ~ s1, rest, "f1"))
  lacks <- transform(rest, s1 = replace(s1, 5, NA))
  refused(wald_thresholds(y ~ s1, lacks, "f1"), "scores[5, 1] is nan")
  same(wald_thresholds(y ~ s1, lacks, "f1", na.action = na.omit, weights = w),
       wald_thresholds(y ~ s1, lacks[-5, ], "f1", weights = w))
  refused(wald_thresholds(y ~ s1, lacks, na.action = na.fail), "data$s1 is missing in row 5")
  expect_identical(wald_fit(y ~ s1 + s2, lacks, "br", na.action = na.omit)$rows, 196L)
  refused(wald_fit(y ~ s1 + s2, lacks, "br"), "data$s1 is missing in row 5")
  table <- data.frame(a = c(0.5, NA, 0.2), b = c(0.9, 0.1, 0.3))
  kept <- wald_decide(~ a + b, "f1", table, na.action = na.exclude)
  expect_identical(kept$k[-2], wald_decide(~ a + b, "f1", table, na.action = na.omit)$k)
  expect_identical(kept$k[-2], wald_decide(table[-2, ], "f1")$k)
  expect_true(all(is.na(kept$prediction[2, ])))
  refused(wald_decide(~ a + b, "f1", table), "probabilities[2, 1] is nan")
  expect_identical(wald_decide(~a, "f1", transform(table, a = rev(a)), na.action = na.exclude)$indices, 3L)
})

test_that("labels that are missing do not refuse what remains meaningful", {
  rest <- gone[-(1:3), ]
  left <- "y is missing in 3 of 200 rows, which are left out"
  expect_warning(found <- wald_reliability(y ~ p, gone), left, class = "wald_warning")
  expect_identical(found$brier, wald_reliability(y ~ p, rest)$brier)
  expect_warning(found <- wald_decision_curve(y ~ p, gone, weights = w), left, class = "wald_warning")
  expect_identical(found$curve, wald_decision_curve(y ~ p, rest, weights = w)$curve)
  expect_warning(found <- wald_evaluate(y ~ I(s1 > 0), "f1", gone), left, class = "wald_warning")
  expect_identical(found, wald_evaluate(y ~ I(s1 > 0), "f1", rest))
  expect_warning(found <- wald_fit(y ~ s1, gone, "br"), left, class = "wald_warning")
  expect_identical(found$rows, 197L)
  expect_silent(wald_reliability(y ~ p, gone, na.action = na.omit))
  refused(wald_reliability(y ~ p, gone, na.action = na.fail), "data$y is missing in row 1 and in 2 more")
  expect_identical(wald_thresholds(y ~ s1, gone, max_fp = 5)$unrated > 0, TRUE)
  refused(wald_thresholds(y ~ s1, gone, "f1"), "give positives; or leave these rows out", "wald_error_unsupported")
})

test_that("the event is the second level, or by event_level the first", {
  second <- factor(d$class, levels = c("no", "yes"))
  of <- function(class, ...) wald_thresholds(class ~ s1, data.frame(class, s1 = d$s1), "f1", ...)
  first <- of(d$class, event_level = "first")
  expect_identical(coef(first), coef(of(second)))
  expect_identical(predict(first, d, "class"), factor(predict(of(second), d, "class"), levels = c("yes", "no")))
  fit <- wald_fit(class ~ s1, d, "br", event_level = "first")
  expect_identical(predict(fit, d, "prob"), predict(wald_fit(y ~ s1, d, "br"), d, "prob"))
  expect_identical(levels(predict(fit, d, "class")), c("yes", "no"))
  expect_identical(wald_reliability(class ~ p, d, event_level = "first")$brier, wald_reliability(y ~ p, d)$brier)
  expect_identical(wald_decision_curve(class ~ p, d, event_level = "first")$curve, wald_decision_curve(y ~ p, d)$curve)
  d$said <- factor(ifelse(d$s1 > 0, "yes", "no"), levels = c("yes", "no"))
  expect_identical(wald_evaluate(class ~ said, "f1", d, event_level = "first"), wald_evaluate(d$y, d$s1 > 0, "f1"))
  expect_identical(wald_sample(d$class, d$s1, event_level = "first")$levels, wald_sample(second, d$s1)$levels, ignore_attr = TRUE)
  refused(wald_thresholds(y ~ s1, d, event_level = "first"), 'event_level is "first": y must be a factor of two levels')
  refused(wald_thresholds(class ~ s1, d, event_level = "third"), 'event_level is "third": must be one of')
})

test_that("an order of levels that looks reversed is warned of by its names", {
  says <- 'the event is "no", the second level of class, as in glm(); event_level = "first" makes it "yes"'
  expect_warning(wald_thresholds(class ~ s1, d, "f1"), says, fixed = TRUE, class = "wald_warning")
  expect_silent(wald_thresholds(class ~ s1, d, "f1", event_level = "second"))
  expect_silent(wald_thresholds(class ~ s1, transform(d, class = factor(class, levels = c("no", "yes"))), "f1"))
  for (pair in list(c("case", "control"), c("spam", "not_spam"), c("True", "False")))
    expect_warning(wald_sample(factor(ifelse(d$y, pair[1], pair[2]), levels = pair), d$s1), "the event is")
  for (pair in list(c("a", "b"), c("B", "b"), c("no", "yes"), c("Class1", "Class2"), c("control", "case")))
    expect_silent(wald_sample(factor(ifelse(d$y, pair[1], pair[2]), levels = pair), d$s1))
  ab <- factor(ifelse(d$y, "a", "b"))
  expect_warning(wald_evaluate(ab, ab, "sens"), '"sens" is yardstick\'s name, whose event is the first level', fixed = TRUE)
  expect_silent(wald_evaluate(ab, ab, "recall"))
  expect_silent(wald_evaluate(ab, ab, "sens", event_level = "first"))
})

test_that("metrics go by yardstick's names", {
  for (pair in list(c("f_meas", "f1"), c("bal_accuracy", "balanced_accuracy"), c("j_index", "informedness"), c("kap", "kappa"),
                    c("sens", "recall"), c("spec", "specificity"), c("ppv", "precision"), c("npv", "npv"),
                    c("accuracy", "hamming"), c("mcc", "mcc")))
    expect_identical(summary(wald_metric(pair[1]))$name, pair[2])
})

test_that("the data may come first, as in pipes", {
  same(choose_threshold(d, y, s1), wald_thresholds(y ~ s1, d))
  same(wald_thresholds(d, y, s1, s2, "f1"), wald_thresholds(y ~ s1 + s2, d, "f1"))
  same(choose_threshold(d, "y", c(s1, s2), min_precision = 0.6), wald_thresholds(y ~ s1 + s2, d, min_precision = 0.6))
  same(choose_threshold(d, y ~ s1, "f1", weights = w), wald_thresholds(y ~ s1, d, "f1", weights = w))
  same(choose_threshold(d$y, d$s1, "f1"), wald_thresholds(d$y, d$s1, "f1"))
  same(choose_threshold(d, class, s1, metric = "f1", event_level = "first"),
       wald_thresholds(class ~ s1, d, "f1", event_level = "first"))
  scores <- y ~ s2
  same(choose_threshold(d, scores), wald_thresholds(y ~ s2, d))
  expect_identical(unname(coef(choose_threshold(d, y, s1 + s2))), unname(coef(wald_thresholds(d$y, d$s1 + d$s2))))
  expect_identical(wald_save(wald_sample(d, y, s1, s2, rule = "and")), wald_save(wald_sample(y ~ s1 + s2, d, rule = "and")))
  expect_identical(wald_reliability(d, y, p, bins = 4)$bins, wald_reliability(y ~ p, d, bins = 4)$bins)
  expect_identical(wald_decision_curve(d, y, p)$curve, wald_decision_curve(y ~ p, d)$curve)
  expect_identical(wald_evaluate(d, y ~ I(s1 > 0), "f1"), wald_evaluate(y ~ I(s1 > 0), "f1", d))
  expect_identical(wald_decide(d[1:9, ], ~p, "f1")$k, wald_decide(~p, "f1", d[1:9, ])$k)
  expect_identical(wald_save(wald_fit(d, y ~ s1 + s2, learner = "br", weights = w)),
                   wald_save(wald_fit(y ~ s1 + s2, d, learner = "br", weights = w)))
  inside <- function(data, level) choose_threshold(data, y, s1, min_precision = level)
  same(inside(d, 0.6), wald_thresholds(y ~ s1, d, min_precision = 0.6))
  refused(choose_threshold(d, y), "scores are needed")
  refused(choose_threshold(d), "columns are needed after the data")
  refused(choose_threshold(d, y, "s9"), 'data has no column "s9"')
  skip_if(getRversion() < "4.1")
  same(eval(parse(text = "d |> choose_threshold(y, s1)")), wald_thresholds(y ~ s1, d))
})
