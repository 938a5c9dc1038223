# The calls of the conformance cases that concern cascades and trees, and their numbers in the order of the C++ program.
# Models, classes, nodes and features count from 0 there, and from 1 here.

cascade_table <- function(given) rows(given$table, given$n_models * given$n_classes)
optional <- function(x) if (!is.null(x)) real(x)

cascade_scores <- function(given, which = seq_along(given$table)) {
  made <- wald_cascade_scores(models = given$n_models, classes = given$n_classes)
  from_one <- if (given$n_classes > 1) 1 else 0
  targets <- if (!is.null(given$targets)) real(given$targets) + from_one
  wald_feed(made, cascade_table(given)[which, , drop = FALSE],
            weights = if (!is.null(given$weights)) real(given$weights)[which], targets = targets[which])
}

# The same rows one by one, from the last, half of them through another object.
merged_scores <- function(given) {
  parts <- lapply(rev(seq_along(given$table)), function(i) cascade_scores(given, i))
  even <- seq_along(parts) %% 2 == 0
  if (!any(even)) return(parts[[1]])
  c(do.call(c, parts[!even]), do.call(c, parts[even]))
}

asked_of_cascade <- function(case) {
  asked <- case$asked
  out <- options_of("cascades", asked)
  if (!is.null(out$fixed_order)) out$fixed_order <- out$fixed_order + 1
  if (!is.null(case$calibration)) out$calibrate <- cascade_scores(case$calibration)
  out
}

fit_of <- function(case, scores = cascade_scores(case$scores), ...) {
  do.call(wald_cascade, c(list(scores), utils::modifyList(asked_of_cascade(case), list(...))))
}

trees_of <- function(given) {
  s <- given$shape
  trees <- wald_trees(s$n_features, s$n_outputs, s$leaf_width, s$trees_per_model, s$summation, s$float_features,
                      optional(s$base))
  for (t in given$trees) {
    nodes <- data.frame(split = unlist(t$split), missing = unlist(t$missing), feature = unlist(t$feature) + 1,
                        left = unlist(t$left) + 1, right = unlist(t$right) + 1, threshold = real(t$threshold))
    nodes$categories <- lapply(t$categories, function(own) as.integer(unlist(own)))
    nodes$value <- matrix(real(t$values), nrow(nodes), byrow = TRUE)
    wald_add_tree(trees, nodes, t$output + 1)
  }
  trees
}

cascade_calls <- list(
  cascade_fit = function(case) fit_of(case),
  cascade_load = function(case) wald_load(case$text, kind = "cascade"),
  trees_load = function(case) wald_load(case$text, kind = "trees"),
  cascade_trees = function(case) {
    trees <- trees_of(case$trees)
    features <- rows(case$features)
    scores <- wald_cascade_scores(trees, features)
    list(trees = trees, margins = predict(trees, features), scores = scores,
         cascade = wald_bind(fit_of(case, scores), trees))
  }
)

# Decisions and counts, as the library numbers them.
same_decisions <- function(what, cascade, found, e) {
  from <- if (cascade$n_classes > 1) 1 else 0
  same(paste("decisions", what), found$decision - from, whole(e$decisions))
  same(paste("counts", what), as.double(found$count), whole(e$counts))
}

# Of rows of scores in every way there is.
check_decisions <- function(cascade, given, e) {
  table <- cascade_table(given)
  k <- given$n_classes
  columns <- function(model) (model - 1) * k + seq_len(k)
  for (threads in c(1, 3))
    same_decisions("applied", cascade, predict(cascade, table, "both", threads = threads), e)
  if (k > 1) {
    cube <- aperm(array(table, c(nrow(table), k, given$n_models)), c(1, 3, 2))
    same_decisions("of three dimensions", cascade, predict(cascade, cube, "both"), e)
  }
  called <- predict(cascade, function(model, rows) table[rows, columns(model), drop = FALSE], "both", n = nrow(table))
  same_decisions("by callback", cascade, called, e)
  run <- wald_cascade_run(cascade)
  found <- lapply(seq_len(nrow(table)), function(i) {
    model <- run$start()
    while (!is.na(model)) model <- run$feed(table[i, columns(model)])
    list(decision = run$decision, count = run$count)
  })
  same_decisions("of a run", cascade, list(decision = vapply(found, function(one) one$decision + 0, 0),
                                           count = vapply(found, `[[`, 0L, "count")), e)
}

# All that is known of a cascade, in one list.
all_of <- function(cascade) unclass(cascade)[setdiff(names(cascade), c("handle", "method"))]

cascade_numbers <- list(
  cascade_fit = function(case, got) {
    e <- case$expect
    same("order", unname(got$order) - 1, whole(e$order))
    if (!is.null(case$asked$names)) same("names", got$names, unlist(case$asked$names))
    check_decisions(got, case$scores, e)
    evaluated <- wald_evaluate_cascade(got, cascade_scores(case$scores))
    same("evaluated", evaluated, unclass(got)[c("disagreement", "mean_models", "mean_cost", "speedup", "stops")])
    saved <- wald_save(got)
    loaded <- wald_load(saved)
    same("saved", wald_save(loaded), saved)
    if (!identical(all_of(loaded), all_of(got))) stop("other numbers after saving and loading")
    check_decisions(loaded, case$scores, e)
    again <- list("rows in another order" = fit_of(case, merged_scores(case$scores)),
                  "a copy of the rows" = fit_of(case, wald_copy(cascade_scores(case$scores))),
                  "3 threads" = fit_of(case, threads = 3))
    for (what in names(again)) same(what, wald_save(again[[what]]), saved)
    c(vapply(names(by_name(e$numbers)), function(name) as.double(got[[name]]), 0), got$low, got$high, got$spread,
      got$stops, if (!is.null(e$held_out_stops)) got$held_out_stops)
  },
  cascade_trees = function(case, got) {
    e <- case$expect
    features <- rows(case$features)
    same("order", unname(got$cascade$order) - 1, whole(e$order))
    same("features", as.double(got$cascade$n_features), as.double(case$trees$shape$n_features))
    saved <- wald_save(got$cascade)
    loaded <- wald_load(saved)
    same("saved", wald_save(loaded), saved)
    for (cascade in list(got$cascade, loaded))
      for (threads in c(1, 3))
        same_decisions("of trees", cascade, predict(cascade, features, "both", threads = threads), e)
    trees <- wald_load(wald_save(got$trees))
    same("saved trees", wald_save(trees), wald_save(got$trees))
    same("margins of loaded trees", predict(trees, features, threads = 3), got$margins)
    if (is.matrix(got$margins)) t(got$margins) else got$margins
  }
)
