// Learns from the label vectors of the nearest training rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/nearest/neighbours_learner.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/decisions/decide.hpp"
#include "core/learners/label_vectors.hpp"
#include "core/learners/model_text.hpp"
#include "core/learners/nearest/neighbours.hpp"
#include "core/learners/saved_rows.hpp"
#include "core/numeric/parallel.hpp"
#include "core/numeric/random/random.hpp"

namespace wald::core::learners {

namespace {

// Numbers of neighbours that are tried.
constexpr int64_t tried_counts[] = {1, 3, 5, 10, 15, 20, 30, 40, 50, 70, 100};
// Rows that are left out in turn, at most: more would say little more, and take long.
constexpr int64_t most_left_out = 4000;
constexpr int64_t rows_of_search = 64;
constexpr double rounding_of_means = 1e-12;

// How neighbours are found.
struct Space {
  Scaling scaling;
  NeighbourMetric metric;
};

std::vector<Space> spaces(const Dataset &data, const LearnerOptions &options) {
  std::vector<Scaling> scalings{options.scaling};
  if (options.scaling == Scaling::automatic) {
    // Rows of words are told apart by their direction, which the cosine sees whatever their length.
    if (data.features.is_sparse || is_binary(data.features))
      scalings = {Scaling::none};
    else
      scalings = {Scaling::standard, Scaling::minmax};
  }
  std::vector<NeighbourMetric> metrics{options.neighbour_metric};
  if (options.neighbour_metric == NeighbourMetric::automatic)
    metrics = {NeighbourMetric::cosine, NeighbourMetric::euclidean};
  std::vector<Space> out;
  for (const Scaling scaling : scalings)
    for (const NeighbourMetric metric : metrics) out.push_back({scaling, metric});
  return out;
}

std::vector<NeighbourWeights> weightings(const LearnerOptions &options) {
  if (options.neighbour_weights != NeighbourWeights::automatic) return {options.neighbour_weights};
  return {NeighbourWeights::dudani, NeighbourWeights::uniform};
}

// Training rows in a space, and their label vectors.
struct Trained {
  Scaler scaler;
  NeighbourSearch search;

  Trained(const Features &features, Scaler by, NeighbourMetric metric)
      : scaler(std::move(by)), search(scaled(features), metric) {}
  Features scaled(Features features) const {
    scaler.apply(features);
    return features;
  }
};

// Adds up the weights of neighbours by label vector. Whole numbers stay so: p = 1/2 then is 1/2.
class Votes {
 public:
  Votes(const LabelVectors &vectors, const std::vector<double> &row_weights)
      : vectors_(vectors), row_weights_(row_weights), sums_(static_cast<std::size_t>(vectors.count())) {}

  void count(const Neighbour *nearest, int64_t n, NeighbourWeights weights) {
    each_.resize(static_cast<std::size_t>(n));
    neighbour_weights(weights, nearest, n, each_.data());
    std::fill(sums_.begin(), sums_.end(), 0.0);
    total_ = 0;
    for (int64_t k = 0; k < n; ++k) {
      const double weight = each_[static_cast<std::size_t>(k)] * row_weights_[static_cast<std::size_t>(nearest[k].row)];
      sums_[static_cast<std::size_t>(vectors_.of_row(nearest[k].row))] += weight;
      total_ += weight;
    }
  }
  const double *sums() const { return sums_.data(); }
  double total() const { return total_; }

 private:
  const LabelVectors &vectors_;
  const std::vector<double> &row_weights_;
  std::vector<double> each_, sums_;
  double total_ = 0;
};

// A way to answer, and what it was chosen by.
struct Chosen {
  Space space{};
  NeighbourWeights weights = NeighbourWeights::uniform;
  int64_t count = 0;
  double utility = -std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, double>> path;  // (count, 1 - mean utility) of those that differ in the count alone
};

// Leaves rows out one by one, or with their groups, and decides on each from the others.
class LeaveOneOut {
 public:
  LeaveOneOut(const Dataset &data, const LabelVectors &vectors, const ModelShape &shape, const LearnerOptions &options)
      : data_(data), vectors_(vectors), shape_(shape), threads_(options.threads) {
    metric_ = parse_metric(options.neighbour_utility, 1);
    metric_->verify(shape.labels);
    rows_ = random_order<int64_t>(data.rows(), options.seed);
    if (static_cast<int64_t>(rows_.size()) > most_left_out) rows_.resize(most_left_out);
    groups_ = data.groups;
    if (!groups_.empty()) return;
    groups_.resize(static_cast<std::size_t>(data.rows()));
    std::iota(groups_.begin(), groups_.end(), int64_t{0});
  }

  // The mean utility of each of counts (ascending) for each of weightings, weighting by weighting.
  std::vector<double> run(const Space &space, const std::vector<NeighbourWeights> &weightings,
                          const std::vector<int64_t> &counts, Monitor &monitor) const {
    const Trained trained(data_.features, Scaler(space.scaling, data_.features, data_.weights), space.metric);
    const auto n = static_cast<int64_t>(rows_.size()), cases = static_cast<int64_t>(weightings.size() * counts.size());
    std::vector<double> utilities(static_cast<std::size_t>(n * cases));
    const int64_t tasks = (n + rows_of_search - 1) / rows_of_search;
    parallel_for(tasks, worker_count(threads_, tasks), monitor, [&](int64_t task, int, Monitor &inner) {
      const int64_t first = task * rows_of_search, some = std::min(rows_of_search, n - first);
      const std::vector<int64_t> own(rows_.begin() + first, rows_.begin() + first + some);
      std::vector<int64_t> groups;
      for (const int64_t row : own) groups.push_back(groups_[static_cast<std::size_t>(row)]);
      std::vector<std::vector<Neighbour>> nearest(static_cast<std::size_t>(some));
      trained.search.nearest(trained.scaled(picked_rows(data_.features, own)), counts.back(), groups.data(),
                             groups_.data(), nearest.data());
      Votes votes(vectors_, data_.weights);
      decisions::Workspace work;
      decisions::Decision decision;
      for (int64_t i = 0; i < some; ++i) {
        inner.at(static_cast<double>(i) / static_cast<double>(some));
        double *out = utilities.data() + (first + i) * cases;
        for (const NeighbourWeights weights : weightings)
          for (const int64_t count : counts) {
            votes.count(nearest[static_cast<std::size_t>(i)].data(), count, weights);
            *out++ = utility(own[static_cast<std::size_t>(i)], votes, work, decision);
          }
      }
    });
    std::vector<double> means(static_cast<std::size_t>(cases), 0.0);
    double total = 0;
    for (int64_t i = 0; i < n; ++i) {
      const double weight = data_.weights[static_cast<std::size_t>(rows_[static_cast<std::size_t>(i)])];
      total += weight;
      for (int64_t c = 0; c < cases; ++c)
        means[static_cast<std::size_t>(c)] += weight * utilities[static_cast<std::size_t>(i * cases + c)];
    }
    for (double &mean : means) mean /= total;
    return means;
  }

 private:
  double utility(int64_t row, const Votes &votes, decisions::Workspace &work, decisions::Decision &decision) const {
    decisions::DecisionOptions options;
    options.at_least = metric_->additive() ? 0 : shape_.at_least;
    const auto estimator =
        estimator_of(kind_of_vectors(shape_.task, shape_.labels), vectors_, votes.sums(), votes.total());
    decide(*metric_, *estimator, options, work, decision);
    const int64_t k = decision.answer(0).k, vector = vectors_.of_row(row);
    int64_t tp = 0;
    for (int64_t j = 0; j < k; ++j)
      tp +=
          std::binary_search(vectors_.begin(vector), vectors_.end(vector), static_cast<int32_t>(decision.items(0)[j]));
    return metric_->utility(tp, k, vectors_.size(vector), shape_.labels);
  }

  const Dataset &data_;
  const LabelVectors &vectors_;
  const ModelShape &shape_;
  int threads_;
  std::unique_ptr<Metric> metric_;
  std::vector<int64_t> rows_;
  std::vector<int64_t> groups_;  // of all rows
};

// How many rows there are beside each one that is left out, at least.
int64_t rows_beside(const Dataset &data) {
  std::size_t most = 1;
  for (const std::vector<int64_t> &group : rows_by_group(data.groups)) most = std::max(most, group.size());
  return data.rows() - static_cast<int64_t>(most);
}

Chosen choose(const Dataset &data, const LabelVectors &vectors, const ModelShape &shape, const LearnerOptions &options,
              Monitor &monitor) {
  const int64_t asked = options.neighbours, others = rows_beside(data);
  std::vector<int64_t> counts;
  if (asked > 0)
    counts = {std::min(asked, others)};
  else
    for (const int64_t count : tried_counts)
      if (count <= others) counts.push_back(count);
  const std::vector<Space> in = spaces(data, options);
  const std::vector<NeighbourWeights> by = weightings(options);
  Chosen best{in[0], by[0], std::max<int64_t>(asked, 1), 0, {}};
  // One row has no other to be told by; one way needs no choice.
  if (others == 0 || (asked > 0 && in.size() == 1 && by.size() == 1)) return best;
  best.utility = -std::numeric_limits<double>::infinity();
  const LeaveOneOut leave_one_out(data, vectors, shape, options);
  for (std::size_t s = 0; s < in.size(); ++s) {
    const auto done = static_cast<double>(s), all = static_cast<double>(in.size());
    PartMonitor part(monitor, done / all, (done + 1) / all);
    const std::vector<double> means = leave_one_out.run(in[s], by, counts, part);
    for (std::size_t w = 0; w < by.size(); ++w) {
      std::vector<std::pair<double, double>> path;
      for (std::size_t c = 0; c < counts.size(); ++c)
        path.emplace_back(static_cast<double>(counts[c]), 1 - means[w * counts.size() + c]);
      // Of equal ones the first: the fewest neighbours, in the first space.
      const std::pair<double, double> *least = &path[0];
      for (const auto &way : path)
        if (way.second < least->second - rounding_of_means) least = &way;
      if (1 - least->second <= best.utility + rounding_of_means) continue;
      const auto count = asked > 0 ? asked : static_cast<int64_t>(least->first);
      const double utility = 1 - least->second;
      best = {in[s], by[w], count, utility, std::move(path)};
    }
  }
  return best;
}

// ---- The model ------------------------------------------------------------------------------------

class NeighboursModel final : public Model {
 public:
  NeighboursModel(ModelShape shape, Features features, std::vector<double> row_weights, LabelVectors vectors,
                  Scaler scaler, Chosen chosen)
      : Model(std::move(shape)),
        features_(std::move(features)),
        row_weights_(std::move(row_weights)),
        vectors_(std::move(vectors)),
        chosen_(std::move(chosen)),
        trained_(features_, std::move(scaler), chosen_.space.metric) {}

  Kind kind() const override { return kind_of_vectors(shape().task, shape().labels); }

  std::vector<FittingChoice> choices() const override {
    if (chosen_.path.empty()) return {};
    FittingChoice out;
    out.part = text(scaling_name(chosen_.space.scaling), " ",
                    neighbour_metric_words[static_cast<int>(chosen_.space.metric)].name, " ",
                    neighbour_weights_words[static_cast<int>(chosen_.weights)].name);
    out.what = "neighbours";
    out.value = static_cast<double>(chosen_.count);
    out.path = chosen_.path;
    // One row fewer than there are can be asked out of sample, so that the count may be beyond the last tried.
    for (const auto &[count, loss] : out.path)
      if (count <= out.value) out.loss = loss;
    return {out};
  }

  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override {
    each_row(block, monitor, [&](int64_t i, const Votes &votes) {
      out[i] = estimator_of(kind(), vectors_, votes.sums(), votes.total());
    });
  }
  void marginals(const Block &block, double *out, Monitor &monitor) const override {
    each_row(block, monitor, [&](int64_t i, const Votes &votes) {
      marginals_of(vectors_, votes.sums(), votes.total(), out + i * shape().labels);
    });
  }

  void save_members(std::string &out) const override {
    out += text(",\n\"count\":", chosen_.count, ",\"metric\":\"",
                neighbour_metric_words[static_cast<int>(chosen_.space.metric)].name, "\",\"weights\":\"",
                neighbour_weights_words[static_cast<int>(chosen_.weights)].name, "\",\"scaler\":");
    trained_.scaler.save(out);
    if (!chosen_.path.empty()) {
      std::vector<double> tried, losses;
      for (const auto &[count, loss] : chosen_.path) {
        tried.push_back(count);
        losses.push_back(loss);
      }
      save_reals(out, "counts", tried);
      save_reals(out, "losses", losses);
    }
    vectors_.save_members(out);
    std::vector<int64_t> of_row;
    for (int64_t i = 0; i < vectors_.n_rows(); ++i) of_row.push_back(vectors_.of_row(i));
    save_integers(out, "vector_of_row", of_row);
    if (std::any_of(row_weights_.begin(), row_weights_.end(), [](double w) { return w != 1; }))
      save_reals(out, "row_weights", row_weights_);
    save_rows(out, features_);
  }

 private:
  template <class Visit>
  void each_row(const Block &block, Monitor &monitor, const Visit &visit) const {
    monitor.at(0);
    std::vector<std::vector<Neighbour>> nearest(static_cast<std::size_t>(block.features.rows));
    trained_.search.nearest(trained_.scaled(block.features), chosen_.count, nullptr, nullptr, nearest.data());
    Votes votes(vectors_, row_weights_);
    for (int64_t i = 0; i < block.features.rows; ++i) {
      votes.count(nearest[static_cast<std::size_t>(i)].data(), chosen_.count, chosen_.weights);
      visit(i, votes);
    }
  }

  Features features_;  // as they were given
  std::vector<double> row_weights_;
  LabelVectors vectors_;
  Chosen chosen_;
  Trained trained_;
};

int32_t chosen_of(const SavedText &text, const SavedValue &object, const Vocabulary &words) {
  const std::string where = wald::core::text("\"", words.name, "\"");
  const std::string &name = text.string(text.member(object, words.name), where);
  for (const Word &word : words)
    if (word.value != 0 && name == word.name) return word.value;
  text.malformed(wald::core::text(where, " is ", in_quotes(name), ", which is unknown"));
}

}  // namespace

ModelPointer fit_neighbours(const Dataset &data, std::string_view, const ModelShape &shape,
                            const LearnerOptions &options, Monitor &monitor) {
  if (options.neighbours > data.rows())
    fail(Status::argument, "neighbours is ", options.neighbours, ": there are ", data.rows(), " rows to learn from");
  LabelVectors vectors = LabelVectors::of(data.targets);
  Chosen chosen = choose(data, vectors, shape, options, monitor);
  Scaler scaler(chosen.space.scaling, data.features, data.weights);
  return std::make_shared<NeighboursModel>(shape, data.features, data.weights, std::move(vectors), std::move(scaler),
                                           std::move(chosen));
}

ModelPointer load_neighbours(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object,
                {"count", "metric", "weights", "scaler", "counts", "losses", "vectors", "vector_of_row", "row_weights",
                 "sparse", "rows"});
  Features features = load_rows(text, object, shape.features);
  const int64_t n = features.rows;
  Chosen chosen;
  chosen.count = text.integer(text.member(object, "count"), "\"count\"", 1, n);
  chosen.space.metric =
      static_cast<NeighbourMetric>(chosen_of(text, object, vocabulary("metric", neighbour_metric_words)));
  chosen.weights =
      static_cast<NeighbourWeights>(chosen_of(text, object, vocabulary("weights", neighbour_weights_words)));
  Scaler scaler = Scaler::load(text, text.member(object, "scaler"), shape.features);
  chosen.space.scaling = scaler.scaling();
  if (text.find(object, "counts")) {
    const std::vector<double> tried = load_reals(text, object, "counts", -1);
    const std::vector<double> losses = load_reals(text, object, "losses", static_cast<int64_t>(tried.size()));
    for (std::size_t t = 0; t < tried.size(); ++t) chosen.path.emplace_back(tried[t], losses[t]);
    if (!std::is_sorted(tried.begin(), tried.end())) text.malformed("\"counts\" do not ascend");
    if (tried.empty() || tried.front() > static_cast<double>(chosen.count))
      text.malformed("\"count\" is below all of \"counts\"");
  }
  const LabelVectors distinct = LabelVectors::load(text, object, shape.task, shape.labels);
  LabelVectors vectors = distinct.dealt(load_integers(text, object, "vector_of_row", n, 0, distinct.count() - 1));
  std::vector<double> row_weights(static_cast<std::size_t>(n), 1.0);
  if (text.find(object, "row_weights")) row_weights = load_reals(text, object, "row_weights", n);
  for (const double w : row_weights)
    if (!(w > 0)) text.malformed(wald::core::text("\"row_weights\" holds ", w, ": must be above 0"));
  return std::make_shared<NeighboursModel>(shape, std::move(features), std::move(row_weights), std::move(vectors),
                                           std::move(scaler), std::move(chosen));
}

}  // namespace wald::core::learners
