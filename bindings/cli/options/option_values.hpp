// What was given to the options, as text and typed: each getter throws UsageError if the text is no such value.
#ifndef WALD_CLI_OPTIONS_OPTION_VALUES_HPP
#define WALD_CLI_OPTIONS_OPTION_VALUES_HPP

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace wald::cli {

inline constexpr const char *file_key = "FILE";  // under which files are kept

class OptionValues {
 public:
  static constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

  void add(const std::string &option, const std::string &value) { values_[option].push_back(value); }

  bool has(const std::string &option) const { return values_.count(option) > 0; }
  /// The options that were given.
  std::vector<std::string> names() const;
  /// Whether --format is json or jsonl, which are the same everywhere: one object per line.
  bool asks_for_json() const { return has("--format") && (text("--format") == "json" || text("--format") == "jsonl"); }
  std::size_t count(const std::string &option) const { return has(option) ? values_.at(option).size() : 0; }

  const std::string &text(const std::string &option) const { return values_.at(option)[0]; }
  std::optional<std::string> optional_text(const std::string &option) const;
  std::vector<std::string> all(const std::string &option) const;
  /// Values of all occurrences, each of which may be a list with commas.
  std::vector<std::string> list(const std::string &option) const;
  /// A list of name=number, an infinity among the numbers.
  std::vector<std::pair<std::string, double>> numbers_by_name(const std::string &option) const;

  std::int64_t integer(const std::string &option, std::int64_t lowest, std::int64_t highest) const;
  std::optional<std::int64_t> optional_integer(const std::string &option, std::int64_t lowest,
                                               std::int64_t highest) const;

  /// `item` of an option as a number in [lowest, highest]; `what` says so in a message.
  double number(const std::string &option, const std::string &item, double lowest, double highest,
                const char *what) const;

  /// The place of the value among the words it may be.
  std::size_t choice(const std::string &option, const std::vector<std::string> &words) const;

 private:
  [[noreturn]] void wrong(const std::string &option, const std::string &needed) const;

  std::map<std::string, std::vector<std::string>> values_;
};

}  // namespace wald::cli

#endif
