// Gives R the decisions of the C interface.
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
    wald::detail::Handle<wald_decision> decision;
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

// One fact of every answer. Numbers of positives are integers of R where they fit, what is 0 or 1 a byte each.
SEXP numbers_fact(Room &room, const wald_fact_row &row, int64_t count, int64_t n) {
  const bool on_off = row.value == WALD_DECISION_ABSTAINED || row.value == WALD_DECISION_WARNED;
  const bool counts =
      row.value == WALD_DECISION_K || row.value == WALD_DECISION_K_LOWEST || row.value == WALD_DECISION_K_HIGHEST ||
      row.value == WALD_DECISION_N_UNDECIDED;
  int64_t needed = 0;
  const auto read = [&](double *out) {
    if (count > 0) check(wald_numbers(room.decision(), row.value, 0, out, count, &needed));
  };
  if (on_off) {
    double *const values = room.numbers(count);
    uint8_t *const flags = room.bytes(count);
    read(values);
    std::transform(values, values + count, flags, [](double x) { return static_cast<uint8_t>(x != 0); });
    return compact::logical(flags, static_cast<R_xlen_t>(count));
  }
  if (counts && n <= std::numeric_limits<int>::max()) {
    double *const values = room.numbers(count);
    read(values);
    Rcpp::IntegerVector out(Rcpp::no_init(count));
    std::transform(values, values + count, out.begin(), [](double x) { return static_cast<int>(x); });
    return out;
  }
  Rcpp::NumericVector out(Rcpp::no_init(count));
  read(out.begin());
  return out;
}

// A text of every answer, of which there are few different ones; or none anywhere.
SEXP text_fact(Room &room, const wald_fact_row &row, int64_t count, bool any) {
  uint8_t *const codes = room.bytes(count);
  if (!any) {
    std::fill(codes, codes + count, uint8_t{0});
    return compact::text(codes, static_cast<R_xlen_t>(count), Rcpp::CharacterVector(1));
  }
  std::vector<const char *> known;
  std::size_t last = 0;
  for (int64_t i = 0; i < count; ++i) {
    const char *text = nullptr;
    check(wald_text(room.decision(), row.value, i, &text));
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

int64_t whole_fact(const wald_decision *decision, wald_decision_fact fact) {
  double value = 0;
  check(wald_number(decision, fact, 0, &value));
  return glue::whole(value);
}

// Listed once: the end of a list is an error, which takes microseconds.
const std::vector<wald_fact_row> &facts_of_answers() {
  static const std::vector<wald_fact_row> found = [] {
    std::vector<wald_fact_row> out;
    wald_fact_row row{};
    row.size = sizeof row;
    for (int64_t i = 0; wald::detail::is_row(wald_fact_list("decision", i, &row)); ++i)
      if (std::string(row.per) == "answer") out.push_back(row);
    return out;
  }();
  return found;
}

// Everything that is known of the answers, by name; a vector each. And whether any of them has a warning.
Rcpp::List facts(Room &room, SEXP prediction) {
  const int64_t count = whole_fact(room.decision(), WALD_DECISION_N_ANSWERS);
  const int64_t n = whole_fact(room.decision(), WALD_DECISION_N_ITEMS);
  std::vector<std::string> names{"prediction", "n_items"};
  std::vector<Rcpp::RObject> values{prediction, Rcpp::wrap(static_cast<double>(n))};
  bool warned = false;
  for (const wald_fact_row &row : facts_of_answers()) {
    const bool is_text = std::string(row.type) == "text";
    values.emplace_back(is_text ? text_fact(room, row, count, warned || row.value != WALD_DECISION_WARNING)
                                : numbers_fact(room, row, count, n));
    if (row.value == WALD_DECISION_WARNED)
      warned = std::any_of(room.bytes(count), room.bytes(count) + count, [](uint8_t flag) { return flag != 0; });
    names.emplace_back(row.name);
  }
  Rcpp::List out(values.begin(), values.end());
  out.names() = Rcpp::wrap(names);
  return out;
}

// The positions that each answer chose, from 1: those of answer i begin at indptr[i].
void add_positions(const wald_decision *decision, Rcpp::List &out) {
  const int64_t count = whole_fact(decision, WALD_DECISION_N_ANSWERS), n = whole_fact(decision, WALD_DECISION_N_ITEMS);
  int64_t size = 0;
  std::vector<int64_t> indptr(static_cast<std::size_t>(count) + 1);
  check(wald_decision_items(decision, -1, 1, indptr.data(), nullptr, 0, &size));
  std::vector<int64_t> indices(static_cast<std::size_t>(size));
  if (size > 0) check(wald_decision_items(decision, -1, 1, nullptr, indices.data(), size, &size));
  glue::add(out, "indptr", glue::whole_numbers(indptr, size));
  glue::add(out, "indices", glue::whole_numbers(indices, n, 1));
  // The same of what was left undecided one by one.
  std::vector<int64_t> from(indptr.size());
  check(wald_decision_items(decision, -1, WALD_UNDECIDED, from.data(), nullptr, 0, &size));
  std::vector<int64_t> left(static_cast<std::size_t>(size));
  if (size > 0) check(wald_decision_items(decision, -1, WALD_UNDECIDED, nullptr, left.data(), size, &size));
  glue::add(out, "left_from", glue::whole_numbers(from, static_cast<int64_t>(left.size())));
  glue::add(out, "left", glue::whole_numbers(left, n, 1));
}

}  // namespace

// [[Rcpp::export(rng = false)]]
SEXP native_decide(SEXP metric, SEXP known, int kind, Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Problem problem(known, kind);
  const double items = problem.n_labels();
  const glue::Options options = glue::options_of("decisions", asked, glue::is_quick(metric, asked, 1, items));
  Room room(items);
  {
    glue::Call call(utility, problem.get());
    call.finish(wald_decide(utility, problem.get(), options.get(), room.decision()));
  }
  Rcpp::List out = facts(room, R_NilValue);
  add_positions(room.decision(), out);
  return out;
}

// [[Rcpp::export(rng = false)]]
SEXP native_decide_rows(SEXP metric, int kind, Rcpp::NumericMatrix p, Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Options options =
      glue::options_of("decisions", asked, glue::is_quick_table(metric, asked, p.nrow(), p.ncol()));
  Room room(static_cast<double>(p.size()));
  Rcpp::RawVector cells(Rcpp::no_init(p.size()));
  const wald_array probabilities = glue::array(p), mask = glue::array(cells.begin(), p.nrow(), p.ncol());
  const wald_table table = glue::table(probabilities);
  {
    glue::Call call(utility);
    call.finish(wald_decide_table(utility, kind, &table, options.get(), &mask, nullptr, room.decision()));
  }
  Rcpp::RObject prediction(compact::logical(SEXP(cells)));
  prediction.attr("dim") = p.attr("dim");
  if (p.hasAttribute("dimnames")) prediction.attr("dimnames") = p.attr("dimnames");
  return facts(room, prediction);
}

// [[Rcpp::export(rng = false)]]
SEXP native_decide_csr(SEXP metric, int kind, Rcpp::IntegerVector indptr, Rcpp::IntegerVector indices,
                       Rcpp::NumericVector p, double n_labels, Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const double rows = static_cast<double>(indptr.size() - 1);
  const glue::Options options =
      glue::options_of("decisions", asked, glue::is_quick_table(metric, asked, rows, n_labels));
  Room room(static_cast<double>(indices.size()));
  const wald_sparse probabilities = glue::sparse(indptr, indices, p.begin(), n_labels);
  const wald_table table = glue::table(probabilities);
  {
    glue::Call call(utility);
    call.finish(wald_decide_table(utility, kind, &table, options.get(), nullptr, nullptr, room.decision()));
  }
  Rcpp::List out = facts(room, R_NilValue);
  add_positions(room.decision(), out);
  return out;
}

// ---- Masks of images ----

namespace {

// Maps in an array of R: the pixels of a class, then the next class, then the next image; and the masks likewise, or the
// class of each pixel from 1.
SEXP masks_of(SEXP metric, const void *data, wald_type type, int kind, const Rcpp::NumericVector &sizes,
              const Rcpp::List &asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const int64_t images = glue::whole(sizes[0]), classes = glue::whole(sizes[1]), pixels = glue::whole(sizes[2]);
  const wald_maps maps{sizeof maps, data, images, classes, pixels, classes * pixels, pixels, 1, type};
  const glue::Options options = glue::options_of("decisions", asked);
  const bool exclusive = kind == WALD_CATEGORICAL;
  const int64_t rows = kind == WALD_JOINT ? 1 : images, width = exclusive ? pixels : classes * pixels;
  Room room(static_cast<double>(rows * width));
  Rcpp::RawVector cells(Rcpp::no_init(exclusive ? 0 : rows * width));
  Rcpp::IntegerVector labels(Rcpp::no_init(exclusive ? rows * width : 0));
  wald_array out = exclusive ? glue::array(labels.begin(), rows, width) : glue::array(cells.begin(), rows, width);
  out.row_stride = width;
  out.column_stride = 1;
  {
    glue::Call call(utility);
    call.finish(wald_masks(utility, kind, &maps, options.get(), &out, nullptr, room.decision()));
  }
  std::transform(labels.begin(), labels.end(), labels.begin(), [](int of) { return of < 0 ? NA_INTEGER : of + 1; });
  const Rcpp::RObject prediction(exclusive ? SEXP(labels) : compact::logical(SEXP(cells)));
  return facts(room, prediction);
}

}  // namespace

// [[Rcpp::export(rng = false)]]
SEXP native_masks(SEXP metric, Rcpp::NumericVector p, int kind, Rcpp::NumericVector sizes, Rcpp::List asked) {
  return masks_of(metric, p.begin(), WALD_FLOAT64, kind, sizes, asked);
}

// [[Rcpp::export(rng = false)]]
SEXP native_consensus(SEXP metric, Rcpp::IntegerVector samples, Rcpp::NumericVector sizes, Rcpp::List asked) {
  const std::vector<uint8_t> cells = glue::cells_of(samples);
  return masks_of(metric, cells.data(), WALD_UINT8, WALD_JOINT, sizes, asked);
}

// ---- A micro average over distributed rows ----

// [[Rcpp::export(rng = false)]]
SEXP native_table_pass(SEXP metric, Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Options options = glue::options_of("decisions", asked, true);
  return glue::made<wald_table_pass>([&](auto out) { return wald_table_pass_create(utility, options.get(), out); });
}

// [[Rcpp::export(rng = false)]]
void native_table_pass_feed(SEXP pointer, Rcpp::NumericMatrix p) {
  const wald_array rows = glue::array(p);
  glue::fed(static_cast<double>(p.size()));
  const wald_table table = glue::table(rows);
  check(wald_table_pass_feed(glue::changing<wald_table_pass>(pointer), &table));
}

// [[Rcpp::export(rng = false)]]
void native_table_pass_feed_csr(SEXP pointer, Rcpp::IntegerVector indptr, Rcpp::IntegerVector indices,
                           Rcpp::NumericVector p, double n_labels) {
  const wald_sparse rows = glue::sparse(indptr, indices, p.begin(), n_labels);
  glue::fed(static_cast<double>(p.size()));
  const wald_table table = glue::table(rows);
  check(wald_table_pass_feed(glue::changing<wald_table_pass>(pointer), &table));
}

// [[Rcpp::export(rng = false)]]
bool native_table_pass_next(SEXP pointer) {
  int32_t decided = 0;
  check(wald_table_pass_next(glue::changing<wald_table_pass>(pointer), &decided));
  return decided != 0;
}

// [[Rcpp::export(rng = false)]]
SEXP native_table_pass_to_bytes(SEXP pointer) {
  const std::string bytes = wald::detail::saved(glue::handle<wald_table_pass>(pointer), WALD_BINARY);
  return Rcpp::RawVector(bytes.begin(), bytes.end());
}

// [[Rcpp::export(rng = false)]]
SEXP native_table_pass_from_bytes(Rcpp::RawVector bytes) {
  const char *const first = reinterpret_cast<const char *>(bytes.begin());
  glue::fed(static_cast<double>(bytes.size()));
  return glue::made<wald_table_pass>([&](auto out) { return wald_load(WALD_OBJECT_TABLE_PASS, first, bytes.size(), out); });
}

// [[Rcpp::export(rng = false)]]
SEXP native_learner_decide(SEXP metric, SEXP pointer, Rcpp::List given, Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const wald_learner *const learner = glue::handle<wald_learner>(pointer);
  const learners::Dataset dataset = learners::dataset_of(given);
  const glue::Options options = glue::options_of("decisions", asked);
  const learners::Shape shape = learners::shape_of(learner, dataset.get());
  const int64_t rows = shape.n_rows, cols = shape.n_labels;
  Room room(static_cast<double>(rows) * static_cast<double>(cols));
  Rcpp::RawVector cells(Rcpp::no_init(rows * cols));
  const wald_array mask = glue::array(cells.begin(), rows, cols);
  {
    glue::Call call(utility, learner);
    call.finish(wald_learner_decide(learner, dataset.get(), utility, options.get(), &mask, nullptr, room.decision()));
  }
  Rcpp::RObject prediction(compact::logical(SEXP(cells)));
  prediction.attr("dim") = Rcpp::IntegerVector::create(static_cast<int>(rows), static_cast<int>(cols));
  return facts(room, prediction);
}

// [[Rcpp::export(rng = false)]]
SEXP native_curve(SEXP metric, SEXP known, int kind, Rcpp::List asked) {
  const wald_metric *const utility = glue::handle<wald_metric>(metric);
  const glue::Problem problem(known, kind);
  const glue::Options options =
      glue::options_of("decisions", asked, glue::is_quick(metric, asked, 1, problem.n_labels()));
  int64_t needed = 0;
  check(wald_curve(utility, problem.get(), options.get(), nullptr, 0, &needed));
  Rcpp::NumericVector out(needed);
  glue::Call call(utility, problem.get());
  call.finish(wald_curve(utility, problem.get(), options.get(), out.begin(), needed, &needed));
  return out;
}
