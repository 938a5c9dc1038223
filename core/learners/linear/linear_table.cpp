// Keeps, evaluates and saves fitted regressions side by side.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/linear/linear_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/learners/linear/softmax_loops.hpp"
#include "core/learners/model_text.hpp"

namespace wald::core::learners {

namespace {
// Sums of products with features, and differences of such sums, stay finite.
constexpr double greatest_intercept = 1e300;
double greatest_weight(int64_t inputs) {
  return 1e305 / greatest_feature / static_cast<double>(std::max<int64_t>(inputs, 1));
}
}  // namespace

LinearTable::LinearTable(std::vector<LinearFit> fits, int64_t features, int64_t extras)
    : fits_(std::move(fits)), extras_(extras) {
  first_.assign(1, 0);
  for (const LinearFit &fit : fits_) first_.push_back(first_.back() + static_cast<int64_t>(fit.columns.size()));
  const auto width = static_cast<std::size_t>(outputs());
  by_feature_.resize(static_cast<std::size_t>(features) * width);
  extra_.resize(static_cast<std::size_t>(extras) * width);
  std::size_t o = 0;
  for (LinearFit &fit : fits_) {
    fit.out_of_fold = {};
    for (const LinearFit::Column &column : fit.columns) {
      intercepts_.push_back(column.intercept);
      for (std::size_t j = 0; j < column.features.size(); ++j) by_feature_[j * width + o] = column.features[j];
      for (std::size_t j = 0; j < column.extras.size(); ++j) extra_[j * width + o] = column.extras[j];
      ++o;
    }
  }
}

void LinearTable::margins(const Features &features, int64_t i, double *out) const {
  const int64_t width = outputs();
  std::copy(intercepts_.begin(), intercepts_.end(), out);
  features.each(i, [&](int32_t j, double x) {
    const double *const w = by_feature_.data() + j * width;
    for (int64_t o = 0; o < width; ++o) out[o] += x * w[o];
  });
}

void LinearTable::probabilities(const double *margins, int64_t p, double *out) const {
  const auto outputs = static_cast<int64_t>(fit(p).columns.size());
  if (outputs == 0)
    out[0] = 1;
  else
    class_probabilities(margins + first(p), outputs, out);
}

void LinearTable::add_choices(const std::vector<std::string> &names, std::vector<FittingChoice> &out) const {
  for (std::size_t p = 0; p < fits_.size(); ++p)
    if (!fits_[p].columns.empty()) out.push_back({names[p], "C", fits_[p].penalty, fits_[p].loss, fits_[p].path});
}

void LinearTable::save(std::string &out, const char *name) const {
  out += text(",\n\"", name, "\":[");
  for (std::size_t p = 0; p < fits_.size(); ++p) {
    const LinearFit &fit = fits_[p];
    out += p ? ",\n{\"C\":" : "\n{\"C\":";
    out += saved_number(fit.penalty) + ",\"loss\":" + saved_number(fit.loss);
    save_integers(out, "classes", fit.classes);
    std::vector<double> tried, losses, intercepts, weights, extras;
    for (const auto &[c, loss] : fit.path) {
      tried.push_back(c);
      losses.push_back(loss);
    }
    for (const LinearFit::Column &column : fit.columns) {
      intercepts.push_back(column.intercept);
      weights.insert(weights.end(), column.features.begin(), column.features.end());
      extras.insert(extras.end(), column.extras.begin(), column.extras.end());
    }
    save_reals(out, "tried", tried);
    save_reals(out, "losses", losses);
    save_reals(out, "intercepts", intercepts);
    save_reals(out, "weights", weights);
    if (extras_ > 0) save_reals(out, "extras", extras);
    out += "}";
  }
  out += "\n]";
}

LinearTable LinearTable::load(const SavedText &text, const SavedValue &object, const char *name,
                              const LinearShape &shape) {
  const auto [problems, features, extras, low, high] = shape;
  const std::string where = wald::core::text("\"", name, "\"");
  const std::vector<SavedValue> &list = text.array(text.member(object, name), where);
  if (problems >= 0 && static_cast<int64_t>(list.size()) != problems)
    text.malformed(wald::core::text(where, " has ", list.size(), " values: must have ", problems));
  std::vector<LinearFit> fits;
  for (std::size_t p = 0; p < list.size(); ++p) {
    const std::string here = saved_at(where, p);
    text.allow(list[p], {"C", "loss", "classes", "tried", "losses", "intercepts", "weights", "extras"}, here);
    LinearFit fit;
    fit.penalty = text.real_in(text.member(list[p], "C"), here + ".\"C\"", 0, std::numeric_limits<double>::infinity());
    fit.loss = text.real_or(text.member(list[p], "loss"), std::numeric_limits<double>::quiet_NaN(), here + ".\"loss\"");
    fit.classes = load_integers(text, list[p], "classes", -1, low, high);
    for (std::size_t c = 1; c < fit.classes.size(); ++c)
      if (fit.classes[c] <= fit.classes[c - 1]) text.malformed(here + ".\"classes\" do not ascend");
    const auto n_classes = static_cast<int64_t>(fit.classes.size());
    if (n_classes < 1) text.malformed(here + ".\"classes\" is empty");
    const int64_t columns = n_classes == 1 ? 0 : n_classes == 2 ? 1 : n_classes;
    const std::vector<double> tried = load_reals(text, list[p], "tried", -1);
    const std::vector<double> losses = load_reals(text, list[p], "losses", static_cast<int64_t>(tried.size()));
    for (std::size_t t = 0; t < tried.size(); ++t)
      if (tried[t] < 0 || losses[t] < 0)
        text.malformed(
            wald::core::text(here, ": C = ", tried[t], " has the loss ", losses[t], ": neither may be below 0"));
    for (std::size_t t = 0; t < tried.size(); ++t) fit.path.emplace_back(tried[t], losses[t]);
    const std::vector<double> intercepts = load_reals(text, list[p], "intercepts", columns, greatest_intercept);
    const std::vector<double> weights =
        load_reals(text, list[p], "weights", columns * features, greatest_weight(features + extras));
    const std::vector<double> seen =
        extras > 0 ? load_reals(text, list[p], "extras", columns * extras, greatest_weight(features + extras))
                   : std::vector<double>();
    for (int64_t k = 0; k < columns; ++k)
      fit.columns.push_back({intercepts[static_cast<std::size_t>(k)],
                             {weights.begin() + k * features, weights.begin() + (k + 1) * features},
                             {seen.begin() + k * extras, seen.begin() + (k + 1) * extras}});
    fits.push_back(std::move(fit));
  }
  return LinearTable(std::move(fits), features, extras);
}

}  // namespace wald::core::learners
