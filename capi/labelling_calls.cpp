// The C interface to labelling: which rows of a table to send to a better stage, and when to stop.
#include "core/routes/labelling/labelling.hpp"

#include <algorithm>

#include "boundary.hpp"

using namespace wald::capi;

struct wald_labelling : wald::capi::Object<wald_labelling> {
  core::routes::Labelling impl;

  double number(int32_t fact, int64_t item) const;
};

namespace {

core::routes::Labelling &get(wald_labelling *labelling) {
  require(labelling, "labelling");
  return labelling->impl;
}

double number_of(const core::routes::Labelling &l, wald_labelling_fact fact) {
  switch (fact) {
#define WALD_FACTS_FILE "core/routes/labelling/labelling_facts.def"
#include "number_cases.inc"
    default: wrong_fact("labelling", fact, "number");
  }
}

}  // namespace

double wald_labelling::number(int32_t fact, int64_t) const { return number_of(impl, fact); }
WALD_OBJECT_TYPE(labelling);

extern "C" {

wald_status wald_labelling_create(const wald_array *chances, const char *quality, double min_quality, double certify,
                                  int64_t seed, wald_labelling **out) noexcept {
  return guarded([&] {
    const core::Reals given = checked_reals(chances, "chances");
    require(quality, "quality");
    require(out, "out");
    std::vector<double> values(static_cast<std::size_t>(given.n));
    for (int64_t i = 0; i < given.n; ++i) values[static_cast<std::size_t>(i)] = given[i];
    core::routes::LabellingGoal goal{core::routes::labelled_quality_by_name(quality), min_quality, 1 - certify};
    *out = new wald_labelling{{}, core::routes::Labelling(std::move(values), goal, static_cast<uint64_t>(seed))};
  });
}

wald_status wald_labelling_next(wald_labelling *labelling, int64_t most, int64_t *rows, int64_t capacity,
                                int64_t *needed) noexcept {
  return guarded([&] {
    core::routes::Labelling &l = get(labelling);
    require(needed, "needed");
    require_array(rows, capacity, "rows", "capacity");
    const std::vector<int64_t> &found = l.next(most);
    *needed = static_cast<int64_t>(found.size());
    if (*needed <= capacity) std::copy(found.begin(), found.end(), rows);
  });
}

wald_status wald_labelling_answer(wald_labelling *labelling, const wald_array *events,
                                  const wald_array *chances) noexcept {
  return guarded([&] {
    core::routes::Labelling &l = get(labelling);
    const core::Strided<const uint8_t> given = checked_bytes(events, "events");
    std::vector<uint8_t> values(static_cast<std::size_t>(given.n));
    for (int64_t i = 0; i < given.n; ++i) values[static_cast<std::size_t>(i)] = given[i];
    std::vector<double> renewed;
    if (chances) {
      const core::Reals all = checked_reals(chances, "chances");
      if (all.n != l.rows()) fail(Status::argument, "chances has ", all.n, " elements: must have ", l.rows());
      for (int64_t i = 0; i < all.n; ++i) renewed.push_back(all[i]);
    }
    l.answer(values, std::move(renewed));
  });
}

}  // extern "C"
