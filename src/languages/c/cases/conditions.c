#ifndef HAVE_A
static int a(void) { return 1; }
#endif
#if defined(HAVE_B)
int b(void);
#else
static int b(void) { return 1; }
#endif
#if !defined HAVE_C
static int c(void) { return 1; }
#elif defined(OTHER)
static int c(void) { return 2; }
#else
static int c(void) { return 3; }
#endif
#ifdef HAVE_D
# ifndef HAVE_E
static int e(void) { return 1; }
# endif
static int d(void) { return 1; }
#endif
#if defined(X) && !defined(Y)
static int several(void) { return 1; }
#endif
