#include "input/json_lines.hpp"

#include <unordered_map>

#include "base/json.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"
#include "input/lines.hpp"

namespace wald::cli {
namespace {

constexpr const char *blanks = " \t\r\n";

class JsonRows {
 public:
  explicit JsonRows(TableHandler &handler) : handler_(handler) {}

  void add(std::string_view line) {
    if (line.find_first_not_of(blanks) == std::string_view::npos) return;
    const std::optional<Json> row = parse_json(line);
    if (!row || !row->is(Json::Kind::object))
      handler_.position.fail("no JSON object, where each line is one, as {\"a\": 0.5, \"b\": 1}");
    if (names_.empty()) begin(row->names());
    cells_.assign(names_.size(), "");
    for (std::size_t i = 0; i < row->names().size(); ++i) {
      const std::string &name = row->names()[i];
      const auto found = places_.find(name);
      if (found == places_.end())
        handler_.position.fail("a member " + shown(name) + ", which the first line does not have" +
                               suggestion(name, names_));
      cells_[found->second] = cell(name, row->items()[i]);
    }
    for (std::size_t column = 0; column < cells_.size(); ++column) handler_.cell(column, cells_[column]);
    handler_.end_row();
  }

 private:
  void begin(const std::vector<std::string> &names) {
    if (names.empty()) handler_.position.fail("an object without members");
    names_ = names;
    for (std::size_t column = 0; column < names.size(); ++column) places_.emplace(names[column], column);
    handler_.header(names);
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
  std::unordered_map<std::string, std::size_t> places_;
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
