// A call that must fail, with this status and a message that holds this text.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "core/base/error.hpp"

namespace check {

template <class F>
void expect_error(wald::core::Status status, const std::string &message, F f) {
  try {
    f();
    FAIL_CHECK("no error: " << message);
  } catch (const wald::core::Error &e) {
    CHECK(e.status() == status);
    CHECK_THAT(e.what(), Catch::Contains(message));
  }
}

}  // namespace check
