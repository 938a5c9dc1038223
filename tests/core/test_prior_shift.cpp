// Probabilities moved to another prior against Bayes' theorem by enumeration of the rows' features.
#include <catch2/catch.hpp>

#include <vector>

#include "cases.hpp"
#include "core/estimators/prior_shift.hpp"
#include "expect_error.hpp"

using namespace wald::core;

namespace {

Reals view(const std::vector<double> &values) {
  return {values.data(), false, static_cast<int64_t>(values.size()), 1};
}
RealTable table(const std::vector<double> &values, int64_t cols) {
  return {values.data(), false, static_cast<int64_t>(values.size()) / cols, cols, cols, 1};
}

std::vector<double> moved(Kind kind, const std::vector<double> &p, const std::vector<double> &from,
                          const std::vector<double> &to) {
  std::vector<double> out(p.size(), -1);
  move_prior(table(p, static_cast<int64_t>(from.size())), PriorShift(kind, view(from), view(to), "prior"), out.data());
  return out;
}

// Numbers above 0 that sum to 1.
std::vector<double> shares(cases::Rng &rng, int n) {
  std::vector<double> out;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += out.emplace_back(rng.between(1, 1000));
  for (double &share : out) share /= sum;
  return out;
}

// P(outcome | row) for each row x, from P(row | outcome) and the outcomes' prior.
std::vector<double> posterior(const std::vector<std::vector<double>> &likelihood, const std::vector<double> &prior, int x) {
  std::vector<double> out;
  double sum = 0;
  for (std::size_t y = 0; y < prior.size(); ++y)
    sum += out.emplace_back(likelihood[y][static_cast<std::size_t>(x)] * prior[y]);
  for (double &p : out) p /= sum;
  return out;
}

void check_close(const std::vector<double> &found, const std::vector<double> &wanted) {
  REQUIRE(found.size() == wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i) CHECK(found[i] == Approx(wanted[i]).epsilon(1e-12).margin(1e-15));
}

}  // namespace

TEST_CASE("prior shift: Bayes' theorem at the other prior, for classes with and without none of them, and for labels") {
  cases::Rng rng(7301);
  for (int i = 0; i < cases::scaled(400); ++i) {
    const int outcomes = rng.between(2, 5), rows = rng.between(1, 4), left_out = rng.below(2);
    std::vector<std::vector<double>> likelihood;
    for (int y = 0; y < outcomes; ++y) likelihood.push_back(shares(rng, rows));
    const std::vector<double> from = shares(rng, outcomes), to = shares(rng, outcomes);
    // The last outcome may be "none of the classes"; the first is a label's 1, against all others.
    const auto classes = [&](std::vector<double> all) {
      all.resize(all.size() - static_cast<std::size_t>(left_out));
      return all;
    };
    for (int x = 0; x < rows; ++x) {
      check_close(moved(Kind::categorical, classes(posterior(likelihood, from, x)), classes(from), classes(to)),
                  classes(posterior(likelihood, to, x)));
      if (outcomes == 2)
        check_close(moved(Kind::independent, {posterior(likelihood, from, x)[0]}, {from[0]}, {to[0]}),
                    {posterior(likelihood, to, x)[0]});
    }
  }
}

TEST_CASE("prior shift: the same prior changes nothing, moving there and back neither; 0 and 1 stay") {
  const std::vector<double> p = {0, 0.25, 1, 0.5}, from = {0.1, 0.4}, to = {0.3, 0.2};
  check_close(moved(Kind::independent, p, from, from), p);
  check_close(moved(Kind::independent, moved(Kind::independent, p, from, to), to, from), p);
  check_close(moved(Kind::independent, {0.5}, {0.5}, {0}), {0});
  check_close(moved(Kind::independent, {0.5}, {0.5}, {1}), {1});
  check_close(moved(Kind::categorical, {0.5, 0.25}, {0.5, 0.25}, {0, 1}), {0, 1});
  CHECK(moved(Kind::independent, {}, from, to).empty());
}

TEST_CASE("prior shift: what is refused") {
  const auto refused = [](const char *message, Kind kind, const std::vector<double> &p, const std::vector<double> &from,
                          const std::vector<double> &to) {
    check::expect_error(Status::argument, message, [&] { moved(kind, p, from, to); });
  };
  const Kind labels = Kind::independent, classes = Kind::categorical;
  refused("kind is joint: must be independent or categorical", Kind::joint, {0.5}, {0.5}, {0.5});
  refused("probabilities[1][0] is 1.5: must lie in [0, 1]", labels, {0.5, 1.5}, {0.5}, {0.5});
  refused("training_prior[0] is 0: must lie in (0, 1)", labels, {0.5}, {0}, {0.5});
  refused("training_prior[1] is 1: must lie in (0, 1)", classes, {0.5, 0.5}, {0.5, 1}, {0.5, 0.5});
  refused("prior[0] is -1: must lie in [0, 1]", labels, {0.5}, {0.5}, {-1});
  refused("probabilities[1]: the prior of what column 0 says is certain is 0", labels, {0.5, 1}, {0.5}, {0});
  refused("training_prior sum to 1.2", classes, {0.5, 0.5}, {0.6, 0.6}, {0.5, 0.5});
  refused("prior sum to 1.5", classes, {0.5, 0.5}, {0.5, 0.5}, {0.75, 0.75});
  refused("probabilities[0] sum to 1.5", classes, {0.75, 0.75}, {0.5, 0.5}, {0.5, 0.5});
  refused("probabilities[0]: the prior of every class that it allows is 0", classes, {1, 0}, {0.5, 0.5}, {0, 1});
}
