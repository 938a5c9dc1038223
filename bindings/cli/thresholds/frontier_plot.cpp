// Draws true over false positives of all thresholds, the chosen answer, and scores by class or two thresholds.
#include "thresholds/frontier_plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/gnuplot.hpp"
#include "base/text.hpp"

namespace wald::cli {
namespace {

constexpr std::size_t most_frontier_points = 4000;  // of one curve: more than there are pixels
constexpr const char *key_above = "set key outside top center horizontal\n";
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most_drawn = 1e150;  // scores beyond it, as an infinite one, stand at the edge

struct Point {
  double x, y;
};

/// A block of data under a name, for gnuplot's plot command.
std::string data(const std::string &name, const std::vector<std::vector<double>> &lines) {
  std::string out = "$" + name + " << EOD\n";
  for (const std::vector<double> &line : lines) {
    for (const double x : line) {
      append_number(out, x);
      out += ' ';
    }
    out += '\n';
  }
  return out + "EOD\n";
}

/// 1, 2 or 5 times a power of ten, near `about`.
double round_step(double about) {
  const double power = std::pow(10, std::floor(std::log10(about)));
  const double digit = about / power;
  return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/// Where an answer lies among the false and true positives, and its interval; an unknown end is the point itself.
struct Operating {
  double tp, fp, tp_low, tp_high, fp_low, fp_high;
};

Operating operating_point(const Thresholds &thresholds) {
  const double tp = thresholds.tp(), fp = thresholds.fp(), positives = thresholds.number(WALD_THRESHOLDS_POSITIVES);
  Thresholds::Interval of_tp = thresholds.interval(WALD_THRESHOLDS_TP);
  const Thresholds::Interval of_fp = thresholds.interval(WALD_THRESHOLDS_FP);
  const Thresholds::Interval recall = thresholds.interval(WALD_THRESHOLDS_RECALL);
  // Where the number of positives is known it bounds the true ones, and the second axis is the recall.
  if (std::isfinite(recall.low)) of_tp = {recall.low * positives, recall.high * positives, recall.exact};
  const auto known = [](double end, double otherwise) { return std::isfinite(end) ? end : otherwise; };
  return {tp, fp, known(of_tp.low, tp), known(of_tp.high, tp), known(of_fp.low, fp), known(of_fp.high, fp)};
}

/// The points of a frontier, and the path to them.
struct Points {
  explicit Points(const Frontier &frontier)
      : fp(frontier.fp()),
        tp(frontier.tp()),
        on_hull(frontier.on_hull()),
        thresholds(frontier.thresholds()),
        path(frontier.path()) {}

  std::vector<double> fp, tp, on_hull, thresholds, path;
};

/// The number of points with at most this many false positives.
std::size_t count_up_to(const Points &points, double fp) {
  return static_cast<std::size_t>(std::upper_bound(points.fp.begin(), points.fp.end(), fp) - points.fp.begin());
}

/// Every which point is drawn, of this many.
std::size_t step_of(std::size_t points) { return points / most_frontier_points + 1; }

/// Ends pairs of thresholds after the one that others end with.
void cut_after(std::vector<double> &all, const std::vector<double> &others) {
  if (others.size() < 2) return all.clear();
  for (std::size_t i = 0; i + 1 < all.size(); i += 2)
    if (all[i] == others[others.size() - 2] && all[i + 1] == others.back()) return all.resize(i + 2);
}

/// The part of a frontier that is worth drawing: a frontier ends where everything is flagged, far to the right.
class Picture {
 public:
  Picture(const std::vector<std::string> &scores, wald_rule rule, const Thresholds &thresholds, const Points &points,
          double level)
      : scores_(scores),
        rule_(rule),
        thresholds_(thresholds),
        points_(points),
        level_(level),
        point_(operating_point(thresholds)) {
    double right = std::max(point_.fp_high, point_.fp);
    for (std::int64_t answer = 1; answer < thresholds.n_answers(); ++answer)
      right = std::max(right, thresholds.fp(answer));
    const double end = points.fp.back(), top = points.tp.back();
    right_ = std::min(end, std::max(1.6 * right, 0.25 * top));
    if (!(right_ > 0)) right_ = 1;
    shown_ = count_up_to(points, right_);
    step_ = step_of(shown_);
  }

  /// The fewest true positives to show: where the picture is cut, below them there is only the frontier's first rise.
  double lowest_shown() const {
    if (!(right_ < points_.fp.back())) return 0;
    double low = std::min({points_.tp[std::min<std::size_t>(1, points_.tp.size() - 1)], point_.tp_low, point_.tp});
    for (std::int64_t answer = 1; answer < thresholds_.n_answers(); ++answer) low = std::min(low, thresholds_.tp(answer));
    return low;
  }

  std::string counts() const {
    std::vector<std::vector<double>> frontier, hull;
    for (std::size_t i = 0; i < points_.tp.size(); ++i) {
      const bool kept = i < shown_ && (i % step_ == 0 || i + 1 == shown_);
      // One point beyond the edge, so that lines run to it.
      if (kept || i == shown_) frontier.push_back({points_.fp[i], points_.tp[i]});
      if (points_.on_hull[i] != 0) hull.push_back({points_.fp[i], points_.tp[i]});
    }
    std::string out =
        data("frontier", frontier) + data("hull", hull) +
        data("chosen", {{point_.fp, point_.tp, point_.fp_low, point_.fp_high, point_.tp_low, point_.tp_high}});
    out += "set xlabel 'false positives'\nset ylabel 'true positives'\nset xrange [0:" + shortest(right_) + "]\n";
    const double positives = thresholds_.number(WALD_THRESHOLDS_POSITIVES);
    double top = points_.tp[std::min(shown_, points_.tp.size() - 1)];
    top = std::max(top, std::min(point_.tp_high, points_.tp.back()));
    const double bottom = lowest_shown(), margin = 0.05 * (top > bottom ? top - bottom : 1);
    top += margin;
    const double low = std::max(bottom - margin, 0.0);
    out += "set yrange [" + shortest(low) + ":" + shortest(top) + "]\n";
    if (positives > 0)
      out += "set y2label 'recall'\nset y2range [" + shortest(low / positives) + ":" + shortest(top / positives) +
             "]\nset y2tics\nset ytics nomirror\n";
    out += key_above;
    out += "set title " +
           gnuplot_string("flags " + rounded(point_.tp + point_.fp) + " rows: " + rounded(point_.tp) + " of " +
                          rounded(positives > 0 ? positives : points_.tp.back()) + " positives, " + rounded(point_.fp) +
                          " false alerts") +
           "\n";
    out += data("chance", {{0, 0}, {points_.fp.back(), points_.tp.back()}});
    out +=
        "plot $chance with lines lc '#999999' dt 3 title 'at random'"
        ", $hull with lines lc '#999999' dt 2 title 'concave hull'"
        ", $frontier with steps lw 2 lc '#1f77b4' title 'frontier'"
        ", $chosen using 1:2:3:4:5:6 with xyerrorbars lw 1.5 lc '#d62728' pt 7 ps 1 title " +
        gnuplot_string(std::string(thresholds_.method()) + ", " + rounded(100 * level_) + " % interval");
    std::string blocks;
    for (std::int64_t answer = 1; answer < thresholds_.n_answers(); ++answer) {
      const std::string name = "baseline" + std::to_string(answer);
      blocks += data(name, {{thresholds_.fp(answer), thresholds_.tp(answer)}});
      out += ", $" + name + " with points pt " + (answer % 2 == 1 ? "9" : "5") + " ps 1 lc '" +
             (answer % 2 == 1 ? "#2ca02c" : "#9467bd") + "' title " +
             gnuplot_string(std::string(thresholds_.method(answer)));
    }
    return blocks + out + "\n";
  }

  /// About where the scores end, from one of them on: the nearest place for which `beyond` is true.
  template <class Beyond>
  static double last_score(double inside, double step, const Beyond &beyond) {
    if (beyond(inside)) return inside;
    double outside = inside + step;
    for (int i = 0; i < 8 && !beyond(outside); ++i) outside += outside - inside;
    for (int i = 0; i < 30; ++i) {
      const double middle = 0.5 * (inside + outside);
      (beyond(middle) ? outside : inside) = middle;
    }
    return outside;
  }

  /// Where the scores of each class lie, and what each threshold would give.
  std::string scores_by_class(const Sample &sample) const {
    constexpr std::size_t bins = 40, steps = 200;
    double low = infinity, high = -infinity;
    for (const double threshold : points_.thresholds)
      if (std::fabs(threshold) < most_drawn) low = std::min(low, threshold), high = std::max(high, threshold);
    if (!(low <= high)) return "";
    const Sample::Counts all = sample.count({-infinity});
    // The frontier begins and ends at positives; beyond them there are negatives alone.
    const double step = low < high ? high - low : std::max(1.0, std::fabs(low));
    low = last_score(low, -step, [&](double score) { return sample.count({score}).fp >= all.fp; });
    high = last_score(high, step, [&](double score) {
      const Sample::Counts above = sample.count({score});
      return !(above.tp + above.fp > 0);
    });
    const auto at = [&](std::size_t i, std::size_t n) {
      return low + (high - low) * static_cast<double>(i) / static_cast<double>(n);
    };
    std::vector<std::vector<double>> negatives, positives, rates;
    for (std::size_t i = 0; i < bins; ++i) {
      const Sample::Counts from = sample.count({at(i, bins)});
      const Sample::Counts to = i + 1 < bins ? sample.count({at(i + 1, bins)}) : Sample::Counts();
      const double middle = 0.5 * (at(i, bins) + at(i + 1, bins));
      negatives.push_back({middle, 100 * (from.fp - to.fp) / all.fp});
      positives.push_back({middle, 100 * (from.tp - to.tp) / all.tp});
    }
    for (std::size_t i = 0; i <= steps; ++i) {
      const Sample::Counts found = sample.count({at(i, steps)});
      if (!(found.tp + found.fp > 0)) continue;
      rates.push_back({at(i, steps), found.tp / (found.tp + found.fp), found.tp / all.tp,
                       2 * found.tp / (found.tp + found.fp + all.tp)});
    }
    const double cut = thresholds_.thresholds()[0], width = (high - low) / static_cast<double>(bins);
    const std::string range = "[" + shortest(low) + ":" + shortest(high) + "]";
    std::string out = data("negatives", negatives) + data("positives", positives) + data("rates", rates);
    // gnuplot's own format writes 0.1000000 where a bound of the range has many digits.
    out += "unset y2label\nunset y2tics\nset ytics mirror\nset format x '%g'\nset xrange " + range + "\n";
    if (std::fabs(cut) < most_drawn)
      out += "set arrow 1 from first " + shortest(cut) + ", graph 0 to first " + shortest(cut) +
             ", graph 1 nohead lw 1.5 lc '#d62728' front\n";
    out += "set title 'scores of each class (line: the threshold)'\nset xlabel " + gnuplot_string(scores_[0]) +
           "\nset ylabel '% of the class, in steps of " + rounded(width) + "'\nset yrange [0:*]\n" +
           "set style fill transparent solid 0.5 noborder\n" + "set boxwidth " + shortest(width) + "\n" +
           "plot $negatives with boxes lc '#7f7f7f' title 'negatives', $positives with boxes lc '#1f77b4' title "
           "'positives'\n";
    out += "set title 'what each threshold gives'\nset xlabel " + gnuplot_string("threshold of " + scores_[0]) +
           "\nset ylabel 'precision, recall, F1'\nset yrange [0:1]\n" + "plot " + shortest(all.tp / (all.tp + all.fp)) +
           " with lines lc '#999999' dt 3 title 'share of positives'" +
           ", $rates using 1:2 with lines lw 2 lc '#2ca02c' title 'precision'"
           ", $rates using 1:3 with lines lw 2 lc '#ff7f0e' title 'recall'"
           ", $rates using 1:4 with lines lw 2 lc '#1f77b4' title 'F1'\n";
    return out;
  }

  /// The thresholds of two scores along the frontier, and those of the best path that only ever rises.
  std::string plane(const std::vector<double> &along, const Points &path) const {
    const std::vector<double> chosen = thresholds_.thresholds();
    std::vector<double> unbeaten = path.thresholds, path_along = path.path;
    unbeaten.resize(2 * count_up_to(path, right_));
    cut_after(path_along, unbeaten);
    Point low{infinity, infinity}, high{-infinity, -infinity};
    const auto widen = [&](double x, double y) {
      if (std::fabs(x) < most_drawn) low.x = std::min(low.x, x), high.x = std::max(high.x, x);
      if (std::fabs(y) < most_drawn) low.y = std::min(low.y, y), high.y = std::max(high.y, y);
    };
    for (std::size_t i = 0; i < shown_; ++i) widen(along[2 * i], along[2 * i + 1]);
    for (std::size_t i = 0; i + 1 < path_along.size(); i += 2) widen(path_along[i], path_along[i + 1]);
    widen(chosen[0], chosen[1]);
    const std::vector<double> from = thresholds_.low(), to = thresholds_.high();
    if (from.size() == 2) widen(from[0], from[1]), widen(to[0], to[1]);
    const Axis x(low.x, high.x, rule_), y(low.y, high.y, rule_);
    const auto at = [&](double a, double b) { return std::vector<double>{x.place(a), y.place(b)}; };

    // Under "and" the point that flags nothing has no place: +inf, which is not off.
    const auto line_of = [&](const std::vector<double> &all, std::size_t points, std::size_t step) {
      std::vector<std::vector<double>> out;
      for (std::size_t i = 0; i < points; i += step)
        if (rule_ == WALD_RULE_OR || all[2 * i] < infinity) out.push_back(at(all[2 * i], all[2 * i + 1]));
      return out;
    };
    std::string out = data("along", line_of(along, shown_, step_)) +
                      data("path", line_of(path_along, path_along.size() / 2, 1)) +
                      data("unbeaten", line_of(unbeaten, unbeaten.size() / 2, step_of(unbeaten.size() / 2))) +
                      data("threshold", {at(chosen[0], chosen[1])});
    out += "unset y2label\nunset y2tics\nset ytics mirror\nset title 'thresholds (shaded: flagged)'\n";
    out += "set xlabel " + gnuplot_string("threshold of " + scores_[0]) + "\nset ylabel " +
           gnuplot_string("threshold of " + scores_[1]) + "\n" + x.settings('x') + y.settings('y');
    out += flagged_region(x, y, chosen);
    out += key_above;
    out += "plot ";
    std::string blocks;
    out +=
        "$path with lines lw 1.5 lc '#fdbf6f' title 'path', "
        "$unbeaten with points pt 7 ps 0.4 lc '#ff7f0e' notitle, ";
    if (from.size() == 2) {
      blocks = data("spread", {{x.place(chosen[0]), y.place(chosen[1]), x.place(from[0]), x.place(to[0]),
                                y.place(from[1]), y.place(to[1])}});
      out += "$spread using 1:2:3:4:5:6 with xyerrorbars lw 1.5 lc '#d62728' pt 7 ps 0 notitle, ";
    }
    out +=
        "$along with points pt 7 ps 0.5 lc '#1f77b4' title 'along the frontier'"
        ", $threshold with points pt 7 ps 1 lc '#d62728' title 'chosen'";
    return blocks + out + "\n";
  }

 private:
  /// An axis of thresholds, with a place beyond the finite ones for a classifier that is switched off.
  class Axis {
   public:
    Axis(double low, double high, wald_rule rule) {
      if (!(low <= high)) low = 0, high = 1;
      if (low == high) low -= 0.5, high += 0.5;
      const double margin = 0.08 * (high - low);
      const bool up = rule == WALD_RULE_OR;
      off_ = up ? high + margin : low - margin;
      first_ = low - (up ? 0.5 : 1.5) * margin;
      last_ = high + (up ? 1.5 : 0.5) * margin;
      low_ = low;
      high_ = high;
    }
    double place(double threshold) const {
      return std::isinf(threshold) ? (threshold > 0) == (off_ > high_) ? off_
                                     : threshold > 0                   ? last_
                                                                       : first_
                                   : std::clamp(threshold, first_, last_);
    }
    double first() const { return first_; }
    double last() const { return last_; }
    std::string settings(char axis) const {
      // Numbers stand at finite thresholds alone, where "off" cannot be taken for one of them.
      const double step = round_step((high_ - low_) / 5);
      const std::string name(1, axis);
      return "set " + name + "range [" + shortest(first_) + ":" + shortest(last_) + "]\nset " + name + "tics " +
             shortest(std::ceil(low_ / step) * step) + "," + shortest(step) + "," + shortest(high_) + "\nset " + name +
             "tics add ('off' " + shortest(off_) + ")\n";
    }

   private:
    double off_, first_, last_, low_, high_;
  };

  static std::string rectangle(double left, double bottom, double right, double top) {
    return "set object rectangle from " + shortest(left) + "," + shortest(bottom) + " to " + shortest(right) + "," +
           shortest(top) + " fillcolor rgb '#fbe3e3' fillstyle solid noborder behind\n";
  }

  /// The scores that are flagged.
  std::string flagged_region(const Axis &x, const Axis &y, const std::vector<double> &chosen) const {
    const double a = x.place(chosen[0]), b = y.place(chosen[1]);
    const bool off_x = chosen[0] == infinity, off_y = chosen[1] == infinity;
    if (rule_ == WALD_RULE_AND)
      return off_x || off_y ? ""
                            : rectangle(std::isinf(chosen[0]) ? x.first() : a, std::isinf(chosen[1]) ? y.first() : b,
                                        x.last(), y.last());
    return (off_x ? "" : rectangle(a, y.first(), x.last(), y.last())) +
           (off_y ? "" : rectangle(x.first(), b, x.last(), y.last()));
  }

  const std::vector<std::string> &scores_;
  wald_rule rule_;
  const Thresholds &thresholds_;
  const Points &points_;
  double level_;
  Operating point_;
  double right_;
  std::size_t shown_, step_;
};

}  // namespace

FrontierPlot::FrontierPlot(const std::string &path) : output_(path), svg_(is_svg(path)) {}

void FrontierPlot::draw(const std::vector<std::string> &scores, const Sample &sample, ThresholdOptions &options,
                        const Thresholds &thresholds, double level) {
  options.reset_unread("frontier");
  const Points points(sample.frontier(options));
  const Picture picture(scores, sample.rule(), thresholds, points, level);
  const bool plane = scores.size() == 2 && thresholds.method() != "stacked";
  const std::string by_class = scores.size() == 1 ? picture.scores_by_class(sample) : "";
  const int panels = plane ? 2 : by_class.empty() ? 1 : 3;
  std::string script = gnuplot_terminal(svg_, 600 * panels, 500) + "set grid lw 0.5 dt 1 lc '#d0d0d0'\n";
  // Above each panel there are its title and the lines of its key.
  script += "set multiplot layout 1," + std::to_string(panels) + "\nset tmargin 7\n" + picture.counts() + by_class;
  if (plane) {
    options.method("path");
    const Points path(sample.frontier(options));
    script += picture.plane(points.thresholds, path);
  }
  script += "unset multiplot\n";
  run_gnuplot(script, output_.descriptor());
  output_.finish();
}

}  // namespace wald::cli
