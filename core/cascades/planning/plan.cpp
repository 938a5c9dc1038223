// Algorithm 1 takes in each round the candidate that is cheapest for each row that it lets go. Candidates are scored in
// the order of what they let go in the round before, so that a good one comes early and others can be given up on a
// bound. A candidate is given up only if its price is proved to be above one that is known: the plan is the same
// for any number of threads.
//
// Cost: the sum over positions of (candidates) x (undecided rows), of which most is reading two arrays of integers.
#include "core/numeric/contraction.hpp"  // first

#include "core/cascades/planning/plan.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "core/cascades/planning/stage.hpp"
#include "core/numeric/infinity.hpp"
#include "core/numeric/parallel.hpp"

namespace wald::core::cascades {

namespace {

void lower_to(std::atomic<double> &best, double value) {
  double known = best.load(std::memory_order_relaxed);
  while (value < known && !best.compare_exchange_weak(known, value, std::memory_order_relaxed)) {
  }
}

class Planner {
 public:
  Planner(const FixedScores &scores, const std::vector<int32_t> &order, const PlanOptions &options, Monitor &monitor)
      : scores_(scores),
        order_(order),
        options_(options),
        monitor_(monitor),
        workers_(worker_count(options.threads, scores.models)),
        stage_(scores.classes > 1 ? make_class_stage(scores, workers_)
                                  : make_binary_stage(scores, options.negatives_only, workers_, options.threads)),
        allowed_(allowed_errors(options.alpha, scores.total_weight)) {
    unused_.resize(static_cast<std::size_t>(scores.models));
    std::iota(unused_.begin(), unused_.end(), 0);
    leaving_.resize(unused_.size());
  }

  Plan run() {
    Plan plan;
    const int64_t models = scores_.models;
    int64_t left = 0;
    for (int64_t r = 0; r < models && stage_->live() > 0; ++r) {
      // Most of the work is done while many rows and candidates are left.
      listening_.set(1 - static_cast<double>(stage_->live()) / static_cast<double>(scores_.total_weight) *
                             static_cast<double>(models - r) / static_cast<double>(models));
      listening_.at(0);
      const int64_t budget = std::max<int64_t>(0, allowed_by(r + 1, left) - plan.errors);
      const bool last = r + 1 == models;
      const int32_t model = !order_.empty() ? order_[static_cast<std::size_t>(r)]
                            : last          ? unused_.front()
                                            : best_model(budget);
      Position position;
      const Leaving gone = stage_->take(model, budget, last, position);
      plan.positions.push_back(position);
      plan.errors += gone.errors;
      left += gone.exits;
      unused_.erase(std::find(unused_.begin(), unused_.end(), model));
    }
    // No row is left: a new row that gets here nevertheless is asked of all models.
    if (order_.empty()) {
      std::sort(unused_.begin(), unused_.end(), [&](int32_t a, int32_t b) { return cheaper(a, b); });
    } else {
      unused_.assign(order_.begin() + static_cast<std::ptrdiff_t>(plan.positions.size()), order_.end());
    }
    for (const int32_t model : unused_) {
      Position position;
      position.model = model;
      plan.positions.push_back(position);
    }
    return plan;
  }

 private:
  double cost(int32_t model) const { return options_.costs[static_cast<std::size_t>(model)]; }
  bool cheaper(int32_t a, int32_t b) const { return cost(a) != cost(b) ? cost(a) < cost(b) : a < b; }

  int64_t allowed_by(int64_t position, int64_t left) const {
    if (options_.spending.kind == Spending::Kind::proportional) return allowed_errors(options_.alpha, left);
    const double share =
        std::pow(static_cast<double>(position) / static_cast<double>(scores_.models), options_.spending.exponent);
    return std::min(allowed_, allowed_errors(share, allowed_));
  }

  int32_t best_model(int64_t budget) {
    std::sort(unused_.begin(), unused_.end(), [&](int32_t a, int32_t b) {
      const int64_t x = leaving_[static_cast<std::size_t>(a)].exits, y = leaving_[static_cast<std::size_t>(b)].exits;
      return x != y ? x > y : a < b;
    });
    std::atomic<double> best{infinity};
    const auto candidates = static_cast<int64_t>(unused_.size());
    // Starting threads takes as long as reading some hundred thousand numbers.
    const bool alone = stage_->work() * candidates < (int64_t{1} << 19);
    const int workers = alone ? 1 : std::min(workers_, static_cast<int>(candidates));
    NoMonitor quiet;
    Monitor &monitor = alone ? static_cast<Monitor &>(quiet) : listening_;
    parallel_for(candidates, workers, monitor, [&](int64_t i, int worker, Monitor &) {
      const int32_t model = unused_[static_cast<std::size_t>(i)];
      const Leaving leaving = stage_->score(model, budget, cost(model), best.load(std::memory_order_relaxed), worker);
      if (leaving.exits >= 0) {
        leaving_[static_cast<std::size_t>(model)] = leaving;
        lower_to(best, price(cost(model), leaving.exits));
      } else {
        // Its number of exits is not known; its place in the next round's order does not change the plan.
        leaving_[static_cast<std::size_t>(model)] = {-1, 0};
      }
    });
    int32_t found = -1;
    for (const int32_t model : unused_)
      if (leaving_[static_cast<std::size_t>(model)].exits > 0 && cost(model) < infinity &&
          (found < 0 || better(model, found)))
        found = model;
    return found >= 0 ? found : no_row_leaves();
  }

  // Lower price; then more exits, fewer errors, the first.
  bool better(int32_t a, int32_t b) const {
    const Leaving &x = leaving_[static_cast<std::size_t>(a)], &y = leaving_[static_cast<std::size_t>(b)];
    const double of_a = price(cost(a), x.exits), of_b = price(cost(b), y.exits);
    if (of_a != of_b) return of_a < of_b;
    if (x.exits != y.exits) return x.exits > y.exits;
    return x.errors != y.errors ? x.errors < y.errors : a < b;
  }

  int32_t no_row_leaves() const {
    std::vector<int32_t> candidates = unused_;
    const bool finite =
        std::any_of(candidates.begin(), candidates.end(), [&](int32_t t) { return cost(t) < infinity; });
    if (options_.fallback == Fallback::first)
      return *std::min_element(candidates.begin(), candidates.end(),
                               [&](int32_t a, int32_t b) { return cheaper(a, b); });
    int32_t found = -1;
    double closest = infinity;
    std::sort(candidates.begin(), candidates.end());
    for (const int32_t model : candidates) {
      if (finite && cost(model) == infinity) continue;
      const double d = stage_->distance(model);
      if (found < 0 || d < closest) {
        found = model;
        closest = d;
      }
    }
    return found;
  }

  // Hears of a cancellation within a round, too, without moving the progress.
  class Listening final : public Monitor {
   public:
    explicit Listening(Monitor &outer) : outer_(outer) {}
    void at(double) override { outer_.at(last_); }
    void set(double fraction) { last_ = fraction; }

   private:
    Monitor &outer_;
    double last_ = 0;
  };

  const FixedScores &scores_;
  const std::vector<int32_t> &order_;
  const PlanOptions &options_;
  Monitor &monitor_;
  Listening listening_{monitor_};
  const int workers_;
  std::unique_ptr<Stage> stage_;
  const int64_t allowed_;
  std::vector<int32_t> unused_;
  std::vector<Leaving> leaving_;  // of each model, in the last round
};

}  // namespace

int64_t allowed_errors(double share, int64_t weight) {
  const double errors = share * static_cast<double>(weight);
  if (errors >= static_cast<double>(weight)) return weight;
  return std::min(weight, static_cast<int64_t>(std::floor(errors * (1 + 1e-12) + 1e-9)));
}

Plan make_plan(const FixedScores &scores, const std::vector<int32_t> &order, const PlanOptions &options,
               Monitor &monitor) {
  return Planner(scores, order, options, monitor).run();
}

void set_spreads(const FixedScores &scores, std::vector<Position> &positions) {
  const auto classes = static_cast<std::size_t>(scores.classes), n = static_cast<std::size_t>(scores.n);
  std::vector<int32_t> sums(n * classes, 0);
  std::vector<int32_t> goal;  // the full sum, or margin
  if (classes == 1) {
    goal = scores.full;
  } else {
    for (int64_t t = 0; t < scores.models; ++t)
      for (std::size_t c = 0; c < classes; ++c) {
        const int32_t *const f = scores.column(t, static_cast<int64_t>(c));
        for (std::size_t i = 0; i < n; ++i) sums[i * classes + c] += f[i];
      }
    for (std::size_t i = 0; i < n; ++i)
      goal.push_back(static_cast<int32_t>(lead(sums.data() + i * classes, scores.classes).margin));
    std::fill(sums.begin(), sums.end(), 0);
  }
  for (Position &p : positions) {
    double sum = 0, squares = 0, weights = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      const int32_t *const f = scores.column(p.model, static_cast<int64_t>(c));
      for (std::size_t i = 0; i < n; ++i) sums[i * classes + c] += f[i];
    }
    for (std::size_t i = 0; i < n; ++i) {
      const int64_t now = classes == 1 ? sums[i] : lead(sums.data() + i * classes, scores.classes).margin;
      const auto d = static_cast<double>(goal[i] - now);
      const auto w = static_cast<double>(scores.weight(static_cast<int64_t>(i)));
      sum += w * d;
      squares += w * d * d;
      weights += w;
    }
    const double mean = sum / weights;
    // Rounded to a float, so that the order of the rows, on which the last bits of the sums depend, has no effect.
    p.spread = static_cast<float>(std::sqrt(std::max(0.0, squares / weights - mean * mean)));
    p.spread *= scores.fixed.unit();
  }
}

}  // namespace wald::core::cascades
