# The calls of the conformance cases on masks, and their numbers in the order of the C++ program. R has pixels first, then
# classes, then images; classes count from 1.

mask_calls <- list(
  masks = function(case) {
    size <- c(length(case$maps[[1]][[1]]), length(case$maps[[1]]), length(case$maps))
    p <- array(real(unlist(unlist(case$maps, recursive = FALSE), recursive = FALSE)), size)
    options <- settings_of(case, "average")
    if (case$kind == "joint") return(do.call(wald_consensus, c(list(p, metric_of(case), spatial_dims = 1), options)))
    do.call(wald_masks, c(list(p, metric_of(case), spatial_dims = 1,
                               classes = if (case$kind == "categorical") "exclusive",
                               average = if (identical(case$options$average, "micro")) "dataset"), options))
  }
)

mask_numbers <- list(
  masks = function(case, got) {
    e <- case$expect
    if (is.null(e$labels)) {
      same("masks", as.double(got$mask), whole(e$masks))
      if (!all(got$bound >= 0 & got$bound <= real(list(e$bound_at_most)))) stop("bound is too large")
    } else {
      same("labels", as.double(ifelse(is.na(got$labels), -1, got$labels - 1)), whole(e$labels))
      weights <- if (is.null(case$options$label_weights)) rep(1, got$n_classes) else real(case$options$label_weights)
      means <- colSums(matrix(got$expected, got$n_classes) * weights) / sum(weights) + matrix(got$bound, got$n_classes)[1, ]
      if (!all(means >= real(e$optimum) - 1e-12)) stop("the bound is below the optimum")
    }
    same("k", as.double(got$k), whole(e$k))
    c(got$expected, got$threshold)
  }
)
