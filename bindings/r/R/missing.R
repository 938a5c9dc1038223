# Rows of new data that lack a value: what is predicted for them is NA, in their places, unless `na.action` says
# otherwise, as predict() of R's own models has it.

missing_rows <- function(x) {
  if (is.data.frame(x)) {
    if (!anyNA(x, recursive = TRUE)) return(logical(nrow(x)))
    return(Reduce(`|`, lapply(x, missing_rows)))
  }
  if (is_sparse(x)) return(if (anyNA(compressed(x)$values)) Matrix::rowSums(is.na(x)) > 0 else logical(nrow(x)))
  if (length(dim(x)) < 2) return(unname(is.na(flat(x))))
  if (!anyNA(x)) return(logical(nrow(x)))
  unname(rowSums(is.na(x), dims = 1) > 0)
}

# NULL if no row is missing, or where `na.action` refuses them and, without a `name`, the call itself says where;
# else the `rows` that are there, and by `from` which of these each row of the result is.
present_rows <- function(gone, na.action, name = NULL) {
  if (!any(gone)) return(NULL)
  rows <- data.frame(row = replace(seq_along(gone), gone, NA))
  left <- tryCatch(match.fun(na.action)(rows), error = function(e) {
    if (!is.null(name))
      refuse(name, " is missing in row ", which(gone)[1], if (sum(gone) > 1) paste0(" and in ", sum(gone) - 1, " more"),
             ": with na.action = na.pass its prediction is NA")
  })
  if (is.null(left)) return(NULL)
  dropped <- inherits(attr(left, "na.action"), "omit")
  list(rows = which(!gone), from = if (dropped) seq_len(sum(!gone)) else replace(cumsum(!gone), gone, NA),
       all = if (dropped) which(!gone) else seq_along(gone))
}

some_rows <- function(x, present) {
  if (is.null(present)) x else if (length(dim(x)) < 2) x[present$rows] else x[present$rows, , drop = FALSE]
}

# Results of the rows that are there, with NA for those that are not. `names` are those of all rows.
put_back <- function(x, present, names = NULL) {
  if (is.null(present)) return(x)
  names <- names[present$all]
  if (is.null(dim(x))) {
    x <- x[present$from]
    names(x) <- names
  } else {
    x <- x[present$from, , drop = FALSE]
    if (is.data.frame(x)) attr(x, "row.names") <- if (is.null(names)) seq_along(present$from) else make.unique(names)
    else rownames(x) <- names
  }
  x
}

# The same of the answers of a table.
put_back_decisions <- function(decisions, present, names = NULL) {
  if (is.null(present)) return(decisions)
  x <- unclass(decisions)
  x$prediction <- put_back(x$prediction, present, names)
  if (x$average == "instance") {
    each <- intersect(facts_per("decision", "answer"), names(x))
    x[each] <- lapply(x[each], `[`, present$from)
  }
  x$size[1] <- length(present$from)
  x["row_names"] <- list(names[present$all])
  structure(x, class = class(decisions))
}

# And of one answer, whose items are the rows.
put_back_items <- function(decision, present, names = NULL) {
  if (is.null(present)) return(decision)
  decision$prediction <- put_back(decision$prediction, present, names)
  if (!is.null(decision$probabilities)) decision$probabilities <- put_back(decision$probabilities, present, names)
  decision$indices <- match(decision$indices, present$from)
  decision$labels <- if (is.null(names)) decision$indices else names[present$all][decision$indices]
  decision$n_items <- length(present$from)
  decision
}
