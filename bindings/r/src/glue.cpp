#include "glue.h"

#include <algorithm>
#include <limits>

namespace glue {

Call *Call::current = nullptr;

template <class Body>
SEXP Call::evaluate(const Body &body) {
  try {
    return Rcpp::unwindProtect(body);
  } catch (const Rcpp::LongjumpException &jump) {
    token_ = jump.token;
    return R_NilValue;
  }
}

double Call::metric(int64_t tp, int64_t k, int64_t s, int64_t n, void *function) noexcept {
  Call *const call = current;
  if (!call || call->stopped()) return std::numeric_limits<double>::quiet_NaN();
  const auto number = [](int64_t value) { return Rf_ScalarReal(static_cast<double>(value)); };
  Rcpp::Shield<SEXP> a(number(tp)), b(number(k)), c(number(s)), d(number(n));
  Rcpp::Shield<SEXP> expression(Rf_lang5(static_cast<SEXP>(function), a, b, c, d));
  // The R code hands in a function that gives one double.
  Rcpp::Shield<SEXP> value(call->evaluate([&] { return Rf_eval(expression, R_BaseEnv); }));
  return call->stopped() ? std::numeric_limits<double>::quiet_NaN() : REAL(value)[0];
}

int32_t Call::progress(double fraction, void *function) noexcept {
  Call *const call = current;
  if (!call || call->stopped()) return 1;
  if (!R_ToplevelExec([](void *) { R_CheckUserInterrupt(); }, nullptr)) {
    call->interrupted_ = true;
    return 1;
  }
  if (!function) return 0;
  Rcpp::Shield<SEXP> done(Rf_ScalarReal(fraction));
  Rcpp::Shield<SEXP> expression(Rf_lang2(static_cast<SEXP>(function), done));
  Rcpp::Shield<SEXP> value(call->evaluate([&] { return Rf_eval(expression, R_BaseEnv); }));
  if (call->stopped()) return 1;
  return TYPEOF(value) == LGLSXP && Rf_xlength(value) == 1 && LOGICAL(value)[0] == FALSE;
}

int32_t Call::scores(int64_t model, const int64_t *rows, int64_t n, double *scores, void *scorer) noexcept {
  Call *const call = current;
  if (!call || call->stopped()) return 1;
  const Scorer &asked = *static_cast<const Scorer *>(scorer);
  // Rows are many: that there is no memory for them must not jump over the library either.
  Rcpp::Shield<SEXP> value(call->evaluate([&] {
    Rcpp::Shield<SEXP> which(whole_numbers(rows, n, asked.rows, 1)), number(whole_numbers(&model, 1, model, 1));
    Rcpp::Shield<SEXP> expression(Rf_lang3(asked.function, number, which));
    return Rf_eval(expression, R_BaseEnv);
  }));
  if (call->stopped()) return 1;
  // The R code hands in a function that gives so many doubles.
  std::copy_n(REAL(value), n * asked.classes, scores);
  return 0;
}

void Call::require_unused(const void *handle, const char *noun) {
  for (const Call *call = current; call; call = call->outer_)
    if (handle == call->metric_ || handle == call->estimator_)
      throw wald::Error(WALD_ERROR_ARGUMENT, std::string(noun) + " is in use by the call that this callback belongs " +
                                                 "to: it cannot be changed");
}

void Call::finish(wald_status status) {
  if (token_) throw Rcpp::LongjumpException(token_);
  if (interrupted_) throw Rcpp::internal::InterruptedException();
  check(status);
}

SEXP text(const char *utf8) {
  Rcpp::Shield<SEXP> string(Rf_mkCharCE(utf8, CE_UTF8));
  return Rf_ScalarString(string);
}

SEXP failure(const wald::Error &error) {
  Rcpp::Shield<SEXP> message(text(error.what()));
  Rcpp::List out = Rcpp::List::create(Rcpp::Named("message") = SEXP(message),
                                      Rcpp::Named("status") = static_cast<int>(error.status()),
                                      Rcpp::Named("status_name") = wald_status_name(error.status()));
  out.attr("class") = "wald_failure";
  return out;
}

SEXP whole_numbers(const int64_t *values, int64_t count, int64_t most, int64_t plus) {
  const R_xlen_t size = static_cast<R_xlen_t>(count);
  if (most < std::numeric_limits<int>::max()) {
    Rcpp::IntegerVector out(Rcpp::no_init(size));
    std::transform(values, values + count, out.begin(), [plus](int64_t x) { return static_cast<int>(x + plus); });
    return out;
  }
  Rcpp::NumericVector out(Rcpp::no_init(size));
  std::transform(values, values + count, out.begin(), [plus](int64_t x) { return static_cast<double>(x + plus); });
  return out;
}

SEXP whole_numbers(const std::vector<int64_t> &values, int64_t most, int64_t plus) {
  return whole_numbers(values.data(), static_cast<int64_t>(values.size()), most, plus);
}

SEXP whole_number(int64_t value) { return whole_numbers({value}, value); }

void *address(SEXP pointer, const char *noun) {
  void *const found = TYPEOF(pointer) == EXTPTRSXP ? R_ExternalPtrAddr(pointer) : nullptr;
  if (found) return found;
  const std::string name(noun);
  if (TYPEOF(pointer) == EXTPTRSXP && R_ExternalPtrTag(pointer) != R_NilValue)
    throw wald::Error(WALD_ERROR_ARGUMENT, name + " is closed");
  throw wald::Error(WALD_ERROR_ARGUMENT, name + " was restored from a file or another session, which cannot hold it: " +
                                             (name == "estimator" || name == "frontier" || name == "trees"
                                                  ? "keep the text of wald_save() instead"
                                                  : "compute it again"));
}

Columns::Columns(SEXP table) : values(table) {
  const SEXP dim = Rf_getAttrib(table, R_DimSymbol);
  const bool is_table = Rf_length(dim) == 2;
  rows = is_table ? INTEGER(dim)[0] : values.size();
  cols = is_table ? INTEGER(dim)[1] : 1;
}

void fed(double numbers) {
  constexpr double most = 5e7;
  static double since = 0;
  since += numbers;
  if (since < most) return;
  since = 0;
  R_gc();
}

bool is_quick(SEXP metric, const Rcpp::List &settings, double problems, double items) {
  const bool calls_r = R_ExternalPtrProtected(metric) != R_NilValue;
  return !calls_r && !settings.containsElementNamed("algorithm") && problems * items * items <= 4e6;
}

bool is_quick_table(SEXP metric, const Rcpp::List &settings, double rows, double cols) {
  switch (Rcpp::as<int>(settings["average"])) {
    case WALD_MACRO: return is_quick(metric, settings, cols, rows);
    case WALD_MICRO: return is_quick(metric, settings, 1, rows * cols);
    default: return is_quick(metric, settings, rows, cols);
  }
}

Options options_of(const Rcpp::List &settings, bool quick) {
  wald_options *made = nullptr;
  check(wald_options_create(&made));
  Options out(made);
  const auto has = [&](const char *name) { return settings.containsElementNamed(name); };
  const auto number = [&](const char *name, double otherwise) {
    return has(name) ? Rcpp::as<double>(settings[name]) : otherwise;
  };
  if (has("at_least") || has("at_most"))
    check(wald_options_set_k(made, whole(number("at_least", -1)), whole(number("at_most", -1))));
  if (has("algorithm")) check(wald_options_set_algorithm(made, Rcpp::as<std::string>(settings["algorithm"]).c_str()));
  if (has("average")) check(wald_options_set_average(made, Rcpp::as<int>(settings["average"])));
  if (has("abstain")) check(wald_options_set_abstain(made, number("abstain", 0)));
  if (has("threads")) check(wald_options_set_threads(made, static_cast<int32_t>(number("threads", 1))));
  if (has("seed") || has("draws"))
    check(wald_options_set_draws(made, has("seed") ? seed_of(Rcpp::as<std::string>(settings["seed"])) : 0,
                                 whole(number("draws", 10000))));
  // The list holds the function alive for as long as the call.
  void *const function = has("progress") ? static_cast<void *>(SEXP(settings["progress"])) : nullptr;
  if (function || !quick) check(wald_options_set_progress(made, Call::progress, function));
  return out;
}

Problem::Problem(SEXP known, int kind) : estimator_(nullptr) {
  if (TYPEOF(known) == EXTPTRSXP) {
    estimator_ = glue::estimator_of(known);
    return;
  }
  wald_estimator *made = nullptr;
  check(wald_estimator_create(kind, 0, &made));
  own_.reset(made);
  estimator_ = made;
  check(wald_estimator_feed_probabilities(made, REAL(known), WALD_FLOAT64, Rf_xlength(known), 1));
}

int64_t Problem::n_labels() const {
  int64_t n = 0;
  check(wald_estimator_n_labels(estimator_, &n));
  return n;
}

std::vector<uint8_t> cells_of(const Rcpp::IntegerVector &values) {
  std::vector<uint8_t> out(static_cast<std::size_t>(values.size()));
  std::transform(values.begin(), values.end(), out.begin(),
                 [](int x) { return static_cast<uint8_t>(x < 0 || x > 255 ? 255 : x); });
  return out;
}

}  // namespace glue

// [[Rcpp::export(rng = false)]]
SEXP native_version() {
  return Rcpp::List::create(Rcpp::Named("version") = wald_version(), Rcpp::Named("abi") = wald_abi_version());
}

// Releases the object behind an external pointer now; what uses it from then on says that it is closed.
// [[Rcpp::export(rng = false)]]
SEXP native_close(SEXP pointer, std::string noun) {
  return glue::guarded([&]() -> SEXP {
    void *const handle = R_ExternalPtrAddr(pointer);
    if (handle) glue::Call::require_unused(handle, noun.c_str());
    if (noun == "metric") wald_metric_destroy(static_cast<wald_metric *>(handle));
    if (noun == "estimator") wald_estimator_destroy(static_cast<wald_estimator *>(handle));
    if (noun == "distribution") wald_distribution_destroy(static_cast<wald_distribution *>(handle));
    if (noun == "frontier") wald_frontier_destroy(static_cast<wald_frontier *>(handle));
    if (noun == "scores") wald_cascade_scores_destroy(static_cast<wald_cascade_scores *>(handle));
    if (noun == "trees") wald_trees_destroy(static_cast<wald_trees *>(handle));
    R_ClearExternalPtr(pointer);
    R_SetExternalPtrTag(pointer, Rf_install("closed"));
    return R_NilValue;
  });
}

// "open", "closed", or "lost" where it came from a file.
// [[Rcpp::export(rng = false)]]
SEXP native_state(SEXP pointer) {
  if (R_ExternalPtrAddr(pointer)) return glue::text("open");
  return glue::text(R_ExternalPtrTag(pointer) == R_NilValue ? "lost" : "closed");
}
