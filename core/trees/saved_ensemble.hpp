// Reading trees that were saved on their own or within another state.
#pragma once

#include "core/saved/saved_text.hpp"
#include "core/trees/ensemble.hpp"

namespace wald::core::trees {

Ensemble read_ensemble(const SavedText &text, const SavedValue &object);

}  // namespace wald::core::trees
