// COCO's results and annotations.
#include <cmath>
#include <map>
#include <optional>

#include "base/errors.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "detections/detection_files.hpp"
#include "input/source.hpp"

namespace wald::cli {
namespace {

[[noreturn]] void wrong(const std::string &place, const std::string &message) {
  throw InputError(place + message);
}

Json document(const std::string &path, Progress &progress, std::string &name) {
  Source source(path, progress);
  name = source.name();
  return require_json(source.all(), {name});
}

const std::vector<Json> &list(const Json *value, const std::string &place) {
  if (value == nullptr || value->is(Json::Kind::null)) wrong(place, " is missing");
  if (!value->is(Json::Kind::array)) wrong(place, ": must be a list");
  for (std::size_t i = 0; i < value->items().size(); ++i)
    if (!value->items()[i].is(Json::Kind::object)) wrong(place, "[" + std::to_string(i) + "]: must be an object");
  return value->items();
}

const Json &needed(const Json &row, const char *name, const std::string &place) {
  const Json *found = row.find(name);
  if (found == nullptr || found->is(Json::Kind::null)) wrong(place, std::string(" has no ") + name);
  return *found;
}

std::string in_words(const Json &value) {
  return value.is(Json::Kind::text) ? shown(value.text()) : printable(json_text(value));
}

double finite(const Json &value, const std::string &place) {
  if (!value.is_number() || !std::isfinite(value.number()))
    wrong(place, " is " + in_words(value) + ": must be a finite number");
  return value.number();
}

/// An id as it is written.
std::string id_of(const Json &row, const char *name, const std::string &place) {
  const Json &value = needed(row, name, place);
  if (!value.is_number() && !value.is(Json::Kind::text))
    wrong(place, "." + std::string(name) + " is " + in_words(value) + ": must be a number or a text");
  return json_text(value);
}

/// The name of a category, or of one without a name its id.
std::string category_of(const Json &row, const std::string &place) {
  const Json *name = row.find("name");
  if (name == nullptr || name->is(Json::Kind::null)) return id_of(row, "id", place);
  if (!name->is(Json::Kind::text)) wrong(place, ".name is " + in_words(*name) + ": must be a text");
  return name->text();
}

bool is_crowd(const Json &row, const std::string &place) {
  const Json *crowd = row.find("iscrowd");
  if (crowd == nullptr || crowd->is(Json::Kind::null)) return false;
  if (!(crowd->is(Json::Kind::boolean) || crowd->is(Json::Kind::integer)) || crowd->integer() < 0 || crowd->integer() > 1)
    wrong(place, ".iscrowd is " + in_words(*crowd) + ": must be 0 or 1");
  return crowd->integer() == 1;
}

/// What the annotations hold besides boxes. Ids are compared as they are written.
struct Known {
  std::string name;  // of the file
  std::map<std::string, std::int64_t> images, categories;
};

void add_region(const Json &row, const std::string &place, const Known &known, Regions &out) {
  const auto number = [&](const char *name, const std::map<std::string, std::int64_t> &ids, const char *what) {
    const std::string id = id_of(row, name, place);
    const auto found = ids.find(id);
    if (found == ids.end()) wrong(place, "." + std::string(name) + " is " + id + ": no such " + what + " in " + known.name);
    return found->second;
  };
  out.images.push_back(number("image_id", known.images, "image"));
  out.classes.push_back(number("category_id", known.categories, "category"));
  const Json &box = needed(row, "bbox", place);
  if (!box.is(Json::Kind::array) || box.items().size() != 4) wrong(place, ".bbox: must be [x, y, width, height]");
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string side = place + ".bbox[" + std::to_string(i) + "]";
    out.sides.push_back(finite(box.items()[i], side));
    if (i >= 2 && out.sides.back() < 0) wrong(side, " is " + shortest(out.sides.back()) + ": must be at least 0");
  }
}

}  // namespace

DetectionRows read_coco(const std::string &results, const std::string &truth, Progress &progress) {
  DetectionRows out;
  Known known;
  const Json all = document(truth, progress, known.name);
  if (!all.is(Json::Kind::object)) wrong(known.name, ": must be an object with images, categories and annotations");
  const auto part = [&](const char *name) { return known.name + ": " + name; };
  const auto item = [](const std::string &of, std::size_t i) { return of + "[" + std::to_string(i) + "]"; };
  const std::vector<Json> &images = list(all.find("images"), part("images"));
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::string place = item(part("images"), i), id = id_of(images[i], "id", place);
    const Json &written = *images[i].find("id");
    const auto next = out.images.count(), number = out.images.number(written.is(Json::Kind::text) ? written.text() : id);
    if (number != next && known.images.count(id) == 0) wrong(place, ": another image has the same id");
    known.images[id] = number;
  }
  const std::vector<Json> &categories = list(all.find("categories"), part("categories"));
  for (std::size_t i = 0; i < categories.size(); ++i) {
    const std::string place = item(part("categories"), i), id = id_of(categories[i], "id", place);
    const auto next = out.classes.count();
    if (out.classes.number(category_of(categories[i], place)) != next)
      wrong(place, ": another category has the same name");
    known.categories[id] = next;
  }
  const std::vector<Json> &annotations = list(all.find("annotations"), part("annotations"));
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    const std::string place = item(part("annotations"), i);
    add_region(annotations[i], place, known, out.truths);
    out.truths.crowds.push_back(is_crowd(annotations[i], place) ? 1 : 0);
  }
  out.truths.file = known.name;
  std::string &name = out.detections.file;
  const Json found = document(results, progress, name);
  const std::vector<Json> &rows = list(&found, name);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string place = item(name, i);
    add_region(rows[i], place, known, out.detections);
    out.detections.scores.push_back(finite(needed(rows[i], "score", place), place + ".score"));
  }
  return out;
}

}  // namespace wald::cli
