# Every request for memory of the library and its glue fails once within calls of the R package, and then all from
# there on. Run by run.py, which preloads failing.c. Each time the call must raise a wald_error_memory (or do without),
# what it was given must be as it was, the call repeated must give the right answer, and nothing may be left behind.
# With WALD_FAILING_HOST=libR requests that R makes for the package count too; its own error will then do.
library(wald)
options(wald.progress = FALSE, warn = -1)
path <- Sys.getenv("WALD_FAILING")
at <- c(on = 0, left = 1, more = 2, asked = 3, failed = 4, bytes = 5, blocks = 6, lost = 7)

# The numbers are of 64 bits, and far below 2^31 or -1.
steer <- file(path, "r+b", raw = TRUE)
read <- function(which) {
  seek(steer, 8 * at[[which]], rw = "read")
  readBin(steer, "integer", 2, endian = "little")[1]
}
write <- function(which, value) {
  seek(steer, 8 * at[[which]], rw = "write")
  writeBin(c(as.integer(value), if (value < 0) -1L else 0L), steer, endian = "little")
  flush(steer)
}

set.seed(3)
p <- matrix(runif(63), 9)
y <- matrix(as.integer(runif(63) < p), 9)
score <- runif(40)
labels <- as.integer(runif(40) < score)
votes <- matrix(rnorm(150), 30) + rnorm(30)
x <- matrix(rnorm(72), 24)
xy <- x %*% matrix(rnorm(12), 3) > 0
sparse <- Matrix::sparseMatrix(i = c(1, 1, 3), j = c(1, 5, 7), x = c(0.3, 0.9, 0.5), dims = c(3, 7), repr = "R")
stump <- function(value) data.frame(split = c("below", "leaf", "leaf"), feature = 1, threshold = 0.1, left = 2,
                                    right = 3, value = c(0, -value, value))
estimator <- function() wald_joint(y, weights = 1:9)
two <- cbind(a = score, b = rev(score))
sample_of <- function() wald_sample(labels, two)
trees <- function() {
  made <- wald_trees(3)
  for (value in c(1, 2, -0.5)) wald_add_tree(made, stump(value))
  made
}
cascade <- function() wald_cascade(votes, alpha = 0.05, folds = 0, threads = 1)
learner <- function() wald_fit(x, xy, "lfp", c_values = 1, threads = 1)
cheap <- ifelse(seq_len(40) %% 5 == 0, 1 - labels, labels) + 1
true <- labels + 1
stages <- function() wald_stages(cbind(score, 1), answers = cbind(cheap, true), truth = true, costs = c(1, 10))
binned <- function() wald_feed(wald_threshold_pass("f1"), labels, score)
none <- function() NULL

calls <- list()
add <- function(name, prepare, run) calls[[name]] <<- list(prepare = prepare, run = run)
add("metric", none, function(.) wald_metric("lf:0:2:0:0/0:0:1:1"))
add("metric_custom", none, function(.) wald_decide(p[1, ], wald_metric_custom(function(tp, k, s, n) tp - k / 4,
                                                                             rises_in_tp = TRUE, linear_in_tp = TRUE)))
add("decide a vector", none, function(.) wald_decide(p[1, ], "f1"))
add("decide an estimator", estimator, function(e) wald_decide(e, "f1"))
for (average in c("instance", "macro", "micro")) local({
  of <- average
  add(paste("decide a table,", of), none, function(.) wald_decide(p, "jaccard", average = of, threads = 2))
})
add("decide a sparse table", none, function(.) wald_decide(sparse, "f1"))
add("decide labels, abstaining", none, function(.) wald_decide(p, "f1", abstain_label = 0.1))
add("curve, expected, regret", none,
    function(.) list(wald_curve(p[1, ], "f1"), wald_expected(p, "f1", y), wald_regret(p, "f1", y)))
add("distribution", none, function(.) as.data.frame(wald_distribution(p[1, ], "f1", y[1, ])))
add("compare", none, function(.) wald_compare(y, y[9:1, ], y, "f1", samples = 20))
add("worth", none, function(.) wald_worth(p, "f1", samples = 20))
add("report", none, function(.) wald_report(y, p, "f1"))
add("feed", estimator, function(e) wald_feed(e, y, weights = 1:9))
add("merge", estimator, function(e) wald_merge(e, estimator()))
add("save, load", estimator, function(e) wald_load(wald_save(e)))
add("to_counts, mode", estimator, function(e) list(wald_to_counts(e), wald_mode(e), wald_marginals(e)))
add("draw", estimator, function(e) wald_draw(e, 3))
add("sample: feed", sample_of, function(s) wald_feed(s, rev(labels), two[40:1, ]))
add("sample: merge", sample_of, function(s) wald_merge(s, sample_of()))
add("sample: save, load", sample_of, function(s) wald_load(wald_save(s)))
add("thresholds", sample_of, function(s) wald_thresholds(s, "f1", bootstrap = 2, folds = 2, threads = 1))
add("frontier", sample_of, function(s) as.data.frame(wald_frontier(s)))
add("thresholds of one score", none, function(.) wald_thresholds(labels, score, min_precision = 0.5))
add("label_thresholds", none, function(.) wald_label_thresholds(y, p, metric = "f1"))
add("class_multipliers", none, function(.) wald_class_multipliers(rep(1:3, 3), p[, 1:3], "f1"))
add("reliability", none, function(.) wald_reliability(labels, score))
add("binned: feed", binned, function(b) wald_feed(b, labels, rev(score)))
add("binned: next", binned, function(b) wald_next(wald_from_bytes(wald_to_bytes(b))))
add("micro", none, function(.) wald_to_bytes(wald_feed(wald_table_pass("f1"), p)))
add("cascade_scores", none, function(.) dim(wald_cascade_scores(votes)))
add("cascade", none, cascade)
formals(calls$cascade$run) <- alist(. = )
add("cascade: predict", cascade, function(k) predict(k, votes, threads = 1))
add("cascade: predict by a function", cascade, function(k) predict(k, function(model, rows) votes[rows, model], n = 30))
add("cascade: save, load", cascade, function(k) wald_load(wald_save(k)))
add("cascade_run", cascade, function(k) wald_cascade_run(k)$feed(1))
add("add_tree", trees, function(t) wald_add_tree(t, stump(4)))
add("trees: save, load, predict", trees, function(t) list(wald_load(wald_save(t)), predict(t, x)))
add("cascade of trees", trees, function(t) wald_cascade(t, x, folds = 0, threads = 1))
add("fit, lfp", none, function(.) learner())
add("fit, forest", none, function(.) wald_fit(x, xy, "forest", trees = 3, threads = 1))
add("learner: probabilities", learner, function(l) predict(l, x, "probability", threads = 1))
add("learner: decide", learner, function(l) predict(l, x, metric = "f1", threads = 1))
add("learner: save, load", learner, function(l) wald_load(wald_save(l)))
add("calibrate", none, function(.) wald_calibrate(labels, score))
add("stages: feed", stages, function(s) wald_merge(s, stages()))
add("stages: save, load", stages, function(s) wald_load(wald_save(s)))
add("route", stages, function(s) wald_route(s, min_quality = 0.8))
add("labelling", none, function(.) wald_labelling(score, min_quality = 0.5)$ask(3))

# What an answer holds, to be compared: objects by the text that they save, pointers not at all.
plain <- function(thing) {
  if (inherits(thing, c("wald_estimator", "wald_sample", "wald_trees", "wald_stages", "wald_cascade", "wald_learner",
                        "wald_calibration", "wald_route")) && !is.null(attr(thing, "class")))
    return(wald_save(thing))
  if (typeof(thing) == "externalptr" || is.environment(thing) && !inherits(thing, "wald_object")) return("")
  if (is.environment(thing)) return(utils::capture.output(print(thing)))
  if (is.function(thing)) return("")
  if (is.list(thing)) return(lapply(unclass(thing), plain))
  c(thing)
}
outstanding <- function() {
  gc(FALSE)
  c(read("bytes"), read("blocks"))
}

failures <- 0
complain <- function(...) {
  failures <<- failures + 1
  cat(..., "\n", sep = "")
}

# What R says of memory that it has not got itself.
host <- Sys.getenv("WALD_FAILING_HOST")
of_r <- function(error) host != "" && grepl("cannot allocate|memory exhausted", conditionMessage(error))

# Whether the call came so far.
fail_at <- function(name, n, more, expected) {
  where <- paste0(name, ", request ", n, if (more) paste(" and", more, "after"), ": ")
  call <- calls[[name]]
  thing <- call$prepare()
  before <- plain(thing)
  write("more", more)
  write("failed", 0)
  write("left", n)
  found <- tryCatch(call$run(thing), error = function(e) structure(list(e), class = "caught"))
  write("left", -1)
  reached <- read("failed") > 0
  if (inherits(found, "caught")) {
    error <- found[[1]]
    if (!reached) complain(where, "fails of itself: ", conditionMessage(error))
    else if (!(inherits(error, "wald_error_memory") && conditionMessage(error) == "out of memory") && !of_r(error))
      complain(where, class(error)[1], ": ", conditionMessage(error))
    if (!identical(plain(thing), before)) complain(where, "what it was given has changed")
    found <- call$run(thing)
  }
  if (!identical(plain(found), expected)) complain(where, "another answer")
  reached
}

# Each request of the call fails once, then with the one after it (R tries twice), then with all from there on; of many
# the later ones in larger steps.
series <- function(name, expected) {
  tried <- 0
  for (more in c(0, 1, if (host == "") .Machine$integer.max)) {
    n <- 0
    while (failures < 40 && fail_at(name, n, more, expected)) {
      tried <- tried + 1
      n <- n + max(1, n %/% if (more) 3 else 8)
    }
  }
  tried
}

words <- commandArgs(trailingOnly = TRUE)
total <- 0
write("left", -1)
write("on", 1)
for (name in names(calls)) {
  if (length(words) && !any(vapply(words, grepl, NA, name, fixed = TRUE))) next
  expected <- plain(calls[[name]]$run(calls[[name]]$prepare()))
  invisible(calls[[name]]$run(calls[[name]]$prepare()))
  before <- outstanding()
  began <- proc.time()
  tried <- series(name, expected)
  # What is kept for the next call, such as a thread's buffers, grows once; a leak grows each time.
  for (round in 1:3) {
    after <- outstanding()
    if (after[1] <= before[1]) break
    if (round == 3) complain(name, ": leaves ", after[1] - before[1], " bytes in ", after[2] - before[2], " blocks")
    before <- after
    if (round < 3) series(name, expected)
  }
  cat(sprintf("%s: %d requests failed, %.2f s\n", name, as.integer(tried), (proc.time() - began)[[1]]))
  total <- total + tried
}
if (read("lost") > 0) complain("the account of what is held is incomplete")
cat(length(calls), " calls, ", total, " requests failed, ", failures, " failures\n", sep = "")
quit(status = if (failures || total < 1500 && !length(words)) 1 else 0)
