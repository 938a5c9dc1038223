// Wald for C++, routes: when to accept a cheap model's answer, and when to escalate to an expensive one or a person.
#ifndef WALD_ROUTES_HPP
#define WALD_ROUTES_HPP

#include <functional>

#include "core.hpp"
#include "facts.hpp"
#include "options.hpp"
#include "promises.hpp"
#include "routes.h"

namespace wald {

/// Rows with what every stage answers, how sure it is, and what it costs.
class Stages : public facts::OfStages<Stages> {
 public:
  /// What is fed of n rows. Answers or right must be given; all else may be left out.
  struct Rows {
    Array confidences;             ///< n by n_stages
    std::vector<int32_t> answers;  ///< n by n_stages, row by row; -1: the last stage's is not known
    std::vector<int32_t> truth;    ///< n; -1: not labelled
    Array right;                   ///< n by n_stages, in [0, 1]; NaN: not labelled
    Array costs;                   ///< n by n_stages
    Array weights, label_probabilities;
    std::vector<int32_t> segments;
    Array scores;  ///< a router's
  };

  explicit Stages(int64_t n_stages)
      : Stages(detail::made<wald_stages>([&](wald_stages **out) { return wald_stages_create(n_stages, out); })) {}
  static Stages load(std::string_view text) {
    return Stages(detail::loaded<wald_stages>(WALD_OBJECT_STAGES, text));
  }
  void feed(const Rows &rows) {
    const int64_t n = rows.confidences.rows(), k = n_stages();
    const Integers answers(rows.answers, n, k, "answers"), truth(rows.truth, n, 1, "truth"),
        segments(rows.segments, n, 1, "segments");
    const wald_stage_rows given{sizeof(wald_stage_rows),   rows.confidences.get(), answers.get(),
                                truth.get(),               rows.right.get(),       rows.costs.get(),
                                rows.weights.get(),        rows.label_probabilities.get(), segments.get(),
                                rows.scores.get()};
    detail::check(wald_stages_feed(get(), &given));
  }
  void merge(const Stages &other) { detail::check(wald_merge(get(), other.get())); }
  /// The rows to label next; their probabilities are kept.
  std::vector<int64_t> ask(const RouteOptions &options = {}) {
    std::vector<int64_t> out(detail::size(n_rows()));
    int64_t needed = 0;
    detail::check(wald_stages_ask(get(), options.get(), out.data(), static_cast<int64_t>(out.size()), &needed));
    out.resize(detail::size(needed));
    return out;
  }
  /// The labels of rows that were asked for.
  void label(ArrayView<const int64_t> rows, const std::vector<int32_t> &truth) {
    const Integers labels(truth, static_cast<int64_t>(rows.size()), 1, "truth");
    label(rows, labels.get(), nullptr);
  }
  /// Of rows that only say what is right.
  void label(ArrayView<const int64_t> rows, const Array &right) { label(rows, nullptr, right.get()); }
  std::string save(wald_format format = WALD_TEXT) const { return detail::saved(get(), format); }

  wald_stages *get() noexcept { return handle_.get(); }
  const wald_stages *get() const noexcept { return handle_.get(); }

 private:
  // Whole numbers row by row; none if the list is empty, except for tables of no rows.
  class Integers {
   public:
    Integers(const std::vector<int32_t> &values, int64_t rows, int64_t columns, const char *name)
        : given_(!values.empty()) {
      if (!given_) return;
      detail::check_length(name, values.size(), rows * columns);
      view_ = {sizeof(wald_array), const_cast<int32_t *>(values.data()), rows, columns, columns, 1, WALD_INT32};
    }
    const wald_array *get() const { return given_ ? &view_ : nullptr; }

   private:
    bool given_;
    wald_array view_{};
  };

  explicit Stages(wald_stages *handle) : handle_(handle) {}
  void label(ArrayView<const int64_t> rows, const wald_array *truth, const wald_array *right) {
    detail::check(wald_stages_label(get(), Array(rows).get(), truth, right));
  }
  detail::Handle<wald_stages> handle_;
};

/// Which stage answers a row. Immutable.
class Route : public facts::OfRoute<Route> {
 public:
  static Route choose(const Stages &stages, const RouteOptions &options = {}) {
    return Route(detail::made<wald_route>(
        [&](wald_route **out) { return wald_route_choose(stages.get(), options.get(), out); }));
  }
  static Route load(std::string_view text) {
    return Route(detail::loaded<wald_route>(WALD_OBJECT_ROUTE, text));
  }

  double number(wald_route_fact fact) const { return detail::number<double>(get(), fact); }
  std::vector<double> numbers(wald_route_fact fact) const { return detail::numbers(get(), fact); }

  /// The stage to call after `stage` was as sure as this, or -1 if its answer is taken. stage -1: the first one.
  int64_t next(int64_t stage, double confidence = 0, int64_t group = 0) const {
    int64_t out = 0;
    detail::check(wald_route_next(get(), group, stage, confidence, &out));
    return out;
  }
  /// Which stage answers each row; with a router `confidences` are its scores.
  std::vector<int32_t> apply(const Array &confidences, ArrayView<const int32_t> groups = {}) const {
    std::vector<int32_t> out(detail::size(confidences.rows()));
    const Array by(groups);
    detail::check(wald_route_apply(get(), confidences.get(), groups.empty() ? nullptr : by.get(), out.data()));
    return out;
  }
  /// Asks stages for one row as they are needed. ask(stage) gives how sure the stage is, and keeps its answer.
  /// @return the stage of which the answer is taken.
  template <class Ask>
  int64_t run(Ask ask, int64_t group = 0, double score = 0) const {
    int64_t stage = next(-1, score, group);
    for (int64_t ahead; (ahead = router() ? -1 : next(stage, ask(stage), group)) >= 0;) stage = ahead;
    return stage;
  }

  /// Its measure with a bound, watched in use: a route does not keep min_quality.
  Promise promise(double bound, const PromiseOptions &options = {}) const {
    wald_name_row row{};
    row.size = sizeof row;
    for (int64_t i = 0; detail::is_row(wald_name_list("route_measure", i, &row)) && row.value != measure();) ++i;
    return Promise(detail::claim(row.name, ">=", bound), options);
  }

  /// What it does on other rows.
  struct Evaluation {
    double cost = 0, quality = 0;
    std::vector<double> shares;  ///< of the rows that each stage answers
  };
  Evaluation evaluate(const Stages &stages, const RouteOptions &options = {}) const {
    const detail::Handle<wald_route_evaluation> made(
        detail::made<wald_route_evaluation>([&](wald_route_evaluation **out) {
          return wald_route_evaluate(get(), stages.get(), options.get(), out);
        }));
    return {detail::number<double>(made.get(), WALD_ROUTE_EVALUATION_COST),
            detail::number<double>(made.get(), WALD_ROUTE_EVALUATION_QUALITY),
            detail::numbers(made.get(), WALD_ROUTE_EVALUATION_SHARES)};
  }
  std::string save(wald_format format = WALD_TEXT) const { return detail::saved(get(), format); }

  const wald_route *get() const noexcept { return handle_.get(); }

 private:
  explicit Route(wald_route *handle) : handle_(handle) {}
  detail::Handle<wald_route> handle_;
};

/// Which rows of one table to send to a better stage, and when to stop: see wald_labelling_create.
class Labelling : public facts::OfLabelling<Labelling> {
 public:
  Labelling(const Array &chances, const std::string &quality, double min_quality, double certify, int64_t seed = 0)
      : handle_(detail::made<wald_labelling>([&](wald_labelling **out) {
          return wald_labelling_create(chances.get(), quality.c_str(), min_quality, certify, seed, out);
        })) {}
  /// The rows to label next, in the order in which answer() takes their labels; none if done().
  std::vector<int64_t> next(int64_t most) {
    int64_t needed = 0;
    detail::check(wald_labelling_next(get(), most, nullptr, 0, &needed));
    std::vector<int64_t> out(detail::size(needed));
    detail::check(wald_labelling_next(get(), most, out.data(), needed, &needed));
    return out;
  }
  /// chances: new ones of all rows, such as those of a model that is fitted to the labels so far.
  void answer(const Array &events, const Array &chances = {}) {
    detail::check(wald_labelling_answer(get(), events.get(), chances.get()));
  }

  wald_labelling *get() noexcept { return handle_.get(); }
  const wald_labelling *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_labelling> handle_;
};

}  // namespace wald

#endif  // WALD_ROUTES_HPP
