// Learns the number of labels, and what each label's probability is given that number.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/linear/card.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/learners/linear/linear_inputs.hpp"
#include "core/learners/linear/linear_learners.hpp"
#include "core/learners/linear/linear_table.hpp"
#include "core/learners/parts.hpp"
#include "core/numeric/special/exponential.hpp"

namespace wald::core::learners {

namespace {

constexpr double least_marginal = 1e-6;
// P(s) of tilted marginals from which what is conditioned on it has all its digits.
constexpr double likely_enough = 1e-200;

// P(y_i = 1 | s labels) of independent labels. Tilting all odds by a common factor leaves it as it is, so the factor is
// chosen such that about s labels are expected, and no mass underflows.
class Inclusion {
 public:
  Inclusion(const double *p, int64_t m) : m_(m) {
    for (int64_t i = 0; i < m; ++i) {
      const double inside = std::clamp(p[i], least_marginal, 1 - least_marginal);
      odds_.push_back(inside / (1 - inside));
    }
  }

  // visit(i, s, P(y_i = 1 | s)) for all i and each of the sizes, which ascend and lie in [1, m].
  template <class Visit>
  void each(std::vector<int64_t> sizes, const Visit &visit) {
    while (!sizes.empty()) {
      const int64_t middle = sizes[sizes.size() / 2];
      tilt_to(middle);
      std::vector<int64_t> left;
      fill(sizes.back());
      for (const int64_t s : sizes) {
        const double mass = suffix_[static_cast<std::size_t>(s)];
        if (s != middle && !(mass > likely_enough)) {
          left.push_back(s);
          continue;
        }
        for (int64_t i = 0; i < m_; ++i) {
          // Labels before i, i itself, labels behind it.
          const double *const before = prefix_.data() + i * width_, *const behind = suffix_.data() + (i + 1) * width_;
          double sum = 0;
          for (int64_t t = 0; t < s; ++t) sum += before[t] * behind[s - 1 - t];
          visit(i, s, std::min(1.0, tilted_[static_cast<std::size_t>(i)] * sum / mass));
        }
      }
      sizes = std::move(left);
    }
  }

 private:
  // The factor by which about s labels are expected, as a power of e between those for none and all.
  void tilt_to(int64_t s) {
    double low = -60, high = 60;
    for (int step = 0; step < 60; ++step) {
      const double middle = 0.5 * (low + high), factor = exponential(middle);
      double sum = 0;
      for (const double o : odds_) sum += o * factor / (1 + o * factor);
      (sum < static_cast<double>(s) ? low : high) = middle;
    }
    const double factor = exponential(low);
    tilted_.clear();
    rest_.clear();
    for (const double o : odds_) {
      tilted_.push_back(o * factor / (1 + o * factor));
      rest_.push_back(1 / (1 + o * factor));
    }
  }

  // Masses of 0 ... most labels among the first i, and among those from i on.
  void fill(int64_t most) {
    width_ = most + 1;
    const auto cells = static_cast<std::size_t>((m_ + 1) * width_);
    prefix_.assign(cells, 0.0);
    suffix_.assign(cells, 0.0);
    prefix_[0] = 1;
    suffix_[static_cast<std::size_t>(m_ * width_)] = 1;
    for (int64_t i = 0; i < m_; ++i)
      add(prefix_.data() + i * width_, static_cast<std::size_t>(i), prefix_.data() + (i + 1) * width_);
    for (int64_t i = m_; i-- > 0;)
      add(suffix_.data() + (i + 1) * width_, static_cast<std::size_t>(i), suffix_.data() + i * width_);
  }
  void add(const double *from, std::size_t i, double *to) const {
    to[0] = rest_[i] * from[0];
    for (int64_t t = 1; t < width_; ++t) to[t] = rest_[i] * from[t] + tilted_[i] * from[t - 1];
  }

  int64_t m_, width_ = 0;
  std::vector<double> odds_, tilted_, rest_;  // rest: 1 - tilted, with digits of its own
  std::vector<double> prefix_, suffix_;
};

class Card final : public Model {
 public:
  Card(ModelShape shape, ModelPointer own, Scaler scaler, LinearTable sizes)
      : Model(std::move(shape)), own_(std::move(own)), scaler_(std::move(scaler)), sizes_(std::move(sizes)) {}

  Kind kind() const override { return Kind::counts; }

  std::vector<FittingChoice> choices() const override {
    std::vector<FittingChoice> out = own_->choices();
    sizes_.add_choices({"sizes"}, out);
    return out;
  }

  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override {
    std::vector<double> p(static_cast<std::size_t>(block.features.rows * shape().labels));
    own_->marginals(block, p.data(), monitor);
    const Features rows = scaled(block.features, scaler_);
    const std::vector<int64_t> &classes = sizes_.classes(0);
    std::vector<double> margins(static_cast<std::size_t>(sizes_.outputs())), share(classes.size()),
        q(static_cast<std::size_t>(classes.back()) + 1, 0.0);
    for (int64_t i = 0; i < rows.rows; ++i) {
      monitor.at(0);
      sizes_.margins(rows, i, margins.data());
      sizes_.probabilities(margins.data(), 0, share.data());
      for (std::size_t c = 0; c < classes.size(); ++c) q[static_cast<std::size_t>(classes[c])] = share[c];
      out[i] = counts_given_sizes(p.data() + i * shape().labels, shape().labels, q.data(), classes.back());
    }
  }

  void save_members(std::string &out) const override {
    save_scaler(out, scaler_);
    sizes_.save(out, "sizes");
    out += ",\n\"marginals\":";
    save_part(*own_, out);
  }

 private:
  ModelPointer own_;
  Scaler scaler_;
  LinearTable sizes_;
};

}  // namespace

std::unique_ptr<Counts> counts_given_sizes(const double *p, int64_t m, const double *q, int64_t max_s) {
  std::vector<int64_t> sizes;
  std::map<int64_t, double> p_s;
  for (int64_t s = 0; s <= max_s; ++s) {
    if (!(q[s] > 0)) continue;
    p_s[s] = q[s];
    if (s > 0) sizes.push_back(s);
  }
  std::vector<Counts::Cell> cells;
  if (!sizes.empty())
    Inclusion(p, m).each(sizes, [&](int64_t i, int64_t s, double given) {
      if (given * q[s] > 0) cells.push_back({static_cast<int32_t>(i), static_cast<int32_t>(s), given * q[s]});
    });
  std::sort(cells.begin(), cells.end(), [](const Counts::Cell &x, const Counts::Cell &y) {
    return x.label != y.label ? x.label < y.label : x.s < y.s;
  });
  return Counts::of(m, cells, p_s);
}

ModelPointer fit_card(const Dataset &data, std::string_view argument, const ModelShape &shape,
                      const LearnerOptions &options, Monitor &monitor) {
  require_labels(shape, "cardinality", "every row has exactly one class, so there is no number of labels to learn");
  PartMonitor first(monitor, 0, 0.8), second(monitor, 0.8, 1);
  ModelPointer own = fit_on(argument.empty() ? "lfp" : argument, data, options, first);
  const LinearInputs inputs = linear_inputs(data, options, false);
  std::vector<LinearProblem> problems(1);
  for (int64_t i = 0; i < data.rows(); ++i) problems[0].targets.push_back(data.targets.size(i));
  std::vector<LinearFit> fits = fit_linear({inputs.features, data.weights, data.groups}, problems, options, second);
  return std::make_shared<Card>(shape, std::move(own), inputs.scaler,
                                LinearTable(std::move(fits), inputs.features.cols, 0));
}

ModelPointer load_card(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"scaler", "sizes", "marginals"});
  if (shape.task != Task::labels) text.malformed("\"task\" of \"cardinality\" must be labels");
  ModelPointer own = load_part(text, text.member(object, "marginals"));
  if (own->shape().labels != shape.labels || own->shape().features != shape.features ||
      own->shape().task != Task::labels)
    text.malformed("\"marginals\" is a model of another shape");
  return std::make_shared<Card>(shape, std::move(own), load_scaler(text, object, shape.features),
                                LinearTable::load(text, object, "sizes", {1, shape.features, 0, 0, shape.labels}));
}

}  // namespace wald::core::learners
