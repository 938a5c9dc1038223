// States in binary: they say what the texts say, and whatever is wrong with the bytes is an error.
#include <catch2/catch.hpp>
#include <limits>

#include "cases.hpp"
#include "core/estimators/estimator.hpp"
#include "core/saved/saved_binary.hpp"
#include "core/saved/saved_text.hpp"
#include "core/thresholds/sample/sample.hpp"
#include "core/trees/ensemble.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::trees;
using namespace wald::core::thresholds;
using check::expect_error;

namespace {

constexpr std::size_t head = 32;
constexpr double infinity = std::numeric_limits<double>::infinity();

// A body with the head that goes with it.
std::string sealed(SavedBody body, const std::string &bytes) {
  BinaryWriter out(body, bytes.size());
  out.bytes(bytes.data(), bytes.size());
  return out.take();
}

bool same(const SavedValue &a, const SavedValue &b) {
  if (a.value.index() != b.value.index()) return false;
  if (const auto *list = std::get_if<std::vector<SavedValue>>(&a.value)) {
    const auto &other = std::get<std::vector<SavedValue>>(b.value);
    if (list->size() != other.size()) return false;
    for (std::size_t i = 0; i < list->size(); ++i)
      if (!same((*list)[i], other[i])) return false;
    return true;
  }
  if (const auto *members = std::get_if<SavedValue::Members>(&a.value)) {
    const auto &other = std::get<SavedValue::Members>(b.value);
    if (members->size() != other.size()) return false;
    for (std::size_t i = 0; i < members->size(); ++i)
      if ((*members)[i].first != other[i].first || !same((*members)[i].second, other[i].second)) return false;
    return true;
  }
  if (const auto *x = std::get_if<double>(&a.value))
    return std::memcmp(x, std::get_if<double>(&b.value), sizeof *x) == 0;
  if (const auto *x = std::get_if<int64_t>(&a.value)) return *x == std::get<int64_t>(b.value);
  if (const auto *x = std::get_if<bool>(&a.value)) return *x == std::get<bool>(b.value);
  if (const auto *x = std::get_if<std::string>(&a.value)) return *x == std::get<std::string>(b.value);
  return true;
}

std::string some_text(cases::Rng &rng, int depth) {
  switch (rng.below(depth > 4 ? 6 : 9)) {
    case 0: return "null";
    case 1: return rng.below(2) ? "true" : "false";
    case 2: return std::to_string(rng.below(3) ? rng.between(-200, 200) : rng.below(2) ? INT64_MIN : INT64_MAX);
    case 3: return saved_number(rng.below(4) ? rng.uniform() : rng.below(2) ? -0.0 : 1e308);
    case 4: return rng.below(2) ? "\"\"" : "\"a\\u00e9\\n\\u6f22\\\"\"";
    case 5: {  // numbers alone
      std::string out = "[";
      const int kind = rng.below(3), n = rng.below(300);
      for (int i = 0; i < n; ++i)
        out += (i ? "," : "") + (kind == 0 || (kind == 2 && rng.below(2)) ? std::to_string(rng.between(-9999, 9999))
                                                                           : saved_number(rng.uniform() + 0.5e-9));
      return out + "]";
    }
    case 6: {
      std::string out = "[";
      for (int i = rng.below(6); i > 0; --i) out += some_text(rng, depth + 1) + (i > 1 ? "," : "");
      return out + "]";
    }
    default: {
      std::string out = "{";
      for (int i = rng.below(6); i > 0; --i)
        out += text("\"k", i, "\":", some_text(rng, depth + 1), i > 1 ? "," : "");
      return out + "}";
    }
  }
}

Sample some_sample(cases::Rng &rng, int64_t dims, bool cut, bool weighted) {
  std::vector<double> rated_from(static_cast<std::size_t>(dims), cut ? 0.4 : -infinity);
  Sample out(dims, rng.below(2) ? Rule::any : Rule::all, rated_from);
  const int64_t n = 1 + rng.below(40);
  std::vector<double> scores(static_cast<std::size_t>(n * dims)), weights(static_cast<std::size_t>(n), 1.0);
  std::vector<uint8_t> labels(static_cast<std::size_t>(n));
  for (double &s : scores) s = rng.below(9) ? rng.uniform() : rng.below(2) ? -infinity : infinity;
  for (double &w : weights)
    if (weighted) w = 0.25 * rng.below(8);
  for (uint8_t &y : labels) y = static_cast<uint8_t>(rng.below(3));
  out.feed({scores.data(), false, n, dims, dims, 1}, {labels.data(), n, 1},
           weighted ? Reals{weights.data(), false, n, 1} : Reals{});
  return out;
}

// The state is read, or refused as what it is: nothing else may happen.
template <class Load>
bool loads(const Load &load, const std::string &saved) {
  try {
    load(saved);
    return true;
  } catch (const Error &e) {
    REQUIRE(e.status() == Status::format);
    REQUIRE_THAT(e.what(), Catch::StartsWith("saved "));
    return false;
  }
}

// Truncated, with every byte flipped, and with bodies that are wrong under a head that is right.
template <class Load>
void attack(cases::Rng &rng, const std::string &saved, SavedBody body, const Load &load) {
  REQUIRE(loads(load, saved));
  for (std::size_t n = 8; n < saved.size(); n += 1 + static_cast<std::size_t>(rng.below(7)))
    REQUIRE_FALSE(loads(load, saved.substr(0, n)));
  for (std::size_t i = 8; i < saved.size(); ++i) {
    std::string wrong = saved;
    wrong[i] = static_cast<char>(wrong[i] ^ (1 << rng.below(8)));
    REQUIRE_FALSE(loads(load, wrong));
  }
  const std::string inside = saved.substr(head);
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    std::string wrong = inside;
    for (int k = rng.below(4); k >= 0 && !wrong.empty(); --k) {
      const auto at = static_cast<std::size_t>(rng.below(static_cast<int>(wrong.size())));
      switch (rng.below(4)) {
        case 0: wrong[at] = static_cast<char>(rng.below(256)); break;
        case 1: wrong.erase(at, 1 + static_cast<std::size_t>(rng.below(9))); break;
        case 2: wrong.insert(at, 1 + static_cast<std::size_t>(rng.below(9)), static_cast<char>(rng.below(256))); break;
        default: wrong[at] = static_cast<char>(rng.below(2) ? 0xff : 0x7f);
      }
    }
    refused += loads(load, sealed(body, wrong)) ? 0 : 1;
  }
  CHECK(refused > 100);
  REQUIRE_FALSE(loads(load, sealed(body, inside + '\0')));
  REQUIRE_FALSE(loads(load, sealed(body == SavedBody::sample ? SavedBody::document : SavedBody::sample, inside)));
}

}  // namespace

TEST_CASE("A document in binary is the value of its text") {
  cases::Rng rng(11);
  for (int round = 0; round < 500; ++round) {
    const std::string document = some_text(rng, 0);
    const std::string saved = packed(document);
    REQUIRE(is_binary(saved));
    REQUIRE(same(unpacked(saved, "state"), SavedText::parsed(document)));
    REQUIRE_FALSE(is_binary(document));
  }
  std::string deep = "1";
  for (int i = 0; i < 32; ++i) deep = "[" + deep + "]";
  CHECK(same(unpacked(packed(deep), "state"), SavedText::parsed(deep)));
  // 33 levels, which no text has that is read.
  const std::string saved = packed(deep);
  expect_error(Status::format, "saved state: is nested deeper than 32 levels", [&] {
    unpacked(sealed(SavedBody::document, "\6\1" + saved.substr(head)), "state");
  });
}

TEST_CASE("Samples come back from binary to the same bits, 8 bytes a score") {
  cases::Rng rng(5);
  for (int round = 0; round < 300; ++round) {
    const int64_t dims = 1 + rng.below(3);
    const bool cut = rng.below(2), weighted = rng.below(2);
    const Sample sample = some_sample(rng, dims, cut, weighted);
    const std::string saved = sample.save_binary();
    const Sample again = load_sample(saved);
    REQUIRE(again.save_binary() == saved);
    REQUIRE(again.save() == sample.save());
    REQUIRE(load_sample(sample.save()).save() == sample.save());
    REQUIRE(again.positives().scores == sample.positives().scores);
    REQUIRE(again.negatives().weights == sample.negatives().weights);
    if (!weighted)
      REQUIRE(saved.size() == head + 8 * static_cast<std::size_t>(9 + dims * (1 + sample.n_fed())));
  }
}

TEST_CASE("How many positives lie below the cut is saved") {
  Sample sample(1, Rule::any, {0.5});
  const double scores[] = {0.1, 0.2, 0.9};
  const uint8_t labels[] = {1, 1, 0};
  sample.feed({scores, false, 3, 1, 1, 1}, {labels, 3, 1}, {});
  for (const std::string &saved : {sample.save(), sample.save_binary()})
    expect_error(Status::argument, "positives is 0: 2 rows labelled 1 lie below rated_from",
                 [&] { load_sample(saved).require_positives(); });
  std::string wrong = sample.save();
  wrong.replace(wrong.find("\"cut_positives\":2"), 17, "\"cut_positives\":3");
  expect_error(Status::format, "\"cut_positives\" is 3: must be at most the number of rows below the cut",
               [&] { load_sample(wrong); });
  for (const char *number : {"0", "-1", "1.5", "1e300"}) {
    std::string other = sample.save();
    other.replace(other.find("\"cut_positives\":2"), 17, std::string("\"cut_positives\":") + number);
    expect_error(Status::format, "must be a whole number of at least 1", [&] { load_sample(other); });
  }
}

TEST_CASE("Bytes that are wrong are refused, and never more is allocated than they hold") {
  cases::Rng rng(3);
  for (int round = 0; round < 4; ++round) {
    const Sample sample = some_sample(rng, 1 + round % 2, round > 1, round % 2 == 1);
    attack(rng, sample.save_binary(), SavedBody::sample, [](const std::string &saved) { load_sample(saved); });
  }
  attack(rng, packed("{\"wald\":\"estimator\",\"version\":1,\"kind\":\"joint\",\"labels\":3,"
                     "\"vectors\":[[0.5,[0,2]],[1,[]],[2.5,[1]]]}"),
         SavedBody::document, [](const std::string &saved) { load_estimator(saved); });
  attack(rng, packed("{\"wald\":\"trees\",\"version\":1,\"features\":2,\"outputs\":1,\"leaf_width\":1,"
                     "\"trees_per_model\":1,\"float_features\":false,\"summation\":\"float64\",\"base\":[0.25],"
                     "\"trees\":[{\"output\":0,\"nodes\":[[1.5]]}]}"),
         SavedBody::document, [](const std::string &saved) { load_ensemble(saved); });
  // Lengths that would take all memory.
  const auto load = [](const std::string &saved) { load_sample(saved); };
  std::string body = some_sample(rng, 1, false, false).save_binary().substr(head);
  for (const uint64_t many : {uint64_t{1} << 40, uint64_t{1} << 61, ~uint64_t{0}}) {
    std::memcpy(&body[32], &many, sizeof many);  // the number of negatives
    CHECK_FALSE(loads(load, sealed(SavedBody::sample, body)));
  }
  for (const char tag : {5, 6, 7, 8, 9})
    CHECK_FALSE(loads([](const std::string &saved) { unpacked(saved, "state"); },
                      sealed(SavedBody::document, std::string(1, tag) + "\xff\xff\xff\xff\xff\xff\xff\x7f")));
}

TEST_CASE("What is wrong with a head is said") {
  const std::string saved = packed("{}");
  std::string newer = saved, other = saved, changed = saved;
  newer[8] = 2;
  other[12] = 1;
  changed[head] ^= 1;
  const auto refused = [](const std::string &message, const std::string &bytes) {
    expect_error(Status::format, "saved state: " + message, [&] { unpacked(bytes, "state"); });
  };
  refused("is of the binary form 2: this library reads 1", newer);
  refused("holds something other than saved state", other);
  refused("is corrupt: its checksum does not match", changed);
  refused("is cut short: it has 20 bytes of a head of 32", saved.substr(0, 20));
  refused("has 3 bytes behind its head: must have 2", saved + "x");
  expect_error(Status::format, "saved sample: holds something other than saved sample", [&] { load_sample(saved); });
}
