#include <cstdio>
#include <wald.hpp>

int main() {
  const wald::Decision decision =
      wald::decide(wald::Metric("f1"), wald::Estimator::independent(std::vector<double>{0.6, 0.35, 0.3, 0.05}));
  std::printf("%d %.6f\n", static_cast<int>(decision.k()), decision.expected());
}
