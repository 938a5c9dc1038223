// Fills in missing values learned from the training rows.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/composed/imputed.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/base/error.hpp"
#include "core/learners/model_text.hpp"
#include "core/learners/parts.hpp"

namespace wald::core::learners {

namespace {

constexpr const char *indicator_prefix = "missing:";

// One feature in the training rows: what weighs how much. Zeros are what is left.
struct Column {
  double sum = 0, missing = 0;
  std::vector<std::pair<double, double>> others;  // values other than 0, with weights

  double mean(double total) const { return total > missing ? sum / (total - missing) : 0; }
  double most_frequent(double total) {
    double zeros = total - missing;
    for (const auto &[x, w] : others) zeros -= w;
    others.emplace_back(0, zeros);
    std::sort(others.begin(), others.end());
    double best = 0, most = 0;
    for (std::size_t i = 0; i < others.size();) {
      double weight = 0;
      const double x = others[i].first;
      for (; i < others.size() && others[i].first == x; ++i) weight += others[i].second;
      if (weight > most) {
        most = weight;
        best = x;
      }
    }
    return best;
  }
};

std::vector<Column> columns_of(const Features &features, const std::vector<double> &weights, bool with_values) {
  std::vector<Column> out(static_cast<std::size_t>(features.cols));
  for (int64_t i = 0; i < features.rows; ++i) {
    const double w = weights[static_cast<std::size_t>(i)];
    features.each(i, [&](int32_t j, double x) {
      Column &column = out[static_cast<std::size_t>(j)];
      if (std::isnan(x)) {
        column.missing += w;
        return;
      }
      column.sum += w * x;
      if (with_values) column.others.emplace_back(x, w);
    });
  }
  return out;
}

// Features that are the levels of one column, by its name.
std::map<std::string, std::vector<std::size_t>> levels_by_column(const std::vector<std::string> &names) {
  std::map<std::string, std::vector<std::size_t>> out;
  for (std::size_t j = 0; j < names.size(); ++j)
    if (const std::size_t at = names[j].find('='); at != std::string::npos) out[names[j].substr(0, at)].push_back(j);
  return out;
}

class ImputedModel : public Model {
 public:
  ImputedModel(ModelShape shape, Imputer imputer, ModelPointer inner)
      : Model(std::move(shape)), imputer_(std::move(imputer)), inner_(std::move(inner)) {}

  Kind kind() const override { return inner_->kind(); }
  std::vector<FittingChoice> choices() const override { return inner_->choices(); }
  bool takes_missing() const override { return true; }
  int64_t most_of_block() const override { return inner_->most_of_block(); }
  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override {
    const Features features = imputer_.filled(block.features);
    inner_->estimate({features, block.given, block.options}, out, monitor);
  }
  void marginals(const Block &block, double *out, Monitor &monitor) const override {
    const Features features = imputer_.filled(block.features);
    inner_->marginals({features, block.given, block.options}, out, monitor);
  }
  bool finds_modes() const override { return inner_->finds_modes(); }
  void modes(const Block &block, int64_t at_least, Estimator::Mode *out, Monitor &monitor) const override {
    const Features features = imputer_.filled(block.features);
    inner_->modes({features, block.given, block.options}, at_least, out, monitor);
  }
  void save_members(std::string &out) const override {
    out += ",\n\"missing\":";
    imputer_.save(out);
    out += ",\n\"inner\":";
    save_part(*inner_, out);
  }

 private:
  Imputer imputer_;
  ModelPointer inner_;
};

}  // namespace

Imputer::Imputer(Imputation imputation, bool indicators, const Features &features, const std::vector<double> &weights,
                 const std::vector<std::string> &names)
    : fill_(static_cast<std::size_t>(features.cols), 0.0) {
  const bool by_frequency = imputation == Imputation::most_frequent;
  std::vector<Column> columns = columns_of(features, weights, by_frequency);
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<double> means;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    means.push_back(columns[j].mean(total));
    fill_[j] = by_frequency ? columns[j].most_frequent(total) : means[j];
    if (indicators && columns[j].missing > 0) indicators_.push_back(static_cast<int32_t>(j));
  }
  if (!by_frequency) return;
  for (const auto &[name, levels] : levels_by_column(names)) {
    if (levels.size() < 2) continue;
    std::size_t most = levels[0];
    for (const std::size_t j : levels)
      if (means[j] > means[most]) most = j;
    for (const std::size_t j : levels) fill_[j] = j == most ? 1 : 0;
  }
}

Features Imputer::filled(const Features &features) const {
  Features out;
  out.rows = features.rows;
  out.cols = columns();
  out.is_sparse = features.is_sparse;
  if (!features.is_sparse) {
    out.values.reserve(static_cast<std::size_t>(out.rows * out.cols));
    for (int64_t i = 0; i < features.rows; ++i) {
      const double *const x = features.row(i);
      for (int64_t j = 0; j < features.cols; ++j)
        out.values.push_back(std::isnan(x[j]) ? fill_[static_cast<std::size_t>(j)] : x[j]);
      for (const int32_t j : indicators_) out.values.push_back(std::isnan(x[j]) ? 1 : 0);
    }
    return out;
  }
  out.begin.assign(1, 0);
  std::vector<int32_t> lacking;
  const auto put = [&](int64_t j, double x) {
    if (x == 0) return;
    out.columns.push_back(static_cast<int32_t>(j));
    out.values.push_back(x);
  };
  for (int64_t i = 0; i < features.rows; ++i) {
    lacking.clear();
    features.each(i, [&](int32_t j, double x) {
      if (std::isnan(x)) lacking.push_back(j);
      put(j, std::isnan(x) ? fill_[static_cast<std::size_t>(j)] : x);
    });
    for (std::size_t c = 0; c < indicators_.size(); ++c)
      if (std::binary_search(lacking.begin(), lacking.end(), indicators_[c]))
        put(features.cols + static_cast<int64_t>(c), 1);
    out.begin.push_back(static_cast<int64_t>(out.values.size()));
  }
  return out;
}

std::vector<std::string> Imputer::filled_names(const std::vector<std::string> &names) const {
  std::vector<std::string> out = names;
  if (!names.empty())
    for (const int32_t j : indicators_) out.push_back(indicator_prefix + names[static_cast<std::size_t>(j)]);
  return out;
}

void Imputer::save(std::string &out) const {
  out += "{\"indicators\":[";
  for (std::size_t c = 0; c < indicators_.size(); ++c) out += text(c ? "," : "", indicators_[c]);
  out += "]";
  save_reals(out, "fill", fill_);
  out += "}";
}

Imputer Imputer::load(const SavedText &text, const SavedValue &object, int64_t n_features) {
  text.allow(object, {"indicators", "fill"}, "\"missing\"");
  Imputer out;
  out.fill_ = load_reals(text, object, "fill", n_features, greatest_feature);
  for (const int64_t j : load_integers(text, object, "indicators", -1, 0, n_features - 1)) {
    if (!out.indicators_.empty() && j <= out.indicators_.back()) text.malformed("\"indicators\" do not ascend");
    out.indicators_.push_back(static_cast<int32_t>(j));
  }
  return out;
}

ModelPointer fit_imputed(std::string_view learner, const Dataset &data, const ModelShape &shape,
                         const LearnerOptions &options, Monitor &monitor) {
  Imputer imputer(options.missing, options.missing_indicators, data.features, data.weights, options.feature_names);
  Dataset filled = data;
  filled.features = imputer.filled(data.features);
  LearnerOptions own = options;
  own.missing = Imputation::error;
  own.feature_names = imputer.filled_names(options.feature_names);
  ModelPointer inner = fit_on(learner, filled, own, monitor);
  return std::make_shared<ImputedModel>(shape, std::move(imputer), std::move(inner));
}

ModelPointer load_imputed(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"missing", "inner"});
  Imputer imputer = Imputer::load(text, text.member(object, "missing"), shape.features);
  ModelPointer inner = load_part(text, text.member(object, "inner"));
  const ModelShape &own = inner->shape();
  if (own.features != imputer.columns() || own.labels != shape.labels || own.task != shape.task)
    text.malformed("\"inner\" is of another shape than the features that were filled in");
  return std::make_shared<ImputedModel>(shape, std::move(imputer), std::move(inner));
}

}  // namespace wald::core::learners
