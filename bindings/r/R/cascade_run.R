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
  undecided <- decided_as(-1L, cascade)
  unknown <- rep(NaN, cascade$n_classes)
  model <- count <- 0L
  decision <- undecided
  sums <- unknown
  # What was found is kept here: setting elements of an object with a class takes longer than a step.
  run <- new.env(parent = emptyenv())
  makeActiveBinding("model", function() model, run)
  makeActiveBinding("decision", function() decision, run)
  makeActiveBinding("count", function() count, run)
  makeActiveBinding("sums", function() sums, run)
  run$start <- function() {
    decision <<- undecided
    count <<- 0L
    sums <<- unknown
    model <<- ok(native_run_start(pointer)) + 1L
    model
  }
  run$feed <- function(score) {
    if (!is.double(score)) score <- real_vector(score, "score")
    found <- ok(native_run_feed(pointer, score))
    decided <- found[1] < 0L
    count <<- found[3]
    if (decided) {
      sums <<- attr(found, "sums")
      decision <<- decided_as(found[2], cascade)
    }
    model <<- if (decided) NA_integer_ else found[1] + 1L
    model
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
