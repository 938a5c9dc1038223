#' Pictures of thresholds
#'
#' The curve of what thresholds can reach, with the chosen point, its interval and the baselines; and for two
#' classifiers the plane of their thresholds. By base graphics, or with ggplot2, where it is installed, by
#' `ggplot2::autoplot`, which takes the same objects.
#'
#' @param x A [wald_sample()], its [wald_frontier()], or chosen [wald_thresholds()]: these mark their point on
#'   the curve of the frontier they were chosen from.
#' @param type `"pn"`: true against false positives, of chosen thresholds the part around them. `"roc"`: the same as
#'   shares, above the diagonal of chance. `"pr"`: precision against recall, above the share of positives, which is
#'   chance. The latter two need the number of positives. `"scores"`: how the scores of either class are distributed,
#'   with the cut. `"metric"`: what a metric is worth at every threshold, with the cut. `"plane"`, of thresholds of two
#'   classifiers: the rows they flag are the shaded part, the line is the best monotone path from flagging nothing to
#'   flagging everything, whose points have the best counts on the way.
#' @param score Of `"scores"` and `"metric"`, which classifier: its name or number. The others are left aside.
#' @param metric Of `"metric"`, which one.
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
#' plot(chosen, type = "scores", score = "model")
#' plot(wald_thresholds(fraud ~ model, d), type = "metric", metric = "f1")
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
  share <- points$positives / (points$positives + points$negatives)
  # What flagging by chance reaches, as intercept and slope.
  chance <- switch(type, roc = c(0, 1), pr = if (!is.nan(share)) c(share, 0))
  area <- unclass(points)[[paste0(type, "_area")]]
  title <- c(pn = "true against false positives", roc = "ROC curve", pr = "precision against recall")[[type]]
  # What a band around the whole frontier leaves, up one side and down the other.
  around <- if (length(points$recall_low))
    switch(type, roc = data.frame(x = c(points$fpr_high, rev(points$fpr_low)),
                                  y = c(points$recall_low, rev(points$recall_high))),
           pr = data.frame(x = c(points$recall_low, rev(points$recall_high)),
                           y = c(points$precision_low, rev(points$precision_high))))
  list(x = found$x, y = found$y, labels = labels, at = at, chance = chance, around = around,
       title = if (type == "pn" || is.null(area) || is.nan(area)) title
               else paste0(title, ", area ", format(area, digits = 4)),
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
                   xlab = curve$labels[1], ylab = curve$labels[2], las = 1, main = curve$title, font.main = 1)
  if (type != "pn") defaults[c("xlim", "ylim")] <- list(c(0, 1), c(0, 1))
  do.call(graphics::plot, over(defaults, ...))
  if (!is.null(curve$around)) {
    graphics::polygon(curve$around$x, curve$around$y, col = colours$pale, border = NA)
    graphics::lines(curve$x, curve$y, type = if (type == "pr") "l" else "s", col = colours$line, lwd = 2)
  }
  if (!is.null(curve$chance)) {
    graphics::abline(curve$chance[1], curve$chance[2], col = "grey60", lty = 3)
    graphics::text(0.99, sum(curve$chance), "chance", adj = if (type == "pr") c(1, -0.4) else c(1, 2), col = "grey40",
                   cex = 0.8)
  }
  if (!is.null(curve$hull)) graphics::lines(curve$hull$x, curve$hull$y, col = colours$fill, lty = 2)
  curve
}

#' @rdname plot.wald_thresholds
#' @export
plot.wald_sample <- function(x, type = NULL, score = NULL, metric = "f1", ...) {
  type <- choice(type, c(curve_types, "scores", "metric"), "type")
  if (type %in% curve_types) plot.wald_frontier(wald_frontier(x), type, ...)
  else draw_by_score(x, type, score, metric, NULL, ...)
  invisible(x)
}

# The points of a frontier that thresholds were chosen from.
points_of <- function(chosen, method = NULL) {
  positives <- if (!is.nan(chosen$positives)) chosen$positives
  wald_frontier(chosen$sample, method = method, positives = positives)
}

#' @rdname plot.wald_thresholds
#' @export
plot.wald_thresholds <- function(x, type = NULL, score = NULL, metric = "f1", ...) {
  type <- choice(type, c(curve_types, "scores", "metric", "plane"), "type")
  if (!type %in% curve_types) {
    if (type == "plane") draw_plane(x, ...) else draw_by_score(x$sample, type, score, metric, x$thresholds, ...)
    return(invisible(x))
  }
  points <- points_of(x)
  marks <- marks_of(x, curve_of(points, type), type)
  do.call(draw_curve, c(list(points, type), over(part_around(points, marks, type), ...)))
  graphics::segments(marks$x_low, marks$y, marks$x_high, marks$y, col = colours$mark)
  graphics::segments(marks$x, marks$y_low, marks$x, marks$y_high, col = colours$mark)
  graphics::points(marks$x, marks$y, pch = marks$pch, col = c(colours$mark, rep("grey30", nrow(marks) - 1)))
  place <- if (type == "pr") "left" else "bottomright"
  graphics::legend(place, marks$method, pch = marks$pch, col = c(colours$mark, rep("grey30", nrow(marks) - 1)),
                   bty = "n")
  invisible(x)
}

# What of the axes to show. Of rare events the chosen ones would else lie on one axis, and the frontier along the other.
part_around <- function(points, marks, type) {
  if (type != "pn") return(list(xlim = c(0, 1), ylim = c(0, 1)))
  most <- max(points$fp)
  around <- 4 * max(marks$x, marks$x_high, na.rm = TRUE)
  right <- if (around > 0) min(around, most) else most
  within <- points$tp[points$fp <= right]
  ends <- c(marks$y, marks$y_low, pmin(marks$y_high, max(points$tp)))
  low <- if (right < most) min(within[min(2, length(within))], ends, na.rm = TRUE) else 0
  high <- max(within, ends, na.rm = TRUE)
  list(xlim = c(0, right), ylim = c(max(low - 0.06 * (high - low), 0), high + 0.04 * (high - low)))
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

plane_title <- function(chosen) if (is.null(chosen$objective)) "thresholds" else chosen$objective
plane_says <- "shaded: flagged; line: best path"

draw_plane <- function(chosen, ...) {
  plane <- plane_of(chosen)
  do.call(graphics::plot, over(list(plane$at[1], plane$at[2], type = "n", xlim = plane$x_limits, ylim = plane$y_limits,
                                    xaxs = "i", yaxs = "i", xlab = plane$labels[1], ylab = plane$labels[2], las = 1,
                                    main = title_above(plane_title(chosen)), font.main = 1), ...))
  graphics::mtext(plane_says, 3, 0.2, cex = 0.85 * graphics::par("cex"))
  graphics::rect(plane$flagged$x0, plane$flagged$y0, plane$flagged$x1, plane$flagged$y1, col = colours$pale,
                 border = NA)
  graphics::lines(plane$path$x, plane$path$y, col = colours$line)
  graphics::points(plane$unbeaten$x, plane$unbeaten$y, pch = 20, cex = 0.6, col = colours$line)
  graphics::points(plane$at[1], plane$at[2], pch = 19, col = colours$mark)
  graphics::box()
}

# ---- One classifier's scores ----

# What all thresholds of one classifier flag, the others left aside: the counts at and above each of `at`.
counts_by_score <- function(sample, score, at) {
  facts <- sample_facts(sample, character())
  aside <- rep(if (facts$rule == "and") -Inf else Inf, facts$n_scores)
  vapply(at, function(one) as.double(wald_flagged(sample, replace(aside, score, one))), numeric(3))
}

# One classifier of a sample: its number, its name, and from where to where its scores go.
one_score <- function(sample, score) {
  if (is.null(sample))
    refuse("the thresholds hold no sample: they were restored from a file, or are of distributed rows")
  n <- sample_facts(sample, character())$n_scores
  if (is.null(score) && n > 1) refuse("score is needed: there are ", n, " classifiers")
  at <- if (is.null(score)) 1 else if (is.character(score)) match(score, sample$scores) else score
  if (length(at) != 1 || !at %in% seq_len(n))
    refuse("score is ", shown(score), ": must be of 1 to ", n, if (!is.null(sample$scores)) ", or a name")
  points <- wald_frontier(sample, method = if (n == 2) "path")
  seen <- c(points$thresholds[, at], points$path[, at])
  seen <- seen[is.finite(seen)]
  if (!length(seen)) refuse("the sample holds no scores to draw")
  list(at = at, name = if (is.null(sample$scores)) "score" else sample$scores[at], range = range(seen))
}

# Scores beyond those of useful thresholds belong to the picture as well: the least and the greatest, sought by what
# thresholds flag, to the picture's precision.
score_range <- function(sample, which) {
  all <- sum(counts_by_score(sample, which$at, -Inf))
  outermost <- function(from, direction, all_within) {
    step <- max(diff(which$range), abs(from) / 1000, 1e-6) / 8
    to <- from
    while (!all_within(to) && step < 1e300) {
      to <- to + direction * step
      step <- 2 * step
    }
    for (i in 1:30) {
      middle <- (from + to) / 2
      if (all_within(middle)) to <- middle else from <- middle
    }
    to
  }
  flagged <- function(t) sum(counts_by_score(sample, which$at, t))
  c(outermost(which$range[1], -1, function(t) flagged(t) >= all),
    outermost(which$range[2], 1, function(t) flagged(t) == 0))
}

scores_part <- function(sample, score) {
  which <- one_score(sample, score)
  breaks <- pretty(score_range(sample, which), 40)
  counts <- counts_by_score(sample, which$at, breaks)
  counts[, 1] <- counts_by_score(sample, which$at, -Inf)
  each <- counts - cbind(counts[, -1, drop = FALSE], 0)
  totals <- pmax(rowSums(each), 1e-300)
  width <- diff(breaks[1:2])
  classes <- c("positive", "negative", "not rated")
  drawn <- base::which(rowSums(each) > 0)
  frame <- data.frame(x = rep(breaks + width / 2, each = length(drawn)), share = as.vector((each / totals)[drawn, ]),
                      class = factor(classes[drawn], classes[drawn]), stringsAsFactors = FALSE)
  list(name = which$name, at = which$at, frame = frame, width = width, title = paste0(which$name, " by class"))
}

score_inks <- function(classes) {
  c(positive = colours$mark, negative = colours$line, "not rated" = "grey60")[levels(classes)]
}

# A metric at every threshold, of counts as they are weighted.
metric_part <- function(sample, score, metric) {
  which <- one_score(sample, score)
  facts <- summary(sample)
  if (is.nan(facts$positives) || facts$unrated > 0)
    refuse('type is "metric": the number of positives is not known where rows are not rated')
  all <- round(facts$positives + facts$negatives)
  range <- score_range(sample, which)
  at <- seq(range[1], range[2], length.out = 400)
  counts <- counts_by_score(sample, which$at, at)
  if (any(counts != round(counts))) refuse('type is "metric": weights must be whole numbers for it')
  worth <- wald_utility(metric, counts[1, ], counts[1, ] + counts[2, ], facts$positives, all)
  list(name = which$name, at = which$at, frame = data.frame(threshold = at, value = worth),
       metric = metric_name(metric_of(metric)))
}

# The cut of one classifier, where it has any.
cut_of <- function(thresholds, at) if (!is.null(thresholds) && is.finite(thresholds[[at]])) thresholds[[at]]

draw_by_score <- function(sample, type, score, metric, thresholds, ...) {
  if (type == "metric") {
    part <- metric_part(sample, score, metric)
    do.call(graphics::plot, over(list(part$frame$threshold, part$frame$value, type = "l", col = colours$line, lwd = 2,
                                      las = 1, xlab = paste("threshold of", part$name), ylab = part$metric,
                                      main = title_above(paste(part$metric, "by the threshold")), font.main = 1), ...))
  } else {
    part <- scores_part(sample, score)
    frame <- part$frame
    inks <- score_inks(frame$class)
    do.call(graphics::plot, over(list(range(frame$x) + c(-1, 1) * part$width / 2, c(0, 1.15 * max(frame$share)),
                                      type = "n", yaxs = "i", xlab = part$name, ylab = "share of the class",
                                      main = title_above(part$title), font.main = 1), ...))
    for (class in levels(frame$class)) {
      one <- frame[frame$class == class, ]
      graphics::rect(one$x - part$width / 2, 0, one$x + part$width / 2, one$share, border = inks[[class]],
                     col = grDevices::adjustcolor(inks[[class]], 0.35))
    }
    graphics::legend("topright", levels(frame$class), fill = grDevices::adjustcolor(inks, 0.35), border = inks,
                     bty = "n")
  }
  cut <- cut_of(thresholds, part$at)
  if (!is.null(cut)) marked(cut, paste("cut", format(cut, digits = 4)))
}

by_score_picture <- function(sample, type, score, metric, thresholds) {
  if (type == "metric") {
    part <- metric_part(sample, score, metric)
    out <- picture(part$frame, ggplot2::aes(x = .data$threshold, y = .data$value)) +
      ggplot2::geom_line(colour = colours$line) +
      ggplot2::labs(x = paste("threshold of", part$name), y = part$metric,
                    title = paste(part$metric, "by the threshold"))
  } else {
    part <- scores_part(sample, score)
    inks <- score_inks(part$frame$class)
    out <- picture(part$frame, ggplot2::aes(x = .data$x, y = .data$share, fill = .data$class, colour = .data$class)) +
      ggplot2::geom_col(width = part$width, position = "identity", alpha = 0.35) +
      ggplot2::scale_fill_manual(values = inks) +
      ggplot2::scale_colour_manual(values = inks) +
      ggplot2::labs(x = part$name, y = "share of the class", fill = NULL, colour = NULL, title = part$title)
  }
  cut <- cut_of(thresholds, part$at)
  if (is.null(cut)) out else out + marked_picture(cut, paste("cut", format(cut, digits = 4)))
}

# ---- ggplot2 ----

curve_picture <- function(points, type) {
  curve <- curve_of(points, type)
  out <- picture(data.frame(x = curve$x, y = curve$y)[!is.nan(curve$y), ], ggplot2::aes(x = .data$x, y = .data$y)) +
    (if (!is.null(curve$around)) ggplot2::geom_polygon(data = curve$around, fill = colours$pale)) +
    (if (!is.null(curve$chance)) ggplot2::geom_abline(intercept = curve$chance[1], slope = curve$chance[2],
                                                      colour = "grey60", linetype = 3)) +
    (if (type == "pr") ggplot2::geom_path(colour = colours$line)
     else ggplot2::geom_step(colour = colours$line)) +
    ggplot2::labs(x = curve$labels[1], y = curve$labels[2], title = curve$title,
                  subtitle = if (!is.null(curve$chance)) "dotted: chance") +
    (if (type != "pn") ggplot2::coord_cartesian(xlim = c(0, 1), ylim = c(0, 1)))
  if (is.null(curve$hull)) return(out)
  out + ggplot2::geom_line(data = data.frame(curve$hull), colour = colours$fill, linetype = 2)
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_frontier)
autoplot.wald_frontier <- function(object, type = NULL, ...) {
  curve_picture(object, choice(type, curve_types, "type"))
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_sample)
autoplot.wald_sample <- function(object, type = NULL, score = NULL, metric = "f1", ...) {
  type <- choice(type, c(curve_types, "scores", "metric"), "type")
  if (type %in% curve_types) curve_picture(wald_frontier(object), type)
  else by_score_picture(object, type, score, metric, NULL)
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_thresholds)
autoplot.wald_thresholds <- function(object, type = NULL, score = NULL, metric = "f1", ...) {
  type <- choice(type, c(curve_types, "scores", "metric", "plane"), "type")
  if (type == "plane") return(plane_picture(object))
  if (!type %in% curve_types) return(by_score_picture(object$sample, type, score, metric, object$thresholds))
  points <- points_of(object)
  marks <- marks_of(object, curve_of(points, type), type)
  marks$method <- factor(marks$method, levels = marks$method)
  across <- marks[!is.na(marks$x_low), ]
  along <- marks[!is.na(marks$y_low), ]
  part <- part_around(points, marks, type)
  curve_picture(points, type) +
    (if (type == "pn") ggplot2::coord_cartesian(xlim = part$xlim, ylim = part$ylim)) +
    ggplot2::geom_segment(data = across, ggplot2::aes(x = .data$x_low, xend = .data$x_high, yend = .data$y),
                          colour = colours$mark) +
    ggplot2::geom_segment(data = along, ggplot2::aes(y = .data$y_low, yend = .data$y_high, xend = .data$x),
                          colour = colours$mark) +
    ggplot2::geom_point(data = marks, ggplot2::aes(shape = .data$method, colour = .data$method), size = 2.5) +
    ggplot2::scale_colour_manual(values = c(colours$mark, rep("grey30", nrow(marks) - 1))) +
    ggplot2::scale_shape_manual(values = marks$pch) +
    ggplot2::labs(shape = NULL, colour = NULL, title = plane_title(object))
}

plane_picture <- function(chosen) {
  plane <- plane_of(chosen)
  picture(plane$path, ggplot2::aes(x = .data$x, y = .data$y)) +
    ggplot2::geom_rect(data = plane$flagged, inherit.aes = FALSE, fill = colours$pale,
                       ggplot2::aes(xmin = .data$x0, xmax = .data$x1, ymin = .data$y0, ymax = .data$y1)) +
    ggplot2::geom_path(colour = colours$line) +
    ggplot2::geom_point(data = plane$unbeaten, colour = colours$line, size = 0.8) +
    ggplot2::geom_point(data = data.frame(x = plane$at[1], y = plane$at[2]), colour = colours$mark, size = 2.5) +
    ggplot2::coord_cartesian(xlim = plane$x_limits, ylim = plane$y_limits, expand = FALSE) +
    ggplot2::labs(x = plane$labels[1], y = plane$labels[2], title = plane_title(chosen), subtitle = plane_says)
}
