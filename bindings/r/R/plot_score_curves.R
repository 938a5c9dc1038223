#' Pictures of decision curves and of reliability
#'
#' By base graphics, or with ggplot2, where it is installed, by `ggplot2::autoplot`, which takes the same objects.
#'
#' @param x A [wald_decision_curve()] or a [wald_reliability()].
#' @param type Of a decision curve `"net_benefit"`, above what flagging every row and none are worth; `"difference"`, to
#'   the reference; or `"interventions_avoided"`: how many alerts fewer than by flagging every row, at no loss of true
#'   positives. The bands are the limits.
#' @param ... Handed to the plotting function. For `autoplot` not used.
#' @return `plot` gives its first argument, invisibly; `autoplot` a ggplot object.
#' @name plot.wald_decision_curve
#' @aliases autoplot.wald_decision_curve
#' @examples
#' set.seed(1)
#' cancer <- runif(500) < 0.3
#' marker <- plogis(rnorm(500) + 2 * cancer - 1.5)
#' curve <- wald_decision_curve(cancer, marker)
#' plot(curve)
#' plot(curve, type = "interventions_avoided")
#' plot(wald_reliability(cancer, marker))
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(curve)
NULL

decision_types <- c("net_benefit", "difference", "interventions_avoided")
# The first is that of all pictures; the others are of M. Okabe and K. Ito, told apart by the colour-blind, too.
model_inks <- function(models) {
  inks <- c(colours$line, "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
  stats::setNames(rep_len(inks, length(models)), models)
}

# What is drawn of the models, what flagging every row is worth, and where the axis ends.
decision_curve_part <- function(x, type) {
  type <- choice(type, decision_types, "type")
  frame <- x$curve[order(match(x$curve$model, c(x$models, "all", "none")), x$curve$threshold), ]
  models <- if (type == "difference") setdiff(x$models, x$reference) else x$models
  scale <- if (type == "interventions_avoided") 100 else 1
  bands <- list(net_benefit = c("low", "high"), difference = c("difference_low", "difference_high"))[[type]]
  drawn <- data.frame(threshold = frame$threshold, value = scale * frame[[type]],
                      low = if (is.null(bands)) NA_real_ else frame[[bands[1]]],
                      high = if (is.null(bands)) NA_real_ else frame[[bands[2]]],
                      model = factor(frame$model, levels = c(x$models, "all", "none")))
  own <- drawn[drawn$model %in% models, ]
  own$model <- factor(own$model, levels = models)
  all <- drawn[drawn$model == "all", ]
  top <- max(own$value, if (type == "net_benefit") all$value, 0)
  limits <- if (type == "net_benefit") c(-0.1 * x$prevalence, if (top > 0) 1.08 * top else 1)
  else if (type == "interventions_avoided") c(min(0, -0.05 * top), max(1.08 * top, 1))
  else {
    # Limits are wide where a false positive costs many true ones.
    inner <- if (any(own$threshold <= 0.9)) own[own$threshold <= 0.9, ] else own
    range(0, inner$low, inner$high, na.rm = TRUE)
  }
  reference <- if (x$reference == "all") "flagging every row" else x$reference
  list(own = own, all = if (type == "net_benefit") all, models = models, limits = limits, inks = model_inks(models),
       band = !is.null(bands), across = range(x$thresholds),
       ylab = c(net_benefit = "net benefit", difference = paste("difference of net benefit to", reference),
                interventions_avoided = "net interventions avoided per 100 rows")[[type]])
}

# Where the name of flagging every row stands beside its curve.
all_label <- function(part) {
  inside <- part$all[part$all$value >= part$limits[1] + 0.22 * diff(part$limits), ]
  inside[nrow(inside), ]
}

#' @rdname plot.wald_decision_curve
#' @export
plot.wald_decision_curve <- function(x, type = NULL, ...) {
  part <- decision_curve_part(x, type)
  do.call(graphics::plot, over(list(part$across, part$limits, type = "n", las = 1, xaxs = "i", yaxs = "i",
                                    xlab = "threshold probability", ylab = part$ylab, main = "decision curve",
                                    font.main = 1), ...))
  for (model in part$models) {
    one <- part$own[part$own$model == model, ]
    if (part$band && !anyNA(one$low))
      graphics::polygon(c(one$threshold, rev(one$threshold)), c(one$low, rev(one$high)), border = NA,
                        col = grDevices::adjustcolor(part$inks[[model]], 0.13))
  }
  graphics::abline(h = 0, col = "grey50")
  if (!is.null(part$all)) {
    graphics::lines(part$all$threshold, part$all$value, col = "grey50", lty = 2)
    at <- all_label(part)
    if (nrow(at)) graphics::text(at$threshold, at$value, "flag all", adj = c(1.15, 1), col = "grey40", cex = 0.8)
    graphics::text(part$across[2], 0, "flag none", adj = c(1.08, 1.35), col = "grey40", cex = 0.8)
  }
  for (model in part$models) {
    one <- part$own[part$own$model == model, ]
    graphics::lines(one$threshold, one$value, col = part$inks[[model]], lwd = 2)
  }
  graphics::box()
  # Above the picture, where it covers nothing.
  graphics::legend("top", part$models, col = part$inks, lwd = 2, bty = "n", horiz = TRUE, xpd = NA, cex = 0.85,
                   inset = c(0, -0.1))
  invisible(x)
}

# The corners of the monotone fit, the bins that have rows, and how the probabilities lie.
reliability_part <- function(x) {
  known <- !is.nan(x$fitted)
  order <- order(x$probabilities[known])
  p <- x$probabilities[known][order]
  fit <- x$fitted[known][order]
  runs <- cumsum(rle(fit)$lengths)
  corners <- c(rbind(c(1, runs[-length(runs)] + 1), runs))
  cell <- pmin(floor(40 * x$probabilities[known]), 39) + 1
  counts <- vapply(1:40, function(one) sum(x$weights[known][cell == one]), 0)
  numbers <- c("Brier score" = x$brier, miscalibration = x$miscalibration, discrimination = x$discrimination,
               uncertainty = x$uncertainty)
  list(fit = data.frame(p = p[corners], share = fit[corners]), bins = x$bins[x$bins$weight > 0, ],
       rows = data.frame(p = (1:40 - 0.5) / 40, height = 0.14 * counts / max(counts)),
       says = paste(names(numbers), sprintf("%.4f", numbers), sep = " ", collapse = "\n"))
}

#' @rdname plot.wald_decision_curve
#' @export
plot.wald_reliability <- function(x, ...) {
  part <- reliability_part(x)
  old <- graphics::par(pty = "s")
  on.exit(graphics::par(old))
  do.call(graphics::plot, over(list(c(0, 1), c(0, 1), type = "n", las = 1, xaxs = "i", yaxs = "i",
                                    xlab = "probability", ylab = "share of positives", main = "reliability",
                                    font.main = 1), ...))
  graphics::rect(part$rows$p - 0.0125, 0, part$rows$p + 0.0125, part$rows$height, col = "#d5dbe1", border = NA)
  graphics::segments(0, 0, 1, 1, col = "grey50", lty = 2)
  graphics::lines(part$fit$p, part$fit$share, col = colours$line, lwd = 2)
  graphics::segments(part$bins$mean, part$bins$low, part$bins$mean, part$bins$high, col = "#d55e00")
  graphics::points(part$bins$mean, part$bins$share, pch = 19, col = "#d55e00", xpd = NA)
  graphics::text(0.98, 0.28, part$says, adj = c(1, 0.5), cex = 0.8)
  graphics::legend("topleft", c("monotone fit", paste(nrow(part$bins), "bins of equal weight")), bty = "n", cex = 0.85,
                   col = c(colours$line, "#d55e00"), lwd = c(2, 1), pch = c(NA, 19))
  invisible(x)
}

# ---- ggplot2 ----

#' @rawNamespace S3method(ggplot2::autoplot, wald_decision_curve)
autoplot.wald_decision_curve <- function(object, type = NULL, ...) {
  part <- decision_curve_part(object, type)
  light <- "grey45"
  out <- picture(part$own, ggplot2::aes(x = .data$threshold, y = .data$value))
  if (part$band)
    out <- out + ggplot2::geom_ribbon(ggplot2::aes(ymin = .data$low, ymax = .data$high, fill = .data$model),
                                      alpha = 0.13, show.legend = FALSE)
  out <- out + ggplot2::geom_hline(yintercept = 0, colour = light)
  if (!is.null(part$all)) {
    at <- all_label(part)
    out <- out + ggplot2::geom_line(data = part$all, colour = light, linetype = 2) +
      (if (nrow(at)) ggplot2::annotate("text", at$threshold, at$value, label = "flag all", hjust = 1.15, vjust = 1,
                                       colour = light, size = 3)) +
      ggplot2::annotate("text", part$across[2], 0, label = "flag none", hjust = 1.08, vjust = 1.35, colour = light,
                        size = 3)
  }
  out + ggplot2::geom_line(ggplot2::aes(colour = .data$model), linewidth = 0.8) +
    ggplot2::scale_colour_manual(values = part$inks, aesthetics = c("colour", "fill")) +
    ggplot2::coord_cartesian(xlim = part$across, ylim = part$limits, expand = FALSE) +
    ggplot2::labs(x = "threshold probability", y = part$ylab, colour = NULL, title = "decision curve") +
    ggplot2::theme(legend.position = "top")
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_reliability)
autoplot.wald_reliability <- function(object, ...) {
  part <- reliability_part(object)
  picture(part$fit, ggplot2::aes(x = .data$p, y = .data$share)) +
    ggplot2::geom_col(data = part$rows, ggplot2::aes(y = .data$height), width = 0.025, fill = "#d5dbe1") +
    ggplot2::geom_abline(colour = "grey50", linetype = 2) +
    ggplot2::geom_line(ggplot2::aes(colour = "monotone fit"), linewidth = 0.8) +
    ggplot2::geom_linerange(data = part$bins, colour = "#d55e00",
                            ggplot2::aes(x = .data$mean, ymin = .data$low, ymax = .data$high)) +
    ggplot2::geom_point(data = part$bins, size = 2,
                        ggplot2::aes(x = .data$mean, colour = paste(nrow(part$bins), "bins of equal weight"))) +
    ggplot2::annotate("text", 0.98, 0.28, label = part$says, hjust = 1, size = 3) +
    ggplot2::scale_colour_manual(values = c("#d55e00", colours$line)) +
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1.02), expand = FALSE) +
    ggplot2::labs(x = "probability", y = "share of positives", colour = NULL, title = "reliability") +
    ggplot2::theme(legend.position = "top")
}
