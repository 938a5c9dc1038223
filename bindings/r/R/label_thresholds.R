#' A threshold for each label
#'
#' Of a multi-label model: `"macro"` makes each label a problem of its own, `"micro"` adds the counts of all labels, and
#' `"instance"` chooses one threshold for all labels, such that the mean recall, precision or metric of the rows' label
#' sets has at least its limit.
#'
#' @param truth 0 and 1, or logical, with a column for each label; `NA` was not rated.
#' @param scores A matrix or data frame of the same shape.
#' @param weights Of the rows, finite and >= 0.
#' @param metric The metric to maximise.
#' @param groups With `"instance"`, which rows depend on each other, as those of a document: whole numbers, a factor or texts.
#' @param x,object A `wald_label_thresholds`.
#' @param newdata Scores, with the same columns.
#' @param na.action What is done with rows that lack a value, as in [stats::lm()]. Default: rows that lack a label are left
#'   out, with a warning, where a metric or a recall needs all positives. Of `predict` as for [predict.wald_thresholds()]:
#'   by default a label whose score is missing is `NA`.
#' @param row.names,optional Not used.
#' @inheritParams threshold_options
#' @param ... Not used.
#' @return A `wald_label_thresholds`: a list of `thresholds`, `tp` and `fp` by label (`Inf` where
#'   nothing is flagged), `by_label` (a data frame of these, `positives`, `precision`, `recall`, `value`, `feasible` and `flags`),
#'   `missed` (the labels that miss a limit), `value` (of the goal: over the added counts, with macro the mean over
#'   labels, with instance that over rows), `labels_per_row` (the mean number of flagged labels, with instance),
#'   `feasible`, `exact`. `predict` gives a logical table in the form of `newdata`; `coef` the thresholds;
#'   `as.data.frame` a row for each label.
#' @examples
#' scores <- cbind(sky = c(0.9, 0.6, 0.3, 0.2), dog = c(0.1, 0.35, 0.3, 0.05))
#' truth <- cbind(sky = c(1, 1, 0, 0), dog = c(0, 1, 1, 0))
#' chosen <- wald_label_thresholds(truth, scores, "f1")
#' chosen
#' predict(chosen, scores)
#' @export
wald_label_thresholds <- with_options("thresholds", function(truth, scores, metric = NULL, weights = NULL,
                                                             groups = NULL, na.action = NULL, ...) {
  options <- asked("thresholds", c(options_given(...), list(metric = metric)))
  scores <- real_matrix(scores, "scores")
  truth <- truth_table(truth)
  same_shape("truth", truth, "scores", scores)
  same_names("truth", colnames(truth), colnames(scores))
  weights <- of_rows(weights, "weights", nrow(scores))
  rows <- list(truth = truth, scores = scores, weights = weights, groups = groups)
  rows <- lapply(rows, taken, rows_left(rows, na.action, FALSE))
  if (!is.null(groups)) rows$groups <- group_ids(rows$groups, nrow(rows$scores))
  found <- rated_or_left_out(rows["truth"], na.action, function(left)
    ok(native_label_thresholds(options, taken(rows$scores, left), taken(rows$truth, left), taken(rows$weights, left),
                               taken(rows$groups, left))))
  labels <- if (is.null(colnames(scores))) seq_len(ncol(scores)) else colnames(scores)
  numbers <- as.data.frame(found$by_label)
  names(numbers)[match(c("label_value", "attained"), names(numbers))] <- c("value", "feasible")
  flags <- lapply(numbers$flags, bits_of, "threshold_flag")
  numbers$feasible <- numbers$feasible != 0
  numbers$flags <- vapply(flags, paste, "", collapse = ", ")
  columns <- lapply(c(thresholds = "threshold", tp = "tp", fp = "fp"),
                    function(name) named(numbers[[name]], colnames(scores)))
  average <- macro_or(options)
  missed <- labels[numbers$missed != 0]
  every <- labels[numbers$flags_all != 0]
  if (length(every))
    warn(paste0("every row is flagged for ", listed_labels(every),
                ": the scores do not separate the label's few positives"))
  numbers[c("missed", "flags_all")] <- NULL
  found[c("feasible", "exact")] <- list(found$feasible != 0, found$exact != 0)
  found$by_label <- data.frame(label = labels, numbers, stringsAsFactors = FALSE)
  structure(c(columns, found, list(missed = missed, average = average)), class = "wald_label_thresholds")
}, calls = "labels")

listed_labels <- function(labels) {
  paste0(if (length(labels) == 1) "label " else "labels ", paste(head(labels, 5), collapse = ", "),
         if (length(labels) > 5) paste(" and", length(labels) - 5, "more"))
}

macro_or <- function(options) if (is.null(options$average)) default_of("thresholds", "average") else options$average

truth_table <- function(truth) {
  if (is.data.frame(truth) || is_Matrix(truth)) truth <- as.matrix(truth)
  if (dimensions(truth) != 2) refuse("truth has ", dimensions(truth), " dimensions: must have 2")
  label_values(truth)$values
}

#' @rdname wald_label_thresholds
#' @export
predict.wald_label_thresholds <- function(object, newdata, na.action = stats::na.pass, ...) {
  if (missing(newdata)) refuse("newdata is needed: a column of scores for each label")
  scores <- scores_for(newdata, object$thresholds)
  if (is.null(dim(scores))) scores <- matrix(scores)
  # A label is decided by its own score, whichever others are missing: none but NA is dropped by what leaves rows out.
  present <- present_rows(missing_rows(scores), na.action, "newdata")
  kept <- if (is.null(present)) seq_len(nrow(scores)) else present$all
  scores <- scores[kept, , drop = FALSE]
  flagged <- matrix(NA, nrow(scores), ncol(scores), dimnames = dimnames(scores))
  for (j in seq_along(object$thresholds)) {
    known <- !is.na(scores[, j])
    flagged[known, j] <- flagged_by(object$thresholds[[j]], "or", scores[known, j])
  }
  if (!is.data.frame(newdata)) return(flagged)
  columns <- names(object$thresholds)
  frame_of(flagged, (if (is.null(columns)) newdata else newdata[columns])[kept, , drop = FALSE])
}

#' @rdname wald_label_thresholds
#' @export
coef.wald_label_thresholds <- function(object, ...) object$thresholds

#' @rdname wald_label_thresholds
#' @method print wald_label_thresholds
#' @export
print.wald_label_thresholds <- function(x, ...) {
  cat("Thresholds of ", length(x$thresholds), " labels (", x$average, "), value ", digits(x$value), "\n", sep = "")
  print(head(as.data.frame(x), 10), digits = 4, row.names = FALSE)
  if (length(x$thresholds) > 10) cat("...\n")
  if (!x$feasible)
    cat("Not feasible: this is the nearest point", if (length(x$missed)) paste(" for", listed_labels(x$missed)), "\n",
        sep = "")
  if (!x$exact) cat("Note: not proved to be the best of all thresholds\n")
  invisible(x)
}

#' @rdname wald_label_thresholds
#' @export
as.data.frame.wald_label_thresholds <- function(x, row.names = NULL, optional = FALSE, ...) {
  x$by_label
}

#' Multipliers of exclusive classes
#'
#' A row gets the class j of the greatest `scores[, j] * multipliers[j]`, by the multipliers that are best for a metric
#' or for a matrix of costs: a local optimum, never worse than the plain greatest score. Where the scores are
#' probabilities, `wald_least_cost` gives the classes of least expected cost, and needs no multipliers.
#'
#' @param truth A factor whose levels are the columns' names; or the numbers of the classes, from 1.
#' @param scores A matrix or data frame with a column for each class, finite and >= 0.
#' @param metric A name or a [wald_metric()], to be greatest by the option `average` over the classes. Default F1, where
#'   there are no `costs`.
#' @param costs A matrix, `costs[truth, decision]`, whose mean is to be least.
#' @param weights Of the rows, finite and >= 0.
#' @param x,object A `wald_class_multipliers`.
#' @param newdata Scores, with the same columns.
#' @param na.action What is done with rows that lack a value, as in [stats::lm()]. Default: rows without a truth are left
#'   out with a warning, others are refused. Of `predict` as for [predict.wald_thresholds()]: by default a row of which a
#'   score is missing is `NA`.
#' @inheritParams threshold_options
#' @param ... Not used.
#' @return A `wald_class_multipliers`: a list of `multipliers`, `value` (the metric or mean cost reached), `start` (that
#'   of the plain greatest score) and the `confusion` matrix, weights of the rows by truth and decision. `predict` and
#'   `wald_least_cost` give classes: a factor where the columns have names, else numbers from 1.
#' @examples
#' p <- as.matrix(iris[1:4]) / rowSums(iris[1:4])
#' p <- cbind(setosa = p[, 2], versicolor = p[, 3], virginica = p[, 4])
#' chosen <- wald_class_multipliers(iris$Species, p, "f1")
#' chosen
#' table(predict(chosen, p), iris$Species)
#' wald_least_cost(rbind(c(0.6, 0.4), c(0.95, 0.05)), rbind(c(0, 1), c(5, 0)))
#' @export
wald_class_multipliers <- with_options("thresholds", function(truth, scores, metric = NULL, costs = NULL,
                                                              weights = NULL, na.action = NULL, ...) {
  scores <- real_matrix(scores, "scores")
  if (!is.null(costs) && !is.null(metric)) refuse("metric and costs were given: one of them is to be best")
  if (is.null(costs) && is.null(metric)) metric <- "f1"
  options <- asked("thresholds", c(options_given(...), list(metric = metric)))
  left <- rows_left(list(truth = truth, scores = scores, weights = weights), na.action)
  scores <- taken(scores, left)
  weights <- taken(weights, left)
  truth <- class_numbers(taken(truth, left), colnames(scores))
  if (length(truth) != nrow(scores)) refuse("truth has length ", length(truth), ": must be ", nrow(scores))
  weights <- of_rows(weights, "weights", nrow(scores))
  found <- ok(native_class_multipliers(options, cost_cells(costs, ncol(scores)), scores, truth - 1, weights))
  names <- colnames(scores)
  structure(list(multipliers = named(found$multipliers, names), value = found$value, start = found$start,
                 confusion = matrix(found$confusion, ncol(scores), byrow = TRUE,
                                    dimnames = if (!is.null(names)) list(truth = names, decision = names)),
                 judged_by = if (is.null(metric)) "mean cost"
                             else paste(macro_or(options), metric_name(metric_of(metric)))),
            class = "wald_class_multipliers")
}, calls = "classes")

class_numbers <- function(truth, columns) {
  if (is.character(truth)) truth <- factor(truth, levels = columns)
  if (is.factor(truth)) {
    if (is.null(columns)) refuse("truth is a factor: the columns of scores have no names")
    unknown <- setdiff(levels(truth), columns)
    if (length(unknown)) refuse("truth has the level ", dQuote(unknown[1], FALSE), ": there is no such column")
    truth <- match(as.character(truth), columns)
  }
  truth <- real_vector(truth, "truth")
  if (anyNA(truth)) refuse(place("truth", which(is.na(truth))[1]), " is missing")
  truth
}

# By truth, then by decision.
cost_cells <- function(costs, classes) {
  if (is.null(costs)) return(NULL)
  costs <- real_matrix(costs, "costs")
  if (!all(dim(costs) == classes))
    refuse("costs has shape (", shape(costs, ", "), "): must be (", classes, ", ", classes, ")")
  as.vector(t(costs))
}

#' @rdname wald_class_multipliers
#' @export
predict.wald_class_multipliers <- function(object, newdata, na.action = stats::na.pass, ...) {
  if (missing(newdata)) refuse("newdata is needed: a column of scores for each class")
  scores <- scores_for(newdata, object$multipliers)
  if (is.null(dim(scores))) scores <- matrix(scores)
  present <- present_rows(missing_rows(scores), na.action)
  there <- some_rows(scores, present)
  found <- classes(ok(native_apply_classes(unname(object$multipliers), NULL, there)), names(object$multipliers), there)
  put_back(found, present, rownames(scores))
}

#' @rdname wald_class_multipliers
#' @export
wald_least_cost <- function(scores, costs) {
  scores <- real_matrix(scores, "scores")
  classes(ok(native_apply_classes(NULL, cost_cells(costs, ncol(scores)), scores)), colnames(scores), scores)
}

classes <- function(numbers, names, scores) {
  named(if (is.null(names)) numbers else factor(names[numbers], levels = names), rownames(scores))
}

#' @rdname wald_class_multipliers
#' @export
coef.wald_class_multipliers <- function(object, ...) object$multipliers

#' @rdname wald_class_multipliers
#' @method print wald_class_multipliers
#' @export
print.wald_class_multipliers <- function(x, ...) {
  cat("Multipliers of ", length(x$multipliers), " classes: ", x$judged_by, " ", digits(x$value), ", by the greatest ",
      "score ", digits(x$start), "\n", sep = "")
  print(x$multipliers, digits = 4)
  invisible(x)
}

#' Leaving rows to a human
#'
#' Two thresholds on one score: a row is flagged at or above the upper one, cleared below the lower one, and left
#' undecided between them, at the least sum of the costs of errors and of rows that are left.
#'
#' @param sample A [wald_sample()] of one classifier, every row rated.
#' @param x,object A `wald_abstention_zone`.
#' @param newdata Scores.
#' @param na.action As for [predict.wald_thresholds()]: by default a row whose score is missing is `NA`.
#' @inheritParams threshold_options
#' @param ... Not used.
#' @return A `wald_abstention_zone`: a list of `low`, `high`, the weights `tp`, `fp`, `fn` and `abstained`, and the sum
#'   of the costs, `cost`. `predict` gives `TRUE`, `FALSE`, and `NA` for a row that is left.
#' @examples
#' sample <- wald_sample(c(0, 0, 0, 1, 0, 1, 1, 1), c(0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9))
#' zone <- wald_abstention_zone(sample, false_positive_cost = 5, false_negative_cost = 5)
#' zone
#' predict(zone, c(0.15, 0.5, 0.95))
#' @export
wald_abstention_zone <- with_options("thresholds", function(sample, ...) {
  found <- ok(native_abstention_zone(sample_argument(sample)$pointer, asked("thresholds", options_given(...))))
  structure(found, class = "wald_abstention_zone")
}, calls = "abstention")

#' @rdname wald_abstention_zone
#' @export
predict.wald_abstention_zone <- function(object, newdata, na.action = stats::na.pass, ...) {
  if (missing(newdata)) refuse("newdata is needed: the scores of the rows")
  scores <- scores_of(newdata)
  if (NCOL(scores) != 1) refuse("newdata has ", NCOL(scores), " columns: the zone is on one score")
  present <- present_rows(missing_rows(scores), na.action)
  there <- some_rows(scores, present)
  flagged <- flagged_by(object$high, "or", there)
  flagged[!flagged & flagged_by(object$low, "or", there)] <- NA
  if (is.null(present)) named(flagged, row_names(scores)) else put_back(flagged, present, row_names(scores))
}

#' @rdname wald_abstention_zone
#' @export
coef.wald_abstention_zone <- function(object, ...) c(low = object$low, high = object$high)

#' @rdname wald_abstention_zone
#' @method print wald_abstention_zone
#' @export
print.wald_abstention_zone <- function(x, ...) {
  cat("Flagged from ", digits(x$high), ", cleared below ", digits(x$low), "\n", sep = "")
  cat("TP ", digits(x$tp), ", FP ", digits(x$fp), ", FN ", digits(x$fn), ", undecided ", digits(x$abstained),
      "; cost ", digits(x$cost), "\n", sep = "")
  invisible(x)
}
