// The same file as C++.
#include "first.c"
