// The metrics' definitions in arithmetic of 100 digits, from the four cells, none of which is a difference of sums.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <string>

#include "oracle.hpp"

namespace exact {

using Number = boost::multiprecision::cpp_bin_float_100;

struct Cells {
  Number tp = 0, fp = 0, fn = 0, tn = 0;
  // y: the truth, or how likely it is; h: the prediction.
  void add(const Number &y, bool h, const Number &weight = 1) {
    (h ? tp : fn) += weight * y;
    (h ? fp : tn) += weight * (1 - y);
  }
};

inline Number over(const Number &top, const Number &bottom, int z) {
  return bottom > 0 ? Number(top / bottom) : Number(z);
}

// (c0 n + c1 tp + c2 k + c3 s) as a sum over the cells.
inline Number mix(const Cells &c, oracle::Real c0, oracle::Real c1, oracle::Real c2, oracle::Real c3) {
  const auto times = [](oracle::Real x, const Number &cell) { return Number(Number(static_cast<double>(x)) * cell); };
  return times(c0 + c1 + c2 + c3, c.tp) + times(c0 + c2, c.fp) + times(c0 + c3, c.fn) + times(c0, c.tn);
}

inline Number utility(const std::string &name, const Cells &c, int z) {
  const Number &tp = c.tp, &fp = c.fp, &fn = c.fn, &tn = c.tn;
  const Number s = tp + fn, negatives = fp + tn, k = tp + fp, rest = fn + tn, n = k + rest;
  const Number recall = over(tp, s, z), specificity = over(tn, negatives, z), precision = over(tp, k, z),
               npv = over(tn, rest, z);
  if (name == "f1") return over(2 * tp, s + k, z);
  if (name.rfind("fbeta:", 0) == 0) {
    const Number beta = static_cast<double>(oracle::numbers_after(name, 6).at(0)), b = beta * beta;
    return over((1 + b) * tp, b * s + k, z);
  }
  if (name == "jaccard") return over(tp, s + fp, z);
  if (name == "precision") return precision;
  if (name == "recall") return recall;
  if (name == "specificity") return specificity;
  if (name == "npv") return npv;
  if (name == "balanced_accuracy") return (recall + specificity) / 2;
  if (name == "informedness") return recall + specificity - 1;
  if (name == "markedness") return precision + npv - 1;
  if (name == "gmean") return sqrt(Number(recall * specificity));
  if (name == "hmean")
    return recall > 0 && specificity > 0 ? Number(2 * recall * specificity / (recall + specificity)) : Number(0);
  if (name == "noisy_or") return recall + specificity - recall * specificity;
  if (name == "hamming") return (tp + tn) / n;
  if (name == "coverage") return tp > 0 ? 1 : 0;
  if (name == "subset_accuracy") return fp == 0 && fn == 0 ? 1 : 0;
  if (name == "fowlkes_mallows") {
    if (k > 0 && s > 0) return tp / sqrt(Number(k * s));
    return k > 0 || s > 0 ? 0 : z;
  }
  if (name.rfind("cost:", 0) == 0) {
    const auto v = oracle::numbers_after(name, 5);
    return -(Number(static_cast<double>(v.at(0))) * fp + Number(static_cast<double>(v.at(1))) * fn) / n;
  }
  if (name.rfind("lf:", 0) == 0) {
    const auto v = oracle::numbers_after(name, 3);
    return over(mix(c, v.at(0), v.at(1), v.at(2), v.at(3)), mix(c, v.at(4), v.at(5), v.at(6), v.at(7)), z);
  }
  const Number cross = tp * tn - fp * fn;
  if (name == "mcc") {
    const Number square = k * rest * s * negatives;
    return square > 0 ? Number(cross / sqrt(square)) : Number(fp == 0 && fn == 0 ? z : 0);
  }
  REQUIRE(name == "kappa");
  return over(2 * cross, k * negatives + s * rest, z);
}

}  // namespace exact
