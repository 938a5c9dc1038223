// Draws the rows to label next, each with a probability that is known and kept.
#include "core/numeric/contraction.hpp"  // first

#include "core/routes/ask.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/numeric/random/mix.hpp"
#include "core/routes/all_routes.hpp"
#include "core/routes/answering.hpp"

namespace wald::core::routes {

namespace {

constexpr std::size_t strata = 8;  // of the confidence of each stage

double uniform(uint64_t seed, uint64_t batch, int64_t row) {
  const uint64_t bits =
      mix_bits(mix_bits(seed * 0x9e3779b97f4a7c15u + batch) + mix_bits(static_cast<uint64_t>(row) + 1));
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

// The probability of each stage and stratum of its confidence to be wrong, by the labels there are.
class Errors {
 public:
  Errors(const Stages &stages, const Route &route, const RouteOptions &options)
      : stages_(stages), route_(route), options_(options), bounds_(static_cast<std::size_t>(stages.stages())) {
    std::vector<std::vector<double>> confidences(bounds_.size());
    std::vector<int64_t> answering(static_cast<std::size_t>(stages.rows()));
    for (int64_t i = 0; i < stages.rows(); ++i) {
      const int64_t s = answering_stage(route, stages, i, nullptr);
      answering[static_cast<std::size_t>(i)] = s;
      if (!std::isnan(sure(i, s))) confidences[static_cast<std::size_t>(s)].push_back(sure(i, s));
    }
    for (std::size_t s = 0; s < bounds_.size(); ++s) {
      std::sort(confidences[s].begin(), confidences[s].end());
      for (std::size_t k = 1; k < strata && !confidences[s].empty(); ++k)
        bounds_[s].push_back(confidences[s][k * confidences[s].size() / strata]);
    }
    wrong_.assign(bounds_.size() * strata, 0.5);
    labels_.assign(bounds_.size() * strata, 1);
    double wrong = 0.5, labels = 1;
    for (int64_t i = 0; i < stages.rows(); ++i) {
      if (!is_judged(stages, i, options.measure)) continue;
      const int64_t s = answering[static_cast<std::size_t>(i)];
      const double error = 1 - right_of(stages, i, s, options.measure);
      wrong_[cell(i, s)] += error;
      ++labels_[cell(i, s)];
      wrong += error;
      ++labels;
    }
    // Strata of few labels are drawn to the whole, as by two labels more.
    for (std::size_t c = 0; c < wrong_.size(); ++c)
      wrong_[c] = (wrong_[c] - 0.5 + 2 * wrong / labels) / (labels_[c] + 1);
    for (int64_t i = 0; i < stages.rows(); ++i) most_ = std::max(most_, of(i));
  }
  double of(int64_t i) const {
    const int64_t s = answering_stage(route_, stages_, i, nullptr);
    if (options_.measure == RouteMeasure::agreement && s == stages_.stages() - 1) return 0;
    return wrong_[cell(i, s)];
  }
  double most() const { return most_; }

 private:
  double sure(int64_t i, int64_t s) const { return route_.router ? stages_.score(i) : stages_.confidence(i, s); }
  std::size_t cell(int64_t i, int64_t s) const {
    const std::vector<double> &bounds = bounds_[static_cast<std::size_t>(s)];
    const double x = sure(i, s);
    const auto stratum = std::isnan(x) ? 0 : std::upper_bound(bounds.begin(), bounds.end(), x) - bounds.begin();
    return static_cast<std::size_t>(s) * strata + static_cast<std::size_t>(stratum);
  }

  const Stages &stages_;
  const Route &route_;
  const RouteOptions &options_;
  std::vector<std::vector<double>> bounds_;
  std::vector<double> wrong_, labels_;
  double most_ = 0;
};

}  // namespace

std::vector<int64_t> next_labels(Stages &stages, const RouteOptions &options, Monitor &monitor) {
  check_ranges(options);
  if (stages.rows() == 0) fail(Status::argument, "rows is 0: no row was fed");
  check_measure(stages, options);
  if (const int64_t waiting = stages.waiting(); waiting > 0)
    fail(Status::argument, waiting, " rows were asked for and have no label yet: label them first");
  const auto batch = static_cast<uint64_t>(stages.batches() + 1);
  struct Placed {
    uint64_t order;
    int64_t row;
  };
  std::vector<Placed> rows;
  std::vector<int64_t> labelled;
  for (int64_t i = 0; i < stages.rows(); ++i) {
    if (is_judged(stages, i, options.measure) && stages.weight(i) > 0) labelled.push_back(i);
    if (std::isnan(stages.probability(i)) && !stages.is_labelled(i) && stages.weight(i) > 0)
      rows.push_back({mix_bits(options.seed * 0x9e3779b97f4a7c15u + mix_bits(~static_cast<uint64_t>(i))), i});
  }
  std::sort(rows.begin(), rows.end(),
            [](const Placed &x, const Placed &y) { return x.order != y.order ? x.order < y.order : x.row < y.row; });
  std::vector<int64_t> considered, asked;
  std::vector<double> probabilities;
  std::vector<uint8_t> drawn;
  const auto consider = [&](int64_t row, double probability) {
    const bool take = uniform(options.seed, batch, row) < probability;
    considered.push_back(row);
    probabilities.push_back(probability);
    drawn.push_back(take);
    if (take) asked.push_back(row);
  };
  const auto wanted = static_cast<double>(options.batch_size);
  double expected = 0;
  if (labelled.empty()) {
    for (std::size_t k = 0; k < rows.size() && expected < wanted; ++k, ++expected) consider(rows[k].row, 1);
  } else {
    RouteOptions question = options;
    question.goal = RouteGoal::cost;
    const Routes routes(stages, labelled, question, monitor);
    const Route route = routes.route(routes.best(), true);
    const Errors errors(stages, route, options);
    for (std::size_t k = 0; k < rows.size() && expected < wanted; ++k) {
      const double share = errors.most() > 0 ? std::sqrt(errors.of(rows[k].row) / errors.most()) : 1;
      const double probability = std::clamp(share, options.min_probability, 1.0);
      consider(rows[k].row, probability);
      expected += probability;
    }
  }
  if (considered.empty()) return {};
  stages.draw(considered, probabilities, drawn);
  std::sort(asked.begin(), asked.end());
  return asked;
}

}  // namespace wald::core::routes
