test_that("a broken promise is called broken, and a kept one is not", {
  labels <- rep(c(1, 1, 1, 1, 0), 200)
  broken <- wald_promise("precision>=0.9")
  wald_feed(broken, rep(TRUE, 1000), labels)
  found <- summary(broken)
  expect_identical(found$state, "broken")
  expect_equal(found$value, 0.8)
  expect_true(found$high < 0.9 && found$evidence >= 20)
  kept <- wald_feed(wald_promise("precision>=0.7"), rep(1, 1000), labels)
  expect_identical(summary(kept)$state, "kept")
  expect_output(print(kept), "precision>=0.7: kept, 0.8 in")
})

test_that("promises are saved, copied, merged and cleared", {
  promise <- wald_feed(wald_promise("recall>=0.5", min_label_probability = 0.1, average_run = 1000), c(1, 0, 0), c(1, NA, 0),
                       label_probabilities = c(1, 0.1, 0.1))
  expect_identical(summary(wald_load(wald_save(promise))), summary(promise))
  twice <- wald_merge(wald_copy(promise), promise)
  expect_equal(summary(twice)$n_rows, 2 * summary(promise)$n_rows)
  expect_equal(summary(wald_clear(twice))$n_rows, 0)
})

test_that("thresholds promise the limit that they were chosen with", {
  d <- data.frame(bad = c(0, 0, 1, 1), score = c(0.1, 0.4, 0.6, 0.9))
  chosen <- wald_thresholds(bad ~ score, d, min_recall = 0.75)
  promise <- wald_promise(chosen, average_run = 5000)
  wald_feed(promise, predict(chosen, c(0.3, 0.8, 0.7)), c(0, 1, 1))
  expect_identical(summary(promise)[c("claim", "value")], list(claim = "recall>=0.75", value = 1))
  expect_identical(summary(wald_promise(chosen, bound = 0.95))$claim, "recall>=0.95")
  best <- wald_thresholds(bad ~ score, d)
  expect_identical(summary(wald_promise(best, bound = 0.8))$claim, "f1>=0.8")
  expect_error(wald_promise(best), "chosen without a limit: give a bound", class = "wald_error_argument")
  expect_error(wald_promise("f1>=0.8", bound = 0.7), "a text has its own", class = "wald_error_argument")
})

test_that("segments have names", {
  promise <- wald_promise("precision>=0.9", segments = c("a", "b"))
  wald_feed(promise, rep(1, 2000), rep(c(1, 1, 1, 0), 500), segments = rep(c("a", "b"), 1000))
  rows <- as.data.frame(promise)
  expect_identical(rows$segment, c("a", "b"))
  expect_identical(rows$state, c("kept", "broken"))
  expect_identical(nrow(as.data.frame(wald_promise("precision>=0.9"))), 0L)
})

test_that("labels are asked for where they answer most", {
  asked <- wald_label_probabilities(wald_promise("recall>=0.8", min_label_probability = 0.1), c(a = 0, b = 0, c = 0),
                                    c(0.9, 0.05, 0), 1)
  expect_named(asked, c("a", "b", "c"))
  expect_true(asked[["a"]] > asked[["b"]] && asked[["b"]] > asked[["c"]] && sum(asked) <= 1)
  expect_equal(asked[["c"]], 0.1)
})

test_that("what cannot be watched is refused", {
  expect_error(wald_promise("precision>0.9"), "must be a metric, >= or <=")
  expect_error(wald_promise("mcc>=0.9"), "the metric must be a share of rows")
  expect_error(wald_promise("precision>=0.9", delta = 2), "delta is 2")
  promise <- wald_promise("precision>=0.9", segments = "a")
  expect_error(wald_feed(promise, 1, 1, segments = "b"), "must be one of")
  expect_error(wald_feed(promise, c(1, 1), 1, segments = c("a", "a")), "labels has length 1")
  expect_error(wald_feed(wald_promise("precision>=0.9"), 1, NA), "feed the row when its label comes")
})
