# The facts of a frontier's points, by their numbers in the C interface.
frontier_fact_names <- c("exact", "quantiles", "local_optimum", "positives", "negatives", "pn_area", "pn_hull_area",
                         "roc_area", "roc_hull_area", "pr_area")

#' Operating points
#'
#' Every point (FP, TP) that no thresholds beat, with its thresholds: the curves that thresholds are chosen from.
#'
#' @param frontier A [wald_frontier()].
#' @param method,positives,threads,progress,control As for [wald_thresholds()].
#' @param max_fp Also give the areas for FP from 0 to this weight alone: what a budget, or partial knowledge, leaves of
#'   the curves.
#' @param x,object A `wald_operating_points`.
#' @param row.names,optional,... Not used.
#' @return A `wald_operating_points`: a list of `tp`, `fp`, `on_hull` (whether a point is a vertex of the concave hull),
#'   `thresholds` (a matrix, a row for each point), `path` (of the methods `"path"` and `"path-equal"` the thresholds
#'   along it, from flagging nothing on, those that others beat included; else without rows), `positives`, `negatives`, `areas` (as shares of what a perfect rule
#'   reaches, under the steps or the concave hull: of TP against FP, `pn`; of the ROC curve; `pr`, the average
#'   precision; `NaN` where they hang on a number of positives that is unknown), `partial_areas`, and whether it is
#'   `exact`. `as.data.frame` has a row for each point, with precision and recall.
#' @seealso [plot.wald_operating_points()]
#' @examples
#' frontier <- wald_frontier(c(0.9, 0.8, 0.7, 0.6, 0.3, 0.1), c(1, 0, 1, 1, 0, 0))
#' points <- wald_operating_points(frontier, max_fp = 2)
#' points
#' as.data.frame(points)
#' points$partial_areas
#' @export
wald_operating_points <- function(frontier, method = NULL, positives = NULL, max_fp = NULL,
                                  threads = default_threads(), progress = default_progress(), control = list()) {
  frontier_argument(frontier)
  options <- threshold_options(positives = positives, method = method, threads = threads, progress = progress,
                               control = control)
  most <- if (is.null(max_fp)) NaN else number(max_fp, "max_fp")
  found <- ok(native_operating_points(frontier$pointer, options, most))
  facts <- structure(as.list(found$facts), names = frontier_fact_names)
  scores <- length(found$thresholds) / max(length(found$tp), 1)
  areas <- grepl("_area$", frontier_fact_names)
  structure(
    list(tp = found$tp, fp = found$fp, on_hull = found$on_hull,
         thresholds = matrix(found$thresholds, length(found$tp), scores, byrow = TRUE,
                             dimnames = if (!is.null(frontier$scores)) list(NULL, frontier$scores)),
         path = matrix(found$path, ncol = scores, byrow = TRUE,
                       dimnames = if (!is.null(frontier$scores)) list(NULL, frontier$scores)),
         positives = facts$positives, negatives = facts$negatives,
         areas = structure(unlist(facts[areas]), names = sub("_area$", "", frontier_fact_names[areas])),
         partial_areas = if (!is.null(max_fp))
           structure(found$partial, names = c("pn", "pn_hull", "roc", "roc_hull")),
         max_fp = max_fp, exact = facts$exact != 0, quantiles = facts$quantiles != 0,
         local_optimum = facts$local_optimum != 0, method = if (is.null(method)) "direct" else method,
         rule = frontier_facts(frontier)$rule),
    class = "wald_operating_points")
}

#' @rdname wald_operating_points
#' @method print wald_operating_points
#' @export
print.wald_operating_points <- function(x, ...) {
  cat(length(x$tp), " operating points (", x$method, "), ", sum(x$on_hull), " on the concave hull\n", sep = "")
  known <- x$areas[!is.nan(x$areas)]
  if (length(known)) cat("Areas: ", paste(names(known), digits(known), collapse = ", "), "\n", sep = "")
  if (!is.null(x$partial_areas)) {
    known <- x$partial_areas[!is.nan(x$partial_areas)]
    cat("Up to FP ", digits(x$max_fp), ": ", paste(names(known), digits(known), collapse = ", "), "\n", sep = "")
  }
  if (!x$exact) cat("Note: other thresholds may reach better points\n")
  invisible(x)
}

#' @rdname wald_operating_points
#' @method summary wald_operating_points
#' @export
summary.wald_operating_points <- function(object, ...) {
  object[c("positives", "negatives", "areas", "partial_areas", "exact", "quantiles", "local_optimum")]
}

#' @rdname wald_operating_points
#' @export
length.wald_operating_points <- function(x) length(unclass(x)$tp)

#' @rdname wald_operating_points
#' @export
as.data.frame.wald_operating_points <- function(x, row.names = NULL, optional = FALSE, ...) {
  x <- unclass(x)
  thresholds <- as.data.frame(x$thresholds)
  if (is.null(colnames(x$thresholds))) names(thresholds) <- paste0("score ", seq_len(ncol(x$thresholds)))
  cbind(data.frame(tp = x$tp, fp = x$fp, precision = x$tp / (x$tp + x$fp), recall = x$tp / x$positives,
                   on_hull = x$on_hull), thresholds)
}
