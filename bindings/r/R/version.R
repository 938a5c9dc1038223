#' Versions
#'
#' @return A list: `version`, the release of the library that is compiled in, and `abi`, the number of its binary
#'   interface.
#' @examples
#' wald_version()$version
#' @export
wald_version <- function() ok(native_version())
