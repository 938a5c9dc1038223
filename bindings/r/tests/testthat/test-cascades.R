refused <- function(code, text, class = "wald_error_argument") expect_error(code, text, class = class, fixed = TRUE)

# Scores that are multiples of 1/64, so that sums in any order are exact.
set.seed(3)
n <- 400
votes <- round(64 * (rnorm(n) + matrix(rnorm(n * 12), n))) / 64
colnames(votes) <- paste0("m", 1:12)
fitted_on <- votes[1:250, ]
others <- votes[251:n, ]
cascade <- wald_cascade(fitted_on, alpha = 0.02, folds = 5)
whole <- function(x, threshold = 0) rowSums(x) >= threshold

# What a cascade does, literally.
walked <- function(cascade, scores) {
  at <- coef(cascade)
  one <- function(row) {
    sum <- 0
    for (r in at$position) {
      sum <- sum + row[[cascade$order[[r]]]]
      if (sum < at$low[r]) return(c(0, r))
      if (sum >= at$high[r]) return(c(1, r))
    }
    c(sum >= cascade$threshold, r)
  }
  found <- t(apply(scores, 1, one))
  data.frame(decision = found[, 1] == 1, count = as.integer(found[, 2]))
}

test_that("votes stop by their counts", {
  said <- (votes > 0) * 1
  by_votes <- wald_cascade(said[1:250, ], algorithm = "votes", threshold = 6, alpha = 0.05)
  expect_identical(by_votes$algorithm, "votes")
  expect_identical(cascade$algorithm, "sums")
  expect_gt(by_votes$price, 1)
  expect_lte(by_votes$expected_disagreement, 0.05)
  expect_identical(predict(by_votes, said[251:n, ], type = "both"), walked(by_votes, said[251:n, ]))
  expect_output(print(by_votes), "(votes)", fixed = TRUE)
  either <- wald_cascade(said[1:200, ], algorithm = "cheaper", threshold = 6, alpha = 0.2, max_disagreement = 0.2,
                         calibrate = said[201:n, ])
  expect_lte(either$held_out_mean_cost, either$other_mean_cost)
  refused(wald_cascade(fitted_on, algorithm = "votes"), "must be one of two values with votes")
})

test_that("a cascade decides as it says", {
  expect_identical(sort(unname(cascade$order)), 1:12)
  expect_identical(names(cascade$order), colnames(votes)[cascade$order])
  for (scores in list(fitted_on, others)) {
    found <- predict(cascade, scores, type = "both")
    expect_identical(found, walked(cascade, scores))
    expect_identical(predict(cascade, scores), found$decision)
    expect_identical(predict(cascade, scores, type = "count", threads = 3), found$count)
  }
  wrong <- mean(predict(cascade, fitted_on) != whole(fitted_on))
  expect_identical(cascade$disagreement, wrong)
  expect_lte(wrong, 0.02)
  expect_equal(cascade$mean_models, mean(predict(cascade, fitted_on, type = "count")))
  expect_equal(unname(cascade$stops), tabulate(predict(cascade, fitted_on, type = "count"), 12) / 250)
  expect_identical(cascade$speedup, 12 / cascade$mean_cost)
  expect_false(is.nan(cascade$cross_disagreement))
  expect_equal(sum(cascade$cross_stops), 1)
  none <- wald_cascade(fitted_on, alpha = 0)
  expect_identical(predict(none, fitted_on), whole(fitted_on))
  expect_identical(coef(cascade)$model, names(cascade$order))
  expect_identical(names(as.data.frame(cascade)), c("position", "model", "low", "high", "spread", "stops",
                                                    "cross_stops"))
})

test_that("rows for which all models ran have a sum", {
  filter <- wald_cascade(fitted_on, alpha = 0, negatives_only = TRUE)
  sums <- predict(filter, others, type = "sum")
  asked <- predict(filter, others, type = "count") == 12L
  expect_true(any(asked) && !all(asked))
  expect_identical(is.nan(unname(sums)), unname(!asked))
  expect_equal(unname(sums[asked]), unname(rowSums(others)[asked]))
  lazily <- predict(filter, function(model, rows) others[rows, model], n = nrow(others), type = "sum")
  expect_identical(lazily, unname(sums))
  run <- wald_cascade_run(filter)
  for (row in c(which(asked)[1], which(!asked)[1])) {
    model <- run$start()
    expect_identical(run$sums, NaN)
    while (!is.na(model)) model <- run$feed(others[row, model])
    expect_identical(run$sums, unname(sums[row]))
  }
})

test_that("every way to fit", {
  for (order in c("natural", "random", "mse", "greedy")) {
    found <- wald_cascade(fitted_on, alpha = 0.02, order = order, seed = 5)
    expect_lte(mean(predict(found, fitted_on) != whole(fitted_on)), 0.02)
    expect_identical(predict(found, others, type = "both"), walked(found, others))
  }
  expect_identical(unname(wald_cascade(fitted_on, order = "natural")$order), 1:12)
  expect_identical(unname(wald_cascade(fitted_on, fixed_order = 12:1)$order), 12:1)
  expect_identical(names(wald_cascade(fitted_on, fixed_order = rev(colnames(votes)))$order), rev(colnames(votes)))
  by_target <- wald_cascade(fitted_on, order = "mse", targets = fitted_on[, "m7"])
  expect_identical(names(by_target$order)[1], "m7")
  negative <- wald_cascade(fitted_on, alpha = 0.02, negatives_only = TRUE)
  expect_true(all(is.infinite(negative$high[-12])))
  high <- wald_cascade(fitted_on, alpha = 0.02, threshold = 3)
  expect_lte(mean(predict(high, fitted_on) != whole(fitted_on, 3)), 0.02)
  bins <- wald_cascade(fitted_on, alpha = 0.02, bins = TRUE, gamma = 1, bin_width = 2)
  expect_identical(c(bins$gamma, all(is.nan(bins$low))), c(1, 1))
  expect_equal(bins$bin_width, 2, tolerance = 1e-6)
  costs <- structure(1:12, names = rev(colnames(votes)))
  costly <- wald_cascade(fitted_on, alpha = 0.02, costs = costs)
  expect_identical(wald_save(costly), wald_save(wald_cascade(fitted_on, alpha = 0.02, costs = 12:1)))
  expect_identical(costly$full_cost, 78)
  expect_output(print(costly), "of cost")
  last <- wald_cascade(fitted_on, alpha = 0.02, costs = c(Inf, rep(1, 11)))
  expect_identical(last$order[[12]], 1L)
  for (spend in c("all", "power:1", "proportional"))
    expect_lte(wald_cascade(fitted_on, alpha = 0.02, spend = spend)$disagreement, 0.02)
  wald_cascade(fitted_on, closest = TRUE, halves = TRUE)
  weights <- rep(1:2, 125)
  twice <- fitted_on[rep(1:250, weights), ]
  expect_identical(coef(wald_cascade(fitted_on, weights = weights)), coef(wald_cascade(twice)))
})

test_that("rows of scores", {
  frame <- as.data.frame(fitted_on)
  rows <- wald_cascade_scores(frame)
  expect_identical(dim(rows), c(250L, 12L))
  expect_identical(names(rows), colnames(votes))
  expect_output(print(rows), "250 rows of 12 models; m1, m2")
  expect_identical(wald_save(wald_cascade(rows, alpha = 0.02, folds = 5)), wald_save(cascade))
  expect_identical(predict(cascade, rev(frame), type = "both"), predict(cascade, fitted_on, type = "both"))
  parts <- c(wald_cascade_scores(fitted_on[201:250, ]), wald_cascade_scores(fitted_on[1:80, ]),
             wald_feed(wald_cascade_scores(models = 12), fitted_on[81:200, ]))
  expect_identical(coef(wald_cascade(parts, alpha = 0.02, folds = 5)), coef(cascade))
  copy <- wald_clear(wald_copy(rows))
  expect_identical(c(summary(copy)$n_rows, summary(rows)$n_rows), c(0, 250))
  expect_identical(nrow(wald_merge(copy, rows)), 250L)
  close(copy)
  refused(dim(copy), "scores is closed")
  expect_output(print(copy), "closed")
  file <- tempfile()
  saveRDS(rows, file)
  refused(dim(readRDS(file)), "scores was restored from a file or another session")
  refused(wald_merge(rows, wald_cascade_scores(unname(votes[, 1:3]))), "other has 3 models: must have 12")
  turned <- wald_feed(wald_clear(wald_copy(rows)), fitted_on[, 12:1])
  expect_identical(coef(wald_cascade(turned)), coef(wald_cascade(fitted_on)))
  refused(wald_feed(rows, frame[1:3]), "scores has no column m4")
  refused(wald_feed(rows, fitted_on, weights = 1), "weights has length 1: must be 250")
  refused(wald_cascade_scores(cbind(1, NA)), "scores[1, 2] is nan: must be finite")
  refused(wald_cascade_scores(c(1, 2)), "scores has 1 dimensions: must have 2")
  refused(wald_cascade_scores(), "models is needed")
  refused(wald_cascade_scores(fitted_on, targets = factor(fitted_on[, 1] > 0)), "targets is a factor")
})

test_that("several classes", {
  kinds <- c("setosa", "versicolor", "virginica")
  centre <- sapply(kinds, function(k) colMeans(iris[iris$Species == k, 1:4]))
  scores <- array(0, c(150, 4, 3), list(NULL, names(iris)[1:4], kinds))
  for (k in 1:3) for (t in 1:4) scores[, t, k] <- -round((iris[[t]] - centre[t, k])^2, 3)
  found <- wald_cascade(scores, alpha = 0.01)
  sums <- apply(scores, c(1, 3), sum)
  full <- factor(kinds[max.col(sums, "first")], kinds)
  expect_lte(mean(predict(found, scores) != full), 0.01)
  expect_identical(levels(predict(found, scores)), kinds)
  expect_identical(names(found$order), names(iris)[found$order])
  expect_lt(found$mean_models, 4)
  flat <- matrix(aperm(scores, c(1, 3, 2)), 150)
  plain <- wald_cascade(flat, alpha = 0.01, classes = 3)
  expect_identical(predict(plain, flat), as.integer(predict(found, scores)))
  expect_identical(coef(plain)$high, coef(found)$high)
  truth <- wald_cascade(flat, order = "greedy", classes = 3, targets = iris$Species, models = names(iris)[1:4])
  expect_identical(truth$levels, kinds)
  expect_identical(wald_save(wald_cascade(flat, order = "greedy", classes = 3, targets = as.integer(iris$Species),
                                          models = names(iris)[1:4])), wald_save(truth))
  run <- wald_cascade_run(found)
  model <- run$start()
  while (!is.na(model)) model <- run$feed(scores[7, model, ])
  expect_identical(run$decision, predict(found, scores)[7])
  expect_output(print(run), "decided: setosa")
  lazily <- predict(found, function(model, rows) scores[rows, model, ], n = 150, type = "both")
  expect_identical(lazily, predict(found, scores, type = "both"))
  refused(predict(found, function(model, rows) scores[rows, model, 1], n = 150), "gave 150 scores")
  refused(wald_feed(wald_cascade_scores(scores), flat[, 1:3]), "n_scores is 3: must be 12")
  refused(wald_cascade(scores, negatives_only = TRUE), "negatives_only is on: fitting a cascade reads it with two classes only")
  refused(wald_cascade_scores(flat, classes = 3, levels = c("a", "b")), "levels is")
  named <- wald_cascade(fitted_on, levels = c("no", "yes"))
  expect_identical(predict(named, others), factor(ifelse(predict(wald_cascade(fitted_on), others), "yes", "no")))
})

test_that("one at a time, and by a function", {
  run <- wald_cascade_run(cascade)
  found <- predict(cascade, others, type = "both")
  for (i in 1:40) {
    model <- run$start()
    expect_identical(c(run$decision, run$count), c(NA, 0L))
    while (!is.na(model)) model <- run$feed(others[i, model])
    expect_identical(list(run$decision, run$count), list(found$decision[i], found$count[i]))
  }
  refused(run$feed(1), "the example is decided: start the next one")
  run$start()
  refused(run$feed(NaN), "must be finite")
  expect_output(print(run), "0 asked, next")
  asked <- 0
  by_function <- predict(cascade, function(model, rows) {
    asked <<- asked + length(rows)
    others[rows, model]
  }, n = 150, type = "both")
  expect_identical(by_function, found)
  expect_equal(asked, sum(found$count))
  expect_error(predict(cascade, function(model, rows) stop("mine"), n = 3), "mine")
  refused(predict(cascade, function(model, rows) NaN, n = 1), "is nan: must be finite", "wald_error_callback")
  refused(predict(cascade, function(model, rows) "a", n = 1), "of class character")
  refused(predict(cascade, function(model, rows) 1), "n is needed")
  expect_identical(predict(cascade, function(model, rows) 1, n = 0), logical())
  nested <- predict(cascade, function(model, rows) {
    predict(cascade, others)
    others[rows, model]
  }, n = 150)
  expect_identical(nested, found$decision)
  # What leaves a callback by another way than an error leaves it, too.
  left <- withRestarts(predict(cascade, function(model, rows) invokeRestart("away", 5), n = 3), away = identity)
  expect_identical(left, 5)
})

test_that("calibration", {
  certain <- wald_calibrate(cascade, others, max_disagreement = 0.1)
  expect_identical(certain$held_out_disagreement, mean(predict(certain, others) != whole(others)))
  expect_identical(certain$n_held_out_rows, 150)
  expect_identical(certain$certified_disagreement, 0.1)
  limit <- stats::binom.test(sum(predict(certain, others) != whole(others)), 150, conf.level = 0.9)$conf.int[2]
  expect_lte(limit, 0.1)
  expect_true(is.nan(certain$disagreement))
  expect_output(print(certain), "at most 0.1 with probability 0.95")
  hopeless <- wald_calibrate(cascade, others[1:5, ], max_disagreement = 0.001)
  expect_identical(c(hopeless$spreads, hopeless$certified_disagreement, hopeless$held_out_mean_models), c(Inf, 0, 12))
  expect_output(print(hopeless), "all models run")
  at_once <- wald_cascade(fitted_on, calibrate = others, max_disagreement = 0.1)
  later <- wald_calibrate(wald_cascade(fitted_on, spend = "all"), wald_cascade_scores(others), max_disagreement = 0.1)
  expect_identical(coef(at_once), coef(later))
  expect_identical(names(wald_evaluate_cascade(cascade, others)),
                   c("disagreement", "mean_models", "mean_cost", "speedup", "stops"))
  expect_identical(wald_evaluate_cascade(cascade, others)$disagreement, mean(predict(cascade, others) != whole(others)))
  refused(wald_calibrate(cascade, others, max_disagreement = 2), "max_disagreement is 2: must lie in (0, 1)")
  refused(wald_cascade(fitted_on, calibrate = wald_cascade_scores(others, weights = 1:150)), "count alike",
          "wald_error_unsupported")
})

test_that("kept, saved, loaded, not merged", {
  text <- wald_save(cascade)
  loaded <- wald_load(text)
  expect_identical(wald_save(loaded), text)
  expect_identical(coef(loaded), coef(cascade))
  expect_identical(predict(loaded, others), predict(cascade, others))
  file <- tempfile()
  saveRDS(cascade, file)
  again <- readRDS(file)
  expect_output(print(again), "12 models")
  expect_identical(predict(again, others), predict(cascade, others))
  wald_write(cascade, file)
  expect_identical(wald_save(wald_read(file)), text)
  expect_identical(levels(predict(wald_read(file, labels = c("no", "yes")), others)), c("no", "yes"))
  refused(wald_read(file, labels = "no"), "labels has length 1: the cascade decides for 2 classes")
  refused(wald_load(text, kind = "trees"), 'saved trees: "wald" is "cascade": must be "trees"', "wald_error_format")
  sample <- wald_sample(c(0, 1, 1), 1:3)
  wald_write(sample, file)
  expect_identical(wald_save(wald_read(file)), wald_save(sample))
  skip_on_os("windows") # names beyond ASCII in a session of another encoding
  accented <- fitted_on
  colnames(accented)[1] <- "mod\u00e8le"
  wald_write(wald_cascade(accented), file)
  expect_identical(wald_read(file)$names[1], "mod\u00e8le")
})

# Trees over three features: x1 in quarters, x2 missing now and then, x3 a category.
random_nodes <- function(depth) {
  nodes <- NULL
  grow <- function(depth) {
    at <- length(nodes$split) + 1
    leaf <- depth == 0 || runif(1) < 0.2
    split <- if (leaf) "leaf" else sample(c("at_most", "below", "among"), 1)
    nodes$split[at] <<- split
    nodes$feature[at] <<- if (leaf) NA else if (split == "among") 3 else sample(1:2, 1)
    nodes$threshold[at] <<- if (split %in% c("at_most", "below")) round(rnorm(1) * 4) / 4 else NA
    nodes$missing[at] <<- if (leaf) NA else if (split == "among") sample(c("left", "right"), 1)
                          else sample(c("right", "left", "as_zero", "zero_right", "zero_left"), 1)
    nodes$categories[[at]] <<- if (split == "among") sort(sample(0:5, 2)) else NA
    nodes$value[at] <<- if (leaf) round(rnorm(1) * 64) / 64 else NA
    nodes$left[at] <<- nodes$right[at] <<- NA
    if (!leaf) {
      nodes$left[at] <<- grow(depth - 1)
      nodes$right[at] <<- grow(depth - 1)
    }
    at
  }
  nodes <- list(categories = list())
  grow(depth)
  out <- as.data.frame(nodes[c("split", "feature", "threshold", "missing", "left", "right", "value")])
  out$categories <- nodes$categories
  out
}

# What a tree gives a row, literally.
climbed <- function(nodes, row) {
  i <- 1
  while (nodes$split[i] != "leaf") {
    x <- row[nodes$feature[i]]
    to_left <- if (nodes$split[i] == "among") {
      if (is.na(x) || x < 0) nodes$missing[i] == "left" else trunc(x) %in% nodes$categories[[i]]
    } else {
      goes <- if (nodes$split[i] == "at_most") `<=` else `<`
      if (nodes$missing[i] == "as_zero" && is.na(x)) x <- 0
      if (is.na(x)) nodes$missing[i] %in% c("left", "zero_left")
      else if (x == 0 && nodes$missing[i] %in% c("zero_left", "zero_right")) nodes$missing[i] == "zero_left"
      else goes(x, nodes$threshold[i])
    }
    i <- if (to_left) nodes$left[i] else nodes$right[i]
  }
  nodes$value[i]
}

set.seed(11)
forest <- lapply(1:20, function(t) random_nodes(4))
trees <- wald_trees(c("x1", "x2", "x3"), base = 0.25)
for (nodes in forest) wald_add_tree(trees, nodes)
people <- data.frame(x1 = round(rnorm(300) * 4) / 4, x2 = ifelse(runif(300) < 0.2, NA, round(rnorm(300) * 4) / 4),
                     x3 = sample(c(NA, 0:6), 300, TRUE))

test_that("trees", {
  literal <- sapply(forest, function(nodes) apply(people, 1, function(row) climbed(nodes, row)))
  expect_identical(predict(trees, people), unname(rowSums(literal) + 0.25))
  expect_identical(predict(trees, people[3:1], threads = 3), predict(trees, people))
  expect_identical(unlist(summary(trees)[1:4]), c(n_trees = 20, n_models = 20, n_features = 3, n_outputs = 1))
  expect_identical(names(trees), c("x1", "x2", "x3"))
  expect_output(print(trees), "20 trees over 3 features")
  expect_identical(predict(wald_load(wald_save(trees)), people), predict(trees, people))
  of_scores <- wald_cascade(literal, alpha = 0.01, threshold = wald_trees_threshold(trees))
  of_trees <- wald_cascade(trees, people, alpha = 0.01)
  expect_identical(coef(of_trees), coef(of_scores))
  expect_identical(predict(of_trees, people, type = "both"), predict(of_scores, literal, type = "both"))
  expect_identical(predict(of_trees, literal, input = "scores"), predict(of_scores, literal))
  expect_lte(mean(predict(of_trees, people) != (predict(trees, people) >= 0)), 0.01)
  expect_output(print(of_trees), "over 3 features")
  margin <- wald_cascade(trees, people, alpha = 0, margin = 1)
  expect_identical(predict(margin, people), predict(trees, people) >= 1)
  loaded <- wald_load(wald_save(of_trees))
  expect_identical(predict(loaded, people), predict(of_trees, people))
  file <- tempfile()
  saveRDS(of_trees, file)
  expect_identical(predict(readRDS(file), people), predict(of_trees, people))
  aside <- wald_cascade(trees, people[1:150, ], calibrate = people[151:300, ], max_disagreement = 0.2)
  expect_identical(aside$certified_disagreement, 0.2)
  scores <- wald_cascade_scores(trees, people)
  expect_identical(coef(wald_cascade(wald_feed(wald_clear(wald_copy(scores)), people, trees = trees))),
                   coef(wald_cascade(scores)))
  bound <- wald_bind(wald_cascade(scores, threshold = wald_trees_threshold(trees, 0), alpha = 0.01,
                                  feature_names = names(trees)), trees)
  expect_identical(wald_save(bound), wald_save(of_trees))
})

test_that("trees of several outputs", {
  wide <- wald_trees(1, n_outputs = 3, leaf_width = 3, summation = "float32", float_features = TRUE, base = c(0, 1, 0))
  nodes <- data.frame(split = c("below", "leaf", "leaf"), feature = c(1, NA, NA), threshold = c(0.5, NA, NA),
                      left = c(2, NA, NA), right = c(3, NA, NA))
  nodes$value <- rbind(NA, c(1, 2, 3), c(4, 5, 6))
  wald_add_tree(wide, nodes)
  expect_identical(predict(wide, cbind(c(a = 0, b = 1, c = NA))), rbind(a = c(1, 3, 3), b = c(4, 6, 6), c = c(4, 6, 6)))
  again <- wald_load(wald_save(wide))
  expect_identical(summary(wald_add_tree(again, nodes))$n_trees, 2)
  refused(wald_add_tree(again, transform(nodes, value = 1)), "nodes$value has 1 columns: must have 3")
  narrow <- wald_trees(1, n_outputs = 2, trees_per_model = 2)
  for (k in 1:2) wald_add_tree(narrow, data.frame(split = "leaf", value = k), output = k)
  expect_identical(predict(narrow, cbind(0)), cbind(1, 2))
  expect_identical(summary(narrow)$n_models, 1)
})

test_that("models of other libraries", {
  # As LightGBM writes one.
  lines <- c(
    "tree", "version=v4", "num_class=1", "num_tree_per_iteration=1", "max_feature_idx=1",
    "objective=regression", "feature_names=age place", "feature_infos=[0:90] 0:1:2", "", "Tree=0",
    "num_leaves=3", "num_cat=1", "split_feature=0 1", "threshold=40 0", "decision_type=10 1", "left_child=-1 -2",
    "right_child=1 -3", "leaf_value=-1 0.5 2", "cat_boundaries=0 1", "cat_threshold=5", "", "end of trees", "",
    'pandas_categorical:[["home", "work", "other"]]')
  file <- tempfile()
  on.exit(unlink(file))
  writeLines(lines, file)
  people <- data.frame(place = factor(c("work", "home", "work", NA)), age = c(30, 50, 50, NA))
  for (trees in list(wald_trees_from_model(file), wald_trees_from_model(readBin(file, "raw", 1e4), 1))) {
    expect_identical(names(trees), c("age", "place"))
    expect_identical(predict(trees, people), c(-1, 0.5, 2, -1))
    expect_identical(predict(trees, cbind(age = 50, place = c(0, 1, 2, 7))), c(0.5, 2, 0.5, 2))
    bound <- wald_cascade(trees, people, alpha = 0, folds = 0)
    expect_identical(predict(wald_load(wald_save(bound)), people), predict(bound, people))
  }
  refused(predict(trees, data.frame(age = 50, place = "moon")), 'newdata$place has the category "moon": must be one of')
  refused(wald_trees_from_model(file, 2), "iterations is 2: must be at most 1, the rounds that the model has")
  refused(wald_trees_from_model(file, 0), "iterations is 0: must be at least 1")
  refused(wald_trees_from_model(3), "model is 3: must be the name of a file, or a raw vector")
  refused(wald_trees_from_model(charToRaw("no model")), "model cannot be read: must be a model that XGBoost saved",
          "wald_error_format")
  # What is wrong with a file names it, whatever it is.
  writeLines("no model", file)
  expect_error(wald_trees_from_model(file), paste0('"', file, '": model cannot be read'), fixed = TRUE,
               class = "wald_error_format")
  writeLines(sub("num_cat=1", "num_cat=1\nis_linear=1", lines), file)
  expect_error(wald_trees_from_model(file), paste0('"', file, '": '), fixed = TRUE, class = "wald_error_unsupported")
})

test_that("errors of trees", {
  leaf <- data.frame(split = "leaf", value = 1)
  refused(wald_trees(0), "n_features is 0")
  refused(wald_trees(c("a", "a")), "the names must differ")
  refused(wald_trees(1, summation = "half"), "must be one of")
  refused(wald_add_tree(trees, transform(leaf, split = "over")), 'nodes$split is "over": must be of leaf, at_most')
  refused(wald_add_tree(trees, transform(leaf, value = NA_real_)), "the value of node 1 is nan: must be finite")
  refused(wald_add_tree(trees, data.frame(split = "leaf")), "nodes$value is needed")
  refused(wald_add_tree(trees, leaf, output = 2), "output is 2: must lie in [1, 1]")
  split <- data.frame(split = c("below", "leaf", "leaf"), feature = 1, threshold = 1, left = 2, right = 3, value = 1)
  refused(wald_add_tree(trees, transform(split, feature = "x9")), 'nodes$feature is "x9": there is no such feature')
  refused(wald_add_tree(trees, transform(split, feature = 9)), "feature[1] is 9: must lie in [1, 3]")
  refused(wald_add_tree(trees, transform(split, left = NA_real_)), "nodes$left is")
  refused(wald_add_tree(trees, transform(split, threshold = NA_real_)), "threshold[1] is nan: must be a number")
  refused(wald_add_tree(trees, transform(split, depth = 1)), "nodes has the column depth")
  refused(predict(trees, people[1:2]), "newdata has no column x3")
  refused(predict(trees, unname(as.matrix(people[1:2]))), "n_features is 2: must be 3")
  refused(wald_cascade(trees, people, threshold = 1), "give the margin")
  refused(wald_bind(cascade, trees), "must")
  expect_identical(summary(trees)$n_trees, 20)
  other <- wald_trees(1)
  close(other)
  refused(predict(other, cbind(1)), "trees is closed")
})

test_that("errors", {
  refused(wald_cascade(fitted_on, alpha = -1), "alpha is -1: must lie in [0, 1]")
  refused(wald_cascade(fitted_on, alpha = "a"), 'alpha is "a": must be a number')
  refused(wald_cascade(fitted_on, order = "best"), 'order is "best": must be one of joint, natural, random, mse, greedy')
  refused(wald_cascade(fitted_on, fixed_order = c("m1", "m99")), 'fixed_order has "m99": there is no such model')
  refused(wald_cascade(fitted_on, fixed_order = 1:3), "order has 3 models: must have each once, 12")
  refused(wald_cascade(fitted_on, spend = "some"), 'spend is "some"')
  refused(wald_cascade(fitted_on, costs = c(m1 = 1)), "costs and the models differ")
  refused(wald_cascade(fitted_on, folds = 1), "folds is 1")
  refused(wald_cascade(fitted_on, allowed = 1), 'option "allowed" is unknown to cascades')
  refused(predict(cascade, others[, 1:3]), "newdata has no column m4, nor 8 more: it has m1, m2, m3")
  refused(predict(cascade, unname(others[, 1:3])), "n_scores is 3: must be 12")
  refused(predict(cascade), "newdata is needed")
  refused(predict(cascade, others, input = "features"), "must be one of")
  refused(wald_cascade(fitted_on, progress = function(f) FALSE), "cancelled", "wald_cancelled")
  expect_error(wald_cascade(fitted_on, progress = function(f) stop("mine")), "mine")
  rows <- wald_cascade_scores(fitted_on)
  refused(wald_cascade(rows, progress = function(f) {
    close(rows)
    TRUE
  }), "in use")
  refused(wald_compare_cascades(), "no cascade")
  refused(plot(wald_cascade(fitted_on), rows = "cross"), "has no such numbers")
})

test_that("pictures and comparisons", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  natural <- lapply(c(0.01, 0.05), function(a) wald_cascade(fitted_on, alpha = a, order = "natural", folds = 5))
  compared <- wald_compare_cascades(joint = cascade, natural = natural)
  expect_identical(compared$cascade, c("joint", "natural", "natural"))
  expect_identical(compared$disagreement[1], cascade$cross_disagreement)
  counted <- wald_compare_cascades(cascade, wald_cascade(fitted_on), scores = others)
  expect_identical(counted$disagreement[1], wald_evaluate_cascade(cascade, others)$disagreement)
  expect_identical(wald_compare_cascades(cascade, wald_cascade(fitted_on))$disagreement[1],
                   cascade$disagreement)
  expect_silent(plot(cascade))
  expect_silent(plot(cascade, rows = "in_sample", main = "stops"))
  expect_silent(plot(compared))
  expect_output(print(summary(cascade)), "90 % of the rows by")
  skip_if_not_installed("ggplot2")
  for (picture in list(ggplot2::autoplot(cascade), ggplot2::autoplot(compared))) {
    expect_s3_class(picture, "ggplot")
    expect_silent(print(picture))
  }
})

test_that("names and categories of features are saved, and columns go by them", {
  trees <- wald_trees(c("age", "place"))
  wald_add_tree(trees, data.frame(split = c("at_most", "leaf", "leaf"), feature = c("age", NA, NA),
                                  threshold = c(40, NA, NA), left = c(2, NA, NA), right = c(3, NA, NA),
                                  value = c(NA, -1, 1)))
  wald_add_tree(trees, data.frame(split = c("among", "leaf", "leaf"), feature = c("place", NA, NA),
                                  categories = I(list(c(0, 2), NA, NA)), left = c(2, NA, NA), right = c(3, NA, NA),
                                  value = c(NA, 0.4, -0.5)))
  places <- c("far", "here", "there")
  d <- data.frame(place = factor(rep(places, 20), places), age = 21:80, more = "x")
  cascade <- wald_cascade(trees, d, folds = 0)
  expect_identical(cascade$feature_names, c("age", "place"))
  expect_identical(cascade$categories, list(place = c("far", "here", "there")))
  sums <- ifelse(d$age <= 40, -1, 1) + ifelse(d$place == "here", -0.5, 0.4)
  expect_identical(unname(predict(cascade, d)), sums >= 0)
  again <- wald_load(wald_save(cascade))
  expect_identical(again$categories, cascade$categories)
  expect_identical(predict(again, d[60:1, c("more", "age", "place")]), rev(predict(cascade, d)))
  expect_identical(predict(again, cbind(x = 9, place = as.integer(d$place) - 1, age = d$age)), predict(cascade, d))
  expect_identical(predict(again, transform(d, place = as.character(place))), predict(cascade, d))
  expect_error(predict(again, d["age"]), "newdata has no column place: it has age", fixed = TRUE)
  expect_error(predict(again, transform(d, place = "moon")),
               'newdata$place has the category "moon": must be one of "far", "here", "there"', fixed = TRUE)
  said <- wald_cascade(trees, cbind(place = 0:2, age = c(20, 50, 80)), folds = 0,
                       categories = list(place = c("a", "b", "c")))
  expect_identical(wald_load(wald_save(said))$categories$place, c("a", "b", "c"))
})
