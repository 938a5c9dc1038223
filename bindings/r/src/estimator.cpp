#include "glue.h"

// [[Rcpp::export(rng = false)]]
SEXP native_estimator(int kind, double n_labels) {
  return glue::guarded([&]() -> SEXP {
    wald_estimator *out = nullptr;
    glue::check(wald_estimator_create(kind, glue::whole(n_labels), &out));
    return glue::own(out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_copy(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    wald_estimator *out = nullptr;
    glue::check(wald_estimator_copy(glue::estimator_of(pointer), &out));
    return glue::own(out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_to_counts(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    wald_estimator *out = nullptr;
    glue::check(wald_estimator_to_counts(glue::estimator_of(pointer), &out));
    return glue::own(out);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_clear(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    glue::check(wald_estimator_clear(glue::changing(pointer)));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_merge(SEXP pointer, SEXP other) {
  return glue::guarded([&]() -> SEXP {
    glue::check(wald_estimator_merge(glue::changing(pointer), glue::estimator_of(other)));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_feed_probabilities(SEXP pointer, Rcpp::NumericVector p) {
  return glue::guarded([&]() -> SEXP {
    glue::check(wald_estimator_feed_probabilities(glue::changing(pointer), p.begin(), WALD_FLOAT64, p.size(), 1));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_feed_vectors(SEXP pointer, Rcpp::IntegerMatrix vectors, Rcpp::Nullable<Rcpp::NumericVector> weights) {
  return glue::guarded([&]() -> SEXP {
    const std::vector<uint8_t> cells = glue::cells_of(vectors);
    const Rcpp::NumericVector w = weights.isNull() ? Rcpp::NumericVector() : Rcpp::NumericVector(weights.get());
    glue::check(wald_estimator_feed_vectors(glue::changing(pointer), cells.data(), vectors.nrow(), vectors.ncol(), 1,
                                            vectors.nrow(), weights.isNull() ? nullptr : w.begin(), WALD_FLOAT64, 1));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_feed_sparse_vectors(SEXP pointer, Rcpp::IntegerVector indptr, Rcpp::IntegerVector indices,
                                Rcpp::Nullable<Rcpp::NumericVector> weights) {
  return glue::guarded([&]() -> SEXP {
    const Rcpp::NumericVector w = weights.isNull() ? Rcpp::NumericVector() : Rcpp::NumericVector(weights.get());
    glue::check(wald_estimator_feed_sparse_vectors(glue::changing(pointer), indptr.begin(), indices.begin(), WALD_INT32,
                                                   indptr.size() - 1, weights.isNull() ? nullptr : w.begin(),
                                                   WALD_FLOAT64, 1));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_feed_counts(SEXP pointer, Rcpp::NumericMatrix table, double p_zero, Rcpp::Nullable<Rcpp::NumericVector> p_s,
                        double weight) {
  return glue::guarded([&]() -> SEXP {
    const Rcpp::NumericVector sizes = p_s.isNull() ? Rcpp::NumericVector() : Rcpp::NumericVector(p_s.get());
    glue::check(wald_estimator_feed_counts(glue::changing(pointer), table.begin(), WALD_FLOAT64, table.nrow(),
                                           table.ncol(), 1, table.nrow(), p_zero,
                                           p_s.isNull() ? nullptr : sizes.begin(), weight));
    return R_NilValue;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_estimator_facts(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_estimator *const estimator = glue::estimator_of(pointer);
    wald_kind kind = 0;
    int64_t n_labels = 0, n_fed = 0, max_s = 0;
    double total_weight = 0;
    glue::check(wald_estimator_kind(estimator, &kind));
    glue::check(wald_estimator_n_labels(estimator, &n_labels));
    glue::check(wald_estimator_n_fed(estimator, &n_fed));
    glue::check(wald_estimator_total_weight(estimator, &total_weight));
    Rcpp::Shield<SEXP> labels(glue::whole_number(n_labels)), fed(glue::whole_number(n_fed));
    Rcpp::List out = Rcpp::List::create(Rcpp::Named("kind") = kind, Rcpp::Named("n_labels") = SEXP(labels),
                                        Rcpp::Named("n_fed") = SEXP(fed), Rcpp::Named("total_weight") = total_weight);
    if (kind == WALD_COUNTS) {
      glue::check(wald_estimator_max_s(estimator, &max_s));
      Rcpp::Shield<SEXP> greatest(glue::whole_number(max_s));
      out["max_s"] = SEXP(greatest);
    }
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_marginals(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_estimator *const estimator = glue::estimator_of(pointer);
    return Rcpp::wrap(wald::detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_estimator_marginals(estimator, out, capacity, needed);
    }));
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_size_distribution(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_estimator *const estimator = glue::estimator_of(pointer);
    return Rcpp::wrap(wald::detail::filled<double>([&](double *out, int64_t capacity, int64_t *needed) {
      return wald_estimator_size_distribution(estimator, out, capacity, needed);
    }));
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_mode(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_estimator *const estimator = glue::estimator_of(pointer);
    double probability = 0;
    const std::vector<uint8_t> mask =
        wald::detail::filled<uint8_t>([&](uint8_t *out, int64_t capacity, int64_t *needed) {
          return wald_estimator_mode(estimator, out, capacity, needed, &probability);
        });
    return Rcpp::List::create(Rcpp::Named("prediction") = Rcpp::LogicalVector(mask.begin(), mask.end()),
                              Rcpp::Named("probability") = probability);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_table(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_estimator *const estimator = glue::estimator_of(pointer);
    int64_t n = 0, max_s = 0;
    double p_zero = 0;
    glue::check(wald_estimator_max_s(estimator, &max_s));
    glue::check(wald_estimator_n_labels(estimator, &n));
    Rcpp::NumericMatrix table(static_cast<int>(n), static_cast<int>(max_s));
    glue::check(wald_estimator_table(estimator, table.begin(), n, max_s, 1, n, &p_zero));
    return Rcpp::List::create(Rcpp::Named("table") = table, Rcpp::Named("p_zero") = p_zero);
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_draw(SEXP pointer, std::string seed, double n_draws) {
  return glue::guarded([&]() -> SEXP {
    const wald_estimator *const estimator = glue::estimator_of(pointer);
    int64_t n = 0;
    glue::check(wald_estimator_n_labels(estimator, &n));
    const int64_t rows = glue::whole(n_draws);
    std::vector<uint8_t> cells(static_cast<std::size_t>(rows > 0 ? rows * n : 0));
    glue::check(wald_estimator_draw(estimator, glue::seed_of(seed), rows, cells.data(), 1, rows));
    Rcpp::IntegerMatrix out(static_cast<int>(rows), static_cast<int>(n));
    std::copy(cells.begin(), cells.end(), out.begin());
    return out;
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_save(SEXP pointer) {
  return glue::guarded([&]() -> SEXP {
    const wald_estimator *const estimator = glue::estimator_of(pointer);
    return glue::text(wald::detail::filled_text([&](char *out, int64_t capacity, int64_t *needed) {
                        return wald_estimator_save(estimator, out, capacity, needed);
                      }).c_str());
  });
}

// [[Rcpp::export(rng = false)]]
SEXP native_load(std::string text) {
  return glue::guarded([&]() -> SEXP {
    wald_estimator *out = nullptr;
    glue::check(wald_estimator_load(text.data(), static_cast<int64_t>(text.size()), &out));
    return glue::own(out);
  });
}
