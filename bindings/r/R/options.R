# Words, options and facts as the library lists them; options in the form that native code reads.

lists <- new.env(parent = emptyenv()) # those that were asked for, which never change

listed_once <- function(key, make) {
  if (is.null(lists[[key]])) lists[[key]] <- make()
  lists[[key]]
}

# The words of a vocabulary, with their numbers.
words <- function(list) listed_once(paste("words", list), function() ok(native_words(list)))
number_of <- function(word, list, name = list) {
  values <- words(list)
  values[[choice(word, names(values), name)]]
}
word_of <- function(number, list) {
  values <- words(list)
  names(values)[match(number, values)]
}
# What a word means, to stand after a colon.
meaning_of <- function(word, list) {
  values <- words(list)
  sentence <- sub("[.]$", "", attr(values, "sentences")[[match(word, names(values))]])
  if (grepl("^[A-Z][a-z ]", sentence)) substr(sentence, 1, 1) <- tolower(substr(sentence, 1, 1))
  sentence
}
# The words of the bits that are set.
bits_of <- function(bits, list) {
  values <- words(list)
  names(values)[bitwAnd(as.integer(bits), values) != 0L]
}

#' What can be set, and what can be read
#'
#' The options of the library and the facts that its answers hold, each with its meaning. Options are
#' arguments of the functions that take them; `NULL` leaves the default. [decision_options], [threshold_options],
#' [cascade_options], [learner_options] and [route_options] have them in words.
#'
#' @param family `"decisions"`, `"thresholds"`, `"cascades"`, `"learners"` or `"routes"`.
#' @param object `"estimator"`, `"decision"`, `"distribution"`, `"sample"`, `"thresholds"`, `"frontier"`,
#'   `"cascade_scores"`, `"cascade"`, `"trees"`, `"stages"`, `"route"`, `"labelling"`, `"dataset"` or
#'   `"learner"`.
#' @return A data frame with a row for each option or fact. Of an option its `name`, `type`, default (`initial`; empty
#'   if nothing is set), bounds (`low` and `high`, which do not belong to it where `open_low` and `open_high` say
#'   so), the words that it may be (`choices`), the `calls` that read it (empty: all), what it `concerns` beside (empty:
#'   nothing), and its `sentence`. Of a fact its `name`, `type`, the `kind` of its numbers, what there is one of it `per`,
#'   and its `sentence`.
#' @examples
#' wald_options("decisions")[c("name", "initial", "low", "high")]
#' wald_facts("distribution")[c("name", "sentence")]
#' @export
wald_options <- function(family) {
  found <- as.data.frame(ok(native_options(string(family, "family"))), stringsAsFactors = FALSE)
  families <- ': must be "decisions", "thresholds", "cascades", "learners" or "routes"'
  if (!nrow(found)) refuse("family is ", shown(family), families)
  found
}

#' @rdname wald_options
#' @export
wald_facts <- function(object) {
  found <- as.data.frame(ok(native_fact_rows(string(object, "object"))), stringsAsFactors = FALSE)
  if (!nrow(found)) refuse("object is ", shown(object), ": there is no such object")
  found
}

option_types <- function(family) {
  listed_once(paste("options", family), function() {
    rows <- ok(native_options(family))
    structure(rows$type, names = rows$name)
  })
}

# What an option is where it is not set; a number where that is one.
default_of <- function(family, name) {
  listed_once(paste("default", family, name), function() {
    rows <- ok(native_options(family))
    utils::type.convert(rows$initial[match(name, rows$name)], as.is = TRUE)
  })
}

# Options of a call, by name, as native code takes them; NULL leaves the library's own.
asked <- function(family, given) {
  if (length(given) && (is.null(names(given)) || !all(nzchar(names(given)))))
    refuse("unused argument: one without a name")
  if (is.null(given$threads)) given$threads <- getOption("wald.threads")
  if (is.null(given$progress)) given$progress <- getOption("wald.progress", interactive())
  types <- option_types(family)
  out <- list()
  for (name in names(given)) {
    value <- given[[name]]
    if (is.null(value)) next
    out[[name]] <- option_value(value, name, types[name])
  }
  out
}

option_value <- function(value, name, type) {
  switch(if (is.na(type)) "unknown" else type,
         number = , integer = , switch = real_number(value, name),
         seed = seed_digits(value),
         choice = , text = string(value, name),
         numbers = unname(as.double(real_vector(value, name))),
         integers = whole_numbers(value, name),
         texts = texts(value, name),
         metric = native_pointer(metric_of(value)),
         progress = progress_function(value),
         "") # the library says that there is no such option
}

# Bounds on the number of positives, also if they are one number.
with_exactly <- function(given, exactly) {
  if (is.null(exactly)) return(given)
  if (!is.null(given$at_least) || !is.null(given$at_most)) refuse("exactly cannot be combined with at_least or at_most")
  given$at_least <- given$at_most <- exactly
  given
}

real_number <- function(x, name) {
  value <- number(x, name)
  if (is.na(value)) refuse(name, " is ", shown(x), ": must be a number")
  value
}

whole_numbers <- function(x, name) {
  if (!is.numeric(x) || anyNA(x) || any(x != trunc(x))) refuse(name, " is ", shown(x), ": must hold whole numbers")
  as.double(x)
}

texts <- function(x, name) {
  if (!is.character(x) || anyNA(x)) refuse(name, " is ", shown(x), ": must be texts")
  enc2utf8(x)
}

# A seed as digits: larger ones than 2^53 are given as text (or as bit64's integer64).
seed_digits <- function(seed) {
  if (inherits(seed, "integer64")) seed <- as.character(seed)
  if (is.character(seed)) string(seed, "seed") else sprintf("%.0f", whole(seed, "seed"))
}

# A function of the fraction done, or NULL. TRUE draws a bar in interactive sessions, once a call has taken a while.
progress_function <- function(progress) {
  if (is.function(progress)) return(progress)
  if (!flag(progress, "progress") || !interactive()) return(NULL)
  bar_function()
}

bar_function <- function(after = 0.5) {
  start <- proc.time()[[3]]
  bar <- NULL
  function(fraction) {
    if (is.null(bar) && fraction < 1 && proc.time()[[3]] - start > after)
      bar <<- utils::txtProgressBar(style = 3, file = stderr())
    if (!is.null(bar)) utils::setTxtProgressBar(bar, fraction)
    if (!is.null(bar) && fraction >= 1) close(bar)
    TRUE
  }
}

# The names of the facts that there is one of for each of `per`.
facts_per <- function(object, per, types = c("number", "text")) {
  listed_once(paste(c("facts", object, per, types), collapse = " "), function() {
    rows <- ok(native_fact_rows(object))
    rows$name[rows$per %in% per & rows$type %in% types]
  })
}

# Over what a table is decided.
average_of <- function(options) {
  if (is.null(options$average)) "instance" else choice(options$average, names(words("average")), "average")
}
