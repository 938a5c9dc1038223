// Learners that tell rows by other rows, on the multi-label data sets: neighbours, forests, mixtures, kernel features.
//
//   WALD_DATA=FOLDER bench-forest accuracy [LEARNER...]   instance-wise F1 on the test rows of scene, yeast and enron
//   WALD_DATA=FOLDER bench-forest published               neighbours as [W14] ran them, beside the published figures
//   WALD_DATA=FOLDER bench-forest speed SET [--sparse]    processor seconds of growing a forest and of its
//                                                         answers, one thread
//
// speed prints one line for each line that it reads, so that forest_peers.py times two programs in turns.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/decisions/decide.hpp"
#include "core/estimators/marginal.hpp"
#include "core/learners/learner.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::learners;

namespace {

NoMonitor silent;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
// Of this process, all its threads together.
double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// A table whose targets are the columns y_*, or one column y of classes.
struct Set {
  int64_t rows = 0, features = 0;
  std::vector<double> x;
  Targets targets;

  FeatureTable table() const { return RealTable{x.data(), false, rows, features, features, 1}; }
};

std::string unpacked(const std::string &path) {
  std::FILE *const pipe = popen(("gzip -dc '" + path + "'").c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run gzip");
  std::string out;
  char buffer[1 << 16];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, n);
  if (pclose(pipe) != 0) throw std::runtime_error("cannot read " + path);
  return out;
}

Set read_set(const std::string &path, std::map<std::string, int32_t> &classes) {
  const std::string text = unpacked(path);
  Set out;
  std::vector<bool> is_target;
  bool header = true;
  std::size_t column = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find_first_of(",\n", at);
    const std::string cell = text.substr(at, end - at);
    if (header) {
      is_target.push_back(cell == "y" || cell.compare(0, 2, "y_") == 0);
      if (cell == "y") out.targets.task = Task::classes;
      (is_target.back() ? out.targets.labels : out.features) += 1;
    } else if (!is_target[column]) {
      out.x.push_back(std::strtod(cell.c_str(), nullptr));
    } else if (out.targets.task == Task::classes) {
      out.targets.classes.push_back(classes.emplace(cell, static_cast<int32_t>(classes.size())).first->second);
    } else {
      out.targets.cells.push_back(cell == "1");
    }
    ++column;
    if (end == std::string::npos || text[end] == '\n') {
      if (!header) ++out.rows;
      header = false;
      column = 0;
    }
    at = end == std::string::npos ? text.size() : end + 1;
  }
  out.targets.rows = out.rows;
  if (out.targets.task == Task::classes) out.targets.labels = static_cast<int64_t>(classes.size());
  return out;
}

std::pair<Set, Set> read_sets(const std::string &folder, const std::string &name) {
  std::map<std::string, int32_t> classes;
  Set train = read_set(folder + "/" + name + "/train.csv.gz", classes);
  Set test = read_set(folder + "/" + name + "/test.csv.gz", classes);
  return {std::move(train), std::move(test)};
}

// Percent; 1 if both are empty.
double mean_f1(const Set &set, const std::vector<uint8_t> &answers) {
  double sum = 0;
  for (int64_t i = 0; i < set.rows; ++i) {
    int both = 0, all = 0;
    for (int64_t j = 0; j < set.targets.labels; ++j) {
      const int truth = set.targets.at(i, j), answer = answers[static_cast<std::size_t>(i * set.targets.labels + j)];
      both += truth & answer;
      all += truth + answer;
    }
    sum += all ? 2.0 * both / all : 1;
  }
  return 100 * sum / static_cast<double>(set.rows);
}

// The four ways of [W14]: each label at 1/2, the likeliest vector, F1's optimum with and without independence.
void print_ways(const Model &model, const Set &test) {
  const auto metric = parse_metric("f1", 1);
  const int64_t m = test.targets.labels;
  const auto cells = static_cast<std::size_t>(test.rows * m);
  std::vector<uint8_t> marginal(cells, 0), mode(cells, 0), independent(cells, 0), joint(cells, 0);
  std::vector<double> p(cells);
  model.probabilities(test.table(), {}, silent, p.data());
  const auto estimators = model.estimators(test.table(), {}, silent);
  Workspace work;
  Decision decision;
  DecisionOptions options;
  const auto decided = [&](const Estimator &estimator, uint8_t *out) {
    decide(*metric, estimator, options, work, decision);
    for (int64_t k = 0; k < decision.answer(0).k; ++k) out[decision.items(0)[k]] = 1;
  };
  for (int64_t i = 0; i < test.rows; ++i) {
    for (int64_t c = i * m; c < (i + 1) * m; ++c)
      marginal[static_cast<std::size_t>(c)] = p[static_cast<std::size_t>(c)] >= 0.5;
    const Estimator &own = *estimators[static_cast<std::size_t>(i)];
    for (const int64_t j : own.mode().labels) mode[static_cast<std::size_t>(i * m + j)] = 1;
    Independent alone;
    alone.feed({p.data() + i * m, false, m, 1});
    decided(alone, independent.data() + i * m);
    decided(own, joint.data() + i * m);
  }
  std::printf("%6.2f %6.2f %6.2f %6.2f", mean_f1(test, marginal), mean_f1(test, mode), mean_f1(test, independent),
              mean_f1(test, joint));
}

int published(const std::string &folder) {
  struct Cell {
    const char *set;
    int64_t count;
    const char *figures;
  };
  constexpr Cell cells[] = {
      {"scene", 10, " 65.80  68.26  70.80  71.42"}, {"scene", 20, "     -      -  70.12  70.29"},
      {"scene", 50, "     -      -  67.20  67.85"}, {"scene", 100, "     -      -  62.65  64.31"},
      {"yeast", 10, " 62.88  59.14  65.29  65.49"}, {"yeast", 20, "     -      -  65.06  65.47"},
      {"yeast", 50, "     -      -  65.23  65.75"}, {"yeast", 100, "     -      -  64.85  64.98"},
      {"enron", 10, " 35.56  33.38  47.50  44.43"}, {"enron", 20, "     -      -  47.01  42.45"},
      {"enron", 50, "     -      -  42.10  34.76"}, {"enron", 100, "     -      -  37.86  29.27"}};
  std::printf("%-6s %5s  %27s  %27s\n", "set", "count", "MM     JM     FM    GFM", "published");
  for (const Cell &cell : cells) {
    const auto [train, test] = read_sets(folder, cell.set);
    LearnerOptions options;
    options.scaling = Scaling::minmax;
    options.neighbours = cell.count;
    options.neighbour_metric = NeighbourMetric::euclidean;
    options.neighbour_weights = NeighbourWeights::uniform;
    const auto model = fit_learner("neighbours", train.table(), train.targets, {}, options, silent);
    std::printf("%-6s %5d  ", cell.set, static_cast<int>(cell.count));
    print_ways(*model, test);
    std::printf("  %s\n", cell.figures);
  }
  return 0;
}

int accuracy(const std::string &folder, const std::vector<std::string> &learners) {
  const auto metric = parse_metric("f1", 1);
  std::printf("%-6s %-24s %6s %10s %12s\n", "set", "learner", "F1", "fit, s", "answer, s");
  for (const char *name : {"scene", "yeast", "enron"}) {
    const auto [train, test] = read_sets(folder, name);
    for (const std::string &learner : learners) {
      LearnerOptions options;
      options.threads = 0;
      const double begin = seconds();
      const auto model = fit_learner(learner, train.table(), train.targets, {}, options, silent);
      const double fitted = seconds();
      std::vector<uint8_t> answers(static_cast<std::size_t>(test.rows * test.targets.labels));
      Answers out;
      out.mask = {answers.data(), test.rows, test.targets.labels, test.targets.labels, 1};
      predict(*model, test.table(), *metric, {}, out);
      std::printf("%-6s %-24s %6.2f %10.2f %12.3f\n", name, learner.c_str(), mean_f1(test, answers), fitted - begin,
                  seconds() - fitted);
      std::fflush(stdout);
    }
  }
  return 0;
}

// Rows as they come from a sparse table.
struct Sparse {
  explicit Sparse(const Set &set) : features(as_sparse(read_features(set.table(), 0, set.rows, false))) {}
  FeatureTable table() const {
    const auto n = static_cast<int64_t>(features.values.size());
    return SparseTable{{features.begin.data(), false},
                       {features.columns.data(), true},
                       {features.values.data(), false, n, 1},
                       features.rows,
                       features.cols};
  }
  Features features;
};

int speed(const std::string &folder, const std::string &name, bool sparse) {
  const auto [train, test] = read_sets(folder, name);
  const Sparse sparse_train(train), sparse_test(test);
  const FeatureTable from = sparse ? sparse_train.table() : train.table();
  const FeatureTable to = sparse ? sparse_test.table() : test.table();
  std::vector<double> p(static_cast<std::size_t>(test.rows * test.targets.labels));
  for (std::string line; std::getline(std::cin, line);) {
    const double begin = processor_seconds();
    const auto model = fit_learner("forest", from, train.targets, {}, {}, silent);
    const double grown = processor_seconds();
    model->probabilities(to, {}, silent, p.data());
    std::printf("%.6f %.6f\n", grown - begin, processor_seconds() - grown);
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char **argv) {
  const char *const folder = std::getenv("WALD_DATA");
  if (!folder) {
    std::puts("SKIPPED: bench-forest (WALD_DATA does not name the folder of the data sets)");
    return 77;
  }
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 1 && words[0] == "published") return published(folder);
  if (!words.empty() && words[0] == "accuracy") {
    std::vector<std::string> learners(words.begin() + 1, words.end());
    if (learners.empty()) learners = {"neighbours", "tree", "forest", "mixture:card,forest", "kernel:lfp"};
    return accuracy(folder, learners);
  }
  if (words.size() >= 2 && words[0] == "speed") return speed(folder, words[1], words.size() == 3);
  std::fputs("usage: bench-forest accuracy [LEARNER...] | published | speed SET [--sparse]\n", stderr);
  return 2;
}
