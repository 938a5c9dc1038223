# The calls of the conformance cases that concern thresholds, and their numbers in the order of the C++ program.

sample_scores <- function(case) {
  matrix(real(unlist(case$rows$scores, recursive = FALSE)), length(case$rows$scores), case$rows$n_scores, byrow = TRUE)
}

sample_of <- function(case) {
  rows <- case$rows
  wald_sample(with_na(as.integer(unlist(rows$labels))), sample_scores(case), rule = rows$rule,
                rated_from = if (!is.null(rows$rated_from)) real(rows$rated_from),
                weights = if (!is.null(rows$weights)) real(rows$weights))
}

asked_of <- function(case) {
  asked <- case$asked
  out <- options_of("thresholds", asked[setdiff(names(asked), c("metric", "zero_division"))])
  if (!is.null(asked$metric)) out$metric <- metric_of(asked)
  out
}

threshold_calls <- list(
  frontier = function(case) sample_of(case),
  choose = function(case) do.call(wald_thresholds, c(list(sample_of(case)), asked_of(case))),
  operating_points = function(case) do.call(wald_frontier, c(list(sample_of(case)), asked_of(case))),
  apply_thresholds = function(case)
    wald_apply_thresholds(real(case$thresholds), rows(case$scores), case$rule, stats::na.fail),
  label_thresholds = function(case) {
    weights <- if (!is.null(case$weights)) real(case$weights)
    do.call(wald_label_thresholds, c(list(with_na(rows(case$labels)), rows(case$scores), average = case$average,
                                          weights = weights, groups = if (!is.null(case$groups)) as.double(unlist(case$groups))),
                                     asked_of(case)))
  },
  segment_thresholds = function(case) {
    of_rows <- lapply(case[c("weights", "benefits", "costs")], function(x) if (!is.null(x)) real(x))
    names(of_rows) <- c("weights", "benefits", "costs")
    limits <- if (!is.null(case$limits)) rows(case$limits)
    if (!is.null(limits))
      colnames(limits) <- c("min_precision", "min_recall", "max_fp", "max_alerts", "max_fpr", "max_alert_rate")
    do.call(wald_segment_thresholds, c(list(as.integer(unlist(case$labels)), real(case$scores), unlist(case$segments),
                                            limits = limits), of_rows, asked_of(case)))
  },
  class_multipliers = function(case) {
    scores <- rows(case$scores)
    costs <- if (!is.null(case$costs)) matrix(real(case$costs), ncol(scores), byrow = TRUE)
    metric <- if (is.null(costs)) metric_of(case)
    wald_class_multipliers(as.integer(unlist(case$truth)) + 1L, scores, metric, costs, average = case$average,
                           weights = if (!is.null(case$weights)) real(case$weights))
  },
  apply_classes = function(case) {
    scores <- rows(case$scores)
    if (!is.null(case$costs)) return(wald_least_cost(scores, matrix(real(case$costs), ncol(scores), byrow = TRUE)))
    multipliers <- if (is.null(case$multipliers)) rep(1, ncol(scores)) else real(case$multipliers)
    predict(structure(list(multipliers = multipliers), class = "wald_class_multipliers"), scores)
  },
  match_detections = function(case)
    wald_match_detections(rows(case$truths), real(case$crowds), rows(case$detections), real(case$scores), case$min_overlap),
  abstention_zone = function(case) {
    costs <- real(case$costs)
    wald_abstention_zone(sample_of(case), false_positive_cost = costs[1], false_negative_cost = costs[2],
                         abstention_cost = costs[3])
  },
  decision_curve = function(case) {
    asked <- asked_of(case)
    if (!is.null(asked$reference)) asked$reference <- asked$reference + 1
    do.call(wald_decision_curve, c(list(with_na(as.integer(unlist(case$labels))), rows(case$probabilities), na.action = na.pass,
                                        thresholds = real(case$thresholds),
                                        weights = if (!is.null(case$weights)) real(case$weights)), asked))
  },
  reliability = function(case) {
    do.call(wald_reliability, c(list(with_na(as.integer(unlist(case$labels))), real(case$probabilities), na.action = na.pass,
                                     weights = if (!is.null(case$weights)) real(case$weights)), asked_of(case)))
  }
)

by_name <- function(x) if (length(x)) x[order(names(x), method = "radix")]

threshold_numbers <- list(
  frontier = function(case, got) {
    e <- case$expect
    facts <- summary(got)
    same("n_rows", as.double(facts$n_rows), as.double(e$n_rows))
    saved <- wald_save(got)
    same("saved", wald_save(wald_load(saved)), saved)
    counts <- lapply(e$counts, function(at) wald_flagged(got, real(at[[1]])))
    c(facts$positives, facts$negatives, facts$unrated, unlist(counts), facts$roc_area)
  },
  choose = function(case, got) {
    e <- case$expect
    same("method", got$method, e$method)
    same("flags", sort(got$flags), as.character(sort(unlist(e$flags))))
    facts <- vapply(names(by_name(e$facts)), function(name) as.double(got[[name]]), 0)
    limits <- lapply(names(by_name(e$intervals)), function(name) {
      same(paste(name, "exact"), got$intervals[name, "exact"], TRUE)
      c(got$intervals[name, "low"], got$intervals[name, "high"])
    })
    scores <- sample_scores(case)
    flagged <- predict(got, scores)
    same("counts", unname(wald_flagged(sample_of(case), got)), c(got$tp, got$fp, got$unrated))
    weights <- if (is.null(case$rows$weights)) rep(1, nrow(scores)) else real(case$rows$weights)
    asked <- utils::modifyList(asked_of(case), list(threads = 3))
    thrice <- do.call(wald_thresholds, c(list(sample_of(case)), asked))
    same("with 3 threads", as.data.frame(thrice), as.data.frame(got))
    c(facts, if (!is.null(e$thresholds)) got$thresholds, unlist(limits), sum(weights[flagged]))
  },
  operating_points = function(case, got) {
    same("on_hull", got$on_hull + 0, whole(case$expect$on_hull))
    c(got$tp, got$fp, vapply(names(by_name(case$expect$facts)), function(name) as.double(got[[name]]), 0))
  },
  apply_thresholds = function(case, got) {
    same("flagged", got + 0, whole(case$expect$flagged))
    numeric()
  },
  label_thresholds = function(case, got) {
    e <- case$expect
    same("feasible", got$feasible, e$feasible == 1)
    same("exact", got$exact, e$exact == 1)
    c(if (!is.null(e$tp)) got$tp, if (!is.null(e$fp)) got$fp, got$value)
  },
  segment_thresholds = function(case, got) {
    weights <- if (is.null(case$weights)) rep(1, length(case$labels)) else real(case$weights)
    labels <- unlist(case$labels)
    same("segments", got$segments, as.character(seq_len(case$n_segments) - 1))
    same("answers", nrow(got$together), length(case$expect$answers))
    unlist(lapply(seq_len(nrow(got$together)), function(a) {
      e <- case$expect$answers[[a]]
      together <- got$together[a, ]
      flagged <- predict(got, real(case$scores), unlist(case$segments), answer = a)
      if (is.null(case$asked$prevalence)) same("counts", c(together$tp, together$fp), c(sum(weights[flagged & labels == 1]), sum(weights[flagged & labels == 0])))
      each <- got$by_segment[(a - 1) * case$n_segments + seq_len(case$n_segments), ]
      c(vapply(names(by_name(e$facts)), function(name) as.double(together[[name]]), 0),
        unlist(lapply(names(by_name(e$segments)), function(name) each[[name]])))
    }))
  },
  class_multipliers = function(case, got) {
    found <- predict(got, rows(case$scores))
    n <- length(got$multipliers)
    counted <- table(factor(unlist(case$truth) + 1, seq_len(n)), factor(found, seq_len(n)))
    same("confusion", as.vector(got$confusion), as.double(as.vector(counted)))
    c(got$value, got$start)
  },
  apply_classes = function(case, got) {
    same("classes", as.double(got) - 1, whole(case$expect$classes))
    numeric()
  },
  match_detections = function(case, got) {
    same("matched", got, real(case$expect$matched))
    numeric()
  },
  abstention_zone = function(case, got) unlist(got[c("low", "high", "tp", "fp", "fn", "abstained", "cost")]),
  decision_curve = function(case, got) {
    frame <- as.data.frame(got)
    frame <- frame[frame$model != "none", ]
    unlist(lapply(names(by_name(case$expect)), function(name) frame[[name]]))
  },
  reliability = function(case, got) {
    e <- case$expect
    c(vapply(names(by_name(e$facts)), function(name) got[[name]], 0),
      unlist(lapply(names(by_name(e$bins)), function(name) got$bins[[name]])), got$fitted)
  }
)
