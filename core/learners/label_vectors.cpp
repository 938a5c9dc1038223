// Stores each distinct label vector of the training rows once.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/label_vectors.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"
#include "core/numeric/vectors/ones.hpp"

namespace wald::core::learners {

LabelVectors::LabelVectors(int64_t n_labels, const std::vector<int64_t> &indptr, const std::vector<int32_t> &indices)
    : n_labels_(n_labels) {
  const auto n_rows = static_cast<int64_t>(indptr.size()) - 1;
  std::vector<uint64_t> hashes(static_cast<std::size_t>(n_rows));
  hash_vectors(indices.data(), indptr.data(), n_rows, hashes.data());
  std::unordered_multimap<uint64_t, int32_t> known;
  of_row_.reserve(static_cast<std::size_t>(n_rows));
  for (std::size_t r = 0; r < static_cast<std::size_t>(n_rows); ++r) {
    const int32_t *const first = indices.data() + indptr[r], *const last = indices.data() + indptr[r + 1];
    int32_t number = -1;
    for (auto [at, stop] = known.equal_range(hashes[r]); at != stop && number < 0; ++at)
      if (std::equal(first, last, begin(at->second), end(at->second))) number = at->second;
    if (number < 0) {
      number = static_cast<int32_t>(count());
      known.emplace(hashes[r], number);
      labels_.insert(labels_.end(), first, last);
      offsets_.push_back(static_cast<int64_t>(labels_.size()));
    }
    of_row_.push_back(number);
  }
}

LabelVectors LabelVectors::of(const Targets &targets) {
  std::vector<int64_t> indptr{0};
  std::vector<int32_t> indices;
  for (int64_t r = 0; r < targets.rows; ++r) {
    if (targets.task == Task::classes)
      indices.push_back(targets.classes[static_cast<std::size_t>(r)]);
    else
      for (int64_t j = 0; j < targets.labels; ++j)
        if (targets.at(r, j)) indices.push_back(static_cast<int32_t>(j));
    indptr.push_back(static_cast<int64_t>(indices.size()));
  }
  return LabelVectors(targets.labels, indptr, indices);
}

LabelVectors LabelVectors::dealt(const std::vector<int64_t> &of_row) const {
  LabelVectors out = *this;
  out.of_row_.assign(of_row.begin(), of_row.end());
  return out;
}

void LabelVectors::save_members(std::string &out) const {
  out += ",\n\"vectors\":[";
  for (int64_t v = 0; v < count(); ++v) {
    out += v ? ",\n[" : "\n[";
    for (const int32_t *i = begin(v); i != end(v); ++i) out += text(i == begin(v) ? "" : ",", *i);
    out += "]";
  }
  out += "]";
}

LabelVectors LabelVectors::load(const SavedText &text, const SavedValue &object, Task task, int64_t n_labels) {
  const std::vector<SavedValue> &saved = text.array(text.member(object, "vectors"), "\"vectors\"");
  if (saved.empty()) text.malformed("\"vectors\" is empty");
  std::vector<int64_t> indptr{0};
  std::vector<int32_t> indices;
  for (std::size_t v = 0; v < saved.size(); ++v) {
    const std::string where = saved_at("\"vectors\"", v);
    int64_t next = 0;
    for (const SavedValue &label : text.array(saved[v], where)) {
      if (next >= n_labels) text.malformed(wald::core::text(where, " has labels beyond the last"));
      indices.push_back(static_cast<int32_t>(text.integer(label, where, next, n_labels - 1)));
      next = indices.back() + 1;
    }
    indptr.push_back(static_cast<int64_t>(indices.size()));
    if (task == Task::classes && indptr[v + 1] != indptr[v] + 1) text.malformed(where + " must hold one class");
  }
  // By order, since vectors can be made that share one hash.
  const auto part = [&](std::size_t v) {
    return std::make_pair(indices.begin() + indptr[v], indices.begin() + indptr[v + 1]);
  };
  std::vector<std::size_t> order(saved.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(part(a).first, part(a).second, part(b).first, part(b).second);
  });
  for (std::size_t i = 1; i < order.size(); ++i)
    if (std::equal(part(order[i - 1]).first, part(order[i - 1]).second, part(order[i]).first, part(order[i]).second))
      text.malformed("\"vectors\" holds one of them twice");
  LabelVectors out;
  out.n_labels_ = n_labels;
  out.offsets_ = std::move(indptr);
  out.labels_ = std::move(indices);
  out.of_row_.resize(saved.size());
  std::iota(out.of_row_.begin(), out.of_row_.end(), 0);
  return out;
}

Kind kind_of_vectors(Task task, int64_t n_labels) {
  if (task == Task::classes) return Kind::categorical;
  return n_labels == 1 ? Kind::independent : Kind::joint;
}

std::unique_ptr<Estimator> estimator_of(Kind kind, const LabelVectors &vectors, const double *weights, double total) {
  if (kind == Kind::joint) {
    auto out = std::make_unique<Joint>(vectors.n_labels());
    std::vector<int64_t> indptr{0};
    std::vector<int32_t> indices;
    std::vector<double> present;
    for (int64_t v = 0; v < vectors.count(); ++v) {
      if (!(weights[v] > 0)) continue;
      indices.insert(indices.end(), vectors.begin(v), vectors.end(v));
      indptr.push_back(static_cast<int64_t>(indices.size()));
      present.push_back(weights[v]);
    }
    const auto n = static_cast<int64_t>(present.size());
    out->feed_sparse({indptr.data(), false}, {indices.data(), true}, n, {present.data(), false, n, 1});
    return out;
  }
  std::vector<double> p(static_cast<std::size_t>(vectors.n_labels()));
  marginals_of(vectors, weights, total, p.data());
  std::unique_ptr<Marginal> out;
  if (kind == Kind::categorical)
    out = std::make_unique<Categorical>();
  else
    out = std::make_unique<Independent>();
  out->feed({p.data(), false, vectors.n_labels(), 1});
  return out;
}

void marginals_of(const LabelVectors &vectors, const double *weights, double total, double *out) {
  std::fill(out, out + vectors.n_labels(), 0.0);
  for (int64_t v = 0; v < vectors.count(); ++v)
    if (weights[v] > 0)
      for (const int32_t *i = vectors.begin(v); i != vectors.end(v); ++i) out[*i] += weights[v];
  for (int64_t j = 0; j < vectors.n_labels(); ++j) out[j] = std::min(out[j] / total, 1.0);
}

}  // namespace wald::core::learners
