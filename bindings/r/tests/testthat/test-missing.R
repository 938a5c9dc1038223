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
