// Reads probabilities from CSV, dense, or from libsvm form, sparse.
#include "decide/beliefs/probabilities.hpp"

#include <optional>

#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"
#include "input/csv_scanner.hpp"
#include "input/libsvm.hpp"

namespace wald::cli {
namespace {

class ProbabilityReader : public TableHandler {
 public:
  ProbabilityReader(const Source &source, const Settings &settings, Beliefs &beliefs)
      : TableHandler(source), settings_(settings), beliefs_(beliefs) {}

  void header(const std::vector<std::string> &names) override {
    columns_.emplace(names, position);
    if (settings_.id) {
      columns_->require(*settings_.id, Role::name, "--id");
      beliefs_.name_column = *settings_.id;
    }
    if (settings_.weights) columns_->require(*settings_.weights, Role::weight, "--weights");
    columns_->choose_labels(settings_.labels);
    beliefs_.labels = columns_->labels();
  }

  void cell(std::size_t column, std::string_view text) override {
    const Role role = columns_->role(column);
    if (role == Role::label) {
      double p = 0;
      if (!is_probability(text, p)) refuse(column, text);
      table_.probabilities.push_back(p);  // labels keep the order of the columns
      sum_ += p;
      return;
    }
    if (role == Role::weight) {
      double weight = 0;
      if (!is_weight(text, weight)) bad_cell(position, in_column(columns_->name(column)), text, weight_rule);
      beliefs_.weights.push_back(weight);
      return;
    }
    require_utf8(position, in_column(columns_->name(column)), text);
    if (role == Role::name) beliefs_.names.emplace_back(text);
  }

  void end_row() override {
    if (beliefs_.kind == WALD_CATEGORICAL) require_exclusive(position, sum_);
    sum_ = 0;
    ++beliefs_.rows;
  }

  DenseTable take() { return std::move(table_); }

 private:
  [[noreturn]] void refuse(std::size_t column, std::string_view text) const {
    double number = 0;
    const bool a_name = !settings_.id && !text.empty() && !parse_number(text, number);
    bad_cell(position, in_column(columns_->name(column)), text,
             a_name ? "a probability lies in [0, 1]; --id passes a column of names through" : probability_rule);
  }

  const Settings &settings_;
  Beliefs &beliefs_;
  std::optional<Columns> columns_;
  DenseTable table_;
  double sum_ = 0;
};

}  // namespace

void require_exclusive(const Position &position, double sum) {
  if (sum <= 1 + 1e-6) return;  // the rounding that the library takes
  std::string message = "the probabilities sum to ";
  append_number(message, sum);
  position.fail(message + ": must sum to at most 1 for exclusive labels");
}

void read_probabilities_csv(Source &source, const Settings &settings, Beliefs &beliefs) {
  ProbabilityReader reader(source, settings, beliefs);
  scan_csv(source, reader);
  require_weight(beliefs.source, beliefs.weights);
  beliefs.what = reader.take();
}

void read_probabilities_libsvm(Source &source, Beliefs &beliefs) {
  SparseTable table;
  Position position;
  scan_libsvm(source, beliefs.n_labels(), LibsvmValue::probability, false, position, [&](const LibsvmRow &row) {
    if (beliefs.kind == WALD_CATEGORICAL) {
      double sum = 0;
      for (const double p : row.values) sum += p;
      require_exclusive(position, sum);
    }
    table.indices.insert(table.indices.end(), row.indices.begin(), row.indices.end());
    table.probabilities.insert(table.probabilities.end(), row.values.begin(), row.values.end());
    table.indptr.push_back(static_cast<std::int64_t>(table.indices.size()));
    ++beliefs.rows;
  });
  beliefs.what = std::move(table);
}

}  // namespace wald::cli
