#' Pictures of cascades
#'
#' Where examples stop, and the cost of several cascades against their disagreement. By base graphics, or with ggplot2,
#' where it is installed, by `ggplot2::autoplot`, which takes the same objects.
#'
#' @param x A [wald_cascade()]: the share of the rows that is decided at each position, with the mean. A
#'   [wald_compare_cascades()]: mean cost against disagreement; cascades of one name are joined by a line.
#' @param rows Of a cascade, which rows: `"held_out"`, `"cross"` or `"in_sample"`; default the first that is known.
#' @param ... Handed to the plotting function. For `autoplot` not used.
#' @return `plot` gives its first argument, invisibly; `autoplot` a ggplot object.
#' @name plot.wald_cascade
#' @aliases autoplot.wald_cascade
#' @examples
#' set.seed(1)
#' votes <- matrix(rnorm(20000, rep(rnorm(1000), 20)), 1000)
#' cascade <- wald_cascade(votes, alpha = 0.01)
#' plot(cascade)
#' natural <- wald_cascade(votes, alpha = 0.01, order = "natural")
#' plot(wald_compare_cascades(joint = cascade, natural = natural))
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(cascade)
NULL

stops_of <- function(cascade, rows) {
  kind <- if (is.null(rows)) best_kind(list(cascade)) else choice(rows, kinds_of_rows, "rows")
  if (!is_known(cascade, kind)) refuse("rows is ", shown(kind), ": the cascade has no such numbers")
  found <- of_kind(cascade, kind)
  # What hardly any row reaches would leave the rest no room.
  last <- max(which(found$stops > max(found$stops) / 1000), ceiling(found$mean_models), 2)
  frame <- data.frame(position = seq_along(found$stops), share = found$stops)
  list(frame = head(frame, last), last = last, mean = found$mean_models,
       says = paste("mean", format(found$mean_models, digits = 4)),
       title = paste("disagreement", format(found$disagreement, digits = 3), rows_in_words[[kind]]))
}

#' @rdname plot.wald_cascade
#' @export
plot.wald_cascade <- function(x, rows = NULL, ...) {
  found <- stops_of(x, rows)
  few <- nrow(found$frame) <= 60
  do.call(graphics::plot, over(list(found$frame$position, found$frame$share, type = "h", lwd = if (few) 4 else 1,
                                    lend = 1, col = colours$line, xlab = "models asked", ylab = "share of the rows",
                                    ylim = c(0, max(found$frame$share)), xlim = c(1, found$last),
                                    main = title_above(found$title), font.main = 1), ...))
  marked(found$mean, found$says)
  invisible(x)
}

#' @rdname plot.wald_cascade
#' @export
plot.wald_cascade_comparison <- function(x, ...) {
  names <- unique(x$cascade)
  inks <- comparison_inks(length(names))
  do.call(graphics::plot, over(list(x$disagreement, x$mean_cost, type = "n", xlab = comparison_label(x),
                                    ylab = "mean cost", ylim = c(0, max(x$mean_cost)), las = 1,
                                    xlim = c(0, max(x$disagreement)), main = comparison_title, font.main = 1), ...))
  for (i in seq_along(names)) {
    one <- x[x$cascade == names[i], ]
    one <- one[order(one$disagreement), ]
    graphics::lines(one$disagreement, one$mean_cost, type = "b", pch = comparison_marks(i), col = inks[i])
  }
  graphics::legend("topright", names, pch = comparison_marks(seq_along(names)), col = inks, bty = "n")
  invisible(x)
}

comparison_title <- "mean cost of cascades against their disagreement"
comparison_label <- function(x) paste("disagreement", rows_in_words[[attr(x, "rows")]])

comparison_marks <- function(i) 15 + (i - 1) %% 10

comparison_inks <- function(count) {
  known <- c(colours$line, colours$mark, "#4a8c4a", "#b8860b", "#7a5195", "grey30")
  known[(seq_len(count) - 1) %% length(known) + 1]
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_cascade)
autoplot.wald_cascade <- function(object, rows = NULL, ...) {
  found <- stops_of(object, rows)
  picture(found$frame, ggplot2::aes(x = .data$position, y = .data$share)) +
    ggplot2::geom_col(fill = colours$line) +
    marked_picture(found$mean, found$says) +
    ggplot2::labs(x = "models asked", y = "share of the rows", title = found$title)
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_cascade_comparison)
autoplot.wald_cascade_comparison <- function(object, ...) {
  frame <- data.frame(cascade = factor(object$cascade, unique(object$cascade)), x = object$disagreement,
                      y = object$mean_cost)
  picture(frame, ggplot2::aes(x = .data$x, y = .data$y, colour = .data$cascade, shape = .data$cascade)) +
    ggplot2::geom_line() +
    ggplot2::geom_point(size = 2.5) +
    ggplot2::scale_colour_manual(values = comparison_inks(nlevels(frame$cascade))) +
    ggplot2::scale_shape_manual(values = comparison_marks(seq_len(nlevels(frame$cascade)))) +
    ggplot2::expand_limits(x = 0, y = 0) +
    ggplot2::labs(x = comparison_label(object), y = "mean cost", colour = NULL, shape = NULL, title = comparison_title)
}
