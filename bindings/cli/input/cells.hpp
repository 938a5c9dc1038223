// What one cell must be, and the message if it is not. Shared by every table.
#ifndef WALD_CLI_INPUT_CELLS_HPP
#define WALD_CLI_INPUT_CELLS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"

namespace wald::cli {

/// Whether `text` is what the function is named for; then `value` is its value. Labels may be the words true and false,
/// or yes and no, however spelt.
bool is_probability(std::string_view text, double &value);
bool is_zero_or_one(std::string_view text, std::uint8_t &value);
bool is_weight(std::string_view text, double &value);
bool is_score(std::string_view text, double &value);
bool is_feature(std::string_view text, double &value);

/// Whether a cell says that its value is not known: it is empty, or one of NA, N/A, NaN and null, however spelt.
bool is_missing(std::string_view text);

inline constexpr const char *probability_rule = "a probability lies in [0, 1]";
inline constexpr const char *zero_or_one_rule = "a label is 0 or 1";
inline constexpr const char *flag_rule = "a flag is 0 or 1";
inline constexpr const char *label_rule = "a label is 1, 0, or empty if it is not known";
inline constexpr const char *rated_rule = "a label is 1, 0, or empty if the row was not rated";
inline constexpr const char *score_rule = "a score is a number, an infinity among them";
inline constexpr const char *weight_rule = "a weight is a finite number >= 0";
inline constexpr const char *feature_rule = "a feature is a number, at most 1e100 on either side of 0";

/// How messages name a cell of a column.
std::string in_column(std::string_view name);

/// Fails with what `place` holds, and the rule that it breaks.
[[noreturn]] void bad_cell(const Position &position, const std::string &place, std::string_view text, const char *rule);

/// Fails if a value that is needed is not known, and says what can be done.
void require_known(const Position &position, const std::string &place, std::string_view text, const char *advice);
inline constexpr const char *advice_to_fit =
    "--missing mean or most_frequent says what stands for it; or leave the row or the column out";
inline constexpr const char *advice_to_predict =
    "the model was fitted without --missing and takes no missing values; fill it in, or leave the row out";

/// Fails if a cell of that column does not say which rows belong together.
void require_group(const Position &position, std::string_view column, std::string_view text);

/// Text that is passed through or ignored must still be text.
void require_utf8(const Position &position, const std::string &place, std::string_view text);

/// Fails if there are weights, and all of them 0.
void require_weight(const std::string &source, const std::vector<double> &weights);

}  // namespace wald::cli

#endif
