// A route's saved state, which other programs can read: group by group the threshold of each stage, null if the
// stage is not asked and "-inf" where it answers all rows.
#include "core/numeric/contraction.hpp"  // first

#include <cmath>
#include <limits>

#include "core/described/words.hpp"
#include "core/routes/route.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core::routes {

namespace {

std::string saved_threshold(double x) {
  return x == -infinite ? "\"-inf\"" : x == infinite ? "\"inf\"" : saved_number(x);
}

// At least 0. Qualities are shares, except for rounding.
constexpr double most_count = 9007199254740992, most_cost = std::numeric_limits<double>::max(), most_quality = 1 + 1e-9;
struct Number {
  const char *name;
  double RouteFindings::*value;
  double most;
};
constexpr Number numbers[] = {
    {"rows", &RouteFindings::rows, most_count},
    {"labels", &RouteFindings::labels, most_count},
    {"cost", &RouteFindings::cost, most_cost},
    {"quality", &RouteFindings::quality, most_quality},
    {"full_cost", &RouteFindings::full_cost, most_cost},
    {"full_quality", &RouteFindings::full_quality, most_quality},
    {"certify", &RouteFindings::certify, 1},
    {"labels_needed", &RouteFindings::labels_needed, infinite},
};
struct Switch {
  const char *name;
  bool RouteFindings::*value;
};
constexpr Switch switches[] = {
    {"exact", &RouteFindings::exact}, {"feasible", &RouteFindings::feasible}, {"certified", &RouteFindings::certified}};

const char *word(const Vocabulary &words, int32_t value) { return word_of(words, value); }

template <class Enum>
Enum loaded_word(const SavedText &text, const SavedValue &object, const char *name, const Vocabulary &words) {
  const std::string &found = text.string(text.member(object, name), wald::core::text("\"", name, "\""));
  for (const Word &one : words)
    if (found == one.name) return static_cast<Enum>(one.value);
  text.malformed(wald::core::text("\"", name, "\" is ", in_quotes(found), ", which is not known"));
}

}  // namespace

std::string Route::save() const {
  std::string out =
      text("{\"wald\":\"route\",\"version\":1,\n\"stages\":", stages, ",\"router\":", router ? "true" : "false",
           ",\"by\":\"", word(vocabulary("by", route_by_words), static_cast<int32_t>(by)), "\",\"goal\":\"",
           word(vocabulary("goal", route_goal_words), static_cast<int32_t>(goal)), "\",\"measure\":\"",
           word(vocabulary("measure", route_measure_words), static_cast<int32_t>(measure)), "\",\n\"groups\":[");
  for (int64_t g = 0; g < groups(); ++g) {
    out += g ? ",\n[" : "\n[";
    for (int64_t s = 0; s < stages; ++s)
      out += (s ? "," : "") + saved_threshold(thresholds[static_cast<std::size_t>(g * stages + s)]);
    out += "]";
  }
  out += text("],\n\"findings\":{\"theorem\":\"", certify::theorem_name(findings.theorem), "\"");
  for (const Number &n : numbers)
    if (!std::isnan(findings.*n.value)) out += text(",\"", n.name, "\":", saved_number(findings.*n.value));
  for (const Switch &s : switches) out += text(",\"", s.name, "\":", findings.*s.value ? "true" : "false");
  out += ",\n \"shares\":[";
  for (std::size_t i = 0; i < findings.shares.size(); ++i) out += (i ? "," : "") + saved_number(findings.shares[i]);
  out += "],\n \"envelope\":[";
  for (std::size_t i = 0; i < findings.envelope.size(); ++i) {
    const RoutePoint &p = findings.envelope[i];
    out += text(i ? ",\n" : "\n", "[", saved_number(p.cost), ",", saved_number(p.quality), ",",
                p.on_hull ? "true" : "false", "]");
  }
  return out + "]}}\n";
}

Route load_route(std::string_view saved) {
  const SavedText text(saved, "route", 1);
  const SavedValue &root = text.root();
  // A program that names classes and segments may add them as "names".
  text.allow(root, {"wald", "version", "names", "stages", "router", "by", "goal", "measure", "groups", "findings"},
             "a saved route");
  Route out;
  out.stages = text.integer(text.member(root, "stages"), "\"stages\"", 2, 12);
  out.router = text.boolean(text.member(root, "router"), "\"router\"");
  out.by = loaded_word<RouteBy>(text, root, "by", vocabulary("by", route_by_words));
  out.goal = loaded_word<RouteGoal>(text, root, "goal", vocabulary("goal", route_goal_words));
  out.measure = loaded_word<RouteMeasure>(text, root, "measure", vocabulary("measure", route_measure_words));
  const std::vector<SavedValue> &groups = text.array(text.member(root, "groups"), "\"groups\"");
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::string where = saved_at("\"groups\"", g);
    const std::vector<SavedValue> &group = text.array(groups[g], where);
    if (static_cast<int64_t>(group.size()) != out.stages)
      text.malformed(
          wald::core::text(where, " has ", group.size(), " thresholds: must have one per stage, ", out.stages));
    for (std::size_t s = 0; s < group.size(); ++s) {
      const bool lowest =
          std::holds_alternative<std::string>(group[s].value) && std::get<std::string>(group[s].value) == "-inf";
      out.thresholds.push_back(lowest ? -infinite : text.real_or(group[s], unset, saved_at(where, s)));
    }
  }
  const SavedValue &findings = text.member(root, "findings");
  std::vector<std::string_view> known{"theorem", "shares", "envelope"};
  for (const Number &n : numbers) known.emplace_back(n.name);
  for (const Switch &s : switches) known.emplace_back(s.name);
  text.allow(findings, known, "\"findings\"");
  out.findings.theorem = loaded_word<certify::Theorem>(text, findings, "theorem", vocabulary("theorem", certify::theorem_words));
  for (const Number &n : numbers) {
    const SavedValue *const value = text.find(findings, n.name);
    if (!value) continue;
    const double x = text.real_or(*value, unset, wald::core::text("\"", n.name, "\""));
    if (!(x >= 0 && x <= n.most))
      text.malformed(wald::core::text("\"", n.name, "\" is ", x, ": must lie in [0, ", n.most, "]"));
    out.findings.*n.value = x;
  }
  for (const Switch &s : switches)
    out.findings.*s.value = text.boolean(text.member(findings, s.name), wald::core::text("\"", s.name, "\""));
  const std::vector<SavedValue> &shares = text.array(text.member(findings, "shares"), "\"shares\"");
  if (static_cast<int64_t>(shares.size()) != out.stages)
    text.malformed(wald::core::text("\"shares\" has ", shares.size(), " numbers: must have one per stage, ", out.stages));
  for (std::size_t s = 0; s < shares.size(); ++s)
    out.findings.shares.push_back(text.real_in(shares[s], saved_at("\"shares\"", s), 0, most_quality));
  const std::vector<SavedValue> &points = text.array(text.member(findings, "envelope"), "\"envelope\"");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const std::string where = saved_at("\"envelope\"", i);
    const std::vector<SavedValue> &point = text.array(points[i], where);
    if (point.size() != 3) text.malformed(wald::core::text(where, " has ", point.size(), " parts: must have 3"));
    out.findings.envelope.push_back({text.real_in(point[0], saved_at(where, 0), 0, most_cost),
                                     text.real_in(point[1], saved_at(where, 1), 0, most_quality),
                                     text.boolean(point[2], saved_at(where, 2))});
  }
  try {
    check_route(out);
  } catch (const Error &e) {
    text.malformed(e.what());
  }
  return out;
}

}  // namespace wald::core::routes
