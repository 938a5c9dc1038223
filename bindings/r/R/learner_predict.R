#' Predictions of a learner
#'
#' @param object A [wald_fit()] learner.
#' @param newdata Rows of features, as the learner was fitted to: of a data frame the columns of the same names are
#'   taken, as of a matrix whose columns have names.
#' @param type `"decision"`: the optimal prediction for the metric, a `wald_decisions` as [wald_decide()] gives it of a
#'   table. `"class"`: of classes the one of greatest expected utility, of one label its level, as a factor.
#'   `"probability"`, for which `"prob"` and `"response"` will do: P(label), or P(class), a column each; a vector where
#'   the learner was fitted to one label as a vector. `"estimator"`: a list with what is known of each row, a
#'   [wald_estimator()] that goes wherever estimators do. `"marginals"`: what a model of your own says, as it says it.
#' @param metric,exactly As for [wald_decide()].
#' @param na.action What is done with rows that lack a feature which the learner does not fill in (option `missing` of
#'   [wald_fit()]): by default their prediction is `NA`, and they are no part of what is decided together;
#'   [stats::na.omit()] leaves them out, [stats::na.fail()] is an error.
#' @param marginals For `"given"`, alone or as a part: what another model says of these rows, rows by
#'   labels. Default, around a model of your own, what that says.
#' @param average What is one problem. Default `"instance"`, each row; but of one label the rows together (`"macro"`),
#'   so that F1 is that of the set of positives among these rows.
#' @param seed The seed of what is drawn for a row (`"pcc"`), which depends on it and on that row alone. Default `0`.
#' @inheritParams decision_options
#' @param ... No further arguments.
#' @return See `type`.
#' @seealso [wald_fit()], [plot.wald_learner()]
#' @examples
#' set.seed(1)
#' x <- matrix(rnorm(400), 100)
#' y <- cbind(red = x[, 1] > 0, green = x[, 1] + x[, 2] > 0, blue = x[, 3] > 1)
#' model <- wald_fit(x[1:80, ], y[1:80, ], "pcc")
#' new <- x[81:100, ]
#' wald_evaluate(y[81:100, ], predict(model, new, metric = "f1"), "f1")
#' predict(predict(model, new[1:3, ], metric = "subset_accuracy"), "labels")
#' round(predict(model, new[1:2, ], "probability"), 3)
#' known <- predict(model, new[1:2, ], "estimator")
#' wald_size_distribution(known[[1]])
#'
#' d <- data.frame(ill = x[, 1] + rnorm(100) > 1, age = x[, 1],
#'                 sex = factor(x[, 2] > 0, labels = c("f", "m")))
#' screen <- wald_fit(ill ~ age + sex, d)
#' table(predict(screen, d, "class", metric = "fbeta:2"), d$ill)
#' @export
predict.wald_learner <- with_options("decisions", function(object, newdata,
                                                           type = c("decision", "class", "probability", "estimator",
                                                                    "marginals", "prob", "response"),
                                                           metric = "f1", exactly = NULL, marginals = NULL,
                                                           na.action = stats::na.pass, ...) {
  type <- choice(if (!missing(type)) type, eval(formals()$type), "type")
  if (missing(newdata)) refuse("newdata is needed: rows of features")
  if (type %in% c("prob", "response")) type <- "probability"
  if (type == "marginals" && is.null(object$around))
    refuse('type is "marginals": the learner has no model of your own, ask for "probability"')
  present <- present_rows(lacking_rows(object, newdata, marginals), na.action)
  names <- NULL # of all rows, if some of them are not there
  if (!is.null(present)) {
    names <- if (!is.data.frame(newdata)) rownames(newdata)
             else if (is.character(attr(newdata, "row.names"))) row.names(newdata)
    newdata <- some_rows(newdata, present)
    marginals <- some_rows(marginals, present)
  }
  if (is.null(marginals) && !is.null(object$around)) {
    marginals <- ask_around(object$around, newdata)
    colnames(marginals) <- object$labels
  }
  given <- with_exactly(options_given(...), exactly)
  if (type == "marginals") {
    unread <- setdiff(names(given), c("threads", "progress"))
    if (length(unread)) refuse(unread[1], " is given: marginals are what the model says, without options")
    return(put_back(marginals, present, names))
  }
  x <- if (isTRUE(object$encoding$none)) no_features(newdata) else new_rows(newdata, object$encoding)
  x$rows <- with_more(x$rows, marginals = only_columns(marginals, object$labels, "marginals"))
  if (type == "probability")
    return(put_back(learner_probabilities(object, x, asked("decisions", given)), present, names))
  if (type == "estimator") return(put_back(learner_estimators(object, x, asked("decisions", given)), present, names))
  if (is.null(given$average) && object$n_labels == 1) given$average <- "macro"
  one_class <- type == "class" && object$task == "classes" && is.null(given$at_least) && is.null(given$at_most)
  if (one_class) given <- with_exactly(given, 1)
  if (!row_count(x$rows) && !is.null(present) && !identical(given$average, "instance") && !is.null(given$average)) {
    if (type == "decision") refuse("newdata lacks a value in every row: there is nothing to decide together")
    none <- factor(rep(NA, length(present$from)), levels = levels_in_order(learner_levels(object)))
    return(named(none, names[present$all]))
  }
  decisions <- learner_decisions(object, x, metric_of(metric), asked("decisions", given))
  decisions <- put_back_decisions(decisions, present, names)
  if (type == "decision") decisions else learner_classes(object, decisions)
}, calls = c("decide", "learners"))

# Which rows lack what a learner looks at, and it does not fill in; NULL if no row lacks anything. A model of the user's
# own is asked about all rows that it was given: it may know what to do.
lacking_rows <- function(learner, newdata, marginals) {
  if (!anyNA(newdata, recursive = is.list(newdata)) && !anyNA(marginals)) return(NULL)
  own <- learner$around
  known <- !is.null(own) && !is.null(own$own$name)
  gone <- logical(NROW(newdata))
  columns <- function(names) if (is.null(names) || is.null(colnames(newdata))) newdata
                             else newdata[, intersect(colnames(newdata), names), drop = FALSE]
  if (!is.null(marginals)) gone <- gone | missing_rows(marginals)
  else if (known) gone <- gone | missing_rows(columns(own$columns))
  encoding <- learner$encoding
  if (isTRUE(encoding$none) || fills_in(learner)) return(gone)
  wanted <- if (!is.null(encoding$terms)) encoding$variables
            else if (is.data.frame(newdata)) c(encoding$columns, sub("=.*", "", encoding$columns))
            else encoding$columns
  gone | missing_rows(columns(wanted))
}

# Whether a learner fills in what is missing. One that was loaded knows itself.
fills_in <- function(learner) {
  if (!isTRUE(learner$encoding$may_miss) || !isTRUE(learner$encoding$loaded)) return(isTRUE(learner$encoding$may_miss))
  one <- list(features = matrix(NA_real_, 1, learner$n_features))
  found <- native_learner_probabilities(learner_pointer(learner), one, asked("decisions", list(progress = FALSE)))
  !(inherits(found, "wald_failure") && grepl("^features\\[0\\]\\[0\\].* is nan", found$message))
}

learner_probabilities <- function(learner, x, options) {
  found <- ok(native_learner_probabilities(learner_pointer(learner), x$rows, options))
  if (learner$n_labels == 1 && learner$single) return(named(as.vector(found), x$names))
  found <- t(found)
  if (!is.null(x$names) || !is.null(learner$labels)) dimnames(found) <- list(x$names, learner$labels)
  found
}

learner_estimators <- function(learner, x, options) {
  found <- ok(native_learner_estimators(learner_pointer(learner), x$rows, options))
  named(lapply(found, new_estimator, labels = learner$labels), x$names)
}

learner_decisions <- function(learner, x, metric, options) {
  facts <- ok(native_learner_decide(native_pointer(metric), learner_pointer(learner), x$rows, options))
  names <- list(x$names, learner$labels)
  if (!is.null(names[[1]]) || !is.null(names[[2]])) dimnames(facts$prediction) <- names
  finished_decisions(facts, average_of(options), c(row_count(x$rows), as.integer(learner$n_labels)), names, metric)
}

# Those that its one label stands between.
learner_levels <- function(learner) if (is.null(learner$levels)) c("0", "1") else learner$levels

learner_classes <- function(learner, decisions) {
  if (learner$task == "classes") return(predict(decisions, "class"))
  if (learner$n_labels > 1)
    refuse('type is "class": the learner has ', learner$n_labels, ' labels, not exclusive classes; ask for "decision"')
  cells <- unclass(decisions)$prediction
  flagged <- named(as.vector(cells), rownames(cells))
  levels <- learner_levels(learner)
  structure(factor(levels[flagged + 1L], levels = levels_in_order(levels)), names = names(flagged))
}
