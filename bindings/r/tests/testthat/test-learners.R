refused <- function(code, text, class = "wald_error_argument") expect_error(code, text, class = class, fixed = TRUE)

# Labels that depend on features and on each other.
set.seed(4)
n <- 160
x <- matrix(round(rnorm(n * 4), 3), n, dimnames = list(NULL, paste0("f", 1:4)))
red <- x[, 1] + rnorm(n) > 0
y <- cbind(red = red, green = x[, 2] + red + rnorm(n) > 0.5, blue = !red & x[, 3] + rnorm(n) > -1) + 0
train <- 1:100
test <- 101:n
fitted <- wald_fit(x[train, ], y[train, ], "cardinality", threads = 1)
people <- data.frame(ill = factor(y[, 1], labels = c("well", "ill")), age = x[, 1], dose = x[, 2],
                     place = factor(rep(c("north", "south", "east", "west"), n / 4)), smokes = x[, 4] > 0)
screen <- wald_fit(ill ~ age + dose + place + smokes, people[train, ])

test_that("a learner says what its estimators say", {
  p <- predict(fitted, x[test, ], "probability")
  expect_identical(dimnames(p), list(NULL, colnames(y)))
  known <- predict(fitted, x[test, ], "estimator")
  expect_identical(length(known), length(test))
  expect_equal(t(vapply(known, wald_marginals, numeric(3))), p, tolerance = 1e-14)
  decisions <- predict(fitted, x[test, ])
  expect_s3_class(decisions, "wald_decisions")
  one_by_one <- lapply(known, wald_decide, "f1", at_least = fitted$at_least)
  expect_identical(unname(decisions$prediction), t(vapply(one_by_one, function(d) unname(d$prediction), NA[1:3])))
  expect_identical(decisions$expected, vapply(one_by_one, `[[`, 0, "expected"))
  expect_identical(predict(fitted, x[test[7], , drop = FALSE])$prediction[1, ], decisions$prediction[7, ])
  expect_gt(wald_evaluate(y[test, ], decisions, "f1"), 0.6)
  down <- predict(fitted, x[test, ], average = "macro")
  expect_identical(down$prediction[, 2], wald_decide(p[, 2], "f1")$prediction)
  expect_true(all(predict(fitted, x[test, ], exactly = 2)$k == 2))
  expect_true(any(predict(fitted, x[test, ], abstain = 0.1)$abstained))
})

test_that("every learner fits, says, is saved and loaded to the same bits, for any number of threads", {
  for (name in c("br", "lfp", "efp", "pcc", "cardinality", "cardinality:forest", "neighbours", "forest", "tree", "kernel:lfp",
                 "mixture:cardinality,forest")) {
    of <- function(value, readers) if (grepl(readers, name)) value
    fit <- function(threads) {
      wald_fit(x[train, ], y[train, ], name, trees = of(20, "forest"), samples = of(50, "pcc"),
               c_values = of(c(0.1, 1), "br|fp|pcc|cardinality"), gamma = of(0.5, "kernel"), seed = 3, threads = threads)
    }
    model <- fit(1)
    expect_identical(model$name, name)
    said <- predict(model, x[test, ], "probability", threads = 1)
    expect_true(all(said >= 0 & said <= 1))
    saved <- wald_save(model)
    again <- wald_load(saved)
    expect_identical(wald_save(again), saved)
    expect_identical(predict(again, x[test, ], "probability", threads = 3), said)
    expect_identical(wald_save(fit(3)), saved)
  }
})

test_that("settings reach the library", {
  for (setting in list(list(c_values = 1), list(scaling = "minmax"), list(calibration = "none"),
                       list(label_names = c("a", "b", "c")), list(at_least = 2), list(folds = 3), list(seed = "7"))) {
    other <- do.call(wald_fit, c(list(x[train, ], y[train, ], "cardinality"), setting))
    expect_false(wald_save(other) == wald_save(fitted), info = names(setting))
  }
  expect_identical(other$rows, 100L)
  by_order <- function(order) wald_save(wald_fit(x[train, ], y[train, ], "pcc", chain_orders = order, c_values = 1))
  expect_identical(by_order(1:3), by_order(list(1:3)))
  expect_false(by_order(3:1) == by_order(1:3))
  expect_identical(wald_fit(x[train, ], y[train, ], "neighbours", neighbours = 4)$choices$value[1], 4)
  weights <- rep(c(1, 0), 50)
  expect_identical(wald_save(wald_fit(x[train, ], y[train, ], "tree", weights = weights)),
                   wald_save(wald_fit(x[train, ][weights > 0, ], y[train, ][weights > 0, ], "tree")))
})

test_that("rows of a group are left out together", {
  own <- rep(1:4, 25)
  losses <- function(seed, groups = own, folds = 4) {
    wald_fit(x[train, ], y[train, ], "cardinality", groups = groups, folds = folds, seed = seed)$choices$loss
  }
  for (seed in 1:3) {
    expect_equal(losses(seed), losses(0), tolerance = 1e-9)
    expect_true(all(abs(losses(seed, NULL) - losses(0, NULL)) > 1e-9))
  }
  expect_equal(losses(0, folds = 9), losses(0), tolerance = 1e-9) # as many folds as there are groups

  # Copies in the group of their row are a weight.
  pairs <- rep(1:50, each = 2)
  twice <- c(train, train)
  for (name in c("lfp", "cardinality", "pcc")) {
    copied <- wald_fit(x[twice, ], y[twice, ], name, groups = c(pairs, pairs))
    weighted <- wald_fit(x[train, ], y[train, ], name, weights = rep(2, 100), groups = pairs)
    expect_identical(copied$choices$value, weighted$choices$value)
    expect_equal(predict(copied, x[test, ], "probability"), predict(weighted, x[test, ], "probability"),
                 tolerance = 1e-9)
  }

  # Of whatever form: the order of first appearance says which group is which.
  site <- paste("site", c(7, 7, 2, 9, 1, 2, 5, 3, 3, 8))[own + rep(0:4, 20)]
  for (name in c("cardinality", "neighbours", "kernel:lfp")) {
    gamma <- if (name == "kernel:lfp") 0.5
    saved <- function(groups) wald_save(wald_fit(x[train, ], y[train, ], name, groups = groups, gamma = gamma))
    by_text <- saved(site)
    expect_false(by_text == saved(NULL))
    expect_identical(saved(factor(site)), by_text)
    expect_identical(saved(factor(site, levels = rev(c(unique(site), "none")))), by_text)
    expect_identical(saved(-7 * match(site, unique(site))), by_text)
    expect_identical(saved(2^53 - match(site, unique(site))), by_text)
    expect_identical(saved(structure(match(site, unique(site)), names = seq_along(site))), by_text)
  }
  expect_identical(saved(own < 3), saved(as.integer(own < 3)))
  visits <- cbind(people[train, ], at = site, n = rep(1:2, 50))
  expect_identical(wald_save(wald_fit(ill ~ age + dose, visits, weights = n, groups = at)),
                   wald_save(wald_fit(visits[c("age", "dose")], visits$ill, weights = visits$n, groups = site)))
  expect_identical(wald_save(wald_fit(ill ~ age + dose, visits, groups = substr(at, 6, 6))),
                   wald_save(wald_fit(ill ~ age + dose, visits, groups = site)))
  expect_identical(wald_save(wald_fit(ill ~ age, visits[visits$dose > 0, ], groups = at)),
                   wald_save(wald_fit(ill ~ age, visits[visits$dose > 0, ], groups = site[visits$dose > 0])))
})

test_that("what a formula takes away is no feature, and later rows need not have it", {
  visits <- transform(people[train, ], at = factor(rep(1:25, 4)))
  model <- wald_fit(ill ~ . - at + poly(dose, 2), visits, groups = at)
  same <- wald_fit(ill ~ age + dose + place + smokes + poly(dose, 2), visits, groups = at)
  expect_identical(wald_save(model), wald_save(same))
  for (new in list(people[test, ], transform(people[test, ], at = "another"), transform(people[test, ], at = NA)))
    expect_identical(predict(model, new, "probability"), predict(same, people[test, ], "probability"))
  expect_identical(wald_save(wald_fit(ill ~ . - at, transform(visits, at = replace(at, 3, NA)))),
                   wald_save(wald_fit(ill ~ age + dose + place + smokes, visits)))
})

test_that("tables of every form are the same rows", {
  saved <- wald_save(wald_fit(x[train, ], y[train, ], "cardinality", scaling = "none"))
  same <- function(features, labels) {
    expect_identical(wald_save(wald_fit(features, labels, "cardinality", scaling = "none")), saved)
  }
  same(as.data.frame(x[train, ]), as.data.frame(y[train, ]))
  same(x[train, ], y[train, ] == 1)
  sparse <- Matrix::Matrix(y[train, ], sparse = TRUE)
  same(x[train, ], sparse)
  same(x[train, ], as(sparse, "RsparseMatrix"))
  few <- x * (abs(x) > 1)
  dense <- wald_fit(few[train, ], y[train, ], "lfp", scaling = "unit")
  for (form in c("CsparseMatrix", "RsparseMatrix")) {
    table <- as(Matrix::Matrix(few, sparse = TRUE), form)
    model <- wald_fit(table[train, ], y[train, ], "lfp", scaling = "unit")
    expect_equal(predict(model, table[test, ], "probability"), predict(dense, few[test, ], "probability"),
                 tolerance = 1e-3)
    expect_identical(predict(model, few[test, ], "probability"), predict(model, table[test, ], "probability"))
  }
  by_formula <- wald_fit(cbind(red, green, blue) ~ f1 + f2 + f3 + f4, data.frame(x, y)[train, ], "cardinality")
  expect_identical(wald_save(by_formula), wald_save(fitted))
  expect_identical(wald_save(wald_fit(cbind(red, green, blue) ~ ., data.frame(x, y)[train, ], "cardinality")),
                   wald_save(fitted))
})

test_that("factors keep their levels", {
  expect_identical(screen$features, c("age", "dose", "place=east", "place=north", "place=south", "place=west", "smokesTRUE"))
  expect_identical(screen$levels, c("well", "ill"))
  p <- predict(screen, people[test, ], "probability")
  expect_identical(length(p), length(test))
  # One row, other levels, other orders of columns and of levels: the same numbers.
  expect_identical(unname(predict(screen, droplevels(people[150, ]), "probability")), unname(p[50]))
  expect_identical(predict(screen, people[test, 5:1], "probability"), p)
  reordered <- transform(people[test, ], place = factor(place, levels = rev(levels(place))))
  expect_identical(predict(screen, reordered, "probability"), p)
  expect_identical(predict(screen, transform(people[test, ], place = as.character(place)), "probability"), p)
  file <- tempfile(fileext = ".rds")
  saveRDS(screen, file)
  back <- readRDS(file)
  unlink(file)
  expect_identical(predict(back, people[test, ], "probability"), p)
  expect_identical(predict(back, people[test, ], "class"), predict(screen, people[test, ], "class"))
  classes <- predict(screen, people[test, ], "class", metric = "f1")
  expect_identical(levels(classes), c("well", "ill"))
  expect_identical(unname(classes == "ill"), unname(wald_decide(p, "f1")$prediction))
  own <- wald_fit(people[train, -1], people$ill[train])
  expect_identical(unname(predict(own, people[test, ], "probability")), unname(p))
  treated <- wald_fit(ill ~ place, people[train, ], contrasts = NULL)
  expect_identical(treated$features, c("placenorth", "placesouth", "placewest"))
  crossed <- wald_fit(ill ~ age * place + poly(dose, 2), people[train, ])
  expect_identical(unname(predict(crossed, people[150, ], "probability")),
                   unname(predict(crossed, people[test, ], "probability")[50]))
  loaded <- wald_load(wald_save(screen), labels = c("well", "ill"))
  made <- stats::model.matrix(~ 0 + place, people[test, ])
  columns <- unname(cbind(x[test, 1:2], made, people$smokes[test]))
  expect_identical(predict(loaded, columns, "probability"), unname(p))
})

test_that("classes and single labels come back as they were given", {
  flowers <- wald_fit(Species ~ ., iris, "br")
  expect_identical(flowers$task, "classes")
  expect_identical(levels(predict(flowers, iris, "class")), levels(iris$Species))
  expect_gt(mean(predict(flowers, iris, "class") == iris$Species), 0.95)
  expect_equal(unname(rowSums(predict(flowers, iris, "probability"))), rep(1, 150))
  expect_s3_class(predict(flowers, iris, metric = "f1"), "wald_decisions")
  expect_identical(predict(wald_fit(iris[1:4], as.character(iris$Species), "br"), iris, "probability"),
                   predict(flowers, iris, "probability"))
  two <- wald_fit(x[train, ], people$ill[train], "br", task = "classes")
  expect_identical(c(two$task, two$kind), c("classes", "categorical"))
  bare <- wald_fit(unname(x[train, ]), y[train, 1])
  expect_null(bare$labels)
  expect_identical(levels(predict(bare, unname(x[test, ]), "class")), c("0", "1"))
  logical <- wald_fit(unname(x[train, ]), y[train, 1] == 1)
  expect_identical(levels(predict(logical, unname(x[test, ]), "class")), c("FALSE", "TRUE"))
  expect_identical(predict(logical, unname(x[test, ]), "probability"), predict(bare, unname(x[test, ]), "probability"))
  # The rows are one problem.
  expect_identical(length(predict(bare, unname(x[test, ]))), 1L)
})

test_that("marginals of another model", {
  p <- predict(wald_fit(x[train, ], y[train, ], "forest", trees = 30), x, "probability")
  given <- wald_fit(x[train, ], y[train, ], "cardinality:given")
  decided <- predict(given, x[test, ], marginals = p[test, ])
  known <- predict(given, x[test, ], "estimator", marginals = as.data.frame(p[test, ]))
  expect_identical(summary(known[[1]])$kind, "counts")
  expect_identical(decided$expected[1], wald_decide(known[[1]], "f1", at_least = given$at_least)$expected)
  refused(predict(given, x[test, ]), "takes the marginals of another model, and the rows have none")
  refused(predict(given, x[test, ], marginals = unname(p[test, 1:2])), "marginals are 60 by 2: must be 60 by 3")
  refused(predict(given, x[test, ], marginals = 2 * p[test, ] + 1), "must lie in [0, 1]")
})

test_that("what is wrong is said", {
  refused(wald_fit(x, y, "svm"), 'must be one of lfp, br', "wald_error")
  refused(wald_fit(x, y, c("br", "lfp")), "must be one string")
  refused(wald_fit(x), "dataset has no labels and no classes")
  refused(wald_fit(x, y[1:9, ]), "y has 9 rows: x has 160")
  refused(wald_fit(x[, 1], y), "x is a vector: must be a table")
  refused(wald_fit(x, replace(y, 3, NA), na.action = na.pass), "labels[3, 1] is nan: must be 0 or 1")
  refused(wald_fit(x, replace(y, 3, 2)), "labels[3, 1] is 2: must be 0 or 1")
  refused(wald_fit(x, replace(people$ill, 3:4, NA), na.action = na.fail), "y is missing in row 3 and in 1 more: fill it in")
  refused(wald_fit(x, replace(people$ill, 3:4, NA), na.action = na.pass), "y is missing in row 3 and in 1 more: leave such rows")
  refused(wald_fit(replace(x, 2, NA), y), "features[2, 1] (\"f1\") is nan: must be a number; the option missing fills")
  refused(wald_fit(ill ~ ., replace(people, 2, NA_real_)), "data$age is missing in row 1 and in 159 more: fill it in")
  refused(wald_fit(as.data.frame(replace(x, 2, NA)), y), "x$f1 is missing in row 2")
  refused(predict(screen, transform(people[test, ], place = "moon")),
          'newdata$place has the level "moon", which no training row had: must be one of "east", "north"')
  refused(predict(screen, transform(people[test, ], place = NA), na.action = na.fail), "newdata$place is missing in row 1")
  refused(predict(screen, transform(people[test, ], age = "old")), "newdata does not fit the learner")
  refused(predict(screen, people[test, 1:2]), "newdata has no column dose")
  refused(predict(screen, x[test, ]), "must be a data frame")
  refused(predict(fitted, x[test, 1:3]), "newdata has no column f4: it has f1, f2, f3")
  refused(predict(fitted, unname(x[test, 1:3])), "n_features is 3: the model was fitted to 4")
  refused(predict(fitted), "newdata is needed")
  refused(predict(fitted, x, "class"), "3 labels, not exclusive classes")
  refused(predict(fitted, x, "odds"), "must be one of")
  refused(predict(fitted, x, mertic = "f1"), 'option "mertic" is unknown to decisions')
  refused(wald_fit(x, y, fould = 3), 'option "fould" is unknown to learners')
  refused(wald_fit(ill ~ age, people, fould = 3), 'option "fould" is unknown to learners')
  refused(wald_fit(~ age, people), "has no left side")
  refused(wald_fit(ill ~ 1, people), "the formula names no features")
  refused(wald_fit(x, y, folds = 1.5), "folds is 1.5")
  refused(wald_fit(x, y, c_values = c(1, 0.1)), "c_values[2] is 0.1: must be above c_values[1] = 1")
  refused(wald_fit(x, y, "pcc", chain_orders = c(1, 1, 2)), "orders[1]")
  refused(wald_fit(x, y, "pcc", chain_orders = list(1:3, 1:2)), "different lengths")
  refused(wald_fit(x, y, weights = 1), "weights has length 1: must be 160")
  refused(wald_fit(x, y, weights = rep(-1, n)), "weights[1] is -1: must be finite and at least 0")
  refused(wald_fit(x, y, groups = 1:2), "groups has 2 elements: there are 160 rows")
  refused(wald_fit(x, y, groups = factor("a")), "groups has 1 elements: there are 160 rows")
  refused(wald_fit(x, y, groups = as.list(1:n)), "groups is of class list: must be whole numbers, a factor or texts")
  refused(wald_fit(x, y, groups = cbind(1:n, 1:n)), "groups has 2 dimensions: must have 1")
  alone <- ": a row that belongs to no other has a group of its own"
  refused(wald_fit(x, y, groups = c(1, NaN, 3:n)), paste0("groups is missing in row 2", alone))
  refused(wald_fit(x, y, groups = c(NA, NA, letters)[1:n %% 28 + 1]), "groups is missing in row 1 and in 10 more")
  refused(wald_fit(x, y, groups = factor(c("a", NA, "b")[c(1, 3, rep(2, n - 2))])), "missing in row 3 and in 157 more")
  refused(wald_fit(x, y, groups = addNA(c("a", "b", rep(NA, n - 2)))), "missing in row 3 and in 157 more")
  refused(wald_fit(x, y, groups = c(1:9, 1.5, 11:n)), "groups is 1.5 in row 10: must be a whole number of at most")
  refused(wald_fit(x, y, groups = c(Inf, 2:n)), "groups is Inf in row 1: must be a whole number")
  refused(wald_fit(x, y, groups = c(2^54, 2:n)), "in row 1: must be a whole number of at most 9007199254740992")
  refused(wald_fit(x, y, groups = rep(7, n)), "groups are all 7: two at least are needed, to leave one out")
  refused(wald_fit(x, y, groups = rep("p 7", n)), 'groups are all "p 7": two at least are needed, to leave one out')
  refused(wald_fit(x, y, weights = c(0, rep(1, n - 1)), groups = factor(c("a", rep("b", n - 1)))),
          'groups are all "b" where weights are above 0: two at least are needed')
  refused(wald_fit(x, y, weights = c(0, rep(1, n - 1)), groups = c(1, rep(7, n - 1))),
          "groups are all 7 where weights are above 0: two at least are needed")
  refused(wald_fit(ill ~ age, people, groups = ifelse(age > 0, "old", NA)), "groups is missing in row ")
  refused(wald_fit(x, y, seed = -1), 'seed is "-1": must be a whole number from 0')
  refused(wald_fit(x, people$ill, "efp", task = "classes"), "efp", "wald_error_unsupported")
  refused(wald_fit(x, y[, 1], task = "classes"), 'task is "classes"')
  refused(predict(fitted, x[test, ], metric = "jaccard"), "linear in tp", "wald_error_unsupported")
  refused(wald_load(sub("cardinality", "cart", wald_save(fitted)), kind = "learner"), "cart", "wald_error_format")
  refused(wald_load(wald_save(fitted), labels = "a"), "labels has length 1: the learner has 3 labels")
  refused(wald_fit(x, y, progress = function(f) FALSE), "cancelled", "wald_cancelled")
  expect_error(wald_fit(x, y, progress = function(f) stop("mine")), "mine")
  refused(predict(fitted, x, progress = function(f) FALSE), "cancelled", "wald_cancelled")
})

test_that("what is printed", {
  expect_output(print(fitted), "Learner cardinality for 3 labels over 4 features, fitted to 100 rows")
  expect_output(print(screen), "label: ill (against well)", fixed = TRUE)
  expect_output(print(summary(fitted)), "Chosen, by the loss out of fold")
  expect_output(print(summary(fitted), most = 2), "and 2 more; of all")
  expect_output(print(summary(wald_fit(x, y, "forest", trees = 3))), "Nothing was chosen")
  path <- as.data.frame(fitted)
  expect_identical(names(path), c("part", "what", "value", "loss", "chosen"))
  expect_identical(sum(path$chosen), nrow(fitted$choices))
  expect_identical(path$value[path$chosen], fitted$choices$value)
})

test_that("probabilities move to another prior", {
  p <- matrix(c(0.5, 0, 0.25, 1), 2, dimnames = list(c("a", "b"), c("x", "y")))
  for (kind in c("independent", "categorical")) {
    found <- wald_adapt(p, c(0.5, 0.25), c(0.8, 0.1), kind)
    expect_equal(found, matrix(c(0.8, 0, 0.1, 1), 2, dimnames = dimnames(p)))
  }
  expect_equal(wald_adapt(c(a = 0.5, b = 0.2), 0.5, 0.8), c(a = 0.8, b = 0.5))
  refused(wald_adapt(p, 0.5, c(0.8, 0.1)), "training_prior has 1 rows: must have 2")
})

test_that("calibration", {
  set.seed(2)
  score <- rnorm(600)
  case <- runif(600) < plogis(3 * score - 1)
  for (method in c("platt", "isotonic", "beta")) {
    fit <- wald_calibrate(case, scores = score, method = method)
    p <- predict(fit, scores = score)
    expect_false(is.unsorted(p[order(score)]))
    expect_equal(mean(p), mean(case), tolerance = 0.02)
    expect_lt(mean((p - case)^2), mean((plogis(score) - case)^2))
    loaded <- wald_load(wald_save(fit))
    expect_identical(loaded$method, method)
    expect_identical(predict(loaded, scores = score), p)
    file <- tempfile(fileext = ".rds")
    saveRDS(fit, file)
    expect_identical(predict(readRDS(file), scores = score), p)
    unlink(file)
    levels <- wald_calibrate(factor(case, labels = c("no", "yes")), scores = score, method = method)
    expect_identical(predict(levels, scores = score), p)
    expect_output(print(summary(fit)), "Brier score")
  }
  # What glm() finds, except for Platt's targets.
  model <- glm(case ~ score, binomial)
  expect_equal(predict(wald_calibrate(case, scores = score), scores = score), unname(fitted(model)),
               tolerance = 0.02)
  expect_identical(predict(fit, scores = c(a = 0.5)), c(a = predict(fit, scores = 0.5)))
  twice <- wald_calibrate(case, scores = score, weights = rep(2, 600))
  expect_output(print(twice), "Calibration (platt) of 600 scores", fixed = TRUE)
  refused(wald_calibrate(scores = score), "truth is needed")
  refused(wald_calibrate(case[1:5], scores = score), "truth has 5 elements: there are 600 scores")
  refused(wald_calibrate(case, plogis(score), "spline"), "platt")
  refused(wald_calibrate(rep(0, 600), plogis(score)), "both must occur")
  refused(wald_calibrate(case, scores = replace(score, 1, NaN)), "scores[1] is nan: must be finite")
  refused(predict(fit, scores = Inf), "scores[1] is inf")
  refused(predict(fit), "newdata is needed")
  refused(plot(loaded), "does not hold the rows")
})

test_that("calibration of probabilities is that of their log-odds, and takes nothing else", {
  set.seed(4)
  z <- rnorm(6000)
  y <- runif(6000) < plogis(z)
  p <- plogis(3 * z) # overconfident
  loss <- function(said) -mean(log(ifelse(y, said, 1 - said)))
  best <- loss(plogis(z))
  for (method in c("platt", "isotonic", "beta")) {
    fit <- wald_calibrate(y, p, method)
    said <- predict(fit, p)
    expect_lt(loss(said), best + 0.002)
    by_scores <- wald_calibrate(y, scores = qlogis(p), method = method)
    expect_equal(said, predict(by_scores, scores = qlogis(p)), tolerance = 1e-7)
    expect_true(all(is.finite(qlogis(predict(fit, 0:1)))))
    expect_identical(predict(wald_load(wald_save(fit)), p), said)
    refused(predict(fit, scores = z), "scores are given: the calibration was fitted to probabilities")
    refused(predict(by_scores, p), "probabilities are given: the calibration was fitted to scores")
    refused(predict(fit, c(0.5, -0.1)), "probabilities[2] is -0.1: must lie in [0, 1]")
  }
  expect_output(print(fit), "of 6000 probabilities", fixed = TRUE)
  refused(wald_calibrate(y, z), "must lie in [0, 1]; log-odds and other scores are given as scores")
  refused(wald_calibrate(y, p, scores = z), "one of them is calibrated")
  refused(wald_calibrate(p, y), "(are scores and truth swapped?)")
})

test_that("the parts of the Brier score are those of isotonic regression", {
  set.seed(3)
  p <- round(runif(300), 2)
  truth <- as.numeric(runif(300) < p^2)
  iso <- stats::isoreg(order(order(p, -truth)), truth)$yf # ties apart, but pooled where the truth falls
  parts <- wald:::score_parts(p, truth)
  expect_equal(parts[["brier"]], mean((p - truth)^2))
  expect_equal(parts[["brier"]], parts[["miscalibration"]] - parts[["discrimination"]] + parts[["uncertainty"]])
  expect_gte(parts[["miscalibration"]], 0)
  expect_gte(parts[["discrimination"]], 0)
  q <- wald:::isotonic_values(p, truth, rep(1, 300))
  order <- order(p)
  expect_false(is.unsorted(q[order]))
  expect_equal(sum(q), sum(truth))
  distinct <- runif(300)
  expect_equal(wald:::isotonic_values(distinct, truth, rep(1, 300))[order(distinct)],
               stats::isoreg(sort(distinct), truth[order(distinct)])$yf)
  groups <- wald:::grouped_shares(p, truth, NULL, 5, 0.95)
  expect_identical(nrow(groups), 5L)
  expect_equal(sum(groups$n), 300)
  wilson <- stats::prop.test(round(groups$share[2] * groups$n[2]), groups$n[2], correct = FALSE)$conf.int
  expect_equal(c(groups$low[2], groups$high[2]), as.vector(wilson))
})

test_that("pictures of learners", {
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  new <- x[test, ]
  truth <- y[test, ]
  set.seed(1)
  calibrated <- wald_calibrate(y[, 1], scores = x[, 1])
  expect_identical(withVisible(plot(fitted, "calibration", new, truth))$visible, FALSE)
  plot(fitted, "calibration", new, truth, label = "green", main = "given")
  plot(fitted, "size", new, truth)
  plot(fitted, "size", new)
  plot(fitted, "path")
  plot(fitted, "path", label = "red")
  plot(screen, "calibration", people[test, ])
  plot(wald_fit(Species ~ ., iris, "br"), "calibration", iris)
  plot(calibrated)
  drawn <- function(...) texts_of(function() plot(...))
  says(drawn(fitted, "calibration", new, truth, label = "green"), "reliability of cardinality: green on 60 rows",
       "groups, 95 % intervals", "as it should be", "how often it was said", "Brier score")
  says(drawn(fitted, "size", new, truth), "number of labels of 60 rows", "expected", paste(format(mean(rowSums(truth)),
       digits = 3), "observed"), "share of the rows")
  says(drawn(fitted, "path"), "how C was chosen", "C, the inverse penalty", "chosen: ", "red")
  says(drawn(fitted, "path", label = "red"), "chosen: C = ")
  says(drawn(calibrated), "calibration of ", "share of positives")
  refused(plot(fitted, "calibration", new), "y is needed")
  refused(plot(fitted, "calibration"), "newdata is needed")
  refused(plot(fitted, "calibration", new, truth[1:5, ]), "y is 5 by 3: must be 60 by 3")
  refused(plot(fitted, "calibration", new, truth, label = "grey"), 'label is "grey"')
  refused(plot(fitted, "calibration", new, truth, level = 2), "level is 2: must lie in (0, 1)")
  refused(plot(fitted, "path", label = "grey"), "there are paths of red, green")
  refused(plot(wald_fit(x, y, "tree"), "path"), "tried no values")
  refused(plot(screen, "size", people[test, ]), "the learner has one label")
  grDevices::dev.off()
  expect_gt(file.size(file), 10000)
  unlink(file)
  skip_if_not_installed("ggplot2")
  for (picture in list(ggplot2::autoplot(fitted, "calibration", new, truth),
                       ggplot2::autoplot(fitted, "size", new, truth), ggplot2::autoplot(fitted, "path"),
                       ggplot2::autoplot(calibrated))) {
    expect_s3_class(picture, "ggplot")
    expect_gt(nrow(ggplot2::layer_data(picture)), 0)
  }
})

test_that("the candidates of a rule are drawn, the best above", {
  set.seed(3)
  p <- matrix(runif(600), 200)
  y <- matrix(runif(600) < p^2, 200)
  fitted <- wald_fit(matrix(0, 200, 0), y, "rule", marginals = p, metric = "f1", average = "macro")
  names <- strsplit(fitted$candidates, " ")[[1]]
  drawn <- texts_of(function() plot(fitted, "candidates"))
  says(drawn, names, paste0("chosen: ", fitted$rule, "; dashed: first choice, decide-mean"), "value, with 95 % limits of the gain",
       "what each rule is worth out of fold")
  says(texts_of(function() plot(fitted, "candidates", level = 0.5, main = "given")), "50 % limits", "given")
  refused(plot(fitted, "candidates", level = 1), "level is 1: must lie in (0, 1)")
  refused(plot(wald_fit(matrix(0, 200, 0), y, "rule", marginals = p, rule = "vote"), "candidates"),
          "the rule was set")
  refused(plot(wald_fit(p, y, "tree"), "candidates"), 'a learner "tree" compares no rules')
  skip_if_not_installed("ggplot2")
  layers <- ggplot2::autoplot(fitted, "candidates")
  points <- ggplot2::layer_data(layers, 2)
  by_value <- order(fitted$candidate_values)
  expect_equal(sort(points$x), fitted$candidate_values[by_value])
  expect_equal(points$x[order(points$y)], fitted$candidate_values[by_value])
  expect_equal(((points$xmax - points$xmin) / 2)[order(points$y)], stats::qnorm(0.975) * fitted$candidate_errors[by_value])
  expect_equal(ggplot2::layer_data(layers, 3)$x, fitted$candidate_values[names == fitted$rule])
  expect_equal(ggplot2::layer_data(layers, 1)$xintercept, fitted$candidate_values[names == "decide-mean"])
})

test_that("columns are matched by name, and the kinds of answers have R's own names too", {
  set.seed(2)
  x <- matrix(rnorm(300), 100, dimnames = list(NULL, c("a", "b", "c")))
  y <- cbind(red = x[, 1] > 0, green = x[, 2] > 0)
  model <- wald_fit(x, y, "br")
  said <- predict(model, x, "probability")
  turned <- cbind(x[, c("c", "a", "b")], d = 0)
  for (table in list(turned, as.data.frame(turned), Matrix::Matrix(turned, sparse = TRUE)))
    expect_identical(unname(predict(model, table, "probability")), unname(said))
  expect_identical(predict(model, x, "prob"), said)
  expect_identical(predict(model, x, "response"), said)
  refused(predict(model, x[, c("b", "c")]), "newdata has no column a: it has b, c")
  refused(predict(model, data.frame(z = "x")), "newdata has no column a, nor 2 more: it has z")
  given <- wald_fit(x, y, "cardinality:given")
  expect_identical(predict(given, x, marginals = said[, 2:1])$prediction,
                   predict(given, x, marginals = said)$prediction)
})

test_that("texts, factors and logicals are columns named by their levels", {
  d <- data.frame(ill = rep(c(TRUE, FALSE, TRUE), 20), place = rep(c("here", "there", "far", "far"), 15),
                  sex = factor(rep(c("f", "m"), 30)), smokes = rep(c(TRUE, TRUE, FALSE), 20))
  model <- wald_fit(ill ~ ., d, "br")
  expect_identical(model$features, c("place=far", "place=here", "place=there", "sex=f", "sex=m", "smokesTRUE"))
  expect_identical(predict(model, d[60:1, 4:1], "prob"), rev(predict(model, d, "prob")))
  refused(predict(model, transform(d, place = "away")), 'newdata$place has the level "away", which no training row had')
  refused(predict(model, d["ill"]), "newdata has no column place, nor 2 more: it has ill")
})

test_that("missing values are filled in where the option missing says with what", {
  set.seed(3)
  d <- data.frame(age = rnorm(120), place = rep(c("here", "there", "far"), 40))
  d$ill <- d$age + (d$place == "far") + rnorm(120) > 0.5
  gone <- transform(d, age = replace(age, c(3, 50), NA), place = replace(place, c(4, 51), NA))
  refused(wald_fit(ill ~ age + place, gone), "data$age is missing in row 3 and in 1 more: fill it in")
  for (missing in c("mean", "most_frequent")) {
    model <- wald_fit(ill ~ age + place, gone, "br", missing = missing)
    p <- predict(model, gone, "prob")
    expect_false(anyNA(p))
    if (missing == "mean") {
      filled <- transform(gone, age = replace(age, c(3, 50), mean(age, na.rm = TRUE)))
      expect_equal(predict(model, filled, "prob"), p)
    }
    again <- wald_load(wald_save(model))
    wide <- cbind(age = gone$age, sapply(c("far", "here", "there"), function(level) as.numeric(gone$place == level)))
    colnames(wide)[-1] <- paste0("place=", colnames(wide)[-1])
    expect_identical(as.vector(predict(again, wide, "prob")), as.vector(p))
  }
  x <- as.matrix(gone["age"])
  expect_identical(length(predict(wald_fit(x, gone$ill, "br", missing = "mean"), x, "prob")), 120L)
  whole <- wald_fit(ill ~ age, d, "br")
  refused(predict(whole, gone, na.action = na.fail), "newdata$age is missing in row 3 and in 1 more")
  refused(predict(wald_load(wald_save(whole)), x, na.action = na.fail), "features[3, 1] (\"age\") is nan")
  for (model in list(whole, wald_load(wald_save(whole)))) expect_identical(which(is.na(predict(model, gone, "prob"))), c(3L, 50L))
})

test_that("a learner that was loaded takes words, factors and what is missing by the names of its features", {
  words <- data.frame(age = x[, 1], place = rep(c("north", "south", "east", "west"), n / 4))
  words$age[3] <- words$place[5] <- NA
  file <- tempfile(fileext = ".json")
  for (model in list(wald_fit(words[train, ], y[train, 1], missing = "most_frequent", missing_indicators = TRUE),
                     wald_fit(ill ~ ., cbind(words, ill = y[, 1] == 1)[train, ], missing = "mean"))) {
    again <- wald_read({wald_write(model, file); file})
    said <- unname(c(predict(model, words, "probability")))
    expect_identical(unname(c(predict(again, words[2:1], "probability"))), said)
    expect_identical(unname(c(predict(again, within(words, place <- factor(place))[2:1], "probability"))), said)
    refused(predict(again, data.frame(age = 1, place = "moon")),
            'newdata$place has the level "moon", which no training row had: must be one of "east", "north", "south", "west"')
    refused(predict(again, data.frame(age = 1)), "newdata has no column place=east, nor 3 more: it has age")
  }
})
