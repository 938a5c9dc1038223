#' Pictures of promises
#'
#' The metric over the rows with limits that hold at all times, the bound, and where the promise is called broken; below it
#' the evidence over all rows, which is enough at the dashed line. By base graphics, or with ggplot2, where it is installed,
#' by `ggplot2::autoplot`, which takes the same objects.
#'
#' The rows are fed part by part to a copy of the promise, which itself stays as it is.
#'
#' @param x A [wald_promise()].
#' @param flagged,labels,label_probabilities,weights,times,segments The rows, as for [wald_feed()][wald_promise].
#' @param parts How often to look.
#' @param ... Handed to the function that draws the metric. For `autoplot` not used.
#' @return `plot` gives its first argument, invisibly; `autoplot` a ggplot object.
#' @name plot.wald_promise
#' @aliases autoplot.wald_promise
#' @examples
#' set.seed(1)
#' right <- runif(9000) < rep(c(0.965, 0.9), c(5000, 4000))
#' promise <- wald_promise("precision>=0.95", average_run = 20000)
#' plot(promise, rep(TRUE, 9000), right)
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(promise, rep(TRUE, 9000), right)
NULL

least_evidence <- 1e-6

# What a copy of the promise is after each part of the rows.
promise_course <- function(x, flagged, labels, label_probabilities, weights, times, segments, parts) {
  promise_argument(x, "x")
  if (is.null(flagged)) refuse("flagged is needed: rows over which the promise is drawn")
  parts <- whole(parts, "parts")
  rows <- list(flagged = flagged, labels = labels, label_probabilities = label_probabilities, weights = weights,
               times = times, segments = segments)
  fed <- function(promise, rows) do.call(wald_feed.wald_promise, c(list(promise), rows))
  n <- length(flagged)
  if (n == 0 || parts < 1) refuse("flagged has length ", n, " and parts is ", parts, ": must be at least 1")
  last <- fed(wald_copy(x), rows) # an error counts in all rows, not in those of a part
  promise <- wald_copy(x)
  ends <- unique(round(seq_len(parts) * n / parts))
  ends <- ends[ends > 0]
  looks <- Map(function(begin, end) {
    part <- seq.int(begin, end)
    fed(promise, lapply(Filter(Negate(is.null), rows), `[`, part))
    unlist(promise_facts(promise)[c("n_rows", "value", "low", "high", "evidence")])
  }, c(0, ends[-length(ends)]) + 1, ends)
  frame <- as.data.frame(do.call(rbind, looks))
  facts <- promise_facts(last)
  # Limits of the first rows would hide all others.
  shown <- seq_len(nrow(frame)) > nrow(frame) %/% 10
  ends <- range(frame$low[shown], frame$high[shown], facts$bound, finite = TRUE)
  margin <- if (diff(ends) > 0) 0.1 * diff(ends) else 0.01
  # Times need not be numbers of rows.
  found <- is.null(times) && !is.nan(facts$broken_at) && facts$broken_at + 1 >= frame$n_rows[1] &&
    facts$broken_at <= max(frame$n_rows)
  list(frame = frame, facts = facts, ylim = ends + c(-margin, margin), xlim = c(0, 1.02 * max(frame$n_rows, 1)),
       goal = 1 / facts$delta,
       alarm = data.frame(since = pmin(facts$broken_since, facts$broken_at, na.rm = TRUE), at = facts$broken_at)[found, ],
       title = paste0(facts$claim, ": ", facts$state, if (!is.nan(facts$broken_since))
         paste0(", since about ", if (is.null(times)) "row " else "time ", digits(facts$broken_since))))
}

# Where the promise was called broken, and since when it may have been.
promise_alarm <- function(alarm) {
  if (!nrow(alarm)) return(invisible())
  ends <- graphics::par("usr")[3:4]
  if (graphics::par("ylog")) ends <- 10^ends
  graphics::rect(alarm$since, ends[1], alarm$at, ends[2], border = NA, col = grDevices::adjustcolor(colours$mark, 0.12))
  graphics::abline(v = alarm$at, col = colours$mark, lty = 3)
}

#' @rdname plot.wald_promise
#' @export
plot.wald_promise <- function(x, flagged = NULL, labels = NULL, label_probabilities = NULL, weights = NULL, times = NULL,
                              segments = NULL, parts = 100, ...) {
  part <- promise_course(x, flagged, labels, label_probabilities, weights, times, segments, parts)
  frame <- part$frame
  rows <- frame$n_rows
  graphics::layout(matrix(1:2), heights = c(2, 1))
  on.exit(graphics::layout(1))
  old <- graphics::par(mar = c(2, 5.5, 4, 1) + 0.1, mgp = c(4, 1, 0))
  on.exit(graphics::par(old), add = TRUE)
  do.call(graphics::plot, over(list(part$xlim, part$ylim, type = "n", las = 1, xaxs = "i", yaxs = "i", xlab = "",
                                    ylab = part$facts$metric, main = title_above(part$title), font.main = 1), ...))
  graphics::polygon(c(rows, rev(rows)), c(frame$low, rev(frame$high)), border = NA,
                    col = grDevices::adjustcolor(colours$line, 0.2))
  promise_alarm(part$alarm)
  graphics::abline(h = part$facts$bound, col = "grey50", lty = 2)
  graphics::lines(rows, frame$value, col = colours$line, lwd = 2, type = if (nrow(frame) == 1) "p" else "l")
  # Above the picture, where it covers nothing.
  ends <- graphics::par("usr")
  graphics::legend(mean(ends[1:2]), ends[4], c("so far", "limits at all times", "promised"), lwd = c(2, 8, 1),
                   lty = c(1, 1, 2), col = c(colours$line, grDevices::adjustcolor(colours$line, 0.2), "grey50"), bty = "n",
                   horiz = TRUE, xpd = NA, cex = 0.8, xjust = 0.5, yjust = 0)
  graphics::box()
  graphics::par(mar = c(4, 5.5, 0.5, 1) + 0.1)
  graphics::plot(rows, pmax(frame$evidence, least_evidence), type = if (nrow(frame) == 1) "p" else "l", log = "y", las = 1,
                 lwd = 2, col = colours$line, xaxs = "i", xlim = part$xlim, xlab = "", ylab = "evidence",
                 ylim = c(least_evidence, max(10 * part$goal, 2 * frame$evidence)))
  promise_alarm(part$alarm)
  graphics::abline(h = part$goal, col = colours$mark, lty = 2)
  graphics::title(xlab = "rows", line = 2.5)
  invisible(x)
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_promise)
autoplot.wald_promise <- function(object, flagged = NULL, labels = NULL, label_probabilities = NULL, weights = NULL,
                                  times = NULL, segments = NULL, parts = 100, ...) {
  part <- promise_course(object, flagged, labels, label_probabilities, weights, times, segments, parts)
  panels <- c(part$facts$metric, "log10 of evidence")
  within <- function(values) pmin(pmax(values, part$ylim[1]), part$ylim[2])
  frame <- data.frame(rows = rep(part$frame$n_rows, 2), panel = factor(rep(panels, each = nrow(part$frame)), panels),
                      value = c(part$frame$value, log10(pmax(part$frame$evidence, least_evidence))))
  band <- data.frame(rows = part$frame$n_rows, low = within(part$frame$low), high = within(part$frame$high),
                     panel = factor(panels[1], panels))
  goals <- data.frame(at = c(part$facts$bound, log10(part$goal)), panel = factor(panels, panels))
  picture(frame, ggplot2::aes(x = .data$rows)) +
    ggplot2::geom_ribbon(data = band, ggplot2::aes(ymin = .data$low, ymax = .data$high), fill = colours$line, alpha = 0.2) +
    ggplot2::geom_rect(data = part$alarm, inherit.aes = FALSE, fill = colours$mark, alpha = 0.12,
                       ggplot2::aes(xmin = .data$since, xmax = .data$at, ymin = -Inf, ymax = Inf)) +
    ggplot2::geom_vline(data = part$alarm, ggplot2::aes(xintercept = .data$at), colour = colours$mark, linetype = 3) +
    ggplot2::geom_hline(data = goals, ggplot2::aes(yintercept = .data$at), colour = "grey50", linetype = 2) +
    ggplot2::geom_line(ggplot2::aes(y = .data$value), colour = colours$line, linewidth = 0.8, na.rm = TRUE) +
    ggplot2::facet_grid(ggplot2::vars(.data$panel), scales = "free_y", switch = "y") +
    ggplot2::labs(x = "rows", y = NULL, title = part$title)
}
