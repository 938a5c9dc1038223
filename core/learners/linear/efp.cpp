// The exact F-measure plug-in of Waegeman et al. (2014), section 5.2: for each label a multinomial over y_i s, which is
// 0 where the label is absent and else the number of the row's labels, so that P[i][s] = P(y_i s = s). One more over s
// gives P(0), and the P(s) that metrics other than F ask for. Nothing makes the two agree.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>

#include "core/estimators/counts.hpp"
#include "core/learners/linear/linear_inputs.hpp"
#include "core/learners/linear/linear_learners.hpp"
#include "core/learners/linear/linear_table.hpp"

namespace wald::core::learners {

namespace {

class Efp final : public Model {
 public:
  Efp(ModelShape shape, Scaler scaler, LinearTable table)
      : Model(std::move(shape)), scaler_(std::move(scaler)), table_(std::move(table)) {
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
      auto counts = std::make_unique<Counts>(labels);
      counts->feed({cells.data(), false, labels, max_s_, width, 1}, sizes[0], {sizes.data() + 1, false, max_s_, 1}, 1);
      out[i] = std::move(counts);
    }
  }

  void save_members(std::string &out) const override {
    save_scaler(out, scaler_);
    table_.save(out, "regressions");
  }

 private:
  Scaler scaler_;
  LinearTable table_;  // a problem a label, then that of the sizes
  int64_t max_s_ = 0;
};

}  // namespace

ModelPointer fit_efp(const Dataset &data, std::string_view, const ModelShape &shape, const LearnerOptions &options,
                     Monitor &monitor) {
  require_labels(shape, "efp", "every row has one of them, so that there is nothing to learn of their number");
  const LinearInputs inputs = linear_inputs(data, options, false);
  std::vector<LinearProblem> problems(static_cast<std::size_t>(shape.labels) + 1);
  for (int64_t i = 0; i < data.rows(); ++i) {
    const int64_t size = data.targets.size(i);
    for (int64_t j = 0; j < shape.labels; ++j)
      problems[static_cast<std::size_t>(j)].targets.push_back(data.targets.at(i, j) ? size : 0);
    problems.back().targets.push_back(size);
  }
  std::vector<LinearFit> fits = fit_linear({inputs.features, data.weights, data.groups}, problems, options, monitor);
  return std::make_shared<Efp>(shape, inputs.scaler, LinearTable(std::move(fits), inputs.features.cols, 0));
}

ModelPointer load_efp(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"scaler", "regressions"});
  if (shape.task != Task::labels) text.malformed("\"task\" of \"efp\" must be labels");
  return std::make_shared<Efp>(
      shape, load_scaler(text, object, shape.features),
      LinearTable::load(text, object, "regressions", {shape.labels + 1, shape.features, 0, 0, shape.labels}));
}

}  // namespace wald::core::learners
