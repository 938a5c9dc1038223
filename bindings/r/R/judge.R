#' The value of a prediction
#'
#' `wald_expected` is the expected utility of any prediction, `wald_regret` what it loses against the optimum.
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
wald_expected <- with_options("decisions", function(p, metric, prediction, kind = NULL, return_error = FALSE, ...) {
  judge(p, metric, prediction, kind, FALSE, flag(return_error, "return_error"), asked("decisions", options_given(...)))
}, calls = "expected")

#' @rdname wald_expected
#' @export
wald_regret <- with_options("decisions", function(p, metric, prediction, kind = NULL, exactly = NULL,
                                                  return_bound = FALSE, ...) {
  judge(p, metric, prediction, kind, TRUE, flag(return_bound, "return_bound"),
        asked("decisions", with_exactly(options_given(...), exactly)))
}, calls = c("expected", "regret"))

# Classes of the package probably that are equivocal are undecided.
prediction_of <- function(x) {
  if (inherits(x, "class_pred")) {
    labels <- attr(x, "labels")
    codes <- as.integer(unclass(x))
    return(factor(labels[replace(codes, codes %in% 0L, NA)], levels = labels))
  }
  if (inherits(x, "wald_decision")) x$prediction else if (inherits(x, "wald_decisions")) unclass(x)$prediction else x
}

# A prediction whose event is that of its truth.
with_events <- function(prediction, event_level, name) {
  prediction <- prediction_of(prediction)
  if (identical(event_level, "first") && is.factor(prediction) && nlevels(prediction) == 2)
    return(with_event(prediction, event_level, name))
  prediction
}

judge <- function(p, metric, prediction, kind, regret, limit, options) {
  metric <- metric_of(metric)
  prediction <- prediction_of(prediction)
  if (inherits(p, "wald_estimator") || !is_table(p)) {
    problem <- problem_of(p, kind)
    mask <- mask_vector(prediction, problem$labels)
    found <- ok(native_judge(native_pointer(metric), problem$known, problem$kind, mask, options, regret))
    names(found) <- if (regret) c("regret", "bound") else c("expected", "error")
    return(if (limit) found else found[[1]])
  }
  if (limit) refuse(if (regret) "return_bound" else "return_error", " is TRUE: must be FALSE for a table")
  kind <- table_kind(kind)
  average <- average_of(options)
  table <- real_matrix(p, "probabilities") # the library takes dense tables here
  mask <- cells(prediction, "mask")
  same_shape("mask", mask, "probabilities", table)
  same_names("prediction", colnames(mask), colnames(table))
  same_names("prediction", rownames(mask), rownames(table))
  warn_of_table(table, metric, kind, options$average)
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
wald_curve <- with_options("decisions", function(p, metric, kind = NULL, exactly = NULL, ...) {
  metric <- metric_of(metric)
  problem <- problem_of(p, kind)
  options <- asked("decisions", with_exactly(options_given(...), exactly))
  expected <- ok(native_curve(native_pointer(metric), problem$known, problem$kind, options))
  structure(data.frame(k = seq_along(expected) - 1L, expected = expected), metric = metric_name(metric),
            class = c("wald_curve", "data.frame"))
}, calls = "curve")

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
#'   and counted; with `abstain_label` each such cell costs what that says, and cells are counted.
#'   A `wald_decision` or `wald_decisions` will do for a prediction, and a `class_pred` of the package probably, whose
#'   equivocal rows are undecided. Or, for `truth`, a formula `truth ~ prediction`;
#'   the data may come before it: `data |> wald_evaluate(truth ~ prediction, "f1")`.
#' @param weights Of the rows, finite and >= 0, not all 0.
#' @param subset,event_level As for [wald_sample()].
#' @param na.action What is done with rows that lack a value, as in [stats::lm()]. Default: rows without a truth are left
#'   out with a warning.
#' @param return_undecided Also return the number of rows left out, or with `abstain_label` of cells.
#' @inheritParams decision_options
#' @param ... For the formula method the arguments above.
#' @return The value, `NaN` if every row is undecided; with `return_undecided` a vector of `value` and `undecided`.
#' @examples
#' wald_evaluate(c(1, 0, 1, 1), c(TRUE, TRUE, TRUE, FALSE), "precision")
#' d <- data.frame(case = c(1, 0, 1), said = c(1, 1, 0))
#' wald_evaluate(case ~ said, "f1", data = d)
#' @export
wald_evaluate <- with_options("decisions", function(truth, ...) UseMethod("wald_evaluate"), calls = "evaluate")

#' @rdname wald_evaluate
#' @export
wald_evaluate.default <- function(truth, prediction, metric, weights = NULL, return_undecided = FALSE,
                                  event_level = NULL, na.action = NULL, ...) {
  truth <- with_event(truth, event_level, metric = metric)
  prediction <- with_events(prediction, event_level, "prediction")
  left <- rows_left(list(truth = truth, prediction = prediction, weights = weights), na.action)
  truth <- taken(truth, left)
  prediction <- taken(prediction, left)
  weights <- taken(weights, left)
  metric <- metric_of(metric)
  flag(return_undecided, "return_undecided")
  known <- known_and_predicted(truth, list(prediction = prediction), metric, asked("decisions", list(...)))
  weights <- of_rows(weights, "weights", nrow(known$truth))
  found <- ok(native_evaluate(native_pointer(metric), known$truth, known$prediction, weights, known$options))
  if (return_undecided) c(value = found[1], undecided = found[2]) else found[1]
}

#' @rdname wald_evaluate
#' @export
wald_evaluate.formula <- function(truth, metric, data = NULL, weights = NULL, subset = NULL, na.action = NULL,
                                  event_level = NULL, ...) {
  if (length(truth) != 3) refuse("the formula ", shown(truth), " has no left side: must be truth ~ prediction")
  given <- taken_rows(truth, data, substitute(subset), na.action,
                      list(weights = eval(substitute(weights), data, environment(truth))), needed = TRUE)
  frame <- stats::model.frame(truth, given$data, na.action = stats::na.pass)
  if (ncol(frame) != 2)
    refuse("the formula ", shown(truth), " names ", ncol(frame), " variables: must be truth ~ prediction")
  wald_evaluate.default(frame[[1]], frame[[2]], metric, weights = given$weights, event_level = event_level,
                        na.action = na.action, ...)
}

#' @rdname wald_evaluate
#' @export
wald_evaluate.data.frame <- function(truth, prediction, ...) {
  if (!missing(prediction) && inherits(prediction, "formula"))
    return(data_first(wald_evaluate.formula, truth, substitute(prediction), eval(substitute(alist(...))),
                      parent.frame()))
  wald_evaluate.default(truth, prediction, ...)
}

# The truth and predictions of it as tables, with the options that say over what these are averaged.
known_and_predicted <- function(truth, predictions, metric, options) {
  out <- list()
  for (name in names(predictions)) {
    prediction <- prediction_of(predictions[[name]])
    levels <- common_levels(truth, prediction)
    if (is.factor(truth) && is.factor(prediction) && is.null(levels))
      prediction <- factor(prediction, levels = union(base::levels(truth), base::levels(prediction)))
    y <- cells(truth, "truth", FALSE, levels)
    h <- cells(prediction, name, TRUE, levels)
    same_shape("truth", y, name, h)
    if (dimensions(y) == 1) {
      same_names(name, names(h), names(y))
      if (!is.null(options$average))
        refuse("average is ", shown(options$average), ": truth is a vector, which is one problem")
      y <- matrix(y, nrow = if (is.null(options$abstain_label)) length(y) else 1)
      h <- matrix(h, nrow = nrow(y))
    } else if (dimensions(y) == 2) {
      same_names(name, colnames(h), colnames(y))
      same_names(name, rownames(h), rownames(y))
    } else {
      refuse("truth has ", dimensions(y), " dimensions: must have 1 or 2")
    }
    if (length(out) && ncol(y) != ncol(out$truth))
      refuse(name, " has other levels than ", names(predictions)[1], ": factors of the same levels are needed")
    out$truth <- y
    out[[name]] <- h
  }
  if (is_vector_of_truth(truth, out$truth)) options$average <- "macro"
  else warn_of_shape(out$truth, metric, options$average)
  c(out, list(options = options))
}

# Whether the truth was one problem, not a table.
is_vector_of_truth <- function(truth, table) is.null(dim(truth)) && ncol(table) == 1

# The levels that factors become columns of, or NULL if a factor stands for its second level.
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

#' Whether one system is better than another
#'
#' The difference of a metric between the predictions of two systems, A and B, on the same rows: its interval, and the
#' p-value of a paired permutation test, in which the two predictions of each row are swapped at random.
#'
#' The interval is Student's t by the jackknife over rows or groups, wider where few of them differ.
#' @inheritParams wald_decide
#' @param truth,a,b 0 and 1, or logical, as [wald_evaluate()] takes them: what was true, and what A and B predicted. Rows
#'   that either leaves undecided (`NA`) are left out for both. Of a vector each element is a row.
#' @param weights Of the rows, finite and >= 0, not all 0.
#' @param groups Which rows belong together, as a patient's do: whole numbers, a factor or texts. They are
#'   swapped and left out together.
#' @param na.action,event_level As for [wald_evaluate()]: by default rows without a truth are left out with a warning.
#' @inheritParams decision_options
#' @param ... No further arguments.
#' @return A `wald_comparison`, which is an `htest`: `statistic` is the difference B - A, `conf.int` its interval,
#'   `estimate` the values of A and B, `stderr` the standard error, `parameter` its degrees of freedom, and `p.value`.
#'   Beside them `units`, the number of rows or groups, `differing`, how many of these are predicted differently,
#'   `undecided`, the number of rows left out, and `swaps`, how many were drawn.
#' @examples
#' truth <- rbind(c(1, 0, 1), c(0, 1, 0), c(1, 1, 0), c(0, 0, 1))
#' a <- rbind(c(1, 1, 0), c(0, 1, 1), c(1, 0, 0), c(0, 0, 1))
#' b <- rbind(c(1, 0, 1), c(0, 1, 0), c(1, 1, 1), c(0, 1, 1))
#' wald_compare(truth, a, b, "f1")
#' @export
wald_compare <- with_options("decisions", function(truth, a, b, metric, weights = NULL, groups = NULL, na.action = NULL,
                                                   event_level = NULL, ...) {
  named <- paste(deparse1(substitute(a)), "and", deparse1(substitute(b)))
  truth <- with_event(truth, event_level, metric = metric)
  metric <- metric_of(metric)
  of <- list(truth = truth, a = with_events(a, event_level, "a"), b = with_events(b, event_level, "b"), weights = weights,
             groups = groups)
  left <- rows_left(of, na.action)
  of <- lapply(of, taken, left)
  weights <- of$weights
  groups <- of$groups
  known <- known_and_predicted(of$truth, of[c("a", "b")], metric, asked("decisions", options_given(...)))
  rows <- nrow(known$truth)
  weights <- of_rows(weights, "weights", rows)
  if (!is.null(groups)) groups <- group_ids(groups, rows)
  found <- ok(native_compare(native_pointer(metric), known$truth, known$a, known$b, weights, groups, known$options))
  over <- if (is.null(known$options$average)) "instance" else known$options$average
  structure(
    list(statistic = c("B - A" = found$difference), parameter = c(df = found$df), p.value = found$p_value,
         conf.int = structure(c(found$low, found$high), conf.level = if (is.null(level)) 0.95 else level),
         estimate = c(A = found$value_a, B = found$value_b), null.value = c("difference B - A" = 0),
         stderr = found$standard_error, alternative = "two.sided",
         method = paste0("Paired permutation test of ", metric_name(metric), ", average ", over),
         data.name = named, n_units = found$n_units, n_differing = found$n_differing, n_undecided = found$n_undecided,
         n_swaps = found$n_swaps),
    class = c("wald_comparison", "htest"))
}, calls = "compare")
