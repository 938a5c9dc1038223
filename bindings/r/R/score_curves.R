#' Decision curve analysis
#'
#' The net benefit of flagging by models' probabilities, at every threshold probability (Vickers and Elkin 2006). At a
#' threshold probability t a row of a probability of at least t is flagged, and a false positive costs t/(1 - t) of what
#' a true one is worth: net benefit is TP/n - FP/n t/(1 - t). It has the numbers of the package dcurves.
#'
#' Limits are normal ones, by the variance of a mean over independent rows, or with `bootstrap` percentiles. Where no
#' row is flagged both are 0.
#'
#' @param truth 0 and 1, logical, or a factor of two levels, of which the second one is positive. `NA` is a
#'   censored label. Or a formula `outcome ~ model1 + model2` that names columns of `data`.
#' @param probabilities A vector, or a matrix or data frame with a column for each model, in \[0, 1\].
#' @param data A data frame.
#' @param thresholds Threshold probabilities, each in (0, 1).
#' @param reference What differences of net benefit are to: the name or number of a model, or `"all"`, flagging every
#'   row.
#' @param weights Of the rows, finite and >= 0. In the formula method they may name a column of `data`.
#' @param subset,event_level As for [wald_sample()].
#' @param na.action What is done with rows that lack a value, as in [stats::lm()]. Default: rows whose outcome is missing
#'   are left out with a warning, and a probability that is missing is refused.
#' @param outcome Where the data come first: the column of the truth, then in `...` that of the probabilities; or a
#'   formula.
#' @param x A `wald_decision_curve`.
#' @param row.names,optional Not used.
#' @inheritParams threshold_options
#' @param ... Of the generic the arguments above; else not used.
#' @return A `wald_decision_curve`: a list of `curve`, a data frame with a row for each model and threshold (the models,
#'   then `"all"` and `"none"`) that holds the [facts] of a decision curve; of `thresholds`, `models`, `reference`,
#'   `prevalence` and `level`. `as.data.frame` gives the data frame.
#' @references Vickers AJ, Elkin EB (2006). "Decision curve analysis: a novel method for evaluating prediction models."
#'   *Medical Decision Making* 26, 565-574.
#' @seealso [plot.wald_decision_curve()], [wald_reliability()]
#' @examples
#' set.seed(1)
#' d <- data.frame(cancer = runif(500) < 0.3)
#' d$marker <- plogis(rnorm(500) + 2 * d$cancer - 1.5)
#' d$age <- plogis(rnorm(500) + 0.7 * d$cancer - 1)
#' curve <- wald_decision_curve(cancer ~ marker + age, d, reference = "age")
#' curve
#' subset(as.data.frame(curve), threshold == 0.2)
#' plot(curve)
#' @export
wald_decision_curve <- with_options("thresholds", function(truth, ...) UseMethod("wald_decision_curve"),
                                    calls = "decision_curve")

#' @rdname wald_decision_curve
#' @export
wald_decision_curve.formula <- function(truth, data = NULL, ..., weights = NULL, subset = NULL, na.action = NULL,
                                        event_level = NULL) {
  if (length(truth) != 3)
    refuse("the formula ", shown(truth), " has no left side: must be outcome ~ model + model")
  given <- taken_rows(truth, data, substitute(subset), na.action,
                      list(weights = eval(substitute(weights), data, environment(truth))), needed = TRUE)
  data <- given$data
  terms <- stats::delete.response(stats::terms(truth, data = data))
  columns <- formula_columns(terms, data)
  if (is.null(dim(columns))) columns <- matrix(columns, dimnames = list(NULL, attr(terms, "term.labels")))
  label <- eval(truth[[2]], data, environment(truth))
  wald_decision_curve.default(label, columns, ..., weights = given$weights, event_level = event_level,
                              na.action = na.action)
}

#' @rdname wald_decision_curve
#' @export
wald_decision_curve.data.frame <- function(truth, outcome, ...) {
  data_first(wald_decision_curve.formula, truth, substitute(outcome), eval(substitute(alist(...))), parent.frame())
}

#' @rdname wald_decision_curve
#' @export
wald_decision_curve.default <- function(truth, probabilities, thresholds = seq_len(99) / 100, reference = "all",
                                        weights = NULL, event_level = NULL, na.action = NULL, ...) {
  if (missing(truth) || missing(probabilities))
    refuse("truth and probabilities are needed: 0 and 1, and numbers in [0, 1]")
  table <- reals(probabilities, "probabilities")
  if (is.null(dim(table))) table <- matrix(table, dimnames = list(NULL, "model"))
  table <- real_matrix(table, "probabilities")
  models <- if (is.null(colnames(table))) paste("model", seq_len(ncol(table))) else colnames(table)
  truth <- with_event(truth, event_level)
  left <- rows_left(list(truth = truth, probabilities = table, weights = weights), na.action)
  table <- taken(table, left)
  given <- known_truth(taken(truth, left), nrow(table))
  weights <- of_rows(taken(weights, left), "weights", nrow(table))
  thresholds <- unname(real_vector(thresholds, "thresholds"))
  place <- reference_place(reference, models)
  options <- asked("thresholds", list(...))
  if (!is.null(place)) options$reference <- place - 1
  facts <- facts_per("decision_curve", "threshold", "numbers")
  numbers <- ok(native_decision_curve(options, table, given$values, given$first, weights, thresholds, facts))
  share <- if (is.null(options$prevalence)) sum(given$positive * (if (is.null(weights)) 1 else weights)) /
    (if (is.null(weights)) length(given$positive) else sum(weights)) else options$prevalence
  curve <- decision_rows(numbers, models, thresholds, if (is.null(place)) length(models) + 1 else place)
  structure(list(curve = curve, thresholds = thresholds, models = models,
                 reference = if (is.null(place)) "all" else models[place], prevalence = share,
                 level = if (is.null(options$level)) default_of("thresholds", "level") else options$level),
            class = "wald_decision_curve")
}

# Truth as native code takes it; and which rows are positive.
known_truth <- function(truth, rows) {
  given <- label_values(truth)
  if (length(truth) != rows) refuse("truth has length ", length(truth), ": must be ", rows)
  if (anyNA(truth))
    refuse(place("truth", which(is.na(truth))[1]), " is missing: must be 0 or 1; ", sum(is.na(truth)), " of ", rows,
           " are missing: leave these rows out")
  given$positive <- as.numeric(truth) == given$first + 1
  given
}

reference_place <- function(reference, models) {
  if (length(reference) == 1 && reference %in% models) return(match(reference, models))
  if (identical(reference, "all") || is.null(reference)) return(NULL)
  if (is.numeric(reference) && length(reference) == 1 && reference %in% seq_along(models)) return(as.integer(reference))
  refuse("reference is ", shown(reference), ": must be one of ",
         paste(dQuote(c("all", models), FALSE), collapse = ", "))
}

# A row for each model and threshold, those of flagging every row and none at the end.
decision_rows <- function(numbers, models, thresholds, reference) {
  steps <- length(thresholds)
  of <- function(model) numbers[(model - 1) * steps + seq_len(steps), , drop = FALSE]
  none <- matrix(0, steps, ncol(numbers), dimnames = list(NULL, colnames(numbers)))
  other <- of(reference)
  none[, "difference"] <- -other[, "net_benefit"]
  none[, "difference_low"] <- -other[, "high"]
  none[, "difference_high"] <- -other[, "low"]
  none[, "interventions_avoided"] <- -of(length(models) + 1)[, "net_benefit"] * (1 - thresholds) / thresholds
  data.frame(model = rep(c(models, "all", "none"), each = steps),
             threshold = rep(thresholds, length(models) + 2), rbind(numbers, none), stringsAsFactors = FALSE)
}

#' @rdname wald_decision_curve
#' @method as.data.frame wald_decision_curve
#' @export
as.data.frame.wald_decision_curve <- function(x, row.names = NULL, optional = FALSE, ...) x$curve

#' @rdname wald_decision_curve
#' @method print wald_decision_curve
#' @export
print.wald_decision_curve <- function(x, ...) {
  cat("Decision curve of ", listed(x$models), ": ", length(x$thresholds), " thresholds, prevalence ",
      digits(x$prevalence), "\n", sep = "")
  shown <- unique(x$thresholds[pmax(1, round(seq(0.1, 0.9, by = 0.2) * length(x$thresholds)))])
  names <- c(x$models, "all")
  table <- vapply(names, function(name) {
    rows <- x$curve[x$curve$model == name, ]
    rows$net_benefit[match(shown, rows$threshold)]
  }, numeric(length(shown)))
  cat("Net benefit at threshold probabilities\n")
  print(matrix(table, length(shown), dimnames = list(format(shown), names)), digits = 4)
  invisible(x)
}

#' Reliability of probabilities
#'
#' How often events happen that are predicted with probability p: by bins that hold equal weights of rows, with
#' their Clopper-Pearson intervals, and by the monotone fit (CORP: Dimitriadis, Gneiting and Jordan 2021). The Brier
#' score is taken apart by both: it is `miscalibration - discrimination + uncertainty`, and
#' `binned_reliability - binned_resolution + uncertainty + within_bins`.
#'
#' @param truth 0 and 1, logical, or a factor of two levels, of which the second one is positive. `NA` is a
#'   censored label. Or a formula `outcome ~ probability` that names columns of `data`.
#' @param probabilities A vector in \[0, 1\].
#' @param data A data frame.
#' @param weights Of the rows, finite and >= 0. In the formula method they may name a column of `data`.
#' @param subset,event_level As for [wald_sample()].
#' @param na.action What is done with rows that lack a value, as in [stats::lm()]. Default: rows whose outcome is missing
#'   are left out with a warning, and a probability that is missing is refused.
#' @param outcome Where the data come first: the column of the truth, then in `...` that of the probabilities; or a
#'   formula.
#' @param x A `wald_reliability`.
#' @param row.names,optional Not used.
#' @inheritParams threshold_options
#' @param ... Of the generic the arguments above; else not used.
#' @return A `wald_reliability`: a list of the [facts] of a reliability (`brier`, `miscalibration`, ...), of `bins`, a
#'   data frame with the facts of each bin, and of `probabilities`, `weights` and `fitted`, the monotone fit at each row
#'   (`NaN` if the weight is 0). `as.data.frame` gives the bins.
#' @references Dimitriadis T, Gneiting T, Jordan AI (2021). "Stable reliability diagrams for probabilistic classifiers."
#'   *PNAS* 118, e2016191118.
#' @seealso [plot.wald_decision_curve()], [wald_calibrate()]
#' @examples
#' set.seed(1)
#' rain <- runif(400) < 0.3
#' forecast <- plogis(2 * rnorm(400) + 2 * rain - 1.5)
#' found <- wald_reliability(rain, forecast, bins = 8)
#' found
#' found$bins
#' plot(found)
#' @export
wald_reliability <- with_options("thresholds", function(truth, ...) UseMethod("wald_reliability"),
                                 calls = "reliability")

#' @rdname wald_reliability
#' @export
wald_reliability.formula <- function(truth, data = NULL, ..., weights = NULL, subset = NULL, na.action = NULL,
                                     event_level = NULL) {
  if (length(truth) != 3)
    refuse("the formula ", shown(truth), " has no left side: must be outcome ~ probability")
  given <- taken_rows(truth, data, substitute(subset), na.action,
                      list(weights = eval(substitute(weights), data, environment(truth))), needed = TRUE)
  data <- given$data
  column <- eval(truth[[3]], data, environment(truth))
  label <- eval(truth[[2]], data, environment(truth))
  wald_reliability.default(label, column, ..., weights = given$weights, event_level = event_level, na.action = na.action)
}

#' @rdname wald_reliability
#' @export
wald_reliability.data.frame <- function(truth, outcome, ...) {
  data_first(wald_reliability.formula, truth, substitute(outcome), eval(substitute(alist(...))), parent.frame())
}

#' @rdname wald_reliability
#' @export
wald_reliability.default <- function(truth, probabilities, weights = NULL, event_level = NULL, na.action = NULL, ...) {
  if (missing(truth) || missing(probabilities))
    refuse("truth and probabilities are needed: 0 and 1, and numbers in [0, 1]")
  column <- unname(real_vector(probabilities, "probabilities"))
  truth <- with_event(truth, event_level)
  left <- rows_left(list(truth = truth, probabilities = column, weights = weights), na.action)
  column <- taken(column, left)
  given <- known_truth(taken(truth, left), length(column))
  weights <- of_rows(taken(weights, left), "weights", length(column))
  options <- asked("thresholds", list(...))
  found <- ok(native_reliability(options, column, given$values, given$first, weights))
  bins <- found[facts_per("reliability", "bin", "numbers")]
  names(bins) <- sub("^bin_", "", names(bins))
  structure(c(found[facts_per("reliability", "whole")],
              list(bins = as.data.frame(bins), fitted = found$fitted, probabilities = column,
                   weights = if (is.null(weights)) rep(1, length(column)) else weights)), class = "wald_reliability")
}

#' @rdname wald_reliability
#' @method as.data.frame wald_reliability
#' @export
as.data.frame.wald_reliability <- function(x, row.names = NULL, optional = FALSE, ...) x$bins

#' @rdname wald_reliability
#' @method print wald_reliability
#' @export
print.wald_reliability <- function(x, ...) {
  cat("Brier score ", digits(x$brier), " = miscalibration ", digits(x$miscalibration), " - discrimination ",
      digits(x$discrimination), " + uncertainty ", digits(x$uncertainty), "\n", sep = "")
  cat("Expected calibration error ", digits(x$calibration_error), " of ", nrow(x$bins), " bins of equal weight\n",
      sep = "")
  cat("Mean probability ", digits(x$mean), ", share of positives ", digits(x$prevalence), "\n", sep = "")
  invisible(x)
}
