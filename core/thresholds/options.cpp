#include "core/numeric/contraction.hpp"  // first

#include "core/thresholds/options.hpp"

#include <cmath>
#include <iterator>
#include <string>

#include "core/error.hpp"

namespace wald::core {

namespace {
constexpr const char *method_names[] = {"direct", "path", "path-equal", "analytic", "stacked", "best-single"};
}  // namespace

const char *method_name(Method method) {
  const auto i = static_cast<std::size_t>(method);
  return i < std::size(method_names) ? method_names[i] : "unknown";
}

Method method_by_name(std::string_view name) {
  std::string all;
  for (std::size_t i = 0; i < std::size(method_names); ++i) {
    if (name == method_names[i]) return static_cast<Method>(i);
    all += (i ? ", " : "") + std::string(method_names[i]);
  }
  fail(Status::argument, "method is ", in_quotes(name), ": must be one of ", all);
}

void check_ranges(const ThresholdOptions &o) {
  if (o.method < Method::direct || o.method > Method::best_single)
    fail(Status::argument, "method is ", static_cast<int32_t>(o.method), ": must lie in [0, 5]");
  if (o.smoothing < Smoothing::none || o.smoothing > Smoothing::dropout)
    fail(Status::argument, "smoothing is ", static_cast<int32_t>(o.smoothing), ": must lie in [0, 2]");
  if (o.smoothing_rounds < 1)
    fail(Status::argument, "smoothing_rounds is ", o.smoothing_rounds, ": must be at least 1");
  if (!(o.dropout >= 0 && o.dropout < 1)) fail(Status::argument, "dropout is ", o.dropout, ": must lie in [0, 1)");
  if (o.grid < 2) fail(Status::argument, "grid is ", o.grid, ": must be at least 2");
  if (o.bootstrap < 0) fail(Status::argument, "bootstrap is ", o.bootstrap, ": must be at least 0");
  if (o.bootstrap_cells < 4) fail(Status::argument, "bootstrap_cells is ", o.bootstrap_cells, ": must be at least 4");
  if (o.folds < 0 || o.folds == 1) fail(Status::argument, "folds is ", o.folds, ": must be 0 (none) or at least 2");
  if (!(o.level > 0 && o.level < 1))
    fail(Status::argument, "level is ", o.level, ": must lie strictly between 0 and 1");
  if (!(o.ridge >= 0 && std::isfinite(o.ridge)))
    fail(Status::argument, "ridge is ", o.ridge, ": must be finite and at least 0");
  if (o.limits.lattice_cells < 4)
    fail(Status::argument, "lattice_cells is ", o.limits.lattice_cells, ": must be at least 4");
  if (o.limits.pair_cells < 4) fail(Status::argument, "pair_cells is ", o.limits.pair_cells, ": must be at least 4");
  if (o.limits.ascent_levels < 3)
    fail(Status::argument, "ascent_levels is ", o.limits.ascent_levels, ": must be at least 3");
}

void check_options(const ThresholdOptions &o) {
  check_ranges(o);
  const bool path = o.method == Method::path || o.method == Method::path_equal;
  if (o.smoothing == Smoothing::dropout && !path)
    fail(Status::argument, "smoothing is dropout: leaves out edges, so it goes with the methods path and path-equal");
  if (o.smoothing == Smoothing::bagged && o.method != Method::direct)
    fail(Status::argument, "smoothing is bagged: goes with the method direct");
}

}  // namespace wald::core
