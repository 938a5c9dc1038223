// Writes predictions row by row, with names and expected utilities beside them.
#include "decide/prediction_csv.hpp"

#include <algorithm>
#include <numeric>

#include "base/errors.hpp"
#include "base/text.hpp"
#include "input/masks.hpp"

namespace wald::cli {
namespace {

/// The positive labels of each row, in compressed rows.
struct RowSets {
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> labels;
};

RowSets by_row(const Decision &decision, wald_average average, std::int64_t rows, std::int64_t n_labels) {
  const std::int64_t answers = decision.n_answers();
  std::vector<std::vector<std::int64_t>> indices;
  indices.reserve(static_cast<std::size_t>(answers));
  for (std::int64_t answer = 0; answer < answers; ++answer) indices.push_back(decision.indices(answer));
  const auto row_of = [&](std::int64_t index) { return average == WALD_MICRO ? index / n_labels : index; };
  const auto label_of = [&](std::int64_t answer, std::int64_t index) {
    return average == WALD_MICRO ? index % n_labels : answer;
  };
  RowSets sets;
  sets.first.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (const auto &answer : indices)
    for (const std::int64_t index : answer) ++sets.first[static_cast<std::size_t>(row_of(index)) + 1];
  std::partial_sum(sets.first.begin(), sets.first.end(), sets.first.begin());
  sets.labels.resize(static_cast<std::size_t>(sets.first.back()));
  std::vector<std::int64_t> next(sets.first.begin(), sets.first.end() - 1);
  for (std::int64_t answer = 0; answer < answers; ++answer)
    for (const std::int64_t index : indices[static_cast<std::size_t>(answer)]) {
      auto &place = next[static_cast<std::size_t>(row_of(index))];
      sets.labels[static_cast<std::size_t>(place++)] = label_of(answer, index);
    }
  return sets;
}

}  // namespace

PredictionCsv::PredictionCsv(const Beliefs &beliefs, wald_average average) : beliefs_(beliefs), average_(average) {
  const auto taken = [&](const std::string &name) {
    return beliefs.name_column == name ||
           std::find(beliefs.labels.begin(), beliefs.labels.end(), name) != beliefs.labels.end();
  };
  const std::string added = average != WALD_MACRO ? "expected" : beliefs.named() ? "" : "row";
  if (!added.empty() && taken(added))
    throw InputError(beliefs.source + ": a column is named " + shown(added) +
                     ", as one that the output adds: rename it, or write --format jsonl");
  zeros_.reserve(beliefs.labels.size() * 2);
  for (std::size_t label = 0; label < beliefs.labels.size(); ++label) zeros_ += label == 0 ? "0" : ",0";
}

void PredictionCsv::add_probabilities(const std::vector<double> &probabilities) {
  for (const std::string &label : beliefs_.labels)
    for (const std::string &other : beliefs_.labels)
      if (probability_column(label) == other)
        throw InputError(beliefs_.source + ": a label is named " + shown(other) +
                         ", as the probability of another: write --format jsonl");
  probabilities_ = &probabilities;
}

void PredictionCsv::append_header(std::string &out) const {
  if (beliefs_.named()) {
    append_csv(out, beliefs_.name_column);
    out += ',';
  } else if (average_ == WALD_MACRO) {
    out += "row,";  // the last row needs a place for its name
  }
  for (std::size_t label = 0; label < beliefs_.labels.size(); ++label) {
    if (label > 0) out += ',';
    append_csv(out, beliefs_.labels[label]);
  }
  if (average_ != WALD_MACRO) out += ",expected";
  if (probabilities_ != nullptr)
    for (const std::string &label : beliefs_.labels) {
      out += ',';
      append_csv(out, probability_column(label));
    }
  out += '\n';
}

void PredictionCsv::append_end(std::string &out, std::int64_t row) const {
  const std::size_t n = beliefs_.labels.size();
  for (std::size_t label = 0; probabilities_ != nullptr && label < n; ++label) {
    out += ',';
    if (row < beliefs_.rows) append_number(out, (*probabilities_)[static_cast<std::size_t>(row) * n + label]);
  }
  out += '\n';
}

void PredictionCsv::append_name(std::string &out, std::int64_t row) const {
  if (beliefs_.named()) {
    append_csv(out, beliefs_.names[static_cast<std::size_t>(row)]);
    out += ',';
  } else if (average_ == WALD_MACRO) {
    append_integer(out, row);
    out += ',';
  }
}

void PredictionCsv::append_row(std::string &out, std::int64_t row, const std::int64_t *begin, const std::int64_t *end,
                               std::string_view expected) const {
  append_name(out, row);
  const std::size_t cells = out.size();
  out += zeros_;
  for (const std::int64_t *label = begin; label != end; ++label)
    out[cells + static_cast<std::size_t>(*label) * 2] = '1';
  if (average_ != WALD_MACRO) {
    out += ',';
    out += expected;
  }
  append_end(out, row);
}

void PredictionCsv::append_partly_row(std::string &out, std::int64_t row, const std::vector<std::uint8_t> &mask,
                                      std::string_view expected) const {
  append_name(out, row);
  for (const std::uint8_t cell : mask) {
    if (cell != WALD_UNDECIDED) out += cell == 1 ? '1' : '0';
    out += ',';
  }
  out += expected;
  append_end(out, row);
}

void PredictionCsv::append_undecided_row(std::string &out, std::int64_t row, std::string_view expected) const {
  append_name(out, row);
  out.append(beliefs_.labels.size(), ',');
  out += expected;
  append_end(out, row);
}

void PredictionCsv::append_answer(std::string &out, std::int64_t row, const Decision &decision,
                                  std::int64_t answer) const {
  const std::string expected = shortest(decision.expected(answer));
  if (decision.abstained(answer)) {
    append_undecided_row(out, row, expected);
    return;
  }
  if (decision.n_undecided(answer) > 0) {
    append_partly_row(out, row, decision.mask(answer), expected);
    return;
  }
  const std::vector<std::int64_t> labels = decision.indices(answer);
  append_row(out, row, labels.data(), labels.data() + labels.size(), expected);
}

void PredictionCsv::write_table(Output &output, const Decision &decision) const {
  if (average_ != WALD_INSTANCE) {
    write_columns(output, decision);
    return;
  }
  std::string text;
  for (std::int64_t row = 0; row < beliefs_.rows; ++row) {
    text.clear();
    append_answer(text, row, decision, row);
    output.write(text);
  }
}

void PredictionCsv::write_columns(Output &output, const Decision &decision) const {
  const RowSets sets = by_row(decision, average_, beliefs_.rows, beliefs_.n_labels());
  const std::string expected = average_ == WALD_MICRO ? shortest(decision.expected(0)) : "";
  std::string text;
  for (std::int64_t row = 0; row < beliefs_.rows; ++row) {
    text.clear();
    const std::int64_t *labels = sets.labels.data();
    append_row(text, row, labels + sets.first[static_cast<std::size_t>(row)],
               labels + sets.first[static_cast<std::size_t>(row) + 1], expected);
    output.write(text);
  }
  if (average_ != WALD_MACRO) return;
  text = "expected";
  for (std::int64_t label = 0; label < beliefs_.n_labels(); ++label) {
    text += ',';
    append_number(text, decision.expected(label));
  }
  append_end(text, beliefs_.rows);  // which stands below the rows
  output.write(text);
}

}  // namespace wald::cli
