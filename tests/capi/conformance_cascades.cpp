// The calls of the conformance cases that concern cascades and trees.
#include "conformance.hpp"

namespace {

constexpr Named splits[] = {{"leaf", WALD_SPLIT_LEAF},
                            {"at_most", WALD_SPLIT_AT_MOST},
                            {"below", WALD_SPLIT_BELOW},
                            {"among", WALD_SPLIT_AMONG}};
constexpr Named missings[] = {{"right", WALD_MISSING_RIGHT},
                              {"left", WALD_MISSING_LEFT},
                              {"as_zero", WALD_MISSING_AS_ZERO},
                              {"zero_right", WALD_MISSING_ZERO_RIGHT},
                              {"zero_left", WALD_MISSING_ZERO_LEFT}};

std::vector<double> numbers_or_none(const Json &list) { return list.is_null() ? std::vector<double>() : numbers(list); }

// The rows of a case.
struct Rows {
  std::vector<double> table, weights, targets;
  int64_t n, models, classes, columns;

  explicit Rows(const Json &rows)
      : table(flat<double>(rows.at("table"))),
        weights(numbers_or_none(rows.at("weights"))),
        targets(numbers_or_none(rows.at("targets"))),
        n(static_cast<int64_t>(rows.at("table").size())),
        models(rows.at("n_models").get<int64_t>()),
        classes(rows.at("n_classes").get<int64_t>()),
        columns(models * classes) {}
  wald::Table<const double> part(int64_t from, int64_t count) const {
    return {table.data() + from * columns, count, columns};
  }
  void feed(wald::CascadeScores &to, int64_t from, int64_t count) const {
    const auto of = [&](const std::vector<double> &list) {
      return list.empty() ? wald::Array() : wald::Array(list.data() + from, count);
    };
    to.feed(part(from, count), of(weights), of(targets));
  }
  wald::CascadeScores scores() const {
    wald::CascadeScores out(models, classes);
    feed(out, 0, n);
    return out;
  }
  // The same rows one by one, from the last, half of them through another object.
  wald::CascadeScores merged() const {
    wald::CascadeScores out(models, classes), other(models, classes);
    for (int64_t i = n; i-- > 0;) feed(i % 2 ? out : other, i, 1);
    out.merge(other);
    return out;
  }
};

wald::CascadeOptions asked_of(const Json &c) {
  wald::CascadeOptions out;
  const Json &asked = c.at("asked");
  set_all(out, asked);
  if (asked.contains("fixed_order")) out.fixed_order(asked.at("fixed_order").get<std::vector<int64_t>>());
  if (asked.contains("costs")) out.costs(numbers(asked.at("costs")));
  if (asked.contains("names")) out.names(asked.at("names").get<std::vector<std::string>>());
  return out;
}

wald::CascadeOptions threads(int n) { return std::move(wald::CascadeOptions().threads(n)); }

// Every number of a cascade, in one list.
std::vector<double> numbers_of(const wald::Cascade &cascade) {
  std::vector<double> out;
  for (wald_cascade_fact f = WALD_CASCADE_N_MODELS; f <= WALD_CASCADE_N_FEATURES; ++f) out.push_back(cascade.number(f));
  for (wald_cascade_fact f = WALD_CASCADE_ORDER; f <= WALD_CASCADE_HELD_OUT_STOPS; ++f)
    for (double x : cascade.numbers(f)) out.push_back(x);
  return out;
}

// Decisions of rows of scores in every way there is.
void check_decisions(const wald::Cascade &cascade, const Rows &rows, const Json &decisions, const Json &counts) {
  for (int n : {1, 3}) {
    const auto applied = cascade.apply(rows.part(0, rows.n), threads(n));
    check_same("decisions", applied.decisions, decisions);
    check_same("counts", applied.counts, counts);
  }
  const auto called = cascade.apply(rows.n, [&](int64_t model, auto at, wald::ArrayView<double> scores) {
    const auto classes = static_cast<std::size_t>(rows.classes);
    if (scores.size() != at.size() * classes) return false;
    for (std::size_t i = 0; i < scores.size(); ++i)
      scores[i] = rows.table[static_cast<std::size_t>(at[i / classes] * rows.columns + model * rows.classes) + i % classes];
    return true;
  });
  check_same("decisions by callback", called.decisions, decisions);
  check_same("counts by callback", called.counts, counts);
  wald::CascadeRun run = cascade.run();
  for (int64_t i = 0; i < rows.n; ++i) {
    for (int64_t model = run.start(); model >= 0;)
      model = run.feed({rows.table.data() + i * rows.columns + model * rows.classes, rows.classes});
    check_same("decision of a run", run.decision(), decisions[static_cast<std::size_t>(i)]);
    check_same("count of a run", run.count(), counts[static_cast<std::size_t>(i)]);
  }
}

wald::Trees trees_of(const Json &given) {
  const Json &s = given.at("shape");
  wald::Trees::Shape shape;
  shape.n_features = s.at("n_features").get<int64_t>();
  shape.n_outputs = s.at("n_outputs").get<int64_t>();
  shape.leaf_width = s.at("leaf_width").get<int64_t>();
  shape.trees_per_model = s.at("trees_per_model").get<int64_t>();
  shape.summation = s.at("summation") == "float32" ? WALD_FLOAT32 : WALD_FLOAT64;
  shape.float_features = s.at("float_features").get<bool>();
  shape.base = numbers_or_none(s.at("base"));
  wald::Trees out(shape);
  for (const Json &t : given.at("trees")) {
    wald::Trees::Tree tree;
    tree.output = t.at("output").get<int64_t>();
    for (const Json &name : t.at("split")) tree.split.push_back(static_cast<wald_split>(value_of(splits, name)));
    for (const Json &name : t.at("missing"))
      tree.missing.push_back(static_cast<wald_missing>(value_of(missings, name)));
    tree.feature = t.at("feature").get<std::vector<int32_t>>();
    tree.left = t.at("left").get<std::vector<int32_t>>();
    tree.right = t.at("right").get<std::vector<int32_t>>();
    tree.threshold = numbers(t.at("threshold"));
    tree.category_begin.push_back(0);
    for (const Json &own : t.at("categories")) {
      for (const Json &category : own) tree.categories.push_back(category.get<int32_t>());
      tree.category_begin.push_back(static_cast<int64_t>(tree.categories.size()));
    }
    tree.values = numbers(t.at("values"));
    out.add(tree);
  }
  return out;
}

}  // namespace

void cascade_fit(const Json &c) {
  const Rows rows(c.at("scores"));
  wald::CascadeOptions options = asked_of(c);
  const bool calibrated = c.contains("calibration");
  const auto fit = [&](const wald::CascadeScores &scores) {
    return calibrated ? wald::Cascade::fit(scores, Rows(c.at("calibration")).scores(), options)
                      : wald::Cascade::fit(scores, options);
  };
  const wald::Cascade cascade = fit(rows.scores());
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  for (const auto &[name, value] : e.at("numbers").items())
    check(name, cascade.number(fact_named("cascade", name)), hex(value));
  check_same("order", cascade.order(), e.at("order"));
  check_list("low", cascade.low(), e.at("low"));
  check_list("high", cascade.high(), e.at("high"));
  check_list("spread", cascade.spread(), e.at("spread"));
  check_list("stops", cascade.stops(), e.at("stops"));
  if (e.contains("held_out_stops")) check_list("held_out_stops", cascade.held_out_stops(), e.at("held_out_stops"));
  if (c.at("asked").contains("names"))
    for (int64_t t = 0; t < rows.models; ++t)
      check_same("name", std::string(cascade.name(t)), c.at("asked").at("names")[static_cast<std::size_t>(t)]);
  check_decisions(cascade, rows, e.at("decisions"), e.at("counts"));
  const wald::Cascade::Evaluation evaluated = cascade.evaluate(rows.scores(), threads(2));
  check_bits("evaluated", {evaluated.disagreement, evaluated.mean_models, evaluated.mean_cost},
             {cascade.number(WALD_CASCADE_DISAGREEMENT), cascade.number(WALD_CASCADE_MEAN_MODELS),
              cascade.number(WALD_CASCADE_MEAN_COST)});
  check_bits("stops evaluated", evaluated.stops, cascade.stops());

  const std::vector<double> first = numbers_of(cascade);
  const std::string saved = cascade.save();
  const wald::Cascade loaded = wald::Cascade::load(saved);
  if (loaded.save() != saved) fail("saving, loading and saving gives another text");
  check_bits("of a saved and loaded one", numbers_of(loaded), first);
  check_decisions(loaded, rows, e.at("decisions"), e.at("counts"));
  if (fit(rows.merged()).save() != saved) fail("rows fed in another order give another cascade");
  if (fit(rows.scores().copy()).save() != saved) fail("a copy of the rows gives another cascade");
  options.threads(3);
  if (fit(rows.scores()).save() != saved) fail("3 threads give another cascade");
}

void cascade_trees(const Json &c) {
  const wald::Trees trees = trees_of(c.at("trees"));
  const std::vector<double> features = flat<double>(c.at("features"));
  const auto n = static_cast<int64_t>(c.at("features").size());
  const wald::Table<const double> table(features.data(), n, width(c.at("features"), 0));
  const std::vector<double> margins = trees.evaluate(table);
  wald::CascadeScores scores(trees.n_models(), trees.n_outputs());
  scores.feed(trees, table);
  const wald::Cascade cascade = wald::Cascade::fit(scores, asked_of(c)).bind(trees);
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  check_list("margins", margins, e.at("margins"));
  check_same("order", cascade.order(), e.at("order"));
  check_same("n_features", cascade.n_features(), Json(trees.n_features()));
  const auto check_applied = [&](const std::string &what, const wald::Cascade &of, int threads_used) {
    const auto applied = of.apply_trees(table, threads(threads_used));
    check_same("decisions " + what, applied.decisions, e.at("decisions"));
    check_same("counts " + what, applied.counts, e.at("counts"));
    const std::vector<float> floats(features.begin(), features.end());
    const auto of_floats = of.apply_trees(wald::Table(floats.data(), table.rows, table.cols), threads(threads_used));
    check_same("decisions of floats " + what, of_floats.decisions, e.at("decisions"));
  };
  check_applied("fitted", cascade, 1);
  check_applied("with 3 threads", cascade, 3);
  const std::string saved = cascade.save();
  const wald::Cascade loaded = wald::Cascade::load(saved);
  if (loaded.save() != saved) fail("saving, loading and saving gives another text");
  check_applied("saved and loaded", loaded, 1);
  const wald::Trees again = wald::Trees::load(trees.save());
  if (again.save() != trees.save()) fail("trees saved, loaded and saved are another text");
  check_bits("margins of saved and loaded trees", again.evaluate(table, threads(3)), margins);
}

void cascade_load(const Json &c) { wald::Cascade::load(c.at("text").get<std::string>()); }
void trees_load(const Json &c) { wald::Trees::load(c.at("text").get<std::string>()); }
