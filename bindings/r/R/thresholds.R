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
#' `min_precision` asks for the lower Clopper-Pearson limit of the precision. The point estimate (`precision_level = 0`)
#' misses the limit on new data about half the time.
#'
#' Intervals are for thresholds that were fixed in advance. The cross-fitted estimate (`folds`) also accounts for
#' choosing the best of many; so do rows that were held out. Scores of the rows that a classifier was trained on are useless
#' for all of this.
#'
#' @param x A [wald_sample()]; or what one is made of: a formula `label ~ s1 + s2`, the truth, or the data.
#' @param scores,data,rule,rated_from,weights,subset,event_level As for [wald_sample()].
#' @param na.action As for [wald_sample()]; by default rows without a label are left out, with a warning, where a metric or
#'   a recall is asked for that needs all positives, and `rated_from` is not set.
#' @param truth Where the data come first: the column of the truth, then in `...` those of the scores and the metric; or
#'   a formula.
#' @param metric The metric to maximise, a name such as `"f1"` or a [wald_metric()] that rises with TP and falls with
#'   FP: the option that is given most often.
#' @inheritParams threshold_options
#' @param ... For formulas, truth and data the arguments above. `choose_threshold` is `wald_thresholds` by the name that
#'   it has in the other languages.
#' @return A `wald_thresholds`: a list of the [facts] of thresholds (`thresholds`, named, `tp`, `fp`, `precision`,
#'   `recall`, `value`, ...), with `feasible` as a logical, `flags` as their names, and what is cross-fitted together in
#'   `cross_fit`; and of `intervals`, `baselines` (the answers of other methods), `rule` and `level`. What is unknown is
#'   `NaN`. It holds the sample for pictures; saved to a file it keeps everything else.
#' @seealso [predict.wald_thresholds()], [plot.wald_thresholds()], [wald_frontier()],
#'   [wald_label_thresholds()]
#' @examples
#' set.seed(1)
#' fraud <- runif(2000) < 0.05
#' d <- data.frame(fraud, model = rnorm(2000) + 2 * fraud, rules = rnorm(2000) + 2 * fraud)
#' wald_thresholds(fraud ~ model, d)
#' choose_threshold(d, fraud, model) # as in d |> choose_threshold(fraud, model)
#' chosen <- wald_thresholds(fraud ~ model + rules, d, min_precision = 0.8)
#' chosen
#' summary(chosen)
#' coef(chosen)
#' confint(chosen)
#' table(predict(chosen, d), d$fraud)
#' @export
wald_thresholds <- with_options("thresholds", function(x, ...) UseMethod("wald_thresholds"),
                                calls = "choose")

#' @rdname wald_thresholds
#' @export
wald_thresholds.wald_sample <- function(x, metric = NULL, ...) {
  options <- asked("thresholds", list(metric = metric, ...))
  found <- ok(native_choose(x$pointer, options))
  answers <- lapply(found, one_of_thresholds, names = x$scores, rule = sample_facts(x, character())$rule,
                    levels = x$levels)
  out <- unclass(answers[[1]])
  out$level <- if (is.null(options$level)) default_of("thresholds", "level") else options$level
  out$baselines <- structure(answers[-1], names = vapply(answers[-1], `[[`, "", "method"))
  out$sample <- x
  warn(out$warning)
  structure(out, class = "wald_thresholds")
}

#' @rdname wald_thresholds
#' @export
wald_thresholds.formula <- function(x, data = NULL, metric = NULL, ..., rule = NULL, rated_from = NULL,
                                    weights = NULL, subset = NULL, na.action = NULL, event_level = NULL) {
  given <- taken_rows(x, data, substitute(subset), na.action,
                      list(weights = eval(substitute(weights), data, environment(x))))
  read <- sample_columns(x, given$data, event_level, metric)
  thresholds_of(read$label, read$scores, label_name(x), metric, rule, rated_from, given$weights, na.action, ...)
}

thresholds_of <- function(label, scores, name, metric, rule, rated_from, weights, na.action, ...) {
  rated_or_left_out(structure(list(label), names = name), na.action, function(left) {
    sample <- wald_sample.default(taken(label, left), taken(scores, left), rule, rated_from, taken(weights, left),
                                  event_level = "second")
    wald_thresholds.wald_sample(sample, metric, ...)
  })
}

# Rows without a label are not rated; or left out, if the goal needs the number of all positives. `find` takes the numbers
# of rows, NULL for all; `label` is a list of the labels by their name.
rated_or_left_out <- function(label, na.action, find) {
  tryCatch(find(NULL), wald_error_unsupported = function(e) {
    if (!is.null(na.action) || !grepl("some rows have no label.*; give positives$", e$message)) stop(e)
    find(rows_left(label, NULL))
  })
}

#' @rdname wald_thresholds
#' @export
wald_thresholds.data.frame <- function(x, truth, ...) {
  data_first(wald_thresholds.formula, x, substitute(truth), eval(substitute(alist(...))), parent.frame(), TRUE)
}

# The name that the function has in every language.
#' @rdname wald_thresholds
#' @export
choose_threshold <- with_options("thresholds", function(x, ...) UseMethod("wald_thresholds"), calls = "choose")

#' @rdname wald_thresholds
#' @export
wald_thresholds.default <- function(x, scores, metric = NULL, ..., rule = NULL, rated_from = NULL, weights = NULL,
                                    na.action = NULL, event_level = NULL) {
  if (missing(scores)) refuse("scores are needed: a vector, or a column for each classifier")
  x <- with_event(x, event_level, metric = metric)
  scores <- scores_of(scores)
  left <- rows_left(list(truth = x, scores = scores, weights = weights), na.action, FALSE)
  thresholds_of(taken(x, left), taken(scores, left), "truth", metric, rule, rated_from, taken(weights, left), na.action, ...)
}

one_of_thresholds <- function(answer, names, rule, levels) {
  for (name in facts_per("thresholds", "score", "numbers"))
    answer[name] <- list(if (length(answer[[name]])) named(answer[[name]], names))
  answer["p_values"] <- list(if (length(answer$p_values)) answer$p_values)
  answer$feasible <- answer$feasible != 0
  answer$certified <- answer$certified != 0
  answer$flags <- bits_of(answer$flags, "threshold_flag")
  # data.frame() takes longer than choosing from few rows.
  limits <- answer$intervals
  answer$intervals <- structure(c(list(estimate = unlist(answer[limits$fact], use.names = FALSE)), limits[-1]),
                                row.names = limits$fact, class = "data.frame")
  is_cross <- startsWith(base::names(answer), "cross_")
  cross_fit <- unlist(answer[is_cross])
  base::names(cross_fit) <- sub("^cross_", "", base::names(cross_fit))
  structure(c(answer[!is_cross], list(cross_fit = if (!all(is.nan(cross_fit))) cross_fit, rule = rule,
                                      levels = levels)), class = "wald_thresholds")
}

# ---- What thresholds flag ----

#' Rows that thresholds flag, and other views of thresholds
#'
#' @param object,x Chosen [wald_thresholds()].
#' @param newdata Scores, as [wald_sample()] takes them; of a data frame with other columns the named ones are taken.
#' @param type `"logical"`, or `"class"`: a factor of the levels that the labels had.
#' @param method One of the baselines beside, by its name.
#' @param na.action What is done with rows of which a score is missing: by default their prediction is `NA`;
#'   [stats::na.omit()] leaves them out, [stats::na.fail()] is an error.
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
predict.wald_thresholds <- function(object, newdata, type = c("logical", "class"), method = NULL,
                                    na.action = stats::na.pass, ...) {
  type <- choice(if (!missing(type)) type, eval(formals()$type), "type")
  if (missing(newdata)) refuse("newdata is needed: the scores of the rows")
  if (!is.null(method)) object <- answer_by(object, method)
  scores <- scores_for(newdata, object$thresholds)
  names <- row_names(scores)
  present <- if (anyNA(scores)) present_rows(missing_rows(scores), na.action)
  if (!is.null(present)) scores <- some_rows(scores, present)
  flagged <- if (is.null(object$coefficients)) flagged_by(object$thresholds, object$rule, scores)
             else combined_scores(object, scores) >= object$stacked_threshold
  flagged <- if (is.null(present)) named(flagged, names) else put_back(flagged, present, names)
  if (type == "logical") flagged else as_class(flagged, object$levels)
}

answer_by <- function(object, method) {
  if (identical(method, object$method)) return(object)
  object$baselines[[choice(method, c(object$method, names(object$baselines)), "method")]]
}

as_class <- function(flagged, levels) {
  if (is.null(levels)) levels <- c("FALSE", "TRUE")
  structure(factor(levels[flagged + 1L], levels = levels_in_order(levels)), names = names(flagged))
}

# The columns of new rows, in the order of the thresholds.
scores_for <- function(newdata, thresholds) {
  columns <- names(thresholds)
  scores <- scores_of(only_columns(newdata, columns, "newdata"), "scores")
  if (NCOL(scores) != length(thresholds))
    refuse("newdata has ", NCOL(scores), " columns: there are ", length(thresholds), " thresholds")
  scores
}

flagged_by <- function(thresholds, rule, scores) {
  ok(native_apply_thresholds(as.double(thresholds), number_of(rule, "rule"), scores))
}

# The sum that "stacked" puts its threshold on, to the bits of the library. Nothing in it overflows: an infinite score
# counts as the largest number, on its side.
combined_scores <- function(stacked, scores) {
  if (is.null(dim(scores))) scores <- matrix(scores)
  wrong <- which(is.na(scores), arr.ind = TRUE)
  if (nrow(wrong)) {
    first <- wrong[order(wrong[, 1], wrong[, 2]), , drop = FALSE][1, ]
    refuse(place("scores", first), " is nan: must be a number")
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
wald_apply_thresholds <- function(thresholds, scores, rule = NULL, na.action = stats::na.pass) {
  if (inherits(thresholds, "wald_thresholds")) return(predict(thresholds, scores, na.action = na.action))
  thresholds <- real_vector(thresholds, "thresholds")
  scores <- scores_for(scores, thresholds)
  present <- present_rows(missing_rows(scores), na.action)
  flagged <- flagged_by(thresholds, if (is.null(rule)) "or" else rule, some_rows(scores, present))
  if (is.null(present)) named(flagged, row_names(scores)) else put_back(flagged, present, row_names(scores))
}

#' @rdname predict.wald_thresholds
#' @export
coef.wald_thresholds <- function(object, ...) {
  if (is.null(object$coefficients)) return(object$thresholds)
  c("(Intercept)" = object$intercept, object$coefficients, threshold = object$stacked_threshold)
}

#' @rdname predict.wald_thresholds
#' @export
confint.wald_thresholds <- function(object, parm, level, ...) {
  known <- !is.null(object$level) # not where the state of wald_next() came as bytes
  if (!missing(level) && !(known && isTRUE(all.equal(level, object$level))))
    refuse("level is ", shown(level), ": these were computed at ", if (known) object$level else "one that is not known",
           "; ask wald_thresholds() for another")
  limits <- cbind(object$intervals$low, object$intervals$high)
  rownames(limits) <- rownames(object$intervals)
  if (!is.null(object$low)) {
    spread <- cbind(object$low, object$high)
    rownames(spread) <- score_names(object$thresholds)
    limits <- rbind(spread, limits)
  }
  tail <- (1 - object$level) / 2
  colnames(limits) <- if (known) paste(format(100 * c(tail, 1 - tail), trim = TRUE, digits = 3), "%")
                      else c("low", "high")
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
  if (!is.null(x$coefficients)) {
    terms <- paste(digits(x$coefficients), score_names(x$coefficients))
    return(paste0(digits(x$intercept), paste0(" + ", terms, collapse = ""), " >= ", digits(x$stacked_threshold)))
  }
  off <- is.infinite(x$thresholds)
  each <- paste(score_names(x$thresholds), ifelse(off, "is switched off", paste(">=", trimws(digits(x$thresholds)))))
  if ("nothing_flagged" %in% x$flags) return("nothing is flagged")
  # Every score reaches -Inf; beside others that switches a classifier off only if all must reach theirs.
  if (if (x$rule == "or") any(x$thresholds == -Inf) else all(x$thresholds == -Inf)) return("every row is flagged")
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
  cat("Thresholds", if (!is.null(x$objective)) paste0(" for ", x$objective), ": ", meaning_of(x$method, "method"), "\n",
      sep = "")
  cat("  ", rule_in_words(x), "\n", sep = "")
  cat("TP ", digits(x$tp), if (!is.nan(x$positives)) paste0(" of ", digits(x$positives)), ", FP ", digits(x$fp),
      if (!is.nan(x$precision)) paste0("; precision ", with_interval(x, "precision")),
      if (!is.nan(x$recall)) paste0("; recall ", with_interval(x, "recall")), "\n", sep = "")
  if (x$unrated > 0) cat("Flagged without a label: ", digits(x$unrated), "\n", sep = "")
  if (x$theorem != "none") {
    cat(if (x$certified) "Certified: " else "NOT certified: ", meaning_of(x$theorem, "theorem"), "\n", sep = "")
    if (nzchar(x$warning)) cat(x$warning, "\n")
  } else if (!x$feasible) cat("Not feasible: this is the nearest point\n")
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
