# parsnip, workflows, probably and tailor: with the packages where they are installed, else with objects made as their
# documentation says: predict(fit, new_data, type = "prob") gives a column ".pred_" for each class and needs new_data,
# the levels are in `lvl`; a class_pred holds the numbers of labels, 0 for equivocal.
# The packages are none that this one suggests, so that they are named as data.
is_there <- function(package) requireNamespace(package, quietly = TRUE)
of <- function(package, name) getExportedValue(package, name)
set.seed(1)
n <- 300
d <- data.frame(a = rnorm(n), b = rnorm(n))
d$class <- factor(ifelse(d$a + rnorm(n) > 0, "yes", "no"), levels = c("yes", "no")) # the event first
train <- d[1:200, ]
test <- d[201:n, ]
own <- glm(class ~ a + b, binomial, train)

fitted_by_parsnip <- function() {
  if (is_there("parsnip")) return(of("parsnip", "fit")(of("parsnip", "logistic_reg")(), class ~ a + b, train))
  predict_prob <- function(object, new_data, type, ...) {
    no <- stats::predict(object$fit, new_data, type = "response")
    data.frame(.pred_yes = 1 - unname(no), .pred_no = unname(no))
  }
  registerS3method("predict", "model_fit", predict_prob)
  structure(list(fit = own, lvl = levels(train$class)), class = c("_glm", "model_fit"))
}
fit <- fitted_by_parsnip()

test_that("a model of parsnip gives probabilities and takes a rule, without the rows that it was fitted to", {
  p <- wald_probabilities(fit, test)
  expect_identical(attr(p, "levels"), c("yes", "no"))
  expect_equal(as.numeric(p), unname(predict(own, test, type = "response")))
  expect_error(wald_probabilities(fit), "newdata is needed", class = "wald_error_argument")
  rule <- wald_rule(fit, "f1", positive = "yes")
  expect_identical(levels(predict(rule, test)), c("yes", "no"))
  expect_identical(unname(predict(rule, test) == "yes"),
                   unname(wald_decide(1 - predict(own, test, type = "response"), "f1")$prediction))
  expect_warning(wald_rule(fit, "f1"), 'positive is "no", the second class', class = "wald_warning")
  expect_silent(wald_rule(fit, "f1", positive = "no"))
  service <- wald_rule(fit, "f1", positive = "yes", scope = "threshold", data = train)
  expect_identical(names(coef(service)), "yes")
  expect_error(wald_rule(fit, "f1", positive = "yes", scope = "threshold"), "newdata is needed")
  lacks <- test
  lacks$a[2] <- NA
  found <- predict(rule, lacks)
  expect_identical(which(is.na(found)), 2L, ignore_attr = TRUE)
})

test_that("a workflow is asked as the model in it", {
  registerS3method("predict", "workflow_of_test", function(object, ...) predict(object$fit$fit, ...))
  flow <- structure(list(fit = list(fit = fit)), class = c("workflow_of_test", "workflow"))
  expect_identical(wald_probabilities(flow, test), wald_probabilities(fit, test))
  expect_identical(wald_rule(flow, "f1", positive = "yes")$levels, c("yes", "no"))
})

test_that("the columns of augment() go into choose_threshold(), and its threshold into tailor", {
  augmented <- cbind(test, .pred_yes = 1 - predict(own, test, type = "response"))
  chosen <- choose_threshold(augmented, class, .pred_yes, metric = "f_meas", event_level = "first")
  expect_identical(names(coef(chosen)), ".pred_yes")
  said <- predict(chosen, augmented, "class")
  expect_identical(levels(said), c("yes", "no"))
  # tailor: factor(ifelse(prob >= threshold, levels[1], levels[2]), levels)
  flagged <- augmented$.pred_yes >= coef(chosen)
  expect_identical(unname(said), factor(ifelse(flagged, "yes", "no"), levels = c("yes", "no")))
  expect_equal(wald_evaluate(test$class, unname(said), "f_meas", event_level = "first"), chosen$value)
  skip_if_not_installed("tailor")
  skip_if_not_installed("tibble")
  augmented$.pred_no <- 1 - augmented$.pred_yes
  augmented$.pred_class <- unname(said)
  adjusted <- of("tailor", "adjust_probability_threshold")(of("tailor", "tailor")(), unname(coef(chosen)))
  cut <- of("tailor", "fit")(adjusted, tibble::as_tibble(augmented), outcome = "class", estimate = ".pred_class",
                             probabilities = c(".pred_yes", ".pred_no"))
  expect_identical(predict(cut, tibble::as_tibble(augmented))$.pred_class, unname(said))
})

test_that("equivocal classes of probably are undecided", {
  codes <- c(1L, 2L, 0L, 1L)
  said <- if (is_there("probably")) {
    of("probably", "class_pred")(factor(c("yes", "no", "no", "yes"), levels = c("yes", "no")), which = 3)
  } else {
    structure(codes, labels = c("yes", "no"), ordered = FALSE, equivocal = "[EQ]", class = c("class_pred", "vctrs_vctr"))
  }
  truth <- factor(c("yes", "yes", "no", "yes"), levels = c("yes", "no"))
  expect_identical(wald_evaluate(truth, said, "recall", event_level = "first", return_undecided = TRUE),
                   c(value = 2 / 3, undecided = 1))
  expect_identical(wald_evaluate(truth, said, "recall", event_level = "second"), 1)
})
