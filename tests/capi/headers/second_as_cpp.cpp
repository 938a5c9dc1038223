// The same file as C++.
#include "second.c"
