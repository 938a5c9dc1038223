# ---- The object ----

# A cascade, with what is known of it.
new_cascade <- function(pointer, asked = list(), levels = NULL, features = NULL) {
  facts <- ok(native_facts(pointer, "cascade", c("whole", "position"), 0))
  facts$negatives_only <- facts$negatives_only != 0
  facts$order <- as.integer(facts$order) + 1L
  for (name in c("stops", "cross_stops", "held_out_stops")) if (!length(facts[[name]])) facts[name] <- list(NULL)
  texts_of <- function(fact, count) {
    found <- ok(native_texts(pointer, "cascade", fact, count))
    if (any(nzchar(found))) found
  }
  names <- texts_of("name", facts$n_models)
  if (!is.null(names)) names(facts$order) <- names[facts$order]
  saved <- texts_of("feature_name", facts$n_features)
  out <- c(asked, facts, list(names = names, levels = levels, feature_names = if (is.null(saved)) features else saved,
                              categories = categories_by_feature(texts_of("category", facts$n_categories))))
  out$handle <- kept(pointer, "cascade")
  structure(out, class = "wald_cascade")
}

cascade_argument <- function(x, name = "cascade") of_class(x, "wald_cascade", name)

cascade_pointer <- function(cascade) kept_pointer(cascade_argument(cascade), "cascade")

# Categories are saved as "feature=category", those of a feature in the order of their codes.
categories_by_feature <- function(texts) {
  if (is.null(texts)) return(NULL)
  feature <- sub("=.*", "", texts)
  split(sub("[^=]*=", "", texts), factor(feature, unique(feature)))
}
categories_as_texts <- function(categories) {
  if (!is.list(categories)) return(categories)
  unlist(Map(function(feature, words) paste0(feature, "=", words), names(categories), categories), use.names = FALSE)
}

# A table whose factors and texts are codes from 0, as trees take categories.
coded <- function(x, categories, name) {
  if (!is.data.frame(x)) return(x)
  for (column in names(x)) if (is.factor(x[[column]]) || is.character(x[[column]])) {
    words <- categories[[column]]
    if (is.null(words)) next
    unknown <- setdiff(as.character(x[[column]]), c(words, NA))
    if (length(unknown))
      refuse(name, "$", column, " has the category ", dQuote(unknown[1], FALSE), ": must be one of ",
             listed(dQuote(words, FALSE)))
    x[[column]] <- match(as.character(x[[column]]), words) - 1
  }
  x
}

# The categories of a data frame's factors.
categories_of <- function(x) {
  is_factor <- if (is.data.frame(x)) vapply(x, is.factor, NA) else FALSE
  if (any(is_factor)) lapply(x[is_factor], levels)
}

# How to fit, as native code takes it: models by number from 1 or by name.
cascade_options <- function(given, models) {
  if (!is.null(given$fixed_order)) given$fixed_order <- model_numbers(given$fixed_order, models) - 1
  if (!is.null(given$costs)) given$costs <- model_costs(given$costs, models)
  given$categories <- categories_as_texts(given$categories)
  asked("cascades", given)
}

# Models of an order, from 1.
model_numbers <- function(order, models) {
  if (is.character(order)) {
    unknown <- setdiff(order, models)
    if (length(unknown)) refuse("fixed_order has ", dQuote(unknown[1], FALSE), ": there is no such model")
    order <- match(order, models)
  }
  whole_numbers(order, "fixed_order")
}

# A cost for each model, also if they were given by name.
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
#' fraction of the work. No labels are needed: it is compared with the whole ensemble.
#'
#' @details
#' The joint order is chosen so that these very rows leave early. What to expect of others is the cross-fitted
#' disagreement, which `folds = 5` gives; and what is certified, on rows that are set aside (`calibrate`): there,
#' thresholds are moved apart until the disagreement is at most `max_disagreement`, with probability `certify`.
#'
#' @param x [wald_cascade_scores()], or what they are made of: a matrix or data frame of scores, a row for each example.
#'   Or [wald_trees()], with rows of `features`.
#' @param calibrate Rows that are set aside, all of the same weight, as `x` (for trees, as `features`).
#' @param weights,targets,classes,levels,models As for [wald_cascade_scores()].
#' @param features Rows of features, a column for each. Of a data frame with factors the codes of their levels, from 0,
#'   are the categories of the trees; with the names of the trees' features they are saved.
#' @param margin For trees with one output: the decision is for 1 if the whole sum, base included, is at least this.
#' @param fixed_order An order from elsewhere, which replaces `order`: each model once, by number from 1 or by name.
#' @param costs The cost of each model, in their order or by name; `Inf` asks it only if nothing else is left.
#'   Default 1 each.
#' @param names The names of the models, which are saved with the cascade. Default: those that `x` has.
#' @inheritParams cascade_options
#' @param ... For tables and trees the arguments above.
#' @return A `wald_cascade`: a list of the [facts] of a cascade (`order`, the models from 1, named where they have
#'   names, `low`, `high`, `stops`, `disagreement`, `mean_models`, `speedup`, `certified`, ...). What is unknown is
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
#' certain <- wald_cascade(votes[1:300, ], calibrate = votes[301:900, ], max_disagreement = 0.02)
#' summary(certain)
#' @export
wald_cascade <- with_options("cascades", function(x, ...) UseMethod("wald_cascade"))

#' @rdname wald_cascade
#' @export
wald_cascade.wald_cascade_scores <- function(x, ..., calibrate = NULL) {
  given <- list(...)
  if (is.null(given$names)) given$names <- x$models
  options <- cascade_options(given, given$names)
  aside <- if (!is.null(calibrate)) scores_like(calibrate, x, "calibrate")$pointer
  made <- new_cascade(ok(native_cascade_fit(x$pointer, aside, options)), list(method = method_in_words(options)), x$levels)
  if (made$algorithm == "votes") made$method <- "votes"
  made
}

method_in_words <- function(options) {
  order <- if (!is.null(options$fixed_order)) "given" else if (is.null(options$order)) "joint" else options$order
  paste0(order, " order", if (isTRUE(options$bins == 1)) ", bins")
}

# Further rows for a fit, also if they are a table.
scores_like <- function(x, scores, name) {
  if (inherits(x, "wald_cascade_scores")) {
    same_names(name, x$models, scores$models)
    return(x)
  }
  shape <- scores_shape(scores)
  made <- empty_scores(if (is.null(scores$models)) shape$n_models else scores$models, shape$n_classes, scores$levels)
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
                                    levels = NULL) {
  given <- list(...)
  if (!is.null(given$threshold)) refuse("threshold is for scores: of trees give the margin, base included")
  # What the codes of factors stand for is saved, where features have names.
  categories <- given$categories
  if (is.null(categories)) categories <- x$categories
  if (!is.null(x$features) && is.null(categories))
    categories <- categories_of(only_columns(features, x$features, "features"))
  if (!is.null(categories) && !is.list(categories)) categories <- categories_by_feature(texts(categories, "categories"))
  rows <- function(table, ..., name = "features")
    wald_cascade_scores.wald_trees(x, coded(table, categories, name), ..., threads = given$threads)
  scores <- rows(features, weights, targets, levels)
  threshold <- if (trees_facts(x)$n_outputs == 1) wald_trees_threshold(x, margin)
  if (!is.null(calibrate) && !inherits(calibrate, "wald_cascade_scores"))
    calibrate <- rows(calibrate, name = "calibrate")
  given[c("threshold", "calibrate")] <- list(threshold, calibrate)
  if (is.null(given$feature_names)) given$feature_names <- x$features
  if (!is.null(x$features)) given$categories <- categories
  wald_bind(do.call(wald_cascade.wald_cascade_scores, c(list(scores), given)), x)
}

#' Certifying a cascade, and giving it trees
#'
#' @param x,cascade A [wald_cascade()].
#' @param scores Rows that had no part in fitting: [wald_cascade_scores()] (those of trees, for a cascade over trees),
#'   or a table of scores.
#' @param trees The [wald_trees()] whose models the cascade was fitted to.
#' @inheritParams cascade_options
#' @param ... No further arguments.
#' @return Another cascade: with thresholds so far apart that the disagreement is certified; one that takes features.
#' @examples
#' set.seed(1)
#' votes <- matrix(rnorm(20000, rep(rnorm(2000), 10)), 2000)
#' cascade <- wald_cascade(votes[1:1000, ], spend = "all")
#' wald_calibrate(cascade, votes[1001:2000, ], max_disagreement = 0.02)
#' @export
wald_calibrate.wald_cascade <- with_options("cascades", function(x, scores, ...) {
  aside <- scores_for_cascade(x, scores, "scores")
  new_cascade(ok(native_cascade_calibrate(cascade_pointer(x), aside$pointer, asked("cascades", options_given(...)))),
              unclass(x)["method"], x$levels, x$feature_names)
}, calls = "calibrate")

# Rows for a cascade that is there already.
scores_for_cascade <- function(cascade, x, name = "x") {
  if (inherits(x, "wald_cascade_scores")) {
    same_names(name, x$models, cascade$names)
    return(x)
  }
  like <- empty_scores(if (is.null(cascade$names)) cascade$n_models else cascade$names, cascade$n_classes, cascade$levels)
  wald_feed(like, x)
}

#' @rdname wald_calibrate.wald_cascade
#' @export
wald_bind <- function(cascade, trees) {
  pointer <- cascade_pointer(cascade)
  new_cascade(ok(native_cascade_bind(pointer, trees_argument(trees)$pointer)), unclass(cascade)["method"],
              cascade$levels, trees$features)
}

load_cascade <- function(text, levels = NULL) {
  made <- new_cascade(ok(native_load(text, "cascade")), levels = levels)
  wanted <- max(2, made$n_classes)
  if (!is.null(levels) && length(levels) != wanted)
    refuse("labels has length ", length(levels), ": the cascade decides for ", wanted, " classes")
  made
}

# ---- What it does on rows ----

#' Decisions of a cascade, and other views of it
#'
#' @param object,x A [wald_cascade()].
#' @param newdata Scores, as [wald_cascade_scores()] takes tables: those of models that do not run are not read,
#'   but must be there. Of a cascade over trees, features (where it was loaded, columns in their order, since the text
#'   does not hold their names). Or a function of a model and of rows, both counted from 1,
#'   which gives the scores of this model for these rows, with several classes a matrix with a column for each: it is
#'   called for model after model, with the rows that are still undecided.
#' @param type `"decision"`: with one sum `TRUE` or `FALSE`, with several classes their numbers from 1; a factor where
#'   the classes have names. `"count"`: how many models ran. `"both"`: a data frame of the two. `"sum"`: the sum
#'   of scores of rows for which all models ran, else `NaN`; with several classes a matrix with a column for each.
#' @param n For a function: the number of rows.
#' @param input Of a cascade over trees, what `newdata` is: `"features"` (the default) or `"scores"`.
#' @param na.action What is done with rows that lack a score of a model that is asked: by default they are `NA`;
#'   [stats::na.omit()] leaves them out, [stats::na.fail()] is an error.
#' @param row.names,optional Not used.
#' @inheritParams cascade_options
#' @param ... Not used.
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
predict.wald_cascade <- with_options("cascades", function(object, newdata, type = c("decision", "count", "both", "sum"),
                                                          n = NULL, input = NULL, na.action = stats::na.pass, ...) {
  type <- choice(if (!missing(type)) type, eval(formals()$type), "type")
  if (missing(newdata)) refuse("newdata is needed: the scores of the rows, or a function that gives them")
  pointer <- cascade_pointer(object)
  if (is.function(newdata)) {
    if (is.null(n)) refuse("n is needed: the number of rows")
    given <- options_given(...)
    if (length(given)) refuse(c(names(given), "an argument")[1], " is given: a function of scores is asked without options")
    found <- ok(native_cascade_apply_function(pointer, whole(n, "n"), score_function(newdata, object$n_classes),
                                              object$n_classes))
    rows <- present <- NULL
  } else {
    named_scores <- !is.null(object$names) && all(object$names %in% colnames(newdata))
    input <- choice(input, if (!object$n_features) "scores" else if (named_scores) c("scores", "features")
                    else c("features", "scores"), "input")
    table <- if (input == "features") feature_table(coded(newdata, object$categories, "newdata"), object$feature_names,
                                                    "newdata")
             else cascade_table(object, newdata)
    if (!is.null(n) && n != nrow(table)) refuse("n is ", shown(n), ": newdata has ", nrow(table), " rows")
    there <- table
    lacks <- input == "scores" && anyNA(table)
    if (lacks) there[is.na(table)] <- 0
    found <- ok(native_cascade_apply(pointer, there, input == "features", asked("cascades", options_given(...))))
    rows <- rownames(table)
    present <- NULL
    if (lacks) {
      # A score that is missing counts if its model was asked.
      gone <- missing_rows(table)
      gone[gone] <- vapply(which(gone), function(i) {
        heard <- object$order[seq_len(found$count[i])]
        classes <- max(1, object$n_classes)
        anyNA(table[i, outer(seq_len(classes), (heard - 1) * classes, `+`)])
      }, NA)
      present <- present_rows(gone, na.action, "newdata")
    }
  }
  if (!is.null(present)) {
    keep <- present$all
    rows <- rows[keep]
    found <- list(decision = found$decision[keep], count = found$count[keep], sum = found$sum[, keep, drop = FALSE])
    gone <- gone[keep]
    found$decision[gone] <- -1L
    found$count[gone] <- NA
    found$sum[, gone] <- NA
  }
  decision <- named(decided_as(found$decision, object), rows)
  switch(type, decision = decision, count = named(found$count, rows),
         sum = if (object$n_classes > 1) structure(t(found$sum), dimnames = if (!is.null(rows)) list(rows, NULL))
               else named(as.vector(found$sum), rows),
         both = data.frame(decision = unname(decision), count = found$count, row.names = rows))
}, calls = "apply")

cascade_table <- function(cascade, newdata) {
  given <- score_table(newdata, cascade$n_classes, cascade$names, "newdata")
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
  else if (cascade$n_classes > 1) decision + 1L
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
#' @inheritParams cascade_options
#' @param ... For `wald_compare_cascades` cascades, by names that the
#'   picture shows; or lists of such. Those of one name are joined by a line.
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
wald_evaluate_cascade <- with_options("cascades", function(cascade, scores, ...) {
  pointer <- cascade_pointer(cascade)
  rows <- scores_for_cascade(cascade, scores, "scores")
  found <- ok(native_cascade_evaluate(pointer, rows$pointer, asked("cascades", options_given(...))))
  append(found, list(speedup = times_less(cascade, found)), 3)
}, calls = "evaluate")

#' @rdname wald_evaluate_cascade
#' @export
wald_compare_cascades <- function(..., scores = NULL) {
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
    numbers <- lapply(cascades, wald_evaluate_cascade, scores)
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
  cat("Cascade of ", digits(x$n_models), " models", if (x$n_classes > 1) paste0(" for ", x$n_classes, " classes"),
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
  if (!is.nan(x$certified_disagreement)) {
    cat("  certified on ", digits(x$n_held_out_rows), " rows: ",
        if (is.infinite(x$spreads)) "nothing, so all models run"
        else paste0("at most ", format(x$certified_disagreement), " with probability ", format(x$certify)), "\n", sep = "")
  }
  if (x$n_rounded_rows > 0) cat("  rows that unrounded sums decide otherwise: ", digits(x$n_rounded_rows), "\n", sep = "")
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
