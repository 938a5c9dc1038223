// Programs that must not compile, one for each number of REFUSED; with 0 this file compiles.
#include <wald.hpp>

int main() {
  const wald::Metric f1("f1");
  const std::vector<double> p = {0.9, 0.2};
  const std::vector<uint8_t> constant(2);
  const double numbers[] = {0};
  std::vector<uint8_t> mask(2);
  std::vector<float> floats(1);
  std::vector<double> expected(1);
  const wald::Table table(p, 1, 2);
  wald::Decision decision;
  decision.decide_table(f1, WALD_INDEPENDENT, table, {}, mask, expected);
#if REFUSED == 1  // results in a constant vector
  decision.decide_table(f1, WALD_INDEPENDENT, table, {}, constant);
#elif REFUSED == 2  // in a constant table
  decision.decide_table(f1, WALD_INDEPENDENT, table, {}, wald::Table(constant, 1, 2));
#elif REFUSED == 3  // in a constant array
  decision.decide_table(f1, WALD_INDEPENDENT, table, {}, mask, numbers);
#elif REFUSED == 4  // in memory of unknown length
  decision.decide_table(f1, WALD_INDEPENDENT, table, {}, mask, expected.data());
#elif REFUSED == 5  // of another type
  decision.decide_table(f1, WALD_INDEPENDENT, table, {}, mask, floats);
#elif REFUSED == 6  // in a temporary
  decision.decide_table(f1, WALD_INDEPENDENT, table, {}, std::vector<uint8_t>(2));
#elif REFUSED == 7  // in a list
  wald::expected_rows(f1, WALD_INDEPENDENT, table, wald::Table(mask, 1, 2), {}, {0.5});
#endif
  static_cast<void>(constant), static_cast<void>(numbers), static_cast<void>(floats);
}
