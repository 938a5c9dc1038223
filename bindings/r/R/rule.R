#' Class probabilities of a fitted model
#'
#' What [wald_rule()] asks a model for. Write a method for a class of models that it does not know.
#'
#' @param model A fitted model. There are methods for `glm` (binomial), `ranger` (a probability forest), `multinom`,
#'   models of parsnip (`model_fit`) and workflows of tidymodels, and
#'   a default for models whose `predict(model, newdata, type = "prob")` gives a matrix or data frame with a column for
#'   each class.
#' @param newdata A data frame; `NULL` stands for the data the model was fitted to. For a forest those are out-of-bag
#'   probabilities.
#' @param ... Handed to `predict`.
#' @return A matrix with a column for each class, named. For two classes a vector, the probability of the second one,
#'   with the classes as attribute `levels`.
#' @examples
#' model <- glm(case ~ spontaneous + induced, binomial, infert)
#' head(wald_probabilities(model))
#' @export
wald_probabilities <- function(model, newdata = NULL, ...) UseMethod("wald_probabilities")

two_or_more <- function(p, levels = colnames(p)) {
  p <- flat(p)
  if (is.null(dim(p))) return(structure(as.double(p), levels = levels, names = names(p)))
  p <- real_matrix(p, "probabilities")
  if (is.null(colnames(p))) colnames(p) <- levels
  if (ncol(p) == 2) structure(p[, 2], levels = colnames(p)) else p
}

#' @rdname wald_probabilities
#' @export
wald_probabilities.default <- function(model, newdata = NULL, ...) {
  p <- tryCatch(if (is.null(newdata)) predict(model, type = "prob", ...)
                else predict(model, newdata, type = "prob", ...), error = function(e) {
    if (is.null(newdata) && grepl("newdata", conditionMessage(e)))
      refuse("newdata is needed: a model of class ", class(model)[1], " does not say what it was fitted to")
    refuse("a model of class ", class(model)[1], " gives no probabilities by predict(type = \"prob\"): ",
           conditionMessage(e), "; write a method for wald_probabilities()")
  })
  two_or_more(p)
}

#' @rdname wald_probabilities
#' @export
wald_probabilities.lm <- function(model, newdata = NULL, ...) {
  refuse("a linear model (", class(model)[1], ") fits means, not probabilities: use glm(..., family = binomial), or ",
         "choose a threshold on its predictions as scores by wald_thresholds()")
}

#' @rdname wald_probabilities
#' @export
wald_probabilities.glm <- function(model, newdata = NULL, ...) {
  if (!model$family$family %in% c("binomial", "quasibinomial"))
    refuse("the model is of the family ", model$family$family, ": must be binomial")
  p <- if (is.null(newdata)) stats::fitted(model) else predict(model, newdata, type = "response", ...)
  response <- stats::model.response(stats::model.frame(model))
  levels <- if (is.factor(response)) levels(response) else if (is.logical(response)) c("FALSE", "TRUE") else c("0", "1")
  two_or_more(p, levels)
}

#' @rdname wald_probabilities
#' @export
wald_probabilities.ranger <- function(model, newdata = NULL, ...) {
  if (model$treetype != "Probability estimation")
    refuse("the forest is of the type ", shown(model$treetype), ": must be fitted with probability = TRUE")
  two_or_more(if (is.null(newdata)) model$predictions else ranger_probabilities(model, newdata, ...))
}

# ranger refuses rows that lack a value, which get no probability here.
ranger_probabilities <- function(model, newdata, ...) {
  columns <- model$forest$independent.variable.names
  gone <- if (all(columns %in% colnames(newdata))) missing_rows(newdata[, columns, drop = FALSE])
          else logical(nrow(newdata))
  if (length(gone) && all(gone)) {
    classes <- colnames(model$predictions)
    return(matrix(NA_real_, length(gone), length(classes), dimnames = list(NULL, classes)))
  }
  present <- present_rows(gone, stats::na.pass)
  found <- predict(model, data = some_rows(newdata, present), ...)$predictions
  if (is.null(dim(found))) found <- matrix(found, 1, dimnames = list(NULL, names(found)))
  put_back(found, present)
}

#' @rdname wald_probabilities
#' @export
wald_probabilities.multinom <- function(model, newdata = NULL, ...) {
  p <- if (is.null(newdata)) stats::fitted(model) else predict(model, newdata, type = "probs", ...)
  several <- length(model$lev) > 2
  if (several && is.null(dim(p))) p <- matrix(p, 1, dimnames = list(NULL, names(p)))
  two_or_more(if (several) p else as.vector(p), model$lev)
}

# Models and workflows of tidymodels: predict() takes new_data, and names columns after ".pred_".
tidymodel_probabilities <- function(model, newdata, ...) {
  if (is.null(newdata))
    refuse("newdata is needed: a model of class ", class(model)[1], " does not keep what it was fitted to")
  p <- as.data.frame(predict(model, newdata, type = "prob", ...))
  if (nrow(p) != nrow(newdata))
    refuse("a model of class ", class(model)[1], " gave ", nrow(p), " rows: newdata has ", nrow(newdata))
  names(p) <- sub("^[.]pred_", "", names(p))
  two_or_more(as.matrix(p))
}

#' @rdname wald_probabilities
#' @export
wald_probabilities.model_fit <- function(model, newdata = NULL, ...) tidymodel_probabilities(model, newdata, ...)

#' @rdname wald_probabilities
#' @export
wald_probabilities.workflow <- function(model, newdata = NULL, ...) tidymodel_probabilities(model, newdata, ...)

# The classes of a model that keeps no rows to ask it about; NULL if it is not known to hold them.
model_levels <- function(model) {
  if (inherits(model, "workflow")) model <- model$fit$fit
  if (inherits(model, "model_fit")) model$lvl
}

#' The decision rule of a fitted model
#'
#' Joins a fitted model and a metric: `predict` gives the decisions of greatest expected utility. The decisions are as
#' good as the probabilities: where a model is not calibrated, calibrate it.
#'
#' With two classes the rows given to `predict` are one problem, solved exactly (`scope = "rows"`): give it the whole
#' test set, since the prediction of a row depends on the rows it comes with. Where rows come one at a time,
#' `scope = "threshold"` decides `data` once and keeps the threshold that this comes to. Without `data` these are the
#' rows the model was fitted to; except for forests (out-of-bag) its probabilities are overconfident there: give rows it
#' has not seen.
#'
#' With more classes each row is a problem: the class, or the set of classes, of greatest expected utility.
#'
#' @param model A fitted model that [wald_probabilities()] knows.
#' @param metric A metric or its name.
#' @param positive Of two classes the one that counts as positive; default the second one.
#' @param scope Of two classes what is decided together, see below.
#' @param data For `scope = "threshold"` the rows that the threshold is found on; a data frame.
#' @param exactly The number of positives in each answer: short for `at_least` and `at_most`.
#' @inheritParams decision_options
#' @param ... Not used.
#' @param object,x A `wald_rule`.
#' @param newdata A data frame; default the data the model was fitted to.
#' @param na.action What is done with rows for which the model has no probability, since they lack a value: by default
#'   their prediction is `NA`, and they are no part of what is decided together; [stats::na.omit()] leaves them out,
#'   [stats::na.fail()] is an error.
#' @param type `"class"` is a factor (`NA` where undecided or missing); `"prob"` (or `"response"`) the probabilities;
#'   `"decision"` the `wald_decision` or `wald_decisions` with everything known of it; `"set"`, for more than two
#'   classes, a logical matrix of the best sets of classes.
#' @return A `wald_rule`. `coef` gives the threshold: positive where the probability is at least that (`NULL` for other
#'   scopes). `summary` adds the decision it was found by.
#' @examples
#' model <- glm(case ~ spontaneous + induced, binomial, infert)
#' rule <- wald_rule(model, "fbeta:2")
#' table(optimal = predict(rule), half = fitted(model) > 0.5)
#' predict(rule, type = "decision")
#' coef(wald_rule(model, "fbeta:2", scope = "threshold"))
#'
#' if (requireNamespace("ranger", quietly = TRUE)) {
#'   forest <- ranger::ranger(Species ~ ., iris, probability = TRUE, num.trees = 50, seed = 1,
#'                            num.threads = 2)
#'   sets <- predict(wald_rule(forest, "f1"), type = "set")
#'   table(rowSums(sets))
#' }
#' @export
wald_rule <- with_options("decisions", function(model, metric, positive = NULL, scope = c("rows", "threshold"),
                                                data = NULL, exactly = NULL, ...) {
  metric <- metric_of(metric)
  scope <- choice(if (!missing(scope)) scope, c("rows", "threshold"), "scope")
  options <- with_exactly(options_given(...), exactly)
  rule <- structure(list(model = model, metric = metric, positive = positive, scope = scope, options = options),
                    class = "wald_rule")
  known <- if (is.null(data) && scope == "rows") model_levels(model)
  p <- if (is.null(known)) rule_probabilities(rule, data) else positive_of(rule, two_or_more(no_rows(known)))
  if (is.null(dim(p)) && is.null(positive)) warn_of_positive(attr(p, "levels"))
  calls <- if (is.null(dim(p))) "decide" else "decide tables"
  ok(native_check_options("decisions", asked("decisions", options), calls))
  rule$levels <- if (is.null(dim(p))) attr(p, "levels") else colnames(p)
  if (!is.null(dim(p))) {
    if (scope == "threshold") refuse("scope is \"threshold\": the model has ", ncol(p), " classes, not two")
    if (!is.null(positive)) refuse("positive is ", shown(positive), ": the model has ", ncol(p), " classes, not two")
  } else {
    rule$positive <- attr(p, "positive")
    if (scope == "threshold") {
      rule$decision <- decide_rows_of(rule, p)
      rule$threshold <- coef(rule$decision)[["threshold"]]
    }
  }
  rule
}, calls = "decide")

# As wald_probabilities, with a vector that of the positive class.
rule_probabilities <- function(rule, newdata) {
  positive_of(rule, wald_probabilities(rule$model, newdata))
}

no_rows <- function(levels) matrix(numeric(), 0, length(levels), dimnames = list(NULL, levels))

warn_of_positive <- function(levels) {
  if (looks_reversed(levels))
    warn(paste0("positive is ", dQuote(levels[2], FALSE), ", the second class, as in glm(); positive = ",
                dQuote(levels[1], FALSE), " takes the first one, as yardstick does"))
}

positive_of <- function(rule, p) {
  if (!is.null(dim(p))) return(p)
  levels <- attr(p, "levels")
  positive <- if (is.null(rule$positive)) levels[2] else as.character(rule$positive)
  if (length(positive) != 1 || !positive %in% levels)
    refuse("positive is ", shown(rule$positive), ": must be one of ", paste(dQuote(levels, FALSE), collapse = ", "))
  if (positive == levels[1]) p[] <- 1 - p
  structure(p, levels = levels, positive = positive)
}

# Rows without a probability are left out of the problem, and stand in the answer as NA.
decide_rows_of <- function(rule, p, ...) {
  p <- if (is.null(dim(p))) named(as.double(p), names(p)) else p
  present <- present_rows(missing_rows(p), stats::na.pass)
  names <- row_names(p)
  p <- some_rows(p, present)
  kind <- if (!is.null(dim(p))) "categorical"
  options <- utils::modifyList(rule$options, list(...))
  found <- do.call(wald_decide, c(list(p, rule$metric, kind = kind), options))
  if (is.null(dim(p))) put_back_items(found, present, names) else put_back_decisions(found, present, names)
}

#' @rdname wald_rule
#' @export
predict.wald_rule <- function(object, newdata = NULL, type = c("class", "prob", "decision", "set", "response"),
                              na.action = stats::na.pass, ...) {
  type <- choice(if (!missing(type)) type, eval(formals()$type), "type")
  if (type == "response") type <- "prob"
  p <- rule_probabilities(object, newdata)
  present <- present_rows(missing_rows(p), na.action, "newdata")
  if (!is.null(present))
    p <- if (is.null(dim(p))) structure(p[present$all], levels = attr(p, "levels")) else p[present$all, , drop = FALSE]
  if (type == "prob") return(if (is.null(dim(p))) named(as.double(p), names(p)) else p)
  if (!is.null(dim(p))) {
    one <- type == "class" && !any(c("at_least", "at_most") %in% names(object$options))
    decisions <- if (one) decide_rows_of(object, p, exactly = 1) else decide_rows_of(object, p)
    return(switch(type, class = predict(decisions, "class"), set = predict(decisions), decision = decisions))
  }
  if (type == "set") refuse("type is \"set\": the model has two classes; ask for \"class\"")
  if (object$scope == "threshold") {
    if (type == "decision")
      refuse("type is \"decision\": the rule is a threshold, which decides each row alone; see summary()")
    return(class_factor(object, as.double(p) >= object$threshold, names(p)))
  }
  if (length(p) && all(is.na(p))) {
    if (type == "decision") refuse("newdata lacks a value in every row: there is nothing to decide together")
    return(class_factor(object, rep(NA, length(p)), names(p)))
  }
  decision <- decide_rows_of(object, p)
  if (type == "decision") decision else class_factor(object, decision$prediction, names(p))
}

class_factor <- function(rule, prediction, names) {
  other <- setdiff(rule$levels, rule$positive)
  named(factor(ifelse(prediction, rule$positive, other), levels = rule$levels), names)
}

#' @rdname wald_rule
#' @export
coef.wald_rule <- function(object, ...) {
  if (!is.null(object$threshold)) structure(object$threshold, names = object$positive)
}

#' @rdname wald_rule
#' @method print wald_rule
#' @export
print.wald_rule <- function(x, ...) {
  cat("Decision rule for ", metric_name(x$metric), " on a model of class ", class(x$model)[1], "\n", sep = "")
  cat("  classes ", listed(x$levels), sep = "")
  if (is.null(x$positive)) cat("; each row is a problem\n")
  else if (x$scope == "rows") cat("; positive ", x$positive, "; the rows given are one problem\n", sep = "")
  else cat("; positive ", x$positive, " where its probability is at least ", digits(x$threshold), "\n", sep = "")
  invisible(x)
}

#' @rdname wald_rule
#' @method summary wald_rule
#' @export
summary.wald_rule <- function(object, ...) structure(list(rule = object), class = "summary.wald_rule")

#' @method print summary.wald_rule
#' @export
print.summary.wald_rule <- function(x, ...) {
  print(x$rule)
  if (!is.null(x$rule$decision)) {
    cat("The threshold was found by\n")
    print(summary(x$rule$decision))
  }
  invisible(x)
}

#' @rdname wald_rule
#' @export
plot.wald_rule <- function(x, newdata = NULL, ...) {
  decision <- if (is.null(x$decision) || !is.null(newdata)) {
    decide_rows_of(x, rule_probabilities(x, newdata))
  } else {
    x$decision
  }
  plot(decision, ...)
}
