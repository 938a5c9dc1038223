# The declared properties of a metric, as bits.
declared <- function(...) {
  flags <- list(...)
  given <- vapply(names(flags), function(name) flag(flags[[name]], name), NA)
  sum(words("property")[names(flags)[given]])
}

property_flags <- function(bits) structure(bitwAnd(bits, words("property")) != 0L, names = names(words("property")))

# The recipe makes the metric again where it was restored from a file, which holds no object of the library.
new_metric <- function(make) structure(list(pointer = ok(make()), make = make), class = c("wald_metric", "wald_object"))

native_pointer <- function(metric) {
  if (native_state(metric$pointer) == "lost") ok(metric$make()) else metric$pointer
}

metric_of <- function(metric) {
  if (inherits(metric, "wald_metric")) return(metric)
  if (is.character(metric)) return(wald_metric(metric))
  if (is.function(metric))
    refuse("metric is a function: make a metric of it with wald_metric_custom()")
  refuse("metric is ", shown(metric), ": must be a name or a wald_metric")
}

#' Metrics
#'
#' A metric is a utility U(tp, k, s, n) to be maximised, with `tp` the hits, `k` the positives predicted, `s` the true
#' ones, `n` the labels. Where a function takes a metric, its name will do.
#'
#' @param name For `wald_metric` a name such as `"f1"`, `"fbeta:0.5"`, `"jaccard"`, `"balanced_accuracy"`, `"cost:1:5"`;
#'   [wald_metrics()] lists all. For the others what messages call the metric, 1 to 256 bytes.
#' @param zero_division The value of a rate that is 0/0: 1 (the convention of the literature) or 0.
#' @param f A function of `tp`, `k`, `s`, `n` with `max(0, k + s - n) <= tp <= min(k, s)` that returns a finite number.
#'   It is called on R's thread; an error in it comes out of the call that evaluated it.
#' @param values An array of dimension `(n + 1, n + 1, n + 1)`: the value for `tp`, `k`, `s` at
#'   `[tp + 1, k + 1, s + 1]`. Only possible cells are read. Or a vector of those values, `s` changing fastest, then
#'   `k`, with `n` given.
#' @param n The number of labels, 1 to 1000.
#' @param rises_in_tp,falls_in_k,rises_in_tp_and_k,linear_in_tp What is known of the utility; it decides which exact
#'   algorithm may run. Declarations are tested. With none a function is decided by enumeration for few labels, and
#'   refused beyond; the properties of a table are found.
#' @param loss Whether the values are to be minimised; the utility is their negative.
#' @param vectorised Whether `f` takes vectors of `tp`, `k` and `s`, and gives as many numbers: it is then called once for
#'   up to 4096 of them.
#' @param x,object A metric.
#' @param ... Not used.
#' @return A `wald_metric`: its `summary` is a list of `name`, `zero_division` and `properties`; `predict` evaluates it
#'   on a data frame with columns `tp`, `k`, `s`, `n`. `close()` releases its memory now rather than when it is
#'   collected; it may be called twice, and use afterwards is an error.
#' @examples
#' f2 <- wald_metric("fbeta:2")
#' f2
#' summary(f2)$properties
#' wald_utility(f2, tp = 2, k = 3, s = 2, n = 5)
#'
#' # A hit earns 1, a miss costs a quarter.
#' hits <- wald_metric_custom(function(tp, k, s, n) tp - 0.25 * (k - tp), "hits",
#'                            rises_in_tp = TRUE, linear_in_tp = TRUE)
#' wald_decide(c(sky = 0.45, dog = 0.4, sea = 0.1), hits)
#' @export
wald_metric <- function(name, zero_division = 1) {
  name <- string(name, "name")
  zero_division <- as.integer(whole(zero_division, "zero_division", 2^31 - 1))
  new_metric(function() native_metric(name, zero_division))
}

#' @rdname wald_metric
#' @export
wald_metric_custom <- function(f, name = "custom", rises_in_tp = FALSE, falls_in_k = FALSE, rises_in_tp_and_k = FALSE,
                               linear_in_tp = FALSE, loss = FALSE, vectorised = FALSE) {
  if (!is.function(f)) refuse("f is ", shown(f), ": must be a function of tp, k, s and n")
  bits <- declared(rises_in_tp = rises_in_tp, falls_in_k = falls_in_k, rises_in_tp_and_k = rises_in_tp_and_k,
                   linear_in_tp = linear_in_tp, loss = loss)
  name <- string(name, "name")
  vectorised <- flag(vectorised, "vectorised")
  checked <- function(value, count, what) {
    if (!(is.numeric(value) || is.logical(value)) || length(value) != count)
      raise(paste0("metric ", dQuote(name, FALSE), " gave ", shown(value), ": must be ", what), 6L,
            quote(f(tp, k, s, n)))
    as.double(value)
  }
  evaluate <- function(tp, k, s, n) {
    if (vectorised) return(checked(f(tp, k, s, n), length(tp), paste(length(tp), "numbers")))
    vapply(seq_along(tp), function(i) checked(f(tp[[i]], k[[i]], s[[i]], n), 1L, "one number"), 0)
  }
  new_metric(function() native_metric_callback(evaluate, name, bits))
}

#' @rdname wald_metric
#' @export
wald_metric_table <- function(values, name = "table", n = NULL, rises_in_tp = FALSE, falls_in_k = FALSE,
                              rises_in_tp_and_k = FALSE, linear_in_tp = FALSE, loss = FALSE) {
  values <- reals(values, "values")
  if (is.null(n)) {
    if (dimensions(values) != 3 || length(unique(dim(values))) != 1)
      refuse("values is ", shape(values), ": must be n + 1 by n + 1 by n + 1, or a vector with n given")
    n <- dim(values)[1] - 1L
    values <- as.vector(aperm(values))
  } else if (dimensions(values) == 3) {
    values <- as.vector(aperm(values))
  }
  n <- whole(n, "n")
  bits <- declared(rises_in_tp = rises_in_tp, falls_in_k = falls_in_k, rises_in_tp_and_k = rises_in_tp_and_k,
                   linear_in_tp = linear_in_tp, loss = loss)
  name <- string(name, "name")
  new_metric(function() native_metric_table(values, n, name, bits))
}

#' The metrics that have a name
#'
#' @return A data frame with the pattern of each `name`, other names (`aliases`, space-separated), its `formula`, a
#'   `sentence`, and a logical column for each of its properties.
#' @examples
#' head(wald_metrics()[c("name", "formula")])
#' @export
wald_metrics <- function() {
  found <- ok(native_metrics())
  flags <- t(vapply(found$properties, property_flags, logical(length(words("property")))))
  kept <- setdiff(colnames(flags), "thread_safe")
  data.frame(found[c("name", "aliases", "formula", "sentence")], flags[, kept], stringsAsFactors = FALSE)
}

#' Values of a metric
#'
#' @param metric A metric or its name.
#' @param tp,k,s,n Whole numbers, recycled: `n >= 1`, `0 <= k, s <= n`, `max(0, k + s - n) <= tp <= min(k, s)`.
#' @param utility Utilities.
#' @return `wald_utility`: U(tp, k, s, n). `wald_loss`: the loss that goes with a utility, 1 - U for a named metric, -U
#'   for `"cost"` and for a metric of one's own.
#' @examples
#' wald_utility("f1", tp = 0:2, k = 2, s = 2, n = 5)
#' wald_loss("f1", 0.75)
#' @export
wald_utility <- function(metric, tp, k, s, n) {
  metric <- metric_of(metric)
  arguments <- list(tp = tp, k = k, s = s, n = n)
  for (name in names(arguments)) for (value in arguments[[name]]) whole(value, name)
  native <- do.call(cbind, lapply(arguments, as.double))
  ok(native_utility(native_pointer(metric), native))
}

#' @rdname wald_utility
#' @export
wald_loss <- function(metric, utility) {
  metric <- metric_of(metric)
  ok(native_loss(native_pointer(metric), as.vector(reals(utility, "utility"))))
}

metric_name <- function(metric) ok(native_metric_facts(native_pointer(metric)))$name

#' @rdname wald_metric
#' @method print wald_metric
#' @export
print.wald_metric <- function(x, ...) {
  if (native_state(x$pointer) == "closed") {
    cat("<wald_metric, closed>\n")
    return(invisible(x))
  }
  facts <- summary(x)
  cat("<wald_metric ", facts$name, if (facts$zero_division == 0) ", 0/0 is 0", ">\n", sep = "")
  invisible(x)
}

#' @rdname wald_metric
#' @method summary wald_metric
#' @export
summary.wald_metric <- function(object, ...) {
  facts <- ok(native_metric_facts(native_pointer(object)))
  facts$properties <- property_flags(facts$properties)
  facts
}

#' @rdname wald_metric
#' @param newdata A data frame with columns `tp`, `k`, `s` and `n`.
#' @export
predict.wald_metric <- function(object, newdata, ...) {
  missing <- setdiff(c("tp", "k", "s", "n"), names(newdata))
  if (length(missing)) refuse("newdata has no column ", missing[1])
  wald_utility(object, newdata$tp, newdata$k, newdata$s, newdata$n)
}
