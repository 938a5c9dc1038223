# The settings that are numbers, and those that are names, by their numbers in the C interface.
learner_settings <- c("folds", "threads", "at_least", "worse_steps", "chains", "draws", "most_nodes", "neighbours",
                      "trees", "max_features", "min_leaf", "max_depth", "gamma", "landmarks", "exact_rows")
learner_methods <- c("scaling", "calibration", "neighbour_metric", "neighbour_weights", "neighbour_utility",
                     "forest_kind", "forest_criterion")
tasks <- c("none", "labels", "classes")

# ---- The object ----

# A learner, with what is known of it. Beside the library's object stands its text, from which it is made again where R
# has kept no more than that.
new_learner <- function(pointer, encoding = NULL, targets = NULL, rows = NA) {
  facts <- ok(native_learner_facts(pointer))
  facts$kind <- kinds[facts$kind + 1L]
  facts$task <- tasks[facts$task + 1L]
  known <- function(names) if (any(nzchar(names))) names
  facts["features"] <- list(known(facts$features))
  facts["labels"] <- list(known(facts$labels))
  if (is.null(encoding)) encoding <- list(columns = facts$features)
  chosen <- ok(native_learner_choices(pointer))
  out <- c(facts, list(levels = targets$levels, single = isTRUE(targets$single), rows = rows, encoding = encoding,
                       choices = choice_table(chosen), path = path_table(chosen)))
  out$handle <- list2env(list(pointer = pointer, text = ok(native_learner_save(pointer))), parent = emptyenv())
  structure(out, class = "wald_learner")
}

choice_table <- function(chosen) {
  text <- function(name) vapply(chosen, `[[`, "", name)
  data.frame(part = text("part"), what = text("what"), value = vapply(chosen, `[[`, 0, "value"),
             loss = vapply(chosen, `[[`, 0, "loss"), tried = lengths(lapply(chosen, `[[`, "values")),
             stringsAsFactors = FALSE)
}

path_table <- function(chosen) {
  one <- function(i) {
    from <- chosen[[i]]
    data.frame(choice = rep(i, length(from$values)), part = rep(from$part, length(from$values)),
               what = rep(from$what, length(from$values)), value = from$values, loss = from$losses,
               chosen = from$values == from$value, stringsAsFactors = FALSE)
  }
  if (length(chosen)) do.call(rbind, lapply(seq_along(chosen), one))
}

learner_argument <- function(x, name = "learner") {
  if (!inherits(x, "wald_learner")) refuse(name, " is ", shown(x), ": must be a wald_learner")
  x
}

learner_pointer <- function(learner) {
  handle <- learner_argument(learner)$handle
  if (native_state(handle$pointer) == "lost") handle$pointer <- ok(native_learner_load(handle$text))
  handle$pointer
}

# How to fit, as native code takes it.
learner_options <- function(given, seed, progress) {
  numbers <- rep(NA_real_, length(learner_settings))
  methods <- rep(NA_character_, length(learner_methods))
  out <- list()
  for (name in names(given)) {
    value <- given[[name]]
    if (is.null(value)) next
    if (name %in% learner_settings) numbers[match(name, learner_settings)] <- real_number(value, name)
    else if (name %in% learner_methods) methods[match(name, learner_methods)] <- string(value, name)
    else out[[name]] <- switch(name, chain_orders = chain_order_rows(value), feature_names = , label_names =
                                 texts(value, name), real_vector(value, name))
  }
  if (!is.null(seed)) out$seed <- seed_digits(seed)
  report <- progress_function(progress)
  if (!is.null(report)) out$progress <- report
  c(out, list(numbers = numbers, methods = methods))
}

real_number <- function(x, name) {
  value <- number(x, name)
  if (is.na(value)) refuse(name, " is ", shown(x), ": must be a number")
  value
}

texts <- function(x, name) {
  if (!is.character(x) || anyNA(x)) refuse(name, " is ", shown(x), ": must be texts")
  enc2utf8(x)
}

# Orders of labels from 1, one or a row (or an element) for each chain, as a matrix from 0.
chain_order_rows <- function(x) {
  if (is.list(x)) {
    if (length(unique(lengths(x))) > 1) refuse("chain_orders has orders of different lengths: each names every label")
    x <- do.call(rbind, x)
  }
  if (is.null(dim(x))) x <- rbind(x)
  if (!is.numeric(x) || anyNA(x) || any(x != trunc(x)))
    refuse("chain_orders is ", shown(x), ": must hold the numbers of labels, a row for each chain")
  unnamed(x) - 1
}

#' Learners: from features to decisions
#'
#' Fits a learner to rows of features with their labels. It gives for each new row what is known of its labels, from
#' which any metric is decided: a model is fitted once, and the metric is chosen afterwards ([predict.wald_learner()]).
#'
#' @details
#' Learners, of which `wald_fit` is told the name:
#' \describe{
#'   \item{`"br"`, `"lfp"`}{A logistic regression a label, of classes one multinomial; labels are taken to be
#'     independent. The same thing by two names of the literature.}
#'   \item{`"efp"`}{A multinomial a label over the number of labels it comes with (Waegeman and others 2014).}
#'   \item{`"pcc"`}{Chains of logistic regressions, sampled (Dembczynski, Cheng and Huellermeier 2010).}
#'   \item{`"card"`, `"card:LEARNER"`}{The marginals of `"lfp"` or another learner, given a learned P(number of
#'     labels). `"card:given"`: `marginals` from anywhere.}
#'   \item{`"neighbours"`}{The labels of the nearest rows.}
#'   \item{`"forest"`, `"tree"`}{Extremely randomised trees (Geurts, Ernst and Wehenkel 2006), random forests, and
#'     single trees: the labels of the rows of the same leaves.}
#'   \item{`"kernel"`, `"kernel:LEARNER"`}{A linear learner on Gaussian kernel features.}
#'   \item{`"mixture:A,B,..."`}{The mean of what several learners say.}
#' }
#'
#' Features are numbers. Of data frames with factors, texts or formulas each level becomes a column of 0 and 1
#' (`contrasts = "one-hot"`), since what is penalised should have no reference level; the levels are kept, and a new row
#' with another one is refused by name. Missing values are refused: fill them in, or leave their rows out.
#'
#' Every setting is `NULL` for its default, of which the documentation of the library says what it is good for.
#'
#' @param x A formula, or features: a matrix, a sparse `Matrix` or a data frame, a row for each example. A formula has
#'   labels or classes on its left side, `cbind(a, b)` for several labels.
#' @param y Labels: a table of 0 and 1 (or logical), a column for each; a sparse `Matrix`; one label as a vector of 0
#'   and 1, a logical vector, or a factor of two levels, whose second one is positive. Or classes: a factor of more
#'   levels (texts become one).
#' @param data A data frame.
#' @param learner The name of the learner.
#' @param weights Of the rows, finite and >= 0; default 1 each. A row of weight 0 counts for nothing.
#' @param groups Which rows belong together, as a patient's do: whole numbers, a factor or texts. Where fitting leaves
#'   rows out (folds of cross-validation, leave-one-out of `"neighbours"`), those of one group are left out together. So
#'   the numbers of folds of one's own are groups, too. Two groups at least. The formula method evaluates `weights`,
#'   `groups` and `marginals` in `data`.
#' @param marginals What another model says of these rows, a table of rows by labels, each in \[0, 1\]. For
#'   `"card:given"`, which needs them for the rows that it predicts and takes none to be fitted.
#' @param contrasts How factors become columns: `"one-hot"`, or as the `contrasts.arg` of [stats::model.matrix()]
#'   (`NULL`: R's option of that name).
#' @param task `"classes"` makes exclusive classes of a factor of two levels too.
#' @param at_least Labels that predictions hold; default 1 where no training row is empty, else 0.
#' @param scaling `"automatic"`, `"none"`, `"minmax"`, `"standard"`, `"unit"` or `"standard-root"`.
#' @param folds Of cross-validation, at least 2; default 5. As many as there are groups where these are fewer.
#' @param penalties Inverse strengths C of the penalty |w|^2 / (2 C) of logistic regressions, ascending; one: no
#'   cross-validation. Default 1e-4, 3e-4, 1e-3, ..., 1e3.
#' @param worse_steps A path of penalties ends after so many values in a row that are worse than the best; default 2.
#' @param calibration Of logistic regressions: `"automatic"` (the default, Platt's), `"none"`, `"platt"`, `"isotonic"`
#'   or `"beta"`.
#' @param chains,chain_orders,draws,most_nodes Of `"pcc"`: how many chains (default 1); orders of the labels in the
#'   first of them, numbers from 1, a row for each; how many label vectors are drawn for a row (default 1000); nodes of
#'   the search for the likeliest one (default 100000).
#' @param neighbours,neighbour_metric,neighbour_weights,neighbour_utility How many (default: chosen by leaving rows
#'   out), `"euclidean"` or `"cosine"`, `"uniform"` or `"dudani"`; and the metric by which what is left open is chosen
#'   (`"f1"`).
#' @param trees,forest_kind,forest_criterion,max_features,min_leaf,max_depth Of forests: how many trees,
#'   `"extra-trees"` (the default) or `"random-forest"`, `"gini"` (the default) or `"f"`, features tried at a node, rows
#'   of a leaf, levels.
#' @param gamma,landmarks,exact_rows Of kernel features exp(-gamma |x - z|^2): gamma (default: chosen), how many
#'   landmarks (default: every row where there are at most `exact_rows`, 3000).
#' @param mixture_weights Of the parts of a mixture; default equal.
#' @param feature_names,label_names Default: those of the columns. They are saved with the learner.
#' @param seed Of folds, chains, forests and landmarks, in \[0, 2^64): a number up to 2^53, or the digits as text;
#'   default 0. R's own generator is neither used nor changed.
#' @param threads,progress As for [wald_decide()].
#' @param object A `wald_learner`.
#' @param row.names,optional,... For the formula method the settings. Else not used.
#' @return A `wald_learner`: a list of `learner` (its name), `task` (`"labels"` or `"classes"`), `kind` (of the
#'   estimators that it gives), `n_features`, `n_labels`, `at_least`, `features` and `labels` (names), `rows`,
#'   `choices` (a data frame of what fitting chose: `part`, `what`, `value`, `loss`, and how many were `tried`) and
#'   `path` (all that were tried). `summary` shows them, `as.data.frame` gives the path. It is kept whole in `.rds`
#'   files, and by [wald_save()], which does not know factors.
#' @seealso [predict.wald_learner()], [plot.wald_learner()], [wald_calibrate()]
#' @examples
#' model <- wald_fit(Species ~ ., iris, learner = "br")
#' model
#' head(predict(model, iris, type = "class"))
#'
#' set.seed(1)
#' x <- matrix(rnorm(400), 100, dimnames = list(NULL, c("a", "b", "c", "d")))
#' y <- cbind(red = x[, 1] > 0, green = x[, 1] + x[, 2] > 0, blue = x[, 3] > 1)
#' card <- wald_fit(x, y, "card")
#' summary(card)
#' predict(card, x[1:3, ], metric = "fbeta:2")$prediction
#' @export
wald_fit <- function(x, ...) UseMethod("wald_fit")

#' @rdname wald_fit
#' @export
wald_fit.default <- function(x, y = NULL, learner = "lfp", weights = NULL, groups = NULL, marginals = NULL,
                             contrasts = "one-hot", task = NULL, at_least = NULL, scaling = NULL, folds = NULL,
                             penalties = NULL, worse_steps = NULL, calibration = NULL, chains = NULL,
                             chain_orders = NULL, draws = NULL, most_nodes = NULL, neighbours = NULL,
                             neighbour_metric = NULL, neighbour_weights = NULL, neighbour_utility = NULL, trees = NULL,
                             forest_kind = NULL, forest_criterion = NULL, max_features = NULL, min_leaf = NULL,
                             max_depth = NULL, gamma = NULL, landmarks = NULL, exact_rows = NULL,
                             mixture_weights = NULL, feature_names = NULL, label_names = NULL, seed = NULL,
                             threads = default_threads(), progress = default_progress(), ...) {
  no_more(...)
  given <- mget(c(learner_settings, learner_methods, "penalties", "chain_orders", "mixture_weights", "feature_names",
                  "label_names"))
  fit_learner(training_rows(x, contrasts), y, learner, weights, groups, marginals, task, given, seed, progress)
}

#' @rdname wald_fit
#' @export
wald_fit.formula <- function(x, data = NULL, learner = "lfp", weights = NULL, groups = NULL, marginals = NULL,
                             contrasts = "one-hot", task = NULL, ..., seed = NULL, threads = default_threads(),
                             progress = default_progress()) {
  if (length(x) != 3) refuse("the formula ", shown(x), " has no left side: must be labels ~ features")
  wrong <- setdiff(names(list(...)), setdiff(names(formals(wald_fit.default)), c("x", "y", "...")))
  if (...length() && is.null(names(list(...)))) wrong <- "one without a name"
  if (length(wrong)) refuse("unused argument: ", wrong[1])
  weights <- eval(substitute(weights), data, environment(x))
  groups <- eval(substitute(groups), data, environment(x))
  marginals <- eval(substitute(marginals), data, environment(x))
  frame <- stats::model.frame(x, data, na.action = stats::na.pass, drop.unused.levels = TRUE)
  y <- stats::model.response(frame)
  if (is.null(y)) refuse("the formula ", shown(x), " has no left side: must be labels ~ features")
  rows <- formula_rows(frame, attr(frame, "terms"), names(data), contrasts, "data")
  rows$encoding$response <- x[[2]]
  given <- c(list(...), list(threads = threads))
  fit_learner(rows, y, learner, weights, groups, marginals, task, given, seed, progress)
}

fit_learner <- function(x, y, learner, weights, groups, marginals, task, given, seed, progress) {
  if (!is.null(task)) choice(task, tasks[-1], "task")
  targets <- targets_of(y, task)
  if (!is.null(y) && NROW(y) != row_count(x$rows)) refuse("y has ", NROW(y), " rows: x has ", row_count(x$rows))
  if (is.null(given$feature_names)) given$feature_names <- x$encoding$columns
  if (is.null(given$label_names)) given$label_names <- targets$labels
  rows <- with_more(c(x$rows, targets$rows), weights, groups, marginals)
  pointer <- ok(native_learner_fit(string(learner, "learner"), rows, learner_options(given, seed, progress)))
  new_learner(pointer, x$encoding, targets, row_count(rows))
}

load_learner <- function(text, labels = NULL) {
  made <- new_learner(ok(native_learner_load(text)))
  if (is.null(labels)) return(made)
  wanted <- if (made$n_labels == 1) 2 else made$n_labels
  if (!is.character(labels) || length(labels) != wanted)
    refuse("labels has length ", length(labels), ": the learner has ",
           if (wanted == made$n_labels) paste(wanted, made$task) else "one label, which has 2 levels")
  if (made$n_labels == 1) made[c("levels", "single")] <- list(labels, TRUE) else made$labels <- labels
  made
}

#' @export
wald_save.wald_learner <- function(estimator) estimator$handle$text

# ---- Views ----

#' @rdname wald_fit
#' @method print wald_learner
#' @export
print.wald_learner <- function(x, ...) {
  n <- x$n_labels
  about <- if (x$task == "classes") paste(n, "classes") else if (n == 1) "one label" else paste(n, "labels")
  cat("Learner ", x$learner, " for ", about, " over ", x$n_features, " features",
      if (!is.na(x$rows)) paste0(", fitted to ", x$rows, " rows"), "\n", sep = "")
  names <- if (is.null(x$levels)) x$labels else paste0(x$levels[2], " (against ", x$levels[1], ")")
  if (!is.null(names)) cat("  ", if (n == 1) "label" else x$task, ": ", listed(names), "\n", sep = "")
  said <- c(independent = "independent labels", categorical = "exclusive classes",
            joint = "weighted label vectors", counts = "P(label, number of labels)")
  cat("  gives ", said[[x$kind]], "; predictions hold at least ", x$at_least, "\n", sep = "")
  invisible(x)
}

#' @rdname wald_fit
#' @method summary wald_learner
#' @export
summary.wald_learner <- function(object, ...) {
  structure(list(learner = object, choices = object$choices), class = "summary.wald_learner")
}

#' @method print summary.wald_learner
#' @export
print.summary.wald_learner <- function(x, most = 12, ...) {
  print(x$learner)
  choices <- x$choices
  if (!nrow(choices)) {
    cat("Nothing was chosen by the data\n")
    return(invisible(x))
  }
  cat("Chosen, by the loss out of fold\n")
  print(head(choices, most), digits = 4, row.names = FALSE)
  if (nrow(choices) > most) {
    cat("... and ", nrow(choices) - most, " more; of all\n", sep = "")
    for (what in unique(choices$what)) {
      values <- choices$value[choices$what == what]
      cat("  ", what, ": median ", digits(stats::median(values)), ", from ", digits(min(values)), " to ",
          digits(max(values)), "\n", sep = "")
    }
  }
  invisible(x)
}

#' @rdname wald_fit
#' @export
as.data.frame.wald_learner <- function(x, row.names = NULL, optional = FALSE, ...) {
  if (is.null(x$path)) return(data.frame(part = character(), what = character(), value = numeric(), loss = numeric(),
                                         chosen = logical(), stringsAsFactors = FALSE))
  x$path[c("part", "what", "value", "loss", "chosen")]
}
