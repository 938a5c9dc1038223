// Makes the matrix of counts from other estimators, and checks one from the caller.
#include "core/numeric/contraction.hpp"  // first

#include "core/estimators/counts.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/error.hpp"
#include "core/saved/saved_text.hpp"

namespace wald::core {
namespace {

// Within this the table's own sum_i P[i][s]/s is a distribution of s.
constexpr double consistency = 1e-9;

[[noreturn]] void no_joint(const char *what) {
  fail(Status::unsupported, "a counts estimator has no ", what,
       ": P[i][s] and P(0) do not determine the joint distribution");
}

}  // namespace

Counts::Counts(int64_t n_labels) : n_(n_labels) {}

void Counts::feed(RealTable table, double p_zero, Reals p_s, double weight) {
  if (table.rows != n_) fail(Status::argument, "n_labels is ", table.rows, ": the estimator has ", n_, " labels");
  if (table.cols > n_) fail(Status::argument, "max_s is ", table.cols, ": must be at most n_labels = ", n_);
  if (!(std::isfinite(weight) && weight > 0))
    fail(Status::argument, "weight is ", weight, ": must be finite and above 0");
  if (!(p_zero >= 0 && p_zero <= one_rounded(table.is_float)))
    fail(Status::argument, "p_zero is ", p_zero, ": must lie in [0, 1]");
  p_zero = std::min(p_zero, 1.0);

  std::vector<Sum> cells, sizes;
  for (int64_t i = 0; i < n_; ++i) {
    double sum = 0;
    for (int64_t s = 1; s <= table.cols; ++s) {
      double p = table.row(i)[s - 1];
      if (!(p >= 0 && p <= one_rounded(table.is_float)))
        fail(Status::argument, "table[", i, "][", s - 1, "], which is P[", i, "][s=", s, "], is ", p,
             ": must lie in [0, 1]");
      p = std::min(p, 1.0);
      sum += p;
      if (p > 0) cells.push_back({static_cast<int32_t>(i), static_cast<int32_t>(s), DoubleDouble::product(weight, p)});
    }
    if (sum > 1 + rounding_of_a_sum)
      fail(Status::argument, "table[", i, "] sums to ", sum, ": P(y_", i, " = 1) is at most 1");
  }
  if (p_s.data) {
    double sum = p_zero;
    for (int64_t s = 1; s <= table.cols; ++s) {
      const double p = checked_probability(p_s, "p_s", s - 1);
      sum += p;
      if (p > 0) sizes.push_back({0, static_cast<int32_t>(s), DoubleDouble::product(weight, p)});
    }
    if (std::fabs(sum - 1) > rounding_of_a_sum)
      fail(Status::argument, "p_zero and p_s sum to ", sum, ": must sum to 1");
  }
  add(cells, DoubleDouble::product(weight, p_zero), p_s.data ? &sizes : nullptr, {weight, 0}, 1);
}

std::vector<Counts::Sum> Counts::merged(const std::vector<Sum> &x, const std::vector<Sum> &y) {
  std::vector<Sum> out;
  out.reserve(x.size() + y.size());
  auto i = x.begin(), j = y.begin();
  const auto key = [](const Sum &c) { return std::make_pair(c.label, c.s); };
  while (i != x.end() || j != y.end()) {
    if (j == y.end() || (i != x.end() && key(*i) < key(*j))) {
      out.push_back(*i++);
    } else if (i == x.end() || key(*j) < key(*i)) {
      out.push_back(*j++);
    } else {
      out.push_back(*i++);
      out.back().sum.add((j++)->sum);
    }
  }
  return out;
}

void Counts::add(const std::vector<Sum> &cells, DoubleDouble p_zero, const std::vector<Sum> *sizes, DoubleDouble weight,
                 int64_t n_fed) {
  DoubleDouble total = total_;
  total.add(weight);
  if (!std::isfinite(total.value()))
    fail(Status::argument, "the weights sum to ", total_.value() + weight.value(), ": must be finite");
  std::vector<Sum> all_cells = merged(cells_, cells);
  std::vector<Sum> all_sizes = sizes ? merged(sizes_, *sizes) : std::vector<Sum>();
  cells_.swap(all_cells);
  sizes_given_ = sizes_given_ && sizes;
  sizes_.swap(all_sizes);
  if (!sizes_given_) sizes_.clear();
  zero_.add(p_zero);
  total_ = total;
  n_fed_ += n_fed;
}

std::unique_ptr<Counts> Counts::of(int64_t n_labels, const std::vector<Cell> &cells,
                                   const std::map<int64_t, double> &p_s) {
  auto out = std::make_unique<Counts>(n_labels);
  std::vector<Sum> cell_sums, sizes;
  for (const Cell &c : cells) cell_sums.push_back({c.label, c.s, {c.p, 0}});
  DoubleDouble zero;
  for (const auto &[s, p] : p_s) {
    if (s == 0)
      zero = {p, 0};
    else if (p > 0)
      sizes.push_back({0, static_cast<int32_t>(s), {p, 0}});
  }
  out->add(cell_sums, zero, &sizes, {1, 0}, 1);
  return out;
}

void Counts::clear() { *this = Counts(n_); }

void Counts::require_fed() const {
  if (n_fed_ == 0) fail(Status::argument, "estimator is empty: feed it at least one table of counts");
}

void Counts::merge(const Estimator &other) {
  if (other.kind() != Kind::counts)
    fail(Status::unsupported, "a counts estimator merges with a counts one: the other is ", kind_name(other.kind()));
  const Counts &from = static_cast<const Counts &>(other);
  if (from.n_ != n_) fail(Status::argument, "the other estimator has ", from.n_, " labels: this one has ", n_);
  if (from.n_fed_ == 0) return;
  const Counts copy = from;  // `other` may be this one
  add(copy.cells_, copy.zero_, copy.sizes_given_ ? &copy.sizes_ : nullptr, copy.total_, copy.n_fed_);
}

double Counts::p_zero() const {
  require_fed();
  return zero_.over(total_);
}

std::optional<std::map<int64_t, double>> Counts::known_sizes(double *total) const {
  std::map<int64_t, double> out;
  const double zero = p_zero();
  if (zero > 0) out[0] = zero;
  if (sizes_given_) {
    for (const Sum &c : sizes_) out[c.s] = c.sum.over(total_);
    return out;
  }
  std::vector<double> by_s(static_cast<std::size_t>(max_s()) + 1, 0.0);
  each_cell([&](int32_t, int32_t s, double p) { by_s[static_cast<std::size_t>(s)] += p / static_cast<double>(s); });
  for (std::size_t s = 1; s < by_s.size(); ++s)
    if (by_s[s] > 0) out[static_cast<int64_t>(s)] = by_s[s];
  double sum = 0;
  for (const auto &[s, p] : out) sum += p;
  if (total) *total = sum;
  if (std::fabs(sum - 1) > consistency) return std::nullopt;
  return out;
}

std::map<int64_t, double> Counts::sizes(const std::string &needed_by) const {
  double total = 0;
  auto known = known_sizes(&total);
  if (!known)
    fail(Status::unsupported, needed_by,
         " needs P(s), which was not fed (p_s), and the table does not give it: P(0) + sum_i,s P[i][s]/s is ", total,
         ", not 1");
  return *std::move(known);
}

std::vector<double> Counts::marginals() const {
  require_fed();
  std::vector<double> out(static_cast<std::size_t>(n_), 0.0);
  each_cell([&](int32_t label, int32_t, double p) { out[static_cast<std::size_t>(label)] += p; });
  for (double &p : out) p = std::min(p, 1.0);
  return out;
}

std::vector<double> Counts::size_distribution() const {
  std::vector<double> out(static_cast<std::size_t>(n_) + 1, 0.0);
  for (const auto &[s, p] : sizes("the distribution of s")) out[static_cast<std::size_t>(s)] = std::min(p, 1.0);
  return out;
}

Estimator::Mode Counts::mode() const { no_joint("mode"); }
void Counts::draw(uint64_t, Grid<uint8_t>) const { no_joint("label vectors to draw"); }

int64_t Counts::max_s() const {
  int64_t largest = 0;
  for (const Sum &c : cells_) largest = std::max<int64_t>(largest, c.s);
  return largest;
}

void Counts::copy_table(double *table, int64_t n_labels, int64_t columns, int64_t label_stride,
                        int64_t s_stride) const {
  if (n_labels != n_) fail(Status::argument, "n_labels is ", n_labels, ": the estimator has ", n_, " labels");
  if (columns < max_s()) fail(Status::capacity, "max_s is ", columns, ": the table reaches s = ", max_s());
  for (int64_t i = 0; i < n_; ++i)
    for (int64_t s = 0; s < columns; ++s) table[i * label_stride + s * s_stride] = 0;
  each_cell([&](int32_t label, int32_t s, double p) { table[label * label_stride + (s - 1) * s_stride] = p; });
}

namespace {

// What is left of a low part may be -0, which is 0.
std::string sum_text(DoubleDouble x) { return saved_number(x.high) + "," + saved_number(x.shortened().low + 0.0); }

}  // namespace

std::string Counts::save() const {
  std::string out =
      text("{\"wald\":\"estimator\",\"version\":1,\"kind\":\"counts\",\"labels\":", n_, ",\"fed\":", n_fed_,
           ",\"weight\":[", sum_text(total_), "],\"p_zero\":[", sum_text(zero_), "],\n\"sizes\":");
  const auto list = [&](const std::vector<Sum> &sums, bool labels) {
    out += '[';
    for (std::size_t i = 0; i < sums.size(); ++i) {
      out += i ? ",\n[" : "\n[";
      if (labels) out += std::to_string(sums[i].label) + ",";
      out += std::to_string(sums[i].s) + "," + sum_text(sums[i].sum) + "]";
    }
    out += "\n]";
  };
  if (sizes_given_)
    list(sizes_, false);
  else
    out += "null";
  out += ",\n\"cells\":";
  list(cells_, true);
  return out + "}\n";
}

std::unique_ptr<Counts> Counts::restore(int64_t n_labels, int64_t n_fed, DoubleDouble total, DoubleDouble p_zero,
                                        bool sizes_given, const std::vector<SavedCell> &sizes,
                                        const std::vector<SavedCell> &cells) {
  auto out = std::make_unique<Counts>(n_labels);
  out->n_fed_ = n_fed;
  out->total_ = total;
  out->zero_ = p_zero;
  out->sizes_given_ = sizes_given;
  for (const SavedCell &c : sizes) out->sizes_.push_back({0, static_cast<int32_t>(c.s), c.sum});
  for (const SavedCell &c : cells)
    out->cells_.push_back({static_cast<int32_t>(c.label), static_cast<int32_t>(c.s), c.sum});
  return out;
}

}  // namespace wald::core
