// Functions of objects of every type, and the lists of the library.
#include "objects.h"

#include <algorithm>
#include <string_view>

using glue::check;
using glue::Noun;

namespace glue {
#include "nouns.h"
}  // namespace glue

namespace {

const Noun &by_name(std::string_view name) {
  for (const auto noun : glue::nouns)
    if (name == noun().name) return noun();
  throw wald::Error(WALD_ERROR_INTERNAL, "there is no object " + std::string(name));
}

SEXP numbers_of(const void *handle, wald_fact fact, int64_t item) {
  int64_t needed = 0;
  check(wald_numbers(handle, fact, item, nullptr, 0, &needed));
  Rcpp::NumericVector out(Rcpp::no_init(static_cast<R_xlen_t>(needed)));
  if (needed > 0) check(wald_numbers(handle, fact, item, out.begin(), needed, &needed));
  return out;
}

SEXP fact_of(const void *handle, const wald_fact_row &row, int64_t item) {
  const std::string type = row.type;
  if (type == "number") {
    double value = 0;
    check(wald_number(handle, row.value, item, &value));
    return Rf_ScalarReal(value);
  }
  if (type == "text") {
    const char *text = nullptr;
    check(wald_text(handle, row.value, item, &text));
    return glue::text(text);
  }
  return numbers_of(handle, row.value, item);
}

template <class Row, class Take>
void each(wald_status (*list)(const char *, int64_t, Row *) noexcept, const std::string &name, const Take &take) {
  Row row{};
  row.size = sizeof row;
  for (int64_t i = 0; wald::detail::is_row(list(name.c_str(), i, &row)); ++i) take(row);
}

}  // namespace

namespace glue {

SEXP own(void *handle, const Noun &noun, SEXP keep) {
  const auto make = [&] {
    SEXP out = PROTECT(R_MakeExternalPtr(handle, R_NilValue, keep));
    // What is kept alive beside the function that destroys the object: its name, by which the finalizer finds it.
    R_SetExternalPtrTag(out, Rf_install(noun.name));
    R_RegisterCFinalizerEx(
        out,
        [](SEXP pointer) {
          void *const found = R_ExternalPtrAddr(pointer);
          wald_destroy(found);
          R_ClearExternalPtr(pointer);
        },
        FALSE);
    UNPROTECT(1);
    return out;
  };
  try {
    return Rcpp::unwindProtect([&make] { return make(); });
  } catch (...) {  // R has no memory for it
    wald_destroy(handle);
    throw;
  }
}

void *address(SEXP pointer, const Noun &noun) {
  const bool is_pointer = TYPEOF(pointer) == EXTPTRSXP;
  void *const found = is_pointer ? R_ExternalPtrAddr(pointer) : nullptr;
  if (found) return found;
  const std::string name(noun.name);
  if (is_pointer && R_ExternalPtrTag(pointer) == Rf_install("closed"))
    throw wald::Error(WALD_ERROR_ARGUMENT, name + " is closed");
  throw wald::Error(WALD_ERROR_ARGUMENT, name + " was restored from a file or another session, which cannot hold it: " +
                                             (noun.saves ? "keep the text of wald_save() instead" : "compute it again"));
}

Rcpp::List facts_of(const void *handle, const Noun &noun, const std::vector<std::string> &which, int64_t item) {
  std::vector<std::string> names;
  std::vector<Rcpp::RObject> values;
  each(wald_fact_list, noun.facts, [&](const wald_fact_row &row) {
    if (std::none_of(which.begin(), which.end(), [&](const auto &one) { return one == row.per || one == row.name; }))
      return;
    try {
      values.emplace_back(fact_of(handle, row, item));
      names.emplace_back(row.name);
    } catch (const wald::Error &error) {  // max_s of an estimator that holds no counts
      if (error.status() == WALD_ERROR_MEMORY) throw;
    }
  });
  Rcpp::List out(values.begin(), values.end());
  out.names() = Rcpp::wrap(names);
  return out;
}

Rcpp::List items_of(const void *handle, const Noun &noun, const std::string &per) {
  Rcpp::List out;
  each(wald_fact_list, noun.facts, [&](const wald_fact_row &row) {
    if (per == row.per) add(out, row.name, numbers_of(handle, row.value, 0));
  });
  return out;
}

}  // namespace glue

// ---- Objects ----

// Releases the object behind an external pointer now; what uses it from then on says that it is closed.
// [[Rcpp::export(rng = false)]]
void native_close(SEXP pointer, std::string noun) {
  if (void *const found = R_ExternalPtrAddr(pointer)) {
    glue::Call::require_unused(found, noun.c_str());
    wald_destroy(found);
  }
  R_ClearExternalPtr(pointer);
  R_SetExternalPtrTag(pointer, Rf_install("closed"));
}

// "open", "closed", or "lost" where it came from a file.
// [[Rcpp::export(rng = false)]]
SEXP native_state(SEXP pointer) {
  if (R_ExternalPtrAddr(pointer)) return glue::text("open");
  return glue::text(R_ExternalPtrTag(pointer) == Rf_install("closed") ? "closed" : "lost");
}

// [[Rcpp::export(rng = false)]]
SEXP native_copy(SEXP pointer, std::string noun) {
  const Noun &of = by_name(noun);
  void *out = nullptr;
  check(wald_copy(glue::address(pointer, of), &out));
  return glue::own(out, of, R_NilValue);
}

// [[Rcpp::export(rng = false)]]
void native_clear(SEXP pointer, std::string noun) {
  const Noun &of = by_name(noun);
  void *const found = glue::address(pointer, of);
  glue::Call::require_unused(found, of.name);
  check(wald_clear(found));
}

// [[Rcpp::export(rng = false)]]
void native_merge(SEXP pointer, SEXP other, std::string noun) {
  const Noun &of = by_name(noun);
  void *const found = glue::address(pointer, of);
  glue::Call::require_unused(found, of.name);
  check(wald_merge(found, glue::address(other, of)));
}

// [[Rcpp::export(rng = false)]]
SEXP native_save(SEXP pointer, std::string noun) {
  const Noun &of = by_name(noun);
  const void *const found = glue::address(pointer, of);
  return glue::text(wald::detail::saved(found, WALD_TEXT));
}

// [[Rcpp::export(rng = false)]]
SEXP native_load(std::string text, std::string noun) {
  const Noun &of = by_name(noun);
  return glue::own(wald::detail::loaded<void>(of.type, text), of, R_NilValue);
}

// Facts as facts_of() gives them. item: counted from 0.
// [[Rcpp::export(rng = false)]]
SEXP native_facts(SEXP pointer, std::string noun, std::vector<std::string> which, double item) {
  const Noun &of = by_name(noun);
  return glue::facts_of(glue::address(pointer, of), of, which, glue::whole(item));
}

// One fact, which is a text, of this many items.
// [[Rcpp::export(rng = false)]]
SEXP native_texts(SEXP pointer, std::string noun, std::string fact, double count) {
  const Noun &of = by_name(noun);
  const void *const found = glue::address(pointer, of);
  Rcpp::CharacterVector out(static_cast<R_xlen_t>(count));
  each(wald_fact_list, of.facts, [&](const wald_fact_row &row) {
    if (fact != row.name) return;
    for (R_xlen_t i = 0; i < out.size(); ++i) {
      const char *text = nullptr;
      check(wald_text(found, row.value, i, &text));
      out[i] = Rcpp::String(text, CE_UTF8);
    }
  });
  return out;
}

// ---- Lists ----

// [[Rcpp::export(rng = false)]]
SEXP native_version() {
  return Rcpp::List::create(Rcpp::Named("version") = wald_version(), Rcpp::Named("abi") = wald_abi_version());
}

// The words of a vocabulary, with their numbers, and a sentence on each.
// [[Rcpp::export(rng = false)]]
SEXP native_words(std::string list) {
  std::vector<std::string> names, sentences;
  std::vector<int> values;
  each(wald_name_list, list, [&](const wald_name_row &row) {
    names.emplace_back(row.name);
    sentences.emplace_back(row.sentence);
    values.push_back(row.value);
  });
  Rcpp::IntegerVector out(values.begin(), values.end());
  out.names() = Rcpp::wrap(names);
  out.attr("sentences") = Rcpp::wrap(sentences);
  return out;
}

// [[Rcpp::export(rng = false)]]
SEXP native_options(std::string family) {
  std::vector<std::string> names, types, initials, choices, calls, concerns, sentences;
  std::vector<double> low, high;
  std::vector<bool> open_low, open_high;
  each(wald_option_list, family, [&](const wald_option_row &row) {
    names.emplace_back(row.name);
    types.emplace_back(row.type);
    initials.emplace_back(row.initial);
    choices.emplace_back(row.choices);
    calls.emplace_back(row.calls);
    concerns.emplace_back(row.concerns);
    sentences.emplace_back(row.sentence);
    low.push_back(row.low);
    high.push_back(row.high);
    open_low.push_back(row.open_low != 0);
    open_high.push_back(row.open_high != 0);
  });
  using Rcpp::Named;
  return Rcpp::List::create(Named("name") = names, Named("type") = types, Named("initial") = initials,
                            Named("low") = low, Named("high") = high, Named("open_low") = open_low,
                            Named("open_high") = open_high, Named("choices") = choices, Named("calls") = calls,
                            Named("concerns") = concerns,
                            Named("sentence") = sentences);
}

// [[Rcpp::export(rng = false)]]
SEXP native_fact_rows(std::string object) {
  std::vector<std::string> names, types, kinds, per, sentences;
  each(wald_fact_list, object, [&](const wald_fact_row &row) {
    names.emplace_back(row.name);
    types.emplace_back(row.type);
    kinds.emplace_back(row.kind);
    per.emplace_back(row.per);
    sentences.emplace_back(row.sentence);
  });
  using Rcpp::Named;
  return Rcpp::List::create(Named("name") = names, Named("type") = types, Named("kind") = kinds, Named("per") = per,
                            Named("sentence") = sentences);
}

// [[Rcpp::export(rng = false)]]
SEXP native_metrics() {
  std::vector<std::string> names, aliases, formulas, sentences;
  std::vector<int> properties;
  wald_metric_row row{};
  row.size = sizeof row;
  for (int64_t i = 0; wald::detail::is_row(wald_metric_list(i, &row)); ++i) {
    names.emplace_back(row.name);
    aliases.emplace_back(row.aliases);
    formulas.emplace_back(row.formula);
    sentences.emplace_back(row.sentence);
    properties.push_back(row.properties);
  }
  using Rcpp::Named;
  return Rcpp::List::create(Named("name") = names, Named("aliases") = aliases, Named("formula") = formulas,
                            Named("sentence") = sentences, Named("properties") = properties);
}
