// A sample's saved state: JSON that may come from anyone, so every value is checked. Rows stand in order of their
// scores, whatever the order of feeding. nlohmann's parser is iterative and hands over one value at a time, so that no
// tree of the text is built. A program that names the scores may add them as "names", which are not kept.
#include "core/numeric/contraction.hpp"  // first

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/saved_text.hpp"
#include "core/thresholds/sample/sample.hpp"

namespace wald::core {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr const char *set_names[] = {"negatives", "positives", "unrated"};

[[noreturn]] void malformed(const std::string &what) { fail(Status::format, "saved sample: ", what); }

class Reader : public nlohmann::json_sax<nlohmann::json> {
 public:
  Sample take() {
    for (const char *name : {"wald", "version", "scores", "rule", "rated_from", "negatives", "positives", "unrated"})
      if (!seen(name)) malformed(text("\"", name, "\" is missing"));
    if (seen("names") && names_ != dims_)
      malformed(text("\"names\" has ", names_, " names: must have one a score, ", dims_));
    Sample out(dims_, rule_, std::move(rated_from_));
    const RowSet *const sets[] = {&sets_[0], &sets_[1], &sets_[2]};
    std::vector<double> row(static_cast<std::size_t>(dims_));
    for (uint8_t label = 0; label < 3; ++label) {
      const RowSet &set = *sets[label];
      for (int64_t i = 0; i < set.size(); ++i) {
        const double weight = set.weight(i);
        out.feed({set.row(i), false, 1, dims_, dims_, 1}, {&label, 1, 1}, {&weight, false, 1, 1});
      }
    }
    return out;
  }

  bool null() override { malformed("null is no value of it"); }
  bool boolean(bool) override { malformed("true and false are no values of it"); }
  bool number_integer(number_integer_t v) override { return real(static_cast<double>(v)); }
  bool number_unsigned(number_unsigned_t v) override { return real(static_cast<double>(v)); }
  bool number_float(number_float_t v, const string_t &) override { return real(v); }
  bool string(string_t &v) override {
    if (depth_ == 2 && key_ == "names") {
      ++names_;
      return true;
    }
    if (depth_ > 1) {
      if (v != "-inf") malformed(text(in_quotes(v), " is not a number"));
      return real(-infinity);
    }
    if (key_ == "wald") {
      if (v != "sample") malformed("\"wald\" is not \"sample\"");
    } else if (key_ == "rule") {
      if (v != "or" && v != "and") malformed("\"rule\" must be or, or and");
      rule_ = v == "or" ? Rule::any : Rule::all;
    } else {
      malformed(text("\"", key_, "\" is no text"));
    }
    return true;
  }
  bool binary(binary_t &) override { return false; }
  bool start_object(std::size_t) override {
    if (depth_ != 0) malformed("an object stands inside it");
    depth_ = 1;
    return true;
  }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override {
    const int deepest = key_ == "rated_from" || key_ == "names" ? 2 : set() >= 0 ? 3 : 1;
    if (depth_ == 0 || depth_ >= deepest) malformed("an array stands where none belongs");
    if (set() >= 0 && dims_ == 0) malformed("\"scores\" must stand before the rows");
    ++depth_;
    row_.clear();
    return true;
  }
  bool end_array() override {
    if (depth_ == 3) {
      const auto n = static_cast<std::size_t>(dims_);
      RowSet &to = sets_[set()];
      if (row_.size() != n && row_.size() != n + 1)
        malformed(text("\"", key_, "\"[", to.size(), "] has ", row_.size(), " numbers: must have ", n,
                       " scores and may have a weight"));
      const double weight = row_.size() > n ? row_[n] : 1;
      if (!(weight > 0 && weight < infinity))
        malformed(text("\"", key_, "\"[", to.size(), "] has the weight ", weight, ": must be finite and above 0"));
      to.dims = dims_;
      to.append(row_.data(), weight);
    }
    --depth_;
    return true;
  }
  bool key(string_t &name) override {
    if (seen(name)) malformed(text(in_quotes(name), " stands twice"));
    key_ = name;
    const bool known = name == "wald" || name == "version" || name == "scores" || name == "rule" ||
                       name == "rated_from" || name == "names" || set() >= 0;
    if (!known) malformed(text(in_quotes(name), " is not a member of a saved sample"));
    keys_.push_back(name);
    return true;
  }
  bool parse_error(std::size_t, const std::string &, const nlohmann::json::exception &e) override {
    malformed(parse_message(e.what()));
  }

 private:
  bool seen(std::string_view name) const {
    for (const std::string &k : keys_)
      if (k == name) return true;
    return false;
  }
  int set() const {
    for (int i = 0; i < 3; ++i)
      if (key_ == set_names[i]) return i;
    return -1;
  }
  bool real(double v) {
    if (std::isnan(v) || v == infinity) malformed(text("\"", key_, "\" holds a number that is not finite"));
    if (depth_ == 3) {
      row_.push_back(v);
    } else if (depth_ == 2 && key_ == "rated_from") {
      rated_from_.push_back(v);
    } else if (depth_ == 1 && key_ == "version") {
      if (v != 1) malformed(text("\"version\" is ", v, ": this library reads versions up to 1"));
    } else if (depth_ == 1 && key_ == "scores") {
      if (v != std::floor(v) || !(v >= 1 && v <= static_cast<double>(max_classifiers)))
        malformed(text("\"scores\" is ", v, ": must be a whole number in [1, ", max_classifiers, "]"));
      dims_ = static_cast<int64_t>(v);
    } else {
      malformed("a number stands where none belongs");
    }
    return true;
  }

  int depth_ = 0;
  std::string key_;
  std::vector<std::string> keys_;
  int64_t dims_ = 0, names_ = 0;
  Rule rule_ = Rule::any;
  std::vector<double> rated_from_, row_;
  RowSet sets_[3];
};

}  // namespace

std::string Sample::save() const {
  const Sample rows = sorted();
  std::string out = text("{\"wald\":\"sample\",\"version\":1,\"scores\":", dims_, ",\"rule\":\"",
                         rule_ == Rule::any ? "or" : "and", "\",\"rated_from\":[");
  for (std::size_t d = 0; d < rated_from_.size(); ++d) out += (d ? "," : "") + saved_number(rated_from_[d]);
  out += "]";
  const RowSet *const sets[] = {&rows.negatives_, &rows.positives_, &rows.unrated_};
  for (int label = 0; label < 3; ++label) {
    out += text(",\n\"", set_names[label], "\":[");
    const RowSet &set = *sets[label];
    for (int64_t i = 0; i < set.size(); ++i) {
      out += i ? ",\n[" : "\n[";
      for (int64_t d = 0; d < dims_; ++d) out += (d ? "," : "") + saved_number(set.row(i)[d]);
      if (set.weight(i) != 1) out += "," + number(set.weight(i));
      out += "]";
    }
    out += "]";
  }
  return out + "}\n";
}

Sample load_sample(std::string_view saved) {
  Reader reader;
  if (!nlohmann::json::sax_parse(saved.begin(), saved.end(), &reader)) malformed("it cannot be read");
  try {
    return reader.take();
  } catch (const Error &e) {
    if (e.status() == Status::argument) malformed(e.what());
    throw;
  }
}

}  // namespace wald::core
