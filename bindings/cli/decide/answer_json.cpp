// Writes an answer with all that is known of it as a JSON object.
#include "decide/answer_json.hpp"

#include <string>
#include <string_view>

#include "base/warnings.hpp"

namespace wald::cli {

Json problem_json(const Beliefs &beliefs, wald_average average, std::int64_t problem) {
  Json out = Json::object();
  if (average == WALD_MICRO) return out;
  const auto at = static_cast<std::size_t>(problem);
  out[average == WALD_MACRO ? "column" : "row"] = problem;
  if (average == WALD_MACRO) {
    out["label"] = beliefs.labels[at];
  } else if (beliefs.named()) {
    const bool instances = beliefs.kind == WALD_JOINT || beliefs.kind == WALD_COUNTS;
    out[instances ? "instance" : "id"] = beliefs.names[at];
  }
  return out;
}

Json answer_json(const Beliefs &beliefs, wald_average average, Abstaining abstaining, std::int64_t problem,
                 const Decision &decision, std::int64_t answer, const std::vector<double> &probabilities) {
  Json out = problem_json(beliefs, average, problem);
  const bool undecided = decision.abstained(answer);
  if (undecided) {
    for (const char *key : {"labels", "indices", "k"}) out[key] = nullptr;
  } else {
    const std::vector<std::int64_t> indices = decision.indices(answer);
    if (average == WALD_INSTANCE) {
      Json &labels = out["labels"] = Json::array();
      for (const std::int64_t i : indices) labels.add(beliefs.labels[static_cast<std::size_t>(i)]);
    }
    out["indices"] = indices;
    out["k"] = decision.k(answer);
  }
  if (abstaining == Abstaining::labels) {
    const std::vector<std::int64_t> left = decision.undecided_indices(answer);
    Json &labels = out["undecided"] = Json::array();
    for (const std::int64_t i : left) labels.add(beliefs.labels[static_cast<std::size_t>(i)]);
    out["undecided_indices"] = left;
  }
  out["expected"] = decision.expected(answer);
  out["loss"] = decision.loss(answer);
  out["algorithm"] = decision.algorithm(answer);
  out["bound"] = decision.bound(answer);
  const auto [lowest, highest] = decision.k_range(answer);
  out["k_range"] = lowest < 0 ? Json(nullptr) : Json(std::vector<std::int64_t>{lowest, highest});
  out["next_best"] = decision.next_best(answer);
  out["p_zero"] = decision.p_zero(answer);
  if (abstaining == Abstaining::instances) out["abstained"] = undecided;
  if (!probabilities.empty()) out["probabilities"] = probabilities;
  if (const std::string_view warning = decision.warning(answer); !warning.empty())
    out["warning"] = warning_in_options(warning);
  return out;
}

}  // namespace wald::cli
