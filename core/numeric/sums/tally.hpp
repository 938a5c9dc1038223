// Numbers in any order to runs of equal ones: a number that comes often is counted, not kept.
#pragma once

#include <cstdint>
#include <vector>

namespace wald::core {

// This many items of one probability.
struct Run {
  double p;
  int64_t count;
};

// Numbers that are not negative, of any number and order. Each of a few hundred slots holds one number and counts it.
// The others are kept as they come, and each of those costs the slot's number, which has to come as often, a point of
// its credit; without any it gives way. So whatever comes often has a slot most of the time.
class Tally {
 public:
  void start();
  // values is scratch afterwards, and has room for compress_spare more.
  void add(double *values, int32_t count);
  // Memory, in numbers.
  std::size_t kept() const { return loose_.size() + 2 * runs_.size(); }
  // All runs by falling probability; the tally is empty afterwards.
  void take(std::vector<Run> &out);

 private:
  static constexpr int slot_bits = 9;
  struct Slot {
    double p;
    int64_t count, credit;
  };
  void note(double p, int64_t times);

  std::vector<Slot> slots_;
  std::vector<double> loose_;
  std::vector<Run> runs_;
};

}  // namespace wald::core
