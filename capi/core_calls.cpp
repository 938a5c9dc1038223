// The C interface to what all parts share: the library, its lists, options, metrics.
#include <algorithm>
#include <cstring>

#include "boundary.hpp"
#include "core/catalogue/catalogue.hpp"

using namespace wald::capi;

namespace {

void check_cell(const core::Metric &metric, int64_t tp, int64_t k, int64_t s, int64_t n) {
  if (n < 1) fail(Status::argument, "n is ", n, ": must be at least 1");
  if (k < 0 || k > n) fail(Status::argument, "k is ", k, ": must lie in [0, n = ", n, "]");
  if (s < 0 || s > n) fail(Status::argument, "s is ", s, ": must lie in [0, n = ", n, "]");
  const int64_t low = core::lowest_tp(k, s, n), high = core::highest_tp(k, s);
  if (tp < low || tp > high)
    fail(Status::argument, "tp is ", tp, ": with k = ", k, ", s = ", s, ", n = ", n, " it must lie in [", low, ", ",
         high, "]");
  metric.verify(n);
}

core::catalogue::OptionSet &get(wald_options *options) {
  require(options, "options");
  return options->impl;
}

// ---- Rows ----------------------------------------------------------------------------------------

template <class Row>
void check_row(const Row *row) {
  require(row, "row");
  if (row->size != static_cast<int64_t>(sizeof(Row)))
    fail(Status::argument, "row->size is ", row->size, ": must be ", sizeof(Row), ", its sizeof");
}

void check_index(int64_t index, std::size_t size) {
  if (index < 0 || index >= static_cast<int64_t>(size))
    fail(Status::argument, "index is ", index, ": must lie in [0, ", static_cast<int64_t>(size) - 1, "]");
}

// What rows of options say that the tables do not hold as texts, made once for each family.
struct OptionTexts {
  std::string initial, choices;
};
const std::vector<OptionTexts> &texts_of(const core::catalogue::OptionSet &defaults) {
  static const std::vector<std::vector<OptionTexts>> all = [] {
    std::vector<std::vector<OptionTexts>> out;
    for (const char *family : core::catalogue::OptionSet::families()) {
      const core::catalogue::OptionSet fresh(family);
      out.emplace_back();
      for (const core::OptionRow *row : fresh.rows()) {
        OptionTexts texts{fresh.get(row->name), ""};
        for (const core::Word &word : row->choices)
          texts.choices += (texts.choices.empty() ? "" : " ") + std::string(word.name);
        out.back().push_back(std::move(texts));
      }
    }
    return out;
  }();
  const auto &families = core::catalogue::OptionSet::families();
  const auto at = std::find_if(families.begin(), families.end(),
                               [&](const char *name) { return std::strcmp(name, defaults.family()) == 0; });
  return all[static_cast<std::size_t>(at - families.begin())];
}

double number_of(const core::Metric &m, wald_metric_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/metrics/facts.def"
#include "number_cases.inc"
    default: wrong_fact("metric", fact, "number");
  }
}
const char *text_of(const core::Metric &m, wald_metric_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/metrics/facts.def"
#include "text_cases.inc"
    default: wrong_fact("metric", fact, "text");
  }
}

}  // namespace

double wald_metric::number(int32_t fact, int64_t) const { return number_of(*impl, fact); }
const char *wald_metric::text(int32_t fact, int64_t) const { return text_of(*impl, fact); }

WALD_OBJECT_TYPE(options);
WALD_OBJECT_TYPE(metric);

extern "C" {

// ---- The library ---------------------------------------------------------------------------------

const char *wald_version(void) noexcept { return WALD_VERSION; }
int32_t wald_abi_version(void) noexcept { return WALD_ABI_VERSION; }
const char *wald_last_error(void) noexcept { return wald::capi::last_error(); }

// ---- What there is -------------------------------------------------------------------------------

wald_status wald_name_list(const char *list, int64_t index, wald_name_row *row) noexcept {
  return guarded([&] {
    require(list, "list");
    const core::Vocabulary &words = core::catalogue::vocabulary_named(list);
    check_index(index, words.size);
    check_row(row);
    const core::Word &word = words.words[index];
    *row = {row->size, word.name, word.alias, word.sentence, word.value};
  });
}

wald_status wald_option_list(const char *family, int64_t index, wald_option_row *row) noexcept {
  return guarded([&] {
    require(family, "family");
    const core::catalogue::OptionSet defaults(family);
    check_index(index, defaults.rows().size());
    check_row(row);
    const core::OptionRow &option = *defaults.rows()[static_cast<std::size_t>(index)];
    const OptionTexts &texts = texts_of(defaults)[static_cast<std::size_t>(index)];
    *row = {row->size,
            option.name,
            core::type_name(option.type),
            texts.initial.c_str(),
            texts.choices.c_str(),
            option.calls,
            option.concerns,
            option.sentence,
            option.bounds.low,
            option.bounds.high,
            option.bounds.open_low,
            option.bounds.open_high};
  });
}

wald_status wald_fact_list(const char *object, int64_t index, wald_fact_row *row) noexcept {
  return guarded([&] {
    require(object, "object");
    const core::catalogue::FactTable &facts = core::catalogue::facts_of(object);
    check_index(index, facts.size);
    check_row(row);
    const core::catalogue::FactRow &fact = facts.rows[index];
    *row = {row->size, fact.name, fact.type, fact.per, fact.sentence, fact_base(object) + fact.value, fact.kind};
  });
}

wald_status wald_metric_list(int64_t index, wald_metric_row *row) noexcept {
  return guarded([&] {
    const auto &all = core::metric_catalogue();
    check_index(index, all.size());
    check_row(row);
    const core::MetricInfo &info = all[static_cast<std::size_t>(index)];
    *row = {row->size, info.name, info.aliases, info.formula, info.note, static_cast<wald_properties>(info.properties)};
  });
}

// ---- Options -------------------------------------------------------------------------------------

wald_status wald_options_create(const char *family, wald_options **out) noexcept {
  return guarded([&] {
    require(family, "family");
    require(out, "out");
    *out = new wald_options{{}, core::catalogue::OptionSet(family)};
  });
}

wald_status wald_options_set_number(wald_options *options, const char *name, double value) noexcept {
  return guarded([&] {
    require(name, "name");
    get(options).set_number(name, value);
  });
}
wald_status wald_options_set_integer(wald_options *options, const char *name, int64_t value) noexcept {
  return guarded([&] {
    require(name, "name");
    get(options).set_integer(name, value);
  });
}
wald_status wald_options_set_text(wald_options *options, const char *name, const char *value) noexcept {
  return guarded([&] {
    require(name, "name");
    if (!value) return get(options).reset(name);
    if (!is_utf8(value)) fail(Status::argument, name, " is not UTF-8");
    get(options).set_text(name, value);
  });
}
wald_status wald_options_set_numbers(wald_options *options, const char *name, const double *values,
                                     int64_t n) noexcept {
  return guarded([&] {
    require(name, "name");
    if (!values) return get(options).reset(name);
    if (n < 1) fail(Status::argument, "n is ", n, ": must be at least 1");
    get(options).set_numbers(name, {values, values + n});
  });
}
wald_status wald_options_set_texts(wald_options *options, const char *name, const char *const *values,
                                   int64_t n) noexcept {
  return guarded([&] {
    require(name, "name");
    if (!values) return get(options).reset(name);
    if (n < 1) fail(Status::argument, "n is ", n, ": must be at least 1");
    get(options).set_texts(name, checked_names(values, n, name));
  });
}
wald_status wald_options_set_metric(wald_options *options, const char *name, const wald_metric *metric) noexcept {
  return guarded([&] {
    require(name, "name");
    if (!metric) return get(options).reset(name);
    const core::Metric &m = get(metric);
    if (m.is_custom())
      fail(Status::unsupported, name, " is ", core::in_quotes(m.name()), ": options take a metric of the catalogue");
    get(options).set_metric(name, metric->impl);
  });
}
wald_status wald_options_set_progress(wald_options *options, const char *name, wald_progress_function function,
                                      void *user) noexcept {
  return guarded([&] {
    require(name, "name");
    get(options).set_progress(name, {function, user});
  });
}
wald_status wald_options_check(wald_options *options, const char *calls, int32_t reset) noexcept {
  return guarded([&] {
    require(options, "options");
    require(calls, "calls");
    if (reset)
      get(options).reset_unread({"this call", calls});
    else
      get(options).check_read_by({"this call", calls});
  });
}
wald_status wald_options_get(const wald_options *options, const char *name, char *buffer, int64_t capacity,
                             int64_t *needed) noexcept {
  return guarded([&] {
    require(options, "options");
    require(name, "name");
    give_text(buffer, capacity, needed, options->impl.get(name));
  });
}

// ---- Metrics -------------------------------------------------------------------------------------

wald_status wald_metric_create(const char *name, int32_t zero_division, wald_metric **out) noexcept {
  return guarded([&] {
    require(name, "name");
    require(out, "out");
    *out = new wald_metric{{}, core::parse_metric(name, zero_division)};
  });
}

wald_status wald_metric_create_callback(wald_metric_function function, void *user, const char *name,
                                        wald_properties declared, wald_metric **out) noexcept {
  return guarded([&] {
    if (!function) fail(Status::argument, "function is NULL");
    require(name, "name");
    require(out, "out");
    *out = new wald_metric{{}, core::callback_metric(function, user, name, static_cast<uint32_t>(declared))};
  });
}

wald_status wald_metric_create_table(const double *values, int64_t length, int64_t n, const char *name,
                                     wald_properties declared, wald_metric **out) noexcept {
  return guarded([&] {
    require(values, "values");
    require(name, "name");
    require(out, "out");
    *out = new wald_metric{{}, core::table_metric(values, length, n, name, static_cast<uint32_t>(declared))};
  });
}

wald_status wald_metric_utility(const wald_metric *metric, int64_t tp, int64_t k, int64_t s, int64_t n,
                                double *utility) noexcept {
  return guarded([&] {
    check_cell(get(metric), tp, k, s, n);
    give(utility, "utility", get(metric).utility(tp, k, s, n));
  });
}

}  // extern "C"
