#include "compat.h"
int copy(char *to) { return 1; }
int clear(char *to) { return 1; }
int move(char *to) { return 1; }
int join(char *to) { return 1; }
