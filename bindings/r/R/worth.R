#' Estimate the gain of deciding for a metric
#'
#' From probabilities alone: the expected gain of the optimal predictions over those cut at 1/2, and the standard error
#' of the realised gain, since rows and labels are random.
#' Both depend on the probabilities: calibrate first, and see by `temperature` what is left of the gain if they are wrong.
#' @inheritParams wald_decide
#' @param p Probabilities: a matrix, data frame or sparse `Matrix` of one row per instance, one column per label; or a vector,
#'   which is one label over its rows, one problem (macro) unless `average` is given.
#' @param weights Of the rows, finite and >= 0, not all 0; with the instance average alone.
#' @inheritParams decision_options
#' @param ... No further arguments.
#' @return A `wald_worth`, a list: `answer` is `"pays"` where the expected `gain` is above `least_gain` by more than two
#'   standard errors, `"does_not_pay"` where two standard errors more would still be no more than it, and else
#'   `"undetermined"`; `standard_error` is that on as many rows of this kind, `truth_error` that on these very rows;
#'   `expected_cut` and `expected_optimum` are the expected utilities, `rows_needed` how many rows it takes for two
#'   standard errors, `changed_row_share` and `changed_cell_share` the shares that are predicted differently, `rows` the number of
#'   rows, `samples` the number of draws behind each variance that was simulated.
#' @examples
#' p <- matrix(c(0.45, 0.3, 0.2, 0.45, 0.6, 0.1), 40, 3, byrow = TRUE)
#' wald_worth(p, "f1")
#' @export
wald_worth <- with_options("decisions", function(p, metric, kind = NULL, weights = NULL, exactly = NULL, ...) {
  metric <- metric_of(metric)
  options <- asked("decisions", with_exactly(options_given(...), exactly))
  kind <- table_kind(kind)
  if (is_sparse(p)) {
    rows <- compressed(p)
    weights <- of_rows(weights, "weights", rows$dim[1])
    found <- ok(native_worth_csr(native_pointer(metric), kind, rows$indptr, rows$indices, rows$values, rows$dim[2],
                                 weights, options))
  } else {
    if (is.null(dim(p))) {
      p <- matrix(reals(p, "probabilities"), ncol = 1)
      options <- as_one_problem(options)
    }
    table <- real_matrix(p, "probabilities")
    weights <- of_rows(weights, "weights", nrow(table))
    found <- ok(native_worth(native_pointer(metric), kind, table, weights, options))
  }
  warn(found$warning)
  found$warning <- NULL
  found$exclusive <- as.logical(found$exclusive)
  found$verdict <- word_of(found$verdict, "worth_verdict")
  structure(c(found, list(metric = metric_name(metric))), class = "wald_worth")
}, calls = "worth")

#' @method print wald_worth
#' @export
print.wald_worth <- function(x, ...) {
  said <- c(pays = "pays", does_not_pay = "does not pay", undetermined = "undetermined")[[x$verdict]]
  cat("Worth of deciding for ", x$metric, ": ", said, "; ", digits(x$expected_cut), " cut at 1/2, ",
      digits(x$expected_optimum), " decided, gain ", digits(x$gain), " with a standard error of ",
      digits(x$standard_error), ", on ", x$n_rows, " rows\n", sep = "")
  invisible(x)
}
