new_sample <- function(pointer, scores = NULL, levels = NULL) {
  reference("wald_sample", pointer, scores = scores, levels = levels)
}

sample_argument <- function(x, name = "sample") of_class(x, "wald_sample", name)

sample_facts <- function(sample, each = "rated_from") {
  facts <- ok(native_facts(sample_argument(sample)$pointer, "sample", c(facts_per("sample", "whole"), each), 0))
  facts$rule <- word_of(facts$rule, "rule")
  for (name in each) facts[[name]] <- named(facts[[name]], sample$scores)
  facts
}

#' Scored and labelled rows, from which thresholds are chosen
#'
#' The rows of one classifier or several: their truth, their scores, their weights. [wald_thresholds()] chooses
#' thresholds from them, [wald_frontier()] gives every point that no thresholds beat.
#'
#' A row is flagged where a score is at or above its threshold: any of them by the rule `"or"`, all by `"and"`. A
#' threshold of `Inf` flags nothing.
#'
#' A sample is a reference object, as an environment is: `wald_feed`, `wald_merge` and `wald_clear` change it. Its
#' rows live outside R and are not kept in `.RData` or `.rds` files: keep the text of [wald_save()].
#'
#' @param truth 0 and 1, logical, or a factor of two levels, of which the second one is positive. `NA` is a row that
#'   is not rated. Or a formula `label ~ s1 + s2` that names columns of `data`, or the data themselves, see `label`.
#' @param scores Of one classifier a vector, of several a matrix or data frame with a column for each; no `NA`.
#' @param rule `"or"` (the default) or `"and"`.
#' @param rated_from Scores below which nothing was labelled: one for each classifier, or by name; `-Inf` for none. No
#'   threshold goes below them. Where there are such cuts, or rows that are not rated, the number of all positives is
#'   unknown, and recall and F need `positives` of [wald_thresholds()].
#' @param weights Of the rows, finite and >= 0: 1/p for a row that was drawn with probability p. In the formula method
#'   they may name a column of `data`.
#' @param subset Of the formula method, which rows to take: an expression of columns of `data`, logical or row numbers.
#' @param na.action What is done with rows that lack a value: a function such as [stats::na.omit()], as in
#'   [stats::lm()]. Default: a label that is missing is a row that is not rated, and a score that is missing is refused.
#' @param event_level Of a factor, which level is the event: `"second"` (the default, as in [stats::glm()]), or
#'   `"first"` (yardstick's custom). Where it is not given and the second level is called no, control or the like beside
#'   a first one that is called yes or case, a warning says so.
#' @param label Where the data come first (`data |> wald_sample(label, s1, s2)`): the column of the labels, then in
#'   `...` those of the scores; or a formula (`data |> wald_sample(label ~ s1)`).
#' @param n_scores The number of classifiers, where there are no rows yet.
#' @param data A data frame.
#' @param estimator,other,x,object Samples.
#' @param thresholds A number for each classifier, or chosen [wald_thresholds()].
#' @param ... Not used.
#' @return A `wald_sample`. `summary` gives its [facts] as a list; `names` the classifiers' names. `wald_flagged`: the
#'   weights of the positives, the negatives and the rows without a label that any thresholds flag. `close` releases the
#'   memory now.
#' @seealso [wald_thresholds()], [wald_frontier()], [wald_save()]; [wald_abstention_zone()].
#' @examples
#' d <- data.frame(fraud = c(0, 0, 1, 0, 1, 1, 0, 0), amount = c(1, 5, 9, 2, 3, 8, 4, 2),
#'                 country = c(2, 1, 3, 1, 9, 4, 2, 7))
#' sample <- wald_sample(fraud ~ amount + country, d)
#' sample
#' summary(sample)$roc_area
#' wald_flagged(sample, c(8, 9))
#' wald_thresholds(sample, max_fp = 0)
#'
#' part <- wald_sample(n_scores = 2)
#' wald_feed(part, d$fraud[1:4], d[1:4, 2:3])
#' wald_merge(part, wald_sample(d$fraud[5:8], d[5:8, 2:3]))
#' identical(wald_save(part), wald_save(sample))
#' @export
wald_sample <- function(truth, ...) UseMethod("wald_sample")

#' @rdname wald_sample
#' @export
wald_sample.default <- function(truth, scores, rule = NULL, rated_from = NULL, weights = NULL, n_scores = NULL,
                                na.action = NULL, event_level = NULL, ...) {
  no_more(...)
  if (!missing(truth)) truth <- with_event(truth, event_level)
  rule <- number_of(if (is.null(rule)) "or" else rule, "rule")
  if (missing(scores)) {
    if (!missing(truth) || !is.null(weights)) refuse("truth and weights were given without scores")
    if (is.null(n_scores)) refuse("n_scores is needed where there are no scores yet")
    columns <- if (!is.null(names(rated_from))) names(rated_from)
    return(new_sample(ok(native_sample(whole(n_scores, "n_scores"), rule, cuts(rated_from, columns, n_scores))),
                        columns))
  }
  if (missing(truth)) refuse("truth is needed: 0 and 1, NA for a row that is not rated")
  scores <- scores_of(scores)
  left <- rows_left(list(truth = truth, scores = scores, weights = weights), na.action, FALSE)
  scores <- taken(scores, left)
  n <- NCOL(scores)
  if (!is.null(n_scores) && whole(n_scores, "n_scores") != n)
    refuse("n_scores is ", n_scores, ": the scores have ", n, " columns")
  made <- new_sample(ok(native_sample(n, rule, cuts(rated_from, colnames(scores), n))), colnames(scores))
  wald_feed(made, taken(truth, left), scores, weights = taken(weights, left))
  made
}

#' @rdname wald_sample
#' @export
wald_sample.formula <- function(truth, data = NULL, rule = NULL, rated_from = NULL, weights = NULL, subset = NULL,
                                na.action = NULL, event_level = NULL, ...) {
  given <- taken_rows(truth, data, substitute(subset), na.action,
                      list(weights = eval(substitute(weights), data, environment(truth))))
  read <- sample_columns(truth, given$data, event_level)
  wald_sample.default(read$label, read$scores, rule = rule, rated_from = rated_from, weights = given$weights,
                      event_level = "second", ...)
}

#' @rdname wald_sample
#' @export
wald_sample.data.frame <- function(truth, label, ...) {
  data_first(wald_sample.formula, truth, substitute(label), eval(substitute(alist(...))), parent.frame())
}

# The label and the scores that a formula names.
sample_columns <- function(formula, data, event_level, metric = NULL) {
  if (length(formula) != 3) refuse("the formula ", shown(formula), " has no left side: must be label ~ score + score")
  terms <- stats::delete.response(stats::terms(formula, data = data))
  columns <- formula_columns(terms, data)
  if (is.null(dim(columns))) columns <- matrix(columns, dimnames = list(NULL, attr(terms, "term.labels")))
  label <- with_event(eval(formula[[2]], data, environment(formula)), event_level, label_name(formula), metric)
  list(label = label, scores = columns)
}

# A vector is the scores of one classifier; it stays one, since a copy of many rows takes its time.
scores_of <- function(x, name = "scores") {
  x <- reals(x, name)
  if (dimensions(x) > 2) refuse(name, " has ", dimensions(x), " dimensions: must have 1 or 2")
  x
}

row_names <- function(scores) if (is.null(dim(scores))) names(scores) else rownames(scores)

# Cuts for each classifier, also if they were given for some of them by name.
cuts <- function(rated_from, columns, n_scores) {
  if (is.null(rated_from)) return(NULL)
  rated_from <- real_vector(rated_from, "rated_from")
  if (!is.null(names(rated_from)) && !is.null(columns)) {
    unknown <- setdiff(names(rated_from), columns)
    if (length(unknown)) refuse("rated_from has the name ", dQuote(unknown[1], FALSE), ": there is no such score")
    all <- structure(rep(-Inf, length(columns)), names = columns)
    all[names(rated_from)] <- rated_from
    rated_from <- all
  }
  if (length(rated_from) != n_scores)
    refuse("rated_from has length ", length(rated_from), ": must be ", n_scores)
  unname(rated_from)
}

# Truth as native code takes it: the codes of a factor begin at 1; with the levels that they stand for.
label_values <- function(labels, name = "truth") {
  labels <- flat(labels)
  if (is.factor(labels)) {
    if (nlevels(labels) != 2) refuse(name, " has ", nlevels(labels), " levels: must have 2, the second one positive")
    return(list(values = labels, first = 1L, levels = ordered_levels(labels)))
  }
  if (!(is.numeric(labels) || is.logical(labels)))
    refuse(name, " is of class ", class(labels)[1], ": must hold 0 and 1, FALSE and TRUE, or be a factor")
  list(values = labels, first = 0L, levels = if (is.logical(labels)) c("FALSE", "TRUE") else c("0", "1"))
}

#' @rdname wald_sample
#' @export
wald_feed.wald_sample <- function(x, truth, scores, weights = NULL, ...) {
  no_more(...)
  if (missing(truth) || missing(scores))
    refuse("truth and scores are needed: 0 and 1, NA for a row that is not rated; and a score for each row")
  scores <- scores_of(only_columns(scores, x$scores, "scores"))
  given <- label_values(truth)
  if (length(truth) != NROW(scores)) refuse("truth has length ", length(truth), ": must be ", NROW(scores))
  weights <- of_rows(weights, "weights", NROW(scores))
  if (!is.null(x$levels) && !identical(x$levels, given$levels))
    refuse("truth has the levels ", toString(given$levels), ": those before were ", toString(x$levels))
  ok(native_sample_feed(x$pointer, scores, given$values, given$first, weights))
  if (is.null(x$scores)) x$scores <- colnames(scores)
  x$levels <- given$levels
  invisible(x)
}

#' @rdname wald_sample
#' @export
wald_merge.wald_sample <- function(estimator, other) {
  same_names("other", sample_argument(other, "other")$scores, estimator$scores)
  ok(native_merge(estimator$pointer, other$pointer, "sample"))
  if (is.null(estimator$scores)) estimator$scores <- other$scores
  if (is.null(estimator$levels)) estimator$levels <- other$levels
  invisible(estimator)
}

#' @rdname wald_sample
#' @export
wald_flagged <- function(object, thresholds) {
  sample_argument(object, "object")
  if (inherits(thresholds, "wald_thresholds")) thresholds <- thresholds$thresholds
  ok(native_sample_count(object$pointer, real_vector(thresholds, "thresholds")))
}

#' @rdname wald_sample
#' @method print wald_sample
#' @export
print.wald_sample <- function(x, ...) {
  if (!is_open(x)) return(invisible(x))
  facts <- sample_facts(x)
  cat("<wald_sample: ", facts$n_rows, " rows, ", digits(facts$positives), " positive, ", digits(facts$negatives),
      " negative", if (facts$unrated > 0) paste0(", ", digits(facts$unrated), " not rated"), "; ", sep = "")
  names <- if (is.null(x$scores)) paste0("score ", seq_len(facts$n_scores)) else x$scores
  cat(paste(names, collapse = paste0(" ", facts$rule, " ")), ">\n", sep = "")
  cut <- is.finite(facts$rated_from)
  if (any(cut)) cat("Rated from ", toString(paste(names[cut], digits(facts$rated_from[cut]))), "\n", sep = "")
  invisible(x)
}

#' @rdname wald_sample
#' @method summary wald_sample
#' @export
summary.wald_sample <- function(object, ...) {
  sample_facts(object, facts_per("sample", "score", "numbers"))
}

#' @rdname wald_sample
#' @export
names.wald_sample <- function(x) x$scores
