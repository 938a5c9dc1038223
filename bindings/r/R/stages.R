new_stages <- function(pointer, names = NULL, classes = NULL, segments = NULL) {
  reference("wald_stages", pointer, names = names, classes = classes, segments = segments)
}

stages_argument <- function(x, name = "stages") of_class(x, "wald_stages", name)

stages_facts <- function(stages) {
  ok(native_facts(stages_argument(stages)$pointer, "stages", facts_per("stages", "whole"), 0))
}

# Classes or segments as codes from 0, NA where they are not known, and the words that they stand for.
coded_words <- function(x, name, known) {
  if (is.data.frame(x)) {
    all_numbers <- all(vapply(x, function(column) is.numeric(column) || is.logical(column), NA))
    x <- if (all_numbers) data.matrix(x) else as.matrix(as.data.frame(lapply(x, as.character)))
    dimnames(x) <- NULL
  }
  if (is.factor(x)) {
    if (is.null(known)) known <- levels(x)
    x <- as.character(x)
  }
  shape <- dim(x)
  if (is.character(x)) {
    if (is.null(known)) known <- sort(unique(x[!is.na(x)]))
    codes <- match(x, known)
    unknown <- which(is.na(codes) & !is.na(x))
    if (length(unknown)) refuse(name, " has ", dQuote(x[unknown[1]], FALSE), ": must be one of ", listed(known))
    return(list(codes = structure(codes - 1L, dim = shape), words = known))
  }
  if (!(is.numeric(x) || is.logical(x))) refuse(name, " is of class ", class(x)[1], ": must be numbers from 1, or words")
  wrong <- which(!is.na(x) & (x != trunc(x) | abs(x) > .Machine$integer.max))
  if (length(wrong)) refuse(name, " has ", format(x[wrong[1]]), ": must be whole numbers from 1, or words")
  if (name != "segments" && any(x == 0, na.rm = TRUE)) refuse(name, " has a 0: classes count from 1; NA is not known")
  list(codes = structure(as.integer(x) - 1L, dim = shape), words = known)
}

#' Rows with what every stage of a model cascade answers
#'
#' Stages go from the cheap one to the expensive one: models, or a person. Each row has of every stage how sure it is, what it
#' answers and what it costs; of some rows the truth is known. [wald_route()] finds from them which stage is to answer
#' which rows.
#'
#' Stages are reference objects, as an environment is: `wald_feed`, `wald_merge`, `wald_ask` and `wald_label` change them;
#' `wald_copy` makes others of the same rows. Their rows live outside R and are not kept in `.RData` or `.rds` files: keep
#' the text of [wald_save()].
#'
#' @param confidences,data A matrix or data frame with a column for each stage: how sure it is, any number that is higher
#'   where it is more likely right. `NA`: it never answers that row, unless no stage follows.
#' @param answers A matrix or data frame with a column for each stage: classes as words or factors, or as numbers from 1;
#'   `NA` for an answer of the last stage that is not known. Or `right` in its place.
#' @param truth The right class of each row; `NA` where it is not labelled. Default: no row is.
#' @param right A matrix or data frame with a column for each stage: how right it is, in \[0, 1\], as the share of a label
#'   set that agrees; a row of `NA` is not labelled.
#' @param costs A number for each stage, or a matrix of them with a row for each row, in \[0, 1e100\]; default 1 each.
#' @param weights Of the rows, in \[0, 1e100\]; default 1 each.
#' @param label_probabilities With which probability each row was drawn to be labelled, of rows that were not drawn too;
#'   `NA`: it was not considered. Default: the labelled rows are a random sample.
#' @param segments Of the rows, as words or factor, or numbers from 1.
#' @param scores Of a router: a number for each row, known before any stage is asked.
#' @param n_stages The number of stages where there are no rows yet, 2 to 12.
#' @param classes The words of the classes, in their order. Default: the levels or sorted words of `answers` and `truth`.
#' @param estimator,other,x,object Stages.
#' @param ... Not used; of `wald_ask` options that there are not.
#' @return A `wald_stages`. `dim` gives the numbers of rows and stages, `names` the stages' names, `summary` a list of
#'   [facts]; `close` releases the memory now.
#' @seealso [wald_route()], [wald_ask()], [wald_labelling()], [wald_save()]
#' @examples
#' stages <- wald_stages(cbind(small = c(0.9, 0.6, 0.8, 0.7), large = 1),
#'                       answers = cbind(c("b", "a", "a", "b"), c("b", "b", "a", "b")),
#'                       truth = c("b", "b", "a", "b"), costs = c(1, 10))
#' stages
#' wald_route(stages, min_quality = 1)
#' @export
wald_stages <- function(confidences, answers = NULL, truth = NULL, right = NULL, costs = NULL, weights = NULL,
                        label_probabilities = NULL, segments = NULL, scores = NULL, n_stages = NULL, classes = NULL) {
  if (missing(confidences)) {
    if (is.null(n_stages)) refuse("n_stages is needed where there are no rows yet")
    return(new_stages(ok(native_stages(whole(n_stages, "n_stages"))), classes = classes))
  }
  confidences <- real_matrix(confidences, "confidences")
  made <- new_stages(ok(native_stages(if (is.null(n_stages)) ncol(confidences) else whole(n_stages, "n_stages"))),
                     colnames(confidences), classes)
  feed_stages(made, confidences, answers, truth, right, costs, weights, label_probabilities, segments, scores)
}

#' @rdname wald_stages
#' @export
wald_feed.wald_stages <- function(x, data, answers = NULL, truth = NULL, right = NULL, costs = NULL,
                                  weights = NULL, label_probabilities = NULL, segments = NULL, scores = NULL, ...) {
  no_more(...)
  invisible(feed_stages(x, real_matrix(only_columns(data, x$names, "confidences"), "confidences"),
                        answers, truth, right, costs, weights, label_probabilities, segments, scores))
}

feed_stages <- function(stages, confidences, answers, truth, right, costs, weights, label_probabilities, segments,
                        scores) {
  rows <- nrow(confidences)
  classes <- stages$classes
  words <- function(x) if (is.factor(x)) levels(x) else if (is.character(x)) unique(x)
  if (is.null(classes) && (is.character(truth) || is.factor(truth) || !is.null(answers))) {
    parts <- c(if (is.data.frame(answers)) unname(as.list(answers)) else list(answers), list(truth))
    found <- lapply(parts, words)
    of_factor <- Filter(is.factor, parts)
    found <- unique(unlist(found))
    # The order of levels where all words have it, else that of words.
    if (length(of_factor) && setequal(found, levels(of_factor[[1]]))) found <- levels(of_factor[[1]])
    else found <- sort(found)
    if (length(found)) classes <- found
  }
  coded <- function(x, name) if (!is.null(x)) coded_words(x, name, classes)$codes
  said <- coded(answers, "answers")
  if (!is.null(said) && !identical(dim(said), dim(confidences)))
    refuse("answers has shape (", shape(answers, ", "), "), confidences (", shape(confidences, ", "),
           "): they must have the same shape")
  is <- coded(truth, "truth")
  if (!is.null(is) && length(is) != rows) refuse("truth has length ", length(is), ": must be ", rows)
  of <- if (!is.null(segments)) coded_words(segments, "segments", stages$segments)
  if (!is.null(of) && length(of$codes) != rows) refuse("segments has length ", length(of$codes), ": must be ", rows)
  if (anyNA(of$codes)) refuse(place("segments", which(is.na(of$codes))[1]), " is missing")
  ok(native_stages_feed(stages$pointer, unname(confidences), said, is, stage_table(right, "right"),
                        stage_costs(costs, rows, ncol(confidences)), of_rows(weights, "weights", rows),
                        of_rows(label_probabilities, "label_probabilities", rows), of$codes,
                        of_rows(scores, "scores", rows)))
  if (is.null(stages$names)) stages$names <- colnames(confidences)
  stages$classes <- classes
  if (!is.null(of)) stages$segments <- of$words
  stages
}

stage_table <- function(x, name) if (!is.null(x)) unname(real_matrix(x, name))

# One cost per stage, or a table of them.
stage_costs <- function(costs, rows, stages) {
  if (is.null(costs)) return(NULL)
  costs <- reals(costs, "costs")
  if (dimensions(costs) == 2) return(unname(costs))
  if (length(costs) != stages) refuse("costs has length ", length(costs), ": must have one per stage, ", stages)
  matrix(as.vector(costs), rows, stages, byrow = TRUE)
}

#' @rdname wald_stages
#' @export
wald_merge.wald_stages <- function(estimator, other) {
  same_names("other", stages_argument(other, "other")$names, estimator$names)
  same_names("the classes of other", other$classes, estimator$classes)
  same_names("the segments of other", other$segments, estimator$segments)
  ok(native_merge(estimator$pointer, other$pointer, "stages"))
  for (of in c("names", "classes", "segments"))
    if (is.null(estimator[[of]])) assign(of, other[[of]], envir = estimator)
  invisible(estimator)
}

#' @rdname wald_stages
#' @method print wald_stages
#' @export
print.wald_stages <- function(x, ...) {
  if (!is_open(x)) return(invisible(x))
  facts <- stages_facts(x)
  cat("<wald_stages: ", digits(facts$n_rows), " rows of ", facts$n_stages, " stages, ", digits(facts$n_labelled),
      " labelled", if (!is.null(x$names)) paste0("; ", listed(x$names)), ">\n", sep = "")
  invisible(x)
}

#' @rdname wald_stages
#' @method summary wald_stages
#' @export
summary.wald_stages <- function(object, ...) {
  c(stages_facts(object), list(names = object$names, classes = object$classes, segments = object$segments))
}

#' @rdname wald_stages
#' @export
dim.wald_stages <- function(x) as.integer(unlist(stages_facts(x)[c("n_rows", "n_stages")], use.names = FALSE))

#' @rdname wald_stages
#' @export
names.wald_stages <- function(x) x$names

#' Which rows of a model cascade to label next
#'
#' `wald_ask` draws rows to be labelled and keeps with which probability; `wald_label` takes their labels. The first
#' batch is the pilot of every certificate to come; later ones take rows with a probability that rises with how likely the
#' route's answer is wrong. One may stop as soon as [wald_route()] with `certify` is `certified`. Options that count are
#' those of the certificate, and `labels` and `min_probability`.
#'
#' @param stages [wald_stages()], which are changed.
#' @param rows The rows that were asked for, or some of them, from 1.
#' @param truth Their classes, as for [wald_stages()].
#' @param right Of rows that have no answers: a matrix with a column for each stage.
#' @inheritParams wald_route
#' @inheritParams route_options
#' @param ... Not used.
#' @return `wald_ask`: the rows to label next, ascending, from 1; none if all were considered. `wald_label` gives its
#'   first argument, invisibly.
#' @examples
#' set.seed(1)
#' sure <- runif(2000)
#' truth <- sample(1:2, 2000, TRUE)
#' cheap <- ifelse(runif(2000) < (1 - sure) / 2, 3 - truth, truth)
#' stages <- wald_stages(cbind(sure, 1), cbind(cheap, truth), costs = c(1, 10))
#' repeat {
#'   rows <- wald_ask(stages, min_quality = 0.8, certify = 0.9)
#'   wald_label(stages, rows, truth[rows])
#'   route <- wald_route(stages, min_quality = 0.8, certify = 0.9)
#'   if (route$certified || !length(rows)) break
#' }
#' route
#' summary(stages)$n_labelled
#' @export
wald_ask <- with_options("routes", function(stages, ...) {
  pointer <- stages_argument(stages)$pointer
  as.integer(ok(native_stages_ask(pointer, route_asked(stages, options_given(...))))) + 1L
}, calls = "ask")

#' @rdname wald_ask
#' @export
wald_label <- function(stages, rows, truth = NULL, right = NULL) {
  pointer <- stages_argument(stages)$pointer
  rows <- whole_numbers(rows, "rows")
  is <- if (!is.null(truth)) coded_words(truth, "truth", stages$classes)$codes
  if (!is.null(is) && length(is) != length(rows)) refuse("truth has length ", length(is), ": must be ", length(rows))
  ok(native_stages_label(pointer, rows - 1, is, stage_table(right, "right")))
  invisible(stages)
}
