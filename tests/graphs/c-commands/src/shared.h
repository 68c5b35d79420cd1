#include "wire.h"
static int shared(void) { return wire(); }
