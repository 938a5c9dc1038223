// wald cascade apply: decides rows by a saved cascade, and counts the models that each asked.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "base/output.hpp"
#include "base/text.hpp"
#include "cascades/cascade_columns.hpp"
#include "cascades/feature_columns.hpp"
#include "cascades/number_table.hpp"
#include "commands.hpp"
#include "input/columns.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

struct Policy {
  std::string source;  // what messages call it
  Cascade cascade;
};

Policy read_policy(const std::string &path, Progress &progress) {
  Source source(path, progress);
  const std::string text = source.all();
  try {
    return {source.name(), Cascade::load(text)};
  } catch (const Error &error) {
    source.refuse(error);
  }
}

/// Finds the columns that a policy needs.
class Chooser {
 public:
  Chooser(const Policy &policy, const CascadeSettings &asked) : policy_(policy), asked_(asked) {
    const Cascade &cascade = policy.cascade;
    classes_ = static_cast<std::size_t>(cascade.number(WALD_CASCADE_N_CLASSES));
    for (std::int64_t model = 0; model < cascade.n_models(); ++model) names_.emplace_back(cascade.name(model));
    if (asked.features && cascade.n_features() == 0)
      throw InputError(policy.source + ": it has no trees, which --features asks for");
    if (asked.features && asked.columns.empty() && !cascade.feature_name(0).empty())
      features_ = named_features(cascade);
    by_name_ = !asked.features && asked.columns.empty() && !names_[0].empty();
    if (by_name_) check_names();
    if (asked.classes.empty()) return;
    if (!by_name_)
      throw InputError(policy.source +
                       ": its models have no names, so that columns go by their places: leave out --classes");
    if (asked.classes.size() != classes_)
      throw InputError(policy.source + ": it has " +
                       (classes_ == 1 ? "one sum" : std::to_string(classes_) + " classes") +
                       ", where --classes names " + std::to_string(asked.classes.size()));
  }

  NumberColumns operator()(const std::vector<std::string> &header, const Position &position) const {
    if (!features_.names.empty()) return columns_of_features(header, position, features_, policy_.source);
    NumberColumns out;
    if (by_name_) {
      out.numbers = columns_of(header, position, names_, asked_.classes, "which " + policy_.source + " asks for");
      return out;
    }
    if (asked_.columns.empty())
      for (std::size_t column = 0; column < header.size(); ++column) out.numbers.push_back(column);
    else
      out.numbers = select_columns(header, position, asked_.columns, "--columns");
    const auto needed =
        asked_.features ? static_cast<std::size_t>(policy_.cascade.n_features()) : names_.size() * classes_;
    if (out.numbers.size() != needed)
      position.fail(std::to_string(out.numbers.size()) + (out.numbers.size() == 1 ? " column" : " columns") +
                    ", where " + policy_.source + " takes " + std::to_string(needed) +
                    (asked_.features ? " features" : " scores") + " by their places; --columns selects them");
    return out;
  }

 private:
  void check_names() const {
    if (classes_ > 1 && asked_.classes.empty())
      throw InputError(policy_.source + ": it has " + std::to_string(classes_) +
                       " classes: --classes names them, in their order, as the columns do");
    std::set<std::string> seen;
    for (const std::string &name : names_)
      if (name.empty() || !seen.insert(name).second)
        throw InputError(policy_.source + ": " +
                         (name.empty() ? "a model has no name" : "two models are named " + shown(name)) +
                         ": --columns lists the columns in the order of the models");
  }

  const Policy &policy_;
  const CascadeSettings &asked_;
  std::size_t classes_;
  std::vector<std::string> names_;
  NamedFeatures features_;
  bool by_name_;
};

/// sums: of each class, NaN if not all models ran; empty if they are not to be shown.
void append_line(std::string &out, std::int64_t row, std::int32_t decision, std::int32_t models,
                 ArrayView<const double> sums, bool jsonl) {
  if (jsonl) {
    Json line{{"row", row}, {"decision", decision}, {"n_models", models}};
    if (sums.size() > 0)
      line["sums"] = std::isnan(sums[0]) ? Json() : Json(std::vector<double>(sums.begin(), sums.end()));
    out += json_text(line) + '\n';
    return;
  }
  append_integer(out, row);
  out += ',';
  append_integer(out, decision);
  out += ',';
  append_integer(out, models);
  for (const double sum : sums) {
    out += ',';
    if (!std::isnan(sum)) append_number(out, sum);
  }
  out += '\n';
}

}  // namespace

void cascade_apply(const Settings &settings) {
  const CascadeSettings &asked = settings.cascade;
  Output output(settings.output);
  Progress progress;
  const Policy policy = read_policy(asked.policy, progress);
  NumberReader reader;
  reader.choose = Chooser(policy, asked);
  reader.may_be_missing = asked.features;
  const auto options = settings.library.options<CascadeOptions>("apply");
  // Nothing is written before all rows were read, since one of them may be wrong.
  std::vector<std::int32_t> decisions, counts;
  std::vector<double> sums;
  reader.read(asked.files[0], progress, [&](const NumberRows &rows) {
    const Cascade::Decisions found = asked.features ? policy.cascade.apply_trees(rows.table(), options)
                                                    : policy.cascade.apply(rows.table(), options);
    decisions.insert(decisions.end(), found.decisions.begin(), found.decisions.end());
    counts.insert(counts.end(), found.counts.begin(), found.counts.end());
    if (asked.sums) sums.insert(sums.end(), found.sums.begin(), found.sums.end());
  });
  progress.clear();
  const std::int64_t classes = asked.sums ? policy.cascade.n_classes() : 0;
  if (!asked.jsonl) {
    std::string header = "row,decision,models";
    for (std::int64_t c = 0; c < classes; ++c) header += classes == 1 ? ",sum" : ",sum_" + std::to_string(c);
    output.write(header + '\n');
  }
  std::string line;
  for (std::size_t row = 0; row < decisions.size(); ++row) {
    line.clear();
    append_line(line, static_cast<std::int64_t>(row), decisions[row], counts[row],
                {sums.data() + row * static_cast<std::size_t>(classes), classes}, asked.jsonl);
    output.write(line);
  }
  output.finish();
}

}  // namespace wald::cli
