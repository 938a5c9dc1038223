// Reading saved values one by one: what each reader takes, and what it says of anything else, in text and in binary.
#include <catch2/catch.hpp>
#include <limits>

#include "cases.hpp"
#include "core/learners/saved_rows.hpp"
#include "core/saved/saved_binary.hpp"
#include "core/saved/saved_text.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using namespace wald::core::learners;
using check::expect_error;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class F>
void refused(const std::string &message, F f) {
  expect_error(Status::format, "saved thing: " + message, f);
}

// The members of a state of the kind "thing".
std::string thing(const std::string &members) {
  return "{\"wald\":\"thing\",\"version\":1" + (members.empty() ? "" : "," + members) + "}";
}

SavedValue of(double x) {
  SavedValue out;
  out.value = x;
  return out;
}

}  // namespace

TEST_CASE("saved values: each reader takes its own kind and says what else stands there") {
  const SavedText saved(thing("\"real\":0.5,\"whole\":7,\"yes\":true,\"none\":null,\"word\":\"a\",\"inf\":\"inf\","
                              "\"list\":[\"b\",\"c\"],\"mixed\":[\"b\",3],\"object\":{\"x\":1}"),
                        "thing", 1);
  const auto at = [&](const char *name) -> const SavedValue & { return saved.member(saved.root(), name); };

  CHECK(saved.real(at("real"), "here") == 0.5);
  CHECK(saved.real(at("whole"), "here") == 7);
  refused("here is not a number", [&] { saved.real(at("word"), "here"); });
  refused("here is not a number", [&] { saved.real(at("none"), "here"); });
  // No text holds one of these: numbers that are too large are refused before.
  for (const double x : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN()})
    refused("here is not finite", [&] { saved.real(of(x), "here"); });

  CHECK(saved.real_in(at("real"), "here", 0.5, 1) == 0.5);
  CHECK(saved.real_in(at("real"), "here", 0, 0.5) == 0.5);
  refused("here is 0.5: must lie in [0.75, 1]", [&] { saved.real_in(at("real"), "here", 0.75, 1); });
  refused("here is 7: must lie in [0, 6.5]", [&] { saved.real_in(at("whole"), "here", 0, 6.5); });
  refused("here is 0.5: must lie in [1, inf)", [&] { saved.real_in(at("real"), "here", 1, infinity); });

  CHECK(saved.real_or(at("real"), -1, "here") == 0.5);
  CHECK(saved.real_or(at("none"), -1, "here") == -1);
  CHECK(saved.real_or(at("inf"), -1, "here") == infinity);
  refused("here is not a number", [&] { saved.real_or(at("word"), -1, "here"); });

  CHECK(saved.integer(at("whole"), "here", 7, 7) == 7);
  refused("here is 7: must lie in [8, 9]", [&] { saved.integer(at("whole"), "here", 8, 9); });
  refused("here is 7: must lie in [5, 6]", [&] { saved.integer(at("whole"), "here", 5, 6); });
  refused("here is not a whole number", [&] { saved.integer(at("real"), "here", 0, 9); });

  CHECK(saved.boolean(at("yes"), "here"));
  refused("here is neither true nor false", [&] { saved.boolean(at("whole"), "here"); });
  CHECK(saved.string(at("word"), "here") == "a");
  refused("here is not a text", [&] { saved.string(at("whole"), "here"); });
  CHECK(saved.array(at("list"), "here").size() == 2);
  refused("here is not an array", [&] { saved.array(at("object"), "here"); });
  CHECK(saved.strings(at("list"), "here") == std::vector<std::string>{"b", "c"});
  refused("here[1] is not a text", [&] { saved.strings(at("mixed"), "here"); });
  CHECK(saved.is_null(at("none")));
  CHECK_FALSE(saved.is_null(at("yes")));

  CHECK(saved.find(saved.root(), "no such name") == nullptr);
  CHECK(saved.find(at("object"), "x") != nullptr);
  refused("\"no such name\" is missing", [&] { saved.member(saved.root(), "no such name"); });
  refused("an object is missing", [&] { saved.find(at("list"), "x"); });
  saved.allow(at("object"), {"x", "y"}, "it");
  refused("\"x\" is not a member of it", [&] { saved.allow(at("object"), {"y"}, "it"); });
  refused("it is not an object", [&] { saved.allow(at("list"), {"x"}, "it"); });
}

TEST_CASE("saved values: a state says what it is and of which version") {
  const auto read = [](const std::string &text, int64_t version) { SavedText(text, "thing", version); };
  read(thing(""), 1);
  read("{\"version\":3,\"wald\":\"thing\"}", 3);
  refused("\"version\" is 3: this library reads versions up to 2",
          [&] { read("{\"version\":3,\"wald\":\"thing\"}", 2); });
  refused("\"version\" is 0: must lie in [1, 9223372036854775807]",
          [&] { read("{\"version\":0,\"wald\":\"thing\"}", 2); });
  refused("\"version\" is not a whole number", [&] { read("{\"version\":1.0,\"wald\":\"thing\"}", 2); });
  refused("\"wald\" is \"other\": must be \"thing\"", [&] { read("{\"version\":1,\"wald\":\"other\"}", 2); });
  refused("\"wald\" is not a text", [&] { read("{\"version\":1,\"wald\":1}", 2); });
  for (const char *text : {"3", "null", "[]", "\"thing\""}) {
    refused("is not an object", [&] { read(text, 1); });
    refused("is not an object", [&] { read(packed(text), 1); });
  }
}

TEST_CASE("saved values: numbers, nesting and members have limits") {
  const auto value = [](const std::string &text) { return SavedText::parsed(text).value; };
  CHECK(std::get<int64_t>(value("9223372036854775807")) == INT64_MAX);
  CHECK(std::get<int64_t>(value("-9223372036854775808")) == INT64_MIN);
  CHECK(std::get<double>(value("9223372036854775808")) == 0x1p63);  // too large to be whole
  CHECK(std::get<double>(value("18446744073709551615")) == 0x1p64);
  CHECK(std::get<double>(value("1e308")) == 1e308);
  const auto wrong = [&](const std::string &message, const std::string &text) {
    expect_error(Status::format, "saved state: " + message, [&] { value(text); });
  };
  wrong("", "1e309");
  wrong("parse error at line 1, column 2", "[");
  wrong("parse error", "[1,]");
  wrong("parse error", "[] []");
  wrong("\"a\" stands twice", "{\"a\":1,\"b\":2,\"a\":3}");
  wrong("\"" + std::string(64, 'n') + "...\" stands twice",
        "{\"" + std::string(70, 'n') + "\":1,\"" + std::string(70, 'n') + "\":2}");
  const auto nested = [](int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') + std::string(static_cast<std::size_t>(depth), ']');
  };
  CHECK_NOTHROW(value(nested(32)));
  wrong("is nested deeper than 32 levels", nested(33));
  const auto members = [](int n) {
    std::string out = "{";
    for (int i = 0; i < n; ++i) out += text(i ? "," : "", "\"m", i, "\":", i);
    return out + "}";
  };
  CHECK(std::get<SavedValue::Members>(value(members(64))).back().first == "m63");
  wrong("has an object of more than 64 members", members(65));
  // Binary states have the same limits.
  CHECK_NOTHROW(unpacked(packed(nested(32)), "state"));
  SavedValue deep = SavedText::parsed(nested(32)), wide = SavedText::parsed(members(64));
  SavedValue outer;
  outer.value = std::vector<SavedValue>{deep};
  expect_error(Status::format, "saved state: is nested deeper than 32 levels",
               [&] { unpacked(packed(outer), "state"); });
  std::get<SavedValue::Members>(wide.value).emplace_back("one more", SavedValue());
  expect_error(Status::format, "saved state: has an object of more than 64 members",
               [&] { unpacked(packed(wide), "state"); });
}

TEST_CASE("saved values: text is UTF-8, in binary as in JSON") {
  // Table 3-7 of the Unicode standard at each of its edges.
  const std::vector<std::string> right = {"",
                                          "\x01",
                                          "\x7f",
                                          "\xc2\x80",
                                          "\xdf\xbf",
                                          "\xe0\xa0\x80",
                                          "\xe0\xbf\xbf",
                                          "\xe1\x80\x80",
                                          "\xec\xbf\xbf",
                                          "\xed\x80\x80",
                                          "\xed\x9f\xbf",
                                          "\xee\x80\x80",
                                          "\xef\xbf\xbf",
                                          "\xf0\x90\x80\x80",
                                          "\xf0\xbf\xbf\xbf",
                                          "\xf1\x80\x80\x80",
                                          "\xf3\xbf\xbf\xbf",
                                          "\xf4\x80\x80\x80",
                                          "\xf4\x8f\xbf\xbf"};
  const std::vector<std::string> wrong = {"\x80",
                                          "\xbf",
                                          "\xc0\x80",
                                          "\xc1\xbf",
                                          "\xc2",
                                          "\xc2\x7f",
                                          "\xc2\xc0",
                                          "\xe0\x9f\xbf",
                                          "\xe0\x80\x80",
                                          "\xe1\x80",
                                          "\xe1\x80\x7f",
                                          "\xe1\xc0\x80",
                                          "\xed\xa0\x80",
                                          "\xed\xbf\xbf",
                                          "\xf0\x8f\xbf\xbf",
                                          "\xf0\x80\x80\x80",
                                          "\xf1\x80\x80",
                                          "\xf1\x80\x80\xc0",
                                          "\xf4\x90\x80\x80",
                                          "\xf4\xbf\xbf\xbf",
                                          "\xf5\x80\x80\x80",
                                          "\xff",
                                          "\xfe\x80"};
  for (const bool valid : {true, false})
    for (const std::string &bytes : valid ? right : wrong)
      for (const std::string &text : {bytes, "before" + bytes, bytes + "behind"}) {
        CAPTURE(saved_string(text), valid);
        SavedValue value, member;
        value.value = text;
        member.value = SavedValue::Members{{text, SavedValue()}};
        if (!valid) {
          for (const SavedValue &one : {value, member})
            expect_error(Status::format, "saved state: holds a text that is not UTF-8",
                         [&] { unpacked(packed(one), "state"); });
          expect_error(Status::format, "saved state: ", [&] { SavedText::parsed("\"" + text + "\""); });
          CHECK(saved_string(text).find("\xef\xbf\xbd") != std::string::npos);
          continue;
        }
        CHECK(std::get<std::string>(unpacked(packed(value), "state").value) == text);
        CHECK(std::get<SavedValue::Members>(unpacked(packed(member), "state").value)[0].first == text);
        CHECK(std::get<std::string>(SavedText::parsed(saved_string(text)).value) == text);
      }
}

TEST_CASE("saved values: what is written reads back") {
  CHECK(saved_number(0.1) == "0.1");
  CHECK(saved_number(-0.0) == "-0.0");
  CHECK(saved_number(0.0) == "0");
  CHECK(saved_number(infinity) == "\"inf\"");
  CHECK(saved_number(-infinity) == "\"-inf\"");
  CHECK(saved_number(std::numeric_limits<double>::quiet_NaN()) == "null");
  CHECK(saved_string("a\"b\\\n") == "\"a\\\"b\\\\\\n\"");
  CHECK(saved_at("name", 3) == "name[3]");
  cases::Rng rng(8);
  for (int i = 0; i < cases::scaled(2000); ++i) {
    double x;
    const uint64_t bits = rng.bits();
    std::memcpy(&x, &bits, sizeof x);
    if (!std::isfinite(x)) continue;
    const SavedText saved(thing("\"x\":" + saved_number(x)), "thing", 1);
    const double back = saved.real(saved.member(saved.root(), "x"), "x");
    CHECK(std::memcmp(&back, &x, sizeof x) == 0);
  }
}

TEST_CASE("saved values: rows of features, their columns up to the last one") {
  const auto loaded = [](const std::string &rows, const char *sparse, int64_t cols) {
    const SavedText saved(thing(std::string("\"sparse\":") + sparse + ",\"rows\":" + rows), "thing", 1);
    return load_rows(saved, saved.root(), cols);
  };
  const Features sparse = loaded("[[0,1.5,2,-1],[],[2,1e100]]", "true", 3);
  CHECK(sparse.is_sparse);
  CHECK(sparse.rows == 3);
  CHECK(sparse.cols == 3);
  CHECK(sparse.begin == std::vector<int64_t>{0, 2, 2, 3});
  CHECK(sparse.columns == std::vector<int32_t>{0, 2, 2});
  CHECK(sparse.values == std::vector<double>{1.5, -1, 1e100});
  const Features dense = loaded("[[0,1.5],[2,-1e100]]", "false", 2);
  CHECK_FALSE(dense.is_sparse);
  CHECK(dense.rows == 2);
  CHECK(dense.values == std::vector<double>{0, 1.5, 2, -1e100});
  for (const Features &rows : {sparse, dense}) {
    std::string written;
    save_rows(written, rows);
    const SavedText again("{\"wald\":\"thing\",\"version\":1" + written + "}", "thing", 1);
    const Features back = load_rows(again, again.root(), rows.cols);
    CHECK(back.columns == rows.columns);
    CHECK(back.values == rows.values);
    CHECK(back.begin == rows.begin);
  }
  refused("\"rows\"[0] is 3: must lie in [0, 2]", [&] { loaded("[[3,1]]", "true", 3); });
  refused("\"rows\"[0] is -1: must lie in [0, 2]", [&] { loaded("[[-1,1]]", "true", 3); });
  refused("\"rows\"[1] is 1: must lie in [2, 2]", [&] { loaded("[[0,1],[1,1,1,2]]", "true", 3); });
  refused("\"rows\"[0] has columns beyond the last", [&] { loaded("[[2,1,2,1]]", "true", 3); });
  refused("\"rows\"[0] has 3 numbers: must have pairs of a column and its number", [&] { loaded("[[0,1,2]]", "true", 3); });
  refused("\"rows\"[1] has 1 numbers: must have 2", [&] { loaded("[[0,1],[0]]", "false", 2); });
  refused("\"rows\" is empty", [&] { loaded("[]", "true", 3); });
  refused("\"rows\"[0] holds -1.1e100: must be at most 1e100", [&] { loaded("[[0,-1.1e100]]", "true", 3); });
}

TEST_CASE("saved values: what a parser says, without its code") {
  CHECK(parse_message("[json.exception.parse_error.101] parse error at line 1") == "parse error at line 1");
  CHECK(parse_message("no code") == "no code");
  CHECK(parse_message("") == "");
}
