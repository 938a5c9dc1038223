// A sample's saved state: JSON that may come from anyone, so every value is checked. Rows stand in order of their
// scores, whatever the order of feeding (in binary: as they were fed). nlohmann's parser is iterative and hands over
// one value at a time, so that no tree of the text is built. A program that names the scores may add them as "names",
// which are not kept.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "core/numeric/infinity.hpp"
#include "core/saved/saved_binary.hpp"
#include "core/saved/saved_text.hpp"
#include "core/thresholds/sample/sample.hpp"

namespace wald::core::thresholds {

namespace {

constexpr const char *set_names[] = {"negatives", "positives", "unrated"};

[[noreturn]] void malformed(const std::string &what) { fail(Status::format, "saved sample: ", what); }

class Reader : public nlohmann::json_sax<nlohmann::json> {
 public:
  Sample take() {
    for (const char *name : {"wald", "version", "scores", "rule", "rated_from", "negatives", "positives", "unrated"})
      if (!seen(name)) malformed(text("\"", name, "\" is missing"));
    if (seen("names") && names_ != dims_)
      malformed(text("\"names\" has ", names_, " names: must have one per score, ", dims_));
    Sample out(dims_, rule_, std::move(rated_from_));
    for (uint8_t label = 0; label < 3; ++label) {
      const RowSet &set = sets_[label];
      for (int64_t i = 0; i < set.size(); ++i) {
        const double weight = set.weight(i);
        out.feed({set.row(i), false, 1, dims_, dims_, 1}, {&label, 1, 1},
                 {weight != 1 ? &weight : nullptr, false, 1, 1});
      }
    }
    if (cut_positives_ == 0 && !narrow_ && !weighted_) return out;
    if (cut_positives_ > 0 && (!out.has_cut() || cut_positives_ > out.unrated().size()))
      malformed(text("\"cut_positives\" is ", cut_positives_, ": must be at most the number of rows below the cut"));
    const Sample labelled = out.labelled_by_any();
    RowSet sets[] = {labelled.negatives(), labelled.positives(), labelled.unrated()};
    for (RowSet &set : sets)
      if (narrow_ && !set.narrow()) malformed("\"type\" is \"float32\", and a score is none");
    return Sample::restored(dims_, rule_, out.rated_from(), sets, cut_positives_, weighted_);
  }

  bool null() override { malformed("null is no value of it"); }
  bool boolean(bool v) override {
    if (key_ != "weighted" || depth_ != 1) malformed("true and false are no values of it");
    weighted_ = v;
    return true;
  }
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
    if (key_ == "type") {
      if (v != "float32") malformed("\"type\" must be \"float32\"");
      narrow_ = true;
    } else if (key_ == "wald") {
      if (v != "sample") malformed(text("\"wald\" is ", in_quotes(v), ": must be \"sample\""));
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
                       name == "rated_from" || name == "cut_positives" || name == "names" || name == "type" ||
                       name == "weighted" || set() >= 0;
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
    } else if (depth_ == 1 && key_ == "cut_positives") {
      if (v != std::floor(v) || !(v >= 1 && v <= 0x1p53))
        malformed(text("\"cut_positives\" is ", v, ": must be a whole number of at least 1"));
      cut_positives_ = static_cast<int64_t>(v);
    } else {
      malformed("a number stands where none belongs");
    }
    return true;
  }

  int depth_ = 0;
  std::string key_;
  std::vector<std::string> keys_;
  int64_t dims_ = 0, names_ = 0, cut_positives_ = 0;
  Rule rule_ = Rule::any;
  bool narrow_ = false, weighted_ = false;
  std::vector<double> rated_from_, row_;
  RowSet sets_[3];
};

}  // namespace

std::string Sample::save() const {
  const Sample rows = labelled_by_any().sorted();
  std::string out = text("{\"wald\":\"sample\",\"version\":1,\"scores\":", dims_, ",\"rule\":\"",
                         rule_ == Rule::any ? "or" : "and", "\",\"rated_from\":[");
  for (std::size_t d = 0; d < rated_from_.size(); ++d) out += (d ? "," : "") + saved_number(rated_from_[d]);
  out += "]";
  if (narrow()) out += ",\"type\":\"float32\"";
  // Rows that weigh 1 are saved without a weight.
  if (weighted_ && rows.negatives_.weights.empty() && rows.positives_.weights.empty() && rows.unrated_.weights.empty())
    out += ",\"weighted\":true";
  if (cut_positives_ > 0) out += text(",\"cut_positives\":", cut_positives_);
  const RowSet *const sets[] = {&rows.negatives_, &rows.positives_, &rows.unrated_};
  for (int label = 0; label < 3; ++label) {
    out += text(",\n\"", set_names[label], "\":[");
    const RowSet &set = *sets[label];
    for (int64_t i = 0; i < set.size(); ++i) {
      out += i ? ",\n[" : "\n[";
      for (int64_t d = 0; d < dims_; ++d) out += (d ? "," : "") + saved_number(set.row(i)[d]);
      if (set.weight(i) != 1) out += "," + saved_number(set.weight(i));
      out += "]";
    }
    out += "]";
  }
  return out + "}\n";
}

// ---- Binary --------------------------------------------------------------------------------------

namespace {
// What a list of rows has beside their scores; scores of all lists are float, or of none.
// fed_weights: the rows came with weights, of which all are 1, so that none are saved.
constexpr uint64_t has_weights = 1, has_floats = 2, fed_weights = 4;
// Beside the rule: rows that reach some cut, but not all of "and", stand among the labelled ones.
constexpr uint64_t labels_by_any = 2;
}  // namespace

std::string Sample::save_binary() const {
  const bool between = labels_between();
  const Sample labelled = between ? labelled_by_any() : like();
  const Sample &rows = between ? labelled : *this;
  const RowSet *const sets[] = {&rows.negatives_, &rows.positives_, &rows.unrated_};
  std::size_t numbers = 9 + rated_from_.size();
  bool all_one = weighted_;
  for (const RowSet *set : sets) {
    numbers += set->scores.size() + (set->floats.size() + 1) / 2 + set->weights.size();
    all_one = all_one && set->weights.empty();
  }
  BinaryWriter out(SavedBody::sample, numbers * sizeof(double));
  out.whole(static_cast<uint64_t>(dims_));
  out.whole(static_cast<uint64_t>(rule_) | (between ? labels_by_any : 0));
  out.whole(static_cast<uint64_t>(cut_positives_));
  out.reals(rated_from_);
  for (const RowSet *set : sets) {
    out.whole(static_cast<uint64_t>(set->size()));
    out.whole((!set->weights.empty() ? has_weights : all_one ? fed_weights : 0) | (narrow() ? has_floats : 0));
    out.reals(set->scores.data(), set->scores.size());
    out.reals(set->floats.data(), set->floats.size());
    out.reals(set->weights);
  }
  return out.take();
}

namespace {

// As feeding leaves them.
template <class T>
void check_scores(const BinaryReader &saved, std::vector<T> &scores, const char *name) {
  bool fine = true;
  for (T &s : scores) {
    fine &= std::is_same_v<T, float> ? s <= static_cast<T>(infinity) : s < static_cast<T>(infinity);  // nor NaN
    s += 0;  // -0 and 0 are one score
  }
  if (!fine) saved.malformed(text("\"", name, "\" holds a number that is not finite"));
}

void check_weights(const BinaryReader &saved, const std::vector<double> &weights, const char *name) {
  bool fine = true;
  for (double w : weights) fine &= w > 0 && w < infinity;
  if (!fine) saved.malformed(text("\"", name, "\" holds a weight that is not finite and above 0"));
}

Sample load_binary(std::string_view bytes) {
  BinaryReader saved(bytes, SavedBody::sample, "sample");
  const uint64_t dims = saved.whole("\"scores\"", 1, static_cast<uint64_t>(max_classifiers));
  const uint64_t rule_word = saved.whole("\"rule\"", 0, labels_by_any | static_cast<uint64_t>(Rule::all));
  const auto rule = static_cast<Rule>(rule_word & ~labels_by_any);
  const Rule rated_rule = (rule_word & labels_by_any) != 0 ? Rule::any : rule;
  const uint64_t cut_positives = saved.whole("\"cut_positives\"", 0, uint64_t{1} << 53);
  std::vector<double> rated_from = saved.reals("\"rated_from\"", dims);
  for (double cut : rated_from)
    if (!(cut < infinity)) saved.malformed("\"rated_from\" holds a number that is not finite");
  RowSet sets[3];
  bool narrow = false, weighted = false;
  for (int label = 0; label < 3; ++label) {
    const char *name = set_names[label];
    RowSet &set = sets[label];
    set.dims = static_cast<int64_t>(dims);
    const uint64_t rows = saved.whole(name, 0, bytes.size() / (4 * dims));
    const uint64_t has = saved.whole("\"weighted\"", 0, has_weights | has_floats | fed_weights);
    weighted = weighted || (has & (has_weights | fed_weights)) != 0;
    const bool of_floats = (has & has_floats) != 0;
    if (label > 0 && of_floats != narrow) saved.malformed("some scores are float, and some are double");
    narrow = of_floats;
    const auto take = [&](auto scores, auto &to) {
      check_scores(saved, scores, name);
      to = scores;
    };
    if (narrow)
      take(saved.floats(name, rows * dims), set.floats);
    else
      take(saved.reals(name, rows * dims), set.scores);
    if ((has & has_weights) == 0) continue;
    set.weights = saved.reals(name, rows);
    check_weights(saved, set.weights, name);
    if (rows == 0) set.weights.clear();
  }
  saved.end();
  const bool cut = std::any_of(rated_from.begin(), rated_from.end(), [](double c) { return c > -infinity; });
  for (int label = 0; cut && label < 2; ++label)
    sets[label].for_rows([&](int64_t first, int64_t n, const double *scores) {
      for (int64_t i = 0; i < n; ++i)
        if (!is_flagged(scores + i * sets[label].dims, rated_from, rated_rule))
          saved.malformed(text("\"", set_names[label], "\"[", first + i, "] lies below the cut"));
    });
  const int64_t most_cut = sets[2].size() + (rated_rule == rule ? 0 : sets[1].size());
  if (cut_positives > (cut ? static_cast<uint64_t>(most_cut) : 0))
    saved.malformed(text("\"cut_positives\" is ", cut_positives, ": must be at most the number of rows below the cut"));
  return Sample::restored(static_cast<int64_t>(dims), rule, std::move(rated_from), sets,
                          static_cast<int64_t>(cut_positives), weighted);
}

}  // namespace

Sample load_sample(std::string_view saved) {
  if (is_binary(saved)) return load_binary(saved);
  Reader reader;
  if (!nlohmann::json::sax_parse(saved.begin(), saved.end(), &reader)) malformed("it cannot be read");
  try {
    return reader.take();
  } catch (const Error &e) {
    if (e.status() == Status::argument) malformed(e.what());
    throw;
  }
}

}  // namespace wald::core::thresholds
