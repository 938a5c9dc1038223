// The saved state of rows of stages: column by column, each as long as the rows (times the stages), or empty.
#include "core/numeric/contraction.hpp"  // first

#include <cmath>
#include <string>
#include <type_traits>

#include "core/routes/stages.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core::routes {

namespace {

template <class T>
std::string saved_column(const char *name, const std::vector<T> &values) {
  std::string out = text(",\n\"", name, "\":[");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i) out += ',';
    if constexpr (std::is_integral_v<T>)
      out += std::to_string(values[i]);  // as a double 1000000 is 1e+06, which is no whole number to a reader
    else
      out += saved_number(values[i]);
  }
  return out + "]";
}

const std::vector<SavedValue> &column(const SavedText &text, const char *name, int64_t rows, bool may_be_empty) {
  const std::string where = wald::core::text("\"", name, "\"");
  const std::vector<SavedValue> &out = text.array(text.member(text.root(), name), where);
  if (static_cast<int64_t>(out.size()) != rows && !(may_be_empty && out.empty()))
    text.malformed(wald::core::text(where, " has ", out.size(), " numbers: must have ", rows));
  return out;
}

// low and high: what every number that is not null lies in.
std::vector<double> reals(const SavedText &text, const char *name, int64_t rows, bool may_be_empty, bool may_be_missing,
                          double low, double high) {
  const std::vector<SavedValue> &values = column(text, name, rows, may_be_empty);
  std::vector<double> out;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string where = saved_at(wald::core::text("\"", name, "\""), i);
    if (may_be_missing && text.is_null(values[i]))
      out.push_back(std::numeric_limits<double>::quiet_NaN());
    else
      out.push_back(text.real_in(values[i], where, low, high));
  }
  return out;
}

template <class T = int32_t>
std::vector<T> integers(const SavedText &text, const char *name, int64_t rows, bool may_be_empty, int64_t low,
                        int64_t high) {
  const std::vector<SavedValue> &values = column(text, name, rows, may_be_empty);
  std::vector<T> out;
  for (std::size_t i = 0; i < values.size(); ++i)
    out.push_back(static_cast<T>(text.integer(values[i], saved_at(wald::core::text("\"", name, "\""), i), low, high)));
  return out;
}

}  // namespace

std::string Stages::save() const {
  return text("{\"wald\":\"stages\",\"version\":1,\n\"stages\":", stages_, ",\"rows\":", rows_,
              ",\"answered\":", has_answers_ ? "true" : "false") +
         saved_column("confidences", confidence_) + saved_column("answers", answer_) + saved_column("truth", truth_) +
         saved_column("right", right_) + saved_column("costs", cost_) + saved_column("weights", weight_) +
         saved_column("label_probabilities", probability_) + saved_column("batches", batch_) +
         saved_column("waiting", waiting_) + saved_column("segments", segment_) + saved_column("scores", score_) +
         "}\n";
}

Stages Stages::load(std::string_view saved) {
  const SavedText text(saved, "stages", 1);
  const SavedValue &root = text.root();
  // A program that names classes and segments may add them as "names".
  text.allow(root,
             {"wald", "version", "names", "stages", "rows", "answered", "confidences", "answers", "truth", "right",
              "costs", "weights", "label_probabilities", "batches", "waiting", "segments", "scores"},
             "saved stages");
  Stages out(text.integer(text.member(root, "stages"), "\"stages\"", 2, max_stages));
  const int64_t n = out.rows_ = text.integer(text.member(root, "rows"), "\"rows\"", 0, int64_t{1} << 40);
  const int64_t cells = n * out.stages_;
  out.has_answers_ = text.boolean(text.member(root, "answered"), "\"answered\"");
  constexpr double all = std::numeric_limits<double>::max();
  constexpr int64_t most = std::numeric_limits<int32_t>::max() - 1;
  const bool answered = out.has_answers_;
  out.confidence_ = reals(text, "confidences", cells, false, true, -all, all);
  out.answer_ = integers(text, "answers", answered ? cells : 0, false, -1, most);
  out.truth_ = integers(text, "truth", answered ? n : 0, false, -1, most);
  out.right_ = reals(text, "right", answered ? 0 : cells, false, true, 0, 1);
  out.cost_ = reals(text, "costs", cells, true, false, 0, greatest_amount);
  out.weight_ = reals(text, "weights", n, true, false, 0, greatest_amount);
  out.probability_ = reals(text, "label_probabilities", n, true, true, least_probability, 1);
  out.batch_ = integers(text, "batches", n, false, 0, most);
  for (const int32_t batch : out.batch_) out.batches_ = std::max<int64_t>(out.batches_, batch);
  out.waiting_ = integers<uint8_t>(text, "waiting", n, false, 0, 1);
  out.segment_ = integers(text, "segments", n, true, 0, max_segments - 1);
  out.score_ = reals(text, "scores", n, true, false, -all, all);
  out.has_probabilities_ = n > 0 && !out.probability_.empty();
  out.has_segments_ = n > 0 && !out.segment_.empty();
  out.has_scores_ = n > 0 && !out.score_.empty();
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t s = 0; s + 1 < out.stages_ && answered; ++s)
      if (out.answer(i, s) < 0)
        text.malformed(wald::core::text("\"answers\" of row ", i, " has one that is not known"));
    for (int64_t s = 1; s < out.stages_ && !answered; ++s)
      if (std::isnan(out.right(i, s)) != std::isnan(out.right(i, 0)))
        text.malformed(wald::core::text("\"right\" of row ", i, " is known for some stages alone"));
    if (out.has_probabilities_ && std::isnan(out.probability(i)) && out.is_labelled(i))
      text.malformed(wald::core::text("row ", i, " is labelled without a probability"));
  }
  return out;
}

}  // namespace wald::core::routes
