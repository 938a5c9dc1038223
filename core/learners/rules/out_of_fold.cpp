// Draws bootstrap samples of rows, values every candidate on each, and chooses.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/rules/out_of_fold.hpp"

#include <algorithm>
#include <cmath>

#include "core/thresholds/estimates/bagged.hpp"

namespace wald::core::learners {

namespace {

constexpr std::size_t most_samples = 200, fewest_samples = 50;  // a standard error of 50 is right within 10 %
// Counts of drawn rows, which are kept for all samples. Of more rows fewer samples do: their values vary less.
constexpr std::size_t most_counts = std::size_t{1} << 23;
constexpr double one_sided = 0.8413447460685429;  // of one standard error

// Streams of draws apart from those of the thresholds' samples.
constexpr uint64_t first_stream = 1u << 20;

std::size_t samples_for(std::size_t rows) {
  return std::clamp(most_counts / std::max<std::size_t>(rows, 1), fewest_samples, most_samples);
}

// For each row how often each sample draws it, times its weight: a row's numbers stand side by side.
std::vector<float> drawn_weights(const RuleRows &rows, std::size_t samples, uint64_t seed, Monitor &monitor) {
  const std::size_t n = rows.weights.size();
  const std::vector<std::vector<int64_t>> groups = rows.grouped();
  std::vector<float> out(n * samples);
  for (std::size_t b = 0; b < samples; ++b) {
    monitor.at(static_cast<double>(b) / static_cast<double>(samples));
    const std::vector<double> counts = thresholds::bootstrap_counts(n, groups, seed, first_stream + b);
    for (std::size_t i = 0; i < n; ++i) out[i * samples + b] = static_cast<float>(counts[i]);
  }
  return out;
}

using Samples = std::vector<double>;  // one number per sample

void add_row(const float *drawn, double weight, Samples &to) {
  for (std::size_t b = 0; b < to.size(); ++b) to[b] += weight * static_cast<double>(drawn[b]);
}

class Valued {
 public:
  Valued(const RuleProblem &problem, const RuleRows &rows, const std::vector<std::vector<uint8_t>> &masks,
         uint64_t seed, Monitor &monitor)
      : problem_(problem), rows_(rows), masks_(masks), samples_(samples_for(rows.weights.size())),
        values_(masks.size(), Samples(samples_, 0.0)) {
    PartMonitor drawing(monitor, 0, 0.3), valuing(monitor, 0.3, 1);
    drawn_ = drawn_weights(rows, samples_, seed, drawing);
    total_.assign(samples_, 0.0);
    for (std::size_t i = 0; i < rows.weights.size(); ++i) add_row(of_row(i), rows.weights[i], total_);
    switch (problem.average) {
      case decisions::Average::instance: by_rows(valuing); break;
      case decisions::Average::macro: by_labels(valuing); break;
      case decisions::Average::micro: by_table(valuing); break;
    }
  }
  const std::vector<Samples> &values() const { return values_; }

 private:
  const float *of_row(std::size_t i) const { return drawn_.data() + i * samples_; }
  std::size_t labels() const { return static_cast<std::size_t>(problem_.labels); }

  // Row by row: a row's own counts are not weighted, the mean over rows is.
  void by_rows(Monitor &monitor) {
    for (std::size_t c = 0; c < masks_.size(); ++c) {
      monitor.at(static_cast<double>(c) / static_cast<double>(masks_.size()));
      for (std::size_t i = 0; i < rows_.weights.size(); ++i) {
        const uint8_t *const h = masks_[c].data() + i * labels(), *const y = rows_.truth.data() + i * labels();
        int64_t tp = 0, k = 0, s = 0;
        for (std::size_t j = 0; j < labels(); ++j) {
          tp += h[j] & y[j];
          k += h[j];
          s += y[j];
        }
        add_row(of_row(i), rows_.weights[i] * problem_.metric->utility(tp, k, s, problem_.labels), values_[c]);
      }
      for (std::size_t b = 0; b < samples_; ++b) values_[c][b] /= total_[b];
    }
  }

  struct Counts {
    Samples tp, k;
  };
  void add_label(std::size_t j, Samples &s, std::vector<Counts> &counts) const {
    for (std::size_t i = 0; i < rows_.weights.size(); ++i) {
      const std::size_t cell = i * labels() + j;
      const double w = rows_.weights[i];
      if (rows_.truth[cell]) add_row(of_row(i), w, s);
      for (std::size_t c = 0; c < masks_.size(); ++c) {
        if (!masks_[c][cell]) continue;
        add_row(of_row(i), w, counts[c].k);
        if (rows_.truth[cell]) add_row(of_row(i), w, counts[c].tp);
      }
    }
  }
  void add_values(const Samples &s, const std::vector<Counts> &counts, double cells_per_row, double share) {
    for (std::size_t c = 0; c < masks_.size(); ++c)
      for (std::size_t b = 0; b < samples_; ++b)
        values_[c][b] += share * value_of_counts(*problem_.metric, counts[c].tp[b], counts[c].k[b], s[b],
                                                 total_[b] * cells_per_row, rows_.weighted);
  }
  std::vector<Counts> no_counts() const {
    return std::vector<Counts>(masks_.size(), {Samples(samples_, 0.0), Samples(samples_, 0.0)});
  }
  void by_labels(Monitor &monitor) {
    for (std::size_t j = 0; j < labels(); ++j) {
      monitor.at(static_cast<double>(j) / static_cast<double>(labels()));
      Samples s(samples_, 0.0);
      std::vector<Counts> counts = no_counts();
      add_label(j, s, counts);
      add_values(s, counts, 1, 1 / static_cast<double>(labels()));
    }
  }
  void by_table(Monitor &monitor) {
    Samples s(samples_, 0.0);
    std::vector<Counts> counts = no_counts();
    for (std::size_t j = 0; j < labels(); ++j) {
      monitor.at(static_cast<double>(j) / static_cast<double>(labels()));
      add_label(j, s, counts);
    }
    add_values(s, counts, static_cast<double>(labels()), 1);
  }

  const RuleProblem &problem_;
  const RuleRows &rows_;
  const std::vector<std::vector<uint8_t>> &masks_;
  std::size_t samples_;
  std::vector<Samples> values_;
  std::vector<float> drawn_;
  Samples total_;
};

double mean_of(const Samples &x) {
  double sum = 0;
  for (const double v : x) sum += v;
  return sum / static_cast<double>(x.size());
}

}  // namespace

RuleChoice choose_candidate(const RuleProblem &problem, const RuleRows &rows,
                            const std::vector<std::vector<uint8_t>> &masks, std::size_t first, int64_t folds,
                            uint64_t seed, Monitor &monitor) {
  const Valued valued(problem, rows, masks, seed, monitor);
  const Samples &base = valued.values()[first];
  const std::size_t samples = base.size();
  RuleChoice out;
  out.chosen = first;
  Samples greatest(samples, 0.0);
  const auto k = static_cast<double>(folds);
  const double of_fitting = std::sqrt(1 + k / (k - 1));
  for (const Samples &own : valued.values()) {
    Samples gains(samples);
    for (std::size_t b = 0; b < samples; ++b) gains[b] = own[b] - base[b];
    CandidateValue value{mean_of(own), mean_of(gains), 0};
    double squares = 0;
    for (const double gain : gains) squares += (gain - value.gain) * (gain - value.gain);
    value.error = std::sqrt(squares / static_cast<double>(samples - 1));
    for (std::size_t b = 0; value.error > 0 && b < samples; ++b)
      greatest[b] = std::max(greatest[b], (gains[b] - value.gain) / value.error);
    value.error *= of_fitting;
    out.values.push_back(value);
  }
  std::sort(greatest.begin(), greatest.end());
  out.needed = greatest[static_cast<std::size_t>(one_sided * static_cast<double>(samples))];
  double best = 0;
  for (std::size_t c = 0; c < out.values.size(); ++c)
    if (out.values[c].gain > out.needed * out.values[c].error && out.values[c].gain > best) {
      best = out.values[c].gain;
      out.chosen = c;
    }
  return out;
}

}  // namespace wald::core::learners
