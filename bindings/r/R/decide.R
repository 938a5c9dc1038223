# One problem in the form of native code: an estimator's pointer or a double vector, the kind of a vector, and names.
problem_of <- function(p, kind) {
  if (inherits(p, "wald_estimator")) {
    if (!is.null(kind)) {
      own <- estimator_facts(p, "kind")$kind
      if (!identical(kind, own)) refuse("kind is ", shown(kind), ": the estimator is ", own)
    }
    return(list(known = p$pointer, kind = 0L, labels = p$labels))
  }
  if (identical(kind, "joint") || identical(kind, "counts"))
    refuse("kind is ", shown(kind), ": a vector holds probabilities; use wald_", kind, "()")
  values <- reals(p, "probabilities")
  if (dimensions(values) != 1)
    refuse("probabilities has ", dimensions(values), " dimensions: must have 1 (one problem), or be an estimator")
  values <- real_vector(values, "probabilities")
  list(known = values, kind = table_kind(kind), labels = names(values))
}

# The kind of a vector or of the rows of a table; the library says which it takes.
table_kind <- function(kind) number_of(if (is.null(kind)) "independent" else kind, "kind", "kind")

#' The optimal prediction
#'
#' Finds the prediction of greatest expected utility: of one problem, or of every row (or column) of a table.
#'
#' @param p What is known. A numeric vector is one problem: the probabilities of its labels. So is a
#'   [wald_estimator()]. A matrix, a data frame or a sparse `Matrix` is a table, decided by `average`; in sparse ones an
#'   absent probability is 0. Or a formula without a left side that names columns of `data` (`~ .` for all): one column
#'   is one problem, several are a table.
#' @param metric What the prediction is judged by: a name such as `"f1"` (see [wald_metrics()]) or a [wald_metric()].
#' @param kind What vectors and rows are: probabilities of `"independent"` labels (the default), or of exclusive ones,
#'   `"categorical"`, which sum to at most 1.
#' @param exactly The number of positives in each answer: short for `at_least` and `at_most`.
#' @param data A data frame. It may come before the formula, as in `data |> wald_decide(~ dog + sky, "f1")`.
#' @param subset Of the formula method, which rows to take: an expression of columns of `data`, logical or row numbers.
#' @param na.action What is done with rows (of a vector elements) that lack a probability: [stats::na.exclude()] and
#'   [stats::na.pass()] keep them as `NA` and decide the others, [stats::na.omit()] leaves them out. Default: they are
#'   refused.
#' @inheritParams decision_options
#' @param ... For the formula method the arguments above.
#' @return For one problem a `wald_decision`: a list of `prediction` (logical, with the names of the labels; `NA` where
#'   left undecided), `indices` (positions from 1), `labels` (names, or positions), and the [facts] of a decision: `k`,
#'   `expected`, `bound` and so on.
#'
#'   For a table `wald_decisions`: `prediction` in the form of the table, and the same facts as vectors, an element for
#'   each answer. `length`, `[[` and `lapply` go over the answers; `as.data.frame` has a row for each.
#'
#'   What should be known of an answer is also given as a warning of class `wald_warning`.
#' @seealso [predict.wald_decisions()], [plot.wald_decision()], [wald_rule()] for fitted models.
#' @examples
#' photo <- c(beach = 0.2, sky = 0.45, dog = 0.4, sunset = 0.1)
#' decision <- wald_decide(photo, "f1")
#' decision
#' summary(decision)
#'
#' photos <- data.frame(beach = c(0.9, 0.2, 0.02), sky = c(0.6, 0.45, 0.03), dog = c(0.05, 0.4, 0.95),
#'                      row.names = c("p1", "p2", "p3"))
#' decisions <- wald_decide(photos, "f1")
#' decisions$prediction
#' as.data.frame(decisions)
#' wald_decide(~ sky + dog, "f1", data = photos, average = "macro")
#' @export
wald_decide <- with_options("decisions", function(p, metric, ...) UseMethod("wald_decide"), calls = "decide")

#' @rdname wald_decide
#' @export
wald_decide.default <- function(p, metric, kind = NULL, exactly = NULL, ..., na.action = NULL) {
  present <- if (!is.null(na.action) && !inherits(p, "wald_estimator"))
    present_rows(missing_rows(p), na.action, "probabilities")
  if (!is.null(present)) {
    if (is_sparse(p) && anyNA(present$from)) refuse("na.action keeps rows as NA: not of a sparse table, leave them out")
    names <- if (is.null(dim(p))) names(p) else if (!is.data.frame(p)) rownames(p)
             else if (is.character(attr(p, "row.names"))) row.names(p)
    found <- wald_decide.default(some_rows(p, present), metric, kind, exactly, ...)
    return(if (inherits(found, "wald_decision")) put_back_items(found, present, names)
           else put_back_decisions(found, present, names))
  }
  metric <- metric_of(metric)
  options <- asked("decisions", with_exactly(list(...), exactly))
  if (inherits(p, "wald_estimator") || !is_table(p)) {
    problem <- problem_of(p, kind)
    return(decide_problem(problem, p, metric, options))
  }
  decide_table(p, metric, table_kind(kind), options)
}

#' @rdname wald_decide
#' @export
wald_decide.formula <- function(p, metric, data = NULL, subset = NULL, na.action = NULL, ...) {
  if (length(p) != 2) refuse("the formula ", shown(p), " has a left side: wald_evaluate() compares with the truth")
  taken <- taken_rows(p, data, substitute(subset))
  columns <- formula_columns(p, taken$data)
  wald_decide.default(columns, metric, ..., na.action = na.action)
}

#' @rdname wald_decide
#' @export
wald_decide.data.frame <- function(p, metric, ...) {
  if (missing(metric) || !inherits(metric, "formula")) return(wald_decide.default(p, metric, ...))
  data_first(wald_decide.formula, p, substitute(metric), eval(substitute(alist(...))), parent.frame())
}

# The columns that the right side of a formula names: a named vector for one, a data frame for several.
formula_columns <- function(formula, data) {
  terms <- stats::terms(formula, data = data)
  frame <- stats::model.frame(terms, data, na.action = stats::na.pass)
  if (ncol(frame) == 1 && is.null(dim(frame[[1]]))) {
    names <- if (is.character(attr(frame, "row.names"))) row.names(frame)
    return(structure(frame[[1]], names = names))
  }
  as.data.frame(do.call(cbind, lapply(names(frame), function(name) {
    if (is.null(dim(frame[[name]]))) frame[name] else as.data.frame(unclass(frame[[name]]))
  })))
}

decide_problem <- function(problem, p, metric, options) {
  facts <- ok(native_decide(native_pointer(metric), problem$known, problem$kind, options))
  probabilities <- if (is.double(problem$known)) problem$known else wald_marginals(p)
  if (any(facts$warned)) warn(facts$warning)
  one_answer(facts, 1L, facts$n_items, problem$labels, facts$indices, metric_name(metric), probabilities, facts$left)
}

# One of the answers whose facts native code gave.
one_answer <- function(facts, i, n, labels, indices, metric, probabilities = NULL, left = NULL) {
  prediction <- logical(n)
  prediction[indices] <- TRUE
  prediction[left] <- NA
  if (!isFALSE(facts$abstained[i] != 0)) prediction[] <- NA # a row that was missing has no answer
  own <- lapply(unclass(facts)[facts_per("decision", "answer")], `[`, i)
  structure(c(list(prediction = named(prediction, labels), indices = indices,
                   labels = if (is.null(labels)) indices else labels[indices], n_items = n),
              own, list(metric = metric, probabilities = probabilities)),
            class = "wald_decision")
}

decide_table <- function(p, metric, kind, options) {
  average <- average_of(options)
  if (is_sparse(p)) {
    rows <- compressed(p)
    facts <- ok(native_decide_csr(native_pointer(metric), kind, rows$indptr, rows$indices, rows$values, rows$dim[2],
                                  options))
    size <- rows$dim
    names <- rows$dimnames
    facts$prediction <- sparse_prediction(facts, average, size, names)
  } else {
    table <- real_matrix(p, "probabilities")
    facts <- ok(native_decide_rows(native_pointer(metric), kind, table, options))
    size <- dim(table)
    names <- dimnames(table)
    if (is.data.frame(p)) facts$prediction <- frame_of(facts$prediction, p)
  }
  finished_decisions(facts, average, size, names, metric)
}

# The options for a vector, one label over its rows: one problem, as wald_decide takes it, unless an average is given.
as_one_problem <- function(options) {
  if (is.null(options$average)) options$average <- "macro"
  options
}

# Gives the library's warning of a table, where no answer comes with one. `average` is NULL if the user gave none.
warn_of_table <- function(p, metric, kind, average) {
  pointer <- native_pointer(metric)
  options <- list(average = average)[!is.null(average)]
  if (is_sparse(p)) {
    rows <- compressed(p)
    warn(ok(native_table_warning_csr(pointer, kind, options, rows$indptr, rows$indices, rows$values, rows$dim[2])))
  } else {
    warn(ok(native_table_warning(pointer, kind, options, p)))
  }
}

# The same of known truth, of which only the shape counts.
warn_of_shape <- function(truth, metric, average) {
  if (ncol(truth) == 1) warn_of_table(matrix(0, nrow(truth), 1), metric, table_kind(NULL), average)
}

# The answers of a table, of which native code gave the facts.
finished_decisions <- function(facts, average, size, names, metric) {
  if (any(facts$warned)) warn(facts$warning)
  facts[c("indptr", "indices", "left_from", "left")] <- NULL
  facts$average <- average
  facts$size <- size
  facts["row_names"] <- list(names[[1]])
  facts["col_names"] <- list(names[[2]])
  facts$metric <- metric_name(metric)
  class(facts) <- "wald_decisions"
  facts
}

frame_of <- function(prediction, like) {
  out <- as.data.frame(unclass(prediction))
  attributes(out) <- attributes(as.data.frame(like))[c("names", "row.names", "class")]
  class(out) <- "data.frame"
  out
}

# A pattern matrix; rows that were left undecided are empty, see `abstained`. Where single labels were, a logical one.
sparse_prediction <- function(facts, average, size, names) {
  if (length(facts$left))
    return(sparseMatrix(i = c(rep.int(seq_along(facts$k), diff(facts$indptr)),
                              rep.int(seq_along(facts$k), diff(facts$left_from))),
                        j = c(facts$indices, facts$left), dims = size, dimnames = names,
                        x = rep.int(c(TRUE, NA), c(length(facts$indices), length(facts$left)))))
  answer <- rep.int(seq_len(length(facts$k)), diff(facts$indptr))
  item <- facts$indices
  at <- switch(average, instance = list(answer, item), macro = list(item, answer),
               micro = list((item - 1) %/% size[2] + 1, (item - 1) %% size[2] + 1))
  sparseMatrix(i = at[[1]], j = at[[2]], dims = size, dimnames = names)
}

# ---- Tables of answers ----

# The names of the items of an answer.
item_names <- function(x) {
  x <- unclass(x)
  if (x$average == "instance") return(x$col_names)
  if (x$average == "macro") return(x$row_names)
  rows <- if (is.null(x$row_names)) seq_len(x$size[1]) else x$row_names
  cols <- if (is.null(x$col_names)) seq_len(x$size[2]) else x$col_names
  paste(rep(rows, each = length(cols)), rep(cols, times = length(rows)), sep = ":")
}

answer_names <- function(x) {
  x <- unclass(x)
  switch(x$average, instance = x$row_names, macro = x$col_names, micro = NULL)
}

# The positions that each answer chose.
chosen <- function(x) {
  x <- unclass(x)
  at <- cells_chosen(x$prediction)
  item <- switch(x$average, instance = at$col, macro = at$row, micro = (at$row - 1) * x$size[2] + at$col)
  answer <- switch(x$average, instance = at$row, macro = at$col, micro = rep(1L, length(item)))
  order <- order(answer, item)
  out <- unname(split(position(item[order]), factor(answer[order], levels = seq_along(x$k))))
  structure(out, names = answer_names(x))
}

# Those of one of them.
chosen_by <- function(x, i) {
  prediction <- x$prediction
  if (x$average == "micro") return(chosen(x)[[1]])
  cells <- if (x$average == "macro") prediction[, i] else unlist(prediction[i, , drop = TRUE], use.names = FALSE)
  unname(which(cells))
}

# The positions that one of them left undecided one by one: of a row.
left_by <- function(x, i) {
  if (!isTRUE(x$n_undecided[i] > 0)) return(NULL)
  unname(which(is.na(unlist(x$prediction[i, , drop = TRUE], use.names = FALSE))))
}

# Integers where they are large enough.
position <- function(x) if (!length(x) || max(x) <= .Machine$integer.max) as.integer(x) else x

# Rows and columns of the cells that are TRUE.
cells_chosen <- function(prediction) {
  if (is_sparse(prediction)) {
    cells <- as(prediction, "TsparseMatrix")
    chosen <- if (is(cells, "lsparseMatrix")) !is.na(cells@x) else seq_along(cells@i)
    return(list(row = cells@i[chosen] + 1, col = cells@j[chosen] + 1))
  }
  at <- which(as.matrix(prediction), arr.ind = TRUE, useNames = FALSE)
  list(row = at[, 1], col = at[, 2])
}

#' Answers of a table
#'
#' @param x,object A `wald_decisions`, as [wald_decide()] gives it, or one `wald_decision`.
#' @param i The number of an answer, or its name.
#' @param type What to give: `"logical"` is the prediction in the form of the input, `"class"` a factor of the one label
#'   that each answer chose (`NA` for none or undecided; more than one is an error: decide with `exactly = 1`),
#'   `"labels"` a list of the labels chosen, `"indices"` a list of their positions.
#' @param row.names,optional,... Not used.
#' @return See `type`. `[[` gives one answer as a `wald_decision`, `as.list` all of them, `as.data.frame` a row for each
#'   answer. `coef` gives the threshold that a prediction comes to: the smallest probability chosen (`Inf` for none).
#' @examples
#' p <- rbind(c(setosa = 0.9, versicolor = 0.1, virginica = 0), c(0, 0.5, 0.5), c(0.1, 0.3, 0.6))
#' sets <- wald_decide(p, "f1", kind = "categorical")
#' predict(sets, "labels")
#' predict(wald_decide(p, "f1", kind = "categorical", exactly = 1), "class")
#' sets[[2]]
#' coef(wald_decide(c(0.7, 0.5, 0.1), "f1"))
#' @export
predict.wald_decisions <- function(object, type = c("logical", "class", "labels", "indices"), ...) {
  type <- choice(if (!missing(type)) type, eval(formals()$type), "type")
  x <- unclass(object)
  if (type == "logical") return(x$prediction)
  indices <- chosen(object)
  if (type == "indices") return(indices)
  names <- item_names(object)
  if (type == "labels") return(if (is.null(names)) indices else lapply(indices, function(i) names[i]))
  if (any(x$k > 1, na.rm = TRUE)) {
    first <- which(x$k > 1)[1]
    refuse("answer ", first, " holds ", x$k[first], " labels: decide with exactly = 1 for one class each")
  }
  levels <- if (is.null(names)) seq_len(if (x$average == "macro") x$size[1] else x$size[2]) else names
  one <- rep(NA_integer_, length(indices))
  one[x$k %in% 1] <- unlist(indices)
  structure(factor(levels[one], levels = levels), names = answer_names(object))
}

#' @rdname predict.wald_decisions
#' @export
predict.wald_decision <- function(object, type = c("logical", "class", "labels", "indices"), ...) {
  type <- choice(if (!missing(type)) type, eval(formals()$type), "type")
  if (type == "class") {
    if (object$k > 1) refuse("the answer holds ", object$k, " labels: decide with exactly = 1 for one class")
    levels <- names(object$prediction)
    if (is.null(levels)) levels <- seq_len(object$n_items)
    return(factor(if (object$k == 1) object$labels else NA, levels = levels))
  }
  object[[c(logical = "prediction", labels = "labels", indices = "indices")[[type]]]]
}

#' @rdname predict.wald_decisions
#' @export
coef.wald_decision <- function(object, ...) {
  p <- object$probabilities
  if (is.null(p)) refuse("the answer is one of a table: it does not hold its probabilities")
  c(threshold = if (length(object$indices)) min(p[object$indices]) else Inf)
}

#' @rdname predict.wald_decisions
#' @export
length.wald_decisions <- function(x) length(unclass(x)$k)

#' @rdname predict.wald_decisions
#' @export
`[[.wald_decisions` <- function(x, i) {
  names <- answer_names(x)
  if (is.character(i) && length(i) == 1) {
    if (i %in% names(unclass(x))) return(unclass(x)[[i]])
    i <- match(i, names)
  }
  if (!is.numeric(i) || length(i) != 1 || is.na(i) || i < 1 || i > length(x))
    refuse("answer is ", shown(i), ": there are ", length(x))
  facts <- unclass(x)
  one_answer(facts, i, items_each(facts), item_names(x), chosen_by(facts, i), facts$metric,
             left = left_by(facts, i))
}

# How many items each answer is over.
items_each <- function(x) switch(x$average, instance = x$size[2], macro = x$size[1], micro = prod(x$size))

#' @rdname predict.wald_decisions
#' @export
as.list.wald_decisions <- function(x, ...) {
  facts <- unclass(x)
  n <- items_each(facts)
  names <- item_names(x)
  indices <- chosen(x)
  answers <- lapply(seq_along(indices), function(i) {
    one_answer(facts, i, n, names, indices[[i]], facts$metric, left = left_by(facts, i))
  })
  structure(answers, names = answer_names(x))
}

#' @rdname predict.wald_decisions
#' @export
as.data.frame.wald_decisions <- function(x, row.names = NULL, optional = FALSE, ...) {
  out <- data.frame(unclass(x)[facts_per("decision", "answer")], stringsAsFactors = FALSE)
  labels <- vapply(predict(x, "labels"), paste, "", collapse = ", ", USE.NAMES = FALSE)
  out <- cbind(data.frame(labels = labels, stringsAsFactors = FALSE), out)
  if (!is.null(answer_names(x)) && !anyDuplicated(answer_names(x))) row.names(out) <- answer_names(x)
  out
}

#' @rdname predict.wald_decisions
#' @export
as.data.frame.wald_decision <- function(x, row.names = NULL, optional = FALSE, ...) {
  out <- data.frame(label = if (is.null(names(x$prediction))) seq_len(x$n_items) else names(x$prediction),
                    chosen = unname(x$prediction), stringsAsFactors = FALSE)
  if (!is.null(x$probabilities)) out$probability <- unname(x$probabilities)
  out
}

# ---- Printing ----

digits <- function(x) format(x, digits = 6)

listed <- function(labels, most = 8) {
  if (!length(labels)) return("none")
  paste(c(head(labels, most), if (length(labels) > most) "..."), collapse = ", ")
}

#' @rdname predict.wald_decisions
#' @method print wald_decision
#' @export
print.wald_decision <- function(x, ...) {
  cat("Decision for ", x$metric, ": ", sep = "")
  if (is.na(x$k)) {
    cat("missing\n")
    return(invisible(x))
  }
  if (x$abstained) cat("left undecided\n") else cat(x$k, " of ", x$n_items, " labels\n  ", listed(x$labels), "\n", sep = "")
  if (x$n_undecided) {
    left <- which(is.na(x$prediction))
    cat("Undecided: ", listed(if (is.null(names(left))) left else names(left)), "\n", sep = "")
  }
  cat("Expected utility ", digits(x$expected), " (algorithm ", x$algorithm, ")\n", sep = "")
  invisible(x)
}

#' @rdname predict.wald_decisions
#' @method summary wald_decision
#' @export
summary.wald_decision <- function(object, ...) structure(unclass(object), class = "summary.wald_decision")

#' @method print summary.wald_decision
#' @export
print.summary.wald_decision <- function(x, ...) {
  print.wald_decision(x)
  rows <- c("expected loss" = digits(x$loss), "at most better" = format(x$bound, digits = 2),
            "next best k" = if (is.nan(x$next_best)) "not computed" else digits(x$next_best),
            "k not excluded" = if (x$k_lowest < 0) "not computed" else paste(x$k_lowest, "to", x$k_highest),
            "P(none)" = digits(x$p_zero))
  cat(paste0("  ", format(names(rows)), "  ", rows, "\n"), sep = "")
  if (nzchar(x$warning)) cat("Note:", x$warning, "\n")
  invisible(x)
}

#' @rdname predict.wald_decisions
#' @method print wald_decisions
#' @export
print.wald_decisions <- function(x, ...) {
  count <- length(x)
  facts <- unclass(x)
  cat("Decisions for ", facts$metric, ": ", count, if (count == 1) " answer (" else " answers (", facts$average,
      ") over ", facts$size[1], " by ", facts$size[2], "\n", sep = "")
  if (count) cat("Mean expected utility ", digits(mean(facts$expected, na.rm = TRUE)), "\n", sep = "")
  if (anyNA(facts$k)) cat("Missing: ", sum(is.na(facts$k)), "\n", sep = "")
  invisible(x)
}

#' @rdname predict.wald_decisions
#' @method summary wald_decisions
#' @export
summary.wald_decisions <- function(object, ...) {
  facts <- unclass(object)
  facts[facts_per("decision", "answer")] <- lapply(facts[facts_per("decision", "answer")], `[`, !is.na(facts$k))
  structure(list(decisions = object, expected = summary(facts$expected), k = table(k = facts$k[!facts$abstained]),
                 abstained = sum(facts$abstained), algorithms = table(facts$algorithm),
                 largest_bound = if (length(facts$k)) max(facts$bound) else NA_real_,
                 warnings = table(facts$warning[nzchar(facts$warning)])),
            class = "summary.wald_decisions")
}

#' @method print summary.wald_decisions
#' @export
print.summary.wald_decisions <- function(x, ...) {
  print(x$decisions)
  cat("Expected utility\n")
  print(x$expected)
  cat("Answers by number of labels\n")
  print(x$k)
  cat("Undecided: ", x$abstained, "; none could be better by more than ", format(x$largest_bound, digits = 2),
      "; algorithms: ", paste(names(x$algorithms), x$algorithms, sep = " ", collapse = ", "), "\n", sep = "")
  for (text in names(x$warnings)) cat("Note (", x$warnings[[text]], " answers): ", text, "\n", sep = "")
  invisible(x)
}
