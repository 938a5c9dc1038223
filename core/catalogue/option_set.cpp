// Sets and reads the options of one family by name, and refuses those that a call does not read.
#include "core/numeric/contraction.hpp"  // first

#include "core/catalogue/option_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/read_number.hpp"

namespace wald::core::catalogue {
namespace {

// Which structure of a family each row belongs to.
using Part = void *(*)(void *family);
struct Placed {
  const OptionRow *row;
  Part part;
};

template <class Whole, class Member>
void place(std::vector<Placed> &out, const OptionTable &table, Member) {
  for (const OptionRow &row : table)
    out.push_back({&row, [](void *whole) { return Member()(static_cast<Whole *>(whole)); }});
}

struct Itself {
  void *operator()(void *whole) const { return whole; }
};
struct ObjectiveOf {
  void *operator()(ThresholdOptions *whole) const { return &whole->objective; }
};
struct SearchOf {
  void *operator()(ThresholdOptions *whole) const { return &whole->search; }
};
struct LimitsOf {
  void *operator()(ThresholdOptions *whole) const { return &whole->search.limits; }
};

struct Family {
  const char *name;
  std::vector<Placed> options;
  std::vector<const OptionRow *> rows;
};

// In the order of OptionSet's variant.
const std::vector<Family> &all_families() {
  static const std::vector<Family> all = [] {
    std::vector<Family> out = {
        {"decisions", {}, {}}, {"thresholds", {}, {}}, {"cascades", {}, {}}, {"learners", {}, {}}, {"routes", {}, {}}, {"promises", {}, {}}, {"performance", {}, {}}};
    place<decisions::DecisionOptions>(out[0].options, rows_of(static_cast<const decisions::DecisionOptions *>(nullptr)), Itself());
    place<ThresholdOptions>(out[1].options, rows_of(static_cast<const thresholds::Objective *>(nullptr)), ObjectiveOf());
    place<ThresholdOptions>(out[1].options, rows_of(static_cast<const thresholds::ThresholdSearch *>(nullptr)), SearchOf());
    place<ThresholdOptions>(out[1].options, rows_of(static_cast<const thresholds::SearchLimits *>(nullptr)), LimitsOf());
    place<cascades::CascadeOptions>(out[2].options, rows_of(static_cast<const cascades::CascadeOptions *>(nullptr)), Itself());
    place<learners::LearnerOptions>(out[3].options, rows_of(static_cast<const learners::LearnerOptions *>(nullptr)), Itself());
    place<routes::RouteOptions>(out[4].options, rows_of(static_cast<const routes::RouteOptions *>(nullptr)), Itself());
    place<promises::PromiseOptions>(out[5].options, rows_of(static_cast<const promises::PromiseOptions *>(nullptr)), Itself());
    place<performance::PerformanceOptions>(out[6].options, rows_of(static_cast<const performance::PerformanceOptions *>(nullptr)), Itself());
    for (Family &family : out)
      for (const Placed &option : family.options) family.rows.push_back(option.row);
    return out;
  }();
  return all;
}

template <class T>
T &as(void *address) {
  return *static_cast<T *>(address);
}
int32_t choice_at(const void *address) {
  int32_t value;
  std::memcpy(&value, address, sizeof value);
  return value;
}

// What a member holds, to be put back where a change of it is refused. A choice is held as its number.
using Held = std::variant<double, int64_t, uint64_t, bool, int32_t, std::string, std::vector<double>,
                          std::vector<int64_t>, std::vector<std::string>, std::shared_ptr<const Metric>, Progress>;

Held held(const OptionRow &row, void *at) {
  switch (row.type) {
    case OptionType::number: return as<double>(at);
    case OptionType::integer: return as<int64_t>(at);
    case OptionType::seed: return as<uint64_t>(at);
    case OptionType::on_off: return as<bool>(at);
    case OptionType::choice: return choice_at(at);
    case OptionType::text: return as<std::string>(at);
    case OptionType::numbers: return as<std::vector<double>>(at);
    case OptionType::integers: return as<std::vector<int64_t>>(at);
    case OptionType::texts: return as<std::vector<std::string>>(at);
    case OptionType::metric: return as<std::shared_ptr<const Metric>>(at);
    case OptionType::progress: break;
  }
  return as<Progress>(at);
}

void put(void *at, Held &&value) {
  struct To {
    void *at;
    void operator()(int32_t &choice) const { std::memcpy(at, &choice, sizeof choice); }
    void operator()(double &x) const { as<double>(at) = x; }
    void operator()(int64_t &x) const { as<int64_t>(at) = x; }
    void operator()(uint64_t &x) const { as<uint64_t>(at) = x; }
    void operator()(bool &x) const { as<bool>(at) = x; }
    void operator()(std::string &x) const { as<std::string>(at).swap(x); }
    void operator()(std::vector<double> &x) const { as<std::vector<double>>(at).swap(x); }
    void operator()(std::vector<int64_t> &x) const { as<std::vector<int64_t>>(at).swap(x); }
    void operator()(std::vector<std::string> &x) const { as<std::vector<std::string>>(at).swap(x); }
    void operator()(std::shared_ptr<const Metric> &x) const { as<std::shared_ptr<const Metric>>(at).swap(x); }
    void operator()(Progress &x) const { as<Progress>(at) = x; }
  };
  std::visit(To{at}, value);
}

[[noreturn]] void wrong_type(const OptionRow &row, const char *given) {
  fail(Status::argument, row.name, " is set by ", given, ": it is a ", type_name(row.type));
}

[[noreturn]] void unreadable(const OptionRow &row, std::string_view value, const char *wanted) {
  fail(Status::argument, row.name, " is ", in_quotes(value), ": must be ", wanted);
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t begin = 0; !text.empty();) {
    const std::size_t comma = text.find(',', begin);
    out.push_back(trimmed(text.substr(begin, comma - begin)));
    if (comma == std::string_view::npos) break;
    begin = comma + 1;
  }
  return out;
}

// A whole number that a user gives; that it is not set is what reset() says.
void set_whole(const OptionRow &row, void *at, int64_t value) {
  check_integer(row, value);
  as<int64_t>(at) = value;
}

void set_from_number(const OptionRow &row, void *at, double value) {
  const auto whole = [&](double low, double high) {
    if (value != std::floor(value) || !(value >= low && value <= high)) {
      if (value == std::floor(value) || std::isnan(value))
        fail(Status::argument, row.name, " is ", value, ": ", text_of(row.bounds, value));
      fail(Status::argument, row.name, " is ", value, ": must be a whole number");
    }
  };
  switch (row.type) {
    case OptionType::number: as<double>(at) = value; break;
    case OptionType::integer:
      whole(row.bounds.low, std::min(row.bounds.high, max_integer));
      as<int64_t>(at) = static_cast<int64_t>(value);
      break;
    case OptionType::seed:
      if (!(value >= 0 && value <= max_integer && value == std::floor(value)))
        fail(Status::argument, row.name, " is ", value,
             ": must be a whole number from 0 to 2^53 as a number, or a text");
      as<uint64_t>(at) = static_cast<uint64_t>(value);
      break;
    case OptionType::on_off:
      if (value != 0 && value != 1) fail(Status::argument, row.name, " is ", value, ": must be 0 or 1");
      as<bool>(at) = value == 1;
      break;
    case OptionType::numbers: as<std::vector<double>>(at) = {value}; break;
    default: wrong_type(row, "a number");
  }
}

std::vector<int64_t> wholes_of(const OptionRow &row, const std::vector<double> &values) {
  std::vector<int64_t> out;
  for (const double &value : values) {
    if (!(std::fabs(value) <= max_integer && value == std::floor(value)))
      fail(Status::argument, row.name, "[", &value - values.data(), "] is ", value,
           ": must be a whole number from -2^53 to 2^53");
    out.push_back(static_cast<int64_t>(value));
  }
  return out;
}

// Text in lists has its commas for itself.
void check_item(const OptionRow &row, std::string_view item) {
  if (item.find('\0') != std::string_view::npos) fail(Status::argument, row.name, " holds a NUL character");
}

double number_of(const OptionRow &row, std::string_view value, const char *wanted) {
  double x;
  if (!read_number(trimmed(value), x)) unreadable(row, value, wanted);
  return x;
}

void set_from_text(const OptionRow &row, void *at, std::string_view value) {
  switch (row.type) {
    case OptionType::number: as<double>(at) = number_of(row, value, "a number"); break;
    case OptionType::integer: {
      int64_t x;
      if (read_number(trimmed(value), x)) {
        set_whole(row, at, x);
        break;
      }
      set_from_number(row, at, number_of(row, value, "a whole number"));  // 1e6
      break;
    }
    case OptionType::seed: {
      uint64_t x;
      if (!read_number(trimmed(value), x)) unreadable(row, value, "a whole number from 0 to 2^64 - 1");
      as<uint64_t>(at) = x;
      break;
    }
    case OptionType::on_off: {
      const bool yes = value == "1" || value == "on" || value == "true" || value == "yes";
      if (!yes && value != "0" && value != "off" && value != "false" && value != "no")
        unreadable(row, value, "on or off");
      as<bool>(at) = yes;
      break;
    }
    case OptionType::choice: {
      const int32_t chosen = value_of(row.choices, value, row.name);
      std::memcpy(at, &chosen, sizeof chosen);
      break;
    }
    case OptionType::text: as<std::string>(at) = value; break;
    case OptionType::numbers: {
      std::vector<double> list;
      for (const std::string_view item : items_of(value)) {
        list.emplace_back();
        if (!read_number(item, list.back())) unreadable(row, item, "numbers, with commas between them");
      }
      as<std::vector<double>>(at) = std::move(list);
      break;
    }
    case OptionType::integers: {
      std::vector<int64_t> list;
      for (const std::string_view item : items_of(value)) {
        list.emplace_back();
        if (!read_number(item, list.back())) unreadable(row, item, "whole numbers, with commas between them");
      }
      as<std::vector<int64_t>>(at) = std::move(list);
      break;
    }
    case OptionType::texts: {
      std::vector<std::string> list;
      for (const std::string_view item : items_of(value)) {
        check_item(row, item);
        list.emplace_back(item);
      }
      as<std::vector<std::string>>(at) = std::move(list);
      break;
    }
    case OptionType::metric:
      as<std::shared_ptr<const Metric>>(at) = value.empty() ? nullptr : parse_metric(value, 1);
      break;
    case OptionType::progress: wrong_type(row, "a text");
  }
}

template <class T, class Show>
std::string listed(const std::vector<T> &list, const Show &show) {
  std::string out;
  for (const T &item : list) out += (&item == list.data() ? "" : ",") + std::string(show(item));
  return out;
}

std::string shown(const OptionRow &row, void *at) {
  switch (row.type) {
    case OptionType::number: return std::isnan(as<double>(at)) ? "" : written(as<double>(at));
    case OptionType::integer: {
      const int64_t x = as<int64_t>(at);
      return row.bounds.holds(static_cast<double>(x)) ? std::to_string(x) : "";
    }
    case OptionType::seed: return std::to_string(as<uint64_t>(at));
    case OptionType::on_off: return as<bool>(at) ? "on" : "off";
    case OptionType::choice: return word_of(row.choices, choice_at(at));
    case OptionType::text: return as<std::string>(at);
    case OptionType::numbers: return listed(as<std::vector<double>>(at), [](double x) { return written(x); });
    case OptionType::integers: return listed(as<std::vector<int64_t>>(at), [](int64_t x) { return std::to_string(x); });
    case OptionType::texts: return listed(as<std::vector<std::string>>(at), [](const std::string &x) { return x; });
    case OptionType::metric: {
      const auto &metric = as<std::shared_ptr<const Metric>>(at);
      return metric ? metric->name() : "";
    }
    case OptionType::progress: return as<Progress>(at).function ? "set" : "";
  }
  return "";
}

// The alternative of this number, with its defaults.
template <class Variant, std::size_t... I>
void hold_alternative(Variant &out, std::size_t number, std::index_sequence<I...>) {
  (static_cast<void>(number == I ? static_cast<void>(out.template emplace<I>()) : static_cast<void>(0)), ...);
}

}  // namespace

OptionSet::OptionSet(std::string_view family) {
  std::vector<std::string_view> names;
  for (const Family &known : all_families()) names.emplace_back(known.name);
  const auto found = static_cast<std::size_t>(std::find(names.begin(), names.end(), family) - names.begin());
  if (found == names.size()) fail(Status::argument, "family is ", in_quotes(family), ": ", must_be_one_of(family, names));
  hold_alternative(options_, found, std::make_index_sequence<std::variant_size_v<AnyOptions>>());
  given_.resize(rows().size());
}

const std::vector<const char *> &OptionSet::families() {
  static const std::vector<const char *> names = [] {
    std::vector<const char *> out;
    for (const Family &family : all_families()) out.push_back(family.name);
    return out;
  }();
  return names;
}

const char *OptionSet::family() const { return all_families()[options_.index()].name; }
const std::vector<const OptionRow *> &OptionSet::rows() const { return all_families()[options_.index()].rows; }

OptionSet::Member OptionSet::member(std::string_view name) {
  const Family &family = all_families()[options_.index()];
  void *whole = std::visit([](auto &options) -> void * { return &options; }, options_);
  std::vector<std::string_view> names;
  for (const Placed &option : family.options) {
    if (name == option.row->name) return {option.row, option.row->member(option.part(whole))};
    names.emplace_back(option.row->name);
  }
  for (const Family &other : all_families())
    for (const OptionRow *row : other.rows)
      if (name == row->name)
        fail(Status::argument, "option ", in_quotes(name), " is one of ", other.name, ": these are options of ",
             family.name);
  fail(Status::argument, "option ", in_quotes(name), " is unknown to ", family.name, ": ", must_be_one_of(name, names));
}

OptionSet::Member OptionSet::member(std::size_t row) const {
  const Placed &option = all_families()[options_.index()].options[row];
  void *whole = std::visit([](auto &options) -> void * { return &options; }, const_cast<AnyOptions &>(options_));
  return {option.row, option.row->member(option.part(whole))};
}

void OptionSet::check() const {
  struct Checks {
    void operator()(const decisions::DecisionOptions &o) const { check_ranges(o); }
    void operator()(const ThresholdOptions &o) const {
      check_ranges(o.objective);
      check_ranges(o.search);
    }
    void operator()(const cascades::CascadeOptions &o) const { check_ranges(o); }
    void operator()(const learners::LearnerOptions &o) const { check_options(o); }
    void operator()(const routes::RouteOptions &o) const { check_ranges(o); }
    void operator()(const promises::PromiseOptions &o) const { check_ranges(o); }
    void operator()(const performance::PerformanceOptions &o) const { check_ranges(o); }
  };
  std::visit(Checks(), options_);
}

template <class Set>
void OptionSet::change(std::string_view name, const Set &set) {
  const Member at = member(name);
  Held before = held(*at.row, at.address);
  try {
    set(*at.row, at.address);
    check();
    mark(*at.row, !shown(*at.row, at.address).empty());
  } catch (...) {
    put(at.address, std::move(before));
    throw;
  }
}

void OptionSet::mark(const OptionRow &row, bool is_given) {
  const auto &all = rows();
  given_[static_cast<std::size_t>(std::find(all.begin(), all.end(), &row) - all.begin())] = is_given;
  if (auto *own = std::get_if<decisions::DecisionOptions>(&options_); own && row.name == std::string_view("average"))
    own->average_chosen = is_given;
}

void OptionSet::set_number(std::string_view name, double value) {
  change(name, [&](const OptionRow &row, void *at) { set_from_number(row, at, value); });
}

void OptionSet::set_integer(std::string_view name, int64_t value) {
  change(name, [&](const OptionRow &row, void *at) {
    if (row.type == OptionType::seed)
      as<uint64_t>(at) = static_cast<uint64_t>(value);
    else if (row.type == OptionType::integer)
      set_whole(row, at, value);
    else if (row.type == OptionType::number || row.type == OptionType::on_off)
      set_from_number(row, at, static_cast<double>(value));
    else
      wrong_type(row, "an integer");
  });
}

void OptionSet::set_text(std::string_view name, std::string_view value) {
  change(name, [&](const OptionRow &row, void *at) { set_from_text(row, at, value); });
}

void OptionSet::set_numbers(std::string_view name, std::vector<double> values) {
  change(name, [&](const OptionRow &row, void *at) {
    if (row.type == OptionType::integers)
      as<std::vector<int64_t>>(at) = wholes_of(row, values);
    else if (row.type == OptionType::numbers)
      as<std::vector<double>>(at) = std::move(values);
    else
      wrong_type(row, "numbers");
  });
}

void OptionSet::set_texts(std::string_view name, std::vector<std::string> values) {
  change(name, [&](const OptionRow &row, void *at) {
    if (row.type != OptionType::texts) wrong_type(row, "texts");
    for (const std::string &value : values) check_item(row, value);
    as<std::vector<std::string>>(at) = std::move(values);
  });
}

void OptionSet::set_metric(std::string_view name, std::shared_ptr<const Metric> metric) {
  change(name, [&](const OptionRow &row, void *at) {
    if (row.type != OptionType::metric) wrong_type(row, "a metric");
    as<std::shared_ptr<const Metric>>(at) = std::move(metric);
  });
}

void OptionSet::set_progress(std::string_view name, const Progress &progress) {
  change(name, [&](const OptionRow &row, void *at) {
    if (row.type != OptionType::progress) wrong_type(row, "a progress");
    as<Progress>(at) = progress;
  });
}

void OptionSet::reset(std::string_view name) {
  OptionSet fresh(family());
  if (name.empty()) {
    *this = std::move(fresh);
    return;
  }
  const Member from = fresh.member(name);
  change(name, [&](const OptionRow &row, void *at) { put(at, held(row, from.address)); });
  mark(*from.row, false);
}

std::string OptionSet::get(std::string_view name) const {
  const Member at = const_cast<OptionSet *>(this)->member(name);
  return shown(*at.row, at.address);
}

// ---- Who reads what ---------------------------------------------------------------------------------

namespace {

// Calls body with each word of a list, until one gives true.
template <class Body>
bool any_word(std::string_view list, const Body &body) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (end > 0 && body(list.substr(0, end))) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}
bool has_word(std::string_view list, std::string_view word) {
  return any_word(list, [&](std::string_view other) { return other == word; });
}

const OptionSet &defaults_of(std::string_view family) {
  static const std::vector<OptionSet> all = [] {
    std::vector<OptionSet> out;
    for (const char *name : OptionSet::families()) out.emplace_back(name);
    return out;
  }();
  return *std::find_if(all.begin(), all.end(), [&](const OptionSet &set) { return set.family() == family; });
}

// How a user brings a word of `concerns` about: "learner " before a learner, "goal = " before a word of that choice,
// nothing before an option or a plain word.
std::string setting_of(std::string_view word, const OptionSet &set) {
  if (set.family() == std::string_view("learners"))
    for (const Word &learner : learners::learner_words)
      if (word == learner.name) return "learner ";
  for (const OptionRow *row : set.rows())
    if (word == row->name) return "";
  for (const OptionRow *row : set.rows())
    for (const Word &choice : row->choices)
      if (word == choice.name) return text(row->name, " = ");
  return "";
}

// "a, b or c"
std::string joined(const std::vector<std::string_view> &words, const char *last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 == words.size() ? last : ", ";
    out += words[i];
  }
  return out;
}

}  // namespace

bool OptionSet::is_default(std::size_t row) const {
  const Member at = member(row), initial = defaults_of(family()).member(row);
  return shown(*at.row, at.address) == shown(*initial.row, initial.address);
}

// Whether a word of `concerns` holds: of the call, an option that is not at its default, or a word that a choice has or,
// if it is automatic, may take. An option does not stand for itself.
bool OptionSet::holds(std::string_view word, const Call &call, std::size_t asking) const {
  if (has_word(call.words, word)) return true;
  for (std::size_t row = 0; row < given_.size(); ++row) {
    const Member at = member(row);
    if (row != asking && word == at.row->name && at.row->type != OptionType::progress && !is_default(row)) return true;
    if (at.row->type != OptionType::choice) continue;
    const std::string_view chosen = word_of(at.row->choices, choice_at(at.address));
    if (chosen == word) return true;
    if (chosen == "automatic" || chosen == "auto")
      for (const Word &other : at.row->choices)
        if (other.name == word) return true;
  }
  return false;
}

bool OptionSet::reads(const Call &call, std::size_t row) const {
  const OptionRow &option = *rows()[row];
  const auto in_call = [&](std::string_view word) { return has_word(call.words, word); };
  const auto at_work = [&](std::string_view word) { return holds(word, call, row); };
  return (!*option.calls || any_word(option.calls, in_call)) && (!*option.concerns || any_word(option.concerns, at_work));
}

void OptionSet::refuse_unread(const Call &call, std::size_t row) const {
  const Member at = member(row);
  const OptionRow &option = *at.row;
  std::string value = shown(option, at.address);
  if (value.size() > 80) value = value.substr(0, 80) + "...";
  if (!*option.calls || any_word(option.calls, [&](std::string_view word) { return has_word(call.words, word); })) {
    std::vector<std::string> needed;
    std::string before;  // said once of words in a row
    any_word(option.concerns, [&](std::string_view word) {
      if (has_word(option.calls, word)) return false;  // it is about other calls
      const std::string setting = setting_of(word, *this);
      needed.push_back(text(setting == before ? "" : setting, word == "two-classes" ? "two classes" : word));
      before = setting;
      return false;
    });
    fail(Status::argument, option.name, " is ", value, ": ", call.what, " reads it with ",
         joined({needed.begin(), needed.end()}, " or "), " only");
  }
  std::vector<std::string_view> others, own;
  any_word(option.calls, [&](std::string_view word) {
    others.push_back(word);
    return false;
  });
  for (std::size_t other = 0; other < given_.size(); ++other)
    if (reads(call, other)) own.emplace_back(rows()[other]->name);
  fail(Status::argument, option.name, " is ", value, ": ", call.what, " does not read it (", joined(others, " and "),
       others.size() > 1 ? " do" : " does", "); it reads ", joined(own, " and "));
}

bool OptionSet::is_set(std::string_view name) const {
  const auto &all = rows();
  for (std::size_t row = 0; row < given_.size(); ++row)
    if (given_[row] && name == all[row]->name) return true;
  return false;
}

void OptionSet::check_read_by(const Call &call) const {
  for (std::size_t row = 0; row < given_.size(); ++row)
    if (given_[row] && !reads(call, row)) refuse_unread(call, row);
}

void OptionSet::reset_unread(const Call &call) {
  std::vector<const char *> unread;
  for (std::size_t row = 0; row < given_.size(); ++row)
    if (given_[row] && !reads(call, row)) unread.push_back(rows()[row]->name);
  for (const char *name : unread) reset(name);
}

template <class Options>
const Options &OptionSet::of(const Call &call) const {
  const Options &own = of_family<Options>(call.what);
  check_read_by(call);
  return own;
}

template <class Options>
const Options &OptionSet::of_family(const char *what) const {
  const auto *own = std::get_if<Options>(&options_);
  if (!own)
    fail(Status::argument, "options are of the family ", family(), ": ", what, " takes those of ",
         all_families()[AnyOptions(Options()).index()].name);
  return *own;
}

const decisions::DecisionOptions &OptionSet::unchecked_decisions(const char *what) const {
  return of_family<decisions::DecisionOptions>(what);
}
const decisions::DecisionOptions &OptionSet::decisions(const Call &call) const { return of<decisions::DecisionOptions>(call); }
const ThresholdOptions &OptionSet::thresholds(const Call &call) const { return of<ThresholdOptions>(call); }
const cascades::CascadeOptions &OptionSet::cascades(const Call &call) const { return of<cascades::CascadeOptions>(call); }
const learners::LearnerOptions &OptionSet::learners(const Call &call) const { return of<learners::LearnerOptions>(call); }
const routes::RouteOptions &OptionSet::routes(const Call &call) const { return of<routes::RouteOptions>(call); }
const promises::PromiseOptions &OptionSet::promises(const Call &call) const { return of<promises::PromiseOptions>(call); }
const performance::PerformanceOptions &OptionSet::performance(const Call &call) const { return of<performance::PerformanceOptions>(call); }

}  // namespace wald::core::catalogue
