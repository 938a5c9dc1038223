// Saving and loading estimators: to the bit, and whatever was done to the text.
#include <catch2/catch.hpp>

#include "cases.hpp"
#include "core/estimators/counts.hpp"
#include "core/estimators/joint.hpp"
#include "core/estimators/marginal.hpp"

using namespace wald::core;
using cases::reals;
using Catch::Contains;

namespace {

std::unique_ptr<Estimator> example(cases::Rng &rng, Kind kind, int n) {
  if (kind == Kind::independent) {
    auto e = std::make_unique<Independent>();
    e->feed(reals(cases::probabilities(rng, n, 5)));
    return e;
  }
  if (kind == Kind::categorical) {
    auto e = std::make_unique<Categorical>();
    auto p = cases::probabilities(rng, n, 0);
    for (double &x : p) x /= n;
    e->feed(reals(p));
    return e;
  }
  auto joint = std::make_unique<Joint>(n);
  std::vector<uint8_t> cells(static_cast<std::size_t>(6 * n));
  for (uint8_t &c : cells) c = rng.below(2);
  std::vector<double> weights(6);
  for (double &w : weights) w = rng.uniform();
  joint->feed({cells.data(), 6, n, n, 1}, reals(weights));
  if (kind == Kind::joint) return joint;
  auto counts = joint->to_counts();
  counts->merge(*joint->to_counts());
  return counts;
}

constexpr Kind all_kinds[] = {Kind::independent, Kind::categorical, Kind::joint, Kind::counts};

// Uses all of an estimator; only wald errors may come of it.
void use(const Estimator &e) {
  CAPTURE(e.save());
  const int64_t n = e.n_labels();
  const auto attempt = [](auto f) {
    try {
      f();
    } catch (const Error &) {
    }
  };
  const std::string saved = e.save();
  attempt([&] { CHECK(load_estimator(saved)->save() == saved); });
  e.copy();
  attempt([&] { e.require_fed(); });
  if (n > 100000) return;  // what follows takes memory in proportion
  attempt([&] {
    for (double p : e.marginals()) CHECK((p >= 0 && p <= 1));
  });
  attempt([&] {
    for (double p : e.size_distribution()) CHECK((p >= 0 && p <= 1.01));
  });
  attempt([&] { e.p_zero(); });
  attempt([&] {
    for (int64_t i : e.mode().labels) CHECK((i >= 0 && i < n));
  });
  attempt([&] { e.to_counts()->marginals(); });
  std::vector<uint8_t> cells(static_cast<std::size_t>(2 * n));
  attempt([&] { e.draw(1, {cells.data(), 2, n, n, 1}); });
  attempt([&] {
    const auto other = e.copy();
    other->merge(e);
    other->clear();
  });
}

void load_or_refuse(const std::string &text) {
  std::unique_ptr<Estimator> e;
  try {
    e = load_estimator(text);
  } catch (const Error &error) {
    if (error.status() != Status::format || std::string(error.what()).rfind("saved estimator: ", 0) != 0) {
      CAPTURE(text, error.what());
      CHECK(error.status() == Status::format);
      CHECK_THAT(error.what(), Catch::StartsWith("saved estimator: "));
    }
    return;
  }
  use(*e);
}

}  // namespace

TEST_CASE("saved state: loads to the bit") {
  cases::Rng rng(31);
  for (int i = 0; i < cases::scaled(100); ++i)
    for (Kind kind : all_kinds) {
      const auto e = example(rng, kind, rng.between(1, 8));
      const std::string saved = e->save();
      const auto back = load_estimator(saved);
      CHECK(back->kind() == kind);
      CHECK(back->save() == saved);
      CHECK(back->n_labels() == e->n_labels());
      CHECK(back->n_fed() == e->n_fed());
      CHECK(back->total_weight() == e->total_weight());
      CHECK(back->marginals() == e->marginals());
      CHECK(back->size_distribution() == e->size_distribution());
    }
  for (Kind kind : all_kinds) {
    const auto empty = make_estimator(kind, kind == Kind::joint || kind == Kind::counts ? 3 : 0);
    CHECK(load_estimator(empty->save())->save() == empty->save());
  }
}

TEST_CASE("saved state: every truncation is refused or harmless") {
  cases::Rng rng(32);
  for (Kind kind : all_kinds) {
    const std::string saved = example(rng, kind, 5)->save();
    for (std::size_t length = 0; length < saved.size(); ++length) load_or_refuse(saved.substr(0, length));
  }
}

TEST_CASE("saved state: any mutation gives an error or an estimator") {
  cases::Rng rng(33);
  const std::vector<std::string> pieces = {
      "-1",    "1e400",  "-0.5",   "null", "[]", "{}", "true", "99999999999999999999",
      "NaN",   "\"\"",   "1.5",    "2",    "[[", "]]", ",",    "2147483647",
      "1e308", "5e-324", "\\u0000"};
  for (int i = 0; i < cases::scaled(3000); ++i)
    for (Kind kind : all_kinds) {
      std::string saved = example(rng, kind, rng.between(1, 4))->save();
      for (int edits = rng.between(1, 3); edits > 0; --edits) {
        const std::size_t at = static_cast<std::size_t>(rng.below(static_cast<int>(saved.size())));
        const std::size_t span = static_cast<std::size_t>(rng.between(1, 6));
        switch (rng.below(5)) {
          case 0: saved[at] = static_cast<char>(rng.below(256)); break;
          case 1: saved.erase(at, span); break;
          case 2:
            saved.insert(at, saved.substr(static_cast<std::size_t>(rng.below(static_cast<int>(saved.size()))), span));
            break;
          case 3:
            saved.replace(at, span, pieces[static_cast<std::size_t>(rng.below(static_cast<int>(pieces.size())))]);
            break;
          default: {
            // Another number instead of one.
            std::size_t begin = saved.find_first_of("0123456789", at);
            if (begin == std::string::npos) break;
            const std::size_t end = saved.find_first_not_of("0123456789.e-", begin);
            saved.replace(begin, end - begin,
                          pieces[static_cast<std::size_t>(rng.below(static_cast<int>(pieces.size())))]);
          }
        }
        if (saved.empty()) saved = " ";
      }
      load_or_refuse(saved);
    }
}

TEST_CASE("saved state: depth and noise") {
  load_or_refuse(std::string(200000, '['));
  std::string nested;
  for (int i = 0; i < 100000; ++i) nested += "{\"a\":";
  load_or_refuse(nested);
  load_or_refuse(std::string(1000, '\0'));
  load_or_refuse("\xef\xbb\xbf{}");
  load_or_refuse("\xff\xfe");
}

TEST_CASE("saved state: what is wrong is said") {
  const auto refused = [](const std::string &text, const std::string &message) {
    CAPTURE(text);
    try {
      load_estimator(text);
      FAIL_CHECK("was loaded");
    } catch (const Error &e) {
      CHECK(e.status() == Status::format);
      CHECK_THAT(e.what(), Contains(message));
    }
  };
  const std::string head = "{\"wald\":\"estimator\",\"version\":1,\"kind\":";
  refused("", "saved estimator: parse error");
  refused("[]", "saved estimator: is not an object");
  refused("{}", "\"wald\" is missing");
  refused("{\"wald\":\"metric\"}", "\"wald\" is \"metric\": must be \"estimator\"");
  refused("{\"wald\":\"estimator\"}", "\"version\" is missing");
  refused("{\"wald\":\"estimator\",\"version\":2}", "\"version\" is 2: this library reads versions up to 1");
  refused(head + "\"odd\",\"labels\":1}", "\"kind\" must be independent, categorical, joint or counts");
  refused(head + "\"independent\",\"labels\":2,\"probabilities\":[0.5]}",
          "\"probabilities\" has 1 numbers, \"labels\" is 2");
  refused(head + "\"independent\",\"labels\":1,\"probabilities\":[1.5]}",
          "probabilities[0] is 1.5: must lie in [0, 1]");
  refused(head + "\"independent\",\"labels\":1,\"probabilities\":[\"x\"]}", "\"probabilities\"[0] is not a number");
  refused(head + "\"categorical\",\"labels\":2,\"probabilities\":[0.75,0.5]}", "sum to 1.25");
  refused(head + "\"joint\",\"labels\":0,\"vectors\":[]}", "\"labels\" is 0");
  refused(head + "\"joint\",\"labels\":2147483648,\"vectors\":[]}",
          "\"labels\" is 2147483648: must lie in [0, 2147483647]");
  refused(head + "\"joint\",\"labels\":2,\"vectors\":[[1,[2]]]}", "\"vectors\"[0][1][0] is 2: must lie in [0, 1]");
  refused(head + "\"joint\",\"labels\":2,\"vectors\":[[1,[0,0]]]}", "twice");
  refused(head + "\"joint\",\"labels\":2,\"vectors\":[[-1,[0]]]}", "is -1");
  refused(head + "\"joint\",\"labels\":2,\"vectors\":[[1]]}", "\"vectors\"[0] has 1 parts");
  const std::string counts =
      head + "\"counts\",\"labels\":2,\"fed\":1,\"weight\":[1,0],\"p_zero\":[0.5,0],\"sizes\":null,\"cells\":";
  CHECK(load_estimator(counts + "[[0,1,0.5,0]]}")->marginals()[0] == 0.5);
  refused(counts + "[[0,1,1.5,0]]}", "\"cells\"[0] is 1.5: must be at most the weight 1");
  refused(counts + "[[0,3,0.5,0]]}", "must lie in [1, 2]");
  refused(counts + "[[0,1,0.5,0],[0,1,0.5,0]]}", "is not in ascending order");
  refused(counts + "[[0,1,-0.5,0]]}", "is -0.5: must be at least 0");
  refused(counts + "[[0,1,0.5]]}", "has 3 numbers: must have 4");
}
