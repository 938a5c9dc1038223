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

# Which of the rows that a call takes are left, as their numbers, or NULL for all. `each` is a named list of what has a row
# for each of them, the label first; `of` is what these are columns of. `na.action` is for rows that lack any of it.
# Without one, rows whose label is missing are left out, if labels are `needed`, and counted in a warning.
rows_left <- function(each, na.action, needed = TRUE, of = NULL) {
  if (is.null(na.action) && !needed) return(NULL)
  each <- if (is.null(na.action)) each[1] else Filter(Negate(is.null), each)
  if (length(unique(vapply(each, NROW, 1L))) != 1) return(NULL) # which is refused where they are read
  gone <- Reduce(`|`, lapply(each, missing_rows))
  if (!any(gone)) return(NULL)
  if (is.null(na.action)) {
    if (all(gone)) refuse(names(each), " is missing in all ", length(gone), " rows: none is left")
    warn(paste0(names(each), " is missing in ", sum(gone), " of ", length(gone),
                " rows, which are left out; na.action = na.omit does so silently, na.fail refuses them"))
    return(which(!gone))
  }
  left <- tryCatch(match.fun(na.action)(data.frame(row = replace(seq_along(gone), gone, NA))), error = function(e) {
    check_missing(each, of)
    stop(e)
  })
  out <- attr(left, "na.action")
  if (length(out) == length(gone)) refuse("every row lacks a value: none is left")
  if (length(out)) seq_along(gone)[-out]
}

# NULL where no row is missing, or where `na.action` refuses them and, without a `name`, the call itself says where;
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

some_rows <- function(x, present) taken(x, present$rows)

taken <- function(x, rows) {
  if (is.null(rows)) x else if (length(dim(x)) < 2) x[rows] else x[rows, , drop = FALSE]
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
