// The C interface to routes: rows of stages, how to choose, and which stage answers.
#include "boundary.hpp"
#include "core/routes/ask.hpp"
#include "core/routes/choose_route.hpp"

using namespace wald::capi;

struct wald_stages : wald::capi::Object<wald_stages> {
  core::routes::Stages impl;

  void merge(const wald_stages &other) { impl.merge(other.impl); }
  std::string save(wald_format format) const { return in_format(format, impl.save()); }
  static wald_stages *load(std::string_view state) { return new wald_stages{{}, core::routes::Stages::load(state)}; }
  double number(int32_t fact, int64_t item) const;
};
struct wald_route : wald::capi::Object<wald_route> {
  core::routes::Route impl;

  std::string save(wald_format format) const { return in_format(format, impl.save()); }
  static wald_route *load(std::string_view state) { return new wald_route{{}, core::routes::load_route(state)}; }
  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};
struct wald_route_evaluation : wald::capi::Object<wald_route_evaluation> {
  core::routes::RouteEvaluation impl;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};

namespace {

using wald::capi::get;

core::routes::Stages &get(wald_stages *stages) {
  require(stages, "stages");
  return stages->impl;
}
const core::routes::Stages &get(const wald_stages *stages, const char *name = "stages") {
  require(stages, name);
  return stages->impl;
}
const core::routes::Route &get(const wald_route *route) {
  require(route, "route");
  return route->impl;
}
const core::routes::RouteOptions &route_options(const wald_options *options, const core::catalogue::Call &call) {
  static const core::routes::RouteOptions defaults;
  const core::catalogue::OptionSet *const own = settings(options);
  return own ? own->routes(call) : defaults;
}

core::routes::IntegerTable optional_integers(const wald_array *array, int64_t rows, int64_t columns, const char *name) {
  if (!array) return {};
  const wald_array &a = checked_array(array, name);
  require_shape(a, rows, columns, name);
  if (a.type != WALD_INT64 && a.type != WALD_INT32)
    fail(Status::argument, name, "->type is ", a.type, ": must be WALD_INT64 (2) or WALD_INT32 (3)");
  static const int64_t none = 0;  // what an array of no rows points to
  return {a.data ? a.data : &none, a.type == WALD_INT32, a.row_stride, a.column_stride};
}
core::RealTable optional_table(const wald_array *array, int64_t rows, int64_t columns, const char *name) {
  if (!array) return {};
  core::RealTable out = checked_table(array, name);
  require_shape(*array, rows, columns, name);
  static const double none = 0;
  if (!out.data) out.data = &none;
  return out;
}
core::Reals optional_vector(const wald_array *array, int64_t rows, const char *name) {
  core::Reals out = optional_reals(array, rows, name);
  static const double none = 0;
  if (array && !out.data) out.data = &none;
  return out;
}

using namespace wald::core;

double number_of(const routes::Stages &s, wald_stages_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/routes/stages_facts.def"
#include "number_cases.inc"
    default: wrong_fact("stages", fact, "number");
  }
}
double number_of(const routes::Route &r, wald_route_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/routes/route_facts.def"
#include "number_cases.inc"
    default: wrong_fact("route", fact, "number");
  }
}
std::vector<double> numbers_of(const routes::Route &r, wald_route_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/routes/route_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("route", fact, "list of numbers");
  }
}
double number_of(const routes::RouteEvaluation &e, wald_route_evaluation_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/routes/route_evaluation_facts.def"
#include "number_cases.inc"
    default: wrong_fact("route_evaluation", fact, "number");
  }
}
const std::vector<double> &numbers_of(const routes::RouteEvaluation &e, wald_route_evaluation_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/routes/route_evaluation_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("route_evaluation", fact, "list of numbers");
  }
}

}  // namespace

double wald_stages::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
WALD_OBJECT_TYPE(stages);

double wald_route::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_route::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
WALD_OBJECT_TYPE(route);

double wald_route_evaluation::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_route_evaluation::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
WALD_OBJECT_TYPE(route_evaluation);

extern "C" {

// ---- Rows of stages ------------------------------------------------------------------------------

wald_status wald_stages_create(int64_t n_stages, wald_stages **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_stages{{}, core::routes::Stages(n_stages)};
  });
}

wald_status wald_stages_feed(wald_stages *stages, const wald_stage_rows *rows) noexcept {
  return guarded([&] {
    core::routes::Stages &table = get(stages);
    const wald_stage_rows &given = checked_size(rows, "rows");
    core::routes::StageRows own;
    own.confidences = checked_table(given.confidences, "confidences");
    const int64_t n = own.confidences.rows, k = table.stages();
    own.answers = optional_integers(given.answers, n, k, "answers");
    own.truth = optional_integers(given.truth, n, 1, "truth");
    own.right = optional_table(given.right, n, k, "right");
    own.costs = optional_table(given.costs, n, k, "costs");
    own.weights = optional_vector(given.weights, n, "weights");
    own.label_probabilities = optional_vector(given.label_probabilities, n, "label_probabilities");
    own.segments = optional_integers(given.segments, n, 1, "segments");
    own.scores = optional_vector(given.scores, n, "scores");
    table.feed(own);
  });
}
wald_status wald_stages_ask(wald_stages *stages, const wald_options *options, int64_t *out, int64_t capacity,
                            int64_t *needed) noexcept {
  return guarded([&] {
    core::routes::Stages &table = get(stages);
    if (!has_room(out, capacity, table.rows(), needed, "out")) return;
    const core::routes::RouteOptions &own = route_options(options, {"asking for labels", "ask"});
    core::CallbackMonitor monitor(own.progress);
    const std::vector<int64_t> rows = next_labels(table, own, monitor);
    std::copy(rows.begin(), rows.end(), out);
    if (needed) *needed = static_cast<int64_t>(rows.size());
  });
}
wald_status wald_stages_label(wald_stages *stages, const wald_array *rows, const wald_array *truth,
                              const wald_array *right) noexcept {
  return guarded([&] {
    core::routes::Stages &table = get(stages);
    checked_integers(rows, "rows");
    table.label(static_cast<const int64_t *>(rows->data), rows->rows, optional_integers(truth, rows->rows, 1, "truth"),
                optional_table(right, rows->rows, table.stages(), "right"));
  });
}

// ---- Routes --------------------------------------------------------------------------------------

wald_status wald_route_choose(const wald_stages *stages, const wald_options *options, wald_route **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::routes::RouteOptions &own = route_options(options, {"choosing a route", "choose"});
    core::CallbackMonitor monitor(own.progress);
    *out = new wald_route{{}, choose_route(get(stages), own, monitor)};
  });
}

wald_status wald_route_next(const wald_route *route, int64_t group, int64_t stage, double confidence,
                            int64_t *next) noexcept {
  return guarded([&] {
    const core::routes::Route &r = get(route);
    if (stage < -1 || stage >= r.stages)
      fail(Status::argument, "stage is ", stage, ": must be -1 (none yet) or lie in [0, ", r.stages - 1, "]");
    give(next, "next", r.next(group, stage, confidence));
  });
}
wald_status wald_route_apply(const wald_route *route, const wald_array *confidences, const wald_array *groups,
                             int32_t *stages) noexcept {
  return guarded([&] {
    const core::routes::Route &r = get(route);
    const core::RealTable table = checked_table(confidences, "confidences");
    require_shape(*confidences, table.rows, r.router ? 1 : r.stages, "confidences");
    const core::routes::IntegerTable own = optional_integers(groups, table.rows, 1, "groups");
    if (!own && r.by != routes::RouteBy::none) fail(Status::argument, "groups is NULL: the route has thresholds by group");
    require_array(stages, table.rows, "stages", "n_rows");
    for (int64_t i = 0; i < table.rows; ++i) {
      const core::Reals row = table.row(i);
      stages[i] = static_cast<int32_t>(r.answering(own && r.by != routes::RouteBy::none ? own(i, 0) : 0, r.router ? row[0] : 0,
                                                   [&](int64_t s) { return row[s]; }));
    }
  });
}
wald_status wald_route_evaluate(const wald_route *route, const wald_stages *stages, const wald_options *options,
                                wald_route_evaluation **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_route_evaluation{
        {}, evaluate_route(get(route), get(stages), route_options(options, {"evaluating a route", "evaluate"}))};
  });
}

}  // extern "C"
