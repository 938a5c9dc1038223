threshold_pass_argument <- function(x) of_class(x, "wald_threshold_pass", "threshold_pass")

#' Thresholds of one score for distributed rows
#'
#' Passes over rows of data too large for one machine. Each place feeds its rows to a state of its own, which has some bins
#' and no rows; states go as raw vectors to one place, which merges them and asks for the next pass, or for the
#' thresholds. These are those that [wald_thresholds()] chooses from all rows, to the bit, however the rows are split
#' and in whatever order states are merged.
#'
#' A state is a reference object, as an environment is: `wald_feed`, `wald_merge` and `wald_next` change it. It lives
#' outside R and is not kept in `.RData` or `.rds` files: keep the raw vector of `wald_to_bytes`.
#'
#' @param metric The metric to maximise; see [wald_thresholds()].
#' @inheritParams threshold_options
#' @param ... Not used.
#' @param x,pass,estimator,other States; for `wald_next` and `wald_to_bytes` also those of [wald_table_pass()].
#' @param truth As for [wald_sample()].
#' @param scores One number per row; no `NA`.
#' @param weights Of the rows, in \[2^-20, 2^32\] or 0, rounded to multiples of 2^-20; default 1 each.
#' @param bytes What `wald_to_bytes` gave, here or in another language.
#' @return `wald_threshold_pass` and `wald_from_bytes`: a state; `wald_feed` and `wald_merge` return theirs invisibly.
#'   `wald_next`: the thresholds, as [wald_thresholds()] gives them but without a sample and baselines; or `NULL`, and
#'   the state is then the next pass, without rows, of which each place takes a copy and feeds its rows again.
#'   `wald_to_bytes`: a raw vector, the same for every order of feeding and merging. `close` releases the memory now.
#' @seealso [wald_thresholds()], [wald_table_pass()]
#' @examples
#' parts <- list(list(c(0.9, 0.3), c(1, 1)), list(c(0.8, 0.2), c(0, 0)))
#' plan <- wald_threshold_pass("f1")
#' repeat {
#'   bytes <- wald_to_bytes(plan)
#'   for (part in parts) { # elsewhere
#'     state <- wald_feed(wald_from_bytes(bytes), part[[2]], part[[1]])
#'     wald_merge(plan, state)
#'   }
#'   found <- wald_next(plan)
#'   if (!is.null(found)) break
#' }
#' found
#' @export
wald_threshold_pass <- with_options("thresholds", function(metric = NULL, ...) {
  options <- asked("thresholds", c(options_given(...), list(metric = metric)))
  new_threshold_pass(ok(native_threshold_pass(options)),
             if (is.null(options$level)) default_of("thresholds", "level") else options$level)
}, calls = "threshold_pass")

# The level of intervals stands in the bytes, which tell it with the thresholds alone: states that came as bytes do not
# name it.
new_threshold_pass <- function(pointer, level = NULL) reference("wald_threshold_pass", pointer, level = level)

#' @rdname wald_threshold_pass
#' @export
wald_feed.wald_threshold_pass <- function(x, truth, scores, weights = NULL, ...) {
  no_more(...)
  if (missing(truth) || missing(scores))
    refuse("truth and scores are needed: 0 and 1, NA for a row that is not rated; and a score for each row")
  scores <- real_vector(scores, "scores")
  given <- label_values(truth)
  if (length(truth) != length(scores)) refuse("truth has length ", length(truth), ": must be ", length(scores))
  weights <- of_rows(weights, "weights", length(scores))
  ok(native_threshold_pass_feed(x$pointer, scores, given$values, given$first, weights))
  invisible(x)
}

#' @rdname wald_threshold_pass
#' @export
wald_merge.wald_threshold_pass <- function(estimator, other) {
  merge_pass(estimator, other, "threshold_pass")
  if (is.null(estimator$level)) estimator$level <- other$level
  invisible(estimator)
}

#' @rdname wald_threshold_pass
#' @export
wald_next <- function(pass) {
  if (inherits(pass, "wald_table_pass")) return(next_table_pass(pass))
  found <- ok(native_threshold_pass_next(threshold_pass_argument(pass)$pointer))
  if (is.null(found)) return(NULL)
  out <- one_of_thresholds(found, names = NULL, rule = "or", levels = NULL)
  out$level <- pass$level
  warn(out$warning)
  out
}

#' @rdname wald_threshold_pass
#' @export
wald_to_bytes <- function(pass) {
  if (inherits(pass, "wald_table_pass")) return(ok(native_table_pass_to_bytes(pass$pointer)))
  ok(native_threshold_pass_to_bytes(threshold_pass_argument(pass)$pointer))
}

#' @rdname wald_threshold_pass
#' @export
wald_from_bytes <- function(bytes) {
  if (!is.raw(bytes)) refuse("bytes is of class ", class(bytes)[1], ": must be raw")
  # Behind eight bytes of a mark and four of a version stands what it is.
  if (length(bytes) > 12 && bytes[13] == as.raw(3)) return(new_table_pass(ok(native_table_pass_from_bytes(bytes))))
  new_threshold_pass(ok(native_threshold_pass_from_bytes(bytes)))
}

#' @rdname wald_threshold_pass
#' @method print wald_threshold_pass
#' @export
print.wald_threshold_pass <- function(x, ...) print_pass(x, "threshold_pass", "rows")
