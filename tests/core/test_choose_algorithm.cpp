// Which algorithm is chosen: a table, as docs/developers/algorithms.md has it.
#include <catch2/catch.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/decisions/choose_algorithm.hpp"
#include "core/decisions/table/algorithm_table.hpp"

using namespace wald::core;
using namespace wald::core::decisions;

namespace {

struct Row {
  Kind kind;
  const char *metric;
  int64_t n;
  Layout layout;
  Algorithm expected;
  std::size_t vectors = 0;
};

const std::vector<Row> &choices() {
  using A = Algorithm;
  constexpr Kind independent = Kind::independent, joint = Kind::joint, counts = Kind::counts;
  static const std::vector<Row> table = {
      // Rows side by side.
      {independent, "f1", 1, Layout::lanes, A::separable},
      {independent, "jaccard", 16383, Layout::lanes, A::separable},
      {independent, "jaccard", 16384, Layout::lanes, A::automatic},
      {independent, "fbeta:8", 10, Layout::lanes, A::separable},
      {independent, "fbeta:8.1", 10, Layout::lanes, A::automatic},
      {independent, "fbeta:0.125", 10, Layout::lanes, A::separable},
      {independent, "fbeta:0.12", 10, Layout::lanes, A::automatic},
      {independent, "mcc", 10, Layout::lanes, A::automatic},
      // Not sorted whole.
      {independent, "f1", 16384, Layout::unsorted, A::separable},
      {independent, "f1", 16383, Layout::unsorted, A::automatic},  // the lanes'
      {independent, "fbeta:10", 4096, Layout::unsorted, A::separable},
      {independent, "fbeta:10", 4095, Layout::unsorted, A::automatic},
      {independent, "balanced_accuracy", 4096, Layout::unsorted, A::separable},
      {independent, "hamming", 100000, Layout::unsorted, A::automatic},
      {independent, "mcc", 100000, Layout::unsorted, A::automatic},
      // Ranked.
      {independent, "hamming", 5, Layout::ranked, A::marginal_modes},
      {independent, "cost:1:5", 100000, Layout::ranked, A::marginal_modes},
      {independent, "subset_accuracy", 5, Layout::ranked, A::mode},
      {independent, "f1", 199, Layout::ranked, A::ye},
      {independent, "f1", 200, Layout::ranked, A::separable},
      {independent, "jaccard", 49, Layout::ranked, A::bisection},
      {independent, "jaccard", 31, Layout::ranked, A::window},
      {independent, "jaccard", 50, Layout::ranked, A::separable},
      {independent, "fbeta:1.2345678", 31, Layout::ranked, A::window},
      {independent, "fbeta:1.2345678", 32, Layout::ranked, A::bisection},
      {independent, "balanced_accuracy", 4095, Layout::ranked, A::bisection},
      {independent, "balanced_accuracy", 4096, Layout::ranked, A::separable},
      {independent, "fowlkes_mallows", 4096, Layout::ranked, A::separable},
      {independent, "recall", 4096, Layout::ranked, A::bisection},
      {independent, "recall", 16384, Layout::ranked, A::separable},
      {independent, "mcc", 31, Layout::ranked, A::window},
      {independent, "mcc", 100000, Layout::ranked, A::bisection},
      {independent, "lf:1:-1:0:0/1:0:0:0", 1024, Layout::ranked, A::gfm},  // falls in tp
      {independent, "lf:1:-1:0:0/1:0:0:0", 1025, Layout::ranked, A::automatic},
      {independent, "lf:1:-1:0:0/1:1:0:0", 16, Layout::ranked, A::enumeration},  // and is not linear in it
      {independent, "lf:1:-1:0:0/1:1:0:0", 17, Layout::ranked, A::automatic},
      // Ratios that are F or Jaccard are decided as these.
      {independent, "lf:0:2:0:0/0:0:1:1", 199, Layout::ranked, A::ye},
      {independent, "lf:0:2:0:0/0:0:1:1", 200, Layout::ranked, A::separable},
      {independent, "lf:0:2:0:0/0:0:1:1", 5, Layout::lanes, A::separable},
      {independent, "lf:0:5:0:0/0:0:1:4", 200, Layout::ranked, A::separable},
      {independent, "lf:0:3:0:0/0:-3:3:3", 50, Layout::ranked, A::separable},
      {independent, "lf:0:1:0:0/0:0:1:1", 100, Layout::ranked, A::window},  // half of F
      // All of one probability: a curve may be flat.
      {independent, "balanced_accuracy", 63, Layout::alike, A::bisection},
      {independent, "balanced_accuracy", 64, Layout::alike, A::separable},
      {independent, "mcc", 64, Layout::alike, A::bisection},
      // Exclusive labels.
      {Kind::categorical, "f1", 5, Layout::ranked, A::categorical},
      {Kind::categorical, "lf:1:-1:0:0/1:0:0:0", 5, Layout::ranked, A::categorical},
      // Joint distributions: their counts, then their vectors.
      {joint, "f1", 5, Layout::ranked, A::gfm},
      {joint, "jaccard", 5, Layout::ranked, A::automatic},
      {joint, "hamming", 5, Layout::ranked, A::automatic},
      {joint, "hamming", 5, Layout::listed, A::marginal_modes, 10},
      {joint, "subset_accuracy", 5, Layout::listed, A::mode, 10},
      {joint, "jaccard", 16, Layout::listed, A::enumeration, 1024},
      {joint, "jaccard", 16, Layout::listed, A::ascent, 1025},
      {joint, "jaccard", 17, Layout::listed, A::ascent, 1},
      // Counts.
      {counts, "hamming", 5, Layout::ranked, A::marginal_modes},
      {counts, "f1", 5, Layout::ranked, A::gfm},
      {counts, "jaccard", 5, Layout::ranked, A::automatic},
  };
  return table;
}

}  // namespace

TEST_CASE("choose: the algorithm for each kind, metric, size and layout") {
  for (const Row &row : choices()) {
    CAPTURE(static_cast<int>(row.kind), row.metric, row.n, static_cast<int>(row.layout), row.vectors);
    const auto metric = parse_metric(row.metric, 1);
    CHECK(choose(row.kind, facts_of(*metric), row.n, row.layout, row.vectors) == row.expected);
  }
}

TEST_CASE("choose: the table of algorithms says of each whether it is chosen") {
  std::set<std::pair<Algorithm, Kind>> chosen, said;
  for (const Row &row : choices())
    if (row.expected != Algorithm::automatic) chosen.emplace(row.expected, row.kind);
  for (const Word &word : algorithm_words)
    for (Kind kind : {Kind::independent, Kind::categorical, Kind::joint, Kind::counts}) {
      const AlgorithmRow &row = row_of(static_cast<Algorithm>(word.value));
      CAPTURE(word.name, kind_name(kind));
      CHECK(algorithm_name(row.algorithm) == std::string(word.name));
      const Service &service = row.serves(kind);
      if (service.chosen) said.emplace(row.algorithm, kind);
      CHECK((!service.chosen || service));             // what is chosen serves
      CHECK((!service.refuses || service));            // and reasons are of what serves
      CHECK((!service.refuses_curve || service.fill));
      const AlgorithmRow &of_curve = row_of(service.curve_by);
      CHECK((service.curve_by == Algorithm::automatic || of_curve.serves(kind).fill));
    }
  CHECK(chosen == said);
}
