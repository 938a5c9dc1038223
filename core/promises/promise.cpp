// Feeds, merges and reads promises that are watched.
#include "core/numeric/contraction.hpp"  // first

#include "core/promises/promise.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
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
    if (x == 0) fail(Status::argument, "label_probabilities[", i, "] is 0, and the row counts: must be above 0");
    fail(Status::argument, "label_probabilities[", i, "] is ", x, ": must be at least min_label_probability = ", least);
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

void Promise::check_row(const WatchedRows &rows, int64_t i) const {
  if (rows.flagged[i] > 1) fail(Status::argument, "flagged[", i, "] is ", rows.flagged[i], ": must be 0 or 1");
  const uint8_t label = rows.labels[i];
  if (label > no_label) fail(Status::argument, "labels[", i, "] is ", label, ": must be 0, 1 or 2 (no label)");
  const double weight = rows.weights.data ? rows.weights[i] : 1;
  if (!(weight >= 0 && weight <= options_.max_weight))
    fail(Status::argument, "weights[", i, "] is ", weight, ": must lie in [0, max_weight = ", options_.max_weight, "]");
  if (rows.times.data && !std::isfinite(rows.times[i]))
    fail(Status::argument, "times[", i, "] is ", rows.times[i], ": must be finite");
  if (rows.segments.data && !(rows.segments[i] >= 0 && rows.segments[i] < n_segments()))
    fail(Status::argument, "segments[", i, "] is ", rows.segments[i], ": must lie in [0, n_segments - 1 = ",
         n_segments() - 1, "]");
  const bool needed = claim_.needs_label(rows.flagged[i] != 0);
  const double p = checked_label_probability(rows.label_probabilities, i, needed ? options_.min_label_probability : 0);
  if (needed && label == no_label && p == 1 && weight > 0)
    fail(Status::argument, "labels[", i,
         "] is 2 (no label), and its label probability is 1: feed the row when its label comes, "
         "or give the probability with which labels are asked for");
}

namespace {

// Kinds of rows: four times the number of the scale, in the order in which scales are met, and the cell; or one of these.
constexpr uint8_t not_known_yet = 252, labelled_row = 253, other_row = 254, no_row = 255;

// Kinds by probability, weight, flag and label, of pairs that were met: so that a row costs no division and no search.
class KindTable {
 public:
  // The six kinds of a pair, some of which may not be known yet.
  uint8_t *of(double probability, double weight) {
    const uint64_t mixed = bits(probability) * 0x9E3779B97F4A7C15U + bits(weight) * 0xC2B2AE3D27D4EB4FU;
    const std::size_t at = mixed >> 58;
    Pair &pair = pairs_[at];
    if ((used_ >> at & 1) && pair.probability == probability && pair.weight == weight) return pair.kinds;
    used_ |= uint64_t{1} << at;
    pair.probability = probability;
    pair.weight = weight;
    std::fill(std::begin(pair.kinds), std::end(pair.kinds), not_known_yet);
    return pair.kinds;
  }

 private:
  static uint64_t bits(double x) {
    uint64_t out;
    std::memcpy(&out, &x, sizeof out);
    return out;
  }
  struct Pair {
    double probability, weight;
    uint8_t kinds[6];
  };
  uint64_t used_ = 0;
  Pair pairs_[64];
};

}  // namespace

// Throws for the first row that is wrong. `met`: the scales of the kinds.
void Promise::find_kinds(const WatchedRows &rows, uint8_t *kinds, std::vector<double> &met) const {
  const auto find = [&](int64_t i) -> uint8_t {
    check_row(rows, i);
    if (rows.weights.data && rows.weights[i] == 0) return no_row;
    const Counted row = counted(rows, i);
    if (row.scale == 0) return row.labelled ? labelled_row : other_row;
    std::size_t number = static_cast<std::size_t>(std::find(met.begin(), met.end(), row.scale) - met.begin());
    if (number == met.size()) {
      RowCounts all = stream().counts;
      met.push_back(row.scale);
      all.add_all(met);  // which refuses too many
    }
    return static_cast<uint8_t>(4 * number + static_cast<std::size_t>(row.cell));
  };
  const int64_t n = rows.flagged.n;
  if (n < 8) {
    for (int64_t i = 0; i < n; ++i) kinds[i] = find(i);
    return;
  }
  KindTable table;
  uint8_t *pair = table.of(1, 1);
  for (int64_t i = 0; i < n; ++i) {
    const uint8_t flagged = rows.flagged[i], label = rows.labels[i];
    if (rows.label_probabilities.data || rows.weights.data)
      pair = table.of(rows.label_probabilities.data ? rows.label_probabilities[i] : 1,
                      rows.weights.data ? rows.weights[i] : 1);
    if (flagged > 1 || label > no_label || (rows.times.data && !std::isfinite(rows.times[i])) ||
        (rows.segments.data && !(rows.segments[i] >= 0 && rows.segments[i] < n_segments())))
      check_row(rows, i);
    uint8_t &kind = pair[3 * flagged + label];
    if (kind == not_known_yet) kind = find(i);
    kinds[i] = kind;
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

void Promise::detect(Stream &to, CountedRows rows) const {
  if (std::isnan(options_.average_run)) return to.detector.add_all(rows);
  while (rows.n > 0) {
    const int64_t added = to.detector.add_recent(rows, options_.average_run);
    if (to.detector.capital(bet_shares()) >= options_.average_run) {
      if (to.alarms++ == 0) to.alarm = {true, to.detector.since(), to.detector.last()};
      to.detector = Detector();
    }
    rows.kinds += added;
    rows.positions += added;
    rows.n -= added;
  }
}

void Promise::feed(const WatchedRows &rows) {
  if ((rows.segments.data != nullptr) != (n_segments() > 0))
    fail(Status::argument,
         rows.segments.data ? "segments are given: n_segments is 0" : "segments is NULL: n_segments is above 0");
  const int64_t n = rows.flagged.n;
  uint8_t few[64];
  std::vector<uint8_t> many(n > 64 ? static_cast<std::size_t>(n) : 0);
  uint8_t *const kinds = n > 64 ? many.data() : few;
  std::vector<double> met;
  find_kinds(rows, kinds, met);

  const auto is_new = [&](double scale) {
    const std::vector<ScaleCounts> &known = stream().counts.scales();
    return std::none_of(known.begin(), known.end(), [&](const ScaleCounts &s) { return s.scale == scale; });
  };
  if (std::any_of(met.begin(), met.end(), is_new)) add_scales(met);
  std::array<std::size_t, most_scales> places;
  std::array<const double *, 4 * most_scales> factors;
  for (std::size_t k = 0; k < met.size(); ++k) {
    places[k] = streams_[0].counts.place_of(met[k]);
    for (std::size_t c = 0; c < 4; ++c) factors[4 * k + c] = factors_[places[k]][c].against.data();
  }
  const bool needs[2] = {claim_.needs_label(true), claim_.needs_label(false)};  // of the cells 0, 1 and 2, 3
  const auto count = [&](Stream &to, uint8_t kind) {
    ++to.n_rows;
    to.n_labels += kind < 4 * most_scales ? needs[kind >> 1 & 1] : kind == labelled_row;
    if (kind < 4 * most_scales) to.counts.add(places[kind >> 2], kind & 3);
  };

  constexpr int64_t block = 512;
  uint8_t counted_kinds[block];
  double positions[block];
  for (int64_t first = 0; first < n; first += block) {
    int64_t n_counted = 0;
    const int64_t end = std::min(n, first + block);
    for (int64_t i = first; i < end; ++i) {
      const uint8_t kind = kinds[i];
      const double position = rows.times.data ? rows.times[i] : static_cast<double>(stream().n_rows);
      counted_kinds[n_counted] = kind;
      positions[n_counted] = position;
      n_counted += kind < 4 * most_scales;
      if (kind == no_row) continue;
      count(streams_[0], kind);
      if (!rows.segments.data) continue;
      Stream &segment = streams_[static_cast<std::size_t>(rows.segments[i] + 1)];
      count(segment, kind);
      if (kind < 4 * most_scales) detect(segment, {&kind, &position, 1, factors.data()});
    }
    detect(streams_[0], {counted_kinds, positions, n_counted, factors.data()});
  }
  if (n > 0) look();
}

// Notes whose evidence is enough now, as evidence may fall again.
void Promise::look() {
  const double goal = log_goal();
  // The largest capital is at least their mean, so that most looks need no exponentials.
  const auto may_be = [&](bool broken, const Stream &s) {
    const Bets logs = logs_of(broken, s);
    return *std::max_element(logs.begin(), logs.end()) >= goal - 1e-9;
  };
  const auto enough = [&](bool broken, const Stream &s) {
    return may_be(broken, s) && log_evidence_of(broken, s) >= goal;
  };
  const auto note_broken = [](Stream &s) {
    s.evidence = {true, s.detector.is_new() ? nan : s.detector.since(), s.detector.last()};
  };
  Stream &whole = streams_[0];
  if (!whole.evidence.found && enough(true, whole)) note_broken(whole);
  whole.kept = whole.kept || enough(false, whole);
  // Evidence of a segment is at most its own, before it is corrected.
  const auto any = [&](bool broken) {
    return std::any_of(streams_.begin() + 1, streams_.end(), [&](const Stream &s) {
      return !(broken ? s.evidence.found : s.kept) && may_be(broken, s);
    });
  };
  if (any(true)) {
    const std::vector<double> against = closed_means(log_evidences(true));
    for (std::size_t s = 1; s < streams_.size(); ++s)
      if (!streams_[s].evidence.found && against[s - 1] >= goal) note_broken(streams_[s]);
  }
  if (any(false)) {
    const std::vector<double> kept = closed_means(log_evidences(false));
    for (std::size_t s = 1; s < streams_.size(); ++s) streams_[s].kept = streams_[s].kept || kept[s - 1] >= goal;
  }
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

Bets Promise::logs_of(bool broken, const Stream &s) const {
  Bets logs{};
  const std::vector<ScaleCounts> &scales = s.counts.scales();
  for (std::size_t i = 0; i < scales.size(); ++i)
    for (std::size_t c = 0; c < 4; ++c) {
      if (scales[i].cells[c] == 0) continue;
      const Bets &of = broken ? factors_[i][c].log_against : factors_[i][c].log_for;
      for (std::size_t j = 0; j < n_bets; ++j) logs[j] += static_cast<double>(scales[i].cells[c]) * of[j];
    }
  return logs;
}

double Promise::log_evidence_of(bool broken, const Stream &s) const { return log_mean(logs_of(broken, s)); }

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
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(*std::max_element(logs.begin(), logs.end()) > 0)) return infinity;
  double low = 0, high = 1;
  while (!enough(high)) {
    low = high, high *= 2;
    if (high == infinity) return infinity;  // bets that gain next to nothing, as where weights may be huge
  }
  while (high - low > std::max(0.5, 1e-9 * high)) {
    const double middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return std::ceil(high);
}

}  // namespace wald::core::promises
