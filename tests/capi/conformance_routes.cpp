// The calls of the conformance cases that concern routes and which rows to label.
#include "conformance.hpp"

namespace {

// What is fed of a case; columns that it does not have are not given.
class Fed {
 public:
  explicit Fed(const Json &given) : given_(given), stages_(given.at("n_stages").get<int64_t>()) {
    for (const char *name : {"confidences", "right", "costs"}) reals(name) = flat_of(name);
    for (const char *name : {"weights", "label_probabilities", "scores"})
      if (given.contains(name)) reals(name) = numbers(given.at(name));
  }
  int64_t rows() const { return static_cast<int64_t>(given_.at("confidences").size()); }
  void feed(wald::Stages &to, int64_t from, int64_t count) const {
    if (count == 0) return;
    wald::Stages::Rows fed;
    fed.confidences = table("confidences", from, count);
    fed.right = table("right", from, count);
    fed.costs = table("costs", from, count);
    fed.weights = list("weights", from, count);
    fed.label_probabilities = list("label_probabilities", from, count);
    fed.scores = list("scores", from, count);
    fed.answers = cut(whole("answers"), from, count, stages_);
    fed.truth = cut(whole("truth"), from, count, 1);
    fed.segments = cut(whole("segments"), from, count, 1);
    to.feed(fed);
  }
  void feed(wald::Stages &to) const { feed(to, 0, rows()); }
  wald::Stages stages() const {
    wald::Stages out(stages_);
    feed(out);
    return out;
  }
  // Fed in two pieces, and in two that are merged.
  wald::Stages pieces() const {
    wald::Stages out(stages_);
    const int64_t head = rows() / 2;
    feed(out, 0, head);
    feed(out, head, rows() - head);
    return out;
  }
  wald::Stages merged() const {
    wald::Stages out(stages_), other(stages_);
    const int64_t head = rows() / 3;
    feed(out, 0, head);
    feed(other, head, rows() - head);
    out.merge(other);
    return out;
  }
  std::vector<int32_t> whole(const char *name) const {
    std::vector<int32_t> out;
    if (!given_.contains(name)) return out;
    for (const Json &cell : given_.at(name))
      if (cell.is_array())
        for (const Json &one : cell) out.push_back(one.get<int32_t>());
      else
        out.push_back(cell.get<int32_t>());
    return out;
  }
  wald::Array table(const char *name, int64_t from, int64_t count) const {
    const std::vector<double> &all = reals(name);
    if (all.empty()) return {};
    const int64_t columns = static_cast<int64_t>(given_.at(name)[0].size());
    return wald::Table(all.data() + from * columns, count, columns);
  }
  wald::Array list(const char *name, int64_t from, int64_t count) const {
    const std::vector<double> &all = reals(name);
    return all.empty() ? wald::Array() : wald::Array(all.data() + from, count);
  }
  double confidence(int64_t row, int64_t stage) const {
    return reals("confidences")[static_cast<std::size_t>(row * stages_ + stage)];
  }
  double score(int64_t row) const { return reals("scores")[static_cast<std::size_t>(row)]; }
  int32_t answer(int64_t row, int64_t stage) const {
    return whole("answers")[static_cast<std::size_t>(row * stages_ + stage)];
  }

 private:
  std::vector<double> flat_of(const char *name) const {
    return given_.contains(name) ? flat<double>(given_.at(name)) : std::vector<double>();
  }
  static std::vector<int32_t> cut(const std::vector<int32_t> &all, int64_t from, int64_t count, int64_t columns) {
    if (all.empty()) return {};
    return {all.begin() + from * columns, all.begin() + (from + count) * columns};
  }
  std::vector<double> &reals(const std::string &name) { return reals_[name]; }
  const std::vector<double> &reals(const std::string &name) const { return reals_.at(name); }

  const Json &given_;
  int64_t stages_;
  std::map<std::string, std::vector<double>> reals_{
      {"confidences", {}}, {"right", {}}, {"costs", {}}, {"weights", {}}, {"label_probabilities", {}}, {"scores", {}}};
};

wald::RouteOptions asked_of(const Json &c) {
  wald::RouteOptions out;
  set_all(out, c.at("asked"));
  return out;
}
// Of an evaluation: the measure of the route, and of what is asked what belongs to it.
wald::RouteOptions measured(const Json &c) {
  wald::RouteOptions out;
  for (const char *name : {"measure", "beta", "positive"})
    if (c.at("asked").contains(name)) {
      Json one;
      one[name] = c.at("asked").at(name);
      set_all(out, one);
    }
  return out;
}

std::string word(const char *names, int32_t value) {
  wald_name_row row{};
  row.size = sizeof row;
  for (int64_t i = 0; wald_name_list(names, i, &row) == WALD_OK; ++i)
    if (row.value == value) return row.name;
  return "none of " + std::string(names);
}

std::vector<double> all_numbers(const wald::Route &route) {
  std::vector<double> out;
  for (wald_route_fact f = WALD_ROUTE_N_STAGES; f <= WALD_ROUTE_LABELS_NEEDED; ++f) out.push_back(route.number(f));
  for (wald_route_fact f = WALD_ROUTE_THRESHOLDS; f <= WALD_ROUTE_ENVELOPE_HULL; ++f)
    for (const double x : route.numbers(f)) out.push_back(x);
  return out;
}

// Which stage answers, of a table and one row at a time.
void check_applied(const wald::Route &route, const Fed &fed, const Json &wanted) {
  const int64_t n = fed.rows();
  const bool by_class = route.number(WALD_ROUTE_BY) == WALD_ROUTE_BY_CLASS;
  std::vector<int32_t> groups;
  if (route.number(WALD_ROUTE_BY) == WALD_ROUTE_BY_SEGMENT) groups = fed.whole("segments");
  if (by_class)
    for (int64_t i = 0; i < n; ++i) groups.push_back(fed.answer(i, route.next(-1)));
  const wald::Array sure = route.router() ? fed.list("scores", 0, n) : fed.table("confidences", 0, n);
  check_same("stages", route.apply(sure, groups), wanted);
  std::vector<int64_t> one_by_one;
  for (int64_t i = 0; i < n; ++i)
    one_by_one.push_back(route.run([&](int64_t stage) { return fed.confidence(i, stage); },
                                   groups.empty() ? 0 : groups[static_cast<std::size_t>(i)],
                                   route.router() ? fed.score(i) : 0));
  check_same("stages, one row at a time", one_by_one, wanted);
}

void check_route(const wald::Route &route, const Fed &fed, const Json &e) {
  const Json &words = e.at("words");
  check_same("by", word("route_by", static_cast<int32_t>(route.number(WALD_ROUTE_BY))), words.at("by"));
  check_same("goal", word("route_goal", static_cast<int32_t>(route.number(WALD_ROUTE_GOAL))), words.at("goal"));
  check_same("measure", word("route_measure", static_cast<int32_t>(route.number(WALD_ROUTE_MEASURE))),
             words.at("measure"));
  check_same("theorem", word("theorem", static_cast<int32_t>(route.number(WALD_ROUTE_THEOREM))), words.at("theorem"));
  for (const auto &[name, value] : e.at("numbers").items())
    check(name, route.number(fact_named("route", name)), hex(value));
  Json thresholds = Json::array();
  for (const Json &group : e.at("thresholds"))
    for (const Json &threshold : group) thresholds.push_back(threshold);
  check_list("thresholds", route.numbers(WALD_ROUTE_THRESHOLDS), thresholds);
  check_list("shares", route.numbers(WALD_ROUTE_SHARES), e.at("shares"));
  if (e.contains("envelope_cost")) {
    check_list("envelope_cost", route.numbers(WALD_ROUTE_ENVELOPE_COST), e.at("envelope_cost"));
    check_list("envelope_quality", route.numbers(WALD_ROUTE_ENVELOPE_QUALITY), e.at("envelope_quality"));
  }
  if (e.contains("envelope_hull")) {
    std::vector<int64_t> hull;
    for (const double x : route.numbers(WALD_ROUTE_ENVELOPE_HULL)) hull.push_back(static_cast<int64_t>(x));
    check_same("envelope_hull", hull, e.at("envelope_hull"));
  }
  check_applied(route, fed, e.at("stages"));
  const std::string saved = route.save();
  const wald::Route loaded = wald::Route::load(saved), binary = wald::Route::load(route.save(WALD_BINARY));
  if (loaded.save() != saved || binary.save() != saved) fail("saving, loading and saving gives another text");
  check_bits("of a saved and loaded one", all_numbers(loaded), all_numbers(route));
  check_applied(loaded, fed, e.at("stages"));
}

}  // namespace

void route(const Json &c) {
  const Fed fed(c.at("stages"));
  wald::Stages stages = fed.stages();
  if (c.contains("more")) Fed(c.at("more")).feed(stages);
  if (c.contains("merged")) stages.merge(Fed(c.at("merged")).stages());
  const wald::RouteOptions options = asked_of(c);
  const wald::Route route = wald::Route::choose(stages, options);
  wald::Route::Evaluation evaluated;
  if (c.contains("other")) evaluated = route.evaluate(Fed(c.at("other")).stages(), measured(c));
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  check_route(route, fed, e);
  if (e.contains("evaluated")) {
    check("cost evaluated", evaluated.cost, hex(e.at("evaluated").at("cost")));
    check("quality evaluated", evaluated.quality, hex(e.at("evaluated").at("quality")));
    check_list("shares evaluated", evaluated.shares, e.at("evaluated").at("shares"));
  }
  if (c.contains("next")) {
    std::vector<int64_t> next;
    for (const Json &one : c.at("next"))
      next.push_back(route.next(one[1].get<int64_t>(), number(one[2]), one[0].get<int64_t>()));
    check_same("next", next, e.at("next"));
  }
  const auto own = route.evaluate(stages, measured(c));
  check_bits("evaluated on its own rows", {own.cost, own.quality},
             {route.number(WALD_ROUTE_COST), route.number(WALD_ROUTE_QUALITY)});
  const std::string saved = route.save();
  for (const wald::Stages &other :
       {fed.pieces(), fed.merged(), wald::Stages::load(stages.save()), wald::Stages::load(stages.save(WALD_BINARY))})
    if (wald::Route::choose(other, options).save() != saved)
      fail("rows in pieces, merged, or saved and loaded give another route");
}

void route_labels(const Json &c) {
  const Fed fed(c.at("stages"));
  wald::Stages stages = fed.stages();
  const wald::RouteOptions options = asked_of(c);
  std::vector<std::vector<int64_t>> batches;
  for (int64_t round = 0; round < c.at("rounds").get<int64_t>(); ++round) {
    const std::vector<int64_t> rows =
        c.contains("rows") ? c.at("rows").get<std::vector<int64_t>>() : stages.ask(options);
    batches.push_back(rows);
    if (c.contains("truth")) {
      std::vector<int32_t> truth;
      for (const int64_t row : rows) truth.push_back(c.at("truth")[static_cast<std::size_t>(row)].get<int32_t>());
      if (!rows.empty()) stages.label(rows, truth);
    } else {
      std::vector<double> right;
      for (const int64_t row : rows)
        for (const double x : numbers(c.at("right")[static_cast<std::size_t>(row)])) right.push_back(x);
      if (!rows.empty())
        stages.label(rows, wald::Table(right.data(), static_cast<int64_t>(rows.size()), stages.n_stages()));
    }
    stages = wald::Stages::load(stages.save());
  }
  if (!c.contains("expect")) return;
  const Json &e = c.at("expect");
  check_same("batches", batches, e.at("batches"));
  for (const auto &[name, value] : e.at("numbers").items()) {
    double got = 0;
    if (wald_number(stages.get(), fact_named("stages", name), 0, &got) != WALD_OK) fail(name + " cannot be read");
    check(name, got, hex(value));
  }
  check_route(wald::Route::choose(stages, options), fed, e.at("route"));
}

void route_load(const Json &c) { wald::Route::load(c.at("text").get<std::string>()); }
void stages_load(const Json &c) { wald::Stages::load(c.at("text").get<std::string>()); }

void labelling(const Json &c) {
  const std::vector<double> chances = numbers(c.at("chances"));
  wald::Labelling of(wald::Array(chances.data(), static_cast<int64_t>(chances.size())),
                     c.at("quality").get<std::string>(), number(c.at("min_quality")), number(c.at("certify")),
                     std::stoll(c.at("seed").get<std::string>()));
  const auto most = c.at("most").get<int64_t>();
  std::vector<int32_t> mask(chances.size(), 0);
  for (std::size_t turn = 0; !of.certified(); ++turn) {
    const std::vector<int64_t> rows = of.next(most);
    std::vector<uint8_t> events;
    for (const int64_t row : rows) {
      events.push_back(c.at("events")[static_cast<std::size_t>(row)].get<uint8_t>());
      mask[static_cast<std::size_t>(row)] = 1;
    }
    check_same("asked again", of.next(1), Json(rows));
    of.answer(events);
    if (!c.contains("expect")) continue;
    const Json &turns = c.at("expect").at("turns");
    if (turn >= turns.size()) return fail("is not done after " + std::to_string(turn) + " turns");
    check_same("rows of turn " + std::to_string(turn), rows, turns[turn].at("rows"));
    for (const auto &[name, value] : turns[turn].at("numbers").items()) {
      double got = 0;
      if (wald_number(of.get(), fact_named("labelling", name), 0, &got) != WALD_OK)
        fail(name + " cannot be read");
      check(name, got, hex(value));
    }
  }
  if (c.contains("expect")) check_same("mask", mask, c.at("expect").at("mask"));
}
