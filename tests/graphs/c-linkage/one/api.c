#include "api.h"
#include <stdio.h>

struct item { int size; };

static int helper(int x) { return x; }

int api_open(item *it) { return helper(it->size); }
void usage(void) { printf("one"); }
int main(void) { usage(); return api_open(0) + api_twice(1); }
