// Learners that stand on logistic regressions, on real data.
//
//   WALD_DATA=FOLDER bench-learners published            [W14]'s systems on scene, yeast and enron: F1, Hamming loss,
//                                                        subset 0/1 loss and Jaccard of ours, the published F1, and the
//                                                        F1 that ours is held to
//   WALD_DATA=FOLDER bench-learners vectors [SPLITS]     [N16]'s losses of whole test vectors: spambase, breast cancer,
//                                                        scene
//   WALD_DATA=FOLDER bench-learners answers [ROUNDS]     1000 samples of a chain and the decision for F1 of all test
//                                                        rows; one row of a regression a label through the C interface
//   WALD_DATA=FOLDER bench-learners classes              log-loss and macro F1 of calibrations of exclusive classes
//   WALD_DATA=FOLDER bench-learners speed SET LEARNER    processor seconds of fitting and of deciding F1 for the test
//                                                        rows, one thread; a line for each line read, so that
//                                                        learner_peers.py times two programs in turns
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <iostream>
#include <numeric>

#include "../capi/arrays.h"
#include "core/learners/calibration.hpp"
#include "core/numeric/random/random.hpp"
#include "learner_sets.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::learners;

namespace {

NoMonitor silent;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

bench::LearnerSet part_of(const std::string &folder, const char *set, const char *part) {
  return bench::read_learner_set(folder + "/" + set + "/" + part + ".csv.gz");
}

std::vector<uint8_t> decided(const Model &model, const bench::LearnerSet &test, const char *metric,
                             Average average = Average::instance) {
  std::vector<uint8_t> mask(static_cast<std::size_t>(test.rows * test.labels));
  PredictOptions options;
  options.decide.average = average;
  options.decide.threads = 0;
  predict(model, test.table(), *parse_metric(metric, 1), options,
          {Grid<uint8_t>{mask.data(), test.rows, test.labels, test.labels, 1}, nullptr, nullptr});
  return mask;
}

// Means over the rows, in percent.
struct Scores {
  double f1 = 0, jaccard = 0, hamming = 0, subset = 0, f1_error = 0;
};
Scores scores(const bench::LearnerSet &test, const std::vector<uint8_t> &mask) {
  Scores out;
  double squares = 0;
  for (int64_t i = 0; i < test.rows; ++i) {
    int tp = 0, k = 0, s = 0;
    for (int64_t c = i * test.labels; c < (i + 1) * test.labels; ++c) {
      const auto cell = static_cast<std::size_t>(c);
      tp += mask[cell] & test.y[cell];
      k += mask[cell];
      s += test.y[cell];
    }
    const double f1 = k + s ? 2.0 * tp / (k + s) : 1;
    out.f1 += f1;
    squares += f1 * f1;
    out.jaccard += k + s ? static_cast<double>(tp) / (k + s - tp) : 1;
    out.hamming += static_cast<double>(k + s - 2 * tp) / static_cast<double>(test.labels);
    out.subset += !(tp == k && tp == s);
  }
  const double n = static_cast<double>(test.rows);
  out.f1_error = 100 * std::sqrt((squares / n - out.f1 / n * (out.f1 / n)) / n);
  for (double *value : {&out.f1, &out.jaccard, &out.hamming, &out.subset}) *value *= 100 / n;
  return out;
}

// ---- [W14] ----------------------------------------------------------------------------------------

struct Cell {
  const char *learner, *metric;
  double published[3], bar[3];  // of scene, yeast, enron: F1, or subset 0/1 loss where the metric is exact; 0: none
};
constexpr Cell cells[] = {
    {"br", "hamming", {55.73, 60.59, 55.49}, {0, 0, 0}},
    {"lfp", "f1", {74.38, 65.02, 56.86}, {75.5, 64.9, 60.5}},
    {"efp", "f1", {74.44, 65.47, 61.04}, {75.0, 65.2, 61}},
    {"pcc", "f1", {72.78, 65.63, 59.08}, {74.5, 65.4, 60.9}},
    {"pcc", "subset_accuracy", {34.87, 76.34, 82.56}, {33.5, 76.8, 0}},
    {"cardinality", "f1", {0, 0, 0}, {75.9, 0, 0}},
    {"kernel:lfp", "f1", {0, 0, 0}, {78.7, 0, 0}},
    {"kernel:pcc", "f1", {0, 0, 0}, {0, 66.7, 0}},
};

bool published(const std::string &folder) {
  bool good = true;
  std::printf("%-6s %-8s %-8s %6s %5s %8s %7s %7s %10s %6s %7s\n", "set", "learner", "metric", "F1", "+-", "Hamming",
              "subset", "Jaccard", "published", "bar", "fit s");
  const char *const sets[] = {"scene", "yeast", "enron"};
  for (int s = 0; s < 3; ++s) {
    const bench::LearnerSet train = part_of(folder, sets[s], "train"), test = part_of(folder, sets[s], "test");
    for (const Cell &cell : cells) {
      LearnerOptions options;
      options.threads = 0;
      const double begin = seconds();
      const ModelPointer model = fit_learner(cell.learner, train.table(), train.targets(), {}, options, silent);
      const double took = seconds() - begin;
      const Scores ours = scores(test, decided(*model, test, cell.metric));
      const bool exact = std::string(cell.metric) == "subset_accuracy";
      const bool reached = cell.bar[s] == 0 || (exact ? ours.subset <= cell.bar[s] : ours.f1 >= cell.bar[s]);
      good = good && reached;
      std::printf("%-6s %-8s %-8s %6.2f %5.2f %8.2f %7.2f %7.2f %10.2f %6.1f %7.2f%s\n", sets[s], cell.learner,
                  cell.metric, ours.f1, ours.f1_error, ours.hamming, ours.subset, ours.jaccard, cell.published[s],
                  cell.bar[s], took, reached ? "" : "  not reached");
      std::fflush(stdout);
    }
  }
  return good;
}

// ---- [N16] ----------------------------------------------------------------------------------------

constexpr const char *vector_metrics[] = {"f1", "jaccard", "balanced_accuracy", "fowlkes_mallows"};

// Losses of a label's whole vector of test rows, mean over the labels.
std::vector<double> vector_losses(const Model &model, const bench::LearnerSet &test) {
  std::vector<double> out;
  for (const char *name : vector_metrics) {
    const std::vector<uint8_t> mask = decided(model, test, name, Average::macro);
    const auto metric = parse_metric(name, 1);
    double sum = 0;
    for (int64_t j = 0; j < test.labels; ++j) {
      int64_t tp = 0, k = 0, s = 0;
      for (int64_t i = 0; i < test.rows; ++i) {
        const auto cell = static_cast<std::size_t>(i * test.labels + j);
        tp += mask[cell] & test.y[cell];
        k += mask[cell];
        s += test.y[cell];
      }
      sum += 1 - metric->utility(tp, k, s, test.rows);
    }
    out.push_back(sum / static_cast<double>(test.labels));
  }
  return out;
}

void print_vectors(const char *set, Calibrator calibrator, const std::vector<std::vector<double>> &losses) {
  constexpr const char *names[] = {"", "none", "platt", "isotonic", "beta"};
  std::printf("%-14s %-9s", set, names[static_cast<std::size_t>(calibrator)]);
  const double n = static_cast<double>(losses.size());
  for (std::size_t m = 0; m < std::size(vector_metrics); ++m) {
    double mean = 0, squares = 0;
    for (const auto &split : losses) mean += split[m] / n;
    for (const auto &split : losses) squares += (split[m] - mean) * (split[m] - mean);
    std::printf("  %.4f +- %.4f", mean, n > 1 ? std::sqrt(squares / (n - 1) / n) : 0.0);
  }
  std::printf("  (%d)\n", static_cast<int>(losses.size()));
  std::fflush(stdout);
}

void vectors(const std::string &folder, int splits) {
  std::printf("%-14s %-9s", "set", "calibr.");
  for (const char *name : vector_metrics) std::printf("  %-16s", name);
  std::printf("  (splits)\n");
  struct Random {
    const char *set;
    int64_t train;
    int least_splits;
  };
  const auto fitted = [](const bench::LearnerSet &train, Calibrator calibrator) {
    LearnerOptions options;
    options.threads = 0;
    options.calibration = calibrator;
    return fit_learner("br", train.table(), train.targets(), {}, options, silent);
  };
  const Calibrator all[] = {Calibrator::none, Calibrator::platt, Calibrator::isotonic, Calibrator::beta};
  for (const Random &random : {Random{"spambase", 3071, 40}, Random{"breast_cancer_wisconsin", 463, 40}}) {
    const bench::LearnerSet data = part_of(folder, random.set, "data");
    for (const Calibrator calibrator : all) {
      std::vector<std::vector<double>> losses;
      for (int split = 0; split < std::max(splits, random.least_splits); ++split) {
        std::vector<int64_t> order = random_order<int64_t>(data.rows, 100 + static_cast<uint64_t>(split));
        const auto cut = order.begin() + random.train;
        const bench::LearnerSet train = bench::picked(data, {order.begin(), cut}),
                                test = bench::picked(data, {cut, order.end()});
        losses.push_back(vector_losses(*fitted(train, calibrator), test));
      }
      print_vectors(random.set, calibrator, losses);
    }
  }
  const bench::LearnerSet train = part_of(folder, "scene", "train"), test = part_of(folder, "scene", "test");
  for (const Calibrator calibrator : all)
    print_vectors("scene", calibrator, {vector_losses(*fitted(train, calibrator), test)});
}

// ---- Calibration of classes -----------------------------------------------------------------------

// Rows of three overlapping groups in four features that go together, as the petals of irises do.
bench::LearnerSet three_groups(int64_t rows, uint64_t seed) {
  constexpr double means[3][4] = {{5, 3.4, 1.5, 0.25}, {5.9, 2.8, 4.3, 1.3}, {6.6, 3, 5.5, 2}};
  constexpr double deviations[3][4] = {{0.35, 0.38, 0.17, 0.1}, {0.5, 0.31, 0.47, 0.2}, {0.63, 0.32, 0.55, 0.27}};
  Random random(seed);
  const auto normal = [&] {
    double sum = -6;
    for (int k = 0; k < 12; ++k) sum += random.uniform();
    return sum;
  };
  bench::LearnerSet out{rows, 4, 3, {}, {}};
  for (int64_t i = 0; i < rows; ++i) {
    const auto group = static_cast<int64_t>(3 * random.uniform());
    const double together = normal();
    for (int j = 0; j < 4; ++j)
      out.x.push_back(means[group][j] + deviations[group][j] * (0.7 * together + 0.7 * normal()));
    for (int64_t k = 0; k < 3; ++k) out.y.push_back(k == group);
  }
  return out;
}

std::vector<int32_t> classes_of(const bench::LearnerSet &set) {
  std::vector<int32_t> out;
  for (int64_t i = 0; i < set.rows; ++i)
    for (int64_t j = 0; j < set.labels; ++j)
      if (set.y[static_cast<std::size_t>(i * set.labels + j)]) out.push_back(static_cast<int32_t>(j));
  return out;
}

void print_classes(const char *name, const bench::LearnerSet &train, const bench::LearnerSet &test,
                   const std::vector<double> &penalties) {
  const std::vector<int32_t> classes = classes_of(train), truth = classes_of(test);
  for (const Calibrator calibration : {Calibrator::none, Calibrator::platt, Calibrator::isotonic, Calibrator::beta}) {
    LearnerOptions options;
    options.threads = 0;
    options.calibration = calibration;
    options.c_values = penalties;
    const ModelPointer model = fit_learner(
        "br", train.table(), class_targets({classes.data(), true}, train.rows, train.labels), {}, options, silent);
    std::vector<double> p(static_cast<std::size_t>(test.rows * test.labels));
    model->probabilities(test.table(), {}, silent, p.data());
    double loss = 0;
    for (int64_t i = 0; i < test.rows; ++i)
      loss -= std::log(p[static_cast<std::size_t>(i * test.labels + truth[static_cast<std::size_t>(i)])]);
    const std::vector<uint8_t> mask = decided(*model, test, "f1", Average::macro);
    double f1 = 0;
    for (int64_t j = 0; j < test.labels; ++j) {
      int both = 0, all = 0;
      for (int64_t i = 0; i < test.rows; ++i) {
        const auto cell = static_cast<std::size_t>(i * test.labels + j);
        both += mask[cell] & test.y[cell];
        all += mask[cell] + test.y[cell];
      }
      f1 += all ? 2.0 * both / all : 1;
    }
    std::printf("%-24s %-9s %9.4f %9.2f\n", name,
                word_of(vocabulary("calibration", calibration_words), static_cast<int32_t>(calibration)),
                loss / static_cast<double>(test.rows), 100 * f1 / static_cast<double>(test.labels));
    std::fflush(stdout);
  }
}

void print_calibrations_of_classes(const std::string &folder) {
  std::printf("%-24s %-9s %9s %9s\n", "set", "calibr.", "log-loss", "macro F1");
  const bench::LearnerSet groups = three_groups(5000, 1);
  print_classes("three groups, 75 rows", three_groups(75, 2), groups, {});
  print_classes("three groups, 600 rows", three_groups(600, 3), groups, {});
  print_classes("three groups, C = 0.001", three_groups(600, 3), groups, {1e-3});
  const bench::LearnerSet train = part_of(folder, "letter", "train"), test = part_of(folder, "letter", "test");
  std::vector<int64_t> some(2000);
  std::iota(some.begin(), some.end(), int64_t{0});
  const bench::LearnerSet few = bench::picked(train, some);
  print_classes("letter, 2000 rows", few, test, {});
  print_classes("the same, C = 0.001", few, test, {1e-3});
  print_classes("letter, 16000 rows", train, test, {});
}

// ---- Answers --------------------------------------------------------------------------------------

struct Spread {
  double least, median, most;
};
Spread spread(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return {times.front(), times[times.size() / 2], times.back()};
}

bool chain_answers(const std::string &folder, int rounds) {
  bool good = true;
  std::printf("%-6s %28s %6s   1000 samples of pcc, and F1's optimum, of all test rows, one thread\n", "set",
              "seconds: least, median, most", "bar");
  constexpr std::pair<const char *, double> sets[] = {{"scene", 0.2}, {"yeast", 0.5}, {"enron", 1.5}};
  for (const auto &[set, bar] : sets) {
    const bench::LearnerSet train = part_of(folder, set, "train"), test = part_of(folder, set, "test");
    LearnerOptions options;
    options.threads = 0;
    options.c_values = {1};
    const ModelPointer model = fit_learner("pcc", train.table(), train.targets(), {}, options, silent);
    const auto f1 = parse_metric("f1", 1);
    std::vector<uint8_t> mask(static_cast<std::size_t>(test.rows * test.labels));
    std::vector<double> times;
    for (int r = 0; r < rounds; ++r) {
      const double begin = processor_seconds();
      predict(*model, test.table(), *f1, PredictOptions(),
              {Grid<uint8_t>{mask.data(), test.rows, test.labels, test.labels, 1}, nullptr, nullptr});
      times.push_back(processor_seconds() - begin);
    }
    const Spread took = spread(times);
    good = good && took.median <= bar;
    std::printf("%-6s %9.3f %9.3f %9.3f %5.1f%s\n", set, took.least, took.median, took.most, bar,
                took.median <= bar ? "" : "  not reached");
  }
  return good;
}

void checked(wald_status status) {
  if (status != WALD_OK) throw std::runtime_error(wald_last_error());
}

// A row of numbers to its decision and back, as a caller in C has it, beside the products alone.
bool row_through_c(const std::string &folder, int rounds) {
  bool good = true;
  std::printf("%-6s %9s %30s %9s   one row: wald_dataset_create, wald_learner_decide for F1, destroy\n", "set",
              "products", "us beyond: least, median, most", "bar");
  for (const char *set : {"scene", "yeast"}) {
    const bench::LearnerSet train = part_of(folder, set, "train"), test = part_of(folder, set, "test");
    wald_dataset *rows = nullptr;
    wald_learner *learner = nullptr;
    wald_metric *f1 = nullptr;
    wald_options *options = nullptr;
    const double penalty = 1;
    checked(wald_dataset_create(DENSE(TABLE(train.x.data(), train.rows, train.features)), &rows));
    checked(SET_LABELS(rows, DENSE(MASK(train.y.data(), train.rows, train.labels))));
    checked(wald_options_create("learners", &options));
    checked(wald_options_set_numbers(options, "c_values", &penalty, 1));
    checked(wald_learner_fit("lfp", rows, options, &learner));
    checked(wald_metric_create("f1", 1, &f1));
    std::vector<uint8_t> mask(static_cast<std::size_t>(test.labels));
    std::vector<double> weights(static_cast<std::size_t>(test.features * test.labels), 0.5),
        margins(static_cast<std::size_t>(test.labels)), beyond, products;
    double kept = 0;
    constexpr int64_t batch = 2000;
    for (int r = 0; r < rounds; ++r) {
      double begin = processor_seconds();
      for (int64_t i = 0; i < batch; ++i) {
        const double *const x = test.x.data() + i % test.rows * test.features;
        std::fill(margins.begin(), margins.end(), 0.0);
        for (int64_t j = 0; j < test.features; ++j)
          for (int64_t l = 0; l < test.labels; ++l)
            margins[static_cast<std::size_t>(l)] += x[j] * weights[static_cast<std::size_t>(j * test.labels + l)];
        kept += margins.front();
      }
      products.push_back(1e6 * (processor_seconds() - begin) / batch);
      begin = processor_seconds();
      for (int64_t i = 0; i < batch; ++i) {
        wald_dataset *row = nullptr;
        checked(
            wald_dataset_create(DENSE(TABLE(test.x.data() + i % test.rows * test.features, 1, test.features)), &row));
        checked(wald_learner_decide(learner, row, f1, nullptr, MASK(mask.data(), 1, test.labels), nullptr, nullptr));
        wald_destroy(row);
        kept += mask.front();
      }
      beyond.push_back(1e6 * (processor_seconds() - begin) / batch - products.back());
    }
    const Spread took = spread(beyond);
    constexpr double bar = 5;
    good = good && took.median <= bar;
    std::printf("%-6s %9.2f %10.2f %9.2f %9.2f %9.1f%s\n", set, spread(products).median, took.least, took.median,
                took.most, bar, took.median <= bar && std::isfinite(kept) ? "" : "  not reached");
    wald_destroy(f1);
    wald_destroy(learner);
    wald_destroy(options);
    wald_destroy(rows);
  }
  return good;
}

// ---- Speed ----------------------------------------------------------------------------------------

void speed(const std::string &folder, const char *set, const char *learner) {
  const bench::LearnerSet train = part_of(folder, set, "train"), test = part_of(folder, set, "test");
  // The strengths that the peer tries.
  LearnerOptions options;
  options.c_values = {1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000};
  options.calibration = Calibrator::none;
  for (std::string line; std::getline(std::cin, line);) {
    const double begin = processor_seconds();
    const ModelPointer model = fit_learner(learner, train.table(), train.targets(), {}, options, silent);
    const double fitted = processor_seconds();
    std::vector<uint8_t> mask(static_cast<std::size_t>(test.rows * test.labels));
    predict(*model, test.table(), *parse_metric("f1", 1), PredictOptions(),
            {Grid<uint8_t>{mask.data(), test.rows, test.labels, test.labels, 1}, nullptr, nullptr});
    std::printf("%.6f %.6f\n", fitted - begin, processor_seconds() - fitted);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int count, char **arguments) {
  const char *const folder = std::getenv("WALD_DATA");
  const std::string what = count > 1 ? arguments[1] : "";
  if (!folder) {
    std::puts("skipped: WALD_DATA names no folder of data sets");
    return 0;
  }
  try {
    if (what == "published") return published(folder) ? 0 : 1;
    if (what == "vectors") return vectors(folder, count > 2 ? std::atoi(arguments[2]) : 0), 0;
    if (what == "classes") return print_calibrations_of_classes(folder), 0;
    if (what == "answers") {
      const int rounds = count > 2 ? std::max(1, std::atoi(arguments[2])) : 15;
      const bool chains = chain_answers(folder, rounds), rows = row_through_c(folder, rounds);
      return chains && rows ? 0 : 1;
    }
    if (what == "speed" && count == 4) return speed(folder, arguments[2], arguments[3]), 0;
  } catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
  }
  std::fputs("bench-learners published | vectors [SPLITS] | answers [ROUNDS] | classes | speed SET LEARNER\n", stderr);
  return 2;
}
