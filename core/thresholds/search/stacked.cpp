// Fits a logistic regression of the scores and searches one threshold on it.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/search/stacked.hpp"

#include <algorithm>
#include <cmath>

#include "core/numeric/infinity.hpp"
#include "core/thresholds/search/direct.hpp"

namespace wald::core::thresholds {

namespace {

Logistic fit_stack(const Sample &sample, double ridge, Monitor &monitor) {
  std::vector<double> rows, labels, weights;
  const bool weighted = !sample.positives().weights.empty() || !sample.negatives().weights.empty();
  // Infinite scores stand where the farthest finite ones do.
  const auto dims = static_cast<std::size_t>(sample.dims());
  std::vector<double> low(dims, infinity), high(dims, -infinity);
  for (const RowSet *set : {&sample.positives(), &sample.negatives()})
    for (int64_t i = 0; i < set->size(); ++i)
      for (std::size_t d = 0; d < dims; ++d) {
        const double s = set->row(i)[d];
        if (!(std::fabs(s) < largest_double)) continue;
        low[d] = std::min(low[d], s);
        high[d] = std::max(high[d], s);
      }
  for (const RowSet *set : {&sample.positives(), &sample.negatives()})
    for (int64_t i = 0; i < set->size(); ++i) {
      for (std::size_t d = 0; d < dims; ++d)
        rows.push_back(low[d] <= high[d] ? std::clamp(set->row(i)[d], low[d], high[d]) : 0);
      labels.push_back(set == &sample.positives() ? 1 : 0);
      if (weighted) weights.push_back(set->weight(i));
    }
  return fit_logistic(rows, sample.dims(), labels, weights, ridge, monitor);
}

}  // namespace

bool search_stacked(const SearchProblem &problem, SearchRun &run) {
  const Sample &sample = problem.sample;
  if (sample.negatives().size() == 0) fail(Status::argument, "truth: the method stacked needs rows of both labels");
  if (sample.has_cut())
    fail(Status::unsupported,
         "method \"stacked\": a combined score would flag rows below rated_from, which have no label");
  Logistic stack = fit_stack(sample, problem.options.ridge, problem.monitor);
  const Sample combined = sample.combined(stack.coefficients, stack.intercept);
  SearchResult &out = run.out = levels_frontier(combined, problem.criterion.cost_axis());
  out.ranking_areas.clear();  // that of the combined score
  out.frontier.exact = false;
  out.stack = std::move(stack);
  return true;
}

}  // namespace wald::core::thresholds
