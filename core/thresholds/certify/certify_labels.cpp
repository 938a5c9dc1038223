// Certifies the thresholds of several labels at once.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/certify/certify_labels.hpp"

#include <limits>

#include "core/numeric/parallel.hpp"
#include "core/thresholds/certify/certify_thresholds.hpp"

namespace wald::core::thresholds {

LabelThresholds certified_label_thresholds(const std::vector<Sample> &labels, const Objective &objective,
                                           const ThresholdSearch &options, Monitor &monitor) {
  check_options(options);
  check_objective(objective);
  if (options.average != LabelAverage::macro)
    fail(Status::unsupported,
         "average is micro: the labels of a row depend on each other, so their counts added up "
         "are not binomial and cannot be certified; macro certifies each label");
  const auto n = static_cast<int64_t>(labels.size());
  if (n == 0) fail(Status::argument, "n_labels is 0: must be at least 1");
  int64_t rows = 0;
  for (const Sample &label : labels) rows += label.n_fed();
  if (rows == 0) fail(Status::argument, "rows is 0: no row of a weight above 0 was fed");
  const bool weighted_to = !options.prevalence.empty();
  std::vector<Sample> weighted;
  if (weighted_to) {
    check_prevalence(objective, options);
    weighted = at_prevalence(labels, options);
  }
  Objective each = objective;
  each.certify = 1 - (1 - objective.certify) / static_cast<double>(n);
  monitor.at(0);
  LabelThresholds out;
  out.thresholds.assign(labels.size(), std::numeric_limits<double>::infinity());
  out.outcomes.resize(labels.size());
  std::vector<uint8_t> certified(labels.size());
  parallel_for(n, worker_count(options.threads, n), monitor, [&](int64_t label, int, Monitor &) {
    const auto l = static_cast<std::size_t>(label);
    NoMonitor quiet;
    if (labels[l].positives().size() == 0 && !(served_by_negatives(each) && labels[l].negatives().size() > 0)) {
      out.outcomes[l].positives = 0;
      return;
    }
    ThresholdSearch own = options;
    own.seed += static_cast<uint64_t>(label);
    if (weighted_to) own = weighted_options(labels[l], own, one_or_each(options.prevalence, label));
    const ChosenThresholds chosen = choose_certified(weighted_to ? weighted[l] : labels[l], each, own, quiet);
    out.thresholds[l] = chosen.thresholds[0];
    out.outcomes[l] = chosen.outcome;
    certified[l] = chosen.certificate.certified;
  });
  add_up(certified, out);
  describe_labels(rated_rows(labels), certified, out);
  monitor.at(1);
  return out;
}

}  // namespace wald::core::thresholds
