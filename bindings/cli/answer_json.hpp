// Answers as JSON, one a line.
#ifndef WALD_CLI_ANSWER_JSON_HPP
#define WALD_CLI_ANSWER_JSON_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "beliefs.hpp"
#include "wald.hpp"

namespace wald::cli {

/// The members that say which problem a line is about, each followed by a comma: row and its name, or column and its
/// label, or nothing where there is one problem in all.
void append_problem(std::string &out, const Beliefs &beliefs, wald_average average, std::int64_t problem);

/// `,"key":`
void append_key(std::string &out, std::string_view key);

/// An answer with all that is known of it. `abstaining` says whether instances could be left undecided at all;
/// `probabilities` are those of its items, or none.
void append_answer(std::string &out, const Beliefs &beliefs, wald_average average, bool abstaining,
                   std::int64_t problem, const Decision &decision, std::int64_t answer,
                   const std::vector<double> &probabilities = {});

/// `"probabilities":[...]`
void append_probabilities(std::string &out, const std::vector<double> &probabilities);

}  // namespace wald::cli

#endif
