new_trees <- function(pointer, features = NULL, categories = NULL) {
  reference("wald_trees", pointer, features = features, categories = if (length(categories)) categories)
}

trees_argument <- function(x, name = "trees") of_class(x, "wald_trees", name)

trees_facts <- function(trees) {
  ok(native_facts(trees_argument(trees)$pointer, "trees", facts_per("trees", "whole"), 0))
}

# Features as native code takes them, picked by name where they have names.
feature_table <- function(x, features = NULL, name = "features") {
  real_matrix(only_columns(x, features, name), name)
}

#' Ensembles of decision trees
#'
#' The sums of many decision trees: read from a model that XGBoost, LightGBM or CatBoost saved, without any of these
#' libraries (`wald_trees_from_model`), built node by node, or loaded from what Python wrote of a model of scikit-learn
#' (its `Trees`). A cascade over trees takes features, and walks only
#' the trees that it needs.
#'
#' Trees are reference objects, as an environment is: `wald_add_tree` changes them. They live outside R and are not kept
#' in `.RData` or `.rds` files: keep the text of [wald_save()], or a file of [wald_write()]. A cascade that they were
#' bound to keeps a copy of its own.
#'
#' @param features The names of the features, or their number. For `predict` see `newdata`.
#' @param n_outputs How many sums there are.
#' @param leaf_width Values of a leaf: 1, added to the tree's output, or `n_outputs`, one added to each.
#' @param trees_per_model How many trees in a row are one model of a cascade.
#' @param summation `"float64"`, or `"float32"` where the library that trained adds up in single precision, tree after
#'   tree (XGBoost).
#' @param float_features Whether features are cut to single precision before they are compared (XGBoost, scikit-learn).
#' @param base What the sums begin with, a number for each output; default 0.
#' @param trees,object,x A `wald_trees`.
#' @param nodes A data frame, a row for each node, the root first. `split`: how a node sends a value, `"leaf"`,
#'   `"at_most"` (left where it is at most the threshold), `"below"` or `"among"` (left where it is one of the
#'   categories, whole numbers from 0). `feature`: its number or name. `threshold`. `left`, `right`: the rows of its
#'   children. `missing`, where a missing value goes: `"right"` (the default), `"left"`, `"as_zero"`, `"zero_right"` or
#'   `"zero_left"` (there, and 0 with it); of `"among"` also `"nan_right"` and `"nan_left"`, where numbers that cannot be
#'   categories go right. `categories`: a list, of whole numbers in ascending order. `value`: what a
#'   leaf adds, for wide leaves a matrix with a column for each output. What a node does not need may be `NA`.
#' @param output Which sum the tree adds to.
#' @param margin A threshold of whole sums, base included.
#' @param model The name of the file of a saved model, or its content as a raw vector: of XGBoost as JSON or UBJSON, of
#'   LightGBM as text or by `dump_model` as JSON, of CatBoost as JSON. The format follows from the content.
#' @param iterations How many rounds of boosting to take, from the first on; default all.
#' @param newdata A matrix or data frame with a column for each feature; `NA` is missing. Of a data frame the columns of
#'   these names are taken, where the features have names.
#' @inheritParams cascade_options
#' @param ... Not used.
#' @return `wald_trees`, `wald_trees_from_model`, and `wald_add_tree` invisibly: the trees. `predict`: the sums of all
#'   trees, base included; a
#'   vector, for several outputs a matrix with a column for each. `summary`: a list of the
#'   [facts] of trees. `wald_trees_threshold`: the threshold of sums without the base that stands
#'   for `margin`, which is what to fit a cascade with. `close` releases the memory now.
#' @seealso [wald_cascade()], whose method for trees does it all at once.
#' @examples
#' trees <- wald_trees(c("age", "income"), base = -0.2)
#' first <- data.frame(split = c("at_most", "leaf", "leaf"), feature = c("age", NA, NA),
#'                     threshold = c(40, NA, NA), left = c(2, NA, NA), right = c(3, NA, NA),
#'                     value = c(NA, -1, 1))
#' second <- data.frame(split = c("below", "leaf", "leaf"), feature = c("income", NA, NA),
#'                      threshold = c(3000, NA, NA), left = c(2, NA, NA), right = c(3, NA, NA),
#'                      missing = c("left", NA, NA), value = c(NA, -0.5, 0.25))
#' wald_add_tree(trees, first)
#' wald_add_tree(trees, second)
#' people <- data.frame(age = c(30, 50, 60), income = c(2000, 5000, NA))
#' predict(trees, people)
#' predict(wald_load(wald_save(trees)), people)
#' cascade <- wald_cascade(trees, people, folds = 0)
#' predict(cascade, people, type = "both")
#' @export
wald_trees <- function(features, n_outputs = 1, leaf_width = 1, trees_per_model = 1, summation = NULL,
                       float_features = FALSE, base = NULL) {
  names <- if (is.character(features)) enc2utf8(features)
  if (anyDuplicated(names) || anyNA(names)) refuse("features is ", shown(features), ": the names must differ")
  count <- if (is.null(names)) whole(features, "features") else length(names)
  summation <- number_of(if (is.null(summation)) "float64" else choice(summation, c("float64", "float32"), "summation"),
                         "type")
  n_outputs <- whole(n_outputs, "n_outputs")
  base <- if (!is.null(base)) real_vector(base, "base")
  if (!is.null(base) && length(base) != n_outputs) refuse("base has length ", length(base), ": must be ", n_outputs)
  new_trees(ok(native_trees(count, n_outputs, whole(leaf_width, "leaf_width"),
                            whole(trees_per_model, "trees_per_model"), summation,
                            flag(float_features, "float_features"), base)), names)
}

#' @rdname wald_trees
#' @export
wald_trees_from_model <- function(model, iterations = NULL) {
  is_file <- is.character(model) && length(model) == 1 && !is.na(model)
  if (!is_file && !is.raw(model)) refuse("model is ", shown(model), ": must be the name of a file, or a raw vector")
  bytes <- if (is_file) readBin(model, "raw", file.size(model)) else model
  rounds <- if (is.null(iterations)) 0 else whole(iterations, "iterations")
  if (!is.null(iterations) && rounds < 1) refuse("iterations is ", shown(iterations), ": must be at least 1")
  trees <- native_trees_import(bytes, rounds)
  if (is_file && inherits(trees, "wald_failure") && word_of(trees$status, "status") %in% c("error_unsupported", "error_format"))
    trees$message <- paste0('"', model, '": ', trees$message)
  trees <- ok(trees)
  new_trees(trees$pointer, if (nzchar(trees$features[1])) trees$features, categories_by_feature(trees$categories))
}

#' @rdname wald_trees
#' @export
wald_add_tree <- function(trees, nodes, output = 1) {
  leaf_width <- trees_facts(trees)$leaf_width
  if (!is.data.frame(nodes)) refuse("nodes is of class ", class(nodes)[1], ": must be a data frame")
  known <- c("split", "feature", "threshold", "left", "right", "missing", "categories", "value")
  unknown <- setdiff(names(nodes), known)
  if (length(unknown)) refuse("nodes has the column ", unknown[1], ": must be of ", toString(known))
  n <- nrow(nodes)
  split <- enumerated(nodes$split, "split", n)
  is_leaf <- split == 0L
  # What leaves hold in the other columns does not count.
  inner <- function(values, name) {
    if (is.null(values)) values <- rep(NA_real_, n)
    values[is_leaf] <- 1
    if (!is.numeric(values) || anyNA(values) || any(values != trunc(values) | abs(values) > 2^31 - 2))
      refuse("nodes$", name, " is ", shown(values), ": must hold whole numbers")
    as.integer(values) - 1L
  }
  feature <- if (is.numeric(nodes$feature) || all(is_leaf)) nodes$feature
             else feature_numbers(nodes$feature, trees$features)
  threshold <- if (is.null(nodes$threshold)) rep(NA_real_, n) else as.double(nodes$threshold)
  categories <- category_lists(nodes$categories)
  ok(native_trees_add(trees$pointer, whole(output, "output") - 1, split,
                      enumerated(nodes$missing, "missing", n), inner(feature, "feature"),
                      inner(nodes$left, "left"), inner(nodes$right, "right"), threshold,
                      if (!is.null(categories)) cumsum(c(0, lengths(categories))), as.integer(unlist(categories)),
                      leaf_values(nodes$value, is_leaf, leaf_width)))
  invisible(trees)
}

# The numbers of words; 0 if one is missing.
enumerated <- function(x, list, n) {
  if (is.null(x)) return(integer(n))
  values <- words(list)
  x <- as.character(x)
  unknown <- setdiff(x[!is.na(x)], names(values))
  if (length(unknown)) refuse("nodes$", list, " is ", shown(unknown[1]), ": must be of ", toString(names(values)))
  ifelse(is.na(x), 0L, unname(values[x]))
}

feature_numbers <- function(x, features) {
  x <- as.character(x)
  unknown <- setdiff(x[!is.na(x)], features)
  if (length(unknown)) refuse("nodes$feature is ", shown(unknown[1]), ": there is no such feature")
  match(x, features)
}

# What leaves add, node by node; inner nodes add nothing.
leaf_values <- function(value, is_leaf, width) {
  if (is.null(value)) refuse("nodes$value is needed")
  value <- as.matrix(value)
  if (!is.numeric(value)) refuse("nodes$value is of class ", class(value[1])[1], ": must be numeric")
  if (ncol(value) != width) refuse("nodes$value has ", ncol(value), " columns: must have ", width)
  value[!is_leaf, ] <- 0
  as.double(t(value))
}

category_lists <- function(categories) {
  if (is.null(categories)) return(NULL)
  if (!is.list(categories)) refuse("nodes$categories is of class ", class(categories)[1], ": must be a list")
  lapply(categories, function(one) {
    one <- one[!is.na(one)]
    if (length(one) && (!is.numeric(one) || any(one != trunc(one) | abs(one) > 2^31 - 1)))
      refuse("nodes$categories is ", shown(one), ": must hold whole numbers")
    one
  })
}

#' @rdname wald_trees
#' @export
wald_trees_threshold <- function(trees, margin = 0) {
  ok(native_trees_threshold(trees_argument(trees)$pointer, number(margin, "margin")))
}

#' @rdname wald_trees
#' @export
predict.wald_trees <- with_options("cascades", function(object, newdata, ...) {
  if (missing(newdata)) refuse("newdata is needed: the features of the rows")
  table <- feature_table(coded(newdata, object$categories, "newdata"), object$features, "newdata")
  sums <- ok(native_trees_evaluate(object$pointer, table, asked("cascades", options_given(...))))
  if (nrow(sums) == 1) named(as.vector(sums), rownames(table))
  else structure(t(sums), dimnames = if (!is.null(rownames(table))) list(rownames(table), NULL))
}, calls = "evaluate")

#' @rdname wald_trees
#' @method print wald_trees
#' @export
print.wald_trees <- function(x, ...) {
  if (!is_open(x)) return(invisible(x))
  facts <- trees_facts(x)
  cat("<wald_trees: ", facts$n_trees, " trees over ", digits(facts$n_features), " features",
      if (facts$n_outputs > 1) paste0(", ", facts$n_outputs, " outputs"),
      if (facts$n_models != facts$n_trees) paste0(", ", facts$n_models, " models"), ">\n", sep = "")
  invisible(x)
}

#' @rdname wald_trees
#' @method summary wald_trees
#' @export
summary.wald_trees <- function(object, ...) c(trees_facts(object), list(names = object$features))

#' @rdname wald_trees
#' @export
names.wald_trees <- function(x) x$features
