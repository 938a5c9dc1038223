// wald metrics: all metrics with their formulas.
#include <sstream>

#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "commands.hpp"

namespace wald::cli {
namespace {

std::vector<std::string> words(wald_properties properties) {
  static const std::pair<wald_properties, const char *> names[] = {
      {WALD_RISES_IN_TP, "rises in tp"},
      {WALD_FALLS_IN_K, "falls in k"},
      {WALD_RISES_IN_TP_AND_K, "rises in tp and k"},
      {WALD_LINEAR_IN_TP, "linear in tp"},
      {WALD_DEGENERATE, "degenerate"},
  };
  std::vector<std::string> out;
  for (const auto &[bit, name] : names)
    if ((properties & bit) != 0) out.emplace_back(name);
  return out;
}

std::vector<std::string> split(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

std::string joined(const std::vector<std::string> &items, const char *separator) {
  std::string out;
  for (const std::string &item : items) out += (out.empty() ? "" : separator) + item;
  return out;
}

void append_csv_line(std::string &out, const Metric::Info &metric) {
  for (const std::string_view cell : {metric.name, metric.aliases, metric.formula, metric.sentence}) {
    append_csv(out, cell);
    out += ',';
  }
  append_csv(out, joined(words(metric.properties), "; "));
  out += '\n';
}

void append_json_line(std::string &out, const Metric::Info &metric) {
  out += json_text({{"name", metric.name},
                    {"aliases", split(metric.aliases)},
                    {"formula", metric.formula},
                    {"note", metric.sentence},
                    {"properties", words(metric.properties)}}) +
         '\n';
}

void append_text(std::string &out, const Metric::Info &metric) {
  out += metric.name;
  if (!metric.aliases.empty()) out += " (" + joined(split(metric.aliases), ", ") + ")";
  out += "\n    ";
  out += metric.formula;
  if (!metric.sentence.empty()) {
    out += "\n    ";
    out += metric.sentence;
  }
  if (metric.properties != 0) out += "\n    " + joined(words(metric.properties), "; ");
  out += '\n';
}

}  // namespace

void metrics(const Settings &settings) {
  Output output(settings.output);
  std::string text = settings.format == Format::csv ? "name,aliases,formula,note,properties\n" : "";
  for (const Metric::Info &metric : Metric::list()) {
    if (settings.format == Format::csv)
      append_csv_line(text, metric);
    else if (settings.format == Format::jsonl)
      append_json_line(text, metric);
    else
      append_text(text, metric);
  }
  output.write(text);
  output.finish();
}

}  // namespace wald::cli
