new_scores <- function(pointer, models = NULL, levels = NULL) {
  reference("wald_cascade_scores", pointer, models = models, levels = levels)
}

scores_argument <- function(x, name = "scores") of_class(x, "wald_cascade_scores", name)

scores_shape <- function(scores) {
  ok(native_facts(scores_argument(scores)$pointer, "scores", facts_per("cascade_scores", "whole"), 0))
}

# A table of scores as native code takes it, a column for each class of each model in turn; with the names of models and
# of classes, where it has any. `models` are the names of those that are wanted.
score_table <- function(x, classes, models = NULL, name = "scores") {
  if (dimensions(x) == 3 && is.numeric(x)) {
    if (dim(x)[3] != classes) refuse(name, " has ", dim(x)[3], " classes: must have ", classes)
    labels <- dimnames(x)
    table <- aperm(x, c(1, 3, 2))
    table <- matrix(as.double(table), dim(x)[1], dim(x)[2] * dim(x)[3], dimnames = list(labels[[1]], NULL))
    return(list(table = table, models = labels[[2]], levels = labels[[3]]))
  }
  table <- real_matrix(if (classes == 1) only_columns(x, models, name) else x, name)
  list(table = table, models = if (classes == 1) colnames(table))
}

#' Rows with the scores of all models of an ensemble
#'
#' What a cascade is fitted to: the score that each model gave each row. [wald_cascade()] takes tables as they are; rows
#' of scores are for what comes in parts.
#'
#' Rows of scores are reference objects, as an environment is: `wald_feed`, `wald_merge` and `wald_clear` change them;
#' `c` makes new ones of the rows of several. In which order rows come, and in what parts, does not show in what is
#' fitted. They live outside R and are not kept in `.RData` or `.rds` files.
#'
#' @param x A matrix or data frame with a column for each model, finite. Of several classes a table of three dimensions,
#'   rows by models by classes, or a matrix with a column for each class of the first model, of the second, and so on.
#'   Or [wald_trees()], which give the scores. For the other methods, rows of scores.
#' @param features For trees: a matrix or data frame with a column for each feature; `NA` is missing.
#' @param weights Of the rows, finite and >= 0; default 1 each. A row of weight 0 counts for nothing.
#' @param targets What the orders `"mse"` and `"greedy"` compare sums with: a number for each row, the label in the
#'   units of the sum; of several classes the class, from 1, or a factor. Default: the sum of all models. With every
#'   feed or with none.
#' @param classes 1, the default: one sum, and a threshold decides. Else that many sums, of which the largest decides.
#'   Default for a table of three dimensions, and for trees: what they have.
#' @param levels The names of the classes that are decided for: with one sum two, the one above the threshold second.
#'   Default: the names that the table or the factor `targets` have.
#' @param models The names of the models, default those of the columns; or their number, where there are no rows yet.
#' @param estimator,other Rows of scores.
#' @param data A table of further rows as `x`; or, with `trees`, of features.
#' @param trees The [wald_trees()] that give the scores of further rows.
#' @inheritParams cascade_options
#' @param ... For `c` further rows of scores; for `wald_feed` with `trees` the options `threads` and `progress`.
#' @return A `wald_cascade_scores`. `dim` gives the numbers of rows and models, `names` the models' names, `summary` a
#'   list of facts; `close` releases the memory now.
#' @seealso [wald_cascade()]
#' @examples
#' set.seed(1)
#' votes <- matrix(rnorm(600, rep(rnorm(200), 3)), 200)
#' colnames(votes) <- c("cheap", "good", "slow")
#' scores <- wald_cascade_scores(votes)
#' scores
#' cascade <- wald_cascade(scores, alpha = 0.05)
#' cascade
#' morning <- wald_cascade_scores(votes[1:80, ])
#' evening <- wald_feed(wald_cascade_scores(models = colnames(votes)), votes[81:200, ])
#' identical(coef(wald_cascade(c(evening, morning), alpha = 0.05)), coef(cascade))
#' @export
wald_cascade_scores <- function(x, ..., threads = NULL, progress = NULL) UseMethod("wald_cascade_scores")

#' @rdname wald_cascade_scores
#' @export
wald_cascade_scores.default <- function(x, weights = NULL, targets = NULL, classes = NULL, levels = NULL,
                                        models = NULL, ...) {
  no_more(...)
  if (missing(x)) {
    if (is.null(models)) refuse("models is needed where there are no scores yet: their names or their number")
    if (!is.null(weights) || !is.null(targets)) refuse("weights or targets were given without scores")
    return(empty_scores(models, if (is.null(classes)) 1 else classes, levels))
  }
  if (is.null(classes)) classes <- if (dimensions(x) == 3) dim(x)[3] else 1
  given <- score_table(x, whole(classes, "classes"), if (is.character(models)) models)
  if (is.null(models)) models <- if (is.null(given$models)) ncol(given$table) / classes else given$models
  if (is.null(levels)) levels <- if (is.factor(targets)) base::levels(targets) else given$levels
  feed_scores(empty_scores(models, classes, levels), given, weights, targets)
}

#' @rdname wald_cascade_scores
#' @export
wald_cascade_scores.wald_trees <- function(x, features, weights = NULL, targets = NULL, levels = NULL, models = NULL,
                                           ...) {
  facts <- trees_facts(x)
  if (is.null(models)) models <- facts$n_models
  if (is.null(levels) && is.factor(targets)) levels <- base::levels(targets)
  feed_features(empty_scores(models, facts$n_outputs, levels), x, features, weights, targets, ...)
}

empty_scores <- function(models, classes, levels = NULL) {
  names <- if (is.character(models)) enc2utf8(models)
  count <- if (is.null(names)) whole(models, "models") else length(names)
  if (anyDuplicated(names) || anyNA(names)) refuse("models is ", shown(models), ": the names must differ")
  wanted <- max(2, whole(classes, "classes"))
  if (!is.null(levels) && (!is.character(levels) || length(levels) != wanted))
    refuse("levels is ", shown(levels), ": must be ", wanted, " names")
  new_scores(ok(native_scores(count, classes)), names, levels)
}

#' @rdname wald_cascade_scores
#' @export
wald_feed.wald_cascade_scores <- function(x, data, weights = NULL, targets = NULL, trees = NULL, ...) {
  if (!is.null(trees)) return(invisible(feed_features(x, trees_argument(trees), data, weights, targets, ...)))
  no_more(...)
  feed_scores(x, score_table(data, scores_shape(x)$n_classes, x$models), weights, targets)
  invisible(x)
}

feed_scores <- function(scores, given, weights, targets) {
  shape <- scores_shape(scores)
  same_names("scores", given$models, scores$models)
  same_names("the classes of scores", given$levels, if (shape$n_classes > 1) scores$levels)
  rows <- nrow(given$table)
  ok(native_scores_feed(scores$pointer, given$table, of_rows(weights, "weights", rows),
                        of_rows(target_values(targets, shape$n_classes, scores$levels), "targets", rows)))
  if (is.null(scores$models)) scores$models <- given$models
  scores
}

feed_features <- function(scores, trees, features, weights, targets, ...) {
  table <- feature_table(features, trees$features)
  targets <- target_values(targets, scores_shape(scores)$n_classes, scores$levels)
  ok(native_scores_feed_trees(scores$pointer, trees$pointer, table, of_rows(weights, "weights", nrow(table)),
                              of_rows(targets, "targets", nrow(table)), asked("cascades", list(...))))
  scores
}

# Classes count from 0 there, and from 1 here.
target_values <- function(targets, classes, levels) {
  if (is.null(targets)) return(NULL)
  if (classes == 1) {
    if (is.factor(targets)) refuse("targets is a factor: with one sum they are numbers in its units")
    return(targets)
  }
  if (is.factor(targets)) {
    if (!is.null(levels) && !identical(base::levels(targets), levels))
      refuse("targets has the levels ", toString(base::levels(targets)), ": those of the scores are ", toString(levels))
    targets <- as.integer(targets)
  }
  targets - 1
}

#' @rdname wald_cascade_scores
#' @export
wald_merge.wald_cascade_scores <- function(estimator, other) {
  same_names("other", scores_argument(other, "other")$models, estimator$models)
  same_names("the classes of other", other$levels, estimator$levels)
  ok(native_merge(estimator$pointer, other$pointer, "scores"))
  if (is.null(estimator$models)) estimator$models <- other$models
  if (is.null(estimator$levels)) estimator$levels <- other$levels
  invisible(estimator)
}

#' @rdname wald_cascade_scores
#' @export
c.wald_cascade_scores <- function(...) {
  parts <- unname(list(...))
  Reduce(wald_merge, parts[-1], wald_copy(parts[[1]]))
}

#' @rdname wald_cascade_scores
#' @method print wald_cascade_scores
#' @export
print.wald_cascade_scores <- function(x, ...) {
  if (!is_open(x)) return(invisible(x))
  shape <- scores_shape(x)
  cat("<wald_cascade_scores: ", digits(shape$n_rows), " rows of ", digits(shape$n_models), " models",
      if (shape$n_classes > 1) paste0(", ", shape$n_classes, " classes"),
      if (!is.null(x$models)) paste0("; ", listed(x$models)), ">\n", sep = "")
  invisible(x)
}

#' @rdname wald_cascade_scores
#' @param object Rows of scores.
#' @method summary wald_cascade_scores
#' @export
summary.wald_cascade_scores <- function(object, ...) {
  c(scores_shape(object), list(names = object$models, levels = object$levels))
}

#' @rdname wald_cascade_scores
#' @export
dim.wald_cascade_scores <- function(x) as.integer(unlist(scores_shape(x)[c("n_rows", "n_models")], use.names = FALSE))

#' @rdname wald_cascade_scores
#' @export
names.wald_cascade_scores <- function(x) x$models
