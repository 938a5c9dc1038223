#' The shares of labels among rows without labels
#'
#' By maximum likelihood (Saerens, Latinne and Decaestecker 2002), if rows of a label look as in training: only the shares
#' differ. Pass `prior` to [wald_adapt()]. With calibration rows, probabilities are first calibrated on them by one slope
#' and an intercept per class (Alexandari, Kundaje and Shrikumar 2020); with `bootstrap` as well the limits cover the error
#' of that, and label shift is tested.
#'
#' @param probabilities A matrix of one column per label or class, or a vector for one label, in \[0, 1\].
#' @param training_prior The share of each label in training, in (0, 1). Default: that of the calibration rows.
#' @param calibration_truth The truth of rows as frequent as in training, which the model was not fitted to: 0 and 1, or
#'   `FALSE` and `TRUE`, in the form of `probabilities`.
#' @param calibration_probabilities Their probabilities.
#' @param kind `"independent"`, or `"categorical"` for exclusive classes.
#' @param na.action As for [wald_performance()], of calibration rows.
#' @param x A `wald_prevalence`.
#' @param row.names,optional Not used.
#' @inheritParams threshold_options
#' @param ... Not used.
#' @return A `wald_prevalence`: a list of the [facts] of a prevalence, each of one number per label: `prior`, `low`,
#'   `high`, `training_prior`, `p_value`, and of `n_rows` and `n_calibration_rows`. `as.data.frame` gives one row per
#' label.
#' @references Saerens M, Latinne P, Decaestecker C (2002). "Adjusting the outputs of a classifier to new a priori
#'   probabilities." *Neural Computation* 14, 21-41.
#' @seealso [wald_adapt()], [wald_calibrate()]
#' @examples
#' found <- wald_prevalence(c(0.9, 0.8, 0.1, 0.1), training_prior = 0.2)
#' found
#' wald_adapt(c(0.9, 0.8, 0.1, 0.1), found$training_prior, found$prior)
#' @export
wald_prevalence <- with_options("thresholds", function(probabilities, training_prior = NULL, calibration_truth = NULL,
                                                       calibration_probabilities = NULL, kind = "independent",
                                                       na.action = NULL, ...) {
  given <- asked("thresholds", options_given(...))
  column <- function(x) if (is.null(dim(x))) matrix(x) else x
  table <- column(reals(probabilities, "probabilities"))
  if (!is.null(training_prior)) training_prior <- real_vector(training_prior, "training_prior")
  if (is.null(calibration_truth) != is.null(calibration_probabilities))
    refuse("calibration_truth and calibration_probabilities are needed together")
  known <- held_out <- NULL
  if (!is.null(calibration_truth)) {
    left <- rows_left(list(calibration_truth = calibration_truth, calibration_probabilities = calibration_probabilities),
                      na.action)
    known <- column(unname(cells(taken(calibration_truth, left), "calibration_truth")))
    held_out <- column(reals(taken(calibration_probabilities, left), "calibration_probabilities"))
  }
  found <- ok(native_prevalence(given, number_of(kind, "kind", "kind"), table, training_prior, known, held_out))
  labels <- colnames(table)
  found$labels <- if (is.null(labels)) as.character(seq_len(ncol(table))) else labels
  structure(found, class = "wald_prevalence")
}, calls = "prevalence")

#' @rdname wald_prevalence
#' @method as.data.frame wald_prevalence
#' @export
as.data.frame.wald_prevalence <- function(x, row.names = NULL, optional = FALSE, ...) {
  data.frame(label = x$labels, x[c("prior", "low", "high", "training_prior", "p_value")])
}

#' @rdname wald_prevalence
#' @method print wald_prevalence
#' @export
print.wald_prevalence <- function(x, ...) {
  cat("Shares of labels among ", x$n_rows, " rows\n", sep = "")
  print(as.data.frame(x), row.names = FALSE, digits = 4)
  invisible(x)
}
