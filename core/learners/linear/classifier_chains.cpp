// Probabilistic classifier chains (Dembczynski, Cheng, Huellermeier, 2010): label after label in some order, each by a
// logistic regression on the features and on the labels before it, so that the product of their probabilities is a
// joint distribution.
//
// Estimators hold label vectors sampled from it. Samples go down the tree of label prefixes together: of c that come to
// a node, floor(c p + u) take the label, with one uniform u a node, so that c p do on average and fewer by chance than
// if each were drawn alone. So a vector's count has the mean that ancestral sampling gives it, less variance, and costs
// a node once. Drawn independently instead, each sample takes the label with probability p by itself. The likeliest
// vector is searched best first, with the probability of the prefix as what no completion exceeds (Dembczynski et al.,
// 2012; Mena et al., 2015): exact, unless more nodes are opened than allowed, from where on the most promising prefixes
// are completed greedily.
//
// Features are scaled to rows of about unit length, since the labels' columns are 0 or 1 and share their penalty:
// beside standardised features, whose rows are longer by the root of their number, labels would be over-penalised.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <queue>

#include "core/base/error.hpp"
#include "core/estimators/joint.hpp"
#include "core/learners/linear/linear_inputs.hpp"
#include "core/learners/linear/linear_learners.hpp"
#include "core/learners/linear/linear_table.hpp"
#include "core/learners/linear/softmax_loops.hpp"
#include "core/learners/model_text.hpp"
#include "core/numeric/random/random.hpp"
#include "core/numeric/special/exponential.hpp"
#include "core/numeric/special/logarithm.hpp"

namespace wald::core::learners {

namespace {

using Order = std::vector<int64_t>;

struct Chain {
  Order order;
  LinearTable table;  // problem p is label p; extra column e is label e
};

// One row's chain: its margins without the labels, to which those of a prefix are added.
class RowChain {
 public:
  RowChain(const Chain &chain, const Features &rows, int64_t i) : chain_(chain) {
    margins_.resize(static_cast<std::size_t>(chain.table.outputs()));
    chain.table.margins(rows, i, margins_.data());
  }
  int64_t labels() const { return static_cast<int64_t>(chain_.order.size()); }
  int64_t label_at(int64_t position) const { return chain_.order[static_cast<std::size_t>(position)]; }

  // P(the label at this position = 1), given which labels before it are set; and P(= 0), with its own digits.
  struct Two {
    double zero, one;
  };
  Two probability(int64_t position, const std::vector<int64_t> &ones) const {
    const int64_t label = label_at(position);
    const std::vector<int64_t> &classes = chain_.table.classes(label);
    if (classes.size() == 1) return classes.front() == 1 ? Two{0, 1} : Two{1, 0};
    const int64_t output = chain_.table.first(label);
    double margin = margins_[static_cast<std::size_t>(output)];
    for (const int64_t other : ones) margin += chain_.table.extra(other, output);
    double out[2];
    class_probabilities(&margin, 1, out);
    return {out[0], out[1]};
  }

 private:
  const Chain &chain_;
  std::vector<double> margins_;
};

// ---- Samples --------------------------------------------------------------------------------------

class Sampler {
 public:
  Sampler(const RowChain &row, bool independent, Random &random, Joint &to)
      : row_(row), independent_(independent), random_(random), to_(to) {}

  void sample(int64_t count) {
    descend(0, count);
    // Weights stand beside the vectors, which are fed at once.
    to_.feed_sparse({begin_.data(), false}, {indices_.data(), false}, static_cast<int64_t>(weights_.size()),
                    {weights_.data(), false, static_cast<int64_t>(weights_.size()), 1});
  }

 private:
  // An explicit stack: chains may be long.
  struct Node {
    int64_t position, count;
    std::size_t ones;  // how many labels are set
    bool sets;         // the label before `position` is one of them
  };
  void descend(int64_t first, int64_t count) {
    std::vector<Node> open{{first, count, 0, false}};
    while (!open.empty()) {
      const Node node = open.back();
      open.pop_back();
      ones_.resize(node.ones - (node.sets ? 1 : 0));
      if (node.sets) ones_.push_back(row_.label_at(node.position - 1));
      if (node.position == row_.labels()) {
        indices_.insert(indices_.end(), ones_.begin(), ones_.end());
        begin_.push_back(static_cast<int64_t>(indices_.size()));
        weights_.push_back(static_cast<double>(node.count));
        continue;
      }
      const double p = row_.probability(node.position, ones_).one;
      const int64_t with = taking(node.count, p), without = node.count - with;
      // Those without come first off the stack.
      if (with > 0) open.push_back({node.position + 1, with, ones_.size() + 1, true});
      if (without > 0) open.push_back({node.position + 1, without, ones_.size(), false});
    }
  }

  // How many of this many samples take a label of probability p.
  int64_t taking(int64_t count, double p) {
    if (!independent_) return std::min(count, static_cast<int64_t>(static_cast<double>(count) * p + random_.uniform()));
    int64_t with = 0;
    for (int64_t sample = 0; sample < count; ++sample) with += random_.uniform() < p;
    return with;
  }

  const RowChain &row_;
  const bool independent_;
  Random &random_;
  Joint &to_;
  std::vector<int64_t> ones_, begin_{0}, indices_;
  std::vector<double> weights_;
};

// ---- The likeliest vector -------------------------------------------------------------------------

class ModeSearch {
 public:
  ModeSearch(const RowChain &row, int64_t at_least, int64_t most_nodes)
      : row_(row), at_least_(at_least), most_nodes_(most_nodes) {}

  Estimator::Mode find(Monitor &monitor) {
    push({0.0, 0, {}});
    int64_t opened = 0;
    while (!open_.empty()) {
      Prefix prefix = open_.top();
      open_.pop();
      if (prefix.position == row_.labels()) return answer(std::move(prefix));
      if (opened >= most_nodes_) {
        // Greedily on from the most promising one; it stands for the rest.
        while (prefix.position < row_.labels()) prefix = better_half(prefix);
        return answer(std::move(prefix));
      }
      if (opened++ % 1024 == 0) monitor.at(0);
      const auto [without, with] = halves(prefix);
      push(without);
      push(with);
    }
    fail(Status::internal, "the search for the likeliest vector found none");
  }

 private:
  struct Prefix {
    double log_probability;
    int64_t position;
    std::vector<int64_t> ones;
  };
  // The likelier first; of equal ones the longer, then that with fewer and smaller labels.
  struct Later {
    bool operator()(const Prefix &x, const Prefix &y) const {
      if (x.log_probability != y.log_probability) return x.log_probability < y.log_probability;
      if (x.position != y.position) return x.position < y.position;
      if (x.ones.size() != y.ones.size()) return x.ones.size() > y.ones.size();
      return std::lexicographical_compare(y.ones.begin(), y.ones.end(), x.ones.begin(), x.ones.end());
    }
  };

  std::pair<Prefix, Prefix> halves(const Prefix &prefix) const {
    const RowChain::Two p = row_.probability(prefix.position, prefix.ones);
    Prefix without{prefix.log_probability + logarithm(p.zero), prefix.position + 1, prefix.ones};
    Prefix with{prefix.log_probability + logarithm(p.one), prefix.position + 1, prefix.ones};
    with.ones.push_back(row_.label_at(prefix.position));
    return {std::move(without), std::move(with)};
  }
  bool can_be(const Prefix &prefix) const {
    return static_cast<int64_t>(prefix.ones.size()) + row_.labels() - prefix.position >= at_least_;
  }
  Prefix better_half(const Prefix &prefix) const {
    auto [without, with] = halves(prefix);
    return can_be(without) && without.log_probability >= with.log_probability ? std::move(without) : std::move(with);
  }
  void push(Prefix prefix) {
    if (can_be(prefix)) open_.push(std::move(prefix));
  }
  static Estimator::Mode answer(Prefix prefix) {
    std::sort(prefix.ones.begin(), prefix.ones.end());
    return {std::move(prefix.ones), exponential(prefix.log_probability)};
  }

  const RowChain &row_;
  const int64_t at_least_, most_nodes_;
  std::priority_queue<Prefix, std::vector<Prefix>, Later> open_;
};

// ---- The model ------------------------------------------------------------------------------------

class Chains final : public Model {
 public:
  Chains(ModelShape shape, Scaler scaler, std::vector<Chain> chains, int64_t draws, bool independent,
         int64_t most_nodes)
      : Model(std::move(shape)),
        scaler_(std::move(scaler)),
        chains_(std::move(chains)),
        draws_(draws),
        independent_(independent),
        most_nodes_(most_nodes) {}

  Kind kind() const override { return Kind::joint; }

  std::vector<FittingChoice> choices() const override {
    std::vector<FittingChoice> out;
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      std::vector<std::string> names;
      for (int64_t p = 0; p < shape().labels; ++p)
        names.push_back(chains_.size() > 1 ? text("chain ", c, ", ", label_name(shape(), p)) : label_name(shape(), p));
      chains_[c].table.add_choices(names, out);
    }
    return out;
  }

  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override {
    const Features rows = scaled(block.features, scaler_);
    const int64_t draws = block.options.draws > 0 ? block.options.draws : draws_;
    const auto n_chains = static_cast<int64_t>(chains_.size());
    for (int64_t i = 0; i < rows.rows; ++i) {
      monitor.at(0);
      Random random(block.options.seed, row_hash(block.features, i));
      auto joint = std::make_unique<Joint>(shape().labels);
      for (int64_t c = 0; c < n_chains; ++c) {
        // The draws are dealt to the chains as evenly as they divide.
        const int64_t own = draws * (c + 1) / n_chains - draws * c / n_chains;
        if (own == 0) continue;
        const RowChain row(chains_[static_cast<std::size_t>(c)], rows, i);
        Sampler(row, independent_, random, *joint).sample(own);
      }
      out[i] = std::move(joint);
    }
  }

  bool finds_modes() const override { return chains_.size() == 1; }
  void modes(const Block &block, int64_t at_least, Estimator::Mode *out, Monitor &monitor) const override {
    if (!finds_modes()) return Model::modes(block, at_least, out, monitor);
    const Features rows = scaled(block.features, scaler_);
    for (int64_t i = 0; i < rows.rows; ++i) {
      const RowChain row(chains_.front(), rows, i);
      out[i] = ModeSearch(row, at_least, most_nodes_).find(monitor);
    }
  }

  void save_members(std::string &out) const override {
    save_scaler(out, scaler_);
    out += text(",\n\"draws\":", draws_, ",\"most_nodes\":", most_nodes_);
    if (independent_) out += ",\"independent\":true";
    out += ",\n\"chains\":[";
    for (std::size_t c = 0; c < chains_.size(); ++c) {
      out += c ? ",\n{\"chain\":" : "\n{\"chain\":";
      out += text(c);
      save_integers(out, "order", chains_[c].order);
      chains_[c].table.save(out, "regressions");
      out += "}";
    }
    out += "\n]";
  }

 private:
  Scaler scaler_;
  std::vector<Chain> chains_;
  int64_t draws_;
  bool independent_;  // how they are drawn
  int64_t most_nodes_;
};

bool is_permutation_of_labels(const Order &order, int64_t labels) {
  Order sorted = order;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != static_cast<int64_t>(i)) return false;
  return static_cast<int64_t>(sorted.size()) == labels;
}

std::vector<Order> chain_orders(const LearnerOptions &options, int64_t labels) {
  const std::vector<int64_t> &given = options.chain_orders;
  const auto width = static_cast<std::size_t>(labels);
  if (given.size() % width != 0)
    fail(Status::argument, "chain_orders has ", given.size(), " numbers: must be a multiple of the ", labels,
         " labels");
  std::vector<Order> out;
  for (std::size_t at = 0; at < given.size(); at += width) {
    out.emplace_back(given.begin() + static_cast<std::ptrdiff_t>(at),
                     given.begin() + static_cast<std::ptrdiff_t>(at + width));
    if (!is_permutation_of_labels(out.back(), labels))
      fail(Status::argument, "chain_orders[", out.size() - 1, "] is no order of the labels 0 ... ", labels - 1);
  }
  if (static_cast<int64_t>(out.size()) > options.chains)
    fail(Status::argument, "chains is ", options.chains, ": there are ", out.size(), " orders");
  while (static_cast<int64_t>(out.size()) < options.chains) {
    if (out.empty()) {
      out.emplace_back(static_cast<std::size_t>(labels));
      std::iota(out.back().begin(), out.back().end(), int64_t{0});
    } else {
      out.push_back(random_order<int64_t>(labels, options.seed + out.size()));
    }
  }
  return out;
}

}  // namespace

ModelPointer fit_chains(const Dataset &data, std::string_view, const ModelShape &shape, const LearnerOptions &options,
                        Monitor &monitor) {
  require_labels(shape, "pcc", "each class determines the others");
  const std::vector<Order> orders = chain_orders(options, shape.labels);
  const LinearInputs inputs = linear_inputs(data, options, true);
  // Every label of every chain is a regression on the true labels before it: all of them at once.
  std::vector<LinearProblem> problems;
  for (const Order &order : orders) {
    const std::size_t first = problems.size();
    problems.resize(first + order.size());
    std::vector<uint8_t> before(order.size(), 0);
    for (const int64_t label : order) {
      LinearProblem &problem = problems[first + static_cast<std::size_t>(label)];
      problem.extras = before;
      for (int64_t i = 0; i < data.rows(); ++i) problem.targets.push_back(data.targets.at(i, label));
      before[static_cast<std::size_t>(label)] = 1;
    }
  }
  const LinearTask task{inputs.features, data.weights, data.groups,
                        std::vector<double>(data.targets.cells.begin(), data.targets.cells.end()), shape.labels};
  std::vector<LinearFit> fits = fit_linear(task, problems, options, monitor);
  std::vector<Chain> chains;
  for (std::size_t c = 0; c < orders.size(); ++c) {
    const auto begin = fits.begin() + static_cast<std::ptrdiff_t>(c) * shape.labels;
    chains.push_back(
        {orders[c], LinearTable({std::make_move_iterator(begin), std::make_move_iterator(begin + shape.labels)},
                                inputs.features.cols, shape.labels)});
  }
  return std::make_shared<Chains>(shape, inputs.scaler, std::move(chains), options.samples,
                                  options.drawing == Drawing::independent, options.max_nodes);
}

ModelPointer load_chains(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"scaler", "draws", "most_nodes", "independent", "chains"});
  if (shape.task != Task::labels) text.malformed("\"task\" of \"pcc\" must be labels");
  const std::vector<SavedValue> &list = text.array(text.member(object, "chains"), "\"chains\"");
  if (list.empty()) text.malformed("\"chains\" is empty");
  std::vector<Chain> chains;
  for (std::size_t c = 0; c < list.size(); ++c) {
    const std::string where = saved_at("\"chains\"", c);
    text.allow(list[c], {"chain", "order", "regressions"}, where);
    Chain chain;
    chain.order = load_integers(text, list[c], "order", shape.labels, 0, shape.labels - 1);
    if (!is_permutation_of_labels(chain.order, shape.labels))
      text.malformed(where + ".\"order\" is no order of labels");
    chain.table = LinearTable::load(text, list[c], "regressions", {shape.labels, shape.features, shape.labels, 0, 1});
    chains.push_back(std::move(chain));
  }
  const SavedValue *const independent = text.find(object, "independent");
  return std::make_shared<Chains>(shape, load_scaler(text, object, shape.features), std::move(chains),
                                  text.integer(text.member(object, "draws"), "\"draws\"", 1, max_draws),
                                  independent && text.boolean(*independent, "\"independent\""),
                                  text.integer(text.member(object, "most_nodes"), "\"most_nodes\"", 1, INT64_MAX));
}

}  // namespace wald::core::learners
