// Says which rows of a table the last stage should label, and when to stop.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/labelling/labelling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.hpp"
#include "core/described/words.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core::routes {

namespace {

constexpr int64_t most_strata = 64, pilot = 30;
constexpr double trust = 4;      // rows that the first stage's own chances stand for
constexpr double caution = 0.9;  // of the greatest bet
constexpr double slack = 1e-9;   // of shares like 0.9 that are not what they seem in binary

void check_chances(const std::vector<double> &chances) {
  for (std::size_t i = 0; i < chances.size(); ++i)
    if (!(chances[i] >= 0 && chances[i] <= 1))
      fail(Status::argument, "chances[", i, "] is ", chances[i], ": must lie in [0, 1]");
}

}  // namespace

LabelledQuality labelled_quality_by_name(std::string_view name) {
  return static_cast<LabelledQuality>(
      value_of(vocabulary("labelled_quality", labelled_quality_words), name, "quality"));
}

Labelling::Labelling(std::vector<double> chances, LabellingGoal goal, uint64_t seed)
    : chances_(std::move(chances)), goal_(goal), random_(seed) {
  if (chances_.empty()) fail(Status::argument, "rows is 0: there is no row to label");
  if (!(goal_.target > 0 && goal_.target < 1))
    fail(Status::argument, "min_quality is ", goal_.target, ": must lie in (0, 1)");
  if (!(goal_.delta > 0 && goal_.delta < 1))
    fail(Status::argument, "certify is ", 1 - goal_.delta, ": must lie in (0, 1)");
  check_chances(chances_);
  left_ = rows();
  is_labelled_.assign(chances_.size(), 0);
  is_event_ = is_labelled_;
  stratify();
  done_ = left_ <= allowed();
}

void Labelling::stratify() {
  const std::size_t n = chances_.size();
  strata_.clear();
  order_.resize(n);
  std::iota(order_.begin(), order_.end(), int64_t{0});
  std::sort(order_.begin(), order_.end(), [&](int64_t a, int64_t b) {
    const double x = chances_[static_cast<std::size_t>(a)], y = chances_[static_cast<std::size_t>(b)];
    return x != y ? x > y : a < b;
  });
  stratum_of_.resize(n);
  place_.resize(n);
  // Strata hold alike of rows and of roots of chances.
  double roots = 0;
  for (double chance : chances_) roots += std::sqrt(chance);
  const int64_t count = std::clamp<int64_t>(rows() / 8, 1, most_strata);
  double mass = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto part = std::min(count - 1, static_cast<int64_t>(mass * static_cast<double>(count)));
    if (strata_.empty() || part > stratum_of_[i - 1]) {
      strata_.emplace_back();
      strata_.back().first = static_cast<int64_t>(i);
    }
    const auto row = static_cast<std::size_t>(order_[i]);
    const double chance = chances_[row];
    mass += (1 / static_cast<double>(n) + (roots > 0 ? std::sqrt(chance) / roots : 1 / static_cast<double>(n))) / 2;
    stratum_of_[i] = part;
    Stratum &stratum = strata_.back();
    stratum.last = static_cast<int64_t>(i) + 1;
    stratum.prior += chance;
    place_[i] = static_cast<int64_t>(stratum.left.size());
    if (is_labelled_[row]) {
      ++stratum.labelled;
      stratum.events += is_event_[row];
    } else {
      stratum.left.push_back(static_cast<int64_t>(i));
    }
  }
  int64_t k = 0;
  for (Stratum &stratum : strata_) {
    stratum.prior /= static_cast<double>(stratum.last - stratum.first);
    for (int64_t i = stratum.first; i < stratum.last; ++i) stratum_of_[static_cast<std::size_t>(i)] = k;
    ++k;
  }
  edge_ = 0;
  while (edge_ < rows() && is_labelled_[static_cast<std::size_t>(order_[static_cast<std::size_t>(edge_)])]) ++edge_;
}

int64_t Labelling::allowed(double found) const {
  const double n = static_cast<double>(rows());
  double out = 0;
  switch (goal_.quality) {
    case LabelledQuality::accuracy: out = (1 - goal_.target) * n; break;
    case LabelledQuality::recall: out = found / goal_.target - found; break;
    case LabelledQuality::precision: out = (1 - goal_.target) * (n - found); break;
  }
  constexpr double most = 1LL << 53;  // more than there are rows; a recall of next to nothing allows more than that
  return static_cast<int64_t>(std::floor(std::min(out + slack, most)));
}

double Labelling::log_capital(double events, bool greatest) const {
  double product = 1, logarithms = 0, best = 0;
  for (const Draw &draw : draws_) {
    product *= 1 - draw.bet * (draw.share - (events - draw.found) / draw.left);
    if (!(product > 0)) return greatest ? best : -HUGE_VAL;
    if (product < 1e-100 || product > 1e100) {
      logarithms += logarithm(product);
      product = 1;
    }
    if (greatest && (logarithms != 0 || product > 1)) best = std::max(best, logarithms + logarithm(product));
  }
  return greatest ? best : logarithms + logarithm(product);
}

int64_t Labelling::bound() const {
  if (done_ && left_ == 0) return 0;
  // The capital rises in the number of events: the least that is refused.
  const double goal = -logarithm(goal_.delta);
  int64_t low = 0, high = left_ + 1;
  while (low + 1 < high) {
    const int64_t middle = low + (high - low) / 2;
    (log_capital(static_cast<double>(found_ + middle), true) >= goal ? high : low) = middle;
  }
  return high - 1;
}

double Labelling::edge() const {
  return edge_ == 0 ? 1 : chances_[static_cast<std::size_t>(order_[static_cast<std::size_t>(edge_ - 1)])];
}

// The rate of each stratum from its labels and its chances, which are corrected as a whole first; it falls.
void Labelling::think() {
  double expected = 1, seen = 1;
  for (const Stratum &s : strata_) {
    expected += s.prior * static_cast<double>(s.labelled);
    seen += static_cast<double>(s.events);
  }
  const double scale = std::clamp(seen / expected, 0.05, 20.0);
  std::vector<double> sums, counts;
  std::vector<std::size_t> sizes;
  for (const Stratum &s : strata_) {
    double sum = static_cast<double>(s.events) + trust * std::min(1.0, scale * s.prior);
    double count = static_cast<double>(s.labelled) + trust;
    std::size_t size = 1;
    while (!sums.empty() && sums.back() * count <= sum * counts.back()) {
      sum += sums.back();
      count += counts.back();
      size += sizes.back();
      sums.pop_back();
      counts.pop_back();
      sizes.pop_back();
    }
    sums.push_back(sum);
    counts.push_back(count);
    sizes.push_back(size);
  }
  std::size_t k = 0;
  for (std::size_t block = 0; block < sums.size(); ++block)
    for (std::size_t i = 0; i < sizes[block]; ++i) strata_[k++].rate = sums[block] / counts[block];
}

// The edge and the probabilities with which the fewest labels are thought to be left.
Labelling::Plan Labelling::plan() const {
  const std::size_t count = strata_.size();
  const double goal = -logarithm(goal_.delta);
  double all = 0;
  for (const Stratum &s : strata_) all += s.rate * static_cast<double>(s.left.size());
  const double found = static_cast<double>(found_);
  const double typical = std::max(1.0, std::min(all, static_cast<double>(allowed(found + all)))) /
                         std::max(1.0, static_cast<double>(left_));
  const double spreads[] = {-1, typical, typical / 4, typical / 16};
  // The capital at the m that would be refused, between those of a few.
  constexpr int knots = 9;
  double at[knots], capital[knots];
  for (int i = 0; i < knots; ++i) {
    const double share = static_cast<double>(i) / (knots - 1), more = found + all * share * share;
    at[i] = more + static_cast<double>(allowed(more)) + 1;
    capital[i] = log_capital(at[i], false);
  }
  const auto capital_at = [&](double m) {
    int i = 0;
    while (i + 2 < knots && at[i + 1] < m) ++i;
    if (!(capital[i] > -HUGE_VAL) || at[i + 1] <= at[i]) return capital[i];
    return capital[i] + (capital[i + 1] - capital[i]) * std::clamp((m - at[i]) / (at[i + 1] - at[i]), 0.0, 1.0);
  };
  Plan best;
  best.edge = rows();
  double least = HUGE_VAL;
  for (double spread : spreads) {
    // From the last stratum: of the rows left, sums of weights, of rates by weight, and the events.
    double rows_left = 0, weights = 0, shares = 0, events = 0, lightest = HUGE_VAL;
    for (std::size_t h = count; h-- > 0;) {
      const Stratum &s = strata_[h];
      if (s.left.empty()) continue;
      const double size = static_cast<double>(s.left.size());
      const double weight = spread < 0 ? 1 : std::sqrt(s.rate + spread);
      lightest = std::min(lightest, weight);
      constexpr int parts = 4;
      for (int part = 1; part <= parts; ++part) {
        // So much of the stratum is left to be drawn from.
        const double kept = size * part / parts;
        const double n = rows_left + kept, w = weights + kept * weight, u = events + kept * s.rate;
        const double labelled = static_cast<double>(left_) - n;
        const double found_then = found + all - u, allowed_then = static_cast<double>(allowed(found_then));
        double draws = 0;
        if (n > allowed_then) {
          const double c = u / (allowed_then + 1);
          if (c >= 1) break;
          const double need = goal - capital_at(found_then + allowed_then + 1);
          const double mean = u > 0 ? (shares + kept * s.rate / weight) * w / (n * u) : w / (n * weight);
          const double most = caution * lightest * n / w, wanted = (1 - c) / mean;
          const double growth =
              wanted <= most
                  ? (allowed_then + 1) / n / mean * (1 - c + (c > 0 ? c * logarithm(c) : 0))
                  : most * (allowed_then + 1) / n + u / (n * mean) * logarithm_1p(-std::min(0.99, most * mean));
          if (!(growth > 0)) break;
          draws = need > 0 ? need / growth : 0;
          if (!(draws < n)) continue;
        }
        if (labelled + draws < least) {
          least = labelled + draws;
          best.draws = draws;
          best.spread = spread;
          best.events = found_then + allowed_then + 1;
          // The positions of what is left of this stratum are its last.
          int64_t edge = s.last, over = static_cast<int64_t>(kept);
          while (edge > s.first && over > 0)
            if (!is_labelled_[static_cast<std::size_t>(order_[static_cast<std::size_t>(--edge)])]) --over;
          best.edge = edge;
        }
      }
      rows_left += size;
      weights += size * weight;
      shares += size * s.rate / weight;
      events += size * s.rate;
    }
  }
  return best;
}

// The bet that grows fastest, were the rates right.
double Labelling::bet(const Plan &plan) const {
  double n = 0, weights = 0, shares = 0, events = 0;
  for (const Stratum &s : strata_) {
    const double size = static_cast<double>(s.left.size());
    n += size;
    weights += size * s.weight;
    shares += size * s.rate / s.weight;
    events += size * s.rate;
  }
  const double outstanding = plan.events - static_cast<double>(found_);
  if (!(events > 0) || !(outstanding > events)) return 0;
  return (1 - events / outstanding) * n * events / (shares * weights);
}

void Labelling::take(int64_t position) {
  Stratum &s = strata_[static_cast<std::size_t>(stratum_of_[static_cast<std::size_t>(position)])];
  const int64_t place = place_[static_cast<std::size_t>(position)], last = s.left.back();
  s.left[static_cast<std::size_t>(place)] = last;
  place_[static_cast<std::size_t>(last)] = place;
  s.left.pop_back();
  is_labelled_[static_cast<std::size_t>(order_[static_cast<std::size_t>(position)])] = 1;
  rows_.push_back(order_[static_cast<std::size_t>(position)]);
  positions_.push_back(position);
}

void Labelling::label_in_order(int64_t count) {
  for (; edge_ < rows() && count > 0; ++edge_) {
    if (is_labelled_[static_cast<std::size_t>(order_[static_cast<std::size_t>(edge_)])]) continue;
    take(edge_);
    inverse_.push_back(0);
    bets_.push_back(0);
    --count;
  }
}

void Labelling::draw(int64_t count, double bet) {
  double n = 0, mass = 0;
  for (const Stratum &s : strata_) {
    n += static_cast<double>(s.left.size());
    mass += static_cast<double>(s.left.size()) * s.weight;
  }
  for (; count > 0 && n > 0; --count) {
    double lightest = HUGE_VAL, point = random_.uniform() * mass;
    mass = 0;
    for (const Stratum &s : strata_) {
      if (s.left.empty()) continue;
      lightest = std::min(lightest, s.weight);
      mass += static_cast<double>(s.left.size()) * s.weight;
    }
    Stratum *chosen = nullptr;
    for (Stratum &s : strata_) {
      if (s.left.empty()) continue;
      chosen = &s;
      const double size = static_cast<double>(s.left.size()) * s.weight;
      if (point < size) break;
      point -= size;
    }
    const auto size = static_cast<double>(chosen->left.size());
    const auto place = static_cast<std::size_t>(std::min(size - 1, std::floor(random_.uniform() * size)));
    inverse_.push_back(mass / (n * chosen->weight));
    bets_.push_back(std::min(bet, caution * n * lightest / mass));
    take(chosen->left[place]);
    mass -= chosen->weight;
    n -= 1;
  }
}

const std::vector<int64_t> &Labelling::next(int64_t most) {
  if (most < 1) fail(Status::argument, "most is ", most, ": must be at least 1");
  if (!rows_.empty() || done_) return rows_;
  think();
  const Plan found = plan();
  int64_t in_order = 0, draws = 0;
  if (drawn() < pilot) {
    draws = pilot;
  } else {
    for (int64_t i = edge_; i < found.edge; ++i)
      in_order += is_labelled_[static_cast<std::size_t>(order_[static_cast<std::size_t>(i)])] == 0;
    if (in_order > 16) in_order = std::max<int64_t>(16, in_order / 3);
    draws = found.draws > 0 ? std::max<int64_t>(8, static_cast<int64_t>(found.draws / 6)) : 0;
    if (in_order == 0 && draws == 0) in_order = 1;
  }
  if (in_order > 0) label_in_order(std::min(in_order, most));
  draws = std::min(draws, most - static_cast<int64_t>(rows_.size()));
  if (draws > 0) {
    for (Stratum &s : strata_) s.weight = found.spread < 0 ? 1 : std::sqrt(s.rate + found.spread);
    draw(draws, bet(found));
  }
  return rows_;
}

void Labelling::answer(const std::vector<uint8_t> &events, std::vector<double> chances) {
  if (events.size() != rows_.size())
    fail(Status::argument, "events has ", events.size(), " values: must be those of the ", rows_.size(),
         " rows asked for");
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i] > 1) fail(Status::argument, "events[", i, "] is ", static_cast<int>(events[i]), ": must be 0 or 1");
  if (!chances.empty() && chances.size() != chances_.size())
    fail(Status::argument, "chances has ", chances.size(), " elements: must have ", rows(), ", one per row");
  check_chances(chances);
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (inverse_[i] > 0)
      draws_.push_back(
          {events[i] ? inverse_[i] : 0, bets_[i], static_cast<double>(found_), static_cast<double>(left_)});
    Stratum &s = strata_[static_cast<std::size_t>(stratum_of_[static_cast<std::size_t>(positions_[i])])];
    ++s.labelled;
    s.events += events[i];
    is_event_[static_cast<std::size_t>(rows_[i])] = events[i];
    found_ += events[i];
    --left_;
  }
  rows_.clear();
  positions_.clear();
  inverse_.clear();
  bets_.clear();
  const double refused = static_cast<double>(found_ + allowed() + 1);
  done_ = left_ <= allowed() || log_capital(refused, true) >= -logarithm(goal_.delta);
  if (chances.empty()) return;
  chances_ = std::move(chances);
  stratify();
}

}  // namespace wald::core::routes
