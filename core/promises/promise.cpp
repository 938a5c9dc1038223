// Feeds, merges and reads promises that are watched.
#include "core/numeric/contraction.hpp"  // first

#include "core/promises/promise.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core::promises {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double checked_label_probability(const Reals &p, int64_t i, double least) {
  if (!p.data) return 1;
  const double x = p[i];
  if (!(x >= 0 && x <= one_rounded(p.is_float)))
    fail(Status::argument, "label_probabilities[", i, "] is ", x, ": must lie in [0, 1]");
  if (x < least) {
    if (x == 0)
      fail(Status::argument, "label_probabilities[", i,
           "] is 0, and the row counts: a label that is never asked for says nothing");
    fail(Status::argument, "label_probabilities[", i, "] is ", x, ": must be at least min_label_probability = ", least,
         ", on which the bets stand");
  }
  return std::min(x, 1.0);
}

double evidence_of(double log) { return log >= 690.7 ? Promise::most_evidence : exponential(log); }

}  // namespace

std::vector<double> closed_means(const std::vector<double> &logs) {
  // Those with the k smallest others are enough, as long as each lies below the mean; more of them do for larger
  // evidence.
  std::vector<std::size_t> order(logs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logs[a] < logs[b]; });
  const auto plain = [&](std::size_t i) { return exponential(std::min(logs[order[i]], 690.0)); };
  std::vector<double> out(logs.size());
  double sum = 0;
  std::size_t k = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double own = plain(i);
    while (k < i && plain(k) * static_cast<double>(k + 1) < own + sum) sum += plain(k++);
    out[order[i]] = logarithm((own + sum) / static_cast<double>(k + 1));
  }
  return out;
}

Promise::Promise(std::string_view claim, const PromiseOptions &options)
    : claim_(parse_claim(claim)), options_(options) {
  check_ranges(options);
  if (options.min_label_probability < 1 && !claim_.needs_labels())
    fail(Status::argument, "min_label_probability is ", options.min_label_probability, ": ", claim_.metric,
         " needs no labels");
  max_scale_ = options.max_weight / options.min_label_probability;
  const Side worse = claim_.at_least ? Side::below : Side::above;
  against_ = terms_at(claim_, claim_.bound, worse, max_scale_);
  for_ = terms_at(claim_, claim_.bound, worse == Side::below ? Side::above : Side::below, max_scale_);
  clear();
}

void Promise::clear() {
  streams_.assign(static_cast<std::size_t>(options_.n_segments + 1), Stream());
  factors_.clear();
}

double Promise::log_goal() const { return -logarithm(options_.delta); }

// ---- Feeding ---------------------------------------------------------------------------------------

Promise::Counted Promise::counted(const WatchedRows &rows, int64_t i) const {
  const bool flagged = rows.flagged[i] != 0;
  const double weight = rows.weights.data ? rows.weights[i] : 1;
  const uint8_t label = rows.labels[i];
  if (!claim_.needs_label(flagged)) {
    const int cell = flagged ? 1 : 3;
    return {cell, claim_.counts(cell) ? weight : 0, false};
  }
  if (label == no_label) return {0, 0, false};
  const int cell = flagged ? (label ? 0 : 1) : label ? 2 : 3;
  const double p = rows.label_probabilities.data ? std::min(rows.label_probabilities[i], 1.0) : 1;
  return {cell, claim_.counts(cell) ? weight / p : 0, true};
}

void Promise::check(const WatchedRows &rows, std::vector<double> &new_scales) const {
  const std::vector<ScaleCounts> &known = stream().counts.scales();
  double last = 0;
  for (int64_t i = 0; i < rows.flagged.n; ++i) {
    if (rows.flagged[i] > 1) fail(Status::argument, "flagged[", i, "] is ", rows.flagged[i], ": must be 0 or 1");
    const uint8_t label = rows.labels[i];
    if (label > no_label) fail(Status::argument, "labels[", i, "] is ", label, ": must be 0, 1 or 2 (no label)");
    const double weight = rows.weights.data ? rows.weights[i] : 1;
    if (!(weight >= 0 && weight <= options_.max_weight))
      fail(Status::argument, "weights[", i, "] is ", weight, ": must lie in [0, max_weight = ", options_.max_weight,
           "]");
    if (rows.times.data && !std::isfinite(rows.times[i]))
      fail(Status::argument, "times[", i, "] is ", rows.times[i], ": must be finite");
    if (rows.segments.data && !(rows.segments[i] >= 0 && rows.segments[i] < n_segments()))
      fail(Status::argument, "segments[", i, "] is ", rows.segments[i],
           ": must lie in [0, n_segments - 1 = ", n_segments() - 1, "]");
    const bool needed = claim_.needs_label(rows.flagged[i] != 0);
    const double p =
        checked_label_probability(rows.label_probabilities, i, needed ? options_.min_label_probability : 0);
    if (needed && label == no_label && p == 1 && weight > 0)
      fail(Status::argument, "labels[", i,
           "] is 2 (no label), and its label probability is 1: feed the row when its label comes, "
           "or give the probability with which labels are asked for");
    const double scale = counted(rows, i).scale;
    if (scale == last || scale == 0) continue;
    last = scale;
    const auto at =
        std::lower_bound(known.begin(), known.end(), scale, [](const ScaleCounts &s, double x) { return s.scale < x; });
    if (at != known.end() && at->scale == scale) continue;
    const auto place = std::lower_bound(new_scales.begin(), new_scales.end(), scale);
    if (place == new_scales.end() || *place != scale) new_scales.insert(place, scale);
    if (new_scales.size() + known.size() > most_scales)
      RowCounts(stream().counts).add_all(new_scales);  // which refuses
  }
}

void Promise::add_scales(const std::vector<double> &scales) {
  std::vector<Stream> streams = streams_;
  streams[0].counts.add_all(scales);
  for (Stream &s : streams)
    for (const ScaleCounts &one : streams[0].counts.scales()) s.counts.place_of(one.scale);
  std::vector<std::array<Factors, 4>> factors;
  for (const ScaleCounts &s : streams[0].counts.scales()) {
    factors.emplace_back();
    for (std::size_t c = 0; c < 4; ++c)
      for (std::size_t j = 0; j < n_bets; ++j) {
        const double against = against_.bets[j] * (against_.of_cell[c] * s.scale);
        Factors &of = factors.back()[c];
        of.against[j] = 1 + against;
        of.log_against[j] = logarithm_1p(against);
        of.log_for[j] = logarithm_1p(for_.bets[j] * (for_.of_cell[c] * s.scale));
      }
  }
  streams_.swap(streams);
  factors_.swap(factors);
}

void Promise::add(Stream &to, const Counted &row, std::size_t place, double position) const {
  static const Bets &shares = bet_shares();
  ++to.n_rows;
  to.n_labels += row.labelled;
  if (row.scale == 0) return;
  to.counts.add(place, row.cell);
  const Bets &factors = factors_[place][static_cast<std::size_t>(row.cell)].against;
  if (std::isnan(options_.average_run)) return to.detector.row_of_all(factors, position);
  to.detector.row_of_recent(factors, position);
  if (!(to.detector.capital(shares) >= options_.average_run)) return;
  if (to.alarms++ == 0) to.alarm = {true, to.detector.since(), position};
  to.detector = Detector();
}

void Promise::feed(const WatchedRows &rows) {
  if ((rows.segments.data != nullptr) != (n_segments() > 0))
    fail(Status::argument,
         rows.segments.data ? "segments are given: n_segments is 0" : "segments is NULL: n_segments is above 0");
  std::vector<double> new_scales;
  check(rows, new_scales);
  if (!new_scales.empty()) add_scales(new_scales);
  std::size_t place = 0;
  for (int64_t i = 0; i < rows.flagged.n; ++i) {
    if (rows.weights.data && rows.weights[i] == 0) continue;
    const Counted row = counted(rows, i);
    const double position = rows.times.data ? rows.times[i] : static_cast<double>(stream().n_rows);
    if (row.scale != 0) {
      const auto &scales = stream().counts.scales();
      if (scales[place].scale != row.scale) place = streams_[0].counts.place_of(row.scale);
    }
    add(streams_[0], row, place, position);
    if (rows.segments.data) add(streams_[static_cast<std::size_t>(rows.segments[i] + 1)], row, place, position);
  }
  if (rows.flagged.n > 0) look();
}

// Notes whose evidence is enough now, as evidence may fall again.
void Promise::look() {
  const auto note = [&](Stream &s, double against, double kept) {
    if (against >= log_goal() && !s.evidence.found)
      s.evidence = {true, s.detector.is_new() ? nan : s.detector.since(), s.detector.last()};
    s.kept = s.kept || kept >= log_goal();
  };
  note(streams_[0], log_evidence_of(true, streams_[0]), log_evidence_of(false, streams_[0]));
  if (n_segments() == 0) return;
  const std::vector<double> against = closed_means(log_evidences(true)), kept = closed_means(log_evidences(false));
  for (std::size_t s = 1; s < streams_.size(); ++s) note(streams_[s], against[s - 1], kept[s - 1]);
}

void Promise::merge(const Promise &other) {
  if (other.claim_.text != claim_.text)
    fail(Status::argument, "other promises ", other.claim_.text, ": this promises ", claim_.text);
  const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  const PromiseOptions &a = options_, &b = other.options_;
  if (!same(a.delta, b.delta) || !same(a.average_run, b.average_run) ||
      !same(a.min_label_probability, b.min_label_probability) || !same(a.max_weight, b.max_weight) ||
      a.n_segments != b.n_segments)
    fail(Status::argument,
         "other has other options: delta, average_run, min_label_probability, max_weight and n_segments must agree");
  if (other.stream().n_rows == 0) return;
  if (stream().n_rows == 0) {
    *this = Promise(other);
    return;
  }
  std::vector<Stream> streams = streams_;
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const Stream &from = other.streams_[i];
    Stream &to = streams[i];
    to.counts.merge(from.counts);
    to.n_rows += from.n_rows;
    to.n_labels += from.n_labels;
    to.alarms += from.alarms;
    if (from.alarm.found && (!to.alarm.found || from.alarm.since < to.alarm.since ||
                             (from.alarm.since == to.alarm.since && from.alarm.at < to.alarm.at)))
      to.alarm = from.alarm;
    to.detector = Detector();
    to.evidence = Finding();
    to.kept = false;
  }
  streams_.swap(streams);
  add_scales({});
  look();
}

// ---- Reading ---------------------------------------------------------------------------------------

double Promise::log_evidence_of(bool broken, const Stream &s) const {
  Bets logs{};
  const std::vector<ScaleCounts> &scales = s.counts.scales();
  for (std::size_t i = 0; i < scales.size(); ++i)
    for (std::size_t c = 0; c < 4; ++c) {
      if (scales[i].cells[c] == 0) continue;
      const Bets &of = broken ? factors_[i][c].log_against : factors_[i][c].log_for;
      for (std::size_t j = 0; j < n_bets; ++j) logs[j] += static_cast<double>(scales[i].cells[c]) * of[j];
    }
  return log_mean(logs);
}

std::vector<double> Promise::log_evidences(bool broken) const {
  std::vector<double> out;
  for (std::size_t s = 1; s < streams_.size(); ++s) out.push_back(log_evidence_of(broken, streams_[s]));
  return out;
}

double Promise::evidence(bool broken, int64_t segment) const {
  if (segment < 0) return evidence_of(log_evidence_of(broken, stream()));
  return evidences(broken)[static_cast<std::size_t>(segment)];
}

std::vector<double> Promise::evidences(bool broken) const {
  std::vector<double> out = closed_means(log_evidences(broken));
  for (double &one : out) one = evidence_of(one);
  return out;
}

PromiseState Promise::state(int64_t segment) const {
  const Stream &s = stream(segment);
  if (s.alarm.found || s.evidence.found) return PromiseState::broken;
  return s.kept ? PromiseState::kept : PromiseState::open;
}

Finding Promise::broken(int64_t segment) const {
  const Stream &s = stream(segment);
  // Whichever came first, where both are known.
  return s.evidence.found && !(s.alarm.found && !(s.evidence.at < s.alarm.at)) ? s.evidence : s.alarm;
}

double Promise::value(int64_t segment) const {
  const std::array<double, 4> totals = stream(segment).counts.totals();
  double top = 0, bottom = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    top += claim_.ratio.top[c] * totals[c];
    bottom += claim_.ratio.bottom[c] * totals[c];
  }
  return bottom > 0 ? top / bottom : nan;
}

Limits Promise::limits(int64_t segment) const {
  const double goal = log_goal() + (segment < 0 ? 0 : logarithm(static_cast<double>(n_segments())));
  return limits_of(claim_, goal, max_scale_, stream(segment).counts);
}

double Promise::labels_needed(int64_t segment) const {
  const Stream &s = stream(segment);
  const double v = value(segment), seen = static_cast<double>(claim_.needs_labels() ? s.n_labels : s.n_rows);
  if (std::isnan(v)) return nan;
  if (state(segment) != PromiseState::open) return 0;
  const double goal = log_goal() + (segment < 0 ? 0 : logarithm(static_cast<double>(n_segments())));
  const Bets logs = log_capitals(terms(claim_.at_least ? v < claim_.bound : v > claim_.bound), s.counts);
  const auto enough = [&](double more) { return log_mean(logs, 1 + more / seen) >= goal; };
  if (enough(0)) return 0;
  if (!(*std::max_element(logs.begin(), logs.end()) > 0)) return std::numeric_limits<double>::infinity();
  double low = 0, high = 1;
  while (!enough(high)) low = high, high *= 2;
  while (high - low > std::max(0.5, 1e-9 * high)) {
    const double middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return std::ceil(high);
}

}  // namespace wald::core::promises
