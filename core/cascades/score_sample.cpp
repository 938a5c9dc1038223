// Feeding, merging, dealing out.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/score_sample.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <numeric>

#include "core/numeric/random/mix.hpp"

namespace wald::core::cascades {

namespace {

// Columns of one source row range to one block, and whether all of them are finite.
template <class T>
bool copy_columns(const T *from, int64_t row_stride, int64_t col_stride, int64_t rows, int64_t columns, T *to,
                  int64_t to_stride) {
  constexpr int64_t tile = 64;  // rows whose lines of the source stay in the cache while its columns are walked
  bool finite = true;
  for (int64_t begin = 0; begin < rows; begin += tile) {
    const int64_t end = std::min(begin + tile, rows);
    for (int64_t j = 0; j < columns; ++j) {
      const T *const in = from + j * col_stride;
      T *const out = to + j * to_stride;
      T sum = 0;
      for (int64_t i = begin; i < end; ++i) {
        const T s = in[i * row_stride];
        out[i] = s;
        sum += s * 0;
      }
      finite = finite && sum == 0;
    }
  }
  return finite;
}

uint64_t bits_of(double x) {
  x += 0.0;  // -0 and 0 are one score
  uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

}  // namespace

ScoreSample::ScoreSample(int64_t models, int64_t classes) : models_(models), classes_(classes) {
  if (models < 1 || models > max_models)
    fail(Status::argument, "n_models is ", models, ": must lie in [1, ", max_models, "]");
  if (classes < 1 || classes > max_classes)
    fail(Status::argument, "n_classes is ", classes, ": must lie in [1, ", max_classes, "]");
  if (models * classes > max_models * 16)
    fail(Status::argument, "n_classes is ", classes, ": must be at most ", max_models * 16 / models, " with ", models,
         " models");
}

ScoreSample::Block &ScoreSample::open_block(bool is_float, int64_t wanted) {
  if (blocks_.empty() || blocks_.back().rows == blocks_.back().capacity || blocks_.back().is_float != is_float) {
    // Blocks double until a few million scores; none is for more than 4096 rows, whose sums the cache holds.
    const int64_t most = std::clamp<int64_t>((int64_t{1} << 21) / columns(), 16, 4096);
    Block block;
    block.is_float = is_float;
    block.capacity = std::min(most, std::max({wanted, rows_, int64_t{16}}));
    const auto numbers = static_cast<std::size_t>(columns() * block.capacity);
    if (is_float)
      block.floats.resize(numbers);
    else
      block.doubles.resize(numbers);
    blocks_.push_back(std::move(block));
  }
  return blocks_.back();
}

void ScoreSample::feed(const RealTable &scores, const Reals &weights, const Reals &targets, int64_t first) {
  if (scores.cols != columns())
    fail(Status::argument, "n_scores is ", scores.cols, ": must be ", columns(),
         classes_ == 1 ? ", one per model" : ", one per model and class");
  if (scores.rows == 0) return;
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  if (scores.rows > most - rows_) fail(Status::argument, "n_rows is ", scores.rows, ": must be at most ", most - rows_);
  const bool targeted = targets.data != nullptr;
  if (rows_ > 0 && targeted != has_targets())
    fail(Status::argument, "targets is ", targeted ? "given" : "NULL", ": must be ", targeted ? "NULL" : "given",
         ", as for the rows fed before");
  for (int64_t i = 0; i < scores.rows; ++i) {
    const double w = weights.data ? weights[i] : 1.0;
    if (!(w >= 0) || std::isinf(w))
      fail(Status::argument, "weights[", first + i, "] is ", w, ": must be finite and at least 0");
    if (!targeted) continue;
    const double y = targets[i];
    if (!std::isfinite(y)) fail(Status::argument, "targets[", first + i, "] is ", y, ": must be finite");
    if (classes_ > 1 && (y != std::floor(y) || y < 0 || y >= static_cast<double>(classes_)))
      fail(Status::argument, "targets[", first + i, "] is ", y, ": must be a class in [0, ", classes_ - 1, "]");
  }
  const auto blocks_before = blocks_.size();
  const int64_t filled_before = blocks_.empty() ? 0 : blocks_.back().rows;
  const int64_t rows_before = rows_;
  try {
    if (weights.data && weights_.empty()) weights_.assign(static_cast<std::size_t>(rows_), 1.0);
    for (int64_t done = 0; done < scores.rows;) {
      Block &block = open_block(scores.is_float, scores.rows - done);
      const int64_t take = std::min(scores.rows - done, block.capacity - block.rows);
      const RealTable part{scores.row(done).data, scores.is_float,   take,
                           scores.cols,           scores.row_stride, scores.col_stride};
      const bool finite = scores.is_float
                              ? copy_columns(static_cast<const float *>(part.data), part.row_stride, part.col_stride,
                                             take, scores.cols, block.floats.data() + block.rows, block.capacity)
                              : copy_columns(static_cast<const double *>(part.data), part.row_stride, part.col_stride,
                                             take, scores.cols, block.doubles.data() + block.rows, block.capacity);
      if (!finite)
        for (int64_t i = 0; i < take; ++i)
          for (int64_t j = 0; j < scores.cols; ++j)
            if (!std::isfinite(part.row(i)[j]))
              fail(Status::argument, "scores[", first + done + i, "][", j, "] is ", part.row(i)[j], ": must be finite");
      block.rows += take;
      done += take;
    }
    if (weights.data || !weights_.empty())
      for (int64_t i = 0; i < scores.rows; ++i) weights_.push_back(weights.data ? weights[i] : 1.0);
    if (targeted)
      for (int64_t i = 0; i < scores.rows; ++i) targets_.push_back(targets[i]);
    rows_ += scores.rows;
  } catch (...) {
    blocks_.resize(blocks_before);
    if (!blocks_.empty()) blocks_.back().rows = filled_before;
    if (!weights_.empty()) weights_.resize(static_cast<std::size_t>(rows_before));
    targets_.resize(targets_.empty() ? 0 : static_cast<std::size_t>(rows_before));
    throw;
  }
}

void ScoreSample::merge(const ScoreSample &other) {
  if (other.models_ != models_) fail(Status::argument, "other has ", other.models_, " models: must have ", models_);
  if (other.classes_ != classes_)
    fail(Status::argument, "other has ", other.classes_, " classes: must have ", classes_);
  if (other.rows_ == 0) return;
  if (rows_ > 0 && other.has_targets() != has_targets())
    fail(Status::argument, "other has ", other.has_targets() ? "targets" : "no targets", ": must be as this one");
  if (other.rows_ > std::numeric_limits<int32_t>::max() - rows_)
    fail(Status::argument, "other has ", other.rows_, " rows: must have at most ",
         std::numeric_limits<int32_t>::max() - rows_);
  if (&other == this) return merge(ScoreSample(other));
  // All room is made before any row is kept: a merge that runs out of memory changes nothing.
  const auto make_room = [](auto &x, std::size_t size) {
    if (size > x.capacity()) x.reserve(std::max(size, x.size() + x.size() / 2));
  };
  const bool weighted = !weights_.empty() || !other.weights_.empty();
  auto blocks = other.blocks_;
  if (weighted) make_room(weights_, static_cast<std::size_t>(rows_ + other.rows_));
  make_room(targets_, targets_.size() + other.targets_.size());
  make_room(blocks_, blocks_.size() + blocks.size());
  if (weighted) {
    weights_.resize(static_cast<std::size_t>(rows_), 1.0);
    for (int64_t i = 0; i < other.rows_; ++i) weights_.push_back(other.weight(i));
  }
  targets_.insert(targets_.end(), other.targets_.begin(), other.targets_.end());
  // Feeding never writes into a block that is not the last, so a part-filled one may stand in the middle.
  std::move(blocks.begin(), blocks.end(), std::back_inserter(blocks_));
  rows_ += other.rows_;
}

void ScoreSample::clear() { *this = ScoreSample(models_, classes_); }

bool ScoreSample::equal_weights() const {
  double first = 0;
  for (double w : weights_) {
    if (w == 0) continue;
    if (first == 0) first = w;
    if (w != first) return false;
  }
  return true;
}

double ScoreSample::weight_unit() const {
  double most = 1;
  bool whole = true;
  for (const double w : weights_) {
    most = std::max(most, w);
    whole = whole && w == std::floor(w);
  }
  const auto n = static_cast<double>(rows_);
  if (whole && most * n < 0x1p53) return 1;
  if (!whole) most = *std::max_element(weights_.begin(), weights_.end());
  return std::exp2(std::ceil(std::log2(most)) + std::ceil(std::log2(n)) - 52);
}

ScoreSample ScoreSample::part(const std::vector<int32_t> &parts, int32_t which, bool inside) const {
  ScoreSample out(models_, classes_);
  int64_t row = 0;
  for (const Block &block : blocks_) {
    // Runs of rows would be rare: each row is copied alone, column by column.
    std::vector<int64_t> taken;
    for (int64_t i = 0; i < block.rows; ++i)
      if ((parts[static_cast<std::size_t>(row + i)] == which) == inside) taken.push_back(i);
    for (std::size_t done = 0; done < taken.size();) {
      Block &to = out.open_block(block.is_float, static_cast<int64_t>(taken.size() - done));
      const std::size_t take = std::min(taken.size() - done, static_cast<std::size_t>(to.capacity - to.rows));
      for (int64_t j = 0; j < columns(); ++j) {
        for (std::size_t i = 0; i < take; ++i) {
          const auto source = static_cast<std::size_t>(j * block.capacity + taken[done + i]);
          const auto target = static_cast<std::size_t>(j * to.capacity + to.rows) + i;
          if (block.is_float)
            to.floats[target] = block.floats[source];
          else
            to.doubles[target] = block.doubles[source];
        }
      }
      to.rows += static_cast<int64_t>(take);
      done += take;
    }
    for (int64_t i : taken) {
      if (!weights_.empty()) out.weights_.push_back(weight(row + i));
      if (has_targets()) out.targets_.push_back(target(row + i));
    }
    out.rows_ += static_cast<int64_t>(taken.size());
    row += block.rows;
  }
  return out;
}

std::optional<ScoreSample> ScoreSample::of_weight() const {
  if (std::find(weights_.begin(), weights_.end(), 0.0) == weights_.end()) return std::nullopt;
  std::vector<int32_t> counts;
  for (const double w : weights_) counts.push_back(w > 0);
  return part(counts, 1, true);
}

std::vector<int32_t> ScoreSample::deal(int32_t parts, uint64_t seed) const {
  // Rows are put in the order of a hash of what they hold; equal rows may stand for each other.
  std::vector<uint64_t> hash(static_cast<std::size_t>(rows_));
  std::size_t begin = 0;
  for (const Block &block : blocks_) {
    const auto rows = static_cast<std::size_t>(block.rows);
    for (std::size_t i = 0; i < rows; ++i) {
      const auto row = static_cast<int64_t>(begin + i);
      hash[begin + i] = mix_bits(seed ^ bits_of(weight(row))) ^ (has_targets() ? mix_bits(bits_of(target(row))) : 0);
    }
    for (int64_t j = 0; j < columns(); ++j)
      for (std::size_t i = 0; i < rows; ++i)
        hash[begin + i] = mix_bits(hash[begin + i] * 3 + bits_of(block.at(j, static_cast<int64_t>(i))));
    begin += rows;
  }
  std::vector<int64_t> order(hash.size());
  std::iota(order.begin(), order.end(), int64_t{0});
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    const uint64_t x = hash[static_cast<std::size_t>(a)], y = hash[static_cast<std::size_t>(b)];
    return x != y ? x < y : a < b;
  });
  std::vector<int32_t> out(hash.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    out[static_cast<std::size_t>(order[i])] = static_cast<int32_t>(i % static_cast<std::size_t>(parts));
  return out;
}

}  // namespace wald::core::cascades
