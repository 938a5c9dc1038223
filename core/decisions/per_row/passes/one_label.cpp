// Gives each of many rows one of few labels by a damped fixed point, and proves the gap by prices.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/per_row/passes/one_label.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/decisions/per_row/passes/count_limit.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::decisions {
namespace {

constexpr int64_t fewest_rows = 4096, fewest_rows_per_label = 64;
// A pass that raises the value by a smaller part does not count as one that improves it, and the search ends after so
// many of these, or so many in all.
constexpr double least_rise = 1e-7;
constexpr int most_stalls = 5, most_choices = 60;
// Of the gap that is enough, what each label's limit leaves open together.
constexpr double part_of_enough = 0.4;

class Passes {
 public:
  Passes(const Columns &columns, const std::vector<RatioForm> &forms, const std::vector<Label> &labels,
         double zero_division, bool may_have_none)
      : columns_(columns), forms_(forms), labels_(labels), zero_division_(zero_division), may_have_none_(may_have_none) {}

  // A row goes to the label to whose utility it adds most: slope * p - cost, the derivatives at the labels' counts. These
  // counts follow from the rows, and so on. Where a pass does not raise the value, the next one begins half way.
  void operator()(Monitor &monitor) {
    counts_ = columns_.choose(std::vector<LabelOffer>(labels_.size(), {1, 0}), false, label_, monitor);
    value_ = value(counts_);
    best_ = counts_;
    std::vector<int32_t> next;
    int stalls = 0;
    for (int pass = 0; pass < most_choices && stalls < most_stalls; ++pass) {
      PartMonitor part(monitor, 1 - std::ldexp(1, -pass), 1 - std::ldexp(1, -pass - 1));
      part.at(0);
      std::vector<LabelCount> counts = columns_.choose(offers(counts_), may_have_none_, next, part);
      const double now = value(counts);
      const bool better = now > value_ + least_rise * std::fabs(value_);
      if (now > value_) {
        value_ = now;
        best_ = counts;
        std::swap(label_, next);
      }
      if (better) {
        counts_ = std::move(counts);
        continue;
      }
      ++stalls;
      for (std::size_t j = 0; j < counts_.size(); ++j) {
        counts_[j].tp = (counts_[j].tp + counts[j].tp) / 2;
        counts_[j].k = (counts_[j].k + counts[j].k) / 2;
      }
    }
  }

  double value() const { return value_; }
  std::vector<int32_t> &label() { return label_; }

  // At any prices of the rows no choice is worth more than what the rows are paid and each label can make for itself.
  // `enough`: how much each label's limit may exceed what it makes with its rows.
  double limit(double enough, int threads, Monitor &monitor) const {
    const std::vector<float> prices = columns_.prices(offers(best_), may_have_none_, label_, monitor);
    double paid = 0, size = 0;
    std::vector<double> makes;
    for (std::size_t j = 0; j < labels_.size(); ++j) makes.push_back(utility(j, best_[j]));
    for (std::size_t i = 0; i < prices.size(); ++i) {
      const double price = prices[i];
      paid += price, size += std::fabs(price);
      if (label_[i] >= 0) makes[static_cast<std::size_t>(label_[i])] -= price;
    }
    std::vector<double> limits(labels_.size());
    const auto n_labels = static_cast<int64_t>(labels_.size());
    parallel_for({n_labels, INT64_MAX}, worker_count(threads, n_labels), monitor, [&](int64_t j, int, Monitor &inner) {
      const auto at = static_cast<std::size_t>(j);
      const auto done = [&](int64_t labels) { return static_cast<double>(labels) / static_cast<double>(n_labels); };
      PartMonitor part(inner, done(j), done(j + 1));
      part.at(0);
      const double weight = labels_[at].weight;
      const WantedRows rows(columns_, j, prices, static_cast<float>(weight * forms_[at].steepest()));
      limits[at] =
          most_at_prices(rows, columns_.rows(), forms_[at], weight, std::max(nothing(at), makes[at]), enough, part);
    });
    for (const double limit : limits) paid += limit, size += std::fabs(limit);
    return paid + size * 0x1p-52 * static_cast<double>(columns_.rows() + n_labels);
  }

 private:
  // The utility of a label without rows.
  double nothing(std::size_t j) const { return forms_[j].rest > 0 ? 0 : labels_[j].weight * zero_division_; }
  double utility(std::size_t j, const LabelCount &count) const {
    return count.k > 0 ? labels_[j].weight * forms_[j].utility(count.tp, count.k) : nothing(j);
  }
  double value(const std::vector<LabelCount> &counts) const {
    double sum = 0;
    for (std::size_t j = 0; j < counts.size(); ++j) sum += utility(j, counts[j]);
    return sum;
  }
  std::vector<LabelOffer> offers(const std::vector<LabelCount> &counts) const {
    std::vector<LabelOffer> out(counts.size());
    for (std::size_t j = 0; j < counts.size(); ++j) {
      const double t = counts[j].tp, k = std::max(1.0, counts[j].k), weight = labels_[j].weight;
      // A label without positives loses what having no row is worth.
      out[j] = forms_[j].rest > 0 ? LabelOffer{static_cast<float>(weight * forms_[j].slope_in_t(t, k)),
                                               static_cast<float>(weight * forms_[j].fall_in_k(t, k))}
                                  : LabelOffer{0, static_cast<float>(nothing(j))};
    }
    return out;
  }

  const Columns &columns_;
  const std::vector<RatioForm> &forms_;
  const std::vector<Label> &labels_;
  double zero_division_;
  bool may_have_none_;
  std::vector<LabelCount> counts_, best_;
  std::vector<int32_t> label_;
  double value_ = 0;
};

}  // namespace

std::optional<RatioForm> ratio_form(const Metric &metric, const Label &label) {
  if (metric.is_jaccard()) return RatioForm{1, label.positives, 1, label.positives};
  const auto b = metric.f_beta_squared();
  if (!b || !(*b > 0)) return {};
  return RatioForm{1 + *b, *b * label.positives, 0, label.positives};
}

const char *no_fixed_point(const Metric &metric, const Cells &cells, KRange per_row) {
  if (!ratio_form(metric, {})) return "it is for F_beta with beta above 0 and jaccard";
  if (per_row.high != 1) return "it is for per_row 1, or 0 to 1";
  if (!cells.whole()) return "it is for tables without gaps";
  if (cells.cols() < 2 || cells.rows() < fewest_rows || cells.rows() < fewest_rows_per_label * cells.cols())
    return "it is for two labels or more, and at least 4096 rows and 64 rows per label";
  return nullptr;
}

FixedPoint find_fixed_point(const Metric &metric, const Cells &cells, KRange per_row, const std::vector<Label> &labels,
                            double enough_of_gap, int threads, Monitor &monitor) {
  std::vector<RatioForm> forms;
  for (const Label &label : labels) forms.push_back(*ratio_form(metric, label));
  PartMonitor reading(monitor, 0, 0.1), passing(monitor, 0.1, 0.5), proof(monitor, 0.5, 1);
  const Columns columns(cells, threads, reading);
  Passes passes(columns, forms, labels, metric.zero_division(), per_row.low == 0);
  passes(passing);
  if (std::isinf(enough_of_gap)) return {std::move(passes.label()), enough_of_gap};
  const double enough = part_of_enough * enough_of_gap * passes.value() / static_cast<double>(labels.size());
  const double limit = passes.limit(enough, threads, proof);
  return {std::move(passes.label()), limit};
}

}  // namespace wald::core::decisions
