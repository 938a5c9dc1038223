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

# An element by its place, as R writes it: x[3], x[3, 1].
place <- function(name, at) paste0(name, "[", paste(at, collapse = ", "), "]")

# The library counts from 0, R from 1: its `scores[2][0]` is `scores[3, 1]`, its row 2 is row 3. So do values that are
# positions themselves, with the range that they must lie in. What is quoted, and what is said of a file, stays.
from_one <- function(message, status = 1L) {
  if (identical(word_of(status, "status"), "error_format")) return(message)
  parts <- strsplit(message, '"', fixed = TRUE)[[1]]
  outside <- seq(1, length(parts), by = 2)
  ranged <- "\\b(feature|fixed_order|rows)\\[[0-9]+\\] is \\K-?[0-9]+(: must lie in \\[0, [0-9]+)?"
  text <- add_one(parts[outside], ranged)
  text <- add_one(text, "\\boutput is \\K-?[0-9]+: must lie in \\[0, [0-9]+")
  text <- add_one(text, "\\btargets\\[[0-9]+\\] is \\K-?[0-9]+: must be a class in \\[0, [0-9]+")
  text <- add_one(text, "\\bchild of \\Knode [0-9]+ is [0-9]+: must lie in \\[[0-9]+, [0-9]+")
  text <- add_one(text, "(?<!child of )\\b(row|node|model|class|label|segment|index|image|pixel) [0-9]+\\b(?!\\.[0-9])")
  text <- add_one(text, "\\bP\\(y_\\K[0-9]+")
  text <- add_one(text, "(?<=[A-Za-z_])(\\[[0-9]+\\])+")
  parts[outside] <- gsub("(?<=[0-9])\\]\\[(?=[0-9]+\\])", ", ", text, perl = TRUE)
  paste0(paste(parts, collapse = '"'), if (endsWith(message, '"')) '"')
}

# Texts with one added to each whole number in what matches.
add_one <- function(text, pattern) {
  each <- function(matches, change) lapply(matches, function(found) vapply(found, change, "", USE.NAMES = FALSE))
  replaced <- function(text, pattern, change) {
    at <- gregexpr(pattern, text, perl = TRUE)
    regmatches(text, at) <- each(regmatches(text, at), change)
    text
  }
  replaced(text, pattern, function(found)
    replaced(found, "-?[0-9]+", function(number) sprintf("%.0f", as.numeric(number) + 1)))
}

# The result of native code, or its failure raised.
ok <- function(result) {
  if (inherits(result, "wald_failure")) raise(from_one(result$message, result$status), result$status, user_call())
  result
}

# One warning for each text that answers came with.
warn <- function(texts) {
  for (text in setdiff(unique(texts), ""))
    warning(structure(list(message = from_one(text), call = user_call()),
                      class = c("wald_warning", "warning", "condition")))
}

no_more <- function(...) {
  if (...length()) {
    names <- names(list(...))
    refuse("unused argument: ", if (is.null(names) || !nzchar(names[1])) "one without a name" else names[1])
  }
}
