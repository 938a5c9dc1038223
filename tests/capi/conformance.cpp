// Runs the cases of tests/conformance through wald.hpp. See tests/conformance/README.md for their form.
//
//   conformance FILE.jsonl ...           checks every case, exit status 1 if one fails
//   conformance --bits FILE.jsonl ...    prints the bits of every number computed instead, to compare machines
#include "conformance.hpp"

#include <algorithm>
#include <fstream>

namespace {

wald::Estimator estimator_of(const Json &given) {
  const wald_kind kind = value_of(kinds, given.at("kind"));
  if (kind == WALD_INDEPENDENT) return wald::Estimator::independent(numbers(given.at("probabilities")));
  if (kind == WALD_CATEGORICAL) return wald::Estimator::categorical(numbers(given.at("probabilities")));
  const int64_t n = given.at("n_labels").get<int64_t>();
  wald::Estimator out(kind, n);
  if (kind == WALD_JOINT) {
    const Json &vectors = given.at("vectors");
    const std::vector<uint8_t> cells = flat<uint8_t>(vectors);
    const std::vector<double> weights =
        given.at("weights").is_null() ? std::vector<double>() : numbers(given.at("weights"));
    out.feed_vectors(wald::Table(cells.data(), static_cast<int64_t>(vectors.size()), width(vectors, n)),
                     array_of(weights));
    return out;
  }
  for (const Json &one : given.at("tables")) {
    const std::vector<double> table = flat<double>(one.at("table"));
    const std::vector<double> p_s = one.at("p_s").is_null() ? std::vector<double>() : numbers(one.at("p_s"));
    out.feed_counts(wald::Table(table.data(), n, width(one.at("table"), 0)), number(one.at("p_zero")), array_of(p_s),
                    number(one.at("weight")));
  }
  return out;
}

// A dense table and its storage.
struct Dense {
  std::vector<double> cells;
  int64_t rows, cols;
  explicit Dense(const Json &c)
      : cells(flat<double>(c.at("table"))),
        rows(static_cast<int64_t>(c.at("table").size())),
        cols(c.contains("n_labels") ? c.at("n_labels").get<int64_t>() : width(c.at("table"), 0)) {}
  wald::Table<const double> table() const { return {cells.data(), rows, cols}; }
  bool fits_float() const {
    for (double x : cells)
      if (static_cast<double>(static_cast<float>(x)) != x) return false;
    return true;
  }
};

// ---- Calls -----------------------------------------------------------------------------------------

// Every number of a decision, in one list.
std::vector<double> numbers_of(const wald::Decision &d) {
  std::vector<double> out;
  for (int64_t a = 0; a < d.n_answers(); ++a) {
    const auto range = d.k_range(a);
    for (double x :
         {d.expected(a), d.loss(a), d.bound(a), d.next_best(a), d.p_zero(a), static_cast<double>(d.k(a)),
          static_cast<double>(range.first), static_cast<double>(range.second), static_cast<double>(d.abstained(a))})
      out.push_back(x);
    for (int64_t i : d.indices(a)) out.push_back(static_cast<double>(i));
    for (uint8_t m : d.mask(a)) out.push_back(m);
  }
  return out;
}

void check_answer(const std::string &where, const wald::Decision &d, int64_t a, const Json &e) {
  check_same(where + "indices", d.indices(a), e.at("indices"));
  check_same(where + "k", d.k(a), static_cast<int64_t>(e.at("indices").size()));
  check_same(where + "algorithm", std::string(d.algorithm(a)), e.at("algorithm"));
  check_same(where + "warning", std::string(d.warning(a)), e.at("warning"));
  check_same(where + "abstained", int{d.abstained(a)}, e.at("abstained"));
  check(where + "expected", d.expected(a), hex(e.at("expected")));
  check(where + "loss", d.loss(a), hex(e.at("loss")));
  check(where + "p_zero", d.p_zero(a), hex(e.at("p_zero")));
  std::vector<uint8_t> mask(static_cast<std::size_t>(d.n_items()), d.abstained(a) ? uint8_t{WALD_UNDECIDED} : uint8_t{0});
  for (const Json &i : e.at("indices")) mask[i.get<std::size_t>()] = 1;
  const Json left = e.value("undecided", Json::array());
  for (const Json &i : left) mask[i.get<std::size_t>()] = WALD_UNDECIDED;
  check_same(where + "undecided", d.undecided_indices(a), left);
  check_same(where + "count of undecided", d.n_undecided(a), static_cast<int64_t>(left.size()));
  check_same(where + "mask", d.mask(a), Json(mask));
  if (print_bits) return;

  // What an algorithm need not compute must be true if it is said.
  const double optimum = hex(e.at("optimum")), next = d.next_best(a), bound = d.bound(a);
  if (!std::isnan(next)) check(where + "next_best", next, hex(e.at("next_best")));
  const double limit = d.expected(a) + bound, half_ulp = std::fabs(optimum) * 1.2e-16;
  if (!(bound >= 0) || !(limit >= optimum - half_ulp))
    fail(where + "bound is " + text(bound) + ", but the optimum " + text(optimum) + " is further above " +
         text(d.expected(a)));
  if (e.contains("bound_at_most") && !(bound <= hex(e.at("bound_at_most"))))
    fail(where + "bound is " + text(bound) + ", of an exact algorithm");
  const auto range = d.k_range(a);
  const int64_t k = static_cast<int64_t>(e.at("indices").size());
  if (range.first != -1 && !d.abstained(a) && !(range.first <= k && k <= range.second))
    fail(where + "k_range is [" + std::to_string(range.first) + ", " + std::to_string(range.second) + "] without k");
}

void decide(const Json &c) {
  const wald::Metric metric = metric_of(c);
  const wald::Estimator estimator = estimator_of(c.at("given"));
  const wald::DecisionOptions options = options_of(c);
  wald::Decision decision;
  decision.decide(metric, estimator, options);
  if (!c.contains("expect")) return;
  check_answer("", decision, 0, c.at("expect"));

  const std::vector<double> first = numbers_of(decision);
  decision.decide(metric, estimator.copy(), options);
  check_bits("of a copy, decision reused", numbers_of(decision), first);
  decision.decide(metric, wald::Estimator::load(estimator.save()), options);
  check_bits("of a saved and loaded estimator", numbers_of(decision), first);
}

void curve(const Json &c) {
  const auto values = wald::curve(metric_of(c), estimator_of(c.at("given")), options_of(c));
  if (c.contains("expect")) check_list("values", values, c.at("expect").at("values"));
}

std::vector<uint8_t> prediction_of(const Json &c) { return c.at("prediction").get<std::vector<uint8_t>>(); }

void expected(const Json &c) {
  double value = 0, error = 0;
  const std::vector<uint8_t> mask = prediction_of(c);
  value = wald::expected(metric_of(c), estimator_of(c.at("given")), mask, options_of(c), &error);
  if (!c.contains("expect")) return;
  const double exact = hex(c.at("expect").at("expected"));
  check("expected", value, exact);
  if (!(std::fabs(value - exact) <= error + std::fabs(exact) * 1.2e-16) || !(error <= 1e-12))
    fail("error is " + text(error) + " for " + text(value) + ", exactly " + text(exact));
}

void regret(const Json &c) {
  double bound = 0;
  const double value = wald::regret(metric_of(c), estimator_of(c.at("given")), prediction_of(c), options_of(c), &bound);
  if (!c.contains("expect")) return;
  const double exact = hex(c.at("expect").at("regret"));
  check("regret", value, exact);
  if (!(value + bound >= exact - 1.2e-16) || !(bound <= 1e-12)) fail("bound is " + text(bound));
}

void distribution(const Json &c) {
  const wald::Distribution d(metric_of(c), estimator_of(c.at("given")), prediction_of(c), options_of(c));
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  check("mean", d.mean(), hex(e.at("mean")));
  check("sd", d.sd(), hex(e.at("sd")));
  check("standard_error", d.standard_error(), hex(e.at("standard_error")));
  check_same("n_samples", d.n_samples(), e.at("n_samples"));
  for (const Json &q : e.at("quantiles")) check("quantile " + q[0].dump(), d.quantile(number(q[0])), hex(q[1]));
  for (const Json &u : e.at("at_least")) check("at_least " + u[0].dump(), d.at_least(number(u[0])), hex(u[1]));
  if (!e.contains("values")) return;
  const auto [values, probabilities] = d.atoms();
  check_list("values", values, e.at("values"));
  check_list("probabilities", probabilities, e.at("probabilities"));
}

// What is read of all answers at once is what is read of each.
void check_integer(const wald::Decision &d) {
  const auto [indptr, indices] = d.csr();
  std::vector<int64_t> each;
  for (int64_t a = 0; a < d.n_answers(); ++a) {
    check_same("start of an answer", indptr[static_cast<std::size_t>(a)], static_cast<int64_t>(each.size()));
    const std::vector<int64_t> one = d.indices(a);
    each.insert(each.end(), one.begin(), one.end());
  }
  check_same("positives of all answers", indices, Json(each));
  wald_fact_row row{};
  row.size = sizeof row;
  for (int64_t i = 0; wald_fact_list("decision", i, &row) == WALD_OK; ++i) {
    if (std::string(row.type) != "number" || std::string(row.per) != "answer") continue;
    std::vector<double> alone(static_cast<std::size_t>(d.n_answers()));
    for (std::size_t a = 0; a < alone.size(); ++a)
      wald::detail::check(wald_number(d.get(), row.value, static_cast<int64_t>(a), &alone[a]));
    check_bits(std::string("all ") + row.name, d.numbers(row.value), alone);
  }
}

void check_answers(const wald::Decision &d, const Json &answers) {
  check_same("answers", d.n_answers(), static_cast<int64_t>(answers.size()));
  if (d.n_answers() != static_cast<int64_t>(answers.size())) return;
  for (int64_t a = 0; a < d.n_answers(); ++a)
    check_answer("answer " + std::to_string(a) + ": ", d, a, answers[static_cast<std::size_t>(a)]);
  check_integer(d);
}

std::vector<double> expected_of(const wald::Decision &d) {
  std::vector<double> out;
  for (int64_t a = 0; a < d.n_answers(); ++a) out.push_back(d.expected(a));
  return out;
}

// A table that is one problem, as parts that are fed apart: of F_beta, Jaccard, Fowlkes-Mallows and rates.
void decide_in_parts(const Json &c, const wald::Metric &metric, const Dense &dense) {
  if (!c.contains("options") || c.at("options").value("average", "") != "micro") return;
  const std::string name = c.at("metric").get<std::string>();
  bool known = false;
  for (const char *begin : {"f1", "fbeta", "jaccard", "fowlkes", "balanced", "informedness", "recall", "specificity"})
    known = known || name.rfind(begin, 0) == 0;
  if (!known) return;
  wald::TablePass state(metric, options_of(c)), other(metric, options_of(c));
  const int64_t half = dense.rows / 2;
  state.feed(wald::Table(dense.cells.data(), half, dense.cols));
  other.feed(wald::Table(dense.cells.data() + half * dense.cols, dense.rows - half, dense.cols));
  other.merge(wald::TablePass::from_bytes(state.to_bytes()));
  if (!other.next()) return fail("in parts: few items need no second pass");
  const Json &answer = c.at("expect").at("answers").at(0);
  int64_t above = 0, equal = 0;
  for (double p : dense.cells) above += p > other.threshold() ? 1 : 0, equal += p == other.threshold() ? 1 : 0;
  if (other.k() != static_cast<int64_t>(answer.at("indices").size())) fail("in parts: k");
  if (other.n_ties() != 0 && other.n_ties() != equal) fail("in parts: ties");
  if (above + (other.n_ties() > 0 ? other.n_ties_chosen() : equal) != other.k()) fail("in parts: threshold");
  if (!(std::fabs(other.expected() - hex(answer.at("expected"))) <= tolerance)) fail("in parts: expected");
  if (!(other.bound() <= hex(answer.at("bound_at_most")))) fail("in parts: bound");
}

// The length of results that have a number for each answer.
int64_t n_answers(const wald::DecisionOptions &options, int64_t rows, int64_t cols) {
  const std::string average = options.get("average");
  return average == "instance" ? rows : average == "macro" ? cols : 1;
}

void decide_rows(const Json &c) {
  const wald::Metric metric = metric_of(c);
  const wald_kind kind = value_of(kinds, c.at("kind"));
  const Dense dense(c);
  wald::DecisionOptions options = options_of(c);
  std::vector<uint8_t> mask(static_cast<std::size_t>(dense.rows * dense.cols), 7);
  std::vector<double> values(static_cast<std::size_t>(std::max<int64_t>(dense.rows, dense.cols)));
  wald::Decision decision;
  decision.decide_table(metric, kind, dense.table(), options, wald::Table(mask.data(), dense.rows, dense.cols),
                        {values.data(), n_answers(options, dense.rows, dense.cols)});
  if (!c.contains("expect")) return;
  check_answers(decision, c.at("expect").at("answers"));
  check_same("mask", mask, Json(flat<uint8_t>(c.at("expect").at("mask"))));
  values.resize(static_cast<std::size_t>(decision.n_answers()));
  check_bits("expected, as an array", values, expected_of(decision));
  decide_in_parts(c, metric, dense);

  // The same bits for every number of threads, layout and element type.
  const std::vector<double> first = numbers_of(decision);
  for (int threads : {2, 3, 8}) {
    options.threads(threads);
    decision.decide_table(metric, kind, dense.table(), options);
    check_bits("with " + std::to_string(threads) + " threads", numbers_of(decision), first);
  }
  const bool by_row = !c.contains("options") || !c.at("options").contains("average");
  std::vector<double> alone;  // each row as a problem of its own
  for (int64_t i = 0; by_row && i < dense.rows; ++i) {
    wald::Estimator estimator(kind);
    estimator.feed(dense.cells.data() + i * dense.cols, dense.cols);
    wald::Decision one;
    one.decide(metric, estimator, options_of(c));
    const std::vector<double> numbers = numbers_of(one);
    alone.insert(alone.end(), numbers.begin(), numbers.end());
  }
  if (by_row) check_bits("row by row", alone, first);
  std::vector<double> turned(dense.cells.size());  // columns backwards, each column's rows next to each other
  for (int64_t i = 0; i < dense.rows; ++i)
    for (int64_t j = 0; j < dense.cols; ++j)
      turned[static_cast<std::size_t>((dense.cols - 1 - j) * dense.rows + i)] =
          dense.cells[static_cast<std::size_t>(i * dense.cols + j)];
  if (!turned.empty()) {
    decision.decide_table(
        metric, kind,
        wald::Table(turned.data() + (dense.cols - 1) * dense.rows, dense.rows, dense.cols, 1, -dense.rows), options);
    check_bits("with other strides", numbers_of(decision), first);
  }
  if (dense.fits_float()) {
    const std::vector<float> narrow(dense.cells.begin(), dense.cells.end());
    decision.decide_table(metric, kind, wald::Table(narrow.data(), dense.rows, dense.cols), options);
    check_bits("in float", numbers_of(decision), first);
  }
}

template <class Index>
void decide_csr_with(const Json &c, wald::Decision &decision, const wald::DecisionOptions &options) {
  const Json &csr = c.at("csr");
  const auto indptr = csr.at("indptr").get<std::vector<Index>>();
  const auto indices = csr.at("indices").get<std::vector<Index>>();
  const std::vector<double> values = numbers(csr.at("values"));
  const wald::Csr<double, Index> table{indptr.data(), indices.data(), values.data(), csr.at("n_rows").get<int64_t>(),
                                       csr.at("n_labels").get<int64_t>()};
  decision.decide_table(metric_of(c), value_of(kinds, c.at("kind")), table, options);
}

void decide_csr(const Json &c) {
  wald::DecisionOptions options = options_of(c);
  wald::Decision decision;
  decide_csr_with<int64_t>(c, decision, options);
  if (!c.contains("expect")) return;
  check_answers(decision, c.at("expect").at("answers"));
  const std::vector<double> first = numbers_of(decision);
  decide_csr_with<int32_t>(c, decision, options);
  check_bits("with int32_t indices", numbers_of(decision), first);
  options.threads(3);
  decide_csr_with<int64_t>(c, decision, options);
  check_bits("with 3 threads", numbers_of(decision), first);
}

void expected_rows(const Json &c) {
  const Dense dense(c);
  const std::vector<uint8_t> mask = flat<uint8_t>(c.at("prediction"));
  const std::size_t most = static_cast<std::size_t>(std::max<int64_t>({dense.rows, dense.cols, 1}));
  wald::DecisionOptions options = options_of(c);
  const auto run = [&](std::vector<double> &values, std::vector<double> &regrets) {
    wald::expected_rows(metric_of(c), value_of(kinds, c.at("kind")), dense.table(),
                        wald::Table(mask.data(), dense.rows, dense.cols), options,
                        {values.data(), n_answers(options, dense.rows, dense.cols)},
                        {regrets.data(), n_answers(options, dense.rows, dense.cols)});
  };
  std::vector<double> values(most), regrets(most);
  run(values, regrets);
  if (!c.contains("expect")) return;
  const std::size_t count = c.at("expect").at("expected").size();
  std::vector<double> values_3(most), regrets_3(most);
  options.threads(3);
  run(values_3, regrets_3);
  for (auto *list : {&values, &regrets, &values_3, &regrets_3}) list->resize(count);
  check_list("expected", values, c.at("expect").at("expected"));
  check_list("regret", regrets, c.at("expect").at("regret"));
  check_bits("expected with 3 threads", values_3, values);
  check_bits("regret with 3 threads", regrets_3, regrets);
}

void facts(const Json &c) {
  const wald::Estimator estimator = estimator_of(c.at("given"));
  const Json &e = c.at("expect");
  check_same("n_labels", estimator.n_labels(), e.at("n_labels"));
  check_same("n_fed", estimator.n_fed(), e.at("n_fed"));
  check("total_weight", estimator.total_weight(), hex(e.at("total_weight")));
  check_list("marginals", estimator.marginals(), e.at("marginals"));
  check_list("size_distribution", estimator.size_distribution(), e.at("size_distribution"));
  if (e.contains("mode")) {
    const std::vector<double> mode = estimator.mode();
    check_same("mode", std::vector<uint8_t>(mode.begin(), mode.end()), e.at("mode"));
    check("mode_probability", estimator.mode_probability(), hex(e.at("mode_probability")));
  }
  if (e.contains("counts")) {
    const wald::Estimator counts = estimator.to_counts();
    check_same("max_s", counts.max_s(), e.at("max_s"));
    Json table = Json::array();
    for (const Json &row : e.at("counts"))
      for (const Json &cell : row) table.push_back(cell);
    check_list("counts", counts.table(), table);
    check("p_zero", counts.p_zero(), hex(e.at("p_zero")));
  }
  const std::string saved = estimator.save();
  if (wald::Estimator::load(saved).save() != saved) fail("saving, loading and saving gives another text");
}

void draw(const Json &c) {
  const auto cells = estimator_of(c.at("given"))
                         .draw(c.at("n_draws"), wald::DecisionOptions().seed(std::stoull(c.at("seed").get<std::string>())));
  check_same("draws", cells, Json(flat<uint8_t>(c.at("expect").at("draws"))));
}

void metric(const Json &c) {
  const wald::Metric m = metric_of(c);
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  if (e.contains("canonical")) {
    check_same("canonical", m.name(), e.at("canonical"));
    if (c.at("metric").is_string()) check_same("read back", wald::Metric(m.name()).name(), e.at("canonical"));
  }
  if (e.contains("zero_division")) check_same("zero_division", m.zero_division(), e.at("zero_division"));
  if (e.contains("properties")) check_same("properties", m.properties(), Json(properties_of(e.at("properties"))));
  if (e.contains("utilities"))
    for (const Json &u : e.at("utilities"))
      check("utility at " + u.dump(), m.utility(u[0], u[1], u[2], u[3]), hex(u[4]));
  if (e.contains("losses"))
    for (const Json &l : e.at("losses")) check("loss of " + l[0].dump(), m.loss(number(l[0])), hex(l[1]));
}

void evaluate(const Json &c) {
  const std::vector<uint8_t> truth = flat<uint8_t>(c.at("truth")), prediction = flat<uint8_t>(c.at("prediction"));
  const std::vector<double> weights = c.contains("weights") ? numbers(c.at("weights")) : std::vector<double>();
  const int64_t rows = static_cast<int64_t>(c.at("truth").size()), cols = width(c.at("truth"), 0);
  int64_t n_undecided = -1;
  const double value =
      wald::evaluate(metric_of(c), wald::Table(truth.data(), rows, cols), wald::Table(prediction.data(), rows, cols),
                     wald::DecisionOptions().average(c.at("average").get<std::string>()), array_of(weights), &n_undecided);
  if (!c.contains("expect")) return;
  check("value", value, hex(c.at("expect").at("value")));
  check_same("n_undecided", n_undecided, c.at("expect").at("n_undecided"));
}

void compare(const Json &c) {
  const std::vector<uint8_t> truth = flat<uint8_t>(c.at("truth")), a = flat<uint8_t>(c.at("a")),
                             b = flat<uint8_t>(c.at("b"));
  const std::vector<double> weights = c.contains("weights") ? numbers(c.at("weights")) : std::vector<double>();
  const std::vector<int64_t> groups =
      c.contains("groups") ? c.at("groups").get<std::vector<int64_t>>() : std::vector<int64_t>();
  const int64_t rows = static_cast<int64_t>(c.at("truth").size()), cols = width(c.at("truth"), 0);
  const wald::Comparison found(metric_of(c), wald::Table(truth.data(), rows, cols), wald::Table(a.data(), rows, cols),
                               wald::Table(b.data(), rows, cols),
                               options_of(c).average(c.at("average").get<std::string>()), array_of(weights),
                               groups.empty() ? wald::Array() : wald::Array(groups));
  if (!c.contains("expect")) return;
  wald_fact_row fact = {};
  fact.size = sizeof fact;
  for (int64_t i = 0; wald_fact_list("comparison", i, &fact) == WALD_OK; ++i)
    if (c.at("expect").contains(fact.name)) check(fact.name, found.number(fact.value), hex(c.at("expect").at(fact.name)));
}

void worth(const Json &c) {
  const Dense dense(c);
  const std::vector<double> weights = c.contains("weights") ? numbers(c.at("weights")) : std::vector<double>();
  const std::vector<uint8_t> truth = c.contains("truth") ? flat<uint8_t>(c.at("truth")) : std::vector<uint8_t>();
  const wald::Worth found(
      metric_of(c), value_of(kinds, c.at("kind")), dense.table(),
      options_of(c).average(c.at("average").get<std::string>()), array_of(weights),
      truth.empty() ? wald::Array()
                    : wald::Table(truth.data(), static_cast<int64_t>(c.at("truth").size()), width(c.at("truth"), 0)));
  if (!c.contains("expect")) return;
  const Json &wanted = c.at("expect");
  wald_name_row word = {};
  word.size = sizeof word;
  wald_name_list("worth_verdict", found.verdict(), &word);
  check_same("verdict", std::string(word.name), wanted.at("verdict"));
  wald_fact_row fact = {};
  fact.size = sizeof fact;
  for (int64_t i = 0; wald_fact_list("worth", i, &fact) == WALD_OK; ++i)
    if (i > 0 && wanted.contains(fact.name)) check(fact.name, found.number(fact.value), hex(wanted.at(fact.name)));
}

void load(const Json &c) { wald::Estimator::load(c.at("text").get<std::string>()); }

struct Call {
  const char *name;
  void (*run)(const Json &);
};
constexpr Call calls[] = {{"decide", decide},
                          {"curve", curve},
                          {"expected", expected},
                          {"regret", regret},
                          {"distribution", distribution},
                          {"decide_rows", decide_rows},
                          {"decide_csr", decide_csr},
                          {"expected_rows", expected_rows},
                          {"facts", facts},
                          {"draw", draw},
                          {"metric", metric},
                          {"worth", worth},
                          {"masks", masks},
                          {"evaluate", evaluate},
                          {"compare", compare},
                          {"load", load},
                          {"frontier", frontier},
                          {"choose", choose},
                          {"operating_points", operating_points},
                          {"apply_thresholds", apply_thresholds},
                          {"label_thresholds", label_thresholds},
                          {"segment_thresholds", segment_thresholds},
                          {"class_multipliers", class_multipliers},
                          {"apply_classes", apply_classes},
                          {"match_detections", match_detections},
                          {"abstention_zone", abstention_zone},
                          {"decision_curve", decision_curve},
                          {"reliability", reliability},
                          {"cascade_fit", cascade_fit},
                          {"cascade_trees", cascade_trees},
                          {"cascade_load", cascade_load},
                          {"trees_load", trees_load},
                          {"route", route},
                          {"route_labels", route_labels},
                          {"route_load", route_load},
                          {"stages_load", stages_load},
                          {"labelling", labelling},
                          {"learner", learner},
                          {"calibration", calibration},
                          {"learner_load", learner_load},
                          {"calibration_load", calibration_load}};

void run(const Json &c) {
  current = c.at("name").get<std::string>();
  tolerance = c.contains("tolerance") ? c.at("tolerance").get<double>() : 0;
  const Call *call = nullptr;
  for (const Call &one : calls)
    if (c.at("call") == one.name) call = &one;
  if (!call) return fail("calls the unknown " + c.at("call").dump());
  try {
    call->run(c);
    if (c.contains("error")) fail("did not fail, expected " + c.at("error").at("message").dump());
  } catch (const wald::Error &e) {
    if (!c.contains("error")) return fail(std::string("failed: ") + e.what());
    check_same("status", name_of(e.status()), c.at("error").at("status"));
    check_same("message", std::string(e.what()), c.at("error").at("message"));
  }
}

}  // namespace

int main(int argc, char **argv) {
  int cases = 0;
  for (int i = 1; i < argc; ++i) {
    portable_bits = portable_bits || std::strcmp(argv[i], "--portable-bits") == 0;
    print_bits = print_bits || portable_bits || std::strcmp(argv[i], "--bits") == 0;
    if (argv[i][0] == '-') {
      continue;
    }
    std::ifstream file(argv[i]);
    if (!file) {
      std::fprintf(stderr, "%s: cannot be read\n", argv[i]);
      return 1;
    }
    for (std::string line; std::getline(file, line); ++cases) {
      try {
        run(Json::parse(line));
      } catch (const std::exception &e) {
        fail(std::string("the case cannot be run: ") + e.what());
      }
    }
  }
  std::fprintf(stderr, "%d cases, %d failures\n", cases, failures);
  return failures == 0 && cases > 0 ? 0 : 1;
}
