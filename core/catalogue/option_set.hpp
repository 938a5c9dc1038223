// The options of one family, set and read by name: the one object behind every interface. Values are checked against
// their rows as they are set; a call that fails changes nothing. A call that reads options refuses those that were set
// and that it does not read, by their rows' `calls` and `concerns`: in this one place, for every language.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/cascades/fit.hpp"
#include "core/decisions/decision.hpp"
#include "core/learners/learner_options.hpp"
#include "core/performance/performance_options.hpp"
#include "core/promises/promise_options.hpp"
#include "core/routes/route_options.hpp"
#include "core/thresholds/objective.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::catalogue {

// The objective of thresholds, and how they are found.
struct ThresholdOptions {
  thresholds::Objective objective;
  thresholds::ThresholdSearch search;
};

// Who reads options.
struct Call {
  const char *what;        // as messages name it: "deciding"
  std::string_view words;  // of rows' `calls` and `concerns`, space-separated: "decide tables"
};

class OptionSet {
 public:
  // "decisions", "thresholds", "cascades", "learners", "routes", "promises", "performance".
  explicit OptionSet(std::string_view family);
  static const std::vector<const char *> &families();

  const char *family() const;
  // In the order in which they are documented.
  const std::vector<const OptionRow *> &rows() const;

  void set_number(std::string_view name, double value);
  void set_integer(std::string_view name, int64_t value);
  void set_text(std::string_view name, std::string_view value);
  void set_numbers(std::string_view name, std::vector<double> values);  // integers, too
  void set_texts(std::string_view name, std::vector<std::string> values);
  void set_metric(std::string_view name, std::shared_ptr<const Metric> metric);
  void set_progress(std::string_view name, const Progress &progress);
  // The default of one option, or with "" of all.
  void reset(std::string_view name);
  // What holds, as set_text reads it; "" where nothing is set.
  std::string get(std::string_view name) const;

  // Whether an option was set, be it to its default.
  bool is_set(std::string_view name) const;
  // Throws Error(argument) if an option was set that the call does not read. An option counts as set if its default was.
  void check_read_by(const Call &call) const;
  // The defaults of all options that the call does not read.
  void reset_unread(const Call &call);

  // The options themselves, for a call that reads each of those that were set.
  const decisions::DecisionOptions &decisions(const Call &call) const;
  const ThresholdOptions &thresholds(const Call &call) const;
  const cascades::CascadeOptions &cascades(const Call &call) const;
  const learners::LearnerOptions &learners(const Call &call) const;
  const routes::RouteOptions &routes(const Call &call) const;
  const promises::PromiseOptions &promises(const Call &call) const;
  const performance::PerformanceOptions &performance(const Call &call) const;
  // For what is told of another call, with that call's options.
  const decisions::DecisionOptions &unchecked_decisions(const char *what) const;

 private:
  using AnyOptions = std::variant<decisions::DecisionOptions, ThresholdOptions, cascades::CascadeOptions, learners::LearnerOptions,
                                  routes::RouteOptions, promises::PromiseOptions, performance::PerformanceOptions>;
  struct Member {
    const OptionRow *row;
    void *address;
  };
  Member member(std::string_view name);
  Member member(std::size_t row) const;
  void check() const;
  bool is_default(std::size_t row) const;
  bool holds(std::string_view word, const Call &call, std::size_t asking) const;
  bool reads(const Call &call, std::size_t row) const;
  [[noreturn]] void refuse_unread(const Call &call, std::size_t row) const;
  template <class Options>
  const Options &of(const Call &call) const;
  template <class Options>
  const Options &of_family(const char *what) const;
  void mark(const OptionRow &row, bool is_given);
  template <class Set>
  void change(std::string_view name, const Set &set);

  AnyOptions options_;
  std::vector<bool> given_;  // by row
};

}  // namespace wald::core::catalogue
