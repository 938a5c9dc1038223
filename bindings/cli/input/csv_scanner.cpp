// Scans CSV by libcsv, or hands JSON lines on; counts lines and cells.
#include "input/csv_scanner.hpp"

#include <csv.h>
#include <algorithm>
#include <exception>
#include <new>
#include <unordered_set>

#include "base/interrupt.hpp"
#include "base/text.hpp"
#include "input/json_lines.hpp"

namespace wald::cli {
namespace {

char asked_delimiter = ',';

/// The delimiter of a table that begins so.
char delimiter_of(std::string_view text) {
  const std::string_view line = text.substr(0, text.find_first_of("\r\n"));
  return line.find(asked_delimiter) == std::string_view::npos ? ',' : asked_delimiter;
}

/// libcsv calls back through C, which exceptions must not cross: the first one is kept, and what follows it skipped.
class Scan {
 public:
  Scan(TableHandler &handler, char delimiter) : handler_(handler) {
    // All line ends are reported, since lines can be counted only if blank ones are seen too.
    if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL) != 0) throw std::bad_alloc();
    csv_set_delim(&parser_, static_cast<unsigned char>(delimiter));
  }
  ~Scan() { csv_free(&parser_); }
  Scan(const Scan &) = delete;
  Scan &operator=(const Scan &) = delete;

  void feed(std::string_view text) {
    const std::size_t parsed = csv_parse(&parser_, text.data(), text.size(), on_cell, on_row, this);
    rethrow();
    if (parsed == text.size()) return;
    if (csv_error(&parser_) == CSV_ENOMEM) throw std::bad_alloc();
    at(line_).fail("a quote within a cell: a cell that holds quotes is quoted whole, and they are doubled");
  }

  void finish() {
    const bool whole = csv_fini(&parser_, on_cell, on_row, this) == 0;
    rethrow();
    if (!whole) at(line_).fail("the quote that opens a cell here is never closed");
    if (in_header_) throw InputError(handler_.position.name + ": nothing but empty lines");
    if (rows_ == 0) throw InputError(handler_.position.name + ": a header, but no rows");
  }

  const Position &at(std::int64_t line) {
    handler_.position.line = line;
    return handler_.position;
  }
  std::int64_t line() const { return line_; }

 private:
  static void on_cell(void *data, std::size_t size, void *scan) {
    static_cast<Scan *>(scan)->guarded(
        [&](Scan &self) { self.cell(std::string_view(static_cast<const char *>(data), size)); });
  }
  static void on_row(int terminator, void *scan) {
    static_cast<Scan *>(scan)->guarded([&](Scan &self) { self.end_line(terminator); });
  }
  template <class Step>
  void guarded(Step step) noexcept {
    if (error_) return;
    try {
      step(*this);
    } catch (...) {
      error_ = std::current_exception();
    }
  }
  void rethrow() {
    if (error_) std::rethrow_exception(error_);
  }

  void cell(std::string_view text) {
    if (cells_ == 0) begin_row();
    after_carriage_return_ = false;
    handler_.position.line = line_;
    if (in_header_) {
      if (!is_utf8(text)) handler_.position.fail("the header is not UTF-8 text: " + shown(text));
      header_.emplace_back(text);
    } else if (cells_ < header_.size()) {
      handler_.cell(cells_, text);
    }
    ++cells_;
    line_ += line_ends(text);
  }

  void begin_row() {
    row_line_ = line_;
    if (blank_line_ != 0 && !in_header_) at(blank_line_).fail("an empty line before the end of the table");
  }

  void end_line(int terminator) {
    // The CR of a CRLF has ended the line already.
    const bool second_half = terminator == '\n' && after_carriage_return_;
    after_carriage_return_ = terminator == '\r';
    if (second_half) return;
    if (cells_ > 0) {
      end_row();
    } else if (blank_line_ == 0) {
      blank_line_ = line_;
    }
    ++line_;
  }

  void end_row() {
    const std::size_t cells = cells_;
    cells_ = 0;
    if (in_header_) {
      in_header_ = false;
      blank_line_ = 0;
      end_first_row();
      return;
    }
    if (cells != header_.size())
      at(row_line_).fail(std::to_string(cells) + (cells == 1 ? " cell" : " cells") + ", where the header has " +
                         std::to_string(header_.size()));
    handler_.position.line = row_line_;
    handler_.end_row();
    ++rows_;
  }

  void end_first_row() {
    handler_.position.line = row_line_;
    if (header_.size() == 1)
      for (const auto &[other, name] : {std::pair(';', "';'"), std::pair('\t', "tab"), std::pair('|', "'|'")})
        if (header_[0].find(other) != std::string::npos)
          handler_.position.fail("one column, " + shown(header_[0]) + ": cells are separated by commas; --delimiter " +
                                 name + " reads this table");
    if (!handler_.is_header(header_)) {
      handler_.header(header_);
      for (std::size_t column = 0; column < header_.size(); ++column) handler_.cell(column, header_[column]);
      handler_.end_row();
      ++rows_;
      return;
    }
    std::unordered_set<std::string_view> seen;
    for (const std::string &name : header_)
      if (!seen.insert(name).second) at(row_line_).fail("two columns are named " + shown(name));
    handler_.header(header_);
  }

  static std::int64_t line_ends(std::string_view text) {
    std::int64_t ends = 0;
    for (std::size_t i = text.find_first_of("\r\n"); i != std::string_view::npos; i = text.find_first_of("\r\n", i + 1))
      if (text[i] == '\n' || i + 1 == text.size() || text[i + 1] != '\n') ++ends;
    return ends;
  }

  csv_parser parser_ = {};
  TableHandler &handler_;
  std::exception_ptr error_;
  std::vector<std::string> header_;
  bool in_header_ = true;
  bool after_carriage_return_ = false;
  std::size_t cells_ = 0;        // of the present row, so far
  std::int64_t rows_ = 0;        // after the header
  std::int64_t line_ = 1;        // the present one
  std::int64_t row_line_ = 1;    // where the present row begins
  std::int64_t blank_line_ = 0;  // the first of those since the last row, or 0
};

}  // namespace

void set_delimiter(char delimiter) { asked_delimiter = delimiter; }

void scan_csv(Source &source, TableHandler &handler) {
  const std::string_view begin = source.read();
  source.unread();
  if (begins_json(begin)) return scan_json_lines(source, handler);
  Scan scan(handler, delimiter_of(begin));
  for (std::string_view text = source.read(); !text.empty(); text = source.read()) {
    const std::size_t zero = text.find('\0');
    scan.feed(text.substr(0, zero));
    if (zero != std::string_view::npos) scan.at(scan.line()).fail("a zero byte: this is not a text file");
  }
  scan.finish();
}

}  // namespace wald::cli
