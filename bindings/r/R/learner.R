# ---- The object ----

# A learner, with what is known of it.
new_learner <- function(pointer, encoding = NULL, targets = NULL, rows = NA) {
  facts <- ok(native_facts(pointer, "learner", "whole", 0))
  facts$kind <- word_of(facts$kind, "kind")
  facts$task <- word_of(facts$task, "task")
  names_of <- function(fact, count) {
    names <- ok(native_texts(pointer, "learner", fact, count))
    if (any(nzchar(names))) names
  }
  facts["features"] <- list(names_of("feature_name", facts$n_features))
  facts["labels"] <- list(names_of("label_name", facts$n_labels))
  # A saved learner knows itself whether it fills in what is missing.
  if (is.null(encoding)) encoding <- list(columns = facts$features, may_miss = TRUE, loaded = TRUE)
  chosen <- lapply(seq_len(facts$n_choices) - 1, function(i) {
    choice <- ok(native_facts(pointer, "learner", "choice", i))
    if (is.null(facts$labels)) choice$choice_part <- from_one(choice$choice_part) # without names by number
    choice
  })
  facts$choices <- choice_table(chosen)
  out <- c(facts, list(levels = targets$levels, single = isTRUE(targets$single), rows = rows, encoding = encoding,
                       path = path_table(chosen)))
  out$handle <- kept(pointer, "learner")
  structure(out, class = "wald_learner")
}

choice_table <- function(chosen) {
  text <- function(name) vapply(chosen, `[[`, "", name)
  data.frame(part = text("choice_part"), what = text("choice_what"), value = vapply(chosen, `[[`, 0, "choice_value"),
             loss = vapply(chosen, `[[`, 0, "choice_loss"), tried = lengths(lapply(chosen, `[[`, "path_values")),
             stringsAsFactors = FALSE)
}

path_table <- function(chosen) {
  one <- function(i) {
    from <- chosen[[i]]
    tried <- length(from$path_values)
    data.frame(choice = rep(i, tried), part = rep(from$choice_part, tried), what = rep(from$choice_what, tried),
               value = from$path_values, loss = from$path_losses, chosen = from$path_values == from$choice_value,
               stringsAsFactors = FALSE)
  }
  if (length(chosen)) do.call(rbind, lapply(seq_along(chosen), one))
}

learner_pointer <- function(learner) kept_pointer(of_class(learner, "wald_learner", "learner"), "learner")

# Orders of labels from 1, one or a row (or an element) for each chain, one after the other from 0.
chain_orders <- function(x) {
  if (is.list(x)) {
    if (length(unique(lengths(x))) > 1) refuse("chain_orders has orders of different lengths: each names every label")
    x <- do.call(rbind, x)
  }
  whole_numbers(if (is.null(dim(x))) x else as.vector(t(x)), "chain_orders") - 1
}

#' Learners: from features to decisions
#'
#' Fits a learner to rows of features with their labels. It gives for each new row what is known of its labels, from
#' which any metric is decided: a model is fitted once, and the metric is chosen afterwards ([predict.wald_learner()]).
#'
#' @details
#' The name of a learner is one of those that [learner_options] lists, `"cardinality:LEARNER"`, `"kernel:LEARNER"` or
#' `"mixture:A,B,..."`; `"given"`, alone or as a part (`"cardinality:given"`), takes `marginals`
#' from anywhere.
#'
#' Features are numbers. Of data frames with factors, texts or formulas each level becomes a column of 0 and 1
#' (`contrasts = "one-hot"`), since what is penalised should have no reference level; the levels are kept, and a new row
#' with another one is refused by name. Missing values are refused: fill them in, or leave their rows out.
#'
#' @param x A formula, or features: a matrix, a sparse `Matrix` or a data frame, a row for each example. A formula has
#'   labels or classes on its left side, `cbind(a, b)` for several labels; the data may come before it.
#' @param y Labels: a table of 0 and 1 (or logical), a column for each; a sparse `Matrix`; one label as a vector of 0
#'   and 1, a logical vector, or a factor of two levels, whose second one is positive. Or classes: a factor of more
#'   levels (texts become one).
#' @param data A data frame.
#' @param learner The name of the learner. Default `"lfp"`; around a model of your own `"cardinality:given"`, of one
#'   label or classes `"given"`.
#' @param weights Of the rows, finite and >= 0; default 1 each. A row of weight 0 counts for nothing.
#' @param groups Which rows belong together, as a patient's do: whole numbers, a factor or texts. Where fitting leaves
#'   rows out (folds of cross-validation, leave-one-out of `"neighbours"`), those of one group are left out together. So
#'   the numbers of folds of one's own are groups, too. Two groups at least. The formula method evaluates `weights`,
#'   `groups` and `marginals` in `data`.
#' @param marginals What another model says of these rows, a table of rows by labels, each in \[0, 1\]. For `"given"`,
#'   alone or as a part (`"cardinality:given"`), which needs them for the rows that it predicts. Of rows to learn from
#'   they calibrate, and must be out of fold. Or a model of your own: a [wald_model()], `"glm"`, `"ranger"`, `"nnet"`,
#'   or a function that [wald_model()] takes. It is fitted to these rows and kept, and calibrated by fits to the rows
#'   outside of each of `folds`, drawn by `seed`, unless `calibration` is `"none"` or left alone for classes.
#' @param subset,event_level As for [wald_sample()]; the level that is the event is the one that is learned as 1.
#' @param na.action What is done with rows that lack a value, as in [stats::lm()]: [stats::na.omit()] leaves them out.
#'   Default: rows without a label are left out with a warning, and features that are missing are refused, unless `missing`
#'   fills them in.
#' @param contrasts How factors become columns: `"one-hot"`, or as the `contrasts.arg` of [stats::model.matrix()]
#'   (`NULL`: R's option of that name).
#' @param task `"classes"` makes exclusive classes of a factor of two levels too.
#' @param object A `wald_learner`.
#' @param row.names,optional Not used.
#' @param chain_orders The order of the labels in each chain, from 1: a row of a matrix, or an element of a list.
#' @inheritParams learner_options
#' @param ... For matrices and formulas the arguments above.
#' @return A `wald_learner`: a list of the [facts] of a learner (`name`, `task`, `kind`, `n_features`, ...), with the
#'   names of `features` and `labels`, the number of `rows`, `choices` (a data frame of what fitting chose: `part`,
#'   `what`, `value`, `loss`, and how many were `tried`) and `path` (all that were tried). `summary` shows them,
#'   `as.data.frame` gives the path. It is kept whole in `.rds` files, and by [wald_save()], which does not know
#'   factors. Around a model of your own it also has `out_of_fold`, what calibrated the model, and the models. `.rds`
#'   files keep these where they are objects of R alone, as those of glm, ranger and nnet are; [wald_save()] writes the
#'   learner without them, which asks for `marginals` of the rows that it predicts.
#' @seealso [predict.wald_learner()], [plot.wald_learner()], [wald_model()], [wald_calibrate()]
#' @examples
#' model <- wald_fit(Species ~ ., iris, learner = "br")
#' model
#' head(predict(model, iris, type = "class"))
#'
#' set.seed(1)
#' x <- matrix(rnorm(400), 100, dimnames = list(NULL, c("a", "b", "c", "d")))
#' y <- cbind(red = x[, 1] > 0, green = x[, 1] + x[, 2] > 0, blue = x[, 3] > 1)
#' model <- wald_fit(x, y, "cardinality")
#' summary(model)
#' predict(model, x[1:3, ], metric = "fbeta:2")$prediction
#' @export
wald_fit <- with_options("learners", function(x, ...) UseMethod("wald_fit"))

#' @rdname wald_fit
#' @export
wald_fit.default <- function(x, y = NULL, learner = NULL, weights = NULL, groups = NULL, marginals = NULL,
                             contrasts = "one-hot", task = NULL, na.action = NULL, event_level = NULL, ...) {
  rows <- if (!is.null(dim(marginals)) || is.numeric(marginals)) marginals
  left <- if (!is.null(y)) rows_left(list(y = y, x = x, weights = weights, groups = groups, marginals = rows), na.action)
  x <- taken(x, left)
  y <- taken(y, left)
  if (!identical(task, "classes")) y <- with_event(y, event_level, "y")
  weights <- taken(weights, left)
  groups <- taken(groups, left)
  if (!is.null(rows)) marginals <- taken(rows, left)
  fit_learner(function() training_rows(x, contrasts, fills_missing(...)), function() seen_by_models(x), y, learner,
              weights, groups, marginals, task, list(...))
}

#' @rdname wald_fit
#' @export
wald_fit.formula <- function(x, data = NULL, learner = NULL, weights = NULL, groups = NULL, marginals = NULL,
                             contrasts = "one-hot", task = NULL, subset = NULL, na.action = NULL,
                             event_level = NULL, ...) {
  if (length(x) != 3) refuse("the formula ", shown(x), " has no left side: must be labels ~ features")
  more <- list(weights = eval(substitute(weights), data, environment(x)),
               groups = eval(substitute(groups), data, environment(x)),
               marginals = eval(substitute(marginals), data, environment(x)))
  given <- taken_rows(x, data, substitute(subset), na.action, more, needed = TRUE)
  data <- given$data
  weights <- given$weights
  groups <- given$groups
  marginals <- given$marginals
  frame <- stats::model.frame(x, data, na.action = stats::na.pass, drop.unused.levels = TRUE)
  y <- stats::model.response(frame)
  if (is.null(y)) refuse("the formula ", shown(x), " has no left side: must be labels ~ features")
  if (!identical(task, "classes")) y <- with_event(y, event_level, label_name(x))
  terms <- attr(frame, "terms")
  features <- function() formula_rows(frame, terms, names(data), contrasts, "data", fills_missing(...))
  seen <- function() {
    if (is.null(data)) refuse("data is needed: the model of marginals is fitted to its columns")
    used <- used_terms(stats::delete.response(terms))
    if (!length(attr(used, "term.labels"))) refuse("the formula names no features")
    variables <- intersect(all.vars(attr(used, "variables")), names(data))
    seen_by_models(data[variables], stats::reformulate(attr(used, "term.labels"), env = environment(x)), variables)
  }
  fit_learner(features, seen, y, learner, weights, groups, marginals, task, list(...), x[[2]])
}

#' @rdname wald_fit
#' @export
wald_fit.data.frame <- function(x, y = NULL, ...) {
  if (!inherits(y, "formula")) return(wald_fit.default(x, y, ...))
  data_first(wald_fit.formula, x, substitute(y), eval(substitute(alist(...))), parent.frame())
}

# Whether any part of a learner reads `folds`; "card" is another name of one that does.
reads_folds <- function(learner) {
  rows <- ok(native_options("learners"))
  readers <- strsplit(rows$concerns[match("folds", rows$name)], " ", fixed = TRUE)[[1]]
  any(strsplit(learner, "[:,]")[[1]] %in% c(readers, "card"))
}

# Whether what is missing of features was asked to be filled in.
fills_missing <- function(..., missing = NULL) !is.null(missing) && !identical(missing, "error")

# `features` gives the rows as numbers, and `seen` as a model of the user's own sees them.
fit_learner <- function(features, seen, y, learner, weights, groups, marginals, task, given, response = NULL) {
  if (!is.null(task)) choice(task, c("labels", "classes"), "task")
  targets <- targets_of(y, task)
  own <- model_of(marginals)
  made <- NULL
  if (is.null(own)) {
    if (is.null(learner)) learner <- "lfp"
    x <- features()
  } else {
    if (is.null(y)) refuse("y is needed: what the model of marginals is fitted to")
    learner <- learner_around(learner, targets)
    seen <- seen()
    x <- if (learner == "given") no_features(seen$x) else features()
  }
  x$encoding["response"] <- list(response)
  if (!is.null(y) && NROW(y) != row_count(x$rows)) refuse("y has ", NROW(y), " rows: x has ", row_count(x$rows))
  if (is.null(given$feature_names)) given$feature_names <- x$encoding$columns
  if (is.null(given$label_names)) given$label_names <- targets$labels
  if (!is.null(given$chain_orders)) given$chain_orders <- chain_orders(given$chain_orders)
  options <- asked("learners", given)
  if (!is.null(own)) {
    ok(native_check_options("learners", options, ""))
    made <- fit_around(own, seen, targets, weights, groups, given)
    marginals <- made$out_of_fold
    # They were made by the folds, which the learner itself need not read.
    if (!is.null(marginals) && !reads_folds(learner)) options$folds <- NULL
  }
  rows <- with_more(c(x$rows, targets$rows), weights, groups, marginals)
  out <- new_learner(ok(native_learner_fit(string(learner, "learner"), rows, options)), x$encoding, targets,
                     row_count(rows))
  out[names(made)] <- made
  out
}

load_learner <- function(text, labels = NULL) {
  made <- new_learner(ok(native_load(text, "learner")))
  if (is.null(labels)) return(made)
  wanted <- if (made$n_labels == 1) 2 else made$n_labels
  if (!is.character(labels) || length(labels) != wanted)
    refuse("labels has length ", length(labels), ": the learner has ",
           if (wanted == made$n_labels) paste(wanted, made$task) else "one label, which has 2 levels")
  if (made$n_labels == 1) made[c("levels", "single")] <- list(labels, TRUE) else made$labels <- labels
  made
}

# ---- Views ----

#' @rdname wald_fit
#' @method print wald_learner
#' @export
print.wald_learner <- function(x, ...) {
  n <- x$n_labels
  about <- if (x$task == "classes") paste(n, "classes") else if (n == 1) "one label" else paste(n, "labels")
  cat("Learner ", x$name, " for ", about, " over ", if (isTRUE(x$encoding$none)) "their marginals" else
        paste(x$n_features, "features"),
      if (!is.na(x$rows)) paste0(", fitted to ", x$rows, " rows"), "\n", sep = "")
  names <- if (is.null(x$levels)) x$labels else paste0(x$levels[2], " (against ", x$levels[1], ")")
  if (!is.null(names)) cat("  ", if (n == 1) "label" else x$task, ": ", listed(names), "\n", sep = "")
  said <- c(independent = "independent labels", categorical = "exclusive classes",
            joint = "weighted label vectors", counts = "P(label, number of labels)")
  cat("  gives ", said[[x$kind]], "; predictions hold at least ", x$at_least, "\n", sep = "")
  if (!is.null(x$around)) {
    models <- length(x$around$models)
    cat("  around ", if (models > 1) paste(models, "models") else "a model", " of your own",
        if (!is.null(x$around$own$name)) paste0(" (", x$around$own$name, ")"),
        if (!is.null(x$out_of_fold)) ", calibrated out of fold", "\n", sep = "")
  }
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
