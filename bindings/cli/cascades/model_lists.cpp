// Reads costs and orders of models, each model once.
#include "cascades/model_lists.hpp"

#include <algorithm>

#include "base/places.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/csv_scanner.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

/// Finds models by name, each once.
class Models {
 public:
  explicit Models(const std::vector<std::string> &names)
      : names_(names), places_(places_of(names)), seen_(names.size()) {}

  bool has(const std::string &name) const { return places_.count(name) > 0; }

  std::size_t take(const std::string &name, const Position &position) {
    const auto found = places_.find(name);
    if (found == places_.end()) position.fail("no model " + shown(name) + suggestion(name, names_));
    if (seen_[found->second]) position.fail("model " + shown(name) + " has a line already");
    seen_[found->second] = true;
    return found->second;
  }

  void require_all(const std::string &source) const {
    const auto first_unseen = std::find(seen_.begin(), seen_.end(), false);
    if (first_unseen != seen_.end())
      throw InputError(source + ": no line for the model " +
                       shown(names_[static_cast<std::size_t>(first_unseen - seen_.begin())]));
  }

 private:
  const std::vector<std::string> &names_;
  const Places places_;
  std::vector<bool> seen_;
};

class ModelCostReader : public TableHandler {
 public:
  ModelCostReader(const Source &source, const std::vector<std::string> &models)
      : TableHandler(source), models_(models), costs_(models.size()) {}

  bool is_header(const std::vector<std::string> &cells) const override {
    double cost = 0;
    return cells.size() < 2 || !parse_number(cells[1], cost);
  }

  void header(const std::vector<std::string> &names) override {
    if (names.size() != 2)
      position.fail(std::to_string(names.size()) + (names.size() == 1 ? " column" : " columns") +
                    ": costs take two, the name of a model and its cost");
  }

  void cell(std::size_t column, std::string_view text) override {
    if (column == 0) {
      model_ = models_.take(std::string(text), position);
      return;
    }
    double &cost = costs_[model_];
    if (!parse_number(text, cost) || !(cost >= 0))
      bad_cell(position, "the cost", text, "a cost is a number >= 0, or inf");
  }

  void end_row() override {}

  std::vector<double> take() {
    models_.require_all(position.name);
    return std::move(costs_);
  }

 private:
  Models models_;
  std::vector<double> costs_;
  std::size_t model_ = 0;
};

}  // namespace

std::vector<std::int64_t> read_order(const std::string &path, const std::vector<std::string> &models,
                                     Progress &progress) {
  Source source(path, progress);
  const std::string text = source.all();
  Models known(models);
  Position position{source.name(), 0};
  std::vector<std::int64_t> order;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    ++position.line;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (!line.empty()) order.push_back(static_cast<std::int64_t>(known.take(line, position)));
  }
  known.require_all(source.name());
  return order;
}

std::vector<double> read_costs(const std::string &path, const std::vector<std::string> &models, Progress &progress) {
  Source source(path, progress);
  ModelCostReader reader(source, models);
  scan_csv(source, reader);
  return reader.take();
}

}  // namespace wald::cli
