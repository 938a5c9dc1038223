#include "wald.h"

int32_t second(void);
int32_t second(void) {
  wald_destroy(NULL);
  return wald_abi_version();
}
