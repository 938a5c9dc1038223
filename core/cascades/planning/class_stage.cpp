// K classes: an example leaves with its leading class once that is ahead of the second by a margin. A threshold at the
// margin of a row that is led wrongly lets go all with a larger one: the same tail of order statistics as for two
// classes, on one side, but which rows are decided wrongly depends on the candidate.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>

#include "core/cascades/planning/stage.hpp"

namespace wald::core::cascades {

namespace {

struct ClassScratch {
  std::vector<int64_t> margins;
  std::vector<uint8_t> wrong;
  std::vector<std::pair<int64_t, int64_t>> errors;  // margin, weight of rows that are led wrongly
};

class ClassStage final : public Stage {
 public:
  ClassStage(const FixedScores &scores, int workers)
      : scores_(scores),
        classes_(static_cast<std::size_t>(scores.classes)),
        live_(scores.total_weight),
        scratch_(static_cast<std::size_t>(workers)) {
    for (int64_t i = 0; i < scores.n; ++i) rows_.push_back(i);
    sums_.assign(rows_.size() * classes_, 0);
    full_.assign(rows_.size() * classes_, 0);
    for (int64_t t = 0; t < scores.models; ++t) add(t, full_);
  }

  int64_t live() const override { return live_; }
  int64_t work() const override { return static_cast<int64_t>(sums_.size()); }

  Leaving score(int32_t model, int64_t budget, double, double, int worker) override {
    ClassScratch &scratch = scratch_[static_cast<std::size_t>(worker)];
    measure(model, scratch);
    return leaving(scratch, threshold(budget, scratch));
  }

  double distance(int32_t model) const override {
    double sum = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (std::size_t c = 0; c < classes_; ++c) {
        const double d = static_cast<double>(sums_[i * classes_ + c]) + score_of(model, c, i) -
                         static_cast<double>(full_[i * classes_ + c]);
        sum += static_cast<double>(scores_.weight(rows_[i])) * d * d;
      }
    return sum;
  }

  Leaving take(int32_t model, int64_t budget, bool last, Position &position) override {
    position.model = model;
    position.low = never_below;
    position.high = last ? 0 : never_above;
    ClassScratch &scratch = scratch_[0];
    measure(model, scratch);
    if (!last) place(scratch, threshold(budget, scratch), position);
    add(model, sums_);
    Leaving out;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (scratch.margins[i] >= position.high) {
        const int64_t w = scores_.weight(rows_[i]);
        out.exits += w;
        if (scratch.wrong[i]) out.errors += w;
        continue;
      }
      for (std::size_t c = 0; c < classes_; ++c) {
        sums_[kept * classes_ + c] = sums_[i * classes_ + c];
        full_[kept * classes_ + c] = full_[i * classes_ + c];
      }
      rows_[kept++] = rows_[i];
    }
    rows_.resize(kept);
    sums_.resize(kept * classes_);
    full_.resize(kept * classes_);
    live_ -= out.exits;
    return out;
  }

 private:
  // Who is led wrongly with margins above `value` may err; the widest such threshold.
  struct Threshold {
    bool all;       // every row leaves
    int64_t value;  // else those above it do
  };

  int32_t score_of(int64_t model, std::size_t c, std::size_t i) const {
    return scores_.column(model, static_cast<int64_t>(c))[rows_[i]];
  }
  void add(int64_t model, std::vector<int64_t> &sums) const {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (std::size_t c = 0; c < classes_; ++c) sums[i * classes_ + c] += score_of(model, c, i);
  }

  void measure(int32_t model, ClassScratch &scratch) const {
    scratch.margins.resize(rows_.size());
    scratch.wrong.resize(rows_.size());
    scratch.errors.clear();
    std::vector<int64_t> sums(classes_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t c = 0; c < classes_; ++c) sums[c] = sums_[i * classes_ + c] + score_of(model, c, i);
      const Lead ahead = lead(sums.data(), scores_.classes);
      scratch.margins[i] = ahead.margin;
      scratch.wrong[i] = ahead.leader != scores_.full[static_cast<std::size_t>(rows_[i])];
      if (scratch.wrong[i]) scratch.errors.emplace_back(ahead.margin, scores_.weight(rows_[i]));
    }
  }

  Threshold threshold(int64_t budget, ClassScratch &scratch) const {
    auto &errors = scratch.errors;
    int64_t sum = 0;
    for (const auto &[margin, weight] : errors) sum += weight;
    if (sum <= budget) return {true, 0};
    const auto wanted =
        static_cast<std::size_t>(std::min(static_cast<int64_t>(errors.size()), budget / scores_.least_weight + 1));
    const auto larger = [](const auto &a, const auto &b) { return a.first > b.first; };
    std::nth_element(errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(wanted - 1), errors.end(), larger);
    std::sort(errors.begin(), errors.begin() + static_cast<std::ptrdiff_t>(wanted), larger);
    Threshold out{false, errors[0].first};
    sum = 0;
    for (std::size_t i = 0; i < wanted && sum <= budget; ++i) {
      out.value = errors[i].first;  // those before it err; among equal ones the first says how many
      while (i + 1 < wanted && errors[i + 1].first == errors[i].first) sum += errors[i++].second;
      sum += errors[i].second;
    }
    return out;
  }

  Leaving leaving(const ClassScratch &scratch, const Threshold &threshold) const {
    Leaving out;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!threshold.all && scratch.margins[i] <= threshold.value) continue;
      const int64_t w = scores_.weight(rows_[i]);
      out.exits += w;
      if (scratch.wrong[i]) out.errors += w;
    }
    return out;
  }

  // Half way between the last margin that stays and the first that leaves.
  void place(const ClassScratch &scratch, const Threshold &threshold, Position &position) const {
    int64_t first = never_above;
    for (const int64_t m : scratch.margins)
      if (threshold.all || m > threshold.value) first = std::min(first, m);
    if (first == never_above) return;
    position.high = threshold.all ? first : threshold.value + (first - threshold.value + 1) / 2;
  }

  const FixedScores &scores_;
  const std::size_t classes_;
  int64_t live_;
  std::vector<ClassScratch> scratch_;
  std::vector<int64_t> rows_, sums_, full_;  // of the rows that are undecided
};

}  // namespace

std::unique_ptr<Stage> make_class_stage(const FixedScores &scores, int workers) {
  return std::make_unique<ClassStage>(scores, workers);
}

}  // namespace wald::core::cascades
