// Climbs from several starts to a local optimum under a joint distribution, and proves how far it is from the best.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/ascent.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/decisions/joint/group_bound.hpp"
#include "core/decisions/joint/hull_bound.hpp"
#include "core/numeric/infinity.hpp"

namespace wald::core::decisions {

JointValue value_on_vectors(const Metric &metric, const std::vector<Joint::Vector> &vectors, int64_t n,
                            const std::vector<int64_t> &items) {
  const int64_t k = static_cast<int64_t>(items.size());
  // A mark for each label, unless there are far more labels than ones.
  int64_t ones = 0;
  for (const Joint::Vector &v : vectors) ones += v.size();
  std::vector<uint8_t> marks(n <= 8 * ones + 1024 ? static_cast<std::size_t>(n) : 0, 0);
  if (!marks.empty())
    for (int64_t i : items) marks[static_cast<std::size_t>(i)] = 1;
  double sum = 0, magnitude = 0;
  for (const Joint::Vector &v : vectors) {
    int64_t tp = 0;
    if (marks.empty())
      for (const int32_t *i = v.begin; i != v.end; ++i)
        tp += std::binary_search(items.begin(), items.end(), int64_t{*i});
    else
      for (const int32_t *i = v.begin; i != v.end; ++i) tp += marks[static_cast<std::size_t>(*i)];
    const double u = metric.utility(tp, k, v.size(), n);
    sum += v.probability * u;
    magnitude += v.probability * std::fabs(u);
  }
  // Each probability is a sum over a sum; then U, the product, and this sum. U's own error is relative to the range.
  const double scale = metric.is_custom() ? magnitude : metric.range(n).magnitude();
  return {sum, unit_roundoff *
                   (magnitude * static_cast<double>(3 * vectors.size() + 8) + 1.01 * scale * metric.rounding_ulps())};
}

namespace {

using Point = GroupSearch::Point;

// Beyond so many pairs of a vector and a group the best starts alone are improved, and the best of these polished.
constexpr std::size_t many_links = std::size_t{1} << 17;

// Of the likeliest vectors those that are the best predictions, the best first.
std::vector<Point> best_vectors(const Problem &problem, const LabelGroups &groups, const GroupSearch &search) {
  constexpr std::size_t most_kept = 4, fewest_tried = 4, most_tried = 64, most_links = std::size_t{1} << 22;
  const std::size_t tries = std::clamp(most_links / (groups.links() + 1), fewest_tried, most_tried);
  const std::vector<Joint::Vector> &vectors = *problem.belief.vectors;
  std::vector<std::size_t> likeliest(vectors.size());
  std::iota(likeliest.begin(), likeliest.end(), std::size_t{0});
  std::stable_sort(likeliest.begin(), likeliest.end(),
                   [&](std::size_t x, std::size_t y) { return vectors[x].probability > vectors[y].probability; });
  std::vector<Point> tried;
  for (std::size_t v : likeliest) {
    if (tried.size() == tries) break;
    if (!problem.range.holds(vectors[v].size())) continue;
    std::vector<int64_t> numbers(groups.count(), 0);
    for (uint32_t g : groups.groups_of(v)) numbers[g] = groups.sizes()[g];
    tried.push_back(search.at(std::move(numbers)));
  }
  std::stable_sort(tried.begin(), tried.end(), [](const Point &x, const Point &y) { return x.value > y.value; });
  tried.resize(std::min(tried.size(), most_kept));
  return tried;
}

// The best prefixes in the orders by which F1, hamming and balanced accuracy rank labels, and the likeliest vectors.
std::vector<Point> starts_of(const Problem &problem, const LabelGroups &groups, GroupSearch &search) {
  const std::vector<Joint::Vector> &vectors = *problem.belief.vectors;
  const double n = static_cast<double>(problem.n_labels());
  double mean_size = 0;
  for (const Joint::Vector &v : vectors) mean_size += v.probability * static_cast<double>(v.size());
  std::vector<Point> starts;
  const auto add = [&](const auto &score) {
    std::vector<double> scores;
    for (const Joint::Vector &v : vectors) scores.push_back(v.probability * score(static_cast<double>(v.size())));
    starts.push_back(search.best_on_path(scores));
  };
  add([&](double s) { return 1 / (s + mean_size + 1e-9); });
  add([](double) { return 1.0; });
  add([&](double s) { return 1 / std::max(1.0, s) + 1 / std::max(1.0, n - s); });
  for (Point &point : best_vectors(problem, groups, search)) starts.push_back(std::move(point));
  return starts;
}

// Whether x is the better of two: by its value, and of values that tie by the fewest labels, then the smallest.
bool better(const Point &x, const Point &y, double tie, const LabelGroups &groups) {
  if (std::fabs(x.value - y.value) > tie) return x.value > y.value;
  if (x.k != y.k) return x.k < y.k;
  return x.numbers != y.numbers && groups.items_of(x.numbers) < groups.items_of(y.numbers);
}

void climb(Point &point, GroupSearch &search, double tie, Monitor &monitor) {
  for (double before = -infinity; point.value > before;) {
    before = point.value;
    search.reorder(point, tie, monitor);
    if (!search.polish(point, tie, monitor)) return;
  }
}

Point best_climbed(const Problem &problem, const LabelGroups &groups, GroupSearch &search, double tie) {
  constexpr std::size_t kept_of_many = 2;
  std::vector<Point> points = starts_of(problem, groups, search);
  const bool all = groups.links() < many_links;
  if (!all) {
    std::stable_sort(points.begin(), points.end(), [](const Point &x, const Point &y) { return x.value > y.value; });
    points.resize(std::min(points.size(), kept_of_many));
  }
  Point best;
  best.value = -infinity;
  const auto offer = [&](Point &point) {
    if (best.numbers.empty() || better(point, best, tie, groups)) best = std::move(point);
  };
  for (Point &point : points) {
    if (all) {  // small steps first may lead elsewhere than large ones
      Point other = point;
      search.polish(other, tie, problem.monitor);
      climb(other, search, tie, problem.monitor);
      climb(point, search, tie, problem.monitor);
      offer(other);
    } else {
      search.reorder(point, tie, problem.monitor);
    }
    offer(point);
  }
  if (!all) climb(best, search, tie, problem.monitor);
  return best;
}

}  // namespace

void decide_by_ascent(const Problem &problem, Answer &answer) {
  const Metric &metric = problem.metric;
  const std::vector<Joint::Vector> &vectors = *problem.belief.vectors;
  const int64_t n = problem.n_labels();
  const LabelGroups groups(vectors, n);
  GroupSearch search(metric, vectors, groups, n, problem.range);
  const double scale = metric.is_custom() ? 1 : metric.range(n).magnitude();
  const double tie = tie_tolerance(groups.occurring(), scale);
  Point best = best_climbed(problem, groups, search, tie);
  double limit;
  if (bounded_by_groups(metric, n)) {
    const double climbed = best.value;
    limit = bound_by_groups(problem, groups, search, std::max(tie, 1e-12 * scale), best);
    if (best.value != climbed) climb(best, search, tie, problem.monitor);
  } else {
    limit = bound_by_hulls(problem, best.tp, best.k);
  }
  problem.work.items = groups.items_of(best.numbers);
  const JointValue value = value_on_vectors(metric, vectors, n, problem.work.items);

  answer.algorithm = Algorithm::ascent;
  answer.k = best.k;
  answer.expected = value.value;
  const double rounding = metric.is_custom() ? std::fabs(value.value) : scale;
  answer.bound = std::max(0.0, limit - value.value) + value.error +
                 unit_roundoff * rounding * static_cast<double>(vectors.size() + 64);
}

}  // namespace wald::core::decisions
