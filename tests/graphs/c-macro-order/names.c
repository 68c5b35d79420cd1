#include "names.h"
int twice(int x) { return x; }
int shared(int x) { return x; }
