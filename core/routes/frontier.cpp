// Keeps the points of cost and quality that no other is better than.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

#include "core/numeric/hull_corners.hpp"

namespace wald::core::routes {

namespace {

// By cost, a, and b - a, which is missed: what no other choice is at least as good as in all three.
void keep_undominated(std::vector<RouteChoice> &choices) {
  std::sort(choices.begin(), choices.end(), [](const RouteChoice &x, const RouteChoice &y) {
    if (x.sums.cost != y.sums.cost) return x.sums.cost < y.sums.cost;
    if (x.sums.a != y.sums.a) return x.sums.a > y.sums.a;
    return x.sums.b != y.sums.b ? x.sums.b < y.sums.b : x.id < y.id;
  });
  // Of the choices that are as cheap: what is missed by a, both descending.
  std::map<double, double, std::greater<>> least;
  std::size_t kept = 0;
  for (const RouteChoice &choice : choices) {
    const double a = choice.sums.a, missed = choice.sums.b - a;
    const auto behind = least.upper_bound(a);
    if (behind != least.begin() && std::prev(behind)->second <= missed) continue;
    auto from = least.lower_bound(a), to = from;
    while (to != least.end() && to->second >= missed) ++to;
    least.erase(from, to);
    least.emplace(a, missed);
    choices[kept++] = choice;
  }
  choices.resize(kept);
}

}  // namespace

void keep_best(std::vector<RouteChoice> &choices, const Merit &merit) {
  if (merit.both) return keep_undominated(choices);
  const auto cheaper = [&](const RouteChoice &x, const RouteChoice &y) {
    if (x.sums.cost != y.sums.cost) return x.sums.cost < y.sums.cost;
    const double mx = merit(x.sums), my = merit(y.sums);
    return mx != my ? mx > my : x.id < y.id;
  };
  if (!std::is_sorted(choices.begin(), choices.end(), cheaper)) {
    std::reverse(choices.begin(), choices.end());  // a sweep from few to many answers of the cheap stage
    if (!std::is_sorted(choices.begin(), choices.end(), cheaper)) std::sort(choices.begin(), choices.end(), cheaper);
  }
  double best = -infinite;
  std::size_t kept = 0;
  for (const RouteChoice &choice : choices) {
    const double value = merit(choice.sums);
    if (value <= best) continue;
    best = value;
    choices[kept++] = choice;
  }
  choices.resize(kept);
}

std::vector<uint8_t> on_hull(const std::vector<RouteChoice> &frontier, const Merit &merit) {
  std::vector<uint8_t> out(frontier.size(), 0);
  if (frontier.empty()) return out;
  // In units of the greatest, so that products stay within the doubles.
  double cost = 0, most = 0;
  for (const RouteChoice &choice : frontier) {
    cost = std::max(cost, choice.sums.cost);
    most = std::max(most, std::fabs(merit(choice.sums)));
  }
  if (cost == 0) cost = 1;
  if (most == 0) most = 1;
  const auto rise = [&](const Sums &p, const Sums &q) { return (merit(q) - merit(p)) / most; };
  const auto run = [&](const Sums &p, const Sums &q) { return (q.cost - p.cost) / cost; };
  std::vector<std::size_t> hull;
  for (std::size_t i = 0; i < frontier.size(); ++i)
    add_corner(hull, i, [&](std::size_t a, std::size_t b, std::size_t c) {
      const Sums &p = frontier[a].sums, &q = frontier[b].sums, &r = frontier[c].sums;
      return rise(p, q) * run(p, r) > rise(p, r) * run(p, q);
    });
  for (const std::size_t i : hull) out[i] = 1;
  return out;
}

bool thin(std::vector<RouteChoice> &frontier, const Merit &merit, std::size_t n) {
  if (frontier.size() <= n) return false;
  std::vector<uint8_t> keep = on_hull(frontier, merit);
  std::vector<std::size_t> hull;
  for (std::size_t i = 0; i < keep.size(); ++i)
    if (keep[i]) hull.push_back(i);
  if (hull.size() > n / 2) {
    std::fill(keep.begin(), keep.end(), uint8_t{0});
    for (std::size_t k = 0; k < n / 2; ++k) keep[hull[k * (hull.size() - 1) / (n / 2 - 1)]] = 1;
  }
  const std::size_t others = n - n / 2;
  for (std::size_t k = 0; k < others; ++k) keep[k * (frontier.size() - 1) / (others - 1)] = 1;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < frontier.size(); ++i)
    if (keep[i]) frontier[kept++] = frontier[i];
  frontier.resize(kept);
  return true;
}

std::vector<RouteChoice> added(const std::vector<RouteChoice> &left, const std::vector<RouteChoice> &right,
                               const Merit &merit) {
  std::vector<RouteChoice> out;
  out.reserve(left.size() * right.size());
  for (std::size_t i = 0; i < left.size(); ++i)
    for (std::size_t j = 0; j < right.size(); ++j) {
      RouteChoice choice{left[i].sums, uint64_t{i} << 32 | uint64_t{j}};
      choice.sums += right[j].sums;
      out.push_back(choice);
    }
  keep_best(out, merit);
  return out;
}

}  // namespace wald::core::routes
