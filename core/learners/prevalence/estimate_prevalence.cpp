// Estimates the shares of labels or classes among rows without labels.
//
// Sources: M. Saerens, P. Latinne and C. Decaestecker, "Adjusting the outputs of a classifier to new a priori
// probabilities", Neural Computation 14 (2002): the likelihood of the shares is a product over the rows of
// sum_k prior[k] p(k | row)/training_prior[k]. A. Alexandari, A. Kundaje and A. Shrikumar, "Maximum likelihood with
// bias-corrected calibration is hard-to-beat at label shift adaptation", ICML 2020: calibrate before, by one slope and an
// intercept per class, which for a label is Platt's method on log-odds.
//
// The logarithm of the likelihood is concave. For a label it has one unknown and is solved by Newton's method within a
// bracket; for classes by expectation-maximisation, accelerated by squared extrapolation (R. Varadhan and C. Roland,
// Scandinavian Journal of Statistics 35 (2008)). Limits are those of the profile likelihood, or percentiles of bootstrap
// samples of the rows and, where they are given, of the calibration rows, on which probabilities are calibrated anew.
//
// The test: under label shift the probabilities of the new rows are distributed as a mixture of those of each label's
// calibration rows. Their greatest distance (Kolmogorov and Smirnov's) is compared with that of samples drawn from the
// mixture, all estimated anew. Cost: rows times bootstrap samples.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/prevalence/estimate_prevalence.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/base/error.hpp"
#include "core/described/option_rows.hpp"
#include "core/estimators/marginal.hpp"
#include "core/learners/calibration.hpp"
#include "core/learners/class_calibration.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/quantile.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"
#include "core/numeric/special/normal_quantile.hpp"

namespace wald::core::learners {

namespace {

using Vector = std::vector<double>;

// Above this the sum of exclusive shares leaves nothing for "none of the classes".
constexpr double all_classes = 1 - 1e-6;
// Ratios that differ by less tell nothing of the shares.
constexpr double least_difference = 1e-9;

// ---- Outcomes ------------------------------------------------------------------------------------

// Exclusive outcomes of rows: a label's 0 and 1, or the classes and, where there are such rows, none of them.
struct OutcomeRows {
  std::size_t outcomes = 0;
  Vector probabilities;                // rows by outcomes
  std::vector<std::size_t> of_row;     // the true outcome, where it is known
  std::size_t rows() const { return probabilities.size() / outcomes; }
  const double *row(std::size_t i) const { return probabilities.data() + i * outcomes; }
};

double cell(const RealTable &table, int64_t i, int64_t j, const char *name) {
  const double p = table.row(i)[j];
  if (!(p >= 0 && p <= one_rounded(table.is_float)))
    fail(Status::argument, name, "[", i, "][", j, "] is ", p, ": must lie in [0, 1]");
  return std::min(p, 1.0);
}

uint8_t truth_at(const CalibrationRows &rows, int64_t i, int64_t j) {
  const uint8_t y = rows.truth(i, j);
  if (y > 1) fail(Status::argument, "calibration_truth[", i, "][", j, "] is ", static_cast<int>(y), ": must be 0 or 1");
  return y;
}

OutcomeRows label_rows(const RealTable &table, int64_t label, const char *name) {
  OutcomeRows out;
  out.outcomes = 2;
  for (int64_t i = 0; i < table.rows; ++i) {
    const double p = cell(table, i, label, name);
    out.probabilities.insert(out.probabilities.end(), {1 - p, p});
  }
  return out;
}

// with_none: whether what a row's sum leaves is an outcome of its own, the last one.
OutcomeRows class_rows(const RealTable &table, bool with_none, const std::string &name) {
  OutcomeRows out;
  out.outcomes = static_cast<std::size_t>(table.cols) + (with_none ? 1 : 0);
  for (int64_t i = 0; i < table.rows; ++i) {
    double sum = 0;
    for (int64_t j = 0; j < table.cols; ++j) {
      out.probabilities.push_back(cell(table, i, j, name.c_str()));
      sum += out.probabilities.back();
    }
    checked_categorical_sum(sum, name + "[" + std::to_string(i) + "]");
    if (!(sum > 0) && !with_none) fail(Status::argument, name, "[", i, "] sums to 0: one class must be possible");
    if (with_none) out.probabilities.push_back(std::max(1 - sum, 0.0));
  }
  return out;
}

// The shares of the outcomes of calibration rows, each of which must occur.
Vector shares_of(const OutcomeRows &rows) {
  Vector out(rows.outcomes, 0.0);
  for (const std::size_t k : rows.of_row) out[k] += 1;
  for (double &share : out) share /= static_cast<double>(rows.rows());
  return out;
}

// ---- Maximum likelihood --------------------------------------------------------------------------

// Row by row the probability of each outcome over its share in training: the likelihood of a row is a mean of these
// with the shares sought as weights, except for a factor of the row.
struct Likelihood {
  std::size_t outcomes;
  Vector ratios;
  std::size_t rows() const { return ratios.size() / outcomes; }

  double logarithm_at(const Vector &shares) const {
    double sum = 0;
    for (std::size_t i = 0; i < ratios.size(); i += outcomes) {
      double mean = 0;
      for (std::size_t k = 0; k < outcomes; ++k) mean += shares[k] * ratios[i + k];
      if (!(mean > 0)) return -infinite;
      sum += logarithm(mean);
    }
    return sum;
  }
};

// Of a label: the share of 1 that is likeliest. The derivative falls in the share.
double likeliest_share(const Likelihood &of) {
  double greatest = 0;
  for (std::size_t i = 0; i < of.ratios.size(); i += 2)
    greatest = std::max(greatest, std::fabs(of.ratios[i + 1] - of.ratios[i]));
  if (greatest < least_difference) return unset;
  const auto derivatives = [&](double share, double &second) {
    double first = 0;
    second = 0;
    for (std::size_t i = 0; i < of.ratios.size(); i += 2) {
      const double zero = of.ratios[i], step = of.ratios[i + 1] - zero, mean = zero + share * step;
      const double term = mean > 0 ? step / mean : step > 0 ? infinite : step < 0 ? -infinite : 0;
      first += term;
      second -= term * term;
    }
    return first;
  };
  double second;
  if (!(derivatives(0, second) > 0)) return 0;
  if (!(derivatives(1, second) < 0)) return 1;
  double low = 0, high = 1, at = 0.5;
  for (int step = 0; step < 200 && high - low > 1e-15 * high; ++step) {
    const double first = derivatives(at, second);
    (first > 0 ? low : high) = at;
    const double newton = at - first / second, middle = low + (high - low) / 2;
    const double next = newton > low && newton < high ? newton : middle;
    if (std::fabs(next - at) <= 1e-14 * at) return next;
    // Newton's steps may creep; every third one halves the bracket.
    at = step % 3 == 2 ? middle : next;
  }
  return at;
}

// One step of expectation-maximisation; with `held` in [0, outcomes) the share of that outcome stays as it is.
void raise(const Likelihood &of, std::size_t held, const Vector &from, Vector &to) {
  std::fill(to.begin(), to.end(), 0.0);
  for (std::size_t i = 0; i < of.ratios.size(); i += of.outcomes) {
    double mean = 0;
    for (std::size_t k = 0; k < of.outcomes; ++k) mean += from[k] * of.ratios[i + k];
    if (!(mean > 0)) continue;
    for (std::size_t k = 0; k < of.outcomes; ++k) to[k] += from[k] * of.ratios[i + k] / mean;
  }
  double sum = 0;
  for (std::size_t k = 0; k < of.outcomes; ++k) sum += k == held ? 0 : to[k];
  const double rest = held < of.outcomes ? 1 - from[held] : 1;
  for (std::size_t k = 0; k < of.outcomes; ++k)
    to[k] = k == held ? from[k] : sum > 0 ? rest * to[k] / sum : from[k];
}

// The likeliest shares of all outcomes, begun at `start`, of which none but a held one is 0.
Vector likeliest_shares(const Likelihood &of, std::size_t held, Vector start) {
  constexpr int most_rounds = 2000;
  constexpr double tolerance = 1e-10;
  Vector once(of.outcomes), twice(of.outcomes), far(of.outcomes), next(of.outcomes);
  double value = of.logarithm_at(start);
  for (int round = 0; round < most_rounds; ++round) {
    raise(of, held, start, once);
    raise(of, held, once, twice);
    double moved = 0, bent = 0;
    for (std::size_t k = 0; k < of.outcomes; ++k) {
      const double step = once[k] - start[k], bend = twice[k] - once[k] - step;
      moved += step * step;
      bent += bend * bend;
    }
    if (!(moved > tolerance * tolerance)) return twice;
    // As far as a geometric series of such steps goes, within the shares that there may be.
    double length = bent > 0 ? std::max(1.0, std::sqrt(moved / bent)) : 1;
    const auto at = [&](std::size_t k, double l) {
      return start[k] + 2 * l * (once[k] - start[k]) + l * l * (twice[k] - 2 * once[k] + start[k]);
    };
    for (int halved = 0; halved < 60 && length > 1; ++halved) {
      bool inside = true;
      for (std::size_t k = 0; k < of.outcomes; ++k) inside = inside && (k == held || at(k, length) > 0);
      if (inside) break;
      length = 1 + (length - 1) / 2 > 1.001 ? 1 + (length - 1) / 2 : 1;
    }
    for (std::size_t k = 0; k < of.outcomes; ++k) far[k] = k == held ? start[k] : std::max(at(k, length), 0.0);
    raise(of, held, far, next);
    const double there = of.logarithm_at(next);
    if (there >= value) {
      start = next;
      value = there;
    } else {
      start = twice;
      value = of.logarithm_at(twice);
    }
  }
  return start;
}

Vector likeliest(const Likelihood &of, const Vector &training) {
  if (of.outcomes > 2) return likeliest_shares(of, of.outcomes, training);
  const double one = likeliest_share(of);
  if (std::isnan(one)) return training;
  return {1 - one, one};
}

// The furthest share of an outcome from its likeliest one, towards `end`, whose likelihood with all else at its best is
// not below `least`.
double profile_limit(const Likelihood &of, const Vector &best, std::size_t outcome, double end, double least) {
  const auto profile = [&](double share, Vector &others) {
    if (of.outcomes == 2) {
      others[outcome] = share;
      others[1 - outcome] = 1 - share;
      return of.logarithm_at(others);
    }
    double rest = 0;
    for (std::size_t k = 0; k < of.outcomes; ++k) rest += k == outcome ? 0 : others[k];
    // A share of 0 would stay so.
    for (std::size_t k = 0; k < of.outcomes; ++k)
      if (k != outcome) {
        const double equal = 1 / static_cast<double>(of.outcomes - 1);
        const double part = rest > 0 ? 0.999 * others[k] / rest + 0.001 * equal : equal;
        others[k] = (1 - share) * part;
      }
    others[outcome] = share;
    others = likeliest_shares(of, outcome, others);
    return of.logarithm_at(others);
  };
  Vector others = best;
  if (profile(end, others) >= least) return end;
  double inside = best[outcome], outside = end;
  others = best;
  const double close = of.outcomes == 2 ? 1e-10 : 1e-7;
  for (int step = 0; step < 60 && std::fabs(outside - inside) > close; ++step) {
    const double middle = inside + (outside - inside) / 2;
    (profile(middle, others) >= least ? inside : outside) = middle;
  }
  return outside;
}

// ---- Calibration ---------------------------------------------------------------------------------

constexpr double smallest_probability = 4.248354255291589e-18;  // exp(-40)

// Probabilities of outcomes by the calibration of rows that are given by their numbers.
class OutcomeCalibration {
 public:
  OutcomeCalibration(const OutcomeRows &rows, const std::vector<std::size_t> &drawn) : outcomes_(rows.outcomes) {
    NoMonitor quiet;
    Vector margins;
    const Vector weights(drawn.size(), 1.0);
    if (outcomes_ == 2) {
      std::vector<uint8_t> labels;
      for (const std::size_t i : drawn) {
        margins.push_back(margin(rows.row(i)));
        labels.push_back(rows.of_row[i] == 1);
      }
      label_ = calibrate_margins(Calibrator::platt, margins, labels, weights, quiet);
      return;
    }
    std::vector<int64_t> classes;
    for (const std::size_t i : drawn) {
      append_logarithms(rows.row(i), margins);
      classes.push_back(static_cast<int64_t>(rows.of_row[i]));
    }
    classes_ = ClassCalibration(Calibrator::platt, margins, classes, static_cast<int64_t>(outcomes_), weights, quiet);
  }

  void apply(const double *row, double *out) const {
    if (outcomes_ == 2) {
      out[1] = label_.probability(margin(row));
      out[0] = 1 - out[1];
      return;
    }
    Vector margins;
    append_logarithms(row, margins);
    classes_.probabilities(margins.data(), static_cast<int64_t>(outcomes_), out);
  }

 private:
  static double margin(const double *row) { return clipped_log_odds(row[1] / (row[0] + row[1])); }
  void append_logarithms(const double *row, Vector &to) const {
    for (std::size_t k = 0; k < outcomes_; ++k) to.push_back(logarithm(std::max(row[k], smallest_probability)));
  }

  std::size_t outcomes_;
  Calibration label_;
  ClassCalibration classes_;
};

// ---- The estimate --------------------------------------------------------------------------------

std::vector<std::size_t> all_of(std::size_t n) {
  std::vector<std::size_t> out(n);
  std::iota(out.begin(), out.end(), std::size_t{0});
  return out;
}

std::size_t pick(Random &random, std::size_t n) {
  return std::min(n - 1, static_cast<std::size_t>(random.uniform() * static_cast<double>(n)));
}

std::vector<std::size_t> drawn_rows(Random &random, std::size_t n) {
  std::vector<std::size_t> out(n);
  for (std::size_t &i : out) i = pick(random, n);
  return out;
}

// One label, or all classes.
class Estimation {
 public:
  // calibration: with outcomes; null without such rows. given: shares in training; empty: those of the calibration rows.
  Estimation(const OutcomeRows &rows, const OutcomeRows *calibration, Vector given)
      : rows_(rows), calibration_(calibration), given_(std::move(given)) {}

  Vector training() const { return given_.empty() ? shares_of(*calibration_) : given_; }
  Likelihood likelihood() const {
    return calibration_ ? of_rows(rows_, all_of(rows_.rows()), all_of(calibration_->rows()))
                        : of_rows(rows_, all_of(rows_.rows()), {});
  }

  // Of rows and calibration rows drawn with replacement.
  Vector redrawn(Random &random) const {
    std::vector<std::size_t> known;
    if (calibration_) known = drawn_calibration(random);
    return solve(rows_, drawn_rows(random, rows_.rows()), known);
  }

  // The distance of the rows' probabilities from the mixture of those of each outcome's calibration rows; of several
  // outcomes the greatest.
  double distance(const Vector &shares) const {
    return distance(rows_, all_of(rows_.rows()), all_of(calibration_->rows()), shares);
  }
  // That of rows drawn from the mixture.
  double distance_by_chance(Random &random, const Vector &shares) const {
    std::vector<std::vector<std::size_t>> of_outcome(rows_.outcomes);
    for (std::size_t i = 0; i < calibration_->rows(); ++i) of_outcome[calibration_->of_row[i]].push_back(i);
    std::vector<std::size_t> drawn;
    for (std::size_t i = 0; i < rows_.rows(); ++i) {
      double u = random.uniform();
      std::size_t k = 0;
      while (k + 1 < rows_.outcomes && u >= shares[k]) u -= shares[k++];
      while (of_outcome[k].empty() || !(shares[k] > 0)) k = (k + rows_.outcomes - 1) % rows_.outcomes;
      drawn.push_back(of_outcome[k][pick(random, of_outcome[k].size())]);
    }
    const std::vector<std::size_t> known = drawn_calibration(random);
    return distance(*calibration_, drawn, known, solve(*calibration_, drawn, known));
  }

 private:
  // Each outcome occurs, as the calibration needs.
  std::vector<std::size_t> drawn_calibration(Random &random) const {
    constexpr int most_draws = 1000;
    std::vector<std::size_t> out;
    for (int draw = 0; draw < most_draws; ++draw) {
      out = drawn_rows(random, calibration_->rows());
      std::vector<uint8_t> seen(rows_.outcomes, 0);
      for (const std::size_t i : out) seen[calibration_->of_row[i]] = 1;
      if (std::find(seen.begin(), seen.end(), 0) == seen.end()) return out;
    }
    return all_of(calibration_->rows());
  }

  Likelihood of_rows(const OutcomeRows &from, const std::vector<std::size_t> &which,
                     const std::vector<std::size_t> &known) const {
    Likelihood out{from.outcomes, {}};
    out.ratios.resize(which.size() * from.outcomes);
    const Vector shares = training_of(known);
    const auto divide = [&](double *to) {
      for (std::size_t k = 0; k < from.outcomes; ++k) to[k] /= shares[k];
    };
    if (!calibration_) {
      for (std::size_t i = 0; i < which.size(); ++i) {
        double *const to = out.ratios.data() + i * from.outcomes;
        std::copy_n(from.row(which[i]), from.outcomes, to);
        divide(to);
      }
      return out;
    }
    const OutcomeCalibration calibrated(*calibration_, known);
    for (std::size_t i = 0; i < which.size(); ++i) {
      double *const to = out.ratios.data() + i * from.outcomes;
      calibrated.apply(from.row(which[i]), to);
      divide(to);
    }
    return out;
  }
  Vector training_of(const std::vector<std::size_t> &known) const {
    if (!given_.empty()) return given_;
    Vector out(rows_.outcomes, 0.0);
    for (const std::size_t i : known) out[calibration_->of_row[i]] += 1 / static_cast<double>(known.size());
    return out;
  }
  Vector solve(const OutcomeRows &from, const std::vector<std::size_t> &which,
               const std::vector<std::size_t> &known) const {
    return likeliest(of_rows(from, which, known), training_of(known));
  }

  double distance(const OutcomeRows &from, const std::vector<std::size_t> &which, const std::vector<std::size_t> &known,
                  const Vector &shares) const {
    Vector counts(rows_.outcomes, 0.0);
    for (const std::size_t i : known) counts[calibration_->of_row[i]] += 1;
    struct Step {
      double at, up;
    };
    double greatest = 0;
    // Of a label its probability alone; no monotone calibration changes this.
    for (std::size_t k = rows_.outcomes == 2 ? 1 : 0; k < rows_.outcomes; ++k) {
      std::vector<Step> steps;
      const double each = 1 / static_cast<double>(which.size());
      for (const std::size_t i : which) steps.push_back({from.row(i)[k], each});
      for (const std::size_t i : known) {
        const std::size_t own = calibration_->of_row[i];
        steps.push_back({calibration_->row(i)[k], -shares[own] / counts[own]});
      }
      std::sort(steps.begin(), steps.end(), [](const Step &a, const Step &b) { return a.at < b.at; });
      double sum = 0;
      for (std::size_t i = 0; i < steps.size(); ++i) {
        sum += steps[i].up;
        if (i + 1 == steps.size() || steps[i + 1].at > steps[i].at) greatest = std::max(greatest, std::fabs(sum));
      }
    }
    return greatest;
  }

  const OutcomeRows &rows_;
  const OutcomeRows *calibration_;
  Vector given_;
};

// The outcomes that are reported: a label's 1, or the classes.
struct Reported {
  std::size_t first, count;
};

void estimate(const Estimation &of, const Reported &reported, bool tested, const PrevalenceOptions &options,
              uint64_t stream, Monitor &monitor, PrevalenceEstimate &out) {
  const Likelihood likelihood = of.likelihood();
  const Vector best = likeliest(likelihood, of.training());
  std::vector<Vector> shares(static_cast<std::size_t>(options.bootstrap));
  Vector distances(tested ? shares.size() : 0);
  const uint64_t seed = mix_bits(options.seed + stream);
  parallel_for(options.bootstrap, worker_count(options.threads, options.bootstrap), monitor,
               [&](int64_t sample, int, Monitor &) {
                 const auto s = static_cast<std::size_t>(sample);
                 Random random(seed, 2 * static_cast<uint64_t>(sample));
                 shares[s] = of.redrawn(random);
                 if (!tested) return;
                 Random other(seed, 2 * static_cast<uint64_t>(sample) + 1);
                 distances[s] = of.distance_by_chance(other, best);
               });
  double p_value = unset;
  if (tested) {
    const double found = of.distance(best);
    // Distances that differ by rounding alone count as equal.
    const auto further = std::count_if(distances.begin(), distances.end(), [&](double d) { return d >= found - 1e-12; });
    p_value = (1 + static_cast<double>(further)) / (1 + static_cast<double>(distances.size()));
  }
  const double z = normal_quantile((1 + options.level) / 2);
  double least = unset;
  if (options.bootstrap == 0) least = likelihood.logarithm_at(best) - z * z / 2;
  for (std::size_t k = reported.first; k < reported.first + reported.count; ++k) {
    out.prior.push_back(best[k]);
    out.training_prior.push_back(of.training()[k]);
    out.p_value.push_back(p_value);
    if (options.bootstrap == 0) {
      out.low.push_back(profile_limit(likelihood, best, k, 0, least));
      out.high.push_back(profile_limit(likelihood, best, k, 1, least));
      continue;
    }
    Vector of_outcome;
    for (const Vector &sample : shares) of_outcome.push_back(sample[k]);
    out.low.push_back(std::min(best[k], quantile(of_outcome, (1 - options.level) / 2)));
    out.high.push_back(std::max(best[k], quantile(of_outcome, (1 + options.level) / 2)));
  }
}

void require_outcomes(const OutcomeRows &rows, int64_t label) {
  const Vector shares = shares_of(rows);
  for (std::size_t k = 0; k < rows.outcomes; ++k) {
    if (shares[k] > 0) continue;
    if (label >= 0) fail(Status::argument, "calibration_truth[][", label, "] is ", 1 - k, " in every row: both must occur");
    fail(Status::argument, "calibration_truth has no row of class ", k, ": each must occur");
  }
}

}  // namespace

PrevalenceEstimate estimate_prevalence(Kind kind, const RealTable &probabilities, const Reals &training_prior,
                                       const CalibrationRows *calibration, const PrevalenceOptions &options,
                                       Monitor &monitor) {
  if (kind != Kind::independent && kind != Kind::categorical)
    fail(Status::argument, "kind is ", kind_name(kind), ": must be independent or categorical");
  if (probabilities.rows == 0) fail(Status::argument, "probabilities has 0 rows: must have at least 1");
  if (probabilities.cols == 0) fail(Status::argument, "probabilities has 0 columns: must have at least 1");
  if (calibration && calibration->probabilities.rows == 0)
    fail(Status::argument, "calibration_probabilities has 0 rows: must have at least 1");
  if (!training_prior.data && !calibration)
    fail(Status::argument, "training_prior is NULL: must be given without calibration rows");
  Vector given;
  if (training_prior.data)
    for (int64_t j = 0; j < training_prior.n; ++j) {
      if (!(training_prior[j] > 0 && training_prior[j] < 1))
        fail(Status::argument, "training_prior[", j, "] is ", training_prior[j], ": must lie in (0, 1)");
      given.push_back(training_prior[j]);
    }
  monitor.at(0);
  PrevalenceEstimate out;
  out.n_rows = probabilities.rows;
  out.n_calibration_rows = calibration ? calibration->probabilities.rows : 0;
  const bool tested = calibration && options.bootstrap > 0;
  if (kind == Kind::independent) {
    for (int64_t j = 0; j < probabilities.cols; ++j) {
      const OutcomeRows rows = label_rows(probabilities, j, "probabilities");
      OutcomeRows known;
      if (calibration) {
        known = label_rows(calibration->probabilities, j, "calibration_probabilities");
        for (int64_t i = 0; i < calibration->truth.rows; ++i) known.of_row.push_back(truth_at(*calibration, i, j));
        require_outcomes(known, j);
      }
      Vector training;
      if (!given.empty()) training = {1 - given[static_cast<std::size_t>(j)], given[static_cast<std::size_t>(j)]};
      const auto all = static_cast<double>(probabilities.cols);
      PartMonitor part(monitor, static_cast<double>(j) / all, static_cast<double>(j + 1) / all);
      estimate(Estimation(rows, calibration ? &known : nullptr, training), {1, 1}, tested, options,
               static_cast<uint64_t>(j), part, out);
    }
    monitor.at(1);
    return out;
  }
  std::vector<std::size_t> truth;
  const auto classes = static_cast<std::size_t>(probabilities.cols);
  bool with_none = false;
  if (calibration)
    for (int64_t i = 0; i < calibration->truth.rows; ++i) {
      std::size_t own = classes;
      for (int64_t j = 0; j < probabilities.cols; ++j)
        if (truth_at(*calibration, i, j)) {
          if (own < classes)
            fail(Status::argument, "calibration_truth[", i, "] has classes ", own, " and ", j, ": must have one at most");
          own = static_cast<std::size_t>(j);
        }
      with_none = with_none || own == classes;
      truth.push_back(own);
    }
  if (!given.empty()) {
    double sum = 0;
    for (const double share : given) sum += share;
    sum = std::min(checked_categorical_sum(sum, "training_prior"), 1.0);
    const bool leaves_none = sum < all_classes;
    if (with_none && !leaves_none)
      fail(Status::argument, "training_prior sums to 1: rows of calibration_truth have no class");
    with_none = leaves_none;
    if (with_none)
      given.push_back(1 - sum);
    else
      for (double &share : given) share /= sum;
  }
  const OutcomeRows rows = class_rows(probabilities, with_none, "probabilities");
  if (rows.outcomes < 2) fail(Status::argument, "probabilities has 1 column: classes must be at least 2");
  OutcomeRows known;
  if (calibration) {
    known = class_rows(calibration->probabilities, with_none, "calibration_probabilities");
    known.of_row = std::move(truth);
    require_outcomes(known, -1);
  }
  estimate(Estimation(rows, calibration ? &known : nullptr, given), {0, classes}, tested, options, 0, monitor, out);
  monitor.at(1);
  return out;
}

}  // namespace wald::core::learners
