// How often a promise that is kept is called broken, and after how many rows one that is broken is: simulated streams
// that are looked at after every row, as a table in Markdown.
//
//   simulate [STREAMS [DESIGNS]]
//
// DESIGNS is 1 for the false alarms of twelve designs of kept promises and the length of runs, 0 for delays alone.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "core/promises/promise.hpp"
#include "../../../tests/core/promise_designs.hpp"

namespace {

using namespace wald::core;
using namespace wald::core::promises;

struct Row {
  uint8_t flagged, label;
  double label_probability;
};
using Random = std::mt19937_64;
using Draw = std::function<Row(Random &, int)>;

bool coin(Random &random, double p) { return std::uniform_real_distribution<double>()(random) < p; }

Draw flagged_rows(const std::function<double(int)> &precision) {
  return [=](Random &random, int i) { return Row{1, static_cast<uint8_t>(coin(random, precision(i))), 1}; };
}

Draw negatives(const std::function<double(int)> &fpr) {
  return [=](Random &random, int i) { return Row{coin(random, fpr(i)), 0, 1}; };
}

// 2 % positives, 1 % of the negatives flagged, flagged rows labelled and one in twenty of the others.
Draw partly_labelled(double recall) {
  return [=](Random &random, int) {
    const bool y = coin(random, 0.02), f = coin(random, y ? recall : 0.01);
    const double p = f ? 1 : 0.05;
    return Row{f, static_cast<uint8_t>(coin(random, p) ? y : no_label), p};
  };
}

Draw all_rows(double alert_rate) {
  return [=](Random &random, int) { return Row{coin(random, alert_rate), no_label, 1}; };
}

double middle(std::vector<double> &x, double share) {
  if (x.empty()) return std::nan("");
  std::sort(x.begin(), x.end());
  return x[static_cast<std::size_t>(share * static_cast<double>(x.size() - 1))];
}

// change: delays count from this row on.
void simulate(const char *title, const char *claim, const PromiseOptions &options, int rows, const Draw &draw,
              int streams, int change = 0) {
  std::vector<double> delays, since;
  int early = 0, broken = 0, kept = 0;
  for (int s = 0; s < streams; ++s) {
    Random random(static_cast<uint64_t>(s) * 7919 + 1);
    Promise promise(claim, options);
    for (int i = 0; i < rows && promise.state() != PromiseState::broken; ++i) {
      const Row row = draw(random, i);
      promise.feed({{&row.flagged, 1, 1}, {&row.label, 1, 1}, {&row.label_probability, false, 1, 1}, {}, {}, {}});
    }
    kept += promise.state() == PromiseState::kept;
    if (promise.state() != PromiseState::broken) continue;
    ++broken;
    const auto at = static_cast<double>(promise.stream().n_rows);
    if (at <= change) {
      ++early;
      continue;
    }
    delays.push_back(at - change);
    since.push_back(promise.broken().since - change);
  }
  std::printf("| %s | %.1f %% | %.1f %% | %.1f %% | %.0f | %.0f | %.0f | %.0f |\n", title, 100.0 * kept / streams,
              100.0 * broken / streams, 100.0 * early / streams, middle(delays, 0.5), middle(delays, 0.1),
              middle(delays, 0.9), middle(since, 0.5));
  std::fflush(stdout);
}

// Streams that are called broken while the promise is kept exactly, in percent, and the mean run.
void false_alarms(int streams) {
  using namespace promise_designs;
  std::puts("| kept exactly | rows of a stream | called broken | at most, with 3 standard errors |");
  std::puts("|---|---|---|---|");
  const double most = 0.05 + 3 * std::sqrt(0.05 * 0.95 / streams);
  for (const Design &design : kept_exactly()) {
    int found = 0;
    for (int s = 0; s < streams; ++s) found += alarms(design, 1000 + static_cast<uint64_t>(s));
    std::printf("| %s | %d | %.2f %% | %.2f %% |\n", design.title, design.rows, 100.0 * found / streams, 100 * most);
    std::fflush(stdout);
  }
  double sum = 0, squares = 0;
  for (int s = 0; s < streams; ++s) {
    const double rows = run_length(one_in_500(), static_cast<uint64_t>(s));
    sum += rows;
    squares += rows * rows;
  }
  const double mean = sum / streams;
  std::printf("\n%s: the mean run is %.0f rows (standard error %.0f).\n", one_in_500().title, mean,
              std::sqrt((squares / streams - mean * mean) / streams));
}

}  // namespace

int main(int argc, char **argv) {
  const int streams = argc > 1 ? std::atoi(argv[1]) : 400;
  if (argc > 2 && std::atoi(argv[2]) == 1) {
    false_alarms(streams);
    return 0;
  }
  const auto always = [](double p) { return [p](int) { return p; }; };
  const auto falls = [](int i) { return i < 5000 ? 0.965 : 0.90; };
  PromiseOptions plain, recent, labels;
  recent.average_run = 20000;
  labels.min_label_probability = 0.05;
  std::puts(
      "| stream | called kept | called broken | before the change | median rows | 10 % | 90 % | likely row of the change |");
  std::puts("|---|---|---|---|---|---|---|---|");
  simulate("precision >= .95, is .95", "precision>=0.95", plain, 20000, flagged_rows(always(0.95)), streams);
  simulate("precision >= .95, is .965", "precision>=0.95", plain, 20000, flagged_rows(always(0.965)), streams);
  simulate("precision >= .95, is .93", "precision>=0.95", plain, 20000, flagged_rows(always(0.93)), streams);
  simulate("precision >= .95, is .90", "precision>=0.95", plain, 20000, flagged_rows(always(0.90)), streams);
  simulate("precision >= .5, is .5", "precision>=0.5", plain, 20000, flagged_rows(always(0.5)), streams);
  simulate("precision >= .5, is .45", "precision>=0.5", plain, 20000, flagged_rows(always(0.45)), streams);
  simulate("precision >= .95, falls from .965 to .90", "precision>=0.95", plain, 12000, flagged_rows(falls), streams,
           5000);
  simulate("the same, average run 20,000", "precision>=0.95", recent, 12000, flagged_rows(falls), streams, 5000);
  const auto rises = [](int i) { return i < 5000 ? 0.007 : 0.02; };
  simulate("FPR <= .01, is .01", "fpr<=0.01", plain, 20000, negatives(always(0.01)), streams);
  simulate("FPR <= .01, is .015", "fpr<=0.01", plain, 20000, negatives(always(0.015)), streams);
  simulate("FPR <= .01, is .02", "fpr<=0.01", plain, 20000, negatives(always(0.02)), streams);
  simulate("FPR <= .01, rises from .007 to .02", "fpr<=0.01", plain, 12000, negatives(rises), streams, 5000);
  simulate("the same, average run 20,000", "fpr<=0.01", recent, 12000, negatives(rises), streams, 5000);
  simulate("alert rate <= .002, is .002", "alert_rate<=0.002", plain, 20000, all_rows(0.002), streams);
  simulate("alert rate <= .002, is .004", "alert_rate<=0.002", plain, 20000, all_rows(0.004), streams);
  simulate("recall >= .8, is .8, partly labelled", "recall>=0.8", labels, 60000, partly_labelled(0.8), streams);
  simulate("recall >= .8, is .6, partly labelled", "recall>=0.8", labels, 60000, partly_labelled(0.6), streams);
}
