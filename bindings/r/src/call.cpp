// Calls the library from R, so that no error of either passes through the other.
#include "call.h"

#include <algorithm>
#include <limits>

namespace glue {

Call *Call::current = nullptr;

// The body is as small as a reference, which a std::function holds without asking for memory.
template <class Body>
SEXP Call::evaluate(const Body &body) noexcept {
  try {
    return Rcpp::unwindProtect([&body] { return body(); });
  } catch (const Rcpp::LongjumpException &jump) {
    token_ = jump.token;
  } catch (const std::bad_alloc &) {
    no_memory_ = true;
  }
  return R_NilValue;
}

void Call::metric(const int64_t *tp, const int64_t *k, const int64_t *s, int64_t count, int64_t n, double *values,
                  void *function) noexcept {
  Call *const call = current;
  std::fill(values, values + count, std::numeric_limits<double>::quiet_NaN());
  if (!call || call->stopped()) return;
  const auto numbers = [count](const int64_t *from) {
    SEXP out = Rf_allocVector(REALSXP, count);
    std::copy(from, from + count, REAL(out));
    return out;
  };
  Rcpp::Shield<SEXP> found(call->evaluate([&] {
    Rcpp::Shield<SEXP> a(numbers(tp)), b(numbers(k)), c(numbers(s)), d(Rf_ScalarReal(static_cast<double>(n)));
    Rcpp::Shield<SEXP> expression(Rf_lang5(static_cast<SEXP>(function), a, b, c, d));
    return Rf_eval(expression, R_BaseEnv);
  }));
  if (!call->stopped()) std::copy(REAL(found), REAL(found) + count, values);
}

int32_t Call::progress(double fraction, void *function) noexcept {
  Call *const call = current;
  if (!call || call->stopped()) return 1;
  if (!R_ToplevelExec([](void *) { R_CheckUserInterrupt(); }, nullptr)) {
    call->interrupted_ = true;
    return 1;
  }
  if (!function) return 0;
  Rcpp::Shield<SEXP> value(call->evaluate([&] {
    Rcpp::Shield<SEXP> done(Rf_ScalarReal(fraction));
    Rcpp::Shield<SEXP> expression(Rf_lang2(static_cast<SEXP>(function), done));
    return Rf_eval(expression, R_BaseEnv);
  }));
  if (call->stopped()) return 1;
  return TYPEOF(value) == LGLSXP && Rf_xlength(value) == 1 && LOGICAL(value)[0] == FALSE;
}

int32_t Call::scores(int64_t model, const int64_t *rows, int64_t n, double *scores, void *scorer) noexcept {
  Call *const call = current;
  if (!call || call->stopped()) return 1;
  const Scorer &asked = *static_cast<const Scorer *>(scorer);
  Rcpp::Shield<SEXP> value(call->evaluate([&] {
    Rcpp::Shield<SEXP> which(whole_numbers(rows, n, asked.rows, 1)), number(whole_numbers(&model, 1, model, 1));
    Rcpp::Shield<SEXP> expression(Rf_lang3(asked.function, number, which));
    return Rf_eval(expression, R_BaseEnv);
  }));
  if (call->stopped()) return 1;
  // The R code hands in a function that gives this many doubles.
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
  if (no_memory_) throw std::bad_alloc();
  check(status);
}

SEXP text(const char *utf8) {
  Rcpp::Shield<SEXP> string(Rf_mkCharCE(utf8, CE_UTF8));
  return Rf_ScalarString(string);
}

SEXP failure(wald_status status, const char *message) noexcept {
  const char *names[] = {"message", "status", ""};
  Rcpp::Shield<SEXP> out(Rf_mkNamed(VECSXP, names)), of(Rf_mkString("wald_failure"));
  SET_VECTOR_ELT(out, 0, text(message));
  SET_VECTOR_ELT(out, 1, Rf_ScalarInteger(status));
  Rf_setAttrib(out, R_ClassSymbol, of);
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

}  // namespace glue
