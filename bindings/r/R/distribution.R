#' The distribution of a prediction's utility
#'
#' How sure the utility of a prediction is: its distribution over what the truth may be, exact if the metric and what
#' is known allow, else from seeded samples; R's own generator is neither used nor changed.
#'
#' @inheritParams wald_decide
#' @param p One problem, as [wald_decide()] takes it; not a counts estimator, which does not determine it.
#' @param prediction 0 and 1, or logical, an element for each label; or a `wald_decision`.
#' @param x,object A `wald_distribution`.
#' @param probs Probabilities in \[0, 1\].
#' @param u Utilities.
#' @param names Whether to name the quantiles.
#' @param row.names,optional Not used.
#' @inheritParams decision_options
#' @param ... Not used.
#' @return A `wald_distribution`: a list of the [facts] of a distribution (`mean`, `sd`, ...), of `values` and their
#'   `probabilities`. `quantile` gives the smallest u with P(utility <= u) >= q; `wald_at_least` P(utility >= u), with
#'   its standard error as attribute where it was simulated; `as.data.frame` the values and probabilities.
#' @seealso [plot.wald_distribution()]
#' @examples
#' p <- c(0.9, 0.45, 0.4, 0.1)
#' worth <- wald_distribution(p, "f1", p > 0.5)
#' worth
#' quantile(worth, c(0.1, 0.9))
#' wald_at_least(worth, 0.5)
#' as.data.frame(worth)
#' plot(worth)
#' @export
wald_distribution <- with_options("decisions", function(p, metric, prediction, kind = NULL, ...) {
  metric <- metric_of(metric)
  problem <- problem_of(p, kind)
  mask <- mask_vector(prediction, problem$labels)
  found <- ok(native_distribution(native_pointer(metric), problem$known, problem$kind, mask,
                                  asked("decisions", options_given(...))))
  structure(c(found, list(metric = metric_name(metric))), class = c("wald_distribution", "wald_object"))
}, calls = "distribution")

#' @rdname wald_distribution
#' @export
quantile.wald_distribution <- function(x, probs = seq(0, 1, 0.25), names = TRUE, ...) {
  probs <- real_vector(probs, "q")
  found <- ok(native_quantile(x$pointer, probs))
  if (names) structure(found, names = paste0(format(100 * probs, trim = TRUE, digits = 7), "%")) else found
}

#' @rdname wald_distribution
#' @export
wald_at_least <- function(x, u) {
  if (!inherits(x, "wald_distribution")) refuse("x is ", shown(x), ": must be a wald_distribution")
  found <- ok(native_at_least(x$pointer, real_vector(u, "u")))
  if (x$n_samples == 0) found[, 1] else structure(found[, 1], standard_error = found[, 2])
}

#' @rdname wald_distribution
#' @method mean wald_distribution
#' @export
mean.wald_distribution <- function(x, ...) x$mean

#' @rdname wald_distribution
#' @method print wald_distribution
#' @export
print.wald_distribution <- function(x, ...) {
  if (native_state(x$pointer) == "closed") {
    cat("<wald_distribution, closed>\n")
    return(invisible(x))
  }
  cat("Distribution of ", x$metric, ": mean ", digits(x$mean), ", sd ", digits(x$sd), " (",
      if (x$n_samples == 0) "exact" else paste(x$n_samples, "samples"), ")\n", sep = "")
  invisible(x)
}

#' @rdname wald_distribution
#' @method summary wald_distribution
#' @export
summary.wald_distribution <- function(object, ...) {
  structure(list(distribution = object, quantiles = quantile(object, c(0, 0.05, 0.25, 0.5, 0.75, 0.95, 1))),
            class = "summary.wald_distribution")
}

#' @method print summary.wald_distribution
#' @export
print.summary.wald_distribution <- function(x, ...) {
  print(x$distribution)
  print(x$quantiles)
  invisible(x)
}

#' @rdname wald_distribution
#' @export
as.data.frame.wald_distribution <- function(x, row.names = NULL, optional = FALSE, ...) {
  data.frame(utility = x$values, probability = x$probabilities)
}
