// Adds up the frontiers of all groups, and finds the thresholds behind a point.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/all_routes.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace wald::core::routes {

std::size_t Aim::best(const std::vector<RouteChoice> &choices) const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < choices.size(); ++i)
    if (better(choices[i].sums, choices[best].sums)) best = i;
  return best;
}

struct Routes::Group {
  SearchRows rows;  // until they were searched
  bool has_rows = false;
  std::unique_ptr<ChainSearch> search;
  std::vector<RouteChoice> frontier, thinned;
};

struct Routes::Alternative {
  int64_t first = -1;
  std::vector<std::unique_ptr<Group>> groups;  // those with rows
  std::vector<int64_t> numbers;                // of these, which rise; they may be far apart
  std::vector<std::vector<RouteChoice>>
      sums;  // of the groups up to each; the id is (index in the one before) << 32 | index

  void add_up(const Merit &merit, std::size_t most, bool *exact, Monitor &monitor) {
    if (groups.size() == 1) return;
    const auto width = std::max<std::size_t>(8, static_cast<std::size_t>(std::sqrt(static_cast<double>(most))));
    for (const auto &group : groups) {
      monitor.at(static_cast<double>(sums.size()) / static_cast<double>(groups.size()));
      group->thinned = group->frontier;
      for (std::size_t i = 0; i < group->thinned.size(); ++i) group->thinned[i].id = i;
      keep_best(group->thinned, merit);
      if (thin(group->thinned, merit, width)) *exact = false;
      if (sums.empty()) {
        sums.push_back(group->thinned);
      } else {
        sums.push_back(added(sums.back(), group->thinned, merit));
        // All but the last, of which the answer is picked, are added to again.
        if (sums.size() < groups.size() && thin(sums.back(), merit, width)) *exact = false;
      }
    }
  }
  const std::vector<RouteChoice> &all() const { return groups.size() == 1 ? groups[0]->frontier : sums.back(); }
  // The point of each group's frontier.
  std::vector<std::size_t> picked(std::size_t index) const {
    if (groups.size() == 1) return {index};
    std::vector<std::size_t> out(groups.size());
    for (std::size_t g = groups.size(); g-- > 0;) {
      const uint64_t id = sums[g][index].id;
      if (g == 0) {
        out[0] = static_cast<std::size_t>(id);
      } else {
        out[g] = static_cast<std::size_t>(groups[g]->thinned[static_cast<std::size_t>(id & 0xffffffffu)].id);
        index = static_cast<std::size_t>(id >> 32);
      }
    }
    return out;
  }
};

Routes::~Routes() = default;

Routes::Routes(const Stages &stages, const std::vector<int64_t> &rows, const RouteOptions &options, Monitor &monitor)
    : options_(options), stages_(stages.stages()), scale_(stages, rows, options) {
  DoubleDouble weight;
  for (const int64_t i : rows) weight.add({scale_.weight(stages.weight(i)), 0});
  weight_ = weight.value();
  PartMonitor steps(monitor, 0, 1);  // some begin anew
  const auto most = static_cast<std::size_t>(options.max_policies);
  if (options.by == RouteBy::none) {
    exact_ = search(stages, rows, Merit(), most, steps);
    collect();
  } else if (options.measure != RouteMeasure::precision && options.measure != RouteMeasure::f) {
    exact_ = search(stages, rows, {true, 0, false}, most, steps);  // b is the same for all routes
    collect();
  } else {
    search_quotients(stages, rows, steps);
  }
  monitor.at(1);
}

void Routes::search_quotients(const Stages &stages, const std::vector<int64_t> &rows, Monitor &monitor) {
  const auto most = static_cast<std::size_t>(options_.max_policies);
  // Frontiers of three numbers take longer to add up, so fewer points are.
  exact_ = search(stages, rows, {false, 0, true}, most / 16, monitor);
  collect();
  if (exact_) return;
  const std::size_t undominated = alternatives_.size();
  // By the least quality asked for. If that is out of reach, or the best quality is looked for, by the quality found,
  // until it does not grow: with 1 first, since 0/0 is 1.
  Merit merit{true, options_.goal == RouteGoal::cost ? options_.min_quality : 1, false};
  for (int round = 0; round < 50; ++round) {
    alternatives_.resize(undominated);
    exact_ = search(stages, rows, merit, most, monitor);
    collect();
    const Sums found = frontier_[best()].sums;
    const double quality = found.quality();
    if ((options_.goal == RouteGoal::cost && aim().holds(found)) || quality >= 1) break;
    if (round > 0 && !(quality > merit.q)) break;
    merit.q = quality;
  }
}

bool Routes::search(const Stages &stages, const std::vector<int64_t> &rows, const Merit &merit, std::size_t most,
                    Monitor &monitor) {
  const bool by_class = options_.by == RouteBy::first_class;
  const int64_t count = by_class ? stages_ : 1;
  bool exact = true;
  for (int64_t k = 0; k < count; ++k) {
    const auto done = [&](double part) { return (static_cast<double>(k) + part) / static_cast<double>(count); };
    PartMonitor searching(monitor, done(0), done(0.5)), adding(monitor, done(0.5), done(1));
    alternatives_.push_back(alternative(stages, rows, by_class ? k : -1, merit, &exact, searching));
    alternatives_.back()->add_up(merit, most, &exact, adding);
  }
  return exact;
}

std::unique_ptr<Routes::Alternative> Routes::alternative(const Stages &stages, const std::vector<int64_t> &rows,
                                                         int64_t first, const Merit &merit, bool *exact,
                                                         Monitor &monitor) const {
  auto made = std::make_unique<Alternative>();
  made->first = first;
  std::vector<std::vector<int64_t>> groups;
  const bool grouped = options_.by == RouteBy::segment || (first >= 0 && first + 1 < stages_);
  if (grouped) {
    std::map<int64_t, std::vector<int64_t>> by_number;
    for (const int64_t i : rows) by_number[first < 0 ? stages.segment(i) : stages.answer(i, first)].push_back(i);
    for (auto &[number, members] : by_number) {
      made->numbers.push_back(number);
      groups.push_back(std::move(members));
    }
  } else {
    made->numbers.push_back(0);
    groups.push_back(rows);
  }
  double done = 0;
  for (const std::vector<int64_t> &members : groups) {
    PartMonitor part(monitor, done / static_cast<double>(groups.size()),
                     (done + 1) / static_cast<double>(groups.size()));
    ++done;
    auto group = std::make_unique<Group>();
    group->rows = search_rows(stages, members, options_, scale_);
    group->has_rows = group->rows.rows() > 0;
    group->search = std::make_unique<ChainSearch>(group->rows, first, options_.max_policies);
    const Aim aim(options_, group->rows.weight);
    group->frontier = group->search->frontier(
        merit,
        [&](const std::vector<RouteChoice> &choices) {
          return choices.empty() ? nullptr : &choices[aim.best(choices)];
        },
        part);
    std::vector<double>().swap(group->rows.confidence);
    std::vector<Sums>().swap(group->rows.sums);
    *exact = *exact && group->search->exact();
    made->groups.push_back(std::move(group));
  }
  return made;
}

void Routes::collect() {
  frontier_.clear();
  for (std::size_t k = 0; k < alternatives_.size(); ++k) {
    const std::vector<RouteChoice> &all = alternatives_[k]->all();
    frontier_.reserve(frontier_.size() + all.size());
    for (std::size_t i = 0; i < all.size(); ++i) frontier_.push_back({all[i].sums, uint64_t{k} << 32 | uint64_t{i}});
  }
  keep_best(frontier_, Merit());
}

Route Routes::route(std::size_t index, bool improved) const {
  const uint64_t id = frontier_[index].id;
  const Alternative &from = *alternatives_[static_cast<std::size_t>(id >> 32)];
  std::vector<std::size_t> picked = from.picked(static_cast<std::size_t>(id & 0xffffffffu));
  if (improved && !exact_ && picked.size() > 1) {
    const Aim by = aim();
    bool better = true;
    std::vector<Sums> behind(picked.size() + 1);
    for (int round = 0; better && round < 100; ++round) {
      better = false;
      for (std::size_t g = picked.size(); g-- > 0;) {
        behind[g] = behind[g + 1];
        behind[g] += from.groups[g]->frontier[picked[g]].sums;
      }
      Sums before;
      for (std::size_t g = 0; g < picked.size(); ++g) {
        const std::vector<RouteChoice> &own = from.groups[g]->frontier;
        Sums others = before;
        others += behind[g + 1];
        Sums all = others;
        all += own[picked[g]].sums;
        for (std::size_t i = 0; i < own.size(); ++i) {
          Sums tried = others;
          tried += own[i].sums;
          if (!by.better(tried, all)) continue;
          all = tried;
          picked[g] = i;
          better = true;
        }
        before += own[picked[g]].sums;
      }
    }
  }
  Route out;
  out.stages = stages_;
  out.router = options_.router;
  out.by = options_.by;
  out.goal = options_.goal;
  out.measure = options_.measure;
  // Of a group without rows nothing is known: the last stage answers.
  std::vector<double> unknown(static_cast<std::size_t>(stages_), unset);
  unknown.back() = -infinite;
  if (from.first >= 0 && from.first + 1 < stages_) unknown[static_cast<std::size_t>(from.first)] = infinite;
  for (std::size_t g = 0; g < picked.size(); ++g) {
    while (out.groups() < from.numbers[g]) out.thresholds.insert(out.thresholds.end(), unknown.begin(), unknown.end());
    const Group &group = *from.groups[g];
    const std::vector<double> thresholds =
        group.has_rows ? group.search->thresholds(group.frontier[picked[g]].id) : unknown;
    out.thresholds.insert(out.thresholds.end(), thresholds.begin(), thresholds.end());
  }
  return out;
}

std::vector<RoutePoint> Routes::envelope(std::size_t most) const {
  std::vector<RouteChoice> points = frontier_;
  const Merit quality;
  keep_best(points, quality);
  thin(points, quality, most);
  const std::vector<uint8_t> hull = on_hull(points, quality);
  std::vector<RoutePoint> out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    RoutePoint point{points[i].sums.cost / weight_, points[i].sums.quality(), hull[i] != 0};
    // Costs that are told apart as sums need not be as means: the better route takes the place of the other.
    if (!out.empty() && out.back().cost == point.cost) {
      point.on_hull = point.on_hull || out.back().on_hull;
      out.pop_back();
    }
    out.push_back(point);
  }
  return out;
}

}  // namespace wald::core::routes
