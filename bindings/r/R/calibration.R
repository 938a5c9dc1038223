# `seen` is what it was fitted to, for pictures.
new_calibration <- function(pointer, levels = NULL, seen = NULL) {
  handle <- kept(pointer, "calibration")
  structure(list(method = saved_calibrator(handle$text), levels = levels, seen = seen, handle = handle),
            class = "wald_calibration")
}

# Which method a text that the library has read says it is.
saved_calibrator <- function(text) {
  Filter(function(name) grepl(paste0('"', name, '"'), text, fixed = TRUE), names(words("calibration")))
}

calibration_pointer <- function(calibration) kept_pointer(calibration, "calibration")

#' Calibration: from scores to probabilities
#'
#' A decision is as good as its probabilities. These turn the scores of any binary classifier into such: Platt's
#' logistic regression on the score (1999), isotonic regression (Zadrozny and Elkan 2002), beta calibration (Kull, Silva
#' Filho and Flach 2017). Learners of [wald_fit()] calibrate themselves.
#'
#' Give scores of rows that the classifier has not seen, out of fold or held out: on its training rows it is too sure.
#' `"platt"` assumes that log-odds are linear in the score, `"isotonic"` only that they rise, and needs many rows (some
#' thousand); `"beta"` lies between them. A probability p is given as its log-odds, `qlogis(p)`.
#'
#' For a [wald_cascade()] the same function certifies thresholds: [wald_calibrate.wald_cascade()].
#'
#' @param x Scores, finite: larger ones speak for 1. For `plot`, `print` and `summary` a calibration.
#' @param labels 0 and 1, logical, or a factor of two levels; both must occur.
#' @param method `"platt"`, `"isotonic"` or `"beta"`.
#' @param weights Of the rows, finite and >= 0; default 1 each.
#' @param object A calibration.
#' @param newdata Scores.
#' @param bins Into how many groups of like size the scores are put, of which the observed shares are drawn.
#' @param level Of their intervals (Wilson's).
#' @param ... Handed to the plotting function. Else not used.
#' @return A `wald_calibration`. `predict` gives a probability for each score. It is kept whole in `.rds` files, and by
#'   [wald_save()], which does not keep the scores that `plot` shows.
#' @seealso [plot.wald_learner()] for reliability on held-out rows.
#' @examples
#' set.seed(1)
#' score <- rnorm(2000)
#' case <- runif(2000) < plogis(3 * score - 2) # the score is not a log-odds
#' fit <- wald_calibrate(score[1:1000], case[1:1000])
#' fit
#' p <- predict(fit, score[1001:2000])
#' brier <- function(said) mean((said - case[1001:2000])^2)
#' c(score = brier(plogis(score[1001:2000])), calibrated = brier(p))
#' wald_decide(p, "f1")$k
#' plot(fit)
#' @export
wald_calibrate <- function(x, ...) UseMethod("wald_calibrate")

#' @rdname wald_calibrate
#' @export
wald_calibrate.default <- function(x, labels, method = "platt", weights = NULL, ...) {
  no_more(...)
  if (missing(labels)) refuse("labels are needed: 0 and 1")
  scores <- real_vector(x, "scores")
  levels <- if (is.factor(labels)) levels(labels)
  truth <- cells(labels, "labels")
  if (dimensions(truth) != 1) refuse("labels has ", dimensions(truth), " dimensions: must have 1")
  if (length(truth) != length(scores))
    refuse("labels has ", length(truth), " elements: there are ", length(scores), " scores")
  weights <- of_rows(weights, "weights", length(scores))
  pointer <- ok(native_calibration_fit(string(method, "method"), scores, truth, weights))
  new_calibration(pointer, levels, list(scores = unname(scores), labels = as.vector(truth), weights = weights))
}

#' @rdname wald_calibrate
#' @export
predict.wald_calibration <- function(object, newdata, ...) {
  no_more(...)
  if (missing(newdata)) refuse("newdata is needed: scores")
  scores <- real_vector(newdata, "scores")
  named(ok(native_calibration_apply(calibration_pointer(object), scores)), names(scores))
}

#' @rdname wald_calibrate
#' @method print wald_calibration
#' @export
print.wald_calibration <- function(x, ...) {
  cat("Calibration (", x$method, ")", sep = "")
  if (!is.null(x$seen)) cat(" of ", length(x$seen$scores), " scores, ", sum(x$seen$labels), " of them positive",
                            if (!is.null(x$levels)) paste0(" (", x$levels[2], ")"), sep = "")
  cat("\n")
  if (!is.null(x$seen)) {
    at <- stats::quantile(x$seen$scores, c(0, 0.5, 1), names = FALSE)
    each <- function(values) vapply(values, function(value) format(value, digits = 3), "")
    cat("  probability ", paste(each(predict(x, at)), "at", each(at), collapse = ", "), "\n", sep = "")
  }
  invisible(x)
}

#' @rdname wald_calibrate
#' @method summary wald_calibration
#' @export
summary.wald_calibration <- function(object, ...) {
  structure(list(calibration = object), class = "summary.wald_calibration")
}

#' @method print summary.wald_calibration
#' @export
print.summary.wald_calibration <- function(x, ...) {
  print(x$calibration)
  seen <- x$calibration$seen
  if (is.null(seen)) return(invisible(x))
  of <- score_parts(predict(x$calibration, seen$scores), seen$labels, seen$weights)
  cat("On the rows it was fitted to: ", parts_in_words(of), "\n", sep = "")
  invisible(x)
}
