// Sets the options of a choice, the positive class by its name.
#include "routes/route_options.hpp"

#include <optional>

#include "base/errors.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

namespace wald::cli {

RouteOptions make_route_options(const Settings &settings, const Names &classes) {
  RouteOptions options = settings.library.options<RouteOptions>();
  const std::string measure = settings.library.text("measure");
  if (measure != "precision" && measure != "recall" && measure != "f") return options;
  const std::optional<std::string> &asked = settings.route.positive;
  if (!asked) {
    if (classes.are_words())
      throw Failure("--measure " + measure + ": --positive names the positive class, where classes are words");
    return options;
  }
  const std::optional<std::int32_t> positive = classes.find(*asked);
  if (!positive)
    throw Failure("--positive " + shown(*asked) + ": " +
                  (classes.are_words() ? "no row has this class" + suggestion(*asked, classes.words())
                                       : "classes are whole numbers from 0 here"));
  options.positive(*positive);
  return options;
}

}  // namespace wald::cli
