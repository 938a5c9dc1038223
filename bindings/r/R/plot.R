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

# What a line that marks one value says, above the picture, where it meets nothing that is drawn.
marked <- function(at, text) {
  graphics::abline(v = at, col = colours$mark, lty = 2)
  graphics::mtext(text, 3, 0.2, at = at, col = colours$mark, cex = 0.85 * graphics::par("cex"))
}
marked_picture <- function(at, text) {
  list(ggplot2::geom_vline(xintercept = at, linetype = 2, colour = colours$mark), ggplot2::labs(subtitle = text))
}

# A metric's name for an axis.
expected_of <- function(metric) paste("expected", metric)

curve_part <- function(x) {
  best <- summary(x)
  list(frame = as.data.frame(x)[!is.nan(x$expected), ], best = best,
       title = paste(expected_of(best$metric), "by the number of positives"),
       says = paste0("best: k = ", best$k, ", ", format(best$expected, digits = 4)))
}

#' @rdname plot.wald_decision
#' @export
plot.wald_curve <- function(x, ...) {
  part <- curve_part(x)
  do.call(graphics::plot, over(list(part$frame$k, part$frame$expected, type = if (nrow(part$frame) > 60) "l" else "b",
                                    pch = 20, col = colours$line, las = 1, xlab = "number of positives k",
                                    ylab = expected_of(part$best$metric), main = title_above(part$title),
                                    font.main = 1), ...))
  marked(part$best$k, part$says)
  graphics::points(part$best$k, part$best$expected, pch = 19, col = colours$mark)
  invisible(x)
}

# With room below it for what a line says.
title_above <- function(title) paste0(title, "\n")

# Values in bins where they are many: so few bars are seen one by one.
most_bars <- 60
distribution_part <- function(x, level) {
  range <- interval(x, level)
  frame <- as.data.frame(x)
  width <- 0
  if (nrow(frame) > most_bars) {
    breaks <- pretty(frame$utility, 40)
    width <- diff(breaks[1:2])
    bin <- findInterval(frame$utility, breaks, rightmost.closed = TRUE)
    sums <- rowsum(frame$probability, bin)
    frame <- data.frame(utility = breaks[as.integer(rownames(sums))] + width / 2, probability = as.vector(sums))
  }
  # The axis leaves out what is as good as impossible.
  seen <- range(frame$utility[frame$probability > max(frame$probability) / 1000]) + c(-1, 1) * width / 2
  frame$inside <- frame$utility >= range[1] & frame$utility <= range[2]
  list(frame = frame, width = width, seen = seen,
       ylab = if (width > 0) paste("probability, in steps of", format(width)) else "probability",
       title = paste0("distribution of ", x$metric, "; ", format(100 * level), " % shaded"),
       says = paste0("mean ", format(x$mean, digits = 4)))
}

#' @rdname plot.wald_decision
#' @export
plot.wald_distribution <- function(x, level = 0.9, ...) {
  part <- distribution_part(x, level)
  frame <- part$frame
  inks <- ifelse(frame$inside, colours$line, colours$fill)
  do.call(graphics::plot, over(list(frame$utility, frame$probability, type = if (part$width > 0) "n" else "h", lwd = 4,
                                    lend = 1, col = inks, xlab = x$metric, ylab = part$ylab,
                                    xlim = part$seen, ylim = c(0, max(frame$probability)),
                                    main = title_above(part$title),
                                    font.main = 1), ...))
  if (part$width > 0) graphics::rect(frame$utility - part$width / 2, 0, frame$utility + part$width / 2,
                                     frame$probability, col = inks, border = "white", lwd = 0.5)
  marked(x$mean, part$says)
  invisible(x)
}

interval <- function(x, level) {
  level <- number(level, "level")
  quantile(x, c((1 - level) / 2, (1 + level) / 2), names = FALSE)
}

#' @rdname plot.wald_decision
#' @export
plot.wald_decision <- function(x, ...) {
  part <- decision_part(x)
  frame <- part$frame
  old <- graphics::par(mar = graphics::par("mar") + c(if (part$named) margin_for(frame$label) else 0, 0, 0, 0))
  on.exit(graphics::par(old))
  do.call(graphics::barplot,
          over(list(frame$probability, names.arg = if (part$named) frame$label, las = if (part$named) 2 else 1,
                    space = if (part$named) 0.2 else 0, border = NA, ylim = c(0, 1), ylab = "probability",
                    xlab = if (!part$named) part$xlab, cex.names = min(1, 24 / nrow(frame)),
                    col = ifelse(frame$chosen, colours$line, colours$pale), main = part$title, font.main = 1), ...))
  graphics::abline(h = part$cut, col = colours$mark, lty = 2)
  graphics::legend("topright", c("chosen", "not chosen"), fill = c(colours$line, colours$pale), border = NA, bty = "n")
  invisible(x)
}

# Lines below the axis that the longest label takes, beyond what there is.
margin_for <- function(labels) {
  max(0, max(graphics::strwidth(labels, "inches")) / graphics::par("csi") - graphics::par("mar")[1] + 2)
}

decision_part <- function(x) {
  if (is.null(x$probabilities)) refuse("the answer is one of a table: it does not hold its probabilities")
  frame <- as.data.frame(x)
  frame <- frame[order(-frame$probability), ]
  frame$chosen <- frame$chosen %in% TRUE
  list(frame = frame, named = nrow(frame) <= 40, cut = if (any(frame$chosen)) min(frame$probability[frame$chosen]),
       xlab = paste(nrow(frame), "labels, by probability"),
       title = paste0(expected_of(x$metric), " ", digits(x$expected), ": ", x$k, " of ", x$n_items, " labels"))
}

decisions_title <- function(facts) {
  paste0(expected_of(facts$metric), " of ", length(facts$k), " answers (", facts$average, ")")
}

#' @rdname plot.wald_decision
#' @export
plot.wald_decisions <- function(x, ...) {
  facts <- unclass(x)
  do.call(graphics::hist, over(list(facts$expected, col = colours$fill, border = "white", las = 1, font.main = 1,
                                    main = title_above(decisions_title(facts)), xlab = expected_of(facts$metric),
                                    ylab = "answers"), ...))
  marked(mean(facts$expected), paste0("mean ", format(mean(facts$expected), digits = 4)))
  invisible(x)
}

# ---- ggplot2, whose generic these are registered with when it is loaded ----

picture <- function(...) ggplot2::ggplot(...) + ggplot2::theme_bw() +
  ggplot2::theme(panel.grid.minor = ggplot2::element_blank())

#' @rawNamespace S3method(ggplot2::autoplot, wald_curve)
autoplot.wald_curve <- function(object, ...) {
  part <- curve_part(object)
  picture(part$frame, ggplot2::aes(x = .data$k, y = .data$expected)) +
    ggplot2::geom_line(colour = colours$line) +
    marked_picture(part$best$k, part$says) +
    ggplot2::geom_point(data = part$frame[part$frame$k == part$best$k, ], colour = colours$mark, size = 2) +
    ggplot2::labs(x = "number of positives k", y = expected_of(part$best$metric), title = part$title)
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_distribution)
autoplot.wald_distribution <- function(object, level = 0.9, ...) {
  part <- distribution_part(object, level)
  width <- if (part$width > 0) 0.95 * part$width else max(diff(range(part$frame$utility)), 0.01) / 100
  picture(part$frame, ggplot2::aes(x = .data$utility, y = .data$probability, fill = .data$inside)) +
    ggplot2::geom_col(width = width, show.legend = FALSE) +
    ggplot2::scale_fill_manual(values = c("FALSE" = colours$fill, "TRUE" = colours$line)) +
    marked_picture(object$mean, part$says) +
    ggplot2::coord_cartesian(xlim = part$seen) +
    ggplot2::labs(x = object$metric, y = part$ylab, title = part$title)
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_decision)
autoplot.wald_decision <- function(object, ...) {
  part <- decision_part(object)
  frame <- part$frame
  frame$place <- factor(seq_len(nrow(frame)), labels = frame$label)
  out <- picture(frame, ggplot2::aes(x = .data$place, y = .data$probability, fill = .data$chosen)) +
    ggplot2::geom_col(width = if (part$named) 0.8 else 1) +
    ggplot2::scale_fill_manual(values = c("FALSE" = colours$fill, "TRUE" = colours$line),
                               labels = c("FALSE" = "not chosen", "TRUE" = "chosen")) +
    ggplot2::geom_hline(yintercept = part$cut, linetype = 2, colour = colours$mark) +
    ggplot2::ylim(0, 1) +
    ggplot2::labs(x = if (!part$named) part$xlab, y = "probability", fill = NULL, title = part$title) +
    ggplot2::theme(panel.grid.major.x = ggplot2::element_blank())
  if (part$named) out + ggplot2::theme(axis.text.x = ggplot2::element_text(angle = 60, hjust = 1))
  else out + ggplot2::theme(axis.text.x = ggplot2::element_blank(), axis.ticks.x = ggplot2::element_blank())
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_decisions)
autoplot.wald_decisions <- function(object, ...) {
  facts <- unclass(object)
  picture(data.frame(expected = facts$expected), ggplot2::aes(x = .data$expected)) +
    ggplot2::geom_histogram(bins = 30, fill = colours$fill, colour = "white") +
    marked_picture(mean(facts$expected), paste0("mean ", format(mean(facts$expected), digits = 4))) +
    ggplot2::labs(x = expected_of(facts$metric), y = "answers", title = decisions_title(facts))
}

utils::globalVariables(".data")
