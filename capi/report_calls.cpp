// The C interface to reports.
#include "core/report/report.hpp"

#include "boundary.hpp"

using namespace wald::capi;

struct wald_report : wald::capi::Object<wald_report> {
  std::string data;
};

namespace {

const wald_report &get(const wald_report *report) {
  require(report, "report");
  return *report;
}

std::string checked_name(const char *const *names, int64_t i) {
  if (!names || !names[i]) return {};
  if (!is_utf8(names[i])) fail(Status::argument, "names[", i, "] is not UTF-8");
  return names[i];
}

}  // namespace

WALD_OBJECT_TYPE(report)

extern "C" {

wald_status wald_report_create(const wald_metric *metric, wald_kind kind, const wald_array *truth,
                               const wald_array *probabilities, const wald_array *compared, const wald_array *weights,
                               const wald_array *groups, const char *const *names, const wald_options *options,
                               wald_report **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::Metric &m = get(metric);
    if (!is_utf8(m.name().c_str())) fail(Status::argument, "metric has a name that is not UTF-8");
    const core::Grid<const uint8_t> known = checked_mask(truth, "truth");
    core::report::ReportInput input{m,
                            checked_kind(kind),
                            known,
                            checked_table(probabilities, "probabilities"),
                            {},
                            {},
                            {},
                            checked_name(names, 0),
                            checked_name(names, 1),
                            checked_name(names, 2),
                            {},
                            options_or_default(options, {"a report", "report tables"}),
                            WALD_VERSION};
    require_shape(*probabilities, known.rows, known.cols, "probabilities");
    if (compared) {
      input.b = checked_table(compared, "compared");
      require_shape(*compared, known.rows, known.cols, "compared");
    }
    input.weights = optional_reals(weights, known.rows, "weights");
    input.groups = {nullptr, known.rows, 1};
    if (groups) {
      const wald_array &ids = checked_vector(groups, "groups");
      require_type(ids, WALD_INT64, "WALD_INT64", "groups");
      require_rows(ids, known.rows, "groups");
      input.groups = {static_cast<const int64_t *>(ids.data), ids.rows, ids.row_stride};
    }
    for (int64_t j = 0; names && j < known.cols; ++j) input.labels.push_back(checked_name(names, 3 + j));
    *out = new wald_report{{}, core::report::report_data(input)};
  });
}

wald_status wald_report_page(const wald_report *report, char *buffer, int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] { give_text(buffer, capacity, needed, core::report::report_page(get(report).data)); });
}
wald_status wald_report_data(const wald_report *report, char *buffer, int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] { give_text(buffer, capacity, needed, get(report).data); });
}

}  // extern "C"
