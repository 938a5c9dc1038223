# Cells or probabilities as a matrix; a vector is one column.
one_column <- function(x, read, name, ...) {
  if (is.null(x)) return(NULL)
  x <- read(x, name, ...)
  if (is.null(dim(x))) matrix(unname(x), ncol = 1) else unname(x)
}

#' How good decisions are without labels
#'
#' The expected value of a metric while labels are missing, by chunk of the rows, with a band. It sees no change of
#' P(label | row): a model whose probabilities have become wrong is not found without labels.
#'
#' The band covers, with the probability `level`, the value that the labels would give. It holds the randomness of the
#' labels, independent of each other given the probabilities, and with calibration rows the error of the calibration. Where
#' labels of some rows were asked for with known probabilities, they correct the estimate.
#'
#' @param probabilities A vector, or a matrix of one row per instance, one column per label.
#' @param flagged What was decided, of the same shape: 0 and 1, or `FALSE` and `TRUE`.
#' @param metric A metric, or its name.
#' @param chunks The number of consecutive rows in a chunk, or of each row what its chunk is called. Default: one chunk.
#' @param segments Of each row what its segment is called.
#' @param labels Labels that are known, of the same shape; `NA` in rows without. Default: none.
#' @param label_probabilities With `labels`: the probability with which each row's labels were asked for, known in advance;
#'   0 for rows that were not asked for.
#' @param weights Of the rows; default 1 each.
#' @param calibration_truth,calibration_probabilities,calibration_weights Labels, probabilities and weights of the
#'   calibration rows. Default: probabilities are taken as they are.
#' @param na.action What is done with calibration rows that lack a value, as in [stats::lm()]. Default: those without a
#'   truth are left out with a warning, others are refused.
#' @inheritParams performance_options
#' @param x A `wald_performance`.
#' @param row.names,optional Not used.
#' @param reference A value to be drawn as a line, such as that of the test set.
#' @param ... Of `plot` for [graphics::plot()].
#' @return A `wald_performance`. `as.data.frame` gives `chunk`, `value`, `low`, `high`, `standard_error`,
#'   `calibration_error`, `n_rows` and `n_labels`; its element `segments` the same of each segment in each chunk.
#' @examples
#' p <- c(0.9, 0.8, 0.2, 0.6)
#' wald_performance(p, p > 0.5, "precision")
#' @export
wald_performance <- with_options("performance", function(probabilities, flagged, metric, chunks = NULL, segments = NULL,
                                                         labels = NULL, label_probabilities = NULL, weights = NULL,
                                                         calibration_truth = NULL, calibration_probabilities = NULL,
                                                         calibration_weights = NULL, na.action = NULL, ...) {
  given <- options_given(...)
  p <- one_column(probabilities, reals, "probabilities")
  rows <- nrow(p)
  each <- list(flagged = one_column(flagged, cells, "flagged"), labels = one_column(labels, cells, "labels", undecided = TRUE))
  for (name in names(each))
    if (!is.null(each[[name]]) && !identical(dim(each[[name]]), dim(p)))
      refuse(name, " has ", nrow(each[[name]]), " rows and ", ncol(each[[name]]), " columns: must have ", rows, " and ", ncol(p))
  label_probabilities <- of_rows(label_probabilities, "label_probabilities", rows)
  weights <- of_rows(weights, "weights", rows)
  parts <- NULL
  if (!is.null(segments)) {
    if (length(segments) != rows) refuse("segments has length ", length(segments), ": must be ", rows)
    called <- sort(unique(segments))
    given$n_segments <- max(length(called), 1)
    parts <- match(segments, called) - 1
  }
  lists <- list(seq_len(rows))
  names_of_chunks <- NULL
  if (length(chunks) == 1 && is.numeric(chunks) && rows != 1) {
    given$chunk_rows <- chunks
  } else if (!is.null(chunks)) {
    if (length(chunks) != rows) refuse("chunks has length ", length(chunks), ": must be ", rows)
    names_of_chunks <- sort(unique(chunks))
    lists <- split(seq_len(rows), match(chunks, names_of_chunks))
  }
  metric <- metric_of(metric)
  left <- if (!is.null(calibration_truth))
    rows_left(list(calibration_truth = calibration_truth, calibration_probabilities = calibration_probabilities,
                   calibration_weights = calibration_weights), na.action)
  calibration_probabilities <- taken(calibration_probabilities, left)
  calibration_weights <- taken(calibration_weights, left)
  truth <- one_column(taken(calibration_truth, left), cells, "calibration_truth")
  if (is.null(truth) != is.null(calibration_probabilities))
    refuse("calibration rows need both calibration_truth and calibration_probabilities")
  pointer <- ok(native_performance(native_pointer(metric), truth,
                                   one_column(calibration_probabilities, reals, "calibration_probabilities"),
                                   if (!is.null(truth)) of_rows(calibration_weights, "calibration_weights", nrow(truth)),
                                   asked("performance", given)))
  for (list in unname(lists))
    ok(native_performance_feed(pointer, native_pointer(metric), p[list, , drop = FALSE],
                               each$flagged[list, , drop = FALSE], each$labels[list, , drop = FALSE],
                               label_probabilities[list], weights[list], parts[list]))
  found <- ok(native_facts(pointer, "performance", facts_per("performance", "chunk", "numbers"), 0))
  n_chunks <- length(found$value)
  if (is.null(names_of_chunks)) names_of_chunks <- seq_len(n_chunks)
  out <- list(metric = metric_name(metric), chunks = data.frame(chunk = names_of_chunks, as.data.frame(found)))
  if (!is.null(parts)) {
    of <- as.data.frame(ok(native_facts(pointer, "performance", facts_per("performance", "segment", "numbers"), 0)))
    names(of) <- sub("segment_", "", names(of))
    out$segments <- data.frame(chunk = rep(names_of_chunks, each = length(called)), segment = rep(called, n_chunks), of)
  }
  structure(out, class = "wald_performance")
}, calls = "tables")

#' @rdname wald_performance
#' @method print wald_performance
#' @export
print.wald_performance <- function(x, ...) {
  cat("<wald_performance of ", nrow(x$chunks), " chunks: ", x$metric, ">\n", sep = "")
  print(x$chunks, ...)
  invisible(x)
}

#' @rdname wald_performance
#' @method as.data.frame wald_performance
#' @export
as.data.frame.wald_performance <- function(x, row.names = NULL, optional = FALSE, ...) x$chunks

#' @rdname wald_performance
#' @method plot wald_performance
#' @export
plot.wald_performance <- function(x, reference = NULL, ...) {
  at <- seq_len(nrow(x$chunks))
  span <- range(x$chunks$low, x$chunks$high, reference, na.rm = TRUE)
  do.call(graphics::plot, over(list(range(at), span, type = "n", las = 1, xlab = "chunk", ylab = x$metric,
                                    main = "performance without labels", font.main = 1), ...))
  graphics::polygon(c(at, rev(at)), c(x$chunks$low, rev(x$chunks$high)), col = "#d5dbe1", border = NA)
  graphics::lines(at, x$chunks$value, type = "o", pch = 19, col = colours$line, lwd = 2)
  if (!is.null(reference)) graphics::abline(h = reference, lty = 2, col = "grey50")
  invisible(x)
}
