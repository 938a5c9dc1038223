// JSON as the command writes it: documents of one line.
#ifndef WALD_CLI_BASE_JSON_HPP
#define WALD_CLI_BASE_JSON_HPP

#include <nlohmann/json.hpp>
#include <string>

namespace wald::cli {

using Json = nlohmann::ordered_json;  // members stand in the order in which they were added

/// A number that may be infinite: JSON has no infinities, and gets the texts "inf" and "-inf".
Json with_infinities(double value);

/// The text of a document. A number has the fewest digits that read back to the same bits; NaN and infinities are
/// null.
std::string json_text(const Json &document);

}  // namespace wald::cli

#endif
