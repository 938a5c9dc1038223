// Rows of features in the saved text of models that keep some of what they were fitted to.
#pragma once

#include <string>

#include "core/learners/dataset.hpp"

namespace wald::core::learners {

// ",\n\"sparse\":false,\n\"rows\":[...]": one list per row, of numbers, or of columns each with its number.
void save_rows(std::string &out, const Features &rows);
Features load_rows(const SavedText &text, const SavedValue &object, int64_t cols);

}  // namespace wald::core::learners
