#' The frontier
#'
#' Every point (FP, TP) that no thresholds beat, with its thresholds: the curves that thresholds are chosen from.
#'
#' @param sample A [wald_sample()].
#' @param max_fp Also give the areas for FP from 0 to this weight alone: what a budget, or partial knowledge, leaves of
#'   the curves.
#' @param x,object A `wald_frontier`.
#' @param row.names,optional Not used.
#' @inheritParams threshold_options
#' @param ... Not used.
#' @return A `wald_frontier`: a list of the [facts] of a frontier (`tp`, `fp`, `on_hull`, `pn_area`, ...), with
#'   `thresholds` and `path` as matrices, a row for each point or step; of the `method` and the `rule`, and of
#'   `partial_areas` where `max_fp` was given. `as.data.frame` has a row for each point, with precision and recall.
#' @seealso [plot.wald_frontier()]
#' @examples
#' sample <- wald_sample(c(1, 0, 1, 1, 0, 0), c(0.9, 0.8, 0.7, 0.6, 0.3, 0.1))
#' frontier <- wald_frontier(sample, max_fp = 2)
#' frontier
#' as.data.frame(frontier)
#' frontier$partial_areas
#' @export
wald_frontier <- with_options("thresholds", function(sample, max_fp = NULL, ...) {
  facts <- sample_facts(sample, character())
  options <- asked("thresholds", options_given(...))
  most <- if (is.null(max_fp)) NaN else number(max_fp, "max_fp")
  out <- ok(native_frontier(sample$pointer, options, most))
  if (is.null(max_fp)) out$partial_areas <- NULL
  for (name in c("thresholds", "path"))
    out[[name]] <- matrix(out[[name]], ncol = facts$n_scores, byrow = TRUE,
                          dimnames = if (!is.null(sample$scores)) list(NULL, sample$scores))
  for (name in c("on_hull", "exact", "quantiles", "local_optimum")) out[[name]] <- out[[name]] != 0
  out$max_fp <- max_fp
  out$method <- if (is.null(options$method)) "direct" else options$method
  out$rule <- facts$rule
  structure(out, class = "wald_frontier")
}, calls = "frontier")

# The areas, without the ending of their names; those that are known.
known_areas <- function(x) {
  areas <- unlist(unclass(x)[grep("_area$", names(x))])
  names(areas) <- sub("_area$", "", names(areas))
  areas[!is.nan(areas)]
}

#' @rdname wald_frontier
#' @method print wald_frontier
#' @export
print.wald_frontier <- function(x, ...) {
  cat("Frontier of ", length(x$tp), " points", if (x$method != "direct") paste(" by", x$method), ", ", sum(x$on_hull),
      " on the concave hull\n", sep = "")
  said <- function(areas) paste(names(areas), digits(areas), collapse = ", ")
  if (length(known_areas(x))) cat("Areas: ", said(known_areas(x)), "\n", sep = "")
  if (!is.null(x$partial_areas))
    cat("Up to FP ", digits(x$max_fp), ": ", said(x$partial_areas[!is.nan(x$partial_areas)]), "\n", sep = "")
  if (!x$exact) cat("Note: other thresholds may reach better points\n")
  invisible(x)
}

#' @rdname wald_frontier
#' @method summary wald_frontier
#' @export
summary.wald_frontier <- function(object, ...) unclass(object)[facts_per("frontier", "whole")]

#' @rdname wald_frontier
#' @export
length.wald_frontier <- function(x) length(unclass(x)$tp)

#' @rdname wald_frontier
#' @export
as.data.frame.wald_frontier <- function(x, row.names = NULL, optional = FALSE, ...) {
  x <- unclass(x)
  thresholds <- as.data.frame(x$thresholds)
  if (is.null(colnames(x$thresholds))) names(thresholds) <- paste0("score ", seq_len(ncol(x$thresholds)))
  cbind(data.frame(tp = x$tp, fp = x$fp, precision = x$tp / (x$tp + x$fp), recall = x$tp / x$positives,
                   on_hull = x$on_hull), thresholds)
}
