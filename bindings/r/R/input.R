# What users hand in, checked and in the form that native code reads; and their names, carried through.

shown <- function(x) {
  text <- if (is.character(x) && length(x) == 1) dQuote(x, FALSE) else paste(deparse(x, nlines = 1L), collapse = "")
  if (nchar(text) > 64) paste0(substr(text, 1, 61), "...") else text
}

# A whole number that a double holds exactly, as a double.
whole <- function(x, name, most = 2^53) {
  if (!is.numeric(x) || length(x) != 1 || is.na(x) || x != trunc(x) || abs(x) > most)
    refuse(name, " is ", shown(x), ": must be a whole number of at most ", sprintf("%.0f", most))
  as.double(x)
}

number <- function(x, name) {
  if (!(is.numeric(x) || is.logical(x)) || length(x) != 1) refuse(name, " is ", shown(x), ": must be a number")
  as.double(x)
}

flag <- function(x, name) {
  if (!is.logical(x) || length(x) != 1 || is.na(x)) refuse(name, " is ", shown(x), ": must be TRUE or FALSE")
  x
}

string <- function(x, name) {
  if (!is.character(x) || length(x) != 1 || is.na(x)) refuse(name, " is ", shown(x), ": must be one string")
  enc2utf8(x)
}

choice <- function(x, values, name) {
  if (is.null(x)) return(values[1])
  if (!is.character(x) || length(x) != 1 || !x %in% values)
    refuse(name, " is ", shown(x), ": must be one of ", paste(dQuote(values, FALSE), collapse = ", "))
  x
}

# A vector for an array of one dimension, as fitted() and predict() of some models give it, and a plain matrix for a table.
flat <- function(x) {
  if (is.factor(x) || is.data.frame(x) || isS4(x)) return(x)
  if (inherits(x, "table")) x <- unclass(x)
  if (length(dim(x)) == 1) structure(as.vector(x), names = dimnames(x)[[1]]) else x
}

# Numbers as a double vector or matrix, with their names.
reals <- function(x, name) {
  if (is.double(x) && !is.object(x) && length(dim(x)) != 1) return(x)
  x <- flat(x)
  if (is.data.frame(x)) {
    for (column in names(x))
      if (!is.numeric(x[[column]]) && !is.logical(x[[column]]))
        refuse(name, "$", column, " is of class ", class(x[[column]])[1], ": must be numeric")
    rows <- if (is.character(attr(x, "row.names"))) row.names(x)
    x <- matrix(as.double(unlist(x, use.names = FALSE)), nrow(x), ncol(x), dimnames = list(rows, names(x)))
  }
  if (is_Matrix(x)) x <- as.matrix(x)
  if (!(is.numeric(x) || is.logical(x)) || is.factor(x))
    refuse(name, " is of class ", class(x)[1], ": must be numeric")
  if (!is.double(x)) storage.mode(x) <- "double"
  x
}

dimensions <- function(x) if (is.null(dim(x))) 1L else length(dim(x))

real_vector <- function(x, name) {
  x <- reals(x, name)
  if (dimensions(x) == 2 && ncol(x) == 1) x <- structure(as.vector(x), names = rownames(x))
  if (dimensions(x) != 1) refuse(name, " has ", dimensions(x), " dimensions: must have 1")
  x
}

# A number for each row, or NULL.
of_rows <- function(x, name, rows) {
  if (is.null(x)) return(NULL)
  x <- real_vector(x, name)
  if (length(x) != rows) refuse(name, " has length ", length(x), ": must be ", rows)
  x
}

real_matrix <- function(x, name) {
  x <- reals(x, name)
  if (dimensions(x) != 2) refuse(name, " has ", dimensions(x), " dimensions: must have 2")
  x
}

# Zeros and ones as an integer vector or matrix with its names. TRUE and FALSE will do; a factor of two levels stands
# for its second one, one of more (or `levels`) for a column each. Where undecided cells are allowed, NA is one.
cells <- function(x, name, undecided = FALSE, levels = NULL) {
  if (is.data.frame(x)) {
    ok <- vapply(x, function(column) is.numeric(column) || is.logical(column), NA)
    if (!all(ok)) refuse(name, "$", names(x)[!ok][1], " is of class ", class(x[[which(!ok)[1]]])[1],
                         ": must hold 0 and 1, or FALSE and TRUE")
    rows <- if (is.character(attr(x, "row.names"))) row.names(x)
    x <- matrix(unlist(x, use.names = FALSE), nrow(x), ncol(x), dimnames = list(rows, names(x)))
  }
  if (is_Matrix(x)) x <- as.matrix(x)
  x <- flat(x)
  if (is.factor(x)) {
    two <- is.null(levels) && nlevels(x) == 2
    x <- if (two) structure(x == base::levels(x)[2], names = names(x)) else indicators(x, levels, name)
  }
  if (!(is.numeric(x) || is.logical(x)))
    refuse(name, " is of class ", class(x)[1], ": must hold 0 and 1, or FALSE and TRUE")
  wrong <- which(if (undecided) !(x == 0 | x == 1) else is.na(x) | !(x == 0 | x == 1))
  if (length(wrong)) {
    at <- if (dimensions(x) == 2) arrayInd(wrong, dim(x)) else matrix(wrong)
    at <- at[do.call(order, as.data.frame(at)), , drop = FALSE][1, ]
    value <- x[if (length(at) == 2) t(at) else at]
    swapped <- name == "truth" && !is.na(value) && value != round(value)
    refuse(place(name, at), " is ", if (is.na(value)) "nan" else format(value),
           ": must be ", if (undecided) "0, 1 or NA (undecided)" else "0 or 1",
           if (swapped) " (are scores and truth swapped?)")
  }
  if (undecided) x[is.na(x)] <- 2
  storage.mode(x) <- "integer"
  x
}

# A column of 0 and 1 for each level.
indicators <- function(x, levels, name) {
  if (is.null(levels)) levels <- base::levels(x)
  unknown <- setdiff(as.character(x[!is.na(x)]), levels)
  if (length(unknown)) refuse(name, " has the level ", dQuote(unknown[1], FALSE), ": there is no such column")
  if (anyNA(x)) refuse(place(name, which(is.na(x))[1]), " is missing")
  matrix(outer(as.character(x), levels, "=="), length(x), length(levels), dimnames = list(names(x), levels))
}

# Compressed rows of a sparse matrix.
compressed <- function(x) {
  if (!is(x, "dgRMatrix")) x <- as(as(as(x, "dMatrix"), "generalMatrix"), "RsparseMatrix")
  list(indptr = x@p, indices = x@j, values = x@x, dim = x@Dim, dimnames = x@Dimnames)
}

# is() takes long enough for a batch to feel it, where an object is of no class.
is_Matrix <- function(x) isS4(x) && is(x, "Matrix")
is_sparse <- function(x) isS4(x) && is(x, "sparseMatrix")
is_table <- function(x) is.data.frame(x) || is_Matrix(x) || dimensions(x) == 2

# Two tables whose names differ are not about the same cells, whatever their shapes.
same_names <- function(name, mine, theirs) {
  if (!is.null(mine) && !is.null(theirs) && !identical(as.character(mine), as.character(theirs)))
    refuse("the names of ", name, " differ from those it belongs to: put them in the same order")
}

# The columns of these names, of a table that has names: which order they are in, and what is beside them, is no matter.
only_columns <- function(x, columns, name) {
  if (is.null(columns) || is.null(colnames(x))) return(x)
  missing <- setdiff(columns, colnames(x))
  if (length(missing)) {
    others <- if (length(missing) > 1) paste0(", nor ", length(missing) - 1, " more")
    refuse(name, " has no column ", missing[1], others, ": it has ", listed(colnames(x)))
  }
  if (identical(colnames(x), columns)) x else x[, columns, drop = FALSE]
}

shape <- function(x, by = " by ") paste(if (is.null(dim(x))) length(x) else dim(x), collapse = by)

same_shape <- function(name, x, other, y) {
  if (!identical(shape(x), shape(y))) {
    has <- function(name, x) paste0(name, " has shape (", shape(x, ", "), if (is.null(dim(x))) ",", ")")
    refuse(has(name, x), ", ", has(other, y), ": they must have the same shape")
  }
}
