#include "wald.hpp"

double second();
double second() {
  return wald::decide(wald::Metric("f1"), wald::Estimator::independent(std::vector<float>{0.5f, 1.0f})).expected();
}
