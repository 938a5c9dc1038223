// Finds the probabilities of another model by the names of the labels.
#include "learners/given_marginals.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/columns.hpp"
#include "input/csv_scanner.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

/// The label of each of some names, where `before` and `after` stand around all of them; nothing where they do not.
std::optional<std::vector<std::size_t>> places(const std::vector<std::string> &labels, const std::string &before,
                                               const std::string &after,
                                               const std::unordered_map<std::string, std::size_t> &columns) {
  std::vector<std::size_t> out;
  for (const std::string &label : labels) {
    const std::size_t around = before.size() + after.size();
    if (label.size() < around || label.compare(0, before.size(), before) != 0 ||
        label.compare(label.size() - after.size(), after.size(), after) != 0)
      return std::nullopt;
    const auto found = columns.find(label.substr(before.size(), label.size() - around));
    if (found == columns.end()) return std::nullopt;
    out.push_back(found->second);
  }
  return out;
}

class Reader : public TableHandler {
 public:
  Reader(const Source &source, const std::vector<std::string> &labels) : TableHandler(source), labels_(labels) {}

  void header(const std::vector<std::string> &names) override {
    columns_.emplace(names, position);
    columns_->match_labels(labels_, "the model");
    row_.resize(labels_.size());
  }
  void cell(std::size_t column, std::string_view text) override {
    if (columns_->role(column) != Role::label) {
      require_utf8(position, in_column(columns_->name(column)), text);
    } else if (!is_probability(text, row_[columns_->label(column)])) {
      bad_cell(position, in_column(columns_->name(column)), text, probability_rule);
    }
  }
  void end_row() override { out_.insert(out_.end(), row_.begin(), row_.end()); }

  std::vector<double> take() { return std::move(out_); }

 private:
  const std::vector<std::string> &labels_;
  std::optional<Columns> columns_;
  std::vector<double> row_, out_;
};

}  // namespace

std::vector<std::size_t> columns_of_labels(const std::vector<std::string> &columns,
                                           const std::vector<std::string> &patterns,
                                           const std::vector<std::string> &labels, const std::string &source) {
  if (columns.size() != labels.size())
    throw InputError(source + ": --marginals selects " + std::to_string(columns.size()) +
                     (columns.size() == 1 ? " column" : " columns") + ", and there are " +
                     std::to_string(labels.size()) + " labels: each has one");
  std::vector<std::size_t> out;
  std::unordered_map<std::string, std::size_t> parts;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::string part;
    if (patterns.size() != 1 || !starred(patterns[0], columns[i], part)) break;
    parts.emplace(part, i);
  }
  if (parts.size() < columns.size()) {
    for (std::size_t i = 0; i < columns.size(); ++i) out.push_back(i);
    return out;
  }
  const std::string &first = labels[0];
  for (std::size_t around = 0; around <= first.size(); ++around)
    for (std::size_t before = around + 1; before-- > 0;)
      if (auto found = places(labels, first.substr(0, before), first.substr(first.size() - (around - before)), parts))
        return std::move(*found);
  throw InputError(source + ": what the * of --marginals " + patterns[0] + " stands for are no names of the labels " +
                   shown(first) + (labels.size() > 1 ? ", " + shown(labels[1]) : "") +
                   (labels.size() > 2 ? ", ..." : "") + ": list the columns in the order of the labels");
}

std::vector<double> read_marginals(const std::string &path, const std::vector<std::string> &labels, std::size_t rows,
                                   Progress &progress) {
  Source source(path, progress);
  Reader reader(source, labels);
  scan_csv(source, reader);
  std::vector<double> out = reader.take();
  if (out.size() != rows * labels.size())
    throw InputError(source.name() + ": " + std::to_string(out.size() / labels.size()) + " rows of marginals, and " +
                     std::to_string(rows) + " of features");
  return out;
}

}  // namespace wald::cli
