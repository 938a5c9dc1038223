# Runs the r blocks of docs/guides/gallery.md in one session, in the folder of the examples. Each but the first draws a
# picture, and none prints anything.
#   Rscript gallery.R SOURCE FOLDER
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
text <- readLines(file.path(source_tree, "docs/guides/gallery.md"))
begins <- grep("^```r$", text)
ends <- vapply(begins, function(at) at + which(text[-seq_len(at)] == "```")[1], 0)
setwd(file.path(source_tree, "docs/examples"))

session <- new.env() # the names of this script are not those of the page
options(wald.progress = FALSE)
grDevices::pdf(NULL, width = 6.4, height = 3.8)
pictures <- 0
drawn <- 0
setHook("before.plot.new", function() drawn <<- drawn + 1)
for (i in seq_along(begins)) {
  code <- text[seq_len(ends[i] - begins[i] - 1) + begins[i]]
  drawn <- 0
  failed <- NULL
  printed <- utils::capture.output(tryCatch(eval(parse(text = code), session),
                                            error = function(e) failed <<- conditionMessage(e)))
  pictures <- pictures + drawn
  expect(is.null(failed) && !length(printed) && drawn == (i > 1), "docs/guides/gallery.md:", begins[i], ": ", drawn,
         " pictures ", failed, " ", printed)
}
invisible(grDevices::dev.off())
cat(pictures, "pictures\n")
expect(pictures >= 20, "there are hardly any pictures")
finish()
