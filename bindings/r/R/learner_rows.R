# Rows that learners are fitted to and asked about: features as numbers, labels and classes, in the form of native code.

# ---- Features ----

# How rows become features, learned from those that a learner is fitted to: `terms`, `xlevels` and `contrasts` of a data
# frame with factors or of a formula; the names of the columns of any other table.
encoding_of <- function(terms, frame, contrasts) {
  wide <- if (identical(contrasts, "one-hot")) indicator_contrasts(frame[used_by(terms)]) else contrasts
  made <- model_columns(terms, frame, wide)
  list(terms = terms, xlevels = stats::.getXlevels(terms, frame), contrasts = wide, columns = colnames(made))
}

# The columns of a model frame that features are made of.
used_by <- function(terms) rownames(attr(terms, "factors"))

# A column for each level, of which none is left out: what is penalised has no reference level. Its name is
# "column=level", as in every language.
indicator_contrasts <- function(frame) {
  is_factor <- vapply(frame, function(column) is.factor(column) || is.character(column), NA)
  out <- lapply(frame[is_factor], function(column) {
    wide <- stats::contrasts(as.factor(column), contrasts = FALSE)
    structure(wide, dimnames = list(rownames(wide), paste0("=", rownames(wide))))
  })
  if (length(out)) out
}

# Without the variables that a formula takes away again, as `. - id` does: later rows need not have them.
used_terms <- function(terms) {
  factors <- attr(terms, "factors")
  if (!length(factors)) return(terms)
  offset <- attr(terms, "offset")
  used <- rowSums(factors) > 0 | seq_len(nrow(factors)) %in% offset
  attr(terms, "factors") <- factors[used, , drop = FALSE]
  for (name in c("variables", "predvars")) attr(terms, name) <- attr(terms, name)[c(TRUE, used)]
  classes <- attr(terms, "dataClasses")
  attr(terms, "dataClasses") <- classes[setdiff(names(classes), rownames(factors)[!used])]
  attr(terms, "offset") <- if (length(offset)) match(offset, which(used))
  terms
}

model_columns <- function(terms, frame, contrasts) {
  attr(terms, "intercept") <- 1L # with it, every factor is coded alike
  made <- stats::model.matrix(terms, frame, contrasts.arg = contrasts)
  made[, colnames(made) != "(Intercept)", drop = FALSE]
}

# `frame` is a data frame, or a list of what has a row for each of the rows; `name` is what its parts are columns of.
check_missing <- function(frame, name) {
  for (column in names(frame)) {
    gone <- missing_rows(frame[[column]])
    if (any(gone))
      refuse(name, if (!is.null(name)) "$", column, " is missing in row ", which(gone)[1],
             if (sum(gone) > 1) paste0(" and in ", sum(gone) - 1, " more"),
             ": fill it in, or leave such rows out, as na.omit() does")
  }
}

all_numbers <- function(frame) all(vapply(frame, function(column) is.numeric(column) || is.logical(column), NA))

# Training rows: what native code reads, with the encoding for those that come later.
training_rows <- function(x, contrasts, may_miss = FALSE) {
  if (is.data.frame(x) && !all_numbers(x)) {
    if (!ncol(x)) refuse("x has no columns")
    frame <- stats::model.frame(~ ., x, na.action = stats::na.pass)
    return(formula_rows(frame, attr(frame, "terms"), names(x), contrasts, "x", may_miss))
  }
  if (is.data.frame(x) && !may_miss) check_missing(x, "x")
  table <- numbers_of(x, "x")
  list(rows = table$rows, names = table$names[[1]], encoding = list(columns = table$names[[2]], may_miss = may_miss))
}

formula_rows <- function(frame, terms, known, contrasts, name, may_miss = FALSE) {
  terms <- used_terms(stats::delete.response(terms))
  variables <- intersect(all.vars(attr(terms, "variables")), known)
  if (!length(attr(terms, "term.labels"))) refuse("the formula names no features")
  if (!may_miss) check_missing(frame[used_by(terms)], name)
  encoding <- encoding_of(terms, frame, contrasts)
  encoding$variables <- variables
  encoding$may_miss <- may_miss
  list(rows = list(features = unnamed(model_columns(terms, frame, encoding$contrasts))),
       names = if (is.character(attr(frame, "row.names"))) row.names(frame), encoding = encoding)
}

unnamed <- function(table) {
  attributes(table) <- list(dim = dim(table))
  if (!is.double(table)) storage.mode(table) <- "double"
  table
}

# A table of numbers, dense or sparse, for native code; and its dimnames.
numbers_of <- function(x, name) {
  if (is_sparse(x)) {
    rows <- compressed(x)
    return(list(rows = list(indptr = rows$indptr, indices = rows$indices, values = rows$values,
                            n_features = as.double(rows$dim[2])), names = rows$dimnames))
  }
  if (is.null(dim(x)) && is.numeric(x)) refuse(name, " is a vector: must be a table, a row for each example")
  table <- real_matrix(x, name)
  list(rows = list(features = unnamed(table)), names = list(rownames(table), colnames(table)))
}

# Rows that are asked about, as the learner's own were encoded.
new_rows <- function(x, encoding, name = "newdata") {
  if (!is.null(encoding$terms)) return(encoded_rows(x, encoding, name))
  if (is.data.frame(x)) x <- with_levels(x, encoding$columns, name)
  x <- only_columns(x, encoding$columns, name)
  if (is.data.frame(x) && !encoding$may_miss) check_missing(x, name)
  table <- numbers_of(x, name)
  list(rows = table$rows, names = table$names[[1]])
}

# A table with the features "column=level" that its columns of words stand for. Of a learner that was loaded no more is
# known of factors than these names.
with_levels <- function(x, features, name) {
  for (column in names(x)[!vapply(x, is.numeric, NA)]) {
    said <- paste0(column, "=")
    mine <- setdiff(features[startsWith(features, said)], names(x))
    if (!length(mine)) next
    known <- substring(mine, nchar(said) + 1)
    values <- as.character(x[[column]])
    unknown <- setdiff(values, c(known, NA))
    if (length(unknown)) refuse_level(name, column, unknown, known)
    x[mine] <- lapply(known, function(level) as.numeric(values == level))
  }
  x
}

refuse_level <- function(name, column, unknown, known) {
  refuse(name, "$", column, " has the level ", dQuote(unknown[1], FALSE), ", which no training row had: must be ",
         "one of ", listed(dQuote(known, FALSE)))
}

encoded_rows <- function(x, encoding, name) {
  if (!is.data.frame(x))
    refuse(name, " is of class ", class(x)[1], ": must be a data frame, as the learner was fitted to")
  only_columns(x, encoding$variables, name)
  terms <- encoding$terms
  for (variable in intersect(names(encoding$xlevels), names(x))) {
    if (!encoding$may_miss) check_missing(x[variable], name)
    known <- encoding$xlevels[[variable]]
    unknown <- setdiff(as.character(x[[variable]]), c(known, NA))
    if (length(unknown)) refuse_level(name, variable, unknown, known)
  }
  frame <- tryCatch({
    found <- stats::model.frame(terms, x, na.action = stats::na.pass, xlev = encoding$xlevels)
    stats::.checkMFClasses(attr(terms, "dataClasses"), found)
    found
  }, error = function(e) refuse(name, " does not fit the learner: ", conditionMessage(e)))
  if (!encoding$may_miss) check_missing(frame, name)
  list(rows = list(features = unnamed(model_columns(terms, frame, encoding$contrasts))),
       names = if (is.character(attr(x, "row.names"))) row.names(x))
}

# ---- Labels and classes ----

# What is learned, for native code, and how it is said: the names of labels or classes, of one label the two levels that
# it stands between, and whether it came as a vector.
targets_of <- function(y, task = NULL) {
  if (is.null(y)) return(list(rows = list(), task = "none"))
  if (is.character(y) && is.null(dim(y))) y <- factor(y)
  if (is.factor(y)) {
    if (anyNA(y)) refuse_missing_label(which(is.na(y)))
    if (nlevels(y) != 2 || identical(task, "classes"))
      return(list(rows = list(classes = as.integer(y) - 1, n_classes = as.double(nlevels(y))), task = "classes",
                  labels = levels(y), single = TRUE))
    return(list(rows = list(labels = matrix(as.integer(y) - 1L)), task = "labels", labels = levels(y)[2],
                levels = ordered_levels(y), single = TRUE))
  }
  if (identical(task, "classes")) refuse("task is \"classes\": y is of class ", class(y)[1], ", must be a factor")
  if (is_sparse(y)) {
    rows <- compressed(Matrix::drop0(y))
    if (any(rows$values != 1)) refuse("labels holds values other than 0 and 1")
    return(list(rows = list(label_indptr = rows$indptr, label_indices = rows$indices,
                            n_labels = as.double(rows$dim[2])), task = "labels", labels = rows$dimnames[[2]],
                single = FALSE))
  }
  single <- is.null(dim(y))
  if (is.data.frame(y)) check_missing(y, "y")
  else if (single && anyNA(y)) refuse_missing_label(which(is.na(y)))
  table <- cells(y, "labels")
  if (dimensions(table) > 2) refuse("labels has ", dimensions(table), " dimensions: must have 1 or 2")
  levels <- if (single && is.logical(y)) c("FALSE", "TRUE")
  names <- colnames(table)
  dim(table) <- if (single) c(length(table), 1L) else dim(table)
  list(rows = list(labels = table), task = "labels", labels = names, levels = levels, single = single)
}

refuse_missing_label <- function(rows) {
  refuse("y is missing in row ", rows[1], if (length(rows) > 1) paste0(" and in ", length(rows) - 1, " more"),
         ": leave such rows out")
}

# Of the rows of native code, besides features: weights, groups and the marginals of another model.
with_more <- function(rows, weights = NULL, groups = NULL, marginals = NULL) {
  n <- row_count(rows)
  rows$weights <- of_rows(weights, "weights", n)
  if (!is.null(groups)) rows$groups <- group_numbers(groups, n, rows$weights)
  if (!is.null(marginals)) {
    if (is.null(dim(marginals))) marginals <- matrix(real_vector(marginals, "marginals"))
    rows$marginals <- unnamed(real_matrix(marginals, "marginals"))
    if (nrow(rows$marginals) != n) refuse("marginals has ", nrow(rows$marginals), " rows: there are ", n)
  }
  rows
}

# Which rows belong together, by whole numbers; factors and texts become such.
group_ids <- function(x, n) {
  if (is.factor(x) || inherits(x, "integer64")) x <- as.character(x)
  if (!is.character(x) && !is.numeric(x) && !is.logical(x))
    refuse("groups is of class ", class(x)[1], ": must be whole numbers, a factor or texts")
  if (dimensions(x) != 1) refuse("groups has ", dimensions(x), " dimensions: must have 1")
  if (length(x) != n) refuse("groups has ", length(x), " elements: there are ", n, " rows")
  gone <- which(is.na(x))
  if (length(gone))
    refuse("groups is missing in row ", gone[1], if (length(gone) > 1) paste0(" and in ", length(gone) - 1, " more"),
           ": a row that belongs to no other has a group of its own")
  if (is.character(x)) return(as.double(match(x, unique(x))))
  wrong <- which(x != trunc(x) | abs(x) > 2^53)
  if (length(wrong))
    refuse("groups is ", shown(x[[wrong[1]]]), " in row ", wrong[1], ": must be a whole number of at most ",
           sprintf("%.0f", 2^53))
  as.double(x)
}

# The same, of which there must be two to leave one out. The library would call a text by its number.
group_numbers <- function(x, n, weights) {
  ids <- group_ids(x, n)
  if (is.numeric(x) && !inherits(x, "integer64") || is.logical(x)) return(ids)
  counted <- as.character(if (is.null(weights)) x else x[which(weights > 0)])
  if (length(unique(counted)) == 1)
    refuse("groups are all ", dQuote(counted[1], FALSE), if (length(counted) < n) " where weights are above 0",
           ": two at least are needed, to leave one out")
  ids
}

row_count <- function(rows) if (is.null(rows$features)) length(rows$indptr) - 1L else nrow(rows$features)

# Rows whose features do not matter: a column of zeros.
no_features <- function(x) {
  names <- if (!is.data.frame(x)) rownames(x) else if (is.character(attr(x, "row.names"))) row.names(x)
  list(rows = list(features = matrix(0, NROW(x), 1)), names = names, encoding = list(none = TRUE, may_miss = TRUE))
}
