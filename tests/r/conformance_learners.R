# The calls of the conformance cases that concern learners and calibration, and their numbers in the order of the C++
# program. Labels of chains count from 0 there, and from 1 here.

learner_features <- function(given) {
  if (is.null(given$csr)) return(rows(given$features))
  csr <- given$csr
  made <- new("dgRMatrix")
  made@p <- as.integer(unlist(csr$indptr))
  made@j <- as.integer(unlist(csr$indices))
  made@x <- real(csr$values)
  made@Dim <- as.integer(c(csr$n_rows, csr$n_features))
  made
}

learner_targets <- function(given) {
  if (!is.null(given$classes)) return(factor(whole(given$classes), levels = seq_len(given$n_classes) - 1))
  if (is.null(given$label_csr)) return(if (!is.null(given$labels)) rows(given$labels))
  csr <- given$label_csr
  made <- new("dgRMatrix")
  made@p <- as.integer(unlist(csr$indptr))
  made@j <- as.integer(unlist(csr$indices))
  made@x <- rep(1, length(made@j))
  made@Dim <- as.integer(c(length(made@p) - 1, csr$n_labels))
  made
}

learner_marginals <- function(given) if (!is.null(given$marginals)) rows(given$marginals)

asked_of_learner <- function(case) {
  out <- options_of("learners", case$asked)
  if (!is.null(out$chain_orders)) out$chain_orders <- out$chain_orders + 1
  out
}

calibration_input_of <- function(case, values) if (is.null(case$classes)) real(values) else rows(values)

calibrated_by <- function(calibration, case) {
  fresh <- calibration_input_of(case, case$new)
  if (is.null(case$scores)) predict(calibration, fresh, na.action = stats::na.fail)
  else predict(calibration, scores = fresh, na.action = stats::na.fail)
}

learner_fit <- function(case, ...) {
  given <- case$rows
  asked <- utils::modifyList(list(threads = 1), asked_of_learner(case))
  # The names of classes are those of the levels here, and none if the case has none.
  task <- if (!is.null(given$classes)) "classes"
  do.call(wald_fit, utils::modifyList(c(list(learner_features(given), learner_targets(given), case$learner,
                                             weights = optional(given$weights), groups = optional(given$groups),
                                             marginals = learner_marginals(given), task = task), asked), list(...)))
}

said_by <- function(learner, case, threads = 1) {
  ask <- function(...) {
    predict(learner, learner_features(case$new), ..., na.action = stats::na.fail,
            marginals = learner_marginals(case$new), seed = case$options$seed, threads = threads)
  }
  settings <- lapply(case$options[setdiff(names(case$options), "seed")], unlist)
  if (is.null(settings$average)) settings$average <- "instance"
  decisions <- do.call(ask, c(list("decision", metric = metric_of(case)), settings))
  list(probabilities = unname(ask("probability")), mask = unname(decisions$prediction), expected = decisions$expected,
       marginals = do.call(rbind, unname(lapply(ask("estimator"), function(one) unname(wald_marginals(one))))))
}

learner_calls <- list(
  learner = function(case) {
    fitted <- learner_fit(case)
    list(learner = fitted, said = said_by(fitted, case))
  },
  learner_load = function(case) wald_load(case$text, kind = "learner"),
  calibration = function(case) {
    given <- lapply(case[intersect(names(case), c("probabilities", "scores"))],
                    function(values) calibration_input_of(case, values))
    truth <- if (is.null(case$classes)) as.integer(unlist(case$labels)) else unlist(case$classes) + 1
    fitted <- do.call(wald_calibrate, c(list(truth), given,
                                        list(method = case$method, weights = optional(case$weights))))
    list(calibration = fitted, said = calibrated_by(fitted, case))
  },
  calibration_load = function(case) wald_load(case$text, kind = "calibration")
)

# Errors of other languages that R cannot be asked for: a factor has no other classes than its levels.
not_of_learners <- c("learner, a class that is none")

near <- function(what, got, wanted, tolerance) {
  wanted <- real(unlist(wanted, recursive = FALSE))
  if (length(got) != length(wanted) || !all(abs(got - wanted) <= tolerance))
    stop(what, " is ", toString(head(got, 4)), ", expected ", toString(head(wanted, 4)), call. = FALSE)
}

learner_numbers <- list(
  learner = function(case, got) {
    e <- case$expect
    learner <- got$learner
    for (name in intersect(c("kind", "task"), names(e))) same(name, learner[[name]], e[[name]])
    if (!is.null(e$name)) same("name", learner$name, e$name)
    for (name in intersect(c("n_features", "n_labels", "at_least"), names(e)))
      same(name, as.double(learner[[name]]), as.double(e[[name]]))
    if (!is.null(e$feature_names)) same("feature_names", learner$features, as.character(unlist(e$feature_names)))
    if (!is.null(e$label_names)) same("label_names", learner$labels, as.character(unlist(e$label_names)))
    values <- numeric()
    if (!is.null(e$choices)) {
      for (name in c("part", "what")) {
        said <- vapply(e$choices, `[[`, "", name)
        # R counts labels from 1.
        if (is.null(learner$labels)) said <- vapply(said, wald:::from_one, "", USE.NAMES = FALSE)
        same(name, learner$choices[[name]], said)
      }
      values <- learner$choices$value
      near("chosen values", values, lapply(e$choices, `[[`, "value"), 0)
    }
    tolerance <- case$tolerance
    near("probabilities", as.vector(t(got$said$probabilities)), unlist(e$probabilities, recursive = FALSE), tolerance)
    near("expected", got$said$expected, e$expected, tolerance)
    same("mask", got$said$mask + 0, rows(e$mask, ncol(got$said$mask)))
    if (!all(abs(got$said$marginals - got$said$probabilities) <= 1e-14)) stop("an estimator has other marginals")
    saved <- wald_save(learner)
    loaded <- wald_load(saved)
    same("saved", wald_save(loaded), saved)
    if (!identical(said_by(loaded, case), got$said)) stop("a loaded learner says otherwise")
    if (!identical(said_by(learner, case, threads = 3), got$said)) stop("3 threads say otherwise")
    same("2 threads", wald_save(learner_fit(case, threads = 2)), saved)
    c(values, t(got$said$probabilities), got$said$expected)
  },
  calibration = function(case, got) {
    if (!is.null(case$classes)) got$said <- as.vector(t(got$said))
    near("probabilities", got$said, case$expect$probabilities, case$tolerance)
    loaded <- wald_load(wald_save(got$calibration))
    same("saved", wald_save(loaded), wald_save(got$calibration))
    same("said by a loaded one", as.vector(t(calibrated_by(loaded, case))), as.vector(t(got$said)))
    got$said
  }
)

# Regressions are fitted by products of Eigen, whose version is that of RcppEigen here: libwald.so may have another one,
# and other last digits. Else bits are the same.
on_regressions <- function(case) {
  case$call == "learner" && grepl("br|lfp|efp|pcc|card|kernel", case$learner)
}
