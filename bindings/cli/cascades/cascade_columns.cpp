// Finds the columns of models by their names, those of classes as model:class.
#include "cascades/cascade_columns.hpp"

#include <unordered_map>

#include "base/places.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

constexpr std::size_t no_column = static_cast<std::size_t>(-1);

std::string names_listed(const std::vector<std::string> &names) {
  std::string out;
  for (const std::string &name : names) out += (out.empty() ? "" : ", ") + name;
  return out;
}

/// The class that the name of a column ends in, or `absent`. Of "a:b" and "b" the longer one.
std::size_t class_of(const std::string &name, const std::vector<std::string> &classes) {
  std::size_t found = no_column;
  for (std::size_t c = 0; c < classes.size(); ++c) {
    const std::string end = ":" + classes[c];
    const bool ends = name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
    if (ends && (found == no_column || classes[c].size() > classes[found].size())) found = c;
  }
  return found;
}

}  // namespace

EnsembleColumns models_of(const std::vector<std::string> &header, const Position &position,
                          const std::vector<std::size_t> &columns, const std::vector<std::string> &classes) {
  EnsembleColumns out;
  std::unordered_map<std::string, std::size_t> places;  // of the models
  const std::size_t width = classes.empty() ? 1 : classes.size();
  for (const std::size_t column : columns) {
    std::string model = header[column];
    if (model.empty())
      position.fail("column " + std::to_string(column + 1) + " has no name: name it, or leave it out by --columns");
    std::size_t own = 0;
    if (!classes.empty()) {
      own = class_of(model, classes);
      if (own == no_column)
        position.fail("column " + shown(model) + " is no model:class with one of the classes " + names_listed(classes));
      model.resize(model.size() - classes[own].size() - 1);
    }
    const auto [place, fresh] = places.emplace(model, out.models.size());
    if (fresh) {
      out.models.push_back(model);
      out.columns.resize(out.columns.size() + width, no_column);
    }
    out.columns[place->second * width + own] = column;
  }
  for (std::size_t i = 0; i < out.columns.size(); ++i)
    if (out.columns[i] == no_column)
      position.fail("no column " + shown(out.models[i / width] + ":" + classes[i % width]) + ": model " +
                    shown(out.models[i / width]) + " needs a score for each class");
  return out;
}

std::vector<std::size_t> columns_of(const std::vector<std::string> &header, const Position &position,
                                    const std::vector<std::string> &models, const std::vector<std::string> &classes,
                                    const std::string &why) {
  const Places places = places_of(header);
  std::vector<std::size_t> out;
  const auto find = [&](const std::string &name) {
    const auto found = places.find(name);
    if (found == places.end()) position.fail("no column " + shown(name) + ", " + why + suggestion(name, header));
    out.push_back(found->second);
  };
  for (const std::string &model : models) {
    if (classes.empty()) find(model);
    for (const std::string &own : classes) find(model + ":" + own);
  }
  return out;
}

}  // namespace wald::cli
