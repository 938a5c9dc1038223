// Picks the reader by what a file holds and by its form, and gives the warning of its table.
#include "decide/beliefs/read_beliefs.hpp"

#include <cstdio>
#include <set>
#include <string>

#include "base/errors.hpp"
#include "base/warnings.hpp"
#include "decide/beliefs/counts.hpp"
#include "decide/beliefs/joint.hpp"
#include "decide/beliefs/probabilities.hpp"
#include "input/libsvm.hpp"
#include "input/source.hpp"

namespace wald::cli {

namespace {

void require_room(const Settings &settings, const Beliefs &beliefs) {
  const std::int64_t lowest = settings.exactly.value_or(settings.library.integer("at_least"));
  const std::int64_t labels = beliefs.n_labels(), rows = beliefs.rows;
  const std::int64_t items = settings.average == WALD_INSTANCE ? labels
                             : settings.average == WALD_MACRO  ? rows
                                                               : rows * labels;
  if (lowest <= items) return;
  const char *whole = settings.average == WALD_INSTANCE ? "an instance has "
                      : settings.average == WALD_MACRO  ? "a column has "
                                                        : "the table has ";
  const char *item = settings.average == WALD_INSTANCE ? " label" : settings.average == WALD_MACRO ? " row" : " cell";
  throw InputError(beliefs.source + ": " + (settings.exactly ? "--exactly " : "--at-least ") + std::to_string(lowest) +
                   " cannot be met: " + whole + std::to_string(items) + item + (items == 1 ? "" : "s"));
}

/// The library's warning of a table, for the first of the metrics that has one.
template <class Cells>
void warn_of_table(const Settings &settings, wald_kind kind, const Cells &table) {
  static std::set<std::string> said;  // a report reads two tables
  for (const Metric &metric : make_metrics(settings)) {
    const std::string warning =
        warning_in_options(table_warning(metric, kind, table, settings.library.options<DecisionOptions>()));
    if (warning.empty()) continue;
    if (said.insert(warning).second) std::fprintf(stderr, "wald: warning: %s\n", warning.c_str());
    return;
  }
}

}  // namespace

void warn_of_shape(const Settings &settings, std::int64_t labels, std::int64_t rows) {
  const std::uint8_t cell = 0;
  warn_of_table(settings, WALD_INDEPENDENT, Table<const std::uint8_t>(&cell, rows, labels, 0, 0));
}

void check_beliefs(const Settings &settings, const Beliefs &beliefs) {
  require_room(settings, beliefs);
  const bool of_rows = beliefs.kind == WALD_INDEPENDENT || beliefs.kind == WALD_CATEGORICAL;
  // The CSV of a prediction passes on what its answers come with.
  if (settings.command == "predict" && settings.format == Format::csv && of_rows) return;
  const std::int64_t rows = beliefs.rows, n = beliefs.n_labels();
  if (const auto *sparse = std::get_if<SparseTable>(&beliefs.what)) {
    warn_of_table(settings, beliefs.kind,
                  Csr<double, std::int64_t>{sparse->indptr.data(), sparse->indices.data(),
                                            sparse->probabilities.data(), rows, n});
    return;
  }
  const auto *dense = std::get_if<DenseTable>(&beliefs.what);
  if (dense && static_cast<std::int64_t>(dense->probabilities.size()) == rows * n)
    warn_of_table(settings, beliefs.kind, Table<const double>(dense->probabilities.data(), rows, n));
  else  // of a learner, which has the probabilities, or of another kind
    warn_of_shape(settings, n, rows);
}

Beliefs read_beliefs(const Settings &settings, Progress &progress) {
  Beliefs beliefs;
  Source source(settings.file, progress);
  beliefs.source = source.name();
  beliefs.kind = settings.kind;
  if (settings.libsvm) {
    beliefs.labels = numbered_labels(*settings.n_labels);
    if (settings.kind == WALD_JOINT)
      read_joint_libsvm(source, beliefs);
    else
      read_probabilities_libsvm(source, beliefs);
  } else if (settings.kind == WALD_JOINT) {
    read_joint_csv(source, settings, beliefs);
  } else if (settings.kind == WALD_COUNTS) {
    read_counts_csv(source, settings, beliefs);
  } else {
    read_probabilities_csv(source, settings, beliefs);
  }
  check_beliefs(settings, beliefs);
  return beliefs;
}

}  // namespace wald::cli
