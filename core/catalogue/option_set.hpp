// The options of one family, set and read by name: the one object behind every interface. Values are checked against
// their rows as they are set; a call that fails changes nothing.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/cascades/fit.hpp"
#include "core/decisions/decision.hpp"
#include "core/learners/learner_options.hpp"
#include "core/routes/route_options.hpp"
#include "core/thresholds/objective.hpp"
#include "core/thresholds/threshold_options.hpp"

namespace wald::core::catalogue {

// What thresholds are to reach, and how they are found.
struct ThresholdQuestion {
  thresholds::Objective objective;
  thresholds::ThresholdOptions search;
};

class OptionSet {
 public:
  // "decisions", "thresholds", "cascades", "learners", "routes".
  explicit OptionSet(std::string_view family);
  static const std::vector<const char *> &families();

  const char *family() const;
  // In the order in which they are documented.
  const std::vector<const OptionRow *> &rows() const;

  void set_number(std::string_view name, double value);
  void set_integer(std::string_view name, int64_t value);
  void set_text(std::string_view name, std::string_view value);
  void set_numbers(std::string_view name, std::vector<double> values);
  void set_integers(std::string_view name, std::vector<int64_t> values);
  void set_texts(std::string_view name, std::vector<std::string> values);
  void set_metric(std::string_view name, std::shared_ptr<const Metric> metric);
  void set_progress(std::string_view name, const Progress &progress);
  // The default of one option, or with "" of all.
  void reset(std::string_view name);
  // What holds, as set_text reads it; "" where nothing is set.
  std::string get(std::string_view name) const;

  // The options themselves. `what` says for whom, in the message where the family is another.
  const decisions::Options &decisions(const char *what) const;
  const ThresholdQuestion &thresholds(const char *what) const;
  const cascades::FitOptions &cascades(const char *what) const;
  const learners::LearnerOptions &learners(const char *what) const;
  const routes::RouteOptions &routes(const char *what) const;

 private:
  struct Member {
    const OptionRow *row;
    void *address;
  };
  Member member(std::string_view name);
  void check() const;
  template <class Set>
  void change(std::string_view name, const Set &set);

  std::variant<decisions::Options, ThresholdQuestion, cascades::FitOptions, learners::LearnerOptions, routes::RouteOptions> options_;
};

}  // namespace wald::core::catalogue
