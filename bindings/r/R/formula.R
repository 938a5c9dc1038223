# What formula calls share: rows that are taken (`subset`, `na.action`), the event (`event_level`), and calls that begin
# with the data, as pipes do.

# The data of a formula call, and what has an element for each of its rows, for the rows that are taken. `subset` is an
# expression. Where labels are `needed`, rows without one are left out, and counted in a warning.
taken_rows <- function(formula, data, subset = NULL, na.action = NULL, more = list(), needed = FALSE) {
  home <- environment(formula)
  if (!is.null(data) && !is.data.frame(data)) data <- as.data.frame(data)
  label <- function(data) eval(formula[[2]], data, home)
  needed <- needed && is.null(na.action) && length(formula) == 3 && any(missing_rows(label(data)))
  if (is.null(subset) && is.null(na.action) && !needed) return(c(list(data = data), more))
  if (is.null(data)) data <- variables_of(formula)
  keep <- seq_len(nrow(data))
  if (!is.null(subset)) {
    wanted <- eval(subset, data, home)
    if (is.logical(wanted) && length(wanted) != nrow(data))
      refuse("subset has length ", length(wanted), ": there are ", nrow(data), " rows")
    if (!is.logical(wanted) && !is.numeric(wanted))
      refuse("subset is ", shown(wanted), ": must be logical, or numbers of rows")
    keep <- if (is.logical(wanted)) keep[wanted & !is.na(wanted)] else keep[wanted]
    if (anyNA(keep)) refuse("subset names a row that there is not: there are ", nrow(data))
  }
  each <- list()
  if (needed) {
    each[[label_name(formula)]] <- label(data[keep, , drop = FALSE])
  } else if (!is.null(na.action)) {
    read <- stats::terms(formula, data = data)
    read <- unique(c(if (length(formula) == 3) all.vars(formula[[2]]), all.vars(attr(used_terms(read), "variables"))))
    each <- as.list(data[keep, intersect(read, names(data)), drop = FALSE])
    for (name in names(more))
      if (NROW(more[[name]]) == nrow(data)) each[[paste0("(", name, ")")]] <- taken(more[[name]], keep)
  }
  left <- if (length(each)) rows_left(each, na.action, needed, "data")
  if (!is.null(left)) keep <- keep[left]
  c(list(data = data[keep, , drop = FALSE]), lapply(more, function(x) if (NROW(x) != nrow(data)) x else taken(x, keep)))
}

label_name <- function(formula) paste(deparse(formula[[2]]), collapse = "")

# The variables of a formula without data, as a data frame.
variables_of <- function(formula) {
  found <- lapply(mget(all.vars(formula), envir = environment(formula), inherits = TRUE), function(x)
    if (length(dim(x)) < 2) x else I(as.matrix(x)))
  found <- found[vapply(found, NROW, 1L) == max(vapply(found, NROW, 1L))]
  as.data.frame(found, stringsAsFactors = FALSE)
}

# ---- The event ----

# Labels whose event is the second level, as everywhere here; by `"first"`, yardstick's custom, the levels change
# places, and classes that are predicted keep their order by the attribute.
with_event <- function(labels, event_level, name = "truth", metric = NULL) {
  if (is.null(event_level)) {
    warn_of_event(labels, name, metric)
    return(labels)
  }
  if (choice(event_level, c("first", "second"), "event_level") == "second") return(labels)
  if (!is.factor(labels) || nlevels(labels) != 2)
    refuse('event_level is "first": ', name, " must be a factor of two levels")
  structure(factor(labels, levels = rev(levels(labels))), order = levels(labels))
}

# The levels of such labels, the event last.
ordered_levels <- function(labels) structure(base::levels(labels), order = attr(labels, "order"))
levels_in_order <- function(levels) if (is.null(attr(levels, "order"))) levels else attr(levels, "order")

events <- c("yes", "y", "true", "t", "1", "event", "case", "positive", "pos", "present", "success")
other_events <- c("no", "n", "false", "f", "0", "none", "control", "negative", "neg", "absent", "failure")
yardstick_names <- c("f_meas", "sens", "spec")

# Whether the first of two levels has the name of an event, and the second one that of its absence.
looks_reversed <- function(levels) {
  both <- tolower(levels)
  (both[1] %in% events && both[2] %in% other_events) ||
    (both[2] != both[1] && sub("^(no|not|non)[ ._-]?", "", both[2]) == both[1])
}

warn_of_event <- function(labels, name, metric) {
  if (!is.factor(labels) || nlevels(labels) != 2) return(invisible())
  reversed <- looks_reversed(levels(labels))
  said <- is.character(metric) && length(metric) == 1 && metric %in% yardstick_names
  if (!reversed && !said) return(invisible())
  here <- paste0("the event is ", dQuote(levels(labels)[2], FALSE), ", the second level of ", name, ", as in glm()")
  warn(paste0(if (said && !reversed)
                paste0(dQuote(metric, FALSE), " is yardstick's name, whose event is the first level: "),
              here, "; event_level = \"first\" makes it ", dQuote(levels(labels)[1], FALSE),
              ", as in yardstick, \"second\" keeps it without this warning"))
}

# ---- Data first ----

# A formula of columns that were named one by one: the truth, then scores; c(a, b) for several. A text that is no column
# is a metric.
formula_of_columns <- function(data, truth, scores, home) {
  column <- function(x) if (is.character(x) && length(x) == 1 && x %in% names(data)) as.name(x) else x
  several <- function(x) is.call(x) && identical(x[[1]], quote(c))
  spread <- unlist(lapply(scores, function(x) if (several(x)) as.list(x)[-1] else list(x)))
  spread <- lapply(spread, column)
  is_text <- vapply(spread, is.character, NA)
  if (sum(is_text) > 1 || all(is_text) && length(is_text))
    refuse("data has no column ", shown(spread[is_text][[1]]), ": it has ", listed(names(data)))
  terms <- lapply(spread[!is_text], function(x)
    if (is.call(x) && as.character(x[[1]])[1] %in% c("+", "-", "*", "/", "^", ":", "(")) call("I", x) else x)
  if (!length(terms)) refuse("scores are needed: columns of data after that of the truth")
  formula <- call("~", column(truth), Reduce(function(a, b) call("+", a, b), terms))
  list(formula = stats::as.formula(formula, home), metric = if (any(is_text)) spread[is_text][[1]])
}

# The arguments without a name, as expressions, and those with one, of a call's `...`.
split_dots <- function(dots) {
  named <- if (is.null(names(dots))) logical(length(dots)) else nzchar(names(dots))
  list(plain = unname(dots[!named]), named = dots[named])
}

# A call that begins with the data: with a formula next, or with columns by their names.
data_first <- function(method, data, truth, dots, home, takes_metric = FALSE) {
  if (identical(truth, quote(expr = )))
    refuse("columns are needed after the data: the truth, then the scores; or a formula")
  parts <- split_dots(dots)
  if (is.call(truth) && identical(truth[[1]], quote(`~`)) || is.name(truth) && !as.character(truth) %in% names(data) &&
      inherits(tryCatch(eval(truth, home), error = function(e) NULL), "formula"))
    return(eval(as.call(c(list(method, truth), parts$plain, list(data = data), parts$named)), home))
  made <- formula_of_columns(data, truth, parts$plain, home)
  if (!is.null(made$metric)) {
    if (!takes_metric || !is.null(parts$named$metric))
      refuse("data has no column ", shown(made$metric), ": it has ", listed(names(data)))
    parts$named$metric <- made$metric
  }
  eval(as.call(c(list(method, made$formula, data = data), parts$named)), home)
}
