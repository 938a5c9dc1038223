// Finds the threshold of one score from passes over rows in bins.
#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/pass/threshold_pass.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numeric/infinity.hpp"
#include "core/saved/saved_binary.hpp"
#include "core/saved/saved_bytes.hpp"
#include "core/thresholds/flags.hpp"
#include "core/thresholds/frontier/pieces.hpp"
#include "core/thresholds/sample/levels.hpp"

namespace wald::core::thresholds {

namespace {

constexpr const char *saved_what = "binned rows";

// ---- Bytes ---------------------------------------------------------------------------------------

void write(ByteWriter &out, const Wide &x) {
  out.whole(x.high);
  out.whole(x.low);
}
Wide read_wide(ByteReader &in) {
  const uint64_t high = in.whole();
  return {high, in.whole()};
}

// Squares are left out where all rows weigh 1: they follow.
bool squares_follow(const PassTotals &totals) {
  for (int label : {0, 1}) {
    const PassTotals::OfLabel &l = totals.labels[label];
    if (l.rows > 0 && (l.least != units_of_one || l.greatest != units_of_one)) return false;
  }
  return true;
}

// Whole weights are written as such.
void write_units(ByteWriter &out, uint64_t units) {
  const bool whole = units % units_of_one == 0;
  out.whole(whole ? units / units_of_one << 1 : units << 1 | 1);
}
uint64_t read_units(ByteReader &in) {
  const uint64_t x = in.whole((most_units << 1) + 1), units = x >> 1;
  if (x & 1) return units;
  if (units > most_units / units_of_one) in.malformed("a sum of weights is too large");
  return units * units_of_one;
}

// Ascending: the distance of each bin to the one before, how wide it is, and which labels it holds.
void write_bins(ByteWriter &out, const std::vector<ScoreBin> &bins, bool squares_follow) {
  out.whole(bins.size());
  uint64_t behind = 0;
  for (const ScoreBin &bin : bins) {
    out.whole(bin.least - behind);
    behind = bin.greatest;
    uint64_t holds = bin.exact() ? 0 : 8;
    for (int label = 0; label < 3; ++label) holds |= bin.units[label] > 0 ? uint64_t{1} << label : 0;
    out.whole(holds);
    if (!bin.exact()) out.whole(bin.greatest - bin.least);
    for (int label = 0; label < 3; ++label) {
      if (bin.units[label] == 0) continue;
      write_units(out, bin.units[label]);
      if (label < 2 && !squares_follow) write(out, bin.squares[label]);
    }
  }
}
std::vector<ScoreBin> read_bins(ByteReader &in, bool squares_follow) {
  const uint64_t lowest = ordered_bits(-infinity), highest = ordered_bits(largest_double);
  std::vector<ScoreBin> out(in.count(3));
  uint64_t behind = 0;
  for (ScoreBin &bin : out) {
    const uint64_t distance = in.whole();
    if (distance == 0 || distance > highest - behind || behind + distance < lowest)
      in.malformed("a bin does not lie above the one before");
    bin.least = bin.greatest = behind + distance;
    const uint64_t holds = in.whole(15);
    if ((holds & 7) == 0) in.malformed("a bin is empty");
    if (holds & 8) {
      const uint64_t wide = in.whole(highest - bin.least);
      if (wide == 0) in.malformed("a bin has no width");
      bin.greatest += wide;
    }
    behind = bin.greatest;
    for (int label = 0; label < 3; ++label) {
      if (!(holds & uint64_t{1} << label)) continue;
      bin.units[label] = read_units(in);
      if (bin.units[label] == 0) in.malformed("a weight is 0");
      if (label == not_rated) continue;
      if (squares_follow)
        bin.squares[label].add_product(bin.units[label], units_of_one);
      else
        bin.squares[label] = read_wide(in);
    }
  }
  return out;
}

void write(ByteWriter &out, const PassTotals &totals) {
  for (const PassTotals::OfLabel &label : totals.labels) {
    out.whole(label.rows);
    if (label.rows == 0) continue;
    write_units(out, label.units);
    out.whole(label.least);
    out.whole(label.greatest);
    out.whole(label.fractions);
    write(out, label.squares);
  }
}
PassTotals read_totals(ByteReader &in) {
  PassTotals out;
  uint64_t sum = 0;
  for (PassTotals::OfLabel &label : out.labels) {
    label.rows = in.whole(most_units);
    if (label.rows == 0) continue;
    label.units = read_units(in);
    label.least = in.whole(static_cast<uint64_t>(largest_weight / weight_of_unit));
    label.greatest = in.whole(static_cast<uint64_t>(largest_weight / weight_of_unit));
    if (label.least == 0 || label.least > label.greatest || label.units < label.rows || label.units < label.greatest)
      in.malformed("weights do not fit their sum");
    label.fractions = in.whole(1) != 0;
    label.squares = read_wide(in);
    sum += label.units;
    if (sum > most_units) in.malformed("a sum of weights is too large");
  }
  return out;
}

void write(ByteWriter &out, const Objective &objective) {
  Objective copy = objective;
  for (const OptionRow &row : rows_of(&objective)) {
    const void *const member = row.member(&copy);
    if (row.type == OptionType::number)
      out.real(std::isnan(*static_cast<const double *>(member)) ? unset : *static_cast<const double *>(member));
    else if (row.type == OptionType::choice)
      out.whole(static_cast<uint64_t>(*static_cast<const int32_t *>(member)));
  }
  out.text(objective.metric ? objective.metric->name() : std::string());
  out.whole(objective.metric ? static_cast<uint64_t>(objective.metric->zero_division()) : 0);
}
Objective read_objective(ByteReader &in) {
  Objective out;
  for (const OptionRow &row : rows_of(&out)) {
    void *const member = row.member(&out);
    if (row.type == OptionType::number)
      *static_cast<double *>(member) = in.real();
    else if (row.type == OptionType::choice)
      *static_cast<int32_t *>(member) = static_cast<int32_t>(in.whole(row.choices.size - 1));
  }
  const std::string_view metric = in.text();
  const int zero_division = static_cast<int>(in.whole(1));
  if (!metric.empty()) out.metric = parse_metric(metric, zero_division);
  return out;
}

}  // namespace

// ---- States --------------------------------------------------------------------------------------

// What all states of a pass have in common.
struct ThresholdPass::Plan {
  Objective objective;
  double level = 0.95;
  uint64_t seed = 0;
  PassLimits limits;
  int64_t pass = 1;
  std::size_t most_bins() const { return pass == 1 ? limits.first : limits.later; }
  // From the passes before: what all rows come to, and ascending bins of them, of which the windows of this pass are
  // some.
  PassTotals totals;
  std::vector<ScoreBin> pieces;
  std::vector<ScoreWindow> windows;
  std::string options, bytes;  // saved

  void finish() {
    ByteWriter out;
    write(out, objective);
    out.real(level);
    out.fixed(seed);
    out.whole(limits.first);
    out.whole(limits.later);
    options = out.bytes();
    out.whole(static_cast<uint64_t>(pass));
    if (pass > 1) {
      write(out, totals);
      write_bins(out, pieces, squares_follow(totals));
      out.whole(windows.size());
      std::size_t before = 0;
      for (std::size_t i = 0, w = 0; i < pieces.size() && w < windows.size(); ++i) {
        if (pieces[i].least != windows[w].low) continue;
        out.whole(i - before);
        before = i;
        ++w;
      }
    }
    bytes = out.bytes();
  }
};

struct ThresholdPass::Found {
  std::optional<ChosenThresholds> answer;
  std::vector<uint8_t> wanted;  // else of each piece
};

ThresholdPass::ThresholdPass(std::shared_ptr<const Plan> plan)
    : plan_(std::move(plan)), bins_(plan_->windows, plan_->most_bins()) {}

ThresholdPass::ThresholdPass(const Objective &objective, const ThresholdSearch &options,
                                   const PassLimits &limits)
    : bins_({{0, ~uint64_t{0}}}, limits.first) {
  check_options(options);
  check_objective(objective);
  refuse_what_needs_rows(objective, options, saved_what);
  Plan plan;
  plan.limits = limits;
  plan.objective = objective;
  plan.level = options.level;
  plan.seed = options.seed;
  plan.windows = {{0, ~uint64_t{0}}};
  plan.finish();
  plan_ = std::make_shared<const Plan>(std::move(plan));
}

int64_t ThresholdPass::pass() const { return plan_->pass; }
int64_t ThresholdPass::windows() const { return static_cast<int64_t>(plan_->windows.size()); }

void ThresholdPass::feed(const Reals &scores, Strided<const uint8_t> labels, const Reals &weights) {
  // All is looked at before any row is kept.
  PassTotals more;
  for (int64_t i = 0; i < scores.n; ++i) {
    const uint8_t label = labels[i];
    if (label > not_rated)
      fail(Status::argument, "truth[", i, "] is ", static_cast<int>(label), ": must be 0, 1 or 2 (not rated)");
    const uint64_t units = weights.data ? checked_units(weights, i) : units_of_one;
    if (std::isnan(scores[i])) fail(Status::argument, "scores[", i, "] is nan: must be a number");
    if (units == 0) continue;
    more.add(label, units, 1);
    if (more.units() > most_units - totals_.units())
      fail(Status::argument, "weights[", i, "] is ", weights.data ? weights[i] : 1,
           ": the sum of all weights must be at most 2^42");
  }
  bins_.reserve(static_cast<std::size_t>(more.rows()));
  for (int64_t i = 0; i < scores.n; ++i) {
    const uint64_t units =
        weights.data ? static_cast<uint64_t>(std::nearbyint(weights[i] / weight_of_unit)) : units_of_one;
    if (units > 0) bins_.add(ordered_bits(std::min(scores[i], largest_double)), labels[i], units);
  }
  totals_.add(more);
}

void ThresholdPass::merge(const ThresholdPass &other) {
  if (plan_ != other.plan_ && plan_->bytes != other.plan_->bytes) {
    if (plan_->options != other.plan_->options) fail(Status::argument, "other has other options: must be the same");
    if (plan_->pass != other.plan_->pass)
      fail(Status::argument, "other is of pass ", other.plan_->pass, ": must be of pass ", plan_->pass);
    fail(Status::argument, "other is a pass over other rows: must come from the same state");
  }
  if (other.totals_.units() > most_units - totals_.units())
    fail(Status::argument, "other: the sum of all weights must be at most 2^42");
  if (&other == this) return merge(ThresholdPass(other));
  bins_.merge(other.bins_);
  totals_.add(other.totals_);
}

// The bins of the passes before, with those of this pass instead of its windows.
std::vector<ScoreBin> ThresholdPass::pieces_after(const Plan &plan, const std::vector<ScoreBin> &bins) {
  if (plan.pass == 1) return bins;
  std::vector<ScoreBin> out;
  std::size_t w = 0;
  auto bin = bins.begin();
  for (const ScoreBin &piece : plan.pieces) {
    if (w == plan.windows.size() || piece.least != plan.windows[w].low) {
      out.push_back(piece);
      continue;
    }
    ++w;
    ScoreBin sum;
    sum.least = piece.greatest;
    for (; bin != bins.end() && bin->least <= piece.greatest; ++bin) {
      sum.add(*bin);
      out.push_back(*bin);
    }
    bool same = sum.least == piece.least && sum.greatest == piece.greatest;
    for (int label = 0; label < 3; ++label) same &= sum.units[label] == piece.units[label];
    for (int label = 0; label < 2; ++label) same &= sum.squares[label] == piece.squares[label];
    if (!same)
      fail(Status::argument, "rows of pass ", plan.pass, " are not those of the passes before: scores in [",
           number_of(piece.least), ", ", number_of(piece.greatest), "] differ");
  }
  return out;
}

namespace {

// Pieces that the next pass has to look into.
struct Wanted {
  std::vector<uint8_t> pieces;
  bool any = false;
  void add(std::size_t i) { pieces[i] = any = true; }
};

// Pieces with rated rows, from the highest down, and the sums of weights above them.
struct RatedPieces {
  std::vector<Piece> pieces;
  std::vector<PieceSearch::Point> points;
  std::vector<std::size_t> index;  // of each among all pieces
  double area_low = 0, area_within = 0;
  std::size_t values = 0;  // pieces with positives
};

RatedPieces rated_pieces(const std::vector<ScoreBin> &pieces, const PassTotals &totals) {
  RatedPieces out;
  uint64_t tp = 0, fp = 0;
  for (std::size_t i = pieces.size(); i-- > 0;) {
    const ScoreBin &bin = pieces[i];
    if (bin.units[0] + bin.units[1] == 0) continue;
    Piece piece{bin.exact(), weight_of(tp), weight_of(fp), weight_of(bin.units[1]), weight_of(bin.units[0])};
    tp += bin.units[1];
    fp += bin.units[0];
    piece.first = out.points.size();
    if (bin.exact() && bin.units[1] > 0)
      out.points.push_back({weight_of(tp), weight_of(fp), number_of(bin.least)});
    piece.last = out.points.size();
    const double below = weight_of(totals.labels[0].units - fp);
    out.area_low += piece.more_tp * (bin.exact() ? below + 0.5 * piece.more_fp : below);
    out.area_within += bin.exact() ? 0 : piece.more_tp * piece.more_fp;
    out.values += bin.units[1] > 0 ? 1 : 0;
    out.pieces.push_back(piece);
    out.index.push_back(i);
  }
  return out;
}

struct ChosenPoint {
  SearchResult found;
  Choice choice;
};

// The best point of what was opened, unless pieces are wanted that may hold a better one, or the hull next to it.
ChosenPoint choose_point(const Criterion &criterion, const SampleTotals &sample, const RatedPieces &rated,
                         Wanted &wanted) {
  ChosenPoint out;
  const Criterion nearest = criterion.nearest();
  for (const Criterion *goal : {&criterion, &nearest}) {
    PieceSearch search(*goal, sample.positives.weight, sample.negatives.weight);
    search.pieces = rated.pieces;
    search.points = rated.points;
    out.found = {};
    if (!search.choose_pieces()) continue;
    search.mark_hull();
    const auto wants_any = [&] {
      bool any = false;
      for (std::size_t p = 0; p < search.pieces.size(); ++p) any |= search.wanted[p] && !search.pieces[p].opened;
      return any;
    };
    ThresholdFrontier &frontier = out.found.frontier;
    if (!wants_any()) {
      if (!search.choose_points(frontier)) continue;
      out.choice = criterion.choose(frontier.points);
      const FrontierPoint chosen = frontier.points[static_cast<std::size_t>(out.choice.index)];
      if (!search.mark_hull(chosen)) {
        search.add_hull(chosen, frontier);
        out.choice = criterion.choose(frontier.points);
        break;
      }
    }
    for (std::size_t p = 0; p < search.pieces.size(); ++p)
      if (search.wanted[p] && !search.pieces[p].opened) wanted.add(rated.index[p]);
    break;
  }
  return out;
}

// Of rows of one label: the thresholds of a rank path are the scores of the rows, from the highest on. Pieces in which a
// limit begins or ends to hold, and the last one that is flagged, are wanted unless they are of one score.
ChosenPoint choose_of_one_label(const Criterion &criterion, const std::vector<ScoreBin> &pieces, Wanted &wanted) {
  const int label = criterion.most_alerts() ? 0 : 1;
  const auto point = [&](uint64_t units) {
    const double weight = weight_of(units);
    return label == 1 ? FrontierPoint{weight, 0, 0} : FrontierPoint{0, weight, 0};
  };
  uint64_t flagged = 0;
  std::size_t last = pieces.size();
  bool enough = label == 1 && criterion.recalls_enough(0);
  for (std::size_t i = pieces.size(); i-- > 0 && !enough;) {
    if (pieces[i].units[label] == 0) continue;
    const FrontierPoint with = point(flagged + pieces[i].units[label]);
    const bool within = criterion.within_budget(with.tp, with.fp);
    enough = !within || (label == 1 && criterion.recalls_enough(with.tp));
    if (enough && !pieces[i].exact()) wanted.add(i);
    if (!within) break;
    flagged += pieces[i].units[label];
    last = i;
  }
  if (last < pieces.size() && !pieces[last].exact()) wanted.add(last);
  ChosenPoint out;
  ThresholdFrontier &frontier = out.found.frontier;
  frontier.points.push_back({0, 0, 0});
  frontier.thresholds.push_back(infinity);
  if (last < pieces.size()) {
    frontier.points.push_back(point(flagged));
    frontier.thresholds.push_back(number_of(pieces[last].least));
  }
  out.choice = criterion.choose(frontier.points);
  return out;
}

// What the answer says of the data, or none if pieces are wanted for it.
std::optional<uint32_t> flags_or_wanted(const std::vector<ScoreBin> &pieces, const PassTotals &totals,
                                        const SampleTotals &sample, const RatedPieces &rated, Wanted &wanted) {
  constexpr std::size_t few_values = 10;
  bool saturated = false;
  if (rated.values < few_values) {
    bool known = true;
    for (std::size_t i = 0; i < pieces.size(); ++i)
      if (pieces[i].units[1] > 0 && !pieces[i].exact()) {
        wanted.add(i);
        known = false;
      }
    saturated = known && 2 * rated.values <= totals.labels[1].rows;
  }
  const double pairs = sample.positives.weight * sample.negatives.weight;
  const AreaBounds area{rated.area_low / pairs, (rated.area_low + rated.area_within) / pairs};
  if (auto flags = data_flags(sample, area, saturated)) return flags;
  bool mixed = false;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (pieces[i].units[0] > 0 && pieces[i].units[1] > 0 && !pieces[i].exact()) {
      wanted.add(i);
      mixed = true;
    }
  if (mixed) return {};
  // Of sums whose rounding puts the area above 1.
  const double exact = std::min(1.0, rated.area_low / pairs);
  return data_flags(sample, {exact, exact}, saturated);
}

// What the answer says of the rows beside the threshold.
BesideThreshold beside_threshold(const std::vector<ScoreBin> &pieces, const PassTotals &totals, double threshold) {
  const uint64_t from = threshold == infinity ? ~uint64_t{0} : ordered_bits(threshold);
  BesideThreshold out;
  out.next_lower = {-infinity};
  uint64_t unrated = 0, units[2] = {0, 0};
  Wide squares[2];
  for (const ScoreBin &bin : pieces) {
    if (bin.least < from) {
      out.next_lower[0] = std::min(number_of(bin.greatest), threshold);
      continue;
    }
    unrated += bin.units[not_rated];
    for (int label = 0; label < 2; ++label) {
      squares[label].add(bin.squares[label]);
      units[label] += bin.units[label];
    }
  }
  out.unrated = weight_of(unrated);
  for (const PassTotals::OfLabel &label : totals.labels) out.fractions |= label.fractions;
  out.negatives = label_parts(units[0], squares[0], totals.labels[0]);
  out.positives = label_parts(units[1], squares[1], totals.labels[1]);
  return out;
}

}  // namespace

ThresholdPass::Found ThresholdPass::search(const Plan &plan, const std::vector<ScoreBin> &pieces,
                                           const PassTotals &totals) {
  const SampleTotals sample = sample_totals(totals);
  const Criterion criterion(plan.objective, sample);
  const RatedPieces rated = rated_pieces(pieces, totals);
  Wanted wanted{std::vector<uint8_t>(pieces.size(), 0)};
  const ChosenPoint point = criterion.by_one_label() ? choose_of_one_label(criterion, pieces, wanted)
                                                     : choose_point(criterion, sample, rated, wanted);
  const auto flags = flags_or_wanted(pieces, totals, sample, rated, wanted);
  Found out;
  out.wanted = std::move(wanted.pieces);
  if (wanted.any) return out;
  const double threshold = point.found.frontier.thresholds[static_cast<std::size_t>(point.choice.index)][0];
  ThresholdSearch options;
  options.level = plan.level;
  options.seed = plan.seed;
  out.answer = chosen_of(point.found, point.choice, criterion, sample, *flags,
                         beside_threshold(pieces, totals, threshold), options);
  return out;
}

std::optional<ChosenThresholds> ThresholdPass::next() {
  if (plan_->pass > 1 && !(totals_ == plan_->totals))
    fail(Status::argument, "rows of pass ", plan_->pass, " are not those of the passes before: ", totals_.rows(),
         " rows of weight ", weight_of(totals_.units()), ", and there were ", plan_->totals.rows(), " of weight ",
         weight_of(plan_->totals.units()));
  require_positives(totals_, plan_->objective);
  std::vector<ScoreBin> pieces = pieces_after(*plan_, bins_.ascending());
  Found found = search(*plan_, pieces, totals_);
  if (found.answer) return std::move(found.answer);
  Plan plan = *plan_;
  ++plan.pass;
  plan.totals = totals_;
  plan.windows.clear();
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (found.wanted[i]) plan.windows.push_back({pieces[i].least, pieces[i].greatest});
  plan.pieces = std::move(pieces);
  plan.finish();
  *this = ThresholdPass(std::make_shared<const Plan>(std::move(plan)));
  return {};
}

std::string ThresholdPass::save() const {
  ByteWriter out;
  out.text(plan_->bytes);
  write(out, totals_);
  out.whole(static_cast<uint64_t>(bins_.shift()));
  write_bins(out, bins_.ascending(), squares_follow(totals_));
  BinaryWriter state(SavedBody::threshold_pass, out.bytes().size());
  state.bytes(out.bytes().data(), out.bytes().size());
  return state.take();
}

ThresholdPass ThresholdPass::load(std::string_view bytes) {
  if (!is_binary(bytes)) fail(Status::format, "saved ", saved_what, ": is no state in binary");
  const BinaryReader state(bytes, SavedBody::threshold_pass, saved_what);
  ByteReader in(state.rest(), "saved binned rows");
  in.whole(in.rest().size());  // the length of the plan, which says it of itself
  Plan plan;
  plan.objective = read_objective(in);
  plan.level = in.real();
  plan.seed = in.fixed();
  plan.limits = {static_cast<std::size_t>(in.whole(PassLimits::most)),
                 static_cast<std::size_t>(in.whole(PassLimits::most))};
  try {
    ThresholdSearch options;
    options.level = plan.level;
    check_options(options);
    check_objective(plan.objective);
  } catch (const Error &e) {
    in.malformed(e.what());
  }
  plan.pass = static_cast<int64_t>(in.whole(uint64_t{1} << 20));
  if (plan.pass == 0) in.malformed("pass is 0: must be at least 1");
  plan.windows = {{0, ~uint64_t{0}}};
  if (plan.pass > 1) {
    plan.totals = read_totals(in);
    plan.pieces = read_bins(in, squares_follow(plan.totals));
    plan.windows.clear();
    const std::size_t windows = in.count(1);
    std::size_t at = 0;
    for (std::size_t w = 0; w < windows; ++w) {
      const uint64_t step = in.whole(plan.pieces.size());
      at += static_cast<std::size_t>(step);
      if (at >= plan.pieces.size() || (w > 0 && step == 0) || plan.pieces[at].exact())
        in.malformed("a window is none of the bins");
      plan.windows.push_back({plan.pieces[at].least, plan.pieces[at].greatest});
    }
    if (plan.windows.empty()) in.malformed("there is no window");
  }
  plan.finish();
  const auto known = std::make_shared<const Plan>(std::move(plan));
  ThresholdPass out(known);
  out.totals_ = read_totals(in);
  const int shift = static_cast<int>(in.whole(63));
  const std::vector<ScoreBin> bins = read_bins(in, squares_follow(out.totals_));
  in.finish();
  if (bins.size() > std::max(known->most_bins(), 4 * known->windows.size())) in.malformed("there are too many bins");
  uint64_t units[3] = {0, 0, 0};
  std::size_t w = 0;
  for (const ScoreBin &bin : bins) {
    while (w < known->windows.size() && known->windows[w].high < bin.least) ++w;
    if (w == known->windows.size() || bin.least < known->windows[w].low || bin.greatest > known->windows[w].high)
      in.malformed("a bin lies in no window");
    const uint64_t low = known->windows[w].low;
    if ((bin.least - low) >> shift != (bin.greatest - low) >> shift) in.malformed("a bin is too wide");
    for (int label = 0; label < 3; ++label) {
      units[label] += bin.units[label];
      if (units[label] > out.totals_.labels[label].units) in.malformed("bins hold more than all rows");
    }
  }
  for (int label = 0; label < 3; ++label)
    if (known->pass == 1 && units[label] != out.totals_.labels[label].units) in.malformed("bins do not hold all rows");
  out.bins_.restore(shift, bins);
  if (out.bins_.size() != bins.size()) in.malformed("two bins are one");
  return out;
}

}  // namespace wald::core::thresholds
