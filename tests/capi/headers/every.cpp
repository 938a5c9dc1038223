// Nothing but the headers: capi-header-warnings compiles it.
#include "wald.hpp"
#include "wald/files.hpp"
