# The cases of tests/conformance by the package: each number is that of libwald.so to the bit, each error has its status
# and its sentence.
#
#   Rscript conformance.R SOURCE FOLDER RUNNER
#
# RUNNER is the C++ program tests/capi/conformance.cpp, which prints the bits of what libwald.so computes.
library(wald)
options(wald.progress = FALSE)
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "common.R"))
source(file.path(here, "conformance_thresholds.R"))
source(file.path(here, "conformance_cascades.R"))
source(file.path(here, "conformance_routes.R"))
source(file.path(here, "conformance_masks.R"))
source(file.path(here, "conformance_learners.R"))
need("jsonlite")
folder <- file.path(source_tree, "tests/conformance/cases")
runner <- arguments[3]

# ---- Reading ----

# Numbers come as JSON's, as "nan", "inf", "-inf", or in hexadecimal.
real <- function(x) {
  vapply(x, function(one) {
    if (!is.character(one)) return(as.double(one))
    special <- c(nan = NaN, inf = Inf, "-inf" = -Inf)
    if (one %in% names(special)) special[[one]] else as.double(one)
  }, 0, USE.NAMES = FALSE)
}

rows <- function(x, columns = if (length(x)) length(x[[1]]) else 0) {
  matrix(real(unlist(x, recursive = FALSE)), length(x), columns, byrow = TRUE)
}

# The library's number for what is not rated or undecided, which R calls NA; 2 itself is refused.
with_na <- function(x) replace(x, x == 2, NA)
message_of <- function(error) {
  text <- sub("0, 1 or 2 (", "0, 1 or NA (", error$message, fixed = TRUE)
  text <- sub("is 2 (not rated): censored labels are not supported, must be 0 or 1",
              "is missing: must be 0 or 1; 1 of 2 are missing: leave these rows out", text, fixed = TRUE)
  # R counts positions from 1.
  wald:::from_one(text, wald:::number_of(tolower(sub("^WALD_", "", error$status)), "status"))
}

metric_of <- function(case) {
  spec <- case$metric
  zero_division <- if (is.null(case$zero_division)) 1 else case$zero_division
  if (is.character(spec)) return(wald_metric(spec, zero_division))
  flags <- structure(rep(list(TRUE), length(spec$declared)), names = tolower(unlist(spec$declared)))
  do.call(wald_metric_table, c(list(real(spec$values), spec$name, n = spec$n), flags))
}

estimator_of <- function(given) {
  made <- switch(given$kind,
                 independent = return(wald_independent(real(given$probabilities))),
                 categorical = return(wald_categorical(real(given$probabilities))),
                 wald_estimator(given$kind, given$n_labels))
  if (given$kind == "joint" && length(given$vectors))
    wald_feed(made, rows(given$vectors), weights = if (!is.null(given$weights)) real(given$weights))
  for (one in given$tables)
    wald_feed(made, rows(one$table), p_zero = real(list(one$p_zero)), weight = real(list(one$weight)),
              p_s = if (!is.null(one$p_s)) real(one$p_s))
  made
}

# Options by name, of the types that their rows have.
options_of <- function(family, given) {
  if (!length(given)) return(list())
  rows <- wald_options(family)
  types <- structure(rows$type, names = rows$name)
  out <- lapply(names(given), function(name) {
    x <- given[[name]]
    switch(if (is.na(types[name])) "unknown" else types[name], number = , integer = , switch = real(list(x)),
           numbers = , integers = real(x), texts = as.character(unlist(x)), x)
  })
  structure(out, names = names(given))
}

settings_of <- function(case, leave = character()) {
  options_of("decisions", case$options[setdiff(names(case$options), leave)])
}

table_of <- function(case) {
  columns <- if (!is.null(case$n_labels)) case$n_labels else length(case$table[[1]])
  rows(case$table, columns)
}

# A sparse matrix as it is, so that what is wrong with it reaches the library.
csr_of <- function(case) {
  csr <- case$csr
  made <- new("dgRMatrix")
  made@p <- as.integer(unlist(csr$indptr))
  made@j <- as.integer(unlist(csr$indices))
  made@x <- real(csr$values)
  made@Dim <- as.integer(c(csr$n_rows, csr$n_labels))
  made
}

# ---- Calls ----

run <- function(case) {
  if (case$call == "metric") return(metric_of(case))
  if (case$call == "load") return(wald_load(case$text))
  if (case$call %in% names(threshold_calls)) return(threshold_calls[[case$call]](case))
  if (case$call %in% names(cascade_calls)) return(cascade_calls[[case$call]](case))
  if (case$call %in% names(route_calls)) return(route_calls[[case$call]](case))
  if (case$call %in% names(mask_calls)) return(mask_calls[[case$call]](case))
  if (case$call %in% names(learner_calls)) return(learner_calls[[case$call]](case))
  if (case$call == "evaluate")
    return(wald_evaluate(rows(case$truth), with_na(rows(case$prediction)), metric_of(case), average = case$average,
                         weights = if (!is.null(case$weights)) real(case$weights), return_undecided = TRUE))
  if (case$call == "compare")
    return(do.call(wald_compare, c(list(
      rows(case$truth), with_na(rows(case$a)), with_na(rows(case$b)), metric_of(case), average = case$average,
      weights = if (!is.null(case$weights)) real(case$weights),
      groups = if (!is.null(case$groups)) as.double(unlist(case$groups))), settings_of(case))))
  if (case$call == "worth")
    return(do.call(wald_worth, c(list(
      table_of(case), metric_of(case), kind = case$kind, average = case$average,
      weights = if (!is.null(case$weights)) real(case$weights),
      truth = if (!is.null(case$truth)) rows(case$truth)), settings_of(case))))
  call <- function(f, ..., leave = character()) suppressWarnings(do.call(f, c(list(...), settings_of(case, leave))))
  if (case$call %in% c("decide_rows", "decide_csr"))
    return(call(wald_decide, if (case$call == "decide_csr") csr_of(case) else table_of(case), metric_of(case),
                kind = case$kind))
  if (case$call == "expected_rows") {
    p <- table_of(case)
    h <- rows(case$prediction)
    m <- metric_of(case)
    return(list(call(wald_expected, p, m, h, kind = case$kind,
                     leave = c("abstain", "at_least", "at_most", "algorithm")),
                call(wald_regret, p, m, h, kind = case$kind, leave = "abstain")))
  }
  if (case$call %in% c("facts", "draw")) {
    e <- estimator_of(case$given)
    return(if (case$call == "facts") e else wald_draw(e, case$n_draws, case$seed))
  }
  m <- metric_of(case)
  e <- estimator_of(case$given)
  h <- as.integer(unlist(case$prediction))
  judged <- c("at_least", "at_most", "algorithm", "abstain")
  switch(case$call,
         decide = call(wald_decide, e, m),
         curve = call(wald_curve, e, m),
         expected = call(wald_expected, e, m, h, return_error = TRUE, leave = judged),
         regret = call(wald_regret, e, m, h, return_bound = TRUE),
         distribution = call(wald_distribution, e, m, h, leave = judged),
         stop("the case calls the unknown ", case$call))
}

# ---- What came out: numbers in the order of the C++ program, and the exact facts compared ----

same <- function(what, got, wanted) {
  if (!identical(got, wanted)) stop(what, " is ", toString(got), ", expected ", toString(wanted), call. = FALSE)
}
whole <- function(x) as.double(unlist(x))

answer_numbers <- function(got, wanted) {
  same("indices", as.double(got$indices) - 1, whole(wanted$indices))
  same("k", as.double(got$k), as.double(length(wanted$indices)))
  same("algorithm", got$algorithm, wanted$algorithm)
  same("warning", got$warning, wanted$warning)
  same("undecided", as.double(which(is.na(got$prediction))) - 1,
       if (got$abstained) as.double(seq_along(got$prediction)) - 1 else whole(wanted$undecided))
  same("abstained", got$abstained, wanted$abstained == 1)
  if (!is.nan(got$next_best) && abs(got$next_best - real(list(wanted$next_best))) > tolerance) stop("next_best")
  if (!(got$expected + got$bound >= real(list(wanted$optimum)) * (1 - 2^-52))) stop("bound is too small")
  if (!is.null(wanted$bound_at_most) && !(got$bound <= real(list(wanted$bound_at_most)))) stop("bound is too large")
  if (got$k_lowest >= 0 && !got$abstained && (got$k < got$k_lowest || got$k > got$k_highest)) stop("k_lowest")
  c(got$expected, got$loss, got$p_zero)
}

# A table that is one problem, as parts that are fed apart: of F_beta, Jaccard, Fowlkes-Mallows and rates.
in_parts <- function(case) {
  known <- "^(f1|fbeta|jaccard|fowlkes|balanced|informedness|recall|specificity)"
  if (!identical(case$options$average, "micro") || !grepl(known, case$metric[[1]])) return()
  p <- table_of(case)
  half <- seq_len(nrow(p) %/% 2)
  states <- lapply(list(p[half, , drop = FALSE], p[-half, , drop = FALSE]), function(part)
    wald_feed(wald_table_pass(metric_of(case), at_least = case$options$at_least, at_most = case$options$at_most), part))
  got <- wald_next(wald_merge(states[[1]], wald_from_bytes(wald_to_bytes(states[[2]]))))
  wanted <- case$expect$answers[[1]]
  same("k in parts", as.double(got$k), as.double(length(wanted$indices)))
  equal <- sum(p == got$threshold)
  if (!got$n_ties %in% c(0, equal)) stop("ties")
  taken <- sum(p > got$threshold) + if (got$n_ties > 0) got$n_ties_chosen else equal
  same("items of the threshold", as.double(taken), as.double(got$k))
  if (!(abs(got$expected - real(list(wanted$expected))) <= tolerance)) stop("expected in parts")
  if (!(got$bound <= real(list(wanted$bound_at_most)))) stop("bound in parts")
}

numbers <- function(case, got) {
  e <- case$expect
  if (case$call %in% names(threshold_calls)) return(threshold_numbers[[case$call]](case, got))
  if (case$call %in% names(cascade_calls)) return(cascade_numbers[[case$call]](case, got))
  if (case$call %in% names(route_calls)) return(route_numbers[[case$call]](case, got))
  if (case$call %in% names(mask_calls)) return(mask_numbers[[case$call]](case, got))
  if (case$call %in% names(learner_calls)) return(learner_numbers[[case$call]](case, got))
  switch(case$call,
    decide = answer_numbers(got, e),
    decide_rows = , decide_csr = {
      same("answers", length(got), length(e$answers))
      if (!is.null(e$mask)) {
        mask <- unname(got$prediction) + 0
        mask[is.na(mask)] <- 2
        same("mask", mask, rows(e$mask, ncol(mask)))
      }
      if (case$call == "decide_rows") in_parts(case)
      unlist(Map(answer_numbers, as.list(got), e$answers), use.names = FALSE)
    },
    curve = got$expected,
    expected = {
      if (!(abs(got[[1]] - real(list(e$expected))) <= got[[2]] + abs(got[[1]]) * 2^-52)) stop("error")
      got[[1]]
    },
    regret = got[[1]],
    expected_rows = c(got[[1]], got[[2]]),
    distribution = {
      same("samples", as.double(got$n_samples), as.double(e$n_samples))
      q <- vapply(e$quantiles, function(pair) quantile(got, real(pair[1]), names = FALSE), 0)
      u <- vapply(e$at_least, function(pair) as.double(wald_at_least(got, real(pair[1]))), 0)
      c(got$mean, got$sd, got$standard_error, q, u, if (!is.null(e$values)) c(got$values, got$probabilities))
    },
    evaluate = {
      same("n_undecided", got[["undecided"]], as.double(e$n_undecided))
      got[["value"]]
    },
    compare = {
      facts <- c(value_a = got$estimate[["A"]], value_b = got$estimate[["B"]], difference = got$statistic[[1]],
                 low = got$conf.int[1], high = got$conf.int[2], p_value = got$p.value, standard_error = got$stderr,
                 df = got$parameter[[1]], n_units = got$n_units, n_differing = got$n_differing, n_undecided = got$n_undecided,
                 n_swaps = got$n_swaps)
      unname(facts[names(facts) %in% names(e)])
    },
    worth = {
      same("verdict", got$verdict, e$verdict)
      facts <- setdiff(wald_facts("worth")$name, "verdict")
      unlist(got[facts[facts %in% names(e)]], use.names = FALSE)
    },
    draw = {
      same("draws", got + 0, rows(e$draws, ncol(got)))
      numeric()
    },
    metric = {
      facts <- summary(got)
      if (!is.null(e$canonical)) same("canonical", facts$name, e$canonical)
      if (!is.null(e$zero_division)) same("zero_division", facts$zero_division, as.integer(e$zero_division))
      if (!is.null(e$properties))
        same("properties", sort(names(which(facts$properties))), sort(tolower(as.character(unlist(e$properties)))))
      c(vapply(e$utilities, function(u) wald_utility(got, u[[1]], u[[2]], u[[3]], u[[4]]), 0),
        vapply(e$losses, function(l) wald_loss(got, real(l[1])), 0))
    },
    facts = {
      facts <- summary(got)
      same("n_labels", as.double(facts$n_labels), as.double(e$n_labels))
      same("n_fed", as.double(facts$n_fed), as.double(e$n_fed))
      out <- c(facts$total_weight, wald_marginals(got), wald_size_distribution(got))
      if (!is.null(e$mode)) {
        mode <- wald_mode(got)
        same("mode", mode$prediction + 0, whole(e$mode))
        out <- c(out, mode$probability)
      }
      if (!is.null(e$counts)) {
        counts <- wald_to_counts(got)
        same("max_s", as.double(summary(counts)$max_s), as.double(e$max_s))
        found <- wald_counts_table(counts)
        out <- c(out, t(found$table), found$p_zero)
      }
      same("saved", wald_save(wald_load(wald_save(got))), wald_save(got))
      out
    })
}

bits <- function(x) {
  bytes <- matrix(as.character(writeBin(as.double(x), raw(), endian = "big")), 8)
  ifelse(is.nan(x), "7ff8000000000000", apply(bytes, 2, paste, collapse = "")) # 0/0 has a sign of its own
}

# Bits of the numbers given where those wanted are as near as that.
near_bits <- function(wanted, numbers, tolerance) {
  values <- vapply(wanted, function(one) {
    bytes <- as.raw(strtoi(substring(one, seq(1, 15, 2), seq(2, 16, 2)), 16))
    readBin(bytes, "double", endian = "big")
  }, 0)
  if (length(values) == length(numbers) && all(abs(values - numbers) <= tolerance)) bits(numbers) else wanted
}

# What the C++ program computes, with libwald.so: the bits by case. Of names that begin alike the longest is meant.
reference <- function(file, names) {
  lines <- system2(runner, c("--bits", shQuote(file)), stdout = TRUE, stderr = FALSE)
  owner <- character(length(lines))
  for (name in names[order(nchar(names))]) owner[startsWith(lines, paste0(name, ": "))] <- name
  split(sub(".*: ", "", lines), owner)
}

total <- failed <- compared <- 0
for (file in list.files(folder, "\\.jsonl$", full.names = TRUE)) {
  cases <- lapply(readLines(file), jsonlite::parse_json)
  wanted <- reference(file, vapply(cases, `[[`, "", "name"))
  for (case in cases) {
    if (case$name %in% not_of_learners) next
    total <- total + 1
    tolerance <- if (is.null(case$tolerance)) 0 else case$tolerance
    problem <- tryCatch({
      got <- suppressWarnings(run(case))
      if (!is.null(case$error)) {
        paste("did not fail, expected", case$error$message)
      } else {
        found <- as.double(numbers(case, got))
        mine <- if (length(found)) bits(found) else character()
        theirs <- wanted[[case$name]]
        if (on_regressions(case)) theirs <- near_bits(theirs, found, 1e-9)
        compared <- compared + length(mine)
        if (!identical(mine, if (is.null(theirs)) character() else theirs))
          paste("other bits:", toString(head(mine, 5)), "; libwald.so:", toString(head(theirs, 5)))
      }
    }, error = function(e) {
      if (is.null(case$error)) return(paste("failed:", conditionMessage(e)))
      if (!inherits(e, "wald_error")) return(paste("another error:", conditionMessage(e)))
      if (!identical(conditionMessage(e), message_of(case$error))) return(paste("says", conditionMessage(e)))
      if (!identical(e$status_name, case$error$status)) paste("has the status", e$status_name)
    })
    if (!is.null(problem)) {
      failed <- failed + 1
      cat(basename(file), ": ", case$name, ": ", problem, "\n", sep = "")
    }
  }
}
cat(total, "cases,", compared, "numbers to the bit,", failed, "failures\n")
if (failed || total < 500 || compared < 1000) quit(status = 1)
