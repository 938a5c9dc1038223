#include "wald.hpp"

#include "wald.hpp"

double second();

int main() {
  const wald::Metric f1("f1");
  return second() == wald::decide(f1, wald::Estimator::independent(std::vector<double>{0.5, 1.0})).expected() ? 0 : 1;
}
