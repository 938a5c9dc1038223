# What base graphics writes: texts of a picture that is drawn without compression.
texts_of <- function(draw) {
  file <- tempfile(fileext = ".fig")
  grDevices::xfig(file, onefile = TRUE)
  suppressWarnings(draw()) # the device knows no transparency
  grDevices::dev.off()
  text <- paste(readLines(file, warn = FALSE), collapse = "\n")
  unlink(file)
  text
}
says <- function(text, ...) for (one in c(...)) expect_match(text, one, fixed = TRUE)
