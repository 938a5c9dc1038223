#' What a prediction is worth
#'
#' `wald_expected` is the expected utility of any prediction, `wald_regret` what it gives away against the optimum.
#'
#' @inheritParams wald_decide
#' @param p What is known: one problem or a table, as [wald_decide()] takes it.
#' @param prediction 0 and 1, or logical, of the shape of `p`; a `wald_decision` or `wald_decisions` will do.
#' @param return_error,return_bound Of one problem, also return a proved limit: on the absolute error of the expected
#'   utility; on how much larger the true regret may be.
#' @inheritParams decision_options
#' @param ... No further arguments.
#' @return A number for one problem; with the limit a vector of the two. For a table a vector, an element for each
#'   answer.
#' @examples
#' p <- c(0.9, 0.45, 0.4, 0.1)
#' wald_expected(p, "f1", p > 0.5)
#' wald_expected(p, "f1", p > 0.5, return_error = TRUE)
#' wald_regret(p, "f1", p > 0.5)
#' @export
wald_expected <- function(p, metric, prediction, given = NULL, return_error = FALSE, ..., average = NULL,
                          threads = NULL, progress = NULL) {
  judge(p, metric, prediction, given, FALSE, flag(return_error, "return_error"),
        asked("decisions", options_given(...)))
}

#' @rdname wald_expected
#' @export
wald_regret <- with_options("decisions", function(p, metric, prediction, given = NULL, exactly = NULL,
                                                  return_bound = FALSE, ...) {
  judge(p, metric, prediction, given, TRUE, flag(return_bound, "return_bound"),
        asked("decisions", with_exactly(options_given(...), exactly)))
})

prediction_of <- function(x) {
  if (inherits(x, "wald_decision")) x$prediction else if (inherits(x, "wald_decisions")) unclass(x)$prediction else x
}

judge <- function(p, metric, prediction, given, regret, limit, options) {
  metric <- metric_of(metric)
  prediction <- prediction_of(prediction)
  if (inherits(p, "wald_estimator") || !is_table(p)) {
    problem <- problem_of(p, given)
    one_instance(options)
    mask <- mask_vector(prediction, problem$labels)
    found <- ok(native_judge(native_pointer(metric), problem$known, problem$kind, mask, options, regret))
    names(found) <- if (regret) c("regret", "bound") else c("expected", "error")
    return(if (limit) found else found[[1]])
  }
  if (limit) refuse("of a table no ", if (regret) "bounds" else "errors", " are computed")
  kind <- table_kind(given)
  average <- average_of(options)
  table <- real_matrix(p, "probabilities") # the library takes dense tables here
  mask <- cells(prediction, "mask")
  same_shape("mask", mask, "probabilities", table)
  same_names("prediction", colnames(mask), colnames(table))
  same_names("prediction", rownames(mask), rownames(table))
  check_one_column(dim(table), metric, options)
  answers <- switch(average, instance = nrow(table), macro = ncol(table), micro = 1)
  found <- ok(native_judge_rows(native_pointer(metric), kind, table, mask, answers, options, regret))
  named(found, switch(average, instance = rownames(table), macro = colnames(table)))
}

mask_vector <- function(prediction, labels) {
  mask <- cells(prediction_of(prediction), "mask")
  if (dimensions(mask) != 1) refuse("mask has ", dimensions(mask), " dimensions: must have 1")
  same_names("prediction", names(mask), labels)
  mask
}

#' The expected utility over the number of positives
#'
#' @inheritParams wald_decide
#' @param p One problem, as [wald_decide()] takes it.
#' @param x,object A `wald_curve`.
#' @param row.names,optional Not used.
#' @inheritParams decision_options
#' @param ... Not used.
#' @return A `wald_curve`, a data frame of `k` = 0, ..., n and `expected`, the expected utility of the best prediction
#'   with that many positives (`NA` where the constraints rule it out). `summary` names the best `k`.
#' @seealso [plot.wald_curve()]
#' @examples
#' curve <- wald_curve(c(0.9, 0.45, 0.4, 0.1), "f1")
#' curve
#' summary(curve)
#' plot(curve)
#' @export
wald_curve <- with_options("decisions", function(p, metric, given = NULL, exactly = NULL, ...) {
  metric <- metric_of(metric)
  problem <- problem_of(p, given)
  options <- asked("decisions", with_exactly(options_given(...), exactly))
  expected <- ok(native_curve(native_pointer(metric), problem$known, problem$kind, options))
  structure(data.frame(k = seq_along(expected) - 1L, expected = expected), metric = metric_name(metric),
            class = c("wald_curve", "data.frame"))
}, but = c("average", "abstain"))

#' @rdname wald_curve
#' @method print wald_curve
#' @export
print.wald_curve <- function(x, ...) {
  best <- summary(x)
  cat("Expected ", attr(x, "metric"), " at k = 0 to ", nrow(x) - 1, "; the best is ", digits(best$expected), " at k = ",
      best$k, "\n", sep = "")
  print(head(as.data.frame(x), 10), row.names = FALSE)
  if (nrow(x) > 10) cat("...\n")
  invisible(x)
}

#' @rdname wald_curve
#' @method summary wald_curve
#' @export
summary.wald_curve <- function(object, ...) {
  at <- which.max(object$expected)
  list(k = object$k[at], expected = object$expected[at], metric = attr(object, "metric"))
}

#' @rdname wald_curve
#' @export
as.data.frame.wald_curve <- function(x, row.names = NULL, optional = FALSE, ...) {
  data.frame(k = x$k, expected = x$expected)
}

#' What predictions were worth
#'
#' The metric's value on known truth.
#'
#' @inheritParams wald_decide
#' @param truth,prediction 0 and 1, or logical: a vector is one problem, a matrix, data frame or sparse `Matrix` a
#'   table. A factor of two levels stands for its second level; one of more levels, or one that is compared with a
#'   table, for a column for each level. In the prediction `NA` marks what was left undecided: such rows are left out
#'   and counted.
#'   A `wald_decision` or `wald_decisions` will do for a prediction. Or, for `truth`, a formula `truth ~ prediction`.
#' @param weights Of the rows, finite and >= 0, not all 0.
#' @param return_undecided Also return the number of rows left out.
#' @inheritParams decision_options
#' @param ... For the formula method the arguments above.
#' @return The value, `NaN` where every row is undecided; with `return_undecided` a vector of `value` and `undecided`.
#' @examples
#' wald_evaluate(c(1, 0, 1, 1), c(TRUE, TRUE, TRUE, FALSE), "precision")
#' d <- data.frame(case = c(1, 0, 1), said = c(1, 1, 0))
#' wald_evaluate(case ~ said, "f1", data = d)
#' @export
wald_evaluate <- function(truth, ..., average = NULL) UseMethod("wald_evaluate")

#' @rdname wald_evaluate
#' @export
wald_evaluate.default <- function(truth, prediction, metric, weights = NULL, return_undecided = FALSE, ...) {
  metric <- metric_of(metric)
  options <- asked("decisions", list(...))
  flag(return_undecided, "return_undecided")
  prediction <- prediction_of(prediction)
  levels <- common_levels(truth, prediction)
  if (is.factor(truth) && is.factor(prediction) && is.null(levels))
    prediction <- factor(prediction, levels = union(base::levels(truth), base::levels(prediction)))
  y <- cells(truth, "truth", FALSE, levels)
  h <- cells(prediction, "prediction", TRUE, levels)
  same_shape("truth", y, "prediction", h)
  if (dimensions(y) == 1) {
    same_names("prediction", names(h), names(y))
    if (!is.null(options$average))
      refuse("average is ", shown(options$average), ": truth is a vector, which is one problem")
    options$average <- "macro"
    y <- matrix(y)
    h <- matrix(h)
  } else if (dimensions(y) == 2) {
    check_one_column(dim(y), metric, options)
    same_names("prediction", colnames(h), colnames(y))
    same_names("prediction", rownames(h), rownames(y))
  } else {
    refuse("truth has ", dimensions(y), " dimensions: must have 1 or 2")
  }
  weights <- of_rows(weights, "weights", nrow(y))
  found <- ok(native_evaluate(native_pointer(metric), y, h, weights, options))
  if (return_undecided) c(value = found[1], undecided = found[2]) else found[1]
}

#' @rdname wald_evaluate
#' @export
wald_evaluate.formula <- function(truth, metric, data = NULL, ...) {
  if (length(truth) != 3) refuse("the formula ", shown(truth), " has no left side: must be truth ~ prediction")
  frame <- stats::model.frame(truth, data, na.action = stats::na.pass)
  if (ncol(frame) != 2)
    refuse("the formula ", shown(truth), " names ", ncol(frame), " variables: must be truth ~ prediction")
  wald_evaluate.default(frame[[1]], frame[[2]], metric, ...)
}

# The levels that factors become columns of, or NULL where a factor stands for its second level.
common_levels <- function(truth, prediction) {
  if (is.factor(truth) && is.factor(prediction)) {
    all <- union(levels(truth), levels(prediction))
    return(if (length(all) > 2) all)
  }
  factor <- if (is.factor(truth)) truth else if (is.factor(prediction)) prediction
  table <- if (is.factor(truth)) prediction else truth
  if (is.null(factor) || !is_table(table)) return(NULL)
  if (is.null(colnames(table))) levels(factor) else colnames(table)
}
