#include "circle.c"
int turn(int x);
