#' One example at a time
#'
#' Runs a [wald_cascade()] on examples whose scores are computed as they are needed: it says which model to run, takes
#' its score, and says the next one to ask or the decision.
#'
#' @param cascade A [wald_cascade()].
#' @param x A run.
#' @param ... Not used.
#' @return A `wald_cascade_run`, an environment with two functions and what they found. `start()` begins another example
#'   and gives the first model to run, from 1; `feed(score)` takes its score (with several classes, one for each) and
#'   gives the next one, or `NA` where the example is decided. `model` is the one to ask, `decision` as
#'   [predict.wald_cascade()] has it, `NA` until then, `count` how many were asked, `sums` the sum of scores of each class
#'   once all models ran, `NaN` if fewer were. A run lives outside R and is not
#'   kept in files; make one for each process.
#' @examples
#' set.seed(1)
#' votes <- matrix(rnorm(3000, rep(rnorm(300), 10)), 300)
#' cascade <- wald_cascade(votes, alpha = 0.02)
#' run <- wald_cascade_run(cascade)
#' model <- run$start()
#' while (!is.na(model)) model <- run$feed(votes[1, model])
#' run
#' @export
wald_cascade_run <- function(cascade) {
  pointer <- ok(native_run(cascade_pointer(cascade)))
  run <- new.env(parent = emptyenv())
  undecided <- decided_as(-1L, cascade)
  run$start <- function() {
    run$model <- ok(native_run_start(pointer)) + 1L
    run$decision <- undecided
    run$count <- 0L
    run$sums <- rep(NaN, cascade$n_classes)
    run$model
  }
  run$feed <- function(score) {
    if (!is.double(score)) score <- real_vector(score, "score")
    found <- ok(native_run_feed(pointer, score))
    decided <- found[1] < 0
    run$count <- as.integer(found[3])
    run$sums <- found[-(1:3)]
    if (decided) run$decision <- decided_as(as.integer(found[2]), cascade)
    run$model <- if (decided) NA_integer_ else as.integer(found[1]) + 1L
    run$model
  }
  run$start()
  structure(run, class = "wald_cascade_run")
}

#' @rdname wald_cascade_run
#' @method print wald_cascade_run
#' @export
print.wald_cascade_run <- function(x, ...) {
  cat("<wald_cascade_run: ", x$count, " asked, ",
      if (is.na(x$model)) paste("decided:", as.character(x$decision)) else paste("next", x$model), ">\n", sep = "")
  invisible(x)
}
