new_estimator <- function(pointer, labels = NULL) {
  reference("wald_estimator", pointer, labels = if (!is.null(labels)) as.character(labels))
}

estimator_argument <- function(x, name = "estimator") of_class(x, "wald_estimator", name)

estimator_facts <- function(estimator, names = facts_per("estimator", "whole")) {
  facts <- ok(native_facts(estimator_argument(estimator)$pointer, "estimator", names, 0))
  if (!is.null(facts$kind)) facts$kind <- word_of(facts$kind, "kind")
  facts
}

named <- function(values, labels) if (is.null(labels)) values else structure(values, names = labels)

#' What is known of the labels of one problem
#'
#' Probabilities of independent or of exclusive labels, weighted label vectors (any joint distribution: samples of a
#' chain, neighbours, votes), or counts. Functions that decide take vectors and tables of probabilities as they are;
#' an estimator is for what they cannot say, and for what is fed bit by bit.
#'
#' Estimators are reference objects: `wald_feed`, `wald_merge` and `wald_clear` change them. Their data live outside R
#' and are not kept in `.RData` or `.rds` files: keep the text of [wald_save()].
#'
#' @param kind `"independent"`, `"categorical"`, `"joint"` or `"counts"`.
#' @param p Probabilities, each in \[0, 1\]; of exclusive labels their sum is at most 1, and what is missing to 1 is
#'   P(none).
#' @param vectors A matrix, data frame or sparse `Matrix` of 0 and 1 (or logical), a row for each label vector.
#' @param weights Of the vectors, finite and >= 0; default 1 each.
#' @param table A matrix: P(y_i = 1 and s labels in all) at `[i, s]`; each in \[0, 1\], the sum of a row at most 1.
#' @param p_zero P(no label), in \[0, 1\].
#' @param p_s P(s labels) for s = 1, ..., `ncol(table)`. Without it metrics that need it take it from the table, where
#'   that gives a distribution.
#' @param weight Finite and > 0: a counts estimator holds the weighted mean of all it was fed.
#' @param n_labels The number of labels, where there is nothing to feed yet.
#' @param labels The names of the labels. Default: those of what is fed.
#' @param estimator,other,x,object,con Estimators.
#' @param data What the function that makes this kind takes: probabilities of further labels, further label vectors,
#'   a further table.
#' @param ... For `wald_feed` arguments of the kind: `weights`, or `p_zero`, `p_s` and `weight`. Else not used.
#' @return A `wald_estimator`; those that change one return it invisibly. `length` gives the number of labels, `names`
#'   their names, `summary` a list of facts, `close` releases the memory now (twice is fine; use afterwards is an
#'   error). `wald_merge` adds joint to joint (the union) and counts to counts (the weighted mean), whatever the order;
#'   other kinds are refused with the reason. `wald_to_counts` converts any estimator; counts serve the metrics that are
#'   linear in tp.
#' @seealso [wald_marginals()] for what follows from an estimator, [wald_save()].
#' @examples
#' seen <- rbind(c(sky = 1, sea = 1, dog = 0), c(1, 0, 0), c(0, 0, 0), c(0, 1, 1))
#' votes <- wald_joint(seen, weights = c(3, 2, 1, 2))
#' votes
#' wald_decide(votes, "f1")
#' part <- wald_feed(wald_estimator("joint", 3), cbind(1, 1, 1), weights = 0.5)
#' wald_merge(votes, part)
#' summary(votes)$total_weight
#' @export
wald_estimator <- function(kind, n_labels = 0, labels = NULL) {
  new_estimator(ok(native_estimator(number_of(kind, "kind"), whole(n_labels, "n_labels"))), labels)
}

#' @rdname wald_estimator
#' @export
wald_independent <- function(p = NULL, labels = NULL) of_probabilities("independent", p, labels)

#' @rdname wald_estimator
#' @export
wald_categorical <- function(p = NULL, labels = NULL) of_probabilities("categorical", p, labels)

of_probabilities <- function(kind, p, labels) {
  made <- wald_estimator(kind, labels = labels)
  if (is.null(p)) made else wald_feed(made, p)
}

#' @rdname wald_estimator
#' @export
wald_joint <- function(vectors = NULL, weights = NULL, n_labels = NULL, labels = NULL) {
  if (is.null(vectors)) {
    if (!is.null(weights)) refuse("weights were given without vectors")
    if (is.null(n_labels)) refuse("n_labels is needed if there are no vectors yet")
    return(wald_estimator("joint", n_labels, labels))
  }
  if (!is_sparse(vectors)) vectors <- cells(vectors, "vectors")
  if (dimensions(vectors) != 2) refuse("vectors has ", dimensions(vectors), " dimensions: must have 2")
  if (is.null(labels)) labels <- colnames(vectors)
  made <- wald_estimator("joint", if (is.null(n_labels)) ncol(vectors) else n_labels, labels)
  wald_feed(made, vectors, weights = weights)
  made
}

#' @rdname wald_estimator
#' @export
wald_counts <- function(table = NULL, p_zero = NULL, p_s = NULL, weight = 1, n_labels = NULL, labels = NULL) {
  if (is.null(table)) {
    if (is.null(n_labels)) refuse("n_labels is needed if there is no table yet")
    return(wald_estimator("counts", n_labels, labels))
  }
  table <- real_matrix(table, "table")
  if (is.null(labels)) labels <- rownames(table)
  made <- wald_estimator("counts", if (is.null(n_labels)) nrow(table) else n_labels, labels)
  wald_feed(made, table, p_zero = p_zero, p_s = p_s, weight = weight)
  made
}

#' @rdname wald_estimator
#' @export
wald_feed <- function(x, ...) UseMethod("wald_feed")

#' @export
wald_feed.default <- function(x, data, ...) {
  kind <- estimator_facts(x, "kind")$kind
  feed <- switch(kind, joint = feed_vectors, counts = feed_counts, feed_probabilities)
  given <- list(...)
  allowed <- names(formals(feed))[-(1:2)]
  wrong <- if (length(given)) setdiff(if (is.null(names(given))) "" else names(given), allowed)
  if (length(wrong))
    refuse("unused argument: ", if (nzchar(wrong[1])) wrong[1] else "one without a name", " (the estimator is ", kind,
           ")")
  feed(x, data, ...)
  invisible(x)
}

feed_probabilities <- function(estimator, data) {
  p <- real_vector(data, "probabilities")
  held <- estimator_facts(estimator, "n_labels")$n_labels
  ok(native_feed_probabilities(estimator$pointer, p))
  labels <- estimator$labels
  if (held == 0 && is.null(labels)) {
    estimator$labels <- names(p)
  } else if (!is.null(labels) && length(labels) != held + length(p)) {
    # Names that fit no more than a part would mislead.
    estimator$labels <- if (length(labels) == held && !is.null(names(p))) c(labels, names(p))
  }
}

feed_vectors <- function(estimator, data, weights = NULL) {
  weights <- of_rows(weights, "weights", NROW(data))
  if (is_sparse(data)) {
    rows <- compressed(data)
    if (any(rows$values != 1)) refuse("vectors holds values other than 0 and 1")
    return(ok(native_feed_sparse_vectors(estimator$pointer, rows$indptr, rows$indices, rows$dim[2], weights)))
  }
  vectors <- cells(data, "vectors")
  if (dimensions(vectors) != 2) refuse("vectors has ", dimensions(vectors), " dimensions: must have 2")
  ok(native_feed_vectors(estimator$pointer, vectors, weights))
}

feed_counts <- function(estimator, data, p_zero = NULL, p_s = NULL, weight = 1) {
  if (is.null(p_zero)) refuse("p_zero is needed: P(no label)")
  table <- real_matrix(data, "table")
  if (!is.null(p_s)) {
    p_s <- real_vector(p_s, "p_s")
    if (length(p_s) != ncol(table))
      refuse("p_s has ", length(p_s), " elements: the table has ", ncol(table), " columns")
  }
  ok(native_feed_counts(estimator$pointer, table, number(p_zero, "p_zero"), p_s, number(weight, "weight")))
}

#' @rdname wald_estimator
#' @export
wald_merge <- function(estimator, other) UseMethod("wald_merge")

#' @export
wald_merge.default <- function(estimator, other) {
  estimator_argument(estimator)
  ok(native_merge(estimator$pointer, estimator_argument(other, "other")$pointer, "estimator"))
  invisible(estimator)
}

#' @rdname wald_estimator
#' @export
wald_clear <- function(estimator) {
  noun <- noun_of(estimator, fed_nouns[names(fed_nouns) != "wald_stages"])
  ok(native_clear(estimator$pointer, noun))
  invisible(estimator)
}

#' @rdname wald_estimator
#' @export
wald_copy <- function(estimator) {
  noun <- noun_of(estimator, fed_nouns)
  copy <- structure(list2env(as.list.environment(estimator), parent = emptyenv()), class = class(estimator))
  copy$pointer <- if (noun == "stages") ok(native_load(ok(native_save(estimator$pointer, noun)), noun))
                  else ok(native_copy(estimator$pointer, noun))
  copy
}

#' @rdname wald_estimator
#' @export
wald_to_counts <- function(estimator) {
  new_estimator(ok(native_to_counts(estimator_argument(estimator)$pointer)), estimator$labels)
}

#' What follows from an estimator
#'
#' @param estimator,object A [wald_estimator()].
#' @param n_draws,nsim How many label vectors.
#' @param seed A number from 0 to 2^53, or the digits of one below 2^64 as text. The same seed gives the same draws,
#'   whatever the order of feeding; R's own generator is neither used nor changed.
#' @param ... Not used.
#' @return `wald_marginals`: P(y_i = 1) for each label. `wald_size_distribution`: P(s labels) for s = 0, ..., n.
#'   `wald_mode`: the likeliest label vector, `prediction`, and its `probability` (not for counts).
#'   `wald_counts_table`: of a counts estimator `table`, P(y_i = 1 and s labels in all) at `[i, s]`, and `p_zero`.
#'   `wald_draw` and `simulate`: a matrix of 0 and 1, a row for each draw (not for counts).
#' @examples
#' photo <- wald_independent(c(beach = 0.2, sky = 0.45, dog = 0.4))
#' wald_marginals(photo)
#' wald_size_distribution(photo)
#' wald_mode(photo)
#' wald_draw(photo, 3, seed = 1)
#' wald_counts_table(wald_to_counts(photo))
#' @export
wald_marginals <- function(estimator) {
  named(estimator_facts(estimator, "marginals")[[1]], estimator$labels)
}

#' @rdname wald_marginals
#' @export
wald_size_distribution <- function(estimator) {
  p <- estimator_facts(estimator, "size_distribution")[[1]]
  structure(p, names = seq_along(p) - 1L)
}

#' @rdname wald_marginals
#' @export
wald_mode <- function(estimator) {
  mode <- ok(native_mode(estimator_argument(estimator)$pointer))
  mode$prediction <- named(mode$prediction, estimator$labels)
  mode
}

#' @rdname wald_marginals
#' @export
wald_counts_table <- function(estimator) {
  known <- estimator_facts(estimator, c(facts_per("estimator", "whole"), "table"))
  if (known$kind != "counts") refuse("the estimator is ", known$kind, ": only counts have a table")
  table <- matrix(known$table, known$n_labels, known$max_s, byrow = TRUE)
  rownames(table) <- estimator$labels
  list(table = table, p_zero = known$p_zero)
}

#' @rdname wald_marginals
#' @export
wald_draw <- function(estimator, n_draws, seed = 0) {
  drawn <- ok(native_draw(estimator_argument(estimator)$pointer, whole(n_draws, "n_draws"),
                          asked("decisions", list(seed = seed))))
  if (!is.null(estimator$labels)) colnames(drawn) <- estimator$labels
  drawn
}

#' @rdname wald_marginals
#' @export
simulate.wald_estimator <- function(object, nsim = 1, seed = 0, ...) wald_draw(object, nsim, seed)

#' Saving and loading
#'
#' @param estimator,x A [wald_estimator()], [wald_sample()], [wald_cascade()], [wald_trees()], [wald_stages()],
#'   [wald_route()], a learner ([wald_fit()]) or a calibration ([wald_calibrate()]).
#' @param text What `wald_save` gave.
#' @param file A file's name, or a connection. A file is replaced as a whole: nothing half written is left.
#' @param ... Not used.
#' @param labels The names of the labels, of the scores, of a cascade's or of stages' classes, of a route's groups, or of
#'   the features of trees, which the text does not hold; of a learner with one label its two levels.
#' @param kind What the text must be: `"estimator"`, `"sample"`, `"cascade"`, `"trees"`, `"stages"`, `"route"`,
#'   `"learner"`, `"calibration"` or `"promise"`; default what it says it is.
#' @return `wald_save`: text (JSON, versioned) that every language reads to the same bits. `wald_load`: the object; any
#'   other text is an error that says what is wrong with it. `wald_write` and `wald_read` do the same with a file;
#'   `wald_write` gives its first argument, invisibly.
#' @examples
#' known <- wald_categorical(c(0.7, 0.2))
#' text <- wald_save(known)
#' cat(text)
#' wald_decide(wald_load(text), "f1")
#' file <- tempfile(fileext = ".json")
#' wald_write(known, file)
#' wald_read(file)
#' @export
wald_save <- function(estimator, ...) {
  if (...length()) refuse("unused argument: ", shown(..1), "; wald_write() saves to a file")
  if (inherits(estimator, c("wald_cascade", "wald_learner", "wald_calibration", "wald_route"))) return(estimator$handle$text)
  noun <- noun_of(estimator, saved_nouns)
  ok(native_save(estimator$pointer, noun))
}

#' @rdname wald_save
#' @export
wald_load <- function(text, labels = NULL, kind = NULL) {
  text <- string(text, "text")
  if (!grepl("{", text, fixed = TRUE) && (file.exists(text) || grepl("^[^\n]+[.][[:alnum:]]{1,8}$", text)))
    refuse("text is ", shown(text), ": this looks like the name of a file, which wald_read() reads")
  if (!is.null(kind)) choice(kind, saved_kinds, "kind")
  switch(if (is.null(kind)) saved_kind(text) else kind,
         frontier = , sample = new_sample(ok(native_load(text, "sample")), labels),
         cascade = load_cascade(text, labels),
         trees = new_trees(ok(native_load(text, "trees")), labels),
         stages = new_stages(ok(native_load(text, "stages")), classes = labels),
         route = load_route(text, labels),
         promise = new_promise(ok(native_load(text, "promise")), labels),
         learner = load_learner(text, labels),
         calibration = new_calibration(ok(native_load(text, "calibration"))),
         new_estimator(ok(native_load(text, "estimator")), labels))
}

saved_kinds <- c("estimator", "sample", "cascade", "trees", "stages", "route", "learner", "calibration", "promise")

# What a saved text says first of all that it is.
saved_kind <- function(text) {
  kind <- regmatches(text, regexec('^\\s*\\{\\s*"wald"\\s*:\\s*"(\\w+)"', text))[[1]]
  if (length(kind)) kind[2] else ""
}

#' @rdname wald_save
#' @export
wald_write <- function(x, file) {
  text <- sub("\n$", "", wald_save(x))
  if (inherits(file, "connection")) {
    writeLines(text, file, useBytes = TRUE)
    return(invisible(x))
  }
  write_text(text, file)
  invisible(x)
}

# A text into a file, whole or not at all.
write_text <- function(text, file) {
  file <- path.expand(string(file, "file"))
  if (dir.exists(file) || !dir.exists(dirname(file)))
    refuse("file is ", shown(file), if (dir.exists(file)) ": this is a folder" else ": there is no such folder")
  whole <- tempfile(".wald", dirname(file)) # whoever reads meanwhile finds the old file or the new one
  on.exit(unlink(whole))
  writeLines(text, whole, sep = if (endsWith(text, "\n")) "" else "\n", useBytes = TRUE)
  if (!file.rename(whole, file)) refuse("file is ", shown(file), ": cannot be written")
}

#' @rdname wald_save
#' @export
wald_read <- function(file, labels = NULL, kind = NULL) {
  if (!inherits(file, "connection") && !utils::file_test("-f", string(file, "file")))
    refuse("file is ", shown(file), ": there is no such file", if (grepl("{", file, fixed = TRUE))
      "; it looks like a saved text, which wald_load() reads")
  lines <- readLines(file, warn = FALSE, skipNul = TRUE, encoding = "UTF-8")
  if (!all(validUTF8(lines))) refuse("file holds binary data: must be what wald_write() wrote")
  wald_load(paste0(lines, "\n", collapse = ""), labels, kind)
}

#' @rdname wald_estimator
#' @method print wald_estimator
#' @export
print.wald_estimator <- function(x, ...) {
  if (!is_open(x)) return(invisible(x))
  facts <- estimator_facts(x)
  cat("<wald_estimator: ", facts$kind, ", ", facts$n_labels, " labels",
      if (facts$kind %in% c("joint", "counts")) paste0(", ", facts$n_fed, " fed"), ">\n", sep = "")
  invisible(x)
}

#' @rdname wald_estimator
#' @method summary wald_estimator
#' @export
summary.wald_estimator <- function(object, ...) c(estimator_facts(object), list(labels = object$labels))

#' @rdname wald_estimator
#' @export
length.wald_estimator <- function(x) as.integer(estimator_facts(x, "n_labels")$n_labels)

#' @rdname wald_estimator
#' @export
names.wald_estimator <- function(x) x$labels

#' @rdname wald_estimator
#' @export
as.data.frame.wald_estimator <- function(x, ...) {
  data.frame(label = if (is.null(x$labels)) seq_len(length(x)) else x$labels,
             probability = unname(wald_marginals(x)), stringsAsFactors = FALSE)
}
