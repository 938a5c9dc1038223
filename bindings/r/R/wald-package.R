#' wald: optimal decisions from probabilities, samples and scores
#'
#' `wald` turns predicted probabilities into the decisions that maximise the expected value of a metric.
#'
#' - [wald_decide()] finds the optimal prediction, [wald_rule()] that of a fitted model.
#' - [wald_expected()], [wald_regret()], [wald_curve()] and [wald_distribution()] say what a prediction is worth,
#'   [wald_evaluate()] what it was worth on known truth.
#' - [wald_thresholds()] chooses thresholds on the scores of one classifier or several, from the rows of a
#'   [wald_sample()]; [wald_frontier()] has all that could be chosen; [wald_label_thresholds()],
#'   [wald_class_multipliers()] and [wald_abstention_zone()] those of labels, classes and of what is left to a human.
#' - [wald_cascade()] makes the decisions of an ensemble by a fraction of its models, from [wald_cascade_scores()] or
#'   [wald_trees()].
#' - [wald_fit()] fits learners, which give from features what is known of the labels of a row; [wald_calibrate()] makes
#'   probabilities of the scores of any other classifier.
#' - [wald_metric()] and [wald_metrics()]: the metric to maximise; [wald_independent()] and its like: what is known.
#' - [wald_options()] and [wald_facts()]: what can be set, and what can be read. [wald_datasets()] has tables for examples.
#'
#' Of n labels, truth y and prediction h a metric is a utility U(tp, k, s, n) with `tp = sum(y * h)`, `k = sum(h)`,
#' `s = sum(y)`.
#'
#' @section Options: `wald.threads`: the default of the option `threads`, the library's own where it is not set.
#'   `wald.progress`: that of `progress`, which may be `TRUE` for a bar, `FALSE`, or a function of the fraction that is
#'   done, which cancels the call by returning `FALSE`; where it is not set, a bar is shown in interactive sessions. An
#'   interrupt ends a call in any case.
#' @section Errors: Every failure is a condition of class `wald_error` and of one more: [wald_errors] has them, each
#'   with its meaning. It holds `status` and `status_name` as the C interface has them. The message names the argument,
#'   its value and its bound; every language has the same text, except that R counts positions from 1 and writes them as
#'   `probabilities[3, 1]`. A warning of class `wald_warning` concerns a correct answer.
#' @useDynLib wald, .registration = TRUE
#' @importFrom Rcpp evalCpp
#' @importFrom stats coef confint predict quantile simulate
#' @importFrom utils head
#' @importFrom methods as is
#' @importFrom Matrix sparseMatrix
#' @keywords internal
"_PACKAGE"
