// Reads and writes arrays in the saved text of models.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/model_text.hpp"

#include <cmath>

namespace wald::core::learners {

namespace {

template <class T, class Write>
void save_array(std::string &out, const char *name, const std::vector<T> &values, const Write &write) {
  out += text(",\n\"", name, "\":[");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i) out += ",";
    out += write(values[i]);
  }
  out += "]";
}

const std::vector<SavedValue> &load_array(const SavedText &text, const SavedValue &object, const char *name,
                                          int64_t length) {
  const std::vector<SavedValue> &values = text.array(text.member(object, name), wald::core::text("\"", name, "\""));
  if (length >= 0 && static_cast<int64_t>(values.size()) != length)
    text.malformed(wald::core::text("\"", name, "\" has ", values.size(), " values: must have ", length));
  return values;
}

std::string place(const char *name, std::size_t i) { return saved_at(text("\"", name, "\""), i); }

}  // namespace

void save_reals(std::string &out, const char *name, const std::vector<double> &values) {
  save_array(out, name, values, saved_number);
}

void save_integers(std::string &out, const char *name, const std::vector<int64_t> &values) {
  save_array(out, name, values, [](int64_t v) { return std::to_string(v); });
}

void save_strings(std::string &out, const char *name, const std::vector<std::string> &values) {
  save_array(out, name, values, saved_string);
}

std::vector<double> load_reals(const SavedText &text, const SavedValue &object, const char *name, int64_t length,
                               double greatest) {
  const std::vector<SavedValue> &values = load_array(text, object, name, length);
  std::vector<double> out;
  out.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    out.push_back(text.real(values[i], place(name, i)));
    if (std::fabs(out.back()) > greatest)
      text.malformed(
          wald::core::text(place(name, i), " is ", out.back(), ": must be at most ", greatest, " in absolute value"));
  }
  return out;
}

std::vector<int64_t> load_integers(const SavedText &text, const SavedValue &object, const char *name, int64_t length,
                                   int64_t low, int64_t high) {
  const std::vector<SavedValue> &values = load_array(text, object, name, length);
  std::vector<int64_t> out;
  out.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) out.push_back(text.integer(values[i], place(name, i), low, high));
  return out;
}

std::vector<std::string> load_strings(const SavedText &text, const SavedValue &object, const char *name,
                                      int64_t length) {
  load_array(text, object, name, length);  // throws if there are not this many
  return text.strings(text.member(object, name), wald::core::text("\"", name, "\""));
}

}  // namespace wald::core::learners
