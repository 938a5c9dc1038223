// Answers as JSON.
#ifndef WALD_CLI_DECIDE_ANSWER_JSON_HPP
#define WALD_CLI_DECIDE_ANSWER_JSON_HPP

#include <cstdint>
#include <vector>

#include "base/json.hpp"
#include "decide/beliefs/beliefs.hpp"
#include "wald.hpp"

namespace wald::cli {

/// An object that says which problem a line is about: row and its name, or column and its label, or nothing where
/// there is one problem in all.
Json problem_json(const Beliefs &beliefs, wald_average average, std::int64_t problem);

enum class Abstaining { none, instances, labels };

/// An answer with all that is known of it. `abstaining` says what could be left undecided at all;
/// `probabilities` are those of its items, or none.
Json answer_json(const Beliefs &beliefs, wald_average average, Abstaining abstaining, std::int64_t problem,
                 const Decision &decision, std::int64_t answer, const std::vector<double> &probabilities = {});

}  // namespace wald::cli

#endif
