// What follows from an object that does not change, and is made when it is first asked for; any number of threads may
// ask. Copies of the object share it.
#pragma once

#include <memory>
#include <utility>

#include "core/numeric/mutex.hpp"

namespace wald::core::trees {

template <class T>
class OnDemand {
 public:
  OnDemand() = default;
  OnDemand(const OnDemand &other) : made_(other.made()) {}
  OnDemand &operator=(const OnDemand &other) {
    auto made = other.made();
    const Lock lock(mutex_);
    made_ = std::move(made);
    return *this;
  }

  template <class Make>
  std::shared_ptr<const T> get(const Make &make) const {
    const Lock lock(mutex_);
    if (!made_) made_ = make();
    return made_;
  }
  // The object changes.
  void forget() { made_.reset(); }

 private:
  std::shared_ptr<const T> made() const {
    const Lock lock(mutex_);
    return made_;
  }

  mutable Mutex mutex_;
  mutable std::shared_ptr<const T> made_;
};

}  // namespace wald::core::trees
