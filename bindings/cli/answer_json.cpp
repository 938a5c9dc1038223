#include "answer_json.hpp"

#include <vector>

#include "text.hpp"

namespace wald::cli {
namespace {

template <class Append>
void append_array(std::string &out, const std::vector<std::int64_t> &items, Append append) {
  out += '[';
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) out += ',';
    append(items[i]);
  }
  out += ']';
}

}  // namespace

void append_problem(std::string &out, const Beliefs &beliefs, wald_average average, std::int64_t problem) {
  if (average == WALD_MICRO) return;
  out += average == WALD_MACRO ? "\"column\":" : "\"row\":";
  append_integer(out, problem);
  if (average == WALD_MACRO) {
    append_key(out, "label");
    append_json(out, beliefs.labels[static_cast<std::size_t>(problem)]);
  } else if (beliefs.named()) {
    const bool instances = beliefs.kind == WALD_JOINT || beliefs.kind == WALD_COUNTS;
    append_key(out, instances ? "instance" : "id");
    append_json(out, beliefs.names[static_cast<std::size_t>(problem)]);
  }
  out += ',';
}

void append_key(std::string &out, std::string_view key) {
  out += ",\"";
  out += key;
  out += "\":";
}

void append_answer(std::string &out, const Beliefs &beliefs, wald_average average, bool abstaining,
                   std::int64_t problem, const Decision &decision, std::int64_t answer,
                   const std::vector<double> &probabilities) {
  out += '{';
  append_problem(out, beliefs, average, problem);
  const bool undecided = decision.abstained(answer);
  if (undecided) {
    out += "\"labels\":null,\"indices\":null,\"k\":null";
  } else {
    const std::vector<std::int64_t> indices = decision.indices(answer);
    if (average == WALD_INSTANCE) {
      out += "\"labels\":";
      append_array(out, indices,
                   [&](std::int64_t i) { append_json(out, beliefs.labels[static_cast<std::size_t>(i)]); });
      out += ',';
    }
    out += "\"indices\":";
    append_array(out, indices, [&](std::int64_t i) { append_integer(out, i); });
    append_key(out, "k");
    append_integer(out, decision.k(answer));
  }
  append_key(out, "expected");
  append_json(out, decision.expected(answer));
  append_key(out, "loss");
  append_json(out, decision.loss(answer));
  append_key(out, "algorithm");
  append_json(out, decision.algorithm(answer));
  append_key(out, "bound");
  append_json(out, decision.bound(answer));
  append_key(out, "k_range");
  const auto [lowest, highest] = decision.k_range(answer);
  if (lowest < 0)
    out += "null";
  else
    append_array(out, {lowest, highest}, [&](std::int64_t k) { append_integer(out, k); });
  append_key(out, "next_best");
  append_json(out, decision.next_best(answer));
  append_key(out, "p_zero");
  append_json(out, decision.p_zero(answer));
  if (abstaining) {
    append_key(out, "abstained");
    out += undecided ? "true" : "false";
  }
  if (!probabilities.empty()) {
    out += ',';
    append_probabilities(out, probabilities);
  }
  if (const std::string_view warning = decision.warning(answer); !warning.empty()) {
    append_key(out, "warning");
    append_json(out, warning);
  }
  out += "}\n";
}

void append_probabilities(std::string &out, const std::vector<double> &probabilities) {
  out += "\"probabilities\":[";
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    if (i > 0) out += ',';
    append_json(out, probabilities[i]);
  }
  out += ']';
}

}  // namespace wald::cli
