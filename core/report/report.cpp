// Writes the page about the gain of deciding for a metric.
#include "core/numeric/contraction.hpp"  // first

#include "core/report/report.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "core/decisions/decide.hpp"
#include "core/estimators/marginal.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/report/json_text.hpp"
#include "core/report/label_curves.hpp"
#include "core/report/label_rows.hpp"
#include "core/report/system.hpp"

namespace wald::core::report {
namespace {

// Rows of the table, curves, and points of the example's curve; a page of more is slow to open.
constexpr std::size_t most_labels = 500, most_curves = 20, most_points = 400;
constexpr int64_t most_example_items = 20000;

const char *default_name(const std::string &name, const char *otherwise) {
  return name.empty() ? otherwise : name.c_str();
}

void write_comparison(JsonText &out, const char *name, const evaluation::Comparison &c) {
  out.key(name).open('{');
  out.field("a", c.value_a).field("b", c.value_b).field("difference", c.difference);
  out.range("interval", c.low, c.high);
  out.field("p_value", c.p_value).field("n_units", c.units).field("n_differing", c.differing).field("n_swaps", c.swaps);
  out.close('}');
}

int64_t rows_without_label(const Grid<const uint8_t> &cells) {
  int64_t out = 0;
  for (int64_t i = 0; i < cells.rows; ++i) {
    bool any = false;
    for (int64_t j = 0; j < cells.cols; ++j) any = any || cells(i, j) != 0;
    out += !any;
  }
  return out;
}

void write_system(JsonText &out, const ReportInput &input, const SystemReport &s, const char *name) {
  out.open('{').field("name", name);
  out.key("half").open('{').field("expected", s.expected_of_half).field("value", s.value_of_half).close('}');
  out.key("decided").open('{').field("expected", s.expected_of_decided).field("value", s.value_of_decided);
  out.field("spread", s.spread_of_decided).close('}');
  if (!s.tuned.mask.empty()) {
    out.key("tuned").open('{').field("value", s.value_of_tuned);
    out.key("threshold").value(s.tuned.of_all, 6);
    out.drawn("of_folds", s.tuned.of_fold).close('}');
    write_comparison(out, "over_tuned", s.over_tuned);
  }
  out.field("changed", s.changed).field("without_label", rows_without_label(s.mask(s.decided)));
  write_comparison(out, "over_half", s.over_half);
  (void)input;
  out.close('}');
}

// The problem in which deciding is expected to gain most over 1/2, and the utility of the best answer for each k.
void write_example(JsonText &out, const ReportInput &input, const SystemReport &s) {
  const decisions::Average average = input.options.average;
  std::size_t best = 0;
  for (std::size_t a = 1; a < s.half_expected.size(); ++a)
    if (s.decided_expected[a] - s.half_expected[a] > s.decided_expected[best] - s.half_expected[best]) best = a;
  const auto answer = static_cast<int64_t>(best);
  const int64_t n = average == decisions::Average::instance ? input.truth.cols
                    : average == decisions::Average::macro  ? input.truth.rows
                                                 : input.truth.rows * input.truth.cols;
  if (n > most_example_items || !input.options.per_row.empty()) return;
  // Item i of the problem, as a cell.
  const auto cell = [&](int64_t i) {
    if (average == decisions::Average::instance) return answer * input.truth.cols + i;
    return average == decisions::Average::macro ? i * input.truth.cols + answer : i;
  };
  std::vector<double> p;
  for (int64_t i = 0; i < n; ++i) p.push_back(s.table.row(cell(i) / input.truth.cols)[cell(i) % input.truth.cols]);
  const std::unique_ptr<Estimator> estimator = make_estimator(input.kind, 0);
  static_cast<Marginal &>(*estimator).feed({p.data(), false, n, 1});
  decisions::DecisionOptions options = input.options;
  options.progress = {};
  options.average = decisions::Average::instance;  // this one problem
  options.label_weights.clear();
  const std::vector<double> curve = decisions::expected_curve(input.metric, *estimator, options);
  int64_t half = 0, decided = 0;
  for (int64_t i = 0; i < n; ++i) {
    half += s.half[static_cast<std::size_t>(cell(i))];
    decided += s.decided[static_cast<std::size_t>(cell(i))];
  }
  std::vector<double> at, utility;
  const double stride = std::max(1.0, static_cast<double>(n) / static_cast<double>(most_points));
  int64_t last = -1;
  for (double x = 0;; x += stride) {
    const int64_t k = std::min(n, static_cast<int64_t>(x));
    // The marked ones are drawn in any case.
    for (int64_t marked : {std::min(half, decided), std::max(half, decided)})
      if (marked > last && marked < k && marked > (at.empty() ? -1 : static_cast<int64_t>(at.back()))) {
        at.push_back(static_cast<double>(marked));
        utility.push_back(curve[static_cast<std::size_t>(marked)]);
      }
    if (at.empty() || static_cast<double>(k) > at.back()) {
      at.push_back(static_cast<double>(k));
      utility.push_back(curve[static_cast<std::size_t>(k)]);
    }
    last = k;
    if (k == n) break;
  }
  out.key("example").open('{').field("problem", answer).field("items", n);
  out.key("k").open('[');
  for (double k : at) out.value(static_cast<int64_t>(k));
  out.close(']');
  out.drawn("utility", utility).field("half_k", half).field("decided_k", decided);
  out.field("half_expected", s.half_expected[best]).field("decided_expected", s.decided_expected[best]);
  if (average == decisions::Average::instance && n <= 1000) {
    std::vector<int64_t> order(p.size());
    std::iota(order.begin(), order.end(), int64_t{0});
    std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
      return p[static_cast<std::size_t>(a)] > p[static_cast<std::size_t>(b)];
    });
    out.key("cells").open('[');
    for (std::size_t r = 0; r < order.size() && r < 30; ++r) {
      const auto c = static_cast<std::size_t>(cell(order[r]));
      out.open('{').field("label", order[r]);
      out.key("p").value(p[static_cast<std::size_t>(order[r])], 6);
      out.field("half", s.half[c] != 0).field("decided", s.decided[c] != 0);
      out.field("truth", input.truth(answer, order[r]) != 0).close('}');
    }
    out.close(']');
  }
  out.close('}');
}

void check(const ReportInput &input) {
  evaluation::check_table_size(input.truth.rows, input.truth.cols);
  if (!std::isnan(input.options.abstain) || input.options.leaves_labels())
    fail(Status::unsupported, "abstain is set: a report compares decisions that leave nothing undecided");
  if (input.kind != Kind::independent && input.kind != Kind::categorical)
    fail(Status::argument, "kind is ", kind_name(input.kind), ": must be independent or categorical");
  for (int64_t i = 0; i < input.truth.rows; ++i)
    for (int64_t j = 0; j < input.truth.cols; ++j)
      if (input.truth(i, j) > 1)
        fail(Status::argument, "truth[", i, "][", j, "] is ", int{input.truth(i, j)}, ": must be 0 or 1");
}

}  // namespace

std::string report_data(const ReportInput &input) {
  check(input);
  std::vector<double> weight = evaluation::row_weights(input.weights, input.truth.rows);
  const bool weighted = evaluation::says_more_than_which(weight);
  const double total = std::accumulate(weight.begin(), weight.end(), 0.0);
  // Whole multiples of a small unit, whose sums are exact (as evaluate has them).
  std::vector<double> whole = weight;
  if (weighted) {
    const int shift = 52 - std::ilogb(total) - 1;
    for (double &w : whole) w = std::nearbyint(std::ldexp(w, shift));
  }
  CallbackMonitor monitor(input.options.progress);
  monitor.at(0);
  std::vector<SystemReport> systems;
  const bool two = input.b.data != nullptr;
  {
    PartMonitor part(monitor, 0, two ? 0.45 : 0.8);
    systems.push_back(system_report(input, input.a, whole, weighted, part));
  }
  if (two) {
    PartMonitor part(monitor, 0.45, 0.8);
    systems.push_back(system_report(input, input.b, whole, weighted, part));
  }

  const std::vector<int64_t> order = by_positives(input, weight);
  std::vector<int64_t> shown(order.begin(),
                             order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), most_labels)));
  int64_t rows = 0;
  for (double w : weight) rows += w > 0;

  JsonText out;
  out.open('{');
  out.field("title", default_name(input.title, "What deciding for the metric is worth"));
  out.field("version", input.version);
  out.field("metric", input.metric.name());
  out.field("is_loss", input.metric.has(is_loss));
  out.field("average", decisions::average_name(input.options.average));
  out.field("kind", kind_name(input.kind));
  out.field("n_rows", rows).field("n_labels", input.truth.cols);
  out.field("weighted", weighted).field("total_weight", total).field("grouped", input.groups.data != nullptr);
  out.field("level", input.options.level).field("samples", input.options.samples);
  out.field("seed", static_cast<int64_t>(input.options.seed));
  out.field("truth_without_label", rows_without_label(input.truth)).field("at_least", input.options.at_least);
  out.key("names").open('[');
  for (int64_t j = 0; j < input.truth.cols; ++j) {
    const std::string &name = input.labels.empty() ? std::string() : input.labels[static_cast<std::size_t>(j)];
    out.value(name.empty() ? text(j) : name);
  }
  out.close(']');
  out.key("systems").open('[');
  for (std::size_t s = 0; s < systems.size(); ++s)
    write_system(out, input, systems[s], s == 0 ? default_name(input.name_a, "A") : default_name(input.name_b, "B"));
  out.close(']');
  if (two) {
    decisions::DecisionOptions options = input.options;
    options.progress = {};
    write_comparison(out, "decided_b_over_a",
                     evaluation::compare(input.metric, options, input.truth, systems[0].mask(systems[0].decided),
                             systems[1].mask(systems[1].decided), input.weights, input.groups));
    write_comparison(out, "half_b_over_a",
                     evaluation::compare(input.metric, options, input.truth, systems[0].mask(systems[0].half),
                             systems[1].mask(systems[1].half), input.weights, input.groups));
  }
  monitor.at(0.85);
  write_example(out, input, systems[0]);
  write_label_rows(out, input, systems, whole, shown, weighted);
  monitor.at(0.9);
  out.key("curves").open('[');
  if (input.truth.cols > 1) write_curves(out, input, systems, whole, -1);
  for (std::size_t j = 0; j < std::min(order.size(), most_curves); ++j) {
    monitor.at(0.9 + 0.1 * static_cast<double>(j) / static_cast<double>(most_curves));
    write_curves(out, input, systems, whole, order[j]);
  }
  out.close(']').close('}');
  monitor.at(1);
  return out.text();
}

std::string report_page(const std::string &data) {
  static constexpr std::string_view parts[] = {
#include "core/report/page.inc"
  };
  std::string page;
  for (std::string_view part : parts) page += part == "@data" ? std::string_view(data) : part;
  return page;
}

}  // namespace wald::core::report
