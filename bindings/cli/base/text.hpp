// Small things done to text: checking, parsing, matching, and writing numbers and CSV.
#ifndef WALD_CLI_BASE_TEXT_HPP
#define WALD_CLI_BASE_TEXT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wald::cli {

bool is_utf8(std::string_view text);

/// `text` on one line that is safe for a terminal: control characters, and bytes that are not UTF-8, are escaped.
std::string printable(std::string_view text);

/// The same for a text of several lines: line breaks stay.
std::string printable_lines(std::string_view text);

/// `text` as a message shows it: quoted, escaped, and cut where it is long.
std::string shown(std::string_view text);

/// The whole of `text` as a number; NaN and infinities count as numbers.
bool parse_number(std::string_view text, double &value);
bool parse_integer(std::string_view text, std::int64_t &value);

/// Whether a pattern with * and ? matches all of `text`.
bool glob_matches(std::string_view pattern, std::string_view text);

/// Which of these names is meant by one of them, or else by a pattern that matches just one; none if there is none.
std::optional<std::size_t> position_of(const std::string &name, const std::vector<std::string> &names);

/// What the * of a pattern stands for in `text`; false unless the pattern has one *, no ?, and matches.
bool starred(std::string_view pattern, std::string_view text, std::string &part);

/// The shortest decimal that reads back to the same bits.
void append_number(std::string &out, double value);
std::string shortest(double value);
void append_integer(std::string &out, std::int64_t value);

/// A number in few digits, right for reading alone.
std::string rounded(double value);

/// "1 row", "2 rows".
std::string counted(const std::string &number, const std::string &of);

/// `text` with spaces behind it, one at least, up to a width.
std::string padded(std::string text, std::size_t width);

/// A CSV cell, quoted where it must be.
void append_csv(std::string &out, std::string_view text);

}  // namespace wald::cli

#endif
