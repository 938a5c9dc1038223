#include "input/beliefs/read_beliefs.hpp"

#include <cstdio>

#include "base/errors.hpp"
#include "base/warnings.hpp"
#include "input/beliefs/counts.hpp"
#include "input/beliefs/joint.hpp"
#include "input/beliefs/libsvm.hpp"
#include "input/beliefs/probabilities.hpp"
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

}  // namespace

void warn_of_one_column(const Settings &settings, std::int64_t labels, std::int64_t rows) {
  if (settings.library.given("average") || labels != 1 || rows < 2 || settings.command == "report" ||
      settings.command == "worth")
    return;
  for (const Metric &metric : make_metrics(settings)) {
    const std::string name = metric.name();
    if (name == "hamming" || name == "subset_accuracy" || name.rfind("cost:", 0) == 0) continue;  // sums over rows
    std::fprintf(stderr,
                 "wald: warning: each of %s rows with one label is a problem of its own, but %s judges sets of rows: "
                 "--average macro takes the column as one problem, --average instance says that the rows are meant\n",
                 std::to_string(rows).c_str(), name.c_str());
    return;
  }
}

namespace {

/// What the library has to tell of the table, once. The CSV of a prediction passes it on with its answers.
void warn_of_table(const Settings &settings, const Beliefs &beliefs) {
  if (beliefs.kind != WALD_INDEPENDENT || (settings.command == "predict" && settings.format == Format::csv)) return;
  const std::int64_t rows = beliefs.rows, n = beliefs.n_labels();
  for (const Metric &metric : make_metrics(settings)) {
    std::string_view warning;
    if (const auto *dense = std::get_if<DenseTable>(&beliefs.what))
      warning = table_warning(metric, beliefs.kind, Table<const double>(dense->probabilities.data(), rows, n),
                              settings.average);
    else if (const auto *sparse = std::get_if<SparseTable>(&beliefs.what))
      warning = table_warning(metric, beliefs.kind,
                              Csr<double, std::int64_t>{sparse->indptr.data(), sparse->indices.data(),
                                                        sparse->probabilities.data(), rows, n},
                              settings.average);
    if (warning.empty()) continue;
    std::fprintf(stderr, "wald: warning: %s\n", warning_in_options(warning).c_str());
    return;
  }
}

}  // namespace

void check_beliefs(const Settings &settings, const Beliefs &beliefs) {
  require_room(settings, beliefs);
  warn_of_one_column(settings, beliefs.n_labels(), beliefs.rows);
}

Beliefs read_beliefs(const Settings &settings, Progress &progress) {
  Beliefs beliefs;
  Source source(settings.file, progress);
  beliefs.source = source.name();
  beliefs.kind = settings.given;
  if (settings.libsvm) {
    beliefs.labels = numbered_labels(*settings.n_labels);
    if (settings.given == WALD_JOINT)
      read_joint_libsvm(source, beliefs);
    else
      read_probabilities_libsvm(source, beliefs);
  } else if (settings.given == WALD_JOINT) {
    read_joint_csv(source, settings, beliefs);
  } else if (settings.given == WALD_COUNTS) {
    read_counts_csv(source, settings, beliefs);
  } else {
    read_probabilities_csv(source, settings, beliefs);
  }
  check_beliefs(settings, beliefs);
  warn_of_table(settings, beliefs);
  return beliefs;
}

}  // namespace wald::cli
