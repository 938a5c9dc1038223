// Streams of rows on which a promise is kept exactly at its bound, in twelve designs, and how many of them are called broken
// when they are looked at after every row. The test runs hundreds, docs/experiments/promises/simulate.cpp ten thousand.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/promises/promise.hpp"

namespace promise_designs {

using namespace wald::core;
using namespace wald::core::promises;

struct Row {
  uint8_t flagged = 1, label = 0;
  double label_probability = 1, weight = 1;
  int64_t segment = 0;
};

class Random {
 public:
  explicit Random(uint64_t seed) : bits_(seed) {}
  double number() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  bool coin(double p) { return number() < p; }

 private:
  std::mt19937_64 bits_;
};

inline void feed_row(Promise &promise, const Row &row) {
  const bool segments = promise.n_segments() > 0;
  promise.feed({{&row.flagged, 1, 1},
                {&row.label, 1, 1},
                {&row.label_probability, false, 1, 1},
                {&row.weight, false, 1, 1},
                {},
                {segments ? &row.segment : nullptr, 1, 1}});
}

inline bool is_broken(const Promise &promise) {
  for (int64_t s = -1; s < promise.n_segments(); ++s) {
    // All segments together have delta, and so has the whole, which is not asked about beside them.
    if (s < 0 && promise.n_segments() > 0) continue;
    if (promise.state(s) == PromiseState::broken) return true;
  }
  return false;
}

struct Design {
  const char *title, *claim;
  PromiseOptions options;
  int rows;
  std::function<Row(Random &, const Row &last)> draw;
  int parts = 0;           // above 0: rows are fed to this many promises in turn, which are merged and looked at in between
  double mean_delay = 0;   // above 0: labels come this many rows late on average, in another order
};

// Whether a stream is called broken.
inline bool alarms(const Design &design, uint64_t seed) {
  Random random(seed);
  Row last;
  const auto next = [&] { return last = design.draw(random, last); };
  Promise promise(design.claim, design.options);
  if (design.mean_delay > 0) {
    std::vector<std::pair<double, Row>> late;
    for (int i = 0; i < design.rows; ++i) {
      const Row row = next();
      late.emplace_back(i - design.mean_delay * std::log(1 - random.number()), row);
    }
    std::sort(late.begin(), late.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[when, row] : late) {
      feed_row(promise, row);
      if (is_broken(promise)) return true;
    }
    return false;
  }
  if (design.parts > 0) {
    // Each part goes on by itself; now and then all are merged.
    std::vector<Promise> parts(static_cast<std::size_t>(design.parts), promise);
    for (int i = 0; i < design.rows; ++i) {
      feed_row(parts[static_cast<std::size_t>(i % design.parts)], next());
      if ((i + 1) % 100) continue;
      Promise all(design.claim, design.options);
      for (const Promise &part : parts) {
        Promise counts = part;  // counts alone: a part that was called broken by itself is another promise
        all.merge(counts);
      }
      if (all.evidence(true) >= 1 / design.options.delta) return true;
    }
    return false;
  }
  for (int i = 0; i < design.rows; ++i) {
    feed_row(promise, next());
    if (is_broken(promise)) return true;
  }
  return false;
}

// The number of rows to the first alarm.
inline double run_length(const Design &design, uint64_t seed) {
  Random random(seed);
  Promise promise(design.claim, design.options);
  Row last;
  while (promise.stream().alarms == 0) feed_row(promise, last = design.draw(random, last));
  return static_cast<double>(promise.stream().n_rows);
}

inline PromiseOptions with_labels(double least) {
  PromiseOptions out;
  out.min_label_probability = least;
  return out;
}

inline Row labelled(Random &random, uint8_t flagged, uint8_t truth, double p) {
  Row row;
  row.flagged = flagged;
  row.label_probability = p;
  row.label = random.coin(p) ? truth : no_label;
  return row;
}

inline std::vector<Design> kept_exactly() {
  const auto precision = [](double p) {
    return [p](Random &random, const Row &) {
      Row row;
      row.label = random.coin(p);
      return row;
    };
  };
  PromiseOptions plain, heavy, eight;
  heavy.max_weight = 2;
  eight.n_segments = 8;
  return {
      {"precision >= .95", "precision>=0.95", plain, 5000, precision(0.95)},
      {"precision >= .5", "precision>=0.5", plain, 5000, precision(0.5)},
      {"FPR <= .01, all labelled", "fpr<=0.01", plain, 10000,
       [](Random &random, const Row &) {
         Row row;
         row.label = random.coin(0.1);
         row.flagged = random.coin(row.label ? 0.7 : 0.01);
         return row;
       }},
      {"alert rate <= .02, no labels", "alert_rate<=0.02", plain, 10000,
       [](Random &random, const Row &) {
         Row row;
         row.flagged = random.coin(0.02);
         row.label = no_label;
         return row;
       }},
      // tp .2, fp and fn .1 each: F1 = 2/3.
      {"F1 >= 2/3", "f1>=0.66666666666666663", plain, 5000,
       [](Random &random, const Row &) {
         const double u = random.number();
         Row row;
         row.flagged = u < 0.3;
         row.label = u < 0.2 || (u >= 0.3 && u < 0.4);
         return row;
       }},
      // fp .05 and fn .05 at costs 1 and 5.
      {"mean cost <= .3", "cost:1:5<=0.3", plain, 5000,
       [](Random &random, const Row &) {
         const double u = random.number();
         Row row;
         row.flagged = u < 0.05 || u > 0.9;
         row.label = u > 0.85;
         return row;
       }},
      {"recall >= .8, 5 % of the rows not flagged labelled", "recall>=0.8", with_labels(0.05), 10000,
       [](Random &random, const Row &) {
         const bool y = random.coin(0.1), f = random.coin(y ? 0.8 : 0.02);
         return labelled(random, f, y, f ? 1 : 0.05);
       }},
      // After a wrong row many labels are asked for, else few.
      {"precision >= .9, label probabilities by the rows before", "precision>=0.9", with_labels(0.1), 5000,
       [](Random &random, const Row &last) {
         return labelled(random, 1, random.coin(0.9), last.label == 0 ? 1 : last.label == 1 ? 0.1 : 0.5);
       }},
      {"precision >= .9, weights 0.5, 1 and 2", "precision>=0.9", heavy, 5000,
       [](Random &random, const Row &) {
         Row row;
         const double u = random.number();
         row.weight = u < 0.4 ? 0.5 : u < 0.8 ? 1 : 2;
         row.label = random.coin(0.9);
         return row;
       }},
      {"precision >= .95, labels 500 rows late", "precision>=0.95", plain, 5000, precision(0.95), 0, 500},
      {"precision >= .9, any of 8 segments", "precision>=0.9", eight, 4000,
       [](Random &random, const Row &last) {
         Row row;
         row.segment = (last.segment + 1) % 8;
         row.label = random.coin(0.9);
         return row;
       }},
      {"precision >= .95, 16 parts merged after every 100 rows", "precision>=0.95", plain, 5000, precision(0.95), 16, 0},
  };
}

// Kept exactly, too; an alarm once in 500 rows that count is promised.
inline Design one_in_500() {
  PromiseOptions recent;
  recent.average_run = 500;
  return {"precision >= .9, average run 500", "precision>=0.9", recent, 0, [](Random &random, const Row &) {
            Row row;
            row.label = random.coin(0.9);
            return row;
          }};
}

}  // namespace promise_designs
