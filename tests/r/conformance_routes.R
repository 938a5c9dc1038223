# The calls of the conformance cases that concern model cascades and which rows to label, and their numbers in the order
# of the C++ program. Classes, segments, stages and rows count from 0 there, and from 1 here.

from_one <- function(x) if (!is.null(x)) with_unknown(unlist(x)) + 1
with_unknown <- function(x) replace(x, x == -1, NA) # of classes, -1 is not known

# What is fed of a case; columns that it does not have are not given.
feed_stages_of <- function(to, given, which = seq_along(given$confidences)) {
  if (!length(which)) return(to)
  table <- function(name, read = rows) if (!is.null(given[[name]])) read(given[[name]])[which, , drop = FALSE]
  column <- function(name, read = real) if (!is.null(given[[name]])) read(given[[name]])[which]
  classes <- function(x) matrix(from_one(x), length(x), byrow = TRUE)
  wald_feed(to, table("confidences"), answers = table("answers", classes), truth = column("truth", from_one),
            right = table("right"), costs = table("costs"), weights = column("weights"),
            label_probabilities = column("label_probabilities"),
            segments = column("segments", function(x) unlist(x) + 1), scores = column("scores"))
}
stages_of <- function(given, which = seq_along(given$confidences)) {
  feed_stages_of(wald_stages(n_stages = given$n_stages), given, which)
}

asked_of_route <- function(case, only = names(case$asked)) {
  out <- options_of("routes", case$asked[intersect(names(case$asked), only)])
  if (!is.null(out$positive)) out$positive <- out$positive + 1
  out
}
chosen_route <- function(case, stages) do.call(wald_route, c(list(stages), asked_of_route(case)))
evaluated_route <- function(case, route, stages) {
  do.call(wald_evaluate_route, c(list(route, stages), asked_of_route(case, c("measure", "beta", "positive"))))
}

route_calls <- list(
  route = function(case) {
    stages <- stages_of(case$stages)
    if (!is.null(case$more)) feed_stages_of(stages, case$more)
    if (!is.null(case$merged)) wald_merge(stages, stages_of(case$merged))
    route <- chosen_route(case, stages)
    list(stages = stages, route = route,
         evaluated = if (!is.null(case$other)) evaluated_route(case, route, stages_of(case$other)))
  },
  route_labels = function(case) {
    stages <- stages_of(case$stages)
    batches <- list()
    for (round in seq_len(case$rounds)) {
      asked <- if (!is.null(case$rows)) unlist(case$rows) + 1
               else do.call(wald_ask, c(list(stages), asked_of_route(case)))
      batches[[round]] <- asked - 1
      if (length(asked))
        wald_label(stages, asked, if (!is.null(case$truth)) from_one(case$truth)[asked],
                   if (!is.null(case$right)) rows(case$right)[asked, , drop = FALSE])
      stages <- wald_copy(stages)
    }
    list(stages = stages, batches = batches)
  },
  labelling = function(case) {
    labelling <- wald_labelling(real(case$chances), case$quality, real(list(case$min_quality)), real(list(case$certify)),
                                case$seed)
    events <- unlist(case$events)
    turns <- list()
    while (!summary(labelling)$certified) {
      asked <- labelling$ask(case$most)
      same("asked again", labelling$ask(1), asked)
      labelling$answer(events[asked])
      turns <- c(turns, list(list(rows = asked - 1, facts = summary(labelling))))
    }
    list(turns = turns, mask = labelling$mask())
  },
  route_load = function(case) wald_load(case$text, kind = "route"),
  stages_load = function(case) wald_load(case$text, kind = "stages")
)

# Of a table and one row at a time.
check_applied_route <- function(route, given, wanted) {
  groups <- switch(route$by, segment = unlist(given$segments) + 1,
                   class = from_one(lapply(given$answers, `[[`, wald_next_stage(route))))
  sure <- if (route$router) real(given$scores) else rows(given$confidences)
  same("stages", predict(route, sure, groups) - 1, whole(wanted))
  for (i in seq_along(wanted)) {
    asked <- integer()
    ask <- lapply(seq_len(route$n_stages), function(stage) function(row) {
      asked <<- c(asked, stage)
      list(if (!is.null(given$answers)) from_one(given$answers[[i]][[stage]]), real(given$confidences[[i]][stage]))
    })
    found <- wald_run_route(route, ask, NULL, if (route$by == "segment") groups[i],
                            if (route$router) sure[i] else NA)
    same("stage, one row at a time", found$stage - 1, as.double(wanted[[i]]))
    same("stages that were called", found$asked, asked)
  }
}

all_of_route <- function(route) unclass(route)[setdiff(names(route), "handle")]

route_numbers_of <- function(route, given, e) {
  for (name in names(e$words)) same(name, route[[name]], e$words[[name]])
  check_applied_route(route, given, e$stages)
  saved <- wald_save(route)
  loaded <- wald_load(saved)
  same("saved", wald_save(loaded), saved)
  if (!identical(all_of_route(loaded), all_of_route(route))) stop("other numbers after saving and loading")
  check_applied_route(loaded, given, e$stages)
  if (!is.null(e$envelope_hull)) same("envelope_hull", route$envelope$hull + 0, whole(e$envelope_hull))
  c(vapply(names(by_name(e$numbers)), function(name) as.double(route[[name]]), 0), t(route$thresholds), route$shares,
    if (!is.null(e$envelope_cost)) c(route$envelope$cost, route$envelope$quality))
}

route_numbers <- list(
  route = function(case, got) {
    e <- case$expect
    out <- route_numbers_of(got$route, case$stages, e)
    if (!is.null(got$evaluated)) out <- c(out, unlist(got$evaluated, use.names = FALSE))
    for (i in seq_along(case$`next`)) {
      one <- case$`next`[[i]]
      found <- wald_next_stage(got$route, if (one[[2]] < 0) NA else one[[2]] + 1, real(one[3]), one[[1]] + 1)
      same("next", if (is.na(found)) -1 else found - 1, as.double(e$`next`[[i]]))
    }
    own <- evaluated_route(case, got$route, got$stages)
    same("evaluated", unname(own), unname(unclass(got$route)[c("cost", "quality", "shares")]))
    n <- length(case$stages$confidences)
    head <- seq_len(n %/% 2)
    third <- seq_len(n %/% 3)
    rest <- function(part) setdiff(seq_len(n), part)
    again <- list(feed_stages_of(stages_of(case$stages, head), case$stages, rest(head)),
                  wald_merge(stages_of(case$stages, third), stages_of(case$stages, rest(third))),
                  wald_copy(got$stages), wald_load(wald_save(got$stages)))
    for (stages in again) same("another way", wald_save(chosen_route(case, stages)), wald_save(got$route))
    out
  },
  route_labels = function(case, got) {
    e <- case$expect
    same("batches", got$batches, lapply(e$batches, whole))
    facts <- summary(got$stages)
    c(vapply(names(by_name(e$numbers)), function(name) as.double(facts[[name]]), 0),
      route_numbers_of(chosen_route(case, got$stages), case$stages, e$route))
  },
  labelling = function(case, got) {
    e <- case$expect
    same("rows", lapply(got$turns, `[[`, "rows"), lapply(e$turns, function(turn) whole(turn$rows)))
    same("mask", got$mask + 0, whole(e$mask))
    unlist(Map(function(turn, wanted) vapply(names(by_name(wanted$numbers)),
                                             function(name) as.double(turn$facts[[name]]), 0), got$turns, e$turns))
  }
)
