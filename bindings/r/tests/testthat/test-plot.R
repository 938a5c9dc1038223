p <- c(beach = 0.9, sky = 0.45, dog = 0.4, sunset = 0.1)
pictured <- list(wald_decide(p, "f1"), wald_curve(p, "f1"), wald_distribution(p, "f1", p > 0.5),
                 wald_decide(rbind(p, rev(p)), "f1"),
                 wald_rule(glm(case ~ spontaneous + induced, binomial, infert), "f1"))

set.seed(1)
bad <- runif(400) < 0.2
scored <- data.frame(bad, model = rnorm(400) + 2 * bad, rules = rnorm(400) + bad)
one <- wald_thresholds(bad ~ model, scored)
two <- wald_thresholds(bad ~ model + rules, scored, max_fp = 20)
votes <- matrix(rnorm(4000, rep(rnorm(200), 20)), 200)
cascade <- wald_cascade(votes, alpha = 0.02)

test_that("pictures of scores say what they show", {
  says(texts_of(function() plot(one, "scores")), "model by class", "positive", "negative", "cut ", "share of the class")
  says(texts_of(function() plot(two, "scores", score = "rules")), "rules by class")
  says(texts_of(function() plot(one, "metric", metric = "f1")), "f1 by the threshold", "threshold of model")
  says(texts_of(function() plot(one, "roc")), "ROC curve, area", "chance")
  says(texts_of(function() plot(one, "pr")), "precision against recall, area", "chance")
  says(texts_of(function() plot(two, "plane")), "shaded: flagged")
  says(texts_of(function() plot(cascade)), "disagreement", "mean ")
  says(texts_of(function() plot(pictured[[2]])), "expected f1 by the number of positives", "best: k = ")
  says(texts_of(function() plot(pictured[[3]])), "distribution of f1; 90 % shaded", "mean ")
  expect_error(plot(two, "scores"), "score is needed: there are 2 classifiers", class = "wald_error_argument")
  expect_error(plot(two, "metric", score = "none"), 'score is "none"', class = "wald_error_argument")
})

test_that("what is drawn of scores is what the sample holds", {
  part <- scores_part(one$sample, NULL)
  for (class in c("positive", "negative")) {
    mine <- part$frame[part$frame$class == class, ]
    expect_equal(sum(mine$share), 1)
    edges <- c(mine$x - part$width / 2, Inf)
    of <- scored$model[scored$bad == (class == "positive")]
    expect_equal(mine$share, as.vector(table(cut(of, edges, right = FALSE))) / length(of))
  }
  worth <- metric_part(one$sample, NULL, "f1")$frame
  best <- worth[which.max(worth$value), ]
  expect_equal(best$value, wald_evaluate(bad, scored$model >= best$threshold, "f1"))
  wide <- distribution_part(wald_distribution(rep(c(0.3, 0.6), 40), "f1", rep(1, 80)), 0.9)
  expect_lte(nrow(wide$frame), most_bars)
  expect_equal(sum(wide$frame$probability), 1)
})

test_that("base graphics", {
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  for (x in pictured) expect_identical(withVisible(plot(x))$visible, FALSE)
  plot(pictured[[2]], main = "given", xlab = "k")
  grDevices::dev.off()
  expect_gt(file.size(file), 3000)
  unlink(file)
})

test_that("of rare events the part around the answer is shown", {
  scores <- c(seq(100, 399), seq(0, 90, length.out = 9000))
  rare <- wald_sample(c(rep(1, 300), seq_len(9000) %% 100 == 0), cbind(s = scores))
  chosen <- wald_thresholds(rare, "f1")
  grDevices::pdf(NULL)
  plot(chosen, "pn")
  shown <- graphics::par("usr")
  plot(wald_frontier(rare), "pn")
  whole <- graphics::par("usr")
  grDevices::dev.off()
  expect_lt(shown[2], 0.1 * whole[2])
  expect_gt(shown[3], 0.5 * chosen$tp)
  expect_lt(whole[3], 1)
  expect_gt(shown[4], chosen$tp)
})

test_that("ggplot2", {
  skip_if_not_installed("ggplot2")
  for (x in pictured[1:4]) {
    picture <- ggplot2::autoplot(x)
    expect_s3_class(picture, "ggplot")
    expect_gt(nrow(ggplot2::layer_data(picture)), 0)
    expect_true(nzchar(picture$labels$title))
  }
  for (type in c("pn", "roc", "pr", "scores", "metric")) {
    picture <- ggplot2::autoplot(one, type)
    expect_gt(nrow(ggplot2::layer_data(picture)), 0)
    expect_true(nzchar(picture$labels$title))
  }
  expect_gt(nrow(ggplot2::layer_data(ggplot2::autoplot(one$sample, "scores"))), 0)
  expect_true(nzchar(ggplot2::autoplot(cascade)$labels$title))
})
