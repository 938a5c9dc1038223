// Reads and writes rows of features in the saved text of models.
#include "core/numeric/contraction.hpp"  // first

#include "core/learners/saved_rows.hpp"

#include <cmath>

namespace wald::core::learners {

void save_rows(std::string &out, const Features &rows) {
  out += text(",\n\"sparse\":", rows.is_sparse ? "true" : "false", ",\n\"rows\":[");
  for (int64_t i = 0; i < rows.rows; ++i) {
    out += i ? ",\n[" : "\n[";
    if (rows.is_sparse) {
      bool first = true;
      rows.each(i, [&](int32_t j, double x) {
        out += text(first ? "" : ",", j, ",", saved_number(x));
        first = false;
      });
    } else {
      for (int64_t j = 0; j < rows.cols; ++j) out += text(j ? "," : "", saved_number(rows.row(i)[j]));
    }
    out += "]";
  }
  out += "]";
}

Features load_rows(const SavedText &text, const SavedValue &object, int64_t cols) {
  const std::vector<SavedValue> &rows = text.array(text.member(object, "rows"), "\"rows\"");
  if (rows.empty()) text.malformed("\"rows\" is empty");
  Features out;
  out.rows = static_cast<int64_t>(rows.size());
  out.cols = cols;
  out.is_sparse = text.boolean(text.member(object, "sparse"), "\"sparse\"");
  if (out.is_sparse) out.begin.push_back(0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string where = saved_at("\"rows\"", i);
    const std::vector<SavedValue> &row = text.array(rows[i], where);
    const auto n = static_cast<int64_t>(row.size());
    if (out.is_sparse ? n % 2 != 0 : n != cols)
      text.malformed(wald::core::text(where, " has ", n, " numbers: must have ",
                                      out.is_sparse ? "pairs of a column and its number" : std::to_string(cols)));
    int64_t next = 0;
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (out.is_sparse) {
        if (next >= cols) text.malformed(wald::core::text(where, " has columns beyond the last"));
        out.columns.push_back(static_cast<int32_t>(text.integer(row[c++], where, next, cols - 1)));
        next = out.columns.back() + 1;
      }
      out.values.push_back(text.real(row[c], where));
      if (std::fabs(out.values.back()) > greatest_feature)
        text.malformed(wald::core::text(where, " holds ", out.values.back(), ": must be at most ", greatest_feature));
    }
    if (out.is_sparse) out.begin.push_back(static_cast<int64_t>(out.values.size()));
  }
  return out;
}

}  // namespace wald::core::learners
