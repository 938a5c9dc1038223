truth <- rbind(c(x = 1, y = 1), c(1, 0), c(0, 1), c(1, 0))
p <- rbind(c(x = 0.9, y = 0.4), c(0.6, 0.45), c(0.2, 0.7), c(0.45, 0.1))

test_that("a report is a page that is written whole", {
  file <- tempfile(fileext = ".html")
  page <- wald_report(truth, p, "f1", file = file)
  expect_identical(readLines(file, encoding = "UTF-8"), strsplit(page, "\n")[[1]])
  expect_match(page, "^<!doctype html>")
  expect_match(page, attr(page, "data"), fixed = TRUE)
  expect_match(page, '"names":["x","y"]', fixed = TRUE)
  expect_match(page, '"average":"instance"', fixed = TRUE)
  expect_match(wald_report(truth[, 1], p[, 1], "f1"), '"average":"macro"', fixed = TRUE)
})

test_that("what is said reaches the page", {
  page <- wald_report(truth, p, "jaccard", compare = 1 - p, title = "gr\u00f6\u00dfe </script>", names = c("old", "new"),
                      weights = c(1, 2, 0, 1), groups = c("a", "a", "b", "c"), average = "micro", level = 0.8)
  for (part in c('"title":"gr\u00f6\u00dfe \\u003c/script\\u003e"', '"metric":"jaccard"', '"average":"micro"',
                 '"name":"old"', '"name":"new"', '"weighted":true', '"grouped":true', '"level":0.8',
                 '"decided_b_over_a"', '"n_rows":3'))
    expect_match(page, part, fixed = TRUE)
})

test_that("what cannot be reported is refused", {
  expect_error(wald_report(truth, p[1:3, ], "f1"), "must have the same shape")
  expect_error(wald_report(truth, p + 0.2, "f1"), "must lie in \\[0, 1\\]")
  expect_error(wald_report(truth, p, "f1", abstain = 0.1), "abstain is 0.1: a report does not read it")
  expect_error(wald_report(truth, p, "f1", names = "A"), "must be two texts")
  expect_error(wald_report(truth, p[, 2:1], "f1"), "names of p differ")
})
