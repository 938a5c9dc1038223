// Data sets for the learners: gzip-compressed CSV, targets in columns y_* or y.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/learners/learner.hpp"

namespace bench {

struct LearnerSet {
  int64_t rows = 0, features = 0, labels = 0;
  std::vector<double> x;
  std::vector<uint8_t> y;

  wald::core::learners::FeatureTable table() const { return wald::core::RealTable{x.data(), false, rows, features, features, 1}; }
  wald::core::learners::Targets targets() const {
    return wald::core::learners::label_targets(wald::core::Grid<const uint8_t>{y.data(), rows, labels, labels, 1});
  }
};

inline std::string unpacked(const std::string &path) {
  std::FILE *const pipe = popen(("gzip -dc '" + path + "'").c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run gzip");
  std::string out;
  char buffer[1 << 16];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) out.append(buffer, n);
  if (pclose(pipe) != 0) throw std::runtime_error("cannot read " + path);
  return out;
}

// Targets are 0 or 1; those of one column y that are not are one label for each first letter A, B, ...
inline LearnerSet read_learner_set(const std::string &path) {
  const std::string text = unpacked(path);
  LearnerSet out;
  std::vector<bool> is_target;
  std::vector<std::string> row;
  bool header = true, letters = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    row.clear();
    for (std::size_t cell = at; cell <= end;) {
      const std::size_t stop = std::min(text.find(',', cell), end);
      row.push_back(text.substr(cell, stop - cell));
      cell = stop + 1;
    }
    at = end + 1;
    if (header) {
      for (const std::string &name : row) {
        is_target.push_back(name == "y" || name.compare(0, 2, "y_") == 0);
        (is_target.back() ? out.labels : out.features) += 1;
      }
      header = false;
      continue;
    }
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (!is_target[c]) {
        out.x.push_back(std::strtod(row[c].c_str(), nullptr));
      } else if (row[c] >= "A") {
        if (!letters) out.labels = 26;
        letters = true;
        for (char letter = 'A'; letter <= 'Z'; ++letter) out.y.push_back(row[c][0] == letter);
      } else {
        out.y.push_back(row[c] == "1");
      }
    }
    ++out.rows;
  }
  return out;
}

inline LearnerSet picked(const LearnerSet &from, const std::vector<int64_t> &rows) {
  LearnerSet out{static_cast<int64_t>(rows.size()), from.features, from.labels, {}, {}};
  for (const int64_t i : rows) {
    out.x.insert(out.x.end(), from.x.begin() + i * from.features, from.x.begin() + (i + 1) * from.features);
    out.y.insert(out.y.end(), from.y.begin() + i * from.labels, from.y.begin() + (i + 1) * from.labels);
  }
  return out;
}

}  // namespace bench
