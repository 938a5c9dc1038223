// Feeding, merging, counting.
#include "core/numeric/contraction.hpp"  // first

#include "core/numeric/compiler.hpp"

WALD_VECTOR_MATH

#include "core/thresholds/sample/sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>

#include "core/numeric/infinity.hpp"
#include "core/numeric/vectors/ascending.hpp"
#include "core/numeric/vectors/greatest_below.hpp"
#include "core/thresholds/sample/weights.hpp"

namespace wald::core::thresholds {

namespace {

void merge_into(RowSet &into, const RowSet &from) {
  const auto before = static_cast<std::size_t>(into.size());
  const bool weighted = !into.weights.empty() || !from.weights.empty();
  if (weighted) {
    into.weights.resize(before, 1.0);
    if (from.weights.empty())
      into.weights.resize(before + static_cast<std::size_t>(from.size()), 1.0);
    else
      into.weights.insert(into.weights.end(), from.weights.begin(), from.weights.end());
  }
  into.scores.append(from.scores.begin(), from.scores.end());
  into.floats.append(from.floats.begin(), from.floats.end());
}

double checked_score(double s, int64_t i, int64_t d) {
  if (std::isnan(s)) fail(Status::argument, "scores[", i, "][", d, "] is nan: must be a number");
  return std::min(s, largest_double) + 0.0;  // -0 and 0 are one score
}

WALD_ALWAYS_INLINE void keep_score(double s, double *out) { *out = (s < largest_double ? s : largest_double) + 0.0; }
WALD_ALWAYS_INLINE void keep_score(float s, double *out) { keep_score(static_cast<double>(s), out); }
WALD_ALWAYS_INLINE void keep_score(float s, float *out) { *out = s + 0.0f; }

// Scores as they are kept, out[i*step]; true if one is NaN.
template <class From, class Kept>
WALD_ALWAYS_INLINE bool checked_scores(const From *from, int64_t n, int64_t stride, int64_t step, Kept *out) {
  int64_t nan = 0;
  for (int64_t i = 0; i < n; ++i) {
    const From s = from[i * stride];
    nan |= s != s;
    keep_score(s, out + i * step);
  }
  return nan != 0;
}
WALD_LEVELS(bool, checked_next, (const double *WALD_RESTRICT from, int64_t n, double *WALD_RESTRICT out),
            (from, n, out)) {
  return checked_scores(from, n, 1, 1, out);
}
WALD_LEVELS(bool, checked_next, (const float *WALD_RESTRICT from, int64_t n, double *WALD_RESTRICT out),
            (from, n, out)) {
  return checked_scores(from, n, 1, 1, out);
}
WALD_LEVELS(bool, checked_next, (const float *WALD_RESTRICT from, int64_t n, float *WALD_RESTRICT out),
            (from, n, out)) {
  int32_t nan = 0;
  for (int64_t i = 0; i < n; ++i) {
    nan |= from[i] != from[i];
    out[i] = from[i] + 0.0f;
  }
  return nan != 0;
}
template <class From, class Kept>
bool checked_column(const Reals &column, int64_t first, int64_t n, int64_t step, Kept *out) {
  const From *const from = static_cast<const From *>(column.data) + first * column.stride;
  if (column.stride == 1 && step == 1) return checked_next(from, n, out);
  return checked_scores(from, n, column.stride, step, out);
}

float as_float(double score) {
  return score == largest_double ? std::numeric_limits<float>::infinity() : static_cast<float>(score);
}

}  // namespace

double RowSet::total() const {
  if (weights.empty()) return static_cast<double>(size());
  RoundedOnce sum(largest_weight(), size());
  for (double w : weights) sum.add(w);
  return sum.total();
}

double RowSet::effective_weight() const {
  if (weights.empty()) return 1;
  if (std::all_of(weights.begin(), weights.end(), [&](double w) { return w == weights[0]; })) return weights[0];
  const double unit = weight_unit(largest_weight(), size());
  WeightMoments moments;
  for (double w : weights) moments.add(static_cast<uint64_t>(w / unit));
  return moments.effective(unit);
}

void RowSet::append(const double *row, double weight, Keep keep) {
  if (weight != 1 && weights.empty()) weights.assign(static_cast<std::size_t>(size()), 1.0);
  if (weight != 1 || !weights.empty()) weights.push_back(weight);
  if (keep == Keep::widened) return scores.append(row, row + dims);
  for (int64_t d = 0; d < dims; ++d) floats.push_back(as_float(row[d]));
}

void RowSet::widen(int64_t first, int64_t rows, double *out) const {
  checked_next(floats.data() + first * dims, rows * dims, out);
}

void RowSet::widen() {
  if (floats.empty()) return;
  scores.make_room(floats.size());
  widen(0, size(), scores.data());
  scores.set_size(floats.size());
  floats.clear();
}

bool RowSet::narrow() {
  Numbers<float> out;
  out.reserve(scores.size());
  for (double s : scores) {
    const float kept = as_float(s);
    double again;
    keep_score(kept, &again);
    if (again != s) return false;
    out.push_back(kept);
  }
  floats = std::move(out);
  scores.clear();
  return true;
}

void RowSet::truncate(int64_t rows) {
  const auto numbers = static_cast<std::size_t>(rows * dims);
  if (scores.size() > numbers) scores.set_size(numbers);
  if (floats.size() > numbers) floats.set_size(numbers);
  if (!weights.empty()) weights.resize(static_cast<std::size_t>(rows));
  if (std::all_of(weights.begin(), weights.end(), [](double w) { return w == 1; })) weights.clear();
}

void RowSet::sort() {
  if (dims == 1 && weights.empty()) {  // equal rows are alike
    const auto n = static_cast<std::size_t>(size());
    const LargeMemory<uint64_t> bits(n);
    for (std::size_t i = 0; i < n; ++i) bits[i] = ordered_bits(scores[i]);
    sort_by_bits(bits.data(), n);
    for (std::size_t i = 0; i < n; ++i) scores.data()[i] = number_of(bits[i]);
    return;
  }
  const auto lighter = [this](int64_t a, int64_t b) { return weight(a) < weight(b); };
  std::vector<int64_t> order(static_cast<std::size_t>(size()));
  if (dims == 1) {
    const Ascending by_score(size(), [this](int64_t i) { return *row(i); });
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = by_score[i].at;
    for (std::size_t first = 0, last = 0; !weights.empty() && first < order.size(); first = last) {
      while (last < order.size() && by_score[last].bits == by_score[first].bits) ++last;
      std::sort(order.begin() + static_cast<std::ptrdiff_t>(first), order.begin() + static_cast<std::ptrdiff_t>(last),
                lighter);
    }
  } else {
    std::iota(order.begin(), order.end(), int64_t{0});
    std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      const double *x = row(a), *y = row(b);
      for (int64_t d = 0; d < dims; ++d)
        if (x[d] != y[d]) return x[d] < y[d];
      return lighter(a, b);
    });
  }
  RowSet sorted(dims);
  sorted.scores.reserve(scores.size());
  if (!weights.empty()) sorted.weights.reserve(weights.size());
  double *to = sorted.scores.data();
  for (int64_t i : order) {
    const double *const from = row(i);
    for (int64_t d = 0; d < dims; ++d) *to++ = from[d];
    if (!weights.empty()) sorted.weights.push_back(weight(i));
  }
  sorted.scores.set_size(scores.size());
  *this = std::move(sorted);
}

Sample::Sample(int64_t dims, Rule rule, std::vector<double> rated_from)
    : dims_(dims), rule_(rule), rated_from_(std::move(rated_from)), rated_rule_(rule) {
  if (dims < 1 || dims > max_classifiers)
    fail(Status::argument, "n_scores is ", dims, ": must lie in [1, ", max_classifiers, "]");
  if (rule != Rule::any && rule != Rule::all)
    fail(Status::argument, "rule is ", static_cast<int32_t>(rule), ": must be 0 (or) or 1 (and)");
  if (rated_from_.empty()) rated_from_.assign(static_cast<std::size_t>(dims), -infinity);
  if (static_cast<int64_t>(rated_from_.size()) != dims)
    fail(Status::argument, "rated_from has ", rated_from_.size(), " numbers: must have one per score, ", dims);
  for (std::size_t d = 0; d < rated_from_.size(); ++d)
    if (std::isnan(rated_from_[d]) || rated_from_[d] == infinity)
      fail(Status::argument, "rated_from[", d, "] is ", rated_from_[d], ": must be finite or -inf");
  positives_.dims = negatives_.dims = unrated_.dims = dims;
  for (RowSet &set : between_) set.dims = dims;
}

namespace {

// A byte at a time, which vectors do by the dozen.
template <class LabelAt>
int64_t count_labels(int64_t n, uint8_t label, const LabelAt &label_at) {
  int64_t out = 0;
  constexpr int64_t most_in_byte = 255;
  for (int64_t first = 0; first < n; first += most_in_byte) {
    const int64_t end = std::min(n, first + most_in_byte);
    uint8_t found = 0;
    for (int64_t i = first; i < end; ++i) found = static_cast<uint8_t>(found + (label_at(i) == label));
    out += found;
  }
  return out;
}

int64_t count_labels(Strided<const uint8_t> labels, uint8_t label) {
  if (labels.stride == 1) return count_labels(labels.n, label, [data = labels.data](int64_t i) { return data[i]; });
  return count_labels(labels.n, label, [&](int64_t i) { return labels[i]; });
}

// The labels and weights of a call, looked at before any row is kept.
struct Rated {
  int64_t of_label[3] = {0, 0, 0};
  bool any = false;       // some weight is above 0
  bool plain = true;      // every label is 0, 1 or not_rated, every weight finite and above 0
  bool weighted = false;  // some weight is not 1
};
Rated look_at(Strided<const uint8_t> labels, const Reals &weights, int64_t n) {
  Rated out;
  for (uint8_t label = 0; label < 3; ++label) out.of_label[label] = count_labels(labels, label);
  out.plain = out.of_label[0] + out.of_label[1] + out.of_label[2] == n;
  out.any = n > 0 && !weights.data;
  for (int64_t i = 0; weights.data && i < n; ++i) {
    const double w = weights[i];
    out.any |= w > 0;
    out.plain &= w > 0 && w < infinity;
    out.weighted |= w != 1;
  }
  return out;
}

void make_room(std::vector<double> &x, std::size_t more) {
  const std::size_t wanted = x.size() + more;
  if (wanted > x.capacity()) x.reserve(std::max(wanted, x.size() + x.size() / 2));
}

// Without branches: labels cannot be guessed. Writes one row beyond what is kept.
template <int64_t step, class T>
void deal_two(const T *x, const uint8_t *labels, int64_t n, T *to[3]) {
  T *negative = to[0], *positive = to[1];
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t d = 0; d < step; ++d) negative[d] = positive[d] = x[i * step + d];
    positive += step * labels[i];
    negative += step * (1 - labels[i]);
  }
  to[0] = negative;
  to[1] = positive;
}

// Rows of `step` numbers by their labels, behind what was written before.
template <class T>
void deal(const T *x, int64_t step, const uint8_t *labels, int64_t n, bool unrated, T *to[3]) {
  if (!unrated && step == 1) return deal_two<1>(x, labels, n, to);
  if (!unrated && step == 2) return deal_two<2>(x, labels, n, to);
  for (int64_t i = 0; i < n; ++i) {
    T *&at = to[labels[i]];
    for (int64_t d = 0; d < step; ++d) at[d] = x[i * step + d];
    at += step;
  }
}

template <class Kept>
Numbers<Kept> &scores_of(RowSet &set) {
  if constexpr (std::is_same_v<Kept, float>)
    return set.floats;
  else
    return set.scores;
}

}  // namespace

void Sample::feed(const RealTable &scores, Strided<const uint8_t> labels, const Reals &weights, Keep keep) {
  if (scores.cols != dims_) fail(Status::argument, "n_scores is ", scores.cols, ": must be ", dims_);
  const Rated rated = look_at(labels, weights, scores.rows);
  if (!scores.is_float || (n_fed() > 0 && !narrow())) keep = Keep::widened;
  if (keep == Keep::widened && narrow() && rated.any) {
    Sample wide = widened();
    wide.feed(scores, labels, weights);
    *this = std::move(wide);
    return;
  }
  const auto blocks = [&] {
    if (keep == Keep::as_fed) return feed_blocks<float, float>(scores, labels, weights, rated.of_label, rated.weighted);
    return scores.is_float ? feed_blocks<float, double>(scores, labels, weights, rated.of_label, rated.weighted)
                           : feed_blocks<double, double>(scores, labels, weights, rated.of_label, rated.weighted);
  };
  if (has_cut() || !rated.plain || !blocks()) feed_one_by_one(scores, labels, weights, keep);
  weighted_ |= weights.data != nullptr && scores.rows > 0;
}

// Rows of which some may be refused, left out, or lie below the cut.
void Sample::feed_one_by_one(const RealTable &scores, Strided<const uint8_t> labels, const Reals &weights, Keep keep) {
  const int64_t before[] = {negatives_.size(), positives_.size(), unrated_.size()};
  const int64_t before_between[] = {between_[0].size(), between_[1].size(), between_[2].size()};
  RowSet *const sets[] = {&negatives_, &positives_, &unrated_};
  std::vector<double> row(static_cast<std::size_t>(dims_));
  const bool cut = has_cut();
  int64_t cut_positives = 0;
  try {
    for (int64_t i = 0; i < scores.rows; ++i) {
      const uint8_t label = labels[i];
      if (label > not_rated)
        fail(Status::argument, "truth[", i, "] is ", static_cast<int>(label), ": must be 0, 1 or 2 (not rated)");
      const double weight = weights.data ? weights[i] : 1.0;
      if (!(weight >= 0) || weight == infinity)
        fail(Status::argument, "weights[", i, "] is ", weight, ": must be finite and at least 0");
      const Reals line = scores.row(i);
      for (int64_t d = 0; d < dims_; ++d) row[static_cast<std::size_t>(d)] = checked_score(line[d], i, d);
      // Below the cut a label says nothing.
      const bool rated = !cut || is_flagged(row.data(), rated_from_, rated_rule_);
      if (weight > 0) sets[rated ? label : not_rated]->append(row.data(), weight, keep);
      if (weight > 0 && !rated && is_between(row.data())) between_[label].append(row.data(), weight, keep);
      if (weight > 0 && !rated && label == 1) ++cut_positives;
    }
    cut_positives_ += cut_positives;
  } catch (...) {
    for (int label = 0; label < 3; ++label) {
      sets[label]->truncate(before[label]);
      between_[label].truncate(before_between[label]);
    }
    throw;
  }
}

// Rows that are all kept. False, and nothing kept, where a score is NaN.
template <class From, class Kept>
bool Sample::feed_blocks(const RealTable &scores, Strided<const uint8_t> labels, const Reals &weights,
                         const int64_t (&of_label)[3], bool weighted) {
  RowSet *const sets[] = {&negatives_, &positives_, &unrated_};
  for (const RowSet *set : sets) weighted |= !set->weights.empty();
  const bool unrated = of_label[not_rated] > 0;
  std::size_t before[3];
  bool had_weights[3];
  for (int label = 0; label < 3; ++label) {
    before[label] = static_cast<std::size_t>(sets[label]->size());
    had_weights[label] = !sets[label]->weights.empty();
  }
  const auto keep_before = [&] {
    for (int label = 0; label < 3; ++label) sets[label]->weights.resize(had_weights[label] ? before[label] : 0);
  };
  const int64_t block = std::max<int64_t>(1, 512 / dims_);
  std::vector<Kept> checked(static_cast<std::size_t>(block * dims_));
  std::vector<uint8_t> label_of(static_cast<std::size_t>(labels.stride == 1 ? 0 : block));
  std::vector<double> weight(static_cast<std::size_t>(weighted ? block : 0));
  const bool by_rows = scores.col_stride == 1 && scores.row_stride == dims_;
  const Reals all{scores.data, scores.is_float, scores.rows * dims_, 1};
  Kept *to[3] = {nullptr, nullptr, nullptr};
  double *weights_to[3] = {nullptr, nullptr, nullptr};
  // Dealing writes a row beyond the last.
  for (int label = 0; label < (unrated ? 3 : 2); ++label) {
    Numbers<Kept> &numbers = scores_of<Kept>(*sets[label]);
    numbers.make_room(static_cast<std::size_t>((of_label[label] + 1) * dims_));
    to[label] = numbers.data() + numbers.size();
  }
  try {
    for (int label = 0; label < 3 && weighted; ++label) {
      std::vector<double> &own = sets[label]->weights;
      const std::size_t wanted = before[label] + static_cast<std::size_t>(of_label[label]) + 1;
      if (wanted > own.capacity()) own.reserve(std::max(wanted, before[label] + before[label] / 2));
      own.resize(before[label], 1.0);
      own.resize(wanted);
      weights_to[label] = own.data() + before[label];
    }
  } catch (...) {
    keep_before();
    throw;
  }
  bool nan = false;
  for (int64_t first = 0; first < scores.rows && !nan; first += block) {
    const int64_t n = std::min(block, scores.rows - first);
    if (by_rows)
      nan = checked_column<From>(all, first * dims_, n * dims_, 1, checked.data());
    else
      for (int64_t d = 0; d < dims_; ++d)
        nan |= checked_column<From>(scores.col(d), first, n, dims_, checked.data() + d);
    const uint8_t *own = labels.data + first;
    if (labels.stride != 1) {
      for (int64_t i = 0; i < n; ++i) label_of[static_cast<std::size_t>(i)] = labels[first + i];
      own = label_of.data();
    }
    deal(checked.data(), dims_, own, n, unrated, to);
    if (!weighted) continue;
    for (int64_t i = 0; i < n; ++i) weight[static_cast<std::size_t>(i)] = weights.data ? weights[first + i] : 1.0;
    deal(weight.data(), 1, own, n, unrated, weights_to);
  }
  if (nan) {
    keep_before();
    return false;
  }
  for (int label = 0; label < 3; ++label) {
    const auto rows = before[label] + static_cast<std::size_t>(of_label[label]);
    if (of_label[label] > 0) scores_of<Kept>(*sets[label]).set_size(rows * static_cast<std::size_t>(dims_));
    if (weighted) sets[label]->weights.resize(rows);
  }
  return true;
}

Sample Sample::widened() const {
  Sample out = like();
  out.cut_positives_ = cut_positives_;
  out.rounding_ = rounding_;
  const RowSet *const from[] = {&positives_, &negatives_, &unrated_, &between_[0], &between_[1], &between_[2]};
  RowSet *const to[] = {&out.positives_,  &out.negatives_,  &out.unrated_,
                        &out.between_[0], &out.between_[1], &out.between_[2]};
  for (int i = 0; i < 6; ++i) {
    to[i]->weights = from[i]->weights;
    to[i]->scores = from[i]->scores;
    if (from[i]->floats.empty()) continue;
    to[i]->scores.reserve(from[i]->floats.size());
    from[i]->widen(0, from[i]->size(), to[i]->scores.data());
    to[i]->scores.set_size(from[i]->floats.size());
  }
  return out;
}

namespace {
Keep kept(const RowSet &rows) { return rows.floats.empty() ? Keep::widened : Keep::as_fed; }
}  // namespace

Sample Sample::restored(int64_t dims, Rule rule, std::vector<double> rated_from, RowSet (&sets)[3],
                        int64_t cut_positives, bool weighted) {
  Sample out(dims, rule, std::move(rated_from));
  RowSet *const to[] = {&out.negatives_, &out.positives_, &out.unrated_};
  for (std::size_t label = 3; label-- > 0;) {
    const RowSet &from = sets[label];
    const bool unrated = label == not_rated;
    RowSet rated(dims);
    bool any = false;
    from.for_rows([&](int64_t, int64_t n, const double *scores) {
      for (int64_t i = 0; i < n && dims > 1 && rule == Rule::all; ++i) any = any || out.is_between(scores + i * dims);
    });
    if (any)
      from.for_rows([&](int64_t first, int64_t n, const double *scores) {
        for (int64_t i = 0; i < n; ++i) {
          const double *const row = scores + i * dims, weight = from.weight(first + i);
          const bool between = out.is_between(row);
          if (between) out.between_[label].append(row, weight, kept(from));
          (between && !unrated ? out.unrated_ : rated).append(row, weight, kept(from));
        }
      });
    if (!any) rated = std::move(sets[label]);
    if (unrated)
      out.unrated_ = std::move(rated);
    else
      *to[label] = std::move(rated);
  }
  out.cut_positives_ = std::max(cut_positives, out.between_[1].size());
  out.weighted_ = weighted;
  for (const RowSet *set : to) out.weighted_ |= !set->weights.empty();
  return out;
}

Sample Sample::like() const {
  Sample out(dims_, rule_, rated_from_);
  out.rated_rule_ = rated_rule_;
  out.weighted_ = weighted_;
  return out;
}

bool Sample::is_between(const double *row) const {
  return dims_ > 1 && rated_rule_ == Rule::all && !is_flagged(row, rated_from_, Rule::all) &&
         is_flagged(row, rated_from_, Rule::any);
}

RowSet Sample::without_labels() const {
  RowSet out(dims_);
  unrated_.for_rows([&](int64_t first, int64_t n, const double *scores) {
    for (int64_t i = 0; i < n; ++i)
      if (!is_between(scores + i * dims_)) out.append(scores + i * dims_, unrated_.weight(first + i), kept(unrated_));
  });
  merge_into(out, between_[not_rated]);
  return out;
}

Sample Sample::rated_by(RatedRule rule) const {
  if (rule == RatedRule::same) return *this;
  if (dims_ == 1 || static_cast<int32_t>(rule) == static_cast<int32_t>(rule_)) return *this;
  if (rule == RatedRule::all)
    fail(Status::unsupported,
         "rated_rule is and: under the rule or any thresholds flag rows that miss a cut, and none of "
         "these was labelled");
  Sample out = like();
  out.rated_rule_ = Rule::any;
  out.positives_ = positives_;
  out.negatives_ = negatives_;
  merge_into(out.positives_, between_[1]);
  merge_into(out.negatives_, between_[0]);
  out.unrated_ = without_labels();
  out.cut_positives_ = cut_positives_ - between_[1].size();
  return out;
}

Sample Sample::reaching(int64_t d) const {
  std::vector<double> cut(static_cast<std::size_t>(dims_), -infinity);
  const auto at = static_cast<std::size_t>(d);
  cut[at] = rated_from_[at];
  Sample out(dims_, rule_, std::move(cut));
  out.weighted_ = weighted_;
  const auto take = [&](const RowSet &from, RowSet &to) {
    for (int64_t i = 0; i < from.size(); ++i)
      if (from.row(i)[d] >= rated_from_[at]) to.append(from.row(i), from.weight(i));
  };
  take(positives_, out.positives_);
  take(negatives_, out.negatives_);
  take(unrated_, out.unrated_);
  return out;
}

void Sample::merge(const Sample &other) {
  if (other.dims_ != dims_) fail(Status::argument, "other has ", other.dims_, " scores: must have ", dims_);
  if (other.rule_ != rule_) fail(Status::argument, "other has another rule: must be the same");
  if (other.rated_from_ != rated_from_) fail(Status::argument, "other is rated from other scores: must be the same");
  if (&other == this) return merge(Sample(other));
  if (n_fed() > 0 && other.n_fed() > 0 && narrow() != other.narrow()) {
    if (!narrow()) return merge(other.widened());
    Sample wide = widened();
    wide.merge(other);
    *this = std::move(wide);
    return;
  }
  // All room is made before any row is kept: a merge that runs out of memory changes nothing.
  for (const auto &[into, from] : {std::pair<RowSet *, const RowSet *>{&positives_, &other.positives_},
                                   {&negatives_, &other.negatives_},
                                   {&unrated_, &other.unrated_},
                                   {&between_[0], &other.between_[0]},
                                   {&between_[1], &other.between_[1]},
                                   {&between_[2], &other.between_[2]}}) {
    into->scores.make_room(from->scores.size());
    into->floats.make_room(from->floats.size());
    if (!into->weights.empty() || !from->weights.empty())
      make_room(into->weights, static_cast<std::size_t>(into->size() + from->size()) - into->weights.size());
  }
  merge_into(positives_, other.positives_);
  merge_into(negatives_, other.negatives_);
  merge_into(unrated_, other.unrated_);
  for (std::size_t label = 0; label < 3; ++label) merge_into(between_[label], other.between_[label]);
  cut_positives_ += other.cut_positives_;
  weighted_ |= other.weighted_;
  rounding_.most += other.rounding_.most;
  rounding_.relative = std::max(rounding_.relative, other.rounding_.relative);
}

void Sample::clear() {
  for (RowSet *set : {&positives_, &negatives_, &unrated_, &between_[0], &between_[1], &between_[2]})
    *set = RowSet(dims_);
  cut_positives_ = 0;
  weighted_ = false;
  rounding_ = {};
}

bool Sample::has_cut() const {
  return std::any_of(rated_from_.begin(), rated_from_.end(), [](double cut) { return cut > -infinity; });
}

bool Sample::partial() const { return has_cut() || unrated_.size() > 0; }

double RowSet::largest_weight() const {
  if (size() == 0) return 0;
  return weights.empty() ? 1.0 : *std::max_element(weights.begin(), weights.end());
}

double RowSet::smallest_weight() const {
  if (size() == 0) return infinity;
  return weights.empty() ? 1.0 : *std::min_element(weights.begin(), weights.end());
}

void RowSet::drop_weightless() {
  if (std::find(weights.begin(), weights.end(), 0.0) == weights.end()) return;
  RowSet kept(dims);
  for (int64_t i = 0; i < size(); ++i)
    if (weight(i) > 0) kept.append(row(i), weight(i));
  *this = std::move(kept);
}

bool Sample::whole() const {
  double most = 0;
  for (const RowSet *set : {&positives_, &negatives_, &unrated_}) {
    if (std::any_of(set->weights.begin(), set->weights.end(), [](double w) { return w != std::floor(w); }))
      return false;
    most = std::max(most, set->largest_weight());
  }
  return most * static_cast<double>(n_fed()) < 0x1p53;
}

SampleTotals Sample::totals() const {
  const auto of = [](const RowSet &set) -> SampleTotals::OfLabel {
    return {set.size(), set.total(), set.effective_weight()};
  };
  return {of(positives_), of(negatives_), of(unrated_), dims_, has_cut(), equal_weights(), rounding_};
}

Sample Sample::exact() const {
  if (narrow()) return widened().exact();
  Sample out = *this;
  if (whole()) return out;
  double most = 0, least = infinity;
  for (const RowSet *set : {&positives_, &negatives_, &unrated_}) {
    most = std::max(most, set->largest_weight());
    least = std::min(least, set->smallest_weight());
  }
  const auto n = static_cast<double>(n_fed());
  constexpr double too_large = 0x1p500;  // so that sums, and products of two, stay within the range of doubles
  if (!(most * n < too_large))
    fail(Status::argument, "weights: the largest is ", most, ": must be below ", too_large / n, " for ", n_fed(),
         " rows");
  const double unit = weight_unit(most, n_fed());
  bool changed = false;
  for (RowSet *set : {&out.positives_, &out.negatives_, &out.unrated_}) {
    for (double &w : set->weights) {
      const double rounded = std::nearbyint(w / unit) * unit;
      changed |= rounded != w;
      w = rounded;
    }
    set->drop_weightless();
  }
  if (positives_.size() > 0 && out.positives_.size() == 0)
    fail(Status::argument, "positives is ", positives_.total(), ": too small beside the largest weight, ", most);
  // Each weight moved by at most unit/2, and a user's sum of n of them errs by no more than that for each. No
  // limit is passed by more than a millionth, however small some weights are.
  constexpr double visible = 0x1p-20;
  if (changed) out.rounding_ = {n * unit, std::min(visible, unit / least)};
  return out;
}

bool Sample::equal_weights() const {
  for (const RowSet *set : {&positives_, &negatives_})
    if (std::any_of(set->weights.begin(), set->weights.end(), [&](double w) { return w != set->weights[0]; }))
      return false;
  return true;
}

Sample Sample::sorted() const {
  Sample out = widened();
  for (RowSet *set :
       {&out.positives_, &out.negatives_, &out.unrated_, &out.between_[0], &out.between_[1], &out.between_[2]})
    set->sort();
  return out;
}

Sample Sample::picked(const std::function<bool(int label, int64_t i)> &keep) const {
  if (narrow()) return widened().picked(keep);
  Sample out = like();
  const RowSet *const from[] = {&negatives_, &positives_, &unrated_};
  RowSet *const to[] = {&out.negatives_, &out.positives_, &out.unrated_};
  for (int label = 0; label < 3; ++label)
    for (int64_t i = 0; i < from[label]->size(); ++i)
      if (keep(label, i)) to[label]->append(from[label]->row(i), from[label]->weight(i));
  return out;
}

Sample Sample::part(const std::vector<int32_t> (&parts)[3], int32_t part, bool inside) const {
  if (narrow()) return widened().part(parts, part, inside);
  Sample out = like();
  const RowSet *const from[] = {&negatives_, &positives_, &unrated_};
  RowSet *const to[] = {&out.negatives_, &out.positives_, &out.unrated_};
  for (int label = 0; label < 3; ++label) {
    const RowSet &rows = *from[label];
    const int32_t *const own = parts[label].data();
    const auto is_kept = [=](int64_t i) { return (own[i] == part) == inside; };
    if (!rows.weights.empty()) {
      for (int64_t i = 0; i < rows.size(); ++i)
        if (is_kept(i)) to[label]->append(rows.row(i), rows.weight(i));
      continue;
    }
    const int64_t n = rows.size();
    int64_t count = 0;
    for (int64_t i = 0; i < n; ++i) count += own[i] == part;
    if (!inside) count = n - count;
    Numbers<double> &scores = to[label]->scores;
    scores.reserve(static_cast<std::size_t>((count + 1) * dims_));
    // Every row is written, and the next one over it unless it is kept: no branch is guessed wrong.
    double *next = scores.data();
    if (dims_ == 1) {
      const double *const score = rows.scores.data();
      const int64_t other = inside ? 1 : 0;
      for (int64_t i = 0; i < n; ++i) {
        *next = score[i];
        next += (own[i] != part) ^ other;
      }
      scores.set_size(static_cast<std::size_t>(count));
      continue;
    }
    for (int64_t i = 0; i < n; ++i) {
      const double *const row = rows.row(i);
      for (int64_t d = 0; d < dims_; ++d) next[d] = row[d];
      next += is_kept(i) ? dims_ : 0;
    }
    scores.set_size(static_cast<std::size_t>(count * dims_));
  }
  return out;
}

Sample Sample::reweighted(const std::function<double(int label, double weight)> &weight_of) const {
  if (narrow()) return widened().reweighted(weight_of);
  Sample out = like();
  out.weighted_ = true;
  const auto take = [&](int label, const RowSet &from, RowSet &to) {
    for (int64_t i = 0; i < from.size(); ++i) {
      const double weight = weight_of(label, from.weight(i));
      if (weight > 0) to.append(from.row(i), weight);
    }
  };
  take(1, positives_, out.positives_);
  take(0, negatives_, out.negatives_);
  take(2, unrated_, out.unrated_);
  return out;
}

Sample Sample::at_prevalence(double share, const std::string &of) const {
  if (partial()) fail(Status::unsupported, "prevalence is ", share, ": needs rows that all have labels");
  const double of_label[2] = {negatives_.total(), positives_.total()}, all = of_label[0] + of_label[1];
  for (int label = 0; label < 2; ++label)
    if (!(of_label[label] > 0))
      fail(Status::argument, "prevalence is ", share, ": requires rows of both labels, and none", of, " is ",
           label ? "positive" : "negative");
  const double factor[2] = {(1 - share) * (all / of_label[0]), share * (all / of_label[1])};
  return reweighted([&](int label, double weight) { return weight * factor[label]; });
}

double combined_score(const double *scores, const std::vector<double> &coefficients, double intercept) {
  double z = intercept;
  for (std::size_t d = 0; d < coefficients.size(); ++d) {
    // A product of the largest score can overflow: it still counts on its side.
    const double term = coefficients[d] * std::clamp(scores[d], -largest_double, largest_double);
    z = std::clamp(z + std::clamp(term, -0.5 * largest_double, 0.5 * largest_double), -0.5 * largest_double,
                   0.5 * largest_double);
  }
  return z;
}

bool is_flagged(const double *scores, const std::vector<double> &thresholds, Rule rule) {
  const std::size_t dims = thresholds.size();
  if (rule == Rule::any) {
    for (std::size_t d = 0; d < dims; ++d)
      if (std::min(scores[d], largest_double) >= thresholds[d]) return true;
    return false;
  }
  for (std::size_t d = 0; d < dims; ++d)
    if (!(std::min(scores[d], largest_double) >= thresholds[d])) return false;
  return true;
}

namespace {

double flagged_weight(const RowSet &rows, const std::vector<double> &thresholds, Rule rule) {
  check_thresholds(thresholds, rows.dims);
  RoundedOnce sum(rows.largest_weight(), rows.size());
  rows.for_rows([&](int64_t first, int64_t n, const double *scores) {
    for (int64_t i = 0; i < n; ++i)
      if (is_flagged(scores + i * rows.dims, thresholds, rule)) sum.add(rows.weight(first + i));
  });
  return sum.total();
}

}  // namespace

Flagged Sample::count(const std::vector<double> &thresholds) const {
  if (labels_between()) return labelled_by_any().count(thresholds);
  return {flagged_weight(positives_, thresholds, rule_), flagged_weight(negatives_, thresholds, rule_)};
}

double Sample::count_unrated(const std::vector<double> &thresholds) const {
  if (labels_between()) return labelled_by_any().count_unrated(thresholds);
  return flagged_weight(unrated_, thresholds, rule_);
}

Sample Sample::combined(const std::vector<double> &coefficients, double intercept) const {
  if (narrow()) return widened().combined(coefficients, intercept);
  Sample out(1, Rule::any, {});
  out.weighted_ = weighted_;
  const auto combine = [&](const RowSet &from, RowSet &to) {
    to.weights = from.weights;
    to.scores.reserve(static_cast<std::size_t>(from.size()));
    for (int64_t i = 0; i < from.size(); ++i) to.scores.push_back(combined_score(from.row(i), coefficients, intercept));
  };
  combine(positives_, out.positives_);
  combine(negatives_, out.negatives_);
  combine(unrated_, out.unrated_);
  return out;
}

Sample Sample::single(int64_t d) const {
  if (narrow()) return widened().single(d);
  Sample out(1, Rule::any, {rated_from_[static_cast<std::size_t>(d)]});
  out.weighted_ = weighted_;
  const auto pick = [&](const RowSet &from, RowSet &to) {
    to.weights = from.weights;
    to.scores.reserve(static_cast<std::size_t>(from.size()));
    for (int64_t i = 0; i < from.size(); ++i) to.scores.push_back(from.row(i)[d]);
  };
  pick(positives_, out.positives_);
  pick(negatives_, out.negatives_);
  pick(unrated_, out.unrated_);
  return out;
}

std::vector<double> Sample::next_lower(const std::vector<double> &thresholds) const {
  std::vector<double> out = rated_from_;
  for (std::size_t d = 0; d < out.size(); ++d)
    if (rated_by_any() && thresholds[d] < out[d]) out[d] = -infinity;  // another score reaches its cut
  for (const RowSet *set : {&positives_, &negatives_, &unrated_})
    set->for_rows([&](int64_t, int64_t n, const double *scores) {
      if (dims_ == 2) {
        double found[2];
        greatest_below_of_pairs(scores, n, thresholds.data(), found);
        for (std::size_t d : {0, 1}) out[d] = std::max(out[d], found[d]);
        return;
      }
      for (std::size_t d = 0; d < out.size(); ++d)
        out[d] = std::max(out[d], greatest_below(scores + d, n, dims_, thresholds[d]));
    });
  for (std::size_t d = 0; d < out.size(); ++d) out[d] = std::min(out[d], thresholds[d]);
  return out;
}

void Sample::require_positives(const char *instead) const {
  if (n_fed() == 0) fail(Status::argument, "rows is 0: no row of a weight above 0 was fed");
  if (positives_.size() == 0 && cut_positives_ > 0)
    fail(Status::argument, "positives is 0: ", cut_positives_,
         cut_positives_ == 1 ? " row labelled 1 lies" : " rows labelled 1 lie",
         " below rated_from, where no thresholds may flag, and none above");
  if (positives_.size() == 0)
    fail(Status::argument,
         "positives is 0: no row is labelled 1, and thresholds are chosen at the scores of such rows", instead);
}

void check_thresholds(const std::vector<double> &thresholds, int64_t dims) {
  if (static_cast<int64_t>(thresholds.size()) != dims)
    fail(Status::argument, "thresholds has ", thresholds.size(), " numbers: must have one per score, ", dims);
  for (std::size_t d = 0; d < thresholds.size(); ++d)
    if (std::isnan(thresholds[d])) fail(Status::argument, "thresholds[", d, "] is nan: must be a number");
}

namespace {

template <class Flags>
void apply(const RealTable &scores, const Flags &flags, Strided<uint8_t> out) {
  std::vector<double> row(static_cast<std::size_t>(scores.cols));
  for (int64_t i = 0; i < scores.rows; ++i) {
    const Reals line = scores.row(i);
    for (int64_t d = 0; d < scores.cols; ++d) row[static_cast<std::size_t>(d)] = checked_score(line[d], i, d);
    out[i] = flags(row.data()) ? 1 : 0;
  }
}

}  // namespace

void apply_thresholds(const RealTable &scores, const std::vector<double> &thresholds, Rule rule, Strided<uint8_t> out) {
  check_thresholds(thresholds, scores.cols);
  apply(
      scores, [&](const double *row) { return is_flagged(row, thresholds, rule); }, out);
}

void apply_combined(const RealTable &scores, const std::vector<double> &coefficients, double intercept,
                    double threshold, Strided<uint8_t> out) {
  const auto dims = static_cast<int64_t>(coefficients.size());
  if (scores.cols != dims) fail(Status::argument, "n_scores is ", scores.cols, ": must be ", dims);
  apply(
      scores, [&](const double *row) { return combined_score(row, coefficients, intercept) >= threshold; }, out);
}

}  // namespace wald::core::thresholds
