// Gives R the thresholds of the C interface.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "glue.h"

namespace {

using glue::check;
using glue::Optional;

// Labels of any type, where NA alone is a row that is not rated; codes of a factor begin at `first`. `rows` is the
// number of rows of a table, 0 for a vector: messages say where a label is.
std::vector<uint8_t> labels_of(SEXP labels, int first, int64_t rows = 0) {
  std::vector<uint8_t> out(static_cast<std::size_t>(Rf_xlength(labels)));
  const auto refuse = [rows](std::size_t i, double x) {
    const int64_t at = static_cast<int64_t>(i);
    std::ostringstream what;
    what << "truth[" << (rows > 0 ? at % rows : at) << "]";
    if (rows > 0) what << "[" << at / rows << "]";
    what << " is " << x << ": must be 0, 1 or NA ("
         << (x > std::floor(x) ? "are scores and truth swapped?)" : "not rated)");
    throw wald::Error(WALD_ERROR_ARGUMENT, what.str());
  };
  if (TYPEOF(labels) == REALSXP) {
    const double *const from = REAL(labels);
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (!(from[i] == 0 || from[i] == 1 || std::isnan(from[i]))) refuse(i, from[i]);
      out[i] = std::isnan(from[i]) ? WALD_NOT_RATED : static_cast<uint8_t>(from[i]);
    }
    return out;
  }
  const int *const from = TYPEOF(labels) == LGLSXP ? LOGICAL(labels) : INTEGER(labels);
  unsigned seen = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const unsigned x = static_cast<unsigned>(from[i]) - static_cast<unsigned>(first);
    out[i] = static_cast<uint8_t>(x);
    seen |= x;
  }
  if (seen <= 1) return out;  // every row is rated
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (from[i] == NA_INTEGER)
      out[i] = WALD_NOT_RATED;
    else if (from[i] != first && from[i] != first + 1)
      refuse(i, from[i]);
  }
  return out;
}

// Everything that is known of one of the answers, with the intervals of its numbers.
Rcpp::List answer_of(const wald_thresholds *thresholds, int64_t answer) {
  Rcpp::List out = glue::facts_of(thresholds, {"whole", "answer", "score", "row"}, answer);
  std::vector<std::string> names;
  std::vector<double> low, high;
  std::vector<bool> exact;
  wald_fact_row row{};
  row.size = sizeof row;
  for (int64_t i = 0; wald::detail::is_row(wald_fact_list("thresholds", i, &row)); ++i) {
    if (std::string(row.type) != "number" || std::string(row.per) != "answer") continue;
    double from = 0, to = 0;
    int32_t is_exact = 0;
    check(wald_thresholds_interval(thresholds, answer, row.value, &from, &to, &is_exact));
    if (std::isnan(from)) continue;
    names.emplace_back(row.name);
    low.push_back(from);
    high.push_back(to);
    exact.push_back(is_exact != 0);
  }
  glue::add(out, "intervals",
            Rcpp::List::create(Rcpp::Named("fact") = names, Rcpp::Named("low") = low, Rcpp::Named("high") = high,
                               Rcpp::Named("exact") = exact));
  return out;
}

}  // namespace

// ---- Rows ----

// [[Rcpp::export(rng = false)]]
SEXP native_sample(double n_scores, int rule, Rcpp::Nullable<Rcpp::NumericVector> rated_from) {
  const Optional cuts(rated_from);
  return glue::made<wald_sample>(
      [&](auto out) { return wald_sample_create(glue::whole(n_scores), rule, cuts.data(), out); });
}

// [[Rcpp::export(rng = false)]]
void native_sample_feed(SEXP pointer, SEXP scores, SEXP labels, int first,
                        Rcpp::Nullable<Rcpp::NumericVector> weights) {
  const wald_array table = glue::columns(scores);
  const std::vector<uint8_t> cells = labels_of(labels, first);
  const wald_array rated = glue::array(cells);
  glue::fed(static_cast<double>(table.rows) * static_cast<double>(table.columns));
  check(wald_sample_feed(glue::changing<wald_sample>(pointer), &rated, &table, Optional(weights).array()));
}

// [[Rcpp::export(rng = false)]]
SEXP native_sample_count(SEXP pointer, Rcpp::NumericVector thresholds) {
  double tp = 0, fp = 0, unrated = 0;
  check(
      wald_sample_count(glue::handle<wald_sample>(pointer), thresholds.begin(), thresholds.size(), &tp, &fp, &unrated));
  return Rcpp::NumericVector::create(Rcpp::Named("tp") = tp, Rcpp::Named("fp") = fp, Rcpp::Named("unrated") = unrated);
}

// ---- Distributed rows ----

// Progress is not asked for: no call of a state takes long.
// [[Rcpp::export(rng = false)]]
SEXP native_threshold_pass(Rcpp::List asked) {
  const glue::Options options = glue::options_of("thresholds", asked, true);
  return glue::made<wald_threshold_pass>([&](auto out) { return wald_threshold_pass_create(options.get(), out); });
}

// [[Rcpp::export(rng = false)]]
void native_threshold_pass_feed(SEXP pointer, Rcpp::NumericVector scores, SEXP labels, int first,
                        Rcpp::Nullable<Rcpp::NumericVector> weights) {
  const wald_array column = glue::columns(scores);
  const std::vector<uint8_t> cells = labels_of(labels, first);
  const wald_array rated = glue::array(cells);
  glue::fed(static_cast<double>(column.rows));
  check(wald_threshold_pass_feed(glue::changing<wald_threshold_pass>(pointer), &rated, &column, Optional(weights).array()));
}

// [[Rcpp::export(rng = false)]]
SEXP native_threshold_pass_next(SEXP pointer) {
  wald_thresholds *made = nullptr;
  check(wald_threshold_pass_next(glue::changing<wald_threshold_pass>(pointer), &made));
  if (!made) return R_NilValue;
  const wald::detail::Handle<wald_thresholds> thresholds(made);
  return answer_of(made, 0);
}

// [[Rcpp::export(rng = false)]]
SEXP native_threshold_pass_to_bytes(SEXP pointer) {
  const std::string bytes = wald::detail::saved(glue::handle<wald_threshold_pass>(pointer), WALD_BINARY);
  return Rcpp::RawVector(bytes.begin(), bytes.end());
}

// [[Rcpp::export(rng = false)]]
SEXP native_threshold_pass_from_bytes(Rcpp::RawVector bytes) {
  const char *const first = reinterpret_cast<const char *>(bytes.begin());
  glue::fed(static_cast<double>(bytes.size()));
  return glue::made<wald_threshold_pass>([&](auto out) { return wald_load(WALD_OBJECT_THRESHOLD_PASS, first, bytes.size(), out); });
}

// ---- Answers ----

// A list of facts for each answer.
// [[Rcpp::export(rng = false)]]
SEXP native_choose(SEXP pointer, Rcpp::List asked) {
  const wald_sample *const sample = glue::handle<wald_sample>(pointer);
  const glue::Options options = glue::options_of("thresholds", asked);
  wald_thresholds *const made =
      glue::created<wald_thresholds>([&](auto out) { return wald_sample_choose(sample, options.get(), out); }, sample);
  const wald::detail::Handle<wald_thresholds> thresholds(made);
  double count = 0;
  check(wald_number(made, WALD_THRESHOLDS_N_ANSWERS, 0, &count));
  Rcpp::List answers(static_cast<R_xlen_t>(count));
  for (R_xlen_t i = 0; i < answers.size(); ++i) answers[i] = answer_of(made, i);
  return answers;
}

// [[Rcpp::export(rng = false)]]
SEXP native_apply_thresholds(Rcpp::NumericVector thresholds, int rule, SEXP scores) {
  const wald_array table = glue::columns(scores);
  std::vector<uint8_t> flagged(static_cast<std::size_t>(table.rows));
  const wald_array out = glue::array(flagged);
  check(wald_rule_apply(rule, thresholds.begin(), thresholds.size(), &table, &out));
  return Rcpp::LogicalVector(flagged.begin(), flagged.end());
}

// max_fp: NaN for no areas of a part.
// [[Rcpp::export(rng = false)]]
SEXP native_frontier(SEXP pointer, Rcpp::List asked, double max_fp) {
  const wald_sample *const sample = glue::handle<wald_sample>(pointer);
  const glue::Options options = glue::options_of("thresholds", asked);
  wald_frontier *const made =
      glue::created<wald_frontier>([&](auto out) { return wald_frontier_create(sample, options.get(), out); }, sample);
  const wald::detail::Handle<wald_frontier> frontier(made);
  Rcpp::List out = glue::facts_of(made, {"whole", "point", "step"});
  Rcpp::NumericVector areas(4, R_NaN);
  areas.names() = Rcpp::CharacterVector::create("pn", "pn_hull", "roc", "roc_hull");
  if (!std::isnan(max_fp)) check(wald_frontier_partial_areas(made, max_fp, &areas[0], &areas[1], &areas[2], &areas[3]));
  glue::add(out, "partial_areas", areas);
  return out;
}

// ---- Labels, classes, abstention ----

// [[Rcpp::export(rng = false)]]
SEXP native_label_thresholds(Rcpp::List asked, Rcpp::NumericMatrix scores, SEXP labels,
                             Rcpp::Nullable<Rcpp::NumericVector> weights,
                             Rcpp::Nullable<Rcpp::NumericVector> groups) {
  const glue::Options options = glue::options_of("thresholds", asked);
  const std::vector<uint8_t> cells = labels_of(labels, 0, scores.nrow());
  const Optional w(weights);
  const std::vector<int64_t> ids =
      groups.isNull() ? std::vector<int64_t>() : glue::whole_of(Rcpp::NumericVector(groups.get()));
  const wald_array table = glue::array(scores), rated = glue::array(cells.data(), scores.nrow(), scores.ncol()),
                   together = glue::array(ids);
  wald_labels *const made = glue::created<wald_labels>(
      [&](auto out) {
        return wald_labels_choose(&rated, &table, w.array(), groups.isNull() ? nullptr : &together, options.get(), out);
      });
  const wald::detail::Handle<wald_labels> found(made);
  Rcpp::List out = glue::facts_of(made, {"whole"});
  glue::add(out, "by_label", glue::items_of(made, "label"));
  return out;
}

// segments: from 0, or NULL; limits: one row per segment, NA for none, or NULL.
// [[Rcpp::export(rng = false)]]
SEXP native_segment_thresholds(Rcpp::List asked, Rcpp::NumericVector scores, SEXP labels,
                               Rcpp::Nullable<Rcpp::NumericVector> segments, int n_segments, Rcpp::List amounts, Rcpp::Nullable<Rcpp::NumericMatrix> limits) {
  const glue::Options options = glue::options_of("thresholds", asked);
  const std::vector<uint8_t> rated = labels_of(labels, 0);
  const std::vector<int64_t> of =
      segments.isNull() ? std::vector<int64_t>() : glue::whole_of(Rcpp::NumericVector(segments.get()));
  const Optional weights(amounts["weights"]), benefits(amounts["benefits"]), costs(amounts["costs"]);
  const Rcpp::NumericMatrix own = limits.isNull() ? Rcpp::NumericMatrix(0, 1) : Rcpp::NumericMatrix(limits.get());
  const wald_array column = glue::array(scores), truth = glue::array(rated), which = glue::array(of),
                   own_limits = glue::array(own);
  const wald_segment_rows rows{sizeof rows, n_segments, segments.isNull() ? nullptr : &which, weights.array(),
                               benefits.array(), costs.array(), limits.isNull() ? nullptr : &own_limits};
  wald_segments *const made = glue::created<wald_segments>(
      [&](auto out) { return wald_segments_choose(&truth, &column, &rows, options.get(), out); });
  const wald::detail::Handle<wald_segments> found(made);
  Rcpp::List out;
  glue::add(out, "by_segment", glue::items_of(made, "segment"));
  glue::add(out, "together", glue::items_of(made, "tolerance"));
  return out;
}

// costs: by truth * classes + decision, or NULL.
// [[Rcpp::export(rng = false)]]
SEXP native_class_multipliers(Rcpp::List asked, Rcpp::Nullable<Rcpp::NumericVector> costs, Rcpp::NumericMatrix scores,
                              Rcpp::NumericVector truth, Rcpp::Nullable<Rcpp::NumericVector> weights) {
  const glue::Options options = glue::options_of("thresholds", asked);
  const Optional by_cell(costs), w(weights);
  const std::vector<int64_t> classes = glue::whole_of(truth);
  const wald_array table = glue::array(scores), of_truth = glue::array(classes);
  wald_multipliers *const made = glue::created<wald_multipliers>([&](auto out) {
    return wald_multipliers_choose(&of_truth, &table, w.array(), by_cell.data(), options.get(), out);
  });
  const wald::detail::Handle<wald_multipliers> multipliers(made);
  return glue::facts_of(made, {"whole", "class"});
}

// Counts classes from 1.
// [[Rcpp::export(rng = false)]]
SEXP native_apply_classes(Rcpp::Nullable<Rcpp::NumericVector> multipliers, Rcpp::Nullable<Rcpp::NumericVector> costs,
                          Rcpp::NumericMatrix scores) {
  const Optional by_class(multipliers), by_cell(costs);
  const wald_array table = glue::array(scores);
  std::vector<int64_t> classes(static_cast<std::size_t>(scores.nrow()));
  check(wald_class_apply(by_class.data(), by_cell.data(), &table, classes.data()));
  return glue::whole_numbers(classes, scores.ncol(), 1);
}

// [[Rcpp::export(rng = false)]]
SEXP native_abstention_zone(SEXP pointer, Rcpp::List asked) {
  const wald_sample *const sample = glue::handle<wald_sample>(pointer);
  const glue::Options options = glue::options_of("thresholds", asked);
  wald_zone *const made =
      glue::created<wald_zone>([&](auto out) { return wald_zone_create(sample, options.get(), out); }, sample);
  const wald::detail::Handle<wald_zone> zone(made);
  return glue::facts_of(made, {"whole"});
}

// ---- Curves of probabilities ----

// One row per model and threshold, flagging every row behind the models; one column per fact.
// [[Rcpp::export(rng = false)]]
SEXP native_decision_curve(Rcpp::List asked, Rcpp::NumericMatrix probabilities, SEXP labels, int first,
                           Rcpp::Nullable<Rcpp::NumericVector> weights, Rcpp::NumericVector thresholds,
                           Rcpp::CharacterVector facts) {
  const glue::Options options = glue::options_of("thresholds", asked);
  const std::vector<uint8_t> cells = labels_of(labels, first);
  const Optional w(weights);
  const wald_array table = glue::array(probabilities), rated = glue::array(cells), at = glue::array(thresholds);
  const wald::detail::Handle<wald_decision_curve> curve(glue::created<wald_decision_curve>([&](auto out) {
    return wald_decision_curve_create(&rated, &table, w.array(), &at, options.get(), out);
  }));
  const R_xlen_t steps = thresholds.size();
  Rcpp::NumericMatrix out((probabilities.ncol() + 1) * static_cast<int>(steps), static_cast<int>(facts.size()));
  Rcpp::colnames(out) = facts;
  for (int fact = 0; fact < out.ncol(); ++fact)
    for (int model = 0; model <= probabilities.ncol(); ++model) {
      const std::vector<double> found =
          wald::detail::numbers(curve.get(), WALD_DECISION_CURVE_NET_BENEFIT + fact, model);
      std::copy(found.begin(), found.end(), out.column(fact).begin() + model * steps);
    }
  return out;
}

// [[Rcpp::export(rng = false)]]
SEXP native_reliability(Rcpp::List asked, Rcpp::NumericVector probabilities, SEXP labels, int first,
                        Rcpp::Nullable<Rcpp::NumericVector> weights) {
  const glue::Options options = glue::options_of("thresholds", asked);
  const std::vector<uint8_t> cells = labels_of(labels, first);
  const Optional w(weights);
  const wald_array column = glue::array(probabilities), rated = glue::array(cells);
  const wald::detail::Handle<wald_reliability> found(glue::created<wald_reliability>([&](auto out) {
    return wald_reliability_create(&rated, &column, w.array(), options.get(), out);
  }));
  return glue::facts_of(found.get(), {"whole", "bin", "row"});
}

// [[Rcpp::export(rng = false)]]
SEXP native_prevalence(Rcpp::List asked, int kind, Rcpp::NumericMatrix probabilities,
                       Rcpp::Nullable<Rcpp::NumericVector> training_prior, Rcpp::Nullable<Rcpp::IntegerMatrix> truth,
                       Rcpp::Nullable<Rcpp::NumericMatrix> calibration) {
  const glue::Options options = glue::options_of("thresholds", asked);
  const Optional training(training_prior);
  const wald_array table = glue::array(probabilities);
  std::vector<uint8_t> cells;
  wald_array known{}, held_out{};
  const bool calibrated = truth.isNotNull();
  Rcpp::NumericMatrix rows;
  if (calibrated) {
    const Rcpp::IntegerMatrix given(truth.get());
    rows = Rcpp::NumericMatrix(calibration.get());
    cells = glue::cells_of(given);
    known = glue::array(cells.data(), given.nrow(), given.ncol());
    held_out = glue::array(rows);
  }
  const wald::detail::Handle<wald_prevalence> found(glue::created<wald_prevalence>([&](auto out) {
    return wald_prevalence_create(kind, &table, training.array(), calibrated ? &known : nullptr,
                                  calibrated ? &held_out : nullptr, options.get(), out);
  }));
  return glue::facts_of(found.get(), {"whole", "label"});
}

// Lists and numbers by name; names of metrics, and texts of the whole.
// [[Rcpp::export(rng = false)]]
SEXP native_evaluate_thresholds(Rcpp::List asked, Rcpp::NumericMatrix scores, SEXP labels, int first,
                                Rcpp::Nullable<Rcpp::NumericVector> thresholds,
                                Rcpp::Nullable<Rcpp::NumericVector> weights,
                                Rcpp::Nullable<Rcpp::NumericVector> groups) {
  const glue::Options options = glue::options_of("thresholds", asked);
  const std::vector<uint8_t> cells = labels_of(labels, first);
  const Optional w(weights), at(thresholds);
  const std::vector<int64_t> ids =
      groups.isNull() ? std::vector<int64_t>() : glue::whole_of(Rcpp::NumericVector(groups.get()));
  const wald_array table = glue::array(scores), rated = glue::array(cells), together = glue::array(ids);
  const wald_rows rows{sizeof rows, w.array(), groups.isNull() ? nullptr : &together};
  const wald::detail::Handle<wald_threshold_evaluation> found(glue::created<wald_threshold_evaluation>([&](auto out) {
    return wald_threshold_evaluation_create(&rated, &table, at.array(), &rows, options.get(), out);
  }));
  Rcpp::List out = glue::facts_of(found.get(), {"whole", "estimate", "pair", "tp", "fp", "fn", "tn"});
  Rcpp::CharacterVector metrics;
  for (int64_t i = 0; i < wald::detail::number<int64_t>(found.get(), WALD_THRESHOLD_EVALUATION_N_METRICS); ++i)
    metrics.push_back(std::string(wald::detail::text(found.get(), WALD_THRESHOLD_EVALUATION_METRIC_NAME, i)));
  out.push_back(metrics, "metrics");
  return out;
}
