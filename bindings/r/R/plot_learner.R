#' Pictures of learners and calibrations
#'
#' Whether probabilities come true, how many labels are expected, and how a penalty was chosen. By base graphics, or
#' with ggplot2, where it is installed, by `ggplot2::autoplot`, which takes the same objects.
#'
#' `"calibration"` is a reliability diagram of rows that had no part in fitting: the observed share of positives over
#' the mean probability, in groups of like size with Wilson's intervals; the line is their isotonic regression, whose
#' distance from the diagonal is the miscalibration of the mean squared error (Dimitriadis, Gneiting and Jordan 2021):
#' Brier score = miscalibration - discrimination + uncertainty. Below stands how often each probability was said. Labels
#' are pooled unless one is picked; the intervals then take them to be independent.
#'
#' `"size"` shows the mean of P(number of labels) over rows, beside what independent labels of the same probabilities
#' would give, and what was observed, where `y` is given.
#'
#' `"path"` shows what the loss out of fold was at each value that fitting tried, over the least of its path; the chosen
#' value is filled.
#'
#' `"candidates"` shows what the learner `"rule"` compared: a point for each candidate at its value out of fold, the best
#' above, with the interval of its gain over the first choice, which a dashed line marks. The chosen rule is larger.
#'
#' @param x A [wald_fit()] learner, or a [wald_calibrate()] calibration: its curve, with the shares that were observed
#'   in groups of the rows it was fitted to.
#' @param type What to show, see below.
#' @param newdata Rows of features that had no part in fitting.
#' @param y What was true of these rows, as [wald_fit()] takes it. Default, where the learner was fitted by a formula:
#'   its left side, of `newdata`.
#' @param label Which label or class, by number or name; default all. Of `"path"` the parts, as `as.data.frame` names
#'   them.
#' @param marginals,seed As for [predict.wald_learner()].
#' @param bins How many groups.
#' @param level Of the intervals.
#' @param ... Handed to the plotting function. For `autoplot` not used.
#' @return `plot` gives its first argument, invisibly; `autoplot` a ggplot object.
#' @name plot.wald_learner
#' @aliases autoplot.wald_learner
#' @examples
#' set.seed(1)
#' x <- matrix(rnorm(1600), 400)
#' y <- cbind(red = x[, 1], green = x[, 1] + x[, 2], blue = x[, 3]) + rnorm(1200) > 0.5
#' model <- wald_fit(x[1:200, ], y[1:200, ], "cardinality")
#' plot(model, "calibration", x[201:400, ], y[201:400, ])
#' plot(model, "size", x[201:400, ], y[201:400, ])
#' plot(model, "path")
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(model, "path")
NULL

learner_pictures <- c("calibration", "size", "path", "candidates")

# ---- What is shown ----

# What was true of rows, as 0 and 1, a column for each label or class.
truth_for <- function(learner, y, newdata, rows) {
  response <- learner$encoding$response
  if (is.null(y) && !is.null(response) && is.data.frame(newdata))
    y <- eval(response, newdata, environment(learner$encoding$terms))
  if (is.null(y)) refuse("y is needed: what was true of the rows of newdata")
  if (is.character(y) && is.null(dim(y))) y <- factor(y, levels = if (learner$task == "classes") learner$labels)
  if (is.factor(y)) {
    levels <- if (learner$task == "classes") learner$labels else learner$levels
    truth <- indicators(y, levels, "y")
    if (learner$task == "labels") truth <- truth[, 2, drop = FALSE]
  } else {
    truth <- cells(y, "y")
    if (is.null(dim(truth))) truth <- matrix(truth)
  }
  if (nrow(truth) != rows || ncol(truth) != learner$n_labels)
    refuse("y is ", nrow(truth), " by ", ncol(truth), ": must be ", rows, " by ", learner$n_labels)
  storage.mode(truth) <- "double"
  unname(truth)
}

# The numbers of labels that are picked, by number or name.
picked <- function(label, learner) {
  n <- learner$n_labels
  if (is.null(label)) return(seq_len(n))
  at <- if (is.character(label)) match(label, learner$labels) else label
  if (!is.numeric(at) || anyNA(at) || any(at != trunc(at) | at < 1 | at > n))
    refuse("label is ", shown(label), ": must be of 1 to ", n, if (!is.null(learner$labels)) ", or their names")
  at
}

said_of_rows <- function(learner, newdata, marginals, seed, type = "probability") {
  if (is.null(newdata)) refuse("newdata is needed: rows that had no part in fitting")
  said <- predict(learner, newdata, type, marginals = marginals, seed = seed, progress = FALSE)
  if (type == "probability" && is.null(dim(said))) matrix(said) else said
}

# Weighted means of y in groups of like weight, by ascending x; equal x stand together. With Wilson's intervals.
grouped_shares <- function(x, y, weights, bins, level) {
  bins <- whole(bins, "bins")
  if (bins < 1) refuse("bins is ", shown(bins), ": must be at least 1")
  level <- number(level, "level")
  if (is.na(level) || level <= 0 || level >= 1) refuse("level is ", shown(level), ": must lie in (0, 1)")
  if (is.null(weights)) weights <- rep(1, length(x))
  distinct <- sort(unique(x))
  mass <- as.vector(rowsum(weights, match(x, distinct)))
  middle <- (cumsum(mass) - mass / 2) / sum(mass)
  group <- pmin(floor(middle * bins), bins - 1)[match(x, distinct)]
  sums <- rowsum(cbind(weights, weights * x, weights * y, weights^2), group)
  n <- sums[, 1]^2 / sums[, 4]
  share <- sums[, 3] / sums[, 1]
  z <- stats::qnorm((1 + level) / 2)
  centre <- (share + z^2 / (2 * n)) / (1 + z^2 / n)
  half <- z / (1 + z^2 / n) * sqrt(share * (1 - share) / n + z^2 / (4 * n^2))
  data.frame(x = sums[, 2] / sums[, 1], share = share, low = pmax(0, centre - half), high = pmin(1, centre + half),
             n = sums[, 1])
}

# Isotonic regression of y on x with weights, by pooling adjacent violators: the fitted value of each row.
isotonic_values <- function(x, y, weights) {
  distinct <- sort(unique(x))
  at <- match(x, distinct)
  sums <- rowsum(cbind(weights, weights * y), at)
  mass <- total <- numeric(length(distinct))
  last <- integer(length(distinct))
  top <- 0L
  for (i in seq_along(distinct)) {
    top <- top + 1L
    mass[top] <- sums[i, 1]
    total[top] <- sums[i, 2]
    while (top > 1L && total[top - 1L] * mass[top] >= total[top] * mass[top - 1L]) {
      mass[top - 1L] <- mass[top - 1L] + mass[top]
      total[top - 1L] <- total[top - 1L] + total[top]
      top <- top - 1L
    }
    last[top] <- i
  }
  pools <- seq_len(top)
  rep(total[pools] / mass[pools], diff(c(0L, last[pools])))[at]
}

# The mean squared error of probabilities and its three parts.
score_parts <- function(p, y, weights = NULL) {
  if (is.null(weights)) weights <- rep(1, length(p))
  used <- weights > 0
  p <- p[used]
  y <- y[used]
  weights <- weights[used]
  error <- function(q) stats::weighted.mean((q - y)^2, weights)
  brier <- error(p)
  recalibrated <- error(isotonic_values(p, y, weights))
  uncertainty <- error(stats::weighted.mean(y, weights))
  c(brier = brier, miscalibration = brier - recalibrated, discrimination = uncertainty - recalibrated,
    uncertainty = uncertainty)
}

parts_in_words <- function(parts) {
  shown <- formatC(parts, format = "f", digits = 4)
  paste0("Brier score ", shown[1], " = miscalibration ", shown[2], " - discrimination ", shown[3], " + uncertainty ",
         shown[4])
}

reliability_of <- function(learner, newdata, y, label, marginals, seed, bins, level) {
  p <- said_of_rows(learner, newdata, marginals, seed)
  truth <- truth_for(learner, y, newdata, nrow(p))
  at <- picked(label, learner)
  x <- as.vector(p[, at])
  y <- as.vector(truth[, at])
  order <- order(x)
  heights <- graphics::hist(x, breaks = seq(0, 1, 0.025), plot = FALSE)$counts
  about <- if (is.null(label)) "" else paste0(": ", toString(if (is.null(learner$labels)) at else learner$labels[at]))
  list(groups = grouped_shares(x, y, NULL, bins, level),
       line = data.frame(x = x[order], y = isotonic_values(x, y, rep(1, length(x)))[order]),
       strip = data.frame(from = seq(0, 0.975, 0.025), to = seq(0.025, 1, 0.025),
                          height = strip_height * heights / max(heights)),
       title = paste0("reliability of ", learner$name, about, " on ", nrow(p), " rows"), parts = score_parts(x, y),
       groups_are = paste0("groups, ", format(100 * level), " % intervals"))
}

strip_height <- 0.12 # of the picture, for how often each probability was said

sizes_of <- function(learner, newdata, y, marginals, seed, level) {
  if (learner$task == "classes" || learner$n_labels == 1)
    refuse('type is "size": the learner has ', if (learner$n_labels == 1) "one label" else "exclusive classes",
           ", so there is no number of labels to expect")
  known <- said_of_rows(learner, newdata, marginals, seed, "estimator")
  mean_of <- function(estimators) {
    sizes <- vapply(estimators, wald_size_distribution, numeric(learner$n_labels + 1))
    rowMeans(sizes)
  }
  series <- list(mean_of(known))
  names(series) <- learner$name
  if (learner$kind != "independent") {
    alone <- lapply(known, function(one) wald_independent(wald_marginals(one)))
    series[["independent, same marginals"]] <- mean_of(alone)
  }
  s <- seq_len(learner$n_labels + 1) - 1
  observed <- NULL
  says <- paste("mean", format(sum(s * series[[1]]), digits = 3), "expected")
  if (!is.null(y) || !is.null(learner$encoding$response)) {
    sizes <- rowSums(truth_for(learner, y, newdata, length(known)))
    says <- paste0(says, ", ", format(mean(sizes), digits = 3), " observed")
    observed <- do.call(rbind, lapply(s, function(k) grouped_shares(rep(k, length(sizes)), sizes == k, NULL, 1, level)))
  }
  most <- max(s[Reduce(pmax, c(series, if (!is.null(observed)) list(observed$share))) > 0.002])
  keep <- s <= most
  list(frame = data.frame(s = rep(s[keep], length(series)),
                          share = unlist(lapply(series, `[`, keep), use.names = FALSE),
                          of = factor(rep(names(series), each = sum(keep)), levels = names(series))),
       observed = if (!is.null(observed)) observed[keep, ], says = says,
       title = paste("number of labels of", length(known), "rows"))
}

# The paths of what was chosen from several values; of one kind, so that they share their axis.
paths_of <- function(learner, label) {
  path <- learner$path
  path <- path[path$choice %in% which(learner$choices$tried > 1), ]
  if (!is.null(path) && !is.null(label)) {
    unknown <- setdiff(label, path$part)
    if (length(unknown)) refuse("label is ", shown(unknown[1]), ": there are paths of ", listed(unique(path$part)))
    path <- path[path$part %in% label, ]
  }
  if (is.null(path) || !nrow(path)) refuse('type is "path": fitting tried no values one of which it chose')
  path <- path[path$what == path$what[1], ]
  path$above <- path$loss - stats::ave(path$loss, path$choice, FUN = min)
  path
}

# What was chosen: of one path its value, which a line marks; of several how many chose each value.
path_says <- function(path) {
  chosen <- path$value[path$chosen]
  if (length(chosen) == 1) return(paste("chosen:", path$what[1], "=", digits(chosen)))
  counts <- table(chosen)
  paste("chosen:", listed(paste(digits(as.numeric(names(counts))), "by", counts), 5))
}
path_title <- function(path) paste("how", path$what[1], "was chosen")
path_label <- function(path) if (path$what[1] == "C") "C, the inverse penalty" else path$what[1]

# What the learner "rule" compared, the worst first, since pictures begin below.
candidates_of <- function(learner, level) {
  level <- number(level, "level")
  if (is.na(level) || level <= 0 || level >= 1) refuse("level is ", shown(level), ": must lie in (0, 1)")
  names <- strsplit(learner$candidates, " ", fixed = TRUE)[[1]]
  if (!length(names))
    refuse('type is "candidates": ', if (nzchar(learner$rule)) learner$rule_reason else
      paste("a learner", shown(learner$name), "compares no rules"))
  frame <- data.frame(rule = names, value = learner$candidate_values, gain = learner$candidate_gains,
                      error = learner$candidate_errors, stringsAsFactors = FALSE)
  frame$half <- stats::qnorm((1 + level) / 2) * frame$error
  frame <- frame[order(frame$value), ]
  frame$place <- seq_len(nrow(frame))
  first <- match(learner$first_choice, frame$rule)
  list(frame = frame, chosen = frame[frame$rule == learner$rule, ], first = frame[first, ],
       title = "what each rule is worth out of fold",
       axis = paste0("value, with ", format(100 * level), " % limits of the gain"),
       says = paste0("chosen: ", learner$rule, "; dashed: first choice, ", learner$first_choice))
}

path_log <- function(path) all(path$value > 0) && max(path$value) / min(path$value) > 20

# ---- Base graphics ----

#' @rdname plot.wald_learner
#' @export
plot.wald_learner <- function(x, type = c("calibration", "size", "path", "candidates"), newdata = NULL, y = NULL,
                              label = NULL, marginals = NULL, seed = NULL, bins = 10, level = 0.95,
                              ...) {
  type <- choice(if (!missing(type)) type, learner_pictures, "type")
  switch(type, calibration = draw_reliability(reliability_of(x, newdata, y, label, marginals, seed, bins,
                                                             level), ...),
         size = draw_sizes(sizes_of(x, newdata, y, marginals, seed, level), ...),
         path = draw_paths(paths_of(x, label), ...), candidates = draw_candidates(candidates_of(x, level), ...))
  invisible(x)
}

draw_reliability <- function(found, ...) {
  old <- graphics::par(pty = "s")
  on.exit(graphics::par(old))
  do.call(graphics::plot, over(list(0:1, 0:1, type = "n", xlab = "probability said", ylab = "observed share",
                                    xaxs = "i", yaxs = "i", las = 1, main = found$title, font.main = 1,
                                    cex.main = min(1.2, 1 / graphics::strwidth(found$title, "figure"))), ...))
  graphics::rect(found$strip$from, 0, found$strip$to, found$strip$height, col = colours$pale, border = "white")
  graphics::abline(0, 1, col = "grey60", lty = 2)
  graphics::lines(found$line$x, found$line$y, col = colours$mark, lwd = 1.5, type = "s")
  groups <- found$groups
  graphics::segments(groups$x, groups$low, groups$x, groups$high, col = colours$line, lwd = 1.5)
  graphics::points(groups$x, groups$share, pch = 19, col = colours$line)
  graphics::legend("topleft", c(found$groups_are, "isotonic regression", "as it should be", "how often it was said"),
                   pch = c(19, NA, NA, 15), lty = c(1, 1, 2, NA), bty = "n", inset = 0.01,
                   col = c(colours$line, colours$mark, "grey60", colours$pale),
                   cex = min(0.9, 0.45 / graphics::strwidth(found$groups_are)))
  lines <- parts_by_line(found$parts)
  at <- parts_at(length(lines$name))
  width <- max(graphics::strwidth(lines$name)) + max(graphics::strwidth(paste(" ", lines$value)))
  size <- min(0.85, diff(parts_x) / width) # so that it fits in small pictures too
  graphics::text(parts_x[1], at, lines$name, adj = 0, cex = size)
  graphics::text(parts_x[2], at, lines$value, adj = 1, cex = size)
  graphics::box()
}

# Where the parts of the score stand: on the right, between the diagonal and what is said how often.
parts_x <- c(0.56, 0.97)
parts_at <- function(lines) strip_height + 0.045 + 0.055 * rev(seq_len(lines) - 1)

parts_by_line <- function(parts) {
  list(name = c("Brier score", paste0(c("= ", "- ", "+ "), names(parts)[-1])),
       value = formatC(parts, format = "f", digits = 4))
}

draw_sizes <- function(found, ...) {
  frame <- found$frame
  observed <- found$observed
  most <- max(frame$share, observed$high)
  do.call(graphics::plot, over(list(range(frame$s) + c(-0.5, 0.5), c(0, 1.3 * most), type = "n", yaxs = "i", las = 1,
                                    xlab = "number of labels", ylab = "share of the rows", xaxt = "n",
                                    main = title_above(found$title), font.main = 1), ...))
  graphics::axis(1, unique(round(pretty(frame$s))))
  graphics::mtext(found$says, 3, 0.2, cex = 0.85 * graphics::par("cex"))
  if (!is.null(observed)) {
    graphics::rect(observed$x - 0.4, 0, observed$x + 0.4, observed$share, col = bar_ink, border = NA)
    graphics::segments(observed$x, observed$low, observed$x, observed$high, col = "grey50")
  }
  inks <- size_inks(frame)
  for (i in seq_along(levels(frame$of))) {
    one <- frame[frame$of == levels(frame$of)[i], ]
    graphics::lines(one$s, one$share, type = "b", pch = c(19, 1)[i], lty = i, lwd = 1.5, col = inks[i])
  }
  bars <- if (!is.null(observed)) 1
  graphics::legend("topright", c(levels(frame$of), if (length(bars)) "observed"), bty = "n", inset = 0.01,
                   col = c(inks, bar_ink[bars]), pch = c(c(19, 1)[seq_along(inks)], 15[bars]),
                   lty = c(seq_along(inks), NA[bars]), pt.cex = c(rep(1, length(inks)), 2[bars]))
  graphics::box()
}

bar_ink <- "grey85"
size_inks <- function(frame) c(colours$line, colours$mark)[seq_len(nlevels(frame$of))]

draw_paths <- function(path, ...) {
  inks <- path_inks(path)
  is_log <- path_log(path)
  parts <- path$part[!duplicated(path$choice)]
  is_named <- length(parts) > 1 && length(parts) <= most_of_legend
  do.call(graphics::plot, over(list(path$value, path$above, type = "n", log = if (is_log) "x" else "", las = 1,
                                    ylim = c(0, (1 + 0.4 * is_named) * max(path$above)),
                                    xaxt = if (is_log) "n" else "s",
                                    xlab = path_label(path), ylab = "loss above its least",
                                    main = title_above(path_title(path)), font.main = 1), ...))
  if (is_log) graphics::axis(1, decades(path$value), decade_names(decades(path$value)))
  for (one in split(path, path$choice)) {
    ink <- inks[[as.character(one$choice[1])]]
    graphics::lines(one$value, one$above, col = ink)
    graphics::points(one$value[!one$chosen], one$above[!one$chosen], col = ink, pch = 20, cex = 0.6)
  }
  chosen <- path[path$chosen, ]
  graphics::points(chosen$value, chosen$above, pch = 19, col = colours$mark)
  if (nrow(chosen) == 1) graphics::abline(v = chosen$value, col = colours$mark, lty = 2)
  graphics::mtext(path_says(path), 3, 0.2, col = colours$mark, cex = 0.85 * graphics::par("cex"))
  if (is_named)
    graphics::legend("top", parts, col = unlist(inks), lty = 1, bty = "n", ncol = if (length(parts) > 4) 2 else 1)
}

draw_candidates <- function(found, ...) {
  frame <- found$frame
  widest <- max(graphics::strwidth(frame$rule, "inches", cex = 0.8))
  old <- graphics::par(mai = pmax(graphics::par("mai"), c(0, widest + 0.25, 0, 0)))
  on.exit(graphics::par(old))
  do.call(graphics::plot, over(list(range(frame$value - frame$half, frame$value + frame$half), range(frame$place),
                                    type = "n", yaxt = "n", ylab = "", xlab = found$axis,
                                    main = title_above(found$title), font.main = 1), ...))
  graphics::axis(2, frame$place, frame$rule, las = 1, cex.axis = 0.8)
  graphics::abline(v = found$first$value, col = "grey60", lty = 2)
  graphics::segments(frame$value - frame$half, frame$place, frame$value + frame$half, frame$place, col = colours$line)
  graphics::points(frame$value, frame$place, pch = 19, cex = 0.8, col = colours$line)
  graphics::points(found$chosen$value, found$chosen$place, pch = 19, cex = 1.5, col = colours$mark)
  graphics::mtext(found$says, 3, 0.2, col = colours$mark, cex = 0.85 * graphics::par("cex"))
}

# Powers of ten within the values, so few that their names stand side by side.
decades <- function(values) {
  powers <- seq(ceiling(log10(min(values)) - 1e-9), floor(log10(max(values)) + 1e-9))
  10^powers[seq(1, length(powers), by = 1 + (length(powers) > 5))]
}
decade_names <- function(values) parse(text = paste0("10^", round(log10(values))))

most_of_legend <- 8 # lines that a picture names

path_inks <- function(path) {
  choices <- unique(path$choice)
  inks <- if (length(choices) <= most_of_legend) grDevices::hcl.colors(max(2, length(choices)), "Dark 3")
          else rep(grDevices::adjustcolor(colours$line, 0.5), length(choices))
  structure(as.list(inks[seq_along(choices)]), names = choices)
}

#' @rdname wald_calibrate
#' @export
plot.wald_calibration <- function(x, bins = 20, level = 0.95, ...) {
  found <- curve_of_calibration(x, bins, level)
  do.call(graphics::plot, over(list(found$curve$x, found$curve$p, type = "n", ylim = c(0, 1), las = 1,
                                    xlab = found$axis, ylab = "probability", main = found$title, font.main = 1), ...))
  graphics::abline(h = found$positive, col = "grey60", lty = 3)
  graphics::segments(found$groups$x, found$groups$low, found$groups$x, found$groups$high, col = colours$fill, lwd = 1.5)
  graphics::points(found$groups$x, found$groups$share, pch = 19, cex = 0.8, col = colours$line)
  graphics::lines(found$curve$x, found$curve$p, col = colours$mark, lwd = 2)
  graphics::legend("topleft", c(x$method, found$groups_are, "share of positives"), bty = "n", lty = c(1, 1, 3),
                   col = c(colours$mark, colours$line, "grey60"), pch = c(NA, 19, NA), lwd = c(2, 1, 1), cex = 0.9)
  invisible(x)
}

curve_of_calibration <- function(x, bins, level) {
  if (calibration_facts(x)$n_classes > 0) refuse("the calibration is of classes: only those of one column are drawn")
  if (is.null(x$seen)) refuse("the calibration was loaded from a text, which does not hold the rows that are drawn")
  at <- seq(min(x$seen$values), max(x$seen$values), length.out = 400)
  weights <- if (is.null(x$seen$weights)) rep(1, length(x$seen$labels)) else x$seen$weights
  list(curve = data.frame(x = at, p = calibrated(x, at)), positive = stats::weighted.mean(x$seen$labels, weights),
       axis = c(probabilities = "probability of the model", scores = "score")[[calibration_input(x)]],
       title = paste("calibration of", length(x$seen$values), calibration_input(x)),
       groups_are = paste0("groups, ", format(100 * level), " % intervals"),
       groups = grouped_shares(x$seen$values, x$seen$labels, x$seen$weights, bins, level))
}

# ---- ggplot2 ----

#' @rawNamespace S3method(ggplot2::autoplot, wald_learner)
autoplot.wald_learner <- function(object, type = c("calibration", "size", "path", "candidates"), newdata = NULL,
                                  y = NULL, label = NULL, marginals = NULL, seed = NULL, bins = 10, level = 0.95,
                                  ...) {
  type <- choice(if (!missing(type)) type, learner_pictures, "type")
  switch(type, calibration = reliability_picture(reliability_of(object, newdata, y, label, marginals, seed,
                                                                bins, level)),
         size = sizes_picture(sizes_of(object, newdata, y, marginals, seed, level)),
         path = paths_picture(paths_of(object, label)), candidates = candidates_picture(candidates_of(object, level)))
}

reliability_picture <- function(found) {
  lines <- parts_by_line(found$parts)
  at <- parts_at(length(lines$name))
  picture(found$groups, ggplot2::aes(x = .data$x, y = .data$share)) +
    ggplot2::geom_rect(data = found$strip, inherit.aes = FALSE, fill = colours$pale, colour = "white", linewidth = 0.2,
                       ggplot2::aes(xmin = .data$from, xmax = .data$to, ymin = 0, ymax = .data$height)) +
    ggplot2::geom_abline(linetype = 2, colour = "grey60") +
    ggplot2::geom_step(data = found$line, ggplot2::aes(y = .data$y), colour = colours$mark) +
    ggplot2::geom_pointrange(ggplot2::aes(ymin = .data$low, ymax = .data$high), colour = colours$line) +
    ggplot2::annotate("text", parts_x[1], at, label = lines$name, hjust = 0, size = 3) +
    ggplot2::annotate("text", parts_x[2], at, label = lines$value, hjust = 1, size = 3) +
    ggplot2::coord_equal(xlim = c(0, 1), ylim = c(0, 1), expand = FALSE) +
    ggplot2::labs(x = "probability said", y = "observed share", title = found$title,
                  subtitle = paste0(found$groups_are, "; step line: isotonic regression; dashed: as it should be")) +
    ggplot2::theme(plot.margin = ggplot2::margin(6, 12, 6, 6), plot.title.position = "plot",
                   plot.subtitle = ggplot2::element_text(size = 9))
}

sizes_picture <- function(found) {
  bars <- if (!is.null(found$observed)) list(
    ggplot2::geom_col(data = found$observed, width = 0.8,
                      ggplot2::aes(x = .data$x, y = .data$share, fill = "observed")),
    ggplot2::geom_linerange(data = found$observed, inherit.aes = FALSE, colour = "grey50",
                            ggplot2::aes(x = .data$x, ymin = .data$low, ymax = .data$high)),
    ggplot2::scale_fill_manual(values = c(observed = bar_ink)))
  picture(found$frame, ggplot2::aes(x = .data$s, y = .data$share)) + bars +
    ggplot2::geom_line(ggplot2::aes(colour = .data$of, linetype = .data$of)) +
    ggplot2::geom_point(ggplot2::aes(colour = .data$of, shape = .data$of), size = 2) +
    ggplot2::scale_colour_manual(values = size_inks(found$frame)) +
    ggplot2::scale_shape_manual(values = c(19, 1)) +
    ggplot2::scale_x_continuous(breaks = unique(found$frame$s)) +
    ggplot2::labs(x = "number of labels", y = "share of the rows", colour = NULL, linetype = NULL, shape = NULL,
                  fill = NULL, title = found$title, subtitle = found$says) +
    ggplot2::theme(legend.position = "bottom")
}

candidates_picture <- function(found) {
  frame <- found$frame
  picture(frame, ggplot2::aes(x = .data$value, y = stats::reorder(.data$rule, .data$place))) +
    ggplot2::geom_vline(xintercept = found$first$value, linetype = 2, colour = "grey60") +
    ggplot2::geom_pointrange(ggplot2::aes(xmin = .data$value - .data$half, xmax = .data$value + .data$half),
                             colour = colours$line, size = 0.3) +
    ggplot2::geom_point(data = found$chosen, colour = colours$mark, size = 3) +
    ggplot2::labs(x = found$axis, y = NULL, title = found$title, subtitle = found$says)
}

paths_picture <- function(path) {
  path$part <- factor(path$part, unique(path$part))
  out <- picture(path, ggplot2::aes(x = .data$value, y = .data$loss)) +
    ggplot2::geom_line(colour = colours$line) +
    ggplot2::geom_point(ggplot2::aes(colour = .data$chosen), size = 1.5) +
    ggplot2::scale_colour_manual(values = c("FALSE" = colours$fill, "TRUE" = colours$mark), guide = "none") +
    ggplot2::labs(x = path_label(path), y = "loss out of fold", title = path_title(path),
                  subtitle = path_says(path)) +
    ggplot2::theme(strip.background = ggplot2::element_rect(fill = "grey95")) +
    (if (sum(path$chosen) == 1) ggplot2::geom_vline(xintercept = path$value[path$chosen], linetype = 2,
                                                    colour = colours$mark))
  if (nlevels(path$part) > 1) out <- out + ggplot2::facet_wrap(ggplot2::vars(.data$part), scales = "free_y")
  if (path_log(path)) out + ggplot2::scale_x_log10(breaks = decades(path$value), labels = decade_names) else out
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_calibration)
autoplot.wald_calibration <- function(object, bins = 20, level = 0.95, ...) {
  found <- curve_of_calibration(object, bins, level)
  picture(found$groups, ggplot2::aes(x = .data$x, y = .data$share)) +
    ggplot2::geom_pointrange(ggplot2::aes(ymin = .data$low, ymax = .data$high), colour = colours$line, size = 0.3) +
    ggplot2::geom_line(data = found$curve, ggplot2::aes(y = .data$p), colour = colours$mark) +
    ggplot2::geom_hline(yintercept = found$positive, linetype = 3, colour = "grey60") +
    ggplot2::ylim(0, 1) +
    ggplot2::labs(x = found$axis, y = "probability", title = found$title,
                  subtitle = paste0("line: ", object$method, "; points: ", found$groups_are,
                                    "; dotted: share of positives"))
}
