#include "learners.h"

#include <algorithm>

using glue::check;

namespace learners {

namespace {

bool has(const Rcpp::List &list, const char *name) { return list.containsElementNamed(name); }

std::vector<int64_t> whole_of(const Rcpp::NumericVector &values) {
  std::vector<int64_t> out(static_cast<std::size_t>(values.size()));
  std::transform(values.begin(), values.end(), out.begin(), glue::whole);
  return out;
}

// UTF-8, as long as the vector lives.
std::vector<const char *> texts_of(const Rcpp::CharacterVector &texts) {
  std::vector<const char *> out;
  for (R_xlen_t i = 0; i < texts.size(); ++i) out.push_back(CHAR(STRING_ELT(texts, i)));
  return out;
}

wald_dataset *features_of(const Rcpp::List &rows) {
  wald_dataset *made = nullptr;
  if (has(rows, "features")) {
    const Rcpp::NumericMatrix features = rows["features"];
    check(wald_dataset_create(features.begin(), WALD_FLOAT64, features.nrow(), features.ncol(), 1, features.nrow(),
                              &made));
    return made;
  }
  const Rcpp::IntegerVector indptr = rows["indptr"], indices = rows["indices"];
  const Rcpp::NumericVector values = rows["values"];
  check(wald_dataset_create_csr(indptr.begin(), indices.begin(), WALD_INT32, values.begin(), WALD_FLOAT64,
                                indptr.size() - 1, glue::whole(Rcpp::as<double>(rows["n_features"])), &made));
  return made;
}

void set_targets(wald_dataset *dataset, const Rcpp::List &rows) {
  if (has(rows, "labels")) {
    const Rcpp::IntegerMatrix labels = rows["labels"];
    check(wald_dataset_set_labels(dataset, glue::cells_of(labels).data(), labels.nrow(), labels.ncol(), 1,
                                  labels.nrow()));
  }
  if (has(rows, "label_indptr")) {
    const Rcpp::IntegerVector indptr = rows["label_indptr"], indices = rows["label_indices"];
    check(wald_dataset_set_labels_csr(dataset, indptr.begin(), indices.begin(), WALD_INT32, indptr.size() - 1,
                                      glue::whole(Rcpp::as<double>(rows["n_labels"]))));
  }
  if (has(rows, "classes")) {
    const std::vector<int64_t> classes = whole_of(rows["classes"]);
    check(wald_dataset_set_classes(dataset, classes.data(), static_cast<int64_t>(classes.size()),
                                   glue::whole(Rcpp::as<double>(rows["n_classes"]))));
  }
}

}  // namespace

Dataset dataset_of(const Rcpp::List &rows) {
  Dataset out(features_of(rows));
  set_targets(out.get(), rows);
  if (has(rows, "weights")) {
    const Rcpp::NumericVector weights = rows["weights"];
    check(wald_dataset_set_weights(out.get(), weights.begin(), WALD_FLOAT64, weights.size(), 1));
  }
  if (has(rows, "groups")) {
    const std::vector<int64_t> groups = whole_of(rows["groups"]);
    check(wald_dataset_set_groups(out.get(), groups.data(), static_cast<int64_t>(groups.size())));
  }
  if (has(rows, "marginals")) {
    const Rcpp::NumericMatrix marginals = rows["marginals"];
    check(wald_dataset_set_marginals(out.get(), marginals.begin(), WALD_FLOAT64, marginals.nrow(), marginals.ncol(), 1,
                                     marginals.nrow()));
  }
  return out;
}

wald_learner *learner_of(SEXP pointer) { return static_cast<wald_learner *>(glue::address(pointer, "learner")); }

Shape shape_of(const wald_learner *learner, const wald_dataset *rows) {
  Shape out{};
  check(wald_dataset_shape(rows, &out.n_rows, nullptr, nullptr, nullptr));
  check(wald_learner_shape(learner, nullptr, &out.n_labels, nullptr, nullptr));
  return out;
}

}  // namespace learners

namespace {

using learners::has;
using learners::learner_of;

SEXP own(wald_learner *handle) { return glue::own<wald_learner, wald_learner_destroy>(handle); }
SEXP own(wald_calibration *handle) { return glue::own<wald_calibration, wald_calibration_destroy>(handle); }
wald_calibration *calibration_of(SEXP pointer) {
  return static_cast<wald_calibration *>(glue::address(pointer, "calibration"));
}

using Options = wald::detail::Handle<wald_learner_options, wald_learner_options_destroy>;

// Options by a list that holds `numbers`, by the number of the setting, NaN for those that keep their default, and
// `methods` likewise, NA for none; and that may name penalties, mixture_weights, chain_orders (a row for each chain,
// labels from 0), feature_names, label_names, seed, progress (a function). An interrupt ends the call.
Options options_of(const Rcpp::List &asked) {
  wald_learner_options *made = nullptr;
  check(wald_learner_options_create(&made));
  Options out(made);
  const Rcpp::NumericVector numbers = asked["numbers"];
  for (R_xlen_t i = 0; i < numbers.size(); ++i)
    if (!Rcpp::NumericVector::is_na(numbers[i]))
      check(wald_learner_options_set(made, static_cast<wald_learner_setting>(i), numbers[i]));
  const Rcpp::CharacterVector methods = asked["methods"];
  for (R_xlen_t i = 0; i < methods.size(); ++i)
    if (!Rcpp::CharacterVector::is_na(methods[i]))
      check(wald_learner_options_set_method(made, static_cast<wald_learner_method>(i), CHAR(STRING_ELT(methods, i))));
  if (has(asked, "penalties")) {
    const Rcpp::NumericVector penalties = asked["penalties"];
    check(wald_learner_options_set_penalties(made, penalties.begin(), penalties.size()));
  }
  if (has(asked, "mixture_weights")) {
    const Rcpp::NumericVector weights = asked["mixture_weights"];
    check(wald_learner_options_set_mixture_weights(made, weights.begin(), weights.size()));
  }
  if (has(asked, "chain_orders")) {
    const Rcpp::NumericMatrix orders = asked["chain_orders"];
    const std::vector<int64_t> by_chain = learners::whole_of(Rcpp::transpose(orders));
    check(wald_learner_options_set_chain_orders(made, by_chain.data(), orders.nrow(), orders.ncol()));
  }
  if (has(asked, "feature_names")) {
    const Rcpp::CharacterVector names = asked["feature_names"];
    check(wald_learner_options_set_feature_names(made, learners::texts_of(names).data(), names.size()));
  }
  if (has(asked, "label_names")) {
    const Rcpp::CharacterVector names = asked["label_names"];
    check(wald_learner_options_set_label_names(made, learners::texts_of(names).data(), names.size()));
  }
  if (has(asked, "seed"))
    check(wald_learner_options_set_seed(made, glue::seed_of(Rcpp::as<std::string>(asked["seed"]))));
  // The list holds the function alive for as long as the call.
  void *const function = has(asked, "progress") ? static_cast<void *>(SEXP(asked["progress"])) : nullptr;
  check(wald_learner_options_set_progress(made, glue::Call::progress, function));
  return out;
}

template <class Getter>
Rcpp::CharacterVector names_of(const wald_learner *learner, int64_t count, Getter getter) {
  Rcpp::CharacterVector out(static_cast<R_xlen_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    const char *name = nullptr;
    check(getter(learner, i, &name));
    out[static_cast<R_xlen_t>(i)] = Rcpp::String(name, CE_UTF8);
  }
  return out;
}

}  // namespace

// ---- Learners ----

// [[Rcpp::export(rng = false)]]
SEXP native_learner_fit(std::string name, Rcpp::List rows, Rcpp::List asked) {
  return glue::guarded([&]() -> SEXP {
    const learners::Dataset dataset = learners::dataset_of(rows);
    const Options options = options_of(asked);
    wald_learner *out = nullptr;
    glue::Call call(nullptr);
    const wald_status status = wald_learner_fit(name.c_str(), dataset.get(), options.get(), &out);
    call.finish(status);
    return own(out);
  });
}

// Everything that is known of a learner but what fitting chose.
// [[Rcpp::export(rng = false)]]
SEXP native_learner_facts(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_learner *const learner = learner_of(pointer);
    const char *name = nullptr;
    int64_t features = 0, labels = 0, at_least = 0;
    wald_task task = 0;
    wald_kind kind = 0;
    check(wald_learner_name(learner, &name));
    check(wald_learner_shape(learner, &features, &labels, &task, &at_least));
    check(wald_learner_kind(learner, &kind));
    Rcpp::Shield<SEXP> learner_name(glue::text(name));
    return Rcpp::List::create(Rcpp::Named("learner") = SEXP(learner_name), Rcpp::Named("kind") = kind,
                              Rcpp::Named("task") = task, Rcpp::Named("n_features") = static_cast<double>(features),
                              Rcpp::Named("n_labels") = static_cast<double>(labels),
                              Rcpp::Named("at_least") = static_cast<double>(at_least),
                              Rcpp::Named("features") = names_of(learner, features, wald_learner_feature_name),
                              Rcpp::Named("labels") = names_of(learner, labels, wald_learner_label_name));
  });
}

// What fitting chose, a list for each: part, what, value, loss, and all values that were tried with their losses.
// [[Rcpp::export(rng = false)]]
SEXP native_learner_choices(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_learner *const learner = learner_of(pointer);
    int64_t count = 0;
    check(wald_learner_choice_count(learner, &count));
    Rcpp::List out(static_cast<R_xlen_t>(count));
    for (int64_t i = 0; i < count; ++i) {
      const char *part = nullptr, *what = nullptr;
      double value = 0, loss = 0;
      int64_t tried = 0;
      check(wald_learner_choice_get(learner, i, &part, &what, &value, &loss));
      check(wald_learner_choice_path(learner, i, nullptr, nullptr, 0, &tried));
      Rcpp::NumericVector values(static_cast<R_xlen_t>(tried)), losses(static_cast<R_xlen_t>(tried));
      if (tried > 0) check(wald_learner_choice_path(learner, i, values.begin(), losses.begin(), tried, &tried));
      Rcpp::Shield<SEXP> part_text(glue::text(part)), what_text(glue::text(what));
      out[static_cast<R_xlen_t>(i)] = Rcpp::List::create(
          Rcpp::Named("part") = SEXP(part_text), Rcpp::Named("what") = SEXP(what_text), Rcpp::Named("value") = value,
          Rcpp::Named("loss") = loss, Rcpp::Named("values") = values, Rcpp::Named("losses") = losses);
    }
    return out;
  });
}

// A row for each label, a column for each row of features.
// [[Rcpp::export(rng = false)]]
SEXP native_learner_probabilities(SEXP pointer, Rcpp::List rows, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_learner *const learner = learner_of(pointer);
    const learners::Dataset dataset = learners::dataset_of(rows);
    const glue::Options options = glue::options_of(settings, false);
    const learners::Shape shape = learners::shape_of(learner, dataset.get());
    Rcpp::NumericMatrix out(static_cast<int>(shape.n_labels), static_cast<int>(shape.n_rows));
    glue::Call call(learner);
    call.finish(wald_learner_probabilities(learner, dataset.get(), options.get(), out.begin()));
    return out;
  });
}

// An estimator for each row.
// [[Rcpp::export(rng = false)]]
SEXP native_learner_estimators(SEXP pointer, Rcpp::List rows, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_learner *const learner = learner_of(pointer);
    const learners::Dataset dataset = learners::dataset_of(rows);
    const glue::Options options = glue::options_of(settings, false);
    const learners::Shape shape = learners::shape_of(learner, dataset.get());
    Rcpp::List out(static_cast<R_xlen_t>(shape.n_rows));
    for (int64_t i = 0; i < shape.n_rows; ++i) {
      wald_estimator *made = nullptr;
      glue::Call call(learner);
      call.finish(wald_learner_estimator(learner, dataset.get(), i, options.get(), &made));
      out[static_cast<R_xlen_t>(i)] = glue::own(made);
    }
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_learner_save(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_learner *const learner = learner_of(pointer);
    return glue::text(wald::detail::filled_text([&](char *out, int64_t capacity, int64_t *needed) {
                        return wald_learner_save(learner, out, capacity, needed);
                      }).c_str());
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_learner_load(std::string text) {
  return glue::guarded([&]() -> SEXP {
    wald_learner *out = nullptr;
    check(wald_learner_load(text.data(), static_cast<int64_t>(text.size()), &out));
    return own(out);
  });
}

// ---- Calibration ----

// [[Rcpp::export(rng = false)]]
SEXP native_calibration_fit(std::string method, Rcpp::NumericVector scores, Rcpp::IntegerVector labels,
                            Rcpp::Nullable<Rcpp::NumericVector> weights) {
  return glue::guarded([&]() -> SEXP {
    wald_calibration *out = nullptr;
    check(wald_calibration_fit(method.c_str(), scores.begin(), WALD_FLOAT64, scores.size(), 1,
                               glue::cells_of(labels).data(), 1, glue::OptionalReals(weights).data(), WALD_FLOAT64, 1,
                               &out));
    return own(out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_calibration_apply(SEXP pointer, Rcpp::NumericVector scores) {
  return glue::guarded([&]() -> SEXP {
    Rcpp::NumericVector out(Rcpp::no_init(scores.size()));
    check(wald_calibration_apply(calibration_of(pointer), scores.begin(), WALD_FLOAT64, scores.size(), 1, out.begin()));
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_calibration_save(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_calibration *const calibration = calibration_of(pointer);
    return glue::text(wald::detail::filled_text([&](char *out, int64_t capacity, int64_t *needed) {
                        return wald_calibration_save(calibration, out, capacity, needed);
                      }).c_str());
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_calibration_load(std::string text) {
  return glue::guarded([&]() -> SEXP {
    wald_calibration *out = nullptr;
    check(wald_calibration_load(text.data(), static_cast<int64_t>(text.size()), &out));
    return own(out);
  });
}
