# A model of one's own inside a learner: fitted to all rows, asked out of fold for what calibrates, kept for predicting.

#' A model of your own, around which a learner is fitted
#'
#' For `marginals` of [wald_fit()]: how a model is fitted, and how it gives probabilities. The learner fits it to all
#' rows; to calibrate it also fits one to the rows outside of each fold, and asks that of the fold. What it was fitted
#' to is kept and asked by `predict`.
#'
#' `fit` is called as `fit(x, y, weights)`. `x` are the features as [wald_fit()] was given them, a matrix, a sparse
#' `Matrix` or a data frame; of a formula, a data frame of the columns of `data` that it names, whose attribute
#' `formula` is its right side. `y` is a factor of the levels `"0"` and `"1"`, for one label after the other; of
#' exclusive classes a factor of those that occur; with `together` the table of 0 and 1 of all labels. `weights` are
#' `NULL` if there are none. Rows of weight 0 are left out, and a label that has one value in all rows gets no model
#' but that probability.
#'
#' The ready ones: `"glm"` is [stats::glm()] of the family quasibinomial, for labels; `"ranger"` the probability forest
#' of the package of that name, whose weights are those of drawing rows; `"nnet"` one network for all labels, or for the
#' classes, of the package of that name (`size = 10`, `decay = 0.1`, `maxit = 200`), on features of mean 0 and standard
#' deviation 1.
#'
#' @param fit `"glm"`, `"ranger"` or `"nnet"`; or a function, see below.
#' @param ... Handed to the function, or to that of the ready model (`num.trees = 200`).
#' @param probabilities `function(model, x)` that gives for each row P(1), as a vector or in a column named `"1"`; of
#'   classes, a column for each, named; with `together` a column for each label. Default [wald_probabilities()]. Not for
#'   the ready ones.
#' @param together Whether one model takes all labels.
#' @return A `wald_model`.
#' @seealso [wald_fit()]
#' @examples
#' set.seed(1)
#' x <- matrix(rnorm(800), 200, dimnames = list(NULL, c("a", "b", "c", "d")))
#' y <- cbind(red = x[, 1], green = x[, 1] + x[, 2], blue = x[, 3]) + rnorm(600) > 0.5
#' model <- wald_fit(x[1:150, ], y[1:150, ], marginals = "glm")
#' model
#' wald_evaluate(y[151:200, ], predict(model, x[151:200, ]), "f1")
#'
#' # Any other model, by two functions.
#' nearest <- wald_model(function(x, y, weights) list(x = x, y = y),
#'                       probabilities = function(model, x) apply(x, 1, function(row) {
#'                         distance <- colSums((t(model$x) - row)^2)
#'                         mean(model$y[order(distance)[1:15]] == "1")
#'                       }))
#' wald_fit(x[1:150, ], y[1:150, ], "given", marginals = nearest)
#' @export
wald_model <- function(fit, ..., probabilities = NULL, together = FALSE) {
  flag(together, "together")
  if (is.function(fit)) {
    if (is.null(probabilities)) probabilities <- wald_probabilities
    if (!is.function(probabilities)) refuse("probabilities is ", shown(probabilities), ": must be a function(model, x)")
    ready <- list(fit = fit, probabilities = probabilities, together = together, name = NULL)
  } else {
    name <- choice(if (is.null(fit)) NA else fit, names(ready_models), "fit")
    if (!is.null(probabilities) || together)
      refuse("fit is ", shown(name), ", which has its own probabilities and together: they are for functions")
    if (name != "glm" && !requireNamespace(name, quietly = TRUE))
      refuse("fit is ", shown(name), ": the package of that name is not installed")
    ready <- c(ready_models[[name]], name = name)
  }
  structure(c(ready, list(given = list(...))), class = "wald_model")
}

#' @rdname wald_model
#' @param x A `wald_model`.
#' @method print wald_model
#' @export
print.wald_model <- function(x, ...) {
  cat("Model for the marginals of a learner: ", if (is.null(x$name)) "functions" else x$name,
      if (x$together) ", one for all labels", "\n", sep = "")
  invisible(x)
}

# `marginals` where they are a model, else NULL.
model_of <- function(marginals) {
  if (inherits(marginals, "wald_model")) return(marginals)
  if (is.function(marginals) || is.character(marginals) && is.null(dim(marginals))) wald_model(marginals)
}

# ---- Ready ones ----

glm_data <- function(x) if (is.data.frame(x)) x else as.data.frame(as.matrix(x))

fit_glm <- function(x, y, weights, ...) {
  if (nlevels(y) > 2) refuse('marginals is "glm", which takes labels: there are ', nlevels(y), " classes")
  right <- attr(x, "formula")
  data <- glm_data(x)
  data$.y <- y
  # The model keeps the environment of its formula, which should hold no more than what it needs.
  home <- list2env(list(.weights = weights), parent = if (is.null(right)) globalenv() else environment(right))
  formula <- if (is.null(right)) .y ~ . else stats::update(right, .y ~ .)
  environment(formula) <- home
  eval(bquote(stats::glm(.(formula), stats::quasibinomial(), data, weights = .(if (!is.null(weights)) quote(.weights)),
                         model = FALSE, x = FALSE, y = FALSE, ...)))
}

# Features as numbers of mean 0 and standard deviation 1, as networks need them.
fit_nnet <- function(x, y, weights, ...) {
  right <- attr(x, "formula")
  rows <- if (is.null(right)) training_rows(x, "one-hot") else {
    frame <- stats::model.frame(right, x, na.action = stats::na.pass, drop.unused.levels = TRUE)
    formula_rows(frame, attr(frame, "terms"), names(x), "one-hot", "data")
  }
  table <- dense_features(rows$rows)
  mean <- colMeans(table)
  deviation <- sqrt(colMeans(sweep(table, 2, mean)^2))
  deviation[!(deviation > 0)] <- 1
  classes <- is.factor(y)
  settings <- utils::modifyList(list(size = 10, decay = 0.1, maxit = 200, trace = FALSE, MaxNWts = 1e6), list(...))
  if (classes) y <- indicators(y, NULL, "y")
  out <- list(encoding = rows$encoding, mean = mean, deviation = deviation)
  out$network <- do.call(nnet::nnet, c(list(scaled_features(table, out), y + 0), if (classes) list(softmax = TRUE) else
    list(entropy = TRUE), if (!is.null(weights)) list(weights = weights), settings))
  out$network[c("call", "fitted.values", "residuals")] <- NULL
  out
}

dense_features <- function(rows) {
  if (!is.null(rows$features)) return(rows$features)
  out <- matrix(0, length(rows$indptr) - 1L, rows$n_features)
  out[cbind(rep(seq_len(nrow(out)), diff(rows$indptr)), rows$indices + 1L)] <- rows$values
  out
}
scaled_features <- function(table, by) sweep(sweep(table, 2, by$mean), 2, by$deviation, "/")

ready_models <- list(
  glm = list(fit = fit_glm, together = FALSE, probabilities = function(model, x) {
    unname(stats::predict(model, glm_data(x), type = "response"))
  }),
  ranger = list(fit = function(x, y, weights, ...) {
    ranger::ranger(x = x, y = y, probability = TRUE, case.weights = weights, ...)
  }, together = FALSE, probabilities = function(model, x) predict(model, data = x)$predictions),
  nnet = list(fit = fit_nnet, together = TRUE, probabilities = function(model, x) {
    table <- dense_features(new_rows(x, model$encoding)$rows)
    said <- stats::predict(model$network, scaled_features(table, model), type = "raw")
    if (is.null(dim(said))) matrix(said, nrow(table)) else unname_rows(said)
  }))

unname_rows <- function(table) structure(table, dimnames = list(NULL, colnames(table)))

# ---- What a model sees, and what it says ----

# The rows that models are fitted to: the features as they came, or the columns of a data frame that a formula names.
seen_by_models <- function(x, formula = NULL, variables = NULL) {
  if (is.null(dim(x)) || length(dim(x)) != 2)
    refuse("x is of class ", class(x)[1], ": must be a table, a row for each example")
  list(x = x, formula = formula, columns = if (is.null(variables)) colnames(x) else variables, width = ncol(x))
}

rows_of_seen <- function(seen, which) {
  x <- seen$x[which, , drop = FALSE]
  if (!is.null(seen$formula)) attr(x, "formula") <- seen$formula
  x
}

# Rows that are asked about, with the columns of those before.
seen_later <- function(around, newdata) {
  if (!is.null(around$formula) && !is.data.frame(newdata))
    refuse("newdata is of class ", class(newdata)[1], ": must be a data frame")
  if (is.null(dim(newdata)) || length(dim(newdata)) != 2)
    refuse("newdata is a vector: must be a table, a row for each example")
  x <- only_columns(newdata, around$columns, "newdata")
  if (ncol(x) != around$width) refuse("newdata has ", ncol(x), " columns: the models were fitted to ", around$width)
  if (!is.null(around$formula)) attr(x, "formula") <- around$formula
  x
}

# Targets for models: a factor of classes, or 0 and 1 in a column for each label.
model_targets <- function(targets) {
  rows <- targets$rows
  if (!is.null(rows$classes)) return(factor(targets$labels[rows$classes + 1], levels = targets$labels))
  if (!is.null(rows$labels)) return(structure(rows$labels, dimnames = list(NULL, targets$labels)))
  out <- matrix(0L, length(rows$label_indptr) - 1L, rows$n_labels, dimnames = list(NULL, targets$labels))
  out[cbind(rep(seq_len(nrow(out)), diff(rows$label_indptr)), rows$label_indices + 1L)] <- 1L
  out
}

target_rows <- function(target, which) if (is.factor(target)) target[which] else target[which, , drop = FALSE]

label_in_words <- function(labels, i) paste("label", if (is.null(labels)) i else dQuote(labels[i], FALSE))

# Models of the marginals: one for each label, or one alone.
fit_models <- function(own, x, target, weights) {
  fitted <- function(y, what) {
    tryCatch(do.call(function(...) own$fit(x, y, weights, ...), own$given), error = function(e) {
      if (inherits(e, "wald_error")) stop(e)
      refuse("marginals: fitting the model of ", what, " failed: ", conditionMessage(e))
    })
  }
  if (is.factor(target)) {
    present <- droplevels(target)
    models <- list(if (nlevels(present) == 1) constant_model(levels(present)) else fitted(present, "the classes"))
  } else if (own$together) {
    models <- list(fitted(target, "the labels"))
  } else {
    models <- lapply(seq_len(ncol(target)), function(i) {
      y <- target[, i]
      if (all(y == y[1])) constant_model(y[1])
      else fitted(factor(y, levels = 0:1), label_in_words(colnames(target), i))
    })
  }
  models
}

constant_model <- function(value) structure(list(value = value), class = "wald_constant")

# What models say of rows: a table of rows by labels or classes, each in [0, 1].
ask_models <- function(own, models, x, labels, columns, classes) {
  n <- nrow(x)
  asked_of <- function(model, what) {
    if (inherits(model, "wald_constant")) return(model)
    said <- tryCatch(own$probabilities(model, x), error = function(e) {
      refuse("marginals: the model of ", what, " gives no probabilities: ", conditionMessage(e))
    })
    if (is.data.frame(said)) said <- as.matrix(said)
    if (length(dim(said)) == 1) dim(said) <- NULL
    if (!is.numeric(said)) refuse("marginals: the model of ", what, " gives ", class(said)[1], ": must be numeric")
    if (NROW(said) != n) refuse("marginals: the model of ", what, " gives ", NROW(said), " rows: must be ", n)
    said
  }
  if (classes) {
    out <- class_columns(asked_of(models[[1]], "the classes"), n, labels)
    what <- rep("the classes", columns)
  } else if (own$together) {
    out <- asked_of(models[[1]], "the labels")
    if (is.null(dim(out))) out <- matrix(out, n)
    out <- only_columns(out, labels, "marginals")
    if (ncol(out) != columns)
      refuse("marginals: the model of the labels gives ", ncol(out), " columns: must be ", columns)
    what <- vapply(seq_len(columns), function(i) label_in_words(labels, i), "")
  } else {
    what <- vapply(seq_len(columns), function(i) label_in_words(labels, i), "")
    each <- lapply(seq_len(columns), function(i) ones_column(asked_of(models[[i]], what[i]), n, what[i]))
    out <- matrix(unlist(each), n, columns)
  }
  out <- matrix(as.double(out), n, columns, dimnames = list(NULL, labels))
  wrong <- which(!(out >= 0 & out <= 1) | is.na(out), arr.ind = TRUE)
  if (nrow(wrong)) {
    at <- wrong[order(wrong[, 1], wrong[, 2])[1], ]
    value <- out[at[1], at[2]]
    refuse("marginals: the model of ", what[at[2]], " gives ", if (is.na(value)) "NaN" else digits(value), " for row ",
           at[1], ": must lie in [0, 1]")
  }
  out
}

ones_column <- function(said, n, what) {
  if (inherits(said, "wald_constant")) return(rep(as.double(said$value), n))
  if (is.null(dim(said)) || ncol(said) == 1) return(as.double(said))
  if (!"1" %in% colnames(said))
    refuse("marginals: the model of ", what, " gives ", ncol(said),
           ' columns, none named "1": must be P(1), a number a row')
  as.double(said[, "1"])
}

# A class that a model has not seen has probability 0.
class_columns <- function(said, n, labels) {
  out <- matrix(0, n, length(labels), dimnames = list(NULL, labels))
  if (inherits(said, "wald_constant")) {
    out[, said$value] <- 1
    return(out)
  }
  if (is.null(dim(said))) { # as wald_probabilities() says two classes
    if (length(attr(said, "levels")) != 2)
      refuse("marginals: the model of the classes gives a vector: must be a table with a column for each class")
    said <- structure(cbind(1 - as.double(said), as.double(said)), dimnames = list(NULL, attr(said, "levels")))
  }
  if (is.null(colnames(said))) {
    if (ncol(said) != length(labels))
      refuse("marginals: the model of the classes gives ", ncol(said), " columns: must be ", length(labels))
    colnames(said) <- labels
  }
  unknown <- setdiff(colnames(said), labels)
  if (length(unknown))
    refuse("marginals: the model of the classes gives a column ", unknown[1], ": there is no such class")
  out[, colnames(said)] <- said
  out
}

# ---- Fitting and asking ----

# The models of all rows; and where they are to be calibrated by, what models say of rows that they have not seen.
fit_around <- function(own, seen, targets, weights, groups, given) {
  n <- nrow(seen$x)
  weights <- of_rows(weights, "weights", n)
  if (!is.null(weights)) {
    wrong <- which(!is.finite(weights) | weights < 0)
    if (length(wrong))
      refuse(place("weights", wrong[1]), " is ", shown(weights[[wrong[1]]]), ": must be finite and >= 0")
    if (!any(weights > 0)) refuse("weights are all 0")
  }
  used <- if (is.null(weights)) rep(TRUE, n) else weights > 0
  ids <- if (!is.null(groups)) group_numbers(groups, n, weights)
  target <- model_targets(targets)
  classes <- is.factor(target)
  labels <- if (classes) levels(target) else colnames(target)
  columns <- if (classes) length(labels) else ncol(target)
  fit_to <- function(rows) {
    fit_models(own, rows_of_seen(seen, rows), target_rows(target, rows), unname(weights[rows]))
  }
  ask <- function(models, rows) ask_models(own, models, rows_of_seen(seen, rows), labels, columns, classes)
  calibration <- if (is.null(given$calibration)) "automatic" else given$calibration
  with_seed(given$seed, {
    models <- fit_to(which(used))
    out_of_fold <- NULL
    if (calibration != "none" && !(calibration == "automatic" && classes)) {
      strata <- if (classes) as.integer(target) else if (columns == 1) target[, 1]
      folds <- deal_folds(given$folds, used, ids, strata)
      out_of_fold <- matrix(0, n, columns, dimnames = list(NULL, labels))
      for (fold in unique(folds)) {
        out <- folds == fold
        out_of_fold[out, ] <- ask(fit_to(which(used & !out)), which(out))
      }
    }
  })
  around <- c(seen[c("formula", "columns", "width")],
              list(models = models, own = structure(own[c("probabilities", "together", "name")], class = "wald_model"),
                   labels = labels, n_labels = columns, classes = classes))
  list(around = around, out_of_fold = out_of_fold)
}

# What the models of a learner say of new rows.
ask_around <- function(around, newdata) {
  ask_models(around$own, around$models, seen_later(around, newdata), around$labels, around$n_labels, around$classes)
}

# The fold of each row. Those of a group are in one; where there are no groups, each has its share of every stratum.
# Rows that are not used are in the first, but in no fit.
deal_folds <- function(folds, used, groups, strata) {
  units <- if (is.null(groups)) sum(used) else length(unique(groups[used]))
  count <- min(if (is.null(folds)) default_of("learners", "folds") else folds, units)
  if (count < 2)
    refuse("calibration of marginals needs folds, of 2 rows or groups at least: there is 1 ",
           if (is.null(groups)) "row" else "group")
  out <- rep(1L, length(used))
  if (is.null(groups)) {
    order <- which(used)[sample.int(units)]
    if (!is.null(strata)) order <- order[order(strata[order])]
    out[order] <- rep_len(seq_len(count), units)
    return(out)
  }
  # The largest group first, each to the fold that has the fewest rows.
  ids <- unique(groups[used])
  sizes <- tabulate(match(groups[used], ids), length(ids))
  filled <- numeric(count)
  fold <- integer(length(ids))
  for (i in order(-sizes)) {
    fold[i] <- which.min(filled)
    filled[fold[i]] <- filled[fold[i]] + sizes[i]
  }
  out[used] <- fold[match(groups[used], ids)]
  out
}

# Code that draws, from a seed of its own; R's goes on as if nothing had been drawn.
with_seed <- function(seed, code) {
  wanted <- as.double(seed_digits(if (is.null(seed)) 0 else seed))
  old <- get0(".Random.seed", globalenv(), inherits = FALSE)
  on.exit(if (is.null(old)) rm(".Random.seed", envir = globalenv())
          else assign(".Random.seed", old, envir = globalenv()))
  set.seed(wanted %% 2147483647)
  code
}

# The learner that is meant, of those that take marginals.
learner_around <- function(learner, targets) {
  if (is.null(learner)) {
    several <- is.null(targets$rows$classes) && !identical(NCOL(targets$rows$labels), 1L)
    return(if (several) "cardinality:given" else "given")
  }
  if (!any(c("given", "rule") %in% strsplit(string(learner, "learner"), "[:,]")[[1]]))
    refuse("learner is ", shown(learner), ', which has no use for marginals: must be "rule", "given", "cardinality:given" ',
           "or a mixture that has one of the last two")
  learner
}
