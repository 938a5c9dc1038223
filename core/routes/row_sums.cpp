// Computes what each row adds to the sums that routes are judged by.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/row_sums.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/described/words.hpp"

namespace wald::core::routes {

namespace {

bool of_positives(RouteMeasure measure) {
  return measure == RouteMeasure::precision || measure == RouteMeasure::recall || measure == RouteMeasure::f;
}

}  // namespace

const char *measure_name(RouteMeasure measure) {
  return word_of(vocabulary("measure", route_measure_words), static_cast<int32_t>(measure));
}

void check_measure(const Stages &stages, const RouteOptions &options) {
  if (of_positives(options.measure) && !stages.has_answers())
    fail(Status::argument, "measure is ", measure_name(options.measure),
         ": requires answers, and these rows have only right");
  if (options.goal == RouteGoal::value && of_positives(options.measure))
    fail(Status::argument, "goal is value: needs measure = accuracy or agreement");
  if (options.router && !stages.has_scores()) fail(Status::argument, "router is set: the rows have no scores");
  if (options.router && options.by == RouteBy::first_class)
    fail(Status::argument, "by is class: a router decides before there is an answer");
  if (options.by == RouteBy::first_class && !stages.has_answers())
    fail(Status::argument, "by is class: requires answers, and these rows have only right");
  if (options.by == RouteBy::first_class && stages.classes() > max_segments)
    fail(Status::argument, "by is class: the classes go up to ", stages.classes() - 1,
         ", and each has thresholds of its own: "
         "must be at most ",
         max_segments - 1);
  if (options.by == RouteBy::segment && !stages.has_segments())
    fail(Status::argument, "by is segment: the rows have no segments");
}

int32_t label_of(const Stages &stages, int64_t row, RouteMeasure measure) {
  if (measure == RouteMeasure::agreement) {
    const int32_t last = stages.answer(row, stages.stages() - 1);
    if (last >= 0) return last;
  }
  return stages.truth(row);
}

bool is_judged(const Stages &stages, int64_t row, RouteMeasure measure) {
  return stages.has_answers() ? label_of(stages, row, measure) >= 0 : stages.is_labelled(row);
}

double right_of(const Stages &stages, int64_t row, int64_t stage, RouteMeasure measure) {
  if (measure == RouteMeasure::agreement && stage == stages.stages() - 1) return 1;
  if (!stages.has_answers()) return stages.right(row, stage);
  return stages.answer(row, stage) == label_of(stages, row, measure) ? 1 : 0;
}

Sums judged(const Stages &stages, int64_t row, int64_t stage, const RouteOptions &options) {
  if (!of_positives(options.measure)) return {0, right_of(stages, row, stage, options.measure), 1};
  const double said = stages.answer(row, stage) == options.positive, is = stages.truth(row) == options.positive;
  if (options.measure == RouteMeasure::precision) return {0, said * is, said};
  if (options.measure == RouteMeasure::recall) return {0, said * is, is};
  const FParts parts(options.beta);
  return {0, (parts.said + parts.is) * said * is, parts.said * said + parts.is * is};
}

FParts::FParts(double beta) {
  // Positives count for something, however small beta is: without an answer F is 0, not 0/0.
  constexpr double least = 0x1p-900;
  const int e = std::max(0, std::ilogb(beta));
  const double m = std::ldexp(beta, -e);
  said = std::ldexp(1.0, -2 * e);
  is = std::max(least, m * m);
}

SumScale::SumScale(const Stages &stages, const std::vector<int64_t> &rows, const RouteOptions &options) {
  constexpr int lowest = -2000;
  int weight = lowest, counted = lowest;
  for (const int64_t i : rows) {
    const double w = stages.weight(i);
    if (!(w > 0)) continue;
    const int e = std::ilogb(w);
    weight = std::max(weight, e);
    if (!is_judged(stages, i, options.measure)) continue;
    const double p = stages.probability(i);
    counted = std::max(counted, std::isnan(p) ? e : e - std::ilogb(p));
  }
  const auto set = [](double (&factors)[2], int shift) {
    factors[0] = std::ldexp(1.0, shift / 2);
    factors[1] = std::ldexp(1.0, shift - shift / 2);
  };
  if (weight > lowest) set(cost_, 600 - weight);
  if (counted > lowest) set(labels_, 900 - counted);
}

Sums sums_of(const Stages &stages, int64_t row, int64_t stage, const RouteOptions &options, const SumScale &scale) {
  const double weight = stages.weight(row);
  Sums out;
  if (weight > 0 && is_judged(stages, row, options.measure)) {
    out = judged(stages, row, stage, options);
    const double probability = stages.probability(row);
    const double scaled = scale.counted(weight), counted = std::isnan(probability) ? scaled : scaled / probability;
    out.a *= counted;
    out.b *= counted;
  }
  out.cost = scale.weight(weight) * stages.cost(row, stage);
  return out;
}

SearchRows search_rows(const Stages &stages, const std::vector<int64_t> &rows, const RouteOptions &options,
                       const SumScale &scale) {
  SearchRows out;
  out.stages = stages.stages();
  out.router = options.router;
  out.sums.reserve(rows.size() * static_cast<std::size_t>(out.stages));
  out.confidence.reserve(options.router ? rows.size() : out.sums.capacity());
  DoubleDouble weight;
  for (const int64_t i : rows) {
    if (stages.weight(i) == 0) continue;
    weight.add({scale.weight(stages.weight(i)), 0});
    if (options.router) out.confidence.push_back(stages.score(i));
    for (int64_t s = 0; s < out.stages; ++s) {
      if (!options.router) out.confidence.push_back(stages.confidence(i, s));
      out.sums.push_back(sums_of(stages, i, s, options, scale));
    }
  }
  out.weight = weight.value();
  return out;
}

}  // namespace wald::core::routes
