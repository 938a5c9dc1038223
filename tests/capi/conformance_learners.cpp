// The calls of the conformance cases that concern learners and calibration.
#include "conformance.hpp"

namespace {

constexpr Named tasks[] = {{"labels", WALD_TASK_LABELS}, {"classes", WALD_TASK_CLASSES}};

std::vector<int64_t> integers(const Json &list) { return list.get<std::vector<int64_t>>(); }

wald::Dataset features_of(const Json &rows) {
  if (!rows.contains("csr")) {
    const std::vector<double> cells = flat<double>(rows.at("features"));
    return wald::Dataset(wald::Table<const double>(cells.data(), static_cast<int64_t>(rows.at("features").size()),
                                                   width(rows.at("features"), 1)));
  }
  const Json &csr = rows.at("csr");
  const std::vector<int64_t> indptr = integers(csr.at("indptr")), indices = integers(csr.at("indices"));
  const std::vector<double> values = numbers(csr.at("values"));
  return wald::Dataset(wald::Csr<double, int64_t>{indptr.data(), indices.data(), values.data(),
                                                  csr.at("n_rows").get<int64_t>(),
                                                  csr.at("n_features").get<int64_t>()});
}

wald::Dataset dataset_of(const Json &rows) {
  wald::Dataset out = features_of(rows);
  const int64_t n = out.n_rows();
  if (rows.contains("labels")) {
    const auto cells = flat<uint8_t>(rows.at("labels"));
    out.labels(wald::Table<const uint8_t>(cells.data(), n, width(rows.at("labels"), 1)));
  }
  if (rows.contains("label_csr")) {
    const Json &csr = rows.at("label_csr");
    const std::vector<int64_t> indptr = integers(csr.at("indptr")), indices = integers(csr.at("indices"));
    out.labels(
        wald::Csr<double, int64_t>{indptr.data(), indices.data(), nullptr, n, csr.at("n_labels").get<int64_t>()});
  }
  if (rows.contains("classes")) out.classes(integers(rows.at("classes")), rows.at("n_classes").get<int64_t>());
  if (rows.contains("weights")) out.weights(numbers(rows.at("weights")));
  if (rows.contains("groups")) out.groups(integers(rows.at("groups")));
  if (rows.contains("marginals")) {
    const std::vector<double> cells = flat<double>(rows.at("marginals"));
    out.marginals(wald::Table<const double>(cells.data(), n, width(rows.at("marginals"), 1)));
  }
  return out;
}

wald::LearnerOptions asked_of(const Json &c) {
  wald::LearnerOptions out;
  const Json &asked = c.at("asked");
  set_all(out, asked);
  if (asked.contains("c_values")) out.c_values(numbers(asked.at("c_values")));
  if (asked.contains("mixture_weights")) out.mixture_weights(numbers(asked.at("mixture_weights")));
  if (asked.contains("chain_orders")) out.chain_orders(asked.at("chain_orders").get<std::vector<int64_t>>());
  if (asked.contains("feature_names")) out.feature_names(asked.at("feature_names").get<std::vector<std::string>>());
  if (asked.contains("label_names")) out.label_names(asked.at("label_names").get<std::vector<std::string>>());
  return out;
}

struct Said {
  std::vector<double> probabilities, expected;
  std::vector<std::vector<int>> mask;
};

Said said_of(const wald::Learner &learner, const wald::Dataset &rows, const Json &c, int threads) {
  const int64_t n = rows.n_rows(), m = learner.n_labels();
  wald::DecisionOptions options = options_of(c), estimating = options_of(c);
  options.threads(threads);
  estimating.threads(threads).reset_unread("learners");
  Said out;
  out.probabilities = learner.probabilities(rows, estimating);
  std::vector<uint8_t> mask(static_cast<std::size_t>(n * m));
  const bool whole = c.contains("options") && c.at("options").contains("average");
  const std::string average = whole ? c.at("options").at("average").get<std::string>() : "instance";
  out.expected.resize(static_cast<std::size_t>(average == "instance" ? n : average == "macro" ? m : 1));
  learner.decide(rows, metric_of(c), options, wald::Table<uint8_t>(mask.data(), n, m), out.expected);
  for (int64_t i = 0; i < n; ++i) out.mask.emplace_back(mask.begin() + i * m, mask.begin() + (i + 1) * m);
  return out;
}

void check_same_bits(const std::string &what, const Said &got, const Said &first) {
  check_bits("probabilities " + what, got.probabilities, first.probabilities);
  check_bits("expected " + what, got.expected, first.expected);
  if (got.mask != first.mask) fail("mask " + what + " is another");
}

void check_about(const wald::Learner &learner, const Json &e) {
  if (e.contains("name")) check_same("name", std::string(learner.name()), e.at("name"));
  if (e.contains("kind")) check_same("kind", learner.kind(), Json(value_of(kinds, e.at("kind"))));
  if (e.contains("task")) check_same("task", learner.task(), Json(value_of(tasks, e.at("task"))));
  if (e.contains("n_features")) check_same("n_features", learner.n_features(), e.at("n_features"));
  if (e.contains("n_labels")) check_same("n_labels", learner.n_labels(), e.at("n_labels"));
  if (e.contains("at_least")) check_same("at_least", learner.at_least(), e.at("at_least"));
  for (int64_t j = 0; e.contains("feature_names") && j < learner.n_features(); ++j)
    check_same("feature name", std::string(learner.feature_name(j)),
               e.at("feature_names")[static_cast<std::size_t>(j)]);
  for (int64_t j = 0; e.contains("label_names") && j < learner.n_labels(); ++j)
    check_same("label name", std::string(learner.label_name(j)), e.at("label_names")[static_cast<std::size_t>(j)]);
  if (!e.contains("choices")) return;
  const std::vector<wald::Learner::Choice> choices = learner.choices();
  check_same("number of choices", choices.size(), Json(e.at("choices").size()));
  for (std::size_t i = 0; i < std::min(choices.size(), e.at("choices").size()); ++i) {
    check_same("part", choices[i].part, e.at("choices")[i].at("part"));
    check_same("what", choices[i].what, e.at("choices")[i].at("what"));
    check("value", choices[i].value, number(e.at("choices")[i].at("value")));
  }
}

}  // namespace

void learner(const Json &c) {
  const wald::Dataset rows = dataset_of(c.at("rows"));
  wald::LearnerOptions asked = asked_of(c);
  const auto name = c.at("learner").get<std::string>();
  const wald::Learner fitted = wald::Learner::fit(name, rows, asked);
  const wald::Dataset fresh = dataset_of(c.at("new"));
  const Said said = said_of(fitted, fresh, c, 1);
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  check_about(fitted, e);
  std::vector<double> expected;
  for (const Json &row : e.at("probabilities"))
    for (const Json &p : row) expected.push_back(hex(p));
  if (expected.size() != said.probabilities.size()) return fail("another number of probabilities");
  // What stands on products of matrices may differ in its last digits between processors.
  if (portable_bits && tolerance > 1e-9) return;
  for (std::size_t i = 0; i < expected.size(); ++i)
    check("probabilities[" + std::to_string(i) + "]", said.probabilities[i], expected[i]);
  check_same("mask", said.mask, e.at("mask"));
  check_list("expected", said.expected, e.at("expected"));

  const std::string saved = fitted.save();
  const wald::Learner loaded = wald::Learner::load(saved);
  if (loaded.save() != saved) fail("saving, loading and saving gives another text");
  check_same_bits("of a saved and loaded one", said_of(loaded, fresh, c, 1), said);
  check_same_bits("with 3 threads", said_of(fitted, fresh, c, 3), said);
  asked.threads(3);
  if (wald::Learner::fit(name, rows, asked).save() != saved) fail("3 threads fit another learner");
  std::vector<double> one_by_one;
  for (int64_t i = 0; i < fresh.n_rows(); ++i)
    for (const double p : fitted.estimator(fresh, i).marginals()) one_by_one.push_back(p);
  // Summed in another order.
  for (std::size_t i = 0; i < one_by_one.size(); ++i)
    if (!(std::fabs(one_by_one[i] - said.probabilities[i]) <= 1e-14)) fail("an estimator has other marginals");
}

void class_calibration(const Json &c) {
  std::vector<double> weights;
  if (c.contains("weights")) weights = numbers(c.at("weights"));
  const bool scores = c.contains("scores");
  const auto fit = scores ? wald::Calibration::fit_class_scores : wald::Calibration::fit_classes;
  const auto apply = scores ? &wald::Calibration::apply_scores : &wald::Calibration::apply;
  const auto table_of = [](const Json &rows, const std::vector<double> &cells) {
    return wald::Table<const double>(cells.data(), static_cast<int64_t>(rows.size()), width(rows, 0));
  };
  const Json &rows = c.at(scores ? "scores" : "probabilities");
  const std::vector<double> given = flat<double>(rows), at = flat<double>(c.at("new"));
  const wald::Table<const double> fresh = table_of(c.at("new"), at);
  const wald::Calibration fitted = fit(c.at("method").get<std::string>(), c.at("classes").get<std::vector<int64_t>>(),
                                       table_of(rows, given), array_of(weights));
  const std::vector<double> said = (fitted.*apply)(fresh);
  if (!c.contains("expect")) return;
  check_list("probabilities", said, c.at("expect").at("probabilities"));
  const wald::Calibration loaded = wald::Calibration::load(fitted.save());
  if (loaded.save() != fitted.save()) fail("saving, loading and saving gives another text");
  if (loaded.n_classes() != fresh.cols) fail("another number of classes");
  check_bits("probabilities of a saved and loaded one", (loaded.*apply)(fresh), said);
}

void calibration(const Json &c) {
  if (c.contains("classes")) return class_calibration(c);
  std::vector<double> weights;
  if (c.contains("weights")) weights = numbers(c.at("weights"));
  const bool scores = c.contains("scores");
  const auto fit = scores ? wald::Calibration::fit_scores : wald::Calibration::fit;
  const auto apply = scores ? &wald::Calibration::apply_scores : &wald::Calibration::apply;
  const wald::Calibration fitted =
      fit(c.at("method").get<std::string>(), c.at("labels").get<std::vector<uint8_t>>(),
          numbers(c.at(scores ? "scores" : "probabilities")), array_of(weights));
  const std::vector<double> at = numbers(c.at("new")), said = (fitted.*apply)(at);
  if (!c.contains("expect")) return;
  check_list("probabilities", said, c.at("expect").at("probabilities"));
  const wald::Calibration loaded = wald::Calibration::load(fitted.save());
  if (loaded.save() != fitted.save()) fail("saving, loading and saving gives another text");
  check_bits("probabilities of a saved and loaded one", (loaded.*apply)(at), said);
}

void learner_load(const Json &c) { wald::Learner::load(c.at("text").get<std::string>()); }
void calibration_load(const Json &c) { wald::Calibration::load(c.at("text").get<std::string>()); }
