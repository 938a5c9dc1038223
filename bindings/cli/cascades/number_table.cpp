// Reads tables of numbers in batches.
#include "cascades/number_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "base/places.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/cells.hpp"
#include "input/csv_scanner.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

constexpr std::size_t numbers_at_a_time = std::size_t{1} << 20;

class Handler : public TableHandler {
 public:
  Handler(const Source &source, const NumberReader &reader, const std::function<void(const NumberRows &)> &take)
      : TableHandler(source), reader_(reader), take_(take) {}

  void header(const std::vector<std::string> &names) override {
    names_ = names;
    columns_ = reader_.choose(names, position);
    slots_.assign(names.size(), passed_over);
    for (std::size_t slot = 0; slot < columns_.numbers.size(); ++slot) slots_[columns_.numbers[slot]] = slot;
    codes_.clear();
    for (const std::vector<std::string> &words : columns_.categories) codes_.push_back(places_of(words));
    row_.resize(columns_.numbers.size());
    rows_.columns = static_cast<std::int64_t>(row_.size());
  }

  void cell(std::size_t column, std::string_view text) override {
    const auto refuse = [&](const char *rule) { bad_cell(position, in_column(names_[column]), text, rule); };
    if (slots_[column] != passed_over) {
      const std::size_t slot = slots_[column];
      if (slot < columns_.categories.size() && !columns_.categories[slot].empty())
        row_[slot] = code(text, slot, column);
      else if (!number(text, row_[slot]))
        refuse(rule());
    } else if (column == columns_.target) {
      rows_.targets.push_back(target(text, column));
    } else if (column == columns_.weight) {
      double weight = 0;
      if (!is_weight(text, weight)) refuse(weight_rule);
      rows_.weights.push_back(weight);
    } else {
      require_utf8(position, in_column(names_[column]), text);
    }
  }

  void end_row() override {
    rows_.numbers.insert(rows_.numbers.end(), row_.begin(), row_.end());
    ++rows_.rows;
    if (rows_.numbers.size() + row_.size() > numbers_at_a_time) hand_over();
  }

  void hand_over() {
    if (rows_.rows > 0) take_(rows_);
    rows_.rows = 0;
    rows_.numbers.clear();
    rows_.targets.clear();
    rows_.weights.clear();
  }

 private:
  static constexpr std::size_t passed_over = static_cast<std::size_t>(-1);

  const char *rule() const {
    return reader_.may_be_missing ? "a feature is a number, or empty if it is missing"
                                  : "a score is a finite number";
  }

  bool number(std::string_view text, double &value) const {
    if (!reader_.may_be_missing) return parse_number(text, value) && std::isfinite(value);
    if (!is_missing(text)) return parse_number(text, value);
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }

  /// The code of a category.
  double code(std::string_view text, std::size_t slot, std::size_t column) const {
    if (reader_.may_be_missing && is_missing(text)) return std::numeric_limits<double>::quiet_NaN();
    const auto found = codes_[slot].find(text);
    if (found != codes_[slot].end()) return static_cast<double>(found->second);
    require_utf8(position, in_column(names_[column]), text);
    position.fail(in_column(names_[column]) + " is " + shown(text) + ", which is none of its categories" +
                  suggestion(text, columns_.categories[slot]));
  }

  double target(std::string_view text, std::size_t column) const {
    double value = 0;
    if (reader_.classes.empty()) {
      if (!parse_number(text, value) || !std::isfinite(value))
        bad_cell(position, in_column(names_[column]), text, "a target is a finite number");
      return value;
    }
    const auto found = std::find(reader_.classes.begin(), reader_.classes.end(), text);
    if (found == reader_.classes.end()) {
      require_utf8(position, in_column(names_[column]), text);
      position.fail(in_column(names_[column]) + " names the class " + shown(text) + ", which --classes does not" +
                    suggestion(text, reader_.classes));
    }
    return static_cast<double>(found - reader_.classes.begin());
  }

  const NumberReader &reader_;
  const std::function<void(const NumberRows &)> &take_;
  std::vector<std::string> names_;
  NumberColumns columns_;
  std::vector<std::size_t> slots_;  // of each column: which number it is
  std::vector<Places> codes_;       // of each number: its words' codes
  std::vector<double> row_;         // the present one, whose columns may stand in any order
  NumberRows rows_;
};

}  // namespace

void NumberReader::read(const std::string &path, Progress &progress,
                        const std::function<void(const NumberRows &)> &take) const {
  Source source(path, progress);
  Handler handler(source, *this, take);
  scan_csv(source, handler);
  handler.hand_over();
}

}  // namespace wald::cli
