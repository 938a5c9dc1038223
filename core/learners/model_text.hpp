// Arrays in the saved text of models: a member each.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "core/saved/saved_text.hpp"

namespace wald::core::learners {

// ",\n\"name\":[...]"
void save_reals(std::string &out, const char *name, const std::vector<double> &values);
void save_integers(std::string &out, const char *name, const std::vector<int64_t> &values);
void save_strings(std::string &out, const char *name, const std::vector<std::string> &values);

// The member of this name: as many finite numbers as `length` says, or any number of them where it is -1.
std::vector<double> load_reals(const SavedText &text, const SavedValue &object, const char *name, int64_t length,
                               double greatest = std::numeric_limits<double>::infinity());
std::vector<int64_t> load_integers(const SavedText &text, const SavedValue &object, const char *name, int64_t length,
                                   int64_t low, int64_t high);
std::vector<std::string> load_strings(const SavedText &text, const SavedValue &object, const char *name,
                                      int64_t length);

}  // namespace wald::core::learners
