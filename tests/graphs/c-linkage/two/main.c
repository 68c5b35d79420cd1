#include "../include/api.h"

static int helper(int x);

void usage(void) {}

int main(void) {
  usage();
  return helper(1) + api_missing() + strlen("x");
}

static int helper(int x) { return api_open(0) + api_twice(x); }
