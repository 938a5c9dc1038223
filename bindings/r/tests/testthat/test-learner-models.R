refused <- function(code, text, class = "wald_error_argument") expect_error(code, text, class = class, fixed = TRUE)

set.seed(11)
n <- 180
x <- matrix(round(rnorm(n * 3), 3), n, dimnames = list(NULL, c("a", "b", "c")))
y <- cbind(red = x[, 1] + rnorm(n) > 0, green = x[, 2] + rnorm(n) > 0.3, blue = x[, 1] - x[, 3] + rnorm(n) > 0.5) + 0
train <- 1:120
test <- 121:n
own_folds <- rep(1:4, length.out = 120)
logistic <- wald_model(function(x, y, weights) {
  d <- data.frame(x, y = y)
  d$w <- if (is.null(weights)) 1 else weights
  glm(y ~ a + b + c, quasibinomial, d, weights = w)
}, probabilities = function(model, x) predict(model, as.data.frame(x), type = "response"))

# P(1) of rows `to` by logistic regressions on rows `from`, literally.
by_hand <- function(from, to, weights = rep(1, n)) {
  sapply(colnames(y), function(label) {
    d <- data.frame(x, y = y[, label], w = weights)
    predict(glm(y ~ a + b + c, quasibinomial, d[from, ], weights = w), d[to, ], type = "response")
  })
}

test_that("folds go on to the learners that read them, by each of their names", {
  for (learner in c("lfp", "card", "card:given", "cardinality:given", "mixture:card:given,forest"))
    expect_true(wald:::reads_folds(learner), info = learner)
  for (learner in c("given", "forest", "mixture:given,tree")) expect_false(wald:::reads_folds(learner), info = learner)
})

test_that("it is what one does by hand: fits outside of each fold calibrate, one of all rows predicts", {
  out_of_fold <- matrix(0, 120, 3)
  for (k in 1:4) out_of_fold[own_folds == k, ] <- by_hand(train[own_folds != k], train[own_folds == k])
  said <- by_hand(train, test)
  for (learner in c("cardinality:given", "mixture:cardinality:given,forest")) for (how in c("platt", "isotonic")) {
    fit <- function(marginals) wald_fit(x[train, ], y[train, ], learner, groups = own_folds, marginals = marginals,
                                        trees = if (grepl("forest", learner)) 10, calibration = how, folds = 4,
                                        threads = 1)
    model <- fit(logistic)
    expect_equal(unname(model$out_of_fold), out_of_fold, tolerance = 1e-10)
    expect_equal(unname(predict(model, x[test, ], "marginals")), unname(said), tolerance = 1e-10)
    literal <- fit(model$out_of_fold)
    expect_identical(wald_save(model), wald_save(literal))
    expect_identical(predict(model, x[test, ])$prediction,
                     predict(literal, x[test, ], marginals = predict(model, x[test, ], "marginals"))$prediction)
    expect_identical(predict(model, x[test, ], marginals = said / 2)$prediction,
                     predict(literal, x[test, ], marginals = said / 2)$prediction)
  }
  raw <- wald_fit(x[train, ], y[train, ], "given", marginals = logistic, calibration = "none")
  expect_null(raw$out_of_fold)
  expect_error(predict(raw, x[test, ], "marginals", at_least = 1), "^at_least is given: marginals")
  expect_equal(unname(predict(raw, x[test, ], "probability")), unname(said), tolerance = 1e-10)
  ready <- wald_fit(x[train, ], y[train, ], "given", marginals = "glm", calibration = "none")
  expect_equal(unname(predict(ready, x[test, ], "probability")), unname(said), tolerance = 1e-8)
})

# A model that says 0.75 of the groups that it has seen and 0.25 of others.
nosy <- wald_model(function(x, y, weights) unique(x[, "group"]),
                   probabilities = function(model, x) 0.25 + 0.5 * (x[, "group"] %in% model))

test_that("no row is asked of a model that has seen it or its group, for random sizes, groups and weights", {
  ran <- 0
  for (i in 1:60) {
    set.seed(i)
    rows <- sample(8:60, 1)
    groups <- if (i %% 3) sample(sample(2:9, 1), rows, TRUE) else seq_len(rows)
    weights <- if (i %% 2) sample(0:2, rows, TRUE)
    if (length(unique(groups[if (is.null(weights)) TRUE else weights > 0])) < 2) next
    labels <- sapply(list(0:1, c(0, 0, 1), c(0, 0, 1, 1)), rep, length.out = rows)
    used <- if (is.null(weights)) rep(TRUE, rows) else weights > 0
    model <- tryCatch(wald_fit(cbind(group = groups), labels, "given", weights = weights, marginals = nosy, seed = i,
                               groups = if (i %% 3) groups, folds = sample(2:6, 1)), wald_error = function(e) e)
    if (inherits(model, "error")) next
    seen <- model$out_of_fold[used, ]
    varied <- apply(labels[used, ], 2, function(column) length(unique(column)) > 1)
    expect_false(any(seen == 0.75), info = i) # 0 or 1 if the other folds have one value of a label
    expect_true(any(seen[, varied] == 0.25))
    expect_true(all(predict(model, cbind(group = groups[used]), "marginals")[, varied] == 0.75))
    ran <- ran + 1
  }
  expect_gt(ran, 40)
})

test_that("a row of weight 0 is left out, and a weight is that many rows of one group", {
  weights <- rep(c(1, 0, 2), 40)
  groups <- rep(1:30, each = 4)
  fit <- function(rows, weights = NULL) {
    wald_fit(x[rows, ], y[rows, ], "cardinality:given", weights = weights, groups = groups[rows], marginals = logistic)
  }
  some <- train[weights > 0]
  full <- fit(train, weights)
  expect_identical(wald_save(full), wald_save(fit(some, weights[some])))
  copied <- c(some, some[weights[some] == 2])
  twice <- wald_fit(x[copied, ], y[copied, ], "given", groups = groups[copied], folds = 30, marginals = logistic)
  one <- wald_fit(x[some, ], y[some, ], "given", weights = weights[some], groups = groups[some], folds = 30,
                  marginals = logistic)
  expect_equal(predict(one, x[test, ], "marginals"), predict(twice, x[test, ], "marginals"), tolerance = 1e-8)
  expect_equal(one$out_of_fold, twice$out_of_fold[seq_along(some), ], tolerance = 1e-8)
  expect_equal(predict(one, x[test, ], "probability"), predict(twice, x[test, ], "probability"), tolerance = 1e-6)
})

test_that("the ready ones fit, repeat themselves, leave R's draws alone, and are kept in files", {
  people <- data.frame(x, place = factor(rep(c("north", "south", "east"), 60)),
                       ill = factor(y[, 1], labels = c("well", "ill")))
  for (name in c("glm", "ranger", "nnet")) {
    if (name != "glm") skip_if_not_installed(name)
    own <- switch(name, glm = "glm", ranger = wald_model("ranger", num.trees = 30, num.threads = 1),
                  nnet = wald_model("nnet", size = 3, maxit = 50))
    set.seed(5)
    before <- .Random.seed
    model <- wald_fit(x[train, ], y[train, ], marginals = own, seed = 7)
    expect_identical(.Random.seed, before)
    runif(1)
    expect_identical(wald_save(wald_fit(x[train, ], y[train, ], marginals = own, seed = 7)), wald_save(model))
    other <- wald_fit(x[train, ], y[train, ], marginals = own, seed = "18446744073709551615")
    expect_false(wald_save(other) == wald_save(model))
    expect_identical(model$name, "cardinality:given")
    expect_output(print(model), paste0("(", name, "), calibrated out of fold"), fixed = TRUE)
    expect_gt(wald_evaluate(y[test, ], predict(model, x[test, ]), "f1"), 0.5)
    expect_identical(predict(model, x[test[3], , drop = FALSE], "probability"),
                     predict(model, x[test, ], "probability")[3, , drop = FALSE])
    file <- tempfile(fileext = ".rds")
    saveRDS(model, file)
    expect_identical(predict(readRDS(file), x[test, c("c", "a", "b")])$prediction, predict(model, x[test, ])$prediction)
    unlink(file)
    loaded <- wald_load(wald_save(model))
    expect_identical(unname(predict(loaded, x[test, ], marginals = predict(model, x[test, ], "marginals"))$prediction),
                     unname(predict(model, x[test, ])$prediction))
    expect_error(predict(loaded, x[test, ]), "the rows have none", class = "wald_error")

    screen <- wald_fit(ill ~ a + b + place, people[train, ], marginals = own)
    expect_identical(screen$name, "given")
    expect_identical(levels(predict(screen, people[test, ], "class")), c("well", "ill"))
    expect_true(is.null(dim(predict(screen, people[test, ], "probability"))))
    both <- wald_fit(cbind(a > 0, b > 0) ~ poly(c, 2) + place, people[train, ], "cardinality:given", marginals = own)
    expect_identical(dim(predict(both, people[test, ], "marginals")), c(60L, 2L))
    sparse <- function(table) Matrix::Matrix(table, sparse = TRUE)
    by_sparse <- wald_fit(sparse(x[train, ]), sparse(y[train, ]), marginals = own, seed = 7)
    expect_equal(predict(by_sparse, sparse(x[test, ]), "marginals"), predict(model, x[test, ], "marginals"))
    weighted <- wald_fit(x[train, ], y[train, ], "given", weights = rep(c(1, 0.5), 60), marginals = own)
    expect_true(all(is.finite(predict(weighted, x[test, ], "probability"))))
    if (name == "glm") refused(wald_fit(Species ~ ., iris, marginals = own), "takes labels: there are 3 classes")
    else {
      flowers <- wald_fit(Species ~ ., iris, marginals = own)
      expect_null(flowers$out_of_fold)
      expect_gt(mean(predict(flowers, iris, "class") == iris$Species), 0.9)
      expect_false(is.null(wald_fit(Species ~ ., iris, marginals = own, calibration = "platt")$out_of_fold))
    }
  }
})

test_that("a formula's model sees the columns that it names, and the formula", {
  d <- data.frame(x, word = rep(c("u", "v"), n / 2), id = seq_len(n), red = y[, 1])
  seen <- NULL
  own <- wald_model(function(x, y, weights) {
    seen <<- x
    expect_identical(levels(y), c("0", "1"))
    expect_null(weights)
    mean(y == "1")
  }, probabilities = function(model, x) {
    expect_identical(names(x), names(seen))
    expect_identical(attr(x, "formula"), attr(seen, "formula"))
    rep(model, nrow(x))
  })
  model <- wald_fit(red ~ a * log(b + 9) + word, d[train, ], marginals = own)
  expect_identical(names(seen), c("a", "b", "word"))
  expect_identical(deparse(attr(seen, "formula")), "~a + log(b + 9) + word + a:log(b + 9)")
  expect_equal(unname(predict(model, d[test, c("word", "c", "b", "a")], "marginals")[1, ]), mean(y[train, 1]))
  wald_fit(red ~ . - id, d[train, ], marginals = own)
  expect_identical(names(seen), c("a", "b", "c", "word"))
})

test_that("features do not matter to given, a label of one value needs no model, and classes may be absent", {
  words <- data.frame(x[train, ], word = c("p", NA))
  fit_mean <- function(x, y, weights) mean(y == "1")
  own <- wald_model(fit_mean, probabilities = function(model, x) rep(model, nrow(x)))
  model <- wald_fit(words, cbind(y[train, ], never = 0, always = 1), "given", marginals = own, calibration = "none")
  expect_identical(unname(predict(model, words[1:2, ], "marginals")[, 4:5]), cbind(c(0, 0), 1))
  expect_identical(predict(model, words[3, ], "marginals")[, "red"], c(red = mean(y[train, 1])))
  expect_output(print(model), "over their marginals")
  # Of two classes in the fit, two are said; a third has probability 0.
  kind <- factor(rep(c("p", "q"), 60), levels = c("p", "q", "r"))
  shares <- wald_model(function(x, y, weights) prop.table(table(y)),
                       probabilities = function(model, x) {
                         matrix(model, nrow(x), length(model), TRUE, list(NULL, names(model)))
                       })
  three <- wald_fit(x[train, ], kind, marginals = shares)
  expect_identical(predict(three, x[test[1], , drop = FALSE], "marginals")[1, ], c(p = 0.5, q = 0.5, r = 0))
  together <- wald_model(function(x, y, weights) colMeans(y), together = TRUE,
                         probabilities = function(model, x) {
                           matrix(rev(model), nrow(x), 3, TRUE, list(NULL, rev(names(model))))
                         })
  all <- wald_fit(x[train, ], y[train, ], marginals = together, label_names = c("r", "g", "b"))
  said <- predict(all, x[test[1], , drop = FALSE], "marginals")
  expect_identical(colnames(said), c("r", "g", "b"))
  expect_equal(as.vector(said), unname(colMeans(y[train, ])))
  expect_s3_class(predict(all, x[test, ]), "wald_decisions")
})

test_that("a rule is chosen from a model's probabilities out of fold, and decides from those of new rows", {
  for (average in c("instance", "macro", "micro")) {
    fit <- function(marginals)
      wald_fit(x[train, ], y[train, ], "rule", marginals = marginals, metric = "f1", average = average, folds = 4)
    around <- fit(logistic)
    alone <- fit(around$out_of_fold)
    expect_true(around$rule %in% strsplit(around$candidates, " ")[[1]])
    for (fact in c("rule", "rule_reason", "candidate_values")) expect_identical(around[[fact]], alone[[fact]])
    asked <- function(model, ...) predict(model, x[test, ], metric = "f1", average = average, ...)$prediction
    expect_identical(asked(around), asked(alone, marginals = by_hand(train, test)))
  }
})

test_that("what is wrong is said, with the label, the value and the row", {
  saying <- function(p, together = FALSE) {
    own <- wald_model(function(x, y, weights) NULL, together = together, probabilities = function(model, x) p(nrow(x)))
    wald_fit(x[train, ], y[train, ], marginals = own, calibration = "none")
  }
  asked <- function(p, together = FALSE) predict(saying(p, together), x[test, ])
  expect_s3_class(asked(function(n) array(0.5, n)), "wald_decisions") # as mgcv::gam() gives it
  refused(asked(function(n) rep(0.5, n - 1)), 'the model of label "red" gives 59 rows: must be 60')
  refused(asked(function(n) replace(rep(0.5, n), 4, NaN)),
          'the model of label "red" gives NaN for row 4: must lie in [0, 1]')
  refused(asked(function(n) replace(rep(0.5, n), 7, 1.25)),
          'the model of label "red" gives 1.25 for row 7: must lie in [0, 1]')
  refused(asked(function(n) replace(rep(0.5, n), 2, -1)), 'gives -1 for row 2')
  refused(asked(function(n) matrix(0.5, n, 2)), 'gives 2 columns, none named "1"')
  refused(asked(function(n) rep("much", n)), "gives character: must be numeric")
  refused(asked(function(n) stop("no luck")), 'the model of label "red" gives no probabilities: no luck')
  refused(asked(function(n) matrix(0.5, n, 2), TRUE), "the model of the labels gives 2 columns: must be 3")
  refused(asked(function(n) cbind(matrix(0.5, n, 2), 3), TRUE), 'the model of label "blue" gives 3 for row 1')
  refused(predict(saying(function(n) rep(0.5, n)), x[test, 1:2]), "newdata has no column c")
  refused(predict(saying(function(n) rep(0.5, n)), 1:3), "newdata is a vector")
  failing <- function(x, y, weights) stop("too steep")
  refused(wald_fit(x[train, ], y[train, ], marginals = failing), 'fitting the model of label "red" failed: too steep')
  refused(wald_fit(x[train, ], y[train, ], "lfp", marginals = "glm"), "which has no use for marginals")
  refused(wald_fit(x[train, ], marginals = "glm"), "y is needed")
  refused(wald_fit(x[train, ], y[train, ], marginals = "xgboost"),
          'fit is "xgboost": must be one of "glm", "ranger", "nnet"')
  refused(wald_model("glm", together = TRUE), "they are for functions")
  refused(wald_model(mean, probabilities = 3), "must be a function(model, x)")
  refused(wald_model(mean, together = NA), "together is NA")
  refused(wald_fit(x[train, ], y[train, ], marginals = "glm", folds = 1), "folds is 1")
  refused(wald_fit(x[train, ], y[train, ], marginals = "glm", weights = -seq_along(train)), "weights[1] is -1")
  refused(wald_fit(x[train, ], y[train, ], marginals = "glm", weights = rep(0, 120)), "weights are all 0")
  refused(wald_fit(x[train, ], y[test, ], marginals = "glm"), "y has 60 rows: x has 120")
  refused(wald_fit(x[train, ], y[train, ], marginals = "glm", groups = rep(1, 120)), "there is 1 group")
  refused(predict(wald_fit(x[train, ], y[train, ]), x[test, ], "marginals"), "has no model of your own")
  refused(wald_fit(y[, 1] ~ x, marginals = "glm"), "data is needed")
  expect_output(print(wald_model("glm")), "glm")
})
