# The settings that are numbers, by their numbers in the C interface.
threshold_settings <- c("cost_ratio", "marginal_precision", "min_precision", "confidence", "min_recall", "max_fp",
                        "max_alerts", "positives", "bootstrap", "bootstrap_cells", "level", "folds",
                        "smoothing_rounds", "dropout", "grid", "baselines", "lattice_cells", "pair_cells",
                        "ascent_levels", "threads")
goals <- c("auto", "metric", "net_benefit", "most_tp", "fewest_fp")
smoothings <- c("none", "bagged", "dropout")

# What thresholds are to reach, and how they are found, as native code takes it.
threshold_options <- function(metric = NULL, cost_ratio = NULL, marginal_precision = NULL, min_precision = NULL,
                              confidence = NULL, min_recall = NULL, max_fp = NULL, max_alerts = NULL, goal = NULL,
                              positives = NULL, method = NULL, smoothing = NULL, bootstrap = NULL, level = NULL,
                              folds = NULL, seed = NULL, baselines = NULL, threads = default_threads(),
                              progress = default_progress(), control = list()) {
  if (!is.null(cost_ratio) && !is.null(marginal_precision))
    refuse("cost_ratio and marginal_precision say the same in two ways: give one of them")
  if (identical(confidence, "point")) confidence <- 0
  if (!is.null(baselines)) baselines <- flag(baselines, "baselines")
  if (!is.null(threads)) whole(threads, "threads", 2^31 - 1)
  given <- list(cost_ratio = cost_ratio, marginal_precision = marginal_precision, min_precision = min_precision,
                confidence = confidence, min_recall = min_recall, max_fp = max_fp, max_alerts = max_alerts,
                positives = positives, bootstrap = bootstrap, level = level, folds = folds, baselines = baselines,
                threads = threads)
  rare <- c("bootstrap_cells", "smoothing_rounds", "dropout", "grid", "lattice_cells", "pair_cells", "ascent_levels")
  if (!is.list(control)) refuse("control is ", shown(control), ": must be a list")
  unknown <- if (length(control)) setdiff(if (is.null(names(control))) "" else names(control), rare)
  if (length(unknown))
    refuse("control has ", if (nzchar(unknown[1])) unknown[1] else "an element without a name",
           ": must be of ", paste(dQuote(rare, FALSE), collapse = ", "))
  given <- Filter(Negate(is.null), c(given, control))
  numbers <- rep(NA_real_, length(threshold_settings))
  for (name in names(given)) {
    value <- number(given[[name]], name)
    if (is.na(value)) refuse(name, " is ", shown(given[[name]]), ": must be a number")
    numbers[match(name, threshold_settings)] <- value
  }
  out <- list(numbers = numbers)
  if (!is.null(goal)) out$goal <- match(choice(goal, goals, "goal"), goals) - 1L
  if (!is.null(metric)) out$metric <- native_pointer(metric_of(metric))
  if (!is.null(method)) out$method <- string(method, "method")
  if (!is.null(smoothing)) out$smoothing <- match(choice(smoothing, smoothings, "smoothing"), smoothings) - 1L
  if (!is.null(seed)) out$seed <- seed_digits(seed)
  report <- progress_function(progress)
  if (!is.null(report)) out$progress <- report
  out
}

#' Thresholds
#'
#' Above which scores of one classifier or several is a row flagged? The thresholds that maximise a metric or a benefit,
#' or keep a limit on precision, recall, false positives or alerts, exactly, with what is known of how sure they are.
#'
#' @details
#' With several limits all are kept; where no goal is named, a metric or a cost ratio is maximised within them; else a
#' recall asks for the fewest false positives, another limit for the most true positives; and without any F1 is
#' maximised. Flagging nothing meets every limit but one on recall.
#'
#' `min_precision` asks for the lower Clopper-Pearson limit of the precision. The point estimate
#' (`confidence = "point"`) breaks its promise on new data about every second time.
#'
#' Methods: `"direct"` is the best of all thresholds; `"path"` the best monotone path through the lattice of the
#' positives' scores, `"path-equal"` the same on equal steps, `"analytic"` thresholds that follow one parameter;
#' `"stacked"` a logistic regression of the scores and one threshold; `"best-single"` the best classifier alone.
#'
#' Intervals are for thresholds that were fixed beforehand. The cross-fitted estimate (`folds`) also knows that the best
#' of many was chosen; so do rows that were held out. Scores of the rows that a classifier was trained on are useless
#' for all of this.
#'
#' @param x A [wald_frontier()]; or what one is made of: a formula `label ~ s1 + s2`, or scores.
#' @param labels,data,rule,rated_from,weights As for [wald_frontier()].
#' @param metric A name such as `"f1"`, or a [wald_metric()], that rises with TP and falls with FP.
#' @param cost_ratio How many false positives one more true positive is worth.
#' @param marginal_precision The same as `cost_ratio = (1 - q) / q`: an alert pays as long as it is right with
#'   probability q.
#' @param min_precision,min_recall,max_fp,max_alerts Limits; the last two are weights of rows.
#' @param confidence Of `min_precision`; default 0.9 for one classifier, 0.975 for several. `"point"`: the point
#'   estimate.
#' @param goal `"metric"`, `"net_benefit"` (TP - FP/cost_ratio), `"most_tp"` or `"fewest_fp"`, where it is to be
#'   another than the one that what was given says.
#' @param positives The weight of all positives, known from elsewhere; without it they are counted.
#' @param method See details.
#' @param smoothing Against overfitting: `"bagged"` (with `"direct"`), the median thresholds of samples drawn anew, or
#'   `"dropout"` (with the paths), of lattices that lost edges.
#' @param bootstrap Samples drawn anew for limits of the thresholds; default 0: none.
#' @param level Of the intervals; default 0.95.
#' @param folds Of the cross-fitted estimate; default 0: none.
#' @param seed Of bootstrap, folds and smoothing, in \[0, 2^64): a number up to 2^53, or the digits as text.
#' @param baselines Whether `"best-single"` and `"stacked"` are shown beside several classifiers.
#' @param threads,progress As for [wald_decide()].
#' @param control Rarely needed numbers: `bootstrap_cells`, `smoothing_rounds`, `dropout`, `grid`, and the sizes above
#'   which quantiles stand for all scores, `lattice_cells`, `pair_cells`, `ascent_levels`.
#' @param ... For formulas and scores, the arguments above. Else not used.
#' @return A `wald_thresholds`: a list of `thresholds` (named; `Inf` by the rule `"or"`, `-Inf` by `"and"` for a
#'   classifier that is switched off), `next_lower` (thresholds above these flag the same rows), `tp`, `fp`,
#'   `precision`, `recall`, `value` (of the goal), `marginal_precision` and `next_marginal_precision` (of the alerts
#'   gained last, and of those to be gained next, on the concave hull), `positives`, `unrated` (rows flagged that nobody
#'   looked at), `feasible` (`FALSE` where a recall is out of reach: the nearest point is given), `intervals`, `flags`,
#'   `cross_fit`, `method`, `objective`, `baselines`. What is unknown is `NaN`. It holds the frontier for pictures;
#'   saved to a file it keeps everything else.
#' @seealso [predict.wald_thresholds()], [plot.wald_thresholds()], [wald_operating_points()],
#'   [wald_label_thresholds()]
#' @examples
#' set.seed(1)
#' fraud <- runif(2000) < 0.05
#' d <- data.frame(fraud, model = rnorm(2000) + 2 * fraud, rules = rnorm(2000) + 2 * fraud)
#' wald_thresholds(fraud ~ model, d)
#' chosen <- wald_thresholds(fraud ~ model + rules, d, min_precision = 0.8)
#' chosen
#' summary(chosen)
#' coef(chosen)
#' confint(chosen)
#' table(predict(chosen, d), d$fraud)
#' @export
wald_thresholds <- function(x, ...) UseMethod("wald_thresholds")

#' @rdname wald_thresholds
#' @export
wald_thresholds.wald_frontier <- function(x, metric = NULL, cost_ratio = NULL, marginal_precision = NULL,
                                          min_precision = NULL, confidence = NULL, min_recall = NULL, max_fp = NULL,
                                          max_alerts = NULL, goal = NULL, positives = NULL, method = NULL,
                                          smoothing = NULL, bootstrap = NULL, level = NULL, folds = NULL, seed = NULL,
                                          baselines = NULL, threads = default_threads(),
                                          progress = default_progress(), control = list(), ...) {
  no_more(...)
  options <- threshold_options(metric, cost_ratio, marginal_precision, min_precision, confidence, min_recall, max_fp,
                               max_alerts, goal, positives, method, smoothing, bootstrap, level, folds, seed, baselines,
                               threads, progress, control)
  found <- ok(native_choose(x$pointer, options))
  rule <- frontier_facts(x)$rule
  answers <- lapply(found$answers, one_of_thresholds, names = x$scores, rule = rule, levels = x$levels)
  out <- unclass(answers[[1]])
  out$objective <- found$objective
  out$level <- if (is.null(level)) 0.95 else level
  out$baselines <- structure(answers[-1], names = vapply(answers[-1], `[[`, "", "method"))
  out$frontier <- x
  structure(out, class = "wald_thresholds")
}

#' @rdname wald_thresholds
#' @export
wald_thresholds.formula <- function(x, data = NULL, metric = NULL, ..., rule = NULL, rated_from = NULL,
                                    weights = NULL) {
  weights <- eval(substitute(weights), data, environment(x))
  wald_thresholds.wald_frontier(frontier_by(x, data, rule, rated_from, weights), metric, ...)
}

#' @rdname wald_thresholds
#' @export
wald_thresholds.default <- function(x, labels, metric = NULL, ..., rule = NULL, rated_from = NULL, weights = NULL) {
  if (missing(labels)) refuse("labels are needed: 0 and 1, NA for a row that nobody looked at")
  wald_thresholds.wald_frontier(wald_frontier.default(x, labels, rule, rated_from, weights), metric, ...)
}

one_of_thresholds <- function(answer, names, rule, levels) {
  facts <- as.list(answer$facts)
  facts$feasible <- facts$feasible != 0
  label <- function(values) if (length(values)) named(values, names)
  has <- !is.nan(answer$low)
  # data.frame() takes longer than choosing from few rows.
  intervals <- structure(list(estimate = unname(answer$facts[has]), low = answer$low[has], high = answer$high[has],
                              exact = answer$exact[has]),
                         row.names = names(facts)[has], class = "data.frame")
  is_cross <- startsWith(names(facts), "cross_")
  cross_fit <- structure(unlist(facts[is_cross]), names = sub("^cross_", "", names(facts)[is_cross]))
  out <- c(list(thresholds = label(answer$thresholds), next_lower = label(answer$next_lower)),
           facts[!is_cross & !names(facts) %in% c("intercept", "stacked_threshold")],
           list(intervals = intervals, lowest = label(answer$lowest), highest = label(answer$highest),
                cross_fit = if (!all(is.nan(cross_fit))) cross_fit, flags = answer$flags, method = answer$method,
                rule = rule, levels = levels))
  if (length(answer$coefficients))
    out$stacked <- list(intercept = facts$intercept, coefficients = label(answer$coefficients),
                        threshold = facts$stacked_threshold)
  structure(out, class = "wald_thresholds")
}

# ---- What thresholds flag ----

#' Rows that thresholds flag, and other views of thresholds
#'
#' @param object,x Chosen [wald_thresholds()].
#' @param newdata Scores, as [wald_frontier()] takes them; of a data frame with other columns the named ones are taken.
#' @param type `"logical"`, or `"class"`: a factor of the levels that the labels had.
#' @param method One of the baselines beside, by its name.
#' @param parm Of which numbers; default: all that there are intervals of.
#' @param level Must be the one that was asked of [wald_thresholds()].
#' @param thresholds A number for each score.
#' @param scores As `newdata`.
#' @param rule `"or"` or `"and"`.
#' @param row.names,optional,... Not used.
#' @return `predict`: which rows are flagged; `wald_apply_thresholds` the same by thresholds from anywhere. `coef`: the
#'   thresholds, or of `"stacked"` the intercept, the coefficients and the threshold on their sum. `confint`: a matrix
#'   of limits, of the thresholds too where there was a bootstrap. `as.data.frame`: a row for the answer and for each of
#'   the baselines beside.
#' @examples
#' d <- data.frame(bad = c(0, 0, 1, 0, 1, 1), a = c(1, 5, 9, 2, 3, 8), b = c(2, 1, 3, 1, 9, 4))
#' chosen <- wald_thresholds(bad ~ a + b, d)
#' predict(chosen, d)
#' predict(chosen, d, method = "best-single")
#' as.data.frame(chosen)
#' wald_apply_thresholds(c(8, Inf), d[c("a", "b")])
#' @export
predict.wald_thresholds <- function(object, newdata, type = c("logical", "class"), method = NULL, ...) {
  type <- choice(if (!missing(type)) type, eval(formals()$type), "type")
  if (missing(newdata)) refuse("newdata is needed: the scores of the rows")
  if (!is.null(method)) object <- answer_by(object, method)
  scores <- scores_for(newdata, object$thresholds)
  flagged <- if (is.null(object$stacked)) flagged_by(object$thresholds, object$rule, scores)
             else combined_scores(object$stacked, scores) >= object$stacked$threshold
  names(flagged) <- row_names(scores)
  if (type == "logical") flagged else as_class(flagged, object$levels)
}

answer_by <- function(object, method) {
  if (identical(method, object$method)) return(object)
  object$baselines[[choice(method, c(object$method, names(object$baselines)), "method")]]
}

as_class <- function(flagged, levels) {
  if (is.null(levels)) levels <- c("FALSE", "TRUE")
  structure(factor(levels[flagged + 1L], levels = levels), names = names(flagged))
}

# The columns of new rows, in the order of the thresholds.
scores_for <- function(newdata, thresholds) {
  columns <- names(thresholds)
  if (is.data.frame(newdata) && !is.null(columns)) {
    missing <- setdiff(columns, names(newdata))
    if (length(missing)) refuse("newdata has no column ", missing[1])
    newdata <- newdata[columns]
  }
  scores <- scores_of(newdata, "scores")
  if (NCOL(scores) != length(thresholds))
    refuse("newdata has ", NCOL(scores), " columns: there are ", length(thresholds), " thresholds")
  if (!is.null(columns) && !is.null(colnames(scores))) same_names("newdata", colnames(scores), columns)
  scores
}

flagged_by <- function(thresholds, rule, scores) {
  ok(native_apply_thresholds(as.double(thresholds), match(rule, rules) - 1L, scores))
}

# The sum that "stacked" puts its threshold on, to the bits of the library. Nothing in it overflows: an infinite score
# counts as the largest number, on its side.
combined_scores <- function(stacked, scores) {
  if (is.null(dim(scores))) scores <- matrix(scores)
  wrong <- which(is.na(scores), arr.ind = TRUE)
  if (nrow(wrong)) {
    first <- wrong[order(wrong[, 1], wrong[, 2]), , drop = FALSE][1, ] - 1L
    refuse("scores[", first[1], "][", first[2], "] is nan: must be a number")
  }
  within <- function(x, most) pmin(pmax(x, -most), most)
  largest <- .Machine$double.xmax
  sum <- rep(stacked$intercept, nrow(scores))
  for (d in seq_along(stacked$coefficients)) {
    term <- within(stacked$coefficients[[d]] * within(scores[, d], largest), 0.5 * largest)
    sum <- within(sum + term, 0.5 * largest)
  }
  sum
}

#' @rdname predict.wald_thresholds
#' @export
wald_apply_thresholds <- function(thresholds, scores, rule = NULL) {
  if (inherits(thresholds, "wald_thresholds")) return(predict(thresholds, scores))
  thresholds <- real_vector(thresholds, "thresholds")
  scores <- scores_for(scores, thresholds)
  named(flagged_by(thresholds, choice(rule, rules, "rule"), scores), row_names(scores))
}

#' @rdname predict.wald_thresholds
#' @export
coef.wald_thresholds <- function(object, ...) {
  s <- object$stacked
  if (is.null(s)) object$thresholds else c("(Intercept)" = s$intercept, s$coefficients, threshold = s$threshold)
}

#' @rdname predict.wald_thresholds
#' @export
confint.wald_thresholds <- function(object, parm, level, ...) {
  if (!missing(level) && !isTRUE(all.equal(level, object$level)))
    refuse("level is ", shown(level), ": these were computed at ", object$level, "; ask wald_thresholds() for another")
  limits <- cbind(object$intervals$low, object$intervals$high)
  rownames(limits) <- rownames(object$intervals)
  if (!is.null(object$lowest)) {
    spread <- cbind(object$lowest, object$highest)
    rownames(spread) <- score_names(object$thresholds)
    limits <- rbind(spread, limits)
  }
  tail <- (1 - object$level) / 2
  colnames(limits) <- paste(format(100 * c(tail, 1 - tail), trim = TRUE, digits = 3), "%")
  if (missing(parm)) return(limits)
  if (is.character(parm) && length(setdiff(parm, rownames(limits))))
    refuse("parm is ", shown(setdiff(parm, rownames(limits))[1]), ": there are intervals of ",
           toString(rownames(limits)))
  limits[parm, , drop = FALSE]
}

score_names <- function(thresholds) {
  if (is.null(names(thresholds))) paste0("score ", seq_along(thresholds)) else names(thresholds)
}

#' @rdname predict.wald_thresholds
#' @export
as.data.frame.wald_thresholds <- function(x, row.names = NULL, optional = FALSE, ...) {
  one <- function(answer) {
    thresholds <- structure(as.list(answer$thresholds), names = score_names(answer$thresholds))
    cbind(data.frame(method = answer$method, stringsAsFactors = FALSE),
          as.data.frame(thresholds, optional = TRUE),
          data.frame(answer[c("tp", "fp", "precision", "recall", "value", "feasible")]),
          data.frame(flags = paste(answer$flags, collapse = ", "), stringsAsFactors = FALSE))
  }
  do.call(rbind, c(lapply(c(list(x), unname(x$baselines)), one), make.row.names = FALSE))
}

# ---- Printing ----

rule_in_words <- function(x) {
  if (!is.null(x$stacked)) {
    s <- x$stacked
    terms <- paste(digits(s$coefficients), score_names(s$coefficients))
    return(paste0(digits(s$intercept), paste0(" + ", terms, collapse = ""), " >= ", digits(s$threshold)))
  }
  off <- is.infinite(x$thresholds)
  each <- paste(score_names(x$thresholds), ifelse(off, "is switched off", paste(">=", digits(x$thresholds))))
  if ("nothing_flagged" %in% x$flags) return("nothing is flagged")
  paste(each[order(off)], collapse = paste0(" ", x$rule, " "))
}

with_interval <- function(x, name) {
  i <- x$intervals[name, ]
  paste0(digits(x[[name]]), if (!is.na(i$low)) paste0(" [", digits(i$low), ", ", digits(i$high), "]"))
}

#' @rdname predict.wald_thresholds
#' @method print wald_thresholds
#' @export
print.wald_thresholds <- function(x, ...) {
  cat("Thresholds", if (!is.null(x$objective)) paste0(" for ", x$objective), " (", x$method, ")\n", sep = "")
  cat("  ", rule_in_words(x), "\n", sep = "")
  cat("TP ", digits(x$tp), if (!is.nan(x$positives)) paste0(" of ", digits(x$positives)), ", FP ", digits(x$fp),
      if (!is.nan(x$precision)) paste0("; precision ", with_interval(x, "precision")),
      if (!is.nan(x$recall)) paste0("; recall ", with_interval(x, "recall")), "\n", sep = "")
  if (x$unrated > 0) cat("Flagged without a label: ", digits(x$unrated), "\n", sep = "")
  if (!x$feasible) cat("Not feasible: this is the nearest point\n")
  if (length(x$flags)) cat("Note: ", paste(gsub("_", " ", x$flags), collapse = ", "), "\n", sep = "")
  invisible(x)
}

#' @rdname predict.wald_thresholds
#' @method summary wald_thresholds
#' @export
summary.wald_thresholds <- function(object, ...) structure(list(chosen = object), class = "summary.wald_thresholds")

#' @method print summary.wald_thresholds
#' @export
print.summary.wald_thresholds <- function(x, ...) {
  chosen <- x$chosen
  print(chosen)
  rest <- chosen$next_lower
  if (length(rest) && any(is.finite(rest) & is.finite(chosen$thresholds))) {
    at <- is.finite(rest) & is.finite(chosen$thresholds)
    cat("The same rows down to (not at) ", paste(score_names(rest)[at], digits(rest[at]), collapse = ", "), "\n",
        sep = "")
  }
  cat("Value ", digits(chosen$value), "; of the alerts gained last ", digits(chosen$marginal_precision),
      " are right, of the next ", digits(chosen$next_marginal_precision), "\n", sep = "")
  limits <- confint(chosen)
  if (nrow(limits)) {
    cat("Intervals\n")
    print(limits, digits = 4)
  }
  if (!is.null(chosen$cross_fit)) {
    cat("Cross-fitted\n")
    print(chosen$cross_fit, digits = 4)
  }
  if (length(chosen$baselines)) {
    cat("Beside\n")
    frame <- as.data.frame(chosen)
    print(frame[setdiff(names(frame), c("feasible", "flags"))], digits = 4, row.names = FALSE)
  }
  invisible(x)
}
