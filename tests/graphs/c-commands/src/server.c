#include "wire.h"
int serve(void) { return wire(); }
