p <- c(0.5, 0.5)
refused <- function(code, text, class = "wald_error_argument") expect_error(code, text, class = class, fixed = TRUE)

test_that("conditions", {
  e <- tryCatch(wald_decide(c(0.5, 1.2), "f1"), wald_error = identity)
  expect_identical(class(e), c("wald_error_argument", "wald_error", "error", "condition"))
  expect_identical(conditionMessage(e), "probabilities[2] is 1.2: must lie in [0, 1]")
  expect_identical(e$status, 1L)
  expect_identical(e$status_name, "WALD_ERROR_ARGUMENT")
  expect_identical(conditionCall(e)[[1]], quote(wald_decide))
  refused(wald_metric("fbeta:-1"), 'metric "fbeta:-1": beta is -1: must be above 0', "wald_error_format")
  expect_warning(wald_decide(p, "recall"), "trivially optimal", class = "wald_warning")
})

test_that("arguments", {
  refused(wald_decide(c(0.5, NA), "f1"), "probabilities[2] is nan: must lie in [0, 1]")
  refused(wald_decide("a", "f1"), "probabilities is of class character: must be numeric")
  refused(wald_decide(data.frame(a = 0.1, b = "x"), "f1"), "probabilities$b is of class character: must be numeric")
  refused(wald_decide(array(0.5, c(1, 1, 1)), "f1"), "probabilities has 3 dimensions: must have 1")
  refused(wald_decide(p, 3), "metric is 3: must be a name or a wald_metric")
  refused(wald_decide(p, mean), "make a metric of it with wald_metric_custom()")
  refused(wald_decide(p, "f1", threshold = 0.5), "option \"threshold\" is one of cascades: these are options of decisions")
  refused(wald_decide(p, "f1", at_lest = 1), "did you mean \"at_least\"?")
  refused(wald_decide(p, "f1", NULL, NULL, 1), "unused argument: one without a name")
  refused(wald_decide(cbind(p), "f1", average = "rows"), 'average is "rows": must be one of')
  refused(wald_decide(p, "f1", average = "macro"), "average is macro: deciding reads it with tables only")
  refused(wald_decide(p, "f1", kind = "joint"), "use wald_joint()")
  refused(wald_decide(p, "f1", kind = "exclusive"), 'kind is "exclusive": must be one of')
  refused(wald_decide(wald_independent(p), "f1", kind = "categorical"), "the estimator is independent")
  refused(wald_decide(p, "f1", at_least = 0.5), "at_least is 0.5: must be a whole number")
  refused(wald_decide(p, "f1", at_least = -1), "at_least is -1: must be at least 0")
  refused(wald_decide(p, "f1", exactly = 1, at_most = 1), "exactly cannot be combined")
  refused(wald_decide(p, "f1", threads = "all"), 'threads is "all": must be a number')
  refused(wald_decide(p, "f1", threads = 2^40), "threads is 1099511627776: must lie in [0, 1024]")
  refused(wald_decide(p, "f1", progress = 1), "progress is 1: must be TRUE or FALSE")
  refused(wald_decide(p, "f1", algorithm = "fast"), 'algorithm is "fast": must be one of auto, enumeration')
  refused(wald_expected(cbind(p), "f1", cbind(1, 1)),
          "mask has shape (1, 2), probabilities has shape (2, 1): they must have the same shape")
  refused(wald_expected(cbind(p), "accuracy", cbind(1:0), return_error = TRUE), "must be FALSE for a table")
  refused(wald_expected(p, "f1", c(0, 3)), "mask[2] is 3: must be 0 or 1")
  refused(wald_expected(p, "f1", c(0, NA)), "mask[2] is nan: must be 0 or 1")
  refused(wald_evaluate(cbind(0, 2), cbind(0, 1), "f1"), "truth[1, 2] is 2: must be 0 or 1")
  refused(wald_evaluate(cbind(0, 1), cbind(0, 3), "f1"), "prediction[1, 2] is 3: must be 0, 1 or NA (undecided)")
  refused(wald_evaluate(c(0, 1), c(0, 2), "f1"), "prediction[2] is 2: must be 0, 1 or NA (undecided)")
  expect_identical(wald_evaluate(rbind(0, 1), rbind(NA, 1), "f1", average = "instance", return_undecided = TRUE),
                   c(value = 1, undecided = 1))
  refused(wald_evaluate(c(a = 1), c(b = 1), "f1"), "the names of prediction differ")
  refused(wald_evaluate(cbind(1), cbind(1), "f1", weights = 1:2), "weights has length 2: must be 1")
  refused(wald_joint(rbind(c(0, 2))), "vectors[1, 2] is 2: must be 0 or 1")
  refused(wald_feed(wald_independent(p), 0.5, weights = 1), "unused argument: weights (the estimator is independent)")
  refused(wald_counts(cbind(0.5)), "p_zero is needed")
  refused(wald_merge(wald_joint(n_labels = 2), 1), "other is 1: must be of class wald_estimator")
  refused(wald_merge(wald_independent(p), wald_independent(p)), "independent", "wald_error_unsupported")
})

test_that("progress", {
  seen <- numeric()
  wald_decide(p, "f1", progress = function(fraction) {
    seen <<- c(seen, fraction)
    TRUE
  })
  expect_identical(seen[c(1, length(seen))], c(0, 1))
  refused(wald_decide(p, "f1", progress = function(fraction) FALSE), "cancelled", "wald_cancelled")
  expect_error(wald_decide(p, "f1", progress = function(fraction) stop("mine")), "mine")
  expect_silent(wald_decide(matrix(0.5, 50, 5), "f1", progress = TRUE))
})

test_that("every option reaches the library by its name, and a call takes its default if it reads it", {
  p <- c(0.9, 0.2)
  of <- list(decisions = function(...) wald_decide(p, "f1", ...),
             thresholds = function(...) wald_thresholds(c(1, 0, 1), c(0.9, 0.7, 0.2), ...),
             cascades = function(...) wald_cascade(cbind(c(1, -1), c(2, -2)), ...),
             learners = function(...) wald_fit(cbind(1:4), c(0, 1, 0, 1), "tree", ...))
  at_work <- list(decisions = "decide", thresholds = c("choose", "direct"), cascades = c("fit", "two-classes", "joint"),
                  learners = "tree")
  for (family in names(of)) {
    rows <- wald_options(family)
    expect_true(all(nzchar(rows$sentence)))
    for (i in seq_len(nrow(rows))) {
      row <- rows[i, ]
      if (row$type == "progress") next
      numeric <- row$type %in% c("number", "integer", "switch", "seed")
      said <- switch(row$initial, on = TRUE, off = FALSE, if (numeric) as.numeric(row$initial) else row$initial)
      holds <- function(words) !nzchar(words) || any(strsplit(words, " ")[[1]] %in% at_work[[family]])
      unread <- if (!holds(row$calls)) "does not read it" else if (!holds(row$concerns)) "reads it with"
      if (nzchar(row$initial)) {
        if (is.null(unread)) expect_error(do.call(of[[family]], structure(list(said), names = row$name)), NA)
        else expect_error(do.call(of[[family]], structure(list(said), names = row$name)),
                          paste0("^", row$name, " is .*", unread), class = "wald_error_argument")
      }
      wrong <- if (row$type == "metric") 1 else if (row$type %in% c("choice", "text", "texts")) 1i else "wrong"
      expect_error(do.call(of[[family]], structure(list(wrong), names = row$name)), class = "wald_error",
                   info = row$name)
      if (numeric && is.finite(row$high) && row$high < 2^31)
        expect_error(do.call(of[[family]], structure(list(row$high + 1), names = row$name)), paste0("^", row$name, " is"),
                     class = "wald_error_argument", info = row$name)
    }
  }
})

test_that("an option that the call does not read is refused by its name", {
  p <- c(0.9, 0.2)
  refused(wald_decide(p, "f1", temperature = 2), "temperature is 2: deciding does not read it (worth does); it reads at_least")
  refused(wald_expected(p, "f1", p > 0.5, average = "instance"), "average is instance: an expectation reads it with tables only")
  refused(wald_expected(p, "f1", p > 0.5, at_least = 1), "at_least is 1: an expectation does not read it")
  refused(wald_thresholds(c(1, 0), p, false_negative_cost = 5), "false_negative_cost is 5: choosing thresholds does not read it")
  refused(wald_thresholds(c(1, 0), p, precision_level = 0.9), "precision_level is 0.9: choosing thresholds reads it with min_precision")
  stages <- wald_stages(cbind(p, 1), answers = cbind(c(1, 1), c(1, 2)), truth = c(1, 2))
  refused(wald_route(stages, budget = 1), "budget is 1: choosing a route reads it with goal = quality only")
  refused(wald_ask(stages, budget = 1), "budget is 1: asking for labels does not read it")
  learner <- wald_fit(cbind(1:4), c(0, 1, 0, 1), "tree", min_leaf = 1)
  refused(predict(learner, cbind(1), "probability", exactly = 1), "at_least is 1: predicting probabilities does not read it")
  refused(wald_fit(cbind(1:4), c(0, 1, 0, 1), "tree", trees = 9), "trees is 9: fitting this learner reads it with learner forest only")
  refused(wald_fit(cbind(1:4), c(0, 1, 0, 1), "given", marginals = "glm", calibration = "none", folds = 3), "folds is 3")
  cascade <- wald_cascade(cbind(c(1, -1), c(2, -2)))
  refused(wald_calibrate(cascade, cbind(c(1, -1), c(2, -2)), folds = 2), "folds is 2: calibrating a cascade does not read it")
  refused(predict(cascade, function(model, rows) 1, n = 1, threads = 2), "threads is given")
})
