// Plans the passes over a table in bins: windows, factors and grids.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/micro/micro_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/saved/saved_bytes.hpp"

namespace wald::core::decisions {

namespace {

// Within a factor of two probabilities are a line in their bits.
double sum_of(const MicroBin &bin) {
  Wide least;
  least.add_product(bin.least, bin.count);
  const int exponent = std::max(static_cast<int>(bin.least >> 52), 1) - 1075;
  return static_cast<double>(bin.count) * number_of(bin.least) + std::ldexp(bin.sum.less(least).value(), exponent);
}

}  // namespace

void MicroPlan::set_metric(const Metric &given) {
  const auto refuse = [&](const char *why) {
    fail(Status::unsupported, "metric \"", given.name(), "\" over a table in bins: ", why);
  };
  if (!given.is_custom() && given.additive())
    refuse("a sum over the items needs no passes: decide the rows of each part by themselves");
  const auto known = given.is_custom() ? std::nullopt : RatioMetric::of(given);
  const auto its_rates = given.is_custom() ? std::nullopt : rates_of(given);
  const auto its_values = given.is_custom() ? std::nullopt : PredictiveMetric::of(given);
  const auto separable = given.is_custom() ? std::nullopt : given.separable();
  if (known) {
    ratio = *known;
    form = is_ratio;
  } else if (its_rates) {
    rates = *its_rates;
    form = is_rates;
  } else if (its_values) {
    predictive = *its_values;
    form = is_predictive;
  } else if (separable && separable->kind == SeparableForm::root) {
    form = is_root;
  } else {
    refuse(
        "only F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, recall, specificity, precision, npv "
        "and markedness are decided so; others need all items on one machine");
  }
  metric = parse_metric(given.name(), given.zero_division());
}

double MicroPlan::listed_below() const {
  const double complement = complement_factors().listed_above;
  return complement < 1 ? std::nextafter(1 - complement, 2) : 0;
}

void MicroPlan::finish() {
  ByteWriter out;
  out.text(metric->name());
  out.whole(static_cast<uint64_t>(metric->zero_division()));
  out.whole(static_cast<uint64_t>(options.at_least + 1));
  out.whole(static_cast<uint64_t>(options.at_most + 1));
  out.whole(limits.first);
  question = out.bytes();
  out.whole(limits.later);
  out.whole(static_cast<uint64_t>(limits.few));
  out.whole(static_cast<uint64_t>(pass));
  if (pass > 1) {
    out.whole(totals.items);
    out.whole(totals.positive);
    out.whole(totals.largest);
    out.fixed(totals.print);
    out.real(low);
    out.real(high);
    out.real(z);
    const FactorPlan plan = factors(totals.largest);
    above = PowerGrid::make(plan.largest_kept, plan.powers);
    below = PowerGrid::make(std::min(low, plan.largest_kept), plan.powers);
    if (form == is_rates) {
      out.real(z_complements);
      const FactorPlan complement = complement_factors();
      above_complements = PowerGrid::make(std::min(1 - high, complement.largest_kept), complement.powers);
      below_complements = PowerGrid::make(complement.largest_kept, complement.powers);
    }
  }
  bytes = out.bytes();
}

std::vector<NumberWindow> MicroPlan::windows() const {
  const NumberWindow all{1, bits_of(1)};
  if (pass == 1) return {all};
  std::vector<NumberWindow> out;
  const auto add = [&](NumberWindow next) {  // by rising `low`
    if (!out.empty() && next.low <= out.back().high + 1)
      out.back().high = std::max(out.back().high, next.high);
    else
      out.push_back(next);
  };
  const double least = listed_below(), greatest = listed_above();
  if (least > 0) add({1, bits_of(least) - 1});
  if (greatest < low) {  // then so is the window
    add({bits_of(greatest) + 1, bits_of(1)});
  } else {
    add({bits_of(low), bits_of(high)});
    if (greatest < 1) add({bits_of(greatest) + 1, bits_of(1)});
  }
  return out;
}

std::vector<MicroRange> bins_between(const std::vector<MicroBin> &bins, double low, double high) {
  std::vector<MicroRange> out;
  for (auto bin = bins.rbegin(); bin != bins.rend(); ++bin) {
    const double least = number_of(bin->least), greatest = number_of(bin->greatest);
    // By where it ends: one may lie across an edge of the window, beside which items are listed.
    if (greatest < low || greatest > high) continue;
    out.push_back({least, greatest, static_cast<double>(bin->count), sum_of(*bin)});
  }
  return out;
}

MicroWindow::MicroWindow(std::vector<MicroRange> bins) : bins_(std::move(bins)) {}

double MicroWindow::items() const {
  double out = 0;
  for (const MicroRange &bin : bins_) out += bin.count;
  return out;
}

double MicroWindow::items_sum() const {
  double out = 0;
  for (const MicroRange &bin : bins_) out += bin.sum;
  return out;
}

MicroWindow::Choice MicroWindow::choose(const RatioMetric &metric, double mu, KRange range) const {
  const std::size_t size = bins_.size();
  const double b = metric.b;
  std::vector<double> k{count_}, a{sum_};  // before each bin, and behind the last
  for (const MicroRange &bin : bins_) {
    k.push_back(k.back() + bin.count);
    a.push_back(a.back() + bin.sum);
  }
  const auto ratio_at = [&](std::size_t i) { return k[i] > 0 ? a[i] / (k[i] + b * mu) : 0; };
  std::size_t best = 0;
  for (std::size_t i = 1; i <= size; ++i)
    if (ratio_at(i) > ratio_at(best)) best = i;
  if (size == 0) return {0, 0, count_, sum_, 0, true, true};
  const double least_k = static_cast<double>(range.low), most_k = static_cast<double>(range.high);
  // The bins around the optimum, [first, last), and how far it may lie beside what ranges say.
  const auto bin_of = [&](double rank) {  // that holds the item of this rank, counted from 1
    std::size_t i = 0;
    while (i + 1 < size && k[i + 1] < rank) ++i;
    return i;
  };
  std::size_t first = best > 0 ? best - 1 : 0, last = std::min(size, best + 1);
  double lambda = ratio_at(best), open = 0.25;
  bool to_left = true, to_right = true;
  double center_k = std::max(1.0, k[best]), center_a = a[best];
  const auto fix = [&](double rank) {
    first = bin_of(rank);
    last = first + 1;
    center_k = std::max(1.0, rank);
    center_a = a[first] + std::clamp(rank - k[first], 0.0, bins_[first].count) * bins_[first].sum / bins_[first].count;
    lambda = center_a / (center_k + b * mu);
    open = 1;
  };
  if (k[best] > most_k) fix(most_k), to_right = false;
  if (k[best] < least_k) fix(least_k), to_left = false;
  double unsure = 0;
  for (std::size_t i = first; i < last; ++i) unsure += open * bins_[i].count * (bins_[i].high - bins_[i].low);
  const double f = std::max(0.0, mu - center_a);
  const double reached = metric.level(metric.limits({center_k, center_a, f, center_a, f}).low);
  const double short_of = std::max(0.0, lambda - reached) * (center_k + b * mu);
  const double distance = 2 * (metric.most_slack() + short_of + unsure);
  constexpr double few = 8;
  Choice out{};
  double sum = 0, items = 0;
  std::size_t from = first, to = last;
  while (to_left && from > 0 && (sum < distance || items < few)) {
    --from;
    sum += bins_[from].sum - lambda * bins_[from].count;
    items += bins_[from].count;
  }
  out.hit_left = to_left && (sum < distance || items < few);
  sum = items = 0;
  while (to_right && to < size && (sum < distance || items < few)) {
    sum += lambda * bins_[to].count - bins_[to].sum;
    items += bins_[to].count;
    ++to;
  }
  out.hit_right = to_right && (sum < distance || items < few);
  // What a constraint asks for may lie beside all ranges.
  if (!to_right && k[0] >= most_k) out.hit_left = true;
  if (!to_left && k[size] < least_k) out.hit_right = true;
  out.high = bins_[from].high;
  out.low = bins_[to - 1].low;
  out.k = k[from];
  out.sum = a[from];
  out.items = k[to] - k[from];
  return out;
}

MicroWindow::Choice MicroWindow::choose_rates(const std::vector<double> &gains, double least_threshold,
                                              double greatest_threshold, double distance, KRange range) const {
  const std::size_t size = bins_.size();
  if (size == 0) return {0, 0, count_, sum_, 0, true, true};
  const double least_k = static_cast<double>(range.low), most_k = static_cast<double>(range.high);
  std::vector<double> k{count_};  // before each bin, and behind the last
  for (const MicroRange &bin : bins_) k.push_back(k.back() + bin.count);
  std::size_t from = 0, to = 0;  // bins in which the threshold may be
  while (from < size && bins_[from].low > greatest_threshold) ++from;
  for (to = from; to < size && bins_[to].high >= least_threshold;) ++to;
  const auto bin_of = [&](double rank) {  // that holds the item of this rank, counted from 1
    std::size_t i = 0;
    while (i + 1 < size && k[i + 1] < rank) ++i;
    return i;
  };
  if (k[from] > most_k) from = bin_of(most_k), to = from + 1;
  if (k[to] < least_k) from = bin_of(least_k), to = from + 1;
  constexpr double few = 8;
  Choice out{};
  double sum = 0, items = 0;
  const auto wanting = [&] { return sum < distance || items < few; };
  while (from > 0 && k[from] > least_k && wanting()) {
    --from;
    sum += gains[from] * bins_[from].count;
    items += bins_[from].count;
  }
  out.hit_left = from == 0 && k[0] > least_k && wanting();
  sum = items = 0;
  while (to < size && k[to] < most_k && wanting()) {
    sum -= gains[to] * bins_[to].count;
    items += bins_[to].count;
    ++to;
  }
  out.hit_right = to == size && k[size] < most_k && wanting();
  out.high = bins_[std::min(from, size - 1)].high;
  out.low = bins_[to > 0 ? to - 1 : 0].low;
  out.k = k[from];
  out.items = k[to] - k[from];
  return out;
}

MicroWindow::Choice MicroWindow::choose_predictive(const PredictiveMetric &metric, double n, double mu, double below,
                                                  double zeros, double tie, KRange range) const {
  constexpr double rounded = 1e-12;
  struct Sum {
    double least, most;
  };
  std::vector<MicroRange> bins = bins_;
  if (zeros > 0) bins.push_back({0, 0, zeros, 0});
  const std::size_t size = bins.size();
  std::vector<Sum> of(size), before(size + 1), behind(size + 1);  // the items of each bin, and those beside it
  std::vector<double> at{count_};                                 // k before each bin, and behind the last
  before[0] = {sum_ * (1 - rounded), sum_ * (1 + rounded)};
  for (std::size_t i = 0; i < size; ++i) {
    const MicroRange &bin = bins[i];
    const bool line = bits_of(bin.low) >> 52 == bits_of(bin.high) >> 52;
    of[i] = {line ? bin.sum * (1 - rounded) : bin.count * bin.low, line ? bin.sum * (1 + rounded) : bin.count * bin.high};
    before[i + 1] = {before[i].least + of[i].least, before[i].most + of[i].most};
    at.push_back(at.back() + bin.count);
  }
  behind[size] = {below * (1 - rounded), below * (1 + rounded)};
  for (std::size_t i = size; i-- > 0;)
    behind[i] = {behind[i + 1].least + of[i].least, behind[i + 1].most + of[i].most};
  const double first = std::max(1.0, static_cast<double>(range.low)),
               last = std::min(n - 1, static_cast<double>(range.high));
  // What two different k surely reach.
  double best = -std::numeric_limits<double>::infinity(), second = best, best_k = -1;
  const auto reach = [&](double k, double value) {
    if (k == best_k) {
      best = std::max(best, value);
    } else if (value > best) {
      second = best;
      best = value;
      best_k = k;
    } else {
      second = std::max(second, value);
    }
  };
  const auto lines = [&](std::size_t i, double k, bool greatest) {  // the limit of the value at k, which bin i ends with
    const MicroRange &bin = bins[i];
    const double in = k - at[i], out = at[i + 1] - k;
    if (greatest)
      return metric.value(k, n, std::min(before[i].most + bin.high * in, before[i + 1].most - bin.low * out),
                          std::max(behind[i + 1].least + bin.low * out, behind[i].least - bin.high * in));
    return metric.value(k, n, std::max(before[i].least + bin.low * in, before[i + 1].least - bin.high * out),
                        std::min(behind[i + 1].most + bin.high * out, behind[i].most - bin.low * in));
  };
  const double spread = before[size].most - before[size].least + rounded * mu;
  if (range.low == 0) reach(0, metric.at_none(n, mu) - spread / n);
  if (static_cast<double>(range.high) >= n) reach(n, metric.at_all(n, mu) - spread / n);
  for (std::size_t i = 0; i < size; ++i)
    for (double k : {at[i], at[i] + 1, at[i + 1] - 1, at[i + 1], first, last})
      if (k >= std::max(first, at[i]) && k <= std::min(last, at[i + 1])) reach(k, lines(i, k, false));
  const double level = second - 2 * tie - rounded * (metric.precision + metric.npv + std::fabs(metric.shift));
  Choice out{1, 0, 0, 0, 0, false, false};
  for (std::size_t i = 0; i < size; ++i) {
    const MicroRange &bin = bins[i];
    const double from = std::max(at[i], first), to = std::min(at[i + 1], last);
    if (from > to) continue;
    // Between the k at which lines cross the limit is convex, and greatest at an end.
    std::vector<double> ends{from, to};
    if (bin.high > bin.low) {
      const double width = bin.high - bin.low, plus = bin.high * at[i] - bin.low * at[i + 1];
      ends.push_back((before[i + 1].most - before[i].most + plus) / width);
      ends.push_back((behind[i].least - behind[i + 1].least + plus) / width);
    }
    if (std::none_of(ends.begin(), ends.end(),
                     [&](double k) { return lines(i, std::clamp(k, from, to), true) >= level; }))
      continue;
    if (out.items == 0) {
      const std::size_t start = std::min(i, std::max<std::size_t>(bins_.size(), 1) - 1);  // before those of 0
      out.high = bins[start].high;
      out.k = at[start];
      out.hit_left = start == 0;
    }
    out.low = bin.low;
    out.items = at[i + 1] - out.k;
    out.hit_right = i + 1 >= bins_.size();
  }
  if (out.items == 0 && !bins_.empty())  // none but k = 0 and n
    return {bins_[0].low, bins_[0].high, at[0], 0, bins_[0].count, false, false};
  return out;
}

MicroWindow::Choice MicroWindow::choose_root(double slopes, KRange range) const {
  const double least_k = std::max(1.0, static_cast<double>(range.low)), most_k = static_cast<double>(range.high);
  // Sums of the items of a bin are known where their bits are a line, else by its ends.
  struct Before {
    double k, least, most;  // of the items before a bin: how many, and bounds of their sum
  };
  constexpr double rounded = 1e-12;
  std::vector<Before> at{{count_, sum_ * (1 - rounded), sum_ * (1 + rounded)}};
  for (const MicroRange &bin : bins_) {
    const bool line = bits_of(bin.low) >> 52 == bits_of(bin.high) >> 52;
    at.push_back({at.back().k + bin.count, at.back().least + (line ? bin.sum * (1 - rounded) : bin.count * bin.low),
                  at.back().most + (line ? bin.sum * (1 + rounded) : bin.count * bin.high)});
  }
  // A value that some k of the range reaches, as a multiple of the least c(p)/p.
  double best = 0, best_k = 1;
  const auto reach = [&](double k, double sum) {
    if (k < least_k || k > most_k || !(sum / std::sqrt(k) > best)) return;
    best = sum / std::sqrt(k);
    best_k = k;
  };
  for (std::size_t i = 0; i < at.size(); ++i) {
    reach(at[i].k, at[i].least);
    if (i == bins_.size()) break;
    for (double k : {least_k, most_k})
      if (k > at[i].k && k < at[i + 1].k) reach(k, at[i].least + bins_[i].low * (k - at[i].k));
  }
  // Of the best k a neighbour is worth less by a share of 1/k at most.
  const double level = best * (1 - std::min(0.5, 1e-5 + 1 / best_k)) / slopes;
  Choice out{1, 0, 0, 0, 0, false, false};
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    const MicroRange &bin = bins_[i];
    const double from = std::max({at[i].k, least_k - 1, 0.0}), to = std::min(at[i + 1].k, most_k);
    if (from > to) continue;
    // Two lines bound the sum, so that less a multiple of sqrt(k) the lower one is greatest at an end or where they cross.
    const auto reaches = [&](double k) {
      k = std::max(1.0, std::clamp(k, from, to));
      const double sum =
          std::min(at[i].most + bin.high * (k - at[i].k), at[i + 1].most - bin.low * std::max(0.0, at[i + 1].k - k));
      return sum >= level * std::sqrt(k);
    };
    const double crossing = bin.high > bin.low ? (at[i + 1].most - bin.low * at[i + 1].k - at[i].most +
                                                  bin.high * at[i].k) / (bin.high - bin.low)
                                               : from;
    if (!reaches(from) && !reaches(to) && !reaches(crossing)) continue;
    if (out.items == 0) {
      out.high = bin.high;
      out.k = at[i].k;
      out.sum = at[i].most;
      out.hit_left = i == 0;
    }
    out.low = bin.low;
    out.items = at[i + 1].k - out.k;
    out.hit_right = i + 1 == bins_.size();
  }
  if (out.items == 0 && !bins_.empty() && least_k > at.back().k) {  // items of probability 0 are asked for
    const MicroRange &last = bins_.back();
    return {last.low, last.high, at[bins_.size() - 1].k, 0, last.count, bins_.size() == 1, true};
  }
  if (out.items == 0) out.hit_left = out.hit_right = true;
  return out;
}

}  // namespace wald::core::decisions
