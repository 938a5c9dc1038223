#' A threshold for each segment of the rows
#'
#' Thresholds of one score for segments (market, language, device), found together: goal and limits are of the counts of
#' all segments added up. A rate may have to be equal between segments, except for a tolerance (`parity`); several
#' tolerances give the price of parity, which `plot` draws. With `certify` the limits hold in every segment for all
#' future rows.
#'
#' @param truth 0 and 1, logical, or a factor of two levels, of which the second one is positive.
#' @param scores Scores.
#' @param segments A factor or vector that names each row's segment. Default: one segment.
#' @param metric The metric to maximise: a ratio of sums over the rows, such as F1 or accuracy.
#' @param weights Of the rows, finite and >= 0.
#' @param benefits,costs What a flagged positive gains and a flagged negative loses, for each row: the goal is then the
#'   greatest gain.
#' @param limits Each segment's own limits: a data frame or matrix with the segments as row names, and columns among
#'   `min_precision`, `min_recall`, `max_fp`, `max_alerts`, `max_fpr` and `max_alert_rate`; `NA` for none.
#' @param event_level As for [wald_sample()].
#' @param x,object A `wald_segment_thresholds`.
#' @param newdata Scores.
#' @param na.action What is done with rows that lack a value, as in [stats::lm()]. Default: rows without a truth are left
#'   out with a warning, others are refused. Of `predict` as for [predict.wald_thresholds()]: by default a row whose score
#'   or segment is missing is `NA`.
#' @param answer Which tolerance's thresholds, from 1.
#' @param row.names,optional Not used.
#' @inheritParams threshold_options
#' @param ... Not used; of `plot` handed to the plotting function.
#' @return A `wald_segment_thresholds`: a list of `segments`, their names; `together`, a data frame with a row for each
#'   tolerance (`value`, `bound`, `feasible`, `exact`, `difference` of the rate, `tp`, `fp`, `gain`, `certified`); and
#'   `by_segment`, a data frame with a row for each tolerance and segment. `as.data.frame` gives the latter, `coef` the
#'   thresholds, `predict` what rows are flagged.
#' @examples
#' set.seed(1)
#' market <- sample(c("north", "south"), 400, TRUE)
#' bad <- runif(400) < ifelse(market == "north", 0.4, 0.2)
#' score <- runif(400) + 0.5 * bad
#' chosen <- wald_segment_thresholds(bad, score, market, "f1", parity = "tpr",
#'                                   tolerance = c(0, 0.05, 0.1))
#' chosen
#' plot(chosen)
#' table(predict(chosen, score, market, answer = 2), bad)
#' @export
wald_segment_thresholds <- with_options("thresholds", function(truth, scores, segments = NULL, metric = NULL,
                                                               weights = NULL, benefits = NULL, costs = NULL,
                                                               limits = NULL, na.action = NULL, event_level = NULL,
                                                               ...) {
  given <- options_given(...)
  options <- asked("thresholds", c(given, list(metric = metric)))
  scores <- unname(real_vector(scores, "scores"))
  left <- rows_left(list(truth = truth, scores = scores, segments = segments, weights = weights, benefits = benefits,
                         costs = costs), na.action)
  scores <- taken(scores, left)
  segments <- taken(segments, left)
  truth <- label_values(with_event(taken(truth, left), event_level, metric = metric))$values
  truth <- if (is.factor(truth)) as.double(as.integer(truth) - 1L) else as.double(truth)
  rows <- length(scores)
  if (length(truth) != rows) refuse("truth has length ", length(truth), ": must be ", rows)
  if (is.list(segments) || dimensions(flat(segments)) != 1)
    refuse("segments is ", if (is.list(segments)) "a list or data frame" else "a matrix", ": must have a name for each row")
  of <- if (!is.null(segments)) as.factor(flat(segments))
  if (!is.null(of) && length(of) != rows) refuse("segments has length ", length(of), ": must be ", rows)
  if (anyNA(of)) refuse(place("segments", which(is.na(of))[1]), " is missing")
  names <- if (is.null(of)) "all" else levels(of)
  amounts <- list(weights = weights, benefits = benefits, costs = costs)
  for (name in names(amounts)) amounts[name] <- list(of_rows(taken(amounts[[name]], left), name, rows))
  found <- ok(native_segment_thresholds(options, scores, truth, if (!is.null(of)) as.double(as.integer(of) - 1L),
                                        length(names), amounts, segment_limits(limits, names)))
  together <- as.data.frame(found$together)
  names(together) <- sub("^(total|all)_", "", names(together))
  for (name in c("feasible", "exact", "certified")) together[[name]] <- together[[name]] != 0
  found$by_segment <- as.data.frame(found$by_segment)
  found$by_segment$certified <- found$by_segment$certified != 0
  found$by_segment$theorem <- word_of(found$by_segment$theorem, "theorem")
  uncertified <- which(!is.null(given$certify) & !found$by_segment$certified)
  if (length(uncertified))
    warn(paste0("no thresholds can be certified for ",
                paste0(names[uncertified], " (", more_rows(found$by_segment$rows_needed[uncertified]), ")", collapse = ", "),
                ": nothing is flagged there"))
  else if (!all(together$feasible))
    warn("no thresholds keep all limits: where a recall is out of reach the answer is the nearest, else none is flagged")
  structure(list(segments = names, together = together,
                 by_segment = data.frame(tolerance = rep(together$tolerance, each = length(names)),
                                         segment = rep(names, nrow(together)), found$by_segment, stringsAsFactors = FALSE),
                 parity = if (is.null(given$parity)) "none" else given$parity), class = "wald_segment_thresholds")
}, calls = "segments")

segment_limit_names <- c("min_precision", "min_recall", "max_fp", "max_alerts", "max_fpr", "max_alert_rate")

# What it would take to certify segments.
more_rows <- function(needed) {
  ifelse(is.finite(needed),
         paste0("about ", format(needed, trim = TRUE), ifelse(needed == 1, " more row", " more rows"), " would suffice"),
         "no number of rows like these would suffice")
}

# One row per segment, with all columns.
segment_limits <- function(limits, names) {
  if (is.null(limits)) return(NULL)
  limits <- as.matrix(limits)
  wrong <- setdiff(colnames(limits), segment_limit_names)
  if (is.null(colnames(limits)) || length(wrong))
    refuse("limits has the column ", shown(c(wrong, "")[1]), ": must be one of ",
           paste(segment_limit_names, collapse = ", "))
  unknown <- setdiff(rownames(limits), names)
  if (length(unknown)) refuse("limits has the row ", shown(unknown[1]), ", which is no segment")
  if (is.null(rownames(limits)) && nrow(limits) != length(names))
    refuse("limits has ", nrow(limits), " rows: there are ", length(names), " segments")
  out <- matrix(NA_real_, length(names), length(segment_limit_names), dimnames = list(names, segment_limit_names))
  out[if (is.null(rownames(limits))) names else rownames(limits), colnames(limits)] <- limits
  out
}

segments_at <- function(object, answer) {
  answers <- nrow(object$together)
  answer <- number(answer, "answer")
  if (!answer %in% seq_len(answers)) refuse("answer is ", answer, ": must be one of 1 to ", answers)
  object$by_segment[(answer - 1) * length(object$segments) + seq_along(object$segments), ]
}

#' @rdname wald_segment_thresholds
#' @export
coef.wald_segment_thresholds <- function(object, answer = 1, ...) {
  structure(segments_at(object, answer)$threshold, names = object$segments)
}

#' @rdname wald_segment_thresholds
#' @export
predict.wald_segment_thresholds <- function(object, newdata, segments = NULL, answer = 1, na.action = stats::na.pass,
                                            ...) {
  if (missing(newdata)) refuse("newdata is needed: the scores of the rows")
  scores <- real_vector(newdata, "newdata")
  if (is.null(segments) && length(object$segments) > 1)
    refuse("segments is NULL: there are ", length(object$segments), " segments")
  at <- coef(object, answer)
  of <- if (is.null(segments)) rep(1L, length(scores)) else match(as.character(segments), names(at))
  if (length(of) != length(scores)) refuse("segments has length ", length(of), ": must be ", length(scores))
  unknown <- which(is.na(of) & !is.na(segments))
  if (length(unknown))
    refuse(place("segments", unknown[1]), " is ", shown(as.character(segments[unknown[1]])),
           ", no segment that thresholds were chosen for")
  flagged <- unname(scores >= at[of] & at[of] < Inf)
  flagged[is.na(scores)] <- NA
  present <- present_rows(is.na(flagged), na.action, "newdata")
  if (is.null(present)) flagged else flagged[present$all]
}

#' @rdname wald_segment_thresholds
#' @method print wald_segment_thresholds
#' @export
print.wald_segment_thresholds <- function(x, ...) {
  cat("Thresholds of ", length(x$segments), " segments",
      if (x$parity != "none") paste0(", ", x$parity, " equal except for the tolerance"), "\n", sep = "")
  if (nrow(x$together) > 1) print(x$together, digits = 4, row.names = FALSE)
  else {
    cat("Value ", digits(x$together$value), "\n", sep = "")
    print(x$by_segment[c("segment", "threshold", "tp", "fp", "precision", "tpr", "fpr")], digits = 4, row.names = FALSE)
  }
  certify <- !all(is.na(x$by_segment$rows_needed))
  if (certify) cat(if (all(x$together$certified)) "Certified\n" else "NOT certified\n")
  else if (!all(x$together$feasible)) cat("Not feasible: limits are broken\n")
  if (!certify && !all(x$together$exact))
    cat("Note: not proved to be the best of all thresholds; `bound` limits any other\n")
  invisible(x)
}

#' @rdname wald_segment_thresholds
#' @export
as.data.frame.wald_segment_thresholds <- function(x, row.names = NULL, optional = FALSE, ...) x$by_segment

price_axes <- function(x) {
  if (x$parity == "none") refuse('parity is "none": there is no price of it to draw')
  c(paste("tolerance: difference of", gsub("_", " ", x$parity)), "value of the goal")
}

#' @rdname wald_segment_thresholds
#' @export
plot.wald_segment_thresholds <- function(x, ...) {
  axes <- price_axes(x)
  do.call(graphics::plot, over(list(x$together$tolerance, x$together$value, type = "b", pch = 19, col = colours$line,
                                    xlab = axes[1], ylab = axes[2], las = 1, main = "the price of parity",
                                    font.main = 1), ...))
  invisible(x)
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_segment_thresholds)
autoplot.wald_segment_thresholds <- function(object, ...) {
  axes <- price_axes(object)
  ggplot2::ggplot(object$together, ggplot2::aes(.data$tolerance, .data$value)) +
    ggplot2::geom_line(colour = colours$line) + ggplot2::geom_point(colour = colours$line) +
    ggplot2::labs(x = axes[1], y = axes[2], title = "the price of parity")
}
