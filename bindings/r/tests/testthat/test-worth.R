# What deciding is worth, in advance: by sums over all label vectors, in every form of a table, and what is refused.
rows <- rbind(c(0.45, 0.4, 0.1), c(0.9, 0.15, 0.3), c(0.35, 0.55, 0.62), c(0.48, 0.47, 0.02))

f1 <- function(y, h) if (sum(y) + sum(h) == 0) 1 else 2 * sum(y & h) / (sum(y) + sum(h))

test_that("the gain and its errors are sums over all label vectors", {
  truths <- as.matrix(expand.grid(0:1, 0:1, 0:1))
  moments <- apply(rows, 1, function(p) {
    mass <- apply(truths, 1, function(y) prod(ifelse(y == 1, p, 1 - p)))
    best <- wald_decide(p, "f1")$prediction
    d <- apply(truths, 1, function(y) f1(y, best) - f1(y, p >= 0.5))
    c(sum(mass * d), sum(mass * d^2) - sum(mass * d)^2)
  })
  found <- wald_worth(rows, "f1")
  expect_s3_class(found, "wald_worth")
  expect_equal(found$gain, mean(moments[1, ]))
  expect_equal(found$truth_error, sqrt(sum(moments[2, ])) / 4)
  expect_equal(found$standard_error, sqrt(sum(moments[2, ]) / 16 + stats::var(moments[1, ]) / 4))
  expect_identical(found$verdict, "undetermined")
  expect_output(print(found), "Worth of deciding for f1: undetermined")
  expect_identical(wald_worth(rows[rep(1:4, 50), ], "f1")$verdict, "pays")
})

test_that("tables of every form say the same", {
  found <- wald_worth(rows, "f1")
  expect_equal(unclass(wald_worth(as.data.frame(rows), "f1")), unclass(found))
  expect_equal(wald_worth(Matrix::Matrix(rows, sparse = TRUE), "f1")$gain, found$gain)
  expect_equal(unclass(wald_worth(rows, "f1", weights = rep(2, 4))), unclass(found))
  expect_equal(unclass(wald_worth(rows[, 1], "f1")), unclass(wald_worth(rows[, 1, drop = FALSE], "f1", average = "macro")))
  expect_gt(wald_worth(rows, "f1", temperature = 2)$gain, found$gain)
  expect_identical(wald_worth(rows, "f1", least_gain = 5)$verdict, "does_not_pay")
})

test_that("rows that are known to have a label", {
  few <- matrix(c(0.4, 0.1, 0.05), 200, 3, byrow = TRUE)
  expect_identical(wald_worth(few, "f1", at_least = 1)$verdict, "does_not_pay")
  expect_identical(wald_worth(few, "f1", at_least = 1, nonempty = TRUE)$verdict, "pays")
})

test_that("a known truth shows the gain, and whether probabilities are too high", {
  p <- rows[rep(1:4, 50), ]
  y <- 1 * (p > rep(c(0.2, 0.35, 0.5, 0.65, 0.8), length.out = length(p)))
  found <- wald_worth(p, "f1", truth = y)
  decided <- wald_decide(p, "f1")
  expect_equal(found$realised_optimum, wald_evaluate(y, decided, "f1"), ignore_attr = TRUE)
  compared <- wald_compare(y, 1 * (p >= 0.5), decided, "f1")
  expect_equal(found$realised_gain, unname(diff(compared$estimate)))
  expect_equal(found$realised_gain_error, compared$stderr)
  expect_equal(found$excess, mean(p - y))
  expect_equal(wald_worth(Matrix::Matrix(p, sparse = TRUE), "f1", truth = y)$calibration_gain, found$calibration_gain)
  expect_true(is.nan(wald_worth(p, "f1")$realised_gain))
  few <- cbind(1 * (seq_len(200) %% 20 == 0), 1 * (seq_len(200) %% 10 == 3))
  high <- cbind(0.9 + 0.01 * (seq_len(200) %% 7), 0.8 + 0.01 * (seq_len(200) %% 5))
  late <- wald_worth(high, "hamming", truth = few)
  expect_identical(late$verdict, "calibrate_first")
  expect_output(print(late), "calibrate first; .* cut at 1/2, .*; calibrated ")
  expect_error(wald_worth(p, "f1", truth = y[1:3, ]), "truth has 3 rows: must have 200", fixed = TRUE)
})

test_that("what is refused", {
  expect_error(wald_worth(rows, "f1", average = "macro", weights = rep(1, 4)), "weights with average macro", fixed = TRUE)
  expect_error(wald_worth(rows, "f1", temperature = 0), "temperature is 0: must be finite and above 0", fixed = TRUE)
  expect_error(wald_worth(rows, "f1", temprature = 2), 'did you mean "temperature"?', fixed = TRUE)
  expect_error(wald_worth(replace(rows, 5, NaN), "f1"), class = "wald_error_argument")
})
