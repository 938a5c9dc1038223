// Making estimators, and reading their saved state: JSON that may come from anyone, so every value is checked.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core {

std::unique_ptr<Estimator> make_estimator(Kind kind, int64_t n_labels) {
  if (kind < Kind::independent || kind > Kind::counts)
    fail(Status::argument, "kind is ", static_cast<int32_t>(kind), ": must lie in [0, 3]");
  const bool fixed = kind == Kind::joint || kind == Kind::counts;
  if (fixed && (n_labels < 1 || n_labels > max_labels))
    fail(Status::argument, "n_labels is ", n_labels, ": a ", kind_name(kind), " estimator has 1 to ", max_labels,
         " labels");
  if (!fixed && n_labels != 0)
    fail(Status::argument, "n_labels is ", n_labels, ": must be 0, since feeding an estimator of kind ",
         kind_name(kind), " appends labels");
  switch (kind) {
    case Kind::independent: return std::make_unique<Independent>();
    case Kind::categorical: return std::make_unique<Categorical>();
    case Kind::joint: return std::make_unique<Joint>(n_labels);
    case Kind::counts: break;
  }
  return std::make_unique<Counts>(n_labels);
}

namespace {

template <class Kind>
std::unique_ptr<Estimator> load_marginal(const SavedText &saved, int64_t labels) {
  std::vector<double> p;
  const std::vector<SavedValue> &list = saved.array(saved.member(saved.root(), "probabilities"), "\"probabilities\"");
  for (std::size_t i = 0; i < list.size(); ++i) p.push_back(saved.real(list[i], saved_at("\"probabilities\"", i)));
  if (static_cast<int64_t>(p.size()) != labels)
    saved.malformed(text("\"probabilities\" has ", p.size(), " numbers, \"labels\" is ", labels));
  auto out = std::make_unique<Kind>();
  if (!p.empty()) out->feed(Reals{p.data(), false, labels, 1});
  return out;
}

std::unique_ptr<Estimator> load_joint(const SavedText &saved, int64_t labels) {
  std::vector<int64_t> indptr{0}, indices;
  std::vector<double> weights;
  const std::vector<SavedValue> &list = saved.array(saved.member(saved.root(), "vectors"), "\"vectors\"");
  for (std::size_t v = 0; v < list.size(); ++v) {
    const std::string where = saved_at("\"vectors\"", v);
    const std::vector<SavedValue> &entry = saved.array(list[v], where);
    if (entry.size() != 2) saved.malformed(text(where, " has ", entry.size(), " parts: must be [weight, [labels]]"));
    weights.push_back(saved.real(entry[0], where + "[0]"));
    const std::vector<SavedValue> &ones = saved.array(entry[1], where + "[1]");
    for (std::size_t i = 0; i < ones.size(); ++i)
      indices.push_back(saved.integer(ones[i], where + saved_at("[1]", i), 0, labels - 1));
    indptr.push_back(static_cast<int64_t>(indices.size()));
  }
  auto out = std::make_unique<Joint>(labels);
  const int64_t rows = static_cast<int64_t>(weights.size());
  out->feed_sparse({indptr.data(), false}, {indices.data(), false}, rows, {weights.data(), false, rows, 1});
  return out;
}

DoubleDouble read_sum(const SavedText &saved, const SavedValue &high, const SavedValue &low, const std::string &where) {
  const DoubleDouble x{saved.real(high, where), saved.real(low, where)};
  if (x.value() < 0) saved.malformed(text(where, " is ", x.value(), ": must be at least 0"));
  if (x.value() != x.high) saved.malformed(text(where, ": ", x.low, " is not the rounding error of ", x.high));
  return x;
}

// [[s, high, low], ...] or, with labels, [[label, s, high, low], ...], ascending; no sum above the total weight.
std::vector<Counts::SavedCell> load_cells(const SavedText &saved, const SavedValue &cells_of, const char *name,
                                          bool with_label, int64_t labels, double total) {
  std::vector<Counts::SavedCell> cells;
  const std::vector<SavedValue> &list = saved.array(cells_of, name);
  const std::size_t width = with_label ? 4 : 3;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = saved_at(name, i);
    const std::vector<SavedValue> &entry = saved.array(list[i], where);
    if (entry.size() != width) saved.malformed(text(where, " has ", entry.size(), " numbers: must have ", width));
    Counts::SavedCell cell{};
    cell.label = with_label ? saved.integer(entry[0], where + "[0]", 0, labels - 1) : 0;
    cell.s = saved.integer(entry[width - 3], text(where, "[", width - 3, "]"), 1, labels);
    cell.sum = read_sum(saved, entry[width - 2], entry[width - 1], where);
    if (cell.sum.value() > total * (1 + 1e-6))
      saved.malformed(text(where, " is ", cell.sum.value(), ": must be at most the weight ", total));
    if (!cells.empty() && std::make_pair(cells.back().label, cells.back().s) >= std::make_pair(cell.label, cell.s))
      saved.malformed(text(where, " is not in ascending order"));
    cells.push_back(cell);
  }
  return cells;
}

std::unique_ptr<Estimator> load_counts(const SavedText &saved, int64_t labels) {
  const int64_t fed = saved.integer(saved.member(saved.root(), "fed"), "\"fed\"", 0, INT64_MAX);
  const auto pair = [&](const char *name) {
    const std::vector<SavedValue> &value = saved.array(saved.member(saved.root(), name), text("\"", name, "\""));
    if (value.size() != 2) saved.malformed(text("\"", name, "\" has ", value.size(), " numbers: must have 2"));
    return read_sum(saved, value[0], value[1], text("\"", name, "\""));
  };
  const DoubleDouble total = pair("weight"), zero = pair("p_zero");
  if (fed > 0 && !(total.value() > 0)) saved.malformed("\"weight\" is 0: must be above 0");
  if (zero.value() > total.value() * (1 + 1e-6)) saved.malformed("\"p_zero\" is above \"weight\"");
  const SavedValue &sizes = saved.member(saved.root(), "sizes");
  const auto saved_sizes = saved.is_null(sizes) ? std::vector<Counts::SavedCell>()
                                                : load_cells(saved, sizes, "\"sizes\"", false, labels, total.value());
  const auto cells = load_cells(saved, saved.member(saved.root(), "cells"), "\"cells\"", true, labels, total.value());
  // What feeding checks: a label's cells, and P(0) with all P(s), are probabilities.
  double sum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    sum = (i > 0 && cells[i].label == cells[i - 1].label ? sum : 0) + cells[i].sum.value();
    if (sum > total.value() * (1 + 1e-6))
      saved.malformed(
          text("the cells of label ", cells[i].label, " sum to ", sum, ": must be at most the weight ", total.value()));
  }
  sum = zero.value();
  for (const Counts::SavedCell &s : saved_sizes) sum += s.sum.value();
  if (!saved.is_null(sizes) && std::fabs(sum - total.value()) > total.value() * 1e-6)
    saved.malformed(text("\"p_zero\" and \"sizes\" sum to ", sum, ": must sum to the weight ", total.value()));
  if (fed == 0 && (!cells.empty() || !saved_sizes.empty() || total.value() != 0))
    saved.malformed("\"fed\" is 0 but there are cells");
  return Counts::restore(labels, fed, total, zero, !saved.is_null(sizes), saved_sizes, cells);
}

}  // namespace

std::unique_ptr<Estimator> load_estimator(std::string_view text_of_state) {
  const SavedText saved(text_of_state, "estimator", 1);
  const SavedValue &root = saved.root();
  const std::string &kind = saved.string(saved.member(root, "kind"), "\"kind\"");
  std::vector<std::string_view> members{"wald", "version", "kind", "labels"};
  if (kind == "joint")
    members.push_back("vectors");
  else if (kind == "counts")
    members.insert(members.end(), {"fed", "weight", "p_zero", "sizes", "cells"});
  else
    members.push_back("probabilities");
  saved.allow(root, members, "a saved state of its kind");
  const int64_t labels = saved.integer(saved.member(root, "labels"), "\"labels\"", 0, max_labels);
  try {
    if (kind == "independent") return load_marginal<Independent>(saved, labels);
    if (kind == "categorical") return load_marginal<Categorical>(saved, labels);
    if (labels == 0) saved.malformed("\"labels\" is 0");
    if (kind == "joint") return load_joint(saved, labels);
    if (kind == "counts") return load_counts(saved, labels);
  } catch (const Error &e) {
    if (e.status() == Status::argument) saved.malformed(e.what());
    throw;
  }
  saved.malformed("\"kind\" must be independent, categorical, joint or counts");
}

}  // namespace wald::core
