// Decides masks image by image, or class by class over all images.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/masks/masks.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

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

constexpr const char *overlapping_sum_to_one =
    "the probabilities of the classes sum to 1 at each pixel, but the classes are taken as overlapping: for exclusive classes "
    "pass kind categorical";
constexpr const char *exclusive_leave_a_rest =
    "the probabilities of the classes sum to less than 1: the rest is the probability of no class, which no pixel is given "
    "with per_row 1";

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

// A warning of overlapping classes by their probabilities in one image, or "".
const char *warning_of_overlapping(const Metric &metric, const RealTable &classes) {
  if (classes.rows < 2) return "";
  return *exclusive_warning(metric, Kind::independent, transposed(classes), Average::instance) ? overlapping_sum_to_one : "";
}

// The same of exclusive ones, by the mean of their sums.
const char *warning_of_exclusive(double mean_sum, const DecisionOptions &options) {
  return mean_sum < least_mean_sum && options.per_row.front() == 1 ? exclusive_leave_a_rest : "";
}

// ---- Problem by problem --------------------------------------------------------------------------

// What a worker decides a problem with.
struct ProblemRoom {
  std::vector<float> wide;  // float16 widened
  Decision part;
};

// Calls `decide(problem, room, options)` for each of several problems, on several threads. One problem alone has all threads,
// and reports its own progress.
template <class Decide>
void for_problems(int64_t problems, const Metric &metric, const DecisionOptions &options, const Decide &decide) {
  if (problems == 1) {
    ProblemRoom room;
    return decide(0, room, options);
  }
  DecisionOptions own = options;
  own.threads = 1;
  own.progress = {};
  const int workers = worker_count(metric.needs_one_thread() ? 1 : options.threads, std::max<int64_t>(problems, 1));
  CallbackMonitor monitor(options.progress);
  monitor.at(0);
  std::vector<ProblemRoom> rooms(static_cast<std::size_t>(workers));
  parallel_for({problems, INT64_MAX}, workers, monitor, [&](int64_t problem, int worker, Monitor &inner) {
    inner.at(static_cast<double>(problem) / static_cast<double>(problems));
    decide(problem, rooms[static_cast<std::size_t>(worker)], own);
  });
  monitor.at(1);
}

// Takes over the facts of a part's answers, from `first` on.
void take_facts(Decision &whole, const Decision &part, int64_t first) {
  for (int64_t a = 0; a < part.count(); ++a) whole.set(first + a, 0, part.answer(a), {});
}

// ---- Image by image ------------------------------------------------------------------------------

void decide_overlapping(const Metric &metric, const Maps &maps, const DecisionOptions &options, const MaskAnswers &answers) {
  const int64_t classes = maps.classes, pixels = maps.pixels;
  const Grid<uint8_t> &out = answers.masks;
  const char *warning = "";
  for_problems(maps.images, metric, options, [&](int64_t i, ProblemRoom &room, const DecisionOptions &own) {
    const RealTable image = maps.image(i, room.wide);
    check_maps(image, {i, 0, false});
    if (i == 0) warning = warning_of_overlapping(metric, image);
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
  for_problems(maps.images, metric, options, [&](int64_t i, ProblemRoom &room, const DecisionOptions &own) {
    const RealTable image = maps.image(i, room.wide);
    check_maps(image, {i, 0, false});
    const double mean_sum = check_class_sums(image, i, maps.is_half());
    if (i == 0) warning = warning_of_exclusive(mean_sum, own);
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
  for_problems(maps.classes, metric, options, [&](int64_t c, ProblemRoom &room, const DecisionOptions &own) {
    const RealTable table = maps.all_of_class(c, room.wide);
    check_maps(table, {0, c, true});
    const Grid<uint8_t> mask{out.data + c * maps.pixels * out.col_stride, maps.images, maps.pixels, out.row_stride,
                             out.col_stride};
    decide_rows(metric, Kind::independent, table, own,
                {mask, answers.expected ? answers.expected + c : nullptr, answers.decision ? &room.part : nullptr, true, {}});
    if (answers.decision) take_facts(*answers.decision, room.part, c);
  });
  std::vector<float> wide;
  if (answers.decision) answers.decision->warn_of_table(warning_of_overlapping(metric, maps.image(0, wide)));
}

// All maps, class by class and of each class image by image. `first_sum` becomes the mean of the classes' sums in the first.
template <class Real>
std::vector<Real> class_by_class(const Maps &maps, double &first_sum) {
  const int64_t pixels = maps.pixels, all = maps.images * pixels;
  std::vector<float> wide;
  std::vector<Real> out(static_cast<std::size_t>(all * maps.classes));
  for (int64_t i = 0; i < maps.images; ++i) {
    const RealTable image = maps.image(i, wide);
    check_maps(image, {i, 0, false});
    const double mean_sum = check_class_sums(image, i, maps.is_half());
    if (i == 0) first_sum = mean_sum;
    for (int64_t c = 0; c < maps.classes; ++c) {
      const Reals map = image.row(c);
      Real *const to = out.data() + c * all + i * pixels;
      for (int64_t p = 0; p < pixels; ++p) to[p] = static_cast<Real>(map[p]);
    }
  }
  return out;
}

// Exclusive classes over all images: their pixels as the rows of one table, which is a copy.
template <class Real>
void decide_exclusive_together(const Metric &metric, const Maps &maps, const DecisionOptions &options,
                               const MaskAnswers &answers) {
  const int64_t pixels = maps.pixels, all = maps.images * pixels;
  double first_sum = 1;
  const std::vector<Real> copy = class_by_class<Real>(maps, first_sum);
  const RealTable rows{copy.data(), std::is_same_v<Real, float>, all, maps.classes, 1, all};
  std::vector<int32_t> found(static_cast<std::size_t>(all));
  Decision part;
  decide_rows(metric, Kind::independent, rows, options,
              {{}, answers.expected, answers.decision ? &part : nullptr, true, {found.data(), all, 1}});
  for (int64_t i = 0; i < maps.images; ++i)
    for (int64_t p = 0; p < pixels; ++p) answers.classes(i, p) = found[static_cast<std::size_t>(i * pixels + p)];
  if (!answers.decision) return;
  take_facts(*answers.decision, part, 0);
  answers.decision->warn_of_table(warning_of_exclusive(first_sum, options));
}

// A class's samples as one joint distribution of its pixels.
void decide_samples(const Metric &metric, const Maps &maps, const DecisionOptions &options, const MaskAnswers &answers) {
  const Grid<uint8_t> &out = answers.masks;
  for_problems(maps.classes, metric, options, [&](int64_t c, ProblemRoom &room, const DecisionOptions &own) {
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
      if (!together) decide_exclusive(metric, maps, own, answers);
      else if (maps.number == MapNumber::float64) decide_exclusive_together<double>(metric, maps, own, answers);
      else decide_exclusive_together<float>(metric, maps, own, answers);
      break;
    case Kind::joint: decide_samples(metric, maps, own, answers); break;
    default:
      if (together) decide_together(metric, maps, own, answers);
      else decide_overlapping(metric, maps, own, answers);
  }
  if (answers.decision) answers.decision->set_losses(metric);
}

}  // namespace wald::core::decisions
