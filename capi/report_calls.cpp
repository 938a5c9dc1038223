// The C interface to reports.
#include "core/report/report.hpp"

#include "boundary.hpp"

using namespace wald::capi;

struct wald_report : wald::capi::Object<wald_report> {
  std::string page, data;

  const char *text(int32_t fact, int64_t item) const;
};

namespace {

std::string checked_name(const char *const *names, int64_t i) {
  if (!names || !names[i]) return {};
  if (!is_utf8(names[i])) fail(Status::argument, "names[", i, "] is not UTF-8");
  return names[i];
}

const char *text_of(const wald_report &r, int32_t fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/report/report_facts.def"
#include "text_cases.inc"
    default: wrong_fact("report", fact, "text");
  }
}

}  // namespace

const char *wald_report::text(int32_t fact, int64_t) const { return text_of(*this, fact); }
WALD_OBJECT_TYPE(report);

extern "C" {

wald_status wald_report_create(const wald_metric *metric, wald_kind kind, const wald_array *truth,
                               const wald_array *probabilities, const wald_report_input *input,
                               const wald_options *options, wald_report **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::Metric &m = get(metric);
    if (!is_utf8(m.name().c_str())) fail(Status::argument, "metric has a name that is not UTF-8");
    const core::Grid<const uint8_t> known = checked_mask(truth, "truth");
    const wald_report_input none{sizeof(wald_report_input), nullptr, nullptr, nullptr, nullptr};
    const auto &[size, compared, weights, groups, names] = input ? checked_size(input, "input") : none;
    core::report::ReportInput own{m,
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
      own.b = checked_table(compared, "compared");
      require_shape(*compared, known.rows, known.cols, "compared");
    }
    const wald_rows rows{sizeof(wald_rows), weights, groups};
    const RowsBeside beside = checked_rows(&rows, known.rows);
    own.weights = beside.weights;
    own.groups = beside.groups;
    for (int64_t j = 0; names && j < known.cols; ++j) own.labels.push_back(checked_name(names, 3 + j));
    std::string data = core::report::report_data(own);
    std::string page = core::report::report_page(data);
    *out = new wald_report{{}, std::move(page), std::move(data)};
  });
}

}  // extern "C"
