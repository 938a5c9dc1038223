// Writes tables of an evaluation as Markdown and LaTeX.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/fixed/paper_tables.hpp"

#include <charconv>
#include <cmath>

#include "core/base/error.hpp"

namespace wald::core::evaluation {
namespace {

using Line = std::vector<std::string>;
struct PaperTable {
  Line head;
  std::vector<Line> rows;
};

std::string three_digits(double x) {
  if (std::isnan(x)) return "-";
  char buffer[64];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::fixed, 3).ptr};
}
std::string with_limits(double value, const Interval &limits) {
  if (std::isnan(value) || std::isnan(limits.low)) return three_digits(value);
  return three_digits(value) + " (" + three_digits(limits.low) + " to " + three_digits(limits.high) + ")";
}
std::string p_text(double p) { return p < 0.001 ? "<0.001" : three_digits(p); }

PaperTable estimates_of(const ThresholdEvaluation &e) {
  PaperTable out{{text("metric (", written(std::nearbyint(1e6 * e.level) / 1e4), "% limits)")}, {}};
  out.head.insert(out.head.end(), e.names.begin(), e.names.end());
  for (std::size_t k = 0; k < e.metrics.size(); ++k) {
    Line line{e.metrics[k]};
    for (std::size_t m = 0; m < e.names.size(); ++m) {
      const FixedEstimate &one = e.estimates[m * e.metrics.size() + k];
      line.push_back(with_limits(one.value, one.limits));
    }
    out.rows.push_back(std::move(line));
  }
  return out;
}

PaperTable comparisons_of(const ThresholdEvaluation &e) {
  PaperTable out{{"comparison", "metric", text("difference (", written(std::nearbyint(1e6 * e.level) / 1e4), "% limits)"), "p", "p (Holm)"}, {}};
  const auto name = [&](int64_t model) { return e.names[static_cast<std::size_t>(model)]; };
  for (const FixedPair &pair : e.pairs)
    out.rows.push_back({name(pair.second) + " - " + name(pair.first), e.metrics[static_cast<std::size_t>(pair.metric)],
                        with_limits(pair.difference, pair.limits), p_text(pair.p_value), p_text(pair.p_adjusted)});
  return out;
}

std::string markdown_line(const Line &cells) {
  std::string out = "|";
  for (const std::string &cell : cells) {
    out += ' ';
    for (const char c : cell) {
      if (c == '|' || c == '\\') out += '\\';
      out += c == '\n' || c == '\r' ? ' ' : c;
    }
    out += " |";
  }
  return out + "\n";
}
std::string markdown_table(const PaperTable &table) {
  std::string out = markdown_line(table.head) + "|";
  for (std::size_t i = 0; i < table.head.size(); ++i) out += i ? "---:|" : "---|";
  out += "\n";
  for (const Line &row : table.rows) out += markdown_line(row);
  return out;
}

std::string latex_line(const Line &cells) {
  std::string out;
  for (const std::string &cell : cells) {
    if (&cell != &cells.front()) out += " & ";
    for (const char c : cell) {
      if (c == '\\')
        out += "\\textbackslash{}";
      else if (c == '~')
        out += "\\textasciitilde{}";
      else if (c == '^')
        out += "\\textasciicircum{}";
      else if (c == '<')
        out += "$<$";
      else if (c == '>')
        out += "$>$";
      else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
        out += std::string("\\") + c;
      else
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
  }
  return out + " \\\\\n";
}
std::string latex_table(const PaperTable &table) {
  std::string out = "\\begin{tabular}{l" + std::string(table.head.size() - 1, 'r') + "}\n\\toprule\n";
  out += latex_line(table.head) + "\\midrule\n";
  for (const Line &row : table.rows) out += latex_line(row);
  return out + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace

std::string markdown_of(const ThresholdEvaluation &evaluation) {
  const std::string estimates = markdown_table(estimates_of(evaluation));
  return evaluation.pairs.empty() ? estimates : estimates + "\n" + markdown_table(comparisons_of(evaluation));
}

std::string latex_of(const ThresholdEvaluation &evaluation) {
  const std::string estimates = latex_table(estimates_of(evaluation));
  return evaluation.pairs.empty() ? estimates : estimates + "\n" + latex_table(comparisons_of(evaluation));
}

}  // namespace wald::core::evaluation
