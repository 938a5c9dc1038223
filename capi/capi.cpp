// The C interface to metrics, estimators, decisions and distributions.
#include <algorithm>
#include <cstring>

#include "boundary.hpp"
#include "core/decisions/decide.hpp"
#include "core/decisions/evaluate.hpp"
#include "core/decisions/expected.hpp"
#include "core/decisions/rows.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"

using namespace wald::capi;

struct wald_distribution {
  core::Distribution impl;
};

namespace {

// ---- Checks of arguments -------------------------------------------------------------------------

core::Kind checked_kind(wald_kind kind) {
  if (kind < WALD_INDEPENDENT || kind > WALD_COUNTS)
    fail(Status::argument, "kind is ", kind,
         ": must be WALD_INDEPENDENT (0), WALD_CATEGORICAL (1), WALD_JOINT (2) or WALD_COUNTS (3)");
  return static_cast<core::Kind>(kind);
}

core::Average checked_average(wald_average average) {
  if (average < WALD_INSTANCE || average > WALD_MICRO)
    fail(Status::argument, "average is ", average, ": must be WALD_INSTANCE (0), WALD_MACRO (1) or WALD_MICRO (2)");
  return static_cast<core::Average>(average);
}

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

core::Estimator &get(wald_estimator *estimator) {
  require(estimator, "estimator");
  return *estimator->impl;
}
const core::Estimator &get(const wald_estimator *estimator, const char *name = "estimator") {
  require(estimator, name);
  return *estimator->impl;
}
core::Options &get(wald_options *options) {
  require(options, "options");
  return options->impl;
}

const core::Distribution &get(const wald_distribution *distribution) {
  require(distribution, "distribution");
  distribution->impl.require_computed();
  return distribution->impl;
}

const core::Answer &get(const wald_decision *decision, int64_t answer) {
  require(decision, "decision");
  const int64_t count = decision->impl.count();
  if (count == 0) fail(Status::argument, "decision is empty: no call has filled it");
  if (answer < 0 || answer >= count) fail(Status::argument, "answer is ", answer, ": must lie in [0, ", count - 1, "]");
  return decision->impl.answer(answer);
}

template <class T>
T &as(core::Estimator &estimator, core::Kind kind, const char *what) {
  if (estimator.kind() != kind)
    fail(Status::argument, "estimator is ", core::kind_name(estimator.kind()), ": ", what, " need a ",
         core::kind_name(kind), " one");
  return static_cast<T &>(estimator);
}

const core::Counts &as_counts(const core::Estimator &estimator, const char *what) {
  if (estimator.kind() != core::Kind::counts)
    fail(Status::argument, "estimator is ", core::kind_name(estimator.kind()), ": ", what,
         " is of a counts one; wald_estimator_to_counts converts");
  return static_cast<const core::Counts &>(estimator);
}

// ---- Results -------------------------------------------------------------------------------------

void give_mask(uint8_t *out, int64_t capacity, int64_t *needed, int64_t n, const int64_t *items, int64_t k) {
  if (!has_room(out, capacity, n, needed, "out")) return;
  for (int64_t i = 0; i < n; ++i) out[i] = 0;
  for (int64_t i = 0; i < k; ++i) out[items[i]] = 1;
}

double fact_of(const core::Decision &decision, int64_t answer, wald_fact fact) {
  const core::Answer &a = decision.answer(answer);
  switch (fact) {
    case WALD_FACT_K: return static_cast<double>(a.k);
    case WALD_FACT_EXPECTED: return a.expected;
    case WALD_FACT_LOSS: return decision.loss(answer);
    case WALD_FACT_BOUND: return a.bound;
    case WALD_FACT_K_LOWEST: return static_cast<double>(a.not_excluded.low);
    case WALD_FACT_K_HIGHEST: return static_cast<double>(a.not_excluded.high);
    case WALD_FACT_NEXT_BEST: return a.next_best;
    case WALD_FACT_P_ZERO: return a.p_zero;
    case WALD_FACT_ABSTAINED: return a.abstained ? 1 : 0;
    default: return *a.warning ? 1 : 0;
  }
}

std::vector<int64_t> checked_items(const core::Estimator &estimator, const uint8_t *mask, int64_t n, int64_t stride) {
  require_array(mask, n, "mask", "n");
  estimator.require_fed();
  if (n != estimator.n_labels())
    fail(Status::argument, "n is ", n, ": the estimator has ", estimator.n_labels(), " labels");
  return core::items_of_mask({mask, n, stride}, "mask");
}

}  // namespace

extern "C" {

// ---- The library ---------------------------------------------------------------------------------

const char *wald_version(void) noexcept { return WALD_VERSION; }
int32_t wald_abi_version(void) noexcept { return WALD_ABI_VERSION; }
const char *wald_last_error(void) noexcept { return wald::capi::last_error(); }

const char *wald_status_name(wald_status status) noexcept {
  switch (status) {
    case WALD_OK: return "WALD_OK";
    case WALD_ERROR_ARGUMENT: return "WALD_ERROR_ARGUMENT";
    case WALD_ERROR_MEMORY: return "WALD_ERROR_MEMORY";
    case WALD_ERROR_CAPACITY: return "WALD_ERROR_CAPACITY";
    case WALD_ERROR_UNSUPPORTED: return "WALD_ERROR_UNSUPPORTED";
    case WALD_ERROR_FORMAT: return "WALD_ERROR_FORMAT";
    case WALD_ERROR_CALLBACK: return "WALD_ERROR_CALLBACK";
    case WALD_CANCELLED: return "WALD_CANCELLED";
    case WALD_ERROR_INTERNAL: return "WALD_ERROR_INTERNAL";
    default: return "unknown status";
  }
}

// ---- Metrics -------------------------------------------------------------------------------------

wald_status wald_metric_create(const char *name, int32_t zero_division, wald_metric **out) noexcept {
  return guarded([&] {
    require(name, "name");
    require(out, "out");
    *out = new wald_metric{core::parse_metric(name, zero_division)};
  });
}

wald_status wald_metric_create_callback(wald_metric_function function, void *user, const char *name,
                                        wald_properties declared, wald_metric **out) noexcept {
  return guarded([&] {
    if (!function) fail(Status::argument, "function is NULL");
    require(name, "name");
    require(out, "out");
    *out = new wald_metric{core::callback_metric(function, user, name, static_cast<uint32_t>(declared))};
  });
}

wald_status wald_metric_create_table(const double *values, int64_t length, int64_t n, const char *name,
                                     wald_properties declared, wald_metric **out) noexcept {
  return guarded([&] {
    require(values, "values");
    require(name, "name");
    require(out, "out");
    *out = new wald_metric{core::table_metric(values, length, n, name, static_cast<uint32_t>(declared))};
  });
}

void wald_metric_destroy(wald_metric *metric) noexcept { delete metric; }

wald_status wald_metric_name(const wald_metric *metric, char *buffer, int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] {
    const std::string &name = get(metric).name();
    give_array(buffer, capacity, needed, "buffer", name.c_str(), static_cast<int64_t>(name.size()) + 1);
  });
}

wald_status wald_metric_zero_division(const wald_metric *metric, int32_t *value) noexcept {
  return guarded([&] { give(value, "value", int32_t{get(metric).zero_division()}); });
}

wald_status wald_metric_properties(const wald_metric *metric, wald_properties *properties) noexcept {
  return guarded([&] { give(properties, "properties", static_cast<wald_properties>(get(metric).properties())); });
}

wald_status wald_metric_utility(const wald_metric *metric, int64_t tp, int64_t k, int64_t s, int64_t n,
                                double *utility) noexcept {
  return guarded([&] {
    check_cell(get(metric), tp, k, s, n);
    give(utility, "utility", get(metric).utility(tp, k, s, n));
  });
}

wald_status wald_metric_loss(const wald_metric *metric, double utility, double *loss) noexcept {
  return guarded([&] { give(loss, "loss", get(metric).loss(utility)); });
}

wald_status wald_metric_list(int64_t index, const char **name, const char **formula, const char **note,
                             wald_properties *properties) noexcept {
  return guarded([&] {
    const auto &all = core::metric_catalogue();
    if (index < 0 || index >= static_cast<int64_t>(all.size()))
      fail(Status::argument, "index is ", index, ": must lie in [0, ", all.size() - 1, "]");
    const core::MetricInfo &info = all[static_cast<std::size_t>(index)];
    if (name) *name = info.name;
    if (formula) *formula = info.formula;
    if (note) *note = info.note;
    if (properties) *properties = static_cast<wald_properties>(info.properties);
  });
}

// ---- Options -------------------------------------------------------------------------------------

wald_status wald_options_create(wald_options **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_options{};
  });
}
void wald_options_destroy(wald_options *options) noexcept { delete options; }

wald_status wald_options_set_k(wald_options *options, int64_t at_least, int64_t at_most) noexcept {
  return guarded([&] {
    core::Options &o = get(options);
    if (at_least < -1) fail(Status::argument, "at_least is ", at_least, ": must be at least 0, or -1 for the default");
    if (at_most < -1) fail(Status::argument, "at_most is ", at_most, ": must be at least 0, or -1 for no bound");
    if (at_most >= 0 && at_least > at_most)
      fail(Status::argument, "at_least is ", at_least, ": must be at most at_most = ", at_most);
    o.at_least = std::max<int64_t>(at_least, 0);
    o.at_most = at_most;
    options->at_least_given = at_least >= 0;
  });
}
wald_status wald_options_set_algorithm(wald_options *options, const char *name) noexcept {
  return guarded([&] {
    require(name, "name");
    get(options).algorithm = core::parse_algorithm(name);
  });
}
wald_status wald_options_set_average(wald_options *options, wald_average average) noexcept {
  return guarded([&] { get(options).average = checked_average(average); });
}
wald_status wald_options_set_abstain(wald_options *options, double cost) noexcept {
  return guarded([&] {
    if (cost - cost != 0 && cost == cost)
      fail(Status::argument, "cost is ", cost, ": must be finite, or NaN for never");
    get(options).abstain = cost;
  });
}
wald_status wald_options_set_threads(wald_options *options, int32_t threads) noexcept {
  return guarded([&] {
    if (threads < 0 || threads > 1024) fail(Status::argument, "threads is ", threads, ": must lie in [0, 1024]");
    get(options).threads = threads;
  });
}
wald_status wald_options_set_draws(wald_options *options, uint64_t seed, int64_t draws) noexcept {
  return guarded([&] {
    if (draws < 2 || draws > 100000000) fail(Status::argument, "draws is ", draws, ": must lie in [2, 100000000]");
    core::Options &o = get(options);
    o.seed = seed;
    o.draws = draws;
  });
}
wald_status wald_options_set_progress(wald_options *options, wald_progress_function function, void *user) noexcept {
  return guarded([&] {
    core::Options &o = get(options);
    o.progress = function;
    o.progress_user = user;
  });
}

// ---- Estimators ----------------------------------------------------------------------------------

wald_status wald_estimator_create(wald_kind kind, int64_t n_labels, wald_estimator **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_estimator{core::make_estimator(checked_kind(kind), n_labels)};
  });
}
void wald_estimator_destroy(wald_estimator *estimator) noexcept { delete estimator; }

wald_status wald_estimator_copy(const wald_estimator *estimator, wald_estimator **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_estimator{get(estimator).copy()};
  });
}
wald_status wald_estimator_clear(wald_estimator *estimator) noexcept {
  return guarded([&] { get(estimator).clear(); });
}

wald_status wald_estimator_feed_probabilities(wald_estimator *estimator, const void *probabilities, wald_type type,
                                              int64_t n, int64_t stride) noexcept {
  return guarded([&] {
    core::Estimator &e = get(estimator);
    if (e.kind() != core::Kind::independent && e.kind() != core::Kind::categorical)
      fail(Status::argument, "estimator is ", core::kind_name(e.kind()),
           ": probabilities feed an independent or categorical one");
    static_cast<core::Marginal &>(e).feed(checked_reals(probabilities, type, n, stride, "probabilities", "n"));
  });
}

wald_status wald_estimator_feed_vectors(wald_estimator *estimator, const uint8_t *vectors, int64_t n_rows,
                                        int64_t n_labels, int64_t row_stride, int64_t label_stride, const void *weights,
                                        wald_type type, int64_t weight_stride) noexcept {
  return guarded([&] {
    core::Joint &joint = as<core::Joint>(get(estimator), core::Kind::joint, "label vectors");
    require_array(vectors, n_rows, "vectors", "n_rows");
    joint.feed({vectors, n_rows, n_labels, row_stride, label_stride},
               checked_weights(weights, type, n_rows, weight_stride));
  });
}

wald_status wald_estimator_feed_sparse_vectors(wald_estimator *estimator, const void *indptr, const void *indices,
                                               wald_index_type index_type, int64_t n_rows, const void *weights,
                                               wald_type type, int64_t weight_stride) noexcept {
  return guarded([&] {
    core::Joint &joint = as<core::Joint>(get(estimator), core::Kind::joint, "label vectors");
    if (n_rows < 0) fail(Status::argument, "n_rows is ", n_rows, ": must be at least 0");
    require(indptr, "indptr");
    const core::Integers starts{indptr, is_32(index_type)};
    core::check_indptr(starts, n_rows);
    if (starts[n_rows] > starts[0]) require(indices, "indices");
    joint.feed_sparse(starts, {indices, is_32(index_type)}, n_rows,
                      checked_weights(weights, type, n_rows, weight_stride));
  });
}

wald_status wald_estimator_feed_counts(wald_estimator *estimator, const void *table, wald_type type, int64_t n_labels,
                                       int64_t max_s, int64_t label_stride, int64_t s_stride, double p_zero,
                                       const void *p_s, double weight) noexcept {
  return guarded([&] {
    core::Counts &counts = as<core::Counts>(get(estimator), core::Kind::counts, "tables of counts");
    if (max_s < 0) fail(Status::argument, "max_s is ", max_s, ": must be at least 0");
    if (max_s > 0) require(table, "table");
    counts.feed({table, is_float(type), n_labels, max_s, label_stride, s_stride}, p_zero,
                {p_s, is_float(type), max_s, 1}, weight);
  });
}

wald_status wald_estimator_merge(wald_estimator *estimator, const wald_estimator *other) noexcept {
  return guarded([&] { get(estimator).merge(get(other, "other")); });
}

wald_status wald_estimator_to_counts(const wald_estimator *estimator, wald_estimator **out) noexcept {
  return guarded([&] {
    require(out, "out");
    get(estimator).require_fed();
    *out = new wald_estimator{get(estimator).to_counts()};
  });
}

wald_status wald_estimator_kind(const wald_estimator *estimator, wald_kind *kind) noexcept {
  return guarded([&] { give(kind, "kind", static_cast<wald_kind>(get(estimator).kind())); });
}
wald_status wald_estimator_n_labels(const wald_estimator *estimator, int64_t *n_labels) noexcept {
  return guarded([&] { give(n_labels, "n_labels", get(estimator).n_labels()); });
}
wald_status wald_estimator_n_fed(const wald_estimator *estimator, int64_t *n_fed) noexcept {
  return guarded([&] { give(n_fed, "n_fed", get(estimator).n_fed()); });
}
wald_status wald_estimator_total_weight(const wald_estimator *estimator, double *weight) noexcept {
  return guarded([&] { give(weight, "weight", get(estimator).total_weight()); });
}

wald_status wald_estimator_marginals(const wald_estimator *estimator, double *out, int64_t capacity,
                                     int64_t *needed) noexcept {
  return guarded([&] {
    const core::Estimator &e = get(estimator);
    e.require_fed();
    if (!has_room(out, capacity, e.n_labels(), needed, "out")) return;
    const std::vector<double> values = e.marginals();
    std::copy(values.begin(), values.end(), out);
  });
}

wald_status wald_estimator_mode(const wald_estimator *estimator, uint8_t *out, int64_t capacity, int64_t *needed,
                                double *probability) noexcept {
  return guarded([&] {
    const core::Estimator &e = get(estimator);
    e.require_fed();
    const core::Estimator::Mode mode = e.mode();
    if (!has_room(out, capacity, e.n_labels(), needed, "out")) return;
    give_mask(out, capacity, nullptr, e.n_labels(), mode.labels.data(), static_cast<int64_t>(mode.labels.size()));
    if (probability) *probability = mode.probability;
  });
}

wald_status wald_estimator_size_distribution(const wald_estimator *estimator, double *out, int64_t capacity,
                                             int64_t *needed) noexcept {
  return guarded([&] {
    const core::Estimator &e = get(estimator);
    e.require_fed();
    if (!has_room(out, capacity, e.n_labels() + 1, needed, "out")) return;
    const std::vector<double> values = e.size_distribution();
    std::copy(values.begin(), values.end(), out);
  });
}

wald_status wald_estimator_table(const wald_estimator *estimator, double *table, int64_t n_labels, int64_t max_s,
                                 int64_t label_stride, int64_t s_stride, double *p_zero) noexcept {
  return guarded([&] {
    const core::Counts &counts = as_counts(get(estimator), "the table P[i][s]");
    counts.require_fed();
    if (max_s > 0) require(table, "table");
    counts.copy_table(table, n_labels, max_s, label_stride, s_stride);
    if (p_zero) *p_zero = counts.p_zero();
  });
}

wald_status wald_estimator_max_s(const wald_estimator *estimator, int64_t *max_s) noexcept {
  return guarded([&] { give(max_s, "max_s", as_counts(get(estimator), "max_s").max_s()); });
}

wald_status wald_estimator_draw(const wald_estimator *estimator, uint64_t seed, int64_t n_draws, uint8_t *out,
                                int64_t row_stride, int64_t label_stride) noexcept {
  return guarded([&] {
    const core::Estimator &e = get(estimator);
    require_array(out, n_draws, "out", "n_draws");
    e.require_fed();
    e.draw(seed, {out, n_draws, e.n_labels(), row_stride, label_stride});
  });
}

wald_status wald_estimator_save(const wald_estimator *estimator, char *buffer, int64_t capacity,
                                int64_t *needed) noexcept {
  return guarded([&] { give_text(buffer, capacity, needed, get(estimator).save()); });
}

wald_status wald_estimator_load(const char *text, int64_t length, wald_estimator **out) noexcept {
  return guarded([&] {
    const std::string_view checked = checked_text(text, length);
    require(out, "out");
    *out = new wald_estimator{core::load_estimator(checked)};
  });
}

// ---- Decisions -----------------------------------------------------------------------------------

wald_status wald_decision_create(wald_decision **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_decision{};
  });
}
void wald_decision_destroy(wald_decision *decision) noexcept { delete decision; }

wald_status wald_decide(const wald_metric *metric, const wald_estimator *estimator, const wald_options *options,
                        wald_decision *decision) noexcept {
  return guarded([&] {
    require(decision, "decision");
    fill_decision(decision, [&](core::Decision *to) {
      core::decide(get(metric), get(estimator), options_or_default(options), decision->work, *to);
    });
  });
}

wald_status wald_decide_rows(const wald_metric *metric, wald_kind kind, const void *probabilities, wald_type type,
                             int64_t n_rows, int64_t n_labels, int64_t row_stride, int64_t label_stride,
                             const wald_options *options, uint8_t *mask, int64_t mask_row_stride,
                             int64_t mask_label_stride, double *expected, wald_decision *decision) noexcept {
  return guarded([&] {
    fill_decision(decision, [&](core::Decision *to) {
      const core::RealTable table =
          checked_table(probabilities, type, n_rows, n_labels, row_stride, label_stride, "probabilities");
      core::decide_rows(get(metric), checked_kind(kind), table, options_or_default(options),
                        {{mask, n_rows, n_labels, mask_row_stride, mask_label_stride}, expected, to});
    });
  });
}

wald_status wald_decide_csr(const wald_metric *metric, wald_kind kind, const void *indptr, const void *indices,
                            wald_index_type index_type, const void *probabilities, wald_type type, int64_t n_rows,
                            int64_t n_labels, const wald_options *options, double *expected,
                            wald_decision *decision) noexcept {
  return guarded([&] {
    fill_decision(decision, [&](core::Decision *to) {
      if (n_rows < 0) fail(Status::argument, "n_rows is ", n_rows, ": must be at least 0");
      require(indptr, "indptr");
      const core::SparseTable table{{indptr, is_32(index_type)},
                                    {indices, is_32(index_type)},
                                    {probabilities, is_float(type), 0, 1},
                                    n_rows,
                                    n_labels};
      core::check_indptr(table.indptr, n_rows);
      if (table.indptr[n_rows] > table.indptr[0]) {
        require(indices, "indices");
        require(probabilities, "probabilities");
      }
      core::decide_rows(get(metric), checked_kind(kind), table, options_or_default(options), {{}, expected, to});
    });
  });
}

wald_status wald_decision_count(const wald_decision *decision, int64_t *count) noexcept {
  return guarded([&] {
    require(decision, "decision");
    give(count, "count", decision->impl.count());
  });
}
wald_status wald_decision_n(const wald_decision *decision, int64_t *n) noexcept {
  return guarded([&] {
    require(decision, "decision");
    give(n, "n", decision->impl.n());
  });
}
wald_status wald_decision_indices(const wald_decision *decision, int64_t answer, int64_t *out, int64_t capacity,
                                  int64_t *needed) noexcept {
  return guarded([&] {
    const int64_t k = get(decision, answer).k;
    give_array(out, capacity, needed, "out", decision->impl.items(answer), k);
  });
}
wald_status wald_decision_mask(const wald_decision *decision, int64_t answer, uint8_t *out, int64_t capacity,
                               int64_t *needed) noexcept {
  return guarded([&] {
    const core::Answer &a = get(decision, answer);
    const int64_t n = decision->impl.n();
    if (!has_room(out, capacity, n, needed, "out")) return;
    give_mask(out, capacity, nullptr, n, decision->impl.items(answer), a.k);
    if (a.abstained) std::memset(out, WALD_UNDECIDED, static_cast<std::size_t>(n));
  });
}
wald_status wald_decision_k(const wald_decision *decision, int64_t answer, int64_t *k) noexcept {
  return guarded([&] { give(k, "k", get(decision, answer).k); });
}
wald_status wald_decision_expected(const wald_decision *decision, int64_t answer, double *expected) noexcept {
  return guarded([&] { give(expected, "expected", get(decision, answer).expected); });
}
wald_status wald_decision_loss(const wald_decision *decision, int64_t answer, double *loss) noexcept {
  return guarded([&] {
    get(decision, answer);
    give(loss, "loss", decision->impl.loss(answer));
  });
}
wald_status wald_decision_bound(const wald_decision *decision, int64_t answer, double *bound) noexcept {
  return guarded([&] { give(bound, "bound", get(decision, answer).bound); });
}
wald_status wald_decision_k_range(const wald_decision *decision, int64_t answer, int64_t *lowest,
                                  int64_t *highest) noexcept {
  return guarded([&] {
    const core::KRange range = get(decision, answer).not_excluded;
    require(lowest, "lowest");
    give(highest, "highest", range.high);
    *lowest = range.low;
  });
}
wald_status wald_decision_next_best(const wald_decision *decision, int64_t answer, double *value) noexcept {
  return guarded([&] { give(value, "value", get(decision, answer).next_best); });
}
wald_status wald_decision_p_zero(const wald_decision *decision, int64_t answer, double *probability) noexcept {
  return guarded([&] { give(probability, "probability", get(decision, answer).p_zero); });
}
wald_status wald_decision_abstained(const wald_decision *decision, int64_t answer, int32_t *abstained) noexcept {
  return guarded([&] { give(abstained, "abstained", int32_t{get(decision, answer).abstained}); });
}
wald_status wald_decision_algorithm(const wald_decision *decision, int64_t answer, const char **name) noexcept {
  return guarded([&] { give(name, "name", core::algorithm_name(get(decision, answer).algorithm)); });
}
wald_status wald_decision_warning(const wald_decision *decision, int64_t answer, const char **text) noexcept {
  return guarded([&] { give(text, "text", get(decision, answer).warning); });
}

wald_status wald_decision_facts(const wald_decision *decision, wald_fact fact, double *out, int64_t capacity,
                                int64_t *needed) noexcept {
  return guarded([&] {
    require(decision, "decision");
    if (fact < WALD_FACT_K || fact > WALD_FACT_WARNED)
      fail(Status::argument, "fact is ", fact, ": must lie in [0, ", wald_fact{WALD_FACT_WARNED}, "]");
    const int64_t count = decision->impl.count();
    if (!has_room(out, capacity, count, needed, "out")) return;
    for (int64_t answer = 0; answer < count; ++answer) out[answer] = fact_of(decision->impl, answer, fact);
  });
}
wald_status wald_decision_csr(const wald_decision *decision, int64_t *indptr, int64_t *indices, int64_t capacity,
                              int64_t *needed) noexcept {
  return guarded([&] {
    require(decision, "decision");
    const int64_t count = decision->impl.count();
    int64_t total = 0;
    for (int64_t answer = 0; answer < count; ++answer) {
      if (indptr) indptr[answer] = total;
      total += decision->impl.answer(answer).k;
    }
    if (indptr) indptr[count] = total;
    if (!has_room(indices, capacity, total, needed, "indices")) return;
    for (int64_t answer = 0; answer < count; ++answer) {
      const int64_t *items = decision->impl.items(answer);
      indices = std::copy(items, items + decision->impl.answer(answer).k, indices);
    }
  });
}

wald_status wald_curve(const wald_metric *metric, const wald_estimator *estimator, const wald_options *options,
                       double *out, int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] {
    const core::Estimator &e = get(estimator);
    const core::Metric &m = get(metric);
    e.require_fed();
    if (!has_room(out, capacity, e.n_labels() + 1, needed, "out")) return;
    const std::vector<double> values = core::expected_curve(m, e, options_or_default(options));
    std::copy(values.begin(), values.end(), out);
  });
}

wald_status wald_expected(const wald_metric *metric, const wald_estimator *estimator, const uint8_t *mask, int64_t n,
                          int64_t stride, const wald_options *options, double *expected, double *error) noexcept {
  return guarded([&] {
    (void)options;  // no option changes an expectation so far
    const core::Estimator &e = get(estimator);
    core::Workspace work;
    const core::Expectation value = core::expected_utility(get(metric), e, checked_items(e, mask, n, stride), work);
    give(expected, "expected", value.value);
    if (error) *error = value.error;
  });
}

wald_status wald_regret(const wald_metric *metric, const wald_estimator *estimator, const uint8_t *mask, int64_t n,
                        int64_t stride, const wald_options *options, double *regret, double *bound) noexcept {
  return guarded([&] {
    const core::Estimator &e = get(estimator);
    const core::Regret value =
        core::regret_of(get(metric), e, checked_items(e, mask, n, stride), options_or_default(options));
    give(regret, "regret", value.regret);
    if (bound) *bound = value.bound;
  });
}

wald_status wald_expected_rows(const wald_metric *metric, wald_kind kind, const void *probabilities, wald_type type,
                               int64_t n_rows, int64_t n_labels, int64_t row_stride, int64_t label_stride,
                               const uint8_t *mask, int64_t mask_row_stride, int64_t mask_label_stride,
                               const wald_options *options, double *expected, double *regret) noexcept {
  return guarded([&] {
    const core::RealTable table =
        checked_table(probabilities, type, n_rows, n_labels, row_stride, label_stride, "probabilities");
    if (n_rows > 0) require(mask, "mask");
    core::expected_rows(get(metric), checked_kind(kind), table,
                        {mask, n_rows, n_labels, mask_row_stride, mask_label_stride}, options_or_default(options),
                        expected, regret);
  });
}

wald_status wald_evaluate(const wald_metric *metric, wald_average average, int64_t n_rows, int64_t n_labels,
                          const uint8_t *truth, int64_t truth_row_stride, int64_t truth_label_stride,
                          const uint8_t *prediction, int64_t prediction_row_stride, int64_t prediction_label_stride,
                          const void *weights, wald_type type, int64_t weight_stride, double *value,
                          int64_t *n_undecided) noexcept {
  return guarded([&] {
    require(truth, "truth");
    require(prediction, "prediction");
    require(value, "value");
    const core::Evaluation result = core::evaluate(
        get(metric), checked_average(average), {truth, n_rows, n_labels, truth_row_stride, truth_label_stride},
        {prediction, n_rows, n_labels, prediction_row_stride, prediction_label_stride},
        checked_weights(weights, type, n_rows, weight_stride));
    *value = result.value;
    if (n_undecided) *n_undecided = result.undecided;
  });
}

// ---- The distribution of a prediction's utility ---------------------------------------------------

wald_status wald_distribution_create(wald_distribution **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_distribution{};
  });
}
void wald_distribution_destroy(wald_distribution *distribution) noexcept { delete distribution; }

wald_status wald_distribution_compute(wald_distribution *distribution, const wald_metric *metric,
                                      const wald_estimator *estimator, const uint8_t *mask, int64_t n, int64_t stride,
                                      const wald_options *options) noexcept {
  return guarded([&] {
    require(distribution, "distribution");
    const core::Estimator &e = get(estimator);
    core::Distribution computed;
    computed.compute(get(metric), e, checked_items(e, mask, n, stride), options_or_default(options));
    distribution->impl = std::move(computed);
  });
}
wald_status wald_distribution_moments(const wald_distribution *distribution, double *mean, double *sd,
                                      double *standard_error) noexcept {
  return guarded([&] {
    const core::Distribution &d = get(distribution);
    if (mean) *mean = d.mean();
    if (sd) *sd = d.sd();
    if (standard_error) *standard_error = d.standard_error();
  });
}
wald_status wald_distribution_draws(const wald_distribution *distribution, int64_t *draws) noexcept {
  return guarded([&] { give(draws, "draws", get(distribution).draws()); });
}
wald_status wald_distribution_quantile(const wald_distribution *distribution, double q, double *u) noexcept {
  return guarded([&] { give(u, "u", get(distribution).quantile(q)); });
}
wald_status wald_distribution_at_least(const wald_distribution *distribution, double u, double *probability,
                                       double *standard_error) noexcept {
  return guarded([&] {
    const core::Distribution &d = get(distribution);
    const double p = d.at_least(u);
    give(probability, "probability", p);
    if (standard_error) *standard_error = d.standard_error_of(p);
  });
}
wald_status wald_distribution_atoms(const wald_distribution *distribution, double *values, double *probabilities,
                                    int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] {
    const core::Distribution &d = get(distribution);
    const int64_t size = static_cast<int64_t>(d.values().size());
    if (!has_room(values, capacity, size, needed, "values")) return;
    require(probabilities, "probabilities");
    std::copy(d.values().begin(), d.values().end(), values);
    std::copy(d.probabilities().begin(), d.probabilities().end(), probabilities);
  });
}

}  // extern "C"
