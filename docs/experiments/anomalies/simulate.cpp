// How large the false discovery rate of selected rows really is, over many draws of known rows and batches. Each design draws
// both anew every time: normal scores, anomalies shifted by 3. Build and run: see README.md.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "wald.hpp"

namespace {

constexpr double level = 0.1, shift = 3;

struct Design {
  int known, batch;
  double anomalies;
  bool ties, storey, labelled;
};

struct Mean {
  double sum = 0, squares = 0;
  int n = 0;
  void add(double x) { sum += x, squares += x * x, ++n; }
  double value() const { return sum / n; }
  double error() const { return std::sqrt(std::max(squares / n - value() * value(), 0.0) / n); }
};

bool run(const Design &d, int draws, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform;
  wald::ThresholdOptions options;
  options.max_fdr(level);
  if (d.storey) options.storey(0.5);
  Mean fdr, recall;
  std::vector<double> scores(static_cast<std::size_t>(d.known + d.batch));
  std::vector<std::uint8_t> labels(scores.size()), truth(scores.size());
  for (int draw = 0; draw < draws; ++draw) {
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const bool known = i < static_cast<std::size_t>(d.known);
      truth[i] = uniform(random) < (known && !d.labelled ? 0 : d.anomalies);
      scores[i] = normal(random) + shift * truth[i];
      if (d.ties) scores[i] = std::round(2 * scores[i]) / 2;
      labels[i] = known ? truth[i] : std::uint8_t{WALD_NOT_RATED};
    }
    if (std::count(labels.begin(), labels.end(), 0) == 0) continue;
    const double threshold = wald::choose_threshold(labels, scores, options).thresholds()[0];
    double flagged = 0, wrong = 0, anomalies = 0;
    for (std::size_t i = static_cast<std::size_t>(d.known); i < scores.size(); ++i) {
      anomalies += truth[i];
      if (!(scores[i] >= threshold)) continue;
      ++flagged;
      wrong += !truth[i];
    }
    fdr.add(wrong / std::max(flagged, 1.0));
    if (anomalies > 0) recall.add((flagged - wrong) / anomalies);
  }
  const bool violation = fdr.value() > level + 3 * fdr.error();
  const char *const what[] = {"", ", ties", ", Storey", ", ties, Storey"};
  std::printf("| %d | %d | %g | %s%s | %.4f%s | %.4f | %.3f |\n", d.known, d.batch, d.anomalies,
              d.labelled ? "labels" : "normals", what[d.ties + 2 * d.storey], fdr.value(), violation ? " !" : "", fdr.error(),
              recall.n > 0 ? recall.value() : 0.0);
  std::fflush(stdout);
  return violation;
}

}  // namespace

int main(int count, char **arguments) {
  const int draws = count > 1 ? std::atoi(arguments[1]) : 10000;
  int violations = 0, designs = 0;
  std::puts("| known | batch | anomalies | known rows | FDR | standard error | recall |\n|---|---|---|---|---|---|---|");
  for (const auto &[known, batch] : {std::pair(50, 20), std::pair(200, 200), std::pair(1000, 200), std::pair(1000, 2000)})
    for (const double anomalies : {0.0, 0.05, 0.3})
      for (const int kind : {0, 1, 2, 3, 4, 5}) {
        const Design design{known, batch, anomalies, kind % 2 == 1, kind == 2 || kind == 3, kind > 3};
        violations += run(design, draws, static_cast<std::uint64_t>(1000 + designs));
        ++designs;
      }
  std::printf("\n%d of %d designs lie above %g by more than 3 standard errors\n", violations, designs, level);
  return violations > 0;
}
