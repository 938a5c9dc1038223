p <- c(beach = 0.9, sky = 0.45, dog = 0.4, sunset = 0.1)
pictured <- list(wald_decide(p, "f1"), wald_curve(p, "f1"), wald_distribution(p, "f1", p > 0.5),
                 wald_decide(rbind(p, rev(p)), "f1"),
                 wald_rule(glm(case ~ spontaneous + induced, binomial, infert), "f1"))

test_that("base graphics", {
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  for (x in pictured) expect_identical(withVisible(plot(x))$visible, FALSE)
  plot(pictured[[2]], main = "given", xlab = "k")
  grDevices::dev.off()
  expect_gt(file.size(file), 3000)
  unlink(file)
})

test_that("ggplot2", {
  skip_if_not_installed("ggplot2")
  for (x in pictured[1:4]) {
    picture <- ggplot2::autoplot(x)
    expect_s3_class(picture, "ggplot")
    expect_gt(nrow(ggplot2::layer_data(picture)), 0)
  }
})
