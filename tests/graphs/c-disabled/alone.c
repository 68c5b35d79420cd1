/* Without the header the copy is what there is. */
#ifndef HAVE_COPY
static int copy(char *to) { return 3; }
#endif
int use_alone(char *x) { return copy(x); }
