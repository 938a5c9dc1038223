#' Metrics with limits on a test set, at fixed thresholds
#'
#' Every metric of models on rows that had no say in the choice of the thresholds, with limits, and paired differences of
#' several models. A row is flagged where its score is at least the threshold. Without thresholds the area under the ROC
#' curve alone is known; it has the numbers of `pROC::ci.auc()` and `pROC::roc.test()`.
#'
#' Limits of proportions, F1 and the Jaccard index are mid-P limits (Lancaster 1961) or, by `proportion_limits = "exact"`,
#' Clopper and Pearson's (1934), as `binom.test()` has them; those of balanced accuracy and informedness follow from recall's
#' and specificity's (Zou and Donner 2008); those of the area are DeLong's (1988), with `groups` Obuchowski's (1997), by `auc_limits = "logit"` on its log-odds (Pepe 2003); all
#' others, and with `groups` all but the area, are the jackknife's; with `bootstrap` all are percentiles. Differences have p-values: DeLong's test of the area, the paired permutation test of
#' other metrics, and `p_adjusted` by Holm's method for all comparisons. If the variance of an area is estimated as 0, as
#' of an area of 1, its limits are Clopper and Pearson's of as many pairs as share no row.
#'
#' @param truth 0 and 1, logical, or a factor of two levels, of which the second one is positive. `NA` is a
#'   censored label. Or a formula `outcome ~ model1 + model2` that names columns of `data`.
#' @param scores A vector, or a matrix or data frame with a column for each model; no `NA`.
#' @param data A data frame.
#' @param thresholds A number for all models, one for each, or the [wald_thresholds()] of one score; `NULL`: the area
#'   under the ROC curve alone.
#' @param weights Of the rows, finite and >= 0. In the formula method they may name a column of `data`.
#' @param groups Which rows belong together: see [wald_compare()]. In the formula method they may name a column of `data`.
#' @param subset,event_level As for [wald_sample()].
#' @param na.action What is done with rows that lack a value, as in [stats::lm()]. Default: rows whose outcome is missing
#'   are left out with a warning, and a score that is missing is refused.
#' @param outcome Where the data come first: the column of the truth, then in `...` those of the scores; or a formula.
#' @param metrics Names of metrics, as [wald_metrics()] lists them, and `"auc"`.
#' @param reference The name or number of the model that every other one is compared with; `NULL`: every pair is compared.
#' @param x A `wald_threshold_evaluation`.
#' @param style `"markdown"` or `"latex"`: the tables of a paper, with the rules of booktabs.
#' @param row.names,optional Not used.
#' @inheritParams threshold_options
#' @param ... Of the generic the arguments above; else not used.
#' @return A `wald_threshold_evaluation`: a list of `estimates`, a data frame with a row for each model and metric, of
#'   `comparisons`, one with a row for each pair of models and metric (second less first), of `models`, their thresholds
#'   and counts, and of the [facts] of the whole. `as.data.frame` gives the estimates, `format` Markdown or LaTeX.
#'   The package gt takes the data frames as they are: `gt::gt(as.data.frame(found), groupname_col = "model")`, and
#'   `gt::gt(found$comparisons)`.
#' @references DeLong ER, DeLong DM, Clarke-Pearson DL (1988). "Comparing the areas under two or more correlated receiver
#'   operating characteristic curves." *Biometrics* 44, 837-845. Sun X, Xu W (2014). "Fast implementation of DeLong's
#'   algorithm." *IEEE Signal Processing Letters* 21, 1389-1393. Obuchowski NA (1997). "Nonparametric analysis of clustered
#'   ROC curve data." *Biometrics* 53, 567-578.
#' @seealso [wald_thresholds()], [wald_compare()]
#' @examples
#' set.seed(1)
#' d <- data.frame(ill = runif(300) < 0.4)
#' d$old <- rnorm(300) + d$ill
#' d$new <- rnorm(300) + 1.5 * d$ill
#' found <- wald_evaluate_thresholds(ill ~ old + new, d, thresholds = c(0.5, 0.75))
#' found
#' subset(found$comparisons, metric == "auc")
#' cat(format(found, "latex"))
#' @export
wald_evaluate_thresholds <- with_options("thresholds", function(truth, ...) UseMethod("wald_evaluate_thresholds"),
                                         calls = "evaluation")

#' @rdname wald_evaluate_thresholds
#' @export
wald_evaluate_thresholds.formula <- function(truth, data = NULL, ..., weights = NULL, groups = NULL, subset = NULL,
                                             na.action = NULL, event_level = NULL) {
  if (length(truth) != 3)
    refuse("the formula ", shown(truth), " has no left side: must be outcome ~ model + model")
  more <- list(weights = eval(substitute(weights), data, environment(truth)),
               groups = eval(substitute(groups), data, environment(truth)))
  given <- taken_rows(truth, data, substitute(subset), na.action, more, needed = TRUE)
  data <- given$data
  terms <- stats::delete.response(stats::terms(truth, data = data))
  columns <- formula_columns(terms, data)
  if (is.null(dim(columns))) columns <- matrix(columns, dimnames = list(NULL, attr(terms, "term.labels")))
  label <- with_event(eval(truth[[2]], data, environment(truth)), event_level, label_name(truth))
  wald_evaluate_thresholds.default(label, columns, ..., weights = given$weights, groups = given$groups,
                                   event_level = "second", na.action = na.action)
}

#' @rdname wald_evaluate_thresholds
#' @export
wald_evaluate_thresholds.data.frame <- function(truth, outcome, ...) {
  data_first(wald_evaluate_thresholds.formula, truth, substitute(outcome), eval(substitute(alist(...))), parent.frame())
}

#' @rdname wald_evaluate_thresholds
#' @export
wald_evaluate_thresholds.default <- function(truth, scores, thresholds = NULL, metrics = NULL, reference = NULL,
                                             weights = NULL, groups = NULL, event_level = NULL, na.action = NULL,
                                             ...) {
  if (missing(truth) || missing(scores)) refuse("truth and scores are needed: 0 and 1, and numbers")
  table <- reals(scores, "scores")
  if (is.null(dim(table))) table <- matrix(table, dimnames = list(NULL, "model"))
  table <- real_matrix(table, "scores")
  models <- if (is.null(colnames(table))) paste("model", seq_len(ncol(table))) else colnames(table)
  truth <- with_event(truth, event_level)
  left <- rows_left(list(truth = truth, scores = table, weights = weights, groups = groups), na.action)
  table <- taken(table, left)
  given <- known_truth(taken(truth, left), nrow(table))
  weights <- of_rows(taken(weights, left), "weights", nrow(table))
  if (!is.null(groups)) groups <- group_ids(taken(groups, left), nrow(table))
  if (inherits(thresholds, "wald_thresholds")) thresholds <- stats::coef(thresholds)
  if (!is.null(thresholds)) {
    thresholds <- unname(real_vector(thresholds, "thresholds"))
    if (length(thresholds) == 1) thresholds <- rep(thresholds, length(models))
  }
  options <- asked("thresholds", list(...))
  if (is.null(options$names)) options$names <- models
  if (!is.null(metrics)) options$metrics <- as.character(metrics)
  place <- reference_place(reference, models)
  if (!is.null(place)) options$reference <- place - 1
  found <- ok(native_evaluate_thresholds(options, table, given$values, given$first, thresholds, weights, groups))
  if (nzchar(found$warning)) warning(found$warning, call. = FALSE)
  named <- function(numbers, names) names[numbers + 1]
  estimates <- data.frame(model = named(found$model, models), metric = named(found$metric, found$metrics),
                          found[c("value", "low", "high", "standard_error", "exact")], stringsAsFactors = FALSE)
  estimates$exact <- as.logical(estimates$exact)
  pairs <- found[c("pair_difference", "pair_low", "pair_high", "pair_standard_error", "pair_p_value", "pair_p_adjusted")]
  names(pairs) <- sub("^pair_", "", names(pairs))
  comparisons <- data.frame(first = named(found$pair_first, models), second = named(found$pair_second, models),
                            metric = named(found$pair_metric, found$metrics), pairs, stringsAsFactors = FALSE)
  of_models <- data.frame(model = models, stringsAsFactors = FALSE)
  if (!is.null(thresholds))
    of_models <- data.frame(of_models, threshold = thresholds, found[c("tp", "fp", "fn", "tn")])
  structure(c(list(estimates = estimates, comparisons = comparisons, models = of_models),
              found[facts_per("threshold_evaluation", "whole")]), class = "wald_threshold_evaluation")
}

#' @rdname wald_evaluate_thresholds
#' @method as.data.frame wald_threshold_evaluation
#' @export
as.data.frame.wald_threshold_evaluation <- function(x, row.names = NULL, optional = FALSE, ...) x$estimates

#' @rdname wald_evaluate_thresholds
#' @method format wald_threshold_evaluation
#' @export
format.wald_threshold_evaluation <- function(x, style = c("markdown", "latex"), ...) x[[match.arg(style)]]

#' @rdname wald_evaluate_thresholds
#' @method print wald_threshold_evaluation
#' @export
print.wald_threshold_evaluation <- function(x, ...) {
  cat("Evaluation of ", listed(x$models$model), " on ", x$n_rows, " rows, ", digits(x$positives), " positive\n\n", sep = "")
  print(x$estimates[c("model", "metric", "value", "low", "high")], digits = 3, row.names = FALSE)
  if (nrow(x$comparisons)) {
    cat("\n")
    print(x$comparisons[c("first", "second", "metric", "difference", "low", "high", "p_value", "p_adjusted")], digits = 3,
          row.names = FALSE)
  }
  invisible(x)
}
