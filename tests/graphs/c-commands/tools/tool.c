#include "wire.h"
int tool(void) { return wire(); }
