new_promise <- function(pointer, segments = NULL) reference("wald_promise", pointer, segments = segments)

promise_argument <- function(x, name = "promise") of_class(x, "wald_promise", name)

promise_facts <- function(x) {
  facts <- ok(native_facts(promise_argument(x)$pointer, "promise", facts_per("promise", "whole"), 0))
  facts$state <- word_of(facts$state, "promise_state")
  facts$at_least <- facts$at_least != 0
  facts
}

#' A promise that is watched
#'
#' A metric with a bound, and the rows of a rule in use. Rows are fed as they come, with labels when they are known, late or
#' never. Every answer holds at all times at once, so it may be looked at after each row: a promise that is kept is ever
#' called broken with probability `delta` at most. With `average_run` recent rows are watched as well, which finds a change
#' soon after it.
#'
#' Promises are reference objects, as an environment is: `wald_feed`, `wald_merge` and `wald_clear` change them;
#' `wald_copy` makes another of the same rows. Keep the text of [wald_save()] in files.
#'
#' @param claim The promise: a metric, `>=` or `<=`, and a bound, as `"precision>=0.95"`. The metric is a ratio of sums over
#'   rows: precision, recall, specificity, F-measures, Jaccard, accuracy, `cost:a:b`, or one of the rates `fpr`, `fnr`,
#'   `fdr`, `error` and `alert_rate`. Or chosen [wald_thresholds()]: their `claim` is the first limit that was set of
#'   `min_precision`, `min_recall`, `max_fpr` and `max_alert_rate`; feed the rows that [predict.wald_thresholds()] flags.
#'   Or a [wald_route()], whose measure is promised: feed for accuracy ones and whether each answer is right.
#' @param bound Of thresholds: another bound of the limited metric, or one of the metric that was maximised. Of a route
#'   the least quality, as it does not keep its `min_quality`.
#' @inheritParams promise_options
#' @param segments Of `wald_promise` the names of the segments to be watched beside the whole; of `wald_feed` that of each
#'   row, or its number from 1.
#' @param estimator,other,x,object A `wald_promise`.
#' @param flagged Whether each row was flagged: 0 and 1, or `FALSE` and `TRUE`.
#' @param labels 0 and 1, `FALSE` and `TRUE`; `NA` for a row without a label. Default: no row has one.
#' @param label_probabilities The known probability with which each label was requested. A row without a label needs
#'   one below 1, if the metric depends on its label. Default 1 each.
#' @param weights Of the rows, in \[0, max_weight\]; default 1 each.
#' @param times What `broken_since` and `broken_at` count; default the number of the row.
#' @param ... Not used.
#' @return A `wald_promise`. `summary` gives a list of [facts]: `state` (`"open"`, `"kept"` or `"broken"`), `value`, `low`,
#'   `high`, `evidence`, `broken_since`, `labels_needed`, ...; `as.data.frame` the same of each segment.
#' @seealso [plot.wald_promise()], [wald_save()]
#' @examples
#' promise <- wald_promise("precision>=0.9")
#' wald_feed(promise, rep(1, 60), rep(c(1, 0), c(36, 24)))
#' promise
#' summary(promise)$broken_since
#' @export
wald_promise <- with_options("promises", function(claim, segments = NULL, bound = NULL, ...) {
  given <- options_given(...)
  if (!is.null(segments)) {
    if (anyDuplicated(segments) || anyNA(segments)) refuse("segments must be names, each once")
    given$n_segments <- length(segments)
  }
  if (inherits(claim, c("wald_thresholds", "wald_route"))) claim <- promised(claim, bound)
  else if (!is.null(bound)) refuse("bound is ", shown(bound), ": is for thresholds and routes, and a text has its own")
  new_promise(ok(native_promise(string(claim, "claim"), asked("promises", given))), as.character(segments))
}, calls = "create")

# The claim of thresholds or of a route, with a bound of the caller's if there is one.
promised <- function(x, bound) {
  if (inherits(x, "wald_route") && is.null(bound)) refuse("the route does not keep min_quality: give the bound, such as 0.9")
  claim <- if (inherits(x, "wald_route")) x$measure else x$claim
  limit <- regmatches(claim, regexpr("^.*[<>]=", claim))
  if (length(limit) && is.null(bound)) return(claim)
  if (!nzchar(claim) || is.null(bound))
    refuse("the thresholds were chosen without a limit: give a bound of their metric, or create the promise, such as ",
           "precision>=0.95")
  if (!is.numeric(bound) || length(bound) != 1) refuse("bound is ", shown(bound), ": must be one number")
  paste0(if (length(limit)) limit else paste0(claim, ">="), format(bound, digits = 17))
}

#' @rdname wald_promise
#' @export
wald_feed.wald_promise <- function(x, flagged, labels = NULL, label_probabilities = NULL, weights = NULL, times = NULL,
                                   segments = NULL, ...) {
  no_more(...)
  flagged <- unname(cells(flagged, "flagged"))
  rows <- length(flagged)
  if (!is.null(labels)) {
    labels <- unname(cells(labels, "labels", undecided = TRUE))
    if (length(labels) != rows) refuse("labels has length ", length(labels), ": must be ", rows)
  }
  if (!is.null(segments)) {
    if (!is.numeric(segments)) {
      found <- match(as.character(segments), x$segments)
      wrong <- which(is.na(found))
      if (length(wrong)) refuse("segments[", wrong[1], "] is ", shown(as.character(segments)[wrong[1]]), ": must be one of ",
                                listed(x$segments))
      segments <- found
    }
    segments <- of_rows(segments, "segments", rows) - 1
  }
  ok(native_promise_feed(x$pointer, flagged, labels, of_rows(label_probabilities, "label_probabilities", rows),
                         of_rows(weights, "weights", rows), of_rows(times, "times", rows), segments))
  invisible(x)
}

#' @rdname wald_promise
#' @export
wald_merge.wald_promise <- function(estimator, other) {
  ok(native_merge(estimator$pointer, promise_argument(other, "other")$pointer, "promise"))
  invisible(estimator)
}

#' @rdname wald_promise
#' @method print wald_promise
#' @export
print.wald_promise <- function(x, ...) {
  if (!is_open(x)) return(invisible(x))
  facts <- promise_facts(x)
  cat("<wald_promise ", facts$claim, ": ", facts$state, ", ", digits(facts$value), " in [", digits(facts$low), ", ",
      digits(facts$high), "] after ", digits(facts$n_rows), " rows>\n", sep = "")
  invisible(x)
}

#' @rdname wald_promise
#' @method summary wald_promise
#' @export
summary.wald_promise <- function(object, ...) promise_facts(object)

#' @rdname wald_promise
#' @method as.data.frame wald_promise
#' @export
as.data.frame.wald_promise <- function(x, ...) {
  names <- facts_per("promise", "segment", "numbers")
  each <- seq_len(promise_facts(x)$n_segments)
  if (!length(each)) return(data.frame())
  out <- as.data.frame(ok(native_facts(x$pointer, "promise", names, 0)))
  names(out) <- sub("segment_", "", names(out))
  out$state <- vapply(out$state, word_of, "", "promise_state")
  data.frame(segment = if (length(x$segments)) x$segments else each, out, stringsAsFactors = FALSE)
}
