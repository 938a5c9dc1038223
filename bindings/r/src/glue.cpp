// Turns R's vectors, options and handles into those of the C interface.
#include "glue.h"

#include <algorithm>

namespace glue {

// ---- Arrays ----

wald_array columns(SEXP table) {
  const SEXP dim = Rf_getAttrib(table, R_DimSymbol);
  const bool is_table = Rf_length(dim) == 2;
  return array(REAL(table), is_table ? INTEGER(dim)[0] : Rf_xlength(table), is_table ? INTEGER(dim)[1] : 1);
}

Rcpp::NumericVector by_columns(const std::vector<double> &rows, int64_t n_rows, int64_t n_columns) {
  Rcpp::NumericVector out(Rcpp::no_init(static_cast<R_xlen_t>(rows.size())));
  double *to = out.begin();
  for (int64_t j = 0; j < n_columns; ++j)
    for (int64_t i = 0; i < n_rows; ++i) *to++ = rows[static_cast<std::size_t>(i * n_columns + j)];
  return out;
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
  for (int64_t i = 0; wald::detail::is_row(wald_option_list(family, i, &row)); ++i)
    if (std::string(name) == row.name) return row.type;
  return "text";
}

void set_option(wald_options *options, const std::string &type, const char *name, SEXP value) {
  if (type == "progress") return;  // set last
  if (type == "metric") return check(wald_options_set_metric(options, name, handle<wald_metric>(value)));
  if (type == "numbers" || type == "integers") {
    const Rcpp::NumericVector values(value);
    return check(wald_options_set_numbers(options, name, values.begin(), values.size()));
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
  check(wald_number(estimator_, WALD_ESTIMATOR_N_LABELS, 0, &n));
  return n;
}

}  // namespace glue

// Refuses what a call with these options would refuse of them alone; with words of wald_options_check also what it does
// not read.
// [[Rcpp::export(rng = false)]]
void native_check_options(std::string family, Rcpp::List asked, std::string calls) {
  const glue::Options options = glue::options_of(family.c_str(), asked);
  if (!calls.empty() && options.get()) glue::check(wald_options_check(options.get(), calls.c_str(), 0));
}
