#include "wald.h"

#include "wald.h"

/* Defined in second.c, which includes the header too. */
int32_t second(void);

int main(void) { return second() == wald_abi_version() && wald_version()[0] != '\0' ? 0 : 1; }
