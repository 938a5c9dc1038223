#' A page about the gain of deciding for a metric
#'
#' An HTML page with pictures that needs nothing else: the metric's value of a cut at 1/2, of one tuned threshold and of
#' deciding for the metric, with intervals, the labels one by one, curves, and how a second system compares.
#'
#' @inheritParams wald_decide
#' @param truth 0 and 1, or logical: what was true, a matrix or data frame. A vector is one label over its rows, one
#'   problem (macro) unless `average` is given.
#' @param p Probabilities of the same shape.
#' @param compare The probabilities of a second system, or `NULL`.
#' @param file A file to write the page to, whole or not at all.
#' @param title The title of the page.
#' @param names What the systems are called.
#' @param weights Of the rows, finite and >= 0, not all 0.
#' @param groups Which rows belong together: see [wald_compare()].
#' @param na.action,event_level As for [wald_evaluate()]: by default rows without a truth are left out with a warning.
#' @inheritParams decision_options
#' @param ... No further arguments.
#' @return The page, a text, invisibly where it is written to a file; its numbers are the attribute `data`, JSON.
#' @examples
#' truth <- c(1, 0, 1, 0, 1, 0)
#' file <- tempfile(fileext = ".html")
#' wald_report(truth, c(0.9, 0.2, 0.4, 0.1, 0.7, 0.45), "f1", file = file)
#' @export
wald_report <- with_options("decisions", function(truth, p, metric, compare = NULL, file = NULL, title = "",
                                                  names = c("A", "B"), weights = NULL, groups = NULL, kind = NULL,
                                                  exactly = NULL, na.action = NULL, event_level = NULL, ...) {
  truth <- with_event(truth, event_level, metric = metric)
  metric <- metric_of(metric)
  of <- list(truth = truth, p = p, compare = compare, weights = weights, groups = groups)
  left <- rows_left(of, na.action)
  truth <- taken(truth, left)
  p <- taken(p, left)
  compare <- taken(compare, left)
  weights <- taken(weights, left)
  groups <- taken(groups, left)
  options <- asked("decisions", with_exactly(options_given(...), exactly))
  y <- cells(truth, "truth")
  systems <- list(p = reals(p, "p"))
  if (!is.null(compare)) systems$compare <- reals(compare, "compare")
  for (name in base::names(systems)) same_shape("truth", y, name, systems[[name]])
  tables <- c(list(y), systems)
  labels <- Filter(Negate(is.null), lapply(tables, colnames))
  for (other in labels[-1]) same_names("p", other, labels[[1]])
  if (is.null(dim(truth))) options <- as_one_problem(options)
  tables <- lapply(tables, function(x) if (is.null(dim(x))) matrix(x, ncol = 1) else x)
  rows <- nrow(tables[[1]])
  if (!is.character(names) || length(names) != 2) refuse("names is ", shown(names), ": must be two texts")
  texts <- c(string(title, "title"), enc2utf8(names),
             if (length(labels)) enc2utf8(labels[[1]]) else character(ncol(tables[[1]])))
  of <- list(weights = of_rows(weights, "weights", rows),
             groups = if (!is.null(groups)) as.double(group_ids(groups, rows)))
  made <- ok(native_report(native_pointer(metric), table_kind(kind), tables[[1]], tables[[2]],
                           if (is.null(compare)) NULL else tables[[3]], of, texts, options))
  for (table in tables[-1]) warn_of_table(table, metric, table_kind(kind), options$average)
  page <- structure(made[1], data = made[2])
  if (is.null(file)) return(page)
  write_text(page, file)
  invisible(page)
}, calls = "report")
