/* Nothing but the headers: capi-header-warnings compiles it. */
#include "wald.h"
#include "wald/files.h"
