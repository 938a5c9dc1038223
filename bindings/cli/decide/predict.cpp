// wald predict: the labels of greatest expected utility, by probabilities or by a learner.
#include <functional>
#include <optional>

#include "base/text.hpp"
#include "base/warnings.hpp"
#include "commands.hpp"
#include "decide/answer_json.hpp"
#include "decide/beliefs/read_beliefs.hpp"
#include "decide/each.hpp"
#include "decide/prediction_csv.hpp"
#include "learners/model_rows.hpp"

namespace wald::cli {
namespace {

/// Decides a whole table in one call, which shares its work among threads itself.
void decide_table(const Metric &metric, const Beliefs &beliefs, const DecisionOptions &options, Decision &decision) {
  const std::int64_t rows = beliefs.rows, n = beliefs.n_labels();
  if (const auto *sparse = std::get_if<SparseTable>(&beliefs.what)) {
    decision.decide_table(
        metric, beliefs.kind,
        Csr<double, std::int64_t>{sparse->indptr.data(), sparse->indices.data(), sparse->probabilities.data(), rows, n},
        options);
  } else if (const auto *dense = std::get_if<DenseTable>(&beliefs.what)) {
    decision.decide_table(metric, beliefs.kind, Table<const double>(dense->probabilities.data(), rows, n), options);
  } else {
    const std::vector<double> marginals = marginal_table(beliefs);
    decision.decide_table(metric, WALD_INDEPENDENT, Table<const double>(marginals.data(), rows, n), options);
  }
}

/// Decides all rows in one call.
using DecideAll = std::function<void(const DecisionOptions &options, Decision &decision)>;

class Predicter {
 public:
  /// `probabilities`: rows by labels, to be written beside, or none.
  Predicter(const Settings &settings, const Beliefs &beliefs, Output &output, Warnings &warnings,
            const std::vector<double> &probabilities = {})
      : settings_(settings), beliefs_(beliefs), output_(output), warnings_(warnings), probabilities_(probabilities) {}

  void run(const Metric &metric, Progress &progress) {
    const bool table =
        settings_.average != WALD_INSTANCE || beliefs_.kind == WALD_INDEPENDENT || beliefs_.kind == WALD_CATEGORICAL;
    if (table) {
      run([&](const DecisionOptions &options, Decision &decision) { decide_table(metric, beliefs_, options, decision); },
          progress);
    } else {
      begin();
      decide_one_by_one(metric, progress);
    }
  }

  void run(const DecideAll &decide, Progress &progress) {
    begin();
    DecisionOptions options = make_options(settings_, settings_.learner.model.empty() ? "decide tables" : "decide tables learners");
    follow(options, progress, "deciding");
    Decision decision;
    decide(options, decision);
    progress.clear();
    const std::int64_t answers = decision.n_answers();
    if (csv_) {
      for (std::int64_t answer = 0; answer < answers; ++answer) warnings_.note(decision.warning(answer));
      csv_->write_table(output_, decision);
      return;
    }
    for (std::int64_t answer = 0; answer < answers; ++answer) {
      output_.write(json_text(answer_json(beliefs_, settings_.average, abstaining(), answer, decision, answer,
                                          probabilities_of(answer))) +
                    '\n');
    }
  }

 private:
  void begin() {
    if (settings_.format != Format::csv) return;
    csv_.emplace(beliefs_, settings_.average);
    if (!probabilities_.empty()) csv_->add_probabilities(probabilities_);
    std::string header;
    csv_->append_header(header);
    output_.write(header);
  }

  Abstaining abstaining() const {
    if (settings_.library.given("abstain_label")) return Abstaining::labels;
    return settings_.library.given("abstain") ? Abstaining::instances : Abstaining::none;
  }

  /// Of the items of an answer.
  std::vector<double> probabilities_of(std::int64_t answer) const {
    if (probabilities_.empty() || settings_.average == WALD_MICRO) return probabilities_;
    const std::int64_t n = beliefs_.n_labels();
    const bool column = settings_.average == WALD_MACRO;
    std::vector<double> out;
    for (std::int64_t i = 0; i < (column ? beliefs_.rows : n); ++i)
      out.push_back(probabilities_[static_cast<std::size_t>(column ? i * n + answer : answer * n + i)]);
    return out;
  }

  void decide_one_by_one(const Metric &metric, Progress &progress) {
    DecisionOptions options = make_options_of_one(settings_, "decide");
    const Problems problems(beliefs_, WALD_INSTANCE);
    follow_each(options, problems, progress);
    for_each_problem(problems, settings_.threads, progress, output_, [&](std::int64_t row, std::string &text) {
      const Decision decision = decide(metric, problems.estimator(row), options);
      if (csv_) {
        warnings_.note(decision.warning());
        csv_->append_answer(text, row, decision, 0);
      } else {
        text += json_text(answer_json(beliefs_, WALD_INSTANCE, abstaining(), row, decision, 0)) + '\n';
      }
    });
  }

  const Settings &settings_;
  const Beliefs &beliefs_;
  Output &output_;
  Warnings &warnings_;
  const std::vector<double> &probabilities_;
  std::optional<PredictionCsv> csv_;
};

/// A table of probabilities alone, as `wald predict` reads it.
void write_probabilities(const Settings &settings, const Beliefs &beliefs, const std::vector<double> &probabilities,
                         Output &output) {
  const auto n = static_cast<std::size_t>(beliefs.n_labels());
  std::string text;
  if (settings.format == Format::csv) {
    if (beliefs.named()) append_csv(text, beliefs.name_column);
    for (std::size_t label = 0; label < n; ++label) {
      if (label > 0 || beliefs.named()) text += ',';
      append_csv(text, beliefs.labels[label]);
    }
    output.write(text + '\n');
  }
  for (std::int64_t row = 0; row < beliefs.rows; ++row) {
    text.clear();
    const double *p = probabilities.data() + static_cast<std::size_t>(row) * n;
    if (settings.format == Format::csv) {
      if (beliefs.named()) append_csv(text, beliefs.names[static_cast<std::size_t>(row)]);
      for (std::size_t label = 0; label < n; ++label) {
        if (label > 0 || beliefs.named()) text += ',';
        append_number(text, p[label]);
      }
    } else {
      Json line = problem_json(beliefs, WALD_INSTANCE, row);
      line["probabilities"] = std::vector<double>(p, p + n);
      text = json_text(line);
    }
    output.write(text + '\n');
  }
}

/// By a learner, from features.
void predict_by_model(const Settings &settings) {
  std::optional<Metric> metric;
  if (!settings.metrics.empty()) metric.emplace(make_metric(settings, settings.metrics[0]));
  Output output(settings.output);
  Progress progress;
  const SavedLearner model = read_learner(settings.learner.model, progress);
  ModelRows rows = read_model_rows(settings, model, false, progress);
  const Dataset dataset = rows.dataset(model);
  const std::int64_t n_rows = rows.features.rows;
  rows.features = {};  // the dataset has a copy
  Beliefs beliefs;     // what the output says of the rows; the learner knows the rest
  beliefs.source = rows.source;
  beliefs.labels = model.label_names;
  beliefs.rows = n_rows;
  beliefs.name_column = rows.name_column;
  beliefs.names = std::move(rows.names);
  check_beliefs(settings, beliefs);
  std::vector<double> probabilities;
  if (settings.learner.probabilities) {
    DecisionOptions options = make_options(settings, "learners");
    follow(options, progress, "asking");
    probabilities = model.learner.probabilities(dataset, options);
  }
  Warnings warnings;
  if (metric)
    Predicter(settings, beliefs, output, warnings, probabilities)
        .run([&](const DecisionOptions &options,
                 Decision &decision) { decision = model.learner.decide(dataset, *metric, options); },
             progress);
  else
    write_probabilities(settings, beliefs, probabilities, output);
  output.finish();
  progress.clear();
  warnings.say();
}

}  // namespace

void predict(const Settings &settings) {
  if (!settings.learner.model.empty()) {
    predict_by_model(settings);
    return;
  }
  const Metric metric = make_metric(settings, settings.metrics[0]);
  Output output(settings.output);
  Progress progress;
  const Beliefs beliefs = read_beliefs(settings, progress);
  Warnings warnings;
  Predicter(settings, beliefs, output, warnings).run(metric, progress);
  output.finish();
  progress.clear();
  warnings.say();
}

}  // namespace wald::cli
