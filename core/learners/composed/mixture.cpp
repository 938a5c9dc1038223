// Mixes the distributions that several learners give for a row's labels.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/composed/mixture.hpp"

#include <algorithm>

#include "core/estimators/counts.hpp"
#include "core/estimators/marginal.hpp"
#include "core/learners/model_text.hpp"
#include "core/learners/parts.hpp"

namespace wald::core::learners {

namespace {

// Of parts of these kinds.
Kind kind_of_mean(bool all_categorical, int64_t n_labels) {
  if (all_categorical) return Kind::categorical;
  return n_labels == 1 ? Kind::independent : Kind::counts;
}

std::unique_ptr<Estimator> mean_of_counts(const std::vector<const Estimator *> &parts,
                                          const std::vector<double> &shares) {
  const int64_t n = parts[0]->n_labels();
  std::vector<std::unique_ptr<Counts>> counts;
  int64_t max_s = 0;
  bool sizes_known = true;
  for (const Estimator *part : parts) {
    counts.push_back(part->to_counts());
    const auto sizes = counts.back()->known_sizes();
    sizes_known = sizes_known && sizes;
    max_s = std::max(max_s, counts.back()->max_s());
    if (sizes && !sizes->empty()) max_s = std::max(max_s, sizes->rbegin()->first);
  }
  std::vector<double> table(static_cast<std::size_t>(n * max_s), 0.0), p_s(static_cast<std::size_t>(max_s), 0.0);
  double p_zero = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    counts[p]->each_cell([&](int64_t label, int64_t s, double mean) {
      table[static_cast<std::size_t>(label * max_s + s - 1)] += shares[p] * mean;
    });
    p_zero += shares[p] * counts[p]->p_zero();
    if (!sizes_known) continue;
    const auto sizes = counts[p]->known_sizes();
    for (const auto &[s, probability] : *sizes)
      if (s > 0) p_s[static_cast<std::size_t>(s - 1)] += shares[p] * probability;
  }
  // Rounding may take what is certain beyond 1.
  for (double &p : table) p = std::min(p, 1.0);
  for (double &p : p_s) p = std::min(p, 1.0);
  auto out = std::make_unique<Counts>(n);
  out->feed({table.data(), false, n, max_s, max_s, 1}, std::min(p_zero, 1.0),
            sizes_known ? Reals{p_s.data(), false, max_s, 1} : Reals{}, 1);
  return out;
}

}  // namespace

std::unique_ptr<Estimator> mean_of_estimators(const std::vector<const Estimator *> &parts,
                                              const std::vector<double> &weights) {
  const bool all_categorical =
      std::all_of(parts.begin(), parts.end(), [](const Estimator *e) { return e->kind() == Kind::categorical; });
  const int64_t n = parts[0]->n_labels();
  const Kind kind = kind_of_mean(all_categorical, n);
  // By the greatest, so that no sum is beyond what a double holds.
  const double greatest = *std::max_element(weights.begin(), weights.end());
  double total = 0;
  for (const double w : weights) total += w / greatest;
  std::vector<double> shares;
  for (const double w : weights) shares.push_back(w / greatest / total);
  if (kind == Kind::counts) return mean_of_counts(parts, shares);
  std::vector<double> mean(static_cast<std::size_t>(n), 0.0);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const std::vector<double> own = parts[p]->marginals();
    for (std::size_t j = 0; j < mean.size(); ++j) mean[j] += shares[p] * own[j];
  }
  for (double &p : mean) p = std::min(p, 1.0);
  std::unique_ptr<Marginal> out;
  if (kind == Kind::categorical)
    out = std::make_unique<Categorical>();
  else
    out = std::make_unique<Independent>();
  out->feed({mean.data(), false, n, 1});
  return out;
}

namespace {

class MixtureModel final : public Model {
 public:
  MixtureModel(ModelShape shape, std::vector<ModelPointer> parts, std::vector<double> weights)
      : Model(std::move(shape)), parts_(std::move(parts)), weights_(std::move(weights)) {}

  Kind kind() const override {
    return kind_of_mean(std::all_of(parts_.begin(), parts_.end(),
                                    [](const ModelPointer &part) { return part->kind() == Kind::categorical; }),
                        shape().labels);
  }

  std::vector<FittingChoice> choices() const override {
    std::vector<FittingChoice> out;
    for (const ModelPointer &part : parts_)
      for (FittingChoice choice : part->choices()) {
        choice.part = part->shape().learner + ": " + choice.part;
        out.push_back(std::move(choice));
      }
    return out;
  }

  void estimate(const Block &block, std::unique_ptr<Estimator> *out, Monitor &monitor) const override {
    const auto n = static_cast<std::size_t>(block.features.rows);
    std::vector<std::vector<std::unique_ptr<Estimator>>> said(parts_.size());
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      said[p].resize(n);
      parts_[p]->estimate(block, said[p].data(), monitor);
    }
    std::vector<const Estimator *> of_row(parts_.size());
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t p = 0; p < parts_.size(); ++p) of_row[p] = said[p][i].get();
      out[i] = mean_of_estimators(of_row, weights_);
    }
  }

  void save_members(std::string &out) const override {
    save_reals(out, "weights", weights_);
    out += ",\n\"parts\":[";
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      out += p ? ",\n" : "\n";
      save_part(*parts_[p], out);
    }
    out += "]";
  }

 private:
  std::vector<ModelPointer> parts_;
  std::vector<double> weights_;
};

std::vector<std::string_view> names_in(std::string_view argument) {
  std::vector<std::string_view> out;
  while (true) {
    const std::size_t comma = argument.find(',');
    out.push_back(argument.substr(0, comma));
    if (comma == std::string_view::npos) return out;
    argument.remove_prefix(comma + 1);
  }
}

}  // namespace

ModelPointer fit_mixture(const Dataset &data, std::string_view argument, const ModelShape &shape,
                         const LearnerOptions &options, Monitor &monitor) {
  const std::vector<std::string_view> names = names_in(argument);
  if (names.size() < 2)
    fail(Status::argument, "learner ", in_quotes(shape.learner),
         " has fewer than two parts: must name them, as in mixture:card,forest");
  for (const std::string_view name : names)
    if (name.substr(0, 8) == "mixture:")
      fail(Status::argument, "learner ", in_quotes(shape.learner), " holds a mixture: must name its parts instead");
  std::vector<double> weights = options.mixture_weights;
  if (weights.empty()) weights.assign(names.size(), 1.0);
  if (weights.size() != names.size())
    fail(Status::argument, "mixture_weights has ", weights.size(), " numbers: must have ", names.size(),
         ", one per learner");
  std::vector<ModelPointer> parts;
  for (std::size_t p = 0; p < names.size(); ++p) {
    const auto done = static_cast<double>(p), all = static_cast<double>(names.size());
    PartMonitor part(monitor, done / all, (done + 1) / all);
    parts.push_back(fit_on(names[p], data, options, part));
  }
  return std::make_shared<MixtureModel>(shape, std::move(parts), std::move(weights));
}

ModelPointer load_mixture(const SavedText &text, const SavedValue &object, const ModelShape &shape) {
  allow_members(text, object, {"weights", "parts"});
  const std::vector<SavedValue> &saved = text.array(text.member(object, "parts"), "\"parts\"");
  if (saved.size() < 2) text.malformed("\"parts\" holds fewer than two");
  std::vector<double> weights = load_reals(text, object, "weights", static_cast<int64_t>(saved.size()));
  std::vector<ModelPointer> parts;
  for (std::size_t p = 0; p < saved.size(); ++p) {
    if (!(weights[p] > 0))
      text.malformed(wald::core::text("\"weights\"[", p, "] is ", weights[p], ": must be above 0"));
    parts.push_back(load_part(text, saved[p]));
    const ModelShape &own = parts.back()->shape();
    if (own.features != shape.features || own.labels != shape.labels || own.task != shape.task)
      text.malformed(wald::core::text("\"parts\"[", p, "] is of another shape than the mixture"));
  }
  return std::make_shared<MixtureModel>(shape, std::move(parts), std::move(weights));
}

}  // namespace wald::core::learners
