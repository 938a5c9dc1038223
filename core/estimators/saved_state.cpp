// Making estimators, and reading their saved state: JSON that may come from anyone, so every value is checked.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "core/error.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"

namespace wald::core {

std::unique_ptr<Estimator> make_estimator(Kind kind, int64_t n_labels) {
  if (kind < Kind::independent || kind > Kind::counts)
    fail(Status::argument, "kind is ", static_cast<int32_t>(kind), ": must lie in [0, 3]");
  const bool fixed = kind == Kind::joint || kind == Kind::counts;
  if (fixed && (n_labels < 1 || n_labels > max_labels))
    fail(Status::argument, "n_labels is ", n_labels, ": a ", kind_name(kind), " estimator has 1 to ", max_labels,
         " labels");
  if (!fixed && n_labels != 0)
    fail(Status::argument, "n_labels is ", n_labels, ": must be 0, since feeding an estimator of kind ",
         kind_name(kind), " appends labels");
  switch (kind) {
    case Kind::independent: return std::make_unique<Independent>();
    case Kind::categorical: return std::make_unique<Categorical>();
    case Kind::joint: return std::make_unique<Joint>(n_labels);
    case Kind::counts: break;
  }
  return std::make_unique<Counts>(n_labels);
}

namespace {

[[noreturn]] void malformed(const std::string &what) { fail(Status::format, "saved estimator: ", what); }

// A parsed value. Not nlohmann's own: its destructor allocates, and so ends the process where memory has run out.
struct Json {
  using Members = std::vector<std::pair<std::string, Json>>;
  std::variant<std::nullptr_t, bool, int64_t, double, std::string, std::vector<Json>, Members> value = nullptr;

  bool is_null() const { return std::holds_alternative<std::nullptr_t>(value); }
  bool operator==(std::string_view text) const {
    const auto *own = std::get_if<std::string>(&value);
    return own && *own == text;
  }
};

// Builds a Json from nlohmann's parser, which is iterative; nothing saved is nested deeper than this.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Json take() { return std::move(root_); }

  bool null() override { return put(nullptr); }
  bool boolean(bool v) override { return put(v); }
  bool number_integer(number_integer_t v) override { return put(int64_t{v}); }
  bool number_unsigned(number_unsigned_t v) override {
    if (v > static_cast<uint64_t>(INT64_MAX)) return put(static_cast<double>(v));
    return put(static_cast<int64_t>(v));
  }
  bool number_float(number_float_t v, const string_t &) override { return put(v); }
  bool string(string_t &v) override { return put(std::move(v)); }
  bool binary(binary_t &) override { return false; }
  bool start_object(std::size_t) override { return open(Json::Members()); }
  bool start_array(std::size_t) override { return open(std::vector<Json>()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t &name) override {
    for (const auto &[known, value] : std::get<Json::Members>(open_.back()->value))
      if (known == name) malformed(text(in_quotes(name), " stands twice"));
    std::get<Json::Members>(open_.back()->value).emplace_back(name, Json());
    return true;
  }
  bool parse_error(std::size_t, const std::string &, const nlohmann::json::exception &e) override {
    const std::string what = e.what();  // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    malformed(what.substr(what.find("] ") == std::string::npos ? 0 : what.find("] ") + 2));
  }

 private:
  template <class T>
  bool put(T &&v) {
    place().value = std::forward<T>(v);
    return true;
  }
  template <class T>
  bool open(T &&empty) {
    constexpr std::size_t deepest = 8;
    if (open_.size() == deepest) malformed(text("is nested deeper than ", deepest, " levels"));
    Json &here = place();
    here.value = std::forward<T>(empty);
    open_.push_back(&here);
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  // Where the next value goes. Containers that are open do not move: only the innermost one grows.
  Json &place() {
    if (open_.empty()) return root_;
    if (auto *members = std::get_if<Json::Members>(&open_.back()->value)) return members->back().second;
    return std::get<std::vector<Json>>(open_.back()->value).emplace_back();
  }
  Json root_;
  std::vector<Json *> open_;
};

const Json &member(const Json &object, const char *key) {
  for (const auto &[name, value] : std::get<Json::Members>(object.value))
    if (name == key) return value;
  malformed(text("\"", key, "\" is missing"));
}

double real(const Json &json, const std::string &where) {
  double x = 0;
  if (const auto *whole = std::get_if<int64_t>(&json.value))
    x = static_cast<double>(*whole);
  else if (const auto *real = std::get_if<double>(&json.value))
    x = *real;
  else
    malformed(text(where, " is not a number"));
  if (!std::isfinite(x)) malformed(text(where, " is not finite"));
  return x;
}

int64_t integer(const Json &json, const std::string &where, int64_t low, int64_t high) {
  const auto *x = std::get_if<int64_t>(&json.value);
  if (!x) malformed(text(where, " is not a whole number"));
  if (*x < low || *x > high) malformed(text(where, " is ", *x, ": must lie in [", low, ", ", high, "]"));
  return *x;
}

const std::vector<Json> &array(const Json &json, const std::string &where) {
  const auto *items = std::get_if<std::vector<Json>>(&json.value);
  if (!items) malformed(text(where, " is not an array"));
  return *items;
}

std::string at(const char *name, std::size_t i) { return text(name, "[", i, "]"); }

template <class Kind>
std::unique_ptr<Estimator> load_marginal(const Json &json, int64_t labels) {
  std::vector<double> p;
  const std::vector<Json> &list = array(member(json, "probabilities"), "\"probabilities\"");
  for (std::size_t i = 0; i < list.size(); ++i) p.push_back(real(list[i], at("\"probabilities\"", i)));
  if (static_cast<int64_t>(p.size()) != labels)
    malformed(text("\"probabilities\" has ", p.size(), " numbers, \"labels\" is ", labels));
  auto out = std::make_unique<Kind>();
  if (!p.empty()) out->feed(Reals{p.data(), false, labels, 1});
  return out;
}

std::unique_ptr<Estimator> load_joint(const Json &json, int64_t labels) {
  std::vector<int64_t> indptr{0}, indices;
  std::vector<double> weights;
  const std::vector<Json> &list = array(member(json, "vectors"), "\"vectors\"");
  for (std::size_t v = 0; v < list.size(); ++v) {
    const std::string where = at("\"vectors\"", v);
    const std::vector<Json> &entry = array(list[v], where);
    if (entry.size() != 2) malformed(text(where, " has ", entry.size(), " parts: must be [weight, [labels]]"));
    weights.push_back(real(entry[0], where + "[0]"));
    const std::vector<Json> &ones = array(entry[1], where + "[1]");
    for (std::size_t i = 0; i < ones.size(); ++i)
      indices.push_back(integer(ones[i], where + at("[1]", i), 0, labels - 1));
    indptr.push_back(static_cast<int64_t>(indices.size()));
  }
  auto out = std::make_unique<Joint>(labels);
  const int64_t rows = static_cast<int64_t>(weights.size());
  out->feed_sparse({indptr.data(), false}, {indices.data(), false}, rows, {weights.data(), false, rows, 1});
  return out;
}

DoubleDouble sum_of(const Json &high, const Json &low, const std::string &where) {
  const DoubleDouble x{real(high, where), real(low, where)};
  if (x.value() < 0) malformed(text(where, " is ", x.value(), ": must be at least 0"));
  if (x.value() != x.high) malformed(text(where, ": ", x.low, " is not the rounding error of ", x.high));
  return x;
}

// [[s, high, low], ...] or, with labels, [[label, s, high, low], ...], ascending; no sum above the total weight.
std::vector<Counts::SavedCell> load_cells(const Json &json, const char *name, bool with_label, int64_t labels,
                                          double total) {
  std::vector<Counts::SavedCell> cells;
  const std::vector<Json> &list = array(json, name);
  const std::size_t width = with_label ? 4 : 3;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = at(name, i);
    const std::vector<Json> &entry = array(list[i], where);
    if (entry.size() != width) malformed(text(where, " has ", entry.size(), " numbers: must have ", width));
    Counts::SavedCell cell{};
    cell.label = with_label ? integer(entry[0], where + "[0]", 0, labels - 1) : 0;
    cell.s = integer(entry[width - 3], text(where, "[", width - 3, "]"), 1, labels);
    cell.sum = sum_of(entry[width - 2], entry[width - 1], where);
    if (cell.sum.value() > total * (1 + 1e-6))
      malformed(text(where, " is ", cell.sum.value(), ": must be at most the weight ", total));
    if (!cells.empty() && std::make_pair(cells.back().label, cells.back().s) >= std::make_pair(cell.label, cell.s))
      malformed(text(where, " is not in ascending order"));
    cells.push_back(cell);
  }
  return cells;
}

std::unique_ptr<Estimator> load_counts(const Json &json, int64_t labels) {
  const int64_t fed = integer(member(json, "fed"), "\"fed\"", 0, INT64_MAX);
  const auto pair = [&](const char *name) {
    const std::vector<Json> &value = array(member(json, name), text("\"", name, "\""));
    if (value.size() != 2) malformed(text("\"", name, "\" has ", value.size(), " numbers: must have 2"));
    return sum_of(value[0], value[1], text("\"", name, "\""));
  };
  const DoubleDouble total = pair("weight"), zero = pair("p_zero");
  if (fed > 0 && !(total.value() > 0)) malformed("\"weight\" is 0: must be above 0");
  if (zero.value() > total.value() * (1 + 1e-6)) malformed("\"p_zero\" is above \"weight\"");
  const Json &sizes = member(json, "sizes");
  const auto saved_sizes =
      sizes.is_null() ? std::vector<Counts::SavedCell>() : load_cells(sizes, "\"sizes\"", false, labels, total.value());
  const auto cells = load_cells(member(json, "cells"), "\"cells\"", true, labels, total.value());
  // What feeding checks: a label's cells, and P(0) with all P(s), are probabilities.
  double sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    sum = (i > 0 && cells[i].label == cells[i - 1].label ? sum : 0) + cells[i].sum.value();
    if (sum > total.value() * (1 + 1e-6))
      malformed(
          text("the cells of label ", cells[i].label, " sum to ", sum, ": must be at most the weight ", total.value()));
  }
  sum = zero.value();
  for (const Counts::SavedCell &s : saved_sizes) sum += s.sum.value();
  if (!sizes.is_null() && std::fabs(sum - total.value()) > total.value() * 1e-6)
    malformed(text("\"p_zero\" and \"sizes\" sum to ", sum, ": must sum to the weight ", total.value()));
  if (fed == 0 && (!cells.empty() || !saved_sizes.empty() || total.value() != 0))
    malformed("\"fed\" is 0 but there are cells");
  return Counts::restore(labels, fed, total, zero, !sizes.is_null(), saved_sizes, cells);
}

}  // namespace

std::unique_ptr<Estimator> load_estimator(std::string_view saved) {
  Builder builder;
  if (!nlohmann::json::sax_parse(saved.begin(), saved.end(), &builder)) malformed("it cannot be read");
  const Json json = builder.take();
  const auto *members = std::get_if<Json::Members>(&json.value);
  if (!members || !(member(json, "wald") == "estimator")) malformed("\"wald\" is not \"estimator\"");
  const int64_t version = integer(member(json, "version"), "\"version\"", 1, INT64_MAX);
  if (version != 1) malformed(text("\"version\" is ", version, ": this library reads version 1"));
  const Json &kind = member(json, "kind");
  for (const auto &[key, value] : *members) {
    const bool common = key == "wald" || key == "version" || key == "kind" || key == "labels";
    const bool own = kind == "joint" ? key == "vectors"
                     : kind == "counts"
                         ? key == "fed" || key == "weight" || key == "p_zero" || key == "sizes" || key == "cells"
                         : key == "probabilities";
    if (!common && !own) malformed(text(in_quotes(key), " is not a member of a saved state of its kind"));
  }
  const int64_t labels = integer(member(json, "labels"), "\"labels\"", 0, max_labels);
  try {
    if (kind == "independent") return load_marginal<Independent>(json, labels);
    if (kind == "categorical") return load_marginal<Categorical>(json, labels);
    if (labels == 0) malformed("\"labels\" is 0");
    if (kind == "joint") return load_joint(json, labels);
    if (kind == "counts") return load_counts(json, labels);
  } catch (const Error &e) {
    if (e.status() == Status::argument) malformed(e.what());
    throw;
  }
  malformed("\"kind\" must be independent, categorical, joint or counts");
}

}  // namespace wald::core
