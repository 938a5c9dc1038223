# Options as arguments: the names of the rows, each NULL where the library's default holds. They stand after `...`, so
# that they go by their whole names, and what is no option is left in `...` for the library to refuse.

# A function of a family of options, with those as further arguments that it has not got, `but` those that do not count
# for it. Where few count a function names them itself.
with_options <- function(family, f, but = character()) {
  further <- setdiff(option_names[[family]], c(names(formals(f)), but))
  formals(f)[further] <- list(NULL)
  f
}

# Of thresholds: what is asked besides of an answer, how one is searched for, and what errors cost a zone of abstention,
# what curves of probabilities take, and what is compared between segments.
of_answers <- c("baselines", "bootstrap", "bootstrap_cells", "level", "folds")
of_searches <- c("method", "smoothing", "smoothing_rounds", "dropout", "grid", "seed")
of_zones <- c("false_positive_cost", "false_negative_cost", "abstention_cost")
of_curves <- c("prevalence", "reference", "bins")
of_segments <- c("parity", "tolerance")
of_labels <- "min_positives"
# Of deciding: what is said of its worth.
of_worth <- c("temperature", "nonempty", "least_gain")

# Of the function that calls this: the options that it was given, and what else came in its `...`.
options_given <- function(...) {
  arguments <- names(formals(sys.function(sys.parent())))
  options <- mget(arguments[-seq_len(match("...", arguments))], parent.frame())
  c(Filter(Negate(is.null), options), list(...))
}
