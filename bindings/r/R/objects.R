# What objects of the library have in common. Some are references, as environments are: what they hold lives outside R
# alone. Others keep the library's text beside its object, from which it is made again where R has kept no more.

# A reference: an environment with the library's object and what R knows of it besides.
reference <- function(class, pointer, ...) {
  structure(list2env(list(pointer = pointer, ...), parent = emptyenv()), class = c(class, "wald_object"))
}

# What the library calls those that are fed, and those that are saved.
fed_nouns <- c(wald_estimator = "estimator", wald_sample = "sample", wald_cascade_scores = "scores", wald_stages = "stages",
               wald_promise = "promise")
saved_nouns <- c(wald_estimator = "estimator", wald_sample = "sample", wald_trees = "trees", wald_stages = "stages",
                 wald_promise = "promise")

noun_of <- function(x, nouns, name = "estimator") {
  if (!class(x)[1] %in% names(nouns)) refuse(name, " is ", shown(x), ": must be of class ", toString(names(nouns)))
  nouns[[class(x)[1]]]
}

of_class <- function(x, class, name) {
  if (!inherits(x, class)) refuse(name, " is ", shown(x), ": must be of class ", class)
  x
}

# The library's object with its text.
kept <- function(pointer, noun, text = ok(native_save(pointer, noun))) {
  list2env(list(pointer = pointer, text = text), parent = emptyenv())
}
kept_pointer <- function(x, noun) {
  handle <- x$handle
  if (native_state(handle$pointer) == "lost") handle$pointer <- ok(native_load(handle$text, noun))
  handle$pointer
}

# Whether an object can be shown; one that was closed or lost is shown as that.
is_open <- function(x) {
  state <- native_state(x$pointer)
  if (state != "open") cat("<", class(x)[1], ", ", state, ">\n", sep = "")
  state == "open"
}

#' @rdname wald_estimator
#' @export
close.wald_object <- function(con, ...) {
  noun <- c(fed_nouns, wald_threshold_pass = "threshold_pass", wald_table_pass = "table_pass", wald_trees = "trees", wald_metric = "metric",
            wald_distribution = "distribution")
  invisible(ok(native_close(con$pointer, noun[[class(con)[1]]])))
}

# What holds of states of both kinds of passes over distributed rows.
pass_facts <- function(pass, noun) ok(native_facts(pass$pointer, noun, facts_per(noun, "whole"), 0))

merge_pass <- function(pass, other, noun) {
  ok(native_merge(pass$pointer, of_class(other, paste0("wald_", noun), "other")$pointer, noun))
  invisible(pass)
}

print_pass <- function(pass, noun, fed) {
  if (!is_open(pass)) return(invisible(pass))
  facts <- pass_facts(pass, noun)
  cat("<wald_", noun, ": pass ", facts$pass_number, ", ", digits(facts[[paste0("n_", fed)]]), " ", fed, " in ",
      digits(facts$n_bins), " bins>\n", sep = "")
  invisible(pass)
}
