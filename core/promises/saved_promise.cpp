// A promise's saved state: JSON that may come from anyone, so every value is checked. Counts of rows are all that
// evidence and limits need; the detector is what the order of rows adds.
#include "core/numeric/contraction.hpp"  // first

#include <cmath>

#include "core/promises/promise.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core::promises {

namespace {

constexpr int64_t most_rows = int64_t{1} << 53;

std::string saved_finding(const Finding &f) {
  return f.found ? text("[", saved_number(f.since), ",", saved_number(f.at), "]") : "null";
}

std::string saved_bets(const Bets &bets) {
  std::string out;
  for (const double x : bets) out += (out.empty() ? "[" : ",") + saved_number(x);
  return out + "]";
}

std::string saved_stream(const Stream &s) {
  std::string out = text("{\"rows\":", s.n_rows, ",\"labels\":", s.n_labels, ",\"counts\":[");
  bool first = true;
  for (const ScaleCounts &scale : s.counts.scales()) {
    if (scale.cells == std::array<int64_t, 4>{}) continue;  // of other streams
    out += text(first ? "[" : ",[", saved_number(scale.scale));
    for (const int64_t rows : scale.cells) out += text(",", rows);
    out += "]";
    first = false;
  }
  out += text("],\"alarms\":", s.alarms, ",\"alarm\":", saved_finding(s.alarm),
              ",\"evidence\":", saved_finding(s.evidence), ",\"kept\":", s.kept ? "true" : "false", ",\"detector\":");
  if (s.detector.is_new()) return out + "null}";
  return out + text("{\"last\":", saved_number(s.detector.last_), ",\n  \"capital\":", saved_bets(s.detector.capital_),
                    ",\n  \"best\":", saved_bets(s.detector.best_), ",\n  \"since\":", saved_bets(s.detector.since_),
                    "}}");
}

class Reader {
 public:
  explicit Reader(std::string_view saved) : text_(saved, "promise", 1) {}

  std::string claim() const { return text_.string(text_.member(text_.root(), "promise"), "\"promise\""); }

  PromiseOptions options() const {
    const SavedValue &root = text_.root();
    text_.allow(root,
                {"wald", "version", "names", "promise", "delta", "average_run", "min_label_probability", "max_weight",
                 "streams"},
                "a saved promise");
    PromiseOptions out;
    out.delta = text_.real(text_.member(root, "delta"), "\"delta\"");
    out.average_run = text_.real_or(text_.member(root, "average_run"), unset, "\"average_run\"");
    out.min_label_probability = text_.real(text_.member(root, "min_label_probability"), "\"min_label_probability\"");
    out.max_weight = text_.real(text_.member(root, "max_weight"), "\"max_weight\"");
    const std::size_t streams = text_.array(text_.member(root, "streams"), "\"streams\"").size();
    if (streams == 0) text_.malformed("\"streams\" is empty: must begin with the whole");
    out.n_segments = static_cast<int64_t>(streams) - 1;
    return out;
  }

  std::vector<Stream> streams(const Claim &claim, double max_scale) const {
    std::vector<Stream> out;
    for (const SavedValue &one : text_.array(text_.member(text_.root(), "streams"), "\"streams\""))
      out.push_back(stream(one, saved_at("streams", out.size()), claim, max_scale));
    for (const Stream &s : out)
      for (const ScaleCounts &scale : s.counts.scales()) out[0].counts.place_of(scale.scale);
    return out;
  }

  [[noreturn]] void malformed(const char *what) const { text_.malformed(what); }

 private:
  Stream stream(const SavedValue &object, const std::string &at, const Claim &claim, double max_scale) const {
    text_.allow(object, {"rows", "labels", "counts", "alarms", "alarm", "evidence", "kept", "detector"}, at);
    Stream out;
    out.n_rows = text_.integer(text_.member(object, "rows"), at + " \"rows\"", 0, most_rows);
    out.n_labels = text_.integer(text_.member(object, "labels"), at + " \"labels\"", 0, out.n_rows);
    out.alarms = text_.integer(text_.member(object, "alarms"), at + " \"alarms\"", 0, out.n_rows);
    out.alarm = finding(text_.member(object, "alarm"), at + " \"alarm\"");
    out.evidence = finding(text_.member(object, "evidence"), at + " \"evidence\"");
    out.kept = text_.boolean(text_.member(object, "kept"), at + " \"kept\"");
    if (out.alarm.found != (out.alarms > 0)) text_.malformed(at + " \"alarm\" contradicts \"alarms\"");
    counts(text_.array(text_.member(object, "counts"), at + " \"counts\""), at + " \"counts\"", claim, max_scale, out);
    const SavedValue &detector = text_.member(object, "detector");
    if (text_.is_null(detector)) return out;
    text_.allow(detector, {"last", "capital", "best", "since"}, at + " \"detector\"");
    out.detector.last_ = text_.real(text_.member(detector, "last"), at + " \"last\"");
    out.detector.capital_ = bets(text_.member(detector, "capital"), at + " \"capital\"", 0, Detector::most);
    out.detector.best_ = bets(text_.member(detector, "best"), at + " \"best\"", 0, Detector::most);
    out.detector.since_ = bets(text_.member(detector, "since"), at + " \"since\"", -infinite, infinite);
    return out;
  }

  void counts(const std::vector<SavedValue> &list, const std::string &at, const Claim &claim, double max_scale,
              Stream &out) const {
    double last = 0;
    int64_t rows = 0;
    if (list.size() > most_scales)
      text_.malformed(text(at, " has ", list.size(), " scales: must have at most ", most_scales));
    for (const SavedValue &value : list) {
      const std::vector<SavedValue> &row = text_.array(value, at);
      if (row.size() != 5) text_.malformed(at + " has an entry that is not a scale and four counts");
      const double scale = text_.real_in(row[0], at, 0, max_scale);
      if (!(scale > last)) text_.malformed(at + " has scales that do not rise from above 0");
      last = scale;
      const std::size_t place = out.counts.place_of(scale);
      for (int c = 0; c < 4; ++c) {
        const int64_t n = text_.integer(row[static_cast<std::size_t>(c + 1)], at, 0, out.n_rows - rows);
        if (n > 0 && !claim.counts(c)) text_.malformed(at + " has rows in a cell that does not count");
        out.counts.add(place, c, n);
        rows += n;
      }
    }
  }

  Finding finding(const SavedValue &value, const std::string &at) const {
    if (text_.is_null(value)) return {};
    const std::vector<SavedValue> &pair = text_.array(value, at);
    if (pair.size() != 2) text_.malformed(at + " must be null or two positions");
    return {true, text_.real_or(pair[0], unset, at), text_.real_or(pair[1], unset, at)};
  }

  Bets bets(const SavedValue &value, const std::string &at, double low, double high) const {
    const std::vector<SavedValue> &list = text_.array(value, at);
    if (list.size() != n_bets) text_.malformed(text(at, " has ", list.size(), " numbers: must have ", n_bets));
    Bets out;
    for (std::size_t j = 0; j < n_bets; ++j) out[j] = text_.real_in(list[j], at, low, high);
    return out;
  }

  SavedText text_;
};

}  // namespace

std::string Promise::save() const {
  std::string out =
      text("{\"wald\":\"promise\",\"version\":1,\"promise\":", saved_string(claim_.text),
           ",\"delta\":", saved_number(options_.delta), ",\"average_run\":", saved_number(options_.average_run),
           ",\"min_label_probability\":", saved_number(options_.min_label_probability),
           ",\"max_weight\":", saved_number(options_.max_weight), ",\n\"streams\":[");
  for (std::size_t i = 0; i < streams_.size(); ++i) out += (i ? ",\n " : "\n ") + saved_stream(streams_[i]);
  return out + "]}\n";
}

Promise Promise::load(std::string_view saved) {
  const Reader reader(saved);
  try {
    Promise out(reader.claim(), reader.options());
    out.streams_ = reader.streams(out.claim_, out.max_scale_);
    out.add_scales(std::vector<double>());
    return out;
  } catch (const Error &e) {
    if (e.status() == Status::argument || e.status() == Status::unsupported) reader.malformed(e.what());
    throw;
  }
}

}  // namespace wald::core::promises
