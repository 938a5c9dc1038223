// A cascade's saved state. Thresholds and spreads are in units of the score; as multiples of a power of two they read
// back exactly.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/policy.hpp"
#include "core/cascades/sample.hpp"
#include "core/saved_text.hpp"

namespace wald::core {

namespace {

// Far beyond what any sum comes to, and yet exact: fitted thresholds are at most 2^62 units.
constexpr int64_t furthest = int64_t{1} << 62;

std::string saved_threshold(int64_t threshold, const FixedPoint &fixed) {
  if (threshold == never_below || threshold == never_above) return "null";
  // A double holds 53 bits; wider thresholds are beyond every sum, and rounding keeps them there.
  return saved_number(static_cast<double>(threshold) * fixed.unit());
}

struct Finding {
  const char *name;
  double Findings::*value;
};
constexpr Finding all_findings[] = {
    {"rows", &Findings::rows},
    {"alpha", &Findings::alpha},
    {"disagreement", &Findings::disagreement},
    {"mean_models", &Findings::mean_models},
    {"mean_cost", &Findings::mean_cost},
    {"cross_disagreement", &Findings::cross_disagreement},
    {"cross_mean_models", &Findings::cross_mean_models},
    {"cross_mean_cost", &Findings::cross_mean_cost},
    {"certified", &Findings::certified},
    {"confidence", &Findings::confidence},
};

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
  if (bin_width > 0) out += ",\"bin_width\":" + saved_number(static_cast<double>(bin_width) * fixed.unit());
  const auto list = [&](const char *name, std::size_t n, const auto &item) {
    out += text(",\n\"", name, "\":[");
    for (std::size_t i = 0; i < n; ++i) out += (i ? "," : "") + item(i);
    out += "]";
  };
  list("costs", costs.size(), [&](std::size_t i) { return saved_number(costs[i]); });
  if (!names.empty()) list("names", names.size(), [&](std::size_t i) { return saved_string(names[i]); });
  out += ",\n\"findings\":{";
  bool first = true;
  for (const Finding &f : all_findings) {
    out += text(first ? "" : ",", "\"", f.name, "\":", saved_number(findings.*f.value));
    first = false;
  }
  // model, low, high, spread; with bins the thresholds are in the bins: bin, low, high.
  out += "},\n\"positions\":[";
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

Policy load_policy(std::string_view saved) {
  const SavedText text(saved, "cascade", 1);
  const SavedValue &root = text.root();
  text.allow(root,
             {"wald", "version", "models", "classes", "threshold", "exponent", "negatives_only", "bin_width", "costs",
              "names", "findings", "positions"},
             "a saved cascade");
  Policy out;
  const int64_t models = text.integer(text.member(root, "models"), "\"models\"", 1, max_models);
  out.classes = text.integer(text.member(root, "classes"), "\"classes\"", 1, max_classes);
  out.fixed.exponent =
      static_cast<int>(text.integer(text.member(root, "exponent"), "\"exponent\"", -max_exponent, max_exponent));
  out.threshold = text.real(text.member(root, "threshold"), "\"threshold\"");
  out.negatives_only = text.boolean(text.member(root, "negatives_only"), "\"negatives_only\"");
  if (const SavedValue *width = text.find(root, "bin_width")) {
    out.bin_width = loaded_threshold(text, *width, 0, out.fixed, "\"bin_width\"");
    if (out.bin_width < 1) text.malformed("\"bin_width\" must be above 0");
  }
  const std::vector<SavedValue> &costs = text.array(text.member(root, "costs"), "\"costs\"");
  for (std::size_t i = 0; i < costs.size(); ++i)
    out.costs.push_back(text.real_or(costs[i], std::numeric_limits<double>::quiet_NaN(), saved_at("\"costs\"", i)));
  if (const SavedValue *names = text.find(root, "names")) {
    const std::vector<SavedValue> &list = text.array(*names, "\"names\"");
    for (std::size_t i = 0; i < list.size(); ++i) out.names.push_back(text.string(list[i], saved_at("\"names\"", i)));
  }
  const SavedValue &findings = text.member(root, "findings");
  std::vector<std::string_view> known;
  for (const Finding &f : all_findings) known.emplace_back(f.name);
  text.allow(findings, known, "\"findings\"");
  for (const Finding &f : all_findings)
    if (const SavedValue *value = text.find(findings, f.name))
      out.findings.*f.value = text.real_or(*value, Findings::unknown, wald::core::text("\"", f.name, "\""));
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
  try {
    check_policy(out);
  } catch (const Error &e) {
    text.malformed(e.what());
  }
  return out;
}

}  // namespace wald::core
