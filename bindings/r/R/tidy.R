# tidy(), glance() and augment() of the package generics, which broom and tidymodels use. The methods are registered
# when that package is loaded; nothing here needs it.

#' Results as tidy tables
#'
#' Methods of `tidy` (what a result is made of, a row each), `glance` (one row for the whole) and `augment` (the data
#' with predictions in columns that begin with a dot) of the package generics; broom and tidymodels bring these
#' functions too. Where the package tibble is installed the tables are tibbles.
#'
#' @param x What the page is called for, as [wald_thresholds()] and [wald_fit()] give it; for `augment` a
#'   `wald_thresholds`, `wald_learner`, `wald_rule`, `wald_calibration`, `wald_cascade`, `wald_route` or
#'   `wald_decisions`.
#' @param data,newdata Rows to predict, as `predict` takes them; of a `wald_decisions` the rows that it was made of. One
#'   of the two.
#' @param column Of a calibration, the column that is calibrated: its name, or its number.
#' @param ... For `augment` further arguments of `predict`, such as `metric`; else not used.
#' @return `tidy` of thresholds: `term`, `estimate` and, after a bootstrap, `conf.low` and `conf.high`; of a learner
#'   what was chosen (`part`, `term`, `estimate`, `loss`); of comparisons and evaluations also `std.error`, limits and
#'   p-values; of other results what `as.data.frame` gives. `glance`: the
#'   [facts] that there is one of, and `nobs` where the number of rows is known. `augment`: `.pred_class`, and of
#'   probabilities `.pred_` with the level or label; of labels `.decided_` with the label; of a calibration `.pred`; of
#'   a cascade `.decision` and `.count`; of a route `.stage`; of decisions `.labels`, `.k` and `.expected`.
#' @examples
#' d <- data.frame(bad = c(0, 0, 1, 0, 1, 1), a = c(1, 5, 9, 2, 3, 8), b = c(2, 1, 3, 1, 9, 4))
#' chosen <- wald_thresholds(bad ~ a + b, d)
#' if (requireNamespace("generics", quietly = TRUE)) {
#'   generics::tidy(chosen)
#'   generics::glance(chosen)
#'   generics::augment(chosen, d)
#' }
#' @name tidy.wald_thresholds
NULL

as_tidy <- function(x) {
  row.names(x) <- NULL
  if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(x) else x
}

# What there is one of, as a row.
one_row <- function(x, without = character(), nobs = x$n_rows) {
  x <- unclass(x)
  single <- vapply(x, function(value) is.atomic(value) && length(value) == 1 && is.null(dim(value)), NA)
  out <- as.data.frame(lapply(x[single & !names(x) %in% c("warning", "warned", "handle", without)], unname),
                       stringsAsFactors = FALSE, optional = TRUE)
  if (!is.null(nobs)) out$nobs <- nobs
  as_tidy(out)
}

# ---- tidy ----

#' @rdname tidy.wald_thresholds
#' @rawNamespace S3method(generics::tidy, wald_thresholds)
tidy.wald_thresholds <- function(x, ...) {
  out <- data.frame(term = score_names(x$thresholds), estimate = unname(x$thresholds), stringsAsFactors = FALSE)
  if (!is.null(x$low)) out[c("conf.low", "conf.high")] <- list(unname(x$low), unname(x$high))
  as_tidy(out)
}

#' @rawNamespace S3method(generics::tidy, wald_learner)
tidy.wald_learner <- function(x, ...) {
  out <- x$choices
  names(out)[match(c("what", "value"), names(out))] <- c("term", "estimate")
  as_tidy(out)
}

#' @rawNamespace S3method(generics::tidy, wald_rule)
tidy.wald_rule <- function(x, ...) {
  as_tidy(data.frame(term = as.character(names(coef(x))), estimate = as.numeric(coef(x)), stringsAsFactors = FALSE))
}

#' @rawNamespace S3method(generics::tidy, wald_class_multipliers)
tidy.wald_class_multipliers <- function(x, ...) {
  names <- if (is.null(names(x$multipliers))) as.character(seq_along(x$multipliers)) else names(x$multipliers)
  as_tidy(data.frame(term = names, estimate = unname(x$multipliers), stringsAsFactors = FALSE))
}

#' @rawNamespace S3method(generics::tidy, wald_abstention_zone)
tidy.wald_abstention_zone <- function(x, ...) as_tidy(data.frame(term = c("low", "high"), estimate = c(x$low, x$high)))

#' @rawNamespace S3method(generics::tidy, wald_cascade)
tidy.wald_cascade <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_decision)
tidy.wald_decision <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_decisions)
tidy.wald_decisions <- function(x, ...) {
  names <- answer_names(x)
  as_tidy(cbind(data.frame(answer = if (is.null(names)) seq_len(length(x)) else names, stringsAsFactors = FALSE),
                as.data.frame(x)))
}

#' @rawNamespace S3method(generics::tidy, wald_label_thresholds)
tidy.wald_label_thresholds <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_segment_thresholds)
tidy.wald_segment_thresholds <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_frontier)
tidy.wald_frontier <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_curve)
tidy.wald_curve <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_distribution)
tidy.wald_distribution <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_reliability)
tidy.wald_reliability <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_decision_curve)
tidy.wald_decision_curve <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_route)
tidy.wald_route <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_worth)
tidy.wald_worth <- function(x, ...) one_row(x)

#' @rawNamespace S3method(generics::tidy, wald_comparison)
tidy.wald_comparison <- function(x, ...) {
  as_tidy(data.frame(term = names(x$statistic), estimate = unname(x$statistic), std.error = x$stderr, p.value = x$p.value,
                     conf.low = x$conf.int[1], conf.high = x$conf.int[2], method = x$method, stringsAsFactors = FALSE))
}

#' @rawNamespace S3method(generics::tidy, wald_threshold_evaluation)
tidy.wald_threshold_evaluation <- function(x, ...) {
  each <- x$estimates
  as_tidy(data.frame(model = each$model, term = each$metric, estimate = each$value, std.error = each$standard_error,
                     conf.low = each$low, conf.high = each$high, stringsAsFactors = FALSE))
}

#' @rawNamespace S3method(generics::tidy, wald_performance)
tidy.wald_performance <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_prevalence)
tidy.wald_prevalence <- function(x, ...) as_tidy(as.data.frame(x))

#' @rawNamespace S3method(generics::tidy, wald_promise)
tidy.wald_promise <- function(x, ...) as_tidy(as.data.frame(x))

# ---- glance ----

#' @rdname tidy.wald_thresholds
#' @rawNamespace S3method(generics::glance, wald_thresholds)
glance.wald_thresholds <- function(x, ...) {
  rows <- if (!is.null(x$sample) && native_state(x$sample$pointer) == "open") sample_facts(x$sample, character())$n_rows
  one_row(x, c("intercept", "stacked_threshold", "n_answers", "thresholds", "next_lower", "low", "high", "flags",
               "coefficients", "p_values"), rows)
}

#' @rawNamespace S3method(generics::glance, wald_learner)
glance.wald_learner <- function(x, ...) {
  one_row(x, c("rows", "single", "labels", "features"), if (!is.na(x$rows)) x$rows)
}

#' @rawNamespace S3method(generics::glance, wald_rule)
glance.wald_rule <- function(x, ...) {
  as_tidy(data.frame(metric = metric_name(x$metric), scope = x$scope, model = class(x$model)[1],
                     positive = if (is.null(x$positive)) NA_character_ else x$positive, stringsAsFactors = FALSE))
}

#' @rawNamespace S3method(generics::glance, wald_decision)
glance.wald_decision <- function(x, ...) one_row(x, c("prediction", "indices", "labels", "probabilities"), x$n_items)

#' @rawNamespace S3method(generics::glance, wald_decisions)
glance.wald_decisions <- function(x, ...) {
  facts <- unclass(x)
  as_tidy(data.frame(metric = facts$metric, average = facts$average, n_answers = length(x),
                     expected = mean(facts$expected, na.rm = TRUE), k = mean(facts$k, na.rm = TRUE),
                     abstained = sum(facts$abstained, na.rm = TRUE), bound = max(-Inf, facts$bound, na.rm = TRUE),
                     nobs = facts$size[1], stringsAsFactors = FALSE))
}

#' @rawNamespace S3method(generics::glance, wald_label_thresholds)
glance.wald_label_thresholds <- function(x, ...) one_row(x, c("thresholds", "tp", "fp", "missed"))

#' @rawNamespace S3method(generics::glance, wald_segment_thresholds)
glance.wald_segment_thresholds <- function(x, ...) as_tidy(x$together)

#' @rawNamespace S3method(generics::glance, wald_class_multipliers)
glance.wald_class_multipliers <- function(x, ...) one_row(x, "multipliers")

#' @rawNamespace S3method(generics::glance, wald_abstention_zone)
glance.wald_abstention_zone <- function(x, ...) one_row(x)

#' @rawNamespace S3method(generics::glance, wald_frontier)
glance.wald_frontier <- function(x, ...) one_row(summary(x))

#' @rawNamespace S3method(generics::glance, wald_reliability)
glance.wald_reliability <- function(x, ...) one_row(x, c("fitted", "probabilities", "weights"), length(x$probabilities))

#' @rawNamespace S3method(generics::glance, wald_distribution)
glance.wald_distribution <- function(x, ...) one_row(x)

#' @rawNamespace S3method(generics::glance, wald_cascade)
glance.wald_cascade <- function(x, ...) one_row(x, c("low", "high", "order", "names", "levels"))

#' @rawNamespace S3method(generics::glance, wald_route)
glance.wald_route <- function(x, ...) one_row(x, c("thresholds", "shares", "names", "classes", "segments"))

#' @rawNamespace S3method(generics::glance, wald_worth)
glance.wald_worth <- function(x, ...) one_row(x)

#' @rawNamespace S3method(generics::glance, wald_comparison)
glance.wald_comparison <- function(x, ...) {
  numbers <- list(estimate_a = x$estimate[["A"]], estimate_b = x$estimate[["B"]], difference = x$statistic[[1]],
                  p.value = x$p.value)
  as_tidy(data.frame(c(numbers, x[c("n_units", "n_differing", "n_undecided", "n_swaps")])))
}

#' @rawNamespace S3method(generics::glance, wald_threshold_evaluation)
glance.wald_threshold_evaluation <- function(x, ...) one_row(x, c("markdown", "latex"))

#' @rawNamespace S3method(generics::glance, wald_prevalence)
glance.wald_prevalence <- function(x, ...) one_row(x[c("n_rows", "n_calibration_rows")])

#' @rawNamespace S3method(generics::glance, wald_promise)
glance.wald_promise <- function(x, ...) one_row(promise_facts(x))

# ---- augment ----

# The rows that are asked about, and these with further columns.
rows_to_augment <- function(data, newdata) {
  rows <- if (is.null(newdata)) data else newdata
  if (is.null(rows)) refuse("newdata is needed: the rows to predict")
  rows
}

with_columns <- function(rows, columns) {
  if (!is.data.frame(rows)) rows <- as.data.frame(if (is_Matrix(rows)) as.matrix(rows) else rows)
  if (is.character(attr(rows, "row.names"))) rows <- cbind(.rownames = row.names(rows), rows, stringsAsFactors = FALSE)
  rows[names(columns)] <- columns
  as_tidy(rows)
}

columns_named <- function(table, prefix) {
  names <- if (is.null(colnames(table))) seq_len(ncol(table)) else colnames(table)
  structure(lapply(seq_len(ncol(table)), function(j) unname(table[, j])), names = paste0(prefix, names))
}

# Probabilities as parsnip names them: a column for each level.
probability_columns <- function(p, levels) {
  if (!is.null(dim(p))) return(columns_named(p, ".pred_"))
  columns_named(structure(cbind(1 - as.double(p), as.double(p)), dimnames = list(NULL, levels)), ".pred_")
}

#' @rdname tidy.wald_thresholds
#' @rawNamespace S3method(generics::augment, wald_thresholds)
augment.wald_thresholds <- function(x, data = NULL, newdata = NULL, ...) {
  rows <- rows_to_augment(data, newdata)
  with_columns(rows, list(.pred_class = unname(predict(x, rows, type = "class", ...))))
}

#' @rawNamespace S3method(generics::augment, wald_learner)
augment.wald_learner <- function(x, data = NULL, newdata = NULL, ...) {
  rows <- rows_to_augment(data, newdata)
  p <- predict(x, rows, "probability")
  if (x$task == "classes" || x$n_labels == 1) {
    decided <- list(.pred_class = unname(predict(x, rows, "class", ...)))
    if (x$n_labels == 1) p <- as.vector(p)
  } else {
    decided <- columns_named(unclass(predict(x, rows, ...))$prediction, ".decided_")
  }
  with_columns(rows, c(decided, probability_columns(p, learner_levels(x))))
}

#' @rawNamespace S3method(generics::augment, wald_rule)
augment.wald_rule <- function(x, data = NULL, newdata = NULL, ...) {
  rows <- rows_to_augment(data, newdata)
  p <- predict(x, rows, "prob")
  columns <- probability_columns(p, c(setdiff(x$levels, x$positive), x$positive))
  with_columns(rows, c(list(.pred_class = unname(predict(x, rows, ...))), columns[paste0(".pred_", x$levels)]))
}

#' @rdname tidy.wald_thresholds
#' @rawNamespace S3method(generics::augment, wald_calibration)
augment.wald_calibration <- function(x, data = NULL, newdata = NULL, column = 1, ...) {
  rows <- rows_to_augment(data, newdata)
  values <- if (length(dim(rows)) < 2) rows else rows[, column, drop = TRUE]
  found <- if (calibration_input(x) == "scores") predict(x, scores = values, ...) else predict(x, values, ...)
  with_columns(rows, list(.pred = unname(found)))
}

#' @rawNamespace S3method(generics::augment, wald_cascade)
augment.wald_cascade <- function(x, data = NULL, newdata = NULL, ...) {
  rows <- rows_to_augment(data, newdata)
  found <- predict(x, rows, type = "both", ...)
  with_columns(rows, list(.decision = found$decision, .count = found$count))
}

#' @rawNamespace S3method(generics::augment, wald_route)
augment.wald_route <- function(x, data = NULL, newdata = NULL, ...) {
  rows <- rows_to_augment(data, newdata)
  with_columns(rows, list(.stage = unname(predict(x, rows, ...))))
}

#' @rawNamespace S3method(generics::augment, wald_decisions)
augment.wald_decisions <- function(x, data = NULL, newdata = NULL, ...) {
  rows <- rows_to_augment(data, newdata)
  found <- as.data.frame(x)
  if (nrow(found) != NROW(rows)) refuse("data has ", NROW(rows), " rows: there are ", nrow(found), " answers")
  with_columns(rows, list(.labels = found$labels, .k = found$k, .expected = found$expected))
}
