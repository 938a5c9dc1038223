model <- glm(case ~ spontaneous + induced, binomial, infert)

test_that("rules on a binary model", {
  rule <- wald_rule(model, "f1")
  d <- predict(rule, type = "decision")
  expect_equal(d$expected, wald_decide(fitted(model), "f1")$expected)
  expect_identical(as.vector(predict(rule) == "1"), as.vector(d$prediction))
  expect_identical(levels(predict(rule)), c("0", "1"))
  expect_null(coef(rule))
  kept <- wald_rule(model, "f1", scope = "threshold")
  expect_identical(names(coef(kept)), "1")
  expect_identical(predict(kept, infert[1:5, ]), predict(kept, infert)[1:5])
  expect_identical(as.vector(predict(kept)), as.vector(predict(rule)))
  expect_error(predict(kept, type = "decision"), "the rule is a threshold")
  expect_output(print(kept), "at least")
  expect_output(print(summary(kept)), "found by")
  negative <- wald_rule(model, "f1", positive = "0")
  expect_equal(predict(negative, type = "prob"), 1 - predict(rule, type = "prob"))
  expect_error(wald_rule(model, "f1", positive = "2"), "positive is", class = "wald_error_argument")
  expect_error(wald_rule(model, "f1", at_last = 3), 'did you mean "at_least"')
  expect_identical(sum(predict(wald_rule(model, "f1", exactly = 7)) == "1"), 7L)
  expect_error(wald_rule(lm(case ~ induced, infert), "f1"),
               "a linear model (lm) fits means, not probabilities: use glm(..., family = binomial)", fixed = TRUE,
               class = "wald_error_argument")
  expect_error(predict(wald_rule(aov(case ~ induced, infert), "f1")), "a linear model (aov)", fixed = TRUE)
  expect_identical(predict(rule, type = "response"), predict(rule, type = "prob"))
  expect_error(wald_rule(glm(parity ~ induced, poisson, infert), "f1"), "must be binomial")
})

test_that("rules on a generalized additive model", {
  skip_if_not_installed("mgcv")
  d <- infert[c("case", "age", "spontaneous")]
  model <- mgcv::gam(case ~ s(age) + spontaneous, binomial, d)
  expect_equal(length(dim(predict(model, d, type = "response"))), 1)
  p <- wald_probabilities(model, d)
  expect_null(dim(p))
  expect_equal(as.vector(p), as.vector(fitted(model)))
  rule <- wald_rule(model, "f1")
  expect_identical(unname(predict(rule, d)), unname(predict(rule)))
  expect_identical(as.vector(predict(rule, d) == "1"), as.vector(wald_decide(fitted(model), "f1")$prediction))
  expect_identical(coef(wald_rule(model, "f1", scope = "threshold", data = d)),
                   coef(wald_rule(model, "f1", scope = "threshold")))
  flipped <- predict(wald_rule(model, "f1", positive = "0"), d, type = "prob")
  expect_equal(as.vector(flipped), 1 - as.vector(p))
})

test_that("rules on a factor", {
  infert$case <- factor(infert$case, labels = c("control", "case"))
  rule <- wald_rule(update(model, data = infert), "f1")
  expect_identical(levels(predict(rule)), c("control", "case"))
  expect_true(wald_evaluate(infert$case, predict(rule), "f1") > 0.5)
})

test_that("rules on a forest", {
  skip_if_not_installed("ranger")
  forest <- ranger::ranger(Species ~ ., iris, probability = TRUE, num.trees = 50, seed = 1, num.threads = 2)
  rule <- wald_rule(forest, "f1")
  classes <- predict(rule, iris)
  expect_identical(levels(classes), levels(iris$Species))
  expect_true(mean(classes == iris$Species) > 0.9)
  sets <- predict(rule, type = "set")
  expect_identical(colnames(sets), levels(iris$Species))
  expect_true(wald_evaluate(iris$Species, sets, "f1") > 0.9)
  expect_error(wald_rule(forest, "f1", scope = "threshold"), "3 classes")
  expect_error(wald_rule(ranger::ranger(Species ~ ., iris, num.trees = 5, num.threads = 2), "f1"), "probability = TRUE")
})

test_that("rules on a multinomial model", {
  skip_if_not_installed("nnet")
  three <- nnet::multinom(Species ~ Sepal.Length + Sepal.Width, iris, trace = FALSE)
  rule <- wald_rule(three, "f1")
  expect_identical(dim(predict(rule, iris[1:5, ], type = "set")), c(5L, 3L))
  expect_identical(levels(predict(rule, iris[1, ])), levels(iris$Species))
  expect_identical(predict(rule, iris[1, ], type = "prob")[1, ], predict(rule, iris[1:2, ], type = "prob")[1, ])
  two <- nnet::multinom(Species ~ Sepal.Length, droplevels(iris[1:100, ]), trace = FALSE)
  expect_identical(levels(predict(wald_rule(two, "f1"))), c("setosa", "versicolor"))
  expect_identical(length(predict(wald_rule(two, "f1"), iris[1, ])), 1L)
})

test_that("other models by predict(type = \"prob\")", {
  registerS3method("predict", "told", function(object, newdata, type, ...) {
    if (type != "prob") stop("no")
    cbind(a = newdata$p, b = 1 - newdata$p)
  }, envir = asNamespace("stats"))
  told <- structure(list(), class = "told")
  rule <- wald_rule(told, "f1", positive = "a", scope = "threshold", data = data.frame(p = c(0.9, 0.6, 0.1)))
  expect_identical(predict(rule, data.frame(p = c(0.95, 0.05))), factor(c("a", "b")))
  expect_error(wald_rule(told, "f1"), "newdata is needed")
  registerS3method("predict", "remembers", function(object, newdata = data.frame(p = 0.2), type, ...) {
    cbind(a = newdata$p, b = 1 - newdata$p)
  }, envir = asNamespace("stats"))
  expect_identical(predict(wald_rule(structure(list(), class = "remembers"), "f1"), type = "prob"), c(b = 0.8))
})
