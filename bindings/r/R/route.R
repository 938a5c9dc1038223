# ---- The object ----

new_route <- function(pointer, names = NULL, classes = NULL, segments = NULL) {
  facts <- ok(native_facts(pointer, "route", c("whole", "threshold", "stage", "point"), 0))
  for (name in c("router", "feasible", "exact", "certified")) facts[[name]] <- facts[[name]] != 0
  for (name in c("by", "goal", "measure")) facts[[name]] <- word_of(facts[[name]], paste0("route_", name))
  facts$theorem <- word_of(facts$theorem, "theorem")
  groups <- switch(facts$by, class = classes, segment = segments)
  if (length(groups) != facts$n_groups) groups <- if (facts$by != "none") as.character(seq_len(facts$n_groups))
  facts$thresholds <- matrix(facts$thresholds, facts$n_groups, facts$n_stages, byrow = TRUE,
                             dimnames = if (!is.null(groups) || !is.null(names)) list(groups, names))
  facts$shares <- structure(facts$shares, names = names)
  facts$envelope <- data.frame(cost = facts$envelope_cost, quality = facts$envelope_quality,
                               hull = facts$envelope_hull != 0)
  facts[c("envelope_cost", "envelope_quality", "envelope_hull")] <- NULL
  out <- c(facts, list(names = names, classes = classes, segments = segments))
  out$handle <- kept(pointer, "route")
  structure(out, class = "wald_route")
}

route_argument <- function(x, name = "route") of_class(x, "wald_route", name)

route_pointer <- function(route) kept_pointer(route_argument(route), "route")

# Options as native code takes them: the positive class counts from 0 there.
route_asked <- function(x, given) {
  if (!is.null(given$positive)) {
    if (is.character(given$positive)) given$positive <- word_number(given$positive, x$classes, "positive")
    given$positive <- whole(given$positive, "positive") - 1
  }
  asked("routes", given)
}

word_number <- function(word, words, name) {
  found <- match(string(word, name), words)
  if (is.na(found)) refuse(name, " is ", shown(word), ": must be ", if (length(words)) paste("one of", listed(words))
                           else "a number from 1, as there are no words")
  found
}

#' Model cascades: which stage answers a row
#'
#' A cheap model's answer where it is sure enough, else the next stage's, whose answer replaces the first. `wald_route`
#' finds the thresholds on the confidences that reach a goal best: the least cost at a quality, the best quality within a
#' budget, or the greatest value in money. With `certify` the quality holds for future rows, with that probability.
#'
#' @details
#' Two stages are searched exactly, with longer chains as said in `exact`. A quality on the rows that a route was chosen
#' on is optimistic: `wald_evaluate_route` says what it is on others. If nothing can be certified, the last stage answers
#' every row, `certified` is `FALSE`, and a warning of class `wald_warning` is given (but not between batches of
#' [wald_ask()]), as for a limit that no route holds.
#'
#' @param stages [wald_stages()].
#' @param positive The class that is the positive one, by its word or from 1; default the second one.
#' @inheritParams route_options
#' @param route,x,object A `wald_route`.
#' @param newdata Confidences, a row for each row and a column for each stage; those of stages that are not asked are not
#'   looked at. With a router a vector: its scores.
#' @param groups Of a route by segment the rows' segments, of one by class what the first stage that is asked answered.
#' @param stage,confidence The stage asked last, from 1, and how sure it was; `NA`: none was asked yet (with a router
#'   `confidence` is its score then).
#' @param group As `groups`, of one row.
#' @param ask A list of functions, one for each stage: of the row each gives a list of the answer and how sure it is.
#' @param row The row to answer.
#' @param score A router's.
#' @param row.names,optional Not used.
#' @param ... Not used; of `plot` handed to the plotting function.
#' @return `wald_route`: a list of the [facts] of a route (`cost`, `quality`, `full_cost`, `full_quality`, `feasible`,
#'   `certified`, `labels_needed`, ...), with `thresholds`, a row for each group and a column for each stage: it answers
#'   where its confidence is at least this, is not asked where this is `NaN`, and answers all rows where it is `-Inf`;
#'   `shares` of the rows that each stage answers; and `envelope`, a data frame of cost and quality of all routes that no
#'   other beats. It is kept whole in `.rds` files. `coef` gives the thresholds, `as.data.frame` the envelope, `plot` a
#'   picture of it. `predict`: which stage answers each row, from 1. `wald_next_stage`: the stage to call next, or `NA`
#'   where the last answer is taken. `wald_run_route`: a list of `answer`, the `stage` that gave it, and those `asked`.
#'   `wald_evaluate_route`: a list of `cost`, `quality` and `shares`.
#' @seealso [wald_stages()], [wald_ask()], [wald_labelling()]
#' @examples
#' set.seed(1)
#' sure <- runif(500)
#' truth <- sample(c("ham", "spam"), 500, TRUE)
#' other <- ifelse(truth == "ham", "spam", "ham")
#' small <- ifelse(runif(500) < (1 - sure) / 2, other, truth)
#' large <- ifelse(runif(500) < 0.02, other, truth)
#' stages <- wald_stages(cbind(small = sure, large = 1), cbind(small, large), truth, costs = c(1, 10))
#' route <- wald_route(stages, min_quality = 0.9)
#' route
#' coef(wald_route(stages, min_quality = 0.9, by = "class"))
#' predict(route, cbind(c(0.9, 0.1), 1))
#' wald_next_stage(route)
#' wald_next_stage(route, 1, 0.1)
#' wald_run_route(route, list(function(text) list("ham", 0.2), function(text) list("spam", 1)), "buy")
#' plot(route)
#' @export
wald_route <- with_options("routes", function(stages, ...) {
  pointer <- stages_argument(stages)$pointer
  route <- new_route(ok(native_route(pointer, route_asked(stages, options_given(...)))), stages$names, stages$classes,
                     stages$segments)
  if (!is.nan(route$certify)) {
    # While labels are asked for in batches, it is no surprise that nothing is certified yet.
    if (!route$certified && !stages_facts(stages)$n_batches) warn("no route can be certified: the last stage answers every row")
  } else if (!route$feasible)
    warn(if (route$goal == "quality") "no route keeps within the budget: this is the nearest one"
         else paste0("no route reaches the quality ", least_quality(list(...)$min_quality), ": this is the nearest one"))
  route
}, calls = "choose")

# The least quality that was asked for, or the default of it.
least_quality <- function(given) {
  if (is.null(given)) paste0(default_of("routes", "min_quality"), ", the default of min_quality") else format(given)
}

load_route <- function(text, labels = NULL) {
  pointer <- ok(native_load(text, "route"))
  by <- word_of(ok(native_facts(pointer, "route", "by", 0))$by, "route_by")
  new_route(pointer, classes = if (by == "class") labels, segments = if (by == "segment") labels)
}

# Groups as codes from 0.
groups_of <- function(route, groups) {
  if (is.null(groups)) return(NULL)
  coded_words(groups, if (route$by == "segment") "segments" else "groups",
              if (route$by == "segment") route$segments else route$classes)$codes
}

#' @rdname wald_route
#' @export
predict.wald_route <- function(object, newdata, groups = NULL, ...) {
  no_more(...)
  if (missing(newdata)) refuse("newdata is needed: the confidences of the stages, or a router's scores")
  sure <- if (object$router) real_vector(newdata, "newdata")
          else real_matrix(only_columns(newdata, object$names, "newdata"), "newdata")
  of <- groups_of(object, groups)
  if (!is.null(of) && length(of) != NROW(sure)) refuse("groups has length ", length(of), ": must be ", NROW(sure))
  found <- ok(native_route_apply(route_pointer(object), unname(sure), of)) + 1L
  structure(found, names = if (is.matrix(sure)) rownames(sure) else names(sure))
}

#' @rdname wald_route
#' @export
wald_next_stage <- function(route, stage = NA, confidence = NA, group = NULL) {
  pointer <- route_pointer(route)
  of <- if (is.null(group) || is.na(group)) 0 else groups_of(route, group)
  at <- if (is.na(stage)) -1 else whole(stage, "stage") - 1
  found <- ok(native_route_next(pointer, if (is.na(of)) -1 else of, at, number(confidence, "confidence")))
  if (found < 0) NA_integer_ else as.integer(found) + 1L
}

#' @rdname wald_route
#' @export
wald_run_route <- function(route, ask, row, group = NULL, score = NA) {
  if (!is.list(ask) || length(ask) != route_argument(route)$n_stages)
    refuse("ask has ", length(ask), " functions: must have one per stage, ", route$n_stages)
  stage <- wald_next_stage(route, NA, score, group)
  asked <- integer()
  repeat {
    asked <- c(asked, stage)
    found <- ask[[stage]](row)
    if (!is.list(found) || length(found) != 2)
      refuse("stage ", stage, " gave ", shown(found), ": must give a list of an answer and how sure it is")
    if (route$by == "class" && length(asked) == 1) group <- found[[1]]
    following <- if (route$router) NA else wald_next_stage(route, stage, found[[2]], group)
    if (is.na(following)) return(list(answer = found[[1]], stage = stage, asked = asked))
    stage <- following
  }
}

#' @rdname wald_route
#' @export
wald_evaluate_route <- with_options("routes", function(route, stages, ...) {
  pointer <- route_pointer(route)
  same_names("stages", stages_argument(stages)$names, route$names)
  given <- options_given(...)
  if (is.null(given$measure)) given$measure <- route$measure
  found <- ok(native_route_evaluate(pointer, stages$pointer, route_asked(stages, given)))
  found$shares <- structure(found$shares, names = route$names)
  found
}, calls = "evaluate")

# ---- Views ----

#' @rdname wald_route
#' @export
coef.wald_route <- function(object, ...) object$thresholds

#' @rdname wald_route
#' @export
as.data.frame.wald_route <- function(x, row.names = NULL, optional = FALSE, ...) x$envelope

#' @rdname wald_route
#' @method print wald_route
#' @export
print.wald_route <- function(x, ...) {
  number <- function(x) format(x, digits = 4)
  cat("Route through ", x$n_stages, " stages", if (x$router) ", by a router", if (x$by != "none") paste0(", by ", x$by),
      "\n  costs ", number(x$cost), " a row, ", x$measure, " ", number(x$quality), " (the last stage alone: ",
      number(x$full_cost), ", ", number(x$full_quality), ")\n", sep = "")
  stage <- paste("stage", seq_along(x$shares))
  if (!is.null(x$names)) stage <- ifelse(nzchar(x$names), x$names, stage)
  cat("  answered by ", paste0(stage, ": ", number(100 * x$shares), " %", collapse = ", "), "\n", sep = "")
  if (!x$feasible) cat("  the limit is not met on these rows\n")
  if (!is.nan(x$certify))
    cat(if (x$certified) paste0("  certified for future rows with probability ", number(x$certify))
        else paste0("  nothing is certified", if (is.finite(x$labels_needed))
          paste0(": about ", digits(x$labels_needed), " more labels would suffice")), "\n", sep = "")
  invisible(x)
}

#' @rdname wald_route
#' @method summary wald_route
#' @export
summary.wald_route <- function(object, ...) structure(list(route = object), class = "summary.wald_route")

#' @method print summary.wald_route
#' @export
print.summary.wald_route <- function(x, ...) {
  route <- x$route
  print(route)
  cat("Thresholds\n")
  shown <- utils::head(route$thresholds, 20)
  if (is.null(colnames(shown))) colnames(shown) <- paste("stage", seq_len(ncol(shown)))
  print(shown, digits = 4)
  envelope <- route$envelope[route$envelope$hull, c("cost", "quality")]
  if (nrow(envelope)) {
    cat("Best qualities by cost\n")
    print(envelope[unique(round(seq(1, nrow(envelope), length.out = 8))), ], digits = 4, row.names = FALSE)
  }
  invisible(x)
}

route_title <- function(x) paste0(x$measure, " by cost", if (x$certified) paste(", certified with", format(x$certify)))

#' @rdname wald_route
#' @export
plot.wald_route <- function(x, ...) {
  points <- x$envelope
  do.call(graphics::plot, over(list(points$cost, points$quality, type = "s", col = colours$line, las = 1, font.main = 1,
                                    xlab = "mean cost of a row", ylab = x$measure, main = route_title(x),
                                    xlim = range(points$cost, x$cost, x$full_cost),
                                    ylim = range(points$quality, x$quality, x$full_quality, finite = TRUE)), ...))
  graphics::points(x$full_cost, x$full_quality, pch = 1, col = colours$line)
  graphics::points(x$cost, x$quality, pch = 19, col = colours$mark)
  invisible(x)
}

#' @rawNamespace S3method(ggplot2::autoplot, wald_route)
autoplot.wald_route <- function(object, ...) {
  chosen <- data.frame(cost = object$cost, quality = object$quality)
  picture(object$envelope, ggplot2::aes(x = .data$cost, y = .data$quality)) +
    ggplot2::geom_step(colour = colours$line) +
    ggplot2::geom_point(data = chosen, colour = colours$mark, size = 2.5) +
    ggplot2::labs(x = "mean cost of a row", y = object$measure, title = route_title(object))
}
