// Decides a micro average from passes over the items in bins.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/micro/table_pass.hpp"

#include <algorithm>
#include <cmath>

#include "core/decisions/decide.hpp"
#include "core/decisions/finish.hpp"
#include "core/decisions/micro/micro_plan.hpp"
#include "core/decisions/separable/separable_rates.hpp"
#include "core/decisions/separable/separable_ratio.hpp"
#include "core/estimators/marginal.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/vectors/compress.hpp"

namespace wald::core::decisions {

namespace {

constexpr uint64_t most_items_fed = uint64_t{1} << 53;
constexpr double beyond_all = 2;
constexpr double few_bins = 1024;  // for items that are listed

void refuse_what_is_of_no_use(const DecisionOptions &options) {
  const auto refuse = [](const char *name, const auto &value) {
    fail(Status::argument, name, " is ", value, ": not supported for a table in bins");
  };
  if (options.algorithm != Algorithm::automatic && options.algorithm != Algorithm::separable)
    refuse("algorithm", algorithm_name(options.algorithm));
  if (options.average == Average::macro) refuse("average", average_name(options.average));
  if (!std::isnan(options.abstain)) refuse("abstain", options.abstain);
  if (options.leaves_labels()) refuse("abstain_label", options.abstain_label);
  if (!options.per_row.empty()) refuse("per_row", options.per_row[0]);
  if (!options.prevalence.empty())
    fail(Status::unsupported, "prevalence is set: a table in bins takes probabilities that were moved to it before");
  if (!options.label_weights.empty()) refuse("label_weights", options.label_weights[0]);
}

double checked(const Reals &values, int64_t at, int64_t row, int64_t col) {
  const double p = values[at];
  if (!(p >= 0 && p <= one_rounded(values.is_float)))
    fail(Status::argument, "probabilities[", row, "][", col, "] is ", p, ": must lie in [0, 1]");
  return std::min(p, 1.0);
}

}  // namespace

TablePass::TablePass(std::shared_ptr<const MicroPlan> plan)
    : plan_(std::move(plan)), bins_(plan_->windows(), plan_->most_bins()) {}

TablePass::TablePass(const Metric &metric, const DecisionOptions &options, const MicroLimits &limits)
    : bins_({{1, bits_of(1)}}, limits.first) {
  refuse_what_is_of_no_use(options);
  MicroPlan plan;
  plan.limits = limits;
  plan.set_metric(metric);
  plan.options.at_least = options.at_least;
  plan.options.at_most = options.at_most;
  plan.options.k_range(std::numeric_limits<int64_t>::max());  // throws if it is empty
  plan.finish();
  plan_ = std::make_shared<const MicroPlan>(std::move(plan));
}

int64_t TablePass::pass() const { return plan_->pass; }

// ---- Rows ----------------------------------------------------------------------------------------

void TablePass::check_room(uint64_t items) const {
  if (items > most_items_fed - totals_.items)
    fail(Status::argument, "n_rows times n_labels is ", items, ": with the ", totals_.items,
         " items held that is more than 2^53");
}

void TablePass::check_size(int64_t rows, int64_t cols) const {
  if (rows < 0) fail(Status::argument, "n_rows is ", rows, ": must be at least 0");
  if (cols < 0) fail(Status::argument, "n_labels is ", cols, ": must be at least 0");
  if (rows > 0 && static_cast<uint64_t>(cols) > most_items_fed / static_cast<uint64_t>(rows))
    fail(Status::argument, "n_rows is ", rows, ": with ", cols, " labels that is more than 2^53 items");
  check_room(static_cast<uint64_t>(rows) * static_cast<uint64_t>(cols));
}

// With other rows what next() had said is no answer any more.
void TablePass::changed() {
  decided_ = false;
  answer_ = MicroAnswer();
}

// At most sum_block probabilities.
void TablePass::take(double *block, int32_t size) {
  MicroTotals more;
  more.items = static_cast<uint64_t>(size);
  for (int32_t i = 0; i < size; ++i) {
    const uint64_t bits = block[i] > 0 ? bits_of(block[i]) : 0;
    more.positive += bits > 0 ? 1 : 0;
    more.print += bits;
    more.largest = std::max(more.largest, bits);
  }
  totals_.add(more);
  const auto to_bins = [this](const double *p, int32_t count) {
    for (int32_t i = 0; i < count; ++i) {
      const uint64_t bits = bits_of(p[i]);
      bins_.add_number(bits, [bits](MicroBin &bin) {
        ++bin.count;
        bin.sum.add({0, bits});
      });
    }
  };
  double kept[sum_block + compress_spare];
  if (plan_->pass == 1) return to_bins(kept, keep_within(block, size, smallest_probability, 1, kept));
  const MicroPlan &plan = *plan_;
  for (const NumberWindow &window : bins_.windows())
    to_bins(kept, keep_within(block, size, number_of(window.low), number_of(window.high), kept));
  const double least = plan.listed_below(), greatest = plan.listed_above();
  double complement[sum_block + compress_spare];
  const auto add_complements = [&](int32_t count, PowerSlices &slices, const PowerGrid &grid) {
    for (int32_t i = 0; i < count; ++i) complement[i] = 1 - kept[i];
    slices.add(complement, count, grid);
  };
  const int32_t above = keep_within(block, size, std::max(std::nextafter(plan.high, beyond_all), least), greatest, kept);
  for (int32_t i = 0; i < above; ++i) least_above_ = std::min(least_above_, bits_of(kept[i]));
  if (plan.form == MicroPlan::is_rates) add_complements(above, above_complements_, plan.above_complements);
  above_.add(kept, above, plan.above);
  if (plan.low == smallest_probability) return;
  const double most = std::min(std::nextafter(plan.low, -1), greatest);
  const int32_t below = keep_within(block, size, std::max(smallest_probability, least), most, kept);
  if (plan.form == MicroPlan::is_rates) add_complements(below, below_complements_, plan.below_complements);
  below_.add(kept, below, plan.below);
}

void TablePass::feed(const RealTable &rows) {
  check_size(rows.rows, rows.cols);
  for (int64_t i = 0; i < rows.rows; ++i) {
    const Reals row = rows.row(i);
    for (int64_t j = 0; j < row.n; ++j) checked(row, j, i, j);
  }
  if (rows.cols == 0) return;
  changed();
  const Blocks blocks(rows);
  bins_.reserve(static_cast<std::size_t>(std::min<int64_t>(blocks.size(), MicroLimits::most)));
  double buffer[sum_block];
  for (int64_t begin = 0; begin < blocks.size(); begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, blocks.size() - begin));
    const double *p = blocks.read(begin, size, buffer);
    for (int32_t i = 0; i < size; ++i) buffer[i] = std::min(p[i], 1.0);
    take(buffer, size);
  }
}

void TablePass::feed(const SparseTable &rows) {
  check_indptr(rows.indptr, rows.rows);
  check_size(rows.rows, rows.cols);
  std::vector<int64_t> seen;
  for (int64_t i = 0; i < rows.rows; ++i) {
    seen.clear();
    for (int64_t c = rows.indptr[i]; c < rows.indptr[i + 1]; ++c) {
      const int64_t j = rows.indices[c];
      if (j < 0 || j >= rows.cols)
        fail(Status::argument, "indices[", c, "] is ", j, ": must lie in [0, ", rows.cols - 1, "]");
      checked(rows.values, c, i, j);
      seen.push_back(j);
    }
    std::sort(seen.begin(), seen.end());
    const auto twice = std::adjacent_find(seen.begin(), seen.end());
    if (twice != seen.end()) fail(Status::argument, "row ", i, " holds index ", *twice, " twice");
  }
  if (rows.rows == 0) return;
  changed();
  const int64_t first = rows.indptr[0], last = rows.indptr[rows.rows];
  bins_.reserve(static_cast<std::size_t>(std::min<int64_t>(last - first, MicroLimits::most)));
  totals_.items += static_cast<uint64_t>(rows.rows) * static_cast<uint64_t>(rows.cols) -
                   static_cast<uint64_t>(last - first);  // absent ones
  double buffer[sum_block];
  for (int64_t begin = first; begin < last; begin += sum_block) {
    const int32_t size = static_cast<int32_t>(std::min<int64_t>(sum_block, last - begin));
    for (int32_t i = 0; i < size; ++i) buffer[i] = std::min(rows.values[begin + i], 1.0);
    take(buffer, size);
  }
}

void TablePass::merge(const TablePass &other) {
  if (plan_ != other.plan_ && plan_->bytes != other.plan_->bytes) {
    if (plan_->question != other.plan_->question)
      fail(Status::argument, "other has another metric or other options: must be the same");
    if (plan_->pass != other.plan_->pass)
      fail(Status::argument, "other is of pass ", other.plan_->pass, ": must be of pass ", plan_->pass);
    fail(Status::argument, "other is a pass over other rows: must come from the same state");
  }
  check_room(other.totals_.items);
  if (&other == this) return merge(TablePass(other));
  bins_.merge(other.bins_);
  changed();
  totals_.add(other.totals_);
  above_.add(other.above_);
  below_.add(other.below_);
  above_complements_.add(other.above_complements_);
  below_complements_.add(other.below_complements_);
  least_above_ = std::min(least_above_, other.least_above_);
}

// ---- The next pass, or the answer ----------------------------------------------------------------

void TablePass::set_answer(const Answer &answer) {
  answer_.k = answer.k;
  answer_.expected = within_range(*plan_->metric, answer.expected, items());
  answer_.loss = plan_->metric->loss(answer_.expected);
  answer_.bound = answer.bound;
  answer_.next_best = answer.next_best;
  answer_.p_zero = answer.p_zero;
  answer_.not_excluded = answer.not_excluded;
  answer_.ties = answer_.ties_chosen = 0;
  if (answer.k == 0) answer_.threshold = std::numeric_limits<double>::infinity();
}

// As one machine decides them in falling order, to the bit.
bool TablePass::decide_few(const std::vector<MicroBin> &bins) {
  std::vector<double> p;
  for (auto bin = bins.rbegin(); bin != bins.rend(); ++bin)
    p.insert(p.end(), static_cast<std::size_t>(bin->count), number_of(bin->least));
  p.resize(static_cast<std::size_t>(totals_.items));
  Independent estimator;
  estimator.feed({p.data(), false, items(), 1});
  Workspace work;
  Decision decision;
  decide(*plan_->metric, estimator, plan_->options, work, decision);
  set_answer(decision.answer(0));
  const int64_t k = answer_.k;
  if (k > 0) {
    answer_.threshold = p[static_cast<std::size_t>(k - 1)];
    const auto [first, last] =
        std::equal_range(p.begin(), p.end(), answer_.threshold, [](double x, double y) { return x > y; });
    if (last - p.begin() > k) {
      answer_.ties = last - first;
      answer_.ties_chosen = k - (first - p.begin());
    }
  }
  return decided_ = true;
}

// P(none of these), where the mean of their sum leaves a chance of it: factors must serve z = 1.
Estimate chance_of_none(const Factors &all) {
  Complement whole(0);
  whole.z = 1;
  whole.e = 0;
  const Factors::At at = all(whole);
  const double value = at.log_product < -750 ? 0 : exponential(at.log_product);
  return {value, value * 1.01 * (at.log_error + unit_roundoff * (exponential_ulps - 4 * at.log_product + 4))};
}

// What the forms of metrics decide from, where all bins are of one probability.
struct TablePass::Runs {
  int64_t zeros = 0;  // items of probability 0
  Window window{};
  Factors above_complements, all_complements;  // for rates
  Factors whole;                               // of all items
  double mu = 0, others = 0;                   // means of the sums of all items, and of their complements
  double blur = 0, complement_blur = 0;        // by which sums of earlier passes are rounded
  uint64_t least_above = 0;                    // bits
  PredictiveSums exact{};                      // of factors blocks are rounded
};

// No item may be true.
void TablePass::decide_zeros(KRange range) {
  const int64_t zeros = static_cast<int64_t>(totals_.items - totals_.positive);
  Answer answer;
  answer.k = range.low;
  answer.expected = plan_->metric->utility(0, range.low, 0, items());
  answer.p_zero = 1;
  set_answer(answer);
  answer_.not_excluded = {range.low, range.low};
  if (range.low > 0) {
    answer_.threshold = 0;
    if (range.low < zeros) answer_.ties = zeros, answer_.ties_chosen = range.low;
  }
}

// Of rows there are a few thousand at most; bytes may say anything.
void TablePass::check_listed(const std::vector<MicroBin> &bins) const {
  const bool rates = plan_->form == MicroPlan::is_rates;
  const FactorPlan factors = plan_->factors(totals_.largest), complement_factors = plan_->complement_factors();
  uint64_t listed = rates && complement_factors.listed_above < 1 ? totals_.items - totals_.positive : 0;
  for (const MicroBin &bin : bins) {
    const double p = number_of(bin.least);
    listed += p > factors.listed_above || (rates && 1 - p > complement_factors.listed_above) ? bin.count : 0;
  }
  if (listed > MicroLimits::most)
    fail(Status::unsupported, "a table in bins: ", listed, " items are to be listed one by one");
}

// Adds what earlier passes have summed above and below the window.
void TablePass::add_slices(Runs &runs) const {
  const MicroPlan &plan = *plan_;
  const auto add = [](const PowerSlices &slices, const PowerGrid &grid, Factors &to, double &blurred) {
    DoubleDouble sums[most_powers];
    slices.sums(grid, sums);
    to.add_sums(sums, slices.blur(grid));
    blurred += slices.blur(grid);
  };
  add(above_, plan.above, runs.window.above, runs.blur);
  add(below_, plan.below, runs.window.below, runs.blur);
  DoubleDouble sums[most_powers];
  above_.sums(plan.above, sums);
  runs.exact.above.add(sums[0]);
  below_.sums(plan.below, sums);
  runs.exact.all.add(sums[0]);
  if (plan.form == MicroPlan::is_rates) {
    add(above_complements_, plan.above_complements, runs.above_complements, runs.complement_blur);
    add(below_complements_, plan.below_complements, runs.all_complements, runs.complement_blur);
  }
}

TablePass::Runs TablePass::runs_of(const std::vector<MicroBin> &bins, KRange range) const {
  const MicroPlan &plan = *plan_;
  const bool rates = plan.form == MicroPlan::is_rates, predictive = plan.form == MicroPlan::is_predictive;
  const int64_t positive = static_cast<int64_t>(totals_.positive);
  Runs out;
  out.zeros = static_cast<int64_t>(totals_.items - totals_.positive);
  Window &window = out.window;
  window.low = plan.low;
  window.high = plan.high;
  window.positive = static_cast<double>(totals_.positive);
  window.largest = number_of(totals_.largest);
  window.above.start(plan.factors(totals_.largest));
  window.below.start(plan.factors(totals_.largest));
  out.above_complements.start(plan.complement_factors());
  out.all_complements.start(plan.complement_factors());
  window.above_count = static_cast<int64_t>(above_.count);
  out.least_above = least_above_;
  out.exact.additions = 2 * static_cast<double>(bins.size());
  if (plan.pass > 1) add_slices(out);
  const auto add_complements = [](const Run &run, Factors &to) {
    const Run complement{1 - run.p, run.count};
    to.add(&complement, 1);
  };
  for (auto bin = bins.rbegin(); bin != bins.rend(); ++bin) {
    const Run run{number_of(bin->least), static_cast<int64_t>(bin->count)};
    (run.p > plan.high ? out.exact.above : out.exact.all).add(times(run.p, run.count));
    if (run.p > plan.high) {
      window.above.add(&run, 1);
      window.above_count += run.count;
      out.least_above = std::min(out.least_above, bin->least);
      if (rates) add_complements(run, out.above_complements);
      continue;
    }
    if (rates) add_complements(run, out.all_complements);
    if (run.p < plan.low) {
      window.below.add(&run, 1);
    } else {
      window.items.push_back(run);
      window.count += run.count;
    }
  }
  if (rates) {
    out.all_complements.add(out.above_complements);
    if (out.zeros > 0) add_complements({0, out.zeros}, out.all_complements);
  }
  // Items of probability 0: one, which may be next best, or as many as must be chosen; else all.
  if (plan.low == smallest_probability && out.zeros > 0) {
    const int64_t some =
        rates || predictive ? out.zeros : std::min(out.zeros, std::max<int64_t>(1, range.low - positive + 1));
    window.items.push_back({0, some});
    window.count += some;
  }
  out.whole = window.above;
  out.whole.add(window.below);
  out.whole.add(window.items.data(), static_cast<int64_t>(window.items.size()));
  out.mu = out.whole.sum().value();
  out.others = out.all_complements.sum().value();
  return out;
}

// By the metric's form; fills the answer. False if the window or the factors do not serve.
bool TablePass::decide_form(Runs &runs, KRange range, MicroPlan &after, Answer &answer) const {
  const MicroPlan &plan = *plan_;
  Window &window = runs.window;
  const Estimate p_zero = runs.mu < no_chance_of_zero ? chance_of_none(runs.whole) : Estimate{0, 0};
  Workspace work;
  const WindowProblem problem{*plan.metric, range, items(), work};
  const auto widen = [&](bool left, bool right, double least) {
    const double width = plan.high - plan.low;
    if (left) after.high = std::min(1.0, plan.high + 2 * width + plan.high * least);
    if (right) after.low = std::max(smallest_probability, plan.low - 2 * width - plan.low * least);
  };
  const auto raise = [](double needed, double z) { return needed > z ? std::min(1.0, 1.5 * needed) : z; };
  if (plan.form == MicroPlan::is_root) {
    const double z = plan.metric->zero_division();
    const RootVerdict verdict = decide_root_window(problem, window, runs.whole, runs.mu, plan.z,
                                                   {z * p_zero.value, z * p_zero.error}, answer);
    if (!verdict.decided) {
      after.z = std::min(1.0, 1.5 * verdict.z);
      return false;
    }
    answer.p_zero = p_zero.value;
  } else if (plan.form == MicroPlan::is_predictive) {
    runs.exact.all.add(runs.exact.above);
    runs.exact.blur = runs.blur;
    decide_predictive_window(problem, plan.predictive, window, runs.exact, answer);
    answer.p_zero = p_zero.value;
  } else if (plan.form == MicroPlan::is_rates) {
    const Estimate none_false =
        runs.others < no_chance_of_zero ? chance_of_none(runs.all_complements) : Estimate{0, 0};
    const RatesSums of{runs.whole, runs.all_complements, plan.z, plan.z_complements,
                       runs.mu,    runs.others,          p_zero, none_false};
    const RatesVerdict verdict =
        decide_rates_window(problem, plan.rates, window, runs.above_complements, of, answer);
    if (!verdict.decided) {
      widen(verdict.wider_left, verdict.wider_right, 0x1p-20);
      after.z = raise(verdict.z, plan.z);
      after.z_complements = raise(verdict.z_complements, plan.z_complements);
      return false;
    }
    answer.p_zero = p_zero.value;
  } else if (const WindowVerdict verdict = decide_ratio_window(plan.ratio, problem, window, plan.z, p_zero, answer);
             !verdict.decided) {
    widen(verdict.wider_left, verdict.wider_right, 0x1p-40);
    after.z = raise(verdict.z, plan.z);
    return false;
  }
  return true;
}

// Where all bins are of one probability. False if the window or the factors do not serve: `after` is then what does.
bool TablePass::decide_runs(const std::vector<MicroBin> &bins, KRange range, MicroPlan &after) {
  const MicroPlan &plan = *plan_;
  const bool rates = plan.form == MicroPlan::is_rates;
  if (totals_.positive == 0) {
    decide_zeros(range);
    return decided_ = true;
  }
  check_listed(bins);
  Runs runs = runs_of(bins, range);
  const auto check_sums = [&](double blurred, double sum, const char *of) {
    if (blurred > unit_roundoff * sum)
      fail(Status::unsupported, "a table in bins: sums over ", totals_.items, " items are not exact enough for a mean ",
           of, sum / static_cast<double>(totals_.items));
  };
  check_sums(runs.blur, runs.mu, "of ");
  if (rates) check_sums(runs.complement_blur, runs.others, "of 1 less ");
  if (runs.mu < no_chance_of_zero && plan.z < 1) after.z = 1;
  if (rates && runs.others < no_chance_of_zero && plan.z_complements < 1) after.z_complements = 1;
  if (after.z != plan.z || after.z_complements != plan.z_complements) return false;
  const std::vector<Run> items = runs.window.items;  // the forms change the window
  const int64_t above_count = runs.window.above_count;
  Answer answer;
  if (!decide_form(runs, range, after, answer)) return false;
  set_answer(answer);
  int64_t left = answer.k - above_count;
  if (answer.k > 0 && left == 0) answer_.threshold = number_of(runs.least_above);
  if (left > runs.window.count) answer_.threshold = 0, left = 0;  // all items, of which the last are not listed
  for (std::size_t i = 0; left > 0; ++i) {
    const int64_t count = items[i].p > 0 ? items[i].count : runs.zeros;
    answer_.threshold = items[i].p;
    if (left < count) answer_.ties = count, answer_.ties_chosen = left;
    left -= std::min(left, count);
  }
  return decided_ = true;
}

// The window of the next pass: bins around the place in which the last item of the optimum must be, as far as distances
// say (bounds.hpp), with what a bin leaves open to spare. What is chosen decides how many passes there are, not what is
// right: that is proved from the runs.
void TablePass::narrow(const std::vector<MicroBin> &all, KRange range, MicroPlan &after) const {
  const MicroPlan &plan = *plan_;
  const RatioMetric &metric = plan.ratio;
  const double b = metric.b;
  MicroWindow window(bins_between(all, plan.low, plan.high));
  window.add_above(bins_between(all, std::nextafter(plan.high, beyond_all), 1));
  double mu = window.items_sum(), below = 0;
  if (plan.pass > 1) {
    DoubleDouble sums[most_powers];
    above_.sums(plan.above, sums);
    window.add_above(static_cast<double>(above_.count), sums[0].value());
    below_.sums(plan.below, sums);
    below = sums[0].value();
    for (const MicroRange &bin : bins_between(all, 0, std::nextafter(plan.low, -1))) below += bin.sum;
  }
  mu += window.sum_above() + below;
  if (plan.form == MicroPlan::is_root) return narrow_root(window, mu, range, after);
  if (plan.form == MicroPlan::is_predictive) return narrow_predictive(window, mu, below, range, after);
  if (plan.form == MicroPlan::is_rates) return narrow_rates(all, window, mu, range, after);
  const MicroWindow::Choice choice = window.choose(metric, mu, range);
  const bool wider_left = choice.hit_left && window.count_above() > 0,
             wider_right = choice.hit_right && plan.low > smallest_probability;
  const double width = plan.high - plan.low;
  after.high = choice.hit_left ? plan.high : choice.high;
  after.low = choice.hit_right ? plan.low : choice.low;
  if (wider_left) after.high = std::min(1.0, plan.high + 2 * width + plan.high * 0x1p-40);
  if (wider_right) after.low = std::max(smallest_probability, plan.low - 2 * width - plan.low * 0x1p-40);
  const double f = std::max(0.0, mu - choice.sum);
  const TopSums top{std::max(1.0, choice.k), choice.sum, f, choice.sum, f};
  after.z = std::max(plan.pass > 1 ? plan.z : 0, largest_z(RatioMetric{metric.jaccard, b, 0}, top, mu));
  if (mu < 2 * no_chance_of_zero) after.z = 1;
  // A bin for each item, where those are not many more than bins; and more of them where a pass has brought little:
  // what bins leave open is small beside the distances then.
  const double most = static_cast<double>(plan.limits.later);
  const bool same = after.low == plan.low && after.high == plan.high && after.z == plan.z;
  if (plan.pass > 1 && (same || choice.items > window.items() / 4)) after.limits.later *= 2;
  if (choice.items <= 2 * most)
    after.limits.later = std::max(after.limits.later, static_cast<std::size_t>(choice.items + few_bins));
}

// A bin for each item, where those are not many more than bins; and more of them where a pass has brought little.
void give_bins(const MicroPlan &plan, double items, double before, MicroPlan &after) {
  if (plan.pass > 1 && items > before / 4) after.limits.later *= 2;
  if (items <= 2 * static_cast<double>(plan.limits.later))
    after.limits.later = std::max(after.limits.later, static_cast<std::size_t>(items + few_bins));
}

// The window of the Fowlkes-Mallows index, which is proved to hold all that may be best, and shrinks from pass to pass.
void TablePass::narrow_root(const MicroWindow &window, double mu, KRange range, MicroPlan &after) const {
  const MicroPlan &plan = *plan_;
  // Where bins span factors of more than two the mean is greater than what their sums say, and slopes differ less.
  const MicroWindow::Choice choice = window.choose_root(root_slopes(mu * (1 - 1e-9)), range);
  after.high = choice.hit_left ? plan.high : choice.high;
  after.low = choice.hit_right ? plan.low : choice.low;
  after.z = mu < 2 * no_chance_of_zero ? 1 : std::max(plan.pass > 1 ? plan.z : 0, std::min(1.0, 1.1 * root_z(mu)));
  give_bins(plan, choice.items > 0 ? choice.items : window.items(), window.items(), after);
}

// The window of predictive values, which is proved and shrinks in the same way.
void TablePass::narrow_predictive(const MicroWindow &window, double mu, double below, KRange range,
                                    MicroPlan &after) const {
  const MicroPlan &plan = *plan_;
  const double zeros = plan.low == smallest_probability ? static_cast<double>(totals_.items - totals_.positive) : 0;
  const double tie = predictive_tie(*plan.metric, static_cast<double>(totals_.positive), items());
  const MicroWindow::Choice choice = window.choose_predictive(plan.predictive, static_cast<double>(totals_.items), mu,
                                                             below, zeros, tie, range);
  after.high = choice.hit_left ? plan.high : choice.high;
  after.low = choice.hit_right ? plan.low : choice.low;
  if (mu < 2 * no_chance_of_zero) after.z = 1;
  give_bins(plan, choice.items > 0 ? choice.items : window.items(), window.items(), after);
}

// Those of rates: around the threshold that bins and sums tell, as far as they tell it.
void TablePass::narrow_rates(const std::vector<MicroBin> &all, const MicroWindow &window, double mu, KRange range,
                               MicroPlan &after) const {
  const MicroPlan &plan = *plan_;
  mu = std::clamp(mu, 0.0, static_cast<double>(totals_.items));  // bytes may say anything
  const double count = static_cast<double>(totals_.items), others = count - mu;
  const double z = rates_z(mu), z_complements = rates_z(others);
  const auto needed = [&](double mean, double now, double its) {
    return mean < 2 * no_chance_of_zero ? 1 : std::max(plan.pass > 1 ? now : 0, std::min(1.0, 1.1 * its));
  };
  after.z = needed(mu, plan.z, z);
  after.z_complements = needed(others, plan.z_complements, z_complements);
  Factors items, complements;
  items.start(plan.factors(totals_.largest));
  complements.start(plan.complement_factors());
  if (plan.pass > 1) {
    if (z > plan.z || z_complements > plan.z_complements) return;  // what sums there are tell nothing
    const auto add = [](const PowerSlices &slices, const PowerGrid &grid, Factors &to) {
      DoubleDouble sums[most_powers];
      slices.sums(grid, sums);
      to.add_sums(sums, 0);
    };
    add(above_, plan.above, items);
    add(below_, plan.below, items);
    add(above_complements_, plan.above_complements, complements);
    add(below_complements_, plan.below_complements, complements);
  }
  // Of each bin its mean; how far thresholds may be from what these tell, as a factor of the odds.
  const std::vector<MicroRange> ranges = bins_between(all, 0, 1);
  std::vector<Run> runs;
  double spread = 1 + 1e-9;
  std::size_t first = ranges.size();  // of the window
  for (const MicroRange &bin : ranges) {
    if (bin.high <= plan.high) first = std::min(first, runs.size());
    runs.push_back({std::clamp(bin.sum / bin.count, bin.low, bin.high), static_cast<int64_t>(bin.count)});
  }
  double least = mu, most = mu;
  for (const MicroRange &bin : ranges)
    if (bits_of(bin.low) >> 52 != bits_of(bin.high) >> 52) {
      least += bin.count * bin.low - bin.sum;
      most += bin.count * bin.high - bin.sum;
    }
  if (most > least) spread *= most / least * (count - least) / std::max(count - most, 0x1p-53);
  if (totals_.items > totals_.positive) runs.push_back({0, static_cast<int64_t>(totals_.items - totals_.positive)});
  const RatesGuess guess(plan.rates, runs, items, complements, mu, others);
  const double odds = guess.threshold / (1 - guess.threshold);
  const auto of_odds = [&](double x) { return x < 1e300 ? x / (1 + x) : guess.threshold; };
  const double least_threshold = std::min(guess.threshold, of_odds(odds / spread)),
               greatest_threshold = std::max(guess.threshold, of_odds(odds * spread));
  // What is left beyond is worth more than values tie and err by.
  const double weight = std::max(plan.rates.tpr, plan.rates.tnr);
  const double distance =
      weight * (4 * tie_tolerance(static_cast<int64_t>(std::min<uint64_t>(totals_.positive, 1 << 26)), 1) + 4e-12);
  const std::vector<double> gains(guess.gains.begin() + static_cast<std::ptrdiff_t>(first), guess.gains.end());
  const MicroWindow::Choice choice =
      window.choose_rates(gains, least_threshold, greatest_threshold, distance, range);
  const double width = plan.high - plan.low;
  after.high = choice.hit_left ? plan.high : choice.high;
  after.low = choice.hit_right ? plan.low : choice.low;
  if (choice.hit_left && window.count_above() > 0)
    after.high = std::min(1.0, std::max(plan.high * (1 + 0x1p-20) + 2 * width, greatest_threshold));
  if (choice.hit_right && plan.low > smallest_probability)
    after.low = std::max(smallest_probability, std::min(plan.low * (1 - 0x1p-20) - 2 * width, least_threshold));
  give_bins(plan, choice.items > 0 ? choice.items : window.items(), window.items(), after);
}

bool TablePass::next() {
  if (plan_->pass > 1 && !(totals_ == plan_->totals))
    fail(Status::argument, "rows of pass ", plan_->pass, " are not those of the passes before: ", totals_.items,
         " items, ", totals_.positive, " of them above 0, and there were ", plan_->totals.items, " and ",
         plan_->totals.positive);
  if (totals_.items == 0) fail(Status::argument, "items is 0: no probability was fed");
  const KRange range = plan_->options.k_range(items());
  const std::vector<MicroBin> bins = bins_.ascending();
  const bool exact = std::all_of(bins.begin(), bins.end(), [](const MicroBin &bin) { return bin.exact(); });
  if (plan_->pass == 1 && exact && items() <= plan_->limits.few) return decide_few(bins);
  for (;;) {
    MicroPlan plan = *plan_;
    if (exact) {
      if (decide_runs(bins, range, plan)) return true;
      if (plan_->pass == 1) {  // all items are here: the factors alone can be what did not serve
        if (!(plan.z > plan_->z || plan.z_complements > plan_->z_complements))
          fail(Status::internal, "a table in bins was not decided");
        plan.finish();
        plan_ = std::make_shared<const MicroPlan>(std::move(plan));
        continue;
      }
    } else {
      narrow(bins, range, plan);
    }
    if (plan.pass == MicroPlan::most_passes || plan.limits.later > MicroLimits::most)
      fail(Status::unsupported, "a table in bins: is not decided after ", plan.pass, " passes");
    ++plan.pass;
    plan.totals = totals_;
    plan.finish();
    *this = TablePass(std::make_shared<const MicroPlan>(std::move(plan)));
    return false;
  }
}

}  // namespace wald::core::decisions
