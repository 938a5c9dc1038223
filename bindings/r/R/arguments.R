# Options as arguments: the names of the rows, each NULL where the library's default holds. They stand after `...`, so
# that they go by their whole names, and what is no option is left in `...` for the library to refuse.

# A function of a family of options, with those as further arguments that it has not got.
with_options <- function(family, f) {
  further <- setdiff(option_names[[family]], names(formals(f)))
  formals(f)[further] <- list(NULL)
  f
}

# Of the function that calls this: the options that it was given, and what else came in its `...`.
options_given <- function(...) {
  arguments <- names(formals(sys.function(sys.parent())))
  options <- mget(arguments[-seq_len(match("...", arguments))], parent.frame())
  c(Filter(Negate(is.null), options), list(...))
}
