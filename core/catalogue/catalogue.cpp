// Lists the rows of all parts in one place, where every interface looks them up.
#include "core/numeric/contraction.hpp"  // first

#include "core/catalogue/catalogue.hpp"

#include <iterator>

#include "core/base/error.hpp"
#include "core/cascades/fit.hpp"
#include "core/certify/certificate.hpp"
#include "core/decisions/decision.hpp"
#include "core/estimators/estimator.hpp"
#include "core/evaluation/comparison/comparison.hpp"
#include "core/evaluation/worth/worth.hpp"
#include "core/learners/learner_options.hpp"
#include "core/metrics/metric.hpp"
#include "core/promises/promise.hpp"
#include "core/routes/labelling/labelling.hpp"
#include "core/routes/route_options.hpp"
#include "core/thresholds/flags.hpp"
#include "core/thresholds/objective.hpp"
#include "core/thresholds/sample/sample.hpp"
#include "core/thresholds/threshold_options.hpp"
#include "core/trees/ensemble.hpp"

namespace wald::core::catalogue {
namespace {

// The types of a caller's arrays.
constexpr Word type_words[] = {
    {"float64", "", 0, "double"},
    {"float32", "", 1, "float"},
    {"int64", "", 2, "int64_t"},
    {"int32", "", 3, "int32_t"},
    {"uint8", "", 4, "uint8_t, as masks are"},
    {"float16", "", 5, "IEEE half, of tables and maps"},
};

#define WALD_ROW(name, value, type, per, kind, sentence) {#name, value, type, per, kind, sentence},
#define WALD_FACT(name, value, per, expression, sentence) WALD_ROW(name, value, "number", per, "number", sentence)
#define WALD_FACT_INTEGER(name, value, per, expression, sentence) \
  WALD_ROW(name, value, "number", per, "integer", sentence)
#define WALD_FACT_SWITCH(name, value, per, expression, sentence) \
  WALD_ROW(name, value, "number", per, "switch", sentence)
#define WALD_FACT_CHOICE(name, value, per, words, expression, sentence) \
  WALD_ROW(name, value, "number", per, words, sentence)
#define WALD_FACTS(name, value, per, expression, sentence) WALD_ROW(name, value, "numbers", per, "number", sentence)
#define WALD_FACTS_INTEGER(name, value, per, expression, sentence) \
  WALD_ROW(name, value, "numbers", per, "integer", sentence)
#define WALD_FACTS_SWITCH(name, value, per, expression, sentence) \
  WALD_ROW(name, value, "numbers", per, "switch", sentence)
#define WALD_FACT_TEXT(name, value, per, expression, sentence) WALD_ROW(name, value, "text", per, "text", sentence)
constexpr FactRow metric_facts[] = {
#include "core/metrics/facts.def"
};
constexpr FactRow estimator_facts[] = {
#include "core/estimators/estimator_facts.def"
};
constexpr FactRow decision_facts[] = {
#include "core/decisions/decision_facts.def"
};
constexpr FactRow distribution_facts[] = {
#include "core/evaluation/distribution_facts.def"
};
constexpr FactRow table_pass_facts[] = {
#include "core/decisions/micro/table_pass_facts.def"
};
constexpr FactRow comparison_facts[] = {
#include "core/evaluation/comparison/comparison_facts.def"
};
constexpr FactRow worth_facts[] = {
#include "core/evaluation/worth/worth_facts.def"
};
constexpr FactRow report_facts[] = {
#include "core/report/report_facts.def"
};
constexpr FactRow expectation_facts[] = {
#include "core/evaluation/expectation_facts.def"
};
constexpr FactRow threshold_pass_facts[] = {
#include "core/thresholds/pass/threshold_pass_facts.def"
};
constexpr FactRow sample_facts[] = {
#include "core/thresholds/sample_facts.def"
};
constexpr FactRow thresholds_facts[] = {
#include "core/thresholds/thresholds_facts.def"
};
constexpr FactRow frontier_facts[] = {
#include "core/thresholds/frontier_facts.def"
};
constexpr FactRow decision_curve_facts[] = {
#include "core/evaluation/curves/decision_curve_facts.def"
};
constexpr FactRow reliability_facts[] = {
#include "core/evaluation/curves/reliability_facts.def"
};
constexpr FactRow prevalence_facts[] = {
#include "core/learners/prevalence/prevalence_facts.def"
};
constexpr FactRow threshold_evaluation_facts[] = {
#include "core/evaluation/fixed/threshold_evaluation_facts.def"
};
constexpr FactRow zone_facts[] = {
#include "core/thresholds/zone_facts.def"
};
constexpr FactRow multipliers_facts[] = {
#include "core/thresholds/multipliers_facts.def"
};
constexpr FactRow labels_facts[] = {
#include "core/thresholds/labels_facts.def"
};
constexpr FactRow segments_facts[] = {
#include "core/thresholds/segments/segments_facts.def"
};
constexpr FactRow cascade_scores_facts[] = {
#include "core/cascades/scores_facts.def"
};
constexpr FactRow cascade_facts[] = {
#include "core/cascades/cascade_facts.def"
};
constexpr FactRow cascade_evaluation_facts[] = {
#include "core/cascades/cascade_evaluation_facts.def"
};
constexpr FactRow route_evaluation_facts[] = {
#include "core/routes/route_evaluation_facts.def"
};
constexpr FactRow labelling_facts[] = {
#include "core/routes/labelling/labelling_facts.def"
};
constexpr FactRow trees_facts[] = {
#include "core/trees/tree_facts.def"
};
constexpr FactRow stages_facts[] = {
#include "core/routes/stages_facts.def"
};
constexpr FactRow route_facts[] = {
#include "core/routes/route_facts.def"
};
constexpr FactRow promise_facts[] = {
#include "core/promises/promise_facts.def"
};
constexpr FactRow performance_facts[] = {
#include "core/performance/performance_facts.def"
};
constexpr FactRow dataset_facts[] = {
#include "core/learners/dataset_facts.def"
};
constexpr FactRow learner_facts[] = {
#include "core/learners/learner_facts.def"
};
constexpr FactRow calibration_facts[] = {
#include "core/learners/calibration_facts.def"
};
#undef WALD_ROW
#undef WALD_FACT
#undef WALD_FACT_INTEGER
#undef WALD_FACT_SWITCH
#undef WALD_FACT_CHOICE
#undef WALD_FACTS
#undef WALD_FACTS_INTEGER
#undef WALD_FACTS_SWITCH
#undef WALD_FACT_TEXT

template <class Table>
[[noreturn]] void refuse(const char *argument, std::string_view name, const Table &tables,
                         const char *Table::value_type::*of) {
  std::vector<std::string_view> names;
  for (const auto &table : tables) names.emplace_back(table.*of);
  fail(Status::argument, argument, " is ", in_quotes(name), ": ", must_be_one_of(name, names));
}

}  // namespace

const std::vector<Vocabulary> &vocabularies() {
  static const std::vector<Vocabulary> all = {
      vocabulary("status", status_words),
      vocabulary("type", type_words),
      vocabulary("kind", kind_words),
      vocabulary("average", decisions::average_words),
      vocabulary("ties", decisions::ties_words),
      vocabulary("property", property_words),
      vocabulary("algorithm", decisions::algorithm_words),
      vocabulary("worth_verdict", evaluation::worth_answer_words),
      vocabulary("rule", thresholds::rule_words),
      vocabulary("rated_rule", thresholds::rated_rule_words),
      vocabulary("goal", thresholds::goal_words),
      vocabulary("method", thresholds::method_words),
      vocabulary("label_average", thresholds::label_average_words),
      vocabulary("parity", thresholds::parity_words),
      vocabulary("smoothing", thresholds::smoothing_words),
      vocabulary("proportion_limits", thresholds::proportion_limits_words),
      vocabulary("auc_limits", thresholds::auc_limits_words),
      vocabulary("threshold_flag", thresholds::threshold_flag_words),
      vocabulary("theorem", certify::theorem_words),
      vocabulary("order", cascades::order_words),
      vocabulary("cascade_algorithm", cascades::cascade_algorithm_words),
      vocabulary("labelled_quality", routes::labelled_quality_words),
      vocabulary("split", trees::split_words),
      vocabulary("missing", trees::missing_words),
      vocabulary("route_goal", routes::route_goal_words),
      vocabulary("route_measure", routes::route_measure_words),
      vocabulary("route_by", routes::route_by_words),
      vocabulary("promise_state", promises::promise_state_words),
      vocabulary("task", learners::task_words),
      vocabulary("learner", learners::learner_words),
      vocabulary("scaling", learners::scaling_words),
      vocabulary("calibration", learners::calibration_words),
      vocabulary("calibration_input", learners::calibration_input_words),
      vocabulary("imputation", learners::imputation_words),
      vocabulary("drawing", learners::drawing_words),
      vocabulary("neighbour_metric", learners::neighbour_metric_words),
      vocabulary("neighbour_weights", learners::neighbour_weights_words),
      vocabulary("forest_kind", learners::forest_kind_words),
      vocabulary("prediction_rule", learners::rule_words),
      vocabulary("forest_criterion", learners::forest_criterion_words),
  };
  return all;
}

const Vocabulary &vocabulary_named(std::string_view name) {
  for (const Vocabulary &one : vocabularies())
    if (name == one.name) return one;
  refuse("list", name, vocabularies(), &Vocabulary::name);
}

const std::vector<FactTable> &fact_tables() {
  static const std::vector<FactTable> all = {
      {"metric", metric_facts, std::size(metric_facts)},
      {"estimator", estimator_facts, std::size(estimator_facts)},
      {"decision", decision_facts, std::size(decision_facts)},
      {"distribution", distribution_facts, std::size(distribution_facts)},
      {"table_pass", table_pass_facts, std::size(table_pass_facts)},
      {"comparison", comparison_facts, std::size(comparison_facts)},
      {"worth", worth_facts, std::size(worth_facts)},
      {"report", report_facts, std::size(report_facts)},
      {"expectation", expectation_facts, std::size(expectation_facts)},
      {"sample", sample_facts, std::size(sample_facts)},
      {"threshold_pass", threshold_pass_facts, std::size(threshold_pass_facts)},
      {"thresholds", thresholds_facts, std::size(thresholds_facts)},
      {"frontier", frontier_facts, std::size(frontier_facts)},
      {"decision_curve", decision_curve_facts, std::size(decision_curve_facts)},
      {"reliability", reliability_facts, std::size(reliability_facts)},
      {"prevalence", prevalence_facts, std::size(prevalence_facts)},
      {"threshold_evaluation", threshold_evaluation_facts, std::size(threshold_evaluation_facts)},
      {"zone", zone_facts, std::size(zone_facts)},
      {"multipliers", multipliers_facts, std::size(multipliers_facts)},
      {"labels", labels_facts, std::size(labels_facts)},
      {"segments", segments_facts, std::size(segments_facts)},
      {"cascade_scores", cascade_scores_facts, std::size(cascade_scores_facts)},
      {"cascade", cascade_facts, std::size(cascade_facts)},
      {"cascade_evaluation", cascade_evaluation_facts, std::size(cascade_evaluation_facts)},
      {"labelling", labelling_facts, std::size(labelling_facts)},
      {"trees", trees_facts, std::size(trees_facts)},
      {"stages", stages_facts, std::size(stages_facts)},
      {"route", route_facts, std::size(route_facts)},
      {"route_evaluation", route_evaluation_facts, std::size(route_evaluation_facts)},
      {"promise", promise_facts, std::size(promise_facts)},
      {"performance", performance_facts, std::size(performance_facts)},
      {"dataset", dataset_facts, std::size(dataset_facts)},
      {"learner", learner_facts, std::size(learner_facts)},
      {"calibration", calibration_facts, std::size(calibration_facts)},
  };
  return all;
}

const FactTable &facts_of(std::string_view object) {
  for (const FactTable &one : fact_tables())
    if (object == one.object) return one;
  refuse("object", object, fact_tables(), &FactTable::object);
}

}  // namespace wald::core::catalogue
