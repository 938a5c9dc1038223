// Gives each column of a table its role, by names and patterns.
#include "input/columns.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "base/places.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

namespace wald::cli {

std::vector<std::size_t> select_columns(const std::vector<std::string> &header, const Position &position,
                                        const std::vector<std::string> &patterns, const char *option) {
  std::vector<std::size_t> out;
  std::vector<bool> taken(header.size());
  const Places columns = places_of(header);
  const auto select = [&](std::size_t column) {
    if (taken[column]) position.fail("column " + shown(header[column]) + " is named twice by " + option);
    taken[column] = true;
    out.push_back(column);
  };
  for (const std::string &pattern : patterns) {
    if (const auto exact = columns.find(pattern); exact != columns.end()) {
      select(exact->second);
      continue;
    }
    const std::size_t before = out.size();
    for (std::size_t column = 0; column < header.size(); ++column)
      if (glob_matches(pattern, header[column])) select(column);
    if (out.size() == before)
      position.fail("no column " + shown(pattern) + ", which " + option + " asks for" + suggestion(pattern, header));
  }
  return out;
}

std::vector<std::size_t> columns_of_labels(const SelectedColumns &labels, const SelectedColumns &others,
                                           const Position &position) {
  const std::size_t n = labels.names.size();
  if (others.names.size() != n)
    position.fail(std::string(labels.option) + " selects " + counted(std::to_string(n), "column") + " and " +
                  others.option + " " + std::to_string(others.names.size()) + ": must be one per label");
  std::vector<std::size_t> out(n);
  std::iota(out.begin(), out.end(), std::size_t{0});
  if (labels.patterns.size() != 1 || others.patterns.size() != 1) return out;
  std::string part;
  if (!starred(labels.patterns[0], labels.names[0], part) || !starred(others.patterns[0], others.names[0], part)) {
    if (n > 1)
      position.fail(std::string(labels.option) + " " + labels.patterns[0] + " and " + others.option + " " +
                    others.patterns[0] + ": each must have one *, which stands for the label");
    return out;
  }
  std::unordered_map<std::string, std::size_t> places;  // by what the * stands for
  for (std::size_t place = 0; place < n; ++place) {
    starred(others.patterns[0], others.names[place], part);
    places.emplace(part, place);
  }
  for (std::size_t label = 0; label < n; ++label) {
    starred(labels.patterns[0], labels.names[label], part);
    const auto found = places.find(part);
    if (found == places.end())
      position.fail(std::string(others.option) + " " + others.patterns[0] + " has no column for " + shown(part) +
                    ", which " + labels.option + " " + labels.patterns[0] + " has");
    out[label] = found->second;
  }
  return out;
}

Columns::Columns(const std::vector<std::string> &header, const Position &position)
    : header_(header), position_(position), roles_(header.size(), Role::ignored), label_(header.size()) {}

std::size_t Columns::find(const std::string &name) const {
  return static_cast<std::size_t>(std::find(header_.begin(), header_.end(), name) - header_.begin());
}

void Columns::missing(const std::string &name, const std::string &why) const {
  position_.fail("no column " + shown(name) + ", " + why + suggestion(name, header_));
}

bool Columns::take(const std::string &name, Role role) {
  const std::size_t column = find(name);
  if (column == size()) return false;
  roles_[column] = role;
  return true;
}

void Columns::require(const std::string &name, Role role, const char *option) {
  if (!take(name, role)) missing(name, std::string("which ") + option + " asks for");
}

void Columns::make_label(std::size_t column) {
  if (header_[column].empty())
    position_.fail("column " + std::to_string(column + 1) + " has no name: name it, or leave it out by --labels");
  roles_[column] = Role::label;
}

void Columns::choose_labels(const std::vector<std::string> &patterns) {
  if (patterns.empty())
    for (std::size_t column = 0; column < size(); ++column)
      if (roles_[column] == Role::ignored) make_label(column);
  for (const std::string &pattern : patterns) {
    const std::size_t exact = find(pattern);
    if (exact < size()) {
      if (roles_[exact] != Role::ignored && roles_[exact] != Role::label)
        position_.fail("column " + shown(pattern) + " is named by --labels, but is no label: it has another use");
      make_label(exact);
      continue;
    }
    bool any = false;
    for (std::size_t column = 0; column < size(); ++column) {
      if (!glob_matches(pattern, header_[column])) continue;
      any = true;
      if (roles_[column] == Role::ignored) make_label(column);
    }
    if (!any) missing(pattern, "which --labels asks for");
  }
  for (std::size_t column = 0; column < size(); ++column) {
    if (roles_[column] != Role::label) continue;
    label_[column] = labels_.size();
    labels_.push_back(header_[column]);
  }
  if (labels_.empty()) position_.fail("no column of a label");
}

void Columns::match_labels(const std::vector<std::string> &names, const std::string &owner) {
  const Places columns = places_of(header_);
  labels_ = names;
  for (std::size_t label = 0; label < names.size(); ++label) {
    const auto found = columns.find(names[label]);
    if (found == columns.end()) missing(names[label], "which " + owner + " has");
    roles_[found->second] = Role::label;
    label_[found->second] = label;
  }
}

}  // namespace wald::cli
