// The bytes of a table in bins.
#include "core/numeric/contraction.hpp"  // first

#include <algorithm>

#include "core/decisions/micro/micro_plan.hpp"
#include "core/decisions/micro/table_pass.hpp"
#include "core/saved/saved_binary.hpp"
#include "core/saved/saved_bytes.hpp"

namespace wald::core::decisions {

namespace {

constexpr const char *saved_what = "table in bins";
constexpr uint64_t most_items_saved = uint64_t{1} << 53;
constexpr uint64_t bits_of_one = 0x3ff0000000000000u;

void write(ByteWriter &out, const Wide &x) {
  out.whole(x.high);
  out.whole(x.low);
}
Wide read_wide(ByteReader &in) {
  const uint64_t high = in.whole();
  return {high, in.whole()};
}

// Ascending: the distance of each bin to the one before, how many items, and, where there are several numbers, how wide
// it is and by how much the sum of bits is above what it is at least.
void write_bins(ByteWriter &out, const std::vector<MicroBin> &bins) {
  out.whole(bins.size());
  uint64_t behind = 0;
  for (const MicroBin &bin : bins) {
    out.whole(bin.least - behind);
    behind = bin.greatest;
    out.whole(bin.count << 1 | (bin.exact() ? 0 : 1));
    if (bin.exact()) continue;
    out.whole(bin.greatest - bin.least);
    Wide least;
    least.add_product(bin.least, bin.count);
    write(out, bin.sum.less(least));
  }
}
std::vector<MicroBin> read_bins(ByteReader &in) {
  std::vector<MicroBin> out(in.count(2));
  uint64_t behind = 0, items = 0;
  for (MicroBin &bin : out) {
    const uint64_t distance = in.whole();
    if (distance == 0 || distance > bits_of_one - behind) in.malformed("a bin does not lie above the one before");
    bin.least = bin.greatest = behind + distance;
    const uint64_t holds = in.whole(most_items_saved << 1 | 1);
    bin.count = holds >> 1;
    items += bin.count;
    if (bin.count == 0 || items > most_items_saved) in.malformed("a bin is empty, or there are too many items");
    bin.sum.add_product(bin.least, bin.count);
    if (holds & 1) {
      const uint64_t wide = in.whole(bits_of_one - bin.least);
      if (wide == 0) in.malformed("a bin has no width");
      bin.greatest += wide;
      const Wide more = read_wide(in);
      Wide most;
      most.add_product(wide, bin.count);
      if (most < more) in.malformed("a sum is greater than the items of a bin allow");
      bin.sum.add(more);
    }
    behind = bin.greatest;
  }
  return out;
}

void write(ByteWriter &out, const PowerSlices &slices, int32_t powers) {
  out.whole(slices.count);
  if (slices.count == 0) return;
  for (int32_t j = 0; j < powers; ++j)
    for (const Wide *x : {&slices.coarse[j], &slices.fine[j]}) {
      out.fixed(x->high);
      out.fixed(x->low);
    }
}
PowerSlices read_slices(ByteReader &in, int32_t powers) {
  PowerSlices out;
  out.count = in.whole(most_items_saved);
  if (out.count == 0) return out;
  for (int32_t j = 0; j < powers; ++j)
    for (Wide *x : {&out.coarse[j], &out.fine[j]}) {
      x->high = in.fixed();
      x->low = in.fixed();
    }
  return out;
}

void write(ByteWriter &out, const MicroTotals &totals) {
  out.whole(totals.items);
  out.whole(totals.positive);
  out.whole(totals.largest);
  out.fixed(totals.print);
}
MicroTotals read_totals(ByteReader &in) {
  MicroTotals out;
  out.items = in.whole(most_items_saved);
  out.positive = in.whole(out.items);
  out.largest = in.whole(bits_of_one);
  out.print = in.fixed();
  if ((out.positive == 0) != (out.largest == 0)) in.malformed("the largest probability does not fit the items");
  return out;
}

}  // namespace

std::string TablePass::save() const {
  ByteWriter out;
  out.text(plan_->bytes);
  write(out, totals_);
  out.whole(static_cast<uint64_t>(bins_.shift()));
  write_bins(out, bins_.ascending());
  if (plan_->pass > 1) {
    write(out, above_, plan_->above.powers);
    write(out, below_, plan_->below.powers);
    if (plan_->form == MicroPlan::is_rates) {
      write(out, above_complements_, plan_->above_complements.powers);
      write(out, below_complements_, plan_->below_complements.powers);
    }
    out.whole(above_.count > 0 ? least_above_ : 0);
  }
  BinaryWriter state(SavedBody::table_pass, out.bytes().size());
  state.bytes(out.bytes().data(), out.bytes().size());
  return state.take();
}

TablePass TablePass::load(std::string_view bytes) {
  if (!is_binary(bytes)) fail(Status::format, "saved ", saved_what, ": is no state in binary");
  const BinaryReader state(bytes, SavedBody::table_pass, saved_what);
  ByteReader in(state.rest(), "saved table in bins");
  in.whole(in.rest().size());  // the length of the plan, which says it of itself
  MicroPlan plan;
  const std::string_view name = in.text();
  const int zero_division = static_cast<int>(in.whole(1));
  constexpr uint64_t most_k = uint64_t{1} << 62;
  plan.options.at_least = static_cast<int64_t>(in.whole(most_k)) - 1;
  plan.options.at_most = static_cast<int64_t>(in.whole(most_k)) - 1;
  plan.limits.first = static_cast<std::size_t>(in.whole(MicroLimits::most));
  plan.limits.later = static_cast<std::size_t>(in.whole(MicroLimits::most));
  plan.limits.few = static_cast<int64_t>(in.whole(uint64_t{1} << 20));
  try {
    plan.set_metric(*parse_metric(name, zero_division));
    plan.options.k_range(std::numeric_limits<int64_t>::max());
  } catch (const Error &e) {
    in.malformed(e.what());
  }
  plan.pass = static_cast<int64_t>(in.whole(MicroPlan::most_passes));
  if (plan.pass == 0) in.malformed("pass is 0: must be at least 1");
  if (plan.pass > 1) {
    plan.totals = read_totals(in);
    plan.low = in.real();
    plan.high = in.real();
    plan.z = in.real();
    if (plan.form == MicroPlan::is_rates) plan.z_complements = in.real();
    if (plan.totals.positive == 0 || !(plan.low > 0 && plan.low <= plan.high && plan.high <= 1) ||
        !(plan.z >= 0 && plan.z <= 1) || !(plan.z_complements >= 0 && plan.z_complements <= 1))
      in.malformed("the window is none");
  }
  plan.finish();
  const auto known = std::make_shared<const MicroPlan>(std::move(plan));
  TablePass out(known);
  out.totals_ = read_totals(in);
  const int shift = static_cast<int>(in.whole(63));
  const std::vector<MicroBin> bins = read_bins(in);
  if (bins.size() > std::max(known->most_bins(), 4 * out.bins_.windows().size()))
    in.malformed("there are too many bins");
  uint64_t items = 0;
  const std::vector<NumberWindow> &windows = out.bins_.windows();
  std::size_t w = 0;
  for (const MicroBin &bin : bins) {
    while (w < windows.size() && windows[w].high < bin.least) ++w;
    if (w == windows.size() || bin.least < windows[w].low || bin.greatest > windows[w].high)
      in.malformed("a bin lies in no window");
    if ((bin.least - windows[w].low) >> shift != (bin.greatest - windows[w].low) >> shift)
      in.malformed("a bin is too wide");
    items += bin.count;
  }
  if (known->pass > 1) {
    out.above_ = read_slices(in, known->above.powers);
    out.below_ = read_slices(in, known->below.powers);
    if (known->form == MicroPlan::is_rates) {
      out.above_complements_ = read_slices(in, known->above_complements.powers);
      out.below_complements_ = read_slices(in, known->below_complements.powers);
      if (out.above_complements_.count != out.above_.count || out.below_complements_.count != out.below_.count)
        in.malformed("sums of complements are not of the same items");
    }
    const uint64_t least = in.whole(bits_of_one);
    if (out.above_.count > 0) out.least_above_ = least;
    if ((out.above_.count > 0) != (least > 0)) in.malformed("the least item above the window does not fit");
    items += out.above_.count + out.below_.count;
  }
  in.finish();
  if (items != out.totals_.positive) in.malformed("bins do not hold all items");
  out.bins_.restore(shift, bins);
  if (out.bins_.size() != bins.size()) in.malformed("two bins are one");
  return out;
}

}  // namespace wald::core::decisions
