// A cascade's saved state, with its trees if it has them. Thresholds and spreads are in units of the score; as
// multiples of a power of two they read back exactly.
#include "core/numeric/contraction.hpp"  // first

#include <cmath>
#include <limits>

#include "core/cascades/score_sample.hpp"
#include "core/cascades/tree_cascade.hpp"
#include "core/saved/saved_text.hpp"
#include "core/trees/saved_ensemble.hpp"

namespace wald::core::cascades {

namespace {

// Far beyond what any sum comes to, and yet exact: fitted thresholds are at most 2^62 units.
constexpr int64_t furthest = int64_t{1} << 62;

std::string saved_threshold(int64_t threshold, const FixedPoint &fixed) {
  if (threshold == never_below || threshold == never_above) return "null";
  // A double holds 53 bits; wider thresholds are beyond every sum, and rounding keeps them there.
  return saved_number(static_cast<double>(threshold) * fixed.unit());
}

constexpr double at_most_all = 1 + 1e-9;  // a share, with the rounding of its sum

template <class Of>
struct Number {
  const char *name;
  double Of::*value;
  double high = std::numeric_limits<double>::infinity();  // none is negative
};
constexpr Number<Findings> findings_numbers[] = {
    {"alpha", &Findings::alpha, 1},
    {"certified", &Findings::certified, 1},
    {"confidence", &Findings::confidence, 1},
    {"spreads", &Findings::spreads},
    {"gamma", &Findings::gamma},
    {"price", &Findings::price},
    {"expected_disagreement", &Findings::expected_disagreement, at_most_all},
    {"expected_mean_models", &Findings::expected_mean_models},
    {"other_mean_cost", &Findings::other_mean_cost},
    {"rounded_rows", &Findings::rounded_rows},
};
constexpr Number<CascadeEvaluation> evaluation_numbers[] = {
    {"rows", &CascadeEvaluation::rows},
    {"weight", &CascadeEvaluation::weight},
    {"disagreement", &CascadeEvaluation::disagreement, at_most_all},
    {"mean_models", &CascadeEvaluation::mean_models},
    {"mean_cost", &CascadeEvaluation::mean_cost},
};
struct NamedEvaluation {
  const char *name;
  CascadeEvaluation Findings::*value;
};
constexpr NamedEvaluation evaluations[] = {
    {"in_sample", &Findings::in_sample}, {"cross", &Findings::cross}, {"held_out", &Findings::held_out}};

// Those that are known.
template <class Of, std::size_t N>
std::string saved_numbers(const Of &of, const Number<Of> (&list)[N]) {
  std::string out;
  for (const Number<Of> &n : list)
    if (!std::isnan(of.*n.value)) out += text(out.empty() ? "" : ",", "\"", n.name, "\":", saved_number(of.*n.value));
  return out;
}

std::string saved_list(const std::vector<double> &numbers) {
  std::string out = "[";
  for (std::size_t i = 0; i < numbers.size(); ++i) out += (i ? "," : "") + saved_number(numbers[i]);
  return out + "]";
}

std::string saved_findings(const Findings &findings) {
  std::string out = saved_numbers(findings, findings_numbers);
  for (const NamedEvaluation &e : evaluations) {
    const CascadeEvaluation &evaluation = findings.*e.value;
    const std::string own = saved_numbers(evaluation, evaluation_numbers);
    if (own.empty()) continue;
    out += text(out.empty() ? "" : ",", "\n \"", e.name, "\":{", own, ",\n  \"stops\":", saved_list(evaluation.stops),
                "}");
  }
  return "{" + out + "}";
}

template <class Of, std::size_t N>
void load_numbers(const SavedText &text, const SavedValue &object, Of &of, const Number<Of> (&list)[N]) {
  for (const Number<Of> &n : list)
    if (const SavedValue *value = text.find(object, n.name)) {
      const std::string where = wald::core::text("\"", n.name, "\"");
      const double found = text.real_or(*value, unknown, where);
      if (found < 0 || found > n.high)
        text.malformed(wald::core::text(where, " is ", found, ": must be at least 0",
                                        std::isfinite(n.high) ? wald::core::text(" and at most 1") : ""));
      of.*n.value = found;
    }
}

template <class List>
void add_names(const List &list, std::vector<std::string_view> &names) {
  for (const auto &item : list) names.emplace_back(item.name);
}

Findings loaded_findings(const SavedText &text, const SavedValue &object, int64_t models) {
  std::vector<std::string_view> known;
  add_names(findings_numbers, known);
  add_names(evaluations, known);
  text.allow(object, known, "\"findings\"");
  Findings out;
  load_numbers(text, object, out, findings_numbers);
  std::vector<std::string_view> of_evaluation{"stops"};
  add_names(evaluation_numbers, of_evaluation);
  for (const NamedEvaluation &e : evaluations)
    if (const SavedValue *value = text.find(object, e.name)) {
      const std::string where = wald::core::text("\"", e.name, "\"");
      text.allow(*value, of_evaluation, where);
      CascadeEvaluation &evaluation = out.*e.value;
      load_numbers(text, *value, evaluation, evaluation_numbers);
      const std::vector<SavedValue> &stops = text.array(text.member(*value, "stops"), where + ".\"stops\"");
      if (static_cast<int64_t>(stops.size()) != models)
        text.malformed(wald::core::text(where, ".\"stops\" has ", stops.size(), " numbers, \"models\" is ", models));
      for (std::size_t i = 0; i < stops.size(); ++i)
        evaluation.stops.push_back(text.real_in(stops[i], saved_at(where + ".\"stops\"", i), 0, at_most_all));
    }
  return out;
}

// Empty if there are none.
std::vector<std::string> loaded_texts(const SavedText &text, const SavedValue &object, const char *name) {
  const SavedValue *value = text.find(object, name);
  return value ? text.strings(*value, wald::core::text("\"", name, "\"")) : std::vector<std::string>();
}

int64_t loaded_threshold(const SavedText &text, const SavedValue &value, int64_t absent, const FixedPoint &fixed,
                         const std::string &where) {
  if (text.is_null(value)) return absent;
  const double scaled = text.real(value, where) * fixed.scale();
  if (!(std::fabs(scaled) <= static_cast<double>(furthest)) || scaled != std::floor(scaled))
    text.malformed(where + " is not a multiple of the cascade's unit");
  return static_cast<int64_t>(scaled);
}

}  // namespace

std::string Policy::save() const {
  std::string out = text("{\"wald\":\"cascade\",\"version\":1,\n\"models\":", models(), ",\"classes\":", classes,
                         ",\"threshold\":", saved_number(threshold), ",\"exponent\":", fixed.exponent,
                         ",\"negatives_only\":", negatives_only ? "true" : "false");
  if (algorithm != CascadeAlgorithm::sums) out += text(",\"algorithm\":\"", cascade_algorithm_name(algorithm), "\"");
  if (bin_width > 0) out += ",\"bin_width\":" + saved_number(static_cast<double>(bin_width) * fixed.unit());
  const auto list = [&](const char *name, std::size_t n, const auto &item) {
    out += text(",\n\"", name, "\":[");
    for (std::size_t i = 0; i < n; ++i) out += (i ? "," : "") + item(i);
    out += "]";
  };
  list("costs", costs.size(), [&](std::size_t i) { return saved_number(costs[i]); });
  const auto texts = [&](const char *name, const std::vector<std::string> &items) {
    if (!items.empty()) list(name, items.size(), [&](std::size_t i) { return saved_string(items[i]); });
  };
  texts("names", names);
  texts("feature_names", feature_names);
  texts("categories", categories);
  out += ",\n\"findings\":" + saved_findings(findings);
  // model, low, high, spread; with bins the thresholds are in the bins: bin, low, high.
  out += ",\n\"positions\":[";
  for (std::size_t r = 0; r < positions.size(); ++r) {
    const Position &p = positions[r];
    out += text(r ? ",\n" : "\n", "[", p.model, ",", saved_threshold(p.low, fixed), ",", saved_threshold(p.high, fixed),
                ",", saved_number(p.spread));
    if (bin_width > 0) {
      out += ",[";
      for (std::size_t b = 0; b < bins[r].size(); ++b)
        out += text(b ? "," : "", "[", bins[r][b].bin, ",", saved_threshold(bins[r][b].low, fixed), ",",
                    saved_threshold(bins[r][b].high, fixed), "]");
      out += "]";
    }
    out += "]";
  }
  return out + "]}\n";
}

std::string TreeCascade::save() const {
  std::string out = policy_.save();
  out.resize(out.size() - 2);  // "}\n"
  return out + ",\n\"trees\":" + ensemble_.save() + "}\n";
}

LoadedCascade load_cascade(std::string_view saved) {
  const SavedText text(saved, "cascade", 1);
  const SavedValue &root = text.root();
  text.allow(root,
             {"wald", "version", "models", "classes", "threshold", "exponent", "negatives_only", "algorithm",
              "bin_width", "costs", "names", "feature_names", "categories", "findings", "positions", "trees"},
             "a saved cascade");
  Policy out;
  const int64_t models = text.integer(text.member(root, "models"), "\"models\"", 1, max_models);
  out.classes = text.integer(text.member(root, "classes"), "\"classes\"", 1, max_classes);
  out.fixed.exponent =
      static_cast<int>(text.integer(text.member(root, "exponent"), "\"exponent\"", -max_exponent, max_exponent));
  out.threshold = text.real(text.member(root, "threshold"), "\"threshold\"");
  out.negatives_only = text.boolean(text.member(root, "negatives_only"), "\"negatives_only\"");
  if (const SavedValue *algorithm = text.find(root, "algorithm")) {
    const std::string name(text.string(*algorithm, "\"algorithm\""));
    for (const CascadeAlgorithm one : {CascadeAlgorithm::sums, CascadeAlgorithm::votes})
      if (name == cascade_algorithm_name(one)) out.algorithm = one;
    if (name != cascade_algorithm_name(out.algorithm))
      text.malformed(wald::core::text("\"algorithm\" is ", in_quotes(name), ": must be sums or votes"));
  }
  if (const SavedValue *width = text.find(root, "bin_width")) {
    out.bin_width = loaded_threshold(text, *width, 0, out.fixed, "\"bin_width\"");
    if (out.bin_width < 1) text.malformed("\"bin_width\" must be above 0");
  }
  const std::vector<SavedValue> &costs = text.array(text.member(root, "costs"), "\"costs\"");
  for (std::size_t i = 0; i < costs.size(); ++i)
    out.costs.push_back(text.real_or(costs[i], std::numeric_limits<double>::quiet_NaN(), saved_at("\"costs\"", i)));
  out.names = loaded_texts(text, root, "names");
  out.feature_names = loaded_texts(text, root, "feature_names");
  out.categories = loaded_texts(text, root, "categories");
  const std::vector<SavedValue> &positions = text.array(text.member(root, "positions"), "\"positions\"");
  if (static_cast<int64_t>(positions.size()) != models)
    text.malformed(wald::core::text("\"positions\" has ", positions.size(), " entries, \"models\" is ", models));
  for (std::size_t r = 0; r < positions.size(); ++r) {
    const std::string where = saved_at("\"positions\"", r);
    const std::vector<SavedValue> &entry = text.array(positions[r], where);
    const std::size_t width = out.bin_width > 0 ? 5 : 4;
    if (entry.size() != width)
      text.malformed(wald::core::text(where, " has ", entry.size(), " parts: must have ", width));
    Position p;
    p.model = static_cast<int32_t>(text.integer(entry[0], saved_at(where, 0), 0, models - 1));
    p.low = loaded_threshold(text, entry[1], never_below, out.fixed, saved_at(where, 1));
    p.high = loaded_threshold(text, entry[2], never_above, out.fixed, saved_at(where, 2));
    p.spread = text.real(entry[3], saved_at(where, 3));
    out.positions.push_back(p);
    if (out.bin_width == 0) continue;
    std::vector<Bin> bins;
    const std::vector<SavedValue> &list = text.array(entry[4], saved_at(where, 4));
    for (std::size_t b = 0; b < list.size(); ++b) {
      const std::string at = saved_at(saved_at(where, 4), b);
      const std::vector<SavedValue> &triple = text.array(list[b], at);
      if (triple.size() != 3) text.malformed(wald::core::text(at, " has ", triple.size(), " numbers: must have 3"));
      bins.push_back({text.integer(triple[0], saved_at(at, 0), -furthest, furthest),
                      loaded_threshold(text, triple[1], never_below, out.fixed, saved_at(at, 1)),
                      loaded_threshold(text, triple[2], never_above, out.fixed, saved_at(at, 2))});
    }
    out.bins.push_back(std::move(bins));
  }
  out.findings = loaded_findings(text, text.member(root, "findings"), models);
  try {
    check_policy(out);
  } catch (const Error &e) {
    text.malformed(e.what());
  }
  LoadedCascade loaded{std::move(out), {}};
  if (const SavedValue *trees = text.find(root, "trees")) {
    loaded.trees = trees::read_ensemble(text, *trees);
    try {
      check_fit(*loaded.trees, loaded.policy);
    } catch (const Error &e) {
      text.malformed(e.what());
    }
  }
  return loaded;
}

}  // namespace wald::core::cascades
