# The tables of the package's extdata, as datasets.tsv lists them.

#' Tables for examples
#'
#' What trained models predicted for real test sets, with the truth where it may be published.
#'
#' @param name One of the names that `wald_datasets()` lists.
#' @return Without `name` a data frame with the `name`, `kind`, `rows`, `columns`, `description`, `source` and `licence` of
#'   each. With it a list: `table`, a data frame of probabilities, label vectors or scores; `truth`, a data frame of 0 and
#'   1 for the same rows, or `NULL`; and `kind`.
#' @examples
#' wald_datasets()[c("name", "rows", "columns")]
#' digits <- wald_datasets("digits")
#' decided <- wald_decide(digits$table, "f1", kind = digits$kind)
#' c(decided = wald_evaluate(digits$truth, decided, "f1"),
#'   half = wald_evaluate(digits$truth, digits$table > 0.5, "f1"))
#' @export
wald_datasets <- function(name = NULL) {
  folder <- system.file("extdata", package = "wald", mustWork = TRUE)
  rows <- utils::read.delim(file.path(folder, "datasets.tsv"), quote = "")
  if (is.null(name)) return(rows[setdiff(names(rows), c("table", "truth"))])
  name <- string(name, "name")
  row <- rows[rows$name == name, ]
  if (nrow(row) != 1) {
    distance <- utils::adist(name, rows$name, ignore.case = TRUE)[1, ]
    near <- rows$name[which.min(distance)]
    meant <- if (min(distance) <= max(1, nchar(name) %/% 3)) paste0("did you mean ", dQuote(near, FALSE), "? It ")
    refuse("name is ", shown(name), ": ", meant, "must be one of ", paste(rows$name, collapse = ", "))
  }
  read <- function(file) if (file != "-") utils::read.csv(file.path(folder, file))
  list(table = read(row$table), truth = read(row$truth), kind = row$kind)
}
