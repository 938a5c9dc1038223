// Scans JSON lines, whose first object names the columns.
#include "input/json_lines.hpp"

#include <algorithm>
#include <unordered_map>

#include "base/json.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/lines.hpp"

namespace wald::cli {
namespace {

// What lines of JSON may stand for beyond what they hold: cells that they leave out, 2^24 and 32 a byte more, and bytes
// of the names of columns that a list makes.
constexpr std::size_t most_left_out = std::size_t{1} << 24, left_out_of_byte = 32;
constexpr std::size_t most_bytes_of_names = std::size_t{1} << 26;

constexpr const char *blanks = " \t\r\n";

class JsonRows {
 public:
  explicit JsonRows(TableHandler &handler) : handler_(handler) {}

  void add(std::string_view line) {
    if (line.find_first_not_of(blanks) == std::string_view::npos) return;
    const std::optional<Json> row = parse_json(line, handler_.position);
    if (!row || !row->is(Json::Kind::object))
      handler_.position.fail("no JSON object, where each line is one, as {\"a\": 0.5, \"b\": 1}");
    if (names_.empty()) begin(*row);
    bytes_ += line.size();
    left_out_ += names_.size() - std::min(names_.size(), row->names().size());
    if (left_out_ > most_left_out + left_out_of_byte * bytes_)
      handler_.position.fail("the lines up to this one leave out " + std::to_string(left_out_) + " cells of " +
                             std::to_string(names_.size()) + " columns: more than " + std::to_string(most_left_out) +
                             ", and " + std::to_string(left_out_of_byte) + " for each byte");
    cells_.assign(names_.size(), "");
    for (std::size_t i = 0; i < row->names().size(); ++i) {
      const std::string &name = row->names()[i];
      const Json &value = row->items()[i];
      const auto list = lists_.find(name);
      if (list == lists_.end())
        cells_[place(name)] = cell(name, value);
      else if (!value.is(Json::Kind::null))
        add_list(name, value, list->second);
    }
    for (std::size_t column = 0; column < cells_.size(); ++column) handler_.cell(column, cells_[column]);
    handler_.end_row();
  }

 private:
  static std::string item_of(const std::string &list, std::size_t item) { return list + "." + std::to_string(item); }

  void begin(const Json &row) {
    if (row.names().empty()) handler_.position.fail("an object without members");
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < row.names().size(); ++i) {
      const std::string &name = row.names()[i];
      const Json &value = row.items()[i];
      if (!value.is(Json::Kind::array) || !handler_.spreads_lists()) {
        names_.push_back(name);
        continue;
      }
      lists_.emplace(name, value.items().size());
      for (std::size_t item = 0; item < value.items().size(); ++item) {
        names_.push_back(item_of(name, item));
        bytes += names_.back().size();
        if (bytes > most_bytes_of_names)
          handler_.position.fail("the columns of its lists have names of more than " +
                                 std::to_string(most_bytes_of_names) + " bytes");
      }
    }
    for (std::size_t column = 0; column < names_.size(); ++column)
      if (!places_.emplace(names_[column], column).second)
        handler_.position.fail("two members make a column " + shown(names_[column]));
    handler_.header(names_);
  }

  std::size_t place(const std::string &name) const {
    const auto found = places_.find(name);
    if (found == places_.end())
      handler_.position.fail("a member " + shown(name) + ", which the first line does not have" +
                             suggestion(name, names_));
    return found->second;
  }

  void add_list(const std::string &name, const Json &value, std::size_t length) {
    if (!value.is(Json::Kind::array) || value.items().size() != length)
      handler_.position.fail("member " + shown(name) + " is " + shown(json_text(value)) + ", where it is a list of " +
                             std::to_string(length) + " in the first line");
    for (std::size_t item = 0; item < length; ++item)
      cells_[place(item_of(name, item))] = cell(item_of(name, item), value.items()[item]);
  }

  std::string cell(const std::string &name, const Json &value) const {
    switch (value.kind()) {
      case Json::Kind::null: return "";
      case Json::Kind::text: return value.text();
      case Json::Kind::array:
      case Json::Kind::object:
        handler_.position.fail("member " + shown(name) + " is " + shown(json_text(value)) +
                               ": a cell is a number, a text, true, false or null");
      default: return json_text(value);
    }
  }

  TableHandler &handler_;
  std::vector<std::string> names_, cells_;
  std::size_t bytes_ = 0, left_out_ = 0;  // of the lines so far
  std::unordered_map<std::string, std::size_t> places_, lists_;  // a list's length in the first line
};

}  // namespace

bool begins_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blanks);
  return first != std::string_view::npos && (text[first] == '{' || text.substr(first, 2) == "[{");
}

void scan_json_lines(Source &source, TableHandler &handler) {
  JsonRows rows(handler);
  scan_lines(source, handler.position, [&](std::string_view line) { rows.add(line); });
}

}  // namespace wald::cli
