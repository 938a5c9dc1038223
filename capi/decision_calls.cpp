// The C interface to estimators, decisions and distributions.
#include <algorithm>
#include <limits>

#include "boundary.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/decisions/decide.hpp"
#include "core/decisions/masks/masks.hpp"
#include "core/decisions/micro/table_pass.hpp"
#include "core/decisions/rows.hpp"
#include "core/decisions/warnings/table_warning.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"
#include "core/evaluation/comparison/compare.hpp"
#include "core/evaluation/evaluate.hpp"
#include "core/evaluation/expected.hpp"
#include "core/evaluation/worth/worth.hpp"

using namespace wald::capi;

struct wald_distribution : wald::capi::Object<wald_distribution> {
  core::evaluation::Distribution impl;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
};
struct wald_table_pass : wald::capi::Object<wald_table_pass> {
  core::decisions::TablePass impl;

  void merge(const wald_table_pass &other) { impl.merge(other.impl); }
  std::string save(wald_format format) const { return binary_alone(format, *this, impl.save()); }
  static wald_table_pass *load(std::string_view state) {
    return new wald_table_pass{{}, core::decisions::TablePass::load(state)};
  }
  double number(int32_t fact, int64_t item) const;
};
struct wald_comparison : wald::capi::Object<wald_comparison> {
  core::evaluation::Comparison impl;

  double number(int32_t fact, int64_t item) const;
};
struct wald_worth : wald::capi::Object<wald_worth> {
  core::evaluation::Worth impl;

  double number(int32_t fact, int64_t item) const;
  const char *text(int32_t fact, int64_t item) const;
};
struct wald_expectation : wald::capi::Object<wald_expectation> {
  core::evaluation::Expected impl;

  double number(int32_t fact, int64_t item) const;
  void numbers(int32_t fact, int64_t item, const wald::capi::Room &to) const;
  const char *text(int32_t fact, int64_t item) const;
};

namespace {

constexpr core::catalogue::Call deciding_tables{"deciding", "decide tables"};
constexpr core::catalogue::Call deciding_masks{"deciding masks", "masks"};
constexpr core::catalogue::Call deciding_exclusive_masks{"deciding masks", "masks exclusive"};

// ---- Checks of arguments -------------------------------------------------------------------------

core::Estimator &get(wald_estimator *estimator) {
  require(estimator, "estimator");
  return *estimator->impl;
}
const core::Estimator &get(const wald_estimator *estimator, const char *name = "estimator") {
  require(estimator, name);
  return *estimator->impl;
}
const core::evaluation::Distribution &get(const wald_distribution *distribution) {
  require(distribution, "distribution");
  return distribution->impl;
}

core::decisions::TablePass &get(wald_table_pass *table_pass) {
  require(table_pass, "table_pass");
  return table_pass->impl;
}

const core::decisions::Decision &get(const wald_decision *decision) {
  require(decision, "decision");
  return decision->impl;
}

const core::decisions::Answer &get(const wald_decision *decision, int64_t answer) {
  const int64_t count = get(decision).count();
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

// Numbers without items: what masks are decided by.
void require_items(const core::decisions::Decision &decision) {
  if (decision.facts_alone()) fail(Status::unsupported, "decision holds facts alone: the masks are in out");
}

core::decisions::MapNumber checked_number(wald_type type, bool samples) {
  using core::decisions::MapNumber;
  if (samples && type != WALD_UINT8)
    fail(Status::argument, "maps->type is ", type, ": samples are WALD_UINT8 (4)");
  switch (type) {
    case WALD_FLOAT64: return MapNumber::float64;
    case WALD_FLOAT32: return MapNumber::float32;
    case WALD_FLOAT16: return MapNumber::float16;
    default: break;
  }
  if (!samples)
    fail(Status::argument, "maps->type is ", type, ": must be WALD_FLOAT64 (0), WALD_FLOAT32 (1) or WALD_FLOAT16 (5)");
  return MapNumber::uint8;
}

core::decisions::Maps checked_maps(const wald_maps *maps, bool samples) {
  const wald_maps &m = checked_size(maps, "maps");
  if (m.n_images < 0) fail(Status::argument, "n_images is ", m.n_images, ": must be at least 0");
  if (m.n_classes < 1) fail(Status::argument, "n_classes is ", m.n_classes, ": must be at least 1");
  if (m.n_pixels < 1 || m.n_pixels > core::max_labels)
    fail(Status::argument, "n_pixels is ", m.n_pixels, ": must lie in [1, ", core::max_labels, "]");
  if (m.n_images > 0 && m.n_classes > std::numeric_limits<int64_t>::max() / m.n_pixels / m.n_images)
    fail(Status::argument, "n_classes is ", m.n_classes, ": ", m.n_images, " images of ", m.n_pixels,
         " pixels in each class must be below 2^63 numbers");
  if (m.n_images > 0 && !m.data) fail(Status::argument, "maps->data is NULL");
  return {m.data,       checked_number(m.type, samples), m.n_images,     m.n_classes, m.n_pixels,
          m.image_stride, m.class_stride,                  m.pixel_stride};
}

// The items of a mask over the labels of an estimator.
std::vector<int64_t> checked_items(const core::Estimator &estimator, const wald_array *mask) {
  const core::Strided<const uint8_t> cells = checked_bytes(mask, "mask");
  estimator.require_fed();
  if (cells.n != estimator.n_labels())
    fail(Status::argument, "mask has ", cells.n, " rows: the estimator has ", estimator.n_labels(), " labels");
  return core::evaluation::items_of_mask(cells, "mask");
}

core::evaluation::Expected expectation_of_labels(const core::Metric &metric, const wald_known &known,
                                                 const wald_array *mask, const wald_options *options, bool with_regret) {
  const core::Estimator &e = get(known.estimator, "known->estimator");
  const core::decisions::DecisionOptions own =
      options_or_default(options, {"an expectation", with_regret ? "expected regret" : "expected"});
  return core::evaluation::expected_of(metric, e, checked_items(e, mask), own, with_regret);
}

core::evaluation::Expected expectation_of_table(const core::Metric &metric, const wald_known &known,
                                                const wald_array *mask, const wald_options *options, bool with_regret) {
  const TableOfReals table(known.probabilities, "probabilities");
  const core::Grid<const uint8_t> cells = checked_mask(mask, "mask");
  require_shape(*mask, table.get().rows, table.get().cols, "mask");
  const core::Kind kind = checked_kind(known.kind);
  const core::decisions::DecisionOptions own =
      options_or_default(options, {"an expectation", with_regret ? "expected regret tables" : "expected tables"});
  core::evaluation::Expected found;
  found.expected.resize(
      static_cast<std::size_t>(core::decisions::answer_count(own.average, table.get().rows, table.get().cols)));
  if (with_regret) found.regret.resize(found.expected.size());
  core::decisions::expected_rows(metric, kind, table.get(), cells, own, found.expected.data(),
                                 with_regret ? found.regret.data() : nullptr);
  found.warning = core::decisions::table_warning(metric, kind, table.get(), own);
  return found;
}

// ---- Facts ---------------------------------------------------------------------------------------

using namespace wald::core;

const Estimator &fed(const Estimator &e) {
  e.require_fed();
  return e;
}
std::vector<double> mode_of(const Estimator &e) {
  const Estimator::Mode mode = fed(e).mode();
  std::vector<double> out(static_cast<std::size_t>(e.n_labels()), 0.0);
  for (int64_t label : mode.labels) out[static_cast<std::size_t>(label)] = 1;
  return out;
}
std::vector<double> table_of(const Estimator &e) {
  const Counts &counts = as_counts(e, "the table P[i][s]");
  counts.require_fed();
  const int64_t n = counts.n_labels(), max_s = counts.max_s();
  std::vector<double> out(static_cast<std::size_t>(n * max_s));
  if (max_s > 0) counts.copy_table(out.data(), n, max_s, max_s, 1);
  return out;
}

double number_of(const Estimator &e, wald_estimator_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/estimators/estimator_facts.def"
#include "number_cases.inc"
    default: wrong_fact("estimator", fact, "number");
  }
}
std::vector<double> numbers_of(const Estimator &e, wald_estimator_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/estimators/estimator_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("estimator", fact, "list of numbers");
  }
}

// Facts of the whole decision do not look at the answer.
constexpr decisions::Answer no_answer{};
bool is_of_the_whole(int32_t fact) {
  return fact == place_of(WALD_DECISION_N_ANSWERS) || fact == place_of(WALD_DECISION_N_ITEMS);
}

double number_of(const decisions::Decision &d, const decisions::Answer &a, int64_t answer, wald_decision_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/decisions/decision_facts.def"
#include "number_cases.inc"
    default: wrong_fact("decision", fact, "number");
  }
}
const char *text_of(const decisions::Answer &a, wald_decision_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/decisions/decision_facts.def"
#include "text_cases.inc"
    default: wrong_fact("decision", fact, "text");
  }
}
double number_of(const evaluation::Distribution &d, wald_distribution_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/distribution_facts.def"
#include "number_cases.inc"
    default: wrong_fact("distribution", fact, "number");
  }
}
const std::vector<double> &numbers_of(const evaluation::Distribution &d, wald_distribution_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/distribution_facts.def"
#include "numbers_cases.inc"
    default: wrong_fact("distribution", fact, "list of numbers");
  }
}

double number_of(const decisions::TablePass &m, const decisions::MicroAnswer &a, wald_table_pass_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/decisions/micro/table_pass_facts.def"
#include "number_cases.inc"
    default: wrong_fact("table_pass", fact, "number");
  }
}

double number_of(const evaluation::Comparison &c, wald_comparison_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/comparison/comparison_facts.def"
#include "number_cases.inc"
    default: wrong_fact("comparison", fact, "number");
  }
}

double number_of(const evaluation::Worth &w, wald_worth_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/worth/worth_facts.def"
#include "number_cases.inc"
    default: wrong_fact("worth", fact, "number");
  }
}

const char *text_of(const evaluation::Worth &w, wald_worth_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/worth/worth_facts.def"
#include "text_cases.inc"
    default: wrong_fact("worth", fact, "text");
  }
}

using evaluation::Expected;
bool is_of_an_answer(wald_expectation_fact fact) {
  return fact == place_of(WALD_EXPECTATION_EXPECTED) || fact == place_of(WALD_EXPECTATION_REGRET);
}
double number_of(const Expected &e, std::size_t answer, wald_expectation_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/expectation_facts.def"
#include "number_cases.inc"
    default: wrong_fact("expectation", fact, "number");
  }
}
const char *text_of(const Expected &e, wald_expectation_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/evaluation/expectation_facts.def"
#include "text_cases.inc"
    default: wrong_fact("expectation", fact, "text");
  }
}

}  // namespace

double wald_estimator::number(int32_t fact, int64_t) const { return number_of(*impl, fact); }
void wald_estimator::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(*impl, fact)); }
WALD_OBJECT_TYPE(estimator);

double wald_decision::number(int32_t fact, int64_t item) const {
  return number_of(impl, is_of_the_whole(fact) ? no_answer : get(this, item), item, fact);
}
void wald_decision::numbers(int32_t fact, int64_t, const Room &to) const {
  if (is_of_the_whole(fact))
    fail(Status::argument, "fact is ", WALD_DECISION_N_ANSWERS + fact, ": there is one of it for the whole decision");
  // Throws if it is no number.
  number_of(impl, no_answer, -1, fact == place_of(WALD_DECISION_LOSS) ? place_of(WALD_DECISION_K) : fact);
  const int64_t count = impl.count();
  if (!to.takes(count)) return;
  double *const out = to.out;  // else read anew for each answer
  for (int64_t answer = 0; answer < count; ++answer) out[answer] = number_of(impl, impl.answer(answer), answer, fact);
}
const char *wald_decision::text(int32_t fact, int64_t item) const { return text_of(get(this, item), fact); }
WALD_OBJECT_TYPE(decision);

double wald_distribution::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
void wald_distribution::numbers(int32_t fact, int64_t, const Room &to) const { to.give(numbers_of(impl, fact)); }
WALD_OBJECT_TYPE(distribution);

double wald_table_pass::number(int32_t fact, int64_t) const { return number_of(impl, impl.answer(), fact); }
WALD_OBJECT_TYPE(table_pass);

double wald_comparison::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
WALD_OBJECT_TYPE(comparison);

double wald_worth::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
const char *wald_worth::text(int32_t fact, int64_t) const { return text_of(impl, fact); }
WALD_OBJECT_TYPE(worth);

double wald_expectation::number(int32_t fact, int64_t item) const {
  const auto count = static_cast<int64_t>(impl.expected.size());
  if (is_of_an_answer(fact) && (item < 0 || item >= count))
    fail(Status::argument, "answer is ", item, ": must lie in [0, ", count - 1, "]");
  return number_of(impl, static_cast<std::size_t>(item), fact);
}
void wald_expectation::numbers(int32_t fact, int64_t, const Room &to) const {
  if (!is_of_an_answer(fact)) wrong_fact("expectation", fact, "list of numbers");
  const auto count = static_cast<int64_t>(impl.expected.size());
  if (!to.takes(count)) return;
  for (int64_t answer = 0; answer < count; ++answer)
    to.out[answer] = number_of(impl, static_cast<std::size_t>(answer), fact);
}
const char *wald_expectation::text(int32_t fact, int64_t) const { return text_of(impl, fact); }
WALD_OBJECT_TYPE(expectation);

extern "C" {

// ---- Estimators ----------------------------------------------------------------------------------

wald_status wald_estimator_create(wald_kind kind, int64_t n_labels, wald_estimator **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_estimator{{}, core::make_estimator(checked_kind(kind), n_labels)};
  });
}

wald_status wald_estimator_feed_probabilities(wald_estimator *estimator, const wald_array *probabilities) noexcept {
  return guarded([&] {
    core::Estimator &e = get(estimator);
    if (e.kind() != core::Kind::independent && e.kind() != core::Kind::categorical)
      fail(Status::argument, "estimator is ", core::kind_name(e.kind()),
           ": probabilities feed an independent or categorical one");
    static_cast<core::Marginal &>(e).feed(checked_reals(probabilities, "probabilities"));
  });
}

wald_status wald_estimator_feed_vectors(wald_estimator *estimator, const wald_table *vectors,
                                        const wald_array *weights) noexcept {
  return guarded([&] {
    core::Joint &joint = as<core::Joint>(get(estimator), core::Kind::joint, "label vectors");
    if (is_dense(vectors, "vectors")) {
      const core::Grid<const uint8_t> mask = checked_mask(vectors->dense, "vectors");
      return joint.feed(mask, optional_reals(weights, mask.rows, "weights"));
    }
    const core::decisions::SparseTable table = checked_sparse(vectors->sparse, false, "vectors");
    if (table.cols != joint.n_labels())
      fail(Status::argument, "vectors has ", table.cols, " columns: the estimator has ", joint.n_labels(), " labels");
    joint.feed_sparse(table.indptr, table.indices, table.rows, optional_reals(weights, table.rows, "weights"));
  });
}

wald_status wald_estimator_feed_counts(wald_estimator *estimator, const wald_array *table, double p_zero,
                                       const wald_array *p_s, double weight) noexcept {
  return guarded([&] {
    core::Counts &counts = as<core::Counts>(get(estimator), core::Kind::counts, "tables of counts");
    const wald_array &a = checked_array(table, "table");  // without columns where max_s is 0
    const core::RealTable cells{a.data, is_float(a.type, "table"), a.rows, a.columns, a.row_stride, a.column_stride};
    counts.feed(cells, p_zero, optional_reals(p_s, cells.cols, "p_s"), weight);
  });
}

wald_status wald_estimator_to_counts(const wald_estimator *estimator, wald_estimator **out) noexcept {
  return guarded([&] {
    require(out, "out");
    get(estimator).require_fed();
    *out = new wald_estimator{{}, get(estimator).to_counts()};
  });
}

wald_status wald_estimator_draw(const wald_estimator *estimator, const wald_options *options,
                                const wald_array *out) noexcept {
  return guarded([&] {
    const core::Estimator &e = get(estimator);
    const core::Grid<uint8_t> mask = checked_mask<uint8_t>(out, "out");
    e.require_fed();
    if (mask.cols != e.n_labels())
      fail(Status::argument, "out has ", mask.cols, " columns: the estimator has ", e.n_labels(), " labels");
    e.draw(options_or_default(options, {"drawing", "draw"}).seed, mask);
  });
}

// ---- Decisions -----------------------------------------------------------------------------------

wald_status wald_decision_create(wald_decision **out) noexcept {
  return guarded([&] {
    require(out, "out");
    *out = new wald_decision{};
  });
}

wald_status wald_decide(const wald_metric *metric, const wald_estimator *estimator, const wald_options *options,
                        wald_decision *decision) noexcept {
  return guarded([&] {
    require(decision, "decision");
    fill_decision(decision, [&](core::decisions::Decision *to) {
      with_options(options, {"deciding", "decide"}, [&](const core::decisions::DecisionOptions &own) {
        core::decisions::decide(get(metric), get(estimator), own, decision->work, *to);
      });
    });
  });
}

wald_status wald_decide_row(const wald_metric *metric, const double *p, int64_t n, uint8_t *mask,
                            double *expected) noexcept {
  return guarded([&] {
    if (n < 1) fail(Status::argument, "n is ", n, ": must be at least 1");
    require(p, "p");
    require(mask, "mask");
    double value = 0;
    core::decisions::decide_rows(get(metric), core::Kind::independent, core::RealTable{p, false, 1, n, n, 1}, {},
                                 {core::Grid<uint8_t>{mask, 1, n, n, 1}, &value, nullptr});
    if (expected) *expected = value;
  });
}

wald_status wald_decide_table(const wald_metric *metric, wald_kind kind, const wald_table *probabilities,
                              const wald_options *options, const wald_array *mask, double *expected,
                              wald_decision *decision) noexcept {
  return guarded([&] {
    fill_decision(decision, [&](core::decisions::Decision *to) {
      const auto decide = [&](const auto &table, const core::Grid<uint8_t> &result) {
        with_options(options, deciding_tables, [&](const core::decisions::DecisionOptions &own) {
          core::decisions::decide_rows(get(metric), checked_kind(kind), table, own, {result, expected, to});
        });
      };
      if (is_dense(probabilities, "probabilities")) {
        const TableOfReals table(probabilities->dense, "probabilities");
        decide(table.get(), optional_result(mask, table.get().rows, table.get().cols, "mask"));
      } else {
        if (mask) fail(Status::argument, "mask is given: must be NULL for a sparse table");
        decide(checked_sparse(probabilities->sparse, true, "probabilities"), core::Grid<uint8_t>{});
      }
    });
  });
}

wald_status wald_masks(const wald_metric *metric, wald_kind kind, const wald_maps *maps, const wald_options *options,
                       const wald_array *out, double *expected, wald_decision *decision) noexcept {
  return guarded([&] {
    const core::Metric &m = get(metric);
    const core::Kind as = checked_kind(kind);
    const core::decisions::Maps of = checked_maps(maps, as == core::Kind::joint);
    const bool exclusive = as == core::Kind::categorical;
    const int64_t rows = as == core::Kind::joint ? 1 : of.images;
    core::decisions::MaskAnswers answers;
    answers.expected = expected;
    const wald_array &to = checked_array(out, "out");
    if (exclusive) {
      require_type(to, WALD_INT32, "WALD_INT32", "out");
      require_shape(to, rows, of.pixels, "out");
      answers.classes = {static_cast<int32_t *>(to.data), to.rows, to.columns, to.row_stride, to.column_stride};
    } else {
      answers.masks = checked_mask<uint8_t>(out, "out");
      require_shape(to, rows, of.classes * of.pixels, "out");
    }
    fill_decision(decision, [&](core::decisions::Decision *facts) {
      answers.decision = facts;
      with_options(options, exclusive ? deciding_exclusive_masks : deciding_masks,
                   [&](const core::decisions::DecisionOptions &own) {
                     core::decisions::decide_masks(m, as, of, own, answers);
                   });
    });
  });
}

wald_status wald_decision_items(const wald_decision *decision, int64_t answer, int32_t mark, int64_t *indptr,
                                int64_t *indices, int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] {
    require(decision, "decision");
    const core::decisions::Decision &d = decision->impl;
    require_items(d);
    if (answer != -1) get(decision, answer);
    if (mark != 1 && mark != WALD_UNDECIDED)
      fail(Status::argument, "mark is ", mark, ": must be 1 or WALD_UNDECIDED (2)");
    const int64_t first = answer == -1 ? 0 : answer, last = answer == -1 ? d.count() : answer + 1;
    const auto count = [&](int64_t i) { return mark == 1 ? d.answer(i).k : d.answer(i).undecided; };
    int64_t total = 0;
    for (int64_t i = first; i < last; ++i) {
      if (indptr) indptr[i - first] = total;
      total += count(i);
    }
    if (indptr) indptr[last - first] = total;
    if (!has_room(indices, capacity, total, needed, "indices")) return;
    for (int64_t i = first; i < last; ++i) {
      const int64_t *const items = d.items(i) + (mark == 1 ? 0 : d.answer(i).k);
      indices = std::copy(items, items + count(i), indices);
    }
  });
}
wald_status wald_decision_mask(const wald_decision *decision, int64_t answer, uint8_t *out, int64_t capacity,
                               int64_t *needed) noexcept {
  return guarded([&] {
    const core::decisions::Answer &a = get(decision, answer);
    require_items(decision->impl);
    const int64_t n = decision->impl.n();
    if (!has_room(out, capacity, n, needed, "out")) return;
    core::decisions::write_mask({out, n, 1}, a, decision->impl.items(answer));
  });
}
wald_status wald_curve(const wald_metric *metric, const wald_estimator *estimator, const wald_options *options,
                       double *out, int64_t capacity, int64_t *needed) noexcept {
  return guarded([&] {
    const core::Estimator &e = get(estimator);
    const core::Metric &m = get(metric);
    e.require_fed();
    if (!has_room(out, capacity, e.n_labels() + 1, needed, "out")) return;
    const std::vector<double> values = core::decisions::expected_curve(m, e, options_or_default(options, {"a curve", "curve"}));
    std::copy(values.begin(), values.end(), out);
  });
}

wald_status wald_expectation_create(const wald_metric *metric, const wald_known *known, const wald_array *mask,
                                    const wald_options *options, int32_t with_regret, wald_expectation **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const wald_known &of = checked_size(known, "known");
    if (!of.estimator && !of.probabilities)
      fail(Status::argument, "known->estimator and known->probabilities are both NULL");
    if (of.estimator && of.probabilities)
      fail(Status::argument, "known->estimator is given beside known->probabilities: one must be NULL");
    const core::Metric &m = get(metric);
    auto made = std::make_unique<wald_expectation>();
    made->impl = of.estimator ? expectation_of_labels(m, of, mask, options, with_regret != 0)
                              : expectation_of_table(m, of, mask, options, with_regret != 0);
    *out = made.release();
  });
}

wald_status wald_evaluate(const wald_metric *metric, const wald_array *truth, const wald_array *prediction,
                          const wald_array *weights, const wald_options *options, double *value,
                          int64_t *n_undecided) noexcept {
  return guarded([&] {
    const core::Grid<const uint8_t> known = checked_mask(truth, "truth"), told = checked_mask(prediction, "prediction");
    require_shape(*prediction, known.rows, known.cols, "prediction");
    require(value, "value");
    const core::decisions::DecisionOptions own = options_or_default(options, {"an evaluation", "evaluate tables"});
    const core::evaluation::Evaluation result =
        core::evaluation::evaluate(get(metric), own, known, told, optional_reals(weights, known.rows, "weights"));
    *value = result.value;
    if (n_undecided) *n_undecided = result.undecided;
  });
}

// ---- Comparing two systems -------------------------------------------------------------------------

wald_status wald_comparison_create(const wald_metric *metric, const wald_array *truth, const wald_array *a,
                                   const wald_array *b, const wald_rows *rows, const wald_options *options,
                                   wald_comparison **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::Metric &m = get(metric);
    const core::decisions::DecisionOptions own = options_or_default(options, {"a comparison", "compare tables"});
    const core::Grid<const uint8_t> known = checked_mask(truth, "truth"), of_a = checked_mask(a, "a"),
                                    of_b = checked_mask(b, "b");
    require_shape(*a, known.rows, known.cols, "a");
    require_shape(*b, known.rows, known.cols, "b");
    const auto [weights, groups] = checked_rows(rows, known.rows);
    *out = new wald_comparison{{}, core::evaluation::compare(m, own, known, of_a, of_b, weights, groups)};
  });
}

// ---- Whether deciding pays -------------------------------------------------------------------------

wald_status wald_table_warning(const wald_metric *metric, wald_kind kind, const wald_table *table,
                               const wald_options *options, const char **warning) noexcept {
  return guarded([&] {
    const core::Metric &m = get(metric);
    const core::Kind as = checked_kind(kind);
    const core::catalogue::OptionSet *const given = settings(options);
    // A warning is asked for with the options of the call that it is about.
    const core::decisions::DecisionOptions own =
        given ? given->unchecked_decisions("a warning") : core::decisions::DecisionOptions();
    if (is_dense(table, "table") && table->dense->type == WALD_UINT8) {
      const core::Grid<const uint8_t> cells = checked_mask(table->dense, "table");
      give(warning, "warning", core::decisions::one_column_warning(m, cells.rows, cells.cols, own));
    } else {
      with_table(table, "table", [&](const auto &cells) {
        give(warning, "warning", core::decisions::table_warning(m, as, cells, own));
      });
    }
  });
}
wald_status wald_worth_create(const wald_metric *metric, wald_kind kind, const wald_array *truth,
                              const wald_table *probabilities, const wald_array *weights, const wald_options *options,
                              wald_worth **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::Metric &m = get(metric);
    const core::Kind as = checked_kind(kind);
    with_table(probabilities, "probabilities", [&](const auto &table) {
      const core::decisions::DecisionOptions own = options_or_default(options, {"worth", "worth tables"});
      core::evaluation::WorthRows rows{optional_reals(weights, table.rows, "weights"), {}};
      if (truth) {
        refuse_scores(checked_array(truth, "truth"), "truth");
        rows.truth = checked_mask(truth, "truth");
        require_shape(*truth, table.rows, table.cols, "truth");
      }
      *out = new wald_worth{{}, core::evaluation::worth_of(m, as, table, rows, own)};
    });
  });
}

// ---- A micro average over distributed rows -----------------------------------------------------

wald_status wald_table_pass_create(const wald_metric *metric, const wald_options *options, wald_table_pass **out) noexcept {
  return guarded([&] {
    const core::Metric &m = get(metric);
    require(out, "out");
    *out = new wald_table_pass{{}, core::decisions::TablePass(m, options_or_default(options, deciding_tables))};
  });
}

wald_status wald_table_pass_feed(wald_table_pass *table_pass, const wald_table *probabilities) noexcept {
  return guarded([&] {
    core::decisions::TablePass &state = get(table_pass);
    with_table(probabilities, "probabilities", [&](const auto &table) { state.feed(table); });
  });
}
wald_status wald_table_pass_next(wald_table_pass *table_pass, int32_t *decided) noexcept {
  return guarded([&] {
    core::decisions::TablePass &state = get(table_pass);
    require(decided, "decided");
    *decided = state.next() ? 1 : 0;
  });
}

// ---- The distribution of a prediction's utility ---------------------------------------------------

wald_status wald_distribution_create(const wald_metric *metric, const wald_estimator *estimator, const wald_array *mask,
                                     const wald_options *options, wald_distribution **out) noexcept {
  return guarded([&] {
    require(out, "out");
    const core::Estimator &e = get(estimator);
    auto made = std::make_unique<wald_distribution>();
    made->impl.compute(get(metric), e, checked_items(e, mask), options_or_default(options, {"a distribution", "distribution"}));
    *out = made.release();
  });
}

wald_status wald_distribution_quantile(const wald_distribution *distribution, double q, double *u) noexcept {
  return guarded([&] { give(u, "u", get(distribution).quantile(q)); });
}
wald_status wald_distribution_at_least(const wald_distribution *distribution, double u, double *probability,
                                       double *standard_error) noexcept {
  return guarded([&] {
    const core::evaluation::Distribution &d = get(distribution);
    const double p = d.at_least(u);
    give(probability, "probability", p);
    if (standard_error) *standard_error = d.standard_error_of(p);
  });
}

}  // extern "C"
