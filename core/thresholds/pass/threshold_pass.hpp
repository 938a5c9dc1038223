// The threshold of one score for distributed rows: states of a few passes over them, which are fed apart,
// merged in any order and saved. A pass counts the rows in bins (score_bins.hpp); next() leaves out the bins that can
// hold neither the best threshold nor anything that the answer says, and the next pass parts the others into finer
// bins, until all that matters are bins of one score. The answer is that of choose_thresholds, to the bit.
// docs/developers/algorithms.md has the proof.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/arrays.hpp"
#include "core/thresholds/chosen.hpp"
#include "core/thresholds/criterion.hpp"
#include "core/thresholds/pass/pass_totals.hpp"
#include "core/thresholds/pass/score_bins.hpp"

namespace wald::core::thresholds {

// How many bins a state may have: in the first pass, which all rows fall into, and behind it, where bins mostly hold a
// row.
struct PassLimits {
  static constexpr uint64_t most = uint64_t{1} << 24;
  std::size_t first = std::size_t{1} << 16, later = std::size_t{1} << 17;
};

class ThresholdPass {
 public:
  // Of the first pass. Throws if an option asks for what needs the rows themselves.
  ThresholdPass(const Objective &objective, const ThresholdSearch &options, const PassLimits &limits = {});

  // Rows as Sample::feed takes them; weights are rounded to multiples of 2^-20. Nothing is kept of a call that fails.
  void feed(const Reals &scores, Strided<const uint8_t> labels, const Reals &weights);
  // Throws if the other belongs to another pass, or to other options. Nothing is changed then.
  void merge(const ThresholdPass &other);

  // Once a pass has all rows: the answer, or none, and this is then the next pass, without rows.
  std::optional<ChosenThresholds> next();

  int64_t pass() const;
  int64_t rows() const { return static_cast<int64_t>(totals_.rows()); }
  int64_t bins() const { return static_cast<int64_t>(bins_.size()); }
  int64_t windows() const;

  // The same bytes for the same rows, however they were fed and merged.
  std::string save() const;
  static ThresholdPass load(std::string_view bytes);

 private:
  struct Plan;
  struct Found;
  explicit ThresholdPass(std::shared_ptr<const Plan> plan);
  static std::vector<ScoreBin> pieces_after(const Plan &plan, const std::vector<ScoreBin> &bins);
  static Found search(const Plan &plan, const std::vector<ScoreBin> &pieces, const PassTotals &totals);

  std::shared_ptr<const Plan> plan_;
  ScoreBins bins_;
  PassTotals totals_;
};

}  // namespace wald::core::thresholds
