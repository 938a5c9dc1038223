# Options as arguments: the names of the rows, each NULL if the library's default holds. They stand after `...`, so
# that they go by their whole names, and what is no option is left in `...` for the library to refuse.

# A function with further arguments: the options of a family that its calls read, those it has not got. Of a family whose
# functions read all options no calls are named.
with_options <- function(family, f, calls = NULL) {
  read <- option_names[[family]]
  if (!is.null(calls)) read <- intersect(read, unlist(option_calls[[family]][c("all", calls)]))
  formals(f)[setdiff(read, names(formals(f)))] <- list(NULL)
  f
}

# Of the function that calls this: the options that it was given, and what else came in its `...`.
options_given <- function(...) {
  arguments <- names(formals(sys.function(sys.parent())))
  options <- mget(arguments[-seq_len(match("...", arguments))], parent.frame())
  c(options[!vapply(options, is.null, NA)], list(...))
}
