# The settings that are numbers, by their numbers in the C interface.
cascade_settings <- c("alpha", "threshold", "negatives_only", "closest", "bins", "gamma", "bin_width", "folds",
                      "halves", "target", "confidence", "threads")
orders <- c("joint", "natural", "random", "mse", "greedy") # go before models of these names

# ---- The object ----

# A cascade, with what is known of it. Beside the library's object stands its text, from which it is made again where R
# has kept no more than that.
new_cascade <- function(pointer, asked = list(), levels = NULL, features = NULL) {
  found <- ok(native_cascade_facts(pointer))
  facts <- as.list(found$facts)
  facts$negatives_only <- facts$negatives_only != 0
  if (any(nzchar(found$names))) names(found$order) <- found$names[found$order]
  known <- function(stops) if (length(stops)) stops
  out <- c(asked, facts, found[c("order", "low", "high", "spread")],
           list(stops = known(found$stops), cross_stops = known(found$cross_stops),
                held_out_stops = known(found$held_out_stops), names = if (any(nzchar(found$names))) found$names,
                levels = levels, features = features, n_features = found$n_features))
  out$handle <- list2env(list(pointer = pointer, text = ok(native_cascade_save(pointer))), parent = emptyenv())
  structure(out, class = "wald_cascade")
}

cascade_argument <- function(x, name = "cascade") {
  if (!inherits(x, "wald_cascade")) refuse(name, " is ", shown(x), ": must be a wald_cascade")
  x
}

cascade_pointer <- function(cascade) {
  handle <- cascade_argument(cascade)$handle
  if (native_state(handle$pointer) == "lost") handle$pointer <- ok(native_cascade_load(handle$text))
  handle$pointer
}

# How to fit, as native code takes it.
cascade_options <- function(order = NULL, spend = NULL, costs = NULL, seed = NULL, progress = FALSE, models = NULL,
                            ...) {
  numbers <- rep(NA_real_, length(cascade_settings))
  for (name in names(given <- Filter(Negate(is.null), list(...)))) {
    value <- number(given[[name]], name)
    if (is.na(value)) refuse(name, " is ", shown(given[[name]]), ": must be a number")
    numbers[match(name, cascade_settings)] <- value
  }
  out <- list(numbers = numbers)
  by_name <- is.character(order) && length(order) == 1 && (order %in% orders || !order %in% models)
  if (by_name) out$order <- string(order, "order")
  else if (!is.null(order)) out$given_order <- model_numbers(order, models) - 1
  if (!is.null(spend)) out$spend <- string(spend, "spend")
  if (!is.null(costs)) out$costs <- model_costs(costs, models)
  if (!is.null(models)) out$names <- model_names(models)
  if (!is.null(seed)) out$seed <- seed_digits(seed)
  report <- progress_function(progress)
  if (!is.null(report)) out$progress <- report
  out
}

model_names <- function(names) {
  if (!is.character(names) || anyNA(names)) refuse("names is ", shown(names), ": must be texts")
  enc2utf8(names)
}

# Models of an order, from 1.
model_numbers <- function(order, models) {
  if (is.character(order)) {
    unknown <- setdiff(order, models)
    if (length(unknown)) refuse("order has ", dQuote(unknown[1], FALSE), ": there is no such model")
    order <- match(order, models)
  }
  if (!is.numeric(order) || anyNA(order) || any(order != trunc(order)))
    refuse("order is ", shown(order), ": must be a name, or the models in their order")
  as.double(order)
}

# A cost for each model, also where they were given by name.
model_costs <- function(costs, models) {
  costs <- real_vector(costs, "costs")
  if (is.null(names(costs)) || is.null(models)) return(unname(costs))
  unknown <- c(setdiff(names(costs), models), setdiff(models, names(costs)))
  if (length(unknown)) refuse("costs and the models differ: ", dQuote(unknown[1], FALSE), " is in one of them alone")
  unname(costs[models])
}

#' Cascades
#'
#' An ensemble adds up what many models say and compares the sum with a threshold. A cascade asks the models in a better
#' order, and stops as soon as what it has heard suffices: the same decisions, up to a share `alpha` of the rows, for a
#' fraction of the work. No labels are needed: what it is held against is the whole ensemble.
#'
#' @details
#' Orders: `"joint"` is chosen together with the thresholds (QWYC, Wang, Gupta and You 2018); `"natural"` is the order
#' of the columns; `"random"` by the seed; `"mse"` by the squared error of each model, `"greedy"` by that of the sum,
#' one model after the other. Or the models themselves, by number or name.
#'
#' The joint order is chosen so that these very rows leave early. What to expect of others is the cross-fitted
#' disagreement, which `folds` give; and what is certified, on rows that are set aside (`calibrate`): there, thresholds
#' are moved apart until the disagreement is at most `target` with the given confidence.
#'
#' @param x [wald_cascade_scores()], or what they are made of: a matrix or data frame of scores, a row for each example.
#'   Or [wald_trees()], with rows of `features`.
#' @param alpha The share of the rows that may be decided otherwise than by all models.
#' @param order See details.
#' @param spend How much of `alpha` may have been used up after position r of T: `"power:P"`, the share (r/T)^P,
#'   `"all"`, or `"proportional"` to the rows that had left. Default `"power:0.25"`, with calibration rows `"all"`.
#' @param threshold With one sum: the decision is for 1 where it is at least this.
#' @param negatives_only Filter and score: whether nobody leaves early for 1.
#' @param bins Whether thresholds are means and deviations in bins of the sum (Fan, Chu, Wang and Yu 2002).
#' @param gamma,bin_width Of bins: how many deviations, default the smallest number within `alpha`; and how wide, in
#'   units of the score, default a 20th of the deviation of the sum.
#' @param closest Where no model lets anybody go, the next is the one that brings sums closest to the full ones; default
#'   the cheapest.
#' @param halves Whether the order is chosen on one half of the rows, thresholds on the other.
#' @param calibrate Rows that are set aside, all of the same weight, as `x` (for trees, as `features`).
#' @param target,confidence What calibration is to certify.
#' @param folds Of the cross-fitted estimate, 0 for none; default 5, with calibration rows 0.
#' @param costs Of the models, in their order or by name, at least 0; `Inf` for one to be asked only where nothing else
#'   is left. Default 1 each.
#' @param names Of the models, which are saved with the cascade.
#' @param seed Of random orders, folds and halves, in \[0, 2^64): a number up to 2^53, or the digits as text.
#' @param threads,progress As for [wald_decide()].
#' @param weights,targets,classes,levels,models As for [wald_cascade_scores()].
#' @param features Rows of features, a column for each.
#' @param margin For trees with one output: the decision is for 1 where the whole sum, base included, is at least this.
#' @param ... For tables and trees the arguments above. Else not used.
#' @return A `wald_cascade`: a list of `order` (the models, from 1, named where they have names) and, for each position,
#'   `low` (a sum below it decides for 0; `-Inf`: none does), `high` (a sum at or above it decides for 1; `Inf`: none
#'   does; with several classes, so far must the largest sum be ahead), `spread` (the standard deviation of what the
#'   models behind it add) and `stops` (the share of the rows that is decided there; also `cross_stops` and
#'   `held_out_stops`); `models`, `classes`, `threshold`, `negatives_only`, `alpha`, `full_cost` (of all models),
#'   `rows`, `disagreement`, `mean_models`, `mean_cost`, `speedup` (`full_cost / mean_cost`); the same cross-fitted
#'   (`cross_disagreement`, `cross_mean_models`, `cross_mean_cost`) and on the rows set aside (`held_out_...`);
#'   `certified`, `confidence`, `spreads` (by how many calibration moved thresholds apart); `gamma`, `bin_width`; `unit`
#'   (scores are rounded to multiples of it), `rounded_rows` (that unrounded sums decide otherwise). What is unknown is
#'   `NaN`. It is kept whole in `.rds` files.
#' @seealso [predict.wald_cascade()], [wald_calibrate.wald_cascade()], [wald_compare_cascades()], [plot.wald_cascade()],
#'   [wald_cascade_run()]
#' @examples
#' set.seed(1)
#' ill <- rnorm(1000)
#' votes <- sapply(1:30, function(t) ill + rnorm(1000, sd = 1 + t / 10))
#' colnames(votes) <- paste0("expert", 1:30)
#' cascade <- wald_cascade(votes[1:600, ], alpha = 0.01)
#' cascade
#' head(coef(cascade), 3)
#' table(cascade = predict(cascade, votes[601:1000, ]), all = rowSums(votes[601:1000, ]) >= 0)
#' certain <- wald_cascade(votes[1:300, ], calibrate = votes[301:900, ], target = 0.02)
#' summary(certain)
#' @export
wald_cascade <- function(x, ...) UseMethod("wald_cascade")

#' @rdname wald_cascade
#' @export
wald_cascade.wald_cascade_scores <- function(x, alpha = 0.005, order = "joint", spend = NULL, threshold = 0,
                                             negatives_only = FALSE, bins = FALSE, gamma = NULL, bin_width = NULL,
                                             closest = FALSE, halves = FALSE, calibrate = NULL, target = 0.01,
                                             confidence = 0.95, folds = NULL, costs = NULL, names = x$models,
                                             seed = NULL, threads = default_threads(),
                                             progress = default_progress(), ...) {
  no_more(...)
  shape <- scores_shape(x)
  if (is.null(folds)) folds <- if (is.null(calibrate) && shape$rows >= 5) 5 else 0
  options <- cascade_options(order, spend, costs, seed, progress, names, alpha = alpha,
                             threshold = if (shape$classes == 1) threshold, negatives_only = negatives_only,
                             closest = closest, bins = bins, gamma = gamma, bin_width = bin_width, folds = folds,
                             halves = halves, target = target, confidence = confidence, threads = threads)
  aside <- if (!is.null(calibrate)) scores_like(calibrate, x, "calibrate")$pointer
  pointer <- ok(native_cascade_fit(x$pointer, aside, options))
  new_cascade(pointer, list(method = method_in_words(options)), x$levels)
}

method_in_words <- function(options) {
  order <- if (!is.null(options$given_order)) "given" else if (is.null(options$order)) "joint" else options$order
  with_bins <- options$numbers[cascade_settings == "bins"] %in% 1
  paste0(order, " order", if (with_bins) ", bins")
}

# Further rows for a fit, also where they are a table.
scores_like <- function(x, scores, name) {
  if (inherits(x, "wald_cascade_scores")) {
    same_names(name, x$models, scores$models)
    return(x)
  }
  shape <- scores_shape(scores)
  made <- empty_scores(if (is.null(scores$models)) shape$models else scores$models, shape$classes, scores$levels)
  wald_feed(made, x)
}

#' @rdname wald_cascade
#' @export
wald_cascade.default <- function(x, ..., weights = NULL, targets = NULL, classes = NULL, levels = NULL, models = NULL) {
  scores <- wald_cascade_scores.default(x, weights, targets, classes, levels, models)
  wald_cascade.wald_cascade_scores(scores, ...)
}

#' @rdname wald_cascade
#' @export
wald_cascade.wald_trees <- function(x, features, ..., margin = 0, calibrate = NULL, weights = NULL, targets = NULL,
                                    levels = NULL, threads = default_threads()) {
  if ("threshold" %in% names(list(...))) refuse("threshold is for scores: of trees give the margin, base included")
  scores <- wald_cascade_scores.wald_trees(x, features, weights, targets, levels, threads = threads)
  threshold <- if (trees_shape(x)$n_outputs == 1) wald_trees_threshold(x, margin)
  if (!is.null(calibrate) && !inherits(calibrate, "wald_cascade_scores"))
    calibrate <- wald_cascade_scores.wald_trees(x, calibrate, threads = threads)
  wald_bind(wald_cascade.wald_cascade_scores(scores, ..., threshold = threshold, calibrate = calibrate,
                                             threads = threads), x)
}

#' Certifying a cascade, and giving it trees
#'
#' @param x,cascade A [wald_cascade()].
#' @param scores Rows that had no part in fitting: [wald_cascade_scores()] (those of trees, for a cascade over trees),
#'   or a table of scores.
#' @param target,confidence What is to be certified: disagreement at most the target, with this confidence.
#' @param threads,progress As for [wald_decide()].
#' @param trees The [wald_trees()] whose models the cascade was fitted to.
#' @param ... Not used.
#' @return Another cascade: with thresholds so far apart that the disagreement is certified; one that takes features.
#' @examples
#' set.seed(1)
#' votes <- matrix(rnorm(20000, rep(rnorm(2000), 10)), 2000)
#' cascade <- wald_cascade(votes[1:1000, ], spend = "all")
#' wald_calibrate(cascade, votes[1001:2000, ], target = 0.02)
#' @export
wald_calibrate.wald_cascade <- function(x, scores, target = 0.01, confidence = 0.95, threads = default_threads(),
                                        progress = default_progress(), ...) {
  no_more(...)
  pointer <- cascade_pointer(x)
  options <- cascade_options(target = target, confidence = confidence, threads = threads, progress = progress)
  aside <- scores_for_cascade(x, scores, "scores")
  new_cascade(ok(native_cascade_calibrate(pointer, aside$pointer, options)), unclass(x)["method"], x$levels,
              x$features)
}

# Rows for a cascade that is there already.
scores_for_cascade <- function(cascade, x, name = "x") {
  if (inherits(x, "wald_cascade_scores")) {
    same_names(name, x$models, cascade$names)
    return(x)
  }
  like <- empty_scores(if (is.null(cascade$names)) cascade$models else cascade$names, cascade$classes, cascade$levels)
  wald_feed(like, x)
}

#' @rdname wald_calibrate.wald_cascade
#' @export
wald_bind <- function(cascade, trees) {
  pointer <- cascade_pointer(cascade)
  new_cascade(ok(native_cascade_bind(pointer, trees_argument(trees)$pointer)), unclass(cascade)["method"],
              cascade$levels, trees$features)
}

#' Cascades cannot be merged
#'
#' An order and its thresholds were chosen together for one set of rows, so cascades have no sum: merge the rows of
#' [wald_cascade_scores()] and fit again. This method says so.
#'
#' @param estimator,other Cascades.
#' @return None: it is an error of class `wald_error_unsupported`.
#' @examples
#' a <- wald_cascade(cbind(c(1, -1), c(2, -2)), folds = 0)
#' tryCatch(wald_merge(a, a), wald_error = conditionMessage)
#' @export
wald_merge.wald_cascade <- function(estimator, other) {
  ok(native_cascade_merge(cascade_pointer(estimator), cascade_pointer(cascade_argument(other, "other"))))
}

#' @export
wald_save.wald_cascade <- function(estimator) estimator$handle$text

load_cascade <- function(text, levels = NULL) {
  made <- new_cascade(ok(native_cascade_load(text)), levels = levels)
  wanted <- max(2, made$classes)
  if (!is.null(levels) && length(levels) != wanted)
    refuse("labels has length ", length(levels), ": the cascade decides for ", wanted, " classes")
  made
}

# ---- What it does on rows ----

#' Decisions of a cascade, and other views of it
#'
#' @param object,x A [wald_cascade()].
#' @param newdata Scores, as [wald_cascade_scores()] takes tables: those of models that are not asked are not looked at,
#'   but must be there. Of a cascade over trees, features (where it was loaded, columns in their order, since the text
#'   does not hold their names). Or a function of a model and of rows, both counted from 1,
#'   which gives the scores of this model for these rows, with several classes a matrix with a column for each: it is
#'   called for model after model, with the rows that are still undecided.
#' @param type `"decision"`: with one sum `TRUE` or `FALSE`, with several classes their numbers from 1; a factor where
#'   the classes have names. `"count"`: how many models were asked. `"both"`: a data frame of the two.
#' @param n For a function: the number of rows.
#' @param input Of a cascade over trees, what `newdata` is: `"features"` (the default) or `"scores"`.
#' @param threads As for [wald_decide()].
#' @param row.names,optional,... Not used.
#' @return `coef`: a data frame of `position`, `model`, `low`, `high` and `spread`. `as.data.frame`: the same with the
#'   shares of the rows that stop there.
#' @examples
#' set.seed(1)
#' votes <- matrix(rnorm(3000, rep(rnorm(300), 10)), 300)
#' cascade <- wald_cascade(votes, alpha = 0.02)
#' coef(cascade)
#' head(predict(cascade, votes, type = "both"))
#' asked <- 0
#' lazily <- predict(cascade, function(model, rows) {
#'   asked <<- asked + length(rows)
#'   votes[rows, model]
#' }, n = 300)
#' identical(lazily, predict(cascade, votes))
#' asked / length(votes)
#' @export
predict.wald_cascade <- function(object, newdata, type = c("decision", "count", "both"), n = NULL, input = NULL,
                                 threads = default_threads(), ...) {
  type <- choice(if (!missing(type)) type, eval(formals()$type), "type")
  if (missing(newdata)) refuse("newdata is needed: the scores of the rows, or a function that gives them")
  pointer <- cascade_pointer(object)
  if (is.function(newdata)) {
    if (is.null(n)) refuse("n is needed: the number of rows")
    found <- ok(native_cascade_apply_function(pointer, whole(n, "n"), score_function(newdata, object$classes),
                                              object$classes))
    rows <- NULL
  } else {
    input <- choice(input, if (object$n_features > 0) c("features", "scores") else "scores", "input")
    table <- if (input == "features") feature_table(newdata, object$features, "newdata")
             else cascade_table(object, newdata)
    if (!is.null(n) && n != nrow(table)) refuse("n is ", shown(n), ": newdata has ", nrow(table), " rows")
    found <- ok(native_cascade_apply(pointer, table, input == "features", thread_count(threads)))
    rows <- rownames(table)
  }
  decision <- named(decided_as(found$decision, object), rows)
  switch(type, decision = decision, count = named(found$count, rows),
         both = data.frame(decision = unname(decision), count = found$count, row.names = rows))
}

cascade_table <- function(cascade, newdata) {
  given <- score_table(newdata, cascade$classes, cascade$names, "newdata")
  same_names("newdata", given$models, cascade$names)
  given$table
}

# What a user's function gives, as native code takes it.
score_function <- function(f, classes) {
  function(model, rows) {
    scores <- f(model, rows)
    if (!is.numeric(scores) || length(scores) != length(rows) * classes)
      refuse("the function gave ", length(scores), " scores of class ", class(scores)[1], " for model ", model,
             ": must be ", length(rows) * classes, " numbers")
    if (classes > 1 && !identical(dim(scores), as.integer(c(length(rows), classes))))
      refuse("the function gave a table of another shape for model ", model, ": must be ", length(rows), " rows by ",
             classes, " classes")
    as.double(if (classes > 1) t(scores) else scores)
  }
}

# Decisions in R's own way; `NA` where there is none yet.
decided_as <- function(decision, cascade) {
  decision[decision < 0] <- NA
  if (!is.null(cascade$levels)) factor(cascade$levels[decision + 1L], levels = cascade$levels)
  else if (cascade$classes > 1) decision + 1L
  else decision == 1L
}

#' What a cascade does on other rows
#'
#' `wald_evaluate_cascade` counts on any rows; `wald_compare_cascades` puts several cascades side by side, for a picture
#' of cost against disagreement.
#'
#' @param cascade A [wald_cascade()].
#' @param scores Rows as [wald_cascade_scores()] or a table of scores. For `wald_compare_cascades`, what all are counted
#'   on; without it the numbers are the best that all have of their own: of rows set aside, cross-fitted, or of those
#'   fitted to.
#' @param threads As for [wald_decide()].
#' @param ... Cascades, by names that the picture shows; or lists of such. Those of one name are joined by a line.
#' @return `wald_evaluate_cascade`: a list of `disagreement`, `mean_models`, `mean_cost`, `speedup` and `stops`, the
#'   share of the rows that is decided at each position. `wald_compare_cascades`: a data frame, a row for each cascade.
#' @seealso [plot.wald_cascade()]
#' @examples
#' set.seed(1)
#' votes <- matrix(rnorm(20000, rep(rnorm(1000), 20)), 1000)
#' at <- function(alpha) wald_cascade(votes[1:500, ], alpha = alpha, folds = 0)
#' joint <- lapply(c(0.002, 0.01, 0.05), at)
#' natural <- wald_cascade(votes[1:500, ], order = "natural", folds = 0)
#' wald_evaluate_cascade(natural, votes[501:1000, ])[1:4]
#' compared <- wald_compare_cascades(joint = joint, natural = natural, scores = votes[501:1000, ])
#' compared
#' plot(compared)
#' @export
wald_evaluate_cascade <- function(cascade, scores, threads = default_threads()) {
  pointer <- cascade_pointer(cascade)
  rows <- scores_for_cascade(cascade, scores, "scores")
  found <- ok(native_cascade_evaluate(pointer, rows$pointer, thread_count(threads)))
  append(found, list(speedup = times_less(cascade, found)), 3)
}

#' @rdname wald_evaluate_cascade
#' @export
wald_compare_cascades <- function(..., scores = NULL, threads = default_threads()) {
  given <- list(...)
  if (is.null(names(given))) names(given) <- rep("", length(given))
  single <- vapply(given, inherits, NA, "wald_cascade")
  given[single] <- lapply(given[single], list)
  cascades <- unlist(unname(given), recursive = FALSE)
  for (one in cascades) cascade_argument(one, "an argument")
  if (!length(cascades)) refuse("no cascade was given")
  names <- rep(names(given), lengths(given))
  names[!nzchar(names)] <- paste("cascade", which(!nzchar(names)))
  if (is.null(scores)) {
    kind <- best_kind(cascades)
    numbers <- lapply(cascades, of_kind, kind)
  } else {
    kind <- "given"
    scores <- scores_for_cascade(cascades[[1]], scores, "scores")
    numbers <- lapply(cascades, wald_evaluate_cascade, scores, threads)
  }
  column <- function(name) vapply(numbers, function(one) as.double(one[[name]]), 0)
  out <- data.frame(cascade = names, alpha = vapply(cascades, `[[`, 0, "alpha"), disagreement = column("disagreement"),
                    mean_models = column("mean_models"), mean_cost = column("mean_cost"), speedup = column("speedup"),
                    stringsAsFactors = FALSE)
  structure(out, class = c("wald_cascade_comparison", "data.frame"), rows = kind)
}

# The rows that numbers of a cascade may be of, the most telling first.
kinds_of_rows <- c("held_out", "cross", "in_sample")
rows_in_words <- c(held_out = "on rows set aside", cross = "cross-fitted", in_sample = "in sample",
                   given = "on the rows given")

of_kind <- function(cascade, kind) {
  prefix <- if (kind == "in_sample") "" else paste0(kind, "_")
  names <- c("disagreement", "mean_models", "mean_cost", "stops")
  found <- structure(unclass(cascade)[paste0(prefix, names)], names = names)
  c(found, list(speedup = times_less(cascade, found)))
}

is_known <- function(cascade, kind) !is.nan(of_kind(cascade, kind)$disagreement)

# What all of them know; where there is nothing, numbers are NaN.
best_kind <- function(cascades) {
  known <- Filter(function(kind) all(vapply(cascades, is_known, NA, kind)), kinds_of_rows)
  if (length(known)) known[1] else "in_sample"
}

# ---- Views ----

#' @rdname predict.wald_cascade
#' @export
coef.wald_cascade <- function(object, ...) {
  model <- if (is.null(names(object$order))) object$order else names(object$order)
  data.frame(position = seq_along(model), model = model, low = object$low, high = object$high, spread = object$spread,
             stringsAsFactors = FALSE)
}

#' @rdname predict.wald_cascade
#' @export
as.data.frame.wald_cascade <- function(x, row.names = NULL, optional = FALSE, ...) {
  stops <- Filter(Negate(is.null), unclass(x)[c("stops", "cross_stops", "held_out_stops")])
  if (length(stops)) cbind(coef(x), as.data.frame(stops)) else coef(x)
}

#' @rdname predict.wald_cascade
#' @method print wald_cascade
#' @export
print.wald_cascade <- function(x, ...) {
  cat("Cascade of ", digits(x$models), " models", if (x$classes > 1) paste0(" for ", x$classes, " classes"),
      if (x$n_features > 0) paste0(" over ", digits(x$n_features), " features"),
      if (!is.null(x$method)) paste0(" (", x$method, ")"), if (x$negatives_only) ", negatives only", "\n", sep = "")
  kind <- best_kind(list(x))
  best <- of_kind(x, kind)
  cat("  asks ", format(best$mean_models, digits = 4), " models on average",
      if (!isTRUE(all.equal(best$mean_models, best$mean_cost)))
        paste0(", of cost ", format(best$mean_cost, digits = 4)),
      ": ", format(best$speedup, digits = 3), " times less\n", sep = "")
  said <- vapply(Filter(function(kind) is_known(x, kind), rev(kinds_of_rows)), function(kind) {
    paste(format(of_kind(x, kind)$disagreement, digits = 3), rows_in_words[[kind]])
  }, "")
  cat("  disagreement ", paste(said, collapse = ", "), "\n", sep = "")
  if (!is.nan(x$certified)) {
    cat("  certified on ", digits(x$held_out_rows), " rows: ",
        if (is.infinite(x$spreads)) "nothing, so all models are asked"
        else paste0("at most ", format(x$certified), " with confidence ", format(x$confidence)), "\n", sep = "")
  }
  if (x$rounded_rows > 0) cat("  rows that unrounded sums decide otherwise: ", digits(x$rounded_rows), "\n", sep = "")
  invisible(x)
}

#' @rdname predict.wald_cascade
#' @method summary wald_cascade
#' @export
summary.wald_cascade <- function(object, ...) structure(list(cascade = object), class = "summary.wald_cascade")

#' @method print summary.wald_cascade
#' @export
print.summary.wald_cascade <- function(x, ...) {
  cascade <- x$cascade
  print(cascade)
  known <- Filter(function(kind) is_known(cascade, kind), rev(kinds_of_rows))
  if (length(known)) {
    columns <- c("disagreement", "mean_models", "mean_cost", "speedup")
    numbers <- vapply(known, function(kind) unlist(of_kind(cascade, kind)[columns]), numeric(4))
    colnames(numbers) <- rows_in_words[known]
    print(t(numbers), digits = 4)
    reached <- cumsum(of_kind(cascade, best_kind(list(cascade)))$stops)
    shares <- c(0.5, 0.9, 0.99)
    at <- vapply(shares, function(share) which(reached >= share - 1e-9)[1], 0L)
    cat("Decided by position: ", paste0(100 * shares, " % of the rows by ", at, collapse = ", "), "\n", sep = "")
  }
  cat("First models\n")
  print(head(as.data.frame(cascade), 5), digits = 4, row.names = FALSE)
  invisible(x)
}

# How many times less a cascade costs than all of its models; both may be infinite.
times_less <- function(cascade, found) {
  if (identical(cascade$full_cost, found$mean_cost) && found$mean_cost > 0) 1 else cascade$full_cost / found$mean_cost
}
