# Options as arguments: every function of a family shows them, hands them on, and leaves the rest to the library.
taken <- function(f) setdiff(names(formals(f)), "...")

test_that("the options of a family are arguments, NULL if the library's default holds", {
  expect_identical(option_names, lapply(c(decisions = "decisions", thresholds = "thresholds", cascades = "cascades",
                                          learners = "learners", routes = "routes", promises = "promises", performance = "performance"),
                                        function(family) wald_options(family)$name))
  of <- list(decisions = list(decide = wald_decide, decide = wald_rule, curve = wald_curve, expected = wald_expected,
                              "expected regret" = wald_regret, distribution = wald_distribution,
                              evaluate = wald_evaluate, compare = wald_compare, worth = wald_worth, report = wald_report,
                              masks = wald_masks, masks = wald_consensus,
                              "decide learners" = getS3method("predict", "wald_learner")),
             thresholds = list(choose = wald_thresholds, threshold_pass = wald_threshold_pass, frontier = wald_frontier,
                               labels = wald_label_thresholds, segments = wald_segment_thresholds,
                               classes = wald_class_multipliers, abstention = wald_abstention_zone,
                               decision_curve = wald_decision_curve, reliability = wald_reliability,
                               evaluation = wald_evaluate_thresholds, prevalence = wald_prevalence),
             cascades = list(fit = wald_cascade, calibrate = getS3method("wald_calibrate", "wald_cascade"),
                             evaluate = wald_evaluate_cascade, apply = getS3method("predict", "wald_cascade")),
             learners = list(wald_fit),
             routes = list(choose = wald_route, ask = wald_ask, evaluate = wald_evaluate_route),
             promises = list(create = wald_promise),
             performance = list(tables = wald_performance))
  for (family in names(of)) for (i in seq_along(of[[family]])) {
    f <- of[[family]][[i]]
    rows <- wald_options(family)
    words <- strsplit(c(names(of[[family]]), "")[i], " ")[[1]]
    read <- !nzchar(rows$calls) | vapply(strsplit(rows$calls, " "), function(calls) any(calls %in% words), NA)
    expect_setequal(intersect(taken(f), rows$name), rows$name[read])
    after <- names(formals(f))[-seq_len(match("...", names(formals(f))))]
    expect_true(all(after %in% rows$name), info = family)
    expect_true(all(vapply(formals(f)[after], is.null, NA)), info = family)
  }
})

test_that("options that a function shows arrive, and others are refused with what was meant", {
  p <- c(0.9, 0.45, 0.4, 0.1)
  expect_identical(which(is.na(wald_curve(p, "f1", at_most = 2)$expected)) - 1L, 3:4)
  expect_equal(wald_regret(p, "f1", p > 0.5, at_most = 1), 0)
  sample <- wald_sample(c(1, 0, 1, 1, 0, 0), c(0.9, 0.8, 0.7, 0.6, 0.3, 0.1))
  expect_identical(wald_frontier(sample, method = "path")$method, "path")
  expect_error(wald_frontier(sample, metod = "path"), 'did you mean "method"?', fixed = TRUE)
  expect_error(wald_curve(p, "f1", at_lest = 1), 'did you mean "at_least"?', fixed = TRUE)
  expect_error(wald_curve(p, "f1", at_m = 1), "at_m", class = "wald_error_argument") # a part of a name is none
  expect_error(wald_regret(p, "f1", p > 0.5, NULL, NULL, FALSE, 1), "unused argument: one without a name", fixed = TRUE)
  zone <- function(...) wald_abstention_zone(wald_sample(c(0, 1, 0, 1), c(0.2, 0.4, 0.6, 0.8)), ...)
  expect_gt(zone(false_positive_cost = 5, false_negative_cost = 5)$abstained, zone(abstention_cost = 5)$abstained)
  expect_error(zone(false_positive_cos = 5), 'did you mean "false_positive_cost"?', fixed = TRUE)
  expect_error(wald_label_thresholds(cbind(c(1, 0, 1, 0)), cbind(p), "f1", averag = "micro"), 'did you mean "average"?',
               fixed = TRUE)
})

test_that("where an option is also set for the session, the argument holds", {
  old <- options(wald.threads = 2000)
  on.exit(options(old))
  expect_error(wald_decide(cbind(0.5), "f1", average = "macro"), "threads is 2000")
  expect_identical(wald_decide(cbind(0.7), "f1", average = "macro", threads = 1)$k, 1L)
})

test_that("arrays of one dimension and tables are vectors and matrices", {
  s <- c(0.9, 0.7, 0.4, 0.2, 0.6, 0.1)
  y <- c(1, 1, 0, 0, 1, 0)
  one <- function(x) array(x, length(x))
  wanted <- wald_thresholds(y, s, "f1")
  numbers <- setdiff(names(wanted), "sample") # whose pointer is its own
  for (same in list(wald_thresholds(one(y), one(s), "f1"), wald_thresholds(as.table(y), as.table(s), "f1")))
    expect_identical(unclass(same)[numbers], unclass(wanted)[numbers])
  expect_identical(wald_reliability(one(y), one(s), bins = 2), wald_reliability(y, s, bins = 2))
  expect_identical(wald_reliability(y, matrix(s), bins = 2), wald_reliability(y, s, bins = 2))
  expect_identical(wald_decision_curve(y, one(s)), wald_decision_curve(y, s))
  expect_identical(wald_decide(one(s), "f1")$prediction, wald_decide(s, "f1")$prediction)
  expect_identical(wald_evaluate(one(y), one(y), "f1"), wald_evaluate(y, y, "f1"))
  expect_identical(wald_segment_thresholds(one(y), one(s), one(rep(1:2, 3))), wald_segment_thresholds(y, s, rep(1:2, 3)))
  two <- as.table(cbind(A = s, B = rev(s)))
  expect_equal(wald_thresholds(y, two, "f1")$thresholds, wald_thresholds(y, unclass(two), "f1")$thresholds)
  expect_error(wald_segment_thresholds(y, s, data.frame(a = rep(1:2, 3))), "must have a name for each row",
               class = "wald_error_argument")
  expect_error(wald_segment_thresholds(y, s, matrix(1, 6, 2)), "must have a name for each row",
               class = "wald_error_argument")
})
