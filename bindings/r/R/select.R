#' Rows of a batch, selected at a false discovery rate
#'
#' Which rows of a batch to flag, so that the expected share of false ones among the flagged is at most `fdr`: conformal
#' p-values against known rows, and Benjamini and Hochberg's procedure. Exact for any number of rows if normals of the batch
#' are exchangeable with the known ones. Ties count against flagging.
#'
#' @param normals Scores of rows that are known to be normal, which the detector was not fitted to; higher is more anomalous.
#' @param scores Scores of the batch.
#' @param fdr The level, in (0, 1).
#' @param truth `NULL`, or of each known row 0, or 1 for a known anomaly. Then all known rows must be drawn like the batch,
#'   with the same share of anomalies.
#' @param storey `NULL`, or a number in (0, 1), as 0.5: the p-values above it estimate the share of normals in the batch, so
#'   that more rows are flagged if many are anomalies. Not with known anomalies.
#' @param x A `wald_selection`.
#' @param row.names,optional,... Not used.
#' @return A `wald_selection`: a list of `flagged`, `p_values`, `threshold`, `n_flagged`, `null_share` (the share of normals
#'   that is counted on), `fdr` and `warning`. `as.data.frame` gives a row for each row of the batch.
#' @references Bates S, Candes E, Lei L, Romano Y, Sesia M (2023). "Testing for outliers with conformal p-values." *Annals of
#'   Statistics* 51, 149-178. Jin Y, Candes E (2023). "Selection by prediction with conformal p-values." *Journal of Machine
#'   Learning Research* 24, 1-41.
#' @seealso [wald_thresholds()], whose `max_fpr` and `certify` take normals alone as well
#' @examples
#' set.seed(1)
#' wald_select(rnorm(200), c(rnorm(40), rnorm(10, 4)))
#' @export
wald_select <- function(normals, scores, fdr = 0.1, truth = NULL, storey = NULL) {
  known <- real_vector(normals, "normals")
  batch <- real_vector(scores, "scores")
  # The library counts the rows of both vectors together.
  given <- list(normals = known, scores = batch)
  for (name in names(given))
    if (anyNA(given[[name]])) refuse(place(name, which(is.na(given[[name]]))[1]), " is missing: must be a number")
  label <- if (is.null(truth)) rep(0, length(known)) else as.numeric(truth)
  if (length(label) != length(known))
    refuse("truth has ", length(label), " rows: must have one per known row, ", length(known))
  if (anyNA(label)) refuse("truth is missing in some rows: known rows are 0 or 1")
  sample <- wald_sample.default(c(label, rep(NA, length(batch))), c(known, batch), event_level = "second")
  options <- list(max_fdr = fdr)
  options$storey <- storey
  found <- do.call(wald_thresholds.wald_sample, c(list(sample), options))
  threshold <- unname(found$thresholds)
  out <- list(flagged = pmin(batch, .Machine$double.xmax) >= threshold, p_values = found$p_values, threshold = threshold,
              n_flagged = found$unrated, null_share = found$null_share, fdr = fdr, warning = found$warning)
  structure(out, class = "wald_selection")
}

#' @rdname wald_select
#' @method as.data.frame wald_selection
#' @export
as.data.frame.wald_selection <- function(x, row.names = NULL, optional = FALSE, ...) {
  data.frame(flagged = x$flagged, p_value = x$p_values)
}

#' @rdname wald_select
#' @method print wald_selection
#' @export
print.wald_selection <- function(x, ...) {
  cat(x$n_flagged, " of ", length(x$flagged), " rows flagged at FDR ", format(x$fdr), ", from ", format(x$threshold),
      " on\n", sep = "")
  invisible(x)
}
