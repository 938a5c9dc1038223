// Splits the labels by the sets of vectors that hold them.
#include "core/numeric/contraction.hpp"  // first

#include "core/decisions/joint/label_groups.hpp"

#include <algorithm>

namespace wald::core::decisions {
namespace {

constexpr uint32_t unseen = UINT32_MAX;

// Numbers pairs of a class and a set of vectors in the order in which they are first met.
class PairNumbers {
 public:
  PairNumbers(std::size_t pairs, uint32_t first) : next_(first) {
    std::size_t size = 64;
    while (size < 2 * pairs) size *= 2;
    places_.assign(size, {0, 0, unseen});
  }
  uint32_t of(uint32_t own, uint64_t set) {
    uint64_t hash = (set ^ own * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ hash >> 31) * 0x94d049bb133111ebu;
    for (std::size_t at = hash >> 32;; ++at) {
      Place &place = places_[at & (places_.size() - 1)];
      if (place.number == unseen) {
        place = {set, own, next_++};
        return place.number;
      }
      if (place.set == set && place.own == own) return place.number;
    }
  }
  uint32_t next() const { return next_; }

 private:
  struct Place {
    uint64_t set;
    uint32_t own, number;
  };
  std::vector<Place> places_;
  uint32_t next_;
};

// The class of each label after all vectors; unseen if none holds it. Some numbers of classes are left unused.
struct Classes {
  std::vector<uint32_t> of_label;
  uint32_t count = 0;
};

// Sixty-four vectors at a time: labels of one class stay in one if the same of these vectors hold them.
Classes split_by(const std::vector<Joint::Vector> &vectors, int64_t n) {
  constexpr std::size_t at_a_time = 64;
  Classes classes{std::vector<uint32_t>(static_cast<std::size_t>(n), unseen), 0};
  std::vector<uint64_t> sets(static_cast<std::size_t>(n), 0);
  std::vector<int32_t> held;
  for (std::size_t begin = 0; begin < vectors.size(); begin += at_a_time) {
    held.clear();
    for (std::size_t v = begin; v < std::min(vectors.size(), begin + at_a_time); ++v)
      for (const int32_t *i = vectors[v].begin; i != vectors[v].end; ++i) {
        uint64_t &set = sets[static_cast<std::size_t>(*i)];
        if (set == 0) held.push_back(*i);
        set |= uint64_t{1} << (v - begin);
      }
    PairNumbers numbers(held.size(), classes.count);
    for (int32_t i : held) {
      const auto at = static_cast<std::size_t>(i);
      classes.of_label[at] = numbers.of(classes.of_label[at], sets[at]);
      sets[at] = 0;
    }
    classes.count = numbers.next();
  }
  return classes;
}

}  // namespace

LabelGroups::LabelGroups(const std::vector<Joint::Vector> &vectors, int64_t n) : n_(n) {
  const Classes classes = split_by(vectors, n);
  std::vector<uint32_t> group_of_class(classes.count, unseen);
  std::vector<int32_t> first_label;
  for (int64_t i = 0; i < n; ++i) {
    const uint32_t own = classes.of_label[static_cast<std::size_t>(i)];
    if (own == unseen) continue;
    uint32_t &group = group_of_class[own];
    if (group == unseen) {
      group = static_cast<uint32_t>(sizes_.size());
      sizes_.push_back(0);
      first_label.push_back(static_cast<int32_t>(i));
    }
    ++sizes_[group];
    labels_.push_back(static_cast<int32_t>(i));
    group_.push_back(group);
  }
  const std::size_t held = sizes_.size();
  std::vector<std::size_t> ends(held + 1, 0);
  for (const Joint::Vector &v : vectors) {
    for (const int32_t *i = v.begin; i != v.end; ++i) {
      const uint32_t group = group_of_class[classes.of_label[static_cast<std::size_t>(*i)]];
      if (first_label[group] != *i) continue;
      groups_.push_back(group);
      ++ends[group + 1];
    }
    group_offsets_.push_back(groups_.size());
  }
  for (std::size_t g = 0; g < held; ++g) ends[g + 1] += ends[g];
  holder_offsets_ = ends;
  holders_.resize(groups_.size());
  for (std::size_t v = 0; v < vectors.size(); ++v)
    for (uint32_t g : groups_of(v)) holders_[ends[g]++] = static_cast<uint32_t>(v);
  if (occurring() < n) {
    sizes_.push_back(n - occurring());
    holder_offsets_.push_back(holder_offsets_.back());
  }
  // Sums over sets of eight vectors, looked up by group, are the faster ones where there are many links.
  constexpr std::size_t many_links = 4096;
  if (vectors.size() > 64 || links() < many_links) return;
  sets_.assign(count(), 0);
  for (std::size_t g = 0; g < count(); ++g)
    for (uint32_t v : holders(g)) sets_[g] |= uint64_t{1} << v;
}

void LabelGroups::sum_over_holders(const std::vector<double> &of_vector, double of_label,
                                   std::vector<double> &out) const {
  out.resize(count());
  if (sets_.empty()) {
    for (std::size_t g = 0; g < out.size(); ++g) {
      double sum = of_label;
      for (uint32_t v : holders(g)) sum += of_vector[v];
      out[g] = sum;
    }
    return;
  }
  std::vector<double> parts((of_vector.size() + 7) / 8 * 256, 0.0);
  for (std::size_t v = 0; v < of_vector.size(); ++v) {
    double *const sums = parts.data() + v / 8 * 256;
    const std::size_t bit = std::size_t{1} << v % 8;
    for (std::size_t set = 0; set < bit; ++set) sums[bit + set] = sums[set] + of_vector[v];
  }
  for (std::size_t g = 0; g < out.size(); ++g) {
    double sum = of_label;
    uint64_t set = sets_[g];
    for (const double *sums = parts.data(); set; set >>= 8, sums += 256) sum += sums[set & 255];
    out[g] = sum;
  }
}

void LabelGroups::sum_over_groups(const std::vector<int64_t> &numbers, std::vector<int64_t> &tp) const {
  tp.assign(group_offsets_.size() - 1, 0);
  if (sets_.empty()) {
    for (std::size_t g = 0; g < numbers.size(); ++g)
      if (numbers[g] > 0)
        for (uint32_t v : holders(g)) tp[v] += numbers[g];
    return;
  }
  std::vector<int64_t> parts((tp.size() + 7) / 8 * 256, 0);
  for (std::size_t g = 0; g < numbers.size(); ++g) {
    if (numbers[g] == 0) continue;
    uint64_t set = sets_[g];
    for (int64_t *counts = parts.data(); set; set >>= 8, counts += 256) counts[set & 255] += numbers[g];
  }
  for (std::size_t v = 0; v < tp.size(); ++v)
    for (std::size_t set = 0; set < 256; ++set)
      if (set >> v % 8 & 1) tp[v] += parts[v / 8 * 256 + set];
}

std::vector<int64_t> LabelGroups::items_of(const std::vector<int64_t> &numbers) const {
  std::vector<int64_t> left = numbers, out;
  for (std::size_t i = 0; i < labels_.size(); ++i) {
    int64_t &of_group = left[group_[i]];
    if (of_group == 0) continue;
    --of_group;
    out.push_back(labels_[i]);
  }
  int64_t absent = occurring() < n_ ? left.back() : 0;
  std::size_t next = 0;
  for (int64_t i = 0; absent > 0; ++i) {
    if (next < labels_.size() && labels_[next] == i) {
      ++next;
      continue;
    }
    out.push_back(i);
    --absent;
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace wald::core::decisions
