#include <algorithm>
#include <cmath>
#include <sstream>

#include "glue.h"

namespace {

using glue::check;
using Scores = glue::Columns;
using Weights = glue::OptionalReals;

wald_frontier *frontier_of(SEXP pointer) { return static_cast<wald_frontier *>(glue::address(pointer, "frontier")); }

// One that is to be changed.
wald_frontier *changing(SEXP pointer) {
  wald_frontier *const frontier = frontier_of(pointer);
  glue::Call::require_unused(frontier, "frontier");
  return frontier;
}

SEXP own(wald_frontier *handle) { return glue::own<wald_frontier, wald_frontier_destroy>(handle); }

// Labels of any type, NA for a row that nobody looked at; codes of a factor begin at `first`. What does not fit a byte
// becomes 255, which the library refuses.
std::vector<uint8_t> labels_of(SEXP labels, int first) {
  std::vector<uint8_t> out(static_cast<std::size_t>(Rf_xlength(labels)));
  const auto byte = [](int x) {
    return static_cast<uint8_t>(x == NA_INTEGER ? WALD_NOT_RATED : x < 0 || x > 255 ? 255 : x);
  };
  if (TYPEOF(labels) == REALSXP) {
    const double *const from = REAL(labels);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const double x = from[i];
      if (x == 0 || x == 1) {
        out[i] = static_cast<uint8_t>(x);
      } else if (std::isnan(x)) {
        out[i] = WALD_NOT_RATED;
      } else if (x == std::floor(x)) {
        out[i] = byte(static_cast<int>(std::clamp(x, -1.0, 256.0)));
      } else {
        std::ostringstream what;
        what << "labels[" << i << "] is " << x << ": must be 0, 1 or NA";
        throw wald::Error(WALD_ERROR_ARGUMENT, what.str());
      }
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
  std::transform(from, from + out.size(), out.begin(), [&](int x) { return byte(x == NA_INTEGER ? x : x - first); });
  return out;
}

using Options = wald::detail::Handle<wald_threshold_options, wald_threshold_options_destroy>;

// Options by a list that may name a goal, metric, method, smoothing, seed, progress (a function), and `numbers`: by the
// number of the setting, NaN for those that keep their default. An interrupt ends the call.
Options options_of(const Rcpp::List &asked) {
  wald_threshold_options *made = nullptr;
  check(wald_threshold_options_create(&made));
  Options out(made);
  const auto has = [&](const char *name) { return asked.containsElementNamed(name); };
  if (has("goal")) check(wald_threshold_options_set_goal(made, Rcpp::as<int>(asked["goal"])));
  if (has("metric")) check(wald_threshold_options_set_metric(made, glue::metric_of(asked["metric"])));
  if (has("method")) check(wald_threshold_options_set_method(made, Rcpp::as<std::string>(asked["method"]).c_str()));
  if (has("smoothing")) check(wald_threshold_options_set_smoothing(made, Rcpp::as<int>(asked["smoothing"])));
  if (has("seed")) check(wald_threshold_options_set_seed(made, glue::seed_of(Rcpp::as<std::string>(asked["seed"]))));
  const Rcpp::NumericVector numbers = asked["numbers"];
  for (R_xlen_t i = 0; i < numbers.size(); ++i)
    if (!Rcpp::NumericVector::is_na(numbers[i]))
      check(wald_threshold_options_set(made, static_cast<wald_threshold_setting>(i), numbers[i]));
  // The list holds the function alive for as long as the call.
  void *const function = has("progress") ? static_cast<void *>(SEXP(asked["progress"])) : nullptr;
  check(wald_threshold_options_set_progress(made, glue::Call::progress, function));
  return out;
}

// Everything that is known of one of the answers.
Rcpp::List answer_of(const wald_thresholds *thresholds, int64_t answer) {
  const auto array = [&](wald_threshold_array which) {
    return Rcpp::wrap(wald::detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_thresholds_array(thresholds, answer, which, out, capacity, needed);
    }));
  };
  constexpr int count = WALD_THRESHOLD_STACKED + 1;
  Rcpp::NumericVector facts(count), low(count), high(count);
  Rcpp::LogicalVector exact(count);
  Rcpp::CharacterVector names(count);
  for (int fact = 0; fact < count; ++fact) {
    int32_t is_exact = 0;
    check(wald_thresholds_fact(thresholds, answer, fact, &facts[fact]));
    check(wald_thresholds_interval(thresholds, answer, fact, &low[fact], &high[fact], &is_exact));
    exact[fact] = is_exact != 0;
    names[fact] = wald_threshold_fact_name(fact);
  }
  facts.names() = names;
  wald_threshold_flags flags = 0;
  check(wald_thresholds_flags(thresholds, answer, &flags));
  std::vector<std::string> flag_names;
  for (int bit = 0; bit < 31; ++bit)
    if (flags & (1 << bit)) flag_names.emplace_back(wald_threshold_flag_name(1 << bit));
  const char *method = nullptr;
  check(wald_thresholds_method(thresholds, answer, &method));
  return Rcpp::List::create(
      Rcpp::Named("method") = method, Rcpp::Named("facts") = facts, Rcpp::Named("low") = low,
      Rcpp::Named("high") = high, Rcpp::Named("exact") = exact, Rcpp::Named("flags") = flag_names,
      Rcpp::Named("thresholds") = array(WALD_ARRAY_THRESHOLDS),
      Rcpp::Named("next_lower") = array(WALD_ARRAY_NEXT_LOWER), Rcpp::Named("lowest") = array(WALD_ARRAY_LOW),
      Rcpp::Named("highest") = array(WALD_ARRAY_HIGH), Rcpp::Named("coefficients") = array(WALD_ARRAY_COEFFICIENTS));
}

}  // namespace

// ---- Rows ----

// [[Rcpp::export(rng = false)]]
SEXP native_frontier(double n_scores, int rule, Rcpp::Nullable<Rcpp::NumericVector> rated_from) {
  return glue::guarded([&]() -> SEXP {
    const Rcpp::NumericVector cuts =
        rated_from.isNull() ? Rcpp::NumericVector() : Rcpp::NumericVector(rated_from.get());
    wald_frontier *out = nullptr;
    check(wald_frontier_create(glue::whole(n_scores), rule, rated_from.isNull() ? nullptr : cuts.begin(), &out));
    return own(out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_frontier_copy(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    wald_frontier *out = nullptr;
    check(wald_frontier_copy(frontier_of(pointer), &out));
    return own(out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_frontier_clear(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    check(wald_frontier_clear(changing(pointer)));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_frontier_feed(SEXP pointer, SEXP scores, SEXP labels, int first,
                          Rcpp::Nullable<Rcpp::NumericVector> weights) {
  return glue::guarded([&]() -> SEXP {
    const Scores table(scores);
    const std::vector<uint8_t> cells = labels_of(labels, first);
    const Weights w(weights);
    glue::fed(static_cast<double>(table.rows) * static_cast<double>(table.cols));
    check(wald_frontier_feed(changing(pointer), table.data(), WALD_FLOAT64, table.rows, table.cols, 1, table.rows,
                             cells.data(), 1, w.data(), WALD_FLOAT64, 1));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_frontier_merge(SEXP pointer, SEXP other) {
  return glue::guarded([&]() -> SEXP {
    check(wald_frontier_merge(changing(pointer), frontier_of(other)));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_frontier_facts(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_frontier *const frontier = frontier_of(pointer);
    wald_rule rule = 0;
    int64_t n_scores = 0, n_rows = 0;
    double positives = 0, negatives = 0, unrated = 0;
    check(wald_frontier_rule(frontier, &rule));
    check(wald_frontier_n_scores(frontier, &n_scores));
    check(wald_frontier_totals(frontier, &n_rows, &positives, &negatives, &unrated));
    const std::vector<double> rated_from =
        wald::detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
          return wald_frontier_rated_from(frontier, out, capacity, needed);
        });
    Rcpp::Shield<SEXP> scores(glue::whole_number(n_scores)), rows(glue::whole_number(n_rows));
    return Rcpp::List::create(Rcpp::Named("n_scores") = SEXP(scores), Rcpp::Named("rule") = rule,
                              Rcpp::Named("rated_from") = rated_from, Rcpp::Named("n_rows") = SEXP(rows),
                              Rcpp::Named("positives") = positives, Rcpp::Named("negatives") = negatives,
                              Rcpp::Named("unrated") = unrated);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_frontier_auc(SEXP pointer, int scores) {
  return glue::guarded([&]() -> SEXP {
    Rcpp::NumericVector out(scores);
    for (int d = 0; d < scores; ++d) check(wald_frontier_auc(frontier_of(pointer), d, &out[d]));
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_frontier_count(SEXP pointer, Rcpp::NumericVector thresholds) {
  return glue::guarded([&]() -> SEXP {
    double tp = 0, fp = 0, unrated = 0;
    check(wald_frontier_count(frontier_of(pointer), thresholds.begin(), thresholds.size(), &tp, &fp, &unrated));
    return Rcpp::NumericVector::create(Rcpp::Named("tp") = tp, Rcpp::Named("fp") = fp,
                                       Rcpp::Named("unrated") = unrated);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_frontier_save(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_frontier *const frontier = frontier_of(pointer);
    return glue::text(wald::detail::filled_text([&](char *out, int64_t capacity, int64_t *needed) {
                        return wald_frontier_save(frontier, out, capacity, needed);
                      }).c_str());
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_frontier_load(std::string text) {
  return glue::guarded([&]() -> SEXP {
    wald_frontier *out = nullptr;
    check(wald_frontier_load(text.data(), static_cast<int64_t>(text.size()), &out));
    return own(out);
  });
}

// ---- Answers ----

// [[Rcpp::export(rng = false)]]
SEXP native_choose(SEXP pointer, Rcpp::List asked) {
  return glue::guarded([&]() -> SEXP {
    const wald_frontier *const frontier = frontier_of(pointer);
    const Options options = options_of(asked);
    wald_thresholds *made = nullptr;
    {
      glue::Call call(nullptr, frontier);
      const wald_status status = wald_frontier_choose(frontier, options.get(), &made);
      call.finish(status);
    }
    const wald::detail::Handle<wald_thresholds, wald_thresholds_destroy> thresholds(made);
    int64_t count = 0;
    check(wald_thresholds_count(made, &count));
    Rcpp::List answers(static_cast<R_xlen_t>(count));
    for (int64_t i = 0; i < count; ++i) answers[static_cast<R_xlen_t>(i)] = answer_of(made, i);
    const char *objective = nullptr;
    check(wald_thresholds_objective(made, &objective));
    return Rcpp::List::create(Rcpp::Named("objective") = SEXP(Rcpp::Shield<SEXP>(glue::text(objective))),
                              Rcpp::Named("answers") = answers);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_apply_thresholds(Rcpp::NumericVector thresholds, int rule, SEXP scores) {
  return glue::guarded([&]() -> SEXP {
    const Scores table(scores);
    std::vector<uint8_t> flagged(static_cast<std::size_t>(table.rows));
    check(wald_apply_thresholds(thresholds.begin(), rule, table.data(), WALD_FLOAT64, table.rows, table.cols, 1,
                                table.rows, flagged.data(), 1));
    return Rcpp::LogicalVector(flagged.begin(), flagged.end());
  });
}

// max_fp: NaN for no areas of a part.
// [[Rcpp::export(rng = false)]]
SEXP native_operating_points(SEXP pointer, Rcpp::List asked, double max_fp) {
  return glue::guarded([&]() -> SEXP {
    const wald_frontier *const frontier = frontier_of(pointer);
    const Options options = options_of(asked);
    wald_operating_points *made = nullptr;
    {
      glue::Call call(nullptr, frontier);
      const wald_status status = wald_operating_points_create(frontier, options.get(), &made);
      call.finish(status);
    }
    const wald::detail::Handle<wald_operating_points, wald_operating_points_destroy> points(made);
    int64_t count = 0, cells = 0;
    check(wald_operating_points_counts(made, nullptr, nullptr, nullptr, 0, &count));
    Rcpp::NumericVector tp(Rcpp::no_init(count)), fp(Rcpp::no_init(count));
    std::vector<uint8_t> on_hull(static_cast<std::size_t>(count));
    check(wald_operating_points_counts(made, tp.begin(), fp.begin(), on_hull.data(), count, &count));
    check(wald_operating_points_thresholds(made, nullptr, 0, &cells));
    Rcpp::NumericVector thresholds(Rcpp::no_init(cells));
    check(wald_operating_points_thresholds(made, thresholds.begin(), cells, &cells));
    check(wald_operating_points_path(made, nullptr, 0, &cells));
    Rcpp::NumericVector path(Rcpp::no_init(cells));
    check(wald_operating_points_path(made, path.begin(), cells, &cells));
    Rcpp::NumericVector facts(WALD_FRONTIER_PR_AREA + 1);
    for (int fact = 0; fact < facts.size(); ++fact) check(wald_operating_points_fact(made, fact, &facts[fact]));
    Rcpp::NumericVector areas(4, R_NaN);
    if (!std::isnan(max_fp))
      check(wald_operating_points_partial_areas(made, max_fp, &areas[0], &areas[1], &areas[2], &areas[3]));
    return Rcpp::List::create(Rcpp::Named("tp") = tp, Rcpp::Named("fp") = fp,
                              Rcpp::Named("on_hull") = Rcpp::LogicalVector(on_hull.begin(), on_hull.end()),
                              Rcpp::Named("thresholds") = thresholds, Rcpp::Named("path") = path,
                              Rcpp::Named("facts") = facts, Rcpp::Named("partial") = areas);
  });
}

// ---- Labels, classes, abstention ----

// [[Rcpp::export(rng = false)]]
SEXP native_label_thresholds(int average, Rcpp::List asked, Rcpp::NumericMatrix scores, SEXP labels,
                             Rcpp::Nullable<Rcpp::NumericVector> weights) {
  return glue::guarded([&]() -> SEXP {
    const Options options = options_of(asked);
    const std::vector<uint8_t> cells = labels_of(labels, 0);
    const Weights w(weights);
    const int64_t rows = scores.nrow(), cols = scores.ncol();
    Rcpp::NumericVector thresholds(cols), tp(cols), fp(cols);
    double value = 0;
    int32_t feasible = 0, exact = 0;
    glue::Call call(nullptr);
    call.finish(wald_label_thresholds(average, options.get(), scores.begin(), WALD_FLOAT64, rows, cols, 1, rows,
                                      cells.data(), 1, rows, w.data(), WALD_FLOAT64, 1, thresholds.begin(), tp.begin(),
                                      fp.begin(), &value, &feasible, &exact));
    return Rcpp::List::create(Rcpp::Named("thresholds") = thresholds, Rcpp::Named("tp") = tp, Rcpp::Named("fp") = fp,
                              Rcpp::Named("value") = value, Rcpp::Named("feasible") = feasible != 0,
                              Rcpp::Named("exact") = exact != 0);
  });
}

// metric: a pointer, or NULL; costs: by truth * classes + decision, or NULL. progress: a function, or NULL.
// [[Rcpp::export(rng = false)]]
SEXP native_class_multipliers(SEXP metric, int average, Rcpp::Nullable<Rcpp::NumericVector> costs,
                              Rcpp::NumericMatrix scores, Rcpp::NumericVector truth,
                              Rcpp::Nullable<Rcpp::NumericVector> weights, SEXP progress) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = Rf_isNull(metric) ? nullptr : glue::metric_of(metric);
    const Weights by_cell(costs), w(weights);
    std::vector<int64_t> classes(static_cast<std::size_t>(truth.size()));
    std::transform(truth.begin(), truth.end(), classes.begin(), glue::whole);
    const int64_t rows = scores.nrow(), cols = scores.ncol();
    Rcpp::NumericVector multipliers(cols), confusion(cols * cols);
    double value = 0, start = 0;
    void *const function = Rf_isNull(progress) ? nullptr : static_cast<void *>(progress);
    glue::Call call(utility);
    call.finish(wald_class_multipliers(utility, average, by_cell.data(), scores.begin(), WALD_FLOAT64, rows, cols, 1,
                                       rows, classes.data(), w.data(), WALD_FLOAT64, 1, glue::Call::progress, function,
                                       multipliers.begin(), &value, &start, confusion.begin()));
    return Rcpp::List::create(Rcpp::Named("multipliers") = multipliers, Rcpp::Named("value") = value,
                              Rcpp::Named("start") = start, Rcpp::Named("confusion") = confusion);
  });
}

// Counts classes from 1.
// [[Rcpp::export(rng = false)]]
SEXP native_apply_classes(Rcpp::Nullable<Rcpp::NumericVector> multipliers, Rcpp::Nullable<Rcpp::NumericVector> costs,
                          Rcpp::NumericMatrix scores) {
  return glue::guarded([&]() -> SEXP {
    const Weights by_class(multipliers), by_cell(costs);
    std::vector<int64_t> classes(static_cast<std::size_t>(scores.nrow()));
    check(wald_apply_classes(by_class.data(), by_cell.data(), scores.begin(), WALD_FLOAT64, scores.nrow(),
                             scores.ncol(), 1, scores.nrow(), classes.data()));
    return glue::whole_numbers(classes, scores.ncol(), 1);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_abstention_zone(SEXP pointer, double false_positive, double false_negative, double abstention) {
  return glue::guarded([&]() -> SEXP {
    double low = 0, high = 0, tp = 0, fp = 0, fn = 0, abstained = 0, cost = 0;
    check(wald_frontier_abstention_zone(frontier_of(pointer), false_positive, false_negative, abstention, &low, &high,
                                        &tp, &fp, &fn, &abstained, &cost));
    return Rcpp::List::create(Rcpp::Named("low") = low, Rcpp::Named("high") = high, Rcpp::Named("tp") = tp,
                              Rcpp::Named("fp") = fp, Rcpp::Named("fn") = fn, Rcpp::Named("abstained") = abstained,
                              Rcpp::Named("cost") = cost);
  });
}
