#include "compact.h"
#include "learners.h"

#include <algorithm>
#include <limits>

namespace {

using glue::check;

// What a call needs besides what it gives: a decision of the library, bytes and numbers of all answers. That of
// the last call is used again, since memory that has grown stops being allocated; unless it is too large to keep for
// nothing.
class Room {
 public:
  explicit Room(double cells) : keep_(cells <= 1e6), own_(std::move(spare)) {
    if (own_.decision) return;
    wald_decision *made = nullptr;
    check(wald_decision_create(&made));
    own_.decision.reset(made);
  }
  ~Room() {
    if (keep_) spare = std::move(own_);
  }
  Room(const Room &) = delete;
  Room &operator=(const Room &) = delete;

  wald_decision *decision() const { return own_.decision.get(); }
  uint8_t *bytes(int64_t count) { return sized(own_.bytes, count); }
  double *numbers(int64_t count) { return sized(own_.numbers, count); }

 private:
  struct Memory {
    wald::detail::Handle<wald_decision, wald_decision_destroy> decision;
    std::vector<uint8_t> bytes;
    std::vector<double> numbers;
  };
  template <class T>
  static T *sized(std::vector<T> &memory, int64_t size) {
    if (memory.size() < static_cast<std::size_t>(size)) memory.resize(static_cast<std::size_t>(size));
    return memory.data();
  }
  static Memory spare;
  bool keep_;
  Memory own_;
};
Room::Memory Room::spare;

void read(const wald_decision *decision, wald_fact which, int64_t count, double *out) {
  int64_t needed = 0;
  if (count > 0) check(wald_decision_facts(decision, which, out, count, &needed));
}

Rcpp::NumericVector fact(const Room &room, wald_fact which, int64_t count) {
  Rcpp::NumericVector out(Rcpp::no_init(count));
  read(room.decision(), which, count, out.begin());
  return out;
}

// A fact that is a whole number; an integer of R where `most` is one.
SEXP whole_fact(Room &room, wald_fact which, int64_t count, int64_t most) {
  if (most > std::numeric_limits<int>::max()) return fact(room, which, count);
  double *const values = room.numbers(count);
  read(room.decision(), which, count, values);
  Rcpp::IntegerVector out(Rcpp::no_init(count));
  std::transform(values, values + count, out.begin(), [](double x) { return static_cast<int>(x); });
  return out;
}

SEXP flag_fact(Room &room, wald_fact which, int64_t count, bool any) {
  uint8_t *const flags = room.bytes(count);
  if (any) {
    double *const values = room.numbers(count);
    read(room.decision(), which, count, values);
    std::transform(values, values + count, flags, [](double x) { return static_cast<uint8_t>(x != 0); });
  } else {
    std::fill(flags, flags + count, uint8_t{0});
  }
  return compact::logical(flags, static_cast<R_xlen_t>(count));
}

// A static text of every answer, of which there are few different ones; or none anywhere.
template <class Getter>
SEXP texts(Room &room, Getter getter, int64_t count, bool any = true) {
  uint8_t *const codes = room.bytes(count);
  if (!any) {
    std::fill(codes, codes + count, uint8_t{0});
    return compact::text(codes, static_cast<R_xlen_t>(count), Rcpp::CharacterVector(1));
  }
  std::vector<const char *> known;
  std::size_t last = 0;
  for (int64_t i = 0; i < count; ++i) {
    const char *text = nullptr;
    check(getter(room.decision(), i, &text));
    if (known.empty() || known[last] != text) {
      last = static_cast<std::size_t>(std::find(known.begin(), known.end(), text) - known.begin());
      if (last == known.size()) known.push_back(text);
    }
    codes[i] = static_cast<uint8_t>(last);
  }
  Rcpp::CharacterVector table(static_cast<R_xlen_t>(known.size()));
  for (std::size_t i = 0; i < known.size(); ++i) table[static_cast<R_xlen_t>(i)] = Rcpp::String(known[i], CE_UTF8);
  return compact::text(codes, static_cast<R_xlen_t>(count), table);
}

bool any_warning(Room &room, int64_t count) {
  double *const warned = room.numbers(count);
  read(room.decision(), WALD_FACT_WARNED, count, warned);
  return std::any_of(warned, warned + count, [](double flag) { return flag != 0; });
}

// Everything that is known of the answers, by name; a vector each.
Rcpp::List facts(Room &room, const Rcpp::List &settings, SEXP prediction) {
  int64_t count = 0, n = 0;
  check(wald_decision_count(room.decision(), &count));
  check(wald_decision_n(room.decision(), &n));
  const bool warned = any_warning(room, count), abstains = settings.containsElementNamed("abstain");
  return Rcpp::List::create(Rcpp::Named("prediction") = prediction,
                            Rcpp::Named("k") = whole_fact(room, WALD_FACT_K, count, n),
                            Rcpp::Named("expected") = fact(room, WALD_FACT_EXPECTED, count),
                            Rcpp::Named("loss") = fact(room, WALD_FACT_LOSS, count),
                            Rcpp::Named("bound") = fact(room, WALD_FACT_BOUND, count),
                            Rcpp::Named("next_best") = fact(room, WALD_FACT_NEXT_BEST, count),
                            Rcpp::Named("p_zero") = fact(room, WALD_FACT_P_ZERO, count),
                            Rcpp::Named("k_lowest") = whole_fact(room, WALD_FACT_K_LOWEST, count, n),
                            Rcpp::Named("k_highest") = whole_fact(room, WALD_FACT_K_HIGHEST, count, n),
                            Rcpp::Named("abstained") = flag_fact(room, WALD_FACT_ABSTAINED, count, abstains),
                            Rcpp::Named("algorithm") = texts(room, wald_decision_algorithm, count),
                            Rcpp::Named("warning") = texts(room, wald_decision_warning, count, warned),
                            Rcpp::Named("warned") = warned, Rcpp::Named("n") = static_cast<double>(n));
}

// The positions that each answer chose, from 1: those of answer i begin at indptr[i].
void add_positions(const wald_decision *decision, Rcpp::List &out) {
  int64_t count = 0, n = 0, size = 0;
  check(wald_decision_count(decision, &count));
  check(wald_decision_n(decision, &n));
  std::vector<int64_t> indptr(static_cast<std::size_t>(count) + 1);
  check(wald_decision_csr(decision, indptr.data(), nullptr, 0, &size));
  std::vector<int64_t> indices(static_cast<std::size_t>(size));
  if (size > 0) check(wald_decision_csr(decision, nullptr, indices.data(), size, &size));
  out["indptr"] = glue::whole_numbers(indptr, size);
  out["indices"] = glue::whole_numbers(indices, n, 1);
}

}  // namespace

// [[Rcpp::export(rng = false)]]
SEXP native_decide(SEXP metric, SEXP known, int kind, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const glue::Problem problem(known, kind);
    const double items = static_cast<double>(problem.n_labels());
    const glue::Options options = glue::options_of(settings, glue::is_quick(metric, settings, 1, items));
    Room room(items);
    glue::Call call(utility, problem.get());
    call.finish(wald_decide(utility, problem.get(), options.get(), room.decision()));
    Rcpp::List out = facts(room, settings, R_NilValue);
    add_positions(room.decision(), out);
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_decide_rows(SEXP metric, int kind, Rcpp::NumericMatrix p, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const glue::Options options =
        glue::options_of(settings, glue::is_quick_table(metric, settings, p.nrow(), p.ncol()));
    const int64_t rows = p.nrow(), cols = p.ncol();
    Room room(static_cast<double>(rows) * static_cast<double>(cols));
    Rcpp::RawVector mask(Rcpp::no_init(p.size()));
    {
      glue::Call call(utility);
      call.finish(wald_decide_rows(utility, kind, p.begin(), WALD_FLOAT64, rows, cols, 1, rows, options.get(),
                                   mask.begin(), 1, rows, nullptr, room.decision()));
    }
    Rcpp::RObject prediction(compact::logical(SEXP(mask)));
    prediction.attr("dim") = p.attr("dim");
    if (p.hasAttribute("dimnames")) prediction.attr("dimnames") = p.attr("dimnames");
    return facts(room, settings, prediction);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_decide_csr(SEXP metric, int kind, Rcpp::IntegerVector indptr, Rcpp::IntegerVector indices,
                       Rcpp::NumericVector p, double n_labels, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const double rows = static_cast<double>(indptr.size() - 1);
    const glue::Options options = glue::options_of(settings, glue::is_quick_table(metric, settings, rows, n_labels));
    Room room(static_cast<double>(indices.size()));
    {
      glue::Call call(utility);
      call.finish(wald_decide_csr(utility, kind, indptr.begin(), indices.begin(), WALD_INT32, p.begin(), WALD_FLOAT64,
                                  indptr.size() - 1, glue::whole(n_labels), options.get(), nullptr, room.decision()));
    }
    Rcpp::List out = facts(room, settings, R_NilValue);
    add_positions(room.decision(), out);
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_learner_decide(SEXP metric, SEXP pointer, Rcpp::List given, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const wald_learner *const learner = learners::learner_of(pointer);
    const learners::Dataset dataset = learners::dataset_of(given);
    const glue::Options options = glue::options_of(settings, false);
    const learners::Shape shape = learners::shape_of(learner, dataset.get());
    const int64_t rows = shape.n_rows, cols = shape.n_labels;
    Room room(static_cast<double>(rows) * static_cast<double>(cols));
    Rcpp::RawVector mask(Rcpp::no_init(rows * cols));
    {
      glue::Call call(utility, learner);
      call.finish(wald_learner_decide(learner, dataset.get(), utility, options.get(), mask.begin(), 1, rows, nullptr,
                                      room.decision()));
    }
    Rcpp::RObject prediction(compact::logical(SEXP(mask)));
    prediction.attr("dim") = Rcpp::IntegerVector::create(static_cast<int>(rows), static_cast<int>(cols));
    return facts(room, settings, prediction);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_curve(SEXP metric, SEXP known, int kind, Rcpp::List settings) {
  return glue::guarded([&]() -> SEXP {
    const wald_metric *const utility = glue::metric_of(metric);
    const glue::Problem problem(known, kind);
    const double items = static_cast<double>(problem.n_labels());
    const glue::Options options = glue::options_of(settings, glue::is_quick(metric, settings, 1, items));
    int64_t needed = 0;
    check(wald_curve(utility, problem.get(), options.get(), nullptr, 0, &needed));
    Rcpp::NumericVector out(needed);
    glue::Call call(utility, problem.get());
    call.finish(wald_curve(utility, problem.get(), options.get(), out.begin(), needed, &needed));
    return out;
  });
}
