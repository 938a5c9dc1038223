test_that("every table has the shape that the list states", {
  all <- wald_datasets()
  expect_identical(all$name[1:2], c("digits", "digit_labels"))
  for (i in seq_len(nrow(all))) {
    data <- wald_datasets(all$name[i])
    expect_identical(dim(data$table), c(all$rows[i], all$columns[i]))
    expect_identical(data$kind, all$kind[i])
    if (!is.null(data$truth)) expect_identical(names(data$truth), names(data$table))
  }
  digits <- wald_datasets("digits")
  expect_s3_class(wald_decide(digits$table, "f1", kind = digits$kind), "wald_decisions")
})

test_that("an unknown name is refused with those that are known", {
  expect_error(wald_datasets("yeasts"), "name is \"yeasts\": did you mean \"yeast\"? It must be one of digits, ",
               fixed = TRUE, class = "wald_error_argument")
  expect_error(wald_datasets("scene"), "name is \"scene\": must be one of digits, ", class = "wald_error_argument")
})
