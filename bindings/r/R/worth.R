#' Estimate the gain of deciding for a metric
#'
#' From probabilities: the expected gain of the optimal predictions over those cut at 1/2, and the standard error
#' of the realised gain, since rows and labels are random.
#' Both depend on the probabilities: see by `temperature` what is left of the gain if they are wrong.
#' With `truth` also the realised gain, how far probabilities are off on average, and what calibration would gain.
#' @inheritParams wald_decide
#' @param p Probabilities: a matrix, data frame or sparse `Matrix` of one row per instance, one column per label; or a vector,
#'   which is one label over its rows, one problem (macro) unless `average` is given.
#' @param truth 0 and 1, or logical: what was true, of the shape of `p`; or `NULL`.
#' @param weights Of the rows, finite and >= 0, not all 0; with the instance average alone.
#' @inheritParams decision_options
#' @param ... No further arguments.
#' @return A `wald_worth`, a list: `verdict` is `"pays"` where the `gain`, with truth `realised_gain`, is above `least_gain`
#'   by more than two standard errors, `"does_not_pay"` where two standard errors more would still be no more than it,
#'   `"calibrate_first"` where `calibration_gain` is above two standard errors, and else
#'   `"undetermined"`; `standard_error` is that on as many rows of this kind, `truth_error` that on these very rows;
#'   `expected_cut` and `expected_optimum` are the expected utilities, `rows_needed` how many rows it takes for two
#'   standard errors, `changed_row_share` and `changed_cell_share` the shares that are predicted differently, `n_rows` the number of
#'   rows, `n_samples` the number of draws behind each variance that was simulated. The other facts are those of the truth:
#'   see `wald_facts("worth")`.
#' @examples
#' p <- matrix(c(0.45, 0.3, 0.2, 0.45, 0.6, 0.1), 40, 3, byrow = TRUE)
#' wald_worth(p, "f1")
#' @export
wald_worth <- with_options("decisions", function(p, metric, kind = NULL, weights = NULL, exactly = NULL, truth = NULL,
                                                 ...) {
  metric <- metric_of(metric)
  options <- asked("decisions", with_exactly(options_given(...), exactly))
  kind <- table_kind(kind)
  y <- if (!is.null(truth)) cells(truth, "truth")
  if (!is.null(y) && is.null(dim(y))) y <- matrix(y, ncol = 1)
  if (is_sparse(p)) {
    rows <- compressed(p)
    weights <- of_rows(weights, "weights", rows$dim[1])
    found <- ok(native_worth_csr(native_pointer(metric), kind, y, rows$indptr, rows$indices, rows$values, rows$dim[2],
                                 weights, options))
  } else {
    if (is.null(dim(p))) {
      p <- matrix(reals(p, "probabilities"), ncol = 1)
      options <- as_one_problem(options)
    }
    table <- real_matrix(p, "probabilities")
    if (!is.null(y)) same_names("truth", colnames(y), colnames(table))
    weights <- of_rows(weights, "weights", nrow(table))
    found <- ok(native_worth(native_pointer(metric), kind, y, table, weights, options))
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
  known <- !is.nan(x$realised_optimum)
  facts <- c("cut", "optimum", "gain", "gain_error")
  of <- if (known) x[paste0("realised_", facts)] else x[c("expected_cut", "expected_optimum", "gain", "standard_error")]
  cat("Worth of deciding for ", x$metric, ": ", gsub("_", " ", x$verdict), "; ", digits(of[[1]]), " cut at 1/2, ",
      digits(of[[2]]), " decided, gain ", digits(of[[3]]), " with a standard error of ", digits(of[[4]]), sep = "")
  if (known)
    cat("; calibrated ", digits(x$calibrated_optimum), ", gain ", digits(x$calibration_gain), " with a standard error of ",
        digits(x$calibration_gain_error), sep = "")
  cat(", on ", x$n_rows, " rows\n", sep = "")
  invisible(x)
}
