// Reads the costs of decisions, a row for each true class.
#include "thresholds/class_costs.hpp"

#include <algorithm>
#include <cmath>

#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/csv_scanner.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

class CostReader : public TableHandler {
 public:
  CostReader(const Source &source, const std::vector<std::string> &classes)
      : TableHandler(source), classes_(classes), costs_(classes.size() * classes.size()), seen_(classes.size()) {}

  void header(const std::vector<std::string> &names) override {
    if (names.size() != classes_.size() + 1)
      position.fail(std::to_string(names.size()) + " columns: costs take one for the true class and " +
                    std::to_string(classes_.size()) + " for the decisions");
    for (std::size_t column = 1; column < names.size(); ++column) decisions_.push_back(number(names[column]));
  }

  void cell(std::size_t column, std::string_view text) override {
    if (column == 0) {
      truth_ = number(std::string(text));
      if (seen_[truth_]) position.fail("class " + shown(text) + " has a row already");
      seen_[truth_] = true;
      return;
    }
    const std::size_t decision = decisions_[column - 1];
    double &cost = costs_[truth_ * classes_.size() + decision];
    if (!parse_number(text, cost) || !std::isfinite(cost))
      bad_cell(position, in_column(classes_[decision]), text, "a cost is a finite number");
  }

  void end_row() override {}

  std::vector<double> take(const std::string &path) {
    const auto first_unseen = std::find(seen_.begin(), seen_.end(), false);
    if (first_unseen != seen_.end())
      throw InputError(path + ": no row for the class " +
                       shown(classes_[static_cast<std::size_t>(first_unseen - seen_.begin())]));
    return std::move(costs_);
  }

 private:
  std::size_t number(const std::string &name) const {
    const auto found = std::find(classes_.begin(), classes_.end(), name);
    if (found == classes_.end()) position.fail("no class " + shown(name) + suggestion(name, classes_));
    return static_cast<std::size_t>(found - classes_.begin());
  }

  const std::vector<std::string> &classes_;
  std::vector<double> costs_;
  std::vector<bool> seen_;
  std::vector<std::size_t> decisions_;
  std::size_t truth_ = 0;
};

}  // namespace

std::vector<double> read_class_costs(const std::string &path, const std::vector<std::string> &classes,
                                     Progress &progress) {
  Source source(path, progress);
  CostReader reader(source, classes);
  scan_csv(source, reader);
  return reader.take(source.name());
}

}  // namespace wald::cli
