// wald cascade compare: cost and disagreement of each method.
#include <optional>

#include "base/errors.hpp"
#include "base/interrupt.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "cascades/cascade_input.hpp"
#include "cascades/cascade_options.hpp"
#include "cascades/cascade_plot.hpp"
#include "commands.hpp"

namespace wald::cli {
namespace {

/// A way to fit cascades.
struct Method {
  std::string name;
  std::string order;  // "" for that of a file
  std::string spend;  // "" for the default
  bool bins;
  bool votes = false;
};

std::vector<Method> methods(const CascadeSettings &asked) {
  std::vector<Method> out;
  for (const char *spend : {"power:0.25", "all", "proportional"})
    out.push_back({std::string("qwyc ") + spend, "joint", spend, false});
  for (const char *order : {"natural", "random", "mse", "greedy"})
    out.push_back({std::string("fixed ") + order, order, "", false});
  if (const std::string &file = asked.order_file; !file.empty())
    out.push_back({"fixed " + file.substr(file.rfind('/') + 1), "", "", false});
  if (asked.classes.empty())
    for (const char *order : {"natural", "mse", "joint"}) out.push_back({std::string("fan ") + order, order, "", true});
  if (asked.classes.empty()) out.push_back({"votes", "random", "", false, true});
  return out;
}

/// Whether the scores are votes of models that cost the same. Other methods have been fitted to them before: whatever
/// the library refuses now is that.
bool are_votes(const EnsembleScores &input, CascadeOptions &options, double alpha) {
  try {
    Cascade::fit(input.scores, options.alpha(alpha));
    return true;
  } catch (const Error &error) {
    if (error.status() != WALD_ERROR_ARGUMENT && error.status() != WALD_ERROR_UNSUPPORTED) throw;
    return false;
  }
}

/// What a method does on rows that it was not fitted to.
Cascade::Evaluation found_by(const EnsembleScores &input, const CascadeOptions &options, const CascadeOptions &running) {
  const Cascade cascade = Cascade::fit(input.scores, options);
  if (input.others) return cascade.evaluate(*input.others, running);
  return {cascade.number(WALD_CASCADE_CROSS_DISAGREEMENT), cascade.number(WALD_CASCADE_CROSS_MEAN_MODELS),
          cascade.number(WALD_CASCADE_CROSS_MEAN_COST), cascade.numbers(WALD_CASCADE_CROSS_STOPS)};
}

std::string row(const Method &method, double alpha, const Cascade::Evaluation &found, bool jsonl) {
  const Json cells = {{"method", method.name},
                      {"alpha", alpha},
                      {"disagreement", found.disagreement},
                      {"mean_models", found.mean_models},
                      {"mean_cost", found.mean_cost}};
  if (jsonl) return json_text(cells) + '\n';
  std::string out;
  append_csv(out, method.name);
  for (const double number : {alpha, found.disagreement, found.mean_models, found.mean_cost}) {
    out += ',';
    append_number(out, number);
  }
  return out + '\n';
}

}  // namespace

void cascade_compare(const Settings &settings) {
  const CascadeSettings &asked = settings.cascade;
  Output output(settings.output);
  std::optional<CascadePlot> plot;
  if (!settings.plot.empty()) plot.emplace(settings.plot);
  Progress progress;
  const EnsembleScores input = read_ensemble_scores(asked, progress);
  const std::vector<Method> all = methods(asked);
  const double fits = static_cast<double>(all.size() * asked.alphas.size());
  double done = 0;
  const auto report = [&](double fraction) {
    progress.update("fitting", (done + fraction) / fits);
    return !interrupted();
  };
  const std::string words = std::string("fit") + (asked.classes.empty() ? " two-classes" : "");
  const auto running = settings.library.options<CascadeOptions>("evaluate");
  std::string table = asked.jsonl ? "" : "method,alpha,disagreement,mean_models,mean_cost\n";
  std::vector<CascadePlot::Curve> curves;
  for (const Method &method : all) {
    CascadeOptions options = make_cascade_options(settings, input);
    options.progress(report);
    if (!method.order.empty()) options.reset("fixed_order").order(method.order);
    if (!method.spend.empty()) options.spend(method.spend);
    options.bins(method.bins);
    options.algorithm(method.votes ? "votes" : "sums");
    options.reset_unread(words);
    if (method.votes && !are_votes(input, options, asked.alphas[0])) continue;
    curves.push_back({method.name, {}, {}, {}});
    CascadePlot::Curve &curve = curves.back();
    for (const double alpha : asked.alphas) {
      const Cascade::Evaluation found = found_by(input, options.alpha(alpha), running);
      table += row(method, alpha, found, asked.jsonl);
      if (curve.stops.empty()) curve.stops = found.stops;
      curve.disagreement.push_back(found.disagreement);
      curve.cost.push_back(input.costs.empty() ? found.mean_models : found.mean_cost);
      ++done;
    }
  }
  progress.clear();
  if (plot)
    plot->draw_methods(
        curves, asked.alphas[0],
        input.costs.empty() ? "mean number of models, of " + std::to_string(input.models.size()) : "mean cost",
        input.others ? "the rows of " + (asked.calibrate == "-" ? "stdin" : asked.calibrate) : "rows, cross-fitted");
  output.write(table);
  output.finish();
}

}  // namespace wald::cli
