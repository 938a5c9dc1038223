// The exact F-measure plug-in of Waegeman et al. (2014), section 5.2: for each label a multinomial over y_i s, which is
// 0 if the label is absent and else the number of the row's labels, so that P[i][s] = P(y_i s = s). One more over s
// gives P(0), and the P(s) that metrics other than F ask for. Nothing makes the two agree, so that an expected F may be
// above 1. With `consistent` each column s of the table is projected onto {0 <= x <= P(s), sum x = s P(s)}: these
// tables are those of distributions, since a vector in [0, 1]^n of sum s is a mean of vectors with s ones.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>

#include "core/estimators/counts.hpp"
#include "core/learners/linear/linear_inputs.hpp"
#include "core/learners/linear/linear_learners.hpp"
#include "core/learners/linear/linear_table.hpp"

namespace wald::core::learners {

namespace {

// Moves x to the nearest point of [0, cap]^n of this sum, in [0, n cap]: min(max(x - shift, 0), cap) for the shift that
// gives the sum, which falls in it and is linear between the places where a coordinate meets a bound.
void project(std::vector<double> &x, double cap, double sum, std::vector<double> &bends) {
  const auto at = [&](double shift) {
    double total = 0;
    for (const double v : x) total += std::clamp(v - shift, 0.0, cap);
    return total;
  };
  bends.clear();
  for (const double v : x) {
    bends.push_back(v - cap);
    bends.push_back(v);
  }
  std::sort(bends.begin(), bends.end());
  // The last bend whose sum is not below what is wanted, and the line from there to the next.
  const auto next = std::partition_point(bends.begin() + 1, bends.end(), [&](double bend) { return at(bend) >= sum; });
  const double from = *(next - 1), above = at(from) - sum;
  double shift = from;
  if (next != bends.end() && above > 0) shift += above / (at(from) - at(*next)) * (*next - from);
  for (double &v : x) v = std::clamp(v - shift, 0.0, cap);
}

class Efp final : public Model {
 public:
  Efp(ModelShape shape, Scaler scaler, LinearTable table, bool consistent)
      : Model(std::move(shape)), scaler_(std::move(scaler)), table_(std::move(table)), consistent_(consistent) {
    for (int64_t p = 0; p < table_.count(); ++p) max_s_ = std::max(max_s_, table_.classes(p).back());
  }

  Kind kind() const override { return Kind::counts; }

  std::vector<FittingChoice> choices() const override {
    std::vector<FittingChoice> out;
    std::vector<std::string> names;
    for (int64_t p = 0; p < shape().labels; ++p) names.push_back(label_name(shape(), p));
    names.emplace_back("sizes");
    table_.add_choices(names, out);
    return out;
  }

  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override {
    const Features rows = scaled(block.features, scaler_);
    const int64_t labels = shape().labels, width = std::max<int64_t>(max_s_, 1);
    std::vector<double> margins(static_cast<std::size_t>(table_.outputs())), p, cells, sizes;
    for (int64_t i = 0; i < rows.rows; ++i) {
      monitor.at(0);
      table_.margins(rows, i, margins.data());
      cells.assign(static_cast<std::size_t>(labels * width), 0.0);
      sizes.assign(static_cast<std::size_t>(width) + 1, 0.0);
      for (int64_t j = 0; j <= labels; ++j) {
        const std::vector<int64_t> &classes = table_.classes(j);
        p.resize(classes.size());
        table_.probabilities(margins.data(), j, p.data());
        for (std::size_t c = 0; c < classes.size(); ++c) {
          if (j == labels)
            sizes[static_cast<std::size_t>(classes[c])] = p[c];
          else if (classes[c] > 0)
            cells[static_cast<std::size_t>(j * width + classes[c] - 1)] = p[c];
        }
      }
      if (consistent_) agree_with(sizes, width, cells);
      auto counts = std::make_unique<Counts>(labels);
      counts->feed({cells.data(), false, labels, max_s_, width, 1}, sizes[0], {sizes.data() + 1, false, max_s_, 1}, 1);
      out[i] = std::move(counts);
    }
  }

  void save_members(std::string &out) const override {
    save_scaler(out, scaler_);
    table_.save(out, "regressions");
    if (consistent_) out += ",\n\"consistent\":true";
  }

 private:
  // Moves P[i][s] (row i, column s - 1 of `width`) to the nearest table with these P(s).
  void agree_with(const std::vector<double> &sizes, int64_t width, std::vector<double> &cells) const {
    const int64_t labels = shape().labels;
    std::vector<double> column(static_cast<std::size_t>(labels)), bends;
    for (int64_t s = 1; s <= max_s_; ++s) {
      const double cap = sizes[static_cast<std::size_t>(s)];
      for (int64_t j = 0; j < labels; ++j)
        column[static_cast<std::size_t>(j)] = cells[static_cast<std::size_t>(j * width + s - 1)];
      project(column, cap, static_cast<double>(s) * cap, bends);
      for (int64_t j = 0; j < labels; ++j)
        cells[static_cast<std::size_t>(j * width + s - 1)] = column[static_cast<std::size_t>(j)];
    }
  }

  Scaler scaler_;
  LinearTable table_;  // one problem per label, then that of the sizes
  bool consistent_;
  int64_t max_s_ = 0;
};

}  // namespace

ModelPointer fit_efp(const Dataset &data, std::string_view, const ModelShape &shape, const LearnerOptions &options,
                     Monitor &monitor) {
  require_labels(shape, "efp", "every row has exactly one class, so there is no number of labels to learn");
  const LinearInputs inputs = linear_inputs(data, options, false);
  std::vector<LinearProblem> problems(static_cast<std::size_t>(shape.labels) + 1);
  for (int64_t i = 0; i < data.rows(); ++i) {
    const int64_t size = data.targets.size(i);
    for (int64_t j = 0; j < shape.labels; ++j)
      problems[static_cast<std::size_t>(j)].targets.push_back(data.targets.at(i, j) ? size : 0);
    problems.back().targets.push_back(size);
  }
  std::vector<LinearFit> fits = fit_linear({inputs.features, data.weights, data.groups}, problems, options, monitor);
  return std::make_shared<Efp>(shape, inputs.scaler, LinearTable(std::move(fits), inputs.features.cols, 0),
                               options.consistent);
}

ModelPointer load_efp(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"scaler", "regressions", "consistent"});
  if (shape.task != Task::labels) text.malformed("\"task\" of \"efp\" must be labels");
  const SavedValue *const consistent = text.find(object, "consistent");
  return std::make_shared<Efp>(
      shape, load_scaler(text, object, shape.features),
      LinearTable::load(text, object, "regressions", {shape.labels + 1, shape.features, 0, 0, shape.labels}),
      consistent && text.boolean(*consistent, "\"consistent\""));
}

}  // namespace wald::core::learners
