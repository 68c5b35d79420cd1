/* What it includes leads back here. */
#include "circle.h"
#ifdef ROUND
static int turn(int x) { return x; }
#endif
int use_circle(void) { return turn(1); }
