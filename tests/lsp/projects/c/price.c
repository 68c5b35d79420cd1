#include "price.h"

static int add(int a, int b) { return a + b; }

int total(const int *prices, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum = add(sum, prices[i]);
  return sum;
}
