#' A micro average over a distributed table
#'
#' Passes over a table too large for one machine, which is one problem of rows times labels items. Each place
#' feeds its rows to a state of its own, which has some bins and no rows; states go as raw vectors to one place, which
#' merges them and asks for the next pass, or for the answer. That has the same bits however the rows are split and in
#' whatever order states are merged, and is the answer of [wald_decide()] with `average = "micro"` for all rows, within
#' the bounds of both.
#'
#' A state is a reference object, as an environment is: `wald_feed`, `wald_merge` and [wald_next()] change it. It lives
#' outside R and is not kept in `.RData` or `.rds` files: keep the raw vector of [wald_to_bytes()], which
#' [wald_from_bytes()] reads.
#'
#' @param metric F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, recall,
#'   specificity, precision, npv or markedness: a metric, or its name.
#' @param at_least,at_most The least and the greatest number of positives over all rows and labels; `NULL`: no limit.
#' @param x,estimator,other States.
#' @param data Probabilities: a matrix, a data frame or a sparse matrix of one row per instance, one column per label.
#' @param ... Not used.
#' @return `wald_table_pass`: a state; `wald_feed` and `wald_merge` return theirs invisibly. [wald_next()] of a state:
#'   `NULL`, and the state is then the next pass, without rows; or a list of the answer: `k` positives, which are the
#'   items of a probability above `threshold`, and of those equal to it all, or any `ties_chosen` of the `ties` where
#'   that is not 0; `expected`, `loss`, `bound`, `k_lowest`, `k_highest`, `next_best` and `p_zero` as [wald_decide()]
#'   has them.
#' @seealso [wald_decide()], [wald_threshold_pass()]
#' @examples
#' parts <- list(rbind(c(0.9, 0.2), c(0.6, 0.1)), rbind(c(0.7, 0.3)))
#' plan <- wald_table_pass("f1")
#' repeat {
#'   bytes <- wald_to_bytes(plan)
#'   for (part in parts) wald_merge(plan, wald_feed(wald_from_bytes(bytes), part)) # elsewhere
#'   found <- wald_next(plan)
#'   if (!is.null(found)) break
#' }
#' found$k
#' lapply(parts, function(part) part >= found$threshold)
#' @export
wald_table_pass <- function(metric, at_least = NULL, at_most = NULL) {
  options <- asked("decisions", list(at_least = at_least, at_most = at_most))
  new_table_pass(ok(native_table_pass(native_pointer(metric_of(metric)), options)))
}

new_table_pass <- function(pointer) reference("wald_table_pass", pointer)

#' @rdname wald_table_pass
#' @export
wald_feed.wald_table_pass <- function(x, data, ...) {
  no_more(...)
  if (is_sparse(data)) {
    rows <- compressed(data)
    ok(native_table_pass_feed_csr(x$pointer, rows$indptr, rows$indices, rows$values, rows$dim[2]))
  } else {
    ok(native_table_pass_feed(x$pointer, real_matrix(data, "probabilities")))
  }
  invisible(x)
}

#' @rdname wald_table_pass
#' @export
wald_merge.wald_table_pass <- function(estimator, other) merge_pass(estimator, other, "table_pass")

# The result of wald_next for a state.
next_table_pass <- function(pass) {
  if (!ok(native_table_pass_next(pass$pointer))) return(NULL)
  facts <- pass_facts(pass, "table_pass")
  facts[setdiff(names(facts), c("pass_number", "n_items", "n_bins", "n_windows", "decided"))]
}

#' @rdname wald_table_pass
#' @method print wald_table_pass
#' @export
print.wald_table_pass <- function(x, ...) print_pass(x, "table_pass", "items")
