// Cuts a source into lines.
#include "input/lines.hpp"

#include <string>

namespace wald::cli {

void scan_lines(Source &source, Position &position, const std::function<void(std::string_view)> &line) {
  position = {source.name(), 1};
  const auto take = [&](std::string_view text) {
    if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
    line(text);
    ++position.line;
  };
  std::string begun;  // the start of a line whose end has not been read yet
  for (std::string_view text = source.read(); !text.empty(); text = source.read()) {
    for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
      if (begun.empty()) {
        take(text.substr(0, end));
      } else {
        begun += text.substr(0, end);
        take(begun);
        begun.clear();
      }
      text.remove_prefix(end + 1);
    }
    begun += text;
  }
  if (!begun.empty()) take(begun);
}

}  // namespace wald::cli
