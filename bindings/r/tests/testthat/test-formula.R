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
  expect_warning(found <- wald_thresholds(y ~ s1, gone, "f1"), left, class = "wald_warning")
  same(found, wald_thresholds(y ~ s1, rest, "f1"))
  refused(wald_thresholds(y ~ s1, gone, "f1", rated_from = 0), "give positives", "wald_error_unsupported")
  refused(wald_thresholds(y ~ s1, gone, "f1", na.action = na.pass), "give positives", "wald_error_unsupported")
  expect_warning(found <- wald_evaluate_thresholds(gone, y, s1, thresholds = 0.5), left, class = "wald_warning")
  expect_identical(found, wald_evaluate_thresholds(y ~ s1, rest, thresholds = 0.5))
  expect_identical(wald_evaluate_thresholds(y ~ s1, gone, na.action = na.omit, subset = s2 > 0, groups = w)$estimates,
                   with(subset(rest, s2 > 0), wald_evaluate_thresholds(y, cbind(s1), groups = w)$estimates))
  refused(wald_reliability(y ~ p, transform(gone, y = NA)), "y is missing in all 200 rows: none is left")
})

d$group <- rep(1:40, 5)

# Calls that take vectors: `call` of the labels and the numbers of the rows of everything else.
of_vectors <- list(
  evaluate = function(y, i, ...) wald_evaluate(y, d$s1[i] > 0, "f1", weights = d$w[i], ...),
  compare = function(y, i, ...) unclass(wald_compare(y, d$s1[i] > 0, d$s2[i] > 0, "f1", groups = d$group[i], ...)),
  reliability = function(y, i, ...) unclass(wald_reliability(y, d$p[i], weights = d$w[i], ...)),
  decision_curve = function(y, i, ...) wald_decision_curve(y, d["p"][i, , drop = FALSE], ...)$curve,
  evaluate_thresholds = function(y, i, ...) wald_evaluate_thresholds(y, d$s1[i], 0.5, groups = d$group[i], ...)$estimates,
  thresholds = function(y, i, ...) {
    found <- unclass(wald_thresholds(y, d$s1[i], "f1", weights = d$w[i], ...))
    found[names(found) != "sample"]
  },
  label_thresholds = function(y, i, ...)
    unclass(wald_label_thresholds(cbind(a = y, b = y), cbind(a = d$s1[i], b = d$s2[i]), "f1", weights = d$w[i], ...)),
  segments = function(y, i, ...)
    unclass(wald_segment_thresholds(y, d$s1[i], d$w[i], benefits = d$w[i], costs = d$p[i], ...)),
  multipliers = function(y, i, ...)
    unclass(wald_class_multipliers(factor(y, c(FALSE, TRUE), c("a", "b")), cbind(a = 1 - d$p[i], b = d$p[i]), ...)),
  calibrate = function(y, i, ...) predict(wald_calibrate(y, d$p[i], weights = d$w[i], ...), 0.3),
  report = function(y, i, ...) attr(wald_report(y, d$p[i], "f1", compare = d$p[i]^2, groups = d$group[i], ...), "data"),
  fit = function(y, i, ...) wald_save(wald_fit(d[i, c("s1", "s2")], y, "br", weights = d$w[i], ...)),
  fit_sparse = function(y, i, ...)
    wald_save(wald_fit(Matrix::Matrix(cbind(d$s1, d$s2)[i, ], sparse = TRUE), cbind(a = y, b = y), "br", ...)),
  performance = function(y, i, ...)
    wald_performance(d$p, d$p > 0.5, "f1", calibration_truth = y, calibration_probabilities = d$p[i],
                     calibration_weights = d$w[i], ...)$chunks,
  prevalence = function(y, i, ...)
    unclass(wald_prevalence(d$p, calibration_truth = y, calibration_probabilities = d$p[i], ...))
)

test_that("vectors are treated as columns of data: labels that are missing are left out, by na.action or with a warning", {
  there <- which(!is.na(gone$y))
  for (name in names(of_vectors)) {
    call <- of_vectors[[name]]
    left <- "is missing in 3 of 200 rows, which are left out; na.action = na.omit"
    expect_warning(found <- call(gone$y, 1:200), left, class = "wald_warning")
    rest <- call(d$y[there], there)
    expect_identical(found, rest, info = name)
    expect_silent(found <- call(gone$y, 1:200, na.action = na.omit))
    expect_identical(found, rest, info = name)
    refused(call(gone$y, 1:200, na.action = na.fail), "is missing in row 1 and in 2 more: fill it in")
    expect_error(call(gone$y, 1:200, na.action = na.pass), class = "wald_error", info = name)
    expect_error(call(rep(NA, 200), 1:200), "is missing in all 200 rows: none is left|positives is 0", class = "wald_error")
    expect_error(call(gone$y[-1], 1:200, na.action = na.omit), class = "wald_error", info = name)
  }
  expect_identical(wald_thresholds(gone$y, d$s1, max_fp = 5)$unrated > 0, TRUE)
  expect_identical(summary(wald_sample(gone$y, d$s1, na.action = na.omit))$n_rows, 197)
  sample <- wald_sample(gone$y, d$s1, na.action = na.omit, weights = replace(d$w, 9, NA))
  expect_identical(summary(sample)$n_rows, 196)
  table <- cbind(a = c(1, NA, 0), b = c(0, 1, 1))
  expect_warning(found <- wald_evaluate(table, cbind(a = c(1, 1, 0), b = 1), "f1"), "in 1 of 3 rows", class = "wald_warning")
  expect_identical(found, wald_evaluate(table[-2, ], cbind(a = c(1, 0), b = 1), "f1"))
  refused(wald_evaluate(1, NA, "f1", na.action = na.omit), "every row lacks a value: none is left")
})

test_that("probabilities of vectors and tables that are missing are decided by na.action", {
  p <- c(a = 0.5, b = NA, c = 0.7)
  found <- wald_decide(p, "f1", na.action = na.exclude)
  expect_identical(found$prediction, c(a = TRUE, b = NA, c = TRUE))
  expect_identical(found$labels, c("a", "c"))
  expect_identical(wald_decide(p, "f1", na.action = na.omit)$prediction, c(a = TRUE, c = TRUE))
  refused(wald_decide(p, "f1", na.action = na.fail), "probabilities is missing in row 2")
  table <- rbind(x = c(a = 0.5, b = 0.9), y = c(NA, 0.1), z = c(0.2, 0.3))
  found <- wald_decide(table, "f1", na.action = na.pass)
  expect_identical(found$k[-2], wald_decide(table[-2, ], "f1")$k)
  expect_identical(rownames(found$prediction), c("x", "y", "z"))
  sparse <- Matrix::Matrix(table, sparse = TRUE)
  expect_identical(wald_decide(sparse, "f1", na.action = na.omit)$k, found$k[-2])
  refused(wald_decide(sparse, "f1", na.action = na.pass), "not of a sparse table")
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
  for (call in list(function(...) wald_compare(d$class, d$class, d$class, "f1", ...), function(...) wald_calibrate(d$class, d$p, ...),
                    function(...) wald_segment_thresholds(d$class, d$s1, NULL, "f1", ...),
                    function(...) wald_report(d$class, d$p, "f1", ...), function(...) wald_fit(d["s1"], d$class, "br", ...),
                    function(...) wald_evaluate_thresholds(d$class, d$s1, ...), function(...) wald_fit(class ~ s1, d, "br", ...))) {
    expect_warning(call(), 'the event is "no"', fixed = TRUE, class = "wald_warning")
    expect_silent(call(event_level = "first"))
  }
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

# Rows that lack a value, in predict(); and positions, which count from 1.
set.seed(1)
people <- data.frame(ill = rnorm(60) > 0, age = rnorm(60), place = factor(sample(c("east", "west"), 60, TRUE)))
new <- people[c(1:5), ]
new$age[2] <- NA
new$place[4] <- NA
there <- new[c(1, 3, 5), ]
gone <- c(2L, 4L)
refused <- function(code, text, class = "wald_error_argument") expect_error(code, text, class = class, fixed = TRUE)

test_that("a learner's prediction of a row that lacks a value is NA, in its place", {
  model <- wald_fit(ill ~ age + place, people, "br")
  for (type in c("class", "probability")) {
    found <- predict(model, new, type)
    expect_identical(which(is.na(found)), gone)
    expect_identical(found[-gone], predict(model, there, type))
    expect_identical(predict(model, new, type, na.action = na.omit), predict(model, there, type))
    expect_identical(predict(model, new, type, na.action = na.exclude), found)
    expect_identical(predict(model, new, type, na.action = "na.pass"), found)
  }
  refused(predict(model, new, na.action = na.fail), "newdata$place is missing in row 4")
  chosen <- wald_thresholds(ill ~ age, people, "f1")
  refused(predict(chosen, new, na.action = na.fail), "scores[2, 1] is nan")
  decided <- predict(model, new)
  expect_identical(which(is.na(decided$prediction)), gone)
  expect_identical(decided$k, predict(model, there)$k)
  expect_identical(predict(model, new[2, ], "class"), factor(NA, c("FALSE", "TRUE")))
  refused(predict(model, new[2, ]), "lacks a value in every row")
  expect_identical(lengths(predict(model, new, "estimator")), c(1L, 0L, 1L, 0L, 1L))
})

test_that("so are classes, sets of them and their facts", {
  model <- wald_fit(Species ~ ., iris, "br")
  flowers <- iris[c(1, 60, 120), ]
  flowers[2, 3] <- NA
  expect_identical(is.na(predict(model, flowers, "class")), c(FALSE, TRUE, FALSE))
  expect_identical(rowSums(is.na(predict(model, flowers, "prob"))), c(0, 3, 0))
  sets <- predict(model, flowers)
  expect_identical(length(sets), 3L)
  expect_identical(is.na(sets$k), c(FALSE, TRUE, FALSE))
  expect_identical(sets[[2]]$prediction, c(setosa = NA, versicolor = NA, virginica = NA))
  expect_identical(sets[[3]]$labels, "virginica")
  expect_identical(as.data.frame(sets)$labels, c("setosa", "", "virginica"))
  expect_output(print(sets), "Missing: 1")
  expect_output(print(summary(sets)), "Missing: 1")
  expect_output(print(sets[[2]]), "missing")
})

test_that("rules leave such rows out of what is decided together", {
  model <- glm(case ~ spontaneous + induced, binomial, infert)
  rows <- infert[1:6, ]
  rows$induced[2] <- NA
  for (scope in c("rows", "threshold")) {
    rule <- wald_rule(model, "f1", scope = scope, data = if (scope == "threshold") rows)
    found <- predict(rule, rows)
    expect_identical(unname(is.na(found)), 1:6 == 2)
    expect_identical(found[-2], predict(rule, rows[-2, ]))
    expect_identical(predict(rule, rows, na.action = na.omit), predict(rule, rows[-2, ]))
  }
  rule <- wald_rule(model, "f1")
  decision <- predict(rule, rows, "decision")
  alone <- predict(rule, rows[-2, ], "decision")
  expect_identical(decision$expected, alone$expected)
  expect_identical(decision$labels, alone$labels)
  expect_identical(names(decision$prediction)[decision$indices], decision$labels)
  expect_identical(unname(which(is.na(decision$prediction))), 2L)
  skip_if_not_installed("ranger")
  forest <- ranger::ranger(Species ~ ., iris, probability = TRUE, num.trees = 20, num.threads = 1)
  flowers <- iris[c(1, 60, 120), ]
  flowers[2, 3] <- NA
  expect_identical(is.na(predict(wald_rule(forest, "f1"), flowers)), c(FALSE, TRUE, FALSE))
  expect_identical(predict(wald_rule(forest, "f1"), flowers[2, ]), factor(NA, levels(iris$Species)))
})

test_that("thresholds, zones, calibrations and cascades do alike", {
  chosen <- wald_thresholds(ill ~ age, people, "f1")
  expect_identical(which(is.na(predict(chosen, new))), 2L)
  expect_identical(predict(chosen, new)[-2], predict(chosen, new[-2, ]))
  expect_identical(predict(chosen, new, na.action = na.omit), predict(chosen, new[-2, ]))
  expect_identical(is.na(predict(chosen, c(a = 1, b = NA), "class")), c(a = FALSE, b = TRUE))
  expect_identical(wald_apply_thresholds(0, c(1, NA, -1)), c(TRUE, NA, FALSE))
  two <- wald_thresholds(ill ~ age + as.numeric(place), people, "f1")
  expect_identical(is.na(predict(two, cbind(c(1, NA, 1), c(1, 1, NA)))), c(FALSE, TRUE, TRUE))
  labels <- wald_label_thresholds(cbind(a = c(0, 1, 1), b = c(1, 0, 1)), cbind(a = c(0.1, 0.8, 0.9), b = c(0.9, 0.2, 0.7)), "f1")
  expect_identical(predict(labels, data.frame(a = c(0.1, NA), b = c(NA, 0.9))),
                   data.frame(a = c(FALSE, NA), b = c(NA, TRUE)))
  p <- cbind(x = c(0.7, 0.2, 0.4), y = c(0.3, 0.8, 0.6))
  best <- wald_class_multipliers(factor(c("x", "y", "y")), p, "f1")
  expect_identical(is.na(predict(best, rbind(p, c(NA, 0.5)))), c(FALSE, FALSE, FALSE, TRUE))
  calibration <- wald_calibrate(people$ill, scores = people$age)
  expect_identical(is.na(predict(calibration, scores = c(1, NA))), c(FALSE, TRUE))
  segments <- wald_segment_thresholds(people$ill, people$age, people$place, metric = "f1")
  expect_identical(is.na(predict(segments, c(1, NA, 1), c("east", "east", NA))), c(FALSE, TRUE, TRUE))
  votes <- matrix(rnorm(3000, rep(rnorm(300), 10)), 300)
  cascade <- wald_cascade(votes, alpha = 0.02)
  rows <- votes[1:40, ]
  counts <- predict(cascade, rows, "count")
  rows[2, cascade$order[1]] <- NA
  few <- which(counts < 10)[1]
  rows[few, cascade$order[10]] <- NA # not asked
  expect_identical(which(is.na(predict(cascade, rows))), 2L)
  expect_identical(predict(cascade, rows, "both")[-2, ], predict(cascade, votes[1:40, ], "both")[-2, ])
})

test_that("positions in messages count from 1, those of other languages from 0", {
  from_one <- wald:::from_one
  for (pair in list(c("scores[1][0] is nan: must be a number", "scores[2, 1] is nan: must be a number"),
                    c("threads is 1025: must lie in [0, 1024]", "threads is 1025: must lie in [0, 1024]"),
                    c("features[1][0] (\"f[1]\") is nan", "features[2, 1] (\"f[1]\") is nan"),
                    c("c_values[1] is 0.1: must be above c_values[0] = 1", "c_values[2] is 0.1: must be above c_values[1] = 1"),
                    c("feature[0] is 8: must lie in [0, 2]", "feature[1] is 9: must lie in [1, 3]"),
                    c("a child of node 0 is 9: must lie in [1, 2]", "a child of node 1 is 10: must lie in [2, 3]"),
                    c("targets[3] is 7: must be a class in [0, 2]", "targets[4] is 8: must be a class in [1, 3]"),
                    c("row 2 holds index 4 twice", "row 3 holds index 5 twice"),
                    c("a score of model 0 is -0.25", "a score of model 1 is -0.25"),
                    c("it is \"row 2\"", "it is \"row 2\"")))
    expect_identical(from_one(pair[1]), pair[2])
  expect_identical(from_one("row 2 of a file", wald:::number_of("error_format", "status")), "row 2 of a file")
  refused(wald_decide(rbind(c(0.5, 0.5), c(0.5, 2)), "f1"), "probabilities[2, 2] is 2")
  refused(wald_evaluate(cbind(0, 2), cbind(0, 1), "f1"), "truth[1, 2] is 2")
  refused(wald_cascade(cbind(c(1, -1), c(2, -2)), fixed_order = c(1, 3)), "fixed_order[2] is 3: must lie in [1, 2]")
})

test_that("labels without names are counted from 1 in what a learner chose", {
  x <- matrix(rnorm(120), 60)
  model <- wald_fit(x, x + rnorm(120) > 0, "br")
  expect_identical(model$choices$part, c("label 1", "label 2"))
  expect_identical(unique(as.data.frame(model)$part), c("label 1", "label 2"))
})
