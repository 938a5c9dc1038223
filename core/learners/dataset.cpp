// Checks and keeps the rows to learn from, and scales their features.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/dataset.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>
#include <numeric>
#include <unordered_map>

#include "core/base/error.hpp"
#include "core/learners/model_text.hpp"
#include "core/numeric/random/mix.hpp"
#include "core/numeric/random/random.hpp"

namespace wald::core::learners {

namespace {

// Deviations under this are those of a constant.
constexpr double least_deviation = 1e-100;

// Checks features as they are read.
struct Check {
  bool missing;
  const std::vector<std::string> &names;

  double operator()(double x, int64_t row, int64_t column) const {
    if (std::isnan(x)) {
      if (missing) return x;
      fail(Status::argument, place(row, column),
           " is nan: must be a number; the option missing fills in missing values");
    }
    if (!(std::fabs(x) <= greatest_feature))
      fail(Status::argument, place(row, column), " is ", x, ": must be at most ", greatest_feature,
           " in absolute value");
    return x == 0 ? 0.0 : x;  // -0 becomes 0
  }
  std::string place(int64_t row, int64_t column) const {
    const std::string where = text("features[", row, "][", column, "]");
    return names.empty() ? where : text(where, " (", in_quotes(names[static_cast<std::size_t>(column)]), ")");
  }
};

void read_dense(const RealTable &table, int64_t first, const Check &checked, Features &out) {
  out.values.resize(static_cast<std::size_t>(out.rows * out.cols));
  double *to = out.values.data();
  for (int64_t i = first; i < first + out.rows; ++i) {
    const Reals row = table.row(i);
    for (int64_t j = 0; j < out.cols; ++j) *to++ = checked(row[j], i, j);
  }
}

void read_sparse(const decisions::SparseTable &table, int64_t first, const Check &checked, Features &out) {
  out.is_sparse = true;
  out.begin.assign(1, 0);
  std::vector<std::pair<int32_t, double>> row;
  for (int64_t i = first; i < first + out.rows; ++i) {
    row.clear();
    for (int64_t c = table.indptr[i]; c < table.indptr[i + 1]; ++c) {
      const int64_t j = table.indices[c];
      if (j < 0 || j >= table.cols)
        fail(Status::argument, "indices[", c, "] is ", j, ": must lie in [0, ", table.cols - 1, "]");
      row.emplace_back(static_cast<int32_t>(j), checked(table.values[c], i, j));
    }
    std::sort(row.begin(), row.end(), [](const auto &x, const auto &y) { return x.first < y.first; });
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0 && row[c].first == row[c - 1].first)
        fail(Status::argument, "row ", i, " holds index ", row[c].first, " twice");
      if (row[c].second == 0) continue;
      out.columns.push_back(row[c].first);
      out.values.push_back(row[c].second);
    }
    out.begin.push_back(static_cast<int64_t>(out.values.size()));
  }
}

}  // namespace

// ---- Features -------------------------------------------------------------------------------------

void check_table(const FeatureTable &table) {
  if (table.rows() < 0) fail(Status::argument, "n_rows is ", table.rows(), ": must be at least 0");
  if (table.cols() < 0 || table.cols() > max_columns)
    fail(Status::argument, "n_features is ", table.cols(), ": must lie in [0, ", max_columns, "]");
  if (table.is_sparse) check_indptr(table.sparse.indptr, table.rows());
}

Features read_features(const FeatureTable &table, int64_t first, int64_t count, bool missing,
                       const std::vector<std::string> &names) {
  const Check checked{missing, names};
  Features out;
  out.rows = count;
  out.cols = table.cols();
  if (table.is_sparse)
    read_sparse(table.sparse, first, checked, out);
  else
    read_dense(table.dense, first, checked, out);
  return out;
}

std::vector<double> read_marginals(const RealTable &marginals, int64_t first, int64_t count) {
  std::vector<double> out;
  if (!marginals.data) return out;
  for (int64_t i = first; i < first + count; ++i)
    for (int64_t j = 0; j < marginals.cols; ++j) {
      out.push_back(marginals.row(i)[j]);
      if (!(out.back() >= 0 && out.back() <= one_rounded(marginals.is_float)))
        fail(Status::argument, "marginals[", i, "][", j, "] is ", out.back(), ": must lie in [0, 1]");
      out.back() = std::min(out.back(), 1.0);
    }
  return out;
}

Features picked_rows(const Features &features, const std::vector<int64_t> &rows) {
  Features out;
  out.rows = static_cast<int64_t>(rows.size());
  out.cols = features.cols;
  out.is_sparse = features.is_sparse;
  if (!features.is_sparse) {
    out.values.reserve(rows.size() * static_cast<std::size_t>(features.cols));
    for (const int64_t i : rows) out.values.insert(out.values.end(), features.row(i), features.row(i) + features.cols);
    return out;
  }
  out.begin.assign(1, 0);
  for (const int64_t i : rows) {
    features.each(i, [&](int32_t j, double x) {
      out.columns.push_back(j);
      out.values.push_back(x);
    });
    out.begin.push_back(static_cast<int64_t>(out.values.size()));
  }
  return out;
}

Features as_sparse(const Features &features) {
  if (features.is_sparse) return features;
  Features out;
  out.rows = features.rows;
  out.cols = features.cols;
  out.is_sparse = true;
  out.begin.assign(1, 0);
  for (int64_t i = 0; i < features.rows; ++i) {
    features.each(i, [&](int32_t j, double x) {
      out.columns.push_back(j);
      out.values.push_back(x);
    });
    out.begin.push_back(static_cast<int64_t>(out.values.size()));
  }
  return out;
}

Features as_dense(const Features &features) {
  if (!features.is_sparse) return features;
  Features out;
  out.rows = features.rows;
  out.cols = features.cols;
  out.values.assign(static_cast<std::size_t>(features.rows * features.cols), 0.0);
  for (int64_t i = 0; i < features.rows; ++i)
    features.each(i, [&](int32_t j, double x) { out.values[static_cast<std::size_t>(i * out.cols + j)] = x; });
  return out;
}

bool is_binary(const Features &features) {
  return std::all_of(features.values.begin(), features.values.end(), [](double x) { return x == 0 || x == 1; });
}

double density(const Features &features) {
  const double cells = static_cast<double>(features.rows) * static_cast<double>(features.cols);
  const auto zeros = std::count(features.values.begin(), features.values.end(), 0.0);
  return cells > 0 ? static_cast<double>(static_cast<int64_t>(features.values.size()) - zeros) / cells : 0;
}

uint64_t row_hash(const Features &features, int64_t i) {
  uint64_t hash = 0;
  features.each(i, [&](int32_t j, double x) {
    uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    hash = mix_bits(hash + 0x9e3779b97f4a7c15u + bits) ^ mix_bits(static_cast<uint64_t>(j) + 1);
  });
  return hash;
}

// ---- Targets --------------------------------------------------------------------------------------

int64_t Targets::size(int64_t i) const {
  if (task == Task::classes) return 1;
  const uint8_t *const row = cells.data() + i * labels;
  return std::accumulate(row, row + labels, int64_t{0});
}

bool Targets::has_empty_row() const {
  for (int64_t i = 0; i < rows; ++i)
    if (size(i) == 0) return true;
  return false;
}

namespace {

// The cells of this many rows and labels, of which there may be more than there is memory, but not than can be counted.
std::size_t cells_of(int64_t rows, int64_t labels, const char *name) {
  if (labels > max_labels) fail(Status::argument, name, " is ", labels, ": must be at most ", max_labels);
  if (labels > 0 && rows > std::numeric_limits<int64_t>::max() / labels) throw std::bad_alloc();
  return static_cast<std::size_t>(rows * labels);
}

}  // namespace

Targets label_targets(Grid<const uint8_t> cells) {
  Targets out;
  out.rows = cells.rows;
  out.labels = cells.cols;
  out.cells.reserve(cells_of(cells.rows, cells.cols, "n_labels"));
  for (int64_t i = 0; i < cells.rows; ++i)
    for (int64_t j = 0; j < cells.cols; ++j) {
      if (cells(i, j) > 1) fail(Status::argument, "labels[", i, "][", j, "] is ", int{cells(i, j)}, ": must be 0 or 1");
      out.cells.push_back(cells(i, j));
    }
  return out;
}

Targets label_targets(Integers indptr, Integers indices, int64_t rows, int64_t labels) {
  check_indptr(indptr, rows);
  Targets out;
  out.rows = rows;
  out.labels = labels;
  out.cells.assign(cells_of(rows, labels, "n_labels"), 0);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t c = indptr[i]; c < indptr[i + 1]; ++c) {
      if (indices[c] < 0 || indices[c] >= labels)
        fail(Status::argument, "targets: indices[", c, "] is ", indices[c], ": must lie in [0, ", labels - 1, "]");
      uint8_t &cell = out.cells[static_cast<std::size_t>(i * labels + indices[c])];
      if (cell) fail(Status::argument, "targets: row ", i, " holds index ", indices[c], " twice");
      cell = 1;
    }
  return out;
}

Targets class_targets(Integers classes, int64_t rows, int64_t n_classes) {
  Targets out;
  out.task = Task::classes;
  out.rows = rows;
  out.labels = n_classes;
  cells_of(rows, n_classes, "n_classes");
  for (int64_t i = 0; i < rows; ++i) {
    if (classes[i] < 0 || classes[i] >= n_classes)
      fail(Status::argument, "classes[", i, "] is ", classes[i], ": must lie in [0, ", n_classes - 1, "]");
    out.classes.push_back(static_cast<int32_t>(classes[i]));
  }
  return out;
}

Targets picked_rows(const Targets &targets, const std::vector<int64_t> &rows) {
  Targets out;
  out.task = targets.task;
  out.rows = static_cast<int64_t>(rows.size());
  out.labels = targets.labels;
  for (const int64_t i : rows) {
    if (targets.task == Task::classes)
      out.classes.push_back(targets.classes[static_cast<std::size_t>(i)]);
    else
      out.cells.insert(out.cells.end(), targets.cells.begin() + i * targets.labels,
                       targets.cells.begin() + (i + 1) * targets.labels);
  }
  return out;
}

Dataset make_dataset(const FeatureTable &features, Targets targets, const RowRoles &roles, bool missing,
                     const std::vector<std::string> &names) {
  check_table(features);
  const int64_t rows = features.rows();
  if (rows < 1) fail(Status::argument, "n_rows is ", rows, ": must be at least 1");
  if (targets.rows != rows) fail(Status::argument, "targets have ", targets.rows, " rows: the features have ", rows);
  const int64_t least = targets.task == Task::classes ? 2 : 1;
  if (targets.labels < least)
    fail(Status::argument, targets.task == Task::classes ? "n_classes" : "n_labels", " is ", targets.labels,
         ": must be at least ", least);
  Dataset out;
  out.weights.assign(static_cast<std::size_t>(rows), 1.0);
  const Reals &weights = roles.weights;
  if (weights.data) {
    if (weights.n != rows) fail(Status::argument, "n_weights is ", weights.n, ": must be ", rows, ", one per row");
    double total = 0;
    for (int64_t i = 0; i < rows; ++i) {
      const double w = weights[i];
      if (!(w >= 0 && w <= greatest_feature))
        fail(Status::argument, "weights[", i, "] is ", w, ": must lie in [0, ", greatest_feature, "]");
      out.weights[static_cast<std::size_t>(i)] = w;
      total += w;
    }
    if (!(total > 0)) fail(Status::argument, "the weights sum to ", total, ": must be above 0");
  }
  for (int64_t i = 0; roles.groups.data && i < rows; ++i) out.groups.push_back(roles.groups[i]);
  out.features = read_features(features, 0, rows, missing, names);
  const RealTable &marginals = features.marginals;
  if (marginals.data && (marginals.rows != rows || marginals.cols != targets.labels))
    fail(Status::argument, "marginals are ", marginals.rows, " by ", marginals.cols, ": must be ", rows, " by ",
         targets.labels);
  out.marginals = read_marginals(marginals, 0, rows);
  out.targets = std::move(targets);
  return out;
}

Dataset picked_rows(const Dataset &data, const std::vector<int64_t> &rows) {
  Dataset out{picked_rows(data.features, rows), picked_rows(data.targets, rows), {}, {}, {}};
  const auto labels = static_cast<std::ptrdiff_t>(data.targets.labels);
  for (const int64_t i : rows) {
    if (!data.marginals.empty()) {
      const auto own = data.marginals.begin() + i * labels;
      out.marginals.insert(out.marginals.end(), own, own + labels);
    }
    out.weights.push_back(data.weights[static_cast<std::size_t>(i)]);
    if (!data.groups.empty()) out.groups.push_back(data.groups[static_cast<std::size_t>(i)]);
  }
  return out;
}

// ---- Scaling --------------------------------------------------------------------------------------

Scaler::Scaler(Scaling scaling, const Features &features, const std::vector<double> &weights) : scaling_(scaling) {
  if (scaling == Scaling::none || scaling == Scaling::unit) return;
  if (features.is_sparse)
    fail(Status::argument, "scaling is ", scaling_name(scaling),
         ": sparse features would lose their zeros; must be unit or none");
  const auto d = static_cast<std::size_t>(features.cols);
  shift_.assign(d, 0.0);
  factor_.assign(d, 0.0);
  std::vector<double> low(d, greatest_feature), high(d, -greatest_feature), squares(d, 0.0);
  double total = 0;
  for (int64_t i = 0; i < features.rows; ++i) {
    const double w = weights[static_cast<std::size_t>(i)];
    if (w == 0) continue;
    total += w;
    const double *const x = features.row(i);
    for (std::size_t j = 0; j < d; ++j) {
      low[j] = std::min(low[j], x[j]);
      high[j] = std::max(high[j], x[j]);
      shift_[j] += w * x[j];
    }
  }
  if (scaling == Scaling::minmax) {
    for (std::size_t j = 0; j < d; ++j) {
      shift_[j] = low[j];
      if (high[j] - low[j] > least_deviation) factor_[j] = 1 / (high[j] - low[j]);
    }
    return;
  }
  for (std::size_t j = 0; j < d; ++j) shift_[j] /= total;
  for (int64_t i = 0; i < features.rows; ++i) {
    const double share = weights[static_cast<std::size_t>(i)] / total;
    const double *const x = features.row(i);
    for (std::size_t j = 0; j < d; ++j) squares[j] += share * ((x[j] - shift_[j]) * (x[j] - shift_[j]));
  }
  const double root = scaling == Scaling::standard_root ? std::sqrt(static_cast<double>(d)) : 1;
  for (std::size_t j = 0; j < d; ++j) {
    const double deviation = std::sqrt(squares[j]);
    if (high[j] > low[j] && deviation > least_deviation) factor_[j] = 1 / (deviation * root);
  }
}

void Scaler::apply(Features &features) const {
  if (scaling_ == Scaling::none) return;
  if (scaling_ == Scaling::unit) {
    for (int64_t i = 0; i < features.rows; ++i) {
      const int64_t first = features.is_sparse ? features.begin[static_cast<std::size_t>(i)] : i * features.cols;
      const int64_t last =
          features.is_sparse ? features.begin[static_cast<std::size_t>(i) + 1] : (i + 1) * features.cols;
      double squares = 0;
      for (int64_t c = first; c < last; ++c)
        squares += features.values[static_cast<std::size_t>(c)] * features.values[static_cast<std::size_t>(c)];
      if (!(squares > 0)) continue;
      const double factor = 1 / std::sqrt(squares);
      for (int64_t c = first; c < last; ++c) features.values[static_cast<std::size_t>(c)] *= factor;
    }
    return;
  }
  if (features.is_sparse) features = as_dense(features);
  double *x = features.values.data();
  const auto d = static_cast<std::size_t>(features.cols);
  for (int64_t i = 0; i < features.rows; ++i, x += d)
    for (std::size_t j = 0; j < d; ++j)
      x[j] = std::clamp((x[j] - shift_[j]) * factor_[j], -greatest_feature, greatest_feature);
}

void Scaler::save(std::string &out) const {
  out += text("{\"scaling\":\"", scaling_name(scaling_), "\"");
  if (!factor_.empty()) {
    save_reals(out, "shift", shift_);
    save_reals(out, "factor", factor_);
  }
  out += "}";
}

Scaler Scaler::load(const SavedText &text, const SavedValue &object, int64_t n_features) {
  text.allow(object, {"scaling", "shift", "factor"}, "\"scaler\"");
  const std::string &name = text.string(text.member(object, "scaling"), "\"scaling\"");
  Scaler out;
  out.scaling_ = Scaling::automatic;
  for (const Word &word : scaling_words)
    if (name == word.name) out.scaling_ = static_cast<Scaling>(word.value);
  if (out.scaling_ == Scaling::automatic)
    text.malformed(wald::core::text("\"scaling\" is ", in_quotes(name), ", which is unknown"));
  if (out.scaling_ == Scaling::none || out.scaling_ == Scaling::unit) return out;
  out.shift_ = load_reals(text, object, "shift", n_features, greatest_feature);
  out.factor_ = load_reals(text, object, "factor", n_features, 1 / least_deviation);
  return out;
}

Scaling automatic_scaling(const Features &features, bool root) {
  if (features.is_sparse || is_binary(features)) return Scaling::unit;
  return root ? Scaling::standard_root : Scaling::standard;
}

// ---- Folds ----------------------------------------------------------------------------------------

std::vector<std::vector<int64_t>> rows_by_group(const std::vector<int64_t> &groups) {
  std::vector<std::vector<int64_t>> out;
  std::unordered_map<int64_t, std::size_t> places;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const std::size_t place = places.try_emplace(groups[i], out.size()).first->second;
    if (place == out.size()) out.emplace_back();
    out[place].push_back(static_cast<int64_t>(i));
  }
  return out;
}

RowFolds deal_rows(int64_t rows, const std::vector<int64_t> &groups, int64_t folds, uint64_t seed) {
  const std::vector<std::vector<int64_t>> members = rows_by_group(groups);
  const int64_t parts = groups.empty() ? rows : static_cast<int64_t>(members.size()), some = std::min(folds, parts);
  const std::vector<int64_t> order = random_order<int64_t>(parts, seed);
  RowFolds out;
  out.begin.push_back(0);
  for (int64_t f = 0; f < some; ++f) {
    for (int64_t at = parts * f / some; at < parts * (f + 1) / some; ++at) {
      const int64_t part = order[static_cast<std::size_t>(at)];
      if (groups.empty()) {
        out.order.push_back(part);
      } else {
        const std::vector<int64_t> &own = members[static_cast<std::size_t>(part)];
        out.order.insert(out.order.end(), own.begin(), own.end());
      }
    }
    out.begin.push_back(static_cast<int64_t>(out.order.size()));
  }
  return out;
}

SplitRows split_rows(const RowFolds &folds, int64_t fold) {
  const auto at = [&](int64_t f) { return folds.order.begin() + folds.begin[static_cast<std::size_t>(f)]; };
  SplitRows out{{folds.order.begin(), at(fold)}, {at(fold), at(fold + 1)}};
  out.inside.insert(out.inside.end(), at(fold + 1), folds.order.end());
  std::sort(out.inside.begin(), out.inside.end());
  std::sort(out.left.begin(), out.left.end());
  return out;
}

}  // namespace wald::core::learners
