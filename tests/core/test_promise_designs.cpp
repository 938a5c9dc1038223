// How often a promise that is kept exactly at its bound is called broken: a reduced run of the simulations.
#include <catch2/catch.hpp>
#include <cmath>

#include "promise_designs.hpp"

using namespace promise_designs;

TEST_CASE("promise: kept exactly, few streams are called broken in any design", "[frequencies]") {
  constexpr int streams = 300;
  const double most = 0.05 + 3 * std::sqrt(0.05 * 0.95 / streams);
  int all = 0;
  for (Design &design : kept_exactly()) {
    design.rows = 1000;
    int found = 0;
    for (uint64_t s = 0; s < streams; ++s) found += alarms(design, 1000 + s);
    INFO(design.title);
    CHECK(found <= most * streams);
    all += found;
  }
  CHECK(all > 0);
}

TEST_CASE("promise: kept exactly, recent rows give an alarm once in the average run at most", "[frequencies]") {
  constexpr int streams = 300;
  double sum = 0, squares = 0;
  for (uint64_t s = 0; s < streams; ++s) {
    const double rows = run_length(one_in_500(), s);
    sum += rows;
    squares += rows * rows;
  }
  const double mean = sum / streams, error = std::sqrt((squares / streams - mean * mean) / streams);
  CHECK(mean >= 500 - 3 * error);
  CHECK(mean < 5000);
}
