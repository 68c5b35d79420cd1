#include "../include/shape.h"

static double total(const Shape *shapes, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += shape_area(&shapes[i]);
  return sum;
}

int main(void) {
  Shape one = {1, 2};
  return total(&one, 1) > 1;
}
