// Wald for C++, decisions: what is known of the labels, the optimal prediction, and the distribution of its utility.
#ifndef WALD_DECISIONS_HPP
#define WALD_DECISIONS_HPP

#include "core.hpp"
#include "decisions.h"
#include "facts.hpp"
#include "options.hpp"

namespace wald {

namespace detail {

/// How many answers a table of these rows and columns has, by the average of the options.
inline int64_t answers_of(const DecisionOptions &options, int64_t rows, int64_t cols) {
  const std::string average = options.get() ? options.get("average") : std::string();
  return average == "micro" ? 1 : average == "macro" ? cols : rows;
}

}  // namespace detail

/// What is known of one label vector.
class Estimator : public facts::OfEstimator<Estimator> {
 public:
  /// Takes over what another part of the library made.
  explicit Estimator(wald_estimator *handle) : handle_(handle) {}
  explicit Estimator(wald_kind kind, int64_t n_labels = 0)
      : Estimator(detail::made<wald_estimator>(
            [&](wald_estimator **out) { return wald_estimator_create(kind, n_labels, out); })) {}
  static Estimator independent(const Array &probabilities) { return fed(WALD_INDEPENDENT, probabilities); }
  static Estimator categorical(const Array &probabilities) { return fed(WALD_CATEGORICAL, probabilities); }
  static Estimator load(std::string_view text) {
    return Estimator(detail::loaded<wald_estimator>(WALD_OBJECT_ESTIMATOR, text));
  }
  Estimator copy() const {
    return Estimator(
        detail::copied(get()));
  }
  Estimator to_counts() const {
    return Estimator(
        detail::made<wald_estimator>([&](wald_estimator **out) { return wald_estimator_to_counts(get(), out); }));
  }

  void feed(const Array &probabilities) {
    detail::check(wald_estimator_feed_probabilities(get(), probabilities.get()));
  }
  template <class T>
  void feed(const T *probabilities, int64_t n, int64_t stride = 1) {
    feed(Array(probabilities, n, stride));
  }
  /// Label vectors, one per row: a mask, or a Csr of the positions of the ones; one weight per row, or none.
  void feed_vectors(const TableView &vectors, const Array &weights = {}) {
    detail::check(wald_estimator_feed_vectors(get(), vectors.get(), weights.get()));
  }
  /// table(i, s-1) = P[i][s]; p_s of one number per column, or none.
  void feed_counts(const Array &table, double p_zero, const Array &p_s = {}, double weight = 1) {
    detail::check(wald_estimator_feed_counts(get(), table.get(), p_zero, p_s.get(), weight));
  }
  void merge(const Estimator &other) { detail::check(wald_merge(get(), other.get())); }
  void clear() { detail::check(wald_clear(get())); }

  /// Label vectors, n_draws by n_labels(), row-major.
  std::vector<uint8_t> draw(int64_t n_draws, const DecisionOptions &options = {}) const {
    const int64_t n = n_labels();
    std::vector<uint8_t> out(detail::size(n * n_draws));
    detail::check(wald_estimator_draw(get(), options.get(), Output<uint8_t>(out).of_shape("out", n_draws, n)));
    return out;
  }
  std::string save(wald_format format = WALD_TEXT) const { return detail::saved(get(), format); }

  wald_estimator *get() noexcept { return handle_.get(); }
  const wald_estimator *get() const noexcept { return handle_.get(); }

 private:
  static Estimator fed(wald_kind kind, const Array &probabilities) {
    Estimator estimator(kind);
    estimator.feed(probabilities);
    return estimator;
  }
  detail::Handle<wald_estimator> handle_;
};

/// The optimal prediction for one row of independent probabilities, and its expected utility.
inline std::vector<uint8_t> decide_row(const Metric &metric, ArrayView<const double> p, double *expected = nullptr) {
  std::vector<uint8_t> mask(p.empty() ? 1 : p.size());
  detail::check(wald_decide_row(metric.get(), p.data(), static_cast<int64_t>(p.size()), mask.data(), expected));
  return mask;
}

/// Maps of images, one after the other, the classes of an image one after the other: probabilities, or of samples marks.
/// Members may be changed for other layouts, and for halves.
class Maps : public wald_maps {
 public:
  template <class T>
  Maps(const T *data_, int64_t images, int64_t classes, int64_t pixels)
      : wald_maps{sizeof(wald_maps), data_,  images, classes, pixels, classes * pixels, pixels, 1,
                  detail::type_of<T>()} {}
};

/// One answer, or one per row, per column or per table.
class Decision : public facts::OfDecision<Decision> {
 public:
  Decision() : handle_(detail::made<wald_decision>(wald_decision_create)) {}

  void decide(const Metric &metric, const Estimator &estimator, const DecisionOptions &options = {}) {
    detail::check(wald_decide(metric.get(), estimator.get(), options.get(), get()));
  }
  /// `mask` of the shape of `probabilities` receives the answers, `expected` a number for each. For a Csr there is no
  /// mask.
  void decide_table(const Metric &metric, wald_kind kind, const TableView &probabilities,
                    const DecisionOptions &options = {}, Output<uint8_t> mask = {}, ArrayView<double> expected = {}) {
    const int64_t rows = probabilities.rows(), cols = probabilities.cols();
    double *to = expected.given() ? expected.of_length("expected", detail::answers_of(options, rows, cols)) : nullptr;
    detail::check(wald_decide_table(metric.get(), kind, probabilities.get(), options.get(),
                                    mask.of_shape("mask", rows, cols), to, get()));
  }

  /// The facts of masks. `out` has a row per image, or one of samples; with WALD_CATEGORICAL it holds int32_t, the class of each
  /// pixel, else uint8_t, the pixels of one class after those of the other.
  template <class T>
  void masks(const Metric &metric, wald_kind kind, const Maps &maps, Output<T> out, const DecisionOptions &options = {}) {
    const int64_t rows = kind == WALD_JOINT ? 1 : maps.n_images;
    const int64_t columns = kind == WALD_CATEGORICAL ? maps.n_pixels : maps.n_classes * maps.n_pixels;
    detail::check(wald_masks(metric.get(), kind, &maps, options.get(), out.of_shape("out", rows, columns), nullptr, get()));
  }

  std::vector<int64_t> indices(int64_t answer = 0) const {
    return detail::filled<int64_t>([&](int64_t *out, int64_t capacity, int64_t *needed) {
      return wald_decision_items(get(), answer, 1, nullptr, out, capacity, needed);
    });
  }
  /// The items left undecided one by one (option abstain_label), ascending.
  std::vector<int64_t> undecided_indices(int64_t answer = 0) const {
    return detail::filled<int64_t>([&](int64_t *out, int64_t capacity, int64_t *needed) {
      return wald_decision_items(get(), answer, WALD_UNDECIDED, nullptr, out, capacity, needed);
    });
  }
  std::vector<uint8_t> mask(int64_t answer = 0) const {
    return detail::filled<uint8_t>([&](uint8_t *out, int64_t capacity, int64_t *needed) {
      return wald_decision_mask(get(), answer, out, capacity, needed);
    });
  }
  /// The lowest and highest k not excluded; -1 and -1 if not computed.
  std::pair<int64_t, int64_t> k_range(int64_t answer = 0) const {
    return {static_cast<int64_t>(k_lowest(answer)), static_cast<int64_t>(k_highest(answer))};
  }
  /// One number of every answer.
  std::vector<double> numbers(wald_decision_fact fact) const {
    return detail::numbers(get(), fact);
  }
  /// The positive items of every answer in compressed rows: indptr, of length n_answers() + 1, and indices.
  std::pair<std::vector<int64_t>, std::vector<int64_t>> csr() const {
    std::vector<int64_t> indptr(detail::size(n_answers()) + 1);
    std::vector<int64_t> indices = detail::filled<int64_t>([&](int64_t *out, int64_t capacity, int64_t *needed) {
      return wald_decision_items(get(), -1, 1, indptr.data(), out, capacity, needed);
    });
    return {std::move(indptr), std::move(indices)};
  }

  wald_decision *get() noexcept { return handle_.get(); }
  const wald_decision *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_decision> handle_;
};

/// The optimal prediction for one problem. A template so that a list in braces is a row.
template <class E, class = std::enable_if_t<std::is_same_v<E, Estimator>>>
Decision decide(const Metric &metric, const E &estimator, const DecisionOptions &options = {}) {
  Decision decision;
  decision.decide(metric, estimator, options);
  return decision;
}

/// The optimal prediction for one row: the probabilities of independent labels.
inline Decision decide(const Metric &metric, const Array &probabilities, const DecisionOptions &options = {}) {
  return decide(metric, Estimator::independent(probabilities), options);
}

/// The expected utility of the best prediction at each k = 0 ... n.
inline std::vector<double> curve(const Metric &metric, const Estimator &estimator, const DecisionOptions &options = {}) {
  return detail::filled<double>([&](double *out, int64_t n, int64_t *needed) {
    return wald_curve(metric.get(), estimator.get(), options.get(), out, n, needed);
  });
}

namespace detail {

inline Handle<wald_expectation> expectation_of(const Metric &metric, const Estimator &estimator, const Array &mask,
                                               const DecisionOptions &options, bool with_regret) {
  const wald_known known{sizeof known, estimator.get(), nullptr, WALD_INDEPENDENT};
  return Handle<wald_expectation>(made<wald_expectation>([&](wald_expectation **out) {
    return wald_expectation_create(metric.get(), &known, mask.get(), options.get(), with_regret, out);
  }));
}

}  // namespace detail

/// The expected utility of any prediction; *error receives a proved limit on its error.
inline double expected(const Metric &metric, const Estimator &estimator, const Array &mask, const DecisionOptions &options = {},
                       double *error = nullptr) {
  const auto made = detail::expectation_of(metric, estimator, mask, options, false);
  if (error) *error = detail::number<double>(made.get(), WALD_EXPECTATION_ERROR);
  return detail::number<double>(made.get(), WALD_EXPECTATION_EXPECTED);
}

/// How much expected utility a prediction gives away against the optimum; the true regret is at most *bound more.
inline double regret(const Metric &metric, const Estimator &estimator, const Array &mask, const DecisionOptions &options = {},
                     double *bound = nullptr) {
  const auto made = detail::expectation_of(metric, estimator, mask, options, true);
  if (bound) *bound = detail::number<double>(made.get(), WALD_EXPECTATION_REGRET_BOUND);
  return detail::number<double>(made.get(), WALD_EXPECTATION_REGRET);
}

/// Expected utilities and regrets of given predictions on a table, a number for each answer; either may be none.
inline void expected_rows(const Metric &metric, wald_kind kind, const Array &probabilities, const Array &mask,
                          const DecisionOptions &options, ArrayView<double> expected, ArrayView<double> regret = {}) {
  const int64_t answers = detail::answers_of(options, probabilities.rows(), probabilities.cols());
  double *const to[] = {expected.of_length("expected", answers), regret.of_length("regret", answers)};
  const wald_known known{sizeof known, nullptr, probabilities.get(), kind};
  const detail::Handle<wald_expectation> made(detail::made<wald_expectation>([&](wald_expectation **out) {
    return wald_expectation_create(metric.get(), &known, mask.get(), options.get(), regret.given(), out);
  }));
  const wald_expectation_fact facts[] = {WALD_EXPECTATION_EXPECTED, WALD_EXPECTATION_REGRET};
  for (int i = 0; i < 2; ++i)
    if (to[i]) detail::check(wald_numbers(made.get(), facts[i], 0, to[i], answers, nullptr));
}

/// What predictions were worth on known truth, by the average of the options. NaN if every row is undecided.
inline double evaluate(const Metric &metric, const Array &truth, const Array &prediction, const DecisionOptions &options = {},
                       const Array &weights = {}, int64_t *n_undecided = nullptr) {
  double value = 0;
  detail::check(
      wald_evaluate(metric.get(), truth.get(), prediction.get(), weights.get(), options.get(), &value, n_undecided));
  return value;
}

/// Whether B's predictions are better than A's on the same rows, by the average of the options.
class Comparison : public facts::OfComparison<Comparison> {
 public:
  /// groups: one number per row, the same for rows that belong together; without them each row is its own group.
  Comparison(const Metric &metric, const Array &truth, const Array &a, const Array &b, const DecisionOptions &options = {},
             const Array &weights = {}, const Array &groups = {})
      : handle_(detail::made<wald_comparison>([&](wald_comparison **out) {
          const wald_rows rows{sizeof rows, weights.get(), groups.get()};
          return wald_comparison_create(metric.get(), truth.get(), a.get(), b.get(), &rows, options.get(), out);
        })) {}
  double number(wald_comparison_fact fact) const { return detail::number<double>(get(), fact); }

  const wald_comparison *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_comparison> handle_;
};

/// What the caller should know of a table that is decided or judged, and what to pass: that rows look like exclusive
/// classes although their labels are taken as independent, or that the table has one column and the options have no
/// average. Of a mask, such as the truth of evaluate(), only the shape counts. Empty if there is nothing.
inline std::string_view table_warning(const Metric &metric, wald_kind kind, const TableView &table,
                                      const DecisionOptions &options = {}) {
  const char *out = "";
  detail::check(wald_table_warning(metric.get(), kind, table.get(), options.get(), &out));
  return out;
}

/// Whether deciding for a metric pays, from probabilities and, if it is known, truth: docs/developers/algorithms.md.
class Worth : public facts::OfWorth<Worth> {
 public:
  /// weights: one number per row, with the average instance; without, 1 each. truth: mask of the table's shape.
  Worth(const Metric &metric, wald_kind kind, const TableView &probabilities, const DecisionOptions &options = {},
        const Array &weights = {}, const Array &truth = {})
      : handle_(detail::made<wald_worth>([&](wald_worth **out) {
          return wald_worth_create(metric.get(), kind, truth.get(), probabilities.get(), weights.get(), options.get(), out);
        })) {}
  double number(wald_worth_fact fact) const { return detail::number<double>(get(), fact); }

  const wald_worth *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_worth> handle_;
};

/// A pass over a distributed table, which is one problem of rows times labels items
/// (docs/guides/scale.md): states are fed, sent as bytes and merged; next() decides, or makes this the next pass.
class TablePass : public facts::OfTablePass<TablePass> {
 public:
  explicit TablePass(wald_table_pass *handle) : handle_(handle) {}
  /// The first pass, for F_beta, Jaccard, fowlkes_mallows, balanced_accuracy, informedness, recall, specificity, precision,
  /// npv or markedness; of the options at_least and at_most are read.
  explicit TablePass(const Metric &metric, const DecisionOptions &options = {})
      : TablePass(detail::made<wald_table_pass>(
            [&](wald_table_pass **out) { return wald_table_pass_create(metric.get(), options.get(), out); })) {}
  static TablePass from_bytes(std::string_view bytes) {
    return TablePass(detail::loaded<wald_table_pass>(WALD_OBJECT_TABLE_PASS, bytes));
  }
  /// The same for every order of feeding and merging.
  std::string to_bytes() const { return detail::saved(get(), WALD_BINARY); }

  /// One row per instance, one column per label.
  void feed(const TableView &probabilities) { detail::check(wald_table_pass_feed(get(), probabilities.get())); }
  void merge(const TablePass &other) { detail::check(wald_merge(get(), other.get())); }
  /// Whether the rows are decided, and the facts tell the answer; else this is the next pass, without rows.
  bool next() {
    int32_t decided = 0;
    detail::check(wald_table_pass_next(get(), &decided));
    return decided != 0;
  }

  wald_table_pass *get() noexcept { return handle_.get(); }
  const wald_table_pass *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_table_pass> handle_;
};

/// The distribution of a prediction's utility.
class Distribution : public facts::OfDistribution<Distribution> {
 public:
  Distribution(const Metric &metric, const Estimator &estimator, const Array &mask, const DecisionOptions &options = {})
      : handle_(detail::made<wald_distribution>([&](wald_distribution **out) {
          return wald_distribution_create(metric.get(), estimator.get(), mask.get(), options.get(), out);
        })) {}
  double quantile(double q) const {
    double u = 0;
    detail::check(wald_distribution_quantile(get(), q, &u));
    return u;
  }
  /// P(utility >= u).
  double at_least(double u, double *standard_error = nullptr) const {
    double value = 0;
    detail::check(wald_distribution_at_least(get(), u, &value, standard_error));
    return value;
  }
  /// The values that the utility takes, ascending, and their probabilities.
  std::pair<std::vector<double>, std::vector<double>> atoms() const { return {this->values(), this->probabilities()}; }

  const wald_distribution *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_distribution> handle_;
};

/// A page about what deciding for the metric is worth on a table with truth.
class Report {
 public:
  /// compared: the probabilities of a second system. names: the title, the names of the systems, then those of the
  /// labels; empty ones, or none at all, are named by Wald.
  Report(const Metric &metric, wald_kind kind, const Array &truth, const Array &probabilities,
         const DecisionOptions &options = {}, const Array &compared = {}, const Array &weights = {}, const Array &groups = {},
         const std::vector<std::string> &names = {})
      : handle_(detail::made<wald_report>([&](wald_report **out) {
          const std::size_t wanted = 3 + (truth.get() ? static_cast<std::size_t>(truth.get()->columns) : 0);
          if (!names.empty() && names.size() != wanted)
            throw ArgumentError("names has " + std::to_string(names.size()) + " elements: must have " +
                                std::to_string(wanted) + ", 3 and one for each label");
          std::vector<const char *> pointers;
          for (const std::string &name : names) pointers.push_back(name.c_str());
          const wald_report_input input{sizeof(wald_report_input), compared.get(), weights.get(), groups.get(),
                                        names.empty() ? nullptr : pointers.data()};
          return wald_report_create(metric.get(), kind, truth.get(), probabilities.get(), &input, options.get(), out);
        })) {}
  /// HTML that needs nothing else.
  std::string page() const { return std::string(detail::text(get(), WALD_REPORT_PAGE)); }
  /// The numbers, as JSON.
  std::string data() const { return std::string(detail::text(get(), WALD_REPORT_DATA)); }

  const wald_report *get() const noexcept { return handle_.get(); }

 private:
  detail::Handle<wald_report> handle_;
};

}  // namespace wald

#endif  // WALD_DECISIONS_HPP
