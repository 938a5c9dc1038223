#' Pictures of decisions
#'
#' By base graphics, or with ggplot2, where it is installed, by `ggplot2::autoplot`, which takes the same objects.
#'
#' @param x A `wald_curve`: the expected utility over the number of positives, the best one marked. A
#'   `wald_distribution`: the probability of each value of the utility, with the mean. A `wald_decision`: the
#'   probabilities in descending order, those chosen filled. A `wald_decisions`: how the expected utilities of the
#'   answers are distributed.
#' @param level Of a distribution: the part that is shaded, between its quantiles.
#' @param ... Handed to the plotting function. For `autoplot` not used.
#' @return `plot` gives its first argument, invisibly; `autoplot` a ggplot object.
#' @name plot.wald_decision
#' @aliases autoplot.wald_decision
#' @examples
#' p <- c(beach = 0.9, sky = 0.45, dog = 0.4, sunset = 0.1)
#' plot(wald_decide(p, "f1"))
#' plot(wald_curve(p, "f1"))
#' plot(wald_distribution(p, "f1", p > 0.5))
#' plot(wald_decide(matrix(runif(600), 100), "f1"))
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(wald_curve(p, "f1"))
NULL

colours <- list(line = "#2b5d8a", mark = "#c0392b", fill = "#9fc2de", pale = "#e3e8ec")

# The given arguments over the defaults.
over <- function(defaults, ...) utils::modifyList(defaults, list(...))

#' @rdname plot.wald_decision
#' @export
plot.wald_curve <- function(x, ...) {
  best <- summary(x)
  shown <- x[!is.nan(x$expected), ]
  do.call(graphics::plot, over(list(shown$k, shown$expected, type = if (nrow(shown) > 60) "l" else "b", pch = 20,
                                    col = colours$line, xlab = "number of positives",
                                    ylab = paste("expected", best$metric)), ...))
  graphics::abline(v = best$k, col = colours$mark, lty = 2)
  graphics::points(best$k, best$expected, pch = 19, col = colours$mark)
  invisible(x)
}

#' @rdname plot.wald_decision
#' @export
plot.wald_distribution <- function(x, level = 0.9, ...) {
  range <- interval(x, level)
  inside <- x$values >= range[1] & x$values <= range[2]
  do.call(graphics::plot, over(list(x$values, x$probabilities, type = "h", lwd = if (length(x$values) > 60) 1 else 4,
                                    lend = 1, col = ifelse(inside, colours$line, colours$fill), xlab = x$metric,
                                    ylab = "probability", ylim = c(0, max(x$probabilities))), ...))
  graphics::abline(v = x$mean, col = colours$mark, lty = 2)
  invisible(x)
}

interval <- function(x, level) {
  level <- number(level, "level")
  quantile(x, c((1 - level) / 2, (1 + level) / 2), names = FALSE)
}

#' @rdname plot.wald_decision
#' @export
plot.wald_decision <- function(x, ...) {
  frame <- sorted_items(x)
  few <- nrow(frame) <= 40
  do.call(graphics::barplot,
          over(list(frame$probability, names.arg = if (few) frame$label, las = if (few) 2 else 1,
                    space = if (few) 0.2 else 0, border = NA, ylim = c(0, 1), ylab = "probability",
                    col = ifelse(frame$chosen %in% TRUE, colours$line, colours$pale),
                    main = paste0("expected ", x$metric, " ", digits(x$expected))), ...))
  invisible(x)
}

sorted_items <- function(x) {
  if (is.null(x$probabilities)) refuse("the answer is one of a table: it does not hold its probabilities")
  frame <- as.data.frame(x)
  frame[order(-frame$probability), ]
}

#' @rdname plot.wald_decision
#' @export
plot.wald_decisions <- function(x, ...) {
  facts <- unclass(x)
  do.call(graphics::hist, over(list(facts$expected, col = colours$fill, border = "white", main = "",
                                    xlab = paste("expected", facts$metric), ylab = "answers"), ...))
  graphics::abline(v = mean(facts$expected), col = colours$mark, lty = 2)
  invisible(x)
}

# ---- ggplot2, whose generic these are registered with when it is loaded ----

#' @rawNamespace S3method(ggplot2::autoplot, wald_curve)
autoplot.wald_curve <- function(object, ...) {
  best <- summary(object)
  shown <- as.data.frame(object)[!is.nan(object$expected), ]
  ggplot2::ggplot(shown, ggplot2::aes(x = .data$k, y = .data$expected)) +
    ggplot2::geom_line(colour = colours$line) +
    ggplot2::geom_vline(xintercept = best$k, linetype = 2, colour = colours$mark) +
    ggplot2::geom_point(data = shown[shown$k == best$k, ], colour = colours$mark, size = 2) +
    ggplot2::labs(x = "number of positives", y = paste("expected", best$metric))
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_distribution)
autoplot.wald_distribution <- function(object, level = 0.9, ...) {
  range <- interval(object, level)
  frame <- as.data.frame(object)
  frame$inside <- frame$utility >= range[1] & frame$utility <= range[2]
  ggplot2::ggplot(frame, ggplot2::aes(x = .data$utility, xend = .data$utility, y = 0, yend = .data$probability,
                                      colour = .data$inside)) +
    ggplot2::geom_segment(show.legend = FALSE) +
    ggplot2::scale_colour_manual(values = c("FALSE" = colours$fill, "TRUE" = colours$line)) +
    ggplot2::geom_vline(xintercept = object$mean, linetype = 2, colour = colours$mark) +
    ggplot2::labs(x = object$metric, y = "probability")
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_decision)
autoplot.wald_decision <- function(object, ...) {
  frame <- sorted_items(object)
  frame$label <- factor(frame$label, levels = frame$label)
  frame$chosen <- frame$chosen %in% TRUE
  ggplot2::ggplot(frame, ggplot2::aes(x = .data$label, y = .data$probability, fill = .data$chosen)) +
    ggplot2::geom_col() +
    ggplot2::scale_fill_manual(values = c("FALSE" = colours$pale, "TRUE" = colours$line)) +
    ggplot2::labs(x = NULL, y = "probability", fill = "chosen",
                  title = paste0("expected ", object$metric, " ", digits(object$expected)))
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_decisions)
autoplot.wald_decisions <- function(object, ...) {
  facts <- unclass(object)
  ggplot2::ggplot(data.frame(expected = facts$expected), ggplot2::aes(x = .data$expected)) +
    ggplot2::geom_histogram(bins = 30, fill = colours$fill) +
    ggplot2::geom_vline(xintercept = mean(facts$expected), linetype = 2, colour = colours$mark) +
    ggplot2::labs(x = paste("expected", facts$metric), y = "answers")
}

utils::globalVariables(".data")
