// Decides masks image by image, or class by class over all images.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/masks/masks.hpp"

#include <algorithm>
#include <functional>

#include "core/base/error.hpp"
#include "core/decisions/decide.hpp"
#include "core/decisions/rows.hpp"
#include "core/decisions/warnings/table_warning.hpp"
#include "core/estimators/joint.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::decisions {
namespace {

// A mean of the classes' sums below this means that classes are missing, and not that numbers were rounded.
constexpr double least_mean_sum = 0.999;

// ---- What is asked -------------------------------------------------------------------------------

void check_asked(Kind kind, const Maps &maps, const DecisionOptions &options) {
  if (kind == Kind::counts) fail(Status::argument, "kind is counts: maps are of independent, categorical or joint");
  if (options.average == Average::macro)
    fail(Status::argument, "average is macro: masks take instance, each image, or micro, all images together");
  if (kind == Kind::joint && options.average == Average::micro)
    fail(Status::argument, "average is micro given samples: they are of one image");
  if (kind == Kind::joint && maps.images < 1) fail(Status::argument, "n_images is 0: needs at least one sample");
  if (options.average == Average::micro && maps.images < 1)
    fail(Status::argument, "n_images is 0: average micro needs at least one image");
  if (kind != Kind::categorical) return;
  if (options.at_least != unset_integer || options.at_most != unset_integer)
    fail(Status::argument, options.at_least != unset_integer ? "at_least" : "at_most",
         " is set with exclusive classes: it limits the pixels of each class on its own");
  if (!options.per_row.empty() && options.per_row.back() > 1)
    fail(Status::argument, "per_row is up to ", options.per_row.back(),
         " with exclusive classes: must be 1, or 0 to 1");
}

// Each class with a threshold of its own, or several classes of a pixel: no row of a table in the sense of per_row.
DecisionOptions options_of_tables(Kind kind, const DecisionOptions &options) {
  DecisionOptions own = options;
  if (kind != Kind::categorical) return own;
  own.average = Average::macro;
  if (own.per_row.empty()) own.per_row = {1};
  return own;
}

bool classes_sum_to_one(const Metric &metric, const RealTable &classes) {
  return *exclusive_warning(metric, Kind::independent, transposed(classes), Average::instance) != '\0';
}

// ---- Image by image ------------------------------------------------------------------------------

// What a worker decides an image with.
struct ImageRoom {
  std::vector<float> wide;
  std::vector<double> copied;
  Decision part;
};

// Calls `decide(image, room, monitor or null, options)` for each image, on several threads where there are several
// images; one image has all threads for itself and says itself how much is done.
template <class Decide>
void for_images(int64_t images, const DecisionOptions &options, bool thread_safe, const Decide &decide) {
  if (images == 1) {
    ImageRoom room;
    return decide(0, room, options);
  }
  DecisionOptions own = options;
  own.threads = 1;
  own.progress = {};
  const int workers = worker_count(thread_safe ? options.threads : 1, std::max<int64_t>(images, 1));
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  std::vector<ImageRoom> rooms(static_cast<std::size_t>(workers));
  parallel_for({images, INT64_MAX}, workers, monitor, [&](int64_t image, int worker, Monitor &inner) {
    inner.at(static_cast<double>(image) / static_cast<double>(images));
    decide(image, rooms[static_cast<std::size_t>(worker)], own);
  });
  monitor.at(1);
}

// Takes over the facts of a part's answers, from `first` on.
void take_facts(Decision &whole, const Decision &part, int64_t first) {
  for (int64_t a = 0; a < part.count(); ++a) whole.set(first + a, 0, part.answer(a), {});
}

bool may_run_together(const Metric &metric) { return !metric.is_custom() || metric.has(thread_safe); }

void decide_overlapping(const Metric &metric, const Maps &maps, const DecisionOptions &options, const MaskAnswers &answers) {
  const int64_t classes = maps.classes, pixels = maps.pixels;
  const Grid<uint8_t> &out = answers.masks;
  const char *warning = "";
  for_images(maps.images, options, may_run_together(metric), [&](int64_t i, ImageRoom &room, const DecisionOptions &own) {
    const RealTable image = maps.image(i, room.wide);
    check_maps(image, {i, 0, false});
    if (i == 0 && classes > 1 && classes_sum_to_one(metric, image))
      warning = "the probabilities of the classes sum to 1 at each pixel, but the classes are taken as overlapping: for "
                "exclusive classes pass kind categorical";
    const Grid<uint8_t> mask{out.data + i * out.row_stride, classes, pixels, pixels * out.col_stride, out.col_stride};
    double *const expected = answers.expected ? answers.expected + i * classes : nullptr;
    decide_rows(metric, Kind::independent, image, own,
                {mask, expected, answers.decision ? &room.part : nullptr, true, {}});
    if (answers.decision) take_facts(*answers.decision, room.part, i * classes);
  });
  if (answers.decision) answers.decision->warn_of_table(warning);
}

void decide_exclusive(const Metric &metric, const Maps &maps, const DecisionOptions &options, const MaskAnswers &answers) {
  const int64_t classes = maps.classes;
  const char *warning = "";
  for_images(maps.images, options, may_run_together(metric), [&](int64_t i, ImageRoom &room, const DecisionOptions &own) {
    const RealTable image = maps.image(i, room.wide);
    check_maps(image, {i, 0, false});
    const bool each_has_one = own.per_row.front() == 1;
    if (check_class_sums(image, i, maps.is_half()) < least_mean_sum && i == 0 && each_has_one)
      warning = "the probabilities of the classes sum to less than 1: the rest is the probability of no class, which no "
                "pixel is given with per_row 1";
    double *const expected = answers.expected ? answers.expected + i * classes : nullptr;
    decide_rows(metric, Kind::independent, transposed(image), own,
                {{}, expected, answers.decision ? &room.part : nullptr, true, answers.classes.row(i)});
    if (answers.decision) take_facts(*answers.decision, room.part, i * classes);
  });
  if (answers.decision) answers.decision->warn_of_table(warning);
}

// ---- Class by class ------------------------------------------------------------------------------

// One class over all images as one problem.
void decide_together(const Metric &metric, const Maps &maps, const DecisionOptions &options, const MaskAnswers &answers) {
  const Grid<uint8_t> &out = answers.masks;
  for_images(maps.classes, options, may_run_together(metric), [&](int64_t c, ImageRoom &room, const DecisionOptions &own) {
    const RealTable table = maps.all_of_class(c, room.wide);
    check_maps(table, {0, c, true});
    const Grid<uint8_t> mask{out.data + c * maps.pixels * out.col_stride, maps.images, maps.pixels, out.row_stride,
                             out.col_stride};
    decide_rows(metric, Kind::independent, table, own,
                {mask, answers.expected ? answers.expected + c : nullptr, answers.decision ? &room.part : nullptr, true, {}});
    if (answers.decision) take_facts(*answers.decision, room.part, c);
  });
}

// Exclusive classes over all images: their pixels as the rows of one table, which is copied unless it lies so.
void decide_exclusive_together(const Metric &metric, const Maps &maps, const DecisionOptions &options,
                               const MaskAnswers &answers) {
  const int64_t pixels = maps.pixels, classes = maps.classes, all = maps.images * pixels;
  std::vector<float> wide, floats;
  std::vector<double> doubles;
  const bool is_float = maps.number != MapNumber::float64;
  if (is_float) floats.resize(static_cast<std::size_t>(all * classes));
  else doubles.resize(static_cast<std::size_t>(all * classes));
  for (int64_t i = 0; i < maps.images; ++i) {
    const RealTable image = maps.image(i, wide);
    check_maps(image, {i, 0, false});
    check_class_sums(image, i, maps.is_half());
    for (int64_t c = 0; c < classes; ++c) {
      const Reals map = image.row(c);
      const auto to = static_cast<std::size_t>(c * all + i * pixels);
      for (int64_t p = 0; p < pixels; ++p) {
        if (is_float) floats[to + static_cast<std::size_t>(p)] = static_cast<float>(map[p]);
        else doubles[to + static_cast<std::size_t>(p)] = map[p];
      }
    }
  }
  const void *const data = is_float ? static_cast<const void *>(floats.data()) : doubles.data();
  std::vector<int32_t> found(static_cast<std::size_t>(all));
  Decision part;
  decide_rows(metric, Kind::independent, RealTable{data, is_float, all, classes, 1, all}, options,
              {{}, answers.expected, answers.decision ? &part : nullptr, true, {found.data(), all, 1}});
  for (int64_t i = 0; i < maps.images; ++i)
    for (int64_t p = 0; p < pixels; ++p) answers.classes(i, p) = found[static_cast<std::size_t>(i * pixels + p)];
  if (answers.decision) take_facts(*answers.decision, part, 0);
}

// A class's samples as one joint distribution of its pixels.
void decide_samples(const Metric &metric, const Maps &maps, const DecisionOptions &options, const MaskAnswers &answers) {
  const Grid<uint8_t> &out = answers.masks;
  for_images(maps.classes, options, may_run_together(metric), [&](int64_t c, ImageRoom &room, const DecisionOptions &own) {
    const Grid<const uint8_t> marks = maps.marks(c);
    for (int64_t s = 0; s < marks.rows; ++s)
      for (int64_t p = 0; p < marks.cols; ++p)
        if (marks(s, p) > 1)
          fail(Status::argument, "maps[image ", s, ", class ", c, ", pixel ", p, "] is ", int{marks(s, p)},
               ": must be 0 or 1");
    Joint joint(maps.pixels);
    joint.feed(marks, {nullptr, false, marks.rows, 1});
    Workspace work;
    decide(metric, joint, own, work, room.part);
    const Answer &answer = room.part.answer(0);
    write_mask({out.data + c * maps.pixels * out.col_stride, maps.pixels, out.col_stride}, answer, room.part.items(0));
    if (answers.expected) answers.expected[c] = answer.expected;
    if (answers.decision) take_facts(*answers.decision, room.part, c);
  });
}

}  // namespace

int64_t mask_answer_count(Kind kind, const Maps &maps, const DecisionOptions &options) {
  const bool by_class = kind == Kind::joint || options.average == Average::micro;
  return by_class ? maps.classes : maps.images * maps.classes;
}

void decide_masks(const Metric &metric, Kind kind, const Maps &maps, const DecisionOptions &options, MaskAnswers answers) {
  check_asked(kind, maps, options);
  const bool together = options.average == Average::micro;
  const DecisionOptions own = options_of_tables(kind, options);
  if (answers.decision)
    answers.decision->start(mask_answer_count(kind, maps, options), maps.pixels * (together ? maps.images : 1), 1, true);
  switch (kind) {
    case Kind::categorical:
      if (together) decide_exclusive_together(metric, maps, own, answers);
      else decide_exclusive(metric, maps, own, answers);
      break;
    case Kind::joint: decide_samples(metric, maps, own, answers); break;
    default:
      if (together) decide_together(metric, maps, own, answers);
      else decide_overlapping(metric, maps, own, answers);
  }
  if (answers.decision) answers.decision->set_losses(metric);
}

}  // namespace wald::core::decisions
