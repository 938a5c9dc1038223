// Finds metrics of an evaluation by name, and computes them.
#include "core/numeric/contraction.hpp"  // first

#include "core/evaluation/fixed/fixed_metrics.hpp"

#include <utility>

#include "core/base/error.hpp"
#include "core/evaluation/evaluate.hpp"

namespace wald::core::evaluation {
namespace {

constexpr unsigned tn = 1, fp = 2, fn = 4, tp = 8;
constexpr std::pair<const char *, double> rates[] = {{"balanced_accuracy", 0.5}, {"informedness", 1}};

struct ShareRow {
  const char *name;
  unsigned part, whole;
  bool harmonic;
};
constexpr ShareRow shares[] = {
    {"recall", tp, tp | fn, false},    {"specificity", tn, tn | fp, false}, {"precision", tp, tp | fp, false},
    {"npv", tn, tn | fn, false},       {"hamming", tp | tn, 15, false},     {"jaccard", tp, tp | fp | fn, false},
    {"f1", tp, tp | fp | fn, true},
};

const std::vector<std::string> usual = {"auc", "recall",            "specificity", "precision", "npv",
                                        "accuracy", "balanced_accuracy", "f1",          "mcc"};

}  // namespace

double FixedMetric::value(const CellWeights &cells) const {
  CellWeights c = cells;
  if (!std::isnan(prevalence)) {
    const double negative = c.sum[0] + c.sum[1], positive = c.sum[2] + c.sum[3], all = negative + positive;
    if (!(negative > 0 && positive > 0)) return std::numeric_limits<double>::quiet_NaN();
    for (int cell = 0; cell < 4; ++cell)
      c.sum[cell] *= cell < 2 ? (1 - prevalence) * (all / negative) : prevalence * (all / positive);
  }
  const double s = c.sum[2] + c.sum[3], k = c.sum[1] + c.sum[3], n = c.sum[0] + c.sum[1] + s;
  if (!(n > 0)) return std::numeric_limits<double>::quiet_NaN();
  const CellCounts counts{c.sum[3], k, s, n};
  const double value = utility_of(*metric, counts, true);
  return value == utility_of(*otherwise, counts, true) ? value : std::numeric_limits<double>::quiet_NaN();
}

CellWeights::Share CellWeights::share(unsigned part, unsigned whole) const {
  Share out;
  for (unsigned cell = 0; cell < 4; ++cell) {
    if (part & (1u << cell)) out.part += sum[cell];
    if (whole & (1u << cell)) {
      out.whole += sum[cell];
      out.squares += squares[cell];
    }
  }
  return out;
}

std::vector<FixedMetric> fixed_metrics(const std::vector<std::string> &names, bool thresholds, double prevalence) {
  std::vector<FixedMetric> out;
  const std::vector<std::string> area = {"auc"};
  for (const std::string &name : names.empty() ? thresholds ? usual : area : names) {
    FixedMetric one;
    one.name = name;
    one.prevalence = prevalence;
    if (name != "auc" && name != "roc_auc") {
      one.metric = parse_metric(name, 1);
      one.otherwise = parse_metric(name, 0);
      if (!thresholds)
        fail(Status::argument, "thresholds is NULL: metric ", in_quotes(name), " needs one per column of scores");
      for (const ShareRow &row : shares)
        if (one.metric->name() == row.name) {
          one.part = row.part;
          one.whole = row.whole;
          one.harmonic = row.harmonic;
        }
      for (const auto &[rate, factor] : rates)
        if (one.metric->name() == rate) one.of_rates = factor;
    }
    out.push_back(std::move(one));
  }
  return out;
}

UnitKinds unit_kinds(const EvaluatedRows &rows, const std::vector<uint8_t> &flagged) {
  UnitKinds out;
  out.units = static_cast<int64_t>(rows.units);
  const bool by_cell = rows.equal && !rows.grouped;
  out.kinds.assign(by_cell ? 4 : rows.units, {{}, by_cell ? 0 : 1});
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    const EvaluatedRow &row = rows.rows[i];
    out.all.add(row.positive, flagged[i], row.weight);
    if (!by_cell)
      out.kinds[row.unit].cells.add(row.positive, flagged[i], row.weight);
    else if (out.kinds[2 * row.positive + flagged[i]].count++ == 0)
      out.kinds[2 * row.positive + flagged[i]].cells.add(row.positive, flagged[i], row.weight);
  }
  std::vector<UnitKinds::Kind> found;
  for (const UnitKinds::Kind &kind : out.kinds)
    if (kind.count > 0) found.push_back(kind);
  out.kinds = std::move(found);
  return out;
}

}  // namespace wald::core::evaluation
