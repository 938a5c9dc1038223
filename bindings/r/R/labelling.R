#' Which rows of a table to have labelled, and when to stop
#'
#' A first stage has answered all rows of a table; a better one, or a person, is asked about few. A labelled row takes the
#' better answer, so that only events among the other rows hurt. Once it is done the goal holds for this table with the
#' confidence, whatever the chances are worth; those that are right save labels.
#'
#' @param chances The probability of an event in each row, in \[0, 1\], as the first stage says it.
#' @param quality `"accuracy"`: an event is an answer that differs from its label; the share of right answers is to reach
#'   the target. `"recall"`: an event is a positive; the share of the positives that are found. `"precision"`: the rows are
#'   those that the first stage flags, and an event is a negative among them, which its label takes away; the share of
#'   positives among the rows that stay.
#' @param min_quality,certify In (0, 1).
#' @param seed Of the draws; above 2^53 by its digits, as text.
#' @param x,object A `wald_labelling`.
#' @param ... Not used.
#' @return A `wald_labelling`, an environment of functions. `ask(most = 100)` gives the rows to label next, from 1, at
#'   most this many, none once done; the same until they are answered. `answer(events, chances = NULL)` says of each of them whether
#'   it is an event; `chances` are new ones of all rows, as from the labels so far. `run(events, most = 100)` labels until it is done, where `events(rows)` says the same of rows.
#'   `mask()`: whether each row was labelled. `summary` gives its [facts] (`done`, `labelled`, `found`, `bound`, ...). It
#'   lives outside R and is not kept in files.
#' @seealso [wald_stages()]
#' @examples
#' chances <- seq(0, 0.5, length.out = 1000)
#' wrong <- 1:1000 %% 10 == 0
#' labelling <- wald_labelling(chances, "accuracy", min_quality = 0.85)
#' labelling$run(function(rows) wrong[rows])
#' labelling
#' sum(wrong[!labelling$mask()]) <= 150
#' @export
wald_labelling <- function(chances, quality = "accuracy", min_quality = 0.95, certify = 0.95, seed = 0) {
  chances <- unname(real_vector(chances, "chances"))
  pointer <- ok(native_labelling(chances, string(quality, "quality"), number(min_quality, "min_quality"),
                                 number(certify, "certify"), seed_digits(seed)))
  out <- new.env(parent = emptyenv())
  out$pointer <- pointer
  asked <- integer()
  labelled <- logical(length(chances))
  out$ask <- function(most = 100) {
    if (!length(asked) && !labelling_facts(out)$certified)
      asked <<- as.integer(ok(native_labelling_next(pointer, whole(most, "most")))) + 1L
    asked
  }
  out$answer <- function(events, chances = NULL) {
    if (!is.null(chances)) chances <- unname(real_vector(chances, "chances"))
    ok(native_labelling_answer(pointer, unname(cells(events, "events")), chances))
    labelled[asked] <<- TRUE
    asked <<- integer()
    invisible(out)
  }
  out$run <- function(events, most = 100) {
    while (!labelling_facts(out)$certified) out$answer(events(out$ask(most)))
    invisible(out)
  }
  out$mask <- function() labelled
  structure(out, class = "wald_labelling")
}

labelling_facts <- function(x) {
  facts <- ok(native_facts(get("pointer", envir = x), "labelling", facts_per("labelling", "whole"), 0))
  facts$certified <- facts$certified != 0
  facts
}

#' @rdname wald_labelling
#' @method print wald_labelling
#' @export
print.wald_labelling <- function(x, ...) {
  facts <- labelling_facts(x)
  cat("<wald_labelling: ", digits(facts$n_labelled), " of ", digits(facts$n_rows), " rows labelled, ",
      if (facts$certified) "certified" else "not certified", ">\n", sep = "")
  invisible(x)
}

#' @rdname wald_labelling
#' @method summary wald_labelling
#' @export
summary.wald_labelling <- function(object, ...) labelling_facts(object)
