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
    if (handle == call->first_ || handle == call->second_)
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
                                      Rcpp::Named("status") = static_cast<int>(error.status()));
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

std::vector<int64_t> whole_of(const Rcpp::NumericVector &values) {
  std::vector<int64_t> out(static_cast<std::size_t>(values.size()));
  std::transform(values.begin(), values.end(), out.begin(), whole);
  return out;
}

// ---- Arrays ----

wald_array columns(SEXP table) {
  const SEXP dim = Rf_getAttrib(table, R_DimSymbol);
  const bool is_table = Rf_length(dim) == 2;
  return array(REAL(table), is_table ? INTEGER(dim)[0] : Rf_xlength(table), is_table ? INTEGER(dim)[1] : 1);
}

std::vector<uint8_t> cells_of(const Rcpp::IntegerVector &values) {
  std::vector<uint8_t> out(static_cast<std::size_t>(values.size()));
  std::transform(values.begin(), values.end(), out.begin(),
                 [](int x) { return static_cast<uint8_t>(x < 0 || x > 255 ? 255 : x); });
  return out;
}

wald_sparse sparse(const Rcpp::IntegerVector &indptr, const Rcpp::IntegerVector &indices, const double *values,
                   double columns) {
  return {sizeof(wald_sparse), indptr.begin(), indices.begin(), values,
          indptr.size() - 1,   whole(columns), WALD_INT32,      WALD_FLOAT64};
}

void fed(double numbers) {
  constexpr double most = 5e7;
  static double since = 0;
  since += numbers;
  if (since < most) return;
  since = 0;
  R_gc();
}

// ---- Options ----

namespace {

// The type of an option as its row has it; "text" for one that there is not, of which the library says so.
std::string type_of_option(const char *family, const char *name) {
  wald_option_row row{};
  row.size = sizeof row;
  for (int64_t i = 0; wald_option_list(family, i, &row) == WALD_OK; ++i)
    if (std::string(name) == row.name) return row.type;
  return "text";
}

void set_option(wald_options *options, const std::string &type, const char *name, SEXP value) {
  if (type == "progress") return;  // set last
  if (type == "metric") return check(wald_options_set_metric(options, name, handle<wald_metric>(value)));
  if (type == "numbers") return check(wald_options_set_numbers(options, name, REAL(value), Rf_xlength(value)));
  if (type == "integers") {
    const std::vector<int64_t> values = whole_of(value);
    return check(wald_options_set_integers(options, name, values.data(), static_cast<int64_t>(values.size())));
  }
  if (type == "texts") {
    std::vector<const char *> texts;
    for (R_xlen_t i = 0; i < Rf_xlength(value); ++i) texts.push_back(CHAR(STRING_ELT(value, i)));
    return check(wald_options_set_texts(options, name, texts.data(), Rf_xlength(value)));
  }
  if (TYPEOF(value) == REALSXP) return check(wald_options_set_number(options, name, REAL(value)[0]));
  check(wald_options_set_text(options, name, TYPEOF(value) == STRSXP ? CHAR(STRING_ELT(value, 0)) : ""));
}

}  // namespace

Options options_of(const char *family, const Rcpp::List &asked, bool quick) {
  wald_options *made = nullptr;
  check(wald_options_create(family, &made));
  Options out(made);
  void *function = nullptr;  // the list holds it alive for as long as the call
  if (asked.size() > 0) {
    const Rcpp::CharacterVector names = asked.names();
    for (R_xlen_t i = 0; i < asked.size(); ++i) {
      const char *const name = CHAR(STRING_ELT(names, i));
      const SEXP value = VECTOR_ELT(asked, i);
      if (Rf_isFunction(value)) function = value;
      set_option(made, type_of_option(family, name), name, value);
    }
  }
  if (function || !quick) check(wald_options_set_progress(made, "progress", Call::progress, function));
  return out;
}

bool is_quick(SEXP metric, const Rcpp::List &asked, double problems, double items) {
  const bool calls_r = R_ExternalPtrProtected(metric) != R_NilValue;
  return !calls_r && !asked.containsElementNamed("algorithm") && problems * items * items <= 4e6;
}

bool is_quick_table(SEXP metric, const Rcpp::List &asked, double rows, double cols) {
  const std::string average =
      asked.containsElementNamed("average") ? Rcpp::as<std::string>(asked["average"]) : "instance";
  if (average == "macro") return is_quick(metric, asked, cols, rows);
  return average == "micro" ? is_quick(metric, asked, 1, rows * cols) : is_quick(metric, asked, rows, cols);
}

// ---- Problems ----

Problem::Problem(SEXP known, int kind) : estimator_(nullptr) {
  if (TYPEOF(known) == EXTPTRSXP) {
    estimator_ = handle<wald_estimator>(known);
    return;
  }
  wald_estimator *made = nullptr;
  check(wald_estimator_create(kind, 0, &made));
  own_.reset(made);
  estimator_ = made;
  const wald_array probabilities = columns(known);
  check(wald_estimator_feed_probabilities(made, &probabilities));
}

double Problem::n_labels() const {
  double n = 0;
  check(wald_estimator_number(estimator_, WALD_ESTIMATOR_N_LABELS, &n));
  return n;
}

}  // namespace glue

// Refuses what a call with these options would refuse of them alone.
// [[Rcpp::export(rng = false)]]
SEXP native_check_options(std::string family, Rcpp::List asked) {
  return glue::guarded([&]() -> SEXP {
    glue::options_of(family.c_str(), asked);
    return R_NilValue;
  });
}
