photo <- c(beach = 0.2, sky = 0.45, dog = 0.4, sunset = 0.1)
photos <- data.frame(beach = c(0.9, 0.2, 0.02), sky = c(0.6, 0.45, 0.03), dog = c(0.05, 0.4, 0.95),
                     row.names = c("p1", "p2", "p3"))

# The expected utility of a mask over all truths.
by_enumeration <- function(p, metric, mask) {
  truths <- as.matrix(expand.grid(rep(list(0:1), length(p))))
  weights <- apply(truths, 1, function(y) prod(ifelse(y == 1, p, 1 - p)))
  sum(weights * wald_utility(metric, truths %*% mask, sum(mask), rowSums(truths), length(p)))
}

test_that("one problem", {
  d <- wald_decide(photo, "f1")
  expect_s3_class(d, "wald_decision")
  expect_identical(d$prediction, c(beach = FALSE, sky = TRUE, dog = TRUE, sunset = FALSE))
  expect_identical(d$labels, c("sky", "dog"))
  expect_identical(d$indices, 2:3)
  expect_identical(d$k, 2L)
  expect_equal(d$expected, by_enumeration(photo, "f1", d$prediction))
  expect_equal(d$loss, 1 - d$expected)
  masks <- as.matrix(expand.grid(rep(list(0:1), 4)))
  expect_equal(max(apply(masks, 1, function(h) by_enumeration(photo, "f1", h))), d$expected)
  expect_identical(d, wald_decide(unname(photo) + c(beach = 0, sky = 0, dog = 0, sunset = 0), "f1"))
  expect_identical(unname(wald_decide(wald_independent(photo), "f1")$prediction), unname(d$prediction))
  expect_output(print(d), "2 of 4 labels\n  sky, dog")
  expect_output(print(summary(d)), "at most better")
  expect_identical(coef(d), c(threshold = 0.4))
  expect_identical(as.data.frame(d)$probability, unname(photo))
  expect_identical(predict(wald_decide(photo, "f1", exactly = 1), "class"), factor("sky", levels = names(photo)))
  expect_error(predict(d, "class"), "exactly = 1")
})

test_that("tables in every form", {
  d <- wald_decide(photos, "f1")
  expect_identical(d$prediction, data.frame(beach = c(TRUE, FALSE, FALSE), sky = c(TRUE, TRUE, FALSE),
                                            dog = c(FALSE, TRUE, TRUE), row.names = c("p1", "p2", "p3")))
  m <- wald_decide(as.matrix(photos), "f1")
  expect_identical(m$prediction, as.matrix(d$prediction))
  expect_identical(m$expected, d$expected)
  sparse <- as(as.matrix(photos), "CsparseMatrix")
  for (form in c("CsparseMatrix", "RsparseMatrix", "TsparseMatrix")) {
    s <- wald_decide(as(sparse, form), "f1")
    expect_s4_class(s$prediction, "sparseMatrix")
    expect_identical(as.matrix(s$prediction), m$prediction)
    expect_identical(s$expected, d$expected)
  }
  for (average in c("instance", "macro", "micro")) {
    dense <- wald_decide(photos, "f1", average = average)
    s <- wald_decide(sparse, "f1", average = average)
    expect_identical(as.matrix(s$prediction), as.matrix(dense$prediction))
    expect_identical(as.data.frame(s), as.data.frame(dense))
    expect_identical(length(dense), c(instance = 3L, macro = 3L, micro = 1L)[[average]])
  }
  none <- wald_decide(sparse * 0.1, "hamming")
  expect_identical(lengths(predict(none, "indices"), use.names = FALSE), c(0L, 0L, 0L))
  expect_identical(as.list(none)[[2]]$k, 0L)
  expect_identical(wald_decide(photos, "f1", threads = 3)$expected, d$expected)
  expect_identical(dim(wald_decide(photos[0, ], "f1")$prediction), c(0L, 3L))
  expect_identical(wald_decide(as.matrix(photos) > 0.5, "f1")$k, c(2L, 0L, 1L))
})

test_that("answers of a table", {
  d <- wald_decide(photos, "f1")
  expect_length(d, 3)
  one <- wald_decide(unlist(photos[2, ]), "f1")
  expect_identical(d[[2]]$prediction, one$prediction)
  expect_identical(d[["p2"]]$bound, one$bound)
  expect_identical(d[["expected"]], d$expected)
  expect_identical(vapply(d, function(answer) answer$k, 1L), c(p1 = 2L, p2 = 2L, p3 = 1L))
  expect_identical(predict(d, "labels"), list(p1 = c("beach", "sky"), p2 = c("sky", "dog"), p3 = "dog"))
  expect_identical(row.names(as.data.frame(d)), c("p1", "p2", "p3"))
  expect_identical(predict(wald_decide(photos, "f1", average = "micro"), "labels")[[1]][1], "p1:beach")
  expect_error(d[[4]], "answer is 4: there are 3", class = "wald_error_argument")
  expect_output(print(summary(d)), "algorithms: ye 3")
})

test_that("classes", {
  p <- rbind(c(a = 0.9, b = 0.1, c = 0), c(0, 0.5, 0.5), c(0.1, 0.3, 0.6))
  d <- wald_decide(p, "f1", kind = "categorical")
  expect_identical(d$k, c(1L, 2L, 1L))
  expect_identical(predict(wald_decide(p, "f1", kind = "categorical", exactly = 1), "class"),
                   factor(c("a", "b", "c")))
  expect_error(predict(d, "class"), "exactly = 1")
})

test_that("constraints and abstaining", {
  expect_identical(wald_decide(photo, "f1", at_least = 3)$k, 3L)
  expect_identical(wald_decide(photo, "f1", at_most = 1)$k, 1L)
  expect_identical(wald_decide(photo, "f1", exactly = 4)$k, 4L)
  d <- wald_decide(photos, "f1", abstain = 0.3)
  expect_identical(d$abstained, c(FALSE, TRUE, FALSE))
  expect_identical(unlist(d$prediction[2, ], use.names = FALSE), rep(NA, 3))
  expect_identical(wald_decide(photo, "f1", algorithm = "enumeration")$algorithm, "enumeration")
  expect_identical(wald_evaluate(photos > 0.5, d, "f1", return_undecided = TRUE), c(value = 1, undecided = 1))
})

test_that("formulas", {
  expect_identical(wald_decide(~ sky + dog, "f1", data = photos)$prediction,
                   wald_decide(photos[c("sky", "dog")], "f1")$prediction)
  expect_identical(wald_decide(~ ., "f1", data = photos)$prediction, wald_decide(photos, "f1")$prediction)
  expect_identical(wald_decide(~ sky, "f1", data = photos)$labels, c("p1", "p2"))
  expect_identical(wald_decide(~ as.matrix(photos), "f1")$expected, wald_decide(photos, "f1")$expected)
  expect_error(wald_decide(sky ~ dog, "f1", data = photos), "left side")
  d <- data.frame(case = c(1, 0, 1), said = c(TRUE, TRUE, FALSE))
  expect_equal(wald_evaluate(case ~ said, "precision", data = d), 0.5)
})

test_that("what predictions are worth", {
  p <- c(0.9, 0.45, 0.4, 0.1)
  half <- p > 0.5
  expect_equal(wald_expected(p, "f1", half), by_enumeration(p, "f1", half))
  expect_equal(wald_regret(p, "f1", half), wald_decide(p, "f1")$expected - wald_expected(p, "f1", half))
  expect_named(wald_expected(p, "f1", half, return_error = TRUE), c("expected", "error"))
  expect_named(wald_regret(p, "f1", half, return_bound = TRUE), c("regret", "bound"))
  d <- wald_decide(photos, "f1")
  expect_equal(unname(wald_expected(photos, "f1", d)), d$expected)
  expect_identical(wald_regret(photos, "f1", d), c(p1 = 0, p2 = 0, p3 = 0))
  curve <- wald_curve(p, "f1")
  expect_identical(curve$k, 0:4)
  expect_equal(summary(curve)$expected, wald_decide(p, "f1")$expected)
  expect_true(all(is.na(wald_curve(p, "f1", at_least = 2)$expected[1:2])))
  worth <- wald_distribution(p, "f1", half)
  expect_equal(mean(worth), wald_expected(p, "f1", half))
  expect_equal(sum(worth$probabilities), 1)
  expect_identical(quantile(worth, 1, names = FALSE), 1)
  expect_equal(wald_at_least(worth, 0.5), sum(worth$probabilities[worth$values >= 0.5]))
  drawn <- wald_distribution(wald_joint(rbind(1:0, 0:1)), "subset_accuracy", c(1, 0), seed = 2, samples = 100)
  expect_equal(mean(drawn), 0.5)
  expect_output(print(summary(worth)), "95%")
})

test_that("two systems are compared", {
  truth <- rbind(c(1, 0, 1), c(0, 0, 0), c(1, 1, 1), c(0, 1, 0))
  a <- rbind(c(1, 1, 0), c(0, 0, 0), c(1, 0, 1), c(1, 0, 0))
  b <- rbind(c(1, 0, 1), c(0, 0, 0), c(1, 1, 1), c(1, 1, 0))
  found <- wald_compare(truth, a, b, "f1")
  expect_s3_class(found, c("wald_comparison", "htest"), exact = TRUE)
  expect_equal(found$estimate, c(A = wald_evaluate(truth, a, "f1"), B = wald_evaluate(truth, b, "f1")))
  d <- c(0.5, 0, 0.2, 2 / 3)
  expect_equal(found$statistic[["B - A"]], mean(d))
  expect_equal(found$stderr, sd(d) / 2)
  expect_equal(found$p.value, 0.25) # all of one sign: 2 of 8
  kurtosis <- 4 * sum((d - mean(d))^4) / sum((d - mean(d))^2)^2
  degrees <- min(3, 8 / (kurtosis - 1))
  expect_equal(found$parameter[["df"]], degrees)
  expect_equal(as.numeric(found$conf.int), mean(d) + c(-1, 1) * qt(0.975, degrees) * sd(d) / 2 * sqrt(1 + 2 / 3))
  expect_identical(found[c("n_units", "n_differing", "n_undecided", "n_swaps")],
                   list(n_units = 4, n_differing = 3, n_undecided = 0, n_swaps = 0))
  expect_output(print(found), "95 percent confidence interval")
  grouped <- wald_compare(truth, a, b, "f1", average = "micro", weights = c(2, 1, 0.5, 1), groups = c("u", "u", "v", "v"),
                          level = 0.5)
  expect_identical(c(grouped$n_units, grouped$p.value), c(2, 0.5))
  expect_identical(attr(grouped$conf.int, "conf.level"), 0.5)
  expect_identical(grouped$conf.int, wald_compare(truth, a, b, "f1", average = "micro", weights = c(2, 1, 0.5, 1),
                                                  groups = c(5, 5, 2, 2), level = 0.5)$conf.int)
  b[2, ] <- NA
  expect_identical(wald_compare(truth, a, b, "f1")$n_undecided, 1)
  expect_error(wald_compare(truth, a[-1, ], b, "f1"), "truth has shape (4, 3), a has shape (3, 3)", fixed = TRUE)
  expect_error(wald_compare(truth, a, b, "f1", groups = 1:3), "groups has 3 elements: there are 4 rows")
  expect_error(wald_compare(truth, a, b, "f1", level = 1), "level is 1: must lie in (0, 1)", fixed = TRUE)
  expect_error(wald_compare(truth, a, b, "f1", weights = c(1, 1, 1, -1)), "weights[4] is -1", fixed = TRUE)
})

test_that("evaluation takes what models and people give", {
  truth <- factor(c("no", "yes", "yes"), levels = c("no", "yes"))
  expect_equal(wald_evaluate(truth, factor(c("yes", "yes", "no"), levels = c("no", "yes")), "precision"), 0.5)
  expect_equal(wald_evaluate(truth, c(1, 1, 0), "precision"), 0.5)
  three <- factor(c("a", "b", "c"))
  sets <- rbind(c(a = 1, b = 0, c = 0), c(0, 1, 1), c(0, 0, 1))
  expect_equal(wald_evaluate(three, sets, "f1"), (1 + 2 / 3 + 1) / 3)
  expect_equal(wald_evaluate(three, factor(c("a", "b", "b"), levels = c("a", "b", "c")), "f1"), 2 / 3)
  expect_equal(wald_evaluate(sets, sets, "f1", average = "macro"), 1)
  expect_equal(wald_evaluate(rbind(1, 0), rbind(1, 1), "hamming", weights = c(3, 1)), 0.75)
})

test_that("facts that are held in a byte each are vectors like any other", {
  p <- matrix(c(0.9, 0.2, 0.6, 0.4, 0.05, 0.95), 2, dimnames = list(c("x", "y"), NULL))
  d <- wald_decide(p, "f1", abstain = 0.2)
  prediction <- d$prediction
  for (once in 1:2) { # before and after it is needed in full
    expect_identical(is.na(prediction[, 1]), setNames(d$abstained, c("x", "y")))
    expect_identical(sum(prediction, na.rm = TRUE), sum(d$k))
    expect_identical(typeof(prediction), "logical")
  }
  file <- tempfile()
  saveRDS(d, file)
  expect_identical(readRDS(file), d)
  changed <- d$algorithm
  changed[2] <- "mine"
  expect_identical(changed[2], "mine")
  expect_false(d$algorithm[2] == "mine")
  expect_identical(rev(d$warning), c("", ""))
  mask <- wald_decide(p, "f1")$prediction
  mask[1, 1] <- NA
  expect_true(is.na(mask[1, 1]))
  expect_identical(unserialize(serialize(mask, NULL)), mask)
})

test_that("a table of one column is told that each row is a problem of its own", {
  one <- cbind(dog = c(0.9, 0.45, 0.4))
  says <- "^the table has one column and the metric judges sets of rows: .* average instance for the rows$"
  expect_warning(decisions <- wald_decide(one, "f1"), says, class = "wald_warning")
  expect_identical(as.vector(decisions$prediction), c(TRUE, FALSE, FALSE))
  expect_warning(wald_decide(data.frame(one), "jaccard"), says)
  expect_warning(wald_decide(Matrix::Matrix(one, sparse = TRUE), "fbeta:2"), says)
  expect_warning(wald_expected(one, "f1", one > 0.5), says)
  expect_warning(wald_evaluate(cbind(0:1), cbind(0:1), "f1"), says)
  expect_warning(rows <- wald_worth(one, "f1"), says)
  expect_identical(rows$gain, 0)
  expect_warning(wald_worth(Matrix::Matrix(one, sparse = TRUE), "f1"), says)
  expect_warning(wald_report(cbind(c(1, 0, 0)), one, "f1"), says)
  expect_silent(vector <- wald_worth(one[, 1], "f1"))
  expect_silent(whole <- wald_worth(one, "f1", average = "macro"))
  expect_identical(vector$gain, whole$gain)
  expect_gt(whole$gain, 0)
  expect_silent(rows <- wald_worth(one[, 1], "f1", average = "instance"))
  expect_identical(rows$gain, 0)
  expect_silent(wald_report(c(1, 0, 0), one[, 1], "f1"))
  expect_silent(wald_evaluate(0:1, 0:1, "f1"))
  for (average in c("macro", "instance")) expect_silent(wald_decide(one, "f1", average = average))
  for (metric in c("accuracy", "cost:1:5", "subset_accuracy")) expect_silent(wald_decide(one, metric))
  expect_silent(wald_decide(one, wald_metric_custom(function(tp, k, s, n) tp))) # what it judges is not known
  expect_silent(wald_decide(one[1, , drop = FALSE], "f1"))
  expect_silent(wald_decide(cbind(one, one), "f1"))
})

test_that("rows that sum to 1 are warned of", {
  p <- rbind(c(0.7, 0.3), c(0.4, 0.6), c(0.2, 0.8))
  truth <- 1 * (p > 0.5)
  says <- "^each row of probabilities sums to 1, but its two labels are taken as independent: for a binary classifier"
  expect_warning(wald_decide(p, "f1"), says, class = "wald_warning")
  expect_warning(wald_decide(data.frame(p), "jaccard"), says)
  expect_warning(wald_decide(Matrix::Matrix(p, sparse = TRUE), "f1"), says)
  expect_warning(wald_expected(p, "f1", truth), says)
  expect_warning(wald_regret(p, "f1", truth), says)
  expect_warning(found <- wald_worth(p, "f1"), says)
  expect_true(found$exclusive)
  expect_warning(wald_worth(Matrix::Matrix(p, sparse = TRUE), "f1"), says)
  expect_warning(wald_report(truth, p, "f1"), says)
  expect_silent(wald_decide(p, "f1", kind = "categorical"))
  expect_silent(wald_decide(p, "f1", average = "macro"))
  expect_silent(wald_decide(p, "hamming"))
  expect_silent(wald_decide(0.9 * p, "f1"))
  expect_silent(wald_decide(p[1, , drop = FALSE], "f1")) # one row may sum to 1 by chance
})

# ---- Masks of images ----

random_maps <- function(size) {
  set.seed(5)
  array(sample(0:63, prod(size), TRUE) / 128, size)
}

test_that("masks of overlapping classes are decisions", {
  p <- random_maps(c(2, 4, 3, 2))
  for (metric in c("f1", "jaccard")) {
    masks <- wald_masks(p, metric, classes = "overlapping")
    expect_identical(dim(masks$mask), dim(p))
    expect_length(masks$k, 6)
    for (image in 1:2) for (class in 1:3) {
      own <- as.vector(p[, , class, image])
      one <- wald_decide(own, metric)
      at <- (image - 1) * 3 + class
      expect_identical(as.vector(masks$mask[, , class, image]), one$prediction)
      expect_equal(masks$expected[at], one$expected, tolerance = 1e-12)
      expect_lt(masks$bound[at], 1e-9)
      expect_equal(masks$k[at], one$k)
      expect_identical(masks$threshold[at], if (one$k) min(own[one$indices]) else Inf)
    }
    frame <- as.data.frame(masks)
    expect_identical(frame$image, c(1, 1, 1, 2, 2, 2))
    expect_identical(frame$class, c(1, 2, 3, 1, 2, 3))
    expect_identical(frame$empty, masks$k == 0)
    expect_identical(summary(masks), frame)
  }
  expect_output(print(masks), "^Masks for jaccard: 2 images of 2 x 4 pixels, 3 classes; mean expected ")
  expect_identical(wald_masks(p[, , 1, 1], "f1")$mask, wald_masks(p, "f1", "overlapping")$mask[, , 1, 1])
  expect_identical(wald_masks(as.vector(p[, , 1, 1]), "f1", spatial_dims = 1)$expected, wald_masks(p[, , 1, 1], "f1")$expected)
})

test_that("all images are one problem per class", {
  p <- random_maps(c(2, 4, 2, 3))
  masks <- wald_masks(p, "f1", classes = "overlapping", average = "dataset")
  expect_length(masks$expected, 2)
  for (class in 1:2) {
    one <- wald_decide(as.vector(p[, , class, ]), "f1")
    expect_equal(masks$expected[class], one$expected, tolerance = 1e-9)
    expect_equal(masks$k[class], one$k)
  }
})

test_that("exclusive classes are near the best of all labels", {
  p <- array(c(0.6, 0.3, 0.2, 0.45, 0.3, 0.4, 0.1, 0.35, 0.1, 0.3, 0.7, 0.2), c(2, 2, 3))
  masks <- wald_masks(p, "f1", classes = "exclusive")
  expect_identical(dim(masks$labels), c(2L, 2L))
  # The mean F1 of expected counts, which exclusive classes are decided by.
  mean_of <- function(labels) mean(vapply(1:3, function(class) {
    taken <- as.vector(labels) == class
    2 * sum(p[, , class][taken]) / (sum(taken) + sum(p[, , class]))
  }, 0))
  every <- as.matrix(expand.grid(rep(list(1:3), 4)))
  best <- max(apply(every, 1, mean_of))
  expect_equal(mean(masks$expected), mean_of(masks$labels), tolerance = 1e-12)
  expect_lte(mean_of(masks$labels), best + 1e-12)
  expect_lte(best, mean_of(masks$labels) + masks$bound[1] + 1e-12)
  expect_identical(as.integer(masks$k), tabulate(masks$labels, 3))
  expect_warning(wald_masks(p, "f1", classes = "overlapping"), 'give classes = "exclusive"', fixed = TRUE)
  faint <- suppressWarnings(wald_masks(p / 50, "f1", classes = "exclusive", per_row = c(0, 1)))
  expect_true(all(is.na(faint$labels) | faint$labels %in% 1:3))
})

test_that("the consensus of raters is the best mask", {
  raters <- array(c(1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0), c(2, 2, 3))
  dice <- function(mask) mean(apply(raters, 3, function(y) {
    marks <- sum(mask) + sum(y)
    if (marks == 0) 1 else 2 * sum(mask * y) / marks
  }))
  masks <- wald_consensus(raters, "f1")
  best <- max(apply(as.matrix(expand.grid(rep(list(0:1), 4))), 1, dice))
  expect_equal(dice(masks$mask), best, tolerance = 1e-12)
  expect_equal(masks$expected, best, tolerance = 1e-12)
  expect_identical(dim(masks$mask), c(2L, 2L))
  expect_identical(wald_consensus(raters == 1, "f1")$mask, masks$mask)
})

test_that("masks refuse what is no image", {
  p <- array(0.5, c(2, 2, 2))
  expect_error(wald_masks(p, "f1", classes = "some"), 'classes is "some"', fixed = TRUE)
  expect_error(wald_masks(0.5, "f1"), "p has 1 dimensions: must have 2 to 4, 2 of pixels, classes and images", fixed = TRUE)
  expect_error(wald_masks(array(0.5, c(2, 0)), "f1"), "p has dimensions 2 x 0: none may be 0", fixed = TRUE)
  expect_error(wald_masks(array(c(0.5, 2), c(1, 2)), "f1"), "maps[image 1, class 1, pixel 2] is 2: must lie in [0, 1]", fixed = TRUE)
  expect_error(wald_masks(p, "f1", spatial_dims = 0), "spatial_dims is 0: must be a number of at least 1", fixed = TRUE)
  expect_error(wald_consensus(array(c(0, 2), c(1, 2, 1)), "f1"), "maps[image 1, class 1, pixel 2] is 2: must be 0 or 1", fixed = TRUE)
  expect_error(wald_consensus(array(c(0, NA), c(1, 2, 1)), "f1"), "raters[2] is NA: must be 0 or 1", fixed = TRUE)
  expect_error(wald_masks(p[, , 1], "f1", progress = function(fraction) FALSE), class = "wald_cancelled")
})

test_that("masks are drawn", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  p <- random_maps(c(2, 4, 3, 2))
  masks <- wald_masks(p, "f1", classes = "overlapping")
  expect_invisible(plot(masks, image = 2, class = 3))
  expect_error(plot(masks, image = 3), "image is 3, class is 1: there is no such mask", fixed = TRUE)
  expect_invisible(plot(suppressWarnings(wald_masks(p[, , , 1] / 3, "f1", classes = "exclusive", per_row = c(0, 1)))))
})
