#include <algorithm>

#include "glue.h"

namespace {

using glue::check;
using glue::OptionalReals;

wald_cascade_scores *scores_of(SEXP pointer, const char *noun = "scores") {
  return static_cast<wald_cascade_scores *>(glue::address(pointer, noun));
}
wald_cascade *cascade_of(SEXP pointer) { return static_cast<wald_cascade *>(glue::address(pointer, "cascade")); }
wald_cascade_run *run_of(SEXP pointer) { return static_cast<wald_cascade_run *>(glue::address(pointer, "run")); }
wald_trees *trees_of(SEXP pointer) { return static_cast<wald_trees *>(glue::address(pointer, "trees")); }

// Those that are to be changed.
wald_cascade_scores *changing(SEXP pointer) {
  wald_cascade_scores *const scores = scores_of(pointer);
  glue::Call::require_unused(scores, "scores");
  return scores;
}

SEXP own(wald_cascade_scores *handle) { return glue::own<wald_cascade_scores, wald_cascade_scores_destroy>(handle); }
SEXP own(wald_cascade *handle) { return glue::own<wald_cascade, wald_cascade_destroy>(handle); }
SEXP own(wald_cascade_run *handle) { return glue::own<wald_cascade_run, wald_cascade_run_destroy>(handle); }
SEXP own(wald_trees *handle) { return glue::own<wald_trees, wald_trees_destroy>(handle); }

using Options = wald::detail::Handle<wald_cascade_options, wald_cascade_options_destroy>;

// Options by a list that may name order (a name), given_order (models from 0), spend, costs, names, seed, progress (a
// function), and `numbers`: by the number of the setting, NaN for those that keep their default. An interrupt ends the
// call.
Options options_of(const Rcpp::List &asked) {
  wald_cascade_options *made = nullptr;
  check(wald_cascade_options_create(&made));
  Options out(made);
  const auto has = [&](const char *name) { return asked.containsElementNamed(name); };
  const auto string = [&](const char *name) { return Rcpp::as<std::string>(asked[name]); };
  const Rcpp::NumericVector numbers = asked["numbers"];
  for (R_xlen_t i = 0; i < numbers.size(); ++i)
    if (!Rcpp::NumericVector::is_na(numbers[i]))
      check(wald_cascade_options_set(made, static_cast<wald_cascade_setting>(i), numbers[i]));
  if (has("order")) check(wald_cascade_options_set_order(made, string("order").c_str()));
  if (has("given_order")) {
    const Rcpp::NumericVector given = asked["given_order"];
    std::vector<int64_t> order(static_cast<std::size_t>(given.size()));
    std::transform(given.begin(), given.end(), order.begin(), glue::whole);
    check(wald_cascade_options_set_given_order(made, order.data(), given.size()));
  }
  if (has("spend")) check(wald_cascade_options_set_spend(made, string("spend").c_str()));
  if (has("costs")) {
    const Rcpp::NumericVector costs = asked["costs"];
    check(wald_cascade_options_set_costs(made, costs.begin(), costs.size()));
  }
  if (has("names")) {
    const Rcpp::CharacterVector names = asked["names"];  // UTF-8
    std::vector<const char *> texts;
    for (R_xlen_t t = 0; t < names.size(); ++t) texts.push_back(CHAR(STRING_ELT(names, t)));
    check(wald_cascade_options_set_names(made, texts.data(), names.size()));
  }
  if (has("seed")) check(wald_cascade_options_set_seed(made, glue::seed_of(string("seed"))));
  // The list holds the function alive for as long as the call.
  void *const function = has("progress") ? static_cast<void *>(SEXP(asked["progress"])) : nullptr;
  check(wald_cascade_options_set_progress(made, glue::Call::progress, function));
  return out;
}

Rcpp::NumericVector numbers_of(const wald_cascade *cascade, wald_cascade_array which) {
  return Rcpp::wrap(wald::detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
    return wald_cascade_numbers(cascade, which, out, capacity, needed);
  }));
}

// Bytes of an enumeration. What does not fit one becomes 255, which the library refuses.
std::vector<uint8_t> bytes_of(const Rcpp::IntegerVector &values) { return glue::cells_of(values); }

Rcpp::List decided(const Rcpp::IntegerVector &decisions, const Rcpp::IntegerVector &counts) {
  return Rcpp::List::create(Rcpp::Named("decision") = decisions, Rcpp::Named("count") = counts);
}

}  // namespace

// ---- Rows of scores ----

// [[Rcpp::export(rng = false)]]
SEXP native_scores(double n_models, double n_classes) {
  return glue::guarded([&]() -> SEXP {
    wald_cascade_scores *out = nullptr;
    check(wald_cascade_scores_create(glue::whole(n_models), glue::whole(n_classes), &out));
    return own(out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_scores_copy(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    wald_cascade_scores *out = nullptr;
    check(wald_cascade_scores_copy(scores_of(pointer), &out));
    return own(out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_scores_clear(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    check(wald_cascade_scores_clear(changing(pointer)));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_scores_feed(SEXP pointer, SEXP scores, Rcpp::Nullable<Rcpp::NumericVector> weights,
                        Rcpp::Nullable<Rcpp::NumericVector> targets) {
  return glue::guarded([&]() -> SEXP {
    const glue::Columns table(scores);
    const OptionalReals w(weights), y(targets);
    glue::fed(static_cast<double>(table.rows) * static_cast<double>(table.cols));
    check(wald_cascade_scores_feed(changing(pointer), table.data(), WALD_FLOAT64, table.rows, table.cols, 1, table.rows,
                                   w.data(), WALD_FLOAT64, 1, y.data(), WALD_FLOAT64, 1));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_scores_feed_trees(SEXP pointer, SEXP trees, SEXP features, Rcpp::Nullable<Rcpp::NumericVector> weights,
                              Rcpp::Nullable<Rcpp::NumericVector> targets, int threads) {
  return glue::guarded([&]() -> SEXP {
    const glue::Columns table(features);
    const OptionalReals w(weights), y(targets);
    int64_t models = 0, outputs = 0;
    check(wald_trees_shape(trees_of(trees), nullptr, &models, nullptr, &outputs));
    glue::fed(static_cast<double>(table.rows) * static_cast<double>(models) * static_cast<double>(outputs));
    check(wald_cascade_scores_feed_trees(changing(pointer), trees_of(trees), table.data(), WALD_FLOAT64, table.rows,
                                         table.cols, 1, table.rows, w.data(), WALD_FLOAT64, 1, y.data(), WALD_FLOAT64,
                                         1, threads));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_scores_merge(SEXP pointer, SEXP other) {
  return glue::guarded([&]() -> SEXP {
    check(wald_cascade_scores_merge(changing(pointer), scores_of(other)));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_scores_shape(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    int64_t rows = 0, models = 0, classes = 0;
    check(wald_cascade_scores_shape(scores_of(pointer), &rows, &models, &classes));
    return Rcpp::NumericVector::create(Rcpp::Named("rows") = static_cast<double>(rows),
                                       Rcpp::Named("models") = static_cast<double>(models),
                                       Rcpp::Named("classes") = static_cast<double>(classes));
  });
}

// ---- Cascades ----

// calibration: a pointer, or NULL.
// [[Rcpp::export(rng = false)]]
SEXP native_cascade_fit(SEXP scores, SEXP calibration, Rcpp::List asked) {
  return glue::guarded([&]() -> SEXP {
    const wald_cascade_scores *const rows = scores_of(scores);
    const wald_cascade_scores *const aside = Rf_isNull(calibration) ? nullptr : scores_of(calibration, "calibration");
    const Options options = options_of(asked);
    wald_cascade *out = nullptr;
    glue::Call call(rows, aside);
    const wald_status status = wald_cascade_fit(rows, aside, options.get(), &out);
    call.finish(status);
    return own(out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_calibrate(SEXP pointer, SEXP calibration, Rcpp::List asked) {
  return glue::guarded([&]() -> SEXP {
    const wald_cascade *const cascade = cascade_of(pointer);
    const wald_cascade_scores *const aside = scores_of(calibration, "calibration");
    const Options options = options_of(asked);
    wald_cascade *out = nullptr;
    glue::Call call(cascade, aside);
    const wald_status status = wald_cascade_calibrate(cascade, aside, options.get(), &out);
    call.finish(status);
    return own(out);
  });
}

// Everything that is known of a cascade, by the names that the library has for it; models count from 1.
// [[Rcpp::export(rng = false)]]
SEXP native_cascade_facts(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_cascade *const cascade = cascade_of(pointer);
    Rcpp::NumericVector facts(WALD_CASCADE_ROUNDED_ROWS + 1);
    Rcpp::CharacterVector fact_names(facts.size());
    for (int fact = 0; fact < facts.size(); ++fact) {
      check(wald_cascade_number(cascade, fact, &facts[fact]));
      fact_names[fact] = wald_cascade_fact_name(fact);
    }
    facts.names() = fact_names;
    const int64_t models = glue::whole(facts[WALD_CASCADE_MODELS]);
    Rcpp::CharacterVector names(models);
    for (int64_t t = 0; t < models; ++t) {
      const char *name = nullptr;
      check(wald_cascade_model_name(cascade, t, &name));
      names[t] = Rcpp::String(name, CE_UTF8);
    }
    int64_t n_features = 0;
    check(wald_cascade_n_features(cascade, &n_features));
    const Rcpp::NumericVector order = numbers_of(cascade, WALD_CASCADE_ARRAY_ORDER);
    Rcpp::IntegerVector from_one(order.size());
    std::transform(order.begin(), order.end(), from_one.begin(),
                   [](double model) { return static_cast<int>(model) + 1; });
    return Rcpp::List::create(Rcpp::Named("facts") = facts, Rcpp::Named("order") = from_one,
                              Rcpp::Named("low") = numbers_of(cascade, WALD_CASCADE_ARRAY_LOW),
                              Rcpp::Named("high") = numbers_of(cascade, WALD_CASCADE_ARRAY_HIGH),
                              Rcpp::Named("spread") = numbers_of(cascade, WALD_CASCADE_ARRAY_SPREAD),
                              Rcpp::Named("stops") = numbers_of(cascade, WALD_CASCADE_ARRAY_STOPS),
                              Rcpp::Named("cross_stops") = numbers_of(cascade, WALD_CASCADE_ARRAY_CROSS_STOPS),
                              Rcpp::Named("held_out_stops") = numbers_of(cascade, WALD_CASCADE_ARRAY_HELD_OUT_STOPS),
                              Rcpp::Named("names") = names,
                              Rcpp::Named("n_features") = static_cast<double>(n_features));
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_merge(SEXP pointer, SEXP other) {
  return glue::guarded([&]() -> SEXP {
    check(wald_cascade_merge(cascade_of(pointer), cascade_of(other)));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_evaluate(SEXP pointer, SEXP scores, int threads) {
  return glue::guarded([&]() -> SEXP {
    const wald_cascade *const cascade = cascade_of(pointer);
    double disagreement = 0, mean_models = 0, mean_cost = 0, models = 0;
    check(wald_cascade_number(cascade, WALD_CASCADE_MODELS, &models));
    Rcpp::NumericVector stops(static_cast<R_xlen_t>(models));
    check(wald_cascade_evaluate(cascade, scores_of(scores), threads, &disagreement, &mean_models, &mean_cost,
                                stops.begin()));
    return Rcpp::List::create(Rcpp::Named("disagreement") = disagreement, Rcpp::Named("mean_models") = mean_models,
                              Rcpp::Named("mean_cost") = mean_cost, Rcpp::Named("stops") = stops);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_save(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_cascade *const cascade = cascade_of(pointer);
    return glue::text(wald::detail::filled_text([&](char *out, int64_t capacity, int64_t *needed) {
                        return wald_cascade_save(cascade, out, capacity, needed);
                      }).c_str());
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_load(std::string text) {
  return glue::guarded([&]() -> SEXP {
    wald_cascade *out = nullptr;
    check(wald_cascade_load(text.data(), static_cast<int64_t>(text.size()), &out));
    return own(out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_bind(SEXP pointer, SEXP trees) {
  return glue::guarded([&]() -> SEXP {
    wald_cascade *out = nullptr;
    check(wald_cascade_bind(cascade_of(pointer), trees_of(trees), &out));
    return own(out);
  });
}

// ---- Running ----

// Scores of all models, or with `features` those of the trees that the cascade was bound to.
// [[Rcpp::export(rng = false)]]
SEXP native_cascade_apply(SEXP pointer, SEXP table, bool features, int threads) {
  return glue::guarded([&]() -> SEXP {
    const wald_cascade *const cascade = cascade_of(pointer);
    const glue::Columns rows(table);
    Rcpp::IntegerVector decisions(Rcpp::no_init(rows.rows)), counts(Rcpp::no_init(rows.rows));
    check((features ? wald_cascade_apply_trees : wald_cascade_apply)(cascade, rows.data(), WALD_FLOAT64, rows.rows,
                                                                     rows.cols, 1, rows.rows, threads,
                                                                     decisions.begin(), counts.begin()));
    return decided(decisions, counts);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_cascade_apply_function(SEXP pointer, double n_rows, SEXP scored_by, double n_classes) {
  return glue::guarded([&]() -> SEXP {
    const wald_cascade *const cascade = cascade_of(pointer);
    const int64_t rows = glue::whole(n_rows);
    Rcpp::IntegerVector decisions(Rcpp::no_init(rows)), counts(Rcpp::no_init(rows));
    glue::Call::Scorer scorer{scored_by, rows, glue::whole(n_classes)};
    glue::Call call(cascade);
    call.finish(
        wald_cascade_apply_function(cascade, rows, glue::Call::scores, &scorer, decisions.begin(), counts.begin()));
    return decided(decisions, counts);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_run(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    wald_cascade_run *out = nullptr;
    check(wald_cascade_run_create(cascade_of(pointer), &out));
    return own(out);
  });
}

// The first model to ask, from 0.
// [[Rcpp::export(rng = false)]]
SEXP native_run_start(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    int64_t model = 0;
    check(wald_cascade_run_start(run_of(pointer), &model));
    return Rf_ScalarInteger(static_cast<int>(model));
  });
}

// The next model to ask, the decision, the count: as the library gives them.
// [[Rcpp::export(rng = false)]]
SEXP native_run_feed(SEXP pointer, Rcpp::NumericVector scores) {
  return glue::guarded([&]() -> SEXP {
    int64_t model = 0, count = 0;
    int32_t decision = 0;
    check(wald_cascade_run_feed(run_of(pointer), scores.begin(), scores.size(), &model, &decision, &count));
    return Rcpp::IntegerVector::create(static_cast<int>(model), decision, static_cast<int>(count));
  });
}

// ---- Trees ----

// [[Rcpp::export(rng = false)]]
SEXP native_trees(double n_features, double n_outputs, double leaf_width, double trees_per_model, int summation,
                  bool float_features, Rcpp::Nullable<Rcpp::NumericVector> base) {
  return glue::guarded([&]() -> SEXP {
    const OptionalReals begin(base);
    wald_trees *out = nullptr;
    check(wald_trees_create(glue::whole(n_features), glue::whole(n_outputs), glue::whole(leaf_width),
                            glue::whole(trees_per_model), summation, float_features, begin.data(), &out));
    return own(out);
  });
}

// Nodes and features count from 0. category_begin: NULL where no split is by categories. values: node by node.
// [[Rcpp::export(rng = false)]]
SEXP native_trees_add(SEXP pointer, double output, Rcpp::IntegerVector split, Rcpp::IntegerVector missing,
                      Rcpp::IntegerVector feature, Rcpp::IntegerVector left, Rcpp::IntegerVector right,
                      Rcpp::NumericVector threshold, Rcpp::Nullable<Rcpp::NumericVector> category_begin,
                      Rcpp::IntegerVector categories, Rcpp::NumericVector values) {
  return glue::guarded([&]() -> SEXP {
    std::vector<int64_t> begins;
    if (category_begin.isNotNull())
      for (const double begin : Rcpp::NumericVector(category_begin.get())) begins.push_back(glue::whole(begin));
    check(wald_trees_add(trees_of(pointer), glue::whole(output), split.size(), bytes_of(split).data(),
                         bytes_of(missing).data(), feature.begin(), left.begin(), right.begin(), threshold.begin(),
                         begins.empty() ? nullptr : begins.data(), categories.begin(), values.begin()));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_trees_shape(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    int64_t trees = 0, models = 0, features = 0, outputs = 0, leaf_width = 0;
    check(wald_trees_shape(trees_of(pointer), &trees, &models, &features, &outputs));
    check(wald_trees_leaf_width(trees_of(pointer), &leaf_width));
    return Rcpp::NumericVector::create(Rcpp::Named("n_trees") = static_cast<double>(trees),
                                       Rcpp::Named("n_models") = static_cast<double>(models),
                                       Rcpp::Named("n_features") = static_cast<double>(features),
                                       Rcpp::Named("n_outputs") = static_cast<double>(outputs),
                                       Rcpp::Named("leaf_width") = static_cast<double>(leaf_width));
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_trees_threshold(SEXP pointer, double margin) {
  return glue::guarded([&]() -> SEXP {
    double threshold = 0;
    check(wald_trees_threshold(trees_of(pointer), margin, &threshold));
    return Rf_ScalarReal(threshold);
  });
}

// A row for each output, a column for each row of features.
// [[Rcpp::export(rng = false)]]
SEXP native_trees_evaluate(SEXP pointer, SEXP features, int threads) {
  return glue::guarded([&]() -> SEXP {
    const glue::Columns rows(features);
    int64_t outputs = 0;
    check(wald_trees_shape(trees_of(pointer), nullptr, nullptr, nullptr, &outputs));
    Rcpp::NumericMatrix out(static_cast<int>(outputs), static_cast<int>(rows.rows));
    check(wald_trees_evaluate(trees_of(pointer), rows.data(), WALD_FLOAT64, rows.rows, rows.cols, 1, rows.rows, threads,
                              out.begin()));
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_trees_save(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_trees *const trees = trees_of(pointer);
    return glue::text(wald::detail::filled_text([&](char *out, int64_t capacity, int64_t *needed) {
                        return wald_trees_save(trees, out, capacity, needed);
                      }).c_str());
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_trees_load(std::string text) {
  return glue::guarded([&]() -> SEXP {
    wald_trees *out = nullptr;
    check(wald_trees_load(text.data(), static_cast<int64_t>(text.size()), &out));
    return own(out);
  });
}
