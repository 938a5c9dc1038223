// wald masks: the masks of greatest expected utility, from the probability maps of images or from samples of one image.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/follow.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "base/warnings.hpp"
#include "commands.hpp"
#include "masks/map_blocks.hpp"

namespace wald::cli {
namespace {

/// What is known of the mask of a class; of `image` -1 if it is that of all.
struct MaskFacts {
  std::int64_t image, class_of, k;
  double expected, bound, threshold;
};

class MaskLines {
 public:
  MaskLines(Format format, Output &output) : format_(format), output_(output) {
    if (format_ == Format::csv) output_.write("image,class,k,expected,bound,threshold\n");
  }

  void write(const MaskFacts &facts) {
    if (format_ == Format::jsonl) {
      Json line = Json::object();
      if (facts.image >= 0) line["image"] = facts.image;
      line["class"] = facts.class_of;
      line["k"] = facts.k;
      line["expected"] = facts.expected;
      line["bound"] = facts.bound;
      line["threshold"] = with_infinities(facts.threshold);
      output_.write(json_text(line) + '\n');
      return;
    }
    std::string line = facts.image >= 0 ? std::to_string(facts.image) : "";
    line += ',' + std::to_string(facts.class_of) + ',' + std::to_string(facts.k);
    for (const double number : {facts.expected, facts.bound, facts.threshold}) {
      line += ',';
      if (!std::isnan(number)) append_number(line, number);
    }
    output_.write(line + '\n');
  }

 private:
  Format format_;
  Output &output_;
};

/// What the command reads and writes.
struct MaskRun {
  const Settings &settings;
  const Metric &metric;
  NpyReader &file;  // at its first map
  MapAxes axes;
  std::optional<MaskOutput> masks;
  MaskLines lines;
  Progress &progress;
  Warnings warnings;
};

/// Names the place of what is no probability in a map, as the library does.
[[noreturn]] void fail_at(const std::string &file, std::int64_t image, std::int64_t class_of,
                          const std::vector<double> &map, const Error &error) {
  const std::string place = "image " + std::to_string(image) + ", class " + std::to_string(class_of);
  const auto wrong = std::find_if_not(map.begin(), map.end(), [](double p) { return p >= 0 && p <= 1; });
  if (wrong == map.end()) throw InputError(file + ": " + place + ": " + error.what());
  throw InputError(file + ": maps[" + place + ", pixel " + std::to_string(wrong - map.begin()) + "] is " +
                   shortest(*wrong) + ": must lie in [0, 1]");
}

// ---- Image by image ----

wald_kind kind_of(const MaskSettings &asked) {
  if (asked.samples) return WALD_JOINT;
  return asked.exclusive ? WALD_CATEGORICAL : WALD_INDEPENDENT;
}

void write_facts(MaskRun &run, const MapBlocks &block, bool samples, const Decision &decision) {
  for (std::int64_t answer = 0; answer < decision.n_answers(); ++answer) {
    run.warnings.note(decision.warning(answer));
    const std::int64_t image = block.first() + answer / run.axes.n_classes;
    run.lines.write({samples ? -1 : image, answer % run.axes.n_classes, static_cast<std::int64_t>(decision.k(answer)),
                     decision.expected(answer), decision.bound(answer), decision.threshold(answer)});
  }
}

void decide_block(MaskRun &run, const MapBlocks &block, const DecisionOptions &options) {
  const MaskSettings &asked = run.settings.masks;
  const wald_kind kind = kind_of(asked);
  const std::int64_t images = asked.samples ? 1 : block.count();
  const wald_maps maps = block.maps();
  const bool exclusive = kind == WALD_CATEGORICAL;
  const std::int64_t cells = exclusive ? run.axes.n_pixels : run.axes.n_classes * run.axes.n_pixels;
  std::vector<std::uint8_t> masks(exclusive ? 0 : static_cast<std::size_t>(images * cells));
  std::vector<std::int32_t> labels(exclusive ? static_cast<std::size_t>(images * cells) : 0);
  const Array out = exclusive ? Array(Table<std::int32_t>(labels.data(), images, cells))
                              : Array(Table<std::uint8_t>(masks.data(), images, cells));
  Decision decision;
  detail::check(wald_masks(run.metric.get(), kind, &maps, options.get(), out.get(), nullptr, decision.get()));
  write_facts(run, block, asked.samples, decision);
  if (!run.masks) return;
  if (exclusive)
    run.masks->write_labels(labels);
  else
    run.masks->write_masks(masks);
}

/// A message of the library about maps, whose images are counted from the first of a block.
std::string in_file(const std::string &message, std::int64_t first) {
  const std::string_view before = "maps[image ";
  const std::size_t end = message.find_first_not_of("0123456789", before.size());
  std::int64_t image = 0;
  if (message.compare(0, before.size(), before) != 0 || end == std::string::npos ||
      !parse_integer(message.substr(before.size(), end - before.size()), image))
    return in_options(message);
  return std::string(before) + std::to_string(image + first) + message.substr(end);
}

void decide_images(MaskRun &run) {
  const MaskSettings &asked = run.settings.masks;
  DecisionOptions options = make_options(run.settings, asked.exclusive ? "masks exclusive" : "masks");
  follow(options, run.progress, "deciding");
  MapBlocks block(run.file, run.axes, asked.samples, run.progress);
  while (block.next()) {
    try {
      decide_block(run, block, options);
    } catch (const Error &error) {
      if (error.status() != WALD_ERROR_ARGUMENT) throw;
      throw InputError(run.file.name() + ": " + in_file(error.what(), block.first()));
    }
  }
}

// ---- One problem per class, over all images ----

DecisionOptions pass_options(const Settings &settings) {
  DecisionOptions out;
  for (const char *row : {"at_least", "at_most"})
    if (settings.library.given(row)) out.set(row, settings.library.text(row));
  return out;
}

/// Reads the file until each class is decided: twice, rarely more often.
std::vector<TablePass> decided_passes(MaskRun &run) {
  std::vector<TablePass> out;
  for (std::int64_t c = 0; c < run.axes.n_classes; ++c) out.emplace_back(run.metric, pass_options(run.settings));
  for (bool decided = false, first = true; !decided; first = false) {
    std::optional<NpyReader> again;
    if (!first) again.emplace(run.settings.file);
    NpyReader &file = first ? run.file : *again;
    MapBlocks block(file, run.axes, false, run.progress);
    while (block.next())
      for (std::int64_t i = 0; i < block.count(); ++i)
        for (std::int64_t c = 0; c < run.axes.n_classes; ++c) {
          TablePass &pass = out[static_cast<std::size_t>(c)];
          if (pass.decided()) continue;
          const std::vector<double> &map = block.map(i, c);
          try {
            pass.feed(Array(map));
          } catch (const Error &error) {
            fail_at(file.name(), block.first() + i, c, map, error);
          }
        }
    decided = true;
    for (TablePass &pass : out) decided = (pass.decided() || pass.next()) && decided;
  }
  return out;
}

/// The pixels of a map at or above the threshold; of those at it the first `left`, if only some are positive.
void choose_pixels(const std::vector<double> &map, const TablePass &pass, std::int64_t &left, std::uint8_t *to) {
  const double threshold = pass.threshold();
  const bool ties = pass.n_ties() > 0;
  for (const double value : map) {
    bool chosen = value >= threshold;
    if (ties && value == threshold) chosen = left-- > 0;
    *to++ = chosen ? 1 : 0;
  }
}

void decide_dataset(MaskRun &run) {
  const std::vector<TablePass> passes = decided_passes(run);
  std::vector<std::int64_t> left;
  for (std::size_t c = 0; c < passes.size(); ++c) {
    const TablePass &pass = passes[c];
    left.push_back(static_cast<std::int64_t>(pass.n_ties_chosen()));
    run.lines.write({-1, static_cast<std::int64_t>(c), static_cast<std::int64_t>(pass.k()), pass.expected(),
                     pass.bound(), pass.threshold()});
  }
  if (!run.masks) return;
  NpyReader file(run.settings.file);
  MapBlocks block(file, run.axes, false, run.progress);
  while (block.next()) {
    std::vector<std::uint8_t> masks(static_cast<std::size_t>(block.count() * run.axes.n_classes * run.axes.n_pixels));
    std::uint8_t *to = masks.data();
    for (std::int64_t i = 0; i < block.count(); ++i)
      for (std::size_t c = 0; c < passes.size(); ++c, to += run.axes.n_pixels)
        choose_pixels(block.map(i, static_cast<std::int64_t>(c)), passes[c], left[c], to);
    run.masks->write_masks(masks);
  }
}

}  // namespace

void masks(const Settings &settings) {
  const Metric metric = make_metric(settings, settings.metrics[0]);
  const MaskSettings &asked = settings.masks;
  Progress progress;
  NpyReader file(settings.file);
  const MapAxes axes = axes_of(file, asked);
  if (asked.samples != (bytes_of(file.type()) == 1))
    throw InputError(file.name() + ": type is " + type_text(file.type()) + ": must be " +
                     (asked.samples ? "|u1 or |b1, samples of 0 and 1" : "<f2, <f4 or <f8, unless --samples is given"));
  Output output("-");
  MaskRun run{settings, metric, file, axes, std::nullopt, MaskLines(settings.format, output), progress, {}};
  MapAxes result = axes;
  if (asked.samples) {
    result.n_images = 1;
    result.images = false;
  }
  if (!settings.output.empty()) run.masks.emplace(settings.output, result, asked.exclusive);
  if (asked.dataset)
    decide_dataset(run);
  else
    decide_images(run);
  progress.clear();
  if (run.masks) run.masks->finish();
  output.finish();
  run.warnings.say();
}

}  // namespace wald::cli
