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

calibration_inputs <- c("probabilities", "scores")
calibration_input <- function(calibration) word_of(ok(native_calibration_takes(calibration_pointer(calibration))),
                                                   "calibration_input")

# What is given to a calibration, as list(values, input).
to_calibrate <- function(probabilities, scores, name) {
  if (is.null(probabilities) && is.null(scores)) refuse(name, " is needed: probabilities; or scores")
  if (!is.null(probabilities) && !is.null(scores))
    refuse("scores are given beside ", name, ": one of them is calibrated")
  input <- calibration_inputs[1 + is.null(probabilities)]
  given <- if (is.null(scores)) probabilities else scores
  of_classes <- dimensions(given) == 2 && ncol(given) > 1
  list(values = (if (of_classes) real_matrix else real_vector)(given, input), input = input, of_classes = of_classes)
}

#' Calibration of probabilities and scores
#'
#' A decision is as good as its probabilities. Calibration corrects the probabilities of any classifier, or turns its
#' scores into probabilities: Platt's logistic regression (1999), isotonic regression (Zadrozny and Elkan 2002), beta
#' calibration (Kull, Silva Filho and Flach 2017), temperature and vector scaling (Guo et al. 2017). Learners of [wald_fit()] calibrate themselves.
#'
#' Give rows that the classifier has not seen, out of fold or held out: on others it is overconfident. `"platt"`
#' is a logistic regression on the log-odds of the probability, or on the score; `"isotonic"` assumes only that the
#' chance of 1 rises, and needs many rows (some thousand); `"beta"` is a logistic regression on log(p) and -log(1 - p),
#' where p is the probability, or the sigmoid of the score; `"temperature"` divides log-odds or logits by one number,
#' by maximum likelihood. The log-odds of a probability are clipped to `[-40, 40]`, so
#' that 0 and 1 are finite. A calibration takes what it was fitted to.
#'
#' A table of several columns has one per exclusive class. `"vector"` then has a slope of at least 0 and an intercept
#' per class on log(p), with a ridge of 0.001; `"platt"` one slope; `"isotonic"` and `"beta"` take each class against
#' the rest. All but `"temperature"` need rows of each class.
#'
#' For a [wald_cascade()] the same function certifies thresholds: [wald_calibrate.wald_cascade()].
#'
#' @param x 0 and 1, logical, or a factor of two levels: the truth; both must occur. Of classes a factor whose levels are
#'   the columns' names, or the numbers of the columns, from 1. For `plot`, `print` and `summary` a
#'   calibration.
#' @param probabilities Of 1, in `[0, 1]`; or one column per class, which sum to 1 in each row.
#' @param method `"platt"`, `"isotonic"`, `"beta"` or `"temperature"`; of classes also `"vector"`.
#' @param weights Of the rows, finite and >= 0; default 1 each.
#' @param event_level As for [wald_sample()].
#' @param scores Instead of `probabilities` or `newdata`: log-odds, margins or other finite scores; larger ones mean 1.
#' @param object A calibration.
#' @param newdata Probabilities, for a calibration that was fitted to probabilities.
#' @param na.action What is done with rows that lack a value, as in [stats::lm()]. Default: rows without a truth are left
#'   out with a warning, others are refused. Of `predict` as for [predict.wald_thresholds()]: by default a missing value
#'   gives `NA`.
#' @param bins Into how many groups of like size the rows are put, of which the observed shares are drawn.
#' @param level Of their intervals (Wilson's).
#' @param ... Handed to the plotting function. Else not used.
#' @return A `wald_calibration`. `predict` gives a calibrated probability for each row, or a matrix of one column per
#'   class. It is kept whole in `.rds`
#'   files, and by [wald_save()], which does not keep the rows that `plot` shows.
#' @seealso [plot.wald_learner()] for reliability on held-out rows.
#' @examples
#' set.seed(1)
#' score <- rnorm(2000)
#' case <- runif(2000) < plogis(score)
#' model <- plogis(3 * score) # overconfident
#' fit <- wald_calibrate(case[1:1000], model[1:1000])
#' fit
#' p <- predict(fit, model[1001:2000])
#' brier <- function(said) mean((said - case[1001:2000])^2)
#' c(model = brier(model[1001:2000]), calibrated = brier(p))
#' wald_decide(p, "f1")$k
#' plot(fit)
#' by_score <- wald_calibrate(case[1:1000], scores = score[1:1000])
#' head(predict(by_score, scores = score[1001:2000]))
#' @export
wald_calibrate <- function(x, ...) UseMethod("wald_calibrate")

#' @rdname wald_calibrate
#' @export
wald_calibrate.default <- function(x, probabilities = NULL, method = "platt", weights = NULL, scores = NULL,
                                   na.action = NULL, event_level = NULL, ...) {
  no_more(...)
  if (missing(x)) refuse("truth is needed: 0 and 1")
  given <- to_calibrate(probabilities, scores, "probabilities")
  left <- rows_left(list(truth = x, values = given$values, weights = weights), na.action)
  given$values <- taken(given$values, left)
  weights <- taken(weights, left)
  if (given$of_classes) return(calibrate_classes(taken(x, left), given, method, weights))
  x <- with_event(taken(x, left), event_level)
  levels <- if (is.factor(x)) levels(x)
  truth <- cells(x, "truth")
  if (dimensions(truth) != 1) refuse("truth has ", dimensions(truth), " dimensions: must have 1")
  n <- length(given$values)
  if (length(truth) != n) refuse("truth has ", length(truth), " elements: there are ", n, " ", given$input)
  weights <- of_rows(weights, "weights", n)
  new_calibration(fitted_calibration(native_calibration_fit, method, given, truth, weights), levels,
                  list(values = unname(given$values), labels = as.vector(truth), weights = weights))
}

calibrate_classes <- function(truth, given, method, weights) {
  truth <- class_numbers(truth, colnames(given$values))
  n <- nrow(given$values)
  if (length(truth) != n) refuse("truth has ", length(truth), " elements: there are ", n, " rows of ", given$input)
  weights <- of_rows(weights, "weights", n)
  new_calibration(fitted_calibration(native_calibration_fit_classes, method, given, truth - 1, weights),
                  colnames(given$values))
}

fitted_calibration <- function(native_fit, method, given, truth, weights) {
  ok(native_fit(string(method, "method"), number_of(given$input, "calibration_input"), given$values, truth, weights))
}

calibration_facts <- function(calibration) {
  ok(native_facts(calibration_pointer(calibration), "calibration", c("n_classes", "temperature"), 0))
}

# Of the kind that it was fitted to.
calibrated <- function(calibration, values, input = calibration_input(calibration)) {
  ok(native_calibration_apply(calibration_pointer(calibration), number_of(input, "calibration_input"), values))
}

#' @rdname wald_calibrate
#' @export
predict.wald_calibration <- function(object, newdata = NULL, scores = NULL, na.action = stats::na.pass, ...) {
  no_more(...)
  given <- to_calibrate(newdata, scores, "newdata")
  if (given$of_classes) return(calibrated_classes(object, given, na.action))
  names <- names(given$values)
  present <- present_rows(missing_rows(given$values), na.action)
  found <- calibrated(object, some_rows(given$values, present), given$input)
  if (is.null(present)) named(found, names) else put_back(found, present, names)
}

calibrated_classes <- function(calibration, given, na.action) {
  present <- present_rows(missing_rows(given$values), na.action)
  there <- some_rows(given$values, present)
  found <- ok(native_calibration_apply_classes(calibration_pointer(calibration),
                                               number_of(given$input, "calibration_input"), there))
  dimnames(found) <- dimnames(there)
  put_back(found, present, rownames(given$values))
}

#' @rdname wald_calibrate
#' @method print wald_calibration
#' @export
print.wald_calibration <- function(x, ...) {
  cat("Calibration (", x$method, ") of ", sep = "")
  input <- calibration_input(x)
  if (!is.null(x$seen)) cat(length(x$seen$values), "")
  cat(input)
  if (!is.null(x$seen)) cat(", ", sum(x$seen$labels), " of them positive",
                            if (!is.null(x$levels)) paste0(" (", x$levels[2], ")"), sep = "")
  facts <- calibration_facts(x)
  if (facts$n_classes > 0) cat(" of", facts$n_classes, "classes")
  if (!is.nan(facts$temperature)) cat(", temperature", format(facts$temperature, digits = 3))
  cat("\n")
  if (!is.null(x$seen)) {
    at <- stats::quantile(x$seen$values, c(0, 0.5, 1), names = FALSE)
    each <- function(values) vapply(values, function(value) format(value, digits = 3), "")
    cat("  probability ", paste(each(calibrated(x, at)), "at", each(at), collapse = ", "), "\n", sep = "")
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
  of <- score_parts(calibrated(x$calibration, seen$values), seen$labels, seen$weights)
  cat("On the rows it was fitted to: ", parts_in_words(of), "\n", sep = "")
  invisible(x)
}
