#' Pictures of thresholds
#'
#' The curve of what thresholds can reach, with the chosen point, its interval and the baselines; and for two
#' classifiers the plane of their thresholds. By base graphics, or with ggplot2, where it is installed, by
#' `ggplot2::autoplot`, which takes the same objects.
#'
#' @param x A [wald_sample()], its [wald_frontier()], or chosen [wald_thresholds()]: these mark their point on
#'   the curve of the frontier they were chosen from.
#' @param type `"pn"`: true against false positives, of chosen thresholds the part around them. `"roc"`: the same as
#'   shares. `"pr"`: precision against recall. The latter two need the number of positives. `"plane"`, of thresholds of
#'   two classifiers: the rows they flag are the shaded part, the line is the best monotone path from flagging nothing
#'   to flagging everything, whose points have the best counts on the way.
#' @param ... Handed to the plotting function. For `autoplot` not used.
#' @return `plot` gives its first argument, invisibly; `autoplot` a ggplot object.
#' @name plot.wald_thresholds
#' @aliases autoplot.wald_thresholds
#' @examples
#' set.seed(1)
#' fraud <- runif(1000) < 0.1
#' d <- data.frame(fraud, model = rnorm(1000) + 2 * fraud, rules = rnorm(1000) + 2 * fraud)
#' chosen <- wald_thresholds(fraud ~ model + rules, d, cost_ratio = 2)
#' plot(chosen)
#' plot(chosen, type = "pr")
#' plot(chosen, type = "plane")
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(chosen)
NULL

curve_types <- c("pn", "roc", "pr")

# A curve as x, y and the names of its axes.
curve_of <- function(points, type) {
  if (type != "pn" && is.nan(points$positives))
    refuse("type is ", shown(type), ": the number of positives is not known, so there is no recall")
  if (type == "roc" && is.nan(points$negatives))
    refuse('type is "roc": the number of negatives is not known')
  at <- function(tp, fp) {
    switch(type, pn = list(x = fp, y = tp), roc = list(x = fp / points$negatives, y = tp / points$positives),
           pr = list(x = tp / points$positives, y = tp / (tp + fp)))
  }
  labels <- list(pn = c("false positives", "true positives"), roc = c("false positive rate", "recall"),
                 pr = c("recall", "precision"))[[type]]
  found <- at(points$tp, points$fp)
  list(x = found$x, y = found$y, labels = labels, at = at,
       hull = if (type != "pr") list(x = found$x[points$on_hull], y = found$y[points$on_hull]))
}

#' @rdname plot.wald_thresholds
#' @export
plot.wald_frontier <- function(x, type = NULL, ...) {
  draw_curve(x, choice(type, curve_types, "type"), ...)
  invisible(x)
}

draw_curve <- function(points, type, ...) {
  curve <- curve_of(points, type)
  defaults <- list(curve$x, curve$y, type = if (type == "pr") "l" else "s", col = colours$line, lwd = 2,
                   xlab = curve$labels[1], ylab = curve$labels[2])
  if (type != "pn") defaults[c("xlim", "ylim")] <- list(c(0, 1), c(0, 1))
  do.call(graphics::plot, over(defaults, ...))
  if (!is.null(curve$hull)) graphics::lines(curve$hull$x, curve$hull$y, col = colours$fill, lty = 2)
  curve
}

#' @rdname plot.wald_thresholds
#' @export
plot.wald_sample <- function(x, type = NULL, ...) {
  plot.wald_frontier(wald_frontier(x), type, ...)
  invisible(x)
}

# The points of a frontier that thresholds were chosen from.
points_of <- function(chosen, method = NULL) {
  positives <- if (!is.nan(chosen$positives)) chosen$positives
  wald_frontier(chosen$sample, method = method, positives = positives)
}

#' @rdname plot.wald_thresholds
#' @export
plot.wald_thresholds <- function(x, type = NULL, ...) {
  type <- choice(type, c(curve_types, "plane"), "type")
  if (type == "plane") {
    draw_plane(x, ...)
    return(invisible(x))
  }
  points <- points_of(x)
  marks <- marks_of(x, curve_of(points, type), type)
  curve <- do.call(draw_curve, c(list(points, type), over(list(xlim = part_around(points, marks, type)), ...)))
  graphics::segments(marks$x_low, marks$y, marks$x_high, marks$y, col = colours$mark)
  graphics::segments(marks$x, marks$y_low, marks$x, marks$y_high, col = colours$mark)
  graphics::points(marks$x, marks$y, pch = marks$pch, col = c(colours$mark, rep("grey30", nrow(marks) - 1)))
  place <- if (type == "pr") "bottomleft" else "bottomright"
  graphics::legend(place, marks$method, pch = marks$pch, col = c(colours$mark, rep("grey30", nrow(marks) - 1)),
                   bty = "n")
  invisible(x)
}

# What of the axis to show: of rare events the chosen ones would else lie on the axis.
part_around <- function(points, marks, type) {
  if (type != "pn") return(c(0, 1))
  most <- max(points$fp)
  around <- 4 * max(marks$x, marks$x_high, na.rm = TRUE)
  c(0, if (around > 0) min(around, most) else most)
}

# Where the answer and its baselines are, with the limits of the answer where there are any.
marks_of <- function(chosen, curve, type) {
  answers <- c(list(chosen), unname(chosen$baselines))
  tp <- vapply(answers, `[[`, 0, "tp")
  fp <- vapply(answers, `[[`, 0, "fp")
  axes <- list(pn = c("fp", "tp"), roc = c(NA, "recall"), pr = c("recall", "precision"))[[type]]
  limit <- function(axis, side) {
    limits <- chosen$intervals
    found <- if (!is.na(axis) && axis %in% rownames(limits)) limits[axis, side] else NA_real_
    c(found, rep(NA_real_, length(answers) - 1))
  }
  data.frame(method = vapply(answers, `[[`, "", "method"), curve$at(tp, fp), x_low = limit(axes[1], "low"),
             x_high = limit(axes[1], "high"), y_low = limit(axes[2], "low"), y_high = limit(axes[2], "high"),
             pch = c(19, 17, 15, 18, 4, 8)[seq_along(answers)], stringsAsFactors = FALSE)
}

# The path through the plane of two thresholds, and the part of it that the chosen ones flag.
plane_of <- function(chosen) {
  if (length(chosen$thresholds) != 2)
    refuse('type is "plane": there are ', length(chosen$thresholds), " thresholds, the plane has two")
  if (!is.null(chosen$coefficients)) refuse('type is "plane": method stacked has a threshold on the sum of the scores')
  points <- points_of(chosen, "path")
  path <- stats::setNames(as.data.frame(points$path), c("x", "y"))
  unbeaten <- stats::setNames(as.data.frame(points$thresholds), c("x", "y"))
  range_x <- range(path$x[is.finite(path$x)], Filter(is.finite, chosen$thresholds[[1]]))
  range_y <- range(path$y[is.finite(path$y)], Filter(is.finite, chosen$thresholds[[2]]))
  wide <- function(range) range + c(-1, 1) * max(diff(range), 1e-9) * 0.06
  x_limits <- wide(range_x)
  y_limits <- wide(range_y)
  into <- function(values, limits) pmin(pmax(values, limits[1]), limits[2])
  placed <- function(thresholds) data.frame(x = into(thresholds$x, x_limits), y = into(thresholds$y, y_limits))
  at <- c(into(chosen$thresholds[[1]], x_limits), into(chosen$thresholds[[2]], y_limits))
  corner <- if (chosen$rule == "and") {
    data.frame(x0 = at[1], y0 = at[2], x1 = x_limits[2], y1 = y_limits[2])
  } else {
    data.frame(x0 = c(at[1], x_limits[1]), y0 = c(y_limits[1], at[2]), x1 = c(x_limits[2], at[1]), y1 = y_limits[2])
  }
  list(path = placed(path), unbeaten = placed(unbeaten), at = at, flagged = corner, x_limits = x_limits,
       y_limits = y_limits, labels = score_names(chosen$thresholds))
}

draw_plane <- function(chosen, ...) {
  plane <- plane_of(chosen)
  do.call(graphics::plot, over(list(plane$at[1], plane$at[2], type = "n", xlim = plane$x_limits, ylim = plane$y_limits,
                                    xaxs = "i", yaxs = "i", xlab = plane$labels[1], ylab = plane$labels[2]), ...))
  graphics::rect(plane$flagged$x0, plane$flagged$y0, plane$flagged$x1, plane$flagged$y1, col = colours$pale,
                 border = NA)
  graphics::lines(plane$path$x, plane$path$y, col = colours$line)
  graphics::points(plane$unbeaten$x, plane$unbeaten$y, pch = 20, cex = 0.6, col = colours$line)
  graphics::points(plane$at[1], plane$at[2], pch = 19, col = colours$mark)
  graphics::box()
}

# ---- ggplot2 ----

curve_picture <- function(points, type) {
  curve <- curve_of(points, type)
  out <- ggplot2::ggplot(data.frame(x = curve$x, y = curve$y)[!is.nan(curve$y), ],
                         ggplot2::aes(x = .data$x, y = .data$y)) +
    (if (type == "pr") ggplot2::geom_path(colour = colours$line)
     else ggplot2::geom_step(colour = colours$line)) +
    ggplot2::labs(x = curve$labels[1], y = curve$labels[2])
  if (is.null(curve$hull)) return(out)
  out + ggplot2::geom_line(data = data.frame(curve$hull), colour = colours$fill, linetype = 2)
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_frontier)
autoplot.wald_frontier <- function(object, type = NULL, ...) {
  curve_picture(object, choice(type, curve_types, "type"))
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_sample)
autoplot.wald_sample <- function(object, type = NULL, ...) {
  curve_picture(wald_frontier(object), choice(type, curve_types, "type"))
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_thresholds)
autoplot.wald_thresholds <- function(object, type = NULL, ...) {
  type <- choice(type, c(curve_types, "plane"), "type")
  if (type == "plane") return(plane_picture(object))
  points <- points_of(object)
  marks <- marks_of(object, curve_of(points, type), type)
  marks$method <- factor(marks$method, levels = marks$method)
  across <- marks[!is.na(marks$x_low), ]
  along <- marks[!is.na(marks$y_low), ]
  curve_picture(points, type) +
    ggplot2::coord_cartesian(xlim = part_around(points, marks, type)) +
    ggplot2::geom_segment(data = across, ggplot2::aes(x = .data$x_low, xend = .data$x_high, yend = .data$y),
                          colour = colours$mark) +
    ggplot2::geom_segment(data = along, ggplot2::aes(y = .data$y_low, yend = .data$y_high, xend = .data$x),
                          colour = colours$mark) +
    ggplot2::geom_point(data = marks, ggplot2::aes(shape = .data$method, colour = .data$method), size = 2.5) +
    ggplot2::scale_colour_manual(values = c(colours$mark, rep("grey30", nrow(marks) - 1))) +
    ggplot2::scale_shape_manual(values = marks$pch) +
    ggplot2::labs(shape = NULL, colour = NULL, title = object$objective)
}

plane_picture <- function(chosen) {
  plane <- plane_of(chosen)
  ggplot2::ggplot(plane$path, ggplot2::aes(x = .data$x, y = .data$y)) +
    ggplot2::geom_rect(data = plane$flagged, inherit.aes = FALSE, fill = colours$pale,
                       ggplot2::aes(xmin = .data$x0, xmax = .data$x1, ymin = .data$y0, ymax = .data$y1)) +
    ggplot2::geom_path(colour = colours$line) +
    ggplot2::geom_point(data = plane$unbeaten, colour = colours$line, size = 0.8) +
    ggplot2::geom_point(data = data.frame(x = plane$at[1], y = plane$at[2]), colour = colours$mark, size = 2.5) +
    ggplot2::coord_cartesian(xlim = plane$x_limits, ylim = plane$y_limits, expand = FALSE) +
    ggplot2::labs(x = plane$labels[1], y = plane$labels[2])
}
