// The masks of images: against enumeration of all masks of few pixels, and against the same numbers in another layout or
// type. What is refused names image, class and pixel.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "cases.hpp"
#include "core/decisions/masks/masks.hpp"
#include "core/numeric/vectors/halves.hpp"
#include "expect_error.hpp"

using namespace wald::core;
using namespace wald::core::decisions;
using cases::metric;
using check::expect_error;

namespace {

std::size_t at(int64_t i) { return static_cast<std::size_t>(i); }

// Maps of a type T in any order of the axes, each backward or not.
template <class T>
struct Images {
  int64_t images, classes, pixels;
  std::vector<T> numbers;
  Maps maps;

  Images(cases::Rng &rng, int64_t images_, int64_t classes_, int64_t pixels_, MapNumber number)
      : images(images_), classes(classes_), pixels(pixels_), numbers(at(images_ * classes_ * pixels_)) {
    int axes[] = {0, 1, 2};
    std::swap(axes[0], axes[rng.below(3)]);
    std::swap(axes[1], axes[rng.between(1, 2)]);
    const int64_t sizes[] = {images, classes, pixels};
    int64_t strides[3], step = 1, first = 0;
    for (const int axis : axes) {
      strides[axis] = step;
      step *= sizes[axis];
      if (rng.below(3)) continue;
      first += strides[axis] * std::max<int64_t>(sizes[axis] - 1, 0);
      strides[axis] = -strides[axis];
    }
    maps = {numbers.data() + first, number, images, classes, pixels, strides[0], strides[1], strides[2]};
  }
  T &operator()(int64_t i, int64_t c, int64_t p) {
    return const_cast<T *>(static_cast<const T *>(maps.data))[i * maps.image_stride + c * maps.class_stride +
                                                             p * maps.pixel_stride];
  }
};

struct Result {
  std::vector<uint8_t> masks;
  std::vector<int32_t> classes;
  std::vector<double> expected;
  Decision decision;
};
Result decide(const std::string &name, int z, Kind kind, const Maps &maps, const DecisionOptions &options = {}) {
  const int64_t rows = kind == Kind::joint ? 1 : maps.images, width = maps.classes * maps.pixels;
  Result out;
  out.masks.assign(at(rows * width), 9);
  out.classes.assign(at(rows * maps.pixels), -9);
  out.expected.assign(at(mask_answer_count(kind, maps, options)), -9);
  decide_masks(*metric(name, z), kind, maps, options,
               {{out.masks.data(), rows, width, width, 1},
                {out.classes.data(), rows, maps.pixels, maps.pixels, 1},
                out.expected.data(),
                &out.decision});
  return out;
}

// E U of every mask of independent pixels, by the bits of its number.
std::vector<long double> values_of_masks(const oracle::Utility &u, const std::vector<double> &p) {
  const auto n = static_cast<int>(p.size());
  std::vector<long double> out(std::size_t{1} << n);
  for (std::size_t mask = 0; mask < out.size(); ++mask)
    for (std::size_t truth = 0; truth < out.size(); ++truth) {
      long double chance = 1;
      int tp = 0, k = 0, s = 0;
      for (int i = 0; i < n; ++i) {
        const bool y = truth >> i & 1, h = mask >> i & 1;
        chance *= y ? static_cast<long double>(p[at(i)]) : 1 - static_cast<long double>(p[at(i)]);
        tp += y && h, k += h, s += y;
      }
      if (chance > 0) out[mask] += chance * u(tp, k, s, n);
    }
  return out;
}

std::size_t number_of_mask(const uint8_t *mask, int64_t n) {
  std::size_t out = 0;
  for (int64_t i = 0; i < n; ++i) out |= static_cast<std::size_t>(mask[i]) << i;
  return out;
}

// The mean over the classes of F1 or Jaccard at the expected counts.
double mean_of_classes(const std::string &name, int z, const std::vector<std::vector<double>> &p, const std::vector<int> &of) {
  double sum = 0;
  for (std::size_t c = 0; c < p.size(); ++c) {
    double tp = 0, k = 0, s = 0;
    for (std::size_t i = 0; i < of.size(); ++i) {
      s += p[c][i];
      if (of[i] == static_cast<int>(c)) tp += p[c][i], ++k;
    }
    const double top = name == "f1" ? 2 * tp : tp, bottom = name == "f1" ? k + s : k + s - tp;
    sum += bottom > 0 ? top / bottom : z;
  }
  return sum / static_cast<double>(p.size());
}

}  // namespace

TEST_CASE("masks: overlapping classes against all masks, in any layout", "[threads]") {
  for (int number = 0; number < cases::scaled(2500); ++number) {
    cases::Rng rng(number);
    const int z = rng.below(2);
    const std::string name = rng.below(2) ? "f1" : "jaccard";
    Images<double> images(rng, rng.between(1, 3), rng.between(1, 3), rng.between(1, 5), MapNumber::float64);
    const int kind = rng.below(cases::kinds);
    for (double &p : images.numbers) p = cases::probability(rng, kind);
    DecisionOptions options;
    options.threads = rng.between(1, 3);
    const Result found = decide(name, z, Kind::independent, images.maps, options);
    REQUIRE(found.decision.count() == images.images * images.classes);
    for (int64_t i = 0; i < images.images; ++i)
      for (int64_t c = 0; c < images.classes; ++c) {
        const int64_t a = i * images.classes + c;
        std::vector<double> p;
        for (int64_t x = 0; x < images.pixels; ++x) p.push_back(images(i, c, x));
        INFO(name << " z " << z << " " << cases::list(p));
        const auto values = values_of_masks(oracle::utility(name, z), p);
        const uint8_t *const mask = found.masks.data() + a * images.pixels;
        const auto best = *std::max_element(values.begin(), values.end());
        CHECK(static_cast<double>(best - values[number_of_mask(mask, images.pixels)]) <= 1e-12);
        const Answer &answer = found.decision.answer(a);
        CHECK(std::fabs(found.expected[at(a)] - static_cast<double>(best)) <= 1e-12);
        CHECK(answer.expected == found.expected[at(a)]);
        double least = std::numeric_limits<double>::infinity();
        int64_t k = 0;
        for (int64_t x = 0; x < images.pixels; ++x)
          if (mask[x] == 1) least = std::min(least, p[at(x)]), ++k;
        CHECK(answer.threshold == least);
        CHECK(answer.k == k);
      }
  }
}

TEST_CASE("masks: all images as one are the table of their pixels") {
  for (int number = 0; number < cases::scaled(1000); ++number) {
    cases::Rng rng(number + 5000);
    Images<double> images(rng, rng.between(1, 3), rng.between(1, 3), rng.between(1, 2), MapNumber::float64);
    for (double &p : images.numbers) p = cases::probability(rng, number % cases::kinds);
    DecisionOptions options;
    options.average = Average::micro;
    const Result found = decide("f1", 1, Kind::independent, images.maps, options);
    REQUIRE(found.decision.count() == images.classes);
    for (int64_t c = 0; c < images.classes; ++c) {
      std::vector<double> p;
      std::vector<uint8_t> mask;
      for (int64_t i = 0; i < images.images; ++i)
        for (int64_t x = 0; x < images.pixels; ++x) {
          p.push_back(images(i, c, x));
          mask.push_back(found.masks[at((i * images.classes + c) * images.pixels + x)]);
        }
      const auto values = values_of_masks(oracle::utility("f1", 1), p);
      const auto best = *std::max_element(values.begin(), values.end());
      CHECK(static_cast<double>(best - values[number_of_mask(mask.data(), static_cast<int64_t>(p.size()))]) <= 1e-12);
    }
  }
}

TEST_CASE("masks: exclusive classes are within their bound of the best labels") {
  for (int number = 0; number < cases::scaled(2000); ++number) {
    cases::Rng rng(number + 9000);
    const std::string name = rng.below(2) ? "f1" : "jaccard";
    const int z = rng.below(2), none = rng.below(2);
    Images<double> images(rng, rng.between(1, 2), rng.between(1, 3), rng.between(1, 4), MapNumber::float64);
    for (int64_t i = 0; i < images.images; ++i)
      for (int64_t x = 0; x < images.pixels; ++x) {
        std::vector<double> row;
        for (int64_t c = 0; c < images.classes; ++c) row.push_back(cases::probability(rng, rng.below(5)));
        const double sum = std::accumulate(row.begin(), row.end(), 0.0);
        for (int64_t c = 0; c < images.classes; ++c) images(i, c, x) = row[at(c)] / std::max(sum, 1.0) * (1 - 1e-15);
      }
    for (const bool proof : {true, false}) {
      DecisionOptions options;
      options.proof = proof;
      if (none) options.per_row = {0, 1};
      const Result found = decide(name, z, Kind::categorical, images.maps, options);
      for (int64_t i = 0; i < images.images; ++i) {
        std::vector<std::vector<double>> p(at(images.classes));
        for (int64_t c = 0; c < images.classes; ++c)
          for (int64_t x = 0; x < images.pixels; ++x) p[at(c)].push_back(images(i, c, x));
        std::vector<int> of, tried(at(images.pixels), -none);
        for (int64_t x = 0; x < images.pixels; ++x) of.push_back(found.classes[at(i * images.pixels + x)]);
        double best = 0;
        const auto next = [&] {
          for (int &label : tried) {
            if (++label < images.classes) return true;
            label = -none;
          }
          return false;
        };
        do best = std::max(best, mean_of_classes(name, z, p, tried));
        while (next());
        double mean = 0;
        for (int64_t c = 0; c < images.classes; ++c) mean += found.expected[at(i * images.classes + c)];
        mean /= static_cast<double>(images.classes);
        const Answer &answer = found.decision.answer(i * images.classes);
        CHECK(std::isnan(answer.threshold));
        CHECK(std::fabs(mean - mean_of_classes(name, z, p, of)) <= 1e-12);
        CHECK(best - mean <= answer.bound + 1e-12);
        if (!proof) CHECK(answer.bound >= 1 - mean - 1e-12);
        CHECK(*std::min_element(of.begin(), of.end()) >= -none);
      }
    }
  }
}

TEST_CASE("masks: exclusive classes of many pixels by passes, in any layout, alone and all images as one", "[threads]") {
  for (int number = 0; number < cases::scaled(6); ++number) {
    cases::Rng rng(number);
    const int64_t n = 4200, classes = 3;
    Images<double> images(rng, 2, classes, n, MapNumber::float64);
    std::vector<float> plain(at(2 * classes * n));
    for (int64_t i = 0; i < 2; ++i)
      for (int64_t x = 0; x < n; ++x) {
        const double a = std::pow(rng.uniform(), 2), b = (1 - a) * rng.uniform();
        const float row[] = {static_cast<float>(a), static_cast<float>(b), static_cast<float>((1 - a - b) * 0.999)};
        for (int64_t c = 0; c < classes; ++c)
          images(i, c, x) = static_cast<double>(plain[at((i * classes + c) * n + x)] = row[c]);
      }
    const Maps floats{plain.data(), MapNumber::float32, 2, classes, n, classes * n, n, 1};
    DecisionOptions options;
    const Result found = decide("f1", 1, Kind::categorical, images.maps, options);
    options.threads = 3;
    const Result same = decide("f1", 1, Kind::categorical, floats, options);
    CHECK(found.classes == same.classes);
    CHECK(found.expected == same.expected);
    CHECK(found.decision.answer(0).algorithm == Algorithm::fixed_point);
    CHECK(found.decision.answer(0).bound < 1e-3);
    options.proof = false;
    const Result quick = decide("f1", 1, Kind::categorical, floats, options);
    CHECK(found.classes == quick.classes);
    CHECK(quick.decision.answer(0).bound > 0.1);

    // The pixels of both images as those of one.
    options = {};
    const Result apart = decide("f1", 1, Kind::categorical, floats, options);
    options.average = Average::micro;
    const Result together = decide("f1", 1, Kind::categorical, images.maps, options);
    std::vector<float> joined(at(2 * classes * n));
    for (int64_t c = 0; c < classes; ++c)
      for (int64_t i = 0; i < 2; ++i)
        std::copy_n(plain.data() + (i * classes + c) * n, n, joined.data() + (c * 2 + i) * n);
    const Result one =
        decide("f1", 1, Kind::categorical, {joined.data(), MapNumber::float32, 1, classes, 2 * n, 0, 2 * n, 1});
    CHECK(together.classes == one.classes);
    CHECK(together.expected == one.expected);
    CHECK(together.decision.n() == 2 * n);
    CHECK(apart.decision.n() == n);
  }
}

TEST_CASE("masks: samples against all masks") {
  for (int number = 0; number < cases::scaled(2000); ++number) {
    cases::Rng rng(number + 20000);
    const std::string name = rng.below(2) ? "f1" : "jaccard";
    const int z = rng.below(2);
    const int64_t samples = rng.between(1, 4), classes = rng.between(1, 2), pixels = rng.between(1, 6);
    Images<uint8_t> images(rng, samples, classes, pixels, MapNumber::uint8);
    for (uint8_t &mark : images.numbers) mark = rng.below(3) == 0;
    const Result found = decide(name, z, Kind::joint, images.maps);
    REQUIRE(found.decision.count() == classes);
    const oracle::Utility u = oracle::utility(name, z);
    for (int64_t c = 0; c < classes; ++c) {
      const auto value = [&](std::size_t mask) {
        double sum = 0;
        for (int64_t s = 0; s < samples; ++s) {
          int tp = 0, k = 0, size = 0;
          for (int64_t x = 0; x < pixels; ++x) {
            const bool y = images(s, c, x), h = mask >> x & 1;
            tp += y && h, k += h, size += y;
          }
          sum += static_cast<double>(u(tp, k, size, pixels));
        }
        return sum / static_cast<double>(samples);
      };
      double best = 0;
      for (std::size_t mask = 0; mask < std::size_t{1} << pixels; ++mask) best = std::max(best, value(mask));
      CHECK(std::fabs(value(number_of_mask(found.masks.data() + c * pixels, pixels)) - best) <= 1e-12);
      CHECK(std::fabs(found.expected[at(c)] - best) <= 1e-12);
    }
  }
}

TEST_CASE("masks: every half is widened to its value, and decides as a double of it does") {
  for (int bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    float x = -1;
    widen_halves(&half, 2, 1, &x);
    const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    if (exponent == 31 && mantissa) {
      CHECK(std::isnan(x));
      continue;
    }
    float value = std::ldexp(static_cast<float>(exponent ? mantissa + 1024 : mantissa), std::max(exponent, 1) - 25);
    if (exponent == 31) value = std::numeric_limits<float>::infinity();
    if ((bits & 0x8000 ? -value : value) != x) FAIL("the half " << bits << " is " << x);
  }
  for (int number = 0; number < cases::scaled(300); ++number) {
    cases::Rng rng(number);
    const int64_t n = rng.between(1, 300), classes = rng.between(1, 3);
    Images<uint16_t> halves(rng, 2, classes, n, MapNumber::float16);
    Images<double> doubles(rng, 2, classes, n, MapNumber::float64);
    for (int64_t i = 0; i < 2; ++i)
      for (int64_t c = 0; c < classes; ++c)
        for (int64_t x = 0; x < n; ++x) {
          float wide;
          const auto half = static_cast<uint16_t>(rng.below(0x3c00 + 1));  // up to 1
          widen_halves(&half, 1, 1, &wide);
          halves(i, c, x) = half, doubles(i, c, x) = static_cast<double>(wide);
        }
    const Result a = decide("jaccard", 1, Kind::independent, halves.maps);
    const Result b = decide("jaccard", 1, Kind::independent, doubles.maps);
    CHECK(a.masks == b.masks);
    CHECK(a.expected == b.expected);
  }
  const uint16_t rounded[] = {0x3c02, 0x3c04, 0x3c05};  // 1 + 2, 4 and 5 units of the last place
  CHECK(decide("f1", 1, Kind::independent, {rounded, MapNumber::float16, 1, 1, 2, 2, 2, 1}).expected[0] == 1);
  expect_error(Status::argument, "maps[image 0, class 0, pixel 2] is 1.0048828125: must lie in [0, 1]",
               [&] { decide("f1", 1, Kind::independent, {rounded, MapNumber::float16, 1, 1, 3, 3, 3, 1}); });
}

TEST_CASE("masks: strides of 0, no images, and the empty mask") {
  const double p = 0.3;
  const Result same = decide("f1", 1, Kind::independent, {&p, MapNumber::float64, 2, 2, 3, 0, 0, 0});
  CHECK(same.masks == std::vector<uint8_t>(12, 1));
  CHECK(decide("f1", 1, Kind::independent, {nullptr, MapNumber::float64, 0, 2, 3, 6, 3, 1}).decision.count() == 0);
  CHECK(decide("f1", 1, Kind::categorical, {nullptr, MapNumber::float64, 0, 2, 3, 6, 3, 1}).decision.count() == 0);
  const double rare[] = {1e-3, 2e-3, 1e-4};
  const Maps maps{rare, MapNumber::float64, 1, 1, 3, 3, 3, 1};
  const Result empty = decide("f1", 1, Kind::independent, maps), forced = decide("f1", 0, Kind::independent, maps);
  CHECK(empty.masks == std::vector<uint8_t>(3, 0));
  CHECK(empty.decision.answer(0).threshold == std::numeric_limits<double>::infinity());
  CHECK(std::fabs(empty.expected[0] - (1 - 1e-3) * (1 - 2e-3) * (1 - 1e-4)) < 1e-15);
  CHECK(forced.decision.answer(0).k > 0);
}

TEST_CASE("masks: what is refused") {
  double p[] = {0.5, 0.25, 0.5, 0.75};
  Maps maps{p, MapNumber::float64, 1, 2, 2, 4, 2, 1};
  const auto refused = [&](const std::string &why, Kind kind, const DecisionOptions &options = {}) {
    expect_error(Status::argument, why, [&] { decide("f1", 1, kind, maps, options); });
  };
  DecisionOptions macro, micro, at_least, two;
  macro.average = Average::macro, micro.average = Average::micro;
  at_least.at_least = 1;
  two.per_row = {1, 2};
  refused("average is macro", Kind::independent, macro);
  refused("average is micro given samples", Kind::joint, micro);
  refused("kind is counts", Kind::counts);
  refused("at_least is set with exclusive classes", Kind::categorical, at_least);
  refused("per_row is up to 2 with exclusive classes", Kind::categorical, two);
  for (const double bad : {std::nan(""), -1e-300, 1.5}) {
    p[3] = bad;
    refused("maps[image 0, class 1, pixel 1] is " + wald::core::number(bad), Kind::independent);
    refused("maps[image 0, class 1, pixel 1] is " + wald::core::number(bad), Kind::categorical);
    refused("maps[image 0, class 1, pixel 1] is " + wald::core::number(bad), Kind::independent, micro);
  }
  p[3] = 0.76;
  refused("maps[image 0, pixel 1] sums to 1.01 over the classes", Kind::categorical);
  p[3] = 0.75;
  for (const DecisionOptions &options : {DecisionOptions{}, micro})
    CHECK(*decide("f1", 1, Kind::independent, maps, options).decision.answer(0).warning);
  p[3] = 0.75 + 5e-7;
  CHECK(decide("f1", 1, Kind::categorical, maps).classes[1] == 1);
  p[3] = 0.1;
  for (const DecisionOptions &options : {DecisionOptions{}, micro})
    CHECK(*decide("f1", 1, Kind::categorical, maps, options).decision.answer(0).warning);
  const uint8_t marks[] = {0, 1, 2, 1};
  expect_error(Status::argument, "maps[image 1, class 0, pixel 0] is 2: must be 0 or 1",
               [&] { decide("f1", 1, Kind::joint, {marks, MapNumber::uint8, 2, 1, 2, 2, 2, 1}); });
  maps.images = 0;
  refused("n_images is 0", Kind::joint);
  refused("n_images is 0", Kind::independent, micro);
}
