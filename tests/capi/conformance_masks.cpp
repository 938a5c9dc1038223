// The cases of masks (tests/conformance/README.md), through wald.hpp.
#include <cmath>
#include <numeric>

#include "conformance.hpp"

namespace {

// A cell of samples; what is no byte belongs to a case of probabilities.
uint8_t mark(double cell) { return cell >= 0 && cell < 256 ? static_cast<uint8_t>(cell) : 0; }

// Multiples of 1/1024 up to 1 are halves.
uint16_t half_of(double x) {
  if (!(x > 0)) return 0;
  int exponent;
  const double mantissa = std::frexp(x, &exponent);  // x = mantissa 2^exponent, 1/2 <= mantissa < 1
  return static_cast<uint16_t>(((exponent + 14) << 10) + static_cast<int>((2 * mantissa - 1) * 1024));
}

struct Images {
  int64_t images, classes, pixels;
  std::vector<double> cells;

  explicit Images(const Json &maps)
      : images(static_cast<int64_t>(maps.size())),
        classes(static_cast<int64_t>(maps[0].size())),
        pixels(static_cast<int64_t>(maps[0][0].size())) {
    for (const Json &image : maps)
      for (const Json &map : image)
        for (const Json &p : map) cells.push_back(number(p));
  }
  // The numbers with the pixels backwards, and the images as the last axis.
  template <class T, class Of>
  std::vector<T> turned(const Of &of) const {
    std::vector<T> out(cells.size());
    for (int64_t i = 0; i < images; ++i)
      for (int64_t c = 0; c < classes; ++c)
        for (int64_t x = 0; x < pixels; ++x)
          out[static_cast<std::size_t>((c * pixels + pixels - 1 - x) * images + i)] =
              of(cells[static_cast<std::size_t>((i * classes + c) * pixels + x)]);
    return out;
  }
  template <class T>
  wald::Maps turned_view(const std::vector<T> &numbers, wald_type type) const {
    const T *const first = numbers.data() + (pixels - 1) * images;
    wald::Maps out(reinterpret_cast<const uint8_t *>(first), images, classes, pixels);
    out.image_stride = 1;
    out.class_stride = pixels * images;
    out.pixel_stride = -images;
    out.type = type;
    return out;
  }
};

// All that an answer has, in one list: its marks, and the facts of the decision.
struct Found {
  std::vector<uint8_t> masks;
  std::vector<int32_t> labels;
  wald::Decision decision;

  Found(const Json &c, const wald::Maps &maps, const wald::DecisionOptions &options) {
    const wald_kind kind = value_of(kinds, c.at("kind"));
    const auto rows = static_cast<std::size_t>(kind == WALD_JOINT ? 1 : maps.n_images);
    if (kind == WALD_CATEGORICAL) {
      labels.assign(rows * static_cast<std::size_t>(maps.n_pixels), -9);
      decision.masks<int32_t>(metric_of(c), kind, maps, labels, options);
    } else {
      masks.assign(rows * static_cast<std::size_t>(maps.n_classes * maps.n_pixels), 9);
      decision.masks<uint8_t>(metric_of(c), kind, maps, masks, options);
    }
  }
  std::vector<double> numbers() const {
    std::vector<double> out(masks.begin(), masks.end());
    out.insert(out.end(), labels.begin(), labels.end());
    for (int64_t a = 0; a < decision.n_answers(); ++a) {
      const auto k = static_cast<double>(decision.k(a));
      for (double x : {decision.expected(a), decision.bound(a), decision.threshold(a), k}) out.push_back(x);
    }
    return out;
  }
};

}  // namespace

void masks(const Json &c) {
  const Images images(c.at("maps"));
  wald::DecisionOptions options = options_of(c);
  const bool joint = c.at("kind") == "joint";
  std::vector<uint8_t> marks;
  for (const double cell : images.cells) marks.push_back(mark(cell));
  const Found found(c, joint ? wald::Maps(marks.data(), images.images, images.classes, images.pixels)
                             : wald::Maps(images.cells.data(), images.images, images.classes, images.pixels), options);
  if (!c.contains("expect")) return;
  const Json &wanted = c.at("expect");
  if (wanted.contains("masks")) check_same("masks", found.masks, Json(flat<uint8_t>(wanted.at("masks"))));
  if (wanted.contains("labels")) check_same("labels", found.labels, Json(flat<int32_t>(wanted.at("labels"))));
  std::vector<double> expected, threshold, bound;
  std::vector<int64_t> k;
  for (int64_t a = 0; a < found.decision.n_answers(); ++a) {
    expected.push_back(found.decision.expected(a));
    threshold.push_back(found.decision.threshold(a));
    bound.push_back(found.decision.bound(a));
    k.push_back(found.decision.k(a));
  }
  check_list("expected", expected, wanted.at("expected"));
  check_list("threshold", threshold, wanted.at("threshold"));
  check_same("k", k, wanted.at("k"));
  if (!print_bits && wanted.contains("bound_at_most"))
    for (double one : bound)
      if (!(one >= 0 && one <= hex(wanted.at("bound_at_most")))) fail("bound is " + text(one));
  // Of exclusive classes the bound is that of their mean, here the same for all.
  std::vector<double> weights(static_cast<std::size_t>(images.classes), 1);
  if (c.contains("options") && c.at("options").contains("label_weights"))
    weights = c.at("options").at("label_weights").get<std::vector<double>>();
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t i = 0; !print_bits && wanted.contains("optimum") && i < wanted.at("optimum").size(); ++i) {
    const std::size_t first = i * weights.size();
    double mean = bound[first];
    for (std::size_t j = 0; j < weights.size(); ++j) mean += weights[j] / whole * expected[first + j];
    if (!(mean >= hex(wanted.at("optimum")[i]) - 1e-12)) fail("the bound is below the optimum: " + text(mean));
  }

  // The same bits for every number of threads, type and order of the axes.
  const std::vector<double> first = found.numbers();
  options.threads(3);
  const auto same = [&](const std::string &what, const wald::Maps &maps) {
    check_bits(what, Found(c, maps, options).numbers(), first);
  };
  const auto marks_turned = images.turned<uint8_t>(mark);
  if (joint) return same("marks in another order", images.turned_view(marks_turned, WALD_UINT8));
  const auto doubles = images.turned<double>([](double x) { return x; });
  const auto floats = images.turned<float>([](double x) { return static_cast<float>(x); });
  const auto halves = images.turned<uint16_t>(half_of);
  same("double", images.turned_view(doubles, WALD_FLOAT64));
  same("float", images.turned_view(floats, WALD_FLOAT32));
  same("halves", images.turned_view(halves, WALD_FLOAT16));
}
