// The C interface to monitored promises.
#include "boundary.hpp"
#include "core/promises/promise.hpp"

using namespace wald::capi;

struct wald_promise : wald::capi::Object<wald_promise> {
  core::promises::Promise impl;

  wald_promise *copy() const { return new wald_promise{{}, impl}; }
  void clear() { impl.clear(); }
  void merge(const wald_promise &other) { impl.merge(other.impl); }
  std::string save(wald_format format) const { return in_format(format, impl.save()); }
  static wald_promise *load(std::string_view state) { return new wald_promise{{}, core::promises::Promise::load(state)}; }
  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
  const char *text(int32_t fact, int64_t item) const;
};

namespace {

using core::promises::Promise;

template <class Read>
std::vector<double> of_segments(const Promise &p, const Read &read) {
  std::vector<double> out;
  for (int64_t s = 0; s < p.n_segments(); ++s) out.push_back(static_cast<double>(read(s)));
  return out;
}

double number_of(const Promise &p, wald_promise_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/promises/promise_facts.def"
#include "number_cases.inc"
    default: wrong_fact("promise", fact, "number");
  }
}
std::vector<double> numbers_of(const Promise &p, wald_promise_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/promises/promise_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("promise", fact, "list of numbers");
  }
}
const char *text_of(const Promise &p, wald_promise_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/promises/promise_facts.def"
#include "text_cases.inc"
    default: wrong_fact("promise", fact, "text");
  }
}

const core::promises::PromiseOptions &promise_options(const wald_options *options) {
  static const core::promises::PromiseOptions defaults;
  const core::catalogue::OptionSet *const own = settings(options);
  return own ? own->promises({"making a promise", "create segments"}) : defaults;
}

}  // namespace

double wald_promise::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_promise::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
const char *wald_promise::text(int32_t fact, int64_t) const { return text_of(impl, fact); }
WALD_OBJECT_TYPE(promise);

extern "C" {

wald_status wald_promise_create(const char *claim, const wald_options *options, wald_promise **out) noexcept {
  return guarded([&] {
    require(claim, "claim");
    require(out, "out");
    if (!is_utf8(claim)) fail(Status::argument, "claim is not UTF-8");
    *out = new wald_promise{{}, Promise(claim, promise_options(options))};
  });
}

wald_status wald_promise_feed(wald_promise *promise, const wald_array *flagged, const wald_array *labels,
                              const wald_array *label_probabilities, const wald_array *weights,
                              const wald_array *times, const wald_array *segments) noexcept {
  return guarded([&] {
    require(promise, "promise");
    core::promises::WatchedRows rows;
    rows.flagged = checked_bytes(flagged, "flagged");
    const int64_t n = rows.flagged.n;
    rows.labels = {&core::promises::no_label, n, 0};
    if (labels) {
      rows.labels = checked_bytes(labels, "labels");
      require_rows(*labels, n, "labels");
    }
    rows.label_probabilities = optional_reals(label_probabilities, n, "label_probabilities");
    rows.weights = optional_reals(weights, n, "weights");
    rows.times = optional_reals(times, n, "times");
    rows.segments = optional_ids(segments, n, "segments");
    promise->impl.feed(rows);
  });
}

wald_status wald_promise_label_probabilities(const wald_promise *promise, const wald_array *flagged,
                                             const wald_array *probabilities, double n_labels, double *out) noexcept {
  return guarded([&] {
    require(promise, "promise");
    const core::Reals rule = checked_reals(flagged, "flagged"), predicted = checked_reals(probabilities, "probabilities");
    require_rows(*probabilities, rule.n, "probabilities");
    if (rule.n > 0) require(out, "out");
    promise->impl.label_probabilities(rule, predicted, n_labels, out);
  });
}

}  // extern "C"
