// Gives R the routes of the C interface.
#include "glue.h"

namespace {

using glue::check;
using glue::handle;
using glue::Optional;

// Whole numbers of a vector or a table, NA as -1; or none.
class Whole {
 public:
  explicit Whole(SEXP values) : given_(!Rf_isNull(values)) {
    if (!given_) return;
    const Rcpp::IntegerVector all(values);
    for (const int value : all) cells_.push_back(value == NA_INTEGER ? -1 : value);
    const int columns = Rf_isMatrix(values) ? Rf_ncols(values) : 1;
    array_ = glue::array(cells_.data(), static_cast<int64_t>(cells_.size()) / std::max(columns, 1), columns);
  }
  const wald_array *array() const { return given_ ? &array_ : nullptr; }

 private:
  std::vector<int32_t> cells_;
  wald_array array_{};
  bool given_;
};

// A table of doubles, or none.
class Columns {
 public:
  explicit Columns(SEXP table) : given_(!Rf_isNull(table)) {
    if (given_) array_ = glue::columns(table);
  }
  const wald_array *array() const { return given_ ? &array_ : nullptr; }

 private:
  wald_array array_{};
  bool given_;
};

int64_t rows_of(const wald_stages *stages) {
  double rows = 0;
  check(wald_number(stages, WALD_STAGES_N_ROWS, 0, &rows));
  return static_cast<int64_t>(rows);
}

std::vector<double> counted(const std::vector<int64_t> &rows, int64_t count) {
  return {rows.begin(), rows.begin() + count};
}

}  // namespace

// ---- Rows of stages ----

// [[Rcpp::export(rng = false)]]
SEXP native_stages(double n_stages) {
  return glue::made<wald_stages>([&](auto out) { return wald_stages_create(glue::whole(n_stages), out); });
}

// Classes and segments count from 0.
// [[Rcpp::export(rng = false)]]
void native_stages_feed(SEXP pointer, SEXP confidences, SEXP answers, SEXP truth, SEXP right, SEXP costs,
                        Rcpp::Nullable<Rcpp::NumericVector> weights,
                        Rcpp::Nullable<Rcpp::NumericVector> label_probabilities, SEXP segments,
                        Rcpp::Nullable<Rcpp::NumericVector> scores) {
  const wald_array sure = glue::columns(confidences);
  const Whole said(answers), is(truth), of(segments);
  const Columns rights(right), spent(costs);
  const Optional w(weights), p(label_probabilities), s(scores);
  glue::fed(3 * static_cast<double>(sure.rows) * static_cast<double>(sure.columns));
  const wald_stage_rows rows{sizeof(wald_stage_rows), &sure,     said.array(), is.array(), rights.array(),
                             spent.array(),           w.array(), p.array(),    of.array(), s.array()};
  check(wald_stages_feed(glue::changing<wald_stages>(pointer), &rows));
}

// The rows to label next, from 0.
// [[Rcpp::export(rng = false)]]
SEXP native_stages_ask(SEXP pointer, Rcpp::List asked) {
  wald_stages *const stages = glue::changing<wald_stages>(pointer);
  const glue::Options options = glue::options_of("routes", asked);
  std::vector<int64_t> rows(static_cast<std::size_t>(std::max<int64_t>(1, rows_of(stages))));
  int64_t needed = 0;
  glue::Call call(stages);
  call.finish(
      wald_stages_ask(stages, options.get(), rows.data(), static_cast<int64_t>(rows.size()), &needed));
  return Rcpp::wrap(counted(rows, needed));
}

// [[Rcpp::export(rng = false)]]
void native_stages_label(SEXP pointer, Rcpp::NumericVector rows, SEXP truth, SEXP right) {
  const std::vector<int64_t> where = glue::whole_of(rows);
  const wald_array at = glue::array(where);
  const Whole is(truth);
  const Columns rights(right);
  check(wald_stages_label(glue::changing<wald_stages>(pointer), &at, is.array(), rights.array()));
}

// ---- Routes ----

// [[Rcpp::export(rng = false)]]
SEXP native_route(SEXP stages, Rcpp::List asked) {
  const wald_stages *const rows = handle<wald_stages>(stages);
  const glue::Options options = glue::options_of("routes", asked);
  return glue::made<wald_route>([&](auto out) { return wald_route_choose(rows, options.get(), out); }, rows);
}

// Stages and groups count from 0; -1: none.
// [[Rcpp::export(rng = false)]]
double native_route_next(SEXP pointer, double group, double stage, double confidence) {
  int64_t next = 0;
  check(wald_route_next(handle<wald_route>(pointer), glue::whole(group), glue::whole(stage), confidence, &next));
  return static_cast<double>(next);
}

// [[Rcpp::export(rng = false)]]
SEXP native_route_apply(SEXP pointer, SEXP confidences, SEXP groups) {
  const wald_array sure = glue::columns(confidences);
  const Whole of(groups);
  Rcpp::IntegerVector stages(Rcpp::no_init(sure.rows));
  check(wald_route_apply(handle<wald_route>(pointer), &sure, of.array(), stages.begin()));
  return stages;
}

// [[Rcpp::export(rng = false)]]
SEXP native_route_evaluate(SEXP pointer, SEXP stages, Rcpp::List asked) {
  const wald_route *const route = handle<wald_route>(pointer);
  const wald_stages *const rows = handle<wald_stages>(stages);
  const glue::Options options = glue::options_of("routes", asked);
  wald_route_evaluation *const made = glue::created<wald_route_evaluation>(
      [&](auto out) { return wald_route_evaluate(route, rows, options.get(), out); }, route, rows);
  const Rcpp::Shield<SEXP> owner(glue::own(made));
  return glue::facts_of(made, {"whole", "stage"});
}

// ---- Which rows to label ----

// seed: by its digits.
// [[Rcpp::export(rng = false)]]
SEXP native_labelling(Rcpp::NumericVector chances, std::string quality, double target, double confidence,
                      std::string seed) {
  const wald_array given = glue::array(chances);
  const auto number = static_cast<int64_t>(std::strtoull(seed.c_str(), nullptr, 10));
  return glue::made<wald_labelling>(
      [&](auto out) { return wald_labelling_create(&given, quality.c_str(), target, confidence, number, out); });
}

// Rows count from 0.
// [[Rcpp::export(rng = false)]]
SEXP native_labelling_next(SEXP pointer, double most) {
  wald_labelling *const labelling = glue::changing<wald_labelling>(pointer);
  int64_t needed = 0;
  check(wald_labelling_next(labelling, glue::whole(most), nullptr, 0, &needed));
  std::vector<int64_t> rows(static_cast<std::size_t>(needed));
  check(wald_labelling_next(labelling, glue::whole(most), rows.data(), needed, &needed));
  return Rcpp::wrap(counted(rows, needed));
}

// [[Rcpp::export(rng = false)]]
void native_labelling_answer(SEXP pointer, Rcpp::IntegerVector events, Rcpp::Nullable<Rcpp::NumericVector> chances) {
  const std::vector<uint8_t> cells = glue::cells_of(events);
  const wald_array given = glue::array(cells);
  const Rcpp::NumericVector each = chances.isNull() ? Rcpp::NumericVector() : Rcpp::NumericVector(chances.get());
  const wald_array renewed = glue::array(each);
  check(wald_labelling_answer(glue::changing<wald_labelling>(pointer), &given, chances.isNull() ? nullptr : &renewed));
}
