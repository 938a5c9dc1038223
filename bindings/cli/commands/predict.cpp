#include <optional>

#include "../answer_json.hpp"
#include "../each.hpp"
#include "../prediction_csv.hpp"
#include "../warnings.hpp"
#include "commands.hpp"

namespace wald::cli {
namespace {

/// Decides a whole table in one call, which shares its work among threads itself.
void decide_table(const Metric &metric, const Beliefs &beliefs, const Options &options, Decision &decision) {
  const std::int64_t rows = beliefs.rows, n = beliefs.n_labels();
  if (const auto *sparse = std::get_if<SparseTable>(&beliefs.what)) {
    decision.decide_csr(
        metric, beliefs.kind,
        Csr<double, std::int64_t>{sparse->indptr.data(), sparse->indices.data(), sparse->probabilities.data(), rows, n},
        options);
  } else if (const auto *dense = std::get_if<DenseTable>(&beliefs.what)) {
    decision.decide_rows(metric, beliefs.kind, Table<const double>(dense->probabilities.data(), rows, n), options);
  } else {
    const std::vector<double> marginals = marginal_table(beliefs);
    decision.decide_rows(metric, WALD_INDEPENDENT, Table<const double>(marginals.data(), rows, n), options);
  }
}

class Predicter {
 public:
  Predicter(const Settings &settings, const Beliefs &beliefs, Output &output, Warnings &warnings)
      : settings_(settings), beliefs_(beliefs), output_(output), warnings_(warnings) {}

  void run(const Metric &metric, Progress &progress) {
    Options options = make_options(settings_);
    if (settings_.format == Format::csv) {
      csv_.emplace(beliefs_, settings_.average);
      std::string header;
      csv_->append_header(header);
      output_.write(header);
    }
    const bool table =
        settings_.average != WALD_INSTANCE || beliefs_.kind == WALD_INDEPENDENT || beliefs_.kind == WALD_CATEGORICAL;
    if (table)
      decide_at_once(metric, options, progress);
    else
      decide_one_by_one(metric, options, progress);
  }

 private:
  void decide_at_once(const Metric &metric, Options &options, Progress &progress) {
    options.average(settings_.average);
    follow(options, progress, "deciding");
    Decision decision;
    decide_table(metric, beliefs_, options, decision);
    progress.clear();
    const std::int64_t answers = decision.count();
    if (csv_) {
      for (std::int64_t answer = 0; answer < answers; ++answer) warnings_.note(decision.warning(answer));
      csv_->write_table(output_, decision);
      return;
    }
    std::string text;
    for (std::int64_t answer = 0; answer < answers; ++answer) {
      text.clear();
      append_answer(text, beliefs_, settings_.average, settings_.abstain.has_value(), answer, decision, answer);
      output_.write(text);
    }
  }

  void decide_one_by_one(const Metric &metric, Options &options, Progress &progress) {
    const Problems problems(beliefs_, WALD_INSTANCE);
    follow_each(options, problems, progress);
    for_each_problem(problems, settings_.threads, progress, output_, [&](std::int64_t row, std::string &text) {
      const Decision decision = decide(metric, problems.estimator(row), options);
      if (csv_) {
        warnings_.note(decision.warning());
        csv_->append_answer(text, row, decision, 0);
      } else {
        append_answer(text, beliefs_, WALD_INSTANCE, settings_.abstain.has_value(), row, decision, 0);
      }
    });
  }

  const Settings &settings_;
  const Beliefs &beliefs_;
  Output &output_;
  Warnings &warnings_;
  std::optional<PredictionCsv> csv_;
};

}  // namespace

void predict(const Settings &settings) {
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
