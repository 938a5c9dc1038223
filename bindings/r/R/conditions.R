# Failures as conditions of classes of their own.

# `status` is a number of the library's.
raise <- function(message, status, call) {
  name <- word_of(status, "status")
  stop(structure(list(message = message, call = call, status = status, status_name = paste0("WALD_", toupper(name))),
                 class = c(paste0("wald_", name), "wald_error", "error", "condition")))
}

# The function of the package that the user called: the outermost one of it on the stack above this.
user_call <- function() {
  frames <- sys.frames()
  home <- topenv()
  own <- vapply(frames, function(frame) identical(topenv(frame), home), NA)
  sys.calls()[[which(own)[1]]]
}

# What is wrong with an argument, as the library would say it.
refuse <- function(...) raise(paste0(...), 1L, user_call())

# The result of native code, or its failure raised.
ok <- function(result) {
  if (inherits(result, "wald_failure")) raise(result$message, result$status, user_call())
  result
}

# One warning for each text that answers came with.
warn <- function(texts) {
  for (text in setdiff(unique(texts), ""))
    warning(structure(list(message = text, call = user_call()),
                      class = c("wald_warning", "warning", "condition")))
}

no_more <- function(...) {
  if (...length()) {
    names <- names(list(...))
    refuse("unused argument: ", if (is.null(names) || !nzchar(names[1])) "one without a name" else names[1])
  }
}
