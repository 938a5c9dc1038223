// Estimates performance by chunk and segment.
#include "core/numeric/contraction.hpp"  // first

#include "core/performance/estimate_performance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/error.hpp"
#include "core/numeric/parallel.hpp"
#include "core/performance/value_band.hpp"
#include "core/performance/count_spread.hpp"
#include "core/performance/known_rows.hpp"
#include "core/performance/row_utility.hpp"

namespace wald::core::performance {
namespace {

using decisions::Average;

// Draws of each bootstrap sample.
constexpr std::size_t draws_of_sample = 20;
// Instances up to this number are simulated; of more the mean is normal.
constexpr int64_t most_simulated_rows = 30;
// Masses below this do not move the ends of a band.
constexpr double least_mass_of_band = 1e-7;
constexpr double most_estimates = 1e7;

// The rows of one estimate.
using RowList = std::vector<int64_t>;

// What each bootstrap sample adds to a sum over cells: their weights are put on the grid of each label in turn.
class Shifts {
 public:
  explicit Shifts(const KnownRows &rows)
      : rows_(rows), grid_(rows.calibration().is_given() ? grid_points : 0),
        of_sample_(static_cast<std::size_t>(rows.calibration().samples()), 0.0) {}

  void add(int64_t i, int64_t j, double weight) {
    if (grid_.empty() || weight == 0) return;
    const GridPlace place = rows_.place(i, j);
    grid_[place.at] += weight * (1 - place.share);
    grid_[place.at + 1] += weight * place.share;
    any_ = true;
  }
  void end_label(int64_t j) {
    if (!any_) return;
    any_ = false;
    for (std::size_t b = 0; b < of_sample_.size(); ++b) {
      const double *const difference = rows_.calibration().differences(j, static_cast<int64_t>(b));
      double sum = 0;
      for (std::size_t at = 0; at < grid_points; ++at) sum += grid_[at] * difference[at];
      of_sample_[b] += sum;
    }
    std::fill(grid_.begin(), grid_.end(), 0.0);
  }
  const std::vector<double> &of_sample() const { return of_sample_; }

 private:
  const KnownRows &rows_;
  bool any_ = false;
  std::vector<double> grid_, of_sample_;
};

// One problem of counts: how its true and false positives vary.
struct CountProblem {
  CountSpread tp, fn;
  std::vector<double> tp_shift, fn_shift;  // by sample
  double k = 0, n = 0, share = 1;
  double units = 1, whole_k = 0, whole_n = 0;  // counts in units of 1/units
};

class PerformanceEstimator {
 public:
  PerformanceEstimator(const Metric &metric, const KnownRows &rows, const PerformanceOptions &options)
      : metric_(metric), rows_(rows), options_(options) {
    const auto m = static_cast<std::size_t>(rows.labels());
    shares_.assign(m, 1.0);
    if (options.average == Average::macro && !options.label_weights.empty()) {
      if (options.label_weights.size() != m)
        fail(Status::argument, "label_weights has ", options.label_weights.size(), " numbers: must have ", m);
      shares_ = options.label_weights;
    }
    const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
    if (!(sum > 0)) fail(Status::argument, "label_weights sum to ", sum, ": must be above 0");
    for (double &share : shares_) share /= sum;
  }

  Estimate estimate(const RowList &list, uint64_t stream) const {
    Estimate out;
    for (const int64_t i : list) {
      out.n_rows += rows_.weight(i) > 0;
      out.n_labels += rows_.weight(i) > 0 && rows_.is_labelled(i);
    }
    if (out.n_rows == 0) return out;
    if (options_.average == Average::instance)
      estimate_instances(list, stream, out);
    else
      estimate_counts(list, stream, out);
    return out;
  }

 private:
  // The probability with which a row's labels were asked for: that of none counts where no label came.
  double asked(const Estimate &of, int64_t i) const { return of.n_labels > 0 ? rows_.asked(i) : 0; }

  struct Counts {
    double tp, fn;
  };

  std::vector<double> utilities(const CountProblem &problem, const std::vector<Counts> &at) const {
    if (metric_.is_custom()) return between_whole(problem, at);
    std::vector<double> out;
    out.reserve(at.size());
    // In whole multiples of a small unit, so that differences of counts are exact.
    for (const Counts &counts : at) {
      const double right = std::min(whole(counts.tp * problem.units), problem.whole_k);
      const double missed = std::min(whole(counts.fn * problem.units), problem.whole_n - problem.whole_k);
      out.push_back(metric_.weighted_utility(right, problem.whole_k, right + missed, problem.whole_n));
    }
    return out;
  }
  // A custom metric has whole counts alone: between them its utility is a mean by how near they are. All are asked for
  // together.
  std::vector<double> between_whole(const CountProblem &problem, const std::vector<Counts> &at) const {
    const auto k = static_cast<int64_t>(problem.k), n = static_cast<int64_t>(problem.n);
    std::vector<CellRow> cells;
    std::vector<double> shares;
    for (const Counts &counts : at) {
      const double right = std::floor(counts.tp), missed = std::floor(counts.fn);
      for (int corner = 0; corner < 4; ++corner) {
        const int64_t tp = static_cast<int64_t>(right) + corner % 2, fn = static_cast<int64_t>(missed) + corner / 2;
        const double share = (corner % 2 ? counts.tp - right : 1 - (counts.tp - right)) *
                             (corner / 2 ? counts.fn - missed : 1 - (counts.fn - missed));
        shares.push_back(share);
        if (share > 0) cells.push_back({tp, k, fn, 1});
      }
    }
    std::vector<double> values(cells.size()), out(at.size(), 0.0);
    metric_.rows_of_utilities(cells, n, values.data());
    auto value = values.begin();
    for (std::size_t i = 0; i < shares.size(); ++i)
      if (shares[i] > 0) out[i / 4] += shares[i] * *value++;
    return out;
  }
  // The nearest whole number, of at most 2^51.
  static double whole(double x) {
    constexpr double shift = 0x1.8p52;
    return (x + shift) - shift;
  }

  CountProblem problem_of(const RowList &list, int64_t from, int64_t to, const Estimate &of, uint64_t stream) const {
    CountProblem out;
    CountSum sums[2];
    std::vector<Shifts> shifts(2, Shifts(rows_));
    for (int64_t j = from; j < to; ++j) {
      for (const int64_t i : list) {
        const double w = rows_.weight(i);
        if (w == 0) continue;
        const bool flagged = rows_.flagged(i, j);
        out.n += w;
        out.k += flagged ? w : 0;
        const double p = rows_.p(i, j), pi = asked(of, i);
        CountSum &sum = sums[flagged];
        double kept = 1;  // how much of p counts
        if (pi == 1) {
          sum.add_known(w, rows_.label(i, j));
          kept = 0;
        } else if (pi == 0) {
          sum.add_open(w, p);
        } else {
          const bool drawn = rows_.is_labelled(i);
          kept = drawn ? 1 - 1 / pi : 1;
          const double residual = drawn ? (rows_.label(i, j) ? 1 : 0) - p : 0, odds = (1 - pi) / pi;
          sum.add_asked(w, w * (p + (drawn ? residual / pi : 0)), w * w * residual * residual * odds / pi,
                        w * w * p * (1 - p) * odds);
        }
        shifts[flagged].add(i, j, w * kept);
      }
      for (Shifts &shift : shifts) shift.end_label(j);
    }
    if (metric_.is_custom()) metric_.verify(static_cast<int64_t>(out.n));
    out.units = std::ldexp(1.0, 49 - std::ilogb(out.n));
    out.whole_k = whole(out.k * out.units);
    out.whole_n = whole(out.n * out.units);
    out.tp = CountSpread(sums[1], options_.seed, stream);
    out.fn = CountSpread(sums[0], options_.seed, stream + 1);
    out.tp_shift = shifts[1].of_sample();
    out.fn_shift = shifts[0].of_sample();
    return out;
  }

  void estimate_counts(const RowList &list, uint64_t stream, Estimate &out) const {
    const int64_t m = rows_.labels();
    std::vector<CountProblem> problems;
    if (options_.average == Average::micro || m == 1) {
      problems.push_back(problem_of(list, 0, m, out, stream));
    } else {
      for (int64_t j = 0; j < m; ++j) {
        if (shares_[static_cast<std::size_t>(j)] == 0) continue;
        problems.push_back(problem_of(list, j, j + 1, out, stream + 2 * static_cast<uint64_t>(j)));
        problems.back().share = shares_[static_cast<std::size_t>(j)];
      }
    }
    Band band;
    const bool one = problems.size() == 1, calibrated = rows_.calibration().is_given();
    out.value = 0;
    for (const CountProblem &problem : problems) {
      const double value = expected(problem, one && !calibrated ? &band : nullptr);
      out.value += problem.share * (out.n_labels > 0 ? utilities(problem, {{problem.tp.mean(), problem.fn.mean()}})[0] : value);
    }
    if (!one || calibrated) simulate(problems, stream, band);
    band.give(options_.level, out);
    out.calibration_error = calibrated ? calibration_error(problems) : 0;
  }

  // Its expected utility; values go into a band, if one is given.
  double expected(const CountProblem &problem, Band *band) const {
    const auto tps = problem.tp.values(), fns = problem.fn.values();
    std::vector<Counts> at;
    at.reserve(tps.size() * fns.size());
    for (const auto &tp : tps)
      for (const auto &fn : fns) at.push_back({tp.count, fn.count});
    const std::vector<double> values = utilities(problem, at);
    double sum = 0, total = 0;
    auto u = values.begin();
    for (const auto &tp : tps)
      for (const auto &fn : fns) {
        const double mass = tp.probability * fn.probability;
        sum += mass * *u;
        total += mass;
        if (band && tp.probability >= least_mass_of_band && fn.probability >= least_mass_of_band) band->add(*u, mass);
        ++u;
      }
    return sum / total;
  }

  void simulate(const std::vector<CountProblem> &problems, uint64_t stream, Band &band) const {
    Random random(options_.seed, stream + 2 * static_cast<uint64_t>(rows_.labels()));
    std::vector<double> tp(draws_of_sample), fn(draws_of_sample), sums(draws_of_sample);
    std::vector<Counts> at(draws_of_sample);
    for (std::size_t b = 0; b < static_cast<std::size_t>(options_.samples); ++b) {
      std::fill(sums.begin(), sums.end(), 0.0);
      for (const CountProblem &problem : problems) {
        problem.tp.draw(moved(problem.tp, problem.tp_shift, b), random, tp);
        problem.fn.draw(moved(problem.fn, problem.fn_shift, b), random, fn);
        for (std::size_t d = 0; d < draws_of_sample; ++d) at[d] = {tp[d], fn[d]};
        const std::vector<double> drawn = utilities(problem, at);
        for (std::size_t d = 0; d < draws_of_sample; ++d) sums[d] += problem.share * drawn[d];
      }
      for (const double u : sums) band.add(u, 1);
    }
  }

  static double moved(const CountSpread &spread, const std::vector<double> &shift, std::size_t b) {
    return shift.empty() ? spread.mean() : spread.clipped(spread.mean() + shift[b]);
  }

  double calibration_error(const std::vector<CountProblem> &problems) const {
    const auto samples = static_cast<std::size_t>(options_.samples);
    std::vector<double> sums(samples, 0.0);
    std::vector<Counts> at(samples);
    for (const CountProblem &problem : problems) {
      for (std::size_t b = 0; b < samples; ++b)
        at[b] = {moved(problem.tp, problem.tp_shift, b), moved(problem.fn, problem.fn_shift, b)};
      const std::vector<double> of_problem = utilities(problem, at);
      for (std::size_t b = 0; b < samples; ++b) sums[b] += problem.share * of_problem[b];
    }
    Band values;
    for (const double sum : sums) values.add(sum, 1);
    return values.standard_deviation();
  }

  // Sums over instances of their weighted utilities.
  struct InstanceSums {
    double weight = 0, mean = 0, model = 0, observed = 0, expected = 0;
    bool asked = false;
  };

  // Adds a row, of which `row` holds what is expected. Returns how much of the expectation counts.
  double add_instance(int64_t i, const Estimate &of, const RowUtility &row, InstanceSums &sums) const {
    const double w = rows_.weight(i), pi = asked(of, i);
    sums.weight += w;
    if (pi == 0) {
      sums.mean += w * row.mean();
      sums.model += w * w * row.variance();
      return 1;
    }
    sums.asked = sums.asked || pi < 1;
    const double odds = (1 - pi) / pi;
    sums.expected += w * w * row.variance() * odds;
    if (!rows_.is_labelled(i)) {
      sums.mean += w * row.mean();
      return 1;
    }
    int64_t tp = 0, k = 0, s = 0;
    for (int64_t j = 0; j < rows_.labels(); ++j) {
      const bool y = rows_.label(i, j), h = rows_.flagged(i, j);
      tp += y && h;
      k += h;
      s += y;
    }
    const double residual = metric_.utility(tp, k, s, rows_.labels()) - row.mean();
    sums.mean += w * (row.mean() + residual / pi);
    sums.observed += w * w * residual * residual * odds / pi;
    return 1 - 1 / pi;
  }

  void estimate_instances(const RowList &list, uint64_t stream, Estimate &out) const {
    const int64_t m = rows_.labels();
    const bool calibrated = rows_.calibration().is_given(), few = out.n_rows <= most_simulated_rows;
    metric_.verify(m);
    const auto draws = static_cast<std::size_t>(options_.samples) * draws_of_sample;
    InstanceSums sums;
    std::vector<double> p(static_cast<std::size_t>(m)), drawn(few ? draws : 0, 0.0);
    std::vector<uint8_t> flagged(static_cast<std::size_t>(m));
    std::vector<std::vector<double>> slopes;  // by row, of what counts
    Random random(options_.seed, stream);
    RowUtility row;
    for (const int64_t i : list) {
      const double w = rows_.weight(i);
      if (w == 0) continue;
      for (int64_t j = 0; j < m; ++j) {
        p[static_cast<std::size_t>(j)] = rows_.p(i, j);
        flagged[static_cast<std::size_t>(j)] = rows_.flagged(i, j);
      }
      row.compute(metric_, p, flagged, calibrated);
      const double kept = add_instance(i, out, row, sums);
      if (calibrated) {
        slopes.push_back(row.slopes());
        for (double &slope : slopes.back()) slope *= w * kept;
      }
      // What is known has no error.
      if (!few || asked(out, i) == 1) continue;
      for (double &sum : drawn) sum += w * (row.draw(metric_, random) - row.mean());
    }
    Shifts shifts(rows_);
    for (int64_t j = 0; calibrated && j < m; ++j) {
      std::size_t at = 0;
      for (const int64_t i : list)
        if (rows_.weight(i) > 0) shifts.add(i, j, slopes[at++][static_cast<std::size_t>(j)]);
      shifts.end_label(j);
    }
    give_instances(sums, shifts.of_sample(), few && !sums.asked ? drawn : std::vector<double>(), random, out);
  }

  // drawn: simulated differences from the mean; none: the normal limit.
  void give_instances(const InstanceSums &sums, const std::vector<double> &shift, const std::vector<double> &drawn,
                      Random &random, Estimate &out) const {
    // That of a custom metric would take a call for each cell.
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const Range range = metric_.is_custom() ? Range{-infinity, infinity} : metric_.range(rows_.labels());
    const auto within = [&](double sum) { return std::clamp(sum / sums.weight, range.low, range.high); };
    out.value = within(sums.mean);
    const NormalParts normal(std::sqrt(sums.model + std::max(sums.observed, sums.expected)));
    Band band, moved;
    const auto samples = static_cast<std::size_t>(options_.samples);
    std::vector<double> errors(draws_of_sample);
    for (std::size_t b = 0; b < samples; ++b) {
      const double mean = sums.mean + (shift.empty() ? 0 : shift[b]);
      moved.add(within(mean), 1);
      if (drawn.empty()) normal.draw(random, errors);
      for (std::size_t d = 0; d < draws_of_sample; ++d)
        band.add(within(mean + (drawn.empty() ? errors[d] : drawn[b * draws_of_sample + d])), 1);
    }
    band.give(options_.level, out);
    out.calibration_error = shift.empty() ? 0 : moved.standard_deviation();
  }

  const Metric &metric_;
  const KnownRows &rows_;
  const PerformanceOptions &options_;
  std::vector<double> shares_;
};

void make_room(std::vector<Estimate> &list, std::size_t more) {
  if (list.capacity() - list.size() < more) list.reserve(std::max(list.size() + more, 2 * list.capacity()));
}

}  // namespace

Performance::Performance(std::shared_ptr<const Metric> metric, const CalibrationRows &calibration,
                         const PerformanceOptions &options)
    : metric_(std::move(metric)), options_(options), calibrated_(calibration.truth.data != nullptr) {
  check_ranges(options_);
  using learners::Calibrator;
  if (!calibrated_ && options_.calibration != Calibrator::automatic && options_.calibration != Calibrator::none)
    fail(Status::argument, "calibration is ", learners::calibration_words[static_cast<int32_t>(options_.calibration)].name,
         ": requires calibration rows");
  if (metric_->needs_one_thread()) options_.threads = 1;
  const Progress progress = options_.progress;
  options_.progress = {};
  if (!calibrated_) return;
  CallbackMonitor monitor(progress);
  monitor.at(0);
  calibration_ = DrawnCalibration(calibration, options, monitor);
  labels_ = calibration.truth.cols;
  monitor.at(1);
}

void Performance::feed(const PerformanceRows &rows) {
  const int64_t n = rows.flagged.rows, m = rows.flagged.cols;
  if (labels_ > 0 && m != labels_)
    fail(Status::argument, "flagged has ", m, " columns: must have ", labels_, ", as ",
         calibrated_ ? "the calibration rows" : "the rows before");
  NoMonitor quiet;
  const KnownRows known(rows, calibration_, options_.n_segments);
  if (metric_->is_custom() && options_.average != Average::instance && rows.weights.data)
    fail(Status::unsupported, "metric \"", metric_->name(),
         "\" is custom, a function of whole counts: weights need average instance");
  const PerformanceEstimator estimator(*metric_, known, options_);

  const int64_t size = options_.chunk_rows > 0 ? options_.chunk_rows : std::max<int64_t>(n, 1);
  const auto count = static_cast<std::size_t>((n + size - 1) / size), parts = static_cast<std::size_t>(n_segments());
  std::vector<RowList> lists(count * (1 + parts));
  for (int64_t i = 0; i < n; ++i) {
    const auto chunk = static_cast<std::size_t>(i / size);
    lists[chunk].push_back(i);
    if (parts > 0) lists[count + chunk * parts + static_cast<std::size_t>(rows.segments[i])].push_back(i);
  }
  std::vector<Estimate> all(lists.size());
  // Streams of their own for the samples of the calibration and for each estimate so far and now.
  const auto streams = static_cast<uint64_t>(2 * m + 1);
  const uint64_t first = static_cast<uint64_t>(options_.samples + 1) + streams * (of_chunks_.size() + of_segments_.size());
  const auto tasks = static_cast<int64_t>(lists.size());
  parallel_for({tasks, n * m}, worker_count(static_cast<int>(options_.threads), tasks), quiet,
               [&](int64_t at, int, Monitor &) {
                 const auto place = static_cast<std::size_t>(at);
                 all[place] = estimator.estimate(lists[place], first + streams * static_cast<uint64_t>(at));
               });
  const auto chunks_end = all.begin() + static_cast<std::ptrdiff_t>(count);
  // Only to make room can fail.
  make_room(of_chunks_, count);
  make_room(of_segments_, all.size() - count);
  of_chunks_.insert(of_chunks_.end(), all.begin(), chunks_end);
  of_segments_.insert(of_segments_.end(), chunks_end, all.end());
  labels_ = m;
}

void Performance::clear() {
  of_chunks_.clear();
  of_segments_.clear();
  if (!calibrated_) labels_ = 0;
}

}  // namespace wald::core::performance
